//! All states that can be reached, level by level.

use super::layout::{Layout, Widths};
use super::moves::Metric;
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
    loop {
        let total = levels.len() as u64;
        control.check(Progress::Levels { done: total, total, states: level.len() as u64 })?;
        let mut next: Vec<K> = Vec::new();
        for &key in &level {
            layout.read(key, &mut state);
            layout.neighbours(&mut state, metric, |neighbour| next.push(neighbour));
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|key| before.binary_search(key).is_err() && level.binary_search(key).is_err());
        if next.is_empty() {
            return Ok(Explored { metric, levels });
        }
        levels.push(next.len() as u64);
        before = std::mem::replace(&mut level, next);
    }
}
