//! Whether a solution is right: it is replayed on sets of cells.
//!
//! In: a puzzle and a list of moves, wherever they come from. Out: nothing, or the first fault. Every piece is the set of its
//! cells; a unit of a move puts each of them one further, and no cell may be off the board or in the set of another piece.
//! Nothing is shared with the engines or with what carries out moves elsewhere in this folder; classes of pieces are those of the
//! puzzle. That a solution is shortest is not checked.
//!
//! Cost: for each unit of a move, the cells of all pieces.

use super::direction::Direction;
use super::moves::{Metric, Move};
use super::puzzle::{Axis, Puzzle};
use crate::board::Cell;
use std::collections::BTreeSet;
use std::fmt;

/// What is wrong with a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolutionFault {
    /// A move of a piece that does not exist.
    NoPiece {
        /// Which move, from 1.
        number: usize,
        /// The number it names.
        piece: usize,
        /// How many pieces there are.
        pieces: usize,
    },
    /// A move without a way.
    NoWay {
        /// Which move, from 1.
        number: usize,
        /// The letter of the piece.
        piece: char,
    },
    /// More than one move in this metric.
    NotOneMove {
        /// Which move, from 1.
        number: usize,
        /// The letter of the piece.
        piece: char,
        /// What counts as one move.
        metric: Metric,
        /// What one move is.
        why: &'static str,
    },
    /// A piece leaves its axis.
    Axis {
        /// Which move, from 1.
        number: usize,
        /// The letter of the piece.
        piece: char,
        /// Where it was to go.
        direction: Direction,
    },
    /// A piece leaves the board.
    Wall {
        /// Which move, from 1.
        number: usize,
        /// The letter of the piece.
        piece: char,
        /// Where it was to go.
        direction: Direction,
        /// The cell of the piece that has a wall there.
        cell: Cell,
    },
    /// Two pieces on one cell.
    Overlap {
        /// Which move, from 1.
        number: usize,
        /// The letter of the piece.
        piece: char,
        /// Where it was to go.
        direction: Direction,
        /// Where the other one is.
        cell: Cell,
        /// The letter of the other.
        other: char,
    },
    /// The last position is not a goal.
    NoGoal {
        /// How many moves there are.
        moves: usize,
        /// The letter of the first piece of the first goal that is elsewhere.
        piece: char,
    },
    /// There is nothing to reach.
    GoalLess,
}

impl fmt::Display for SolutionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionFault::NoPiece { number, piece, pieces } => {
                write!(f, "move {number} is of piece number {piece}, and there are only {pieces}")
            }
            SolutionFault::NoWay { number, piece } => {
                write!(f, "move {number} does not move '{piece}' at all")
            }
            SolutionFault::NotOneMove { number, piece, metric, why } => {
                write!(f, "move {number} of '{piece}' is more than one move in the {metric} metric: {why}")
            }
            SolutionFault::Axis { number, piece, direction } => write!(
                f,
                "move {number} takes '{piece}' {}, and it moves along its axis only",
                direction.name()
            ),
            SolutionFault::Wall { number, piece, direction, cell } => {
                write!(f, "move {number} takes '{piece}' {} into a wall beside {cell}", direction.name())
            }
            SolutionFault::Overlap { number, piece, direction, cell, other } => write!(
                f,
                "move {number} takes '{piece}' {} onto {cell}, where '{other}' stands",
                direction.name()
            ),
            SolutionFault::NoGoal { moves, piece } => write!(
                f,
                "after the last of {moves} moves no goal is met: '{piece}' does not stand where it should"
            ),
            SolutionFault::GoalLess => f.write_str("the puzzle has no goal that could be reached"),
        }
    }
}

