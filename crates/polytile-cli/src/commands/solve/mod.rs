//! `polytile solve`: solutions one by one, all of them, some, or just how many.

mod animate;
mod checkpoint;
mod diagram;
mod show;

use super::why;
use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output::{self, integer};
use crate::pictures::Pictures;
use crate::run::Run;
use crate::say::{say, say_line};
use crate::source::Source;
use crate::values::{share, word};
use checkpoint::{Checkpoints, Shower};
use clap::ValueHint;
use polytile::condition::Condition;
use polytile::count::Count;
use polytile::exact_cover::contradiction::irreducible_by;
use polytile::exact_cover::{Encoded, ExactCover, certify};
use polytile::format::condition::condition;
use polytile::format::number_mind::NumberMind;
use polytile::format::subject::Subject as Asked;
use polytile::plan;
use polytile::problem::Problem;
use polytile::run::{Control, Refused, Stopped};
use polytile::solve::{self, Options, Reply, Report, Search};
use serde_json::{Value, json};
use show::Show;
pub use show::{not_drawn, option_names};
use std::fmt::Write as _;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
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
    #[arg(long, conflicts_with_all = ["limit", "first", "unique", "svg", "png", "gif"])]
    count: bool,
    /// One solution of each symmetry class: those that a symmetry of the board carries into each other are one
    #[arg(long)]
    distinct: bool,
    /// Stop after N solutions
    #[arg(long, value_name = "N", value_parser = word)]
    limit: Option<u64>,
    /// Stop after one solution, as --limit 1
    #[arg(long, conflicts_with = "limit")]
    first: bool,
    /// Is there exactly one solution? Prints `unique`, `not unique` or `no solution`, and the one or two found
    #[arg(long, conflicts_with_all = ["limit", "first", "gif", "subtree", "checkpoint", "resume"])]
    unique: bool,
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
    subtree: Option<(usize, usize)>,
    /// Draw with letters, one to a cell, as `polytile check` reads them
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object per solution, on a line of its own; one in all with --count and --unique
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    pictures: Pictures,
    /// Draw the search for the first solution into this animated GIF file
    #[arg(long, value_name = "FILE", help_heading = "Pictures",
        conflicts_with_all = ["limit", "subtree", "checkpoint", "resume", "svg", "png"])]
    gif: Option<PathBuf>,
    /// Find solutions by this engine
    #[arg(long, help_heading = "Running")]
    engine: Option<Finder>,
    /// With --count, count by a second engine that has nothing in common with the first, and compare
    #[arg(long, help_heading = "Running", requires = "count")]
    cross_check: bool,
    /// Say on standard error which engines were considered, and which was taken
    #[arg(long, help_heading = "Running")]
    explain: bool,
    /// Write what is left to do into this file, every ten seconds and at the end
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    checkpoint: Option<PathBuf>,
    /// Go on from this checkpoint, and keep it up to date unless --checkpoint names another
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile solve pentominoes-6x10 --first
  polytile solve pentominoes-6x10 --distinct --count
  polytile solve pentominoes-6x10 --distinct --where 'X touches border' --svg sheet.svg
  polytile solve sudoku --unique
  polytile solve --board 21x20 --pieces 1:pentominoes,any:L3 --random --first

A diagram of all solutions is tried for a plain --count when a look at the search says that it has millions of nodes.

Of a puzzle with rotations or reflections every solution is listed in all its positions, unless --distinct is given.
--checkpoint and --resume lose nothing and repeat nothing: after Ctrl-C, a time limit or --limit the same command with
--resume FILE prints the solutions that come next. A picture has all that was found until the search was stopped, and that
of the next run has it, too.

