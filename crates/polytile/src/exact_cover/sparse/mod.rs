//! A search for exact covers of every kind: secondary items, colours, multiplicities, any size.
//!
//! [`Sparse`] is a [`Tree`]: a node branches on the item with the fewest ways left, and a child chooses one of its
//! options. Knuth's dancing links (TAOCP 7.2.2.1, Algorithms X, C and M) and dancing cells unlink an option from every
//! item that holds it. Here nothing is unlinked. Where many options are left, the ones that go are marked and the items
//! count (`marks`; `lists` keeps the lists short all the same). Where few are left, which is at nearly all nodes,
//! what remains of the problem is written as sets of bits (`packed`, `bits`): there a child is made with a few
//! operations on words, and going back costs nothing.
//!
//! If the item is to have exactly one more option, a child chooses that option, and the others go. An item that may have
//! several has one child for every option that may come first: the earlier ones go. If the item needs no more, a last
//! child takes none. So every set of options is found once. Items that need no more are not branched on before all are
//! content. Everything is kept in the order of items and options, so that the state is a function of the path, whatever
//! was searched before.

mod bits;
mod lists;
mod marks;
mod packed;
mod table;

use super::tree::{Node, Tree};
use super::{Entry, ExactCover};
use crate::run::{Control, Stopped};
use bits::Bits;
use marks::Marks;
use packed::MOST_WORDS;
use std::sync::Arc;
use table::Table;

/// What is added to the number of ways of an item that needs no more options, but may have more.
const OPTIONAL: i32 = 1 << 28;

/// Entries of options that keys can count.
const MOST_ENTRIES: u64 = 1 << 27;

/// In place of an option: the child takes no further option of the item. In place of an item: there is no item.
const NO_MORE: u32 = u32::MAX;

/// The search tree of an exact cover problem, and a place in it.
///
/// ```
/// use polytile::internals::{Sparse, Step, Walk, Walker};
/// use polytile::exact_cover::{Multiplicity, Entry, ExactCover};
/// use polytile::run::Control;
/// // Two of four, but not the first two together.
/// let mut cover = ExactCover::default();
/// let two = cover.add_item("two", Multiplicity::Primary { lo: 2, hi: 2 })?;
/// let clash = cover.add_item("clash", Multiplicity::Secondary)?;
/// for rest in [&[Entry::plain(clash)][..], &[Entry::plain(clash)], &[], &[]] {
///     cover.add_option(&[&[Entry::plain(two)], rest].concat())?;
/// }
/// let mut walk = Walk::new(Sparse::new(&cover, &Control::default()).unwrap());
/// let mut solutions = 0;
/// while walk.advance(u64::MAX) == Step::Solution {
///     assert_eq!(cover.check(walk.solution()), Ok(()));
///     solutions += 1;
/// }
/// assert_eq!(solutions, 5);
/// # Ok::<(), polytile::exact_cover::CoverError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sparse {
    table: Arc<Table>,
    path: Path,
    marks: Marks,
    bits: Bits,
}

/// What has been chosen on the way to the current node.
#[derive(Clone, Debug)]
struct Path {
    /// The options, as the caller calls them.
    chosen: Vec<u32>,
    /// How many of them hold each primary item.
    times: Vec<u32>,
}

impl Sparse {
    /// Bytes that a walk through the tree of `cover` takes in all, estimated from above.
    pub fn bytes_needed(cover: &ExactCover) -> u64 {
        let sum =
            |count: fn(&[Entry]) -> usize| cover.options().map(|option| count(option) as u64).sum::<u64>();
        let entries = sum(<[Entry]>::len);
        let coloured = sum(|option| option.iter().filter(|entry| entry.colour != 0).count());
        let options = cover.option_count() as u64;
        let lists = cover.items().len() as u64 + coloured;
        let generations = 1 + u64::from(u64::BITS - options.leading_zeros());
        // The table and what it is sorted from; then three states: the root, the walk, and a root to begin again with.
        let table = 36 * entries + 16 * options + 40 * lists;
        let marks = 8 * entries + 120 * options + (16 + 4 * generations) * lists;
        let bits = (64 + 8 + 24) * lists + 2048 * (MOST_WORDS as u64 * 8 + lists.min(entries) / 8);
        table + 3 * (marks + bits)
    }

    /// The search tree of `cover`, standing at its root.
    ///
    /// # Errors
    /// When the tables do not fit the memory budget of `control`, or 2^27 entries.
    pub fn new(cover: &ExactCover, control: &Control) -> Result<Self, Stopped> {
        let entries: u64 = cover.options().map(|option| option.len() as u64).sum();
        if entries > MOST_ENTRIES {
            let what = format!("the options have {entries} entries, and the search counts to {MOST_ENTRIES}");
            return Err(Stopped::TooLarge(what));
        }
        control.reserve(Sparse::bytes_needed(cover), "the search for exact covers")?;
        let table = Table::new(cover, control)?;
        let path = Path { chosen: Vec::new(), times: vec![0; table.bounds.len()] };
        let (marks, bits) = (Marks::new(&table)?, Bits::new());
        Ok(Sparse { table: Arc::new(table), path, marks, bits })
    }
}

impl Tree for Sparse {
    #[inline]
    fn open(&mut self) -> Node {
        if self.bits.is_active() {
            self.bits.open(&self.table, &self.path)
        } else {
            self.marks.open(&self.table, &self.path, &mut self.bits)
        }
    }

    #[inline]
    fn enter(&mut self, from: u32, to: u32) -> Option<u32> {
        if self.bits.is_active() {
            self.bits.enter(from, to, &self.table, &mut self.path).then_some(from)
        } else {
            self.marks.enter(from, to, &self.table, &mut self.path)
        }
    }

    #[inline]
    fn leave(&mut self) {
        if !self.bits.is_active() {
            self.marks.leave(&self.table, &mut self.path);
        } else if !self.bits.leave(&self.table, &mut self.path) {
            self.marks.leave_child(&self.table, &mut self.path);
        }
    }

    fn chosen(&self) -> &[u32] {
        &self.path.chosen
    }

    fn children(&self, ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let (upper, lower) = ranges.split_at(ranges.len().min(self.marks.depth()));
        let mut counts = self.marks.children(upper);
        counts.extend(lower.iter().enumerate().map(|(depth, &(from, to))| {
            let children = self.bits.children(depth);
            (to.min(children).saturating_sub(from), children)
        }));
        counts
    }
}
