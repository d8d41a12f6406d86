//! Tilings drawn at random, every one as likely as any other, or solutions of what has no board.
//!
//! In: a number of tilings, a seed and an engine. Out: the tilings one by one, as they are drawn, and how many there were to
//! draw from. A [`Sampler`] counts once and draws as often as one likes; it owns all it needs, so that it can be kept. Solutions of
//! exact covers and Number Minds are drawn by `covers`.

mod covers;
mod drawing;
mod engine;
mod layers;
mod matchings;
mod sets;

use super::amounts::rounded;
use super::compare::{Agreed, By, recount, recount_tilings};
use super::named::Named;
use super::number::{self, Integer};
use super::options::Ask;
use super::seed::{self, seed_of};
use super::solution::Meaning;
use super::subject::{Subject, conditions_on};
use super::{Listener, Part, Unanswered, Words, answered, empty, is_false};
use crate::choice::Choice;
use crate::condition::{Condition, expect_single};
use crate::count::{self, Count, CountOptions, is_impossible};
use crate::format::subject::{Subject as Read, Tiled};
use crate::plan::{Candidate, Plan, decide};
use crate::problem::Problem;
use crate::run::clock::Instant;
use crate::run::{Control, Refused, Stopped};
use crate::tiling::Tiling;
use drawing::{Drawing, Draws, Nothing};
pub use engine::Engine;
use engine::engines;
use serde::{Deserialize, Serialize};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// Draw tilings at random, or solutions of an exact cover or a Number Mind, every one as likely as any other, independently of
/// each other. The same seed gives the same ones on every machine, by the same engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Sample {
    /// How many tilings; one, where that is not said.
    #[serde(
        default,
        with = "number::word::option",
        skip_serializing_if = "Option::is_none",
        alias = "number"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub limit: Option<u64>,
    /// Draw only tilings in which a piece does something, as in `X touches border`; all must hold.
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// What determines the tilings: a whole number below 2^64; another one every time, where that is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Integer>,
    /// Draw by this engine: with one seed, every engine draws other tilings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Engine>,
    /// Count with another engine too, before anything is drawn, and compare the numbers of tilings there are.
    #[serde(skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

/// A tiling that was drawn, or another solution.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawn {
    /// Which one it is, from 1.
    pub number: u64,
    /// What determines it.
    pub seed: Integer,
    /// The tiling, or what else it says.
    #[serde(flatten)]
    pub meaning: Meaning,
    /// Where there is no board, the options that it chooses.
    #[serde(skip)]
    pub chosen: Vec<u32>,
}

/// What a sample says, line by line.
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "nobody makes one: it is for the schema")]
pub(super) enum Line {
    /// A tiling, or another solution.
    Drawn(Drawn),
    /// That there is none, and why: a line of its own, where it is printed.
    Nothing(empty::Nothing),
}

/// What was drawn from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sampled {
    /// The number of tilings, or solutions, there are; coupling from the past does not find it out, unless there is none.
    pub count: Option<Integer>,
    /// How many were drawn: none where there is none.
    pub number: u64,
    /// What determines them.
    pub seed: Integer,
    /// The engine that drew them.
    pub engine: Engine,
    /// The engine that counted them again, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// Where there is none, why: in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
    /// The time that it took.
    pub seconds: f64,
    /// What is drawn, as one of them is called.
    #[serde(skip)]
    pub what: &'static str,
    /// What was considered.
    #[serde(skip)]
    pub plan: Plan<Engine>,
}

/// The tilings of a problem, counted, from which samples are drawn.
///
/// ```
/// use polytile::{ask::sample::{Engine, Sampler}, board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// let problem = Problem::new(Region::rectangle(8, 8)?, PieceSet::all(2, Freedom::Free));
/// let control = Control::default();
/// let mut sampler = Sampler::new(&problem, Some(Engine::Zdd), &control)?;
/// assert_eq!(sampler.total(), Some(&12988816_u32.into()));
/// let mut tilings = Vec::new();
/// sampler.draw(0..2, 1, &control, |tiling| { tilings.push(tiling); true })?;
/// sampler.draw(2..5, 1, &control, |tiling| { tilings.push(tiling); true })?;
/// assert_eq!(tilings.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sampler {
    engine: Engine,
    draws: Box<dyn Draws>,
    plan: Plan<Engine>,
}

