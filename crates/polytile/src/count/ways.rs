//! What each engine does: how it counts, and who can confirm that.
//!
//! In: the lines of `engine`. Out: the ways in which a count can be planned, and the engines that a cross-check asks.

use super::Engine;
use super::counting::{Counting, Counts, Tally};
use super::engine::engines;
#[cfg(feature = "formats")]
use crate::choice::Choice;
use crate::plan::{Candidate, Planned, Way};
use crate::run::{Control, Refused};

macro_rules! counts {
    ($($(#[$doc:meta])* $Engine:ident = $word:literal, $meaning:literal, $counts:path;)+) => {
        impl Engine {
            /// How it counts.
            pub(super) fn counts(self) -> &'static Counts {
                match self { $(Engine::$Engine => &$counts),+ }
            }
        }
    };
}
engines!(counts);

impl Engine {
    /// Whether it counts modulo one prime after the other, so that the primes can be shared out.
    #[cfg(feature = "formats")]
    pub(crate) fn counts_by_primes(self) -> bool {
        self.counts().by_primes
    }
}

impl Planned for Counting<'_> {
    type Engine = Engine;
    type Answer = Tally;
    type Error = Refused;

    fn ways(&self, engine: Engine, asked: bool, control: &Control) -> Result<Vec<Way<'_, Self>>, Refused> {
        if self.keeps() && !engine.counts().keeps {
            return Ok(vec![Way::barred(Candidate::new(engine), "it keeps nothing in a directory")]);
        }
        if let Some(begun) = self.begun_by().filter(|&begun| begun != engine) {
            let why = format!("the count in the directory was begun by the {begun} engine");
            return Ok(vec![Way::barred(Candidate::new(engine), why)]);
        }
        (engine.counts().ways)(self, asked, control)
    }
}

/// The engines that can confirm what `first` has counted, or what needed no engine, in the order in which they are asked. Up to
/// symmetry those come first that count what a symmetry leaves as it is: for all others the merge does.
#[cfg(feature = "formats")]
pub(crate) fn confirming(first: Option<Engine>, up_to_symmetry: bool) -> Vec<Engine> {
    let usual = first.map_or(&[Engine::Merge][..], |engine| engine.counts().confirmed_by);
    let own = |engine: &Engine| up_to_symmetry && Some(*engine) != first && engine.counts().fixed.is_some();
    let mut others: Vec<Engine> = Engine::ALL.iter().copied().filter(own).collect();
    for &engine in usual {
        if !others.contains(&engine) {
            others.push(engine);
        }
    }
    others
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;

    #[test]
    fn no_engine_confirms_itself() {
        for first in Engine::ALL.iter().copied().map(Some).chain([None]) {
            for up_to_symmetry in [false, true] {
                let others = confirming(first, up_to_symmetry);
                assert!(!others.is_empty() && others.iter().all(|&other| Some(other) != first), "{first:?}");
            }
        }
        assert_eq!(confirming(None, true), [Engine::Kasteleyn, Engine::Merge]);
        assert_eq!(confirming(Some(Engine::Kasteleyn), true), [Engine::Merge]);
    }
}
