//! The best solutions found so far, and what a further one may weigh.
//!
//! Solutions are ordered by what they weigh, and those that weigh the same by their options: the first option in which two differ
//! decides, the earlier one coming first. So which are kept depends on the cover alone, not on the search that finds them, nor on the number
//! of its threads, which share one pool. The price is that a part of the tree where the last one kept can be equalled may not be left
//! out; but it may where all that is still possible comes later ([`Pool::may_precede`]).

use super::{DEAD, WHAT};
use crate::run::sync::{Mutex, MutexGuard, PoisonError};
use crate::run::{Stopped, room};
use num_bigint::BigInt;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// Comes behind the options of a solution, so that of two that begin alike the one with more options comes first.
const END: u32 = u32::MAX;

/// So many of the lightest solutions found.
#[derive(Debug)]
pub(super) struct Pool {
    number: usize,
    fraction: u32,
    /// The last one on top: what it weighs, and its options in ascending order, with [`END`] behind them.
    best: Mutex<BinaryHeap<(i64, Vec<u32>)>>,
    /// The most that a solution may weigh, scaled.
    limit: AtomicI64,
    found: AtomicU64,
}

impl Pool {
    pub fn new(number: u64, fraction: u32) -> Self {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let (best, limit, found) = (Mutex::default(), AtomicI64::new(i64::MAX), AtomicU64::new(0));
        Pool { number, fraction, best, limit, found }
    }

    fn best(&self) -> MutexGuard<'_, BinaryHeap<(i64, Vec<u32>)>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether as many solutions are known as are wanted.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.limit.load(Ordering::Relaxed) != i64::MAX
    }

    /// Whether no solution is wanted.
    pub fn is_useless(&self) -> bool {
        self.number == 0
    }

    /// Solutions found, those that were not good enough in the end among them.
    pub fn found(&self) -> u64 {
        self.found.load(Ordering::Relaxed)
    }

    /// What may be paid beyond this; all that there is as long as fewer solutions are known than are wanted, and less than nothing
    /// if this is too much already.
    #[inline]
    pub fn slack(&self, paid: i64) -> i64 {
        match self.limit.load(Ordering::Relaxed) {
            i64::MAX => DEAD - 1,
            limit => limit.saturating_sub(paid),
        }
    }

    /// Whether a solution that weighs this much is good enough: what was paid, and what is to be paid at least.
    #[inline]
    pub fn admits(&self, paid: i64, net: i64) -> bool {
        net != DEAD && net <= self.slack(paid)
    }

    /// Whether a solution for which this has been paid can at best equal the last one kept.
    #[inline]
    pub fn is_tied(&self, paid: i64) -> bool {
        let limit = self.limit.load(Ordering::Relaxed);
        limit != i64::MAX && paid > limit - (1 << self.fraction)
    }

    /// Whether a solution with some of these options, in ascending order, and no others may come before the last one kept. `clashes` is
    /// asked whether an option excludes itself with those that it was told of before: so that of options that cannot be together only the
    /// first is reckoned with.
    pub fn may_precede(
        &self,
        options: impl Iterator<Item = u32>,
        mut clashes: impl FnMut(u32) -> bool,
    ) -> bool {
        let best = self.best();
        let Some((_, last)) = best.peek() else { return true };
        let mut last = last.iter();
        for option in options {
            if clashes(option) {
                continue;
            }
            match last.next() {
                Some(&same) if same == option => {}
                other => return other.is_some_and(|&other| option < other),
            }
        }
        false
    }

    /// Takes a solution.
    pub fn add(&self, weight: i64, chosen: impl ExactSizeIterator<Item = u32>) -> Result<(), Stopped> {
        let mut options = room::list(chosen.len() + 1, WHAT)?;
        options.extend(chosen);
        options.sort_unstable();
        options.push(END);
        let mut best = self.best();
        self.found.fetch_add(1, Ordering::Relaxed);
        best.push((weight, options));
        if best.len() > self.number {
            best.pop();
        }
        if best.len() == self.number
            && let Some((last, _)) = best.peek()
        {
            self.limit.store(last << self.fraction, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let best = self.best();
        let each = best.peek().map_or(0, |(_, options)| options.len() * 4 + size_of::<(i64, Vec<u32>)>());
        (best.len() * each) as u64
    }

    /// The solutions with their weights, the first one first.
    pub fn sorted(&self) -> Vec<(BigInt, Vec<u32>)> {
        let best = self.best().clone().into_sorted_vec();
        let without_end = |(weight, mut options): (i64, Vec<u32>)| {
            options.pop();
            (weight.into(), options)
        };
        best.into_iter().map(without_end).collect()
    }
}
