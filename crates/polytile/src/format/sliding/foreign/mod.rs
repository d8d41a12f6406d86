//! Sliding-block puzzles as other programs write them.
//!
//! Each reader turns a text into pieces, the board and goals. Pieces with the same name in the format are alike, and
//! any of them meets a goal; so the name becomes their kind, and they get letters of their own to be drawn with.

mod ascii;
mod js2;
mod knuth;
mod numbers;
mod rush_hour;

use super::super::lines::lines;
use super::super::{FormatError, Further};
use super::SlidingPuzzle;
use crate::board::{Cell, Region};
use crate::sliding::{Axis, Goal, Piece, Puzzle};
use std::collections::{HashMap, HashSet, VecDeque};

/// How a sliding-block puzzle is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// A puzzle file in TOML.
    Toml,
    /// A drawing of the start, and below it, after an empty line, drawings of goals.
    Ascii,
    /// Jim Leonard's js2: `xsize: 4`, `piece: 1 (0,0) (1,0)`, `put: 1 (2,3)`, `win: 1 (0,0)`.
    Js2,
    /// Knuth's SLIDING: `5 x 5`, `1 = 111/01`, and two lines that fill the board.
    Knuth,
    /// Rush Hour on 6x6 cells, row by row: `IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM`.
    RushHour,
    /// Numbered tiles, row by row, with 0 for the gap: `1 2 3`, `4 0 5`.
    Numbers,
}

impl Dialect {
    /// What `text` is meant to be, right or wrong. Where nothing gives it away, it is TOML if it contains a `=`, and
    /// otherwise a drawing.
    ///
    /// ```
    /// use polytile::format::sliding::Dialect;
    /// assert_eq!(Dialect::of_text("5 x 5 (a silly example)\n"), Dialect::Knuth);
    /// assert_eq!(Dialect::of_text("! Klotski\nxsize: 4\n"), Dialect::Js2);
    /// assert_eq!(Dialect::of_text("ABBC\n..DD\n"), Dialect::Ascii);
    /// ```
    pub fn of_text(text: &str) -> Self {
        Self::foreign(text).unwrap_or(if text.contains('=') { Dialect::Toml } else { Dialect::Ascii })
    }

    /// The dialect of another program that the text gives itself away as, if it does.
    pub(crate) fn foreign(text: &str) -> Option<Self> {
        let content = || lines(text).map(|(_, line)| line.trim()).filter(|line| !line.is_empty());
        let is_comment = |line: &&str| line.starts_with('!') || line.starts_with('#');
        if content().find(|line| !is_comment(line)).is_some_and(js2::is_command) {
            return Some(Dialect::Js2);
        }
        let first = content().next()?;
        if knuth::size(first).is_some() {
            return Some(Dialect::Knuth);
        }
        if numbers::is_meant(text) {
            return Some(Dialect::Numbers);
        }
        let looks_packed = first.split_whitespace().any(rush_hour::is_board);
        (looks_packed && content().count() == 1).then_some(Dialect::RushHour)
    }
}

/// Reads a sliding-block puzzle in any dialect.
///
/// # Errors
/// As the reader of the dialect: the place, and the mend.
pub fn read(text: &str) -> Result<SlidingPuzzle, FormatError> {
    match Dialect::of_text(text) {
        Dialect::Toml => super::parse(text),
        Dialect::Ascii => ascii::parse(text),
        Dialect::Js2 => js2::parse(text),
        Dialect::Knuth => knuth::parse(text),
        Dialect::RushHour => rush_hour::parse(text),
        Dialect::Numbers => numbers::parse(text),
    }
}

/// What a reader collects: the board, and pieces by the names of the format.
struct Collected {
    /// Row by row, whether a cell is on the board.
    board: Vec<Vec<bool>>,
    pieces: Vec<Collection>,
}

/// A piece of a format.
struct Collection {
    /// What the format calls it; pieces of one name are alike.
    name: String,
    /// The letter it is drawn with, if the format gives it one.
    letter: Option<char>,
    cells: Vec<Cell>,
    axis: Axis,
}

impl Collected {
    /// The numbers of the pieces of every name, to be taken one after the other.
    fn by_name(&self) -> HashMap<String, VecDeque<usize>> {
        let mut numbers: HashMap<String, VecDeque<usize>> = HashMap::new();
        for (number, piece) in self.pieces.iter().enumerate() {
            numbers.entry(piece.name.clone()).or_default().push_back(number);
        }
        numbers
    }

    /// The puzzle, with pieces in the order in which the start shows them.
    fn puzzle(self, title: Option<String>, goals: Vec<Goal>) -> Result<SlidingPuzzle, FormatError> {
        let mut letters = letters(self.pieces.iter().filter_map(|piece| piece.letter).collect());
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by_key(|&number| self.pieces[number].cells.iter().min().copied());
        let mut place_of = vec![0; order.len()];
        let mut pieces = Vec::with_capacity(order.len());
        for (place, &number) in order.iter().enumerate() {
            place_of[number] = place;
            let Collection { name, letter, cells, axis } = &self.pieces[number];
            // There are more letters than cells on any board.
            let letter = letter.or_else(|| letters.next()).unwrap_or('?');
            let kind = Some(name.clone());
            pieces.push(Piece { axis: *axis, kind, ..Piece::new(letter, cells.iter().copied()) });
        }
        // In the order in which a drawing of the goal shows them, too.
        let placed = |mut goal: Goal| {
            goal.places.iter_mut().for_each(|(number, _)| *number = place_of[*number]);
            goal.places.sort_by_key(|&(_, first)| first);
            goal
        };
        let goals = goals.into_iter().map(placed).collect();
        let wrong = |e: &dyn std::fmt::Display| FormatError::new(e.to_string());
        let board = Region::from_rows(&self.board).map_err(|e| wrong(&e))?;
        let puzzle = Puzzle::new(board, pieces, goals).map_err(|e| wrong(&e))?;
        Ok(SlidingPuzzle {
            title,
            description: None,
            source: None,
            further: Further::default(),
            puzzle,
            warnings: Vec::new(),
        })
    }
}

/// Letters to draw pieces with, without those that are taken.
fn letters(taken: HashSet<char>) -> impl Iterator<Item = char> {
    let plain = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let more = ('\u{c0}'..='\u{24f}').chain('\u{4e00}'..='\u{9fff}').chain('\u{20000}'..='\u{2a6df}');
    let more = more.filter(|c| c.is_alphabetic());
    plain.chain(more).filter(move |letter| !taken.contains(letter))
}
