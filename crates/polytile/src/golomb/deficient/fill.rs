//! Trominoes for the blocks that a board was cut into.
//!
//! In: a [`Block`]. Out: its trominoes. A full rectangle is rows of 2x3 or 3x2 blocks, two trominoes each, as soon as
//! one side is a multiple of 3 and the other even. Otherwise:
//!
//! - one side is a multiple of 6 and the other odd: three rows along the first, and an even number of rows remains;
//! - both are odd: a 5x9 block in the corner; beside and below it are rectangles of the kinds above.
//!
//! A block with the hole is a board of at most 64 cells, and is searched.

use super::cut::Block;
use super::{Tromino, small};
use crate::board::Cell;
use crate::golomb::Quadrant;
use crate::run::Stopped;

/// Where trominoes go.
type Sink<'a> = dyn FnMut(Tromino) -> Result<(), Stopped> + 'a;

/// Lays the trominoes of `block`.
///
/// # Errors
/// Those of `each`.
pub(super) fn fill(block: &Block, each: &mut Sink<'_>) -> Result<(), Stopped> {
    let Block { top, left, rows, cols, hole } = *block;
    match hole {
        None => full(top, left, rows, cols, each),
        Some(hole) => searched(top, left, rows, cols, Some(hole), each),
    }
}

/// Lays a full rectangle that can be tiled.
fn full(top: u32, left: u32, rows: u32, cols: u32, each: &mut Sink<'_>) -> Result<(), Stopped> {
    if rows == 0 || cols == 0 {
        Ok(())
    } else if rows.is_multiple_of(3) && cols.is_multiple_of(2) {
        repeated(top, left, rows, cols, (3, 2), &TALL, each)
    } else if rows.is_multiple_of(2) && cols.is_multiple_of(3) {
        repeated(top, left, rows, cols, (2, 3), &WIDE, each)
    } else if rows.is_multiple_of(6) {
        full(top, left, rows, 3, each)?;
        full(top, left + 3, rows, cols - 3, each)
    } else if cols.is_multiple_of(6) {
        full(top, left, 3, cols, each)?;
        full(top + 3, left, rows - 3, cols, each)
    } else {
        let (high, wide) = if rows.is_multiple_of(3) { (9, 5) } else { (5, 9) };
        searched(top, left, high, wide, None, each)?;
        full(top, left + wide, high, cols - wide, each)?;
        full(top + high, left, rows - high, cols, each)
    }
}

/// A 2x3 block.
const WIDE: [Tromino; 2] = [Tromino::new(0, 0, Quadrant::ALL[3]), Tromino::new(0, 1, Quadrant::ALL[0])];
/// A 3x2 block.
const TALL: [Tromino; 2] = [Tromino::new(0, 0, Quadrant::ALL[3]), Tromino::new(1, 0, Quadrant::ALL[0])];

/// Lays a rectangle of equal blocks.
fn repeated(
    top: u32,
    left: u32,
    rows: u32,
    cols: u32,
    (high, wide): (u32, u32),
    pair: &[Tromino; 2],
    each: &mut Sink<'_>,
) -> Result<(), Stopped> {
    for row in (0..rows).step_by(high as usize) {
        for col in (0..cols).step_by(wide as usize) {
            for tromino in pair {
                each(tromino.moved(top + row, left + col))?;
            }
        }
    }
    Ok(())
}

/// Lays a small board, with or without a hole, that can be tiled.
fn searched(
    top: u32,
    left: u32,
    rows: u32,
    cols: u32,
    hole: Option<Cell>,
    each: &mut Sink<'_>,
) -> Result<(), Stopped> {
    let hole = hole.map(|hole| Cell::new(hole.row - top, hole.col - left));
    for tromino in small::tile(rows, cols, &|cell| Some(cell) != hole).unwrap_or_default() {
        each(tromino.moved(top, left))?;
    }
    Ok(())
}
