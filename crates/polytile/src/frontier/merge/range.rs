//! A part of a merge: the keys of a range of the next layer, with their weights.
//!
//! In: blocks of a layer, those that lead into the range among them, and the transitions of a level. Out: blocks of the next layer.
//! How runs are read and windows filled is told in [`super`]; this is the loop that does it. It does not know where layers are
//! kept.

use super::{Block, bytes_per_state};
use crate::frontier::key::Key;
use crate::frontier::lanes::{Lanes, Work};
use crate::frontier::level::{Level, Transition};
use crate::run::{Control, Stopped, room};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bits of a window, at least and at most.
pub(super) const WINDOW_BITS: std::ops::RangeInclusive<u32> = 6..=14;
/// Windows between two looks at the clock.
const WINDOWS: usize = 1 << 10;
/// How many states a window should hold.
const STATES_PER_WINDOW: usize = 64;

/// Bits of the windows of the next layer, where those of this one have `bits`, and `windows` of them held `states` states.
pub(super) fn adapted(bits: u32, states: usize, windows: usize) -> u32 {
    let density = states / windows.max(1);
    if density < STATES_PER_WINDOW / 2 {
        (bits + 1).min(*WINDOW_BITS.end())
    } else if density > STATES_PER_WINDOW * 2 {
        (bits - 1).max(*WINDOW_BITS.start())
    } else {
        bits
    }
}

/// Keys that cut the next layer into about `parts` equal parts, judged by some keys of this one.
pub(super) fn pivots<K: Key>(level: &Level<K>, keys: impl Iterator<Item = K>, parts: usize) -> Vec<K> {
    let mut sample: Vec<K> = Vec::new();
    for key in keys {
        let fits = |t: &&Transition<K>| key & t.care == t.value;
        sample.extend(level.transitions.iter().filter(fits).map(|t| level.carry(key).plus(t.add)));
    }
    sample.sort_unstable();
    let mut pivots: Vec<K> =
        (1..parts).filter_map(|i| sample.get(sample.len() * i / parts)).copied().collect();
    pivots.dedup();
    pivots
}

/// Whether a sum of as many weights as there are transitions may need another limb, where `high` is the union of all top limbs.
pub(super) fn outgrow<K>(high: u64, level: &Level<K>) -> bool {
    let runs = level.transitions.len() as u64;
    let used = 64 - high.leading_zeros();
    used + (64 - runs.leading_zeros()) > 64
}

/// Blocks that are free to be used again.
#[derive(Debug)]
pub(super) struct Spare<K>(Mutex<Vec<Block<K>>>);

impl<K> Spare<K> {
    pub fn new() -> Self {
        Spare(Mutex::new(Vec::new()))
    }

    /// An empty block with room for `states` states.
    pub fn block(&self, states: usize, limbs: usize) -> Result<Block<K>, Stopped> {
        const WHAT: &str = "a layer of states";
        let spare = self.0.lock().ok().and_then(|mut spare| spare.pop());
        let mut block = spare.unwrap_or(Block { keys: Vec::new(), weights: Vec::new() });
        block.keys.clear();
        block.weights.clear();
        room::room(&mut block.keys, states, WHAT)?;
        room::room(&mut block.weights, states * limbs, WHAT)?;
        Ok(block)
    }

    /// Keeps no more of them than have room for `bytes` bytes in all.
    pub fn keep(&self, bytes: u64) {
        if let Ok(mut spare) = self.0.lock() {
            let mut all = 0;
            spare.retain(|block| {
                all += block.memory();
                all <= bytes
            });
        }
    }

    /// Takes blocks back, and keeps no more than `most` in all.
    pub fn take(&self, blocks: Vec<Block<K>>, most: usize) {
        if let Ok(mut spare) = self.0.lock() {
            spare.extend(blocks);
            spare.truncate(most);
        }
    }
}

/// How weights are added.
pub(super) trait Sum: Copy + Sync {
    /// Limbs per weight.
    fn limbs(self) -> usize;
    /// Adds `weight` to `sum`.
    fn add(self, sum: &mut [u64], weight: &[u64]);
}

