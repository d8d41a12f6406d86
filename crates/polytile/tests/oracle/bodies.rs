//! Boards of any lattice as polygons, in space bodies, with their corners at real numbers.
//!
//! In: the numbers that cells are written with, and what wraps. Out: which cells lie side by side, which meet at a point, and which
//! face each other over a straight line or a plane, all found by looking which bodies share which corners: a board that wraps lies
//! there several times, as often as there are neighbours over its edges. Coverings are by connected sets of cells of some sizes,
//! listed one by one. Nothing is shared with the library.

use std::collections::{BTreeMap, BTreeSet};

/// A point, in thousandths.
type Point = [i64; 3];
/// A cell, and how many whole turns around the board it lies away.
type Image = (usize, Vec<i64>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Square,
    Hex,
    Triangle,
    Cube,
    Prism,
}

/// A board.
#[derive(Clone, Debug)]
pub struct Board {
    pub kind: Kind,
    /// As they are written, sorted.
    pub cells: Vec<Vec<i64>>,
    /// For each of the numbers of a cell after how many it begins again, 0 for never.
    pub periods: Vec<i64>,
}

/// What the bodies of a board tell.
#[derive(Debug)]
pub struct Met {
    /// Pairs of cells side by side.
    pub beside: BTreeSet<[usize; 2]>,
    /// Cells around a point, where all are there and different.
    pub points: Vec<Vec<usize>>,
    /// Pairs of cells that face each other over a line.
    pub lines: Vec<BTreeSet<[usize; 2]>>,
}

impl Kind {
    /// The sides of a cell, each by its corners.
    pub fn sides(self, cell: &[i64]) -> Vec<Vec<Point>> {
        let half = 3_f64.sqrt() / 2.0;
        let point = |[x, y, z]: [f64; 3]| [x, y, z].map(|n| (n * 1000.0).round() as i64);
        let at = |i: usize| cell[i] as f64;
        let around = |corners: &[[f64; 3]]| -> Vec<Vec<Point>> {
            let next = corners.iter().cycle().skip(1);
            corners.iter().zip(next).map(|(&a, &b)| vec![point(a), point(b)]).collect()
        };
        // Of what stands on these corners.
        let standing = |corners: &[[f64; 3]]| -> Vec<Vec<Point>> {
            let up = |[x, y, z]: [f64; 3]| [x, y, z + 1.0];
            let next = corners.iter().cycle().skip(1);
            let walls = corners.iter().zip(next).map(|(&a, &b)| [a, b, up(a), up(b)].map(point).to_vec());
            let floor = corners.iter().map(|&a| point(a)).collect();
            walls.chain([floor, corners.iter().map(|&a| point(up(a))).collect()]).collect()
        };
        let square =
            |x: f64, y: f64, z: f64| [[x, y, z], [x + 1.0, y, z], [x + 1.0, y + 1.0, z], [x, y + 1.0, z]];
        let triangle = |z: f64| {
            let v = |x: f64, y: f64| [x + y / 2.0, y * half, z];
            let (x, y) = (at(0), at(1));
            if cell[2] == 0 {
                [v(x, y), v(x + 1.0, y), v(x, y + 1.0)]
            } else {
                [v(x + 1.0, y), v(x + 1.0, y + 1.0), v(x, y + 1.0)]
            }
        };
        match self {
            Kind::Square => around(&square(at(1), at(0), 0.0)),
            Kind::Hex => {
                let (x, y) = (at(1) + at(0) / 2.0, at(0) * half);
                let corner = |i: i32| {
                    let angle = f64::from(60 * i + 30).to_radians();
                    [x + angle.cos() / (2.0 * half), y + angle.sin() / (2.0 * half), 0.0]
                };
                around(&[0, 1, 2, 3, 4, 5].map(corner))
            }
            Kind::Triangle => around(&triangle(0.0)),
            Kind::Cube => standing(&square(at(1), at(2), at(0))),
            Kind::Prism => standing(&triangle(at(3))),
        }
    }

