//! The level loop: everything that can be reached from some states, by distance.
//!
//! In: a [`Layered`], which knows the neighbours of a state by their keys, and the keys to begin with. Out: how many states
//! there are at each distance, and a tally of whatever the expansion counted on the way. Two states that meet are one.
//!
//! The graph is undirected, so the neighbours of a level lie in the level before, in it, or in the next: nothing older is kept;
//! in a bipartite graph, from one root, none lie in it. A level is sorted, and written as differences (`level`). Its neighbours
//! are thrown into buckets, ranges of keys that each fit the cache, which are sorted digit by digit; what is found twice, or is
//! in a level at hand where it can be, is dropped (Korf's delayed duplicate detection; "frontier search"). When the buckets
//! outgrow their share of the memory they are sorted and set aside as a run, and in the end a bucket is the union of its parts in
//! all runs. With a directory, levels and runs are files there, and every finished level is a checkpoint (`disk`) from which the
//! loop is resumed after whatever ended it (`retrace`).
//!
//! Time: for each edge a throw, a sort of some passes and a comparison. Memory: three levels, a few bytes a state, and
//! the buckets.

#[cfg(feature = "files")]
mod disk;
#[cfg(not(feature = "files"))]
#[path = "layered/no_disk.rs"]
mod disk;
mod exchange;
mod grown;
mod key;
mod layer;
mod retrace;
#[cfg(feature = "files")]
mod shared;
#[cfg(feature = "files")]
mod shared_disk;
#[cfg(feature = "files")]
mod together;

pub use disk::Disk;
#[cfg(feature = "files")]
pub(crate) use disk::role;
#[cfg(feature = "files")]
pub use disk::{CHECKPOINT, is_used};
#[cfg(feature = "files")]
pub use exchange::Take;
pub use exchange::{Exchange, Share};
pub use grown::{Beside, Grown, Growth, Keep};
#[cfg(feature = "files")]
pub use shared::{tidy_checkpoint, tidy_share, walk_together};
#[cfg(feature = "files")]
pub use together::Together;

use super::{Control, LevelsError, Progress, Stopped, parallel};
use crate::bit_string::BitString;
use exchange::{Alone, Arrivals};
use key::sort;
use layer::subtract;
pub(crate) use layer::{Block, Layer, Place, Seal, Writer, Written};
#[cfg(feature = "files")]
use serde::{Serialize, de::DeserializeOwned};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What can be written into a checkpoint, where there are checkpoints.
#[cfg(feature = "files")]
pub trait Kept: Serialize + DeserializeOwned {}
#[cfg(feature = "files")]
impl<T: Serialize + DeserializeOwned> Kept for T {}

/// What can be written into a checkpoint, where there are checkpoints.
#[cfg(not(feature = "files"))]
pub trait Kept {}
#[cfg(not(feature = "files"))]
impl<T> Kept for T {}

/// What is explored level by level.
pub trait Layered: Sync {
    /// What a state is known by.
    type Key: BitString;
    /// What an expansion needs to work in.
    type Scratch;
    /// What is counted on the way.
    type Tally: Clone + Default + Send + Sync + Kept;

    /// Whether two states as far from the roots are never neighbours.
    fn is_bipartite(&self) -> bool {
        false
    }

    /// A scratch space to expand states in.
    fn scratch(&self) -> Self::Scratch;

    /// Calls `found` with the key of every neighbour of a state at distance `level`, whose neighbours must in turn
    /// include the state. Adds to the tally what is to be counted.
    fn expand(
        &self,
        key: Self::Key,
        level: u64,
        scratch: &mut Self::Scratch,
        tally: &mut Self::Tally,
        found: impl FnMut(Self::Key),
    );

    /// Bytes that a tally takes beyond a handful.
    fn bytes(_tally: &Self::Tally) -> u64 {
        0
    }

    /// Adds what was counted elsewhere.
    fn add(tally: &mut Self::Tally, more: Self::Tally);

    /// The tally before `newest` was added, if `newest` can be the last part of it.
    fn without(tally: &Self::Tally, newest: &Self::Tally) -> Option<Self::Tally>;

    /// What decides whether a key is that of a state; all that is read back is put to it.
    fn judge(&self) -> impl Fn(Self::Key) -> bool + Sync;

