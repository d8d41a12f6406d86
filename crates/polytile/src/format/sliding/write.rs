//! Puzzles written as files that [`super::parse`] reads back to the same puzzle.

use super::drawing::Drawing;
use super::{SlidingPuzzle, apart};
use crate::board::{Cell, Lattice};
use crate::format::puzzle::further_lines;
use crate::sliding::{Axis, Goal, Piece, Puzzle};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Writes a puzzle file.
///
/// An exit is written as the goals it stands for.
pub fn write(content: &SlidingPuzzle) -> String {
    let puzzle = &content.puzzle;
    let mut text = String::new();
    // Writing to a string cannot fail.
    for (key, words) in
        [("title", &content.title), ("description", &content.description), ("source", &content.source)]
    {
        if let Some(words) = words {
            let _ = writeln!(text, "{key} = {}", quoted(words));
        }
    }
    text += &further_lines(&content.further);
    let lattice = puzzle.lattice();
    if lattice != Lattice::Square {
        let _ = writeln!(text, "lattice = \"{lattice}\"");
    }
    let _ = writeln!(text, "start = {}", framed(&start_text(puzzle)));
    match puzzle.goals() {
        [] => {}
        [goal] => {
            let _ = writeln!(text, "goal = {}", framed(&goal_text(puzzle, goal)));
        }
        goals => {
            let drawings: Vec<String> = goals.iter().map(|goal| framed(&goal_text(puzzle, goal))).collect();
            let _ = writeln!(text, "goal = [{}]", drawings.join(", "));
        }
    }
    let apart = |piece: &&Piece| apart(lattice, &piece.cells).is_some();
    let apart: String = puzzle.pieces().iter().filter(apart).map(|piece| piece.name).collect();
    if !apart.is_empty() {
        let _ = writeln!(text, "disconnected = {}", quoted(&apart));
    }
    let own_kind = |piece: &Piece| piece.kind.as_ref().is_some_and(|kind| *kind == piece.name.to_string());
    let distinct = puzzle.pieces().iter().all(own_kind);
    if distinct {
        let _ = writeln!(text, "distinct = true");
    }
    for (letters, piece) in alike(puzzle) {
        let kind = piece.kind.as_ref().filter(|_| !distinct);
        if kind.is_none() && piece.colour.is_none() && piece.axis == Axis::Any {
            continue;
        }
        let _ = writeln!(text, "\n[[pieces]]\nletters = {}", quoted(&letters));
        if let Some([red, green, blue]) = piece.colour {
            let _ = writeln!(text, "colour = \"#{red:02x}{green:02x}{blue:02x}\"");
        }
        if let Some(kind) = kind {
            let _ = writeln!(text, "kind = {}", quoted(kind));
        }
        match piece.axis {
            Axis::Any => {}
            Axis::Horizontal => text.push_str("axis = \"horizontal\"\n"),
            Axis::Vertical => text.push_str("axis = \"vertical\"\n"),
        }
    }
    text
}

/// Groups of pieces about which the same is to be said: their letters, and one of the pieces.
fn alike(puzzle: &Puzzle) -> Vec<(String, &Piece)> {
    let mut groups: Vec<(String, &Piece)> = Vec::new();
    for piece in puzzle.pieces() {
        let same = |(_, other): &&mut (String, &Piece)| {
            (other.colour, &other.kind, other.axis) == (piece.colour, &piece.kind, piece.axis)
        };
        match groups.iter_mut().find(same) {
            Some((letters, _)) => letters.push(piece.name),
            None => groups.push((piece.name.to_string(), piece)),
        }
    }
    groups
}

/// The drawing of the start. Where no triangle is empty, the one in the first column of the last row is taken to point up: if it does not,
/// a wall is drawn in that column.
fn start_text(puzzle: &Puzzle) -> String {
    let text = puzzle.text(&puzzle.start());
    let lattice = puzzle.lattice();
    let first = |cell: Option<Cell>| cell.map(|cell| lattice.spot(cell).kind);
    // Either all triangles are read as they are, or all are turned over.
    let same = || {
        let read = Drawing::on(lattice, None, &text);
        read.is_ok_and(|read| first(read.cells().next()) == first(puzzle.board().cells().next()))
    };
    if lattice.kinds() == 1 || puzzle.empty_cells() > 0 || same() {
        return text;
    }
    let marked = |(number, line): (usize, &str)| format!("{}{line}\n", if number == 0 { '#' } else { ' ' });
    text.lines().enumerate().map(marked).collect()
}

/// The drawing of a goal of `puzzle`, a line for each row.
pub fn goal_text(puzzle: &Puzzle, goal: &Goal) -> String {
    let mut letters: HashMap<Cell, char> = HashMap::new();
    for &(piece, first) in &goal.places {
        let cells = puzzle.placed(piece, first).unwrap_or_default();
        letters.extend(cells.into_iter().map(|cell| (cell, puzzle.pieces()[piece].name)));
    }
    puzzle.drawn(|cell| letters.get(&cell).copied())
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A drawing between quotes that do not occur in it.
fn framed(drawing: &str) -> String {
    if drawing.contains("'''") { quoted(drawing) } else { format!("'''\n{drawing}'''") }
}
