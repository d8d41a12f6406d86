//! Isometries of a board: a turn of its lattice, followed by a shift.
//!
//! In the plane and in space these are all maps of the lattice to itself, of which only those matter that carry some cell of the
//! board to a cell of the box around it. On a board that wraps they are the maps that respect its gluing: on a cylinder, and on a
//! torus of squares that is not square, rows stay rows.

use crate::board::{Cell, Lattice, Region, Spot, Symmetry};
use std::fmt;

/// A turn, one of the symmetries of a lattice about the first cell of the unit 0,0,0, and then a shift. By default the identity of
/// squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Isometry {
    lattice: Lattice,
    /// The number of the turn among the symmetries of the lattice.
    turn: u8,
    /// Layers, rows and columns of units.
    by: [i64; 3],
}

/// Where each turn stops repeating itself: all orders of turns divide this.
const ORDERS: usize = 12;

impl Isometry {
    /// All isometries of `region` except the identity.
    pub(super) fn all(region: &Region) -> Vec<Self> {
        let lattice = region.lattice();
        let sides = region.units().map(i64::from);
        let wraps = region.wraps();
        let mut all = Vec::new();
        for turn in turns(region) {
            // The corners of the turned box.
            let unmoved = Isometry { lattice, turn, by: [0; 3] };
            let (mut least, mut most) = ([i64::MAX; 3], [i64::MIN; 3]);
            for corner in 0..8 {
                for kind in 0..lattice.kinds() as usize {
                    let at = std::array::from_fn(|i| if corner >> i & 1 == 1 { sides[i] - 1 } else { 0 });
                    let image = unmoved.image(Spot { at, kind }).at;
                    least = std::array::from_fn(|i| least[i].min(image[i]));
                    most = std::array::from_fn(|i| most[i].max(image[i]));
                }
            }
            let shifts = |i: usize| if wraps[i] { 0..sides[i] } else { -most[i]..sides[i] - least[i] };
            for layer in shifts(0) {
                for row in shifts(1) {
                    for col in shifts(2) {
                        all.push(Isometry { lattice, turn, by: [layer, row, col] });
                    }
                }
            }
        }
        all.retain(|&isometry| isometry != Isometry { lattice, ..Isometry::default() });
        all
    }

