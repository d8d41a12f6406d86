//! A picture of cells that are not squares, as SVG.
//!
//! In: the polygons of the cells and who owns each. Out: a document that stands alone, one path per piece. The sides that two
//! cells of one piece share are dropped, and the others are joined into its outline; cells that meet have the same corners to a
//! thousandth of a step, so sides are compared by their corners. Cost: linear, apart from sorting the corners of each piece.

use crate::pieces::Colour;
use std::collections::HashMap;
use std::fmt::Write;

/// Pixels per step of a small board; larger ones are shrunk to [`SIDE`].
const STEP: f64 = 40.0;
const SIDE: f64 = 1600.0;
/// Corners are kept in thousandths of a step.
const FINE: f64 = 1000.0;

/// A corner, in thousandths of a step: to the right, and down.
type Point = (i64, i64);

/// The cells of a picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Polygons {
    /// The corners of each cell, clockwise.
    cells: Vec<Vec<Point>>,
    /// The shape that covers it, if one does.
    owners: Vec<Option<u32>>,
}

impl Polygons {
    /// Adds a cell that nobody owns.
    pub fn add(&mut self, corners: &[[f64; 2]]) {
        let fine = |n: f64| (n * FINE).round() as i64;
        let mut corners: Vec<Point> = corners.iter().map(|&[x, y]| (fine(x), fine(y))).collect();
        let next = corners.iter().cycle().skip(1);
        let area: i64 = corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
        if area < 0 {
            corners.reverse();
        }
        self.cells.push(corners);
        self.owners.push(None);
    }

    /// Gives a cell, by its number, to a shape.
    pub fn own(&mut self, cell: usize, shape: u32) {
        self.owners[cell] = Some(shape);
    }

    /// The picture as an SVG document: shapes in these colours, and a title as XML has it.
    pub fn svg(&self, colours: &[Colour], title: Option<&str>) -> String {
        let points = || self.cells.iter().flatten();
        let least = |of: fn(&Point) -> i64| points().map(of).min().unwrap_or(0);
        let most = |of: fn(&Point) -> i64| points().map(of).max().unwrap_or(0);
        let (left, top) = (least(|p| p.0), least(|p| p.1));
        let size = |from: i64, to: i64| (to - from) as f64 / FINE + 0.1;
        let (width, height) = (size(left, most(|p| p.0)), size(top, most(|p| p.1)));
        let step = STEP.min(SIDE / width.max(height));
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\">\n",
            (width * step).ceil(),
            (height * step).ceil(),
            number(left as f64 / FINE - 0.05),
            number(top as f64 / FINE - 0.05),
            number(width),
            number(height),
        );
        // Writing to a string cannot fail.
        if let Some(title) = title {
            let _ = writeln!(text, "<title>{title}</title>");
        }
        let free = self.cells.iter().zip(&self.owners).filter(|(_, owner)| owner.is_none());
        let free: String = free.map(|(corners, _)| path(corners)).collect();
        if !free.is_empty() {
            let _ = writeln!(text, "<path fill=\"#ddd\" d=\"{free}\"/>");
        }
        text.push_str("<g stroke=\"#000\" stroke-width=\".06\" stroke-linejoin=\"round\">\n");
        for ([r, g, b], outline) in colours.iter().zip(self.outlines(colours.len())) {
            let _ = writeln!(text, "<path fill=\"#{r:02x}{g:02x}{b:02x}\" d=\"{outline}\"/>");
        }
        text.push_str("</g>\n</svg>\n");
        text
    }

    /// The outline of each shape.
    fn outlines(&self, shapes: usize) -> Vec<String> {
        let mut sides: Vec<HashMap<Point, Vec<Point>>> = vec![HashMap::new(); shapes];
        for (corners, owner) in self.cells.iter().zip(&self.owners) {
            let Some(sides) = owner.and_then(|owner| sides.get_mut(owner as usize)) else { continue };
            for (&from, &to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                // A neighbour goes along the same side in the other direction.
                let shared = sides.get_mut(&to).and_then(|ends| {
                    let at = ends.iter().position(|&end| end == from)?;
                    Some(ends.swap_remove(at))
                });
                if shared.is_none() {
                    sides.entry(from).or_default().push(to);
                }
            }
        }
        sides.into_iter().map(outline).collect()
    }
}

/// The loops that sides make.
fn outline(mut sides: HashMap<Point, Vec<Point>>) -> String {
    let mut starts: Vec<Point> = sides.keys().copied().collect();
    starts.sort_unstable();
    let mut outline = String::new();
    for start in starts {
        while let Some(mut at) = sides.get_mut(&start).and_then(Vec::pop) {
            let mut around = vec![start];
            while at != start {
                around.push(at);
                // As many sides end at a corner as begin there.
                let Some(next) = sides.get_mut(&at).and_then(Vec::pop) else { break };
                at = next;
            }
            outline += &path(&around);
        }
    }
    outline
}

/// A closed path through these corners, straight stretches as one.
fn path(corners: &[Point]) -> String {
    let count = corners.len();
    let bends = |i: usize| {
        let (a, b, c) = (corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count]);
        let (u, v) = ((b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1));
        // Corners are off by up to half a thousandth, and so are the ends of steps.
        (u.0 * v.1 - u.1 * v.0).abs() > 4 * (u.0.abs() + u.1.abs())
    };
    let mut text = String::new();
    for (i, &(x, y)) in corners.iter().enumerate() {
        if bends(i) {
            let to = if text.is_empty() { 'M' } else { 'L' };
            let _ = write!(text, "{to}{} {}", number(x as f64 / FINE), number(y as f64 / FINE));
        }
    }
    text + "z"
}

/// A number with up to three digits after the point.
fn number(n: f64) -> String {
    let text = format!("{n:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Lattice};

    #[test]
    fn sides_within_a_piece_go_away() {
        let mut polygons = Polygons::default();
        for col in 0..3 {
            polygons.add(&Lattice::Triangle.outline(Cell::new(0, col), 0.0));
            polygons.own(col as usize, 0);
        }
        // A trapezoid: one long side, one short one.
        assert_eq!(polygons.outlines(1), ["M0 0L0.5 -0.866L1.5 -0.866L2 0z"]);
        let mut hexagon = Polygons::default();
        hexagon.add(&Lattice::Hex.outline(Cell::new(0, 0), 0.0));
        hexagon.own(0, 0);
        assert_eq!(hexagon.outlines(1)[0].matches(['M', 'L']).count(), 6);
    }
}
