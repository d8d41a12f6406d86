//! The graph of a board and pieces of two cells: which cells can be joined, and how that is drawn.
//!
//! In: a problem with its placements, each of two cells. Out: a graph whose perfect matchings are its tilings. Its vertices are
//! the cells, where they lie; its edges are the pairs of cells that some piece covers, weighted by the number of such pieces.
//! A direction is an angle on paper, in whole degrees clockwise from what points up: on flat lattices cells that share a side lie in
//! different directions from each. This is where geometry ends: all that follows knows only directions around a vertex, and seams.

use super::graph::{Edge, Graph};
use crate::board::{Cell, Lattice, Region, Spot, Symmetry};
use crate::problem::{Placements, Problem};
use crate::run::{Control, Pulse, Stopped};

/// The pairs of cells that can be covered.
pub(crate) struct Drawn<'a> {
    pub(super) region: &'a Region,
    pub(super) cells: Vec<Cell>,
    /// Sorted: two cells, and a piece that can cover them.
    pub(super) laid: Vec<[u32; 3]>,
    /// For each kind of cell the directions of its sides.
    headings: Vec<Vec<u16>>,
}

/// Draws the pairs of cells of `placements`, if they are pairs.
pub(crate) fn drawn<'a>(
    problem: &'a Problem,
    placements: &Placements,
    control: &Control,
) -> Result<Option<Drawn<'a>>, Stopped> {
    let pulse = Pulse::preparing(control);
    let region = &problem.region;
    // With what is made of it: the pairs apart from their pieces, and the graph.
    let pair = 12 + 12 + size_of::<Edge>() as u64;
    let cell = (2 * size_of::<Cell>() + size_of::<[i64; 2]>()) as u64;
    control.reserve(pair * placements.len() as u64 + cell * region.len() as u64, "the graph of the board")?;
    let mut laid = Vec::with_capacity(placements.len());
    for placement in placements.iter() {
        pulse.beat()?;
        let &[one, other] = placement.cells else { return Ok(None) };
        laid.push([one, other, placement.piece]);
    }
    laid.sort_unstable();
    let headings = headings(region.lattice());
    Ok(Some(Drawn { region, cells: region.cells().collect(), laid, headings }))
}

impl Drawn<'_> {
    /// The pairs, each with the pieces that can cover it.
    pub(super) fn pairs(&self) -> impl Iterator<Item = ([u32; 2], &[[u32; 3]])> {
        self.laid.chunk_by(|a, b| a[..2] == b[..2]).map(|laid| ([laid[0][0], laid[0][1]], laid))
    }

    /// The graph; `None` if the cells of some pair are not neighbours.
    pub fn graph(&self) -> Option<Graph> {
        let mut edges = Vec::with_capacity(self.laid.len());
        for (ends, laid) in self.pairs() {
            let (angle, seams) = self.step(ends)?;
            edges.push(Edge { ends, angles: [angle, opposite(angle)], weight: laid.len() as u64, seams });
        }
        Some(Graph { places: self.cells.iter().copied().map(place).collect(), edges })
    }

    /// In which direction the second cell of a pair lies from the first, and which seams are between them; on a board that wraps,
    /// by a way across as few of them as can be.
    pub(super) fn step(&self, [from, to]: [u32; 2]) -> Option<(u16, u8)> {
        let [from, to] = [from, to].map(|cell| self.cells[cell as usize]);
        let lattice = self.region.lattice();
        let spot = lattice.spot(from);
        let beside = lattice.ground().beside(spot).zip(&self.headings[spot.kind]);
        let ways = beside.filter(|(near, _)| self.region.find(*near) == Some(to));
        ways.map(|(near, &angle)| (angle, self.seams(near))).min_by_key(|(_, seams)| seams.count_ones())
    }

    /// The seams between the board and what lies there before it is wrapped.
    fn seams(&self, near: Spot) -> u8 {
        let [_, rows, cols] = self.region.units();
        let beyond = |at: i64, side: u32| !(0..i64::from(side)).contains(&at);
        u8::from(beyond(near.at[2], cols)) | u8::from(beyond(near.at[1], rows)) << 1
    }

    /// Where the middle of a cell is on paper: how far down and how far to the right, in thousandths.
    pub(super) fn middle(&self, cell: u32) -> [i64; 2] {
        let lattice = self.region.lattice();
        let spot = lattice.spot(self.cells[cell as usize]);
        middle(lattice, spot).map(|along| (along * 1000.0).round() as i64)
    }
}

/// Where a cell lies, roughly.
pub(super) fn place(cell: Cell) -> [i64; 2] {
    [cell.row.into(), cell.col.into()]
}

/// For each kind of cell the directions of its sides.
fn headings(lattice: Lattice) -> Vec<Vec<u16>> {
    let ground = lattice.ground();
    let of = |kind: usize| {
        let spot = Spot { at: [0; 3], kind };
        let from = middle(lattice, spot);
        let toward = |near: Spot| {
            let to = middle(lattice, near);
            let [down, right] = [to[0] - from[0], to[1] - from[1]];
            (right.atan2(-down).to_degrees().round() as i64).rem_euclid(360) as u16
        };
        ground.beside(spot).map(toward).collect()
    };
    (0..lattice.kinds() as usize).map(of).collect()
}

/// Where the middle of a cell is on paper: how far down and how far to the right.
fn middle(lattice: Lattice, spot: Spot) -> [f64; 2] {
    let ground = lattice.ground();
    let corners = &ground.kinds[spot.kind].corners;
    let places =
        corners.iter().map(|corner| ground.on_paper(std::array::from_fn(|i| 12 * spot.at[i] + corner[i])));
    let [right, down] = places.fold([0.0; 2], |[right, down], [x, y, _]| [right + x, down + y]);
    [down, right].map(|sum| sum / corners.len() as f64)
}

/// The direction back.
pub(super) fn opposite(angle: u16) -> u16 {
    (angle + 180) % 360
}

/// What a direction becomes when the board is turned.
pub(super) fn turned(symmetry: Symmetry, angle: u16) -> u16 {
    let (right, angle) = (symmetry.angle(), i64::from(angle));
    // What points to the right points up after a quarter of a turn back.
    let image = if symmetry.is_reflection() { right + 180 - angle } else { right + angle };
    image.rem_euclid(360) as u16
}
