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
pub mod count;
pub mod deficient;
pub mod explore;
pub mod golomb;
pub mod inspect;
mod number;
mod question;
pub mod sample;
mod seed;
pub mod series;
pub mod slide_check;
pub mod slide_solve;
pub mod solve;
pub mod subject;
pub mod why;
pub mod zdd;

pub use crate::format::subject::Words;
pub use number::Integer;

use crate::exact_cover::tree::Lost;
use crate::format::sliding::SlidingPuzzle;
use crate::format::source::Misread;
use crate::format::subject::Read;
use crate::format::{self, FormatError};
use crate::run::layered::LayeredError;
use crate::run::{Control, Refused, Stopped};
use crate::zdd::cover::BuildError;
use count::{Count, Counted};
use deficient::Deficient;
use explore::{Explore, Explored};
use golomb::Golomb;
use inspect::{Inspect, Inspected};
use sample::{Drawn, Sample, Sampled};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;
use series::{Followed, Series};
use slide_check::{SlideCheck, SlideChecked};
use slide_solve::{SlideSolve, SlideSolved};
use solve::{List, Listed, Solution, Solutions, Total, Unique, Verdict};
use subject::Subject;
use thiserror::Error;
use why::{Reason, Why};
use zdd::{Fact, Kth, Rank, Zdd};

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
    /// What do all solutions say about a puzzle?
    Inspect(Inspect),
    /// Which set is the k-th?
    Kth(Kth),
    /// Which solutions are there?
    List(List),
    /// Which number has a set?
    Rank(Rank),
    /// How many solutions are there?
    Solutions(Solutions),
    /// Is there exactly one solution?
    Unique(Unique),
    /// Why is there no tiling?
    Why(Why),
    /// Several questions to a diagram of all solutions.
    Zdd(Zdd),
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
    /// Of [`Zdd`].
    Fact(Box<Fact>),
    /// Of [`List`].
    Solution(Solution),
    /// Something odd about the words, or about an answer.
    Warning(#[serde(serialize_with = "warning")] Misread),
}

/// What the answer is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Answer {
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
    /// Of [`Kth`], [`Rank`] and [`Zdd`].
    Fact(Box<Fact>),
    /// Of [`Inspect`].
    Inspected(Inspected),
    /// Of [`List`].
    Listed(Listed),
    /// Of [`Why`].
    Reason(Reason),
    /// Of [`Solutions`].
    Total(Total),
    /// Of [`Unique`].
    Verdict(Verdict),
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
    /// An engine could not do what it was asked for a reason of its own.
    #[error("{0}")]
    Failed(String),
}

/// The question means nothing: what is wrong with it, and the mend.
fn misused(message: impl Into<String>, help: impl Into<String>) -> Unanswered {
    Misread::new(message, help).into()
}

impl From<BuildError> for Unanswered {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Stopped(stopped) => Unanswered::Stopped(stopped),
            other => Unanswered::Failed(other.to_string()),
        }
    }
}

impl From<Lost> for Unanswered {
    fn from(lost: Lost) -> Self {
        Unanswered::Failed(lost.to_string())
    }
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

/// Who is told what comes before an answer, on whichever thread it is found.
pub type Listener<'a> = dyn FnMut(Part) + Send + 'a;

impl Question {
    /// The answer. The listener is told what comes before it.
    ///
    /// # Errors
    /// When the words cannot be read, the question means nothing for what they say, or `control` says stop.
    pub fn ask(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Answer, Unanswered> {
        Ok(match &self.asked {
            Asked::Count(count) => {
                let (tiled, warnings) = self.about.tiled()?;
                warnings.into_iter().map(Part::Warning).for_each(listener);
                Answer::Counted(count.answer(&tiled, control)?)
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
            Asked::Inspect(inspect) => {
                Answer::Inspected(inspect.answer(&self.subject(control, listener)?, control)?)
            }
            Asked::Kth(kth) => {
                let held = kth.holding.held(self.read(listener)?, control)?;
                Answer::Fact(Box::new(kth.answer(&held, control)?))
            }
            Asked::List(list) => {
                Answer::Listed(list.answer(&self.subject(control, listener)?, control, listener)?)
            }
            Asked::Rank(rank) => {
                let held = rank.holding.held(self.read(listener)?, control)?;
                Answer::Fact(Box::new(rank.answer(&held, control)?))
            }
            Asked::Solutions(solutions) => {
                Answer::Total(solutions.answer(&self.subject(control, listener)?, control, listener)?)
            }
            Asked::Unique(unique) => {
                Answer::Verdict(unique.answer(&self.subject(control, listener)?, control, listener)?)
            }
            Asked::Why(why) => {
                let subject = self.read(listener)?;
                if matches!(subject, format::subject::Subject::Cover(_)) {
                    // It says what can be asked instead.
                    self.about.tiled()?;
                }
                Answer::Reason(why.answer(&subject, control)?)
            }
            Asked::Zdd(zdd) => {
                let held = zdd.holding.held(self.read(listener)?, control)?;
                Answer::Fact(Box::new(zdd.answer(&held, control, listener)?))
            }
        })
    }

    /// What the words say.
    fn read(&self, listener: &mut Listener<'_>) -> Result<format::subject::Subject, Misread> {
        let Read { subject, warnings } = self.about.read()?;
        warnings.into_iter().map(Part::Warning).for_each(listener);
        Ok(subject)
    }

    /// What solutions are of.
    fn subject(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Subject, Unanswered> {
        Ok(Subject::new(self.read(listener)?, control)?)
    }

    /// The sliding-block puzzle that it is about.
    fn sliding(&self, listener: &mut Listener<'_>) -> Result<SlidingPuzzle, Misread> {
        let (puzzle, warnings) = self.about.sliding()?;
        warnings.into_iter().map(Part::Warning).for_each(listener);
        Ok(puzzle)
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
            Answer::Counted(counted) => counted.text(),
            Answer::Explored(explored) => explored.text(),
            Answer::SlideChecked(checked) => checked.text(),
            Answer::SlideSolved(solved) => solved.text(),
            Answer::Deficient(found) => found.text(),
            Answer::Followed(followed) => followed.text(),
            Answer::Golomb(found) => found.text(),
            Answer::Fact(fact) => fact.text(),
            Answer::Inspected(inspected) => inspected.text(),
            Answer::Listed(listed) => listed.text(),
            Answer::Reason(reason) => reason.text(),
            Answer::Total(total) => total.text(),
            Answer::Verdict(verdict) => verdict.text(),
            // The tilings are parts.
            Answer::Sampled(_) => String::new(),
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
