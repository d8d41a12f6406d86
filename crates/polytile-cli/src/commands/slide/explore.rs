//! `polytile slide explore`: all states that can be reached.

use super::{Metric, load};
use crate::args::RunArgs;
use crate::failure::Failure;
use crate::input::READING;
use crate::output::{self, integer};
use crate::run::Run;
use crate::say::say;
use crate::source::{Report, Severity};
use clap::ValueHint;
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::run::layered::LayeredError;
use polytile::run::{Control, Stopped};
use polytile::sliding::explore::{Components, Diameter, Hardest, components, diameter, graph, hardest, tidy};
use polytile::sliding::{self as engine, ExploreOptions, Explored, Puzzle, explore};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// How many states can be reached, how far away, and what else there is to know about all of them
///
/// A state is where the pieces stand, pieces that are alike being exchangeable. Prints how many can be reached from the
/// start, the largest distance (the eccentricity of the start), and a position that far away.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: String,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", default_value = "step")]
    metric: Metric,
    /// Also print how many states there are at every distance, on lines `at DISTANCE STATES`
    #[arg(long)]
    histogram: bool,
    /// Also find the components of all legal placements, whether they can be reached or not
    #[arg(long)]
    all_components: bool,
    /// Also find the diameter, the largest distance between two states: exactly, or else bounds; in memory, whatever
    /// --disk says
    #[arg(long)]
    diameter: bool,
    /// Also find the position from which the nearest goal is farthest, and write it into this file as a puzzle; in
    /// memory, whatever --disk says
    #[arg(long, value_name = "FILE")]
    hardest: Option<PathBuf>,
    /// Write all states and moves into this file, for puzzles so small that memory holds it: as JSON if it ends in .json,
    /// else for Graphviz
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    /// Use this engine
    #[arg(long, help_heading = "Running")]
    engine: Option<Engine>,
    /// Say on standard error which engine was taken, and why
    #[arg(long, help_heading = "Running")]
    explain: bool,
    /// Keep levels in this directory instead of memory; every finished level is a checkpoint, and all is removed when the
    /// whole answer is out
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Running")]
    disk: Option<PathBuf>,
    /// Go on from the checkpoint in the directory of --disk
    #[arg(long, requires = "disk", help_heading = "Running")]
    resume: bool,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile slide explore euler-766
  polytile slide explore klotski --metric move --diameter --hardest harder.toml
  polytile slide explore tiles-3x4 --disk /var/tmp/tiles --memory 1GiB

JSON: {\"title\", \"metric\", \"states\", \"eccentricity\", \"edges\", \"one_neighbour\", \"solved_in\", \
\"legal\", \"depth_histogram\": [STATES], \"farthest\", \"components\": {\"count\", \"legal\", \"sizes\": \
[{\"size\", \"count\"}]}, \"diameter\": {\"lower\", \"upper\", \"exact\", \"sweeps\"}, \"hardest\": \
{\"distance\", \"states\", \"goals\", \"position\"}, \"engine\", \"seconds\"}. `components`, `diameter` and \
`hardest` are there only when asked for; `solved_in` is null when no goal can be reached, `legal` when counting would \
take long; integers beyond 2^53 are strings.";

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Engine {
    /// Sorted levels, in memory or in the directory of --disk
    Sorted,
    /// Two bits for every legal placement
    Ranked,
}

/// What was found besides.
#[derive(Default)]
struct Extras {
    components: Option<Components>,
    diameter: Option<Diameter>,
    hardest: Option<Hardest>,
}

/// Explores, and prints what was found.
///
/// # Errors
/// When there is no puzzle, or no answer.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let read = run.bounded(READING, || load(&args.puzzle))?;
    let puzzle = &read.puzzle;
    if args.hardest.is_some() && puzzle.goals().is_empty() {
        return Err(Failure::usage(
            "the puzzle has no goal",
            "draw one, goal = '''...''', or leave out --hardest",
        ));
    }
    if args.disk.is_some() && matches!(args.engine, Some(Engine::Ranked)) {
        let help = "leave out --disk, or take --engine sorted";
        return Err(Failure::usage("the engine ranked keeps nothing in a directory", help));
    }
    let options = ExploreOptions {
        metric: args.metric.into(),
        engine: args.engine.map(|engine| match engine {
            Engine::Sorted => engine::Engine::Sorted,
            Engine::Ranked => engine::Engine::Ranked,
        }),
        directory: args.disk.clone(),
        resume: args.resume,
    };
    let explored = explore(puzzle, &options, &run.control);
    let time = run.finish();
    let explored = explored.map_err(|e| failure(e, args))?;
    let metric = options.metric;
    let mut extras = Extras::default();
    let sought = extras.find(args, puzzle, metric, &run.control);
    run.hide();
    if args.explain {
        say(&explained(&explored));
    }
    run.account(|| format!("{} engine, {:.3} s", explored.plan.engine, time.as_secs_f64()));
    // What was found is printed whatever comes of the rest, and the checkpoint kept until all is done.
    let printed = if args.json {
        output::print_json(&in_json(args, &read, &explored, &extras, time))
    } else {
        output::print(&in_text(args, &read, &explored, &extras))
    };
    sought?;
    extras.write(args, &read, metric, &run)?;
    printed?;
    args.disk.as_ref().map_or(Ok(()), |directory| tidy(directory).map_err(|e| failure(e, args)))
}

