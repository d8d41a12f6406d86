//! A tiled cube spread out: its layers side by side on a flat board; or as it is.
//!
//! In: a cube, and how many layers stand side by side. Out: a board, flat or of cubes, and a tiling of it that the drawing code can
//! show, though no engine could have found it: a piece lies in two layers at once. Layers follow each other from left to
//! right, then from top to bottom, with a row or column without cells between. Cost: linear in the cells.

use super::{Corner, Cube};
use crate::board::{Cell, Lattice, Region};
use crate::golomb::GolombError;
use crate::pieces::{Copies, Piece, PieceSet};
use crate::problem::Problem;
use crate::run::{Control, Pulse};
use crate::tiling::{Laid, Tiling};

/// Bytes for a piece on the board, and for its seven cells.
const BYTES_LAID: u64 = 32 + 56 + 16;

impl Cube {
    /// The layers on a flat board, `across` of them in a row, with their pieces: of three kinds, one for each
    /// [`Corner::colour`], called A, B and C.
    ///
    /// # Errors
    /// When the board would be too large, the pieces do not fit the memory that `control` allows, or it says stop.
    ///
    /// # Panics
    /// When `across` is 0.
    pub fn spread(&self, across: u32, control: &Control) -> Result<(Problem, Tiling), GolombError> {
        let side = self.side();
        let down = side.div_ceil(across);
        let long = |layers: u32| u64::from(layers) * (u64::from(side) + 1) - 1;
        let board = Region::rectangle(long(down), long(across.min(side)))?;
        let what = format!("a picture of {} pieces", self.pieces());
        control.reserve(self.pieces().saturating_mul(BYTES_LAID), what)?;
        let place = |[layer, row, col]: [u32; 3]| {
            Cell::new(layer / across * (side + 1) + row, layer % across * (side + 1) + col)
        };
        let gap = |cell: &Cell| {
            let layer = cell.row / (side + 1) * across + cell.col / (side + 1);
            cell.row % (side + 1) == side || cell.col % (side + 1) == side || layer >= side
        };
        let pulse = Pulse::preparing(control);
        let mut holes: Vec<Cell> = vec![place(self.hole())];
        for cell in board.cells() {
            pulse.beat()?;
            if gap(&cell) {
                holes.push(cell);
            }
        }
        self.laid(board.without(&holes)?, place, control)
    }

    /// The cube as a board of cubes, with the same pieces.
    ///
    /// # Errors
    /// As [`Cube::spread`].
    pub fn solid(&self, control: &Control) -> Result<(Problem, Tiling), GolombError> {
        let place = |[layer, row, col]: [u32; 3]| Cell { layer, row, col };
        let what = format!("a picture of {} pieces", self.pieces());
        control.reserve(self.pieces().saturating_mul(BYTES_LAID), what)?;
        let board = Region::full(Lattice::Cube, [u64::from(self.side()); 3])?;
        self.laid(board.without(&[place(self.hole())])?, place, control)
    }

    /// The pieces on a board where cells have these places.
    fn laid(
        &self,
        region: Region,
        place: impl Fn([u32; 3]) -> Cell,
        control: &Control,
    ) -> Result<(Problem, Tiling), GolombError> {
        let mut laid = Vec::with_capacity(self.pieces() as usize);
        self.lay(control, |corner: Corner| {
            let cells = corner.cells().map(&place).to_vec();
            laid.push(Laid { piece: usize::from(corner.colour()), cells });
        })?;
        let kind = |name: &str| Piece {
            name: name.to_owned(),
            // Cells in two layers do not make a polyomino.
            orientations: Vec::new(),
            copies: Copies::ANY,
            colour: None,
            hole: false,
        };
        let pieces = PieceSet::new(["A", "B", "C"].map(kind).to_vec());
        Ok((Problem::new(region, pieces), Tiling::within(laid, control)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Scene;

    #[test]
    fn layers_lie_beside_each_other() {
        let letters = |n, hole, across| {
            let cube = Cube::new(n, hole).unwrap();
            let (problem, tiling) = cube.spread(across, &Control::default()).unwrap();
            Scene::new(&problem, &tiling).letters()
        };
        assert_eq!(letters(1, [1, 0, 1], 2), "AA.A.\nAA.AA\n");
        assert_eq!(letters(1, [0, 0, 0], 1), ".A\nAA\n..\nAA\nAA\n");
        insta::assert_snapshot!(letters(2, [0, 0, 0], 4), @"
        .ABB.AABB.BBAA.BBAA
        AABB.AACB.BCCA.BBAA
        BBAA.BCCA.ACCB.AABB
        BBAA.BBAA.AABB.AABB
        ");
        assert_eq!(letters(0, [0, 0, 0], 8), ".\n");
        let narrow = Control::default().memory(100);
        assert!(Cube::new(3, [0; 3]).unwrap().spread(4, &narrow).is_err());
        assert!(Cube::new(20, [0; 3]).unwrap().spread(1, &Control::default()).is_err());
    }
}
