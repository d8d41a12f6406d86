//! Which solutions cost least?
//!
//! In: a subject, and what its options weigh, by a text or by the costs of an exact cover. Out: so many solutions, the cheapest
//! first, each a [`Part`] with its cost. Each engine of a list (`engine`) makes a small attempt, and the first that succeeds answers; where
//! none does, the first goes on: branch and bound (`bounds`), then a diagram of all solutions (`whole`). Of equally cheap solutions those
//! come first that have the earlier options, whatever engine finds them.

mod bounds;
mod engine;
mod finds;
mod whole;

pub use engine::Engine;

use super::options::Ask;
use super::solve::recount_none;
use super::subject::Subject;
use super::{
    Agreed, Integer, Listener, Part, Solution, Unanswered, Words, answered, is_false, number, weights,
};
use crate::ask::amounts::rounded;
use crate::ask::compare::{By, others, recount};
use crate::exact_cover::ExactCover;
use crate::format::source::Source;
use crate::format::subject::Given;
use crate::plan::Plan;
use crate::run::clock::Instant;
use crate::run::{Control, Stopped};
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

/// Which solutions cost least? Each is a [`Part`], a [`Solution`].
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// use std::ops::ControlFlow;
/// let text = r#"{"question": "best", "puzzle": "a b c\na b |7\nb c\na |1\nc |2\n", "best": 2}"#;
/// let mut found = Vec::new();
/// let answer = text.parse::<Question>()?.ask(&Control::default(), &mut |part| {
///     found.push(part.json().to_string());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(answer.text(), "2 solutions\n");
/// assert_eq!(found[0], r#"{"cost":1,"number":1,"options":[["b","c"],["a"]]}"#);
/// assert_eq!(found[1], r#"{"cost":9,"number":2,"options":[["a","b"],["c"]]}"#);
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// How many are wanted.
    #[serde(with = "number::word")]
    #[cfg_attr(feature = "schema", schemars(with = "Integer"))]
    pub best: u64,
    /// Only tilings in which a piece does something, as in `X touches border`; all must hold.
    #[serde(default, rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// Lines of an option, or of a piece, a blank and a weight; else options weigh what they cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Given>,
    /// Find them by this engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Engine>,
    /// Find out by a second engine that has nothing in common with the first what they cost, and compare.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

/// How the search for the cheapest ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Priced {
    /// Solutions told.
    pub solutions: Integer,
    /// Whether there are no others.
    pub complete: bool,
    /// The lines of guesses that contradict each other, if that is why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Vec<u32>>,
    /// Where there is none, why: in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
    /// The engine that found them; none where none was needed.
    pub engine: Option<Engine>,
    /// The engine that found the same costs, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// Nodes of the search, or of the diagram.
    pub nodes: Integer,
    /// The time that it took.
    pub seconds: f64,
    /// What was considered.
    #[serde(skip)]
    pub plan: Plan<Engine>,
}

/// The cheapest solutions, as far as they are known.
#[derive(Clone, Debug)]
pub struct Found {
    /// What each costs, and its options; the cheapest first.
    pub solutions: Vec<(BigInt, Vec<u32>)>,
    /// The engine; none where none was needed.
    pub engine: Option<Engine>,
    /// Nodes of the search, or of the diagram.
    pub nodes: u64,
    /// Nodes of the search on each level; nothing of a diagram.
    pub levels: Vec<u64>,
    /// What was considered.
    pub plan: Plan<Engine>,
    /// Why there may be cheaper ones.
    pub stopped: Option<Stopped>,
}

impl Best {
    /// The text with the weights, if one is given.
    fn source(&self) -> Option<Source> {
        self.weights.as_ref().map(|given| given.text("--weights"))
    }

