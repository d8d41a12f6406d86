//! `polytile solve`: solutions one by one, all of them, some, or just how many.
//!
//! In: the arguments. The library decides who answers, a search or a diagram; a [`Job`] runs it, and `show` shows what is
//! found. While a search runs, `checkpoint` writes what is left of it every few seconds, and at the end in any case, so that a
//! later run resumes where this one was stopped and nothing is shown twice or lost. Where there is no solution, a reason that a
//! person can check is looked for: weights on the cells, or guesses that contradict each other. `best` asks for the cheapest.

mod animate;
mod best;
mod checkpoint;
mod show;

use super::part::{digest, digest_of, label};
use super::why;
use crate::args::{Classes, Explain, PuzzleOptions, RunArgs};
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output;
use crate::pictures::{Pictures, not_drawn};
use crate::run::Run;
use crate::say::{say, say_line};
use crate::values::{either, share, word};
use clap::ValueHint;
use polytile::ask::solve::Engine;
use polytile::ask::solve::{Failed, List, Prepared, Share, Unique, Wanted, Way, images_unknown};
use polytile::ask::subject::{Kind, Subject, contradicting_lines, not_found_out};
use polytile::ask::why::Reason;
use polytile::ask::{self, Unanswered};
use polytile::choice::Choice;
use polytile::count::Count;
use polytile::exact_cover::certify;
use polytile::run::Stopped;
use serde_json::json;
use show::Show;
use std::path::PathBuf;
use std::time::Duration;

/// Find solutions: all, some, the only one, or how many
///
/// Searches the tilings of PUZZLE, or of --board with --pieces, or the solutions of an exact cover (a .dlx file) or a
/// Number Mind, and prints them as they are found, always in the same order whatever the number of threads.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), an exact cover in
    /// Knuth's format, a Number Mind, or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// Print the number of solutions
    #[arg(long, group = "compared", conflicts_with_all = ["limit", "first", "unique", "svg", "png", "gif"])]
    count: bool,
    #[command(flatten)]
    classes: Classes,
    /// Stop after N solutions [default: all; a terminal gets what it has room for]
    #[arg(long, short = 'n', alias = "number", value_name = "N", value_parser = word)]
    limit: Option<u64>,
    /// Stop after one solution, as --limit 1
    #[arg(long, conflicts_with = "limit")]
    first: bool,
    /// Is there exactly one solution? Prints `unique`, `unique up to symmetry`, `not unique` or `no solution`, and the one or
    /// two found
    #[arg(long, conflicts_with_all = ["limit", "first", "gif", "subtree", "checkpoint", "resume"])]
    unique: bool,
    /// The K solutions that cost least, the cheapest first, each with its cost: what its options weigh together
    #[arg(long, value_name = "K", value_parser = word, group = "compared", conflicts_with_all = ["count", "limit",
        "first", "unique", "up_to", "up_to_symmetry", "random", "subtree", "gif", "checkpoint", "resume"])]
    best: Option<u64>,
    /// With --best: lines of an option, or of a piece for all its other options, a blank and a weight, a whole number; what is
    /// not listed weighs 0 [default: the costs of an exact cover]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "best")]
    weights: Option<String>,
    /// Only tilings in which a piece does something: "F at 0,3" (covers the cell), "F touches corner", "F touches
    /// border", "F touches P", "I5 on 0,0 0,1 0,2 0,3 0,4", or "not ..." (may be repeated; all must hold)
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    conditions: Vec<String>,
    /// Try placements in a random order, or where it leads nowhere soon in another one that is less random. This is no fair
    /// sample of the solutions; `polytile sample` draws one
    #[arg(long)]
    random: bool,
    /// What determines the random order: a whole number below 2^64 [default: another one every time]
    #[arg(long, value_name = "S", value_parser = word, requires = "random")]
    seed: Option<u64>,
    /// Search the K-th of N parts of the search tree; the parts share no solution and together have all
    #[arg(long, value_name = "K/N", value_parser = share)]
    subtree: Option<Share>,
    /// Draw with letters, one to a cell, as `polytile check` reads them
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object per solution, on a line of its own; one in all with --count and --unique
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
    /// Print the options of each solution as Knuth's programs DLX1 and DLX2 do, in the order in which they choose them
    #[arg(long, conflicts_with_all = ["ascii", "json", "count", "unique", "best", "gif"])]
    knuth: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    colours: ColourArgs,
    /// Draw the search for the first solution into this animated GIF file
    #[arg(long, value_name = "FILE", help_heading = "Pictures", group = "drawn",
        conflicts_with_all = ["limit", "subtree", "checkpoint", "resume", "svg", "png"])]
    gif: Option<PathBuf>,
    /// Find solutions by this engine
    #[arg(long, value_parser = either::<Engine, best::Engine>(), help_heading = "Running")]
    engine: Option<String>,
    /// With --count or --best, find the number or the costs by a second engine that has nothing in common with the first, and
    /// compare
    #[arg(long, help_heading = "Running", requires = "compared")]
    cross_check: bool,
    /// Say on standard error how many nodes the search had on each level
    #[arg(long, conflicts_with = "unique", help_heading = "Running")]
    stats: bool,
    #[command(flatten)]
    explain: Explain,
    /// Write what is left to do into this file, every ten seconds and at the end
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    checkpoint: Option<PathBuf>,
    /// Resume from this checkpoint, and keep it up to date unless --checkpoint names another
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile solve pentominoes-6x10 --first
  polytile solve pentominoes-6x10 --up-to symmetries --count
  polytile solve pentominoes-6x10 --up-to symmetries --where 'X touches border' --svg sheet.svg
  polytile solve sudoku --unique
  polytile solve --board 21x20 --pieces 1:pentominoes,any:L3 --random --first
  polytile solve pentominoes-3x20 --knuth

