//! `polytile design pieces`: which choices of pieces fill a board in exactly so many ways.

use super::{is_graded, tiled};
use crate::args::{Classes, PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output;
use crate::run::Run;
use crate::say::say_line;
use crate::values::{YesNo, choice};
use clap::ValueHint;
use polytile::ask::design::expect_numbers;
use polytile::ask::design::pieces::{DesignPieces, Grades, Rank};
use polytile::ask::{self, Asked, Part, Question};
use polytile::format::source::Source;
use polytile_terminal::folder::{Folder, resumable};
use std::path::PathBuf;

/// Which choices of pieces fill the board in exactly so many ways
///
/// PUZZLE, or --board with --pieces, is a board and a set of pieces to choose from: each is there once, unless copies say otherwise.
/// Every choice with the area of the board is looked at, by one count that keeps the pieces apart; so where no puzzle is found, there
/// is none. Those with fewest solutions come first, or as --rank says; grades are those of `polytile inspect`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), or - for standard
    /// input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// How many solutions a puzzle is to have: a number, or a range such as 1..3 or 2..
    #[arg(long, value_name = "N", default_value = "1")]
    solutions: String,
    #[command(flatten)]
    classes: Classes,
    /// Which puzzles come first
    #[arg(long, value_name = "WHICH", default_value = "solutions", value_parser = choice::<Rank>())]
    rank: Rank,
    /// Grade each puzzle, as its difficulty [default: yes with --out, or where --rank needs it]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    grade: Option<YesNo>,
    /// Make no more than N puzzles
    #[arg(long, value_name = "N", value_parser = crate::values::word)]
    limit: Option<u64>,
    /// Write each puzzle as a puzzle file into this directory, and into `design.json` how much was looked through
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Print one JSON object for each puzzle, with its file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile design pieces --board 5x5 --pieces pentominoes --up-to symmetries
  polytile design pieces --board 3x10 --pieces pentominoes --solutions 1..3 --up-to symmetries --out puzzles
  polytile design pieces --board 4x5 --pieces pentominoes --solutions 1..20 --rank hardest --limit 5
  polytile design pieces --board 4x5 --pieces 0..2:tetrominoes --solutions 1..4 --json

Lines are SOLUTIONS, tab, and the pieces, as --pieces reads them; where puzzles are graded, tab and the grade; with --rank symmetry, tab and how \
many symmetries of the board carry the pieces to themselves (fewer than the board has where pieces must not be turned over). With --out nothing is printed but \
with --json too. A run that is stopped is resumed by giving the same command again: grades that are known are not found out again.

JSON: {\"number\": I, \"solutions\": N, \"copies\": {PIECE: N}, \"pieces\": \"P5 T5\", \"puzzle\": TEXT}; where puzzles are graded \
\"grade\" too, and with --rank symmetry \"symmetries\"";

/// Looks through all choices.
///
/// # Errors
/// When there is no problem, no choice has its area, the directory holds something else, or a limit stops it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let wanted = args.solutions.parse();
    let wanted = wanted.map_err(|e| Source::new("--solutions", args.solutions.as_str()).misread(e))?;
    let rank = Some(args.rank).filter(|&rank| rank != Rank::Solutions);
    let question = DesignPieces {
        solutions: Some(wanted),
        up_to: args.classes.up_to(),
        rank,
        grade: is_graded(args.grade, args.out.as_ref()),
        limit: args.limit,
    };
    let words = run.bounded(READING, || input::words(args.puzzle.as_deref(), None, &args.options))?;
    expect_numbers(&words)?;
    let tiled = tiled(&words, &run)?;
    let asked =
        || ask::json(&Question { about: words.clone(), asked: Asked::DesignPieces(question.clone()) });
    let folder = args.out.as_deref().map(|path| Folder::open(path, asked())).transpose()?;
    let show = |part| {
        let Part::Designed(designed) = part else { return Ok(()) };
        if let Some(folder) = &folder {
            folder.put(designed.number, &designed.pieces, &designed.puzzle)?;
        }
        match (args.json, &folder) {
            (true, _) => output::print_json(&ask::json(&designed)),
            (false, Some(_)) => Ok(()),
            (false, None) => output::tell(&designed.text()),
        }
    };
    let known: Grades = folder.as_ref().map(Folder::known).transpose()?.flatten().unwrap_or_default();
    let mut keep = |grades: &Grades| folder.iter().for_each(|folder| folder.note(&ask::json(grades)));
    let found =
        run.shown(show, |listener| question.resume(&tiled, known, &run.control, listener, &mut keep))?;
    let found = resumable(found, folder.as_ref())?;
    if let Some(folder) = &folder {
        folder.finish(&ask::json(&found))?;
    }
    if !args.run.quiet {
        say_line(found.text().trim_end());
    }
    Ok(())
}
