//! What a saved diagram says in words: the names of its options, and the puzzle, as JSON.
//!
//! In and out: names and a [`Puzzle`]; the keys are listed at [`Family::save`]. What is read is checked as any input is.

use super::family::{Family, Puzzle};
use crate::board::{Cell, Region, Topology};
use crate::pieces::{Copies, Piece, PieceSet, Polyomino};
use crate::plan::Order;
use crate::problem::{Problem, Rules};
use serde_json::{Value, json};

const TOPOLOGIES: [(&str, Topology); 3] =
    [("plane", Topology::Plane), ("cylinder", Topology::Cylinder), ("torus", Topology::Torus)];
const ORDERS: [Order; 3] = [Order::Rows, Order::Columns, Order::Diagonals];

impl Family {
    /// The names of the options and the puzzle, as JSON.
    pub(super) fn description(&self) -> Value {
        let puzzle = self.puzzle().map(|Puzzle { title, problem, order }| {
            let region = &problem.region;
            let cells = |cells: &[Cell]| cells.iter().map(|c| json!([c.row, c.col])).collect::<Vec<_>>();
            let pieces: Vec<Value> = problem
                .pieces
                .iter()
                .map(|piece| {
                    let shapes: Vec<_> = piece.orientations.iter().map(|shape| cells(shape.cells())).collect();
                    let copies = json!([piece.copies.min(), piece.copies.max()]);
                    json!({"name": piece.name, "copies": copies, "colour": piece.colour, "orientations": shapes})
                })
                .collect();
            json!({
                "title": title,
                "order": order.to_string(),
                "board": {
                    "topology": TOPOLOGIES.iter().find(|(_, t)| *t == region.topology()).map(|(name, _)| name),
                    "rows": region.rows(),
                    "columns": region.cols(),
                    "holes": cells(region.holes()),
                },
                "pieces": pieces,
                "rules": {"tatami": problem.rules.tatami, "fault_free": problem.rules.fault_free},
            })
        });
        json!({"options": self.names(), "puzzle": puzzle})
    }
}

/// The names of the options, and the puzzle.
pub(super) fn described(json: &[u8]) -> Result<(Vec<String>, Option<Puzzle>), String> {
    let value: Value = serde_json::from_slice(json).map_err(|e| e.to_string())?;
    let name = |v: &Value| v.as_str().map(str::to_owned);
    let names = value["options"].as_array().and_then(|names| names.iter().map(name).collect());
    let names = names.ok_or("\"options\" is no list of names")?;
    let puzzle = &value["puzzle"];
    Ok((names, if puzzle.is_null() { None } else { Some(puzzle_of(puzzle)?) }))
}

fn puzzle_of(value: &Value) -> Result<Puzzle, String> {
    let missing = |what: &str| format!("\"{what}\" is missing or wrong");
    let order = ORDERS.into_iter().find(|o| value["order"] == o.to_string());
    let board = &value["board"];
    let topology = TOPOLOGIES.into_iter().find(|(name, _)| board["topology"] == *name);
    let (_, topology) = topology.ok_or_else(|| missing("topology"))?;
    let side = |name: &str| board[name].as_u64().ok_or_else(|| missing(name));
    let holes = cells_of(&board["holes"]).ok_or_else(|| missing("holes"))?;
    let region = Region::wrapped(topology, side("rows")?, side("columns")?).map_err(|e| e.to_string())?;
    let region = region.without(&holes).map_err(|e| e.to_string())?;
    let pieces = value["pieces"].as_array().ok_or_else(|| missing("pieces"))?;
    let pieces = pieces.iter().map(|p| piece_of(p).ok_or_else(|| missing("pieces")));
    let rule = |name: &str| value["rules"][name].as_bool().ok_or_else(|| missing(name));
    let rules = Rules { tatami: rule("tatami")?, fault_free: rule("fault_free")? };
    let problem = Problem { region, pieces: PieceSet::new(pieces.collect::<Result<_, _>>()?), rules };
    let title = value["title"].as_str().map(str::to_owned);
    Ok(Puzzle { title, problem, order: order.ok_or_else(|| missing("order"))? })
}

fn piece_of(value: &Value) -> Option<Piece> {
    let number = |v: &Value| v.as_u64().and_then(|n| u32::try_from(n).ok());
    let (min, max) = (&value["copies"][0], &value["copies"][1]);
    let copies = if max.is_null() {
        Copies::at_least(number(min)?)
    } else {
        Copies::between(number(min)?, number(max)?).ok()?
    };
    let shape = |v: &Value| Polyomino::new(cells_of(v)?).ok();
    let orientations = value["orientations"].as_array()?.iter().map(shape).collect::<Option<_>>()?;
    let byte = |v: &Value| v.as_u64().and_then(|n| u8::try_from(n).ok());
    let colour = &value["colour"];
    let colour =
        if colour.is_null() { None } else { Some([byte(&colour[0])?, byte(&colour[1])?, byte(&colour[2])?]) };
    Some(Piece { name: value["name"].as_str()?.to_owned(), orientations, copies, colour })
}

fn cells_of(value: &Value) -> Option<Vec<Cell>> {
    let number = |v: &Value| v.as_u64().and_then(|n| u32::try_from(n).ok());
    value.as_array()?.iter().map(|cell| Some(Cell::new(number(&cell[0])?, number(&cell[1])?))).collect()
}
