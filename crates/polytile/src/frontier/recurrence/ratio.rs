//! The limit of the ratios of a sequence that satisfies a recurrence, as an algebraic number.
//!
//! *In*: a recurrence in lowest terms, of a sequence that is never negative.  *Out*: its growth as the largest root of an irreducible
//! polynomial over the integers, and decimals of it that are right.  *Idea*: the smallest pole of the generating function is positive
//! (Pringsheim), so the largest positive root of the reversed denominator R is the growth. All other roots of R, and so of its
//! derivatives, lie to the left of it (Gauss and Lucas): Newton's method comes down to it from above, and stops at most deg R units
//! above it. A little to the left, R(x + y) as a polynomial in y has one change of sign, so that there is no other root beyond
//! (Descartes); the irreducible factor that is negative there is the one with this root.  *Cost*: that of [`factors`], and of some
//! dozens of values of R with [`BITS`] binary digits after the point.
//!
//! [`factors`]: crate::number::polynomial::factors

use super::Recurrence;
use super::spelled::signed_sum;
use crate::number::polynomial::{Polynomial, derivative, factors, squarefree};
use crate::run::{Control, Progress, Stopped};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::fmt;

/// Binary digits of the root after the point.
const BITS: usize = 160;
/// Decimals that are told.
const DECIMALS: u32 = 40;

/// The growth of a sequence a(0), a(1), ... as an algebraic number.
///
/// It is the limit of a(n + step) / a(n), and where the ratios have none, the step-th power of the upper limit of a(n)^(1/n).
///
/// ```
/// use polytile::frontier::recurrence::Recurrence;
/// use polytile::run::Control;
/// let fibonacci = Recurrence::new(vec![1.into()], vec![1.into(), (-1).into(), (-1).into()]).unwrap();
/// let ratio = fibonacci.ratio(&Control::default())?.unwrap();
/// assert_eq!(ratio.to_string(), "x^2 - x - 1");
/// assert_eq!(ratio.decimals(), "1.6180339887498948482045868343656381177203");
/// # Ok::<(), polytile::run::Stopped>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratio {
    polynomial: Polynomial,
    step: usize,
    decimals: String,
}

impl Ratio {
    /// The coefficients of the minimal polynomial, from x^0 on; the last is 1.
    #[must_use]
    pub fn polynomial(&self) -> &[BigInt] {
        &self.polynomial
    }

    /// How far apart the terms are whose ratio it is: all a(n) but those whose n it divides are 0.
    #[must_use]
    pub fn step(&self) -> usize {
        self.step
    }

    /// The ratio with 40 decimals, cut off, not rounded; a whole number has none.
    #[must_use]
    pub fn decimals(&self) -> &str {
        &self.decimals
    }
}

impl fmt::Display for Ratio {
    /// The minimal polynomial, the highest power first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = |power: usize| match power {
            0 => String::new(),
            1 => "x".to_owned(),
            power => format!("x^{power}"),
        };
        let powers = self.polynomial.iter().enumerate().rev();
        f.write_str(&signed_sum(powers.map(|(power, c)| (c, symbol(power))), "*"))
    }
}

impl Recurrence {
    /// The limit of the ratios of the terms. `None` where the sequence ends in zeros or does not grow as one that is never
    /// negative does, and where too many factors modulo primes would have to be put together.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn ratio(&self, control: &Control) -> Result<Option<Ratio>, Stopped> {
        let reversed: Polynomial = self.thinned().denominator().iter().rev().cloned().collect();
        if reversed.len() < 2 {
            return Ok(None);
        }
        let roots = squarefree(&reversed);
        let Some(above) = largest_root(&roots, control)? else { return Ok(None) };
        let degree = roots.len() - 1;
        let below = above.clone() - degree - 1_u32;
        // Without a change of sign but the first, a single root lies beyond.
        let shifted = shifted(&roots, &below);
        if !shifted[0].is_negative() || shifted[1..].iter().any(Signed::is_negative) {
            return Ok(None);
        }
        let Some(factors) = factors(&roots, control)? else { return Ok(None) };
        let of_root = factors.into_iter().find(|factor| value(factor, &below).is_negative());
        Ok(of_root.map(|polynomial| {
            let decimals = decimals(&polynomial, &below, &above);
            Ratio { polynomial, step: self.step(), decimals }
        }))
    }
}

/// f(x / 2^[`BITS`]), times a power of 2.
fn value(f: &[BigInt], x: &BigInt) -> BigInt {
    let mut scale = BigInt::one();
    let mut sum = BigInt::zero();
    for c in f.iter().rev() {
        sum = sum * x + c * &scale;
        scale <<= BITS;
    }
    sum
}

