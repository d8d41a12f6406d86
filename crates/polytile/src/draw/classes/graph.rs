//! One class as a graph: its tilings, small, and a line for each related pair, with the pieces that move.
//!
//! In: tilings and relations. Out: an SVG document. Where the nodes stand is found by `layout`, which draws related ones together and
//! keeps all apart, and where the labels stand by `wires`, which keeps them apart. Cost: some hundred rounds through all pairs of
//! nodes, and a look at all pairs of labels: good for a class of hundreds, not of thousands.

use super::layout::places;
use super::wires::{self, Point, Wire};
use super::{GAP, HEAD, LINE, document, look_of, scene_of, titled, wide};
use crate::classes::{Classes, Relations, Rule, RuleSet, Tilings, rules_of};
use crate::draw::surface::{Anchor, Surface, Svg, Text};
use crate::draw::{ColourBy, Scene};
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped};
use crate::tiling::Tiling;
use std::collections::HashMap;
use std::fmt::Write;

/// A class, with its relations.
pub struct ClassGraph<'a> {
    problem: &'a Problem,
    title: String,
    nodes: Vec<(Tiling, String)>,
    edges: Vec<Edge>,
    by: Option<ColourBy>,
}

/// A line between two nodes.
struct Edge {
    nodes: [usize; 2],
    rules: RuleSet,
    moved: String,
    pieces: Tiling,
}

/// The height of the letters of a label.
const LABEL: u32 = 10;

impl<'a> ClassGraph<'a> {
    /// A graph without nodes.
    pub fn new(problem: &'a Problem, title: impl Into<String>) -> Self {
        ClassGraph { problem, title: title.into(), nodes: Vec::new(), edges: Vec::new(), by: None }
    }

    /// The class of this number, from 0, with its relations, for a puzzle of this title.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn of_class(
        tilings: &'a Tilings,
        relations: &Relations,
        (classes, class): (&Classes, usize),
        puzzle: Option<&str>,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let pulse = Pulse::preparing(control);
        let members = classes.members(class);
        let what = format!("class {}, {} tilings", class + 1, members.len());
        let mut graph = ClassGraph::new(tilings.problem(), titled(puzzle, what));
        for &i in members {
            pulse.beat()?;
            graph.node(tilings.tiling(i as usize), (i + 1).to_string());
        }
        for pair in relations.pairs() {
            pulse.beat()?;
            let Some(link) = pair.iter().min_by_key(|link| (link.moved, link.symmetry)) else { continue };
            // The members are sorted, and both ends of a pair are in one class.
            let (Ok(a), Ok(b)) = (members.binary_search(&link.from), members.binary_search(&link.to)) else {
                continue;
            };
            let moved = tilings.moved(link);
            let names: Vec<&str> = moved.iter().map(|&p| tilings.piece_name(p)).collect();
            let from = tilings.get(link.from as usize);
            let image: Vec<u32> = tilings.image(link.symmetry.into(), from).collect();
            let coming = tilings.get(link.to as usize).iter().copied().filter(|p| !image.contains(p));
            let coming = tilings.encoded().tiling(&coming.collect::<Vec<_>>());
            graph.edge(a, b, rules_of(pair), names.join(" "), &coming);
        }
        Ok(graph)
    }

    /// This graph in colours that tell `by`; by default they tell which piece is which where a puzzle has each of them once, and
    /// neighbours apart where it does not.
    #[must_use]
    pub fn coloured_by(mut self, by: ColourBy) -> Self {
        self.by = Some(by);
        self
    }

    /// Adds a tiling, called `name`.
    pub fn node(&mut self, tiling: Tiling, name: impl Into<String>) {
        self.nodes.push((tiling, name.into()));
    }

    /// Adds a relation between two nodes, in the order in which they were added, by `rules`, with what moves in words and
    /// the moved pieces as they lie in node `b`.
    pub fn edge(&mut self, a: usize, b: usize, rules: RuleSet, moved: impl Into<String>, pieces: &Tiling) {
        self.edges.push(Edge { nodes: [a, b], rules, moved: moved.into(), pieces: pieces.clone() });
    }

    /// The graph as an SVG document. A line has a stroke beside the other for every rule of its pair; upon it stand their
    /// letters and a small board with the pieces that move, and what they are called is its tooltip. Cost: some hundred
    /// rounds through all pairs of nodes, and a look at all pairs of labels.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn svg(&self, control: &Control) -> Result<String, Stopped> {
        let pulse = Pulse::preparing(control);
        let region = &self.problem.region;
        let cell = (64 / region.rows().max(region.cols()).max(1)).max(2);
        let (wide_, high) = (region.cols() * cell, region.rows() * cell);
        let small = (cell / 2).max(1);
        let pitch = [wide_ + region.cols() * small + 56, high + region.rows() * small + LINE + LABEL + 48];
        let edges: Vec<(usize, usize)> =
            self.edges.iter().map(|edge| (edge.nodes[0], edge.nodes[1])).collect();
        let (places, (columns, rows)) = places(self.nodes.len(), &edges, &pulse)?;
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
        let at: HashMap<(u32, u32), usize> = (0..).zip(&places).map(|(node, &place)| (place, node)).collect();
        // The node whose picture is at this point.
        let node_at = |[x, y]: Point| {
            let (x, y) = (x - f64::from(GAP + 28) + 5.0, y - f64::from(HEAD + 20) + 5.0);
            let (col, row) = ((x / f64::from(pitch[0])).floor(), (y / f64::from(pitch[1])).floor());
            let (dx, dy) = (x - col * f64::from(pitch[0]), y - row * f64::from(pitch[1]));
            let inside =
                col >= 0.0 && row >= 0.0 && dx < f64::from(wide_ + 11) && dy < f64::from(high + LINE + 11);
            if inside { at.get(&(col as u32, row as u32)).copied() } else { None }
        };
        let lines: Vec<(Point, Point)> = edges.iter().map(|&(a, b)| (middle(a), middle(b))).collect();
        let in_the_way = |point, line: usize| {
            node_at(point).is_some_and(|node| node != edges[line].0 && node != edges[line].1)
        };
        let wires = wires::bent(&lines, &in_the_way, &pulse)?;
        let sizes: Vec<Point> =
            self.edges.iter().map(|edge| label_size(edge, [region.rows(), region.cols()], small)).collect();
        let labels = wires::labels(&wires, &sizes, &|point| node_at(point).is_some(), &pulse)?;
        for (wire, edge) in wires.iter().zip(&self.edges) {
            pulse.beat()?;
            draw_wire(&mut svg, wire, edge);
        }
        // Drawn below the tilings; where there is no room for a label, colour and stroke are enough.
        for (&point, edge) in labels.iter().zip(&self.edges) {
            pulse.beat()?;
            label(&mut svg, point, edge, &scene_of(self.problem, &edge.pieces, self.by), small);
        }
        for (node, (tiling, name)) in self.nodes.iter().enumerate() {
            pulse.beat()?;
            let [x, y] = corner(node);
            svg.rect(x - 3, y - 3, wide_ + 7, high + LINE + 7, [255; 3]);
            svg.text(Text::at(x, y, 1), name);
            svg.scene(x, y + LINE, cell, &scene_of(self.problem, tiling, self.by));
        }
        let foot = HEAD + 20 + rows * pitch[1];
        legend(&mut svg, foot);
        let width = (2 * GAP + 28 + columns * pitch[0]).max(2 * GAP + 2 * wide(&self.title)).max(520);
        Ok(document(width, foot + 3 * LINE + GAP, &self.title, &svg))
    }
}

