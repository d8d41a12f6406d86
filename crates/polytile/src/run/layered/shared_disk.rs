//! The directory of a loop that several workers share, and how it is resumed, by as many workers or by others.
//!
//! Files: in the directory `checkpoint` and `lock`, which belong to the first worker; in it for each worker a folder
//! `worker-K-of-N` with a `lock` and its share of the levels, as `disk` has them. The checkpoint names the digests of the shares
//! of the last two levels at every worker, and is replaced by renaming once they all have their names; so whenever some processes
//! die, or all, the levels that the checkpoint speaks of are whole. The folders may be on the disks of different machines.
//!
//! Resuming with another number of workers, each reads the shares of all, keeps what it owns now, and a new checkpoint replaces
//! the old one before the old folders go; for that every worker must see all folders.
//!
//! A folder may hold what a checkpoint on another machine speaks of. So every loop has a number that its first worker draws; the
//! checkpoint has it, and the first lines of levels. Levels with another number are not touched: a worker whose folder has some
//! refuses it. Whoever is killed when the checkpoint has gone and before his folder has, leaves such a folder, though the answer
//! was there.
//!
//! What is read back is checked: the checkpoint against the question, every file against the digest in the checkpoint, keys
//! against the puzzle, the two levels against each other, and then, by all workers together, both against the neighbours of the
//! earlier one (`retrace`).

use super::disk::{Disk, MOST_STATES, folder, role};
use super::exchange::{Exchange, Share};
use super::layer::{Layer, Place, Writer, Written};
use super::together::{ResumedShare, Together, garbled, gathered};
use super::{Layered, LevelsError};
use crate::bit_string::BitString;
use crate::run::directory::{Directory, Lock, is_number};
use crate::run::own::{self, Kind};
use crate::run::{Control, Progress};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

/// What the first line of a checkpoint says it is of.
const KIND: &str = "slide-processes";

/// The directory of a loop that is shared.
pub(super) struct SharedDisk {
    root: Directory,
    fingerprint: u64,
    /// The most states that there can be, if it is known.
    expected: Option<u64>,
    share: Share,
    /// Tells this loop from others of the same question.
    run: u64,
    /// The folder of this worker.
    own: Disk,
    /// As long as these are held, nobody else works there.
    _locks: Vec<Lock>,
    /// Goes after the locks.
    _folder: Emptied,
}

/// A folder that is removed, if nothing is in it.
struct Emptied(PathBuf);

impl Drop for Emptied {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// What the files of a worker's share of the last two levels are known by.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Digests {
    pub before: u64,
    pub level: u64,
}

/// What a worker has of the last level but one and of the last.
type Shares<K> = (Layer<K>, Layer<K>);

/// What a checkpoint holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<T> {
    what: String,
    run: u64,
    levels: Vec<u64>,
    tally: T,
    /// For each worker.
    digests: Vec<Digests>,
}

impl SharedDisk {
    /// Sees to it that nobody else works in the directory and in the folder of this worker.
    ///
    /// # Errors
    /// When somebody does, there is a checkpoint though none is to be resumed or none though one is, or no files can be made.
    pub fn open(directory: &Path, together: Together<'_>, share: Share) -> Result<Self, LevelsError> {
        let Together { expected, fingerprint, resume, .. } = together;
        let root = Directory { path: directory.to_owned(), kind: KIND, resume };
        // What it is of is known when it begins.
        let (run, own) = (0, Disk::of_share(directory, fingerprint, share));
        let mut locks = Vec::new();
        if share.worker == 0 {
            locks.push(root.lock()?);
            root.expect_unused()?;
        }
        let emptied = Emptied(directory.join(folder(share)));
        locks.push(own.lock()?);
        Ok(SharedDisk { root, fingerprint, expected, share, run, own, _locks: locks, _folder: emptied })
    }

    /// The folder of this worker.
    pub fn own(&self) -> &Disk {
        &self.own
    }

    /// Where the checkpoint is.
    pub fn checkpoint(&self) -> PathBuf {
        self.root.checkpoint()
    }

    /// The error of a checkpoint that leads to more than `most` states.
    pub fn too_many(&self, most: u64) -> LevelsError {
        self.root.wrong(format!("it leads to more states than the {most} that can be"))
    }

