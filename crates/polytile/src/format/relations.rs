//! The relations between the tilings of a puzzle, for other programs: a table in CSV, a graph in `GraphML` or DOT.
//!
//! In: tilings, relations and classes. Out: text. Tilings and classes are numbered from 1, as everywhere outside the
//! library. A pair that is related under several symmetries is one row, or one edge, with all its rules; the pieces are
//! those of the relation that moves the fewest.

use crate::classes::{Classes, Link, Relations, Rule, RuleSet, Tilings, rules_of};
use crate::draw::escaped;
use crate::format::tiling::to_letters;
use serde::Serialize;
use std::fmt::Write;

/// What is written: the tilings, how they are related, and the classes that they form.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// The nodes.
    pub tilings: &'a Tilings,
    /// The edges.
    pub relations: &'a Relations,
    /// The classes: what the relations connect.
    pub classes: &'a Classes,
}

/// An edge as it is written; tilings and classes from 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edge {
    /// The one tiling.
    pub from: usize,
    /// The other.
    pub to: usize,
    /// Their class.
    pub class: usize,
    /// All rules that relate them.
    pub rules: RuleSet,
    /// The pieces that are moved.
    pub pieces: Vec<String>,
}

impl<'a> Graph<'a> {
    /// A tiling in letters, rows parted by `/`.
    pub fn letters(self, tiling: usize) -> String {
        let letters = to_letters(&self.tilings.tiling(tiling), self.tilings.problem());
        letters.trim_end().replace('\n', "/")
    }

    /// The edges.
    pub fn edges(self) -> impl Iterator<Item = Edge> + 'a {
        self.relations.pairs().filter_map(move |pair| {
            let link: &Link = pair.iter().min_by_key(|link| (link.moved, link.symmetry))?;
            let name = |&placement: &u32| self.tilings.piece_name(placement).to_owned();
            Some(Edge {
                from: link.from as usize + 1,
                to: link.to as usize + 1,
                class: self.classes.of(link.from as usize) + 1,
                rules: rules_of(pair),
                pieces: self.tilings.moved(link).iter().map(name).collect(),
            })
        })
    }

    /// A row for each related pair, under a head: `first,second,class,rules,moved,pieces`.
    pub fn csv(self) -> String {
        let mut text = String::from("first,second,class,rules,moved,pieces\n");
        for edge in self.edges() {
            let pieces = edge.pieces.join(" ");
            // A name may hold anything.
            let pieces = if pieces.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", pieces.replace('"', "\"\""))
            } else {
                pieces
            };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{pieces}",
                edge.from,
                edge.to,
                edge.class,
                edge.rules,
                edge.pieces.len()
            );
        }
        text
    }

    /// The graph in `GraphML`: nodes `t1`, `t2` and so on with their number, class and letters (rows parted by `/`), edges
    /// with their rules and the pieces moved.
    pub fn graphml(self) -> String {
        let mut text = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
             <key id=\"number\" for=\"node\" attr.name=\"number\" attr.type=\"int\"/>\n\
             <key id=\"class\" for=\"node\" attr.name=\"class\" attr.type=\"int\"/>\n\
             <key id=\"tiling\" for=\"node\" attr.name=\"tiling\" attr.type=\"string\"/>\n\
             <key id=\"rules\" for=\"edge\" attr.name=\"rules\" attr.type=\"string\"/>\n\
             <key id=\"moved\" for=\"edge\" attr.name=\"moved\" attr.type=\"int\"/>\n\
             <key id=\"pieces\" for=\"edge\" attr.name=\"pieces\" attr.type=\"string\"/>\n\
             <graph id=\"relations\" edgedefault=\"undirected\">\n",
        );
        for i in 0..self.tilings.len() {
            let _ = writeln!(
                text,
                "<node id=\"t{0}\"><data key=\"number\">{0}</data><data key=\"class\">{1}</data>\
                 <data key=\"tiling\">{2}</data></node>",
                i + 1,
                self.classes.of(i) + 1,
                self.letters(i),
            );
        }
        for edge in self.edges() {
            let _ = writeln!(
                text,
                "<edge source=\"t{}\" target=\"t{}\"><data key=\"rules\">{}</data><data key=\"moved\">{}</data>\
                 <data key=\"pieces\">{}</data></edge>",
                edge.from,
                edge.to,
                edge.rules,
                edge.pieces.len(),
                escaped(&edge.pieces.join(" ")),
            );
        }
        text.push_str("</graph>\n</graphml>\n");
        text
    }

    /// The graph for Graphviz. The first rule of an edge in the order S, W, P gives it its colour and its stroke: S blue
    /// and solid, W orange and dashed, P green and dotted.
    pub fn dot(self) -> String {
        let mut text = String::from("graph relations {\nnode [shape=circle, fontsize=10];\n");
        for i in 0..self.tilings.len() {
            let _ = writeln!(text, "t{0} [label=\"{0}\", class=\"{1}\"];", i + 1, self.classes.of(i) + 1);
        }
        for edge in self.edges() {
            let rule = Rule::ALL.into_iter().find(|&rule| edge.rules.has(rule));
            let look = match rule {
                Some(Rule::Symmetric) | None => "color=\"#0072b2\", style=solid",
                Some(Rule::Swap) => "color=\"#d55e00\", style=dashed",
                Some(Rule::Two) => "color=\"#009e73\", style=dotted",
            };
            let pieces = edge.pieces.join(" ").replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(
                text,
                "t{} -- t{} [{look}, label=\"{}\", tooltip=\"{pieces}\"];",
                edge.from, edge.to, edge.rules
            );
        }
        text.push_str("}\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::classes::Options;
    use crate::pieces::{Freedom, PieceSet};
    use crate::problem::Problem;
    use crate::run::Control;

    #[test]
    fn what_is_written() {
        let problem = Problem::new(Region::rectangle(2, 4).unwrap(), PieceSet::all(2, Freedom::Free));
        let control = Control::default();
        let tilings = Tilings::find(&problem, &control).unwrap();
        let relations = Relations::find(&tilings, &Options::default(), &control).unwrap();
        let classes = relations.classes(tilings.len(), RuleSet::ALL);
        let graph = Graph { tilings: &tilings, relations: &relations, classes: &classes };
        let pairs = relations.pairs().count();
        assert!(pairs > 0);
        let csv = graph.csv();
        assert_eq!(csv.lines().count(), pairs + 1);
        assert_eq!(csv.lines().next(), Some("first,second,class,rules,moved,pieces"));
        assert!(csv.lines().skip(1).all(|row| row.split(',').count() == 6 && row.contains("domino domino")));
        let graphml = graph.graphml();
        assert_eq!((graphml.matches("<node ").count(), graphml.matches("<edge ").count()), (4, pairs));
        let dot = graph.dot();
        assert_eq!((dot.matches("label=").count(), dot.matches(" -- ").count()), (4 + pairs, pairs));
    }
}