/// A curve for each rule of a pair, side by side.
fn draw_wire(svg: &mut Svg, wire: &Wire, edge: &Edge) {
    let Wire { from: [x1, y1], control: [cx, cy], to: [x2, y2] } = *wire;
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let all: Vec<Rule> = Rule::ALL.into_iter().filter(|&rule| edge.rules.has(rule)).collect();
    for (i, &rule) in all.iter().enumerate() {
        let aside = (i as f64 - (all.len() as f64 - 1.0) / 2.0) * 3.0;
        let (x, y) = (-dy / length * aside, dx / length * aside);
        let (colour, dashes) = look_of(rule);
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg.text,
            "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\"><title>{}: {}</title></path>",
            x1 + x,
            y1 + y,
            cx + x,
            cy + y,
            x2 + x,
            y2 + y,
            edge.rules,
            crate::draw::escaped(&edge.moved)
        );
    }
}

/// How large the label of a line is: its rules over the moved pieces.
fn label_size(edge: &Edge, [rows, cols]: [u32; 2], cell: u32) -> Point {
    let high = rows * cell + LABEL + 3;
    let wide = (cols * cell + 3).max(4 + 7 * edge.rules.to_string().len() as u32);
    [f64::from(wide), f64::from(high)]
}

/// The rules of a pair and the pieces that move, around this point.
fn label(svg: &mut Svg, [x, y]: Point, edge: &Edge, scene: &Scene, cell: u32) {
    let [wide, high] = label_size(edge, [scene.rows(), scene.cols()], cell);
    let (left, top) = ((x - wide / 2.0).max(0.0) as u32, (y - high / 2.0).max(0.0) as u32);
    let _ = writeln!(
        svg.text,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" rx=\"2\" fill=\"#fff\" stroke=\"#999\" \
         stroke-width=\".6\"/><text x=\"{:.1}\" y=\"{}\" font-size=\"8\" text-anchor=\"middle\">{}</text>",
        f64::from(left) + wide / 2.0,
        top + LABEL - 2,
        edge.rules
    );
    let inner = scene.cols() * cell + 1;
    svg.scene(left + (wide as u32).saturating_sub(inner) / 2, top + LABEL + 1, cell, scene);
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