    /// Whether a plane goes through the inside of a cell.
    pub fn is_cut(self, cell: &[i64], side: &[Point]) -> bool {
        let (normal, value) = plane(side);
        let above = |p: &Point| dot(normal, *p) - value;
        let corners: Vec<f64> = self.sides(cell).iter().flatten().map(above).collect();
        corners.iter().any(|&n| n > 20.0) && corners.iter().any(|&n| n < -20.0)
    }

    /// How many cells meet at a point.
    fn around_a_point(self) -> usize {
        match self {
            Kind::Square => 4,
            Kind::Hex => 3,
            Kind::Triangle => 6,
            Kind::Cube => 8,
            Kind::Prism => 12,
        }
    }
}

impl Board {
    /// The cell so many whole turns away.
    fn sides(&self, (cell, turns): &Image) -> Vec<Vec<Point>> {
        let moved: Vec<i64> =
            self.cells[*cell].iter().zip(turns).zip(&self.periods).map(|((n, t), p)| n + t * p).collect();
        self.kind.sides(&moved)
    }

    /// The board as often as there are neighbours over its edges, itself first.
    fn copies(&self) -> Vec<Image> {
        let mut turns: Vec<Vec<i64>> = vec![Vec::new()];
        for &period in &self.periods {
            let each: &[i64] = if period == 0 { &[0] } else { &[0, 1, -1] };
            turns = turns.iter().flat_map(|t| each.iter().map(|&n| [&t[..], &[n]].concat())).collect();
        }
        turns.iter().flat_map(|turns| (0..self.cells.len()).map(|cell| (cell, turns.clone()))).collect()
    }

    /// What the bodies tell.
    pub fn met(&self) -> Met {
        let copies = self.copies();
        let mut at: BTreeMap<Point, BTreeSet<usize>> = BTreeMap::new();
        let mut sides: BTreeMap<Vec<Point>, Vec<usize>> = BTreeMap::new();
        for (i, copy) in copies.iter().enumerate() {
            for mut side in self.sides(copy) {
                for &corner in &side {
                    at.entry(corner).or_default().insert(i);
                }
                side.sort_unstable();
                sides.entry(side).or_default().push(i);
            }
        }
        let mut met = Met { beside: BTreeSet::new(), points: Vec::new(), lines: Vec::new() };
        for corner in
            self.cells.iter().flat_map(|cell| self.kind.sides(cell)).flatten().collect::<BTreeSet<_>>()
        {
            let around: BTreeSet<usize> = at[&corner].iter().map(|&i| copies[i].0).collect();
            if at[&corner].len() == around.len() && around.len() == self.kind.around_a_point() {
                met.points.push(around.into_iter().collect());
            }
        }
        let mut lines: BTreeMap<([i64; 3], i64), BTreeSet<[usize; 2]>> = BTreeMap::new();
        for (side, sharing) in sides {
            // One of the two is where the board is.
            let &[here, there] = &sharing[..] else { continue };
            let pair = [here, there].map(|i| copies[i].0);
            if here >= self.cells.len() || pair[0] == pair[1] {
                continue;
            }
            let pair = [pair[0].min(pair[1]), pair[0].max(pair[1])];
            met.beside.insert(pair);
            let (normal, value) = plane(&side);
            let rounded = normal.map(|n| (n * 1000.0).round() as i64);
            lines.entry((rounded, self.around(normal, value))).or_default().insert(pair);
        }
        met.lines = lines.into_values().collect();
        met
    }

