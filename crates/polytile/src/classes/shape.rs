//! Shapes of regions, which may fall apart: equal when an isometry of the plane carries one to the other.

use crate::board::{Cell, Symmetry};

/// A region of the plane up to isometries: of its images, moved to the upper left, the smallest sorted list of cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    cells: Vec<Cell>,
}

impl Shape {
    /// The shape of these cells, each named once.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Self {
        let cells = normal(cells);
        let rows = cells.iter().map(|c| c.row + 1).max().unwrap_or(0);
        let cols = cells.iter().map(|c| c.col + 1).max().unwrap_or(0);
        let image = |turn: Symmetry| normal(cells.iter().map(|&cell| turn.apply(cell, rows, cols)));
        let images = Symmetry::ALL.into_iter().map(image);
        Shape { cells: images.min().unwrap_or_default() }
    }

    /// The cells, sorted; the smallest row and the smallest column are 0.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

/// The cells moved so that the smallest row and column are 0, sorted.
fn normal(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    let top = cells.iter().map(|c| c.row).min().unwrap_or(0);
    let left = cells.iter().map(|c| c.col).min().unwrap_or(0);
    for cell in &mut cells {
        *cell = Cell::new(cell.row - top, cell.col - left);
    }
    cells.sort_unstable();
    cells
}

/// Whether an isometry of the plane carries one region to the other.
pub(super) fn congruent(a: impl IntoIterator<Item = Cell>, b: impl IntoIterator<Item = Cell>) -> bool {
    Shape::new(a) == Shape::new(b)
}
