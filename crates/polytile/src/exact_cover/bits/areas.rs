//! Parts of a board that no pieces add up to.
//!
//! In: the cells that are still free, and the pieces. Out: whether some connected part of the free cells has an area that is not
//! a sum of sizes of different pieces that are left. There is no solution below such a node.
//!
//! A part is filled from its first cell in all directions at once: neighbours whose numbers differ by the same amount are
//! reached by one shift, and on a board there are two or a few such amounts. Sums of sizes are a set of numbers too,
//! shifted once for every piece. Cost: some ten shifts of a mask for every step that the filling takes.

use super::neighbours::Neighbours;
use super::plain::Plain;
use crate::bit_string::BitString;

/// More amounts than this, and looking costs more than it saves.
const MOST_SHIFTS: usize = 8;

/// What is known of pieces and cells.
#[derive(Debug)]
pub(super) struct Areas<W> {
    cells: W,
    /// See [`Neighbours::shifts`].
    shifts: Vec<(u32, W)>,
    /// Pieces, and how many cells they may cover.
    pieces: Vec<(W, Vec<u32>)>,
}

impl<W: BitString> Areas<W> {
    /// What there is to look at, if looking is worth while. `place` holds the number of every item.
    pub(super) fn new(plain: &Plain, neighbours: &Neighbours, place: &[u32]) -> Option<Self> {
        if neighbours.pieces.is_empty() || neighbours.cells.len() as u32 >= W::BITS {
            return None;
        }
        let number = |item: u32| place[item as usize];
        let shifts = neighbours.shifts(place, MOST_SHIFTS)?;
        let cells: W = neighbours.set(place);
        let sizes = |&piece: &u32| {
            let holds = plain.choices.iter().filter(|choice| choice.items.contains(&piece));
            let size =
                |items: &[u32]| items.iter().filter(|&&item| cells.meets(W::bit(number(item)))).count();
            let mut sizes: Vec<u32> = holds.map(|choice| size(&choice.items) as u32).collect();
            sizes.sort_unstable();
            sizes.dedup();
            (W::bit(number(piece)), sizes)
        };
        Some(Areas { cells, shifts, pieces: neighbours.pieces.iter().map(sizes).collect() })
    }

    /// Whether a part of the cells in `free` has an impossible area.
    #[inline(always)]
    pub(super) fn dead(&self, free: W) -> bool {
        let mut rest = free & self.cells;
        let mut sums = W::ZERO;
        while !rest.is_zero() {
            let mut part = W::bit(rest.lowest());
            loop {
                let mut wider = part;
                for &(amount, low) in &self.shifts {
                    wider |= (wider & low).left(amount) | (wider.right(amount) & low);
                    wider &= rest;
                }
                if wider == part {
                    break;
                }
                part = wider;
            }
            if sums.is_zero() {
                if part == rest {
                    // The whole is connected: whether it adds up will be seen soon enough.
                    return false;
                }
                sums = self.sums(free);
            }
            if !sums.meets(W::bit(part.count())) {
                return true;
            }
            rest ^= part;
        }
        false
    }

    /// The sums of sizes of different pieces in `free`.
    fn sums(&self, free: W) -> W {
        let mut sums = W::bit(0);
        for (_, sizes) in self.pieces.iter().filter(|(piece, _)| free.meets(*piece)) {
            sums = sizes.iter().fold(sums, |with, &size| with | sums.left(size));
        }
        sums
    }
}
