//! A picture as SVG.
//!
//! In: a scene. Out: a document that stands alone, one path per piece, grouped by colour; the unit is a cell, so the
//! paths are short. The outline of a piece is traced with the piece on its right, and its corners are written. A piece
//! that runs over the edge of a wrapped board is drawn in its parts, filled without a line and outlined apart, so that
//! the edge stays open. Cost: linear, apart from sorting the pieces by colour.

use super::Scene;
use super::colouring::unstopped;
use super::font;
use super::notes::{Frame, Notes};
use super::polygons::number;
use super::raster::GREY;
use super::scene::Owner;
use crate::pieces::Colour;
use crate::run::{Control, Progress, Pulse, Stopped};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// A point of the grid.
type Point = (u32, u32);

/// What texts are written in.
pub(super) const FONT: &str = "DejaVu Sans, Verdana, Arial, sans-serif";

/// Pixels per cell of a small board; larger ones are shrunk to [`SIDE`].
const CELL: f64 = 32.0;
const SIDE: f64 = 1600.0;
/// The step of cells that are no squares, the side of a square being the unit: so they are about as large.
pub(super) const STEP: f64 = 1.25;
/// Room for half a line at the edge.
pub(super) const EDGE: f64 = 0.05;

/// Faint lines between open cells.
pub(super) const GRID: &str = " stroke=\"#aaa\" stroke-width=\".04\"";

/// Pieces between two looks at the control.
const PIECES_PER_LOOK: u64 = 1 << 12;

/// The outline of one shape.
#[derive(Default)]
struct Outline {
    /// Sides of cells without a neighbour in the same part, with the cell to the right; true for an open one.
    sides: HashMap<Point, Vec<(Point, bool)>>,
    open: bool,
}

