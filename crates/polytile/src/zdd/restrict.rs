//! The sets with some variables and without others.
//!
//! In: a diagram, and variables that must be there or must not. Out: the diagram of the sets that comply. One sweep down
//! finds which nodes can still be reached: a node is left by `hi` alone where its variable must be there, by `lo` alone where it
//! must not, and an edge that passes a variable that must be there is dead. One sweep up makes the nodes that are left. Both follow
//! the numbers of the nodes, and look nothing up. Cost: a look at every node, and a sort of those of each level.

use super::{Diagram, DiagramBuilder, EMPTY, Node, NodeId, UNIT, ZddError};
use crate::run::{Control, Progress, Stopped};

/// What is asked of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Nothing,
    Present,
    Absent,
}

impl Diagram {
    /// The sets that have all variables of `with` and none of `without`; they keep the variables of `with`.
    ///
    /// A variable that is asked to be there and not to be there, or to be there although it does not exist, leaves
    /// the empty family. Two sweeps: down, to find what can still be reached; up, to make the nodes that are left,
    /// equal ones once. O(nodes log nodes).
    ///
    /// # Errors
    /// When `control` says stop, or the nodes outgrow its memory.
    pub fn restricted(&self, with: &[u32], without: &[u32], control: &Control) -> Result<Self, Stopped> {
        let variables = self.variables();
        let mut asked = vec![Asked::Nothing; variables];
        for &v in without {
            if let Some(asked) = asked.get_mut(v as usize) {
                *asked = Asked::Absent;
            }
        }
        for &v in with {
            match asked.get_mut(v as usize) {
                Some(asked @ (Asked::Nothing | Asked::Present)) => *asked = Asked::Present,
                _ => return Ok(Diagram::empty(variables)),
            }
        }
        let bytes = self.held() + self.bytes() + 5 * self.nodes();
        control.reserve(bytes, "keeping the diagram with fewer sets")?;
        // For every variable, the first one at or after it that must be there: an edge may not pass that one.
        let mut due = vec![variables; variables + 1];
        for v in (0..variables).rev() {
            due[v] = if asked[v] == Asked::Present { v } else { due[v + 1] };
        }
        let reached = self.reached(&asked, &due, control)?;
        let mut new = vec![EMPTY; self.nodes() as usize];
        new[UNIT as usize] = UNIT;
        let mut levels = DiagramBuilder::new(variables);
        for (v, first, nodes) in self.upward() {
            let (done, total) = ((2 * variables - v - 1) as u64, 2 * variables as u64);
            control.check(Progress::Levels { done, total, states: nodes.len() as u64 })?;
            let follow = |child: NodeId| {
                let passes = child == EMPTY || due[v + 1] < self.variable(child);
                if passes { EMPTY } else { new[child as usize] }
            };
            let mut found: Vec<(Node, NodeId)> = Vec::new();
            let mut renamed: Vec<(NodeId, NodeId)> = Vec::new();
            for (id, node) in (first..).zip(nodes) {
                if !reached[id as usize] {
                    continue;
                }
                let lo = if asked[v] == Asked::Present { EMPTY } else { follow(node.lo) };
                let hi = if asked[v] == Asked::Absent { EMPTY } else { follow(node.hi) };
                if hi == EMPTY {
                    renamed.push((id, lo));
                } else {
                    found.push((Node { lo, hi }, id));
                }
            }
            let nodes = distinct(found, levels.next(), |id, node| renamed.push((id, node)))
                .map_err(ZddError::stopped)?;
            for (id, node) in renamed {
                new[id as usize] = node;
            }
            levels.push(nodes).map_err(ZddError::stopped)?;
        }
        let passes = due[0] < self.variable(self.root());
        let root = if passes { EMPTY } else { new[self.root() as usize] };
        levels.finish(root).map_err(ZddError::stopped)
    }

    /// Which nodes are reached by paths that comply.
    fn reached(&self, asked: &[Asked], due: &[usize], control: &Control) -> Result<Vec<bool>, Stopped> {
        let total = 2 * self.variables() as u64;
        let mut reached = vec![false; self.nodes() as usize];
        reached[self.root() as usize] = due[0] >= self.variable(self.root());
        for (v, first, nodes) in self.upward().rev() {
            control.check(Progress::Levels { done: v as u64, total, states: nodes.len() as u64 })?;
            for (id, node) in (first..).zip(nodes) {
                if reached[id as usize] {
                    let arrives = |child: NodeId| due[v + 1] >= self.variable(child);
                    reached[node.lo as usize] |= asked[v] != Asked::Present && arrives(node.lo);
                    reached[node.hi as usize] |= asked[v] != Asked::Absent && arrives(node.hi);
                }
            }
        }
        Ok(reached)
    }
}

/// The different nodes among those found, numbered from `first` on; `each` is told the number of each.
///
/// Sorts, so that equal nodes stand together: O(n log n), and the numbers do not depend on the order they came in.
pub(super) fn distinct<T: Ord>(
    mut found: Vec<(Node, T)>,
    first: NodeId,
    mut each: impl FnMut(T, NodeId),
) -> Result<Vec<Node>, ZddError> {
    found.sort_unstable();
    let different = found.chunk_by(|a, b| a.0 == b.0).count();
    let mut nodes: Vec<Node> = Vec::with_capacity(different);
    for (node, whose) in found {
        if nodes.last() != Some(&node) {
            nodes.push(node);
        }
        let above = u32::try_from(nodes.len() - 1).map_err(|_| ZddError::TooLarge)?;
        each(whose, first.checked_add(above).ok_or(ZddError::TooLarge)?);
    }
    Ok(nodes)
}
