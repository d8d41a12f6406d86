//! A solution as pieces that slide.
//!
//! Between two positions a piece is drawn a few times on its way, off the grid; everything else stands still. Pieces look
//! as a [`Scene`] draws them, wherever they are. The file holds only what changed from picture to picture.

use super::super::error::{DrawError, MIN_CELL};
use super::super::raster::{BLACK, Inks, line_width, side};
use super::super::surface::{Pixels, Surface, Text};
use super::super::{Gif, Scene, font};
use super::film::letter;
use super::{Film, placed};
use crate::board::Cell;
use crate::pieces::Colour;
use std::time::Duration;

/// Pictures for each unit of a move.
const PER_UNIT: u32 = 4;
/// How long a picture on the way is shown.
const BRIEF: Duration = Duration::from_millis(30);
/// How long a position is shown between moves.
const PAUSE: Duration = Duration::from_millis(200);
/// How long the first position is shown.
const FIRST: Duration = Duration::from_millis(1500);
/// How long the last one is.
const LAST: Duration = Duration::from_secs(4);

impl Film<'_> {
    /// The solution as an animated GIF, in which pieces slide.
    ///
    /// # Errors
    /// [`DrawError::Animation`] when the board is too large.
    pub fn gif(&self) -> Result<Vec<u8>, DrawError> {
        gif(self)
    }
}

/// Draws the film as a GIF.
fn gif(film: &Film<'_>) -> Result<Vec<u8>, DrawError> {
    let board = film.puzzle.board();
    let cell = (640 / board.rows().max(board.cols())).clamp(MIN_CELL, 48);
    let width = side(board.cols(), cell);
    let foot = side(board.rows(), cell) + 4;
    let height = foot + u64::from(2 * font::HEIGHT) + 2;
    let (Ok(w), Ok(h)) = (u32::try_from(width), u32::try_from(height)) else {
        return Err(DrawError::Animation { width, height });
    };
    let mut camera = Camera { film, cell, width: w, height: h, foot: foot as u32, inks: Inks::default() };
    // Once drawn, the first picture has named all colours.
    let first = camera.picture(0, None);
    camera.inks.complete();
    let mut gif = Gif::new(Vec::new(), w, h, camera.inks.list())?;
    gif.picture(&first, if film.moves.is_empty() { LAST } else { FIRST })?;
    for (number, step) in film.moves.iter().enumerate() {
        let mut offset = [0, 0];
        for direction in &step.path {
            let (down, right) = direction.offset();
            for part in 1..=PER_UNIT as i32 {
                let along = |unit: i32| unit * cell as i32 * part / PER_UNIT as i32;
                let moved = [offset[0] + along(right), offset[1] + along(down)];
                gif.picture(&camera.picture(number, Some(moved)), BRIEF)?;
            }
            offset = [offset[0] + right * cell as i32, offset[1] + down * cell as i32];
        }
        let time = if number + 1 == film.moves.len() { LAST } else { PAUSE };
        gif.picture(&camera.picture(number + 1, None), time)?;
    }
    gif.finish()
}

struct Camera<'a> {
    film: &'a Film<'a>,
    cell: u32,
    width: u32,
    height: u32,
    /// Where the number of moves is written.
    foot: u32,
    inks: Inks,
}

impl Camera<'_> {
    /// The position after `number` moves, with the piece that moves next as many pixels away as `moved` says.
    fn picture(&mut self, number: usize, moved: Option<[i32; 2]>) -> Vec<u8> {
        let film = self.film;
        let mut cells = placed(film.puzzle, &film.positions[number]);
        let sliding = moved.and_then(|offset| {
            let piece = film.moves.get(number)?.piece;
            Some((piece, std::mem::take(&mut cells[piece]), offset))
        });
        let scene = Scene::of_pieces(film.puzzle, &cells, &film.colours);
        let mut page = Pixels::new(self.width, self.height, &mut self.inks);
        page.scene(0, 0, self.cell, &scene);
        for ((piece, cells), colour) in film.puzzle.pieces().iter().zip(&cells).zip(&film.colours) {
            letter(&mut page, piece.name, cells, *colour, [0, 0], self.cell);
        }
        if let Some((piece, cells, [right, down])) = sliding {
            // The piece is on the board on its whole way, so no pixel of it is left of or above the page. Its cells may be
            // counted from where its first one is.
            let low = |of: fn(&Cell) -> u32| cells.iter().map(of).min().unwrap_or(0);
            let (top, left) = (low(|c| c.row), low(|c| c.col));
            let corner = [
                (left * self.cell).saturating_add_signed(right),
                (top * self.cell).saturating_add_signed(down),
            ];
            let cells: Vec<Cell> = cells.iter().map(|c| Cell::new(c.row - top, c.col - left)).collect();
            block(&mut page, &cells, film.colours[piece], corner, self.cell);
            letter(
                &mut page,
                film.puzzle.pieces()[piece].name,
                &cells,
                film.colours[piece],
                corner,
                self.cell,
            );
        }
        let moves = format!("{number}/{}", film.moves.len());
        page.text(Text::at(2, self.foot, 2), &moves);
        // A scene has fewer colours than a byte has values, or else the file refuses the palette.
        page.finish().into_iter().map(|ink| ink as u8).collect()
    }
}

/// Draws a piece as a scene draws it, with the corner of its rectangle at a point.
fn block(page: &mut Pixels<'_>, cells: &[Cell], colour: Colour, [x, y]: [u32; 2], cell: u32) {
    let line = line_width(cell);
    let corner = |c: &Cell| (x + c.col * cell, y + c.row * cell);
    for c in cells {
        let (x, y) = corner(c);
        page.rect(x, y, cell + line, cell + line, BLACK);
    }
    let is = |row: u32, col: u32| cells.contains(&Cell::new(row, col));
    for c in cells {
        let (x, y) = corner(c);
        let (right, below) = (is(c.row, c.col + 1), is(c.row + 1, c.col));
        let inner = cell - line;
        page.rect(x + line, y + line, inner, inner, colour);
        if right {
            page.rect(x + cell, y + line, line, inner, colour);
        }
        if below {
            page.rect(x + line, y + cell, inner, line, colour);
        }
        if right && below && is(c.row + 1, c.col + 1) {
            page.rect(x + cell, y + cell, line, line, colour);
        }
    }
}
