//! Polynomials over the integers, and their irreducible factors.
//!
//! A polynomial is the list of its coefficients from x^0 on, the last of which is not 0; the empty list is the polynomial 0. All that
//! is divided by is monic, as what comes from a linear recurrence over the integers is, so that nothing here needs a fraction.
//! Modulo a prime they are in `field`; `factor` puts the factors over the integers together from those.

mod factor;
mod field;

pub(crate) use factor::factors;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A polynomial over the integers.
pub(crate) type Polynomial = Vec<BigInt>;

fn trimmed(mut f: Polynomial) -> Polynomial {
    while f.last().is_some_and(Zero::is_zero) {
        f.pop();
    }
    f
}

/// The derivative.
pub(crate) fn derivative(f: &[BigInt]) -> Polynomial {
    trimmed((1_u32..).zip(f.iter().skip(1)).map(|(power, c)| c * power).collect())
}

pub(crate) fn product(f: &[BigInt], g: &[BigInt]) -> Polynomial {
    let mut product = vec![BigInt::zero(); (f.len() + g.len()).saturating_sub(1)];
    for (i, a) in f.iter().enumerate() {
        for (j, b) in g.iter().enumerate() {
            product[i + j] += a * b;
        }
    }
    trimmed(product)
}

/// The quotient by the monic `g`, if there is no remainder.
fn quotient(f: &[BigInt], g: &[BigInt]) -> Option<Polynomial> {
    let mut rest = f.to_vec();
    let mut quotient = vec![BigInt::zero(); (f.len() + 1).saturating_sub(g.len())];
    for i in (0..quotient.len()).rev() {
        let factor = std::mem::take(&mut rest[i + g.len() - 1]);
        for (target, c) in rest[i..].iter_mut().zip(&g[..g.len() - 1]) {
            *target -= &factor * c;
        }
        quotient[i] = factor;
    }
    rest.iter().all(Zero::is_zero).then(|| trimmed(quotient))
}

/// The monic polynomial with the roots of the monic `f`, each once: `f` divided by what it shares with its derivative, which
/// remainders of pseudo-divisions without their common divisors find (TAOCP 4.6.1, Algorithm E).
pub(crate) fn squarefree(f: &[BigInt]) -> Polynomial {
    let (mut a, mut b) = (f.to_vec(), primitive(derivative(f)));
    while !b.is_empty() {
        while a.len() >= b.len() {
            let (top, lead, shift) = (a[a.len() - 1].clone(), &b[b.len() - 1], a.len() - b.len());
            for c in &mut a {
                *c *= lead;
            }
            a[shift..].iter_mut().zip(&b).for_each(|(c, other)| *c -= &top * other);
            a = trimmed(a);
        }
        (a, b) = (b, primitive(a));
    }
    if a.last().is_some_and(Signed::is_negative) {
        a = a.into_iter().map(|c| -c).collect();
    }
    // What divides a monic polynomial and has no divisor in common is monic.
    quotient(f, &a).unwrap_or_else(|| f.to_vec())
}

/// The coefficients without their common divisor.
fn primitive(f: Polynomial) -> Polynomial {
    let content = f.iter().fold(BigInt::zero(), |content, c| content.gcd(c));
    if content.is_zero() || content.is_one() { f } else { f.iter().map(|c| c / &content).collect() }
}

#[cfg(test)]
pub(crate) fn of(coefficients: &[i64]) -> Polynomial {
    coefficients.iter().copied().map(BigInt::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_root_once() {
        // (x - 1)^3 (x + 2)^2 (x^2 + 1)
        let (a, b, c) = (of(&[-1, 1]), of(&[2, 1]), of(&[1, 0, 1]));
        let single = product(&product(&a, &b), &c);
        let all = product(&product(&single, &a), &product(&a, &b));
        assert_eq!(squarefree(&all), single);
        assert_eq!(squarefree(&single), single);
        assert_eq!(squarefree(&of(&[1])), of(&[1]));
        assert_eq!(quotient(&all, &of(&[3, 1])), None);
    }
}
