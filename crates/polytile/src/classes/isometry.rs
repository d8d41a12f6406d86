//! Isometries of a board: a turn about the origin, followed by a shift.
//!
//! In the plane these are all maps of the grid to itself, of which only those matter that carry some cell of the board to a cell
//! of the rectangle around it. On a board that wraps they are the maps that respect its gluing: on a cylinder, and on a torus
//! that is not square, rows stay rows.

use crate::board::{Cell, Region, Symmetry, Topology};
use std::fmt;

/// A turn, one of the eight symmetries of the square about the cell 0,0, and then a shift. By default the identity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Isometry {
    /// The number of the turn in [`Symmetry::ALL`].
    turn: u8,
    row: i64,
    col: i64,
}

/// The image of a row and a column under turn number `turn` about the origin.
pub(super) fn turned(turn: u8, row: i64, col: i64) -> (i64, i64) {
    let symmetry = Symmetry::ALL[usize::from(turn)];
    let (row, col) = if symmetry.transposes() { (col, row) } else { (row, col) };
    // Where the first cell of a 2x2 box goes shows which sides are reversed.
    let probe = symmetry.apply(Cell::new(0, 0), 2, 2);
    (if probe.row == 1 { -row } else { row }, if probe.col == 1 { -col } else { col })
}

impl Isometry {
    /// All isometries of `region` except the identity.
    pub(super) fn all(region: &Region) -> Vec<Self> {
        let (rows, cols) = (i64::from(region.rows()), i64::from(region.cols()));
        let mut all = Vec::new();
        for turn in turns(region) {
            // The corners of the turned rectangle.
            let (a, b) = (turned(turn, 0, 0), turned(turn, rows - 1, cols - 1));
            let shifts = |a: i64, b: i64, side: i64, wraps: bool| {
                if wraps { 0..side } else { -a.max(b)..side - a.min(b) }
            };
            let (by_rows, by_cols) = wraps(region);
            for row in shifts(a.0, b.0, rows, by_rows) {
                for col in shifts(a.1, b.1, cols, by_cols) {
                    all.push(Isometry { turn, row, col });
                }
            }
        }
        all.retain(|&isometry| isometry != Isometry { turn: 0, row: 0, col: 0 });
        all
    }

    /// The isometries of `region` that carry the cells `from` to the cells `to`; `inside` says whether a cell is one of these.
    pub(super) fn carrying<'a>(
        region: &'a Region,
        from: &'a [Cell],
        to: &'a [Cell],
        inside: &'a dyn Fn(Cell) -> bool,
    ) -> impl Iterator<Item = Isometry> + 'a {
        turns(region).flat_map(move |turn| {
            let first = from.first().map(|c| turned(turn, c.row.into(), c.col.into()));
            let by = move |to: &Cell| {
                let (row, col) = first?;
                Some(
                    Isometry { turn, row: i64::from(to.row) - row, col: i64::from(to.col) - col }
                        .reduced(region),
                )
            };
            to.iter().filter_map(by).filter(move |isometry| {
                from.iter().all(|&cell| isometry.apply(region, cell).is_some_and(inside))
            })
        })
    }

    /// The image of `cell`, if it lies on the board.
    pub fn apply(self, region: &Region, cell: Cell) -> Option<Cell> {
        let (row, col) = turned(self.turn, cell.row.into(), cell.col.into());
        region.wrap(row + self.row, col + self.col)
    }

    /// The map back.
    #[must_use]
    pub fn inverse(self, region: &Region) -> Self {
        let back = (0..8).find(|&back| {
            let (row, col) = turned(self.turn, 1, 2);
            turned(back, row, col) == (1, 2)
        });
        let turn = back.unwrap_or(0);
        let (row, col) = turned(turn, self.row, self.col);
        Isometry { turn, row: -row, col: -col }.reduced(region)
    }

    /// Whether some set of cells can be carried to itself: a shift along an axis that does not wrap carries none.
    pub(super) fn can_keep(self, region: &Region) -> bool {
        let (mut row, mut col) = (0, 0);
        for _ in 0..4 {
            (row, col) = turned(self.turn, row, col);
            (row, col) = (row + self.row, col + self.col);
        }
        let (by_rows, by_cols) = wraps(region);
        (row == 0 || by_rows) && (col == 0 || by_cols)
    }

    /// This isometry with shifts over a seam taken back.
    fn reduced(self, region: &Region) -> Self {
        let (by_rows, by_cols) = wraps(region);
        let side =
            |shift: i64, side: u32, wraps: bool| if wraps { shift.rem_euclid(side.into()) } else { shift };
        Isometry {
            row: side(self.row, region.rows(), by_rows),
            col: side(self.col, region.cols(), by_cols),
            ..self
        }
    }
}

/// The turns that respect the gluing.
fn turns(region: &Region) -> impl Iterator<Item = u8> + use<> {
    let square = match region.topology() {
        Topology::Plane => true,
        Topology::Cylinder => false,
        Topology::Torus => region.rows() == region.cols(),
    };
    (0..8).filter(move |&turn| square || !Symmetry::ALL[usize::from(turn)].transposes())
}

/// Whether rows wrap, and whether columns do.
fn wraps(region: &Region) -> (bool, bool) {
    (region.topology() == Topology::Torus, region.topology() != Topology::Plane)
}

impl fmt::Display for Isometry {
    /// Says what it does, but not where.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.turn {
            0 => {
                let some = |n: i64, one: &str, backwards: &str, forwards: &str| {
                    let s = if n.abs() == 1 { "" } else { "s" };
                    let way = if n < 0 { backwards } else { forwards };
                    (n != 0).then(|| format!("{} {one}{s} {way}", n.abs()))
                };
                let parts = [some(self.row, "row", "up", "down"), some(self.col, "column", "left", "right")];
                let parts: Vec<String> = parts.into_iter().flatten().collect();
                return if parts.is_empty() {
                    f.pad("left as it is")
                } else {
                    f.pad(&format!("shifted {}", parts.join(" and ")))
                };
            }
            1 => "turned by 90 degrees clockwise",
            2 => "turned by 180 degrees",
            3 => "turned by 90 degrees counterclockwise",
            4 => "reflected left to right",
            5 => "reflected in a falling diagonal",
            6 => "reflected top to bottom",
            _ => "reflected in a rising diagonal",
        };
        f.pad(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
