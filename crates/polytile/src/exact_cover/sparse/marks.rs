//! The search where many options are left: what goes is marked.
//!
//! Nothing is unlinked. An option that goes gets a mark, and each of its primary items has one way fewer: that is
//! one subtraction, and for secondary items nothing at all.
//!
//! Every primary item has one number, its *key*, and the item with the least key is the one to branch on. Let `s` options
//! of the item be alive, and let it need `n` more. The key is `s + 1 - n`, which is how many of them may come
//! first: 1 where the item is forced, 0 where it cannot be covered. An item that needs no more but may have more stands
//! behind all that need some, with `s + 1` + [`OPTIONAL`]; one that is done has [`DONE`] on top. Ties go to the item
//! that was added first.
//!
//! A node costs a look at every key and one subtraction for every primary item of every option that goes.

use super::bits::Bits;
use super::lists::Lists;
use super::packed::MOST_WORDS;
use super::table::{Bounds, Table};
use super::{NO_MORE, OPTIONAL, Path};
use crate::exact_cover::tree::Node;
use crate::run::{Stopped, room};
use std::ops::Range;

/// What is added to the key of an item that may have no more options.
const DONE: i32 = 1 << 29;

/// A node on the path.
#[derive(Clone, Debug, Default)]
struct Frame {
    /// The item to branch on.
    item: u32,
    /// Where its options stand.
    range: Range<usize>,
    /// Children have numbers below this: that of an option is its position at `range`.
    children: u32,
    /// Whether a child rules out the options before its own.
    excludes: bool,
    /// How many of the earlier options are gone for that reason, or were gone before.
    excluded: usize,
    /// Whether some item can no longer be covered without them.
    spoiled: bool,
    /// How many options were gone when the node was opened.
    gone: usize,
    /// How many options were gone when its current child was entered.
    gone_before_child: usize,
    /// The option that the current child takes, or [`NO_MORE`].
    taken: u32,
    /// How many generations the lists had when the node was opened.
    generations: usize,
}

/// A path from the root, and the node it leads to.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    lists: Lists,
    /// One for every primary item.
    keys: Vec<i32>,
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
    frames: Vec<Frame>,
}

/// What the key of an item gains when it is covered for the `times + 1`st time, apart from the option that is gone.
#[inline]
fn gain(bounds: Bounds, times: u32) -> i32 {
    i32::from(times < bounds.lo)
        + if times + 1 == bounds.lo { OPTIONAL } else { 0 }
        + if times + 1 == bounds.hi { DONE } else { 0 }
}

impl Marks {
    pub fn new(table: &Table) -> Result<Self, Stopped> {
        const WHAT: &str = "the marks of the options";
        let key = |(item, bounds): (usize, &Bounds)| {
            let ways = table.lists.get(item as u32).len() as u32;
            if bounds.lo == 0 {
                ways as i32 + 1 + OPTIONAL
            } else {
                (ways + 1).saturating_sub(bounds.lo) as i32
            }
        };
        Ok(Marks {
            lists: Lists::new(table)?,
            keys: table.bounds.iter().enumerate().map(key).collect(),
            claimed: room::filled(0, table.secondaries, WHAT)?,
            alive: room::filled(1, table.names.len(), WHAT)?,
            trail: room::filled(0, table.names.len() + 1, WHAT)?,
            gone: 0,
            dead: table.hopeless,
            frames: Vec::new(),
        })
    }

    /// How many nodes are on the path.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Rules out the options of the lists `from..to` that are alive. Says whether every item can still be covered.
    #[inline]
    fn rule_out(&mut self, from: u32, to: u32, table: &Table) -> bool {
        let before = self.gone;
        for &option in self.lists.at(self.lists.range(from, to)) {
            // Without a branch: the place is taken only if the option was alive.
            self.trail[self.gone] = option;
            self.gone += usize::from(self.alive[option as usize]);
            self.alive[option as usize] = 0;
        }
        self.lower_keys(before, table)
    }

