//! Searching level by level, from the start and, where that can be done, from the goals too.
//!
//! Moves can be taken back, so a neighbour of a state of level d belongs to level d - 1, d or d + 1: two levels are
//! enough to tell what is new. Finished levels are put away compressed, for the way back. With all goal positions known
//! the search grows whichever side has the smaller last level, a whole level at a time. The sides have met when the last
//! levels share a state, and then their distances add up to the length of a shortest solution: had a shorter one existed,
//! its states on the last levels would have been the same state a level earlier.
//!
//! Cost: every state of the levels grown is expanded once.

use super::levels::Packed;
use super::space::{Space, bytes_of, intersection};
use crate::bit_string::BitString;
use crate::run::{Control, Progress, Stopped};

/// The levels grown from one end.
#[derive(Clone, Debug)]
pub(super) struct Side<K> {
    /// All of them.
    pub levels: Vec<Packed>,
    /// The last but one.
    before: Vec<K>,
    /// The last one.
    pub last: Vec<K>,
    /// States in all of them.
    pub states: u64,
    /// Bytes that the levels take, put away.
    pub bytes: u64,
}

impl<K: BitString> Side<K> {
    fn new(keys: Vec<K>) -> Self {
        let mut side = Side { levels: Vec::new(), before: Vec::new(), last: Vec::new(), states: 0, bytes: 0 };
        side.push(keys);
        side
    }

    fn push(&mut self, keys: Vec<K>) {
        let packed = Packed::new(&keys);
        self.bytes += packed.bytes();
        self.states += keys.len() as u64;
        self.levels.push(packed);
        self.before = std::mem::replace(&mut self.last, keys);
    }

    /// Levels grown, beyond the first.
    pub fn depth(&self) -> usize {
        self.levels.len() - 1
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub(super) enum End<K> {
    /// The sides met in these states.
    Met { from_start: Side<K>, from_goals: Option<Side<K>>, states: Vec<K> },
    /// Everything that can be reached from the start was seen: so many states.
    NoneFromStart(u64),
    /// Everything from which a goal can be reached was seen: so many states.
    NoneFromGoals(u64),
}

/// Searches from the start, and from `goals` if these are given, until the sides meet or one has no more states.
///
/// # Errors
/// [`Stopped`] when it is stopped or the memory does not suffice.
pub(super) fn search<B: BitString, K: BitString>(
    space: &Space<B>,
    goals: Option<Vec<K>>,
    control: &Control,
) -> Result<End<K>, Stopped> {
    if goals.as_ref().is_some_and(Vec::is_empty) {
        return Ok(End::NoneFromGoals(0));
    }
    let mut from_start = Side::new(vec![space.key(&space.puzzle.start())]);
    let mut from_goals = goals.map(Side::new);
    loop {
        let of_goals =
            from_goals.as_ref().map(|side| (side.last.len(), side.states, side.bytes, side.depth()));
        let (width, other_states, other_bytes, other_depth) = of_goals.unwrap_or((usize::MAX, 0, 0, 0));
        let states = from_start.states + other_states;
        let levels = (from_start.depth() + other_depth) as u64;
        let progress = match &from_goals {
            Some(side) if levels == 0 => Progress::Goals { found: side.states },
            _ => Progress::States { levels, found: states, expected: None },
        };
        let met = match &from_goals {
            Some(side) => intersection(&from_start.last, &side.last),
            None => space.goals_among(&from_start.last, || control.stopped(progress))?,
        };
        if !met.is_empty() {
            return Ok(End::Met { from_start, from_goals, states: met });
        }
        let held = from_start.bytes + other_bytes;
        match &mut from_goals {
            Some(side) if width < from_start.last.len() => {
                let held = held + bytes_of::<K>(from_start.last.len() + from_start.before.len());
                let next = space.next_level(&side.last, &side.before, held, progress, control)?;
                if next.is_empty() {
                    return Ok(End::NoneFromGoals(side.states));
                }
                side.push(next);
            }
            _ => {
                let other = from_goals.as_ref().map_or(0, |side| side.last.len() + side.before.len());
                let held = held + bytes_of::<K>(other);
                let next = space.next_level(&from_start.last, &from_start.before, held, progress, control)?;
                if next.is_empty() {
                    return Ok(End::NoneFromStart(from_start.states));
                }
                from_start.push(next);
            }
        }
    }
}