    /// Why `levels`, at least one, cannot be the numbers of states of the first levels, or `tally` not what was counted in all of
    /// them but the last; `None` if they can.
    fn contradiction(&self, levels: &[u64], tally: &Self::Tally) -> Option<String>;
}

/// What a loop found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walked<K, T> {
    /// States at every distance.
    pub levels: Vec<u64>,
    /// What was counted.
    pub tally: T,
    /// The smallest key of the last level.
    pub last: K,
}

/// Runs the loop from `roots`, at least one, in memory.
///
/// # Errors
/// When it is stopped, or has not enough memory.
pub fn walk_in_memory<L: Layered>(
    layered: &L,
    roots: Vec<L::Key>,
    control: &Control,
) -> Result<Walked<L::Key, L::Tally>, Stopped> {
    walk(layered, roots, None, None, control).map_err(in_memory)
}

/// What may end a loop that has no directory.
pub fn in_memory(error: LevelsError) -> Stopped {
    match error {
        LevelsError::Stopped(stopped) => stopped,
        other => unreachable!("no file is touched without a directory: {other}"),
    }
}

/// Runs the loop from `roots`, at least one, in which no more than `expected` states are expected to be found. What
/// there is in a directory stays there until [`Disk::tidy`], so that the answer is safe first.
///
/// # Errors
/// When it is stopped, has not enough memory, or its files cannot be read or written.
pub fn walk<L: Layered>(
    layered: &L,
    roots: Vec<L::Key>,
    expected: Option<u64>,
    disk: Option<&Disk>,
    control: &Control,
) -> Result<Walked<L::Key, L::Tally>, LevelsError> {
    let mut growth = Growth::begin(layered, roots, Keep { expected, disk, ..Keep::default() }, control)?;
    while growth.grow(Beside::default())? {}
    Ok(Walked { levels: growth.levels().to_vec(), tally: growth.tally().clone(), last: growth.least() })
}

/// About how many keys a bucket has.
const BUCKET: u64 = 1 << 15;

/// Neighbours between two looks at the control.
const LOOK: u64 = 1 << 12;

/// Levels with fewer states than this are expanded by one thread.
const NARROW: u64 = 1 << 14;

/// The loop on its way.
struct Walk<'a, L: Layered> {
    layered: &'a L,
    disk: Option<&'a Disk>,
    expected: Option<u64>,
    control: &'a Control,
    levels: Vec<u64>,
    tally: L::Tally,
    /// The levels before these two, where they stay.
    older: Option<Vec<Layer<L::Key>>>,
    before: Layer<L::Key>,
    level: Layer<L::Key>,
    beside: Beside,
    /// After the loop was resumed, states that must not be found again (`retrace`).
    behind: Layer<L::Key>,
    /// How many runs were begun: each has a number of its own.
    runs: usize,
    /// The most neighbours of a state so far, on average over a level.
    degree: f64,
    /// The last level of the checkpoint.
    saved: Option<u64>,
    /// Buckets to be filled again.
    spare: Vec<Buckets<L::Key>>,
}

/// What a loop knew when it ended.
struct Resumed<K, T> {
    levels: Vec<u64>,
    tally: T,
    /// The levels before the last two, where they stay.
    older: Option<Vec<Layer<K>>>,
    before: Layer<K>,
    level: Layer<K>,
}

/// What a loop knows after a level.
struct Known<'a, L: Layered> {
    levels: &'a [u64],
    tally: &'a L::Tally,
    before: &'a Layer<L::Key>,
    level: &'a Layer<L::Key>,
}

type Buckets<K> = Vec<Vec<K>>;

impl<'a, L: Layered> Walk<'a, L> {
    /// Nothing is found yet.
    fn new(layered: &'a L, disk: Option<&'a Disk>, expected: Option<u64>, control: &'a Control) -> Self {
        Walk {
            layered,
            disk,
            expected,
            control,
            levels: Vec::new(),
            tally: L::Tally::default(),
            older: None,
            before: Layer::empty(),
            level: Layer::empty(),
            beside: Beside::default(),
            behind: Layer::empty(),
            runs: 0,
            degree: 0.0,
            saved: None,
            spare: Vec::new(),
        }
    }

