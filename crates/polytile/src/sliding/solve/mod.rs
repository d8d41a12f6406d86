//! Shortest solutions.
//!
//! In: a puzzle with goals, and what counts as one move. Out: how many moves the nearest goal is away, the shortest
//! solutions one after the other, and how many there are; or the proof that no goal can be reached: all that can be was seen.
//!
//! - `search` goes level by level, from the start alone or from both ends, and always finds the shortest.
//! - `paths` keeps the states that lie on shortest solutions, counts and lists.
//! - `tiles` is for the 15-puzzle and its like, whose states are too many to be listed.
//! - [`Distances`] answers for every position of a puzzle at once.
//!
//! Solutions are counted as sequences of states: two are different when after some number of moves different states are
//! reached. So exchanging pieces that are alike makes no difference, and a move counts once however the piece gets to
//! its new place.

mod deepening;
mod distances;
mod ends;
mod engine;
pub(super) mod goals;
mod paths;
mod plan;
mod search;
mod solving;
mod space;
mod tiles;

pub use distances::{Distances, Outlook};
pub use engine::SolveEngine;

use super::layout::Widths;
use super::moves::{Metric, Move};
use super::puzzle::Puzzle;
use crate::bit_string::{Bits512, narrowest};
use crate::plan::Plan;
#[cfg(feature = "files")]
use crate::run::layered::{CHECKPOINT, Disk};
use crate::run::{Control, LevelsError, Progress, Stopped, Unable};
#[cfg(feature = "files")]
pub use ends::SIDES;
#[cfg(feature = "files")]
use ends::sides;
use num_bigint::BigUint;
use paths::Layers;
use solving::Solving;
use std::fmt;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};
use tiles::{Solver, Walk};

/// How to solve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveOptions {
    /// What counts as one move.
    pub metric: Metric,
    /// The engine; without one, the plan chooses.
    pub engine: Option<SolveEngine>,
    #[cfg(feature = "files")]
    /// Where to keep levels and checkpoints, for searches by levels; they stay there until [`tidy`].
    pub directory: Option<PathBuf>,
    #[cfg(feature = "files")]
    /// Whether to resume from the checkpoints in that directory, which are looked through before they are believed.
    pub resume: bool,
}

impl SolveOptions {
    /// Options for this metric: in memory, by the engine that is expected to be best.
    pub fn by(metric: Metric) -> Self {
        SolveOptions { metric, ..SolveOptions::default() }
    }
}

/// The answer: there is no third.
#[derive(Debug)]
pub enum Answer {
    /// It can be solved.
    Solved(Box<Solutions>),
    /// It cannot.
    Unsolvable(Unsolvable),
}

/// The answer, and how it was found.
#[derive(Debug)]
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// What searched, and why.
    pub plan: Plan<SolveEngine>,
}

/// Why a puzzle cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolvable {
    /// This many states can be reached from the start, all were seen, and no goal is among them.
    FromStart(u64),
    /// From this many states a goal can be reached, all were seen, and the start is not among them.
    FromGoals(u64),
    /// Every move changes the parity of the permutation of tiles and empty cell, and the colour of the empty cell on a
    /// chessboard; the start and the goal differ in just one of them.
    Parity,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Solved(solutions) if solutions.length() == 1 => f.write_str("solved in 1 move"),
            Answer::Solved(solutions) => write!(f, "solved in {} moves", solutions.length()),
            Answer::Unsolvable(why) => write!(f, "unsolvable: {why}"),
        }
    }
}

impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer.fmt(f)
    }
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |states| if states == 1 { "1 state".to_owned() } else { format!("{states} states") };
        match *self {
            Unsolvable::Parity => {
                let change = "the permutation and the colour of the empty cell on a chessboard";
                write!(
                    f,
                    "every move changes the parity of {change}, and the goal differs from the start in one of them"
                )
            }
            Unsolvable::FromStart(states) => {
                write!(f, "{} can be reached from the start, and no goal is among them", counted(states))
            }
            Unsolvable::FromGoals(states) => {
                write!(f, "a goal can be reached from {}, and the start is not among them", counted(states))
            }
        }
    }
}

/// The nearest goal from the start of `puzzle`, and the shortest solutions.
///
/// Unless an engine is asked for, tiles on twelve cells or more are solved by iterative deepening, which keeps nothing in a
/// directory; other puzzles from both ends where the goal positions are few, else from the start.
///
/// ```
/// use polytile::format::sliding;
/// use polytile::run::Control;
/// use polytile::sliding::{Answer, Metric, SolveOptions, solve};
/// let puzzle = sliding::parse("start = '''\nAAB\n..C\n'''\ngoal = '''\n.AA\n...\n'''")?.puzzle;
/// let options = SolveOptions::by(Metric::Move);
/// let solved = solve(&puzzle, &options, &Control::default())?;
/// assert_eq!(solved.to_string(), "solved in 3 moves");
/// let Answer::Solved(solutions) = solved.answer else {
///     return Err("it can be solved".into());
/// };
/// assert_eq!(solutions.length(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LevelsError`] when there is no goal, the engine is not possible, it was stopped, or a file of the directory cannot be read
/// or written or says what cannot be.
pub fn solve(puzzle: &Puzzle, options: &SolveOptions, control: &Control) -> Result<Solved, LevelsError> {
    if puzzle.goals().is_empty() {
        let message = "the puzzle has no goal".to_owned();
        let help = "draw one, goal = '''...''', or explore how far positions are".to_owned();
        return Err(Unable { message, help }.into());
    }
    let widths = Widths::of(puzzle);
    let bits = widths.board.max(widths.key);
    let (answer, plan) = narrowest!(bits, [u64, u128, Bits512],
    B => Solving::<B, B>::new(puzzle, options).solve(control)?, else {
        return Err(widths.too_large().into());
    });
    Ok(Solved { answer, plan })
}

