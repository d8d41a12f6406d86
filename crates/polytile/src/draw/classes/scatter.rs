//! The sizes of classes against their numbers of related pairs, as a plot.
//!
//! In: relations and classes. Out: an SVG document with a point for every pair of numbers that occurs. Most classes are small
//! and a few are huge, so both scales are logarithmic; classes that share a point make it larger, and their number is written
//! beside it. Cost: a look at every pair of tilings that is related.

use super::{GAP, HEAD, document, titled};
use crate::classes::{Classes, Relations};
use crate::draw::surface::{Anchor, Surface, Svg, Text};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Points: how many classes there are of each size and number of pairs.
pub struct Scatter {
    title: String,
    points: BTreeMap<(u64, u64), u64>,
}

/// The plot's width and height in pixels.
const WIDE: u32 = 640;
const HIGH: u32 = 480;
/// Room for the numbers left of the plot and below it.
const MARGIN: u32 = 56;

impl Scatter {
    /// A plot without points.
    pub fn new(title: impl Into<String>) -> Self {
        Scatter { title: title.into(), points: BTreeMap::new() }
    }

    /// Every class, with its relations, for a puzzle of this title.
    pub fn of_classes(relations: &Relations, classes: &Classes, puzzle: Option<&str>) -> Self {
        let mut pairs = vec![0; classes.len()];
        for pair in relations.pairs() {
            pairs[classes.of(pair[0].from as usize)] += 1;
        }
        let mut scatter = Scatter::new(titled(puzzle, format!("{} classes", pairs.len())));
        for (class, pairs) in pairs.into_iter().enumerate() {
            scatter.add(classes.members(class).len() as u64, pairs);
        }
        scatter
    }

    /// Adds a class of `size` tilings and `pairs` related pairs.
    pub fn add(&mut self, size: u64, pairs: u64) {
        *self.points.entry((size, pairs)).or_default() += 1;
    }

