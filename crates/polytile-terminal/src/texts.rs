//! Texts that are read from files and from standard input.
//!
//! In: the name of a file, or `-`. Out: its text with its name. A text is limited in length, and must be UTF-8; a directory, or a
//! file that cannot be opened, is an error that names it. What is odd about a text is shown here, too.

use crate::failure::Failure;
use crate::source::{Report, Severity, Source};
use polytile::format::source::Misread;
use polytile::format::xmpuzzle;
use polytile::zdd::Family;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest text read. A file without end is not a puzzle.
pub const MAX_BYTES: usize = 1 << 28;

/// What the command is doing while it reads.
pub const READING: &str = "reading";

/// What a file is called in a message.
pub fn shown(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

/// The failure of a file that cannot be read.
pub fn unreadable(name: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::usage(
        format!("{} cannot be read: {error}", shown(name)),
        "give the name of a file that exists, or - for standard input",
    )
}

/// The failure of a name that is that of a directory.
pub fn is_directory(name: &str) -> Failure {
    Failure::usage(format!("{name} is a directory"), "name a file in it")
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// When there is no such file, it cannot be read, or it is not text.
pub fn read(name: &str) -> Result<Source, Failure> {
    let most = MAX_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    let length = if name == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        if Path::new(name).is_dir() {
            return Err(is_directory(name));
        }
        File::open(name).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    length.map_err(|e| unreadable(name, &e))?;
    text(name, bytes)
}

/// The text that was read from the file of this name.
///
/// # Errors
/// When it is too long, or not text.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<Source, Failure> {
    let shown = shown(name);
    let head = &bytes[..bytes.len().min(12)];
    if head.contains(&0) && Family::is_saved(head) {
        let help = if Path::new(name).is_file() {
            format!("`polytile zdd {name}` answers questions about it")
        } else {
            "give the file itself to `polytile zdd`: a diagram is used where it lies, and not read from a pipe"
                .to_owned()
        };
        return Err(Failure::usage(format!("{shown} is a saved diagram"), help));
    }
    if bytes.len() > MAX_BYTES {
        return Err(Failure::usage(format!("{shown} is larger than 256 MiB"), "give a smaller file"));
    }
    let unpacked = xmpuzzle::unpacked(bytes)
        .map_err(|e| Failure::usage(format!("{shown} cannot be read: {e}"), e.help.unwrap_or_default()))?;
    let text = unpacked.map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = String::from_utf8_lossy(&e.as_bytes()[..valid]).matches('\n').count() + 1;
        Failure::usage(
            format!("{shown} is not text: byte {} (on line {line}) is not UTF-8", valid + 1),
            "give a text file, saved as UTF-8",
        )
    })?;
    Ok(Source::new(shown, text))
}

/// Shows what is odd about the words.
pub fn warn(warnings: Vec<Misread>) {
    for warning in warnings {
        Report::found(Severity::Warning, warning).print();
    }
}
