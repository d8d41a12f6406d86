//! The engines that search, a line each: a word, what it means, and how the engine searches.
//!
//! In: the lines below. Out: [`Engine`], the words that a plan and a question have for them; `choose` makes of the same lines how
//! each is started, and `ask::solve` the list of all that finds solutions. A new engine is a file with a
//! [`Searches`](super::searching::Searches) of its own, and a line here.

use crate::choice::choice;

/// Hands the lines to the macro `$make`.
macro_rules! engines {
    ($make:ident) => {
        $make! {
            /// Options as masks of items, for up to 256 items without colours, each covered at most once.
            Bitboard = "bitboard", "Masks of items; for plain exact covers of up to 256 items", super::masks::SEARCHES;
            /// Lists of options for every item, for every exact cover.
            Sparse = "sparse", "Lists of options; for every exact cover", super::lists::SEARCHES;
        }
    };
}
pub(crate) use engines;

macro_rules! words {
    ($($(#[$doc:meta])* $Engine:ident = $word:literal, $meaning:literal, $searches:path;)+) => {
        choice! {
            /// An engine that searches.
            pub enum Engine {
                $($(#[$doc])* $Engine = $word, $meaning;)+
            }
        }
    };
}
engines!(words);
