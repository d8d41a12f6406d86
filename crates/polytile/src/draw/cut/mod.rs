//! Puzzles to be cut from wood or acrylic by a laser.
//!
//! In: the pieces of a puzzle, or one of its tilings, and measures in millimetres. Out: a [`Cut`], lines in two layers, those that
//! are cut and those that are engraved, as SVG or DXF. Pieces lie apart, each widened by half of what the laser burns away, so that
//! they come out as large as they should be; or they lie as in a tiling, each side between two of them cut once. A tray is a plate
//! with the cells engraved, and a frame to be glued on it. Cost: linear in the cells.

mod dxf;
mod line;
mod svg;
#[cfg(test)]
mod tests;

pub use line::{Line, Vertex};

use super::polygons::{Loop, Polygons, middle, nearest, radius};
use crate::board::{Cell, Lattice, Topology};
use crate::choice::Choice;
use crate::problem::Problem;
use crate::run::{Control, Progress, Pulse, Stopped};
use crate::tiling::Tiling;
use line::{rounded, widened};
use thiserror::Error;

/// Millimetres between things, and around all of them.
const GAP: f64 = 5.0;
/// How much further than the pieces the opening of a tray goes, on each side.
const PLAY: f64 = 0.25;
/// The longest side of a cell, in millimetres.
const CELL: f64 = 1000.0;
/// The width of the rim of a tray, in millimetres.
const RIM: [f64; 2] = [1.0, 1000.0];
/// Bytes that a cell takes until the file is written, with its part of that file.
const BYTES: u64 = 2000;

/// How a puzzle is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// The side of a cell.
    pub cell: f64,
    /// How wide the cut is that the laser makes.
    pub kerf: f64,
    /// The radius of the corners that stick out.
    pub corners: f64,
    /// The width of the rim of a tray, if there is to be one.
    pub tray: Option<f64>,
}

impl Default for Measures {
    fn default() -> Self {
        Measures { cell: 20.0, kerf: 0.0, corners: 0.0, tray: None }
    }
}

/// Why nothing can be cut.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CutError {
    /// Pieces of cubes or prisms.
    #[error("pieces of {0} are not flat: a laser cuts plates")]
    Solid(String),
    /// A board without an edge.
    #[error("the sides of the board are joined, so that pieces run over its edge")]
    Wrapped,
    /// Cells without a size, or far too large ones.
    #[error("a cell of {0} mm cannot be cut: between 1 and {CELL} mm can")]
    Cell(f64),
    /// A cut or corners too wide for the cells.
    #[error("{what} of {found} mm is not for cells of {cell} mm: from 0 to a quarter of them is")]
    Wide {
        /// The cut or the corners.
        what: &'static str,
        /// What was asked for.
        found: f64,
        /// The side of a cell.
        cell: f64,
    },
    /// A rim that does not hold, or is far too wide.
    #[error("a rim of {0} mm cannot be cut: between {least} and {most} mm can", least = RIM[0], most = RIM[1])]
    Rim(f64),
    /// No piece, or no cell.
    #[error("there is nothing to cut: no piece is left")]
    Nothing,
    /// Corners of pieces that are cut from one plate.
    #[error(
        "pieces that are cut from one plate share their sides: rounded corners or a width of the cut would part them"
    )]
    Shared,
    /// It is not said how many of a piece there are.
    #[error("it is not said how many {0} there are")]
    Copies(String),
    /// A limit was reached, or somebody said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl CutError {
    /// What would do.
    pub fn help(&self) -> &'static str {
        match self {
            CutError::Solid(_) => "`polytile convert` with --to puzzlecad writes models for printers",
            CutError::Wrapped => "cut the pieces apart, without --together and --tray",
            CutError::Cell(_) => "give the side of a cell in millimetres, as in --cell 20",
            CutError::Wide { .. } => "take less of it, or larger cells",
            CutError::Rim(_) => "give its width in millimetres, as in --tray 8",
            CutError::Nothing => "give pieces, as in --pieces 1:pentominoes",
            CutError::Shared => "leave --corners and --kerf out, or --together",
            CutError::Copies(_) => "a tiling says it, or give copies as in --pieces 4:L3",
            CutError::Stopped(_) => "allow more, or cut a smaller puzzle",
        }
    }
}

