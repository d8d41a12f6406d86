//! What a cell in space looks like from above and in front.
//!
//! In: a lattice of layers. Out: which way a look goes, the faces of each kind of cell that can be seen, and of which *grains* each
//! consists.
//!
//! The idea: a look goes along a step of the lattice. Then a cell one layer further up is seen where a cell of its own layer is
//! that is so many rows and columns further back ([`Sight::up`]), so the picture of a lattice in space is one in the plane, with
//! the same units. The sides of all faces lie on finitely many bundles of lines, each through all units; those cut a unit into
//! grains, and every face, wherever it lies, consists of whole grains: none is seen in part behind a corner of another cell. For
//! cubes, seen along their diagonals, the grains are the triangles of isometric paper. The step is the shortest one that no side of
//! a cell is parallel to, for along such a look a face would be a line. Looks are square to the paper, so that nothing is slanted.
//! Cost: the grains of a unit, a few, times the faces of a kind.

use crate::board::Lattice;
use crate::draw::page::Point;
use crate::draw::polygons::middle;

/// Corners are given in twelfths of a step.
const TWELFTHS: f64 = 12.0;
/// What numbers that should be equal differ by, at most.
const FINE: f64 = 1e-9;

/// How much of its colour a face has, in per cent: one above, and sides that are turned to the left, to the eye, to the right.
/// Light comes from above and from the left.
const LIGHT: [u32; 4] = [100, 84, 75, 64];

/// A part of the picture of a unit that no side of a face crosses, seen as part of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grain {
    /// Its number in a unit of the picture.
    pub number: usize,
    /// That unit, in rows and columns from the cell's own.
    pub unit: [i64; 2],
    /// How high above the foot of the cell the face is there, in layers: of what is seen in one place, the highest is nearest.
    pub height: f64,
}

/// A face that can be seen.
#[derive(Clone, Debug)]
pub(super) struct Face {
    /// Its corners, clockwise or counterclockwise, in rows and columns of the picture.
    pub corners: Vec<Point>,
    /// Which way it is turned: the factors of row and column whose sum is the same all over its plane; both are 0 for one that is
    /// above.
    pub normal: [i64; 2],
    /// That sum, in twelfths.
    offset: i64,
    /// Per cent of its colour.
    pub light: u32,
    pub grains: Vec<Grain>,
}

impl Face {
    /// A number that faces turned this way have in common if they lie in one plane, for a cell of the unit at this layer, row and
    /// column.
    pub fn plane(&self, [layer, row, col]: [i64; 3]) -> i64 {
        if self.normal == [0; 2] {
            return layer;
        }
        self.offset + 12 * (self.normal[0] * row + self.normal[1] * col)
    }
}

/// A lattice as it is looked at.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// How many rows and columns away a cell is seen that lies a layer further up.
    up: [i64; 2],
    /// Where a step along a row and along a column leads on paper.
    steps: [Point; 2],
    /// The corners of each grain of a unit, in rows and columns.
    grains: Vec<Vec<Point>>,
    /// By the kind of cell.
    faces: Vec<Vec<Face>>,
}

/// A side of the foot of a cell: its ends in twelfths, and which way it is turned, outwards.
struct Side {
    ends: [[i64; 2]; 2],
    normal: [i64; 2],
}

impl Sight {
    /// The look at a lattice in space.
    pub fn of(lattice: Lattice) -> Self {
        let ground = lattice.ground();
        let sides: Vec<Vec<Side>> = (0..ground.kinds.len()).map(|kind| sides(lattice, kind)).collect();
        let paper = |[row, col]: [f64; 2]| {
            let along = |axis: usize| row * ground.basis()[1][axis] + col * ground.basis()[2][axis];
            [along(0), along(1)]
        };
        let up = up(&sides, paper);
        let back = paper(up.map(|n| n as f64));
        let length = (back[0] * back[0] + back[1] * back[1]).sqrt();
        let [x, y] = back.map(|n| n / length);
        // Of the length of a step backwards, so much is seen.
        let seen = 1.0 / (1.0 + length * length).sqrt();
        let seen_at = |place: [f64; 2]| {
            let [right, down] = paper(place);
            [x * down - y * right, -(x * right + y * down) * seen]
        };
        let steps = [seen_at([1.0, 0.0]), seen_at([0.0, 1.0])];
        let mut sight = Sight { up, steps, grains: Vec::new(), faces: Vec::new() };
        let mut faces: Vec<Vec<Face>> = (0..ground.kinds.len())
            .map(|kind| {
                let corners = ground.kinds[kind].corners.iter().filter(|corner| corner[0] > 0);
                let above = corners.map(|&[layer, row, col]| sight.seen([layer, row, col])).collect();
                let above = Face {
                    corners: around(above),
                    normal: [0; 2],
                    offset: 0,
                    light: LIGHT[0],
                    grains: Vec::new(),
                };
                let front = sides[kind].iter().filter(|side| times(side.normal, up) < 0);
                std::iter::once(above).chain(front.map(|side| sight.front(side))).collect()
            })
            .collect();
        sight.grains = grains(faces.iter().flatten());
        for face in faces.iter_mut().flatten() {
            face.grains = sight.within(face);
        }
        sight.faces = faces;
        sight
    }

