//! Numbers drawn at random, the same everywhere.

use rand_core::RngCore;

/// A number below `n`, all being as likely as makes no difference: the high half of a product with 64 random bits.
pub(crate) fn below(random: &mut impl RngCore, n: usize) -> usize {
    ((u128::from(random.next_u64()) * n as u128) >> 64) as usize
}