    /// Rules out one option, which is alive.
    fn rule_out_one(&mut self, option: u32, table: &Table) -> bool {
        self.trail[self.gone] = option;
        self.gone += 1;
        self.alive[option as usize] = 0;
        self.lower_keys(self.gone - 1, table)
    }

    /// Subtracts the options that have gone since `before` from the keys.
    #[inline]
    fn lower_keys(&mut self, before: usize, table: &Table) -> bool {
        let mut possible = true;
        for &option in &self.trail[before..self.gone] {
            for &item in table.primary.get(option) {
                let key = &mut self.keys[item as usize];
                *key -= 1;
                possible &= *key != 0;
            }
        }
        possible
    }

    /// Brings back all options that went but the first `gone`.
    fn bring_back(&mut self, gone: usize, table: &Table) {
        for &option in &self.trail[gone..self.gone] {
            self.alive[option as usize] = 1;
            for &item in table.primary.get(option) {
                self.keys[item as usize] += 1;
            }
        }
        self.gone = gone;
    }

    /// Chooses an option that is alive. Says whether every item can still be covered.
    fn choose(&mut self, option: u32, table: &Table, path: &mut Path) -> bool {
        path.chosen.push(table.names[option as usize]);
        let items = table.primary.get(option);
        for &item in items {
            let item = item as usize;
            self.keys[item] += gain(table.bounds[item], path.times[item]);
            path.times[item] += 1;
        }
        let claims = table.claims.get(option);
        for claim in claims {
            self.claimed[claim.item as usize] += 1;
        }
        // Keys have gained before this, lest the option's own items look impossible.
        if !self.rule_out_one(option, table) {
            return false;
        }
        for &item in items {
            let full = path.times[item as usize] == table.bounds[item as usize].hi;
            if full && !self.rule_out(item, item + 1, table) {
                return false;
            }
        }
        for claim in claims {
            // Where another option has claimed the item before, those that disagree are gone.
            if self.claimed[claim.item as usize] == 1
                && !(self.rule_out(claim.first, claim.own, table)
                    && (claim.own == claim.end || self.rule_out(claim.own + 1, claim.end, table)))
            {
                return false;
            }
        }
        true
    }

    /// Takes back what [`Marks::choose`] did, apart from the options gone.
    fn unchoose(&mut self, option: u32, table: &Table, path: &mut Path) {
        path.chosen.pop();
        for &item in table.primary.get(option) {
            let item = item as usize;
            path.times[item] -= 1;
            self.keys[item] -= gain(table.bounds[item], path.times[item]);
        }
        for claim in table.claims.get(option) {
            self.claimed[claim.item as usize] -= 1;
        }
    }

    /// The item to branch on; none where all items are content and no option is left.
    fn pick(&self) -> Option<u32> {
        let least = self.keys.iter().copied().min()?;
        if least < OPTIONAL {
            return self.keys.iter().position(|&key| key == least).map(|item| item as u32);
        }
        let open = |&(key, _): &(i32, u32)| key > OPTIONAL + 1 && key < DONE;
        self.keys.iter().copied().zip(0..).filter(open).min().map(|(_, item)| item)
    }

    /// Looks at the current node, and hands it over to `bits` where few options are left.
    pub fn open(&mut self, table: &Table, path: &Path, bits: &mut Bits) -> Node {
        let generations = self.lists.generations();
        let frame = Frame { gone: self.gone, taken: NO_MORE, generations, ..Frame::default() };
        if self.dead {
            self.frames.push(frame);
            return Node::Inner(0);
        }
        let Some(item) = self.pick() else {
            self.frames.push(frame);
            return Node::Solution;
        };
        let left = self.alive.len() - self.gone;
        let key = self.keys[item as usize];
        if left <= 64 * MOST_WORDS && key > 1 {
            let alive = |option: &u32| self.alive[*option as usize] != 0;
            let options = self.lists.all().iter().copied().filter(alive);
            let open = |&(_, &key): &(u32, &i32)| key < DONE && key != OPTIONAL + 1;
            let items = (0..).zip(&self.keys).filter(open).map(|(item, _)| item);
            return bits.begin(table, options, items, &path.times, item);
        }
        self.lists.renew(left, &self.alive);
        let range = self.lists.range(item, item + 1);
        let bounds = table.bounds[item as usize];
        let excludes = bounds.hi - path.times[item as usize] > 1;
        let children = if key > OPTIONAL {
            range.len() as u32 + 1
        } else if excludes {
            let alive = |&(_, &option): &(u32, &u32)| self.alive[option as usize] != 0;
            (1..).zip(self.lists.at(range.clone())).filter(alive).nth(key as usize - 1).map_or(0, |(n, _)| n)
        } else {
            range.len() as u32
        };
        self.frames.push(Frame { item, range, children, excludes, ..frame });
        Node::Inner(children)
    }

