//! Conditions as people write them: `F touches corner`, `not X at 0,0`, `I5 on 0,0 0,1 0,2 0,3 0,4`.
//!
//! `[not] PIECE at R,C`, `[not] PIECE on R,C R,C ...`, `[not] PIECE touches border|corner|PIECE`. Pieces go by the names
//! they have in the puzzle, or by a standard name of their shape. Rows and columns count from 0 at the top left.

use super::{FormatError, board, suggest};
use crate::board::{Cell, Lattice};
use crate::condition::{Condition, Relation};
use crate::pieces::catalogue;
use crate::problem::Problem;
use std::ops::Range;

const FORMS: &str =
    "write [not] PIECE at R,C, or touches border, touches corner, touches PIECE, or on R,C R,C ...";

/// Reads a condition on tilings of `problem`.
///
/// # Errors
/// When it is not one of the forms above, names a piece that the puzzle does not have, or a cell that is not on the board.
pub fn condition(text: &str, problem: &Problem) -> Result<Condition, FormatError> {
    let mut words = words(text);
    let end = text.trim_end().len();
    let mut next = |what: &str| {
        let missing = FormatError::new(format!("{what} is missing")).with_help(FORMS).at(end..end);
        words.next().ok_or(missing)
    };
    let (mut span, mut word) = next("the piece")?;
    // A piece may be called "not".
    let negated = word == "not" && text.split_whitespace().nth(1).is_none_or(|w| !is_verb(w));
    if negated {
        (span, word) = next("the piece")?;
    }
    let piece = piece_called(problem, word).map_err(|e| e.at(span))?;
    let (span, verb) = next("what the piece does (at, on or touches)")?;
    let relation = match verb {
        "at" => {
            let (span, word) = next("the cell")?;
            Relation::Covers(cell(problem, word, span)?)
        }
        "touches" => match next("what it touches")? {
            (_, "border") => Relation::TouchesBorder,
            (_, "corner") => Relation::TouchesCorner,
            (span, other) => {
                let other = piece_called(problem, other).map_err(|e| e.at(span))?;
                Relation::TouchesPiece(other)
            }
        },
        "on" => {
            let (span, first) = next("the cells")?;
            let mut cells = vec![cell(problem, first, span)?];
            for (span, word) in words.by_ref() {
                cells.push(cell(problem, word, span)?);
            }
            cells.sort_unstable();
            Relation::LiesOn(cells)
        }
        _ => {
            let wrong = FormatError::new(format!("'{verb}' is nothing that a piece does"));
            return Err(wrong.with_help(FORMS).at(span));
        }
    };
    if let Some((span, word)) = words.next() {
        let spare = FormatError::new(format!("'{word}' is one word too many"));
        return Err(spare.with_help("give --where once for each condition").at(span));
    }
    let condition = Condition { piece, relation, negated };
    if let Relation::LiesOn(cells) = &condition.relation
        && !problem.pieces.iter().as_slice()[piece]
            .orientations
            .iter()
            .any(|shape| shape.covers(&problem.region, cells))
    {
        let name = &problem.pieces.iter().as_slice()[piece].name;
        let help = format!("`polytile pieces {name}` draws it; give all of its cells");
        return Err(
            FormatError::new(format!("{name} does not have the shape of these cells")).with_help(help)
        );
    }
    Ok(condition)
}

fn is_verb(word: &str) -> bool {
    ["at", "on", "touches"].contains(&word)
}

fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        (start..start + word.len(), word)
    })
}

pub(crate) fn piece_called(problem: &Problem, name: &str) -> Result<usize, FormatError> {
    // What stands for a cell that stays empty does nothing that could be asked for.
    let pieces = || problem.pieces.iter().enumerate().filter(|(_, piece)| !piece.hole);
    if let Some((index, _)) = pieces().find(|(_, piece)| piece.name == name) {
        return Ok(index);
    }
    // A piece goes by its other standard names too, W5 by W. Only sizes that some piece has are looked through: there are 63600
    // pieces of twelve cells.
    let lattice = problem.region.lattice();
    let may_be = lattice != Lattice::Square
        || catalogue::size_of(name).is_some_and(|size| pieces().any(|(_, p)| p.size() == size));
    if may_be
        && let Some(named) = catalogue::find_on(lattice, name)
        && let Some((index, _)) = pieces().find(|(_, p)| p.orientations.contains(&named.shape))
    {
        return Ok(index);
    }
    let names: Vec<&str> = pieces().map(|(_, piece)| piece.name.as_str()).collect();
    let wrong = FormatError::new(format!("the puzzle has no piece called '{name}'"));
    Err(wrong.with_help(suggest::did_you_mean(name, &names)))
}

pub(super) fn cell(problem: &Problem, word: &str, span: Range<usize>) -> Result<Cell, FormatError> {
    let lattice = problem.region.lattice();
    let cell = board::cell_of(lattice, word).map_err(|e| e.moved_by(span.start).or_at(span.clone()))?;
    if problem.region.contains(cell) {
        return Ok(cell);
    }
    let (rows, cols) = (problem.region.rows(), problem.region.cols());
    let help = if lattice == Lattice::Square {
        format!("the board has {rows} rows and {cols} columns, which count from 0, less its holes")
    } else {
        board::written_on(lattice).to_owned()
    };
    Err(FormatError::new(format!("{} is not on the board", lattice.coordinates(cell)))
        .with_help(help)
        .at(span))
}
