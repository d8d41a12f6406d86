//! Writing answers: to standard output, and to files (`file`), of which two names may be one (`same`), so that all that a run names
//! are compared before it begins (`named`).

mod file;
mod named;
mod same;

use crate::failure::Failure;
use crate::layout::{broken, width};
use serde_json::Value;
use std::io::{self, IsTerminal, Write};

pub use file::{Unwritten, expect_writable, is_own, stream_file, write_file, write_own};
pub use named::{Named, STDIN, Use, expect_apart, numbered};
pub use same::same;

/// Writes `text` to standard output.
///
/// # Errors
/// When it cannot be written; see [`Failure`] for a reader that has gone.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(())
}

/// Writes an answer in words to standard output; on a terminal, lines that it would break anywhere are broken between words.
///
/// # Errors
/// As [`print()`].
pub fn tell(text: &str) -> Result<(), Failure> {
    if io::stdout().is_terminal() { print(&broken(text, width())) } else { print(text) }
}

/// Writes `value` to standard output, on one line.
///
/// # Errors
/// As [`print()`].
pub fn print_json(value: &Value) -> Result<(), Failure> {
    print(&format!("{value}\n"))
}

/// Whether an output of `bytes` bytes may be made: a large one only by `force`.
///
/// # Errors
/// When it may not; `help` is the mend.
pub fn allowed(what: &str, bytes: f64, force: bool, help: &str) -> Result<(), Failure> {
    const GIB: f64 = (1_u64 << 30) as f64;
    let gibibytes = (bytes / GIB).ceil();
    if bytes <= 4.0 * GIB || force {
        return Ok(());
    }
    let about = if gibibytes < 1e9 {
        format!("{gibibytes}")
    } else {
        format!("{gibibytes:.0e}").replace('e', "*10^")
    };
    Err(Failure::limit(format!("{what} would have about {about} GiB"), help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_outputs_are_asked_about() {
        assert!(allowed("it", 4e9, false, "").is_ok() && allowed("it", 1e40, true, "").is_ok());
        let said = |bytes| format!("{:?}", allowed("the text", bytes, false, "").unwrap_err());
        assert!(said(5e9).contains("the text would have about 5 GiB"), "{}", said(5e9));
        assert!(said(24.0 * 2_f64.powi(126)).contains("about 2*10^30 GiB"));
    }
}
