//! The lightest sets, and the heaviest.
//!
//! Every variable has a weight, and a set weighs what its variables weigh together. One sweep from the bottom up finds for every
//! node the weight of the lightest of its sets (TAOCP 7.1.4, algorithm B). With that the lightest set takes one walk, and so does
//! the next one: the sets that leave the path of the last one at some node, by the other branch, form a family of their own whose
//! lightest weight is known. A heap of such families yields the sets in order of weight, each at the cost of one path (Lawler
//! 1972).
//!
//! Among sets of one weight the first in the order of the variables comes first.
//!
//! Weights are whole numbers of any size. No sum exceeds the sum of all weights, signs aside; where 64 bits hold that,
//! or 128, such words are computed with.

use super::{Diagram, EMPTY, UNIT};
use crate::run::{Control, Progress, Pulse, Stopped, room};
use num_bigint::{BigInt, BigUint};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::{Add, Neg};

/// Numbers that hold every sum of the weights.
trait Weight: Clone + Ord + for<'a> Add<&'a Self, Output = Self> + Neg<Output = Self> {
    const ZERO: Self;
    fn of(weight: &BigInt) -> Option<Self>;
    fn into_big(self) -> BigInt;
}

macro_rules! of_a_fixed_width {
    ($($number:ty),*) => {$(
        impl Weight for $number {
            const ZERO: Self = 0;
            fn of(weight: &BigInt) -> Option<Self> {
                weight.try_into().ok()
            }
            fn into_big(self) -> BigInt {
                self.into()
            }
        }
    )*};
}
of_a_fixed_width!(i64, i128);

impl Weight for BigInt {
    const ZERO: Self = BigInt::ZERO;
    fn of(weight: &BigInt) -> Option<Self> {
        Some(weight.clone())
    }
    fn into_big(self) -> BigInt {
        self
    }
}

/// Which sets come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Goal {
    /// Those of smallest weight.
    Lightest,
    /// Those of largest weight.
    Heaviest,
}

/// A family of sets that begin alike: the weight of the lightest, and how they begin. A branch is a bit, 0 for `hi`
/// and 1 for `lo`, so that the order of the bits is the order of the sets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Start<W> {
    weight: W,
    branches: Vec<u64>,
    length: usize,
}

impl<W> Start<W> {
    fn branch(&self, i: usize) -> bool {
        self.branches[i / 64] >> (63 - i % 64) & 1 == 1
    }

    fn push(&mut self, lo: bool) {
        if self.length.is_multiple_of(64) {
            self.branches.push(0);
        }
        let last = self.length / 64;
        self.branches[last] |= u64::from(lo) << (63 - self.length % 64);
        self.length += 1;
    }
}

impl Diagram {
    /// Hands the `number` best sets, or all if there are fewer, with their weights to `each`, the best first, until it
    /// returns false. `weights` are those of the variables.
    ///
    /// # Errors
    /// When `control` says stop, or what is needed outgrows its memory.
    ///
    /// # Panics
    /// When there are fewer weights than variables.
    pub fn best(
        &self,
        weights: &[BigInt],
        goal: Goal,
        number: u64,
        control: &Control,
        each: impl FnMut(Vec<u32>, BigInt) -> bool,
    ) -> Result<(), Stopped> {
        let sum: BigUint = weights.iter().map(BigInt::magnitude).sum();
        // One bit for the sign.
        match sum.bits() {
            ..64 => self.best_by::<i64>(weights, 8, goal, number, control, each),
            64..128 => self.best_by::<i128>(weights, 16, goal, number, control, each),
            bits => {
                let bytes = size_of::<BigInt>() as u64 + bits.div_ceil(64) * 8;
                self.best_by::<BigInt>(weights, bytes, goal, number, control, each)
            }
        }
    }

    /// The best sets, by numbers of `bytes` bytes, which hold every sum.
    fn best_by<W: Weight>(
        &self,
        weights: &[BigInt],
        bytes: u64,
        goal: Goal,
        number: u64,
        control: &Control,
        mut each: impl FnMut(Vec<u32>, BigInt) -> bool,
    ) -> Result<(), Stopped> {
        let signed = |weight: W| if goal == Goal::Lightest { weight } else { -weight };
        control.reserve(self.held() + bytes * weights.len() as u64, "keeping the weights")?;
        // The width was chosen such that all fit.
        let mut own: Vec<W> = room::list(weights.len(), "keeping the weights")?;
        own.extend(weights.iter().filter_map(W::of).map(signed));
        let weights = own;
        let least = self.least(&weights, bytes, control)?;
        let search = Search { diagram: self, weights: &weights, least, bytes, control };
        search.run(number, |set, weight| each(set, signed(weight).into_big()))
    }

