//! Searching level by level, from the start and, where that can be done, from the goals too.
//!
//! In: the level loop around the start, and perhaps the one around all goals ([`Growth`]). Out: the states in which they
//! met, and all levels for the way back. Without the loop around the goals, the one around the start grows until its last level
//! contains a goal; with it, the loop whose last level is smaller grows, a whole level at a time. The sides have met when the
//! last levels share a state, and then their distances add up to the length of a shortest solution: had a shorter one existed,
//! the sides would have shared a state a level earlier.
//!
//! Cost: every state of the levels grown is expanded once.

use super::super::explore::Neighbourhood;
use crate::bit_string::BitString;
use crate::run::layered::{Beside, Grown, Growth};
use crate::run::{Control, LevelsError, Progress};

/// The loop around the start, or the one around the goals.
pub(super) type Side<'a, B, K> = Growth<'a, Neighbourhood<'a, B, K>>;

/// How a search ended.
#[derive(Debug)]
pub(super) enum End<K> {
    /// The sides met in these states.
    Met { from_start: Grown<K>, from_goals: Option<Grown<K>>, states: Vec<K> },
    /// Everything that can be reached from the start was seen: this many states.
    NoneFromStart(u64),
    /// Everything from which a goal can be reached was seen: this many states.
    NoneFromGoals(u64),
}

/// Searches until the sides meet, until one of them has no more states, or, where there is only the start, until `is_goal` holds
/// for a state.
///
/// # Errors
/// When it is stopped, the memory does not suffice, or files cannot be read or written.
pub(super) fn search<'a, B: BitString, K: BitString>(
    mut from_start: Side<'a, B, K>,
    mut from_goals: Option<Side<'a, B, K>>,
    mut is_goal: impl FnMut(K) -> bool,
    control: &Control,
) -> Result<End<K>, LevelsError> {
    loop {
        let width = |side: &Side<'a, B, K>| side.levels().last().copied().unwrap_or(0);
        let met = match &from_goals {
            Some(side) if side.levels().len() == 1 && from_start.levels().len() == 1 => {
                control.check(Progress::Goals { found: width(side) })?;
                from_start.met(side, control)?
            }
            Some(side) if width(side) < width(&from_start) => side.met(&from_start, control)?,
            Some(side) => from_start.met(side, control)?,
            None => from_start.last_where(&mut is_goal, control)?,
        };
        if !met.is_empty() {
            let (from_start, from_goals) = (from_start.into_grown(), from_goals.map(Growth::into_grown));
            return Ok(End::Met { from_start, from_goals, states: met });
        }
        match &mut from_goals {
            Some(side) if width(side) < width(&from_start) => {
                if !side.grow(from_start.beside())? {
                    return Ok(End::NoneFromGoals(side.levels().iter().sum()));
                }
            }
            other => {
                let beside = other.as_ref().map_or(Beside::default(), Growth::beside);
                if !from_start.grow(beside)? {
                    return Ok(End::NoneFromStart(from_start.levels().iter().sum()));
                }
            }
        }
    }
}
