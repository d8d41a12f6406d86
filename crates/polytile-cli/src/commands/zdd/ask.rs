//! The questions, each with its answer in text and in JSON.

use super::read::{set_of, weights};
use super::show::Show;
use super::subject::Subject;
use super::{Args, heat};
use crate::failure::Failure;
use crate::input::READING;
use crate::output::{self, integer};
use crate::run::Run;
use crate::say::{say, say_line};
use crate::screen::Screen;
use num_bigint::{BigInt, BigUint};
use polytile::ask::subject::contradicting_lines;
use polytile::count::Count;
use polytile::exact_cover::ExactCover;
use polytile::plan::{self, Answer, CountOptions};
use polytile::problem::Problem;
use polytile::run::Progress;
use polytile::solve::{Options, Question, Search};
use polytile::zdd::{Counted, Goal, TooManyNodes};
use serde_json::{Value, json};
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// Lines of a plot at most; levels side by side share one where there are more.
const PLOT_LINES: usize = 60;
/// The longest bar of a plot.
const BAR: usize = 40;

/// Draws what is to be drawn.
///
/// # Errors
/// When the diagram is too large for a picture, or a file cannot be written.
pub fn pictures(args: &Args, subject: &Subject) -> Result<(), Failure> {
    let family = &subject.family;
    let too_large = |e: TooManyNodes| {
        let help =
            "narrow it down using --with and --without, ask for a smaller board, or draw its --profile";
        Failure::limit(e.to_string(), help)
    };
    if let Some(path) = &args.dot {
        output::write_file(path, family.dot().map_err(too_large)?.as_bytes())?;
    }
    // The maps of the cells wait for the counts.
    if let (Some(path), false) = (&args.svg, args.marginals) {
        let svg = if args.profile { family.profile_svg() } else { family.svg().map_err(too_large)? };
        output::write_file(path, svg.as_bytes())?;
    }
    Ok(())
}

/// Answers everything that `args` ask, in the order in which the help lists it.
///
/// # Errors
/// When a limit is reached, there is no answer, or it cannot be written.
pub fn all(args: &Args, subject: &Subject, run: &Run) -> Result<(), Failure> {
    let asking = Asking { args, subject, run };
    if args.stats || args.asks_nothing() {
        asking.stats()?;
    }
    if args.count {
        let count = subject.family.diagram().count(&run.control)?;
        let contradiction = subject.contradiction(args, run);
        asking.say(
            || format!("{count}\n"),
            || with_reason(json!({"answer": "count", "count": integer(&count)}), contradiction.as_deref()),
        )?;
        asking.explain(contradiction.as_deref());
    }
    if args.by_size {
        for (size, count) in subject.family.diagram().count_by_size(&run.control)? {
            let json = || json!({"answer": "by-size", "size": size, "count": integer(&count)});
            asking.say(|| format!("{size}\t{count}\n"), json)?;
        }
    }
    // In a picture, or here.
    if args.profile && (args.svg.is_none() || args.marginals || args.json) {
        asking.profile()?;
    }
    let mut show = Show::new(subject, args);
    if let Some(number) = args.list {
        run.hide();
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        for (i, set) in subject.family.diagram().sets().take(number).enumerate() {
            let share = (i as u128 * 1_000_000 / number as u128) as u32;
            run.control.check(Progress::Search { share, found: i as u64 })?;
            show.set("list", &set, None, json!({"number": i + 1}))?;
        }
    }
    if args.marginals || args.sample.is_some() || args.kth.is_some() || args.rank.is_some() {
        let counted = subject.family.diagram().counted(&run.control)?;
        run.hide();
        if args.marginals {
            asking.marginals(&counted)?;
        }
        if let Some(number) = args.sample {
            asking.sample(&counted, number, &mut show)?;
        }
        if let Some(k) = &args.kth {
            asking.kth(&counted, k, &mut show)?;
        }
        if let Some(set) = &args.rank {
            asking.rank(&counted, set)?;
        }
    }
    if let Some(name) = &args.weights {
        let weights = run.bounded(READING, || weights(name, &subject.family))?;
        run.hide();
        for (asked, goal, answer) in
            [(args.lightest, Goal::Lightest, "lightest"), (args.heaviest, Goal::Heaviest, "heaviest")]
        {
            if asked {
                asking.best(&weights, goal, answer, &mut show)?;
            }
        }
    }
    if args.cross_check {
        asking.cross_check()?;
    }
    run.hide();
    Ok(())
}

/// The same as a field of the answer.
fn with_reason(mut answer: Value, contradiction: Option<&[u32]>) -> Value {
    if let Some(lines) = contradiction {
        answer["contradiction"] = json!(lines);
    }
    answer
}

struct Asking<'a> {
    args: &'a Args,
    subject: &'a Subject,
    run: &'a Run,
}

