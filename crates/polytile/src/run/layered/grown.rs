//! The loop one level at a time, and the levels it has grown, all of which stay.
//!
//! An exploration wants numbers; a search wants to stop where something is met, and to find the way back. So a search asks
//! for level after level ([`Growth::grow`]), looks at the last one, and goes back through all of them by asking which of some
//! states are in a level ([`Grown::among`]). In a directory, levels that stay are files like any others, and the search is
//! resumed from them. A checkpoint knows only the numbers of states of older levels; what a file says of itself must be true, but
//! that it is the level that it says it is must be believed.
//!
//! Cost: that of the loop; a level stays as differences, some bytes a state, in memory or in its file. Asking for some states
//! means reading the blocks that they would be in.

use super::disk::Lock;
use super::layer::{Layer, Reader};
use super::{Disk, Layered, LevelsError, Walk};
use crate::bit_string::BitString;
use crate::run::{Control, Safe, Stopped};

/// What others do and hold besides a loop: it reports, and is limited by, the sum of all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside {
    /// Levels they have finished.
    pub levels: u64,
    /// States they have found.
    pub states: u64,
    /// Bytes they hold.
    pub bytes: u64,
}

/// What is kept of a loop, and where.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keep<'a> {
    /// The most states that are expected to be found.
    pub expected: Option<u64>,
    /// The directory, where there is one.
    pub disk: Option<&'a Disk>,
    /// Whether all levels stay, or only those that the next one needs.
    pub all: bool,
    /// What there is besides it from the beginning.
    pub beside: Beside,
}

/// A loop on its way.
pub struct Growth<'a, L: Layered> {
    walk: Walk<'a, L>,
    /// As long as this is held, nobody else works in the directory.
    lock: Option<Lock>,
}

impl<'a, L: Layered> Growth<'a, L> {
    /// The level of `roots`, at least one; or what was found before, in a directory from which the loop is to be resumed.
    ///
    /// # Errors
    /// When it is stopped, has not enough memory, or its files cannot be read or written, or are not what they must be.
    pub fn begin(
        layered: &'a L,
        mut roots: Vec<L::Key>,
        keep: Keep<'a>,
        control: &'a Control,
    ) -> Result<Self, LevelsError> {
        let Keep { expected, disk, all, beside } = keep;
        roots.sort_unstable();
        roots.dedup();
        let (saved, lock) = match disk {
            Some(disk) => {
                let lock = disk.lock()?;
                let control = &control.holding(beside.bytes);
                (disk.begin(layered, &roots, expected, all, control)?, Some(lock))
            }
            None => (None, None),
        };
        let is_resumed = saved.is_some();
        let walk = match saved {
            Some(saved) => Walk::resumed(layered, disk, expected, control, saved),
            None => Walk::begun(layered, disk, expected, all, control, &roots)?,
        };
        let mut growth = Growth { walk: Walk { beside, ..walk }, lock };
        if is_resumed {
            growth.walk.retrace().map_err(|e| e.after(growth.walk.saved.map(Safe::Level)))?;
        }
        Ok(growth)
    }

    /// Finds the next level; false if there is none.
    ///
    /// # Errors
    /// As [`Growth::begin`].
    pub fn grow(&mut self, beside: Beside) -> Result<bool, LevelsError> {
        self.walk.beside = beside;
        self.walk.step().map_err(|e| e.after(self.walk.saved.map(Safe::Level)))
    }

    /// What this loop is for another one that runs besides it.
    pub fn beside(&self) -> Beside {
        let levels = &self.walk.levels;
        // Buckets are kept to be filled again.
        let spare: usize = self.walk.spare.iter().flatten().map(Vec::capacity).sum();
        let bytes = self.walk.memory() + (spare * size_of::<L::Key>()) as u64;
        Beside { levels: levels.len() as u64 - 1, states: levels.iter().sum(), bytes }
    }

    /// The numbers of states, level by level.
    pub fn levels(&self) -> &[u64] {
        &self.walk.levels
    }

    /// What was counted in all levels but the last, and in that when there is no other.
    pub fn tally(&self) -> &L::Tally {
        &self.walk.tally
    }

    /// The smallest key of the last level.
    pub fn least(&self) -> L::Key {
        self.walk.level.blocks.first().map_or(L::Key::ZERO, |block| block.first)
    }

    /// The keys of the last level that `wanted` says yes to.
    ///
    /// # Errors
    /// When it is stopped, or a file cannot be read.
    pub fn last_where(
        &self,
        mut wanted: impl FnMut(L::Key) -> bool,
        control: &Control,
    ) -> Result<Vec<L::Key>, LevelsError> {
        let (mut keys, mut found) = (Vec::new(), Vec::new());
        let mut reader = self.walk.level.reader();
        for block in &self.walk.level.blocks {
            self.walk.look(control)?;
            keys.clear();
            reader.block(block, &mut keys)?;
            found.extend(keys.iter().copied().filter(|&key| wanted(key)));
            self.reserve(found.len(), control)?;
        }
        Ok(found)
    }

