//! The best solutions found so far, and what a further one may weigh.

use super::{DEAD, WHAT};
use crate::run::{Stopped, room};
use num_bigint::BigInt;
use std::collections::BinaryHeap;

/// So many of the lightest solutions found; of equally heavy ones the first.
#[derive(Debug)]
pub(super) struct Pool {
    number: usize,
    fraction: u32,
    /// The heaviest on top: what it weighs, which one it was, and its options.
    best: BinaryHeap<(i64, u64, Vec<u32>)>,
    /// The most that a solution may weigh, scaled.
    limit: i64,
    found: u64,
}

impl Pool {
    pub fn new(number: u64, fraction: u32) -> Self {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        Pool { number, fraction, best: BinaryHeap::new(), limit: i64::MAX, found: 0 }
    }

    /// Whether no solution is wanted.
    pub fn is_useless(&self) -> bool {
        self.number == 0
    }

    /// Solutions found, those that were not good enough in the end among them.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Whether a solution that weighs this much is good enough: what was paid, and what is to be paid at least.
    #[inline]
    pub fn admits(&self, paid: i64, net: i64) -> bool {
        net != DEAD && paid + net <= self.limit
    }

    /// Takes a solution that is good enough.
    pub fn add(&mut self, paid: i64, chosen: &[u32]) -> Result<(), Stopped> {
        self.found += 1;
        let mut options = room::list(chosen.len(), WHAT)?;
        options.extend_from_slice(chosen);
        options.sort_unstable();
        self.best.push((paid >> self.fraction, self.found, options));
        if self.best.len() > self.number {
            self.best.pop();
        }
        if self.best.len() == self.number
            && let Some((worst, ..)) = self.best.peek()
        {
            // A further one must weigh less.
            self.limit = (worst - 1) << self.fraction;
        }
        Ok(())
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let each =
            self.best.peek().map_or(0, |(.., options)| options.len() * 4 + size_of::<(i64, u64, Vec<u32>)>());
        (self.best.len() * each) as u64
    }

    /// The solutions with their weights, the lightest first.
    pub fn sorted(&self) -> Vec<(BigInt, Vec<u32>)> {
        let mut all: Vec<_> = self.best.iter().collect();
        all.sort_unstable();
        all.into_iter().map(|(weight, _, options)| ((*weight).into(), options.clone())).collect()
    }
}
