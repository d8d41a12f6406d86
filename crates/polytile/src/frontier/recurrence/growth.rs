//! How fast a sequence grows, and how much of the answer is certain.
//!
//! *In*: exact terms.  *Out*: the limit of the ratios, as entropy per cell, with its stable digits.
//! *Idea*: the ratios over one period of the non-zero terms converge geometrically (Perron and
//! Frobenius); the spread of the ratios over the last two quarters shows how far they still have to
//! go.  *Cost*: linear in the total length of the terms.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// Fewer ratios than this say nothing about convergence.
const MIN_RATIOS: usize = 12;

/// Rounding errors of a logarithm, relative to the larger of 1 and its value.
const NOISE: f64 = 2e-15;

/// The exponential growth of a sequence of counts on `width` columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// ln(lambda) / width: the entropy per cell.
    pub entropy: f64,
    /// Decimals of `entropy` that can be relied on, at most 14; 0 when the ratios do not settle.
    /// A heuristic on the cautious side, not a proof.
    pub digits: u32,
    /// The non-zero terms recur with this period.
    pub period: usize,
    /// The limit of (a(n + period) / a(n))^(1 / period).
    pub lambda: f64,
}

/// Estimates the growth of the sequence that begins with `terms` = a(0), a(1), ...
///
/// `None` when the sequence ends in zeros, has too few non-zero terms for a judgement (fewer than
/// thirteen of one residue class), or `width` is zero.
#[must_use]
pub fn growth(terms: &[BigUint], width: usize) -> Option<Growth> {
    let period = period(&terms[terms.len() / 2..])?;
    let last = terms.iter().rposition(|term| !term.is_zero())?;
    let mut chain: Vec<&BigUint> =
        (terms[..=last].iter().rev().step_by(period)).take_while(|term| !term.is_zero()).collect();
    chain.reverse();
    if width == 0 || chain.len() <= MIN_RATIOS {
        return None;
    }
    let scale = period as f64 * width as f64;
    let ratios = chain.windows(2).map(|pair| ln_ratio(pair[1], pair[0]));
    let entropies: Vec<f64> = ratios.map(|ln| ln / scale).collect();
    let entropy = *entropies.last()?;
    Some(Growth {
        entropy,
        digits: stable_digits(&entropies),
        period,
        lambda: (entropy * width as f64).exp(),
    })
}

/// The least period of the pattern of zeros, seen at least twice; `None` when all terms are zero.
fn period(terms: &[BigUint]) -> Option<usize> {
    let zeros: Vec<bool> = terms.iter().map(Zero::is_zero).collect();
    let repeats = |g: &usize| zeros[*g..] == zeros[..zeros.len() - g];
    let found = (1..=zeros.len() / 2).find(repeats);
    found.filter(|_| zeros.contains(&false))
}

/// ln(a / b) from the leading 64 bits of both, neither being zero.
fn ln_ratio(a: &BigUint, b: &BigUint) -> f64 {
    let leading = |v: &BigUint| {
        let shift = v.bits().saturating_sub(64);
        let top = (v >> shift).to_u64().unwrap_or(u64::MAX);
        (top as f64, shift as f64)
    };
    let ((top_a, shift_a), (top_b, shift_b)) = (leading(a), leading(b));
    (top_a / top_b).ln() + (shift_a - shift_b) * std::f64::consts::LN_2
}

/// Decimals of the last value that agree with the limit, judged by the spreads over the last two
/// quarters.
///
/// If the error shrinks by the factor t from one quarter to the next, be it with oscillating signs,
/// the spread s of the last one bounds what remains by about s / (1 - t).  A tenfold margin
/// covers slow oscillations that may just pass a turning point, and polynomial factors.
fn stable_digits(values: &[f64]) -> u32 {
    let quarter = values.len() / 4;
    let (rest, late) = values.split_at(values.len() - quarter);
    let (before, late) = (spread(&rest[rest.len() - quarter..]), spread(late));
    let noise = NOISE * values.iter().fold(1.0, |max: f64, v| max.max(v.abs()));
    let error = if late <= noise {
        noise
    } else if late < before {
        10.0 * late / (1.0 - late / before)
    } else {
        f64::INFINITY
    };
    (-(2.0 * error).log10()).floor().clamp(0.0, 14.0) as u32
}

