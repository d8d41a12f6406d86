//! Weights that are known exactly, as residues modulo as many numbers as they need.
//!
//! In: rows to pass. Out: the weights after them, as residues modulo 2^64 and primes. Before a row, a bound on its weights, the
//! largest weight known times what a weight can grow by in this row ([`super::growth`]), must be below the product of the moduli.
//! If it is not, the largest weight at present is looked up, which is mostly far smaller; if the bound is still too large, the
//! weights get one more residue, while they can still be determined. So no weight can wrap around unseen. And as the moduli have
//! more room than the bound needs, some weight of a wrong pass would exceed it, and is found when weights are looked up.
//!
//! Cost: a pass for each residue and row.

use super::layout::{Layout, Step};
use super::pass::{Array, Modulo, TOUCHED, threads};
use crate::number::digits::Digits;
use crate::run::{Control, Progress, Stopped, parallel};
use num_bigint::BigUint;

/// Bits by which the moduli exceed the bound.
const SPARE_BITS: f64 = 12.0;
/// Bits of a prime modulus, rounded down a little.
const PRIME_BITS: f64 = 61.99;

/// How many moduli have a product that exceeds a number of `bits` bits, with bits to spare.
pub(super) fn moduli(bits: f64) -> usize {
    1 + ((bits + SPARE_BITS - 64.0) / PRIME_BITS).ceil().max(0.0) as usize
}

/// The weights of all boundaries.
pub(super) struct Weights<'l> {
    /// One for each modulus.
    arrays: Vec<Array<'l, Modulo>>,
    digits: Digits,
    /// No weight has more bits.
    bits: f64,
    /// Bytes of arrays that are held elsewhere.
    beside: u64,
}

impl<'l> Weights<'l> {
    /// Before the first row.
    pub fn new(layout: &'l Layout, progress: Progress, control: &Control) -> Result<Self, Stopped> {
        let arrays = vec![Array::new(layout, Modulo::Word, progress, control)?];
        Ok(Weights { arrays, digits: Digits::new(1), bits: 0.0, beside: 0 })
    }

    /// Rows that have been passed.
    pub fn rows(&self) -> u64 {
        self.arrays[0].rows
    }

    /// Makes room for what was known after `rows` rows: `residues` residues, of which the first ones that are there already stay.
    pub fn stand_after(
        &mut self,
        rows: u64,
        residues: usize,
        progress: Progress,
        control: &Control,
    ) -> Result<(), Stopped> {
        while self.arrays.len() < residues {
            self.widen(progress, control)?;
        }
        self.arrays.iter_mut().for_each(|array| array.rows = rows);
        // More than they can determine.
        self.bits = 64.0 * residues as f64;
        Ok(())
    }

    /// The residues, to be read from elsewhere.
    pub fn arrays_mut(&mut self) -> &mut [Array<'l, Modulo>] {
        &mut self.arrays
    }

    /// The residues.
    pub fn arrays(&self) -> &[Array<'l, Modulo>] {
        &self.arrays
    }

    /// The radix of the weights.
    pub fn digits(&self) -> &Digits {
        &self.digits
    }

    /// A copy of all weights, made where there is room for it.
    pub fn twin(&self, progress: Progress, control: &Control) -> Result<Self, Stopped> {
        self.reserve(self.arrays.len(), control)?;
        let arrays: Result<Vec<_>, _> =
            self.arrays.iter().map(|array| array.twin(progress, control)).collect();
        Ok(Weights { arrays: arrays?, digits: self.digits.clone(), bits: self.bits, beside: self.bytes() })
    }

    /// Takes into account the memory that other weights take now.
    pub fn stand_beside(&mut self, other: &Self) {
        self.beside = other.bytes();
    }

    /// Passes a row of the board, in which weights grow by at most `growth` bits.
    pub fn step(
        &mut self,
        step: &Step,
        growth: f64,
        progress: Progress,
        control: &Control,
    ) -> Result<(), Stopped> {
        self.prepare(growth, progress, control)?;
        self.arrays.iter_mut().try_for_each(|array| array.step(step, progress, control))
    }

