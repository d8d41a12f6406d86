//! Rectangles, whole or with one cell missing, tiled by L-trominoes.
//!
//! In: a [`Rectangle`], the sides of a rectangle and perhaps the cell that is missing (the *hole*). Out: whether
//! L-trominoes tile it, with the theorem or the obstacle ([`Rectangle::verdict`]); the holes that work ([`Rectangle::works`],
//! [`Rectangle::working_holes`]); and a tiling ([`Rectangle::lay`], [`Rectangle::tiling`]).
//!
//! The verdict takes a few divisions at any size: the theorems of Golomb (1954), Chu and Johnsonbaugh (1986) and Ash and
//! Golomb (2004) leave nothing open. The tiling is cut, not searched (`cut`): full rectangles are taken off the sides
//! until a core of at most 5x11 or 7x7 with the hole is left. Full rectangles are rows of 2x3 blocks, and when both
//! sides are odd one block of 5x9 (`fill`). Only cores and that block are searched, on boards of at most 64 cells
//! (`small`). Cost: linear in the trominoes.

mod cut;
mod fill;
pub(super) mod small;
mod tromino;
mod verdict;

pub use cut::Block;
pub use tromino::Tromino;
pub use verdict::{Obstacle, Theorem};

use super::GolombError;
use crate::board::{Cell, Region, RegionError};
use crate::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};
use crate::tiling::{Laid, Tiling};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::fmt;

/// A rectangle, with or without one of its cells.
///
/// ```
/// use polytile::{board::Cell, golomb::deficient::Rectangle, run::Control};
/// let board = Rectangle::new(1000, 1001, None)?;
/// assert!(board.verdict().is_err(), "the area is no multiple of 3");
/// let board = Rectangle::new(40, 43, Some(Cell::new(11, 8)))?;
/// assert_eq!(board.verdict().unwrap().source(), "Ash and Golomb 2004");
/// let tiling = board.tiling(&Control::default())?;
/// assert_eq!(tiling.laid().len(), 573);
/// assert!(tiling.check(&board.problem()?).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rectangle {
    rows: u32,
    cols: u32,
    hole: Option<Cell>,
}

impl Rectangle {
    /// The board of `rows` x `cols` cells, without `hole` if there is one. Unlike a [`Region`] it may have any number of
    /// cells, as long as a side has no more than 2^31.
    ///
    /// # Errors
    /// [`RegionError::Empty`] when a side is 0, [`RegionError::TooLarge`] when one is longer than 2^31,
    /// [`RegionError::Outside`] when the hole is not on the board.
    pub fn new(rows: u64, cols: u64, hole: Option<Cell>) -> Result<Self, RegionError> {
        if rows == 0 || cols == 0 {
            return Err(RegionError::Empty { rows, cols });
        }
        if rows.max(cols) > Region::MAX_SIDE {
            return Err(RegionError::TooLarge { rows, cols, limit: Region::MAX_CELLS });
        }
        let (rows, cols) = (rows as u32, cols as u32);
        match hole.filter(|hole| hole.row >= rows || hole.col >= cols) {
            Some(hole) => {
                let sides = format!("rows 0..{} and columns 0..{}", rows - 1, cols - 1);
                Err(RegionError::Outside { cell: hole.to_string(), sides })
            }
            None => Ok(Rectangle { rows, cols, hole }),
        }
    }

    /// This rectangle with this hole, or whole.
    ///
    /// # Errors
    /// [`RegionError::Outside`] when the hole is not on the board.
    pub fn with_hole(self, hole: Option<Cell>) -> Result<Self, RegionError> {
        Rectangle::new(u64::from(self.rows), u64::from(self.cols), hole)
    }

