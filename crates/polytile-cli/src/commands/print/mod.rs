//! `polytile print`: puzzles on paper, as PDF, and from wood, as lines for a laser.
//!
//! In: puzzles, and how they are to be printed or cut. Out: one file of each. The answers are looked for first, each by the search that `polytile
//! solve --first` makes; the library lays out the pages.

mod cut;

use super::slide;
use crate::args::{Classes, PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output;
use crate::run::Run;
use crate::say::say_line;
use crate::values::{choice, millimetres, word};
use clap::ValueHint;
use polytile::ask::Unanswered;
use polytile::ask::printed::{Printable, covers, tilings};
use polytile::ask::solve::Wanted;
use polytile::draw::paper::{Answers, Paper, PrintError, Puzzles, Setup, Solutions, lacking};
use polytile::format::subject::Tiled;
use polytile::run::{Control, Stopped};
use std::path::PathBuf;

/// Print puzzles on paper, with pieces to cut out and answers, or cut them by a laser
///
/// Writes a PDF file: for each PUZZLE its title, the blank board with what is given, and its pieces with their names, as large as
/// the board, so that they can be cut out and laid on it; then the answers. Sudokus, queens and what else `polytile make`
/// makes, guesses of a number, and the starts of sliding-block puzzles are printed too. With --solutions, all solutions of one puzzle
/// instead.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Shipped puzzles' names (see `polytile puzzles`), puzzle files, drawings (with --pieces), or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzles: Vec<String>,
    /// The file to write
    // It is known by the kind of picture that it writes.
    #[arg(id = "pdf", long = "out", short = 'o', value_name = "FILE", required_unless_present = "svg")]
    out: Option<PathBuf>,
    /// What is printed on [default: a4]
    #[arg(long, value_name = "PAPER", value_parser = choice::<Paper>(), requires = "pdf")]
    paper: Option<Paper>,
    /// Puzzles, or solutions, on a page [default: 1, or all solutions if they can be read there, or as many as can be read]
    #[arg(long, value_name = "N", requires = "pdf")]
    per_page: Option<usize>,
    /// Where answers are printed [default: page]
    #[arg(long, value_name = "WHERE", value_parser = choice::<Answers>(), requires = "pdf", conflicts_with = "solutions")]
    answers: Option<Answers>,
    /// The side of a cell in millimetres, as in 8 or 7.5 [default: as large as there is room for, up to 14; cut, 20]
    #[arg(long, value_name = "MM", value_parser = millimetres)]
    cell: Option<f64>,
    /// Number rows and columns, or on other lattices than squares the cells
    #[arg(long, requires = "pdf")]
    coordinates: bool,
    /// Instead of a puzzle its solutions, the first N of them
    #[arg(long, value_name = "N", value_parser = word, requires = "pdf")]
    solutions: Option<u64>,
    #[command(flatten)]
    cutting: cut::Cutting,
    #[command(flatten)]
    classes: Classes,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile print pentominoes-6x10 -o pentominoes.pdf
  polytile print pentominoes-8x8-holed soma --per-page 2 --answers upside-down -o puzzles.pdf
  polytile print hexiamonds-rhombus --paper a5 --cell 8 --answers no -o hexiamonds.pdf
  polytile print klotski queens-8 sudoku -o sliding-and-queens.pdf
  polytile print pentominoes-3x20 --solutions 100 --up-to symmetries -o solutions.pdf
  polytile print queens-8 --solutions 92 -o queens.pdf
  polytile print pentominoes-6x10 --cut pentominoes.svg --kerf 0.15 --corners 1 --tray 8
  polytile print pentominoes-6x10 --cut pentominoes.dxf --together";

/// Letters that are named in a note.
const LISTED: usize = 20;

/// Prints.
///
/// # Errors
/// When there is no puzzle, it is not one of tilings, the paper is too small, or a limit ends the search for an answer.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    if args.puzzles.len() > 1 && args.options.are_given() {
        return Err(Failure::usage(
            "there are several puzzles, and options that change or replace one",
            "print that one alone, or write it into a file with `polytile convert` first",
        ));
    }
    let names = if args.puzzles.is_empty() { vec![None] } else { args.puzzles.iter().map(Some).collect() };
    let load = |name: Option<&String>| loaded(name.map(String::as_str), &args.options, &run.control);
    let read = run.bounded(READING, || names.iter().copied().map(load).collect::<Result<Vec<_>, _>>())?;
    // Nothing is written of what is wrong in part.
    let cut = args.cutting.made(&read, args.cell, &run)?;
    let pdf = match (&args.out, args.solutions) {
        (None, _) => None,
        (Some(out), Some(limit)) => Some((out, solutions(args, &read, limit, &run)?)),
        (Some(out), None) => Some((out, puzzles(args, &read, &run)?)),
    };
    run.hide();
    if pdf.is_some() {
        note_boxes(&read);
    }
    if let Some((out, pdf)) = pdf {
        output::write_file(out, &pdf)?;
    }
    cut.map_or(Ok(()), |(path, text)| output::write_file(path, text.as_bytes()))
}

impl Args {
    fn setup(&self) -> Setup {
        let usual = Setup::default();
        Setup {
            paper: self.paper.unwrap_or(usual.paper),
            per_page: self.per_page,
            cell: self.cell,
            coordinates: self.coordinates,
            answers: self.answers.unwrap_or(usual.answers),
        }
    }
}

