//! The search itself: a tree whose nodes are sets of items that are still free.
//!
//! In: a [`Plain`] cover, the sequence of its items and the [`Branching`] by which a node chooses the item to branch on. Out: a
//! [`Tree`]. An option is a mask; it may be chosen where the mask is a subset of the free set, and is then taken out of it.
//!
//! Nodes are of two kinds. Near the root, the item held by the *fewest* options is worth looking for: the options still
//! possible are copied from node to node, and counted for all items at once in bit planes (the planes are the digits of
//! binary numbers, one for each item). Deep down, where nodes are many and small, the *first* free item in the sequence
//! will do: each option stands in the list of its first item only, and of that list only those options are looked at
//! which agree with the next few items of the sequence. Such a node costs 15 ns on a board of dominoes and 40 on one of
//! pentominoes, ten times less than one that counts. Before that, nodes near the root look for parts of impossible area
//! (`areas`), and the others for the smallest of them (`lone`).
//!
//! The kind of a node depends only on its depth, and its item only on the free set, so that children have the
//! same numbers wherever the tree is walked. An item that may be passed over has one more child, without an
//! option.

use super::areas::Areas;
use super::firsts::Firsts;
use super::lone::Lone;
use super::neighbours::Neighbours;
use super::plain::{Kind, Plain};
use crate::bit_string::BitString;
use crate::exact_cover::tree::{Node, Tree};
use std::sync::Arc;

/// How a node chooses its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branching {
    /// Nodes above this depth take the item with the fewest options, and look at areas; the others take the first item.
    pub fewest_above: u32,
    /// How many items after the first tell beforehand which options are impossible. This makes nodes quicker, and
    /// the tree slower to build.
    pub pattern: u32,
    /// Whether the others look for lone cells first.
    pub lone: bool,
}

/// What never changes.
#[derive(Debug)]
struct Base<W> {
    rule: Branching,
    areas: Option<Areas<W>>,
    lone: Option<Lone<W>>,
    /// Items to branch on: they come first.
    branching: W,
    /// Those of them that may be passed over: they come last among these.
    passable: W,
    /// The options, ordered by their first item.
    masks: Vec<W>,
    /// Their numbers in the cover.
    options: Vec<u32>,
    firsts: Firsts,
    /// How many options the root has listed in `Bits::live` before it is opened.
    root: u32,
}

/// A node on the path.
#[derive(Clone, Debug)]
struct Frame<W> {
    /// Items not yet covered.
    free: W,
    /// The item branched on.
    item: u32,
    /// The options that hold it and are possible, as places in `Bits::live`.
    children: (u32, u32),
    /// All options still possible, as places in `Bits::live`, if they were listed.
    live: (u32, u32),
    /// Number of options chosen.
    chosen: u32,
}

/// The tree.
#[derive(Clone, Debug)]
pub(super) struct Bits<W> {
    base: Arc<Base<W>>,
    frames: Vec<Frame<W>>,
    depth: usize,
    chosen: Vec<u32>,
    /// Options that were possible at the nodes of the path where they were counted, and behind them the node's children.
    live: Vec<u32>,
    live_masks: Vec<W>,
}

