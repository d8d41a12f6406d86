//! Sliding-block puzzles as files: TOML, drawn, one puzzle to a file.
//!
//! ```toml
//! title = "Klotski"
//! source = "..."                    # optional, as are `description`, `author`, `difficulty` and `tags`
//! start = '''
//! ABBC
//! ABBC
//! DEEF
//! DGHF
//! I..J
//! '''                               # a letter for each piece, . for an empty cell, # or a space for a wall
//! goal = '''
//! ....
//! ....
//! ....
//! .BB.
//! .BB.
//! '''                               # optional; where . is drawn, anything may be. A list of drawings: any will do
//!
//! distinct = true                   # optional: no two pieces are alike
//! axis = "long"                     # optional: pieces move along their longer side only (or "horizontal", "vertical")
//! disconnected = "AB"               # optional: pieces that are meant to be drawn in several parts
//!
//! [exit]                            # optional: solved, too, when this piece stands at this side of the board
//! piece = "A"
//! side = "right"                    # or left, top, bottom
//!
//! [[pieces]]                        # optional: more about some pieces
//! letters = "AC"
//! colour = "#cc3311"                # pieces of one shape and different colours are not alike
//! kind = "door"                     # the same without a colour
//! axis = "vertical"                 # or "horizontal", "any", "long"
//! ```
//!
//! `lattice = "hex"` (or `triangle`, `cube`, `prism`) before the drawings makes them drawings of other cells, which stand where
//! they stand in the drawing of a board (`format/drawn.rs`): hexagons two characters apart, triangles `^` and `v` where they are
//! empty, layers with a blank line between them. Axes and exits are for squares.
//!
//! ```toml
//! lattice = "hex"
//! start = '''
//!  A A
//! B . .
//!  . C
//! '''
//! ```
//!
//! Pieces of one shape and orientation are alike, unless they differ in colour, kind or axis. A piece that a goal or the
//! exit names is not like any other, unless it has a colour or kind: then any piece like it will do.

mod drawing;
mod foreign;
mod position;
mod solution;
mod write;

pub use foreign::{Dialect, read};
pub use position::{position, starting_from};
pub use solution::{SolutionText, solutions};
pub use write::{goal_text, write};

use super::puzzle::{read_further, read_lattice};
use super::suggest::did_you_mean;
use super::toml::{Table, Text, Value, syntax_error};
use super::{FormatError, Further};
use crate::board::{Cell, Lattice, Spot};
use crate::choice::Choice;
use crate::pieces::PiecesError;
use crate::pieces::Polyform;
use crate::sliding::{Axis, Goal, Piece, Puzzle, PuzzleError};
use drawing::{Drawing, Mark, help};
use std::collections::{HashMap, HashSet};
use toml::de::DeTable;

/// A sliding-block puzzle with what a reader wants to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlidingPuzzle {
    /// What it is called.
    pub title: Option<String>,
    /// What is asked, in a sentence or two.
    pub description: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Who made it, how hard it is and what it is filed under, if that is said.
    pub further: Further,
    /// Everything an engine needs.
    pub puzzle: Puzzle,
    /// What is odd about the file, but not wrong.
    pub warnings: Vec<FormatError>,
}

/// Whether `text` is meant as a sliding-block puzzle rather than as a puzzle of another kind: a start is drawn in it.
pub fn is_sliding(text: &str) -> bool {
    let key = |line: &str| line.trim_start().strip_prefix("start").map(|rest| rest.trim_start().to_owned());
    text.lines().any(|line| key(line).is_some_and(|rest| rest.starts_with('=')))
}

