//! Rows and columns of boards of any size.
//!
//! A board of side 2^n needs coordinates of n bits. [`u64`] serves boards up to n = 63 and is quick; [`BigUint`] serves
//! all others. The construction asks only for single bits, so one code serves both.

use num_bigint::BigUint;
use std::fmt::{Debug, Display};

/// A row or a column: a whole number of which single bits are asked.
///
/// Implemented for [`u64`] and [`BigUint`], and sealed: the construction relies on the details below.
pub trait Coordinate: Clone + Ord + Debug + Display + Send + Sync + sealed::Sealed + 'static {
    /// The largest n of a board with such coordinates.
    const MAX_ORDER: u32;

    /// Bit `k` of the number.
    fn bit(&self, k: u32) -> bool;

    /// How many of the lowest bits equal the very lowest; any large number when all the bits there are do.
    fn run(&self) -> u32;

    /// The highest bit in which two numbers differ.
    fn split(&self, other: &Self) -> Option<u32>;

    /// Whether the number is below 2^`bits`.
    fn fits(&self, bits: u32) -> bool;

    /// The number `by` further on. The caller knows that it is on the board.
    #[must_use]
    fn plus(&self, by: u64) -> Self;

    /// The number before this one, which is not 0.
    #[must_use]
    fn before(&self) -> Self;

    /// The first of the two rows (or columns) in the middle of the aligned block of side 2^`level` around this one.
    #[must_use]
    fn middle(&self, level: u32) -> Self;

    /// The lowest six bits.
    fn low(&self) -> u64;

    /// The number made of these 32-bit digits, lowest first, cut down to `bits` bits.
    fn from_digits(digits: &[u32], bits: u32) -> Self;

    /// The number, of whatever size.
    fn to_big(&self) -> BigUint;

    /// How far `other` lies after this one, if that is a number below 2^64 and not negative.
    fn distance_to(&self, other: &Self) -> Option<u64>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for num_bigint::BigUint {}
}

impl Coordinate for u64 {
    const MAX_ORDER: u32 = 63;

    fn bit(&self, k: u32) -> bool {
        self >> k & 1 == 1
    }

    fn run(&self) -> u32 {
        if self & 1 == 0 { self.trailing_zeros() } else { self.trailing_ones() }
    }

    fn split(&self, other: &Self) -> Option<u32> {
        (self ^ other).checked_ilog2()
    }

    fn fits(&self, bits: u32) -> bool {
        self.checked_shr(bits).is_none_or(|rest| rest == 0)
    }

    fn plus(&self, by: u64) -> Self {
        self + by
    }

    fn before(&self) -> Self {
        self - 1
    }

    fn middle(&self, level: u32) -> Self {
        (self >> level << level) + (1 << (level - 1)) - 1
    }

    fn low(&self) -> u64 {
        self & 63
    }

    fn from_digits(digits: &[u32], bits: u32) -> Self {
        let number = digits.iter().take(2).rev().fold(0, |n, &digit| n << 32 | u64::from(digit));
        if bits >= 64 { number } else { number & ((1 << bits) - 1) }
    }

    fn to_big(&self) -> BigUint {
        BigUint::from(*self)
    }

    fn distance_to(&self, other: &Self) -> Option<u64> {
        other.checked_sub(*self)
    }
}

impl Coordinate for BigUint {
    const MAX_ORDER: u32 = 4096;

    fn bit(&self, k: u32) -> bool {
        BigUint::bit(self, u64::from(k))
    }

    fn run(&self) -> u32 {
        let run = if BigUint::bit(self, 0) { Some(self.trailing_ones()) } else { self.trailing_zeros() };
        run.and_then(|run| u32::try_from(run).ok()).unwrap_or(u32::MAX)
    }

    fn split(&self, other: &Self) -> Option<u32> {
        // From the highest digit down; where one number is longer, its digit is not 0.
        let (mut a, mut b) = (self.iter_u64_digits(), other.iter_u64_digits());
        while let Some(at) = a.len().max(b.len()).checked_sub(1) {
            let next = |digits: &mut num_bigint::U64Digits<'_>| {
                if digits.len() > at { digits.next_back().unwrap_or(0) } else { 0 }
            };
            if let Some(bit) = (next(&mut a) ^ next(&mut b)).checked_ilog2() {
                return Some(at as u32 * 64 + bit);
            }
        }
        None
    }

    fn fits(&self, bits: u32) -> bool {
        self.bits() <= u64::from(bits)
    }

    fn plus(&self, by: u64) -> Self {
        self + by
    }

    fn before(&self) -> Self {
        self - 1_u8
    }

    fn middle(&self, level: u32) -> Self {
        let one = BigUint::from(1_u8);
        ((self >> level) << level) + (&one << (level - 1)) - one
    }

    fn low(&self) -> u64 {
        self.iter_u64_digits().next().unwrap_or(0) & 63
    }

    fn from_digits(digits: &[u32], bits: u32) -> Self {
        let one = BigUint::from(1_u8);
        BigUint::from_slice(digits) & ((&one << bits) - one)
    }

    fn to_big(&self) -> BigUint {
        self.clone()
    }

    fn distance_to(&self, other: &Self) -> Option<u64> {
        if other < self { None } else { u64::try_from(other - self).ok() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_kinds_of_coordinates_agree(a in any::<u64>(), shift in 0_u32..64, other in any::<u64>(), k in 0_u32..64) {
            let (a, b) = (a >> shift, other >> (shift / 2));
            let (big_a, big_b) = (BigUint::from(a), BigUint::from(b));
            prop_assert_eq!(Coordinate::bit(&a, k), Coordinate::bit(&big_a, k));
            prop_assert_eq!(a.run().min(63), big_a.run().min(63));
            prop_assert_eq!(a.split(&b), big_a.split(&big_b));
            prop_assert_eq!(a.split(&a), None);
            prop_assert_eq!(a.fits(k), big_a.fits(k));
            prop_assert_eq!(a.low(), big_a.low());
            prop_assert_eq!(a.distance_to(&b), big_a.distance_to(&big_b));
            let digits = [a as u32, (a >> 32) as u32, 77];
            prop_assert_eq!(BigUint::from(u64::from_digits(&digits, k)), BigUint::from_digits(&digits, k));
        }

        #[test]
        fn long_numbers_split_where_they_differ(a in any::<[u32; 9]>(), bit in 0_u32..280) {
            let a = BigUint::from_slice(&a);
            let mut b = a.clone();
            b.set_bit(u64::from(bit), !Coordinate::bit(&a, bit));
            prop_assert_eq!(a.split(&b), Some(bit));
        }
    }
}
