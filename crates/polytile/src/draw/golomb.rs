//! Golomb's boards as scenes, for the writers that draw tilings.

use super::Scene;
use crate::board::{Cell, Region, RegionError};
use crate::golomb::{Colouring, Coordinate, Tromino, Window};
use crate::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use crate::problem::Problem;
use crate::tiling::{Laid, Tiling};

impl Scene {
    /// The pieces of level `laid_from` and higher ones in a part of a board. Every cell is held in memory, so the part has to be
    /// small.
    ///
    /// # Errors
    /// When no board is that large.
    pub fn of_golomb<C: Coordinate>(
        window: &Window<C>,
        colouring: Colouring,
        laid_from: u32,
    ) -> Result<Self, RegionError> {
        let order = window.board().order();
        let cell = |(row, col): (u64, u64)| Cell::new(row as u32, col as u32);
        let hole: Vec<Cell> = window.hole().into_iter().map(cell).collect();
        let region = Region::rectangle(window.rows_len(), window.cols_len())?.without(&hole)?;
        // A kind of piece for each colour.
        let l3 = catalogue::find("L3");
        let kinds = colouring.palette(order).into_iter().skip(1).filter_map(|colour| {
            let mut piece = Piece::from_catalogue(l3.as_ref()?, Freedom::Free, Copies::ANY);
            piece.colour = Some(colour);
            Some(piece)
        });
        let problem = Problem::new(region, PieceSet::new(kinds.collect()));
        let levels = window.levels().into_iter().filter(|&level| level >= laid_from);
        let laid = levels.flat_map(|level| window.trominoes(level)).map(|piece: Tromino<C>| {
            let cells = piece.cells();
            let within = cells.iter().filter_map(|(row, col)| window.offset(row, col));
            let number = colouring.number(piece.colour() + 1, piece.level, order);
            Laid { piece: usize::from(number) - 1, cells: within.map(cell).collect() }
        });
        Ok(Scene::new(&problem, &Tiling::new(laid.collect())))
    }
}
