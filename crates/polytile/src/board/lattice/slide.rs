//! How cells slide: the directions of a lattice by name, and what a cell passes over on the way to the next place.
//!
//! In: the steps of a lattice to the nearest places that a cell can be shifted to. Out: for each of them its [`Direction`], and the
//! *ways* there: what the cell passes over besides where it begins and where it ends.
//!
//! The idea: a piece that cannot turn is blocked by a cell exactly when their difference is one of finitely many polygons with
//! their corners at centres or corners of cells, so wherever a piece can be slid, it can be slid along the edges of these polygons. Edges of squares
//! and cubes lead from place to place, and pass over nothing else. Those of triangles do too, and the triangle that lies
//! between two places of the same kind is passed over. Those of hexagons lead by a corner: a hexagon goes round one of the two
//! corners between it and the next place, over the third cell there, and straight through it would need both. In each case what is
//! passed over lies beside both the beginning and the end; on hexagons there are two such cells, and either way will do.
//! So where a single cell is empty no hexagon moves, and two that lie side by side let those beside both of them move: the tiles of
//! R. Karpman and É. Roldán, Parity property of hexagonal sliding puzzles (2022), are such hexagons.

use super::{Ground, Spot, Vector};

/// A direction to slide in, as it is seen in a drawing.
///
/// On squares there are the first four. Hexagons and triangles go left, right, and in the four slanting directions; cubes up, down,
/// left, right, back and to the front, prisms as triangles do, back and to the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Direction {
    /// To the row above.
    Up,
    /// Along the row, towards its beginning.
    Left,
    /// Along the row, towards its end.
    Right,
    /// To the row below.
    Down,
    /// To the row above, half a cell to the left.
    UpLeft,
    /// To the row above, half a cell to the right.
    UpRight,
    /// To the row below, half a cell to the left.
    DownLeft,
    /// To the row below, half a cell to the right.
    DownRight,
    /// To the layer before.
    Back,
    /// To the next layer.
    Front,
}

impl Direction {
    /// Those of all lattices.
    pub const ALL: [Direction; 10] = [
        Direction::Up,
        Direction::Left,
        Direction::Right,
        Direction::Down,
        Direction::UpLeft,
        Direction::UpRight,
        Direction::DownLeft,
        Direction::DownRight,
        Direction::Back,
        Direction::Front,
    ];

    /// The way back.
    #[must_use]
    pub fn reverse(self) -> Self {
        match self {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
            Direction::Back => Direction::Front,
            Direction::Front => Direction::Back,
        }
    }

    /// Its name, such as `up` or `down-left`.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "down",
            Direction::UpLeft => "up-left",
            Direction::UpRight => "up-right",
            Direction::DownLeft => "down-left",
            Direction::DownRight => "down-right",
            Direction::Back => "back",
            Direction::Front => "front",
        }
    }
}

/// A cell shifted by one unit.
#[derive(Debug)]
pub(crate) struct Slide {
    pub direction: Direction,
    /// To the unit where it ends.
    pub step: Vector,
    /// The ways, one of which must be free: for each kind of cell what it passes over when it begins in the unit 0,0,0. Nothing is
    /// passed over where there is none.
    pub ways: Vec<Vec<Spot>>,
}

