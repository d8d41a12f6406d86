//! Solutions of sliding-block puzzles as text, the way `polytile slide solve` writes them.
//!
//! ```text
//! metric move
//! length 2
//! 1. B down 2, left
//! 2. C up
//! ```
//!
//! One line for a move: its number if it has one, the letter of the piece or the number of a tile, and its way. Boards between the moves, and
//! what is said about all solutions, are passed over; `solution 2` begins another one. Or JSON, one object to a line:
//! `{"metric": "move", "moves": [{"piece": "B", "path": ["down", "down", "left"]}]}`.

use super::super::drawn::has_triangles;
use super::super::json::located;
use super::super::lines::lines;
use super::super::suggest::did_you_mean;
use super::super::{FormatError, Unread};
use crate::choice::Choice;
use crate::sliding::{Direction, Metric, Move, Puzzle};
use serde::Deserialize;
use std::collections::HashSet;

/// What a text says about solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolutionText {
    /// What counts as one move, where it says so.
    pub metric: Option<Metric>,
    /// How many moves a solution has, where it says so.
    pub length: Option<usize>,
    /// The moves of each solution; where it has a misfit, those that could be read.
    pub solutions: Vec<Vec<Move>>,
    /// What no solution of the puzzle can contain, such as a piece that it lacks or a way that is too long: in which solution,
    /// from 0, and what.
    pub misfits: Vec<(usize, String)>,
}

/// Reads solutions of `puzzle`. Whether they are right is for [`crate::sliding::check_solution`] to say.
///
/// ```
/// use polytile::format::sliding::{parse, solutions};
/// let puzzle = parse("start = 'A..'\ngoal = '..A'")?.puzzle;
/// let read = solutions("metric slide\n1. A right 2\n", &puzzle)?;
/// assert_eq!(read.solutions[0][0].path.len(), 2);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When a line is not a move.
pub fn solutions(text: &str, puzzle: &Puzzle) -> Result<SolutionText, FormatError> {
    let mut read = SolutionText::default();
    let rows = puzzle.text(&puzzle.start()).lines().map(outline).collect();
    for (start, line) in lines(text) {
        let span = start..start + line.trim_end().len();
        if line.trim_start().starts_with('{') {
            object(line, puzzle, &mut read).map_err(|e| e.moved_by(start).or_at(span))?;
        } else {
            text_line(line.trim(), puzzle, &rows, &mut read).map_err(|e| e.at(span))?;
        }
    }
    Ok(read)
}

/// The rows of a board as they are drawn: what is not blank, as one character.
type Rows = HashSet<String>;

fn text_line(line: &str, puzzle: &Puzzle, rows: &Rows, read: &mut SolutionText) -> Result<(), FormatError> {
    let mut words = line.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (None, ..) | (Some("solutions"), Some(_), None) => Ok(()),
        (Some("metric"), Some(name), None) => {
            read.metric = Some(metric(name)?);
            Ok(())
        }
        (Some("length"), Some(number), None) => {
            let help = "write the number of moves, as in length 12";
            let wrong = |_| FormatError::new(format!("'{number}' is no length")).with_help(help);
            read.length = Some(number.parse().map_err(wrong)?);
            // A solution begins here, even if it has no move.
            read.solutions.push(Vec::new());
            Ok(())
        }
        (Some("solution"), Some(_), None) => {
            // The solution before has no move where none of its moves could be read.
            let touched = read.misfits.last().is_some_and(|(of, _)| of + 1 == read.solutions.len());
            if touched || read.solutions.last().is_none_or(|moves| !moves.is_empty()) {
                read.solutions.push(Vec::new());
            }
            Ok(())
        }
        (Some(word), ..) if is_lines(word) || is_board(line, puzzle, rows) => Ok(()),
        _ => {
            if read.solutions.is_empty() {
                read.solutions.push(Vec::new());
            }
            match (step(line, puzzle), read.solutions.last_mut()) {
                (Ok(step), Some(moves)) => moves.push(step),
                (Ok(_), None) => {}
                (Err(Unread::Misfit(error)), _) => {
                    read.misfits.push((read.solutions.len() - 1, error.message));
                }
                (Err(Unread::Malformed(error)), _) => return Err(error),
            }
            Ok(())
        }
    }
}

/// Whether a line begins like one of a board in box lines.
fn is_lines(word: &str) -> bool {
    word.starts_with(|c| ('\u{2500}'..='\u{257f}').contains(&c))
}

/// What a row of a board has in common in all positions.
fn outline(row: &str) -> String {
    row.trim().chars().map(|mark| if mark == ' ' { ' ' } else { '.' }).collect()
}

