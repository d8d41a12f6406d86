//! Why a question has no answer.

use crate::format::FormatError;
use crate::format::keyed::keyed;
use crate::format::source::Misread;
use crate::run::{LevelsError, Refused, Stopped, Unable};
use crate::zdd::ZddError;
use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Unanswered {
    /// The words say nothing that can be asked.
    #[error(transparent)]
    Misread(#[from] Misread),
    /// The question means nothing for this puzzle: says what, and how to mend it.
    #[error("{0}")]
    Question(String),
    /// A limit was reached, or somebody said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A limit was reached while something further that was asked for was being looked for.
    #[error("{why}, for `{option}`")]
    Besides {
        /// The key that asked for it.
        option: &'static str,
        /// Why it was not found.
        why: Stopped,
    },
    /// The answer would be too large, whatever the limits are: says what, and how to ask for less.
    #[error(transparent)]
    TooLarge(Misread),
    /// Something is wrong with the directory in which what is known is kept.
    #[error(transparent)]
    Files(LevelsError),
    /// Two engines were asked and differ, so that one is wrong: says who found what.
    #[error("the engines differ: {0}this is an error in polytile: please report it")]
    Differ(String),
    /// An engine could not do what it was asked for a reason of its own.
    #[error("{0}")]
    Failed(String),
}

impl Unanswered {
    /// How to mend it, where that can be said.
    pub fn help(&self) -> Option<&str> {
        match self {
            Unanswered::Misread(misread) | Unanswered::TooLarge(misread) => misread.error.help.as_deref(),
            _ => None,
        }
    }

    /// This for somebody who posted the question in JSON, or called a method with options: `board` where it says `--board`.
    #[must_use]
    pub fn keyed(self) -> Self {
        match self {
            Unanswered::Misread(misread) => Unanswered::Misread(misread.keyed()),
            Unanswered::TooLarge(misread) => Unanswered::TooLarge(misread.keyed()),
            Unanswered::Question(why) => Unanswered::Question(keyed(&why)),
            Unanswered::Failed(why) => Unanswered::Failed(keyed(&why)),
            other => other,
        }
    }
}

/// The question means nothing: what is wrong with it, and the mend.
pub(super) fn misused(message: impl Into<String>, help: impl Into<String>) -> Unanswered {
    Misread::new(message, help).into()
}

/// Refuses options that mean nothing together: each by its name, and whether it is given.
///
/// # Errors
/// When both of a pair are given.
pub(super) fn not_together(pairs: &[[(&str, bool); 2]]) -> Result<(), Misread> {
    match pairs.iter().find(|pair| pair.iter().all(|(_, given)| *given)) {
        None => Ok(()),
        Some([(one, _), (other, _)]) => {
            Err(Misread::new(format!("{one} and {other} do not go together"), "leave one of them out"))
        }
    }
}

impl From<ZddError> for Unanswered {
    fn from(error: ZddError) -> Self {
        match error {
            ZddError::Stopped(stopped) => Unanswered::Stopped(stopped),
            other => Unanswered::Failed(other.to_string()),
        }
    }
}

impl From<Refused> for Unanswered {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Stopped(stopped) => Unanswered::Stopped(stopped),
            Refused::Question(why) => Unanswered::Question(why),
            Refused::Unable(unable) | Refused::Checkpoint(unable) => unable.into(),
            Refused::Files(error) => Unanswered::Files(error),
        }
    }
}

impl From<Unable> for Unanswered {
    fn from(Unable { message, help }: Unable) -> Self {
        misused(message, help)
    }
}

impl From<LevelsError> for Unanswered {
    fn from(error: LevelsError) -> Self {
        match error {
            LevelsError::Stopped(stopped) => Unanswered::Stopped(stopped),
            LevelsError::Unable(unable) => unable.into(),
            other => Unanswered::Files(other),
        }
    }
}

impl From<FormatError> for Unanswered {
    fn from(error: FormatError) -> Self {
        Unanswered::Misread(error.into())
    }
}
