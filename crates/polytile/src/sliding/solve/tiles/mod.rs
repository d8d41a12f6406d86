//! Tiles on a full rectangle with one cell empty: the 15-puzzle and its like.
//!
//! Their states are far too many to be listed (16!/2 for the 15-puzzle), but a lower bound of the distance is cheap: the
//! tiles fall into a few groups, and for each a table says how many moves of its own tiles are needed from where they
//! stand (additive pattern databases; Korf and Felner 2002). The sum bounds the distance. Iterative deepening (Korf 1985)
//! then tries all ways of that length, of two moves more, and so on; the first length with a solution is the shortest.
//!
//! Half of all positions cannot be reached: a move is an exchange of the empty cell with a neighbour, so the parity of
//! the permutation and the colour of the empty cell on a chessboard change together. On full rectangles, but for 2x2 and
//! single rows, everything else can be reached (Johnson and Story 1879; Wilson 1974).
//!
//! With one cell empty every move is one unit: the three metrics are the same.

mod deepen;
mod pattern;

use super::super::moves::Move;
use super::super::position::Position;
use super::super::puzzle::{Axis, Class, Puzzle};
use crate::board::{Cell, Direction, Lattice};
use crate::run::{Control, Stopped};
pub(super) use deepen::Walk;
use pattern::Tables;

/// The most cells: a bit for each in a word.
const MOST_CELLS: usize = 64;

/// From this many cells on there are more states than should be listed: 12!/2 are 239500800.
const MANY_CELLS: usize = 12;

/// What stands on the empty cell.
pub(super) const EMPTY: u8 = u8::MAX;

/// Tiles: where they stand, and where they shall stand.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    pub rows: usize,
    pub cols: usize,
    /// The tile on every cell at the start.
    pub start: Vec<u8>,
    /// The cell of every tile at the end.
    pub goal: Vec<u8>,
    /// The cell that is empty at the end.
    pub last_empty: u8,
}

impl Tiles {
    /// The puzzle as tiles, if it is one: single cells, no two alike, a full rectangle of at least 2x3 with one cell
    /// empty, and one goal that names all.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let board = puzzle.board();
        let (rows, cols) = (board.rows() as usize, board.cols() as usize);
        let cells = rows * cols;
        if puzzle.lattice() != Lattice::Square {
            return None;
        }
        let single =
            |class: &Class| class.pieces.len() == 1 && class.shape.len() == 1 && class.axis == Axis::Any;
        let [goal] = puzzle.goals() else { return None };
        let full = board.len() == cells && rows.min(cols) >= 2 && (6..=MOST_CELLS).contains(&cells);
        let tiles = puzzle.pieces().len();
        if !full || tiles + 1 != cells || goal.places.len() != tiles || !puzzle.classes().iter().all(single) {
            return None;
        }
        let number = |cell: Cell| cell.row as usize * cols + cell.col as usize;
        let start = standing(puzzle, &puzzle.start());
        let mut places = vec![0; tiles];
        let mut free = vec![true; cells];
        for &(tile, first) in &goal.places {
            places[tile] = number(first) as u8;
            free[number(first)] = false;
        }
        let last_empty = free.iter().position(|free| *free)? as u8;
        Some(Tiles { rows, cols, start, goal: places, last_empty })
    }

    /// Whether there are too many states to list, so that walks are better.
    pub fn are_many(&self) -> bool {
        self.start.len() >= MANY_CELLS
    }

    /// Whether the goal can be reached from `start`.
    pub fn is_solvable(&self, start: &[u8]) -> bool {
        // Where the tiles and the empty cell go.
        let to: Vec<usize> = start
            .iter()
            .map(|&tile| if tile == EMPTY { self.last_empty } else { self.goal[tile as usize] } as usize)
            .collect();
        let mut seen = vec![false; to.len()];
        let mut even_cycles = 0;
        for first in 0..to.len() {
            let (mut cell, mut length) = (first, 0);
            while !std::mem::replace(&mut seen[cell], true) {
                cell = to[cell];
                length += 1;
            }
            even_cycles += usize::from(length > 0 && length % 2 == 0);
        }
        let colour = |cell: usize| cell / self.cols + cell % self.cols;
        let empty = start.iter().position(|&tile| tile == EMPTY).unwrap_or(0);
        (even_cycles + colour(empty) + colour(self.last_empty as usize)).is_multiple_of(2)
    }

    /// The cells beside each cell, with the direction that a tile takes from there to the cell.
    fn beside(&self) -> Vec<Vec<(u8, Direction)>> {
        let near = |cell: usize| {
            let (row, col) = (cell / self.cols, cell % self.cols);
            let mut near = Vec::new();
            if row + 1 < self.rows {
                near.push(((cell + self.cols) as u8, Direction::Up));
            }
            if col + 1 < self.cols {
                near.push((cell as u8 + 1, Direction::Left));
            }
            if col > 0 {
                near.push((cell as u8 - 1, Direction::Right));
            }
            if row > 0 {
                near.push(((cell - self.cols) as u8, Direction::Down));
            }
            near
        };
        (0..self.start.len()).map(near).collect()
    }
}

/// The tile on every cell of a full rectangle.
pub(super) fn standing(puzzle: &Puzzle, position: &Position) -> Vec<u8> {
    let cols = puzzle.board().cols() as usize;
    let mut at = vec![EMPTY; puzzle.board().len()];
    for (tile, first) in (0..).zip(position.first_cells()) {
        at[first.row as usize * cols + first.col as usize] = tile;
    }
    at
}

/// The tables that bound distances to a goal, and ways from cell to cell.
#[derive(Debug)]
pub(super) struct Solver {
    tables: Tables,
    beside: Vec<Vec<(u8, Direction)>>,
}

impl Solver {
    /// Makes the tables for the goal of `tiles`.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped or the memory does not suffice.
    pub fn new(tiles: &Tiles, control: &Control) -> Result<Self, Stopped> {
        Ok(Solver { tables: Tables::new(tiles, control)?, beside: tiles.beside() })
    }
}

/// Steps of tiles as moves.
pub(super) fn moves(steps: &[(u8, Direction)]) -> Vec<Move> {
    steps.iter().map(|&(tile, way)| Move { piece: tile as usize, path: vec![way] }).collect()
}
