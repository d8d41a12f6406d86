//! Where an isometry carries placements, each looked up only once.

use super::fill::Filler;
use crate::classes::{Isometry, Tilings};
use std::cell::Cell as Slot;

/// Not found out yet, and no placement.
const UNKNOWN: u32 = u32::MAX;
const NOWHERE: u32 = u32::MAX - 1;

/// An isometry, and what is known of the placements it carries.
pub(super) struct Carrier<'a> {
    tilings: &'a Tilings,
    isometry: Isometry,
    /// Where each placement is carried; empty if nothing is kept.
    known: Vec<Slot<u32>>,
}

impl<'a> Carrier<'a> {
    /// A carrier that keeps what it finds out, and has yet to be turned to an isometry.
    pub fn new(tilings: &'a Tilings) -> Self {
        let known = vec![Slot::new(UNKNOWN); tilings.encoded().cover().option_count()];
        Carrier { tilings, isometry: Isometry::default(), known }
    }

    /// A carrier that keeps nothing, for an isometry that is asked about few pieces.
    pub fn once(tilings: &'a Tilings, isometry: Isometry) -> Self {
        Carrier { tilings, isometry, known: Vec::new() }
    }

    /// From now on it is about this isometry.
    pub fn turn_to(&mut self, isometry: Isometry) {
        self.isometry = isometry;
        self.known.fill(Slot::new(UNKNOWN));
    }

    pub fn isometry(&self) -> Isometry {
        self.isometry
    }

    /// Where `placement` is carried, if its piece may lie there.
    pub fn carried(&self, filler: &Filler, placement: u32) -> Option<u32> {
        let Some(slot) = self.known.get(placement as usize) else { return self.find(filler, placement) };
        if slot.get() == UNKNOWN {
            slot.set(self.find(filler, placement).unwrap_or(NOWHERE));
        }
        Some(slot.get()).filter(|&to| to != NOWHERE)
    }

    fn find(&self, filler: &Filler, placement: u32) -> Option<u32> {
        let (region, encoded) = (&self.tilings.problem().region, self.tilings.encoded());
        let image = |cell: u32| region.index(self.isometry.apply(region, encoded.cells()[cell as usize])?);
        let from = encoded.placement(placement);
        let mut first = u32::MAX;
        for &cell in from.cells {
            first = first.min(image(cell)?);
        }
        if first == u32::MAX {
            return None;
        }
        filler.beginning(first).iter().copied().find(|&option| {
            let to = encoded.placement(option);
            to.piece == from.piece
                && from.cells.iter().all(|&cell| image(cell).is_some_and(|image| to.cells.contains(&image)))
        })
    }
}
