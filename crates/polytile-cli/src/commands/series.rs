//! `polytile series`: the numbers of tilings of boards of one width and every height.

use crate::args::{Explain, PiecesArgs, RunArgs};
use crate::failure::Failure;
use crate::input::READING;
use crate::output;
use crate::run::Run;
use crate::source::{Report, Severity};
use crate::values::{choice, modulus, natural, word};
use num_bigint::BigUint;
use polytile::ask;
use polytile::ask::series::Series;
use polytile::frontier::series::Engine;

/// Count the tilings of boards of one width and every height
///
/// The boards have W columns and n rows, and a(n) is the number of their tilings. One of --to, --recurrence, --at and
/// --growth says what to print about it.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("question").required(true))]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// Columns
    #[arg(long, value_name = "W", value_parser = word)]
    width: u64,
    #[command(flatten)]
    pieces: PiecesArgs,
    /// Print a(0) to a(N), a line `n a(n)` each: the b-file of the OEIS
    #[arg(long, value_name = "N", value_parser = word, group = "question", help_heading = "Questions")]
    to: Option<u64>,
    /// Begin with a(A) instead of a(0)
    #[arg(long, value_name = "A", value_parser = word, requires = "to", help_heading = "Questions")]
    from: Option<u64>,
    /// Print the shortest linear recurrence of a(n), the generating function, and what they rest on
    #[arg(long, group = "question", help_heading = "Questions")]
    recurrence: bool,
    /// Print a(N), as it follows from the recurrence; with --modulo, N may be as large as 10^18 and far beyond
    #[arg(long, value_name = "N", value_parser = natural, group = "question", help_heading = "Questions")]
    at: Option<BigUint>,
    /// Print the entropy per cell, the limit of ln a(n) / (W n), with the digits that can be relied on
    #[arg(long, group = "question", help_heading = "Questions")]
    growth: bool,
    /// Count modulo M
    #[arg(long, value_name = "M", value_parser = modulus, conflicts_with_all = ["recurrence", "growth"])]
    modulo: Option<BigUint>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    /// Use this engine
    #[arg(long, value_parser = choice::<Engine>(), help_heading = "Running")]
    engine: Option<Engine>,
    /// Count with another engine too, from the first row on, and compare what follows from the numbers
    #[arg(long, help_heading = "Running")]
    cross_check: bool,
    #[command(flatten)]
    explain: Explain,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile series --width 9 --pieces trominoes --to 24
  polytile series --width 3 --pieces trominoes --recurrence
  polytile series --width 4 --pieces dominoes --at 10^18 --modulo 1000000007
  polytile series --width 8 --pieces dominoes --growth

JSON: always \"width\" and \"pieces\": [NAME]; with --to \"from\", \"modulo\" and \"terms\"; with --recurrence \
\"recurrence\", \"coefficients\", \"first_index\" (it holds from there on), \"initial\" (the terms before), \
\"generating_function\", \"numerator\", \"denominator\", \"proved\" and \"evidence\"; with --at \"n\", \"modulo\", \"value\", \
\"proved\" and \"evidence\"; with --growth \"entropy\", \"digits\", \"lambda\" and \"period\" (null where nothing \
settles); \"cross_check\" where it is asked for. Integers beyond 2^53 are strings.";

/// Answers a question about a series.
///
/// # Errors
/// When the pieces cannot be read, the engine is stopped, or no recurrence is found.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let words = args.pieces.words();
    let (pieces, rules) = run.bounded(READING, || words.unplaced())?;
    let question = Series {
        width: args.width,
        to: args.to,
        from: args.from,
        recurrence: args.recurrence,
        at: args.at.as_ref().map(Into::into),
        growth: args.growth,
        modulo: args.modulo.as_ref().map(Into::into),
        engine: args.engine,
        cross_check: args.cross_check,
    };
    let followed = question.answer(&pieces, rules, &run.control);
    let time = run.finish();
    let followed = followed?;
    if let Some(warning) = followed.warning().filter(|_| !args.run.quiet) {
        Report::new(Severity::Warning, warning).print();
    }
    args.explain.say(&followed.plan);
    args.run.say_agreed(followed.cross_check);
    run.account(|| format!("{:.3} s", time.as_secs_f64()));
    if args.json { output::print_json(&ask::json(&followed)) } else { output::print(&followed.text()) }
}