JSON: {\"number\": I, \"pieces\": [{\"piece\": NAME, \"cells\": [[ROW, COLUMN]]}]} for a tiling, {\"number\": I, \
\"options\": [[ITEM]]} for an exact cover, {\"number\": I, \"digits\": TEXT} for a Number Mind. --count: {\"count\", \
\"distinct\", \"title\", \"engine\", \"items\", \"options\", \"nodes\", \"seconds\"}. --unique: {\"unique\", \
\"solutions\": [SOLUTION]}. Where guesses of a Number Mind contradict each other, \"contradiction\": [LINE] says \
which: there, or in an object of its own.";

/// The engines that can be asked for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Engine {
    /// Masks of items; for plain exact covers of up to 256 items
    Bitboard,
    /// Lists of options; for every exact cover
    Sparse,
}

/// What can find solutions: an engine that searches, or a diagram of them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Finder {
    /// Masks of items; for plain exact covers of up to 256 items
    Bitboard,
    /// Lists of options; for every exact cover
    Sparse,
    /// A decision diagram that holds all solutions; for every exact cover
    Zdd,
}

impl Finder {
    fn search(self) -> Option<solve::Engine> {
        match self {
            Finder::Bitboard => Some(solve::Engine::Bitboard),
            Finder::Sparse => Some(solve::Engine::Sparse),
            Finder::Zdd => None,
        }
    }
}

impl From<Engine> for solve::Engine {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Bitboard => solve::Engine::Bitboard,
            Engine::Sparse => solve::Engine::Sparse,
        }
    }
}

impl Args {
    /// How many solutions are wanted, if not all.
    fn wanted(&self) -> Option<u64> {
        if self.first { Some(1) } else { self.limit }
    }

    /// The first option, if any, that asks for what only a search can do.
    fn searched(&self) -> Option<&'static str> {
        let searched = [
            (self.distinct, "--distinct"),
            (!self.conditions.is_empty(), "--where"),
            (self.random, "--random"),
            (self.subtree.is_some(), "--subtree"),
            (self.checkpoint.is_some(), "--checkpoint"),
            (self.resume.is_some(), "--resume"),
            (self.gif.is_some(), "--gif"),
        ];
        searched.iter().find(|(asked, _)| *asked).map(|(_, option)| *option)
    }
}

/// What is searched, whatever the file was.
pub struct Subject {
    /// What it is called.
    pub title: Option<String>,
    /// What its solutions are.
    pub kind: Kind,
}

/// What solutions are.
pub enum Kind {
    /// Tilings.
    Tilings(Arc<Problem>, Arc<Encoded>),
    /// Sets of options.
    Covers(Arc<ExactCover>),
    /// Digits.
    Digits(NumberMind, Arc<ExactCover>),
}

impl Subject {
    /// The subject of a question that was read.
    ///
    /// # Errors
    /// When there is too much of it.
    pub fn new(asked: Asked, control: &Control) -> Result<Self, Failure> {
        Ok(match asked {
            Asked::Tiling(loaded) => {
                let encoded = Encoded::new(&loaded.problem, control)?;
                Subject {
                    title: loaded.about.title,
                    kind: Kind::Tilings(Arc::new(loaded.problem), Arc::new(encoded)),
                }
            }
            Asked::Cover(cover) => {
                Subject { title: cover.about.title, kind: Kind::Covers(Arc::new(cover.cover)) }
            }
            Asked::NumberMind(mind) => {
                let cover = Arc::new(mind.cover());
                Subject { title: mind.about.title.clone(), kind: Kind::Digits(mind, cover) }
            }
        })
    }

    /// The same for the library.
    pub fn question(&self) -> solve::Question {
        match &self.kind {
            Kind::Tilings(problem, encoded) => {
                solve::Question::Tilings(Arc::clone(problem), Arc::clone(encoded))
            }
            Kind::Covers(cover) | Kind::Digits(_, cover) => solve::Question::Covers(Arc::clone(cover)),
        }
    }

    /// Its items and options.
    pub fn cover(&self) -> &ExactCover {
        match &self.kind {
            Kind::Tilings(_, encoded) => encoded.cover(),
            Kind::Covers(cover) | Kind::Digits(_, cover) => cover,
        }
    }

