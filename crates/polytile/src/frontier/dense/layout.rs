//! Where a state stands in the array, and what a cell does to the array.
//!
//! A column's *slot* is its height plus the number of rows that have passed it, modulo the base: when a row passes a
//! column whose cell is covered, the height falls by one, the count of rows rises by one, and the slot stays. So a
//! covered cell moves nothing. The index of a state is the number whose digits are the slots, first column first.
//! Where the base is the greatest common divisor g of the piece sizes, the slots of all columns add up to 0 mod g
//! (heights and passed cells together are whole pieces), and the last one is left out.
//!
//! What a cell does is a list of pairs: the values in one row of the array are added to another, a *row* being the
//! lanes (all states that differ outside the window of the cell only). The cells of a board row are taken in groups,
//! so that all rows of a group's window, for a few lanes, stay in the second cache while the group's cells are done:
//!
//! - for *outer* groups the lanes are consecutive in memory, because the columns behind the window are;
//! - the *inner* group at the right end has no columns behind it: its lanes are the states of the columns before it,
//!   and are gathered into a scratch array. Lanes are sorted by the sum of their slots, which with the slots of the
//!   window tells the one that is left out.

use super::moves::{Moves, Table};
use std::ops::Range;

/// Rows of the inner window, at most.
const MAX_ROWS: usize = 2187;
/// Rows of an outer window, at most: the more, the fewer times the array goes through memory.
const MAX_OUTER_ROWS: usize = 2187;
/// About how many lanes an inner tile has.
const INNER_LANES: usize = 27;

/// What one cell does to the rows of a window.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// The first row is added to the second.
    pub adds: Vec<(u32, u32)>,
    /// These rows become zero afterwards.
    pub clears: Vec<u32>,
}

/// Cells of a board row that are done together.
#[derive(Debug)]
pub(super) struct Group {
    /// Rows of the window.
    pub rows: usize,
    /// Values in all columns behind the window: the distance of two rows in memory.
    pub stride: usize,
    /// One for each cell, phase (board row mod base) and class: `[cell][phase * classes + class]`.
    pub work: Vec<Vec<Work>>,
}

/// What a board row does to the array.
#[derive(Debug)]
pub(super) struct Step {
    /// Groups whose lanes are consecutive, left to right.
    pub outer: Vec<Group>,
    /// The group at the right end.
    pub inner: Group,
}

/// Cells of a group, and the stored columns of its window.
#[derive(Debug)]
struct Window {
    cells: Range<usize>,
    columns: Range<usize>,
}

/// The windows of a step's groups.
#[derive(Debug)]
struct Windows {
    outer: Vec<Window>,
    inner: Window,
}

/// The array, and what a board row does to it.
#[derive(Debug)]
pub(super) struct Layout {
    pub width: usize,
    pub base: usize,
    /// Columns whose slots are in the index.
    pub stored: usize,
    /// Number of values.
    pub slots: usize,
    /// A row of the board.
    pub row: Step,
    windows: Windows,
    /// States of the columns before the inner window that make one tile.
    pub tile: usize,
    /// Number of different sums of slots that matter to the inner group: the base, or 1 when no slot is left out.
    pub classes: usize,
    /// The gcd of the piece sizes.
    divisor: usize,
}

impl Layout {
    /// The number of values for boards of `width` columns; `None` when there are more than can be numbered.
    pub fn size(moves: &Moves, width: usize, divisor: usize) -> Option<usize> {
        let base = moves.base as usize;
        let stored = if base == divisor { width - 1 } else { width };
        base.checked_pow(u32::try_from(stored).ok()?)
    }

