//! `polytile slide check`: whether a solution leads to the goal.

use super::load;
use crate::args::Limits;
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::listing;
use crate::output;
use crate::run::Run;
use crate::values::choice;
use clap::ValueHint;
use polytile::ask;
use polytile::ask::slide_check::SlideCheck;
use polytile::format::subject::Given;
use polytile::sliding::Metric;

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
    #[arg(long, value_name = "METRIC", value_parser = choice::<Metric>())]
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
    let sources = [&args.puzzle, &args.solution].map(|name| Some(name.as_str()));
    input::one_from_stdin(
        &sources,
        "the puzzle and the solution cannot both",
        "put one of them into a file",
    )?;
    let run = Run::start(&args.limits.run())?;
    let (puzzle, question, solutions) = run.bounded(READING, || {
        let puzzle = load(&args.puzzle)?.puzzle;
        let solution = Some(Given::Text(input::read(&args.solution)?));
        let question = SlideCheck { solution, metric: args.metric };
        let solutions = question.solutions(&puzzle)?;
        Ok::<_, Failure>((puzzle, question, solutions))
    })?;
    let checked = run.bounded("checking", || question.checked(&puzzle, &solutions, &run.control))?;
    if args.json {
        output::print_json(&ask::json(&checked))?;
    } else {
        listing::tell(&checked.text())?;
    }
    if checked.correct { Ok(()) } else { Err(Failure::wrong()) }
}
