//! The answers about boards with a cell missing: what they say in JSON, and in sentences.
//!
//! In: the verdicts, cuts and tilings of [`crate::golomb`]. Out: a [`Found`], which is a type for each kind of board:
//! [`Judged`] for one rectangle, [`Mapped`] for all holes of a rectangle, [`Seated`] for a chair, [`Cubed`] for a cube. The
//! keys of an object follow from its kind of board, so the objects need no tag to be told apart.
//!
//! What a reader needs to believe the answer is in it: the theorem with its source, or the obstacle, which is itself a proof.
//! Whether tilings are listed or counted is for `super` to decide; what was not asked for is absent, and what does not exist is
//! null.
//!
//! Cost: constant; the lists of pieces are made elsewhere.

use super::without;
use crate::ask::{Integer, Unanswered};
use crate::board::Cell;
use crate::golomb::chair::Chair;
use crate::golomb::cube::{Corner, Cube};
use crate::golomb::deficient::{Block, Obstacle, Rectangle, Theorem, Tromino};
use serde::Serialize;

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Found {
    /// About a rectangle.
    Judged(Judged),
    /// About all its holes.
    Mapped(Mapped),
    /// About a chair.
    Seated(Seated),
    /// About a cube.
    Cubed(Cubed),
}

/// The sides of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sides {
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
}

/// Whether a rectangle can be tiled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// The sides.
    pub board: Sides,
    /// The missing cell.
    pub hole: Option<[u32; 2]>,
    /// Whether it can be tiled.
    pub tilable: bool,
    /// The theorem that says so.
    pub theorem: Option<String>,
    /// Who proved it, and when.
    pub source: Option<&'static str>,
    /// What prevents it.
    pub obstacle: Option<String>,
    /// How it is cut; null where it cannot be tiled, and absent where tilings are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Option<Vec<Cut>>>,
    /// The pieces of a tiling; null where it cannot be tiled, and absent where tilings are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Option<Vec<Piece>>>,
    /// The number of tilings, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Integer>,
    /// The verdict in a sentence.
    #[serde(skip)]
    pub sentence: String,
    /// How it is cut in a sentence, if it is.
    #[serde(skip)]
    pub cut: Option<String>,
}

/// A block that a rectangle is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cut {
    /// Its first row.
    pub row: u32,
    /// Its first column.
    pub column: u32,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
}

/// An L-tromino, as a reader of tilings takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// The name of the piece.
    pub piece: &'static str,
    /// Row and column of each cell.
    pub cells: [[u32; 2]; 3],
}

/// Which cells can be missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mapped {
    /// The sides.
    pub board: Sides,
    /// How many cells can be missing.
    pub works: Integer,
    /// A text for each row, with # for a cell that can be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<Vec<String>>,
    /// For each row and column the number of tilings without that cell, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Vec<Vec<Integer>>>,
    /// The answer in a sentence; cells that cannot be missing are marked by points.
    #[serde(skip)]
    pub sentence: String,
}

/// A chair, tiled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// The side of each of its three squares.
    pub scale: u32,
    /// The sides of the square around it.
    pub board: Sides,
    /// The pieces of a tiling, unless tilings are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<Piece>>,
    /// The number of tilings, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Integer>,
    /// How it is tiled.
    #[serde(skip)]
    pub sentence: String,
}

/// A cube, tiled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cubed {
    /// The side.
    pub side: u32,
    /// The missing cell: layer, row and column.
    pub hole: [u32; 3],
    /// The pieces of the tiling, where they are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<CornerPiece>>,
    /// By how many pieces it is tiled.
    #[serde(skip)]
    pub sentence: String,
}

/// A corner piece of a cube. Members are in the order of their names, in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CornerPiece {
    /// Layer, row and column of each cell.
    pub cells: [[u32; 3]; 7],
    /// The number of its colour, from 0.
    pub colour: u8,
    /// It is in the middle of a cube of side 2^level.
    pub level: u32,
}

impl From<&Block> for Cut {
    fn from(&Block { top, left, rows, cols, .. }: &Block) -> Self {
        Cut { row: top, column: left, rows, columns: cols }
    }
}

impl From<Tromino> for Piece {
    fn from(tromino: Tromino) -> Self {
        Piece { piece: "L3", cells: tromino.cells().map(|cell| [cell.row, cell.col]) }
    }
}

impl From<&Corner> for CornerPiece {
    fn from(corner: &Corner) -> Self {
        CornerPiece { cells: corner.cells(), colour: corner.colour(), level: corner.level }
    }
}

impl Judged {
    pub(super) fn new(rectangle: &Rectangle) -> Self {
        let verdict = rectangle.verdict();
        let theorem = verdict.as_ref().ok();
        let blocks = rectangle.blocks().ok();
        Judged {
            board: Sides { rows: rectangle.rows(), columns: rectangle.cols() },
            hole: rectangle.hole().map(|hole| [hole.row, hole.col]),
            tilable: verdict.is_ok(),
            theorem: theorem.map(Theorem::to_string),
            source: theorem.map(|theorem| theorem.source()),
            obstacle: verdict.as_ref().err().map(Obstacle::to_string),
            blocks: Some(blocks.as_ref().map(|blocks| blocks.iter().map(Cut::from).collect())),
            pieces: if verdict.is_ok() { None } else { Some(None) },
            count: None,
            cut: blocks.as_deref().and_then(cut),
            sentence: sentence(rectangle, &verdict),
        }
    }
}

