//! A directory in which a loop keeps its levels, and from which it is resumed.
//!
//! Files: `level-N.keys`, the two levels that the next one needs, or all of them where they stay; `run-N.keys`, parts of a level that is being made; and
//! `checkpoint`, which says what the loop knows after its last finished level, in the form of [`crate::run::checkpoint`].
//! The checkpoint ([`Directory`]) is replaced by renaming, after the level it speaks of has its name and before the oldest level is
//! removed: whenever the process dies, the checkpoint and the levels it names are whole. Levels of a megabyte or more
//! are on the disk itself before their checkpoint is; what a power cut does to smaller ones, their checksums tell.
//!
//! Only files that carry our own mark are replaced or removed; where something else has one of these names, that
//! is an error before anything else is done.
//!
//! What is read back is checked as far as there is anything to check it against: the checkpoint against the question;
//! its two levels against the puzzle, the checkpoint and each other; and both levels against the neighbours of the
//! earlier one (`retrace`). Checkpoint and levels each determine what the other must be, so a change to one of them
//! alone shows, however well its own checksum was mended. If the checkpoint and both levels have been forged to agree,
//! some things cannot be told without exploring again: how many states the levels that are gone had, what was counted in
//! them (neighbours, states with only one, the nearest goal) as long as it is possible at all, and whether states are
//! missing that nothing else leads to.

use super::layer::{Layer, Place, Seal};
use super::{Known, Layered, LevelsError, Resumed, Share};
use crate::bit_string::BitString;
pub use crate::run::directory::CHECKPOINT;
pub(super) use crate::run::directory::Lock;
use crate::run::directory::{Directory, LOCK, is_number, seal, stem_of_unfinished};
use crate::run::own::{self, Kind};
use crate::run::{Control, Progress};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::fs::File;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// What the first line of a checkpoint says it is of.
const KIND: &str = "slide";

/// More states than anybody explores, and few enough for sums.
pub(super) const MOST_STATES: u64 = 1 << 62;

/// A directory for one loop.
#[derive(Clone, Debug)]
pub struct Disk {
    directory: Directory,
    /// What is explored, and how: a checkpoint of anything else is refused.
    fingerprint: u64,
    /// Whose levels are there, where several workers share the loop.
    share: Share,
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

/// The state of a loop that is resumed.
type ResumedOf<L> = Resumed<<L as Layered>::Key, <L as Layered>::Tally>;

impl Disk {
    /// The directory `directory`, which is made if it does not exist; the loop is resumed from the checkpoint in it if
    /// `resume`. `fingerprint` is what tells one question from another.
    pub fn new(directory: impl Into<PathBuf>, fingerprint: u64, resume: bool) -> Self {
        let directory = Directory { path: directory.into(), kind: KIND, resume };
        Disk { directory, fingerprint, share: Share::ALL }
    }

    /// The folder in `directory` for what belongs to one of several workers.
    pub(super) fn of_share(directory: &Path, fingerprint: u64, share: Share) -> Self {
        Disk { share, ..Disk::new(directory.join(folder(share)), fingerprint, false) }
    }

    /// Removes what is no longer needed in the folder, and sees to it that nobody else's file has a name that is.
    pub(super) fn sweep(&self, needed: &[PathBuf]) -> Result<(), LevelsError> {
        self.directory.sweep(role, needed)
    }

    /// Where the checkpoint is: that of several workers lies beside their folders.
    pub fn checkpoint(&self) -> PathBuf {
        match self.directory.path.parent() {
            Some(root) if self.share != Share::ALL => root.join(CHECKPOINT),
            _ => self.directory.checkpoint(),
        }
    }

    pub(super) fn level_path(&self, number: u64) -> PathBuf {
        self.directory.path.join(format!("level-{number}.keys"))
    }

    pub(super) fn level<L: Layered>(&self, number: u64) -> Place {
        Place { path: self.level_path(number), kind: Kind::Level, title: self.title::<L>(number) }
    }

    pub(super) fn run<L: Layered>(&self, number: usize) -> Place {
        let title = format!("{}{number}\n", self.begins::<L>(Kind::Run));
        Place { path: self.directory.path.join(format!("run-{number}.keys")), kind: Kind::Run, title }
    }

    /// The first line of the file of a level.
    pub(super) fn title<L: Layered>(&self, number: u64) -> String {
        format!("{}{number}\n", self.begins::<L>(Kind::Level))
    }

    /// What the first lines of levels or of parts of them begin with.
    pub(super) fn begins<L: Layered>(&self, kind: Kind) -> String {
        format!("{}1 {} ", kind.mark(), self.what::<L>())
    }

