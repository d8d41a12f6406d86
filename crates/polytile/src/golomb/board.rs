//! The board with one cell missing, and which piece covers a cell.
//!
//! In: n, and the hole of a board of 2^n x 2^n cells. Out: for any cell the L-tromino that covers it, in O(n) steps.
//!
//! Golomb's induction cuts a board into quadrants. The piece of *level* n lies in the middle, with one cell in each
//! quadrant that does not have the hole; that cell is the hole of its quadrant, and so on with level n - 1. Hence every
//! aligned block of side 2^k has exactly one piece of level k, in its middle; the piece is known when it is known in
//! which quadrant of the block the hole of the block is.
//!
//! Seen from a cell: let a *digit* be a quadrant, two bits, one of the row and one of the column. The cell's digits from
//! the highest down lead to it. While they are those of the hole, the hole is the board's. Where they part, the hole of
//! the smaller block is its corner nearest to the middle of the larger one, which is the digit opposite to the cell's.
//! It stays in that corner for as long as the cell's digits go to that corner, and otherwise moves to the next middle.
//! So below the place where the two part, the hole is known from the cell's digits alone, and mostly from two of them.
//!
//! Which level covers a cell shows in its lowest bits: the middle of a block of level k lies where the lowest k bits are
//! 011...1 or 100...0, in the row and in the column. At most one k >= 2 fits; either that piece covers the cell, or the
//! piece of level 1 does.
//!
//! Source: S. W. Golomb, Checker Boards and Polyominoes, American Mathematical Monthly 61 (1954).

use super::GolombError;
use super::coordinate::Coordinate;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::fmt;

/// A quadrant of a block, or the corner of a block that is nearest to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quadrant(u8);

impl Quadrant {
    /// All four, row by row.
    pub const ALL: [Quadrant; 4] = [Quadrant(0), Quadrant(1), Quadrant(2), Quadrant(3)];

    /// The lower or upper, right or left quadrant.
    pub const fn new(lower: bool, right: bool) -> Self {
        Quadrant((lower as u8) << 1 | right as u8)
    }

    /// Its place in [`Quadrant::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is one of the lower two.
    pub const fn lower(self) -> bool {
        self.0 >= 2
    }

    /// Whether it is one of the right two.
    pub const fn right(self) -> bool {
        self.0 & 1 == 1
    }

    /// The one diagonally opposite.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Quadrant(3 - self.0)
    }
}

impl fmt::Display for Quadrant {
    /// Writes `upper left`, and so on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["upper left", "upper right", "lower left", "lower right"][self.index()])
    }
}

/// An L-tromino as it lies: a square of 2x2 cells without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tromino<C = u64> {
    /// The level of the induction that laid it: it lies in the middle of an aligned block of side 2^level.
    pub level: u32,
    /// The upper row of the square.
    pub top: C,
    /// The left column of the square.
    pub left: C,
    /// The cell of the square that it leaves free.
    pub missing: Quadrant,
}

impl<C: Coordinate> Tromino<C> {
    /// The three cells, row and column, row by row.
    pub fn cells(&self) -> [(C, C); 3] {
        let missing = self.missing.index();
        [0, 1, 2].map(|i| {
            let corner = Quadrant::ALL[i + usize::from(i >= missing)];
            (self.top.plus(u64::from(corner.lower())), self.left.plus(u64::from(corner.right())))
        })
    }

    /// Its colour, 0 to 2, such that no two trominoes that share an edge have the same.
    ///
    /// Level 1 is coloured like a chessboard, by its block of 2x2, with 0 and 1; all others are 2. Why two of these
    /// never touch: pieces of level 2 lie on rows and columns 1 and 2 modulo 4, higher ones on 0 and 3 modulo 4, and
    /// two pieces of one such level are more than a cell apart; and an edge between pieces of level 1 is one between
    /// blocks.
    pub fn colour(&self) -> u8 {
        if self.level > 1 { 2 } else { u8::from(self.top.bit(1) != self.left.bit(1)) }
    }
}

/// A board of 2^n x 2^n cells with one cell missing, tiled.
///
/// ```
/// use polytile::golomb::Board;
/// let board = Board::new(60, 0_u64, 0)?;
/// let piece = board.piece_at(&123_456_789, &987_654_321)?.expect("not the hole");
/// assert_eq!(piece.level, 2);
/// assert_eq!(piece.cells(), [(123456789, 987654321), (123456790, 987654321), (123456790, 987654322)]);
/// # Ok::<(), polytile::golomb::GolombError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<C = u64> {
    order: u32,
    row: C,
    col: C,
}

impl<C: Coordinate> Board<C> {
    /// The board of side 2^`order` with this hole.
    ///
    /// # Errors
    /// [`GolombError::Order`] when these coordinates cannot hold such a board, [`GolombError::Outside`] when the hole is
    /// not on it.
    pub fn new(order: u32, row: C, col: C) -> Result<Self, GolombError> {
        if order > C::MAX_ORDER {
            return Err(GolombError::Order { order, max: C::MAX_ORDER });
        }
        let board = Board { order, row, col };
        board.on_board("the hole", &board.row, &board.col)?;
        Ok(board)
    }

