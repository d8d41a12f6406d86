//! The sizes of classes against their numbers of related pairs, as a plot.
//!
//! In: relations and classes. Out: SVG or PNG with a point for every pair of numbers that occurs. Most classes are small
//! and a few are huge, so both scales are logarithmic; classes that share a point make it larger, and their number is written
//! beside it. Cost: a look at every pair of tilings that is related.

use super::{GAP, titled};
use crate::classes::{Classes, Relations};
use crate::draw::heading::Heading;
use crate::draw::surface::{self, Anchor, Pen, Surface, Svg, Text, circle};
use crate::draw::{DrawError, PictureOptions};
use std::collections::BTreeMap;

/// Points: how many classes there are of each size and number of pairs.
#[derive(Clone, Debug)]
pub struct Scatter {
    title: String,
    points: BTreeMap<(u64, u64), u64>,
    options: PictureOptions,
}

/// The plot's width and height in pixels.
const WIDE: u32 = 640;
const HIGH: u32 = 480;
/// Room for the numbers left of the plot and below it.
const MARGIN: u32 = 56;

impl Scatter {
    /// A plot without points.
    pub fn new(title: impl Into<String>) -> Self {
        Scatter { title: title.into(), points: BTreeMap::new(), options: PictureOptions::default() }
    }

    /// Every class, with its relations, for a puzzle of this title.
    pub fn of_classes(relations: &Relations, classes: &Classes, puzzle: Option<&str>) -> Self {
        let mut pairs = vec![0; classes.len()];
        for pair in relations.pairs() {
            pairs[classes.of(pair[0].from as usize)] += 1;
        }
        let es = if pairs.len() == 1 { "" } else { "es" };
        let mut scatter = Scatter::new(titled(puzzle, format!("{} class{es}", pairs.len())));
        for (class, pairs) in pairs.into_iter().enumerate() {
            scatter.add(classes.members(class).len() as u64, pairs);
        }
        scatter
    }

    /// Adds a class of `size` tilings and `pairs` related pairs.
    pub fn add(&mut self, size: u64, pairs: u64) {
        *self.points.entry((size, pairs)).or_default() += 1;
    }

    /// This plot drawn as these options say, of which it has no cells for all but one.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// The plot as an SVG document. The area of a point grows with the number of its classes, which is written beside it
    /// where there are several.
    pub fn svg(&self) -> String {
        let mut svg = Svg::default();
        self.draw(&mut svg);
        let [width, height] = self.size().map(|side| side as u32);
        Svg::head(width, height, Some(&self.title), self.options) + &svg.text + Svg::TAIL
    }

    /// The plot as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::Unencoded`] when it cannot be written.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        surface::png(self.size(), self.options, |page| self.draw(page))
    }

    fn heading(&self) -> Heading {
        Heading::new(Some(&self.title), u64::from(WIDE + 2 * MARGIN - GAP))
    }

    /// Where the plot begins, below the title and what its upward axis means.
    fn top(&self) -> u32 {
        GAP + self.heading().height() + 22
    }

    fn size(&self) -> [u64; 2] {
        [GAP + 2 * MARGIN + WIDE, self.top() + HIGH + MARGIN].map(u64::from)
    }

    fn draw(&self, surface: &mut impl Surface) {
        let sizes = ticks(self.points.keys().map(|p| p.0).max().unwrap_or(0));
        let pairs = ticks(self.points.keys().map(|p| p.1).max().unwrap_or(0));
        let top = self.top();
        let (left, bottom) = (GAP + MARGIN, top + HIGH);
        // Some room between the axes and the smallest classes.
        let along = |value: u64, ticks: &[u64]| {
            let end = ticks.last().copied().unwrap_or(1);
            0.04 + 0.96 * log2(value as f64 + 1.0) / log2(end as f64 + 1.0).max(1.0)
        };
        let x = |size: u64| f64::from(left) + f64::from(WIDE) * along(size, &sizes);
        let y = |number: u64| f64::from(bottom) - f64::from(HIGH) * along(number, &pairs);
        self.heading().draw([GAP; 2], Anchor::Start, surface);
        let ([low, high], [from, to]) = ([bottom, top].map(f64::from), [left, left + WIDE].map(f64::from));
        let faint = Pen::new([0xDD; 3], 1.0);
        for &tick in sizes.iter().filter(|&&tick| tick > 0) {
            let at = x(tick);
            surface.line(&[[at, high], [at, low]], faint);
            let place = Text { anchor: Anchor::Middle, ..Text::at(at as u32, bottom + 8, 1) };
            surface.text(place, &tick.to_string());
        }
        for &tick in &pairs {
            let at = y(tick);
            surface.line(&[[from, at], [to, at]], faint);
            let place = Text { anchor: Anchor::Middle, ..Text::at(left - 16, at as u32 - 4, 1) };
            surface.text(place, &tick.to_string());
        }
        surface.line(&[[from, high], [from, low], [to, low]], Pen::new([0; 3], 1.0));
        let below = Text { anchor: Anchor::Middle, ..Text::at(left + WIDE / 2, bottom + 26, 1) };
        surface.text(below, "tilings in the class, logarithmic scale");
        surface.text(Text::at(left + 6, top - 10, 1), "related pairs in the class, logarithmic scale");
        let radius = |count: u64| 3.0 + ((count as f64).sqrt() / 2.0).min(9.0);
        for (&(size, pairs), &count) in &self.points {
            let disc = circle([x(size), y(pairs)], radius(count));
            surface.area(&disc, [0x9A, 0xD2, 0xF2], Some(Pen::new([0; 3], 1.0)));
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
            surface.text(place, &text);
            covered.push(area);
        }
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
        assert_eq!(svg.matches("fill=\"#9ad2f2\"").count(), 2);
        assert!(svg.contains("a &lt; b") && svg.contains(">2</text>"));
    }
}
