//! Cutting a board into blocks: full rectangles around a small core with the hole.
//!
//! In: a board that can be tiled. Out: blocks that divide it, each of which can be tiled. Rectangles that can be tiled
//! whatever the core is are taken off the sides: three rows or columns (or a multiple) where the other side is even,
//! six where it may be odd. What is left must still contain the hole, and must still be tilable; both sides stay the
//! same modulo 3. With sides of 3k+1:
//!
//! - one side even: both are cut down to 4, by threes: 4x4;
//! - both odd: both are cut down to 7, by sixes: 7x7.
//!
//! With sides of 3k+2:
//!
//! - one is 2: the pair of columns with the hole, and multiples of three on both sides: 2x2;
//! - 5x5 stays;
//! - one is 5: the other is cut down to 8 or 11, by sixes, such that the hole is not where 5x8 and 5x11 fail;
//! - one is even: both are cut down to 8, by threes, then one of them to 5. One of the two ways works: a hole that fails
//!   in 5x8 is in the middle of the side of 5, and it cannot be so for both sides;
//! - both odd: both are cut down to 11, by sixes, then one of them to 5, as before. Only the central cell is in
//!   neither the first nor the last five rows or columns: around it four rectangles of 5x6 turn like a windmill.
//!
//! Cost: at most nine blocks, found in constant time. After Chu and Johnsonbaugh (1986) and Ash and Golomb (2004), with
//! other cores.

use super::verdict::fails_in_five;
use super::{Obstacle, Rectangle};
use crate::board::Cell;

/// A rectangle within the board, full, or a small core with the hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// First row.
    pub top: u32,
    /// First column.
    pub left: u32,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub cols: u32,
    /// The hole of the board, if it is in here.
    pub hole: Option<Cell>,
}

/// A direction to cut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Rows,
    Cols,
}

impl Rectangle {
    /// Blocks that divide the board, each of which L-trominoes tile: full rectangles, and one with the hole. Where
    /// the hole lies between four rectangles, or is the whole board, it is a block of one cell.
    ///
    /// ```
    /// use polytile::{board::Cell, golomb::deficient::Rectangle};
    /// let board = Rectangle::new(100, 100, Some(Cell::new(50, 60)))?;
    /// let core = *board.blocks().unwrap().last().unwrap();
    /// assert_eq!((core.top, core.left, core.rows, core.cols), (48, 60, 4, 4));
    /// # Ok::<(), polytile::board::RegionError>(())
    /// ```
    ///
    /// # Errors
    /// What prevents a tiling.
    pub fn blocks(&self) -> Result<Vec<Block>, Obstacle> {
        self.verdict()?;
        let whole = Block { top: 0, left: 0, rows: self.rows(), cols: self.cols(), hole: self.hole() };
        let Some(hole) = self.hole() else { return Ok(vec![whole]) };
        let mut cutter = Cutter { core: whole, hole, full: Vec::new() };
        cutter.cut();
        let Cutter { core, mut full, .. } = cutter;
        full.retain(|block| block.rows > 0 && block.cols > 0);
        full.push(core);
        Ok(full)
    }
}

struct Cutter {
    /// What is left.
    core: Block,
    hole: Cell,
    /// What was taken off.
    full: Vec<Block>,
}

impl Cutter {
    fn cut(&mut self) {
        let Block { rows, cols, .. } = self.core;
        let (short, long) = (rows.min(cols), rows.max(cols));
        let even = if rows.is_multiple_of(2) { Axis::Rows } else { Axis::Cols };
        let has_even = rows.is_multiple_of(2) || cols.is_multiple_of(2);
        match short % 3 {
            1 if long == 1 => {}
            1 if has_even => {
                self.narrow(even.other(), 3, 4);
                self.narrow(even, 3, 4);
            }
            1 => self.narrow_both(6, 7),
            _ if short == 2 => self.narrow_to_pair(if rows == 2 { Axis::Cols } else { Axis::Rows }),
            _ if long == 5 => {}
            _ if short == 5 => self.narrow_beside_five(if rows == 5 { Axis::Cols } else { Axis::Rows }),
            _ if has_even => {
                self.narrow(even.other(), 3, 8);
                self.narrow(even, 3, 8);
                self.narrow_to_five(3);
            }
            _ => {
                self.narrow_both(6, 11);
                if (self.at(Axis::Rows), self.at(Axis::Cols)) == (5, 5) {
                    self.windmill();
                } else {
                    self.narrow_to_five(6);
                }
            }
        }
    }

