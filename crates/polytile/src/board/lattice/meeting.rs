//! Where cells of a lattice meet: at points, and along straight lines.
//!
//! In: the corners of the kinds of cell. Out: the cells around each point of a unit, and the line that each side of a cell is on, in
//! space the plane.
//!
//! A line is where a linear form of layer, row and column, its *normal*, has some value. It follows from the corners of a side that are
//! on it. Sides on a line that cuts cells elsewhere have none: so it is with all sides of hexagons. Whether it does is found without
//! going along it: the form has values between the least and the greatest of its corners on a cell, and in other units these are
//! shifted by a multiple of twelve, by any if the normal is primitive. Cost: microseconds, once.

use super::{Side, Spot, Vector};
use num_integer::Integer;
use std::collections::BTreeMap;

/// The places where a linear form has some value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Line {
    /// The factors of layer, row and column, without a common divisor, of which the first that is not 0 is positive.
    pub normal: Vector,
    /// What it has on the line, in twelfths.
    pub value: i64,
}

impl Line {
    /// The same so many units away.
    pub fn moved(self, by: Vector) -> Self {
        Line { value: self.value + 12 * dot(&self.normal, &by), ..self }
    }
}

/// The cells that meet at each of the points of a unit, sorted.
pub(super) fn around(kinds: &[Vec<Vector>]) -> Vec<Vec<Spot>> {
    let mut points: BTreeMap<Vector, Vec<Spot>> = BTreeMap::new();
    for (kind, corners) in kinds.iter().enumerate() {
        for corner in corners {
            let point = corner.map(|n| n.rem_euclid(12));
            let at = corner.map(|n| -n.div_euclid(12));
            points.entry(point).or_default().push(Spot { at, kind });
        }
    }
    for spots in points.values_mut() {
        spots.sort_unstable();
    }
    points.into_values().collect()
}

/// These sides of a cell of one of the kinds, with the lines that they are on.
pub(super) fn lines(sides: Vec<Side>, kinds: &[Vec<Vector>], kind: usize) -> Vec<Side> {
    let on = |side: Side| {
        let corners: Vec<&Vector> = side.corners.iter().map(|&i| &kinds[kind][i]).collect();
        let line = line(&corners).filter(|line| !kinds.iter().any(|corners| cuts(line, corners)));
        Side { line, ..side }
    };
    sides.into_iter().map(on).collect()
}

/// The line through two corners of a flat lattice, or the plane through three.
fn line(corners: &[&Vector]) -> Option<Line> {
    let by = |to: &Vector| -> Vector { std::array::from_fn(|i| to[i] - corners[0][i]) };
    let first = by(corners.get(1)?);
    // A flat lattice goes on straight up.
    let second = corners.get(2).map_or([1, 0, 0], |corner| by(corner));
    let minor = |i: usize, j: usize| first[i] * second[j] - first[j] * second[i];
    let normal = [minor(1, 2), minor(2, 0), minor(0, 1)];
    let divisor = normal.iter().fold(0, |divisor: i64, n| divisor.gcd(n));
    let sign = normal.iter().find(|&&n| n != 0)?.signum();
    let normal = normal.map(|n| sign * n / divisor);
    Some(Line { normal, value: dot(&normal, corners[0]) })
}

/// Whether the line passes through the inside of a cell with these corners in any unit.
fn cuts(line: &Line, corners: &[Vector]) -> bool {
    let values = || corners.iter().map(|corner| dot(&line.normal, corner));
    let (Some(least), Some(greatest)) = (values().min(), values().max()) else { return false };
    // The first of the shifted values above the least, if it is below the greatest.
    let above = (line.value - least - 1).rem_euclid(12) + 1;
    least + above < greatest
}

fn dot(a: &Vector, b: &Vector) -> i64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Lattice;
    use crate::choice::Choice;
    use std::collections::BTreeSet;

    #[test]
    fn as_many_cells_meet_at_a_point_as_have_room_there() {
        let around = |lattice: Lattice| lattice.ground().points.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(around(Lattice::Square), [4]);
        assert_eq!(around(Lattice::Hex), [3, 3]);
        assert_eq!(around(Lattice::Triangle), [6]);
        assert_eq!(around(Lattice::Cube), [8]);
        assert_eq!(around(Lattice::Prism), [12]);
        for &lattice in Lattice::ALL {
            for spots in &lattice.ground().points {
                let corners = |spot: &Spot| -> BTreeSet<Vector> {
                    let corners = lattice.ground().kinds[spot.kind].corners.iter();
                    corners.map(|c| std::array::from_fn(|i| 12 * spot.at[i] + c[i])).collect()
                };
                let shared = spots.iter().map(corners).reduce(|a, b| &a & &b).unwrap();
                assert_eq!(shared.len(), 1, "{lattice}");
            }
        }
    }

    #[test]
    fn lines_run_where_no_cell_is_cut() {
        let normals = |lattice: Lattice| -> Vec<Vector> {
            let sides = lattice.ground().kinds.iter().flat_map(|kind| &kind.sides);
            let normals: BTreeSet<Vector> = sides.filter_map(|side| Some(side.line?.normal)).collect();
            normals.into_iter().collect()
        };
        let (layer, row, col) = ([1, 0, 0], [0, 1, 0], [0, 0, 1]);
        assert_eq!(normals(Lattice::Square), [col, row]);
        assert_eq!(normals(Lattice::Hex), [] as [Vector; 0]);
        assert_eq!(normals(Lattice::Triangle), [col, row, [0, 1, 1]]);
        assert_eq!(normals(Lattice::Cube), [col, row, layer]);
        assert_eq!(normals(Lattice::Prism), [col, row, [0, 1, 1], layer]);
        for &lattice in Lattice::ALL {
            let all: Vec<bool> = lattice
                .ground()
                .kinds
                .iter()
                .flat_map(|kind| &kind.sides)
                .map(|side| side.line.is_some())
                .collect();
            assert!(all.iter().all(|&has| has == (lattice != Lattice::Hex)), "{lattice}");
        }
    }
}
