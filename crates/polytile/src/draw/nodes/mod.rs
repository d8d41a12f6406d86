//! A diagram of decisions as a picture: its nodes and what they lead to, or how many there are on each level.
//!
//! In: a family of sets. Out: SVG or PNG. Every level with nodes is a row, its variable at the left, and its nodes stand below the middle of
//! their parents ([`arrange`]). Whole lines lead to `hi`, dashed ones, left of them, to `lo`; they pass beside the nodes of the levels between. What
//! leads to ⊥ is left out: a node without a dashed line has nothing below its `lo`. Cost: a line's levels for each line, in diagrams of few nodes.

mod arrange;
mod profile;

pub use profile::Profile;

use super::error::DrawError;
use super::surface::{self, Anchor, Pen, Point, Surface, Svg, Text, circle};
use super::{PictureOptions, font};
use crate::zdd::{EMPTY, Family, NodeId, UNIT, ZddError};
use arrange::{Row, Slot};
use std::collections::{BTreeMap, BTreeSet};

/// Pixels of a node, and between rows and columns of nodes for each of its pixels.
const NODE: u32 = 28;
const PITCH: f64 = 1.6;
/// Around everything.
const GAP: u32 = 16;
/// How far the lines of a node are from its middle, in radii.
const ASIDE: f64 = 0.4;
/// Pieces of a line that is bent.
const PIECES: u32 = 16;
const DASHES: &[f64] = &[4.0, 3.0];
const BLACK: [u8; 3] = [0; 3];
const WHITE: [u8; 3] = [0xFF; 3];

/// The nodes of a diagram.
///
/// ```
/// use polytile::{board::Region, draw::Nodes, pieces::{Freedom, PieceSet}, problem::Problem, run::Control, zdd::Family};
/// let problem = Problem::new(Region::rectangle(2, 3)?, PieceSet::all(2, Freedom::Free));
/// let family = Family::tilings(&problem, None, &Control::default())?;
/// assert!(Nodes::new(&family)?.svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Nodes<'a> {
    family: &'a Family,
    rows: Vec<Row>,
    options: PictureOptions,
}

/// Where things are.
struct Layout {
    /// The middle of each node, and of the places where lines to it pass, by rows.
    places: Vec<BTreeMap<NodeId, Point>>,
    radius: f64,
    size: [u64; 2],
}

impl<'a> Nodes<'a> {
    /// The diagram of a family.
    ///
    /// # Errors
    /// When it has more than [`Family::DRAWN`] nodes.
    pub fn new(family: &'a Family) -> Result<Self, ZddError> {
        family.drawable()?;
        Ok(Nodes { family, rows: arrange::rows(family), options: PictureOptions::default() })
    }

    /// This diagram drawn as these options say: a node is a cell, and its variable a label.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// The diagram as an SVG document.
    pub fn svg(&self) -> String {
        let layout = self.layout();
        let mut svg = Svg::default();
        self.draw(&layout, &mut svg);
        let [width, height] = layout.size.map(|side| side as u32);
        Svg::head(width, height, None, self.options) + &svg.text + Svg::TAIL
    }

