//! Why an exploration that several processes share has no answer.

use polytile::run::{LevelsError, Progress, Stopped};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What kind of reason another process had to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// It was interrupted.
    Interrupted,
    /// A limit of time, memory or size.
    Limit,
    /// Its directory, or anything else that was given to it.
    Input,
    /// Its folder has levels of another run.
    Orphaned,
    /// A level that it had is not there.
    Missing,
    /// What it has of the levels cannot be resumed.
    Damaged,
    /// A disk that is full, or anything else.
    Other,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// This process had to stop.
    #[error(transparent)]
    Levels(#[from] LevelsError),
    /// Another process had to stop.
    #[error("process {process} ({address}) ended while level {level} was being made: {message}{}", safe(*.level_safe))]
    Elsewhere {
        /// Which.
        process: usize,
        /// Where it is.
        address: String,
        /// The level that was being made.
        level: u64,
        /// What it said.
        message: String,
        /// What kind of reason it had.
        why: Why,
        /// The last level of the checkpoint.
        level_safe: Option<u64>,
    },
    /// Another process is gone, without a word.
    #[error(
        "process {process} ({address}) was lost while level {level} was being made{}{}",
        unless_it_answers(*.silent),
        safe(*.level_safe)
    )]
    Lost {
        /// Which.
        process: usize,
        /// Where it was.
        address: String,
        /// The level that was being made.
        level: u64,
        /// Whether it is its machine that is gone, or the way there.
        silent: bool,
        /// The last level of the checkpoint.
        level_safe: Option<u64>,
    },
    /// A process did not come.
    #[error("process {process}{} did not answer within {seconds} s", at(address))]
    NoAnswer {
        /// Which.
        process: usize,
        /// Where it should be.
        address: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// Another process does not want this one.
    #[error("process {process} ({address}) refused: {message}")]
    Refused {
        /// Which.
        process: usize,
        /// Where it is.
        address: String,
        /// What it said.
        message: String,
    },
    /// Processes that do not belong together.
    #[error("process {process} does not belong here: {message}")]
    Unlike {
        /// Which it says it is.
        process: usize,
        /// What differs.
        message: String,
    },
    /// The address of this process cannot be used.
    #[error("process {process} cannot listen at {address}: {message}")]
    Port {
        /// Which.
        process: usize,
        /// Where.
        address: String,
        /// What the system says.
        message: String,
    },
    /// A process on this machine cannot be started.
    #[error("a process cannot be started: {message}")]
    Start {
        /// What the system says.
        message: String,
    },
    /// A process that was started on this machine ended before it came.
    #[error("process {process} ended before it came ({status}): {said}")]
    Early {
        /// Which.
        process: usize,
        /// How it ended.
        status: String,
        /// The code of that, if it has one.
        code: Option<i32>,
        /// What it said.
        said: String,
    },
    /// The network failed.
    #[error("the connection to process {process} failed: {message}")]
    Network {
        /// Which.
        process: usize,
        /// What the system says.
        message: String,
    },
}

impl From<Stopped> for ClusterError {
    fn from(stopped: Stopped) -> Self {
        ClusterError::Levels(stopped.into())
    }
}

impl ClusterError {
    /// What kind of reason it is.
    pub fn why(&self) -> Why {
        match self {
            ClusterError::Levels(LevelsError::Stopped(Stopped::Interrupted(_))) => Why::Interrupted,
            ClusterError::Levels(LevelsError::Stopped(_)) => Why::Limit,
            ClusterError::Levels(LevelsError::Orphaned { .. }) => Why::Orphaned,
            ClusterError::Levels(LevelsError::Missing { .. }) => Why::Missing,
            ClusterError::Levels(LevelsError::Wrong { .. } | LevelsError::Damaged { .. }) => Why::Damaged,
            ClusterError::Levels(LevelsError::Unwritable { .. }) | ClusterError::Lost { .. } => Why::Other,
            ClusterError::Elsewhere { why, .. } => *why,
            _ => Why::Input,
        }
    }

    /// Why this process ends, as others say it, who know themselves which levels are safe.
    pub(crate) fn last_words(&self) -> String {
        match self {
            ClusterError::Levels(LevelsError::Unwritable { path, why, .. }) => {
                format!("{} cannot be written: {why}", path.display())
            }
            ClusterError::Lost { process, address, level, silent, .. } => {
                let (process, level, silent) = (*process, *level, *silent);
                let address = address.clone();
                ClusterError::Lost { process, address, level, silent, level_safe: None }.to_string()
            }
            error => error.to_string(),
        }
    }

    /// The last level that is safe, where another process is the reason.
    pub fn safe(&self) -> Option<u64> {
        match self {
            ClusterError::Elsewhere { level_safe, .. } | ClusterError::Lost { level_safe, .. } => *level_safe,
            _ => None,
        }
    }
}

/// That nothing happened yet.
pub(crate) const NOTHING: Progress = Progress::States { levels: 0, found: 0, expected: None };

/// Where a process is, if that is known.
fn at(address: &str) -> String {
    if address.is_empty() { String::new() } else { format!(" ({address})") }
}

fn unless_it_answers(silent: bool) -> &'static str {
    if silent { ": its machine does not answer any more" } else { "" }
}

fn safe(last: Option<u64>) -> String {
    match last {
        None => String::new(),
        Some(0) => "; level 0 is safe".to_owned(),
        Some(last) => format!("; levels 0 to {last} are safe"),
    }
}
