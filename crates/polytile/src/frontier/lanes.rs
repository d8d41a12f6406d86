//! Vector instructions for the two inner loops of the merge: which keys of a chunk match, and which head is smallest.
//!
//! Keys are of one limb or of two, lowest first. Of two limbs each is compared for itself; what says of every limb whether it is
//! equal is folded to what says so of every key by bits alone.
//!
//! Whatever the machine offers is found at run time (`pulp`, which wraps the intrinsics safely); without vectors the
//! same loops run one key at a time.

/// Sixty-four-bit lanes.
pub(crate) trait Lanes: Copy + Send + Sync {
    /// Bit i says whether `keys[i] & care == value`. At most 64 keys.
    fn matching(self, keys: &[u64], care: u64, value: u64) -> u64;
    /// The same for keys of two limbs.
    fn matching_pairs(self, keys: &[[u64; 2]], care: [u64; 2], value: [u64; 2]) -> u64;
    /// The smallest of `heads`, all below 2^63 or 2^63 itself, which is the answer when there is none.
    fn smallest(self, heads: &[u64]) -> u64;
}

/// One key at a time.
#[derive(Clone, Copy)]
pub(crate) struct Scalar;

impl Lanes for Scalar {
    #[inline(always)]
    fn matching(self, keys: &[u64], care: u64, value: u64) -> u64 {
        let mut mask = 0;
        for (i, key) in keys.iter().enumerate() {
            mask |= u64::from(key & care == value) << i;
        }
        mask
    }

    #[inline(always)]
    fn matching_pairs(self, keys: &[[u64; 2]], care: [u64; 2], value: [u64; 2]) -> u64 {
        let mut mask = 0;
        for (i, key) in keys.iter().enumerate() {
            let differs = (key[0] & care[0] ^ value[0]) | (key[1] & care[1] ^ value[1]);
            mask |= u64::from(differs == 0) << i;
        }
        mask
    }

    #[inline(always)]
    fn smallest(self, heads: &[u64]) -> u64 {
        heads.iter().fold(1 << 63, |least, &head| least.min(head))
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Lanes, Scalar};

    /// Of 64 bits, two for each of 32 keys, which keys have both: a bit for each.
    #[inline(always)]
    fn both(limbs: u64) -> u64 {
        let mut bits = limbs & limbs >> 1 & 0x5555_5555_5555_5555;
        for (step, kept) in [
            (1, 0x3333_3333_3333_3333),
            (2, 0x0F0F_0F0F_0F0F_0F0F),
            (4, 0x00FF_00FF_00FF_00FF),
            (8, 0x0000_FFFF_0000_FFFF),
            (16, 0x0000_0000_FFFF_FFFF),
        ] {
            bits = (bits | bits >> step) & kept;
        }
        bits
    }
    use pulp::x86::{V3, V4};

    impl Lanes for V4 {
        #[inline(always)]
        fn matching(self, keys: &[u64], care: u64, value: u64) -> u64 {
            let (chunks, rest) = keys.as_chunks::<8>();
            let care8 = self.splat_u64x8(care);
            let value8 = self.splat_u64x8(value);
            let mut mask = 0;
            for (i, chunk) in chunks.iter().enumerate() {
                let keys: pulp::u64x8 = pulp::cast(*chunk);
                let equal = self.cmp_eq_u64x8(self.and_u64x8(keys, care8), value8);
                mask |= u64::from(equal.0) << (8 * i);
            }
            if rest.is_empty() {
                return mask;
            }
            mask | Scalar.matching(rest, care, value) << (8 * chunks.len())
        }

        #[inline(always)]
        fn matching_pairs(self, keys: &[[u64; 2]], care: [u64; 2], value: [u64; 2]) -> u64 {
            let (chunks, rest) = keys.as_chunks::<4>();
            let care4: pulp::u64x8 = pulp::cast([care; 4]);
            let value4: pulp::u64x8 = pulp::cast([value; 4]);
            let mut mask = 0;
            for (i, some) in chunks.chunks(8).enumerate() {
                let mut limbs = 0;
                for (j, chunk) in some.iter().enumerate() {
                    let keys: pulp::u64x8 = pulp::cast(*chunk);
                    let equal = self.cmp_eq_u64x8(self.and_u64x8(keys, care4), value4);
                    limbs |= u64::from(equal.0) << (8 * j);
                }
                mask |= both(limbs) << (32 * i);
            }
            if rest.is_empty() {
                return mask;
            }
            mask | Scalar.matching_pairs(rest, care, value) << (4 * chunks.len())
        }

