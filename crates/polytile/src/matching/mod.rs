//! Perfect matchings of graphs that are drawn on a plane or a torus, counted and drawn at random in polynomial time.
//!
//! In: a [`Graph`], vertices that are to be matched with neighbours, each edge with a weight and with the directions in which
//! it leaves its ends. Out: the sum over all perfect matchings of the products of their weights, which is their number where
//! all weights are 1. It knows nothing of tilings: `drawn` tells which cells a domino can join, and `quotient` what a symmetry of
//! the board fixes.
//!
//! Give every edge a sign so that every face has an odd number of edges that point along it: then all terms of the Pfaffian of
//! the signed adjacency matrix have the same sign, and its absolute value is the number asked for (Kasteleyn 1961; `faces`).
//! Where no cycle is odd, the Pfaffian is the determinant of a quarter of the matrix, black vertices against white ones. On a
//! torus, matchings cross each of the two seams an even or an odd number of times, which makes four sums. The Pfaffians in which
//! the edges across the one seam, the other, both or neither change their signs are combinations of these sums with signs; so, up
//! to their own signs, the four sums are combinations of the Pfaffians with signs, divided by 4 (Kasteleyn 1961; Tesler 2000).
//!
//! Determinants are computed modulo primes below 2^62, by elimination from the small parts of the graph to the large ones
//! (`dissection`, `determinant`, `pfaffian`; Lipton, Rose and Tarjan 1979), and put together ([`crate::number`]); a bound
//! (`bound`) says how many primes it takes, and one more must confirm the result.
//!
//! Matchings are drawn at random too (`samples`): by shuffling on Aztec diamonds, by coupling from the past along the lattice that
//! they form (`lattice`), and where they form none, pair by pair from the numbers of matchings (`pairwise`).
//!
//! Cost of a count: on boards of n cells, n^(3/2) operations for each of about n/240 primes, and the memory of n log n numbers;
//! several times that where much of the board cannot be matched within itself.

mod bound;
#[cfg(feature = "formats")]
mod coupling;
mod determinant;
mod dissection;
mod drawn;
mod faces;
mod field;
mod graph;
#[cfg(feature = "formats")]
mod lattice;
#[cfg(feature = "formats")]
mod pairwise;
#[cfg(feature = "formats")]
mod perfect;
mod pfaffian;
mod quotient;
#[cfg(feature = "formats")]
mod samples;
#[cfg(feature = "formats")]
mod shuffling;
mod sign;

pub(crate) use drawn::drawn;
pub(crate) use quotient::quotient;
#[cfg(feature = "formats")]
pub(crate) use samples::{Matcher, Undrawn};

use crate::number::{Count, Residues, confirmed, first_primes, primes_for};
use crate::run::{Control, Progress, Pulse, Stopped, parallel};
use dissection::Part;
use faces::Faces;
use field::Field;
use graph::Graph;
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use std::sync::atomic::{AtomicU64, Ordering};

/// Seconds for a multiplication of the elimination, and for what else is done with an entry of a front.
const SECONDS_PER_PRODUCT: f64 = 0.7e-9;

/// A graph, made ready for elimination.
pub(crate) struct Matchings {
    graph: Graph,
    /// Which vertices are white, where no edge joins two of a colour.
    white: Option<Vec<bool>>,
    /// Which edges count negatively.
    negative: Vec<bool>,
    /// Whether some part of it is drawn on a torus and nowhere else.
    torus: bool,
    parts: Vec<Part>,
    /// The most bits that a number asked for can have.
    bits: f64,
}

/// Why matchings are not counted like this.
#[derive(Debug)]
pub(crate) enum Unsuited {
    /// The graph is drawn on neither a plane nor a torus without crossings.
    Drawing,
    /// The control says stop.
    Stopped(Stopped),
}

impl From<Stopped> for Unsuited {
    fn from(stopped: Stopped) -> Self {
        Unsuited::Stopped(stopped)
    }
}