A diagram of all solutions is tried for a plain --count when a look at the search says that it has millions of nodes.

Of a puzzle with rotations or reflections every solution is listed in all its positions, unless --up-to is given.
--best finds the cheapest solutions by branch and bound, as Knuth's DLX5, or in a diagram of all solutions where the search is
long and the diagram small. Options of an exact cover have costs, as in a b |3, or weights are given: an option is called as in \
`polytile zdd`. Of equally cheap solutions come those that the engine meets first. It takes one thread.

The lines of --knuth are those of DLX1 and DLX2 on the same exact cover (`polytile convert`), once both are sorted.

--checkpoint and --resume lose nothing and repeat nothing: after Ctrl-C, a time limit or --limit the same command with
--resume FILE prints the solutions that come next. A picture has all that was found until the search was stopped, and that
of the next run has it, too.

JSON: {\"number\": I, \"pieces\": [{\"piece\": NAME, \"cells\": [[ROW, COLUMN]]}]} for a tiling, {\"number\": I, \
\"options\": [[ITEM]]} for an exact cover, {\"number\": I, \"digits\": TEXT} for a Number Mind; \"cost\" with --best. --count: {\"count\", \
\"distinct\", \"title\", \"engine\", \"items\", \"options\", \"nodes\", \"seconds\"}. --unique: {\"unique\", \
\"unique_up_to_symmetry\" (of several tilings of a symmetric puzzle), \"solutions\": [SOLUTION]}. With --subtree, \"part\" and \"question\" say which part it is, in an object of its own after the \
solutions, and `polytile merge` puts the parts together. Where guesses of a Number Mind contradict each other, \"contradiction\": [LINE] says \
which: there, or in an object of its own.";

impl Args {
    /// The question.
    fn question(&self) -> List {
        let wanted = Wanted {
            up_to: self.classes.up_to(),
            conditions: self.conditions.clone(),
            random: self.random,
            seed: self.seed.map(Into::into),
            subtree: self.subtree,
            engine: self.engine.as_deref().and_then(Engine::named),
        };
        List { wanted, limit: self.limit, first: self.first }
    }

    /// The engine asked for, if any, among those for a kind of question.
    fn engine<E: Choice>(&self) -> Result<Option<E>, Failure> {
        let Some(word) = self.engine.as_deref() else { return Ok(None) };
        let words: Vec<&str> = E::ALL.iter().map(|one| one.name()).collect();
        let wrong = || {
            let help = format!("it can be {}", words.join(", "));
            Failure::usage(format!("--engine {word} cannot answer this question"), help)
        };
        E::named(word).map(Some).ok_or_else(wrong)
    }

    /// Says how many nodes the search had on each level, if that was asked for.
    fn say_levels(&self, levels: &[u64]) {
        if self.stats {
            say(&ask::plot(levels));
        }
    }

    /// The first option, if any, that asks for what only a search can make.
    fn beside(&self) -> Option<&'static str> {
        let files = [
            (self.checkpoint.is_some(), "--checkpoint"),
            (self.resume.is_some(), "--resume"),
            (self.gif.is_some(), "--gif"),
            (self.stats, "--stats"),
        ];
        files.iter().find(|(asked, _)| *asked).map(|(_, option)| *option)
    }
}

