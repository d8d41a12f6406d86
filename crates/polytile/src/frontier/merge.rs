//! The sorted merge: one layer of states becomes the next, without hashing.
//!
//! A layer is the sorted list of the keys of its states, each with its *weight*, the number of partial tilings that
//! lead to it. Every transition turns the states it applies to, in order, into a sorted run of keys (see
//! [`super::level`]); the next layer is the merge of the runs, equal keys being added up. Runs are never written down:
//! a run finds its next key in a 64-bit mask that tells which of 64 states match.
//!
//! The merge goes through the next keys window by window. A window is the keys that agree in all but their lowest
//! bits; it is small enough for an array of sums and a bitmap to stay in the first cache. Every run in turn adds its
//! keys of the window to the array; then the bitmap is read off in order. The width of the window follows the density
//! of the states.
//!
//! Weights are as many 64-bit limbs as they need to be: the layer knows a bound of its largest weight, no state has
//! more predecessors than there are transitions, and before a sum could overflow all weights are widened by a limb. So
//! counts are exact by construction, with no residues to put together. Modulo a number below 2^63 one limb does.
//!
//! Threads take disjoint ranges of the next keys: since runs are monotone, where a range begins in each is found by
//! bisection. The result does not depend on how many threads there are.
//!
//! Cost: for each state one comparison per transition, eight at a time; for each transition taken one addition. Memory: two layers of key and weight, in blocks that are used again.

use super::key::Key;
use super::lanes::{Lanes, Work, dispatch};
use super::level::{Level, Transition};
use crate::run::sync::THREADS;
use crate::run::{Control, Progress, Stopped, parallel, room};
use num_bigint::BigUint;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// States per block, at most.
const BLOCK: usize = 1 << 16;
/// The part of the memory budget that blocks which are not full may take: every task has one.
const BLOCKS_SHARE: u64 = 16;
/// Tasks for each thread, if there are several.
const TASKS: usize = 8;
/// Layers smaller than this are not worth a second thread.
const WORTH_THREADS: usize = 1 << 14;

/// Bits of a window, at least and at most.
const WINDOW_BITS: std::ops::RangeInclusive<u32> = 6..=14;
/// Windows between two looks at the clock.
const WINDOWS: usize = 1 << 10;
/// How many states a window should hold.
const STATES_PER_WINDOW: usize = 64;

/// A part of a layer.
#[derive(Clone, Debug)]
pub(crate) struct Block<K> {
    pub keys: Vec<K>,
    /// As many limbs for each key as the layer says, lowest first.
    pub weights: Vec<u64>,
}

/// The states of a level, sorted by key over all blocks, and their weights.
#[derive(Clone, Debug)]
pub(crate) struct Layer<K> {
    pub blocks: Vec<Block<K>>,
    pub limbs: usize,
    pub states: usize,
    /// The union of all top limbs: no weight has a higher bit.
    high: u64,
}

impl<K: Key> Layer<K> {
    /// The layer of one state with weight 1.
    pub fn root(key: K) -> Self {
        Self::of(&[key])
    }

    /// The layer of the states `keys`, sorted, each with weight 1.
    pub fn of(keys: &[K]) -> Self {
        let block = Block { keys: keys.to_vec(), weights: vec![1; keys.len()] };
        Layer { blocks: vec![block], limbs: 1, states: keys.len(), high: 1 }
    }

    /// The weight of the state `key`, if it is here.
    pub fn find(&self, key: K) -> Option<&[u64]> {
        let block = self.blocks.partition_point(|b| b.keys.last().is_some_and(|&last| last < key));
        let block = self.blocks.get(block)?;
        let at = block.keys.binary_search(&key).ok()?;
        Some(&block.weights[at * self.limbs..(at + 1) * self.limbs])
    }

