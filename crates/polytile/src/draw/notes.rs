//! What is written on a board: the names of its pieces, and the numbers of its rows and columns.
//!
//! In: a scene with its options, and the pixels of a cell. Out: texts, each with its middle in pixels from the upper left corner of
//! the board, and the room that those at the edge need. A name stands in the middle of its piece if that lies within it, and else
//! in the cell nearest to it; what has no room is left out. Cost: linear in the cells.

use super::colour::ink_on;
use super::font;
use super::page::Point;
use super::page::{Anchor, Surface, Text};
use super::painting::{Painting, Site};
use super::places::Places;
use super::polygons::{middle, nearest};
use super::raster::FAINT;
use super::scene::{Owner, POINT};
use super::{PictureOptions, Scene};
use crate::board::{Cell, Lattice};
use crate::pieces::Colour;
use crate::run::{Control, Pulse, Stopped};
use std::collections::HashMap;

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

/// Polygons as they are drawn: the point of theirs at the corner of the picture, and the pixels of their unit.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) painting: &'a Painting<'a>,
    pub(super) low: Point,
    pub(super) step: f64,
}

impl Frame<'_> {
    /// Where a point is, in pixels from the corner.
    fn place(&self, at: Point) -> Point {
        [0, 1].map(|axis| (at[axis] - self.low[axis]) * self.step)
    }
}

impl Note {
    /// Half of its width and of its height.
    pub(super) fn half(&self) -> Point {
        [font::width(&self.text), font::HEIGHT].map(|side| f64::from(side * self.scale) / 2.0)
    }
}

impl Notes {
    /// The name of a piece with this label on the board; what stands at the edge comes first, outside.
    pub(super) fn of_piece(&self, label: &str) -> Option<&Note> {
        self.list.iter().rfind(|note| note.text == label && note.at.iter().all(|&at| at > 0.0))
    }

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
    /// Whether anything can be written on it.
    pub(super) fn has_notes(&self, usual: bool) -> bool {
        self.options.has_labels(usual) || self.options.has_coordinates() || !self.points().is_empty()
    }

    /// What is written at its edge.
    pub(super) fn edge(&self, cell: u32) -> Notes {
        if self.is_solid() {
            return Notes::default();
        }
        edge(self.places(), self.from, cell, self.options)
    }

