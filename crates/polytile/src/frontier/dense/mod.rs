//! The dense executor: one array over all column heights, worked on in place.
//!
//! In: a full rectangle and pieces whose boundaries are column heights ([`moves`] finds out). Out: the number of
//! tilings for every number of rows. Nothing is looked up, sorted or allocated on the way: a cell of the board adds
//! some rows of the array to others ([`layout`] says which), in blocks that stay in the cache ([`pass`]).
//!
//! One pass counts in one arithmetic. The first is floating point: all terms are positive and the number of roundings
//! is known, so it gives a proven interval for every count. Then passes modulo 2^64 and modulo primes below 2^62
//! follow until their product exceeds the width of the interval, and one more prime, which must agree. So no count can
//! wrap around unseen, and hardly a pass is wasted on bits that do not exist.
//!
//! A single board whose pieces look the same from below is counted from its halves ([`halves`]). What its passes find, and the arrays
//! of the pass under way, can be kept in a directory (`kept`).
//!
//! Cost: for trominoes, 0.42 additions per state and cell and pass; 3^(columns-1) states.

mod growth;
mod halves;
mod keeper;
#[cfg(feature = "files")]
pub(crate) mod kept;
mod layout;
mod moves;
mod pass;
mod weights;

use crate::number::prime::primes;
use crate::number::{Count, Residues};
use crate::pieces::{Piece, PieceSet};
use crate::run::{Control, Progress, Stopped};
use halves::{Facing, Halves};
use keeper::{Forgetful, Keeper, passed, through};
use layout::Layout;
use moves::Moves;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use pass::{Arithmetic, Float, Modulo, pass};

/// Half a bit for each cell is about what trominoes and dominoes give, and a pass is good for 62.
const PASSES_PER_CELL: f64 = 0.55 / 62.0;
/// Passes over a whole board that are made in any case: the first, one for what the bound leaves open, and one that confirms.
const PASSES: f64 = 3.0;

/// Weights of more residues are not kept together: adding one takes as many steps as there are pairs of earlier ones, which is
/// nothing compared with large arrays, but more than the passes over the small arrays of high boards.
const MOST_RESIDUES: usize = 16;
/// Seconds: what takes less as a whole is not looked at by halves, since that takes some milliseconds itself.
const QUICK: f64 = 0.04;

// Words for the ways to count a single board.
const WHOLE: &str = "whole";
const IN_TURN: &str = "in turn";
const TOGETHER: &str = "together";

