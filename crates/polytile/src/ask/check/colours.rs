//! Whether the colours of a tiling are proper: pieces that share an edge have two.
//!
//! In: the text of a tiling in JSON whose pieces have a `colour`, as `polytile golomb` gives them; a colour is a number or
//! a name, and a piece without one differs from all. Out: the pairs of cells where two pieces of one colour touch. Cost:
//! that of sorting the cells, however large the board is.

use crate::board::Cell;
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};
use crate::tiling::Tiling;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Cells between two looks at the control.
const CELLS_PER_LOOK: usize = 1 << 14;

/// Bytes that a byte of text takes: its pieces, and where their cells are.
const BYTES_HELD: u64 = 8;

/// What is wrong with colours: the first [`Tiling::LISTED`] faults, and how many there are in all.
pub(super) type Coloured = (Vec<String>, u64);

#[derive(Deserialize)]
struct Written {
    pieces: Vec<Piece>,
}

#[derive(Deserialize)]
struct Piece {
    cells: Vec<[u32; 2]>,
    #[serde(default)]
    colour: Value,
}

/// What is wrong with the colours of the tiling that `text` says.
///
/// # Errors
/// When `control` says stop, or there is not enough memory.
pub(super) fn faults(text: &str, problem: &Problem, control: &Control) -> Result<Coloured, Stopped> {
    control.reserve((text.len() as u64).saturating_mul(BYTES_HELD), "the colours of this tiling")?;
    let (mut listed, mut total) = (Vec::new(), 0);
    // A text of any other kind has no colours; the reader of tilings says what is wrong with it.
    let Ok(Written { pieces }) = serde_json::from_str(text) else { return Ok((listed, total)) };
    let cells = pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| !piece.colour.is_null())
        .flat_map(|(i, piece)| piece.cells.iter().map(move |&[row, col]| (Cell::new(row, col), i)));
    let owners: BTreeMap<Cell, usize> = cells.collect();
    for (number, (&cell, &piece)) in owners.iter().enumerate() {
        if number % CELLS_PER_LOOK == 0 {
            let done = number as u64 / 3;
            control.check(Progress::Pieces { done, total: pieces.len() as u64 })?;
        }
        let (row, col) = (i64::from(cell.row), i64::from(cell.col));
        for (row, col) in [(row + 1, col), (row, col + 1)] {
            let Some(near) = problem.region.wrap(row, col) else { continue };
            let Some(&other) = owners.get(&near) else { continue };
            let colour = &pieces[piece].colour;
            if other != piece && pieces[other].colour == *colour {
                total += 1;
                if listed.len() < Tiling::LISTED {
                    listed
                        .push(format!("the pieces on {cell} and {near} touch and both have colour {colour}"));
                }
            }
        }
    }
    listed.extend(
        total
            .checked_sub(listed.len() as u64)
            .filter(|&more| more > 0)
            .map(|more| format!("and {more} more")),
    );
    Ok((listed, total))
}