    /// Goes to the first child with a number in `from..to`.
    pub fn enter(&mut self, from: u32, to: u32, table: &Table, path: &mut Path) -> Option<u32> {
        let mut frame = std::mem::take(self.frames.last_mut()?);
        if frame.excludes && (from as usize) < frame.excluded {
            self.bring_back(frame.gone, table);
            (frame.excluded, frame.spoiled) = (0, false);
        }
        let among = from..to.min(frame.children);
        let child = self.enter_from(&mut frame, among, table, path);
        *self.frames.last_mut()? = frame;
        child
    }

    fn enter_from(
        &mut self,
        frame: &mut Frame,
        among: Range<u32>,
        table: &Table,
        path: &mut Path,
    ) -> Option<u32> {
        let alive = |&number: &u32| {
            let option = self.lists.at(frame.range.clone()).get(number as usize);
            option.is_none_or(|&option| self.alive[option as usize] != 0)
        };
        let number = among.into_iter().find(alive)?;
        frame.gone_before_child = self.gone;
        if number as usize == frame.range.len() {
            frame.taken = NO_MORE;
            self.keys[frame.item as usize] += DONE;
            self.dead = !self.rule_out(frame.item, frame.item + 1, table);
            return Some(number);
        }
        if frame.excludes {
            for i in frame.excluded..number as usize {
                let option = self.lists.at(frame.range.clone())[i];
                if self.alive[option as usize] != 0 {
                    frame.spoiled |= !self.rule_out_one(option, table);
                }
            }
            frame.excluded = number as usize;
            frame.gone_before_child = self.gone;
        }
        frame.taken = self.lists.at(frame.range.clone())[number as usize];
        self.dead = !self.choose(frame.taken, table, path) || frame.spoiled;
        Some(number)
    }

    /// Goes back to the parent.
    pub fn leave(&mut self, table: &Table, path: &mut Path) {
        if let Some(frame) = self.frames.pop() {
            self.lists.go_back(frame.generations);
        }
        self.leave_child(table, path);
    }

    /// Goes back to the last node on the path from a child that `bits` had.
    pub fn leave_child(&mut self, table: &Table, path: &mut Path) {
        let Some(parent) = self.frames.last() else { return };
        let (item, taken, gone) = (parent.item, parent.taken, parent.gone_before_child);
        self.dead = false;
        self.bring_back(gone, table);
        if taken == NO_MORE {
            self.keys[item as usize] -= DONE;
        } else {
            self.unchoose(taken, table, path);
        }
    }

    /// For each node on the path, how many of its children are in its range and how many it has in all: what
    /// [`Tree::children`](crate::exact_cover::tree::Tree::children) asks for.
    pub fn children(&self, ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
        // When each option went, of those that are gone.
        let mut went = vec![0; self.alive.len()];
        for (when, &option) in self.trail[..self.gone].iter().enumerate() {
            went[option as usize] = when;
        }
        let count = |(frame, &(from, to)): (&Frame, &(u32, u32))| {
            let there = |&number: &u32| {
                let option = self.lists.at(frame.range.clone()).get(number as usize);
                option.is_none_or(|&option| {
                    self.alive[option as usize] != 0 || went[option as usize] >= frame.gone
                })
            };
            let count = |from: u32, to: u32| (from..to.min(frame.children)).filter(there).count() as u32;
            (count(from, to), count(0, frame.children))
        };
        self.frames.iter().zip(ranges).map(count).collect()
    }
}