        #[inline(always)]
        fn smallest(self, heads: &[u64]) -> u64 {
            let (chunks, rest) = heads.as_chunks::<8>();
            let mut least = self.splat_u64x8(1 << 63);
            for chunk in chunks {
                least = self.min_u64x8(least, pulp::cast(*chunk));
            }
            let lanes: [u64; 8] = pulp::cast(least);
            Scalar.smallest(&lanes).min(Scalar.smallest(rest))
        }
    }

    impl Lanes for V3 {
        #[inline(always)]
        fn matching(self, keys: &[u64], care: u64, value: u64) -> u64 {
            let (chunks, rest) = keys.as_chunks::<4>();
            let care4 = self.splat_u64x4(care);
            let value4 = self.splat_u64x4(value);
            let mut mask = 0;
            for (i, chunk) in chunks.iter().enumerate() {
                let keys: pulp::u64x4 = pulp::cast(*chunk);
                let equal = self.cmp_eq_u64x4(self.and_u64x4(keys, care4), value4);
                let bits = self.avx._mm256_movemask_pd(pulp::cast(equal)) as u64;
                mask |= bits << (4 * i);
            }
            if rest.is_empty() {
                return mask;
            }
            mask | Scalar.matching(rest, care, value) << (4 * chunks.len())
        }

        #[inline(always)]
        fn matching_pairs(self, keys: &[[u64; 2]], care: [u64; 2], value: [u64; 2]) -> u64 {
            let (chunks, rest) = keys.as_chunks::<2>();
            let care2: pulp::u64x4 = pulp::cast([care; 2]);
            let value2: pulp::u64x4 = pulp::cast([value; 2]);
            let mut mask = 0;
            for (i, some) in chunks.chunks(16).enumerate() {
                let mut limbs = 0;
                for (j, chunk) in some.iter().enumerate() {
                    let keys: pulp::u64x4 = pulp::cast(*chunk);
                    let equal = self.cmp_eq_u64x4(self.and_u64x4(keys, care2), value2);
                    let bits = self.avx._mm256_movemask_pd(pulp::cast(equal)) as u64;
                    limbs |= bits << (4 * j);
                }
                mask |= both(limbs) << (32 * i);
            }
            if rest.is_empty() {
                return mask;
            }
            mask | Scalar.matching_pairs(rest, care, value) << (2 * chunks.len())
        }

        #[inline(always)]
        fn smallest(self, heads: &[u64]) -> u64 {
            Scalar.smallest(heads)
        }
    }
}

/// A piece of work that is compiled once for every kind of lanes.
pub(crate) trait Work {
    type Output;
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Runs `work` with the widest lanes of this machine.
pub(crate) fn dispatch<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    struct With<W, L>(W, L);
    #[cfg(target_arch = "x86_64")]
    impl<W: Work, L: Lanes> pulp::NullaryFnOnce for With<W, L> {
        type Output = W::Output;
        #[inline(always)]
        fn call(self) -> W::Output {
            self.0.run(self.1)
        }
    }
    match pulp::Arch::new() {
        #[cfg(target_arch = "x86_64")]
        pulp::Arch::V4(simd) => simd.vectorize(With(work, simd)),
        #[cfg(target_arch = "x86_64")]
        pulp::Arch::V3(simd) => simd.vectorize(With(work, simd)),
        _ => work.run(Scalar),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Both<'a>(&'a [u64]);
    impl Work for Both<'_> {
        type Output = (u64, u64, u64);
        fn run<L: Lanes>(self, lanes: L) -> (u64, u64, u64) {
            let pairs: Vec<[u64; 2]> = self.0.iter().map(|&key| [key, key >> 7]).collect();
            let found = lanes.matching_pairs(&pairs, [1, 2], [1, 2]);
            (lanes.matching(self.0, 6, 4), found, lanes.smallest(self.0))
        }
    }

    #[test]
    fn lanes_agree_with_one_at_a_time() {
        let keys: Vec<u64> = (0..64_u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1).collect();
        for n in 0..=64 {
            assert_eq!(dispatch(Both(&keys[..n])), Both(&keys[..n]).run(Scalar));
        }
    }
}
