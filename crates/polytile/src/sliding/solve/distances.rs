//! How far every position is from the nearest goal.
//!
//! Everything that can be reached is gone through twice: from the start, to find the goal positions among it, and from
//! all of these at once. The levels of the second time are the positions by their distance; they stay, and a position is
//! looked up in each. So a game knows the distance at once, wherever the player goes.
//!
//! Cost: twice an exploration; memory: one key for every state. Tiles, whose states are too many, are solved anew from
//! every position, with tables made once.

use super::super::layout::Widths;
use super::super::moves::{Metric, Move};
use super::super::position::Position;
use super::super::puzzle::Puzzle;
use super::space::{Space, bytes_of};
use super::tiles::{self, Solver, Tiles};
use crate::bit_string::{BitString, Bits512, narrowest};
use crate::run::{Control, Progress, Stopped};

/// The distances of all positions that can be reached from the start.
///
/// ```
/// use polytile::format::sliding;
/// use polytile::run::Control;
/// use polytile::sliding::{Distances, Metric};
/// let puzzle = sliding::parse("start = 'A..'\ngoal = '..A'")?.puzzle;
/// let control = Control::default();
/// let distances = Distances::new(&puzzle, Metric::Step, &control)?;
/// let outlook = distances.outlook(&puzzle.start(), &control)?.ok_or("a goal can be reached")?;
/// assert_eq!(outlook.distance, 2);
/// assert_eq!(outlook.next.ok_or("it is not solved yet")?.way(), "right");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Distances {
    known: Known,
}

#[derive(Debug)]
enum Known {
    Levels(Box<dyn Levels>),
    Tiles(Box<(Puzzle, Tiles, Solver)>),
}

/// What is ahead of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// How many moves the nearest goal is away.
    pub distance: usize,
    /// A first move of a shortest solution; none when a goal is met.
    pub next: Option<Move>,
}

trait Levels: std::fmt::Debug + Send + Sync {
    fn outlook(&self, position: &Position) -> Option<Outlook>;
}

impl Distances {
    /// The distances of all positions of `puzzle` that can be reached.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped or the memory does not suffice.
    pub fn new(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Self, Stopped> {
        if let Some(tiles) = Tiles::of(puzzle).filter(Tiles::are_many) {
            let solver = Solver::new(&tiles, control)?;
            return Ok(Distances { known: Known::Tiles(Box::new((puzzle.clone(), tiles, solver))) });
        }
        let widths = Widths::of(puzzle);
        let bits = widths.board.max(widths.key);
        let levels: Box<dyn Levels> = narrowest!(bits, [u64, u128, Bits512],
        B => Box::new(Table::<B, B>::new(puzzle, metric, control)?), else {
            return Err(widths.too_large());
        });
        Ok(Distances { known: Known::Levels(levels) })
    }

    /// What is ahead of a position that can be reached from the start; nothing when no goal can be reached.
    ///
    /// A search among the levels; for tiles, a search for a solution.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped.
    pub fn outlook(&self, position: &Position, control: &Control) -> Result<Option<Outlook>, Stopped> {
        match &self.known {
            Known::Levels(levels) => Ok(levels.outlook(position)),
            Known::Tiles(known) => {
                let (puzzle, tiles, solver) = known.as_ref();
                let start = tiles::standing(puzzle, position);
                if !tiles.is_solvable(&start) {
                    return Ok(None);
                }
                let steps = solver.solve(&start, control)?.steps;
                let next = steps.first().and_then(|step| tiles::moves(&[*step]).pop());
                Ok(Some(Outlook { distance: steps.len(), next }))
            }
        }
    }
}

#[derive(Debug)]
struct Table<B, K> {
    space: Space<B>,
    levels: Vec<Vec<K>>,
}

impl<B: BitString, K: BitString> Table<B, K> {
    fn new(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Self, Stopped> {
        let space = Space::new(puzzle, metric)?;
        let mut goals = Vec::new();
        let (mut before, mut level): (Vec<K>, Vec<K>) = (Vec::new(), vec![space.key(&puzzle.start())]);
        let mut progress = Counter { done: 0, states: 0 };
        while !level.is_empty() {
            let progress = progress.counted(&level);
            goals.extend(space.goals_among(&level, || control.stopped(progress))?);
            let held = bytes_of::<K>(goals.len());
            let next = space.next_level(&level, &before, held, progress, control)?;
            before = std::mem::replace(&mut level, next);
        }
        goals.sort_unstable();
        let mut levels = Vec::new();
        let mut held = 0;
        before.clear();
        level = goals;
        while !level.is_empty() {
            let next = space.next_level(&level, &before, held, progress.counted(&level), control)?;
            held += bytes_of::<K>(level.len());
            levels.push(level.clone());
            before = std::mem::replace(&mut level, next);
        }
        Ok(Table { space, levels })
    }
}

struct Counter {
    done: u64,
    states: u64,
}

impl Counter {
    fn counted<K>(&mut self, level: &[K]) -> Progress {
        self.done += 1;
        self.states += level.len() as u64;
        Progress::States { levels: self.done, found: self.states, expected: None }
    }
}

impl<B: BitString, K: BitString> Levels for Table<B, K> {
    fn outlook(&self, position: &Position) -> Option<Outlook> {
        let key: K = self.space.key(position);
        let distance = self.levels.iter().position(|level| level.binary_search(&key).is_ok())?;
        let Some(nearer) = distance.checked_sub(1) else {
            return Some(Outlook { distance, next: None });
        };
        let near = self.space.around(key);
        let next = near.into_iter().find(|key| self.levels[nearer].binary_search(key).is_ok())?;
        let next = self.space.puzzle.move_between(position, &self.space.position(next), self.space.metric);
        Some(Outlook { distance, next })
    }
}
