//! What the colours of pieces in a picture tell.
//!
//! In: a tiling of a problem, and what the colours are to tell. Out: a colour for each piece. Neighbours are told apart by
//! [`colour::properly`]; otherwise there is a colour for every kind of piece, and lines tell neighbours apart. The shape on the
//! board decides the kind: which of its orientations a piece has is found by laying each of them there. On a chessboard a domino
//! begins on a dark or a light cell; so dominoes on an Aztec diamond are of four kinds, which freeze in its four corners
//! (Jockusch, Propp and Shor 1998). Cost: for each piece its orientations times its cells squared.

use super::adjacency::Adjacency;
use super::colour::{self, PALETTE};
use crate::board::{Cell, Region};
use crate::choice::choice;
use crate::pieces::{Colour, Piece, Polyform};
use crate::problem::Problem;
use crate::run::{Control, Progress, Pulse, Stopped};
use crate::tiling::{Laid, Tiling};

choice! {
    /// What the colours of pieces in a picture of a tiling tell.
    #[derive(Default)]
    pub enum ColourBy {
        /// Neighbours apart.
        #[default]
        Contrast = "contrast", "Neighbours apart, in as few colours as can be, but for those that the puzzle gives";
        /// Which piece it is.
        Piece = "piece", "Which piece it is; from the thirty-seventh piece on colours repeat";
        /// How it is turned.
        Turn = "turn", "Which piece it is, and how it is turned or flipped";
        /// How it is turned, and where.
        Orientation = "orientation", "The same, and whether it begins on a dark or a light cell of a chessboard";
        /// Nothing.
        None = "none", "Nothing: lines only";
    }
}

/// What is not coloured.
const WHITE: Colour = [255; 3];

impl ColourBy {
    /// The colour of each piece of `tiling`; those that touch are in `adjacency`.
    pub(super) fn colours(
        self,
        problem: &Problem,
        tiling: &Tiling,
        adjacency: &Adjacency,
        control: &Control,
    ) -> Result<Vec<Colour>, Stopped> {
        let given = || problem.pieces.iter().map(|piece| piece.colour);
        match self {
            ColourBy::Contrast => {
                let given: Vec<Option<Colour>> = given().collect();
                let of = |laid: &Laid| given.get(laid.piece).copied().flatten();
                colour::properly(adjacency, &tiling.laid().iter().map(of).collect::<Vec<_>>(), control)
            }
            ColourBy::Piece => {
                let kinds = colour::by_kind(&given().collect::<Vec<_>>());
                let of = |laid: &Laid| kinds.get(laid.piece).copied().unwrap_or(PALETTE[0]);
                Ok(tiling.laid().iter().map(of).collect())
            }
            ColourBy::Turn => turned(problem, tiling, control, |turn, _| turn),
            ColourBy::Orientation => turned(problem, tiling, control, |turn, first| {
                2 * turn + (first.row as usize + first.col as usize) % 2
            }),
            ColourBy::None => Ok(vec![WHITE; tiling.laid().len()]),
        }
    }
}

/// The colour of each piece by its kind, which `kind` makes of the number of its orientation among those of all pieces, and of
/// the cell with which it begins.
fn turned(
    problem: &Problem,
    tiling: &Tiling,
    control: &Control,
    kind: impl Fn(usize, Cell) -> usize,
) -> Result<Vec<Colour>, Stopped> {
    let pieces: Vec<&Piece> = problem.pieces.iter().collect();
    let mut before = vec![0];
    for piece in &pieces {
        before.push(before[before.len() - 1] + piece.orientations.len());
    }
    let total = tiling.laid().len() as u64;
    let account = |done| Progress::Pieces { done, total };
    let pulse = Pulse::new(control, &account);
    let colour = |laid: &Laid| {
        pulse.beat()?;
        let found = pieces.get(laid.piece).and_then(|piece| lies(&problem.region, piece, &laid.cells));
        let number = found.map_or(0, |(turn, first)| kind(before[laid.piece] + turn, first));
        Ok(PALETTE[number % PALETTE.len()])
    };
    tiling.laid().iter().map(colour).collect()
}