    /// The states with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (K, &[u64])> {
        let limbs = self.limbs;
        self.blocks.iter().flat_map(move |b| b.keys.iter().copied().zip(b.weights.chunks_exact(limbs)))
    }

    /// The weights of the states that `wanted` accepts, added up.
    pub fn sum(&self, wanted: impl Fn(K) -> bool) -> BigUint {
        let chosen = self.iter().filter(|&(key, _)| wanted(key));
        chosen.map(|(_, weight)| number(weight)).sum()
    }

    /// Makes every weight one limb longer.
    fn widen(&mut self) -> Result<(), Stopped> {
        let limbs = self.limbs;
        for block in &mut self.blocks {
            let mut wide = room::list(block.keys.len() * (limbs + 1), "a layer of states")?;
            for weight in block.weights.chunks_exact(limbs) {
                wide.extend_from_slice(weight);
                wide.push(0);
            }
            block.weights = wide;
        }
        self.limbs += 1;
        self.high = 0;
        Ok(())
    }

    /// Bytes the states take.
    pub fn bytes(&self) -> u64 {
        self.states as u64 * bytes_per_state::<K>(self.limbs)
    }
}

fn bytes_per_state<K>(limbs: usize) -> u64 {
    (size_of::<K>() + 8 * limbs) as u64
}

/// The number whose limbs are given, lowest first.
pub(crate) fn number(limbs: &[u64]) -> BigUint {
    let digits = limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]);
    BigUint::new(digits.collect())
}

/// How weights are added.
trait Sum: Copy + Sync {
    /// Limbs per weight.
    fn limbs(self) -> usize;
    /// Adds `weight` to `sum`.
    fn add(self, sum: &mut [u64], weight: &[u64]);
}

#[derive(Clone, Copy)]
struct NoLimbs;
#[derive(Clone, Copy)]
struct OneLimb;
#[derive(Clone, Copy)]
struct TwoLimbs;
#[derive(Clone, Copy)]
struct ManyLimbs(usize);
#[derive(Clone, Copy)]
struct Modulo(u64);

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

/// Carries layers from level to level.
#[derive(Debug)]
pub(crate) struct Merge<'a, K> {
    control: &'a Control,
    modulo: Option<u64>,
    layer: Layer<K>,
    /// Bits that differ within a window.
    window: u32,
    /// Blocks that are free to be used again.
    spare: Mutex<Vec<Block<K>>>,
    /// States of the largest layer so far.
    pub peak: usize,
    done: u64,
    total: u64,
    /// Bytes that the caller holds besides the layers.
    pub held: u64,
}

impl<'a, K: Key> Merge<'a, K> {
    /// Starts with one state, to go through `total` levels; counts modulo `modulo`, which is below 2^63.
    pub fn new(root: K, total: usize, modulo: Option<u64>, control: &'a Control) -> Self {
        let mut layer = Layer::root(root);
        if modulo == Some(1) {
            layer.blocks[0].weights[0] = 0;
        }
        Self::resume(layer, 0, total, modulo, control)
    }

    /// Starts with one state, to go through `total` levels, and asks only which states there are: weights have no limbs.
    pub fn unweighted(root: K, total: usize, control: &'a Control) -> Self {
        let block = Block { keys: vec![root], weights: Vec::new() };
        let layer = Layer { blocks: vec![block], limbs: 0, states: 1, high: 0 };
        Self::resume(layer, 0, total, None, control)
    }

    /// Goes on with a layer that has been through `done` levels.
    pub fn resume(
        layer: Layer<K>,
        done: usize,
        total: usize,
        modulo: Option<u64>,
        control: &'a Control,
    ) -> Self {
        let spare = Mutex::new(Vec::new());
        Merge {
            control,
            modulo,
            peak: layer.states,
            layer,
            window: *WINDOW_BITS.start(),
            spare,
            done: done as u64,
            total: total as u64,
            held: 0,
        }
    }

    /// The layer reached.
    pub fn layer(&self) -> &Layer<K> {
        &self.layer
    }

    /// The layer reached, for good.
    pub fn into_layer(self) -> Layer<K> {
        self.layer
    }