    /// The layout for boards of `width` columns.
    pub fn new(moves: &Moves, width: usize, divisor: usize) -> Self {
        let base = moves.base as usize;
        let stored = if base == divisor { width - 1 } else { width };
        let slots = Self::size(moves, width, divisor).unwrap_or(usize::MAX);
        let classes = if stored < width { base } else { 1 };
        // The inner window: as many columns as rows allow, but leaving some for the lanes; and never so few that a cell
        // before it reaches beyond the columns stored.
        let reach = moves.left + moves.right;
        let most = (3 * stored).div_ceil(5).max(reach.min(stored));
        let mut inner_digits = 0;
        while inner_digits < most && base.pow(inner_digits as u32 + 1) <= MAX_ROWS {
            inner_digits += 1;
        }
        let inner_start = stored - inner_digits;
        let inner_from = if inner_start == 0 { 0 } else { inner_start + moves.left };
        // Outer cells in groups of about equal size, as few as the rows of a window allow.
        let mut most = 1;
        while base.pow((most + reach + 1) as u32) <= MAX_OUTER_ROWS {
            most += 1;
        }
        let count = inner_from.div_ceil(most);
        let outer = (0..count).map(|i| {
            let (from, to) = (inner_from * i / count, inner_from * (i + 1) / count);
            let columns = from.saturating_sub(moves.left)..(to + moves.right).min(stored);
            Window { cells: from..to, columns }
        });
        let inner = Window { cells: inner_from..width, columns: inner_start..stored };
        let windows = Windows { outer: outer.collect(), inner };
        let row = Builder { moves, width, base, stored, classes }.step(&windows, Row::Board);
        let mut tile = 1;
        while tile < base.pow(inner_start as u32) && tile < INNER_LANES * classes {
            tile *= base;
        }
        Layout { width, base, stored, slots, row, windows, tile, classes, divisor }
    }

    /// What a row between two halves does, `row` rows below the upper half, which is `passed` rows high.
    pub fn between(&self, moves: &Moves, row: usize, passed: u64) -> Step {
        let passed = (passed % self.base as u64) as usize;
        let Layout { width, base, stored, classes, .. } = *self;
        Builder { moves, width, base, stored, classes }.step(&self.windows, Row::Between { row, passed })
    }

    /// The index of the state in which `rows` rows are covered and nothing else; nothing if there is no such state.
    pub fn clean(&self, rows: u64) -> Option<usize> {
        let exists = self.stored == self.width
            || ((rows % self.divisor as u64) * self.width as u64).is_multiple_of(self.divisor as u64);
        let slot = (rows % self.base as u64) as usize;
        exists.then(|| (0..self.stored).fold(0, |index, _| index * self.base + slot))
    }

    /// The class of a state of the columns before the inner window.
    pub fn class(&self, mut outer: usize) -> usize {
        let mut sum = 0;
        while outer > 0 {
            sum += outer % self.base;
            outer /= self.base;
        }
        sum % self.classes
    }
}

impl Step {
    /// The most additions into one value at one cell.
    pub fn most_additions(&self) -> usize {
        let groups = self.outer.iter().chain([&self.inner]);
        let most = |group: &Group| {
            let mut into = vec![0; group.rows];
            let mut most = 0;
            for work in group.work.iter().flatten() {
                for &(_, target) in &work.adds {
                    into[target as usize] += 1;
                    most = most.max(into[target as usize]);
                }
                for &(_, target) in &work.adds {
                    into[target as usize] = 0;
                }
            }
            most
        };
        groups.map(most).max().unwrap_or(0)
    }
}

/// Which row it is.
#[derive(Clone, Copy, Debug)]
enum Row {
    /// One of the board, whatever is below; there is work for every phase.
    Board,
    /// A row between two halves, `row` rows below the upper one, which is `passed` rows high modulo the base.
    Between { row: usize, passed: usize },
}

struct Builder<'a> {
    moves: &'a Moves,
    width: usize,
    base: usize,
    stored: usize,
    classes: usize,
}

