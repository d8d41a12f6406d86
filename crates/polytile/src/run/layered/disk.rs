//! A directory in which a loop keeps its levels, and from which it is resumed.
//!
//! Files: `level-N.keys`, the two levels that the next one needs, or all of them where they stay; `run-N.keys`, parts of a level that is being made; and
//! `checkpoint`, which says what the loop knows after its last finished level, in the form of [`crate::run::checkpoint`].
//! The checkpoint is replaced by renaming, after the level it speaks of has its name and before the oldest level is
//! removed: whenever the process dies, the checkpoint and the levels it names are whole. Levels of a megabyte or more
//! are on the disk itself before their checkpoint is; what a power cut does to smaller ones, their checksums tell.
//! The process at work keeps the file `lock` locked; once the process is gone, it locks nobody out.
//!
//! Only files that carry our own mark are replaced or removed (`own`); where anything else has one of these names, that
//! is an error before anything is done.
//!
//! What is read back is checked as far as there is anything to check it against: the checkpoint against the question;
//! its two levels against the puzzle, the checkpoint and each other; and both levels against the neighbours of the
//! earlier one (`retrace`). Checkpoint and levels each determine what the other must be, so a change to one of them
//! alone shows, however well its own checksum was mended. If the checkpoint and both levels have been forged to agree,
//! some things cannot be told without exploring again: how many states the levels that are gone had, what was counted in
//! them (neighbours, states with only one, the nearest goal) as long as it is possible at all, and whether states are
//! missing that nothing else leads to.

use super::layer::{Layer, Place, Seal};
pub(super) use super::own::Lock;
use super::own::{self, Kind, Part};
use super::{Known, Layered, LevelsError, Resumed};
use crate::bit_string::BitString;
use crate::run::checkpoint::{self, CheckpointError};
use crate::run::{Control, Progress, fnv};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

/// What the checkpoint and the lock are called.
pub const CHECKPOINT: &str = "checkpoint";
const LOCK: &str = "lock";

/// What the first line of a checkpoint says it is of.
const KIND: &str = "slide";

/// More bytes than the first words of a checkpoint take.
const HEAD: u64 = 1 << 8;

/// The longest checkpoint that is read: one with millions of levels.
const LONGEST: u64 = 1 << 28;

/// More states than anybody explores, and few enough for sums.
const MOST_STATES: u64 = 1 << 62;

/// A directory for one loop.
#[derive(Clone, Debug)]
pub struct Disk {
    directory: PathBuf,
    /// What is explored, and how: a checkpoint of anything else is refused.
    fingerprint: u64,
    resume: bool,
}

/// What a checkpoint holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<T> {
    what: String,
    levels: Vec<u64>,
    tally: T,
    /// The digest of the whole of the last level but one, if there is one, and that of the last level up to its seal.
    digests: Vec<u64>,
}

impl<T: Serialize> Body<T> {
    /// What the file of the last level ends with.
    fn seal(&self) -> Seal {
        // Plain data with text keys: JSON holds it.
        fnv(&serde_json::to_vec(self).unwrap_or_default())
    }
}

/// The state of a loop that is resumed.
type ResumedOf<L> = Resumed<<L as Layered>::Key, <L as Layered>::Tally>;

impl Disk {
    /// The directory `directory`, which is made if it does not exist; the loop is resumed from the checkpoint in it if
    /// `resume`. `fingerprint` is what tells one question from another.
    pub fn new(directory: impl Into<PathBuf>, fingerprint: u64, resume: bool) -> Self {
        Disk { directory: directory.into(), fingerprint, resume }
    }

    /// Where the checkpoint is.
    pub fn checkpoint(&self) -> PathBuf {
        self.directory.join(CHECKPOINT)
    }

    fn level_path(&self, number: u64) -> PathBuf {
        self.directory.join(format!("level-{number}.keys"))
    }

    pub(super) fn level<L: Layered>(&self, number: u64) -> Place {
        Place { path: self.level_path(number), kind: Kind::Level, title: self.title::<L>(number) }
    }

