//! Boards whose cells bear marks, side by side above a legend.
//!
//! In: panels, each with a caption and a colour and a mark per cell, and the lines of a legend. Out: text, SVG or PNG; in pictures
//! hexagons and triangles have their shape. It is what heat maps and weights have in common. Cost: linear in the cells of all panels.

use super::colour::ink_on;
use super::error::DrawError;
use super::heading::Heading;
use super::legend::{Entry, LINE, Legend};
use super::notes::{Notes, coordinates, edge};
use super::places::Places;
use super::polygons::{Polygons, middle};
use super::raster::BLACK;
use super::surface::{self, Anchor, Pen, Point, Surface, Svg, Text, circle};
use super::{PictureOptions, Scene, font};
use crate::board::{Cell, Region, Spot};
use crate::pieces::Colour;

/// One cell.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) colour: Colour,
    /// What it bears in a picture.
    pub(super) label: String,
    /// What stands for it in text.
    pub(super) text: String,
}

/// One board.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    pub(super) caption: String,
    /// By the indices of the cells.
    pub(super) marks: Vec<Mark>,
}

/// Panels of one region, and what they mean.
#[derive(Clone, Debug)]
pub(super) struct Panels<'a> {
    pub(super) region: &'a Region,
    pub(super) list: Vec<Panel>,
    /// The cells of a piece that lies on each panel of a picture, sorted, by their indices.
    pub(super) laid: &'a [u32],
    pub(super) title: Option<&'a str>,
    pub(super) options: PictureOptions,
    pub(super) legend: Vec<Entry>,
    /// The lines below the text.
    pub(super) text_legend: Vec<String>,
}

/// The colour of a piece that lies on a panel: vermilion, as in the palette.
const LAID: Colour = [213, 94, 0];
/// The pixels of its edge.
const EDGE: u32 = 1;
const GAP: u32 = 16;
/// Columns of text.
const WIDTH: usize = 80;
/// Pixels that the lines below a single board have at least.
const SENTENCES: u64 = 320;

/// Pixels of a cell, where nobody asks for others: a board that stands alone has room for larger ones.
fn side(longest: u32, boards: usize) -> u32 {
    match longest {
        ..=16 if boards == 1 => 33,
        ..=32 if boards == 1 => 25,
        ..=60 => 17,
        _ => 9,
    }
}

/// Where things are.
struct Layout {
    heading: Heading,
    legend: Legend,
    columns: u32,
    cell: u32,
    /// Pixels per pixel of a letter in a cell.
    letters: u32,
    /// Left of each panel and above it.
    margin: [u32; 2],
    pitch: [u64; 2],
    width: u64,
    /// Where the panels begin, where the legend begins, and where the page ends.
    heights: [u64; 3],
}

/// A line broken between words into lines of `width` columns.
fn filled(line: &str, width: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += length;
    }
    text + "\n"
}

