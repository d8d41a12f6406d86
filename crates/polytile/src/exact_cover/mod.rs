//! Exact covers: every item once, or as often as it asks.
//!
//! An [`ExactCover`] has items and options, in Knuth's terms and with his semantics (TAOCP 7.2.2.1): primary and secondary
//! items, colours, multiplicities. [`Encoded`] is a tiling puzzle as one: cells and pieces are items, placements options.
//! [`ExactCover::check`] says whether a set of options is a solution, from the definition.
//!
//! Two engines search, and each is a `tree`: it knows one node and can go to a child or back. `bits` holds options as
//! masks, and takes plain covers of up to 256 items; `sparse` holds lists, and takes every cover. A walk goes through either; it
//! can be stopped at any node, described by a cursor, split, and resumed. A `crew` of threads walks together, and hands the
//! solutions out in the order of the tree. [`Cheapest`] searches by what options cost. [`Symmetries`] lets one solution stand for
//! its class; what is `settled` beforehand is not searched. All of it is asked through [`Search`](crate::solve::Search).
//!
//! ```
//! use polytile::exact_cover::{Multiplicity, Entry, ExactCover};
//! use polytile::run::Control;
//! use polytile::solve::{Options, Question, Search};
//! // Toy example (3) of TAOCP 7.2.2.1.
//! let mut cover = ExactCover::default();
//! for name in ["a", "b", "c", "d", "e", "f", "g"] {
//!     cover.add_item(name, Multiplicity::ONCE)?;
//! }
//! for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
//!     let entry = |c: char| Entry::plain(cover.item(&c.to_string()).expect("an item"));
//!     let entries: Vec<Entry> = option.chars().map(entry).collect();
//!     cover.add_option(&entries)?;
//! }
//! let control = Control::default();
//! let search = std::sync::Arc::new(Search::new(&Question::covers(cover), &Options::default(), &control)?);
//! let mut solutions = search.solutions(search.beginning(), &control)?;
//! let mut solution = solutions.next().expect("there is one")?;
//! solution.sort_unstable();
//! assert_eq!(solution, [0, 3, 4]);
//! assert!(solutions.next().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod bits;
mod certify;
pub(crate) mod cheapest;
mod check;
pub mod contradiction;
mod cover;
pub(crate) mod crew;
mod encode;
mod numbers;
mod settled;
pub(crate) mod sparse;
mod symmetry;
pub(crate) mod tree;
mod updates;

#[cfg(feature = "formats")]
pub(crate) use certify::at_sight;
pub use certify::{certify, encircle};
pub use cheapest::Cheapest;
pub use check::CoverFault;
pub use cover::{CoverError, Entry, ExactCover, Item, Multiplicity};
pub use encode::Encoded;
pub use symmetry::Symmetries;
pub use updates::updates;
