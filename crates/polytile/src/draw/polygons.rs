//! Cells as polygons: the outlines of pieces, and a picture of cells that are not squares, as SVG.
//!
//! In: the polygons of the cells and who owns each. Out: the outline of each piece, and of all cells; the sides that pieces share,
//! each once; and the elements of a document, one path per piece. The sides that two cells of one piece share are dropped, and
//! the others are joined into its outline; cells that meet have the same corners to a millionth of a step, so sides are compared
//! by their corners. Cost: linear, apart from sorting the corners of each piece.

use super::svg::GRID;
use crate::pieces::Colour;
use crate::run::{Pulse, Stopped};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// Corners are kept in millionths of a step.
const FINE: f64 = 1_000_000.0;

/// A corner, in millionths of a step: to the right, and down.
type Point = (i64, i64);
/// A closed line through corners, in steps; what it goes around is on its right.
pub(super) type Loop = Vec<[f64; 2]>;

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

    /// The shape that a cell belongs to, if any.
    pub fn owner(&self, cell: usize) -> Option<u32> {
        self.owners[cell]
    }

    /// The least coordinates in steps, and the width and height from there.
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        let points = || self.cells.iter().flatten();
        let least = |of: fn(&Point) -> i64| points().map(of).min().unwrap_or(0);
        let most = |of: fn(&Point) -> i64| points().map(of).max().unwrap_or(0);
        let (low, high) = ((least(|p| p.0), least(|p| p.1)), (most(|p| p.0), most(|p| p.1)));
        [in_steps(low), in_steps((high.0 - low.0, high.1 - low.1))]
    }

    /// The elements of the picture, a step being the unit.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn elements(&self, colours: &[Colour], grid: bool, pulse: &Pulse<'_>) -> Result<String, Stopped> {
        let mut text = String::new();
        let free = self.open().map(|cell| {
            pulse.beat()?;
            Ok(path(&bends(&self.cells[cell]).map(in_steps).collect::<Loop>()))
        });
        let free = free.collect::<Result<String, Stopped>>()?;
        // Writing to a string cannot fail.
        if !free.is_empty() {
            let lines = if grid { GRID } else { "" };
            let _ = writeln!(text, "<path fill=\"#ddd\"{lines} d=\"{free}\"/>");
        }
        text.push_str("<g stroke=\"#000\" stroke-width=\".06\" stroke-linejoin=\"round\">\n");
        for ([r, g, b], loops) in colours.iter().zip(self.loops(colours.len(), pulse)?) {
            pulse.beats(loops.iter().map(|around| around.len() as u64).sum())?;
            let outline: String = loops.iter().map(|around| path(around)).collect();
            let _ = writeln!(text, "<path fill=\"#{r:02x}{g:02x}{b:02x}\" d=\"{outline}\"/>");
        }
        Ok(text + "</g>\n")
    }

    /// The corners of a cell, by its number, in steps.
    pub fn corners(&self, cell: usize) -> Loop {
        self.cells[cell].iter().copied().map(in_steps).collect()
    }

    /// The loops around each of so many shapes, clockwise, and counterclockwise around holes in them.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn loops(&self, shapes: usize, pulse: &Pulse<'_>) -> Result<Vec<Vec<Loop>>, Stopped> {
        let mut sides: Vec<Sides> = vec![HashMap::new(); shapes];
        for (corners, owner) in self.cells.iter().zip(&self.owners) {
            pulse.beat()?;
            if let Some(sides) = owner.and_then(|owner| sides.get_mut(owner as usize)) {
                add_sides(corners, sides);
            }
        }
        let loops = sides.into_iter().map(|sides| {
            pulse.beats(1 + sides.len() as u64)?;
            Ok(joined(sides, Touching::CellsApart))
        });
        loops.collect()
    }

    /// The loops around all cells together.
    pub fn border(&self) -> Vec<Loop> {
        self.joined(Touching::CellsApart)
    }

    fn joined(&self, touching: Touching) -> Vec<Loop> {
        let mut sides = HashMap::new();
        self.cells.iter().for_each(|corners| add_sides(corners, &mut sides));
        joined(sides, touching)
    }

    /// The loops around what cells enclose and is none, each its own where two, or one and the outside, meet in a corner.
    pub fn holes(&self) -> Vec<Loop> {
        let is_hole = |around: &Loop| {
            let sides = around.iter().zip(around.iter().cycle().skip(1));
            // Twice the area, y pointing down: negative where a loop is counterclockwise.
            sides.map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f64>() < 0.0
        };
        self.joined(Touching::HolesApart).into_iter().filter(is_hole).collect()
    }

    /// The sides between different owners or at the border, each once, joined into lines as long as no third meets them; a line
    /// that ends where it begins has that corner twice.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn partings(&self, pulse: &Pulse<'_>) -> Result<Vec<Loop>, Stopped> {
        let parts = |beside: &[Option<u32>]| match *beside {
            [one, other] => one != other,
            _ => true,
        };
        self.lines(parts, pulse)
    }

    /// The same lines, as far as somebody owns a cell beside them.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn outlines(&self, pulse: &Pulse<'_>) -> Result<Vec<Loop>, Stopped> {
        let parts = |beside: &[Option<u32>]| match *beside {
            [one, other] => one != other,
            _ => beside.iter().any(Option::is_some),
        };
        self.lines(parts, pulse)
    }

    /// The cells that nobody owns.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.count()).filter(|&cell| self.owners[cell].is_none())
    }

    /// How many cells there are.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// The sides of which, given who owns the cells beside one, this is true, joined into lines.
    fn lines(&self, parts: impl Fn(&[Option<u32>]) -> bool, pulse: &Pulse<'_>) -> Result<Vec<Loop>, Stopped> {
        let mut owners: BTreeMap<[Point; 2], Vec<Option<u32>>> = BTreeMap::new();
        for (corners, &owner) in self.cells.iter().zip(&self.owners) {
            pulse.beat()?;
            for (&a, &b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                owners.entry([a.min(b), a.max(b)]).or_default().push(owner);
            }
        }
        let mut near: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
        for ([a, b], _) in owners.iter().filter(|(_, beside)| parts(beside)) {
            pulse.beat()?;
            near.entry(*a).or_default().push(*b);
            near.entry(*b).or_default().push(*a);
        }
        let joint = |near: &BTreeMap<Point, Vec<Point>>, at: &Point| near[at].len() != 2;
        let degrees = near.clone();
        let mut starts: Vec<Point> = near.keys().copied().filter(|at| joint(&degrees, at)).collect();
        // What has no joint is a loop, and begins anywhere.
        starts.extend(near.keys().copied().filter(|at| !joint(&degrees, at)));
        let mut lines = Vec::new();
        for start in starts {
            pulse.beat()?;
            while let Some(next) = near.get_mut(&start).and_then(Vec::pop) {
                let (mut line, mut from, mut at) = (vec![start], start, next);
                while let Some(ends) = near.get_mut(&at) {
                    if let Some(back) = ends.iter().position(|end| *end == from) {
                        ends.swap_remove(back);
                    }
                    line.push(at);
                    if at == start || joint(&degrees, &at) {
                        break;
                    }
                    let Some(on) = ends.pop() else { break };
                    (from, at) = (at, on);
                }
                lines.push(straightened(&line).into_iter().map(in_steps).collect());
            }
        }
        Ok(lines)
    }
}

