//! The graph of a board and pieces of two cells: which cells can be joined, and how that is drawn.
//!
//! In: a problem with its placements, each of two cells. Out: a graph whose perfect matchings are its tilings. Its vertices are
//! the cells, where they lie; its edges are the pairs of cells that some piece covers, weighted by the number of such pieces.
//! This is where geometry ends: all that follows knows only directions around a vertex, and seams.

use super::graph::{Edge, Graph};
use crate::board::{Cell, Region, Symmetry};
use crate::problem::{Placements, Problem};
use crate::run::{Control, Pulse, Stopped};

/// The steps to the neighbours of a cell, clockwise from the one above.
pub(super) const STEPS: [[i64; 2]; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/// The pairs of cells that can be covered.
pub(crate) struct Drawn<'a> {
    pub(super) region: &'a Region,
    pub(super) cells: Vec<Cell>,
    /// Sorted: two cells, and a piece that can cover them.
    pub(super) laid: Vec<[u32; 3]>,
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
    Ok(Some(Drawn { region, cells: region.cells().collect(), laid }))
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
    /// by the shortest way.
    pub(super) fn step(&self, [from, to]: [u32; 2]) -> Option<(u16, u8)> {
        let [from, to] = [from, to].map(|cell| place(self.cells[cell as usize]));
        let [_, wraps_rows, wraps_cols] = self.region.wraps();
        let around =
            |wraps: bool, size: u32| if wraps { vec![0, i64::from(size), -i64::from(size)] } else { vec![0] };
        for rows in around(wraps_rows, self.region.rows()) {
            for cols in around(wraps_cols, self.region.cols()) {
                let step = [to[0] + rows - from[0], to[1] + cols - from[1]];
                if let Some(angle) = STEPS.iter().position(|&s| s == step) {
                    return Some((angle as u16, u8::from(cols != 0) | u8::from(rows != 0) << 1));
                }
            }
        }
        None
    }
}

/// Where a cell lies.
pub(super) fn place(cell: Cell) -> [i64; 2] {
    [cell.row.into(), cell.col.into()]
}

/// The direction back.
pub(super) fn opposite(angle: u16) -> u16 {
    (angle + 2) % 4
}

/// What a direction becomes when the board is turned.
pub(super) fn turned(symmetry: Symmetry, angle: u16) -> u16 {
    // A step away from the middle one of nine cells.
    let [rows, cols] = STEPS[usize::from(angle)];
    let moved = symmetry.apply(Cell::new((1 + rows) as u32, (1 + cols) as u32), 3, 3);
    let step = [i64::from(moved.row) - 1, i64::from(moved.col) - 1];
    STEPS.iter().position(|&s| s == step).unwrap_or_default() as u16
}
