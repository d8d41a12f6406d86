//! Counting the tilings of a cover: all levels, one after the other, or half of them ([`super::halves`]).

use super::cover::Cover;
use super::halves::Halves;
use super::key::Key;
use super::level::{Counters, Levels};
use super::merge::thrifty::ThriftyMerge;
use super::with_key::{WithKey, with_key};
use crate::number::Count;
use crate::run::{Control, Stopped};
use std::collections::BTreeMap;

/// With no more states it is not asked whether half of the levels are enough.
const WORTH_HALVES: u64 = 1 << 12;

/// What a run found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Tilings for each vector of copies of the counted pieces (one empty vector when none is counted).
    pub by_copies: BTreeMap<Vec<u64>, Count>,
    /// States of the largest layer.
    pub peak: u64,
}

/// The weights of the last layer, added up by copies.
pub(super) struct Sums<'a> {
    pub counters: &'a Counters,
    pub modulo: Option<u64>,
    pub by_copies: BTreeMap<Vec<u64>, Count>,
}

impl Sums<'_> {
    /// Adds the weight of a state.
    pub fn add<K: Key>(&mut self, key: K, weight: Count) {
        if let Some(copies) = self.counters.copies(key) {
            *self.by_copies.entry(copies).or_default() += weight;
        }
    }

    /// What a run has found whose largest layer had `peak` states.
    pub fn outcome(mut self, peak: u64) -> Outcome {
        if let Some(m) = self.modulo {
            for count in self.by_copies.values_mut() {
                *count %= m;
            }
        }
        Outcome { by_copies: self.by_copies, peak }
    }
}

/// Counts the ways to cover `cover`, modulo `modulo` if there is one (below 2^63).
pub(crate) fn count(
    cover: &Cover,
    counters: &Counters,
    modulo: Option<u64>,
    control: &Control,
) -> Result<Outcome, Stopped> {
    struct Counting<'a>(&'a Cover, &'a Counters, Option<u64>, &'a Control);
    impl WithKey for Counting<'_> {
        type Output = Outcome;
        fn run<K: Key>(self) -> Result<Outcome, Stopped> {
            let Counting(cover, counters, modulo, control) = self;
            let total = cover.items().len();
            let mut merge = ThriftyMerge::new(counters.root::<K>(), total, modulo, control);
            let mut sums = Sums { counters, modulo, by_copies: BTreeMap::new() };
            let mut levels = Levels::<K>::new(cover, counters);
            let mut halves = None;
            for item in 0..total {
                if halves.is_none() && merge.states() > WORTH_HALVES {
                    halves = Some(Halves::new(cover, counters, control)?);
                }
                if let Some(Some(halves)) = &halves
                    && let Some(count) = halves.count(item, &mut levels, &mut merge, control)?
                {
                    sums.by_copies.insert(Vec::new(), count);
                    return Ok(sums.outcome(merge.peak()));
                }
                let Some(level) = levels.next_from(merge.states()) else { break };
                merge.step(&level?)?;
                if merge.states() == 0 {
                    break;
                }
            }
            merge.each(|_| true, |key, weight| sums.add(key, weight))?;
            Ok(sums.outcome(merge.peak()))
        }
    }
    if counters.impossible {
        return Ok(Outcome { by_copies: BTreeMap::new(), peak: 0 });
    }
    if cover.items().is_empty() {
        let nothing = counters.nothing().map(|copies| (copies, Count::from(1_u8)));
        return Ok(Outcome { by_copies: nothing.into_iter().collect(), peak: 1 });
    }
    with_key(cover, counters, control, Counting(cover, counters, modulo, control))
}
