//! One room for questions: what people ask, as values, and the answers.
//!
//! In: a [`Question`], which says what it is about ([`Words`]) and what is asked ([`Asked`], one type for each kind of
//! question, with its options). It owns all it needs, and in JSON it is an object whose keys are the options of the command:
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question =
//!     r#"{"question": "count", "board": "9x12", "pieces": "trominoes", "up_to": "symmetries"}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert_eq!(answer.text(), "5143577116259978\n");
//! assert_eq!(answer.json()["engine"], "dense");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```
//!
//! Out: an [`Answer`], owned too, with the JSON that `polytile ... --json` prints, and the text that is printed otherwise, as far
//! as no terminal is needed for it. What comes before the answer, solutions that were found and warnings, reaches a listener as
//! [`Part`]s, each with JSON and a text of its own; the [`Control`](crate::run::Control) reports how far the engine is. Where a
//! question is about a text, the library reads it ([`Words`]): a command opens files, a page posts texts, a binding passes
//! strings.
//!
//! All kinds are listed in one place, `kinds`, which makes [`Asked`] and [`Answer`].
//!
//! Limits are not part of a question: they belong to the control, for another machine has others.

mod amounts;
mod answered;
pub mod best;
pub mod check;
pub mod classes;
mod compare;
pub mod convert;
pub mod count;
mod counted;
mod cover_heat;
pub mod deficient;
pub mod design;
mod diagram;
mod distinct;
mod empty;
mod explain;
pub mod explore;
pub mod golomb;
pub mod hint;
pub mod inspect;
mod kinds;
mod later;
mod levels;
pub mod merge;
mod named;
mod number;
mod numbered;
mod options;
mod options_given;
pub mod part;
pub mod pieces;
mod place;
mod posted;
#[cfg(feature = "print")]
pub mod printed;
pub mod puzzles;
mod question;
mod reasons;
pub mod relate;
mod room;
pub mod sample;
#[cfg(feature = "schema")]
pub mod schema;
mod seed;
pub mod series;
pub mod show;
pub mod slide_check;
pub mod slide_graph;
pub mod slide_moves;
pub mod slide_solve;
mod solution;
pub mod solve;
pub mod subject;
pub mod table;
mod unanswered;
mod weights;
pub mod why;
pub mod zdd;

pub use crate::format::subject::Words;
pub use compare::Agreed;
pub use empty::Nothing;
pub use explain::explained;
pub use kinds::{Answer, Answering, Asked, engines, kinds};
pub use later::Later;
pub use levels::plot;
pub use named::Named;
pub use number::Integer;
pub use posted::{collected, posted, told};
pub use room::Room;
pub use unanswered::Unanswered;
pub use weights::expect_costs;

use crate::format::source::Misread;
use explore::Explored;
use sample::Drawn;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;
use slide_solve::SlideSolved;
use solve::Solution;
use std::fmt;
use std::ops::ControlFlow;
use unanswered::misused;
use zdd::Fact;

/// What is asked, about what.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What it is about.
    pub about: Words,
    /// What is asked.
    pub asked: Asked,
}

/// What comes before the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Part {
    /// A puzzle, of [`DesignPieces`](design::pieces::DesignPieces).
    Designed(Box<design::pieces::Designed>),
    /// A board, of [`DesignBoard`](design::board::DesignBoard).
    DesignedBoard(Box<design::board::DesignedBoard>),
    /// A row of [`DesignSlide`](design::slide::DesignSlide): complete, or what is known so far.
    DesignedSlide(Box<design::slide::DesignedSlide>),
    /// A solution as it stands in one of the parts, of [`Merge`](merge::Merge).
    Merged(merge::Line),
    /// A tiling, of [`Sample`](sample::Sample).
    Drawn(Drawn),
    /// Of [`Explore`](explore::Explore): what is known when a limit ends the rest.
    Explored(Box<Explored>),
    /// Of [`Zdd`](zdd::Zdd).
    Fact(Box<Fact>),
    /// One of several solutions of a sliding-block puzzle.
    SlideSolved(Box<SlideSolved>),
    /// Of [`List`](solve::List), or of [`Best`](best::Best) with its cost.
    Solution(Solution),
    /// Of [`Table`](table::Table): what can be listed when a limit ends the rest.
    Tabled(Box<table::Tabled>),
    /// A step of the induction, of [`Golomb`](golomb::Golomb).
    Step(golomb::Step),
    /// Something odd about the words, or about an answer.
    Warning(#[serde(serialize_with = "warning")] Misread),
}

