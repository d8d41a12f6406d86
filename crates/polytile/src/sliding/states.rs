//! What a position is: a state, perhaps a goal, and a drawing.

use super::position::Position;
use super::puzzle::Puzzle;
use crate::board::Cell;

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

    /// The piece on every cell of the rectangle around the board, row by row; nothing on empty cells and walls.
    pub fn occupied(&self, position: &Position) -> Vec<Option<usize>> {
        let cols = self.board().cols() as usize;
        let mut grid = vec![None; self.board().rows() as usize * cols];
        for piece in 0..self.pieces().len() {
            for cell in self.placed(piece, position.first_cell(piece)).unwrap_or_default() {
                grid[cell.row as usize * cols + cell.col as usize] = Some(piece);
            }
        }
        grid
    }

    /// Draws a position: every piece with its letter, `.` for an empty cell, `#` for a wall.
    pub fn text(&self, position: &Position) -> String {
        let cols = self.board().cols();
        let mut text = String::new();
        for (row, line) in (0..).zip(self.occupied(position).chunks(cols as usize)) {
            for (col, piece) in (0..).zip(line) {
                text.push(match piece {
                    Some(piece) => self.pieces()[*piece].name,
                    None if self.board().contains(Cell::new(row, col)) => '.',
                    None => '#',
                });
            }
            text.push('\n');
        }
        text
    }
}
