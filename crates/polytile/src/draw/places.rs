//! Where cells have their places in a picture of characters.
//!
//! In: a lattice and a size. Out: [`Places`], rows and columns of a rectangle, and for a cell those that it takes. Cost: none.

use crate::board::{Cell, Lattice, Region};
use std::ops::Range;

/// The places that cells take in a picture of characters, and squares and cubes in every one. Squares take one each, in their rows
/// and columns. Hexagons are bricks of two places, every row half a brick further than the one above; triangles stand in strips,
/// each strip one place further than the one below; layers stand beside each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    lattice: Lattice,
    /// Rows of units, and columns of places of a layer.
    rows: u32,
    width: u32,
    layers: u32,
}

impl Places {
    pub fn new(lattice: Lattice, [layers, rows, cols]: [u32; 3]) -> Self {
        let width = match lattice {
            Lattice::Square | Lattice::Cube => cols,
            Lattice::Hex => 2 * cols + rows - 1,
            Lattice::Triangle | Lattice::Prism => cols + rows - 1,
        };
        Places { lattice, rows, width, layers }
    }

    /// The places for the board `region`.
    pub fn of(region: &Region) -> Self {
        Places::new(region.lattice(), [region.layers(), region.rows(), region.cols()])
    }

    /// Rows and columns of places.
    pub fn size(&self) -> (u32, u32) {
        // One column between two layers.
        (self.rows, self.layers * (self.width + 1) - 1)
    }

    /// Whether places are the cells themselves, and not their parts: squares and cubes.
    pub fn is_square(&self) -> bool {
        matches!(self.lattice, Lattice::Square | Lattice::Cube)
    }

    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    pub fn layers(&self) -> u32 {
        self.layers
    }

    pub fn rows_of_layer(&self) -> u32 {
        self.rows
    }

    pub fn cols_of_layer(&self) -> u32 {
        self.width
    }

    /// The row of a cell, and its columns.
    pub fn of_cell(&self, cell: Cell) -> (u32, Range<u32>) {
        let Cell { layer, row, col } = cell;
        let first = layer * (self.width + 1);
        match self.lattice {
            Lattice::Square | Lattice::Cube => (row, first + col..first + col + 1),
            Lattice::Hex => (row, 2 * col + row..2 * col + row + 2),
            // Row 0 is the lowest.
            Lattice::Triangle | Lattice::Prism => {
                (self.rows - 1 - row, first + col + row..first + col + row + 1)
            }
        }
    }
}
