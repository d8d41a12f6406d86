//! One cell of a lattice.

use std::fmt;

/// One cell: on squares, which most boards are made of, its row and its column, both counted from 0 at the top left. What the
/// numbers mean on other lattices their [`Lattice`](super::Lattice) says.
///
/// Cells are ordered layer by layer, and there row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Layer; 0 where the lattice is flat.
    pub layer: u32,
    /// Row, 0 at the top.
    pub row: u32,
    /// Column, 0 at the left.
    pub col: u32,
}

impl Cell {
    /// The cell in row `row` and column `col`.
    pub const fn new(row: u32, col: u32) -> Self {
        Cell { layer: 0, row, col }
    }

    /// The cell in this layer, row and column.
    pub const fn in_space(layer: u32, row: u32, col: u32) -> Self {
        Cell { layer, row, col }
    }
}

impl fmt::Display for Cell {
    /// Writes `row,col`, the form of a square that the command reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}
