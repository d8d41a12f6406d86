//! A decision process by levels: the seam between a problem and what is asked about it.
//!
//! A process starts in one state. On every level it takes one of the options of the level or none, and moves to a state of the
//! next level. Only the state matters for the rest: two ways that lead to the same state have the same future. After the last
//! level a state is accepted or not; an accepted way is a solution, the set of the options taken. (The separation of the process
//! from what consumes it follows `TdZdd`, Iwashita and Minato 2013; there a level is one option, here it may be a choice among
//! several, as a cell is covered by one of many pieces.)
//!
//! Whoever has such a process writes down its states and what can be done in each, and no more. What it is good for is decided
//! elsewhere: [`Diagram::of`](crate::zdd::Diagram::of) makes a diagram, which answers every question that diagrams answer;
//! sliding blocks count and number their placements. Both look on while `reached` goes through the levels, which is where equal
//! states become one.
//!
//! | process | level | state |
//! |---|---|---|
//! | an exact cover (`zdd/cover/layout.rs`) | an option, taken or left | how often each item that is open has been covered, or in which colour |
//! | as many of some things as are allowed ([`Limit`](crate::zdd::Limit)) | a variable | how many have been taken |
//! | sets that are listed ([`SetList`](crate::zdd::SetList)) | a variable | which of them begin like this |
//! | a secret number ([`SecretNumbers`](crate::format::number_mind::SecretNumbers)) | a position | how many digits of each guess have been right |
//! | placements of sliding blocks (`sliding/placements.rs`) | a piece or an empty cell | the cells that are left, and the pieces |
//! | simple paths and cycles in a graph ([`SimplePaths`]) | an edge | the ends of the pieces of path so far |
//! | forests and spanning trees ([`Forests`]) | an edge | which vertices are connected so far |
//!
//! The tilings of a puzzle are such a process too, compiled by the frontier into transitions that keep the keys of states in
//! order: the merge, sampling, series and the diagrams of tilings work on that form, because order saves them every look-up.

mod forests;
mod paths;
pub(crate) mod reached;
mod sweep;

pub use forests::Forests;
pub use paths::SimplePaths;
pub use sweep::Places;

use std::hash::Hash;
use std::ops::Range;

/// A decision process by levels.
///
/// ```
/// use polytile::{run::Control, spec::Spec, zdd::Diagram};
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
    type State: Clone + Eq + Hash;

    /// Number of levels.
    fn levels(&self) -> usize;

    /// The options of a level. Those of the first level begin at 0, and those of each level where the level before it ends.
    fn options(&self, level: usize) -> Range<u32>;

    /// The state before the first level.
    fn root(&self) -> Self::State;

    /// Hands every way on from `state` to `each`: the option taken, one of the level's and no two alike, or none, and
    /// the state it leads to. A state without children is dead.
    fn children(&self, level: usize, state: &Self::State, each: impl FnMut(Option<u32>, Self::State));

    /// Whether a state after the last level ends a solution.
    fn accepts(&self, state: &Self::State) -> bool;

    /// What becomes of `state` if it cannot take any option of the level. The level then need not be told of it,
    /// and neither time nor memory is spent on it there. [`Forced::Open`] is always right.
    fn forced(&self, _level: usize, _state: &Self::State) -> Forced<Self::State> {
        Forced::Open
    }

    /// Bytes that a state holds elsewhere, as a list does: they count towards the memory budget.
    fn elsewhere(&self, _state: &Self::State) -> u64 {
        0
    }
}

/// What becomes of a state on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced<S> {
    /// There is something to decide, or nobody has looked.
    Open,
    /// No option is taken before this later level, and there the state is this one.
    Until(usize, S),
    /// It leads nowhere.
    Dead,
}
