//! Which sequence and which rule a cover is searched with.
//!
//! In: a [`Plain`] cover. Out: the tree that promises the least work. Random descents estimate the work below the root:
//! a node that is reached by always taking one child out of d counts for as many nodes as the product of these d (Knuth,
//! Estimating the efficiency of backtrack programs, 1975). The descents are the same on every machine, and so is the
//! choice: a place in the tree that one walker wrote down is found by another.

use super::mask::Mask;
use super::neighbours::Neighbours;
use super::plain::Plain;
use super::search::{Bits, Rule};
use super::sequence::sequences;
use crate::exact_cover::tree::{Node, Tree};

/// Descents for every sequence. They tell apart the bad ones, which are ten times worse.
const DESCENTS: u64 = 300;
/// Sequences looked at closely.
const GOOD: usize = 4;
/// One part in as many of the work is spent on choosing how to do it.
const SHARE: f64 = 128.0;

/// Of the items after the first, as many tell which options are impossible. More do no good: their tables drop out of the
/// caches.
const PATTERN: u32 = 7;

/// The tree of `plain`, at its root.
pub(super) fn choose<W: Mask>(plain: &Plain) -> Bits<W> {
    let neighbours = Neighbours::new(plain);
    let tree = |sequence: &[u32], fewest_above: u32| -> Bits<W> {
        Bits::new(plain, &neighbours, sequence, Rule { fewest_above, pattern: 0 })
    };
    let mut good: Vec<(f64, Vec<u32>)> = sequences(plain, &neighbours)
        .into_iter()
        .map(|sequence| (estimate(&mut tree(&sequence, 0), DESCENTS), sequence))
        .collect();
    good.sort_by(|a, b| a.0.total_cmp(&b.0));
    good.truncate(GOOD);
    // The time for as many descents as the work deserves, in nanoseconds.
    let budget = good[0].0 / SHARE;
    let mut best = (f64::INFINITY, 0, 0);
    for (number, (_, sequence)) in good.iter().enumerate() {
        for fewest_above in [0, 1] {
            let work = estimate(
                &mut tree(sequence, fewest_above),
                ((budget / 500.0) as u64).clamp(DESCENTS, 10_000),
            );
            if work < best.0 {
                best = (work, number, fewest_above);
            }
        }
    }
    let sequence = &good[best.1].1;
    for fewest_above in [2, 3, u32::MAX] {
        let work = estimate(&mut tree(sequence, fewest_above), ((budget / 5_000.0) as u64).clamp(50, 10_000));
        if work < best.0 {
            best = (work, best.1, fewest_above);
        }
    }
    let rule = Rule { fewest_above: best.2, pattern: PATTERN };
    Bits::new(plain, &neighbours, sequence, rule)
}

/// The work that a walk through all of `tree`, which is at its root, would be.
fn estimate<W: Mask>(tree: &mut Bits<W>, descents: u64) -> f64 {
    let mut random = 0_u64;
    let root = tree.open();
    let mut total = 0.0;
    for _ in 0..descents {
        let mut weight = 1.0;
        let mut depth = 0;
        let mut node = root;
        loop {
            total += weight * tree.work() as f64;
            let Node::Inner(children @ 1..) = node else { break };
            weight *= f64::from(children);
            let child = ((u64::from(children) * (mix(&mut random) >> 32)) >> 32) as u32;
            tree.enter(child, child + 1);
            depth += 1;
            node = tree.open();
        }
        (0..depth).for_each(|_| tree.leave());
    }
    total / descents as f64
}

/// The next of a fixed sequence of numbers without a pattern (Steele, Lea and Flood's splitmix).
fn mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