/// A name to be engraved.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The middle of its baseline.
    pub at: [f64; 2],
    /// How high its capitals are.
    pub height: f64,
    /// What it says.
    pub text: String,
}

/// What is to be cut and engraved.
///
/// ```
/// use polytile::draw::cut::{Cut, Measures};
/// use polytile::{board::Region, pieces::{Copies, Freedom, PieceSet}, problem::Problem, run::Control};
/// let domino = PieceSet::all(2, Freedom::Free);
/// let one = domino.iter().map(|piece| { let mut p = piece.clone(); p.copies = Copies::exactly(1); p });
/// let problem = Problem::new(Region::rectangle(1, 2)?, PieceSet::new(one.collect()));
/// let cut = Cut::of_pieces(&problem, None, &Measures::default(), &Control::default())?;
/// assert_eq!(cut.length(), 2.0 * (20.0 + 40.0));
/// assert!(cut.svg().contains("mm"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cut {
    /// What is cut.
    pub lines: Vec<Line>,
    /// What is engraved.
    pub engraved: Vec<Line>,
    /// Names of pieces, engraved.
    pub names: Vec<Name>,
    /// Width and height of the plate.
    pub size: [f64; 2],
}

impl Cut {
    /// The pieces of `problem`, apart; how often each is cut says the tiling where the problem does not.
    ///
    /// # Errors
    /// When they are not flat, nobody says how many there are, there are none, a measure means nothing, or `control` says stop.
    pub fn of_pieces(
        problem: &Problem,
        tiling: Option<&Tiling>,
        measures: &Measures,
        control: &Control,
    ) -> Result<Self, CutError> {
        judge(problem, measures)?;
        let (mut parts, mut bytes) = (Vec::new(), 0_u64);
        let pulse = Pulse::preparing(control);
        for (index, piece) in problem.pieces.iter().enumerate().filter(|(_, piece)| !piece.hole) {
            let used = || tiling.map(|all| all.laid().iter().filter(|laid| laid.piece == index).count());
            let exact = piece.copies.max().filter(|&most| most == piece.copies.min());
            let count = exact.map(|count| count as usize).or_else(used);
            let count = count.ok_or_else(|| CutError::Copies(piece.name.clone()))?;
            let Some(shape) = piece.orientations.first() else { continue };
            let own = (count as u64).saturating_mul(shape.size() as u64).saturating_mul(BYTES);
            bytes = bytes.saturating_add(own);
            control.reserve(bytes, "the lines")?;
            control.check(Progress::Pieces { done: index as u64, total: problem.pieces.len() as u64 })?;
            let polygons = owned(shape.lattice(), shape.cells().iter().map(|&cell| (cell, 0)));
            let mut part = Cut::default();
            for around in scaled(polygons.loops(1, &pulse)?.remove(0), measures.cell) {
                part.lines.push(rounded(&widened(&around, measures.kerf / 2.0), measures.corners));
            }
            part.names.extend(name(&piece.name, shape.cells(), shape.lattice(), measures.cell));
            for _ in 0..count {
                pulse.beats(shape.size() as u64)?;
                parts.push(part.clone());
            }
        }
        parts.extend(tray(problem, measures, bytes, control)?);
        laid_out(parts, control)
    }

