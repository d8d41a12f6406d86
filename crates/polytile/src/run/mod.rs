//! How an engine is run: stopped, watched, kept within its means, and spread over threads.

mod buckets;
#[cfg(feature = "serde")]
pub(crate) mod checkpoint;
pub mod clock;
mod control;
#[cfg(feature = "files")]
pub(crate) mod directory;
pub(crate) mod in_order;
pub(crate) mod layered;
mod levels_error;
pub(crate) mod mix;
pub(crate) mod own;
pub(crate) mod parallel;
mod pulse;
mod refused;
pub(crate) mod room;
pub(crate) mod sync;
mod unable;

pub(crate) use buckets::bucketed;
pub use control::{Control, Progress, Stopped};
pub use levels_error::{LevelsError, Safe};
pub(crate) use pulse::Pulse;
pub use refused::Refused;
pub use unable::Unable;

/// What every checkpoint begins with.
const MARK: &str = "polytile checkpoint ";

/// Fowler, Noll and Vo's hash, FNV-1a with 64 bits: simple, and the same everywhere.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    fnv_on(0xcbf2_9ce4_8422_2325, bytes)
}

/// The hash of a longer text, whose beginning has the hash `before` and whose rest is `bytes`.
pub(crate) fn fnv_on(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
