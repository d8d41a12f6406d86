//! The level loop of one of several workers, each of which runs this same code.
//!
//! In: what is explored, and an [`Exchange`] with the others. Out: what one worker alone would find, at every worker. The workers
//! make a level together: each expands the states it owns, sends their neighbours to those who own them, and when all have sent
//! everything, drops what it knows from what has arrived. Then all say how many states they have; when nobody has any, it is over.
//! With a directory every worker keeps its share of the levels in a folder of its own, and the checkpoint, which the first worker
//! writes once all have said that their share is there, names the digests of all: so a level is finished for all or for none
//! (`shared_disk`). Resuming, they expand the last level but one again, as one process does (`retrace`).
//!
//! Cost: that of the loop, divided, and what `exchange` adds.

use super::exchange::Exchange;
use super::layer::{Layer, Writer, Written};
use super::retrace::Seen;
use super::shared_disk::{Digests, SharedDisk};
use super::together::{ResumedShare, Together, gathered};
use super::{Layered, Walk, Walked};
use crate::bit_string::BitString;
use crate::run::{Control, Safe};
use serde::{Deserialize, Serialize};

pub use super::shared_disk::{tidy_checkpoint, tidy_share};

/// What a worker says of its share of a level.
#[derive(Serialize, Deserialize)]
struct Said<T> {
    states: u64,
    /// The smallest key, in limbs.
    least: Vec<u64>,
    digest: u64,
    tally: T,
}

/// Runs the share of a worker of the loop from `roots`, at least one. Every worker gets what all have found.
///
/// # Errors
/// When a worker is stopped, has not enough memory, or cannot read or write its files; or as the exchange fails.
pub fn walk_together<L: Layered, X: Exchange>(
    layered: &L,
    mut roots: Vec<L::Key>,
    together: Together<'_>,
    exchange: &mut X,
    control: &Control,
) -> Result<Walked<L::Key, L::Tally>, X::Error> {
    roots.sort_unstable();
    roots.dedup();
    let share = exchange.share();
    exchange.note(0, 0, None);
    let mut disk = match together.directory {
        Some(directory) => Some(SharedDisk::open(directory, together, share)?),
        None => None,
    };
    let resumed = match &mut disk {
        Some(disk) => disk.begin(layered, &roots, exchange, control)?,
        None => None,
    };
    let own = disk.as_ref().map(SharedDisk::own);
    let mut walk = Walk::new(layered, own, together.expected, control);
    let walked = walk_on(&mut walk, &roots, resumed, disk.as_ref(), exchange);
    walk.behind.discard();
    walked
}

/// Goes on from what was resumed, or else from `roots`, until there is nothing new.
fn walk_on<L: Layered, X: Exchange>(
    walk: &mut Walk<'_, L>,
    roots: &[L::Key],
    resumed: Option<ResumedShare<L>>,
    disk: Option<&SharedDisk>,
    exchange: &mut X,
) -> Result<Walked<L::Key, L::Tally>, X::Error> {
    let share = exchange.share();
    // What was counted before the loop was resumed, by all.
    let mut counted = L::Tally::default();
    let mut least;
    #[expect(clippy::single_match_else, reason = "two ways to begin, neither of them the rule")]
    match disk.zip(resumed) {
        Some((disk, resumed)) => {
            counted = resume(walk, resumed, disk, exchange)?;
            let said = said(&walk.level, L::Tally::default());
            least = smallest::<L>(&gathered(exchange, &said)?);
        }
        None => {
            let own: Vec<L::Key> = roots.iter().copied().filter(|&root| share.owns(root)).collect();
            let mut writer = Writer::new(walk.disk.map(|disk| disk.level::<L>(0)))?;
            writer.add(Written::new(&own))?;
            let first = writer.finish(|_| 0)?;
            least = advance(walk, first, disk, &counted, exchange)?.unwrap_or(L::Key::ZERO);
        }
    }
    loop {
        let number = walk.levels.len() as u64;
        exchange.note(number, walk.levels.iter().sum(), walk.saved);
        let place = walk.disk.map(|disk| disk.level::<L>(number));
        let next = walk.next(place, exchange)?;
        match advance(walk, next, disk, &counted, exchange)? {
            Some(smallest) => least = smallest,
            None => break,
        }
    }
    let tallies = gathered(exchange, &walk.tally)?;
    for tally in tallies {
        L::add(&mut counted, tally);
    }
    Ok(Walked { levels: walk.levels.clone(), tally: counted, last: least })
}

