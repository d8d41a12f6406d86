//! Sharing a level among workers: whose a state is, what is sent, and what arrives.
//!
//! In: an [`Exchange`], which carries bytes between the workers of one loop, and says when all that was sent has arrived. A state
//! belongs to the worker that a hash of its key names, so both levels at hand stay where they are, and a worker drops what is
//! known without asking anybody. Neighbours that belong to others are sorted and deduplicated before they are sent, as
//! differences in the blocks that files have too (`layer`), some three bytes each; what arrives from one worker in one round
//! ascends, and is set aside as a run like any other. The loop itself is the same: one worker alone sends nothing.
//!
//! Cost: what is sent is sorted once more where it arrives, written and read.

use super::layer::{Layer, Writer, Written};
use super::{Buckets, Layered, LevelsError, Table, Walk, sort};
use crate::bit_string::BitString;
use crate::run::mix::mix;
use crate::run::{Stopped, parallel};

/// Which of how many workers somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// From 0.
    pub worker: usize,
    /// How many there are.
    pub workers: usize,
}

/// States that are expanded before a worker looks at what the others have sent.
const AT_ONCE: u64 = 1 << 19;

impl Share {
    /// All of it.
    pub const ALL: Share = Share { worker: 0, workers: 1 };

    /// The worker that a state belongs to.
    #[inline(always)]
    pub(super) fn owner<K: BitString>(self, key: K) -> usize {
        let hash = (0..K::LIMBS).fold(0, |hash, i| mix(key.limb(i), hash));
        // The higher half of a product spreads the hash over the workers without dividing.
        ((u128::from(hash) * self.workers as u128) >> 64) as usize
    }

    /// How many workers beyond this one the owner of a state is, in a circle.
    #[inline(always)]
    pub(super) fn beyond<K: BitString>(self, key: K) -> usize {
        let owner = self.owner(key);
        if owner >= self.worker { owner - self.worker } else { owner + self.workers - self.worker }
    }

    /// Whether a state belongs to this worker.
    #[inline(always)]
    pub(super) fn owns<K: BitString>(self, key: K) -> bool {
        self.workers == 1 || self.owner(key) == self.worker
    }

    /// The most states that are expanded at once.
    pub(super) fn most_at_once(self) -> u64 {
        if self.workers == 1 { u64::MAX } else { AT_ONCE }
    }
}

/// Takes a parcel that a worker has sent.
pub type Take<'a> = dyn FnMut(usize, Vec<u8>) -> Result<(), LevelsError> + 'a;

/// What carries bytes between the workers that share a loop. All workers call [`close`](Exchange::close) and
/// [`gather`](Exchange::gather) equally often and in the same order.
pub trait Exchange {
    /// Why it fails: a worker is lost, another one has failed, or the loop itself has.
    type Error: From<LevelsError> + From<Stopped>;

    /// Who this worker is.
    fn share(&self) -> Share;

    /// Sends a parcel to another worker. Parcels from one worker to another arrive in their order.
    ///
    /// # Errors
    /// When the loop cannot go on.
    fn send(&mut self, to: usize, parcel: Vec<u8>) -> Result<(), Self::Error>;

