//! Bit strings of fixed width: sets of cells and items, and the keys of states.
//!
//! The merge, the level loop, sliding blocks and bitboards are written once, for any [`BitString`], and compiled for each width:
//! 64 and 128 bits are the language's own integers, wider ones are ruint's. A bit string is a set of the numbers of its bits and
//! a number, whichever is wanted: [`BitString::minus`] is the difference of sets, [`BitString::less`] that of numbers. What
//! leaves the width is lost: shifts may be by any number, for a tall piece asks for cells farther away than a word has bits.
//! [`narrowest`] finds out which width is wanted.
//!
//! What is done once for every bit works limb by limb: to shift or search all limbs of a wide string each time would cost more
//! than all the rest.

use ruint::Uint;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// 256 bits.
pub(crate) type Bits256 = Uint<256, 4>;
/// 512 bits.
pub(crate) type Bits512 = Uint<512, 8>;
/// 1024 bits.
pub(crate) type Bits1024 = Uint<1024, 16>;

/// Does the work with the first of these types that is wide enough: `narrowest!(bits, [u64, u128], B => work::<B>(), else ...)`;
/// or, for pairs of types, each wide enough for its own bits,
/// `narrowest!((some, others), [(u64, u64), (u64, u128)], (A, B) => work::<A, B>(), else ...)`.
macro_rules! narrowest {
    (($a:expr, $b:expr), [$(($One:ty, $Other:ty)),+], ($A:ident, $B:ident) => $work:expr, else $none:expr) => {{
        let (a, b) = ($a, $b);
        $(if a <= <$One as $crate::bit_string::BitString>::BITS
            && b <= <$Other as $crate::bit_string::BitString>::BITS
        {
            type $A = $One;
            type $B = $Other;
            $work
        } else)+ {
            $none
        }
    }};
    ($bits:expr, [$($Type:ty),+], $B:ident => $work:expr, else $none:expr) => {{
        let bits = $bits;
        $(if bits <= <$Type as $crate::bit_string::BitString>::BITS {
            type $B = $Type;
            $work
        } else)+ {
            $none
        }
    }};
}
pub(crate) use narrowest;

/// A bit string of fixed width. They are ordered as numbers.
pub(crate) trait BitString:
    Copy
    + Ord
    + Hash
    + Debug
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
    /// Number of 64-bit limbs.
    const LIMBS: usize;
    /// Width in bits.
    const BITS: u32 = Self::LIMBS as u32 * 64;
    /// No bit set.
    const ZERO: Self;

    /// The number that is this limb.
    fn from_limb(limb: u64) -> Self;
    /// The bits `64 * i..64 * i + 64`.
    fn limb(self, i: usize) -> u64;
    /// Every bit `n` places higher, for every `n`: all bits are lost when it is the width or more.
    #[must_use]
    fn left(self, n: u32) -> Self;
    /// Every bit `n` places lower, for every `n`.
    #[must_use]
    fn right(self, n: u32) -> Self;
    /// The sum, which wraps.
    #[must_use]
    fn plus(self, n: Self) -> Self;
    /// The difference of numbers, which wraps.
    #[must_use]
    fn less(self, n: Self) -> Self;
    /// The number of the lowest bit set; the width when there is none.
    fn lowest(self) -> u32;
    /// The number of the highest bit set, of which there is one.
    fn highest(self) -> u32;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The bits `at..at + 8`, of which the first is within the width; those beyond it are 0.
    fn byte(self, at: u32) -> u8;
    /// Numbers of `bits` bits each, from one to eight, packed one behind the other from bit `at` on, as far as there is room.
    fn packed(at: u32, bits: u32, numbers: impl Iterator<Item = u8>) -> Self;

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

    /// Whether no bit is set.
    #[inline(always)]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Whether the two have a bit in common.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_zero()
    }

    /// The bits of `self` that are not in `other`.
    #[inline(always)]
    #[must_use]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Bit `a` of the answer is bit `a + n` of `self`, for any `n`; beyond the width no bit is set.
    #[inline(always)]
    #[must_use]
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