    /// The diagram as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let layout = self.layout();
        surface::png(layout.size, self.options, |page| self.draw(&layout, page))
    }

    fn layout(&self) -> Layout {
        let node = self.options.cell_or(|| NODE);
        let (pitch, radius) = (f64::from(node) * PITCH, f64::from(node) / 2.0);
        let names = self.rows.iter().map(|row| font::width(&self.family.names()[row.variable]));
        let names = if self.options.has_labels(true) { names.max().map_or(0, |wide| wide + GAP) } else { 0 };
        let widest = self.rows.iter().map(Row::width).fold(1.0, f64::max);
        let left = f64::from(GAP + names);
        let middle = left + widest * pitch / 2.0;
        let down = |row: usize| f64::from(GAP) + (row as f64 + 0.5) * pitch;
        let place = |(row, slots): (usize, &Row)| {
            let at = |(slot, aside): (Slot, f64)| (slot.id(), [middle + aside * pitch, down(row)]);
            slots.places().map(at).collect()
        };
        let mut places: Vec<BTreeMap<NodeId, Point>> = self.rows.iter().enumerate().map(place).collect();
        // Where all lines end.
        let end = [middle, down(self.rows.len())];
        places.push([EMPTY, UNIT].map(|terminal| (terminal, end)).into());
        let width = left + widest * pitch + f64::from(GAP);
        let height = f64::from(2 * GAP) + (self.rows.len() as f64 + 1.0) * pitch;
        Layout { places, radius, size: [width, height].map(|side| side.ceil() as u64) }
    }

    /// The way of a line to `child` from `parent` in this row, which `aside` radii beside their middles passes all nodes between them. Where
    /// another line like it has gone on, which `gone` tells, it ends.
    fn way(
        &self,
        [parent, child]: [NodeId; 2],
        row: usize,
        aside: f64,
        layout: &Layout,
        gone: &mut BTreeSet<(usize, NodeId)>,
    ) -> Vec<Point> {
        let beside = |[x, y]: Point| [x + aside * layout.radius, y];
        let mut way = Vec::new();
        let Some(&first) = layout.places[row].get(&parent) else { return way };
        let mut from = beside(first);
        for (below, places) in layout.places.iter().enumerate().skip(row + 1) {
            let Some(&to) = places.get(&child) else { break };
            let to = beside(to);
            way.extend(bent(from, to, layout.radius));
            let passes = self.rows.get(below).is_some_and(|row| row.slots.contains(&Slot::Pass(child)));
            if !passes || !gone.insert((below, child)) {
                break;
            }
            from = to;
        }
        way
    }

    fn draw(&self, layout: &Layout, surface: &mut impl Surface) {
        let (diagram, radius) = (self.family.diagram(), layout.radius);
        let nodes = || {
            self.rows
                .iter()
                .enumerate()
                .flat_map(|(row, slots)| slots.nodes().map(move |id| (row, slots.variable, id)))
        };
        let pen = Pen::new(BLACK, 1.0);
        // `lo` leaves and arrives left of `hi`: where both lead to one node, they lie side by side.
        let (mut whole, mut dashed) = (BTreeSet::new(), BTreeSet::new());
        for (row, _, id) in nodes() {
            let Some((_, node)) = diagram.node(id) else { continue };
            surface.line(&self.way([id, node.hi], row, ASIDE, layout, &mut whole), pen);
            if node.lo != EMPTY {
                let way = self.way([id, node.lo], row, -ASIDE, layout, &mut dashed);
                surface.line(&way, Pen { dashes: DASHES, ..pen });
            }
        }
        for (row, variable, id) in nodes() {
            let [x, y] = layout.places[row][&id];
            surface.area(&circle([x, y], radius), WHITE, Some(pen));
            let number = (variable + 1).to_string();
            if f64::from(font::width(&number)) < 2.0 * radius - 2.0 {
                surface.text(middle([x, y]), &number);
            }
        }
        if self.options.has_labels(true) {
            for (row, places) in self.rows.iter().zip(&layout.places) {
                let Some(&first) = places.values().next() else { continue };
                let place = Text { x: GAP, anchor: Anchor::Start, ..middle(first) };
                surface.text(place, &self.family.names()[row.variable]);
            }
        }
        // The sign of ⊤ in a square, or that of ⊥ alone: not every font has them.
        let [x, y] = layout.places[self.rows.len()][&UNIT];
        let top = diagram.root() != EMPTY;
        if top {
            let [left, up, right, down] = [x - radius, y - radius, x + radius, y + radius];
            surface.area(&[[left, up], [right, up], [right, down], [left, down]], WHITE, Some(pen));
        }
        let arm = radius / 2.5;
        let bar = if top { y - arm } else { y + arm };
        let pen = Pen::new(BLACK, 1.5);
        surface.line(&[[x - arm, bar], [x + arm, bar]], pen);
        surface.line(&[[x, y - arm], [x, y + arm]], pen);
    }
}

/// A text with its middle here.
fn middle([x, y]: Point) -> Text {
    let top = (y - f64::from(font::HEIGHT) / 2.0).round();
    Text { anchor: Anchor::Middle, ..Text::at(x.round() as u32, top as u32, 1) }
}

/// The line from the lower end of a node to the upper end of another, leaving and arriving upright.
fn bent(from: Point, to: Point, radius: f64) -> Vec<Point> {
    // From inside of the one to inside of the other: what is too long is below them.
    let (top, bottom) = (from[1] + 0.9 * radius, to[1] - 0.9 * radius);
    let point = |k: u32| {
        let t = f64::from(k) / f64::from(PIECES);
        // A cubic curve whose inner points are halfway down, above each other's ends.
        let across = t * t * (3.0 - 2.0 * t);
        let middle = f64::midpoint(top, bottom);
        let s = 1.0 - t;
        let down = s * s * s * top + 3.0 * s * t * middle + t * t * t * bottom;
        [from[0] + (to[0] - from[0]) * across, down]
    };
    (0..=PIECES).map(point).collect()
}
