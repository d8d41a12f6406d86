//! What a page is to whoever draws on it: rectangles, letters and scenes, in whole pixels from the top left.

use super::Scene;
use crate::pieces::Colour;

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

/// Something to draw on.
pub(super) trait Surface {
    /// Whether cells that are no squares have their true shape on it, and do not look like bricks.
    const POLYGONS: bool;
    /// Fills a rectangle.
    fn rect(&mut self, x: u32, y: u32, width: u32, height: u32, colour: Colour);
    /// Writes a line of text.
    fn text(&mut self, place: Text, text: &str);
    /// Draws a scene, each cell `cell` pixels wide and high.
    fn scene(&mut self, x: u32, y: u32, cell: u32, scene: &Scene);
}