#[derive(Clone, Copy)]
pub(super) struct NoLimbs;
#[derive(Clone, Copy)]
pub(super) struct OneLimb;
#[derive(Clone, Copy)]
pub(super) struct TwoLimbs;
#[derive(Clone, Copy)]
pub(super) struct ManyLimbs(pub usize);
#[derive(Clone, Copy)]
pub(super) struct Modulo(pub u64);

impl Sum for NoLimbs {
    #[inline(always)]
    fn limbs(self) -> usize {
        0
    }
    #[inline(always)]
    fn add(self, _: &mut [u64], _: &[u64]) {}
}

impl Sum for OneLimb {
    #[inline(always)]
    fn limbs(self) -> usize {
        1
    }
    #[inline(always)]
    fn add(self, sum: &mut [u64], weight: &[u64]) {
        sum[0] += weight[0];
    }
}

impl Sum for TwoLimbs {
    #[inline(always)]
    fn limbs(self) -> usize {
        2
    }
    #[inline(always)]
    fn add(self, sum: &mut [u64], weight: &[u64]) {
        let (low, carry) = sum[0].overflowing_add(weight[0]);
        sum[0] = low;
        sum[1] += weight[1] + u64::from(carry);
    }
}

impl Sum for ManyLimbs {
    #[inline(always)]
    fn limbs(self) -> usize {
        self.0
    }
    #[inline(always)]
    fn add(self, sum: &mut [u64], weight: &[u64]) {
        let mut carry = false;
        for (s, w) in sum.iter_mut().zip(weight) {
            let (low, first) = s.overflowing_add(*w);
            let (low, second) = low.overflowing_add(u64::from(carry));
            *s = low;
            carry = first | second;
        }
    }
}

impl Sum for Modulo {
    #[inline(always)]
    fn limbs(self) -> usize {
        1
    }
    #[inline(always)]
    fn add(self, sum: &mut [u64], weight: &[u64]) {
        let total = sum[0] + weight[0];
        sum[0] = if total >= self.0 { total - self.0 } else { total };
    }
}

/// Does the work with the way in which weights of so many limbs are added, modulo a number if there is one.
macro_rules! with_sum {
    ($modulo:expr, $limbs:expr, $sum:ident => $work:expr) => {{
        use $crate::frontier::merge::range::{ManyLimbs, Modulo, NoLimbs, OneLimb, TwoLimbs};
        match ($modulo, $limbs) {
            (Some(m), _) => {
                let $sum = Modulo(m);
                $work
            }
            (None, 0) => {
                let $sum = NoLimbs;
                $work
            }
            (None, 1) => {
                let $sum = OneLimb;
                $work
            }
            (None, 2) => {
                let $sum = TwoLimbs;
                $work
            }
            (None, n) => {
                let $sum = ManyLimbs(n);
                $work
            }
        }
    }};
}
pub(super) use with_sum;

/// The part of a merge that makes the keys `from..to`.
pub(super) struct Range<'a, K, S> {
    pub control: &'a Control,
    /// The layer, or at least those of its blocks that lead to these keys.
    pub blocks: &'a [Block<K>],
    pub spare: &'a Spare<K>,
    pub level: &'a Level<K>,
    pub sum: S,
    pub from: K,
    pub to: K,
    /// Bytes taken by both layers.
    pub taken: &'a AtomicU64,
    pub budget: u64,
    /// Bits that differ within a window.
    pub window: u32,
    /// Whether dead states are dropped.
    pub prunes: bool,
    /// States per block,
    pub block: usize,
    /// and how many of them a block is expected to hold.
    pub filled: usize,
}

/// How far a transition has read in its layer.
struct Run<'l, K> {
    care: K,
    value: K,
    add: K,
    /// The block being read, and the number of the next one.
    keys: &'l [K],
    weights: &'l [u64],
    next_block: usize,
    /// The 64 states from here on are being read;
    base: usize,
    /// these of them match and have not been read;
    mask: u64,
    /// this one is at the head.
    at: usize,
}

