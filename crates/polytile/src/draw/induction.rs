//! Golomb's induction as an animated GIF.
//!
//! In: a part of a board, and a look. Out: a picture for each level that it has, the largest piece first, written as they are made; one
//! picture at a time is in memory.

use super::{DrawError, Gif};
use crate::golomb::{Coordinate, GolombError, Look, Window};
use crate::run::{Control, Progress};
use std::io::{Write, sink};
use std::time::Duration;

/// The least length of the longer side in pixels, unless the size of a cell is given, and the largest cell that is chosen for it.
const SIDE: u64 = 512;
const MAX_CELL: u64 = 64;

/// Bytes that a pixel takes.
const BYTES: u64 = 5;

/// How long a step of an induction is shown, and the last one.
pub const STEPS: [Duration; 2] = [Duration::from_millis(900), Duration::from_secs(3)];

/// A part of a board whose induction is shown step by step.
///
/// ```
/// use polytile::draw::Induction;
/// use polytile::golomb::{Board, Colouring, Look};
/// use polytile::run::Control;
/// let window = Board::new(4, 0_u64, 0)?.whole()?;
/// let shown = Induction::new(&window, Look::new(Colouring::Three, 1)?, false)?;
/// assert!(shown.gif(&Control::default(), Vec::new())?.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Induction<'a, C> {
    window: &'a Window<C>,
    look: Look,
}

impl<'a, C: Coordinate> Induction<'a, C> {
    /// The induction of `window`; with cells of the size in `look` if they are `sized`, or else of one at which it can be seen.
    ///
    /// # Errors
    /// [`DrawError::Cell`] when such cells cannot be drawn.
    pub fn new(window: &'a Window<C>, look: Look, sized: bool) -> Result<Self, DrawError> {
        if sized {
            return Ok(Induction { window, look });
        }
        let side = window.rows_len().max(window.cols_len());
        let scale = (SIDE / side).min(MAX_CELL).max(look.scale().into());
        Ok(Induction { window, look: Look::new(look.colouring(), scale as u32)? })
    }

    /// Refuses what cannot be an animation, before anything is written.
    ///
    /// # Errors
    /// [`DrawError::Animation`] when it has too many pixels, [`DrawError::Colours`] when it has too many colours, [`DrawError::Stopped`]
    /// when there is no memory for it.
    pub fn judge(&self, control: &Control) -> Result<(), DrawError> {
        self.begin(control, sink()).map(drop)
    }

    fn begin<W: Write>(&self, control: &Control, out: W) -> Result<Gif<W>, DrawError> {
        // A side too long for a number is too long for the format too, whose error says so.
        let side = |pixels: u64| u32::try_from(pixels).unwrap_or(u32::MAX);
        let (width, height) = self.window.step_size(self.look)?;
        let gif = Gif::new(out, side(width), side(height), &self.window.step_palette(self.look))?;
        // It is begun only if it does not have too many pixels.
        control.reserve(width.saturating_mul(height).saturating_mul(BYTES), "this animation")?;
        Ok(gif)
    }

    /// Writes the animation, and returns what it was written to.
    ///
    /// # Errors
    /// As [`Induction::judge`], and [`DrawError::Unwritten`] when it cannot be written.
    pub fn gif<W: Write>(&self, control: &Control, out: W) -> Result<W, DrawError> {
        let mut gif = self.begin(control, out)?;
        let levels: Vec<u32> = self.window.steps().collect();
        let total = levels.len() as u64;
        let [step, last] = STEPS;
        for (done, &level) in (0..).zip(&levels) {
            control.check(Progress::Levels { done, total, states: 0 })?;
            let pixels = self.window.step(self.look, level, control)?;
            gif.picture(&pixels, if done + 1 == total { last } else { step })?;
        }
        gif.finish()
    }
}

impl From<GolombError> for DrawError {
    /// Of what a board has to say when it is drawn.
    fn from(error: GolombError) -> Self {
        let side = |pixels: u128| u64::try_from(pixels).unwrap_or(u64::MAX);
        match error {
            GolombError::Stopped(stopped) => DrawError::Stopped(stopped),
            GolombError::Picture { width, height, .. } => {
                DrawError::Animation { width: side(width), height: side(height) }
            }
            GolombError::Scale { scale, .. } => DrawError::Cell { cell: scale },
            other => DrawError::Unencoded { what: "animation", why: other.to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golomb::{Board, Colouring};

    #[test]
    fn cells_are_as_large_as_they_are_asked_for() {
        let cell = |n: u32, scale: u32, sized: bool| {
            let window = Board::new(n, 0_u64, 0).unwrap().whole().unwrap();
            let shown = Induction::new(&window, Look::new(Colouring::Three, scale).unwrap(), sized).unwrap();
            assert!(shown.gif(&Control::default(), Vec::new()).unwrap().starts_with(b"GIF89a"));
            shown.look.scale()
        };
        assert_eq!((cell(1, 100, true), cell(1, 65, true), cell(3, 1, true)), (100, 65, 1));
        assert_eq!((cell(1, 1, false), cell(4, 1, false), cell(1, 100, false)), (64, 32, 100));
    }
}