/// Whether levels are kept in this directory from which a search can be resumed.
#[cfg(feature = "files")]
pub fn is_begun(directory: &Path) -> bool {
    SIDES.iter().any(|side| directory.join(side).join(CHECKPOINT).is_file())
}

/// Removes what a search by this engine that has ended keeps in its directory ([`SolveOptions::directory`]). Until then the
/// search can be resumed, and then ends at once: so the answer can be made safe first.
///
/// # Errors
/// When there is no search in the directory, or its files cannot be removed.
#[cfg(feature = "files")]
pub fn tidy(directory: &Path, engine: SolveEngine) -> Result<(), LevelsError> {
    let begun = |side: &PathBuf| side.join(CHECKPOINT).is_file();
    let mut ends = sides(engine).iter().map(|side| directory.join(side)).filter(begun).peekable();
    if ends.peek().is_none() {
        return Err(LevelsError::NoCheckpoint { path: directory.to_owned() });
    }
    for side in ends {
        // Whatever was searched there.
        Disk::new(&side, 0, true).tidy()?;
        // It stays if somebody keeps something else there.
        let _ = std::fs::remove_dir(&side);
    }
    Ok(())
}

/// The shortest solutions of a puzzle.
#[derive(Debug)]
pub struct Solutions {
    puzzle: Puzzle,
    metric: Metric,
    length: usize,
    seen: u64,
    ways: Ways,
}

impl<'a> IntoIterator for &'a Solutions {
    type Item = Vec<Move>;
    type IntoIter = Box<dyn Iterator<Item = Vec<Move>> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// What the solutions are read off.
#[derive(Debug)]
enum Ways {
    Layers(Box<dyn Layers>),
    /// The walks of the right length from this start.
    Tiles(Box<Solver>, Vec<u8>),
}

impl Solutions {
    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How many moves they take.
    pub fn length(&self) -> usize {
        self.length
    }

    /// States that the search went through: those seen, or for tiles the steps of all walks.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// How many there are, as sequences of states.
    ///
    /// Takes no longer than the search for the first, but for tiles up to several times as long.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped.
    pub fn count(&self, control: &Control) -> Result<BigUint, Stopped> {
        match &self.ways {
            Ways::Layers(layers) => layers.count(control),
            Ways::Tiles(solver, start) => solver.count(start, self.length, control),
        }
    }

    /// All of them, one after the other, always in the same order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = Vec<Move>> + '_> {
        Box::new(self.iter_within(&Control::default()).map_while(Result::ok))
    }

    /// The solutions one by one, within limits: an error instead of a solution when it is stopped.
    pub fn iter_within(
        &self,
        control: &Control,
    ) -> Box<dyn Iterator<Item = Result<Vec<Move>, Stopped>> + '_> {
        let control = control.clone();
        match &self.ways {
            Ways::Layers(layers) => Box::new(
                (0..)
                    .zip(self.walks(layers.as_ref()))
                    .map(move |(found, moves)| control.check(Progress::Solutions { found }).map(|()| moves)),
            ),
            Ways::Tiles(solver, start) => {
                let walk = Walk::new(solver, start, self.length, control);
                Box::new(walk.map(|steps| steps.map(|steps| tiles::moves(&steps))))
            }
        }
    }

    /// The walks from layer to layer.
    fn walks<'a>(&'a self, layers: &'a dyn Layers) -> impl Iterator<Item = Vec<Move>> + 'a {
        // For every layer reached, the states to be tried, the current one last.
        let mut open: Vec<Vec<usize>> = Vec::new();
        let mut first = true;
        std::iter::from_fn(move || {
            if std::mem::take(&mut first) {
                open.push(vec![0]);
            } else {
                // The last state of the walk has been shown; on to the next one.
                open.last_mut()?.pop();
                while open.last().is_some_and(Vec::is_empty) {
                    open.pop();
                    open.last_mut()?.pop();
                }
            }
            while open.len() < layers.len() {
                let mut following = layers.following(open.len() - 1, *open.last()?.last()?);
                following.reverse();
                open.push(following);
            }
            let states: Option<Vec<usize>> = open.iter().map(|choices| choices.last().copied()).collect();
            self.moves(layers, &states?)
        })
    }

    /// The moves of the walk through these states, one of each layer.
    fn moves(&self, layers: &dyn Layers, states: &[usize]) -> Option<Vec<Move>> {
        let mut position = self.puzzle.start();
        let mut moves = Vec::with_capacity(states.len());
        for (layer, &state) in states.iter().enumerate().skip(1) {
            let next = layers.position(layer, state);
            let step = self.puzzle.move_between(&position, &next, self.metric)?;
            position = self.puzzle.apply(&position, &step).ok()?;
            moves.push(step);
        }
        Some(moves)
    }
}
