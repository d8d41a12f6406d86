//! Is the picture of a tiling right? One pixel per cell, read and verified cell by cell.
//!
//! In: a PNG file, in which white is a hole, and black too. Out: how many pieces of how many colours cover what, and every cell that is
//! not part of an L-tromino. Nothing here knows how boards are made.
//!
//! Cells of one colour that share an edge are taken for one piece, so pieces that overlap or touch in one colour show as
//! pieces of a wrong shape. `unpack` turns a row of the file into numbers of colours, one to a byte, and `check` judges
//! the rows, 64 cells at a time. Only a few rows are held in memory. Cost: linear, about a nanosecond per cell, most of
//! it for decompressing and unpacking the file. The checksums of its chunks tell whether the file is damaged.

mod check;
#[cfg(test)]
mod tests;
mod unpack;

use super::GolombError;
use crate::run::{Control, Progress};
use check::Checker;
use std::fmt;
use std::io::{BufRead, Seek};
use unpack::Unpack;

/// What a picture shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recognised {
    /// Rows of cells.
    pub rows: u64,
    /// Columns of cells.
    pub cols: u64,
    /// Cells that are in no L-tromino or hole, or the holes themselves if there are too many: the first
    /// [`LISTED`](crate::tiling::Tiling::LISTED).
    pub faults: Vec<PictureFault>,
    /// How many faults there are in all.
    pub fault_count: u64,
    /// White and black cells, the first [`LISTED`](crate::tiling::Tiling::LISTED) of them.
    pub holes: Vec<(u64, u64)>,
    /// Pieces that are right.
    pub pieces: u64,
    /// Colours besides those of holes.
    pub colours: usize,
}

/// What is wrong with a cell of a picture. Cells are row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureFault {
    /// One or two cells.
    Small {
        /// The cell.
        cell: (u64, u64),
    },
    /// Three cells or more that are not an L-tromino.
    Shape {
        /// The cell.
        cell: (u64, u64),
    },
    /// A board has one hole at most.
    SecondHole {
        /// The cell.
        cell: (u64, u64),
    },
}

impl fmt::Display for PictureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureFault::Small { cell } => {
                write!(f, "{},{} is in a piece of fewer than three cells", cell.0, cell.1)
            }
            PictureFault::Shape { cell } => write!(
                f,
                "{},{} is in no L-tromino: the cells of its colour form another shape, or two pieces of one colour touch",
                cell.0, cell.1
            ),
            PictureFault::SecondHole { cell } => write!(f, "{},{} is a second hole", cell.0, cell.1),
        }
    }
}

/// The number of white, and of black.
const HOLE: u8 = 0;

/// Verifies a picture of a tiling by L-trominoes, one pixel per cell, with one hole at most.
///
/// `each_row` sees every row as numbers of colours, 0 being white or black, and the others in the order in which they appear in
/// the palette, or in the picture where there is none.
///
/// ```
/// use polytile::golomb::{Board, Colouring, Look, recognise};
/// use polytile::run::Control;
/// let mut file = Vec::new();
/// Board::new(5, 3_u64, 30)?.whole()?.png(Look::new(Colouring::Three, 1)?, &Control::default(), &mut file)?;
/// let seen = recognise(std::io::Cursor::new(file), &Control::default(), |_| ())?;
/// assert_eq!((seen.pieces, seen.colours, seen.fault_count), (341, 3, 0));
/// assert_eq!(seen.holes, [(3, 30)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it is not such a picture at all. What is wrong with one is listed in the answer.
pub fn recognise(
    mut file: impl BufRead + Seek,
    control: &Control,
    mut each_row: impl FnMut(&[u8]),
) -> Result<Recognised, GolombError> {
    let damaged = |error: png::DecodingError| GolombError::Unreadable(error.to_string());
    let mut decoder = png::Decoder::new(&mut file);
    let header = decoder.read_header_info().map_err(damaged)?;
    let (rows, cols) = (u64::from(header.height), u64::from(header.width));
    if header.interlaced {
        return Err(GolombError::Interlaced);
    }
    let indexed = header.color_type == png::ColorType::Indexed;
    decoder.set_transformations(if indexed {
        png::Transformations::IDENTITY
    } else {
        png::Transformations::EXPAND
    });
    control.reserve(cols.saturating_mul(16), "a few rows of this picture")?;
    let mut reader = decoder.read_info().map_err(damaged)?;
    let mut unpack = if indexed {
        Unpack::indexed(reader.info())?
    } else {
        let (colour, depth) = reader.output_color_type();
        Unpack::samples(colour.samples(), depth == png::BitDepth::Sixteen)
    };
    let mut checker = Checker::new(rows, cols);
    let mut numbers = vec![HOLE; cols as usize];
    let mut done = 0;
    while let Some(row) = reader.next_row().map_err(damaged)? {
        if done % 64 == 0 {
            control.check(Progress::Rows { done, total: rows })?;
        }
        unpack.row(row.data(), &mut numbers)?;
        each_row(&numbers);
        checker.push(&numbers);
        done += 1;
    }
    reader.finish().map_err(damaged)?;
    if !file.fill_buf().map_err(|error| GolombError::Unreadable(error.to_string()))?.is_empty() {
        return Err(GolombError::Surplus);
    }
    Ok(Recognised { colours: unpack.finish()?, ..checker.finish() })
}
