//! Pieces for printers: what puzzlecad, a library of OpenSCAD, makes models of.
//!
//! In: a puzzle of cubes or squares. Out: a file with the plate of its pieces: each a list of layers, from the lowest on, a layer
//! being rows with `|` between them, and a row `x` for a cube and `.` for none. A piece that is used several times is there as
//! often. Which cells are to be filled is not said: puzzlecad prints pieces. Source: the tutorial "Introduction to Puzzle
//! Modeling" (puzzlehub.org). Cost: the boxes around the pieces.

use super::FormatError;
use super::puzzle::Puzzle;
use crate::board::Lattice;
use crate::choice::Choice;
use crate::pieces::{Freedom, Polyform};
use std::collections::HashSet;
use std::fmt::Write as _;

/// The most copies of a piece that are written out.
const MOST_COPIES: u32 = 1000;

/// The longest file.
const MOST_BYTES: u64 = 1 << 26;

/// The most cubes of a box around a piece.
const MOST_CUBES: u64 = 1 << 20;

/// The pieces of a puzzle.
///
/// ```
/// use polytile::format::{puzzle, puzzlecad};
/// let read = puzzle::parse("title = 'Two'\npieces = '2:L3'\n[board]\nsize = '2x3'")?;
/// let text = puzzlecad::write(&read)?;
/// assert!(text.ends_with("burr_plate([\n    [\"xx|x.\"], // L3\n    [\"xx|x.\"], // L3\n]);\n"));
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When the puzzle is not made of cubes or squares, or does not say how many copies of a piece there are at most.
pub fn write(puzzle: &Puzzle) -> Result<String, FormatError> {
    let lattice = puzzle.problem.region.lattice();
    if !matches!(lattice, Lattice::Square | Lattice::Cube) {
        let made = lattice.meaning().to_lowercase();
        return Err(FormatError::new(format!(
            "puzzlecad models pieces of cubes, and these are made of {made}"
        ))
        .with_help("take a puzzle of cubes or squares"));
    }
    let line = |text: &str| text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let mut text = format!("// {}\ninclude <puzzlecad.scad>\n\nburr_plate([\n", line(&puzzle.title));
    for piece in puzzle.problem.pieces.iter().filter(|piece| !piece.hole) {
        let copies = piece.copies.max().filter(|&copies| copies <= MOST_COPIES).ok_or_else(|| {
            FormatError::new(format!(
                "of {} there may be any number of copies, and each is to be printed",
                piece.name
            ))
            .with_help(format!("say how many there are, up to {MOST_COPIES}, as in copies = 1"))
        })?;
        let Some(shape) = piece.orientations.first() else { continue };
        // In space a piece of wood is not its mirror image.
        if !lattice.is_flat() && shape.images(Freedom::OneSided).len() != piece.orientations.len() {
            return Err(FormatError::new(format!(
                "{} may be laid as what it is not when it is turned",
                piece.name
            ))
            .with_help("write flips = false, and the mirror image as a piece of its own"));
        }
        let layers = layers(shape).ok_or_else(|| {
            FormatError::new(format!("{} is too large to be printed", piece.name))
                .with_help("take smaller pieces")
        })?;
        // With its name and what stands around it.
        let written = u64::from(copies).saturating_mul((layers.len() + piece.name.len() + 16) as u64);
        if text.len() as u64 + written > MOST_BYTES {
            return Err(FormatError::new("the pieces are too many and too large to be printed")
                .with_help("take smaller pieces, or fewer copies"));
        }
        for _ in 0..copies {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "    [{layers}], // {}", line(&piece.name));
        }
    }
    Ok(text + "]);\n")
}

/// The layers of a shape; nothing when the box around it is too large.
fn layers(shape: &Polyform) -> Option<String> {
    // Rows of a drawing go down and those of a model away: what is flat is seen from its other side.
    let places: HashSet<[u32; 3]> = shape
        .cells()
        .iter()
        .map(|&cell| {
            let numbers = shape.lattice().coordinates(cell).0;
            match numbers[..] {
                [row, col] => [col, row, 0],
                [x, y, z] => [x, y, z],
                _ => [0, 0, 0],
            }
        })
        .collect();
    let side = |axis: usize| places.iter().map(|at| at[axis] + 1).max().unwrap_or(0);
    let [x, y, z] = [side(0), side(1), side(2)];
    if [x, y, z]
        .into_iter()
        .map(u64::from)
        .try_fold(1, u64::checked_mul)
        .is_none_or(|cubes| cubes > MOST_CUBES)
    {
        return None;
    }
    let row = |y, z| (0..x).map(|x| if places.contains(&[x, y, z]) { 'x' } else { '.' }).collect::<String>();
    let layer = |z| format!("\"{}\"", (0..y).map(|y| row(y, z)).collect::<Vec<_>>().join("|"));
    Some((0..z).map(layer).collect::<Vec<_>>().join(", "))
}
