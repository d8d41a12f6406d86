//! Boards with a cell missing: do L-trominoes tile them?
//!
//! In: a board in short, which says what the question is: a rectangle, whole or with one cell missing, or with any cell missing
//! (the map); a chair; or a cube. Out: the verdict with its theorem or its obstacle, a tiling, or how many there are. The
//! theorems and the tilings are those of [`crate::golomb`]. An answer that lists pieces holds them all in memory;
//! [`Subject::write`] writes the same JSON without holding any.

mod drawn;
mod found;

pub use drawn::{coloured, mapped};
pub use found::{CornerPiece, Cubed, Cut, Found, Judged, Mapped, Piece, Seated, Sides};

use super::number::Integer;
use super::options::Ask;
use super::seed::seed_of;
use super::{Listener, Unanswered, is_false, place};
use crate::board::{Cell, RegionError, Symmetry};
use crate::count::Count;
use crate::count::{self, CountOptions};
use crate::format::source::{Misread, Source};
use crate::format::subject::{Given, Words};
use crate::format::{FormatError, board};
use crate::golomb::GolombError;
use crate::golomb::chair::Chair;
use crate::golomb::cube::Cube;
use crate::golomb::deficient::{Rectangle, Theorem, Tromino};
use crate::problem::Problem;
use crate::run::{Control, Progress};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Columns whose letters are written together.
const PART: usize = 1 << 14;

/// Bytes that a piece takes in an answer.
const PIECE: u64 = 256;

/// Bytes of a tromino in JSON, with coordinates of a few digits, and of a corner piece.
const WRITTEN: f64 = 55.0;
const WRITTEN_CORNER: f64 = 95.0;

/// Do L-trominoes tile this board? Without `remove` or `seed` a rectangle of 3k+1 cells is asked about all its holes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Deficient {
    /// The missing cell: its row and column from 0, as in `2,3`; in a cube its layer, row and column.
    #[serde(rename = "remove", deserialize_with = "place::text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<place::Written>"))]
    pub hole: Option<String>,
    /// Take away one of the cells that can be missing, the one that this whole number below 2^64 determines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Integer>,
    /// The map of the cells that can be missing.
    #[serde(skip_serializing_if = "is_false")]
    pub map: bool,
    /// Count the tilings instead; with a map, for every missing cell.
    #[serde(skip_serializing_if = "is_false")]
    pub count: bool,
}

/// What a question is about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// A rectangle, whole or with one cell missing.
    Rectangle(Rectangle),
    /// A rectangle with any cell missing.
    Map(Rectangle),
    /// A chair.
    Chair(Chair),
    /// A cube.
    Cube(Cube),
}

/// The kinds of boards.
enum Form {
    Rectangle(u64, u64),
    Chair(u64),
    Cube(u64),
}

fn form_of(text: &str) -> Result<Form, FormatError> {
    const FORMS: &str = "a board is ROWSxCOLUMNS such as 5x8, chair:K or cube:N";
    let helped = |e: FormatError| FormatError { help: Some(FORMS.to_owned()), ..e };
    let Some((kind, size)) = text.split_once(':') else {
        return board::size(text).map(|(rows, cols)| Form::Rectangle(rows, cols)).map_err(helped);
    };
    let size = || board::side(size).map_err(|e| helped(e.moved_by(kind.len() + 1)));
    match kind.trim().to_ascii_lowercase().as_str() {
        "chair" => size().map(Form::Chair),
        "cube" => size().map(Form::Cube),
        _ => Err(helped(FormatError::new("there is no such kind of board").at(0..kind.len()))),
    }
}

