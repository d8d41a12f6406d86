//! What every kind of question has in common: options that can be answered about what some words say.

use super::{Listener, Unanswered, Words};
use crate::run::Control;

/// The keys of [`Words`] for a question about a tiling, or about anything else that has solutions: all of them.
pub(super) const TILING: &[&str] = &[
    "puzzle",
    "kind",
    "problem",
    "board",
    "pieces",
    "flips",
    "turns",
    "remove",
    "given",
    "tatami",
    "fault_free",
];

/// The keys of [`Words`] for a question about a sliding-block puzzle, whose text leaves nothing to add.
pub(super) const SLIDING: &[&str] = &["puzzle", "kind"];

/// The keys of [`Words`] for a question with boards of its own.
pub(super) const UNPLACED: &[&str] = &["pieces", "flips", "turns", "tatami", "fault_free"];

/// The options of a kind of question, which can be answered.
pub(super) trait Ask {
    /// What the answer is.
    type Answer;

    /// The keys of [`Words`] that say what a question of this kind is about: any other key is one of its options, or none.
    const WORDS: &'static [&'static str] = TILING;

    /// The answer about what the words say; the listener is told what comes before it.
    ///
    /// # Errors
    /// When the words cannot be read, the question means nothing for what they say, or `control` says stop.
    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Self::Answer, Unanswered>;
}
