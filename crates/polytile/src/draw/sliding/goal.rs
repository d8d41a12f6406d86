//! What a sliding-block puzzle asks for, to be seen: its goal as a board, and the side by which a piece leaves.
//!
//! In: a puzzle. Out: the cells of the pieces that its first goal names; and if one piece alone is asked for, and stands at one side
//! of the board in every goal, that side and how much of it. Cost: linear in the goals.

use super::super::surface::Surface;
use crate::board::{Cell, Lattice};
use crate::pieces::Colour;
use crate::sliding::{Direction, Puzzle};

/// The cells of each piece in the first goal; those that it does not name have none. Nothing without a goal.
pub(in crate::draw) fn cells(puzzle: &Puzzle) -> Option<Vec<Vec<Cell>>> {
    let goal = puzzle.goals().first()?;
    let mut cells = vec![Vec::new(); puzzle.pieces().len()];
    for &(piece, first) in &goal.places {
        cells[piece] = puzzle.placed(piece, first)?;
    }
    Some(cells)
}

/// What stands above the board of the goal.
pub(in crate::draw) fn caption(puzzle: &Puzzle) -> String {
    match puzzle.goals().len() {
        0 | 1 => "goal".to_owned(),
        count => format!("goal, 1 of {count}"),
    }
}

/// Where a piece leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exit {
    /// Its number.
    pub(super) piece: usize,
    side: Direction,
    /// The first row or column of the exit, and the one after its last.
    from: u32,
    to: u32,
}

/// Pixels of the bar that shows an exit, and from it to the board.
pub(super) const BAR: u32 = 4;
const AWAY: u32 = 2;

impl Exit {
    /// The exit of a puzzle, if it has one.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        let (rows, cols) = (puzzle.board().rows(), puzzle.board().cols());
        if puzzle.lattice() != Lattice::Square {
            return None;
        }
        let piece = puzzle.goals().first()?.places.first()?.0;
        let mut all = Vec::new();
        for goal in puzzle.goals() {
            let [(of, first)] = goal.places[..] else { return None };
            if of != piece {
                return None;
            }
            all.push(puzzle.placed(of, first)?);
        }
        let at = |side: Direction, cell: &Cell| match side {
            Direction::Up => cell.row == 0,
            Direction::Down => cell.row + 1 == rows,
            Direction::Left => cell.col == 0,
            Direction::Right => cell.col + 1 == cols,
            // There are no others on squares.
            _ => false,
        };
        // A piece that stands in a corner leaves in the direction in which it is longer.
        let span = |of: fn(&Cell) -> u32| {
            let shape = &all[0];
            shape.iter().map(of).max().unwrap_or(0) - shape.iter().map(of).min().unwrap_or(0)
        };
        let upright = span(|c| c.row) > span(|c| c.col);
        let mut sides = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];
        if upright {
            sides.rotate_left(2);
        }
        let leaves = |side: &Direction| all.iter().all(|cells| cells.iter().any(|cell| at(*side, cell)));
        let side = sides.into_iter().find(leaves)?;
        let along = |cell: &Cell| match side {
            Direction::Up | Direction::Down => cell.col,
            _ => cell.row,
        };
        let places = || all.iter().flatten().filter(|cell| at(side, cell)).map(along);
        Some(Exit { piece, side, from: places().min()?, to: places().max()? + 1 })
    }

    /// Draws the bar beside a board whose corner is here, and which is so large.
    pub(super) fn draw(
        self,
        [x, y]: [u32; 2],
        [wide, high]: [u32; 2],
        cell: u32,
        colour: Colour,
        surface: &mut impl Surface,
    ) {
        let (from, length) = (self.from * cell, (self.to - self.from) * cell);
        let before = |edge: u32| edge.saturating_sub(AWAY + BAR);
        match self.side {
            Direction::Up => surface.rect(x + from, before(y), length, BAR, colour),
            Direction::Down => surface.rect(x + from, y + high + AWAY, length, BAR, colour),
            Direction::Left => surface.rect(before(x), y + from, BAR, length, colour),
            _ => surface.rect(x + wide + AWAY, y + from, BAR, length, colour),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding::parse;

    fn exit(text: &str) -> Option<(Direction, u32, u32)> {
        let puzzle = parse(text).unwrap().puzzle;
        Exit::of(&puzzle).map(|exit| (exit.side, exit.from, exit.to))
    }

    #[test]
    fn exits_are_where_the_only_piece_that_matters_stands() {
        let start = "start = '''\nAA.B\n...B\n'''\n";
        let goal = |drawn: &str| exit(&format!("{start}goal = '''\n{drawn}\n'''"));
        assert_eq!(goal("..AA\n...."), Some((Direction::Right, 0, 1)));
        assert_eq!(goal("....\n.AA."), Some((Direction::Down, 1, 3)));
        // B reaches from side to side, but is longer than wide.
        assert_eq!(goal("B...\nB..."), Some((Direction::Down, 0, 1)));
        assert_eq!(goal("BAA.\nB..."), None);
        assert_eq!(exit(start), None);
        let leaving = format!("{start}[exit]\npiece = 'A'\nside = 'right'\n");
        assert_eq!(exit(&leaving), Some((Direction::Right, 0, 2)));
    }
}