/// Begins with what was resumed, once all have looked back together. Returns what was counted before.
fn resume<L: Layered, X: Exchange>(
    walk: &mut Walk<'_, L>,
    resumed: ResumedShare<L>,
    disk: &SharedDisk,
    exchange: &mut X,
) -> Result<L::Tally, X::Error> {
    let ResumedShare { levels, tally, before, level, moved } = resumed;
    walk.saved = Some(levels.len() as u64 - 1);
    (walk.before, walk.level, walk.levels) = (before, level, levels);
    if let Some(seen) = walk.look_back(exchange)? {
        let mut whole = Seen { behind: 0, newest: L::Tally::default() };
        for seen in gathered(exchange, &seen)? {
            whole.behind = whole.behind.saturating_add(seen.behind);
            L::add(&mut whole.newest, seen.newest);
        }
        walk.judge(&tally, &whole, disk.checkpoint())?;
    }
    disk.settle::<L, X>(&walk.levels, &tally, [&walk.before, &walk.level], moved, exchange)?;
    Ok(tally)
}

/// What a worker says of a level and of what it has counted.
fn said<K: BitString, T>(level: &Layer<K>, tally: T) -> Said<T> {
    let least = level.blocks.first().map(|block| (0..K::LIMBS).map(|i| block.first.limb(i)).collect());
    Said { states: level.states, least: least.unwrap_or_default(), digest: level.whole(), tally }
}

/// The smallest key of a level, which has one.
fn smallest<L: Layered>(all: &[Said<L::Tally>]) -> L::Key {
    let key = |limbs: &[u64]| {
        limbs.iter().rev().fold(L::Key::ZERO, |key, &limb| {
            let higher = if L::Key::LIMBS == 1 { L::Key::ZERO } else { key.left(63).left(1) };
            higher | L::Key::from_limb(limb)
        })
    };
    let keys = all.iter().filter(|said| said.least.len() == L::Key::LIMBS).map(|said| key(&said.least));
    keys.min().unwrap_or(L::Key::ZERO)
}

/// Takes this worker's share of the next level for its level, if anybody has states in it, and writes a checkpoint. Returns the
/// smallest key of the level.
fn advance<L: Layered, X: Exchange>(
    walk: &mut Walk<'_, L>,
    next: Layer<L::Key>,
    disk: Option<&SharedDisk>,
    counted: &L::Tally,
    exchange: &mut X,
) -> Result<Option<L::Key>, X::Error> {
    let all: Vec<Said<L::Tally>> = gathered(exchange, &said(&next, walk.tally.clone()))?;
    let states: u64 = all.iter().map(|said| said.states).sum();
    if states == 0 {
        next.discard();
        return Ok(None);
    }
    walk.levels.push(states);
    if let (Some(disk), Some(most)) = (disk, walk.expected)
        && walk.levels.iter().sum::<u64>() > most
    {
        return Err(disk.too_many(most).into());
    }
    let level = std::mem::replace(&mut walk.level, next);
    let oldest = std::mem::replace(&mut walk.before, level);
    let Some(disk) = disk else { return Ok(Some(smallest::<L>(&all))) };
    let least = smallest::<L>(&all);
    let befores: Vec<u64> = gathered(exchange, &walk.before.whole())?;
    let digests = all.iter().zip(befores).map(|(said, before)| Digests { before, level: said.digest });
    let digests = digests.collect();
    let mut tally = counted.clone();
    for said in all {
        L::add(&mut tally, said.tally);
    }
    disk.save::<L>(&walk.levels, &tally, digests).map_err(|e| e.after(walk.saved.map(Safe::Level)))?;
    // Only now is the level before last not needed: whoever hears this knows that the checkpoint is there.
    exchange.gather(Vec::new())?;
    walk.saved = Some(walk.levels.len() as u64 - 1);
    oldest.discard();
    Ok(Some(least))
}
