//! Tilings, written and read.
//!
//! In: the text of a tiling, and the puzzle it answers. Out: a [`Tiling`], which need not be right: [`Tiling::check`]
//! says what is wrong with it. Two forms are written and read:
//!
//! - JSON, one object: `{"pieces":[{"piece":"L3","cells":[[0,0],[1,0],[1,1]]}]}`, a cell being its row and its column.
//!   Other keys, beside `pieces` or within a piece, are ignored.
//! - Letters, one character per cell and one line per row: connected runs of one letter (over the edge too, where the
//!   board wraps) are the pieces, `.` is a hole or a cell not covered.
//!
//! Cost: linear in the text, but for the sorting of cells.

mod assign;
mod json;
mod letters;

pub use json::JsonTiling;

use super::{FormatError, Unread, brief};
use crate::draw::Scene;
use crate::problem::Problem;
use crate::tiling::Tiling;

/// The tiling of `problem` that `text` says, in JSON when its first character that is not blank is `{`, and otherwise
/// in letters.
///
/// In letters pieces have no names, and are recognised by their shapes. Where several pieces of the puzzle have the
/// same shape, they are shared out so that the numbers of copies come out right, if they can. A run of letters that
/// has the shape of no piece becomes the piece it most resembles: one whose name begins with its letter, or else of
/// the nearest size; [`Tiling::check`] then finds that the shape is wrong.
///
/// ```
/// use polytile::{board::Region, format::tiling, pieces::{Freedom, PieceSet}, problem::Problem};
/// let problem = Problem::new(Region::rectangle(2, 3)?, PieceSet::all(3, Freedom::Free));
/// let answer = tiling::parse("LLA\nLAA\n", &problem)?;
/// assert!(answer.check(&problem).is_ok());
/// let json = tiling::to_json(&answer, &problem);
/// assert_eq!(json, r#"{"pieces":[{"piece":"L3","cells":[[0,0],[0,1],[1,0]]},{"piece":"L3","cells":[[0,2],[1,1],[1,2]]}]}"#);
/// assert_eq!(tiling::parse(&json, &problem)?, answer);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the text is neither, when letters are not of the size of the board, and when JSON names a piece that the
/// puzzle does not have or lists a cell twice in one piece.
pub fn parse(text: &str, problem: &Problem) -> Result<Tiling, FormatError> {
    let (text, offset, is_json) = begun(text);
    let read = if is_json {
        json::parse(text, problem, true).map(|reading| reading.tiling.unwrap_or_default())
    } else {
        letters::parse(text, problem).map_err(Unread::into_error)
    };
    read.map_err(|error| error.moved_by(offset))
}

/// Reads a tiling in which all that is wrong is to be found: a text that can be read but is not a tiling of `problem` is not an
/// error here.
///
/// ```
/// use polytile::{board::Region, format::tiling, pieces::{Freedom, PieceSet}, problem::Problem};
/// let problem = Problem::new(Region::rectangle(2, 3)?, PieceSet::all(3, Freedom::Free));
/// let reading = tiling::read("LLAA\nLAAA\n", &problem)?;
/// assert_eq!(reading.misfits, ["row 0 of the tiling has 4 cells, but the board has 3 columns"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the text is neither JSON of a tiling nor letters.
pub fn read(text: &str, problem: &Problem) -> Result<Reading, FormatError> {
    let (text, offset, is_json) = begun(text);
    let read = if is_json {
        json::parse(text, problem, false)
    } else {
        match letters::parse(text, problem) {
            Ok(tiling) => Ok(Reading { tiling: Some(tiling), ..Reading::default() }),
            Err(Unread::Misfit(error)) => Ok(Reading { misfits: vec![error.message], ..Reading::default() }),
            Err(Unread::Malformed(error)) => Err(error),
        }
    };
    read.map_err(|error| error.moved_by(offset))
}

/// The text without a byte order mark, the length of that, and whether it is JSON.
fn begun(text: &str) -> (&str, usize, bool) {
    let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
    (unmarked, text.len() - unmarked.len(), unmarked.trim_start().starts_with('{'))
}

/// What a text says that need not be a tiling of the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The pieces as they lie; one that the puzzle lacks has the number after those of all others. `None` when
    /// letters are not of the size of the board, and so have no place on it.
    pub tiling: Option<Tiling>,
    /// What no tiling of the puzzle can have: a piece that it lacks, a row or a column that no board has, a cell twice
    /// in a piece, letters of another size. The first [`Tiling::LISTED`].
    pub misfits: Vec<String>,
    /// How many more misfits there are.
    pub more: u64,
}

impl Reading {
    fn add(&mut self, misfit: &str) {
        if self.misfits.len() < Tiling::LISTED {
            self.misfits.push(brief(misfit));
        } else {
            self.more += 1;
        }
    }
}

/// The tiling as one line of JSON, without a newline.
pub fn to_json(tiling: &Tiling, problem: &Problem) -> String {
    // Strings, numbers and sequences: writing these cannot fail.
    serde_json::to_string(&JsonTiling::new(tiling, problem)).unwrap_or_default()
}

/// The tiling as letters, each row ended by a newline: [`Scene::letters`].
pub fn to_letters(tiling: &Tiling, problem: &Problem) -> String {
    Scene::new(problem, tiling).letters()
}

#[cfg(test)]
pub(crate) mod tests;
