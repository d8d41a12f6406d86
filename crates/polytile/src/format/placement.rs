//! A placement as people write it: `X at 2,2`, `domino on 0,0 0,1`, `L3@0,0+0,1+1,0`.
//!
//! In: a text and a problem. Out: the piece as it lies. `PIECE at R,C R,C ...` is the one way to lay the piece on the board in
//! which it covers the cells named; where there are several ways, the one that begins at the first of these cells, which is then the
//! piece's own first cell, row by row. Where that leaves several, as for a piece that can be turned, the error lists them, and more
//! cells tell them apart. `PIECE on R,C R,C ...` names all of its cells. The third form is what diagrams call their options. The words are those of a condition
//! ([`super::condition`]), but a placement says exactly where the piece lies. Pieces go by the names they have in the puzzle, or by a
//! standard name of their shape. Cost: every way to lay that one piece on one cell.

use super::FormatError;
use super::condition::{cell, piece_called};
use crate::board::Cell;
use crate::pieces::PiecesError;
use crate::pieces::Polyform;
use crate::problem::{Laid, Problem};
use std::collections::BTreeSet;

const FORMS: &str =
    "write PIECE at R,C, with cells that it covers, or PIECE on R,C R,C ..., with all of them";

/// Ways to lay a piece that an error lists: as many as a piece of squares can be turned.
const LISTED: usize = 8;

/// Reads a placement on the board of `problem`.
///
/// ```
/// use polytile::{format::placement::placement, prelude::*};
/// let problem = Problem::new("3x3".parse()?, "X,L3".parse()?);
/// assert_eq!(placement("X at 1,1", &problem)?.cells.len(), 5);
/// let wide = Problem::new("6x10".parse()?, "X".parse()?);
/// assert_eq!(placement("X at 2,2", &wide)?, placement("X on 2,2 3,1 3,2 3,3 4,2", &wide)?);
/// let several = placement("L3 at 0,0", &problem).unwrap_err();
/// assert_eq!(several.message, "L3 can begin at 0,0 in 3 ways");
/// assert_eq!(placement("L3 at 0,0 1,1 0,1", &problem)?, placement("L3@0,0+0,1+1,1", &problem)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it is not one of the forms, names a piece that the puzzle does not have or a cell that is not on the board, or the piece
/// does not lie there, or in several ways.
pub fn placement(text: &str, problem: &Problem) -> Result<Laid, FormatError> {
    let trimmed = text.trim_start();
    let skipped = text.len() - trimmed.len();
    let named = trimmed.split_once('@').filter(|(piece, _)| !piece.contains(char::is_whitespace));
    if let Some((piece, cells)) = named {
        let index = piece_of(problem, piece).map_err(|e| e.at(skipped..skipped + piece.len()))?;
        let spaced = cells.replace('+', " ");
        let start = skipped + piece.len() + 1;
        return laid(problem, index, &spaced, true).map_err(|e| e.moved_by(start).or_at(0..text.len()));
    }
    let whole = 0..text.len();
    let missing = || {
        FormatError::new("a placement names a piece, and where it lies").with_help(FORMS).at(whole.clone())
    };
    let (piece, rest) = trimmed.split_once(char::is_whitespace).ok_or_else(missing)?;
    let index = piece_of(problem, piece).map_err(|e| e.at(skipped..skipped + piece.len()))?;
    let after = rest.trim_start();
    let at = text.len() - after.len();
    let (verb, cells) = after.split_once(char::is_whitespace).ok_or_else(missing)?;
    let all = match verb {
        "at" => false,
        "on" => true,
        _ => {
            let wrong = FormatError::new(format!(
                "'{}' does not say where the piece lies",
                super::number::shortened(verb)
            ));
            return Err(wrong.with_help(FORMS).at(at..at + verb.len()));
        }
    };
    let start = text.len() - cells.len();
    laid(problem, index, cells, all).map_err(|e| e.moved_by(start).or_at(whole))
}

/// The piece of `problem` that is called `name`.
pub(super) fn piece_of(problem: &Problem, name: &str) -> Result<usize, FormatError> {
    piece_called(problem, name)
}

