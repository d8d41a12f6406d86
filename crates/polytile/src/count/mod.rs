//! In how many ways can a board be tiled?
//!
//! In: a [`Problem`](crate::problem::Problem) and [`CountOptions`]. Out: [`Counted`], the number, with the plan that was
//! followed. Four engines count (`engine` lists them; each has a file, which says what it would take and how it is started); which one
//! does is decided as for every question ([`crate::plan`]). [`count()`] asks the engine as often as the question needs: once for
//! a plain count, once for each symmetry of the board for a count up to symmetry, once for each size of block for a count of
//! fault-free tilings.

mod answer;
#[cfg(feature = "formats")]
pub(crate) mod bound;
mod counting;
mod dense;
mod engine;
mod impossible;
mod kasteleyn;
mod layers;
#[cfg(feature = "formats")]
pub(crate) mod table;
mod ways;

pub use crate::frontier::Order;
pub use crate::number::Count;
#[cfg(feature = "formats")]
pub(crate) use answer::by_engine;
pub use answer::count;
pub use engine::Engine;
pub use impossible::is_impossible;
#[cfg(feature = "formats")]
pub(crate) use ways::confirming;

use crate::condition::Condition;
#[cfg(feature = "files")]
use crate::frontier::archive;
use crate::plan::Plan;
use crate::problem::UpTo;
#[cfg(feature = "files")]
use crate::run::LevelsError;
use num_bigint::BigUint;
use std::fmt;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};

/// How a count is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountOptions {
    /// Count only tilings that meet all of these, none of which couples two pieces.
    pub conditions: Vec<Condition>,
    /// Count tilings that these symmetries of the board carry into each other once.
    pub up_to: Option<UpTo>,
    /// Count separately for every number of copies of every piece.
    pub by_piece: bool,
    /// Count modulo this number.
    pub modulo: Option<BigUint>,
    /// Use this engine, whatever the estimates say.
    pub engine: Option<Engine>,
    /// Use this order, whatever the estimates say.
    pub order: Option<Order>,
    #[cfg(feature = "files")]
    /// Where a checkpoint is kept, the merge keeps its layers instead of memory, and the dense engine its array now and then; they are
    /// the engines then. All stays there until [`tidy`].
    pub directory: Option<PathBuf>,
    #[cfg(feature = "files")]
    /// Whether to resume from the checkpoint in that directory, which is looked through before it is believed.
    pub resume: bool,
}

/// How many. It is shown as the number, or as a line for each choice of copies: the number, then the copies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// This many tilings.
    Total(Count),
    /// For each choice of copies, how many tilings use it; sorted by the copies.
    ByPiece(Vec<(Vec<u64>, Count)>),
}

/// An answer, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The answer.
    pub answer: Answer,
    /// The plan that was followed.
    pub plan: Plan<Engine>,
    /// States alive at the widest level.
    pub peak_states: u64,
}

/// Removes what a count that has ended keeps in its directory ([`CountOptions::directory`]). Until then the count can be resumed, and
/// then ends at once: so the answer can be made safe first.
///
/// # Errors
/// When there is no count in the directory, or its files cannot be removed.
#[cfg(feature = "files")]
pub fn tidy(directory: &Path) -> Result<(), LevelsError> {
    archive::tidy(directory)
}

impl Answer {
    /// The number of all tilings, whatever pieces they use.
    pub fn total(&self) -> Count {
        match self {
            Answer::Total(count) => count.clone(),
            Answer::ByPiece(terms) => terms.iter().map(|(_, count)| count).sum(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Total(count) => count.fmt(f),
            Answer::ByPiece(terms) => {
                for (number, (copies, count)) in terms.iter().enumerate() {
                    let copies: Vec<String> = copies.iter().map(u64::to_string).collect();
                    let end = if number == 0 { "" } else { "\n" };
                    write!(f, "{end}{count}\t{}", copies.join(" "))?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer.fmt(f)
    }
}
