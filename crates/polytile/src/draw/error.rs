//! Why there is no picture, and the limits that pictures have.
//!
//! One type for all writers: whoever asks for a picture can ask for a smaller one, for fewer colours or tilings, or for SVG,
//! and the message says what to change.

use crate::run::Stopped;
use thiserror::Error;

/// The smallest and the largest cell of a picture made of pixels.
pub(super) const MIN_CELL: u32 = 3;
pub(super) const MAX_CELL: u32 = 256;
/// The longest side of a PNG file, in pixels.
pub(super) const MAX_SIDE: u64 = 65_535;
/// The most pixels of a PNG file.
pub(super) const MAX_PIXELS: u64 = 1 << 28;
/// The most pixels of an animation.
pub(super) const MAX_FRAME: u64 = 1 << 26;
/// The most colours of an animation: one number is kept for what does not change.
pub(super) const MAX_COLOURS: usize = 255;

/// Why there is no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// Cells too small for their lines, or absurdly large.
    #[error("a cell of {cell} pixels cannot be drawn: between {MIN_CELL} and {MAX_CELL} pixels can")]
    Cell {
        /// Pixels asked for.
        cell: u32,
    },
    /// Too many pixels.
    #[error(
        "a picture of {width}x{height} pixels is too large: sides go up to {MAX_SIDE}, and pixels up to {MAX_PIXELS}"
    )]
    TooLarge {
        /// Pixels from left to right.
        width: u64,
        /// Pixels from top to bottom.
        height: u64,
    },
    /// Numbers of rows and columns that are longer than anybody reads beside a picture.
    #[error("coordinates of {digits} digits cannot be read beside a picture: those below 2^64 can")]
    Coordinates {
        /// The digits of the first.
        digits: usize,
    },
    /// Too many pixels for an animation, or none at all.
    #[error(
        "an animation of {width}x{height} pixels cannot be made: sides go from 1 to 65535, and pixels up to {MAX_FRAME}"
    )]
    Animation {
        /// Pixels from left to right.
        width: u64,
        /// Pixels from top to bottom.
        height: u64,
    },
    /// A film of pieces that slide on a board of other cells than squares.
    #[error(
        "pieces slide in animations of squares, not of {lattice}: every position is drawn in an SVG or PNG picture"
    )]
    Sliding {
        /// What the cells are, in the plural.
        lattice: String,
    },
    /// A picture of an animation that is not as large as the first.
    #[error("a picture of {found} pixels does not fit an animation of {expected}: all must be of one size")]
    Differs {
        /// Pixels of the picture.
        found: usize,
        /// Pixels of the animation.
        expected: usize,
    },
    /// A pixel beyond the palette of an animation.
    #[error("a pixel has colour number {number}, but there are {count} colours")]
    NoColour {
        /// The number.
        number: u8,
        /// Colours of the palette.
        count: usize,
    },
    /// More colours than an animation has numbers for.
    #[error("an animation has at most {MAX_COLOURS} colours")]
    Colours,
    /// Not as many tilings as a sheet was announced to have.
    #[error("{expected} tilings were announced, but {found} came")]
    Count {
        /// How many were announced.
        expected: usize,
        /// How many came, or one more than announced when there were even more.
        found: usize,
    },
    /// Not one number of a heat map for each cell.
    #[error("map `{caption}` has {found} numbers for {cells} cells")]
    Length {
        /// The map.
        caption: String,
        /// Its numbers.
        found: usize,
        /// The cells.
        cells: usize,
    },
    /// A number of a heat map that is not a number, or is negative, or is a share beyond the whole.
    #[error("map `{caption}` has the number {value} for cell number {cell}; {wanted}")]
    Value {
        /// The map.
        caption: String,
        /// The number.
        value: f64,
        /// The index of the cell.
        cell: usize,
        /// What would do.
        wanted: &'static str,
    },
    /// A limit was reached, or somebody said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Whatever the picture is written to refused it.
    #[error("the {what} could not be written: {error}")]
    Unwritten {
        /// What was to be written.
        what: &'static str,
        /// What the system says.
        error: std::io::Error,
    },
    /// The encoder failed.
    #[error("the {what} could not be encoded: {why}")]
    Unencoded {
        /// What was to be encoded.
        what: &'static str,
        /// What the encoder says.
        why: String,
    },
}
