//! A shortest solution of a sliding-block puzzle, all of them, how many there are, or why there is none.
//!
//! In: a puzzle, and perhaps another position to start from. Out: first what the search has found, a length and a number
//! ([`Found`]), then solutions one after the other, for there may be more of them than anybody waits for. Each is one
//! object, which says what all of them have in common too.

use super::compare::{Agreed, By, Unfound, others, recount};
use super::number::{self, Integer};
use super::options::{Ask, SLIDING};
use super::{Listener, Part, Unanswered, Words, answered, is_default};
use crate::choice::Choice;
use crate::format::sliding::{SlidingPuzzle, starting_from};
use crate::format::source::Misread;
use crate::format::subject::Given;
use crate::plan::Plan;
use crate::run::{Control, LevelsError, Stopped};
use crate::sliding::{
    Answer, Direction, Metric, Move, Puzzle, Solutions, SolveEngine, SolveOptions, Solved, Unsolvable,
    check_solution, solve, way,
};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// How is the puzzle solved in as few moves as possible?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
pub struct SlideSolve {
    /// What counts as one move.
    #[serde(skip_serializing_if = "is_default")]
    pub metric: Metric,
    /// Start from this position instead, drawn as the start is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Given>,
    /// List all shortest solutions.
    #[serde(skip_serializing_if = "is_default")]
    pub all: bool,
    /// List so many of them at most.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub limit: Option<u64>,
    /// Only the first move.
    #[serde(skip_serializing_if = "is_default")]
    pub hint: bool,
    /// Draw the position after every move.
    #[serde(skip_serializing_if = "is_default")]
    pub boards: bool,
    /// How to search; where nothing is said, as is best for the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<SolveEngine>,
    /// Search in another way too, compare lengths and numbers of solutions, and replay a solution of each.
    #[serde(skip_serializing_if = "is_default")]
    pub cross_check: bool,
}

/// A solution, what all of them have in common, or why there is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlideSolved {
    /// What counts as one move.
    pub metric: Metric,
    /// How many moves it takes; none where there is no solution.
    pub length: Option<usize>,
    /// How many shortest solutions there are; a hint does not wait for their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Integer>,
    /// States that the search went through.
    pub states: u64,
    /// Why there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// Which of all solutions this is, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Step>>,
    /// The first move, where no more is asked for; null at the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Option<Step>>,
    /// The positions from the start on, drawn, where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<String>>,
    /// The way that found the same, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// What was considered.
    #[serde(skip)]
    pub plan: Option<Plan<SolveEngine>>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The letter of the piece.
    pub piece: char,
    /// Its way, unit by unit.
    pub path: Vec<Direction>,
    /// The number of the piece.
    #[serde(skip)]
    pub number: usize,
    /// What people call it: by its letter, or by the number of a tile.
    #[serde(skip)]
    pub label: String,
}

/// What the search has found.
#[derive(Debug)]
pub struct Found {
    question: SlideSolve,
    puzzle: Puzzle,
    /// What all solutions have in common, or why there is none.
    pub common: SlideSolved,
    solutions: Option<Box<Solutions>>,
}

