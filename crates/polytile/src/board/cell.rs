//! One unit square of the grid.

use std::fmt;

/// One unit square: its row and its column, both counted from 0 at the top left.
///
/// Cells are ordered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, 0 at the top.
    pub row: u32,
    /// Column, 0 at the left.
    pub col: u32,
}

impl Cell {
    /// The cell in row `row` and column `col`.
    pub const fn new(row: u32, col: u32) -> Self {
        Cell { row, col }
    }

    /// Its corners, one after the other around it: x to the right, y down, the square being 1 wide.
    pub(crate) fn corners(self) -> Vec<[f64; 2]> {
        let (x, y) = (f64::from(self.col), f64::from(self.row));
        vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]
    }
}

impl fmt::Display for Cell {
    /// Writes `row,col`, the form the command reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}