    /// The isometries of `region` that carry the cells `from` to the cells `to`; `inside` says whether a cell is one of these.
    pub(super) fn carrying<'a>(
        region: &'a Region,
        from: &'a [Cell],
        to: &'a [Cell],
        inside: &'a dyn Fn(Cell) -> bool,
    ) -> impl Iterator<Item = Isometry> + 'a {
        let lattice = region.lattice();
        turns(region).flat_map(move |turn| {
            let unmoved = Isometry { lattice, turn, by: [0; 3] };
            let first = from.first().map(|&cell| unmoved.image(lattice.spot(cell)));
            let by = move |&to: &Cell| {
                let (first, to) = (first?, lattice.spot(to));
                let by = std::array::from_fn(|i| to.at[i] - first.at[i]);
                (first.kind == to.kind).then(|| Isometry { lattice, turn, by }.reduced(region))
            };
            to.iter().filter_map(by).filter(move |isometry| {
                from.iter().all(|&cell| isometry.apply(region, cell).is_some_and(inside))
            })
        })
    }

    /// The turn alone.
    fn symmetry(self) -> Symmetry {
        Symmetry::numbered(self.lattice, self.turn)
    }

    /// How far a spot goes after the turn, which is about a corner.
    fn shift_of_turn(self) -> [i64; 3] {
        let first = self.symmetry().turn().image(Spot { at: [0; 3], kind: 0 }).at;
        std::array::from_fn(|i| self.by[i] - first[i])
    }

    /// The image of `spot`, wherever it lies.
    fn image(self, spot: Spot) -> Spot {
        self.symmetry().turn().image(spot).moved(self.shift_of_turn())
    }

    /// The image of `cell`, if it lies on the board.
    pub fn apply(self, region: &Region, cell: Cell) -> Option<Cell> {
        self.images(region, &[cell]).next()?
    }

    /// The image of each of `cells` that has one on the board.
    pub(super) fn images(self, region: &Region, cells: &[Cell]) -> impl Iterator<Item = Option<Cell>> {
        let (turn, by) = (self.symmetry().turn(), self.shift_of_turn());
        cells.iter().map(move |&cell| region.find(turn.image(self.lattice.spot(cell)).moved(by)))
    }

    /// The map back.
    #[must_use]
    pub fn inverse(self, region: &Region) -> Self {
        // No turn but the identity leaves this vector where it is.
        let probe = [1, 2, 5];
        let there = self.symmetry().turn().vector(probe);
        let undoes = |symmetry: &Symmetry| symmetry.turn().vector(there) == probe;
        let turn = Symmetry::of(self.lattice).position(|symmetry| undoes(&symmetry)).unwrap_or(0) as u8;
        let back = Isometry { lattice: self.lattice, turn, by: [0; 3] };
        let missed = back.image(self.image(Spot { at: [0; 3], kind: 0 }));
        Isometry { by: missed.at.map(|n| -n), ..back }.reduced(region)
    }

    /// Whether some set of cells can be carried to itself: a shift along an axis that does not wrap carries none.
    pub(super) fn can_keep(self, region: &Region) -> bool {
        let first = Spot { at: [0; 3], kind: 0 };
        let last = (0..ORDERS).fold(first, |spot, _| self.image(spot));
        region.wraps().iter().zip(last.at).all(|(wraps, shift)| *wraps || shift == 0)
    }

    /// This isometry with shifts over a seam taken back.
    fn reduced(self, region: &Region) -> Self {
        let (sides, wraps) = (region.units().map(i64::from), region.wraps());
        let by = |i: usize| if wraps[i] { self.by[i].rem_euclid(sides[i]) } else { self.by[i] };
        Isometry { by: [by(0), by(1), by(2)], ..self }
    }

    /// What a shift does, in words.
    fn shift(self) -> String {
        if self.by == [0; 3] {
            return "left as it is".to_owned();
        }
        let [_, row, col] = self.by;
        if self.lattice != Lattice::Square {
            return format!("shifted by {}", self.lattice.written_shift(self.by));
        }
        let some = |n: i64, one: &str, backwards: &str, forwards: &str| {
            let s = if n.abs() == 1 { "" } else { "s" };
            let way = if n < 0 { backwards } else { forwards };
            (n != 0).then(|| format!("{} {one}{s} {way}", n.abs()))
        };
        let parts = [some(row, "row", "up", "down"), some(col, "column", "left", "right")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("shifted {}", parts.join(" and "))
    }
}

/// The turns that respect the gluing.
fn turns(region: &Region) -> impl Iterator<Item = u8> + '_ {
    let numbered = (0..).zip(Symmetry::of(region.lattice()));
    numbered.filter(|&(_, symmetry)| region.keeps_the_gluing(symmetry)).map(|(turn, _)| turn)
}

