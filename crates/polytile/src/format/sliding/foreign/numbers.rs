//! The 15-puzzle and its like: rows of numbers, with 0 for the gap.
//!
//! ```text
//!  5  1  2  4
//!  9  6  3  8
//! 13 10  7 11
//!  0 14 15 12
//! ```
//!
//! In: rows of numbers with blanks between them; `.`, `_` and `-` mean a gap as 0 does. Below, after an empty line, may stand goals, in
//! which a gap means that anything may be there; without any, the numbers are to come in order, the gaps last. Out: a puzzle with a
//! tile for each number, drawn as its digit, from 10 on as a letter. Cost: linear in the text.

use super::super::super::FormatError;
use super::super::super::lines::{lines, words};
use super::super::SlidingPuzzle;
use super::{Collected, Collection};
use crate::board::Cell;
use crate::sliding::{Axis, Goal};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

const HELP: &str = "write the numbers row by row, with 0 for the gap, as in 1 2 3, 4 0 5";

/// A number, 0 for a gap, and where it is written.
type Tile = (u32, Range<usize>);

/// The number that a word is, 0 for a gap.
fn tile(word: &str) -> Option<u32> {
    match word {
        "." | "_" | "-" => Some(0),
        _ if word.bytes().all(|b| b.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    }
}

/// Whether `text` is meant so: two rows or more of as many numbers each, with a gap, those of the first row nowhere else. An exact
/// cover whose items are numbers has them again in its options.
pub(super) fn is_meant(text: &str) -> bool {
    let rows = lines(text).map(|(_, line)| line.trim()).skip_while(|line| line.is_empty());
    let rows = rows.take_while(|line| !line.is_empty());
    let rows: Option<Vec<Vec<u32>>> = rows.map(|line| line.split_whitespace().map(tile).collect()).collect();
    let Some((first, rest)) = rows.as_deref().and_then(<[_]>::split_first) else { return false };
    let of_first: HashSet<u32> = first.iter().copied().filter(|&number| number > 0).collect();
    first.len() > 1
        && !rest.is_empty()
        && first.iter().chain(rest.iter().flatten()).any(|&number| number == 0)
        && rest
            .iter()
            .all(|row| row.len() == first.len() && row.iter().all(|number| !of_first.contains(number)))
}

/// Reads the start and the goals.
///
/// # Errors
/// When rows differ in length, a word is no number, a number stands twice, or a goal has other numbers than the start, another number
/// of rows, or none but gaps.
pub(super) fn parse(text: &str) -> Result<SlidingPuzzle, FormatError> {
    let mut boards: Vec<Vec<Vec<Tile>>> = Vec::new();
    let mut open = false;
    for (start, line) in lines(text) {
        let row = words(start, line).map(|(at, word)| {
            let span = at..at + word.len();
            let wrong =
                || FormatError::new(format!("'{word}' is no number")).with_help(HELP).at(span.clone());
            Ok((tile(word).ok_or_else(wrong)?, span))
        });
        let row = row.collect::<Result<Vec<Tile>, FormatError>>()?;
        if row.is_empty() {
            open = false;
            continue;
        }
        if !open {
            boards.push(Vec::new());
            open = true;
        }
        let width = boards[0].first().map_or(row.len(), Vec::len);
        if row.len() != width {
            let message = format!("this row has {} numbers, and the first has {width}", row.len());
            return Err(FormatError::new(message).with_help(HELP).at(start..start + line.trim_end().len()));
        }
        if let Some(board) = boards.last_mut() {
            board.push(row);
        }
    }
    let (Some(start), goals) = (boards.first(), boards.get(1..).unwrap_or_default()) else {
        return Err(FormatError::new("there are no numbers").with_help(HELP).at(0..text.len()));
    };
    let placed = places(start)?;
    let numbers: Vec<u32> = placed.keys().copied().collect();
    let in_order = || {
        let all = (0..start.len()).flat_map(|row| (0..start[row].len()).map(move |col| cell(row, col)));
        Goal { places: all.zip(0..numbers.len()).map(|(cell, piece)| (piece, cell)).collect() }
    };
    let goal = |board: &Vec<Vec<Tile>>| {
        if board.len() != start.len() {
            let message = format!("this goal has {} rows, and the start has {}", board.len(), start.len());
            return Err(FormatError::new(message).with_help(HELP).at(span(board)));
        }
        let placed = places(board)?;
        if placed.is_empty() {
            let help = "write at least one number where it shall be, or leave out the goal";
            return Err(FormatError::new("this goal has no number").with_help(help).at(span(board)));
        }
        let mut goal = Vec::new();
        for (number, (cell, span)) in placed {
            let unknown = || {
                let message = format!("the start has no tile {number}");
                FormatError::new(message)
                    .with_help("a goal has numbers of the start, and 0 for whatever may be there")
                    .at(span.clone())
            };
            goal.push((numbers.binary_search(&number).map_err(|_| unknown())?, cell));
        }
        goal.sort_unstable();
        Ok(Goal { places: goal })
    };
    let goals =
        if goals.is_empty() { vec![in_order()] } else { goals.iter().map(goal).collect::<Result<_, _>>()? };
    let pieces = placed.iter().map(|(&number, &(cell, _))| Collection {
        name: number.to_string(),
        letter: char::from_digit(number, 36),
        cells: vec![cell],
        axis: Axis::Any,
    });
    let board = start.iter().map(|row| vec![true; row.len()]).collect();
    Collected { board, pieces: pieces.collect() }.puzzle(None, goals)
}

fn cell(row: usize, col: usize) -> Cell {
    Cell::new(row as u32, col as u32)
}

/// Where a board is written.
fn span(board: &[Vec<Tile>]) -> Range<usize> {
    let mut tiles = board.iter().flatten().map(|(_, span)| span);
    let first = tiles.next().map_or(0, |span| span.start);
    first..tiles.next_back().map_or(first + 1, |span| span.end)
}

/// Where the numbers of a board stand, and where they are written.
fn places(board: &[Vec<Tile>]) -> Result<BTreeMap<u32, (Cell, Range<usize>)>, FormatError> {
    let mut places = BTreeMap::new();
    for (row, tiles) in board.iter().enumerate() {
        for (col, (number, span)) in tiles.iter().enumerate() {
            let number = *number;
            if number == 0 {
                continue;
            }
            if places.insert(number, (cell(row, col), span.clone())).is_some() {
                let message = format!("the number {number} stands twice");
                return Err(FormatError::new(message).with_help(HELP).at(span.clone()));
            }
        }
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::super::{Dialect, read};
    use super::*;
    use crate::run::Control;
    use crate::sliding::{Distances, Metric};

    fn distance(text: &str) -> Option<usize> {
        assert_eq!(Dialect::of_text(text), Dialect::Numbers);
        let puzzle = read(text).unwrap().puzzle;
        let distances = Distances::new(&puzzle, Metric::Step, &Control::default()).unwrap();
        distances.outlook(&puzzle.start(), &Control::default()).unwrap().map(|outlook| outlook.distance)
    }

    #[test]
    fn rows_of_numbers_are_tiles() {
        assert_eq!(distance("1 2 3\n4 5 0\n7 8 6\n"), Some(1));
        assert_eq!(distance(" 1 2 3 4\n 5 6 7 8\n 9 10 . 12\n 13 14 11 15\n"), Some(2));
        // The order of two tiles cannot be changed alone.
        assert_eq!(distance("2 1\n3 0"), None);
        assert_eq!(distance("2 1\n3 0\n\n0 2\n0 0\n"), Some(2));
        let read = read("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0").unwrap().puzzle;
        assert_eq!(read.pieces().iter().map(|piece| piece.name).collect::<String>(), "123456789abcdef");
        assert!(read.is_solved(&read.start()));
    }

    #[test]
    fn other_texts_are_not_meant_or_wrong() {
        for other in ["1 2 3\n", "1 2 3\n1 2\n3\n", "1 2\n1 2\n", "1 2\n3 4\n", "A A\n. .", "12\n34\n", ""] {
            assert!(!is_meant(other), "{other:?}");
        }
        for (text, at) in [
            ("1 2\n3 3\n0 4", "3"),
            ("1 2\n3 0\n\n1 2 3", "1 2 3"),
            ("1 2\n3 0\n\n1 7\n0 0", "7"),
            ("1 2\n3 0\n\n1 x\n0 0", "x"),
            ("1 2\n3 0\n\n1 2", "1 2"),
            ("1 2\n3 0\n\n0 .\n0 0", "0 .\n0 0"),
        ] {
            assert!(is_meant(text), "{text:?}");
            assert_eq!(&text[read(text).unwrap_err().span.unwrap()], at, "{text:?}");
        }
    }
}
