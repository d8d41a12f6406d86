//! What stands below maps: sentences, patches of colour with what they mean, a bar of shades with its numbers.
//!
//! In: entries, and how wide sentences may be; those that are wider are broken. Out: lines on a surface. Cost: linear.

use super::page::{Anchor, Surface, Text};
use super::raster::BLACK;
use super::{font, heading};
use crate::pieces::Colour;

/// An entry of a legend.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// A sentence, perhaps beside a patch of colour.
    Line(Option<Colour>, String),
    /// Shades side by side, and numbers at equal distances below them: the first where they begin, the last where they end.
    Shades(Vec<Colour>, Vec<String>),
}

/// The height of a line, with the space below it.
pub(super) const LINE: u32 = 2 * font::HEIGHT;
/// The side of a patch, the height of a bar, and how far its marks reach below it.
const PATCH: u32 = 11;
const MARK: u32 = 3;
/// The width of a shade.
const SHADE: u32 = 4;

/// Entries on lines: how far from the left each line begins, and what it is.
pub(super) struct Legend(Vec<(u32, Entry)>);

impl Legend {
    /// These entries, for a picture of so many pixels.
    pub(super) fn new(entries: &[Entry], room: u64) -> Self {
        let mut lines = Vec::new();
        for entry in entries {
            match entry {
                Entry::Shades(_, numbers) => {
                    // Half of a number sticks out at either end.
                    let half = numbers.iter().map(|number| font::width(number).div_ceil(2)).max();
                    lines.push((half.unwrap_or(0), entry.clone()));
                }
                Entry::Line(colour, text) => {
                    let left = if colour.is_some() { LINE + 2 } else { 0 };
                    let letters = heading::letters(room.saturating_sub(left.into()), 1);
                    let broken = heading::lines(text, letters).into_iter().enumerate();
                    // The patch is beside the first.
                    let line = |(i, line)| (left, Entry::Line(colour.filter(|_| i == 0), line));
                    lines.extend(broken.map(line));
                }
            }
        }
        Legend(lines)
    }

    /// The pixels of its widest entry.
    pub(super) fn width(&self) -> u32 {
        let width = |(left, entry): &(u32, Entry)| match entry {
            Entry::Line(_, text) => left + font::width(text),
            Entry::Shades(shades, _) => 2 * left + SHADE * shades.len() as u32,
        };
        self.0.iter().map(width).max().unwrap_or(0)
    }

    /// The pixels of all of its lines.
    pub(super) fn height(&self) -> u64 {
        self.0.iter().map(|(_, entry)| u64::from(height(entry))).sum()
    }

    /// Draws it, from its upper left corner on.
    pub(super) fn draw(&self, [x, mut y]: [u32; 2], surface: &mut impl Surface) {
        for (left, entry) in &self.0 {
            let from = x + left;
            match entry {
                Entry::Line(colour, text) => {
                    if let Some(colour) = *colour {
                        surface.rect(x, y - 2, PATCH, PATCH, BLACK);
                        surface.rect(x + 1, y - 1, PATCH - 2, PATCH - 2, colour);
                    }
                    surface.text(Text::at(from, y, 1), text);
                }
                Entry::Shades(shades, numbers) => {
                    let width = SHADE * shades.len() as u32;
                    surface.rect(from - 1, y - 2, width + 2, PATCH, BLACK);
                    for (i, &shade) in (0..).zip(shades) {
                        surface.rect(from + i * SHADE, y - 1, SHADE, PATCH - 2, shade);
                    }
                    let steps = (numbers.len() as u32).saturating_sub(1).max(1);
                    for (i, number) in (0..).zip(numbers) {
                        let at = from + i * width / steps;
                        surface.rect(at, y + PATCH - 2, 1, MARK, BLACK);
                        let below = Text::at(at, y + PATCH + MARK, 1);
                        surface.text(Text { anchor: Anchor::Middle, ..below }, number);
                    }
                }
            }
            y += height(entry);
        }
    }
}

/// The height of an entry with the space below it.
fn height(entry: &Entry) -> u32 {
    match entry {
        Entry::Line(..) => LINE,
        Entry::Shades(..) => PATCH + MARK + LINE,
    }
}
