//! The keys of states: numbers of fixed width, sorted and written as their differences.

use ruint::Uint;
use std::fmt::Debug;

/// The widest key.
pub type Wide = Uint<512, 8>;

/// A number of fixed width.
pub trait Key: Copy + Ord + std::hash::Hash + Debug + Send + Sync + 'static {
    /// Number of 64-bit limbs.
    const LIMBS: usize;
    /// Width in bits.
    const BITS: u32 = Self::LIMBS as u32 * 64;
    /// The smallest.
    const ZERO: Self;

    /// A small number.
    fn from_limb(limb: u64) -> Self;
    /// The bits `64 * i..64 * i + 64`.
    fn limb(self, i: usize) -> u64;
    /// The bits of both.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Every bit `n` places higher. Bits beyond the width are lost, for every `n`: all of them when it is the width or more.
    #[must_use]
    fn left(self, n: u32) -> Self;
    /// Every bit `n` places lower. Bits below the lowest are lost, for every `n`.
    #[must_use]
    fn right(self, n: u32) -> Self;
    /// The sum, which wraps.
    #[must_use]
    fn plus(self, n: Self) -> Self;
    /// The difference, which wraps.
    #[must_use]
    fn less(self, n: Self) -> Self;
}

macro_rules! integer_key {
    ($int:ty, $limbs:literal) => {
        impl Key for $int {
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
            fn or(self, other: Self) -> Self {
                self | other
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
            fn plus(self, n: Self) -> Self {
                self.wrapping_add(n)
            }
            #[inline(always)]
            fn less(self, n: Self) -> Self {
                self.wrapping_sub(n)
            }
        }
    };
}
integer_key!(u64, 1);
integer_key!(u128, 2);

impl Key for Wide {
    const LIMBS: usize = 8;
    const ZERO: Self = Uint::ZERO;
    fn from_limb(limb: u64) -> Self {
        Uint::from(limb)
    }
    fn limb(self, i: usize) -> u64 {
        self.as_limbs()[i]
    }
    fn or(self, other: Self) -> Self {
        self | other
    }
    fn left(self, n: u32) -> Self {
        self << n as usize
    }
    fn right(self, n: u32) -> Self {
        self >> n as usize
    }
    fn plus(self, n: Self) -> Self {
        self.wrapping_add(n)
    }
    fn less(self, n: Self) -> Self {
        self.wrapping_sub(n)
    }
}

/// Appends a number, seven bits to a byte, the lowest first.
#[inline(always)]
pub(super) fn put<K: Key>(bytes: &mut Vec<u8>, mut number: K) {
    while number >= K::from_limb(128) {
        bytes.push(number.limb(0) as u8 | 128);
        number = number.right(7);
    }
    bytes.push(number.limb(0) as u8);
}

/// Takes a number off the front of `bytes`; nothing where none was written.
#[inline(always)]
pub(super) fn take<K: Key>(bytes: &mut &[u8]) -> Option<K> {
    let (mut number, mut at) = (K::ZERO, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if at >= K::BITS {
            return None;
        }
        number = number.or(K::from_limb(u64::from(byte & 127)).left(at));
        if byte < 128 {
            return Some(number);
        }
        at += 7;
    }
}

/// Fewer keys than this are sorted by comparisons.
const FEW: usize = 512;

/// Bits of a digit.
const DIGIT: u32 = 8;

/// Sorts keys: digit by digit from the lowest, those digits in which they differ. `spare` is for scratch.
pub(super) fn sort<K: Key>(keys: &mut Vec<K>, spare: &mut Vec<K>) {
    if keys.len() < FEW || K::LIMBS > 2 {
        keys.sort_unstable();
        return;
    }
    let mut differ = vec![0_u64; K::LIMBS];
    for key in keys.iter() {
        for (i, bits) in differ.iter_mut().enumerate() {
            *bits |= key.limb(i) ^ keys[0].limb(i);
        }
    }
    spare.clear();
    spare.resize(keys.len(), K::ZERO);
    for (i, differ) in differ.into_iter().enumerate() {
        for shift in (0..64).step_by(DIGIT as usize) {
            let mask = (1 << DIGIT) - 1;
            if differ >> shift & mask == 0 {
                continue;
            }
            let digit = |key: &K| (key.limb(i) >> shift & mask) as usize;
            let mut places = [0_usize; 1 << DIGIT];
            for key in keys.iter() {
                places[digit(key)] += 1;
            }
            let mut next = 0;
            for place in &mut places {
                next += std::mem::replace(place, next);
            }
            for key in keys.iter() {
                let place = &mut places[digit(key)];
                spare[*place] = *key;
                *place += 1;
            }
            std::mem::swap(keys, spare);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers<K: Key>() -> Vec<K> {
        let mut word = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = || {
            word = word.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            word
        };
        (0..3000)
            .map(|n| (0..K::LIMBS).fold(K::ZERO, |key, _| key.left(61).or(K::from_limb(next() >> (n % 64)))))
            .collect()
    }

    fn all_is_well_with<K: Key>() {
        let keys = numbers::<K>();
        let (mut sorted, mut expected) = (keys.clone(), keys.clone());
        sort(&mut sorted, &mut Vec::new());
        expected.sort_unstable();
        assert_eq!(sorted, expected);
        let mut bytes = Vec::new();
        for &key in &keys {
            put(&mut bytes, key);
        }
        let mut rest = &bytes[..];
        for &key in &keys {
            assert_eq!(take(&mut rest), Some(key));
        }
        assert_eq!(take::<K>(&mut rest), None);
        assert_eq!(take::<K>(&mut &[255; 100][..]), None);
    }

    fn shifts_lose_what_leaves<K: Key>() {
        for key in numbers::<K>().into_iter().take(200) {
            let bit = |key: K, i: u32| key.limb(i as usize / 64) >> (i % 64) & 1 == 1;
            for n in [0, 1, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1 << 20, u32::MAX] {
                let (left, right) = (key.left(n), key.right(n));
                for i in 0..K::BITS {
                    assert_eq!(bit(left, i), i >= n && bit(key, i - n), "{key:?} left by {n}");
                    let from = i.checked_add(n).filter(|&from| from < K::BITS);
                    assert_eq!(
                        bit(right, i),
                        from.is_some_and(|from| bit(key, from)),
                        "{key:?} right by {n}"
                    );
                }
            }
        }
    }

    #[test]
    fn shifts_by_any_number_lose_what_leaves() {
        shifts_lose_what_leaves::<u64>();
        shifts_lose_what_leaves::<u128>();
        shifts_lose_what_leaves::<Wide>();
    }

    #[test]
    fn keys_of_all_widths_are_sorted_and_written() {
        all_is_well_with::<u64>();
        all_is_well_with::<u128>();
        all_is_well_with::<Wide>();
    }
}
