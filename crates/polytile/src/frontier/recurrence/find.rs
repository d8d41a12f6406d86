//! Finding a recurrence from its terms modulo primes, and proving it.
//!
//! **Search.**  Modulo one prime, the number of terms is doubled until the shortest recurrence of
//! Berlekamp and Massey has survived a good margin.  Its P and Q are lifted to the integers by the
//! Chinese remainders of further primes, until two more of them change nothing.  So far this is a
//! candidate only; none of its steps matters for the proof.
//!
//! **Proof.**  Let A be the true generating function, P/Q the candidate, L the larger of deg Q and
//! deg P + 1, and R = QA - P.
//!
//! 1. A transfer matrix with S states gives A = P'/Q' with deg P' < S and deg Q' <= S (Cayley and
//!    Hamilton).  Hence RQ' = QP' - PQ' is a polynomial of degree below S + L.  If the coefficients
//!    R(0), ..., R(S+L-1) vanish, so does this polynomial, so R = 0 and A = P/Q for ever.
//! 2. R(n) = Q(0)a(n) + Q(1)a(n-1) + ... - P(n) is an integer, and given |a(n)| <= 2^(b(n+1)) its size
//!    is bounded by the known coefficients.  If it vanishes modulo distinct primes whose product
//!    exceeds this bound, it is zero.
//!
//! So S + L terms modulo about b(S + L)/61 primes prove the recurrence over the integers.

use super::Recurrence;
use super::modular::{Fraction, berlekamp_massey, residue};
use crate::number::prime::{inverse, multiply, primes};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::fmt;
use thiserror::Error;

/// Terms of the first attempt, where terms cost nothing to speak of.
const FIRST_TERMS: usize = 64;

/// Primes that must confirm a lifted candidate without changing it.
const CONFIRMATIONS: usize = 2;

/// Fresh starts before the terms are called inconsistent: doubling never needs as many, and a prime that
/// hides part of the recurrence occurs once in billions.
const ATTEMPTS: usize = 64;

/// What is known about the sequence, and how much may be spent on it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Search {
    /// The dimension S of a transfer matrix M over the integers with a(n) = u M^n v for all n >= 0.
    pub states: Option<u64>,
    /// A number b, rounded up, such that |a(n)| <= 2^(b(n+1)) for all n.  Covering the first empty
    /// cell in one of k ways, each with at least c cells, gives b = width * log2(k) / c.
    pub growth_bits: Option<f64>,
    /// The terms to begin with.
    pub first_terms: usize,
    /// The most terms to ask for modulo one prime.
    pub max_terms: usize,
    /// The most terms to ask for in a proof, over all of its primes.
    pub max_proof_terms: u64,
}

impl Default for Search {
    /// Nothing known; up to 10 000 terms, and 10 million for a proof.
    fn default() -> Self {
        Self {
            states: None,
            growth_bits: None,
            first_terms: FIRST_TERMS,
            max_terms: 10_000,
            max_proof_terms: 10_000_000,
        }
    }
}

/// Why a recurrence is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// A theorem, given the number of states and the bound on the growth: the recurrence holds over
    /// the integers, for all n.
    Proved {
        /// Dimension of the transfer matrix.
        states: u64,
        /// Terms looked at modulo every prime: `states` + the complexity of the recurrence.
        terms: usize,
        /// Primes whose product exceeds any possible deviation.
        primes: usize,
    },
    /// No proof: the recurrence agrees with this many terms modulo this many primes.
    Checked {
        /// Terms looked at modulo every prime.
        terms: usize,
        /// Primes used, near 2^62 each.
        primes: usize,
        /// Dimension of the transfer matrix, where known.
        states: Option<u64>,
    },
}

impl Evidence {
    /// Whether the recurrence is proved for all n.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        matches!(self, Self::Proved { .. })
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |n: usize| if n == 1 { "" } else { "s" };
        match self {
            Self::Proved { states, terms, primes } => {
                let s = many(*primes);
                write!(f, "proved by {terms} terms modulo {primes} prime{s}, given {states} states")
            }
            Self::Checked { terms, primes, .. } => {
                let s = many(*primes);
                write!(f, "checked, not proved, on {terms} terms modulo {primes} prime{s}")
            }
        }
    }
}

