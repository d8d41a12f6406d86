//! A board of side 2^n with one cell missing, tiled by L-trominoes.
//!
//! In: n, the missing cell or a seed for one, and what is asked: the pieces of the board or of a window of it, level by level,
//! perhaps in the steps of the induction; the piece on one cell; or the proof that there is a tiling. The construction is that of
//! [`crate::golomb`]. Answers are values, and those that list pieces hold them all in memory; [`Golomb::write`] writes the same
//! JSON without holding any.

use super::number::{self, Integer};
use super::options::Ask;
use super::seed::{self, seed_of};
use super::unanswered::not_together;
use super::{Listener, Part, Unanswered, Words, is_false, place};
use crate::choice::choice;
#[cfg(feature = "draw")]
use crate::draw::DrawError;
use crate::format::source::Misread;
use crate::golomb::{Board, Colouring, Coordinate, GolombError, Tromino, Window};
use crate::run::{Control, Progress};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Pieces between two looks at the control.
const PIECES_PER_LOOK: u64 = 1 << 14;

/// Bytes that a piece takes in an answer.
const PIECE: u64 = 512;

/// Numbers of n bits in it.
const NUMBERS: u64 = 6;

/// Tile a board of side 2^n with one cell missing by L-trominoes.
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Golomb {
    /// The board has 2^n rows and columns.
    #[serde(with = "number::word")]
    #[cfg_attr(feature = "schema", schemars(with = "Integer"))]
    pub n: u32,
    /// The missing cell, row and column from 0; one at random, where that is not said.
    #[serde(rename = "remove", default, with = "place::numbers", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<place::Written>"))]
    pub hole: Option<[Integer; 2]>,
    /// What determines a random hole: a whole number below 2^64; another one every time, where that is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Integer>,
    /// Only this part of the board: its first row and column, and its numbers of rows and columns.
    #[serde(default, with = "place::numbers", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<place::Written>"))]
    pub window: Option<[Integer; 4]>,
    /// The induction step by step: first the largest piece, then the next level.
    #[serde(default, skip_serializing_if = "is_false")]
    pub steps: bool,
    /// Instead, the piece on this cell.
    #[serde(default, with = "place::numbers", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<place::Written>"))]
    pub cell: Option<[Integer; 2]>,
    /// Instead, the proof that this board can be tiled.
    #[serde(default, skip_serializing_if = "is_false")]
    pub proof: bool,
    /// A letter for each cell instead of a list of pieces, which is much shorter: `.` is the hole, `A`, `B` and so on are
    /// colours; with `levels`, digits and letters are levels.
    #[serde(default, skip_serializing_if = "is_false")]
    pub letters: bool,
    /// How pieces are told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<Colours>,
    /// Colour pieces by their level.
    #[serde(default, skip_serializing_if = "is_false")]
    pub levels: bool,
}

choice! {
    /// How many colours there are for pieces.
    pub enum Colours {
        /// Three.
        Three = "3", "No two pieces that touch are alike";
        /// Four.
        Four = "4", "The same, and levels 2, 4, ... differ from 3, 5, ..., so that each step of the induction stands out from the next";
        /// None.
        None = "none", "Lines only";
    }
}

/// What was asked about a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Found {
    /// The piece on one cell.
    Covered(Covered),
    /// The proof.
    Proved(Proved),
    /// The pieces.
    Laid(Laid),
    /// The cells.
    Lettered(Lettered),
}

/// What covers a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Covered {
    /// The board has 2^n rows and columns.
    pub n: u32,
    /// The missing cell.
    pub hole: [Integer; 2],
    /// What determines it, if it is a random one.
    pub seed: Option<Integer>,
    /// The cell.
    pub cell: [Integer; 2],
    /// The piece on it; none when it is the missing one.
    pub piece: Option<Piece>,
}

/// A proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proved {
    /// The board has 2^n rows and columns.
    pub n: u32,
    /// The missing cell.
    pub hole: [Integer; 2],
    /// What determines it, if it is a random one.
    pub seed: Option<Integer>,
    /// The theorem, and what its proof does on this board.
    pub proof: String,
}

/// The pieces of a board, or of a part of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Laid {
    /// Which board it is.
    #[serde(flatten)]
    pub head: Head,
    /// The pieces, those of the lowest level first.
    pub pieces: Vec<Piece>,
    /// The board in letters.
    #[serde(skip)]
    pub letters: String,
}

/// The cells of a board, or of a part of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lettered {
    /// Which board it is.
    #[serde(flatten)]
    pub head: Head,
    /// A line for each row, a letter for each cell.
    pub letters: String,
}

