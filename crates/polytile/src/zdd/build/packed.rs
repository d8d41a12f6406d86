//! A sorted layer of keys in little room: the gaps between neighbours, seven bits to a byte.
//!
//! Going forward, a layer is made, packed and left behind; going back, it is unpacked once. States of a frontier stand
//! close together, so most gaps take one byte or two instead of the eight and more of a key. Blocks are packed
//! independently of each other, so threads can share the work. Cost: a few instructions per byte.

use super::backward::joined;
use crate::frontier::key::Key;
use crate::frontier::merge::Layer;
use crate::run::parallel;

/// The keys of a layer.
#[derive(Debug)]
pub(super) struct Packed<K> {
    blocks: Vec<Block<K>>,
    states: usize,
}

#[derive(Debug)]
struct Block<K> {
    first: K,
    /// Keys after the first.
    more: usize,
    gaps: Box<[u8]>,
}

impl<K: Key> Packed<K> {
    /// The keys of `layer`.
    pub fn new(layer: &Layer<K>, threads: usize) -> Self {
        let blocks = parallel::map(threads, layer.blocks.len(), |i| Block::new(&layer.blocks[i].keys));
        Packed { blocks: blocks.into_iter().flatten().collect(), states: layer.states }
    }

    /// How many keys there are.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Bytes that the packed keys take.
    pub fn bytes(&self) -> u64 {
        self.blocks.iter().map(|b| (b.gaps.len() + size_of::<Block<K>>()) as u64).sum()
    }

    /// The keys, unpacked, in order.
    pub fn unpack(&self, threads: usize) -> Vec<K> {
        joined(parallel::map(threads, self.blocks.len(), |i| self.blocks[i].unpack()))
    }
}

impl<K: Key> Block<K> {
    fn new(keys: &[K]) -> Option<Self> {
        let (&first, rest) = keys.split_first()?;
        let mut gaps = Vec::with_capacity(2 * rest.len());
        let mut last = first;
        for &key in rest {
            let mut gap = key.less(last);
            last = key;
            loop {
                let low = gap.limb(0);
                if gap == K::from_limb(low & 0x7f) {
                    gaps.push(low as u8);
                    break;
                }
                gaps.push(low as u8 | 0x80);
                gap = gap.right(7);
            }
        }
        Some(Block { first, more: rest.len(), gaps: gaps.into_boxed_slice() })
    }

    fn unpack(&self) -> Vec<K> {
        let mut keys = Vec::with_capacity(self.more + 1);
        let mut last = self.first;
        keys.push(last);
        let (mut gap, mut shift) = (K::ZERO, 0);
        for &byte in &self.gaps {
            gap |= K::from_limb(u64::from(byte & 0x7f)).left(shift);
            shift += 7;
            if byte < 0x80 {
                last = last.plus(gap);
                keys.push(last);
                (gap, shift) = (K::ZERO, 0);
            }
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruint::Uint;

    fn there_and_back<K: Key>(gaps: impl Iterator<Item = K>) {
        let keys: Vec<K> = gaps
            .scan(K::ZERO, |sum, gap| {
                *sum = sum.plus(gap);
                Some(*sum)
            })
            .collect();
        let packed = Packed::new(&Layer::of(&keys), 1);
        assert_eq!(packed.unpack(2), keys);
        assert_eq!(packed.states(), keys.len());
    }

    #[test]
    fn gaps_of_all_sizes_come_back() {
        there_and_back((0..62).flat_map(|i| [1_u64 << i; 2]).filter(|&gap| gap < 1 << 61));
        there_and_back([0_u64, 126, 127, 128, 129, 16383, 16384, 1 << 60].into_iter());
        there_and_back((0..126).map(|i| 1_u128 << i));
        there_and_back((0..1000).step_by(3).map(|i| Uint::<1024, 16>::from(1) << i));
    }
}
