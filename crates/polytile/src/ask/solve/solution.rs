//! Solutions as they are shown to machines.

use crate::ask::Integer;
use crate::problem::Problem;
use crate::tiling::Tiling;
use serde::Serialize;

/// A solution, and which one it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solution {
    /// Its number, from 1.
    pub number: Integer,
    /// What it says.
    #[serde(flatten)]
    pub meaning: Meaning,
}

/// What a solution says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Meaning {
    /// Which piece lies where.
    Tiling {
        /// The pieces.
        pieces: Vec<Laid>,
    },
    /// Which options are chosen.
    Cover {
        /// For each the names of its items, with their colours.
        options: Vec<Vec<String>>,
    },
    /// What a number is.
    Number {
        /// Its digits.
        digits: String,
    },
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Laid {
    /// Its name; none where the problem has no such piece.
    pub piece: Option<String>,
    /// The cells it covers, each a row and a column.
    pub cells: Vec<[u32; 2]>,
}

/// What lies where in a tiling of `problem`.
pub fn laid(tiling: &Tiling, problem: &Problem) -> Vec<Laid> {
    let pieces = problem.pieces.iter().as_slice();
    let laid = tiling.laid().iter().map(|laid| Laid {
        piece: pieces.get(laid.piece).map(|piece| piece.name.clone()),
        cells: laid.cells.iter().map(|cell| [cell.row, cell.col]).collect(),
    });
    laid.collect()
}
