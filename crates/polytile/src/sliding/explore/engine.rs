//! The engines that explore, a line each: a word, what it means, and the function that lists its ways.

/// Hands the lines to the macro `$make` of [`crate::plan`].
macro_rules! engines {
    ($make:ident $($more:tt)*) => {
        $crate::plan::$make! {
            [$($more)*]
            /// What explores.
            pub enum ExploreEngine {
                /// Sorted levels.
                Sorted = "sorted", "Sorted levels, in memory or in the directory of --disk", super::sorted::ways;
                /// Two bits for every legal placement.
                Ranked = "ranked", "Two bits for every legal placement", super::ranked::ways;
            }
        }
    };
}
pub(super) use engines;
engines!(words);

impl ExploreEngine {
    /// Whether several processes can share its work.
    pub const fn is_shared(self) -> bool {
        matches!(self, ExploreEngine::Sorted)
    }
}
