//! A scene of squares as pixels, and the inks of any picture.
//!
//! In: a scene, the pixels per cell, and the inks of the picture it becomes part of. Out: any row of pixels, each the
//! number of an ink. Nothing is smoothed: every pixel belongs to a line, to a piece or to nothing. A row is made when
//! it is asked for, so whoever writes a file keeps as many rows as the file's format needs. Cost: linear in the pixels
//! of a row.

use super::colour::ink_on;
use super::error::MIN_CELL;
use super::scene::Owner;
use super::{PictureOptions, Scene, solid};
use crate::pieces::Colour;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const WHITE: Colour = [255, 255, 255];
pub(super) const GREY: Colour = [0xDD, 0xDD, 0xDD];
/// The colour of lines between open cells.
pub(super) const GRID: Colour = [0xAA; 3];
/// The colour of coordinates.
pub(super) const FAINT: Colour = [0x60; 3];
pub(super) const BLACK: Colour = [0, 0, 0];

/// The colours of a picture, numbered in the order in which they were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Inks {
    list: Vec<Colour>,
    numbers: BTreeMap<Colour, u32>,
    /// Whether the first ink is nothing at all.
    clear: bool,
    /// Whether there will be no others.
    complete: bool,
}

/// Steps between a colour and that of a letter or a line on it, at its edge.
const STEPS: u32 = 4;

/// What stands for nothing in files of 24 bits to a pixel, where it has to be a colour that nobody takes for one of their own.
const CLEAR: Colour = [0xFE, 0xFF, 0xFF];

impl Inks {
    /// The inks of a picture with these options.
    pub(super) fn of(options: PictureOptions) -> Self {
        let mut inks = Inks { clear: options.is_transparent(), ..Inks::default() };
        if inks.clear {
            inks.number(CLEAR);
        }
        inks
    }

    /// What is behind everything: white, or nothing.
    pub(super) fn page(&mut self) -> u32 {
        if self.clear { 0 } else { self.number(WHITE) }
    }

    /// The colour that stands for nothing, if something does: it is the first.
    pub(super) fn clear(&self) -> Option<Colour> {
        self.clear.then_some(CLEAR)
    }

    /// The number of `colour`.
    pub(super) fn number(&mut self, colour: Colour) -> u32 {
        *self.numbers.entry(colour).or_insert_with(|| {
            self.list.push(colour);
            self.list.len() as u32 - 1
        })
    }

    /// The ink between two, for a pixel of which a letter or a line covers this share; where there will be no others, the nearer
    /// one if it is not there.
    pub(super) fn between(&mut self, under: u32, letter: u32, share: f32) -> u32 {
        let step = (share * STEPS as f32).round() as u32;
        let mixed = mixed(self.list[under as usize], self.list[letter as usize], step);
        let nearer = if 2 * step < STEPS { under } else { letter };
        if self.complete { self.numbers.get(&mixed).copied().unwrap_or(nearer) } else { self.number(mixed) }
    }

    /// Adds the inks of the edges of coordinates beside a board, of letters on all that is there, and of black lines, as far as
    /// they are not more than `most`; from now on there will be no others.
    pub(super) fn complete(&mut self, most: usize) {
        let grounds = self.list.clone();
        // Letters first: they are on everything.
        for ink in [ink_on, |_| BLACK] {
            let steps = |&ground: &Colour| (1..STEPS).map(move |step| mixed(ground, ink(ground), step));
            let edges: BTreeSet<Colour> =
                grounds.iter().flat_map(steps).filter(|edge| !self.numbers.contains_key(edge)).collect();
            if self.list.len() + edges.len() + STEPS as usize <= most {
                for edge in edges {
                    self.number(edge);
                }
            }
        }
        let page = self.page() as usize;
        for step in 1..=STEPS {
            self.number(mixed(self.list[page], FAINT, step));
        }
        self.complete = true;
    }

    /// Adds what a scene has whatever lies there: its background, open cells, lines; and these colours, or where it is of solid
    /// bodies, their tones.
    pub(super) fn of_scene(&mut self, scene: &Scene, colours: impl IntoIterator<Item = Colour>) {
        Raster::new(scene, MIN_CELL, self);
        if !scene.is_solid() {
            colours.into_iter().for_each(|colour| _ = self.number(colour));
            return;
        }
        let lattice = scene.places().lattice();
        colours
            .into_iter()
            .flat_map(|colour| solid::tones(colour, lattice))
            .for_each(|tone| _ = self.number(tone));
    }

