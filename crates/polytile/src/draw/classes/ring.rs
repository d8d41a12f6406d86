//! Nodes around a ring, and what is written on the lines between them.
//!
//! In: how many nodes there are, how large they are, and the lines between them. Out: an order of the nodes around the ring in which few
//! lines cross, found by exchanging two of them as long as that helps; their middles, far enough from each other that no line
//! passes behind a third node; and for each line the point where its label covers neither a node nor another label,
//! and as few other lines as can be. Cost: nodes squared times lines squared for a round of exchanges, and for the labels lines squared.

use crate::draw::surface::{Point, polygon};
use crate::run::{Pulse, Stopped};

/// Pixels between two nodes: room for a label.
const APART: f64 = 32.0;
/// Points along a line at which is looked whether a node is in the way.
const SAMPLES: u32 = 32;
/// More steps than any picture is large.
const MOST_STEPS: u32 = 1 << 16;
/// From so many lines on, the order stays as it is.
const MANY: usize = 400;

/// For each node its place on the ring.
pub(super) fn order(nodes: usize, lines: &[[usize; 2]], pulse: &Pulse<'_>) -> Result<Vec<usize>, Stopped> {
    let mut places: Vec<usize> = (0..nodes).collect();
    if lines.len() > MANY {
        return Ok(places);
    }
    let cost = |places: &[usize]| -> (usize, usize) {
        let ends = |line: &[usize; 2]| {
            let [a, b] = line.map(|node| places[node]);
            [a.min(b), a.max(b)]
        };
        let chords: Vec<[usize; 2]> = lines.iter().map(ends).collect();
        let within = |at: usize, [from, to]: [usize; 2]| from < at && at < to;
        let cross = |a: [usize; 2], b: [usize; 2]| {
            !a.contains(&b[0]) && !a.contains(&b[1]) && within(b[0], a) != within(b[1], a)
        };
        let crossings = (0..chords.len()).map(|i| (0..i).filter(|&j| cross(chords[i], chords[j])).count());
        let lengths = chords.iter().map(|[a, b]| (b - a).min(nodes + a - b));
        (crossings.sum(), lengths.sum())
    };
    let mut best = cost(&places);
    loop {
        let before = best;
        for a in 0..nodes {
            for b in 0..a {
                pulse.beats((lines.len() * lines.len()) as u64)?;
                places.swap(a, b);
                let found = cost(&places);
                if found < best {
                    best = found;
                } else {
                    places.swap(a, b);
                }
            }
        }
        if best == before {
            return Ok(places);
        }
    }
}

