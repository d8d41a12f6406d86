//! The diagram at rest: one array of nodes for each variable, eight bytes a node.
//!
//! Nodes are numbered from the bottom up: 0 and 1 are the terminals, then come the nodes of the last variable, and so on
//! up to the first. So a child always has a smaller number than its parent, and whatever is computed from the children
//! (counts, best weights) is computed in one sweep through the numbers; what is computed from the parents (paths,
//! marginals) in one sweep back.
//!
//! A sweep need not remember everything: of every level the smallest child is known, so what no level above looks at
//! any more can be forgotten (see `sweep`).

use thiserror::Error;

/// The number of a node.
pub type NodeId = u32;

/// The terminal ⊥: the family without any set.
pub const EMPTY: NodeId = 0;
/// The terminal ⊤: the family whose only set is the empty one.
pub const UNIT: NodeId = 1;

/// A node of variable v: the family of the sets of `lo`, none of which has v, and of the sets of `hi` with v added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The sets without the variable.
    pub lo: NodeId,
    /// The sets with it; never [`EMPTY`], for then the node would say nothing (zero suppression).
    pub hi: NodeId,
}

/// A zero-suppressed decision diagram: a family of sets of variables.
///
/// Variables are numbered 0, 1, ... from the top. The diagram does not change; [`Levels`] builds one.
///
/// ```
/// use polytile::zdd::{Levels, Node, UNIT};
/// // {{0, 1}, {1}, {2}}
/// let mut levels = Levels::new(3);
/// let two = levels.push(vec![Node { lo: 0, hi: UNIT }])?;
/// let one = levels.push(vec![Node { lo: two, hi: UNIT }, Node { lo: 0, hi: UNIT }])?;
/// let zero = levels.push(vec![Node { lo: one, hi: one + 1 }])?;
/// let diagram = levels.finish(zero)?;
/// assert_eq!(diagram.nodes(), 6); // terminals included
/// # Ok::<(), polytile::zdd::Malformed>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The nodes of each variable, the first variable first.
    levels: Vec<Box<[Node]>>,
    /// The number of the first node of each variable: falling, and 2 for the last.
    first: Vec<NodeId>,
    /// For each variable the smallest number, terminals apart, that is a child of a node of this variable or of one
    /// above it; `NodeId::MAX` when there is none.
    lowest: Vec<NodeId>,
    root: NodeId,
}

/// Why some nodes are no diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// A child does not stand on a level below its parent.
    #[error("a node of variable {variable} points to node {child}, which is not below it")]
    NotBelow {
        /// The variable.
        variable: usize,
        /// The child.
        child: NodeId,
    },
    /// A node whose `hi` is [`EMPTY`].
    #[error("a node of variable {variable} has no set with the variable")]
    NotSuppressed {
        /// The variable.
        variable: usize,
    },
    /// More levels than variables were pushed, or fewer.
    #[error("there are {pushed} levels for {variables} variables")]
    Levels {
        /// Levels pushed.
        pushed: usize,
        /// Variables announced.
        variables: usize,
    },
    /// The root is no node.
    #[error("the root, node {0}, does not exist")]
    NoRoot(NodeId),
    /// More nodes than there are numbers for them.
    #[error("a diagram has at most 2^32 - 1 nodes")]
    TooMany,
}

impl Diagram {
    /// The family without any set, over so many variables.
    pub fn empty(variables: usize) -> Self {
        Self::terminal(variables, EMPTY)
    }

    /// The family of the empty set alone, over so many variables.
    pub fn unit(variables: usize) -> Self {
        Self::terminal(variables, UNIT)
    }

    fn terminal(variables: usize, root: NodeId) -> Self {
        Diagram {
            levels: vec![Box::default(); variables],
            first: vec![2; variables],
            lowest: vec![NodeId::MAX; variables],
            root,
        }
    }

    /// Number of variables, whether or not a set has them.
    pub fn variables(&self) -> usize {
        self.levels.len()
    }

    /// Number of nodes, the two terminals included.
    pub fn nodes(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum::<u64>() + 2
    }

    /// Where the family begins.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The nodes of `variable`; the i-th has the number `first(variable) + i`.
    ///
    /// # Panics
    /// When there is no such variable.
    pub fn level(&self, variable: usize) -> &[Node] {
        &self.levels[variable]
    }

    /// The number of the first node of `variable`, or what it would be if there were one.
    ///
    /// # Panics
    /// When there is no such variable.
    pub fn first(&self, variable: usize) -> NodeId {
        self.first[variable]
    }

    /// The variable of a node: [`Diagram::variables`] for the terminals. O(log variables).
    pub fn variable(&self, id: NodeId) -> usize {
        if id <= UNIT { self.variables() } else { self.first.partition_point(|&first| first > id) }
    }

    /// The variable of a node and the node; nothing for the terminals, and for numbers that are no node's.
    /// O(log variables).
    pub fn node(&self, id: NodeId) -> Option<(usize, Node)> {
        let variable = self.variable(id);
        let level = self.levels.get(variable)?;
        Some((variable, *level.get((id - self.first[variable]) as usize)?))
    }

    /// The levels from the bottom up: variable, number of its first node, its nodes. Children come before parents.
    pub fn upward(&self) -> impl DoubleEndedIterator<Item = (usize, NodeId, &[Node])> {
        (0..self.variables()).rev().map(|v| (v, self.first[v], &*self.levels[v]))
    }

