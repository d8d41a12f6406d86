//! How likely a constraint is to be met, for choosing which one comes next.
//!
//! One sweep up counts the sets below each node, one sweep down the ways above it; together they give the share of the
//! sets that have a variable. If the variables are taken to be independent, the shares of the items of a constraint
//! give the chance that it holds (a Poisson binomial distribution). All this is floating point: it guides a choice,
//! and answers nothing.

use crate::run::{Control, Progress, Stopped};
use crate::zdd::limit::Limit;
use crate::zdd::{Diagram, UNIT};

/// A positive number of any size: `m` times 2^(512 e).
#[derive(Clone, Copy, Debug)]
struct Large {
    m: f64,
    e: i32,
}

const STEP: f64 = 1.340_780_792_994_259_7e154; // 2^512

impl Large {
    const ZERO: Large = Large { m: 0.0, e: 0 };
    const ONE: Large = Large { m: 1.0, e: 0 };

    #[inline]
    fn add(self, other: Large) -> Large {
        let (big, small) = if (self.e, self.m) < (other.e, other.m) { (other, self) } else { (self, other) };
        let m = match big.e - small.e {
            0 => big.m + small.m,
            1 => big.m + small.m / STEP,
            _ => big.m,
        };
        if m > STEP { Large { m: m / STEP, e: big.e + 1 } } else { Large { m, e: big.e } }
    }

    /// self * other / all, as a plain number.
    fn share(self, other: Large, all: Large) -> f64 {
        let e = self.e + other.e - all.e;
        // In this order no intermediate value leaves the range.
        (self.m / all.m) * other.m * 2_f64.powi(512 * e.clamp(-3, 1))
    }
}

/// The share of the sets that have each variable. All 0 for a diagram without sets.
///
/// # Errors
/// When `control` says stop; `progress` is what to report.
pub(super) fn shares(diagram: &Diagram, progress: Progress, control: &Control) -> Result<Vec<f64>, Stopped> {
    let len = diagram.nodes() as usize;
    let bytes = diagram.bytes() + 2 * (len * size_of::<Large>()) as u64;
    control.reserve(bytes, "choosing the next constraint to put on a diagram")?;
    let mut below = Vec::with_capacity(len);
    below.extend([Large::ZERO, Large::ONE]);
    for (_, _, nodes) in diagram.upward() {
        control.check(progress)?;
        for node in nodes {
            below.push(below[node.lo as usize].add(below[node.hi as usize]));
        }
    }
    let all = below[diagram.root() as usize];
    let mut shares = vec![0.0; diagram.variables()];
    if diagram.root() <= UNIT {
        return Ok(shares);
    }
    let mut above = vec![Large::ZERO; len];
    above[diagram.root() as usize] = Large::ONE;
    for (v, first, nodes) in diagram.upward().rev() {
        control.check(progress)?;
        for (i, node) in nodes.iter().enumerate().rev() {
            let ways = above[first as usize + i];
            shares[v] += ways.share(below[node.hi as usize], all);
            above[node.lo as usize] = above[node.lo as usize].add(ways);
            above[node.hi as usize] = above[node.hi as usize].add(ways);
        }
    }
    Ok(shares)
}

/// The factor by which the constraint is expected to make the diagram grow or shrink. It can multiply the nodes by the counts
/// that it tells apart, at most; and it keeps a share of the sets. Nodes shrink more slowly than sets: of the powers of the share
/// that were tried on Number Mind, the square root came closest to trying all constraints and taking the best.
pub(super) fn growth(limit: &Limit, shares: &[f64]) -> f64 {
    let (lo, hi) = limit.sizes();
    let mut chances = vec![0.0; hi as usize + 1];
    chances[0] = 1.0;
    for (share, _) in shares.iter().zip(limit.items()).filter(|(_, item)| **item) {
        for taken in (0..chances.len()).rev() {
            let one_less = if taken == 0 { 0.0 } else { chances[taken - 1] };
            chances[taken] = chances[taken] * (1.0 - share) + one_less * share;
        }
    }
    let chance: f64 = chances[lo as usize..].iter().sum();
    chance.max(0.0).sqrt() * f64::from(hi + 1)
}
