//! A search for exact covers of every kind: secondary items, colours, multiplicities, any size.
//!
//! [`Sparse`] is a [`Tree`]: a node branches on the item with the fewest ways left, and a child takes one of its options.
//! Knuth's dancing links (TAOCP 7.2.2.1, Algorithms X, C and M) and dancing cells unlink an option from every item that
//! holds it. Here nothing is unlinked. An option that goes is marked, and each of its primary items has one way less:
//! that is one subtraction, for secondary items nothing at all. [`lists`] keeps the lists short all the same.
//!
//! Every primary item has one number, its *key*, and the item with the least key is the one to branch on. Let `s` options
//! of the item be alive, and let it still need `n` of them. The key is `s + 1 - n`: with one option to choose the number
//! of options, with more the number of those that may come first (Knuth's rule in Algorithm M), 1 where the item
//! is forced and 0 where it cannot be covered. An item that needs no more but may have more stands behind all that need
//! some, with `s + 1` + [`OPTIONAL`]; one that is done has [`DONE`] on top. Ties go to the item that was added first.
//!
//! An item that is to have one option more has the options as its children; to choose any closes it. One that may have
//! several has as child `j` the covers in which option `j` comes first: the earlier ones are ruled out. Where it needs no
//! more, the last child takes none. So every set of options is found once, and a child's number is the position
//! of an option in the list of the node, which depends on nothing but the path.
//!
//! A node costs a look at every key and one subtraction for every primary item of every option ruled out.

mod bits;
mod lists;
mod marks;
mod packed;
mod table;

use super::ExactCover;
use super::tree::{Node, Tree};
use crate::run::{Control, Stopped};
use bits::Bits;
use marks::Marks;
use std::sync::Arc;
use table::Table;

/// What the key of an item has on top that needs no more options, but may have more.
const OPTIONAL: i32 = 1 << 28;

/// Entries of options that keys can count.
const MOST_ENTRIES: u64 = 1 << 27;

/// In place of an option: the child takes no further one of the item. In place of an item: there is none.
const NO_MORE: u32 = u32::MAX;

/// The search tree of an exact cover problem, and a place in it.
///
/// ```
/// use polytile::exact_cover::sparse::Sparse;
/// use polytile::exact_cover::tree::{Step, Walk, Walker};
/// use polytile::exact_cover::{Demand, Entry, ExactCover};
/// use polytile::run::Control;
/// // Two of four, but not the first two together.
/// let mut cover = ExactCover::default();
/// let two = cover.add_item("two", Demand::Primary { lo: 2, hi: 2 })?;
/// let clash = cover.add_item("clash", Demand::Secondary)?;
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
    /// Bytes that the search takes in all for `cover`, with the copy of its root that a walk keeps.
    pub fn bytes_needed(cover: &ExactCover) -> u64 {
        let entries: u64 = cover.options().map(|option| option.len() as u64).sum();
        let options = cover.option_count() as u64;
        let items = cover.items().len() as u64;
        // Lists while they are sorted, the table, and twice a state whose lists have several generations.
        entries * (60 + 20 + 2 * 8) + options * (12 + 2 * 80) + items * (80 + 2 * 16 * 4)
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
        let table = Table::new(cover);
        let path = Path { chosen: Vec::new(), times: vec![0; table.bounds.len()] };
        let (marks, bits) = (Marks::new(&table), Bits::new());
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

    fn children(&self, depth: usize, from: u32, to: u32) -> (u32, u32) {
        match depth.checked_sub(self.marks.depth()) {
            None => self.marks.children(depth, from, to),
            Some(depth) => {
                let children = self.bits.children(depth);
                (to.min(children).saturating_sub(from), children)
            }
        }
    }
}
