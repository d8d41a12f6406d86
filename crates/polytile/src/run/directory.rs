//! A directory in which one run keeps what it has, and from which it is resumed: its checkpoint and its lock.
//!
//! In: where it is, what kind of run it is of, and whether a run is to be resumed. The file `checkpoint` there says what the run
//! knows, in the form of [`super::checkpoint`], and is replaced by renaming: whenever the process dies, a whole one is there. The
//! process at work keeps `lock` locked, a file that locks nobody out once the process is gone. Only files that carry our own
//! mark are replaced or removed ([`super::own`]). What else is in the directory is the affair of the run: the level loop has its
//! levels there (`layered/disk.rs`), a count its layers (`frontier/archive.rs`), a table nothing (`count/table/kept.rs`).

use super::checkpoint::{self, CheckpointError};
pub(crate) use super::own::Lock;
use super::own::{self, Kind, Part};
use super::{LevelsError, fnv};
use serde::{Serialize, de::DeserializeOwned};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What the checkpoint is called.
pub const CHECKPOINT: &str = "checkpoint";
/// What the lock is called.
pub(crate) const LOCK: &str = "lock";

/// More bytes than the first words of a checkpoint are.
const HEAD: u64 = 1 << 8;

/// The longest checkpoint that is read: one with millions of levels.
const LONGEST: u64 = 1 << 28;

/// What is said of a longer one.
const TOO_LONG: &str = "it is longer than 256 MiB";

/// A directory for one run.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    pub path: PathBuf,
    /// What kind of run: a word, which its checkpoints begin with.
    pub kind: &'static str,
    /// Whether it goes on from the checkpoint that is there.
    pub resume: bool,
}

/// Which file of a run is called like this, and whether it is a whole one; the checkpoint and the lock apart.
pub(crate) type Role = fn(&Path) -> Option<(Kind, bool)>;

impl Directory {
    /// Where the checkpoint is.
    pub fn checkpoint(&self) -> PathBuf {
        self.path.join(CHECKPOINT)
    }

    /// Makes the directory, and sees to it that nobody else works in it.
    ///
    /// # Errors
    /// When a run is to be resumed and there is none, somebody else is at work, or no files can be made.
    pub fn lock(&self) -> Result<Lock, LevelsError> {
        if self.resume && !own::is_there(&self.checkpoint(), Kind::Checkpoint)? {
            return Err(LevelsError::NoCheckpoint { path: self.path.clone() });
        }
        let unusable = |e: std::io::Error| LevelsError::unwritable(&self.path, &e);
        fs::create_dir_all(&self.path).map_err(unusable)?;
        Lock::take(self.path.join(LOCK))
    }

    /// Sees to it that nothing is there that could be resumed, unless that is what is wanted.
    ///
    /// # Errors
    /// When there is.
    pub fn expect_unused(&self) -> Result<(), LevelsError> {
        if self.resume || !own::is_there(&self.checkpoint(), Kind::Checkpoint)? {
            return Ok(());
        }
        self.expect_kind()?;
        Err(LevelsError::InUse { path: self.path.clone() })
    }

    /// Sees to it that the checkpoint that is there is no other kind of run's.
    ///
    /// # Errors
    /// When it is, or cannot be read.
    pub fn expect_kind(&self) -> Result<(), LevelsError> {
        let path = self.checkpoint();
        let mut head = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        read.map_err(|e| LevelsError::unreadable(&path, &e))?;
        match checkpoint::kind(&head).filter(|kind| *kind != self.kind) {
            Some(found) => {
                let (found, expected) = (found.to_owned(), self.kind.to_owned());
                Err(LevelsError::Foreign { path, why: CheckpointError::Kind { found, expected }.to_string() })
            }
            None => Ok(()),
        }
    }

    /// The bytes of the checkpoint.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn bytes(&self) -> Result<Vec<u8>, LevelsError> {
        let (path, mut bytes) = (self.checkpoint(), Vec::new());
        let read = File::open(&path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
        read.map_err(|e| LevelsError::unreadable(&path, &e))?;
        if bytes.len() as u64 > LONGEST {
            return Err(self.wrong(TOO_LONG));
        }
        Ok(bytes)
    }

    /// What a checkpoint of these bytes holds; it is still to be held against the question.
    ///
    /// # Errors
    /// When it is damaged, or of another kind or version.
    pub fn read<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, LevelsError> {
        checkpoint::read(self.kind, bytes).map_err(|e| match e {
            CheckpointError::Contradiction(why) => self.wrong(why),
            e @ (CheckpointError::Version { .. } | CheckpointError::Kind { .. }) => {
                self.foreign(e.to_string())
            }
            _ => LevelsError::Damaged { path: self.checkpoint() },
        })
    }

