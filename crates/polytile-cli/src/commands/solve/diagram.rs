//! Solutions from a decision diagram that holds them all.
//!
//! Asked for by name, it answers whatever does not speak of a search. Unasked, it is tried for a count when a look at the
//! first nodes of the search says that there are very many: with little memory, so that an attempt in vain costs a second
//! at most, and the search goes on as if nothing had been. No clock decides: the same question is always answered by
//! the same engine.

use super::show::Show;
use super::{Args, Subject, counted, no_solution};
use crate::failure::Failure;
use crate::output::integer;
use crate::run::Run;
use crate::say::say_line;
use polytile::count::Count;
use polytile::exact_cover::ExactCover;
use polytile::plan::{self, Answer, CountOptions};
use polytile::run::{Control, Stopped};
use polytile::solve::{Engine, Options, Search};
use polytile::zdd::cover::{BuildError, build, narrow};
use polytile::zdd::{Diagram, EMPTY};
use serde_json::json;

/// Nodes of the search that are looked at to guess how many there are.
const LOOK: u64 = 1 << 14;
/// Nodes for which no diagram is tried: a search by masks, or by lists, is through with them in a second or a few.
const FEW: (f64, f64) = (5e7, 4e6);
/// Bytes that an attempt may take.
const ATTEMPT: u64 = 32 << 20;

/// All solutions of an exact cover, and the option that each variable is.
pub struct All {
    diagram: Diagram,
    order: Vec<u32>,
}

impl All {
    fn new(cover: &ExactCover, control: &Control) -> Result<Self, BuildError> {
        let order = narrow(cover, control)?;
        Ok(All { diagram: build(cover, &order, control)?, order })
    }

    /// Whether there is a solution.
    pub fn is_any(&self) -> bool {
        self.diagram.root() != EMPTY
    }

    fn solutions(&self) -> impl Iterator<Item = Vec<u32>> {
        self.diagram.sets().map(|set| set.iter().map(|&v| self.order[v as usize]).collect())
    }
}

/// Number of solutions, by a diagram.
///
/// # Errors
/// When a limit stops it.
pub fn total(subject: &Subject, control: &Control) -> Result<Count, Failure> {
    let all = All::new(subject.cover(), control)?;
    Ok(all.diagram.count(control)?)
}

/// The diagram that answers instead of `search`, if it is worth it, and why or why not.
///
/// # Errors
/// When `control` says stop.
pub fn instead(
    args: &Args,
    subject: &Subject,
    search: &Search,
    control: &Control,
) -> Result<(Option<All>, String), Failure> {
    if args.engine.is_some() {
        return Ok((None, "a diagram of all solutions: not tried, an engine was asked for".to_owned()));
    }
    if !args.count || args.searched().is_some() {
        return Ok((None, "a diagram of all solutions: tried unasked for a plain --count only".to_owned()));
    }
    attempt(subject.cover(), search, control).map_err(Failure::from)
}

/// The diagram of the solutions of `cover`, if `search` for them has very many nodes and it takes little memory; and why
/// or why not.
///
/// # Errors
/// When `control` says stop.
pub fn attempt(
    cover: &ExactCover,
    search: &Search,
    control: &Control,
) -> Result<(Option<All>, String), Stopped> {
    let nodes = search.expected_nodes(LOOK, control)?;
    let expected = format!("the search has {} nodes", about(nodes));
    let few = if search.engine == Engine::Bitboard { FEW.0 } else { FEW.1 };
    if nodes <= few {
        return Ok((None, format!("a diagram of all solutions: not tried, {expected}")));
    }
    let little = control.clone().memory(control.memory_budget().min(ATTEMPT));
    match All::new(cover, &little) {
        Ok(all) => {
            let why = format!("a diagram of all solutions: {} nodes, and {expected}", all.diagram.nodes());
            Ok((Some(all), why))
        }
        Err(BuildError::Stopped(stopped @ (Stopped::Interrupted(_) | Stopped::OutOfTime(_)))) => Err(stopped),
        Err(_) => {
            let why = format!("a diagram of all solutions: given up at {} MiB; {expected}", ATTEMPT >> 20);
            Ok((None, why))
        }
    }
}

