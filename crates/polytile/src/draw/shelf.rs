//! Pieces side by side, as on a shelf, each above its name: in letters and as a picture.
//!
//! In: pieces with what stands below each. Out: text, SVG or PNG, in rows of about the same width, all pieces of a row on one
//! ground. Cost: linear in the cells.

use super::colour;
use super::error::DrawError;
use super::heading::Heading;
use super::scene::Owner;
use super::surface::{self, Anchor, Surface, Svg, Text};
use super::{PictureOptions, Scene, font};
use crate::pieces::{Colour, Polyform};

/// A piece on a shelf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What stands below it.
    pub label: String,
    /// The piece as it lies.
    pub shape: Polyform,
    /// Its colour, where it has one of its own.
    pub colour: Option<Colour>,
}

/// Pixels of the side of a cell, between pieces, and around all.
const CELL: u32 = 24;
const GAP: u32 = 16;
/// The width of a row in pixels.
const WIDTH: u64 = 800;
/// Pixels of the name below a piece, with what is above it.
const BELOW: u32 = font::HEIGHT + 6;

/// Puts things of these widths into rows of width `limit`, one after the other, `gap` apart.
fn rows<T>(
    things: impl IntoIterator<Item = T>,
    width: impl Fn(&T) -> u64,
    gap: u64,
    limit: u64,
) -> Vec<Vec<T>> {
    let mut rows: Vec<Vec<T>> = Vec::new();
    let mut used = 0;
    for thing in things {
        let own = width(&thing);
        match rows.last_mut() {
            Some(row) if used + gap + own <= limit => {
                row.push(thing);
                used += gap + own;
            }
            _ => {
                rows.push(vec![thing]);
                used = own;
            }
        }
    }
    rows
}

/// The pieces, each above its name, in lines of at most `limit` characters; layers of solid ones side by side.
pub fn text(pieces: &[Shown], limit: usize) -> String {
    let scenes =
        pieces.iter().map(|piece| (Scene::of_piece(&piece.label, &piece.shape), piece.label.as_str()));
    let lines = rows(scenes, |piece| width(piece) as u64, 3, limit as u64);
    lines.iter().map(|line| text_line(line)).collect::<Vec<_>>().join("\n")
}

fn width(piece: &(Scene, &str)) -> usize {
    (2 * piece.0.cols() as usize).max(piece.1.chars().count())
}

fn text_line(pieces: &[(Scene, &str)]) -> String {
    let height = pieces.iter().map(|(scene, _)| scene.rows()).max().unwrap_or(0);
    let mut text = String::new();
    let mut push = |parts: Vec<String>| {
        text.push_str(parts.concat().trim_end());
        text.push('\n');
    };
    for row in 0..height {
        push(pieces.iter().map(|p| format!("{:1$}   ", cells(&p.0, row, height), width(p))).collect());
    }
    push(pieces.iter().map(|p| format!("{:1$}   ", p.1, width(p))).collect());
    text
}

/// One row of a piece. All pieces stand on the same ground, so the shorter ones begin lower.
fn cells(scene: &Scene, row: u32, height: u32) -> String {
    let Some(row) = (row + scene.rows()).checked_sub(height) else { return String::new() };
    let cell = |col| if scene.owner(row, col) == Owner::Hole { "  " } else { "[]" };
    (0..scene.cols()).map(cell).collect()
}

/// A picture of pieces.
#[derive(Clone, Debug)]
pub struct Shelf {
    pieces: Vec<(Scene, String)>,
    title: Option<String>,
    options: PictureOptions,
}

/// Where the pieces stand: their left ends and the ground below each; and the size of it all.
struct Layout {
    heading: Heading,
    places: Vec<[u64; 2]>,
    size: [u64; 2],
}

impl Shelf {
    /// The picture of these pieces, under a title. Pieces without a colour take those of [`PALETTE`](super::PALETTE) in order.
    pub fn new(pieces: &[Shown], title: Option<String>) -> Self {
        let colours = colour::by_kind(&pieces.iter().map(|piece| piece.colour).collect::<Vec<_>>());
        let scene = |(piece, colour): (&Shown, Colour)| {
            (Scene::of_piece(&piece.label, &piece.shape).painted(colour), piece.label.clone())
        };
        Shelf {
            pieces: pieces.iter().zip(colours).map(scene).collect(),
            title,
            options: PictureOptions::default(),
        }
    }

    /// This picture drawn as these options say.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        let scenes = self.pieces.into_iter();
        self.pieces = scenes.map(|(scene, label)| (scene.with_options(options), label)).collect();
        self
    }

    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        let layout = self.layout();
        let mut svg = Svg::default();
        self.draw(&layout, &mut svg);
        let [width, height] = layout.size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        Svg::head(width, height, self.title.as_deref(), self.options) + &svg.text + Svg::TAIL
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let layout = self.layout();
        surface::png(layout.size, self.options, |page| self.draw(&layout, page))
    }

    fn layout(&self) -> Layout {
        let (gap, cell) = (u64::from(GAP), self.options.cell_or(|| CELL));
        let below = if self.options.has_labels(true) { u64::from(BELOW) } else { 0 };
        let name = |piece: &(Scene, String)| if below > 0 { u64::from(font::width(&piece.1)) + 2 } else { 0 };
        let size = |piece: &(Scene, String)| {
            let [wide, high] = surface::size(&piece.0, cell);
            [wide.max(name(piece)), high]
        };
        let (mut places, mut ground, mut widest) = (Vec::new(), 0, 0);
        for row in rows(&self.pieces, |piece| size(piece)[0], gap, WIDTH) {
            let mut left = gap;
            ground += row.iter().map(|piece| size(piece)[1]).max().unwrap_or(0);
            for piece in row {
                places.push([left, ground]);
                left += size(piece)[0] + gap;
            }
            widest = widest.max(left - 2 * gap);
            ground += below + gap;
        }
        let heading = Heading::new(self.title.as_deref(), widest);
        let head = if self.title.is_some() { 2 * gap + u64::from(heading.height()) } else { gap };
        for place in &mut places {
            place[1] += head;
        }
        let size = [widest.max(heading.width()) + 2 * gap, head + ground];
        Layout { heading, places, size }
    }

    fn draw<S: Surface>(&self, layout: &Layout, surface: &mut S) {
        layout.heading.draw([GAP; 2], Anchor::Start, surface);
        let cell = self.options.cell_or(|| CELL);
        for ((scene, label), [left, ground]) in self.pieces.iter().zip(&layout.places) {
            let [wide, high] = surface::size(scene, cell);
            let (x, y) = (*left as u32, (*ground - high) as u32);
            surface::bare(scene, [x, y], cell, surface);
            if !self.options.has_labels(true) {
                continue;
            }
            let below = Text::at(x, y + high as u32 + BELOW - font::HEIGHT, 1);
            let fits = u64::from(font::width(label)) <= wide;
            let middle = Text { x: x + wide as u32 / 2, anchor: Anchor::Middle, ..below };
            surface.text(if fits { middle } else { below }, label);
        }
    }
}
