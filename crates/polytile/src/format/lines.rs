//! Texts read line by line and word by word, each with its place; and warnings about what many lines have in common.

use super::FormatError;
use std::ops::Range;

/// The lines without their ends, each with the byte where it begins.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    text[mark..].split_inclusive('\n').scan(mark, |next, line| {
        let start = *next;
        *next += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        Some((start, line.strip_suffix('\r').unwrap_or(line)))
    })
}

/// The words of a line that begins at byte `start` of its text, each with the byte where it begins.
pub(super) fn words(start: usize, line: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    // A word is a part of the line: its distance from the beginning is the distance of their addresses.
    line.split_whitespace().map(move |word| (start + word.as_ptr().addr() - line.as_ptr().addr(), word))
}

/// Places of a text that are odd in the same way: one warning speaks of all.
#[derive(Default)]
pub(super) struct Oddities {
    first: Option<Range<usize>>,
    others: usize,
}

impl Oddities {
    /// Notes another place.
    pub fn note(&mut self, span: Range<usize>) {
        match self.first {
            None => self.first = Some(span),
            Some(_) => self.others += 1,
        }
    }

    /// The warning, if there is anything to warn of; `thing` is what the places are.
    pub fn warning(self, message: &str, thing: &str, help: &str) -> Option<FormatError> {
        let span = self.first?;
        let others = match self.others {
            0 => String::new(),
            1 => format!(" (and one more {thing})"),
            n => format!(" (and {n} more {thing}s)"),
        };
        Some(FormatError::new(format!("{message}{others}")).with_help(help).at(span))
    }
}
