//! The sorted merge: one layer of states becomes the next, without hashing.
//!
//! A layer is the sorted list of the keys of its states, each with its *weight*, the number of partial tilings that
//! lead to it. Every transition turns the states it applies to, in order, into a sorted run of keys (see
//! [`super::level`]); the next layer is the merge of the runs, equal keys being added up. The merge keeps the next key
//! of every run in one small array and looks for the smallest with vector instructions; a run finds its next key in a
//! 64-bit mask that tells which of 64 states match. No run is ever written down.
//!
//! Weights are as many 64-bit limbs as they need to be: the layer knows a bound of its largest weight, no state has
//! more predecessors than there are transitions, and before a sum could overflow all weights are widened by a limb. So
//! counts are exact by construction, with no residues to put together. Modulo a number below 2^63 one limb does.
//!
//! Threads take disjoint ranges of the next keys: since runs are monotone, where a range begins in each is found by
//! bisection. The result does not depend on how many threads there are.
//!
//! Cost: about one comparison per eight transitions for each state of the next layer, and one addition for each
//! transition taken. Memory: two layers of key and weight, in blocks that are used again.

use super::key::Key;
use super::lanes::{Lanes, Work, dispatch};
use super::level::{Level, Transition};
use crate::run::{Control, Progress, Stopped, parallel};
use num_bigint::BigUint;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// States per block.
const BLOCK: usize = 1 << 14;
/// Layers smaller than this are not worth a second thread.
const WORTH_THREADS: usize = 1 << 14;

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
    /// All top limbs, united: no weight has a higher bit.
    high: u64,
}