    /// The plot as an SVG document. The area of a point grows with the number of its classes, which is written beside it
    /// where there are several.
    pub fn svg(&self) -> String {
        let sizes = ticks(self.points.keys().map(|p| p.0).max().unwrap_or(0));
        let pairs = ticks(self.points.keys().map(|p| p.1).max().unwrap_or(0));
        let (left, bottom) = (GAP + MARGIN, HEAD + HIGH);
        // Some room between the axes and the smallest classes.
        let along = |value: u64, ticks: &[u64]| {
            let end = ticks.last().copied().unwrap_or(1);
            0.04 + 0.96 * log2(value as f64 + 1.0) / log2(end as f64 + 1.0).max(1.0)
        };
        let x = |size: u64| f64::from(left) + f64::from(WIDE) * along(size, &sizes);
        let y = |number: u64| f64::from(bottom) - f64::from(HIGH) * along(number, &pairs);
        let mut svg = Svg::default();
        svg.text(Text::at(GAP, GAP, 2), &self.title);
        let end = left + WIDE;
        for &tick in sizes.iter().filter(|&&tick| tick > 0) {
            let at = x(tick);
            // Writing to a string cannot fail.
            let _ = writeln!(svg.text, "<path d=\"M{at:.1} {HEAD}V{bottom}\" stroke=\"#ddd\"/>");
            let place = Text { anchor: Anchor::Middle, ..Text::at(at as u32, bottom + 8, 1) };
            svg.text(place, &tick.to_string());
        }
        for &tick in &pairs {
            let at = y(tick);
            let _ = writeln!(svg.text, "<path d=\"M{left} {at:.1}H{end}\" stroke=\"#ddd\"/>");
            let place = Text { anchor: Anchor::Middle, ..Text::at(left - 16, at as u32 - 4, 1) };
            svg.text(place, &tick.to_string());
        }
        let _ =
            writeln!(svg.text, "<path d=\"M{left} {HEAD}V{bottom}H{end}\" stroke=\"#000\" fill=\"none\"/>");
        let below = Text { anchor: Anchor::Middle, ..Text::at(left + WIDE / 2, bottom + 26, 1) };
        svg.text(below, "tilings in the class, logarithmic scale");
        svg.text(Text::at(left + 6, HEAD - 2, 1), "related pairs in the class, logarithmic scale");
        let radius = |count: u64| 3.0 + ((count as f64).sqrt() / 2.0).min(9.0);
        for (&(size, pairs), &count) in &self.points {
            let _ = writeln!(
                svg.text,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"#56b4e9\" fill-opacity=\".6\" stroke=\"#000\"/>",
                x(size),
                y(pairs),
                radius(count)
            );
        }
        let mut covered: Vec<Area> = Vec::new();
        for (&(size, pairs), &count) in &self.points {
            let r = radius(count);
            covered.push([x(size) - r, y(pairs) - r, x(size) + r, y(pairs) + r]);
        }
        for (&(size, pairs), &count) in self.points.iter().filter(|(_, count)| **count > 1) {
            let text = count.to_string();
            let (wide, r) = (7.0 * text.len() as f64, radius(count));
            // Right, left, above, below, and then farther away, where nothing is covered.
            let beside = (0..6).map(|k| r + 2.0 + 6.0 * f64::from(k)).flat_map(|away| {
                let [dx, dy] = [away + wide / 2.0, away + 5.0];
                [[dx, 0.0], [-dx, 0.0], [0.0, -dy], [0.0, dy], [dx, -dy], [dx, dy], [-dx, -dy], [-dx, dy]]
            });
            let areas = beside.map(|[dx, dy]| {
                let (x, y) = (x(size) + dx, y(pairs) + dy);
                [x - wide / 2.0, y - 5.0, x + wide / 2.0, y + 5.0]
            });
            let meets = |area: &Area| covered.iter().filter(|other| overlap(area, other)).count();
            let Some(area) = areas.min_by_key(meets) else { continue };
            let place = Text::at(area[0].max(0.0) as u32, area[1].max(0.0) as u32 + 1, 1);
            svg.text(place, &text);
            covered.push(area);
        }
        document(end + MARGIN, bottom + MARGIN, &self.title, &svg)
    }
}

/// Left, top, right and bottom.
type Area = [f64; 4];

fn overlap(a: &Area, b: &Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// 0, and 1, 2 and 5 times powers of ten, up to the first that is not below `most`.
fn ticks(most: u64) -> Vec<u64> {
    let powers = (0..19).map(|n| 10_u64.pow(n));
    let mut ticks = vec![0];
    for tick in powers.flat_map(|power| [power, 2 * power, 5 * power]) {
        ticks.push(tick);
        if tick >= most {
            break;
        }
    }
    ticks
}

/// The binary logarithm of a number from 1 on, to some millionths: by squaring, which is the same on every machine.
fn log2(mut x: f64) -> f64 {
    let (mut whole, mut part, mut bit) = (0.0, 0.0, 0.5);
    while x >= 2.0 {
        x /= 2.0;
        whole += 1.0;
    }
    for _ in 0..20 {
        x *= x;
        if x >= 2.0 {
            x /= 2.0;
            part += bit;
        }
        bit /= 2.0;
    }
    whole + part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_hold_what_they_must() {
        assert_eq!(ticks(0), [0, 1]);
        assert_eq!(ticks(19), [0, 1, 2, 5, 10, 20]);
        assert!((0..2000).all(|n| ticks(n).last().is_some_and(|&end| end >= n)));
        assert!(ticks(u64::MAX).len() > 50);
        for x in [1.0, 2.0, 3.0, 51.0, 1e9_f64] {
            assert!((log2(x) - x.log2()).abs() < 1e-5);
        }
    }

    #[test]
    fn classes_of_one_kind_are_one_point() {
        let mut scatter = Scatter::new("a < b");
        scatter.add(2, 1);
        scatter.add(2, 1);
        scatter.add(7, 9);
        let svg = scatter.svg();
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("a &lt; b") && svg.contains(">2</text>"));
    }
}
