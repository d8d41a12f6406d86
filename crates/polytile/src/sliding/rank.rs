//! All legal placements in one diagram: how many there are, and a number for each.
//!
//! The symbols of keys are the paths through the states of a decision process (`placements`), and counting completions from
//! the last level back tells how many placements there are. The number of a placement is the number of those before it in the
//! order of symbols: a sum along its path. No number is left out: this is a minimal perfect hash of all legal placements.
//!
//! Cost: building visits every node once for each symbol; a number costs one look-up for each symbol of the key. The path of
//! a neighbour leaves that of its state at the first symbol that changes, and comes back to it after the last: its number
//! costs a look-up for each symbol between.

use super::layout::{Layout, Neighbour};
use super::placements::LegalPlacements;
use super::puzzle::Puzzle;
use crate::bit_string::BitString;
use crate::run::{Control, Stopped, room};
use crate::spec::reached::{DEAD, Record, SOLVED, Way, reached};
use std::ops::Range;

/// The legal placements of a puzzle.
pub(super) struct Ranks {
    /// The entries of each node and symbol, in rows of `symbols`.
    entries: Vec<Entry>,
    symbols: usize,
    bits: u32,
    length: u32,
    /// How many there are.
    pub total: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Placements with a smaller symbol here.
    below: u64,
    /// The node that follows.
    child: u32,
    /// Whether any placement continues with this symbol.
    open: bool,
}

/// The path of a placement through the diagram: for each symbol and the end, the node it comes to, and the number of
/// placements before it so far.
#[derive(Debug)]
pub(super) struct Path {
    steps: Vec<(u64, u32)>,
}

/// What states lead to, in rows of `symbols`: the numbers of states, from 2 on, or an end.
struct Rows {
    numbers: Vec<u32>,
    symbols: usize,
    /// The first option of the level in work.
    first: u32,
    /// States met, and the most that may be.
    met: usize,
    limit: usize,
}

impl Record for Rows {
    const PASSES: u64 = 1;

    fn number(&mut self) -> Result<u32, Stopped> {
        self.met += 1;
        // The end is a node too.
        if self.met >= self.limit {
            return Err(Stopped::TooLarge("the diagram of legal placements has too many nodes".to_owned()));
        }
        Ok(self.met as u32 + 1)
    }

    fn level(&mut self, options: Range<u32>, _states: usize) {
        self.first = options.start;
    }

    fn state(&mut self, _number: u32, ways: &mut [Way]) -> Result<(), Stopped> {
        // No level is skipped, so states come in the order of their numbers.
        let start = self.numbers.len();
        room::more(&mut self.numbers, self.symbols, WHAT)?.resize(start + self.symbols, DEAD);
        for &mut (option, child) in ways {
            if let Some(option) = option {
                self.numbers[start + (option - self.first) as usize] = child;
            }
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        4 * self.numbers.capacity() as u64
    }

    fn what(&self) -> String {
        WHAT.to_owned()
    }
}

const WHAT: &str = "the diagram of legal placements";

impl Rows {
    /// The diagram of all legal placements; `None` when it would have more than `limit` nodes.
    fn new<B: BitString>(
        layout: &Layout<B>,
        puzzle: &Puzzle,
        limit: usize,
        control: &Control,
    ) -> Result<Option<Self>, Stopped> {
        let mut rows = Rows { numbers: Vec::new(), symbols: layout.symbols.len(), first: 0, met: 0, limit };
        let done = reached(&LegalPlacements { layout, puzzle }, &mut rows, control);
        if rows.met >= limit { Ok(None) } else { done.map(|_| Some(rows)) }
    }
}

/// The number of legal placements; nothing when the diagram would have more than `limit` nodes, or the number has more
/// than 128 bits.
///
/// # Errors
/// When it is stopped.
pub(super) fn count<B: BitString>(
    layout: &Layout<B>,
    puzzle: &Puzzle,
    limit: usize,
    control: &Control,
) -> Result<Option<u128>, Stopped> {
    let Some(Rows { numbers: rows, symbols, met, .. }) = Rows::new(layout, puzzle, limit, control)? else {
        return Ok(None);
    };
    let mut counts: Vec<u128> = room::filled(0, met + 2, WHAT)?;
    counts[SOLVED as usize] = 1;
    for state in (0..met).rev() {
        let children = &rows[state * symbols..(state + 1) * symbols];
        let sum = children.iter().try_fold(0_u128, |sum, &child| sum.checked_add(counts[child as usize]));
        let Some(sum) = sum else { return Ok(None) };
        counts[state + 2] = sum;
    }
    Ok(Some(if met == 0 { 1 } else { counts[2] }))
}

impl Ranks {
    /// The diagram of all legal placements.
    ///
    /// # Errors
    /// When it is stopped, or needs more memory than there is, or there are 2^64 placements or more.
    pub fn new<B: BitString>(
        layout: &Layout<B>,
        puzzle: &Puzzle,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let symbols = layout.symbols.len();
        let row = (symbols * size_of::<Entry>()) as u64;
        // While building, a node takes its state, its children and what is to come.
        let node = 2 * row + 128;
        let limit = (control.memory_budget() / 2 / node).min(u32::MAX.into()) as usize;
        let Some(Rows { numbers: rows, met, .. }) = Rows::new(layout, puzzle, limit, control)? else {
            control.reserve((limit as u64 + 1).saturating_mul(2 * node), WHAT)?;
            return Err(Stopped::TooLarge(format!("{WHAT} has too many nodes")));
        };
        // The end comes last.
        let mut entries = room::filled(Entry::default(), (met + 1) * symbols, WHAT)?;
        let mut counts = room::filled(0_u64, met + 2, WHAT)?;
        counts[SOLVED as usize] = 1;
        for state in (0..met).rev() {
            let mut sum = 0_u64;
            let row = state * symbols..(state + 1) * symbols;
            for (entry, &child) in entries[row.clone()].iter_mut().zip(&rows[row]) {
                entry.below = sum;
                let below = counts[child as usize];
                if child != DEAD {
                    entry.child = if child == SOLVED { met as u32 } else { child - 2 };
                    entry.open = below > 0;
                }
                sum = sum.checked_add(below).ok_or_else(|| {
                    Stopped::TooLarge(
                        "there are 2^64 legal placements or more: too many to number".to_owned(),
                    )
                })?;
            }
            counts[state + 2] = sum;
        }
        let total = if met == 0 { 1 } else { counts[2] };
        Ok(Ranks { entries, symbols, bits: layout.bits, length: layout.length, total })
    }