impl Deficient {
    /// What the question is about, from the board in short: `5x8`, `chair:5` or `cube:3`.
    ///
    /// # Errors
    /// When there is no such board, or the options mean nothing for it.
    pub fn subject(&self, source: &Source) -> Result<Subject, Misread> {
        let whole = 0..source.text.len();
        let refused = |e: RegionError| {
            let help = match e {
                RegionError::Empty { .. } => "sides are 1 or more",
                _ => "choose a smaller board",
            };
            source.misread(FormatError::new(e.to_string()).with_help(help).at(whole.clone()))
        };
        let usage = |message: &str, help: &str| Err(Misread::new(message, help));
        match form_of(&source.text).map_err(|e| source.misread(e))? {
            Form::Rectangle(rows, cols) => {
                let rectangle = Rectangle::new(rows, cols, None).map_err(refused)?;
                if let Some(seed) = &self.seed {
                    // Without a choice the map says why.
                    let holed = rectangle.without_random_cell(seed_of(seed)?);
                    return Ok(holed.map_or(Subject::Map(rectangle), Subject::Rectangle));
                }
                if self.map || (self.hole.is_none() && rectangle.len() % 3 == 1) {
                    return Ok(Subject::Map(rectangle));
                }
                let hole = self.cell(board::cell)?;
                rectangle.with_hole(hole).map(Subject::Rectangle).map_err(|e| self.outside(&e.to_string()))
            }
            Form::Chair(0) => {
                let error = FormatError::new("a chair has a scale of 1 or more, not 0")
                    .with_help("write it as in chair:5");
                Err(source.misread(error.at(whole)))
            }
            Form::Chair(_) | Form::Cube(_) if self.seed.is_some() => usage(
                "only from rectangles a cell is taken at random",
                "leave out --seed: a chair is whole, and in a cube --remove says which cell is missing",
            ),
            Form::Chair(_) | Form::Cube(_) if self.map => usage(
                "only rectangles have a map of missing cells",
                "leave out --map: a chair is whole, and in a cube any cell can be missing",
            ),
            Form::Chair(_) if self.hole.is_some() => usage(
                "a chair has no missing cell",
                "leave out --remove, or count its tilings with `polytile count --board chair:K --remove R,C --pieces L3`",
            ),
            Form::Cube(_) if self.count => {
                usage("the tilings of a cube are not counted", "leave out --count")
            }
            Form::Chair(scale) => Chair::new(scale).map(Subject::Chair).map_err(refused),
            Form::Cube(n) => {
                let hole = self.cell(board::cell_of_cube)?.unwrap_or([0; 3]);
                Cube::new(n, hole).map(Subject::Cube).map_err(|e| match e {
                    GolombError::Cube { .. } => {
                        let help = "write N for a cube of side 2^N, as in cube:3";
                        source.misread(FormatError::new(e.to_string()).with_help(help).at(whole))
                    }
                    _ => self.outside(&e.to_string()),
                })
            }
        }
    }

    /// What `hole` says, as `read` reads it.
    fn cell<T>(&self, read: impl Fn(&str) -> Result<T, FormatError>) -> Result<Option<T>, Misread> {
        let Some(text) = &self.hole else { return Ok(None) };
        read(text).map(Some).map_err(|e| Source::new("--remove", text.as_str()).misread(e))
    }

    /// What is wrong with a hole that is not on the board.
    fn outside(&self, message: &str) -> Misread {
        let text = self.hole.as_deref().unwrap_or_default();
        let error = FormatError::new(message).with_help("choose a cell of the board").at(0..text.len());
        Source::new("--remove", text).misread(error)
    }

    /// Answers about the board that the words name.
    ///
    /// # Errors
    /// When there is no such board, the options mean nothing for it, or `control` says stop.
    pub fn answer(&self, about: &Words, control: &Control) -> Result<Found, Unanswered> {
        let Some(Given::Name(board)) = &about.board else {
            return Err(
                Misread::new("there is no board", "name one, as in --board 5x8, chair:5 or cube:3").into()
            );
        };
        Words { board: None, ..about.clone() }.expect_nothing()?;
        let chosen = [self.map, self.hole.is_some(), self.seed.is_some()];
        if chosen.into_iter().filter(|&chosen| chosen).count() > 1 {
            return Err(Misread::new(
                "the missing cell is chosen twice",
                "give one of --remove, --seed and --map",
            )
            .into());
        }
        let subject = self.subject(&Source::new("--board", board.as_str()))?;
        if self.count { subject.counted(control) } else { subject.tiled(control) }
    }
}

