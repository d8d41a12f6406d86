//! A walk through the levels of a decision process: every state that can be reached, once, and where it leads.
//!
//! In: a [`Spec`], and a [`Record`] of what is wanted. The states of a level are looked up as they are met, so that ways to the
//! same state join; a state that has nothing to decide is followed to the first level where it has, which may be far below. When
//! the turn of a level comes, the record is told what its states lead to, and they are forgotten. So a record keeps numbers, not
//! states.
//!
//! Cost: one look-up for each state and child. Memory: the states of levels ahead, with 8 to 12 bytes for each, and what the record
//! keeps.

use super::{Forced, Spec};
use crate::run::mix::Mixer;
use crate::run::{Control, Progress, Pulse, Stopped};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Where a way ends that leads to no solution.
pub(crate) const DEAD: u32 = 0;
/// Where a solution ends.
pub(crate) const SOLVED: u32 = 1;

/// A way on: the option taken, if one is, and the number of the state it leads to, [`DEAD`] or [`SOLVED`].
pub(crate) type Way = (Option<u32>, u32);

/// What is kept of the states.
pub(crate) trait Record {
    /// How often all levels are gone through, this time included: for telling how far the work is.
    const PASSES: u64;

    /// The number of a state met for the first time, 2 or more.
    ///
    /// # Errors
    /// When there are too many.
    fn number(&mut self) -> Result<u32, Stopped>;

    /// The next level has these options and `states` states.
    fn level(&mut self, options: Range<u32>, states: usize);

    /// Where a state of the level leads. The states come in the order in which they were met.
    ///
    /// # Errors
    /// When there are too many.
    fn state(&mut self, number: u32, ways: &mut [Way]) -> Result<(), Stopped>;

    /// Bytes that the record takes.
    fn bytes(&self) -> u64;

    /// What these bytes are for.
    fn what(&self) -> String;
}

/// States between two looks at the memory, unless much is taken sooner.
const STATES_PER_LOOK: usize = 1 << 14;
/// How many bytes are much.
const MUCH: u64 = 1 << 20;

/// Tells `record` of every state of `spec` that can be reached: where the process begins.
///
/// # Errors
/// When `control` or the record says so.
pub(crate) fn reached<S: Spec, R: Record>(
    spec: &S,
    record: &mut R,
    control: &Control,
) -> Result<u32, Stopped> {
    let ahead = (0..spec.levels()).map(|_| Ahead::new()).collect();
    let mut reaching = Reaching { spec, record, ahead, waiting: 0, met: 0, pulse: Pulse::preparing(control) };
    let root = reaching.child(0, spec.root())?;
    let mut gone = 0;
    let mut ways = Vec::new();
    for level in 0..spec.levels() {
        let now = std::mem::replace(&mut reaching.ahead[level], Ahead::new());
        let bytes = now.bytes();
        reaching.waiting -= bytes;
        reaching.record.level(spec.options(level), now.states.len());
        let mut announced = 0;
        for (i, (state, &number)) in now.states.iter().zip(&now.numbers).enumerate() {
            let held = reaching.waiting + bytes + reaching.record.bytes();
            if i % STATES_PER_LOOK == 0 || held >= announced + MUCH {
                announced = held;
                let (done, total) = (level as u64, spec.levels() as u64 * R::PASSES);
                control.check(Progress::Levels { done, total, states: reaching.met - gone })?;
                control.reserve(held, reaching.record.what())?;
            }
            ways.clear();
            let mut met = Ok(());
            spec.children(level, state, |option, child| {
                if met.is_ok() {
                    met = reaching.child(level + 1, child).map(|number| ways.push((option, number)));
                }
            });
            met?;
            reaching.record.state(number, &mut ways)?;
        }
        gone += now.states.len() as u64;
    }
    Ok(root)
}

struct Reaching<'a, S: Spec, R> {
    spec: &'a S,
    record: &'a mut R,
    ahead: Vec<Ahead<S::State>>,
    /// Bytes of all levels ahead.
    waiting: u64,
    /// States met.
    met: u64,
    pulse: Pulse<'a>,
}

impl<S: Spec, R: Record> Reaching<'_, S, R> {
    /// Where a state of `level` leads: to itself, on the first level where it has something to decide, or to an end.
    #[inline]
    fn child(&mut self, mut level: usize, mut state: S::State) -> Result<u32, Stopped> {
        while level < self.ahead.len() {
            // Many levels in a row may have nothing to decide.
            self.pulse.beat()?;
            match self.spec.forced(level, &state) {
                Forced::Open => return self.enter(level, state),
                Forced::Until(later, left) => {
                    assert!(later > level, "level {level} is forced to level {later}, which is not later");
                    (level, state) = (later, left);
                }
                Forced::Dead => return Ok(DEAD),
            }
        }
        Ok(if self.spec.accepts(&state) { SOLVED } else { DEAD })
    }

    #[inline]
    fn enter(&mut self, level: usize, state: S::State) -> Result<u32, Stopped> {
        let ahead = &mut self.ahead[level];
        let place = match ahead.find(&state) {
            Ok(number) => return Ok(number),
            Err(place) => place,
        };
        let number = self.record.number()?;
        self.met += 1;
        let before = ahead.bytes();
        ahead.elsewhere += self.spec.elsewhere(&state);
        ahead.push(place, state, number);
        self.waiting += ahead.bytes() - before;
        Ok(number)
    }
}

/// The states of one level while it is ahead: a hash table with linear probing, at most half full.
struct Ahead<T> {
    states: Vec<T>,
    numbers: Vec<u32>,
    /// Indices into `states`, +1.
    table: Vec<u32>,
    /// Bytes that states hold.
    elsewhere: u64,
}

impl<T: Eq + Hash> Ahead<T> {
    fn new() -> Self {
        Ahead { states: Vec::new(), numbers: Vec::new(), table: Vec::new(), elsewhere: 0 }
    }

    fn bytes(&self) -> u64 {
        let numbers = 4 * (self.numbers.capacity() + self.table.len());
        (self.states.capacity() * size_of::<T>() + numbers) as u64 + self.elsewhere
    }

    /// The number of the state, or else its place in the table, if there is one.
    #[inline]
    fn find(&self, state: &T) -> Result<u32, usize> {
        if self.table.is_empty() {
            return Err(0);
        }
        let mask = self.table.len() - 1;
        let mut at = hash(state) as usize & mask;
        while let Some(index) = self.table[at].checked_sub(1) {
            if self.states[index as usize] == *state {
                return Ok(self.numbers[index as usize]);
            }
            at = (at + 1) & mask;
        }
        Err(at)
    }

    #[inline]
    fn push(&mut self, mut place: usize, state: T, number: u32) {
        if self.states.len() * 2 >= self.table.len() {
            self.grow();
            place = self.find(&state).err().unwrap_or(place);
        }
        self.states.push(state);
        self.numbers.push(number);
        self.table[place] = self.states.len() as u32;
    }

    fn grow(&mut self) {
        let len = (2 * self.table.len()).max(16);
        self.table = vec![0; len];
        for (index, state) in self.states.iter().enumerate() {
            let mut at = hash(state) as usize & (len - 1);
            while self.table[at] != 0 {
                at = (at + 1) & (len - 1);
            }
            self.table[at] = index as u32 + 1;
        }
    }
}

#[inline(always)]
fn hash<T: Hash>(state: &T) -> u64 {
    let mut mixer = Mixer::default();
    state.hash(&mut mixer);
    mixer.finish()
}