/// Searches, and shows what was found.
///
/// # Errors
/// When there is no puzzle, the question means nothing for it, a limit is reached, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let read = run.bounded(READING, || input::load_any(args.puzzle.as_deref(), &args.options))?;
    let subject = Subject::new(read, &run.control)?;
    if args.random && args.seed.is_none() && (args.checkpoint.is_some() || args.resume.is_some()) {
        return Err(Failure::usage(
            "a random order that is to be resumed needs a seed",
            "add --seed with a number, the same every time",
        ));
    }
    if args.pictures.asked() && !show::can_be_drawn(&subject) {
        return Err(not_drawn());
    }
    if let Some(number) = args.best {
        return best::run(args, number, &subject, &run);
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
    let job = Job { args, subject: &subject, prepared, run: &run };
    if args.count {
        job.count()
    } else if args.unique {
        job.unique()
    } else {
        job.list(question.limit())
    }
}

/// Says that there is no solution, and why, where a short reason is found; pictures then show the reason.
fn no_solution(args: &Args, subject: &Subject, run: &Run) -> Result<(), Failure> {
    let say = |text: &str| {
        if !args.run.quiet {
            say_line(text);
        }
    };
    if !args.conditions.is_empty() {
        say("there is no solution that is as asked");
        return Ok(());
    }
    if args.subtree.is_some() {
        say("there is no solution in this part");
        return Ok(());
    }
    say("there is no solution");
    // In JSON, the verdict on uniqueness already contains it.
    if !(args.unique && args.json)
        && let Some(lines) = contradiction(args, subject, run)
    {
        if args.json {
            output::print_json(&ask::json(&Reason::Guesses { contradiction: Some(lines) }))?;
        } else {
            say(contradicting_lines(&lines).trim_end());
        }
    }
    if let Some(problem) = subject.problem() {
        match certify(problem, &run.control) {
            Ok(Some((certificate, proof))) => {
                let sentences = proof.explain(&certificate, problem);
                let drawn = why::drawing(&certificate, problem, &sentences);
                say(why::shown(&drawn, &proof, &sentences).trim_end());
                return args.pictures.write(&drawn);
            }
            Ok(None) => {}
            // That there is none is the answer; nobody asked why.
            Err(stopped) => say(&format!("why there is none was not found out: {stopped}")),
        }
    }
    if args.pictures.asked() {
        say("no picture is written: there is nothing to draw");
    }
    Ok(())
}

/// The lines of guesses that contradict each other, if all of the puzzle was asked about and some do.
fn contradiction(args: &Args, subject: &Subject, run: &Run) -> Option<Vec<u32>> {
    if args.subtree.is_some() {
        return None;
    }
    subject.contradiction(&run.control).unwrap_or_else(|stopped| {
        // That there is no solution is known without this.
        if !args.run.quiet {
            say_line(&not_found_out(&stopped));
        }
        None
    })
}