    /// Makes the directory ready, and reads the checkpoint to be resumed.
    ///
    /// # Errors
    /// When it cannot be believed, or as the exchange fails.
    pub fn begin<L: Layered, X: Exchange>(
        &mut self,
        layered: &L,
        roots: &[L::Key],
        exchange: &mut X,
        control: &Control,
    ) -> Result<Option<ResumedShare<L>>, X::Error> {
        let bytes = match (self.share.worker, self.root.resume) {
            (0, true) => self.root.bytes()?,
            // A hash with a key that the system draws.
            (0, false) => RandomState::new().hash_one(0).to_le_bytes().to_vec(),
            _ => Vec::new(),
        };
        // All believe the same checkpoint, or number: that of the first worker.
        let bytes = exchange.gather(bytes)?.into_iter().next().unwrap_or_default();
        if !self.root.resume {
            self.is_of(u64::from_le_bytes(bytes.try_into().map_err(|_| garbled())?));
            self.take_folder::<L>()?;
            return Ok(None);
        }
        let body = self.read(layered, roots.len() as u64, &bytes)?;
        let last = body.levels.len() as u64 - 1;
        let found = body.levels.iter().sum();
        // Nothing is safe before all have looked through it.
        exchange.note(last + 1, found, None);
        self.is_of(body.run);
        let workers = body.digests.len();
        let (before, level) = if workers == self.share.workers {
            let digests = body.digests[self.share.worker];
            let level = open(layered, &self.own, last, digests.level, control)?;
            let before = match last.checked_sub(1) {
                Some(number) => open(layered, &self.own, number, digests.before, control)?,
                None => Layer::empty(),
            };
            let needed: Vec<PathBuf> =
                (last.saturating_sub(1)..=last).map(|number| self.own.level_path(number)).collect();
            self.own.sweep(&needed)?;
            (before, level)
        } else {
            self.take_folder::<L>()?;
            self.redistribute(layered, &body, last, control)?
        };
        if level.meets(&before, control)? {
            let why = format!("it has states of level {}, too", last.saturating_sub(1));
            return Err(LevelsError::Wrong { path: self.own.level_path(last), why }.into());
        }
        let own: Vec<L::Key> = roots.iter().copied().filter(|&root| self.share.owns(root)).collect();
        for (number, level) in [(last.checked_sub(1), &before), (Some(last), &level)] {
            let Some(number) = number else { continue };
            let mut here = own.clone();
            level.reader().keep(&mut here)?;
            let expected = if number == 0 { own.len() } else { 0 };
            if here.len() != expected || number == 0 && level.states != expected as u64 {
                let (path, why) = (self.own.level_path(number), "the start is where it cannot be".to_owned());
                return Err(LevelsError::Wrong { path, why }.into());
            }
        }
        let states: u64 = gathered(exchange, &level.states)?.iter().sum();
        let earlier: u64 = gathered(exchange, &before.states)?.iter().sum();
        let said = [last.checked_sub(1).map_or(0, |n| body.levels[n as usize]), body.levels[last as usize]];
        if [earlier, states] != said {
            let why = "its levels have other numbers of states than it says";
            return Err(self.root.wrong(why).into());
        }
        let moved = workers != self.share.workers;
        Ok(Some(ResumedShare { levels: body.levels, tally: body.tally, before, level, moved }))
    }

    /// Takes the number that tells this loop from others.
    fn is_of(&mut self, run: u64) {
        self.run = run;
        self.own = self.folder_of(self.share);
    }

    /// The folder of a worker.
    fn folder_of(&self, share: Share) -> Disk {
        Disk::of_share(&self.root.path, self.fingerprint ^ self.run, share)
    }

    /// Empties the folder of this worker, unless it has levels of another loop. Of one that has the start alone nothing is lost.
    ///
    /// # Errors
    /// When it has.
    fn take_folder<L: Layered>(&self) -> Result<(), LevelsError> {
        let path = self.root.path.join(folder(self.share));
        let start = self.own.level_path(0);
        for (file, kind) in ours(&path, true) {
            let is_another = file != start && !own::begins_with(&file, &self.own.begins::<L>(kind));
            if kind == Kind::Level && is_another && own::is_there(&file, kind)? {
                return Err(LevelsError::Orphaned { path });
            }
        }
        self.own.sweep(&[])
    }

