//! The engines that count, a line each: a word, what it means, and how the engine counts.
//!
//! In: the lines below. Out: [`Engine`], the words that a plan and a question have for them; `ways` makes of the same lines what
//! each engine does. A new engine is a file with a [`Counts`](super::counting::Counts) of its own, and a line here.

use crate::choice::choice;
use crate::frontier::series;

/// Hands the lines to the macro `$make`.
macro_rules! engines {
    ($make:ident) => {
        $make! {
            /// One array indexed by the column heights, worked on in place.
            Dense = "dense", "One array indexed by column heights", super::dense::COUNTS;
            /// Perfect matchings of the cells, by determinants.
            Kasteleyn = "kasteleyn", "Determinants, for pieces of two cells", super::kasteleyn::COUNTS;
            /// Sorted runs of states, merged level by level.
            Merge = "merge", "Sorted states, merged level by level", super::layers::MERGE;
            /// The diagram of all tilings, whose sets are then counted.
            Zdd = "zdd", "The diagram of all tilings", super::layers::ZDD;
        }
    };
}
pub(super) use engines;

macro_rules! words {
    ($($(#[$doc:meta])* $Engine:ident = $word:literal, $meaning:literal, $counts:path;)+) => {
        choice! {
            /// An engine that counts.
            pub enum Engine {
                $($(#[$doc])* $Engine = $word, $meaning;)+
            }
        }
    };
}
engines!(words);

// Whoever scans strips counts single boards too.
macro_rules! scanning {
    ($($(#[$doc:meta])* $Engine:ident = $word:literal, $meaning:literal, $scans:path;)+) => {
        impl From<series::Engine> for Engine {
            fn from(engine: series::Engine) -> Self {
                match engine {
                    $(series::Engine::$Engine => Engine::$Engine,)+
                }
            }
        }
    };
}
series::engine::engines!(scanning);
