//! Sets that are listed, as a family.
//!
//! When the sets are sorted, those that begin alike stand together: a state is a range of sets, and how much of them has been
//! read. That makes the tree of their beginnings; what ends alike is joined when the diagram is reduced.

use crate::spec::{Forced, Spec};
use std::ops::Range;

/// Sets of variables, one by one.
///
/// ```
/// use polytile::{run::Control, zdd::{Diagram, SetList}};
/// let sets = SetList::new(4, [vec![0, 3], vec![3], vec![2, 0], vec![3, 0]]);
/// let diagram = Diagram::of(&sets, &Control::default())?;
/// assert_eq!(diagram.sets().collect::<Vec<_>>(), [vec![0, 2], vec![0, 3], vec![3]]);
/// # Ok::<(), polytile::run::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct SetList {
    variables: usize,
    /// Sorted, each once; a set comes after those that begin with it.
    sets: Vec<Vec<u32>>,
}

impl SetList {
    /// These sets of `variables`. The order of the sets and of their elements does not matter, nor how often they occur.
    ///
    /// # Panics
    /// When a set has an element that is not a variable.
    pub fn new<S: Into<Vec<u32>>>(variables: usize, sets: impl IntoIterator<Item = S>) -> Self {
        let sorted = |set: S| {
            let mut set: Vec<u32> = set.into();
            set.sort_unstable();
            set.dedup();
            assert!(set.last().is_none_or(|&v| (v as usize) < variables), "a set of variables");
            set
        };
        let mut sets: Vec<_> = sets.into_iter().map(sorted).collect();
        sets.sort_unstable_by(|a, b| {
            let differ = a.iter().zip(b).map(|(a, b)| a.cmp(b)).find(|order| order.is_ne());
            differ.unwrap_or_else(|| b.len().cmp(&a.len()))
        });
        sets.dedup();
        SetList { variables, sets }
    }
}

impl Spec for SetList {
    /// From which set to before which, and how many elements of them have been read.
    type State = (usize, usize, usize);

    fn levels(&self) -> usize {
        self.variables
    }

    fn options(&self, level: usize) -> Range<u32> {
        level as u32..level as u32 + 1
    }

    fn root(&self) -> Self::State {
        (0, self.sets.len(), 0)
    }

    fn children(
        &self,
        level: usize,
        &(from, to, read): &Self::State,
        mut each: impl FnMut(Option<u32>, Self::State),
    ) {
        let with = |set: &Vec<u32>| set.get(read).is_some_and(|&v| v as usize == level);
        let split = from + self.sets[from..to].partition_point(with);
        if split < to {
            each(None, (split, to, read));
        }
        if from < split {
            each(Some(level as u32), (from, split, read + 1));
        }
    }

    fn accepts(&self, &(from, to, _): &Self::State) -> bool {
        from < to
    }

    fn forced(&self, level: usize, state: &Self::State) -> Forced<Self::State> {
        let &(from, to, read) = state;
        if from == to {
            return Forced::Dead;
        }
        match self.sets[from].get(read) {
            Some(&next) if next as usize == level => Forced::Open,
            Some(&next) => Forced::Until(next as usize, *state),
            // It has been read to its end, so it is the only one.
            None => Forced::Until(self.variables, *state),
        }
    }
}
