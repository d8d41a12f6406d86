//! An engine that looks for the cheapest solutions.

use crate::ask::Unanswered;
use crate::exact_cover::ExactCover;
use crate::run::Control;
use num_bigint::BigInt;

/// A cover, what its options weigh, and how many solutions are wanted.
pub(super) type Priced<'a> = (&'a ExactCover, &'a [BigInt], u64);

/// An engine at work.
pub(super) trait Finds {
    /// Looks a little: whether it is done, and what to say of that.
    ///
    /// # Errors
    /// When `control` says stop.
    fn attempt(&mut self, control: &Control) -> Result<(bool, String), Unanswered>;

    /// Looks to the end.
    ///
    /// # Errors
    /// When a limit is reached, or `control` says stop.
    fn finish(&mut self, control: &Control) -> Result<(), Unanswered>;

    /// What has been found so far: each solution with what it costs, the cheapest first.
    fn solutions(&self) -> Vec<(BigInt, Vec<u32>)>;

    /// Nodes of the search, or of the diagram.
    fn nodes(&self) -> u64;

    /// Nodes on each level of a search.
    fn levels(&self) -> Vec<u64>;
}
