//! Drawing sets of a diagram of all tilings.

use super::drawing::{Drawing, Draws, candidate};
use super::engine::Engine;
use crate::count::{self, Count};
use crate::plan::Way;
use crate::run::{Control, Refused, Stopped};
use crate::tiling::Tiling;
use crate::zdd::{Counted, Family};
use std::ops::Range;

/// Its one way.
#[expect(clippy::unnecessary_wraps, reason = "other engines look for theirs")]
pub(super) fn ways<'q, 'a>(
    drawing: &'q Drawing<'a>,
    _: bool,
    _: &Control,
) -> Result<Vec<Way<'q, Drawing<'a>>>, Refused> {
    let Drawing { problem, conditions, .. } = *drawing;
    Ok(vec![Way::open(candidate(Engine::Zdd), move |control| {
        let family = Family::tilings_meeting(problem, conditions, None, control)?;
        let counted = family.diagram().counted(control)?;
        Ok(Sets { family, counted }.into())
    })])
}

/// All tilings, and how many lie below each node.
#[derive(Debug)]
struct Sets {
    family: Family,
    counted: Counted,
}

impl Draws for Sets {
    fn total(&self) -> Option<&Count> {
        Some(self.counted.total())
    }

    fn counted_by(&self) -> Option<count::Engine> {
        Some(count::Engine::Zdd)
    }

    fn draw(
        &mut self,
        numbers: Range<u64>,
        seed: u64,
        control: &Control,
        each: &mut dyn FnMut(Tiling) -> bool,
    ) -> Result<(), Stopped> {
        let Sets { family, counted } = self;
        counted.draw(numbers, seed, control, |set| family.tiling(&set).is_some_and(&mut *each))
    }
}
