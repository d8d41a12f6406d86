//! The files that an exploration keeps in a directory, each checked on its own.
//!
//! In: a puzzle, a metric, and bytes that claim to be a checkpoint or a level of its exploration. Out: what they say, or
//! why they cannot be believed. Resuming an exploration asks the same of each file, and also that they fit together and that the
//! two levels are next to each other; how many states earlier levels had, and what was counted in them, is believed as long as it
//! is possible.

use super::sorted::{Neighbourhood, fingerprint};
use super::{Layout, WithWords, with_words};
use crate::bit_string::BitString;
use crate::run::layered::Disk;
use crate::run::{Control, LevelsError};
use crate::sliding::moves::Metric;
use crate::sliding::puzzle::Puzzle;

/// Checks a checkpoint of the exploration of `puzzle` by `metric`. Returns the numbers of states of the levels it
/// speaks of.
///
/// ```
/// use polytile::format::sliding;
/// use polytile::internals::look_at_checkpoint;
/// use polytile::sliding::Metric;
/// let puzzle = sliding::parse("start = '''\nAAb.\nAcd.\nefgh\n'''")?.puzzle;
/// let error = look_at_checkpoint(&puzzle, Metric::Step, b"polytile checkpoint 2 slide").unwrap_err();
/// assert_eq!(error.to_string(), "checkpoint is damaged: it was removed, cut short or changed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it is not one, is damaged, or says what cannot be.
pub fn look_at_checkpoint(puzzle: &Puzzle, metric: Metric, bytes: &[u8]) -> Result<Vec<u64>, LevelsError> {
    struct Work<'a>(&'a Puzzle, Metric, &'a [u8]);
    impl WithWords for Work<'_> {
        type Output = Vec<u64>;
        type Error = LevelsError;
        fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<Vec<u64>, LevelsError> {
            let Work(puzzle, metric, bytes) = self;
            let neighbourhood = Neighbourhood::<B, K>::of_start(puzzle, layout, metric);
            Disk::new("", fingerprint(puzzle, metric), true).look_at_checkpoint(&neighbourhood, bytes)
        }
    }
    with_words(puzzle, Work(puzzle, metric, bytes))
}

/// Checks the file of level `number` of the exploration of `puzzle` by `metric`. Returns how many states it has.
///
/// # Errors
/// When it is not one, is damaged, or holds what is not a state, or the control says stop.
pub fn look_at_level(
    puzzle: &Puzzle,
    metric: Metric,
    number: u64,
    bytes: &[u8],
    control: &Control,
) -> Result<u64, LevelsError> {
    struct Work<'a>(&'a Puzzle, Metric, u64, &'a [u8], &'a Control);
    impl WithWords for Work<'_> {
        type Output = u64;
        type Error = LevelsError;
        fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<u64, LevelsError> {
            let Work(puzzle, metric, number, bytes, control) = self;
            let neighbourhood = Neighbourhood::<B, K>::of_start(puzzle, layout, metric);
            let disk = Disk::new("", fingerprint(puzzle, metric), true);
            disk.look_at_level(&neighbourhood, number, bytes, control)
        }
    }
    with_words(puzzle, Work(puzzle, metric, number, bytes, control))
}
