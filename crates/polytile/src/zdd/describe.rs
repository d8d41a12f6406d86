//! What a saved diagram says in words: the names of its options, and the puzzle, as JSON.
//!
//! In and out: names and a [`Puzzle`]; the keys are listed at [`Family::save`]. What is read is checked as any input is;
//! whether it fits the diagram is another matter (`sound`).

use super::family::{Family, Meaning, Puzzle};
use crate::board::{Cell, Coordinates, Lattice, Region, Topology};
use crate::choice::Choice;
use crate::frontier::Order;
use crate::pieces::{Copies, Piece, PieceSet, Polyform};
use crate::problem::{Laid, Problem, Rules};
use serde::{Deserialize, Serialize};

const TOPOLOGIES: [(&str, Topology); 4] = [
    ("plane", Topology::Plane),
    ("cylinder", Topology::Cylinder),
    ("torus", Topology::Torus),
    ("periodic", Topology::Periodic),
];
type Place = Vec<u32>;

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
    /// How many digits the numbers have, if the sets are numbers.
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
    /// What lies in every tiling: which of the pieces, and where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    given: Vec<(usize, Vec<Place>)>,
}

#[derive(Serialize, Deserialize)]
struct BoardWords {
    /// Squares where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lattice: Option<String>,
    topology: String,
    /// Of one that is periodic, whether layers, rows and columns wrap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wraps: Option<[bool; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layers: Option<u64>,
    rows: u64,
    columns: u64,
    holes: Vec<Place>,
    /// Cells that may stay empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    optional: Vec<Place>,
}

#[derive(Serialize, Deserialize)]
struct PieceWords {
    name: String,
    copies: (u32, Option<u32>),
    colour: Option<[u8; 3]>,
    orientations: Vec<Vec<Place>>,
    /// Whether it stands for cells that stay empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    hole: bool,
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
            let Problem { region, pieces, rules, given } = problem;
            let lattice = region.lattice();
            let is_square = lattice == Lattice::Square;
            let topology = TOPOLOGIES.iter().find(|(_, t)| *t == region.topology());
            let piece = |piece: &Piece| PieceWords {
                name: piece.name.clone(),
                copies: (piece.copies.min(), piece.copies.max()),
                colour: piece.colour,
                orientations: piece.orientations.iter().map(|shape| places(lattice, shape.cells())).collect(),
                hole: piece.hole,
            };
            PuzzleWords {
                title: title.clone(),
                order: order.to_string(),
                board: BoardWords {
                    lattice: (!is_square).then(|| lattice.name().to_owned()),
                    topology: topology.map_or_else(String::new, |(name, _)| (*name).to_owned()),
                    wraps: (region.topology() == Topology::Periodic).then(|| region.wraps()),
                    layers: (!is_square).then(|| region.layers().into()),
                    rows: region.rows().into(),
                    columns: (region.cols() / lattice.kinds()).into(),
                    holes: places(lattice, &region.holes().collect::<Vec<_>>()),
                    optional: places(lattice, &region.optional().collect::<Vec<_>>()),
                },
                pieces: pieces.iter().map(piece).collect(),
                rules: RulesWords { tatami: rules.tatami, fault_free: rules.fault_free },
                given: given.iter().map(|laid| (laid.piece, places(lattice, &laid.cells))).collect(),
            }
        });
        let digits = if let Meaning::Numbers { length } = self.meaning { Some(length) } else { None };
        let restricted = self.is_restricted();
        serde_json::to_string(&Words { options: self.names().to_vec(), restricted, digits, puzzle })
    }
}

fn places(lattice: Lattice, cells: &[Cell]) -> Vec<Place> {
    cells.iter().map(|&cell| lattice.coordinates(cell).0).collect()
}

fn cells(lattice: Lattice, places: Vec<Place>) -> Result<Vec<Cell>, String> {
    let cell = |place: Place| {
        let place = Coordinates(place);
        lattice.cell_at(&place).ok_or_else(|| format!("there is no cell {place}"))
    };
    places.into_iter().map(cell).collect()
}