    pub(super) fn run<L: Layered>(&self, number: usize) -> Place {
        let title = format!("{}1 {} {number}\n", Kind::Run.mark(), self.what::<L>());
        Place { path: self.directory.join(format!("run-{number}.keys")), kind: Kind::Run, title }
    }

    /// The first line of the file of a level.
    fn title<L: Layered>(&self, number: u64) -> String {
        format!("{}1 {} {number}\n", Kind::Level.mark(), self.what::<L>())
    }

    fn what<L: Layered>(&self) -> String {
        format!("{:016x}-{}", self.fingerprint, L::Key::BITS)
    }

    /// Makes the directory, and makes sure that nobody else works in it.
    pub(super) fn lock(&self) -> Result<Lock, LevelsError> {
        if self.resume && !own::is_there(&self.checkpoint(), Kind::Checkpoint)? {
            return Err(LevelsError::NoCheckpoint { path: self.directory.clone() });
        }
        let unusable = |e: std::io::Error| LevelsError::unwritable(&self.directory, &e);
        fs::create_dir_all(&self.directory).map_err(unusable)?;
        Lock::take(self.directory.join(LOCK))
    }

    /// Makes the directory ready, and reads the checkpoint to be resumed.
    pub(super) fn begin<L: Layered>(
        &self,
        layered: &L,
        roots: &[L::Key],
        expected: Option<u64>,
        keeps: bool,
        control: &Control,
    ) -> Result<Option<ResumedOf<L>>, LevelsError> {
        let path = self.checkpoint();
        if !self.resume {
            self.expect_unused()?;
            self.sweep(&[])?;
            return Ok(None);
        }
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
        read.map_err(|e| LevelsError::unreadable(&path, &e))?;
        let body = self.read(layered, &bytes, &path)?;
        if expected.is_some_and(|most| body.levels.iter().sum::<u64>() > most) {
            let why = "it speaks of more states than can be".to_owned();
            return Err(LevelsError::Wrong { path, why });
        }
        let last = body.levels.len() as u64 - 1;
        // No digests of older levels are known. What has been opened stays open besides what is being opened.
        let opened = Cell::new(0);
        let open = |number: u64, digest: Option<u64>| {
            let path = self.level_path(number);
            if !own::is_there(&path, Kind::Level)? {
                return Err(LevelsError::Damaged { path });
            }
            let file = File::open(&path).map_err(|e| LevelsError::unreadable(&path, &e))?;
            let control = &control.holding(opened.get());
            let level = Layer::open(layered, &path, file, &self.title::<L>(number), control)?;
            opened.set(opened.get() + level.memory());
            let wrong = |why: &str| Err(LevelsError::Wrong { path: path.clone(), why: why.to_owned() });
            let said = if number == last { level.digest } else { level.whole() };
            if level.states != body.levels[number as usize] || digest.is_some_and(|digest| said != digest) {
                return wrong("it is not the level that the checkpoint speaks of");
            }
            if number == last && level.seal != body.seal() {
                return wrong("it does not belong to what the checkpoint says of earlier levels");
            }
            control.check(Progress::States { levels: number, found: level.states, expected: None })?;
            let mut here = roots.to_vec();
            level.reader().keep(&mut here)?;
            let expected = if number == 0 { roots.len() } else { 0 };
            if here.len() != expected || number == 0 && level.states != expected as u64 {
                return wrong("the start is where it cannot be");
            }
            Ok(level)
        };
        let level = open(last, body.digests.last().copied())?;
        let before = match last.checked_sub(1) {
            Some(before) => open(before, body.digests.first().copied())?,
            None => Layer::empty(),
        };
        let oldest = if keeps { 0 } else { last.saturating_sub(1) };
        let older = if keeps {
            Some((0..last.saturating_sub(1)).map(|number| open(number, None)).collect::<Result<_, _>>()?)
        } else {
            None
        };
        if level.meets(&before, control)? {
            let why = format!("it has states of level {}, too", last.saturating_sub(1));
            return Err(LevelsError::Wrong { path: self.level_path(last), why });
        }
        let needed: Vec<PathBuf> = (oldest..=last).map(|number| self.level_path(number)).collect();
        self.sweep(&needed)?;
        Ok(Some(Resumed { levels: body.levels, tally: body.tally, older, before, level }))
    }

