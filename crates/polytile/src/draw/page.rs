//! What a page is to whoever draws on it: rectangles, letters and scenes, in whole pixels from the top left, and lines and outlines
//! between any points.

use super::surface::Painted;
use crate::pieces::Colour;
use crate::run::Stopped;

/// Which point of a text is given: its left end or its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// Where a text stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text {
    pub(super) x: u32,
    /// Its upper edge.
    pub(super) y: u32,
    pub(super) anchor: Anchor,
    /// Pixels per pixel of a letter of `font`.
    pub(super) scale: u32,
    pub(super) colour: Colour,
}

impl Text {
    /// Black text that begins at this point.
    pub(super) fn at(x: u32, y: u32, scale: u32) -> Self {
        Text { x, y, anchor: Anchor::Start, scale, colour: [0; 3] }
    }
}

/// A point, in pixels from the top left.
pub(super) type Point = [f64; 2];

/// What a line looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) colour: Colour,
    pub(super) width: f64,
    /// The lengths of its dashes and of the gaps between them, in turn; of a line that is whole, none.
    pub(super) dashes: &'static [f64],
}

impl Pen {
    /// A whole line of this width.
    pub(super) fn new(colour: Colour, width: f64) -> Self {
        Pen { colour, width, dashes: &[] }
    }
}

/// Something to draw on.
pub(super) trait Surface {
    /// Fills a rectangle.
    fn rect(&mut self, x: u32, y: u32, width: u32, height: u32, colour: Colour);
    /// Writes a line of text.
    fn text(&mut self, place: Text, text: &str);
    /// Draws a line along the points.
    fn line(&mut self, points: &[Point], pen: Pen);
    /// Fills what is within the points, and draws a line around it if there is a pen.
    fn area(&mut self, points: &[Point], colour: Colour, pen: Option<Pen>);
    /// Draws a scene, each cell `cell` pixels wide and high.
    ///
    /// # Errors
    /// When the control of the scene says stop.
    fn scene(&mut self, x: u32, y: u32, cell: u32, painted: &Painted<'_>) -> Result<(), Stopped>;
}

/// The corners of a regular polygon around the origin, as far from it as 1, the first upward: a full turn divided, by the series of sine and cosine, whose sums
/// and products are the same on every machine.
pub(super) fn polygon(count: usize) -> Vec<Point> {
    let corner = |i: usize| {
        // Up to half a turn either way, where the series are short.
        let part = i as f64 / count.max(1) as f64;
        let angle = std::f64::consts::TAU * if part > 0.5 { part - 1.0 } else { part };
        let (mut sine, mut cosine, mut term) = (0.0, 0.0, 1.0);
        for k in 0..24_u32 {
            match k % 4 {
                0 => cosine += term,
                1 => sine += term,
                2 => cosine -= term,
                _ => sine -= term,
            }
            term *= angle / f64::from(k + 1);
        }
        [sine, -cosine]
    };
    (0..count).map(corner).collect()
}

/// A circle, as good as one.
pub(super) fn circle([x, y]: Point, radius: f64) -> Vec<Point> {
    polygon(32).into_iter().map(|[right, down]| [x + radius * right, y + radius * down]).collect()
}
