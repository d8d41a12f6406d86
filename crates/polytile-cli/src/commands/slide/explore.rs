//! `polytile slide explore`: all states that can be reached.

use super::{Metric, load};
use crate::args::RunArgs;
use crate::failure::Failure;
use crate::output;
use crate::run::Run;
use polytile::sliding::explore;
use serde_json::json;
use std::fmt::Write;

/// How many states can be reached, how far away, and what else there is to know about all of them
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", default_value = "step")]
    metric: Metric,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Explores, and prints what was found.
///
/// # Errors
/// When there is no puzzle, or no answer.
pub fn run(args: &Args) -> Result<(), Failure> {
    let read = load(&args.puzzle)?;
    let run = Run::start(&args.run)?;
    let explored = explore(&read.puzzle, args.metric.into(), &run.control);
    let time = run.finish();
    let explored = explored?;
    let states: u64 = explored.levels.iter().sum();
    let eccentricity = explored.levels.len() - 1;
    if args.json {
        return output::print_json(&json!({
            "title": read.title,
            "metric": explored.metric.name(),
            "states": states,
            "eccentricity": eccentricity,
            "solved_in": explored.solved_in,
            "depth_histogram": explored.levels,
            "farthest": read.puzzle.text(&explored.farthest),
            "seconds": (time.as_secs_f64() * 1e6).round() / 1e6,
        }));
    }
    let mut text =
        format!("metric {}\nstates {states}\neccentricity {eccentricity}\n", explored.metric.name());
    // Writing to a string cannot fail.
    if let Some(length) = explored.solved_in {
        let _ = writeln!(text, "solved in {length}");
    }
    let _ = write!(text, "farthest\n{}", read.puzzle.text(&explored.farthest));
    output::print(&text)
}