/// The sides of cells, by the corner that each begins at.
type Sides = HashMap<Point, Vec<Point>>;

fn in_steps((x, y): Point) -> [f64; 2] {
    [x as f64 / FINE, y as f64 / FINE]
}

/// Adds the sides of a cell, but for those that a neighbour shares, which go away.
fn add_sides(corners: &[Point], sides: &mut Sides) {
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

/// What gets loops of its own where two cells meet in a corner and two gaps do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touching {
    CellsApart,
    HolesApart,
}

/// The loops that sides make, straight stretches as one.
fn joined(mut sides: Sides, touching: Touching) -> Vec<Loop> {
    let mut starts: Vec<Point> = sides.keys().copied().collect();
    starts.sort_unstable();
    let mut loops = Vec::new();
    for start in starts {
        while let Some(mut at) = sides.get_mut(&start).and_then(Vec::pop) {
            let (mut around, mut from) = (vec![start], start);
            while at != start {
                around.push(at);
                // As many sides end at a corner as begin there.
                let Some(to) = sides.get_mut(&at).and_then(|ends| next(ends, from, at, touching)) else {
                    break;
                };
                (from, at) = (at, to);
            }
            loops.push(bends(&around).map(in_steps).collect());
        }
    }
    loops
}

/// Takes a side, where a shape touches itself in a corner: the one that turns furthest to the right stays with the cell, the one
/// that turns furthest to the left with the gap.
fn next(ends: &mut Vec<Point>, from: Point, at: Point, touching: Touching) -> Option<Point> {
    let step = |a: Point, b: Point| ((b.0 - a.0) as f64, (b.1 - a.1) as f64);
    let (x, y) = step(from, at);
    let turn = |&end: &Point| {
        let (u, v) = step(at, end);
        let right = (x * v - y * u).atan2(x * u + y * v);
        if touching == Touching::CellsApart { right } else { -right }
    };
    let taken = (0..ends.len()).max_by(|&a, &b| turn(&ends[a]).total_cmp(&turn(&ends[b])))?;
    Some(ends.swap_remove(taken))
}

