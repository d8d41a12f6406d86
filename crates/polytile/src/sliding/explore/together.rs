//! Exploring a puzzle by several processes.
//!
//! In: a puzzle, and what carries bytes between the workers. Out: at every worker, what one alone would find; it is the same level
//! loop, shared (`run/layered/shared.rs`). Nothing here knows what a network is: `polytile-cluster` does.

pub use super::sorted::fingerprint;
use super::{ExploreOptions, Explored, Layout, WithWords, plan, with_words};
use crate::bit_string::BitString;
use crate::run::Control;
use crate::run::layered::Exchange;
use crate::sliding::puzzle::Puzzle;

/// Explores everything that can be reached from the start together with other workers, of which each calls this with the same
/// puzzle and options: each gets the answer.
///
/// # Errors
/// As [`explore`](super::explore), or as the exchange between the workers fails.
pub fn explore_together<X: Exchange>(
    puzzle: &Puzzle,
    options: &ExploreOptions,
    exchange: &mut X,
    control: &Control,
) -> Result<Explored, X::Error> {
    struct Work<'a, X>(&'a Puzzle, &'a ExploreOptions, &'a mut X, &'a Control);
    impl<X: Exchange> WithWords for Work<'_, X> {
        type Output = Explored;
        type Error = X::Error;
        fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<Explored, X::Error> {
            let Work(puzzle, options, exchange, control) = self;
            plan::explore_together::<B, K, X>(puzzle, layout, options, exchange, control)
        }
    }
    with_words(puzzle, Work(puzzle, options, exchange, control))
}
