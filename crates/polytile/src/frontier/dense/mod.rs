//! The dense executor: one array over all column heights, worked on in place.
//!
//! In: a full rectangle and pieces whose boundaries are column heights ([`moves`] finds out). Out: the number of
//! tilings for every number of rows. Nothing is looked up, sorted or allocated on the way: a cell of the board adds
//! some rows of the array to others ([`layout`] says which), in blocks that stay in the cache ([`pass`]).
//!
//! One pass counts in one arithmetic. The first is floating point: all terms are positive and the number of roundings
//! is known, so it gives a proven interval for every count. Then passes modulo 2^64 and modulo primes below 2^62
//! follow until their product exceeds the width of the interval, and one more prime, which must agree. So no count can
//! wrap unseen, and few passes are wasted on bits that do not exist.
//!
//! Cost: for trominoes, 0.42 additions per state and cell and pass; 3^(columns-1) states.

mod layout;
mod moves;
mod pass;

use crate::count::prime::primes;
use crate::count::{Count, Residues};
use crate::pieces::{Piece, PieceSet};
use crate::run::{Control, Stopped};
use layout::Layout;
use moves::Moves;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use pass::{Arithmetic, Float, Prime, Word, pass};

/// Boards of a fixed number of columns, tiled by pieces whose boundaries are column heights.
#[derive(Debug)]
pub(crate) struct Dense {
    moves: Moves,
    width: usize,
    /// The greatest common divisor of the piece sizes.
    divisor: usize,
    states: usize,
    /// Bits of choice per cell, at most.
    bits_per_cell: f64,
}

impl Dense {
    /// The engine for boards of `width` columns, or why there is none.
    pub fn new(pieces: &PieceSet, width: usize) -> Result<Self, String> {
        if pieces.is_limited() {
            return Err("column heights do not tell how many copies have been used".to_owned());
        }
        let moves = Moves::new(pieces)?;
        let divisor = pieces.iter().fold(0, |gcd, p| p.size().gcd(&gcd));
        let states = Layout::size(&moves, width, divisor).ok_or_else(|| {
            format!("{} heights in each of {width} columns are too many states", moves.base)
        })?;
        let orientations: usize = pieces.iter().map(|p| p.orientations.len()).sum();
        let smallest = pieces.iter().map(Piece::size).min().unwrap_or(1);
        let bits_per_cell = (orientations as f64).log2() / smallest as f64;
        Ok(Dense { moves, width, divisor, states, bits_per_cell })
    }

    /// States in the array.
    pub fn states(&self) -> u64 {
        self.states as u64
    }

    /// Bytes of the array.
    pub fn bytes(&self) -> u64 {
        self.states().saturating_mul(8)
    }

    /// Additions of one pass over `rows` rows, about.
    pub fn additions(&self, rows: u64) -> f64 {
        self.moves.density * self.states as f64 * self.width as f64 * rows as f64
    }

    /// What an addition takes, about: more where the array outgrows the last cache.
    pub fn seconds_per_addition(&self) -> f64 {
        if self.states < 1 << 22 { 0.35e-9 } else { 0.7e-9 }
    }

    /// The tables of a pass, if the array fits into memory.
    fn layout(&self, control: &Control) -> Result<Layout, Stopped> {
        control.reserve(self.bytes(), format!("an array of {} counts", self.states))?;
        Ok(Layout::new(&self.moves, self.width, self.divisor))
    }

    /// The numbers of tilings of 0, 1, ..., `rows` rows.
    ///
    /// # Errors
    /// When `control` says stop, or the array outgrows its memory.
    pub fn terms(&self, rows: u64, control: &Control) -> Result<Vec<Count>, Stopped> {
        self.terms_from(0, rows, control)
    }

    /// The number of tilings of `rows` rows.
    ///
    /// # Errors
    /// As [`Dense::terms`].
    pub fn last(&self, rows: u64, control: &Control) -> Result<Count, Stopped> {
        Ok(self.terms_from(rows, rows, control)?.pop().unwrap_or_default())
    }

    /// The number of tilings of `rows` rows modulo `m`, which is below 2^63.
    ///
    /// # Errors
    /// As [`Dense::terms`].
    pub fn last_modulo(&self, rows: u64, m: u64, control: &Control) -> Result<u64, Stopped> {
        Ok(self.terms_modulo(rows, m, control)?.pop().unwrap_or_default())
    }

