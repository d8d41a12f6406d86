//! Families of sets, as zero-suppressed decision diagrams.

pub mod algebra;
pub mod cover;
mod diagram;

pub use diagram::{Diagram, EMPTY, Levels, Malformed, Node, NodeId, UNIT};
