//! Counting by a moving frontier.
//!
//! Decide the cells one after the other, each by the placement whose first cell it is. What matters for the rest is
//! only which later cells are already covered: the *state*. Many partial tilings share a state, so it is enough to
//! carry, level by level, how many partial tilings lead to each state (broken-profile dynamic programming; TAOCP
//! 7.1.4 and 7.2.2.1).
//!
//! - [`cover`] turns a problem into items and options in a chosen order; the rest of the folder sees no geometry.
//! - [`level`] compiles a level into a few *transitions*: which states it applies to, what it adds to their keys.
//! - [`merge`] carries sorted layers of any kind of state through the levels.

pub(crate) mod count;
pub(crate) mod cover;
pub(crate) mod dense;
pub(crate) mod fault_free;
pub(crate) mod key;
pub(crate) mod lanes;
pub(crate) mod level;
pub(crate) mod merge;
pub mod recurrence;
pub mod sample;
pub mod series;
pub(crate) mod with_key;
