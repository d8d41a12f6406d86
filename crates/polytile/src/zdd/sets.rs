//! Sets of a family one after the other, and whether a set is one of them.

use super::{Diagram, EMPTY, NodeId, UNIT};
use std::borrow::Borrow;

/// The sets of a diagram in the order of the variables: of two sets, the one that has the first variable in which they
/// differ comes first.
///
/// Every node has a set, so there are no dead ends: the next set costs at most as many steps as there are variables.
#[derive(Clone, Debug)]
pub struct Sets<D> {
    diagram: D,
    /// The variables taken, and what follows when they are not.
    taken: Vec<(u32, NodeId)>,
    /// Where the next set continues; [`EMPTY`] when the last choice has to be changed first.
    at: NodeId,
}

impl Diagram {
    /// The sets, in the order of the variables.
    pub fn sets(&self) -> Sets<&Self> {
        Sets { diagram: self, taken: Vec::new(), at: self.root() }
    }

    /// The sets, in the order of the variables, from a diagram that is given up for them.
    pub fn into_sets(self) -> Sets<Self> {
        let at = self.root();
        Sets { diagram: self, taken: Vec::new(), at }
    }

    /// Whether `set`, its variables in ascending order, is one of the family. O(variables).
    pub fn contains(&self, set: &[u32]) -> bool {
        let mut rest = set.iter().peekable();
        let mut at = self.root();
        while let Some((variable, node)) = self.node(at) {
            let has = rest.next_if(|&&v| v as usize == variable).is_some();
            at = if has { node.hi } else { node.lo };
        }
        at == UNIT && rest.peek().is_none()
    }
}

impl<D: Borrow<Diagram>> Iterator for Sets<D> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        while self.at == EMPTY {
            self.at = self.taken.pop()?.1;
        }
        while let Some((variable, node)) = self.diagram.borrow().node(self.at) {
            self.taken.push((variable as u32, node.lo));
            self.at = node.hi;
        }
        self.at = EMPTY;
        Some(self.taken.iter().map(|&(variable, _)| variable).collect())
    }
}