    /// Replaces the layer by the next one.
    ///
    /// # Errors
    /// When `control` says stop, or the layers outgrow its memory.
    pub fn step(&mut self, level: &Level<K>) -> Result<(), Stopped> {
        self.control.check(self.progress())?;
        let runs = level.transitions.len() as u64;
        let used = 64 - self.layer.high.leading_zeros();
        if self.modulo.is_none() && used + (64 - runs.leading_zeros()) > 64 {
            self.layer.widen()?;
        }
        let next = match (self.modulo, self.layer.limbs) {
            (Some(m), _) => self.merged(level, Modulo(m)),
            (None, 0) => self.merged(level, NoLimbs),
            (None, 1) => self.merged(level, OneLimb),
            (None, 2) => self.merged(level, TwoLimbs),
            (None, n) => self.merged(level, ManyLimbs(n)),
        }?;
        let old = std::mem::replace(&mut self.layer, next);
        // What the next layer may need; the budget counts two layers, which are then this one and the next.
        let needed = self.layer.blocks.len().max(old.blocks.len());
        if let Ok(spare) = self.spare.get_mut() {
            spare.extend(old.blocks);
            spare.truncate(needed);
        }
        self.peak = self.peak.max(self.layer.states);
        self.done += 1;
        Ok(())
    }

    fn progress(&self) -> Progress {
        Progress::Levels { done: self.done, total: self.total, states: self.layer.states as u64 }
    }

    fn merged<S: Sum>(&mut self, level: &Level<K>, sum: S) -> Result<Layer<K>, Stopped> {
        let threads = if self.layer.states < WORTH_THREADS { 1 } else { self.control.thread_count() };
        let bounds = if !THREADS || threads == 1 { Vec::new() } else { self.pivots(level, TASKS * threads) };
        let budget = self.control.memory_budget();
        // Every task fills a block, which counts as full from the beginning.
        let filling = (bounds.len() as u64 + 1) * self.filled(sum.limbs()) as u64;
        let filling = filling * bytes_per_state::<K>(sum.limbs());
        let taken = AtomicU64::new(self.held + self.layer.bytes() + filling);
        let this = &*self;
        let parts = parallel::map(threads, bounds.len() + 1, |task| {
            dispatch(Range {
                merge: this,
                level,
                sum,
                from: if task == 0 { K::ZERO } else { bounds[task - 1] },
                to: bounds.get(task).copied().unwrap_or(K::end()),
                taken: &taken,
                budget,
                window: this.window,
            })
        });
        // Blocks stop filling when time is up: then what has been made is not a layer.
        self.control.check(self.progress())?;
        let mut next = Layer { blocks: Vec::new(), limbs: sum.limbs(), states: 0, high: 0 };
        let mut windows = 0;
        for part in parts {
            let part = part?;
            next.states += part.blocks.iter().map(|b| b.keys.len()).sum::<usize>();
            next.high |= part.high;
            windows += part.windows;
            next.blocks.extend(part.blocks);
        }
        let density = next.states / windows.max(1);
        if density < STATES_PER_WINDOW / 2 {
            self.window = (self.window + 1).min(*WINDOW_BITS.end());
        } else if density > STATES_PER_WINDOW * 2 {
            self.window = (self.window - 1).max(*WINDOW_BITS.start());
        }
        let needed = taken.into_inner();
        if needed > budget {
            let what = format!("level {} of {}", self.done + 1, self.total);
            // Blocks stop filling when the budget is reached: how much is missing is not known, so the least is reported.
            self.control.reserve(needed, format!("{what} with more than {} states", next.states))?;
        }
        Ok(next)
    }

    /// Keys that cut the next layer into about `parts` equal parts, taken from a sample of it.
    fn pivots(&self, level: &Level<K>, parts: usize) -> Vec<K> {
        let step = (self.layer.states / 2000).max(1);
        let keys = self.layer.blocks.iter().flat_map(|b| &b.keys).step_by(step);
        let mut sample: Vec<K> = Vec::new();
        for &key in keys {
            let fits = |t: &&Transition<K>| key & t.care == t.value;
            sample.extend(level.transitions.iter().filter(fits).map(|t| level.carry(key).plus(t.add)));
        }
        sample.sort_unstable();
        let mut pivots: Vec<K> =
            (1..parts).filter_map(|i| sample.get(sample.len() * i / parts)).copied().collect();
        pivots.dedup();
        pivots
    }

