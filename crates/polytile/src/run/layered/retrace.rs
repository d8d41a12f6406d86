//! What a loop is told when it is resumed, checked against the graph itself.
//!
//! In: the last two levels of a checkpoint, the numbers of states of all levels, and what was counted. The last level but one is
//! expanded once more. Of the states next to it, some are in it, if the graph is not bipartite, and the whole last level must be
//! among the others; what is left over lies *behind*: it must belong to the level before, which is gone, and of which only the
//! number of states is known. That number cannot be smaller; it may be larger, for a state need not have a neighbour that is
//! farther away. What was counted in the expanded level is now known too, and the rest of the tally must be possible for the
//! levels before.
//!
//! A state behind is never found again in a true exploration. A state that was removed from the last level would count as behind,
//! too, and is found again as soon as anything else leads to one of its neighbours; so all levels that follow are checked against
//! what lies behind. A state can be removed unnoticed where the numbers leave room and it alone leads to what comes after it, as
//! can states of levels that are gone: none of this proves that a checkpoint is true. But the loop ends: one that finds more
//! states than there can be is given up.
//!
//! Several workers that share a loop look back together: each finds what lies behind of its own states, and their numbers and what
//! they counted are added up before they are judged (`shared`).
//!
//! Cost: one level expanded again and written down once or twice, and what lies behind is read again with every level.

use super::exchange::{Alone, Exchange};
use super::layer::Layer;
use super::{Beside, Disk, Layered, LevelsError, Walk};
#[cfg(feature = "files")]
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What is found when the last level but one is expanded again.
#[cfg_attr(feature = "files", derive(Serialize, Deserialize))]
pub(super) struct Seen<T> {
    /// States that lie behind.
    pub behind: u64,
    /// What is counted in the level.
    pub newest: T,
}

impl<L: Layered> Walk<'_, L> {
    /// Checks what was resumed against the neighbours of the last level but one, and finds what lies behind.
    ///
    /// # Errors
    /// [`LevelsError::Wrong`] when it cannot be, or as for any level.
    pub(super) fn retrace(&mut self) -> Result<(), LevelsError> {
        let Some(disk) = self.disk else { return Ok(()) };
        match self.look_back(&mut Alone)? {
            Some(seen) => self.judge(&self.tally, &seen, disk.checkpoint()),
            None => Ok(()),
        }
    }

    /// Expands the last level but one again, if there is one, and finds what lies behind.
    ///
    /// # Errors
    /// [`LevelsError::Wrong`] when the last level is not next to it, or as for any level.
    pub(super) fn look_back<X: Exchange>(
        &mut self,
        exchange: &mut X,
    ) -> Result<Option<Seen<L::Tally>>, X::Error> {
        let last = self.levels.len() - 1;
        if last == 0 {
            return Ok(None);
        }
        let place = self.run();
        let beside =
            Beside { bytes: self.beside.bytes + self.memory() - self.before.memory(), ..self.beside };
        let mut scout = Walk {
            beside,
            levels: self.levels[..last].to_vec(),
            tally: L::Tally::default(),
            older: None,
            before: Layer::empty(),
            level: std::mem::replace(&mut self.before, Layer::empty()),
            behind: Layer::empty(),
            spare: Vec::new(),
            ..*self
        };
        let beside = scout.next(place, exchange);
        let Walk { level: before, tally: newest, runs, degree, .. } = scout;
        (self.before, self.runs, self.degree) = (before, runs, degree);
        let beside = beside?;
        let place = self.run();
        let behind = beside.without(&self.level, place, self.control);
        beside.discard();
        self.behind = behind?;
        if self.behind.states + self.level.states != beside.states {
            let path = self.path(last);
            let why = format!("it has states that are not next to level {}", last - 1);
            return Err(LevelsError::Wrong { path, why }.into());
        }
        Ok(Some(Seen { behind: self.behind.states, newest }))
    }

    /// Whether `tally`, what was counted in all levels but the last, and the numbers of states, which a checkpoint says, can be as
    /// what was seen has it.
    ///
    /// # Errors
    /// [`LevelsError::Wrong`] when they cannot.
    pub(super) fn judge(
        &self,
        tally: &L::Tally,
        seen: &Seen<L::Tally>,
        checkpoint: PathBuf,
    ) -> Result<(), LevelsError> {
        let last = self.levels.len() - 1;
        let wrong = |path, why| Err(LevelsError::Wrong { path, why });
        let fewest = seen.behind;
        let gone = last.checked_sub(2).map_or(0, |gone| self.levels[gone]);
        if fewest > gone {
            let why = format!("without it and itself level {} is next to {fewest} states", last - 1);
            return wrong(self.path(last), format!("{why}, and the level before that has {gone}"));
        }
        let why = match L::without(tally, &seen.newest) {
            None => Some("it does not count what is there".to_owned()),
            Some(earlier) => self.layered.contradiction(&self.levels[..last], &earlier),
        };
        match why {
            Some(why) => wrong(checkpoint, format!("of the levels before level {}, {why}", last - 1)),
            None => Ok(()),
        }
    }

    /// The file of a level.
    fn path(&self, number: usize) -> PathBuf {
        self.disk.map(|disk| disk.level::<L>(number as u64).path).unwrap_or_default()
    }

    /// The error of a level that contains something which must lie behind.
    pub(super) fn back(&self) -> LevelsError {
        let path = self.disk.map(Disk::checkpoint).unwrap_or_default();
        let why = format!("level {} finds states that an earlier level should have had", self.levels.len());
        LevelsError::Wrong { path, why }
    }
}
