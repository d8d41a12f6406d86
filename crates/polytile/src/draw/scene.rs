//! What there is to draw: cells with owners, and owners with colours.
//!
//! In: a tiling and its problem, which need not fit each other (the picture of a wrong tiling shows where it is
//! wrong). Out: a [`Scene`]. The writers ask it only two things: who owns a cell, and whether a line runs between two
//! neighbouring cells. Cost: linear in the rectangle around the board, 4 bytes per cell.

use super::adjacency::Adjacency;
use super::colour_by::ColourBy;
use super::colouring::unstopped;
use super::places::Places;
use super::polygons::Polygons;
use super::{PictureOptions, View, alphabet, colour, solid};
use crate::board::{Cell, Lattice, Region};
use crate::pieces::{Colour, Polyform};
use crate::problem::Problem;
use crate::run::{Control, Progress, Pulse, Stopped};
use crate::tiling::{Laid, Tiling};
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

impl Polygons {
    /// The cells of a picture as polygons, unless they are squares or cubes, whose places have their true shape.
    fn of(
        lattice: Lattice,
        places: Places,
        cells: impl Iterator<Item = Cell>,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Self>, Stopped> {
        if matches!(lattice, Lattice::Square | Lattice::Cube) {
            return Ok(None);
        }
        let mut polygons = Polygons::default();
        let further = f64::from(places.cols_of_layer() / 2 + 2);
        for cell in cells {
            pulse.beat()?;
            polygons.add(&lattice.outline(cell, further));
        }
        Ok(Some(polygons))
    }
}

/// Who owns a place of the rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The board has no cell here.
    Hole,
    /// A cell that no piece covers.
    Free,
    /// A cell that the shape of this number covers.
    Shape(u32),
}

/// One piece in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Name of the piece.
    pub name: String,
    /// What it bears in pictures that show names: its name, without the number of its cells where that tells pieces apart.
    pub label: String,
    /// What it is filled with.
    pub colour: Colour,
    /// Its letter; shapes that touch have different ones.
    pub letter: char,
}

/// A picture before it is written.
///
/// ```
/// use polytile::{board::{Cell, Region}, draw::Scene, pieces::{Freedom, PieceSet}, problem::Problem};
/// use polytile::tiling::{Laid, Tiling};
/// let problem = Problem::new(Region::rectangle(2, 3)?, PieceSet::all(3, Freedom::Free));
/// let laid = |cells: [(u32, u32); 3]| Laid { piece: 1, cells: cells.map(|(r, c)| Cell::new(r, c)).to_vec() };
/// let tiling = Tiling::new(vec![laid([(0, 0), (0, 1), (1, 0)]), laid([(0, 2), (1, 1), (1, 2)])]);
/// let scene = Scene::new(&problem, &tiling);
/// assert_eq!(scene.letters(), "LLA\nLAA\n");
/// assert_eq!(scene.text(), "\
/// ┌───────┬───┐
/// │       │   │
/// │   ┌───┘   │
/// │   │       │
/// └───┴───────┘
/// ");
/// # Ok::<(), polytile::board::RegionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    rows: u32,
    cols: u32,
    /// Whether the last row is next to the first, and the last column. Boards of other lattices than squares are drawn cut open.
    wraps: [bool; 2],
    /// Row by row: number of the shape, or one of the two below.
    owners: Vec<u32>,
    shapes: Vec<Shape>,
    /// Letters to be written into cells.
    marks: BTreeMap<(u32, u32), String>,
    /// Cells that are pointed at.
    points: Vec<Cell>,
    /// Pieces that will lie on open cells later: bodies are moved apart as if they did already.
    to_come: Vec<Vec<Cell>>,
    /// Whether open cells are told apart by faint lines, where lines are drawn.
    pub(super) grid: bool,
    /// The cells in their true shape, where they are neither squares nor cubes.
    polygons: Option<Polygons>,
    /// The cells, where they are no squares: what the polygons are, in the same order.
    cells: Vec<Cell>,
    /// The least coordinates of what is drawn in polygons, and the width and height from there, if it is: the same for all tilings
    /// of a board.
    bounds: OnceLock<Option<[[f64; 2]; 2]>>,
    /// Whether all of it is one piece.
    is_whole: bool,
    places: Places,
    /// The numbers of the first row and column.
    pub(super) from: [u64; 2],
    pub(super) options: PictureOptions,
    /// The colour of what is no cell, where that is a wall and not nothing.
    pub(super) walls: Option<Colour>,
    pub(super) title: Option<String>,
}