impl Extras {
    /// Finds what is asked for besides and printed, as far as it comes.
    fn find(
        &mut self,
        args: &Args,
        puzzle: &Puzzle,
        metric: engine::Metric,
        control: &Control,
    ) -> Result<(), Failure> {
        if args.all_components {
            let found = components(puzzle, control);
            self.components = Some(found.map_err(|e| besides(e, args, "--all-components"))?);
        }
        if args.diameter {
            let found = diameter(puzzle, metric, control);
            self.diameter = Some(found.map_err(|e| besides(e, args, "--diameter"))?);
        }
        if args.hardest.is_some() {
            self.hardest = hardest(puzzle, metric, control).map_err(|e| besides(e, args, "--hardest"))?;
        }
        Ok(())
    }

    /// Writes the files that are asked for.
    fn write(
        &self,
        args: &Args,
        read: &SlidingPuzzle,
        metric: engine::Metric,
        run: &Run,
    ) -> Result<(), Failure> {
        match (&args.hardest, &self.hardest) {
            (None, _) => {}
            (Some(path), Some(found)) => {
                output::write_file(path, harder(read, found, metric)?.as_bytes())?;
            }
            (Some(path), None) => {
                let message = format!("{} was not written: no goal can be reached", path.display());
                Report::new(Severity::Warning, message).print();
            }
        }
        let Some(path) = &args.graph else { return Ok(()) };
        let graph = graph(&read.puzzle, metric, &run.control);
        run.hide();
        let graph = graph.map_err(|e| besides(e, args, "--graph"))?;
        let json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let text = if json { graph.json(&read.puzzle) } else { graph.dot(&read.puzzle) };
        output::write_file(path, text.as_bytes())
    }
}

/// The failure of what `option` asks for besides. A directory would not help it.
fn besides(error: LayeredError, args: &Args, option: &str) -> Failure {
    let LayeredError::Stopped(stopped) = error else { return failure(error, args) };
    let failure = Failure::from(stopped).saying(&format!(", for {option}"));
    if args.disk.is_none() {
        return failure;
    }
    failure.advising(
        "what was explored is kept: allow more time or memory, and give the same command with --resume, or leave out \
         the option",
    )
}

/// The failure of an exploration, with what can be done about it.
fn failure(error: LayeredError, args: &Args) -> Failure {
    let message = error.to_string();
    match error {
        LayeredError::Stopped(stopped) => {
            let out_of_memory = matches!(stopped, Stopped::OutOfMemory { .. } | Stopped::OverBudget { .. });
            let failure = Failure::from(stopped);
            match &args.disk {
                Some(directory) if directory.join("checkpoint").is_file() => failure
                    .advising("the levels that were finished are safe: give the same command with --resume"),
                None if out_of_memory => failure
                    .advising("allow more with --memory, or keep the levels in a directory with --disk"),
                _ => failure,
            }
        }
        LayeredError::Unwritable { safe: Some(_), .. } => {
            Failure::other(message).advising("make room, and give the same command with --resume")
        }
        LayeredError::Unwritable { safe: None, .. } => {
            Failure::other(message).advising("make room, and give the same command again")
        }
        LayeredError::Unusable { .. } => {
            Failure::usage(message, "name a directory in which files can be written")
        }
        LayeredError::Busy { .. } => {
            Failure::usage(message, "wait until it has ended, or choose another directory")
        }
        LayeredError::Unreadable { .. } => {
            Failure::usage(message, "see to it that the directory can be read")
        }
        LayeredError::Damaged { .. } => Failure::usage(
            message,
            "nothing in the directory can be resumed: remove `checkpoint` and the files `level-*.keys` in it, or choose \
             another directory, and begin again without --resume",
        ),
        LayeredError::Wrong { .. } => Failure::usage(
            message,
            "it was changed by hand, or memory or disk failed: remove `checkpoint` and the files `level-*.keys` in the \
             directory, or choose another one, and begin again without --resume",
        ),
        LayeredError::NotOurs { .. } => {
            Failure::usage(message, "move it away, or choose another directory; it was not touched")
        }
        LayeredError::Foreign { .. } => Failure::usage(
            message,
            "give the puzzle and metric that it was made with, to the release that made it, or another directory",
        ),
        LayeredError::InUse { .. } => {
            Failure::usage(message, "finish it with --resume, or choose another directory")
        }
        LayeredError::NoCheckpoint { .. } => {
            Failure::usage(message, "begin without --resume, or name the directory that was given to --disk")
        }
    }
}

