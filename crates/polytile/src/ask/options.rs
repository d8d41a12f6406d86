//! What every kind of question has in common: options that can be answered about what some words say.

use super::{Listener, Unanswered, Words};
use crate::run::Control;

/// The options of a kind of question, which can be answered.
pub(super) trait Ask {
    /// What the answer is.
    type Answer;

    /// Whether `remove` is one of the options, as the one cell that is missing, and no word that changes a puzzle.
    const HOLED: bool = false;

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
