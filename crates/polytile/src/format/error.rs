//! What is wrong with a text.

use std::ops::Range;
use thiserror::Error;

/// What is wrong with a text, how to mend it, and where.
///
/// The same type serves for warnings: a reader that can go on returns them beside its answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct FormatError {
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// The mend, where one is known.
    pub help: Option<String>,
    /// The bytes of the text it is about, where it is about some in particular.
    pub span: Option<Range<usize>>,
}

impl FormatError {
    /// Something wrong with the text as a whole, mend unknown.
    pub fn new(message: impl Into<String>) -> Self {
        FormatError { message: message.into(), help: None, span: None }
    }

    /// The same with a mend.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, about the bytes `span`.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// The same, in a text that holds the one it was found in from byte `offset` on.
    #[must_use]
    pub fn moved_by(mut self, offset: usize) -> Self {
        self.span = self.span.map(|span| span.start + offset..span.end + offset);
        self
    }

    /// The same, about `span` unless it already says where.
    #[must_use]
    pub fn or_at(mut self, span: Range<usize>) -> Self {
        self.span = self.span.or(Some(span));
        self
    }
}

/// Shows a character of a text to its writer: quoted, invisible ones by name.
pub(super) fn show(c: char) -> String {
    match c {
        '\t' => "a tab".to_owned(),
        ' ' => "a space".to_owned(),
        '\u{a0}' => "a no-break space".to_owned(),
        '\u{feff}' => "a byte order mark".to_owned(),
        c if c.is_control() || c.is_whitespace() => format!("the invisible character U+{:04X}", u32::from(c)),
        c => format!("'{c}'"),
    }
}
