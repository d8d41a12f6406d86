//! Two engines that answer one question, held against each other.
//!
//! Whoever asks for a cross-check gets the first answer only if a second engine, one with as little as possible in common with
//! the first, finds the same ([`recount`]). Each question knows which engines those are, and in which order they are asked; what
//! follows when there is none, or when two differ, is the same for all of them: there is nothing to compare with, or one of the
//! two is wrong.

use super::Unanswered;
use super::unanswered::misused;
use crate::choice::Choice;
use crate::count::table::{Array, Entries, Known};
use crate::count::{self, Count, CountOptions, Engine, confirming, is_impossible};
use crate::problem::{Problem, UpTo};
use crate::run::{Control, LevelsError, Refused, Stopped, Unable};
use crate::solve::{Options, Question, Search};
use serde::{Serialize, Serializer};
use std::fmt;

/// Who answers where no engine is needed.
const NOBODY: &str = "a look at areas and colours";

/// Two engines that have found the same. In JSON it is the name of the second, for the first is in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// Who answered; none where no engine was needed.
    pub first: Option<&'static str>,
    /// Who answered again.
    pub second: &'static str,
}

impl fmt::Display for Agreed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} agree", self.first.unwrap_or(NOBODY), self.second)
    }
}

impl Serialize for Agreed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.second)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Agreed {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Agreed".into()
    }

    fn json_schema(of: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(of)
    }
}

/// An answer, and who gave it.
pub(super) struct By<A> {
    /// The engine; none where none was needed.
    pub engine: Option<&'static str>,
    pub found: A,
}

impl<A: PartialEq> By<A> {
    pub fn new(engine: Option<impl Choice>, found: A) -> Self {
        By { engine: engine.map(Choice::name), found }
    }

    /// Makes sure that both found the same; `told` puts an answer into whole lines.
    ///
    /// # Errors
    /// [`Unanswered::Differ`] when they did not.
    pub fn agrees(&self, other: &By<A>, told: impl Fn(&A) -> String) -> Result<Agreed, Unanswered> {
        let name = |by: &By<A>| by.engine.unwrap_or(NOBODY);
        if self.found == other.found {
            return Ok(Agreed { first: self.engine, second: name(other) });
        }
        let finds = |by: &By<A>| format!("{} finds\n{}", name(by), told(&by.found));
        Err(Unanswered::Differ(format!("{}but {}", finds(self), finds(other))))
    }
}

/// Why an engine that was asked again has no answer.
pub(super) enum Unfound {
    /// It cannot answer this question: another one may.
    Unable(Unable),
    /// Something ends the whole comparison.
    Ended(Unanswered),
}

/// All engines of a kind but the one that answered. The last that is listed comes first: those that answer the most questions
/// stand in front, and what is made for few has least in common with them.
pub(super) fn others<E: Choice + PartialEq>(first: Option<E>) -> Vec<E> {
    E::ALL.iter().rev().copied().filter(|&engine| Some(engine) != first).collect()
}

/// Asks the first of `others` that can answer too, and makes sure that it finds what `first` found. They are listed with the
/// engine least like the first one in front; `told` is as in [`By::agrees`].
///
/// # Errors
/// When none of them can, the two differ, or `ask` fails.
pub(super) fn recount<A: PartialEq, E: Choice>(
    first: &By<A>,
    others: &[E],
    told: impl Fn(&A) -> String,
    mut ask: impl FnMut(E) -> Result<A, Unfound>,
) -> Result<Agreed, Unanswered> {
    let mut obstacles = Vec::new();
    for &engine in others {
        match ask(engine) {
            Ok(found) => return first.agrees(&By::new(Some(engine), found), told),
            Err(Unfound::Unable(unable)) => obstacles.push(unable.message),
            Err(Unfound::Ended(ended)) => return Err(ended),
        }
    }
    let why = obstacles.join("; ");
    let message = format!("no second engine can answer this question, so nothing can be compared: {why}");
    Err(misused(message, "leave out --cross-check"))
}

