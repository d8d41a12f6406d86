//! Arithmetic modulo primes below 2^62, and the shortest recurrence there.
//!
//! *In*: terms modulo a prime.  *Out*: the fraction P/Q of least complexity that generates them.
//! *Idea*: for every term that the present Q does not predict, Q is corrected by a multiple of the last Q
//! that failed (Massey 1969).  *Cost*: O(terms * complexity), sixteen products per division.

use super::Recurrence;
use crate::number::prime::{inverse, multiply};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// P/Q modulo a prime, both padded with zeros: `q` to length L + 1, `p` to length L.
pub(super) struct Fraction {
    pub(super) p: Vec<u64>,
    pub(super) q: Vec<u64>,
}

impl Fraction {
    pub(super) fn complexity(&self) -> usize {
        self.p.len()
    }

    pub(super) fn reduce(recurrence: &Recurrence, prime: u64) -> Self {
        let residues = |integers: &[BigInt], length| {
            let mut row: Vec<u64> = integers.iter().map(|c| residue(c, prime)).collect();
            row.resize(length, 0);
            row
        };
        let complexity = recurrence.first_index();
        Self {
            p: residues(recurrence.numerator(), complexity),
            q: residues(recurrence.denominator(), complexity + 1),
        }
    }

    /// The first n at which Q A and P differ, A being the given terms.
    pub(super) fn first_deviation(&self, terms: &[u64], prime: u64) -> Option<usize> {
        let expected = |n| self.p.get(n).copied().unwrap_or(0);
        (0..terms.len()).find(|&n| convolution(&self.q, terms, n, prime) != expected(n))
    }
}

/// The shortest recurrence of the terms modulo a prime (Massey 1969), O(terms * complexity).
pub(super) fn berlekamp_massey(terms: &[u64], prime: u64) -> Fraction {
    let mut complexity = 0;
    let mut current = vec![1]; // Q so far
    let mut former = vec![1]; // Q before the complexity last changed,
    let mut scale = 1; // the inverse of its discrepancy,
    let mut age = 1; // and the number of terms since
    for n in 0..terms.len() {
        let discrepancy = convolution(&current, terms, n, prime);
        if discrepancy != 0 {
            let factor = multiply(prime - discrepancy, scale, prime);
            let before = (2 * complexity <= n).then(|| current.clone());
            add_multiple(&mut current, &former, age, factor, prime);
            if let Some(before) = before {
                complexity = n + 1 - complexity;
                former = before;
                scale = inverse(discrepancy, prime);
                age = 0;
            }
        }
        age += 1;
    }
    current.resize(complexity + 1, 0);
    let product = |n| convolution(&current, terms, n, prime);
    Fraction { p: (0..complexity).map(product).collect(), q: current }
}

/// The coefficient of x^n in the product of two power series modulo a prime below 2^62.
fn convolution(a: &[u64], b: &[u64], n: usize, prime: u64) -> u64 {
    let prime = u128::from(prime);
    let a = &a[..a.len().min(n + 1)];
    let mut b = b[..=n].iter().rev();
    let sum = a.chunks(16).fold(0, |sum, chunk| {
        // Sixteen products below (2^62 - 1)^2 and a residue stay below 2^128.
        let products = chunk.iter().zip(&mut b);
        products.fold(sum, |sum, (&a, &b)| sum + u128::from(a) * u128::from(b)) % prime
    });
    low(sum)
}

/// row += factor * x^shift * other, modulo a prime below 2^62.
fn add_multiple(row: &mut Vec<u64>, other: &[u64], shift: usize, factor: u64, prime: u64) {
    if row.len() < shift + other.len() {
        row.resize(shift + other.len(), 0);
    }
    // Shoup's multiplication by a constant: the quotient comes out exact or one too small.
    let ratio = low((u128::from(factor) << 64) / u128::from(prime));
    for (target, &value) in row[shift..].iter_mut().zip(other) {
        let quotient = low((u128::from(ratio) * u128::from(value)) >> 64);
        let product = factor.wrapping_mul(value).wrapping_sub(quotient.wrapping_mul(prime));
        let sum = *target + product; // < 3 prime
        let sum = if sum >= 2 * prime { sum - 2 * prime } else { sum };
        *target = if sum >= prime { sum - prime } else { sum };
    }
}

pub(super) fn residue(integer: &BigInt, prime: u64) -> u64 {
    integer.mod_floor(&BigInt::from(prime)).to_u64().unwrap_or(0)
}

/// A value that is known to fit into 64 bits.
fn low(value: u128) -> u64 {
    value as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::prime::primes;

    #[test]
    fn convolutions_stand_the_largest_residues() {
        let p = primes().next().unwrap();
        let row = vec![p - 1; 100];
        assert_eq!(convolution(&row, &row, 99, p), 100);
        let mut target = vec![p - 1; 3];
        add_multiple(&mut target, &row[..3], 1, p - 1, p);
        assert_eq!(target, [p - 1, 0, 0, 1]);
    }

    #[test]
    fn massey_separates_transients_from_the_recurrence() {
        let p = primes().next().unwrap();
        let fraction = berlekamp_massey(&[5, 7, 0, 1, 1, 2, 3, 5, 8, 13, 21, 34], p);
        assert_eq!(fraction.complexity(), 4);
        assert_eq!(fraction.q, [1, p - 1, p - 1, 0, 0]);
        assert_eq!(berlekamp_massey(&[0; 9], p).q, [1]);
    }
}