    /// The board of side 2^`order` with a hole that `seed` determines, each cell as likely as any other.
    ///
    /// # Errors
    /// [`GolombError::Order`] when these coordinates cannot hold such a board.
    pub fn random(order: u32, seed: u64) -> Result<Self, GolombError> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut coordinate = || {
            let digits: Vec<u32> = (0..=C::MAX_ORDER.min(order) / 32).map(|_| random.next_u32()).collect();
            C::from_digits(&digits, order.min(C::MAX_ORDER))
        };
        let (row, col) = (coordinate(), coordinate());
        Board::new(order, row, col)
    }

    /// The n of the board, whose side has 2^n cells.
    pub fn order(&self) -> u32 {
        self.order
    }

    /// Row and column of the hole.
    pub fn hole(&self) -> (&C, &C) {
        (&self.row, &self.col)
    }

    /// The piece that covers a cell, or none when the cell is the hole.
    ///
    /// Cost: O(n) at worst, and a few steps on average.
    ///
    /// # Errors
    /// [`GolombError::Outside`] when the cell is not on the board.
    pub fn piece_at(&self, row: &C, col: &C) -> Result<Option<Tromino<C>>, GolombError> {
        self.on_board("the cell", row, col)?;
        Ok(self.piece(row, col))
    }

    /// The pieces in the middle of the blocks around the hole of the board, from the largest to the smallest: the steps of
    /// the induction. Each leaves out the quadrant that the next lies in.
    ///
    /// ```
    /// use polytile::golomb::Board;
    /// let board = Board::new(3, 2_u64, 5)?;
    /// let squares: Vec<(u64, u64)> = board.steps().map(|piece| (piece.top, piece.left)).collect();
    /// assert_eq!(squares, [(3, 3), (1, 5), (2, 4)]);
    /// # Ok::<(), polytile::golomb::GolombError>(())
    /// ```
    pub fn steps(&self) -> impl Iterator<Item = Tromino<C>> + '_ {
        (1..=self.order).rev().map(|level| {
            let missing = digit(&self.row, &self.col, level - 1);
            Tromino { level, top: self.row.middle(level), left: self.col.middle(level), missing }
        })
    }

    /// As [`Board::piece_at`], for a cell that is on the board.
    pub(super) fn piece(&self, row: &C, col: &C) -> Option<Tromino<C>> {
        let parting = self.parting(row, col)?;
        // Of which block may this be the middle?
        let run = row.run();
        let mut level = if run == col.run() && run < self.order { run + 1 } else { 1 };
        let mut missing = self.corner(row, col, level, Some(parting));
        if missing == digit(row, col, level - 1) {
            // The block's hole is in this quadrant, so the piece in the middle leaves that quadrant out.
            level = 1;
            missing = self.corner(row, col, level, Some(parting));
        }
        let first = |at: &C| if at.bit(level - 1) { at.before() } else { at.clone() };
        Some(Tromino { level, top: first(row), left: first(col), missing })
    }

    /// In which quadrant of the aligned block of side 2^`level` around a cell the hole of that block is.
    pub(super) fn hole_of_block(&self, row: &C, col: &C, level: u32) -> Quadrant {
        self.corner(row, col, level, self.parting(row, col))
    }

    /// The level of the smallest block with both the cell and the hole, less one; `None` when they are the same cell.
    pub(super) fn parting(&self, row: &C, col: &C) -> Option<u32> {
        // None is the smallest.
        row.split(&self.row).max(col.split(&self.col))
    }

    fn corner(&self, row: &C, col: &C, level: u32, parting: Option<u32>) -> Quadrant {
        let Some(parting) = parting.filter(|&bit| bit >= level) else {
            return digit(&self.row, &self.col, level - 1);
        };
        // Upwards, to a digit at which the hole cannot have been, whatever came before.
        let mut bit = level;
        while bit < parting {
            let (own, above) = (digit(row, col, bit), digit(row, col, bit + 1));
            if own != above && own != above.opposite() {
                break;
            }
            bit += 1;
        }
        let mut corner = digit(row, col, bit).opposite();
        while bit > level {
            bit -= 1;
            let own = digit(row, col, bit);
            if own != corner {
                corner = own.opposite();
            }
        }
        corner
    }

    pub(super) fn on_board(&self, what: &'static str, row: &C, col: &C) -> Result<(), GolombError> {
        if row.fits(self.order) && col.fits(self.order) {
            return Ok(());
        }
        Err(GolombError::Outside { what, cell: format!("{row},{col}"), order: self.order })
    }
}

impl Board<u64> {
    /// The board of side 2^`order` with this hole, which is known to exist.
    pub(super) fn inside(order: u32, row: u64, col: u64) -> Self {
        Board { order, row, col }
    }
}

/// The quadrant that bit `bit` of a row and a column leads to.
fn digit<C: Coordinate>(row: &C, col: &C, bit: u32) -> Quadrant {
    Quadrant::new(row.bit(bit), col.bit(bit))
}
