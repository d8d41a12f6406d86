//! `polytile solve`: solutions one by one, all of them, some, or just how many.
//!
//! In: the arguments. The library decides who answers, a search or a diagram; a [`Job`] runs it, and `show` shows what is
//! found. While a search runs, what is left of it is written every few seconds, and at the end in any case, so that a
//! later run resumes where this one was stopped and nothing is shown twice or lost. Where there is no solution, a reason that a
//! person can check is looked for (`none`): weights on the cells, or guesses that contradict each other. `best` asks for the cheapest.

mod animate;
mod args;
mod best;
mod none;
mod show;

use crate::failure::Failure;
use crate::input::{self, READING, warn};
use crate::listing::say_cut;
use crate::output;
use crate::pictures::not_drawn;
use crate::run::Run;
use crate::say::say_line;
pub use args::Args;
use none::{contradiction, no_solution};
use polytile::ask::convert::{Format, no_board, store};
use polytile::ask::solve::{Engine, Failed, Prepared, Unique, Way, images_unknown};
use polytile::ask::subject::{Subject, contradicting_lines};
use polytile::ask::{self, Unanswered};
use polytile::count::Count;
use polytile::format::subject::Subject as Read;
use polytile::format::xmpuzzle::Store;
use polytile::run::{Control, Stopped};
use show::Show;
use std::time::Duration;

/// Searches, and shows what was found.
///
/// # Errors
/// When there is no puzzle, the question means nothing for it, a limit is reached, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let (read, store) = run.bounded(READING, || read(args, &run.control))?;
    let subject = Subject::new(read, &run.control)?;
    if args.random && args.seed.is_none() && (args.checkpoint.is_some() || args.resume.is_some()) {
        return Err(Failure::usage(
            "a random order that is to be resumed needs a seed",
            "add --seed with a number, the same every time",
        ));
    }
    if args.pictures.asked() && !show::can_be_drawn(&subject, &run.control)? {
        return Err(not_drawn());
    }
    args.pictures.look.fits(subject.problem().map(|problem| problem.region.lattice()))?;
    if let Some(number) = args.best {
        return best::run(args, number, &subject, store.as_ref(), &run);
    }
    args.engine::<Engine>()?;
    let question = args.question();
    let prepared = question.wanted.prepare(&subject, args.count, args.beside(), &run.control)?;
    args.explain.say(&prepared.plan);
    if let (Some(seed), Some(_)) = (prepared.seed, prepared.search()) {
        run.account(|| format!("seed {seed}"));
    }
    if let (Some(path), Some(search)) = (&args.gif, prepared.search()) {
        let found = animate::write(path, &subject, search, (args.colours, args.pictures.look), &run)?;
        if !found {
            return no_solution(args, &subject, &run);
        }
        if !args.json && !args.ascii {
            return Ok(());
        }
    }
    let job = Job { args, subject: &subject, store: store.as_ref(), prepared, run: &run };
    if args.count {
        job.count()
    } else if args.unique {
        job.unique()
    } else {
        job.list(question.limit())
    }
}

/// What is searched, and the file of BurrTools that its solutions go into, if there is to be one.
///
/// # Errors
/// When either cannot be.
fn read(args: &Args, control: &Control) -> Result<(Read, Option<Store>), Failure> {
    let words = input::words(args.puzzle.as_deref(), None, &args.options)?;
    let read = words.read()?;
    warn(read.warnings);
    let store = match (&read.subject, &args.xmpuzzle) {
        (_, None) => None,
        (Read::Tiling(tiled), Some(_)) => {
            let (store, warnings) = store(&words, tiled, control)?;
            warn(warnings);
            Some(store)
        }
        (_, Some(_)) => return Err(no_board(Format::Xmpuzzle).into()),
    };
    Ok((read.subject, store))
}

/// One question while it is being answered.
struct Job<'a> {
    args: &'a Args,
    subject: &'a Subject,
    /// What solutions are written into, if that was asked for.
    store: Option<&'a Store>,
    prepared: Prepared,
    run: &'a Run,
}

