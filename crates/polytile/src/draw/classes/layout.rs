//! Places for the nodes of a graph.
//!
//! In: the number of nodes, and the edges. Out: a place on a grid for every node. Starting from places on a spiral of
//! squares, nodes push each other away and edges pull them together (Fruchterman and Reingold 1991); then each takes
//! the free place of the grid that is nearest, those with the most edges first. Cost: nodes squared, times the rounds;
//! classes are small.

use crate::run::{Pulse, Stopped};

/// The places of the nodes, as column and row, and the numbers of columns and rows.
pub(super) type Places = (Vec<(u32, u32)>, (u32, u32));

const ROUNDS: u32 = 300;

/// Lays out a graph of `nodes` nodes.
pub(super) fn places(nodes: usize, edges: &[(usize, usize)], pulse: &Pulse<'_>) -> Result<Places, Stopped> {
    let points = pulled(nodes, edges, pulse)?;
    let mut degree = vec![0; nodes];
    for &(a, b) in edges {
        degree[a] += 1;
        degree[b] += 1;
    }
    // Some places are left free, so that the layout shows.
    let columns = (9 * nodes as u64).div_ceil(5).isqrt() as u32 + 1;
    let rows = columns;
    let bounds = |pick: fn(&(f64, f64)) -> f64| {
        let all = || points.iter().map(pick);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let (left, right) = bounds(|p| p.0);
    let (top, bottom) = bounds(|p| p.1);
    let scale = |at: f64, low: f64, high: f64, count: u32| {
        if high > low { (at - low) / (high - low) * f64::from(count - 1) } else { f64::from(count - 1) / 2.0 }
    };
    let mut free: Vec<(u32, u32)> =
        (0..rows).flat_map(|row| (0..columns).map(move |col| (col, row))).collect();
    let mut order: Vec<usize> = (0..nodes).collect();
    order.sort_by_key(|&node| std::cmp::Reverse(degree[node]));
    let mut places = vec![(0, 0); nodes];
    for node in order {
        pulse.beats(free.len() as u64)?;
        let (x, y) = (scale(points[node].0, left, right, columns), scale(points[node].1, top, bottom, rows));
        let away = |&(col, row): &(u32, u32)| (f64::from(col) - x).powi(2) + (f64::from(row) - y).powi(2);
        let nearest = (0..free.len()).min_by(|&a, &b| away(&free[a]).total_cmp(&away(&free[b])));
        places[node] = nearest.map_or((0, 0), |i| free.remove(i));
    }
    Ok((places, (columns, rows)))
}

fn pulled(nodes: usize, edges: &[(usize, usize)], pulse: &Pulse<'_>) -> Result<Vec<(f64, f64)>, Stopped> {
    let mut points: Vec<(f64, f64)> = (0..nodes).map(spiral).collect();
    let side = (nodes as f64).sqrt();
    for round in 0..ROUNDS {
        let heat = side * 0.15 * f64::from(ROUNDS - round) / f64::from(ROUNDS);
        let mut forces = vec![(0.0, 0.0); nodes];
        let mut push = |a: usize, b: usize, force: &dyn Fn(f64) -> f64, points: &[(f64, f64)]| {
            let (dx, dy) = (points[a].0 - points[b].0, points[a].1 - points[b].1);
            let distance = (dx * dx + dy * dy).sqrt().max(0.01);
            let by = force(distance) / distance;
            forces[a] = (forces[a].0 + dx * by, forces[a].1 + dy * by);
            forces[b] = (forces[b].0 - dx * by, forces[b].1 - dy * by);
        };
        for a in 0..nodes {
            pulse.beats(a as u64)?;
            for b in 0..a {
                push(a, b, &|distance| 1.0 / distance, &points);
            }
        }
        pulse.beats(edges.len() as u64)?;
        for &(a, b) in edges {
            push(a, b, &|distance| -distance * distance, &points);
        }
        for (point, (x, y)) in points.iter_mut().zip(forces) {
            let length = (x * x + y * y).sqrt().max(0.01);
            let by = length.min(heat) / length;
            *point = (point.0 + x * by, point.1 + y * by);
        }
    }
    Ok(points)
}

/// Place number `i` on a spiral of squares around the origin.
fn spiral(i: usize) -> (f64, f64) {
    let ring = i.isqrt().div_ceil(2);
    if ring == 0 {
        return (0.0, 0.0);
    }
    let side = 2 * ring;
    let along = i - (side - 1).pow(2);
    let (part, step, half) = (along / side, (along % side) as f64, ring as f64);
    match part {
        0 => (half, step - half + 1.0),
        1 => (half - step - 1.0, half),
        2 => (-half, half - step - 1.0),
        _ => (step - half + 1.0, -half),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;
    use std::collections::BTreeSet;

    #[test]
    fn no_place_is_taken_twice() {
        for nodes in [1, 2, 7, 50] {
            let edges: Vec<(usize, usize)> = (1..nodes).map(|i| (i, i / 2)).collect();
            let control = Control::default();
            let (places, (columns, rows)) = places(nodes, &edges, &Pulse::preparing(&control)).unwrap();
            let different: BTreeSet<_> = places.iter().collect();
            assert_eq!(different.len(), nodes);
            assert!(places.iter().all(|&(col, row)| col < columns && row < rows));
        }
    }

    #[test]
    fn the_spiral_never_meets_itself() {
        let points: BTreeSet<(i64, i64)> = (0..200).map(spiral).map(|(x, y)| (x as i64, y as i64)).collect();
        assert_eq!(points.len(), 200);
    }
}
