//! Boards: bit strings of fixed width with a bit for every cell.
//!
//! Sixty-four bits where that suffices, else 128 or 512; the code is generic and compiled for each. Keys of states are the
//! same numbers ([`Key`]). A cell beyond the board is a bit that falls off: a tall piece asks for cells farther away than a
//! word has bits, so shifts are by any number, and they are all made by [`Key::left`] and
//! [`Key::right`].
//!
//! What is done for every cell or symbol goes limb by limb: the widest word is eight of them, and to shift or search all
//! eight for every bit would cost more than all the rest.

use crate::run::layered::{Key, Wide};
use ruint::Uint;

/// A bit string of fixed width.
pub(crate) trait Word: Key {
    /// The bits `at..at + 8`, of which the first is within the width; those beyond it are 0.
    fn byte(self, at: u32) -> u8;
    /// Numbers of so many bits, one to eight, one behind the other from bit `at` on, as far as there is room.
    fn packed(at: u32, bits: u32, numbers: impl Iterator<Item = u8>) -> Self;
    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn minus(self, other: Self) -> Self;
    /// The number of the lowest bit set; at least the width when there is none.
    fn lowest(self) -> u32;
    /// The number of the highest bit set, of which there is one.
    fn highest(self) -> u32;

    /// Bit `i` alone, which is within the width.
    #[inline(always)]
    fn bit(i: u32) -> Self {
        Self::from_limb(1).left(i)
    }

    /// The lowest `n` bits, at most all.
    #[inline(always)]
    fn low(n: u32) -> Self {
        Self::ZERO.less(Self::from_limb(1)).right(Self::BITS - n)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Bit `a` of the answer is bit `a + n` of `self`, for any `n`: beyond the width there are no bits set.
    #[inline(always)]
    fn shifted(self, n: i32) -> Self {
        if n >= 0 { self.right(n as u32) } else { self.left(n.unsigned_abs()) }
    }

    /// The numbers of the bits set, ascending.
    #[inline(always)]
    fn ones(self) -> impl Iterator<Item = u32> {
        let (mut i, mut limb) = (0, self.limb(0));
        std::iter::from_fn(move || {
            while limb == 0 {
                if i + 1 >= Self::LIMBS {
                    return None;
                }
                i += 1;
                limb = self.limb(i);
            }
            let lowest = limb.trailing_zeros();
            limb &= limb.wrapping_sub(1);
            Some(64 * i as u32 + lowest)
        })
    }
}

macro_rules! integer_word {
    ($int:ty) => {
        impl Word for $int {
            #[inline(always)]
            fn byte(self, at: u32) -> u8 {
                self.wrapping_shr(at) as u8
            }
            #[inline(always)]
            fn packed(mut at: u32, bits: u32, numbers: impl Iterator<Item = u8>) -> Self {
                let mut packed = 0;
                for number in numbers {
                    packed |= <$int>::from(number).left(at);
                    at = at.wrapping_add(bits);
                }
                packed
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
        }
    };
}
integer_word!(u64);
integer_word!(u128);

impl Word for Wide {
    #[inline(always)]
    fn byte(self, at: u32) -> u8 {
        let (i, at) = (at as usize / 64, at % 64);
        let limb = |i: usize| self.as_limbs().get(i).copied().unwrap_or(0);
        // What the next limb adds begins where this one ends: at most 64 places higher, in two shifts of less.
        (limb(i) >> at | limb(i + 1) << 1 << (63 - at)) as u8
    }
    #[inline(always)]
    fn packed(at: u32, bits: u32, numbers: impl Iterator<Item = u8>) -> Self {
        let mut limbs = [0; 8];
        // What belongs to the limb that is being filled, and a little more.
        let (mut i, mut filled, mut next) = (at as usize / 64, at % 64, 0_u128);
        for number in numbers {
            next |= u128::from(number) << filled;
            filled += bits;
            if filled >= 64 {
                if let Some(limb) = limbs.get_mut(i) {
                    *limb = next as u64;
                }
                (i, filled, next) = (i + 1, filled - 64, next >> 64);
            }
        }
        if let Some(limb) = limbs.get_mut(i) {
            *limb = next as u64;
        }
        Uint::from_limbs(limbs)
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Every operation against sets of numbers.
    fn words_are_sets<W: Word>(a: &BTreeSet<u32>, b: &BTreeSet<u32>, by: i32, byte: u8) {
        let within = |set: &mut dyn Iterator<Item = i64>| -> BTreeSet<u32> {
            set.filter_map(|i| u32::try_from(i).ok()).filter(|&i| i < W::BITS).collect()
        };
        let set = |word: W| word.ones().collect::<BTreeSet<u32>>();
        let word = |set: &BTreeSet<u32>| set.iter().fold(W::ZERO, |word, &i| word.or(W::bit(i)));
        let (a, b) = (within(&mut a.iter().map(|&i| i.into())), within(&mut b.iter().map(|&i| i.into())));
        let (x, y) = (word(&a), word(&b));
        assert_eq!(set(x), a);
        assert_eq!(set(x.and(y)), &a & &b);
        assert_eq!(set(x.or(y)), &a | &b);
        assert_eq!(set(x.xor(y)), &a ^ &b);
        assert_eq!(set(x.minus(y)), &a - &b);
        assert_eq!(x.is_zero(), a.is_empty());
        assert_eq!(a.first().copied().unwrap_or(W::BITS), x.lowest());
        if let Some(&last) = a.last() {
            assert_eq!(last, x.highest());
        }
        let moved = within(&mut a.iter().map(|&i| i64::from(i) - i64::from(by)));
        assert_eq!(set(x.shifted(by)), moved);
        let at = by.unsigned_abs() % W::BITS;
        assert_eq!(set(W::low(at)), (0..at).collect());
        assert_eq!(W::low(W::BITS).ones().count() as u32, W::BITS);
        let bits = 1 + u32::from(byte) % 8;
        let numbers = (0..100_u8).map(|i| byte.wrapping_mul(i | 1) & (u8::MAX >> (8 - bits)));
        let set_of = |(i, number): (u32, u8)| {
            (0..bits).filter(move |bit| number >> bit & 1 == 1).map(move |bit| i64::from(at + i * bits + bit))
        };
        let expected = within(&mut (0..).zip(numbers.clone()).flat_map(set_of));
        assert_eq!(set(W::packed(at, bits, numbers)), expected);
        let expected = (0..8).filter(|i| a.contains(&(at + i))).fold(0, |byte, i| byte | 1 << i);
        assert_eq!(x.byte(at), expected);
    }

    proptest! {
        #[test]
        fn words_of_all_widths_are_sets(
            a in proptest::collection::btree_set(0_u32..512, 0..60),
            b in proptest::collection::btree_set(0_u32..512, 0..60),
            by in prop_oneof![-1100..1100_i32, any::<i32>(), prop::sample::select(vec![0, 63, 64, 127, 128, 511, 512, -64, -128, -512])],
            byte in any::<u8>(),
        ) {
            words_are_sets::<u64>(&a, &b, by, byte);
            words_are_sets::<u128>(&a, &b, by, byte);
            words_are_sets::<Wide>(&a, &b, by, byte);
        }
    }
}
