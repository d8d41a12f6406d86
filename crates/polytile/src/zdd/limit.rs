//! A limit on how many of some variables a set may hold: as a family of its own, and applied to a diagram.
//!
//! As a family it is a decision process whose state is how many have been taken: a symmetric function of those variables.
//!
//! Applied to a diagram it is one more constraint, without a computed cache. A node of the new diagram is a node of the old one
//! and the number of items taken above it. Which numbers occur is found out beforehand, 64 at a time, as the bits of a word: one
//! sweep up finds how many items the sets below a node can hold, one sweep down how many can have been taken above it *and* still
//! lead to a good total below. So no node is made in vain; a last sweep up makes the nodes, equal ones once. Every sweep follows
//! the numbers of the nodes. (Intersection with a symmetric function, TAOCP 7.1.4, does the same pair by pair, with a hash
//! look-up each, and meets dead ends.)

use super::unique::Unique;
use super::{Diagram, DiagramBuilder, EMPTY, Node, UNIT, ZddError};
use crate::run::{Control, Progress, Stopped};
use crate::spec::{Forced, Spec};
use std::ops::{Range, RangeInclusive};

/// Numbers of items that can be told apart on a diagram: 0 to 63.
pub(super) const MOST: u32 = 63;

/// The sets that hold a certain number of some variables: at least so many, at most so many, or both.
///
/// ```
/// use polytile::{run::Control, zdd::{Diagram, Limit}};
/// // Of six people, three of whom play the violin, two or three violins and anybody else.
/// let limit = Limit::new(6, &[0, 1, 2], 2..=3);
/// let control = Control::default();
/// assert_eq!(Diagram::of(&limit, &control)?.count(&control)?, 32_u32.into());
/// assert_eq!(Diagram::of(&limit.alone(), &control)?.count(&control)?, 4_u32.into());
/// # Ok::<(), polytile::run::Stopped>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Which variables are counted.
    items: Vec<bool>,
    /// How many counted variables there are from each variable on.
    ahead: Vec<u32>,
    /// The next variable after each that is counted where it is not, or the other way round; behind the last where there is none.
    turn: Vec<u32>,
    lo: u32,
    hi: u32,
    /// Whether variables that are not counted may be taken.
    others: bool,
}

impl Limit {
    /// As many of `items`, which are among `variables`, as `sizes` says, and any others.
    ///
    /// # Panics
    /// When one of the items is not a variable.
    pub fn new(variables: usize, items: &[u32], sizes: RangeInclusive<u32>) -> Self {
        let mut counted = vec![false; variables];
        for &item in items {
            counted[item as usize] = true;
        }
        Limit::of(counted, sizes)
    }

    pub(super) fn of(items: Vec<bool>, sizes: RangeInclusive<u32>) -> Self {
        let (lo, hi) = sizes.into_inner();
        let mut ahead = vec![0; items.len() + 1];
        let mut turn = vec![items.len() as u32; items.len()];
        for v in (0..items.len()).rev() {
            ahead[v] = ahead[v + 1] + u32::from(items[v]);
            if let Some(&next) = items.get(v + 1) {
                turn[v] = if next == items[v] { turn[v + 1] } else { v as u32 + 1 };
            }
        }
        let hi = hi.min(ahead[0]);
        Limit { items, ahead, turn, lo, hi, others: true }
    }

    /// Bytes that a limit on some of `variables` takes.
    pub(super) fn bytes(variables: usize) -> u64 {
        (size_of::<Self>() + (variables + 1) * (size_of::<bool>() + 2 * size_of::<u32>())) as u64
    }

    /// This limit on sets that hold no other variables.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.others = false;
        self
    }

    /// Which variables are counted.
    pub(super) fn items(&self) -> &[bool] {
        &self.items
    }

    /// How many there must be, and how many there may be.
    pub(super) fn sizes(&self) -> (u32, u32) {
        (self.lo, self.hi)
    }

    /// The state of `taken` items before a variable: all numbers that can no longer become too small or too large are one state.
    fn state(&self, variable: usize, taken: u32) -> u32 {
        if taken >= self.lo && taken + self.ahead[variable] <= self.hi { self.lo } else { taken }
    }
}

impl Spec for Limit {
    /// Items taken.
    type State = u32;

    fn levels(&self) -> usize {
        self.items.len()
    }

    fn options(&self, level: usize) -> Range<u32> {
        level as u32..level as u32 + 1
    }

    fn root(&self) -> u32 {
        self.state(0, 0)
    }

    fn children(&self, level: usize, &taken: &u32, mut each: impl FnMut(Option<u32>, u32)) {
        let item = self.items[level];
        each(None, self.state(level + 1, taken));
        // Where neither bound matters any more, the number stands for all others, and cannot become too large.
        let free = taken == self.lo && taken + self.ahead[level] <= self.hi;
        if item && (free || taken < self.hi) {
            each(Some(level as u32), if free { taken } else { self.state(level + 1, taken + 1) });
        } else if !item && self.others {
            each(Some(level as u32), self.state(level + 1, taken));
        }
    }

    fn accepts(&self, &taken: &u32) -> bool {
        (self.lo..=self.hi).contains(&taken)
    }