impl Builder<'_> {
    /// What a row does, by the groups of these windows.
    fn step(&self, windows: &Windows, row: Row) -> Step {
        let outer = windows.outer.iter().map(|window| self.group(window, 1, row));
        Step { outer: outer.collect(), inner: self.group(&windows.inner, self.classes, row) }
    }

    /// The group of a window.
    fn group(&self, window: &Window, classes: usize, row: Row) -> Group {
        let Range { start, end } = window.columns;
        let work = window.cells.clone().map(|cell| self.cell(cell, start, end, classes, row));
        Group {
            work: work.collect(),
            rows: self.base.pow((end - start) as u32),
            stride: self.base.pow((self.stored - end) as u32),
        }
    }

    /// What `cell` does to the rows of the window `start..end`, for every phase and class.
    fn cell(&self, cell: usize, start: usize, end: usize, classes: usize, kind: Row) -> Vec<Work> {
        let base = self.base;
        // The columns whose heights matter.
        let from = cell.saturating_sub(self.moves.left);
        let to = (cell + self.moves.right + 1).min(self.width);
        // Between halves a slot is where the column ends, counted from the boundary of the upper half, and a cell may be left as
        // it is.
        let (phases, may_stay, depth) = match kind {
            Row::Board => (base, false, None),
            Row::Between { row, .. } => (1, true, Some(row)),
        };
        let mut table = Table::new(self.moves, to - from, cell - from, depth.map(|row| row as u8));
        // How far apart rows are that differ by one in the slot of a column; the column left out does not matter.
        let weight: Vec<usize> =
            (from..to).map(|c| if c < end { base.pow((end - 1 - c) as u32) } else { 0 }).collect();
        let mut slots = vec![0; to - from];
        // Rows that differ only in the heights that matter, one after the other: they stay in the first cache.
        let least = weight.iter().copied().filter(|&w| w > 0).min().unwrap_or(1);
        let span = (weight[0] * base).max(least);
        let blocks = (0..base.pow((end - start) as u32)).step_by(span);
        let alike = blocks.flat_map(|block| (0..least).map(move |rest| block + rest));
        let rows = alike.flat_map(|first| (first..first + span).step_by(least));
        let own = cell - from;
        let mut all = Vec::with_capacity(phases * classes);
        for phase in 0..phases {
            // Rows that have passed a column, modulo the base.
            let passed: Vec<usize> = match kind {
                Row::Board => (from..to).map(|c| (phase + usize::from(c < cell)) % base).collect(),
                Row::Between { passed, .. } => vec![passed; to - from],
            };
            // The slot of a cell that is not covered yet.
            let bare = (passed[own] + depth.unwrap_or(0)) % base;
            for class in 0..classes {
                let mut work = Work::default();
                for row in rows.clone() {
                    if row.checked_div(weight[own]).is_some_and(|slot| slot % base != bare) {
                        continue;
                    }
                    for (slot, &weight) in slots.iter_mut().zip(&weight) {
                        *slot = row
                            .checked_div(weight)
                            .map_or_else(|| self.left_out(row, class), |slot| slot % base);
                    }
                    let mut pattern = 0;
                    for (&slot, &passed) in slots.iter().zip(&passed) {
                        pattern = pattern * base + (slot + base - passed) % base;
                    }
                    if slots[own] != bare {
                        continue;
                    }
                    let mut keep = may_stay;
                    for after in table.from(pattern) {
                        let mut target = row;
                        for (i, &height) in after.iter().enumerate() {
                            let slot = (height as usize + passed[i]) % base;
                            target = target + slot * weight[i] - slots[i] * weight[i];
                        }
                        if target == row {
                            keep = true;
                        } else {
                            work.adds.push((row as u32, target as u32));
                        }
                    }
                    if !keep {
                        work.clears.push(row as u32);
                    }
                }
                all.push(work);
            }
        }
        all
    }

    /// The slot of the column left out, from the slots of the last window and the class of the others.
    fn left_out(&self, mut row: usize, class: usize) -> usize {
        let mut sum = class;
        while row > 0 {
            sum += row % self.base;
            row /= self.base;
        }
        (self.base - sum % self.base) % self.base
    }
}
