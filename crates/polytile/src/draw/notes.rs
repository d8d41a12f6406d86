//! What is written on a board: the names of its pieces, and the numbers of its rows and columns.
//!
//! In: a scene with its options, and the pixels of a cell. Out: texts, each with its middle in pixels from the upper left corner of
//! the board, and the room that those at the edge need. A name stands in the middle of its piece if that lies within it, and else
//! in the cell nearest to it; what has no room is left out. Cost: linear in the cells.

use super::colour::ink_on;
use super::font;
use super::page::{Anchor, Surface, Text};
use super::polygons::{self, middle, nearest};
use super::raster::FAINT;
use super::scene::{Owner, POINT, Places};
use super::{PictureOptions, Scene};
use crate::board::{Cell, Lattice};
use crate::pieces::Colour;

/// The smallest cells that a name can be read in.
const LEGIBLE: u32 = 10;

/// One text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Note {
    /// Its middle, in pixels from the corner of the board.
    pub(super) at: [f64; 2],
    /// Pixels per pixel of a letter of [`font`].
    pub(super) scale: u32,
    pub(super) text: String,
    pub(super) colour: Colour,
}

/// What is written on a board and at its edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// Pixels left of the board and above it.
    pub(super) margin: [u32; 2],
    pub(super) list: Vec<Note>,
}

impl Notes {
    /// The name of one piece, the middles of whose square cells are these, in cells from its corner.
    pub(super) fn name(text: &str, middles: &[[f64; 2]], colour: Colour, cell: u32) -> Self {
        let note = place(middles, true).zip(scale(text, cell).filter(|_| cell >= LEGIBLE));
        let note = note.map(|(at, scale)| Note {
            at: at.map(|n| n * f64::from(cell)),
            scale,
            text: text.to_owned(),
            colour: ink_on(colour),
        });
        Notes { margin: [0; 2], list: note.into_iter().collect() }
    }

    /// Writes them, the corner of the board being here.
    pub(super) fn draw(&self, [x, y]: [u32; 2], surface: &mut impl Surface) {
        for note in &self.list {
            let at = |corner: u32, offset: f64| (f64::from(corner) + offset).round().max(0.0) as u32;
            let top = at(y, note.at[1] - f64::from(font::HEIGHT * note.scale) / 2.0);
            let place = Text {
                x: at(x, note.at[0]),
                y: top,
                anchor: Anchor::Middle,
                scale: note.scale,
                colour: note.colour,
            };
            surface.text(place, &note.text);
        }
    }
}

/// The numbers of rows and columns at the edge of squares, each layer of cubes having its own columns; on other lattices nothing.
/// Where cells are small, only every second, fifth, ... has one.
/// The first row and column have the numbers `from`.
pub(super) fn edge(places: Places, from: [u64; 2], cell: u32, options: PictureOptions) -> Notes {
    if !options.has_coordinates() || !places.is_square() {
        return Notes::default();
    }
    let (rows, cols) = (places.rows_of_layer(), places.cols_of_layer());
    // Windows end where numbers do.
    let number = |axis: usize, index: u32| from[axis].saturating_add(index.into()).to_string();
    let widest = |axis: usize, count: u32| font::width(&number(axis, count.saturating_sub(1)));
    let every = |room: u32| {
        let steps = (0..9).flat_map(|n| [1, 2, 5].map(|step| step * 10_u32.pow(n)));
        steps.into_iter().find(|step| u64::from(*step) * u64::from(cell) >= u64::from(room)).unwrap_or(1)
    };
    let margin = [widest(0, rows) + 6, font::HEIGHT + 6];
    let middle = |number: u32| (f64::from(number) + 0.5) * f64::from(cell);
    let note = |at: [f64; 2], text: String| Note { at, scale: 1, text, colour: FAINT };
    let mut list = Vec::new();
    for row in (0..rows).step_by(every(font::HEIGHT + 3) as usize) {
        let text = number(0, row);
        // They end where the board is near.
        list.push(note([-4.0 - f64::from(font::width(&text)) / 2.0, middle(row)], text));
    }
    for layer in 0..places.layers() {
        for col in (0..cols).step_by(every(widest(1, cols) + 4) as usize) {
            let at = [middle(layer * (cols + 1) + col), -f64::from(margin[1]) / 2.0];
            list.push(note(at, number(1, col)));
        }
    }
    Notes { margin, list }
}