    /// Bytes of memory it takes.
    pub fn memory(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    /// The number of a legal placement.
    #[inline(always)]
    pub fn rank<K: BitString>(&self, key: K) -> u64 {
        self.walk(key, 0, 0..self.length).0
    }

    /// A path to write on.
    pub fn path(&self) -> Path {
        Path { steps: vec![(0, 0); self.length as usize + 1] }
    }

    /// The key of the placement with this number, which is below the total. Its path is written to `path`.
    #[inline(always)]
    pub fn key<K: BitString>(&self, rank: u64, path: &mut Path) -> K {
        let (mut node, mut below) = (0, 0);
        let symbols = path.steps[..self.length as usize].iter_mut().map(|step| {
            *step = (below, node as u32);
            let entries = &self.entries[node * self.symbols..(node + 1) * self.symbols];
            let open = |entry: &Entry| entry.open && entry.below <= rank - below;
            let symbol = entries.iter().rposition(open).unwrap_or(0);
            below += entries[symbol].below;
            node = entries[symbol].child as usize;
            symbol as u8
        });
        let key = K::packed(0, self.bits, symbols);
        path.steps[self.length as usize] = (rank, node as u32);
        key
    }

    /// The number of a neighbour of the placement with this path. Behind the symbols that change, the cells that are
    /// left and the pieces to come are the same: so it is the same node.
    #[inline(always)]
    pub fn beside<K: BitString>(&self, path: &Path, next: &Neighbour<K>) -> u64 {
        let (below, node) = path.steps[next.first as usize];
        let (old, again) = path.steps[next.end as usize];
        let (rank, _) = path.steps[self.length as usize];
        let (more, met) = self.walk(next.key, node, next.first..next.end);
        debug_assert_eq!(met, again, "the paths of neighbours meet again");
        below + more + (rank - old)
    }

    /// How many placements come before these symbols of a key, from `node` on, and the node after them.
    #[inline(always)]
    fn walk<K: BitString>(&self, key: K, node: u32, symbols: Range<u32>) -> (u64, u32) {
        let mask = u8::MAX >> (8 - self.bits);
        let (mut below, mut node) = (0, node);
        for number in symbols {
            let symbol = key.byte(number * self.bits) & mask;
            let entry = &self.entries[node as usize * self.symbols + usize::from(symbol)];
            below += entry.below;
            node = entry.child;
        }
        (below, node)
    }
}
