//! Which solutions are there?

use super::stream::{Failed, Taker};
use super::{Engine, Prepared, Streamed, Wanted};
use crate::ask::amounts::rounded;
use crate::ask::compare::Agreed;
use crate::ask::options::Ask;
use crate::ask::part::Label;
use crate::ask::subject::Subject;
use crate::ask::{Integer, Listener, Part, Unanswered, Words, answered, is_false, misused, number};
use crate::plan::Plan;
use crate::run::Control;
use crate::run::clock::{Duration, Instant};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Which solutions are there? Each is a [`Part`], a [`Solution`](super::Solution).
///
/// ```
/// use polytile::ask::{Part, Question};
/// use polytile::run::Control;
/// use std::ops::ControlFlow;
/// let text = r#"{"question": "list", "board": "2x3", "pieces": "dominoes", "up_to": "rotations"}"#;
/// let mut found = Vec::new();
/// let answer = text.parse::<Question>()?.ask(&Control::default(), &mut |part| {
///     if let Part::Solution(solution) = part {
///         found.push(polytile::ask::json(&solution).to_string());
///     }
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(answer.text(), "2 solutions\n");
/// assert!(found[0].starts_with(r#"{"number":1,"pieces":[{"cells":[[0,0],"#));
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct List {
    /// Which solutions.
    #[serde(flatten)]
    pub wanted: Wanted,
    /// Stop after so many solutions.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub limit: Option<u64>,
    /// Stop after one solution.
    #[serde(skip_serializing_if = "is_false")]
    pub first: bool,
}

/// How the list ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listed {
    /// Solutions listed.
    pub solutions: Integer,
    /// Whether there are no others.
    pub complete: bool,
    /// Which part of the solutions they are, if not all were looked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub of: Option<PartOfTree>,
    /// The lines of guesses that contradict each other, if that is why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Vec<u32>>,
    /// Where there is none, why: in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
    /// The engine that found them; none where none was needed.
    pub engine: Option<Engine>,
    /// The engine that found as many, where that was asked for and one was needed.
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

/// Part of a search tree, and how its solutions lie among those of the other parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartOfTree {
    /// Which part of which search.
    #[serde(flatten)]
    pub label: Label,
    /// How many solutions come from each branch that this part has. In the order of the whole tree the first branch of every
    /// part comes first, that of the first part before that of the second, and then their second branches.
    pub branches: Vec<u64>,
}

impl List {
    /// How many are wanted, if not all.
    pub fn limit(&self) -> Option<u64> {
        if self.first { Some(1) } else { self.limit }
    }

    /// Lists them: the listener gets each.
    ///
    /// # Errors
    /// When the question means nothing for `subject`, `control` says stop, or two engines differ.
    pub fn answer(
        &self,
        subject: &Subject,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Listed, Unanswered> {
        let begun = Instant::now();
        if self.first && self.limit.is_some() {
            return Err(misused("--first is a limit, and --limit another one", "leave one of them out"));
        }
        let mut prepared = self.wanted.prepare(subject, false, None, control)?;
        let mut telling = Telling { subject, listener };
        let streamed = prepared.list(None, self.limit(), control, &mut telling)?;
        match streamed.failed {
            Some(Failed::Stopped(stopped)) => return Err(stopped.into()),
            Some(Failed::Untaken(unanswered)) => return Err(unanswered),
            None => {}
        }
        let mut listed = prepared.listed(&streamed, begun.elapsed());
        if self.wanted.cross_check {
            listed.cross_check =
                Some(prepared.recount(&streamed.found.into(), streamed.complete, control)?);
        }
        if listed.complete && streamed.found == 0 && self.wanted.is_all() {
            listed.contradiction = subject.why_none(control, listener);
        }
        if listed.complete && streamed.found == 0 {
            listed.why = prepared.why_empty(listed.contradiction.as_deref(), control);
        }
        Ok(listed)
    }
}

impl Prepared {
    /// How a list ended, which took this time.
    pub fn listed<F>(&self, streamed: &Streamed<F>, time: Duration) -> Listed {
        let of = self.label().map(|label| PartOfTree { label, branches: streamed.by_part.clone() });
        Listed {
            solutions: streamed.found.into(),
            complete: streamed.complete,
            of,
            contradiction: None,
            why: None,
            engine: self.engine(),
            cross_check: None,
            nodes: streamed.nodes.into(),
            seconds: rounded(time),
            plan: self.plan.clone(),
        }
    }
}

impl Ask for List {
    type Answer = Listed;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Listed, Unanswered> {
        self.answer(&answered::subject(about, control, listener)?, control, listener)
    }
}

impl Listed {
    /// How many were listed.
    pub fn text(&self) -> String {
        match &self.solutions {
            none if *none == Integer::default() && self.complete => "no solution\n".to_owned(),
            one if *one == 1_u64.into() => "1 solution\n".to_owned(),
            Integer(more) => format!("{more} solutions\n"),
        }
    }
}

/// Tells a listener of solutions.
struct Telling<'a, 'b> {
    subject: &'a Subject,
    listener: &'a mut Listener<'b>,
}

impl Taker for Telling<'_, '_> {
    type Failure = Unanswered;

    fn take(&mut self, number: u64, chosen: &[u32]) -> Result<ControlFlow<()>, Unanswered> {
        Ok((self.listener)(Part::Solution(self.subject.solution(number, chosen))))
    }
}