/// Which board, and which part of it. Members are in the order of their names, in which they are written.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Head {
    /// The missing cell.
    pub hole: [Integer; 2],
    /// The board has 2^n rows and columns.
    pub n: u32,
    /// What determines the missing cell, if it is a random one.
    pub seed: Option<Integer>,
    /// The part: its first row and column, and its numbers of rows and columns.
    pub window: Option<[Integer; 4]>,
}

/// A piece, as a reader of tilings takes it, and more. Members are in the order of their names.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Row and column of each cell.
    pub cells: [[Integer; 2]; 3],
    /// The number of its colour, from 0.
    pub colour: Option<u8>,
    /// The level of the induction that laid it.
    pub level: u32,
    /// The name of the piece.
    pub piece: &'static str,
}

/// A step of the induction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// Which step, from 1.
    pub step: u32,
    /// The level of the pieces that it lays.
    pub level: u32,
    /// These pieces.
    pub pieces: Vec<Piece>,
    /// What it has done.
    #[serde(skip)]
    pub caption: String,
}

impl From<GolombError> for Unanswered {
    fn from(error: GolombError) -> Self {
        let message = error.to_string();
        let help = match error {
            GolombError::Stopped(stopped) => return stopped.into(),
            GolombError::Impossible(_) => return Unanswered::Question(message),
            GolombError::Long => {
                return Unanswered::TooLarge(Misread::new(message, "choose a smaller --window"));
            }
            GolombError::Picture { .. } => return unwieldy(message),
            GolombError::Order { .. } => "choose a smaller N",
            GolombError::Outside { .. } => "rows and columns count from 0, and are smaller than the side",
            GolombError::Scale { .. } => "choose another --scale",
            _ => "see `polytile help golomb`",
        };
        Misread::new(message, help).into()
    }
}

/// Why a board is not drawn.
#[cfg(feature = "draw")]
pub fn undrawn(error: DrawError) -> Unanswered {
    let message = error.to_string();
    match error {
        DrawError::Stopped(stopped) => stopped.into(),
        DrawError::Colours => {
            let help = "leave out --levels, which takes a colour for each level";
            Unanswered::TooLarge(Misread::new(message, help))
        }
        DrawError::Cell { .. } | DrawError::Coordinates { .. } => {
            let help = "choose another --scale or --window, or leave out --coordinates and --labels";
            Misread::new(message, help).into()
        }
        _ => unwieldy(message),
    }
}

/// A picture that there cannot be.
fn unwieldy(message: String) -> Unanswered {
    let help = "choose a smaller --scale, or --window R,C,ROWS,COLS for a part of the board";
    Unanswered::TooLarge(Misread::new(message, help))
}

/// The part asked for, where it is small enough to be gone through.
///
/// # Errors
/// When it is the whole of a board that is too large.
pub fn drawable<'w, C: Coordinate>(
    window: Option<&'w Window<C>>,
    board: &Board<C>,
) -> Result<&'w Window<C>, Unanswered> {
    window.ok_or_else(|| {
        Unanswered::TooLarge(Misread::new(
            format!("a board of side 2^{} is too large to be gone through", board.order()),
            "--window R,C,ROWS,COLS takes a part of it, --cell asks about one cell",
        ))
    })
}

fn pair<C: Coordinate>((row, col): (&C, &C)) -> [Integer; 2] {
    [(&row.to_big()).into(), (&col.to_big()).into()]
}

/// A row or a column that was given.
fn coordinate(number: &Integer) -> Result<BigUint, Misread> {
    BigUint::try_from(&number.0).map_err(|_| {
        Misread::new(format!("{} is no row or column", number.0), "rows and columns count from 0")
    })
}

impl Golomb {
    /// Which pieces share a colour.
    pub fn colouring(&self) -> Colouring {
        match self.colours {
            _ if self.levels => Colouring::Levels,
            None | Some(Colours::Three) => Colouring::Three,
            Some(Colours::Four) => Colouring::Four,
            Some(Colours::None) => Colouring::None,
        }
    }

    /// The board, and the seed of its hole if that is a random one.
    ///
    /// # Errors
    /// When there is no such board.
    pub fn board(&self) -> Result<(Board<BigUint>, Option<u64>), Unanswered> {
        if let Some([row, col]) = &self.hole {
            return Ok((Board::new(self.n, coordinate(row)?, coordinate(col)?)?, None));
        }
        let seed = self.seed.as_ref().map(seed_of).transpose()?.unwrap_or_else(seed::fresh);
        Ok((Board::random(self.n, seed)?, Some(seed)))
    }