    /// The pieces as they lie in `tiling`, cut from one plate, each side once.
    ///
    /// # Errors
    /// As [`Cut::of_pieces`], and when the board wraps, or corners are to be rounded.
    pub fn of_tiling(
        problem: &Problem,
        tiling: &Tiling,
        measures: &Measures,
        control: &Control,
    ) -> Result<Self, CutError> {
        judge(problem, measures)?;
        if problem.region.topology() != Topology::Plane {
            return Err(CutError::Wrapped);
        }
        if measures.corners > 0.0 || measures.kerf > 0.0 {
            return Err(CutError::Shared);
        }
        let bytes = (problem.region.len() as u64).saturating_mul(BYTES);
        control.reserve(bytes, "the lines")?;
        let laid = tiling.laid().iter().enumerate();
        let cells = laid.flat_map(|(number, laid)| laid.cells.iter().map(move |&cell| (cell, number as u32)));
        let polygons = owned(problem.region.lattice(), cells);
        let mut plate = Cut::default();
        let pulse = Pulse::preparing(control);
        for line in scaled(polygons.partings(&pulse)?, measures.cell) {
            plate.lines.push(match line.split_last() {
                Some((last, rest)) if line.first() == Some(last) => Line::through(rest, true),
                _ => Line::through(&line, false),
            });
        }
        let pieces: Vec<&str> = problem.pieces.iter().map(|piece| piece.name.as_str()).collect();
        for laid in tiling.laid() {
            pulse.beats(laid.cells.len() as u64)?;
            let called = pieces.get(laid.piece).copied().unwrap_or("?");
            plate.names.extend(name(called, &laid.cells, problem.region.lattice(), measures.cell));
        }
        let tray = tray(problem, measures, bytes, control)?;
        laid_out(std::iter::once(plate).chain(tray).collect(), control)
    }

    /// The length of all that is cut, in millimetres.
    pub fn length(&self) -> f64 {
        self.lines.iter().map(Line::length).sum()
    }

    /// The smallest and the largest coordinates of what is cut.
    fn bounds(&self) -> [[f64; 2]; 2] {
        let points = || self.lines.iter().flat_map(|line| &line.vertices);
        let least = |axis: usize| points().map(|v| v.at[axis]).fold(f64::INFINITY, f64::min);
        let most = |axis: usize| points().map(|v| v.at[axis]).fold(f64::NEG_INFINITY, f64::max);
        [[least(0), least(1)], [most(0), most(1)]]
    }

    /// Adds `other`, so much further to the right and down.
    fn add(&mut self, other: Cut, by: [f64; 2]) {
        self.lines.extend(other.lines.into_iter().map(|line| line.moved(by)));
        self.engraved.extend(other.engraved.into_iter().map(|line| line.moved(by)));
        let moved = |name: Name| Name { at: [name.at[0] + by[0], name.at[1] + by[1]], ..name };
        self.names.extend(other.names.into_iter().map(moved));
    }
}

/// Refuses what cannot be cut.
fn judge(problem: &Problem, measures: &Measures) -> Result<(), CutError> {
    let Measures { cell, kerf, corners, tray } = *measures;
    if !problem.region.lattice().is_flat() {
        return Err(CutError::Solid(problem.region.lattice().meaning().to_lowercase()));
    }
    if tray.is_some() && problem.region.topology() != Topology::Plane {
        return Err(CutError::Wrapped);
    }
    if !(1.0..=CELL).contains(&cell) {
        return Err(CutError::Cell(cell));
    }
    for (what, found) in [("a cut", kerf), ("a radius", corners)] {
        // Not a number is nowhere.
        if !(0.0..=cell / 4.0).contains(&found) {
            return Err(CutError::Wide { what, found, cell });
        }
    }
    match tray {
        Some(rim) if !(RIM[0]..=RIM[1]).contains(&rim) => Err(CutError::Rim(rim)),
        _ => Ok(()),
    }
}

/// Cells with their owners as polygons.
fn owned(lattice: Lattice, cells: impl Iterator<Item = (Cell, u32)>) -> Polygons {
    let mut polygons = Polygons::default();
    for (number, (cell, owner)) in cells.enumerate() {
        polygons.add(&lattice.outline(cell, 0.0));
        polygons.own(number, owner);
    }
    polygons
}

fn scaled(loops: Vec<Loop>, cell: f64) -> impl Iterator<Item = Loop> {
    loops.into_iter().map(move |around| around.into_iter().map(|[x, y]| [x * cell, y * cell]).collect())
}