/// The file of the hardest start.
fn harder(read: &SlidingPuzzle, found: &Hardest, metric: engine::Metric) -> Result<String, Failure> {
    // The engine found the pieces standing there.
    let puzzle = read.puzzle.starting_at(&found.position).map_err(|e| Failure::other(e.to_string()))?;
    let title = read
        .title
        .as_ref()
        .map_or("The hardest start".to_owned(), |title| format!("{title}: the hardest start"));
    let (distance, unit) = (found.distance, plural(metric, found.distance));
    let description =
        format!("{distance} {unit} to the nearest goal, and no start that it can be reached from needs more");
    Ok(sliding::write(&SlidingPuzzle {
        title: Some(title),
        description: Some(description),
        source: Some("found by `polytile slide explore --hardest`".to_owned()),
        puzzle,
        warnings: Vec::new(),
    }))
}

/// `moves`, or `move` for one.
fn plural(metric: engine::Metric, number: u64) -> String {
    if number == 1 { metric.name().to_owned() } else { format!("{}s", metric.name()) }
}

fn in_text(args: &Args, read: &SlidingPuzzle, explored: &Explored, extras: &Extras) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |name: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{name} {value}");
    };
    line("metric", &explored.metric);
    line("states", &explored.states);
    line("eccentricity", &explored.eccentricity());
    line("edges", &explored.edges);
    line("one neighbour", &explored.one_neighbour);
    if let Some(legal) = explored.plan.legal {
        line("legal", &legal);
    }
    match explored.solved_in {
        Some(length) => line("solved in", &length),
        None if read.puzzle.goals().is_empty() => {}
        None => line("solved in", &"no number of moves: no goal can be reached"),
    }
    if let Some(components) = &extras.components {
        line("components", &components.count());
        for (size, count) in components.sizes.iter().rev() {
            line("component of", &format!("{size} states: {count}"));
        }
    }
    if let Some(Diameter { lower, upper, sweeps }) = extras.diameter {
        if lower == upper {
            line("diameter", &lower);
        } else {
            line("diameter", &format!("at least {lower} and at most {upper}, by {sweeps} searches"));
        }
    }
    if let Some(hardest) = &extras.hardest {
        line("hardest", &hardest.distance);
        line("as hard", &hardest.states);
        line("goals", &hardest.goals);
    }
    if args.histogram {
        for (distance, states) in explored.levels.iter().enumerate() {
            line("at", &format!("{distance} {states}"));
        }
    }
    text += "farthest\n";
    text += &read.puzzle.text(&explored.farthest);
    if let Some(hardest) = &extras.hardest {
        text += "hardest\n";
        text += &read.puzzle.text(&hardest.position);
    }
    text
}

fn in_json(args: &Args, read: &SlidingPuzzle, explored: &Explored, extras: &Extras, time: Duration) -> Value {
    let number = |n: u64| integer(&n.into());
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
    set("title", json!(read.title));
    set("metric", explored.metric.name().into());
    set("states", number(explored.states));
    set("eccentricity", number(explored.eccentricity()));
    set("edges", number(explored.edges));
    set("one_neighbour", number(explored.one_neighbour));
    set("solved_in", json!(explored.solved_in));
    set("legal", explored.plan.legal.map_or(Value::Null, |legal| integer(&legal.into())));
    set("depth_histogram", explored.levels.iter().map(|&states| number(states)).collect());
    set("farthest", read.puzzle.text(&explored.farthest).into());
    if let Some(components) = &extras.components {
        let size = |(&size, &count): (&u64, &u64)| json!({ "size": number(size), "count": number(count) });
        let sizes: Vec<Value> = components.sizes.iter().map(size).collect();
        let (count, legal) = (number(components.count()), number(components.legal));
        set("components", json!({ "count": count, "legal": legal, "sizes": sizes }));
    }
    if let Some(Diameter { lower, upper, sweeps }) = extras.diameter {
        let exact = lower == upper;
        set("diameter", json!({ "lower": lower, "upper": upper, "exact": exact, "sweeps": sweeps }));
    }
    // Nothing when no goal can be reached; absent when it was stopped.
    if args.hardest.is_some() && (extras.hardest.is_some() || explored.solved_in.is_none()) {
        let found = extras.hardest.as_ref().map(|hardest| {
            json!({
                "distance": hardest.distance,
                "states": number(hardest.states),
                "goals": number(hardest.goals),
                "position": read.puzzle.text(&hardest.position),
            })
        });
        set("hardest", json!(found));
    }
    set("engine", explored.plan.engine.to_string().into());
    set("seconds", json!((time.as_secs_f64() * 1e6).round() / 1e6));
    Value::Object(object)
}

/// The plan in words.
fn explained(explored: &Explored) -> String {
    let plan = &explored.plan;
    let bytes = |bytes: Option<u128>| match bytes {
        None => "unknown".to_owned(),
        Some(bytes) if bytes < 1 << 20 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        Some(bytes) => format!("{} MiB", bytes.div_ceil(1 << 20)),
    };
    let legal = plan.legal.map_or("not counted: too many cases".to_owned(), |legal| legal.to_string());
    format!(
        "legal placements: {legal}\nmemory at most: sorted {}, ranked {}\nchosen: {}, because {}\n",
        bytes(plan.sorted_bytes),
        bytes(plan.ranked_bytes),
        plan.engine,
        plan.reason
    )
}
