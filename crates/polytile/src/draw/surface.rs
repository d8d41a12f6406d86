//! A page on which pictures are put together from rectangles, letters and scenes.
//!
//! In: what to draw, in whole pixels from the top left. Out: SVG or pixels; whoever draws need not know which. A
//! page is drawn in bands from top to bottom, so that only one band of a long page is in memory.

use super::colouring::unstopped;
use super::raster::{Inks, Raster, side};
use super::svg::escaped;
use super::{Scene, font};
use crate::pieces::Colour;
use crate::run::Control;
use std::fmt::Write;

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
    /// Pixels per pixel of a letter of [`font`].
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
    /// Fills a rectangle.
    fn rect(&mut self, x: u32, y: u32, width: u32, height: u32, colour: Colour);
    /// Writes a line of text.
    fn text(&mut self, place: Text, text: &str);
    /// Draws a scene, each cell `cell` pixels wide and high.
    fn scene(&mut self, x: u32, y: u32, cell: u32, scene: &Scene);
}

/// The elements of an SVG document; its `y` counts from the top of the page.
#[derive(Default)]
pub(super) struct Svg {
    pub(super) text: String,
    /// Where the band begins.
    pub(super) top: u32,
}

impl Svg {
    /// What a document of this size begins with.
    pub(super) fn head(width: u32, height: u32, title: Option<&str>) -> String {
        let title = title.map(|title| format!("<title>{}</title>\n", escaped(title))).unwrap_or_default();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             {title}<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <g font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\">\n"
        )
    }

    /// What it ends with.
    pub(super) const TAIL: &str = "</g>\n</svg>\n";
}

/// A colour as SVG writes it.
fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

impl Surface for Svg {
    fn rect(&mut self, x: u32, y: u32, width: u32, height: u32, colour: Colour) {
        let y = y + self.top;
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            hex(colour)
        );
    }

    fn text(&mut self, place: Text, text: &str) {
        let anchor = match place.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
        };
        // A capital is about seven tenths of the size high.
        let _ = writeln!(
            self.text,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor} fill=\"{}\">{}</text>",
            place.x,
            self.top + place.y + font::HEIGHT * place.scale,
            10 * place.scale,
            hex(place.colour),
            escaped(text),
        );
    }

    fn scene(&mut self, x: u32, y: u32, cell: u32, scene: &Scene) {
        let y = y + self.top;
        let _ = writeln!(self.text, "<g transform=\"translate({x} {y}) scale({cell})\">");
        self.text.push_str(&unstopped(scene.svg_shapes(&Control::default())));
        self.text.push_str("</g>\n");
    }
}

/// A band of pixels.
pub(super) struct Pixels<'a> {
    width: usize,
    buffer: Vec<u32>,
    inks: &'a mut Inks,
}

impl<'a> Pixels<'a> {
    /// An empty band.
    pub(super) fn new(width: u32, height: u32, inks: &'a mut Inks) -> Self {
        let white = inks.number([255; 3]);
        Pixels { width: width as usize, buffer: vec![white; width as usize * height as usize], inks }
    }

    /// The pixels, row by row.
    pub(super) fn finish(self) -> Vec<u32> {
        self.buffer
    }

    fn fill(&mut self, x: u32, y: u32, width: u32, height: u32, ink: u32) {
        for row in (y as usize..).take(height as usize) {
            let start = row * self.width + (x as usize).min(self.width);
            let end = row * self.width + (x as usize + width as usize).min(self.width);
            if let Some(row) = self.buffer.get_mut(start..end) {
                row.fill(ink);
            }
        }
    }
}

impl Surface for Pixels<'_> {
    fn rect(&mut self, x: u32, y: u32, width: u32, height: u32, colour: Colour) {
        let ink = self.inks.number(colour);
        self.fill(x, y, width, height, ink);
    }

    fn text(&mut self, place: Text, text: &str) {
        let width = font::width(text) * place.scale;
        let mut x = match place.anchor {
            Anchor::Start => place.x,
            Anchor::Middle => place.x.saturating_sub(width / 2),
        };
        let ink = self.inks.number(place.colour);
        for letter in text.chars() {
            for (row, bits) in font::glyph(letter).into_iter().enumerate() {
                for col in (0..5).filter(|col| bits & (16 >> col) != 0) {
                    let (left, top) = (x + col * place.scale, place.y + row as u32 * place.scale);
                    self.fill(left, top, place.scale, place.scale, ink);
                }
            }
            x += font::ADVANCE * place.scale;
        }
    }

    fn scene(&mut self, x: u32, y: u32, cell: u32, scene: &Scene) {
        let raster = Raster::new(scene, cell, self.inks);
        let mut row = Vec::new();
        for line in 0..side(scene.rows(), cell) as usize {
            if !raster.repeats(line) {
                row.clear();
                raster.row(line, &mut row);
            }
            let start = (y as usize + line) * self.width + x as usize;
            if let Some(pixels) = self.buffer.get_mut(start..start + row.len()) {
                pixels.copy_from_slice(&row);
            }
        }
    }
}