    /// That the checkpoint is of something else.
    pub fn foreign(&self, why: impl Into<String>) -> LevelsError {
        LevelsError::Foreign { path: self.checkpoint(), why: why.into() }
    }

    /// That the checkpoint says what cannot be.
    pub fn wrong(&self, why: impl Into<String>) -> LevelsError {
        LevelsError::Wrong { path: self.checkpoint(), why: why.into() }
    }

    /// Writes a checkpoint in place of the last one.
    ///
    /// # Errors
    /// When it cannot be written; the last one is still there then.
    pub fn save(&self, body: &impl Serialize) -> Result<(), LevelsError> {
        let text = checkpoint::write(self.kind, body);
        let path = self.checkpoint();
        if text.len() as u64 > LONGEST {
            return Err(LevelsError::Unwritable { path, why: TOO_LONG.to_owned(), safe: None });
        }
        Part::begin(path, Kind::Checkpoint, &text)?.finish(false)
    }

    /// Removes the checkpoint of a run that has ended, and then all its other files: whenever the process dies, the directory
    /// can be resumed or begun in. Leaves everything to another process that has resumed it since; returns whether it did not have to.
    ///
    /// # Errors
    /// When there is nothing, or it cannot be removed.
    pub fn tidy(&self, role: Role) -> Result<bool, LevelsError> {
        let _lock = match self.lock() {
            Err(LevelsError::Busy { .. }) => return Ok(false),
            lock => lock?,
        };
        self.expect_kind()?;
        let path = self.checkpoint();
        fs::remove_file(&path).map_err(|e| LevelsError::unusable(&path, &e))?;
        self.sweep(role, &[])?;
        Ok(true)
    }

    /// Removes files of the run that are not among `needed`, and what was not finished: a run that died left them. Before
    /// that, sees to it that no file of somebody else has a name that the run may need.
    ///
    /// # Errors
    /// When one has, or a file cannot be removed.
    pub fn sweep(&self, role: Role, needed: &[PathBuf]) -> Result<(), LevelsError> {
        let unreadable = |e: std::io::Error| LevelsError::unreadable(&self.path, &e);
        let mut left = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let found = unfinished(&path, CHECKPOINT).map(|()| (Kind::Checkpoint, false));
            match found.or_else(|| role(&path)) {
                Some((kind, true)) if own::is_there(&path, kind)? && !needed.contains(&path) => {
                    left.push(path);
                }
                // Another name will be found where this one is taken.
                Some((kind, false)) if own::is_there(&path, kind) == Ok(true) => left.push(path),
                _ => {}
            }
        }
        for path in left {
            fs::remove_file(&path).map_err(|e| LevelsError::unusable(&path, &e))?;
        }
        Ok(())
    }
}

/// A number that the body of a checkpoint determines, for the end of a file that the checkpoint speaks of: where the body has a digest
/// of that file up to there, neither can be changed without the other.
pub(crate) fn seal(body: &impl Serialize) -> u64 {
    // Plain data with text keys: JSON holds it.
    fnv(&serde_json::to_vec(body).unwrap_or_default())
}

/// The name that an unfinished file is on its way to, its extension apart.
pub(crate) fn stem_of_unfinished(path: &Path) -> Option<&str> {
    let (stem, attempt) = path.file_name()?.to_str()?.strip_suffix(Part::SUFFIX)?.rsplit_once('.')?;
    is_number(attempt).then_some(stem)
}

/// Whether this is an unfinished file on its way to the name `stem`.
fn unfinished(path: &Path, stem: &str) -> Option<()> {
    (stem_of_unfinished(path)? == stem).then_some(())
}

/// Whether a text is a number as it is written here.
pub(crate) fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok_and(|number| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_files_are_told_by_their_names() {
        let stem = |name: &str| stem_of_unfinished(Path::new(name)).map(str::to_owned);
        assert_eq!(stem("directory/checkpoint.0.part").as_deref(), Some("checkpoint"));
        assert_eq!(stem("level-12.3.part").as_deref(), Some("level-12"));
        for other in ["checkpoint", "notes.part", "checkpoint.part", "checkpoint.07.part"] {
            assert_eq!(stem(other), None, "{other}");
        }
    }
}
