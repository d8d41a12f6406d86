//! Lattices: which cells there are, which of them lie side by side, and how all of them can be turned at once.
//!
//! In: a page of data for each lattice ([`Definition`]: the corners of its kinds of cell, the matrices that generate its turns, where
//! its steps lead on paper, how its cells are written). Out: a [`Ground`], which board and pieces look things up in.
//!
//! The idea: a lattice is Z^3 with k kinds of cell in each *unit*, and a flat one has a single layer. The corners of a kind are
//! given in twelfths of the steps from one unit to the next, so they are whole numbers, and everything else follows from them.
//! Two cells lie side by side if they share an edge (in space: a face), that is, two corners (three). A turn is an integer
//! matrix; it carries a kind to the kind whose corners are the images of its corners, up to whole units. So the same code turns,
//! shifts and compares the cells of every lattice, and a new lattice is one file and a line below.
//!
//! A [`Cell`] is written and kept in three numbers that are not negative: layer, row and column, of which the column counts the
//! kinds as well (two triangles to a unit: columns 2x and 2x + 1). A [`Spot`] is a cell anywhere, even left of or above the first
//! one: turning leads there.
//!
//! Cost: a lattice is worked out once for a process, in microseconds; an image costs nine multiplications.

mod cube;
mod hex;
mod meeting;
mod prism;
mod slide;
mod square;
mod triangle;

use super::Cell;
use super::order::Order;
use crate::choice::choice;
pub(crate) use meeting::Line;
use meeting::{around, lines};
pub use slide::Direction;
pub(crate) use slide::Slide;
use std::fmt;
use std::sync::LazyLock;

choice! {
    /// What the cells of boards and pieces are.
    #[derive(Default, PartialOrd, Ord)]
    pub enum Lattice {
        /// Unit squares.
        #[default]
        Square = "square", "Squares";
        /// Regular hexagons, six around each.
        Hex = "hex", "Hexagons";
        /// Equilateral triangles, half of them pointing up.
        Triangle = "triangle", "Triangles";
        /// Unit cubes.
        Cube = "cube", "Cubes";
        /// Triangular prisms: layers of triangles.
        Prism = "prism", "Triangular prisms";
    }
}

/// The numbers that a cell is written with: two or three, on prisms four.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coordinates(pub Vec<u32>);

impl fmt::Display for Coordinates {
    /// Writes them with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// A vector, or a point in twelfths: layers, rows, columns.
pub(crate) type Vector = [i64; 3];
/// What a turn does to vectors; its rows are the new coordinates.
pub(crate) type Matrix = [Vector; 3];

/// A cell anywhere on the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Spot {
    /// Its unit.
    pub at: Vector,
    /// Which of the cells of the unit it is.
    pub kind: usize,
}

impl Spot {
    /// The cell of the same kind so many units away.
    pub fn moved(self, by: Vector) -> Self {
        Spot { at: std::array::from_fn(|i| self.at[i] + by[i]), kind: self.kind }
    }
}

/// A number that a cell is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Layer,
    Row,
    /// The column of its unit.
    Column,
    Kind,
}

/// The data of a lattice.
struct Definition {
    flat: bool,
    /// The corners of each kind of cell in twelfths, in the order around it where the lattice is flat.
    kinds: Vec<Vec<Vector>>,
    /// Rotations first; all turns are products of these.
    generators: Vec<Matrix>,
    /// Where a step of a layer, a row, a column leads: to the right, down, and towards the eye.
    basis: [[f64; 3]; 3],
    written: &'static [(Axis, char)],
    /// Factors of layer, row, column and kind whose sum is even in every other cell, if neighbours can be told apart like that.
    chessboard: Option<[i64; 4]>,
    /// In which orders scans may go through the cells.
    sweeps: &'static [Sweep],
    /// The shortest shifts that take cells to cells side by side or at a corner, and what they are called.
    steps: Vec<(Direction, Vector)>,
}

/// An order of the cells: by the first of these sums of layer, row, column of the unit and kind, then by the next, and at last by
/// their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sweep {
    pub order: Order,
    pub forms: &'static [[i64; 4]],
}

