//! `polytile make`: exact covers that everybody knows, in Knuth's format.

use crate::args::Limits;
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output;
use crate::run::Run;
use crate::values::choice;
use clap::ValueHint;
use polytile::ask;
use polytile::ask::design::make::{Make, What};
use polytile::format::graph;
use polytile::format::subject::Given;
use std::path::PathBuf;

/// Write an exact cover that everybody knows: queens, Langford pairs, a sudoku, words, colourings
///
/// Prints items and options in Knuth's format, which `polytile solve`, `polytile zdd` and Knuth's own programs read. `polytile solve`
/// shows and draws their solutions as boards.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// What to make
    #[arg(value_parser = choice::<What>())]
    what: What,
    /// Its size; the 81 characters of a sudoku: digits, and . or 0 for an empty cell; a file of words or of a graph, or - for standard
    /// input
    #[arg(value_name = "N|LINE|FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    of: Option<String>,
    /// Make a sudoku with one solution and no clue too many, another one for every number N
    #[arg(long, value_name = "N", value_parser = crate::values::word, conflicts_with = "of")]
    seed: Option<u64>,
    /// Colour a graph with so many colours [default: as few as can be]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    colours: Option<u32>,
    /// Write into this file instead
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  polytile make queens 8 | polytile solve - --count
  polytile make langford 7 -o langford.dlx
  polytile make latin 4 | polytile zdd - --count
  polytile make partridge 8 -o partridge.dlx
  polytile make sudoku --seed 7 | polytile solve - --unique
  polytile make queens 8 | polytile solve - --first --svg queens.svg
  echo tar era net ten are rat | polytile make word-rectangle - | polytile solve -
  polytile make colouring grid:4x4 --colours 3 | polytile solve - --count

Words stand on lines of their own, and have one length or two. A graph is a file in DIMACS (`p edge 5 4`, then `e 1 2`), or has two vertices on \
each line; or it is one of grid:8x8, complete:6, cycle:10, path:5. Of a sudoku with a seed the first line says the 81 characters. These are read wherever a puzzle is: `polytile solve LINE`.

JSON: {\"title\", \"items\": N, \"options\": N, \"written\": TEXT}";

/// Makes it, and writes it.
///
/// # Errors
/// When it cannot be made so large, or not be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.limits.run())?;
    let of = args.of.as_deref().map(|of| run.bounded(READING, || given(args.what, of))).transpose()?;
    let made = Make { what: args.what, of, colours: args.colours, seed: args.seed.map(Into::into) };
    let made = made.answer(&run.control)?;
    if let Some(out) = &args.out {
        output::write_file(out, made.written.as_bytes())?;
    }
    match (args.json, &args.out) {
        (true, _) => output::print_json(&ask::json(&made)),
        (false, Some(_)) => Ok(()),
        (false, None) => output::print(&made.written),
    }
}

/// What it is made of: a text of words or of a graph stands in a file.
fn given(what: What, of: &str) -> Result<Given, Failure> {
    let in_file = match what {
        What::WordRectangle => true,
        What::Colouring => graph::named(of).is_none(),
        _ => false,
    };
    if in_file { Ok(Given::Text(input::read(of)?)) } else { Ok(Given::Name(of.to_owned())) }
}
