//! Exact covers by bitboards.
mod areas;
mod choose;
mod mask;
mod neighbours;
mod plain;
mod search;
mod sequence;

use super::ExactCover;
use super::tree::{Walk, Walker};
use mask::{Mask, Quad};
use plain::Plain;
use thiserror::Error;

/// Why a cover is not for this engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unfit {
    /// Colours are more than sets can say.
    #[error("item `{item}` has colours, which a bitboard has no place for")]
    Colour {
        /// The item.
        item: String,
    },
    /// So are numbers.
    #[error("item `{item}` is to be covered {lo} to {hi} times, and a bitboard cannot count")]
    Multiplicity {
        /// The item.
        item: String,
        /// The least number of times.
        lo: u32,
        /// The largest.
        hi: u32,
    },
    /// Too many items.
    #[error("{0} items are more than the {most} of the largest bitboard", most = Unfit::MOST_ITEMS)]
    Items(u32),
}

impl Unfit {
    /// The number of items that the largest bitboard has place for.
    pub const MOST_ITEMS: u32 = 256;
}

/// walker
pub fn walker(cover: &ExactCover) -> Result<Box<dyn Walker>, Unfit> {
    let plain = Plain::new(cover)?;
    Ok(match plain.kinds.len() as u32 {
        ..=64 => walk::<u64>(&plain),
        65..=128 => walk::<u128>(&plain),
        _ => walk::<Quad>(&plain),
    })
}

fn walk<W: Mask>(plain: &Plain) -> Box<dyn Walker> {
    Box::new(Walk::new(choose::choose::<W>(plain)))
}
