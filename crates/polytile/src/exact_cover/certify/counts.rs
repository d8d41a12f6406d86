//! How many copies of each piece there can be, by area alone.
//!
//! In: a puzzle. Out: for each piece the fewest and the most copies in any choice of pieces that covers as many cells as
//! the board has. That is often less than the puzzle allows: where `L5` and up to two of each tetromino are to cover nine
//! cells, there is one `L5`, and so the equations say more. Also, given a price for each copy of a piece, the cheapest choice.
//! The idea is the knapsack, taken apart: the areas that all pieces but one can make tell at once which numbers of copies of that
//! one are possible. Pieces of one size are dealt with together, and the areas that all other sizes make are found for every size
//! by halving: the left half of the sizes is added to what the right half works with, and the other way round. Cost: the area for
//! each size, times the logarithm of their number, and for each piece that differs from all others in its size and copies.

use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped, room};
use std::collections::{BTreeMap, HashMap};

/// The choices of pieces that cover the area of a board: there is at least one.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    area: usize,
    /// For each piece its size, and the fewest and the most copies.
    pieces: Vec<(usize, usize, usize)>,
}

/// The pieces of one size.
struct Group {
    size: usize,
    /// Copies of all of them, at least and at most.
    least: usize,
    most: usize,
    members: Vec<usize>,
}

const WHAT: &str = "the areas that pieces can cover";

impl Counts {
    /// The choices for `problem`, in which the pieces that `homeless` marks have no place; nothing when there is no choice.
    pub(super) fn new(
        problem: &Problem,
        homeless: &[bool],
        control: &Control,
    ) -> Result<Option<Self>, Stopped> {
        let area = problem.region.len();
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
        let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
        for (piece, &(size, least, most)) in counts.pieces.iter().enumerate() {
            let empty = Group { size, least: 0, most: 0, members: Vec::new() };
            let group = groups.entry(size).or_insert(empty);
            group.least = group.least.saturating_add(least);
            group.most = group.most.saturating_add(most);
            group.members.push(piece);
        }
        let groups: Vec<Group> = groups.into_values().collect();
        // One list for each halving, one more while it is being made, and one for a piece.
        let lists = u64::from(groups.len().next_power_of_two().ilog2()) + 3;
        control.reserve((area as u64 + 1) * lists, WHAT)?;
        let pulse = Pulse::preparing(control);
        let mut nothing = room::filled(false, area + 1, WHAT)?;
        nothing[0] = true;
        Ok(counts.bound(&groups, &nothing, &pulse)?.then_some(counts))
    }

    /// Bounds the copies of the pieces in `groups`, when all other pieces can cover the areas `others`; whether there are
    /// such numbers of copies.
    fn bound(&mut self, groups: &[Group], others: &[bool], pulse: &Pulse<'_>) -> Result<bool, Stopped> {
        match groups {
            [] => Ok(others[self.area]),
            [group] => self.bound_all(group, others, pulse),
            _ => {
                let (left, right) = groups.split_at(groups.len() / 2);
                for (own, beside) in [(left, right), (right, left)] {
                    let mut areas: Option<Vec<bool>> = None;
                    for group in beside {
                        let before = areas.as_deref().unwrap_or(others);
                        areas = Some(with(before, (group.size, group.least, group.most), pulse)?);
                    }
                    if !self.bound(own, areas.as_deref().unwrap_or(others), pulse)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// Bounds the copies of the pieces of one size.
    fn bound_all(&mut self, group: &Group, others: &[bool], pulse: &Pulse<'_>) -> Result<bool, Stopped> {
        // Pieces with the same copies have the same bounds.
        let mut known: HashMap<(usize, usize), (usize, usize)> = HashMap::new();
        for &piece in &group.members {
            pulse.beat()?;
            let (size, least, most) = self.pieces[piece];
            let bounds = if let Some(&bounds) = known.get(&(least, most)) {
                bounds
            } else {
                let others = with(others, (size, group.least - least, group.most - most), pulse)?;
                let possible = |copies: &usize| others[self.area - copies * size];
                pulse.beats((most - least) as u64)?;
                let Some(low) = (least..=most).find(possible) else { return Ok(false) };
                let high = (low..=most).rev().find(possible).unwrap_or(low);
                known.insert((least, most), (low, high));
                (low, high)
            };
            self.pieces[piece] = (size, bounds.0, bounds.1);
        }
        Ok(true)
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

/// The areas once copies of pieces of one more size are added.
fn with(
    areas: &[bool],
    (size, least, most): (usize, usize, usize),
    pulse: &Pulse,
) -> Result<Vec<bool>, Stopped> {
    // For each remainder, the last area with this remainder that could be covered before.
    let mut last = vec![None; size];
    let mut found = room::filled(false, areas.len(), WHAT)?;
    for area in 0..areas.len() {
        pulse.beat()?;
        if let Some(before) = least.checked_mul(size).and_then(|needed| area.checked_sub(needed))
            && areas[before]
        {
            last[area % size] = Some(before);
        }
        found[area] = last[area % size].is_some_and(|before| (area - before) / size <= most);
    }
    Ok(found)
}