    pub(super) fn what<L: Layered>(&self) -> String {
        let what = format!("{:016x}-{}", self.fingerprint, L::Key::BITS);
        if self.share == Share::ALL { what } else { format!("{what}-{}", folder(self.share)) }
    }

    /// As [`Directory::lock`].
    pub(super) fn lock(&self) -> Result<Lock, LevelsError> {
        self.directory.lock()
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
        if !self.directory.resume {
            self.expect_unused()?;
            self.directory.sweep(role, &[])?;
            return Ok(None);
        }
        let body = self.read(layered, &self.directory.bytes()?)?;
        if expected.is_some_and(|most| body.levels.iter().sum::<u64>() > most) {
            return Err(self.directory.wrong("it speaks of more states than can be"));
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
            let (title, is_state) = (self.title::<L>(number), layered.judge());
            let level = Layer::open(&path, file, &title, 0, &|key, _| is_state(key), control)?;
            opened.set(opened.get() + level.memory());
            let wrong = |why: &str| Err(LevelsError::Wrong { path: path.clone(), why: why.to_owned() });
            let said = if number == last { level.digest } else { level.whole() };
            if level.states != body.levels[number as usize] || digest.is_some_and(|digest| said != digest) {
                return wrong("it is not the level that the checkpoint speaks of");
            }
            if number == last && level.seal != seal(&body) {
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
        self.directory.sweep(role, &needed)?;
        Ok(Some(Resumed { levels: body.levels, tally: body.tally, older, before, level }))
    }

    /// As [`Directory::expect_unused`].
    pub fn expect_unused(&self) -> Result<(), LevelsError> {
        self.directory.expect_unused()
    }

    /// Reads a checkpoint, and holds it against the question and itself.
    fn read<L: Layered>(&self, layered: &L, bytes: &[u8]) -> Result<Body<L::Tally>, LevelsError> {
        let wrong = |why: &str| self.directory.wrong(why);
        let body: Body<L::Tally> = self.directory.read(bytes)?;
        if body.what != self.what::<L>() {
            return Err(self.directory.foreign("this is a checkpoint of another puzzle, metric or engine"));
        }
        let states = body.levels.iter().try_fold(0_u64, |sum, &level| sum.checked_add(level));
        if states.is_none_or(|states| states > MOST_STATES) {
            return Err(wrong("it speaks of more states than can be"));
        }
        if body.levels.is_empty() || body.levels.contains(&0) {
            return Err(wrong("a level has no states"));
        }
        if body.digests.len() != body.levels.len().min(2) {
            return Err(wrong("it does not name the last two levels"));
        }
        match layered.contradiction(&body.levels, &body.tally) {
            Some(why) => Err(wrong(&why)),
            None => Ok(body),
        }
    }

    /// Looks through the text of a checkpoint on its own. Returns how many states the levels have.
    ///
    /// # Errors
    /// When it is not one of this loop, or says what cannot be.
    pub fn look_at_checkpoint<L: Layered>(&self, layered: &L, bytes: &[u8]) -> Result<Vec<u64>, LevelsError> {
        self.read(layered, bytes).map(|body| body.levels)
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
        let (path, title, is_state) = (self.level_path(number), self.title::<L>(number), layered.judge());
        Layer::open(&path, Cursor::new(bytes), &title, 0, &|key, _| is_state(key), control)
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
        seal(&self.body(known))
    }

    /// Writes a checkpoint.
    pub(super) fn save<L: Layered>(&self, known: &Known<'_, L>) -> Result<(), LevelsError> {
        self.directory.save(&self.body(known))
    }

    /// As [`Directory::tidy`].
    pub fn tidy(&self) -> Result<(), LevelsError> {
        self.directory.tidy(role).map(drop)
    }
}

/// What the folder of a worker is called.
pub(super) fn folder(share: Share) -> String {
    format!("worker-{}-of-{}", share.worker, share.workers)
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

/// Which file of a loop is called like this, as of [`Role`](crate::run::directory::Role).
pub(crate) fn role(path: &Path) -> Option<(Kind, bool)> {
    let of = |stem: &str| match stem.split_once('-')? {
        ("level", number) if is_number(number) => Some(Kind::Level),
        ("run", number) if is_number(number) => Some(Kind::Run),
        _ => None,
    };
    match path.file_name()?.to_str()?.strip_suffix(".keys") {
        Some(stem) => Some((of(stem)?, true)),
        None => Some((of(stem_of_unfinished(path)?)?, false)),
    }
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
