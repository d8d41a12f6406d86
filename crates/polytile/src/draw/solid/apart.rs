//! How bodies are moved apart.
//!
//! In: bodies, each made of some cells of one lattice. Out: by how many layers, rows and columns of units each is moved. The rule:
//! a body goes away from the middle of the board, [`FACTOR`] times as far as its own middle is from there, rounded to whole steps;
//! so all cells remain cells of the lattice, and what hides what is as clear as before. Bodies that would then lie in each other,
//! as those do that embrace each other, are moved together, as one body is. In the end no two of them do, for if all are together
//! they lie as they did. Cost: linear in the cells, for each time that bodies are put together, which are fewer than there are
//! bodies.

use crate::board::{Lattice, Spot};
use crate::run::{Control, Progress, Stopped};
use std::collections::HashMap;

/// How far a body is moved, for each step that it is away from the middle.
const FACTOR: f64 = 1.5;

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
        let far = (middle[axis] - origin[axis]) * FACTOR;
        (far + FINE.copysign(far)).round() as i64
    })
}

/// The middle of these points.
pub(super) fn mean(points: &[[f64; 3]]) -> [f64; 3] {
    let count = points.len().max(1) as f64;
    [0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / count)
}

/// How far each of these bodies is moved away from `origin`.
///
/// # Errors
/// When `control` says stop.
pub(super) fn ways(
    lattice: Lattice,
    bodies: &[Vec<Spot>],
    origin: [f64; 3],
    control: &Control,
) -> Result<Vec<[i64; 3]>, Stopped> {
    // Which bodies are moved together: each is in the group of this number.
    let mut group: Vec<usize> = (0..bodies.len()).collect();
    let mut steps = 0;
    loop {
        control.check(Progress::Preparation { steps })?;
        steps += 1;
        let mut centres: Vec<Vec<[f64; 3]>> = vec![Vec::new(); bodies.len()];
        for (body, &group) in bodies.iter().zip(&group) {
            centres[group].extend(body.iter().map(|&spot| centre(lattice, spot)));
        }
        let ways: Vec<[i64; 3]> = centres.iter().map(|centres| way(mean(centres), origin)).collect();
        let moved = group.clone();
        let mut taken: HashMap<Spot, usize> = HashMap::new();
        for (body, &way) in bodies.iter().zip(&moved) {
            for spot in body {
                let there = *taken.entry(spot.moved(ways[way])).or_insert(way);
                let [own, other] = [way, there].map(|number| group[number]);
                group.iter_mut().filter(|group| **group == own).for_each(|group| *group = other);
            }
        }
        if group == moved {
            return Ok(group.into_iter().map(|group| ways[group]).collect());
        }
    }
}
