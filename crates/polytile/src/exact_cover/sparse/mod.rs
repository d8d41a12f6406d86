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

mod lists;
mod table;

use super::ExactCover;
use super::tree::{Node, Tree};
use crate::run::{Control, Stopped};
use lists::Lists;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use table::{Bounds, Table};

/// What the key of an item has on top that needs no more options, but may have more.
const OPTIONAL: i32 = 1 << 28;

/// What the key of an item has on top that may have no more options.
const DONE: i32 = 1 << 29;

/// Entries of options that keys can count.
const MOST_ENTRIES: u64 = 1 << 27;

/// The child that takes no further option of the item.
const NO_MORE: u32 = u32::MAX;

/// A node on the path.
#[derive(Clone, Debug)]
struct Frame {
    /// The item to branch on.
    item: u32,
    /// Where its options stand.
    range: Range<usize>,
    /// Children have numbers below this.
    children: u32,
    /// Whether the earlier options of the list are ruled out in a child.
    excludes: bool,
    /// How many options of the list are ruled out, or dead.
    excluded: usize,
    /// How many options were gone when the node was opened.
    gone: usize,
    /// How many were when its current child was entered.
    gone_before_child: usize,
    /// The option that the current child takes, or [`NO_MORE`].
    taken: u32,
    /// How many generations the lists had when the node was opened.
    generations: usize,
}

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
    lists: Lists,
    /// One for every primary item.
    keys: Vec<i32>,
    /// How many chosen options hold each primary item.
    times: Vec<u32>,
    /// How many chosen options hold each secondary item.
    claimed: Vec<u32>,
    /// 1 for every option that may still be chosen, else 0.
    alive: Vec<u8>,
    /// The options that are gone, in the order they went, and one place to spare.
    trail: Vec<u32>,
    /// How many are gone.
    gone: usize,
    /// Whether some item can no longer be covered.
    dead: bool,
    chosen: Vec<u32>,
    frames: Vec<Frame>,
}

/// What the key of an item gains when it is chosen for the `times + 1`st time, apart from the option that is gone.
#[inline]
fn gain(bounds: Bounds, times: u32) -> i32 {
    i32::from(times < bounds.lo)
        + if times + 1 == bounds.lo { OPTIONAL } else { 0 }
        + if times + 1 == bounds.hi { DONE } else { 0 }
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
        let options = table.names.len();
        let key = |(item, bounds): (usize, &Bounds)| {
            let ways = table.lists.get(item as u32).len() as i32 + 1;
            if bounds.lo == 0 { ways + OPTIONAL } else { ways - bounds.lo.min(ways as u32) as i32 }
        };
        Ok(Sparse {
            lists: Lists::new(&table),
            keys: table.bounds.iter().enumerate().map(key).collect(),
            times: vec![0; table.bounds.len()],
            claimed: vec![0; table.secondaries],
            alive: vec![1; options],
            trail: vec![0; options + 1],
            gone: 0,
            dead: table.hopeless,
            chosen: Vec::new(),
            frames: Vec::new(),
            table: Arc::new(table),
        })
    }

    /// Rules out the options of the lists `from..to` that are alive. Says whether every item can still be covered.
    #[inline]
    fn rule_out(&mut self, from: u32, to: u32) -> bool {
        let before = self.gone;
        for &option in self.lists.at(self.lists.range(from, to)) {
            // Without a branch: the place is taken only if the option was alive.
            self.trail[self.gone] = option;
            self.gone += usize::from(self.alive[option as usize]);
            self.alive[option as usize] = 0;
        }
        self.lower_keys(before)
    }

    /// Rules out one option, which is alive.
    fn rule_out_one(&mut self, option: u32) -> bool {
        self.trail[self.gone] = option;
        self.gone += 1;
        self.alive[option as usize] = 0;
        self.lower_keys(self.gone - 1)
    }

    /// Takes the options that are gone since `before` off the keys.
    #[inline]
    fn lower_keys(&mut self, before: usize) -> bool {
        let mut possible = true;
        for &option in &self.trail[before..self.gone] {
            for &item in self.table.primary.get(option) {
                let key = &mut self.keys[item as usize];
                *key -= 1;
                possible &= *key != 0;
            }
        }
        possible
    }

    /// Brings back all options but the first `gone` that went.
    fn bring_back(&mut self, gone: usize) {
        for &option in &self.trail[gone..self.gone] {
            self.alive[option as usize] = 1;
            for &item in self.table.primary.get(option) {
                self.keys[item as usize] += 1;
            }
        }
        self.gone = gone;
    }

    /// Chooses an option that is alive. Says whether every item can still be covered.
    fn choose(&mut self, option: u32) -> bool {
        let table = Arc::clone(&self.table);
        self.chosen.push(table.names[option as usize]);
        let items = table.primary.get(option);
        for &item in items {
            let item = item as usize;
            self.keys[item] += gain(table.bounds[item], self.times[item]);
            self.times[item] += 1;
        }
        let claims = table.claims.get(option);
        for claim in claims {
            self.claimed[claim.item as usize] += 1;
        }
        // Keys have gained first, so that the option's own items do not look impossible.
        if !self.rule_out_one(option) {
            return false;
        }
        for &item in items {
            if self.times[item as usize] == table.bounds[item as usize].hi && !self.rule_out(item, item + 1) {
                return false;
            }
        }
        for claim in claims {
            // The second option of a colour finds the others gone.
            if self.claimed[claim.item as usize] == 1
                && !(self.rule_out(claim.first, claim.own)
                    && (claim.own == claim.end || self.rule_out(claim.own + 1, claim.end)))
            {
                return false;
            }
        }
        true
    }

    /// Takes back what [`Sparse::choose`] did, apart from the options gone.
    fn unchoose(&mut self, option: u32) {
        self.chosen.pop();
        for &item in self.table.primary.get(option) {
            let item = item as usize;
            self.times[item] -= 1;
            self.keys[item] -= gain(self.table.bounds[item], self.times[item]);
        }
        for claim in self.table.claims.get(option) {
            self.claimed[claim.item as usize] -= 1;
        }
    }

    /// The item to branch on; none where all items are content and no option is left.
    #[inline]
    fn pick(&self) -> Option<u32> {
        let least = self.keys.iter().copied().min()?;
        if least < OPTIONAL {
            return self.keys.iter().position(|&key| key == least).map(|item| item as u32);
        }
        let open = |&(key, _): &(i32, u32)| key > OPTIONAL + 1 && key < DONE;
        self.keys.iter().copied().zip(0..).filter(open).min().map(|(_, item)| item)
    }

    /// One more than the position at `range` of the last option that may come first: ruling it out too would leave some
    /// item without cover.
    fn positions(&mut self, range: Range<usize>) -> u32 {
        let mut positions = 0;
        let before = self.gone;
        for (number, place) in (1..).zip(range) {
            let option = self.lists.at(place..place + 1)[0];
            if self.alive[option as usize] != 0 {
                positions = number;
                if !self.rule_out_one(option) {
                    break;
                }
            }
        }
        self.bring_back(before);
        positions
    }
}

