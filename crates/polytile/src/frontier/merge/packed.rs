//! The merge with its layers packed, in memory or in files.
//!
//! In: a packed layer, and a level. Out: the next layer. Layers are those of the level loop ([`crate::run::layered`]): blocks of
//! keys as differences, with their weights behind them, each as wide as the block needs; in a file with a checksum before them. The next layer
//! is made range by range, several at a time, and written in order. A range needs the blocks that some transition leads from
//! into it: as transitions keep the order of keys, these are a few stretches of the layer, each further on than for the range before.
//! They are unpacked, and merged as if they were all there is ([`range::Range`]). So a file is written from its beginning to its end, and read
//! the same way, once for each stretch.
//!
//! Cost: that of the merge, and unpacking every block about as often as the transitions differ in the highest cells that they cover.
//! Memory: both layers, a few bytes a state, or in files some fifty bytes for every block; and for each thread the blocks of a
//! range, whose size follows the budget.

use super::range::{self, Spare, Sum, WINDOW_BITS, adapted, outgrow, pivots, with_sum};
use super::{Block, Merge, TASKS, WORTH_THREADS, bytes_per_state, number};
use crate::frontier::key::Key;
use crate::frontier::lanes::dispatch;
use crate::frontier::level::Level;
use crate::run::in_order::in_order;
use crate::run::layered::{self, Place, Seal, Writer, Written};
use crate::run::{Control, LevelsError, Progress};
use num_bigint::BigUint;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// States of a range, at least and at most.
const STATES: std::ops::RangeInclusive<u64> = 1 << 12..=1 << 16;
/// The part of the memory that ranges in the making may take.
const RANGES_SHARE: u64 = 8;
/// For each state of a range, about how many are read, and kept until they are packed.
const READ: u64 = 10;
/// Bytes that a state takes when it is packed and waits to be written, as often as ranges may wait for each thread.
const WAITING: u64 = 80;
/// States per block of what is made.
const BLOCK: usize = 1 << 14;
/// Keys that are looked at to find equal ranges: at least so many, and so many for each range.
const LOOKED_AT: (usize, usize) = (1 << 12, 16);

/// Where a run is: what there is to know of its layer besides the states.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct At {
    /// Levels that are finished.
    pub level: u64,
    /// States of the layer,
    pub states: u64,
    /// and of the largest layer so far.
    pub peak: u64,
    /// Limbs of a weight.
    pub limbs: usize,
    /// The union of all top limbs.
    pub high: u64,
    /// In a file, the digest of it, up to its seal.
    pub digest: u64,
}

/// Carries packed layers from level to level.
pub(crate) struct PackedMerge<'a, K> {
    control: &'a Control,
    modulo: Option<u64>,
    layer: layered::Layer<K>,
    at: At,
    pub(super) total: u64,
    window: u32,
    spare: Spare<K>,
}

/// What a range has become.
struct Made<K> {
    written: Vec<Written<K>>,
    high: u64,
    windows: usize,
    /// Bytes that it takes until it is in the file.
    bytes: u64,
}