/// Bytes that a piece takes while it is drawn: its name and colour, its neighbours, and what colouring it takes.
const BYTES_DRAWN: u64 = 320;

/// What stands in cells that are pointed at.
pub(super) const POINT: &str = "!";
/// What two thirds of white add to a third of a colour.
const PALE: u8 = 170;

const HOLE: u32 = u32::MAX;
const FREE: u32 = u32::MAX - 1;

impl Scene {
    /// The picture of `tiling` on the board of `problem`.
    ///
    /// Colours are those of the pieces where the problem has them. The others are taken from [`PALETTE`], such that
    /// pieces that touch have different ones, as few as can be: see [`Colouring`].
    ///
    /// [`PALETTE`]: super::PALETTE
    /// [`Colouring`]: super::Colouring
    pub fn new(problem: &Problem, tiling: &Tiling) -> Self {
        Self::coloured_by(problem, tiling, ColourBy::Contrast)
    }

    /// The scene of a tiling, within the limits of `control`; progress counts pieces, anew for each part of the work.
    ///
    /// # Errors
    /// When `control` says stop, or the picture does not fit the memory that it allows.
    pub fn within(problem: &Problem, tiling: &Tiling, control: &Control) -> Result<Self, Stopped> {
        Self::coloured_within(problem, tiling, ColourBy::Contrast, control)
    }

    /// The scene with one colour for each piece of the problem, wherever it lies: for pictures to be compared, and for
    /// puzzles that have few copies of each piece.
    ///
    /// Colours are those of the pieces where the problem has them. The others are taken from [`PALETTE`], in order;
    /// from the thirty-seventh piece on they repeat. Pieces that touch have one colour when they are copies of one piece.
    ///
    /// [`PALETTE`]: super::PALETTE
    pub fn by_piece(problem: &Problem, tiling: &Tiling) -> Self {
        Self::coloured_by(problem, tiling, ColourBy::Piece)
    }

    /// The scene in colours that tell what is asked for.
    pub fn coloured_by(problem: &Problem, tiling: &Tiling, by: ColourBy) -> Self {
        unstopped(Self::coloured_within(problem, tiling, by, &Control::default()))
    }

    /// The scene in colours that tell what is asked for, within the limits of `control`, as of [`Scene::within`].
    ///
    /// # Errors
    /// When `control` says stop, or the picture does not fit the memory that it allows.
    pub fn coloured_within(
        problem: &Problem,
        tiling: &Tiling,
        by: ColourBy,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let pieces = tiling.laid().len() as u64;
        let (rows, cols) = Places::of(&problem.region).size();
        let cells = u64::from(rows) * u64::from(cols);
        let bytes = cells.saturating_mul(4).saturating_add(pieces.saturating_mul(BYTES_DRAWN));
        control.reserve(bytes, format!("drawing {pieces} pieces"))?;
        let mut scene = Scene::owned(&problem.region, tiling, control)?;
        control.check(Progress::Pieces { done: 0, total: pieces })?;
        let adjacency = scene.adjacency(tiling.laid().len(), control)?;
        let colours = by.colours(problem, tiling, &adjacency, control)?;
        scene.fill(problem, tiling, &adjacency, colours, control)?;
        control.check(Progress::Pieces { done: pieces, total: pieces })?;
        Ok(scene)
    }

    /// The scene in these colours, one for each piece laid.
    pub(super) fn coloured(problem: &Problem, tiling: &Tiling, colours: Vec<Colour>) -> Self {
        let control = Control::default();
        let mut scene = unstopped(Scene::owned(&problem.region, tiling, &control));
        let adjacency = unstopped(scene.adjacency(tiling.laid().len(), &control));
        unstopped(scene.fill(problem, tiling, &adjacency, colours, &control));
        scene
    }