    /// States per block.
    fn block(&self, limbs: usize) -> usize {
        let threads = self.control.thread_count();
        let tasks = if threads == 1 { 1 } else { TASKS * threads } as u64;
        let states =
            self.control.memory_budget() / (BLOCKS_SHARE * tasks) / bytes_per_state::<K>(limbs).max(1);
        (states as usize).clamp(1 << 10, BLOCK)
    }

    /// States that a block is expected to hold.
    fn filled(&self, limbs: usize) -> usize {
        self.block(limbs).min(self.layer.states * 4)
    }

    /// A block to be filled, with room for one window more than it is to hold.
    fn empty_block(&self, limbs: usize, window: usize) -> Result<Block<K>, Stopped> {
        const WHAT: &str = "a layer of states";
        let capacity = self.filled(limbs) + window;
        let spare = self.spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut block = spare.unwrap_or(Block { keys: Vec::new(), weights: Vec::new() });
        block.keys.clear();
        block.weights.clear();
        room::room(&mut block.keys, capacity, WHAT)?;
        room::room(&mut block.weights, capacity * limbs, WHAT)?;
        Ok(block)
    }
}

/// The part of a merge that makes the keys `from..to`.
struct Range<'a, 'c, K, S> {
    merge: &'a Merge<'c, K>,
    level: &'a Level<K>,
    sum: S,
    from: K,
    to: K,
    /// Bytes taken by both layers.
    taken: &'a AtomicU64,
    budget: u64,
    /// Bits that differ within a window.
    window: u32,
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

impl<K: Key, S: Sum> Work for Range<'_, '_, K, S> {
    type Output = Result<Part<K>, Stopped>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<Part<K>, Stopped> {
        let guard = self.level.guard;
        // Nearly always, all bits just move one place to the right, and nothing is counted.
        if let (&[(mask, 0)], true) = (self.level.moves(), guard.is_zero()) {
            return self.merge_runs(lanes, |key| (key & mask).right(1), |_| true);
        }
        self.merge_runs(lanes, |key| self.level.carry(key), |key| !key.meets(guard))
    }
}

impl<K: Key, S: Sum> Range<'_, '_, K, S> {
    #[inline(always)]
    fn merge_runs<L: Lanes>(
        &self,
        lanes: L,
        carry: impl Fn(K) -> K + Copy,
        allowed: impl Fn(K) -> bool + Copy,
    ) -> Result<Part<K>, Stopped> {
        let limbs = self.sum.limbs();
        let blocks = &self.merge.layer.blocks[..];
        let mut runs: Vec<Run<'_, K>> = Vec::new();
        let mut heads: Vec<K> = Vec::new();
        for transition in &self.level.transitions {
            let mut run = self.start(lanes, transition);
            heads.push(run.advance(lanes, blocks, carry, allowed));
            runs.push(run);
        }
        let block = self.merge.block(limbs);
        let mut window = Window::new(self.window, limbs);
        let mut part = Part { blocks: Vec::new(), high: 0, windows: 0 };
        let mut out = self.merge.empty_block(limbs, window.size())?;
        loop {
            let least = K::smallest(lanes, &heads);
            if least >= self.to {
                break;
            }
            if out.keys.len() >= block {
                if !self.take(out.keys.len()) || self.merge.control.is_over() {
                    break;
                }
                part.blocks.push(std::mem::replace(&mut out, self.merge.empty_block(limbs, window.size())?));
            }
            part.windows += 1;
            // Blocks fill slowly where there are many transitions.
            if part.windows.is_multiple_of(WINDOWS) && self.merge.control.is_over() {
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
        let blocks = &self.merge.layer.blocks;
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
struct Part<K> {
    blocks: Vec<Block<K>>,
    /// The union of all top limbs.
    high: u64,
    /// Windows that were not empty.
    windows: usize,
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
