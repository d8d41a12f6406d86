//! Puzzles on paper: boards to lay pieces on, pieces to cut out, answers, and sheets of solutions, as PDF.
//!
//! In: puzzles, each with an answer if one is wanted, or many tilings of one; and how they are printed, in millimetres. Out: a
//! file of pages. [`Puzzles`] are laid out one or several to a page: a title, the blank board with what is given, the pieces with
//! their names, all at one size, so that what is cut out can be laid on the board. Answers stand on their heads below, or on pages
//! of their own. [`Solutions`] are numbered pictures in pages. What is no tiling but has a board is [`Drawn`]: a sudoku, queens, guesses of a
//! number, the start of a sliding-block puzzle with its goal.
//!
//! What has no room is an error that says what has. Cost: linear in the cells that are drawn, for each size that is tried.

mod drawn;
mod figure;
mod layout;
mod page;
mod parts;
mod pdf;
mod solutions;
#[cfg(test)]
mod tests;

pub use drawn::Drawn;
pub use layout::{Printed, PrintedPuzzle, Puzzles};
pub use solutions::Solutions;

use crate::choice::choice;
use crate::draw::{DrawError, typeface};
use figure::Figure;
use thiserror::Error;

/// The letters of a text that the font of pages does not have, each once: boxes stand for them. It has those of Latin, Greek and
/// Cyrillic.
pub fn lacking(text: &str) -> Vec<char> {
    typeface::lacking(text)
}

/// What a message says of a title: no more than a line holds.
fn begun(title: &str) -> String {
    title.chars().take(60).collect()
}

choice! {
    /// What is printed on.
    pub enum Paper {
        /// 210 x 297 mm.
        A4 = "a4", "210 x 297 mm";
        /// 148 x 210 mm.
        A5 = "a5", "148 x 210 mm";
        /// 216 x 279 mm.
        Letter = "letter", "215.9 x 279.4 mm";
    }
}

impl Paper {
    /// Width and height in millimetres.
    pub fn size(self) -> [f64; 2] {
        match self {
            Paper::A4 => [210.0, 297.0],
            Paper::A5 => [148.0, 210.0],
            Paper::Letter => [215.9, 279.4],
        }
    }
}

choice! {
    /// Where answers are printed.
    pub enum Answers {
        /// On pages of their own, after the puzzles.
        Page = "page", "On pages of their own, after the puzzles";
        /// Small and on its head, below each puzzle.
        UpsideDown = "upside-down", "Small and on their heads, below the puzzles";
        /// Nowhere.
        No = "no", "Nowhere";
    }
}

/// How things are printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// On what.
    pub paper: Paper,
    /// How many puzzles or solutions there are to a page; one puzzle, or as many solutions as can be read, if it is not said.
    pub per_page: Option<usize>,
    /// The side of a cell in millimetres; as large as there is room for if it is not said.
    pub cell: Option<f64>,
    /// Whether rows and columns bear their numbers.
    pub coordinates: bool,
    /// Where answers go.
    pub answers: Answers,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { paper: Paper::A4, per_page: None, cell: None, coordinates: false, answers: Answers::Page }
    }
}

/// Millimetres around what is printed.
const MARGIN: f64 = 12.0;
/// The smallest and the largest cells that are chosen, and the smallest of an answer, in millimetres.
const LEAST: f64 = 3.0;
const MOST: f64 = 14.0;
const LEAST_ANSWER: f64 = 1.5;
/// The cells that may be asked for, in millimetres.
const CELLS: [f64; 2] = [1.0, 100.0];
/// The most puzzles or solutions on a page.
const PER_PAGE: usize = 1000;

/// Why there are no pages.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PrintError {
    /// A board, its pieces or its answer have no room.
    #[error(
        "{what} of '{title}' takes {width:.0} x {height:.0} mm with cells of {cell} mm, and there is room for {wide:.0} x {high:.0} mm on {paper}"
    )]
    TooSmall {
        /// What has no room.
        what: &'static str,
        /// Of which puzzle.
        title: String,
        /// The size of its cells, the smallest if none was asked for.
        cell: f64,
        /// What it takes.
        width: f64,
        /// What it takes.
        height: f64,
        /// What there is.
        wide: f64,
        /// What there is.
        high: f64,
        /// On what.
        paper: Paper,
        /// What would do.
        mend: String,
    },
    /// A size of cells that nobody can cut, or that no paper has.
    #[error("a cell of {0} mm cannot be printed: between {least} and {most} mm can", least = CELLS[0], most = CELLS[1])]
    Cell(f64),
    /// Rows and columns are to be numbered beside cells so small that nobody could read it.
    #[error("beside cells of {0:.1} mm the numbers of rows and columns could not be read")]
    Unread(f64),
    /// No puzzle on a page, or too many to be seen.
    #[error("there cannot be {0} on a page: between 1 and {PER_PAGE} can")]
    PerPage(usize),
    /// It could not be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
}

impl PrintError {
    /// What would do.
    pub fn help(&self) -> Option<String> {
        match self {
            PrintError::TooSmall { mend, .. } => Some(mend.clone()),
            PrintError::Cell(_) => Some("give the side of a cell in millimetres, as in 8".to_owned()),
            PrintError::Unread(_) => Some(format!(
                "leave --coordinates out, or make room for cells of {LEAST} mm, with larger paper or fewer on a page"
            )),
            PrintError::PerPage(_) => Some("give a number such as 4".to_owned()),
            PrintError::Draw(_) => None,
        }
    }
}

impl From<crate::run::Stopped> for PrintError {
    fn from(stopped: crate::run::Stopped) -> Self {
        PrintError::Draw(stopped.into())
    }
}

impl Setup {
    /// Refuses sizes that mean nothing.
    fn judge(&self) -> Result<(), PrintError> {
        if let Some(cell) = self.cell.filter(|cell| !(CELLS[0]..=CELLS[1]).contains(cell)) {
            return Err(PrintError::Cell(cell));
        }
        match self.per_page {
            Some(number) if !(1..=PER_PAGE).contains(&number) => Err(PrintError::PerPage(number)),
            _ => Ok(()),
        }
    }

    /// What a page has room for, within its margins and above its number.
    fn room(&self) -> [f64; 2] {
        self.paper.size().map(|side| side - 2.0 * MARGIN)
    }
}

/// Refuses coordinates that could not be read beside cells of this size.
fn expect_read(figure: &Figure, cell: f64) -> Result<(), PrintError> {
    if figure.has_readable_edge(cell) { Ok(()) } else { Err(PrintError::Unread(cell)) }
}

/// The rows and columns into which a page of this size is divided for so many things, so that each has a room about as high as it is
/// wide.
fn divided(count: usize, [width, height]: [f64; 2]) -> [usize; 2] {
    let ugly = |columns: usize| {
        let rows = count.div_ceil(columns);
        let proportion = (width / columns as f64) / (height / rows as f64);
        let empty = (rows * columns - count) as f64 / count as f64;
        proportion.ln().abs() + 2.0 * empty
    };
    let columns = (1..=count.max(1)).min_by(|&a, &b| ugly(a).total_cmp(&ugly(b))).unwrap_or(1);
    [count.max(1).div_ceil(columns), columns]
}
