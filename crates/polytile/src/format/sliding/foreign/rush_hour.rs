//! Rush Hour boards of 6x6 cells on one line, as in Michael Fogleman's list of them.
//!
//! Thirty-six characters, row by row: `o` or `.` is empty, `x` a wall, and every letter a car, at least two cells long and
//! straight, which moves along its length only. `A` is to leave by the right side. Numbers before and after it (the moves needed
//! and the states that can be reached) are ignored.

use super::super::super::FormatError;
use super::super::super::lines::{lines, words};
use super::super::SlidingPuzzle;
use super::{Collected, Collection};
use crate::board::Cell;
use crate::sliding::{Axis, Goal};

const SIDE: u32 = 6;
const CELLS: usize = (SIDE * SIDE) as usize;

/// Whether a word is long enough for a board, and made of what boards are made of.
pub(super) fn is_board(word: &str) -> bool {
    let marks = word.bytes().all(|b| b.is_ascii_alphabetic() || b == b'.');
    word.len() == CELLS && marks && word.bytes().any(|b| b.is_ascii_uppercase())
}

/// Reads the line.
pub(super) fn parse(text: &str) -> Result<SlidingPuzzle, FormatError> {
    let all = lines(text).flat_map(|(start, line)| words(start, line));
    let Some((start, board)) = all.clone().find(|(_, word)| is_board(word)) else {
        let help = "write 36 characters, row by row: o for empty, x for a wall, a letter for each car";
        return Err(FormatError::new("there is no Rush Hour board here").with_help(help));
    };
    for (at, word) in all.filter(|(at, _)| *at != start) {
        if !word.bytes().all(|b| b.is_ascii_digit()) {
            let help = "beside the board there may be the number of moves before it and of states behind it";
            let span = at..at + word.len();
            return Err(FormatError::new("this does not belong to a Rush Hour board")
                .with_help(help)
                .at(span));
        }
    }
    let mut collected =
        Collected { board: vec![vec![true; SIDE as usize]; SIDE as usize], pieces: Vec::new() };
    for (i, mark) in (0..).zip(board.chars()) {
        let cell = Cell::new(i / SIDE, i % SIDE);
        match mark {
            'o' | '.' => {}
            'x' => collected.board[cell.row as usize][cell.col as usize] = false,
            letter => match collected.pieces.iter_mut().find(|piece| piece.letter == Some(letter)) {
                Some(piece) => piece.cells.push(cell),
                None => collected.pieces.push(Collection {
                    name: letter.to_string(),
                    letter: Some(letter),
                    cells: vec![cell],
                    axis: Axis::Any,
                }),
            },
        }
    }
    for piece in &mut collected.pieces {
        let (first, length) = (piece.cells[0], piece.cells.len());
        let straight = |right: u32, down: u32| {
            let cell = |i: u32| Cell::new(first.row + i * down, first.col + i * right);
            length > 1 && (0..).zip(&piece.cells).all(|(i, &other)| cell(i) == other)
        };
        piece.axis = if straight(1, 0) {
            Axis::Horizontal
        } else if straight(0, 1) {
            Axis::Vertical
        } else {
            let at = start + (first.row * SIDE + first.col) as usize;
            let message = format!("car '{}' is not a straight line of two cells or more", piece.name);
            let help = "rows are six characters long: look whether one is missing before it";
            return Err(FormatError::new(message).with_help(help).at(at..at + 1));
        };
    }
    let whole = start..start + CELLS;
    let is_red = |piece: &Collection| piece.name == "A" && piece.axis == Axis::Horizontal;
    let red = collected.pieces.iter().position(is_red);
    let Some(red) = red else {
        let help = "A is the car that leaves by the right side: let it lie in a row";
        return Err(FormatError::new("there is no car 'A' that lies in a row").with_help(help).at(whole));
    };
    let (first, length) = (collected.pieces[red].cells[0], collected.pieces[red].cells.len() as u32);
    if !collected.board[first.row as usize][(SIDE - 1) as usize] {
        let help = "take the wall at the end of its row away";
        return Err(FormatError::new("a wall stands where car 'A' is to leave").with_help(help).at(whole));
    }
    let goal = Goal { places: vec![(red, Cell::new(first.row, SIDE - length))] };
    collected.puzzle(None, vec![goal]).map_err(|e| e.or_at(whole))
}
