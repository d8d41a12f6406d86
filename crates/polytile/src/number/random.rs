//! Numbers drawn at random, the same everywhere.

use super::Count;
use rand_core::RngCore;

/// A number below `n`, all being as likely as makes no difference: the high half of a product with 64 random bits.
pub(crate) fn below(random: &mut impl RngCore, n: usize) -> usize {
    ((u128::from(random.next_u64()) * n as u128) >> 64) as usize
}

/// A number below `total`, which is not 0, all equally likely.
pub(crate) fn uniform(random: &mut impl RngCore, total: &Count) -> Count {
    let bits = total.bits();
    let words = bits.div_ceil(32) as usize;
    loop {
        let mut digits: Vec<u32> = (0..words).map(|_| random.next_u32()).collect();
        if let (Some(top), rest @ 1..) = (digits.last_mut(), bits % 32) {
            *top &= (1 << rest) - 1;
        }
        let drawn = Count::new(digits);
        if drawn < *total {
            return drawn;
        }
    }
}
