//! Checking a picture of a tiling: alone, whatever its size, or against a puzzle.

use super::given::Picture;
use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::run::Run;
use crate::source::{Report, Severity};
use polytile::format::tiling::{self, Reading};
use polytile::golomb::{PictureError, PictureFault, Recognised, recognise};
use polytile::problem::Problem;
use serde_json::json;
use std::fmt::Write as _;

/// The largest picture that is compared with a puzzle, in cells; alone, pictures have no limit.
const COMPARED: u64 = 1 << 26;

/// Bytes that a cell takes while a picture is compared with a puzzle.
const BYTES_COMPARED: u64 = 64;

/// Letters for the colours of a picture that is compared with a puzzle.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Goes through a picture, row by row.
fn go_through(
    name: &str,
    picture: Picture,
    run: &Run,
    each_row: impl FnMut(&[u8]),
) -> Result<Recognised, Failure> {
    let seen = match picture {
        Picture::File(file) => recognise(file, &run.control, each_row),
        Picture::Bytes(bytes) => recognise(bytes, &run.control, each_row),
    };
    run.hide();
    seen.map_err(|error| {
        let message = format!("{}: {error}", input::shown(name));
        let help = match error {
            PictureError::Stopped(stopped) => return stopped.into(),
            PictureError::Interlaced => "save it without interlacing",
            PictureError::Colours => {
                "a picture of a tiling has one pixel per cell and a few colours, unsmoothed"
            }
            PictureError::Transparent => "save it without transparency, holes being black",
            _ => "make the file anew",
        };
        Failure::usage(message, help)
    })
}

/// Checks a picture as a tiling by L-trominoes of what is not black.
///
/// # Errors
/// When it is wrong, or cannot be read.
pub(super) fn check(name: &str, picture: Picture, as_json: bool, run: &Run) -> Result<(), Failure> {
    let seen = go_through(name, picture, run, |_| ())?;
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
    let covered = match seen.pieces {
        0 => "there is no cell to cover".to_owned(),
        pieces => format!("{} cells covered by L3^{pieces} in {} colour{s}", 3 * pieces, seen.colours),
    };
    format!("correct: {}x{} with {holes}, {covered}\n", seen.rows, seen.cols)
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

/// What a picture says of `problem`: a tiling, or that it has not the size of the board.
///
/// # Errors
/// When it cannot be read, or compared.
pub(super) fn read(name: &str, picture: Picture, problem: &Problem, run: &Run) -> Result<Reading, Failure> {
    let name = input::shown(name);
    let mut text = String::new();
    let (mut cells, mut unknown) = (0, false);
    let seen = go_through(name, picture, run, |row| {
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
    let (rows, cols) = (problem.region.rows(), problem.region.cols());
    if (seen.rows, seen.cols) != (rows.into(), cols.into()) {
        let misfit =
            format!("the picture has {}x{} cells, but the board {rows}x{cols}", seen.rows, seen.cols);
        return Ok(Reading { misfits: vec![misfit], ..Reading::default() });
    }
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
    run.control.reserve(cells * BYTES_COMPARED, format!("comparing {cells} cells with a puzzle"))?;
    // Every row has the board's length, and every letter stands for a piece.
    tiling::read(&text, problem).map_err(|e| Failure::input(Report::new(Severity::Error, e.message)))
}
