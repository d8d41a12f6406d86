//! What a loop is told when it is resumed, checked against the graph itself.
//!
//! In: the last two levels of a checkpoint, the numbers of states of all levels, and what was counted. The last level but one is
//! expanded once more. Of the states next to it, some are in it, and the whole last level must be among the others; what is left
//! over lies *behind*: it must belong to the level before, which is gone, and of which only the number of states is known. That
//! number cannot be smaller; it may be larger, for a state need not have a neighbour that is farther away. What was counted in
//! the expanded level is now known too, and the rest of the tally must be possible for the levels before.
//!
//! A state behind is never found again in a true exploration. A state that was removed from the last level would count as behind,
//! too, and is found again as soon as anything else leads to one of its neighbours; so all levels that follow are checked against
//! what lies behind. A state can be removed unnoticed where the numbers leave room and it alone leads to what comes after it, as
//! can states of levels that are gone: none of this proves that a checkpoint is true. But the loop ends: one that finds more
//! states than there can be is given up.
//!
//! Cost: one level expanded again and written down once or twice, and what lies behind is read again with every level.

use super::exchange::Alone;
use super::layer::Layer;
use super::{Beside, Disk, Layered, LevelsError, Walk};

impl<L: Layered> Walk<'_, L> {
    /// Checks what was resumed against the neighbours of the last level but one, and finds what lies behind.
    ///
    /// # Errors
    /// [`LevelsError::Wrong`] when it cannot be, or as for any level.
    pub(super) fn retrace(&mut self) -> Result<(), LevelsError> {
        let last = self.levels.len() - 1;
        let Some(disk) = self.disk.filter(|_| last > 0) else { return Ok(()) };
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
        let beside = scout.next(place, &mut Alone);
        let Walk { level: before, tally: newest, runs, degree, .. } = scout;
        (self.before, self.runs, self.degree) = (before, runs, degree);
        let beside = beside?;
        let place = self.run();
        let behind = beside.without(&self.level, place, self.control);
        beside.discard();
        self.behind = behind?;
        let wrong = |path, why| Err(LevelsError::Wrong { path, why });
        let path = disk.level::<L>(last as u64).path;
        if self.behind.states + self.level.states != beside.states {
            return wrong(path, format!("it has states that are not next to level {}", last - 1));
        }
        let fewest = self.behind.states;
        let gone = last.checked_sub(2).map_or(0, |gone| self.levels[gone]);
        if fewest > gone {
            let why = format!("without it and itself level {} is next to {fewest} states", last - 1);
            return wrong(path, format!("{why}, and the level before that has {gone}"));
        }
        let why = match L::without(&self.tally, &newest) {
            None => Some("it does not count what is there".to_owned()),
            Some(earlier) => self.layered.contradiction(&self.levels[..last], &earlier),
        };
        match why {
            Some(why) => wrong(disk.checkpoint(), format!("of the levels before level {}, {why}", last - 1)),
            None => Ok(()),
        }
    }

    /// The error of a level that contains something which must lie behind.
    pub(super) fn back(&self) -> LevelsError {
        let path = self.disk.map(Disk::checkpoint).unwrap_or_default();
        let why = format!("level {} finds states that an earlier level should have had", self.levels.len());
        LevelsError::Wrong { path, why }
    }
}
