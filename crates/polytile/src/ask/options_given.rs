//! Options of an exact cover that were chosen already, as people write them.
//!
//! In: a text and a cover. Out: its options. Where solutions have a look that is known ([`Known`]), the text may be a board: a character for each cell,
//! row by row, `.` or `?` for an open one; a sudoku is one of 81 digits. Or it lists options by their items, a line to each or with `;` between
//! them. Cost: a look at every option, for boards; and for each that is listed.

use super::subject::option_names;
use crate::design::known::Known;
use crate::exact_cover::ExactCover;
use crate::format::FormatError;
use std::collections::HashMap;

/// The options that a text says.
///
/// # Errors
/// When there is no such option. The span points into `text`.
pub(super) fn options_given(
    text: &str,
    cover: &ExactCover,
    known: Option<&Known>,
) -> Result<Vec<u32>, FormatError> {
    if let Some(known) = known {
        let [rows, cols] = known.size();
        let cells: Vec<(usize, char)> =
            text.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != '/').collect();
        if cells.len() as u64 == u64::from(rows) * u64::from(cols) {
            return on_board(&cells, cover, known);
        }
    }
    listed(text, cover)
}

/// The options that write what a board shows.
fn on_board(cells: &[(usize, char)], cover: &ExactCover, known: &Known) -> Result<Vec<u32>, FormatError> {
    let options = 0..cover.option_count() as u32;
    let has_zero = options.clone().any(|option| known.writes(option).any(|(_, mark)| mark == "0"));
    let is_open = |c: char| matches!(c, '.' | '?') || c == '0' && !has_zero;
    let shown = |at: u32, mark: &str| {
        let (_, c) = cells[at as usize];
        !is_open(c) && mark.chars().eq([c])
    };
    let mut written = vec![false; cells.len()];
    let mut found = Vec::new();
    for option in options {
        let mut writes = known.writes(option).peekable();
        if writes.peek().is_some() && writes.all(|(at, mark)| shown(at, mark)) {
            known.writes(option).for_each(|(at, _)| written[at as usize] = true);
            found.push(option);
        }
    }
    let [_, cols] = known.size();
    for (number, (&(at, c), written)) in (0..).zip(cells.iter().zip(written)) {
        if !is_open(c) && !written {
            let (row, col) = (number / cols + 1, number % cols + 1);
            let wrong = FormatError::new(format!("no option writes '{c}' into row {row}, column {col}"));
            let help = "write what solutions show, and . or ? for an open cell";
            return Err(wrong.with_help(help).at(at..at + c.len_utf8()));
        }
    }
    Ok(found)
}

/// The options whose items a text lists.
fn listed(text: &str, cover: &ExactCover) -> Result<Vec<u32>, FormatError> {
    let sorted = |mut names: Vec<String>| {
        names.sort_unstable();
        names
    };
    let mut by_names: HashMap<Vec<String>, u32> = HashMap::new();
    for option in 0..cover.option_count() as u32 {
        by_names.entry(sorted(option_names(cover, option))).or_insert(option);
    }
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split(['\n', ';']) {
        let names: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if !names.is_empty() {
            let option = by_names.get(&sorted(names)).ok_or_else(|| {
                let begin = at + line.len() - line.trim_start().len();
                let wrong = FormatError::new(format!("there is no option '{}'", line.trim()));
                let help = "write the items of each option, and ; or a new line between options";
                wrong.with_help(help).at(begin..begin + line.trim().len())
            })?;
            found.push(*option);
        }
        at += line.len() + 1;
    }
    Ok(found)
}
