//! A solution as pieces that slide.
//!
//! Between two positions a piece is drawn a few times on its way, off the grid; everything else stands still. Pieces look
//! as a [`Scene`](super::Scene) draws them, wherever they are. Above the board is the title, below it how many moves were made,
//! and beside it the goal, smaller. The file holds only what changed from picture to picture.

use super::super::error::{DrawError, MAX_COLOURS, MIN_CELL};
use super::super::notes::Notes;
use super::super::raster::{BLACK, Inks, line_width, side};
use super::super::surface::{self, Anchor, Pixels, Surface, Text};
use super::super::{Gif, font};
use super::goal;
use super::{Film, placed};
use crate::board::{Cell, Lattice};
use crate::choice::Choice;
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
    /// [`DrawError::Animation`] when the board is too large, [`DrawError::Sliding`] when it is not one of squares.
    pub fn gif(&self) -> Result<Vec<u8>, DrawError> {
        let lattice = self.puzzle.lattice();
        if lattice != Lattice::Square {
            return Err(DrawError::Sliding { lattice: lattice.meaning().to_lowercase() });
        }
        gif(self)
    }
}

/// Pixels around things.
const GAP: u32 = 10;

/// Draws the film as a GIF.
fn gif(film: &Film<'_>) -> Result<Vec<u8>, DrawError> {
    let mut camera = Camera::new(film);
    let [w, h] = camera.size;
    // Once drawn, the first picture has named all colours.
    let first = camera.picture(0, None);
    camera.inks.complete(MAX_COLOURS);
    let mut gif = Gif::new(Vec::new(), w, h, camera.inks.list())?;
    gif.picture(&first, if film.moves.is_empty() { LAST } else { FIRST })?;
    for (number, step) in film.moves.iter().enumerate() {
        let mut offset = [0, 0];
        for direction in &step.path {
            let (down, right) = super::film::offset(*direction);
            for part in 1..=PER_UNIT as i32 {
                let along = |unit: i32| unit * camera.cell as i32 * part / PER_UNIT as i32;
                let moved = [offset[0] + along(right), offset[1] + along(down)];
                gif.picture(&camera.picture(number, Some(moved)), BRIEF)?;
            }
            offset = [offset[0] + right * camera.cell as i32, offset[1] + down * camera.cell as i32];
        }
        let time = if number + 1 == film.moves.len() { LAST } else { PAUSE };
        gif.picture(&camera.picture(number + 1, None), time)?;
    }
    gif.finish()
}

struct Camera<'a> {
    film: &'a Film<'a>,
    labels: Vec<String>,
    cell: u32,
    size: [u32; 2],
    /// Pixels per pixel of a letter of the title.
    scale: u32,
    /// The corner of the board with what stands beside it, and below it where the number of moves is written.
    board: [u32; 2],
    foot: u32,
    /// The cells of the goal, and where it is drawn.
    goal: Option<(Vec<Vec<Cell>>, [u32; 2])>,
    inks: Inks,
}

impl<'a> Camera<'a> {
    fn new(film: &'a Film<'a>) -> Self {
        let region = film.puzzle.board();
        let usual = || (640 / region.rows().max(region.cols())).clamp(MIN_CELL, 48);
        let cell = film.options.cell_or(usual);
        // A board has at most 2^16 cells.
        let extent = |cell: u32| {
            let margin = surface::margin(&film.scene(&[]), cell);
            let side = |count: u32| side(count, cell) as u32;
            [margin[0] + side(region.cols()), margin[1] + side(region.rows())]
        };
        let [wide, high] = extent(cell);
        let small = extent(goal_cell(cell));
        let caption = font::width(&goal::caption(film.puzzle));
        let shown = goal::cells(film.puzzle);
        let beside = if shown.is_some() { GAP + small[0].max(caption) } else { 0 };
        let all = wide + beside + 2 * GAP;
        let title = film.title.as_deref().map_or(0, font::width);
        let scale = if 2 * (title + GAP) <= all { 2 } else { 1 };
        let head = if title > 0 { scale * font::HEIGHT + 2 * GAP } else { GAP };
        let width = all.max(title * scale + 2 * GAP);
        let left = GAP + (width - all) / 2;
        let foot = head + high + GAP;
        let below = head + font::HEIGHT + GAP + small[1] + GAP;
        let height = (foot + 2 * font::HEIGHT + GAP).max(if shown.is_some() { below } else { 0 });
        Camera {
            film,
            labels: film.puzzle.labels(),
            cell,
            size: [width, height],
            scale,
            board: [left, head],
            foot,
            goal: shown.map(|cells| (cells, [left + wide + GAP, head])),
            inks: Inks::default(),
        }
    }

    /// The position after `number` moves, with the piece that moves next as many pixels away as `moved` says.
    fn picture(&mut self, number: usize, moved: Option<[i32; 2]>) -> Vec<u8> {
        let film = self.film;
        let mut cells = placed(film.puzzle, &film.positions[number]);
        let sliding = moved.and_then(|offset| {
            let piece = film.moves.get(number)?.piece;
            Some((piece, std::mem::take(&mut cells[piece]), offset))
        });
        let mut page = Pixels::new(self.size[0], self.size[1], &mut self.inks);
        if let Some(title) = &film.title {
            let place = Text::at(self.size[0] / 2, GAP, self.scale);
            page.text(Text { anchor: Anchor::Middle, ..place }, title);
        }
        if let Some((cells, [x, y])) = &self.goal {
            page.text(Text::at(*x, *y, 1), &goal::caption(film.puzzle));
            let corner = [*x, *y + font::HEIGHT + GAP];
            film.board(corner, goal_cell(self.cell), &film.scene(cells), &mut page);
        }
        let [left, top] = film.board(self.board, self.cell, &film.scene(&cells), &mut page);
        if let Some((piece, cells, [right, down])) = sliding {
            // The piece is on the board on its whole way, so no pixel of it is left of or above the page. Its cells may be
            // counted from where its first one is.
            let low = |of: fn(&Cell) -> u32| cells.iter().map(of).min().unwrap_or(0);
            let (row, col) = (low(|c| c.row), low(|c| c.col));
            let corner = [
                (left + col * self.cell).saturating_add_signed(right),
                (top + row * self.cell).saturating_add_signed(down),
            ];
            let cells: Vec<Cell> = cells.iter().map(|c| Cell::new(c.row - row, c.col - col)).collect();
            block(&mut page, &cells, film.colours[piece], corner, self.cell);
            if film.options.has_labels(true) {
                let middles: Vec<[f64; 2]> =
                    cells.iter().map(|c| [f64::from(c.col) + 0.5, f64::from(c.row) + 0.5]).collect();
                Notes::name(&self.labels[piece], &middles, film.colours[piece], self.cell)
                    .draw(corner, &mut page);
            }
        }
        let moves = format!("{number}/{}", film.moves.len());
        page.text(Text::at(left, self.foot, 2), &moves);
        // A scene has fewer colours than a byte has values, or else the file refuses the palette.
        page.finish().into_iter().map(|ink| ink as u8).collect()
    }
}

/// The pixels of a cell of the goal beside a board with cells of so many.
fn goal_cell(cell: u32) -> u32 {
    (cell / 2).max(MIN_CELL)
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
