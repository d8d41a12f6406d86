//! Golomb's deficient boards: 2^n x 2^n cells with one missing, tiled by L-trominoes, at any size.
//!
//! In: n and the hole. Out, without ever holding 4^n cells in memory:
//!
//! - [`Board::piece_at`]: the piece that covers one cell, its level and its colour, for n up to 4096;
//! - [`Board::trominoes`]: every piece;
//! - [`Window`]: a part of the board, as rows of packed colours, as the pieces of a level, and as pictures;
//! - [`recognise`]: the other way round, a picture verified cell by cell.
//!
//! ```
//! use polytile::golomb::Board;
//! let board = Board::new(3, 2_u64, 5)?;
//! assert_eq!(board.trominoes().count(), 21);
//! assert!(board.piece_at(&2, &5)?.is_none(), "the hole");
//! # Ok::<(), polytile::golomb::GolombError>(())
//! ```
//!
//! Beyond these: [`deficient`], rectangles of any sides; [`chair`], the L-tromino enlarged; [`cube`], the induction in
//! space.
//!
//! The tiling is that of Golomb's induction, and its three colours are proper; [`Tromino::colour`] says why.

mod board;
pub mod chair;
mod coordinate;
pub mod cube;
pub mod deficient;
mod deflate;
mod look;
mod png;
mod proof;
mod raster;
#[cfg(feature = "draw")]
mod recognise;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod trominoes;
mod window;

pub use board::{Board, Quadrant, Tromino};
pub use coordinate::Coordinate;
pub use look::{Colouring, Look, VectorLook};
#[cfg(feature = "draw")]
pub use recognise::{PictureFault, Recognised, recognise};
pub use text::shortened;
pub use trominoes::Trominoes;
pub use window::{Row, Rows, Window};

use crate::board::RegionError;
use crate::run::Stopped;
use cube::{Cube, Place};
use deficient::Obstacle;
use thiserror::Error;

/// Why there is no board, or no answer about it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GolombError {
    /// The n is too large.
    #[error("a board of side 2^{order} is too large: n goes up to {max}")]
    Order {
        /// n.
        order: u32,
        /// The largest n.
        max: u32,
    },
    /// A window without a cell.
    #[error("a window has at least one row and one column")]
    Empty,
    /// A window with too many rows or columns.
    #[error("a window has at most 2^63 rows and as many columns")]
    Long,
    /// A cell is not on the board.
    #[error("{what} {cell} is not on the board of side 2^{order}")]
    Outside {
        /// What was meant to be there.
        what: &'static str,
        /// Row and column.
        cell: String,
        /// n.
        order: u32,
    },
    /// Cells too small for what tells pieces apart, or absurdly large.
    #[error("a cell of {scale} pixels cannot be drawn: between {least} and {max} pixels can", max = Look::MAX_SCALE)]
    Scale {
        /// Pixels asked for.
        scale: u32,
        /// The fewest pixels with which pieces can be told apart.
        least: u32,
    },
    /// A picture that its format cannot hold.
    #[error("a picture of {width}x{height} pixels is too large: sides go up to {max}")]
    Picture {
        /// Pixels from left to right.
        width: u128,
        /// Pixels from top to bottom.
        height: u128,
        /// The longest side.
        max: u64,
    },
    /// A cube whose side is too long.
    #[error("a cube of side 2^{n} is too large: sides go up to 2^{limit}", limit = Cube::MAX_N)]
    Cube {
        /// The exponent asked for.
        n: u64,
    },
    /// The missing cell is not in the cube.
    #[error("cell {},{},{} is not in the cube, whose layers, rows and columns are 0..{}", .cell[0], .cell[1], .cell[2], .side - 1)]
    OutsideCube {
        /// The cell named.
        cell: Place,
        /// The side of the cube.
        side: u32,
    },
    /// A rectangle that has no tiling by L-trominoes.
    #[error("{0}")]
    Impossible(Obstacle),
    /// There is no board that large.
    #[error(transparent)]
    Region(#[from] RegionError),
    /// Not a PNG file, or a damaged one.
    #[error("this PNG file cannot be read: {0}")]
    Unreadable(String),
    /// A picture whose rows do not come one after the other.
    #[error("the picture is interlaced, and rows are needed one after the other")]
    Interlaced,
    /// More colours in a picture than any tiling needs.
    #[error("the picture has more than {MAX_COLOURS} colours")]
    Colours,
    /// A pixel that lets through what is behind it, and is neither black nor white.
    #[error("the picture has a pixel that is not opaque")]
    Transparent,
    /// A file that holds more than the picture.
    #[error("something follows the picture in the file")]
    Surplus,
    /// A limit was reached, or somebody said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// What was made could not be written.
    #[error("{0}")]
    Write(#[from] std::io::Error),
}

impl From<Obstacle> for GolombError {
    fn from(obstacle: Obstacle) -> Self {
        GolombError::Impossible(obstacle)
    }
}

/// The most colours of a picture that is read, those of holes apart.
const MAX_COLOURS: usize = 254;