impl Scene {
    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        unstopped(self.svg_within(&Control::default()))
    }

    /// The picture as SVG, as long as `control` allows; progress counts pieces.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn svg_within(&self, control: &Control) -> Result<String, Stopped> {
        // Its corner and its size in cells, or in steps of polygons, and how long those are in pixels.
        let painting = self.painting(self.has_notes(false), control)?;
        let ([low, size], step) = match &painting {
            Some(painting) => (painting.polygons.bounds(), STEP),
            None => ([[0.0; 2], [f64::from(self.cols()), f64::from(self.rows())]], 1.0),
        };
        let unit = self.unit(size);
        let frame = painting.as_ref().map(|painting| Frame { painting, low, step: unit });
        let notes = self.notes((unit / step) as u32, frame, false, control)?;
        let margin = notes.margin.map(|pixels| f64::from(pixels) / unit);
        let from = [0, 1].map(|axis| number(low[axis] - EDGE - margin[axis]));
        let extent = [0, 1].map(|axis| size[axis] + 2.0 * EDGE + margin[axis]);
        let [wide, high] = extent.map(number);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {wide} {high}\">\n",
            (extent[0] * unit).ceil(),
            (extent[1] * unit).ceil(),
            from[0],
            from[1],
        );
        // Writing to a string cannot fail.
        if let Some(title) = &self.title {
            let _ = writeln!(text, "<title>{}</title>", escaped(title));
        }
        if !self.options.is_transparent() {
            let [x, y] = from;
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"#fff\"/>"
            );
        }
        text.push_str(&match &painting {
            Some(painting) => {
                painting.polygons.elements(&painting.colours, self.grid, &Pulse::preparing(control))?
            }
            None => self.svg_shapes(control)?,
        });
        text.push_str(&notes.svg(low, unit));
        text.push_str("</svg>\n");
        Ok(text)
    }

    /// Pixels of a cell, or of a step of polygons, in a picture that shows nothing else and is so many of them wide and high.
    pub(super) fn unit(&self, size: [f64; 2]) -> f64 {
        let step = if self.is_of_polygons() { STEP } else { 1.0 };
        let longest = size[0].max(size[1]).max(1.0);
        let asked = self.options.cell_or(|| 0);
        if asked > 0 { step * f64::from(asked) } else { (step * CELL).min(SIDE / longest) }
    }

    /// The elements of the picture, a cell being the unit.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(super) fn svg_shapes(&self, control: &Control) -> Result<String, Stopped> {
        let mut text = self.squares(Owner::Free, GREY, control)?;
        if let Some(wall) = self.walls {
            text.push_str(&self.squares(Owner::Hole, wall, control)?);
        }
        text.push_str(
            "<g stroke=\"#000\" stroke-width=\".08\" stroke-linejoin=\"round\" stroke-linecap=\"square\">\n",
        );
        for (colour, paths) in self.paths(control)? {
            let [r, g, b] = colour;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "<g fill=\"#{r:02x}{g:02x}{b:02x}\">\n{paths}</g>");
        }
        text.push_str("</g>\n");
        Ok(text)
    }

    /// The places of this owner, in this colour.
    fn squares(&self, owner: Owner, [r, g, b]: Colour, control: &Control) -> Result<String, Stopped> {
        let pulse = Pulse::preparing(control);
        let mut squares = String::new();
        for row in 0..self.rows() {
            pulse.beats(self.cols().into())?;
            for col in (0..self.cols()).filter(|&col| self.owner(row, col) == owner) {
                let _ = write!(squares, "M{col} {row}h1v1h-1z");
            }
        }
        if squares.is_empty() {
            return Ok(squares);
        }
        let lines = if self.grid { GRID } else { "" };
        Ok(format!("<path fill=\"#{r:02x}{g:02x}{b:02x}\"{lines} d=\"{squares}\"/>\n"))
    }

    /// The paths of the shapes of each colour.
    fn paths(&self, control: &Control) -> Result<BTreeMap<Colour, String>, Stopped> {
        let mut paths: BTreeMap<Colour, String> = BTreeMap::new();
        let total = self.shapes().len() as u64;
        for (done, (shape, places)) in (0..).zip(self.shapes().iter().zip(self.places_of_shapes(control)?)) {
            if done % PIECES_PER_LOOK == 0 {
                control.check(Progress::Pieces { done, total })?;
            }
            let outline = self.outline(&places);
            let path = paths.entry(shape.colour).or_default();
            let (fill, strokes) = outline.traced();
            let _ = if outline.open {
                writeln!(path, "<path stroke=\"none\" d=\"{fill}\"/><path fill=\"none\" d=\"{strokes}\"/>")
            } else {
                writeln!(path, "<path d=\"{fill}\"/>")
            };
        }
        Ok(paths)
    }

    /// The places of every shape.
    fn places_of_shapes(&self, control: &Control) -> Result<Vec<Vec<Point>>, Stopped> {
        let pulse = Pulse::preparing(control);
        let mut places = vec![Vec::new(); self.shapes().len()];
        for row in 0..self.rows() {
            pulse.beats(self.cols().into())?;
            for col in 0..self.cols() {
                if let Owner::Shape(shape) = self.owner(row, col) {
                    places[shape as usize].push((row, col));
                }
            }
        }
        Ok(places)
    }

    fn outline(&self, places: &[Point]) -> Outline {
        let mut outline = Outline::default();
        for &(row, col) in places {
            let own = self.owner(row, col);
            let sides = [
                (row.wrapping_sub(1), col, (row, col), (row, col + 1), self.line_above(row, col)),
                (row, col + 1, (row, col + 1), (row + 1, col + 1), self.line_left(row, col + 1)),
                (row + 1, col, (row + 1, col + 1), (row + 1, col), self.line_above(row + 1, col)),
                (row, col.wrapping_sub(1), (row + 1, col), (row, col), self.line_left(row, col)),
            ];
            for (near_row, near_col, from, to, line) in sides {
                if self.owner(near_row, near_col) != own {
                    outline.open |= !line;
                    outline.sides.entry(from).or_default().push((to, !line));
                }
            }
        }
        outline
    }
}

