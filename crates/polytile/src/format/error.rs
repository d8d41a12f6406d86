//! What is wrong with a text.

use std::ops::Range;
use thiserror::Error;

/// What is wrong with a text, how to mend it, and where.
///
/// It serves for warnings too: a reader that can continue returns them beside its answer.
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
        FormatError { message: brief(&message.into()), help: None, span: None }
    }

    /// This error with a mend.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(brief(&help.into()));
        self
    }

    /// This error, about the bytes `span`.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// This error, in a text that holds the one it was found in from byte `offset` on.
    #[must_use]
    pub fn moved_by(mut self, offset: usize) -> Self {
        self.span = self.span.map(|span| span.start + offset..span.end + offset);
        self
    }

    /// This error, about `span` unless it already says where.
    #[must_use]
    pub fn or_at(mut self, span: Range<usize>) -> Self {
        self.span = self.span.or(Some(span));
        self
    }
}

/// The longest word of a message, and how much of its beginning and its end is kept of a longer one.
const WORD: [usize; 3] = [200, 120, 40];
/// What is kept of a message as a whole.
const MESSAGE: [usize; 3] = [2000, 1500, 300];

/// A message that may repeat what somebody has written, names of files and pieces above all: what is too long to be read keeps
/// only its beginning and its end, and characters that would move a terminal's cursor become their numbers.
///
/// ```
/// use polytile::format::brief;
/// let message = brief(&format!("there is no piece '{}'", "x".repeat(65536)));
/// assert_eq!(message, format!("there is no piece '{}[65378 more]{}'", "x".repeat(119), "x".repeat(39)));
/// assert_eq!(brief("'\u{1b}[2J' is no board"), "'\\u{1b}[2J' is no board");
/// ```
pub fn brief(message: &str) -> String {
    let visible: String = if message.contains(|c: char| c.is_control() && c != '\n') {
        let visible =
            |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.into() };
        message.chars().map(visible).collect()
    } else {
        message.to_owned()
    };
    let words = visible.split_inclusive(char::is_whitespace).map(|word| middle_out(word, WORD));
    middle_out(&words.collect::<String>(), MESSAGE)
}

/// A text, or, if it is longer than `most`, only its `first` and its `last` characters.
fn middle_out(text: &str, [most, first, last]: [usize; 3]) -> String {
    // A character has at least one byte.
    if text.len() <= most {
        return text.to_owned();
    }
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let chars = || text.chars();
    let left: String = chars().take(first).collect();
    let right: String = chars().skip(count - last).collect();
    format!("{left}[{} more]{right}", count - first - last)
}

/// Why a text gave no answer to a puzzle.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It cannot be read.
    Malformed(FormatError),
    /// It can be read, but is about another puzzle: rows of another length, a piece that is not there. Such an answer is wrong.
    Misfit(FormatError),
}

impl Unread {
    /// What is wrong, for whoever wants an answer to the puzzle and nothing else.
    pub fn into_error(self) -> FormatError {
        let (Unread::Malformed(error) | Unread::Misfit(error)) = self;
        error
    }
}

/// A number of things, in English.
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
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
