//! The title of a picture, no wider than the picture.
//!
//! In: a title, and the pixels that there are for it. Out: lines of large letters, one or two, or of small ones, as many as it takes,
//! broken between words. Only a word that is wider than the picture makes it wider. Cost: linear in the title.

use super::font;
use super::page::{Anchor, Surface, Text};

/// A title in lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Heading {
    lines: Vec<String>,
    scale: u32,
}

/// Pixels that a picture gives its words at least: a board of three cells would have them one below the other.
pub(super) const ROOM: u64 = 120;

/// A text broken between words into lines of at most `width` letters, where its words are no longer.
pub(super) fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// How many letters of this size a picture of so many pixels has room for.
pub(super) fn letters(room: u64, scale: u32) -> usize {
    ((room.max(ROOM) + u64::from(scale)) / u64::from(font::ADVANCE * scale)) as usize
}

impl Heading {
    /// The title of a picture of this width.
    pub(super) fn new(title: Option<&str>, room: u64) -> Self {
        let Some(title) = title else { return Heading::default() };
        let large = Heading { lines: lines(title, letters(room, 2)), scale: 2 };
        if large.lines.len() <= 2 && large.width() <= room.max(ROOM) {
            return large;
        }
        Heading { lines: lines(title, letters(room, 1)), scale: 1 }
    }

    /// Pixels of its longest line.
    pub(super) fn width(&self) -> u64 {
        let widths = self.lines.iter().map(|line| u64::from(self.scale * font::width(line)));
        widths.max().unwrap_or(0)
    }

    /// Pixels from the top of its first line to the foot of its last.
    pub(super) fn height(&self) -> u32 {
        match self.lines.len() as u32 {
            0 => 0,
            lines => (lines - 1) * self.pitch() + self.scale * font::HEIGHT,
        }
    }

    /// From one line to the next.
    fn pitch(&self) -> u32 {
        if self.scale > 1 { 24 } else { 14 }
    }

    /// Writes it: the top of its first line and where each begins, or its middle.
    pub(super) fn draw(&self, [x, y]: [u32; 2], anchor: Anchor, surface: &mut impl Surface) {
        for (i, line) in (0..).zip(&self.lines) {
            surface.text(Text { anchor, ..Text::at(x, y + i * self.pitch(), self.scale) }, line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_as_wide_as_their_pictures() {
        let title = "The twelve pentominoes on a chessboard without its middle";
        for room in [0, 120, 200, 300, 500, 2000] {
            let heading = Heading::new(Some(title), room);
            assert!(heading.width() <= room.max(ROOM), "{heading:?}");
            assert_eq!(heading.lines.join(" "), title);
        }
        assert_eq!(Heading::new(Some(title), 2000).lines.len(), 1);
        assert_eq!(Heading::new(None, 100).height(), 0);
        // A word is never broken.
        assert!(Heading::new(Some("pentominoes-without-any-blank-in-their-name"), 0).width() > ROOM);
    }
}