/// Why no recurrence was returned.
#[derive(Debug, PartialEq, Eq, Error)]
pub(crate) enum FindError<E> {
    /// The supplier of terms failed.
    #[error("the terms of the sequence could not be computed")]
    Terms(#[source] E),
    /// The supplier of terms returned too few.
    #[error("{asked} terms were asked for, but only {got} supplied")]
    TooFewTerms {
        /// Terms asked for.
        asked: usize,
        /// Terms received.
        got: usize,
    },
    /// Any recurrence needs more terms than are allowed.
    #[error("{terms} terms do not settle a recurrence; it has complexity {complexity_at_least} or more")]
    NotFound {
        /// Terms looked at.
        terms: usize,
        /// No recurrence has a smaller value of max(deg Q, deg P + 1).
        complexity_at_least: usize,
    },
    /// The residues do not belong to one integer sequence within the stated bounds.
    #[error("the terms modulo different primes contradict each other or the number of states")]
    Inconsistent,
}

/// Finds the shortest linear recurrence of an integer sequence, and proves it where
/// [`Search::states`] and [`Search::growth_bits`] are given and the limits allow.
///
/// `terms_modulo(p, count)` supplies a(0), ..., a(count - 1) modulo the prime p < 2^62.  If L is the
/// complexity, the larger of deg Q and deg P + 1, it is asked for about 2.25 L to 4.5 L terms (at
/// least `first_terms`, fewer if the number of states allows) modulo as many primes as the coefficients need,
/// and for a proof for `states` + L terms modulo about `growth_bits` * (`states` + L) / 61 primes.
/// On top of that, O(L^2) operations per prime.
///
/// # Errors
///
/// [`FindError::Terms`] and [`FindError::TooFewTerms`] when the supplier fails,
/// [`FindError::NotFound`] when `max_terms` terms are not enough, [`FindError::Inconsistent`] when
/// there is no such integer sequence.
pub(crate) fn find<E>(
    terms_modulo: impl FnMut(u64, usize) -> Result<Vec<u64>, E>,
    search: &Search,
) -> Result<(Recurrence, Evidence), FindError<E>> {
    let mut finder = Finder { terms_modulo, search };
    let mut fresh = primes();
    let mut least = search.first_terms.max(1);
    for _ in 0..ATTEMPTS {
        let Some(candidate) = finder.candidate(&mut fresh, least)? else {
            continue;
        };
        match finder.examine(&candidate)? {
            Ok(evidence) => return Ok((candidate.recurrence, evidence)),
            Err(index) => least = candidate.terms.saturating_mul(2).max(index + 1),
        }
    }
    Err(FindError::Inconsistent)
}

/// A recurrence that agrees with `terms` terms modulo `primes` primes.
struct Conjecture {
    recurrence: Recurrence,
    terms: usize,
    primes: usize,
}

struct Finder<'a, F> {
    terms_modulo: F,
    search: &'a Search,
}

