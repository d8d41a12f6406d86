//! Exact covers that everybody knows, as Knuth's text.
//!
//! In: which one, and how large, or the 81 characters of a sudoku, or a seed for one. Out: items and options that `solve`, `zdd` and Knuth's own programs read. They
//! are made by [`crate::design::covers`].

use crate::ask::number::Integer;
use crate::ask::options::Ask;
use crate::ask::seed::seed_of;
use crate::ask::{Listener, Unanswered, Words, misused};
use crate::choice::{Choice, choice};
use crate::design::covers;
use crate::design::sudoku::seeded;
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
        Sudoku = "sudoku", "The sudoku of 81 characters: digits, and . or 0 for an empty cell; or with a seed one that has one solution, and no clue too many";
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Instead, for a sudoku: what determines it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Integer>,
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
        if self.seed.is_some() && (self.what != What::Sudoku || self.of.is_some()) {
            return Err(misused(
                "a seed is for a sudoku of which nothing is given",
                "leave the seed out, or ask for sudoku and a seed alone",
            ));
        }
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
                if let Some(seed) = &self.seed {
                    let clues = seeded(seed_of(seed)?, control)?;
                    let digit = |clue: &Option<u8>| clue.map_or('.', |clue| char::from(b'0' + clue));
                    let line: String = clues.iter().map(digit).collect();
                    let number = clues.iter().flatten().count();
                    (format!("The sudoku {line}, of {number} clues"), covers::sudoku(&clues, control)?)
                } else {
                    let line = self.of()?;
                    let read = sudoku::parse(line);
                    let clues = read.map_err(|e| Source::new("the sudoku", line).misread(e))?;
                    ("A sudoku".to_owned(), covers::sudoku(&clues, control)?)
                }
            }
        })
    }

    /// The size, or the characters of a sudoku.
    fn of(&self) -> Result<&str, Unanswered> {
        self.of.as_deref().ok_or_else(|| {
            let help =
                if self.what == What::Sudoku { "give its 81 characters, or a seed" } else { "give a number" };
            misused(format!("it is not said which {} is to be made", self.what.name()), help)
        })
    }

    /// The size, from 1 up to `most`.
    fn size(&self, most: u32) -> Result<u32, Unanswered> {
        let of = self.of()?;
        let source = || Source::new("the size", of);
        let n = number::natural(of).map_err(|e| source().misread(e.or_at(0..of.len())))?;
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
