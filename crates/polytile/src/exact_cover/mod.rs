//! Exact covers: every item once, or as often as it asks.
//!
//! An [`ExactCover`] has items and options, in Knuth's terms and with his semantics.

mod check;
pub mod contradiction;
mod cover;
mod encode;
pub mod sparse;
pub mod tree;

pub use check::CoverFault;
pub use cover::{CoverError, Demand, Entry, ExactCover, Item};
pub use encode::Encoded;