    fn forced(&self, level: usize, &taken: &u32) -> Forced<u32> {
        if self.lo > self.hi || taken + self.ahead[level] < self.lo {
            return Forced::Dead;
        }
        // Those counted are left out when there are enough, the others where they are not wanted.
        let out = |counted: bool| if counted { taken >= self.hi } else { !self.others };
        let end = match (out(self.items[level]), out(!self.items[level])) {
            (false, _) => return Forced::Open,
            (true, false) => self.turn[level] as usize,
            (true, true) => self.items.len(),
        };
        Forced::Until(end, self.state(end, taken))
    }
}

impl Limit {
    /// Which numbers taken above lead to a good total, given the numbers `below` that can be taken below.
    #[inline(always)]
    fn good(&self, below: u64) -> u64 {
        // Bit c is good when some total k has k - c below: the numbers below, mirrored about k.
        let mirrored = below.reverse_bits();
        (self.lo..=self.hi).fold(0, |good, k| good | mirrored >> (MOST - k))
    }

    #[inline(always)]
    fn taken(&self, v: usize, numbers: u64) -> u64 {
        numbers << u32::from(self.items[v])
    }

    /// The sets of `diagram` that keep to the limit, whose `hi` is at most [`MOST`]. `progress` is what to report.
    ///
    /// # Errors
    /// When `control` says so.
    pub(super) fn apply(
        &self,
        diagram: &Diagram,
        progress: Progress,
        control: &Control,
    ) -> Result<Diagram, Stopped> {
        let len = diagram.nodes() as usize;
        let what = "putting one constraint more on a diagram";
        control.reserve(diagram.bytes() + 20 * len as u64, what)?;
        // Numbers of items that the sets below can hold; more than `hi` are of no interest.
        let within = u64::MAX >> (MOST - self.hi);
        let mut good = Vec::with_capacity(len);
        good.extend([0, 1]);
        for (v, _, nodes) in diagram.upward() {
            control.check(progress)?;
            for node in nodes {
                let below = good[node.lo as usize] | self.taken(v, good[node.hi as usize]) & within;
                good.push(below);
            }
        }
        for numbers in &mut good {
            *numbers = self.good(*numbers);
        }
        // Numbers of items taken above.
        let mut above = vec![0_u64; len];
        above[diagram.root() as usize] = 1 & good[diagram.root() as usize];
        for (v, first, nodes) in diagram.upward().rev() {
            control.check(progress)?;
            for (i, node) in nodes.iter().enumerate().rev() {
                let numbers = above[first as usize + i];
                above[node.lo as usize] |= numbers & good[node.lo as usize];
                above[node.hi as usize] |= self.taken(v, numbers) & good[node.hi as usize];
            }
        }
        drop(good);
        self.make(diagram, &above, progress, control)
    }

    /// Makes a node for every node and number in `above`.
    fn make(
        &self,
        diagram: &Diagram,
        above: &[u64],
        progress: Progress,
        control: &Control,
    ) -> Result<Diagram, Stopped> {
        let pairs: u64 = above.iter().map(|numbers| u64::from(numbers.count_ones())).sum();
        let of_level = |(_, first, nodes): (usize, u32, &[Node])| {
            let numbers = &above[first as usize..first as usize + nodes.len()];
            numbers.iter().map(|numbers| u64::from(numbers.count_ones())).sum::<u64>()
        };
        let widest = diagram.upward().map(of_level).max().unwrap_or(0);
        // The old nodes, with two words each to find the new ones; the new ones with their numbers; a table for a level.
        let bytes = diagram.bytes() + 16 * above.len() as u64 + 12 * pairs + 16 * widest;
        control.reserve(bytes, "putting one constraint more on a diagram")?;
        // Where the new nodes of each old one begin in `made`, one for each number.
        let mut starts = Vec::with_capacity(above.len());
        let mut made = Vec::with_capacity(pairs as usize);
        let find = |starts: &[usize], made: &[u32], old: u32, number: u32| {
            let numbers = above[old as usize];
            if numbers >> number & 1 == 0 {
                return EMPTY;
            }
            made[starts[old as usize] + (numbers & ((1 << number) - 1)).count_ones() as usize]
        };
        starts.extend([0, 0]);
        made.extend(std::iter::repeat_n(UNIT, above[UNIT as usize].count_ones() as usize));
        let mut levels = DiagramBuilder::new(diagram.variables());
        let mut unique = Unique::default();
        for (v, first, nodes) in diagram.upward() {
            let of_level = &above[first as usize..first as usize + nodes.len()];
            let most: u32 = of_level.iter().map(|numbers| numbers.count_ones()).sum();
            control.check(progress)?;
            unique.start(levels.next(), most as usize);
            for (node, &numbers) in nodes.iter().zip(of_level) {
                starts.push(made.len());
                let mut left = numbers;
                while left != 0 {
                    let number = left.trailing_zeros();
                    left &= left - 1;
                    let lo = find(&starts, &made, node.lo, number);
                    let after = number + u32::from(self.items[v]);
                    let hi = if after > self.hi { EMPTY } else { find(&starts, &made, node.hi, after) };
                    made.push(unique.node(Node { lo, hi }));
                }
            }
            levels.push(unique.take()).map_err(ZddError::stopped)?;
        }
        let root = find(&starts, &made, diagram.root(), 0);
        levels.finish(root).map_err(ZddError::stopped)
    }
}
