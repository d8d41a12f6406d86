//! Weights by linear algebra.
//!
//! In: the equations of a puzzle: for each cell, the placements that cover it number 1; for a piece with a fixed number
//! of copies, its placements number that; and the placements of all other pieces together cover what is left, counted
//! in units of the greatest common divisor of their sizes. Out: weights of these equations such that each placement
//! occurs with total weight 0, while the right sides do not: a contradiction.
//!
//! The placements, as vectors over the equations, are brought into echelon form, by their first cells, so that a vector
//! never reaches further than the pieces are high. Modulo a power of a prime an entry need not have an inverse; there a
//! row whose first entry is p^v stands for the column, and its multiple by p^(k-v) is a row of its own (Howell, *Spans
//! in the module `(Z_m)^s`*, 1986). Weights are then solved for from the last equation to the first; each that is not
//! determined, or only modulo a smaller power, gives one solution of a basis of all. Cost: placements times the square of
//! the reach for the echelon form, and the cells times the reach for each solution.

use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};
use std::collections::VecDeque;

/// The cells of a placement, and which of the other equations it is in, and how often.
type Covering = (Vec<u32>, Option<(usize, i64)>);

/// The equations of a puzzle: cells first, then pieces with fixed copies, then the other pieces together.
pub(super) struct Equations {
    cells: usize,
    /// The equations beyond those of cells.
    extra: usize,
    /// The right sides.
    target: Vec<i64>,
    /// The placements, by their first cells.
    placements: Vec<Covering>,
}

/// Solutions that are looked at for one modulus, at most, and those of them that are handed out.
const TRIED: usize = 64;
const HANDED: usize = 4;

impl Equations {
    /// The equations of `problem`; nothing when it has no placement, or its area is wrong anyway.
    pub(super) fn new(problem: &Problem, control: &Control) -> Result<Option<Self>, Stopped> {
        control.reserve(3 * problem.placements_bytes(), "the equations of the placements")?;
        let cells = problem.region.len();
        let fixed = |piece: &crate::pieces::Piece| piece.copies.max() == Some(piece.copies.min());
        let mut target = vec![1; cells];
        let mut left = cells as i64;
        let mut unit = 0_i64;
        for piece in &problem.pieces {
            let size = piece.size() as i64;
            if fixed(piece) {
                target.push(i64::from(piece.copies.min()));
                left -= size * i64::from(piece.copies.min());
            } else {
                unit = num_integer::gcd(unit, size);
            }
        }
        if unit > 0 {
            if left % unit != 0 {
                return Ok(None);
            }
            target.push(left / unit);
        }
        let mut number = 0;
        let adds: Vec<Option<(usize, i64)>> = problem
            .pieces
            .iter()
            .map(|piece| {
                if fixed(piece) {
                    number += 1;
                    Some((number - 1, 1))
                } else {
                    None
                }
            })
            .collect();
        let extra = target.len() - cells;
        let add = |piece: u32| {
            let size = problem.pieces[piece as usize].size() as i64;
            adds[piece as usize].or_else(|| Some((extra - 1, size / unit)))
        };
        let placements = problem.placements();
        let mut placements: Vec<_> = placements.iter().map(|p| (p.cells.to_vec(), add(p.piece))).collect();
        placements.sort_unstable();
        Ok((!placements.is_empty()).then_some(Equations { cells, extra, target, placements }))
    }

    /// The right sides.
    #[cfg(test)]
    pub(super) fn target(&self) -> &[i64] {
        &self.target
    }

    /// For each placement the equations it is in, and how often.
    #[cfg(test)]
    pub(super) fn vectors(&self) -> Vec<Vec<(usize, i64)>> {
        let vector = |(covered, add): &Covering| {
            let cells = covered.iter().map(|&cell| (cell as usize, 1));
            cells.chain(add.map(|(extra, times)| (self.cells + extra, times))).collect()
        };
        self.placements.iter().map(vector).collect()
    }

    /// Weights of the cells that contradict the equations modulo `modulus`, a small power of a prime: those with the
    /// fewest cells that count first.
    pub(super) fn contradictions(&self, modulus: u64, control: &Control) -> Result<Vec<Vec<i64>>, Stopped> {
        let echelon = Echelon::new(self, modulus, control)?;
        let found = echelon.solutions(&self.target, control)?;
        // Numbers around 0 are easier to add.
        let near_zero = |w: u64| if 2 * w > modulus { w as i64 - modulus as i64 } else { w as i64 };
        let weights = found.into_iter().map(|w| w[..self.cells].iter().map(|&w| near_zero(w)).collect());
        Ok(simplest(weights.collect()))
    }