    fn begun(
        layered: &'a L,
        disk: Option<&'a Disk>,
        expected: Option<u64>,
        keeps: bool,
        control: &'a Control,
        roots: &[L::Key],
    ) -> Result<Self, LevelsError> {
        let mut walk = Walk::new(layered, disk, expected, control);
        walk.older = keeps.then(Vec::new);
        let mut writer = Writer::new(disk.map(|disk| disk.level::<L>(0)))?;
        writer.add(Written::new(roots))?;
        let first = writer.finish(|level| walk.seal(level))?;
        walk.advance(first)?;
        Ok(walk)
    }

    fn resumed(
        layered: &'a L,
        disk: Option<&'a Disk>,
        expected: Option<u64>,
        control: &'a Control,
        saved: Resumed<L::Key, L::Tally>,
    ) -> Self {
        let Resumed { levels, tally, older, before, level } = saved;
        let mut walk = Walk::new(layered, disk, expected, control);
        walk.saved = Some(levels.len() as u64 - 1);
        (walk.levels, walk.tally) = (levels, tally);
        (walk.older, walk.before, walk.level) = (older, before, level);
        walk
    }

    /// Finds the next level; false if there is none.
    fn step(&mut self) -> Result<bool, LevelsError> {
        let place = self.disk.map(|disk| disk.level::<L>(self.levels.len() as u64));
        let next = self.next(place, &mut Alone)?;
        if next.states == 0 {
            return Ok(false);
        }
        self.advance(next)?;
        Ok(true)
    }

    /// Takes the next level for the level, and writes a checkpoint.
    fn advance(&mut self, next: Layer<L::Key>) -> Result<(), LevelsError> {
        self.levels.push(next.states);
        if let (Some(disk), Some(most)) = (self.disk, self.expected)
            && self.levels.iter().sum::<u64>() > most
        {
            // Whatever was believed when the loop was resumed, it must end.
            let why = format!("it leads to more states than the {most} that can be");
            return Err(LevelsError::Wrong { path: disk.checkpoint(), why });
        }
        let level = std::mem::replace(&mut self.level, next);
        let oldest = std::mem::replace(&mut self.before, level);
        if let Some(disk) = self.disk {
            let Walk { levels, tally, before, level, .. } = self;
            disk.save::<L>(&Known { levels, tally, before, level })?;
            self.saved = Some(self.levels.len() as u64 - 1);
        }
        match &mut self.older {
            Some(older) => older.extend((oldest.states > 0).then_some(oldest)),
            None => oldest.discard(),
        }
        Ok(())
    }

    /// What the file of the next level, `next`, ends with.
    fn seal(&self, next: &Layer<L::Key>) -> Seal {
        let Some(disk) = self.disk else { return 0 };
        let mut levels = self.levels.clone();
        levels.push(next.states);
        disk.seal::<L>(&Known { levels: &levels, tally: &self.tally, before: &self.level, level: next })
    }

    fn check(&self) -> Result<(), Stopped> {
        self.look(self.control)
    }

    /// Asks a control whether to continue.
    fn look(&self, control: &Control) -> Result<(), Stopped> {
        let found = self.levels.iter().sum::<u64>() + self.beside.states;
        let levels = self.levels.len() as u64 + self.beside.levels;
        // The expected number is of this loop alone.
        let expected = self.expected.filter(|_| self.beside.states == 0);
        control.check(Progress::States { levels, found, expected })
    }

    /// Bytes of memory that the levels take.
    fn memory(&self) -> u64 {
        let older = self.older.iter().flatten().map(Layer::memory).sum::<u64>();
        older + self.before.memory() + self.level.memory() + self.behind.memory()
    }

    /// The states next to the level that are neither in it nor before it, put into `place`.
    /// Where several workers share the level, those that are this worker's own.
    fn next<X: Exchange>(
        &mut self,
        place: Option<Place>,
        exchange: &mut X,
    ) -> Result<Layer<L::Key>, X::Error> {
        let mut runs = Vec::new();
        let next = self.next_by(&mut runs, place, exchange);
        // Done whatever the outcome, and all the more if there is no room.
        runs.iter().for_each(Layer::discard);
        next
    }

