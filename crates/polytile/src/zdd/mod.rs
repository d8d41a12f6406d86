//! Families of sets, as zero-suppressed decision diagrams.

mod diagram;

pub use diagram::{Diagram, EMPTY, Levels, Malformed, Node, NodeId, UNIT};