impl Asking<'_> {
    fn say(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) -> Result<(), Failure> {
        self.run.hide();
        if self.args.json { output::print_json(&json()) } else { output::print(&text()) }
    }

    fn stats(&self) -> Result<(), Failure> {
        let diagram = self.subject.family.diagram();
        let (variables, nodes) = (diagram.variables(), diagram.nodes());
        let count = diagram.count(&self.run.control)?;
        let order = self.subject.order();
        let restricted = self.subject.family.is_restricted();
        let contradiction = self.subject.contradiction(self.args, self.run);
        let text = || {
            let some = if restricted { ", of those that --with and --without have left" } else { "" };
            let order = order.as_ref().map(|order| format!(", options by {order}")).unwrap_or_default();
            format!(
                "variables  {variables}{order}\nnodes      {nodes}, the two terminals included\ncount      {count}{some}\n"
            )
        };
        let json = || {
            let stats = json!({
                "answer": "stats",
                "variables": variables,
                "nodes": nodes,
                "count": integer(&count),
                "order": order,
                "restricted": restricted,
                "bytes": diagram.bytes(),
                "title": self.subject.family.puzzle().and_then(|p| p.title.clone()),
                "seconds": (self.subject.time.as_secs_f64() * 1e6).round() / 1e6,
            });
            with_reason(stats, contradiction.as_deref())
        };
        self.say(text, json)?;
        self.explain(contradiction.as_deref());
        Ok(())
    }

    /// Tells which guesses contradict each other, if some do, beside an answer that is not JSON and so does not say it.
    fn explain(&self, contradiction: Option<&[u32]>) {
        if let Some(lines) = contradiction.filter(|_| !self.args.json && !self.args.run.quiet) {
            say(&contradicting_lines(lines));
        }
    }

    fn profile(&self) -> Result<(), Failure> {
        let family = &self.subject.family;
        let levels: Vec<usize> = family.profile().collect();
        let text = || {
            let share = levels.len().div_ceil(PLOT_LINES).max(1);
            let most = levels.iter().copied().max().unwrap_or(0).max(1);
            let digits = most.to_string().len();
            let mut text = String::new();
            for (i, some) in levels.chunks(share).enumerate() {
                let nodes = some.iter().copied().max().unwrap_or(0);
                let bar = "#".repeat((nodes * BAR).div_ceil(most));
                let name = &family.names()[i * share];
                let variable = i * share + 1;
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{variable:>5} {nodes:>digits$} {bar:BAR$} {name}");
            }
            if share > 1 {
                let _ =
                    writeln!(text, "one line for {share} variables: the first, and the nodes of the largest");
            }
            text
        };
        self.say(text, || json!({"answer": "profile", "levels": levels}))
    }

    fn marginals(&self, counted: &Counted<'_>) -> Result<(), Failure> {
        let frequencies = counted.frequencies(&self.run.control)?;
        if let Some(path) = &self.args.svg {
            output::write_file(
                path,
                heat::maps(&self.subject.family, &frequencies, counted.total(), &self.run.control)?
                    .svg()
                    .as_bytes(),
            )?;
            if !self.args.ascii && !self.args.json {
                return Ok(());
            }
        }
        if self.args.ascii {
            let maps = heat::maps(&self.subject.family, &frequencies, counted.total(), &self.run.control)?;
            return output::print(&Screen::find().map(&maps)?);
        }
        let (total, nodes) = (frequencies.len() as u64, self.subject.family.diagram().nodes());
        for (i, (name, count)) in self.subject.family.names().iter().zip(&frequencies).enumerate() {
            self.run.control.check(Progress::Operations { done: i as u64, total, nodes })?;
            let share = heat::share(count, counted.total());
            let json =
                || json!({"answer": "marginals", "option": name, "count": integer(count), "share": share});
            self.say(|| format!("{share:.6}\t{count}\t{name}\n"), json)?;
        }
        Ok(())
    }

    fn sample(&self, counted: &Counted<'_>, number: u64, show: &mut Show<'_>) -> Result<(), Failure> {
        // Small enough to be typed again.
        let seed = self.args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
        let (mut drawn, mut failed) = (0_u64, None);
        let done = counted.sample(number, seed, &self.run.control, |set| {
            drawn += 1;
            let about = json!({"number": integer(&drawn.into()), "seed": integer(&seed.into())});
            failed = show.set("sample", &set, None, about).err();
            failed.is_none()
        });
        if let Some(failed) = failed {
            return Err(failed);
        }
        done?;
        if drawn < number && !self.args.run.quiet {
            say_line(&format!("there is no {} to draw", self.subject.noun()));
        }
        self.run.account(|| format!("{number} drawn from {}, seed {seed}", counted.total()));
        Ok(())
    }

    fn kth(&self, counted: &Counted<'_>, k: &BigUint, show: &mut Show<'_>) -> Result<(), Failure> {
        let total = counted.total();
        let Some(set) = counted.kth(k) else {
            let noun = self.subject.noun();
            let (message, help) = if *k == BigUint::ZERO {
                (format!("there is no {noun} number 0"), "they are counted from 1".to_owned())
            } else if *total == BigUint::ZERO {
                (format!("there is no {noun} at all"), "--kth needs one at least".to_owned())
            } else {
                (format!("there is no {noun} number {k}"), format!("give a number from 1 to {total}"))
            };
            return Err(Failure::usage(message, help));
        };
        let caption = self.place(k, total);
        let about = json!({"number": integer(k), "of": integer(total), "order": self.ordered()});
        show.set("kth", &set, Some(caption), about)
    }

    /// Which of how many, in what order.
    fn place(&self, k: &Count, total: &Count) -> String {
        let order = self.subject.order().map(|order| format!(" by {order}"));
        let order = order.unwrap_or_else(|| ", which --marginals lists".to_owned());
        format!("{k} of {total}, in the order of the options{order}")
    }

    /// The order in one word: that of the cells, or else the one in which a question lists the options.
    fn ordered(&self) -> String {
        self.subject.order().unwrap_or_else(|| "marginals".to_owned())
    }

    fn rank(&self, counted: &Counted<'_>, text: &str) -> Result<(), Failure> {
        let set = set_of(text, &self.subject.family)?;
        let Some(rank) = counted.rank(&set) else {
            return Err(Failure::other(format!(
                "this is not one of the {}s of the diagram",
                self.subject.noun()
            )));
        };
        let total = counted.total();
        let json = || json!({"answer": "rank", "rank": integer(&rank), "of": integer(total), "order": self.ordered()});
        self.say(|| self.place(&rank, total) + "\n", json)
    }

    fn best(&self, weights: &[BigInt], goal: Goal, answer: &str, show: &mut Show<'_>) -> Result<(), Failure> {
        let (mut number, mut failed) = (0_u64, None);
        let each = |set: Vec<u32>, weight: BigInt| {
            number += 1;
            let about = json!({"number": integer(&number.into()), "weight": output::signed(&weight)});
            failed = show.set(answer, &set, Some(format!("weight {weight}")), about).err();
            failed.is_none()
        };
        let asked = self.args.best.unwrap_or(1);
        let diagram = self.subject.family.diagram();
        let done = diagram.best(weights, goal, asked, &self.run.control, each);
        if let Some(failed) = failed {
            return Err(failed);
        }
        done?;
        if number == 0 && asked > 0 && !self.args.run.quiet {
            say_line(&format!("there is no {}", self.subject.noun()));
        }
        Ok(())
    }

    fn cross_check(&self) -> Result<(), Failure> {
        if self.subject.family.is_restricted() {
            return Err(Failure::usage(
                "the diagram holds what --with and --without have left, and another engine would count all there is",
                "leave --cross-check out, or give the puzzle itself",
            ));
        }
        let found = self.subject.family.diagram().count(&self.run.control)?;
        let (engine, other) = match (self.subject.family.puzzle(), &self.subject.cover) {
            (Some(puzzle), _) => self.tilings(&puzzle.problem)?,
            (None, Some(cover)) => self.covers(cover)?,
            (None, None) => {
                return Err(Failure::usage(
                    "the diagram of an exact cover is saved without it, so nothing else can count its sets",
                    "leave --cross-check out, or give the puzzle itself",
                ));
            }
        };
        let agrees = other == found;
        let json =
            || json!({"answer": "cross-check", "engine": engine, "count": integer(&other), "agrees": agrees});
        self.say(|| format!("{engine} {}: {other}\n", if agrees { "agrees" } else { "differs" }), json)?;
        if agrees { Ok(()) } else { Err(Failure::wrong()) }
    }

    /// Another engine, and the number of tilings it finds.
    fn tilings(&self, problem: &Problem) -> Result<(String, Count), Failure> {
        let counted = plan::count(problem, &CountOptions::default(), &self.run.control)?;
        let Answer::Total(other) = counted.answer else { return Err(Failure::other("a count by pieces")) };
        let engine = counted.plan.as_ref().and_then(|plan| plan.candidates.get(plan.chosen));
        let engine = engine
            .map_or("areas and colours".to_owned(), |c| format!("the {} engine by {}", c.engine, c.order));
        Ok((engine, other))
    }

    /// The engine that searches, and the number of solutions it finds.
    fn covers(&self, cover: &Arc<ExactCover>) -> Result<(String, Count), Failure> {
        let options = Options { counting: true, ..Options::default() };
        let search = Search::new(&Question::covers(Arc::clone(cover)), &options, &self.run.control)?;
        let report = search.count(search.beginning(), None, &self.run.control);
        let report = report.map_err(|e| Failure::other(e.to_string()))?;
        if let Some(stopped) = report.stopped {
            return Err(stopped.into());
        }
        Ok((format!("a search by the {} engine", search.engine), report.found.into()))
    }
}
