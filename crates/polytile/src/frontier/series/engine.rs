//! The engines that scan a strip, a line each: a word, what it means, and how the engine begins.
//!
//! In: the lines below. Out: [`Engine`], the words that a plan and a question have for them, and for each what it makes of a strip
//! ([`Scans`]). A new engine is a file and a line here.

use super::Rows;
use crate::choice::choice;
use crate::number::Count;
use crate::run::{Control, Refused};
use std::fmt::Debug;

/// Hands the lines to the macro `$make`.
macro_rules! engines {
    ($make:ident) => {
        $make! {
            /// One array indexed by the column heights, worked on in place.
            Dense = "dense", "One array indexed by column heights", super::array::scans;
            /// Sorted runs of states, merged level by level.
            Merge = "merge", "Sorted states, merged level by level", super::layers::scans;
        }
    };
}
pub(crate) use engines;

/// What an engine makes of a strip.
pub(crate) trait Scans: Debug + Send + Sync {
    /// What `rows` rows are expected to take.
    ///
    /// # Errors
    /// When `control` says stop, or there are too many states to be told apart.
    fn expected(&self, rows: u64, control: &Control) -> Result<Expected, Refused>;

    /// The numbers of tilings of 0, 1, ..., `to` rows, or those modulo `modulo`, which is below 2^63; and the states of the largest
    /// layer.
    ///
    /// # Errors
    /// When `control` says stop, or a limit is reached.
    fn terms(&self, to: u64, modulo: Option<u64>, control: &Control) -> Result<(Vec<Count>, u64), Refused>;
}

/// What an engine is expected to take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    pub states: f64,
    pub bytes: f64,
    pub seconds: f64,
}

macro_rules! words {
    ($($(#[$doc:meta])* $Engine:ident = $word:literal, $meaning:literal, $scans:path;)+) => {
        choice! {
            /// An engine that goes from row to row.
            pub enum Engine {
                $($(#[$doc])* $Engine = $word, $meaning;)+
            }
        }

        impl Engine {
            /// What it makes of a strip, or why it can make nothing of it.
            pub(super) fn scans(self, rows: &Rows) -> Result<Box<dyn Scans>, String> {
                match self {
                    $(Engine::$Engine => $scans(rows),)+
                }
            }
        }
    };
}
engines!(words);
