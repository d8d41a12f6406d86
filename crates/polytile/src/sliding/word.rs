//! Boards: bit strings of fixed width with a bit for every cell.
//!
//! Sixty-four bits where that suffices, else 128 or 512; the code is generic and compiled for each. Keys of states are the
//! same numbers ([`Key`]).

use crate::run::layered::{Key, Wide};
use ruint::Uint;

/// A bit string of fixed width.
pub(crate) trait Word: Key {
    fn bit(i: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn minus(self, other: Self) -> Self;
    /// The number of the lowest bit set; at least the width when there is none.
    fn lowest(self) -> u32;
    /// The number of the highest bit set, of which there is one.
    fn highest(self) -> u32;
    /// The lowest `n` bits, at least one and at most all.
    fn low(n: u32) -> Self;
    /// Without its lowest bit.
    fn without_lowest(self) -> Self;

    #[inline(always)]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Bit `a` of the answer is bit `a + n` of `self`: for `n` of either sign, less than the width.
    #[inline(always)]
    fn shifted(self, n: i32) -> Self {
        if n >= 0 { self.right(n as u32) } else { self.left(n.unsigned_abs()) }
    }

    /// The numbers of the bits set, ascending.
    #[inline(always)]
    fn ones(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            if self.is_zero() {
                return None;
            }
            let lowest = self.lowest();
            self = self.without_lowest();
            Some(lowest)
        })
    }
}

macro_rules! integer_word {
    ($int:ty) => {
        impl Word for $int {
            #[inline(always)]
            fn bit(i: u32) -> Self {
                1 << i
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn highest(self) -> u32 {
                <$int>::BITS - 1 - self.leading_zeros()
            }
            #[inline(always)]
            fn low(n: u32) -> Self {
                <$int>::MAX >> (<$int>::BITS - n)
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}
integer_word!(u64);
integer_word!(u128);

impl Word for Wide {
    fn bit(i: u32) -> Self {
        Uint::ONE << i as usize
    }
    fn and(self, other: Self) -> Self {
        self & other
    }
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    fn minus(self, other: Self) -> Self {
        self & !other
    }
    fn lowest(self) -> u32 {
        self.trailing_zeros() as u32
    }
    fn highest(self) -> u32 {
        511 - self.leading_zeros() as u32
    }
    fn low(n: u32) -> Self {
        Uint::MAX >> (512 - n as usize)
    }
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(Uint::ONE)
    }
}