/// The coordinates of a cell, if its lattice has no rows and columns to be numbered.
pub(super) fn coordinates(lattice: Lattice, cell: Cell) -> Option<String> {
    let rows = matches!(lattice, Lattice::Square | Lattice::Cube);
    (!rows).then(|| lattice.coordinates(cell).to_string())
}

impl Scene {
    /// What is written on this picture and at its edge, its cells having `cell` pixels; with `step`, its polygons are drawn, and that
    /// is the length of their unit in pixels. `usual` is whether pieces bear their names unless the options say otherwise.
    pub(super) fn notes(&self, cell: u32, step: Option<f64>, usual: bool) -> Notes {
        let shown = self.polygons().zip(step);
        let mut notes = edge(self.places(), self.from, cell, self.options);
        // Where the name of each piece stands.
        let mut named = vec![None; self.shapes().len()];
        if self.options.has_labels(usual) && cell >= LEGIBLE {
            let (middles, low, unit) = match shown {
                Some((polygons, step)) => (polygons.middles(self.shapes().len()), polygons.bounds()[0], step),
                None => (self.middles(), [0.0; 2], f64::from(cell)),
            };
            for ((shape, middles), named) in self.shapes().iter().zip(&middles).zip(&mut named) {
                let Some(at) = place(middles, self.places().is_square()) else { continue };
                let Some(scale) = scale(&shape.label, cell) else { continue };
                let at = [0, 1].map(|axis| (at[axis] - low[axis]) * unit);
                *named = Some(at);
                notes.list.push(Note { at, scale, text: shape.label.clone(), colour: ink_on(shape.colour) });
            }
        }
        if self.options.has_coordinates() {
            self.name_cells(cell, step, &named, &mut notes.list);
        }
        self.point(cell, step, &mut notes.list);
        notes
    }

    /// Points at cells, instead of what stands there.
    fn point(&self, cell: u32, step: Option<f64>, notes: &mut Vec<Note>) {
        let text = POINT.to_owned();
        for &at in self.points() {
            let number = self.cells().iter().position(|&other| other == at);
            let (middle, _) = self.middle(number, at, cell, step);
            notes.retain(|note| (0..2).any(|i| (note.at[i] - middle[i]).abs() > f64::from(cell) / 2.0));
            let (row, within) = self.places().of_cell(at);
            let owner = match (self.owner(row, within.start), self.polygons().zip(number)) {
                (_, Some((polygons, number))) => polygons.owner(number),
                (Owner::Shape(shape), None) => Some(shape),
                _ => None,
            };
            let colour = owner.map_or([0; 3], |owner| ink_on(self.shapes()[owner as usize].colour));
            let scale = scale(&text, cell).unwrap_or(1);
            notes.push(Note { at: middle, scale, text: text.clone(), colour });
        }
    }

    /// The middle of a cell with this number in pixels from the corner of the board, drawn as a polygon or as its places.
    pub(super) fn middle_of(&self, number: usize, at: Cell, cell: u32, polygons: bool) -> [f64; 2] {
        let step = polygons.then_some(super::surface::STEP * f64::from(cell));
        self.middle(Some(number), at, cell, step).0
    }

    /// The middle of a cell, which is the polygon of this `number` if there are any, and how much room there is.
    fn middle(&self, number: Option<usize>, at: Cell, cell: u32, step: Option<f64>) -> ([f64; 2], f64) {
        if let (Some(polygons), Some(step), Some(number)) = (self.polygons(), step, number) {
            let corners = polygons.corners(number);
            let (middle, low) = (middle(&corners), polygons.bounds()[0]);
            let room = 2.6 * polygons::radius(&corners) * step;
            return ([0, 1].map(|axis| (middle[axis] - low[axis]) * step), room);
        }
        let (row, cols) = self.places().of_cell(at);
        let middle = [f64::from(cols.start + cols.end) / 2.0, f64::from(row) + 0.5];
        (middle.map(|n| n * f64::from(cell)), f64::from((cols.end - cols.start) * cell))
    }