/// Whether a line turns at `b` on its way from `a` to `c`.
fn turns(a: Point, b: Point, c: Point) -> bool {
    let (u, v) = ((b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1));
    // Corners are off by up to half a millionth, and so are the ends of steps.
    (u.0 * v.1 - u.1 * v.0).abs() > 4 * (u.0.abs() + u.1.abs())
}

/// The corners of a loop at which it turns.
fn bends(around: &[Point]) -> impl Iterator<Item = Point> + '_ {
    let count = around.len();
    let turns = move |&i: &usize| turns(around[(i + count - 1) % count], around[i], around[(i + 1) % count]);
    (0..count).filter(turns).map(|i| around[i])
}

/// The ends of a line, and the corners at which it turns.
fn straightened(line: &[Point]) -> Vec<Point> {
    let inner = line.windows(3).filter(|three| turns(three[0], three[1], three[2])).map(|three| three[1]);
    line.first().copied().into_iter().chain(inner).chain(line.last().copied()).collect()
}

/// A closed path through these corners.
fn path(corners: &[[f64; 2]]) -> String {
    let mut text = String::new();
    for &[x, y] in corners {
        let to = if text.is_empty() { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(text, "{to}{} {}", number(x), number(y));
    }
    text + "z"
}

/// The middle of some points.
pub(super) fn middle(points: &[[f64; 2]]) -> [f64; 2] {
    let count = points.len() as f64;
    [0, 1].map(|axis| points.iter().map(|p| p[axis]).sum::<f64>() / count)
}

/// The one of these points that is nearest to the middle of all.
pub(super) fn nearest(points: &[[f64; 2]]) -> Option<usize> {
    let centre = middle(points);
    let away = |p: &[f64; 2]| (p[0] - centre[0]).powi(2) + (p[1] - centre[1]).powi(2);
    (0..points.len()).min_by(|&a, &b| away(&points[a]).total_cmp(&away(&points[b])))
}

/// How far it is from the middle of a cell with these corners to its nearest side.
pub(super) fn radius(corners: &[[f64; 2]]) -> f64 {
    let middle = middle(corners);
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let away = |(a, b): (&[f64; 2], &[f64; 2])| {
        let (u, v) = ([b[0] - a[0], b[1] - a[1]], [middle[0] - a[0], middle[1] - a[1]]);
        (u[0] * v[1] - u[1] * v[0]).abs() / u[0].hypot(u[1])
    };
    sides.map(away).fold(f64::INFINITY, f64::min)
}

/// A number with up to three digits after the point.
pub(super) fn number(n: f64) -> String {
    let text = format!("{n:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Lattice};
    use crate::run::Control;

    #[test]
    fn sides_within_a_piece_go_away() {
        let mut polygons = Polygons::default();
        for col in 0..3 {
            polygons.add(&Lattice::Triangle.outline(Cell::new(0, col), 0.0));
            polygons.own(col as usize, 0);
        }
        // A trapezoid: one long side, one short one.
        let control = Control::default();
        let pulse = Pulse::preparing(&control);
        assert_eq!(path(&polygons.loops(1, &pulse).unwrap()[0][0]), "M0 0L0.5 -0.866L1.5 -0.866L2 0z");
        let mut hexagon = Polygons::default();
        hexagon.add(&Lattice::Hex.outline(Cell::new(0, 0), 0.0));
        hexagon.own(0, 0);
        assert_eq!(hexagon.loops(1, &pulse).unwrap()[0][0].len(), 6);
    }
}