    /// Makes the next layer by way of runs, which are not needed afterwards.
    fn next_by<X: Exchange>(
        &mut self,
        runs: &mut Vec<Layer<L::Key>>,
        mut target: Option<Place>,
        exchange: &mut X,
    ) -> Result<Layer<L::Key>, X::Error> {
        let number = self.levels.len() as u64;
        let states = self.level.states;
        let threads = if states < NARROW { 1 } else { self.control.thread_count() };
        let expected = (states as f64 * self.degree.max(2.0)) as u64;
        let splits = self.splits(expected.div_ceil(BUCKET));
        let share = exchange.share();
        let table = Table::new(&splits, share);
        let mut arrivals = Arrivals::new(number, share.workers);
        let room = self.room();
        let (mut begun, mut expanded, mut neighbours) = (0, 0_u64, 0_u64);
        loop {
            // Some blocks at a time, until the buckets are full.
            let mut filled: Vec<Buckets<L::Key>> = Vec::new();
            let mut held = 0;
            while begun < self.level.blocks.len() && held < room {
                self.check()?;
                arrivals.take_all(self, exchange)?;
                let (mut states, mut end) = (0_u64, begun);
                // At first it may be unknown how many neighbours there are.
                let batch = if self.degree > 0.0 { ((room - held) as f64 / self.degree) as u64 } else { 0 };
                let batch = batch.min(share.most_at_once());
                while let Some(block) = self.level.blocks.get(end)
                    && (end < begun + threads || states + u64::from(block.count) <= batch)
                {
                    states += u64::from(block.count);
                    end += 1;
                }
                filled =
                    self.expand(begun..end, threads, &table, filled, self.taken(runs) + arrivals.memory())?;
                begun = end;
                expanded += states;
                let now = filled.iter().flatten().map(|bucket| bucket.len() as u64).sum::<u64>();
                neighbours += now - held;
                held = now;
                self.degree = self.degree.max(neighbours as f64 / expanded as f64);
            }
            let in_use = filled.iter().map(|buckets| in_use(buckets)).sum::<u64>();
            let key = size_of::<L::Key>() as u64;
            // While it is being sorted, a bucket is there twice more, and as many are sorted at a time as there are threads.
            let sorted = (0..table.buckets())
                .map(|bucket| filled.iter().map(|own| own[bucket].len() as u64).sum::<u64>());
            let sorting = 2 * threads as u64 * sorted.max().unwrap_or(0);
            let needed = (in_use + sorting) * key + self.taken(runs) + arrivals.memory();
            self.control.reserve(needed, format!("level {number}"))?;
            let last = begun == self.level.blocks.len();
            arrivals.send(self, exchange, &mut filled, &table, threads)?;
            if last {
                exchange.close(&mut |from, parcel| arrivals.take(self, from, &parcel))?;
                runs.append(&mut arrivals.finish()?);
            }
            let place = if last { target.take() } else { self.run() };
            let known = if last { Some(&*runs) } else { None };
            let next = self.gather(&filled, &splits, known, place, needed, threads)?;
            // Each round goes through a range of keys and fills other buckets than the next: so what has grown once is not kept
            // for ever.
            self.spare = if in_use <= 2 * room { filled } else { Vec::new() };
            if last {
                return Ok(next);
            }
            runs.push(next);
        }
    }

    /// Bytes that are taken by all but the buckets.
    fn taken(&self, runs: &[Layer<L::Key>]) -> u64 {
        let runs = runs.iter().map(Layer::memory).sum::<u64>();
        self.memory() + self.beside.bytes + runs + L::bytes(&self.tally)
    }

    /// A place for another run, where there is a directory.
    fn run(&mut self) -> Option<Place> {
        self.runs += 1;
        self.disk.map(|disk| disk.run::<L>(self.runs - 1))
    }

    /// Keys for which the buckets have room.
    fn room(&self) -> u64 {
        // Buckets that have grown may be half empty.
        let share = self.control.memory_budget() / 8 / size_of::<L::Key>() as u64;
        share.clamp(1 << 12, 1 << 25)
    }

