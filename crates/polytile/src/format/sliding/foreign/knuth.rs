//! The input of Knuth's program SLIDING (2001).
//!
//! The first line is `ROWS x COLUMNS`, perhaps with more after it. Then kinds of pieces, `1` to `9` and `a` to `f`, each with a
//! pattern: `1 = 111/01`. Then the start and the stop: each mark fills the first cell, row by row, that is not filled yet, with a
//! piece, with `0` for nothing or with `x` for a wall; zeros at the end are left out. In the stop, too, every piece stands
//! somewhere. Patterns need not be connected.

use super::super::super::FormatError;
use super::super::super::error::show;
use super::super::super::lines::{lines, words};
use super::super::SlidingPuzzle;
use super::{Collected, Collection};
use crate::board::Cell;
use crate::sliding::{Axis, Goal, MAX_CELLS};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

/// The cells of a pattern, from its first one, in reading order.
type Shape = Vec<(i64, i64)>;

/// Rows, columns and the rest of the first line.
pub(super) fn size(line: &str) -> Option<(u64, u64, &str)> {
    let number = |text: &str| {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        Some((text[..digits].parse::<u64>().ok()?, digits))
    };
    let (rows, digits) = number(line)?;
    let rest = line[digits..].trim_start().strip_prefix('x')?.trim_start();
    let (cols, digits) = number(rest)?;
    Some((rows, cols, &rest[digits..]))
}

/// Reads the text.
pub(super) fn parse(text: &str) -> Result<SlidingPuzzle, FormatError> {
    let mut content = lines(text).filter(|(_, line)| !line.trim().is_empty());
    let (start, first) = content.next().unwrap_or((0, ""));
    let whole = start..start + first.len();
    let Some((rows, cols, name)) = size(first.trim()) else {
        let help = "begin with the size of the board, as in 5 x 4";
        return Err(FormatError::new("the first line is no size").with_help(help).at(whole));
    };
    if rows == 0 || cols == 0 || rows.saturating_mul(cols) > MAX_CELLS {
        let help = format!("rows times columns go from 1 to {MAX_CELLS}");
        return Err(FormatError::new(format!("a board of {rows}x{cols} is none")).with_help(help).at(whole));
    }
    let mut shapes: HashMap<char, Shape> = HashMap::new();
    let mut warnings = Vec::new();
    let mut next = content.next();
    while let Some((start, line)) = next
        && line.contains('=')
    {
        let (kind, shape) = definition(start, line)?;
        match shapes.entry(kind) {
            Entry::Vacant(entry) => {
                entry.insert(shape);
            }
            Entry::Occupied(_) => {
                let message = format!("piece {kind} is defined again");
                let help = "the first definition holds: give the piece another name";
                let span = start..start + line.len();
                warnings.push(FormatError::new(message).with_help(help).at(span));
            }
        }
        next = content.next();
    }
    let size = (rows as u32, cols as u32);
    let filled = |line: Option<(usize, &str)>, which: &str| {
        let Some((at, line)) = line else {
            let help = "after the pieces there are two lines, the start and the stop";
            return Err(FormatError::new(format!("the {which} is missing"))
                .with_help(help)
                .at(text.len()..text.len()));
        };
        fill(size, &shapes, at, line).map(|filled| (at..at + line.trim_end().len(), filled))
    };
    let (begun, start) = filled(next, "start")?;
    let (ended, stop) = filled(content.next(), "stop")?;
    if let Some((at, line)) = content.next() {
        let help = "the stop is the last line";
        let span = at..at + line.len();
        return Err(FormatError::new("there is something behind the stop").with_help(help).at(span));
    }
    if start.board != stop.board {
        let help = "walls do not move: write the same x in both";
        return Err(FormatError::new("the start and the stop have different walls")
            .with_help(help)
            .at(ended));
    }
    let mut left = start.by_name();
    let mut places = Vec::new();
    for piece in &stop.pieces {
        let Some(number) = left.get_mut(&piece.name).and_then(VecDeque::pop_front) else {
            let message = format!("the stop has more pieces {} than the start", piece.name);
            return Err(FormatError::new(message).with_help("use the same pieces in both").at(ended));
        };
        places.push((number, piece.cells[0]));
    }
    if places.len() != start.pieces.len() {
        let message = "the stop has fewer pieces than the start";
        return Err(FormatError::new(message).with_help("use the same pieces in both").at(ended));
    }
    let name = name.trim();
    let name = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(name).trim();
    let title = (!name.is_empty()).then(|| name.to_owned());
    let mut read = start.puzzle(title, vec![Goal { places }]).map_err(|e| e.or_at(begun))?;
    read.warnings = warnings;
    Ok(read)
}

