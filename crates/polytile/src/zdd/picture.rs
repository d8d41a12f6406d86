//! Diagrams to look at: in the language of Graphviz, the order in which their nodes are drawn (`draw`), and the profile, the number
//! of nodes on each level.

#[cfg(feature = "draw")]
use super::NodeId;
use super::{Family, ZddError};
use std::fmt::Write;

impl Family {
    /// How many nodes are drawn at most.
    pub const DRAWN: u64 = 500;

    /// Whether it has so few nodes that it can be drawn.
    ///
    /// # Errors
    /// When it has not.
    pub(crate) fn drawable(&self) -> Result<(), ZddError> {
        let nodes = self.diagram().nodes();
        if nodes > Self::DRAWN { Err(ZddError::TooManyNodes { nodes, most: Self::DRAWN }) } else { Ok(()) }
    }

    /// The diagram in the language of Graphviz.
    ///
    /// # Errors
    /// When it has more than [`Family::DRAWN`] nodes.
    pub fn dot(&self) -> Result<String, ZddError> {
        self.drawable()?;
        let diagram = self.diagram();
        let mut text = "digraph {\n  0 [shape=box, label=\"⊥\"];\n  1 [shape=box, label=\"⊤\"];\n".to_owned();
        for (variable, first, nodes) in diagram.upward().rev().filter(|(_, _, nodes)| !nodes.is_empty()) {
            let label = self.names()[variable].replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str("  { rank=same;");
            for (id, _) in (first..).zip(nodes) {
                // Writing to a string cannot fail.
                let _ = write!(text, " {id} [label=\"{label}\"];");
            }
            text.push_str(" }\n");
            for (id, node) in (first..).zip(nodes) {
                let _ = writeln!(text, "  {id} -> {}; {id} -> {} [style=dashed];", node.hi, node.lo);
            }
        }
        text.push_str("}\n");
        Ok(text)
    }

    /// The levels that have nodes, each with its nodes in the order in which they are drawn: by the middle of their
    /// parents, so that fewer lines cross.
    #[cfg(feature = "draw")]
    pub(crate) fn arranged(&self) -> Vec<(usize, Vec<NodeId>)> {
        let diagram = self.diagram();
        // For each node, the sum of the places of its parents, and how many parents there are.
        let mut parents = vec![(0.0_f64, 0.0_f64); diagram.nodes() as usize];
        let mut rows = Vec::new();
        for (variable, first, nodes) in diagram.upward().rev().filter(|(_, _, nodes)| !nodes.is_empty()) {
            let mut ids: Vec<NodeId> = (first..).take(nodes.len()).collect();
            let middle = |id: &NodeId| -> f64 {
                let (sum, number) = parents[*id as usize];
                if number > 0.0 { sum / number } else { 0.0 }
            };
            ids.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
            for (i, &id) in ids.iter().enumerate() {
                let place = i as f64 - (ids.len() as f64 - 1.0) / 2.0;
                let node = nodes[(id - first) as usize];
                for child in [node.lo, node.hi] {
                    let (sum, number) = &mut parents[child as usize];
                    *sum += place;
                    *number += 1.0;
                }
            }
            rows.push((variable, ids));
        }
        rows
    }

    /// The number of nodes of each variable.
    pub fn profile(&self) -> impl ExactSizeIterator<Item = usize> {
        (0..self.diagram().variables()).map(|variable| self.diagram().level(variable).len())
    }
}
