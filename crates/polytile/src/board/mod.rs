//! WHERE: the cells a puzzle is played on.
//!
//! A [`Lattice`] says what cells are: squares, hexagons, triangles, cubes, prisms. A [`Region`] is a box of its units with holes, in
//! the plane or in space, or wrapped around a cylinder or a torus. A [`Cell`] is one of its cells, a [`Symmetry`] one of the turns
//! and reflections of the lattice.

mod cell;
mod lattice;
mod order;
mod region;
mod symmetry;

pub use cell::Cell;
pub use lattice::{Coordinates, Direction, Lattice};
pub(crate) use lattice::{Ground, Line, Matrix, Slide, Spot, Vector};
pub use order::Order;
pub(crate) use region::Block;
pub use region::{Region, RegionError, Topology};
pub use symmetry::Symmetry;