/// One question while it is being answered.
struct Job<'a> {
    args: &'a Args,
    subject: &'a Subject,
    prepared: Prepared<'a>,
    run: &'a Run,
}

impl Job<'_> {
    fn count(mut self) -> Result<(), Failure> {
        let (args, control) = (self.args, &self.run.control);
        self.prepared.build(control)?;
        let (found, nodes, levels) = if let Way::Diagram(Some(all)) = &self.prepared.way {
            (all.count(control)?, all.nodes(), Vec::new())
        } else {
            let mut show = Show::new(self.subject, args, self.run);
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
            self.prepared.recount(&mut total, control)?;
            self.run.hide();
            args.run.say_agreed(total.cross_check);
        }
        if !args.json {
            output::print(&total.text())?;
        }
        if total.is_none() {
            total.contradiction = contradiction(args, self.subject, self.run);
        }
        if args.json {
            let mut total = ask::json(&total);
            if let Some(share) = args.subtree {
                let part = label(share, &self.digest());
                (total["part"], total["question"]) = (part["part"].clone(), part["question"].clone());
            }
            return output::print_json(&total);
        }
        if let Some(lines) = &total.contradiction {
            self.say(contradicting_lines(lines).trim_end());
        }
        Ok(())
    }

    fn list(mut self, limit: Option<u64>) -> Result<(), Failure> {
        let args = self.args;
        let mut show = Show::new(self.subject, args, self.run).like_knuth(args)?;
        let from = show.resumed(&self.prepared)?;
        // What is resumed was shown in part before.
        let from_start = args.resume.is_none();
        let listed = self.prepared.list(from, limit, &self.run.control, &mut show)?;
        self.run.hide();
        // However the search ended, what was found is drawn.
        let drawn = show.draw(args);
        let Some(failed) = listed.failed else {
            if drawn? {
                show.drawn(self.prepared.search().zip(listed.left.as_ref()))?;
            } else if args.pictures.asked() && listed.found > 0 {
                self.say("no picture is written: there is no further solution to draw");
            }
            if let Some(share) = args.subtree.filter(|_| args.json) {
                let mut part = label(share, &self.digest());
                part["found"] = json!(listed.found);
                part["complete"] = json!(listed.complete && from_start);
                output::print_json(&part)?;
            }
            if show.is_full() && !listed.complete {
                self.say(
                    "a terminal gets no more: --limit N shows N of them, and a pipe, such as | less -R, all",
                );
            }
            let time = self.run.finish();
            if listed.found == 0 && listed.complete {
                no_solution(args, self.subject, self.run)?;
            }
            self.account(&listed.found.into(), listed.nodes, time);
            args.say_levels(&listed.levels);
            return Ok(());
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
        let mut show = Show::new(self.subject, args, self.run);
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
        let time = self.run.finish();
        let (none, found) = (verdict.chosen.is_empty(), verdict.chosen.len());
        if none && args.json {
            verdict.contradiction = contradiction(args, self.subject, self.run);
        }
        let nodes = verdict.nodes;
        show.verdict(args, verdict)?;
        if none {
            no_solution(args, self.subject, self.run)?;
        } else {
            show.draw(args)?;
        }
        self.account(&found.into(), nodes, time);
        Ok(())
    }

    /// The digest of what is searched, in whole.
    fn digest(&self) -> String {
        let wanted = Wanted { subtree: None, engine: None, ..self.args.question().wanted };
        match &self.subject.kind {
            Kind::Covers(cover) | Kind::Digits(_, cover) => {
                digest(&(cover.items(), cover.options().collect::<Vec<_>>(), wanted, "solve"))
            }
            _ => match self.subject.problem() {
                Some(problem) => digest_of(problem, &(wanted, "solve")),
                None => digest(&(wanted, "solve")),
            },
        }
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