impl Ask for Deficient {
    type Answer = Found;

    const WORDS: &'static [&'static str] = &["board"];

    fn ask(&self, about: &Words, control: &Control, _: &mut Listener<'_>) -> Result<Found, Unanswered> {
        self.answer(about, control)
    }
}

impl Subject {
    /// The verdict, without pieces.
    ///
    /// # Errors
    /// Never, for a board that exists.
    pub fn verdict(&self) -> Result<Found, Unanswered> {
        Ok(match self {
            Subject::Rectangle(rectangle) => Found::Judged(Judged::new(rectangle)),
            Subject::Map(rectangle) => Found::Mapped(Mapped::new(rectangle, " (. marks the others)")?),
            Subject::Chair(chair) => Found::Seated(Seated::new(*chair)),
            Subject::Cube(cube) => Found::Cubed(Cubed::new(cube)),
        })
    }

    /// The number of tilings, for a map without each cell.
    ///
    /// # Errors
    /// When the board is too large, or `control` says stop.
    pub fn counted(&self, control: &Control) -> Result<Found, Unanswered> {
        Ok(match self {
            Subject::Rectangle(rectangle) => {
                let judged = Judged::new(rectangle);
                let count = number(rectangle, control)?;
                Found::Judged(Judged { count: Some((&count).into()), blocks: None, pieces: None, ..judged })
            }
            Subject::Map(rectangle) => {
                let counts = counts(rectangle, control)?;
                let counts = counts.iter().map(|row| row.iter().map(Integer::from).collect()).collect();
                Found::Mapped(Mapped { counts: Some(counts), ..Mapped::new(rectangle, "")? })
            }
            Subject::Chair(chair) => {
                let count = count(&chair.problem(control)?, control)?;
                Found::Seated(Seated { count: Some((&count).into()), ..Seated::new(*chair) })
            }
            Subject::Cube(_) => self.verdict()?,
        })
    }

    /// The verdict, with all pieces of a tiling or all rows of the map.
    ///
    /// # Errors
    /// When they do not fit the memory that `control` allows, or it says stop.
    pub fn tiled(&self, control: &Control) -> Result<Found, Unanswered> {
        let room = |pieces: u64| {
            control.reserve(pieces.saturating_mul(PIECE), format!("a tiling of {pieces} pieces"))
        };
        let mut found = self.verdict()?;
        match (self, &mut found) {
            (Subject::Rectangle(rectangle), Found::Judged(judged)) if judged.tilable => {
                room(rectangle.len() / 3)?;
                let mut pieces = Vec::new();
                rectangle.lay(control, |tromino| pieces.push(tromino.into()))?;
                judged.pieces = Some(Some(pieces));
            }
            (Subject::Map(rectangle), Found::Mapped(mapped)) => {
                let cells = rectangle.len();
                control.reserve(cells.saturating_mul(2), format!("a map of {cells} cells"))?;
                let mut rows = String::new();
                letters(rectangle, control, ["", "\n", ""], &mut |text| rows.push_str(text))?;
                mapped.map = Some(rows.lines().map(str::to_owned).collect());
            }
            (Subject::Chair(chair), Found::Seated(seated)) => {
                room(chair.pieces())?;
                let mut pieces = Vec::new();
                chair.lay(control, |tromino| pieces.push(tromino.into()))?;
                seated.pieces = Some(pieces);
            }
            (Subject::Cube(cube), Found::Cubed(cubed)) => {
                room(cube.pieces())?;
                let mut pieces = Vec::new();
                cube.lay(control, |corner| pieces.push((&corner).into()))?;
                cubed.pieces = Some(pieces);
            }
            _ => {}
        }
        Ok(found)
    }

