//! Placements in echelon form, modulo a prime or a power of one.
//!
//! In: the placements as vectors over the equations, by their first cells. Out: weights of the equations such that every
//! placement weighs 0 and given right sides do not. On a board that does not wrap, a vector reaches over no more rows than the
//! pieces have; around a torus it may reach over the whole board. Modulo a power of a prime an entry need not have an inverse;
//! there a row whose first entry is p^v serves for its column, and its multiple by p^(k-v) is a row of its own (Howell, *Spans in
//! the module `(Z_m)^s`*, 1986). Weights are then solved for from the last equation to the first; each that is not determined, or
//! only modulo a smaller power, contributes one solution to a basis of all. Cost: placements times the square of the reach for
//! the echelon form, and the cells times the reach for each solution.

use super::equations::Equations;
use crate::run::{Control, Pulse, Stopped, room};
use std::collections::VecDeque;

/// Solutions that are looked at for one modulus, at most.
const TRIED: usize = 64;

/// A vector over the equations: zero before `start`, then `entries`; beyond them zero up to the equations beyond cells.
#[derive(Clone)]
struct Row {
    start: usize,
    entries: Vec<u64>,
    beyond: Vec<u64>,
}

const WHAT: &str = "the equations in echelon form";

/// Bytes of a row without its entries.
const ROW_BYTES: u64 = size_of::<Option<Row>>() as u64;
/// What its two lists take besides, where the system keeps an account of them.
const LIST_BYTES: u64 = 2 * 16;

/// The placements in echelon form.
pub(super) struct Echelon {
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
    pub(super) fn new(equations: &Equations, modulus: u64, control: &Control) -> Result<Self, Stopped> {
        let prime = (2..=modulus)
            .take_while(|d| d * d <= modulus)
            .find(|d| modulus.is_multiple_of(*d))
            .unwrap_or(modulus);
        let cells = equations.cells;
        let mut bytes = ROW_BYTES * (cells + equations.extra) as u64;
        control.reserve(bytes, WHAT)?;
        let pivots = room::filled(None, cells + equations.extra, WHAT)?;
        let mut echelon = Echelon { modulus, prime, cells, pivots };
        let pulse = Pulse::preparing(control);
        for (placement, (equation, times)) in equations.placements() {
            control.reserve(bytes, WHAT)?;
            let start = placement.cells[0] as usize;
            let mut entries = vec![0; placement.cells[placement.cells.len() - 1] as usize - start + 1];
            for &cell in placement.cells {
                entries[cell as usize - start] = 1;
            }
            let mut beyond = vec![0; equations.extra];
            beyond[equation] = times as u64 % modulus;
            bytes += echelon.insert(Row { start, entries, beyond }, &pulse)?;
        }
        Ok(echelon)
    }

    /// Reduces `row` by the rows there are, and keeps what is left; how many bytes that takes.
    fn insert(&mut self, row: Row, pulse: &Pulse) -> Result<u64, Stopped> {
        let mut bytes = 0;
        let mut waiting = VecDeque::from([row]);
        while let Some(mut row) = waiting.pop_front() {
            while let Some(lead) = row.lead(self.cells) {
                row.trim();
                pulse.beats(1 + row.entries.len() as u64 / 64)?;
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
                bytes += LIST_BYTES + 8 * (row.entries.len() + row.beyond.len()) as u64;
                match self.pivots[lead].replace(row) {
                    Some(old) => row = old,
                    None => break,
                }
            }
        }
        Ok(bytes)
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
    pub(super) fn solutions(&self, target: &[i64], control: &Control) -> Result<Vec<Vec<u64>>, Stopped> {
        let total = self.pivots.len() as u64;
        let pulse = Pulse::preparing(control);
        let left = self.remainder(target, &pulse)?;
        let mut found = Vec::new();
        if left.iter().all(|&entry| entry == 0) {
            return Ok(found);
        }
        for last in 0..self.pivots.len() {
            pulse.beat()?;
            // What may be added to the weight of this equation without changing later ones.
            let free =
                self.pivots[last].as_ref().map_or(1, |pivot| self.modulus / pivot.at(last, self.cells));
            // Modulo a prime all other entries meet weights that are 0.
            if free == self.modulus || (left[last] == 0 && self.prime == self.modulus) {
                continue;
            }
            control.reserve(8 * (found.len() as u64 + 1) * total, "the weights of the equations")?;
            let weights = self.solution(last, free, &pulse)?;
            if weights.iter().zip(&left).fold(0, |sum, (w, t)| (sum + w * t) % self.modulus) != 0 {
                found.push(weights);
                if found.len() == TRIED {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// What is left of `target` after multiples of the rows have been subtracted: 0 when it is a combination of them.
    fn remainder(&self, target: &[i64], pulse: &Pulse) -> Result<Vec<u64>, Stopped> {
        let mut left: Vec<u64> = target.iter().map(|t| t.rem_euclid(self.modulus as i64) as u64).collect();
        for equation in 0..left.len() {
            let Some(row) = &self.pivots[equation] else { continue };
            pulse.beats(1 + row.entries.len() as u64 / 64)?;
            let factor = left[equation] / row.at(equation, self.cells);
            if factor > 0 {
                for (i, entry) in row.all(self.cells) {
                    left[i] = (left[i] + (self.modulus - factor) * entry) % self.modulus;
                }
            }
        }
        Ok(left)
    }

    /// The weights with `value` at equation `last`, 0 after it, and as near to 0 before it as possible.
    fn solution(&self, last: usize, value: u64, pulse: &Pulse) -> Result<Vec<u64>, Stopped> {
        let mut weights = vec![0; self.pivots.len()];
        weights[last] = value;
        for equation in (0..last).rev() {
            let Some(row) = &self.pivots[equation] else { continue };
            pulse.beats(1 + row.entries.len() as u64 / 64)?;
            let have = row.at(equation, self.cells);
            let others = row.all(self.cells).filter(|&(i, _)| i > equation);
            let sum = others.fold(0, |sum, (i, e)| (sum + weights[i] * e) % self.modulus);
            // The multiples of the row are rows too, so what stands here is divisible.
            weights[equation] = (self.modulus - sum) % self.modulus / have;
        }
        Ok(weights)
    }
}
