//! What a saved diagram says in words: the names of its options, and the puzzle, as JSON.
//!
//! In and out: names and a [`Puzzle`]; the keys are listed at [`Family::save`]. What is read is checked as any input is;
//! whether it fits the diagram is another matter (`sound`).

use super::family::{Family, Meaning, Puzzle};
use crate::board::{Cell, Region, Topology};
use crate::frontier::Order;
use crate::pieces::{Copies, Piece, PieceSet, Polyomino};
use crate::problem::{Problem, Rules};
use serde::{Deserialize, Serialize};

const TOPOLOGIES: [(&str, Topology); 3] =
    [("plane", Topology::Plane), ("cylinder", Topology::Cylinder), ("torus", Topology::Torus)];
const ORDERS: [Order; 3] = [Order::Rows, Order::Columns, Order::Diagonals];

type Place = (u32, u32);

#[derive(Serialize, Deserialize)]
struct Words {
    options: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    restricted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digits: Option<usize>,
    puzzle: Option<PuzzleWords>,
}

/// What a description says.
pub(super) struct Described {
    /// The names of the options.
    pub names: Vec<String>,
    /// Whether some sets have been taken away.
    pub restricted: bool,
    /// How many digits the numbers have that the sets are, if they are numbers.
    pub digits: Option<usize>,
    /// What the sets are tilings of, if they are.
    pub puzzle: Option<Puzzle>,
}

#[derive(Serialize, Deserialize)]
struct PuzzleWords {
    title: Option<String>,
    order: String,
    board: BoardWords,
    pieces: Vec<PieceWords>,
    rules: RulesWords,
}

#[derive(Serialize, Deserialize)]
struct BoardWords {
    topology: String,
    rows: u64,
    columns: u64,
    holes: Vec<Place>,
}

#[derive(Serialize, Deserialize)]
struct PieceWords {
    name: String,
    copies: (u32, Option<u32>),
    colour: Option<[u8; 3]>,
    orientations: Vec<Vec<Place>>,
}

#[derive(Serialize, Deserialize)]
struct RulesWords {
    tatami: bool,
    fault_free: bool,
}

impl Family {
    /// The names of the options and the puzzle, as JSON.
    pub(super) fn description(&self) -> serde_json::Result<String> {
        let puzzle = self.puzzle().map(|Puzzle { title, problem, order }| {
            let Problem { region, pieces, rules } = problem;
            let topology = TOPOLOGIES.iter().find(|(_, t)| *t == region.topology());
            let piece = |piece: &Piece| PieceWords {
                name: piece.name.clone(),
                copies: (piece.copies.min(), piece.copies.max()),
                colour: piece.colour,
                orientations: piece.orientations.iter().map(|shape| places(shape.cells())).collect(),
            };
            PuzzleWords {
                title: title.clone(),
                order: order.to_string(),
                board: BoardWords {
                    topology: topology.map_or_else(String::new, |(name, _)| (*name).to_owned()),
                    rows: region.rows().into(),
                    columns: region.cols().into(),
                    holes: places(&region.holes().collect::<Vec<_>>()),
                },
                pieces: pieces.iter().map(piece).collect(),
                rules: RulesWords { tatami: rules.tatami, fault_free: rules.fault_free },
            }
        });
        let digits = if let Meaning::Numbers { length } = self.meaning { Some(length) } else { None };
        let restricted = self.is_restricted();
        serde_json::to_string(&Words { options: self.names().to_vec(), restricted, digits, puzzle })
    }
}

fn places(cells: &[Cell]) -> Vec<Place> {
    cells.iter().map(|c| (c.row, c.col)).collect()
}

fn cells(places: &[Place]) -> Vec<Cell> {
    places.iter().map(|&(row, col)| Cell::new(row, col)).collect()
}

/// What the description says; names with characters that do things to a terminal are none.
pub(super) fn described(json: &[u8]) -> Result<Described, String> {
    let Words { options: names, restricted, digits, puzzle } =
        serde_json::from_slice(json).map_err(|e| e.to_string())?;
    let puzzle = puzzle.map(puzzle_of).transpose()?;
    let pieces = puzzle.iter().flat_map(|puzzle| &puzzle.problem.pieces).map(|piece| &piece.name);
    if let Some(name) = names.iter().chain(pieces).find(|name| name.contains(char::is_control)) {
        return Err(format!("the name {name:?} has a character that cannot be printed"));
    }
    Ok(Described { names, restricted, digits, puzzle })
}

fn puzzle_of(words: PuzzleWords) -> Result<Puzzle, String> {
    let PuzzleWords { title, order, board, pieces, rules } = words;
    let known = ORDERS.into_iter().find(|o| o.to_string() == order);
    let order = known.ok_or_else(|| format!("there is no order '{order}'"))?;
    let topology = TOPOLOGIES.into_iter().find(|(name, _)| *name == board.topology);
    let (_, topology) = topology.ok_or_else(|| format!("there is no topology '{}'", board.topology))?;
    let region = Region::wrapped(topology, board.rows, board.columns).map_err(|e| e.to_string())?;
    let region = region.without(&cells(&board.holes)).map_err(|e| e.to_string())?;
    let pieces = pieces.into_iter().map(piece_of).collect::<Result<_, _>>()?;
    let rules = Rules { tatami: rules.tatami, fault_free: rules.fault_free };
    Ok(Puzzle { title, problem: Problem { region, pieces: PieceSet::new(pieces), rules }, order })
}

fn piece_of(words: PieceWords) -> Result<Piece, String> {
    let PieceWords { name, copies: (min, max), colour, orientations } = words;
    let wrong = |what: String| format!("of piece '{name}', {what}");
    let copies = match max {
        None => Copies::at_least(min),
        Some(max) => Copies::between(min, max).map_err(|e| wrong(e.to_string()))?,
    };
    let shape = |places: Vec<Place>| {
        if places.iter().any(|&(row, col)| u64::from(row.max(col)) >= Region::MAX_SIDE) {
            return Err(wrong("a cell lies beyond every board".to_owned()));
        }
        Polyomino::new(cells(&places)).map_err(|e| wrong(e.to_string()))
    };
    let orientations = orientations.into_iter().map(shape).collect::<Result<_, _>>()?;
    Ok(Piece { name, orientations, copies, colour })
}
