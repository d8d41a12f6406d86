//! A puzzle that is to be explored: the question that the engines are asked.

use super::ExploreOptions;
use crate::bit_string::BitString;
use crate::plan::Candidate;
use crate::sliding::explore::engine::ExploreEngine;
use crate::sliding::layout::Layout;
use crate::sliding::puzzle::Puzzle;
use std::marker::PhantomData;

/// A puzzle that is to be explored.
pub(super) struct Exploring<'a, B: BitString, K> {
    pub puzzle: &'a Puzzle,
    pub layout: &'a Layout<B>,
    pub options: &'a ExploreOptions,
    /// Legal placements of the pieces, whether they can be reached or not; nothing where counting them would take long.
    pub legal: Option<u128>,
    pub key: PhantomData<fn(K)>,
}

impl<B: BitString, K> Exploring<'_, B, K> {
    /// What is known of every engine: no more states than legal placements.
    pub fn candidate(&self, engine: ExploreEngine) -> Candidate<ExploreEngine> {
        Candidate { states: self.legal.map(|legal| legal as f64), ..Candidate::new(engine) }
    }
}
