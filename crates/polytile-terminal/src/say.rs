//! What is said on standard error: the one place that writes there.
//!
//! If it is closed or full, nobody can be told, but the answer, or the exit status, still counts. So nothing that
//! happens here ends a run.

use crate::layout::{broken, width};
use std::io::{IsTerminal, Write};

/// Writes `text` to standard error, as it is.
pub fn say(text: &str) {
    // Written at once, so that the lines of several processes in one terminal or log are not mixed.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a line to standard error, broken between words where a terminal has no room for it.
pub fn say_line(line: &str) {
    say(&for_people(&format!("{line}\n")));
}

/// A text as it is to stand on standard error.
pub fn for_people(text: &str) -> String {
    if std::io::stderr().is_terminal() { broken(text, width()) } else { text.to_owned() }
}
