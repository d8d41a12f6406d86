//! Where the pieces of a sliding-block puzzle stand, and where each may go, for whoever draws it and lets it be played.
//!
//! In: a puzzle, and perhaps another position. Out: the cells of the board and their outlines, the pieces on it, the goals, and
//! every move with the cells it leads to. Cost: the number of pieces times the places of one.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question =
//!     r#"{"question": "slide_moves", "puzzle": "A.\n..\n\n..\n.A\n", "metric": "move"}"#.parse()?;
//! let json = question.ask(&Control::default(), &mut nobody)?.json();
//! assert_eq!(json["moves"][2].to_string(), r#"{"cells":[[1,1]],"path":["right","down"],"piece":0,"position":"..\n.A\n"}"#);
//! assert_eq!(json["goals"][0].to_string(), r#"[{"cells":[[1,1]],"piece":0}]"#);
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

use super::options::{Ask, SLIDING};
use super::{Listener, Unanswered, Words, answered, is_default};
use crate::board::{Cell, Coordinates, Lattice};
use crate::format::sliding::{SlidingPuzzle, starting_from};
use crate::format::subject::Given;
use crate::run::{Control, Pulse};
use crate::sliding::{Direction, Metric, Move, Puzzle, way};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Bytes that a move takes, each unit of its way, and each cell: in the answer, in its JSON, which is made while the answer is
/// there, and in the text of that; a cell of the board has an outline too. A drawing is there this many times at once.
const MOVE: u64 = 1280;
const OUTLINED: u64 = 1280;
const STEP: u64 = 80;
const CELL: u64 = 160;
const COPIES: u64 = 4;

/// Which moves are there?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SlideMoves {
    /// What counts as one move.
    #[serde(skip_serializing_if = "is_default")]
    pub metric: Metric,
    /// From this position instead, drawn as the start is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Given>,
}

/// A position, and the moves from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlideMoved {
    /// What the puzzle is called.
    pub title: Option<String>,
    /// What counts as one move.
    pub metric: Metric,
    /// What the cells are: `square`, or another lattice.
    pub lattice: Lattice,
    /// The cells of the board: of squares, row and column.
    pub board: Vec<Coordinates>,
    /// Their corners, in the same order: x to the right, y down, a cell of a square lattice being 1 wide; layers stand side by side.
    pub polygons: Vec<Vec<[f64; 2]>>,
    /// The position, drawn.
    pub position: String,
    /// Whether it is a goal.
    pub solved: bool,
    /// The pieces; elsewhere they go by their numbers, from 0.
    pub pieces: Vec<SlidePiece>,
    /// Any of these is a goal: where some pieces are to stand.
    pub goals: Vec<Vec<Stand>>,
    /// The moves: for every piece and every place that one move can bring it to, the shortest.
    pub moves: Vec<Leads>,
}

/// A piece where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlidePiece {
    /// Its letter.
    pub piece: char,
    /// Its cells.
    pub cells: Vec<Coordinates>,
    /// Pieces with the same number here are alike.
    pub kind: usize,
}

/// A place of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stand {
    /// The number of the piece; one that is like it will do.
    pub piece: usize,
    /// The cells there.
    pub cells: Vec<Coordinates>,
}

/// A move, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Leads {
    /// The number of the piece.
    pub piece: usize,
    /// Its way, unit by unit.
    pub path: Vec<Direction>,
    /// The cells that it then stands on.
    pub cells: Vec<Coordinates>,
    /// The position then, drawn.
    pub position: String,
}