/// Just above the largest root of the monic `f`, if that is positive and no root is as far from 0.
fn largest_root(f: &[BigInt], control: &Control) -> Result<Option<BigInt>, Stopped> {
    let degree = f.len() - 1;
    let slope = derivative(f);
    // Twice the largest i-th root of the coefficient of x^(degree - i) is beyond all roots (Fujiwara 1916).
    let bits = (1..).zip(f.iter().rev().skip(1)).map(|(i, c)| c.bits().div_ceil(i)).max().unwrap_or(0);
    let mut x = BigInt::one() << (BITS as u64 + bits + 1);
    let mut steps = 0;
    loop {
        control.check(Progress::Preparation { steps })?;
        steps += 1;
        let (height, slope) = (value(f, &x), value(&slope, &x));
        if height.is_negative() || !slope.is_positive() || !x.is_positive() {
            return Ok(None);
        }
        // The scale of the derivative has one factor less.
        let down = height.div_floor(&slope);
        if down.is_zero() {
            return Ok((x > BigInt::from(degree + 1)).then_some(x));
        }
        x -= down;
    }
}

/// The coefficients of f(x + y) in y, each times a power of 2, by repeated division (TAOCP 4.6.4).
fn shifted(f: &[BigInt], x: &BigInt) -> Polynomial {
    let degree = f.len() - 1;
    let mut row: Polynomial = (0..=degree).map(|power| &f[power] << (BITS * (degree - power))).collect();
    for from in 0..degree {
        for i in (from..degree).rev() {
            let carried = &row[i + 1] * x;
            row[i] += carried;
        }
    }
    row
}

/// The decimals of the root of `f` between `below` and `above`, as far as they are told.
fn decimals(f: &[BigInt], below: &BigInt, above: &BigInt) -> String {
    if let [constant, _] = f {
        return (-constant).to_string();
    }
    let cut = |x: &BigInt, decimals: u32| (x * BigInt::from(10).pow(decimals)) >> BITS;
    // Where a carry is between the two, fewer are certain.
    let certain = (0..=DECIMALS).rev().find(|&decimals| cut(below, decimals) == cut(above, decimals));
    let digits = cut(below, certain.unwrap_or(0)).to_string();
    let places = certain.unwrap_or(0) as usize;
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(denominator: &[i64]) -> Option<Ratio> {
        let denominator = denominator.iter().copied().map(BigInt::from).collect();
        Recurrence::new(vec![BigInt::one()], denominator).unwrap().ratio(&Control::default()).unwrap()
    }

    #[test]
    fn known_ratios() {
        let told = |denominator: &[i64]| {
            ratio(denominator)
                .map(|r| (r.to_string(), r.step(), r.decimals()[..r.decimals().len().min(12)].to_owned()))
        };
        let known =
            |polynomial: &str, step, decimals: &str| Some((polynomial.to_owned(), step, decimals.to_owned()));
        assert_eq!(told(&[1, -1, -5, -1, 1]), known("x^4 - x^3 - 5*x^2 - x + 1", 1, "2.8405361940"));
        // 4 a(n-3) - a(n-6): 2 + sqrt(3) every three terms.
        assert_eq!(told(&[1, 0, 0, -4, 0, 0, 1]), known("x^2 - 4*x + 1", 3, "3.7320508075"));
        // (1 - x - x^2)(1 - x + x^2)(1 + x): the factor of the largest root alone.
        assert_eq!(told(&[1, -1, -1, 1, -1, -1]), known("x^2 - x - 1", 1, "1.6180339887"));
        // (1 - 2x)^2 (1 + x)
        assert_eq!(told(&[1, -3, 0, 4]), known("x - 2", 1, "2"));
        // A polynomial, and what no sequence without negative terms has.
        assert_eq!(told(&[1]), None);
        assert_eq!(told(&[1, 0, 1]), None);
        assert_eq!(told(&[1, 1]), None);
    }

    #[test]
    fn the_root_is_where_it_is_said_to_be() {
        for denominator in
            [&[1, -3, 1][..], &[1, -1, -2, -6, -1, 0, 1], &[1, -10, 0, 0, 3], &[1, 0, 0, 0, -1, -1]]
        {
            let ratio = ratio(denominator).unwrap();
            let root: f64 = ratio.decimals().parse().unwrap();
            let value: f64 = (ratio.polynomial().iter().rev())
                .fold(0.0, |sum, c| sum * root + f64::from(i32::try_from(c).unwrap()));
            assert!(value.abs() < 1e-9 * root.powi(denominator.len() as i32), "{ratio}: {root} {value}");
        }
    }
}
