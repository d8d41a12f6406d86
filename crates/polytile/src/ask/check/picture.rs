//! Checking a picture of a tiling, one pixel per cell: alone, whatever its size, or against a puzzle.

use super::super::Unanswered;
use super::super::unanswered::misused;
use super::Checked;
use crate::format::tiling::{self, Reading};
use crate::golomb::{GolombError, PictureFault, Recognised, recognise};
use crate::problem::Problem;
use crate::run::Control;
use std::io::{BufRead, Seek};

/// The largest picture that is compared with a puzzle, in cells; alone, pictures have no limit.
const COMPARED: u64 = 1 << 26;

/// Bytes that a cell takes while a picture is compared with a puzzle.
const BYTES_COMPARED: u64 = 64;

/// Letters for the colours of a picture that is compared with a puzzle.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Goes through the picture called `name`, row by row.
fn go_through(
    name: &str,
    file: impl BufRead + Seek,
    control: &Control,
    each_row: impl FnMut(&[u8]),
) -> Result<Recognised, Unanswered> {
    recognise(file, control, each_row).map_err(|error| {
        let message = format!("{name}: {error}");
        let help = match error {
            GolombError::Stopped(stopped) => return stopped.into(),
            GolombError::Interlaced => "save it without interlacing",
            GolombError::Colours => {
                "a picture of a tiling has one pixel per cell and a few colours, unsmoothed"
            }
            GolombError::Transparent => "save it without transparency, holes being white",
            _ => "make the file anew",
        };
        misused(message, help)
    })
}

/// Whether the PNG `file` called `name` is a tiling by L-trominoes of what is neither white nor black.
///
/// # Errors
/// When it cannot be read, or `control` says stop.
pub fn picture(name: &str, file: impl BufRead + Seek, control: &Control) -> Result<Checked, Unanswered> {
    let seen = go_through(name, file, control, |_| ())?;
    Ok(Checked::Picture {
        correct: seen.fault_count == 0,
        rows: seen.rows,
        columns: seen.cols,
        holes: seen.holes,
        pieces: seen.pieces,
        colours: seen.colours,
        faults: seen.faults.iter().map(PictureFault::to_string).collect(),
        total: seen.fault_count,
    })
}

/// What the PNG `file` called `name` says of `problem`: a tiling, or that it is not of the size of the board.
///
/// # Errors
/// When it cannot be read, or compared, or `control` says stop.
pub fn pictured(
    name: &str,
    file: impl BufRead + Seek,
    problem: &Problem,
    control: &Control,
) -> Result<Reading, Unanswered> {
    let mut text = String::new();
    let (mut cells, mut unknown) = (0, false);
    let seen = go_through(name, file, control, |row| {
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
        return Err(misused(
            format!("{name} has {cells} cells, and pictures of up to {COMPARED} are compared with a puzzle"),
            "check it without a puzzle",
        ));
    }
    if unknown {
        return Err(misused(
            format!("{name} has more than {} colours", LETTERS.len()),
            "a picture of a tiling has one pixel per cell and a few colours, unsmoothed",
        ));
    }
    control.reserve(cells * BYTES_COMPARED, format!("comparing {cells} cells with a puzzle"))?;
    // Every row has the board's length, and every letter stands for a piece.
    tiling::read(&text, problem).map_err(|e| Unanswered::Question(e.message))
}
