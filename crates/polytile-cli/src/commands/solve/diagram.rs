//! Solutions from a decision diagram that holds them all.

use super::show::Show;
use super::{Args, Kind, Subject, no_solution};
use crate::failure::Failure;
use crate::output::{self, integer};
use crate::run::Run;
use polytile::count::Count;
use polytile::exact_cover::ExactCover;
use polytile::run::Control;
use polytile::zdd::Diagram;
use polytile::zdd::cover::{build, narrow};
use serde_json::json;

/// All solutions of an exact cover, and the option that each variable is.
struct All {
    diagram: Diagram,
    order: Vec<u32>,
}

impl All {
    fn new(cover: &ExactCover, control: &Control) -> Result<Self, Failure> {
        let order = narrow(cover, control)?;
        Ok(All { diagram: build(cover, &order, control)?, order })
    }

    fn solutions(&self) -> impl Iterator<Item = Vec<u32>> {
        self.diagram.sets().map(|set| set.iter().map(|&v| self.order[v as usize]).collect())
    }
}

fn cover(subject: &Subject) -> &ExactCover {
    match &subject.kind {
        Kind::Tilings(_, encoded) => encoded.cover(),
        Kind::Covers(cover) | Kind::Digits(_, cover) => cover,
    }
}

/// Number of solutions, by a diagram.
///
/// # Errors
/// When a limit stops it.
pub fn count(subject: &Subject, control: &Control) -> Result<Count, Failure> {
    let all = All::new(cover(subject), control)?;
    Ok(all.diagram.count(control)?)
}

/// Answers what `args` ask by a diagram.
///
/// # Errors
/// When they ask for what only a search can do, a limit stops it, or an answer cannot be written.
pub fn run(args: &Args, subject: &Subject, run: &Run) -> Result<(), Failure> {
    let searched = [
        (args.distinct, "--distinct"),
        (!args.conditions.is_empty(), "--where"),
        (args.random, "--random"),
        (args.subtree.is_some(), "--subtree"),
        (args.checkpoint.is_some(), "--checkpoint"),
        (args.resume.is_some(), "--resume"),
        (args.gif.is_some(), "--gif"),
    ];
    if let Some((_, option)) = searched.iter().find(|(asked, _)| *asked) {
        return Err(Failure::usage(
            format!("{option} is for a search, and a diagram is none"),
            "leave it out, or let another engine search",
        ));
    }
    let all = All::new(cover(subject), &run.control)?;
    let total = all.diagram.count(&run.control)?;
    let time = run.finish();
    let account = || {
        format!("{total} solutions, {} nodes, zdd engine, {:.3} s", all.diagram.nodes(), time.as_secs_f64())
    };
    if args.count {
        let count = json!({
            "count": integer(&total), "distinct": false, "title": subject.title, "engine": "zdd",
            "items": cover(subject).items().len(), "options": all.order.len(),
            "nodes": integer(&all.diagram.nodes().into()), "seconds": (time.as_secs_f64() * 1e6).round() / 1e6,
        });
        if args.json {
            output::print_json(&count)?;
        } else {
            output::print(&format!("{total}\n"))?;
        }
        run.account(account);
        return Ok(());
    }
    let mut show = Show::new(subject, args);
    let limit = if args.unique { Some(2) } else { args.wanted() };
    let limit = limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let mut numbered = (1..).zip(all.solutions().take(limit));
    if args.unique {
        show.verdict(args, &numbered.map(|(_, chosen)| chosen).collect::<Vec<_>>())?;
    } else {
        numbered.try_for_each(|(number, chosen)| show.solution(number, &chosen))?;
    }
    if total == Count::ZERO {
        no_solution(args, subject, run)?;
    } else {
        show.finish(args, subject.title.as_deref())?;
    }
    run.account(account);
    Ok(())
}
