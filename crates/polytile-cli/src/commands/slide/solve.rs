//! `polytile slide solve`: shortest solutions.
//!
//! The answer is printed before any picture is drawn, since a picture may fail. With a directory, a search by levels keeps them
//! in files, from which it is resumed after whatever stopped it; they are removed when the whole answer is out.

use super::{load, position};
use crate::args::{Explain, RunArgs};
use crate::failure::Failure;
use crate::input::READING;
use crate::listing::Listing;
use crate::output;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::say::say_line;
use crate::screen::Screen;
use crate::style::Style;
use crate::values::{choice, word};
use clap::ValueHint;
use polytile::ask;
use polytile::ask::slide_solve::{Found, SlideSolve, SlideSolved};
use polytile::board::Lattice;
use polytile::choice::Choice;
use polytile::draw::{Film, Scene};
use polytile::format::sliding::SlidingPuzzle;
use polytile::format::subject::Given;
use polytile::plan::Plan;
use polytile::run::Control;
use polytile::sliding::{Metric, Position, Puzzle, SolveEngine, SolveOptions, is_begun, tidy};
use polytile_terminal::levels::failure;
use std::path::PathBuf;

/// A shortest solution, how many there are, or why there is none
///
/// A solution is a list of moves, a line each: the letter of the piece and its way. Pictures (--svg, --png) show the
/// positions side by side, with an arrow for each move. Solutions are counted as sequences of
/// positions, with pieces that are alike taken for one another.
#[derive(Debug, clap::Args)]
// Its pictures are of maps and of flat boards, and a view is refused.
#[command(mut_arg("view", |view| view.hide(true)))]
#[command(after_long_help = FORMS)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: String,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", default_value = "step", value_parser = choice::<Metric>())]
    metric: Metric,
    /// Start from the position drawn in this file, or - for standard input, instead
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    from: Option<String>,
    /// List all shortest solutions
    #[arg(long, conflicts_with = "hint")]
    all: bool,
    /// List N of them at most
    #[arg(long, short = 'n', alias = "number", value_name = "N", value_parser = word, conflicts_with = "hint")]
    limit: Option<u64>,
    /// Only the first move
    #[arg(long)]
    hint: bool,
    /// Draw the position after every move
    #[arg(long, conflicts_with = "hint")]
    boards: bool,
    /// How to search [default: tiles, on twelve cells or more; both, where the goal positions are few; else start]
    #[arg(long, value_name = "ENGINE", value_parser = choice::<SolveEngine>())]
    engine: Option<SolveEngine>,
    /// Search in another way too, compare lengths and numbers of solutions, and replay a solution of each
    #[arg(long)]
    cross_check: bool,
    /// Print JSON instead: {"metric", "length", "solutions", "states" (seen), "moves": [{"piece", "path"}], ...}, with
    /// "length": null where there is no solution; with --all one object to a line; with --hint no "solutions", and
    /// "hint": {"piece", "path"}, null at the goal, in place of "moves"
    #[arg(long)]
    json: bool,
    /// Draw boards as plain letters, not lines
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    pictures: Pictures,
    /// Show the solution in this GIF file instead, pieces sliding
    #[arg(long, value_name = "FILE", help_heading = "Pictures", group = "drawn")]
    gif: Option<PathBuf>,
    #[command(flatten)]
    explain: Explain,
    /// Keep levels in this directory instead of memory, for searches by levels; every finished level is a checkpoint, and
    /// all is removed when the whole answer is out
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Running")]
    disk: Option<PathBuf>,
    /// Resume from the checkpoints in the directory of --disk
    #[arg(long, requires = "disk", help_heading = "Running")]
    resume: bool,
    #[command(flatten)]
    run: RunArgs,
}

const FORMS: &str = "\
A puzzle is read in any of these forms:
  a puzzle file in TOML, as `polytile puzzles klotski` prints one
  a drawing, a letter for each piece, . for an empty cell, # for a wall; below an empty line the goal, with . for anything
  the input of js2:             xsize: 4 / piece: 1 (0,0) (1,0) / put: 1 (2,3) / win: 1 (0,0)
  the input of Knuth's SLIDING: 5 x 5 / 1 = 111/01 / and two lines that fill the board
  36 letters of Rush Hour:      IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM, where A is to leave by the right side
  rows of numbers:              1 2 3 / 4 5 6 / 7 0 8, 0 for the gap; they are to come in order, or as below an empty line";

