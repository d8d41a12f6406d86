//! Whether a set of options is a solution: from the definition, item by item, sharing nothing with any engine.

use super::{ExactCover, Multiplicity};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;

/// What is wrong with a set of options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoverFault {
    /// An option that does not exist.
    NoSuchOption(u32),
    /// An option that is named twice: a set holds nothing twice.
    Repeated(u32),
    /// An option without a primary item, which is never chosen, by definition.
    NoPrimary(u32),
    /// A primary item is covered too often or not often enough.
    Times {
        /// The item.
        name: String,
        /// How often it is covered.
        times: u32,
        /// How often it should be.
        wanted: String,
    },
    /// A secondary item is given different colours, or is in several options and has no colour in one.
    Clash {
        /// The item.
        name: String,
        /// One option.
        first: u32,
        /// And another.
        second: u32,
    },
}

impl fmt::Display for CoverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoverFault::NoSuchOption(it) => write!(f, "there is no option number {it}"),
            CoverFault::Repeated(it) => write!(f, "option {it} is chosen twice"),
            CoverFault::NoPrimary(it) => write!(f, "option {it} has no primary item"),
            CoverFault::Times { name, times, wanted } => write!(
                f,
                "item `{name}` is covered {times} time{s}, not {wanted}",
                s = if *times == 1 { "" } else { "s" }
            ),
            CoverFault::Clash { name, first, second } => {
                write!(f, "options {first} and {second} disagree about item `{name}`")
            }
        }
    }
}

impl ExactCover {
    /// Whether the options in `chosen` are a solution. Their order does not matter.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn check(&self, chosen: &[u32]) -> Result<(), Vec<CoverFault>> {
        let Ok(faults) = self.faults(chosen, |_| Ok::<(), Infallible>(()));
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Everything that is wrong with the options in `chosen` as a solution. `beat` hears how
    /// many steps were made, and may put an end to it.
    pub(crate) fn faults<E>(
        &self,
        chosen: &[u32],
        beat: impl Fn(u64) -> Result<(), E>,
    ) -> Result<Vec<CoverFault>, E> {
        let mut faults = Vec::new();
        let mut holders: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        let mut sorted = chosen.to_vec();
        sorted.sort_unstable();
        for (i, &option) in sorted.iter().enumerate() {
            beat(1)?;
            if option as usize >= self.option_count() {
                faults.push(CoverFault::NoSuchOption(option));
            } else if i > 0 && sorted[i - 1] == option {
                faults.push(CoverFault::Repeated(option));
            } else {
                if !self.has_primary(option) {
                    faults.push(CoverFault::NoPrimary(option));
                }
                beat(self.option(option).len() as u64)?;
                for entry in self.option(option) {
                    holders.entry(entry.item).or_default().push((option, entry.colour));
                }
            }
        }
        for (index, item) in self.items().iter().enumerate() {
            let holders = holders.get(&(index as u32)).map_or(&[][..], Vec::as_slice);
            beat(1 + holders.len() as u64)?;
            match item.demand {
                Multiplicity::Primary { lo, hi } => {
                    let times = holders.len() as u32;
                    if times < lo || times > hi {
                        let wanted = if lo == hi { lo.to_string() } else { format!("{lo} to {hi}") };
                        faults.push(CoverFault::Times { name: item.name.clone(), times, wanted });
                    }
                }
                Multiplicity::Secondary => {
                    let clash = holders.windows(2).find(|pair| pair[0].1 == 0 || pair[0].1 != pair[1].1);
                    if let Some([(first, _), (second, _)]) = clash {
                        let (first, second) = (*first, *second);
                        faults.push(CoverFault::Clash { name: item.name.clone(), first, second });
                    }
                }
            }
        }
        Ok(faults)
    }
}
