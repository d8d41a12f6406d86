//! Checking a picture of a tiling: alone, whatever its size, or against a puzzle.

use crate::failure::Failure;
use crate::output;
use crate::run::Run;
use crate::source::{Report, Severity};
use polytile::format::tiling;
use polytile::golomb::{PictureError, PictureFault, Recognised, recognise};
use polytile::problem::Problem;
use polytile::tiling::Tiling;
use serde_json::json;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};

/// What every PNG file begins with.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The largest picture that is compared with a puzzle, in cells; alone, pictures have no limit.
const COMPARED: u64 = 1 << 26;

/// Bytes of a file that are read at once.
const READ: usize = 1 << 17;

/// Letters for the colours of a picture that is compared with a puzzle.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Whether a file, or standard input for `-`, is a picture. Nothing of it is used up.
///
/// # Errors
/// When it cannot be read.
pub(super) fn is_one(name: &str) -> Result<bool, Failure> {
    if name == "-" {
        let mut stdin = std::io::stdin().lock();
        let begin = stdin
            .fill_buf()
            .map_err(|e| Failure::usage(format!("standard input cannot be read: {e}"), "give a file"))?;
        return Ok(begin.starts_with(SIGNATURE));
    }
    let mut begin = Vec::new();
    // What is no file may be the name of a puzzle; whoever reads it will say what is wrong.
    let read = File::open(name).and_then(|file| file.take(SIGNATURE.len() as u64).read_to_end(&mut begin));
    match read {
        Err(e) if name.to_ascii_lowercase().ends_with(".png") => {
            Err(Failure::usage(format!("{name} cannot be read: {e}"), "give the name of a file that exists"))
        }
        read => Ok(read.is_ok() && begin == SIGNATURE),
    }
}

/// Goes through a picture, row by row.
fn go_through(name: &str, run: &Run, each_row: impl FnMut(&[u8])) -> Result<Recognised, Failure> {
    let control = &run.control;
    let unreadable = |e: std::io::Error| {
        Failure::usage(format!("{name} cannot be read: {e}"), "give the name of a file that exists")
    };
    let seen = if name == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(unreadable)?;
        recognise(Cursor::new(bytes), control, each_row)
    } else {
        recognise(BufReader::with_capacity(READ, File::open(name).map_err(unreadable)?), control, each_row)
    };
    run.finish();
    seen.map_err(|error| {
        let message = format!("{name}: {error}");
        let help = match error {
            PictureError::Stopped(stopped) => return stopped.into(),
            PictureError::Interlaced => "save it without interlacing",
            PictureError::Colours => {
                "a picture of a tiling has one pixel per cell and a few colours, unsmoothed"
            }
            _ => "make the file anew",
        };
        Failure::usage(message, help)
    })
}

/// Checks a picture as a tiling by L-trominoes of what is not black.
///
/// # Errors
/// When it is wrong, or cannot be read.
pub(super) fn check(name: &str, as_json: bool, run: &Run) -> Result<(), Failure> {
    let seen = go_through(name, run, |_| ())?;
    let correct = seen.fault_count == 0;
    if as_json {
        output::print_json(&json!({
            "correct": correct,
            "rows": seen.rows,
            "columns": seen.cols,
            "holes": seen.holes,
            "pieces": seen.pieces,
            "colours": seen.colours,
            "faults": seen.faults.iter().map(PictureFault::to_string).collect::<Vec<_>>(),
            "total": seen.fault_count,
        }))?;
    } else {
        output::print(&if correct { right(&seen) } else { wrong(&seen) })?;
    }
    if correct { Ok(()) } else { Err(Failure::wrong()) }
}

fn right(seen: &Recognised) -> String {
    let holes = match seen.holes.first() {
        Some((row, col)) => format!("the hole {row},{col}"),
        None => "no hole".to_owned(),
    };
    let s = if seen.colours == 1 { "" } else { "s" };
    format!(
        "correct: {}x{} with {holes}, {} cells covered by L3^{} in {} colour{s}\n",
        seen.rows,
        seen.cols,
        3 * seen.pieces,
        seen.pieces,
        seen.colours
    )
}

fn wrong(seen: &Recognised) -> String {
    let number =
        if seen.fault_count == 1 { "1 fault".to_owned() } else { format!("{} faults", seen.fault_count) };
    let mut text = format!("wrong: {number}\n");
    // Writing to a string cannot fail.
    for fault in &seen.faults {
        let _ = writeln!(text, "  {fault}");
    }
    let rest = seen.fault_count - seen.faults.len() as u64;
    if rest > 0 {
        let _ = writeln!(text, "  and {rest} more");
    }
    if seen.pieces == 0 {
        text.push_str("  no piece is right: has the picture one pixel per cell?\n");
    }
    text
}

/// The tiling of `problem` that a picture shows.
///
/// # Errors
/// When it has not the size of the board, or cannot be read.
pub(super) fn read(name: &str, problem: &Problem, run: &Run) -> Result<Tiling, Failure> {
    let mut text = String::new();
    let (mut cells, mut unknown) = (0, false);
    go_through(name, run, |row| {
        cells += row.len() as u64;
        if cells <= COMPARED {
            text.extend(row.iter().map(|&number| match number.checked_sub(1) {
                None => '.',
                Some(colour) => {
                    unknown |= usize::from(colour) >= LETTERS.len();
                    LETTERS.get(usize::from(colour)).map_or('?', |&letter| char::from(letter))
                }
            }));
            text.push('\n');
        }
    })?;
    if cells > COMPARED {
        return Err(Failure::usage(
            format!("{name} has {cells} cells, and pictures of up to {COMPARED} are compared with a puzzle"),
            "check it without a puzzle",
        ));
    }
    if unknown {
        return Err(Failure::usage(
            format!("{name} has more than {} colours", LETTERS.len()),
            "a picture of a tiling has one pixel per cell and a few colours, unsmoothed",
        ));
    }
    tiling::parse(&text, problem).map_err(|e| {
        let report = Report::new(Severity::Error, format!("{name}: {}", e.message));
        Failure::input(
            report.with_help("the picture has one pixel for each cell of the board, black for a hole"),
        )
    })
}
