//! Parts of one or two free cells.
//!
//! In: the cells that are still free, where every option covers three cells or more. Out: whether some cell has no free neighbour, or two
//! have each other and no other one. There is no solution below such a node, and it takes a few shifts to see that, for all cells
//! at once: so it pays deep in the tree too, where flooding every part ([`Areas`](super::areas::Areas)) takes longer than going on. Of the
//! pentominoes on 6x10 a search that finds all of them looks at 20 instead of 26 million nodes.

use super::neighbours::Neighbours;
use super::plain::Plain;
use crate::bit_string::BitString;

/// With more amounts between numbers of neighbours than this, as in sweeps along diagonals, it takes too long to look.
const MOST_SHIFTS: usize = 3;

/// What is known of cells.
#[derive(Debug)]
pub(super) struct Lone<W> {
    cells: W,
    /// See [`Neighbours::shifts`].
    shifts: Vec<(u32, W)>,
}

impl<W: BitString> Lone<W> {
    /// What there is to look at, if looking is worth while. `place` holds the number of every item.
    pub(super) fn new(plain: &Plain, neighbours: &Neighbours, place: &[u32]) -> Option<Self> {
        let cells: W = neighbours.set(place);
        let is_cell = |&&item: &&u32| cells.meets(W::bit(place[item as usize]));
        let is_large = plain.choices.iter().all(|choice| choice.items.iter().filter(is_cell).count() > 2);
        let shifts = neighbours.shifts(place, MOST_SHIFTS)?;
        is_large.then_some(Lone { cells, shifts })
    }

    /// Whether there is such a part in `free`.
    #[inline(always)]
    pub(super) fn dead(&self, free: W) -> bool {
        let free = free & self.cells;
        // Cells with a free neighbour, and with two or more.
        let (mut one, mut two) = (W::ZERO, W::ZERO);
        for &(amount, low) in &self.shifts {
            let below = free & low & free.right(amount);
            let above = below.left(amount);
            two |= (one & below) | ((one | below) & above);
            one |= below | above;
        }
        let single = one & !two;
        let pair = |dead, &(amount, low): &(u32, W)| dead | (single & low & single.right(amount));
        !self.shifts.iter().fold(free & !one, pair).is_zero()
    }
}