/// A piece on the cells that `text` names: on exactly these, or in the one way in which it covers them, or begins there.
pub(super) fn laid(problem: &Problem, piece: usize, text: &str, all: bool) -> Result<Laid, FormatError> {
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    for word in text.split_whitespace() {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        cells.insert(cell(problem, word, start..start + word.len())?);
    }
    if cells.is_empty() {
        return Err(FormatError::new("the cells are missing").with_help(FORMS).at(0..text.len()));
    }
    let name = &problem.pieces[piece].name;
    let mut ways: BTreeSet<Vec<Cell>> = BTreeSet::new();
    // Every way that covers the first cell: the shape is moved so that each of its cells comes to lie there.
    let first = cells.iter().next().copied().unwrap_or_default();
    for shape in &problem.pieces[piece].orientations {
        for &under in shape.cells() {
            let Some(covered) = moved(problem, shape, under, first) else { continue };
            let covers = cells.iter().all(|cell| covered.binary_search(cell).is_ok());
            if covers && (!all || covered.len() == cells.len()) {
                ways.insert(covered);
            }
        }
    }
    let lattice = problem.region.lattice();
    let written = |cells: &mut dyn Iterator<Item = &Cell>| {
        cells.map(|&cell| lattice.coordinates(cell).to_string()).collect::<Vec<_>>().join(" ")
    };
    let there = written(&mut cells.iter());
    let begins = |way: &&Vec<Cell>| way.first() == Some(&first);
    let mut verb = "cover";
    if ways.len() > 1 && ways.iter().any(|way| begins(&way)) {
        ways.retain(|way| begins(&way));
        verb = "begin at";
    }
    match ways.len() {
        1 => Ok(Laid { piece, cells: ways.pop_first().unwrap_or_default() }),
        0 if all => Err(FormatError::new(format!("{name} does not lie on just these cells, {there}"))
            .with_help(format!("`polytile pieces {name}` draws it; give all of its cells, each once"))),
        0 => Err(FormatError::new(format!("{name} cannot lie on the board so that it covers {there}"))
            .with_help("name cells that one copy of it can cover together, and mind how it may be turned")),
        ways_count => {
            let some: Vec<String> = ways
                .iter()
                .take(LISTED)
                .map(|way| format!("{name} on {}", written(&mut way.iter())))
                .collect();
            let more = if ways_count > LISTED { ", ..." } else { "" };
            Err(FormatError::new(format!("{name} can {verb} {there} in {ways_count} ways"))
                .with_help(format!("name more of its cells: {}{more}", some.join(", or "))))
        }
    }
}

/// The cells of `shape`, moved so that its cell `from` lies on `to`, sorted, if it fits on the board.
fn moved(problem: &Problem, shape: &Polyform, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let region = &problem.region;
    let by = |to: u32, from: u32| i64::from(to) - i64::from(from);
    let [layers, rows, cols] = [by(to.layer, from.layer), by(to.row, from.row), by(to.col, from.col)];
    // Shapes are moved by whole units: what points up still does.
    if cols % i64::from(region.lattice().kinds()) != 0 {
        return None;
    }
    let cell = |cell: &Cell| {
        let to = [layers + i64::from(cell.layer), rows + i64::from(cell.row), cols + i64::from(cell.col)];
        region.wrap_at(to).filter(|&cell| region.contains(cell))
    };
    let mut cells: Vec<Cell> = shape.cells().iter().map(cell).collect::<Option<_>>()?;
    cells.sort_unstable();
    cells.windows(2).all(|pair| pair[0] != pair[1]).then_some(cells)
}

/// How to mend placements that cannot be given.
pub(super) fn mend(wrong: &PiecesError) -> &'static str {
    match wrong {
        PiecesError::Overlap { .. } => "give each placement once, and on cells that no other covers",
        PiecesError::TooMany { .. } => "give fewer of this piece, or let it have more copies",
        PiecesError::Outside { .. } => "leave the cells on the board, or leave the placement out",
        _ => FORMS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_placements_say_where() {
        let problem = Problem::new("4x5".parse().unwrap(), "X,0..2:L3,domino".parse().unwrap());
        let texts = [
            "",
            "X",
            "X at",
            "X by 1,1",
            "Y at 1,1",
            "X at 1",
            "X at 9,9",
            "X at 0,0",
            "L3 on 0,0 0,1",
            "L3 on 0,0 0,1 0,2",
            "domino at 1,1",
            "L3@0,0+0,1+9,9",
            "X at 1,1 3,3",
            "@",
            "X @ 1,1",
        ];
        let said = texts.map(|text| {
            let FormatError { message, help, span } = placement(text, &problem).unwrap_err();
            format!("{text:?} {span:?}: {message}; {}", help.unwrap_or_default())
        });
        insta::assert_snapshot!(said.join("\n"));
    }

    #[test]
    fn names_of_options_and_wraps_are_read() {
        let ring = Problem::new("cylinder:2x4".parse().unwrap(), "dominoes".parse().unwrap());
        let over = placement("domino on 0,3 0,0", &ring).unwrap();
        assert_eq!(over.cells, [Cell::new(0, 0), Cell::new(0, 3)]);
        assert_eq!(placement("domino@0,0+0,3", &ring), Ok(over));
    }
}
