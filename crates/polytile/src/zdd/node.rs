//! A node of a diagram: a branching on one variable, in eight bytes.

use bytemuck::{Pod, Zeroable};

/// The number of a node.
pub type NodeId = u32;

/// The terminal ⊥: the family without any set.
pub const EMPTY: NodeId = 0;
/// The terminal ⊤: the family whose only set is the empty one.
pub const UNIT: NodeId = 1;

/// A node of variable v: the family of the sets of `lo`, none of which has v, and of the sets of `hi` with v added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct Node {
    /// The sets without the variable.
    pub lo: NodeId,
    /// The sets with it; never [`EMPTY`], for then the node would say nothing (zero suppression).
    pub hi: NodeId,
}
