//! A count that keeps its layers in a directory, from which it is resumed.
//!
//! In: a directory, and one cover after the other, for a count may take several runs (one for each symmetry). Out: what each run found.
//! Files: `level-N.keys`, the layer after N levels of the run that is under way (the first run may be the dense engine's, which has
//! `array-N.values` instead: `dense/kept.rs`), and `checkpoint`, which says what earlier runs
//! found and where this one is. The checkpoint is replaced after the layer that it speaks of has its name, and before the
//! layer before is removed: whenever the process dies, the two are whole ([`Directory`], whose form, marks and lock are those of
//! all runs).
//!
//! What is read back is checked as far as there is anything to check it against: the checkpoint against the question; the layer
//! against its title, its checksums, the digest in the checkpoint, the bits that keys can have after so many levels, and the bound
//! of weights. The layer ends with a seal that the rest of the checkpoint determines: neither can be changed
//! without the other. For both may have been forged to agree, everything that a moment is enough for is counted again: a layer with all
//! before it, and what earlier runs found. Of longer runs, weights, missing states and what was found are believed.

use super::Order;
use super::count::{Outcome, Sums, count};
use super::cover::Cover;
use super::dense::kept::Passes;
use super::key::Key;
use super::level::{Counters, Level, Levels};
use super::merge::packed::{At, PackedMerge};
use super::merge::{Merge, number};
use super::prune::DROPS;
use super::with_key::{WithKey, with_key};
use crate::choice::Choice;
use crate::number::Count;
use crate::run::directory::{Directory, Lock, is_number, seal, stem_of_unfinished};
use crate::run::layered::{self, Layer, Place, Seal};
use crate::run::own::{self, Kind};
use crate::run::{Control, LevelsError, Safe, Stopped};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// What the first line of a checkpoint says it is of.
const KIND: &str = "count";

/// States of all layers together that are made again to hold what is read back against them: a moment's work.
const COUNTED_AGAIN: u64 = 1 << 18;

/// A directory at work.
pub(crate) struct Archive {
    directory: Directory,
    _lock: Lock,
    /// What is counted.
    what: String,
    /// The order of the cells, once it has been chosen.
    order: Option<Order>,
    /// What the runs that are over have found.
    found: Vec<Outcome>,
    /// Where the next run is, if it was begun before.
    at: Option<At>,
    /// Where the first run is, if the dense engine counts it.
    passes: Option<Passes>,
    /// Runs that were asked for.
    asked: usize,
}

/// What a checkpoint holds. Counts are texts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    what: String,
    /// Which states are dropped; nothing was, before there was this number.
    #[serde(default)]
    drops: u32,
    order: String,
    found: Vec<Found>,
    at: Option<At>,
    /// Of the dense engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dense: Option<Passes>,
}

/// What a run found.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Found {
    peak: u64,
    counts: Vec<(Vec<u64>, String)>,
}

impl Archive {
    /// Makes the directory ready for the count that `question`, a digest, stands for, and reads what an earlier one left there if
    /// that is to be resumed.
    ///
    /// # Errors
    /// When somebody else works there, there is a checkpoint and none was to be resumed or the other way round, it is of another
    /// count, is damaged or says what cannot be.
    pub fn open(path: &Path, resume: bool, question: u64) -> Result<Self, LevelsError> {
        let directory = Directory { path: path.to_owned(), kind: KIND, resume };
        directory.expect_unused()?;
        let lock = directory.lock()?;
        // Somebody may have begun, and died, before the lock was ours.
        directory.expect_unused()?;
        let what = format!("{question:016x}");
        let Known { order, found, at, passes } =
            if resume { read(&directory, &what)? } else { Known::default() };
        let archive = Archive { directory, _lock: lock, what, order, found, at, passes, asked: 0 };
        let level = archive.at.as_ref().map(|at| (archive.level_path(at.level), Kind::Level));
        let arrays = archive.passes.as_ref().and_then(|passes| passes.at.as_ref());
        let arrays = arrays.map(|at| (archive.file(&format!("array-{}.values", at.number)), Kind::Array));
        let needed: Vec<(PathBuf, Kind)> = level.into_iter().chain(arrays).collect();
        // What is not spoken of goes only if what is spoken of is there.
        for (path, kind) in &needed {
            if !own::is_there(path, *kind)? {
                return Err(LevelsError::Damaged { path: path.clone() });
            }
        }
        let needed: Vec<PathBuf> = needed.into_iter().map(|(path, _)| path).collect();
        archive.directory.sweep(role, &needed)?;
        Ok(archive)
    }

    /// The order of the cells in the run that is resumed.
    pub fn order(&self) -> Option<Order> {
        self.order
    }

    /// Chooses the order of the cells.
    pub fn choose(&mut self, order: Order) {
        self.order = Some(order);
    }

