//! How many solutions are there?
//!
//! In: a puzzle, and which of its solutions count ([`Wanted`]). Out: a [`Total`]: the number, and how it was found. Solutions
//! are found one by one by a search, or held all at once in a diagram; in this way, unlike in `count`, it can be asked which of
//! them count. Where there is none although all were asked about, the guesses of a Number Mind that contradict each other are
//! named. A cross-check counts with an engine that shares nothing with the first.
//!
//! Cost: that of a search for all solutions, or of the diagram.

use super::again::Uncollected;
use super::stream::{self, Failed, Taker};
use super::{Engine, Prepared, Streamed, Wanted, Way};
use crate::ask::amounts::{rounded, time};
use crate::ask::compare::Agreed;
use crate::ask::options::Ask;
use crate::ask::part::Label;
use crate::ask::subject::Subject;
use crate::ask::{Integer, Listener, Unanswered, Words, answered};
use crate::count::Count;
use crate::plan::Plan;
use crate::problem::UpTo;
use crate::run::Control;
use crate::run::clock::{Duration, Instant};
use crate::solve::Remaining;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// How many solutions are there? They are found one by one, or held in a diagram: so it can be asked which ones count.
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question = r#"{"question": "solutions", "puzzle": "pentominoes-3x20", "up_to": "symmetries"}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// assert_eq!(answer.text(), "2\n");
/// assert_eq!(answer.json()["engine"], "bitboard");
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Solutions {
    /// Which solutions.
    #[serde(flatten)]
    pub wanted: Wanted,
}

/// How many there are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Total {
    /// The number of solutions.
    pub count: Integer,
    /// What was counted modulo, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modulo: Option<Integer>,
    /// Which part of the solutions they are, if not all were looked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub of: Option<Label>,
    /// The lines of guesses that contradict each other, if that is why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Vec<u32>>,
    /// Where there is none, why: in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
    /// Whether those that symmetries carry into each other were counted once.
    pub distinct: bool,
    /// Which symmetries, where they were not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<UpTo>,
    /// What the puzzle is called.
    pub title: Option<String>,
    /// The engine that counted; none where none was needed.
    pub engine: Option<Engine>,
    /// The engine that counted again, where that was asked for and one was needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// Items that were searched.
    pub items: Option<usize>,
    /// Options that were searched.
    pub options: Option<usize>,
    /// Nodes of the search, or of the diagram.
    pub nodes: Integer,
    /// The time that it took.
    pub seconds: f64,
    /// What was considered.
    #[serde(skip)]
    pub plan: Plan<Engine>,
}

impl Solutions {
    /// Counts.
    ///
    /// # Errors
    /// When the question means nothing for `subject`, `control` says stop, or two engines differ.
    pub fn answer(
        &self,
        subject: &Subject,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Total, Unanswered> {
        let begun = Instant::now();
        let mut prepared = self.wanted.prepare(subject, true, None, control)?;
        prepared.build(control)?;
        let mut total = match &prepared.way {
            Way::Search(_) => {
                let streamed = prepared.count(None, control, &mut Uncollected)?;
                if let Some(Failed::Stopped(stopped)) = streamed.failed {
                    return Err(stopped.into());
                }
                prepared.total(&streamed.found.into(), streamed.nodes, begun.elapsed())
            }
            Way::Diagram(Some(all)) => prepared.total(&all.count(control)?, all.nodes(), begun.elapsed()),
            Way::Diagram(None) | Way::RuledOut => prepared.total(&BigUint::ZERO, 0, Duration::ZERO),
        };
        if self.wanted.cross_check {
            // What was counted is a number of solutions.
            let count = total.count.0.magnitude();
            total.cross_check = Some(prepared.recount(count, true, control)?);
        }
        if total.is_none() && self.wanted.is_all() {
            total.contradiction = subject.why_none(control, listener);
        }
        prepared.explain(&mut total, control);
        Ok(total)
    }
}

impl Ask for Solutions {
    type Answer = Total;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Total, Unanswered> {
        self.answer(&answered::subject(about, control, listener)?, control, listener)
    }
}

impl Prepared {
    /// Counts the solutions of a search, which resumes where it was left; `taker` keeps what is left.
    ///
    /// # Errors
    /// When `from` is not part of the search, or what is left cannot be kept.
    pub fn count<T: Taker>(
        &self,
        from: Option<Remaining>,
        control: &Control,
        taker: &mut T,
    ) -> Result<Streamed<T::Failure>, T::Failure> {
        let Some(search) = self.search() else { return Ok(Streamed::nothing()) };
        stream::count(search, from.unwrap_or_else(|| search.beginning()), control, taker)
    }

    /// The answer, where so many solutions have been found in this time.
    pub fn total(&self, count: &Count, nodes: u64, time: Duration) -> Total {
        let size = match &self.way {
            Way::RuledOut => None,
            Way::Search(search) => Some(search.size),
            Way::Diagram(_) => self.subject.question().map(|question| {
                let cover = question.cover();
                (cover.items().len(), cover.option_count())
            }),
        };
        let (items, options) = size.unzip();
        // What needed no search took no time.
        let time = if matches!(self.way, Way::RuledOut) { Duration::ZERO } else { time };
        let up_to = self.wanted.up_to;
        Total {
            count: count.into(),
            modulo: None,
            of: self.label(),
            contradiction: None,
            why: None,
            distinct: up_to.is_some(),
            up_to: up_to.filter(|&up_to| up_to != UpTo::Symmetries),
            title: self.subject.title.clone(),
            engine: self.engine(),
            cross_check: None,
            items,
            options,
            nodes: nodes.into(),
            seconds: rounded(time),
            plan: self.plan.clone(),
        }
    }

    /// Says why there is no solution, if there is none in all of the tree.
    pub fn explain(&self, total: &mut Total, control: &Control) {
        if total.is_none() {
            total.why = self.why_empty(total.contradiction.as_deref(), control);
        }
    }
}

impl Total {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        self.count == Integer::default()
    }

    /// One line about how they were found.
    pub fn account(&self) -> String {
        let engine = self.engine.map_or("no engine needed".to_owned(), |engine| format!("{engine} engine"));
        format!("{engine}, {} nodes, {}", self.nodes.0, time(self.seconds))
    }

    /// The number.
    pub fn text(&self) -> String {
        format!("{}\n", self.count.0)
    }
}