impl SlideSolve {
    /// Solves. The listener is told solutions where all are asked for; a single one is in the answer.
    ///
    /// # Errors
    /// When the question means nothing for this puzzle, `control` says stop, or two engines differ.
    pub fn answer(
        &self,
        read: &SlidingPuzzle,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<SlideSolved, Unanswered> {
        if self.hint && (self.several() || self.boards) {
            let help = "leave out --hint, or --all, --limit and --boards";
            return Err(Misread::new("a hint is one move, and not drawn", help).into());
        }
        let mut found = self.search(self.start(read.puzzle.clone())?, &self.options(), control)?;
        if self.cross_check {
            found.recount(control)?;
        }
        for solved in found.solutions(control) {
            if !self.several() {
                return Ok(solved?);
            }
            if listener(Part::SlideSolved(Box::new(solved?))).is_break() {
                break;
            }
        }
        Ok(found.common)
    }

    /// Whether several solutions are wanted.
    fn several(&self) -> bool {
        self.all || self.limit.is_some()
    }

    /// The puzzle from where it is to be solved.
    ///
    /// # Errors
    /// When the position cannot be read, or is not one of the puzzle.
    pub fn start(&self, puzzle: Puzzle) -> Result<Puzzle, Misread> {
        match &self.from {
            None => Ok(puzzle),
            Some(from) => starting_from(&puzzle, &from.text("--from")),
        }
    }

    /// How to search for it, in memory.
    pub fn options(&self) -> SolveOptions {
        SolveOptions { engine: self.engine, ..SolveOptions::by(self.metric) }
    }

    /// Searches for the nearest goal, and counts the ways to it.
    ///
    /// # Errors
    /// As [`solve`].
    pub fn search(
        &self,
        puzzle: Puzzle,
        options: &SolveOptions,
        control: &Control,
    ) -> Result<Found, LevelsError> {
        let metric = options.metric;
        let Solved { answer, plan } = solve(&puzzle, options, control)?;
        let (common, solutions) = match answer {
            Answer::Solved(solutions) => {
                let count = if self.hint { None } else { Some((&solutions.count(control)?).into()) };
                let (length, states) = (Some(solutions.length()), solutions.seen());
                (
                    SlideSolved { metric, length, solutions: count, states, ..SlideSolved::default() },
                    Some(solutions),
                )
            }
            Answer::Unsolvable(why) => {
                let (states, proof) = (states(why), why.to_string());
                let (solutions, moves) = (Some(0.into()), Some(Vec::new()));
                let proof = Some(proof);
                (SlideSolved { metric, solutions, states, proof, moves, ..SlideSolved::default() }, None)
            }
        };
        let common = SlideSolved { plan: Some(plan), ..common };
        Ok(Found { question: self.clone(), puzzle, common, solutions })
    }
}

impl Ask for SlideSolve {
    type Answer = SlideSolved;

    const WORDS: &'static [&'static str] = SLIDING;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<SlideSolved, Unanswered> {
        self.answer(&answered::sliding(about, control, listener)?, control, listener)
    }
}

/// How many states showed that there is no solution.
fn states(why: Unsolvable) -> u64 {
    match why {
        Unsolvable::Parity => 0,
        Unsolvable::FromStart(states) | Unsolvable::FromGoals(states) => states,
    }
}

/// How long a solution is, and how many there are where they were counted.
type Lengths = (Option<usize>, Option<Integer>);

impl Found {
    /// Searches in another way, with as little in common as possible, and notes which; what either search found is replayed.
    ///
    /// # Errors
    /// When there is no other way, the two differ, moves cannot be made, or `control` says stop.
    pub fn recount(&mut self, control: &Control) -> Result<(), Unanswered> {
        let engine = self.common.plan.as_ref().and_then(Plan::engine);
        let told = |(length, solutions): &Lengths| {
            let length = length.map_or("no solution".to_owned(), |length| format!("length {length}"));
            let solutions = solutions.as_ref().map(|n| format!(", solutions {}", n.0)).unwrap_or_default();
            format!("{length}{solutions}\n")
        };
        // Here those that are made for few stand in front.
        let mut others = others(engine);
        others.reverse();
        let agreed = recount(&By::new(engine, self.replayed(control)?), &others, told, |engine| {
            let again = self.question.search(
                self.puzzle.clone(),
                &SolveOptions { engine: Some(engine), ..self.question.options() },
                control,
            )?;
            again.replayed(control)
        })?;
        self.common.cross_check = Some(agreed);
        Ok(())
    }

    /// The lengths, after replaying the first solution to check them.
    fn replayed(&self, control: &Control) -> Result<Lengths, Unfound> {
        let SlideSolved { metric, length, solutions, .. } = &self.common;
        if let Some(first) = self.solutions.iter().flat_map(|solutions| solutions.iter_within(control)).next()
        {
            let moves = first?;
            let fault = check_solution(&self.puzzle, *metric, &moves).err().map(|fault| fault.to_string());
            let long = (Some(moves.len()) != *length).then(|| format!("it has {} moves", moves.len()));
            if let Some(why) = fault.or(long) {
                let engine = self.common.plan.as_ref().and_then(Plan::engine).map_or("", Choice::name);
                let wrong = format!("{engine} finds what is no shortest solution: {why}\n");
                return Err(Unanswered::Differ(wrong).into());
            }
        }
        Ok((*length, solutions.clone()))
    }

