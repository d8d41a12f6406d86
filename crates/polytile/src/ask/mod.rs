//! One room for questions: what people ask, as values, and the answers.
//!
//! In: a [`Question`], which says what it is about ([`Words`]) and what is asked ([`Asked`], one type for each kind of
//! question, with its options). It owns all it needs, and in JSON it is an object whose keys are the options of the command:
//!
//! ```
//! use polytile::ask::Question;
//! use polytile::run::Control;
//! let question: Question =
//!     r#"{"question": "count", "board": "9x12", "pieces": "trominoes", "up_to": "symmetries"}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut |_| {})?;
//! assert_eq!(answer.text(), "5143577077874316\n");
//! assert_eq!(answer.json()["engine"], "dense");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```
//!
//! Out: an [`Answer`], owned too, with the JSON that `polytile ... --json` prints and the text that it prints without. What
//! comes before the answer, solutions that were found and warnings, are [`Part`]s, for a listener; how far the engine is,
//! its [`Control`] tells. Where a question is about a text, the library reads it ([`Words`]): a command opens files, a page
//! posts texts, a binding passes strings.
//!
//! Limits are not part of a question: they are the control's, and another machine has others.

mod amounts;
pub mod check;
pub mod classes;
pub mod count;
pub mod deficient;
pub mod explore;
pub mod golomb;
mod number;
pub mod pieces;
pub mod puzzles;
mod question;
mod seed;
pub mod relate;
pub mod sample;
pub mod series;
pub mod slide_check;
pub mod slide_solve;

pub use crate::format::subject::Words;
pub use number::Integer;

use crate::format::FormatError;
use crate::format::sliding::SlidingPuzzle;
use crate::format::source::Misread;
use crate::format::subject::Tiled;
use crate::run::layered::LayeredError;
use crate::run::{Control, Refused, Stopped};
use check::{Check, Checked};
use classes::{Classes, Classified};
use count::{Count, Counted};
use deficient::Deficient;
use explore::{Explore, Explored};
use golomb::Golomb;
use pieces::{Catalogued, Pieces};
use puzzles::{Collection, Puzzles};
use relate::{Relate, Related};
use sample::{Drawn, Sample, Sampled};
use serde::Serialize;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;
use series::{Followed, Series};
use slide_check::{SlideCheck, SlideChecked};
use slide_solve::{SlideSolve, SlideSolved};
use thiserror::Error;

/// What is asked, about what.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What it is about.
    pub about: Words,
    /// What is asked.
    pub asked: Asked,
}

/// What can be asked, each with its options.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Asked {
    /// Is this a tiling?
    Check(Check),
    /// Which tilings are relatives?
    Classes(Classes),
    /// In how many ways can the board be tiled?
    Count(Count),
    /// How many states of a sliding-block puzzle can be reached, and how far away are they?
    Explore(Explore),
    /// Are these solutions of a sliding-block puzzle right?
    SlideCheck(SlideCheck),
    /// How is a sliding-block puzzle solved in as few moves as possible?
    SlideSolve(SlideSolve),
    /// Do L-trominoes tile this board?
    Deficient(Deficient),
    /// Tile a board of side 2^n with one cell missing by L-trominoes.
    Golomb(Golomb),
    /// Draw tilings at random.
    Sample(Sample),
    /// In how many ways can boards of one width and every height be tiled?
    Series(Series),
    /// Which pieces are there?
    Pieces(Pieces),
    /// Which puzzles are there?
    Puzzles(Puzzles),
    /// How are two tilings related?
    Relate(Relate),
}

/// What comes before the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Part {
    /// One of several solutions of a sliding-block puzzle.
    SlideSolved(SlideSolved),
    /// A tiling, of [`Sample`].
    Drawn(Drawn),
    /// A step of the induction, of [`Golomb`].
    Step(golomb::Step),
    /// Something odd about the words, or about an answer.
    Warning(#[serde(serialize_with = "warning")] Misread),
}

