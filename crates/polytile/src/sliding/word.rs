//! Bit strings of fixed width: boards with a bit for every cell, and the keys of states.
//!
//! Sixty-four bits where that suffices, else 128 or 512; the code is generic and compiled for each.

use ruint::Uint;
use std::fmt::Debug;

/// The widest bit string.
pub(crate) type Wide = Uint<512, 8>;

/// A bit string of fixed width, ordered as a number.
pub(crate) trait Word: Copy + Ord + Debug + Send + Sync + 'static {
    /// Number of 64-bit limbs.
    const LIMBS: usize;
    /// Width in bits.
    const BITS: u32 = Self::LIMBS as u32 * 64;
    /// No bit set.
    const ZERO: Self;

    fn from_limb(limb: u64) -> Self;
    /// The bits `64 * i..64 * i + 64`.
    fn limb(self, i: usize) -> u64;
    fn bit(i: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn minus(self, other: Self) -> Self;
    /// Bits beyond the width are lost; `n` is less than the width.
    fn left(self, n: u32) -> Self;
    fn right(self, n: u32) -> Self;
    /// `self - n`, for `n` no larger.
    fn less(self, n: Self) -> Self;
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
    ($int:ty, $limbs:literal) => {
        impl Word for $int {
            const LIMBS: usize = $limbs;
            const ZERO: Self = 0;
            #[inline(always)]
            fn from_limb(limb: u64) -> Self {
                Self::from(limb)
            }
            #[inline(always)]
            fn limb(self, i: usize) -> u64 {
                (self >> (64 * i)) as u64
            }
            #[inline(always)]
            fn bit(i: u32) -> Self {
                1 << i
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
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
            fn left(self, n: u32) -> Self {
                self << n
            }
            #[inline(always)]
            fn right(self, n: u32) -> Self {
                self >> n
            }
            #[inline(always)]
            fn less(self, n: Self) -> Self {
                self.wrapping_sub(n)
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
integer_word!(u64, 1);
integer_word!(u128, 2);

impl Word for Wide {
    const LIMBS: usize = 8;
    const ZERO: Self = Uint::ZERO;
    fn from_limb(limb: u64) -> Self {
        Uint::from(limb)
    }
    fn limb(self, i: usize) -> u64 {
        self.as_limbs()[i]
    }
    fn bit(i: u32) -> Self {
        Uint::ONE << i as usize
    }
    fn and(self, other: Self) -> Self {
        self & other
    }
    fn or(self, other: Self) -> Self {
        self | other
    }
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    fn minus(self, other: Self) -> Self {
        self & !other
    }
    fn left(self, n: u32) -> Self {
        self << n as usize
    }
    fn right(self, n: u32) -> Self {
        self >> n as usize
    }
    fn less(self, n: Self) -> Self {
        self.wrapping_sub(n)
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
