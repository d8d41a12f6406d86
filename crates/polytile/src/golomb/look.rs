//! What pictures of a board look like: which pieces share a colour, and how large a cell is.
//!
//! In: the value of a cell and the level of its piece, as a [`super::window::Row`] has them. Out: a number in a palette whose
//! number 0 is white, for the hole, through which the page is seen as in all pictures. Colours are told apart by colour-blind readers, and differ in brightness too.

use super::GolombError;
use crate::pieces::Colour;

/// Which pieces share a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colouring {
    /// Three colours, and pieces that touch differ: [`super::Tromino::colour`].
    #[default]
    Three,
    /// Four colours, and pieces that touch differ: as with three, but levels 2, 4, 6, ... and 3, 5, 7, ... have different
    /// ones, so that each step of the induction stands out from the next.
    ///
    /// Norton Starr's tromino puzzle (Amherst College, 2004) recolours a finished tiling with "just four colors" such that
    /// no two trominoes that share an edge are alike; which tromino gets which, it does not say. Of the many colourings
    /// that do this, this one also shows the levels.
    Four,
    /// One colour for all.
    None,
    /// A colour for each level, from dark to light.
    Levels,
}

/// The hole, and whatever else is nothing.
const WHITE: Colour = [255; 3];

/// Lines.
pub(super) const BLACK: Colour = [0, 0, 0];

/// Levels that have colours of their own: with the hole, lines and cells not yet covered, 256 or hardly more.
const LEVELS_APART: u32 = 254;

/// Of the palette of Okabe and Ito.
const SKY: Colour = [0x56, 0xB4, 0xE9];
const ORANGE: Colour = [0xE6, 0x9F, 0x00];
const BLUE: Colour = [0x00, 0x72, 0xB2];
const YELLOW: Colour = [0xF0, 0xE4, 0x42];

/// The ends and the middle of the colours of levels: purple, green, yellow.
const LEVELS: [Colour; 3] = [[0x5E, 0x4F, 0xA2], [0x1F, 0x9E, 0x89], [0xFD, 0xE7, 0x25]];

impl Colouring {
    /// The colours of a board of side 2^`order`, by number; number 0 is that of the hole.
    pub fn palette(self, order: u32) -> Vec<Colour> {
        match self {
            Colouring::Three => vec![WHITE, SKY, ORANGE, BLUE],
            Colouring::Four => vec![WHITE, SKY, ORANGE, BLUE, YELLOW],
            Colouring::None => vec![WHITE, WHITE],
            Colouring::Levels => {
                let count = order.clamp(1, LEVELS_APART) as usize;
                let mixed = |i: usize| {
                    // The place between two of the three, in 256ths.
                    let at = if count == 1 { 0 } else { i * 512 / (count - 1) };
                    let (from, to) = (LEVELS[at / 257], LEVELS[at / 257 + 1]);
                    let part = (at - at / 257 * 256) as u32;
                    let mix = |c: usize| (u32::from(from[c]) * (256 - part) + u32::from(to[c]) * part) / 256;
                    [0, 1, 2].map(|c| mix(c) as u8)
                };
                [WHITE].into_iter().chain((0..count).map(mixed)).collect()
            }
        }
    }

    /// The number of the colour of a cell: from its value in a row, and from the level of its piece.
    pub fn number(self, value: u8, level: u32, order: u32) -> u8 {
        match self {
            _ if value == 0 => 0,
            Colouring::Three => value,
            Colouring::Four => value + u8::from(value == 3 && level % 2 == 1),
            Colouring::None => 1,
            // Beyond these, neighbouring ones share a colour.
            Colouring::Levels if order > LEVELS_APART => {
                (u64::from(level) * u64::from(LEVELS_APART)).div_ceil(u64::from(order)) as u8
            }
            Colouring::Levels => level as u8,
        }
    }
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    colouring: Colouring,
    scale: u32,
    transparent: bool,
}

impl Look {
    /// The least number of pixels per cell with which lines are drawn around pieces.
    pub const LINES_FROM: u32 = 3;

    /// The largest number of pixels per cell.
    pub const MAX_SCALE: u32 = 1024;

    /// Pieces coloured by `colouring`, a cell being `scale` pixels wide and high. Lines are drawn around pieces when there
    /// are [`Look::LINES_FROM`] or more; the picture is then wider and higher by a line.
    ///
    /// # Errors
    /// [`GolombError::Scale`] when `scale` is 0 or above [`Look::MAX_SCALE`], or so small that there are no lines, and
    /// colours would not tell pieces apart either.
    pub fn new(colouring: Colouring, scale: u32) -> Result<Self, GolombError> {
        let least = if colouring == Colouring::None { Self::LINES_FROM } else { 1 };
        if !(least..=Self::MAX_SCALE).contains(&scale) {
            return Err(GolombError::Scale { scale, least });
        }
        Ok(Look { colouring, scale, transparent: false })
    }

    /// This look with nothing in the hole, or white.
    #[must_use]
    pub fn transparent(self, transparent: bool) -> Self {
        Look { transparent, ..self }
    }

    /// Whether there is nothing in the hole.
    pub fn is_transparent(&self) -> bool {
        self.transparent
    }

    /// Which pieces share a colour.
    pub fn colouring(&self) -> Colouring {
        self.colouring
    }

    /// Pixels per cell.
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// Pixels per line, 0 when there are none.
    pub fn line(&self) -> u32 {
        if self.scale < Self::LINES_FROM { 0 } else { (self.scale / 12).max(1) }
    }
}

/// How a picture as SVG is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VectorLook {
    /// Which pieces share a colour.
    pub colouring: Colouring,
    /// Pixels per cell; by default the longer side has 1600.
    pub scale: Option<u32>,
    /// Whether there is nothing behind the pieces and in the hole, or white.
    pub transparent: bool,
}

impl From<Colouring> for VectorLook {
    fn from(colouring: Colouring) -> Self {
        VectorLook { colouring, ..VectorLook::default() }
    }
}
