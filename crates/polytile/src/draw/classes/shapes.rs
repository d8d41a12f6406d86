//! The shapes of moved regions, and the sets of pieces that fill them.

use super::{GAP, LINE, titled, wide};
use crate::board::{Cell, Topology};
use crate::classes::{Relations, Shape, Tilings};
use crate::draw::heading::Heading;
use crate::draw::surface::{self, Anchor, Pen, Point, Surface, Svg, Text};
use crate::draw::{DrawError, PictureOptions};

/// A row of the table: a shape, and lines of text beside it.
#[derive(Clone, Debug)]
struct Row {
    shape: Shape,
    lines: Vec<String>,
}

/// A table of shapes.
#[derive(Clone, Debug)]
pub struct ShapeTable {
    title: String,
    rows: Vec<Row>,
    options: PictureOptions,
}

/// Where things are.
struct Layout {
    heading: Heading,
    /// The corner of each row.
    corners: Vec<[u32; 2]>,
    /// From the corner of a row to its text.
    indent: u32,
    page: [u64; 2],
}

/// Pixels of a cell.
const CELL: u32 = 7;
/// How high a column may become.
const HIGH: u32 = 2400;

impl ShapeTable {
    /// An empty table.
    pub fn new(title: impl Into<String>) -> Self {
        ShapeTable { title: title.into(), rows: Vec::new(), options: PictureOptions::default() }
    }

    /// The shapes of the regions that relations move, with the pieces that fill them, for a puzzle of this title.
    pub fn of_relations(tilings: &Tilings, relations: &Relations, puzzle: Option<&str>) -> Self {
        let problem = tilings.problem();
        let shapes = relations.moved_shapes(tilings);
        // The shapes are told apart by the isometries of the plane, as the cells are drawn.
        let drawn = if problem.region.topology() == Topology::Plane {
            ""
        } else {
            ", as they lie on the board cut open"
        };
        let what = format!("{} shapes of moved regions{drawn}", shapes.len());
        let mut table = ShapeTable::new(titled(puzzle, what));
        for moved in shapes {
            let pairs = if moved.pairs == 1 { "1 pair".to_owned() } else { format!("{} pairs", moved.pairs) };
            let mut lines = vec![format!("{pairs}, by {}", moved.rules)];
            for (pieces, count) in &moved.fillings {
                let names: Vec<&str> =
                    pieces.iter().map(|&p| problem.pieces[p as usize].name.as_str()).collect();
                lines.push(format!("{count} x {}", names.join(" ")));
            }
            table.add(moved.shape, lines);
        }
        table
    }

    /// Adds a shape, with lines of text beside it.
    pub fn add(&mut self, shape: Shape, lines: Vec<String>) {
        self.rows.push(Row { shape, lines });
    }

    /// This table drawn as these options say: of these shapes nothing has a name, and no board has rows and columns.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// The table as an SVG document, in columns from top to bottom.
    pub fn svg(&self) -> String {
        let layout = self.layout();
        let mut svg = Svg::default();
        self.draw(&layout, &mut svg);
        // Pictures that are too many for these numbers do not fit into memory.
        let [width, height] = layout.page.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        Svg::head(width, height, Some(&self.title), self.options) + &svg.text + Svg::TAIL
    }

    /// The table as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let layout = self.layout();
        surface::png(layout.page, self.options, |page| self.draw(&layout, page))
    }

    fn cell(&self) -> u32 {
        self.options.cell_or(|| CELL)
    }

    fn layout(&self) -> Layout {
        let sizes: Vec<[u32; 2]> = self.rows.iter().map(|row| outlines(&row.shape, self.cell()).1).collect();
        let shape_wide = sizes.iter().map(|size| size[0]).max();
        let text_wide = self.rows.iter().flat_map(|row| &row.lines).map(|line| wide(line)).max();
        let indent = shape_wide.unwrap_or(0) + GAP;
        let column = indent + text_wide.unwrap_or(0) + 2 * GAP;
        // Below the title, which is as wide as they are together.
        let (mut x, mut y, mut deepest) = (GAP, 0, 0);
        let mut corners = Vec::new();
        for (row, [_, high]) in self.rows.iter().zip(sizes) {
            let height = high.max(row.lines.len() as u32 * LINE) + GAP;
            if y + height > HIGH && y > 0 {
                (x, y) = (x + column, 0);
            }
            corners.push([x, y]);
            y += height;
            deepest = deepest.max(y);
        }
        let heading = Heading::new(Some(&self.title), u64::from(x + column - 2 * GAP));
        let head = 2 * GAP + heading.height();
        for corner in &mut corners {
            corner[1] += head;
        }
        let width = u64::from(x + column).max(heading.width() + 2 * u64::from(GAP));
        Layout { heading, corners, indent, page: [width, u64::from(head + deepest)] }
    }

    fn draw(&self, layout: &Layout, surface: &mut impl Surface) {
        layout.heading.draw([GAP; 2], Anchor::Start, surface);
        for (row, &[x, y]) in self.rows.iter().zip(&layout.corners) {
            for polygon in outlines(&row.shape, self.cell()).0 {
                let corner = |[right, down]: Point| [f64::from(x) + right, f64::from(y) + down];
                let polygon: Vec<Point> = polygon.into_iter().map(corner).collect();
                surface.area(&polygon, [0x56, 0xB4, 0xE9], Some(Pen::new([0; 3], 0.6)));
            }
            for (i, line) in (0..).zip(&row.lines) {
                surface.text(Text::at(x + layout.indent, y + i * LINE, 1), line);
            }
        }
    }
}

/// The cells of a shape as polygons, and how wide and how high they are together, in pixels.
fn outlines(shape: &Shape, side: u32) -> (Vec<Vec<Point>>, [u32; 2]) {
    // Layers stand side by side, a cell apart.
    let wide = shape.cells().iter().map(|cell| cell.col / shape.lattice().kinds() + 2).max().unwrap_or(0);
    let outline = |&cell: &Cell| shape.lattice().outline(cell, wide.into());
    let mut polygons: Vec<Vec<Point>> = shape.cells().iter().map(outline).collect();
    let corners = || polygons.iter().flatten().copied();
    let least = corners().fold([f64::MAX; 2], |least, at| [least[0].min(at[0]), least[1].min(at[1])]);
    let scaled = |[x, y]: [f64; 2]| [(x - least[0]) * f64::from(side), (y - least[1]) * f64::from(side)];
    let most = corners().map(scaled).fold([0.0_f64; 2], |most, at| [most[0].max(at[0]), most[1].max(at[1])]);
    for corner in polygons.iter_mut().flatten() {
        *corner = scaled(*corner);
    }
    (polygons, most.map(|side| side.ceil() as u32))
}
