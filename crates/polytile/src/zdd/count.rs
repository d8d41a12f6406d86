//! How many sets: one sweep from the bottom up.
//!
//! A node has as many sets as its two children together (TAOCP 7.1.4, algorithm C). Every node is touched once. Counts
//! are exact: as long as one limb holds the largest, all have one limb; before a sum could overflow, all get one more.
//!
//! Counts are forgotten as soon as no level above needs them, so a long diagram takes hardly more memory than its
//! widest levels; `ranks` keeps them all.

use super::limbs;
use super::{Diagram, Node, NodeId, UNIT};
use crate::frontier::merge::number;
use crate::number::Count;
use crate::run::{Control, Progress, Stopped};
use std::collections::BTreeMap;

/// Nodes between two looks at the control, where a node has many numbers.
const NODES_PER_LOOK: usize = 1 << 12;

/// The numbers of those nodes that are still needed, in a moving window.
pub(super) struct Window {
    pub limbs: usize,
    /// The slot of node n is n - shift; the terminals have the first two.
    shift: NodeId,
    values: Vec<u64>,
    /// The union of all top limbs: no value has a higher bit.
    high: u64,
}

impl Window {
    fn new() -> Self {
        Window { limbs: 1, shift: 0, values: vec![0, 1], high: 1 }
    }

    /// Adds the counts of the next level.
    fn push(&mut self, nodes: &[Node]) {
        if self.high >> 63 == 1 {
            limbs::widen(&mut self.values, self.limbs, self.limbs + 1);
            self.limbs += 1;
            self.high = 0;
        }
        self.high |= match self.limbs {
            1 => self.push_fixed::<1>(nodes),
            2 => self.push_fixed::<2>(nodes),
            _ => self.push_any(nodes),
        };
    }

    fn push_fixed<const L: usize>(&mut self, nodes: &[Node]) -> u64 {
        let shift = self.shift;
        let slot = |id: NodeId| if id <= UNIT { id } else { id - shift } as usize;
        let old = self.values.len();
        self.values.resize(old + nodes.len() * L, 0);
        let (done, new) = self.values.split_at_mut(old);
        let done = done.as_chunks::<L>().0;
        let mut high = 0;
        for (node, sum) in nodes.iter().zip(new.as_chunks_mut::<L>().0) {
            *sum = done[slot(node.lo)];
            limbs::add(sum, &done[slot(node.hi)]);
            high |= sum[L - 1];
        }
        high
    }

    fn push_any(&mut self, nodes: &[Node]) -> u64 {
        let mut high = 0;
        for node in nodes {
            let mut sum = self.get(node.lo).to_vec();
            limbs::add(&mut sum, self.get(node.hi));
            high |= sum[self.limbs - 1];
            self.values.extend(sum);
        }
        high
    }

    fn get(&self, id: NodeId) -> &[u64] {
        let slot = if id <= UNIT { id } else { id - self.shift } as usize;
        &self.values[slot * self.limbs..(slot + 1) * self.limbs]
    }

    /// How many limbs there will be with `nodes` more nodes.
    fn room(&self, nodes: usize) -> usize {
        let limbs = self.limbs + (self.high >> 63) as usize;
        (self.values.len() / self.limbs + nodes) * limbs
    }

    /// The counts of the last `nodes` nodes.
    pub fn last(&self, nodes: usize) -> &[u64] {
        &self.values[self.values.len() - nodes * self.limbs..]
    }

    /// Forgets the nodes below `lowest`, once that is worth while.
    fn forget(&mut self, lowest: NodeId, next: NodeId) {
        let old = lowest.min(next) - 2 - self.shift;
        if 2 * old as usize > self.values.len() / self.limbs {
            let from = 2 * self.limbs;
            self.values.drain(from..from + old as usize * self.limbs);
            self.shift += old;
        }
    }
}

impl Diagram {
    /// The number of sets.
    ///
    /// Touches each node once.
    ///
    /// # Errors
    /// When `control` says stop, or the counts outgrow its memory.
    pub fn count(&self, control: &Control) -> Result<Count, Stopped> {
        self.sweep(control, |_| Ok(()))
    }

