//! The engines that scan a strip, a line each: a word, what it means, and how the engine begins.
//!
//! In: the lines below. Out: [`Engine`], the words that a plan and a question have for them, and for each what it makes of a strip
//! ([`Scans`]). A new engine is a file and a line here.

use super::scans::{Rows, Scans};
use crate::choice::choice;

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
