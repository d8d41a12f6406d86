//! A solution as pictures side by side.
//!
//! Under each number is the position after that many moves, and in it an arrow for the move that follows; the last board is the
//! goal. Cost: linear
//! in what is drawn; all of it is in memory.

use super::super::error::DrawError;
use super::super::font;
use super::super::surface::{self, Anchor, Surface, Svg, Text};
use super::super::{PictureOptions, Scene};
use super::goal::{self, BAR, Exit};
use super::{colours, placed, way};
use crate::board::{Cell, Direction, Lattice};
use crate::pieces::Colour;
use crate::sliding::{IllegalMove, Move, Position, Puzzle};

/// Pixels of a cell.
const CELL: u32 = 20;
/// Pixels around pictures.
const GAP: u32 = 16;
/// Pixels for a number and the space below it.
const ABOVE: u32 = font::HEIGHT + 3 + BAR;
/// Pixels to be filled from left to right, before the next row begins.
const WIDTH: u32 = 1200;

/// A solution, to be drawn.
///
/// ```
/// use polytile::{draw::Film, format::sliding, sliding::{Direction, Move}};
/// let puzzle = sliding::parse("start = '''\nA.\n..\n'''")?.puzzle;
/// let moves = [Move { piece: 0, path: vec![Direction::Right, Direction::Down] }];
/// let film = Film::new(&puzzle, &moves).map_err(|(_, why)| why)?;
/// assert!(film.svg().starts_with("<svg"));
/// assert!(film.gif()?.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Film<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) moves: &'a [Move],
    pub(super) positions: Vec<Position>,
    pub(super) colours: Vec<Colour>,
    pub(super) title: Option<String>,
    pub(super) options: PictureOptions,
    pub(super) exit: Option<Exit>,
}

/// Where the pictures are.
struct Places {
    cell: u32,
    columns: u32,
    head: u32,
    /// From one picture to the next.
    pitch: [u32; 2],
    width: u32,
    height: u32,
}

impl<'a> Film<'a> {
    /// The film of `moves` from the start of `puzzle`.
    ///
    /// # Errors
    /// The number of the first move that cannot be made, from 0, and why.
    pub fn new(puzzle: &'a Puzzle, moves: &'a [Move]) -> Result<Self, (usize, IllegalMove)> {
        let positions = puzzle.replay(&puzzle.start(), moves)?;
        let (colours, exit) = (colours(puzzle), Exit::of(puzzle));
        Ok(Film { puzzle, moves, positions, colours, title: None, options: PictureOptions::default(), exit })
    }

    /// This film under a title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// This film drawn as these options say.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// All positions as an SVG document, and then the goal.
    pub fn svg(&self) -> String {
        let places = self.places();
        let mut svg = Svg::default();
        self.draw(&places, &mut svg);
        let head = Svg::head(places.width, places.height, self.title.as_deref(), self.options);
        head + &svg.text + Svg::TAIL
    }