impl Notes {
    /// The texts as SVG, where the board has its corner here and its unit is so many pixels.
    fn svg(&self, [left, top]: [f64; 2], unit: f64) -> String {
        if self.list.is_empty() {
            return String::new();
        }
        // Writing to a string cannot fail. Some readers refuse letters smaller than a pixel, so these are counted in pixels.
        let mut text = format!(
            "<g transform=\"translate({} {}) scale({:.6})\" font-family=\"{FONT}\" text-anchor=\"middle\">\n",
            number(left),
            number(top),
            1.0 / unit
        );
        for note in &self.list {
            let (height, [r, g, b]) = (f64::from(font::HEIGHT * note.scale), note.colour);
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"#{r:02x}{g:02x}{b:02x}\">{}</text>",
                number(note.at[0]),
                number(note.at[1] + height / 2.0),
                10 * note.scale,
                escaped(&note.text)
            );
        }
        text + "</g>\n"
    }
}

impl Outline {
    /// The closed path around the shape, and the path along its lines without the open sides.
    fn traced(&self) -> (String, String) {
        let mut left = self.sides.clone();
        let mut starts: Vec<Point> = self.sides.keys().copied().collect();
        starts.sort_unstable();
        let (mut fill, mut strokes) = (String::new(), String::new());
        for start in starts {
            while let Some(first) = left.get_mut(&start).and_then(Vec::pop) {
                let mut around = vec![(start, first.1)];
                let mut last = (start, first.0);
                while last.1 != start {
                    let Some(next) = left.get_mut(&last.1).and_then(|sides| take_right(sides, last)) else {
                        break;
                    };
                    around.push((last.1, next.1));
                    last = (last.1, next.0);
                }
                write_loop(&around, &mut fill, &mut strokes);
            }
        }
        (fill, strokes)
    }
}

/// Takes the side that turns furthest to the right, where the shape touches itself in a point: so parts that meet
/// only in a point are drawn as two loops.
fn take_right(sides: &mut Vec<(Point, bool)>, (from, at): (Point, Point)) -> Option<(Point, bool)> {
    let step = |a: Point, b: Point| (i64::from(b.0) - i64::from(a.0), i64::from(b.1) - i64::from(a.1));
    let (row, col) = step(from, at);
    let right = (col, -row);
    let i = sides.iter().position(|&(to, _)| step(at, to) == right).unwrap_or(0);
    (i < sides.len()).then(|| sides.swap_remove(i))
}

/// Writes a loop, given by its points and whether the side that leaves each is open.
fn write_loop(around: &[(Point, bool)], fill: &mut String, strokes: &mut String) {
    let points: Vec<Point> = around.iter().map(|p| p.0).collect();
    let closed: Vec<Point> = points.iter().copied().chain(points.first().copied()).collect();
    write_path(&closed, fill);
    // Begin behind an open side, so that no stretch of line is cut in two.
    let Some(open) = around.iter().position(|p| p.1) else {
        write_path(&closed, strokes);
        return;
    };
    let count = points.len();
    let mut stretch = Vec::new();
    for k in 1..=count {
        let i = (open + k) % count;
        stretch.push(points[i]);
        if around[i].1 {
            if stretch.len() > 1 {
                write_path(&stretch, strokes);
            }
            stretch.clear();
        }
    }
}

/// Writes a path through these points, straight stretches as one; closed when it ends where it began.
fn write_path(points: &[Point], path: &mut String) {
    let straight = |a: Point, b: Point, c: Point| (a.0 == b.0 && b.0 == c.0) || (a.1 == b.1 && b.1 == c.1);
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
    let _ = write!(path, "M{} {}", first.1, first.0);
    let mut at = first;
    for (i, &point) in points.iter().enumerate().skip(1) {
        let end = i + 1 == points.len();
        if end && first == last {
            path.push('z');
        } else if end || !straight(at, point, points[i + 1]) {
            let rows = i64::from(point.0) - i64::from(at.0);
            let cols = i64::from(point.1) - i64::from(at.1);
            let _ = if rows == 0 { write!(path, "h{cols}") } else { write!(path, "v{rows}") };
            at = point;
        }
    }
}

pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // XML has no way to write control characters.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