    /// Replaces the checkpoint of another number of workers, where this worker's `shares` have `moved` from theirs, and only then
    /// forgets these.
    ///
    /// # Errors
    /// When it cannot be written, or as the exchange fails.
    pub fn settle<L: Layered, X: Exchange>(
        &self,
        levels: &[u64],
        tally: &L::Tally,
        shares: [&Layer<L::Key>; 2],
        moved: bool,
        exchange: &mut X,
    ) -> Result<(), X::Error> {
        if moved {
            let [before, level] = shares.map(Layer::whole);
            let digests = gathered(exchange, &Digests { before, level })?;
            self.save::<L>(levels, tally, digests)?;
            exchange.gather(Vec::new())?;
        }
        self.forget_others::<L>();
        Ok(())
    }

    /// What this worker owns of the last two levels, which another number of workers had shared.
    fn redistribute<L: Layered>(
        &self,
        layered: &L,
        body: &Body<L::Tally>,
        last: u64,
        control: &Control,
    ) -> Result<Shares<L::Key>, LevelsError> {
        let workers = body.digests.len();
        let one = |number: u64, of: fn(&Digests) -> u64| {
            let mut shares = Vec::with_capacity(workers);
            for (worker, digests) in body.digests.iter().enumerate() {
                let disk = self.folder_of(Share { worker, workers });
                shares.push(open(layered, &disk, number, of(digests), control)?);
            }
            self.merged::<L>(&shares, self.own.level::<L>(number), control)
        };
        let level = one(last, |digests| digests.level)?;
        let before = match last.checked_sub(1) {
            Some(number) => one(number, |digests| digests.before)?,
            None => Layer::empty(),
        };
        Ok((before, level))
    }

    /// What this worker owns of some layers, range by range.
    fn merged<L: Layered>(
        &self,
        shares: &[Layer<L::Key>],
        place: Place,
        control: &Control,
    ) -> Result<Layer<L::Key>, LevelsError> {
        let longest = shares.iter().max_by_key(|share| share.blocks.len());
        let splits = longest.map_or(Vec::new(), |share| {
            share.blocks.iter().skip(8).step_by(8).map(|block| block.first).collect()
        });
        let mut writer = Writer::new(Some(place))?;
        let mut keys = Vec::new();
        for range in 0..=splits.len() {
            let from = range.checked_sub(1).map(|i| splits[i]);
            let to = splits.get(range).copied();
            control.check(Progress::States { levels: 0, found: 0, expected: None })?;
            keys.clear();
            for share in shares {
                share.reader().range(from, to, &mut keys)?;
            }
            owned(&mut keys, self.share);
            keys.sort_unstable();
            keys.dedup();
            writer.add(Written::new(&keys))?;
        }
        writer.finish(|_| 0)
    }

    /// Reads a checkpoint, and holds it against the question and itself.
    fn read<L: Layered>(&self, layered: &L, roots: u64, bytes: &[u8]) -> Result<Body<L::Tally>, LevelsError> {
        let body: Body<L::Tally> = self.root.read(bytes)?;
        if body.what != self.what::<L>() {
            return Err(self.root.foreign("this is a checkpoint of another puzzle, metric or engine"));
        }
        let states = body.levels.iter().try_fold(0_u64, |sum, &level| sum.checked_add(level));
        let most = self.expected.unwrap_or(MOST_STATES).min(MOST_STATES);
        if states.is_none_or(|states| states > most) {
            return Err(self.root.wrong("it speaks of more states than can be"));
        }
        if body.levels.first() != Some(&roots) || body.levels.contains(&0) || body.digests.is_empty() {
            return Err(self.root.wrong("a level has another number of states than it can have"));
        }
        match layered.contradiction(&body.levels, &body.tally) {
            Some(why) => Err(self.root.wrong(why)),
            None => Ok(body),
        }
    }

    fn what<L: Layered>(&self) -> String {
        Disk::new("", self.fingerprint, false).what::<L>()
    }

