//! All states that can be reached, level by level.

use super::layout::{Layout, Widths};
use super::moves::Metric;
use super::position::Position;
use super::puzzle::Puzzle;
use super::word::{Wide, Word};
use crate::run::{Control, Progress, Stopped};

/// What an exploration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// What counted as one move.
    pub metric: Metric,
    /// States at every distance from the start.
    pub levels: Vec<u64>,
    /// The distance of the nearest goal, if there is a goal that can be reached.
    pub solved_in: Option<u64>,
    /// One of the positions that are farthest from the start.
    pub farthest: Position,
}

/// Explores everything that can be reached from the start.
///
/// # Errors
/// [`Stopped`] when it is stopped, or there is not enough memory.
pub fn explore(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Explored, Stopped> {
    match Widths::of(puzzle) {
        Widths { board: ..=64, key: ..=64 } => run::<u64, u64>(puzzle, metric, control),
        Widths { board: ..=128, key: ..=128 } => run::<u128, u128>(puzzle, metric, control),
        _ => run::<Wide, Wide>(puzzle, metric, control),
    }
}

fn run<B: Word, K: Word>(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Explored, Stopped> {
    let layout = Layout::<B>::new(puzzle)?;
    let start: K = layout.key(puzzle, &puzzle.start());
    let mut levels = vec![1];
    let (mut before, mut level) = (Vec::new(), vec![start]);
    let mut state = layout.state();
    let mut solved_in = None;
    loop {
        let total = levels.len() as u64;
        control.check(Progress::Levels { done: total, total, states: level.len() as u64 })?;
        let mut next: Vec<K> = Vec::new();
        for &key in &level {
            layout.read(key, &mut state);
            if solved_in.is_none() && layout.is_goal(&state) {
                solved_in = Some(levels.len() as u64 - 1);
            }
            layout.neighbours(&mut state, metric, |neighbour| next.push(neighbour));
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|key| before.binary_search(key).is_err() && level.binary_search(key).is_err());
        if next.is_empty() {
            layout.read(level[0], &mut state);
            let farthest = layout.position(puzzle, &state);
            return Ok(Explored { metric, levels, solved_in, farthest });
        }
        levels.push(next.len() as u64);
        before = std::mem::replace(&mut level, next);
    }
}