/// A line `1 = 111/01`.
fn definition(start: usize, line: &str) -> Result<(char, Shape), FormatError> {
    let help = "write a name from 1 to 9 or a to f and rows of 0 and 1, as in 1 = 111/01";
    let wrong = |message: String, at: usize, length: usize| {
        FormatError::new(message).with_help(help).at(at..at + length)
    };
    let mut words = words(start, line);
    let (at, name) = words.next().unwrap_or((start, ""));
    let kind = name.chars().next().filter(|&c| name.len() == 1 && matches!(c, '1'..='9' | 'a'..='f'));
    let Some(kind) = kind else {
        return Err(wrong(format!("'{name}' is not the name of a piece"), at, name.len()));
    };
    let equals = words.next().is_some_and(|(_, word)| word == "=");
    let (Some((at, pattern)), None, true) = (words.next(), words.next(), equals) else {
        return Err(wrong("this is no piece".to_owned(), start, line.len()));
    };
    let mut cells: Shape = Vec::new();
    let (mut row, mut col) = (0, 0);
    for (i, mark) in pattern.char_indices() {
        match mark {
            '/' => (row, col) = (row + 1, 0),
            '0' | '1' => {
                if mark == '1' {
                    cells.push((row, col));
                }
                col += 1;
            }
            other => {
                let message = format!("{} does not belong in a pattern", show(other));
                return Err(wrong(message, at + i, other.len_utf8()));
            }
        }
    }
    let Some(&(row, col)) = cells.first() else {
        return Err(wrong(format!("piece {kind} has no cell"), at, pattern.len()));
    };
    Ok((kind, cells.into_iter().map(|(r, c)| (r - row, c - col)).collect()))
}

/// The board that `line`, which begins at byte `start`, fills.
fn fill(
    (rows, cols): (u32, u32),
    shapes: &HashMap<char, Shape>,
    start: usize,
    line: &str,
) -> Result<Collected, FormatError> {
    let (height, width) = (rows as usize, cols as usize);
    let mut collected = Collected { board: vec![vec![true; width]; height], pieces: Vec::new() };
    let mut taken = vec![vec![false; width]; height];
    let mut rest = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col)));
    for (at, mark) in line.trim_end().char_indices() {
        let wrong = |message: String, help: &str| {
            Err(FormatError::new(message).with_help(help).at(start + at..start + at + mark.len_utf8()))
        };
        let Some(cell) = rest.find(|cell| !taken[cell.row as usize][cell.col as usize]) else {
            return wrong("the board is full before the line ends".to_owned(), "leave out the rest");
        };
        match mark {
            '0' => {}
            'x' => collected.board[cell.row as usize][cell.col as usize] = false,
            kind => {
                let Some(shape) = shapes.get(&kind) else {
                    let help = "0 is an empty cell, x a wall, and pieces are defined above, as in 1 = 111/01";
                    return wrong(format!("there is no piece {}", show(kind)), help);
                };
                let mut cells = Vec::new();
                for &(down, right) in shape {
                    let (row, col) = (i64::from(cell.row) + down, i64::from(cell.col) + right);
                    let inside = (0..i64::from(rows)).contains(&row) && (0..i64::from(cols)).contains(&col);
                    if !inside || taken[row as usize][col as usize] {
                        let what = if inside { "covers a filled cell" } else { "leaves the board" };
                        let help = "it begins at the first cell that is not filled yet, row by row";
                        return wrong(format!("with its first cell at {cell}, piece {kind} {what}"), help);
                    }
                    taken[row as usize][col as usize] = true;
                    cells.push(Cell::new(row as u32, col as u32));
                }
                let name = kind.to_string();
                collected.pieces.push(Collection { name, letter: None, cells, axis: Axis::Any });
            }
        }
    }
    Ok(collected)
}
