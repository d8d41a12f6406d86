//! Writing answers: to standard output, and to files that are whole or absent.

use crate::failure::Failure;
use num_bigint::BigUint;
use serde_json::Value;
use std::fs::{self, File};
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
    stream_file(path, |out| Ok(out.write_all(bytes)?))
}

/// Why a file was not written to its end.
pub enum Unwritten {
    /// The file refused.
    Refused(io::Error),
    /// What was to be written could not be made.
    Unmade(Failure),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Unwritten::Refused(error)
    }
}

/// Has `write` write the file `path`: beside it first and then renamed, so that no half of it is ever seen.
///
/// # Errors
/// When it cannot be written, or `write` fails: then nothing of it is left.
pub fn stream_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Unwritten>,
) -> Result<(), Failure> {
    let failed = |why: Unwritten| match why {
        Unwritten::Refused(e) if e.kind() == io::ErrorKind::BrokenPipe => e.into(),
        Unwritten::Refused(e) => {
            Failure::usage(format!("{} cannot be written: {e}", path.display()), "choose another file")
        }
        Unwritten::Unmade(failure) => failure,
    };
    let fill = |target: &Path| {
        let mut out = BufWriter::with_capacity(1 << 16, File::create(target)?);
        write(&mut out)?;
        Ok(out.flush()?)
    };
    // Through a link, to what it names; into a device or a pipe, directly.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.exists() && !target.is_file() {
        return fill(&target).map_err(failed);
    }
    let mut beside = target.clone().into_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = fill(&beside).and_then(|()| Ok(fs::rename(&beside, &target)?));
    written.map_err(|why| {
        // What is left of the attempt is of no use; that it cannot be removed either changes nothing.
        let _ = fs::remove_file(&beside);
        failed(why)
    })
}