    /// Which of the lines that whole turns around the board carry to this one comes first, from 0 on: by steps forwards and back.
    fn around(&self, normal: [f64; 3], value: f64) -> i64 {
        let zero = vec![0; self.periods.len()];
        let origin = |numbers: &[i64]| dot(normal, self.kind.sides(numbers)[0][0]);
        let steps = (0..zero.len()).filter(|&i| self.periods[i] != 0).map(|i| {
            let mut turn = zero.clone();
            turn[i] = self.periods[i];
            origin(&turn) - origin(&zero)
        });
        let steps: Vec<f64> = steps.filter(|step| step.abs() > 100.0).collect();
        let reach = 20_000.0;
        let (mut seen, mut open) = (BTreeSet::new(), vec![value]);
        while let Some(value) = open.pop() {
            if value.abs() < reach && seen.insert((value / 100.0).round() as i64) {
                open.extend(steps.iter().flat_map(|step| [value + step, value - step]));
            }
        }
        seen.into_iter().find(|&value| value >= 0).unwrap_or(i64::MIN)
    }
}

/// The plane through a side, in the flat standing up on it: its normal, one long, and where it is.
fn plane(side: &[Point]) -> ([f64; 3], f64) {
    let by = |to: &Point| -> [f64; 3] { std::array::from_fn(|i| (to[i] - side[0][i]) as f64) };
    let (a, b) = (by(&side[1]), side.get(2).map_or([0.0, 0.0, 1.0], by));
    let normal = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let length = normal.iter().map(|n| n * n).sum::<f64>().sqrt();
    let sign =
        if normal.iter().find(|n| n.abs() > 0.01 * length).is_some_and(|&n| n < 0.0) { -1.0 } else { 1.0 };
    let normal = normal.map(|n| (sign * n / length * 100.0).round() / 100.0);
    (normal, dot(normal, side[0]))
}

fn dot(normal: [f64; 3], point: Point) -> f64 {
    (0..3).map(|i| normal[i] * point[i] as f64).sum()
}

/// All coverings by connected sets of these sizes, bit i being cell i; nothing if there are too many.
pub fn coverings(cells: usize, met: &Met, sizes: &[u32]) -> Option<Vec<Vec<u64>>> {
    let mut sets: Vec<BTreeSet<u64>> = vec![(0..cells).map(|i| 1 << i).collect()];
    for size in 1..*sizes.iter().max()? as usize {
        let grown = sets[size - 1].iter().flat_map(|&set| {
            let ends = met.beside.iter().flat_map(|&[a, b]| [(a, b), (b, a)]);
            ends.filter(move |&(a, b)| set >> a & 1 == 1 && set >> b & 1 == 0).map(move |(_, b)| set | 1 << b)
        });
        let grown = grown.collect();
        sets.push(grown);
    }
    let mut starting = vec![Vec::new(); cells];
    for &set in sizes.iter().flat_map(|&size| &sets[size as usize - 1]) {
        starting[set.trailing_zeros() as usize].push(set);
    }
    let mut found = Vec::new();
    cover((1 << cells) - 1, &starting, &mut Vec::new(), &mut found, &mut 0).then_some(found)
}

fn cover(
    open: u64,
    starting: &[Vec<u64>],
    laid: &mut Vec<u64>,
    found: &mut Vec<Vec<u64>>,
    steps: &mut u32,
) -> bool {
    *steps += 1;
    if open == 0 {
        found.push(laid.clone());
        return found.len() <= 3000;
    }
    for &set in &starting[open.trailing_zeros() as usize] {
        if set & !open == 0 {
            laid.push(set);
            let goes_on = cover(open & !set, starting, laid, found, steps);
            laid.pop();
            if !goes_on || *steps > 60_000 {
                return false;
            }
        }
    }
    true
}

/// Whether a covering keeps the rules.
pub fn keeps(covering: &[u64], met: &Met, tatami: bool, fault_free: bool) -> bool {
    let together = |a: usize, b: usize| covering.iter().any(|set| set >> a & set >> b & 1 == 1);
    let meet = |around: &Vec<usize>| {
        around.iter().enumerate().all(|(i, &a)| around[..i].iter().all(|&b| !together(a, b)))
    };
    let free = |line: &BTreeSet<[usize; 2]>| line.iter().all(|&[a, b]| !together(a, b));
    let broken = (tatami && met.points.iter().any(meet)) || (fault_free && met.lines.iter().any(free));
    !broken
}
