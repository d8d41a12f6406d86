//! Counting by a moving frontier.
//!
//! Decide the cells one after the other, each by the placement whose first cell it is. All that matters for the
//! rest is which later cells are already covered: the *state*. Many partial tilings share a state, so it is enough
//! to carry, level by level, how many partial tilings lead to each state (broken-profile dynamic programming; TAOCP
//! 7.1.4 and 7.2.2.1).
//!
//! - `cover` turns a problem into items and options in a chosen order; `level`, `merge` and `count` see no geometry.
//! - An [`Order`] says which cell is decided next; `probe` estimates what a scan will meet, and [`Narrowest`] is the order
//!   that looks at the fewest cells at a time.
//! - `level` is the specification of the process: it compiles a level into a few *transitions*, which say to which
//!   states they apply and what they add to their keys.
//! - `merge` carries sorted layers of states of any kind through the levels; `count` adds up the last one, and `archive` keeps them in a
//!   directory.
//! - `prune` tells states that cannot be completed, which `merge` drops.
//! - `halves` counts from the middle where the board looks the same when it is turned.
//! - `dense` does without keys where a boundary is nothing but column heights: one array, worked on in place.
//! - `fault_free` combines the counts of smaller rectangles.
//! - [`spec`](crate::spec) is such a process as a trait, without the promise that order is kept.
//! - [`series`] reads the counts of all heights off one pass; [`recurrence`] finds and proves what they satisfy.
//! - [`sample`] goes back through the layers, from a rank to a tiling.
//!
//! `key`, `lanes` and `with_key` are tools: bit strings of several widths, vector instructions, and the choice of the
//! narrowest width.

#[cfg(feature = "files")]
pub(crate) mod archive;
pub(crate) mod count;
pub(crate) mod cover;
pub(crate) mod dense;
pub(crate) mod fault_free;
pub(crate) mod halves;
pub(crate) mod key;
pub(crate) mod lanes;
pub(crate) mod level;
pub(crate) mod merge;
pub(crate) mod narrowest;
pub(crate) mod orders;
pub(crate) mod probe;
pub(crate) mod prune;
pub mod recurrence;
pub mod sample;
pub mod series;
pub(crate) mod with_key;

pub use crate::board::Order;
pub use narrowest::Narrowest;
