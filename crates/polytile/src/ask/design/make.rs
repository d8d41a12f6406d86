//! Exact covers that everybody knows, as Knuth's text.
//!
//! In: which one, and how large, or the 81 characters of a sudoku. Out: items and options that `solve`, `zdd` and Knuth's own programs read. They
//! are made by [`crate::design::covers`].

use crate::ask::options::Ask;
use crate::ask::{Listener, Unanswered, Words, misused};
use crate::choice::{Choice, choice};
use crate::design::covers;
use crate::exact_cover::ExactCover;
use crate::format::source::Source;
use crate::format::{dlx, number, sudoku};
use crate::run::Control;
use serde::{Deserialize, Serialize};

choice! {
    /// What is made.
    pub enum What {
        /// Queens, none attacking another.
        Queens = "queens", "N queens on a board of side N, none attacking another";
        /// Langford pairs.
        Langford = "langford", "The numbers 1 to N twice in a row, with K others between the two K";
        /// A sudoku.
        Sudoku = "sudoku", "The sudoku of 81 characters: digits, and . or 0 for an empty cell";
        /// Latin squares.
        Latin = "latin", "Latin squares of order N";
        /// Partridges.
        Partridge = "partridge", "K squares of side K, for K up to N, in the square of side 1 + 2 + ... + N";
    }
}

/// Write an exact cover that everybody knows.
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question = r#"{"question": "make", "what": "langford", "of": "3"}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// assert!(answer.text().ends_with("\n3 s1 s5\n3 s2 s6\n"), "{}", answer.text());
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Make {
    /// What.
    pub what: What,
    /// Its size, or the characters of a sudoku, as a text.
    pub of: String,
}

/// An exact cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Made {
    /// What it is called.
    pub title: String,
    /// Items.
    pub items: u64,
    /// Options.
    pub options: u64,
    /// Its text in Knuth's format.
    pub written: String,
}

impl Make {
    /// Makes it.
    ///
    /// # Errors
    /// When the size is no number or too large, the characters are no sudoku, or `control` says stop.
    pub fn answer(&self, control: &Control) -> Result<Made, Unanswered> {
        let (title, cover) = self.cover(control)?;
        let written = dlx::write(&cover, &title, |_| None)?;
        Ok(Made { title, items: cover.items().len() as u64, options: cover.option_count() as u64, written })
    }

    fn cover(&self, control: &Control) -> Result<(String, ExactCover), Unanswered> {
        Ok(match self.what {
            What::Queens => {
                let n = self.size(covers::MOST_QUEENS)?;
                (format!("{n} queens, none attacking another"), covers::queens(n, control)?)
            }
            What::Langford => {
                let n = self.size(covers::MOST_PAIRS)?;
                (format!("Langford pairs of the numbers 1 to {n}"), covers::langford(n, control)?)
            }
            What::Latin => {
                let n = self.size(covers::MOST_NUMBERS)?;
                (format!("Latin squares of order {n}"), covers::latin(n, control)?)
            }
            What::Partridge => {
                let n = self.size(covers::MOST_SIDE)?;
                (format!("The partridge puzzle of order {n}"), covers::partridge(n, control)?)
            }
            What::Sudoku => {
                let read = sudoku::parse(&self.of);
                let clues = read.map_err(|e| Source::new("the sudoku", self.of.as_str()).misread(e))?;
                ("A sudoku".to_owned(), covers::sudoku(&clues, control)?)
            }
        })
    }

    /// The size, from 1 up to `most`.
    fn size(&self, most: u32) -> Result<u32, Unanswered> {
        let source = || Source::new("the size", self.of.as_str());
        let n = number::natural(&self.of).map_err(|e| source().misread(e.or_at(0..self.of.len())))?;
        match u32::try_from(&n) {
            Ok(n) if (1..=most).contains(&n) => Ok(n),
            _ => Err(misused(
                format!("{} {n} cannot be made", self.what.name()),
                format!("give a number from 1 to {most}"),
            )),
        }
    }
}

impl Ask for Make {
    type Answer = Made;

    const WORDS: &'static [&'static str] = &[];

    fn ask(&self, about: &Words, control: &Control, _: &mut Listener<'_>) -> Result<Made, Unanswered> {
        about.expect_nothing()?;
        self.answer(control)
    }
}

impl Made {
    /// The text.
    pub fn text(&self) -> String {
        self.written.clone()
    }
}
