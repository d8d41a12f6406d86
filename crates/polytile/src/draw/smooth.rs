//! Lines and outlines as pixels, smooth at their edges.
//!
//! In: points, in pixels. Out: the pixels that a line or an outline touches, each with the share of it that is covered. A line
//! covers a pixel by how far the pixel's middle is from it; an outline by how much of four rows of it is within it, where sides are
//! counted as even and odd. Cost: for a line, the pixels of the boxes around its parts; for an outline, those of the box around it,
//! and its rows times its points.

use super::page::Point;
use std::collections::BTreeMap;

/// The parts of a line along these points that its dashes leave; all of it where there are none.
pub(super) fn dashes(points: &[Point], dashes: &[f64]) -> Vec<Vec<Point>> {
    if dashes.iter().sum::<f64>() <= 0.0 {
        return vec![points.to_vec()];
    }
    let (mut parts, mut part) = (Vec::new(), Vec::new());
    let (mut number, mut left) = (0, dashes[0]);
    part.extend(points.first().copied());
    for ends in points.windows(2) {
        let (mut from, to) = (ends[0], ends[1]);
        loop {
            let length = root(to[0] - from[0], to[1] - from[1]);
            if length <= left {
                left -= length;
                break;
            }
            from = [0, 1].map(|i| from[i] + (to[i] - from[i]) * left / length);
            if number % 2 == 0 {
                part.push(from);
                parts.push(std::mem::take(&mut part));
            } else {
                part = vec![from];
            }
            number += 1;
            left = dashes[number % dashes.len()];
        }
        if number % 2 == 0 {
            part.push(to);
        }
    }
    if part.len() > 1 {
        parts.push(part);
    }
    parts
}

/// The pixels of a line of this width, whose ends are round.
pub(super) fn line(points: &[Point], width: f64, mut paint: impl FnMut([i64; 2], f32)) {
    // Parts of one line meet, and what they share is covered once.
    let mut covered: BTreeMap<[i64; 2], f32> = BTreeMap::new();
    let reach = width / 2.0 + 1.0;
    for ends in points.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let range = |i: usize| {
            let low = from[i].min(to[i]) - reach;
            let high = from[i].max(to[i]) + reach;
            low.floor() as i64..=high.ceil() as i64
        };
        for y in range(1) {
            for x in range(0) {
                let away = distance([x as f64 + 0.5, y as f64 + 0.5], from, to);
                let share = (width / 2.0 + 0.5 - away).clamp(0.0, 1.0).min(width) as f32;
                if share > 0.0 {
                    let most = covered.entry([x, y]).or_default();
                    *most = most.max(share);
                }
            }
        }
    }
    for (at, share) in covered {
        paint(at, share);
    }
}

/// How far a point is from the line between two others.
fn distance(at: Point, from: Point, to: Point) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let part = if length > 0.0 {
        (((at[0] - from[0]) * along[0] + (at[1] - from[1]) * along[1]) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    root(at[0] - from[0] - along[0] * part, at[1] - from[1] - along[1] * part)
}

/// The length of a step: a square root is the same on every machine, as `hypot` need not be.
fn root(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Rows of which a pixel is made when it is asked what of it is within an outline.
const ROWS: u32 = 4;

/// The pixels within an outline.
pub(super) fn area(points: &[Point], mut paint: impl FnMut([i64; 2], f32)) {
    let bound = |i: usize, high: bool| {
        let all = points.iter().map(|point| point[i]);
        if high {
            all.fold(f64::MIN, f64::max).ceil() as i64
        } else {
            all.fold(f64::MAX, f64::min).floor() as i64
        }
    };
    let (left, right) = (bound(0, false), bound(0, true));
    let mut shares = vec![0.0; usize::try_from(right - left).unwrap_or(0)];
    let mut crossings: Vec<f64> = Vec::new();
    for y in bound(1, false)..bound(1, true) {
        shares.fill(0.0);
        for row in 0..ROWS {
            let at = y as f64 + (f64::from(row) + 0.5) / f64::from(ROWS);
            let sides = points.iter().zip(points.iter().cycle().skip(1));
            let crossing = |([x1, y1], [x2, y2]): (&Point, &Point)| {
                ((*y1 > at) != (*y2 > at)).then(|| x1 + (at - y1) / (y2 - y1) * (x2 - x1) - left as f64)
            };
            crossings.clear();
            crossings.extend(sides.filter_map(crossing));
            crossings.sort_by(f64::total_cmp);
            for ends in crossings.chunks_exact(2) {
                for x in ends[0].floor() as usize..ends[1].ceil() as usize {
                    let covered = ends[1].min(x as f64 + 1.0) - ends[0].max(x as f64);
                    if let Some(share) = shares.get_mut(x) {
                        *share += covered / f64::from(ROWS);
                    }
                }
            }
        }
        for (x, &share) in (left..).zip(&shares) {
            if share > 0.0 {
                paint([x, y], share.min(1.0) as f32);
            }
        }
    }
}

/// The pixels whose middles are within these loops, counted as even and odd: for each row the first of a stretch, and the one after it.
pub(super) fn rows(loops: &[Vec<Point>], mut fill: impl FnMut(i64, i64, i64)) {
    let sides = || loops.iter().flat_map(|points| points.iter().zip(points.iter().cycle().skip(1)));
    let all = || loops.iter().flatten().map(|point| point[1]);
    let (top, bottom) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let mut crossings: Vec<f64> = Vec::new();
    for row in top.floor() as i64..=bottom.ceil() as i64 {
        let at = row as f64 + 0.5;
        let crossing = |([x1, y1], [x2, y2]): (&Point, &Point)| {
            ((*y1 > at) != (*y2 > at)).then(|| x1 + (at - y1) / (y2 - y1) * (x2 - x1))
        };
        crossings.clear();
        crossings.extend(sides().filter_map(crossing));
        crossings.sort_by(f64::total_cmp);
        for ends in crossings.chunks_exact(2) {
            let [from, to] = [ends[0], ends[1]].map(|end| (end - 0.5).ceil() as i64);
            fill(row, from, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_covered_is_about_the_area() {
        let mut sum = 0.0;
        line(&[[5.0, 5.0], [25.0, 5.0], [25.0, 45.0]], 2.0, |_, share| sum += share);
        // Two bars of 20 and 40 pixels, two wide, with round ends.
        assert!((115.0..130.0).contains(&sum), "{sum}");
        let mut sum = 0.0;
        area(&[[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]], |_, share| sum += share);
        assert!((45.0..55.0).contains(&sum), "{sum}");
    }

    #[test]
    fn dashes_go_around_corners() {
        let points = [[0.0, 0.0], [5.0, 0.0], [5.0, 5.0]];
        assert_eq!(dashes(&points, &[]), [points.to_vec()]);
        assert_eq!(
            dashes(&points, &[4.0, 2.0]),
            [vec![[0.0, 0.0], [4.0, 0.0]], vec![[5.0, 1.0], [5.0, 5.0]]]
        );
        assert_eq!(dashes(&points, &[6.0, 1.0])[0], [[0.0, 0.0], [5.0, 0.0], [5.0, 1.0]]);
    }
}