impl<E, F: FnMut(u64, usize) -> Result<Vec<u64>, E>> Finder<'_, F> {
    fn fetch(&mut self, p: u64, count: usize) -> Result<Vec<u64>, FindError<E>> {
        let mut terms = (self.terms_modulo)(p, count).map_err(FindError::Terms)?;
        if terms.len() < count {
            return Err(FindError::TooFewTerms { asked: count, got: terms.len() });
        }
        terms.truncate(count);
        for term in &mut terms {
            *term %= p;
        }
        Ok(terms)
    }

    /// The number of states plus `complexity`, where that many terms are allowed.
    fn decisive(&self, complexity: usize) -> Option<usize> {
        let states = usize::try_from(self.search.states?).ok()?;
        let terms = states.checked_add(complexity)?;
        (terms <= self.search.max_terms).then_some(terms)
    }

    /// Doubles the number of terms, from `least` on, until the complexity modulo p is stable;
    /// returns this number and the fraction.
    fn stable(&mut self, p: u64, least: usize) -> Result<(usize, Fraction), FindError<E>> {
        let limit = self.search.max_terms;
        let mut count = least.min(limit);
        loop {
            let terms = self.fetch(p, count)?;
            let fraction = berlekamp_massey(&terms, p);
            let complexity = fraction.complexity();
            let bound = self.search.states;
            if bound.is_some_and(|states| u64::try_from(complexity).is_ok_and(|c| c > states)) {
                return Err(FindError::Inconsistent);
            }
            let margin = 2 * complexity + (complexity / 4).max(16);
            // From `decisive` terms on, a change would lift the complexity above the states.
            if count >= margin || self.decisive(complexity).is_some_and(|d| count >= d) {
                return Ok((count, fraction));
            }
            if count == limit {
                return Err(FindError::NotFound { terms: count, complexity_at_least: complexity });
            }
            count = count.saturating_mul(2).min(limit);
        }
    }

    /// A recurrence that fits at least `least` terms; `None` when the primes disagree.
    fn candidate(
        &mut self,
        fresh: &mut impl Iterator<Item = u64>,
        least: usize,
    ) -> Result<Option<Conjecture>, FindError<E>> {
        let Some(first) = fresh.next() else {
            return Ok(None);
        };
        let (terms, fraction) = self.stable(first, least)?;
        let complexity = fraction.complexity();
        let mut lift = Lift::new(first, &fraction);
        let mut unchanged = 0;
        // No integer sequence that grows by less than 240 bits per row needs more primes.
        let enough = terms.saturating_mul(2).saturating_add(64);
        for (primes, p) in (2..=enough).zip(fresh) {
            let fraction = berlekamp_massey(&self.fetch(p, terms)?, p);
            if fraction.complexity() != complexity {
                return Ok(None);
            }
            unchanged = if lift.add(p, &fraction) { 0 } else { unchanged + 1 };
            if unchanged == CONFIRMATIONS {
                let recurrence = Recurrence::new(lift.p, lift.q);
                return Ok(recurrence.map(|recurrence| Conjecture { recurrence, terms, primes }));
            }
        }
        Err(FindError::Inconsistent)
    }

    /// The best evidence within the limits, or the index of a term that refutes the candidate.
    fn examine(&mut self, candidate: &Conjecture) -> Result<Result<Evidence, usize>, FindError<E>> {
        let recurrence = &candidate.recurrence;
        let states = self.search.states;
        let checked = |terms, primes| Evidence::Checked { terms, primes, states };
        let known = checked(candidate.terms, candidate.primes);
        let decisive = self.decisive(recurrence.first_index());
        let (Some(states), Some(terms)) = (states, decisive) else {
            return Ok(Ok(known));
        };
        let affordable = |primes: &usize| {
            let total = primes.checked_mul(terms).map(u64::try_from);
            matches!(total, Some(Ok(total)) if total <= self.search.max_proof_terms)
        };
        let bits = self.search.growth_bits;
        let needed = bits.and_then(|bits| primes_needed(recurrence, terms, bits));
        let (evidence, count) = match needed.filter(affordable) {
            Some(primes) => {
                let proved = Evidence::Proved { states, terms, primes };
                (proved, primes)
            }
            // Modulo each of these primes, the recurrence then holds for ever.
            None if terms > candidate.terms => (checked(terms, CONFIRMATIONS), CONFIRMATIONS),
            None => return Ok(Ok(known)),
        };
        for p in primes().take(count) {
            let fraction = Fraction::reduce(recurrence, p);
            if let Some(index) = fraction.first_deviation(&self.fetch(p, terms)?, p) {
                return Ok(Err(index));
            }
        }
        Ok(Ok(evidence))
    }
}

