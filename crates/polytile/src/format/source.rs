//! Texts that have a name, and what is wrong in them.
//!
//! A [`FormatError`] knows the bytes it is about, but not whose they are. Where several texts make up one question, a
//! board here and pieces there, each is a [`Source`], and what is wrong with one is a [`Misread`]: the error together
//! with the text. Whoever asked shows the line, in a terminal, below a field of a page, or as an exception.

use super::{FormatError, brief};
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// A text and what it is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The name of the file, the argument or the field that it comes from.
    pub name: String,
    /// What it says.
    pub text: Arc<str>,
}

impl Source {
    /// The text of `name`; no more of the name is kept than a message can show.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Source { name: brief(&name.into()), text: text.into() }
    }

    /// `error`, found in this text. A span that leaves the text ends with it.
    pub fn misread(&self, mut error: FormatError) -> Misread {
        let end = self.text.len();
        error.span = error.span.map(|span| span.start.min(end)..span.end.min(end));
        Misread { error, text: Some(self.clone()) }
    }

    /// Line and column of byte `at`, both from 1, and the line itself.
    pub fn line(&self, at: usize) -> (usize, usize, &str) {
        let before = self.text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let number = before.matches('\n').count() + 1;
        let line = self.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let column = before[start..].chars().count() + 1;
        (number, column, line)
    }
}

/// What is wrong with a question that was put in words, and the text it is about. Warnings have the same shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct Misread {
    /// What is wrong, how to mend it, and the bytes of `text`.
    pub error: FormatError,
    /// The text, where it is about one.
    pub text: Option<Source>,
}

impl Misread {
    /// Something wrong with the question as a whole, and its mend.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        FormatError::new(message).with_help(help).into()
    }

    /// The bytes of the text that it is about, where it is about some in particular.
    pub fn place(&self) -> Option<(&Source, Range<usize>)> {
        Some((self.text.as_ref()?, self.error.span.clone()?))
    }
}

impl From<FormatError> for Misread {
    fn from(error: FormatError) -> Self {
        Misread { error, text: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_line_and_a_column() {
        let source = Source::new("cat.txt", "##.\n#é#\n");
        assert_eq!(source.line(0), (1, 1, "##."));
        assert_eq!(source.line(7), (2, 3, "#é#"));
        let misread = source.misread(FormatError::new("too short").at(4..99));
        assert_eq!(misread.place(), Some((&source, 4..9)));
        assert_eq!(misread.to_string(), "too short");
    }
}