    /// All positions as a PNG file, and then the goal.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when there are too many.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let places = self.places();
        let size = [places.width, places.height].map(u64::from);
        surface::png(size, self.options, |page| self.draw(&places, page))
    }

    /// The picture of pieces on these cells.
    pub(super) fn scene(&self, cells: &[Vec<Cell>]) -> Scene {
        Scene::of_pieces(self.puzzle, cells, &self.colours).with_options(self.options)
    }

    fn places(&self) -> Places {
        let cell = self.options.cell_or(|| CELL);
        let scene = self.scene(&[]);
        let margin = surface::margin(&scene, cell);
        // A board has at most 2^16 cells.
        let size = surface::size(&scene, cell).map(|n| n as u32);
        let wide = margin[0] + size[0] + GAP;
        let high = margin[1] + size[1] + ABOVE + GAP;
        let wide = wide.max(font::width(&goal::caption(self.puzzle)) + GAP);
        let count = self.positions.len() as u32 + u32::from(!self.puzzle.goals().is_empty());
        let columns = (WIDTH.saturating_sub(GAP) / wide).clamp(1, count);
        let title = self.title.as_ref().map_or(0, |title| 2 * font::width(title) + 2 * GAP);
        let head = if self.title.is_some() { 2 * GAP + 2 * font::HEIGHT } else { GAP };
        Places {
            cell,
            columns,
            head,
            pitch: [wide, high],
            width: (columns * wide + GAP).max(title),
            height: head.saturating_add(count.div_ceil(columns).saturating_mul(high)),
        }
    }

    fn draw(&self, places: &Places, surface: &mut impl Surface) {
        if let Some(title) = &self.title {
            let place = Text { anchor: Anchor::Middle, ..Text::at(places.width / 2, GAP, 2) };
            surface.text(place, title);
        }
        let positions = self.positions.iter().map(|position| placed(self.puzzle, position));
        let positions = positions.enumerate().map(|(number, cells)| (number.to_string(), cells));
        let goal = goal::cells(self.puzzle).map(|cells| (goal::caption(self.puzzle), cells));
        for (number, (caption, cells)) in (0..).zip(positions.chain(goal)) {
            let x = GAP + number % places.columns * places.pitch[0];
            let y = places.head + number / places.columns * places.pitch[1];
            surface.text(Text::at(x, y, 1), &caption);
            let scene = self.scene(&cells);
            let corner = self.board([x, y + ABOVE], places.cell, &scene, surface);
            let Some(step) = self.moves.get(number as usize) else { continue };
            let cells = &cells[step.piece];
            if self.puzzle.lattice() == Lattice::Square {
                arrow(surface, step, cells, corner, places.cell);
            } else {
                way::arrow(surface, step, cells, corner, (self.puzzle, &scene, places.cell));
            }
        }
    }

    /// Draws a board with what stands on it and beside it; returns its corner.
    pub(super) fn board<S: Surface>(
        &self,
        [x, y]: [u32; 2],
        cell: u32,
        scene: &Scene,
        surface: &mut S,
    ) -> [u32; 2] {
        let corner = surface::draw(scene, [x, y], cell, true, surface);
        if let Some(exit) = self.exit {
            // A board has at most 2^16 cells.
            let size = surface::size(scene, cell).map(|n| n as u32);
            exit.draw(corner, size, cell, self.colours[exit.piece], surface);
        }
        corner
    }
}

/// Rows down and columns to the right of a unit on squares.
pub(super) fn offset(direction: Direction) -> (i32, i32) {
    let [_, down, right] = Lattice::Square.slide(direction).map_or([0; 3], |slide| slide.step);
    (down as i32, right as i32)
}

/// Draws the way of a piece of squares: from its side to where the middle of its foremost cell comes to stand.
fn arrow(surface: &mut impl Surface, step: &Move, cells: &[Cell], [x, y]: [u32; 2], cell: u32) {
    let (Some(first), Some(last)) = (step.path.first(), step.path.last()) else { return };
    // Twice the middle of the piece, and its extent.
    let span = |of: fn(&Cell) -> u32| {
        let all = cells.iter().map(of);
        let (low, high) = (all.clone().min().unwrap_or(0) as i32, all.max().unwrap_or(0) as i32);
        (low + high + 1, high + 1 - low)
    };
    let ((middle_x, wide), (middle_y, high)) = (span(|c| c.col), span(|c| c.row));
    let half = cell as i32 / 2;
    let mut centre = (x as i32 + middle_x * half + 1, y as i32 + middle_y * half + 1);
    let ahead = |(x, y): (i32, i32), (down, right): (i32, i32), less: i32| {
        (x + right * (wide - less) * half, y + down * (high - less) * half)
    };
    let mut points = vec![ahead(centre, offset(*first), 0)];
    for direction in &step.path {
        let (down, right) = offset(*direction);
        centre = (centre.0 + right * cell as i32, centre.1 + down * cell as i32);
        points.push(centre);
    }
    // On a straight way the middle may lie behind the side.
    let end = ahead(centre, offset(*last), 1);
    if step.path.iter().all(|direction| direction == first) {
        points.truncate(1);
    }
    points.push(end);
    // White beneath black, so that it shows on every colour.
    for (edge, colour) in [(1, [255; 3]), (0, [0; 3])] {
        let mut fill = |left: i32, top: i32, right: i32, bottom: i32| {
            let at = |n: i32| n.max(0) as u32;
            let (left, top) = (at(left - edge), at(top - edge));
            surface.rect(left, top, at(right + edge) - left, at(bottom + edge) - top, colour);
        };
        for pair in points.windows(2) {
            let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
            fill(ax.min(bx) - 1, ay.min(by) - 1, ax.max(bx) + 1, ay.max(by) + 1);
        }
        // The head: lines that get shorter towards the tip.
        let (down, right) = offset(*last);
        let (tip_x, tip_y) = points[points.len() - 1];
        for i in 0..6 {
            let (x, y) = (tip_x + right * (i - 1), tip_y + down * (i - 1));
            let half = 5 - i;
            let (wide, high) = (half * down.abs(), half * right.abs());
            fill(
                x - wide - right.abs(),
                y - high - down.abs(),
                x + wide + right.abs(),
                y + high + down.abs(),
            );
        }
    }
}