fn spread(values: &[f64]) -> f64 {
    let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let min = values.iter().copied().fold(f64::INFINITY, f64::min);
    max - min
}

#[cfg(test)]
mod tests {
    use super::super::Recurrence;
    use super::*;
    use num_bigint::BigInt;

    fn terms(numerator: &[i64], denominator: &[i64], count: usize) -> Vec<BigUint> {
        let big = |row: &[i64]| row.iter().copied().map(BigInt::from).collect();
        let recurrence = Recurrence::new(big(numerator), big(denominator)).unwrap();
        let terms = recurrence.terms().take(count);
        terms.map(|term| term.to_biguint().unwrap()).collect()
    }

    /// The digits claimed must be digits of `truth`.
    fn check(growth: &Growth, truth: f64) {
        let error = (growth.entropy - truth).abs();
        let claimed = 0.5 * 10_f64.powi(-i32::try_from(growth.digits).unwrap());
        assert!(error <= claimed, "{growth:?} is {error:e} off {truth}");
    }

    #[test]
    fn dominoes_on_two_columns() {
        let golden = 0.5 + 1.25_f64.sqrt();
        for count in [26, 30, 40, 60, 3000] {
            let growth = growth(&terms(&[1], &[1, -1, -1], count), 2).unwrap();
            check(&growth, golden.ln() / 2.0);
            assert_eq!(growth.period, 1);
            if count >= 60 {
                assert_eq!(growth.digits, 14);
                assert!((growth.lambda - golden).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn zeros_between_and_transients_before() {
        // 9, 9, 9, 1, 1, 0, 2, 2, 0, 4, 4, 0, ...
        let sparse = terms(&[9, 9, 9, -17, -17, -18], &[1, 0, 0, -2], 90);
        let growth = growth(&sparse, 3).unwrap();
        assert_eq!((growth.period, growth.digits), (3, 14));
        check(&growth, 2_f64.ln() / 9.0);
    }

    #[test]
    fn hopeless_cases() {
        assert_eq!(growth(&[], 3), None);
        assert_eq!(growth(&terms(&[], &[1], 100), 3), None);
        assert_eq!(growth(&terms(&[1, 2, 3], &[1], 100), 3), None);
        assert_eq!(growth(&terms(&[1], &[1, -1], 12), 3), None);
        assert_eq!(growth(&terms(&[1], &[1, -1], 100), 0), None);
        // 1, 2, 1, 2, ...: a limit exists only over two steps.
        assert_eq!(growth(&terms(&[1, 2], &[1, 0, -1], 100), 1).unwrap().digits, 0);
    }

    #[test]
    fn slow_and_oscillating_convergence_is_not_oversold() {
        // n + 1: the ratios converge like 1/n.
        for count in 26..400 {
            check(&growth(&terms(&[1], &[1, -2, 1], count), 1).unwrap(), 0.0);
        }
        // 40/(1-10x) + 1/(1-bx+cx^2): a pair of eigenvalues of modulus sqrt(c) < 10, at any angle.
        for c in [5, 40, 80, 90, 95, 97, 99] {
            for b in -19..=19_i64 {
                if b * b >= 4 * c {
                    continue;
                }
                let numerator = [41, -40 * b - 10, 40 * c];
                let denominator = [1, -b - 10, c + 10 * b, -10 * c];
                let all = terms(&numerator, &denominator, 500);
                for count in (26..500).step_by(7) {
                    check(&growth(&all[..count], 1).unwrap(), 10_f64.ln());
                }
            }
        }
    }
}
