//! `polytile check`: whether a tiling, or a proof that there is none, is right, and where it is not.

mod alone;
mod colours;
mod given;
mod picture;

use super::{slide, why};
use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING, found_in};
use crate::output;
use crate::run::Run;
use crate::source::Source;
use clap::ValueHint;
use given::Given;
use polytile::certificate::Unproved;
use polytile::format::shipped::Shipped;
use polytile::format::tiling::{self, Reading};
use polytile::format::{Unread, brief, certificate};
use polytile::problem::Problem;
use polytile::run::{Progress, Stopped};
use polytile::tiling::{Fault, Tiling};
use serde_json::json;
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
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath, required = true)]
    first: String,
    /// A file with a tiling in JSON, in letters or as a picture, or with a proof that there is none, or - for standard
    /// input
    #[arg(value_name = "TILING", value_hint = ValueHint::FilePath)]
    second: Option<String>,
    /// Print one JSON object instead: {"correct", "pieces": N, "faults": [SENTENCE], "total": N}, "total" being the number
    /// of faults, of which not all are listed if there are many, and "pieces" null where the tiling has not the size of
    /// the board; with "tilings" in place of "pieces" when there are several, and for a picture alone also "rows", "columns", "holes" and "colours"
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
    if let Some((name, what)) = puzzle.and_then(|name| Some((name, given::no_puzzle(name)?))) {
        return Err(Failure::usage(
            format!("{name} is {what}, and a puzzle comes first"),
            "name the puzzle, or --board and --pieces, and then the tiling",
        ));
    }
    let problem = match (run.bounded(READING, || input::load(puzzle, &args.options)), puzzle) {
        (Ok(loaded), _) => loaded.problem,
        (Err(_), Some(name)) if slide::is_one(name, None)? => {
            return Err(Failure::usage(
                format!("{name} is a sliding-block puzzle"),
                format!("check a solution with `polytile slide check {name} {answer}`"),
            ));
        }
        (Err(failure), _) => return Err(failure),
    };
    let source = match Given::read(answer, &run.control)? {
        Given::Picture(picture) => {
            let reading = picture::read(answer, picture, &problem, &run)?;
            return judge(args, &problem, &reading, (Vec::new(), 0), &run);
        }
        Given::Text(source) => source,
    };
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
    let name = &args.first;
    if name != "-" && !Path::new(name).exists() && Shipped::find(name).is_some() {
        return Err(missing("there is no tiling to check"));
    }
    let given = Given::read(name, &run.control)?;
    if args.options.changes() {
        return Err(missing("what names its board itself is checked as it is, and options would change it"));
    }
    match given {
        Given::Picture(picture) => picture::check(name, picture, args.json, run),
        Given::Text(source) => {
            let problem = alone::problem(&source, &run.control)?;
            check_text(args, &problem, &source, run)
        }
    }
}

/// Bytes that a byte of a tiling's text takes while it is checked.
const BYTES_HELD: u64 = 8;

/// Checks a tiling in letters or JSON.
fn check_text(args: &Args, problem: &Problem, source: &Source, run: &Run) -> Result<(), Failure> {
    let needed = (source.text.len() as u64).saturating_mul(BYTES_HELD);
    run.control.reserve(needed, format!("checking {}", source.name))?;
    let (reading, colours) = run.bounded("checking", || {
        let reading = tiling::read(&source.text, problem).map_err(|e| found_in(source, e))?;
        Ok::<_, Failure>((reading, colours::faults(&source.text, problem, &run.control)?))
    })?;
    judge(args, problem, &reading, colours, run)
}

