//! A puzzle that is to be solved: the question that the engines are asked.

use super::tiles::Tiles;
use super::{Answer, Solutions, SolveOptions, Ways};
use crate::sliding::puzzle::Puzzle;
use std::marker::PhantomData;

/// A puzzle that is to be solved, with boards and keys of these widths.
pub(super) struct Solving<'a, B, K> {
    pub puzzle: &'a Puzzle,
    pub options: &'a SolveOptions,
    pub tiles: Option<Tiles>,
    words: PhantomData<fn(B, K)>,
}

impl<'a, B, K> Solving<'a, B, K> {
    pub fn new(puzzle: &'a Puzzle, options: &'a SolveOptions) -> Self {
        Solving { puzzle, options, tiles: Tiles::of(puzzle), words: PhantomData }
    }

    /// Whether levels are kept in a directory.
    pub fn keeps(&self) -> bool {
        #[cfg(feature = "files")]
        return self.options.directory.is_some();
        #[cfg(not(feature = "files"))]
        false
    }

    /// The answer where the nearest goal is so far away, and so many states were seen.
    pub fn solved(&self, length: usize, seen: u64, ways: Ways) -> Answer {
        let (puzzle, metric) = (self.puzzle.clone(), self.options.metric);
        Answer::Solved(Box::new(Solutions { puzzle, metric, length, seen, ways }))
    }
}