impl<W: BitString> Bits<W> {
    /// The tree of `plain`, at its root. `sequence` holds every item once; the optional ones come last, before them those
    /// that may be passed over.
    pub(super) fn new(plain: &Plain, neighbours: &Neighbours, sequence: &[u32], rule: Branching) -> Self {
        let mut place = vec![0; sequence.len()];
        (0..).zip(sequence).for_each(|(p, &item)| place[item as usize] = p);
        let set = |items: &mut dyn Iterator<Item = u32>| {
            items.fold(W::ZERO, |set, item| set | W::bit(place[item as usize]))
        };
        let of_kind =
            |kind: Kind| (0..sequence.len() as u32).filter(move |&item| plain.kinds[item as usize] == kind);
        let passable = set(&mut of_kind(Kind::Passable));
        let branching = plain.branching();
        let mut list: Vec<(W, u32)> =
            plain.choices.iter().map(|c| (set(&mut c.items.iter().copied()), c.option)).collect();
        list.sort_by_key(|(mask, _)| mask.lowest());
        let (masks, options): (Vec<W>, Vec<u32>) = list.into_iter().unzip();
        let firsts = if rule.fewest_above <= branching {
            Firsts::new(&masks, branching, rule.pattern)
        } else {
            Firsts::default()
        };
        let areas = if rule.fewest_above > 1 { Areas::new(plain, neighbours, &place) } else { None };
        let lone = if rule.lone && rule.fewest_above <= branching {
            Lone::new(plain, neighbours, &place)
        } else {
            None
        };
        let (mut live, mut live_masks) = (Vec::new(), Vec::new());
        if rule.fewest_above > 0 {
            live = (0..masks.len() as u32).collect();
            live_masks.clone_from(&masks);
        }
        let root = Frame {
            free: W::low(sequence.len() as u32),
            item: 0,
            children: (0, 0),
            live: (0, live.len() as u32),
            chosen: 0,
        };
        let base = Base {
            rule,
            areas,
            lone,
            branching: W::low(branching),
            passable,
            masks,
            options,
            firsts,
            root: live.len() as u32,
        };
        let frames = vec![root; branching as usize + 1];
        Bits { base: Arc::new(base), frames, depth: 0, chosen: Vec::new(), live, live_masks }
    }

    /// How much there was to do at the current node, in nanoseconds or so.
    pub(super) fn work(&self) -> u64 {
        if (self.depth as u32) >= self.base.rule.fewest_above {
            return 35;
        }
        let options = |depth: usize| u64::from(self.frames[depth].live.1 - self.frames[depth].live.0);
        match options(self.depth) {
            0 => 60,
            left => 60 + options(self.depth.saturating_sub(1)) + 3 * left,
        }
    }

    /// The place behind everything that the nodes above the current one have listed.
    #[inline(always)]
    fn top(&self) -> u32 {
        if self.depth == 0 { self.base.root } else { self.frames[self.depth - 1].children.1 }
    }

    #[inline(always)]
    fn open_first(&mut self, item: u32) {
        let depth = self.depth;
        let free = self.frames[depth].free;
        let top = self.top();
        let (start, end) = self.base.firsts.range(item, free);
        let list = &self.base.firsts.lists[start as usize..end as usize];
        let start = top as usize;
        let room = start.wrapping_add(list.len());
        if self.live.len() < room {
            self.live.resize(room, 0);
            self.live_masks.resize(room, W::ZERO);
        }
        let live = &mut self.live[start..room];
        let live_masks = &mut self.live_masks[start..room];
        let mut found = 0;
        for &index in list {
            let mask = self.base.masks[index as usize];
            live[found] = index;
            live_masks[found] = mask;
            // At most as many as the list has.
            found = found.wrapping_add(usize::from(mask & free == mask));
        }
        let frame = &mut self.frames[depth];
        frame.item = item;
        frame.children = (top, top.wrapping_add(found as u32));
    }

    #[inline(never)]
    fn open_fewest(&mut self) {
        let depth = self.depth;
        let (free, from) = (self.frames[depth].free, self.frames[depth.saturating_sub(1)].live);
        let base = self.top() as usize;
        let (from, longest) = (from.0 as usize..from.1 as usize, (from.1 - from.0) as usize);
        let room = base + 2 * longest;
        if self.live.len() < room {
            self.live.resize(room, 0);
            self.live_masks.resize(room, W::ZERO);
        }
        let live = if depth == 0 {
            from
        } else {
            let blocked = !free;
            base..base + self.copy(from, base, |mask| !mask.meets(blocked))
        };
        let left = free & self.base.branching;
        let required = left & !self.base.passable;
        let item = fewest(&self.live_masks[live.clone()], if required.is_zero() { left } else { required });
        let one = W::bit(item);
        let end = live.end;
        let children = self.copy(live.clone(), end, |mask| mask.meets(one));
        let frame = &mut self.frames[depth];
        frame.item = item;
        frame.live = (live.start as u32, end as u32);
        frame.children = (end as u32, (end + children) as u32);
    }

