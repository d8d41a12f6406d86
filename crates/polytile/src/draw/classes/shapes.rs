//! The shapes of moved regions, and the sets of pieces that fill them.

use super::{GAP, HEAD, LINE, document, titled, wide};
use crate::board::{Cell, Topology};
use crate::classes::{Relations, Shape, Tilings};
use crate::draw::surface::{Surface, Svg, Text};
use std::fmt::Write;

/// A row of the table: a shape, and lines of text beside it.
struct Row {
    shape: Shape,
    lines: Vec<String>,
}

/// A table of shapes.
pub struct ShapeTable {
    title: String,
    rows: Vec<Row>,
}

/// Pixels of a cell.
const CELL: u32 = 7;
/// How high a column may become.
const HIGH: u32 = 2400;

impl ShapeTable {
    /// An empty table.
    pub fn new(title: impl Into<String>) -> Self {
        ShapeTable { title: title.into(), rows: Vec::new() }
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

    /// The table as an SVG document, in columns from top to bottom.
    pub fn svg(&self) -> String {
        let shape_wide = self.rows.iter().map(|row| outlines(&row.shape).1[0]).max();
        let text_wide = self.rows.iter().flat_map(|row| &row.lines).map(|line| wide(line)).max();
        let indent = shape_wide.unwrap_or(0) + GAP;
        let column = indent + text_wide.unwrap_or(0) + 2 * GAP;
        let (mut x, mut y, mut deepest) = (GAP, HEAD, HEAD);
        let mut svg = Svg::default();
        svg.text(Text::at(GAP, GAP, 2), &self.title);
        for row in &self.rows {
            let (polygons, [_, high]) = outlines(&row.shape);
            let height = high.max(row.lines.len() as u32 * LINE) + GAP;
            if y + height > HIGH && y > HEAD {
                (x, y) = (x + column, HEAD);
            }
            let mut path = String::new();
            for polygon in &polygons {
                for (mark, [right, down]) in std::iter::once('M').chain(std::iter::repeat('L')).zip(polygon) {
                    // Writing to a string cannot fail.
                    let _ = write!(
                        path,
                        "{mark}{} {}",
                        hundredths(f64::from(x) + right),
                        hundredths(f64::from(y) + down)
                    );
                }
                path.push('z');
            }
            let _ = writeln!(
                svg.text,
                "<path d=\"{path}\" fill=\"#56b4e9\" stroke=\"#000\" stroke-width=\".6\"/>"
            );
            for (i, line) in (0..).zip(&row.lines) {
                svg.text(Text::at(x + indent, y + i * LINE, 1), line);
            }
            y += height;
            deepest = deepest.max(y);
        }
        let width = (x + column).max(2 * GAP + 2 * wide(&self.title));
        document(width, deepest, &self.title, &svg)
    }
}

/// The cells of a shape as polygons, and how wide and how high they are together, in pixels.
fn outlines(shape: &Shape) -> (Vec<Vec<[f64; 2]>>, [u32; 2]) {
    // Layers stand side by side, a cell apart.
    let wide = shape.cells().iter().map(|cell| cell.col / shape.lattice().kinds() + 2).max().unwrap_or(0);
    let outline = |&cell: &Cell| shape.lattice().outline(cell, wide.into());
    let mut polygons: Vec<Vec<[f64; 2]>> = shape.cells().iter().map(outline).collect();
    let corners = || polygons.iter().flatten().copied();
    let least = corners().fold([f64::MAX; 2], |least, at| [least[0].min(at[0]), least[1].min(at[1])]);
    let scaled = |[x, y]: [f64; 2]| [(x - least[0]) * f64::from(CELL), (y - least[1]) * f64::from(CELL)];
    let most = corners().map(scaled).fold([0.0_f64; 2], |most, at| [most[0].max(at[0]), most[1].max(at[1])]);
    for corner in polygons.iter_mut().flatten() {
        *corner = scaled(*corner);
    }
    (polygons, most.map(|side| side.ceil() as u32))
}

/// A number with two digits behind the point at most.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
