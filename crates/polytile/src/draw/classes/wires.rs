//! Ways for the lines of a graph, and places for what is written beside them.
//!
//! In: the ends of the lines, and what is in the way. Out: for each line a bend, and a point along it for its label. A
//! line is a quadratic curve; of several bends the one is taken that crosses the fewest nodes and runs least along
//! earlier lines, and a label takes the first point of its line where it covers nothing. Cost: some hundred samples for
//! each line, and for its label a look at all earlier ones.

use crate::run::{Pulse, Stopped};
use std::collections::HashSet;

/// A point of the picture.
pub(super) type Point = [f64; 2];

/// A quadratic curve: its ends, and where it is drawn to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wire {
    pub from: Point,
    pub control: Point,
    pub to: Point,
}

/// Samples along a line.
const SAMPLES: u32 = 32;
/// Two lines that are both in a square of this side run along each other there.
const NEAR: f64 = 6.0;

impl Wire {
    fn bent(from: Point, to: Point, bend: f64) -> Self {
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let middle = [f64::midpoint(from[0], to[0]), f64::midpoint(from[1], to[1])];
        Wire { from, control: [middle[0] - dy * bend, middle[1] + dx * bend], to }
    }

    /// The point at `t` from 0 to 1.
    pub fn at(&self, t: f64) -> Point {
        let along = |i: usize| {
            (1.0 - t) * (1.0 - t) * self.from[i] + 2.0 * t * (1.0 - t) * self.control[i] + t * t * self.to[i]
        };
        [along(0), along(1)]
    }
}

/// Bends lines between points; `hits(point, line)` says whether a node that is no end of the line is there.
pub(super) fn bent(
    lines: &[(Point, Point)],
    hits: &dyn Fn(Point, usize) -> bool,
    pulse: &Pulse<'_>,
) -> Result<Vec<Wire>, Stopped> {
    let mut taken: HashSet<(i64, i64)> = HashSet::new();
    let square = |[x, y]: Point| ((x / NEAR) as i64, (y / NEAR) as i64);
    let mut wires = Vec::with_capacity(lines.len());
    for (line, &(from, to)) in lines.iter().enumerate() {
        pulse.beats(u64::from(SAMPLES))?;
        let samples = |wire: &Wire| -> Vec<Point> {
            (1..SAMPLES).map(|k| wire.at(f64::from(k) / f64::from(SAMPLES))).collect()
        };
        let cost = |wire: &Wire| -> usize {
            let of = |point: &Point| {
                8 * usize::from(hits(*point, line)) + usize::from(taken.contains(&square(*point)))
            };
            samples(wire).iter().map(of).sum()
        };
        // Gentle bends first: of equally good ones the first is taken.
        let bends = (0..7).flat_map(|k| [f64::from(k) * 0.12, f64::from(k) * -0.12]);
        let wire = bends.map(|bend| Wire::bent(from, to, bend)).min_by_key(cost);
        let wire = wire.unwrap_or(Wire::bent(from, to, 0.0));
        taken.extend(samples(&wire).into_iter().map(square));
        wires.push(wire);
    }
    Ok(wires)
}

/// The middles of labels of this size, one for each line.
pub(super) fn labels(
    wires: &[Wire],
    sizes: &[Point],
    hits: &dyn Fn(Point) -> bool,
    pulse: &Pulse<'_>,
) -> Result<Vec<Point>, Stopped> {
    let mut placed: Vec<(Point, Point)> = Vec::new();
    for (wire, &size) in wires.iter().zip(sizes) {
        pulse.beats(placed.len() as u64)?;
        let covers = |point: &Point| -> usize {
            let corners = [-0.5, 0.0, 0.5].into_iter().flat_map(|x| [-0.5, 0.0, 0.5].map(|y| [x, y]));
            let nodes =
                corners.filter(|[x, y]| hits([point[0] + x * size[0], point[1] + y * size[1]])).count();
            let meets = |(other, wide): &&(Point, Point)| {
                (0..2).all(|i| (other[i] - point[i]).abs() < f64::midpoint(wide[i], size[i]) + 1.0)
            };
            nodes + placed.iter().filter(meets).count()
        };
        let along = (0..12).flat_map(|k| [0.5 + f64::from(k) * 0.03, 0.5 - f64::from(k) * 0.03]);
        let point = along.map(|t| wire.at(t)).min_by_key(covers).unwrap_or(wire.control);
        placed.push((point, size));
    }
    Ok(placed.into_iter().map(|(point, _)| point).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;

    #[test]
    fn a_line_goes_around_a_node() {
        let lines = [([0.0, 0.0], [200.0, 0.0])];
        let hits = |[x, y]: Point, _: usize| (x - 100.0).abs() < 20.0 && y.abs() < 20.0;
        let wires = bent(&lines, &hits, &Pulse::preparing(&Control::default())).unwrap();
        assert!((0..=100).all(|k| !hits(wires[0].at(f64::from(k) / 100.0), 0)), "{wires:?}");
        let middle = bent(&lines, &|_, _| false, &Pulse::preparing(&Control::default())).unwrap()[0].at(0.5);
        assert!((middle[0] - 100.0).abs() < 1e-9 && middle[1].abs() < 1e-9);
    }

    #[test]
    fn lines_and_labels_keep_apart() {
        let lines = [([0.0, 0.0], [200.0, 0.0]); 2];
        let control = Control::default();
        let pulse = Pulse::preparing(&control);
        let wires = bent(&lines, &|_, _| false, &pulse).unwrap();
        assert_ne!(wires[0], wires[1]);
        let middles = labels(&[wires[0]; 2], &[[20.0, 10.0]; 2], &|_| false, &pulse).unwrap();
        assert!((middles[0][0] - middles[1][0]).abs() > 20.0, "{middles:?}");
    }
}