/// A kind of cell.
#[derive(Debug)]
pub(crate) struct Kind {
    /// In twelfths.
    pub corners: Vec<Vector>,
    /// What lies beside it, in the order of the corners where the lattice is flat.
    pub sides: Vec<Side>,
}

/// A side that a cell shares with another one.
#[derive(Debug)]
pub(crate) struct Side {
    /// To the unit of the other cell.
    pub step: Vector,
    /// The kind of the other cell.
    pub kind: usize,
    /// The corners that both have: their numbers among those of this kind.
    pub corners: Vec<usize>,
    /// The straight line, in space the plane, that it is on, unless that cuts cells elsewhere.
    pub line: Option<Line>,
}

/// A turn or a reflection about the corner of the unit 0,0,0.
#[derive(Debug)]
pub(crate) struct Turn {
    matrix: Matrix,
    /// For each kind the kind it becomes, and how many units further it goes than the matrix says.
    kinds: Vec<(usize, Vector)>,
}

/// A lattice, worked out.
#[derive(Debug)]
pub(crate) struct Ground {
    /// Whether there is only one layer.
    pub flat: bool,
    /// The kinds of cell in a unit.
    pub kinds: Vec<Kind>,
    /// All turns: the identity, the other rotations, the reflections.
    pub turns: Vec<Turn>,
    /// How many of these are rotations.
    pub rotations: usize,
    /// How its cells are written, with a letter for each number.
    pub written: &'static [(Axis, char)],
    /// The cells that meet at each of the points of a unit, in the order of their layers, rows, columns and kinds.
    pub points: Vec<Vec<Spot>>,
    chessboard: Option<[i64; 4]>,
    /// In which orders scans may go through the cells.
    pub sweeps: &'static [Sweep],
    basis: [[f64; 3]; 3],
    /// How its cells slide.
    pub slides: Vec<Slide>,
}