    /// The faces of a kind of cell that can be seen, the one above first.
    pub fn faces(&self, kind: usize) -> &[Face] {
        &self.faces[kind]
    }

    /// Rows and columns of the picture where the unit at this layer, row and column is seen.
    pub fn unit(&self, [layer, row, col]: [i64; 3]) -> [i64; 2] {
        [row + layer * self.up[0], col + layer * self.up[1]]
    }

    /// Where something in rows and columns of the picture is on paper.
    pub fn on_paper(&self, [row, col]: Point) -> Point {
        [0, 1].map(|axis| row * self.steps[0][axis] + col * self.steps[1][axis])
    }

    /// The corners of a grain of this number in this unit, on paper.
    pub fn grain(&self, number: usize, unit: [i64; 2]) -> Vec<Point> {
        self.placed(&self.grains[number], unit)
    }

    /// These points, those of a unit, on paper.
    pub fn placed(&self, points: &[Point], unit: [i64; 2]) -> Vec<Point> {
        points.iter().map(|point| self.on_paper([0, 1].map(|axis| point[axis] + unit[axis] as f64))).collect()
    }

    /// Where a point in twelfths is seen, in rows and columns.
    fn seen(&self, [layer, row, col]: [i64; 3]) -> Point {
        [row + layer * self.up[0], col + layer * self.up[1]].map(|n| n as f64 / TWELFTHS)
    }

    /// The face over a side.
    fn front(&self, side: &Side) -> Face {
        let [a, b] = side.ends;
        let foot = |end: [i64; 2], layer: i64| self.seen([layer, end[0], end[1]]);
        let along = [0, 1].map(|axis| foot(b, 0)[axis] - foot(a, 0)[axis]);
        let [from, to] = [[0.0; 2], along].map(|point| self.on_paper(point));
        // The foot of a face that is turned to the left falls to the right.
        let fall = (to[1] - from[1]) * (to[0] - from[0]).signum();
        let light = if fall > FINE {
            LIGHT[1]
        } else if fall < -FINE {
            LIGHT[3]
        } else {
            LIGHT[2]
        };
        Face {
            corners: vec![foot(a, 0), foot(b, 0), foot(b, 12), foot(a, 12)],
            normal: side.normal,
            offset: times(side.normal, a),
            light,
            grains: Vec::new(),
        }
    }

    /// The grains that a face consists of.
    fn within(&self, face: &Face) -> Vec<Grain> {
        let span = |axis: usize| {
            let all = || face.corners.iter().map(|corner| corner[axis]);
            let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
            low.floor() as i64 - 1..=high.ceil() as i64
        };
        let mut grains = Vec::new();
        for (number, corners) in self.grains.iter().enumerate() {
            let centre = middle(corners);
            for row in span(0) {
                for col in span(1) {
                    let at = [centre[0] + row as f64, centre[1] + col as f64];
                    if has(&face.corners, at) {
                        grains.push(Grain { number, unit: [row, col], height: self.height(face, at) });
                    }
                }
            }
        }
        grains
    }

    /// How high a face is where it is seen in this row and column.
    fn height(&self, face: &Face, at: Point) -> f64 {
        if face.normal == [0; 2] {
            return 1.0;
        }
        let sum = |of: Point| face.normal[0] as f64 * of[0] + face.normal[1] as f64 * of[1];
        (sum(at) - face.offset as f64 / TWELFTHS) / times(face.normal, self.up) as f64
    }
}

fn times(normal: [i64; 2], vector: [i64; 2]) -> i64 {
    normal[0] * vector[0] + normal[1] * vector[1]
}

/// The sides of the foot of a kind of cell, but for its layers.
fn sides(lattice: Lattice, kind: usize) -> Vec<Side> {
    let kind = &lattice.ground().kinds[kind];
    let foot: Vec<[i64; 2]> =
        kind.corners.iter().filter(|corner| corner[0] == 0).map(|corner| [corner[1], corner[2]]).collect();
    let count = foot.len() as i64;
    let total = [0, 1].map(|axis| foot.iter().map(|corner| corner[axis]).sum::<i64>());
    let upright = kind.sides.iter().filter(|side| side.step[0] == 0);
    upright
        .map(|side| {
            let ends: Vec<[i64; 2]> = side
                .corners
                .iter()
                .map(|&i| kind.corners[i])
                .filter(|corner| corner[0] == 0)
                .map(|corner| [corner[1], corner[2]])
                .collect();
            let (a, b) = (ends[0], ends[ends.len() - 1]);
            let along = [b[0] - a[0], b[1] - a[1]];
            let least = divisor(along[0], along[1]);
            let normal = [-along[1] / least, along[0] / least];
            // The middle of the cell is behind it.
            let behind = times(normal, total) < count * times(normal, a);
            Side { ends: [a, b], normal: if behind { normal } else { normal.map(|n| -n) } }
        })
        .collect()
}

/// The greatest common divisor, which is positive unless both are 0.
fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { divisor(b, a % b) }
}

