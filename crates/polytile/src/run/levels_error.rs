//! Why the level loop has no answer, where it may keep its levels in a directory.
//!
//! Whoever runs it can act on each of these: give it more time or room and resume, name another directory, wait, or begin again.
//! A loop that keeps nothing fails only by [`Stopped`].

use super::{Stopped, Unable};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a loop that may keep its levels in a directory ended before its answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LevelsError {
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// What another worker said or sent is damaged.
    #[error("{0}")]
    Garbled(String),
    /// The engine that was asked for cannot run it, or there is nothing to look for.
    #[error("{}", .0.message)]
    Unable(Unable),
    /// A file cannot be read.
    #[error("{path} cannot be read: {why}", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// A file cannot be written; what was finished before is safe.
    #[error("{path} cannot be written: {why}; {}", what_is_safe(*safe), path = .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
        /// What the checkpoint has, if there is one.
        safe: Option<Safe>,
    },
    /// There is no such directory, or no files can be made in it.
    #[error("{path} cannot be used: {why}", path = .path.display())]
    Unusable {
        /// The directory, or the file in it.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// Another process is at work in the directory.
    #[error("{path} is in use: another process is at work there", path = .path.display())]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// A file is not what was written.
    #[error("{path} is damaged: it was removed, cut short or changed", path = .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A file says what cannot be, though its checksums are right.
    #[error("{path} is wrong: {why}", path = .path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What cannot be.
        why: String,
    },
    /// Something else has the name of a file that is needed.
    #[error("{path} is not a file that polytile wrote: {why}", path = .path.display())]
    NotOurs {
        /// What has the name.
        path: PathBuf,
        /// How that is known.
        why: String,
    },
    /// A checkpoint of something else.
    #[error("{path}: {why}", path = .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: String,
    },
    /// A directory that holds a checkpoint, though none was to be resumed.
    #[error("{path} holds the checkpoint of an earlier run", path = .path.display())]
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// A level of a worker is not there, though the checkpoint of all speaks of it.
    #[error("{path} is not there", path = .path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A folder of a worker with levels of a run that is not the one to be resumed, or of another worker.
    #[error("{path} holds levels of another run, or of another process", path = .path.display())]
    Orphaned {
        /// The folder.
        path: PathBuf,
    },
    /// A directory without a checkpoint.
    #[error("{path} holds no checkpoint", path = .path.display())]
    NoCheckpoint {
        /// The directory.
        path: PathBuf,
    },
}

impl From<Unable> for LevelsError {
    fn from(unable: Unable) -> Self {
        LevelsError::Unable(unable)
    }
}

impl LevelsError {
    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Self {
        if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::UnexpectedEof) {
            return LevelsError::Damaged { path: path.to_owned() };
        }
        if error.kind() == ErrorKind::NotADirectory {
            return LevelsError::unusable(path, error);
        }
        LevelsError::Unreadable { path: path.to_owned(), why: error.to_string() }
    }

    pub(super) fn unwritable(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::AlreadyExists
            | ErrorKind::NotADirectory
            | ErrorKind::NotFound
            | ErrorKind::PermissionDenied
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::InvalidInput
            | ErrorKind::Unsupported => LevelsError::unusable(path, error),
            _ => LevelsError::Unwritable { path: path.to_owned(), why: error.to_string(), safe: None },
        }
    }

    pub(super) fn unusable(path: &Path, error: &io::Error) -> Self {
        LevelsError::Unusable { path: path.to_owned(), why: error.to_string() }
    }

    /// This error, where so much is safe.
    pub(crate) fn after(self, safe: Option<Safe>) -> Self {
        match self {
            LevelsError::Unwritable { path, why, .. } => LevelsError::Unwritable { path, why, safe },
            other => other,
        }
    }
}

/// What is safe of a run whose files cannot be written any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe {
    /// The levels up to this one.
    Level(u64),
    /// So many rows of the pass under way, and what passes before it found.
    Rows(u64),
}

/// What is safe, in words.
fn what_is_safe(safe: Option<Safe>) -> String {
    match safe {
        None => "no new level was finished".to_owned(),
        Some(Safe::Level(0)) => "level 0 is safe".to_owned(),
        Some(Safe::Level(last)) => format!("levels 0 to {last} are safe"),
        Some(Safe::Rows(0)) => "what the passes before this one found is safe".to_owned(),
        Some(Safe::Rows(1)) => "the first row of this pass is safe".to_owned(),
        Some(Safe::Rows(rows)) => format!("the first {rows} rows of this pass are safe"),
    }
}