    /// Counts the ways to cover `cover`, modulo `modulo` if there is one (below 2^63): the next run, which may be over or begun already.
    ///
    /// # Errors
    /// When `control` says stop, a file cannot be read or written, or says what cannot be.
    pub fn count(
        &mut self,
        cover: &Cover,
        counters: &Counters,
        modulo: Option<u64>,
        control: &Control,
    ) -> Result<Outcome, LevelsError> {
        let run = self.asked;
        self.asked += 1;
        if let Some(found) = self.found.get(run) {
            if again(cover, counters, modulo, control)?.is_some_and(|again| again != *found) {
                return Err(self.directory.wrong("the number of tilings that a run found is another one"));
            }
            return Ok(found.clone());
        }
        let needs_layers = !counters.impossible && !cover.items().is_empty();
        let outcome = if needs_layers {
            let layers = Layers { archive: self, run, cover, counters, modulo, control };
            with_key(cover, counters, control, layers)??
        } else {
            count(cover, counters, modulo, control)?
        };
        self.found.push(outcome.clone());
        self.save(None)?;
        // The layers of this run.
        self.directory.sweep(role, &[])?;
        Ok(outcome)
    }

    /// Where the first run is, if the dense engine counts it.
    pub fn passes(&self) -> Option<&Passes> {
        self.passes.as_ref()
    }

    pub(super) fn set_passes(&mut self, passes: Passes) {
        self.passes = Some(passes);
    }

    /// Whether there was something to go on from.
    pub fn is_begun(&self) -> bool {
        self.order.is_some() || !self.found.is_empty()
    }

    /// What is counted, as a digest.
    pub(super) fn what(&self) -> &str {
        &self.what
    }

    /// What run number `run` found, if it is over and counted nothing by copies.
    pub(super) fn known(&self, run: usize) -> Option<Count> {
        self.found.get(run).map(|outcome| outcome.by_copies.values().sum())
    }

    /// The first run is over, and found this.
    pub(super) fn finish(&mut self, count: &Count, peak: u64) -> Result<(), LevelsError> {
        self.found.push(Outcome { by_copies: BTreeMap::from([(Vec::new(), count.clone())]), peak });
        self.save(None)?;
        self.directory.sweep(role, &[])
    }

    /// The next run is one that the dense engine counts.
    pub(super) fn ask(&mut self) {
        self.asked += 1;
    }

    /// That the checkpoint says what cannot be.
    pub(super) fn contradicted(&self, why: &str) -> LevelsError {
        self.directory.wrong(why)
    }

    /// The file with this name.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.directory.path.join(name)
    }

    fn level_path(&self, level: u64) -> PathBuf {
        self.file(&format!("level-{level}.keys"))
    }

    /// The place of a layer of run number `run`.
    fn place<K: Key>(&self, run: usize, level: u64) -> Place {
        let title = format!("{}1 {}-{}-{run} {level}\n", Kind::Level.mark(), self.what, K::BITS);
        Place { path: self.level_path(level), kind: Kind::Level, title }
    }

    fn body(&self, at: Option<&At>) -> Body {
        let found = |outcome: &Outcome| Found {
            peak: outcome.peak,
            counts: outcome.by_copies.iter().map(|(copies, n)| (copies.clone(), n.to_string())).collect(),
        };
        Body {
            what: self.what.clone(),
            drops: DROPS,
            order: self.order.map_or_else(String::new, |order| order.name().to_owned()),
            found: self.found.iter().map(found).collect(),
            at: at.cloned(),
            dense: self.passes.clone(),
        }
    }

    /// What the file of the layer ends with that is there at `at`.
    pub(super) fn seal(&self, at: Option<&At>) -> Seal {
        seal(&self.body(at))
    }

    pub(super) fn save(&self, at: Option<&At>) -> Result<(), LevelsError> {
        self.directory.save(&self.body(at))
    }

    /// Opens the layer at `at`, where `admits` says which keys it may have.
    fn layer<K: Key>(
        &self,
        run: usize,
        at: &At,
        modulo: Option<u64>,
        admits: impl Fn(K) -> bool + Sync,
        control: &Control,
    ) -> Result<Layer<K>, LevelsError> {
        let Place { path, title, .. } = self.place::<K>(run, at.level);
        let file = File::open(&path).map_err(|e| LevelsError::unreadable(&path, &e))?;
        let judge = |key: K, weight: &[u64]| {
            let fits = match modulo {
                Some(m) => weight[0] < m,
                None => weight.last().is_some_and(|top| top & !at.high == 0) && weight.iter().any(|&w| w > 0),
            };
            fits && admits(key)
        };
        let layer = Layer::open(&path, file, &title, at.limbs, &judge, control)?;
        let wrong = |why: &str| Err(LevelsError::Wrong { path: path.clone(), why: why.to_owned() });
        if layer.states != at.states || layer.digest != at.digest {
            return wrong("it is not the level that the checkpoint speaks of");
        }
        if layer.seal != self.seal(Some(at)) {
            return wrong("it does not belong to what the checkpoint says of earlier levels");
        }
        Ok(layer)
    }
}

