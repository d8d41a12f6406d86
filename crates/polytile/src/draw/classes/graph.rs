//! One class as a graph: its tilings, small, and a line for each related pair.

use super::layout::places;
use super::{GAP, HEAD, LINE, document, look_of, scene_of, wide};
use crate::classes::{Rule, Rules};
use crate::draw::surface::{Anchor, Surface, Svg, Text};
use crate::problem::Problem;
use crate::tiling::Tiling;
use std::fmt::Write;

/// A class, with its relations.
pub struct ClassGraph<'a> {
    problem: &'a Problem,
    title: String,
    nodes: Vec<(Tiling, String)>,
    edges: Vec<(usize, usize, Rules, String)>,
}

impl<'a> ClassGraph<'a> {
    /// A graph without nodes.
    pub fn new(problem: &'a Problem, title: impl Into<String>) -> Self {
        ClassGraph { problem, title: title.into(), nodes: Vec::new(), edges: Vec::new() }
    }

    /// Adds a tiling, called `name`.
    pub fn node(&mut self, tiling: Tiling, name: impl Into<String>) {
        self.nodes.push((tiling, name.into()));
    }

    /// Adds a relation between two nodes, in the order in which they were added, by `rules`, with what moves in words.
    pub fn edge(&mut self, a: usize, b: usize, rules: Rules, moved: impl Into<String>) {
        self.edges.push((a, b, rules, moved.into()));
    }

    /// The graph as an SVG document. A line has a stroke beside the other for every rule of its pair, and names them in
    /// its middle; what moves is its tooltip.
    pub fn svg(&self) -> String {
        let region = &self.problem.region;
        let cell = (64 / region.rows().max(region.cols()).max(1)).max(2);
        let (wide_, high) = (region.cols() * cell, region.rows() * cell);
        let pitch = [wide_ + 56, high + LINE + 44];
        let edges: Vec<(usize, usize)> = self.edges.iter().map(|edge| (edge.0, edge.1)).collect();
        let (places, (columns, rows)) = places(self.nodes.len(), &edges);
        let corner = |node: usize| {
            let (col, row) = places[node];
            [GAP + 28 + col * pitch[0], HEAD + 20 + row * pitch[1]]
        };
        let middle = |node: usize| {
            let [x, y] = corner(node);
            [f64::from(x) + f64::from(wide_) / 2.0, f64::from(y + LINE) + f64::from(high) / 2.0]
        };
        let mut svg = Svg::default();
        svg.text(Text::at(GAP, GAP, 2), &self.title);
        for (a, b, rules, moved) in &self.edges {
            edge(&mut svg, middle(*a), middle(*b), *rules, moved);
        }
        // Below the tilings: where there is no room for the letters, colour and stroke say it.
        for (a, b, rules, _) in &self.edges {
            label(&mut svg, middle(*a), middle(*b), *rules);
        }
        for (node, (tiling, name)) in self.nodes.iter().enumerate() {
            let [x, y] = corner(node);
            svg.rect(x - 3, y - 3, wide_ + 7, high + LINE + 7, [255; 3]);
            svg.text(Text::at(x, y, 1), name);
            svg.scene(x, y + LINE, cell, &scene_of(self.problem, tiling));
        }
        let foot = HEAD + 20 + rows * pitch[1];
        legend(&mut svg, foot);
        let width = (2 * GAP + 28 + columns * pitch[0]).max(2 * GAP + 2 * wide(&self.title)).max(520);
        document(width, foot + 3 * LINE + GAP, &self.title, &svg)
    }
}

/// A line for each rule of a pair, side by side.
fn edge(svg: &mut Svg, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], rules: Rules, moved: &str) {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let all: Vec<Rule> = Rule::ALL.into_iter().filter(|&rule| rules.has(rule)).collect();
    for (i, &rule) in all.iter().enumerate() {
        let aside = (i as f64 - (all.len() as f64 - 1.0) / 2.0) * 3.0;
        let (x, y) = (-dy / length * aside, dx / length * aside);
        let (colour, dashes) = look_of(rule);
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg.text,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\"><title>{rules}: {}</title></line>",
            x1 + x,
            y1 + y,
            x2 + x,
            y2 + y,
            crate::draw::escaped(moved)
        );
    }
}

/// The rules of a pair, in the middle of its line.
fn label(svg: &mut Svg, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], rules: Rules) {
    let (x, y) = (f64::midpoint(x1, x2), f64::midpoint(y1, y2));
    let text = rules.to_string();
    let wide = 4.0 + 6.5 * text.len() as f64;
    let _ = writeln!(
        svg.text,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"10\" rx=\"3\" fill=\"#fff\" fill-opacity=\".8\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"8\" text-anchor=\"middle\">{text}</text>",
        x - wide / 2.0,
        y - 5.0,
        y + 3.0
    );
}

/// What strokes mean.
fn legend(svg: &mut Svg, top: u32) {
    for (i, rule) in (0..).zip(Rule::ALL) {
        let (colour, dashes) = look_of(rule);
        let y = top + i * LINE;
        let _ = writeln!(
            svg.text,
            "<line x1=\"{GAP}\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\"/>",
            y + 4,
            GAP + 40
        );
        let says = match rule {
            Rule::Symmetric => "S: one isometry moves all moved pieces",
            Rule::Swap => "W: two congruent regions exchange their pieces",
            Rule::Two => "P: two pieces rearranged",
        };
        let place = Text { anchor: Anchor::Start, ..Text::at(GAP + 50, y, 1) };
        svg.text(place, says);
    }
}
