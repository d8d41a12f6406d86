//! Writing answers: to standard output, and to files that are whole or absent.

use crate::failure::Failure;
use crate::run::Run;
use num_bigint::{BigInt, BigUint};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// Whether an output of so many bytes may be made: a large one only by `force`.
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

/// Whether pictures go into files of their own; devices take any number.
///
/// # Errors
/// When two go into one file.
pub fn distinct<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    let mut files: Vec<&PathBuf> =
        paths.into_iter().filter(|path| path.is_file() || !path.exists()).collect();
    files.sort();
    match files.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Failure::usage(
            format!("two pictures cannot both go into {}", pair[0].display()),
            "give each a file of its own",
        )),
        None => Ok(()),
    }
}

/// A long answer that is printed as it comes, a good deal at a time.
pub struct Gathered<'a> {
    run: &'a Run,
    text: String,
    failed: Option<Failure>,
}

impl<'a> Gathered<'a> {
    /// Bytes that are gathered before they are written.
    const MANY: usize = 1 << 16;

    /// An answer that begins with `text`; `run` makes it.
    pub fn new(run: &'a Run, text: String) -> Self {
        Gathered { run, text, failed: None }
    }

    /// Goes on with `text`. When it cannot be printed the run is stopped, and the rest is dropped.
    pub fn push(&mut self, text: &str) {
        if self.failed.is_some() {
            return;
        }
        self.text.push_str(text);
        if self.text.len() > Self::MANY {
            self.run.hide_from_answer();
            if let Err(failure) = print(&std::mem::take(&mut self.text)) {
                self.run.stop();
                self.failed = Some(failure);
            }
        }
    }

    /// Prints what is left, if the answer was `made` to its end.
    ///
    /// # Errors
    /// When it was not, or cannot be printed.
    pub fn finish(self, made: Result<(), Failure>) -> Result<(), Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        made?;
        self.run.hide();
        print(&self.text)
    }
}

/// The text of a JSON object with members, up to the first element of a list `name` that is its last one.
pub fn opened(object: &Value, name: &str) -> String {
    let object = object.to_string();
    format!("{},\"{name}\":[", object.strip_suffix('}').unwrap_or(&object))
}

/// An integer in JSON: beyond 2^53, where many readers round numbers, as a string.
pub fn integer(number: &BigUint) -> Value {
    match u64::try_from(number) {
        Ok(small) if small <= 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}

/// The same for one that may be negative.
pub fn signed(number: &BigInt) -> Value {
    match i64::try_from(number) {
        Ok(small) if small.unsigned_abs() <= 1 << 53 => small.into(),
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

/// Has `write` write the file `path`: beside it first and then renamed, so that no half of it is ever seen. `-` is standard
/// output.
///
/// # Errors
/// When it cannot be written, or `write` fails: then nothing of it is left.
pub fn stream_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Unwritten>,
) -> Result<(), Failure> {
    let failed = |why: Unwritten| match why {
        Unwritten::Refused(e) => refused(path, e),
        Unwritten::Unmade(failure) => failure,
    };
    if path.as_os_str() == "-" {
        let mut out = BufWriter::new(io::stdout().lock());
        return write(&mut out).and_then(|()| Ok(out.flush()?)).map_err(failed);
    }
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
    let beside = beside(&target);
    begun().push(beside.clone());
    let written = fill(&beside).and_then(|()| Ok(fs::rename(&beside, &target)?));
    let written = written.map_err(|why| {
        // What is left of the attempt is of no use; that it cannot be removed either changes nothing.
        let _ = fs::remove_file(&beside);
        failed(why)
    });
    begun().retain(|path| *path != beside);
    written
}

/// Sees to it that the file `path` can be written, before much work is done for it.
///
/// # Errors
/// When it cannot be.
pub fn expect_writable(path: &Path) -> Result<(), Failure> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // A directory takes no file's place; devices and pipes are not begun with.
    if target.exists() && !target.is_file() && !target.is_dir() {
        return Ok(());
    }
    let beside = beside(&target);
    let tried = if target.is_dir() {
        Err(io::Error::from(ErrorKind::IsADirectory))
    } else {
        File::create(&beside).and_then(|_| fs::remove_file(&beside))
    };
    tried.map_err(|e| refused(path, e))
}

/// Where a file is written before it takes the place of `target`.
fn beside(target: &Path) -> PathBuf {
    let mut beside = target.to_owned().into_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    PathBuf::from(beside)
}

/// What there is to say when a file refuses.
fn refused(path: &Path, e: io::Error) -> Failure {
    if e.kind() == ErrorKind::BrokenPipe {
        return e.into();
    }
    let message = format!("{} cannot be written: {e}", path.display());
    match e.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Failure::unfinished(message)
        }
        _ => Failure::usage(message, "choose another file"),
    }
}

/// Files that are being written.
static BEGUN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn begun() -> MutexGuard<'static, Vec<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what there is of files that are being written: the process is about to end.
pub fn abandon_files() {
    for path in begun().drain(..) {
        // One that is not there yet, or not any more, leaves nothing.
        let _ = fs::remove_file(path);
    }
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

    #[test]
    fn a_file_takes_one_picture() {
        let [a, b, null] = ["a.png", "b.png", "/dev/null"].map(PathBuf::from);
        assert!(distinct([&a, &b, &null, &null]).is_ok() || !null.exists());
        assert!(distinct([&a, &b, &a]).is_err());
    }

    fn files(dir: &Path) -> usize {
        fs::read_dir(dir).unwrap().count()
    }

    /// In one test, since what is abandoned is all that the process has begun.
    #[test]
    fn what_is_not_finished_leaves_nothing() {
        let dir = std::env::temp_dir().join(format!("polytile-output-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let path = dir.join("board.png");
        for kind in [ErrorKind::StorageFull, ErrorKind::PermissionDenied, ErrorKind::BrokenPipe] {
            let failed = stream_file(&path, |out| {
                out.write_all(&vec![7; 1 << 20])?;
                assert_eq!(files(&dir), 1);
                Err(io::Error::from(kind).into())
            });
            assert!(failed.is_err());
            assert_eq!(files(&dir), 0);
        }
        assert!(stream_file(&path, |_| Err(Unwritten::Unmade(Failure::wrong()))).is_err());
        assert_eq!(files(&dir), 0);
        let written = stream_file(&path, |out| {
            out.write_all(b"half")?;
            out.flush()?;
            assert_eq!(files(&dir), 1);
            abandon_files();
            assert_eq!(files(&dir), 0);
            Ok(())
        });
        assert!(written.is_err());
        assert!(write_file(&path, b"whole").is_ok());
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        fs::remove_dir_all(&dir).unwrap();
    }
}
