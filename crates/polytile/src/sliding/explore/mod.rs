//! Exploring a puzzle completely: all states that can be reached, by their distance from the start.
//!
//! Two engines answer, and they agree. `sorted` keeps the levels at hand as sorted keys (`run::layered`), in memory or
//! in a directory; `ranked` numbers all legal placements and keeps two bits for each, whatever the levels are like. The number of
//! legal placements, known beforehand, decides which one is taken. The `graph` of a small puzzle answers the rest: its diameter,
//! its picture.

mod components;
mod engine;
mod exploring;
#[cfg(feature = "files")]
pub(crate) mod files;
mod grade;
mod graph;
mod hardest;
mod plan;
mod ranked;
mod sorted;
#[cfg(feature = "files")]
pub(crate) mod together;

pub(super) use sorted::Neighbourhood;
#[cfg(feature = "files")]
pub(super) use sorted::fingerprint;

#[cfg(feature = "files")]
pub use crate::run::layered::is_used;
pub use components::{Components, components};
pub use engine::ExploreEngine;
pub use graph::{Diameter, Graph, diameter, graph};
pub use hardest::{Hardest, all_hardest, hardest, hardest_of_all};

use super::layout::{Layout, Widths};
use super::moves::Metric;
use super::position::Position;
use super::puzzle::Puzzle;
use crate::bit_string::{BitString, Bits512, narrowest};
use crate::plan::Plan;
#[cfg(feature = "files")]
use crate::run::layered::Disk;
use crate::run::{Control, LevelsError, Stopped};
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};

/// How to explore.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExploreOptions {
    /// What counts as one move.
    pub metric: Metric,
    /// The engine; without one, the plan chooses.
    pub engine: Option<ExploreEngine>,
    #[cfg(feature = "files")]
    /// Where to keep levels and a checkpoint, for the engine `sorted`; they stay there until [`tidy`].
    pub directory: Option<PathBuf>,
    #[cfg(feature = "files")]
    /// Whether to resume from the checkpoint in that directory, which is looked through before it is believed.
    pub resume: bool,
}

impl ExploreOptions {
    /// Whether levels are kept in a directory.
    fn keeps(&self) -> bool {
        #[cfg(feature = "files")]
        return self.directory.is_some();
        #[cfg(not(feature = "files"))]
        false
    }
}

/// What an exploration found.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// What counted as one move.
    pub metric: Metric,
    /// The engine that explored.
    pub engine: ExploreEngine,
    /// Why that engine was chosen.
    pub plan: Plan<ExploreEngine>,
    /// Legal placements of the pieces, whether they can be reached or not; nothing where counting them would take long.
    pub legal: Option<u128>,
    /// States that can be reached, the start included.
    pub states: u64,
    /// States at every distance from the start; the last number is the eccentricity.
    pub levels: Vec<u64>,
    /// Pairs of states that are one move apart.
    pub edges: u64,
    /// States with exactly one neighbour.
    pub one_neighbour: u64,
    /// The distance of the nearest goal; nothing when no goal can be reached.
    pub solved_in: Option<u64>,
    /// One of the positions that are farthest from the start.
    pub farthest: Position,
}

impl Explored {
    /// The largest distance from the start.
    pub fn eccentricity(&self) -> u64 {
        self.levels.len() as u64 - 1
    }
}

/// What an engine found.
struct Reached {
    /// States at every distance from the start.
    levels: Vec<u64>,
    tally: Tally,
    /// One of the positions that are farthest from the start.
    farthest: Position,
}

/// What is counted while states are expanded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "files", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Tally {
    /// Neighbours of all states.
    degrees: u64,
    one_neighbour: u64,
    solved_in: Option<u64>,
    /// The keys of goals, in limbs, where they are wanted.
    goals: Vec<u64>,
}

impl Tally {
    fn add(&mut self, more: Tally) {
        self.degrees += more.degrees;
        self.one_neighbour += more.one_neighbour;
        self.solved_in = self.solved_in.into_iter().chain(more.solved_in).min();
        self.goals.extend(more.goals);
    }

    /// The tally without `newest`, that of a level farther away than all others, if it can be a part.
    fn without(&self, newest: &Tally) -> Option<Tally> {
        let solved_in = match (self.solved_in, newest.solved_in) {
            (same, last) if same == last => None,
            (Some(earlier), last) if last.is_none_or(|last| earlier < last) => Some(earlier),
            _ => return None,
        };
        Some(Tally {
            degrees: self.degrees.checked_sub(newest.degrees)?,
            one_neighbour: self.one_neighbour.checked_sub(newest.one_neighbour)?,
            solved_in,
            goals: self.goals.clone(),
        })
    }
}

/// Explores everything that can be reached from the start.
///
/// ```
/// use polytile::format::sliding;
/// use polytile::run::Control;
/// use polytile::sliding::{ExploreOptions, Metric, explore};
///
/// let puzzle = sliding::parse("start = '''\nAAb.\nAcd.\nefgh\n'''")?.puzzle;
/// let options = ExploreOptions { metric: Metric::Slide, ..ExploreOptions::default() };
/// let explored = explore(&puzzle, &options, &Control::default())?;
/// assert_eq!((explored.states, explored.eccentricity()), (208, 21));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it is stopped, there is not enough memory, the puzzle is too large for the keys, a file of the directory cannot
/// be read or written or says what cannot be, or something in it that polytile did not write has a name that is needed.
pub fn explore(
    puzzle: &Puzzle,
    options: &ExploreOptions,
    control: &Control,
) -> Result<Explored, LevelsError> {
    struct Work<'a>(&'a Puzzle, &'a ExploreOptions, &'a Control);
    impl WithWords for Work<'_> {
        type Output = Explored;
        type Error = LevelsError;
        fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<Explored, LevelsError> {
            let Work(puzzle, options, control) = self;
            plan::explore::<B, K>(puzzle, layout, options, control)
        }
    }
    with_words(puzzle, Work(puzzle, options, control))
}

/// Removes what an exploration that has ended keeps in its directory ([`ExploreOptions::directory`]). Until then the exploration
/// can be resumed, and then ends at once: so the answer can be made safe first.
///
/// # Errors
/// When there is no exploration in the directory, or its files cannot be removed.
#[cfg(feature = "files")]
pub fn tidy(directory: &Path) -> Result<(), LevelsError> {
    // Whatever was explored there.
    Disk::new(directory, 0, true).tidy()
}

/// Work that is to be done with boards and keys of some width.
trait WithWords {
    type Output;
    type Error: From<Stopped>;
    fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<Self::Output, Self::Error>;
}

/// Does `work` with the narrowest boards and keys that hold the puzzle.
fn with_words<W: WithWords>(puzzle: &Puzzle, work: W) -> Result<W::Output, W::Error> {
    let widths = Widths::of(puzzle);
    narrowest!((widths.board, widths.key), [(u64, u64), (u64, u128), (u128, u128), (Bits512, Bits512)],
        (B, K) => work.run::<B, K>(&Layout::new(puzzle)?), else Err(widths.too_large().into()))
}