    /// Gives what has arrived to `take`, and waits for nothing.
    ///
    /// # Errors
    /// As [`Exchange::send`], or what `take` says.
    fn receive(&mut self, take: &mut Take<'_>) -> Result<(), Self::Error>;

    /// Waits until all have closed, and gives everything that was sent before to `take`.
    ///
    /// # Errors
    /// As [`Exchange::receive`].
    fn close(&mut self, take: &mut Take<'_>) -> Result<(), Self::Error>;

    /// What all workers say, in their order, if this one says `said`.
    ///
    /// # Errors
    /// As [`Exchange::send`].
    fn gather(&mut self, said: Vec<u8>) -> Result<Vec<Vec<u8>>, Self::Error>;

    /// Takes note of what is known: level `making` is being made, there are `found` states in those before it, and a checkpoint
    /// has level `safe`.
    fn note(&mut self, making: u64, found: u64, safe: Option<u64>);
}

/// One worker alone.
pub(super) struct Alone;

impl Exchange for Alone {
    type Error = LevelsError;

    fn share(&self) -> Share {
        Share::ALL
    }

    fn send(&mut self, _: usize, _: Vec<u8>) -> Result<(), LevelsError> {
        Ok(())
    }

    fn receive(&mut self, _: &mut Take<'_>) -> Result<(), LevelsError> {
        Ok(())
    }

    fn close(&mut self, _: &mut Take<'_>) -> Result<(), LevelsError> {
        Ok(())
    }

    fn gather(&mut self, said: Vec<u8>) -> Result<Vec<Vec<u8>>, LevelsError> {
        Ok(vec![said])
    }

    fn note(&mut self, _: u64, _: u64, _: Option<u64>) {}
}

/// Bytes before the blocks of a parcel: the level and the round that it belongs to.
const HEAD: usize = 16;

/// What others send while a level is made: from each, a run for each of its rounds.
pub(super) struct Arrivals<K> {
    level: u64,
    /// How often this worker has sent.
    round: u64,
    /// From each worker, the round that arrives now.
    open: Vec<Option<(u64, Writer<K>)>>,
    whole: Vec<Layer<K>>,
}

impl<K: BitString> Arrivals<K> {
    pub fn new(level: u64, workers: usize) -> Self {
        Arrivals { level, round: 0, open: (0..workers).map(|_| None).collect(), whole: Vec::new() }
    }

    /// Bytes of memory that they take.
    pub fn memory(&self) -> u64 {
        let open = self.open.iter().flatten().map(|(_, writer)| writer.memory()).sum::<u64>();
        open + self.whole.iter().map(Layer::memory).sum::<u64>()
    }

    /// Takes what has arrived by now.
    pub fn take_all<L: Layered<Key = K>, X: Exchange>(
        &mut self,
        walk: &mut Walk<'_, L>,
        exchange: &mut X,
    ) -> Result<(), X::Error> {
        exchange.receive(&mut |from, parcel| self.take(walk, from, &parcel))
    }

    /// Takes a parcel of worker `from`.
    ///
    /// # Errors
    /// When it is not whole, or cannot be written.
    pub fn take<L: Layered<Key = K>>(
        &mut self,
        walk: &mut Walk<'_, L>,
        from: usize,
        parcel: &[u8],
    ) -> Result<(), LevelsError> {
        let broken =
            || LevelsError::Garbled(format!("what worker {from} sent did not arrive as it was sent"));
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
        let (head, blocks) = parcel.split_at_checked(HEAD).ok_or_else(broken)?;
        let (level, round) = (number(&head[..8]), number(&head[8..]));
        let written = Written::unpack(blocks).filter(|_| level == self.level).ok_or_else(broken)?;
        if self.open[from].as_ref().is_some_and(|(now, _)| *now != round)
            && let Some((_, writer)) = self.open[from].take()
        {
            self.whole.push(writer.finish(|_| 0)?);
        }
        let (_, writer) = match &mut self.open[from] {
            Some(open) => open,
            none => none.insert((round, Writer::new(walk.run())?)),
        };
        writer.add(written)
    }

    /// All runs that have arrived; nothing more does.
    pub fn finish(&mut self) -> Result<Vec<Layer<K>>, LevelsError> {
        for (_, writer) in self.open.iter_mut().filter_map(Option::take) {
            self.whole.push(writer.finish(|_| 0)?);
        }
        Ok(std::mem::take(&mut self.whole))
    }

    /// Sends what is in the buckets of others, sorted and each key once, and empties them.
    pub fn send<L: Layered<Key = K>, X: Exchange>(
        &mut self,
        walk: &mut Walk<'_, L>,
        exchange: &mut X,
        filled: &mut [Buckets<K>],
        table: &Table<K>,
        threads: usize,
    ) -> Result<(), X::Error> {
        let (share, ranges) = (table.share, table.splits.len() + 1);
        let one = |bucket: usize, filled: &[Buckets<K>]| {
            let mut keys = Vec::new();
            for buckets in filled {
                keys.extend_from_slice(&buckets[bucket]);
            }
            sort(&mut keys, &mut Vec::new());
            keys.dedup();
            Written::new(&keys)
        };
        let head: Vec<u8> = [self.level, self.round].into_iter().flat_map(u64::to_le_bytes).collect();
        let wave = threads * 8;
        for beyond in 1..share.workers {
            let to = (share.worker + beyond) % share.workers;
            let mut parcel = head.clone();
            for start in (0..ranges).step_by(wave) {
                let some = wave.min(ranges - start);
                let first = beyond * ranges + start;
                let (mut full, now) = (Vec::new(), &*filled);
                for written in parallel::map(threads, some, |i| one(first + i, now)) {
                    written.pack(&head, &mut parcel, &mut full);
                    for parcel in full.drain(..) {
                        exchange.send(to, parcel)?;
                    }
                }
                // What has been sent need not be kept as well.
                for buckets in &mut *filled {
                    buckets[first..first + some].fill_with(Vec::new);
                }
                walk.check()?;
            }
            if parcel.len() > HEAD {
                exchange.send(to, parcel)?;
            }
        }
        self.round += 1;
        // Lest what has arrived meanwhile wait in two places.
        self.take_all(walk, exchange)
    }
}

impl<K> Drop for Arrivals<K> {
    fn drop(&mut self) {
        self.whole.iter().for_each(Layer::discard);
    }
}