    /// The colours, by number.
    pub(super) fn list(&self) -> &[Colour] {
        &self.list
    }
}

/// The colour so many steps from `under` to `letter`.
fn mixed(under: Colour, letter: Colour, step: u32) -> Colour {
    [0, 1, 2].map(|i| ((u32::from(under[i]) * (STEPS - step) + u32::from(letter[i]) * step) / STEPS) as u8)
}

/// A scene and the inks it is drawn with.
pub(super) struct Raster<'a> {
    scene: &'a Scene,
    cell: usize,
    line: usize,
    black: u32,
    hole: u32,
    free: u32,
    /// The ink of lines between open cells.
    grid: Option<u32>,
    of_shape: Vec<u32>,
}

impl<'a> Raster<'a> {
    /// The picture of `scene`, each cell `cell` pixels wide and high.
    pub(super) fn new(scene: &'a Scene, cell: u32, inks: &mut Inks) -> Self {
        let (black, hole, free) = (inks.number(BLACK), inks.page(), inks.number(GREY));
        let hole = scene.walls.map_or(hole, |wall| inks.number(wall));
        let of_shape = scene.shapes().iter().map(|shape| inks.number(shape.colour)).collect();
        let grid = scene.grid.then(|| inks.number(GRID));
        let (cell, line) = (cell as usize, line_width(cell) as usize);
        Raster { scene, cell, line, black, hole, free, grid, of_shape }
    }

    /// Puts the pixels of row `y`, which lies within [`side`], behind `pixels`.
    pub(super) fn row(&self, y: usize, pixels: &mut Vec<u32>) {
        let row = (y / self.cell) as u32;
        if y % self.cell < self.line { self.on_line(row, pixels) } else { self.between_lines(row, pixels) }
    }

    /// Whether row `y` looks like the row above it.
    pub(super) fn repeats(&self, y: usize) -> bool {
        let within = y % self.cell;
        within != 0 && within != self.line
    }

    /// The row of pixels along the upper side of row `row`.
    fn on_line(&self, row: u32, pixels: &mut Vec<u32>) {
        let scene = self.scene;
        // At the lower edge the last row shows through where it is open.
        let inner = row.min(scene.rows() - 1);
        for col in 0..=scene.cols() {
            let joint = scene.arms(row, col).contains(&true);
            let behind = self.behind(inner, col.min(scene.cols() - 1));
            let faint = self.faint(row, col, behind);
            pixels.extend(std::iter::repeat_n(if joint { self.black } else { faint }, self.line));
            if col < scene.cols() {
                let ink = if scene.line_above(row, col) { self.black } else { faint };
                pixels.extend(std::iter::repeat_n(ink, self.cell - self.line));
            }
        }
    }

    /// The row of pixels inside row `row`.
    fn between_lines(&self, row: u32, pixels: &mut Vec<u32>) {
        let scene = self.scene;
        for col in 0..=scene.cols() {
            let behind = self.behind(row, col.min(scene.cols() - 1));
            let ink = if scene.line_left(row, col) { self.black } else { self.faint(row, col, behind) };
            pixels.extend(std::iter::repeat_n(ink, self.line));
            if col < scene.cols() {
                pixels.extend(std::iter::repeat_n(behind, self.cell - self.line));
            }
        }
    }

    /// The ink of a line above or left of a place that is no side of a piece.
    fn faint(&self, row: u32, col: u32, behind: u32) -> u32 {
        match self.grid {
            Some(grid) if self.scene.owner(row, col) == Owner::Free => grid,
            _ => behind,
        }
    }

    fn behind(&self, row: u32, col: u32) -> u32 {
        match self.scene.owner(row, col) {
            Owner::Hole => self.hole,
            Owner::Free => self.free,
            Owner::Shape(shape) => self.of_shape[shape as usize],
        }
    }
}

/// How thick a line is where a cell has `cell` pixels.
pub(super) fn line_width(cell: u32) -> u32 {
    (cell / 12).max(1)
}

/// How many pixels `cells` cells in a row take, with the line at their end.
pub(super) fn side(cells: u32, cell: u32) -> u64 {
    u64::from(cells) * u64::from(cell) + u64::from(line_width(cell))
}
