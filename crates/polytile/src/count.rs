//! Exact counts of any size, put together from residues.
//!
//! An engine that counts modulo several numbers at once hands their residues to [`Residues`]. The answer is the one
//! number below the product of the moduli that leaves them all (Chinese remainders, by Garner's mixed radix: TAOCP
//! 4.3.2). It is right only while the true answer is below that product: so every engine proves a bound first, and
//! one more prime than the bound needs must confirm it.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// An exact number of tilings.
pub type Count = BigUint;

/// A number known by its residues.
#[derive(Clone, Debug)]
pub struct Residues {
    value: BigUint,
    product: BigUint,
}

impl Default for Residues {
    fn default() -> Self {
        Residues { value: BigUint::zero(), product: BigUint::one() }
    }
}

impl Residues {
    /// A number that leaves `residue` modulo `2^64`.
    pub fn modulo_word(residue: u64) -> Self {
        Residues { value: BigUint::from(residue), product: BigUint::one() << 64 }
    }

    /// The product of the moduli so far: the number is known modulo this.
    pub fn product(&self) -> &BigUint {
        &self.product
    }

    /// The smallest number that leaves all residues.
    pub fn value(&self) -> &BigUint {
        &self.value
    }

    /// Learns that the number leaves `residue` modulo the prime `p`, which does not divide the product so far.
    pub fn learn(&mut self, residue: u64, p: u64) {
        let low = |n: &BigUint| (n % p).iter_u64_digits().next().unwrap_or(0);
        let (have, step) = (low(&self.value), low(&self.product));
        let missing = u128::from(residue % p + (p - have));
        let times = missing * u128::from(inverse(step, p)) % u128::from(p);
        self.value += &self.product * BigUint::from(times);
        self.product *= p;
    }
}

/// The inverse of `a` modulo the prime `p`, by Fermat; 0 when there is none.
fn inverse(a: u64, p: u64) -> u64 {
    power(a % p, p - 2, p)
}

fn power(mut base: u64, mut exponent: u64, m: u64) -> u64 {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(m)) as u64;
    let mut result = 1 % m;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

/// The largest primes below 2^62, descending.
pub fn primes() -> impl Iterator<Item = u64> {
    (1_u64 << 61..1 << 62).rev().filter(|&n| n % 2 == 1 && is_prime(n))
}

/// The test of Miller and Rabin with the first twelve primes as bases, which is exact below 2^64 (Sorenson and
/// Webster 2015).
fn is_prime(n: u64) -> bool {
    let (odd, twos) = ((n - 1) >> (n - 1).trailing_zeros(), (n - 1).trailing_zeros());
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let mut x = power(base, odd, n);
        x == 1
            || (0..twos).any(|_| {
                let found = x == n - 1;
                x = power(x, 2, n);
                found
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_determine_the_number() {
        let number = BigUint::from(3_u8).pow(200);
        let mut residues = Residues::modulo_word(number.iter_u64_digits().next().unwrap());
        for p in primes().take(6) {
            residues.learn((&number % p).try_into().unwrap(), p);
        }
        assert_eq!(residues.value(), &number);
        assert!(residues.product() > &number);
    }

    #[test]
    fn the_first_primes_below_2_to_the_62() {
        let found: Vec<u64> = primes().take(3).map(|p| (1 << 62) - p).collect();
        assert_eq!(found, [57, 87, 117]);
    }
}
