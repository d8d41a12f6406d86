//! Doors for tests, benches, fuzz targets and `polytile-cluster` to what is nobody else's business.
//!
//! Nothing here is promised: any of it may change or go in any release.

pub use crate::exact_cover::bits::{Unfit, walker as bitboard};
pub use crate::exact_cover::crew::Left;
pub use crate::exact_cover::sparse::Sparse;
pub use crate::exact_cover::tree::{Cursor, Lost, Node, Refined, Step, Tree, Walk, Walker};
#[cfg(feature = "files")]
pub use crate::run::layered::{Exchange, Share, Take, tidy_checkpoint, tidy_share};
#[cfg(feature = "files")]
pub use crate::sliding::explore::files::{look_at_checkpoint, look_at_level};
#[cfg(feature = "files")]
pub use crate::sliding::explore::together::{explore_together, fingerprint};

use crate::solve::Remaining;

/// What is left of a search, made up.
pub fn remaining(left: Vec<Left>, found: u64) -> Remaining {
    Remaining { left, found }
}

/// The parts of what is left, in their order.
pub fn left(remaining: &Remaining) -> &[Left] {
    &remaining.left
}