    /// Looks for the cheapest solutions; where `control` says stop, those found so far are the answer, with the reason.
    ///
    /// # Errors
    /// When nothing says what they cost, the engine asked for cannot find out, or a limit is reached before anything is known.
    pub fn find(&self, subject: &Subject, control: &Control) -> Result<Found, Unanswered> {
        let source = self.source();
        let weights = control.unasked("reading the weights", || weights::of(subject, source.as_ref()))?;
        let conditions = subject.conditions(&self.conditions)?;
        let Some(question) = subject.question() else {
            let plan = Plan::without_engine("areas or colours rule every tiling out");
            return Ok(Found {
                solutions: Vec::new(),
                engine: None,
                nodes: 0,
                levels: Vec::new(),
                plan,
                stopped: None,
            });
        };
        let control = &control.holding(question.bytes());
        if conditions.is_empty() {
            return engine::find(self.engine, (question.cover(), &weights, self.best), control);
        }
        let (cover, options) = question.meeting(&conditions, control)?;
        let weights: Vec<BigInt> = options.iter().map(|&option| weights[option as usize].clone()).collect();
        let mut found = self.find_in(&cover, &weights, control)?;
        for option in found.solutions.iter_mut().flat_map(|(_, chosen)| chosen) {
            *option = options[*option as usize];
        }
        Ok(found)
    }

    /// Looks for the cheapest solutions of `cover`, whose options weigh `weights`, one for each; what the question says about weights and
    /// tilings does not matter.
    ///
    /// # Errors
    /// When the engine asked for cannot find out, or a limit is reached before anything is known.
    pub fn find_in(
        &self,
        cover: &ExactCover,
        weights: &[BigInt],
        control: &Control,
    ) -> Result<Found, Unanswered> {
        engine::find(self.engine, (cover, weights, self.best), &control.holding(cover.bytes()))
    }

    /// Finds them again by the other engine, and compares what they cost.
    ///
    /// # Errors
    /// When it cannot find them, the two differ, or `control` says stop.
    pub fn recount(&self, subject: &Subject, found: &Found, control: &Control) -> Result<Agreed, Unanswered> {
        if found.engine.is_none() {
            return recount_none(subject, control);
        }
        self.compare(found, |again| again.find(subject, control))
    }

    /// Finds them again by the other engine, as `find` does that, and compares what they cost.
    ///
    /// # Errors
    /// As [`Best::recount`].
    pub fn compare(
        &self,
        found: &Found,
        find: impl Fn(&Best) -> Result<Found, Unanswered>,
    ) -> Result<Agreed, Unanswered> {
        let costs = |found: &Found| found.solutions.iter().map(|(cost, _)| cost.clone()).collect::<Vec<_>>();
        let told = |costs: &Vec<BigInt>| {
            let costs: Vec<String> = costs.iter().map(ToString::to_string).collect();
            format!("solutions of these costs: {}\n", costs.join(" "))
        };
        let first = By::new(found.engine, costs(found));
        recount(&first, &others(found.engine), told, |engine| {
            let again = find(&Best { engine: Some(engine), ..self.clone() })?;
            match again.stopped {
                Some(stopped) => Err(Unanswered::from(stopped).into()),
                None => Ok(costs(&again)),
            }
        })
    }