    /// Makes sure that nothing is there that could be resumed, unless resuming is what is wanted.
    ///
    /// # Errors
    /// When there is.
    pub fn expect_unused(&self) -> Result<(), LevelsError> {
        if self.resume || !own::is_there(&self.checkpoint(), Kind::Checkpoint)? {
            return Ok(());
        }
        self.expect_kind()?;
        Err(LevelsError::InUse { path: self.directory.clone() })
    }

    /// Makes sure that a checkpoint that is there is not one of another kind of run.
    fn expect_kind(&self) -> Result<(), LevelsError> {
        let path = self.checkpoint();
        let mut head = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        read.map_err(|e| LevelsError::unreadable(&path, &e))?;
        match checkpoint::kind(&head).filter(|kind| *kind != KIND) {
            Some(found) => {
                let (found, expected) = (found.to_owned(), KIND.to_owned());
                Err(LevelsError::Foreign { path, why: CheckpointError::Kind { found, expected }.to_string() })
            }
            None => Ok(()),
        }
    }

    /// Reads a checkpoint, and holds it against the question and itself.
    fn read<L: Layered>(
        &self,
        layered: &L,
        bytes: &[u8],
        path: &Path,
    ) -> Result<Body<L::Tally>, LevelsError> {
        let foreign = |why: String| LevelsError::Foreign { path: path.to_owned(), why };
        let wrong = |why: String| LevelsError::Wrong { path: path.to_owned(), why };
        let body: Body<L::Tally> = checkpoint::read(KIND, bytes).map_err(|e| match e {
            CheckpointError::Contradiction(why) => wrong(why),
            e @ (CheckpointError::Version { .. } | CheckpointError::Kind { .. }) => foreign(e.to_string()),
            _ => LevelsError::Damaged { path: path.to_owned() },
        })?;
        if body.what != self.what::<L>() {
            return Err(foreign("this is a checkpoint of another puzzle, metric or engine".to_owned()));
        }
        let states = body.levels.iter().try_fold(0_u64, |sum, &level| sum.checked_add(level));
        if states.is_none_or(|states| states > MOST_STATES) {
            return Err(wrong("it speaks of more states than can be".to_owned()));
        }
        if body.levels.is_empty() || body.levels.contains(&0) {
            return Err(wrong("a level has no states".to_owned()));
        }
        if body.digests.len() != body.levels.len().min(2) {
            return Err(wrong("it does not name the last two levels".to_owned()));
        }
        match layered.contradiction(&body.levels, &body.tally) {
            Some(why) => Err(wrong(why)),
            None => Ok(body),
        }
    }

    /// Looks through the text of a checkpoint on its own. Returns how many states the levels have.
    ///
    /// # Errors
    /// When it is not one of this loop, or says what cannot be.
    pub fn look_at_checkpoint<L: Layered>(&self, layered: &L, bytes: &[u8]) -> Result<Vec<u64>, LevelsError> {
        self.read(layered, bytes, &self.checkpoint()).map(|body| body.levels)
    }

    /// Looks through the content of the file of level `number` on its own. Returns how many states it has.
    ///
    /// # Errors
    /// When it is not a level of this loop, or holds what is not a state.
    pub fn look_at_level<L: Layered>(
        &self,
        layered: &L,
        number: u64,
        bytes: &[u8],
        control: &Control,
    ) -> Result<u64, LevelsError> {
        let (path, title) = (self.level_path(number), self.title::<L>(number));
        Layer::open(layered, &path, Cursor::new(bytes), &title, control)
            .map(|level: Layer<L::Key>| level.states)
    }

    fn body<L: Layered>(&self, known: &Known<'_, L>) -> Body<L::Tally> {
        let digests = [known.before.whole(), known.level.digest];
        Body {
            what: self.what::<L>(),
            levels: known.levels.to_vec(),
            tally: known.tally.clone(),
            digests: digests[2 - known.levels.len().min(2)..].to_vec(),
        }
    }