/// Whether a line is a row of a board in letters: as long as one of the board, with its gaps. No way of a piece is a single letter.
fn is_board(line: &str, puzzle: &Puzzle, rows: &Rows) -> bool {
    let is_triangle = |mark: char| has_triangles(puzzle.lattice()) && matches!(mark, '^' | 'v');
    let known = |mark: char| {
        matches!(mark, ' ' | '.' | '#') || is_triangle(mark) || puzzle.piece_called(mark).is_some()
    };
    line.chars().all(known) && rows.contains(&outline(line))
}

fn metric(name: &str) -> Result<Metric, FormatError> {
    Metric::named(name).ok_or_else(|| {
        let help = did_you_mean(name, &Metric::ALL.map(Metric::name));
        FormatError::new(format!("there is no metric '{name}'")).with_help(help)
    })
}

/// A move such as `12. B down 2, left`.
fn step(line: &str, puzzle: &Puzzle) -> Result<Move, Unread> {
    let malformed = |message: String| {
        let help = "write a letter and its way, as in B down 2, left";
        Unread::Malformed(FormatError::new(message).with_help(help))
    };
    let numbered = line.split_once('.').filter(|(number, rest)| {
        !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(' ')
    });
    let line = numbered.map_or(line, |(_, rest)| rest).trim();
    let (letter, way) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let is_number = letter.bytes().all(|b| b.is_ascii_digit());
    if letter.is_empty() || (letter.chars().count() > 1 && !is_number) {
        return Err(malformed(format!("'{letter}' is not the letter of a piece")));
    }
    let name = letter;
    let piece = piece(name, puzzle);
    let board = puzzle.board();
    let most = board.rows().max(board.cols()).max(board.layers()) as usize;
    let mut path = Vec::new();
    for part in way.split(',').map(str::trim) {
        let mut words = part.split_whitespace();
        let named = words.next().unwrap_or_default();
        let units = match (words.next(), words.next()) {
            (None, _) => Some("1"),
            (Some(number), None) => Some(number).filter(|n| n.bytes().all(|b| b.is_ascii_digit())),
            _ => None,
        };
        let Some(units) = units.filter(|units| units.contains(|c| c != '0')) else {
            return Err(malformed(format!("'{part}' is no way")));
        };
        let direction = direction(named, puzzle).map_err(Unread::Malformed)?;
        // Nothing moves further than the size of the board, and a longer way would be a long list.
        let Some(units) = units.parse().ok().filter(|&units| units <= most) else {
            let message = format!("'{part}' takes '{name}' further than the board reaches");
            return Err(Unread::Misfit(FormatError::new(message)));
        };
        path.extend(std::iter::repeat_n(direction, units));
    }
    Ok(Move { piece: piece.map_err(Unread::Misfit)?, path })
}

/// The piece with this letter, or the tile with this number.
fn piece(name: &str, puzzle: &Puzzle) -> Result<usize, FormatError> {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    let lettered = letter.and_then(|letter| puzzle.piece_called(letter));
    lettered.or_else(|| puzzle.labels().iter().position(|label| label == name)).ok_or_else(|| {
        let letters: String = puzzle.pieces().iter().map(|piece| piece.name).collect();
        FormatError::new(format!("the puzzle has no piece '{name}': its pieces are {letters}"))
    })
}

fn direction(name: &str, puzzle: &Puzzle) -> Result<Direction, FormatError> {
    let known = puzzle.lattice().directions();
    known.clone().find(|direction| direction.name() == name).ok_or_else(|| {
        let help = did_you_mean(name, &known.map(Direction::name).collect::<Vec<_>>());
        FormatError::new(format!("'{name}' is no direction")).with_help(help)
    })
}

fn object(line: &str, puzzle: &Puzzle, read: &mut SolutionText) -> Result<(), FormatError> {
    #[derive(Deserialize)]
    struct Object {
        metric: Option<String>,
        length: Option<usize>,
        moves: Vec<Step>,
    }
    #[derive(Deserialize)]
    struct Step {
        piece: String,
        path: Vec<String>,
    }
    let form = "write {\"moves\": [{\"piece\": \"B\", \"path\": [\"down\", \"left\"]}]}";
    let object: Object = serde_json::from_str(line).map_err(|e| located(line, &e, form))?;
    if let Some(name) = &object.metric {
        read.metric = Some(metric(name)?);
    }
    read.length = object.length.or(read.length);
    let mut moves = Vec::new();
    for Step { piece: name, path } in &object.moves {
        let path = path.iter().map(|name| direction(name, puzzle)).collect::<Result<_, _>>()?;
        match piece(name, puzzle) {
            Ok(piece) => moves.push(Move { piece, path }),
            Err(error) => read.misfits.push((read.solutions.len(), error.message)),
        }
    }
    read.solutions.push(moves);
    Ok(())
}
