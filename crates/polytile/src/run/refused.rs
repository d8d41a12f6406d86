//! Why a question has no answer.

use super::Stopped;
use thiserror::Error;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// A limit was reached, or the engine was told to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The question means nothing for this puzzle, or this engine cannot answer it: says what and how to mend it.
    #[error("{0}")]
    Question(String),
}