    /// The keys that are in the last level of both.
    ///
    /// # Errors
    /// As [`Growth::last_where`].
    pub fn met(&self, other: &Self, control: &Control) -> Result<Vec<L::Key>, LevelsError> {
        let (mut keys, mut met) = (Vec::new(), Vec::new());
        let (mut reader, mut others) = (self.walk.level.reader(), other.walk.level.reader());
        for block in &self.walk.level.blocks {
            self.walk.look(control)?;
            keys.clear();
            reader.block(block, &mut keys)?;
            others.keep(&mut keys)?;
            met.append(&mut keys);
            self.reserve(met.len(), control)?;
        }
        Ok(met)
    }

    /// Announces `keys` keys in addition to the levels.
    fn reserve(&self, keys: usize, control: &Control) -> Result<(), Stopped> {
        let needed = self.walk.memory() + self.walk.beside.bytes + (keys * size_of::<L::Key>()) as u64;
        control.reserve(needed, format!("a list of {keys} states"))
    }

    /// All levels, in order.
    pub fn into_grown(mut self) -> Grown<L::Key> {
        let mut levels = self.walk.older.take().unwrap_or_default();
        levels.extend(
            [&mut self.walk.before, &mut self.walk.level]
                .map(|level| std::mem::replace(level, Layer::empty())),
        );
        levels.retain(|level| level.states > 0);
        Grown { levels, _lock: self.lock.take() }
    }
}

impl<L: Layered> Drop for Growth<'_, L> {
    fn drop(&mut self) {
        self.walk.behind.discard();
    }
}

/// Levels that have been grown.
#[derive(Debug)]
pub struct Grown<K> {
    levels: Vec<Layer<K>>,
    /// As long as this is held, nobody removes the files.
    _lock: Option<Lock>,
}

impl<K: BitString> Grown<K> {
    /// How many levels there are beyond the first.
    pub fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// Their states.
    pub fn states(&self) -> u64 {
        self.levels.iter().map(|level| level.states).sum()
    }

    /// Bytes of memory that they take.
    pub fn memory(&self) -> u64 {
        self.levels.iter().map(Layer::memory).sum()
    }

    /// Keeps, of `keys`, which are sorted, those that are in a level.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn among(&self, level: usize, keys: &mut Vec<K>) -> Result<(), LevelsError> {
        self.levels[level].reader().keep(keys)
    }

    /// The level that a key is in, if it is in any.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn level_of(&self, key: K) -> Result<Option<usize>, LevelsError> {
        for (number, level) in self.levels.iter().enumerate() {
            if level.holds(key)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}

/// How many of `keys`, which are sorted, are below `key`: found in steps that double, since it is seldom far.
fn below<K: Ord>(keys: &[K], key: &K) -> usize {
    let mut step = 1;
    while step < keys.len() && keys[step - 1] < *key {
        step *= 2;
    }
    let from = step / 2;
    from + keys[from..step.min(keys.len())].partition_point(|other| other < key)
}

impl<K: BitString> Reader<'_, K> {
    /// Keeps, of `keys`, which are sorted, those that are in the level.
    ///
    /// # Errors
    /// As [`Reader::block`].
    pub(super) fn keep(&mut self, keys: &mut Vec<K>) -> Result<(), LevelsError> {
        let blocks = &self.level.blocks;
        let (mut theirs, mut kept, mut from) = (Vec::new(), 0, 0);
        while let Some(&first) = keys.get(from) {
            let Some(block) = blocks.get(blocks.partition_point(|block| block.last < first)) else { break };
            let end = from + keys[from..].partition_point(|key| *key <= block.last);
            theirs.clear();
            if keys[end - 1] >= block.first {
                self.block(block, &mut theirs)?;
            }
            let mut rest = &theirs[..];
            for at in from..end {
                let key = keys[at];
                rest = &rest[below(rest, &key)..];
                if rest.first() == Some(&key) {
                    keys[kept] = key;
                    kept += 1;
                }
            }
            from = end;
        }
        keys.truncate(kept);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn as_many_are_below_as_are() {
        for len in 0..40_u32 {
            let keys: Vec<u32> = (0..len).map(|i| 2 * i + 1).collect();
            for key in 0..=2 * len + 1 {
                assert_eq!(
                    below(&keys, &key),
                    keys.iter().filter(|&&other| other < key).count(),
                    "{len} {key}"
                );
            }
        }
    }
}
