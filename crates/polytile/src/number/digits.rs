//! Many numbers, known by their residues, as digits that can be multiplied.
//!
//! In: residues modulo 2^64 and modulo primes. Out: the digits of each number in the mixed radix of these moduli (TAOCP
//! 4.3.2), so that sums of products of numbers are sums of products of digits, which are words. A digit is a residue
//! times a constant modulo a prime. The constant's own quotient by the prime, scaled by 2^64, gives the quotient of such
//! a product to within one, so nothing need be divided (Shoup's multiplication).

use super::prime::{inverse, multiply, primes};
use num_bigint::BigUint;
use num_traits::One;

/// A constant that words are multiplied by modulo a prime below 2^63.
#[derive(Clone, Copy, Debug)]
struct Constant {
    factor: u64,
    /// The factor times 2^64, divided by the prime.
    scaled: u64,
    prime: u64,
}

impl Constant {
    fn new(factor: u64, prime: u64) -> Self {
        Constant { factor, scaled: ((u128::from(factor) << 64) / u128::from(prime)) as u64, prime }
    }

    #[inline(always)]
    fn times(self, word: u64) -> u64 {
        let quotient = ((u128::from(self.scaled) * u128::from(word)) >> 64) as u64;
        let rest = self.factor.wrapping_mul(word).wrapping_sub(quotient.wrapping_mul(self.prime));
        rest.min(rest.wrapping_sub(self.prime))
    }
}

/// The radix whose moduli are 2^64 and some primes.
#[derive(Clone, Debug)]
pub(crate) struct Digits {
    primes: Vec<u64>,
    /// For each prime the inverses of the moduli before it.
    inverses: Vec<Vec<Constant>>,
    /// What a unit of each digit is worth.
    weights: Vec<BigUint>,
}

impl Digits {
    /// The radix of `moduli` moduli: 2^64 and the first of [`primes`].
    pub fn new(moduli: usize) -> Self {
        let primes: Vec<u64> = primes().take(moduli.saturating_sub(1)).collect();
        let mut weights = vec![BigUint::one(), BigUint::one() << 64];
        weights.extend(primes.iter().scan(BigUint::one() << 64, |product: &mut BigUint, &p| {
            *product *= p;
            Some(product.clone())
        }));
        weights.truncate(primes.len() + 1);
        let inverses = primes.iter().enumerate().map(|(i, &p)| {
            let word = multiply(1 << 32, 1 << 32, p);
            let before = std::iter::once(word).chain(primes[..i].iter().map(|&q| q % p));
            before.map(|modulus| Constant::new(inverse(modulus, p), p)).collect()
        });
        Digits { inverses: inverses.collect(), weights, primes }
    }

    /// What a unit of each digit is worth.
    pub fn weights(&self) -> &[BigUint] {
        &self.weights
    }

    /// The residues modulo another prime of numbers with these digits, where `digits[i]` are the digits of all.
    pub fn residues(&self, digits: &[Vec<u64>], prime: u64) -> Vec<u64> {
        let mut sums = vec![0; digits.first().map_or(0, Vec::len)];
        for (digits, weight) in digits.iter().zip(&self.weights) {
            let weight = (weight % prime).iter_u64_digits().next().unwrap_or(0);
            let weight = Constant::new(weight, prime);
            for (sum, &digit) in sums.iter_mut().zip(digits) {
                let more = *sum + weight.times(digit);
                *sum = more.min(more.wrapping_sub(prime));
            }
        }
        sums
    }

    /// The prime that follows those in use.
    pub fn next_prime(&self) -> Option<u64> {
        primes().nth(self.primes.len())
    }

    /// Turns residues into digits: `residues[i]` are those of all numbers modulo the modulus `i`.
    #[inline(always)]
    pub fn convert(&self, residues: &mut [Vec<u64>]) {
        for (j, inverses) in self.inverses.iter().enumerate() {
            let (digits, rest) = residues.split_at_mut(j + 1);
            let Some(next) = rest.first_mut() else { return };
            for (digits, inverse) in digits.iter().zip(inverses) {
                for (next, &digit) in next.iter_mut().zip(digits) {
                    let difference = inverse.times(*next).wrapping_sub(inverse.times(digit));
                    *next = difference.min(difference.wrapping_add(inverse.prime));
                }
            }
        }
    }
}

/// A sum of products of words, which never overflows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Products {
    low: u128,
    high: u128,
}

impl Products {
    /// Adds the products of words at the same places.
    #[inline(always)]
    pub fn add(&mut self, left: &[u64], right: &[u64]) {
        for (&l, &r) in left.iter().zip(right) {
            let product = u128::from(l) * u128::from(r);
            self.low += u128::from(product as u64);
            self.high += product >> 64;
        }
    }

    /// Both sums together.
    pub fn with(self, other: Self) -> Self {
        Products { low: self.low + other.low, high: self.high + other.high }
    }

    /// The sum so far.
    pub fn total(self) -> BigUint {
        BigUint::from(self.low) + (BigUint::from(self.high) << 64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_digits_are_products_of_numbers() {
        for count in 0..4 {
            let primes: Vec<u64> = primes().take(count).collect();
            let digits = Digits::new(count + 1);
            let largest = digits.weights().last().unwrap() * primes.last().copied().unwrap_or(u64::MAX);
            let numbers: Vec<BigUint> = [0_u32, 1, 2, 77].map(|n| (&largest * 7_u32 / 11_u32) >> n).into();
            let numbers: Vec<BigUint> = numbers.into_iter().chain([&largest - 1_u32, 0_u32.into()]).collect();
            let residue = |n: &BigUint, i: usize| match i {
                0 => n.iter_u64_digits().next().unwrap_or(0),
                i => (n % primes[i - 1]).try_into().unwrap(),
            };
            let mut residues: Vec<Vec<u64>> =
                (0..=count).map(|i| numbers.iter().map(|n| residue(n, i)).collect()).collect();
            digits.convert(&mut residues);
            let next = digits.next_prime().unwrap();
            let expected: Vec<u64> = numbers.iter().map(|n| (n % next).try_into().unwrap()).collect();
            assert_eq!(digits.residues(&residues, next), expected);
            let mut sum = BigUint::default();
            for (i, left) in residues.iter().enumerate() {
                for (j, right) in residues.iter().enumerate() {
                    let mut products = Products::default();
                    products.add(left, right);
                    sum += products.total() * &digits.weights()[i] * &digits.weights()[j];
                }
            }
            assert_eq!(sum, numbers.iter().map(|n| n * n).sum());
        }
    }
}