    /// Passes a row between two halves.
    pub fn step_between(
        &mut self,
        step: &Step,
        growth: f64,
        progress: Progress,
        control: &Control,
    ) -> Result<(), Stopped> {
        self.prepare(growth, progress, control)?;
        self.arrays.iter_mut().try_for_each(|array| array.step_between(step, progress, control))
    }

    /// Gives these weights and others equally many residues, and looks both up once more.
    pub fn match_moduli(
        &mut self,
        other: &mut Self,
        progress: Progress,
        control: &Control,
    ) -> Result<(), Stopped> {
        self.look_up(progress, control)?;
        other.look_up(progress, control)?;
        while self.arrays.len() < other.arrays.len() {
            self.stand_beside(other);
            self.widen(progress, control)?;
        }
        while other.arrays.len() < self.arrays.len() {
            other.stand_beside(self);
            other.widen(progress, control)?;
        }
        Ok(())
    }

    /// Makes room for a row.
    fn prepare(&mut self, growth: f64, progress: Progress, control: &Control) -> Result<(), Stopped> {
        if moduli(self.bits + growth) > self.arrays.len() {
            self.look_up(progress, control)?;
        }
        while moduli(self.bits + growth) > self.arrays.len() {
            self.widen(progress, control)?;
        }
        self.bits += growth;
        Ok(())
    }

    /// Finds the largest weight, which cannot exceed its bound while passes and bounds are right; even so, a wrong count must not
    /// be given out.
    pub fn look_up(&mut self, progress: Progress, control: &Control) -> Result<(), Stopped> {
        let slots = self.arrays[0].values.len();
        let highest = parallel::map(threads(slots, control), slots.div_ceil(TOUCHED), |part| {
            control.stopped(progress)?;
            let digits = self.part(part);
            Ok(digits.last().into_iter().flatten().fold(0, |most: u64, &digit| most.max(digit)))
        });
        let highest =
            highest.into_iter().try_fold(0, |most, digit: Result<u64, Stopped>| Ok(most.max(digit?)));
        let Some(weight) = self.digits.weights().last() else { return Ok(()) };
        let highest = highest?;
        let largest: BigUint = weight * (u128::from(highest) + 1);
        let bits = largest.bits() as f64;
        if highest > 0 && bits > self.bits + 2.0 {
            return Err(Stopped::TooLarge("the bound contradicts the weights".to_owned()));
        }
        self.bits = self.bits.min(bits);
        Ok(())
    }

    /// The digits of some of the weights.
    fn part(&self, part: usize) -> Vec<Vec<u64>> {
        let some = |array: &Array<'_, Modulo>| {
            array.values.chunks(TOUCHED).nth(part).map_or_else(Vec::new, <[u64]>::to_vec)
        };
        let mut digits: Vec<Vec<u64>> = self.arrays.iter().map(some).collect();
        self.digits.convert(&mut digits);
        digits
    }

    /// Adds a residue.
    fn widen(&mut self, progress: Progress, control: &Control) -> Result<(), Stopped> {
        self.reserve(1, control)?;
        let (Some(prime), layout) = (self.digits.next_prime(), self.arrays[0].layout) else { return Ok(()) };
        let mut values = Array::<Modulo>::room(layout, control)?;
        for part in 0..layout.slots.div_ceil(TOUCHED) {
            control.check(progress)?;
            values.extend(self.digits.residues(&self.part(part), prime));
        }
        let rows = self.rows();
        self.arrays.push(Array { layout, arithmetic: Modulo::Below(prime), values, rows });
        self.digits = Digits::new(self.arrays.len());
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.arrays.iter().map(|array| size_of_val(&array.values[..]) as u64).sum()
    }

    /// Reserves the memory of `more` further arrays.
    fn reserve(&self, more: usize, control: &Control) -> Result<(), Stopped> {
        let (one, slots) = (size_of_val(&self.arrays[0].values[..]) as u64, self.arrays[0].values.len());
        let needed = (self.bytes() + self.beside).saturating_add(one.saturating_mul(more as u64));
        control.reserve(needed, format!("{} arrays of {slots} counts", needed / one.max(1)))
    }
}
