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
//! States that cannot be completed are dropped, block by block, where there are enough of them ([`super::prune`]).
//!
//! Threads take disjoint ranges of the next keys: since runs are monotone, where a range begins in each is found by
//! bisection. The result does not depend on how many threads there are.
//!
//! Cost: for each state one comparison per transition, eight at a time; for each transition taken one addition. Memory: two layers of key
//! and weight, in blocks that are used again. Where that is too much, layers are packed ([`thrifty`]), in memory
//! or in files ([`packed`]).

pub(crate) mod packed;
mod range;
pub(crate) mod thrifty;

use super::cover::Cover;
use super::key::Key;
use super::lanes::dispatch;
use super::level::Level;
use crate::run::sync::THREADS;
use crate::run::{Control, Progress, Stopped, parallel, room};
use num_bigint::BigUint;
use range::{Range, Spare, Sum, WINDOW_BITS, adapted, outgrow, pivots, with_sum};
use std::sync::atomic::AtomicU64;

/// States per block, at most.
const BLOCK: usize = 1 << 16;
/// The part of the memory budget that blocks which are not full may take: every task has one.
const BLOCKS_SHARE: u64 = 16;
/// Tasks for each thread, if there are several.
const TASKS: usize = 8;
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

impl<K> Block<K> {
    /// Bytes that it has room for.
    fn memory(&self) -> u64 {
        (self.keys.capacity() * size_of::<K>() + self.weights.capacity() * size_of::<u64>()) as u64
    }
}

/// The number whose limbs are given, lowest first.
pub(crate) fn number(limbs: &[u64]) -> BigUint {
    let digits = limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]);
    BigUint::new(digits.collect())
}

/// Carries layers from level to level.
#[derive(Debug)]
pub(crate) struct Merge<'a, K> {
    control: &'a Control,
    modulo: Option<u64>,
    layer: Layer<K>,
    /// Bits that differ within a window.
    window: u32,
    spare: Spare<K>,
    /// States of the largest layer so far.
    pub peak: usize,
    done: u64,
    total: u64,
    /// Bytes that the caller holds besides the layers.
    pub held: u64,
    /// Whether dead states are dropped even where they are few.
    pub prunes_always: bool,
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
        let spare = Spare::new();
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
            prunes_always: false,
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
        if self.modulo.is_none() && outgrow(self.layer.high, level) {
            self.layer.widen()?;
        }
        let next = with_sum!(self.modulo, self.layer.limbs, sum => self.merged(level, sum))?;
        let old = std::mem::replace(&mut self.layer, next);
        // What the next layer may need; the budget counts two layers, which are then this one and the next.
        let needed = self.layer.blocks.len().max(old.blocks.len());
        self.spare.take(old.blocks, needed);
        self.peak = self.peak.max(self.layer.states);
        self.done += 1;
        Ok(())
    }

    /// As [`Merge::step`], with how cells can be covered after this level of `cover`, which is forgotten again.
    ///
    /// # Errors
    /// As [`Merge::step`].
    pub fn step_pruned(&mut self, level: &mut Level<K>, cover: &Cover) -> Result<(), Stopped> {
        level.find_coverable(cover, self.layer.states as u64);
        self.step(level)?;
        level.coverable = Vec::new();
        Ok(())
    }

    fn progress(&self) -> Progress {
        Progress::Levels { done: self.done, total: self.total, states: self.layer.states as u64 }
    }

    fn merged<S: Sum>(&mut self, level: &Level<K>, sum: S) -> Result<Layer<K>, Stopped> {
        let threads = if self.layer.states < WORTH_THREADS { 1 } else { self.control.thread_count() };
        let bounds = if !THREADS || threads == 1 { Vec::new() } else { self.pivots(level, TASKS * threads) };
        let budget = self.control.memory_budget();
        // Every task fills a block, which counts as full from the beginning; and so did every task of the layer before.
        let filling = (bounds.len() as u64 + 1) * self.filled(sum.limbs()) as u64;
        let filling = 2 * filling * bytes_per_state::<K>(sum.limbs());
        let taken = self.held + self.layer.bytes() + filling;
        // The next layer is made of these first: so it is here or there that they count.
        self.spare.keep(budget.saturating_sub(taken));
        let taken = AtomicU64::new(taken);
        let keys = self.layer.blocks.iter().flat_map(|b| &b.keys).copied();
        let prunes = if self.prunes_always {
            !level.coverable.is_empty()
        } else {
            level.is_worth_pruning(self.layer.states as u64, keys)
        };
        let this = &*self;
        let parts = parallel::map(threads, bounds.len() + 1, |task| {
            // What is measured may be more than what was announced.
            this.control.check(this.progress())?;
            dispatch(Range {
                control: this.control,
                blocks: &this.layer.blocks,
                spare: &this.spare,
                level,
                sum,
                from: if task == 0 { K::ZERO } else { bounds[task - 1] },
                to: bounds.get(task).copied().unwrap_or(K::end()),
                taken: &taken,
                budget,
                window: this.window,
                prunes,
                block: this.block(sum.limbs()),
                filled: this.filled(sum.limbs()),
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
        self.window = adapted(self.window, next.states, windows);
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
        pivots(level, keys.copied(), parts)
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
}
