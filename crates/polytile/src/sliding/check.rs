//! Whether a solution is right: it is replayed on sets of cells.
//!
//! In: a puzzle and a list of moves, wherever they come from. Out: nothing, or the first fault. Every piece is the set of its
//! cells; a unit of a move puts each of them one further, and no cell may be off the board or in the set of another piece. Nor may
//! what is passed over, for which this file has numbers of its own: a hexagon has three that sum to 0, and goes round one of two
//! corners, over the hexagon that lies a sixth of a turn to one side of its way; a triangle is where strips in three directions
//! meet, and a unit leads it from strip to strip in two of them, one after the other, so that a triangle lies in between.
//! Nothing is shared with the engines or with what carries out moves elsewhere in this folder; classes of pieces are those of the
//! puzzle. That a solution is shortest is not checked.
//!
//! Cost: for each unit of a move, the cells of all pieces.

use super::moves::{Metric, Move};
use super::puzzle::{Axis, Puzzle};
use crate::board::{Cell, Coordinates, Direction, Lattice};
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
        cell: Coordinates,
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
        cell: Coordinates,
        /// The letter of the other.
        other: char,
    },
    /// Nothing goes that way on this lattice.
    NoDirection {
        /// Which move, from 1.
        number: usize,
        /// The letter of the piece.
        piece: char,
        /// Where it was to go.
        direction: Direction,
    },
    /// There is room at the end of a unit, and none on either side of the way.
    Tight {
        /// Which move, from 1.
        number: usize,
        /// The letter of the piece.
        piece: char,
        /// Where it was to go.
        direction: Direction,
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
            SolutionFault::NoDirection { number, piece, direction } => write!(
                f,
                "move {number} takes '{piece}' {}, and nothing goes there on this board",
                direction.name()
            ),
            SolutionFault::Tight { number, piece, direction } => write!(
                f,
                "move {number} takes '{piece}' {}, and there is no room on either side of the way",
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
    let lattice = puzzle.board().lattice();
    for &direction in &step.path {
        let off_axis = match moved.axis {
            Axis::Any => false,
            Axis::Horizontal => matches!(direction, Direction::Up | Direction::Down),
            Axis::Vertical => matches!(direction, Direction::Left | Direction::Right),
        };
        if off_axis {
            return Err(SolutionFault::Axis { number, piece, direction });
        }
        let Some(by) = unit(lattice, direction) else {
            return Err(SolutionFault::NoDirection { number, piece, direction });
        };
        // The cell, if nothing but this piece may be there; `from` is where it comes from.
        let free = |from: Cell, numbers: Numbers| {
            let next = cell(lattice, numbers).filter(|&next| puzzle.board().contains(next));
            let Some(next) = next else {
                let cell = lattice.coordinates(from);
                return Err(SolutionFault::Wall { number, piece, direction, cell });
            };
            let stands =
                |(other, cells): &(usize, &BTreeSet<Cell>)| *other != step.piece && cells.contains(&next);
            if let Some((other, _)) = pieces.iter().enumerate().find(stands) {
                let (cell, other) = (lattice.coordinates(next), puzzle.pieces()[other].name);
                return Err(SolutionFault::Overlap { number, piece, direction, cell, other });
            }
            Ok(next)
        };
        let cells = &pieces[step.piece];
        let place = |by: Numbers| move |&from: &Cell| (from, sum(numbers(lattice, from), by));
        let ends = cells.iter().map(place(by)).map(|(from, to)| free(from, to));
        let after = ends.collect::<Result<BTreeSet<Cell>, _>>()?;
        match lattice {
            Lattice::Square | Lattice::Cube => {}
            Lattice::Hex => {
                let [x, y, z, _] = by;
                let sides = [[-y, -z, -x, 0], [-z, -x, -y, 0]];
                let open =
                    |side: &Numbers| cells.iter().map(place(*side)).all(|(from, to)| free(from, to).is_ok());
                if !sides.iter().any(open) {
                    return Err(SolutionFault::Tight { number, piece, direction });
                }
            }
            Lattice::Triangle | Lattice::Prism => {
                // One number after the other; there is no triangle where they do not fit each other.
                let halves: Vec<Numbers> = (0..3)
                    .filter(|&i| by[i] != 0)
                    .map(|i| std::array::from_fn(|j| if i == j { by[j] } else { 0 }))
                    .collect();
                for &from in cells {
                    for &half in &halves {
                        let between = sum(numbers(lattice, from), half);
                        if is_triangle(between) {
                            free(from, between)?;
                        }
                    }
                }
            }
        }
        pieces[step.piece] = after;
    }
    Ok(())
}

/// A cell as this file counts: on squares and cubes row and column; a hexagon q, r and what makes them sum to 0; a triangle the
/// strips that it is in, between lines of equal x, of equal y and of equal x + y. The layer comes last.
type Numbers = [i64; 4];

fn sum(a: Numbers, b: Numbers) -> Numbers {
    std::array::from_fn(|i| a[i] + b[i])
}

fn numbers(lattice: Lattice, cell: Cell) -> Numbers {
    let [layer, row, col] = [cell.layer, cell.row, cell.col].map(i64::from);
    match lattice {
        Lattice::Square | Lattice::Cube => [row, col, 0, layer],
        Lattice::Hex => [row, col, -row - col, layer],
        Lattice::Triangle | Lattice::Prism => [col / 2, row, col / 2 + row + col % 2, layer],
    }
}

/// Whether strips with these numbers have a triangle in common: the third is the sum of the others if it points up, and one more if
/// it points down.
fn is_triangle([x, y, both, _]: Numbers) -> bool {
    (x + y..=x + y + 1).contains(&both)
}

fn cell(lattice: Lattice, numbers: Numbers) -> Option<Cell> {
    let [a, b, c, layer] = numbers;
    let (row, col) = match lattice {
        Lattice::Square | Lattice::Cube | Lattice::Hex => (a, b),
        Lattice::Triangle | Lattice::Prism => (b, 2 * a + (c - a - b)),
    };
    let [layer, row, col] = [layer, row, col].map(|n| u32::try_from(n).ok());
    // Left of the first column there is nothing, whichever way a triangle there points.
    Some(Cell { layer: layer?, row: row?, col: col? })
}

/// What a unit adds to the numbers of a cell, where there is such a direction.
fn unit(lattice: Lattice, direction: Direction) -> Option<Numbers> {
    use Direction::{Back, Down, DownLeft, DownRight, Front, Left, Right, Up, UpLeft, UpRight};
    let has_layers = matches!(lattice, Lattice::Cube | Lattice::Prism);
    match direction {
        Back => return has_layers.then_some([0, 0, 0, -1]),
        Front => return has_layers.then_some([0, 0, 0, 1]),
        _ => {}
    }
    match lattice {
        Lattice::Square | Lattice::Cube => match direction {
            Up => Some([-1, 0, 0, 0]),
            Down => Some([1, 0, 0, 0]),
            Left => Some([0, -1, 0, 0]),
            Right => Some([0, 1, 0, 0]),
            _ => None,
        },
        Lattice::Hex => match direction {
            Left => Some([0, -1, 1, 0]),
            Right => Some([0, 1, -1, 0]),
            UpLeft => Some([-1, 0, 1, 0]),
            DownRight => Some([1, 0, -1, 0]),
            UpRight => Some([-1, 1, 0, 0]),
            DownLeft => Some([1, -1, 0, 0]),
            _ => None,
        },
        Lattice::Triangle | Lattice::Prism => match direction {
            Left => Some([-1, 0, -1, 0]),
            Right => Some([1, 0, 1, 0]),
            UpRight => Some([0, 1, 1, 0]),
            DownLeft => Some([0, -1, -1, 0]),
            UpLeft => Some([-1, 1, 0, 0]),
            DownRight => Some([1, -1, 0, 0]),
            _ => None,
        },
    }
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