    /// The lines of guesses that contradict each other, if it is a Number Mind and is asked about as it is.
    fn contradiction(&self, args: &Args, run: &Run) -> Option<Vec<u32>> {
        match &self.kind {
            Kind::Digits(mind, _) if args.subtree.is_none() => {
                contradiction(mind, args.run.quiet, &run.control)
            }
            _ => None,
        }
    }

    /// The puzzle, if it is one of tiling.
    pub fn problem(&self) -> Option<&Problem> {
        if let Kind::Tilings(problem, _) = &self.kind { Some(problem) } else { None }
    }
}

/// Searches, and shows what was found.
///
/// # Errors
/// When there is no puzzle, the question means nothing for it, a limit is reached, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let asked = run.bounded(READING, || input::load_any(args.puzzle.as_deref(), &args.options))?;
    if let Asked::Tiling(loaded) = &asked {
        loaded.problem.meaningful()?;
    }
    let subject = Subject::new(asked, &run.control)?;
    if args.random && args.seed.is_none() && (args.checkpoint.is_some() || args.resume.is_some()) {
        return Err(Failure::usage(
            "a random order that is to be gone on with needs a seed",
            "add --seed with a number, the same every time",
        ));
    }
    let seed = args.random.then(|| args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32));
    let options = Options {
        counting: args.count,
        distinct: args.distinct,
        conditions: conditions(&args.conditions, &subject)?,
        seed,
        share: args.subtree,
        engine: args.engine.and_then(Finder::search),
    };
    let impossible = subject.problem().map(|problem| plan::is_impossible(problem, &run.control));
    if impossible.transpose()? == Some(true) {
        if args.explain {
            say_line("no engine is needed: areas or colours rule every tiling out");
        }
        return nothing(args, &subject, &run);
    }
    if args.engine == Some(Finder::Zdd) {
        return diagram::run(args, &subject, &run);
    }
    let search = Search::with_restarts(&subject.question(), &options, &run.control)?;
    let (all, judgement) = diagram::instead(args, &subject, &search, &run.control)?;
    if args.explain {
        say(&explained(&search, all.is_some(), &judgement));
    }
    if let Some(all) = all {
        return diagram::count(args, &subject, &all, &run);
    }
    if let Some(seed) = seed {
        run.account(|| format!("seed {seed}"));
    }
    if let Some(path) = &args.gif {
        let found = animate::write(path, &subject, &search, &run)?;
        if !found {
            return no_solution(args, &subject, &run);
        }
        if !args.json && !args.ascii {
            return Ok(());
        }
    }
    let job = Job { args, subject: &subject, search: &search, run: &run };
    if args.count {
        job.count()
    } else if args.unique {
        job.unique()
    } else {
        job.list()
    }
}

/// The conditions that were asked for.
///
/// # Errors
/// When one cannot be read, or there is no board.
pub fn conditions(texts: &[String], subject: &Subject) -> Result<Vec<Condition>, Failure> {
    let Some(problem) = subject.problem() else {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        return Err(Failure::usage(
            "--where speaks of pieces on a board, and this puzzle has none",
            "leave it out; an option of an exact cover can be forced or forbidden by editing its file",
        ));
    };
    let read = |text: &String| {
        condition(text, problem).map_err(|e| input::found_in(&Source::new("--where", text.as_str()), e))
    };
    texts.iter().map(read).collect()
}

/// The answer when area or colours rule every tiling out.
fn nothing(args: &Args, subject: &Subject, run: &Run) -> Result<(), Failure> {
    run.hide();
    if args.count {
        let count = json!({
            "count": 0, "distinct": args.distinct, "title": subject.title, "engine": null, "items": null,
            "options": null, "nodes": 0, "seconds": 0.0,
        });
        return if args.json { output::print_json(&count) } else { output::print("0\n") };
    }
    if args.unique {
        let answer = json!({ "unique": false, "solutions": [] });
        if args.json {
            output::print_json(&answer)?;
        } else {
            output::print("no solution\n")?;
        }
    }
    no_solution(args, subject, run)
}

