//! Drawings of sliding-block puzzles: a letter for every piece, `.` for an empty cell, `#` or a space for a wall.
//!
//! In: a text. Out: a [`Drawing`], what is marked on every cell and where in the text each mark stands, so that whoever finds
//! fault with a piece can point at it. A blank margin means nothing, and what a short line lacks is wall, with a warning. What
//! the letters mean, and whether they make pieces, is for the reader of the whole file to say. Cost: linear in the text, whose
//! lines times longest line is bounded.

use super::super::FormatError;
use super::super::drawn::{Placed, has_triangles, least, placed};
use super::super::error::show;
use super::super::lines::lines;
use crate::board::{Cell, Lattice, Region};
use crate::sliding::MAX_CELLS;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// The mend for a text that is not a drawing of squares.
pub(super) const DRAWN: &str = "draw every piece with a letter of its own, . for an empty cell, # for a wall";

/// The mend for a text that is not a drawing of these cells.
pub(super) fn help(lattice: Lattice) -> &'static str {
    match lattice {
        Lattice::Square => DRAWN,
        Lattice::Hex => {
            "draw every piece with a letter of its own, . for an empty hexagon, # for a wall, two characters from each other, and begin each row one character further than its neighbour or one less"
        }
        Lattice::Triangle => {
            "draw every piece with a letter of its own, ^ for an empty triangle that points up, v for one that points down, # for a wall"
        }
        Lattice::Cube => {
            "draw every piece with a letter of its own, . for an empty cell, # for a wall, layer by layer, with a blank line between layers"
        }
        Lattice::Prism => {
            "draw every piece with a letter of its own, ^ and v for empty prisms, # for a wall, layer by layer, with a blank line between layers"
        }
    }
}

/// What is drawn, row by row, without the margin.
#[derive(Debug)]
pub(super) struct Drawing {
    lattice: Lattice,
    /// What is drawn on squares.
    rows: Vec<Row>,
    /// What is drawn on other cells but walls: the mark of each, and its bytes.
    marks: BTreeMap<Cell, (Mark, Range<usize>)>,
    /// The lines that are shorter than the longest.
    pub warnings: Vec<FormatError>,
}

#[derive(Debug)]
struct Row {
    marks: Vec<char>,
    /// The byte where each mark begins, and where the last ends.
    places: Vec<usize>,
}

/// What is drawn on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Wall,
    Empty,
    Piece(char),
}

impl Drawing {
    /// Reads a drawing of such cells. Cubes lie where they are drawn, as squares do; of other cells the least layer, row and column of a
    /// unit are 0, or those of the board that is drawn again. Where all triangles are covered, the one in the first column of the last
    /// row points up.
    pub fn on(lattice: Lattice, board: Option<&Region>, text: &str) -> Result<Self, FormatError> {
        if lattice == Lattice::Square {
            return Drawing::read(text);
        }
        // Where nothing says which way triangles point, the board does.
        let read = |begins| Drawing::elsewhere(lattice, board, begins, text);
        if !has_triangles(lattice) || text.contains(['^', 'v']) {
            return read(None);
        }
        match (board, text.find('.')) {
            (None, None) => read(Some(0)),
            (None, Some(at)) => {
                let error = FormatError::new("no empty triangle says which way those of the pieces point");
                let help = "draw empty triangles as ^ where they point up, and as v where they point down";
                Err(error.with_help(help).at(at..at + 1))
            }
            (Some(board), _) => {
                let fits = |drawing: &Drawing| drawing.is_of(board, "").is_ok();
                let turned = read(Some(1))?;
                if fits(&turned) { Ok(turned) } else { read(Some(0)) }
            }
        }
    }

