//! `polytile slide explore`: all states that can be reached.
//!
//! The numbers of states come first; what takes longer, the components, the diameter, the hardest start or the whole graph,
//! follows, and the numbers are printed even if a limit ends the rest. With a directory, levels are kept in files, from which
//! an exploration that was stopped is resumed; they are removed only when the whole answer is out.

#[cfg(feature = "cluster")]
use super::cluster::{self, ClusterArgs};
use super::load;
use crate::args::{Explain, RunArgs};
use crate::failure::Failure;
use crate::input::READING;
use crate::listing;
use crate::output;
use crate::run::Run;
use crate::screen::Screen;
use crate::source::{Report, Severity};
use crate::values::choice;
use clap::ValueHint;
use polytile::ask::explore::{Explore, Explored};
use polytile::ask::{self, Unanswered};
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::run::Stopped;
use polytile::sliding::explore::{graph, tidy};
use polytile::sliding::{ExploreEngine, ExploreOptions, Metric};
use polytile_terminal::levels::failure;
use std::path::PathBuf;
#[cfg(feature = "cluster")]
use std::time::Instant;

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
    #[arg(long, value_name = "METRIC", default_value = "step", value_parser = choice::<Metric>())]
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
    #[arg(long, value_parser = choice::<ExploreEngine>(), help_heading = "Running")]
    engine: Option<ExploreEngine>,
    /// Explore with the other engine too, in memory, and compare
    #[arg(long, help_heading = "Running")]
    cross_check: bool,
    #[command(flatten)]
    explain: Explain,
    /// Keep levels in this directory instead of memory; every finished level is a checkpoint, and all is removed when the
    /// whole answer is out
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Running")]
    disk: Option<PathBuf>,
    /// Resume from the checkpoint in the directory of --disk
    #[arg(long, requires = "disk", help_heading = "Running")]
    resume: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile slide explore euler-766
  polytile slide explore klotski --metric move --diameter --hardest harder.toml
  polytile slide explore tiles-3x4 --disk /var/tmp/tiles --memory 1GiB
  polytile slide explore klotski --processes 2
  polytile slide explore klotski --hosts hosts.txt --process 0

JSON: {\"title\", \"metric\", \"states\", \"eccentricity\", \"edges\", \"one_neighbour\", \"solved_in\", \
\"legal\", \"depth_histogram\": [STATES], \"farthest\", \"components\": {\"count\", \"legal\", \"sizes\": \
[{\"size\", \"count\"}]}, \"diameter\": {\"lower\", \"upper\", \"exact\", \"sweeps\"}, \"hardest\": \
{\"distance\", \"states\", \"goals\", \"position\"}, \"engine\", \"cross_check\", \"seconds\"}. `components`, `diameter`, \
`hardest` and `cross_check` are there only when asked for; `solved_in` is null when no goal can be reached, `legal` when counting would \
take long; integers beyond 2^53 are strings.";

/// Explores, and prints what was found.
///
/// # Errors
/// When there is no puzzle, or no answer.
pub fn run(args: &Args) -> Result<(), Failure> {
    #[cfg(feature = "cluster")]
    let run = Run::start(&args.cluster.share(&args.run))?;
    #[cfg(not(feature = "cluster"))]
    let run = Run::start(&args.run)?;
    let read = run.bounded(READING, || load(&args.puzzle))?;
    let question = Explore {
        metric: args.metric,
        histogram: args.histogram,
        all_components: args.all_components,
        diameter: args.diameter,
        hardest: args.hardest.is_some(),
        engine: args.engine,
        cross_check: args.cross_check,
    };
    question.expect_goal(&read)?;
    let kept = ExploreOptions { directory: args.disk.clone(), resume: args.resume, ..question.options() };
    #[cfg(feature = "cluster")]
    let (explored, mut processes) = match args.cluster.meeting(&args.puzzle, &read, &kept, &run)? {
        None => {
            (question.reached(&read, &kept, &run.control).map_err(|e| failure(e, args.disk.as_deref())), None)
        }
        Some(meeting) => {
            let begun = Instant::now();
            let explored = cluster::explore(meeting, &read.puzzle, &kept, &run);
            run.unfailed(explored)
                .map(|(found, processes)| (Ok(question.told(&read, found, begun)), Some(processes)))?
        }
    };
    #[cfg(not(feature = "cluster"))]
    let explored = question.reached(&read, &kept, &run.control).map_err(|e| failure(e, args.disk.as_deref()));
    run.hide();
    let mut explored = explored?;
    #[cfg(feature = "cluster")]
    if let Some(others) = processes.take_if(|processes| !processes.leads()) {
        // The first process shows the answer.
        return cluster::finish(others, args.disk.as_deref());
    }
    if args.cross_check {
        let compared = question.recount(&read, &mut explored, &run.control);
        run.hide();
        compared?;
    }
    let sought = question.besides(&read, &mut explored, &run.control);
    run.hide();
    args.explain.say(&explored.plan);
    args.run.say_agreed(explored.cross_check);
    run.account(|| explored.account());
    // What was found is printed whatever becomes of the rest, and the checkpoint is kept until everything is done.
    let printed =
        if args.json { output::print_json(&ask::json(&explored)) } else { listing::tell(&text(&explored)) };
    sought.map_err(|unanswered| match unanswered {
        Unanswered::Besides { option, why } => besides(why, args, &option.replace('_', "-")),
        other => other.into(),
    })?;
    write(args, &read, &explored, &run)?;
    printed?;
    #[cfg(feature = "cluster")]
    if let Some(processes) = processes {
        return cluster::finish(processes, args.disk.as_deref());
    }
    args.disk.as_ref().map_or(Ok(()), |directory| tidy(directory).map_err(|e| failure(e, Some(directory))))
}

/// The report, on a terminal with what its words mean.
fn text(explored: &Explored) -> String {
    if Screen::find().terminal().is_some() { explored.text_in_words() } else { explored.text() }
}

/// Writes the files that are asked for.
fn write(args: &Args, read: &SlidingPuzzle, explored: &Explored, run: &Run) -> Result<(), Failure> {
    match (&args.hardest, explored.hardest.iter().flatten().next()) {
        (None, _) => {}
        (Some(path), Some(found)) => {
            let harder = found.puzzle(read, args.metric).map_err(|e| Failure::other(e.to_string()))?;
            output::write_file(path, sliding::write(&harder).as_bytes())?;
        }
        (Some(path), None) => {
            let message = format!("{} was not written: no goal can be reached", path.display());
            Report::new(Severity::Warning, message).print();
        }
    }
    let Some(path) = &args.graph else { return Ok(()) };
    let graph = graph(&read.puzzle, args.metric, &run.control);
    run.hide();
    let graph = graph.map_err(|e| besides(e, args, "graph"))?;
    let json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let text = if json { graph.json(&read.puzzle) } else { graph.dot(&read.puzzle) };
    output::write_file(path, text.as_bytes())
}

/// The failure of what the option asks for in addition. A directory would not help with that.
fn besides(stopped: Stopped, args: &Args, option: &str) -> Failure {
    let failure = Failure::from(stopped).saying(&format!(", for --{option}"));
    if args.disk.is_none() {
        return failure;
    }
    failure.advising(
        "what was explored is kept: allow more time or memory, and give the same command with --resume, or leave out \
         the option",
    )
}