/// The middles of the places of a ring, in order, for nodes of this size; the first is in the middle at the top, and the least
/// coordinates are such that nodes begin at 0. With `clear`, no line between two passes behind a third.
pub(super) fn middles(count: usize, [wide, high]: Point, clear: bool) -> Vec<Point> {
    let corners = polygon(count);
    let far = |radius: f64| -> Vec<Point> {
        corners.iter().map(|corner| corner.map(|part| part * radius)).collect()
    };
    let apart =
        |a: Point, b: Point| (a[0] - b[0]).abs() >= wide + APART || (a[1] - b[1]).abs() >= high + APART;
    let good = |points: &[Point]| {
        let pairs = || (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
        let hides = |a: usize, b: usize, c: usize| {
            c != a
                && c != b
                && (1..SAMPLES).any(|k| {
                    let [x, y] = along(points[a], points[b], f64::from(k) / f64::from(SAMPLES));
                    (x - points[c][0]).abs() < wide / 2.0 + 6.0 && (y - points[c][1]).abs() < high / 2.0 + 6.0
                })
        };
        pairs().all(|(a, b)| apart(points[a], points[b]))
            && (!clear || pairs().all(|(a, b)| (0..count).all(|c| !hides(a, b, c))))
    };
    // Corners of a polygon that grows come apart sooner or later, and its chords come clear of them.
    let points = (0..MOST_STEPS).map(|k| far(f64::from(k) * 5.0)).find(|points| count < 2 || good(points));
    let points = points.unwrap_or_default();
    let least = |i: usize| points.iter().map(|point| point[i]).fold(f64::MAX, f64::min);
    let corner = [least(0) - wide / 2.0, least(1) - high / 2.0];
    points.iter().map(|point| [0, 1].map(|i| point[i] - corner[i])).collect()
}

/// The point this far along a line.
fn along(from: Point, to: Point, part: f64) -> Point {
    [0, 1].map(|i| from[i] + (to[i] - from[i]) * part)
}

/// The middles of labels of these sizes, one for each line between two of the `nodes`, all of this size.
pub(super) fn labels(
    lines: &[[usize; 2]],
    sizes: &[Point],
    nodes: &[Point],
    node: Point,
    pulse: &Pulse<'_>,
) -> Result<Vec<Point>, Stopped> {
    let mut placed: Vec<(Point, Point)> = Vec::new();
    let overlap = |a: (Point, Point), b: (Point, Point)| {
        (0..2).all(|i| (a.0[i] - b.0[i]).abs() < f64::midpoint(a.1[i], b.1[i]) + 2.0)
    };
    let ends = |line: usize| lines[line].map(|node| nodes[node]);
    for (line, &size) in sizes.iter().enumerate() {
        pulse.beats(64 * lines.len() as u64)?;
        let [from, to] = ends(line);
        let covers = |&part: &f64| -> usize {
            let at = along(from, to, part);
            let boxes = nodes.iter().map(|&middle| (middle, node)).chain(placed.iter().copied());
            let boxes = boxes.filter(|&other| overlap((at, size), other)).count();
            let crossed = (0..lines.len()).filter(|&other| {
                let [a, b] = ends(other);
                other != line
                    && (0..=SAMPLES).any(|k| {
                        let point = along(a, b, f64::from(k) / f64::from(SAMPLES));
                        overlap((at, size), (point, [0.0; 2]))
                    })
            });
            20 * boxes + crossed.count()
        };
        let parts = (0..15).flat_map(|k| [0.5 + f64::from(k) * 0.02, 0.5 - f64::from(k) * 0.02]);
        let part = parts.min_by_key(covers).unwrap_or(0.5);
        placed.push((along(from, to, part), size));
    }
    Ok(placed.into_iter().map(|(point, _)| point).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;

    #[test]
    fn a_path_gets_an_order_without_crossings() {
        let control = Control::default();
        let pulse = Pulse::preparing(&control);
        let lines = [[0, 3], [3, 1], [1, 4], [4, 2], [2, 0]];
        let places = order(5, &lines, &pulse).unwrap();
        for [a, b] in lines {
            assert!([1, 4].contains(&places[a].abs_diff(places[b])), "{places:?}");
        }
    }

    #[test]
    fn no_line_passes_behind_a_node() {
        for count in 1..=8 {
            let points = middles(count, [64.0, 54.0], true);
            assert_eq!(points.len(), count);
            assert!(points.iter().all(|[x, y]| *x > 31.9 && *y > 26.9), "{points:?}");
            for (i, a) in points.iter().enumerate() {
                for b in &points[..i] {
                    assert!((a[0] - b[0]).abs() >= 96.0 || (a[1] - b[1]).abs() >= 86.0, "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn labels_keep_apart() {
        let control = Control::default();
        let nodes = middles(6, [64.0, 54.0], true);
        let lines: Vec<[usize; 2]> = (0..6).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
        let sizes = vec![[13.0, 11.0]; lines.len()];
        let found = labels(&lines, &sizes, &nodes, [64.0, 54.0], &Pulse::preparing(&control)).unwrap();
        for (i, a) in found.iter().enumerate() {
            for b in &found[..i] {
                assert!((a[0] - b[0]).abs() >= 13.0 || (a[1] - b[1]).abs() >= 11.0, "{a:?} {b:?}");
            }
        }
    }
}