/// What a checkpoint says, as in an [`Archive`].
#[derive(Default)]
struct Known {
    order: Option<Order>,
    found: Vec<Outcome>,
    at: Option<At>,
    passes: Option<Passes>,
}

/// What the checkpoint of `directory` says of the count `what`.
fn read(directory: &Directory, what: &str) -> Result<Known, LevelsError> {
    let body: Body = directory.read(&directory.bytes()?)?;
    if body.what != what {
        return Err(directory.foreign("this is a checkpoint of another count"));
    }
    if body.drops != DROPS {
        let why =
            "a version of polytile began it that keeps other states: that one can resume it, or begin anew";
        return Err(directory.foreign(why));
    }
    let order = Order::named(&body.order);
    let order = order.ok_or_else(|| directory.wrong(format!("there is no order called '{}'", body.order)))?;
    let outcome = |Found { peak, counts }| {
        let number = |(copies, text): (Vec<u64>, String)| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.then(|| text.parse::<Count>().ok()).flatten();
            number.map(|number| (copies, number)).ok_or(text)
        };
        let by_copies = counts.into_iter().map(number).collect::<Result<BTreeMap<_, _>, _>>();
        let by_copies =
            by_copies.map_err(|text| directory.wrong(format!("'{text}' is not a number of tilings")))?;
        Ok(Outcome { by_copies, peak })
    };
    let found = body.found.into_iter().map(outcome).collect::<Result<Vec<_>, LevelsError>>()?;
    if let Some(At { level, limbs, states, .. }) = body.at {
        // Weights grow by less than a limb from level to level.
        if limbs == 0 || limbs as u64 > level.saturating_add(1) || states == 0 {
            return Err(directory.wrong("there is no such layer"));
        }
    }
    if body.at.is_none() && found.is_empty() && body.dense.is_none() {
        return Err(directory.wrong("it says nothing"));
    }
    if let Some(passes) = &body.dense {
        // It is over when it has found something, and the merge has the others.
        let (is_over, is_merged) = (!found.is_empty(), body.at.is_some());
        if is_over && passes.at.is_some() || is_merged && !is_over {
            return Err(directory.wrong("two runs cannot be under way at a time"));
        }
    }
    Ok(Known { order: Some(order), found, at: body.at, passes: body.dense })
}

/// Removes what a count that has ended keeps in its directory. Until then it can be resumed, and then ends at once: so the answer can
/// be made safe first.
///
/// # Errors
/// When there is no count in the directory, or its files cannot be removed.
pub(crate) fn tidy(directory: &Path) -> Result<(), LevelsError> {
    Directory { path: directory.to_owned(), kind: KIND, resume: true }.tidy(role).map(drop)
}

/// Which file of a count is called like this, as of [`Role`](crate::run::directory::Role).
fn role(path: &Path) -> Option<(Kind, bool)> {
    let number = |stem: &str| stem.strip_prefix("array-").is_some_and(is_number).then_some(Kind::Array);
    let whole = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".values"));
    match whole {
        Some(stem) => Some((number(stem)?, true)),
        None => match stem_of_unfinished(path).and_then(number) {
            Some(kind) => Some((kind, false)),
            None => layered::role(path),
        },
    }
}

/// A run from its beginning, as far as a moment goes, to hold what is read back against it.
struct Again<'a, K> {
    /// Until there were too many states.
    merge: Option<Merge<'a, K>>,
    /// How many there were in all layers.
    states: u64,
}

impl<'a, K: Key> Again<'a, K> {
    fn new(counters: &Counters, total: usize, modulo: Option<u64>, control: &'a Control) -> Self {
        let mut merge = Merge::new(counters.root(), total, modulo, control);
        // As layers in files are.
        merge.prunes_always = true;
        Again { merge: Some(merge), states: 0 }
    }

    /// How many states there are, 0 where that is not known.
    fn there(&self) -> u64 {
        self.merge.as_ref().map_or(0, |merge| merge.layer().states as u64)
    }

    /// Goes on by a level, unless that took more than a moment.
    fn step(&mut self, level: &Level<K>) -> Result<(), Stopped> {
        let Some(merge) = &mut self.merge else { return Ok(()) };
        match merge.step(level) {
            // It was made with more memory, or packed.
            Err(Stopped::OutOfMemory { .. }) => self.states = u64::MAX,
            stepped => {
                stepped?;
                self.states += merge.layer().states as u64;
            }
        }
        if self.states > COUNTED_AGAIN {
            self.merge = None;
        }
        Ok(())
    }