/// Counts again the tilings that the engine of `first` has counted, if an engine was needed at all.
///
/// Each engine says which others can confirm it ([`confirming`]). The dense engine and the determinants share nothing with the merge
/// but the problem. Where neither can be used, merge and diagram are held against each other. An answer that needed no engine is held
/// against the merge.
///
/// # Errors
/// As [`recount`].
pub(super) fn recount_tilings(
    problem: &Problem,
    options: &CountOptions,
    engine: Option<Engine>,
    first: count::Answer,
    told: impl Fn(&count::Answer) -> String,
    control: &Control,
) -> Result<Agreed, Unanswered> {
    let others = confirming(engine, options.up_to.is_some());
    recount(&By::new(engine, first), &others, told, |engine| {
        let options = CountOptions { engine: Some(engine), order: None, ..options.clone() };
        Ok(count::by_engine(problem, &options, control)?.answer)
    })
}

/// Counts the tilings of many boards again, by other engines or in another order: whole strips where they were read off strips,
/// other boards one by one.
///
/// # Errors
/// As [`recount`].
pub(super) fn recount_array(
    array: &Array,
    up_to: Option<UpTo>,
    wanted: &[[u64; 2]],
    known: &Known,
    found: &Entries,
    control: &Control,
) -> Result<Agreed, Unanswered> {
    let again = array.again(wanted, known, control)?;
    let told = |[n, k]: [u64; 2]| move |count: &Count| format!("T({n},{k}) = {count}\n");
    let mut agreed: Vec<Agreed> = Vec::new();
    for (&board, count) in &again.found {
        let [first, second] = again.by[&board];
        let first = By { engine: Some(first), found: found[&board].clone() };
        let both = first.agrees(&By { engine: Some(second), found: count.clone() }, told(board))?;
        if !agreed.contains(&both) {
            agreed.push(both);
        }
    }
    for &(board, engine) in &again.rest {
        let options = CountOptions { up_to, ..CountOptions::default() };
        let first = count::Answer::Total(found[&board].clone());
        let told = |answer: &count::Answer| told(board)(&answer.total());
        let both = recount_tilings(&array.problem(board)?, &options, engine, first, told, control)?;
        if !agreed.contains(&both) {
            agreed.push(both);
        }
    }
    Ok(match agreed[..] {
        [both] => both,
        [] => {
            let message = "no engine counted any of these boards, so nothing can be compared";
            return Err(misused(message, "leave out --cross-check"));
        }
        _ => Agreed { first: Some("one engine"), second: "another" },
    })
}

/// Counts again, without a diagram, all solutions that a diagram holds: tilings state by state, anything else one by one. `tell`
/// hears what is found, and how, before it is compared.
///
/// # Errors
/// As [`recount`].
pub(super) fn recount_all(
    question: &Question,
    held: Count,
    tell: impl FnMut(&Count, String),
    control: &Control,
) -> Result<Agreed, Unanswered> {
    match question {
        Question::Tilings(problem, _) => recount_states(problem, held, tell, control),
        Question::Covers(_) => recount_solutions(question, held, tell, control),
    }
}

/// Counts again the tilings that a diagram holds: by areas and colours where these rule them all out, or else state by state.
///
/// # Errors
/// As [`recount`].
pub(super) fn recount_states(
    problem: &Problem,
    held: Count,
    mut tell: impl FnMut(&Count, String),
    control: &Control,
) -> Result<Agreed, Unanswered> {
    let first = By::new(Some(Engine::Zdd), held);
    if is_impossible(problem, control)? {
        tell(&Count::ZERO, NOBODY.to_owned());
        return first.agrees(&By { engine: None, found: Count::ZERO }, number);
    }
    recount(&first, &confirming(Some(Engine::Zdd), false), number, |engine| {
        let options = CountOptions { engine: Some(engine), ..CountOptions::default() };
        let counted = count::by_engine(problem, &options, control)?;
        let order = counted.plan.choice().and_then(|chosen| chosen.order);
        let order = order.map_or_else(String::new, |order| format!(" by {order}"));
        let found = counted.answer.total();
        tell(&found, format!("the {engine} engine{order}"));
        Ok(found)
    })
}

