//! The keys of states, many at a time.

use super::lanes::Lanes;
use crate::bit_string::{BitString, Bits256, Bits1024};

/// The key of a state. Its top bit is never set, so that [`Key::end`] follows every state.
pub(crate) trait Key: BitString {
    /// Larger than the key of any state.
    #[inline(always)]
    fn end() -> Self {
        Self::bit(Self::BITS - 1)
    }

    /// Bit i of the answer says whether `keys[i]`, restricted to the bits of `care`, is `value`. At most 64 keys.
    #[inline(always)]
    fn matching<L: Lanes>(lanes: L, keys: &[Self], care: Self, value: Self) -> u64 {
        let _ = lanes;
        let mut mask = 0;
        for (i, &key) in keys.iter().enumerate() {
            mask |= u64::from(key & care == value) << i;
        }
        mask
    }

    /// The smallest of `heads`; [`Key::end`] when there is none.
    #[inline(always)]
    fn smallest<L: Lanes>(lanes: L, heads: &[Self]) -> Self {
        let _ = lanes;
        heads.iter().copied().min().unwrap_or(Self::end())
    }
}

impl Key for u64 {
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
    #[inline(always)]
    fn matching<L: Lanes>(lanes: L, keys: &[Self], care: Self, value: Self) -> u64 {
        // As they lie in memory: lowest limb first, or last on machines that have no vectors here.
        let limbs = |key: u128| bytemuck::cast::<u128, [u64; 2]>(key);
        lanes.matching_pairs(bytemuck::cast_slice(keys), limbs(care), limbs(value))
    }
}
impl Key for Bits256 {}
impl Key for Bits1024 {}
