//! Drawing back through the layers of a count.

use super::drawing::{Drawing, Draws, candidate};
use super::engine::Engine;
use super::matchings;
use crate::count::{self, Count};
use crate::frontier::sample::Sampler;
use crate::plan::{Candidate, Way};
use crate::run::{Control, Refused, Stopped};
use crate::tiling::Tiling;
use std::ops::Range;

/// Its one way. Where it is the first that can answer it needs no estimate.
pub(super) fn ways<'q, 'a>(
    drawing: &'q Drawing<'a>,
    _: bool,
    control: &Control,
) -> Result<Vec<Way<'q, Drawing<'a>>>, Refused> {
    let Drawing { problem, conditions, .. } = *drawing;
    let pairs = matchings::are_pairs(problem);
    let takes = pairs.then(|| matchings::merge_takes(problem, control)).transpose()?;
    let [seconds, bytes] = [0, 1].map(|i| takes.map(|takes| takes[i]));
    let candidate = Candidate { bytes, seconds, ..candidate(Engine::Merge) };
    Ok(vec![Way::open(candidate, move |control| Ok(Sampler::meeting(problem, conditions, control)?.into()))])
}

impl Draws for Sampler {
    fn total(&self) -> Option<&Count> {
        Some(self.total())
    }

    fn counted_by(&self) -> Option<count::Engine> {
        Some(count::Engine::Merge)
    }

    fn draw(
        &mut self,
        numbers: Range<u64>,
        seed: u64,
        control: &Control,
        each: &mut dyn FnMut(Tiling) -> bool,
    ) -> Result<(), Stopped> {
        self.draw(numbers, seed, control, each)
    }
}