engines!(ways [] Drawing<'_> => Box<dyn Draws>, Refused);

impl Sampler {
    /// Gets ready to draw tilings of `problem`, by the engine asked for or else by the one that the plan chooses.
    ///
    /// # Errors
    /// When the problem has no meaning, `control` says stop or a limit is reached.
    pub fn new(problem: &Problem, engine: Option<Engine>, control: &Control) -> Result<Self, Refused> {
        Self::meeting(problem, &[], engine, control)
    }

    /// Gets ready to draw tilings of `problem` that meet all of `conditions`.
    ///
    /// # Errors
    /// As [`Sampler::new`], and when a condition couples two pieces.
    pub fn meeting(
        problem: &Problem,
        conditions: &[Condition],
        engine: Option<Engine>,
        control: &Control,
    ) -> Result<Self, Refused> {
        Self::with(&Drawing { problem, conditions, counts: false }, engine, control)
    }

    fn with(drawing: &Drawing<'_>, engine: Option<Engine>, control: &Control) -> Result<Self, Refused> {
        drawing.problem.meaningful()?;
        expect_single(drawing.conditions)?;
        // No placements are made where areas and colours rule out every tiling: on a large board they would be gigabytes.
        if is_impossible(drawing.problem, control)? {
            let engine = engine.unwrap_or(Engine::Merge);
            let remark = Some(engine.meaning().to_owned());
            let candidates = vec![Candidate { remark, ..Candidate::new(engine) }];
            let reason = "areas and colours rule every tiling out".to_owned();
            let plan = Plan { facts: Vec::new(), candidates, chosen: Some(0), reason };
            return Ok(Sampler { engine, draws: Box::new(Nothing), plan });
        }
        let (plan, engine, run) = decide(drawing, engine, control)?;
        Ok(Sampler { engine, draws: run(control)?, plan })
    }

    /// What was considered.
    pub fn plan(&self) -> &Plan<Engine> {
        &self.plan
    }

    /// What draws.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The number of tilings; coupling from the past does not find it out, unless it is 0.
    pub fn total(&self) -> Option<&Count> {
        self.draws.total()
    }

    /// Draws the tilings that have these numbers, from 0, in the sequence of `seed`, and hands them to `each` until it says
    /// stop with false; none when there is no tiling.
    ///
    /// # Errors
    /// When `control` says stop or a limit is reached.
    pub fn draw(
        &mut self,
        numbers: Range<u64>,
        seed: u64,
        control: &Control,
        mut each: impl FnMut(Tiling) -> bool,
    ) -> Result<(), Stopped> {
        self.draws.draw(numbers, seed, control, &mut each)
    }
}

impl Sample {
    /// Draws, and hands out each tiling as a [`Part::Drawn`].
    ///
    /// # Errors
    /// When the question means nothing for this board, or `control` says stop.
    pub fn answer(
        &self,
        tiled: &Tiled,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Sampled, Unanswered> {
        let begun = Instant::now();
        let number = self.limit.unwrap_or(1);
        let seed = self.seed.as_ref().map(seed_of).transpose()?.unwrap_or_else(seed::fresh);
        let problem = Arc::new(tiled.problem.clone());
        let conditions = conditions_on(&problem, &self.conditions)?;
        let drawing = Drawing { problem: &problem, conditions: &conditions, counts: self.cross_check };
        let mut sampler = Sampler::with(&drawing, self.engine, control)?;
        let (engine, count) = (sampler.engine(), sampler.total().cloned());
        let cross_check = match &count {
            Some(count) if self.cross_check => Some(recounted(&drawing, &sampler, count, control)?),
            _ => None,
        };
        let (mut drawn, mut going) = (0, ControlFlow::Continue(()));
        sampler.draw(0..number, seed, control, |tiling| {
            let meaning = Meaning::Tiling(Named { tiling, problem: Arc::clone(&problem) });
            drawn += 1;
            let one = Drawn { number: drawn, seed: seed.into(), meaning, chosen: Vec::new() };
            going = listener(Part::Drawn(one));
            going.is_continue()
        })?;
        let number = if going.is_break() || count == Some(Count::ZERO) { drawn } else { number };
        let none = count == Some(Count::ZERO);
        let why = none.then(|| empty::of_board(&problem, !conditions.is_empty(), control));
        let (count, seed, plan) = (count.as_ref().map(Integer::from), seed.into(), sampler.plan);
        let seconds = rounded(begun.elapsed());
        Ok(Sampled { count, number, seed, engine, cross_check, why, seconds, what: "tiling", plan })
    }
}

/// Makes sure that another engine counts as many tilings.
fn recounted(
    drawing: &Drawing<'_>,
    sampler: &Sampler,
    total: &Count,
    control: &Control,
) -> Result<Agreed, Unanswered> {
    let Drawing { problem, conditions, .. } = *drawing;
    let options = CountOptions { conditions: conditions.to_vec(), ..CountOptions::default() };
    let first = count::Answer::Total(total.clone());
    let told = |answer: &count::Answer| format!("{}\n", answer.clone().total());
    if let Some(engine) = sampler.draws.counted_by() {
        return recount_tilings(problem, &options, Some(engine), first, told, control);
    }
    // An engine that needs no count shares nothing with those that count.
    let others = [count::Engine::Kasteleyn, count::Engine::Merge];
    recount(&By::new(Some(sampler.engine), first), &others, told, |engine| {
        let options = CountOptions { engine: Some(engine), ..options.clone() };
        Ok(count::by_engine(problem, &options, control)?.answer)
    })
}

impl Ask for Sample {
    type Answer = Sampled;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Sampled, Unanswered> {
        match answered::read(about, control, listener)? {
            Read::Tiling(tiled) => self.answer(&tiled, control, listener),
            boardless => self.of(&Subject::new(boardless, control)?, control, listener),
        }
    }
}

impl Drawn {
    /// The tiling in letters, one to a cell; an option to a line; or a number.
    pub fn text(&self) -> String {
        self.meaning.text()
    }
}

impl Sampled {
    /// Nothing: the tilings came before it.
    pub fn text(&self) -> String {
        String::new()
    }

    /// Whether there is anything to draw from.
    pub fn is_empty(&self) -> bool {
        self.count == Some(Integer::default())
    }

    /// One line about what was drawn from.
    pub fn account(&self) -> String {
        if self.is_empty() {
            return format!("there is no {} to draw", self.what);
        }
        let total = self.count.as_ref().map_or_else(String::new, |count| {
            let digits = count.0.to_string();
            if digits.len() > 30 {
                format!(" from a number of {} digits", digits.len())
            } else {
                format!(" from {digits}")
            }
        });
        format!("{} drawn{total}, seed {}, {:.3} s", self.number, self.seed.0, self.seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, json};

    #[test]
    fn tilings_come_one_by_one() {
        let question: Question =
            r#"{"question": "sample", "board": "2x3", "pieces": "trominoes", "limit": 2, "seed": 2}"#
                .parse()
                .unwrap();
        let mut lines = Vec::new();
        let answer = question.ask(&Control::default(), &mut |part| {
            let Part::Drawn(drawn) = part else { panic!("there is nothing odd") };
            lines.push(json(&drawn).to_string());
            ControlFlow::Continue(())
        });
        assert_eq!(answer.unwrap().json()["count"], 3);
        let tiling = r#""pieces":[{"cells":[[0,0],[0,1],[1,0]],"piece":"L3"},{"cells":[[0,2],[1,1],[1,2]],"piece":"L3"}],"seed":2"#;
        assert_eq!(lines, [format!(r#"{{"number":1,{tiling}}}"#), format!(r#"{{"number":2,{tiling}}}"#)]);
    }

    #[test]
    fn tilings_are_counted_again() {
        let asked = |engine: &str| {
            let question = format!(
                r#"{{"question": "sample", "board": "4x6", "pieces": "trominoes", "engine": "{engine}", "cross_check": true}}"#
            );
            let answer =
                question.parse::<Question>().unwrap().ask(&Control::default(), &mut crate::ask::nobody);
            answer.unwrap().json()["cross_check"].clone()
        };
        assert_eq!([asked("merge"), asked("zdd")], ["dense", "dense"]);
        let problem = Problem::new("2x3".parse().unwrap(), "trominoes".parse().unwrap());
        let drawing = Drawing { problem: &problem, conditions: &[], counts: true };
        let control = Control::default();
        let sampler = Sampler::with(&drawing, Some(Engine::Zdd), &control).unwrap();
        let wrong = recounted(&drawing, &sampler, &4_u32.into(), &control).unwrap_err();
        assert!(wrong.to_string().contains("zdd finds\n4\nbut dense finds\n3\n"), "{wrong}");
    }
}