/// How many primes above 2^61 have a product larger than every |R(n)|, n < `terms`, given
/// |a(n)| <= 2^(`growth_bits` (n+1)); `None` when the bound makes no sense.
fn primes_needed(recurrence: &Recurrence, terms: usize, growth_bits: f64) -> Option<usize> {
    if !(0.0..1e6).contains(&growth_bits) {
        return None;
    }
    // |R(n)| is at most the sum of |Q(i)| 2^(b(n+1-i)) over i, plus |P(n)|; the largest n matters.
    // One more bit outweighs the rounding of the floating-point product.
    let of_term = |i: usize| (growth_bits * terms.saturating_sub(i) as f64).ceil() as u64 + 1;
    let denominator = recurrence.denominator().iter().enumerate();
    let products = denominator.map(|(i, q)| q.bits() + of_term(i));
    let largest = products.chain(recurrence.numerator().iter().map(BigInt::bits));
    let summands = recurrence.denominator().len() + 1;
    let bits = largest.max()? + u64::from(usize::BITS - summands.leading_zeros());
    usize::try_from(bits / 61 + 1).ok()
}

/// P and Q as integers of least absolute value modulo the product of the primes so far.
struct Lift {
    modulus: BigInt,
    p: Vec<BigInt>,
    q: Vec<BigInt>,
}

impl Lift {
    fn new(prime: u64, fraction: &Fraction) -> Self {
        let zeros = |row: &[u64]| vec![BigInt::zero(); row.len()];
        let mut lift = Self { modulus: BigInt::one(), p: zeros(&fraction.p), q: zeros(&fraction.q) };
        lift.add(prime, fraction);
        lift
    }

