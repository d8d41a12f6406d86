//! Writing answers: to standard output, and to files that are whole or absent.

use crate::failure::Failure;
use num_bigint::BigUint;
use serde_json::Value;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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

/// Writes `value` to standard output, on one line.
///
/// # Errors
/// As [`print`].
pub fn print_json(value: &Value) -> Result<(), Failure> {
    print(&format!("{value}\n"))
}

/// An integer in JSON: beyond 2^53, where many readers round numbers, as a string.
pub fn integer(number: &BigUint) -> Value {
    match u64::try_from(number) {
        Ok(small) if small <= 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}

/// Writes the file `path`: beside it first and then renamed, so that no half of it is ever seen.
///
/// # Errors
/// When it cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_file_with(path, |out| out.write_all(bytes))
}

/// The same for bytes that `write` writes one after the other.
///
/// # Errors
/// When they cannot be written.
pub fn write_file_with(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let failed = |e: io::Error| {
        Failure::usage(format!("{} cannot be written: {e}", path.display()), "choose another file")
    };
    // Through a link, to what it names; into a device or a pipe, directly.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.exists() && !target.is_file() {
        return written_to(&target, write).map_err(failed);
    }
    let mut beside = target.clone().into_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = written_to(&beside, write).and_then(|()| fs::rename(&beside, &target));
    written.map_err(|e| {
        // What is left of the attempt is of no use; that it cannot be removed either changes nothing.
        let _ = fs::remove_file(&beside);
        failed(e)
    })
}

fn written_to(path: &Path, write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(fs::File::create(path)?);
    write(&mut out)?;
    out.flush()
}