/// Which orientation of `piece` lies on these cells, and where its first cell lies, if one does.
fn lies(region: &Region, piece: &Piece, cells: &[Cell]) -> Option<(usize, Cell)> {
    let covers = |shape: &Polyform, first: Cell| {
        let begin = shape.cells()[0];
        let kinds = region.lattice().kinds();
        shape.size() == cells.len()
            && first.col % kinds == begin.col % kinds
            && shape.cells().iter().all(|cell| {
                let by = |to: u32, of: u32, from: u32| i64::from(to) + i64::from(of) - i64::from(from);
                let layer = by(first.layer, cell.layer, begin.layer);
                let (row, col) = (by(first.row, cell.row, begin.row), by(first.col, cell.col, begin.col));
                region.wrap_at([layer, row, col]).is_some_and(|cell| cells.contains(&cell))
            })
    };
    let mut firsts = cells.to_vec();
    firsts.sort_unstable();
    piece.orientations.iter().enumerate().find_map(|(turn, shape)| {
        firsts.iter().find(|&&first| covers(shape, first)).map(|&first| (turn, first))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Topology;
    use crate::draw::Scene;
    use crate::pieces::{Freedom, PieceSet};
    use std::collections::BTreeSet;

    fn laid(cells: &[(u32, u32)]) -> Laid {
        Laid { piece: 0, cells: cells.iter().map(|&(row, col)| Cell::new(row, col)).collect() }
    }

    fn drawn(problem: &Problem, tiling: &Tiling, by: ColourBy) -> Vec<Colour> {
        Scene::coloured_by(problem, tiling, by).shapes().iter().map(|shape| shape.colour).collect()
    }

    #[test]
    fn dominoes_have_four_orientations() {
        let problem = Problem::new(Region::rectangle(3, 4).unwrap(), PieceSet::all(2, Freedom::Free));
        let tiling = Tiling::new(vec![
            laid(&[(0, 1), (0, 0)]),
            laid(&[(0, 3), (0, 2)]),
            laid(&[(1, 0), (1, 1)]),
            laid(&[(2, 0), (2, 1)]),
            laid(&[(1, 2), (2, 2)]),
            laid(&[(2, 3), (1, 3)]),
        ]);
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| PALETTE[i]);
        assert_eq!(drawn(&problem, &tiling, ColourBy::Orientation), [a, a, b, d, c, a]);
        assert_eq!(drawn(&problem, &tiling, ColourBy::Turn), [a, a, a, b, b, a]);
        assert_eq!(drawn(&problem, &tiling, ColourBy::Piece), [a; 6]);
        assert_eq!(drawn(&problem, &tiling, ColourBy::None), [WHITE; 6]);
        let contrast = Scene::new(&problem, &tiling);
        assert_eq!(Scene::coloured_by(&problem, &tiling, ColourBy::Contrast).shapes(), contrast.shapes());
    }

    #[test]
    fn every_orientation_is_found_wherever_it_lies() {
        let region = Region::wrapped(Topology::Torus, 6, 6).unwrap();
        let problem = Problem::new(region.clone(), PieceSet::all(4, Freedom::Free));
        let placements = problem.placements();
        let cells: Vec<Cell> = region.cells().collect();
        let mut kinds = BTreeSet::new();
        for placement in placements.iter() {
            let piece = &problem.pieces[placement.piece as usize];
            let laid: Vec<Cell> = placement.cells.iter().map(|&cell| cells[cell as usize]).collect();
            kinds.insert((placement.piece, lies(&region, piece, &laid).map(|(turn, _)| turn)));
        }
        // The fixed tetrominoes.
        assert_eq!(kinds.len(), 19);
        assert!(kinds.iter().all(|(_, turn)| turn.is_some()));
    }
}
