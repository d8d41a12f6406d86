//! The engines that find relations, a line each: a word, what it means, and the function that lists its ways.

/// Hands the lines to the macro `$make` of [`crate::plan`].
macro_rules! engines {
    ($make:ident $($more:tt)*) => {
        $crate::plan::$make! {
            [$($more)*]
            /// How relations are found.
            pub enum Engine {
                /// Every pair of tilings is compared.
                Pairs = "pairs", "Compare every pair of tilings; for boards of squares in the plane where no piece is used twice",
                    super::pairs::ways;
                /// Everything related to a tiling is made, and looked up.
                Construct = "construct", "Make every tiling that is related to a tiling, and look it up; for every puzzle",
                    super::construct::ways;
            }
        }
    };
}
pub(super) use engines;
engines!(words);