/// Solves, and prints solutions.
///
/// # Errors
/// When there is no puzzle, no goal, or no answer.
pub fn run(args: &Args) -> Result<(), Failure> {
    let drawn = args.pictures.asked() || args.gif.is_some();
    if drawn && (args.all || args.limit.is_some() || args.hint) {
        return Err(Failure::usage(
            "pictures show one whole solution",
            "leave out --all, --limit and --hint, or the pictures",
        ));
    }
    if args.gif.is_some() {
        args.pictures.look.moving()?;
    }
    args.pictures.look.fits(None)?;
    let run = Run::start(&args.run)?;
    let SlidingPuzzle { title, puzzle, .. } = run.bounded(READING, || load(&args.puzzle))?;
    let (question, puzzle) = run.bounded(READING, || {
        let from = args.from.as_ref().map(|from| position(&args.puzzle, from)).transpose()?;
        let question = SlideSolve {
            metric: args.metric,
            from: from.map(Given::Text),
            all: args.all,
            limit: args.limit,
            hint: args.hint,
            boards: args.boards && args.json,
            engine: args.engine,
            cross_check: args.cross_check,
        };
        let puzzle = question.start(puzzle)?;
        let lattice = puzzle.lattice();
        if args.gif.is_some() && lattice != Lattice::Square {
            let these = lattice.meaning().to_lowercase();
            return Err(Failure::usage(
                format!("--gif shows squares that slide, and these are {these}"),
                "--svg FILE and --png FILE draw every position",
            ));
        }
        Ok::<_, Failure>((question, puzzle))
    })?;
    let kept = SolveOptions { directory: args.disk.clone(), resume: args.resume, ..question.options() };
    let has_goal = !puzzle.goals().is_empty();
    let found = question.search(puzzle, &kept, &run.control);
    run.hide();
    let mut found = found.map_err(|e| match failure(e, args.disk.as_deref()) {
        failure if has_goal => failure,
        failure => failure.advising(format!(
            "draw one in the file, goal = '''...''', or ask how far positions are: `polytile slide explore {}`",
            args.puzzle
        )),
    })?;
    if let Some(plan) = &found.common.plan {
        args.explain.say(plan);
    }
    if args.cross_check {
        let compared = found.recount(&run.control);
        run.hide();
        compared?;
    }
    args.run.say_agreed(found.common.cross_check);
    if found.common.proof.is_some() {
        run.hide();
        print(args, &found.common, &found.common.text())?;
        return tidied(args, &found);
    }
    let time = run.finish();
    if found.common.length == Some(0) && !args.run.quiet {
        let name = &args.puzzle;
        say_line(&format!(
            "the start is a goal already: --from FILE starts elsewhere, `polytile slide play {name} --scramble 50` moves pieces at \
             random first, and `polytile slide explore {name} --hardest FILE` writes the hardest start"
        ));
    }
    run.account(|| format!("{} states in {:.2} s", found.common.states, time.as_secs_f64()));
    // The answer first: a picture may fail.
    let shown = match Style::of(args.json, args.ascii, drawn) {
        Style::Nothing => Ok(()),
        style => show(args, style, &found, &run.control),
    };
    if drawn {
        draw(args, title, &found, &run.control)?;
    }
    shown?;
    tidied(args, &found)
}

/// Removes what is kept in a directory, once the answer is out.
fn tidied(args: &Args, found: &Found) -> Result<(), Failure> {
    // Where no goal can be met at all, nothing was begun.
    let Some(directory) = args.disk.as_ref().filter(|directory| is_begun(directory)) else { return Ok(()) };
    match found.common.plan.as_ref().and_then(Plan::engine) {
        Some(engine) => tidy(directory, engine).map_err(|e| failure(e, Some(directory))),
        None => Ok(()),
    }
}

/// Prints an object, or else `text`.
fn print(args: &Args, solved: &SlideSolved, text: &str) -> Result<(), Failure> {
    if args.json { output::print_json(&ask::json(solved)) } else { output::tell(text) }
}

/// Writes the pictures of the first solution.
fn draw(args: &Args, title: Option<String>, found: &Found, control: &Control) -> Result<(), Failure> {
    let first = found.solutions(&Control::default()).next().transpose()?;
    let moves = first.map(|first| first.made()).unwrap_or_default();
    let impossible = |e: &dyn std::fmt::Display| Failure::other(format!("the solution cannot be drawn: {e}"));
    let mut film = Film::new(found.puzzle(), &moves).map_err(|(_, e)| impossible(&e))?;
    if let Some(title) = title {
        let s = if moves.len() == 1 { "" } else { "s" };
        film = film.titled(format!("{title}: {} {}{s}", moves.len(), args.metric));
    }
    args.pictures.files().write(&film, control)?;
    if let Some(path) = &args.gif {
        output::write_file(
            path,
            &film.with_options(args.pictures.look.moving()?).gif().map_err(|e| impossible(&e))?,
        )?;
    }
    Ok(())
}

fn show(args: &Args, style: Style, found: &Found, control: &Control) -> Result<(), Failure> {
    if !args.json {
        output::tell(&found.common.head())?;
    }
    let stops = args.all && args.limit.is_none() && !args.json;
    let mut listing = if stops { Listing::new() } else { Listing::endless() };
    for solved in found.solutions(control) {
        let solved = solved?;
        if !listing.goes_on() {
            break;
        }
        let boards =
            if args.boards && !args.json { boards(style, found.puzzle(), &solved)? } else { Vec::new() };
        if args.json {
            output::print_json(&ask::json(&solved))?;
        } else {
            listing.print(&solved.listed(&boards))?;
        }
    }
    if !args.run.quiet {
        listing.finish();
    }
    Ok(())
}

/// What shows a position that a terminal is too narrow for.
const WIDE: &str = "--svg FILE draws the positions, and a file or a pipe gets all of them";

/// The positions from the start on.
fn boards(style: Style, puzzle: &Puzzle, solved: &SlideSolved) -> Result<Vec<String>, Failure> {
    let cols = match puzzle.lattice() {
        Lattice::Square => puzzle.board().cols(),
        // They take more than one place each.
        _ => Scene::of_position(puzzle, &puzzle.start()).cols(),
    };
    let board = |position: &Position| {
        let scene = || Scene::of_position(puzzle, position);
        Screen::find().board(style, scene, cols, || puzzle.text(position), WIDE)
    };
    // An engine found these moves: they can be made.
    let positions = puzzle.replay(&puzzle.start(), &solved.made()).unwrap_or_default();
    positions.iter().map(board).collect()
}