impl Job<'_> {
    fn count(mut self) -> Result<(), Failure> {
        let (args, control) = (self.args, &self.run.control);
        self.prepared.build(control)?;
        let (found, nodes, levels) = if let Way::Diagram(Some(all)) = &self.prepared.way {
            (all.count(control)?, all.nodes(), Vec::new())
        } else {
            let mut show = Show::new(self.subject, args, self.run)?;
            let from = show.resumed(&self.prepared)?;
            let counted = self.prepared.count(from, control, &mut show)?;
            self.run.hide();
            if let Some(Failed::Stopped(stopped)) = counted.failed {
                return Err(self.stopped(stopped, None));
            }
            (counted.found.into(), counted.nodes, counted.levels)
        };
        let time = self.run.finish();
        self.account(&found, nodes, time);
        args.say_levels(&levels);
        let mut total = self.prepared.total(&found, nodes, time);
        if args.cross_check {
            total.cross_check = Some(self.prepared.recount(&found, true, control)?);
            self.run.hide();
            args.run.say_agreed(total.cross_check);
        }
        if !args.json {
            output::print(&total.text())?;
        }
        if total.is_none() {
            total.contradiction = contradiction(args, self.subject, self.run);
        }
        self.prepared.explain(&mut total, control);
        if args.json {
            output::print_json(&ask::json(&total))?;
            return self.say_updates(!levels.is_empty());
        }
        if let Some(lines) = &total.contradiction {
            self.say(contradicting_lines(lines).trim_end());
        } else {
            self.run.account_for(total.why.as_deref());
        }
        self.say_updates(!levels.is_empty())
    }

    /// Says what dancing links would have done, after a search of all that was asked to say what it did. The answer is out: a limit ends
    /// this alone.
    fn say_updates(&self, complete: bool) -> Result<(), Failure> {
        if self.args.stats && complete {
            let updates = self.prepared.updates(&self.run.control);
            self.run.hide();
            match updates {
                Ok(None) => {}
                Ok(Some(updates)) => say_line(&format!("dancing links: {updates} updates")),
                Err(Unanswered::Stopped(_)) => {
                    say_line("dancing links: a limit was reached before the updates were counted");
                }
                Err(unanswered) => return Err(unanswered.into()),
            }
        }
        Ok(())
    }

    fn list(mut self, limit: Option<u64>) -> Result<(), Failure> {
        let args = self.args;
        let mut show = Show::new(self.subject, args, self.run)?.storing(self.store).like_knuth(args)?;
        let from = show.resumed(&self.prepared)?;
        // What is resumed was shown in part before.
        let from_start = args.resume.is_none();
        let listed = self.prepared.list(from, limit, &self.run.control, &mut show)?;
        self.run.hide();
        // However the search ended, what was found is drawn.
        let drawn = show.draw(args, listed.complete && from_start);
        let Some(failed) = listed.failed else {
            if drawn? {
                show.drawn(self.prepared.search().zip(listed.left.as_ref()))?;
            } else if args.draws() && listed.found > 0 {
                self.say("no picture is written: there is no further solution to draw");
            }
            if args.subtree.is_some() && args.json {
                let mut part = self.prepared.listed(&listed, self.run.finish());
                part.complete &= from_start;
                output::print_json(&ask::json(&part))?;
            }
            if show.is_full() && !listed.complete && !args.run.quiet {
                say_cut("--limit N shows N of them, and ");
            }
            if args.cross_check {
                let found = listed.found.into();
                let agreed = self.prepared.recount(&found, listed.complete, &self.run.control);
                self.run.hide();
                args.run.say_agreed(Some(agreed?));
            }
            let time = self.run.finish();
            if listed.found == 0 && listed.complete {
                no_solution(args, self.subject, self.run)?;
            }
            self.account(&listed.found.into(), listed.nodes, time);
            args.say_levels(&listed.levels);
            return self.say_updates(listed.complete && from_start);
        };
        let seen = match drawn {
            Err(undrawn) => {
                undrawn.report();
                if show.only_draws() { "none drawn".to_owned() } else { format!("{} shown", listed.found) }
            }
            Ok(true) if show.only_draws() => format!("{} drawn", show.undrawn()),
            Ok(_) => format!("{} shown", listed.found),
        };
        Err(match failed {
            Failed::Stopped(stopped) => self.stopped(stopped, Some(&seen)),
            Failed::Untaken(failure) => failure,
        })
    }

    fn unique(mut self) -> Result<(), Failure> {
        let args = self.args;
        let mut show = Show::new(self.subject, args, self.run)?.storing(self.store);
        self.prepared.build(&self.run.control)?;
        let verdict = self.prepared.verdict(&self.run.control);
        self.run.hide();
        let mut verdict = verdict.map_err(|unanswered| match unanswered {
            Unanswered::Stopped(stopped) => self.stopped(stopped, Some("0 shown")),
            other => other.into(),
        })?;
        let question = Unique { wanted: args.question().wanted };
        let compared = question.compare(self.subject, &mut verdict, &self.run.control);
        self.run.hide();
        if let Some(stopped) = compared? {
            self.say(&images_unknown(&stopped));
        }
        args.run.say_agreed(verdict.cross_check);
        let time = self.run.finish();
        let (none, found) = (verdict.chosen.is_empty(), verdict.chosen.len());
        if none && args.json {
            verdict.contradiction = contradiction(args, self.subject, self.run);
            verdict.why = self.prepared.why_empty(verdict.contradiction.as_deref(), &self.run.control);
        }
        let nodes = verdict.nodes;
        show.verdict(args, verdict)?;
        if none {
            no_solution(args, self.subject, self.run)?;
        } else {
            show.draw(args, false)?;
        }
        self.account(&found.into(), nodes, time);
        Ok(())
    }

    fn say(&self, line: &str) {
        if !self.args.run.quiet {
            say_line(line);
        }
    }

    fn account(&self, found: &Count, nodes: u64, time: Duration) {
        let Some(engine) = self.prepared.engine() else { return };
        let s = if *found == 1_u8.into() { "" } else { "s" };
        let seconds = time.as_secs_f64();
        self.run.account(|| format!("{found} solution{s}, {nodes} nodes, {engine} engine, {seconds:.3} s"));
    }

    /// The failure of a run that was stopped, with what was `seen` of its answer and how to resume it.
    fn stopped(&self, stopped: Stopped, seen: Option<&str>) -> Failure {
        let mut failure = Failure::from(stopped);
        if let Some(seen) = seen {
            failure = failure.saying(&format!(" and {seen}"));
        }
        if self.prepared.search().is_none() {
            return failure;
        }
        let anew = "with --checkpoint FILE the next run can go on where this one stops";
        match self.args.checkpoint.as_ref().or(self.args.resume.as_ref()) {
            Some(path) => failure.advising(format!("go on with --resume {}", path.display())),
            None if self.prepared.only_searched.is_none() => failure.advising(
                format!("{anew}; --engine zdd, and `polytile zdd`, hold all solutions in a diagram, which may take far less"),
            ),
            None => failure.advising(anew),
        }
    }
}
