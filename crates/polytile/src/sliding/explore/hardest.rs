//! The hardest start: the position from which the nearest goal is farthest.
//!
//! In: a puzzle with goals. Out: a position, and its distance. The level loop runs twice: first from the start, to collect all
//! goal states that can be reached; then from all of these at once, to end at what is farthest. The distance is neither the
//! eccentricity of the start nor the diameter.

use super::sorted::Neighbourhood;
use super::{Layout, WithWords, with_words};
use crate::bit_string::BitString;
use crate::run::layered::{Beside, Growth, Keep, in_memory, walk_in_memory};
use crate::run::{Control, Stopped, room};
use crate::sliding::moves::Metric;
use crate::sliding::position::Position;
use crate::sliding::puzzle::Puzzle;
use crate::sliding::solve::goals;

/// The hardest start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardest {
    /// The position; the smallest, where several are as hard.
    pub position: Position,
    /// Moves to the nearest goal.
    pub distance: u64,
    /// How many states are as hard.
    pub states: u64,
    /// Goal states that can be reached.
    pub goals: u64,
}

/// Which goal states there are to begin with.
#[derive(Clone, Copy)]
enum Goals {
    /// Those that can be reached from the start.
    Reached,
    /// All that are legal.
    Legal,
}

/// The position from which the nearest goal is farthest, among those that can be reached; `None` when no goal can be reached.
///
/// # Errors
/// When it is stopped, there is not enough memory, or the puzzle is too large for the keys.
pub fn hardest(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Option<Hardest>, Stopped> {
    with_words(puzzle, Work { puzzle, metric, goals: Goals::Reached, control })
}

/// The position from which the nearest goal is farthest, among all legal placements of the pieces, whether they can be reached from
/// the start or not; `None` when no legal placement meets a goal.
///
/// # Errors
/// As [`hardest`].
pub fn hardest_of_all(
    puzzle: &Puzzle,
    metric: Metric,
    control: &Control,
) -> Result<Option<Hardest>, Stopped> {
    with_words(puzzle, Work { puzzle, metric, goals: Goals::Legal, control })
}

/// All positions that are as hard as the one of [`hardest_of_all`].
///
/// # Errors
/// As [`hardest`].
pub fn all_hardest(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Vec<Position>, Stopped> {
    with_words(puzzle, All { puzzle, metric, control })
}

struct All<'a> {
    puzzle: &'a Puzzle,
    metric: Metric,
    control: &'a Control,
}

impl WithWords for All<'_> {
    type Output = Vec<Position>;
    type Error = Stopped;
    fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<Self::Output, Stopped> {
        let All { puzzle, metric, control } = self;
        let goals: Vec<K> = goals::all(puzzle, layout, u64::MAX, control)?.unwrap_or_default();
        if goals.is_empty() {
            return Ok(Vec::new());
        }
        let neighbourhood = Neighbourhood::<B, K>::of_goals(puzzle, layout, metric);
        let mut growth = Growth::begin(&neighbourhood, goals, Keep::default(), control).map_err(in_memory)?;
        while growth.grow(Beside::default()).map_err(in_memory)? {}
        let mut state = layout.state();
        let mut position = |key: K| {
            layout.read::<K>(key, &mut state);
            layout.position(puzzle, &state)
        };
        let last = growth.last_where(|_| true, control).map_err(in_memory)?;
        let mut positions = room::list(last.len(), "the hardest starts")?;
        positions.extend(last.into_iter().map(&mut position));
        Ok(positions)
    }
}

struct Work<'a> {
    puzzle: &'a Puzzle,
    metric: Metric,
    goals: Goals,
    control: &'a Control,
}

impl WithWords for Work<'_> {
    type Output = Option<Hardest>;
    type Error = Stopped;
    fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<Self::Output, Stopped> {
        let Work { puzzle, metric, goals, control } = self;
        let goals: Vec<K> = match goals {
            Goals::Reached => Neighbourhood::goals(puzzle, layout, metric, control)?,
            Goals::Legal => goals::all(puzzle, layout, u64::MAX, control)?.unwrap_or_default(),
        };
        farthest(goals, puzzle, layout, metric, control)
    }
}

/// What is farthest from all of `goals`; `None` when there are none.
fn farthest<B: BitString, K: BitString>(
    goals: Vec<K>,
    puzzle: &Puzzle,
    layout: &Layout<B>,
    metric: Metric,
    control: &Control,
) -> Result<Option<Hardest>, Stopped> {
    if goals.is_empty() {
        return Ok(None);
    }
    let number = goals.len() as u64;
    let walked = walk_in_memory(&Neighbourhood::<B, K>::of_goals(puzzle, layout, metric), goals, control)?;
    let mut state = layout.state();
    layout.read::<K>(walked.last, &mut state);
    Ok(Some(Hardest {
        position: layout.position(puzzle, &state),
        distance: walked.levels.len() as u64 - 1,
        states: walked.levels.last().copied().unwrap_or(0),
        goals: number,
    }))
}
