//! Classes of tilings that are relatives of each other.
//!
//! In: all tilings of a puzzle, up to its symmetries. Out: which of them are related, and the classes that relations connect. Two
//! tilings are related when pieces of an image of the one can be moved, in one of three ways, so that the other results (Hansen
//! 1991, who had a computer of those days compare the 2339 tilings of 6x10 by the twelve pentominoes for three hours). T is the
//! image, U the other tiling, and D the pieces that lie differently, which cover one region in both:
//!
//! - **S**, a symmetric subset: one isometry of the lattice, in space a reflection too, carries T(p) to U(p), for every piece p of D. Some piece stays.
//! - **W**, a congruent swap: D falls into halves A and B of equally many pieces, and there are two isometries, one that
//!   carries the region T(A) to the region T(B) and T(p) to U(p) for p of A, and one that carries T(B) to T(A) and T(p) to
//!   U(p) for p of B. Some piece stays, unless half boards are allowed. *Relaxed*, it is enough that T(A) and T(B) have
//!   one shape and U covers T(B) with the pieces of A and T(A) with those of B.
//! - **P**, two pieces: D is two pieces, however they lie.
//!
//! A pair can be related under several symmetries and by several rules; it is one pair. Copies of one piece cannot be
//! told apart: those that lie alike in T and U stay, which leaves the smallest D, and the others may be matched in
//! whatever way the rules need. On a board that wraps, the isometries are those that respect its gluing, translations
//! included.
//!
//! [`Tilings::find`] searches the tilings, [`Relations::find`] the relations, [`Relations::classes`] joins them.
//!
//! ```
//! use polytile::classes::{Options, Relations, RuleSet, Tilings};
//! # use polytile::{format::{puzzle, shipped::Shipped}, run::Control};
//! # let control = Control::default();
//! # let problem = puzzle::parse(Shipped::find("pentominoes-8x8-holed").ok_or("a shipped puzzle")?.text)?.problem;
//! let tilings = Tilings::find(&problem, &control)?;
//! let relations = Relations::find(&tilings, &Options::default(), &control)?;
//! let classes = relations.classes(tilings.len(), RuleSet::ALL);
//! assert_eq!((tilings.len(), classes.len(), classes.sizes()[0]), (65, 31, 18));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
mod construct;
mod engine;
mod find;
mod isometry;
mod moved;
mod pairs;
mod partition;
mod relating;
mod relations;
mod rules;
mod shape;
mod tilings;

#[cfg(feature = "draw")]
pub(crate) use construct::in_short;
pub use construct::{Maker, Neighbour, Way};
pub use engine::Engine;
pub use isometry::Isometry;
pub use moved::MovedShape;
pub use partition::Classes;
pub use relations::{Link, Options, Relations, Step, rules_of};
pub use rules::{Rule, RuleSet};
pub use shape::Shape;
pub use tilings::Tilings;
