//! From a question in words to what it is about.
//!
//! A tiling, whatever has solutions, a sliding-block puzzle, pieces for boards of the question's own, or nothing: what a
//! question is about, and so how its words are read, follows from its kind, whose options are [`Ask`](super::kinds::Ask).

use super::subject::Subject;
use super::{Answer, Listener, Part, Question, Unanswered, Words};
use crate::format;
use crate::format::sliding::SlidingPuzzle;
use crate::format::source::Misread;
use crate::format::subject::{Read, Tiled};
use crate::run::Control;

impl Question {
    /// The answer. The listener is told what comes before it, and may say that this is enough: then nothing more of it is looked
    /// for, and the answer says how far it went. A warning is told whatever it says.
    ///
    /// # Errors
    /// When the words cannot be read, the question means nothing for what they say, or `control` says stop; what the listener
    /// was told before stays true.
    pub fn ask(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Answer, Unanswered> {
        self.asked.ask(&self.about, control, listener)
    }
}

/// Tells what is odd about the words.
fn warn(warnings: Vec<Misread>, listener: &mut Listener<'_>) {
    for warning in warnings {
        // There is nothing to end yet.
        let _ = listener(Part::Warning(warning));
    }
}

/// What the words say.
pub(super) fn read(
    about: &Words,
    listener: &mut Listener<'_>,
) -> Result<format::subject::Subject, Unanswered> {
    let Read { subject, warnings } = about.read()?;
    warn(warnings, listener);
    Ok(subject)
}

/// What solutions are of.
pub(super) fn subject(
    about: &Words,
    control: &Control,
    listener: &mut Listener<'_>,
) -> Result<Subject, Unanswered> {
    Ok(Subject::new(read(about, listener)?, control)?)
}

/// The board to be tiled.
pub(super) fn tiled(about: &Words, listener: &mut Listener<'_>) -> Result<Tiled, Unanswered> {
    let (tiled, warnings) = about.tiled()?;
    warn(warnings, listener);
    Ok(tiled)
}

/// The sliding-block puzzle.
pub(super) fn sliding(about: &Words, listener: &mut Listener<'_>) -> Result<SlidingPuzzle, Unanswered> {
    let (puzzle, warnings) = about.sliding()?;
    warn(warnings, listener);
    Ok(puzzle)
}
