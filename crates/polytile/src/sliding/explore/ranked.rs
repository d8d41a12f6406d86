//! The engine `ranked`: two bits for every legal placement.
//!
//! Placements are numbered without gaps ([`crate::sliding::rank`]), and two bits say what is known of one: 0 nothing, 3 that
//! it has been expanded, 1 or 2 that it is in this level or the next, in turn, so that a bit is only ever set. A level is
//! found by going through all bits. What a number costs is why this is slower than sorting; how few bits there are is
//! why it is there.
//!
//! Memory: a quarter of a byte for each legal placement, and the diagram. Time: a number for every edge, and a pass over
//! the bits for every level.

use super::{Engine, Explored, Plan, Tally};
use crate::run::layered::LayeredError;
use crate::run::{Control, Progress, parallel};
use crate::sliding::layout::Layout;
use crate::sliding::moves::Metric;
use crate::sliding::puzzle::Puzzle;
use crate::sliding::rank::Ranks;
use crate::sliding::word::Word;
use std::sync::atomic::{AtomicU64, Ordering};

/// Placements of one word.
const PER_WORD: u64 = 32;

/// Words that are gone through between two looks at the control.
const CHUNK: usize = 1 << 12;

/// Explores everything that can be reached from the start.
pub(super) fn explore<B: Word, K: Word>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    metric: Metric,
    plan: Plan,
    control: &Control,
) -> Result<Explored, LayeredError> {
    let ranks = Ranks::new(layout, puzzle, control)?;
    let words = ranks.total.div_ceil(PER_WORD);
    control.reserve(words.saturating_mul(8) + ranks.memory(), "two bits for every legal placement")?;
    let bits: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
    let mark = |rank: u64, value: u64| {
        let shift = 2 * (rank % PER_WORD);
        let word = &bits[(rank / PER_WORD) as usize];
        // Whoever else marks it now marks it with the same value.
        if word.load(Ordering::Relaxed) & 3 << shift == 0 {
            word.fetch_or(value << shift, Ordering::Relaxed);
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
        let expand = |chunk: usize| {
            let mut state = layout.state::<K>();
            let mut tally = Tally::default();
            let (mut found, mut least) = (0_u64, None::<K>);
            for (i, word) in bits.iter().enumerate().skip(chunk * CHUNK).take(CHUNK) {
                let mut here = matching(word.load(Ordering::Relaxed), value);
                while here != 0 {
                    let rank = i as u64 * PER_WORD + u64::from(here.trailing_zeros() / 2);
                    word.fetch_or(3 << here.trailing_zeros(), Ordering::Relaxed);
                    here &= here - 1;
                    let key: K = ranks.key(rank);
                    found += 1;
                    least = Some(least.map_or(key, |least| least.min(key)));
                    layout.read(key, &mut state);
                    let degree = layout.neighbours(&mut state, metric, |key| mark(ranks.rank(key), next));
                    tally.degrees += u64::from(degree);
                    tally.one_neighbour += u64::from(degree == 1);
                    if tally.solved_in.is_none() && layout.is_goal(&state) {
                        tally.solved_in = Some(level);
                    }
                }
            }
            (found, least, tally)
        };
        let chunks = bits.len().div_ceil(CHUNK);
        // A wave of chunks at a time, so that the loop can be stopped.
        let wave = 64 * control.thread_count();
        let (mut found, mut least) = (0, None::<K>);
        for first in (0..chunks).step_by(wave) {
            let reached = levels.iter().sum::<u64>() + found;
            control.check(Progress::States { levels: level, found: reached, expected: Some(ranks.total) })?;
            let count = wave.min(chunks - first);
            // Narrow levels are not worth a second thread.
            let wide = levels.last().is_some_and(|&states| states > 1 << 14);
            let threads = if wide { control.thread_count() } else { 1 };
            for (more, smallest, counted) in parallel::map(threads, count, |i| expand(first + i)) {
                found += more;
                least = least.into_iter().chain(smallest).min();
                tally.add(counted);
            }
        }
        let Some(least) = least else { break };
        levels.push(found);
        farthest = least;
    }
    let mut state = layout.state();
    layout.read::<K>(farthest, &mut state);
    Ok(Explored {
        metric,
        plan: Plan { engine: Engine::Ranked, ..plan },
        states: levels.iter().sum(),
        levels,
        edges: tally.degrees / 2,
        one_neighbour: tally.one_neighbour,
        solved_in: tally.solved_in,
        farthest: layout.position(puzzle, &state),
    })
}

/// The lower bit of every pair that is `value`, 1 or 2.
#[inline(always)]
fn matching(word: u64, value: u64) -> u64 {
    const LOW: u64 = 0x5555_5555_5555_5555;
    let differ = word ^ (value * LOW);
    !(differ | differ >> 1) & LOW
}