    /// The number of sets; `each` sees the counts of every level, from the bottom up.
    pub(super) fn sweep(
        &self,
        control: &Control,
        mut each: impl FnMut(&Window) -> Result<(), Stopped>,
    ) -> Result<Count, Stopped> {
        let mut window = Window::new();
        let mut total = if self.root() == UNIT { Count::from(1_u8) } else { Count::ZERO };
        let all = self.variables() as u64;
        for (variable, first, nodes) in self.upward() {
            let states = nodes.len() as u64;
            control.check(Progress::Levels { done: all - variable as u64 - 1, total: all, states })?;
            let values = window.room(nodes.len());
            control.reserve(self.held() + 8 * values as u64, "keeping the counts of the diagram")?;
            window.push(nodes);
            let next = first + nodes.len() as NodeId;
            if (first..next).contains(&self.root()) {
                total = number(window.get(self.root()));
            }
            each(&window)?;
            if variable > 0 {
                window.forget(self.lowest(variable - 1), next);
            }
        }
        Ok(total)
    }

    /// The numbers of sets of each size; sizes without a set are left out.
    ///
    /// # Errors
    /// When `control` says stop, or the counts outgrow its memory.
    pub fn count_by_size(&self, control: &Control) -> Result<BTreeMap<usize, Count>, Stopped> {
        /// The numbers of sets of `least` elements, `least` + 1, and so on.
        #[derive(Clone, Default)]
        struct Sizes {
            least: usize,
            counts: Vec<Count>,
        }
        let mut sizes = vec![Sizes::default(), Sizes { least: 0, counts: vec![Count::from(1_u8)] }];
        let mut shift = 0;
        let mut bytes = 0_u64;
        let slot = |id: NodeId, shift: NodeId| if id <= UNIT { id } else { id - shift } as usize;
        let weigh = |s: &Sizes| s.counts.iter().map(|c| 32 + c.bits() / 8).sum::<u64>() + 32;
        let mut root = sizes[usize::from(self.root() == UNIT)].clone();
        let all = self.variables() as u64;
        for (variable, first, nodes) in self.upward() {
            let states = nodes.len() as u64;
            control.check(Progress::Levels { done: all - variable as u64 - 1, total: all, states })?;
            for (i, node) in nodes.iter().enumerate() {
                if i % NODES_PER_LOOK == NODES_PER_LOOK - 1 {
                    control.check(Progress::Levels {
                        done: all - variable as u64 - 1,
                        total: all,
                        states,
                    })?;
                    control.reserve(self.held() + bytes, "keeping the counts by size")?;
                }
                let (lo, hi) = (&sizes[slot(node.lo, shift)], &sizes[slot(node.hi, shift)]);
                let mut sum = Sizes { least: hi.least + 1, counts: hi.counts.clone() };
                if !lo.counts.is_empty() {
                    let least = lo.least.min(sum.least);
                    let end = (lo.least + lo.counts.len()).max(sum.least + sum.counts.len());
                    sum.counts.splice(0..0, vec![Count::ZERO; sum.least - least]);
                    sum.counts.resize(end - least, Count::ZERO);
                    sum.least = least;
                    for (count, more) in sum.counts[lo.least - least..].iter_mut().zip(&lo.counts) {
                        *count += more;
                    }
                }
                bytes += weigh(&sum);
                sizes.push(sum);
            }
            control.reserve(self.held() + bytes, "keeping the counts by size")?;
            let next = first + nodes.len() as NodeId;
            if (first..next).contains(&self.root()) {
                root = sizes[slot(self.root(), shift)].clone();
            }
            let old = if variable > 0 { self.lowest(variable - 1).min(next) - 2 - shift } else { 0 };
            if 2 * old as usize > sizes.len() {
                bytes -= sizes.drain(2..2 + old as usize).map(|s| weigh(&s)).sum::<u64>();
                shift += old;
            }
        }
        let by_size = (root.least..).zip(root.counts);
        Ok(by_size.filter(|(_, count)| *count != Count::ZERO).collect())
    }
}