/// Reads a puzzle file.
///
/// ```
/// let text = "title = 'Two dominoes'\nstart = '''\nAA.\nBB.\n'''\ngoal = '''\n...\n.BB\n'''";
/// let read = polytile::format::sliding::parse(text)?;
/// assert_eq!(read.puzzle.pieces().len(), 2);
/// // The goal names B, so A and B are not alike.
/// assert_eq!(read.puzzle.classes().len(), 2);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When the text is not TOML, a key is unknown or missing, or a drawing makes no sense. The span points into `text`.
pub fn parse(text: &str) -> Result<SlidingPuzzle, FormatError> {
    let parsed = DeTable::parse(text).map_err(|e| syntax_error(&e))?;
    let root = Table::root(text, parsed.get_ref());
    let known = [
        "title",
        "description",
        "source",
        "author",
        "difficulty",
        "tags",
        "lattice",
        "start",
        "goal",
        "exit",
        "distinct",
        "axis",
        "disconnected",
        "pieces",
    ];
    root.only("the file of a sliding-block puzzle", &known)?;
    let words = |key: &str| Ok(root.text(key)?.map(|t: Text<'_>| t.content.trim().to_owned()));
    let Some(start) = root.text("start")? else {
        let help = "write start = '''...''' with a letter for each piece, . for an empty cell, # for a wall";
        return Err(FormatError::new("the puzzle has no start").with_help(help).at(0..0));
    };
    let lattice = read_lattice(&root)?.unwrap_or_default();
    let mut reading = Reading::new(lattice, &root, &start)?;
    reading.details(&root)?;
    let mut goals = Vec::new();
    let goalless = reading.puzzle(Vec::new()).map_err(|e| start.place(FormatError::new(e.to_string())))?;
    if let Some(goal) = root.get("goal") {
        let drawings = if goal.is_text() {
            vec![goal.text()?]
        } else {
            let help = "write goal = '''...''', or a list of such drawings";
            goal.array()
                .map_err(|e| e.with_help(help))?
                .iter()
                .map(Value::text)
                .collect::<Result<Vec<_>, _>>()?
        };
        if drawings.is_empty() {
            return Err(goal
                .error("the list of goals is empty")
                .with_help("draw a goal, or leave out 'goal'"));
        }
        for drawn in drawings {
            let goal = drawn.read(|text| reading.goal(text, &goalless))?;
            // Checked alone, so that what is wrong with it is shown where it is drawn.
            goalless.admits(&goal).map_err(|e| drawn.place(in_one_goal(&e)))?;
            goals.push(goal);
        }
    }
    if let Some(exit) = root.get("exit") {
        let help = "draw goals instead";
        squares_only(lattice, "a side of the board by which a piece leaves")
            .map_err(|e| FormatError { span: exit.error("").span, ..e.with_help(help) })?;
        goals.extend(reading.exit(&exit.table()?, &goalless)?);
    }
    let warnings = reading.drawing.warnings.iter().map(|warning| start.place(warning.clone())).collect();
    let puzzle = reading.puzzle(goals).map_err(|e| start.place(FormatError::new(e.to_string())))?;
    Ok(SlidingPuzzle {
        title: words("title")?,
        description: words("description")?,
        source: words("source")?,
        further: read_further(&root)?,
        puzzle,
        warnings,
    })
}

/// Refuses what is for boards of squares.
fn squares_only(lattice: Lattice, what: &str) -> Result<(), FormatError> {
    let these = lattice.meaning().to_lowercase();
    match lattice {
        Lattice::Square => Ok(()),
        _ => Err(FormatError::new(format!("{what} is for boards of squares, and these are {these}"))),
    }
}

/// What is wrong with the only goal of a puzzle.
fn in_one_goal(error: &PuzzleError) -> FormatError {
    let help = match error {
        PuzzleError::GoalOffLine { .. } => "draw it where it can get, or give it another axis",
        _ => "draw in the goal only where pieces shall be",
    };
    FormatError::new(error.to_string().replace("goal 1", "the goal")).with_help(help)
}

/// What is refused where there are no rows and columns, and how to mend that.
const AXIS: &str = "an axis along which a piece moves";
const NO_AXIS: &str = "leave out axis: here pieces move in all directions";

/// The first cell that does not hang together with the first of all, if there is one.
fn apart(lattice: Lattice, cells: &[Cell]) -> Option<Cell> {
    let spots: Vec<Spot> = cells.iter().map(|&cell| lattice.spot(cell)).collect();
    match Polyform::of_spots(lattice, &spots) {
        Err(PiecesError::Disconnected(apart)) => Some(apart),
        _ => None,
    }
}

/// The start, and what has been read about its pieces.
struct Reading {
    drawing: Drawing,
    pieces: Vec<Piece>,
    by_name: HashMap<char, usize>,
}

impl Reading {
    fn new(lattice: Lattice, root: &Table<'_>, start: &Text<'_>) -> Result<Self, FormatError> {
        let drawing = start.read(|text| Drawing::on(lattice, None, text))?;
        let pieces: Vec<Piece> =
            drawing.pieces().into_iter().map(|(name, cells)| Piece::new(name, cells)).collect();
        if pieces.is_empty() {
            return Err(start.place(FormatError::new("the start has no piece").with_help(help(lattice))));
        }
        let reading = Reading::of(drawing, pieces);
        let declared: HashSet<usize> = match root.text("disconnected")? {
            Some(letters) => letters.read(|text| reading.numbers(text))?.into_iter().collect(),
            None => HashSet::new(),
        };
        for (number, piece) in reading.pieces.iter().enumerate() {
            if !declared.contains(&number) {
                reading.connected(piece).map_err(|e| start.place(e))?;
            }
        }
        Ok(reading)
    }

    fn of(drawing: Drawing, pieces: Vec<Piece>) -> Self {
        let by_name = (0..).zip(&pieces).map(|(number, piece)| (piece.name, number)).collect();
        Reading { drawing, pieces, by_name }
    }

    /// Refuses a letter that stands in two places.
    fn connected(&self, piece: &Piece) -> Result<(), FormatError> {
        let cells = &piece.cells;
        let lattice = self.drawing.lattice();
        let Some(apart) = apart(lattice, cells) else { return Ok(()) };
        let (name, first, at) = (piece.name, lattice.coordinates(cells[0]), lattice.coordinates(apart));
        let message = format!("'{name}' stands at {first} and again at {at}, apart from it");
        let help = format!(
            "give the second piece another letter, or write disconnected = \"{name}\" if it is one piece"
        );
        Err(FormatError::new(message).with_help(help).at(self.drawing.place(apart)))
    }

    /// The numbers of the pieces with these letters; blanks around them mean nothing.
    fn numbers(&self, letters: &str) -> Result<Vec<usize>, FormatError> {
        let number = |(at, letter): (usize, char)| {
            self.by_name.get(&letter).copied().ok_or_else(|| {
                FormatError::new(format!("there is no piece '{letter}' in the start"))
                    .with_help("write the letters of pieces, with nothing between them")
                    .at(at..at + letter.len_utf8())
            })
        };
        let before = letters.len() - letters.trim_start().len();
        if letters.trim().is_empty() {
            let help = "write the letters of pieces, with nothing between them";
            return Err(FormatError::new("this names no piece").with_help(help).at(0..letters.len()));
        }
        letters.trim().char_indices().map(|(at, letter)| number((before + at, letter))).collect()
    }

    /// What the keys beside the drawings say about the pieces.
    fn details(&mut self, root: &Table<'_>) -> Result<(), FormatError> {
        if let Some(axis) = root.text("axis")? {
            squares_only(self.drawing.lattice(), AXIS).map_err(|e| axis.place(e.with_help(NO_AXIS)))?;
            for number in 0..self.pieces.len() {
                self.pieces[number].axis = axis.read(|text| self.axis(text, number))?;
            }
        }
        let distinct = root.boolean("distinct")?.unwrap_or_default();
        if let Some(listed) = root.get("pieces") {
            let help = "write [[pieces]] and below it letters = \"AB\"";
            for entry in listed.array().map_err(|e| e.with_help(help))? {
                self.detail(&entry.table().map_err(|e| e.with_help(help))?, distinct)?;
            }
        }
        if distinct {
            for piece in &mut self.pieces {
                piece.kind = Some(piece.name.to_string());
            }
        }
        Ok(())
    }

    fn detail(&mut self, table: &Table<'_>, distinct: bool) -> Result<(), FormatError> {
        table.only("[[pieces]] of a sliding-block puzzle", &["letters", "colour", "kind", "axis"])?;
        let Some(letters) = table.text("letters")? else {
            return Err(table.error("it does not say which pieces").with_help("write letters = \"AB\""));
        };
        let numbers = letters.read(|text| self.numbers(text))?;
        let kind = table.text("kind")?;
        if let Some(kind) = kind.as_ref().filter(|_| distinct) {
            let error = FormatError::new("with distinct = true every piece is a kind of its own");
            return Err(kind.place(error.with_help("leave out 'kind', or distinct")));
        }
        let colour = table.text("colour")?;
        for number in numbers {
            if let Some(axis) = table.text("axis")? {
                squares_only(self.drawing.lattice(), AXIS).map_err(|e| axis.place(e.with_help(NO_AXIS)))?;
                self.pieces[number].axis = axis.read(|text| self.axis(text, number))?;
            }
            if let Some(colour) = &colour {
                self.pieces[number].colour = Some(colour.read(super::colour::colour)?);
            }
            let kind = kind.as_ref().or(colour.as_ref()).map(|text| text.content.trim().to_lowercase());
            self.pieces[number].kind = kind.or_else(|| self.pieces[number].kind.take());
        }
        Ok(())
    }

    /// The axis written `text`, for this piece.
    fn axis(&self, text: &str, number: usize) -> Result<Axis, FormatError> {
        let known = ["long", "horizontal", "vertical", "any"];
        match text.trim() {
            "any" => Ok(Axis::Any),
            "horizontal" => Ok(Axis::Horizontal),
            "vertical" => Ok(Axis::Vertical),
            "long" => {
                let piece = &self.pieces[number];
                let extent = |of: fn(&Cell) -> u32| {
                    let places = piece.cells.iter().map(of);
                    places.clone().max().unwrap_or(0) - places.min().unwrap_or(0)
                };
                match extent(|cell| cell.row).cmp(&extent(|cell| cell.col)) {
                    std::cmp::Ordering::Less => Ok(Axis::Horizontal),
                    std::cmp::Ordering::Greater => Ok(Axis::Vertical),
                    std::cmp::Ordering::Equal => {
                        let message = format!("piece '{}' is as high as it is wide", piece.name);
                        let help =
                            "say for this piece alone how it moves, in [[pieces]], and leave out axis above";
                        Err(FormatError::new(message).with_help(help).at(0..text.len()))
                    }
                }
            }
            other => Err(FormatError::new(format!("there is no axis '{other}'"))
                .with_help(did_you_mean(other, &known))
                .at(0..text.len())),
        }
    }

    /// The goal as a drawing of the same board as the start.
    fn redrawn(&self, text: &str, puzzle: &Puzzle) -> Result<Drawing, FormatError> {
        let lattice = puzzle.lattice();
        let goal = Drawing::on(lattice, Some(puzzle.board()), text)?;
        if lattice != Lattice::Square {
            goal.is_of(puzzle.board(), "the goal").map_err(|e| e.or_at(0..text.len()))?;
            return Ok(goal);
        }
        let size = |drawing: &Drawing| format!("{} by {}", drawing.height(), drawing.width());
        if goal.height() != self.drawing.height() || goal.width() > self.drawing.width() {
            let message = format!(
                "the goal is drawn {} cells large, and the start {}",
                size(&goal),
                size(&self.drawing)
            );
            let help = "draw the whole board again, with . wherever anything may be";
            return Err(FormatError::new(message).with_help(help).at(0..text.len()));
        }
        for cell in goal.cells().filter(|&cell| goal.mark(cell) == Mark::Wall) {
            if !goal.place(cell).is_empty() && self.drawing.mark(cell) != Mark::Wall {
                let message = format!("the goal has a wall at {cell}, where the start has none");
                let help = "write . for what may be anything";
                return Err(FormatError::new(message).with_help(help).at(goal.place(cell)));
            }
        }
        Ok(goal)
    }

    /// The goal of `puzzle`, which has none yet, that is drawn in `text`.
    fn goal(&self, text: &str, puzzle: &Puzzle) -> Result<Goal, FormatError> {
        let (lattice, goal) = (puzzle.lattice(), self.redrawn(text, puzzle)?);
        let mut places = Vec::new();
        for (letter, cells) in goal.pieces() {
            let at = goal.place(cells[0]);
            let Some(number) = puzzle.piece_called(letter) else {
                return Err(FormatError::new(format!(
                    "the goal names '{letter}', which is no piece of the start"
                ))
                .with_help("name pieces by the letters of the start, and write . for what may be anything")
                .at(at));
            };
            let offsets = |cells: &[Cell]| {
                let from = |c: &Cell| [c.layer, c.row, c.col].map(i64::from);
                let first = from(&cells[0]);
                let offset = |c: &Cell| -> [i64; 3] { std::array::from_fn(|i| from(c)[i] - first[i]) };
                // Triangles that point up and down differ.
                (lattice.spot(cells[0]).kind, cells.iter().map(offset).collect::<Vec<_>>())
            };
            if offsets(&cells) != offsets(&self.pieces[number].cells) {
                return Err(FormatError::new(format!(
                    "the goal draws '{letter}' in another shape than the start"
                ))
                .with_help("pieces neither turn nor change: draw all of it, as it is in the start")
                .at(at));
            }
            places.push((number, cells[0]));
        }
        if places.is_empty() {
            return Err(FormatError::new("the goal names no piece")
                .with_help("draw at least one piece where it shall be, or leave out 'goal'")
                .at(0..text.len()));
        }
        Ok(Goal { places })
    }

    /// The goals of the exit: every place of its piece at that side of the board.
    fn exit(&self, table: &Table<'_>, puzzle: &Puzzle) -> Result<Vec<Goal>, FormatError> {
        table.only("[exit]", &["piece", "side"])?;
        let help = "write piece = \"A\" and side = \"right\"";
        let missing = |what: &str| table.error(format!("the exit has no {what}")).with_help(help);
        let piece = table.text("piece")?.ok_or_else(|| missing("piece"))?;
        let side = table.text("side")?.ok_or_else(|| missing("side"))?;
        let numbers = piece.read(|text| self.numbers(text))?;
        let [number] = numbers[..] else {
            return Err(piece
                .place(FormatError::new("the exit is for one piece, named by its letter").with_help(help)));
        };
        let (rows, cols) = (puzzle.board().rows(), puzzle.board().cols());
        let start = puzzle.start().first_cell(number);
        let cells = &self.pieces[number].cells;
        // How far the piece reaches from its first cell, which no cell is above.
        let least = |of: fn(&Cell) -> u32| cells.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&Cell) -> u32| cells.iter().map(of).max().unwrap_or(0);
        let (left, right) = (start.col - least(|c| c.col), most(|c| c.col) - start.col);
        let down = most(|c| c.row) - start.row;
        // It is at the side when the first cell is in this row or column.
        let (row, col) = match side.content.trim() {
            "left" => (None, Some(left)),
            "right" => (None, Some(cols - 1 - right)),
            "top" => (Some(0), None),
            "bottom" => (Some(rows - 1 - down), None),
            other => {
                let known = ["left", "right", "top", "bottom"];
                let error = FormatError::new(format!("there is no side '{other}'"));
                return Err(side.place(error.with_help(did_you_mean(other, &known))));
            }
        };
        let on_line = |first: &Cell| match self.pieces[number].axis {
            Axis::Any => true,
            Axis::Horizontal => first.row == start.row,
            Axis::Vertical => first.col == start.col,
        };
        let along = |fixed: Option<u32>, size: u32| fixed.map_or(0..size, |at| at..at + 1);
        let firsts = along(row, rows).flat_map(|row| along(col, cols).map(move |col| Cell::new(row, col)));
        let goals: Vec<Goal> = firsts
            .filter(on_line)
            .filter(|&first| puzzle.placed(number, first).is_some())
            .map(|first| Goal { places: vec![(number, first)] })
            .collect();
        if goals.is_empty() {
            let message = format!("piece '{}' has no place at that side", self.pieces[number].name);
            let help = "choose a side that it can get to";
            return Err(side.place(FormatError::new(message).with_help(help)));
        }
        Ok(goals)
    }

    fn puzzle(&self, goals: Vec<Goal>) -> Result<Puzzle, PuzzleError> {
        // The start is known to have a piece, so it has a cell.
        let board = self.drawing.board().map_err(|_| PuzzleError::NoPieces)?;
        Puzzle::new(board, self.pieces.clone(), goals)
    }
}
