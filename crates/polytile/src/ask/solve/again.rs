//! How many solutions there are, once more, by another engine.
//!
//! In: a question about solutions, and how many the engine that answers it found: all of them, or the first so many. Out: who found
//! as many. The number of all solutions is counted in a diagram if it was searched for, and where it was held in a diagram state by
//! state or by a search; it shares nothing with the first. Where only some solutions count, or only the first were asked for, another
//! engine searches for as many, and a diagram is made only where no other search can be.
//!
//! Cost: that of the other engine.

use super::super::subject::{Kind, Subject};
use super::stream::{self, Failed, Taker};
use super::{All, Engine, Prepared, Way};
use crate::ask::compare::{Agreed, By, Unfound, number, recount, recount_all};
use crate::ask::{Unanswered, misused};
use crate::choice::Choice;
use crate::count::Count;
use crate::exact_cover::updates;
use crate::run::Control;
use crate::solve::{Options, Question, Search};
use std::ops::ControlFlow;

/// Makes a diagram of the tilings that areas or colours rule out: none may be in it.
///
/// # Errors
/// When there is one, or the diagram cannot be made.
pub(in crate::ask) fn recount_none(subject: &Subject, control: &Control) -> Result<Agreed, Unanswered> {
    let question = subject.encoded(control)?;
    let first = By::new(None::<Engine>, Count::ZERO);
    recount(&first, &[Engine::Zdd], number, |_| Ok(All::new(question.cover(), control)?.count(control)?))
}

impl Prepared {
    /// The updates that dancing links would make to find all solutions ([`updates`]): of an exact cover all of whose solutions are wanted, and none
    /// of whose items is covered twice.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn updates(&self, control: &Control) -> Result<Option<u64>, Unanswered> {
        match &self.subject.kind {
            Kind::Covers(cover) if self.wanted.is_all() => Ok(updates(cover, control)?),
            _ => Ok(None),
        }
    }

    /// Finds `count` solutions by another engine too, which are all there are if the first list was `complete`, and says by which.
    /// That areas or colours rule every tiling out a diagram confirms.
    ///
    /// # Errors
    /// When only a part of the tree was searched, no other engine can, `control` says stop, or the engines differ.
    pub fn recount(&self, count: &Count, complete: bool, control: &Control) -> Result<Agreed, Unanswered> {
        let Some(question) = self.subject.question() else { return recount_none(&self.subject, control) };
        if self.wanted.subtree.is_some() {
            return Err(misused(
                "the tree of another engine has other parts, so a part cannot be compared",
                "leave out --cross-check, or --subtree",
            ));
        }
        let first = By::new(self.engine(), count.clone());
        let all = complete && self.wanted.is_all();
        match &self.way {
            Way::Search(_) if all => recount(&first, &[Engine::Zdd], number, |_| {
                Ok(All::new(question.cover(), control)?.count(control)?)
            }),
            Way::Diagram(_) if all => recount_all(&question, first.found, |_, _| {}, control),
            _ => {
                // A diagram has all solutions, whether they are wanted or not.
                let can = |engine: &Engine| self.wanted.is_all() || engine.searching().is_some();
                let others: Vec<Engine> =
                    Engine::ALL.iter().copied().filter(|&e| Some(e) != self.engine()).filter(can).collect();
                let limit = u64::try_from(count.clone()).ok().filter(|_| !complete);
                recount(&first, &others, number, |engine| self.found_by(engine, &question, limit, control))
            }
        }
    }

    /// How many of the solutions that are wanted `engine` finds, up to a limit.
    fn found_by(
        &self,
        engine: Engine,
        question: &Question,
        limit: Option<u64>,
        control: &Control,
    ) -> Result<Count, Unfound> {
        let streamed = if let Some(searching) = engine.searching() {
            let options = Options {
                counting: limit.is_none(),
                up_to: self.wanted.up_to,
                conditions: self.subject.conditions(&self.wanted.conditions).map_err(Unanswered::from)?,
                engine: Some(searching),
                ..Options::default()
            };
            let search = Search::new(question, &options, control)?;
            let from = search.beginning();
            match limit {
                None => stream::count(&search, from, control, &mut Uncollected)?,
                limit => stream::search(&search, from, limit, control, &mut Uncollected)?,
            }
        } else {
            stream::diagram(&All::new(question.cover(), control)?, limit, control, &mut Uncollected)
        };
        match streamed.failed {
            Some(Failed::Stopped(stopped)) => Err(stopped.into()),
            Some(Failed::Untaken(unanswered)) => Err(unanswered.into()),
            None => Ok(streamed.found.into()),
        }
    }
}

/// Takes solutions that are only counted.
pub(super) struct Uncollected;

impl Taker for Uncollected {
    type Failure = Unanswered;

    fn take(&mut self, _: u64, _: &[u32]) -> Result<ControlFlow<()>, Unanswered> {
        Ok(ControlFlow::Continue(()))
    }
}
