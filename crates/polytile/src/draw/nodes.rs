//! A diagram of decisions as a picture: its nodes and what they lead to, or how many there are on each level.
//!
//! In: a family of sets. Out: SVG or PNG. Every level with nodes is a row, its variable at the left, and its nodes stand below the middle of
//! their parents. Whole lines lead to `hi`, dashed ones to `lo`. What leads to ⊥ is left out: a node without a dashed line has nothing
//! below its `lo`. Cost: linear in the nodes, of which a picture that can be followed has few.

use super::error::DrawError;
use super::surface::{self, Anchor, Pen, Point, Surface, Svg, Text, circle};
use super::{PictureOptions, font};
use crate::zdd::{EMPTY, Family, NodeId, UNIT, ZddError};

/// Pixels of a node, and between rows and columns of nodes for each of its pixels.
const NODE: u32 = 28;
const PITCH: f64 = 1.6;
/// Around everything.
const GAP: u32 = 16;
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
    rows: Vec<(usize, Vec<NodeId>)>,
    options: PictureOptions,
}

/// Where things are.
struct Layout {
    /// The middle of each node.
    places: Vec<Point>,
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
        Ok(Nodes { family, rows: family.arranged(), options: PictureOptions::default() })
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
        let names = self.rows.iter().map(|(variable, _)| font::width(&self.family.names()[*variable]));
        let names = if self.options.has_labels(true) { names.max().map_or(0, |wide| wide + GAP) } else { 0 };
        let widest = self.rows.iter().map(|(_, ids)| ids.len()).max().unwrap_or(1);
        let left = f64::from(GAP + names);
        let middle = left + widest as f64 * pitch / 2.0;
        let down = |row: usize| f64::from(GAP) + (row as f64 + 0.5) * pitch;
        let mut places = vec![[0.0; 2]; self.family.diagram().nodes() as usize];
        for (row, (_, ids)) in self.rows.iter().enumerate() {
            for (i, &id) in ids.iter().enumerate() {
                let aside = i as f64 - (ids.len() as f64 - 1.0) / 2.0;
                places[id as usize] = [middle + aside * pitch, down(row)];
            }
        }
        // Where all lines end.
        for terminal in [EMPTY, UNIT] {
            places[terminal as usize] = [middle, down(self.rows.len())];
        }
        let width = left + widest as f64 * pitch + f64::from(GAP);
        let height = f64::from(2 * GAP) + (self.rows.len() as f64 + 1.0) * pitch;
        Layout { places, radius, size: [width, height].map(|side| side.ceil() as u64) }
    }

    fn draw(&self, layout: &Layout, surface: &mut impl Surface) {
        let (diagram, radius) = (self.family.diagram(), layout.radius);
        let at = |id: NodeId| layout.places[id as usize];
        let nodes =
            || self.rows.iter().flat_map(|(variable, ids)| ids.iter().map(move |&id| (*variable, id)));
        let pen = Pen::new(BLACK, 1.0);
        for (_, id) in nodes() {
            let Some((_, node)) = diagram.node(id) else { continue };
            surface.line(&bent(at(id), at(node.hi), radius), pen);
            if node.lo != EMPTY {
                surface.line(&bent(at(id), at(node.lo), radius), Pen { dashes: DASHES, ..pen });
            }
        }
        for (variable, id) in nodes() {
            let [x, y] = at(id);
            surface.area(&circle([x, y], radius), WHITE, Some(pen));
            let number = (variable + 1).to_string();
            if f64::from(font::width(&number)) < 2.0 * radius - 2.0 {
                surface.text(middle([x, y]), &number);
            }
        }
        if self.options.has_labels(true) {
            for (variable, ids) in &self.rows {
                let Some(&first) = ids.first() else { continue };
                let place = Text { x: GAP, anchor: Anchor::Start, ..middle(at(first)) };
                surface.text(place, &self.family.names()[*variable]);
            }
        }
        // The sign of ⊤ in a square, or that of ⊥ alone: not every font has them.
        let [x, y] = at(UNIT);
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
    let (top, bottom) = (from[1] + radius, to[1] - radius);
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

/// The profile of a diagram: a bar for each variable, as high as the number of its nodes.
#[derive(Clone, Debug)]
pub struct Profile<'a> {
    family: &'a Family,
    options: PictureOptions,
}

