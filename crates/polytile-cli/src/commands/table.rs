//! `polytile table`: the numbers of tilings of all boards of an array, as the OEIS has them.

use crate::args::{Classes, Explain, PiecesArgs, RunArgs};
use crate::failure::Failure;
use crate::input::READING;
use crate::listing;
use crate::output;
use crate::run::Run;
use crate::screen::Screen;
use crate::values::word;
use clap::ValueHint;
use polytile::ask::table::{Table, Tabled};
use polytile::ask::{self, Part, Words};
use polytile_terminal::levels::of_table;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Count the tilings of all boards of a table
///
/// T(n,k) is the number of tilings of the board of n rows and k columns, n and k from 0 on. One of --antidiagonals, --square,
/// --triangle, --squares and --aztec says up to where the table goes, and in which order its numbers are listed: as a b-file of
/// the OEIS, with comment lines, or with --grid in rows and columns.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    #[command(flatten)]
    pieces: PiecesArgs,
    /// No straight line may cut the board without cutting a piece
    #[arg(long)]
    fault_free: bool,
    /// All T(n,k) with n + k up to N: T(0,0); T(0,1), T(1,0); ...
    #[arg(long, value_name = "N", value_parser = word, help_heading = "Which boards")]
    antidiagonals: Option<u64>,
    /// All T(n,k) with n and k up to N, in rows and columns
    #[arg(long, value_name = "N", value_parser = word, help_heading = "Which boards")]
    square: Option<u64>,
    /// All T(n,k) with n up to k and k up to N: T(0,0); T(0,1), T(1,1); ...
    #[arg(long, value_name = "N", value_parser = word, help_heading = "Which boards")]
    triangle: Option<u64>,
    /// T(n,n) with n up to N
    #[arg(long, value_name = "N", value_parser = word, help_heading = "Which boards")]
    squares: Option<u64>,
    /// Aztec diamonds of order up to N
    #[arg(long, value_name = "N", value_parser = word, help_heading = "Which boards")]
    aztec: Option<u64>,
    /// Columns wrap
    #[arg(long, help_heading = "Which boards")]
    cylinder: bool,
    /// Columns and rows wrap
    #[arg(long, help_heading = "Which boards")]
    torus: bool,
    /// Boards of M times k columns, and with --squares of M times n rows: so one leaves out numbers that the area forces to
    /// be 0
    #[arg(long, value_name = "M", value_parser = word, help_heading = "Which boards")]
    multiple: Option<u64>,
    #[command(flatten)]
    classes: Classes,
    /// Lay the numbers out in rows and columns, to be looked at
    #[arg(long)]
    grid: bool,
    /// Count every board by another engine too, or scan it in another order, and compare
    #[arg(long)]
    cross_check: bool,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    /// Keep what is counted in this directory: widths and boards that are done are a checkpoint, at most once a second.
    /// It stays, so that a longer table can resume from it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Running")]
    disk: Option<PathBuf>,
    /// Resume from the checkpoint in the directory of --disk
    #[arg(long, requires = "disk", help_heading = "Running")]
    resume: bool,
    #[command(flatten)]
    explain: Explain,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile table --pieces trominoes --antidiagonals 12
  polytile table --pieces trominoes --square 6 --multiple 3
  polytile table --pieces dominoes --triangle 8 --torus --grid
  polytile table --pieces dominoes --squares 8 --up-to symmetries
  polytile table --pieces tetrominoes --antidiagonals 24 --disk DIR --cross-check

One pass over boards of a width gives the numbers of all heights. When a limit ends it, what can be listed without a gap is
printed first. With --disk nothing that was counted is lost: --resume lets the same command resume, with the same table or a \
longer one.

JSON: {\"pieces\": [NAME], \"what\", \"listing\", \"to\", \"boards\": [[N, K]], \"terms\": [INTEGER], \"complete\", \"cross_check\" (where it \
is asked for)}. Integers beyond 2^53 are strings.";

/// Prints a table.
///
/// # Errors
/// When the pieces cannot be read, options contradict each other, the engine is stopped, or the table cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.json && args.grid {
        return Err(Failure::usage("--json and --grid do not go together", "leave one of them out"));
    }
    let run = Run::start(&args.run)?;
    let words = Words { fault_free: args.fault_free, ..args.pieces.words() };
    let (pieces, rules) = run.bounded(READING, || words.unplaced())?;
    let question = Table {
        antidiagonals: args.antidiagonals,
        square: args.square,
        triangle: args.triangle,
        squares: args.squares,
        aztec: args.aztec,
        cylinder: args.cylinder,
        torus: args.torus,
        multiple: args.multiple,
        up_to: args.classes.up_to(),
        grid: args.grid,
        cross_check: args.cross_check,
    };
    args.explain.say_of(|| question.plan(&pieces, rules, &run.control))?;
    let show = |tabled: &Tabled| {
        if args.json {
            output::print_json(&ask::json(tabled))
        } else {
            listing::tell(&tabled.text_within(Screen::find().terminal()))
        }
    };
    let mut shown = Ok(());
    let mut listener = |part| {
        run.hide();
        if let Part::Tabled(tabled) = part {
            shown = show(&tabled);
        }
        ControlFlow::Continue(())
    };
    let tabled = match &args.disk {
        None => question.answer(&pieces, rules, &run.control, &mut listener),
        Some(directory) => {
            question.answer_in(directory, args.resume, &pieces, rules, &run.control, &mut listener)
        }
    };
    let time = run.finish();
    shown?;
    let tabled = tabled.map_err(|unanswered| of_table(unanswered, args.disk.as_deref()))?;
    args.run.say_agreed(tabled.cross_check);
    show(&tabled)?;
    run.account(|| format!("{:.3} s", time.as_secs_f64()));
    Ok(())
}
