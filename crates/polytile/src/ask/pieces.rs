//! Which pieces are there, and what are they called?
//!
//! In: a size, a set or a list of pieces, and what may be done to pieces, which decides what counts as one; or a puzzle. Out:
//! their shapes, and how many there are of each size that was asked for, or how many of each the puzzle has.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question = r#"{"question": "pieces", "what": "trominoes", "flips": false}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert_eq!(
//!     answer.text(),
//!     "\
//! trominoes: 2 free, 2 one-sided, 6 fixed
//!
//!          []
//! [][][]   [][]
//! I3       L3
//! "
//! );
//! assert_eq!(answer.json()["pieces"][1]["art"][0], "#.");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

use super::options::Ask;
use super::{Listener, Unanswered, Words, answered, misused};
use crate::board::{Cell, Coordinates, Lattice};
use crate::draw::shelf::{self, Shown};
use crate::format::number::shortened;
use crate::format::source::Misread;
use crate::format::subject::pieces_of;
use crate::pieces::catalogue::{self, MAX_SIZE, Named};
use crate::pieces::{Freedom, Piece, Polyform};
use crate::problem::Problem;
use crate::run::Pulse;
use crate::run::{Control, Progress};
use serde::{Deserialize, Serialize};

/// Bytes that a byte of a list takes while it is read, at most.
const HELD: u64 = 64;

/// Which pieces are there?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Pieces {
    /// A size (`5`), a set (`pentominoes`) or a comma list of pieces (`L3,O4`); if nothing is said, all of up to five cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
}

/// The pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogued {
    /// The sizes that were asked for.
    pub sizes: Vec<Size>,
    /// The pieces, by size.
    pub pieces: Vec<Shape>,
}

/// How many polyominoes of a size there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Size {
    /// Cells.
    pub size: usize,
    /// What all of them are called.
    pub name: String,
    /// How many there are if they may be turned and turned over,
    pub free: usize,
    /// if they may be turned,
    pub one_sided: usize,
    /// and if neither.
    pub fixed: usize,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shape {
    /// Its name.
    pub name: String,
    /// Cells.
    pub size: usize,
    /// In how many ways it can lie.
    pub orientations: usize,
    /// How many of them a puzzle has, where the pieces are those of one: a number, `any`, or `1..3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<String>,
    /// Its cells, on squares row and column of each.
    pub cells: Vec<Coordinates>,
    /// Its rows as a puzzle file draws them; that of squares alone has drawings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub art: Vec<String>,
    /// The piece itself, for whoever draws it.
    #[serde(skip)]
    pub shown: Shown,
}

/// All pieces of a lattice and a size.
type Set = (Lattice, usize);

impl Pieces {
    /// The pieces, different under `freedom`.
    ///
    /// # Errors
    /// When a name is unknown, pieces of that size are too many, or `control` says stop.
    pub fn answer(&self, freedom: Freedom, control: &Control) -> Result<Catalogued, Unanswered> {
        let bytes = self.what.as_ref().map_or(0, String::len) as u64;
        control.reserve(bytes.saturating_mul(HELD), "a list of pieces")?;
        let (sizes, named) = self.asked(freedom)?;
        let pulse = Pulse::preparing(control);
        control.check(Progress::Preparation { steps: 0 })?;
        let mut pieces = Vec::new();
        for named in named
            .into_iter()
            .chain(sizes.iter().flat_map(|&(lattice, size)| catalogue::all_on(lattice, size, freedom)))
        {
            pulse.beat()?;
            pieces.push(Shape::new(named, freedom));
        }
        Ok(Catalogued { pieces, sizes: sizes.into_iter().map(Size::new).collect() })
    }

    /// The sizes asked for, or else the pieces.
    fn asked(&self, freedom: Freedom) -> Result<(Vec<Set>, Vec<Named>), Misread> {
        let squares = |size| (Lattice::Square, size);
        let Some(what) = &self.what else { return Ok(((1..=5).map(squares).collect(), Vec::new())) };
        let set = what.parse().ok().map(squares).or_else(|| catalogue::set_of(&what.to_ascii_lowercase()));
        if let Some((lattice, size)) = set {
            if (1..=catalogue::max_size(lattice)).contains(&size) {
                return Ok((vec![(lattice, size)], Vec::new()));
            }
            let help = format!("sizes go from 1 to {MAX_SIZE}");
            return Err(Misread::new(format!("polyominoes of {size} cells cannot be shown"), help));
        }
        let listed = pieces_of("WHAT", Lattice::Square, what, freedom)?;
        // What was drawn has no place in the catalogue.
        let drawn = |piece: &Piece| {
            let shape = piece.orientations.first()?.clone();
            Some(Named { name: piece.name.clone(), shape })
        };
        let named = listed
            .iter()
            .filter_map(|piece| catalogue::find_on(piece.lattice(), &piece.name).or_else(|| drawn(piece)));
        Ok((Vec::new(), named.collect()))
    }