/// Checks that `moves` lead from the start of `puzzle` to a goal, each of them one move in this metric.
///
/// ```
/// use polytile::format::sliding;
/// use polytile::sliding::{Direction, Metric, Move, check_solution};
/// let puzzle = sliding::parse("start = 'A..'\ngoal = '..A'")?.puzzle;
/// let right = |units| vec![Move { piece: 0, path: vec![Direction::Right; units] }];
/// assert_eq!(check_solution(&puzzle, Metric::Slide, &right(2)), Ok(()));
/// let fault = check_solution(&puzzle, Metric::Slide, &right(3)).unwrap_err();
/// assert_eq!(fault.to_string(), "move 1 takes 'A' right into a wall beside 0,2");
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// The first fault.
pub fn check_solution(puzzle: &Puzzle, metric: Metric, moves: &[Move]) -> Result<(), SolutionFault> {
    let mut pieces: Vec<BTreeSet<Cell>> =
        puzzle.pieces().iter().map(|piece| piece.cells.iter().copied().collect()).collect();
    for (number, step) in (1..).zip(moves) {
        carry_out(puzzle, metric, &mut pieces, number, step)?;
    }
    goal_met(puzzle, &pieces, moves.len())
}

fn carry_out(
    puzzle: &Puzzle,
    metric: Metric,
    pieces: &mut [BTreeSet<Cell>],
    number: usize,
    step: &Move,
) -> Result<(), SolutionFault> {
    let Some(moved) = puzzle.pieces().get(step.piece) else {
        return Err(SolutionFault::NoPiece { number, piece: step.piece, pieces: pieces.len() });
    };
    let piece = moved.name;
    let not_one = |why| SolutionFault::NotOneMove { number, piece, metric, why };
    match (metric, &step.path[..]) {
        (_, []) => return Err(SolutionFault::NoWay { number, piece }),
        (Metric::Step, [_, _, ..]) => return Err(not_one("one piece, one unit")),
        (Metric::Slide, path) if path.iter().any(|d| *d != path[0]) => {
            return Err(not_one("one piece, straight"));
        }
        _ => {}
    }
    for &direction in &step.path {
        let (down, right) = match direction {
            Direction::Up => (-1, 0),
            Direction::Down => (1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
        };
        let off_axis = match moved.axis {
            Axis::Any => false,
            Axis::Horizontal => down != 0,
            Axis::Vertical => right != 0,
        };
        if off_axis {
            return Err(SolutionFault::Axis { number, piece, direction });
        }
        let mut after = BTreeSet::new();
        for &cell in &pieces[step.piece] {
            let next = cell.row.checked_add_signed(down).zip(cell.col.checked_add_signed(right));
            let next =
                next.map(|(row, col)| Cell::new(row, col)).filter(|&next| puzzle.board().contains(next));
            let Some(next) = next else {
                return Err(SolutionFault::Wall { number, piece, direction, cell });
            };
            let stands =
                |(other, cells): &(usize, &BTreeSet<Cell>)| *other != step.piece && cells.contains(&next);
            if let Some((other, _)) = pieces.iter().enumerate().find(stands) {
                let other = puzzle.pieces()[other].name;
                return Err(SolutionFault::Overlap { number, piece, direction, cell: next, other });
            }
            after.insert(next);
        }
        pieces[step.piece] = after;
    }
    Ok(())
}

/// Whether pieces stand where a goal says.
fn goal_met(puzzle: &Puzzle, pieces: &[BTreeSet<Cell>], moves: usize) -> Result<(), SolutionFault> {
    let stands = |&(piece, first): &(usize, Cell)| {
        // A piece never turns, so a piece of the same class with the same first cell covers the same cells.
        let alike = &puzzle.class(piece).pieces;
        alike.iter().any(|&alike| pieces[alike].first() == Some(&first))
    };
    let mut missing = None;
    for goal in puzzle.goals() {
        match goal.places.iter().find(|place| !stands(place)) {
            None => return Ok(()),
            Some(&(piece, _)) => missing = missing.or(Some(piece)),
        }
    }
    Err(missing.map_or(SolutionFault::GoalLess, |piece| SolutionFault::NoGoal {
        moves,
        piece: puzzle.pieces()[piece].name,
    }))
}
