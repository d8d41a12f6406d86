//! Exact counts of any size, put together from residues.
//!
//! An engine that counts modulo several numbers at once hands their residues to [`Residues`]. The answer is the one
//! number below the product of the moduli that leaves them all (Chinese remainders, by Garner's mixed radix: TAOCP
//! 4.3.2). That is right only as long as the true answer is below the product: so every engine proves a bound
//! first, and one more prime than the bound needs must confirm the result.

pub(crate) mod digits;
pub(crate) mod polynomial;
pub(crate) mod prime;
mod random;

use crate::run::{Control, Progress, Stopped};
use num_bigint::BigUint;
use num_traits::{One, Zero};
pub(crate) use prime::first_primes;
pub use prime::primes;
use prime::{inverse, multiply};
pub(crate) use random::{below, uniform};

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
        let missing = (residue % p + (p - have)) % p;
        let times = multiply(missing, inverse(step, p), p);
        self.value += &self.product * BigUint::from(times);
        self.product *= p;
    }
}

/// Bits that a prime is good for, rounded down.
const BITS_PER_PRIME: f64 = 61.9;

/// How many of [`primes`] a number of so many bits is found by, the one that confirms it among them.
pub fn primes_for(bits: f64) -> usize {
    (bits / BITS_PER_PRIME).ceil() as usize + 1
}

/// The number with these residues, each after the prime that it is modulo, as `read` understands them; nothing unless the last
/// prime, which is beyond the bound, leaves the number as it was. Cost: the square of their number.
///
/// ```
/// use polytile::{number::{Residues, confirmed}, run::Control};
/// let control = Control::default();
/// let value = |residues: &Residues| residues.value().clone();
/// assert_eq!(confirmed(&[(7, 3), (11, 5), (13, 12)], value, &control)?, Some(38_u32.into()));
/// assert_eq!(confirmed(&[(7, 3), (11, 5), (13, 11)], value, &control)?, None);
/// # Ok::<(), polytile::run::Stopped>(())
/// ```
///
/// # Errors
/// When `control` says stop.
pub fn confirmed<T: PartialEq>(
    residues: &[(u64, u64)],
    read: impl Fn(&Residues) -> T,
    control: &Control,
) -> Result<Option<T>, Stopped> {
    let total = residues.len() as u64;
    let mut number = Residues::default();
    let mut before = read(&number);
    let mut now = read(&number);
    for (done, &(prime, residue)) in (0..).zip(residues) {
        control.check(Progress::Primes { done, total })?;
        before = now;
        number.learn(residue, prime);
        now = read(&number);
    }
    Ok((before == now).then_some(now))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn who_puts_residues_together_asks() {
        let told = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
        let progress = Progress::Primes { done: 0, total: 1 };
        assert_eq!(confirmed(&[(7, 3)], |n| n.value().clone(), &told), Err(Stopped::Interrupted(progress)));
        assert!(first_primes(1, &told).is_err());
        let known = first_primes(3, &Control::default()).unwrap();
        assert_eq!(known, primes().take(3).collect::<Vec<_>>());
    }

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
}