    /// The part of the board that is asked about; `None` where that is all of a board too large to be gone through.
    ///
    /// # Errors
    /// When it is not on the board.
    pub fn window<C: Coordinate>(&self, board: &Board<C>) -> Result<Option<Window<C>>, Unanswered> {
        let Some([row, col, rows, cols]) = &self.window else {
            return Ok(if board.order() > 63 { None } else { Some(board.whole()?) });
        };
        let (row, col) = (coordinate(row)?, coordinate(col)?);
        let length =
            |number: &Integer| coordinate(number).map(|length| u64::try_from(&length).unwrap_or(u64::MAX));
        let (rows, cols) = (length(rows)?, length(cols)?);
        // Judged first as it was given, whatever its size.
        let big = Board::new(board.order(), board.hole().0.to_big(), board.hole().1.to_big())?;
        big.window(row.clone(), col.clone(), rows, cols)?;
        let own = |n: &BigUint| C::from_digits(&n.to_u32_digits(), board.order());
        Ok(Some(board.window(own(&row), own(&col), rows, cols)?))
    }

    /// The piece on a cell.
    ///
    /// # Errors
    /// When the cell is not on the board.
    pub fn covered(
        &self,
        board: &Board<BigUint>,
        seed: Option<u64>,
        [row, col]: &[Integer; 2],
    ) -> Result<Covered, Unanswered> {
        let (row, col) = (coordinate(row)?, coordinate(col)?);
        let found = board.piece_at(&row, &col)?;
        Ok(Covered {
            n: board.order(),
            hole: pair(board.hole()),
            seed: seed.map(Into::into),
            cell: pair((&row, &col)),
            piece: found.map(|piece| Piece::new(&piece, self.colouring(), board.order())),
        })
    }