fn sentence(rectangle: &Rectangle, verdict: &Result<Theorem, Obstacle>) -> String {
    match verdict {
        Ok(theorem) => {
            format!("{rectangle} can be tiled by L-trominoes: {theorem} ({})", theorem.source())
        }
        Err(Obstacle::Area { cells }) if rectangle.hole().is_none() => format!(
            "{rectangle} cannot be tiled by L-trominoes, nor can it with any one cell missing: neither {cells} nor {} \
             is a multiple of 3, and a tromino covers three cells",
            cells - 1
        ),
        Err(obstacle) => format!("{rectangle} cannot be tiled by L-trominoes: {obstacle}"),
    }
}

/// How the board is cut, when it is.
fn cut(blocks: &[Block]) -> Option<String> {
    let (core, full) = blocks.split_last().filter(|(_, full)| !full.is_empty())?;
    let sizes: Vec<String> = full.iter().map(|block| format!("{}x{}", block.rows, block.cols)).collect();
    let full = if full.len() == 1 { "a full rectangle" } else { "full rectangles" };
    let sizes = sizes.join(", ");
    let &Block { top, left, rows, cols, .. } = core;
    Some(if rows == 1 {
        format!("cut into {full} of {sizes} around the missing cell")
    } else {
        format!("cut into {full} of {sizes} and, with the missing cell, {rows}x{cols} from {top},{left} on")
    })
}

impl Mapped {
    /// The answer about a rectangle, without its rows; `marks` says what a drawing of them marks the other cells with.
    ///
    /// # Errors
    /// Never of a rectangle that has a corner.
    pub fn new(rectangle: &Rectangle, marks: &str) -> Result<Self, Unanswered> {
        let (works, cells) = (rectangle.working_holes(), rectangle.len());
        // A corner can be missing if any cell can.
        let why = match without(rectangle, Cell::new(0, 0))?.verdict() {
            Ok(theorem) => format!("{theorem} ({})", theorem.source()),
            Err(obstacle) => obstacle.to_string(),
        };
        let marks = if works == 0 || works == cells { "" } else { marks };
        let number = match (works, cells) {
            (0, _) => "no cell".to_owned(),
            (1, 1) => "its only cell".to_owned(),
            (works, cells) if works == cells => format!("each of the {cells} cells"),
            (works, cells) => format!("{works} of the {cells} cells"),
        };
        Ok(Mapped {
            board: Sides { rows: rectangle.rows(), columns: rectangle.cols() },
            works: works.into(),
            map: None,
            counts: None,
            sentence: format!("{rectangle}: {number} can be missing{marks}: {why}"),
        })
    }

    fn text(&self) -> String {
        let Some(counts) = &self.counts else {
            let rows = self.map.iter().flatten().map(|row| format!("{row}\n"));
            return format!("{}\n{}", self.sentence, rows.collect::<String>());
        };
        let written: Vec<Vec<String>> =
            counts.iter().map(|row| row.iter().map(|count| count.0.to_string()).collect()).collect();
        let width = written.iter().flatten().map(String::len).max().unwrap_or(0);
        let line = |row: &Vec<String>| {
            let numbers: Vec<String> = row.iter().map(|number| format!("{number:>width$}")).collect();
            format!("{}\n", numbers.join(" "))
        };
        written.iter().map(line).collect()
    }
}

impl Seated {
    pub(super) fn new(chair: Chair) -> Self {
        let scale = chair.scale();
        let how = match &chair.factors()[..] {
            [] => None,
            [3] => Some("found by a search of its 27 cells".to_owned()),
            [prime] => Some(format!(
                "one covers the cells at the inner corner, one of each {prime}x{prime} square; without it a square \
                 can be tiled (Ash and Golomb 2004)"
            )),
            primes => {
                let scales: Vec<String> = primes.iter().map(u32::to_string).collect();
                let scales = scales.join("*");
                Some(format!("{scale} = {scales}, and chairs of these scales are put one within the other"))
            }
        };
        let sentence = match how {
            None => format!("the chair of scale {scale} is an L-tromino"),
            Some(how) => {
                format!("the chair of scale {scale} is tiled by {} L-trominoes: {how}", chair.pieces())
            }
        };
        let board = Sides { rows: 2 * scale, columns: 2 * scale };
        Seated { scale, board, pieces: None, count: None, sentence }
    }
}

impl Cubed {
    pub(super) fn new(cube: &Cube) -> Self {
        let (side, hole) = (cube.side(), cube.hole());
        let [layer, row, col] = hole;
        let pieces = match cube.pieces() {
            0 => "no piece: there is nothing left to tile".to_owned(),
            1 => "1 corner piece: Golomb's induction, in space".to_owned(),
            pieces => format!("{pieces} corner pieces: Golomb's induction, in space"),
        };
        let sentence = format!("{side}x{side}x{side} without {layer},{row},{col} is tiled by {pieces}");
        Cubed { side, hole, pieces: None, sentence }
    }
}

impl Found {
    /// The verdict in a sentence or two, and the map in letters; or else the numbers of tilings.
    pub fn text(&self) -> String {
        let number = |count: &Integer| format!("{}\n", count.0);
        match self {
            Found::Judged(Judged { count: Some(count), .. })
            | Found::Seated(Seated { count: Some(count), .. }) => number(count),
            Found::Judged(Judged { sentence, cut, .. }) => {
                let cut = cut.as_ref().map(|cut| format!("{cut}\n")).unwrap_or_default();
                format!("{sentence}\n{cut}")
            }
            Found::Mapped(mapped) => mapped.text(),
            Found::Seated(Seated { sentence, .. }) | Found::Cubed(Cubed { sentence, .. }) => {
                format!("{sentence}\n")
            }
        }
    }
}
