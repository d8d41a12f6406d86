//! `polytile slide check`: whether a solution leads to the goal.

use super::{Metric, load};
use crate::args::Limits;
use crate::failure::Failure;
use crate::input::{self, READING, found_in};
use crate::output;
use crate::run::Run;
use clap::ValueHint;
use polytile::format::sliding::{self, SolutionText};
use polytile::sliding::{self as engine, check_solution};
use serde_json::json;

/// Does this solution lead from the start to the goal, and if not, where is it wrong?
///
/// Replays the moves on sets of cells; nothing is shared with what finds solutions. That a solution is shortest is not
/// checked. The exit status is 0 when it is right, and 1 when it is wrong.
#[derive(Debug, clap::Args)]
#[command(after_long_help = FORMS)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: String,
    /// A file with solutions, or - for standard input
    #[arg(value_name = "SOLUTION", value_hint = ValueHint::FilePath)]
    solution: String,
    /// What counts as one move [default: what the solution says, or else move]
    #[arg(long, value_name = "METRIC")]
    metric: Option<Metric>,
    /// Print one JSON object instead: {"correct", "metric", "solutions", "faults": [SENTENCE]}
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
}

const FORMS: &str = "\
A solution is written as `polytile slide solve` prints it, with or without --json; of the first form only lines such as
  12. B down 2, left
are needed, and the numbers may be left out.";

/// Checks solutions.
///
/// # Errors
/// When one is wrong, and when the puzzle or the solution cannot be read.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.puzzle == "-" && args.solution == "-" {
        return Err(Failure::usage(
            "the puzzle and the solution cannot both be read from standard input",
            "put one of them into a file",
        ));
    }
    let run = Run::start(&args.limits.run())?;
    let (puzzle, read, name) = run.bounded(READING, || {
        let puzzle = load(&args.puzzle)?.puzzle;
        let source = input::read(&args.solution)?;
        let read = sliding::solutions(&source.text, &puzzle).map_err(|e| found_in(&source, e))?;
        Ok::<_, Failure>((puzzle, read, source.name))
    })?;
    if read.solutions.is_empty() {
        return Err(Failure::usage(
            format!("{name} holds no solution"),
            "write a move to a line, as in B down 2, left",
        ));
    }
    let metric = args.metric.map(engine::Metric::from).or(read.metric).unwrap_or(engine::Metric::Move);
    let faults = run.bounded("checking", || faults(&puzzle, &read, metric));
    if args.json {
        output::print_json(&json!({
            "correct": faults.is_empty(),
            "metric": metric.name(),
            "solutions": read.solutions.len(),
            "faults": faults,
        }))?;
    } else if faults.is_empty() {
        output::print(&match &read.solutions[..] {
            [moves] => format!("correct: the goal is reached, moves {} (metric {metric})\n", moves.len()),
            all => format!("correct: {} solutions (metric {metric})\n", all.len()),
        })?;
    } else {
        faults.iter().try_for_each(|fault| output::print(&format!("wrong: {fault}\n")))?;
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::wrong()) }
}

/// What is wrong with the solutions.
fn faults(puzzle: &engine::Puzzle, read: &SolutionText, metric: engine::Metric) -> Vec<String> {
    let several = read.solutions.len() > 1;
    let mut faults = Vec::new();
    for (number, moves) in (1..).zip(&read.solutions) {
        let which = if several { format!("solution {number}: ") } else { String::new() };
        if let Some((_, misfit)) = read.misfits.iter().find(|(of, _)| of + 1 == number) {
            faults.push(format!("{which}{misfit}"));
        } else if let Err(fault) = check_solution(puzzle, metric, moves) {
            faults.push(format!("{which}{fault}"));
        } else if let Some(length) = read.length.filter(|length| *length != moves.len()) {
            faults.push(format!(
                "{which}there are {} moves, and the length is said to be {length}",
                moves.len()
            ));
        }
    }
    faults
}
