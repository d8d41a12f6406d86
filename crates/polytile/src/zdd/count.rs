//! How many sets: one sweep from the bottom up.
//!
//! A node has as many sets as its two children together (TAOCP 7.1.4, algorithm C). Every node is touched once. Counts
//! are exact: as long as one limb holds the largest, all have one; before a sum could overflow, all get one more.
//!
//! For the total alone, counts are forgotten as soon as no level above looks at them, so a long diagram needs hardly
//! more memory than its widest levels. [`Counted`] keeps them all: then the k-th set, ranks, samples and the frequency
//! of every variable are walks along one path each, or one sweep back.

use super::limbs;
use super::{Diagram, EMPTY, Node, NodeId, UNIT};
use crate::count::Count;
use crate::frontier::merge::number;
use crate::frontier::sample::uniform;
use crate::run::{Control, Progress, Stopped};
use std::collections::BTreeMap;

/// Numbers of nodes that are still looked at, in a moving window.
struct Window {
    limbs: usize,
    /// The slot of node n is n - shift; the terminals have the first two.
    shift: NodeId,
    values: Vec<u64>,
    /// All top limbs, united: no value has a higher bit.
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

    /// The counts of the last `nodes` nodes.
    fn last(&self, nodes: usize) -> &[u64] {
        &self.values[self.values.len() - nodes * self.limbs..]
    }

