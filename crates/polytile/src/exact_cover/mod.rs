//! Exact covers: every item once, or as often as it asks.
//!
//! An [`ExactCover`] has items and options, in Knuth's terms and with his semantics.

pub mod bits;
mod check;
pub mod contradiction;
mod cover;
pub mod crew;
mod encode;
pub mod sparse;
mod symmetry;
pub mod tree;

pub use check::CoverFault;
pub use cover::{CoverError, Demand, Entry, ExactCover, Item};
pub use encode::Encoded;
pub use symmetry::Symmetries;
