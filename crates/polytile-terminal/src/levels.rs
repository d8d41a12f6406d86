//! What goes wrong with levels, a table or the layers of a count, that are kept in a directory, and what can be done about it.

use crate::failure::Failure;
use polytile::ask::Unanswered;
use polytile::run::{LevelsError, Stopped};
use polytile::sliding::is_begun;
use std::path::Path;

/// What can be done about a folder with levels of another run.
pub const ORPHANED: &str = "give each process the directory that it had; or resume that other run where its checkpoint is; or, if it has ended \
                            or is not wanted, remove this folder";

/// What can be done about a level that is not where it is looked for.
pub const MISSING: &str = "give each process the directory that it had; with another number of processes, all must see the folders of all";

/// What can be done about levels that cannot be resumed.
pub const DAMAGED: &str = "nothing in the directory can be resumed: remove `checkpoint` and its levels (`level-*.keys`, of N processes in \
                           the folders `worker-*-of-N`), or choose another directory, and begin again without --resume";

/// The failure of a loop that keeps its levels in `directory`, if one is given, with what can be done about it.
pub fn failure(error: LevelsError, directory: Option<&Path>) -> Failure {
    let message = error.to_string();
    match error {
        LevelsError::Stopped(stopped) => {
            let out_of_memory = matches!(stopped, Stopped::OutOfMemory { .. } | Stopped::OverBudget { .. });
            let failure = Failure::from(stopped);
            match directory {
                Some(directory) if is_begun(directory) || directory.join("checkpoint").is_file() => failure
                    .advising("the levels that were finished are safe: give the same command with --resume"),
                None if out_of_memory => failure
                    .advising("allow more with --memory, or keep the levels in a directory with --disk"),
                _ => failure,
            }
        }
        LevelsError::Garbled(_) => Failure::other(message)
            .advising("begin again, or with --disk resume: the levels that were finished are safe"),
        LevelsError::Unable(unable) => Failure::usage(unable.message, unable.help),
        LevelsError::Unwritable { safe: Some(_), .. } => {
            Failure::other(message).advising("make room, and give the same command with --resume")
        }
        LevelsError::Unwritable { safe: None, .. } => {
            Failure::other(message).advising("make room, and give the same command again")
        }
        LevelsError::Unusable { .. } => {
            Failure::usage(message, "name a directory in which files can be written")
        }
        LevelsError::Busy { .. } => {
            Failure::usage(message, "wait until it has ended, or choose another directory")
        }
        LevelsError::Unreadable { .. } => Failure::usage(message, "see to it that the directory can be read"),
        LevelsError::Damaged { .. } => Failure::usage(message, DAMAGED),
        LevelsError::Wrong { .. } => Failure::usage(
            message,
            "it was changed by hand, or memory or disk failed: remove `checkpoint` and its levels (`level-*.keys`, of N \
             processes in the folders `worker-*-of-N`), or choose another directory, and begin again without --resume",
        ),
        LevelsError::NotOurs { .. } => {
            Failure::usage(message, "move it away, or choose another directory; it was not touched")
        }
        LevelsError::Foreign { .. } => Failure::usage(
            message,
            "give the puzzle and metric that it was made with, to the release that made it, or another directory",
        ),
        LevelsError::InUse { .. } => {
            Failure::usage(message, "finish it with --resume, or choose another directory")
        }
        LevelsError::Missing { .. } => Failure::usage(message, MISSING),
        LevelsError::Orphaned { .. } => Failure::usage(message, ORPHANED),
        LevelsError::NoCheckpoint { .. } => {
            Failure::usage(message, "begin without --resume, or name the directory that was given to --disk")
        }
        _ => Failure::other(message),
    }
}

/// The failure of a table that is kept in `directory`, if it is, with what can be done about it.
pub fn of_table(unanswered: Unanswered, directory: Option<&Path>) -> Failure {
    let begun = directory.is_some_and(|directory| directory.join("checkpoint").is_file());
    match unanswered {
        Unanswered::Stopped(stopped) if begun => Failure::from(stopped).advising(
            "what was counted is kept: allow more time or memory, and give the same command with --resume",
        ),
        Unanswered::Files(LevelsError::Unwritable { path, why, .. }) if begun => Failure::other(format!(
            "{} cannot be written: {why}; what its last checkpoint has is safe",
            path.display()
        ))
        .advising("make room, and give the same command with --resume"),
        Unanswered::Files(error @ LevelsError::Foreign { .. }) => Failure::usage(
            error.to_string(),
            "give the pieces, rules and kind of board that it was made with, to the release that made it, or another directory",
        ),
        Unanswered::Files(error @ LevelsError::InUse { .. }) => {
            Failure::usage(error.to_string(), "resume from it with --resume, or choose another directory")
        }
        Unanswered::Files(error @ (LevelsError::Damaged { .. } | LevelsError::Wrong { .. })) => {
            Failure::usage(
                error.to_string(),
                "nothing in it can be resumed: remove it, or choose another directory, and begin again without --resume",
            )
        }
        Unanswered::Files(error) => failure(error, directory),
        other => other.into(),
    }
}

/// The failure of a count that keeps its layers in `directory`, if it does, with what can be done about it.
pub fn of_count(unanswered: Unanswered, directory: Option<&Path>) -> Failure {
    match unanswered {
        Unanswered::Stopped(stopped) if directory.is_some() => failure(stopped.into(), directory),
        Unanswered::Files(error @ LevelsError::Foreign { .. }) => Failure::usage(
            error.to_string(),
            "give the question that it was made with, to the release that made it, or another directory",
        ),
        Unanswered::Files(error) => failure(error, directory),
        other => other.into(),
    }
}