impl<K: Key> Layer<K> {
    /// The layer of one state with weight 1.
    pub fn root(key: K) -> Self {
        let block = Block { keys: vec![key], weights: vec![1] };
        Layer { blocks: vec![block], limbs: 1, states: 1, high: 1 }
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
    fn widen(&mut self) {
        let limbs = self.limbs;
        for block in &mut self.blocks {
            let mut wide = Vec::with_capacity(block.keys.len() * (limbs + 1));
            for weight in block.weights.chunks_exact(limbs) {
                wide.extend_from_slice(weight);
                wide.push(0);
            }
            block.weights = wide;
        }
        self.limbs += 1;
        self.high = 0;
    }

    /// Bytes the states take.
    fn bytes(&self) -> u64 {
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
struct OneLimb;
#[derive(Clone, Copy)]
struct TwoLimbs;
#[derive(Clone, Copy)]
struct ManyLimbs(usize);
#[derive(Clone, Copy)]
struct Modulo(u64);

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
    /// Blocks that are free to be used again.
    spare: Mutex<Vec<Block<K>>>,
    /// States of the largest layer so far.
    pub peak: usize,
    done: u64,
    total: u64,
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

    /// Goes on with a layer that has been through `done` levels.
    pub fn resume(
        layer: Layer<K>,
        done: usize,
        total: usize,
        modulo: Option<u64>,
        control: &'a Control,
    ) -> Self {
        let spare = Mutex::new(Vec::new());
        Merge { control, modulo, peak: layer.states, layer, spare, done: done as u64, total: total as u64 }
    }

    /// The layer reached.
    pub fn layer(&self) -> &Layer<K> {
        &self.layer
    }

    /// Replaces the layer by the next one.
    ///
    /// # Errors
    /// When `control` says stop, or the layers outgrow its memory.
    pub fn step(&mut self, level: &Level<K>) -> Result<(), Stopped> {
        let progress = Progress { done: self.done, total: self.total, states: self.layer.states as u64 };
        self.control.check(progress)?;
        let runs = level.transitions.len() as u64;
        let used = 64 - self.layer.high.leading_zeros();
        if self.modulo.is_none() && used + (64 - runs.leading_zeros()) > 64 {
            self.layer.widen();
        }
        let next = match (self.modulo, self.layer.limbs) {
            (Some(m), _) => self.merged(level, Modulo(m)),
            (None, 1) => self.merged(level, OneLimb),
            (None, 2) => self.merged(level, TwoLimbs),
            (None, n) => self.merged(level, ManyLimbs(n)),
        }?;
        let old = std::mem::replace(&mut self.layer, next);
        if let Ok(spare) = self.spare.get_mut() {
            spare.extend(old.blocks);
        }
        self.peak = self.peak.max(self.layer.states);
        self.done += 1;
        Ok(())
    }

    fn merged<S: Sum>(&self, level: &Level<K>, sum: S) -> Result<Layer<K>, Stopped> {
        let threads = if self.layer.states < WORTH_THREADS { 1 } else { self.control.thread_count() };
        let bounds = if threads == 1 { Vec::new() } else { self.pivots(level, 8 * threads) };
        let budget = self.control.memory_budget();
        let taken = AtomicU64::new(self.layer.bytes());
        let parts = parallel::map(threads, bounds.len() + 1, |task| {
            dispatch(Range {
                merge: self,
                level,
                sum,
                from: if task == 0 { K::ZERO } else { bounds[task - 1] },
                to: bounds.get(task).copied().unwrap_or(K::END),
                taken: &taken,
                budget,
            })
        });
        let mut next = Layer { blocks: Vec::new(), limbs: sum.limbs(), states: 0, high: 0 };
        for (blocks, high) in parts {
            next.states += blocks.iter().map(|b| b.keys.len()).sum::<usize>();
            next.high |= high;
            next.blocks.extend(blocks);
        }
        let needed = taken.into_inner();
        if needed > budget {
            let what = format!("level {} of {}", self.done + 1, self.total);
            // Blocks stop filling when the budget is reached: what is missing is not known, so say the least.
            self.control.reserve(needed, format!("{what} with more than {} states", next.states))?;
        }
        Ok(next)
    }

    /// Keys of the next layer that cut it into about `parts` equal parts, from a sample of it.
    fn pivots(&self, level: &Level<K>, parts: usize) -> Vec<K> {
        let step = (self.layer.states / 2000).max(1);
        let keys = self.layer.blocks.iter().flat_map(|b| &b.keys).step_by(step);
        let mut sample: Vec<K> = Vec::new();
        for &key in keys {
            let fits = |t: &&Transition<K>| key.and(t.care) == t.value;
            sample.extend(level.transitions.iter().filter(fits).map(|t| level.carry(key).plus(t.add)));
        }
        sample.sort_unstable();
        let mut pivots: Vec<K> = (1..parts).filter_map(|i| sample.get(sample.len() * i / parts)).copied().collect();
        pivots.dedup();
        pivots
    }

    fn empty_block(&self, limbs: usize) -> Block<K> {
        let capacity = BLOCK.min(self.layer.states * 4 + 16);
        let spare = self.spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut block = spare.unwrap_or(Block { keys: Vec::new(), weights: Vec::new() });
        block.keys.clear();
        block.weights.clear();
        block.keys.reserve_exact(capacity);
        block.weights.reserve_exact(capacity * limbs);
        block
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
}

/// Where a transition is in the layer it reads.
struct Run<K> {
    care: K,
    value: K,
    add: K,
    block: usize,
    /// The 64 states from here on in the block are being read;
    base: usize,
    /// these of them match and have not been read;
    mask: u64,
    /// this one is at the head.
    at: usize,
}

impl<K: Key, S: Sum> Work for Range<'_, '_, K, S> {
    type Output = (Vec<Block<K>>, u64);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let blocks = &self.merge.layer.blocks[..];
        let limbs = self.sum.limbs();
        let mut runs: Vec<Run<K>> = Vec::new();
        let mut heads: Vec<K> = Vec::new();
        for transition in &self.level.transitions {
            let mut run = self.start(lanes, transition);
            let head = self.advance(lanes, &mut run);
            if head < self.to {
                runs.push(run);
                heads.push(head);
            }
        }
        let mut done: Vec<Block<K>> = Vec::new();
        let mut out = self.merge.empty_block(limbs);
        let mut high = 0;
        loop {
            let least = K::smallest(lanes, &heads);
            if least >= self.to {
                break;
            }
            if out.keys.len() == BLOCK {
                if !self.take(out.keys.len()) {
                    break;
                }
                done.push(std::mem::replace(&mut out, self.merge.empty_block(limbs)));
            }
            let sum_at = out.weights.len();
            out.keys.push(least);
            let mut first = true;
            let mut finished = false;
            for chunk in 0..heads.len().div_ceil(64) {
                let some = &heads[64 * chunk..heads.len().min(64 * chunk + 64)];
                let mut equal = K::matching(lanes, some, K::mask_all(), least);
                while equal != 0 {
                    let i = 64 * chunk + equal.trailing_zeros() as usize;
                    equal &= equal - 1;
                    let run = &mut runs[i];
                    let weights = &blocks[run.block].weights;
                    let weight = &weights[run.at * limbs..run.at * limbs + limbs];
                    if first {
                        out.weights.extend_from_slice(weight);
                        first = false;
                    } else {
                        self.sum.add(&mut out.weights[sum_at..sum_at + limbs], weight);
                    }
                    heads[i] = self.advance(lanes, run);
                    finished |= heads[i] >= self.to;
                }
            }
            high |= out.weights[sum_at + limbs - 1];
            if finished {
                let mut i = 0;
                while i < heads.len() {
                    if heads[i] >= self.to {
                        heads.swap_remove(i);
                        runs.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
            }
        }
        self.take(out.keys.len());
        if !out.keys.is_empty() {
            done.push(out);
        }
        (done, high)
    }
}

impl<K: Key, S: Sum> Range<'_, '_, K, S> {
    /// Announces so many more states; whether they fit the budget.
    fn take(&self, states: usize) -> bool {
        let bytes = states as u64 * bytes_per_state::<K>(self.sum.limbs());
        self.taken.fetch_add(bytes, Ordering::Relaxed) + bytes <= self.budget
    }

    /// A run of `transition` in front of its first key that is not below `from`.
    #[inline(always)]
    fn start<L: Lanes>(&self, lanes: L, transition: &Transition<K>) -> Run<K> {
        let blocks = &self.merge.layer.blocks;
        let Transition { care, value, add, .. } = *transition;
        let before = |key: K| self.level.carry(key).plus(add) < self.from;
        let block = blocks.partition_point(|b| b.keys.last().is_some_and(|&key| before(key)));
        let base = blocks.get(block).map_or(0, |b| b.keys.partition_point(|&key| before(key)));
        let mut run = Run { care, value, add, block, base, mask: 0, at: 0 };
        self.fill(lanes, &mut run);
        run
    }

    /// Finds out which of the 64 states from `base` on match.
    #[inline(always)]
    fn fill<L: Lanes>(&self, lanes: L, run: &mut Run<K>) {
        if let Some(block) = self.merge.layer.blocks.get(run.block) {
            let some = &block.keys[run.base..block.keys.len().min(run.base + 64)];
            run.mask = K::matching(lanes, some, run.care, run.value);
        }
    }

    /// Moves on to the next state that matches: the key it leads to, or [`Key::END`].
    #[inline(always)]
    fn advance<L: Lanes>(&self, lanes: L, run: &mut Run<K>) -> K {
        let blocks = &self.merge.layer.blocks[..];
        loop {
            let Some(block) = blocks.get(run.block) else { return K::END };
            while run.mask != 0 {
                run.at = run.base + run.mask.trailing_zeros() as usize;
                run.mask &= run.mask - 1;
                let key = self.level.carry(block.keys[run.at]).plus(run.add);
                if key.and(self.level.guard).is_zero() {
                    return key;
                }
            }
            run.base += 64;
            if run.base >= block.keys.len() {
                run.block += 1;
                run.base = 0;
            }
            self.fill(lanes, run);
        }
    }
}
