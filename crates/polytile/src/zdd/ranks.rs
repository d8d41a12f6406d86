//! Which set is the k-th, and what else follows from the counts of all nodes.
//!
//! With the number of sets below every node at hand, the k-th set, the rank of a set and a sample are walks along one path
//! each (TAOCP 7.1.4: random solutions), and the frequencies of all variables are one sweep back. Counts of the lower
//! levels are small, and kept in fewer limbs than those of the upper ones.

use super::limbs;
use super::{Diagram, EMPTY, NodeId, UNIT};
use crate::frontier::merge::number;
use crate::frontier::sample::uniform;
use crate::number::Count;
use crate::run::{Control, Progress, Stopped};
use std::ops::Range;

/// The counts of the nodes from `first` on, all with the same number of limbs.
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
/// use polytile::zdd::{DiagramBuilder, Node, UNIT};
/// // {0, 1}, {1}, {2}: in this order.
/// let mut levels = DiagramBuilder::new(3);
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
pub struct Counted {
    diagram: Diagram,
    /// From the bottom up, each with more limbs than the one before.
    parts: Vec<Part>,
    total: Count,
}

impl Diagram {
    /// The diagram with the number of sets below every node.
    ///
    /// # Errors
    /// When `control` says stop, or the counts outgrow its memory.
    pub fn counted(&self, control: &Control) -> Result<Counted, Stopped> {
        let mut parts = vec![Part { first: EMPTY, limbs: 1, values: vec![0, 1] }];
        let mut bytes = self.held();
        let mut levels = self.upward();
        let total = self.sweep(control, |window| {
            let Some((_, first, nodes)) = levels.next() else { return Ok(()) };
            let counts = window.last(nodes.len());
            bytes += 8 * counts.len() as u64;
            control.reserve(bytes, "keeping the counts of all nodes")?;
            match parts.last_mut() {
                Some(part) if part.limbs == window.limbs => part.values.extend_from_slice(counts),
                _ => parts.push(Part { first, limbs: window.limbs, values: counts.to_vec() }),
            }
            Ok(())
        })?;
        Ok(Counted { diagram: self.clone(), parts, total })
    }
}

impl Counted {
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

    /// The rank of a set, its variables in ascending order: the k for which it is the k-th; `None` when it is not one
    /// of the family. O(variables).
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

    /// Draws `number` sets, each uniformly and independently of the others, and hands them to `each` until it
    /// returns false; none when the family is empty. The i-th depends on `seed` and i alone. O(variables) each.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn sample(
        &self,
        number: u64,
        seed: u64,
        control: &Control,
        each: impl FnMut(Vec<u32>) -> bool,
    ) -> Result<(), Stopped> {
        self.draw(0..number, seed, control, each)
    }

    /// Draws the sets that have these numbers in the sequence of `seed`.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn draw(
        &self,
        numbers: Range<u64>,
        seed: u64,
        control: &Control,
        mut each: impl FnMut(Vec<u32>) -> bool,
    ) -> Result<(), Stopped> {
        if self.total == Count::ZERO {
            return Ok(());
        }
        let number = numbers.end.saturating_sub(numbers.start);
        for (found, i) in (0..).zip(numbers) {
            let share = (u128::from(found) * 1_000_000 / u128::from(number)) as u32;
            control.check(Progress::Search { share, found })?;
            let Some(set) = self.kth(&(uniform(seed, i, &self.total) + 1_u8)) else { break };
            if !each(set) {
                break;
            }
        }
        Ok(())
    }

    /// For every variable the number of sets that have it.
    ///
    /// One sweep from the top down, in which every node learns how many paths lead to it: this number times the sets
    /// below its `hi` is its share. No product exceeds the total, so as many limbs as the total has are enough.
    ///
    /// # Errors
    /// When `control` says stop, or the numbers outgrow its memory.
    pub fn frequencies(&self, control: &Control) -> Result<Vec<Count>, Stopped> {
        let diagram = &self.diagram;
        let limbs = self.limbs(diagram.root()).len();
        let counts: usize = self.parts.iter().map(|p| p.values.len()).sum();
        let paths = diagram.nodes() * limbs as u64;
        control.reserve(diagram.held() + 8 * (counts as u64 + paths), "keeping the paths to all nodes")?;
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
