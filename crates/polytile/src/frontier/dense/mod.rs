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

use crate::number::prime::primes;
use crate::number::{Count, Residues};
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
        // Interval, residues and product for each term, and the term itself.
        let bytes = 4.0 * self.bits(rows) / 8.0 + 200.0;
        self.reserve_terms(rows, ((rows - from) as f64 + 1.0) * bytes, control)?;
        let layout = &self.layout(control)?;
        let mut terms: Vec<Term> = self.intervals(layout, from, rows, control)?;
        let words = collect(layout, from, rows, Word, control)?;
        for (term, word) in terms.iter_mut().zip(words) {
            term.residues = Residues::modulo_word(word);
        }
        for p in primes() {
            if terms.iter().all(|term| term.found.is_some()) {
                break;
            }
            let values = collect(layout, from, rows, Prime(p), control)?;
            for (term, value) in terms.iter_mut().zip(values) {
                term.learn(value, p)?;
            }
        }
        Ok(terms.into_iter().filter_map(|term| term.found).collect())
    }

    /// Bits that a count of `rows` rows can have, at most: no tiling has more choices than orientations for each piece.
    fn bits(&self, rows: u64) -> f64 {
        rows as f64 * self.width as f64 * self.bits_per_cell + 1.0
    }

    /// Asks for the memory of the terms beside that of the array.
    fn reserve_terms(&self, rows: u64, bytes: f64, control: &Control) -> Result<(), Stopped> {
        let needed = self.bytes().saturating_add(bytes as u64);
        control.reserve(
            needed,
            format!("an array of {} counts, and the counts of up to {rows} rows,", self.states),
        )
    }

    /// The numbers of tilings of 0, 1, ..., `rows` rows modulo `m`, which is below 2^63.
    ///
    /// # Errors
    /// As [`Dense::terms`].
    pub fn terms_modulo(&self, rows: u64, m: u64, control: &Control) -> Result<Vec<u64>, Stopped> {
        self.reserve_terms(rows, 16.0 * rows as f64, control)?;
        let values = collect(&self.layout(control)?, 0, rows, Prime(m), control)?;
        Ok(values.into_iter().map(|v| v % m).collect())
    }

    /// For every number of rows, numbers that the count lies between.
    fn intervals(
        &self,
        layout: &Layout,
        from: u64,
        rows: u64,
        control: &Control,
    ) -> Result<Vec<Term>, Stopped> {
        // Every addition along the way of a term rounds once. A value takes part in fewer additions per cell than
        // there are composite moves into its row, which the tables bound.
        let roundings_per_cell = layout.most_additions() as u64;
        let mut row = 0;
        let mut terms = Vec::new();
        pass(layout, rows, Float, control, |value: f64| {
            let interval = Interval::around(value, (row * self.width as u64 + 1) * roundings_per_cell);
            let finite = interval.is_some();
            if row >= from {
                terms.extend(interval.map(Term::new));
            }
            row += 1;
            finite
        })?;
        // Beyond the range of floating point.
        for n in from + terms.len() as u64..=rows {
            let high = BigUint::one() << (self.bits(n).ceil() as u64 + 1);
            terms.push(Term::new(Interval { low: Count::zero(), high }));
        }
        Ok(terms)
    }
}

/// The values of one pass after `from`, ..., `rows` rows.
fn collect<A: Arithmetic>(
    layout: &Layout,
    from: u64,
    rows: u64,
    arithmetic: A,
    control: &Control,
) -> Result<Vec<A::Value>, Stopped> {
    let mut values = Vec::new();
    let mut row = 0;
    pass(layout, rows, arithmetic, control, |value| {
        if row >= from {
            values.push(value);
        }
        row += 1;
        true
    })?;
    Ok(values)
}

/// What is known of one count.
struct Term {
    interval: Interval,
    residues: Residues,
    found: Option<Count>,
}

impl Term {
    fn new(interval: Interval) -> Self {
        Term { interval, residues: Residues::default(), found: None }
    }

    /// Learns the residue modulo one more prime. If the others leave only one number in the interval, this prime is the
    /// spare one: it must agree.
    fn learn(&mut self, residue: u64, p: u64) -> Result<(), Stopped> {
        if self.found.is_some() {
            return Ok(());
        }
        if *self.residues.product() <= &self.interval.high - &self.interval.low {
            self.residues.learn(residue, p);
            return Ok(());
        }
        let count = self.interval.only(&self.residues);
        if count > self.interval.high || &count % p != BigUint::from(residue) {
            // Cannot happen while interval and passes are right; a wrong count must not be told all the same.
            return Err(Stopped::TooLarge("the spare prime contradicts the count".to_owned()));
        }
        self.found = Some(count);
        Ok(())
    }
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
