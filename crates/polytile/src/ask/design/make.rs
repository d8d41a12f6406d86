//! Exact covers that everybody knows, as Knuth's text.
//!
//! In: which one, and how large, or the 81 characters of a sudoku, or a seed for one, or a text of words or of a graph. Out: items and options
//! that `solve`, `zdd` and Knuth's own programs read. They are made by [`crate::design::covers`] and [`crate::design::colouring`], and
//! their solutions are drawn as [`crate::design::known`] says.

use crate::ask::number::Integer;
use crate::ask::options::Ask;
use crate::ask::seed::seed_of;
use crate::ask::{Listener, Unanswered, Words, misused};
use crate::choice::{Choice, choice};
use crate::design::colouring::{self, MOST_COLOURS};
use crate::design::covers;
use crate::design::sudoku::seeded;
use crate::exact_cover::ExactCover;
use crate::format::source::Source;
use crate::format::subject::Given;
use crate::format::{dlx, graph, number, sudoku, words};
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
        /// Rectangles of words.
        WordRectangle = "word-rectangle", "Rectangles whose rows and columns are different words of a list: of one length, or of two";
        /// Colourings of a graph.
        Colouring = "colouring", "Colourings of a graph: a file in DIMACS or a list of edges, or a name such as grid:8x8";
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
    /// Its size, the characters of a sudoku, words, or a graph, as a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Given>,
    /// For a graph: how many colours there are; as few as can be, where that is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<u32>,
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
        if self.colours.is_some() && self.what != What::Colouring {
            return Err(misused(
                format!("{} has no colours", self.what.name()),
                "leave them out: they are for the colouring of a graph",
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
                    let line = self.of()?.text("the sudoku");
                    let clues = sudoku::parse(&line.text).map_err(|e| line.misread(e))?;
                    ("A sudoku".to_owned(), covers::sudoku(&clues, control)?)
                }
            }
            What::WordRectangle => {
                let list = self.of()?.text("the words");
                let read = words::parse(&list.text, covers::MOST_LETTERS).map_err(|e| list.misread(e))?;
                let ([rows, cols], number) = (read.sides, read.words.len());
                let title = format!("Rectangles of {rows} rows and {cols} columns, of {number} words");
                (title, covers::word_rectangle(&read.words, rows, cols, control)?)
            }
            What::Colouring => self.colouring(control)?,
        })
    }

    /// The colourings of a graph.
    fn colouring(&self, control: &Control) -> Result<(String, ExactCover), Unanswered> {
        let of = self.of()?;
        let source = of.text("the graph");
        let named = match of {
            Given::Name(name) => graph::named(name),
            Given::Text(_) => None,
        };
        let graph = named.unwrap_or_else(|| graph::parse(&source.text));
        let graph = graph.map_err(|e| source.misread(e.or_at(0..source.text.len())))?;
        let colours = match self.colours {
            Some(colours) if !(1..=MOST_COLOURS).contains(&colours) => {
                return Err(misused(
                    format!("there cannot be {colours} colours"),
                    format!("give a number from 1 to {MOST_COLOURS}"),
                ));
            }
            Some(colours) => colours,
            None => colouring::fewest(&graph, control)?,
        };
        let (n, m) = (graph.vertices().len(), graph.edges().len());
        let few = if self.colours.is_some() { "" } else { ", the fewest that do" };
        let title = format!("Colourings of a graph of {n} vertices and {m} edges in {colours} colours{few}");
        Ok((title, colouring::colouring(&graph, colours, control)?))
    }

    /// The size, or the text.
    fn of(&self) -> Result<&Given, Unanswered> {
        self.of.as_ref().ok_or_else(|| {
            let help = match self.what {
                What::Sudoku => "give its 81 characters, or a seed",
                What::WordRectangle => "give a list of words",
                What::Colouring => "give a graph: its edges, or a name such as grid:8x8",
                _ => "give a number",
            };
            misused(format!("it is not said which {} is to be made", self.what.name()), help)
        })
    }

    /// The size, from 1 up to `most`.
    fn size(&self, most: u32) -> Result<u32, Unanswered> {
        let Source { name, text } = self.of()?.text("the size");
        let n = number::natural(&text);
        let n = n.map_err(|e| Source::new(name, &*text).misread(e.or_at(0..text.len())))?;
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