impl Panels<'_> {
    /// The panels in text, as many side by side as 80 columns hold.
    pub(super) fn text(&self) -> String {
        let legend = self.text_legend.iter().map(|line| format!("{line}\n"));
        self.boards(WIDTH).1 + &legend.collect::<String>()
    }

    /// The text for `width` columns, the lines below broken anew; nothing when a board does not fit.
    pub(super) fn text_within(&self, width: usize) -> Option<String> {
        let (widest, boards) = self.boards(width);
        let legend = self.text_legend.iter().map(|line| filled(line, width));
        (widest <= width).then(|| boards + &legend.collect::<String>())
    }

    /// The panels in text, as many side by side as `width` columns hold, and how wide one is.
    fn boards(&self, width: usize) -> (usize, String) {
        let marks = || self.list.iter().flat_map(|panel| &panel.marks);
        let wide = marks().map(|mark| mark.text.chars().count()).max().unwrap_or(1);
        let places = Places::of(self.region);
        let (rows, cols) = places.size();
        let (rows, cols) = (rows as usize, cols as usize);
        let mut cells = vec![None; rows * cols];
        for (index, cell) in self.region.cells().enumerate() {
            let (row, within) = places.of_cell(cell);
            cells[row as usize * cols + within.start as usize] = Some(index);
        }
        let board = cols * (wide + 1) - 1;
        let captions = self.list.iter().map(|panel| panel.caption.chars().count());
        let panel = captions.max().unwrap_or(0).max(board);
        let columns = ((width + 3) / (panel + 3)).max(1);
        let mut text = String::new();
        if let Some(title) = self.title {
            text.push_str(title);
            text.push_str("\n\n");
        }
        for panels in self.list.chunks(columns) {
            if panels.iter().any(|panel| !panel.caption.is_empty()) {
                push_line(&mut text, panels.iter().map(|panel| panel.caption.clone()), panel);
            }
            for row in cells.chunks(cols.max(1)) {
                let lines = panels.iter().map(|panel| {
                    let marks = row.iter().map(|index| {
                        let mark = index.map_or("", |index: usize| panel.marks[index].text.as_str());
                        format!("{mark:>wide$}")
                    });
                    marks.collect::<Vec<_>>().join(" ")
                });
                push_line(&mut text, lines, panel);
            }
            text.push('\n');
        }
        (panel, text)
    }

    /// The panels as an SVG document.
    pub(super) fn svg(&self) -> String {
        let layout = self.layout();
        let mut svg = Svg::default();
        self.draw(&layout, &mut svg);
        // Regions have sides of at most 2^31 cells; what would not fit would not fit into memory either.
        let head = Svg::head(layout.width as u32, layout.heights[2] as u32, self.title, self.options);
        head + &svg.text + Svg::TAIL
    }

    /// The panels as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub(super) fn png(&self) -> Result<Vec<u8>, DrawError> {
        let layout = self.layout();
        surface::png([layout.width, layout.heights[2]], self.options, |page| self.draw(&layout, page))
    }

    fn layout(&self) -> Layout {
        let marks = self.list.iter().flat_map(|panel| &panel.marks);
        let label = marks.map(|mark| font::width(&mark.label)).max().unwrap_or(0);
        let label = if self.options.has_labels(true) { label } else { 0 };
        let places = Places::of(self.region);
        let (rows, cols) = places.size();
        let usual = || (label + 5).max(side(rows.max(cols), self.list.len()));
        let cell = self.options.cell_or(usual);
        let letters = (2 * cell / (3 * font::HEIGHT)).min((cell - 1) / (label + 4)).max(1);
        let Notes { margin, .. } = edge(places, [0; 2], cell, self.options);
        let caption = self.list.iter().map(|panel| font::width(&panel.caption)).max().unwrap_or(0);
        let board = |cells: u32| u64::from(cells) * u64::from(cell) + 1;
        let bare = Scene::bare(self.region);
        let size =
            if bare.polygons().is_some() { surface::size(&bare, cell) } else { [board(cols), board(rows)] };
        let has_captions = self.list.iter().any(|panel| !panel.caption.is_empty());
        let above = u64::from(if has_captions { LINE } else { 0 });
        let [left, top] = margin.map(u64::from);
        let pitch = [
            (left + size[0]).max(u64::from(caption)) + u64::from(GAP),
            above + top + size[1] + u64::from(GAP),
        ];
        let count = self.list.len().max(1) as u64;
        // About as wide as it is high.
        let columns = (1..=count).find(|n| n * pitch[0] >= count.div_ceil(*n) * pitch[1]).unwrap_or(count);
        let gap = u64::from(GAP);
        let room = columns * pitch[0] - gap;
        // Sentences below a small board may be wider than it.
        let room = if self.list.len() == 1 { room.max(SENTENCES) } else { room };
        let heading = Heading::new(self.title, room);
        let legend = Legend::new(&self.legend, room);
        let text = u64::from(legend.width()).max(heading.width()) + 2 * gap;
        let head = gap + if self.title.is_some() { u64::from(heading.height()) + gap } else { 0 };
        let foot = head + count.div_ceil(columns) * pitch[1];
        let end = foot + legend.height() + gap;
        let width = (columns * pitch[0] + gap).max(text);
        let (columns, heights) = (columns as u32, [head, foot, end]);
        Layout { heading, legend, columns, cell, letters, margin, pitch, width, heights }
    }

    fn draw(&self, layout: &Layout, surface: &mut impl Surface) {
        layout.heading.draw([GAP; 2], Anchor::Start, surface);
        let [head, foot, _] = layout.heights;
        let places = Places::of(self.region);
        let bare = Scene::bare(self.region);
        for (i, panel) in self.list.iter().enumerate() {
            let (row, col) = (i as u64 / u64::from(layout.columns), i as u64 % u64::from(layout.columns));
            let mut x = GAP + (col * layout.pitch[0]) as u32;
            let mut y = (head + row * layout.pitch[1]) as u32;
            if !panel.caption.is_empty() {
                surface.text(Text::at(x, y, 1), &panel.caption);
            }
            if self.list.iter().any(|panel| !panel.caption.is_empty()) {
                y += LINE;
            }
            (x, y) = (x + layout.margin[0], y + layout.margin[1]);
            edge(places, [0; 2], layout.cell, self.options).draw([x, y], surface);
            if let Some(polygons) = bare.polygons() {
                self.fill(polygons, &panel.marks, [x, y], layout, surface);
                continue;
            }
            for (cell, mark) in self.region.cells().zip(&panel.marks) {
                // In the middle of its cell.
                let (row, within) = places.of_cell(cell);
                let left = x + (within.start + within.end - 1) * layout.cell / 2;
                let corner = [left, y + row * layout.cell];
                patch(corner, (layout.cell, layout.letters), mark.colour, &self.label(cell, mark), surface);
            }
            self.lay([x, y], layout.cell, surface);
        }
        layout.legend.draw([GAP, foot as u32], surface);
    }
}

