//! Sets of up to 64, 128 or 256 items.
//!
//! The search is compiled once for each width. 64 and 128 bits are the language's own integers; 256 are four words,
//! with the few operations that a search needs and no arithmetic.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of small numbers.
pub(super) trait Mask:
    Copy
    + Debug
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// Numbers are below this.
    const BITS: u32;

    /// The set of one number.
    fn one(number: u32) -> Self;

    /// Every member larger by `by`; those that would not be below `BITS` are lost, for every `by`.
    #[must_use]
    fn up(self, by: u32) -> Self;

    /// Every member smaller by `by`; those below `by` are lost, for every `by`.
    #[must_use]
    fn down(self, by: u32) -> Self;

    /// The least member; `BITS` of the empty set.
    fn lowest(self) -> u32;

    /// The members below 64.
    fn word(self) -> u64;

    /// How many members.
    fn len(self) -> u32;

    /// Whether there is none.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the two have a member in common.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The numbers below `end`.
    fn below(end: u32) -> Self {
        (0..end).fold(Self::EMPTY, |set, number| set | Self::one(number))
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Mask for $word {
            const EMPTY: Self = 0;
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn one(number: u32) -> Self {
                1 << number
            }

            #[inline(always)]
            fn up(self, by: u32) -> Self {
                self.unbounded_shl(by)
            }

            #[inline(always)]
            fn down(self, by: u32) -> Self {
                self.unbounded_shr(by)
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn word(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }
        }
    };
}

word!(u64);
word!(u128);

/// Numbers below 256, the least in the first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quad([u64; 4]);

impl Mask for Quad {
    const EMPTY: Self = Quad([0; 4]);
    const BITS: u32 = 256;

    #[inline(always)]
    fn one(number: u32) -> Self {
        let mut words = [0; 4];
        words[number as usize / 64] = 1 << (number % 64);
        Quad(words)
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |i: usize| i.checked_sub(words).map_or(0, |i| self.0[i]);
        let carried = |i: usize| i.checked_sub(words + 1).map_or(0, |i| (self.0[i] >> 1) >> (63 - bits));
        Quad(std::array::from_fn(|i| (word(i) << bits) | carried(i)))
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |i: usize| self.0.get(i + words).copied().unwrap_or(0);
        let carried = |i: usize| (word(i + 1) << 1) << (63 - bits);
        Quad(std::array::from_fn(|i| (word(i) >> bits) | carried(i)))
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        for (base, word) in (0..).step_by(64).zip(self.0) {
            if word != 0 {
                return base + word.trailing_zeros();
            }
        }
        Self::BITS
    }

    #[inline(always)]
    fn word(self) -> u64 {
        self.0[0]
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }
}

macro_rules! word_by_word {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, $op:tt) => {
        impl $trait for Quad {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Quad(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }

        impl $assign for Quad {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

word_by_word!(BitAnd bitand, BitAndAssign bitand_assign, &);
word_by_word!(BitOr bitor, BitOrAssign bitor_assign, |);
word_by_word!(BitXor bitxor, BitXorAssign bitxor_assign, ^);

impl Not for Quad {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Quad(self.0.map(|word| !word))
    }
}
