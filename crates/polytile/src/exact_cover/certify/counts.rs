//! How many copies of each piece there can be, by area alone.
//!
//! In: a puzzle. Out: for each piece the fewest and the most copies in any choice of pieces that covers as many cells as
//! the board has. That is often less than the puzzle allows: where `L5` and up to two of each tetromino are to cover nine
//! cells, there is one `L5`, and so the equations say more. Also, for a price for each copy of a piece, the cheapest
//! choice. The idea is the knapsack: areas that the pieces before one and those behind it can make. Cost: the area for
//! each number of copies that is tried.

use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped};

/// The choices of pieces that cover the area of a board: there is at least one.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    area: usize,
    /// For each piece its size, and the fewest and the most copies.
    pieces: Vec<(usize, usize, usize)>,
}

impl Counts {
    /// The choices for `problem`, of which pieces that `homeless` marks have no place; nothing when there is none.
    pub(super) fn new(
        problem: &Problem,
        homeless: &[bool],
        control: &Control,
    ) -> Result<Option<Self>, Stopped> {
        let area = problem.region.len();
        let bytes = 2 * (area as u64 + 1) * (problem.pieces.len() as u64 + 1);
        control.reserve(bytes, "the areas that pieces can cover")?;
        let bounds = problem.pieces.iter().zip(homeless).map(|(piece, &homeless)| {
            let size = piece.size().max(1);
            let room = if homeless { 0 } else { area / size };
            let least = piece.copies.min() as usize;
            (size, least, piece.copies.max().map_or(room, |max| room.min(max as usize)))
        });
        let mut counts = Counts { area, pieces: bounds.collect() };
        if counts.pieces.iter().any(|&(_, least, most)| least > most) {
            return Ok(None);
        }
        let total = counts.pieces.len();
        let pulse = Pulse::preparing(control);
        let (mut before, mut behind) = (vec![nothing(area)], vec![nothing(area)]);
        for done in 0..total {
            before.push(with(&before[done], counts.pieces[done], &pulse)?);
            behind.push(with(&behind[done], counts.pieces[total - 1 - done], &pulse)?);
        }
        if !before[total][area] {
            return Ok(None);
        }
        for piece in 0..total {
            let (size, least, most) = counts.pieces[piece];
            let (before, behind) = (&before[piece], &behind[total - 1 - piece]);
            let possible = |copies: usize| {
                let rest = area - copies * size;
                (0..=rest).any(|own| before[own] && behind[rest - own])
            };
            // Both searches end: the whole area can be covered with some number of copies.
            let (mut low, mut high) = (least, most);
            while !possible(low) {
                pulse.beats(1 << 10)?;
                low += 1;
            }
            while !possible(high) {
                pulse.beats(1 << 10)?;
                high -= 1;
            }
            counts.pieces[piece] = (size, low, high);
        }
        Ok(Some(counts))
    }

    /// How many pieces there are.
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The size of a piece.
    pub(super) fn size(&self, piece: usize) -> usize {
        self.pieces[piece].0
    }

    /// The fewest and the most copies of a piece.
    pub(super) fn bounds(&self, piece: usize) -> (usize, usize) {
        (self.pieces[piece].1, self.pieces[piece].2)
    }

    /// A choice whose copies cost least, each `prices` of its piece: its numbers of copies, and what it costs.
    pub(super) fn cheapest(&self, prices: &[f64]) -> (Vec<usize>, f64) {
        let mut cost = vec![f64::INFINITY; self.area + 1];
        cost[0] = 0.0;
        let mut chosen: Vec<Vec<usize>> = Vec::with_capacity(self.pieces.len());
        for (&(size, least, most), price) in self.pieces.iter().zip(prices) {
            let mut next = vec![f64::INFINITY; self.area + 1];
            let mut best = vec![0; self.area + 1];
            for area in 0..=self.area {
                for copies in least..=most.min(area / size) {
                    let sum = cost[area - copies * size] + copies as f64 * price;
                    if sum < next[area] {
                        (next[area], best[area]) = (sum, copies);
                    }
                }
            }
            cost = next;
            chosen.push(best);
        }
        let mut copies = vec![0; self.pieces.len()];
        let mut area = self.area;
        for (piece, best) in chosen.iter().enumerate().rev() {
            copies[piece] = best[area];
            area -= best[area] * self.pieces[piece].0;
        }
        (copies, cost[self.area])
    }
}

/// No pieces cover no area.
fn nothing(area: usize) -> Vec<bool> {
    (0..=area).map(|covered| covered == 0).collect()
}

/// The areas with copies of one piece more.
fn with(
    areas: &[bool],
    (size, least, most): (usize, usize, usize),
    pulse: &Pulse,
) -> Result<Vec<bool>, Stopped> {
    // For each remainder, the last area with this remainder that could be covered before.
    let mut last = vec![None; size];
    let mut found = vec![false; areas.len()];
    for area in 0..areas.len() {
        pulse.beat()?;
        if let Some(before) = area.checked_sub(least * size)
            && areas[before]
        {
            last[area % size] = Some(before);
        }
        found[area] = last[area % size].is_some_and(|before| (area - before) / size <= most);
    }
    Ok(found)
}
