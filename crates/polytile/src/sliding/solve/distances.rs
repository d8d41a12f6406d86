//! How far every position is from the nearest goal.
//!
//! Everything that can be reached is gone through twice: from the start, to find the goal positions among it, and from
//! all of these at once. The levels of the second time are the positions by their distance; they stay, and a position is
//! looked up in each. So a game knows the distance at once, wherever the player goes.
//!
//! Cost: twice an exploration; memory: one key for every state.

use super::super::layout::Widths;
use super::super::moves::{Metric, Move};
use super::super::position::Position;
use super::super::puzzle::Puzzle;
use super::super::word::{Wide, Word};
use super::space::{Space, bytes_of};
use crate::run::{Control, Progress, Stopped};

/// The distances of all positions that can be reached from the start.
#[derive(Debug)]
pub struct Distances {
    levels: Box<dyn Levels>,
}

trait Levels: std::fmt::Debug + Send + Sync {
    fn distance(&self, position: &Position) -> Option<usize>;
    fn hint(&self, position: &Position) -> Option<Move>;
    fn farthest(&self) -> Option<usize>;
}

impl Distances {
    /// The distances of all positions of `puzzle` that can be reached.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped or the memory does not suffice.
    pub fn new(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Self, Stopped> {
        let levels: Box<dyn Levels> = match Widths::of(puzzle) {
            Widths { board: ..=64, key: ..=64 } => Box::new(Table::<u64, u64>::new(puzzle, metric, control)?),
            Widths { board: ..=128, key: ..=128 } => {
                Box::new(Table::<u128, u128>::new(puzzle, metric, control)?)
            }
            _ => Box::new(Table::<Wide, Wide>::new(puzzle, metric, control)?),
        };
        Ok(Distances { levels })
    }

    /// How many moves the nearest goal is away; nothing when none can be reached from there, or the position cannot be
    /// reached from the start.
    pub fn of(&self, position: &Position) -> Option<usize> {
        self.levels.distance(position)
    }

    /// A first move of a shortest solution; nothing where there is none, or none is needed.
    pub fn hint(&self, position: &Position) -> Option<Move> {
        self.levels.hint(position)
    }

    /// The largest distance; nothing when no goal can be reached.
    pub fn farthest(&self) -> Option<usize> {
        self.levels.farthest()
    }
}

#[derive(Debug)]
struct Table<B, K> {
    space: Space<B>,
    levels: Vec<Vec<K>>,
}

impl<B: Word, K: Word> Table<B, K> {
    fn new(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Self, Stopped> {
        let space = Space::new(puzzle, metric)?;
        let mut goals = Vec::new();
        let (mut before, mut level): (Vec<K>, Vec<K>) = (Vec::new(), vec![space.key(&puzzle.start())]);
        let mut progress = Counter { done: 0, states: 0 };
        while !level.is_empty() {
            goals.extend(space.goals_among(&level));
            let held = bytes_of::<K>(goals.len());
            let next = space.next_level(&level, &before, held, progress.counted(&level), control)?;
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

    fn level_of(&self, key: K) -> Option<usize> {
        self.levels.iter().position(|level| level.binary_search(&key).is_ok())
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
        Progress::Levels { done: self.done, total: self.done + 1, states: self.states }
    }
}

impl<B: Word, K: Word> Levels for Table<B, K> {
    fn distance(&self, position: &Position) -> Option<usize> {
        self.level_of(self.space.key(position))
    }

    fn hint(&self, position: &Position) -> Option<Move> {
        let key: K = self.space.key(position);
        let nearer = self.levels.get(self.level_of(key)?.checked_sub(1)?)?;
        let near = self.space.neighbours(&[key]);
        let next = near.into_iter().find(|key| nearer.binary_search(key).is_ok())?;
        self.space.puzzle.move_between(position, &self.space.position(next), self.space.metric)
    }

    fn farthest(&self) -> Option<usize> {
        self.levels.len().checked_sub(1)
    }
}