    /// Takes in the residues modulo one more prime, in O(bits) per coefficient; whether any integer
    /// changed.
    fn add(&mut self, prime: u64, fraction: &Fraction) -> bool {
        let unit = inverse(residue(&self.modulus, prime), prime);
        let integers = self.p.iter_mut().chain(&mut self.q);
        let mut changed = false;
        for (integer, &wanted) in integers.zip(fraction.p.iter().chain(&fraction.q)) {
            let missing = wanted + prime - residue(integer, prime);
            let steps = multiply(missing % prime, unit, prime);
            if steps != 0 {
                let negative = if steps > prime / 2 { prime } else { 0 };
                *integer += &self.modulus * (BigInt::from(steps) - negative);
                changed = true;
            }
        }
        self.modulus *= prime;
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;
    use std::collections::BTreeMap;
    use std::convert::Infallible;

    type Tile = Vec<(usize, usize)>; // (row, column), the first cell in (0, 0), columns mod 2^64

    const LEFT: usize = usize::MAX; // column -1

    fn dominoes() -> Vec<Tile> {
        vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]]
    }

    fn trominoes() -> Vec<Tile> {
        vec![
            vec![(0, 0), (0, 1), (0, 2)],
            vec![(0, 0), (1, 0), (2, 0)],
            vec![(0, 0), (0, 1), (1, 0)],
            vec![(0, 0), (0, 1), (1, 1)],
            vec![(0, 0), (1, 0), (1, 1)],
            vec![(0, 0), (1, 0), (1, LEFT)],
        ]
    }

    /// Counts tilings cell by cell, the state being the occupied cells ahead.
    fn tilings(tiles: &[Tile], width: usize, p: u64, count: usize) -> Vec<u64> {
        let mut states = BTreeMap::from([(0_u64, 1_u64)]);
        let mut result = Vec::new();
        for _ in 0..count {
            result.push(states.get(&0).copied().unwrap_or(0));
            for column in 0..width {
                let mut next = BTreeMap::new();
                for (&taken, &ways) in &states {
                    let mut lead_to = |state: u64| {
                        let total = next.entry(state >> 1).or_insert(0);
                        *total = (*total + ways) % p;
                    };
                    if taken & 1 == 1 {
                        lead_to(taken);
                        continue;
                    }
                    for tile in tiles {
                        let fits = |&(_, c): &(usize, usize)| column.wrapping_add(c) < width;
                        let bit = |&(r, c): &(usize, usize)| 1_u64 << (r * width).wrapping_add(c);
                        let cells = tile.iter().map(bit).sum::<u64>();
                        if tile.iter().all(fits) && taken & cells == 0 {
                            lead_to(taken | cells);
                        }
                    }
                }
                states = next;
            }
        }
        result
    }

    fn engine(tiles: Vec<Tile>, width: usize) -> impl Fn(u64, usize) -> Result<Vec<u64>, Infallible> {
        move |p, count| Ok(tilings(&tiles, width, p, count))
    }

    /// The terms of a known recurrence.
    fn replay(r: &Recurrence) -> impl Fn(u64, usize) -> Result<Vec<u64>, Infallible> + '_ {
        let exact: Vec<BigInt> = r.terms().take(600).collect();
        move |p, count| Ok(exact[..count].iter().map(|a| residue(a, p)).collect())
    }

    fn limited(max_terms: usize) -> Search {
        Search { max_terms, ..Search::default() }
    }

    fn known(states: u64, growth_bits: f64) -> Search {
        Search { states: Some(states), growth_bits: Some(growth_bits), ..Search::default() }
    }

    fn recurrence(numerator: &[i64], denominator: &[i64]) -> Recurrence {
        let big = |row: &[i64]| row.iter().copied().map(BigInt::from).collect();
        Recurrence::new(big(numerator), big(denominator)).unwrap()
    }

    #[test]
    fn trominoes_on_three_columns() {
        let terms = tilings(&trominoes(), 3, 1 << 40, 7);
        assert_eq!(terms, [1, 1, 3, 10, 23, 62, 170]);
        // 2^6 states between rows; six ways with three cells each cover the first empty cell.
        let search = known(64, 3.0 * 6_f64.log2() / 3.0);
        let (r, evidence) = find(engine(trominoes(), 3), &search).unwrap();
        assert_eq!(r.to_string(), "a(n) = a(n-1) + 2*a(n-2) + 6*a(n-3) + a(n-4) - a(n-6)");
        assert!(evidence.is_proof());
        let Evidence::Proved { states, terms, primes } = evidence else { panic!("{evidence}") };
        assert_eq!((states, terms), (64, 70));
        assert!((2..8).contains(&primes));
    }

    #[test]
    fn dominoes_on_eight_columns() {
        let (r, evidence) = find(engine(dominoes(), 8), &known(256, 4.0)).unwrap();
        assert_eq!((r.order(), r.transients()), (16, 0));
        assert!(evidence.is_proof());
        assert_eq!(r.nth(8, &Control::default()), Ok(BigInt::from(12_988_816)));
        let brief = Search { max_proof_terms: 1000, ..known(256, 4.0) };
        let (same, evidence) = find(engine(dominoes(), 8), &brief).unwrap();
        let states = Some(256);
        assert_eq!((&same, evidence), (&r, Evidence::Checked { terms: 272, primes: 2, states }));
    }

    #[test]
    fn zeros_between() {
        let (r, evidence) = find(engine(trominoes(), 2), &known(16, 2.0)).unwrap();
        assert!(evidence.is_proof());
        assert_eq!(r.terms().take(7).collect::<Vec<_>>(), [1, 0, 0, 3, 0, 0, 11].map(BigInt::from));
        assert!(r.coefficients().iter().zip(1..).all(|(c, i)| i % 3 == 0 || c.is_zero()));
    }

    #[test]
    fn special_sequences_are_found_and_proved() {
        for (numerator, denominator) in [
            (vec![], vec![1]),                           // 0, 0, 0, ...
            (vec![1], vec![1]),                          // 1, 0, 0, ...
            (vec![0, 0, 0, 7], vec![1]),                 // 0, 0, 0, 7, 0, ...
            (vec![1], vec![1, -1]),                      // 1, 1, 1, ...
            (vec![5, 2, -12, -6], vec![1, -1, -1]),      // 5, 7, 0, 1, 1, 2, 3, 5, 8, ...
            (vec![0, 0, 0, 0, 1], vec![1, 0, 0, 0, -6]), // zeros before and between
            (vec![6, 12], vec![1, -4, 4, 0, -8]),        // common factors
        ] {
            let r = recurrence(&numerator, &denominator);
            for states in [r.first_index(), r.first_index() + 1, 100] {
                let search = known(u64::try_from(states).unwrap(), 4.0);
                let (found, evidence) = find(replay(&r), &search).unwrap();
                assert_eq!((&found, evidence.is_proof()), (&r, true), "{evidence}");
            }
            let (found, evidence) = find(replay(&r), &limited(100)).unwrap();
            assert_eq!((&found, evidence.is_proof()), (&r, false));
        }
    }

    #[test]
    fn random_recurrences_return() {
        let mut state = 7_u64;
        let mut random = |bound: u64| {
            state = (state.wrapping_mul(6_364_136_223_846_793_005)).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        for _ in 0..100 {
            let lengths = (1 + random(12), random(12));
            let magnitude = 10_u32.pow(u32::try_from(random(9)).unwrap());
            let mut coefficient = || BigInt::from(random(41) * u64::from(magnitude)) - 20 * magnitude;
            let numerator: Vec<BigInt> = (0..lengths.0).map(|_| coefficient()).collect();
            let tail: Vec<BigInt> = (0..lengths.1).map(|_| coefficient()).collect();
            let denominator = std::iter::once(BigInt::one()).chain(tail).collect();
            let r = Recurrence::new(numerator, denominator).unwrap();
            let (found, evidence) = find(replay(&r), &known(30, 40.0)).unwrap();
            assert!(evidence.is_proof());
            assert!(found.first_index() <= r.first_index());
            assert!(found.terms().take(200).eq(r.terms().take(200)));
        }
    }

    #[test]
    fn coefficients_of_any_size_are_lifted() {
        let base = -BigInt::from(10).pow(300);
        let r = Recurrence::new(vec![base.clone()], vec![BigInt::one(), base]).unwrap();
        assert_eq!(find(replay(&r), &known(3, 1000.0)).unwrap().0, r);
    }

    #[test]
    fn a_late_start_is_noticed_by_the_proof() {
        let mut numerator = vec![0; 100];
        numerator[0] = 1;
        numerator[99] = 1;
        let r = recurrence(&numerator, &[1, -1]); // 1, 1, ..., 1, 2, 2, ...
        let (found, evidence) = find(replay(&r), &known(150, 1.0)).unwrap();
        assert_eq!((found, evidence.is_proof()), (r.clone(), true));
        let unlimited = Search { growth_bits: None, ..known(150, 1.0) };
        let (found, evidence) = find(replay(&r), &unlimited).unwrap();
        assert_eq!((found, evidence.is_proof()), (r, false));
    }

    #[test]
    fn failures_are_told_apart() {
        let r = recurrence(&[1], &[&[1], &[0; 39][..], &[-2]].concat());
        let error = find(replay(&r), &limited(70)).unwrap_err();
        let text = "70 terms do not settle a recurrence; it has complexity 40 or more";
        assert_eq!(error.to_string(), text);
        assert_eq!(find(replay(&r), &known(39, 1.0)).unwrap_err(), FindError::Inconsistent);
        let empty = find(|_, _| Ok::<_, Infallible>(vec![]), &limited(0)).unwrap_err();
        assert_eq!(empty, FindError::NotFound { terms: 0, complexity_at_least: 0 });
        let few = find(|_, _| Ok::<_, Infallible>(vec![1]), &limited(9)).unwrap_err();
        assert_eq!(few, FindError::TooFewTerms { asked: 9, got: 1 });
        assert_eq!(find(|_, _| Err("broken"), &limited(9)).unwrap_err(), FindError::Terms("broken"));
        // 1/2, 1/4, 1/8, ... is rational modulo every prime, but not a sequence of integers.
        let halves = |p: u64, count: usize| {
            let powers = std::iter::successors(Some(1), |&a| Some(multiply(a, p.div_ceil(2), p)));
            Ok::<_, Infallible>(powers.take(count).collect())
        };
        assert_eq!(find(halves, &limited(99)).unwrap_err(), FindError::Inconsistent);
        // Noise, different for every prime.
        let noise = |p: u64, count: usize| {
            let powers = std::iter::successors(Some(p % 1009), |&a| Some(a * a % 1009));
            Ok::<_, Infallible>(powers.take(count).collect())
        };
        assert!(find(noise, &limited(3000)).is_err());
    }
}