/// Says that there is no solution, and why, where a short reason is found; pictures are of the reason then.
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
    // The verdict on uniqueness has it already when it is JSON.
    if !(args.unique && args.json)
        && let Some(lines) = subject.contradiction(args, run)
    {
        if args.json {
            output::print_json(&json!({ "contradiction": lines }))?;
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
                return args.pictures.write_weights(&drawn);
            }
            Ok(None) => {}
            // That there is none is the answer; why was not asked.
            Err(stopped) => say(&format!("why there is none was not found out: {stopped}")),
        }
    }
    if args.pictures.asked() {
        say("no picture is written: there is nothing to draw");
    }
    Ok(())
}

/// The lines of guesses that cannot all be right, of which none can be spared; nothing if all can be right. That there is
/// no solution is known without: a search for them that reaches a limit is given up, and said so.
pub fn contradiction(mind: &NumberMind, quiet: bool, control: &Control) -> Option<Vec<u32>> {
    match contradicting(mind, control) {
        Ok(lines) => lines,
        Err(stopped) => {
            if !quiet {
                say_line(&format!("which lines contradict each other was not found out: {stopped}"));
            }
            None
        }
    }
}

/// The sentence about lines that contradict each other.
pub fn contradicting_lines(lines: &[u32]) -> String {
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    format!(
        "these lines already contradict each other, and none of them can be spared: {}\n",
        lines.join(", ")
    )
}

/// The lines of guesses that cannot all be right, of which none can be spared; nothing if all can be right.
///
/// # Errors
/// When `control` says stop, or a limit is reached.
pub fn contradicting(mind: &NumberMind, control: &Control) -> Result<Option<Vec<u32>>, Stopped> {
    let lines = irreducible_by(mind.guesses().len(), |freed| {
        let cover = Arc::new(mind.only(|guess| !freed[guess]).cover());
        let search = Search::new(&solve::Question::covers(Arc::clone(&cover)), &Options::default(), control);
        let search = search.map_err(|refused| match refused {
            Refused::Stopped(stopped) => stopped,
            Refused::Question(message) => Stopped::TooLarge(message),
        })?;
        if let Some(all) = diagram::attempt(&cover, &search, control)?.0 {
            return Ok(all.is_any());
        }
        let mut found = false;
        let report = search.list(search.beginning(), None, control, &mut |_| {
            found = true;
            Reply::Enough
        });
        match report.ok().and_then(|report| report.stopped) {
            Some(stopped) => Err(stopped),
            None => Ok(found),
        }
    })?;
    Ok(lines.map(|guesses| guesses.iter().map(|&i| mind.guesses()[i].line).collect()))
}

/// Says how many solutions there are, as `in_json` or in text, and why, if guesses contradict each other.
fn counted(
    args: &Args,
    subject: &Subject,
    found: &Count,
    mut in_json: Value,
    run: &Run,
) -> Result<(), Failure> {
    if !args.json {
        output::print(&format!("{found}\n"))?;
    }
    let reason = if *found == Count::ZERO { subject.contradiction(args, run) } else { None };
    match reason {
        Some(lines) if args.json => in_json["contradiction"] = json!(lines),
        Some(lines) if !args.run.quiet => say(&contradicting_lines(&lines)),
        _ => {}
    }
    if args.json { output::print_json(&in_json) } else { Ok(()) }
}

/// How a search for solutions ended.
struct Streamed {
    report: Report,
    nodes: u64,
    /// Why it ended early.
    failed: Option<Failed>,
}

/// Why a search for solutions ended early.
enum Failed {
    /// The control said so.
    Stopped(Stopped),
    /// A solution could not be shown.
    Unshown(Failure),
}

/// Takes no solution: they are only counted.
struct Counting;

impl Shower for Counting {
    fn take(&mut self, _: u64, _: &[u32]) -> Result<(), Failure> {
        Ok(())
    }
}

/// Keeps the solutions.
struct Collected(Vec<Vec<u32>>);

