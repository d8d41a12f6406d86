//! The narrowest keys that hold the states of a cover.

use super::cover::Cover;
use super::key::Key;
use super::level::{Counters, widest};
use crate::bit_string::{Bits256, Bits1024, narrowest};
use crate::run::{Control, Stopped};

/// Work that is to be done with keys of some width.
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
    let too_large = || {
        Stopped::TooLarge(format!(
            "a state would need {bits} bits, and the widest keys have 1024: the short side of the board, or the \
             number of pieces that are counted, is too large"
        ))
    };
    let bits = u32::try_from(bits).map_err(|_| too_large())?;
    narrowest!(bits, [u64, u128, Bits256, Bits1024], K => work.run::<K>(), else Err(too_large()))
}