    /// Reads a drawing of cells that are not squares.
    fn elsewhere(
        lattice: Lattice,
        board: Option<&Region>,
        begins: Option<i64>,
        text: &str,
    ) -> Result<Self, FormatError> {
        let known = |mark| is_letter(mark).then_some(mark);
        let drawn: Vec<Placed> = placed(lattice, text, known, begins, (help(lattice), '#'))?
            .into_iter()
            .filter(|placed| placed.mark != '#')
            .collect();
        if drawn.is_empty() {
            return Err(FormatError::new("the drawing is empty").with_help(help(lattice)).at(0..text.len()));
        }
        let by: [i64; 3] = if lattice == Lattice::Cube {
            [0; 3]
        } else {
            let own = least(&drawn.iter().map(|placed| placed.spot).collect::<Vec<_>>());
            let first = board.map_or([0; 3], |board| {
                let spots: Vec<_> = board.cells().map(|cell| lattice.spot(cell)).collect();
                least(&spots)
            });
            std::array::from_fn(|i| first[i] - own[i])
        };
        let mut marks = BTreeMap::new();
        for Placed { spot, mark, at } in drawn {
            let span = at..at + mark.len_utf8();
            let Some(cell) = lattice.cell(spot.moved(by)) else { continue };
            let is_empty = mark == '.' || (has_triangles(lattice) && matches!(mark, '^' | 'v'));
            marks.insert(cell, (if is_empty { Mark::Empty } else { Mark::Piece(mark) }, span));
        }
        Ok(Drawing { lattice, rows: Vec::new(), marks, warnings: Vec::new() })
    }

    /// Refuses a drawing, called `what`, of another board than this; only of cells that are not squares.
    pub fn is_of(&self, board: &Region, what: &str) -> Result<(), FormatError> {
        let wrong = |message: String| {
            FormatError::new(message).with_help("draw every cell of the board, as in the start")
        };
        if let Some((&cell, (_, span))) = self.marks.iter().find(|(cell, _)| !board.contains(**cell)) {
            let written = self.lattice.coordinates(cell);
            return Err(
                wrong(format!("{what} has the cell {written}, which is not on the board")).at(span.clone())
            );
        }
        match board.cells().find(|cell| !self.marks.contains_key(cell)) {
            Some(cell) => Err(wrong(format!("{what} lacks the cell {}", self.lattice.coordinates(cell)))),
            None => Ok(()),
        }
    }

    /// Reads a drawing of squares. Blank lines around it, the margin that all lines share and spaces at the ends of lines are
    /// dropped.
    pub fn read(text: &str) -> Result<Self, FormatError> {
        let drawn = || lines(text).map(|(start, line)| (start, line.trim_end_matches(' ')));
        let margin = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let margin =
            drawn().filter(|(_, line)| !line.is_empty()).map(|(_, line)| margin(line)).min().unwrap_or(0);
        let mut rows: Vec<Row> = Vec::new();
        for (start, line) in drawn() {
            let line = line.get(margin..).unwrap_or_default();
            if !(rows.is_empty() && line.is_empty()) {
                rows.push(row(line, start + margin)?);
            }
        }
        while rows.last().is_some_and(|row| row.marks.is_empty()) {
            rows.pop();
        }
        let width = rows.iter().map(|row| row.marks.len()).max().unwrap_or(0);
        if rows.is_empty() {
            return Err(FormatError::new("the drawing is empty").with_help(DRAWN).at(0..text.len()));
        }
        if (rows.len() as u64).saturating_mul(width as u64) > MAX_CELLS {
            let message =
                format!("a drawing of {} lines of up to {width} characters is too large", rows.len());
            let help = format!("lines times characters go up to {MAX_CELLS}");
            return Err(FormatError::new(message).with_help(help).at(0..text.len()));
        }
        let warnings = short_lines(&rows, width).into_iter().collect();
        Ok(Drawing { lattice: Lattice::Square, rows, marks: BTreeMap::new(), warnings })
    }