/// What the description says; names with characters that would act on a terminal are refused.
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
    let PuzzleWords { title, order, board, pieces, rules, given } = words;
    let order = Order::named(&order).ok_or_else(|| format!("there is no order '{order}'"))?;
    let topology = TOPOLOGIES.into_iter().find(|(name, _)| *name == board.topology);
    let (_, topology) = topology.ok_or_else(|| format!("there is no topology '{}'", board.topology))?;
    let lattice = match &board.lattice {
        None => Lattice::Square,
        Some(name) => Lattice::named(name).ok_or_else(|| format!("there is no lattice '{name}'"))?,
    };
    let is_square = lattice == Lattice::Square;
    let wraps = match (topology, board.wraps) {
        (Topology::Periodic, Some(wraps)) => Some(wraps),
        (Topology::Plane, None) => Some([false, false, false]),
        (Topology::Cylinder, None) => Some([false, false, true]),
        (Topology::Torus, None) => Some([false, true, true]),
        _ => None,
    };
    let Some(wraps) = wraps.filter(|_| !is_square || board.layers.is_none()) else {
        return Err(format!("there is no such board of {}", lattice.meaning().to_lowercase()));
    };
    let sides = [board.layers.unwrap_or(1), board.rows, board.columns];
    let region = Region::full(lattice, sides).map(|region| region.wrapping(wraps));
    if region.as_ref().is_ok_and(|region| region.topology() != topology) {
        return Err(format!("there is no such board of {}", lattice.meaning().to_lowercase()));
    }
    let holes = cells(lattice, board.holes)?;
    let optional = cells(lattice, board.optional)?;
    let region = region.and_then(|region| region.without(&holes)).map_err(|e| e.to_string())?;
    if let Some(&cell) = optional.iter().find(|&&cell| !region.contains(cell)) {
        return Err(format!("the optional cell {} is a hole", lattice.coordinates(cell)));
    }
    let region = region.with_optional(&optional).map_err(|e| e.to_string())?;
    let pieces = pieces.into_iter().map(|words| piece_of(lattice, words)).collect::<Result<_, _>>()?;
    let rules = Rules { tatami: rules.tatami, fault_free: rules.fault_free };
    let problem = Problem { region, pieces: PieceSet::new(pieces), rules, given: Vec::new() };
    let laid = |(piece, places): (usize, Vec<Place>)| {
        let mut cells = cells(lattice, places)?;
        cells.sort_unstable();
        Ok(Laid { piece, cells })
    };
    let given = given.into_iter().map(laid).collect::<Result<_, String>>()?;
    let problem = problem.with_given(given).map_err(|e| e.to_string())?;
    Ok(Puzzle { title, problem, order })
}

fn piece_of(lattice: Lattice, words: PieceWords) -> Result<Piece, String> {
    let PieceWords { name, copies: (min, max), colour, orientations, hole } = words;
    let wrong = |what: String| format!("of piece '{name}', {what}");
    let copies = match max {
        None => Copies::at_least(min),
        Some(max) => Copies::between(min, max).map_err(|e| wrong(e.to_string()))?,
    };
    let shape = |places: Vec<Place>| {
        if places.iter().flatten().any(|&n| u64::from(n) >= Region::MAX_SIDE / 2) {
            return Err(wrong("a cell lies beyond every board".to_owned()));
        }
        Polyform::on(lattice, cells(lattice, places).map_err(&wrong)?).map_err(|e| wrong(e.to_string()))
    };
    let orientations = orientations.into_iter().map(shape).collect::<Result<_, _>>()?;
    if hole {
        // What it is, and where it lies, is known without being told.
        return Ok(Piece { name, colour, ..Piece::hole(lattice, copies) });
    }
    Ok(Piece { name, orientations, copies, colour, hole })
}