impl Lattice {
    /// What there is to know about it.
    pub(crate) fn ground(self) -> &'static Ground {
        static SQUARE: LazyLock<Ground> = LazyLock::new(|| Ground::new(square::plan()));
        static HEX: LazyLock<Ground> = LazyLock::new(|| Ground::new(hex::plan()));
        static TRIANGLE: LazyLock<Ground> = LazyLock::new(|| Ground::new(triangle::plan()));
        static CUBE: LazyLock<Ground> = LazyLock::new(|| Ground::new(cube::plan()));
        static PRISM: LazyLock<Ground> = LazyLock::new(|| Ground::new(prism::plan()));
        match self {
            Lattice::Square => &SQUARE,
            Lattice::Hex => &HEX,
            Lattice::Triangle => &TRIANGLE,
            Lattice::Cube => &CUBE,
            Lattice::Prism => &PRISM,
        }
    }

    /// Whether its cells lie in a plane.
    pub fn is_flat(self) -> bool {
        self == Lattice::Square || self.ground().flat
    }

    /// Cells of one unit.
    pub fn kinds(self) -> u32 {
        if self == Lattice::Square { 1 } else { self.ground().kinds.len() as u32 }
    }

    /// A cell, wherever it is.
    pub(crate) fn spot(self, cell: Cell) -> Spot {
        let kinds = self.kinds();
        let at = [cell.layer, cell.row, cell.col / kinds].map(i64::from);
        Spot { at, kind: (cell.col % kinds) as usize }
    }

    /// The cell at `spot`, unless it lies before the first one or too far away.
    pub(crate) fn cell(self, spot: Spot) -> Option<Cell> {
        let [layer, row, unit] = spot.at;
        let col = unit.checked_mul(self.kinds().into())?.checked_add(spot.kind as i64)?;
        let [layer, row, col] = [layer, row, col].map(|n| u32::try_from(n).ok());
        Some(Cell { layer: layer?, row: row?, col: col? })
    }

    /// The numbers that `cell` is written with.
    ///
    /// ```
    /// use polytile::board::{Cell, Lattice};
    /// assert_eq!(Lattice::Square.coordinates(Cell::new(2, 5)).to_string(), "2,5");
    /// assert_eq!(Lattice::Triangle.coordinates(Cell::new(2, 5)).to_string(), "2,2,1");
    /// ```
    pub fn coordinates(self, cell: Cell) -> Coordinates {
        let kinds = self.kinds();
        let number = |axis: &Axis| match axis {
            Axis::Layer => cell.layer,
            Axis::Row => cell.row,
            Axis::Column => cell.col / kinds,
            Axis::Kind => cell.col % kinds,
        };
        Coordinates(self.written().iter().map(|(axis, _)| number(axis)).collect())
    }

    /// A shift by so many layers, rows and columns of units, in the numbers that cells are written with.
    pub(crate) fn written_shift(self, by: Vector) -> String {
        let number = |axis: &Axis| match axis {
            Axis::Layer => Some(by[0]),
            Axis::Row => Some(by[1]),
            Axis::Column => Some(by[2]),
            Axis::Kind => None,
        };
        let numbers = self.written().iter().filter_map(|(axis, _)| number(axis));
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
    }

    fn written(self) -> &'static [(Axis, char)] {
        if self == Lattice::Square { square::WRITTEN } else { self.ground().written }
    }

    /// For each of the numbers that a cell is written with, whether it counts layers, rows or columns of units, 0 to 2; nothing
    /// where it says which cell of a unit it is.
    pub(crate) fn axes(self) -> impl Iterator<Item = Option<usize>> {
        self.written().iter().map(|(axis, _)| match axis {
            Axis::Layer => Some(0),
            Axis::Row => Some(1),
            Axis::Column => Some(2),
            Axis::Kind => None,
        })
    }

    /// How many numbers a cell is written with.
    pub fn number_count(self) -> usize {
        self.written().len()
    }

    /// What `cell` is called where a name is one word: each of its numbers behind its letter, as `r2c5`.
    pub(crate) fn word(self, cell: Cell) -> String {
        let numbers = self.coordinates(cell).0;
        let words =
            self.written().iter().zip(numbers).map(|((_, letter), number)| format!("{letter}{number}"));
        words.collect::<Vec<_>>().concat()
    }

    /// The orders in which scans may go through its cells: those that go from the first cell to the last, then the same reversed.
    pub fn orders(self) -> impl Iterator<Item = Order> + Clone {
        let forward = self.ground().sweeps.iter().map(|sweep| sweep.order);
        forward.clone().chain(forward.map(Order::reversed))
    }

    /// The directions in which its cells slide.
    ///
    /// ```
    /// use polytile::board::{Direction, Lattice};
    /// let names: Vec<&str> = Lattice::Hex.directions().map(Direction::name).collect();
    /// assert_eq!(names, ["up-left", "up-right", "left", "right", "down-left", "down-right"]);
    /// ```
    pub fn directions(self) -> impl Iterator<Item = Direction> + Clone {
        self.ground().slides.iter().map(|slide| slide.direction)
    }

    /// What a slide in this direction does, if there is one.
    pub(crate) fn slide(self, direction: Direction) -> Option<&'static Slide> {
        self.ground().slides.iter().find(|slide| slide.direction == direction)
    }

    /// Whether `cell` is black where neighbours are coloured differently, black and white; nothing where no two colours do.
    pub(crate) fn is_black(self, cell: Cell) -> Option<bool> {
        if self == Lattice::Square {
            return Some((cell.row + cell.col).is_multiple_of(2));
        }
        self.ground().chessboard.map(|form| self.sum(cell, &form) % 2 == 0)
    }

    /// The sum of layer, row, column of the unit and kind of `cell`, with the factors of `form`.
    pub(crate) fn sum(self, cell: Cell, form: &[i64; 4]) -> i64 {
        let Spot { at: [layer, row, col], kind } = self.spot(cell);
        form[0] * layer + form[1] * row + form[2] * col + form[3] * kind as i64
    }

    /// The cell that is written like this, if it is one.
    pub fn cell_at(self, written: &Coordinates) -> Option<Cell> {
        let numbers: Vec<i64> = written.0.iter().copied().map(i64::from).collect();
        self.cell(self.place(&numbers)?)
    }

    /// The place that is written like this, if it is one.
    pub(crate) fn place(self, numbers: &[i64]) -> Option<Spot> {
        let mut spot = Spot { at: [0; 3], kind: 0 };
        if numbers.len() != self.number_count() {
            return None;
        }
        for ((axis, _), &number) in self.written().iter().zip(numbers) {
            match axis {
                Axis::Layer => spot.at[0] = number,
                Axis::Row => spot.at[1] = number,
                Axis::Column => spot.at[2] = number,
                Axis::Kind => {
                    spot.kind = usize::try_from(number).ok().filter(|&k| k < self.kinds() as usize)?;
                }
            }
        }
        Some(spot)
    }

    /// Where the corners of `cell` are: to the right, down, and towards the eye, a step of the lattice being 1 long.
    pub(crate) fn corners(self, cell: Cell) -> Vec<[f64; 3]> {
        let (ground, spot) = (self.ground(), self.spot(cell));
        let corners = ground.kinds[spot.kind].corners.iter();
        corners.map(|corner| ground.on_paper(std::array::from_fn(|i| 12 * spot.at[i] + corner[i]))).collect()
    }

    /// The polygon of `cell` on paper, x to the right and y down: in space the face on which it stands, every layer being drawn
    /// `further` to the right than the one before.
    pub(crate) fn outline(self, cell: Cell, further: f64) -> Vec<[f64; 2]> {
        let corners = self.corners(cell);
        if self.is_flat() {
            return corners.into_iter().map(|[x, y, _]| [x, y]).collect();
        }
        let (layer, right) = (f64::from(cell.layer), f64::from(cell.layer) * further);
        let base = corners.into_iter().filter(|[_, _, z]| (z - layer).abs() < 0.5);
        let mut face: Vec<[f64; 2]> = base.map(|[x, y, _]| [x + right, y]).collect();
        let middle = |axis: usize| face.iter().map(|point| point[axis]).sum::<f64>() / face.len() as f64;
        let (x, y) = (middle(0), middle(1));
        face.sort_by(|a, b| (a[1] - y).atan2(a[0] - x).total_cmp(&(b[1] - y).atan2(b[0] - x)));
        face
    }
}

