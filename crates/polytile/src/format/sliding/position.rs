//! A position of a puzzle, drawn like its start.

use super::super::FormatError;
use super::super::source::{Misread, Source};
use super::drawing::{Drawing, Mark};
use crate::board::{Cell, Lattice, Region};
use crate::sliding::{Axis, Position, Puzzle, PuzzleError};

/// Reads where the pieces of `puzzle` stand: the board drawn like the start, every piece with its letter, `.` for an
/// empty cell, `#` for a wall. [`Puzzle::text`] draws it like this.
///
/// # Errors
/// When the board is another one, or a piece is missing, unknown, drawn in another shape or off its line.
pub fn position(text: &str, puzzle: &Puzzle) -> Result<Position, FormatError> {
    let (board, lattice) = (puzzle.board(), puzzle.lattice());
    let drawing = Drawing::on(lattice, Some(board), text)?;
    if lattice == Lattice::Square {
        is_same_board(&drawing, board, text)?;
    } else {
        drawing.is_of(board, "the position").map_err(|e| e.or_at(0..text.len()))?;
    }
    let mut firsts: Vec<Option<Cell>> = vec![None; puzzle.pieces().len()];
    for (letter, cells) in drawing.pieces() {
        let first = cells[0];
        let wrong =
            |message: String, help: &str| FormatError::new(message).with_help(help).at(drawing.place(first));
        let Some(piece) = puzzle.piece_called(letter) else {
            let letters: String = puzzle.pieces().iter().map(|piece| piece.name).collect();
            let help = format!("its pieces are {letters}");
            return Err(wrong(format!("the puzzle has no piece '{letter}'"), &help));
        };
        if puzzle.placed(piece, first).as_ref() != Some(&cells) {
            let help = "pieces neither turn nor change: draw it as in the start";
            return Err(wrong(format!("'{letter}' is drawn in another shape than in the start"), help));
        }
        let class = puzzle.class(piece);
        let line = match class.axis {
            Axis::Any => None,
            Axis::Horizontal => Some(first.row),
            Axis::Vertical => Some(first.col),
        };
        if line != class.line {
            let help = "it moves along its axis only: draw it on its line";
            return Err(wrong(format!("'{letter}' is drawn beside the line along which it moves"), help));
        }
        firsts[piece] = Some(first);
    }
    let missing = |piece: usize| {
        let name = puzzle.pieces()[piece].name;
        FormatError::new(format!("piece '{name}' is missing")).with_help("draw all pieces").at(0..text.len())
    };
    let placed = (0..).zip(firsts).map(|(piece, first)| first.ok_or_else(|| missing(piece)));
    Ok(Position::new(placed.collect::<Result<_, _>>()?))
}

/// Refuses a drawing of another board of squares.
fn is_same_board(drawing: &Drawing, board: &Region, text: &str) -> Result<(), FormatError> {
    let (rows, cols) = (board.rows() as usize, board.cols() as usize);
    if drawing.height() != rows || drawing.width() > cols {
        let message = format!(
            "the position is drawn {} by {} cells large, and the puzzle is {rows} by {cols}",
            drawing.height(),
            drawing.width()
        );
        let help = "draw every row of the board, as the start is drawn";
        return Err(FormatError::new(message).with_help(help).at(0..text.len()));
    }
    for row in 0..board.rows() {
        for col in 0..board.cols() {
            let cell = Cell::new(row, col);
            let wall = drawing.mark(cell) == Mark::Wall;
            if wall == board.contains(cell) {
                let message = if wall {
                    format!("{cell} is drawn as a wall, and the puzzle has none there")
                } else {
                    format!("{cell} is a wall of the puzzle, and is drawn as something else")
                };
                let help = "walls do not move: draw them as in the start";
                return Err(FormatError::new(message).with_help(help).at(drawing.place(cell)));
            }
        }
    }
    Ok(())
}

/// `puzzle` with the position drawn in `drawn` as its start.
///
/// # Errors
/// When the position cannot be read, or is not one of the puzzle.
pub fn starting_from(puzzle: &Puzzle, drawn: &Source) -> Result<Puzzle, Misread> {
    let position = position(&drawn.text, puzzle).map_err(|e| drawn.misread(e))?;
    let stands_nowhere = |e: PuzzleError| Misread::new(e.to_string(), "draw every piece on free cells");
    puzzle.starting_at(&position).map_err(stands_nowhere)
}
