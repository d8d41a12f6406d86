//! Parts of a question that need no talk, for job runners: which question it is, which numbers a part is counted modulo, and how
//! a number is put together again.
//!
//! In: a problem. Out: its digest, by which the parts of one question are known; a bound of the number of its tilings; and primes below
//! 2^61, so many that their product exceeds the bound, and one to spare, which must agree with the others. In any order of the cells
//! the first that is not covered yet is covered by one cell of one orientation of some piece, so that many choices for each
//! piece that is laid bound the number: a few primes more than are needed, and nothing has to be counted to know it. Numbers are
//! put together by the Chinese remainder theorem, one prime after the other (Garner).

use num_bigint::BigUint;
use polytile::ask::solve::Share;
use polytile::problem::Problem;
use serde_json::{Value, json};
use std::fmt::Debug;

/// The digest of whatever is asked: the same for the parts of one question in one release.
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

/// The primes that a number of so many bits is found modulo, one to spare among them.
pub fn primes(bits: u64) -> Vec<u64> {
    // Each is above 2^60.
    let needed = bits.div_ceil(60) + 1;
    (0..1_u64 << 61).rev().step_by(2).filter(|&n| is_prime(n)).take(needed as usize).collect()
}

fn multiply(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = multiply(power, base, modulus);
        }
        base = multiply(base, base, modulus);
        exponent >>= 1;
    }
    power
}

/// Whether an odd number above 100 is prime: Miller and Rabin's test, to bases that suffice below 2^64 (Sinclair).
fn is_prime(n: u64) -> bool {
    let twos = (n - 1).trailing_zeros();
    [2, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022].into_iter().all(|base| {
        let mut x = power(base % n, (n - 1) >> twos, n);
        let mut seen = x == 1 || x == n - 1 || x == 0;
        for _ in 1..twos {
            x = multiply(x, x, n);
            seen |= x == n - 1;
        }
        seen
    })
}

/// The smallest number with these residues, modulo different primes; `None` if the last one, the spare, does not agree.
pub fn put_together(residues: &[(u64, u64)]) -> Option<BigUint> {
    let (mut number, mut product) = (BigUint::ZERO, BigUint::from(1_u8));
    for (i, &(prime, residue)) in residues.iter().enumerate() {
        let of = |n: &BigUint| (n % prime).iter_u64_digits().next().unwrap_or(0);
        let rest =
            (u128::from(residue % prime) + u128::from(prime) - u128::from(of(&number))) % u128::from(prime);
        let digit = multiply(rest as u64, power(of(&product), prime - 2, prime), prime);
        if i + 1 == residues.len() && i > 0 {
            return (digit == 0).then_some(number);
        }
        number += &product * digit;
        product *= prime;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_put_together_from_its_residues() {
        let number = "123456789012345678901234567890123456789012345".parse::<BigUint>().unwrap();
        let primes = primes(number.bits());
        assert_eq!((primes.len(), primes[0]), (4, (1 << 61) - 1));
        let of = |p: u64| (&number % p).iter_u64_digits().next().unwrap_or(0);
        let mut residues: Vec<(u64, u64)> = primes.iter().map(|&p| (p, of(p))).collect();
        assert_eq!(put_together(&residues), Some(number));
        residues[1].1 ^= 1;
        assert_eq!(put_together(&residues), None);
    }
}
