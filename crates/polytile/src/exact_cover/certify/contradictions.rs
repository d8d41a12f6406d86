//! Weights by linear algebra: every placement of a piece weighs the same.
//!
//! In: the [`Equations`] of a puzzle. Out: weights of them such that each placement weighs 0, while the right sides do not: a
//! contradiction. It may hold only modulo a number. Cost: that of [`echelon`](super::echelon).

use super::echelon::Echelon;
use super::equations::Equations;
use crate::run::{Control, Stopped};

/// How many of the simplest weights are handed out.
const HANDED: usize = 4;

/// Rationals of small height are told apart by their residues modulo a large prime.
const PRIME: u64 = (1 << 31) - 1;

impl Equations<'_> {
    /// Weights of the cells that contradict the equations modulo `modulus`, a small power of a prime, or, without one,
    /// over the integers; those in which the fewest cells count come first.
    pub(super) fn contradictions(
        &self,
        modulus: Option<u64>,
        control: &Control,
    ) -> Result<Vec<Vec<i64>>, Stopped> {
        let field = modulus.unwrap_or(PRIME);
        let found = Echelon::new(self, field, control)?.solutions(self.target(), control)?;
        // Numbers around 0 are easier for a reader to add.
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
