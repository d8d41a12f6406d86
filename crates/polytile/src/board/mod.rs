//! WHERE: the cells a puzzle is played on.
//!
//! A [`Region`] is a rectangle of unit squares with holes, in the plane or wrapped around a cylinder or a torus.
//! A [`Cell`] is one of its squares, a [`Symmetry`] one of the eight maps of the square grid onto itself.

mod cell;
mod region;
mod symmetry;

pub use cell::Cell;
pub(crate) use region::Block;
pub use region::{Region, RegionError, Topology};
pub use symmetry::Symmetry;