    /// About how many bytes [`Subject::write`] writes.
    pub fn bytes(&self) -> f64 {
        match self {
            Subject::Rectangle(rectangle) => (rectangle.len() / 3) as f64 * WRITTEN,
            Subject::Map(rectangle) => rectangle.len() as f64,
            Subject::Chair(chair) => chair.pieces() as f64 * WRITTEN,
            Subject::Cube(cube) => cube.pieces() as f64 * WRITTEN_CORNER,
        }
    }

    /// Writes the answer of [`Subject::tiled`] as a line of JSON while it is made: `out` is told each part of the text.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn write(&self, control: &Control, out: &mut dyn FnMut(&str)) -> Result<(), Unanswered> {
        let found = self.verdict()?;
        if matches!(&found, Found::Judged(judged) if !judged.tilable) {
            out(&format!("{}\n", super::json(&found)));
            return Ok(());
        }
        // The list is the last member.
        let head = super::json(&found).to_string();
        let list = if matches!(self, Subject::Map(_)) { "map" } else { "pieces" };
        out(&format!("{},\"{list}\":[", head.strip_suffix('}').unwrap_or(&head)));
        let mut before = "";
        let mut tromino = |tromino: Tromino| {
            let cells = tromino.cells().map(|cell| format!("[{},{}]", cell.row, cell.col)).join(",");
            out(&format!("{before}{{\"piece\":\"L3\",\"cells\":[{cells}]}}"));
            before = ",";
        };
        match self {
            Subject::Rectangle(rectangle) => rectangle.lay(control, tromino)?,
            Subject::Chair(chair) => chair.lay(control, &mut tromino)?,
            Subject::Map(rectangle) => {
                return letters(rectangle, control, ["\"", "\",\"", "\"]}\n"], out);
            }
            Subject::Cube(cube) => cube.lay(control, |corner| {
                let piece = serde_json::to_string(&CornerPiece::from(&corner)).unwrap_or_default();
                out(&format!("{before}{piece}"));
                before = ",";
            })?,
        }
        out("]}\n");
        Ok(())
    }
}

/// Writes the rows of the map, with what is before, between and behind them: # for a cell that can be missing, and a point for
/// another.
///
/// # Errors
/// When `control` says stop.
pub fn letters(
    rectangle: &Rectangle,
    control: &Control,
    [before, between, behind]: [&str; 3],
    out: &mut dyn FnMut(&str),
) -> Result<(), Unanswered> {
    let (rows, cols) = (rectangle.rows(), rectangle.cols());
    out(before);
    for row in 0..rows {
        if row > 0 {
            out(between);
        }
        for start in (0..cols).step_by(PART) {
            if start > 0 || row % 64 == 0 {
                control.check(Progress::Rows { done: row.into(), total: rows.into() })?;
            }
            let part = start..cols.min(start.saturating_add(PART as u32));
            let letters = part.map(|col| if rectangle.works(row, col) { '#' } else { '.' });
            out(&letters.collect::<String>());
        }
    }
    out(behind);
    Ok(())
}

/// The puzzle that other questions would be about.
///
/// # Errors
/// When it has too many cells.
pub fn problem(rectangle: &Rectangle) -> Result<Problem, Unanswered> {
    let help = "ask about a smaller board, or for the verdict only";
    rectangle.problem().map_err(|e| Unanswered::TooLarge(Misread::new(e.to_string(), help)))
}

/// The number of tilings of `problem`.
fn count(problem: &Problem, control: &Control) -> Result<Count, Unanswered> {
    Ok(count::count(problem, &CountOptions::default(), control)?.answer.total())
}

