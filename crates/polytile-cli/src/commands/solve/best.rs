//! `polytile solve --best`: the cheapest solutions.
//!
//! In: the arguments, and what is searched. Out: the solutions, the cheapest first, shown and drawn like any others. Where a limit
//! ends the search, those that are cheapest so far are shown, and the failure says so.

use super::args::Args;
use super::none::no_solution;
use super::show::Show;
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::run::Run;
use polytile::ask::best::{Best, Engine};
use polytile::ask::subject::Subject;
use polytile::format::subject::Given;
use polytile::format::xmpuzzle::Store;

/// Finds the `number` cheapest solutions of `subject`, and shows them.
///
/// # Errors
/// When nothing says what they cost, a limit is reached, or they cannot be written.
pub fn run(
    args: &Args,
    number: u64,
    subject: &Subject,
    store: Option<&Store>,
    run: &Run,
) -> Result<(), Failure> {
    let read = |name| run.bounded(READING, || input::read(name)).map(Given::Text);
    let weights = args.weights.as_deref().map(read).transpose()?;
    let engine = args.engine()?;
    if args.stats && engine.is_some_and(|engine: Engine| !engine.is_search()) {
        return Err(Failure::usage(
            "--stats is for a search, and a diagram is none",
            "leave it out, or let another engine search",
        ));
    }
    let (conditions, cross_check) = (args.conditions.clone(), args.cross_check);
    let question = Best { best: number, conditions, weights, engine, cross_check };
    let mut show = Show::new(subject, args, run)?.storing(store);
    let found = question.find(subject, &run.control)?;
    run.hide();
    args.explain.say(&found.plan);
    for (number, (cost, chosen)) in (1..).zip(&found.solutions) {
        show.priced(number, cost, chosen)?;
    }
    let drawn = show.draw(args, false);
    if let Some(stopped) = found.stopped {
        let shown = found.solutions.len();
        let (s, are) = if shown == 1 { ("", "is") } else { ("s", "are") };
        let known = format!(
            "; the {shown} solution{s} shown {are} the cheapest so far, and there may be cheaper ones"
        );
        drawn?;
        return Err(Failure::from(stopped).saying(if shown == 0 { "" } else { &known }));
    }
    drawn?;
    if args.cross_check {
        let agreed = question.recount(subject, &found, &run.control);
        run.hide();
        args.run.say_agreed(Some(agreed?));
    }
    let time = run.finish();
    if found.solutions.is_empty() && number > 0 {
        no_solution(args, subject, run)?;
    }
    if let Some(engine) = found.engine {
        let (solutions, seconds) = (found.solutions.len(), time.as_secs_f64());
        let s = if solutions == 1 { "" } else { "s" };
        run.account(|| {
            format!("{solutions} solution{s}, {} nodes, {engine} engine, {seconds:.3} s", found.nodes)
        });
    }
    args.say_levels(&found.levels);
    Ok(())
}
