//! `polytile series`: the numbers of tilings of boards that grow.

use crate::args::{Classes, Explain, PiecesArgs, RunArgs};
use crate::failure::Failure;
use crate::input::READING;
use crate::listing;
use crate::output;
use crate::run::Run;
use crate::source::{Report, Severity};
use crate::values::{choice, modulus, natural, word};
use num_bigint::BigUint;
use polytile::ask::series::{Series, Spelling};
use polytile::ask::{self, Words};
use polytile::frontier::series::Engine;

/// Count the tilings of boards of one width and every height, or of other boards that grow
///
/// There is a board for each n, and a(n) is the number of its tilings: W columns and n rows with --width, or what --board says.
/// One of --to, --recurrence, --at and --growth says what to print about it.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("question").required(true))]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// Boards that grow, as in --board
    #[arg(value_name = "BOARDS", conflicts_with_all = ["board", "width"])]
    boards: Option<String>,
    /// Columns of boards of n rows
    #[arg(long, value_name = "W", value_parser = word, conflicts_with = "board", required_unless_present_any = ["board", "boards"])]
    width: Option<u64>,
    /// Boards with the letter n for a side, or for both, instead of a width: 6xn (rows x columns), nx6, torus:6xn,
    /// cylinder:6xn (columns wrap), nxn, aztec:n
    #[arg(short, long, value_name = "BOARDS")]
    board: Option<String>,
    #[command(flatten)]
    pieces: PiecesArgs,
    /// No straight line may cut the board without cutting a piece
    #[arg(long)]
    fault_free: bool,
    #[command(flatten)]
    classes: Classes,
    /// Print a(0) to a(N), a line `n a(n)` each, below comments: the b-file of the OEIS
    #[arg(long, value_name = "N", value_parser = word, group = "question", help_heading = "Questions")]
    to: Option<u64>,
    /// Begin with a(A) instead of a(0)
    #[arg(long, value_name = "A", value_parser = word, requires = "to", help_heading = "Questions")]
    from: Option<u64>,
    /// Print the shortest linear recurrence of a(n), the generating function, and what they rest on
    #[arg(long, group = "question", help_heading = "Questions")]
    recurrence: bool,
    /// Print the recurrence in this spelling: oeis, pari, mathematica, sage or latex
    #[arg(long, value_name = "SPELLING", value_parser = choice::<Spelling>(), hide_possible_values = true, requires = "recurrence", help_heading = "Questions")]
    format: Option<Spelling>,
    /// Print the recurrence even if its order is above 40
    #[arg(long, requires = "recurrence", help_heading = "Questions")]
    all: bool,
    /// Print a(N), as it follows from the recurrence; with --modulo, N may be as large as 10^18 and far beyond
    #[arg(long, value_name = "N", value_parser = natural, group = "question", help_heading = "Questions")]
    at: Option<BigUint>,
    /// Print the entropy per cell, the limit of ln a(n) / (W n) where W is the side that does not grow, with the digits that can be relied on; with a proved recurrence also the ratio that the terms tend to and its minimal polynomial
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
  polytile series --board torus:4xn --pieces dominoes --recurrence --format pari
  polytile series nxn --pieces trominoes --up-to symmetries --to 9

Boards other than those of W columns, or rows, and cylinders of W columns are counted one by one, and their recurrences are \
checked, not proved. Where the area forces terms to be 0, the recurrence is that of the others.

JSON: always \"board\", \"width\" (where it was given) and \"pieces\": [NAME]; with --to \"from\", \"modulo\" and \"terms\"; with --recurrence \
\"recurrence\", \"coefficients\", \"first_index\" (it holds from there on), \"initial\" (the terms before), \
\"generating_function\", \"numerator\", \"denominator\", \"step\" (a(n) is 0 unless it divides n), \"signature\" (of a(step n)), \"proved\" and \"evidence\"; with --at \"n\", \"modulo\", \"value\", \
\"proved\" and \"evidence\"; with --growth \"entropy\", \"digits\", \"lambda\", \"period\" and \"ratio\" (null where nothing \
settles); \"cross_check\" where it is asked for. Integers beyond 2^53 are strings.";

/// Answers a question about a series.
///
/// # Errors
/// When the pieces cannot be read, the engine is stopped, or no recurrence is found.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let words = Words { fault_free: args.fault_free, ..args.pieces.words() };
    let (pieces, rules) = run.bounded(READING, || words.unplaced())?;
    let question = Series {
        width: args.width,
        board: args.board.clone().or_else(|| args.boards.clone()),
        up_to: args.classes.up_to(),
        all: args.all,
        format: args.format,
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
    run.account_for(followed.search().map(|search| vec![format!("{search} looks it up")]).as_deref());
    if args.json {
        return output::print_json(&ask::json(&followed));
    }
    let comments = followed.comments();
    // What found them is known here alone.
    let typed = if comments.is_empty() { String::new() } else { typed() };
    listing::tell(&(comments + &typed + &followed.text()))
}

/// The line of a b-file that says how to find the numbers again.
fn typed() -> String {
    let quoted = |word: std::ffi::OsString| {
        let word = word.to_string_lossy().replace(char::is_control, " ");
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:/=+^*".contains(c);
        if word.chars().all(plain) { word } else { format!("'{word}'") }
    };
    let typed: Vec<String> = std::env::args_os().skip(1).map(quoted).collect();
    format!("# polytile {}: polytile {}\n", env!("CARGO_PKG_VERSION"), typed.join(" "))
}
