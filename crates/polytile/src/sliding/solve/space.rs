//! The states of a puzzle as sorted lists of keys.
//!
//! Everything a search by levels does, it does to whole lists: all neighbours of a list, what one list has and another
//! has not, what two have in common. Lists are sorted and hold every key once, so all of these are merges.
//!
//! Cost: linear in the lists, and a sort of the neighbours in portions that fit the second cache.

use super::super::layout::Layout;
use super::super::moves::Metric;
use super::super::position::Position;
use super::super::puzzle::Puzzle;
use crate::bit_string::BitString;
use crate::run::{Control, Progress, Stopped, parallel};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Portions whose new states are put together at a time.
const BATCH: usize = 16;
/// States and neighbours between two looks at the control.
const LOOK: usize = 1 << 12;
/// Neighbours that are looked through for those found twice before more are added.
const MANY: usize = 1 << 20;
/// States expanded at a time by one thread.
pub(super) const PORTION: usize = 1 << 14;

/// A puzzle, what counts as a move, and what its keys mean.
#[derive(Clone, Debug)]
pub(super) struct Space<B> {
    pub puzzle: Puzzle,
    pub metric: Metric,
    pub layout: Layout<B>,
}

impl<B: BitString> Space<B> {
    pub fn new(puzzle: &Puzzle, metric: Metric) -> Result<Self, Stopped> {
        Ok(Space { puzzle: puzzle.clone(), metric, layout: Layout::new(puzzle)? })
    }

    /// The key of a position.
    pub fn key<K: BitString>(&self, position: &Position) -> K {
        self.layout.key(&self.puzzle, position)
    }

    /// A position of the state with this key.
    pub fn position<K: BitString>(&self, key: K) -> Position {
        let mut state = self.layout.state();
        self.layout.read(key, &mut state);
        self.layout.position(&self.puzzle, &state)
    }