    /// The numbers of tilings of `from`, ..., `rows` rows.
    fn terms_from(&self, from: u64, rows: u64, control: &Control) -> Result<Vec<Count>, Stopped> {
        let from = from as usize;
        let layout = &self.layout(control)?;
        let intervals = self.intervals(layout, rows, control)?.split_off(from);
        let widest = intervals.iter().map(|i| &i.high - &i.low).max().unwrap_or_default();
        let mut residues: Vec<Residues> = Vec::new();
        for value in collect(layout, rows, Word, control)?.split_off(from) {
            residues.push(Residues::modulo_word(value));
        }
        let mut primes = primes();
        let mut product: BigUint = BigUint::one() << 64;
        loop {
            let enough = product > widest;
            let Some(p) = primes.next() else { break };
            let values = collect(layout, rows, Prime(p), control)?.split_off(from);
            if enough {
                let found = residues.iter().zip(&intervals).map(|(r, i)| i.only(r));
                let found: Vec<Count> = found.collect();
                let agrees = found.iter().zip(&values).all(|(n, v)| n % p == BigUint::from(*v));
                let inside = found.iter().zip(&intervals).all(|(n, i)| *n <= i.high);
                if agrees && inside {
                    return Ok(found);
                }
                // Cannot happen while interval and passes are right; a wrong count must not be told all the same.
                return Err(Stopped::TooLarge("the spare prime contradicts the count".to_owned()));
            }
            for (r, v) in residues.iter_mut().zip(values) {
                r.learn(v, p);
            }
            product *= p;
        }
        Err(Stopped::TooLarge("no primes are left".to_owned()))
    }

    /// The numbers of tilings of 0, 1, ..., `rows` rows modulo `m`, which is below 2^63.
    ///
    /// # Errors
    /// As [`Dense::terms`].
    pub fn terms_modulo(&self, rows: u64, m: u64, control: &Control) -> Result<Vec<u64>, Stopped> {
        let values = collect(&self.layout(control)?, rows, Prime(m), control)?;
        Ok(values.into_iter().map(|v| v % m).collect())
    }

    /// For every number of rows, numbers that the count lies between.
    fn intervals(&self, layout: &Layout, rows: u64, control: &Control) -> Result<Vec<Interval>, Stopped> {
        let cells = |n: u64| n * self.width as u64;
        // Every addition along the way of a term rounds once. A value takes part in fewer additions per cell than
        // there are composite moves into its row, which the tables bound.
        let roundings_per_cell = layout.most_additions() as u64;
        let mut intervals = Vec::new();
        pass(layout, rows, Float, control, |value: f64| {
            let roundings = (cells(intervals.len() as u64) + 1) * roundings_per_cell;
            let interval = Interval::around(value, roundings);
            let finite = interval.is_some();
            intervals.extend(interval);
            finite
        })?;
        // Beyond the range of floating point: no tiling has more choices than orientations for every piece.
        for n in intervals.len() as u64..=rows {
            let bits = cells(n) as f64 * self.bits_per_cell;
            let high = BigUint::one() << (bits.ceil() as u64 + 1);
            intervals.push(Interval { low: Count::zero(), high });
        }
        Ok(intervals)
    }
}

/// The terms of one pass.
fn collect<A: Arithmetic>(
    layout: &Layout,
    rows: u64,
    arithmetic: A,
    control: &Control,
) -> Result<Vec<A::Value>, Stopped> {
    let mut terms = Vec::new();
    pass(layout, rows, arithmetic, control, |value| {
        terms.push(value);
        true
    })?;
    Ok(terms)
}

/// A count lies in `low..=high`.
struct Interval {
    low: Count,
    high: Count,
}

impl Interval {
    /// Around a sum of positive terms computed with at most so many roundings on the way of each; nothing when the
    /// sum is beyond the range of floating point.
    fn around(value: f64, roundings: u64) -> Option<Self> {
        if !value.is_finite() || value > 1e300 {
            return None;
        }
        let (mantissa, exponent) = (value.to_bits() & ((1 << 52) - 1), (value.to_bits() >> 52) as i64);
        let exact = if exponent == 0 {
            Count::zero()
        } else {
            let mantissa = BigUint::from(mantissa | 1 << 52);
            let shift = exponent - 1075;
            if shift >= 0 { mantissa << shift } else { mantissa >> -shift }
        };
        // (1 + 2^-53)^roundings - 1 < roundings * 2^-52 while that is small.
        let slack = ((&exact * BigUint::from(roundings)) >> 52_u32) + 2_u32;
        let low = if exact > slack { &exact - &slack } else { Count::zero() };
        Some(Interval { low, high: exact + slack })
    }

    /// The only number of the interval, if any, that leaves these residues.
    fn only(&self, residues: &Residues) -> Count {
        let (value, product) = (residues.value(), residues.product());
        let low = &self.low % product;
        // The smallest number from `low` on that is congruent to the value.
        let ahead = (value + product - low) % product;
        &self.low + ahead
    }
}
