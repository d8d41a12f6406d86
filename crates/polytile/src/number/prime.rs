//! Arithmetic modulo primes just below 2^62.

use crate::run::{Control, Progress, Stopped};

/// The primes between 2^61 and 2^62, downwards.
///
/// ```
/// assert_eq!(polytile::number::primes().next(), Some((1 << 62) - 57));
/// ```
pub fn primes() -> impl Iterator<Item = u64> {
    (1_u64 << 61..1 << 62).rev().step_by(2).filter(|&n| is_prime(n))
}

/// The first `count` of them.
///
/// # Errors
/// When `control` says stop.
pub(crate) fn first_primes(count: usize, control: &Control) -> Result<Vec<u64>, Stopped> {
    let total = count as u64;
    let asked = |(done, prime)| control.stopped(Progress::Primes { done, total }).map(|()| prime);
    (0..).zip(primes().take(count)).map(asked).collect()
}

/// The test of Miller and Rabin for odd n above 37; these bases decide all n below 2^64 (Sorenson and Webster 2015).
fn is_prime(n: u64) -> bool {
    let twos = (n - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let start = power(base, (n - 1) >> twos, n);
        let squares = std::iter::successors(Some(start), |&x| Some(multiply(x, x, n)));
        start == 1 || squares.take(twos as usize).any(|x| x == n - 1)
    })
}

/// The product of two residues.
pub(crate) fn multiply(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base, modulus);
        }
        base = multiply(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// The inverse of a residue that is not 0, by Fermat.
pub(crate) fn inverse(a: u64, prime: u64) -> u64 {
    power(a, prime - 2, prime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_descend_from_two_to_the_62() {
        let gaps: Vec<u64> = primes().take(3).map(|p| (1 << 62) - p).collect();
        assert_eq!(gaps, [57, 87, 117]);
        assert!(!is_prime(3_215_031_751)); // a strong pseudoprime to the bases 2, 3, 5, 7
    }

    #[test]
    fn inverses_of_the_largest_residues() {
        let p = primes().next().unwrap_or(3);
        assert_eq!(multiply(inverse(p - 2, p), p - 2, p), 1);
    }
}
