//! Lists of the keys of states: written as numbers of few bytes, and sorted.

use crate::bit_string::BitString;

/// Appends a number, seven bits to a byte, the lowest first.
#[inline(always)]
pub(super) fn put<K: BitString>(bytes: &mut Vec<u8>, mut number: K) {
    while number >= K::from_limb(128) {
        bytes.push(number.limb(0) as u8 | 128);
        number = number.right(7);
    }
    bytes.push(number.limb(0) as u8);
}

/// Takes a number off the front of `bytes`; `None` if there is none.
#[inline(always)]
pub(super) fn take<K: BitString>(bytes: &mut &[u8]) -> Option<K> {
    let (mut number, mut at) = (K::ZERO, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if at >= K::BITS {
            return None;
        }
        number |= K::from_limb(u64::from(byte & 127)).left(at);
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

/// Sorts keys, digit by digit from the lowest, by those digits in which they differ. `spare` is for scratch.
pub(super) fn sort<K: BitString>(keys: &mut Vec<K>, spare: &mut Vec<K>) {
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
    use crate::bit_string::Bits512;

    fn numbers<K: BitString>() -> Vec<K> {
        let mut word = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = || {
            word = word.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            word
        };
        (0..3000)
            .map(|n| (0..K::LIMBS).fold(K::ZERO, |key, _| key.left(61) | K::from_limb(next() >> (n % 64))))
            .collect()
    }

    fn all_is_well_with<K: BitString>() {
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

    #[test]
    fn keys_of_all_widths_are_sorted_and_written() {
        all_is_well_with::<u64>();
        all_is_well_with::<u128>();
        all_is_well_with::<Bits512>();
    }
}