/// The slides of a lattice, in the order of `steps`.
pub(super) fn slides(steps: &[(Direction, Vector)], ground: &Ground) -> Vec<Slide> {
    let slide = |&(direction, step): &(Direction, Vector)| {
        let over = |kind| {
            let start = Spot { at: [0; 3], kind };
            let near = |other: &Spot| ground.beside(start.moved(step)).any(|end| end == *other);
            ground.beside(start).filter(near).collect::<Vec<_>>()
        };
        let over: Vec<Vec<Spot>> = (0..ground.kinds.len()).map(over).collect();
        let ways = (0..over[0].len()).map(|way| over.iter().map(|spots| spots[way]).collect());
        Slide { direction, step, ways: ways.collect() }
    };
    steps.iter().map(slide).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Lattice;
    use super::*;
    use crate::choice::Choice;
    use std::collections::HashSet;

    type Point = [f64; 2];

    /// Whether two convex polygons have more in common than their borders.
    fn overlap(a: &[Point], b: &[Point]) -> bool {
        let edges = |p: &[Point]| (0..p.len()).map(|i| (p[i], p[(i + 1) % p.len()])).collect::<Vec<_>>();
        // A line that separates them is parallel to an edge of one of them.
        !edges(a).into_iter().chain(edges(b)).any(|(from, to)| {
            let along = |p: &Point| (to[1] - from[1]) * p[0] - (to[0] - from[0]) * p[1];
            let most = |p: &[Point]| p.iter().map(along).fold(f64::MIN, f64::max);
            let least = |p: &[Point]| p.iter().map(along).fold(f64::MAX, f64::min);
            most(a) <= least(b) + 1e-6 || most(b) <= least(a) + 1e-6
        })
    }

    /// The cells of a flat lattice that a cell meets, besides the first and the last, on its way from point to point.
    fn met(lattice: Lattice, kind: usize, step: Vector, way: &[Point]) -> HashSet<Spot> {
        let ground = lattice.ground();
        let outline = |spot: Spot| -> Vec<Point> {
            let corners = ground.kinds[spot.kind].corners.iter();
            let place = |c: &Vector| ground.on_paper(std::array::from_fn(|i| 12 * spot.at[i] + c[i]));
            corners.map(place).map(|[x, y, _]| [x, y]).collect()
        };
        let start = Spot { at: [0; 3], kind };
        let places = (-3..=3).flat_map(|row| (-3..=3).map(move |col| [0, row, col]));
        let all: Vec<Spot> =
            places.flat_map(|at| (0..ground.kinds.len()).map(move |kind| Spot { at, kind })).collect();
        let mut met = HashSet::new();
        for pair in way.windows(2) {
            for part in 0..=20 {
                let at = |i: usize| pair[0][i] + (pair[1][i] - pair[0][i]) * f64::from(part) / 20.0;
                let moved: Vec<Point> = outline(start).iter().map(|[x, y]| [x + at(0), y + at(1)]).collect();
                met.extend(all.iter().copied().filter(|&spot| overlap(&moved, &outline(spot))));
            }
        }
        met.remove(&start);
        met.remove(&start.moved(step));
        met
    }

    #[test]
    fn cells_pass_over_what_they_meet_when_they_are_slid() {
        for lattice in [Lattice::Square, Lattice::Hex, Lattice::Triangle] {
            let ground = lattice.ground();
            for slide in &ground.slides {
                let twelve = slide.step.map(|n| 12 * n);
                let [right, down, _] = ground.on_paper(twelve);
                for kind in 0..ground.kinds.len() {
                    let straight = met(lattice, kind, slide.step, &[[0.0; 2], [right, down]]);
                    let over: Vec<HashSet<Spot>> =
                        slide.ways.iter().map(|way| HashSet::from([way[kind]])).collect();
                    if lattice != Lattice::Hex {
                        assert_eq!(straight, over.into_iter().flatten().collect(), "{lattice} {slide:?}");
                        continue;
                    }
                    // Straight on, a hexagon meets both; round a corner, one of them.
                    assert_eq!(straight, over.iter().flatten().copied().collect(), "{slide:?}");
                    let side = 3_f64.sqrt() / 6.0;
                    for sign in [-1.0, 1.0] {
                        let corner = [right / 2.0 - sign * down * side, down / 2.0 + sign * right * side];
                        let bent = met(lattice, kind, slide.step, &[[0.0; 2], corner, [right, down]]);
                        assert!(over.contains(&bent), "{slide:?}: {bent:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_slide_can_be_taken_back() {
        let count = |lattice: Lattice| {
            let slides = &lattice.ground().slides;
            (slides.len(), slides[0].ways.len())
        };
        assert_eq!(
            Lattice::ALL.iter().map(|&lattice| count(lattice)).collect::<Vec<_>>(),
            [(4, 0), (6, 2), (6, 1), (6, 0), (8, 1)]
        );
        for lattice in Lattice::ALL {
            let slides = &lattice.ground().slides;
            for slide in slides {
                let back = slides.iter().find(|back| back.direction == slide.direction.reverse()).unwrap();
                assert_eq!(back.step, slide.step.map(|n| -n), "{lattice}");
                for kind in 0..lattice.kinds() as usize {
                    let over = |slide: &Slide, from: Vector| -> HashSet<Spot> {
                        slide.ways.iter().map(|way| way[kind].moved(from)).collect()
                    };
                    assert_eq!(over(slide, [0; 3]), over(back, slide.step), "{lattice} {slide:?}");
                }
            }
        }
    }
}