    /// Weights that contradict the equations as they are.
    pub(super) fn rational_contradictions(&self, control: &Control) -> Result<Vec<Vec<i64>>, Stopped> {
        // Rationals of small height are told apart by their residues modulo a large prime.
        const PRIME: u64 = (1 << 31) - 1;
        let echelon = Echelon::new(self, PRIME, control)?;
        let found = echelon.solutions(&self.target, control)?;
        Ok(simplest(found.iter().filter_map(|w| integers(&w[..self.cells], PRIME)).collect()))
    }
}

fn simplest(mut weights: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    let size = |weights: &Vec<i64>| weights.iter().map(|w| w.unsigned_abs()).sum::<u64>();
    weights.sort_by_cached_key(|weights| (weights.iter().filter(|w| **w != 0).count(), size(weights)));
    weights.truncate(HANDED);
    weights
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

/// A vector over the equations: zero before `start`, then `entries`; beyond them zero up to the equations beyond cells.
#[derive(Clone)]
struct Row {
    start: usize,
    entries: Vec<u64>,
    beyond: Vec<u64>,
}

/// The placements in echelon form.
struct Echelon {
    modulus: u64,
    prime: u64,
    cells: usize,
    /// For each equation the row that begins there, with a power of the prime, if there is one.
    pivots: Vec<Option<Row>>,
}

impl Row {
    /// The first equation with an entry.
    fn lead(&self, cells: usize) -> Option<usize> {
        let inner = self.entries.iter().position(|&e| e != 0).map(|i| self.start + i);
        inner.or_else(|| self.beyond.iter().position(|&e| e != 0).map(|i| cells + i))
    }

    fn at(&self, equation: usize, cells: usize) -> u64 {
        if equation >= cells {
            return self.beyond[equation - cells];
        }
        equation.checked_sub(self.start).and_then(|i| self.entries.get(i)).copied().unwrap_or(0)
    }

    /// The equations with an entry, and perhaps some without.
    fn all(&self, cells: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let inner = self.entries.iter().enumerate().map(|(i, &e)| (self.start + i, e));
        inner.chain(self.beyond.iter().enumerate().map(move |(i, &e)| (cells + i, e)))
    }

    /// Adds `factor` times `other`, which begins at the same equation.
    fn add(&mut self, factor: u64, other: &Row, modulus: u64) {
        if other.entries.len() > self.entries.len() {
            self.entries.resize(other.entries.len(), 0);
        }
        for (own, &entry) in self.entries.iter_mut().zip(&other.entries) {
            *own = (*own + factor * entry) % modulus;
        }
        for (own, &entry) in self.beyond.iter_mut().zip(&other.beyond) {
            *own = (*own + factor * entry) % modulus;
        }
    }

    fn scale(&mut self, factor: u64, modulus: u64) {
        for entry in self.entries.iter_mut().chain(&mut self.beyond) {
            *entry = *entry * factor % modulus;
        }
    }

    /// Drops zeros at both ends.
    fn trim(&mut self) {
        let zeros = self.entries.iter().take_while(|e| **e == 0).count();
        self.entries.drain(..zeros);
        self.start += zeros;
        while self.entries.last() == Some(&0) {
            self.entries.pop();
        }
    }
}

impl Echelon {
    fn new(equations: &Equations, modulus: u64, control: &Control) -> Result<Self, Stopped> {
        let prime = (2..=modulus)
            .take_while(|d| d * d <= modulus)
            .find(|d| modulus.is_multiple_of(*d))
            .unwrap_or(modulus);
        let cells = equations.cells;
        let mut echelon = Echelon { modulus, prime, cells, pivots: vec![None; cells + equations.extra] };
        let mut bytes = 0;
        let total = equations.placements.len() as u64;
        for (done, (covered, add)) in equations.placements.iter().enumerate() {
            if done % 64 == 0 {
                control.check(Progress::Levels { done: done as u64, total, states: 0 })?;
            }
            let start = covered[0] as usize;
            let mut entries = vec![0; covered[covered.len() - 1] as usize - start + 1];
            for &cell in covered {
                entries[cell as usize - start] = 1;
            }
            let mut beyond = vec![0; equations.extra];
            if let Some((equation, times)) = *add {
                beyond[equation] = times as u64 % modulus;
            }
            bytes += echelon.insert(Row { start, entries, beyond });
            control.reserve(bytes, "the equations in echelon form")?;
        }
        Ok(echelon)
    }

    /// Reduces `row` by those there are, and keeps what is left; how many bytes that takes.
    fn insert(&mut self, row: Row) -> u64 {
        let mut bytes = 0;
        let mut waiting = VecDeque::from([row]);
        while let Some(mut row) = waiting.pop_front() {
            while let Some(lead) = row.lead(self.cells) {
                row.trim();
                let (unit, power) = self.split(row.at(lead, self.cells));
                if let Some(pivot) = &self.pivots[lead] {
                    let have = pivot.at(lead, self.cells);
                    if power >= have {
                        let factor = unit * (power / have) % self.modulus;
                        row.add(self.modulus - factor, pivot, self.modulus);
                        continue;
                    }
                }
                row.scale(self.inverse(unit), self.modulus);
                if power > 1 {
                    let mut multiple = row.clone();
                    multiple.scale(self.modulus / power, self.modulus);
                    waiting.push_back(multiple);
                }
                row.entries.shrink_to_fit();
                bytes += 8 * (row.entries.len() + row.beyond.len()) as u64;
                match self.pivots[lead].replace(row) {
                    Some(old) => row = old,
                    None => break,
                }
            }
        }
        bytes
    }

    /// A unit and a power of the prime whose product this entry, which is not 0, is.
    fn split(&self, mut entry: u64) -> (u64, u64) {
        let mut power = 1;
        while self.prime < self.modulus && entry.is_multiple_of(self.prime) {
            entry /= self.prime;
            power *= self.prime;
        }
        (entry, power)
    }

    fn inverse(&self, unit: u64) -> u64 {
        // The units are a group of order modulus - modulus / prime.
        let (mut exponent, mut base, mut result) = (self.modulus - self.modulus / self.prime - 1, unit, 1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * base % self.modulus;
            }
            base = base * base % self.modulus;
            exponent >>= 1;
        }
        result
    }

    /// Weights of all equations under which every placement weighs 0 and `target` does not.
    fn solutions(&self, target: &[i64], control: &Control) -> Result<Vec<Vec<u64>>, Stopped> {
        let left = self.remainder(target);
        let mut found = Vec::new();
        if left.iter().all(|&entry| entry == 0) {
            return Ok(found);
        }
        for last in 0..self.pivots.len() {
            // What may be added to the weight of this equation without changing what follows.
            let free =
                self.pivots[last].as_ref().map_or(1, |pivot| self.modulus / pivot.at(last, self.cells));
            if free == self.modulus {
                continue;
            }
            control.check(Progress::Levels { done: last as u64, total: left.len() as u64, states: 0 })?;
            // Modulo a prime all other entries meet weights that are 0.
            if left[last] == 0 && self.prime == self.modulus {
                continue;
            }
            let weights = self.solution(last, free);
            if weights.iter().zip(&left).fold(0, |sum, (w, t)| (sum + w * t) % self.modulus) != 0 {
                found.push(weights);
                if found.len() == TRIED {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// What is left of `target` when multiples of the rows have been taken away: 0 when it is made of them.
    fn remainder(&self, target: &[i64]) -> Vec<u64> {
        let mut left: Vec<u64> = target.iter().map(|t| t.rem_euclid(self.modulus as i64) as u64).collect();
        for equation in 0..left.len() {
            let Some(row) = &self.pivots[equation] else { continue };
            let factor = left[equation] / row.at(equation, self.cells);
            if factor > 0 {
                for (i, entry) in row.all(self.cells) {
                    left[i] = (left[i] + (self.modulus - factor) * entry) % self.modulus;
                }
            }
        }
        left
    }

    /// The weights with `value` at equation `last`, 0 behind it, and as near to 0 before it as they can be.
    fn solution(&self, last: usize, value: u64) -> Vec<u64> {
        let mut weights = vec![0; self.pivots.len()];
        weights[last] = value;
        for equation in (0..last).rev() {
            let Some(row) = &self.pivots[equation] else { continue };
            let have = row.at(equation, self.cells);
            let others = row.all(self.cells).filter(|&(i, _)| i > equation);
            let sum = others.fold(0, |sum, (i, e)| (sum + weights[i] * e) % self.modulus);
            // The multiples of the row are rows too, so what stands here is divisible.
            weights[equation] = (self.modulus - sum) % self.modulus / have;
        }
        weights
    }
}
