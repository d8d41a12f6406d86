//! `polytile count`: in how many ways a board can be tiled.

use crate::args::{Classes, Explain, Met, PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::listing;
use crate::output;
use crate::run::Run;
use crate::values::{choice, modulus, share};
use clap::ValueHint;
use num_bigint::BigUint;
use polytile::ask::part::Share;
use polytile::ask::{self, count};
use polytile::count::{CountOptions, Engine, tidy};
use polytile::format::subject::Subject;
use polytile::frontier::Order;
use polytile_terminal::boardless;
use polytile_terminal::levels::{self, of_count};
use std::path::PathBuf;

/// In how many ways can a board be tiled?
///
/// Prints the number of tilings of PUZZLE, or of --board with --pieces: every cell covered exactly once. Pieces may be
/// turned and turned over, and used as often as one likes, unless the puzzle or the options say otherwise. Numbers are
/// exact, however large. Of an exact cover (a .dlx file, a sudoku of 81 characters) or a Number Mind it prints the number of solutions.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), or - for standard
    /// input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    #[command(flatten)]
    classes: Classes,
    #[command(flatten)]
    met: Met,
    /// Count separately for every number of copies of every piece: lines COUNT, tab, and what is used, as in `I3^2 L3^4`
    #[arg(long)]
    by_piece: bool,
    /// Count modulo M
    #[arg(long, value_name = "M", value_parser = modulus)]
    modulo: Option<BigUint>,
    /// Count modulo the K-th of N shares of the primes by which the number is found; `polytile merge` puts the parts together
    #[arg(long, value_name = "K/N", value_parser = share, requires = "json")]
    part: Option<Share>,
    /// Count with another engine too, one that has as little as possible in common with the first, and compare
    #[arg(long)]
    cross_check: bool,
    /// Print one JSON object instead of the number
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    /// Use this engine
    #[arg(long, value_parser = choice::<Engine>(), help_heading = "Running")]
    engine: Option<Engine>,
    /// Decide the cells in this order
    #[arg(long, value_parser = choice::<Order>(), help_heading = "Running")]
    order: Option<Order>,
    #[command(flatten)]
    explain: Explain,
    /// Keep the layers of the merge in this directory instead of memory, every finished level a checkpoint, or copies of the dense
    /// array; all is removed when the answer is out
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Running")]
    disk: Option<PathBuf>,
    /// Resume from the checkpoint in the directory of --disk
    #[arg(long, requires = "disk", help_heading = "Running")]
    resume: bool,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile count --board 9x12 --pieces trominoes
  polytile count --board 8x8 --remove 0,0 --remove 7,7 --pieces dominoes
  polytile count --board 4x5 --pieces 0..2:I3,0..2:L3,dominoes --by-piece
  polytile count pentominoes-6x10 --up-to symmetries --json
  polytile count pentominoes-6x10 --where 'X touches border' --where 'not I5 touches border'
  polytile count --board 12x12 --pieces trominoes --part 1/2 --json
  polytile count queens-8
  polytile count --board 14x14 --pieces tetrominoes --disk /var/tmp/layers --memory 1GiB

JSON: {\"count\", \"by_piece\": [{\"count\", \"copies\": {PIECE: N}}], \"modulo\", \"up_to_symmetry\", \"up_to\" (where it is rotations), \"title\", \
\"board\": {\"rows\", \"columns\", \"cells\", \"topology\"}, \"pieces\": [NAME], \"rules\": {\"tatami\", \
\"fault_free\"}, \"engine\", \"order\", \"states\", \"cross_check\", \"seconds\"}, and of 0 tilings \"why\": [SENTENCE]. What does not apply is null, but `by_piece` is there only \
when asked for; integers beyond 2^53 are strings. --part: {\"part\", \"question\", \"bits\", \"moduli\", \"residues\": \
[{\"modulus\", \"residue\"}], \"engine\", \"seconds\"}. Without a board: as `polytile solve` with --count.";

/// Counts, and prints the number.
///
/// # Errors
/// When there is no problem to count, or no answer to it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let read = run.bounded(READING, || input::load_any(args.puzzle.as_deref(), &args.options))?;
    let question = count::Count {
        conditions: args.met.conditions.clone(),
        up_to: args.classes.up_to(),
        by_piece: args.by_piece,
        modulo: args.modulo.as_ref().map(Into::into),
        part: args.part,
        engine: args.engine,
        order: args.order,
        cross_check: args.cross_check,
    };
    let disk = args.disk.as_deref();
    let tiled = match read {
        Subject::Tiling(tiled) => tiled,
        boardless => {
            let total = boardless::counted(&question, boardless, disk, &run)?;
            args.explain.say(&total.plan);
            args.run.say_agreed(total.cross_check);
            return if args.json {
                output::print_json(&ask::json(&total))
            } else {
                listing::tell(&total.text())
            };
        }
    };
    if let Some(share) = args.part {
        if disk.is_some() {
            return Err(Failure::usage("a part is counted in memory", "leave out --disk, or --part"));
        }
        let residual = question.residual(share, &tiled, &run.control);
        run.hide();
        let residual = residual?;
        if let Some(plan) = &residual.plan {
            args.explain.say(plan);
        }
        run.account(|| residual.account());
        return output::print_json(&ask::json(&residual));
    }
    let options = CountOptions {
        directory: args.disk.clone(),
        resume: args.resume,
        ..question.options(&tiled.problem)?
    };
    let counted = question.count_by(&options, &tiled, &run.control);
    run.hide();
    let mut counted = counted.map_err(|unanswered| of_count(unanswered, disk))?;
    args.explain.say(counted.plan());
    run.account(|| counted.account());
    run.account_for(counted.why.as_deref());
    if let Some(once) = args.options.pieces.as_deref().and_then(|list| count::once(list, &tiled.problem)) {
        run.account(|| once);
    }
    if args.cross_check {
        let compared = question.recount(&tiled, &mut counted, &run.control);
        run.hide();
        compared?;
    }
    args.run.say_agreed(counted.cross_check);
    if args.json {
        output::print_json(&ask::json(&counted))?;
    } else {
        listing::tell(&counted.text())?;
    }
    // Where areas or colours decided, nothing was kept.
    let kept = disk.filter(|_| counted.engine.is_some());
    kept.map_or(Ok(()), |directory| tidy(directory).map_err(|e| levels::failure(e, disk)))
}