    /// Answers. The steps of the induction are handed out as [`Part::Step`].
    ///
    /// # Errors
    /// When the options contradict each other or mean nothing for this board, it is too large, or `control` says stop.
    pub fn answer(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Found, Unanswered> {
        let (cell, proof) = (("--cell", self.cell.is_some()), ("--proof", self.proof));
        let (steps, window) = (("--steps", self.steps), ("--window", self.window.is_some()));
        let letters = ("letters", self.letters);
        let (colours, levels) = (("--colours", self.colours.is_some()), ("--levels", self.levels));
        not_together(&[
            [("--remove", self.hole.is_some()), ("--seed", self.seed.is_some())],
            [cell, proof],
            [cell, steps],
            [cell, window],
            [proof, steps],
            [proof, window],
            [proof, colours],
            [proof, levels],
            [levels, colours],
            [letters, cell],
            [letters, proof],
            [letters, steps],
        ])?;
        let (board, seed) = self.board()?;
        if let Some(cell) = &self.cell {
            return self.covered(&board, seed, cell).map(Found::Covered);
        }
        if self.proof {
            let mut proof = Vec::new();
            board.proof(control, &mut proof)?;
            let proof = String::from_utf8_lossy(&proof).into_owned();
            let hole = pair(board.hole());
            return Ok(Found::Proved(Proved { n: self.n, hole, seed: seed.map(Into::into), proof }));
        }
        let small = |n: &BigUint| u64::try_from(n).ok();
        match small(board.hole().0).zip(small(board.hole().1)) {
            Some((row, col)) if self.n <= u64::MAX_ORDER => {
                self.seen(&Board::new(self.n, row, col)?, seed, control, listener)
            }
            _ => self.seen(&board, seed, control, listener),
        }
    }

    /// The part of the board that is asked about, by its pieces or by its cells.
    fn seen<C: Coordinate>(
        &self,
        board: &Board<C>,
        seed: Option<u64>,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Found, Unanswered> {
        let window = self.window(board)?;
        let window = drawable(window.as_ref(), board)?;
        if !self.letters {
            return Ok(Found::Laid(self.laid(board, window, seed, control, listener)?));
        }
        let cells = window.rows_len().saturating_mul(window.cols_len());
        control.reserve(cells.saturating_mul(2), format!("the letters of {cells} cells"))?;
        let (head, letters) = (self.head(window, seed), self.lettered(window, control)?);
        Ok(Found::Lettered(Lettered { head, letters }))
    }

    fn lettered<C: Coordinate>(&self, window: &Window<C>, control: &Control) -> Result<String, Unanswered> {
        let mut letters = Vec::new();
        window.letters(self.colouring(), control, &mut letters)?;
        Ok(String::from_utf8_lossy(&letters).into_owned())
    }

    fn laid<C: Coordinate>(
        &self,
        board: &Board<C>,
        window: &Window<C>,
        seed: Option<u64>,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Laid, Unanswered> {
        let cells = window.rows_len().saturating_mul(window.cols_len());
        let edge = window.rows_len().saturating_add(window.cols_len());
        let pieces = (cells / 3).saturating_add(edge);
        let each = PIECE + NUMBERS * u64::from(self.n) / 8;
        control.reserve(pieces.saturating_mul(each), format!("the pieces on {cells} cells"))?;
        let all = |levels: &[u32]| {
            let mut pieces = Vec::new();
            self.each(window, levels, control, |piece| {
                pieces.push(piece);
                Ok(())
            })?;
            Ok::<_, GolombError>(pieces)
        };
        if self.steps {
            // The first shows the empty board.
            for level in window.steps().skip(1) {
                let caption = board.caption(level);
                let step = board.order() + 1 - level;
                if listener(Part::Step(Step { step, level, pieces: all(&[level])?, caption })).is_break() {
                    break;
                }
            }
        }
        Ok(Laid {
            head: self.head(window, seed),
            pieces: all(&window.levels())?,
            letters: self.lettered(window, control)?,
        })
    }

    fn head<C: Coordinate>(&self, window: &Window<C>, seed: Option<u64>) -> Head {
        let [row, col] = pair(window.first());
        let whole = [row, col, window.rows_len().into(), window.cols_len().into()];
        Head {
            hole: pair(window.board().hole()),
            n: window.board().order(),
            seed: seed.map(Into::into),
            window: self.window.is_some().then_some(whole),
        }
    }

    /// Goes through the pieces of these levels.
    fn each<C: Coordinate>(
        &self,
        window: &Window<C>,
        levels: &[u32],
        control: &Control,
        mut each: impl FnMut(Piece) -> Result<(), GolombError>,
    ) -> Result<(), GolombError> {
        let (colouring, order) = (self.colouring(), window.board().order());
        let pieces = levels.iter().flat_map(|&level| window.trominoes(level));
        let row = |piece: &Tromino<C>| window.first().0.distance_to(&piece.top).unwrap_or(0);
        for (number, piece) in (0_u64..).zip(pieces) {
            if number % PIECES_PER_LOOK == 0 {
                control.check(Progress::Rows { done: row(&piece), total: window.rows_len() })?;
            }
            each(Piece::new(&piece, colouring, order))?;
        }
        Ok(())
    }

    /// Writes the pieces of a window as JSON while they are found, each on a line: as one object, or, where steps are asked
    /// for, as an object for each.
    ///
    /// # Errors
    /// [`GolombError::Stopped`] when `control` says stop, [`GolombError::Write`] when it cannot be written.
    pub fn write<C: Coordinate>(
        &self,
        window: &Window<C>,
        seed: Option<u64>,
        control: &Control,
        out: &mut dyn Write,
    ) -> Result<(), GolombError> {
        let list = |levels: &[u32], out: &mut dyn Write| {
            let mut before = "\n";
            self.each(window, levels, control, |piece| {
                out.write_all(before.as_bytes())?;
                before = ",\n";
                serde_json::to_writer(&mut *out, &piece).map_err(std::io::Error::from)?;
                Ok(())
            })?;
            out.write_all(b"]}\n")?;
            Ok::<_, GolombError>(())
        };
        if self.steps {
            for level in window.steps().skip(1) {
                let step = window.board().order() + 1 - level;
                write!(out, "{{\"step\":{step},\"level\":{level},\"pieces\":[")?;
                list(&[level], out)?;
            }
            return Ok(());
        }
        let head = serde_json::to_string(&self.head(window, seed)).map_err(std::io::Error::from)?;
        // The pieces follow in the same object.
        write!(out, "{},\"pieces\":[", head.strip_suffix('}').unwrap_or(&head))?;
        list(&window.levels(), out)
    }
}

impl Ask for Golomb {
    type Answer = Found;

    const WORDS: &'static [&'static str] = &[];

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Found, Unanswered> {
        about.expect_nothing()?;
        self.answer(control, listener)
    }
}

impl Piece {
    fn new<C: Coordinate>(piece: &Tromino<C>, colouring: Colouring, order: u32) -> Self {
        // Levels are written beside it, so the colour need only tell pieces apart.
        let colouring = if colouring == Colouring::Levels { Colouring::Three } else { colouring };
        let number = colouring.number(piece.colour() + 1, piece.level, order);
        Piece {
            cells: piece.cells().map(|(row, col)| pair((&row, &col))),
            colour: (colouring != Colouring::None).then_some(number - 1),
            level: piece.level,
            piece: "L3",
        }
    }
}

impl Covered {
    /// The cells of the piece, its level and its colour.
    pub fn text(&self) -> String {
        let Some(Piece { cells, colour, level, .. }) = &self.piece else { return "the hole\n".to_owned() };
        let cells = cells.each_ref().map(|[row, col]| format!("{},{}", row.0, col.0)).join(" ");
        let colour = colour.map(|colour| format!(", colour {colour}")).unwrap_or_default();
        format!("{cells}\nlevel {level}{colour}\n")
    }
}

impl Found {
    /// The piece in words, the proof, or the board in letters.
    pub fn text(&self) -> String {
        match self {
            Found::Covered(covered) => covered.text(),
            Found::Proved(proved) => proved.proof.clone(),
            Found::Laid(laid) => laid.letters.clone(),
            Found::Lettered(lettered) => lettered.letters.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, json, nobody};
    use std::ops::ControlFlow;

    fn question(options: &str) -> Question {
        format!(r#"{{"question": "golomb", {options}}}"#).parse().unwrap()
    }

    #[test]
    fn pieces_are_the_same_written_or_kept() {
        for options in [
            r#""n": 2, "remove": [1, 1]"#,
            r#""n": 70, "remove": [0, 0], "window": [0, "590295810358705651712", 2, 2]"#,
        ] {
            let asked = question(options);
            let answer = asked.ask(&Control::default(), &mut nobody).unwrap();
            let super::super::Asked::Golomb(golomb) = asked.asked else { panic!("it is about a board") };
            let (board, seed) = golomb.board().unwrap();
            let window = golomb.window(&board).unwrap().unwrap();
            let mut written = Vec::new();
            golomb.write(&window, seed, &Control::default(), &mut written).unwrap();
            let written: serde_json::Value = serde_json::from_slice(&written).unwrap();
            assert_eq!(written, answer.json());
        }
    }

    #[test]
    fn a_board_of_one_cell_answers_whatever_is_asked() {
        for options in [
            "",
            r#", "levels": true"#,
            r#", "levels": true, "letters": true"#,
            r#", "levels": true, "steps": true"#,
            r#", "levels": true, "window": "0,0,1,1""#,
            r#", "colours": "4", "letters": true"#,
            r#", "proof": true"#,
        ] {
            let answer = question(&format!(r#""n": 0, "remove": "0,0"{options}"#))
                .ask(&Control::default(), &mut |_| ControlFlow::Continue(()))
                .unwrap();
            assert!(options.contains("proof") || answer.text() == ".\n", "{options}: {}", answer.text());
        }
    }

    #[test]
    fn one_cell_the_proof_and_the_steps() {
        let asked = |options: &str| question(options).ask(&Control::default(), &mut nobody).unwrap();
        let cell = asked(r#""n": 60, "remove": [0, 0], "cell": [123456789, 987654321]"#);
        assert_eq!(
            cell.text(),
            "123456789,987654321 123456790,987654321 123456790,987654322\nlevel 2, colour 2\n"
        );
        assert!(
            asked(r#""n": 3, "remove": [2, 5], "proof": true"#).text().ends_with("and 3 x 21 + 1 = 64.\n")
        );
        let lettered = asked(
            r#""n": 60, "remove": [0, 0], "letters": true, "window": ["1152921504606846974", 0, 2, 4]"#,
        );
        assert_eq!(lettered.json()["letters"], lettered.text());
        let pieces = asked(r#""n": 60, "remove": [0, 0], "window": ["1152921504606846974", 0, 2, 4]"#);
        assert_eq!(lettered.text(), pieces.text());
        assert!(
            question(r#""n": 1, "letters": true, "proof": true"#)
                .ask(&Control::default(), &mut nobody)
                .is_err()
        );
        let mut steps = Vec::new();
        let letters = question(r#""n": 1, "remove": [0, 1], "steps": true"#)
            .ask(&Control::default(), &mut |part| {
                let Part::Step(step) = part else { panic!("there are steps only") };
                steps.push((json(&step).to_string(), step.caption));
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(letters.text(), "A.\nAA\n");
        let piece = r#"{"cells":[[0,0],[1,0],[1,1]],"colour":0,"level":1,"piece":"L3"}"#;
        assert_eq!(steps[0].0, format!(r#"{{"level":1,"pieces":[{piece}],"step":1}}"#));
        assert_eq!(steps[0].1, "Step 1: a tromino in the middle; nothing is left but the missing cell.");
    }
}
