//! What is drawn of an answer: the map of a rectangle as a tiling, and the colours of a cube.

use super::problem;
use crate::ask::Unanswered;
use crate::board::Cell;
use crate::draw::PALETTE;
use crate::golomb::deficient::Rectangle;
use crate::pieces::{Copies, Freedom, Piece, PieceSet, Polyform};
use crate::problem::Problem;
use crate::tiling::{Laid, Tiling};

/// The map as a board, with a piece of one cell on every cell that can be missing.
///
/// # Errors
/// When it has too many cells.
pub fn mapped(rectangle: &Rectangle) -> Result<(Problem, Tiling), Unanswered> {
    let cell = Polyform::new([Cell::new(0, 0)]).map_err(|e| Unanswered::Failed(e.to_string()))?;
    let piece =
        Piece { colour: Some(PALETTE[0]), ..Piece::new("can be missing", &cell, Freedom::Free, Copies::ANY) };
    let region = problem(rectangle)?.region;
    let works = region.cells().filter(|cell| rectangle.works(cell.row, cell.col));
    let tiling = Tiling::new(works.map(|cell| Laid { piece: 0, cells: vec![cell] }).collect());
    Ok((Problem::new(region, PieceSet::new(vec![piece])), tiling))
}

/// The layers of a cube with a colour for each kind of piece, so that a piece has one colour in both of its layers and touches no
/// other of that colour.
#[must_use]
pub fn coloured(layers: Problem) -> Problem {
    let pieces = layers.pieces.iter().zip(PALETTE);
    let pieces = pieces.map(|(piece, colour)| Piece { colour: Some(colour), ..piece.clone() });
    Problem { pieces: PieceSet::new(pieces.collect()), ..layers }
}