    /// Copies some of the options listed in `from` to `to` and behind, and returns how many.
    #[inline(always)]
    fn copy(&mut self, from: std::ops::Range<usize>, to: usize, wanted: impl Fn(W) -> bool) -> usize {
        let (masks, new_masks) = self.live_masks.split_at_mut(to);
        let (live, new_live) = self.live.split_at_mut(to);
        let (masks, live) = (&masks[from.clone()], &live[from]);
        let (new_masks, new_live) = (&mut new_masks[..masks.len()], &mut new_live[..masks.len()]);
        let mut copied = 0;
        // Written first and then perhaps overwritten: a branch would be guessed wrong every other time.
        for (&mask, &option) in masks.iter().zip(live) {
            new_masks[copied] = mask;
            new_live[copied] = option;
            copied = copied.wrapping_add(usize::from(wanted(mask)));
        }
        copied
    }
}

/// The item among `candidates` that is in the fewest of `masks`; of several, the first.
#[inline(always)]
fn fewest<W: BitString>(masks: &[W], candidates: W) -> u32 {
    let few = least::<W, 3>(masks, candidates).or_else(|| least::<W, 8>(masks, candidates));
    few.or_else(|| least::<W, 32>(masks, candidates)).unwrap_or(candidates).lowest()
}

/// The candidates that are in the fewest masks, unless that is more than `N` digits can write.
#[inline(always)]
fn least<W: BitString, const N: usize>(masks: &[W], candidates: W) -> Option<W> {
    let mut planes = [W::ZERO; N];
    let mut over = W::ZERO;
    for &mask in masks {
        let mut carry = mask;
        for plane in &mut planes {
            let both = *plane & carry;
            *plane ^= carry;
            carry = both;
        }
        over |= carry;
    }
    let mut least = candidates & !over;
    if least.is_zero() {
        return None;
    }
    for plane in planes.iter().rev() {
        let without = least & !*plane;
        if !without.is_zero() {
            least = without;
        }
    }
    Some(least)
}

impl<W: BitString> Tree for Bits<W> {
    #[inline]
    fn open(&mut self) -> Node {
        let depth = self.depth;
        let free = self.frames[depth].free;
        let left = free & self.base.branching;
        if left.is_zero() {
            return Node::Solution;
        }
        let is_near = (depth as u32) < self.base.rule.fewest_above;
        let dead = if is_near {
            self.base.areas.as_ref().is_some_and(|areas| areas.dead(free))
        } else {
            self.base.lone.as_ref().is_some_and(|lone| lone.dead(free))
        };
        if dead {
            let top = self.top();
            let frame = &mut self.frames[depth];
            (frame.live, frame.children) = ((top, top), (top, top));
            return Node::Inner(0);
        }
        if is_near {
            self.open_fewest();
        } else {
            self.open_first(left.lowest());
        }
        let frame = &self.frames[depth];
        let passing = u32::from(self.base.passable.meets(W::bit(frame.item)));
        Node::Inner(frame.children.1.wrapping_sub(frame.children.0).wrapping_add(passing))
    }

    #[inline]
    fn enter(&mut self, from: u32, to: u32) -> Option<u32> {
        let frame = &self.frames[self.depth];
        let free = frame.free;
        let (start, end) = frame.children;
        let chosen = frame.chosen;
        if from >= to {
            return None;
        }
        // Places are within the list of what is live, and a path has at most as many options as there are items.
        let place = start.wrapping_add(from) as usize;
        let (taken, option) =
            if place < end as usize { (self.live_masks[place], 1) } else { (W::bit(frame.item), 0) };
        if option == 1 {
            self.chosen.push(self.base.options[self.live[place] as usize]);
        }
        self.depth += 1;
        let frame = &mut self.frames[self.depth];
        frame.free = free ^ taken;
        frame.chosen = chosen.wrapping_add(option);
        Some(from)
    }

    #[inline]
    fn leave(&mut self) {
        self.depth -= 1;
        self.chosen.truncate(self.frames[self.depth].chosen as usize);
    }

    fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    fn children(&self, ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let count = |(frame, &(from, to)): (&Frame<W>, &(u32, u32))| {
            let (start, end) = frame.children;
            let all = end - start + u32::from(self.base.passable.meets(W::bit(frame.item)));
            (to.min(all).saturating_sub(from), all)
        };
        self.frames.iter().zip(ranges).map(count).collect()
    }
}
