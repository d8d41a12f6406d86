//! `polytile check`: whether a solution, or a proof that there is none, is right, and where it is not.
//!
//! In: one or two names. Two are a puzzle and a solution, which of an exact cover may be typed; a single one is a picture, or JSON that names its own board. The library
//! judges; this file opens what is named, prints the verdict with every fault, and sets the exit status.

use super::{slide, why};
use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::listing;
use crate::output;
use crate::run::Run;
use clap::ValueHint;
use polytile::ask;
use polytile::ask::Unanswered;
use polytile::ask::check::{self, Check, Checked, Claim};
use polytile::draw::Weights;
use polytile::format::shipped::Shipped;
use polytile::format::subject::{self, Subject};
use polytile::format::sudoku;
use polytile::problem::Problem;
use polytile::run::Stopped;
use polytile_terminal::given::{self, Given};
use std::path::Path;

/// Is this a solution, and if not, where is it wrong?
///
/// Checks TILING against PUZZLE, or against --board with --pieces; of an exact cover, such as a sudoku, and of guesses of a number it is
/// a solution. The exit status is 0 when it is right, and 1 when it is wrong; then every fault is listed. Rows and columns of a tiling count
/// from 0 at the top left, those of a sudoku and the like from 1. Nothing of the checker is shared with the engines that find solutions. A PICTURE, a PNG file with one pixel per cell, may have any size: alone, it is
/// checked as a tiling by L-trominoes with one hole at most. JSON of `polytile golomb` and `polytile deficient` names its
/// board and is checked alone too.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "polytile check [OPTIONS] <PUZZLE> <TILING>\n       polytile check [OPTIONS] --board <BOARD> --pieces <LIST> <TILING>\n       polytile check [OPTIONS] <PICTURE or JSON>"
)]
#[command(after_long_help = FORMS)]
pub struct Args {
    /// A shipped puzzle's name, a puzzle file, a drawing (with --pieces), or - for standard input; or a picture, or JSON
    /// that names its board
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath, required = true)]
    first: String,
    /// A file with a tiling in JSON, in letters or as a picture, or with a proof that there is none, or - for standard
    /// input; of an exact cover and of guesses, a file with a solution, or the solution itself
    #[arg(value_name = "TILING", value_hint = ValueHint::FilePath)]
    second: Option<String>,
    /// Print one JSON object instead: {"correct", "pieces": N, "faults": [SENTENCE], "total": N}, "total" being the number
    /// of faults, of which not all are listed if there are many, and "pieces" null where the tiling has not the size of
    /// the board; with "tilings" in place of "pieces" when there are several, with "options" of an exact cover, "digits" of a number, or "solutions" of several of these,
    /// and for a picture alone also "rows", "columns", "holes" and "colours"
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    run: RunArgs,
}

const FORMS: &str = "\
A tiling is written as `polytile sample` prints it with --ascii or --json:
  letters, a row to a line, where joined cells of one letter are a piece and . is a hole:
      LLA
      LAA
  or {\"pieces\": [{\"piece\": \"L3\", \"cells\": [[0,0],[0,1],[1,0]]}, ...]}; several on a line each are all checked
In a picture joined pixels of one colour are a piece, and white or black ones are holes, as `polytile golomb --png` draws them.
A proof that there is no tiling is read too, as `polytile why --json` prints it: {\"modulus\": M, \"weights\": [[...]]}.

A solution of an exact cover is what its board shows, such as 81 digits or rows of queens with / between them, or the items of each option
with ; between options, or JSON as `polytile solve` prints it; of guesses, the digits of the number.

Examples:
  polytile solve sudoku --ascii > answer.txt
  polytile check sudoku answer.txt
  polytile check queens-8 'Q......./....Q.../.......Q/.....Q../..Q...../......Q./.Q....../...Q....'
  polytile check number-mind-small 39542";

/// Checks a tiling.
///
/// # Errors
/// When it is wrong, and when the puzzle or the tiling cannot be read.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let (puzzle, answer) = match (&args.second, &args.options.board) {
        (Some(answer), _) => (Some(args.first.as_str()), answer.as_str()),
        (None, Some(_)) => (None, args.first.as_str()),
        (None, None) => return check_alone(args, &run),
    };
    let sources = [puzzle, Some(answer), args.options.board.as_deref()];
    input::one_from_stdin(&sources, "the puzzle and the tiling cannot both", "put one of them into a file")?;
    if let Some((name, what)) = puzzle.and_then(|name| Some((name, given::no_puzzle(name)?))) {
        return Err(Failure::usage(
            format!("{name} is {what}, and a puzzle comes first"),
            "name the puzzle, or --board and --pieces, and then the tiling",
        ));
    }
    let problem = match (run.bounded(READING, || input::load_any(puzzle, &args.options)), puzzle) {
        (Ok(Subject::Tiling(tiled)), _) => tiled.problem,
        (Ok(untiled), _) => return check_untiled(args, answer, &untiled, &run),
        (Err(_), Some(name)) if slide::is_one(name, None)? => {
            return Err(Failure::usage(
                format!("{name} is a sliding-block puzzle"),
                format!("check a solution with `polytile slide check {name} {answer}`"),
            ));
        }
        (Err(failure), _) => return Err(failure),
    };
    let claim = match Given::read(answer, &run.control)? {
        Given::Picture(file) => {
            let reading = check::pictured(input::shown(answer), file, &problem, &run.control);
            run.hide();
            let reading = reading?;
            let checked = run.bounded(CHECKING, || check::judge(&reading, &problem, &run.control))?;
            return show(args, &checked, Some(&problem), &run);
        }
        Given::Text(source) => Claim::of(source),
    };
    show(args, &judge(&claim, &problem, &run)?, Some(&problem), &run)
}

