//! What the loop of several workers and its files have in common: what it is given, what the workers say to each other, and what a
//! worker begins with that resumes.

use super::exchange::Exchange;
use super::layer::Layer;
use super::{Layered, LevelsError};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a loop that is shared is given besides the puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Together<'a> {
    /// The most states that are expected to be found.
    pub expected: Option<u64>,
    /// The directory, where there is one.
    pub directory: Option<&'a Path>,
    /// Whether the loop is resumed from the checkpoint in it.
    pub resume: bool,
    /// What tells one question from another.
    pub fingerprint: u64,
}

/// What is damaged that was said: it cannot happen between processes of one version, whose words come whole or not at all.
pub(super) fn garbled() -> LevelsError {
    LevelsError::Garbled("what a worker said cannot be read".to_owned())
}

/// What all workers say, read.
pub(super) fn gathered<T: Serialize + for<'a> Deserialize<'a>, X: Exchange>(
    exchange: &mut X,
    said: &T,
) -> Result<Vec<T>, X::Error> {
    let said = serde_json::to_vec(said).map_err(|_| garbled())?;
    let all = exchange.gather(said)?;
    let read = |said: &Vec<u8>| serde_json::from_slice(said).map_err(|_| garbled());
    Ok(all.iter().map(read).collect::<Result<_, _>>()?)
}

/// What a worker of a loop that is resumed begins with.
pub(super) struct ResumedShare<L: Layered> {
    pub levels: Vec<u64>,
    pub tally: L::Tally,
    pub before: Layer<L::Key>,
    pub level: Layer<L::Key>,
    /// Whether another number of workers had them.
    pub moved: bool,
}
