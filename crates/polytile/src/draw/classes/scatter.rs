//! Sizes of classes against their numbers of related pairs.

use super::{GAP, HEAD, document};
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

    /// Adds a class of `size` tilings and `pairs` related pairs.
    pub fn add(&mut self, size: u64, pairs: u64) {
        *self.points.entry((size, pairs)).or_default() += 1;
    }

    /// The plot as an SVG document. The area of a point grows with the number of its classes, which is written beside it
    /// where there are several.
    pub fn svg(&self) -> String {
        let sizes = axis(self.points.keys().map(|p| p.0).max().unwrap_or(0));
        let pairs = axis(self.points.keys().map(|p| p.1).max().unwrap_or(0));
        let (left, bottom) = (GAP + MARGIN, HEAD + HIGH);
        let x = |size: u64| f64::from(left) + f64::from(WIDE) * size as f64 / sizes.1 as f64;
        let y = |pairs_: u64| f64::from(bottom) - f64::from(HIGH) * pairs_ as f64 / pairs.1 as f64;
        let mut svg = Svg::default();
        svg.text(Text::at(GAP, GAP, 2), &self.title);
        let end = left + WIDE;
        for tick in (0..=sizes.1).step_by(sizes.0 as usize) {
            let at = x(tick);
            // Writing to a string cannot fail.
            let _ = writeln!(svg.text, "<path d=\"M{at:.1} {HEAD}V{bottom}\" stroke=\"#ddd\"/>");
            let place = Text { anchor: Anchor::Middle, ..Text::at(at as u32, bottom + 8, 1) };
            svg.text(place, &tick.to_string());
        }
        for tick in (0..=pairs.1).step_by(pairs.0 as usize) {
            let at = y(tick);
            let _ = writeln!(svg.text, "<path d=\"M{left} {at:.1}H{end}\" stroke=\"#ddd\"/>");
            let place = Text { anchor: Anchor::Middle, ..Text::at(left - 16, at as u32 - 4, 1) };
            svg.text(place, &tick.to_string());
        }
        let _ =
            writeln!(svg.text, "<path d=\"M{left} {HEAD}V{bottom}H{end}\" stroke=\"#000\" fill=\"none\"/>");
        let below = Text { anchor: Anchor::Middle, ..Text::at(left + WIDE / 2, bottom + 26, 1) };
        svg.text(below, "tilings in the class");
        svg.text(Text::at(left + 6, HEAD - 2, 1), "related pairs in the class");
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
        for (&(size, pairs), &count) in &self.points {
            if count > 1 {
                let beside = Text::at((x(size) + radius(count) + 2.0) as u32, y(pairs) as u32 - 4, 1);
                svg.text(beside, &count.to_string());
            }
        }
        document(end + MARGIN, bottom + MARGIN, &self.title, &svg)
    }
}

/// The step between ticks, 1, 2 or 5 times a power of ten, and where the axis ends.
fn axis(most: u64) -> (u64, u64) {
    let powers = (0..19).map(|n| 10_u64.pow(n));
    let step =
        powers.flat_map(|power| [power, 2 * power, 5 * power]).find(|step| most / step < 10).unwrap_or(1);
    (step, (most / step + 1) * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_hold_what_they_must() {
        assert_eq!(axis(0), (1, 1));
        assert_eq!(axis(50), (10, 60));
        assert_eq!(axis(19), (2, 20));
        assert!((0..2000).all(|n| axis(n).1 > n));
        assert!(axis(u64::MAX / 2).1 > 0);
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
