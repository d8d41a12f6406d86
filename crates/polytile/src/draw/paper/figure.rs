//! A board or a piece as it is printed: its cells as polygons, layers beside and below each other.
//!
//! In: the cells, and what covers them. Out: paths and texts on a page, at any size of a cell; the measures are in steps of the
//! lattice, so that whoever lays out a page scales them. Names stand in the cell nearest to the middle of their piece, and only
//! where they can be read. Cost: linear in the cells.

use super::page::{Anchor, GREY, Page, PageItem};
use crate::board::{Cell, Lattice, Region};
use crate::draw::colouring::unstopped;
use crate::draw::polygons::{Loop, Polygons, middle, nearest, radius};
use crate::draw::{ink_on, typeface};
use crate::pieces::Colour;
use crate::run::{Control, Progress, Pulse, Stopped};

/// The smallest letters that are printed, in millimetres.
const LEGIBLE: f64 = 1.5;
/// Widths of lines in millimetres: between cells, around pieces, around the board.
const LINES: [f64; 3] = [0.1, 0.35, 0.5];
/// What a board encloses and no piece may cover.
const SHADE: Colour = [0xBB; 3];

/// A piece as it lies on a figure.
#[derive(Clone, Debug)]
struct Shape {
    name: String,
    colour: Colour,
    /// The numbers of its cells.
    cells: Vec<usize>,
}

/// A board or a piece.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    lattice: Lattice,
    cells: Vec<Cell>,
    polygons: Polygons,
    shapes: Vec<Shape>,
    /// The corner up and left of each layer, and what it is called, where there are several.
    layers: Vec<([f64; 2], u32)>,
    /// Whether rows and columns bear their numbers.
    coordinates: bool,
    /// Cells that bear a dot.
    dotted: Vec<usize>,
    /// The holes of a board, which are shaded: a white one of a single cell would look like a cell.
    holes: Vec<Loop>,
    /// Width and height in steps.
    pub size: [f64; 2],
}

impl Figure {
    /// The figure of these cells, with this many layers side by side.
    pub fn new(lattice: Lattice, mut cells: Vec<Cell>, across: u32, coordinates: bool) -> Self {
        cells.sort_unstable();
        let outlines: Vec<Loop> = cells.iter().map(|&cell| lattice.outline(cell, 0.0)).collect();
        let points = || outlines.iter().flatten();
        let least = |axis: usize| points().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
        let most = |axis: usize| points().map(|p| p[axis]).fold(f64::NEG_INFINITY, f64::max);
        let low = [least(0), least(1)];
        let layers = cells.iter().map(|cell| cell.layer).max().unwrap_or(0) + 1;
        let across = across.clamp(1, layers);
        let labelled = coordinates && matches!(lattice, Lattice::Square | Lattice::Cube);
        let before = f64::from(u8::from(labelled));
        // The name of a layer stands above its coordinates.
        let above = before + f64::from(u8::from(layers > 1));
        let apart = f64::from(u8::from(layers > 1));
        let one = [most(0) - low[0] + before, most(1) - low[1] + above];
        let corner = |layer: u32| {
            let (row, col) = (f64::from(layer / across), f64::from(layer % across));
            [col * (one[0] + apart) + before, row * (one[1] + apart) + above]
        };
        let mut polygons = Polygons::default();
        for (outline, cell) in outlines.iter().zip(&cells) {
            let at = corner(cell.layer);
            let moved: Loop =
                outline.iter().map(|p| [p[0] - low[0] + at[0], p[1] - low[1] + at[1]]).collect();
            polygons.add(&moved);
        }
        let (rows, cols) = (f64::from(layers.div_ceil(across)), f64::from(across));
        let size = [cols * (one[0] + apart) - apart, rows * (one[1] + apart) - apart];
        let named = (0..layers).filter(|_| layers > 1).map(|layer| (corner(layer), layer)).collect();
        let (shapes, dotted, holes) = (Vec::new(), Vec::new(), Vec::new());
        Figure { lattice, cells, polygons, shapes, layers: named, coordinates, dotted, holes, size }
    }