/// What integers and ruint's numbers have in common.
macro_rules! arithmetic {
    () => {
        #[inline(always)]
        fn plus(self, n: Self) -> Self {
            self.wrapping_add(n)
        }

        #[inline(always)]
        fn less(self, n: Self) -> Self {
            self.wrapping_sub(n)
        }
    };
}

macro_rules! integer {
    ($int:ty, $limbs:literal) => {
        impl BitString for $int {
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
            fn left(self, n: u32) -> Self {
                self.unbounded_shl(n)
            }

            #[inline(always)]
            fn right(self, n: u32) -> Self {
                self.unbounded_shr(n)
            }

            arithmetic!();

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn highest(self) -> u32 {
                <$int>::BITS - 1 - self.leading_zeros()
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

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
        }
    };
}

integer!(u64, 1);
integer!(u128, 2);

macro_rules! wide {
    ($bits:literal, $limbs:literal) => {
        impl BitString for Uint<$bits, $limbs> {
            const LIMBS: usize = $limbs;
            const ZERO: Self = Uint::ZERO;

            #[inline(always)]
            fn from_limb(limb: u64) -> Self {
                let mut limbs = [0; $limbs];
                limbs[0] = limb;
                Uint::from_limbs(limbs)
            }

            #[inline(always)]
            fn limb(self, i: usize) -> u64 {
                self.as_limbs()[i]
            }

            // Without a branch, unlike ruint's: what a limb takes from the next but one comes in two shifts of less than 64.
            #[inline(always)]
            fn left(self, n: u32) -> Self {
                let (limbs, n) = (n as usize / 64, n % 64);
                let limb = |i: Option<usize>| i.map_or(0, |i| self.as_limbs()[i]);
                Uint::from_limbs(std::array::from_fn(|i| {
                    let higher = limb(i.checked_sub(limbs)) << n;
                    higher | limb(i.checked_sub(limbs + 1)) >> 1 >> (63 - n)
                }))
            }

            #[inline(always)]
            fn right(self, n: u32) -> Self {
                let (limbs, n) = (n as usize / 64, n % 64);
                let limb = |i: usize| self.as_limbs().get(i).copied().unwrap_or(0);
                Uint::from_limbs(std::array::from_fn(|i| {
                    limb(i + limbs) >> n | limb(i + limbs + 1) << 1 << (63 - n)
                }))
            }

            arithmetic!();

            #[inline(always)]
            fn lowest(self) -> u32 {
                for (i, &limb) in (0..).zip(self.as_limbs()) {
                    if limb != 0 {
                        return 64 * i + limb.trailing_zeros();
                    }
                }
                Self::BITS as u32
            }

            #[inline(always)]
            fn highest(self) -> u32 {
                $bits - 1 - self.leading_zeros() as u32
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.as_limbs().iter().map(|limb| limb.count_ones()).sum()
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                self.as_limbs().iter().fold(0, |all, limb| all | limb) == 0
            }

            #[inline(always)]
            fn byte(self, at: u32) -> u8 {
                let (i, at) = (at as usize / 64, at % 64);
                let limb = |i: usize| self.as_limbs().get(i).copied().unwrap_or(0);
                // What the next limb adds begins where this one ends: at most 64 places higher, so in two shifts of less than 64.
                (limb(i) >> at | limb(i + 1) << 1 << (63 - at)) as u8
            }

            #[inline(always)]
            fn packed(at: u32, bits: u32, numbers: impl Iterator<Item = u8>) -> Self {
                let mut limbs = [0; $limbs];
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
        }
    };
}

wide!(256, 4);
wide!(512, 8);
wide!(1024, 16);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Every operation against sets of numbers.
    fn bit_strings_are_sets<B: BitString>(a: &BTreeSet<u32>, b: &BTreeSet<u32>, by: i32, byte: u8) {
        let within = |set: &mut dyn Iterator<Item = i64>| -> BTreeSet<u32> {
            set.filter_map(|i| u32::try_from(i).ok()).filter(|&i| i < B::BITS).collect()
        };
        let set = |bits: B| bits.ones().collect::<BTreeSet<u32>>();
        let bits = |set: &BTreeSet<u32>| set.iter().fold(B::ZERO, |bits, &i| bits | B::bit(i));
        let (a, b) = (within(&mut a.iter().map(|&i| i.into())), within(&mut b.iter().map(|&i| i.into())));
        let (x, y) = (bits(&a), bits(&b));
        assert_eq!(set(x), a);
        assert_eq!(set(x & y), &a & &b);
        assert_eq!(set(x | y), &a | &b);
        assert_eq!(set(x ^ y), &a ^ &b);
        assert_eq!(set(x.minus(y)), &a - &b);
        assert_eq!(x.meets(y), !a.is_disjoint(&b));
        assert_eq!(x.is_zero(), a.is_empty());
        assert_eq!(x.count() as usize, a.len());
        assert_eq!(a.first().copied().unwrap_or(B::BITS), x.lowest());
        if let Some(&last) = a.last() {
            assert_eq!(last, x.highest());
        }
        // As numbers: the larger is the one that has the highest bit in which they differ.
        assert_eq!(x.cmp(&y), a.iter().rev().cmp(b.iter().rev()));
        assert_eq!(x.plus(y).less(y), x);
        assert_eq!((x & y).plus(x | y), x.plus(y));
        assert!((0..B::LIMBS).all(|i| x.limb(i) == x.right(64 * i as u32).limb(0)));
        let moved = within(&mut a.iter().map(|&i| i64::from(i) - i64::from(by)));
        assert_eq!(set(x.shifted(by)), moved);
        let moved = within(&mut a.iter().map(|&i| i64::from(i) + i64::from(by.unsigned_abs())));
        assert_eq!(set(x.left(by.unsigned_abs())), moved);
        let moved = within(&mut a.iter().map(|&i| i64::from(i) - i64::from(by.unsigned_abs())));
        assert_eq!(set(x.right(by.unsigned_abs())), moved);
        let at = by.unsigned_abs() % B::BITS;
        assert_eq!(set(B::low(at)), (0..at).collect());
        assert_eq!(B::low(B::BITS).count(), B::BITS);
        let width = 1 + u32::from(byte) % 8;
        let numbers = (0..200_u8).map(|i| byte.wrapping_mul(i | 1) & (u8::MAX >> (8 - width)));
        let set_of = |(i, number): (u32, u8)| {
            (0..width)
                .filter(move |bit| number >> bit & 1 == 1)
                .map(move |bit| i64::from(at + i * width + bit))
        };
        let expected = within(&mut (0..).zip(numbers.clone()).flat_map(set_of));
        assert_eq!(set(B::packed(at, width, numbers)), expected);
        let expected = (0..8).filter(|i| a.contains(&(at + i))).fold(0, |byte, i| byte | 1 << i);
        assert_eq!(x.byte(at), expected);
    }

    proptest! {
        #[test]
        fn bit_strings_of_all_widths_are_sets(
            a in proptest::collection::btree_set(0_u32..1024, 0..80),
            b in proptest::collection::btree_set(0_u32..1024, 0..80),
            by in prop_oneof![
                -1100..1100_i32,
                any::<i32>(),
                prop::sample::select(vec![0, 63, 64, 127, 128, 255, 256, 511, 512, 1024, -64, -128, -512]),
            ],
            byte in any::<u8>(),
        ) {
            bit_strings_are_sets::<u64>(&a, &b, by, byte);
            bit_strings_are_sets::<u128>(&a, &b, by, byte);
            bit_strings_are_sets::<Bits256>(&a, &b, by, byte);
            bit_strings_are_sets::<Bits512>(&a, &b, by, byte);
            bit_strings_are_sets::<Bits1024>(&a, &b, by, byte);
        }
    }

    #[test]
    fn the_narrowest_is_taken() {
        let widths = [0, 64, 65, 128, 129, 1024, 1025].map(
            |bits| narrowest!(bits, [u64, u128, Bits1024], B => Some(<B as BitString>::BITS), else None),
        );
        assert_eq!(widths, [Some(64), Some(64), Some(128), Some(128), Some(1024), Some(1024), None]);
    }
}
