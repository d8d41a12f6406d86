//! Diagrams to look at: in the language of Graphviz, as SVG, and as the profile, the number of nodes on each level.
//!
//! Solid lines lead to `hi`, dashed ones to `lo`. The SVG puts every level on a row of its own, its nodes below the middle of
//! their parents, and leaves out ⊥: a node without a dashed line has nothing below its `lo`.

use super::{EMPTY, Family, NodeId, UNIT, ZddError};
use std::fmt::Write;

/// Distance of rows and of nodes in a row, and the radius of a node.
const ROW: f64 = 44.0;
const COLUMN: f64 = 44.0;
const RADIUS: f64 = 14.0;
/// Width of a letter of a name.
const LETTER: f64 = 7.3;

impl Family {
    /// How many nodes are drawn at most.
    pub const DRAWN: u64 = 500;

    fn drawable(&self) -> Result<(), ZddError> {
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

    /// The diagram as an SVG document.
    ///
    /// # Errors
    /// When it has more than [`Family::DRAWN`] nodes.
    pub fn svg(&self) -> Result<String, ZddError> {
        self.drawable()?;
        let diagram = self.diagram();
        let rows: Vec<(usize, Vec<NodeId>)> = self.arranged();
        let longest = rows.iter().map(|(v, _)| self.names()[*v].chars().count()).max().unwrap_or(0);
        let margin = longest as f64 * LETTER + 24.0;
        let widest = rows.iter().map(|(_, ids)| ids.len()).max().unwrap_or(1).max(1) as f64;
        let width = margin + (widest + 1.0) * COLUMN;
        let height = (rows.len() as f64 + 1.0) * ROW;
        let middle = margin + (widest + 1.0) * COLUMN / 2.0;
        let mut place = vec![(0.0, 0.0); diagram.nodes() as usize];
        for (i, (_, ids)) in rows.iter().enumerate() {
            for (j, &id) in ids.iter().enumerate() {
                let x = middle + (j as f64 - (ids.len() as f64 - 1.0) / 2.0) * COLUMN;
                place[id as usize] = (x, (i as f64 + 0.5) * ROW);
            }
        }
        place[UNIT as usize] = (middle, (rows.len() as f64 + 0.5) * ROW);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             font-family=\"monospace\" font-size=\"12\">\n<g fill=\"none\" stroke=\"#000\">\n"
        );
        let mut edge = |from: NodeId, to: NodeId, dash: &str| {
            let ((x1, y1), (x2, y2)) = (place[from as usize], place[to as usize]);
            let (y1, y2) = (y1 + RADIUS, y2 - RADIUS);
            let bend = (y2 - y1) / 2.0;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "<path d=\"M{x1:.1} {y1:.1}C{x1:.1} {:.1} {x2:.1} {:.1} {x2:.1} {y2:.1}\"{dash}/>",
                y1 + bend,
                y2 - bend,
            );
        };
        for id in rows.iter().flat_map(|(_, ids)| ids) {
            if let Some((_, node)) = diagram.node(*id) {
                edge(*id, node.hi, "");
                if node.lo != EMPTY {
                    edge(*id, node.lo, " stroke-dasharray=\"4 3\"");
                }
            }
        }
        text.push_str("</g>\n<g fill=\"#fff\" stroke=\"#000\">\n");
        for id in rows.iter().flat_map(|(_, ids)| ids) {
            let (x, y) = place[*id as usize];
            let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>");
        }
        let (x, y) = place[UNIT as usize];
        let side = 2.0 * RADIUS;
        if diagram.root() != EMPTY {
            let (left, top) = (x - RADIUS, y - RADIUS);
            let _ =
                writeln!(text, "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side}\" height=\"{side}\"/>");
        }
        text.push_str("</g>\n<g fill=\"#000\" dominant-baseline=\"central\">\n");
        for (i, (variable, ids)) in rows.iter().enumerate() {
            let y = (i as f64 + 0.5) * ROW;
            let name = escaped(&self.names()[*variable]);
            let _ = writeln!(text, "<text x=\"12\" y=\"{y:.1}\">{name}</text>");
            for &id in ids {
                let x = place[id as usize].0;
                let number = variable + 1;
                let _ =
                    writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{number}</text>");
            }
        }
        let terminal = if diagram.root() == EMPTY { "⊥" } else { "⊤" };
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{terminal}</text>");
        text.push_str("</g>\n</svg>\n");
        Ok(text)
    }

    /// The levels that have nodes, each with its nodes in the order in which they are drawn: by the middle of their
    /// parents, so that fewer lines cross.
    fn arranged(&self) -> Vec<(usize, Vec<NodeId>)> {
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

    /// The profile as an SVG document: a bar for each variable, as high as the number of its nodes.
    pub fn profile_svg(&self) -> String {
        const HEIGHT: f64 = 300.0;
        const EDGE: f64 = 30.0;
        let levels: Vec<f64> = self.profile().map(|nodes| nodes as f64).collect();
        let most = levels.iter().copied().fold(1.0, f64::max);
        let bar = (900.0 / levels.len().max(1) as f64).clamp(0.5, 24.0);
        let (width, bottom) = (bar * levels.len() as f64, EDGE + HEIGHT);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<text x=\"{EDGE}\" y=\"18\">{} nodes on {} levels, at most {most} on one</text>\n",
            width + 2.0 * EDGE,
            bottom + EDGE,
            self.diagram().nodes(),
            levels.len(),
        );
        let _ = write!(text, "<path fill=\"#0072b2\" d=\"M{EDGE} {bottom}");
        for nodes in &levels {
            let height = nodes / most * HEIGHT;
            let _ = write!(text, "V{:.1}h{bar:.3}", bottom - height);
        }
        let _ = write!(
            text,
            "V{bottom}z\"/>\n<path stroke=\"#000\" d=\"M{EDGE} {bottom}h{width:.1}\"/>\n<text x=\"{EDGE}\" \
             y=\"{:.1}\">variable 1</text>\n<text x=\"{:.1}\" y=\"{0:.1}\" text-anchor=\"end\">variable {}</text>\n</svg>\n",
            bottom + 18.0,
            EDGE + width,
            levels.len(),
        );
        text
    }

    /// The number of nodes of each variable.
    pub fn profile(&self) -> impl ExactSizeIterator<Item = usize> {
        (0..self.diagram().variables()).map(|variable| self.diagram().level(variable).len())
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
