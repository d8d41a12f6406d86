//! One L-tromino on the board.

use crate::board::Cell;
use crate::golomb::Quadrant;

/// An L-tromino: a 2x2 block without one of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tromino {
    /// The upper left cell of the block.
    pub block: Cell,
    /// The cell of the block that is left out.
    pub missing: Quadrant,
}

impl Tromino {
    /// The tromino of the block at row `row` and column `col` without its cell `missing`.
    pub const fn new(row: u32, col: u32, missing: Quadrant) -> Self {
        Tromino { block: Cell::new(row, col), missing }
    }

    /// Its cells, row by row.
    ///
    /// ```
    /// use polytile::{board::Cell, golomb::{Quadrant, deficient::Tromino}};
    /// let cells = Tromino::new(4, 7, Quadrant::new(true, true)).cells();
    /// assert_eq!(cells, [Cell::new(4, 7), Cell::new(4, 8), Cell::new(5, 7)]);
    /// ```
    pub fn cells(&self) -> [Cell; 3] {
        let Cell { row, col, .. } = self.block;
        let missing = self.missing.index() as u32;
        [0, 1, 2].map(|i| i + u32::from(i >= missing)).map(|i| Cell::new(row + i / 2, col + i % 2))
    }

    /// This tromino in a box moved by this many rows and columns.
    #[must_use]
    pub(in crate::golomb) fn moved(self, rows: u32, cols: u32) -> Self {
        Tromino::new(self.block.row + rows, self.block.col + cols, self.missing)
    }

    /// The mirror image in the diagonal: rows become columns.
    #[must_use]
    pub(in crate::golomb) fn transposed(self) -> Self {
        let missing = Quadrant::new(self.missing.right(), self.missing.lower());
        Tromino::new(self.block.col, self.block.row, missing)
    }

    /// The tromino in a square of `side` cells that is mirrored so that its quadrant `from` becomes the quadrant `to`.
    #[must_use]
    pub(in crate::golomb) fn mirrored(self, side: u32, from: Quadrant, to: Quadrant) -> Self {
        let (rows, cols) = (from.lower() != to.lower(), from.right() != to.right());
        let Cell { row, col, .. } = self.block;
        let missing = Quadrant::new(self.missing.lower() != rows, self.missing.right() != cols);
        let row = if rows { side - 2 - row } else { row };
        let col = if cols { side - 2 - col } else { col };
        Tromino::new(row, col, missing)
    }
}
