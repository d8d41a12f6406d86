//! A search while it is being planned: what the engines have in common.

use crate::exact_cover::ExactCover;
use crate::plan::Way;
use crate::run::{Control, Refused};

/// A cover that is to be searched.
pub(super) struct Searching<'a> {
    pub cover: &'a ExactCover,
    /// Whether it is of placements on a board.
    pub is_tiling: bool,
}

/// How an engine searches.
pub(super) struct Searches {
    /// Its way to search, as of [`Planned::ways`](crate::plan::Planned::ways).
    pub way: Ways,
    /// Nodes that take about as long as preparing another search, of a cover with so many items.
    pub unit: fn(u64) -> u64,
    /// Nodes that take about a second.
    pub pace: u64,
}

/// The way of an engine to search; the flag says whether it was asked for by name.
type Ways = for<'q, 'a> fn(&'q Searching<'a>, bool, &Control) -> Result<Way<'q, Searching<'a>>, Refused>;
