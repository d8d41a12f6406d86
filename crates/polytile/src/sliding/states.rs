//! What a position is: a state, perhaps a goal, and a drawing.

use super::position::Position;
use super::puzzle::Puzzle;
use crate::board::{Cell, Lattice};

impl Puzzle {
    /// The state of a position: the position in which the pieces of each class stand in the order of their numbers. Two
    /// positions are the same state exactly if these are equal.
    #[must_use]
    pub fn state_of(&self, position: &Position) -> Position {
        let mut first_cells = position.first_cells().to_vec();
        for class in self.classes() {
            let mut places: Vec<Cell> = class.pieces.iter().map(|&piece| first_cells[piece]).collect();
            places.sort_unstable();
            for (&piece, place) in class.pieces.iter().zip(places) {
                first_cells[piece] = place;
            }
        }
        Position::new(first_cells)
    }

    /// Whether a goal is met: wherever it names a piece, one of that piece's class stands.
    pub fn is_solved(&self, position: &Position) -> bool {
        let stands = |&(piece, first): &(usize, Cell)| {
            self.class(piece).pieces.iter().any(|&alike| position.first_cell(alike) == first)
        };
        self.goals().iter().any(|goal| goal.places.iter().all(stands))
    }

    /// The piece on every cell of the box around the board, layer by layer and row by row; nothing on empty cells and walls.
    pub fn occupied(&self, position: &Position) -> Vec<Option<usize>> {
        let board = self.board();
        let mut grid = vec![None; board.layers() as usize * board.rows() as usize * board.cols() as usize];
        for piece in 0..self.pieces().len() {
            for cell in self.placed(piece, position.first_cell(piece)).unwrap_or_default() {
                grid[self.number(cell)] = Some(piece);
            }
        }
        grid
    }

    /// The number of a cell in the box around the board.
    pub(super) fn number(&self, cell: Cell) -> usize {
        let board = self.board();
        let line = cell.layer as usize * board.rows() as usize + cell.row as usize;
        line * board.cols() as usize + cell.col as usize
    }

    /// Draws a position: every piece with its letter, `.` for an empty cell, `#` for a wall. On other lattices than squares cells
    /// stand where they stand in the drawing of a board, and empty triangles are `^` and `v`.
    pub fn text(&self, position: &Position) -> String {
        let occupied = self.occupied(position);
        self.drawn(|cell| occupied[self.number(cell)].map(|piece| self.pieces()[piece].name))
    }

    /// Draws the board, with a letter on some cells.
    pub(crate) fn drawn(&self, letter: impl Fn(Cell) -> Option<char>) -> String {
        let (board, lattice) = (self.board(), self.lattice());
        if lattice != Lattice::Square {
            let empty = |cell| match lattice {
                Lattice::Triangle | Lattice::Prism => ['^', 'v'][lattice.spot(cell).kind],
                _ => '.',
            };
            return board.drawn(|cell| letter(cell).unwrap_or_else(|| empty(cell)), '#');
        }
        let mut text = String::new();
        for row in 0..board.rows() {
            for col in 0..board.cols() {
                let cell = Cell::new(row, col);
                let empty = if board.contains(cell) { '.' } else { '#' };
                text.push(letter(cell).unwrap_or(empty));
            }
            text.push('\n');
        }
        text
    }
}