/// What the answer is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Answer {
    /// Of [`Check`].
    Checked(Checked),
    /// Of [`Classes`].
    Classified(Classified),
    /// Of [`Count`].
    Counted(Counted),
    /// Of [`Explore`].
    Explored(Box<Explored>),
    /// Of [`SlideCheck`].
    SlideChecked(SlideChecked),
    /// Of [`SlideSolve`].
    SlideSolved(SlideSolved),
    /// Of [`Deficient`].
    Deficient(deficient::Found),
    /// Of [`Series`].
    Followed(Followed),
    /// Of [`Golomb`].
    Golomb(golomb::Found),
    /// Of [`Sample`].
    Sampled(Sampled),
    /// Of [`Pieces`].
    Catalogued(Catalogued),
    /// Of [`Puzzles`].
    Collection(Collection),
    /// Of [`Relate`].
    Related(Related),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Unanswered {
    /// The words say nothing that can be asked.
    #[error(transparent)]
    Misread(#[from] Misread),
    /// The question means nothing for this puzzle: says what, and how to mend it.
    #[error("{0}")]
    Question(String),
    /// A limit was reached, or somebody said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The answer would be too large, whatever the limits are: says what, and how to ask for less.
    #[error(transparent)]
    TooLarge(Misread),
    /// Two engines were asked and differ, so that one is wrong: says who found what.
    #[error("the engines differ: {0}this is an error in polytile: please report it")]
    Differ(String),
}

impl From<Refused> for Unanswered {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Stopped(stopped) => Unanswered::Stopped(stopped),
            Refused::Question(why) => Unanswered::Question(why),
        }
    }
}

impl From<LayeredError> for Unanswered {
    fn from(error: LayeredError) -> Self {
        match error {
            LayeredError::Stopped(stopped) => Unanswered::Stopped(stopped),
            // Of files, which no question names.
            other => Unanswered::Question(other.to_string()),
        }
    }
}

impl From<FormatError> for Unanswered {
    fn from(error: FormatError) -> Self {
        Unanswered::Misread(error.into())
    }
}

impl Part {
    /// The part in JSON: a line of the command's `--json`; a warning is an object with `warning`.
    pub fn json(&self) -> Value {
        json(self)
    }
}

impl Unanswered {
    /// How to mend it, where that can be said.
    pub fn help(&self) -> Option<&str> {
        match self {
            Unanswered::Misread(misread) => misread.error.help.as_deref(),
            _ => None,
        }
    }
}

/// Who is told what comes before an answer.
pub type Listener<'a> = dyn FnMut(Part) + 'a;