    /// The first keys of all buckets but the first.
    fn splits(&self, buckets: u64) -> Vec<L::Key> {
        let blocks = &self.level.blocks;
        let buckets = (buckets as usize).min(blocks.len());
        (1..buckets).map(|bucket| blocks[bucket * blocks.len() / buckets].first).collect()
    }

    /// The neighbours of the states in some blocks of the level, added to what is in the buckets, of which every thread has its
    /// own. Besides these, `taken` bytes are taken.
    fn expand(
        &mut self,
        blocks: std::ops::Range<usize>,
        threads: usize,
        table: &Table<L::Key>,
        filled: Vec<Buckets<L::Key>>,
        taken: u64,
    ) -> Result<Vec<Buckets<L::Key>>, LevelsError> {
        let level = self.levels.len() as u64 - 1;
        let buckets = table.buckets();
        let mut given = filled;
        // Buckets of an earlier level or run are emptied and filled again.
        while given.len() < threads {
            let mut empty = self.spare.pop().unwrap_or_default();
            empty.iter_mut().for_each(Vec::clear);
            empty.resize_with(buckets, Vec::new);
            given.push(empty);
        }
        // How many keys the buckets of all threads have room for.
        let roomy = AtomicU64::new(given.iter().map(|buckets| in_use(buckets)).sum());
        let given = Mutex::new(given);
        let (layered, current) = (self.layered, &self.level);
        let share = blocks.len().div_ceil(threads);
        let work = |thread: usize| {
            let mut buffers = given.lock().ok().and_then(|mut given| given.pop()).unwrap_or_default();
            let mut scratch = layered.scratch();
            let mut tally = L::Tally::default();
            let mut reader = current.reader();
            let mut keys = Vec::new();
            let (mut found, mut look_at, mut own) = (0_u64, LOOK, in_use(&buffers));
            // A state may have many neighbours, and a block many states.
            let mut look = |found: u64, look_at: &mut u64, buffers: &Buckets<L::Key>| {
                if found < *look_at {
                    return Ok(());
                }
                *look_at = found + LOOK;
                let before = std::mem::replace(&mut own, in_use(buffers));
                let all = roomy.fetch_add(own - before, Relaxed) + own - before;
                // While a bucket grows it is there twice, the second time twice as long.
                let full = buffers.iter().filter(|bucket| (bucket.capacity() - bucket.len()) as u64 <= LOOK);
                let growing = 2 * full.map(Vec::capacity).max().unwrap_or(0) as u64;
                let needed = (all + growing) * size_of::<L::Key>() as u64 + taken;
                self.control.reserve(needed, format!("the neighbours of level {level}"))?;
                if self.control.is_over() { self.check() } else { Ok(()) }
            };
            let first = (blocks.start + thread * share).min(blocks.end);
            for block in &current.blocks[first..(first + share).min(blocks.end)] {
                keys.clear();
                reader.block(block, &mut keys)?;
                if buffers.len() == 1 {
                    for &key in &keys {
                        let bucket = &mut buffers[0];
                        let begin = bucket.len();
                        layered.expand(key, level, &mut scratch, &mut tally, |next| bucket.push(next));
                        found += (bucket.len() - begin) as u64;
                        look(found, &mut look_at, &buffers)?;
                    }
                } else {
                    for &key in &keys {
                        layered.expand(key, level, &mut scratch, &mut tally, |next| {
                            buffers[table.bucket(next)].push(next);
                            // Nobody will ever meet 2^64 neighbours.
                            found = found.wrapping_add(1);
                        });
                        look(found, &mut look_at, &buffers)?;
                    }
                }
            }
            Ok::<_, LevelsError>((buffers, tally))
        };
        let done = parallel::map(threads, threads, work);
        let mut filled = Vec::with_capacity(threads);
        for done in done {
            let (buffers, tally) = done?;
            L::add(&mut self.tally, tally);
            filled.push(buffers);
        }
        Ok(filled)
    }