    /// Forgets the nodes below `lowest`, once it is worth the while.
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
    fn sweep(
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
            window.push(nodes);
            control.reserve(self.bytes() + 8 * window.values.len() as u64, "the counts of the diagram")?;
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

    /// The diagram with the number of sets below every node.
    ///
    /// # Errors
    /// When `control` says stop, or the counts outgrow its memory.
    pub fn counted(&self, control: &Control) -> Result<Counted<'_>, Stopped> {
        let mut parts = vec![Part { first: EMPTY, limbs: 1, values: vec![0, 1] }];
        let mut bytes = self.bytes();
        let mut levels = self.upward();
        let total = self.sweep(control, |window| {
            let Some((_, first, nodes)) = levels.next() else { return Ok(()) };
            let counts = window.last(nodes.len());
            bytes += 8 * counts.len() as u64;
            control.reserve(bytes, "the counts of all nodes")?;
            match parts.last_mut() {
                Some(part) if part.limbs == window.limbs => part.values.extend_from_slice(counts),
                _ => parts.push(Part { first, limbs: window.limbs, values: counts.to_vec() }),
            }
            Ok(())
        })?;
        Ok(Counted { diagram: self, parts, total })
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
            for node in nodes {
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
            control.reserve(self.bytes() + bytes, "the counts by size")?;
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

/// The counts of the nodes from `first` on, all of as many limbs.
#[derive(Clone, Debug)]
struct Part {
    first: NodeId,
    limbs: usize,
    values: Vec<u64>,
}

/// A diagram with the number of sets below every node.
///
/// Sets are in the *order of the variables*: of two sets, the one that has the first variable in which they differ
/// comes first. Ranks count from 1.
///
/// ```
/// use polytile::zdd::{Levels, Node, UNIT};
/// // {0, 1}, {1}, {2}: in this order.
/// let mut levels = Levels::new(3);
/// let two = levels.push(vec![Node { lo: 0, hi: UNIT }])?;
/// let one = levels.push(vec![Node { lo: two, hi: UNIT }, Node { lo: 0, hi: UNIT }])?;
/// let zero = levels.push(vec![Node { lo: one, hi: one + 1 }])?;
/// let diagram = levels.finish(zero)?;
/// let counted = diagram.counted(&Default::default())?;
/// assert_eq!(*counted.total(), 3_u8.into());
/// assert_eq!(counted.kth(&1_u8.into()), Some(vec![0, 1]));
/// assert_eq!(counted.kth(&3_u8.into()), Some(vec![2]));
/// assert_eq!(counted.kth(&4_u8.into()), None);
/// assert_eq!(counted.rank(&[1]), Some(2_u8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counted<'a> {
    diagram: &'a Diagram,
    /// From the bottom up, each with more limbs than the one before.
    parts: Vec<Part>,
    total: Count,
}

impl Counted<'_> {
    /// The number of sets.
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// The limbs of the count of a node.
    fn limbs(&self, id: NodeId) -> &[u64] {
        let part = &self.parts[self.parts.partition_point(|part| part.first <= id) - 1];
        let at = (id - part.first) as usize * part.limbs;
        &part.values[at..at + part.limbs]
    }

    /// The k-th set in the order of the variables, from 1; nothing when there are fewer. O(variables).
    pub fn kth(&self, k: &Count) -> Option<Vec<u32>> {
        if *k == Count::ZERO || *k > self.total {
            return None;
        }
        let mut before = k - 1_u8;
        let mut set = Vec::new();
        let mut at = self.diagram.root();
        while let Some((variable, node)) = self.diagram.node(at) {
            let with = number(self.limbs(node.hi));
            if before < with {
                set.push(variable as u32);
                at = node.hi;
            } else {
                before -= with;
                at = node.lo;
            }
        }
        Some(set)
    }

    /// The rank of a set, its variables in ascending order: the k for which it is the k-th; nothing when it is none of
    /// the family. O(variables).
    pub fn rank(&self, set: &[u32]) -> Option<Count> {
        let mut rank = Count::from(1_u8);
        let mut rest = set.iter().peekable();
        let mut at = self.diagram.root();
        while let Some((variable, node)) = self.diagram.node(at) {
            if rest.next_if(|&&v| v as usize == variable).is_some() {
                at = node.hi;
            } else {
                rank += number(self.limbs(node.hi));
                at = node.lo;
            }
        }
        (at == UNIT && rest.peek().is_none()).then_some(rank)
    }

    /// Draws `number` sets, each uniformly and independently of the others, and hands them to `each` until it says
    /// stop with false; none when the family is empty. The i-th depends on `seed` and i alone. O(variables) each.
    pub fn sample(&self, number: u64, seed: u64, mut each: impl FnMut(Vec<u32>) -> bool) {
        if self.total == Count::ZERO {
            return;
        }
        for i in 0..number {
            let Some(set) = self.kth(&(uniform(seed, i, &self.total) + 1_u8)) else { return };
            if !each(set) {
                return;
            }
        }
    }

    /// For every variable the number of sets that have it.
    ///
    /// One sweep from the top down, in which every node learns how many paths lead to it: times the sets below its `hi`,
    /// that is its share. No product exceeds the total, so as many limbs as the total has are enough.
    ///
    /// # Errors
    /// When `control` says stop, or the numbers outgrow its memory.
    pub fn frequencies(&self, control: &Control) -> Result<Vec<Count>, Stopped> {
        let diagram = self.diagram;
        let limbs = self.limbs(diagram.root()).len();
        let counts: usize = self.parts.iter().map(|p| p.values.len()).sum();
        let paths = diagram.nodes() * limbs as u64;
        control.reserve(diagram.bytes() + 8 * (counts as u64 + paths), "the paths to all nodes")?;
        let mut paths = vec![0_u64; paths as usize];
        let range = |id: NodeId| id as usize * limbs..(id as usize + 1) * limbs;
        paths[range(diagram.root())][0] = 1;
        let mut frequencies = vec![Count::ZERO; diagram.variables()];
        let all = diagram.variables() as u64;
        for (variable, first, nodes) in diagram.upward().rev() {
            let states = nodes.len() as u64;
            control.check(Progress::Levels { done: variable as u64, total: all, states })?;
            let (below, here) = paths.split_at_mut(range(first).start);
            let mut sum = vec![0; limbs];
            for (node, here) in nodes.iter().zip(here.chunks_exact(limbs)) {
                limbs::add_product(&mut sum, here, self.limbs(node.hi));
                limbs::add(&mut below[range(node.hi)], here);
                limbs::add(&mut below[range(node.lo)], here);
            }
            frequencies[variable] = number(&sum);
        }
        Ok(frequencies)
    }
}
