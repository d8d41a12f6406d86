//! Where the pieces stand.

use crate::board::Cell;

/// Where every piece stands: the place of its first cell, the first one row by row.
///
/// Positions that differ by an exchange of pieces that are alike are one state; [`Puzzle::state_of`](super::Puzzle::state_of)
/// gives the same for both.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    first_cells: Vec<Cell>,
}

impl Position {
    /// The position with these first cells, by the numbers of the pieces. Whether the pieces fit there is not checked.
    pub fn new(first_cells: Vec<Cell>) -> Self {
        Position { first_cells }
    }

    /// The place of the first cell of piece number `piece`.
    pub fn first_cell(&self, piece: usize) -> Cell {
        self.first_cells[piece]
    }

    /// The places of the first cells of all pieces, by number.
    pub fn first_cells(&self) -> &[Cell] {
        &self.first_cells
    }

    /// This position with one piece elsewhere.
    #[must_use]
    pub(super) fn with(mut self, piece: usize, first: Cell) -> Self {
        self.first_cells[piece] = first;
        self
    }
}
