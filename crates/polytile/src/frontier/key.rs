//! The keys of states: fixed-width bit strings, ordered as numbers.

use super::lanes::Lanes;
use ruint::Uint;
use std::fmt::Debug;

/// A bit string of fixed width. The top bit of a state's key is never set, so [`Key::END`] follows every state.
pub(crate) trait Key: Copy + Ord + Debug + Send + Sync + 'static {
    /// Width in bits.
    const BITS: usize;
    /// No bit set.
    const ZERO: Self;
    /// Larger than the key of any state.
    const END: Self;

    fn bit(i: usize) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Bits beyond the width are lost, for every `n`.
    fn left(self, n: u32) -> Self;
    /// Bits below the lowest are lost, for every `n`.
    fn right(self, n: u32) -> Self;
    /// The key that is this number.
    fn small(n: u64) -> Self;
    /// The lowest 64 bits.
    fn low_word(self) -> u64;

    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// The bits `from..to`.
    fn mask(from: usize, to: usize) -> Self {
        (from..to).fold(Self::ZERO, |mask, i| mask.or(Self::bit(i)))
    }

    /// Bit i of the answer says whether `keys[i]`, reduced to `care`, is `value`. At most 64 keys.
    #[inline(always)]
    fn matching<L: Lanes>(lanes: L, keys: &[Self], care: Self, value: Self) -> u64 {
        let _ = lanes;
        let mut mask = 0;
        for (i, key) in keys.iter().enumerate() {
            mask |= u64::from(key.and(care) == value) << i;
        }
        mask
    }

    /// The smallest of `heads`; [`Key::END`] when there is none.
    #[inline(always)]
    fn smallest<L: Lanes>(lanes: L, heads: &[Self]) -> Self {
        let _ = lanes;
        heads.iter().copied().min().unwrap_or(Self::END)
    }
}

macro_rules! word_key {
    () => {
        #[inline(always)]
        fn small(n: u64) -> Self {
            Self::from(n)
        }
        #[inline(always)]
        fn bit(i: usize) -> Self {
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
        fn plus(self, other: Self) -> Self {
            self.wrapping_add(other)
        }
        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            self.wrapping_sub(other)
        }
        #[inline(always)]
        fn left(self, n: u32) -> Self {
            self.unbounded_shl(n)
        }
        #[inline(always)]
        fn right(self, n: u32) -> Self {
            self.unbounded_shr(n)
        }
        #[inline(always)]
        fn low_word(self) -> u64 {
            self as u64
        }
    };
}

impl Key for u64 {
    const BITS: usize = 64;
    const ZERO: Self = 0;
    const END: Self = 1 << 63;
    word_key!();

    #[inline(always)]
    fn matching<L: Lanes>(lanes: L, keys: &[Self], care: Self, value: Self) -> u64 {
        lanes.matching(keys, care, value)
    }

    #[inline(always)]
    fn smallest<L: Lanes>(lanes: L, heads: &[Self]) -> Self {
        lanes.smallest(heads)
    }
}

impl Key for u128 {
    const BITS: usize = 128;
    const ZERO: Self = 0;
    const END: Self = 1 << 127;
    word_key!();
}

macro_rules! wide_key {
    ($bits:literal, $limbs:literal) => {
        impl Key for Uint<$bits, $limbs> {
            const BITS: usize = $bits;
            const ZERO: Self = Uint::ZERO;
            const END: Self = {
                let mut limbs = [0; $limbs];
                limbs[$limbs - 1] = 1 << 63;
                Uint::from_limbs(limbs)
            };
            fn small(n: u64) -> Self {
                Self::from(n)
            }
            fn bit(i: usize) -> Self {
                Self::from(1_u64) << i
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
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn left(self, n: u32) -> Self {
                self << n as usize
            }
            #[inline(always)]
            fn right(self, n: u32) -> Self {
                self >> n as usize
            }
            #[inline(always)]
            fn low_word(self) -> u64 {
                self.as_limbs()[0]
            }
        }
    };
}

wide_key!(256, 4);
wide_key!(1024, 16);
