//! All legal placements in one diagram: how many there are, and a number for each.
//!
//! A legal placement puts every piece somewhere on the board, no two on one cell, each that moves along a line on its
//! line; whether it can be reached is another matter. Going through the cells row by row, what can follow depends only on
//! the cells still open and on the pieces still to come. So the symbols of keys are the paths through a diagram whose nodes
//! are those pairs, and counting completions from the last level back tells how many placements there are. The number of a
//! placement is the number of those before it in the order of symbols: a sum along its path. No number is left out, which
//! makes it a minimal perfect hash of all legal placements.
//!
//! Cost: building visits every node once for each symbol; a number costs one look-up for each symbol of the key. The path of
//! a neighbour leaves that of its state at the first symbol that changes, and comes back to it after the last: its number
//! costs a look-up for each symbol between.

use super::layout::{Layout, Neighbour};
use super::puzzle::Puzzle;
use crate::bit_string::BitString;
use crate::run::{Control, Progress, Stopped, room};
use std::collections::HashMap;
use std::ops::Range;

/// The legal placements of a puzzle.
pub(super) struct Ranks {
    /// For each node and symbol, in rows of `symbols`.
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
    /// Whether any placement goes on here.
    open: bool,
}

/// The path of a placement through the diagram: for each symbol and the end, the node it comes to, and the number of
/// placements before it so far.
#[derive(Debug)]
pub(super) struct Path {
    steps: Vec<(u64, u32)>,
}

/// The levels of the diagram, from the first symbol to the last: for each node, its children by symbol.
struct Levels {
    levels: Vec<Vec<Vec<Option<u32>>>>,
    nodes: usize,
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
    let Some(levels) = Levels::new(layout, puzzle, limit, control)? else { return Ok(None) };
    let mut below: Vec<Option<u128>> = vec![Some(1)];
    for level in levels.levels.iter().rev() {
        let sum = |children: &Vec<Option<u32>>| {
            let counts = children.iter().flatten().map(|&child| below[child as usize]);
            counts.into_iter().try_fold(0_u128, |sum, count| sum.checked_add(count?))
        };
        below = level.iter().map(sum).collect();
    }
    Ok(below.first().copied().flatten())
}

impl Levels {
    fn new<B: BitString>(
        layout: &Layout<B>,
        puzzle: &Puzzle,
        limit: usize,
        control: &Control,
    ) -> Result<Option<Self>, Stopped> {
        let classes = puzzle.classes();
        // What is still to come: empty cells, then pieces of each class.
        let mut to_come = vec![puzzle.empty_cells() as u16];
        to_come.extend(classes.iter().map(|class| class.pieces.len() as u16));
        // The class that a symbol stands for at a cell, counted from 1.
        let class_at = |symbol, cell| layout.class_at(puzzle, symbol, cell).map(|class| class + 1);
        let mut nodes = vec![(layout.board, to_come)];
        let mut levels = Vec::new();
        let mut total = 1;
        for _ in 0..layout.length {
            let mut numbers: HashMap<(B, Vec<u16>), u32> = HashMap::new();
            let mut below = Vec::new();
            let mut level = Vec::with_capacity(nodes.len());
            for (done, (open, to_come)) in nodes.iter().enumerate() {
                if done % 4096 == 0 {
                    control.check(Progress::Operations {
                        done: levels.len() as u64,
                        total: layout.length.into(),
                        nodes: total as u64,
                    })?;
                }
                let cell = open.lowest();
                let mut children = vec![None; layout.symbols.len()];
                for (symbol, child) in children.iter_mut().enumerate() {
                    let class = if symbol == 0 { Some(0) } else { class_at(symbol, cell) };
                    let Some(class) = class.filter(|&class| to_come[class] > 0) else { continue };
                    let Some(placed) = layout.placed(symbol, cell, *open) else { continue };
                    let mut rest = to_come.clone();
                    rest[class] -= 1;
                    let node = (open.minus(placed), rest);
                    let next = below.len() as u32;
                    *child = Some(*numbers.entry(node).or_insert_with_key(|node| {
                        below.push(node.clone());
                        next
                    }));
                }
                level.push(children);
                if total + below.len() > limit {
                    return Ok(None);
                }
            }
            total += below.len();
            levels.push(level);
            nodes = below;
        }
        Ok(Some(Levels { levels, nodes: total }))
    }
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
        // A node is met while building with its place, its children and what is to come.
        let node = 2 * row + 128;
        let limit = (control.memory_budget() / 2 / node).min(u32::MAX.into()) as usize;
        let Some(Levels { levels, nodes }) = Levels::new(layout, puzzle, limit, control)? else {
            control
                .reserve((limit as u64 + 1).saturating_mul(2 * node), "the diagram of legal placements")?;
            return Err(Stopped::TooLarge("the diagram of legal placements has too many nodes".to_owned()));
        };
        let mut entries = room::filled(Entry::default(), nodes * symbols, "the diagram of legal placements")?;
        // Nodes are numbered level by level, the first one first.
        let mut start = nodes - 1;
        let mut counts = vec![1_u64];
        for level in levels.iter().rev() {
            let below = start;
            start -= level.len();
            let mut next = Vec::with_capacity(level.len());
            for (number, children) in level.iter().enumerate() {
                let mut sum = 0_u64;
                for (symbol, child) in children.iter().enumerate() {
                    let entry = &mut entries[(start + number) * symbols + symbol];
                    entry.below = sum;
                    let Some(child) = *child else { continue };
                    entry.child = (below + child as usize) as u32;
                    entry.open = counts[child as usize] > 0;
                    sum = sum.checked_add(counts[child as usize]).ok_or_else(|| {
                        Stopped::TooLarge(
                            "there are 2^64 legal placements or more: too many to number".to_owned(),
                        )
                    })?;
                }
                next.push(sum);
            }
            counts = next;
        }
        Ok(Ranks { entries, symbols, bits: layout.bits, length: layout.length, total: counts[0] })
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

    /// The number of a neighbour of the placement with this path. What follows the symbols that change is laid on the
    /// same cells with the same pieces to come: it is at the same node.
    #[inline(always)]
    pub fn beside<K: BitString>(&self, path: &Path, next: &Neighbour<K>) -> u64 {
        let (below, node) = path.steps[next.first as usize];
        let (old, again) = path.steps[next.end as usize];
        let (rank, _) = path.steps[self.length as usize];
        let (more, met) = self.walk(next.key, node, next.first..next.end);
        debug_assert_eq!(met, again, "the paths of neighbours meet again");
        below + more + (rank - old)
    }

    /// How many placements these symbols of a key come after, from `node` on, and the node after them.
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
