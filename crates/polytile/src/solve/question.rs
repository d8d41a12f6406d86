//! The question put to a search: what it is about, which solutions are wanted, and by which engine.

use super::engine::Engine;
use crate::condition::Condition;
use crate::exact_cover::{Encoded, ExactCover};
use crate::problem::{Problem, UpTo};
use std::sync::Arc;

/// What is asked about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// The tilings of a puzzle, which has been encoded.
    Tilings(Arc<Problem>, Arc<Encoded>),
    /// The solutions of an exact cover.
    Covers(Arc<ExactCover>),
}

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Solutions will only be counted, so that one of each class can stand for all.
    pub counting: bool,
    /// One solution of each class that these make, which only tilings have.
    pub up_to: Option<UpTo>,
    /// What the tilings must be like.
    pub conditions: Vec<Condition>,
    /// Try options in an order that this number determines, rather than in their own.
    pub seed: Option<u64>,
    /// Share `k` of `n`: a part of the solutions. No solution is in two shares, and together they have all.
    pub share: Option<(usize, usize)>,
    /// Use this engine.
    pub engine: Option<Engine>,
}

impl Question {
    /// The tilings of `problem`, which has been encoded.
    pub fn tilings(problem: impl Into<Arc<Problem>>, encoded: impl Into<Arc<Encoded>>) -> Self {
        Question::Tilings(problem.into(), encoded.into())
    }

    /// The solutions of `cover`.
    pub fn covers(cover: impl Into<Arc<ExactCover>>) -> Self {
        Question::Covers(cover.into())
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Question::Tilings(_, encoded) => encoded.bytes(),
            Question::Covers(cover) => cover.bytes(),
        }
    }

    /// Its items and options.
    pub fn cover(&self) -> &ExactCover {
        match self {
            Question::Tilings(_, encoded) => encoded.cover(),
            Question::Covers(cover) => cover,
        }
    }
}
