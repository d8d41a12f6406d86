//! A page before it is written: paths and lines of text, in millimetres from its top left.
//!
//! Whoever lays out a page adds items; whoever writes it goes through them in order, so that what is added later lies above.

use crate::draw::polygons::Loop;
use crate::draw::typeface;
use crate::pieces::Colour;

pub(super) const BLACK: Colour = [0; 3];
pub(super) const GREY: Colour = [0x99; 3];

/// Which point of a text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// The point of its baseline that the anchor says.
    pub at: [f64; 2],
    /// Height of the line in millimetres.
    pub size: f64,
    pub anchor: Anchor,
    pub colour: Colour,
    pub line: String,
    /// Whether it stands on its head.
    pub turned: bool,
}

/// Closed lines.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub loops: Vec<Loop>,
    pub fill: Option<Colour>,
    /// The width of its line, and its colour.
    pub line: Option<(f64, Colour)>,
}

/// Something on a page.
#[derive(Clone, Debug)]
pub(super) enum PageItem {
    Text(Text),
    Path(Path),
}

/// What is on a page, from below to above.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub items: Vec<PageItem>,
}

impl Page {
    pub fn path(&mut self, loops: Vec<Loop>, fill: Option<Colour>, line: Option<(f64, Colour)>) {
        if !loops.is_empty() {
            self.items.push(PageItem::Path(Path { loops, fill, line }));
        }
    }

    /// Adds black text.
    pub fn text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, text: impl Into<String>) {
        self.inked(at, size, anchor, BLACK, text);
    }

    pub fn inked(
        &mut self,
        at: [f64; 2],
        size: f64,
        anchor: Anchor,
        colour: Colour,
        text: impl Into<String>,
    ) {
        let text = text.into();
        self.items.push(PageItem::Text(Text { at, size, anchor, colour, line: text, turned: false }));
    }

    /// Adds what is on `other`, turned by half a turn around `centre`.
    pub fn turned(&mut self, other: Page, centre: [f64; 2]) {
        let turn = |[x, y]: [f64; 2]| [2.0 * centre[0] - x, 2.0 * centre[1] - y];
        self.items.extend(other.items.into_iter().map(|item| match item {
            PageItem::Text(text) => PageItem::Text(Text { at: turn(text.at), turned: !text.turned, ..text }),
            PageItem::Path(path) => {
                let loops = path.loops.into_iter().map(|around| around.into_iter().map(turn).collect());
                PageItem::Path(Path { loops: loops.collect(), ..path })
            }
        }));
    }
}

/// A text in lines of at most `width` millimetres, broken between words, and within those that are wider.
pub(super) fn lines(text: &str, size: f64, width: f64) -> Vec<String> {
    let fits = |line: &str| typeface::width(line) * size <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => {
                let mut part = String::new();
                for letter in word.chars() {
                    part.push(letter);
                    if !fits(&part) && part.len() > letter.len_utf8() {
                        part.pop();
                        lines.push(std::mem::replace(&mut part, letter.to_string()));
                    }
                }
                lines.push(part);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        let text = "Twelve pentominoes on six rows of ten, and a longwordthatdoesnotfit";
        let broken = lines(text, 5.0, 40.0);
        assert_eq!(broken.concat().replace(' ', ""), text.replace(' ', ""));
        assert!(broken.len() > 3);
        assert!(broken.iter().all(|line| typeface::width(line) * 5.0 <= 40.0));
        // A letter that is wider than the line stands alone.
        assert_eq!(lines("WW", 5.0, 1.0), ["W", "W"]);
        assert!(lines("", 5.0, 40.0).is_empty());
    }

    #[test]
    fn half_a_turn_twice_is_none() {
        let mut page = Page::default();
        page.text([1.0, 2.0], 3.0, Anchor::Start, "a");
        let mut turned = Page::default();
        turned.turned(page, [5.0, 5.0]);
        let PageItem::Text(text) = &turned.items[0] else { panic!() };
        assert!(text.turned && (text.at[0] - 9.0).abs() < 1e-9 && (text.at[1] - 8.0).abs() < 1e-9);
    }
}
