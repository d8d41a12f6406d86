//! Parts of a question that need no talk, for job runners: which question it is, which numbers a part is counted modulo, and how
//! a number is put together again.
//!
//! In: a problem. Out: its digest, by which the parts of one question are known; a bound of the number of its tilings; and how many
//! primes have a product above the bound, with one to spare, which must agree with the others. In any order of the cells
//! the first that is not covered yet is covered by one cell of one orientation of some piece, so that many choices for each
//! piece that is laid bound the number: a few primes more than are needed, and nothing has to be counted to know it.

use num_bigint::BigUint;
use polytile::ask::solve::Share;
use polytile::number::Residues;
use polytile::problem::Problem;
use serde_json::{Value, json};
use std::fmt::Debug;

/// The digest of a problem and whatever is asked of it: the same for the parts of one question in one release.
pub fn digest_of(problem: &Problem, asked: &impl Debug) -> String {
    let Problem { region, pieces, rules, given, .. } = problem;
    digest(&(region, pieces, rules, given, asked))
}

/// The digest of whatever is asked.
pub fn digest(asked: &impl Debug) -> String {
    let text = format!("{} {asked:?}", env!("CARGO_PKG_VERSION"));
    // Fowler, Noll and Vo's hash, FNV-1a with 64 bits.
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// What says of an answer that it is a part: `{"part": "K/N", "question": DIGEST}`.
pub fn label(share: Share, question: &str) -> Value {
    json!({ "part": share.to_string(), "question": question })
}

/// Bits of a number that the number of tilings is below.
pub fn bits(problem: &Problem) -> u64 {
    let orientations = problem.pieces.iter().flat_map(|piece| &piece.orientations);
    // A cell may also be left empty, which is one choice more.
    let choices = orientations.clone().map(|shape| shape.size() as u64).sum::<u64>() + 1;
    let smallest = orientations.map(polytile::pieces::Polyform::size).min().unwrap_or(1).max(1);
    let smallest = if problem.region.has_optional() { 1 } else { smallest };
    let laid = (problem.region.len() / smallest) as u64;
    laid.saturating_mul(u64::from(u64::BITS - choices.leading_zeros())) + 1
}

/// How many of [`primes`] a number of so many bits is found modulo, one to spare among them.
pub fn moduli(bits: u64) -> u64 {
    // Each is above 2^61, for there are more between that and 2^62 than anybody counts modulo.
    bits.div_ceil(61) + 1
}

/// The number with these residues modulo different primes; `None` if the last one, the spare, does not agree.
pub fn put_together(residues: &[(u64, u64)]) -> Option<BigUint> {
    let (&(spare, last), others) = residues.split_last()?;
    let mut number = Residues::default();
    for &(prime, residue) in others {
        number.learn(residue, prime);
    }
    (number.value() % spare == BigUint::from(last)).then(|| number.value().clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use polytile::number::primes;

    #[test]
    fn a_number_is_put_together_from_its_residues() {
        let number = "123456789012345678901234567890123456789012345".parse::<BigUint>().unwrap();
        let primes: Vec<u64> = primes().take(moduli(number.bits()) as usize).collect();
        assert_eq!(primes.len(), 4);
        let of = |p: u64| (&number % p).iter_u64_digits().next().unwrap_or(0);
        let mut residues: Vec<(u64, u64)> = primes.iter().map(|&p| (p, of(p))).collect();
        assert_eq!(put_together(&residues), Some(number));
        residues[1].1 ^= 1;
        assert_eq!(put_together(&residues), None);
    }
}