/// The name of a piece, in the cell nearest to its middle.
fn name(text: &str, cells: &[Cell], lattice: Lattice, cell: f64) -> Option<Name> {
    let corners: Vec<Loop> = cells.iter().map(|&cell| lattice.outline(cell, 0.0)).collect();
    let middles: Vec<[f64; 2]> = corners.iter().map(|corners| middle(corners)).collect();
    let near = nearest(&middles)?;
    // Letters are about as wide as capitals are high.
    let wide = text.chars().count().max(1) as f64;
    let height = radius(&corners[near]) * cell * (1.4 / wide).min(0.7);
    let [x, y] = middles[near];
    Some(Name { at: [x * cell, y * cell + height / 2.0], height, text: text.to_owned() })
}

/// The plate of a tray, and the frame on it, if there is to be one, besides what takes so many bytes.
fn tray(problem: &Problem, measures: &Measures, bytes: u64, control: &Control) -> Result<Vec<Cut>, Stopped> {
    let region = &problem.region;
    let Some(rim) = measures.tray.filter(|_| !region.is_empty()) else { return Ok(Vec::new()) };
    let own = (region.len() as u64).saturating_mul(BYTES);
    control.reserve(bytes.saturating_add(own), "the lines")?;
    let (border, partings) = control.unasked("drawing the tray", || {
        let polygons = owned(region.lattice(), region.cells().zip(0..));
        (polygons.border(), polygons.partings(&Pulse::preparing(control)))
    });
    let partings = partings?;
    let mut frame = Cut::default();
    for around in scaled(border, measures.cell) {
        // What is kept is outside, so that the cut makes the opening wider.
        frame.lines.push(rounded(&widened(&around, PLAY - measures.kerf / 2.0), 0.0));
    }
    let [[left, top], [right, bottom]] = frame.bounds();
    let (rim, radius) = (rim + measures.kerf / 2.0, (rim / 2.0).min(GAP));
    let outside = vec![
        [left - rim, top - rim],
        [right + rim, top - rim],
        [right + rim, bottom + rim],
        [left - rim, bottom + rim],
    ];
    let outside = rounded(&outside, radius);
    frame.lines.push(outside.clone());
    let sides = scaled(partings, measures.cell).map(|line| Line::through(&line, false));
    let plate = Cut { lines: vec![outside], engraved: sides.collect(), ..Cut::default() };
    Ok(vec![frame, plate])
}

/// Parts in rows, on a plate a bit wider than it is high.
///
/// # Errors
/// When none of them has lines, or `control` says stop.
fn laid_out(mut parts: Vec<Cut>, control: &Control) -> Result<Cut, CutError> {
    parts.retain(|part| !part.lines.is_empty());
    if parts.is_empty() {
        return Err(CutError::Nothing);
    }
    let pulse = Pulse::preparing(control);
    let sizes: Vec<[[f64; 2]; 2]> = parts.iter().map(Cut::bounds).collect();
    let wide = |[low, high]: &[[f64; 2]; 2]| [high[0] - low[0] + GAP, high[1] - low[1] + GAP];
    let area: f64 = sizes.iter().map(wide).map(|[width, height]| width * height).sum();
    let widest = sizes.iter().map(|size| wide(size)[0]).fold(0.0, f64::max);
    let room = (1.6 * area).sqrt().max(widest);
    let mut all = Cut::default();
    let ([mut x, mut y], mut deepest) = ([GAP; 2], 0.0_f64);
    for (part, bounds) in parts.into_iter().zip(&sizes) {
        pulse.beats(part.lines.len() as u64)?;
        let ([width, height], low) = (wide(bounds), bounds[0]);
        if x > GAP && x + width > room + GAP {
            (x, y, deepest) = (GAP, y + deepest, 0.0);
        }
        all.add(part, [x - low[0], y - low[1]]);
        x += width;
        deepest = deepest.max(height);
        all.size[0] = all.size[0].max(x);
    }
    all.size[1] = y + deepest;
    Ok(all)
}
