//! A directory in which a loop keeps its levels, and from which it goes on.
//!
//! Files: `level-N.keys`, the two levels that the next one needs; `run-N.keys`, parts of a level that is being made; and
//! `checkpoint`, which says what the loop knows after its last finished level, in the form of [`crate::run::checkpoint`].
//! The checkpoint is replaced by renaming, after the level it speaks of has its name and before the oldest level is
//! removed: whenever the process dies, the checkpoint and the levels it names are whole. Levels of a megabyte or more
//! are on the disk itself before their checkpoint is; what a power cut does to smaller ones, their checksums tell.
//! The process at work keeps `lock` locked, a file that locks nobody out once the process is gone.

use super::key::Key;
use super::level::Level;
use super::{Layered, LayeredError};
use crate::run::checkpoint::{self, CheckpointError};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// What the first line of a checkpoint says it is of.
const KIND: &str = "slide";

/// A directory for one loop.
#[derive(Clone, Debug)]
pub struct Disk {
    directory: PathBuf,
    /// What is explored, and how: a checkpoint of anything else is refused.
    fingerprint: u64,
    resume: bool,
}

/// That nobody else works in a directory, as long as this is there.
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // One that cannot be removed is no lock any more, and is taken again.
        let _ = fs::remove_file(&self.path);
    }
}

/// What a checkpoint holds.
#[derive(Serialize, Deserialize)]
struct Body<T> {
    what: String,
    levels: Vec<u64>,
    tally: T,
}

/// What a loop knew when it ended.
pub(super) struct Resumed<K, T> {
    pub levels: Vec<u64>,
    pub tally: T,
    pub before: Level<K>,
    pub level: Level<K>,
}

/// The same, of a loop.
type ResumedOf<L> = Resumed<<L as Layered>::Key, <L as Layered>::Tally>;

impl Disk {
    /// The directory `directory`, which is made if it does not exist; the loop goes on from the checkpoint in it if
    /// `resume`. `fingerprint` is what tells one question from another.
    pub fn new(directory: impl Into<PathBuf>, fingerprint: u64, resume: bool) -> Self {
        Disk { directory: directory.into(), fingerprint, resume }
    }

    /// Where the checkpoint is.
    pub fn checkpoint(&self) -> PathBuf {
        self.directory.join("checkpoint")
    }

    pub(super) fn level(&self, number: u64) -> PathBuf {
        self.directory.join(format!("level-{number}.keys"))
    }

    pub(super) fn run(&self, number: usize) -> PathBuf {
        self.directory.join(format!("run-{number}.keys"))
    }

    /// Makes the directory, and sees to it that nobody else works in it. The system releases the lock of a process
    /// that dies.
    pub(super) fn lock(&self) -> Result<Lock, LayeredError> {
        if self.resume && !self.checkpoint().exists() {
            return Err(LayeredError::NoCheckpoint { path: self.directory.clone() });
        }
        let unusable = |e: std::io::Error| LayeredError::unwritable(&self.directory, &e);
        let busy = || LayeredError::Busy { path: self.directory.clone() };
        fs::create_dir_all(&self.directory).map_err(unusable)?;
        let path = self.directory.join("lock");
        let file = File::create(&path).map_err(unusable)?;
        match file.try_lock() {
            // Whoever held it may have removed the file meanwhile: then it keeps nobody out.
            Ok(()) if path.exists() => Ok(Lock { path, _file: file }),
            Ok(()) | Err(TryLockError::WouldBlock) => Err(busy()),
            Err(TryLockError::Error(e)) => Err(unusable(e)),
        }
    }

