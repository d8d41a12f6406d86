//! The engines that count, by name.

use std::fmt;

/// An engine that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// One array indexed by the column heights, worked on in place.
    Dense,
    /// Sorted runs of states, merged level by level.
    Merge,
    /// The diagram of all tilings, whose sets are then counted.
    Zdd,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Engine::Dense => "dense",
            Engine::Merge => "merge",
            Engine::Zdd => "zdd",
        })
    }
}