impl<'a, K: Key> PackedMerge<'a, K> {
    #[cfg(feature = "files")]
    /// Writes the layer of one state with weight 1, to go through `total` levels; counts modulo `modulo`, which is below 2^63.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(
        root: K,
        total: usize,
        modulo: Option<u64>,
        place: Place,
        seal: impl FnOnce(&At) -> Seal,
        control: &'a Control,
    ) -> Result<Self, LevelsError> {
        let weight = u64::from(modulo != Some(1));
        let mut writer = Writer::new(Some(place))?;
        writer.add(Written::weighted(&[root], &[weight], 1))?;
        let mut at = At { level: 0, states: 1, peak: 1, limbs: 1, high: 1, digest: 0 };
        let layer = writer.finish(|layer| {
            at.digest = layer.digest;
            seal(&at)
        })?;
        Ok(Self::resume(layer, at, total, modulo, control))
    }

    /// Goes on where `merge` is, in memory. Its blocks go as they are packed.
    ///
    /// # Errors
    /// When `control` says stop, or there is not enough memory.
    pub fn pack(merge: Merge<'a, K>) -> Result<Self, LevelsError> {
        let Merge { control, modulo, layer, peak, done, total, spare, .. } = merge;
        drop(spare);
        let at = At {
            level: done,
            states: layer.states as u64,
            peak: peak as u64,
            limbs: layer.limbs,
            high: layer.high,
            digest: 0,
        };
        let mut writer = Writer::new(None)?;
        for block in layer.blocks {
            control.check(Progress::Levels { done, total, states: at.states })?;
            writer.add(Written::weighted(&block.keys, &block.weights, at.limbs))?;
        }
        let layer = writer.finish(|_| 0)?;
        Ok(Self::resume(layer, at, total as usize, modulo, control))
    }

    /// Goes on with a layer that has been opened.
    pub fn resume(
        layer: layered::Layer<K>,
        at: At,
        total: usize,
        modulo: Option<u64>,
        control: &'a Control,
    ) -> Self {
        let (window, spare) = (*WINDOW_BITS.start(), Spare::new());
        PackedMerge { control, modulo, layer, at, total: total as u64, window, spare }
    }

    /// Where it is.
    pub fn at(&self) -> &At {
        &self.at
    }

    /// Replaces the layer by the next one, which is put into `place`, or else into memory. The last one is handed out: if it is in a file,
    /// that stays until it is discarded.
    ///
    /// # Errors
    /// When `control` says stop, a layer or a range outgrows the memory, or a file cannot be read or written.
    pub fn step(
        &mut self,
        level: &Level<K>,
        place: Option<Place>,
        seal: impl FnOnce(&At) -> Seal,
    ) -> Result<layered::Layer<K>, LevelsError> {
        self.control.check(self.progress())?;
        let mut limbs = self.at.limbs;
        if self.modulo.is_none() && outgrow(self.at.high, level) {
            limbs += 1;
        }
        let mut writer = Writer::new(place)?;
        let (high, windows) = with_sum!(self.modulo, limbs, sum => self.merged(level, sum, &mut writer))?;
        let At { level: done, peak, .. } = self.at;
        let after = |layer: &layered::Layer<K>| {
            let (states, digest) = (layer.states, layer.digest);
            At { level: done + 1, states, peak: peak.max(states), limbs, high, digest }
        };
        // Only a file has a seal.
        let next = writer.finish(|layer| seal(&after(layer)))?;
        self.window = adapted(self.window, next.states as usize, windows);
        self.at = after(&next);
        Ok(std::mem::replace(&mut self.layer, next))
    }

    /// Hands every state to `each` that `wanted` accepts, with its weight.
    ///
    /// # Errors
    /// When a file cannot be read, or `control` says stop.
    pub fn states(
        &self,
        wanted: impl Fn(K) -> bool,
        mut each: impl FnMut(K, BigUint),
    ) -> Result<(), LevelsError> {
        let limbs = self.at.limbs;
        self.visit(
            0..self.blocks(),
            |_, _| true,
            |block| {
                let weighted = block.keys.iter().copied().zip(block.weights.chunks_exact(limbs));
                for (key, weight) in weighted.filter(|&(key, _)| wanted(key)) {
                    each(key, number(weight));
                }
            },
        )
    }

    /// How many blocks the layer consists of.
    pub fn blocks(&self) -> usize {
        self.layer.blocks.len()
    }

    /// Unpacks those of the blocks `blocks` that `wanted` accepts by their first and last keys, and hands them to `each`, in order.
    ///
    /// # Errors
    /// When a file cannot be read, or `control` says stop.
    pub fn visit(
        &self,
        blocks: Range<usize>,
        mut wanted: impl FnMut(K, K) -> bool,
        mut each: impl FnMut(&Block<K>),
    ) -> Result<(), LevelsError> {
        let mut reader = self.layer.reader();
        let mut open = Block { keys: Vec::new(), weights: Vec::new() };
        for block in &self.layer.blocks[blocks] {
            if wanted(block.first, block.last) {
                self.control.check(self.progress())?;
                open.keys.clear();
                open.weights.clear();
                reader.weighted(block, self.at.limbs, &mut open.keys, &mut open.weights)?;
                each(&open);
            }
        }
        Ok(())
    }

    fn progress(&self) -> Progress {
        Progress::Levels { done: self.at.level, total: self.total, states: self.at.states }
    }

    /// Makes the next layer; returns the union of all top limbs, and how many windows were not empty.
    fn merged<S: Sum>(
        &self,
        level: &Level<K>,
        sum: S,
        writer: &mut Writer<K>,
    ) -> Result<(u64, usize), LevelsError> {
        let threads = if self.layer.states < WORTH_THREADS as u64 { 1 } else { self.control.thread_count() };
        let bytes = bytes_per_state::<K>(sum.limbs());
        let states =
            self.control.memory_budget() / RANGES_SHARE / (threads as u64 * (READ * bytes + WAITING));
        let states = states.clamp(*STATES.start(), *STATES.end());
        let least = if threads == 1 { 1 } else { TASKS * threads };
        let ranges = ((self.layer.states / states) as usize).max(least);
        let looked_at = LOOKED_AT.0.max(LOOKED_AT.1 * ranges);
        let ends = self.layer.blocks.iter().step_by((2 * self.layer.blocks.len()).div_ceil(looked_at).max(1));
        let bounds = pivots(level, ends.flat_map(|block| [block.first, block.last]), ranges);
        // What ranges in the making and waiting to be written take.
        let taken = &AtomicU64::new(0);
        let (mut high, mut windows) = (0, 0);
        // Both layers, of which the next one grows as it is written; memory that was freed does not go back to the system at once.
        let holding = |layers: u64| layers + layers / 4;
        let held = &AtomicU64::new(holding(self.layer.memory()));
        let make = |task: u64, open: &mut Vec<Block<K>>| {
            let task = task as usize;
            let from = if task == 0 { K::ZERO } else { bounds[task - 1] };
            let to = bounds.get(task).copied().unwrap_or(K::end());
            self.range(level, sum, [from, to], open, held.load(Ordering::Relaxed), taken)
        };
        in_order(threads, bounds.len() as u64 + 1, make, |_, made| {
            self.control.check(self.progress())?;
            let made: Made<K> = made?;
            high |= made.high;
            windows += made.windows;
            for written in made.written {
                writer.add(written)?;
            }
            taken.fetch_sub(made.bytes, Ordering::Relaxed);
            held.store(holding(self.layer.memory() + writer.memory()), Ordering::Relaxed);
            Ok::<_, LevelsError>(())
        })?;
        Ok((high, windows))
    }

    /// Makes the keys `from..to` of the next layer. The blocks that it needs are unpacked into `open`, whose room is used again; besides
    /// what ranges take, `held` bytes are taken.
    fn range<S: Sum>(
        &self,
        level: &Level<K>,
        sum: S,
        [from, to]: [K; 2],
        open: &mut Vec<Block<K>>,
        held: u64,
        taken: &AtomicU64,
    ) -> Result<Made<K>, LevelsError> {
        let limbs = sum.limbs();
        let needed = self.needed(level, from, to);
        let states: u64 = needed.iter().map(|&block| u64::from(self.layer.blocks[block].count)).sum();
        // Unpacked, and about as many of the next layer as there are in a few of these blocks.
        let read = states * bytes_per_state::<K>(limbs) * 5 / 4;
        let what = || format!("level {} of {}", self.at.level + 1, self.total);
        let all = held + taken.fetch_add(read, Ordering::Relaxed) + read;
        self.control.reserve(all, what())?;
        let mut reader = self.layer.reader();
        if open.len() < needed.len() {
            open.resize_with(needed.len(), || Block { keys: Vec::new(), weights: Vec::new() });
        }
        for (open, &block) in open.iter_mut().zip(&needed) {
            open.keys.clear();
            open.weights.clear();
            reader.weighted(&self.layer.blocks[block], limbs, &mut open.keys, &mut open.weights)?;
        }
        // What a larger range before needed is kept for the next as long as it is no more than what this one needs.
        open.truncate(2 * needed.len());
        let unpacked: u64 = open.iter().map(Block::memory).sum();
        let more = unpacked.saturating_sub(read);
        taken.fetch_add(more, Ordering::Relaxed);
        let (all, read) = (all + more, read + more);
        self.control.reserve(all, what())?;
        let blocks = &open[..needed.len()];
        let making = AtomicU64::new(all);
        let part = dispatch(range::Range {
            control: self.control,
            blocks,
            spare: &self.spare,
            level,
            sum,
            from,
            to,
            taken: &making,
            budget: self.control.memory_budget(),
            window: self.window,
            // There is less of what has to be packed.
            prunes: !level.coverable.is_empty(),
            block: BLOCK,
            filled: BLOCK.min(4 * states as usize),
        })?;
        // Blocks stop filling when time is up, or the budget is reached: then what has been made is not the whole range.
        if self.control.is_over() {
            self.control.check(self.progress())?;
        }
        self.control.reserve(making.into_inner(), what())?;
        let written: Vec<Written<K>> =
            part.blocks.iter().map(|block| Written::weighted(&block.keys, &block.weights, limbs)).collect();
        self.spare.take(part.blocks, self.control.thread_count());
        let bytes = written.iter().map(Written::memory).sum();
        taken.fetch_add(bytes, Ordering::Relaxed);
        taken.fetch_sub(read, Ordering::Relaxed);
        Ok(Made { written, high: part.high, windows: part.windows, bytes })
    }

    /// The blocks from which a transition leads to one of the keys `from..to`, in order, and perhaps some more.
    fn needed(&self, level: &Level<K>, from: K, to: K) -> Vec<usize> {
        let blocks = &self.layer.blocks;
        let mut needed = Vec::new();
        for transition in &level.transitions {
            let leads = |key: K| level.carry(key).plus(transition.add);
            let first = blocks.partition_point(|block| leads(block.last) < from);
            let end = first + blocks[first..].partition_point(|block| leads(block.first) < to);
            let fits = |&block: &usize| {
                let layered::Block { first, last, .. } = blocks[block];
                let differ = first ^ last;
                // The bits that all its keys have in common.
                let common = if differ.is_zero() { !K::ZERO } else { !K::low(differ.highest() + 1) };
                first & transition.care & common == transition.value & common
            };
            needed.extend((first..end).filter(fits));
        }
        needed.sort_unstable();
        needed.dedup();
        needed
    }
}