/// Checks a solution of what has no board to tile, in a file or typed.
fn check_untiled(args: &Args, answer: &str, puzzle: &Subject, run: &Run) -> Result<(), Failure> {
    let is_file = answer == "-" || Path::new(answer).exists();
    let tiling = if is_file {
        match Given::read(answer, &run.control)? {
            Given::Text(source) => subject::Given::Text(source),
            Given::Picture(_) => {
                return Err(Failure::usage(
                    format!("{} is a picture, which says nothing about this puzzle", input::shown(answer)),
                    "write what its board shows as a text",
                ));
            }
        }
    } else {
        subject::Given::Name(answer.to_owned())
    };
    let checked = run.bounded(CHECKING, || Check { tiling }.answer(Some(puzzle), &run.control));
    let nothing = match &checked {
        Ok(Checked::Cover { options, faults, .. }) => *options == 0 && faults.len() == 1,
        Err(_) => answer.contains(char::is_alphabetic),
        Ok(_) => false,
    };
    if nothing && !is_file && !answer.contains([' ', '/', ';', '{']) {
        return Err(Failure::usage(
            format!("there is no file called '{answer}', and as a solution it says nothing"),
            "name a file with the solution, or write what `polytile solve` prints",
        ));
    }
    show(args, &checked?, None, run)
}

/// What the command is doing while it reads a tiling.
const CHECKING: &str = "checking";

/// Checks a text or a picture that says itself what it is a tiling of.
fn check_alone(args: &Args, run: &Run) -> Result<(), Failure> {
    let missing = |message: &str| {
        Failure::usage(
            message,
            "name the puzzle and a file with the solution, as in `polytile check euler-161 answer.txt`",
        )
    };
    let name = &args.first;
    let is_puzzle = Shipped::find(name).is_some() || sudoku::is_one(name);
    if name != "-" && !Path::new(name).exists() && is_puzzle {
        return Err(missing("there is no solution to check"));
    }
    let given = Given::read(name, &run.control)?;
    if args.options.changes() {
        return Err(missing("what names its board itself is checked as it is, and options would change it"));
    }
    match given {
        Given::Picture(file) => {
            let checked = check::picture(input::shown(name), file, &run.control);
            run.hide();
            show(args, &checked?, None, run)
        }
        Given::Text(source) => {
            let problem = check::named_problem(&source, &run.control)?;
            show(args, &judge(&Claim::Tiling(source), &problem, run)?, Some(&problem), run)
        }
    }
}

/// Checks what a text claims. Reading a single one does not ask the control.
fn judge(claim: &Claim, problem: &Problem, run: &Run) -> Result<Checked, Failure> {
    let judged = || claim.judge(problem, &run.control);
    let checked = if let Claim::Tiling(_) = claim { run.bounded(CHECKING, judged) } else { judged() };
    checked.map_err(|error| match (claim, error) {
        (Claim::Proof(_), Unanswered::Stopped(stopped @ Stopped::OutOfMemory { .. })) => {
            Failure::from(stopped)
                .advising("use smaller weights, give a modulus, or allow more with --memory")
        }
        (_, error) => error.into(),
    })
}

/// Says whether it is right, and what is wrong with it.
fn show(args: &Args, checked: &Checked, problem: Option<&Problem>, run: &Run) -> Result<(), Failure> {
    run.hide();
    if args.json {
        output::print_json(&ask::json(checked))?;
    } else if let (Checked::Proof { explanation, certificate, proof, .. }, Some(problem)) = (checked, problem)
    {
        // A terminal may not have room for the weights.
        let rest = problem.rest();
        let drawn = Weights::proving(certificate, proof, &rest);
        let shown = why::shown(&drawn, proof, explanation);
        output::tell(&format!("correct: there is no tiling\n\n{shown}"))?;
    } else {
        listing::tell(&checked.text())?;
    }
    if checked.is_correct() { Ok(()) } else { Err(Failure::wrong()) }
}