impl Ground {
    fn new(plan: Definition) -> Self {
        let mut turns = group(&plan.generators);
        turns.sort_by_key(|turn| determinant(turn) < 0);
        let rotations = turns.iter().filter(|turn| determinant(turn) > 0).count();
        let turns =
            turns.into_iter().map(|matrix| Turn { matrix, kinds: carried(&plan.kinds, &matrix) }).collect();
        let sides = |kind| lines(sides(&plan.kinds, kind, plan.flat), &plan.kinds, kind);
        let kinds = (0..plan.kinds.len()).map(sides).collect::<Vec<_>>();
        let points = around(&plan.kinds);
        let kinds =
            kinds.into_iter().zip(plan.kinds).map(|(sides, corners)| Kind { corners, sides }).collect();
        let mut ground = Ground {
            flat: plan.flat,
            kinds,
            turns,
            rotations,
            written: plan.written,
            points,
            chessboard: plan.chessboard,
            sweeps: plan.sweeps,
            basis: plan.basis,
            slides: Vec::new(),
        };
        ground.slides = slide::slides(&plan.steps, &ground);
        ground
    }

    /// Where a step of a layer, a row, a column leads: to the right, down, and towards the eye.
    pub(crate) fn basis(&self) -> &[[f64; 3]; 3] {
        &self.basis
    }

    /// Where a point in twelfths is.
    pub(crate) fn on_paper(&self, point: Vector) -> [f64; 3] {
        let along = |axis: usize| (0..3).map(|i| point[i] as f64 * self.basis[i][axis]).sum::<f64>() / 12.0;
        [along(0), along(1), along(2)]
    }