    /// Adds the shapes, in these colours.
    fn fill(
        &mut self,
        problem: &Problem,
        tiling: &Tiling,
        adjacency: &Adjacency,
        colours: Vec<Colour>,
        control: &Control,
    ) -> Result<(), Stopped> {
        let pulse = Pulse::preparing(control);
        let name =
            |laid: &Laid| problem.pieces.iter().nth(laid.piece).map_or("?", |piece| piece.name.as_str());
        let names: Vec<&str> = tiling.laid().iter().map(name).collect();
        let all: Vec<&str> = problem.pieces.iter().map(|p| p.name.as_str()).collect();
        let letters = alphabet::choose(adjacency, &names, &all, &pulse)?;
        let short = short_names(&all);
        let label = |laid: &Laid| short.get(laid.piece).map_or("?", String::as_str).to_owned();
        let labels = tiling.laid().iter().map(label);
        let shape = |(((name, label), colour), letter): (((&&str, String), Colour), char)| {
            pulse.beat()?;
            Ok(Shape { name: String::from(*name), label, colour, letter })
        };
        let shapes = names.iter().zip(labels).zip(colours).zip(letters).map(shape);
        self.shapes = shapes.collect::<Result<_, Stopped>>()?;
        Ok(())
    }

    /// The picture of one piece, called `name`.
    ///
    /// ```
    /// use polytile::{draw::Scene, pieces::catalogue};
    /// let s4 = catalogue::find("S4").ok_or("no such piece")?;
    /// assert_eq!(Scene::of_piece(&s4.name, &s4.shape).letters(), ".SS\nSS.\n");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn of_piece(name: &str, shape: &Polyform) -> Self {
        let places = Places::new(shape.lattice(), [shape.layers(), shape.rows(), shape.cols()]);
        let (rows, cols) = places.size();
        let owners = vec![HOLE; rows as usize * cols as usize];
        let letter = alphabet::preferred(name).unwrap_or('A');
        let label = short_names(&[name]).concat();
        let shapes = vec![Shape { name: name.to_owned(), label, colour: colour::PALETTE[0], letter }];
        let cells: Vec<Cell> = shape.cells().to_vec();
        let control = Control::default();
        let pulse = Pulse::preparing(&control);
        let polygons = unstopped(Polygons::of(shape.lattice(), places, cells.iter().copied(), &pulse));
        let mut scene = Scene {
            rows,
            cols,
            wraps: [false; 2],
            owners,
            shapes,
            marks: BTreeMap::new(),
            points: Vec::new(),
            to_come: Vec::new(),
            grid: false,
            cells: if shape.lattice() == Lattice::Square { Vec::new() } else { cells },
            bounds: OnceLock::new(),
            is_whole: true,
            polygons,
            places,
            from: [0; 2],
            options: PictureOptions::default(),
            walls: None,
            title: None,
        };
        for (number, &cell) in shape.cells().iter().enumerate() {
            scene.own(places, cell, 0);
            if let Some(polygons) = &mut scene.polygons {
                polygons.own(number, 0);
            }
        }
        scene
    }

    /// Makes a cell the property of `owner`.
    fn own(&mut self, places: Places, cell: Cell, owner: u32) {
        let (row, cols) = places.of_cell(cell);
        for col in cols {
            let at = self.position(row, col);
            self.owners[at] = owner;
        }
    }

    /// This picture with all pieces in one colour.
    pub(super) fn painted(mut self, colour: Colour) -> Self {
        self.shapes.iter_mut().for_each(|shape| shape.colour = colour);
        self
    }

    /// This picture as a hint: what lay before is pale, open cells are told apart, and `!` stands in the cells that it is about.
    /// `newest` is the piece that is to be laid, by its number in the tiling.
    #[must_use]
    pub fn pointing(mut self, newest: Option<usize>, cells: impl IntoIterator<Item = Cell>) -> Self {
        for (number, shape) in self.shapes.iter_mut().enumerate() {
            if newest != Some(number) {
                shape.colour = shape.colour.map(|part| PALE + part / 3);
            }
        }
        self.grid = true;
        for cell in cells {
            let (row, within) = self.places.of_cell(cell);
            self.marks.insert((row, within.start), POINT.to_owned());
            self.points.push(cell);
        }
        self
    }

    /// This picture with these open cells in black, or nearly so, as those of one colour of a chessboard.
    #[must_use]
    pub fn shading(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        let colour = super::weights::DARK;
        let numbers: HashMap<Cell, usize> = self.cells.iter().copied().zip(0..).collect();
        for cell in cells {
            let number = self.shapes.len() as u32;
            self.own(self.places, cell, number);
            if let Some((polygons, &at)) = self.polygons.as_mut().zip(numbers.get(&cell)) {
                polygons.own(at, number);
            }
            self.shapes.push(Shape { name: String::new(), label: String::new(), colour, letter: '#' });
        }
        self
    }

    /// The cells that are pointed at.
    pub(super) fn points(&self) -> &[Cell] {
        &self.points
    }

    /// This picture on the way to another one, in which these pieces lie on cells that are open yet: a body is where it will be then.
    pub(super) fn awaiting(mut self, pieces: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        self.to_come.extend(pieces);
        self
    }

    /// What will lie on open cells later.
    pub(super) fn to_come(&self) -> &[Vec<Cell>] {
        &self.to_come
    }

    /// This picture with a title, for the formats that have a place for one.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// This picture drawn as these options say, in files.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self.bounds = OnceLock::new();
        self
    }

    /// Whether it is drawn as solid bodies.
    pub(super) fn is_solid(&self) -> bool {
        self.options.looks() == View::Isometric && !self.places.lattice().is_flat()
    }

    /// Whether all of it is one piece, and no board.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The least coordinates in steps of what is drawn in polygons, and the width and height from there; nothing where cells are
    /// squares in their places. Of a large board they are [measured](Scene::measured) before.
    pub(super) fn bounds(&self) -> Option<[[f64; 2]; 2]> {
        unstopped(self.measured(&Control::default()))
    }

    /// The same, found within the limits of `control`.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(super) fn measured(&self, control: &Control) -> Result<Option<[[f64; 2]; 2]>, Stopped> {
        if let Some(&bounds) = self.bounds.get() {
            return Ok(bounds);
        }
        let bounds = if self.is_solid() {
            Some(solid::bounds(self, &Pulse::preparing(control))?)
        } else {
            self.polygons.as_ref().map(Polygons::bounds)
        };
        Ok(*self.bounds.get_or_init(|| bounds))
    }

    /// Says what the bounds are, unless they are known.
    pub(super) fn bounded(&self, bounds: Option<[[f64; 2]; 2]>) {
        self.bounds.get_or_init(|| bounds);
    }

    /// Whether it is drawn in polygons, and not as squares in their places.
    pub(super) fn is_of_polygons(&self) -> bool {
        self.is_solid() || self.polygons.is_some()
    }

    /// The board, and which of the laid pieces owns each cell.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(super) fn owned(region: &Region, tiling: &Tiling, control: &Control) -> Result<Self, Stopped> {
        let (mut scene, places) = (Scene::bare_within(region, control)?, Places::of(region));
        let pulse = Pulse::preparing(control);
        for (number, laid) in tiling.laid().iter().enumerate() {
            pulse.beats(1 + laid.cells.len() as u64)?;
            for &cell in laid.cells.iter().filter(|&&c| region.contains(c)) {
                scene.own(places, cell, number as u32);
                if let Some((polygons, index)) = scene.polygons.as_mut().zip(region.index(cell)) {
                    polygons.own(index as usize, number as u32);
                }
            }
        }
        Ok(scene)
    }

    /// The cells in their true shape, where they are neither squares nor cubes.
    pub(super) fn polygons(&self) -> Option<&Polygons> {
        self.polygons.as_ref()
    }

    /// The cells where they are no squares, in the order of the polygons if they have some.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Where cells are.
    pub(super) fn places(&self) -> Places {
        self.places
    }

    /// This picture with these shapes, which are those of the tiling it was made of.
    pub(super) fn with_shapes(mut self, shapes: Vec<Shape>) -> Self {
        self.shapes = shapes;
        self
    }

    /// This picture with letters in cells, for the formats that have a place for them.
    pub(super) fn marked(mut self, marks: BTreeMap<(u32, u32), String>) -> Self {
        self.marks = marks;
        self
    }

    /// The middles of the places of each shape, a place being the unit.
    pub(super) fn middles(&self) -> Vec<Vec<[f64; 2]>> {
        let mut middles = vec![Vec::new(); self.shapes.len()];
        for row in 0..self.rows {
            for col in 0..self.cols {
                if let Owner::Shape(shape) = self.owner(row, col) {
                    middles[shape as usize].push([f64::from(col) + 0.5, f64::from(row) + 0.5]);
                }
            }
        }
        middles
    }

    /// What is written into a cell.
    pub(super) fn mark(&self, row: u32, col: u32) -> Option<&str> {
        self.marks.get(&(row, col)).map(String::as_str)
    }

    /// Which of the `count` shapes touch.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(super) fn adjacency(&self, count: usize, control: &Control) -> Result<Adjacency, Stopped> {
        Adjacency::new(count, || self.contacts(), &Pulse::preparing(control))
    }

    /// The board, nothing covered.
    pub(super) fn bare(region: &Region) -> Self {
        unstopped(Self::bare_within(region, &Control::default()))
    }

    /// The same, within the limits of `control`.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(super) fn bare_within(region: &Region, control: &Control) -> Result<Self, Stopped> {
        let pulse = Pulse::preparing(control);
        let places = Places::of(region);
        let (rows, cols) = places.size();
        let is_square = region.lattice() == Lattice::Square;
        let owners = vec![if is_square { FREE } else { HOLE }; rows as usize * cols as usize];
        let [_, wraps_rows, wraps_cols] = region.wraps();
        let wraps = [is_square && wraps_rows, is_square && wraps_cols];
        let (shapes, marks) = (Vec::new(), BTreeMap::new());
        let polygons = Polygons::of(region.lattice(), places, region.cells(), &pulse)?;
        let cells = if is_square { Vec::new() } else { region.cells().collect() };
        let mut scene = Scene {
            rows,
            cols,
            wraps,
            owners,
            shapes,
            marks,
            points: Vec::new(),
            to_come: Vec::new(),
            grid: false,
            bounds: OnceLock::new(),
            is_whole: false,
            polygons,
            cells,
            places,
            from: [0; 2],
            options: PictureOptions::default(),
            walls: None,
            title: None,
        };
        if is_square {
            for hole in region.holes() {
                pulse.beat()?;
                scene.own(places, hole, HOLE);
            }
        } else {
            // Cells of other lattices have more sides.
            for cell in region.cells() {
                pulse.beat()?;
                scene.own(places, cell, FREE);
            }
        }
        Ok(scene)
    }

    /// Rows of the rectangle.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns of the rectangle.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// The pieces, in the order of the tiling.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Who owns the place in row `row` and column `col`; beyond the rectangle there are holes.
    pub fn owner(&self, row: u32, col: u32) -> Owner {
        if row >= self.rows || col >= self.cols {
            return Owner::Hole;
        }
        match self.owners[self.position(row, col)] {
            HOLE => Owner::Hole,
            FREE => Owner::Free,
            shape => Owner::Shape(shape),
        }
    }

    /// Whether a line runs along the upper side of row `row`, `row` up to [`Scene::rows`], in column `col`.
    pub fn line_above(&self, row: u32, col: u32) -> bool {
        let (before, after) = around(row, self.rows, self.wraps[0]);
        self.differ(before.map(|row| (row, col)), after.map(|row| (row, col)))
    }

    /// Whether a line runs along the left side of column `col`, `col` up to [`Scene::cols`], in row `row`.
    pub fn line_left(&self, row: u32, col: u32) -> bool {
        let (before, after) = around(col, self.cols, self.wraps[1]);
        self.differ(before.map(|col| (row, col)), after.map(|col| (row, col)))
    }

    /// The lines that leave the point up and left of row `row` and column `col`: up, right, down, left.
    pub(super) fn arms(&self, row: u32, col: u32) -> [bool; 4] {
        [
            row > 0 && self.line_left(row - 1, col),
            col < self.cols && self.line_above(row, col),
            row < self.rows && self.line_left(row, col),
            col > 0 && self.line_above(row, col - 1),
        ]
    }

    /// For every place, row by row, whether it is a hole with cells all around: one that the edge of the rectangle is
    /// not reached from through holes.
    pub(super) fn enclosed(&self) -> Vec<bool> {
        let mut enclosed: Vec<bool> = self.owners.iter().map(|&o| o == HOLE).collect();
        let (rows, cols) = (self.rows, self.cols);
        let on_edge = |row: u32, col: u32| {
            let [top, side] = self.wraps.map(|wraps| !wraps);
            (top && (row == 0 || row + 1 == rows)) || (side && (col == 0 || col + 1 == cols))
        };
        let mut stack = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                if on_edge(row, col) && std::mem::take(&mut enclosed[self.position(row, col)]) {
                    stack.push((row, col));
                }
            }
        }
        while let Some((row, col)) = stack.pop() {
            let near =
                [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
            for (row, col) in near.into_iter().filter(|&(r, c)| r < rows && c < cols) {
                if std::mem::take(&mut enclosed[self.position(row, col)]) {
                    stack.push((row, col));
                }
            }
        }
        enclosed
    }

    /// The pairs of different shapes that own neighbouring cells, as often as they do.
    fn contacts(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let places = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        let pairs = places.flat_map(|(row, col)| {
            let here = self.owners[self.position(row, col)];
            let below = around(row + 1, self.rows, self.wraps[0]).1;
            let right = around(col + 1, self.cols, self.wraps[1]).1;
            let below = below.map(|row| (here, self.owners[self.position(row, col)]));
            let right = right.map(|col| (here, self.owners[self.position(row, col)]));
            // The same cell of the next layer.
            let above = col.checked_add(self.places.cols_of_layer() + 1).filter(|&col| col < self.cols);
            let above = above
                .filter(|_| self.places.layers() > 1)
                .map(|col| (here, self.owners[self.position(row, col)]));
            below.into_iter().chain(right).chain(above)
        });
        pairs.filter(|&(a, b)| a != b && a < FREE && b < FREE)
    }

    fn position(&self, row: u32, col: u32) -> usize {
        row as usize * self.cols as usize + col as usize
    }

    fn differ(&self, a: Option<(u32, u32)>, b: Option<(u32, u32)>) -> bool {
        let owner = |place: Option<(u32, u32)>| place.map_or(HOLE, |(r, c)| self.owners[self.position(r, c)]);
        owner(a) != owner(b)
    }
}

/// The rows (or columns) on both sides of line `line` of `count` rows.
fn around(line: u32, count: u32, wraps: bool) -> (Option<u32>, Option<u32>) {
    let before = if line > 0 { Some(line - 1) } else { wraps.then(|| count - 1) };
    let after = if line < count { Some(line) } else { wraps.then_some(0) };
    (before, after)
}

/// The names of pieces without the digits in them, if they still differ.
fn short_names(names: &[&str]) -> Vec<String> {
    let stems = || names.iter().map(|name| name.chars().filter(|c| !c.is_ascii_digit()).collect::<String>());
    let mut sorted: Vec<String> = stems().collect();
    sorted.sort_unstable();
    let different = sorted.windows(2).all(|pair| pair[0] != pair[1])
        && sorted.first().is_none_or(|stem| !stem.is_empty());
    if different { stems().collect() } else { names.iter().map(|&name| name.to_owned()).collect() }
}
