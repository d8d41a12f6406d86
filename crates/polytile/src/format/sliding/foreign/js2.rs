//! The input of Jim Leonard's solver js2.
//!
//! One command to a line, with a colon after its name; in coordinates the column comes first, and both count from 0 at the top
//! left:
//!
//! ```text
//! xsize: 4                       the size of the board
//! ysize: 5
//! wall: (0,0)                    a cell that is none
//! piece: 3 (0,0) (0,1)           a kind of piece: its first cell row by row, and the others from there
//! locky: 3                       it does not move up and down (lockx: left and right)
//! put: 3 (3,2) 'D'               one of them, with its first cell there; the letter may be left out
//! win: 3 (1,3)                   solved when one of the kind stands there; all `win:` lines must hold
//! ```
//!
//! `!` and `#` begin comments, and `;` may end a line. Commands that tune the solver are passed over.

use super::super::super::FormatError;
use super::super::super::lines::lines;
use super::super::super::suggest::did_you_mean;
use super::super::SlidingPuzzle;
use super::super::drawing::is_letter;
use super::{Collected, Collection};
use crate::board::Cell;
use crate::sliding::{Axis, Goal, MAX_CELLS};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

/// Commands that say something about the puzzle.
const COMMANDS: [&str; 8] = ["xsize", "ysize", "wall", "piece", "lockx", "locky", "put", "win"];
/// Commands that say how to search or to print.
const TUNING: [&str; 13] = [
    "useletters",
    "hexprint",
    "winonly",
    "bigmem",
    "smallmem",
    "numthreads",
    "diskthreads",
    "cachepercent",
    "nograph",
    "noconcurrent",
    "cutoff",
    "directed",
    "checkfulltree",
];
/// Commands about the puzzle for which there is no counterpart here.
const UNKNOWN: [&str; 4] = ["hwall", "vwall", "xstep", "ystep"];

/// Whether a line begins with a command.
pub(super) fn is_command(line: &str) -> bool {
    let known = |name: &str| [&COMMANDS[..], &TUNING[..], &UNKNOWN[..]].concat().contains(&name);
    line.split_once(':').is_some_and(|(name, _)| known(name.trim()))
}

/// A command: what stands after the colon, and where.
struct Line<'a> {
    rest: &'a str,
    /// Where `rest` begins.
    start: usize,
    /// The whole line.
    span: Range<usize>,
}

/// A kind of piece.
struct Kind {
    offsets: Vec<(i64, i64)>,
    axis: Axis,
}

