//! A decision process by levels: the seam between a problem and what is asked about it.
//!
//! A process starts in one state. On every level it either takes one of the options of the level or none, and goes on to a
//! state of the next level. What matters for the rest is the state alone: two ways that lead to the same state have the
//! same future. After the last level a state is accepted or not; an accepted way is a solution, the set of the options
//! taken. (The separation of the process from what consumes it follows `TdZdd`, Iwashita and Minato 2013; there a level
//! is one option, here it may be a choice among several, as a cell is covered by one of many pieces.)
//!
//! The tilings of a puzzle are such a process, compiled by `level` into transitions that keep the order of the keys; the
//! merge, sampling, series and the diagrams of tilings consume that form, because order saves them every look-up. This
//! trait is the same process without that promise, for problems of one's own:
//! [`Diagram::of`](crate::zdd::Diagram::of) makes a diagram of any.

use std::ops::Range;

/// A decision process by levels.
///
/// ```
/// use polytile::{frontier::spec::Spec, run::Control, zdd::Diagram};
/// use std::ops::Range;
///
/// /// Sets of numbers from 1 to `most` that add up to `sum`: a level for each number, and what is missing as state.
/// struct Sums { most: u32, sum: u32 }
///
/// impl Spec for Sums {
///     type State = u32;
///     fn levels(&self) -> usize { self.most as usize }
///     fn options(&self, level: usize) -> Range<u32> { level as u32..level as u32 + 1 }
///     fn root(&self) -> u32 { self.sum }
///     fn children(&self, level: usize, missing: &u32, mut each: impl FnMut(Option<u32>, u32)) {
///         each(None, *missing);
///         if let Some(rest) = missing.checked_sub(level as u32 + 1) {
///             each(Some(level as u32), rest);
///         }
///     }
///     fn accepts(&self, missing: &u32) -> bool { *missing == 0 }
/// }
///
/// // 100 is a sum of different numbers in 444793 ways.
/// let diagram = Diagram::of(&Sums { most: 100, sum: 100 }, &Control::default())?;
/// assert_eq!(diagram.count(&Control::default())?, 444793_u32.into());
/// # Ok::<(), polytile::run::Stopped>(())
/// ```
pub trait Spec {
    /// What matters for the rest.
    type State: Clone + Ord;

    /// Number of levels.
    fn levels(&self) -> usize;

    /// The options of a level. Those of the first level begin at 0, and each level goes on where the one before it ends.
    fn options(&self, level: usize) -> Range<u32>;

    /// The state before the first level.
    fn root(&self) -> Self::State;

    /// Hands every way to go on from `state` to `each`: the option taken, one of the level's and no two alike, or none, and
    /// the state it leads to. A state without children is dead.
    fn children(&self, level: usize, state: &Self::State, each: impl FnMut(Option<u32>, Self::State));

    /// Bytes that a state holds elsewhere, as a list does: they count for the memory budget.
    fn elsewhere(&self, _state: &Self::State) -> u64 {
        0
    }

    /// Whether a state after the last level ends a solution.
    fn accepts(&self, state: &Self::State) -> bool;
}