    /// This rectangle without one of the cells that can be missing from it, which the seed determines, on every machine
    /// alike; each is as likely as any other. Nothing when no cell can be missing.
    ///
    /// ```
    /// use polytile::golomb::deficient::Rectangle;
    /// let board = Rectangle::new(5, 8, None)?.without_random_cell(7).unwrap();
    /// assert!(board.verdict().is_ok() && board.hole().is_some());
    /// assert!(Rectangle::new(5, 6, None)?.without_random_cell(7).is_none());
    /// # Ok::<(), polytile::board::RegionError>(())
    /// ```
    pub fn without_random_cell(self, seed: u64) -> Option<Self> {
        if self.working_holes() == 0 {
            return None;
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // Numbers beyond the last multiple of the side below 2^32 are drawn anew, so that none is likelier than another.
        let mut below = |side: u32| loop {
            let number = random.next_u32();
            if number < u32::MAX - u32::MAX % side {
                break number % side;
            }
        };
        // At least a third of all cells can be missing, so this ends soon.
        loop {
            let (row, col) = (below(self.rows), below(self.cols));
            if self.works(row, col) {
                return Some(Rectangle { hole: Some(Cell::new(row, col)), ..self });
            }
        }
    }

    /// Rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// The cell that is missing.
    pub fn hole(&self) -> Option<Cell> {
        self.hole
    }

    /// Number of cells, without the hole.
    pub fn len(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.cols) - u64::from(self.hole.is_some())
    }

    /// Whether the hole is the whole board.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The puzzle: this board, and as many L-trominoes as one likes.
    ///
    /// # Errors
    /// As [`Region::rectangle`], which allows no more than 2^32 cells.
    pub fn problem(&self) -> Result<Problem, RegionError> {
        let region = Region::rectangle(u64::from(self.rows), u64::from(self.cols))?;
        Ok(Problem::new(region.without(self.hole.as_slice())?, trominoes()))
    }

    /// A tiling by L-trominoes, one by one in no particular order, constructed from blocks.
    ///
    /// # Errors
    /// [`GolombError::Impossible`] when there is none, [`GolombError::Stopped`] when `control` says so.
    pub fn lay(&self, control: &Control, mut each: impl FnMut(Tromino)) -> Result<(), GolombError> {
        let blocks = self.blocks()?;
        let mut done = 0;
        let total = self.len() / 3;
        for block in blocks {
            fill::fill(&block, &mut |tromino| {
                each(tromino);
                done += 1;
                if done % CHECKED == 0 { control.check(Progress::Pieces { done, total }) } else { Ok(()) }
            })?;
        }
        Ok(())
    }

    /// A tiling by L-trominoes, constructed from blocks.
    ///
    /// # Errors
    /// As [`Rectangle::lay`]; also when the tiling does not fit the memory that `control` allows.
    pub fn tiling(&self, control: &Control) -> Result<Tiling, GolombError> {
        self.verdict()?;
        collected(self.len() / 3, control, |laid| self.lay(control, laid))
    }
}

impl fmt::Display for Rectangle {
    /// Writes `5x8`, or `5x8 without 2,3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)?;
        self.hole.map_or(Ok(()), |hole| write!(f, " without {hole}"))
    }
}

/// How many trominoes are laid between two looks at the control.
const CHECKED: u64 = 1 << 16;

/// Bytes that a tiling takes for one tromino: the piece and its cells apart from it, and what it takes to write them as
/// text.
const BYTES_LAID: u64 = 192;

/// As many L-trominoes as one likes, in any orientation.
pub(in crate::golomb) fn trominoes() -> PieceSet {
    let l3 = catalogue::find("L3");
    PieceSet::new(l3.iter().map(|l3| Piece::from_catalogue(l3, Freedom::Free, Copies::ANY)).collect())
}

/// The tiling of the `total` trominoes that `lay` lays.
pub(super) fn collected<E: From<Stopped>>(
    total: u64,
    control: &Control,
    lay: impl FnOnce(&mut dyn FnMut(Tromino)) -> Result<(), E>,
) -> Result<Tiling, E> {
    control.reserve(total.saturating_mul(BYTES_LAID), format!("a tiling of {total} trominoes"))?;
    let mut laid = Vec::with_capacity(total as usize);
    lay(&mut |tromino| laid.push(Laid { piece: 0, cells: tromino.cells().to_vec() }))?;
    Ok(Tiling::within(laid, control))
}