impl<K: Key, S: Sum> Work for Range<'_, K, S> {
    type Output = Result<Part<K>, Stopped>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<Part<K>, Stopped> {
        let guard = self.level.guard;
        // Nearly always, all bits just move one place to the right, and nothing is counted.
        match (&self.level.moves[..], guard.is_zero()) {
            (&[(mask, 0)], true) => self.merge_runs(lanes, |key| (key & mask).right(1), |_| true),
            // From the middle of a board on they stay where they are.
            (&[(mask, 1)], true) => self.merge_runs(lanes, |key| key & mask, |_| true),
            _ => self.merge_runs(lanes, |key| self.level.carry(key), |key| !key.meets(guard)),
        }
    }
}

impl<K: Key, S: Sum> Range<'_, K, S> {
    #[inline(always)]
    fn merge_runs<L: Lanes>(
        &self,
        lanes: L,
        carry: impl Fn(K) -> K + Copy,
        allowed: impl Fn(K) -> bool + Copy,
    ) -> Result<Part<K>, Stopped> {
        let limbs = self.sum.limbs();
        let blocks = self.blocks;
        let mut runs: Vec<Run<'_, K>> = Vec::new();
        let mut heads: Vec<K> = Vec::new();
        for transition in &self.level.transitions {
            let mut run = self.start(lanes, transition);
            heads.push(run.advance(lanes, blocks, carry, allowed));
            runs.push(run);
        }
        let mut window = Window::new(self.window, limbs);
        let mut part = Part { blocks: Vec::new(), high: 0, windows: 0 };
        // There is room for one window more than a block is to hold.
        let empty = |window: &Window| self.spare.block(self.filled + window.size(), limbs);
        let mut out = empty(&window)?;
        // So many have been looked at.
        let mut pruned = 0;
        loop {
            let least = K::smallest(lanes, &heads);
            if least >= self.to {
                break;
            }
            if self.prunes && out.keys.len() >= self.block {
                self.level.prune(lanes, &mut out, pruned, limbs, self.control);
                pruned = out.keys.len();
            }
            // Sieved, a block is full when it is nearly full: else it would be pruned by handfuls in the end.
            if out.keys.len() >= self.block || 4 * pruned > 3 * self.block {
                pruned = 0;
                if !self.take(out.keys.len()) || self.control.is_over() {
                    break;
                }
                part.blocks.push(std::mem::replace(&mut out, empty(&window)?));
            }
            part.windows += 1;
            // Blocks fill slowly where there are many transitions.
            if part.windows.is_multiple_of(WINDOWS) && self.control.is_over() {
                break;
            }
            let base = least.right(self.window).left(self.window);
            let end = base.plus(K::bit(self.window)).min(self.to);
            for (head, run) in heads.iter_mut().zip(&mut runs) {
                while *head < end {
                    let weight = &run.weights[run.at * limbs..run.at * limbs + limbs];
                    window.add(self.sum, head.limb(0), weight);
                    *head = run.advance(lanes, blocks, carry, allowed);
                }
            }
            part.high |= window.read(base, limbs, &mut out);
        }
        if self.prunes {
            self.level.prune(lanes, &mut out, pruned, limbs, self.control);
        }
        // The last transition has been counted.
        if !out.keys.is_empty() {
            part.blocks.push(out);
        }
        Ok(part)
    }

    /// Announces `states` more states; whether they fit the budget.
    fn take(&self, states: usize) -> bool {
        let bytes = states as u64 * bytes_per_state::<K>(self.sum.limbs());
        self.taken.fetch_add(bytes, Ordering::Relaxed) + bytes <= self.budget
    }

    /// A run of `transition` in front of its first key that is not below `from`.
    fn start<L: Lanes>(&self, lanes: L, transition: &Transition<K>) -> Run<'_, K> {
        let blocks = self.blocks;
        let Transition { care, value, add, .. } = *transition;
        let before = |key: K| self.level.carry(key).plus(add) < self.from;
        let block = blocks.partition_point(|b| b.keys.last().is_some_and(|&key| before(key)));
        let mut run =
            Run { care, value, add, keys: &[], weights: &[], next_block: block + 1, base: 0, mask: 0, at: 0 };
        if let Some(block) = blocks.get(block) {
            run.keys = &block.keys;
            run.weights = &block.weights;
            run.base = run.keys.partition_point(|&key| before(key));
            run.fill(lanes);
        }
        run
    }
}