    /// What lies beside `spot`.
    pub fn beside(&self, spot: Spot) -> impl Iterator<Item = Spot> + '_ {
        let sides = self.kinds[spot.kind].sides.iter();
        sides.map(move |side| Spot { at: spot.moved(side.step).at, kind: side.kind })
    }
}

impl Turn {
    /// The image of `spot`.
    pub fn image(&self, spot: Spot) -> Spot {
        let (kind, further) = self.kinds[spot.kind];
        let at = times(&self.matrix, spot.at);
        Spot { at: std::array::from_fn(|i| at[i] + further[i]), kind }
    }

    /// The image of a vector.
    pub fn vector(&self, vector: Vector) -> Vector {
        times(&self.matrix, vector)
    }
}

fn times(matrix: &Matrix, vector: Vector) -> Vector {
    matrix.map(|row| (0..3).map(|i| row[i] * vector[i]).sum())
}

fn determinant(m: &Matrix) -> i64 {
    let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
}

/// All products of the generators: the powers of the first, then what each further one makes of those found.
fn group(generators: &[Matrix]) -> Vec<Matrix> {
    let product = |a: &Matrix, b: &Matrix| -> Matrix {
        std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
    };
    let mut all: Vec<Matrix> = vec![[[1, 0, 0], [0, 1, 0], [0, 0, 1]]];
    for known in 1..=generators.len() {
        let mut looked_at = 0;
        while looked_at < all.len() {
            for generator in &generators[..known] {
                let next = product(generator, &all[looked_at]);
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            looked_at += 1;
        }
    }
    all
}

/// For each kind the one whose corners are the images of its corners, and how many units away.
fn carried(kinds: &[Vec<Vector>], matrix: &Matrix) -> Vec<(usize, Vector)> {
    let sorted = |mut corners: Vec<Vector>| {
        corners.sort_unstable();
        corners
    };
    let image = |corners: &Vec<Vector>| {
        let image = sorted(corners.iter().map(|&corner| times(matrix, corner)).collect());
        let same = |(kind, corners): (usize, &Vec<Vector>)| {
            let corners = sorted(corners.clone());
            let by: Vector = std::array::from_fn(|i| image[0][i] - corners[0][i]);
            let moved = corners.iter().map(|corner| -> Vector { std::array::from_fn(|i| corner[i] + by[i]) });
            let whole = by.iter().all(|n| n % 12 == 0);
            (whole && moved.eq(image.iter().copied())).then(|| (kind, by.map(|n| n / 12)))
        };
        kinds.iter().enumerate().find_map(same)
    };
    // The tests see that every turn of every lattice has an image for each kind.
    kinds.iter().map(|corners| image(corners).unwrap_or_default()).collect()
}

/// What lies beside a cell of this kind.
fn sides(kinds: &[Vec<Vector>], kind: usize, flat: bool) -> Vec<Side> {
    let here = &kinds[kind];
    let layers = if flat { 0..=0 } else { -1..=1 };
    let units = layers.flat_map(|l| (-1..=1).flat_map(move |r| (-1..=1).map(move |c| [l, r, c])));
    let mut sides = Vec::new();
    for step in units {
        for (other, corners) in kinds.iter().enumerate() {
            if (other, step) == (kind, [0; 3]) {
                continue;
            }
            let has = |corner: &Vector| corners.contains(&std::array::from_fn(|i| corner[i] - 12 * step[i]));
            let shared: Vec<usize> = (0..here.len()).filter(|&i| has(&here[i])).collect();
            if shared.len() >= if flat { 2 } else { 3 } {
                sides.push(Side { step, kind: other, corners: shared, line: None });
            }
        }
    }
    if flat {
        // The side between the last corner and the first is the last one.
        sides.sort_by_key(|side| match side.corners[..] {
            [0, last] if last + 1 == here.len() && last > 1 => last,
            [first, ..] => first,
            [] => 0,
        });
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice;
    use std::collections::HashSet;

    #[test]
    fn groups_are_those_of_the_books() {
        let sizes = |lattice: Lattice| (lattice.ground().turns.len(), lattice.ground().rotations);
        assert_eq!(sizes(Lattice::Square), (8, 4));
        assert_eq!(sizes(Lattice::Hex), (12, 6));
        assert_eq!(sizes(Lattice::Triangle), (12, 6));
        assert_eq!(sizes(Lattice::Cube), (48, 24));
        assert_eq!(sizes(Lattice::Prism), (24, 12));
    }

    #[test]
    fn turns_carry_cells_to_cells_and_neighbours_to_neighbours() {
        for &lattice in Lattice::ALL {
            let ground = lattice.ground();
            for turn in &ground.turns {
                for kind in 0..ground.kinds.len() {
                    let spot = Spot { at: [0, 2, -3], kind };
                    let corners = |spot: Spot| -> HashSet<Vector> {
                        let corners = ground.kinds[spot.kind].corners.iter();
                        corners.map(|c| std::array::from_fn(|i| 12 * spot.at[i] + c[i])).collect()
                    };
                    let turned: HashSet<Vector> = corners(spot).into_iter().map(|c| turn.vector(c)).collect();
                    assert_eq!(corners(turn.image(spot)), turned, "{lattice}");
                    let near: HashSet<Spot> = ground.beside(spot).map(|near| turn.image(near)).collect();
                    assert_eq!(near, ground.beside(turn.image(spot)).collect(), "{lattice}");
                }
            }
        }
    }

    #[test]
    fn cells_lie_beside_as_many_as_they_have_sides() {
        let sides =
            |lattice: Lattice| lattice.ground().kinds.iter().map(|kind| kind.sides.len()).collect::<Vec<_>>();
        assert_eq!(sides(Lattice::Square), [4]);
        assert_eq!(sides(Lattice::Hex), [6]);
        assert_eq!(sides(Lattice::Triangle), [3, 3]);
        assert_eq!(sides(Lattice::Cube), [6]);
        assert_eq!(sides(Lattice::Prism), [5, 5]);
        // Around a square: above, to the right, below, to the left.
        let around: Vec<Vector> =
            Lattice::Square.ground().kinds[0].sides.iter().map(|side| side.step).collect();
        assert_eq!(around, [[0, -1, 0], [0, 0, 1], [0, 1, 0], [0, 0, -1]]);
        let beside = |lattice: Lattice, numbers: &[i64]| {
            let spot = lattice.place(numbers).unwrap();
            let mut near: Vec<_> = lattice.ground().beside(spot).collect();
            near.sort_unstable();
            near
        };
        let places = |lattice: Lattice, all: &[&[i64]]| {
            let mut all: Vec<_> = all.iter().map(|numbers| lattice.place(numbers).unwrap()).collect();
            all.sort_unstable();
            all
        };
        let hexes: [&[i64]; 6] = [&[1, 0], &[0, 1], &[-1, 1], &[-1, 0], &[0, -1], &[1, -1]];
        assert_eq!(beside(Lattice::Hex, &[0, 0]), places(Lattice::Hex, &hexes));
        let triangles: [&[i64]; 3] = [&[5, 5, 1], &[4, 5, 1], &[5, 4, 1]];
        assert_eq!(beside(Lattice::Triangle, &[5, 5, 0]), places(Lattice::Triangle, &triangles));
    }

    #[test]
    fn cells_are_what_they_are_written_as() {
        for &lattice in Lattice::ALL {
            for layer in 0..if lattice.is_flat() { 1 } else { 3 } {
                for (row, col) in [(0, 0), (0, 1), (3, 0), (2, 7)] {
                    let cell = Cell { layer, row, col };
                    let numbers: Vec<i64> = lattice.coordinates(cell).0.into_iter().map(i64::from).collect();
                    assert_eq!(lattice.place(&numbers).and_then(|spot| lattice.cell(spot)), Some(cell));
                    assert_eq!(lattice.cell(lattice.spot(cell)), Some(cell));
                }
            }
        }
        assert_eq!(Lattice::Triangle.place(&[0, 0, 2]), None);
        assert_eq!(Lattice::Cube.place(&[0, 0]), None);
        assert_eq!(Lattice::Hex.cell(Spot { at: [0, -1, 0], kind: 0 }), None);
    }
}
