//! `polytile check`: whether a tiling, or a proof that there is none, is right, and where it is not.

mod alone;
mod picture;

use super::{slide, why};
use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::run::Run;
use crate::source::{Severity, Source};
use polytile::board::Cell;
use polytile::certificate::Unproved;
use polytile::format::{certificate, tiling};
use polytile::problem::Problem;
use polytile::run::{Progress, Stopped};
use polytile::tiling::{Fault, Tiling};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::path::Path;

/// Is this a tiling, and if not, where is it wrong?
///
/// Checks TILING against PUZZLE, or against --board with --pieces. The exit status is 0 when it is right, and 1 when it is
/// wrong; then every fault is listed. Rows and columns count from 0 at the top left. Nothing of the checker is shared
/// with the engines that find tilings. A PICTURE, a PNG file with one pixel per cell, may have any size: alone, it is
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
    #[arg(value_name = "PUZZLE", required = true)]
    first: String,
    /// A file with a tiling in JSON, in letters or as a picture, or with a proof that there is none, or - for standard
    /// input
    #[arg(value_name = "TILING")]
    second: Option<String>,
    /// Print one JSON object instead: {"correct", "pieces": N, "faults": [SENTENCE]}, with "tilings" in place of "pieces"
    /// when there are several, and for a picture alone also
    /// "rows", "columns", "holes", "colours" and "total", the number of faults
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
In a picture joined pixels of one colour are a piece, and black ones are holes, as `polytile golomb --png` draws them.
A proof that there is no tiling is read too, as `polytile why --json` prints it: {\"modulus\": M, \"weights\": [[...]]}.";

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
    if answer == "-" && (puzzle == Some("-") || args.options.board.as_deref() == Some("-")) {
        return Err(Failure::usage(
            "the puzzle and the tiling cannot both be read from standard input",
            "put one of them into a file",
        ));
    }
    let problem = match (input::load(puzzle, &args.options), puzzle) {
        (Ok(loaded), _) => loaded.problem,
        (Err(_), Some(name)) if slide::is_one(name, None)? => {
            return Err(Failure::usage(
                format!("{name} is a sliding-block puzzle"),
                format!("check a solution with `polytile slide check {name} {answer}`"),
            ));
        }
        (Err(failure), _) => return Err(failure),
    };
    if picture::is_one(answer)? {
        let tiling = picture::read(answer, &problem, &run)?;
        return judge(args, &problem, &tiling, Vec::new(), &run);
    }
    let source = input::read(answer)?;
    if certificate::is_certificate(&source.text) {
        return check_certificate(args, &problem, &source, &run);
    }
    if let Some(lines) = several(&source) {
        return check_several(args, &problem, &lines, &run);
    }
    check_text(args, &problem, &source, &run)
}

/// Checks what says itself what it is a tiling of.
fn check_alone(args: &Args, run: &Run) -> Result<(), Failure> {
    let missing = |message: &str| {
        Failure::usage(
            message,
            "name the puzzle and a file with the tiling, as in `polytile check euler-161 answer.txt`",
        )
    };
    let picture = picture::is_one(&args.first)?;
    // What is no file may be the name of a puzzle, but not with this ending.
    let named = args.first.to_ascii_lowercase().ends_with(".json") || Path::new(&args.first).is_file();
    let source =
        if picture || !(args.first == "-" || named) { None } else { Some(input::read(&args.first)?) };
    let problem = match &source {
        Some(source) => alone::problem(source, &run.control)?,
        None => None,
    };
    if (picture || problem.is_some()) && args.options.changes() {
        return Err(missing("what names its board itself is checked as it is, and options would change it"));
    }
    match (source, problem) {
        _ if picture => picture::check(&args.first, args.json, run),
        (Some(source), Some(problem)) => check_text(args, &problem, &source, run),
        _ => Err(missing("there is no tiling to check")),
    }
}

/// Checks a tiling in letters or JSON.
fn check_text(args: &Args, problem: &Problem, source: &Source, run: &Run) -> Result<(), Failure> {
    let colours = colour_faults(&source.text, problem);
    let tiling = tiling::parse(&source.text, problem)
        .map_err(|e| Failure::input(source.report(Severity::Error, e)))?;
    judge(args, problem, &tiling, colours, run)
}

/// Says whether a tiling is right, and what is wrong with its `colours`.
fn judge(
    args: &Args,
    problem: &Problem,
    tiling: &Tiling,
    mut colours: Vec<String>,
    run: &Run,
) -> Result<(), Failure> {
    let total = tiling.laid().len() as u64;
    run.control.check(Progress::Pieces { done: 0, total })?;
    let faults = tiling.check(problem).err().unwrap_or_default();
    let mut faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
    faults.append(&mut colours);
    run.control.check(Progress::Pieces { done: total, total })?;
    run.finish();
    if args.json {
        output::print_json(&json!({
            "correct": faults.is_empty(),
            "pieces": tiling.laid().len(),
            "faults": faults,
        }))?;
    } else if faults.is_empty() {
        output::print(&format!("correct: {}\n", used(tiling, problem)))?;
    } else {
        let number =
            if faults.len() == 1 { "1 fault".to_owned() } else { format!("{} faults", faults.len()) };
        let lines = faults.iter().map(|fault| format!("  {fault}\n")).collect::<Vec<_>>().concat();
        output::print(&format!("wrong: {number}\n{lines}"))?;
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::wrong()) }
}

