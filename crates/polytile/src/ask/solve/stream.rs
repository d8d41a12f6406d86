//! Solutions as they come: from a search that rests now and then, or from a diagram.
//!
//! Whoever wants them is a [`Taker`]. It is told of every solution, says when the search should rest, and is then shown what is
//! left of it, to be kept.

use super::All;
use crate::ask::Unanswered;
use crate::exact_cover::crew::add_levels;
use crate::run::clock::Instant;
use crate::run::{Control, Progress, Refused, Stopped};
use crate::solve::{Remaining, Reply, Report, Search};
use std::ops::ControlFlow;

/// Whoever takes solutions.
pub trait Taker: Send {
    /// Why it cannot.
    type Failure: From<Unanswered> + Send;

    /// Takes the solution of this number, as options, and says whether it wants more.
    ///
    /// # Errors
    /// When it cannot: then it gets no more.
    fn take(&mut self, number: u64, chosen: &[u32]) -> Result<ControlFlow<()>, Self::Failure>;

    /// When the search should rest next.
    fn pause(&self) -> Option<Instant> {
        None
    }

    /// What is left of the search, which rests or has come to its end.
    ///
    /// # Errors
    /// When it should be kept, and cannot be.
    fn rest(&mut self, _search: &Search, _left: &Remaining) -> Result<(), Self::Failure> {
        Ok(())
    }
}

/// How it ended.
#[derive(Debug)]
pub struct Streamed<F> {
    /// Solutions taken or counted, in this run and in those that it resumed.
    pub found: u64,
    /// Solutions taken in this run from each part of the tree that is searched, in their order; nothing of a diagram.
    pub by_part: Vec<u64>,
    /// Whether these are all.
    pub complete: bool,
    /// What is left of the search, if it was one.
    pub left: Option<Remaining>,
    /// Nodes of the search in this run, or of the diagram.
    pub nodes: u64,
    /// Those of the search on each level; nothing of a diagram.
    pub levels: Vec<u64>,
    /// Why it ended early.
    pub failed: Option<Failed<F>>,
}

/// Why it ended early.
#[derive(Debug)]
pub enum Failed<F> {
    /// The control said so.
    Stopped(Stopped),
    /// A solution could not be taken.
    Untaken(F),
}

impl<F> Streamed<F> {
    /// Nothing: there is no solution.
    pub(super) fn nothing() -> Self {
        Streamed {
            found: 0,
            by_part: Vec::new(),
            complete: true,
            left: None,
            nodes: 0,
            levels: Vec::new(),
            failed: None,
        }
    }
}

/// Hands solutions of `search` to `taker`, from where `from` was, until `limit` have been taken in this run.
///
/// # Errors
/// When `from` is not part of the search, or what is left cannot be kept.
pub fn search<T: Taker>(
    search: &Search,
    from: Remaining,
    limit: Option<u64>,
    control: &Control,
    taker: &mut T,
) -> Result<Streamed<T::Failure>, T::Failure> {
    let (mut untaken, mut taken) = (None, 0);
    let mut streamed = shifts(search, from, taker, |taker, from, pause| {
        let mut number = from.found;
        search.list(from, pause, control, &mut |chosen| {
            if limit == Some(taken) {
                return Reply::Refused;
            }
            let going = match taker.take(number + 1, chosen) {
                Ok(going) => going,
                Err(failure) => {
                    untaken = Some(failure);
                    return Reply::Refused;
                }
            };
            number += 1;
            taken += 1;
            if going.is_break() || limit == Some(taken) { Reply::Enough } else { Reply::More }
        })
    })?;
    streamed.failed = untaken.map(Failed::Untaken).or(streamed.failed);
    Ok(streamed)
}

/// Counts solutions of `search` from where `from` was; `taker` is only shown what is left.
///
/// # Errors
/// As [`search`].
pub fn count<T: Taker>(
    search: &Search,
    from: Remaining,
    control: &Control,
    taker: &mut T,
) -> Result<Streamed<T::Failure>, T::Failure> {
    shifts(search, from, taker, |_, from, pause| search.count(from, pause, control))
}

/// Runs the search by `shift`, which is called again after every rest.
fn shifts<T: Taker>(
    search: &Search,
    mut from: Remaining,
    taker: &mut T,
    mut shift: impl FnMut(&mut T, Remaining, Option<Instant>) -> Result<Report, Refused>,
) -> Result<Streamed<T::Failure>, T::Failure> {
    // Before the work, so that what cannot be kept is reported at once.
    taker.rest(search, &from)?;
    let (mut profile, mut by_part) = (Vec::new(), Vec::new());
    loop {
        let pause = taker.pause();
        let report = shift(taker, from, pause).map_err(Unanswered::from)?;
        add_levels(&mut profile, &report.profile);
        add_levels(&mut by_part, &report.by_part);
        let found = report.found;
        let complete = report.remaining.is_none();
        // Nothing, if it came to its end.
        let left = report.remaining.unwrap_or(Remaining { left: Vec::new(), found });
        taker.rest(search, &left)?;
        if complete || report.stopped.is_some() || report.enough {
            let (nodes, failed) = (profile.iter().sum(), report.stopped.map(Failed::Stopped));
            let left = Some(left);
            return Ok(Streamed { found, by_part, complete, left, nodes, levels: profile, failed });
        }
        from = left;
    }
}

/// Hands the solutions of a diagram to `taker`, until `limit` have been taken.
pub fn diagram<T: Taker>(
    all: &All,
    limit: Option<u64>,
    control: &Control,
    taker: &mut T,
) -> Streamed<T::Failure> {
    let (mut found, mut failed, mut going) = (0, None, ControlFlow::Continue(()));
    let mut solutions = all.solutions();
    let complete = loop {
        let Some(chosen) = solutions.next() else { break true };
        if limit == Some(found) || going.is_break() {
            break false;
        }
        let taken = match control.check(Progress::Solutions { found }) {
            Ok(()) => taker.take(found + 1, &chosen).map_err(Failed::Untaken),
            Err(stopped) => Err(Failed::Stopped(stopped)),
        };
        match taken {
            Ok(wanted) => going = wanted,
            Err(reason) => {
                failed = Some(reason);
                break false;
            }
        }
        found += 1;
    };
    Streamed { found, complete, nodes: all.nodes(), failed, ..Streamed::nothing() }
}
