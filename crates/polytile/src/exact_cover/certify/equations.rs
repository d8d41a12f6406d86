//! The equations of a puzzle, whose contradictions are the weights that linear algebra finds.
//!
//! In: the placements of a puzzle, and how many copies of each piece a choice that covers the area can have. Out: for each cell,
//! that exactly one placement covers it; for a piece that has the same number of copies in every such choice, that this is the
//! number of its placements; and that the placements of all other pieces together cover what is left, counted in units of the
//! greatest common divisor of their sizes. Cost: linear in the placements.

use super::counts::Counts;
use crate::problem::{Placement, Placements};
use crate::run::{Control, Pulse, Stopped, room};

/// The equations of a puzzle: cells first, then some pieces, then the other pieces together.
pub(super) struct Equations<'a> {
    pub(super) cells: usize,
    /// The equations beyond those of cells.
    pub(super) extra: usize,
    placements: &'a Placements,
    /// The numbers of the placements, by their first cells.
    order: Vec<u32>,
    /// For each piece the equation beyond cells that it is in, and how often.
    adds: Vec<(usize, i64)>,
    /// The right sides.
    target: Vec<i64>,
}

impl<'a> Equations<'a> {
    /// The equations of a puzzle with this many cells.
    pub(super) fn new(
        cells: usize,
        placements: &'a Placements,
        counts: &Counts,
        control: &Control,
    ) -> Result<Self, Stopped> {
        const WHAT: &str = "the equations of the placements";
        let bytes = 4 * placements.len() as u64 + 12 * cells as u64;
        control.reserve(bytes, WHAT)?;
        let (own, others): (Vec<usize>, Vec<usize>) =
            (0..counts.len()).partition(|&piece| counts.bounds(piece).0 == counts.bounds(piece).1);
        let unit = others.iter().map(|&piece| counts.size(piece)).fold(0, num_integer::gcd);
        let extra = own.len() + usize::from(unit > 0);
        let adds = (0..counts.len()).map(|piece| match own.binary_search(&piece) {
            Ok(equation) => (equation, 1),
            Err(_) => (extra - 1, (counts.size(piece) / unit) as i64),
        });
        let copies = own.iter().map(|&piece| counts.bounds(piece).0);
        let covered: usize = own.iter().zip(copies.clone()).map(|(&piece, n)| counts.size(piece) * n).sum();
        let rest = (unit > 0).then(|| (cells - covered) / unit);
        let mut target = room::list(cells + extra, WHAT)?;
        target.extend(std::iter::repeat_n(1, cells).chain(copies.chain(rest).map(|n| n as i64)));
        // Counted first, then put in their places.
        let first = |i: u32| placements.get(i as usize).cells[0] as usize;
        let mut starts = room::filled(0_u32, cells + 1, WHAT)?;
        let pulse = Pulse::preparing(control);
        for i in 0..placements.len() as u32 {
            pulse.beat()?;
            starts[first(i) + 1] += 1;
        }
        for cell in 0..cells {
            starts[cell + 1] += starts[cell];
        }
        let mut order = room::filled(0, placements.len(), WHAT)?;
        for i in 0..placements.len() as u32 {
            pulse.beat()?;
            let place = &mut starts[first(i)];
            order[*place as usize] = i;
            *place += 1;
        }
        let adds = adds.collect();
        Ok(Equations { cells, extra, placements, order, adds, target })
    }

    /// Bytes they take, without the placements themselves.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&*self.order) + size_of_val(&*self.adds) + size_of_val(&*self.target)) as u64
    }

    /// The placements, by their first cells, with the equation beyond cells that each is in, and how often.
    pub(super) fn placements(&self) -> impl ExactSizeIterator<Item = (Placement<'_>, (usize, i64))> {
        self.order.iter().map(|&i| {
            let placement = self.placements.get(i as usize);
            (placement, self.adds[placement.piece as usize])
        })
    }

    /// The right sides.
    pub(super) fn target(&self) -> &[i64] {
        &self.target
    }
}