    /// Writes a checkpoint, if this is the first worker.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save<L: Layered>(
        &self,
        levels: &[u64],
        tally: &L::Tally,
        digests: Vec<Digests>,
    ) -> Result<(), LevelsError> {
        if self.share.worker != 0 {
            return Ok(());
        }
        if digests.len() != self.share.workers {
            return Err(garbled());
        }
        let (what, levels, tally) = (self.what::<L>(), levels.to_vec(), tally.clone());
        let body = Body { what, run: self.run, levels, tally, digests };
        self.root.save(&body)
    }

    /// Removes what this loop has in the folders of other numbers of workers, as far as they are here: it has been taken over. What
    /// cannot be removed only takes up room.
    fn forget_others<L: Layered>(&self) {
        let Ok(entries) = fs::read_dir(&self.root.path) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let Some(share) = share_of(&path).filter(|share| share.workers != self.share.workers) else {
                continue;
            };
            let disk = self.folder_of(share);
            let _folder = Emptied(path.clone());
            // Another worker may be at it.
            let Ok(_lock) = disk.lock() else { continue };
            for (file, kind) in ours(&path, false) {
                if own::begins_with(&file, &disk.begins::<L>(kind)) {
                    own::remove(&file, kind);
                }
            }
        }
    }
}

/// Whose folder has this name.
fn share_of(path: &Path) -> Option<Share> {
    let rest = path.file_name()?.to_str()?.strip_prefix("worker-")?;
    let (worker, workers) = rest.split_once("-of-")?;
    let number = |text: &str| if is_number(text) { text.parse().ok() } else { None };
    Some(Share { worker: number(worker)?, workers: number(workers)? })
}

/// The files in a folder that have the names of levels or of parts of them, all or only whole ones.
fn ours(folder: &Path, only_whole: bool) -> Vec<(PathBuf, Kind)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let named = entries.filter_map(|path| {
        let (kind, is_whole) = role(&path)?;
        (is_whole || !only_whole).then_some((path, kind))
    });
    named.collect()
}

/// The share of a level in a folder.
fn open<L: Layered>(
    layered: &L,
    disk: &Disk,
    number: u64,
    digest: u64,
    control: &Control,
) -> Result<Layer<L::Key>, LevelsError> {
    let path = disk.level_path(number);
    if !own::is_there(&path, Kind::Level)? {
        return Err(LevelsError::Missing { path });
    }
    // What belongs to somebody else is not damaged: nothing of it is to be removed.
    if let Some(folder) = path.parent().filter(|_| !own::begins_with(&path, &disk.begins::<L>(Kind::Level))) {
        return Err(LevelsError::Orphaned { path: folder.to_owned() });
    }
    let file = File::open(&path).map_err(|e| LevelsError::unreadable(&path, &e))?;
    let is_state = layered.judge();
    let level = Layer::open(&path, file, &disk.title::<L>(number), 0, &|key, _| is_state(key), control)?;
    if level.whole() != digest {
        let why = "it is not the level that the checkpoint speaks of".to_owned();
        return Err(LevelsError::Wrong { path, why });
    }
    Ok(level)
}

/// Removes the checkpoint of a loop that has ended; after that nobody needs the folders. Returns whether it was still there, and
/// nobody else has resumed it since.
///
/// # Errors
/// When it cannot be removed.
pub fn tidy_checkpoint(directory: &Path) -> Result<bool, LevelsError> {
    let root = Directory { path: directory.to_owned(), kind: KIND, resume: true };
    match root.tidy(|_| None) {
        Err(LevelsError::NoCheckpoint { .. }) => Ok(false),
        tidied => tidied,
    }
}

/// Removes what a worker of a loop that has ended keeps in `directory`, once the checkpoint is gone, unless somebody is at work there.
pub fn tidy_share(directory: &Path, share: Share) {
    let path = directory.join(folder(share));
    if !path.is_dir() {
        return;
    }
    let _folder = Emptied(path.clone());
    let Ok(_lock) = Disk::of_share(directory, 0, share).lock() else { return };
    for (file, kind) in ours(&path, false) {
        own::remove(&file, kind);
    }
}

/// The part of some sorted keys that a worker owns.
fn owned<K: BitString>(keys: &mut Vec<K>, share: Share) {
    keys.retain(|&key| share.owns(key));
}