/// Says which letters of titles, authors and pieces are printed as boxes.
fn note_boxes(read: &[Printable]) {
    let text: String = read.iter().map(Printable::words).collect();
    let lacking: Vec<String> = lacking(&text).into_iter().take(LISTED).map(String::from).collect();
    if !lacking.is_empty() {
        say_line(&format!("the font has no {}: boxes stand for such letters", lacking.join(" ")));
    }
}

/// The puzzle called `name`, or what the options ask that stand in for one.
fn loaded(name: Option<&str>, options: &PuzzleOptions, control: &Control) -> Result<Printable, Failure> {
    if let Some(name) = name
        && !options.are_given()
        && slide::is_one(name, None)?
    {
        return Ok(Printable::Sliding(Box::new(slide::load(name)?)));
    }
    Ok(Printable::of(input::load_any(name, options)?, control)?)
}

/// The board and pieces, for what is done with those alone: `what`.
fn tiled<'a>(puzzle: &'a Printable, what: &str) -> Result<&'a Tiled, Failure> {
    match puzzle {
        Printable::Tiling(tiled) => Ok(tiled),
        _ => Err(Failure::usage(
            format!("{what} are made of boards that pieces are laid on, and this is another puzzle"),
            "print the puzzle itself: leave out --cut",
        )),
    }
}

/// The pages of puzzles.
fn puzzles(args: &Args, read: &[Printable], run: &Run) -> Result<Vec<u8>, Failure> {
    let setup = args.setup();
    if args.classes.up_to().is_some() {
        return Err(Failure::usage(
            "--up-to says which solutions are printed, and puzzles are",
            "add --solutions N, or leave it out",
        ));
    }
    let wanted = setup.answers != Answers::No;
    let printed = |puzzle| Printable::printed(puzzle, wanted, &run.control);
    let answered = |puzzle| printed(puzzle).map_err(|unanswered| answer_of(unanswered, puzzle.title()));
    let printed = read.iter().map(answered).collect::<Result<Vec<_>, _>>()?;
    Puzzles::new(printed, setup).pdf(&run.control).map_err(unprinted)
}

/// The pages of solutions.
fn solutions(args: &Args, read: &[Printable], limit: u64, run: &Run) -> Result<Vec<u8>, Failure> {
    if limit == 0 {
        return Err(Failure::usage("--solutions 0 prints nothing", "give a number such as 100"));
    }
    let [puzzle] = read else {
        return Err(Failure::usage(
            "--solutions prints those of one puzzle, and there are several",
            "print them one after the other, each into a file of its own",
        ));
    };
    let wanted = Wanted { up_to: args.classes.up_to(), ..Wanted::default() };
    let (title, setup) = (puzzle.title().map(str::to_owned), args.setup());
    let pdf = match puzzle {
        Printable::Tiling(tiled) => {
            let (chosen, stopped) = tilings(tiled, &wanted, limit, &run.control)?;
            found(chosen.len(), stopped)?;
            chosen.pages(title, setup).ok_or_else(nothing)?.pdf(&run.control)
        }
        Printable::Cover(_, cover, known) => {
            let (chosen, stopped) = covers(cover, &wanted, limit, &run.control)?;
            found(chosen.len(), stopped)?;
            let solutions = Solutions::of_known(known, title, &chosen, setup).ok_or_else(|| {
                Failure::usage("its board is too large to be printed", "`polytile solve` lists its solutions")
            })?;
            solutions.pdf(&run.control)
        }
        Printable::Mind(_) => {
            return Err(Failure::usage(
                "the solution of guesses is a number, and no picture",
                "leave --solutions out: the answer is printed with the puzzle; `polytile solve` lists the numbers",
            ));
        }
        _ => {
            return Err(Failure::usage(
                "the solutions of a sliding-block puzzle are moves, and no pictures",
                "leave --solutions out: the moves are printed with the puzzle; `polytile slide solve` has them with pictures",
            ));
        }
    };
    pdf.map_err(unprinted)
}

/// Refuses solutions that were looked for, unless all that were asked for were found, and there are any.
fn found(count: usize, stopped: Option<Stopped>) -> Result<(), Failure> {
    match stopped {
        Some(stopped) => Err(Failure::from(stopped)
            .saying(&format!("; {count} solutions were found and nothing is printed"))
            .advising("print fewer, as with --solutions 100, or allow more")),
        None if count == 0 => Err(nothing()),
        None => Ok(()),
    }
}

fn nothing() -> Failure {
    Failure::usage(
        "there is no solution to print",
        "`polytile why` looks for a reason that a person can check",
    )
}

/// The failure of looking for the answer of the puzzle of this title.
fn answer_of(unanswered: Unanswered, title: Option<&str>) -> Failure {
    let Unanswered::Stopped(stopped) = unanswered else { return unanswered.into() };
    let title = title.unwrap_or("the puzzle");
    Failure::from(stopped)
        .saying(&format!(" while the answer of '{title}' was looked for"))
        .advising("print without it: --answers no, or allow more")
}

/// The failure of what has no room.
fn unprinted(error: PrintError) -> Failure {
    match error {
        PrintError::Draw(polytile::draw::DrawError::Stopped(stopped)) => stopped.into(),
        error => {
            let help = error.help().unwrap_or_else(|| "draw it with --svg of `polytile solve`".to_owned());
            Failure::usage(error.to_string(), help)
        }
    }
}