/// Boards of a fixed number of columns, tiled by pieces whose boundaries are column heights.
#[derive(Debug)]
pub(crate) struct Dense {
    moves: Moves,
    width: usize,
    /// The greatest common divisor of the piece sizes.
    divisor: usize,
    states: usize,
    /// How the pieces look from below, if that helps.
    facing: Option<Facing>,
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
        Ok(Dense { moves, width, divisor, states, facing: Facing::of(pieces), bits_per_cell })
    }

    /// States in the array.
    pub fn states(&self) -> u64 {
        self.states as u64
    }

    /// Bytes of the array.
    pub fn bytes(&self) -> u64 {
        self.states().saturating_mul(8)
    }

    /// About how many additions one pass over `rows` rows makes.
    pub fn additions(&self, rows: u64) -> f64 {
        self.moves.density * self.states as f64 * self.width as f64 * rows as f64
    }

    /// About how many passes over `rows` rows it takes, modulo a number or not.
    pub fn passes(&self, rows: u64, modulo: bool) -> f64 {
        let cells = self.width as f64 * rows as f64;
        if modulo { 1.0 } else { PASSES + (PASSES_PER_CELL * cells).floor() }
    }

    /// About how long an addition takes: longer where the array outgrows the last cache.
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
        self.reserve_terms(rows, (rows as f64 + 1.0) * self.bytes_per_term(rows), control)?;
        let layout = &self.layout(control)?;
        let mut terms: Vec<Term> = self.intervals(layout, rows, control)?;
        Term::learn_all(&mut terms, |modulo| collect(layout, rows, modulo, control))?;
        Ok(terms.into_iter().filter_map(|term| term.found).collect())
    }

    /// How to count the tilings of `rows` rows, modulo a number or not, within `budget` bytes.
    pub fn single(&self, rows: u64, modulo: bool, budget: u64) -> Single<'_> {
        let whole = Single { dense: self, rows, way: Way::Whole };
        if whole.additions(modulo) * self.seconds_per_addition() < QUICK {
            return whole;
        }
        if let Some(halves) = Halves::new(self, rows) {
            let residues = halves.residues();
            if !modulo && residues <= MOST_RESIDUES && halves.bytes(residues) <= budget {
                return Single { dense: self, rows, way: Way::Together(halves) };
            }
            if halves.bytes(1) <= budget {
                return Single { dense: self, rows, way: Way::InTurn(halves) };
            }
        }
        whole
    }

    /// The number of tilings of `rows` rows, in passes over all of them.
    fn count_whole<K: Keeper>(
        &self,
        rows: u64,
        keeper: &mut K,
        control: &Control,
    ) -> Result<Count, K::Error> {
        self.reserve_terms(rows, self.bytes_per_term(rows), control)?;
        let layout = &self.layout(control)?;
        let value = self.clean_after(rows, layout, Float, keeper, control)?;
        let interval = Interval::around(value, self.roundings(layout, rows));
        let mut terms = [Term::new(interval.unwrap_or_else(|| self.any(rows)))];
        Term::learn_all(&mut terms, |modulo| {
            Ok::<_, K::Error>(vec![self.clean_after(rows, layout, modulo, keeper, control)?])
        })?;
        let [term] = terms;
        Ok(term.found.unwrap_or_default())
    }

    /// What one pass over `rows` rows finds.
    fn clean_after<A: Arithmetic, K: Keeper>(
        &self,
        rows: u64,
        layout: &Layout,
        arithmetic: A,
        keeper: &mut K,
        control: &Control,
    ) -> Result<A::Value, K::Error> {
        let progress = |done| Progress::Levels { done, total: rows, states: self.states() };
        through(keeper, arithmetic, |keeper| {
            Ok(passed(layout, rows, arithmetic, keeper, progress, control)?.clean())
        })
    }

    /// At most how many additions there are on the way of the count of `rows` rows, each of which rounds once. A value takes part in
    /// fewer of them per cell than there are composite moves into its row, which the tables bound.
    fn roundings(&self, layout: &Layout, rows: u64) -> u64 {
        (rows * self.width as u64 + 1) * layout.row.most_additions() as u64
    }

    /// The way with this word, if there is one, to count the tilings of `rows` rows.
    pub fn single_by(&self, rows: u64, word: &str) -> Option<Single<'_>> {
        let way = match word {
            WHOLE => Way::Whole,
            IN_TURN => Way::InTurn(Halves::new(self, rows)?),
            TOGETHER => Way::Together(Halves::new(self, rows)?),
            _ => return None,
        };
        Some(Single { dense: self, rows, way })
    }

    /// The most bits that a count of `rows` rows can have: no tiling has more choices for a piece than it has orientations.
    fn bits(&self, rows: u64) -> f64 {
        rows as f64 * self.width as f64 * self.bits_per_cell + 1.0
    }

    /// The interval of all that a count of `rows` rows can be.
    fn any(&self, rows: u64) -> Interval {
        let high = BigUint::one() << (self.bits(rows).ceil() as u64 + 1);
        Interval { low: Count::zero(), high }
    }

    /// Bytes of a term of `rows` rows: interval, residues and product, and the term itself.
    fn bytes_per_term(&self, rows: u64) -> f64 {
        4.0 * self.bits(rows) / 8.0 + 200.0
    }

    /// Reserves the memory of the terms in addition to that of the array.
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
        let values = collect(&self.layout(control)?, rows, Modulo::Below(m), control)?;
        Ok(values.into_iter().map(|v| v % m).collect())
    }

    /// For every number of rows, numbers that the count lies between.
    fn intervals(&self, layout: &Layout, rows: u64, control: &Control) -> Result<Vec<Term>, Stopped> {
        let mut row = 0;
        let mut terms = Vec::new();
        pass(layout, rows, Float, control, |value: f64| {
            let interval = Interval::around(value, self.roundings(layout, row));
            let finite = interval.is_some();
            terms.extend(interval.map(Term::new));
            row += 1;
            finite
        })?;
        // Beyond the range of floating point.
        for n in terms.len() as u64..=rows {
            terms.push(Term::new(self.any(n)));
        }
        Ok(terms)
    }
}

/// A board of a fixed number of rows, and how its tilings are to be counted.
#[derive(Debug)]
pub(crate) struct Single<'d> {
    dense: &'d Dense,
    rows: u64,
    way: Way<'d>,
}