fn about(nodes: f64) -> String {
    match nodes {
        few if few < 1e6 => format!("about {few:.0}"),
        many if many < 1e100 => format!("about {many:.1e}"),
        _ => "more than 1e100".to_owned(),
    }
}

/// Says how many solutions `all` holds.
///
/// # Errors
/// When a limit is reached, another engine disagrees, or the answer cannot be written.
pub fn count(args: &Args, subject: &Subject, all: &All, run: &Run) -> Result<(), Failure> {
    let found = all.diagram.count(&run.control)?;
    let time = run.finish();
    run.account(|| {
        format!("{found} solutions, {} nodes, zdd engine, {:.3} s", all.diagram.nodes(), time.as_secs_f64())
    });
    if args.cross_check {
        cross_check(args, subject, &found, run)?;
    }
    let answer = json!({
        "count": integer(&found), "distinct": false, "title": subject.title, "engine": "zdd",
        "items": subject.cover().items().len(), "options": all.order.len(),
        "nodes": integer(&all.diagram.nodes().into()), "seconds": (time.as_secs_f64() * 1e6).round() / 1e6,
    });
    counted(args, subject, &found, answer, run)
}

/// Counts once more: tilings state by state, anything else by a search.
fn cross_check(args: &Args, subject: &Subject, found: &Count, run: &Run) -> Result<(), Failure> {
    let (second, engine) = if let Some(problem) = subject.problem() {
        let counted = plan::count(problem, &CountOptions::default(), &run.control)?;
        let engine = counted.engine().map_or("no engine".to_owned(), |engine| engine.to_string());
        let Answer::Total(second) = counted.answer else { return Err(Failure::other("a count by pieces")) };
        (second, engine)
    } else {
        let options = Options { counting: true, ..Options::default() };
        let search = Search::new(&subject.question(), &options, &run.control)?;
        let report = search.count(search.beginning(), None, &run.control);
        let report = report.map_err(|e| Failure::other(e.to_string()))?;
        if let Some(stopped) = report.stopped {
            return Err(stopped.into());
        }
        (report.found.into(), search.engine.to_string())
    };
    run.hide();
    if second != *found {
        return Err(Failure::other(format!(
            "two engines disagree, and one of them is wrong: {found} by a diagram, {second} by {engine}"
        )));
    }
    if !args.run.quiet {
        say_line(&format!("cross-check: zdd and {engine} agree"));
    }
    Ok(())
}

/// Answers what `args` ask by a diagram.
///
/// # Errors
/// When they ask for what only a search can do, a limit stops it, or an answer cannot be written.
pub fn run(args: &Args, subject: &Subject, run: &Run) -> Result<(), Failure> {
    if let Some(option) = args.searched() {
        return Err(Failure::usage(
            format!("{option} is for a search, and a diagram is none"),
            "leave it out, or let another engine search",
        ));
    }
    if args.explain {
        let (items, options) = (subject.cover().items().len(), subject.cover().option_count());
        say_line(&format!(
            "a diagram of {items} items, {options} options\n* zdd       asked for: all solutions at once"
        ));
    }
    let all = All::new(subject.cover(), &run.control)?;
    if args.count {
        return count(args, subject, &all, run);
    }
    let total = all.diagram.count(&run.control)?;
    let time = run.finish();
    let account = || {
        format!("{total} solutions, {} nodes, zdd engine, {:.3} s", all.diagram.nodes(), time.as_secs_f64())
    };
    let mut show = Show::new(subject, args, &run.control);
    let limit = if args.unique { Some(2) } else { args.wanted() };
    let limit = limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let mut numbered = (1..).zip(all.solutions().take(limit));
    if args.unique {
        let found: Vec<_> = numbered.map(|(_, chosen)| chosen).collect();
        let none = found.is_empty() && args.json;
        let reason = if none { subject.contradiction(args, run) } else { None };
        show.verdict(args, &found, reason.as_deref())?;
        show.draw(args)?;
    } else {
        let shown = numbered.try_for_each(|(number, chosen)| show.solution(number, &chosen));
        // However the listing ended, what was found is drawn.
        let drawn = show.draw(args);
        shown?;
        drawn?;
    }
    if total == Count::ZERO {
        no_solution(args, subject, run)?;
    }
    run.account(account);
    Ok(())
}