    /// What is written on this picture and at its edge, its cells having `cell` pixels, and its polygons, if it is drawn in such,
    /// being in this
    /// `frame`. `usual` is whether pieces bear their names unless the options say otherwise.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(super) fn notes(
        &self,
        cell: u32,
        frame: Option<Frame<'_>>,
        usual: bool,
        control: &Control,
    ) -> Result<Notes, Stopped> {
        let pulse = Pulse::preparing(control);
        let mut notes = self.edge(cell);
        let named = if self.options.has_labels(usual) && cell >= LEGIBLE {
            self.name_shapes(cell, frame, &mut notes.list, &pulse)?
        } else {
            Vec::new()
        };
        if let Some(frame) = frame.filter(|_| self.options.has_coordinates()) {
            self.name_cells(frame, &named, &mut notes.list, &pulse)?;
        }
        if !self.points().is_empty() {
            self.point(cell, frame, &mut notes.list);
        }
        Ok(notes)
    }

    /// Adds the names of the shapes, and where each of them has its own, if it has.
    fn name_shapes(
        &self,
        cell: u32,
        frame: Option<Frame<'_>>,
        notes: &mut Vec<Note>,
        pulse: &Pulse<'_>,
    ) -> Result<Vec<Option<Point>>, Stopped> {
        let mut named = vec![None; self.shapes().len()];
        let Some(Frame { painting, step, .. }) = frame else {
            for ((shape, middles), named) in self.shapes().iter().zip(self.middles()).zip(&mut named) {
                pulse.beats(1 + middles.len() as u64)?;
                let note = place(&middles, true).zip(scale(&shape.label, cell));
                let Some((at, scale)) = note else { continue };
                let at = at.map(|n| n * f64::from(cell));
                notes.push(Note { at, scale, text: shape.label.clone(), colour: ink_on(shape.colour) });
                *named = Some(at);
            }
            return Ok(named);
        };
        let mut sites: Vec<Vec<&Site>> = vec![Vec::new(); self.shapes().len()];
        for site in &painting.sites {
            if let Some(own) = site.shape.and_then(|shape| sites.get_mut(shape as usize)) {
                own.push(site);
            }
        }
        for ((shape, sites), named) in self.shapes().iter().zip(sites).zip(&mut named) {
            pulse.beats(1 + sites.len() as u64)?;
            let middles: Vec<Point> = sites.iter().map(|site| site.at).collect();
            let Some(site) = nearest(&middles).map(|at| sites[at]) else { continue };
            let room = cell.min((site.room * step) as u32);
            let Some(scale) = scale(&shape.label, room) else { continue };
            let at = frame.map_or(site.at, |frame| frame.place(site.at));
            let colour = ink_on(site.ground.unwrap_or(shape.colour));
            notes.push(Note { at, scale, text: shape.label.clone(), colour });
            *named = Some(at);
        }
        Ok(named)
    }

    /// Points at cells, instead of what stands there.
    fn point(&self, cell: u32, frame: Option<Frame<'_>>, notes: &mut Vec<Note>) {
        let (text, side) = (POINT.to_owned(), f64::from(cell));
        let seen = self.seen(self.points(), cell, frame);
        // Points by the square of the picture that they are in: what is near one is in its own or in the next.
        let square = |at: Point| at.map(|n| (n / side).floor() as i64);
        let mut near: HashMap<[i64; 2], Vec<Point>> = HashMap::new();
        for (middle, _) in &seen {
            near.entry(square(*middle)).or_default().push(*middle);
        }
        let covered = |at: Point| {
            let [x, y] = square(at);
            let squares = (-1..=1).flat_map(|i| (-1..=1).map(move |j| [x + i, y + j]));
            let mut points = squares.filter_map(|square| near.get(&square)).flatten();
            points.any(|point| (0..2).all(|i| (point[i] - at[i]).abs() <= side / 2.0))
        };
        notes.retain(|note| !covered(note.at));
        for (at, ground) in seen {
            let scale = scale(&text, cell).unwrap_or(1);
            notes.push(Note { at, scale, text: text.clone(), colour: ground.map_or([0; 3], ink_on) });
        }
    }

    /// The middles of those of these cells that can be seen, in pixels, and the colour of what lies there.
    pub(super) fn seen(
        &self,
        cells: &[Cell],
        cell: u32,
        frame: Option<Frame<'_>>,
    ) -> Vec<(Point, Option<Colour>)> {
        let Some(frame) = frame else { return cells.iter().map(|&at| self.middle(at, cell)).collect() };
        let sites = if cells.is_empty() { HashMap::new() } else { frame.painting.of_cells(self) };
        let sites = cells.iter().filter_map(|at| sites.get(at));
        sites.map(|site| (frame.place(site.at), site.ground)).collect()
    }

    /// The middle of a cell that is a square in its place, in pixels, and the colour of what lies there.
    fn middle(&self, at: Cell, cell: u32) -> (Point, Option<Colour>) {
        let (row, cols) = self.places().of_cell(at);
        let middle = [f64::from(cols.start + cols.end) / 2.0, f64::from(row) + 0.5];
        let ground = match self.owner(row, cols.start) {
            Owner::Shape(shape) => Some(self.shapes()[shape as usize].colour),
            Owner::Free | Owner::Hole => None,
        };
        (middle.map(|n| n * f64::from(cell)), ground)
    }

    /// Adds the coordinates of cells that have no rows and columns at the edge, and bear no name.
    fn name_cells(
        &self,
        frame: Frame<'_>,
        named: &[Option<Point>],
        notes: &mut Vec<Note>,
        pulse: &Pulse<'_>,
    ) -> Result<(), Stopped> {
        let lattice = self.places().lattice();
        for site in &frame.painting.sites {
            pulse.beat()?;
            let text = lattice.coordinates(self.cells()[site.cell]).to_string();
            let (at, room) = (frame.place(site.at), site.room * frame.step);
            let name = site.shape.and_then(|shape| named.get(shape as usize).copied().flatten());
            let free = name.is_none_or(|name| (name[0] - at[0]).hypot(name[1] - at[1]) > room / 2.0);
            if f64::from(font::width(&text)) <= room && free {
                notes.push(Note { at, scale: 1, text, colour: site.ground.map_or(FAINT, ink_on) });
            }
        }
        Ok(())
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
            let control = Control::default();
            let painting = scene.painting(true, &control).unwrap().unwrap();
            let frame = Frame { painting: &painting, low: [0.0; 2], step: 48.0 };
            scene
                .notes(32, Some(frame), false, &control)
                .unwrap()
                .list
                .into_iter()
                .map(|note| note.text)
                .collect()
        };
        assert_eq!(texts(PictureOptions::default()).len(), cells.len());
        assert_eq!(texts(PictureOptions::default().labels(true)).len(), cells.len());
    }
}