impl Tree for Sparse {
    fn open(&mut self) -> Node {
        let generations = self.lists.generations();
        let mut frame = Frame {
            item: 0,
            range: 0..0,
            children: 0,
            excludes: false,
            excluded: 0,
            gone: self.gone,
            gone_before_child: self.gone,
            taken: NO_MORE,
            generations,
        };
        let item = if self.dead { Some(0) } else { self.pick() };
        let Some(item) = item else {
            self.frames.push(frame);
            return Node::Solution;
        };
        if !self.dead {
            self.lists.renew(self.alive.len() - self.gone, &self.alive);
            let bounds = self.table.bounds[item as usize];
            let times = self.times[item as usize];
            let needed = bounds.lo.saturating_sub(times);
            frame.item = item;
            frame.range = self.lists.range(item, item + 1);
            frame.excludes = bounds.hi - times > 1;
            let all = frame.range.len() as u32;
            // Items that need no more come when none needs any, so there ruling out does no harm.
            frame.children = match (needed, frame.excludes) {
                (0, _) => all + 1,
                (_, false) => all,
                (_, true) => self.positions(frame.range.clone()),
            };
        }
        let children = frame.children;
        self.frames.push(frame);
        Node::Inner(children)
    }

    fn enter(&mut self, from: u32, to: u32) -> Option<u32> {
        let depth = self.frames.len().checked_sub(1)?;
        let Frame { item, ref range, children, excludes, excluded, gone, .. } = self.frames[depth];
        let range = range.clone();
        let to = to.min(children);
        if excludes && (from as usize) < excluded {
            self.bring_back(gone);
            self.frames[depth].excluded = 0;
        }
        for number in from..to {
            if number as usize == range.len() {
                self.frames[depth].taken = NO_MORE;
                self.frames[depth].gone_before_child = self.gone;
                self.keys[item as usize] += DONE;
                self.dead = !self.rule_out(item, item + 1);
                return Some(number);
            }
            let place = range.start + number as usize;
            let option = self.lists.at(place..place + 1)[0];
            if self.alive[option as usize] == 0 {
                continue;
            }
            if excludes {
                for place in range.start + self.frames[depth].excluded..place {
                    let option = self.lists.at(place..place + 1)[0];
                    if self.alive[option as usize] != 0 {
                        self.rule_out_one(option);
                    }
                }
                self.frames[depth].excluded = number as usize;
            }
            self.frames[depth].taken = option;
            self.frames[depth].gone_before_child = self.gone;
            self.dead = !self.choose(option);
            return Some(number);
        }
        None
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.lists.go_back(frame.generations);
        let Some(parent) = self.frames.last() else { return };
        let (item, taken, gone) = (parent.item, parent.taken, parent.gone_before_child);
        self.dead = false;
        self.bring_back(gone);
        if taken == NO_MORE {
            self.keys[item as usize] -= DONE;
        } else {
            self.unchoose(taken);
        }
    }

    fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    fn children(&self, depth: usize, from: u32, to: u32) -> (u32, u32) {
        let Some(frame) = self.frames.get(depth) else { return (0, 0) };
        let gone_below: HashSet<u32> = self.trail[frame.gone..self.gone].iter().copied().collect();
        let there = |number: u32| {
            let option = self.lists.at(frame.range.clone()).get(number as usize);
            option.is_none_or(|option| self.alive[*option as usize] != 0 || gone_below.contains(option))
        };
        let count = |from: u32, to: u32| (from..to.min(frame.children)).filter(|&n| there(n)).count() as u32;
        (count(from, to), count(0, frame.children))
    }
}