impl Panels<'_> {
    /// What a cell bears in a picture.
    fn label(&self, cell: Cell, mark: &Mark) -> String {
        if self.options.has_labels(true) {
            return mark.label.clone();
        }
        let own = coordinates(self.region.lattice(), cell).filter(|_| self.options.has_coordinates());
        own.unwrap_or_default()
    }

    /// Draws the cells of a panel that begins here as polygons, and the piece that lies on it: a line from cell to cell.
    fn fill(
        &self,
        polygons: &Polygons,
        marks: &[Mark],
        [x, y]: [u32; 2],
        layout: &Layout,
        surface: &mut impl Surface,
    ) {
        let (low, step) = (polygons.bounds()[0], surface::STEP * f64::from(layout.cell));
        let place = |[right, down]: Point| {
            [f64::from(x) + 1.0 + (right - low[0]) * step, f64::from(y) + 1.0 + (down - low[1]) * step]
        };
        let corners = |cell: usize| -> Vec<Point> { polygons.corners(cell).into_iter().map(place).collect() };
        for (number, (cell, mark)) in self.region.cells().zip(marks).enumerate() {
            let corners = corners(number);
            surface.area(&corners, mark.colour, Some(Pen::new(BLACK, 1.0)));
            let [left, down] = middle(&corners);
            let middle = [left, 2.0 * down].map(|n| n.round() as u32);
            write(middle, (layout.cell, layout.letters), mark.colour, &self.label(cell, mark), surface);
        }
        let lattice = self.region.lattice();
        let laid: Vec<(Spot, Point)> = (0..)
            .zip(self.region.cells())
            .filter(|(index, _)| self.laid.binary_search(index).is_ok())
            .map(|(index, cell)| (lattice.spot(cell), middle(&corners(index as usize))))
            .collect();
        let width = f64::from(layout.cell) / 3.0;
        for (width, colour) in [(width + 2.0 * f64::from(EDGE), BLACK), (width, LAID)] {
            for &(spot, at) in &laid {
                surface.area(&circle(at, width / 2.0), colour, None);
                for &(_, to) in
                    laid.iter().filter(|(near, _)| lattice.ground().beside(spot).any(|n| n == *near))
                {
                    surface.line(&[at, to], Pen::new(colour, width));
                }
            }
        }
    }

    /// Draws the piece on the panel that begins here: a bar along its cells with an edge, which hides none of their colours.
    fn lay(&self, [x, y]: [u32; 2], cell: u32, surface: &mut impl Surface) {
        let places = Places::of(self.region);
        let third = cell / 3;
        let centre = |cell_of: Cell| {
            let (row, within) = places.of_cell(cell_of);
            [x + (within.start + within.end - 1) * cell / 2 + third, y + row * cell + third]
        };
        let width = cell - 2 * third + 1;
        let cells =
            (0..).zip(self.region.cells()).filter(|(index, _)| self.laid.binary_search(index).is_ok());
        let centres: Vec<[u32; 2]> = cells.map(|(_, cell)| centre(cell)).collect();
        // First the edge of all of it, so that none is between its cells.
        for (edge, colour) in [(EDGE, BLACK), (0, LAID)] {
            for &[left, top] in &centres {
                let beside = |by: [u32; 2]| centres.contains(&[left + by[0], top + by[1]]);
                let right = if beside([cell, 0]) { cell } else { 0 };
                let down = if beside([0, cell]) { cell } else { 0 };
                let (left, top, width) = (left - edge, top - edge, width + 2 * edge);
                surface.rect(left, top, width + right, width, colour);
                surface.rect(left, top, width, width + down, colour);
            }
        }
    }
}

/// Draws one cell of so many pixels, with letters of such a scale.
fn patch(
    [x, y]: [u32; 2],
    (cell, scale): (u32, u32),
    colour: Colour,
    label: &str,
    surface: &mut impl Surface,
) {
    surface.rect(x, y, cell + 1, cell + 1, BLACK);
    surface.rect(x + 1, y + 1, cell - 1, cell - 1, colour);
    write([x + cell / 2 + 1, 2 * y + cell + 1], (cell, scale), colour, label, surface);
}

/// Writes what a cell of so many pixels bears, in this column, and with its middle in half this row.
fn write(
    [x, twice]: [u32; 2],
    (cell, scale): (u32, u32),
    colour: Colour,
    label: &str,
    surface: &mut impl Surface,
) {
    // What is wider than the other labels, as coordinates can be, has small letters.
    let scale = if scale * font::width(label) < cell { scale } else { 1 };
    if !label.is_empty() && font::width(label) < cell {
        let place = Text {
            x,
            y: twice.saturating_sub(scale * font::HEIGHT) / 2,
            anchor: Anchor::Middle,
            scale,
            colour: ink_on(colour),
        };
        surface.text(place, label);
    }
}

/// Adds a line of columns `width` characters wide, three apart, without blanks at its end.
fn push_line(text: &mut String, columns: impl Iterator<Item = String>, width: usize) {
    let line: Vec<String> = columns.map(|column| format!("{column:width$}")).collect();
    text.push_str(line.join("   ").trim_end());
    text.push('\n');
}
