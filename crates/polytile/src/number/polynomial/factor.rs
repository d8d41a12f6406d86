//! The irreducible factors of a polynomial over the integers.
//!
//! *In*: a monic polynomial without repeated factors.  *Out*: its irreducible factors.  *Idea* (Zassenhaus 1969; TAOCP 4.6.2): a
//! factor over the integers is a product of factors modulo a prime p. These are lifted, digit by digit to the base p, until the
//! modulus exceeds twice the coefficients of any factor (Mignotte 1974), and then products of one of them, of two, and so on are
//! tried by division.  *Cost*: that of factors modulo a few primes, and 2^r products in the worst case, where r is the least number
//! of factors that a prime leaves; r is bounded.

use super::field::Field;
use super::{Polynomial, product, quotient};
use crate::number::primes;
use crate::run::{Control, Progress, Stopped};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

/// Primes that are tried: the one with the fewest factors serves.
const PRIMES: usize = 6;
/// The most factors modulo a prime whose products are tried.
const MAX_FACTORS: usize = 16;

/// The irreducible factors of the monic `f`, in which none is repeated; nothing where too many products would have to be tried.
///
/// # Errors
/// When `control` says stop.
pub(crate) fn factors(f: &[BigInt], control: &Control) -> Result<Option<Vec<Polynomial>>, Stopped> {
    let mut best: Option<(Field, Vec<Vec<u64>>)> = None;
    for field in primes().map(Field).filter(|field| field.is_squarefree(&field.reduced(f))).take(PRIMES) {
        control.check(Progress::Preparation { steps: 0 })?;
        let found = field.factors(&field.reduced(f));
        if best.as_ref().is_none_or(|(_, fewest)| found.len() < fewest.len()) {
            best = Some((field, found));
        }
    }
    match best {
        Some((field, parts)) if parts.len() <= MAX_FACTORS => {
            let (lifted, modulus) = lift(f, field, &parts);
            joined(f, lifted, &modulus, control).map(Some)
        }
        _ => Ok(None),
    }
}

/// The factors of `f` modulo a power of the prime, which is beyond twice the coefficients of all factors over the integers.
fn lift(f: &[BigInt], field: Field, parts: &[Vec<u64>]) -> (Vec<Polynomial>, BigInt) {
    let largest = f.iter().map(BigInt::bits).max().unwrap_or(0);
    // 2^degree times the length of the vector of the coefficients, twice.
    let bits = largest + 2 * f.len() as u64 + 2;
    let whole = field.reduced(f);
    // The sum of inverses[i] f / parts[i] is 1.
    let inverses: Vec<Vec<u64>> = (parts.iter().enumerate())
        .map(|(i, part)| {
            let others = parts.iter().enumerate().filter(|(j, _)| *j != i);
            let rest = others.fold(vec![1], |rest, (_, other)| field.product(&rest, other));
            field.inverse(&rest, part)
        })
        .collect();
    debug_assert_eq!(parts.iter().map(|part| part.len() - 1).sum::<usize>(), whole.len() - 1);
    let mut lifted: Vec<Polynomial> =
        parts.iter().map(|part| part.iter().copied().map(BigInt::from).collect()).collect();
    let mut modulus = BigInt::from(field.0);
    while modulus.bits() <= bits {
        let mut missing = f.to_vec();
        let have = lifted.iter().fold(vec![BigInt::one()], |have, part| product(&have, part));
        missing.iter_mut().zip(&have).for_each(|(c, have)| *c = (&*c - have) / &modulus);
        let missing = field.reduced(&missing);
        for ((target, part), inverse) in lifted.iter_mut().zip(parts).zip(&inverses) {
            let digit = field.remainder(&field.product(&missing, inverse), part);
            target.iter_mut().zip(digit).for_each(|(c, digit)| *c += &modulus * digit);
        }
        modulus *= field.0;
    }
    (lifted, modulus)
}

