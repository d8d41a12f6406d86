//! The engine `ranked`: two bits for every legal placement.
//!
//! Placements are numbered without gaps ([`crate::sliding::rank`]), and two bits say what is known of one: 0 nothing, 3 that it
//! has been expanded, and 1 and 2, in turn, that it is in this level or the next, so that bits are only ever set. A level is
//! found by going through the bits, in those chunks that were marked as having some of it. Computing numbers makes this slower
//! than sorting; needing so few bits is why it exists.
//!
//! Memory: a quarter of a byte for each legal placement, and the diagram. Time: computing a number for every edge, from that of
//! the state it leaves, and for every level a pass over its chunks.

use super::engine::ExploreEngine;
use super::exploring::Exploring;
use super::{Reached, Tally};
use crate::bit_string::BitString;
use crate::plan::{Candidate, Way};
use crate::run::{Control, LevelsError, Progress, Stopped, parallel, room};
use crate::sliding::layout::Layout;
use crate::sliding::moves::Metric;
use crate::sliding::puzzle::Puzzle;
use crate::sliding::rank::Ranks;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Placements of one word.
const PER_WORD: u64 = 32;

/// Words of a chunk.
const CHUNK: usize = 1 << 8;

/// Chunks that are gone through together.
const TOGETHER: usize = 16;

/// Edges between two looks at the control.
const LOOK: u32 = 1 << 12;

/// Bytes for each legal placement.
const BYTES_PER_PLACEMENT: f64 = 0.25;

/// Its one way.
#[expect(clippy::unnecessary_wraps, reason = "other engines look for theirs")]
pub(super) fn ways<'q, 'a, B: BitString, K: BitString>(
    exploring: &'q Exploring<'a, B, K>,
    _: bool,
    _: &Control,
) -> Result<Vec<Way<'q, Exploring<'a, B, K>>>, LevelsError> {
    let Exploring { puzzle, layout, options, .. } = *exploring;
    let known = exploring.candidate(ExploreEngine::Ranked);
    if options.keeps() {
        return Ok(vec![Way::barred(known, "it keeps nothing on a disk")]);
    }
    let bytes = known.states.map(|states| (states * BYTES_PER_PLACEMENT).ceil());
    let remark = Some("two bits for every placement, reached or not".to_owned());
    let explore = move |control: &Control| Ok(explore::<B, K>(puzzle, layout, options.metric, control)?);
    Ok(vec![Way::open(Candidate { bytes, remark, ..known }, explore)])
}

/// Explores everything that can be reached from the start.
pub(super) fn explore<B: BitString, K: BitString>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    metric: Metric,
    control: &Control,
) -> Result<Reached, Stopped> {
    let ranks = Ranks::new(layout, puzzle, control)?;
    let words = ranks.total.div_ceil(PER_WORD);
    control.reserve(
        words.saturating_mul(9).saturating_add(ranks.memory()),
        "two bits for every legal placement",
    )?;
    let mut bits: Vec<AtomicU64> = room::list(words as usize, "two bits for every legal placement")?;
    bits.extend((0..words).map(|_| AtomicU64::new(0)));
    // Which of the values 1 and 2 may occur in each chunk.
    let chunks: Vec<AtomicU8> = (0..bits.len().div_ceil(CHUNK)).map(|_| AtomicU8::new(0)).collect();
    let mark = |rank: u64, value: u64| {
        let shift = 2 * (rank % PER_WORD);
        let number = (rank / PER_WORD) as usize;
        let word = &bits[number];
        // Any other thread that marks it now marks it with the same value.
        if word.load(Ordering::Relaxed) & 3 << shift == 0 {
            word.fetch_or(value << shift, Ordering::Relaxed);
            let chunk = &chunks[number / CHUNK];
            if chunk.load(Ordering::Relaxed) & value as u8 == 0 {
                chunk.fetch_or(value as u8, Ordering::Relaxed);
            }
        }
    };
    let start: K = layout.key(puzzle, &puzzle.start());
    mark(ranks.rank(start), 1);
    let mut levels: Vec<u64> = Vec::new();
    let mut tally = Tally::default();
    let mut farthest = start;
    loop {
        let level = levels.len() as u64;
        let (value, next) = (1 + level % 2, 2 - level % 2);
        let here =
            |chunk: &usize| chunks[*chunk].fetch_and(!(value as u8), Ordering::Relaxed) & value as u8 != 0;
        let active: Vec<usize> = (0..chunks.len()).filter(here).collect();
        let expand = |active: &[usize]| {
            let mut state = layout.state::<K>();
            let mut path = ranks.path();
            let mut tally = Tally::default();
            let (mut found, mut least) = (0_u64, None::<K>);
            let mut unseen = 0;
            let words = active.iter().flat_map(|&chunk| chunk * CHUNK..bits.len().min((chunk + 1) * CHUNK));
            for number in words {
                let word = &bits[number];
                let mut here = matching(word.load(Ordering::Relaxed), value);
                while here != 0 {
                    if unseen >= LOOK && control.is_over() {
                        // What happened is looked at when the wave ends.
                        return (found, least, tally);
                    }
                    unseen %= LOOK;
                    let rank = number as u64 * PER_WORD + u64::from(here.trailing_zeros() / 2);
                    word.fetch_or(3 << here.trailing_zeros(), Ordering::Relaxed);
                    here &= here - 1;
                    let key: K = ranks.key(rank, &mut path);
                    found += 1;
                    least = Some(least.map_or(key, |least| least.min(key)));
                    layout.read(key, &mut state);
                    let degree =
                        layout.neighbours(&mut state, metric, |to| mark(ranks.beside(&path, &to), next));
                    unseen += degree + 1;
                    tally.degrees += u64::from(degree);
                    tally.one_neighbour += u64::from(degree == 1);
                    if tally.solved_in.is_none() && layout.is_goal(&state) {
                        tally.solved_in = Some(level);
                    }
                }
            }
            (found, least, tally)
        };
        let (mut found, mut least) = (0, None::<K>);
        // A wave at a time, so that the loop can be stopped.
        for wave in active.chunks(TOGETHER * 16 * control.thread_count()) {
            // Narrow levels are not worth a second thread.
            let wide = levels.last().is_some_and(|&states| states > 1 << 14);
            let threads = if wide { control.thread_count() } else { 1 };
            let parts: Vec<&[usize]> = wave.chunks(TOGETHER).collect();
            for (more, smallest, counted) in parallel::map(threads, parts.len(), |i| expand(parts[i])) {
                found += more;
                least = least.into_iter().chain(smallest).min();
                tally.add(counted);
            }
            let reached = levels.iter().sum::<u64>() + found;
            control.check(Progress::States { levels: level, found: reached, expected: Some(ranks.total) })?;
        }
        let Some(least) = least else { break };
        levels.push(found);
        farthest = least;
    }
    let mut state = layout.state();
    layout.read::<K>(farthest, &mut state);
    Ok(Reached { levels, tally, farthest: layout.position(puzzle, &state) })
}

/// The lower bit of every pair that is `value`, 1 or 2.
#[inline(always)]
fn matching(word: u64, value: u64) -> u64 {
    const LOW: u64 = 0x5555_5555_5555_5555;
    let differ = word ^ (value * LOW);
    !(differ | differ >> 1) & LOW
}
