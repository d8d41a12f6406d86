//! Finished levels, put away until the way back is wanted.
//!
//! A level is a sorted list of keys. Of each key is written in which bits it differs from the one before, as a number, seven
//! bits to a byte, lowest first, all bytes but the last with their highest bit set. Neighbours in the list have their high
//! bits in common: a few bytes are the rule where the key itself has eight.

use crate::bit_string::BitString;

/// A sorted list of keys, compressed.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    keys: usize,
}

impl Packed {
    /// Puts a sorted list away.
    pub fn new<K: BitString>(keys: &[K]) -> Self {
        let mut bytes = Vec::new();
        let mut last = K::ZERO;
        for &key in keys {
            let mut change = key ^ last;
            last = key;
            loop {
                let low = (change.limb(0) & 0x7F) as u8;
                change = change.right(7);
                if change.is_zero() {
                    bytes.push(low);
                    break;
                }
                bytes.push(low | 0x80);
            }
        }
        bytes.shrink_to_fit();
        Packed { bytes, keys: keys.len() }
    }

    /// The list.
    pub fn keys<K: BitString>(&self) -> Vec<K> {
        let mut keys = Vec::with_capacity(self.keys);
        let (mut last, mut change, mut at) = (K::ZERO, K::ZERO, 0);
        for &byte in &self.bytes {
            change = change | K::from_limb(u64::from(byte & 0x7F)).left(at);
            at += 7;
            if byte & 0x80 == 0 {
                last = last ^ change;
                keys.push(last);
                (change, at) = (K::ZERO, 0);
            }
        }
        keys
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.keys
    }

    /// Bytes taken.
    pub fn bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bit_string::Bits512;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_put_away_comes_back(set in proptest::collection::btree_set(any::<u128>(), 0..50)) {
            let keys: Vec<u128> = set.iter().copied().collect();
            prop_assert_eq!(Packed::new(&keys).keys::<u128>(), keys.clone());
            let small: Vec<u64> = keys.iter().map(|key| (key >> 64) as u64).collect();
            prop_assert_eq!(Packed::new(&small).keys::<u64>(), small);
            let wide: Vec<Bits512> = keys.iter().map(|key| Bits512::from(*key) << 384_usize).collect();
            prop_assert_eq!(Packed::new(&wide).keys::<Bits512>(), wide);
        }
    }
}