/// Reads the text.
pub(super) fn parse(text: &str) -> Result<SlidingPuzzle, FormatError> {
    let mut commands: HashMap<&str, Vec<Line<'_>>> = HashMap::new();
    for (start, line) in lines(text) {
        let content = line.split(['!', '#']).next().unwrap_or_default();
        let trimmed = content.trim_end().trim_end_matches(';');
        if trimmed.trim().is_empty() {
            continue;
        }
        let span = start..start + trimmed.len();
        let Some((name, rest)) = trimmed.split_once(':') else {
            let help =
                "begin it with a command and a colon, as in put: 1 (2,3), or with ! if it is a comment";
            return Err(FormatError::new("this line has no command").with_help(help).at(span));
        };
        let rest_start = start + name.len() + 1;
        let name = name.trim();
        if TUNING.contains(&name) {
            continue;
        }
        if UNKNOWN.contains(&name) {
            let message = format!("'{name}:' cannot be said of a puzzle here");
            let help = "walls are whole cells (wall:), and pieces may stop anywhere on their way";
            return Err(FormatError::new(message).with_help(help).at(span));
        }
        if !COMMANDS.contains(&name) {
            let help = did_you_mean(name, &COMMANDS);
            return Err(FormatError::new(format!("there is no command '{name}:'")).with_help(help).at(span));
        }
        commands.entry(name).or_default().push(Line { rest, start: rest_start, span });
    }
    let of = |name: &str| commands.get(name).map_or(&[][..], Vec::as_slice);
    let (cols, rows) = (side(of("xsize"), "xsize", text)?, side(of("ysize"), "ysize", text)?);
    let cells = u64::from(rows) * u64::from(cols);
    if cells > MAX_CELLS {
        let span = of("ysize")[0].span.clone();
        let help = format!("rows times columns go up to {MAX_CELLS}");
        return Err(FormatError::new(format!("a board of {rows}x{cols} is too large"))
            .with_help(help)
            .at(span));
    }
    let mut collected =
        Collected { board: vec![vec![true; cols as usize]; rows as usize], pieces: Vec::new() };
    let cell = |(x, y): (i64, i64)| {
        let inside = (0..i64::from(cols)).contains(&x) && (0..i64::from(rows)).contains(&y);
        inside.then(|| Cell::new(y as u32, x as u32))
    };
    for line in of("wall") {
        let [place] = line.scan().pairs()?[..] else { return Err(line.wrong("wall: (3,4)")) };
        let Some(wall) = cell(place) else {
            let message = format!("({},{}) is outside the board already", place.0, place.1);
            return Err(line.error(message, "coordinates are (column,row), from 0"));
        };
        collected.board[wall.row as usize][wall.col as usize] = false;
    }
    let mut kinds: HashMap<&str, Kind> = HashMap::new();
    for line in of("piece") {
        let (kind, mut scan) = line.kind()?;
        let offsets = scan.pairs()?;
        if offsets.first() != Some(&(0, 0)) || offsets.iter().any(|&(x, y)| (y, x) < (0, 0)) {
            let help = "begin with (0,0), the leftmost cell of the uppermost row, as in piece: 1 (0,0) (1,0)";
            return Err(line.error("the first cell of a piece is (0,0), row by row", help));
        }
        if kinds.insert(kind, Kind { offsets, axis: Axis::Any }).is_some() {
            return Err(line.error(format!("piece {kind} is defined twice"), "give it another number"));
        }
    }
    for (command, axis) in [("lockx", Axis::Vertical), ("locky", Axis::Horizontal)] {
        for line in of(command) {
            let (name, _) = line.kind()?;
            let kind = line.known(&mut kinds, name)?;
            if ![Axis::Any, axis].contains(&kind.axis) {
                let help = "leave its pieces out and write wall: for their cells";
                return Err(line.error(format!("piece {name} cannot move at all"), help));
            }
            kind.axis = axis;
        }
    }
    let (mut taken, mut letters): (HashSet<Cell>, HashSet<char>) = (HashSet::new(), HashSet::new());
    for line in of("put") {
        let (name, mut scan) = line.kind()?;
        let kind = line.known(&mut kinds, name)?;
        let place = scan.pair()?.ok_or_else(|| line.wrong("put: 1 (2,3)"))?;
        let letter = scan.letter()?;
        if let Some(letter) = letter
            && !letters.insert(letter)
        {
            return Err(
                line.error(format!("two pieces are called '{letter}'"), "give every piece its own letter")
            );
        }
        let mut cells = Vec::new();
        for &(x, y) in &kind.offsets {
            let covered = cell((place.0 + x, place.1 + y))
                .filter(|c| collected.board[c.row as usize][c.col as usize])
                .filter(|&c| taken.insert(c));
            let Some(covered) = covered else {
                let message =
                    format!("at ({},{}) piece {name} covers a wall or another piece", place.0, place.1);
                return Err(line.error(message, "coordinates are (column,row), from 0"));
            };
            cells.push(covered);
        }
        collected.pieces.push(Collection { name: name.to_owned(), letter, cells, axis: kind.axis });
    }
    if collected.pieces.is_empty() {
        let help = "put at least one, as in put: 1 (2,3)";
        return Err(FormatError::new("no piece is put on the board")
            .with_help(help)
            .at(text.len()..text.len()));
    }
    let mut left = collected.by_name();
    let mut places = Vec::new();
    for line in of("win") {
        let (name, mut scan) = line.kind()?;
        if name == "0" {
            let help = "say where pieces shall be instead";
            return Err(line.error("a goal cannot be an empty cell", help));
        }
        line.known(&mut kinds, name)?;
        let place = scan.pair()?.ok_or_else(|| line.wrong("win: 1 (2,3)"))?;
        let Some(number) = left.get_mut(name).and_then(VecDeque::pop_front) else {
            let message = format!("more pieces {name} are to stand somewhere than there are");
            return Err(line.error(message, "put another one, or leave this line out"));
        };
        let Some(first) = cell(place) else {
            let message = format!("({},{}) is outside the board", place.0, place.1);
            return Err(line.error(message, "coordinates are (column,row), from 0"));
        };
        places.push((number, first));
    }
    let goals = if places.is_empty() { Vec::new() } else { vec![Goal { places }] };
    let at = of("win").first().or(of("put").first()).map(|line| line.span.clone());
    let title = lines(text).map(|(_, line)| line.trim()).find(|line| !line.is_empty());
    let title = title.and_then(|line| line.strip_prefix(['!', '#'])).map(|line| line.trim().to_owned());
    let title = title.filter(|title| !title.is_empty());
    collected.puzzle(title, goals).map_err(|e| match at {
        Some(span) => e.or_at(span),
        None => e,
    })
}

