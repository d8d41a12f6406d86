//! The engines that solve, a line each: a word, what it means, and the function that lists its ways. Where nothing is known of time,
//! the first that can answers.

/// Hands the lines to the macro `$make` of [`crate::plan`].
macro_rules! engines {
    ($make:ident $($more:tt)*) => {
        $crate::plan::$make! {
            [$($more)*]
            /// How to search.
            pub enum SolveEngine {
                /// By iterative deepening, for tiles on a full rectangle with one cell empty.
                Tiles = "tiles", "Iterative deepening, for tiles", super::deepening::ways;
                /// From both ends.
                BothEnds = "both", "From both ends", super::ends::both;
                /// From the start.
                FromStart = "start", "From the start", super::ends::start;
            }
        }
    };
}
pub(super) use engines;
engines!(words);
