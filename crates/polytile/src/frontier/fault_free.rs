//! Fault-free tilings of a rectangle, from the numbers of all tilings of smaller ones.
//!
//! By inclusion and exclusion over the sets of lines that no piece crosses: such a set cuts the m x n rectangle into
//! blocks with independent tilings, so that
//!
//! > F(m, n) = sum over compositions c of n of (-1)^(parts - 1) H_c(m),
//! > H_c(r) = P_c(r) - sum over 0 < j < r of P_c(j) H_c(r - j), with P_c(r) = product over the parts k of N(r, k),
//!
//! where `N(r, k)` counts the tilings of r x k. `H_c` depends on the parts but not on their order, so it is enough to
//! sum over partitions, with multiplicities. (Graham, *Fault-free tilings of rectangles*, 1981, treats the question
//! of which exist.)
//!
//! Cost: p(n) m^2 products, where p(n) is the number of partitions of the shorter side.

use crate::number::Count;
use crate::run::{Control, Progress, Stopped};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// The number of fault-free tilings of `rows` rows and `tilings.len()` columns, `tilings[k - 1][r]` being the number of
/// all tilings of r rows and k columns, for r up to `rows`.
///
/// # Errors
/// When `control` says stop.
pub(crate) fn fault_free(rows: usize, tilings: &[&[Count]], control: &Control) -> Result<Count, Stopped> {
    let mut sum = BigInt::zero();
    let mut done = 0;
    partitions(tilings.len(), &mut |parts| {
        control.check(Progress::Levels { done, total: done + 1, states: 0 })?;
        done += 1;
        let cut = |r: usize| -> Count { parts.iter().map(|&k| &tilings[k - 1][r]).product() };
        let products: Vec<BigInt> = (0..=rows).map(|r| BigInt::from(cut(r))).collect();
        let mut uncut: Vec<BigInt> = vec![BigInt::zero()];
        for r in 1..=rows {
            let split: BigInt = (1..r).map(|j| &products[j] * &uncut[r - j]).sum();
            uncut.push(&products[r] - split);
        }
        let term = &uncut[rows] * BigInt::from(orders(parts));
        if parts.len() % 2 == 1 {
            sum += term;
        } else {
            sum -= term;
        }
        Ok(())
    })?;
    Ok(sum.to_biguint().unwrap_or_default())
}

/// Calls `each` with every partition of `n`, parts descending.
fn partitions<E>(n: usize, each: &mut dyn FnMut(&[usize]) -> Result<(), E>) -> Result<(), E> {
    fn extend<E>(
        rest: usize,
        largest: usize,
        parts: &mut Vec<usize>,
        each: &mut dyn FnMut(&[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        if rest == 0 {
            return each(parts);
        }
        for part in (1..=rest.min(largest)).rev() {
            parts.push(part);
            extend(rest - part, part, parts, each)?;
            parts.pop();
        }
        Ok(())
    }
    extend(n, n, &mut Vec::new(), each)
}

/// The number of different orders of the parts.
fn orders(parts: &[usize]) -> Count {
    let factorial = |n: usize| (1..=n).map(Count::from).fold(Count::one(), |a, b| a * b);
    let alike: Count = parts.chunk_by(|a, b| a == b).map(|same| factorial(same.len())).product();
    factorial(parts.len()) / alike
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_of_five_stand_in_sixteen_orders() {
        let mut seen = Vec::new();
        let all: Result<(), ()> = partitions(5, &mut |parts| {
            seen.push(orders(parts));
            Ok(())
        });
        assert!(all.is_ok());
        assert_eq!(seen.len(), 7);
        assert_eq!(seen.iter().sum::<Count>(), Count::from(16_u8));
    }
}
