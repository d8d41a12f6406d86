//! Weights in words of 64 bits.
//!
//! A tax that several options share is seldom a whole number, and rounding it down would lose much of the bound where weights are
//! small; so weights are multiplied by a power of two. That all sums fit is made sure here, once.

use crate::exact_cover::{ExactCover, Multiplicity};
use crate::run::Unable;
use num_bigint::{BigInt, BigUint};

/// Bits of the fractions of taxes, where there is room for them.
const FRACTION: u64 = 16;
/// Bits of the largest sum; taxes may come to a few times as much, for a while.
const BITS: u64 = 58;

/// What weights are multiplied by, as a shift.
///
/// # Errors
/// When sums of them may be too large.
pub(super) fn fraction(cover: &ExactCover, weights: &[BigInt]) -> Result<u32, Unable> {
    let sum: BigUint = weights.iter().map(BigInt::magnitude).sum();
    let zero = BigInt::ZERO;
    // Taxes on positive weights never exceed their sum. A subsidy is paid for every entry, and what an item asks for.
    let largest = if weights.iter().any(|weight| *weight < zero) {
        let most = cover.items().iter().map(|item| match item.demand {
            Multiplicity::Primary { lo, hi } if lo == hi => u64::from(lo),
            _ => 0,
        });
        let entries: u64 = cover.options().map(|option| option.len() as u64).sum();
        sum * (entries + most.sum::<u64>() + 1)
    } else {
        sum
    };
    let room = BITS.checked_sub(largest.bits()).ok_or_else(|| Unable {
        message: "the weights are too large for the search, which computes with 64 bits".to_owned(),
        help: "use --engine zdd, which takes weights of any size".to_owned(),
    })?;
    Ok(room.min(FRACTION) as u32)
}
