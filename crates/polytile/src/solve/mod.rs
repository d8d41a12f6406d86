//! Questions whose answers are solutions themselves: list them, or count them one by one; all, one of each symmetry
//! class, or only those that meet conditions.
//!
//! A [`Question`] is a tiling puzzle or an exact cover, with [`Options`]. [`Search::new`] prepares it: conditions that
//! single placements decide take options away or become items, and what they lay is searched no more; a piece that is used
//! once breaks the symmetry; `choose` picks the engine. What is prepared is a tree and a judge. [`Search::list`] hands the
//! solutions out in the order of the tree, [`Search::count`] adds up the sizes of their classes; both run on several threads,
//! come back when they are told to, and resume from a [`Remaining`]. [`Search::checkpoint`] makes a text of one, and
//! [`Search::resume`] refuses a text that cannot be one.
//!
//! [`Search::inspect`] goes through all solutions and says what each option has to do with them.
//!
//! Without conditions, or with conditions that respect the symmetry, all solutions are counted by finding one of each class.

#[cfg(feature = "serde")]
mod checkpoint;
mod choose;
pub(crate) mod engine;
mod inspect;
mod judge;
mod lists;
mod masks;
mod prepare;
mod question;
mod restart;
mod run;
mod searching;
mod solutions;

pub use crate::exact_cover::crew::Reply;
#[cfg(feature = "serde")]
pub use checkpoint::Saved;
pub use engine::Engine;
pub use inspect::Inspection;
pub use prepare::Search;
pub use question::{Options, Question};
pub use run::{First, Remaining, Report};
pub use solutions::{Solutions, Tilings};
