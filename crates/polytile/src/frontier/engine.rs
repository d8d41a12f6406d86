//! The engines that count, by name: the word by which a strip, a plan and a question call each of them.

use crate::choice::choice;

choice! {
    /// An engine that counts.
    pub enum Engine {
        /// One array indexed by the column heights, worked on in place.
        Dense = "dense", "One array indexed by column heights";
        /// Perfect matchings of the cells, by determinants.
        Kasteleyn = "kasteleyn", "Determinants, for pieces of two cells";
        /// Sorted runs of states, merged level by level.
        Merge = "merge", "Sorted states, merged level by level";
        /// The diagram of all tilings, whose sets are then counted.
        Zdd = "zdd", "The diagram of all tilings";
    }
}
