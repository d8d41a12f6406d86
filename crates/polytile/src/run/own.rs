//! Which files of a directory are polytile's own, and how new files come by their names.
//!
//! A directory that somebody names may hold anything. A file in it is touched only if it is our own: a file, not a link, that
//! begins with the mark of its kind. Anything else that stands where ours would is an error that names it, and is left as it is.
//! A new file is made under a name that nobody has or can guess, so that nothing that was there is opened and no link is
//! followed; its mark is the first thing written into it. It takes its proper name when it is complete, and is removed if that
//! never happens.

use super::LevelsError;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Locked while somebody is at work.
    Lock,
    /// What is known after a level.
    Checkpoint,
    /// A level.
    Level,
    /// A part of a level.
    Run,
    /// The arrays of a dense count.
    Array,
}

impl Kind {
    /// What every file of the kind begins with.
    pub fn mark(self) -> &'static str {
        match self {
            Kind::Lock => "polytile lock ",
            Kind::Checkpoint => crate::run::MARK,
            Kind::Level => "polytile level ",
            Kind::Run => "polytile run ",
            Kind::Array => "polytile array ",
        }
    }
}

/// Whether there is something at `path`, which must then be our own.
///
/// # Errors
/// [`LevelsError::NotOurs`] when it is not, and [`LevelsError::Unreadable`] when that cannot be told.
pub(crate) fn is_there(path: &Path, kind: Kind) -> Result<bool, LevelsError> {
    match why_not(path, kind) {
        Ok(None) => Ok(true),
        Ok(Some(why)) => Err(LevelsError::NotOurs { path: path.to_owned(), why: why.to_owned() }),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(false),
        Err(e) => Err(LevelsError::unreadable(path, &e)),
    }
}

/// Why what stands at `path` is not our own, if it is not.
fn why_not(path: &Path, kind: Kind) -> io::Result<Option<&'static str>> {
    let found = fs::symlink_metadata(path)?.file_type();
    if found.is_symlink() {
        return Ok(Some("it is a symbolic link"));
    }
    if !found.is_file() {
        return Ok(Some(if found.is_dir() { "it is a directory" } else { "it is not a regular file" }));
    }
    let mut head = Vec::new();
    let mark = kind.mark().as_bytes();
    File::open(path)?.take(mark.len() as u64).read_to_end(&mut head)?;
    Ok(if head == mark { None } else { Some("it does not begin with its mark") })
}

/// Whether the file at `path` can be read, and begins with `text`.
pub(crate) fn begins_with(path: &Path, text: &str) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(text.len() as u64).read_to_end(&mut head));
    read.is_ok() && head == text.as_bytes()
}

/// Removes what stands at `path` if it is our own. What cannot be removed only takes up room.
pub(crate) fn remove(path: &Path, kind: Kind) {
    if is_there(path, kind) == Ok(true) {
        let _ = fs::remove_file(path);
    }
}

/// A file that does not have its proper name yet.
pub(crate) struct Part {
    path: PathBuf,
    target: PathBuf,
    kind: Kind,
    out: BufWriter<File>,
    finished: bool,
}

impl Part {
    /// What the names of unfinished files end with.
    pub const SUFFIX: &str = ".part";