/// Counts again the solutions that a diagram holds, one by one, by the engine that a search for them takes.
fn recount_solutions(
    question: &Question,
    held: Count,
    mut tell: impl FnMut(&Count, String),
    control: &Control,
) -> Result<Agreed, Unanswered> {
    let options = Options { counting: true, ..Options::default() };
    let search = Search::new(question, &options, control)?;
    recount(&By::new(Some(Engine::Zdd), held), &[search.engine], number, |engine| {
        let report = search.count(search.beginning(), None, control)?;
        if let Some(stopped) = report.stopped {
            return Err(stopped.into());
        }
        let found = Count::from(report.found);
        tell(&found, format!("a search by the {engine} engine"));
        Ok(found)
    })
}

/// A number in a line of its own.
pub(super) fn number(count: &Count) -> String {
    format!("{count}\n")
}

impl From<Unable> for Unfound {
    fn from(unable: Unable) -> Self {
        Unfound::Unable(unable)
    }
}

impl From<Refused> for Unfound {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Unable(unable) => Unfound::Unable(unable),
            other => Unfound::Ended(other.into()),
        }
    }
}

impl From<LevelsError> for Unfound {
    fn from(error: LevelsError) -> Self {
        match error {
            LevelsError::Unable(unable) => Unfound::Unable(unable),
            other => Unfound::Ended(other.into()),
        }
    }
}

impl From<Stopped> for Unfound {
    fn from(stopped: Stopped) -> Self {
        Unfound::Ended(stopped.into())
    }
}

impl From<Unanswered> for Unfound {
    fn from(ended: Unanswered) -> Self {
        Unfound::Ended(ended)
    }
}

impl From<Unfound> for Unanswered {
    fn from(unfound: Unfound) -> Self {
        match unfound {
            Unfound::Unable(unable) => unable.into(),
            Unfound::Ended(ended) => ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::choice;
    use crate::run::Progress;

    choice! {
        enum Who {
            Zero = "zero", "The first";
            One = "one", "The second";
            Two = "two", "The third";
            Three = "three", "The fourth";
        }
    }

    /// Three engines asked in turn, after the first has found 7.
    fn asked(answers: [Result<u64, &str>; 3]) -> (String, usize) {
        let mut answers = answers.into_iter();
        let told = |n: &u64| format!("{n}\n");
        let agreed = recount(&By::new(Some(Who::Zero), 7), &Who::ALL[1..], told, |_| {
            answers.next().unwrap().map_err(|why| {
                if why == "stop" {
                    Stopped::OutOfTime(Progress::Preparation { steps: 0 }).into()
                } else {
                    Unfound::Unable(Unable { message: why.to_owned(), help: String::new() })
                }
            })
        });
        let said = match agreed {
            Ok(agreed) => agreed.to_string(),
            Err(unanswered) => unanswered.to_string(),
        };
        (said, answers.len())
    }

    #[test]
    fn the_first_that_can_is_held_against_the_answer() {
        assert_eq!(asked([Err("no"), Ok(7), Ok(8)]), ("zero and two agree".to_owned(), 1));
        let differ = "the engines differ: zero finds\n7\nbut one finds\n8\nthis is an error in polytile: please report it";
        assert_eq!(asked([Ok(8), Ok(7), Ok(7)]), (differ.to_owned(), 2));
        let none =
            "no second engine can answer this question, so nothing can be compared: no; never; nowhere";
        assert_eq!(asked([Err("no"), Err("never"), Err("nowhere")]), (none.to_owned(), 0));
        assert_eq!(asked([Err("no"), Err("stop"), Ok(7)]).1, 1);
    }
}
