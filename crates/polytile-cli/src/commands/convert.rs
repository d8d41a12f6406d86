//! `polytile convert`: puzzles from one format into another.
//!
//! In: a puzzle in any format, and the name of a file whose extension says what is wanted, unless options do. Out: that file.
//! The library reads and writes; here the formats are chosen, and what is odd about either text is shown as a warning.

use super::slide;
use crate::args::{Limits, PuzzleOptions};
use crate::failure::Failure;
use crate::input::{self, warn};
use crate::output;
use crate::run::Run;
use crate::source::{Report, Severity};
use crate::values::choice;
use clap::{ValueEnum, ValueHint};
use polytile::ask::Unanswered;
use polytile::ask::convert::{Convert, Format};
use polytile::format::Kind;
use polytile::format::source::Misread;
use polytile::format::subject::Given;
use polytile::run::Control;
use std::path::{Path, PathBuf};

/// Write a puzzle in another format
///
/// Reads PUZZLE, or --board with --pieces, and writes OUT. What OUT is to be follows from its extension, or from --to.
/// Tiling puzzles and Number Mind become exact covers where the format knows nothing else.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "polytile convert [OPTIONS] <PUZZLE> <OUT>\n       polytile convert [OPTIONS] --board <BOARD> --pieces <LIST> <OUT>"
)]
#[command(after_long_help = FORMATS)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a file in any format below, or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath, required = true)]
    first: String,
    /// The file to write, or - for standard output (with --to)
    #[arg(value_name = "OUT")]
    second: Option<PathBuf>,
    /// What PUZZLE is [default: by its extension, or else by what it looks like]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    from: Option<From>,
    /// What OUT is to be [default: by its extension]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, value_parser = choice::<Format>())]
    to: Option<Format>,
    /// Into a file of BurrTools: solutions of the puzzle as `polytile solve` prints them with --json, on a line each, in a file or - for
    /// standard input; where PUZZLE is from such a file, a copy of that, with these in place of the solutions that it has
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    solutions: Option<String>,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    limits: Limits,
}

const FORMATS: &str = "\
Formats read (--from):
  toml   a puzzle file
  ascii  a drawing: # or x for a cell, . or a space for none. Without a . the largest of several blobs is the board, and
         the others are its pieces, each used once; any other drawing needs --pieces
  dlx    items and options in Knuth's format: | comments, A B 2:3|C | X Y, then options such as A C X:red
  json   items and options: {\"items\": [\"A\", {\"name\": \"C\", \"lo\": 2, \"hi\": 3}, {\"name\": \"X\", \"secondary\": true}],
         \"options\": [[\"A\", \"C\", [\"X\", \"red\"]]]}
  mind   Number Mind: a guess to a line, as in 90342 ;2 correct
  xmpuzzle  a puzzle of BurrTools, packed or not, of cubes or triangular prisms (--problem K where it has several)
  sliding  a sliding-block puzzle as js2, Knuth's SLIDING or lists of Rush Hour boards have it, as rows of numbers, or drawn:
         the start, and below an empty line the goal

Formats written (--to):
  dlx    as above
  cnf    DIMACS for SAT solvers and model counters: models are solutions, one to one
  json   as above
  toml   a puzzle file, from a tiling puzzle or a sliding-block puzzle only
  xmpuzzle  a puzzle of BurrTools, from a tiling puzzle of cubes, prisms, squares or triangles only
  puzzlecad  models of its pieces for printers, in OpenSCAD (.scad), from a tiling puzzle of cubes or squares only
  stl    the first solution as solid bodies, one for each piece, from a tiling puzzle of cubes or prisms only

Examples:
  polytile convert pentominoes-6x10 pentominoes.dlx
  polytile convert number-mind-185 - --to cnf | cadical
  polytile convert --board 8x8 --pieces dominoes chessboard.toml
  polytile convert soma soma.xmpuzzle
  polytile solve soma --up-to symmetries --json | polytile convert soma --solutions - solved.xmpuzzle";

/// What is read.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum From {
    Toml,
    Ascii,
    Dlx,
    Json,
    Mind,
    Sliding,
    Xmpuzzle,
}

/// Converts a puzzle.
///
/// # Errors
/// When the puzzle cannot be read, the format cannot say what it asks, or the file cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.limits.run())?;
    let (text, out) = run.bounded("converting", || converted(args, &run.control))?;
    output::write_file(out, text.as_bytes())
}

/// The text, and the name of the file that it goes into.
fn converted<'a>(args: &'a Args, control: &Control) -> Result<(String, &'a Path), Failure> {
    let (puzzle, out) = match (&args.second, &args.options.board) {
        (Some(out), _) => (Some(args.first.as_str()), out.as_path()),
        (None, Some(_)) => (None, Path::new(&args.first)),
        (None, None) => {
            return Err(Failure::usage(
                "it is not said what to write",
                "name the puzzle and the file, as in `polytile convert langford-8 langford.cnf`",
            ));
        }
    };
    let to = match args.to {
        Some(to) => to,
        None => by_extension(out)?,
    };
    let from = args.from.map(|from| match from {
        From::Toml => Kind::Puzzle,
        From::Ascii => Kind::Drawing,
        From::Dlx => Kind::Dlx,
        From::Json => Kind::CoverJson,
        From::Mind => Kind::NumberMind,
        From::Sliding => Kind::Sliding,
        From::Xmpuzzle => Kind::Xmpuzzle,
    });
    let sources = [puzzle, args.solutions.as_deref(), args.options.board.as_deref()];
    input::one_from_stdin(
        &sources,
        "the puzzle and its solutions cannot both",
        "put one of them into a file",
    )?;
    let solutions = args.solutions.as_deref().map(|name| input::read(name).map(Given::Text)).transpose()?;
    let question = Convert { to, solutions };
    if let Some(name) = puzzle
        && slide::is_one(name, from)?
    {
        return Ok((question.sliding(&slide::load(name)?)?.written, out));
    }
    let words = input::words(puzzle, from, &args.options)?;
    let read = words.read()?;
    warn(read.warnings);
    let converted = question.answer(read.subject, &words, control).map_err(impossible)?;
    for warning in converted.warnings {
        said(Severity::Warning, warning).print();
    }
    Ok((converted.written, out))
}

/// The format of a file, by its name.
fn by_extension(out: &Path) -> Result<Format, Failure> {
    let extension = out.extension().and_then(|e| e.to_str()).unwrap_or_default();
    Format::of_extension(extension).ok_or_else(|| {
        let message = if out == "-" {
            "it is not said what to write to standard output".to_owned()
        } else {
            format!("the name '{}' does not say what to write", out.display())
        };
        Failure::usage(
            message,
            "end it in .dlx, .cnf, .json, .toml, .xmpuzzle, .scad or .stl, or add --to dlx, cnf, json, toml, xmpuzzle, puzzlecad or stl",
        )
    })
}

/// The failure of a puzzle that asks what a format cannot say.
fn impossible(error: Unanswered) -> Failure {
    match error {
        Unanswered::Misread(misread) if misread.text.is_none() => {
            Failure::input(said(Severity::Error, misread))
        }
        other => other.into(),
    }
}

fn said(severity: Severity, misread: Misread) -> Report {
    Report::new(severity, misread.error.message).with_help(misread.error.help.unwrap_or_default())
}
