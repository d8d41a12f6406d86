//! What finds solutions, by name: an engine that searches for them, or a diagram that holds them all.

use crate::choice::choice;
use crate::solve;

choice! {
    /// What finds solutions.
    pub enum Engine {
        /// Options as masks of items, for up to 256 items without colours, each covered at most once.
        Bitboard = "bitboard", "Masks of items; for plain exact covers of up to 256 items";
        /// Lists of options for every item, for every exact cover.
        Sparse = "sparse", "Lists of options; for every exact cover";
        /// No search, but a diagram: [`crate::zdd::cover`].
        Zdd = "zdd", "A decision diagram that holds all solutions; for every exact cover";
    }
}

impl Engine {
    /// The engine that searches, if it is one.
    pub fn searching(self) -> Option<solve::Engine> {
        match self {
            Engine::Bitboard => Some(solve::Engine::Bitboard),
            Engine::Sparse => Some(solve::Engine::Sparse),
            Engine::Zdd => None,
        }
    }
}

impl From<solve::Engine> for Engine {
    fn from(engine: solve::Engine) -> Self {
        match engine {
            solve::Engine::Bitboard => Engine::Bitboard,
            solve::Engine::Sparse => Engine::Sparse,
        }
    }
}
