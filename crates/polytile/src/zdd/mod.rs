//! Families of sets, as zero-suppressed decision diagrams.

mod best;
pub(crate) mod build;
mod count;
mod diagram;
mod family;
mod limbs;
mod picture;
mod restrict;
mod sets;
mod store;

pub use best::Goal;
pub use count::Counted;
pub use diagram::{Diagram, EMPTY, Levels, Malformed, Node, NodeId, UNIT};
pub use family::{Family, Puzzle, UnknownOption, frontier_widths};
pub use picture::TooManyNodes;
pub use sets::Sets;
pub use store::{LoadError, MAGIC, Place};
