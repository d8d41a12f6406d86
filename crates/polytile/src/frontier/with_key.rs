//! The narrowest keys that hold the states of a cover.

use super::cover::Cover;
use super::key::Key;
use super::level::{Counters, widest};
use crate::run::{Control, Stopped};
use ruint::Uint;

/// Something to be done with keys of some width.
pub(crate) trait WithKey {
    type Output;
    fn run<K: Key>(self) -> Result<Self::Output, Stopped>;
}

/// Does `work` with the narrowest keys that hold the states of `cover`.
///
/// # Errors
/// [`Stopped::TooLarge`] when none is wide enough, when `control` says stop, and what `work` returns.
pub(crate) fn with_key<W: WithKey>(
    cover: &Cover,
    counters: &Counters,
    control: &Control,
    work: W,
) -> Result<W::Output, Stopped> {
    let bits = widest(cover, control)? + counters.width() + 1;
    match bits {
        ..=64 => work.run::<u64>(),
        65..=128 => work.run::<u128>(),
        129..=256 => work.run::<Uint<256, 4>>(),
        257..=1024 => work.run::<Uint<1024, 16>>(),
        _ => Err(Stopped::TooLarge(format!(
            "a state would need {bits} bits, and the widest keys have 1024: the short side of the board, or the \
             number of pieces that are counted, is too large"
        ))),
    }
}