impl SlideMoves {
    /// The moves.
    ///
    /// # Errors
    /// When the position cannot be read, or is not one of this puzzle, `control` says stop, or the answer is too large.
    pub fn answer(&self, read: &SlidingPuzzle, control: &Control) -> Result<SlideMoved, Unanswered> {
        let puzzle = match &self.from {
            Some(given) => starting_from(&read.puzzle, &given.text("the position"))?,
            None => read.puzzle.clone(),
        };
        let position = puzzle.start();
        let drawn = puzzle.text(&position);
        let found = puzzle.moves(&position, self.metric);
        // A move leads to a position, which is drawn.
        let bytes = |step: &Move| {
            let cells = puzzle.pieces()[step.piece].cells.len();
            MOVE + drawn.len() as u64 * COPIES + step.path.len() as u64 * STEP + cells as u64 * CELL
        };
        let board = OUTLINED * puzzle.board().len() as u64;
        let bytes = found.iter().map(bytes).fold(board, u64::saturating_add);
        control.reserve(bytes, format!("the positions that {} moves lead to", found.len()))?;
        let pulse = Pulse::preparing(control);
        let cells =
            |piece, first| numbers(puzzle.lattice(), &puzzle.placed(piece, first).unwrap_or_default());
        let lead = |step: Move| {
            // The engine found it: it can be made.
            let next = puzzle.apply(&position, &step).unwrap_or_else(|_| position.clone());
            Leads {
                cells: cells(step.piece, next.first_cell(step.piece)),
                position: puzzle.text(&next),
                piece: step.piece,
                path: step.path,
            }
        };
        let mut moves = Vec::with_capacity(found.len());
        for step in found {
            pulse.beats(1 + drawn.len() as u64)?;
            moves.push(lead(step));
        }
        let lattice = puzzle.lattice();
        // Between two layers a column is left free.
        let further = f64::from(puzzle.board().cols() / lattice.kinds() + 1);
        let mut polygons = Vec::with_capacity(puzzle.board().len());
        for cell in puzzle.board().cells() {
            pulse.beat()?;
            polygons.push(lattice.outline(cell, further));
        }
        Ok(SlideMoved {
            title: read.title.clone(),
            metric: self.metric,
            lattice,
            polygons,
            board: numbers(lattice, &puzzle.board().cells().collect::<Vec<_>>()),
            position: drawn,
            solved: puzzle.is_solved(&position),
            pieces: (0..puzzle.pieces().len())
                .map(|i| SlidePiece {
                    piece: puzzle.pieces()[i].name,
                    cells: cells(i, position.first_cell(i)),
                    kind: puzzle.class_number(i),
                })
                .collect(),
            goals: stands(&puzzle),
            moves,
        })
    }
}

impl Ask for SlideMoves {
    type Answer = SlideMoved;

    const WORDS: &'static [&'static str] = SLIDING;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<SlideMoved, Unanswered> {
        self.answer(&answered::sliding(about, control, listener)?, control)
    }
}

/// Where pieces are to stand.
fn stands(puzzle: &Puzzle) -> Vec<Vec<Stand>> {
    let stand = |&(piece, first): &(usize, Cell)| Stand {
        piece,
        cells: numbers(puzzle.lattice(), &puzzle.placed(piece, first).unwrap_or_default()),
    };
    puzzle.goals().iter().map(|goal| goal.places.iter().map(stand).collect()).collect()
}

fn numbers(lattice: Lattice, cells: &[Cell]) -> Vec<Coordinates> {
    cells.iter().map(|&cell| lattice.coordinates(cell)).collect()
}

impl SlideMoved {
    /// The position, and a line for every move.
    pub fn text(&self) -> String {
        let mut text = self.position.clone();
        for Leads { piece, path, .. } in &self.moves {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {}", self.pieces[*piece].piece, way(path));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, nobody};
    use crate::run::Stopped;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn klotski_from_its_start_and_from_elsewhere() {
        let asked = |options: &str| {
            let question: Question =
                format!(r#"{{"question": "slide_moves", "puzzle": "klotski"{options}}}"#).parse().unwrap();
            question.ask(&Control::default(), &mut nobody)
        };
        let json = asked("").unwrap().json();
        assert_eq!(json["pieces"].as_array().map(Vec::len), Some(10));
        assert_eq!(json["solved"], false);
        let moved = json["moves"][0]["position"].as_str().unwrap().to_owned();
        let from = serde_json::to_string(&moved).unwrap();
        let then = asked(&format!(r#", "from": {from}"#)).unwrap().json();
        assert_eq!(then["position"], moved.as_str());
        // A move can be taken back.
        let back = then["moves"].as_array().unwrap().iter().any(|one| one["position"] == json["position"]);
        assert!(back, "{then}");
        assert!(asked(r#", "from": "A\n""#).is_err());
    }

    #[test]
    fn positions_are_drawn_within_the_limits() {
        let (row, empty) = (".".repeat(99), (".".repeat(100) + "\n").repeat(99));
        let puzzle = format!("A{row}\n{empty}\n{empty}{row}A\n");
        let asked = serde_json::json!({ "question": "slide_moves", "puzzle": puzzle, "metric": "move" });
        let question: Question = asked.to_string().parse().unwrap();
        // Ten thousand drawings of ten thousand cells.
        let refused = question.ask(&Control::default().memory(64 << 20), &mut nobody).unwrap_err();
        assert!(matches!(refused, Unanswered::Stopped(Stopped::OutOfMemory { .. })), "{refused}");
        let read = question.about.sliding().unwrap().0;
        let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
        let refused = SlideMoves::default().answer(&read, &stopped).unwrap_err();
        assert!(matches!(refused, Unanswered::Stopped(Stopped::Interrupted(_))), "{refused}");
    }
}
