//! What is said on standard error: the one place that writes there.
//!
//! If it is closed or full, nobody can be told, but the answer, or the exit status, still counts. So nothing that
//! happens here ends a run.

use std::io::Write;

/// Writes `text` to standard error, as it is.
pub fn say(text: &str) {
    // Written at once, so that the lines of several processes in one terminal or log are not mixed.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a line to standard error.
pub fn say_line(line: &str) {
    say(&format!("{line}\n"));
}