/// One side of the board.
fn side(lines: &[Line<'_>], name: &str, text: &str) -> Result<u32, FormatError> {
    let Some(line) = lines.first() else {
        let help = format!("write {name}: 6");
        return Err(FormatError::new(format!("the size is missing: there is no '{name}:'"))
            .with_help(help)
            .at(text.len()..text.len()));
    };
    if let Some(again) = lines.get(1) {
        return Err(again.error(format!("'{name}:' is said twice"), "leave one out"));
    }
    let number = line.rest.trim().parse::<u32>().ok().filter(|&n| n > 0 && u64::from(n) <= MAX_CELLS);
    number.ok_or_else(|| line.wrong(&format!("{name}: 6")))
}

impl<'a> Line<'a> {
    fn error(&self, message: impl Into<String>, help: impl Into<String>) -> FormatError {
        FormatError::new(message).with_help(help).at(self.span.clone())
    }

    fn wrong(&self, example: &str) -> FormatError {
        self.error("this cannot be read", format!("write it as in {example}"))
    }

    fn scan(&self) -> Scan<'a> {
        Scan { rest: self.rest, at: self.start }
    }

    /// The kind that the line begins with, and what follows.
    fn kind(&self) -> Result<(&'a str, Scan<'a>), FormatError> {
        let trimmed = self.rest.trim_start();
        let digits = trimmed.len() - trimmed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            let help = "pieces are numbers: write one behind the colon";
            return Err(self.error("there is no number of a piece", help));
        }
        let at = self.start + (self.rest.len() - trimmed.len()) + digits;
        Ok((&trimmed[..digits], Scan { rest: &trimmed[digits..], at }))
    }

    fn known<'k>(&self, kinds: &'k mut HashMap<&str, Kind>, name: &str) -> Result<&'k mut Kind, FormatError> {
        let help = format!("define it, as in piece: {name} (0,0) (1,0)");
        kinds.get_mut(name).ok_or_else(|| self.error(format!("there is no piece {name}"), help))
    }
}

/// What is left of a line.
struct Scan<'a> {
    rest: &'a str,
    at: usize,
}

impl Scan<'_> {
    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.at += bytes;
    }

    fn blanks(&mut self) {
        self.skip(self.rest.len() - self.rest.trim_start().len());
    }

    /// The next `(x, y)`, if there is one.
    fn pair(&mut self) -> Result<Option<(i64, i64)>, FormatError> {
        self.blanks();
        if !self.rest.starts_with('(') {
            return Ok(None);
        }
        let inside = self.rest.find(')').map(|end| &self.rest[1..end]);
        let number = |text: &str| text.trim().parse::<i32>().ok().map(i64::from);
        let pair = inside.and_then(|inside| inside.split_once(','));
        let length = inside.map_or(self.rest.trim_end().len(), |inside| inside.len() + 2);
        let Some(pair) = pair.and_then(|(x, y)| number(x).zip(number(y))) else {
            let help = "write a column and a row in parentheses, as in (2,3)";
            let span = self.at..self.at + length;
            return Err(FormatError::new("these are no coordinates").with_help(help).at(span));
        };
        self.skip(length);
        Ok(Some(pair))
    }

    /// All pairs to the end of the line.
    fn pairs(&mut self) -> Result<Vec<(i64, i64)>, FormatError> {
        let mut pairs = Vec::new();
        while let Some(pair) = self.pair()? {
            pairs.push(pair);
        }
        self.end()?;
        Ok(pairs)
    }

    /// The letter in quotes at the end of the line, if there is one.
    fn letter(&mut self) -> Result<Option<char>, FormatError> {
        self.blanks();
        let mut quoted = self.rest.chars();
        let letter = match (quoted.next(), quoted.next(), quoted.next()) {
            (Some('\''), Some(letter), Some('\'')) if is_letter(letter) && !".#".contains(letter) => letter,
            _ => return self.end().map(|()| None),
        };
        self.skip(2 + letter.len_utf8());
        self.end().map(|()| Some(letter))
    }

    fn end(&mut self) -> Result<(), FormatError> {
        self.blanks();
        if self.rest.is_empty() {
            return Ok(());
        }
        let help = "write coordinates as in (2,3), and behind put: a letter as in 'A'";
        let span = self.at..self.at + self.rest.trim_end().len();
        Err(FormatError::new("this does not belong here").with_help(help).at(span))
    }
}
