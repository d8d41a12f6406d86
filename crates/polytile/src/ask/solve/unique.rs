//! Is there exactly one solution?

use super::stream::{Failed, Taker};
use super::{Engine, Prepared, Solution, Streamed, Wanted};
use crate::ask::compare::Agreed;
use crate::ask::options::Ask;
use crate::ask::subject::{Subject, remark};
use crate::ask::{Listener, Unanswered, Words, answered, misused};
use crate::plan::Plan;
use crate::problem::UpTo;
use crate::run::{Control, Stopped};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Is there exactly one solution?
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question = r#"{"question": "unique", "puzzle": "sudoku"}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// assert_eq!(answer.text(), "unique\n");
/// assert_eq!(answer.json()["solutions"][0]["number"], 1);
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Unique {
    /// Which solutions.
    #[serde(flatten)]
    pub wanted: Wanted,
}

/// Whether there is exactly one, and the one or two that were found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// Whether there is exactly one.
    pub unique: bool,
    /// Where there are several: whether they are all images of one, by the symmetries of the puzzle. Then `solutions` has two of
    /// these, and otherwise two that are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_up_to_symmetry: Option<bool>,
    /// The first two, or all there are.
    pub solutions: Vec<Solution>,
    /// The lines of guesses that contradict each other, if that is why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Vec<u32>>,
    /// The engine that found as many, where that was asked for and one was needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// Where there is none, why: in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
    /// The solutions as options.
    #[serde(skip)]
    pub chosen: Vec<Vec<u32>>,
    /// Nodes of the search, or of the diagram.
    #[serde(skip)]
    pub nodes: u64,
    /// What was considered.
    #[serde(skip)]
    pub plan: Plan<Engine>,
}

impl Unique {
    /// Decides.
    ///
    /// # Errors
    /// When the question means nothing for `subject`, `control` says stop, or two engines differ.
    pub fn answer(
        &self,
        subject: &Subject,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Verdict, Unanswered> {
        if self.wanted.subtree.is_some() {
            return Err(misused(
                "a part of the tree does not say whether there are solutions in the others",
                "leave out --subtree, or --unique",
            ));
        }
        let mut prepared = self.wanted.prepare(subject, false, None, control)?;
        let mut verdict = prepared.verdict(control)?;
        if verdict.chosen.is_empty() {
            if self.wanted.is_all() {
                verdict.contradiction = subject.why_none(control, listener);
            }
            verdict.why = prepared.why_empty(verdict.contradiction.as_deref(), control);
        }
        if let Some(stopped) = self.compare(subject, &mut verdict, control)? {
            remark(listener, images_unknown(&stopped));
        }
        Ok(verdict)
    }

    /// Where there are several solutions, finds out whether they are images of each other, and otherwise puts two into the verdict
    /// that are not; if `control` says stop, the verdict stays as it is, and why is returned.
    ///
    /// # Errors
    /// When the question means nothing for `subject`.
    pub fn compare(
        &self,
        subject: &Subject,
        verdict: &mut Verdict,
        control: &Control,
    ) -> Result<Option<Stopped>, Unanswered> {
        let symmetric = || {
            let problem = subject.problem().filter(|_| self.wanted.only_searched().is_none());
            problem.is_some_and(|problem| problem.symmetries().len() > 1)
        };
        if verdict.chosen.len() < 2 || !symmetric() {
            return Ok(None);
        }
        // A diagram does not tell images apart; any search does.
        let engine = self.wanted.engine.filter(|&engine| engine != Engine::Zdd);
        let classes = Wanted { up_to: Some(UpTo::Symmetries), engine, ..self.wanted.clone() };
        let prepared = classes.prepare(subject, false, None, control);
        let different = match prepared.and_then(|mut prepared| prepared.verdict(control)) {
            // That there are several is known without it.
            Err(Unanswered::Stopped(stopped)) => return Ok(Some(stopped)),
            different => different?,
        };
        verdict.nodes += different.nodes;
        verdict.unique_up_to_symmetry = Some(different.unique);
        if !different.unique {
            verdict.solutions = different.solutions;
            verdict.chosen = different.chosen;
        }
        Ok(None)
    }
}

/// What is said where the control stopped the comparison of solutions that are several.
pub fn images_unknown(stopped: &Stopped) -> String {
    format!("whether the solutions are images of each other was not found out: {stopped}")
}

impl Ask for Unique {
    type Answer = Verdict;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Verdict, Unanswered> {
        self.answer(&answered::subject(about, control, listener)?, control, listener)
    }
}

impl Prepared {
    /// Looks for two solutions, and for as many by another engine where a cross-check is wanted.
    ///
    /// # Errors
    /// When `control` says stop, no second engine can answer, or two differ.
    pub fn verdict(&mut self, control: &Control) -> Result<Verdict, Unanswered> {
        let mut found = Collected(Vec::new());
        let Streamed { nodes, failed, .. } = self.list(None, Some(2), control, &mut found)?;
        match failed {
            Some(Failed::Stopped(stopped)) => return Err(stopped.into()),
            Some(Failed::Untaken(unanswered)) => return Err(unanswered),
            None => {}
        }
        let chosen = found.0;
        let solutions = (1..).zip(&chosen).map(|(number, chosen)| self.subject.solution(number, chosen));
        let solutions = solutions.collect();
        let plan = self.plan.clone();
        let again = || self.recount(&chosen.len().into(), chosen.len() < 2, control);
        let cross_check = self.wanted.cross_check.then(again).transpose()?;
        Ok(Verdict {
            unique: chosen.len() == 1,
            unique_up_to_symmetry: None,
            solutions,
            contradiction: None,
            cross_check,
            why: None,
            chosen,
            nodes,
            plan,
        })
    }
}

impl Verdict {
    /// The verdict in a word or two.
    pub fn text(&self) -> String {
        let verdict = match self.solutions.len() {
            0 => "no solution\n",
            1 => "unique\n",
            _ if self.unique_up_to_symmetry == Some(true) => "unique up to symmetry\n",
            _ => "not unique\n",
        };
        verdict.to_owned()
    }
}

/// A taker that keeps the solutions.
struct Collected(Vec<Vec<u32>>);

impl Taker for Collected {
    type Failure = Unanswered;

    fn take(&mut self, _: u64, chosen: &[u32]) -> Result<ControlFlow<()>, Unanswered> {
        self.0.push(chosen.to_vec());
        Ok(ControlFlow::Continue(()))
    }
}