/// The step of rows and columns by which a layer further up is seen: of those that no side is parallel to the shortest, and of
/// these the one that leads furthest up on paper, and to the left.
fn up(sides: &[Vec<Side>], paper: impl Fn([f64; 2]) -> Point) -> [i64; 2] {
    let steps = (-2..=2_i64).flat_map(|row| (-2..=2_i64).map(move |col| [row, col]));
    let oblique = |step: &[i64; 2]| {
        *step != [0; 2] && sides.iter().flatten().all(|side| times(side.normal, *step) != 0)
    };
    let rank = |step: &[i64; 2]| {
        let [right, down] = paper(step.map(|n| n as f64));
        [right * right + down * down, down, right].map(|n| (n / FINE).round() as i64)
    };
    // Sides have fewer directions than there are steps.
    steps.filter(oblique).min_by_key(rank).unwrap_or([-1, -1])
}

/// The unit, cut along the sides of all faces and of those of all other units.
fn grains<'a>(faces: impl Iterator<Item = &'a Face>) -> Vec<Vec<Point>> {
    let mut grains = vec![vec![[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]];
    for face in faces {
        for (a, b) in face.corners.iter().zip(face.corners.iter().cycle().skip(1)) {
            let along = [0, 1].map(|axis| ((b[axis] - a[axis]) * TWELFTHS).round() as i64);
            let least = divisor(along[0], along[1]);
            let normal = [-along[1] / least, along[0] / least];
            let sum = |point: &Point| normal[0] as f64 * point[0] + normal[1] as f64 * point[1];
            // From unit to unit the sum grows by whole numbers, and by every one.
            let part = sum(a) - sum(a).floor();
            let reach = normal[0].abs() + normal[1].abs();
            for whole in -reach..=reach {
                let line = part + whole as f64;
                grains = grains.iter().flat_map(|grain| cut(grain, |point| sum(point) - line)).collect();
            }
        }
    }
    grains
}

/// The parts of a convex polygon where this is negative and where it is positive, if there are such.
fn cut(polygon: &[Point], side: impl Fn(&Point) -> f64) -> Vec<Vec<Point>> {
    let mut parts = [Vec::new(), Vec::new()];
    for (a, b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let (at_a, at_b) = (side(a), side(b));
        for (part, sign) in parts.iter_mut().zip([-1.0, 1.0]) {
            if at_a * sign > -FINE {
                part.push(*a);
            }
            if (at_a > FINE && at_b < -FINE) || (at_a < -FINE && at_b > FINE) {
                let share = at_a / (at_a - at_b);
                part.push([0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * share));
            }
        }
    }
    let on_one_side = |sign: f64| polygon.iter().all(|point| side(point) * sign > -FINE);
    if on_one_side(1.0) || on_one_side(-1.0) { vec![polygon.to_vec()] } else { parts.to_vec() }
}

/// Whether a point lies within a convex polygon.
fn has(corners: &[Point], at: Point) -> bool {
    let mut turns = corners
        .iter()
        .zip(corners.iter().cycle().skip(1))
        .map(|(a, b)| (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]));
    let first = turns.next().unwrap_or_default();
    first.abs() > FINE && turns.all(|turn| turn * first > 0.0 && turn.abs() > FINE)
}

/// The corners of a convex polygon, in their order around it.
fn around(mut corners: Vec<Point>) -> Vec<Point> {
    let [row, col] = middle(&corners);
    let angle = |corner: &Point| (corner[0] - row).atan2(corner[1] - col);
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_are_seen_along_their_diagonals() {
        let sight = Sight::of(Lattice::Cube);
        assert_eq!(sight.up, [-1, -1]);
        assert_eq!(sight.grains.len(), 2);
        let faces = sight.faces(0);
        // Above, to the right, to the left.
        assert_eq!(faces.iter().map(|face| face.light).collect::<Vec<_>>(), [100, 64, 84]);
        assert!(faces.iter().all(|face| face.grains.len() == 2));
        // All edges are equally long.
        let long = |[x, y]: Point| x * x + y * y;
        let edges = [[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]].map(|step| long(sight.on_paper(step)));
        assert!(edges.iter().all(|edge| (edge - 2.0 / 3.0).abs() < FINE), "{edges:?}");
    }

    #[test]
    fn prisms_are_seen_from_a_side() {
        let sight = Sight::of(Lattice::Prism);
        assert_eq!(sight.up, [2, -1]);
        assert_eq!(sight.grains.len(), 4);
        let lights = |kind: usize| sight.faces(kind).iter().map(|face| face.light).collect::<Vec<_>>();
        assert_eq!(lights(0), [100, 75]);
        assert_eq!(
            [lights(1)[0], lights(1)[1].max(lights(1)[2]), lights(1)[1].min(lights(1)[2])],
            [100, 84, 64]
        );
        // Grains are halves of triangles, and a side is twice as high as a triangle is wide.
        let grains = |kind: usize| sight.faces(kind).iter().map(|face| face.grains.len()).collect::<Vec<_>>();
        assert_eq!(grains(0), [2, 8]);
        assert_eq!(grains(1), [2, 4, 4]);
    }
}