impl Matchings {
    /// Makes `graph` ready; nothing if it is clear that it has no perfect matching.
    pub fn new(graph: Graph, control: &Control) -> Result<Option<Self>, Unsuited> {
        control.reserve(graph.bytes(), "the graph of the board")?;
        let around = graph.around();
        let pulse = Pulse::preparing(control);
        let faces = Faces::walked(&around, &pulse)?;
        let surface = faces::surface(&graph, &around, &faces, &pulse)?;
        if surface.odd_component {
            return Ok(None);
        }
        let white = graph.colours(&around);
        if white.as_ref().is_some_and(|white| 2 * white.iter().filter(|&&white| white).count() != white.len())
        {
            return Ok(None);
        }
        let negative = faces::signs(&faces, &pulse)?;
        let parts = dissection::dissected(&graph, &around, control)?;
        let bits = bound::bits(&graph, white.as_deref(), control)?;
        Ok(Some(Matchings { graph, white, negative, torus: surface.torus, parts, bits }))
    }

    /// The number of its matchings.
    pub fn count(&self, control: &Control) -> Result<Count, Stopped> {
        control.reserve(self.bytes(control.thread_count()), "the fronts of an elimination")?;
        let total = self.primes() as u64;
        let primes = first_primes(self.primes(), control)?;
        let begun = AtomicU64::new(0);
        let residues = parallel::map(control.thread_count(), primes.len(), |i| {
            control.check(Progress::Primes { done: begun.fetch_add(1, Ordering::Relaxed), total })?;
            self.seams().iter().map(|&seams| self.residue(seams, Field::new(primes[i]), control)).collect()
        });
        let residues = residues.into_iter().collect::<Result<Vec<Vec<u64>>, Stopped>>()?;
        let numbers = (0..self.seams().len()).map(|case| {
            let own: Vec<_> =
                primes.iter().zip(&residues).map(|(&p, residues)| (p, residues[case])).collect();
            confirmed(&own, signed, control)?.ok_or_else(|| {
                Stopped::TooLarge(
                    "the last prime does not confirm the number that the others give".to_owned(),
                )
            })
        });
        let numbers = numbers.collect::<Result<Vec<BigInt>, Stopped>>()?;
        let [none, across, down, both] = &numbers[..] else {
            return Ok(numbers.into_iter().map(|number| number.magnitude().clone()).sum());
        };
        let sums = [
            none + across + down + both,
            none - across + down - both,
            none + across - down - both,
            none - across - down + both,
        ];
        let four = BigUint::from(4_u8);
        Ok(sums.iter().map(|sum| sum.abs().magnitude() / &four).sum())
    }

    /// The determinant or Pfaffian modulo a prime, with the edges across these seams negated.
    fn residue(&self, seams: u8, field: Field, control: &Control) -> Result<u64, Stopped> {
        let negative =
            |e: usize| self.negative[e] ^ ((self.graph.edges[e].seams & seams).count_ones() % 2 == 1);
        let value = match &self.white {
            Some(white) => {
                determinant::determinant(&self.graph, &self.parts, white, negative, field, control)?
            }
            None => pfaffian::pfaffian(&self.graph, &self.parts, negative, field, control)?,
        };
        Ok(field.integer(value))
    }

    /// The seams whose edges are negated, in each case that must be computed.
    fn seams(&self) -> &'static [u8] {
        if self.torus { &[0, 1, 2, 3] } else { &[0] }
    }

    /// How many primes it takes: for the bound, the sign and rounding, and one more to confirm.
    fn primes(&self) -> usize {
        primes_for(self.bits + 4.0)
    }

    /// Bytes of its fronts, on so many threads, at most.
    pub fn bytes(&self, threads: usize) -> u64 {
        let numbers = (self.bits / 8.0) as u64 * 8 * self.seams().len() as u64;
        dissection::bytes(&self.parts, self.white.is_some()) * threads as u64 + numbers + self.graph.bytes()
    }

    /// Seconds that it takes on one thread, estimated.
    pub fn seconds(&self) -> f64 {
        let runs = (self.primes() * self.seams().len()) as f64;
        runs * dissection::products(&self.parts, self.white.is_some()) * SECONDS_PER_PRODUCT
    }

    /// Entries of the largest front.
    pub fn entries(&self) -> u64 {
        dissection::largest(&self.parts, self.white.is_some())
    }
}

/// The number of least absolute value that leaves all residues.
fn signed(number: &Residues) -> BigInt {
    let (value, product) = (number.value(), number.product());
    if value << 1 > *product {
        BigInt::from(value.clone()) - BigInt::from(product.clone())
    } else if value.is_zero() {
        BigInt::ZERO
    } else {
        value.clone().into()
    }
}

#[cfg(test)]
mod tests;
