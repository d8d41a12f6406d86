//! What finds solutions, by name: an engine that searches for them, or a diagram that holds them all.

use crate::choice::choice;
use crate::solve;
use crate::solve::engine::engines;

macro_rules! found_by {
    ($($(#[$doc:meta])* $Engine:ident = $word:literal, $meaning:literal, $searches:path;)+) => {
        choice! {
            /// What finds solutions.
            pub enum Engine {
                $($(#[$doc])* $Engine = $word, $meaning;)+
                /// No search, but a diagram: [`crate::zdd::cover`].
                Zdd = "zdd", "A decision diagram that holds all solutions; for every exact cover";
            }
        }

        impl Engine {
            /// The engine that searches, if it is one.
            pub fn searching(self) -> Option<solve::Engine> {
                match self {
                    $(Engine::$Engine => Some(solve::Engine::$Engine),)+
                    Engine::Zdd => None,
                }
            }
        }

        impl From<solve::Engine> for Engine {
            fn from(engine: solve::Engine) -> Self {
                match engine {
                    $(solve::Engine::$Engine => Engine::$Engine,)+
                }
            }
        }
    };
}
engines!(found_by);
