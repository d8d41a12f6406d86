//! Does a solution of a sliding-block puzzle lead from the start to the goal, and if not, where is it wrong?
//!
//! In: a puzzle and a text with solutions. Out: whether all of them are right, and a sentence for each that is not. The
//! moves are replayed by [`check_solution`], which shares nothing with what finds solutions.

use super::options::{Ask, SLIDING};
use super::{Listener, Unanswered, Words, answered};
use crate::format::sliding::{self, SlidingPuzzle, SolutionText};
use crate::format::source::Misread;
use crate::format::subject::Given;
use crate::run::{Control, Progress, Stopped};
use crate::sliding::{Metric, Puzzle, check_solution};
use serde::{Deserialize, Serialize};

/// Bytes that a byte of a text takes while it is read, at most.
const HELD: u64 = 64;

/// Are these solutions right?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SlideCheck {
    /// The solutions, as `slide_solve` writes them, in JSON or as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Given>,
    /// What counts as one move; where nothing is said, what the solution says, or else any path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<Metric>,
}

/// Whether they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlideChecked {
    /// Whether all of them are right.
    pub correct: bool,
    /// What counted as one move.
    pub metric: Metric,
    /// How many there are.
    pub solutions: usize,
    /// What is wrong, a sentence for each that is.
    pub faults: Vec<String>,
    /// How many moves the first has.
    #[serde(skip)]
    pub moves: usize,
}

impl SlideCheck {
    /// Reads the solutions, and checks them.
    ///
    /// # Errors
    /// When there is none, they cannot be read, or `control` says stop.
    pub fn answer(&self, read: &SlidingPuzzle, control: &Control) -> Result<SlideChecked, Unanswered> {
        let puzzle = &read.puzzle;
        let bytes = self.solution.as_ref().map_or(0, |given| given.text("").text.len()) as u64;
        control.reserve(bytes.saturating_mul(HELD), "reading the solutions")?;
        let solutions = control.unasked("reading", || self.solutions(puzzle))?;
        Ok(self.checked(puzzle, &solutions, control)?)
    }

    /// What the text says about solutions of `puzzle`.
    ///
    /// # Errors
    /// When there is no solution in it, or it cannot be read.
    pub fn solutions(&self, puzzle: &Puzzle) -> Result<SolutionText, Misread> {
        let help = "write a move to a line, as in B down 2, left";
        let Some(given) = &self.solution else { return Err(Misread::new("there is no solution", help)) };
        let source = given.text("the solution");
        let read = sliding::solutions(&source.text, puzzle).map_err(|e| source.misread(e))?;
        if read.solutions.is_empty() {
            return Err(Misread::new(format!("{} holds no solution", source.name), help));
        }
        Ok(read)
    }

    /// Checks solutions of `puzzle`.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn checked(
        &self,
        puzzle: &Puzzle,
        read: &SolutionText,
        control: &Control,
    ) -> Result<SlideChecked, Stopped> {
        let metric = self.metric.or(read.metric).unwrap_or(Metric::Move);
        let faults = faults(puzzle, read, metric, control)?;
        Ok(SlideChecked {
            correct: faults.is_empty(),
            metric,
            solutions: read.solutions.len(),
            faults,
            moves: read.solutions.first().map_or(0, Vec::len),
        })
    }
}

impl Ask for SlideCheck {
    type Answer = SlideChecked;

    const WORDS: &'static [&'static str] = SLIDING;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<SlideChecked, Unanswered> {
        self.answer(&answered::sliding(about, control, listener)?, control)
    }
}

/// What is wrong with the solutions.
fn faults(
    puzzle: &Puzzle,
    read: &SolutionText,
    metric: Metric,
    control: &Control,
) -> Result<Vec<String>, Stopped> {
    let several = read.solutions.len() > 1;
    let mut faults = Vec::new();
    for (number, moves) in (1..).zip(&read.solutions) {
        control.check(Progress::Solutions { found: number as u64 - 1 })?;
        let which = if several { format!("solution {number}: ") } else { String::new() };
        if let Some((_, misfit)) = read.misfits.iter().find(|(of, _)| of + 1 == number) {
            faults.push(format!("{which}{misfit}"));
        } else if let Err(fault) = check_solution(puzzle, metric, moves) {
            faults.push(format!("{which}{fault}"));
        } else if let Some(length) = read.length.filter(|length| *length != moves.len()) {
            faults.push(format!(
                "{which}there are {} moves, and the length is said to be {length}",
                moves.len()
            ));
        }
    }
    Ok(faults)
}

impl SlideChecked {
    /// A line that says they are right, or a line for each fault.
    pub fn text(&self) -> String {
        let SlideChecked { correct, metric, solutions, faults, moves } = self;
        match (correct, solutions) {
            (true, 1) => format!("correct: the goal is reached, moves {moves} (metric {metric})\n"),
            (true, _) => format!("correct: {solutions} solutions (metric {metric})\n"),
            (false, _) => format!("wrong: {}\n", faults.join("\nwrong: ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::Question;
    use crate::run::Control;
    use serde_json::json;

    #[test]
    fn right_and_wrong_solutions() {
        let told = |solution: &str| {
            let asked = json!({ "question": "slide_check", "puzzle": "A..\nB..\n\n..A\n...\n", "solution": solution });
            let question: Question = asked.to_string().parse().unwrap();
            assert_eq!(question, serde_json::from_str(&serde_json::to_string(&question).unwrap()).unwrap());
            let answer = question.ask(&Control::default(), &mut crate::ask::nobody);
            answer.map(|answer| (answer.json().to_string(), answer.text())).map_err(|e| e.to_string())
        };
        let (json, text) = told("A right 2").unwrap();
        assert_eq!(json, r#"{"correct":true,"faults":[],"metric":"move","solutions":1}"#);
        assert_eq!(text, "correct: the goal is reached, moves 1 (metric move)\n");
        let (_, text) = told("metric slide\nsolution 1\nA down\nsolution 2\nA right 2\n").unwrap();
        assert_eq!(text, "wrong: solution 1: move 1 takes 'A' down onto 1,0, where 'B' stands\n");
        assert_eq!(told("\n"), Err("the text holds no solution".to_owned()));
    }
}