/// Pieces that share an edge and a colour, where the text is JSON that gives pieces colours, as `polytile golomb` does.
fn colour_faults(text: &str, problem: &Problem) -> Vec<String> {
    #[derive(Deserialize)]
    struct Coloured {
        pieces: Vec<Piece>,
    }
    #[derive(Deserialize)]
    struct Piece {
        cells: Vec<[u32; 2]>,
        colour: Option<u32>,
    }
    // What is no such text has no colours; the reader of tilings says what is wrong with it.
    let Ok(Coloured { pieces }) = serde_json::from_str(text) else { return Vec::new() };
    let cells = pieces.iter().enumerate().flat_map(|(i, piece)| {
        piece.cells.iter().filter_map(move |&[row, col]| Some((Cell::new(row, col), (i, piece.colour?))))
    });
    let owners: HashMap<Cell, (usize, u32)> = cells.collect();
    let mut faults = Vec::new();
    for cell in problem.region.cells() {
        let Some(&(piece, colour)) = owners.get(&cell) else { continue };
        let (row, col) = (i64::from(cell.row), i64::from(cell.col));
        for (row, col) in [(row + 1, col), (row, col + 1)] {
            let Some(near) = problem.region.wrap(row, col) else { continue };
            let Some(&(other, same)) = owners.get(&near) else { continue };
            if other != piece && same == colour && faults.len() < Tiling::LISTED {
                faults.push(format!("the pieces on {cell} and {near} touch and both have colour {colour}"));
            }
        }
    }
    faults
}

/// The lines of a text that holds a tiling in JSON on each of several lines, each with its number in its name.
fn several(source: &Source) -> Option<Vec<Source>> {
    let lines = (1..).zip(source.text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<(usize, &str)> = lines.collect();
    let whole = |line: &str| line.trim_start().starts_with('{') && line.trim_end().ends_with('}');
    if lines.len() < 2 || !lines.iter().all(|(_, line)| whole(line)) {
        return None;
    }
    let named = lines.into_iter().map(|(n, line)| Source::new(format!("{}, line {n}", source.name), line));
    Some(named.collect())
}

/// Checks many tilings, and says of each that is wrong what is wrong with it.
fn check_several(args: &Args, problem: &Problem, lines: &[Source], run: &Run) -> Result<(), Failure> {
    let mut wrong = Vec::new();
    for (number, line) in (1..).zip(lines) {
        run.control.check(Progress::Operations { done: number - 1, total: lines.len() as u64, nodes: 0 })?;
        let tiling = tiling::parse(&line.text, problem)
            .map_err(|e| Failure::input(line.report(Severity::Error, e)))?;
        let faults = tiling.check(problem).err().unwrap_or_default();
        wrong.extend(faults.iter().map(|fault| format!("tiling {number}: {fault}")));
    }
    run.finish();
    if args.json {
        output::print_json(&json!({ "correct": wrong.is_empty(), "tilings": lines.len(), "faults": wrong }))?;
    } else if wrong.is_empty() {
        output::print(&format!("correct: {} tilings\n", lines.len()))?;
    } else {
        output::print(&format!("wrong: {} faults in {} tilings\n", wrong.len(), lines.len()))?;
        wrong.iter().try_for_each(|fault| output::print(&format!("  {fault}\n")))?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::wrong()) }
}

/// Checks the weights of a proof that there is no tiling.
fn check_certificate(args: &Args, problem: &Problem, source: &Source, run: &Run) -> Result<(), Failure> {
    let certificate = certificate::parse(&source.text, &problem.region)
        .map_err(|e| Failure::input(source.report(Severity::Error, e)))?;
    let checked = certificate.check(problem, &run.control);
    run.finish();
    match checked {
        Ok(proof) => {
            let sentences = proof.explain(&certificate, problem);
            if args.json {
                return output::print_json(&json!({ "correct": true, "explanation": sentences }));
            }
            let drawn = why::drawing(&certificate, problem, &sentences);
            output::print(&format!(
                "correct: there is no tiling\n\n{}",
                why::shown(&drawn, &proof, &sentences)
            ))
        }
        Err(Unproved::Stopped(stopped @ Stopped::OutOfMemory { .. })) => Err(Failure::from(stopped)
            .advising("use smaller weights, give a modulus, or allow more with --memory")),
        Err(Unproved::Stopped(stopped)) => Err(stopped.into()),
        Err(wrong) => {
            if args.json {
                output::print_json(&json!({ "correct": false, "faults": [wrong.to_string()] }))?;
            } else {
                output::print(&format!("wrong: {wrong}\n"))?;
            }
            Err(Failure::wrong())
        }
    }
}

/// What a tiling is made of.
fn used(tiling: &Tiling, problem: &Problem) -> String {
    if tiling.laid().is_empty() {
        return "there is no cell to cover".to_owned();
    }
    let mut copies = vec![0_u64; problem.pieces.len()];
    for laid in tiling.laid() {
        copies[laid.piece] += 1;
    }
    format!("{} cells covered by {}", problem.region.len(), super::monomial(&problem.pieces, &copies))
}
