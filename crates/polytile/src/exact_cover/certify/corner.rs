//! Weights on a few cells that cannot all be covered.
//!
//! In: a puzzle and the choices of pieces that cover its area. Out: weights on a few cells, 0 elsewhere, that no choice of
//! pieces is likely to reach. Often the trouble is local: in a corner whatever covers one cell spoils another. So the
//! cells around each cell are looked at, whether they can be covered once each, whatever happens elsewhere; where they
//! cannot, cells are left out as long as that stays true, which leaves an *irreducible* set. Different weights of its cells
//! tell apart which of them a piece covers, so that sums come out right only if each is covered once: small weights are
//! guessed, then powers are taken. Cost: for each cell of the board a search whose depth is the number of cells looked at,
//! and once more for each of them where that fails.

use super::counts::Counts;
use crate::problem::{Placements, Problem};
use crate::run::{Control, Progress, Pulse, Stopped};
use std::collections::BTreeSet;

/// Cells that are looked at together, and those of a set that a person can follow.
const NEAR: usize = 10;
const CELLS: usize = 7;

/// Sets that are handed out, at most, and guesses for each size of weights.
const HANDED: usize = 3;
const GUESSES: usize = 10;

/// The placements that cover each cell.
struct Covering<'a> {
    placements: &'a Placements,
    counts: &'a Counts,
    /// The number of placements of each piece.
    total: Vec<usize>,
    of_cells: Vec<Vec<u32>>,
}

/// What the placements of each piece cover of a set of cells, as bits, and whether there are some elsewhere.
type Traces = Vec<(BTreeSet<u32>, bool)>;

/// Small sets of cells that cannot all be covered, the smallest first.
pub(super) fn sets(
    problem: &Problem,
    placements: &Placements,
    counts: &Counts,
    control: &Control,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let bytes =
        4 * placements.iter().map(|p| p.cells.len() as u64).sum::<u64>() + 24 * problem.region.len() as u64;
    control.reserve(2 * bytes, "the placements that cover each cell")?;
    let cells: Vec<_> = problem.region.cells().collect();
    let mut covering = Covering {
        placements,
        counts,
        total: vec![0; counts.len()],
        of_cells: vec![Vec::new(); cells.len()],
    };
    let account = |done| Progress::Operations { done, total: done, nodes: 0 };
    let pulse = Pulse::new(control, &account);
    for (i, placement) in placements.iter().enumerate() {
        pulse.beat()?;
        covering.total[placement.piece as usize] += 1;
        for &cell in placement.cells {
            covering.of_cells[cell as usize].push(i as u32);
        }
    }
    let mut sets: Vec<Vec<u32>> = Vec::new();
    let reach = NEAR.isqrt() as i64 + 1;
    for cell in cells {
        let mut near = Vec::new();
        for (down, right) in
            (-reach..=reach).flat_map(|down| (-reach..=reach).map(move |right| (down, right)))
        {
            let place = problem.region.wrap(i64::from(cell.row) + down, i64::from(cell.col) + right);
            near.extend(
                place.and_then(|place| problem.region.index(place)).map(|i| (down * down + right * right, i)),
            );
        }
        near.sort_unstable();
        let mut set: Vec<u32> = Vec::new();
        for (_, i) in near {
            if set.len() < NEAR && !set.contains(&i) {
                set.push(i);
            }
        }
        if covering.possible(&set, &pulse)? {
            continue;
        }
        for i in (0..set.len()).rev() {
            let mut fewer = set.clone();
            fewer.remove(i);
            if !covering.possible(&fewer, &pulse)? {
                set = fewer;
            }
        }
        set.sort_unstable();
        if set.len() <= CELLS && !sets.contains(&set) {
            sets.push(set);
            sets.sort_by_key(Vec::len);
            sets.truncate(HANDED);
        }
    }
    Ok(sets)
}

impl Covering<'_> {
    /// Whether the cells of a set can be covered once each, by numbers of copies that can cover the area.
    fn possible(&self, set: &[u32], pulse: &Pulse) -> Result<bool, Stopped> {
        let mut near: Vec<u32> =
            set.iter().flat_map(|&cell| &self.of_cells[cell as usize]).copied().collect();
        near.sort_unstable();
        near.dedup();
        let mut traces: Traces = self.total.iter().map(|_| (BTreeSet::new(), false)).collect();
        let mut touching = vec![0; traces.len()];
        for i in near {
            let placement = self.placements.get(i as usize);
            let bits = set.iter().enumerate().filter(|(_, cell)| placement.cells.contains(cell));
            traces[placement.piece as usize].0.insert(bits.fold(0, |bits, (i, _)| bits | 1 << i));
            touching[placement.piece as usize] += 1;
        }
        for ((trace, touching), &total) in traces.iter_mut().zip(touching).zip(&self.total) {
            trace.1 = touching < total;
        }
        self.completes(&traces, !(!0 << set.len()), &mut vec![0; self.total.len()], pulse)
    }

    /// Whether the cells that are left can be covered, besides those copies that are used.
    fn completes(
        &self,
        traces: &Traces,
        left: u32,
        used: &mut [usize],
        pulse: &Pulse,
    ) -> Result<bool, Stopped> {
        if left == 0 {
            return Ok(self.counts.completes(used, |piece| traces[piece].1));
        }
        let first = 1 << left.trailing_zeros();
        for (piece, (traces_of_piece, _)) in traces.iter().enumerate() {
            if used[piece] == self.counts.bounds(piece).1 {
                continue;
            }
            for &trace in traces_of_piece.iter().filter(|&trace| trace & first > 0 && trace & !left == 0) {
                pulse.beat()?;
                used[piece] += 1;
                let completes = self.completes(traces, left & !trace, used, pulse)?;
                used[piece] -= 1;
                if completes {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Weights of a board with so many cells, 0 except on `set`: guesses, and then powers.
pub(super) fn weights(cells: usize, set: &[u32]) -> impl Iterator<Item = Vec<i64>> {
    // The same guesses every time: the upper bits of a linear congruence, with Knuth's factors.
    let states = std::iter::successors(Some(1_u64), |state| {
        Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
    });
    let mut states = states.skip(1);
    let mut guess = move |bits: u32| states.next().map_or(1, |state| 1 + (state >> (64 - bits)) as i64);
    let sizes = (1..=6).flat_map(|bits| std::iter::repeat_n(bits, GUESSES));
    let guesses = sizes.map(move |bits| set.iter().map(|_| guess(bits)).collect());
    let powers = (2_i64..=4).map(|base| (0..set.len() as u32).map(|i| base.pow(i)).collect());
    guesses.chain(powers).map(move |list: Vec<i64>| {
        let mut weights = vec![0; cells];
        for (&cell, weight) in set.iter().zip(list) {
            weights[cell as usize] = weight;
        }
        weights
    })
}
