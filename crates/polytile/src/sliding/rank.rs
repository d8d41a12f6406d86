//! All legal placements in one diagram: how many there are, and a number for each.
//!
//! A legal placement puts every piece somewhere on the board, no two on one cell, each that moves along a line on its
//! line; whether it can be reached is another matter. Going through the cells row by row, what can follow depends only on
//! the cells still open and on the pieces still to come. So the symbols of keys are the paths through a diagram whose nodes
//! are those pairs, and counting completions from the last level back tells how many placements there are. The number of a
//! placement is the number of those before it in the order of symbols: a sum along its path. No number is left out, which
//! makes it a minimal perfect hash of all legal placements.
//!
//! Cost: building visits every node once for each symbol; a number costs one look-up for each symbol of the key.

use super::layout::{Layout, Symbol};
use super::puzzle::{Axis, Puzzle};
use super::word::Word;
use crate::run::{Control, Progress, Stopped, room};
use std::collections::HashMap;

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
pub(super) fn count<B: Word>(
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
    fn new<B: Word>(
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
        let class_at = |symbol: usize, cell: u32| {
            let (row, col) = (cell / layout.width, cell % layout.width);
            let here = |&&class: &&usize| match classes[class].axis {
                Axis::Any => true,
                Axis::Horizontal => classes[class].line == Some(row),
                Axis::Vertical => classes[class].line == Some(col),
            };
            layout.symbols[symbol].classes.iter().find(here).map(|class| class + 1)
        };
        // How far a shape reaches to the left and right of its first cell: one in several parts could otherwise lie across
        // the column of walls without touching it.
        let reach = |symbol: &Symbol<B>| {
            let shape = symbol.classes.first().map_or(&[][..], |&class| &classes[class].shape);
            let cols = shape.iter().map(|&(_, col)| col);
            (cols.clone().min().unwrap_or(0), cols.max().unwrap_or(0))
        };
        let reach: Vec<(i32, i32)> = layout.symbols.iter().map(reach).collect();
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
                    let placed = layout.symbols[symbol].shape.left(cell);
                    // Bits lost beyond the width are cells beyond the board.
                    let whole = layout.symbols[symbol].offsets.iter().all(|&o| cell + o < B::BITS);
                    let ((left, right), col) = (reach[symbol], (cell % layout.width) as i32);
                    let whole = whole && col + left >= 0 && col + right < layout.width as i32;
                    if !whole || !placed.minus(*open).is_zero() {
                        continue;
                    }
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
    pub fn new<B: Word>(layout: &Layout<B>, puzzle: &Puzzle, control: &Control) -> Result<Self, Stopped> {
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
    pub fn rank<K: Word>(&self, mut key: K) -> u64 {
        let mask = (1 << self.bits) - 1;
        let (mut rank, mut node) = (0, 0);
        for _ in 0..self.length {
            let entry = &self.entries[node * self.symbols + (key.limb(0) & mask) as usize];
            key = key.right(self.bits);
            rank += entry.below;
            node = entry.child as usize;
        }
        rank
    }

    /// The key of the placement with this number, which is below the total.
    #[inline(always)]
    pub fn key<K: Word>(&self, mut rank: u64) -> K {
        let (mut key, mut node) = (K::ZERO, 0);
        for number in 0..self.length {
            let entries = &self.entries[node * self.symbols..(node + 1) * self.symbols];
            let symbol = entries.iter().rposition(|entry| entry.open && entry.below <= rank).unwrap_or(0);
            key = key.or(K::from_limb(symbol as u64).left(number * self.bits));
            rank -= entries[symbol].below;
            node = entries[symbol].child as usize;
        }
        key
    }
}
