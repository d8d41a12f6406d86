//! The engines that draw, a line each: a word, what it means, and the function that lists its ways.

/// Hands the lines to the macro `$make` of [`crate::plan`].
macro_rules! engines {
    ($make:ident $($more:tt)*) => {
        $crate::plan::$make! {
            [$($more)*]
            /// How tilings are drawn.
            pub enum Engine {
                /// Back through the layers of a count.
                Merge = "merge", "Back through the layers of a count; takes the least memory", self::layers::ways;
                /// Down the diagram of all tilings.
                Zdd = "zdd", "Down the diagram of all tilings; the quickest for a hundred thousand and more", self::sets::ways;
                /// Domino shuffling.
                Shuffling = "shuffling", "Domino shuffling, from a small Aztec diamond to a large one; dominoes only",
                    self::matchings::shuffling;
                /// Coupling from the past.
                Coupling = "coupling", "Coupling from the past, along heights; pieces of two cells on boards of two colours that can be drawn on a plane",
                    self::matchings::coupling;
                /// Pair by pair, from determinants.
                Kasteleyn = "kasteleyn", "Pair by pair, from determinants; pieces of two cells on flat boards of any kind",
                    self::matchings::pairwise;
            }
        }
    };
}
pub(super) use engines;
engines!(words);
