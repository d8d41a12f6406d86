//! A sudoku as 81 characters: row by row, a digit for a clue, `.` or `0` for a cell without one.
//!
//! In: a line, which may be broken into rows, or spaced. Out: its clues. Nothing else has 81 such characters, so a sudoku needs no name for
//! its format. Cost: a look at each character, and at each pair of clues that could contradict each other.

use super::FormatError;
use super::number::shortened;

/// Cells of a sudoku.
pub const CELLS: usize = 81;

/// Whether a text is a sudoku: 81 digits and points, and blanks between them.
///
/// ```
/// use polytile::format::sudoku;
/// assert!(sudoku::is_one(&".".repeat(81)) && !sudoku::is_one(&".".repeat(80)));
/// ```
pub fn is_one(text: &str) -> bool {
    let mut cells = 0;
    text.chars().all(|c| {
        let is_cell = c == '.' || c.is_ascii_digit();
        cells += usize::from(is_cell);
        (is_cell && cells <= CELLS) || c.is_whitespace()
    }) && cells == CELLS
}

/// Whether a text is meant as a sudoku: about as long as one, and hardly anything but digits and points.
pub(crate) fn is_nearly_one(text: &str) -> bool {
    let cells = text.chars().filter(|&c| c == '.' || c.is_ascii_digit()).count();
    let others = text.chars().filter(|&c| !c.is_whitespace()).count() - cells;
    (CELLS * 3 / 4..CELLS * 4 / 3).contains(&cells) && others * 10 <= cells
}

/// Reads a sudoku.
///
/// # Errors
/// When it does not have 81 cells, has a character that stands for none, or two clues that contradict each other.
pub fn parse(text: &str) -> Result<[Option<u8>; CELLS], FormatError> {
    const HELP: &str = "write 81 characters, row by row: digits, and . or 0 for an empty cell";
    let mut clues = [None; CELLS];
    let mut places = [0; CELLS];
    let mut cells = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        let digit = match c {
            '.' | '0' => None,
            '1'..='9' => c.to_digit(10).map(|digit| digit as u8),
            _ => {
                let wrong =
                    FormatError::new(format!("'{}' is no cell of a sudoku", shortened(&c.to_string())));
                return Err(wrong.with_help(HELP).at(at..at + c.len_utf8()));
            }
        };
        if let (Some(clue), Some(place)) = (clues.get_mut(cells), places.get_mut(cells)) {
            (*clue, *place) = (digit, at);
        }
        cells += 1;
    }
    if cells != CELLS {
        let wrong = FormatError::new(format!("a sudoku has 81 cells, and this one {cells}"));
        return Err(wrong.with_help(HELP).at(0..text.len()));
    }
    for second in 0..CELLS {
        for first in 0..second {
            let shared = [
                (first / 9 == second / 9, "row"),
                (first % 9 == second % 9, "column"),
                (first / 27 == second / 27 && first % 9 / 3 == second % 9 / 3, "box"),
            ];
            let line = shared.into_iter().find(|(shared, _)| *shared).map(|(_, line)| line);
            if let (Some(digit), Some(line)) = (clues[second].filter(|_| clues[first] == clues[second]), line)
            {
                let message = format!("there are two {digit} in one {line}");
                let span = places[second]..places[second] + 1;
                return Err(FormatError::new(message).with_help("one of the two is a slip").at(span));
            }
        }
    }
    Ok(clues)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn rows_may_be_broken() {
        let clues = parse(LINE).unwrap();
        assert_eq!(clues.iter().flatten().count(), 30);
        let rows: Vec<&str> = (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect();
        assert_eq!(parse(&(rows.join("\n") + "\n")), Ok(clues));
        assert!(
            is_one(LINE)
                && is_one(&rows.join(" "))
                && !is_one(&LINE[1..])
                && !is_one(&LINE.replace('5', "x"))
        );
    }

    #[test]
    fn slips_have_a_place() {
        let said = |text: &str| parse(text).map_err(|e| (e.message, e.span)).unwrap_err();
        assert_eq!(said(&LINE[1..]), ("a sudoku has 81 cells, and this one 80".to_owned(), Some(0..80)));
        assert_eq!(said(&LINE.replacen('.', "5", 1)), ("there are two 5 in one row".to_owned(), Some(2..3)));
        assert_eq!(said(&format!("{}5", &LINE[..80])).0, "there are two 5 in one column");
        assert_eq!(said(&LINE.replacen('7', "x", 1)), ("'x' is no cell of a sudoku".to_owned(), Some(4..5)));
    }

    #[test]
    fn what_is_nearly_one_is_told_what_it_lacks() {
        use crate::format::subject::{Given, Words};
        let said = |line: String| {
            let puzzle = Some(Given::Name(line));
            Words { puzzle, ..Words::default() }.read().err().map(|error| error.to_string())
        };
        assert_eq!(said(LINE.to_owned()), None);
        assert_eq!(said(format!("{LINE}1")).unwrap(), "a sudoku has 81 cells, and this one 82");
        assert_eq!(said(LINE[1..].to_owned()).unwrap(), "a sudoku has 81 cells, and this one 80");
        assert_eq!(said(LINE.replacen('5', "x", 1)).unwrap(), "'x' is no cell of a sudoku");
        // Which would be a board of 53 rows.
        assert_eq!(said(LINE.replacen("53.", "53x", 1)).unwrap(), "'x' is no cell of a sudoku");
        assert!(said("1234.5".to_owned()).unwrap().starts_with("there is neither a puzzle nor a file"));
    }
}