    /// Makes the directory ready, and reads the checkpoint to go on from.
    pub(super) fn begin<L: Layered>(&self) -> Result<Option<ResumedOf<L>>, LayeredError> {
        if !self.resume {
            if self.checkpoint().exists() {
                return Err(LayeredError::InUse { path: self.directory.clone() });
            }
            self.sweep::<u64>(&[])?;
            return Ok(None);
        }
        let path = self.checkpoint();
        let text = fs::read(&path).map_err(|e| LayeredError::unreadable(&path, &e))?;
        let text = String::from_utf8(text).map_err(|_| LayeredError::Damaged { path: path.clone() })?;
        let foreign = |why: String| LayeredError::Foreign { path: path.clone(), why };
        let body: Body<L::Tally> = checkpoint::read(KIND, &text).map_err(|e| match e {
            CheckpointError::Damaged | CheckpointError::Other => LayeredError::Damaged { path: path.clone() },
            e @ (CheckpointError::Version { .. } | CheckpointError::Kind { .. }) => foreign(e.to_string()),
        })?;
        if body.what != self.what::<L>() {
            return Err(foreign("this is a checkpoint of another puzzle or metric".to_owned()));
        }
        let last = (body.levels.len() as u64)
            .checked_sub(1)
            .ok_or_else(|| LayeredError::Damaged { path: path.clone() })?;
        let open = |number: u64| {
            let path = self.level(number);
            let level = Level::open(&path)?;
            if level.states != body.levels[number as usize] {
                return Err(LayeredError::Damaged { path });
            }
            Ok(level)
        };
        let level = open(last)?;
        let before = last.checked_sub(1).map_or(Ok(Level::empty()), open)?;
        self.sweep(&[&level, &before])?;
        Ok(Some(Resumed { levels: body.levels, tally: body.tally, before, level }))
    }

    /// Writes a checkpoint, and removes the level that is no longer needed.
    pub(super) fn save<L: Layered>(
        &self,
        levels: &[u64],
        tally: &L::Tally,
        oldest: &Level<L::Key>,
    ) -> Result<(), LayeredError> {
        let body = Body { what: self.what::<L>(), levels: levels.to_vec(), tally: tally.clone() };
        let path = self.checkpoint();
        let beside = self.directory.join("checkpoint.part");
        fs::write(&beside, checkpoint::write(KIND, &body))
            .and_then(|()| fs::rename(&beside, &path))
            .map_err(|e| LayeredError::unwritable(&path, &e))?;
        discard(oldest);
        Ok(())
    }

    /// Removes what a loop that has ended left, the checkpoint first: whenever the process dies, the directory can be
    /// gone on from or begun in. Leaves everything to another process that has gone on from there since.
    ///
    /// # Errors
    /// When there is nothing, or it cannot be removed.
    pub fn tidy(&self) -> Result<(), LayeredError> {
        let _lock = match self.lock() {
            Err(LayeredError::Busy { .. }) => return Ok(()),
            lock => lock?,
        };
        let path = self.checkpoint();
        fs::remove_file(&path).map_err(|e| LayeredError::unwritable(&path, &e))?;
        self.sweep::<u64>(&[])
    }

    /// Removes levels and runs that are not among `needed`: a loop that died left them.
    fn sweep<K: Key>(&self, needed: &[&Level<K>]) -> Result<(), LayeredError> {
        let unreadable = |e: std::io::Error| LayeredError::unreadable(&self.directory, &e);
        for entry in fs::read_dir(&self.directory).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if is_ours(&path) && !needed.iter().any(|level| level.path() == Some(&path)) {
                fs::remove_file(&path).map_err(|e| LayeredError::unwritable(&path, &e))?;
            }
        }
        Ok(())
    }

    fn what<L: Layered>(&self) -> String {
        format!("{:016x}-{}", self.fingerprint, L::Key::BITS)
    }
}

/// Removes the file of a level that nobody needs. One that cannot be removed only takes room until the end.
pub(super) fn discard<K: Key>(level: &Level<K>) {
    if let Some(path) = level.path() {
        let _ = fs::remove_file(path);
    }
}

/// Whether a file is called like one of a loop's.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let number = ["level-", "run-"].iter().find_map(|kind| name.strip_prefix(kind));
    let number = number.and_then(|rest| rest.strip_suffix(".keys").or_else(|| rest.strip_suffix(".part")));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
        || name == "checkpoint.part"
}