    /// Begins the file `target` with `head`, which begins with the mark of its kind.
    ///
    /// # Errors
    /// When no file can be made beside `target`, or the file cannot be written.
    pub fn begin(target: PathBuf, kind: Kind, head: &str) -> Result<Self, LevelsError> {
        let failed = |e: &io::Error| LevelsError::unwritable(&target, e);
        let (path, file) = loop {
            // A hash with a key that the system draws, a different one every time.
            let number = RandomState::new().hash_one(&target);
            let path = target.with_extension(format!("{number}{}", Self::SUFFIX));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                // Whatever stands there does not concern us.
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                file => break (path, file.map_err(|e| failed(&e))?),
            }
        };
        let mut part =
            Part { path, target, kind, out: BufWriter::with_capacity(1 << 18, file), finished: false };
        // At once, so that the file is marked whenever the process dies.
        part.write(head.as_bytes())?;
        part.out.flush().map_err(|e| part.failed(&e))?;
        Ok(part)
    }

    /// Appends `bytes`.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), LevelsError> {
        self.out.write_all(bytes).map_err(|e| self.failed(&e))
    }

    /// Gives the file its name, in place of an older one of ours; if `sync`, once it is on the disk itself.
    ///
    /// # Errors
    /// When it cannot be written, or something else has the name.
    pub fn finish(mut self, sync: bool) -> Result<(), LevelsError> {
        let flushed = self.out.flush();
        let synced = flushed.and_then(|()| if sync { self.out.get_ref().sync_data() } else { Ok(()) });
        synced.map_err(|e| self.failed(&e))?;
        is_there(&self.target, self.kind)?;
        fs::rename(&self.path, &self.target).map_err(|e| self.failed(&e))?;
        self.finished = true;
        Ok(())
    }

    fn failed(&self, error: &io::Error) -> LevelsError {
        LevelsError::unwritable(&self.target, error)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.finished {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Keeps others from working in a directory, for as long as it exists.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    /// Locked until it is closed.
    _file: File,
    /// Whether it carries our mark, and so goes when we go.
    marked: bool,
}

impl Lock {
    /// Takes the lock at `path`. A file that is there is opened as it is: nothing is cut off it, and nothing written into
    /// it. The system releases the lock of a process that dies. An empty file was left by a process that died before it wrote its
    /// mark, or stands there for other reasons; it locks as well as any, and stays.
    ///
    /// # Errors
    /// When somebody else has it, something that is not a lock stands there, or no file can be made.
    pub fn take(path: PathBuf) -> Result<Self, LevelsError> {
        let unusable = |e: &io::Error| LevelsError::unwritable(&path, e);
        let busy = || LevelsError::Busy { path: path.parent().unwrap_or(&path).to_owned() };
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let made = options.clone().create_new(true).open(&path);
        let made = match made {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => None,
            made => Some(made.map_err(|e| unusable(&e))?),
        };
        let is_new = made.is_some();
        let mut file = match made {
            Some(file) => file,
            None => match fs::symlink_metadata(&path) {
                Ok(found) if found.is_file() => options.open(&path).map_err(|e| match e.kind() {
                    ErrorKind::NotFound => busy(),
                    _ => unusable(&e),
                })?,
                Ok(_) => {
                    is_there(&path, Kind::Lock)?;
                    return Err(busy());
                }
                // Its owner has just gone, and removed it.
                Err(e) if e.kind() == ErrorKind::NotFound => return Err(busy()),
                Err(e) => return Err(unusable(&e)),
            },
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(busy()),
            Err(fs::TryLockError::Error(e)) => return Err(unusable(&e)),
        }
        if is_new {
            let mark = format!("{}1\n", Kind::Lock.mark());
            let written = file.write_all(mark.as_bytes());
            written.map_err(|e| {
                let _ = fs::remove_file(&path);
                unusable(&e)
            })?;
            return Ok(Lock { path, _file: file, marked: true });
        }
        // Whoever held it may have removed it, and somebody else have made another: then this one keeps nobody out.
        let same = fs::symlink_metadata(&path).and_then(|there| Ok(is_same(&there, &file.metadata()?)));
        if !same.unwrap_or(false) {
            return Err(busy());
        }
        let mut head = Vec::new();
        (&file).take(Kind::Lock.mark().len() as u64).read_to_end(&mut head).map_err(|e| unusable(&e))?;
        let marked = head == Kind::Lock.mark().as_bytes();
        if !marked && !head.is_empty() {
            is_there(&path, Kind::Lock)?;
        }
        Ok(Lock { path, _file: file, marked })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.marked {
            // A lock that cannot be removed does not lock any more, and can be taken again.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether two descriptions are of one file.
#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether two descriptions are of one file, as far as they tell.
#[cfg(not(unix))]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    let told = |file: &fs::Metadata| (file.len(), file.modified().ok(), file.created().ok());
    told(one) == told(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_guesses_the_names_of_parts() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("level-3.keys");
        let begin = |_| Part::begin(target.clone(), Kind::Level, Kind::Level.mark()).unwrap();
        let parts: Vec<Part> = (0..4).map(begin).collect();
        let numbers: Vec<u64> = parts
            .iter()
            .map(|part| {
                let name = part.path.file_name().unwrap().to_str().unwrap();
                let number = name.strip_prefix("level-3.").and_then(|name| name.strip_suffix(Part::SUFFIX));
                number.unwrap().parse().unwrap()
            })
            .collect();
        // Small numbers, or numbers that follow one another, could be guessed.
        assert!(numbers.iter().all(|&number| number > 1 << 32), "{numbers:?}");
        assert!(numbers.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1 << 32), "{numbers:?}");
        drop(parts);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
