//! The states between rows, listed: after them every row is like the next, so that their number bounds the order of the recurrence
//! that the terms satisfy.

use super::scans::Rows;
use crate::frontier::Order;
use crate::frontier::cover::Cover;
use crate::frontier::key::Key;
use crate::frontier::level::{Counters, Level, Levels};
use crate::frontier::merge::{Layer, Merge};
use crate::frontier::with_key::{WithKey, with_key};
use crate::run::{Control, Refused, Stopped};
use std::collections::BTreeSet;

/// The most states that are listed to prove a recurrence.
const MAX_LISTED: usize = 200_000;

impl Rows {
    /// An upper bound of the number of states between rows, when it is known.
    pub(super) fn states(&self, control: &Control) -> Result<Option<u64>, Refused> {
        if self.pieces.is_limited() {
            return Ok(None);
        }
        // After this many rows, every row is like the next.
        let steady = 2 * self.reach();
        let problem = self.problem(2 * steady)?;
        let placements = problem.placements_within(control)?;
        let cover = Cover::new(&problem, &placements, Order::Rows, control)?;
        let counters = Counters::new(&problem, false, 1);
        let demands = cover.items().len() - problem.region.len();
        // Every row has the same number of items.
        let work = Reachable { cover: &cover, counters: &counters, width: self.width, steady, control };
        if demands > 0 {
            return Ok(None);
        }
        Ok(with_key(&cover, &counters, control, work)?)
    }
}

/// Lists the states between rows.
struct Reachable<'a> {
    cover: &'a Cover,
    counters: &'a Counters,
    width: u64,
    steady: u64,
    control: &'a Control,
}

impl WithKey for Reachable<'_> {
    type Output = Option<u64>;

    fn run<K: Key>(self) -> Result<Option<u64>, Stopped> {
        let (from, row) = ((self.steady * self.width) as usize, self.width as usize);
        let levels: Vec<Level<K>> =
            Levels::new(self.cover, self.counters).skip(from).take(row).collect::<Result<_, _>>()?;
        let mut seen: BTreeSet<K> = BTreeSet::from([K::ZERO]);
        let mut new = vec![K::ZERO];
        while !new.is_empty() {
            let mut merge = Merge::resume(Layer::of(&new), 0, row, Some(2), self.control);
            for level in &levels {
                merge.step(level)?;
            }
            new = merge.layer().iter().map(|(key, _)| key).filter(|&key| seen.insert(key)).collect();
            if seen.len() > MAX_LISTED {
                return Ok(None);
            }
        }
        Ok(Some(seen.len() as u64))
    }
}
