//! Diagrams to look at: in the language of Graphviz; and the profile, the number of nodes on each level.

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

    /// The number of nodes of each variable.
    pub fn profile(&self) -> impl ExactSizeIterator<Item = usize> {
        (0..self.diagram().variables()).map(|variable| self.diagram().level(variable).len())
    }
}
