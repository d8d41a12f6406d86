//! Weights by linear algebra: every placement of a piece weighs the same.
//!
//! In: the equations of a puzzle: for each cell, the placements that cover it number 1; for a piece that has the same
//! number of copies in every choice that covers the area, its placements number that; and the placements of all other
//! pieces together cover what is left, counted in units of the greatest common divisor of their sizes. Out: weights of
//! these equations such that each placement weighs 0, while the right sides do not: a contradiction. It may hold modulo a
//! number only. Cost: that of [`echelon`](super::echelon).

use super::counts::Counts;
use super::echelon::Echelon;
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

/// Simplest weights that are handed out.
const HANDED: usize = 4;

/// Rationals of small height are told apart by their residues modulo a large prime.
const PRIME: u64 = (1 << 31) - 1;

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

    /// The placements, by their first cells, with the equation beyond cells that each is in, and how often.
    pub(super) fn placements(&self) -> impl ExactSizeIterator<Item = (Placement<'_>, (usize, i64))> {
        self.order.iter().map(|&i| {
            let placement = self.placements.get(i as usize);
            (placement, self.adds[placement.piece as usize])
        })
    }

    /// The right sides.
    #[cfg(test)]
    pub(super) fn target(&self) -> &[i64] {
        &self.target
    }

    /// Weights of the cells that contradict the equations modulo `modulus`, a small power of a prime, or, with none, as
    /// they are: those with the fewest cells that count first.
    pub(super) fn contradictions(
        &self,
        modulus: Option<u64>,
        control: &Control,
    ) -> Result<Vec<Vec<i64>>, Stopped> {
        let field = modulus.unwrap_or(PRIME);
        let found = Echelon::new(self, field, control)?.solutions(&self.target, control)?;
        // Numbers around 0 are easier to add.
        let near_zero = |w: &u64| if 2 * w > field { *w as i64 - field as i64 } else { *w as i64 };
        let on_cells = found.iter().map(|weights| &weights[..self.cells]);
        let mut all: Vec<Vec<i64>> = match modulus {
            Some(_) => on_cells.map(|weights| weights.iter().map(near_zero).collect()).collect(),
            None => on_cells.filter_map(|weights| integers(weights, field)).collect(),
        };
        let size = |weights: &Vec<i64>| weights.iter().map(|w| w.unsigned_abs()).sum::<u64>();
        all.sort_by_cached_key(|weights| (weights.iter().filter(|w| **w != 0).count(), size(weights)));
        all.truncate(HANDED);
        Ok(all)
    }
}

/// Integers in the proportions of the rationals that have these residues, if they are small.
fn integers(residues: &[u64], prime: u64) -> Option<Vec<i64>> {
    let mut common = 1_u64;
    for &residue in residues {
        let scaled = residue * common % prime;
        let (_, denominator) = rational(scaled, prime)?;
        common = common.checked_mul(denominator).filter(|&c| c < 1 << 15)?;
    }
    let integer = |&residue: &u64| {
        let value = residue * common % prime;
        if 2 * value > prime { value as i64 - prime as i64 } else { value as i64 }
    };
    let integers: Vec<i64> = residues.iter().map(integer).collect();
    let gcd = integers.iter().copied().fold(0, num_integer::gcd);
    (gcd > 0).then(|| integers.iter().map(|w| w / gcd).collect())
}

/// Numerator and denominator of a rational with this residue, both below the root of half the prime (Wang 1981).
fn rational(residue: u64, prime: u64) -> Option<(i64, u64)> {
    let (mut r, mut t) = ([prime as i64, residue as i64], [0_i64, 1_i64]);
    let bound = (prime / 2).isqrt() as i64;
    while r[1] > bound {
        let quotient = r[0] / r[1];
        r = [r[1], r[0] - quotient * r[1]];
        t = [t[1], t[0] - quotient * t[1]];
    }
    (t[1] != 0 && t[1].abs() <= bound).then(|| (r[1] * t[1].signum(), t[1].unsigned_abs()))
}
