//! Seeds: what determines a choice at random.

use super::number::Integer;
use crate::format::source::Misread;
use std::hash::{BuildHasher, RandomState};

/// Another seed every time, small enough to be typed again.
pub fn fresh() -> u64 {
    RandomState::new().hash_one(()) >> 32
}

/// The seed that was given.
///
/// # Errors
/// When it is negative or too large.
pub fn seed_of(number: &Integer) -> Result<u64, Misread> {
    u64::try_from(&number.0)
        .map_err(|_| Misread::new(format!("{} is no seed", number.0), "a seed is a whole number below 2^64"))
}