    /// Those of `keys` that meet a goal.
    ///
    /// # Errors
    /// What `look` says, which is asked every [`LOOK`] keys.
    pub fn goals_among<K: BitString, E>(
        &self,
        keys: &[K],
        mut look: impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<K>, E> {
        let mut state = self.layout.state();
        let mut goals = Vec::new();
        for keys in keys.chunks(LOOK) {
            look()?;
            for &key in keys {
                self.layout.read(key, &mut state);
                goals.extend(self.layout.is_goal(&state).then_some(key));
            }
        }
        Ok(goals)
    }

    /// All states one move from the one with this key, sorted.
    pub fn around<K: BitString>(&self, key: K) -> Vec<K> {
        let mut state = self.layout.state();
        let mut next = Vec::new();
        self.layout.read(key, &mut state);
        self.layout.neighbours(&mut state, self.metric, |to| next.push(to.key));
        next.sort_unstable();
        next
    }

    /// All states one move from any of `keys`, which may be among them again.
    ///
    /// # Errors
    /// What `look` says, which is told every [`LOOK`] neighbours for how many there will be room.
    pub fn neighbours<K: BitString, E>(
        &self,
        keys: &[K],
        mut look: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Vec<K>, E> {
        let mut state = self.layout.state();
        let mut next = Vec::new();
        let (mut found, mut look_at, mut many) = (0, LOOK, MANY);
        for &key in keys {
            self.layout.read(key, &mut state);
            found += 1 + self.layout.neighbours(&mut state, self.metric, |to| next.push(to.key)) as usize;
            if found >= look_at {
                look_at = found + LOOK;
                // A list that is nearly full is about to be twice as long.
                let full = next.len() + LOOK > next.capacity();
                look(if full { 2 * next.capacity() } else { next.capacity() })?;
            }
            // Where a state has very many neighbours, most are found again and again.
            if next.len() >= many {
                next.sort_unstable();
                next.dedup();
                many = MANY.max(2 * next.len());
            }
        }
        next.sort_unstable();
        next.dedup();
        Ok(next)
    }

    /// The neighbours of `level` that are neither in it nor in `before`, by as many threads as there may be.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped, or the lists outgrow the memory beside `held` bytes that are taken already.
    pub fn next_level<K: BitString>(
        &self,
        level: &[K],
        before: &[K],
        held: u64,
        progress: Progress,
        control: &Control,
    ) -> Result<Vec<K>, Stopped> {
        control.check(progress)?;
        let reserve = |keys: usize| {
            let needed = held.saturating_add(bytes_of::<K>(keys + level.len() + before.len()));
            control.reserve(needed, format!("a level of {} states and the next one", level.len()))
        };
        let mut runs: Vec<Vec<K>> = Vec::new();
        let portions: Vec<&[K]> = level.chunks(PORTION).collect();
        for batch in portions.chunks(BATCH) {
            let keys: usize = runs.iter().map(Vec::len).sum();
            // Keys that this batch has room for, on all threads; of a portion, at first with those that are not new.
            let added = AtomicUsize::new(0);
            let expand = |i: usize| {
                control.check(progress)?;
                let mut own = 0;
                let mut announce = |room: usize| {
                    // The atomic wraps, and so does what is less than before.
                    let change = room.wrapping_sub(own);
                    own = room;
                    reserve(keys + added.fetch_add(change, Ordering::Relaxed).wrapping_add(change))
                };
                let mut next = self.neighbours(batch[i], |room| {
                    announce(room)?;
                    control.stopped(progress)
                })?;
                announce(next.capacity())?;
                subtract(&mut next, level);
                subtract(&mut next, before);
                next.shrink_to_fit();
                announce(next.len())?;
                Ok::<_, Stopped>(next)
            };
            let found = parallel::map(control.thread_count(), batch.len(), expand);
            let found = found.into_iter().collect::<Result<Vec<_>, _>>()?;
            reserve(keys + 2 * found.iter().map(Vec::len).sum::<usize>())?;
            runs.push(union(found));
        }
        // The union of the runs stands beside them for a moment.
        reserve(2 * runs.iter().map(Vec::len).sum::<usize>())?;
        Ok(union(runs))
    }
}

/// Bytes of this many keys.
pub(super) fn bytes_of<K>(keys: usize) -> u64 {
    (keys * size_of::<K>()) as u64
}

/// Takes what is in `old` out of `new`.
fn subtract<K: BitString>(new: &mut Vec<K>, old: &[K]) {
    let Some(&first) = new.first() else { return };
    let mut rest = &old[old.partition_point(|key| *key < first)..];
    new.retain(|key| {
        let skip = rest.iter().take_while(|other| *other < key).count();
        rest = &rest[skip..];
        rest.first() != Some(key)
    });
}

/// What is in both lists.
pub(super) fn intersection<K: BitString>(a: &[K], b: &[K]) -> Vec<K> {
    let (mut i, mut j) = (0, 0);
    let mut both = Vec::new();
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                both.push(a[i]);
                i += 1;
                j += 1;
            }
        }
    }
    both
}

/// What is in any of the lists, each key once.
pub(super) fn union<K: BitString>(mut runs: Vec<Vec<K>>) -> Vec<K> {
    while runs.len() > 1 {
        let mut pairs = runs.into_iter();
        let mut merged = Vec::new();
        while let Some(first) = pairs.next() {
            merged.push(match pairs.next() {
                Some(second) => merge(&first, &second),
                None => first,
            });
        }
        runs = merged;
    }
    runs.pop().unwrap_or_default()
}

fn merge<K: BitString>(a: &[K], b: &[K]) -> Vec<K> {
    let (mut i, mut j) = (0, 0);
    let mut all = Vec::with_capacity(a.len() + b.len());
    while i < a.len() && j < b.len() {
        let (first, second) = (a[i], b[j]);
        all.push(first.min(second));
        i += usize::from(first <= second);
        j += usize::from(second <= first);
    }
    all.extend_from_slice(&a[i..]);
    all.extend_from_slice(&b[j..]);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn lists_are_sets(lists in proptest::collection::vec(proptest::collection::btree_set(0_u64..60, 0..30), 3)) {
            let list = |set: &BTreeSet<u64>| set.iter().copied().collect::<Vec<_>>();
            let [a, b, c] = &lists[..] else { unreachable!() };
            prop_assert_eq!(intersection(&list(a), &list(b)), list(&(a & b)));
            prop_assert_eq!(union(vec![list(a), list(b), list(c)]), list(&(&(a | b) | c)));
            let mut rest = list(a);
            subtract(&mut rest, &list(b));
            prop_assert_eq!(rest, list(&(a - b)));
        }
    }
}