    /// The board, its layers such that it is as large as can be in a room of these proportions.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn of_board(
        region: &Region,
        room: [f64; 2],
        coordinates: bool,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let cells: Vec<Cell> = region.cells().collect();
        let made = |across| Figure::new(region.lattice(), cells.clone(), across, coordinates);
        let fits = |figure: &Figure| (room[0] / figure.size[0]).min(room[1] / figure.size[1]);
        let layers = region.layers().max(1);
        let mut best = made(1);
        for across in 2..=layers.min(32) {
            control.check(Progress::Preparation { steps: across.into() })?;
            let next = made(across);
            if fits(&next) > fits(&best) {
                best = next;
            }
        }
        best.dotted = (0..cells.len()).filter(|&i| region.is_optional(best.cells[i])).collect();
        Ok(best.with_holes())
    }

    /// The figure of a board, whose holes are shaded.
    #[must_use]
    pub fn with_holes(mut self) -> Self {
        self.holes = self.polygons.holes();
        self
    }

    /// Lays a piece on these cells.
    pub fn lay(&mut self, name: impl Into<String>, colour: Colour, on: &[Cell]) {
        let shape = self.shapes.len() as u32;
        let cells: Vec<usize> = on.iter().filter_map(|cell| self.cells.binary_search(cell).ok()).collect();
        for &cell in &cells {
            self.polygons.own(cell, shape);
        }
        self.shapes.push(Shape { name: name.into(), colour, cells });
    }

    /// Draws it, its upper left corner at `at`, with cells of `cell` millimetres, and with those names that have room.
    pub fn draw(&self, at: [f64; 2], cell: f64, page: &mut Page) {
        self.draw_bare(at, cell, page);
        self.write_names(at, cell, page);
    }

    /// Writes the names of its pieces; whether all of them have room.
    pub fn write_names(&self, [x, y]: [f64; 2], cell: f64, page: &mut Page) -> bool {
        let place = |[a, b]: [f64; 2]| [x + a * cell, y + b * cell];
        // All are written, whatever one of them lacks.
        let left_out = self.shapes.iter().filter(|shape| !self.name(shape, cell, place, page)).count();
        left_out == 0
    }

    /// Whether the names of its pieces, with cells of `cell` millimetres, are at least so high.
    pub fn are_read(&self, cell: f64, least: f64) -> bool {
        let mut page = Page::default();
        let all = self.write_names([0.0; 2], cell, &mut page);
        let high = |item: &PageItem| {
            matches!(item, PageItem::Path(_)) || matches!(item, PageItem::Text(text) if text.size >= least)
        };
        all && page.items.iter().all(high)
    }

    /// Draws it without names.
    pub fn draw_bare(&self, [x, y]: [f64; 2], cell: f64, page: &mut Page) {
        let place = |[a, b]: [f64; 2]| [x + a * cell, y + b * cell];
        let placed = |around: &Loop| around.iter().copied().map(place).collect::<Loop>();
        let [thin, line, thick] = LINES;
        let mut covered = vec![None; self.cells.len()];
        for (number, shape) in self.shapes.iter().enumerate() {
            shape.cells.iter().for_each(|&i| covered[i] = Some(number));
        }
        // One by one, since one may lie in an island of another.
        for hole in &self.holes {
            page.path(vec![placed(hole)], Some(SHADE), None);
        }
        // Cells of an island in a hole lie over its shade.
        let white = Some([0xFF; 3]).filter(|_| !self.holes.is_empty());
        let free = (0..self.cells.len()).filter(|&i| covered[i].is_none());
        page.path(free.map(|i| placed(&self.polygons.corners(i))).collect(), white, Some((thin, GREY)));
        let control = Control::default();
        let outlines = unstopped(self.polygons.loops(self.shapes.len(), &Pulse::preparing(&control)));
        for (shape, loops) in self.shapes.iter().zip(outlines) {
            let loops: Vec<Loop> = loops.iter().map(placed).collect();
            page.path(loops.clone(), Some(shape.colour), None);
            let inner = shape.cells.iter().map(|&i| placed(&self.polygons.corners(i))).collect();
            page.path(inner, None, Some((thin, faint(shape.colour))));
            page.path(loops, None, Some((line, [0; 3])));
        }
        page.path(self.polygons.border().iter().map(placed).collect(), None, Some((thick, [0; 3])));
        for &i in self.dotted.iter().filter(|&&i| covered[i].is_none()) {
            let [cx, cy] = place(middle(&self.polygons.corners(i)));
            let r = cell * 0.08;
            let dot = vec![[cx - r, cy], [cx, cy - r], [cx + r, cy], [cx, cy + r]];
            page.path(vec![dot], Some(GREY), None);
        }
        self.number(cell, place, &covered, page);
        for &([left, top], layer) in &self.layers {
            let size = (cell * 0.6).min(3.0);
            let above = if self.is_labelled() { 1.25 } else { 0.25 };
            page.text(place([left, top - above]), size, Anchor::Start, format!("layer {layer}"));
        }
    }

    /// Writes the name of a piece, if there is room.
    fn name(&self, shape: &Shape, cell: f64, place: impl Fn([f64; 2]) -> [f64; 2], page: &mut Page) -> bool {
        let middles: Vec<[f64; 2]> = shape.cells.iter().map(|&i| middle(&self.polygons.corners(i))).collect();
        let near = nearest(&middles).filter(|_| !shape.name.is_empty());
        let Some(near) = near else { return true };
        self.write(&shape.name, shape.cells[near], [cell, 1.1], ink_on(shape.colour), place, page)
    }

    /// Writes a text into the cell of this number, at most `most` times as high as the circle in it is wide, if it can be read.
    fn write(
        &self,
        text: &str,
        number: usize,
        [cell, most]: [f64; 2],
        colour: Colour,
        place: impl Fn([f64; 2]) -> [f64; 2],
        page: &mut Page,
    ) -> bool {
        let corners = self.polygons.corners(number);
        let centre = middle(&corners);
        let radius = radius(&corners) * cell;
        let wide = 1.8 * radius / typeface::width(text).max(0.1);
        let size = wide.min(most * radius);
        if size < LEGIBLE {
            return false;
        }
        let [x, y] = place(centre);
        page.inked([x, y + size * typeface::CAPITAL / 2.0], size, Anchor::Middle, colour, text);
        true
    }

    /// Whether the numbers of its rows and columns, if it has any, could be read with cells of `cell` millimetres.
    pub fn has_readable_edge(&self, cell: f64) -> bool {
        !self.is_labelled() || edge_size(cell) >= LEGIBLE
    }

    fn is_labelled(&self) -> bool {
        self.coordinates && matches!(self.lattice, Lattice::Square | Lattice::Cube)
    }

    /// Writes the numbers of rows and columns, or those of each cell that is free.
    fn number(
        &self,
        cell: f64,
        place: impl Fn([f64; 2]) -> [f64; 2],
        covered: &[Option<usize>],
        page: &mut Page,
    ) {
        if !self.coordinates {
            return;
        }
        if !self.is_labelled() {
            for (i, &at) in self.cells.iter().enumerate().filter(|(i, _)| covered[*i].is_none()) {
                let text = self.lattice.coordinates(at).to_string();
                self.write(&text, i, [cell, 0.8], GREY, &place, page);
            }
            return;
        }
        let single = [([1.0, 1.0], 0)];
        let layers = if self.layers.is_empty() { &single[..] } else { &self.layers };
        let size = edge_size(cell);
        let span = |of: fn(&Cell) -> u32| {
            let least = self.cells.iter().map(of).min().unwrap_or(0);
            (least, self.cells.iter().map(of).max().unwrap_or(0))
        };
        let (rows, cols) = (span(|cell| cell.row), span(|cell| cell.col));
        for &([left, top], _) in layers {
            for row in rows.0..=rows.1 {
                let [x, y] = place([left - 0.25, top + f64::from(row - rows.0) + 0.5]);
                page.inked([x, y + size * 0.36], size, Anchor::End, GREY, row.to_string());
            }
            for col in cols.0..=cols.1 {
                let at = place([left + f64::from(col - cols.0) + 0.5, top - 0.25]);
                page.inked(at, size, Anchor::Middle, GREY, col.to_string());
            }
        }
    }
}

/// The size of the numbers of rows and columns, in millimetres.
fn edge_size(cell: f64) -> f64 {
    (cell * 0.5).min(2.8)
}

/// A line within a piece of this colour, which is seen but does not look like its border.
fn faint(colour: Colour) -> Colour {
    let ink = ink_on(colour);
    [0, 1, 2].map(|i| ((3 * u32::from(colour[i]) + u32::from(ink[i])) / 4) as u8)
}
