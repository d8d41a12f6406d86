//! Why a question has no answer.

use super::{LevelsError, Stopped, Unable};
use thiserror::Error;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refused {
    /// A limit was reached, or the engine was told to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The question means nothing for this puzzle: says what and how to mend it.
    #[error("{0}")]
    Question(String),
    /// The engine asked for cannot answer it.
    #[error("{}", .0.message)]
    Unable(Unable),
    /// The checkpoint that was to be resumed is damaged, of something else, or says what cannot be.
    #[error("{}", .0.message)]
    Checkpoint(Unable),
    /// Something is wrong with the directory in which it keeps what it has.
    #[error(transparent)]
    Files(LevelsError),
}

impl From<LevelsError> for Refused {
    fn from(error: LevelsError) -> Self {
        match error {
            LevelsError::Stopped(stopped) => Refused::Stopped(stopped),
            LevelsError::Unable(unable) => Refused::Unable(unable),
            other => Refused::Files(other),
        }
    }
}

impl From<Unable> for Refused {
    fn from(unable: Unable) -> Self {
        Refused::Unable(unable)
    }
}