#[derive(Debug)]
enum Way<'d> {
    /// All rows, in passes.
    Whole,
    /// From halves, modulo one number after the other.
    InTurn(Halves<'d>),
    /// From halves whose weights are known exactly.
    Together(Halves<'d>),
}

impl Single<'_> {
    /// Bytes of the arrays.
    pub fn bytes(&self) -> u64 {
        match &self.way {
            Way::Whole => self.dense.bytes(),
            Way::InTurn(halves) => halves.bytes(1),
            Way::Together(halves) => halves.bytes(halves.residues()),
        }
    }

    /// About how many additions there are in all, modulo a number or not.
    pub fn additions(&self, modulo: bool) -> f64 {
        let Single { dense, rows, way } = self;
        let passes = dense.passes(*rows, modulo);
        match way {
            Way::Whole => passes * dense.additions(*rows),
            Way::InTurn(halves) => passes * dense.additions(halves.scanned()),
            Way::Together(halves) => halves.passes() * dense.additions(1),
        }
    }

    /// The word for the way.
    pub fn word(&self) -> &'static str {
        match self.way {
            Way::Whole => WHOLE,
            Way::InTurn(_) => IN_TURN,
            Way::Together(_) => TOGETHER,
        }
    }

    /// A remark about the way, for the plan.
    pub fn remark(&self) -> Option<&'static str> {
        match self.way {
            Way::Whole => None,
            Way::InTurn(_) => Some("in halves, with a pass for every modulus"),
            Way::Together(_) => Some("in halves"),
        }
    }

    /// The number of tilings.
    ///
    /// # Errors
    /// When `control` says stop, or the arrays outgrow their memory.
    pub fn count(&self, control: &Control) -> Result<Count, Stopped> {
        self.count_by(&mut Forgetful, control)
    }

    fn count_by<K: Keeper>(&self, keeper: &mut K, control: &Control) -> Result<Count, K::Error> {
        match &self.way {
            Way::Whole => self.dense.count_whole(self.rows, keeper, control),
            Way::InTurn(halves) => halves.count_in_turn(keeper, control),
            Way::Together(halves) => match halves.count(keeper, control) {
                // More residues than were expected may not fit.
                Err(e)
                    if matches!(K::stopped(&e), Some(Stopped::OutOfMemory { .. })) && !keeper.goes_on() =>
                {
                    keeper.anew(IN_TURN)?;
                    halves.count_in_turn(keeper, control)
                }
                counted => counted,
            },
        }
    }

    /// The number of tilings modulo `m`, which is below 2^63.
    ///
    /// # Errors
    /// As [`Single::count`].
    pub fn count_modulo(&self, m: u64, control: &Control) -> Result<u64, Stopped> {
        self.count_modulo_by(m, &mut Forgetful, control)
    }

    fn count_modulo_by<K: Keeper>(&self, m: u64, keeper: &mut K, control: &Control) -> Result<u64, K::Error> {
        match &self.way {
            Way::Whole => {
                let layout = self.dense.layout(control)?;
                Ok(self.dense.clean_after(self.rows, &layout, Modulo::Below(m), keeper, control)? % m)
            }
            Way::InTurn(halves) | Way::Together(halves) => halves.count_modulo(m, keeper, control),
        }
    }
}

/// The values of one pass after 0, ..., `rows` rows.
fn collect<A: Arithmetic>(
    layout: &Layout,
    rows: u64,
    arithmetic: A,
    control: &Control,
) -> Result<Vec<A::Value>, Stopped> {
    let mut values = Vec::new();
    pass(layout, rows, arithmetic, control, |value| {
        values.push(value);
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

    /// Learns the residues of all terms, until they are found.
    fn learn_all<E: From<Stopped>>(
        terms: &mut [Self],
        mut residues: impl FnMut(Modulo) -> Result<Vec<u64>, E>,
    ) -> Result<(), E> {
        for (term, word) in terms.iter_mut().zip(residues(Modulo::Word)?) {
            term.residues = Residues::modulo_word(word);
        }
        for p in primes() {
            if terms.iter().all(|term| term.found.is_some()) {
                break;
            }
            for (term, value) in terms.iter_mut().zip(residues(Modulo::Below(p))?) {
                term.learn(value, p)?;
            }
        }
        Ok(())
    }

    /// Learns the residue modulo one more prime. If the others leave only one number in the interval, this prime is the
    /// spare one, and must agree.
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
            // Cannot happen while interval and passes are right; even so, a wrong count must not be given out.
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
    /// The interval around a sum of positive terms computed with at most `roundings` roundings on the way of each;
    /// `None` when the sum is beyond the range of floating point.
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