    /// What the file of the last level known ends with.
    pub(super) fn seal<L: Layered>(&self, known: &Known<'_, L>) -> Seal {
        self.body(known).seal()
    }

    /// Writes a checkpoint.
    pub(super) fn save<L: Layered>(&self, known: &Known<'_, L>) -> Result<(), LevelsError> {
        let text = checkpoint::write(KIND, &self.body(known));
        Part::begin(self.checkpoint(), Kind::Checkpoint, &text)?.finish(false)
    }

    /// Removes what a loop that has ended left, the checkpoint first: whenever the process dies, the directory can be
    /// resumed from or begun in. If another process has resumed from it since, everything is left to that process.
    ///
    /// # Errors
    /// When there is nothing, or it cannot be removed.
    pub fn tidy(&self) -> Result<(), LevelsError> {
        let _lock = match self.lock() {
            Err(LevelsError::Busy { .. }) => return Ok(()),
            lock => lock?,
        };
        self.expect_kind()?;
        let path = self.checkpoint();
        fs::remove_file(&path).map_err(|e| LevelsError::unusable(&path, &e))?;
        self.sweep(&[])
    }

    /// Removes levels and runs that are not among `needed`, and what was not finished: a loop that died left them. Before that,
    /// makes sure that no file of somebody else has a name that the loop may need.
    fn sweep(&self, needed: &[PathBuf]) -> Result<(), LevelsError> {
        let unreadable = |e: std::io::Error| LevelsError::unreadable(&self.directory, &e);
        let mut left = Vec::new();
        for entry in fs::read_dir(&self.directory).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            match role(&path) {
                Some((kind, true)) if own::is_there(&path, kind)? && !needed.contains(&path) => {
                    left.push(path);
                }
                // If this name is taken, another will be found.
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

/// Whether a loop that keeps its levels in a directory needs the name of this file there. A file of any other name is in
/// nobody's way.
///
/// ```
/// use polytile::sliding::explore::is_used;
/// use std::path::Path;
/// assert!(is_used(Path::new("levels/level-7.keys")) && is_used(Path::new("lock")));
/// assert!(!is_used(Path::new("levels/level-7.toml")));
/// ```
pub fn is_used(path: &Path) -> bool {
    let is_fixed = path.file_name().is_some_and(|name| name == CHECKPOINT || name == LOCK);
    is_fixed || matches!(role(path), Some((_, true)))
}

/// Which file of a loop has this name, and whether it is a complete one; the checkpoint and the lock apart.
fn role(path: &Path) -> Option<(Kind, bool)> {
    let name = path.file_name()?.to_str()?;
    let is_number = |text: &str| text.parse::<u64>().is_ok_and(|number| number.to_string() == text);
    let of = |stem: &str| match stem.split_once('-')? {
        ("level", number) if is_number(number) => Some(Kind::Level),
        ("run", number) if is_number(number) => Some(Kind::Run),
        _ => None,
    };
    if let Some(stem) = name.strip_suffix(".keys") {
        return Some((of(stem)?, true));
    }
    let (stem, attempt) = name.strip_suffix(Part::SUFFIX)?.rsplit_once('.')?;
    let kind = if stem == CHECKPOINT { Kind::Checkpoint } else { of(stem)? };
    is_number(attempt).then_some((kind, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let role = |name: &str| role(&Path::new("directory").join(name));
        assert_eq!(role("level-7.keys"), Some((Kind::Level, true)));
        assert_eq!(role("run-0.keys"), Some((Kind::Run, true)));
        assert_eq!(role("level-12.3.part"), Some((Kind::Level, false)));
        assert_eq!(role("checkpoint.0.part"), Some((Kind::Checkpoint, false)));
        for other in
            ["level-07.keys", "level-.keys", "level-7", "notes.part", "checkpoint", "lock", "level-7.part"]
        {
            assert_eq!(role(other), None, "{other}");
        }
        for (name, used) in
            [("lock", true), ("run-3.keys", true), ("level-3.1.part", false), ("locks", false)]
        {
            assert_eq!(is_used(Path::new(name)), used, "{name}");
        }
    }
}
