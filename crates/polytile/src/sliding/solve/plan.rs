//! How a puzzle is solved, and why in this way.
//!
//! Tiles of twelve cells or more are solved by iterative deepening: their states are too many to be listed. Other puzzles are
//! solved from both ends where the goal positions are found in a bounded number of steps, else from the start alone.

use super::engine::engines;
use super::solving::Solving;
use super::{Answer, SolveEngine};
use crate::bit_string::BitString;
use crate::plan::{Plan, decide};
use crate::run::{Control, LevelsError};

engines!(ways [B: BitString, K: BitString] Solving<'_, B, K> => Answer, LevelsError);

impl<B: BitString, K: BitString> Solving<'_, B, K> {
    /// Solves by the engine asked for, or else by the one that is expected to be best.
    ///
    /// # Errors
    /// [`LevelsError`] when the engine is not possible, or it was stopped.
    pub fn solve(&self, control: &Control) -> Result<(Answer, Plan<SolveEngine>), LevelsError> {
        let (plan, _, run) = decide(self, self.options.engine, control)?;
        Ok((run(control)?, plan))
    }
}
