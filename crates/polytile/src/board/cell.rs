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
}

impl fmt::Display for Cell {
    /// Writes `row,col`, the form the command reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}
