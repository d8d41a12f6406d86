//! The nodes of one level while it is made, each once.

use super::{EMPTY, Node, NodeId};
use crate::run::mix::mix;

/// Finds equal nodes of a level.
#[derive(Debug, Default)]
pub(super) struct Unique {
    first: NodeId,
    nodes: Vec<Node>,
    /// Indices into `nodes`, +1; a power of two of them in use.
    table: Vec<u32>,
    mask: usize,
}

impl Unique {
    /// The most bytes that a level of at most `most` nodes takes, with its table and its nodes.
    pub fn needs(most: usize) -> u64 {
        (4 * (2 * most).next_power_of_two() + 2 * most * size_of::<Node>()) as u64
    }

    /// Starts a level whose nodes are numbered from `first`, at most `most` of them.
    pub fn start(&mut self, first: NodeId, most: usize) {
        let len = (2 * most).next_power_of_two().max(2);
        if self.table.len() < len {
            self.table = vec![0; len];
        } else {
            self.table[..len].fill(0);
        }
        self.mask = len - 1;
        self.first = first;
        self.nodes = Vec::new();
    }

    /// The number of the node with these children; `lo` itself when `hi` is empty.
    #[inline]
    pub fn node(&mut self, node: Node) -> NodeId {
        if node.hi == EMPTY {
            return node.lo;
        }
        let mut at = mix(u64::from(node.lo) | u64::from(node.hi) << 32, 0) as usize & self.mask;
        while let Some(index) = self.table[at].checked_sub(1) {
            if self.nodes[index as usize] == node {
                return self.first + index;
            }
            at = (at + 1) & self.mask;
        }
        self.nodes.push(node);
        self.table[at] = self.nodes.len() as u32;
        self.first + (self.nodes.len() - 1) as u32
    }

    /// The nodes of the level, in the order of their numbers.
    pub fn take(&mut self) -> Vec<Node> {
        std::mem::take(&mut self.nodes)
    }
}