    /// The solutions that are asked for, an error instead of one when `control` says stop.
    pub fn solutions(&self, control: &Control) -> impl Iterator<Item = Result<SlideSolved, Stopped>> {
        let several = self.question.several();
        let wanted = if several { self.question.limit.unwrap_or(u64::MAX) } else { 1 };
        let solutions = self.solutions.iter().flat_map(|solutions| solutions.iter_within(control));
        (1..=wanted)
            .zip(solutions)
            .map(move |(number, moves)| Ok(self.solved(several.then_some(number), &moves?)))
    }

    fn solved(&self, number: Option<u64>, moves: &[Move]) -> SlideSolved {
        let SlideSolve { hint, boards, .. } = self.question;
        let puzzle = &self.puzzle;
        let labels = puzzle.labels();
        let step = |Move { piece, path }: &Move| Step {
            piece: puzzle.pieces()[*piece].name,
            path: path.clone(),
            number: *piece,
            label: labels[*piece].clone(),
        };
        let drawn = || {
            // An engine found these moves: they can be made.
            let positions = puzzle.replay(&puzzle.start(), moves).unwrap_or_default();
            positions.iter().map(|position| puzzle.text(position)).collect()
        };
        SlideSolved {
            number,
            moves: (!hint).then(|| moves.iter().map(step).collect()),
            hint: hint.then(|| moves.first().map(step)),
            boards: boards.then(drawn),
            ..self.common.clone()
        }
    }

    /// The puzzle, from where it was solved.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }
}

impl SlideSolved {
    /// The answer in words, and the moves if there are some: a line for each, with the positions if they are drawn.
    pub fn text(&self) -> String {
        self.head() + &self.listed(self.boards.as_deref().unwrap_or_default())
    }

    /// What all solutions have in common.
    pub fn head(&self) -> String {
        let SlideSolved { metric, length, solutions, proof, .. } = self;
        if let Some(proof) = proof {
            return format!("metric {metric}\nunsolvable: {proof}\n");
        }
        let count = solutions.as_ref().map(|count| format!("solutions {}\n", count.0)).unwrap_or_default();
        format!("metric {metric}\nlength {}\n{count}", length.unwrap_or_default())
    }

