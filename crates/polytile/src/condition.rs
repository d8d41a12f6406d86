//! A condition that somebody puts on tilings: a piece at a cell, at the border, in a corner, beside another.
//!
//! A condition speaks of a piece by its index; where a piece lies several times, it asks that *some* copy do it, and its
//! negation that no copy do. [`Condition::holds`] defines its meaning. Engines that can use a condition earlier ask
//! [`Condition::fits`] of single placements.

pub(crate) mod sieve;

use crate::board::{Cell, Region};
use crate::problem::Problem;
use crate::run::Refused;
use crate::tiling::{Laid, Tiling};

/// What a piece does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Relation {
    /// It covers this cell.
    Covers(Cell),
    /// It covers exactly these cells, which are sorted.
    LiesOn(Vec<Cell>),
    /// It covers a cell that has a side on the border of the board, which holes have too.
    TouchesBorder,
    /// It covers a cell of which all sides that meet at a corner are on the border: two in the plane, three of a cube.
    TouchesCorner,
    /// It shares a side of a cell with this piece, or with another copy of itself.
    TouchesPiece(usize),
}

/// A condition on tilings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Index of the piece.
    pub piece: usize,
    /// What the piece is to do.
    pub relation: Relation,
    /// Whether the condition is negated.
    pub negated: bool,
}

impl Condition {
    /// Whether `tiling` is as asked. Cost: a look at every cell of the piece's copies.
    ///
    /// ```
    /// use polytile::board::{Cell, Region};
    /// use polytile::condition::{Condition, Relation};
    /// use polytile::pieces::{Freedom, PieceSet};
    /// use polytile::{problem::Problem, tiling::{Laid, Tiling}};
    /// let problem = Problem::new(Region::rectangle(1, 4)?, PieceSet::all(2, Freedom::Free));
    /// let domino = |a, b| Laid { piece: 0, cells: vec![Cell::new(0, a), Cell::new(0, b)] };
    /// let tiling = Tiling::new(vec![domino(0, 1), domino(2, 3)]);
    /// let corner = Condition { piece: 0, relation: Relation::TouchesCorner, negated: false };
    /// assert!(corner.holds(&problem, &tiling));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn holds(&self, problem: &Problem, tiling: &Tiling) -> bool {
        let region = &problem.region;
        let mut copies = tiling.laid().iter().filter(|laid| laid.piece == self.piece);
        let does = match &self.relation {
            Relation::TouchesPiece(other) => {
                let others: Vec<&Laid> = tiling.laid().iter().filter(|laid| laid.piece == *other).collect();
                copies.any(|one| others.iter().any(|two| one != *two && touch(region, one, two)))
            }
            _ => copies.any(|laid| self.fits(region, &laid.cells)),
        };
        does != self.negated
    }

    /// Whether it speaks of two pieces at once, so that no placement shows whether it holds.
    pub fn couples(&self) -> bool {
        matches!(self.relation, Relation::TouchesPiece(_))
    }

    /// The cells that it names.
    pub(crate) fn on(&self) -> &[Cell] {
        match &self.relation {
            Relation::Covers(cell) => std::slice::from_ref(cell),
            Relation::LiesOn(cells) => cells,
            Relation::TouchesBorder | Relation::TouchesCorner | Relation::TouchesPiece(_) => &[],
        }
    }

    /// Whether it says the same of the image of a tiling as of the tiling: under a symmetry of the board, given by the cell that
    /// each cell becomes, by their indices, and the piece that each piece becomes.
    pub(crate) fn is_symmetric(&self, region: &Region, cells: &[u32], pieces: &[u32]) -> bool {
        let stays = |piece: usize| pieces[piece] as usize == piece;
        let image = |cell: Cell| region.index(cell).map(|index| cells[index as usize]);
        let on = self.on();
        let carried = |&cell: &Cell| on.iter().any(|&to| region.index(to) == image(cell));
        stays(self.piece)
            && on.iter().all(carried)
            && match self.relation {
                Relation::TouchesPiece(other) => stays(other),
                _ => true,
            }
    }

    /// Whether the piece, laid on `cells` (sorted), does what the relation says, whatever lies elsewhere; a placement
    /// alone touches no other piece.
    pub fn fits(&self, region: &Region, cells: &[Cell]) -> bool {
        match &self.relation {
            Relation::Covers(cell) => cells.contains(cell),
            Relation::LiesOn(exactly) => cells == exactly.as_slice(),
            Relation::TouchesBorder => {
                cells.iter().any(|&cell| region.beside(cell).any(|near| near.is_none()))
            }
            Relation::TouchesCorner => cells.iter().any(|&cell| is_corner(region, cell)),
            Relation::TouchesPiece(_) => false,
        }
    }
}

/// Refuses conditions that couple two pieces: whoever counts, draws or holds all tilings looks at one placement at a time.
///
/// # Errors
/// [`Refused::Question`] when there is one.
pub(crate) fn expect_single(conditions: &[Condition]) -> Result<(), Refused> {
    if conditions.iter().any(Condition::couples) {
        return Err(Refused::Question(
            "a condition that one piece touches another can only be looked at in a whole tiling; use \
             `polytile solve --where`, which lists such tilings, and counts them with --count"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Whether `cell` is at a corner of the board: all sides that meet at one of its corners are on the border. Corners of hexagons are
/// blunt, and a straight border has one of them at every cell: there two that follow each other have to be.
pub(crate) fn is_corner(region: &Region, cell: Cell) -> bool {
    let lattice = region.lattice();
    let kind = &lattice.ground().kinds[lattice.spot(cell).kind];
    let is_open: Vec<bool> = region.beside(cell).map(|near| near.is_none()).collect();
    let is_bare = |corner: &usize| {
        kind.sides.iter().zip(&is_open).all(|(side, &open)| open || !side.corners.contains(corner))
    };
    let bare: Vec<usize> = (0..kind.corners.len()).filter(is_bare).collect();
    // Round about: a prism has two more sides, and each of its corners twice.
    let is_blunt = matches!((kind.sides.len(), kind.corners.len()), (6, 6) | (8, 12));
    let follow = |corners: &[usize]| {
        corners.len() < 6 && corners.iter().filter(|corner| bare.contains(corner)).count() > 1
    };
    !bare.is_empty() && (!is_blunt || kind.sides.iter().any(|side| follow(&side.corners)))
}

fn touch(region: &Region, one: &Laid, two: &Laid) -> bool {
    let beside = |cell: &Cell| region.beside(*cell).flatten().any(|n| two.cells.contains(&n));
    one.cells.iter().any(beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_boards_of_every_lattice() {
        let corners = |board: &str| {
            let region: Region = board.parse().unwrap();
            region.cells().filter(|&cell| is_corner(&region, cell)).count()
        };
        let boards = ["4x5", "hex-parallelogram:4x5", "hexagon:3", "tri-hexagon:2", "2x3x4"];
        assert_eq!(boards.map(corners), [4, 4, 6, 0, 8]);
    }
}
