//! Shapes of regions, which may fall apart: equal when an isometry of the lattice carries one to the other.

use crate::board::{Cell, Lattice, Spot, Symmetry};

/// A region up to isometries of its lattice: of its images, moved to the first units, the smallest sorted list of cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    lattice: Lattice,
    cells: Vec<Cell>,
}

impl Shape {
    /// The shape of these cells of `lattice`, each named once.
    pub fn new(lattice: Lattice, cells: impl IntoIterator<Item = Cell>) -> Self {
        let spots: Vec<Spot> = cells.into_iter().map(|cell| lattice.spot(cell)).collect();
        let image =
            |turn: Symmetry| normal(lattice, &spots.iter().map(|&spot| turn.image(spot)).collect::<Vec<_>>());
        Shape { lattice, cells: Symmetry::of(lattice).map(image).min().unwrap_or_default() }
    }

    /// What its cells are.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The cells, sorted; the smallest layer, row and column of a unit are 0.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

/// The cells at these places, moved so that the smallest layer, row and column of a unit are 0, sorted.
fn normal(lattice: Lattice, spots: &[Spot]) -> Vec<Cell> {
    let least = |i: usize| spots.iter().map(|spot| spot.at[i]).min().unwrap_or(0);
    let by = [0, 1, 2].map(|i| -least(i));
    let mut cells: Vec<Cell> = spots.iter().filter_map(|spot| lattice.cell(spot.moved(by))).collect();
    cells.sort_unstable();
    cells
}

/// Whether an isometry of the lattice carries one region to the other.
pub(super) fn congruent(
    lattice: Lattice,
    a: impl IntoIterator<Item = Cell>,
    b: impl IntoIterator<Item = Cell>,
) -> bool {
    Shape::new(lattice, a) == Shape::new(lattice, b)
}