    /// This solution: its number among all, and the moves, a line each. `boards` are the positions from the start on, drawn,
    /// or none.
    pub fn listed(&self, boards: &[String]) -> String {
        let mut text = self.number.map(|number| format!("\nsolution {number}\n")).unwrap_or_default();
        text += &boards.first().map(|board| format!("\n{board}")).unwrap_or_default();
        let gap = if boards.is_empty() { "" } else { "\n" };
        for (number, step) in (1..).zip(self.steps()) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{gap}{number}. {} {}", step.label, way(&step.path));
            text += boards.get(number).map_or("", String::as_str);
        }
        text
    }

    /// The moves, or the first of them for a hint.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.moves.iter().flatten().chain(self.hint.iter().flatten())
    }

    /// The moves, for whoever moves pieces.
    pub fn made(&self) -> Vec<Move> {
        self.steps().map(|step| Move { piece: step.number, path: step.path.clone() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::SlideSolve;
    use crate::ask::{Part, Question, Unanswered, json};
    use crate::format::sliding::solutions;
    use crate::format::source::Source;
    use crate::format::subject::{Given, Words};
    use crate::run::Control;
    use std::ops::ControlFlow;

    /// The parts and the answer, in JSON and as text.
    fn asked(options: &str) -> Result<(Vec<String>, String, String), Unanswered> {
        let puzzle = r#"{"question": "slide_solve", "puzzle": "AAB\n..C\n\n.AA\n...\n""#;
        let question: Question = format!("{puzzle}{options}}}").parse()?;
        assert_eq!(Ok(&question), serde_json::to_string(&question).unwrap().parse().as_ref());
        let mut parts = Vec::new();
        let answer = question.ask(&Control::default(), &mut |part| {
            if let Part::SlideSolved(solved) = part {
                parts.push(json(&solved).to_string());
            }
            ControlFlow::Continue(())
        })?;
        Ok((parts, answer.json().to_string(), answer.text()))
    }

    #[test]
    fn one_is_an_answer_and_many_are_parts() {
        let (parts, json, text) = asked("").unwrap();
        assert_eq!(
            (parts.len(), text.as_str()),
            (0, "metric step\nlength 3\nsolutions 1\n1. C left\n2. B down\n3. A right\n")
        );
        let moves =
            r#"[{"path":["left"],"piece":"C"},{"path":["down"],"piece":"B"},{"path":["right"],"piece":"A"}]"#;
        assert_eq!(
            json,
            format!(r#"{{"length":3,"metric":"step","moves":{moves},"solutions":1,"states":16}}"#)
        );
        let (parts, _, text) = asked(r#", "metric": "move", "all": true, "limit": 2"#).unwrap();
        assert_eq!((parts.len(), text.as_str()), (2, "metric move\nlength 3\nsolutions 3\n"));
        assert!(parts[1].contains(r#""number":2,"solutions":3"#), "{}", parts[1]);
    }

    #[test]
    fn a_hint_and_another_start() {
        let (_, json, text) = asked(r#", "hint": true, "from": "AAB\n.C.\n""#).unwrap();
        assert_eq!(text, "metric step\nlength 2\n1. B down\n");
        assert!(json.starts_with(r#"{"hint":{"path":["down"],"piece":"B"},"length":2"#), "{json}");
        let (_, json, _) = asked(r#", "hint": true, "from": ".AA\nCB.\n""#).unwrap();
        assert!(json.starts_with(r#"{"hint":null,"length":0"#), "{json}");
        let (_, _, text) = asked(r#", "boards": true, "from": "AAB\n.C.\n""#).unwrap();
        assert!(text.ends_with("1\n\nAAB\n.C.\n\n1. B down\nAA.\n.CB\n\n2. A right\n.AA\n.CB\n"), "{text}");
    }

    #[test]
    fn tiles_are_called_by_their_numbers() {
        let (read, _) = Words {
            puzzle: Some(Given::Text(Source::new("tiles", "1234\n5678\n9a.b\n\n1234\n5678\n9ab.\n"))),
            ..Words::default()
        }
        .sliding()
        .unwrap();
        let (question, control) = (SlideSolve::default(), Control::default());
        let found = question.search(read.puzzle, &question.options(), &control).unwrap();
        let solved = found.solutions(&control).next().unwrap().unwrap();
        assert_eq!(solved.text(), "metric step\nlength 1\nsolutions 1\n1. 11 left\n");
        for text in [solved.text().as_str(), "1. b left\n"] {
            assert_eq!(solutions(text, found.puzzle()).unwrap().solutions, [solved.made()]);
        }
        let wrong = solutions("1. 12 left\n", found.puzzle()).unwrap();
        assert_eq!(wrong.misfits.len(), 1);
    }

    #[test]
    fn another_way_finds_the_same() {
        let way = |options: &str| {
            let (_, json, _) = asked(&format!(r#", "cross_check": true{options}"#)).unwrap();
            serde_json::from_str::<serde_json::Value>(&json).unwrap()["cross_check"].clone()
        };
        assert_eq!(way(r#", "engine": "both""#), "start");
        assert_eq!(way(r#", "engine": "start", "hint": true"#), "both");
        let (read, _) = Words::shipped("8-puzzle").sliding().unwrap();
        let (question, control) = (SlideSolve::default(), Control::default());
        let mut found = question.search(read.puzzle, &question.options(), &control).unwrap();
        found.recount(&control).unwrap();
        assert_eq!(found.common.cross_check.map(|agreed| agreed.second), Some("tiles"));
        found.common.solutions = Some(0.into());
        let wrong = found.recount(&control).unwrap_err().to_string();
        assert!(wrong.contains("solutions 0\nbut tiles finds\nlength"), "{wrong}");
        found.common.length = Some(1);
        let wrong = found.recount(&control).unwrap_err().to_string();
        assert!(wrong.contains("what is no shortest solution: it has"), "{wrong}");
    }

    #[test]
    fn what_cannot_be_asked() {
        let said = |options| asked(options).unwrap_err().to_string();
        assert_eq!(
            said(r#", "engine": "tiles""#).split(',').next(),
            Some("the tiles engine cannot answer this: its pieces are not tiles that differ")
        );
        assert_eq!(
            said(r#", "from": "AA.""#),
            "the position is drawn 1 by 3 cells large, and the puzzle is 2 by 3"
        );
        assert_eq!(said(r#", "hint": true, "all": true"#), "a hint is one move, and not drawn");
        assert_eq!(said(r#", "hint": true, "limit": 2"#), "a hint is one move, and not drawn");
    }
}