    /// What is drawn.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Length of the longest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.marks.len()).max().unwrap_or(0)
    }

    /// What is drawn on a cell; beyond the end of a line there is wall.
    pub fn mark(&self, cell: Cell) -> Mark {
        if self.lattice != Lattice::Square {
            return self.marks.get(&cell).map_or(Mark::Wall, |(mark, _)| *mark);
        }
        let mark = self.rows.get(cell.row as usize).and_then(|row| row.marks.get(cell.col as usize));
        match mark {
            None | Some('#' | ' ') => Mark::Wall,
            Some('.') => Mark::Empty,
            Some(&letter) => Mark::Piece(letter),
        }
    }

    /// The bytes of the text where a cell is drawn.
    pub fn place(&self, cell: Cell) -> Range<usize> {
        if let Some((_, span)) = self.marks.get(&cell) {
            return span.clone();
        }
        let Some(row) = self.rows.get(cell.row as usize) else { return 0..0 };
        let end = row.places.len() - 1;
        let col = (cell.col as usize).min(end);
        row.places[col]..row.places[(col + 1).min(end)]
    }

    /// All cells, row by row; on other lattices than squares without walls.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let (rows, cols) = (self.height() as u32, self.width() as u32);
        let squares = (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)));
        squares.chain(self.marks.keys().copied())
    }

    /// The pieces, in the order in which they are first met, each with its cells row by row.
    pub fn pieces(&self) -> Vec<(char, Vec<Cell>)> {
        let mut pieces: Vec<(char, Vec<Cell>)> = Vec::new();
        let mut numbers: HashMap<char, usize> = HashMap::new();
        for cell in self.cells() {
            let Mark::Piece(letter) = self.mark(cell) else { continue };
            let number = *numbers.entry(letter).or_insert(pieces.len());
            if number == pieces.len() {
                pieces.push((letter, Vec::new()));
            }
            pieces[number].1.push(cell);
        }
        pieces
    }

    /// The board: everything that is not wall.
    pub fn board(&self) -> Result<Region, FormatError> {
        if self.lattice != Lattice::Square {
            let wrong =
                |e: &dyn std::fmt::Display| FormatError::new(e.to_string()).with_help("draw a smaller board");
            return Region::of_cells(self.lattice, self.cells().collect()).map_err(|e| wrong(&e));
        }
        let row = |row: u32| {
            let on = |col| self.mark(Cell::new(row, col)) != Mark::Wall;
            (0..self.width() as u32).map(on).collect::<Vec<bool>>()
        };
        let rows: Vec<Vec<bool>> = (0..self.height() as u32).map(row).collect();
        Region::from_rows(&rows).map_err(|_| FormatError::new("the drawing is all wall").with_help(DRAWN))
    }
}

/// Whether a piece can be drawn with this character: not with one that is invisible, or means something else in files.
pub(super) fn is_letter(c: char) -> bool {
    !c.is_control() && !c.is_whitespace() && c != '\u{feff}'
}

fn row(line: &str, start: usize) -> Result<Row, FormatError> {
    let mut row = Row { marks: Vec::new(), places: Vec::new() };
    for (at, mark) in line.char_indices() {
        if !is_letter(mark) && mark != ' ' {
            let message = format!("{} does not belong in a drawing", show(mark));
            let span = start + at..start + at + mark.len_utf8();
            return Err(FormatError::new(message).with_help(DRAWN).at(span));
        }
        row.marks.push(mark);
        row.places.push(start + at);
    }
    row.places.push(start + line.len());
    Ok(row)
}

/// The warning about lines shorter than the longest; where spaces are drawn for walls, lines end at their last cell.
fn short_lines(rows: &[Row], width: usize) -> Option<FormatError> {
    if rows.iter().any(|row| row.marks.contains(&' ')) {
        return None;
    }
    let mut short = (1..).zip(rows).filter(|(_, row)| row.marks.len() < width);
    let (number, row) = short.next()?;
    let others = match short.count() {
        0 => String::new(),
        1 => " (and one more line)".to_owned(),
        n => format!(" (and {n} more lines)"),
    };
    let message =
        format!("line {number} is shorter than the longest, {} of {width}{others}", row.marks.len());
    let end = row.places.last().copied().unwrap_or(0);
    Some(
        FormatError::new(message)
            .with_help("what is missing is taken as wall; write # to say so")
            .at(end..end),
    )
}