impl fmt::Display for Isometry {
    /// Says what it does, but not where.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.turn == 0 {
            return f.pad(&self.shift());
        }
        f.pad(&match (self.lattice, self.turn) {
            (Lattice::Square, 4) => "reflected left to right".to_owned(),
            (Lattice::Square, 5) => "reflected in a falling diagonal".to_owned(),
            (Lattice::Square, 6) => "reflected top to bottom".to_owned(),
            (Lattice::Square, 7) => "reflected in a rising diagonal".to_owned(),
            _ => self.symmetry().turned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Topology;

    fn regions() -> [Region; 4] {
        let wrapped = |topology, rows, cols| Region::wrapped(topology, rows, cols).unwrap();
        [
            Region::rectangle(3, 5).unwrap(),
            wrapped(Topology::Cylinder, 3, 4),
            wrapped(Topology::Torus, 4, 4),
            wrapped(Topology::Torus, 2, 5),
        ]
    }

    #[test]
    fn the_map_back_undoes() {
        for region in regions() {
            let all = Isometry::all(&region);
            for &isometry in &all {
                let back = isometry.inverse(&region);
                assert!(all.contains(&back), "{isometry:?} {back:?}");
                for cell in region.cells() {
                    if let Some(image) = isometry.apply(&region, cell) {
                        assert_eq!(back.apply(&region, image), Some(cell));
                    }
                }
            }
        }
    }

    #[test]
    fn they_are_as_many_as_there_must_be() {
        let counts = regions().map(|region| Isometry::all(&region).len() + 1);
        // Shifts of one box over the other; four turns with shifts along one side; all of a square torus; of another.
        assert_eq!(counts, [4 * 5 * 9 + 4 * 7 * 7, 4 * 5 * 4, 8 * 16, 4 * 10]);
    }

    #[test]
    fn on_other_lattices_too_the_map_back_undoes() {
        for lattice in [Lattice::Hex, Lattice::Triangle, Lattice::Cube, Lattice::Prism] {
            let layers = if lattice.is_flat() { 1 } else { 2 };
            let region = Region::full(lattice, [layers, 2, 3]).unwrap();
            let all = Isometry::all(&region);
            for &isometry in &all {
                let back = isometry.inverse(&region);
                for cell in region.cells() {
                    // A turned box is no box here, so that some are listed that carry no cell.
                    let Some(image) = isometry.apply(&region, cell) else { continue };
                    assert!(all.contains(&back), "{isometry:?} {back:?}");
                    assert_eq!(back.apply(&region, image), Some(cell), "{isometry:?}");
                }
            }
            // As many carry a cell to itself as there are turns of it.
            let cells: Vec<Cell> = region.cells().collect();
            let here = |cell: Cell| cell == cells[0];
            let around = Isometry::carrying(&region, &cells[..1], &cells[..1], &here).count();
            assert_eq!(
                around,
                match lattice {
                    Lattice::Cube => 48,
                    Lattice::Triangle => 6,
                    _ => 12,
                }
            );
        }
    }

    #[test]
    fn turns_of_other_lattices_are_named() {
        let said = |lattice| {
            let named = Symmetry::of(lattice).enumerate().skip(1);
            let mut said: Vec<String> = named
                .map(|(turn, _)| Isometry { lattice, turn: turn as u8, by: [0; 3] }.to_string())
                .collect();
            said.sort_unstable();
            said.dedup();
            said
        };
        assert_eq!(said(Lattice::Hex), said(Lattice::Triangle));
        assert_eq!(said(Lattice::Hex).len(), 11);
        assert_eq!(
            said(Lattice::Cube),
            [
                "reflected in a plane",
                "reflected in a point",
                "turned by 120 degrees",
                "turned by 180 degrees",
                "turned by 60 degrees and reflected",
                "turned by 90 degrees",
                "turned by 90 degrees and reflected",
            ]
        );
        let shifted = Isometry { lattice: Lattice::Cube, turn: 0, by: [1, 0, -2] };
        assert_eq!(shifted.to_string(), "shifted by 1,0,-2");
        let shifted = Isometry { lattice: Lattice::Triangle, turn: 0, by: [0, 1, -2] };
        assert_eq!(shifted.to_string(), "shifted by -2,1");
    }

    #[test]
    fn turns_are_named_as_they_turn() {
        let region = Region::rectangle(2, 2).unwrap();
        let say = |text: &str| {
            Isometry::all(&region).into_iter().find(|i| {
                i.to_string() == text
                    && i.apply(&region, Cell::new(0, 0)).is_some()
                    && i.apply(&region, Cell::new(1, 1)).is_some()
            })
        };
        let corner = |text: &str| say(text).unwrap().apply(&region, Cell::new(0, 0)).unwrap();
        assert_eq!(corner("turned by 90 degrees clockwise"), Cell::new(0, 1));
        assert_eq!(corner("turned by 90 degrees counterclockwise"), Cell::new(1, 0));
        assert_eq!(corner("turned by 180 degrees"), Cell::new(1, 1));
        assert_eq!(corner("reflected left to right"), Cell::new(0, 1));
        assert_eq!(corner("reflected top to bottom"), Cell::new(1, 0));
        assert_eq!(corner("reflected in a falling diagonal"), Cell::new(0, 0));
        assert_eq!(corner("reflected in a rising diagonal"), Cell::new(1, 1));
    }
}
