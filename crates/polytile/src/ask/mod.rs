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
//! assert_eq!(answer.text(), "5143577116259978\n");
//! assert_eq!(answer.json()["engine"], "dense");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```
//!
//! Out: an [`Answer`], owned too, with the JSON that `polytile ... --json` prints and a text: what is printed without, as far
//! as no terminal is needed for it. What comes before the answer, solutions that were found and warnings, are [`Part`]s, for a
//! listener, each with JSON and a text of its own; how far the engine is, its [`Control`](crate::run::Control) tells. Where a question is about a text, the library reads it ([`Words`]): a command opens files, a page
//! posts texts, a binding passes strings.
//!
//! Limits are not part of a question: they are the control's, and another machine has others.

mod amounts;
mod answered;
pub mod check;
pub mod classes;
pub mod count;
pub mod deficient;
pub mod explore;
pub mod golomb;
pub mod hint;
pub mod inspect;
mod number;
pub mod pieces;
pub mod puzzles;
mod question;
pub mod relate;
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
pub mod solve;
pub mod subject;
mod unanswered;
pub mod why;
pub mod zdd;

pub use crate::format::subject::Words;
pub use number::Integer;
pub use unanswered::Unanswered;

use crate::format::source::Misread;
use check::{Check, Checked};
use classes::{Classes, Classified};
use count::{Count, Counted};
use deficient::Deficient;
use explore::{Explore, Explored};
use golomb::Golomb;
use hint::{Hint, Hinted};
use inspect::{Inspect, Inspected};
use pieces::{Catalogued, Pieces};
use puzzles::{Collection, Puzzles};
use relate::{Relate, Related};
use sample::{Drawn, Sample, Sampled};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;
use series::{Followed, Series};
use show::{Show, Shown};
use slide_check::{SlideCheck, SlideChecked};
use slide_graph::{SlideGraph, SlideMap};
use slide_moves::{SlideMoved, SlideMoves};
use slide_solve::{SlideSolve, SlideSolved};
use solve::{List, Listed, Solution, Solutions, Total, Unique, Verdict};
use std::fmt;
use unanswered::misused;
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
    /// Is this a tiling?
    Check(Check),
    /// Which tilings are relatives, and which classes do they form?
    Classes(Classes),
    /// In how many ways can the board be tiled?
    Count(Count),
    /// Do L-trominoes tile this board?
    Deficient(Deficient),
    /// How many states of a sliding-block puzzle can be reached, and how far away are they?
    Explore(Explore),
    /// Tile a board of side 2^n with one cell missing by L-trominoes.
    Golomb(Golomb),
    /// What to lay next?
    Hint(Hint),
    /// What do all solutions say about a puzzle?
    Inspect(Inspect),
    /// Which set is the k-th?
    Kth(Kth),
    /// Which solutions are there?
    List(List),
    /// Which pieces are there?
    Pieces(Pieces),
    /// Which puzzles are there?
    Puzzles(Puzzles),
    /// Which number has a set?
    Rank(Rank),
    /// How are two tilings related?
    Relate(Relate),
    /// Draw tilings at random.
    Sample(Sample),
    /// In how many ways can boards of one width and every height be tiled?
    Series(Series),
    /// What does a puzzle consist of?
    Show(Show),
    /// Are these solutions of a sliding-block puzzle right?
    SlideCheck(SlideCheck),
    /// Which states of a sliding-block puzzle are there, and which are one move apart?
    SlideGraph(SlideGraph),
    /// Which moves of a sliding-block puzzle are there?
    SlideMoves(SlideMoves),
    /// How is a sliding-block puzzle solved in as few moves as possible?
    SlideSolve(SlideSolve),
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
    /// A tiling, of [`Sample`].
    Drawn(Drawn),
    /// Of [`Zdd`].
    Fact(Box<Fact>),
    /// One of several solutions of a sliding-block puzzle.
    SlideSolved(SlideSolved),
    /// Of [`List`].
    Solution(Solution),
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
    /// Of [`Pieces`].
    Catalogued(Catalogued),
    /// Of [`Check`].
    Checked(Checked),
    /// Of [`Classes`].
    Classified(Classified),
    /// Of [`Puzzles`].
    Collection(Collection),
    /// Of [`Count`].
    Counted(Counted),
    /// Of [`Deficient`].
    Deficient(deficient::Found),
    /// Of [`Explore`].
    Explored(Box<Explored>),
    /// Of [`Kth`], [`Rank`] and [`Zdd`].
    Fact(Box<Fact>),
    /// Of [`Series`].
    Followed(Followed),
    /// Of [`Golomb`].
    Golomb(golomb::Found),
    /// Of [`Hint`].
    Hinted(Hinted),
    /// Of [`Inspect`].
    Inspected(Inspected),
    /// Of [`List`].
    Listed(Listed),
    /// Of [`Why`].
    Reason(Reason),
    /// Of [`Relate`].
    Related(Related),
    /// Of [`Sample`].
    Sampled(Sampled),
    /// Of [`Show`].
    Shown(Shown),
    /// Of [`SlideCheck`].
    SlideChecked(SlideChecked),
    /// Of [`SlideGraph`].
    SlideMap(SlideMap),
    /// Of [`SlideMoves`].
    SlideMoved(SlideMoved),
    /// Of [`SlideSolve`].
    SlideSolved(SlideSolved),
    /// Of [`Solutions`].
    Total(Total),
    /// Of [`Unique`].
    Verdict(Verdict),
}

/// Who is told what comes before an answer, on whichever thread it is found.
pub type Listener<'a> = dyn FnMut(Part) + Send + 'a;

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
            Part::Drawn(drawn) => drawn.text(),
            Part::Fact(fact) => fact.text(),
            Part::SlideSolved(solved) => solved.text(),
            Part::Solution(solution) => solution.text(),
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

    /// The answer as it is printed, without what came before it; boards in letters, or in words.
    pub fn text(&self) -> String {
        match self {
            Answer::Catalogued(catalogued) => catalogued.text(),
            Answer::Checked(checked) => checked.text(),
            Answer::Classified(classified) => classified.text(),
            Answer::Collection(collection) => collection.text(),
            Answer::Counted(counted) => counted.text(),
            Answer::Deficient(found) => found.text(),
            Answer::Explored(explored) => explored.text(),
            Answer::Fact(fact) => fact.text(),
            Answer::Followed(followed) => followed.text(),
            Answer::Golomb(found) => found.text(),
            Answer::Hinted(hinted) => hinted.text(),
            Answer::Inspected(inspected) => inspected.text(),
            Answer::Listed(listed) => listed.text(),
            Answer::Reason(reason) => reason.text(),
            Answer::Related(related) => related.text(),
            // The tilings are parts.
            Answer::Sampled(_) => String::new(),
            Answer::Shown(shown) => shown.text(),
            Answer::SlideChecked(checked) => checked.text(),
            Answer::SlideMap(map) => map.text(),
            Answer::SlideMoved(moved) => moved.text(),
            Answer::SlideSolved(solved) => solved.text(),
            Answer::Total(total) => total.text(),
            Answer::Verdict(verdict) => verdict.text(),
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

/// Whether an option has the value that it has where nothing is said, and is left out in JSON.
fn is_default<T: Default + PartialEq>(option: &T) -> bool {
    *option == T::default()
}