impl Question {
    /// The answer. The listener is told what comes before it.
    ///
    /// # Errors
    /// When the words cannot be read, the question means nothing for what they say, or `control` says stop.
    pub fn ask(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Answer, Unanswered> {
        Ok(match &self.asked {
            Asked::Check(check) => {
                let tiled = if self.is_alone()? { None } else { Some(self.tiled(listener)?) };
                Answer::Checked(check.answer(tiled.as_ref().map(|tiled| &tiled.problem), control)?)
            }
            Asked::Explore(explore) => {
                Answer::Explored(Box::new(explore.answer(&self.sliding(listener)?, control)?))
            }
            Asked::SlideCheck(check) => Answer::SlideChecked(check.answer(&self.sliding(listener)?)?),
            Asked::SlideSolve(solve) => {
                let puzzle = self.sliding(listener)?;
                Answer::SlideSolved(solve.answer(&puzzle, control, listener)?)
            }
            Asked::Deficient(deficient) => Answer::Deficient(deficient.answer(&self.about, control)?),
            Asked::Golomb(golomb) => {
                self.about.expect_nothing()?;
                Answer::Golomb(golomb.answer(control, listener)?)
            }
            Asked::Sample(sample) => {
                let (tiled, warnings) = self.about.tiled()?;
                warnings.into_iter().map(Part::Warning).for_each(&mut *listener);
                Answer::Sampled(sample.answer(&tiled, control, listener)?)
            }
            Asked::Series(series) => {
                let (pieces, rules) = self.about.unplaced()?;
                let followed = series.answer(&pieces, rules, control)?;
                if let Some(warning) = followed.warning() {
                    listener(Part::Warning(FormatError::new(warning).into()));
                }
                Answer::Followed(followed)
            }
        })
    }

    /// The sliding-block puzzle that it is about.
    fn sliding(&self, listener: &mut Listener<'_>) -> Result<SlidingPuzzle, Misread> {
        let (puzzle, warnings) = self.about.sliding()?;
        warnings.into_iter().map(Part::Warning).for_each(listener);
        Ok(puzzle)
            Asked::Classes(classes) => Answer::Classified(classes.answer(&self.tiled(listener)?, control)?),
            Asked::Count(count) => Answer::Counted(count.answer(&self.tiled(listener)?, control)?),
            Asked::Pieces(pieces) => {
                let Words { flips, turns, .. } = self.about;
                self.about_nothing_but(&Words { flips, turns, ..Words::default() }, "pieces are")?;
                Answer::Catalogued(pieces.answer(self.about.freedom()?)?)
            }
            Asked::Puzzles(puzzles) => {
                self.about_nothing_but(&Words::default(), "puzzles are")?;
                Answer::Collection(puzzles.answer()?)
            }
            Asked::Relate(relate) => Answer::Related(relate.answer(&self.tiled(listener)?, control)?),
        })
    }

    /// Makes sure that it is about no more than these words.
    fn about_nothing_but(&self, words: &Words, what: &str) -> Result<(), Misread> {
        if self.about == *words {
            return Ok(());
        }
        let message = format!("{what} asked for, and the question is about a board or a puzzle too");
        Err(Misread::new(message, "leave the board and the puzzle out"))
    }

    /// Whether it is about no puzzle, so that a tiling has to say itself what it is one of.
    fn is_alone(&self) -> Result<bool, Misread> {
        if self.about.puzzle.is_some() || self.about.board.is_some() {
            return Ok(false);
        }
        if self.about != Words::default() {
            return Err(Misread::new(
                "what names its board itself is checked as it is, and options would change it",
                "name the puzzle beside the tiling",
            ));
        }
        Ok(true)
    }

    /// The board to be tiled that it is about.
    fn tiled(&self, listener: &mut Listener<'_>) -> Result<Tiled, Misread> {
        let (tiled, warnings) = self.about.tiled()?;
        warnings.into_iter().map(Part::Warning).for_each(listener);
        Ok(tiled)
    }
}

impl Answer {
    /// The answer in JSON; keys are sorted.
    pub fn json(&self) -> Value {
        json(self)
    }

    /// The answer as it is printed.
    pub fn text(&self) -> String {
        match self {
            Answer::Checked(checked) => checked.text(),
            Answer::Classified(classified) => classified.text(),
            Answer::Counted(counted) => counted.text(),
            Answer::Explored(explored) => explored.text(),
            Answer::SlideChecked(checked) => checked.text(),
            Answer::SlideSolved(solved) => solved.text(),
            Answer::Deficient(found) => found.text(),
            Answer::Followed(followed) => followed.text(),
            Answer::Golomb(found) => found.text(),
            // The tilings are parts.
            Answer::Sampled(_) => String::new(),
            Answer::Catalogued(catalogued) => catalogued.text(),
            Answer::Collection(collection) => collection.text(),
            Answer::Related(related) => related.text(),
        }
    }
}

fn warning<S: Serializer>(odd: &Misread, to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_struct("Warning", 1)?;
    object.serialize_field("warning", &odd.to_string())?;
    object.end()
}

/// Whether an option is off, and left out in JSON.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
fn is_false(option: &bool) -> bool {
    !option
}

/// Whether an option has the value that it has where nothing is said, and is left out in JSON.
fn is_default<T: Default + PartialEq>(option: &T) -> bool {
    *option == T::default()
}

/// The JSON of an answer, or of a part of one; keys are sorted.
pub fn json(answer: &impl Serialize) -> Value {
    // Answers have strings for keys, and no number that is not finite.
    serde_json::to_value(answer).unwrap_or_default()
}
