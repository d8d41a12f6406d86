//! `polytile merge`: the answers of all parts of one question, put together.
//!
//! In: files with what `solve --subtree K/N --json` or `count --part K/N --json` have printed. The library reads them and puts them
//! together; the solutions of a list are printed as they come, and numbers at the end.

use crate::args::Limits;
use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::run::Run;
use clap::ValueHint;
use polytile::ask::merge::Merge;
use polytile::ask::{self, Part};
use polytile::format::subject::Given;
use std::ops::ControlFlow;

/// Put together the answers of all parts of one question
///
/// The files have what `polytile solve --subtree K/N --json` or `polytile count --part K/N --json` printed, one part or several in
/// each. Prints the count, or the solutions in the order in which the whole search finds them.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Files with parts, or - for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    files: Vec<String>,
    /// Print one JSON object for a count
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  polytile count --board 12x12 --pieces trominoes --part 1/2 --json > part-1.json
  polytile count --board 12x12 --pieces trominoes --part 2/2 --json > part-2.json
  polytile merge part-1.json part-2.json

JSON: {\"count\", \"parts\", \"question\"}; integers beyond 2^53 are strings. A listing is a stream of objects in any case.";

/// Puts parts together.
///
/// # Errors
/// When a file cannot be read, or the parts are not all those of one question.
pub fn run(args: &Args) -> Result<(), Failure> {
    let text = |file: &String| input::read(file).map(Given::Text);
    let run = Run::start(&args.limits.run())?;
    let parts = run.bounded("reading the parts", || args.files.iter().map(text).collect::<Result<_, _>>())?;
    let mut printed = Ok(());
    let merged = Merge { parts }.answer(&run.control, &mut |part| {
        run.hide();
        if let Part::Merged(line) = part {
            printed = output::print_json(&ask::json(&line));
        }
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    printed?;
    match merged? {
        merged if merged.are_listed => Ok(()),
        merged if args.json => output::print_json(&ask::json(&merged)),
        merged => output::print(&merged.text()),
    }
}
