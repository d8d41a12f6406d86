//! Counting the tilings of a cover: all levels, one after the other.

use super::cover::Cover;
use super::key::Key;
use super::level::{Counters, Levels};
use super::merge::{Merge, number};
use super::with_key::{WithKey, with_key};
use crate::number::Count;
use crate::run::{Control, Stopped};
use std::collections::BTreeMap;

/// What a run found.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// Tilings for each vector of copies of the counted pieces (one empty vector when none is counted).
    pub by_copies: BTreeMap<Vec<u64>, Count>,
    /// States of the largest layer.
    pub peak: u64,
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
            let mut merge = Merge::new(counters.root::<K>(), total, modulo, control);
            for level in Levels::<K>::new(cover, counters) {
                merge.step(&level?)?;
                if merge.layer().states == 0 {
                    break;
                }
            }
            let mut by_copies: BTreeMap<Vec<u64>, Count> = BTreeMap::new();
            for (key, weight) in merge.layer().iter() {
                if let Some(copies) = counters.copies(key) {
                    *by_copies.entry(copies).or_default() += number(weight);
                }
            }
            if let Some(m) = modulo {
                for count in by_copies.values_mut() {
                    *count %= m;
                }
            }
            Ok(Outcome { by_copies, peak: merge.peak as u64 })
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