    /// Finds them: the listener gets each, and where `control` says stop, those that are cheapest so far.
    ///
    /// # Errors
    /// As [`Best::find`], and when `control` says stop.
    pub fn answer(
        &self,
        subject: &Subject,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Priced, Unanswered> {
        let begun = Instant::now();
        let found = self.find(subject, control)?;
        let mut told = 0_u64;
        for (number, (cost, chosen)) in (1..).zip(&found.solutions) {
            told = number;
            if listener(Part::Solution(priced(subject, number, cost, chosen))).is_break() {
                break;
            }
        }
        if let Some(stopped) = found.stopped {
            return Err(stopped.into());
        }
        let cross_check = self.cross_check.then(|| self.recount(subject, &found, control)).transpose()?;
        let none = found.solutions.is_empty() && self.best > 0;
        let contradiction = if none { subject.why_none(control, listener) } else { None };
        let some = !self.conditions.is_empty();
        let why = none.then(|| subject.why_empty(some, contradiction.as_deref(), control));
        Ok(Priced {
            solutions: told.into(),
            complete: told < self.best && told == found.solutions.len() as u64,
            contradiction,
            why,
            engine: found.engine,
            cross_check,
            nodes: found.nodes.into(),
            seconds: rounded(begun.elapsed()),
            plan: found.plan,
        })
    }
}

/// The solution of this number, with its cost.
pub fn priced(subject: &Subject, number: u64, cost: &BigInt, chosen: &[u32]) -> Solution {
    Solution { cost: Some(Integer(cost.clone())), ..subject.solution(number, chosen) }
}

impl Ask for Best {
    type Answer = Priced;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Priced, Unanswered> {
        self.answer(&answered::subject(about, control, listener)?, control, listener)
    }
}

impl Priced {
    /// How many were told.
    pub fn text(&self) -> String {
        match &self.solutions {
            none if *none == Integer::default() && self.complete => "no solution\n".to_owned(),
            one if *one == 1_u64.into() => "1 solution\n".to_owned(),
            Integer(more) => format!("{more} solutions\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, nobody};
    use crate::run::Progress;
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    fn asked(
        question: &serde_json::Value,
    ) -> Result<(Vec<serde_json::Value>, serde_json::Value), Unanswered> {
        let question: Question = question.to_string().parse()?;
        let mut told = Vec::new();
        let answer = question.ask(&Control::default(), &mut |part: Part| {
            told.push(part.json());
            ControlFlow::Continue(())
        })?;
        Ok((told, answer.json()))
    }

    #[test]
    fn both_engines_find_the_same_costs_of_every_kind_of_puzzle() {
        for (about, weights) in [
            (serde_json::json!({"puzzle": "queens-8"}), "r1+c1+a2+b0 5\n"),
            (
                serde_json::json!({"board": "5x4", "pieces": "dominoes,any:L3"}),
                "domino 3\nL3 4\ndomino@0,0+0,1 -9\n",
            ),
            (
                serde_json::json!({"board": "4x5", "pieces": "1:F,1:P,1:L4,1:domino,1:L3,1:monomino"}),
                "F5 1\nP5@0,0+0,1+1,0+1,1+2,0 -3\n",
            ),
            (serde_json::json!({"puzzle": "number-mind-small"}), "3=5 7\n"),
        ] {
            let mut question =
                serde_json::json!({"question": "best", "best": 20, "weights": weights, "cross_check": true});
            question.as_object_mut().unwrap().extend(about.as_object().unwrap().clone());
            let (told, answer) = match asked(&question) {
                Ok(answered) => answered,
                Err(unanswered) => panic!("{question}: {unanswered}"),
            };
            assert!(!told.is_empty(), "{question}");
            assert_eq!(answer["cross_check"], "zdd", "{question}");
            let costs: Vec<i64> = told.iter().map(|part| part["cost"].as_i64().unwrap()).collect();
            assert!(costs.is_sorted(), "{question}: {costs:?}");
        }
    }

    #[test]
    fn what_areas_and_colours_rule_out_is_confirmed_by_a_diagram() {
        let (told, answer) = asked(&serde_json::json!({
            "question": "best", "best": 1, "board": "3x3", "pieces": "dominoes", "weights": "", "cross_check": true
        }))
        .unwrap_or_else(|unanswered| panic!("{unanswered}"));
        assert!(told.is_empty());
        assert_eq!(answer["cross_check"], "zdd", "{answer}");
    }

    #[test]
    fn a_stop_leaves_the_cheapest_so_far() {
        let items: Vec<String> = (0..40).map(|i| format!("i{i}")).collect();
        let options = items.iter().flat_map(|item| [format!("{item} |3\n"), format!("{item} |5\n")]);
        let text = format!("{}\n{}", items.join(" "), options.collect::<String>());
        let puzzle =
            serde_json::json!({"question": "best", "best": 1_u64 << 40, "engine": "bounds", "puzzle": text});
        let question: Question = puzzle.to_string().parse().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        let control = Control::default().stopped_by(Arc::clone(&stop)).on_progress(move |progress| {
            if matches!(progress, Progress::Search { found: 1.., .. }) {
                seen.store(true, Ordering::Relaxed);
            }
        });
        let mut told = Vec::new();
        let stopped = question.ask(&control, &mut |part: Part| {
            told.push(part.json()["cost"].as_i64());
            ControlFlow::Continue(())
        });
        assert!(matches!(stopped, Err(Unanswered::Stopped(Stopped::Interrupted(_)))), "{stopped:?}");
        assert_eq!(told[0], Some(120));
    }

    #[test]
    fn costs_have_to_come_from_somewhere() {
        let question: Question = r#"{"question": "best", "puzzle": "sudoku", "best": 1}"#.parse().unwrap();
        let missing = question.ask(&Control::default(), &mut nobody).unwrap_err();
        assert_eq!(missing.to_string(), "nothing says what an option weighs");
    }
}
