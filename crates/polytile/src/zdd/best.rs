//! The lightest sets, and the heaviest.
//!
//! Every variable has a weight, and a set weighs what its variables weigh together. One sweep from the bottom up tells
//! every node what the lightest of its sets weighs (TAOCP 7.1.4, algorithm B). With that the lightest set is a walk, and so
//! is the next one: the sets that leave the path of the last one at some node, by the other branch, form a family of
//! their own whose lightest weight is known. A heap of such families yields the sets in order of weight, each at the
//! cost of one path (Lawler 1972).
//!
//! Among sets of one weight the first in the order of the variables comes first.

use super::{Diagram, EMPTY, UNIT};
use crate::run::{Control, Progress, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which sets come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Those of smallest weight.
    Lightest,
    /// Those of largest weight.
    Heaviest,
}

/// A family of sets that begin alike: whose lightest weighs so much, and how they begin. A branch is a bit, 0 for `hi`
/// and 1 for `lo`, so that the order of the bits is the order of the sets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Start {
    weight: i64,
    branches: Vec<u64>,
    length: usize,
}

impl Start {
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
    /// says stop with false. `weights` are those of the variables.
    ///
    /// # Errors
    /// When `control` says stop, what is needed outgrows its memory, or weights are so large that a sum could exceed 2^62.
    ///
    /// # Panics
    /// When there are fewer weights than variables.
    pub fn best(
        &self,
        weights: &[i64],
        goal: Goal,
        number: u64,
        control: &Control,
        mut each: impl FnMut(Vec<u32>, i64) -> bool,
    ) -> Result<(), Stopped> {
        let sum: u128 = weights.iter().map(|w| u128::from(w.unsigned_abs())).sum();
        if sum > 1 << 62 {
            let message = "the weights of all options together exceed 2^62";
            return Err(Stopped::TooLarge(message.to_owned()));
        }
        let sign = if goal == Goal::Lightest { 1 } else { -1 };
        let weights: Vec<i64> = weights.iter().map(|w| sign * w).collect();
        let search =
            Search { diagram: self, weights: &weights, least: self.least(&weights, control)?, control };
        search.run(number, |set, weight| each(set, sign * weight))
    }

    /// What the lightest set of every node weighs; of no use for [`EMPTY`].
    fn least(&self, weights: &[i64], control: &Control) -> Result<Vec<i64>, Stopped> {
        control.reserve(self.held() + 8 * self.nodes(), "keeping the weights of all nodes")?;
        let mut least = Vec::with_capacity(self.nodes() as usize);
        least.extend([0, 0]);
        for (variable, _, nodes) in self.upward() {
            let (done, total) = ((self.variables() - variable - 1) as u64, self.variables() as u64);
            control.check(Progress::Levels { done, total, states: nodes.len() as u64 })?;
            for node in nodes {
                let with: i64 = least[node.hi as usize] + weights[variable];
                let best = if node.lo == EMPTY { with } else { with.min(least[node.lo as usize]) };
                least.push(best);
            }
        }
        Ok(least)
    }
}

struct Search<'a> {
    diagram: &'a Diagram,
    weights: &'a [i64],
    least: Vec<i64>,
    control: &'a Control,
}

impl Search<'_> {
    fn run(&self, number: u64, mut each: impl FnMut(Vec<u32>, i64) -> bool) -> Result<(), Stopped> {
        let mut heap = BinaryHeap::new();
        if self.diagram.root() != EMPTY {
            let weight = self.least[self.diagram.root() as usize];
            heap.push(Reverse(Start { weight, branches: Vec::new(), length: 0 }));
        }
        let entry = (size_of::<Start>() + self.diagram.variables().div_ceil(64) * 8) as u64;
        let fixed = self.diagram.held() + 8 * self.diagram.nodes();
        for found in 0..number {
            let Some(Reverse(start)) = heap.pop() else { break };
            let share = (u128::from(found) * 1_000_000 / u128::from(number)) as u32;
            self.control.check(Progress::Search { share, found })?;
            let weight = start.weight;
            let set = self.walk(&start, |other| heap.push(Reverse(other)));
            if !each(set, weight) {
                break;
            }
            // More than are still asked for will not be needed: the worst may go.
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

    /// The best set of a family; the families that leave its path are handed to `each`.
    fn walk(&self, start: &Start, mut each: impl FnMut(Start)) -> Vec<u32> {
        let mut set = Vec::new();
        let mut at = self.diagram.root();
        let mut weight = 0;
        let mut path = Start { weight: 0, branches: Vec::new(), length: 0 };
        while let Some((variable, node)) = self.diagram.node(at) {
            let with = weight + self.weights[variable];
            let of = |lo: bool| {
                let (child, weight) = if lo { (node.lo, weight) } else { (node.hi, with) };
                (child != EMPTY).then(|| weight + self.least[child as usize])
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
        debug_assert_eq!((at, weight), (UNIT, start.weight));
        set
    }
}