/// Says whether a tiling is right, and what is wrong with it, and with its `colours`.
fn judge(
    args: &Args,
    problem: &Problem,
    reading: &Reading,
    colours: (Vec<String>, u64),
    run: &Run,
) -> Result<(), Failure> {
    let (faults, total) = run.bounded("checking", || all_faults(reading, problem, colours, run))?;
    run.finish();
    if args.json {
        output::print_json(&json!({
            "correct": total == 0,
            "pieces": reading.tiling.as_ref().map(|tiling| tiling.laid().len()),
            "faults": faults,
            "total": total,
        }))?;
    } else if let Some(tiling) = reading.tiling.as_ref().filter(|_| total == 0) {
        output::print(&format!("correct: {}\n", used(tiling, problem)))?;
    } else {
        let number = if total == 1 { "1 fault".to_owned() } else { format!("{total} faults") };
        let lines = faults.iter().map(|fault| format!("  {fault}\n")).collect::<Vec<_>>().concat();
        output::print(&format!("wrong: {number}\n{lines}"))?;
    }
    if total == 0 { Ok(()) } else { Err(Failure::wrong()) }
}

/// The faults of what was read: what fits no board or puzzle, those of the tiling, and those of its colours; and how many
/// there are in all.
fn all_faults(
    reading: &Reading,
    problem: &Problem,
    (coloured, in_colours): (Vec<String>, u64),
    run: &Run,
) -> Result<(Vec<String>, u64), Failure> {
    let misfits = reading.misfits.len() as u64 + reading.more;
    let mut faults = match &reading.tiling {
        Some(tiling) => tiling.faults(problem, &run.control)?,
        None => Vec::new(),
    };
    if misfits > 0 {
        // A piece that the puzzle lacks is among them, with its name.
        faults.retain(|fault| !matches!(fault, Fault::NoSuchPiece { .. }));
    }
    let more = (reading.more > 0).then(|| format!("and {} more of these", reading.more));
    let total = misfits + faults.iter().map(Fault::count).sum::<u64>() + in_colours;
    let faults = faults.iter().map(Fault::to_string);
    let all = reading.misfits.iter().cloned().chain(more).chain(faults).chain(coloured);
    Ok((all.map(|fault| brief(&fault)).collect(), total))
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
    let (mut wrong, mut total) = (Vec::new(), 0);
    for (number, line) in (1..).zip(lines) {
        run.control.check(Progress::Operations { done: number - 1, total: lines.len() as u64, nodes: 0 })?;
        let reading = tiling::read(&line.text, problem).map_err(|e| found_in(line, e))?;
        let colours = colours::faults(&line.text, problem, &run.control)?;
        let (faults, found) = all_faults(&reading, problem, colours, run)?;
        total += found;
        wrong.extend(faults.iter().map(|fault| format!("tiling {number}: {fault}")));
    }
    run.finish();
    if args.json {
        output::print_json(
            &json!({ "correct": total == 0, "tilings": lines.len(), "faults": wrong, "total": total }),
        )?;
    } else if total == 0 {
        output::print(&format!("correct: {} tilings\n", lines.len()))?;
    } else {
        let s = if total == 1 { "" } else { "s" };
        output::print(&format!("wrong: {total} fault{s} in {} tilings\n", lines.len()))?;
        wrong.iter().try_for_each(|fault| output::print(&format!("  {fault}\n")))?;
    }
    if total == 0 { Ok(()) } else { Err(Failure::wrong()) }
}

/// Checks the weights of a proof that there is no tiling.
fn check_certificate(args: &Args, problem: &Problem, source: &Source, run: &Run) -> Result<(), Failure> {
    let certificate = match certificate::read(&source.text, &problem.region) {
        Ok(certificate) => certificate,
        Err(Unread::Misfit(fault)) => return proves_nothing(args, &fault.message),
        Err(Unread::Malformed(error)) => return Err(found_in(source, error)),
    };
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
        Err(wrong) => proves_nothing(args, &wrong.to_string()),
    }
}

/// Says why weights are no proof.
fn proves_nothing(args: &Args, fault: &str) -> Result<(), Failure> {
    if args.json {
        output::print_json(&json!({ "correct": false, "faults": [fault] }))?;
    } else {
        output::print(&format!("wrong: {fault}\n"))?;
    }
    Err(Failure::wrong())
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