impl Shower for Collected {
    fn take(&mut self, _: u64, chosen: &[u32]) -> Result<(), Failure> {
        self.0.push(chosen.to_vec());
        Ok(())
    }
}

/// One search on its way.
struct Job<'a> {
    args: &'a Args,
    subject: &'a Subject,
    search: &'a Search,
    run: &'a Run,
}

impl Job<'_> {
    fn count(&self) -> Result<(), Failure> {
        let checkpoints = Checkpoints::new(self.args.checkpoint.as_ref(), self.args.resume.as_ref());
        let control = &self.run.control;
        let (report, nodes) = checkpoints.run(self.search, control, &mut Counting, |_, from, pause| {
            self.search.count(from, pause, control)
        })?;
        let time = self.run.finish();
        if let Some(stopped) = report.stopped {
            return Err(stopped_with(stopped, None, &checkpoints, self.args));
        }
        self.account(report.found, nodes, time);
        if self.args.cross_check {
            self.cross_check(report.found)?;
        }
        let answer = json!({
            "count": integer(&report.found.into()),
            "distinct": self.args.distinct,
            "title": self.subject.title,
            "engine": self.search.engine.to_string(),
            "items": self.search.size.0,
            "options": self.search.size.1,
            "nodes": integer(&nodes.into()),
            "seconds": (time.as_secs_f64() * 1e6).round() / 1e6,
        });
        counted(self.args, self.subject, &report.found.into(), answer, self.run)
    }

    /// Counts once more, by a diagram.
    fn cross_check(&self, found: u64) -> Result<(), Failure> {
        let args = self.args;
        if args.distinct || !args.conditions.is_empty() || args.subtree.is_some() {
            return Err(Failure::usage(
                "only the number of all solutions can be counted by a second engine",
                "leave out --cross-check, or --distinct, --where and --subtree",
            ));
        }
        let second = diagram::total(self.subject, &self.run.control)?;
        if second != found.into() {
            return Err(Failure::other(format!(
                "two engines disagree, and one of them is wrong: {found} by {}, {second} by a diagram",
                self.search.engine
            )));
        }
        if !args.run.quiet {
            say_line(&format!("cross-check: {} and zdd agree", self.search.engine));
        }
        Ok(())
    }

    fn list(&self) -> Result<(), Failure> {
        let checkpoints = Checkpoints::new(self.args.checkpoint.as_ref(), self.args.resume.as_ref());
        let mut show = Show::new(self.subject, self.args, &self.run.control);
        let Streamed { report, nodes, failed } = self.stream(self.args.wanted(), &checkpoints, &mut show)?;
        // However the search ended, what was found is drawn.
        let drawn = show.draw(self.args);
        let Some(failed) = failed else {
            if drawn? {
                checkpoints.drawn(self.search, &report)?;
            } else if self.args.pictures.asked() && report.found > 0 {
                self.say("no picture is written: there is no further solution to draw");
            }
            let time = self.run.finish();
            if report.found == 0 && report.remaining.is_none() {
                no_solution(self.args, self.subject, self.run)?;
            }
            self.account(report.found, nodes, time);
            return Ok(());
        };
        let seen = match drawn {
            Err(undrawn) => {
                undrawn.report();
                if show.only_draws() { "none drawn".to_owned() } else { format!("{} shown", report.found) }
            }
            Ok(true) if show.only_draws() => format!("{} drawn", show.undrawn().len()),
            Ok(_) => format!("{} shown", report.found),
        };
        Err(match failed {
            Failed::Stopped(stopped) => stopped_with(stopped, Some(&seen), &checkpoints, self.args),
            Failed::Unshown(failure) => failure,
        })
    }

    fn unique(&self) -> Result<(), Failure> {
        let mut show = Show::new(self.subject, self.args, &self.run.control);
        let mut found = Collected(Vec::new());
        let checkpoints = Checkpoints::new(None, None);
        let Streamed { report, nodes, failed } = self.stream(Some(2), &checkpoints, &mut found)?;
        let found = found.0;
        match failed {
            Some(Failed::Stopped(stopped)) => {
                return Err(stopped_with(stopped, Some("0 shown"), &checkpoints, self.args));
            }
            Some(Failed::Unshown(failure)) => return Err(failure),
            None => {}
        }
        let time = self.run.finish();
        let reason = if found.is_empty() && self.args.json {
            self.subject.contradiction(self.args, self.run)
        } else {
            None
        };
        show.verdict(self.args, &found, reason.as_deref())?;
        if found.is_empty() {
            no_solution(self.args, self.subject, self.run)?;
        } else {
            show.draw(self.args)?;
        }
        self.account(report.found, nodes, time);
        Ok(())
    }

    /// Runs the search until `limit` solutions have been taken by `shower`, in this run.
    fn stream<S: Shower>(
        &self,
        limit: Option<u64>,
        checkpoints: &Checkpoints<'_>,
        shower: &mut S,
    ) -> Result<Streamed, Failure> {
        let mut unshown = None;
        let mut shown = 0;
        let (report, nodes) =
            checkpoints.run(self.search, &self.run.control, shower, |shower, from, pause| {
                let mut number = from.found;
                self.search.list(from, pause, &self.run.control, &mut |chosen| {
                    if limit == Some(shown) {
                        return Reply::Refused;
                    }
                    self.run.hide();
                    unshown = shower.take(number + 1, chosen).err();
                    if unshown.is_some() {
                        return Reply::Refused;
                    }
                    number += 1;
                    shown += 1;
                    if limit == Some(shown) { Reply::Enough } else { Reply::More }
                })
            })?;
        self.run.hide();
        let stopped = || report.stopped.clone().map(Failed::Stopped);
        let failed = unshown.map(Failed::Unshown).or_else(stopped);
        Ok(Streamed { report, nodes, failed })
    }

    fn say(&self, line: &str) {
        if !self.args.run.quiet {
            say_line(line);
        }
    }

    fn account(&self, found: u64, nodes: u64, time: Duration) {
        let s = if found == 1 { "" } else { "s" };
        self.run.account(|| {
            format!(
                "{found} solution{s}, {nodes} nodes, {} engine, {:.3} s",
                self.search.engine,
                time.as_secs_f64()
            )
        });
    }
}

