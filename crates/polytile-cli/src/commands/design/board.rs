//! `polytile design board`: which boards inside a frame have exactly so many solutions.

use super::{is_graded, tiled};
use crate::args::{Classes, PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::say::say_line;
use crate::screen::Screen;
use crate::values::{YesNo, choice};
use clap::ValueHint;
use polytile::ask::design::board::{BegunBoards, BoardRank, DesignBoard};
use polytile::ask::design::expect_numbers;
use polytile::ask::{self, Asked, Part, Question};
use polytile::design::boards::BoardSymmetry;
use polytile::format::source::Source;
use polytile_terminal::folder::{Folder, resumable};
use std::path::PathBuf;

/// Which boards inside a frame have exactly so many solutions
///
/// PUZZLE, or --board with --pieces, is a frame and the pieces to lay on a board inside it: each once, unless copies say otherwise. A
/// board is any of the cells of the frame; or, where a drawing has cells + that may stay empty, all cells # and some of those. Every
/// board is looked at, cell by cell and with all its solutions at once; so where none is found, there is none. Of boards that
/// symmetries or shifts carry into each other one is shown. With --seed some boards are tried instead, each a cell different from one before, led by
/// their numbers of solutions.
#[derive(Debug, clap::Args)]
// Its pictures are of maps and of flat boards, and a view is refused.
#[command(mut_arg("view", |view| view.hide(true)))]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), or - for standard
    /// input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// How many solutions a board is to have: a number, or a range such as 1..3 or 2..
    #[arg(long, value_name = "N", default_value = "1")]
    solutions: String,
    /// How many cells a board is to have [default: as many as the pieces cover]
    #[arg(long, value_name = "N", value_parser = crate::values::word)]
    area: Option<u64>,
    /// Only boards whose cells hang together
    #[arg(long)]
    connected: bool,
    /// Only boards that surround no empty cell
    #[arg(long)]
    no_holes: bool,
    /// Only boards that a symmetry of the frame carries to themselves: any, a turn, a mirror, or (full) all that the frame has
    #[arg(long, value_name = "KIND", value_parser = choice::<BoardSymmetry>())]
    symmetry: Option<BoardSymmetry>,
    #[command(flatten)]
    classes: Classes,
    /// Which boards come first, once all are seen or tried
    #[arg(long, value_name = "WHICH", default_value = "found", value_parser = choice::<BoardRank>())]
    rank: BoardRank,
    /// Grade each puzzle, as its difficulty [default: yes with --out, or where --rank needs it]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    grade: Option<YesNo>,
    /// Where there are too many boards to see all: search from one to the next, as the number S determines
    #[arg(long, value_name = "S", value_parser = crate::values::word)]
    seed: Option<u64>,
    /// With --seed: try N boards [default: 10000]
    #[arg(long, value_name = "N", value_parser = crate::values::word, requires = "seed")]
    tries: Option<u64>,
    /// Make no more than N puzzles, and stop then, unless --rank says which
    #[arg(long, value_name = "N", value_parser = crate::values::word)]
    limit: Option<u64>,
    /// Write each puzzle as a puzzle file into this directory, and into `design.json` how much was looked through
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Print one JSON object for each board, with its file
    #[arg(long)]
    json: bool,
    /// Print instead which cells to leave out: for each, how near to one solution a board without it is
    #[arg(long, conflicts_with = "json")]
    map: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile design board --board 4x4 --pieces F,P --connected
  polytile design board --board 3x7 --pieces L,P,U,Y --map
  polytile design board --board 6x6 --pieces I,L,P,U,V,Y --symmetry any --up-to symmetries --out boards
  polytile design board --board 9x9 --pieces I,L,P,U,V,Y --connected --no-holes --seed 1 --limit 3
  polytile design board --board 4x4 --pieces F,P --rank symmetry --limit 5

A cell of the map has 1 / solutions: # where a board without it has one solution, 5 where the fewest are two, ? where no board without it was \
tried. --svg and --png draw it.
With --out nothing is printed but with --json too. A run that is stopped is resumed by giving the same command again, from the last board that \
it had met.

JSON: {\"number\": I, \"solutions\": N, \"cells\": N, \"board\": TEXT, \"puzzle\": TEXT}; where puzzles are graded \"grade\" too, and with \
--rank symmetry \"symmetries\"";

/// Looks through all boards.
///
/// # Errors
/// When there is no frame, no board inside it can be covered, the directory holds something else, or a limit stops it.
pub fn run(args: &Args) -> Result<(), Failure> {
    args.pictures.look.fits(None)?;
    let run = Run::start(&args.run)?;
    let wanted = args.solutions.parse();
    let wanted = wanted.map_err(|e| Source::new("--solutions", args.solutions.as_str()).misread(e))?;
    let question = DesignBoard {
        solutions: Some(wanted),
        area: args.area,
        connected: args.connected,
        no_holes: args.no_holes,
        symmetry: args.symmetry,
        up_to: args.classes.up_to(),
        rank: Some(args.rank).filter(|&rank| rank != BoardRank::Found),
        grade: is_graded(args.grade, args.out.as_ref()),
        seed: args.seed.map(Into::into),
        tries: args.tries,
        limit: args.limit,
    };
    let words = run.bounded(READING, || input::words(args.puzzle.as_deref(), None, &args.options))?;
    expect_numbers(&words)?;
    let tiled = tiled(&words, &run)?;
    let asked = || ask::json(&Question { about: words.clone(), asked: Asked::DesignBoard(question.clone()) });
    let folder = args.out.as_deref().map(|path| Folder::open(path, asked())).transpose()?;
    let silent = folder.is_some() || args.map || args.pictures.asked();
    let show = |part| {
        let Part::DesignedBoard(designed) = part else { return Ok(()) };
        if let Some(folder) = &folder {
            let called = format!("{}-cells-{}-solutions", designed.cells.0, designed.solutions.0);
            folder.put(designed.number, &called, &designed.puzzle)?;
        }
        match (args.json, silent) {
            (true, _) => output::print_json(&ask::json(&designed)),
            (false, true) => Ok(()),
            (false, false) => output::tell(&designed.text()),
        }
    };
    let begun: BegunBoards = folder.as_ref().map(Folder::known).transpose()?.flatten().unwrap_or_default();
    let mut keep = |begun: BegunBoards| folder.iter().for_each(|folder| folder.note(&ask::json(&begun)));
    let found =
        run.shown(show, |listener| question.resume(&tiled, &begun, &run.control, listener, &mut keep))?;
    let found = resumable(found, folder.as_ref())?;
    if let Some(folder) = &folder {
        folder.finish(&ask::json(&found))?;
    }
    if args.map || args.pictures.asked() {
        let heat = found.heat().map_err(|e| Failure::other(e.to_string()))?;
        args.pictures.files().write(&heat, &run.control)?;
        if args.map && !args.pictures.asked() {
            output::print(&Screen::find().map(&heat)?)?;
        }
    }
    if !args.run.quiet {
        say_line(found.text().trim_end());
    }
    Ok(())
}
