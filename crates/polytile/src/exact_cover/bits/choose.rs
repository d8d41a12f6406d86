//! With which sequence and which rule a cover is searched.
//!
//! In: a [`Plain`] cover. Out: the tree that promises the least work. Random descents estimate the work below the root:
//! a node that is reached by always taking one child out of d counts for as many nodes as the product of these d (Knuth,
//! Estimating the efficiency of backtrack programs, 1975). That tells good sequences from bad ones. For the best of them
//! a descent stops while its product is small enough, and what is below is walked as a whole, which tells more. Descents to the
//! end do not look for lone cells (`lone`): where most of them end early, few tell how large the tree is.
//!
//! The descents are the same on every machine, and so is the choice: any walker finds a place in the tree that another
//! wrote down.

use super::neighbours::Neighbours;
use super::plain::Plain;
use super::search::{Bits, Branching};
use super::sequence::sequences;
use crate::bit_string::BitString;
use crate::exact_cover::tree::{Node, Tree};
use crate::run::{Control, Pulse, Stopped};

/// Descents to the end for every sequence.
const DESCENTS: u32 = 100;
/// Sequences looked at closely.
const GOOD: usize = 4;
/// Descents to parts of the tree that are walked as a whole.
const PARTS: u32 = 200;
/// These parts together are a tree this many times smaller than the whole.
const SHARE: f64 = 200.0;
/// The longest that these parts may take together, in nanoseconds.
const LONGEST: f64 = 5e6;
/// Nanoseconds of work that count as a step between two looks at the control. A node counts as at least one step; most take much
/// less, so the steps between two looks are far less than anybody who waits would notice.
const STEP: u64 = 1 << 14;
/// How many of the items after the first tell which options are impossible. More do no good: their tables drop out of
/// the caches.
const PATTERN: u32 = 7;

/// The tree of `plain`, at its root.
///
/// # Errors
/// When `control` says stop.
pub(super) fn choose<W: BitString>(plain: &Plain, control: &Control) -> Result<Bits<W>, Stopped> {
    let pulse = Pulse::preparing(control);
    let neighbours = Neighbours::new(plain, &pulse)?;
    let tree = |sequence: &[u32], fewest_above: u32, lone: bool| -> Bits<W> {
        Bits::new(plain, &neighbours, sequence, Branching { fewest_above, pattern: 0, lone })
    };
    // The best so far, in their order: of another sequence no more is wanted than that it is worse.
    let mut good: Vec<(f64, Vec<u32>)> = Vec::new();
    for sequence in sequences(plain, &neighbours) {
        pulse.beats(plain.choices.len() as u64)?;
        let tree = &mut tree(&sequence, 0, false);
        let most = good.get(GOOD - 1).map_or(f64::INFINITY, |(work, _)| *work);
        let work = estimate(tree, DESCENTS, f64::INFINITY, most, &pulse)?;
        good.insert(good.partition_point(|(other, _)| *other <= work), (work, sequence));
        good.truncate(GOOD);
    }
    let deep = f64::from(PARTS) * SHARE.max(good[0].0 / LONGEST);
    let mut best = (f64::INFINITY, 0, 0);
    let mut look = |number: usize, fewest_above: u32| -> Result<usize, Stopped> {
        pulse.beats(plain.choices.len() as u64)?;
        let tree = &mut tree(&good[number].1, fewest_above, true);
        let work = estimate(tree, PARTS, deep, best.0, &pulse)?;
        if work < best.0 {
            best = (work, number, fewest_above);
        }
        Ok(best.1)
    };
    let mut number = 0;
    for sequence in 0..good.len() {
        number = look(sequence, 1)?;
    }
    for fewest_above in [0, 2, u32::MAX] {
        number = look(number, fewest_above)?;
    }
    let (_, number, fewest_above) = best;
    Ok(Bits::new(
        plain,
        &neighbours,
        &good[number].1,
        Branching { fewest_above, pattern: PATTERN, lone: true },
    ))
}

/// The work of a walk through all of `tree`, which is at its root, estimated from the average of some `descents`: at
/// random as long as a node stands for less than `deep` others, and from there on through everything. No more than `most` is
/// found: that another tree takes less is known then.
fn estimate<W: BitString>(
    tree: &mut Bits<W>,
    descents: u32,
    deep: f64,
    most: f64,
    pulse: &Pulse<'_>,
) -> Result<f64, Stopped> {
    let mut random = 0_u64;
    let root = tree.open();
    let mut total = 0.0;
    for _ in 0..descents {
        let mut weight = 1.0;
        let mut depth = 0;
        let mut node = root;
        loop {
            pulse.beats(1 + tree.work() / STEP)?;
            total += weight * tree.work() as f64;
            let Node::Inner(children @ 1..) = node else { break };
            if weight >= deep {
                total += weight * below(tree, children, pulse)? as f64;
                break;
            }
            weight *= f64::from(children);
            let child = ((u64::from(children) * (mix(&mut random) >> 32)) >> 32) as u32;
            tree.enter(child, child + 1);
            depth += 1;
            node = tree.open();
        }
        (0..depth).for_each(|_| tree.leave());
        if total / f64::from(descents) >= most {
            break;
        }
    }
    Ok(total / f64::from(descents))
}

/// The work below the current node, which has been opened and has `children`; no more than [`LONGEST`] of it.
fn below<W: BitString>(tree: &mut Bits<W>, children: u32, pulse: &Pulse<'_>) -> Result<u64, Stopped> {
    let mut work = 0;
    let mut path = vec![(0, children)];
    while let Some((from, to)) = path.last_mut() {
        if let Some(child) = tree.enter(*from, if work < LONGEST as u64 { *to } else { *from }) {
            *from = child + 1;
            let node = tree.open();
            pulse.beats(1 + tree.work() / STEP)?;
            work += tree.work();
            path.push((0, if let Node::Inner(children) = node { children } else { 0 }));
        } else {
            path.pop();
            if !path.is_empty() {
                tree.leave();
            }
        }
    }
    Ok(work)
}

/// The next of a fixed sequence of numbers without a pattern (Steele, Lea and Flood's splitmix).
fn mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