    /// What is in the buckets, and in the runs if there are any: sorted, each key once. If there are runs, the result
    /// is the next level, without the keys of this one and the one before; otherwise it is a run itself.
    fn gather(
        &self,
        filled: &[Buckets<L::Key>],
        splits: &[L::Key],
        runs: Option<&Vec<Layer<L::Key>>>,
        place: Option<Place>,
        taken: u64,
        threads: usize,
    ) -> Result<Layer<L::Key>, LevelsError> {
        let buckets = splits.len() + 1;
        let one = |bucket: usize| {
            let from = bucket.checked_sub(1).map(|i| splits[i]);
            let to = splits.get(bucket).copied();
            let (mut keys, mut spare) = (Vec::new(), Vec::new());
            for buffers in filled {
                keys.extend_from_slice(&buffers[bucket]);
            }
            for run in runs.into_iter().flatten() {
                run.reader().range(from, to, &mut keys)?;
            }
            sort(&mut keys, &mut spare);
            keys.dedup();
            if runs.is_some() {
                let level = (!self.layered.is_bipartite()).then_some(&self.level);
                for known in level.into_iter().chain([&self.before]) {
                    spare.clear();
                    known.reader().range(from, to, &mut spare)?;
                    subtract(&mut keys, &spare);
                }
                spare.clear();
                self.behind.reader().range(from, to, &mut spare)?;
                if subtract(&mut keys, &spare) > 0 {
                    return Err(self.back());
                }
            }
            Ok::<_, LevelsError>(Written::new(&keys))
        };
        let mut writer = Writer::new(place)?;
        // A few at a time, lest what is written have to wait in memory.
        let wave = threads * 8;
        for start in (0..buckets).step_by(wave) {
            if start > 0 {
                self.check()?;
                self.control.reserve(taken + writer.memory(), format!("level {}", self.levels.len()))?;
            }
            for written in parallel::map(threads, wave.min(buckets - start), |i| one(start + i)) {
                writer.add(written?)?;
            }
        }
        writer.finish(|level| if runs.is_some() { self.seal(level) } else { 0 })
    }
}

/// Keys that buckets have room for.
fn in_use<K>(buckets: &[Vec<K>]) -> u64 {
    buckets.iter().map(|bucket| bucket.capacity() as u64).sum()
}

/// Finds the bucket that a key belongs to, by a table over the highest bits in which the splits differ and a search among the few
/// splits that agree in those.
///
/// Where several workers share the level there are as many buckets for each of them, this worker's own first.
struct Table<K> {
    share: Share,
    splits: Vec<K>,
    shift: u32,
    base: K,
    /// For each value of the highest bits, how many splits have a smaller one.
    below: Vec<u32>,
}

/// Bits of a key that the table is indexed by.
const TABLE_BITS: u32 = 12;

impl<K: BitString> Table<K> {
    fn new(splits: &[K], share: Share) -> Self {
        let (Some(&first), Some(&last)) = (splits.first(), splits.last()) else {
            let below = vec![0; (1 << TABLE_BITS) + 1];
            return Table { share, splits: Vec::new(), shift: 0, base: K::ZERO, below };
        };
        let span = last.less(first);
        let shift =
            (0..K::BITS).find(|&shift| span.right(shift) < K::from_limb(1 << TABLE_BITS)).unwrap_or(0);
        let places = splits.iter().map(|split| split.less(first).right(shift).limb(0));
        let mut below = vec![0; (1 << TABLE_BITS) + 1];
        for place in places {
            below[place as usize + 1] += 1;
        }
        for i in 1..below.len() {
            below[i] += below[i - 1];
        }
        Table { share, splits: splits.to_vec(), shift, base: first, below }
    }

    /// How many buckets there are, those for other workers among them.
    fn buckets(&self) -> usize {
        (self.splits.len() + 1) * self.share.workers
    }

    #[inline(always)]
    fn bucket(&self, key: K) -> usize {
        let range = self.range(key);
        if self.share.workers == 1 { range } else { range + self.share.beyond(key) * (self.splits.len() + 1) }
    }

    #[inline(always)]
    fn range(&self, key: K) -> usize {
        if key < self.base {
            return 0;
        }
        let place = key.less(self.base).right(self.shift);
        if place >= K::from_limb(1 << TABLE_BITS) {
            return self.splits.len();
        }
        let place = place.limb(0) as usize;
        let (from, to) = (self.below[place] as usize, self.below[place + 1] as usize);
        from + self.splits[from..to].partition_point(|&split| split <= key)
    }
}