impl<'l, K: Key> Run<'l, K> {
    /// Finds out which of the 64 states from `base` on match.
    #[inline(always)]
    fn fill<L: Lanes>(&mut self, lanes: L) {
        let some = &self.keys[self.base..self.keys.len().min(self.base + 64)];
        self.mask = K::matching(lanes, some, self.care, self.value);
    }

    /// Moves on to the next state that matches: the key it leads to, or [`Key::end`].
    #[inline(always)]
    fn advance<L: Lanes>(
        &mut self,
        lanes: L,
        blocks: &'l [Block<K>],
        carry: impl Fn(K) -> K,
        allowed: impl Fn(K) -> bool,
    ) -> K {
        loop {
            while self.mask != 0 {
                self.at = self.base + self.mask.trailing_zeros() as usize;
                self.mask &= self.mask - 1;
                let key = carry(self.keys[self.at]).plus(self.add);
                if allowed(key) {
                    return key;
                }
            }
            self.base += 64;
            if self.base >= self.keys.len() {
                let Some(block) = blocks.get(self.next_block) else {
                    self.keys = &[];
                    return K::end();
                };
                self.keys = &block.keys;
                self.weights = &block.weights;
                self.next_block += 1;
                self.base = 0;
            }
            self.fill(lanes);
        }
    }
}

/// What one thread makes of a range.
pub(super) struct Part<K> {
    pub blocks: Vec<Block<K>>,
    /// The union of all top limbs.
    pub high: u64,
    /// Windows that were not empty.
    pub windows: usize,
}

/// The sums of the keys that agree in all but their lowest bits.
struct Window {
    low_bits: u64,
    sums: Vec<u64>,
    /// Which keys there are, 64 to a word.
    present: Vec<u64>,
    /// Which of these words are not zero.
    words: Vec<u64>,
}

impl Window {
    fn new(bits: u32, limbs: usize) -> Self {
        let size = 1_usize << bits;
        Window {
            low_bits: size as u64 - 1,
            sums: vec![0; size * limbs],
            present: vec![0; size.div_ceil(64)],
            words: vec![0; size.div_ceil(64 * 64)],
        }
    }

    fn size(&self) -> usize {
        self.low_bits as usize + 1
    }

    #[inline(always)]
    fn add<S: Sum>(&mut self, sum: S, key: u64, weight: &[u64]) {
        let slot = (key & self.low_bits) as usize;
        let limbs = sum.limbs();
        sum.add(&mut self.sums[slot * limbs..slot * limbs + limbs], weight);
        self.present[slot / 64] |= 1 << (slot % 64);
        self.words[slot / 4096] |= 1 << (slot / 64 % 64);
    }

    /// Appends the keys, which begin like `base`, and their sums to `out`, and empties the window; returns the
    /// union of all top limbs.
    #[inline(always)]
    fn read<K: Key>(&mut self, base: K, limbs: usize, out: &mut Block<K>) -> u64 {
        let mut high = 0;
        for (i, words) in self.words.iter_mut().enumerate() {
            while *words != 0 {
                let word = 64 * i + words.trailing_zeros() as usize;
                *words &= *words - 1;
                let mut present = std::mem::take(&mut self.present[word]);
                while present != 0 {
                    let slot = 64 * word + present.trailing_zeros() as usize;
                    present &= present - 1;
                    let sum = &mut self.sums[slot * limbs..slot * limbs + limbs];
                    high |= sum.last().copied().unwrap_or(0);
                    out.keys.push(base | K::from_limb(slot as u64));
                    out.weights.extend_from_slice(sum);
                    sum.fill(0);
                }
            }
        }
        high
    }
}
