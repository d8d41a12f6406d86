//! `polytile design givens`: the fewest placements, or options of an exact cover, to give, so that one solution is left.

use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output;
use crate::run::Run;
use crate::say::say_line;
use clap::ValueHint;
use polytile::ask::design::givens::DesignGivens;
use polytile::ask::{self, Asked, Question};
use polytile::format::subject::Subject;
use polytile_terminal::folder::Folder;
use std::path::PathBuf;

/// The fewest placements or clues to give, so that one solution is left
///
/// Of PUZZLE, or of --board with --pieces, as few placements as can be that only one solution has: where there are up to 131072
/// solutions, all are listed, and it is proved that no fewer placements do for any of them. Where there are more, or with --minimal, one
/// solution is taken, and placements are left out of it until none can be spared. What is given already stays.
/// Of an exact cover options are given: queens, or numbers of a grid. The clues of a sudoku that has one solution are what is left out.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), or - for standard
    /// input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// Take the first solution, and be content if none of its placements can be left out
    #[arg(long)]
    minimal: bool,
    /// Write the puzzle file into this directory, and into `design.json` what was found out
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile design givens --board 5x5 --pieces 1:F,1:L,1:P,1:U,1:V
  polytile design givens pentominoes-3x20
  polytile design givens --board 8x8 --pieces dominoes --minimal --out puzzle
  polytile design givens queens-8
  polytile design givens sudoku

Prints the placements, as --given reads them, or a board with what is given, and below them the solution that they leave.

JSON: {\"given\": [PLACEMENT or ITEMS] or null, \"minimum\": BOOL, \"solutions\": N or null, \"solution\": {\"pieces\": [{\"piece\": NAME, \
\"cells\": [[ROW, COLUMN]]}]}, \"puzzle\": TEXT, \"seconds\"}; of an exact cover \"solution\": {\"options\": [[ITEM]]}, with \
\"state\": BOARD, and \"clues\": N where some of N clues are what is given.";

/// Looks for placements.
///
/// # Errors
/// When there is no problem, the directory holds something else, or a limit stops it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let question = DesignGivens { minimal: args.minimal };
    let words = run.bounded(READING, || input::words(args.puzzle.as_deref(), None, &args.options))?;
    let read = run.bounded(READING, || words.read())?;
    input::warn(read.warnings);
    let asked = || ask::json(&Question { about: words.clone(), asked: Asked::DesignGivens(question) });
    let folder = args.out.as_deref().map(|path| Folder::open(path, asked())).transpose()?;
    let found = question.answer(&read.subject, &run.control);
    run.finish();
    let found = found?;
    if let Some(folder) = &folder {
        if let Some(puzzle) = &found.puzzle {
            match read.subject {
                Subject::Tiling(_) => folder.put(1, "given", puzzle)?,
                _ => folder.put_text("00001-given.dlx", puzzle)?,
            }
        }
        folder.finish(&ask::json(&found))?;
    }
    match (args.json, &folder) {
        (true, _) => output::print_json(&ask::json(&found))?,
        (false, Some(_)) => {}
        (false, None) => output::tell(&found.text())?,
    }
    if !args.run.quiet && (found.given.is_some() || folder.is_some()) {
        say_line(&found.account());
    }
    Ok(())
}
