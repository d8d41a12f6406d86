//! A search for plain exact covers of up to 256 items, by sets of bits.
//!
//! In: an [`ExactCover`] without colours whose items are covered once, or at most once. Out: a [`Walker`] of its search
//! tree. An option is a mask of 64, 128 or 256 bits, one for each item, and so is what is still free at a node: an option is
//! possible if it is a subset of that. Choosing one is a single operation, and so is taking it back.
//!
//! - `plain` reads the cover, leaves out what forbids nothing, and refuses what sets cannot say.
//! - `neighbours` finds out which items are pieces and which are neighbouring cells, if the cover is a puzzle of that kind.
//!   No geometry needs to be given; a file of options will do.
//! - `sequence` arranges the items, on a board in sweeps from corner to corner.
//! - `search` is the tree: near the root the item with the fewest options is branched on, below that the first free one.
//! - `firsts` lists the options that start at an item.
//! - `areas` prunes where some part of the board cannot be filled by any of the pieces left.
//! - `lone` prunes where one or two cells have no other free neighbour.
//! - `choose` estimates by random descents which sequence is best, and where near the root ends.
//!
//! All of this depends on nothing but the cover, so that a [`Cursor`](super::tree::Cursor) holds for every walker of
//! equal covers. The idea of branching on the first free cell of a board is as old as computers that solve such puzzles (Scott,
//! Programming a combinatorial puzzle, 1958); that on the fewest options is Golomb and Baumert's (Backtrack programming,
//! 1965).

mod areas;
mod choose;
mod firsts;
mod lone;
mod neighbours;
mod plain;
mod search;
mod sequence;

use super::ExactCover;
use super::tree::{Walk, Walker};
use crate::bit_string::{BitString, Bits256, narrowest};
use crate::run::{Control, Stopped};
use choose::choose;
use plain::Plain;
use std::fmt;

/// Why a cover is not for this engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// Colours are more than sets can say.
    Colour {
        /// The item.
        item: String,
    },
    /// So are multiplicities.
    Multiplicity {
        /// The item.
        item: String,
        /// The least number of times.
        lo: u32,
        /// The largest.
        hi: u32,
    },
    /// Too many items.
    Items(u32),
    /// The tables do not fit the memory budget.
    Stopped(Stopped),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Colour { item } => {
                write!(f, "item `{item}` has colours, which a bitboard has no place for")
            }
            Unfit::Multiplicity { item, lo, hi } => {
                write!(f, "item `{item}` is to be covered {}, and a bitboard cannot count", times(*lo, *hi))
            }
            Unfit::Items(items) => {
                write!(f, "{items} items are more than the {} of the largest bitboard", Unfit::MOST_ITEMS)
            }
            Unfit::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

fn times(lo: u32, hi: u32) -> String {
    match hi {
        _ if lo == hi => format!("exactly {lo} times"),
        u32::MAX => format!("at least {lo} times"),
        _ => format!("{lo} to {hi} times"),
    }
}

impl Unfit {
    /// The number of items that the largest bitboard has place for.
    pub const MOST_ITEMS: u32 = 256;
}

/// A walk through all solutions of `cover`.
///
/// ```
/// use polytile::exact_cover::Encoded;
/// use polytile::internals::{Step, Walker, bitboard};
/// use polytile::pieces::{Freedom, PieceSet};
/// use polytile::{board::Region, problem::Problem, run::Control};
/// let board = Problem::new(Region::rectangle(4, 4)?, PieceSet::all(2, Freedom::Free));
/// let control = Control::default();
/// let encoded = Encoded::new(&board, &control)?;
/// let Ok(mut walker) = bitboard(encoded.cover(), &control) else { panic!("every cell once") };
/// let mut tilings = 0;
/// while walker.advance(u64::MAX) == Step::Solution {
///     assert_eq!(encoded.cover().check(walker.solution()), Ok(()));
///     tilings += 1;
/// }
/// assert_eq!(tilings, 36);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: the options are read some thirty times, and walked at random for about the hundredth part of the time that the
/// whole search is expected to take.
///
/// # Errors
/// When the cover is not for this engine, does not fit the memory budget of `control`, or `control` says stop.
pub fn walker(cover: &ExactCover, control: &Control) -> Result<Box<dyn Walker>, Unfit> {
    control.reserve(bytes_needed(cover), "the search for exact covers").map_err(Unfit::Stopped)?;
    let plain = Plain::new(cover, control)?;
    let items = plain.kinds.len() as u32;
    Ok(
        narrowest!(items, [u64, u128, Bits256], W => walk::<W>(&plain, control).map_err(Unfit::Stopped)?, else {
            return Err(Unfit::Items(items));
        }),
    )
}

fn walk<W: BitString>(plain: &Plain, control: &Control) -> Result<Box<dyn Walker>, Stopped> {
    Ok(Box::new(Walk::new(choose::<W>(plain, control)?)))
}

/// Bytes that the search takes in all for `cover`, with the copy of its root that a walk keeps.
fn bytes_needed(cover: &ExactCover) -> u64 {
    let entries: u64 = cover.options().map(|option| option.len() as u64).sum();
    let options = cover.option_count() as u64;
    let items = cover.items().len() as u32;
    let bytes = narrowest!(items, [u64, u128], W => size_of::<W>() as u64, else size_of::<Bits256>() as u64);
    // Options as lists of items, counted twice; masks; and lists of those that are still possible, which shrink from node to
    // node.
    entries * 24 + options * (100 + 8 * (bytes + 4)) + 4 * firsts::MOST_LISTED as u64
}

#[cfg(test)]
mod tests;