    /// Whether `kept` is where this is, as far as it is known.
    fn agrees(&self, kept: &PackedMerge<'_, K>) -> Result<bool, LevelsError> {
        let Some(merge) = &self.merge else { return Ok(true) };
        let mut own = merge.layer().iter();
        let mut same = kept.at().peak == merge.peak as u64;
        kept.states(
            |_| true,
            |key, weight| same &= own.next().is_some_and(|(k, w)| k == key && number(w) == weight),
        )?;
        Ok(same && own.next().is_none())
    }
}

/// What a run finds, if that takes no more than a moment.
fn again(
    cover: &Cover,
    counters: &Counters,
    modulo: Option<u64>,
    control: &Control,
) -> Result<Option<Outcome>, Stopped> {
    struct Whole<'a>(&'a Cover, &'a Counters, Option<u64>, &'a Control);
    impl WithKey for Whole<'_> {
        type Output = Option<Outcome>;

        fn run<K: Key>(self) -> Result<Self::Output, Stopped> {
            let Whole(cover, counters, modulo, control) = self;
            let mut again = Again::<K>::new(counters, cover.items().len(), modulo, control);
            let mut levels = Levels::new(cover, counters);
            while let Some(level) = levels.next_from(again.there()) {
                again.step(&level?)?;
                if again.merge.as_ref().is_none_or(|merge| merge.layer().states == 0) {
                    break;
                }
            }
            let Some(merge) = again.merge else { return Ok(None) };
            let mut sums = Sums { counters, modulo, by_copies: BTreeMap::new() };
            merge.layer().iter().for_each(|(key, weight)| sums.add(key, number(weight)));
            Ok(Some(sums.outcome(merge.peak as u64)))
        }
    }
    let unwatched = control.unwatched();
    if counters.impossible || cover.items().is_empty() {
        return count(cover, counters, modulo, &unwatched).map(Some);
    }
    with_key(cover, counters, control, Whole(cover, counters, modulo, &unwatched))
}

/// One run.
struct Layers<'a> {
    archive: &'a mut Archive,
    run: usize,
    cover: &'a Cover,
    counters: &'a Counters,
    modulo: Option<u64>,
    control: &'a Control,
}

impl WithKey for Layers<'_> {
    type Output = Result<Outcome, LevelsError>;

    fn run<K: Key>(self) -> Result<Self::Output, Stopped> {
        Ok(self.layers::<K>())
    }
}

impl Layers<'_> {
    fn layers<K: Key>(self) -> Result<Outcome, LevelsError> {
        let Layers { archive, run, cover, counters, modulo, control } = self;
        let total = cover.items().len();
        let mut levels = Levels::<K>::new(cover, counters);
        let mut merge = match archive.at.take() {
            None => {
                let place = archive.place::<K>(run, 0);
                let merge = PackedMerge::begin(
                    counters.root(),
                    total,
                    modulo,
                    place,
                    |at| archive.seal(Some(at)),
                    control,
                )?;
                archive.save(Some(merge.at()))?;
                merge
            }
            Some(at) => {
                let mut width = 1;
                let unwatched = control.unwatched();
                let mut again = Again::new(counters, total, modulo, &unwatched);
                for _ in 0..at.level {
                    let Some(level) = levels.next_from(again.there()) else {
                        return Err(archive.directory.wrong("it speaks of more levels than there are"));
                    };
                    let level = level?;
                    width = level.active.len();
                    again.step(&level)?;
                }
                let admits = |key: K| counters.admit(key, width);
                let layer = archive.layer(run, &at, modulo, admits, control)?;
                let merge = PackedMerge::resume(layer, at, total, modulo, control);
                if !again.agrees(&merge)? {
                    let path = archive.level_path(merge.at().level);
                    return Err(LevelsError::Wrong {
                        path,
                        why: "its numbers are not those of this count".into(),
                    });
                }
                merge
            }
        };
        while let Some(level) = levels.next_from(merge.at().states) {
            let last = merge.at().level;
            let safe = |e: LevelsError| e.after(Some(Safe::Level(last)));
            let place = archive.place::<K>(run, last + 1);
            let older = merge.step(&level?, Some(place), |at| archive.seal(Some(at))).map_err(safe)?;
            if merge.at().states == 0 {
                // The checkpoint speaks of the older one.
                break;
            }
            archive.save(Some(merge.at())).map_err(safe)?;
            older.discard();
        }
        let mut sums = Sums { counters, modulo, by_copies: BTreeMap::new() };
        merge.states(|_| true, |key, weight| sums.add(key, weight))?;
        Ok(sums.outcome(merge.at().peak))
    }
}