/// The number of tilings: without an engine where the verdict says that there is none.
fn number(rectangle: &Rectangle, control: &Control) -> Result<Count, Unanswered> {
    match rectangle.verdict() {
        Err(_) => Ok(Count::ZERO),
        Ok(Theorem::Nothing) => Ok(1_u32.into()),
        Ok(_) => count(&problem(rectangle)?, control),
    }
}

/// Bytes that a number takes, together with the cell by which symmetries find it.
const COUNTED: u64 = 128;

/// Cells between two looks at the control.
const LOOK: u32 = 1 << 12;

/// The number of tilings for every missing cell; those that a symmetry of the board exchanges are counted once.
fn counts(rectangle: &Rectangle, control: &Control) -> Result<Vec<Vec<Count>>, Unanswered> {
    let (rows, cols) = (rectangle.rows(), rectangle.cols());
    let symmetries = || Symmetry::ALL.into_iter().filter(|s| s.size(rows, cols) == (rows, cols));
    control.reserve(
        (u64::from(rows) * u64::from(cols)).saturating_mul(COUNTED),
        "the numbers for all missing cells",
    )?;
    let mut known: HashMap<Cell, Count> = HashMap::new();
    let mut counts = Vec::new();
    for row in 0..rows {
        let mut line = Vec::new();
        for col in 0..cols {
            if col % LOOK == 0 {
                control.check(Progress::Rows { done: row.into(), total: rows.into() })?;
            }
            let images = symmetries().map(|s| s.apply(Cell::new(row, col), rows, cols));
            let first = images.min().unwrap_or(Cell::new(row, col));
            line.push(match known.entry(first) {
                Entry::Occupied(count) => count.get().clone(),
                Entry::Vacant(place) => place.insert(number(&without(rectangle, first)?, control)?).clone(),
            });
        }
        counts.push(line);
    }
    Ok(counts)
}

fn without(rectangle: &Rectangle, hole: Cell) -> Result<Rectangle, Unanswered> {
    rectangle.with_hole(Some(hole)).map_err(|e| Unanswered::Question(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Answer, Question};

    fn asked(options: &str) -> Answer {
        let question: Question = format!(r#"{{"question": "deficient", {options}}}"#).parse().unwrap();
        question.ask(&Control::default(), &mut crate::ask::nobody).unwrap()
    }

    #[test]
    fn verdicts_maps_and_counts() {
        assert_eq!(asked(r#""board": "8x8", "remove": "0,0", "count": true"#).text(), "30355\n");
        assert_eq!(asked(r#""board": "5x8", "map": true"#).json()["map"][2], "#.####.#");
        assert_eq!(asked(r#""board": "2x2", "count": true"#).text(), "1 1\n1 1\n");
        let cut = asked(r#""board": "11x11", "remove": "5,5""#);
        assert!(
            cut.text().ends_with("cut into full rectangles of 5x6, 6x5, 5x6, 6x5 around the missing cell\n")
        );
        assert_eq!(cut.json()["pieces"].as_array().map(Vec::len), Some(40));
        let none = asked(r#""board": "2x4", "remove": "0,1""#).json();
        assert!(none["blocks"].is_null() && none["pieces"].is_null() && none["tilable"] == false);
    }

    #[test]
    fn what_is_written_is_what_is_kept() {
        for (board, hole) in [
            ("7x7", Some("1,2")),
            ("4x6", None),
            ("5x5", None),
            ("2x4", Some("0,1")),
            ("chair:6", None),
            ("cube:2", None),
        ] {
            let question = Deficient { hole: hole.map(str::to_owned), ..Deficient::default() };
            let subject = question.subject(&Source::new("board", board)).unwrap();
            let mut written = String::new();
            subject.write(&Control::default(), &mut |text| written.push_str(text)).unwrap();
            let written: serde_json::Value = serde_json::from_str(&written).unwrap();
            assert_eq!(written, super::super::json(&subject.tiled(&Control::default()).unwrap()), "{board}");
        }
    }
}