    /// The pieces of a puzzle, in its order.
    ///
    /// # Errors
    /// When other pieces are asked for too.
    pub fn of_puzzle(&self, problem: &Problem) -> Result<Catalogued, Unanswered> {
        if let Some(what) = &self.what {
            return Err(misused(
                format!("the pieces of a puzzle are asked for, and '{}'", shortened(what)),
                "ask for one of them",
            ));
        }
        let pieces = problem.pieces.iter().filter(|piece| !piece.hole);
        let shape = |piece: &Piece| {
            let shape = piece.orientations.first()?;
            let label = match piece.copies.max() {
                Some(1) if piece.copies.min() == 1 => piece.name.clone(),
                _ => format!("{} ({})", piece.name, piece.copies),
            };
            let shown = Shown { label, shape: shape.clone(), colour: piece.colour };
            let copies = Some(piece.copies.to_string());
            Some(Shape::of(piece.name.clone(), piece.orientations.len(), copies, shown))
        };
        Ok(Catalogued { sizes: Vec::new(), pieces: pieces.filter_map(shape).collect() })
    }
}

impl Ask for Pieces {
    type Answer = Catalogued;

    const WORDS: &'static [&'static str] = &["puzzle", "kind", "problem", "flips", "turns"];

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Catalogued, Unanswered> {
        if about.puzzle.is_some() {
            return self.of_puzzle(&answered::tiled(about, control, listener)?.problem);
        }
        // What may be done to pieces decides which of them are different.
        Words { flips: None, turns: None, ..about.clone() }.expect_nothing()?;
        self.answer(about.freedom()?, control)
    }
}

impl Size {
    fn new((lattice, size): Set) -> Self {
        let [free, one_sided, fixed] = catalogue::numbers(lattice, size);
        Size { size, name: catalogue::set_name(lattice, size), free, one_sided, fixed }
    }
}

impl Shape {
    fn new(named: Named, freedom: Freedom) -> Self {
        let orientations = named.shape.images(freedom).len();
        let shown = Shown { label: named.name.clone(), shape: named.shape, colour: None };
        Shape::of(named.name, orientations, None, shown)
    }

    fn of(name: String, orientations: usize, copies: Option<String>, shown: Shown) -> Self {
        let lattice = shown.shape.lattice();
        Shape {
            name,
            size: shown.shape.size(),
            orientations,
            copies,
            cells: shown.shape.cells().iter().map(|&cell| lattice.coordinates(cell)).collect(),
            art: art(&shown.shape),
            shown,
        }
    }
}

fn art(shape: &Polyform) -> Vec<String> {
    if shape.lattice() != Lattice::Square {
        return Vec::new();
    }
    let cell = |row, col| if shape.cells().contains(&Cell::new(row, col)) { '#' } else { '.' };
    (0..shape.rows()).map(|row| (0..shape.cols()).map(|col| cell(row, col)).collect()).collect()
}

impl Catalogued {
    /// The pieces, drawn in lines of 80 characters, those of a size below a line with its numbers.
    pub fn text(&self) -> String {
        self.text_within(80)
    }

    /// The list in lines of at most so many characters.
    pub fn text_within(&self, columns: usize) -> String {
        if self.sizes.is_empty() {
            return shelf::text(&self.shown(|_| true), columns);
        }
        let of = |Size { size, name, free, one_sided, fixed }: &Size| {
            let drawn = shelf::text(&self.shown(|shape| shape.size == *size), columns);
            format!("{name}: {free} free, {one_sided} one-sided, {fixed} fixed\n\n{drawn}")
        };
        self.sizes.iter().map(of).collect::<Vec<_>>().join("\n")
    }

    /// The pieces that are `wanted`, to be drawn.
    pub fn shown(&self, wanted: impl Fn(&Shape) -> bool) -> Vec<Shown> {
        self.pieces.iter().filter(|shape| wanted(shape)).map(|shape| shape.shown.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Question;
    use crate::run::Control;

    #[test]
    fn what_can_be_asked() {
        let ask = |text: &str| {
            let question = text.parse::<Question>().map_err(|wrong| wrong.message)?;
            question.ask(&Control::default(), &mut crate::ask::nobody).map_err(|e| e.to_string())
        };
        let all = ask(r#"{"question": "pieces"}"#).unwrap().json();
        assert_eq!((all["sizes"].as_array().unwrap().len(), &all["sizes"][4]["fixed"]), (5, &63.into()));
        assert_eq!(ask(r#"{"question": "pieces", "what": "W"}"#).unwrap().json()["pieces"][0]["name"], "W5");
        let drawn = ask(r###"{"question": "pieces", "what": "##/#."}"###).unwrap().json();
        assert_eq!(drawn["pieces"][0]["size"], 3);
        let soma = ask(r#"{"question": "pieces", "puzzle": "soma"}"#).unwrap().json();
        assert_eq!((&soma["pieces"][6]["size"], &soma["pieces"][6]["copies"]), (&4.into(), &"1".into()));
        assert!(soma["pieces"][6].get("art").is_none(), "a file has no drawing of it");
        let refused = |text: &str| ask(text).unwrap_err();
        assert_eq!(
            refused(r#"{"question": "pieces", "puzzle": "soma", "what": "5"}"#),
            "the pieces of a puzzle are asked for, and '5'"
        );
        assert_eq!(
            refused(r#"{"question": "pieces", "what": "99"}"#),
            "polyominoes of 99 cells cannot be shown"
        );
        assert_eq!(
            refused(r#"{"question": "pieces", "board": "2x3"}"#),
            "a question of the kind 'pieces' is about no `board`"
        );
    }
}