    /// What the lightest set of every node weighs; of no use for [`EMPTY`].
    fn least<W: Weight>(&self, weights: &[W], bytes: u64, control: &Control) -> Result<Vec<W>, Stopped> {
        const WHAT: &str = "keeping the weights of all nodes";
        control.reserve(self.held() + bytes * self.nodes(), WHAT)?;
        let mut least = room::list(self.nodes() as usize, WHAT)?;
        least.extend([W::ZERO, W::ZERO]);
        for (variable, _, nodes) in self.upward() {
            let (done, total) = ((self.variables() - variable - 1) as u64, self.variables() as u64);
            let progress = Progress::Levels { done, total, states: nodes.len() as u64 };
            control.check(progress)?;
            let account = |_| progress;
            let pulse = Pulse::new(control, &account);
            for node in nodes {
                // Large numbers take longer, so the control is asked more often.
                pulse.beats(1 + bytes / 64)?;
                let with: W = least[node.hi as usize].clone() + &weights[variable];
                let lo = &least[node.lo as usize];
                let best = if node.lo == EMPTY || with <= *lo { with } else { lo.clone() };
                least.push(best);
            }
        }
        Ok(least)
    }
}

struct Search<'a, W> {
    diagram: &'a Diagram,
    weights: &'a [W],
    least: Vec<W>,
    /// Bytes that a weight takes.
    bytes: u64,
    control: &'a Control,
}

impl<W: Weight> Search<'_, W> {
    fn run(&self, number: u64, mut each: impl FnMut(Vec<u32>, W) -> bool) -> Result<(), Stopped> {
        let mut heap = BinaryHeap::new();
        if self.diagram.root() != EMPTY {
            let weight = self.least[self.diagram.root() as usize].clone();
            heap.push(Reverse(Start { weight, branches: Vec::new(), length: 0 }));
        }
        let entry = (size_of::<Start<W>>() + self.diagram.variables().div_ceil(64) * 8) as u64 + self.bytes;
        let fixed = self.diagram.held() + self.bytes * self.diagram.nodes();
        for found in 0..number {
            let Some(Reverse(start)) = heap.pop() else { break };
            let share = (u128::from(found) * 1_000_000 / u128::from(number)) as u32;
            self.control.check(Progress::Search { share, found })?;
            let set = self.walk(&start, |other| heap.push(Reverse(other)));
            if !each(set, start.weight) {
                break;
            }
            // No more than are still asked for will be needed: the worst may go.
            let needed = usize::try_from(number - found - 1).unwrap_or(usize::MAX);
            if heap.len() / 2 > needed.max(self.diagram.variables()) {
                let mut all = heap.into_vec();
                all.sort_unstable_by(|a, b| b.cmp(a));
                all.truncate(needed);
                heap = all.into();
            }
            self.control.reserve(fixed + heap.len() as u64 * entry, "keeping the sets to come")?;
        }
        Ok(())
    }

    /// The best set of a family; `each` is handed the families that leave its path.
    fn walk(&self, start: &Start<W>, mut each: impl FnMut(Start<W>)) -> Vec<u32> {
        let mut set = Vec::new();
        let mut at = self.diagram.root();
        let mut weight = W::ZERO;
        let mut path = Start { weight: W::ZERO, branches: Vec::new(), length: 0 };
        while let Some((variable, node)) = self.diagram.node(at) {
            let with = weight.clone() + &self.weights[variable];
            let of = |lo: bool| {
                let (child, weight) = if lo { (node.lo, &weight) } else { (node.hi, &with) };
                (child != EMPTY).then(|| weight.clone() + &self.least[child as usize])
            };
            let lo = if path.length < start.length {
                start.branch(path.length)
            } else {
                let lo = of(true).is_some_and(|lo| of(false).is_some_and(|hi| lo < hi));
                if let Some(weight) = of(!lo) {
                    let mut other = Start { weight, ..path.clone() };
                    other.push(!lo);
                    each(other);
                }
                lo
            };
            path.push(lo);
            if lo {
                at = node.lo;
            } else {
                set.push(variable as u32);
                weight = with;
                at = node.hi;
            }
        }
        debug_assert!((at, &weight) == (UNIT, &start.weight), "a path leads elsewhere");
        set
    }
}
