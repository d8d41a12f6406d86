//! `polytile check`: whether a tiling is right, and where it is not.

mod picture;

use crate::args::PuzzleOptions;
use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::source::Severity;
use polytile::format::tiling;
use polytile::problem::Problem;
use polytile::tiling::{Fault, Tiling};
use serde_json::json;

/// Is this a tiling, and if not, where is it wrong?
///
/// Checks TILING against PUZZLE, or against --board with --pieces. The exit status is 0 when it is right, and 1 when it is
/// wrong; then every fault is listed. Rows and columns count from 0 at the top left. Nothing of the checker is shared
/// with the engines that find tilings. A PICTURE, a PNG file with one pixel per cell, may have any size: alone, it is
/// checked as a tiling by L-trominoes with one hole at most.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "polytile check [OPTIONS] <PUZZLE> <TILING>\n       polytile check [OPTIONS] --board <BOARD> --pieces <LIST> <TILING>\n       polytile check [OPTIONS] <PICTURE>"
)]
#[command(after_long_help = FORMS)]
pub struct Args {
    /// A shipped puzzle's name, a puzzle file, a drawing (with --pieces), or - for standard input; or a picture
    #[arg(value_name = "PUZZLE", required = true)]
    first: String,
    /// A file with a tiling in JSON, in letters or as a picture, or - for standard input
    #[arg(value_name = "TILING")]
    second: Option<String>,
    /// Print one JSON object instead: {"correct", "pieces": N, "faults": [SENTENCE]}, and for a picture alone also
    /// "rows", "columns", "holes", "colours" and "total", the number of faults
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
}

const FORMS: &str = "\
A tiling is written as `polytile sample` prints it with --ascii or --json:
  letters, a row to a line, where joined cells of one letter are a piece and . is a hole:
      LLA
      LAA
  or {\"pieces\": [{\"piece\": \"L3\", \"cells\": [[0,0],[0,1],[1,0]]}, ...]}
In a picture joined pixels of one colour are a piece, and black ones are holes, as `polytile golomb --png` draws them.";

/// Checks a tiling.
///
/// # Errors
/// When it is wrong, and when the puzzle or the tiling cannot be read.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (puzzle, answer) = match (&args.second, &args.options.board) {
        (Some(answer), _) => (Some(args.first.as_str()), answer.as_str()),
        (None, Some(_)) => (None, args.first.as_str()),
        (None, None) if picture::is_one(&args.first)? => return picture::check(&args.first, args.json),
        (None, None) => {
            return Err(Failure::usage(
                "there is no tiling to check",
                "name the puzzle and a file with the tiling, as in `polytile check euler-161 answer.txt`",
            ));
        }
    };
    if answer == "-" && (puzzle == Some("-") || args.options.board.as_deref() == Some("-")) {
        return Err(Failure::usage(
            "the puzzle and the tiling cannot both be read from standard input",
            "put one of them into a file",
        ));
    }
    let problem = input::load(puzzle, &args.options)?.problem;
    let tiling = if picture::is_one(answer)? {
        picture::read(answer, &problem)?
    } else {
        let source = input::read(answer)?;
        tiling::parse(&source.text, &problem)
            .map_err(|e| Failure::input(source.report(Severity::Error, e)))?
    };
    let faults = tiling.check(&problem).err().unwrap_or_default();
    if args.json {
        output::print_json(&json!({
            "correct": faults.is_empty(),
            "pieces": tiling.laid().len(),
            "faults": faults.iter().map(Fault::to_string).collect::<Vec<_>>(),
        }))?;
    } else if faults.is_empty() {
        output::print(&format!("correct: {}\n", used(&tiling, &problem)))?;
    } else {
        let number =
            if faults.len() == 1 { "1 fault".to_owned() } else { format!("{} faults", faults.len()) };
        let lines = faults.iter().map(|fault| format!("  {fault}\n")).collect::<Vec<_>>().concat();
        output::print(&format!("wrong: {number}\n{lines}"))?;
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::wrong()) }
}

/// What a tiling is made of.
fn used(tiling: &Tiling, problem: &Problem) -> String {
    let mut copies = vec![0_u64; problem.pieces.len()];
    for laid in tiling.laid() {
        copies[laid.piece] += 1;
    }
    format!("{} cells covered by {}", problem.region.len(), super::monomial(&problem.pieces, &copies))
}