/// How high the longest bar is, and about how wide all are together.
const HIGH: u32 = 300;
const WIDE: f64 = 900.0;
/// The least width, which the words need.
const LEAST: f64 = 200.0;
/// Between the numbers at the axis and the bars.
const TICK: u32 = 12;
const FAINT: [u8; 3] = [0xDD; 3];

impl<'a> Profile<'a> {
    /// The profile of the diagram of a family.
    pub fn new(family: &'a Family) -> Self {
        Profile { family, options: PictureOptions::default() }
    }

    /// This profile drawn as these options say: a bar is as wide as a cell.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// The profile as an SVG document.
    pub fn svg(&self) -> String {
        let mut svg = Svg::default();
        self.draw(&mut svg);
        let [width, height] = self.size().map(|side| side as u32);
        Svg::head(width, height, None, self.options) + &svg.text + Svg::TAIL
    }

    /// The profile as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        surface::png(self.size(), self.options, |page| self.draw(page))
    }

    fn bar(&self) -> f64 {
        let levels = self.family.profile().len().max(1) as f64;
        match self.options.cell_or(|| 0) {
            0 => (WIDE / levels).clamp(0.5, 24.0),
            cell => f64::from(cell),
        }
    }

    fn width(&self) -> f64 {
        (self.bar() * self.family.profile().len() as f64).max(LEAST)
    }

    /// Numbers of nodes at the axis: those that are round, up to the most on a level.
    fn ticks(&self) -> Vec<usize> {
        let most = self.family.profile().max().unwrap_or(0).max(1);
        let powers = (0..18).map(|n| 10_usize.pow(n));
        let mut steps = powers.flat_map(|power| [power, 2 * power, 5 * power]);
        let step = steps.find(|step| most / step <= 5).unwrap_or(most);
        (0..=most / step).map(|n| n * step).collect()
    }

    /// Where the bars begin.
    fn left(&self) -> u32 {
        let labels = self.ticks().into_iter().map(|tick| font::width(&tick.to_string()));
        let room = if self.options.has_labels(true) { labels.max().unwrap_or(0) + TICK } else { 0 };
        GAP + room
    }

    fn size(&self) -> [u64; 2] {
        [self.width().ceil() as u64 + u64::from(self.left() + GAP), u64::from(HIGH + 4 * GAP + 20)]
    }

    fn draw(&self, surface: &mut impl Surface) {
        let levels: Vec<usize> = self.family.profile().collect();
        let most = levels.iter().copied().max().unwrap_or(0).max(1);
        let nodes = self.family.diagram().nodes();
        let said = [format!("{nodes} nodes on {} levels,", levels.len()), format!("at most {most} on one")];
        for (line, y) in said.iter().zip([GAP, GAP + 14]) {
            surface.text(Text::at(GAP, y, 1), line);
        }
        let (left, bottom, bar) = (f64::from(self.left()), f64::from(HIGH + 2 * GAP + 20), self.bar());
        let [right, height] = [left + self.width(), f64::from(HIGH)];
        let at = |nodes: usize| bottom - nodes as f64 / most as f64 * height;
        if self.options.has_labels(true) {
            for tick in self.ticks() {
                surface.line(&[[left - 4.0, at(tick)], [right, at(tick)]], Pen::new(FAINT, 1.0));
                let said = tick.to_string();
                let place = left as u32 - TICK / 2 - font::width(&said);
                surface.text(Text::at(place, at(tick) as u32 - font::HEIGHT / 2, 1), &said);
            }
        }
        let mut around = vec![[left, bottom]];
        for (i, &nodes) in levels.iter().enumerate() {
            around.extend([i, i + 1].map(|i| [left + i as f64 * bar, at(nodes)]));
        }
        around.push([left + levels.len() as f64 * bar, bottom]);
        surface.area(&around, [0x00, 0x72, 0xB2], None);
        surface.line(&[[left, bottom - height], [left, bottom], [right, bottom]], Pen::new(BLACK, 1.0));
        if self.options.has_labels(true) {
            surface.text(Text::at(left as u32, bottom as u32 + 8, 1), "variable 1");
            let last = format!("variable {}", levels.len());
            surface.text(
                Text::at((right as u32).saturating_sub(7 * last.len() as u32), bottom as u32 + 8, 1),
                &last,
            );
        }
    }
}
