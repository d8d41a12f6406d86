//! A problem that is to be drawn from: the question that the engines are asked, and what they give.

use super::engine::Engine;
use crate::choice::Choice;
use crate::condition::Condition;
use crate::count::{self, Count};
use crate::plan::Candidate;
use crate::problem::Problem;
use crate::run::{Control, Stopped};
use crate::tiling::Tiling;
use std::fmt::Debug;
use std::ops::Range;

/// A problem that is to be drawn from.
#[derive(Clone, Copy)]
pub(super) struct Drawing<'a> {
    pub problem: &'a Problem,
    pub conditions: &'a [Condition],
    /// Whether the number of tilings is asked for too.
    pub counts: bool,
}

/// What an engine gives: the tilings, ready to be drawn from.
pub(super) trait Draws: Debug + Send + Sync {
    /// The number of tilings, where it is known.
    fn total(&self) -> Option<&Count>;

    /// The engine that counted them, if there is one.
    fn counted_by(&self) -> Option<count::Engine>;

    /// Hands the tilings of these numbers in the sequence of a seed to `each`, until it says stop with false.
    ///
    /// # Errors
    /// When `control` says stop or a limit is reached.
    fn draw(
        &mut self,
        numbers: Range<u64>,
        seed: u64,
        control: &Control,
        each: &mut dyn FnMut(Tiling) -> bool,
    ) -> Result<(), Stopped>;
}

impl<D: Draws + 'static> From<D> for Box<dyn Draws> {
    fn from(draws: D) -> Self {
        Box::new(draws)
    }
}

/// There is no tiling, which no engine had a part in finding out.
#[derive(Debug)]
pub(super) struct Nothing;

impl Draws for Nothing {
    fn total(&self) -> Option<&Count> {
        Some(&Count::ZERO)
    }

    fn counted_by(&self) -> Option<count::Engine> {
        None
    }

    fn draw(
        &mut self,
        _: Range<u64>,
        _: u64,
        _: &Control,
        _: &mut dyn FnMut(Tiling) -> bool,
    ) -> Result<(), Stopped> {
        Ok(())
    }
}

/// What a way begins with: the engine, in its words.
pub(super) fn candidate(engine: Engine) -> Candidate<Engine> {
    Candidate { remark: Some(engine.meaning().to_owned()), ..Candidate::new(engine) }
}