    /// The length of the core along `axis`.
    fn length(&self, axis: Axis) -> u32 {
        match axis {
            Axis::Rows => self.core.rows,
            Axis::Cols => self.core.cols,
        }
    }

    /// Where along `axis` the hole is in the core.
    fn at(&self, axis: Axis) -> u32 {
        match axis {
            Axis::Rows => self.hole.row - self.core.top,
            Axis::Cols => self.hole.col - self.core.left,
        }
    }

    /// Keeps only the part of the core between `start` and `start + length` along `axis`.
    fn keep(&mut self, axis: Axis, start: u32, length: u32) {
        let core = self.core;
        let end = start + length;
        let part = |from, length| match axis {
            Axis::Rows => Block { top: core.top + from, rows: length, ..core },
            Axis::Cols => Block { left: core.left + from, cols: length, ..core },
        };
        let full = |from, length| Block { hole: None, ..part(from, length) };
        self.full.extend([full(0, start), full(end, self.length(axis) - end)]);
        self.core = part(start, length);
    }

    /// Where a window of this `length` along `axis` begins which contains the hole and has a multiple of `step` before
    /// it; there always is one when it is at least as long as a step.
    fn window(&self, axis: Axis, step: u32, length: u32) -> u32 {
        let at = self.at(axis);
        (at - at % step).min(self.length(axis) - length)
    }

    /// Cuts the core down to `length` along `axis`, taking off multiples of `step` on both sides.
    fn narrow(&mut self, axis: Axis, step: u32, length: u32) {
        self.keep(axis, self.window(axis, step, length), length);
    }

    fn narrow_both(&mut self, step: u32, length: u32) {
        self.narrow(Axis::Rows, step, length);
        self.narrow(Axis::Cols, step, length);
    }

    /// Of two rows, keeps the 2x2 block with the hole that has multiples of three columns on both sides.
    fn narrow_to_pair(&mut self, axis: Axis) {
        let at = self.at(axis);
        self.keep(axis, at - at % 3, 2);
    }

    /// Of five rows and more columns, cuts the columns down to 8 or 11.
    fn narrow_beside_five(&mut self, axis: Axis) {
        let length = if self.length(axis).is_multiple_of(2) { 8 } else { 11 };
        let start = self.window(axis, 6, length);
        let fails = fails_in_five(self.at(axis.other()), self.at(axis) - start, length);
        // Then the hole is second in the window, and there is a window before it, in which it is the eighth.
        self.keep(axis, if fails { start - 6 } else { start }, length);
    }

    /// Of a square of side 8 or 11, cuts one side down to 5 so that the hole works.
    fn narrow_to_five(&mut self, step: u32) {
        let works = |axis: Axis| {
            let at = self.at(axis) - self.window(axis, step, 5);
            at < 5 && !fails_in_five(at, self.at(axis.other()), self.length(axis.other()))
        };
        let axis = if works(Axis::Rows) { Axis::Rows } else { Axis::Cols };
        self.narrow(axis, step, 5);
    }

    /// Cuts 11x11 with the hole in the middle into four rectangles around it.
    fn windmill(&mut self) {
        let Block { top, left, .. } = self.core;
        let vane = |row, col, rows, cols| Block { top: top + row, left: left + col, rows, cols, hole: None };
        self.full.extend([vane(0, 0, 5, 6), vane(0, 6, 6, 5), vane(6, 5, 5, 6), vane(5, 0, 6, 5)]);
        self.core = Block { top: top + 5, left: left + 5, rows: 1, cols: 1, ..self.core };
    }
}

impl Axis {
    fn other(self) -> Axis {
        match self {
            Axis::Rows => Axis::Cols,
            Axis::Cols => Axis::Rows,
        }
    }
}