/// The factors over the integers, which are products of `parts`.
fn joined(
    f: &[BigInt],
    mut parts: Vec<Polynomial>,
    modulus: &BigInt,
    control: &Control,
) -> Result<Vec<Polynomial>, Stopped> {
    let mut factors = Vec::new();
    let mut rest = f.to_vec();
    let mut size = 1;
    while 2 * size <= parts.len() {
        let chosen = (0_u32..1 << parts.len()).filter(|chosen| chosen.count_ones() as usize == size);
        let mut found = None;
        for chosen in chosen {
            control.check(Progress::Preparation { steps: chosen.into() })?;
            let is_chosen = |i: usize| chosen >> i & 1 == 1;
            let few = parts.iter().enumerate().filter(|(i, _)| is_chosen(*i));
            let candidate = few.fold(vec![BigInt::one()], |candidate, (_, part)| {
                product(&candidate, part).iter().map(|c| balanced(c, modulus)).collect()
            });
            // What divides the whole divides it at 0.
            if !rest[0].is_multiple_of(&candidate[0]) {
                continue;
            }
            if let Some(quotient) = quotient(&rest, &candidate) {
                found = Some((candidate, quotient, chosen));
                break;
            }
        }
        let Some((factor, quotient, chosen)) = found else {
            size += 1;
            continue;
        };
        factors.push(factor);
        rest = quotient;
        let mut number = 0..;
        parts.retain(|_| number.next().is_some_and(|i: u32| chosen >> i & 1 == 0));
    }
    if rest.len() > 1 {
        factors.push(rest);
    }
    Ok(factors)
}

/// The residue that is smallest, whatever its sign.
fn balanced(c: &BigInt, modulus: &BigInt) -> BigInt {
    let residue = c.mod_floor(modulus);
    if &residue + &residue > *modulus { residue - modulus } else { residue }
}

#[cfg(test)]
mod tests {
    use super::super::{of, squarefree};
    use super::*;
    use proptest::prelude::*;

    fn found(f: &[BigInt]) -> Vec<Polynomial> {
        let mut found = factors(f, &Control::default()).unwrap().unwrap();
        found.sort();
        found
    }

    #[test]
    fn known_factors() {
        // x^4 + 1 and Swinnerton-Dyer's polynomial of 2, 3, 5 have factors modulo every prime, and none over the integers.
        for irreducible in
            [&[1, 0, 0, 0, 1][..], &[576, 0, -960, 0, 352, 0, -40, 0, 1], &[-1, -1, 1], &[7, 1]]
        {
            assert_eq!(found(&of(irreducible)), [of(irreducible)]);
        }
        // x^12 - 1: the cyclotomic polynomials of 1, 2, 3, 4, 6 and 12.
        let mut f = vec![0; 13];
        (f[0], f[12]) = (-1, 1);
        let degrees: Vec<usize> = found(&of(&f)).iter().map(|factor| factor.len() - 1).collect();
        assert_eq!(degrees.iter().sum::<usize>(), 12);
        assert_eq!(degrees.len(), 6);
        // x (x - 1)
        assert_eq!(found(&of(&[0, -1, 1])).len(), 2);
        assert!(found(&of(&[1])).is_empty());
    }

    proptest! {
        #[test]
        fn products_come_apart(factors in proptest::collection::vec(proptest::collection::vec(-999_i64..999, 1..5), 1..4)) {
            let monic = |mut f: Vec<i64>| { f.push(1); of(&f) };
            let whole = factors.into_iter().map(monic).fold(of(&[1]), |whole, f| product(&whole, &f));
            let f = squarefree(&whole);
            let parts = found(&f);
            prop_assert_eq!(parts.iter().fold(of(&[1]), |whole, part| product(&whole, part)), f);
            for part in parts {
                prop_assert_eq!(found(&part), std::slice::from_ref(&part));
            }
        }
    }
}