/// The failure of a run that was stopped, with what was `seen` of its answer and how to resume it.
fn stopped_with(stopped: Stopped, seen: Option<&str>, checkpoints: &Checkpoints<'_>, args: &Args) -> Failure {
    let mut failure = Failure::from(stopped);
    if let Some(seen) = seen {
        failure = failure.saying(&format!(" and {seen}"));
    }
    match checkpoints.path() {
        Some(path) => failure.advising(format!("go on with --resume {}", path.display())),
        None if args.searched().is_none() => failure.advising(
            "with --checkpoint FILE the next run can go on where this one stops; --engine zdd, and `polytile zdd`, hold \
             all solutions in a diagram, which may take far less",
        ),
        None => failure.advising("with --checkpoint FILE the next run can go on where this one stops"),
    }
}

/// What will be searched, and by which engine, unless a diagram has answered; and what was thought of one.
fn explained(search: &Search, diagram: bool, judgement: &str) -> String {
    let (items, options) = search.size;
    let mut text = format!("searching {items} items, {options} options\n");
    if search.breaks_symmetry() {
        text += "symmetry is broken by one item: solutions are found as one of each class\n";
    }
    for candidate in &search.candidates {
        let mark = if candidate.engine == search.engine && !diagram { "*" } else { " " };
        let why = candidate.obstacle.as_deref().unwrap_or(match candidate.engine {
            solve::Engine::Bitboard => "masks of items: tens of nanoseconds a node",
            solve::Engine::Sparse => "lists of options: about a microsecond a node",
        });
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{mark} {:10}{why}", candidate.engine);
    }
    let mark = if diagram { "*" } else { " " };
    text + &format!("{mark} {:10}{judgement}\n", "zdd")
}