    /// Adds the coordinates of cells that have no rows and columns, and bear no name.
    fn name_cells(&self, cell: u32, step: Option<f64>, named: &[Option<[f64; 2]>], notes: &mut Vec<Note>) {
        let Some(polygons) = self.polygons() else { return };
        for (number, &at) in self.cells().iter().enumerate() {
            let Some(text) = coordinates(self.places().lattice(), at) else { continue };
            let (middle, room) = self.middle(Some(number), at, cell, step);
            let owner = polygons.owner(number).map(|owner| owner as usize);
            let beside = |name: [f64; 2]| (name[0] - middle[0]).hypot(name[1] - middle[1]) > room / 2.0;
            let free = owner.and_then(|owner| named[owner]).is_none_or(beside);
            if f64::from(font::width(&text)) <= room && free {
                let colour = owner.map_or(FAINT, |owner| ink_on(self.shapes()[owner].colour));
                notes.push(Note { at: middle, scale: 1, text, colour });
            }
        }
    }
}

/// How large a text is written in a cell of so many pixels; nothing when it does not fit.
fn scale(text: &str, cell: u32) -> Option<u32> {
    let fits = |scale: &u32| scale * font::width(text) + 3 <= cell;
    (1..=(cell / 16).max(1)).rev().find(fits)
}

/// Where the name of a piece stands, given the middles of its cells: in the middle of all where `squares` lie around that, or else
/// in that of the nearest cell.
pub(super) fn place(middles: &[[f64; 2]], squares: bool) -> Option<[f64; 2]> {
    let near = middles[nearest(middles)?];
    if !squares {
        return Some(near);
    }
    // On a line or a corner of the grid, if it is close to one.
    let centre = middle(middles).map(|n| (2.0 * n).round() / 2.0);
    let covered = |at: [f64; 2]| middles.iter().any(|m| (0..2).all(|i| (m[i] - at[i]).abs() < 0.5));
    let around = [[-0.25, -0.25], [-0.25, 0.25], [0.25, -0.25], [0.25, 0.25]];
    let within = around.iter().all(|by| covered([centre[0] + by[0], centre[1] + by[1]]));
    Some(if within { centre } else { near })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::pieces::{Freedom, PieceSet};
    use crate::problem::Problem;
    use crate::tiling::{Laid, Tiling};

    fn middles(cells: &[[u8; 2]]) -> Vec<[f64; 2]> {
        cells.iter().map(|cell| cell.map(|n| f64::from(n) + 0.5)).collect()
    }

    #[test]
    fn names_stand_within_their_pieces() {
        // Twice the numbers, which are whole.
        let at = |cells: &[[u8; 2]]| place(&middles(cells), true).unwrap().map(|n| (2.0 * n) as u32);
        assert_eq!(at(&[[0, 0], [1, 0], [0, 1], [1, 1]]), [2, 2]);
        assert_eq!(at(&[[0, 0], [1, 0]]), [2, 1]);
        assert_eq!(at(&[[0, 0], [1, 0], [2, 0]]), [3, 1]);
        // The middle of a U is not within it, nor that of two parts.
        let u = [[0, 0], [2, 0], [0, 1], [1, 1], [2, 1]];
        assert_eq!(at(&u), [3, 3]);
        assert_eq!(at(&[[0, 0], [4, 0]]), [1, 1]);
        assert_eq!(place(&[], true), None);
    }

    #[test]
    fn small_cells_have_fewer_numbers() {
        let options = PictureOptions::default().coordinates(true);
        let texts = |cell: u32| -> Vec<String> {
            let region = Region::rectangle(1, 12).unwrap();
            edge(Places::of(&region), [0; 2], cell, options).list.into_iter().map(|note| note.text).collect()
        };
        assert_eq!(texts(20).len(), 13);
        assert_eq!(texts(8), ["0", "0", "2", "4", "6", "8", "10"]);
        assert_eq!(texts(3), ["0", "0", "5", "10"]);
    }

    #[test]
    fn other_lattices_have_coordinates_in_cells_that_bear_no_name() {
        let region = Region::full(Lattice::Triangle, [1, 2, 4]).unwrap();
        let cells: Vec<Cell> = region.cells().collect();
        let problem = Problem::new(region, PieceSet::all(1, Freedom::Free));
        let tiling = Tiling::new(vec![Laid { piece: 0, cells: vec![cells[0]] }]);
        let texts = |options: PictureOptions| -> Vec<String> {
            let scene = Scene::new(&problem, &tiling).with_options(options.coordinates(true));
            scene.notes(32, Some(48.0), false).list.into_iter().map(|note| note.text).collect()
        };
        assert_eq!(texts(PictureOptions::default()).len(), cells.len());
        assert_eq!(texts(PictureOptions::default().labels(true)).len(), cells.len());
    }
}
