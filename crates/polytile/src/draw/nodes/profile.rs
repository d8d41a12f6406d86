//! The profile of a diagram as a picture: how many nodes there are on each level.
//!
//! In: a family of sets. Out: SVG or PNG with a bar for each variable. Cost: linear in the nodes.

use super::super::error::DrawError;
use super::super::surface::{self, Pen, Surface, Svg, Text};
use super::super::{PictureOptions, font};
use super::{BLACK, GAP};
use crate::zdd::Family;

/// The profile of a diagram: a bar for each variable, as high as the number of its nodes.
#[derive(Clone, Debug)]
pub struct Profile<'a> {
    family: &'a Family,
    options: PictureOptions,
}

/// How high the longest bar is, and about how wide all are together.
const HIGH: u32 = 300;
const WIDE: f64 = 900.0;
/// The least width, which the words need.
const LEAST: f64 = 200.0;
/// Of the words above the bars.
const WORDS: u32 = 38;
/// Between the numbers at the axis and the bars.
const TICK: u32 = 12;
const FAINT: [u8; 3] = [0xDD; 3];

impl<'a> Profile<'a> {
    /// The profile of the diagram of a family.
    pub fn new(family: &'a Family) -> Self {
        Profile { family, options: PictureOptions::default() }
    }

    /// This profile drawn as these options say: a bar is as wide as a cell.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// The profile as an SVG document.
    pub fn svg(&self) -> String {
        let mut svg = Svg::default();
        self.draw(&mut svg);
        let [width, height] = self.size().map(|side| side as u32);
        Svg::head(width, height, None, self.options) + &svg.text + Svg::TAIL
    }

    /// The profile as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        surface::png(self.size(), self.options, |page| self.draw(page))
    }

    fn bar(&self) -> f64 {
        let levels = self.family.profile().len().max(1) as f64;
        match self.options.cell_or(|| 0) {
            0 => (WIDE / levels).clamp(0.5, 24.0),
            cell => f64::from(cell),
        }
    }

    fn width(&self) -> f64 {
        (self.bar() * self.family.profile().len() as f64).max(LEAST)
    }

    /// Numbers of nodes at the axis: those that are round, up to the most on a level.
    fn ticks(&self) -> Vec<usize> {
        let most = self.family.profile().max().unwrap_or(0).max(1);
        let powers = (0..18).map(|n| 10_usize.pow(n));
        let mut steps = powers.flat_map(|power| [power, 2 * power, 5 * power]);
        let step = steps.find(|step| most / step <= 5).unwrap_or(most);
        (0..=most / step).map(|n| n * step).collect()
    }

    /// Where the bars begin.
    fn left(&self) -> u32 {
        let labels = self.ticks().into_iter().map(|tick| font::width(&tick.to_string()));
        let room = if self.options.has_labels(true) { labels.max().unwrap_or(0) + TICK } else { 0 };
        GAP + room
    }

    fn size(&self) -> [u64; 2] {
        [self.width().ceil() as u64 + u64::from(self.left() + GAP), u64::from(HIGH + 4 * GAP + WORDS)]
    }

    fn draw(&self, surface: &mut impl Surface) {
        let levels: Vec<usize> = self.family.profile().collect();
        let most = levels.iter().copied().max().unwrap_or(0).max(1);
        let nodes = self.family.diagram().nodes();
        let said = [format!("{nodes} nodes on {} levels,", levels.len()), format!("at most {most} on one")];
        for (line, y) in said.iter().zip([GAP, GAP + 14]) {
            surface.text(Text::at(GAP, y, 1), line);
        }
        let (left, bottom, bar) = (f64::from(self.left()), f64::from(HIGH + 2 * GAP + WORDS), self.bar());
        let [right, height] = [left + self.width(), f64::from(HIGH)];
        let at = |nodes: usize| bottom - nodes as f64 / most as f64 * height;
        if self.options.has_labels(true) {
            surface.text(Text::at(GAP, (bottom - height) as u32 - 12, 1), "nodes");
            for tick in self.ticks() {
                surface.line(&[[left - 4.0, at(tick)], [right, at(tick)]], Pen::new(FAINT, 1.0));
                let said = tick.to_string();
                let place = left as u32 - TICK / 2 - font::width(&said);
                surface.text(Text::at(place, at(tick) as u32 - font::HEIGHT / 2, 1), &said);
            }
        }
        let mut around = vec![[left, bottom]];
        for (i, &nodes) in levels.iter().enumerate() {
            around.extend([i, i + 1].map(|i| [left + i as f64 * bar, at(nodes)]));
        }
        around.push([left + levels.len() as f64 * bar, bottom]);
        surface.area(&around, [0x00, 0x72, 0xB2], None);
        surface.line(&[[left, bottom - height], [left, bottom], [right, bottom]], Pen::new(BLACK, 1.0));
        if self.options.has_labels(true) {
            surface.text(Text::at(left as u32, bottom as u32 + 8, 1), "variable 1");
            let last = format!("variable {}", levels.len());
            surface.text(
                Text::at((right as u32).saturating_sub(7 * last.len() as u32), bottom as u32 + 8, 1),
                &last,
            );
        }
    }
}
