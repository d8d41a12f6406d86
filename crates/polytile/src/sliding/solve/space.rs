//! The states of a puzzle as keys, and lists of them.
//!
//! Lists are sorted and hold every key once. Cost: a sort of the neighbours, in portions that fit the second cache.

use super::super::layout::Layout;
use super::super::moves::Metric;
use super::super::position::Position;
use super::super::puzzle::Puzzle;
use crate::bit_string::BitString;
use crate::run::Stopped;

/// States and neighbours between two looks at the control.
const LOOK: usize = 1 << 12;
/// After this many neighbours, those found twice are removed before more are added.
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
    /// The error of `look`, which is told every [`LOOK`] neighbours how many there will be room for.
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
                // A list that is nearly full is about to double its length.
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
}

/// Bytes of this many keys.
pub(super) fn bytes_of<K>(keys: usize) -> u64 {
    (keys * size_of::<K>()) as u64
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
        fn lists_are_sets(lists in proptest::collection::vec(proptest::collection::btree_set(0_u64..60, 0..30), 0..5)) {
            let all: BTreeSet<u64> = lists.iter().flatten().copied().collect();
            let lists = lists.into_iter().map(|list| list.into_iter().collect()).collect();
            prop_assert_eq!(union(lists), all.into_iter().collect::<Vec<_>>());
        }
    }
}
