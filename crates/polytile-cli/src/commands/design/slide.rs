//! `polytile design slide`: the hardest starts of sliding blocks, for each number of pieces.

use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output;
use crate::run::Run;
use crate::say::say_line;
use crate::values::choice;
use clap::ValueHint;
use polytile::ask::design::slide::{DesignSlide, DesignedSlide};
use polytile::ask::{self, Asked, Part, Question, Words};
use polytile::sliding::Metric;
use polytile_terminal::folder::Folder;
use std::path::PathBuf;

/// The hardest starts of sliding blocks, for each number of pieces
///
/// Of PUZZLE every set of its pieces is looked at that has those that a goal names, in every arrangement; pieces that move along a line
/// keep to theirs, and to their side of a wall. With --cars the sets are those of cars of two and three cells on a board without walls, as in Rush Hour: A, of two
/// cells, is to get to the right end of the row in the middle, or just above it. For each number of pieces a start is shown from which the
/// nearest goal is as far as from any.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath, required_unless_present = "cars")]
    puzzle: Option<String>,
    /// Instead of a puzzle: all sets of cars on a board of this size, with sides from 2 to 8
    #[arg(long, value_name = "RxC", conflicts_with = "puzzle")]
    cars: Option<String>,
    /// Besides, walls on N cells, wherever no goal needs them
    #[arg(long, value_name = "N", value_parser = crate::values::word)]
    walls: Option<u64>,
    /// Look for the goal too: wherever the one that is drawn can be shifted to, or for cars in every row
    #[arg(long)]
    any_goal: bool,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", default_value = "step", value_parser = choice::<Metric>())]
    metric: Metric,
    /// Only sets of at least N pieces
    #[arg(long, value_name = "N", value_parser = crate::values::word)]
    from: Option<u64>,
    /// Only sets of at most N pieces
    #[arg(long, value_name = "N", value_parser = crate::values::word)]
    to: Option<u64>,
    /// Write each start as a puzzle file into this directory, and into `design.json` what is known; a run that is stopped is resumed
    /// there
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Print one JSON object for each number of pieces, with its file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile design slide --cars 4x4 --metric slide
  polytile design slide klotski --from 9 --metric move
  polytile design slide rush-hour-60 --metric slide --from 12
  polytile design slide --cars 5x5 --metric slide --to 5 --out cars
  polytile design slide --cars 4x4 --walls 1 --any-goal --metric slide

A set is told from others by how many of each kind of piece it has: of cars, how many of each length in each row and column. \"Every
piece is needed\" says that the start would be easier without any one of them. With --out nothing is printed but with --json too; giving the
same command again resumes what was stopped.

JSON: {\"pieces\": N, \"sets\": N, \"solvable\": N, \"complete\": BOOL, \"hardest\": {\"moves\": N, \"starts\": N, \"minimal\": BOOL, \"position\": \
TEXT, \"puzzle\": TEXT} or null}; when a limit ends it, \"complete\" is false of what is known so far.";

/// Looks through all sets.
///
/// # Errors
/// When there is no puzzle, it has no goal, the directory holds something else, or a limit stops it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let question = DesignSlide {
        cars: args.cars.clone(),
        walls: args.walls,
        any_goal: args.any_goal,
        metric: args.metric,
        from: args.from,
        to: args.to,
    };
    let (words, read) = if args.cars.is_some() {
        (Words::default(), None)
    } else {
        let words =
            run.bounded(READING, || input::words(args.puzzle.as_deref(), None, &PuzzleOptions::default()))?;
        let (read, warnings) = run.bounded(READING, || words.sliding())?;
        input::warn(warnings);
        (words, Some(read))
    };
    let asked = || ask::json(&Question { about: words.clone(), asked: Asked::DesignSlide(question.clone()) });
    let folder = args.out.as_deref().map(|path| Folder::open(path, asked())).transpose()?;
    let known: Vec<DesignedSlide> =
        folder.as_ref().map(Folder::known).transpose()?.flatten().unwrap_or_default();
    // What is known stays known until something better is.
    let mut rows = known.clone();
    // What a limit leaves incomplete is shown last.
    let mut unfinished = None;
    let shown = |designed: &DesignedSlide| match (args.json, &folder) {
        (true, _) => output::print_json(&ask::json(designed)),
        (false, None) => output::tell(&designed.text()),
        (false, Some(_)) => Ok(()),
    };
    let show = |part| {
        let Part::DesignedSlide(designed) = part else { return Ok(()) };
        if designed.complete {
            shown(&designed)?;
        }
        if let Some(folder) = &folder {
            if let Some(hardest) = designed.hardest.as_ref().filter(|_| designed.complete) {
                folder.put(designed.pieces, &format!("{}-moves", hardest.moves), &hardest.puzzle)?;
            }
            rows.retain(|row| row.pieces != designed.pieces);
            rows.push(DesignedSlide::clone(&designed));
            rows.sort_by_key(|row| row.pieces);
            folder.keep(&ask::json(&rows))?;
        }
        unfinished = Some(*designed).filter(|designed| !designed.complete);
        Ok(())
    };
    let found = run.shown(show, |listener| question.resume(read.as_ref(), &known, &run.control, listener))?;
    let found = match (found, unfinished) {
        (Err(stopped), Some(unfinished)) => {
            shown(&unfinished)?;
            let stopped = Failure::from(stopped);
            return Err(match &folder {
                Some(_) => stopped.advising("give the same command again to resume"),
                None => {
                    stopped.advising("allow more, or name a directory with --out, where it can be resumed")
                }
            });
        }
        (found, _) => found?,
    };
    if let Some(folder) = &folder {
        folder.finish(&ask::json(&found))?;
    }
    if !args.run.quiet {
        say_line(found.text().trim_end());
    }
    Ok(())
}
