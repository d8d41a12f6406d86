//! Why a diagram cannot be written into a file, or read from one.

use crate::run::Stopped;
use std::fmt;
use std::io;
use thiserror::Error;

/// The version written, and the only one read.
pub(super) const VERSION: u32 = 1;

/// Why a diagram cannot be written into a file, or read from one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system does not write it.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// More options than 32 bits can number, or more bytes of names than that.
    #[error("a saved diagram has at most 2^32 - 1 options, and names of as many bytes")]
    TooLarge,
    /// Something else altogether.
    #[error("this is not a saved diagram: it does not begin with \"polyzdd\"")]
    NotADiagram,
    /// Written by a later version of this library, or damaged in its first bytes.
    #[error(
        "the file says it is of version {0}, and only version {VERSION} can be read: a newer polytile wrote it, or it is damaged"
    )]
    Version(u32),
    /// The file ends too early.
    #[error("the file is cut short: it ends {0}")]
    CutShort(Place),
    /// What is there cannot be right.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The numbers at its start.
    Start,
    /// The list of its levels.
    Levels,
    /// The names of its options, and the puzzle.
    Description,
    /// The nodes of a level, counted from 1 at the bottom.
    Nodes {
        /// The level,
        level: usize,
        /// of so many.
        of: u32,
    },
    /// The last checksum.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Start => f.write_str("in its first bytes"),
            Place::Levels => f.write_str("in the list of its levels"),
            Place::Description => f.write_str("in the names of its options"),
            Place::Nodes { level, of } => write!(f, "among its nodes, on level {level} of {of} from below"),
            Place::End => f.write_str("before its last checksum"),
        }
    }
}
