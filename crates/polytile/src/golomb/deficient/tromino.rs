//! One L-tromino on the board.

use crate::board::Cell;

/// An L-tromino: a 2x2 block without one of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tromino {
    /// The upper left cell of the block.
    pub block: Cell,
    /// Which cell of the block is left out: 0 the upper left, 1 the upper right, 2 the lower left, 3 the lower right.
    pub missing: u8,
}

impl Tromino {
    /// The tromino of the block at row `row` and column `col` without its cell number `missing`, from 0 to 3.
    pub const fn new(row: u32, col: u32, missing: u8) -> Self {
        Tromino { block: Cell::new(row, col), missing }
    }

    /// Its cells, row by row.
    ///
    /// ```
    /// use polytile::{board::Cell, golomb::deficient::Tromino};
    /// let cells = Tromino::new(4, 7, 3).cells();
    /// assert_eq!(cells, [Cell::new(4, 7), Cell::new(4, 8), Cell::new(5, 7)]);
    /// ```
    pub fn cells(&self) -> [Cell; 3] {
        let kept: [[u32; 3]; 4] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];
        let Cell { row, col } = self.block;
        kept[usize::from(self.missing & 3)].map(|i| Cell::new(row + i / 2, col + i % 2))
    }

    /// The same tromino in a box moved by this many rows and columns.
    #[must_use]
    pub(in crate::golomb) fn moved(self, rows: u32, cols: u32) -> Self {
        Tromino::new(self.block.row + rows, self.block.col + cols, self.missing)
    }

    /// The tromino seen in a mirror: rows become columns.
    #[must_use]
    pub(in crate::golomb) fn transposed(self) -> Self {
        let missing = [0, 2, 1, 3][usize::from(self.missing & 3)];
        Tromino::new(self.block.col, self.block.row, missing)
    }

    /// The tromino in a mirrored square of `side` cells: left and right exchanged when bit 0 of `mirrors` is set, above
    /// and below when bit 1 is.
    #[must_use]
    pub(in crate::golomb) fn mirrored(self, side: u32, mirrors: u8) -> Self {
        let Cell { row, col } = self.block;
        let row = if mirrors & 2 == 0 { row } else { side - 2 - row };
        let col = if mirrors & 1 == 0 { col } else { side - 2 - col };
        Tromino::new(row, col, self.missing ^ mirrors)
    }
}
