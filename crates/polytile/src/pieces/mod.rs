//! WHAT: the pieces that fill a board.
//!
//! A [`Polyform`] is a shape; the [`catalogue`] generates all of a size and knows their standard names; a
//! [`PieceSet`] says which pieces a puzzle offers, how they may be turned, and how many copies there may be of
//! each.

pub mod catalogue;
mod error;
mod freedom;
mod generate;
mod polyform;
mod set;

pub use error::PiecesError;
pub use freedom::Freedom;
pub use polyform::Polyform;
#[cfg(feature = "formats")]
pub(crate) use set::HOLE;
pub use set::{Colour, Copies, Piece, PieceSet};