    /// The smallest number, terminals apart, that is a child of a node of `variable` or of one above it;
    /// `NodeId::MAX` when there is none. What a sweep upwards need not forget once it is through with `variable`.
    ///
    /// # Panics
    /// When there is no such variable.
    pub fn lowest(&self, variable: usize) -> NodeId {
        self.lowest[variable]
    }

    /// Bytes the nodes take.
    pub fn bytes(&self) -> u64 {
        (self.nodes() - 2) * size_of::<Node>() as u64
    }
}

/// A diagram being built, level by level from the last variable up.
#[derive(Clone, Debug)]
pub struct Levels {
    variables: usize,
    /// The levels pushed, the last variable first.
    done: Vec<Box<[Node]>>,
    first: Vec<NodeId>,
    lowest: Vec<NodeId>,
    next: NodeId,
}

impl Levels {
    /// No level yet.
    pub fn new(variables: usize) -> Self {
        Levels { variables, done: Vec::new(), first: Vec::new(), lowest: Vec::new(), next: 2 }
    }

    /// The number that the first node of the next level gets.
    pub fn next(&self) -> NodeId {
        self.next
    }

    /// Adds the level of the next variable upwards, and returns the number of its first node; the others follow.
    ///
    /// That no two nodes are equal is the caller's business: the family is right without it, but larger than need be.
    ///
    /// # Errors
    /// [`Malformed`] when a node may not stand here.
    pub fn push(&mut self, nodes: Vec<Node>) -> Result<NodeId, Malformed> {
        let pushed = self.done.len();
        let Some(variable) = self.variables.checked_sub(pushed + 1) else {
            return Err(Malformed::Levels { pushed: pushed + 1, variables: self.variables });
        };
        let first = self.next;
        let mut lowest = NodeId::MAX;
        let mut highest = EMPTY;
        let mut suppressed = true;
        for node in &nodes {
            // The terminals wrap around to the largest numbers.
            lowest = lowest.min(node.lo.wrapping_sub(2)).min(node.hi.wrapping_sub(2));
            highest = highest.max(node.lo).max(node.hi);
            suppressed &= node.hi != EMPTY;
        }
        if highest >= first {
            return Err(Malformed::NotBelow { variable, child: highest });
        }
        if !suppressed {
            return Err(Malformed::NotSuppressed { variable });
        }
        let count = u32::try_from(nodes.len()).map_err(|_| Malformed::TooMany)?;
        self.next = first.checked_add(count).ok_or(Malformed::TooMany)?;
        self.done.push(nodes.into_boxed_slice());
        self.first.push(first);
        self.lowest.push(if lowest >= NodeId::MAX - 1 { NodeId::MAX } else { lowest + 2 });
        Ok(first)
    }

    /// The diagram, once every variable has its level.
    ///
    /// # Errors
    /// [`Malformed`] when levels are missing, or `root` is no node.
    pub fn finish(mut self, root: NodeId) -> Result<Diagram, Malformed> {
        if self.done.len() < self.variables {
            return Err(Malformed::Levels { pushed: self.done.len(), variables: self.variables });
        }
        if root >= self.next {
            return Err(Malformed::NoRoot(root));
        }
        self.done.reverse();
        self.first.reverse();
        self.lowest.reverse();
        let mut least = NodeId::MAX;
        for lowest in &mut self.lowest {
            least = least.min(*lowest);
            *lowest = least;
        }
        Ok(Diagram { levels: self.done, first: self.first, lowest: self.lowest, root })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_are_no_diagram_are_refused() {
        let node = |lo, hi| Node { lo, hi };
        let mut levels = Levels::new(2);
        assert_eq!(levels.push(vec![node(0, 2)]), Err(Malformed::NotBelow { variable: 1, child: 2 }));
        assert_eq!(levels.push(vec![node(1, 0)]), Err(Malformed::NotSuppressed { variable: 1 }));
        assert_eq!(levels.push(vec![node(0, 1)]), Ok(2));
        assert_eq!(levels.clone().finish(2), Err(Malformed::Levels { pushed: 1, variables: 2 }));
        assert_eq!(levels.push(vec![node(2, 2), node(1, 2)]), Ok(3));
        assert_eq!(levels.push(vec![]), Err(Malformed::Levels { pushed: 3, variables: 2 }));
        assert_eq!(levels.clone().finish(5), Err(Malformed::NoRoot(5)));
        let diagram = levels.finish(4).unwrap();
        assert_eq!(diagram.node(4), Some((0, node(1, 2))));
        assert_eq!(diagram.node(2), Some((1, node(0, 1))));
        assert_eq!([0, 1, 5].map(|id| diagram.node(id)), [None; 3]);
        assert_eq!((diagram.lowest(0), diagram.lowest(1)), (2, 2));
    }

    #[test]
    fn levels_may_be_without_nodes() {
        let mut levels = Levels::new(3);
        for nodes in [vec![], vec![Node { lo: 1, hi: 1 }], vec![]] {
            levels.push(nodes).unwrap();
        }
        let diagram = levels.finish(2).unwrap();
        assert_eq!(diagram.variable(2), 1);
        assert_eq!(diagram.nodes(), 3);
    }
}
