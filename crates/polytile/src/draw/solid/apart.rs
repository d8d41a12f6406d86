//! How bodies are moved apart.
//!
//! In: bodies, each made of some cells of one lattice. Out: by how many layers, rows and columns of units each is moved. The rule:
//! a body goes away from the middle of the board, [`FACTORS`] times as far as its own middle is from there, rounded to whole steps;
//! so all cells remain cells of the lattice, and what hides what is as clear as before. Bodies that would then lie in each other,
//! as those do that embrace each other, are moved together, as one body is. In the end no two of them do, for if all are together
//! they lie as they did. Cost: linear in the cells for each round in which bodies are put together, and rounds are fewer than there
//! are bodies.

use crate::board::{Lattice, Spot};
use crate::run::{Pulse, Stopped};
use std::collections::HashMap;

/// How far a body is moved, for each layer, row and column that it is away from the middle. Layers are moved further than the others,
/// or bodies that lie in one line of sight would do so still.
const FACTORS: [f64; 3] = [3.0, 1.5, 1.5];

/// Where the middle of a cell is: layers, rows and columns of units.
pub(super) fn centre(lattice: Lattice, spot: Spot) -> [f64; 3] {
    let corners = &lattice.ground().kinds[spot.kind].corners;
    let middle =
        |axis: usize| corners.iter().map(|corner| corner[axis]).sum::<i64>() as f64 / corners.len() as f64;
    [0, 1, 2].map(|axis| spot.at[axis] as f64 + middle(axis) / 12.0)
}

/// What a mean of many points differs by, at most, according to the order in which they are added.
const FINE: f64 = 1e-9;

/// By how many steps something is moved whose middle is here, if that of all is `origin`; halves go outwards, in whichever order its points
/// were added.
pub(super) fn way(middle: [f64; 3], origin: [f64; 3]) -> [i64; 3] {
    [0, 1, 2].map(|axis| {
        let far = (middle[axis] - origin[axis]) * FACTORS[axis];
        (far + FINE.copysign(far)).round() as i64
    })
}

/// The middle of points that are added one by one.
#[derive(Clone, Copy, Default)]
pub(super) struct Mean {
    sum: [f64; 3],
    count: u64,
}

impl Mean {
    pub fn add(&mut self, point: [f64; 3]) {
        self.sum = [0, 1, 2].map(|axis| self.sum[axis] + point[axis]);
        self.count += 1;
    }

    pub fn middle(self) -> [f64; 3] {
        self.sum.map(|sum| sum / self.count.max(1) as f64)
    }
}

/// The middle of the middles of these cells.
///
/// # Errors
/// When the control says stop.
pub(super) fn middle_of(lattice: Lattice, spots: &[Spot], pulse: &Pulse<'_>) -> Result<[f64; 3], Stopped> {
    let mut mean = Mean::default();
    for &spot in spots {
        pulse.beat()?;
        mean.add(centre(lattice, spot));
    }
    Ok(mean.middle())
}

/// The first body of those that a body is moved together with; the ways there become shorter.
fn first(groups: &mut [usize], mut body: usize) -> usize {
    while groups[body] != body {
        groups[body] = groups[groups[body]];
        body = groups[body];
    }
    body
}

/// How far each of these bodies, given by the numbers of their cells among all, is moved away from `origin`.
///
/// # Errors
/// When the control says stop.
pub(super) fn ways(
    lattice: Lattice,
    spots: &[Spot],
    bodies: &[&[usize]],
    origin: [f64; 3],
    pulse: &Pulse<'_>,
) -> Result<Vec<[i64; 3]>, Stopped> {
    let mut groups: Vec<usize> = (0..bodies.len()).collect();
    loop {
        let moved: Vec<usize> = (0..bodies.len()).map(|body| first(&mut groups, body)).collect();
        let mut means = vec![Mean::default(); bodies.len()];
        for (&body, &group) in bodies.iter().zip(&moved) {
            for &cell in body {
                pulse.beat()?;
                means[group].add(centre(lattice, spots[cell]));
            }
        }
        let ways: Vec<[i64; 3]> = moved.iter().map(|&group| way(means[group].middle(), origin)).collect();
        let mut taken: HashMap<Spot, usize> = HashMap::new();
        let mut all_apart = true;
        for (number, &body) in bodies.iter().enumerate() {
            for &cell in body {
                pulse.beat()?;
                let there = *taken.entry(spots[cell].moved(ways[number])).or_insert(number);
                if moved[there] != moved[number] {
                    let [a, b] = [there, number].map(|body| first(&mut groups, body));
                    groups[a.max(b)] = a.min(b);
                    all_apart = false;
                }
            }
        }
        if all_apart {
            return Ok(ways);
        }
    }
}