/// Whoever is told what comes before an answer, on whichever thread it is found, and says whether more is wanted.
pub type Listener<'a> = dyn FnMut(Part) -> ControlFlow<()> + Send + 'a;

/// A listener that ignores what comes before the answer.
pub fn nobody(_: Part) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Part {
    /// The part as it is printed where there is no terminal: boards in letters.
    pub fn text(&self) -> String {
        match self {
            Part::Designed(designed) => designed.text(),
            Part::DesignedBoard(designed) => designed.text(),
            Part::DesignedSlide(designed) => designed.text(),
            Part::Drawn(drawn) => drawn.text(),
            Part::Explored(explored) => explored.text(),
            Part::Fact(fact) => fact.text(),
            Part::Merged(line) => line.text(),
            Part::SlideSolved(solved) => solved.text(),
            Part::Solution(solution) => solution.text(),
            Part::Tabled(tabled) => tabled.text(),
            Part::Step(step) => format!("{}\n", step.caption),
            Part::Warning(odd) => format!("warning: {odd}\n"),
        }
    }

    /// The part in JSON: a line of the command's `--json`, or an object with `warning`.
    pub fn json(&self) -> Value {
        json(self)
    }
}

impl Answer {
    /// The answer in JSON; keys are sorted.
    pub fn json(&self) -> Value {
        json(self)
    }
}

impl Answer {
    /// Which engines were considered, and why one was taken, in words; nothing where there was nothing to choose.
    pub fn explained(&self) -> Option<String> {
        match self {
            #[cfg(feature = "every-question")]
            Answer::Best(priced) => Some(explained(&priced.plan)),
            #[cfg(feature = "later-questions")]
            Answer::Classified(classes::Classified::Report(report)) => Some(explained(&report.plan)),
            Answer::Counted(told) => told.explained(),
            #[cfg(feature = "later-questions")]
            Answer::Explored(explored) => Some(explained(&explored.plan)),
            #[cfg(feature = "later-questions")]
            Answer::Followed(followed) => Some(explained(&followed.plan)),
            #[cfg(feature = "every-question")]
            Answer::First(listed) => Some(explained(&listed.plan)),
            #[cfg(feature = "later-questions")]
            Answer::Listed(listed) => Some(explained(&listed.plan)),
            #[cfg(feature = "every-question")]
            Answer::Inspected(inspected) => Some(explained(&inspected.plan)),
            #[cfg(feature = "every-question")]
            Answer::Related(related) => Some(explained(&related.plan)),
            #[cfg(feature = "later-questions")]
            Answer::Sampled(sampled) => Some(explained(&sampled.plan)),
            #[cfg(feature = "later-questions")]
            Answer::SlideSolved(solved) => solved.plan.as_ref().map(explained),
            #[cfg(feature = "later-questions")]
            Answer::Total(total) => Some(explained(&total.plan)),
            #[cfg(feature = "later-questions")]
            Answer::Verdict(verdict) => Some(explained(&verdict.plan)),
            _ => None,
        }
    }
}

/// The JSON of an answer, or of a part of one; keys are sorted.
pub fn json(answer: &impl Serialize) -> Value {
    // Answers have strings for keys, and no number that is not finite.
    serde_json::to_value(answer).unwrap_or_default()
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

/// Whether an option has its default value, and is left out in JSON.
fn is_default<T: Default + PartialEq>(option: &T) -> bool {
    *option == T::default()
}
