//! The diagram at rest: one array of nodes for each variable, eight bytes a node.
//!
//! The arrays are the diagram's own, or they lie in the bytes of a file that somebody else keeps, mapped or read,
//! and are used there without being copied ([`Diagram::in_bytes`]).
//!
//! Nodes are numbered from the bottom up: 0 and 1 are the terminals, then come the nodes of the last variable, and so on
//! up to the first. So a child always has a smaller number than its parent, and whatever is computed from the children
//! (counts, best weights) is computed in one sweep through the numbers; what is computed from the parents (paths,
//! marginals) in one sweep back.
//!
//! A sweep need not remember everything: for every level the smallest child is known, so what no level above needs
//! any more can be forgotten ([`Diagram::lowest`]).

use super::{EMPTY, Node, NodeId, UNIT, ZddError};
use crate::run::{Control, Progress, Stopped};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Bytes that somebody keeps for as long as they are needed: a file mapped into memory, or read.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A zero-suppressed decision diagram: a family of sets of variables.
///
/// Variables are numbered 0, 1, ... from the top. The diagram does not change, and its copies share their nodes; [`DiagramBuilder`]
/// builds one.
///
/// ```
/// use polytile::zdd::{DiagramBuilder, Node, UNIT};
/// // {{0, 1}, {1}, {2}}
/// let mut levels = DiagramBuilder::new(3);
/// let two = levels.push(vec![Node { lo: 0, hi: UNIT }])?;
/// let one = levels.push(vec![Node { lo: two, hi: UNIT }, Node { lo: 0, hi: UNIT }])?;
/// let zero = levels.push(vec![Node { lo: one, hi: one + 1 }])?;
/// let diagram = levels.finish(zero)?;
/// assert_eq!(diagram.nodes(), 6); // terminals included
/// # Ok::<(), polytile::zdd::ZddError>(())
/// ```
#[derive(Clone)]
pub struct Diagram {
    nodes: Nodes,
    /// The number of the first node of each variable: falling, and 2 for the last.
    first: Vec<NodeId>,
    /// The number that the next node would get.
    next: NodeId,
    /// For each variable the smallest number, terminals apart, that is a child of a node of this variable or of one
    /// above it; `NodeId::MAX` when there is none.
    lowest: Vec<NodeId>,
    root: NodeId,
}

/// Where the nodes are.
#[derive(Clone)]
enum Nodes {
    /// The nodes of each variable in an array of their own, the first variable first.
    Own(Arc<Vec<Box<[Node]>>>),
    /// In these bytes, in the order of their numbers, from `start` on.
    Bytes { bytes: Bytes, start: usize },
}

impl PartialEq for Diagram {
    /// Whether the nodes are the same, wherever they lie.
    fn eq(&self, other: &Self) -> bool {
        (self.root, &self.first, self.next) == (other.root, &other.first, other.next)
            && self.upward().zip(other.upward()).all(|((_, _, a), (_, _, b))| a == b)
    }
}

impl Eq for Diagram {}

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = self.upward().map(|(variable, first, nodes)| (variable, (first, nodes)));
        f.debug_struct("Diagram")
            .field("root", &self.root)
            .field("levels", &levels.collect::<std::collections::BTreeMap<_, _>>())
            .finish_non_exhaustive()
    }
}

impl Diagram {
    /// The family without any set, over `variables` variables.
    pub fn empty(variables: usize) -> Self {
        Self::terminal(variables, EMPTY)
    }

    /// The family of the empty set alone, over `variables` variables.
    pub fn unit(variables: usize) -> Self {
        Self::terminal(variables, UNIT)
    }

    fn terminal(variables: usize, root: NodeId) -> Self {
        Diagram {
            nodes: Nodes::Own(Arc::new(vec![Box::default(); variables])),
            first: vec![2; variables],
            next: 2,
            lowest: vec![NodeId::MAX; variables],
            root,
        }
    }

    /// The diagram whose nodes lie in `bytes` from `start` on, in the order of their numbers: as many for each variable
    /// as `sizes` says, the last variable first. They are used in place if their address is a multiple of four and the
    /// machine, like them, puts the lowest byte of a number first; otherwise they are copied.
    ///
    /// Every node is looked at. The diagram relies on what it saw: whoever keeps the bytes must not change them.
    ///
    /// # Errors
    /// When the nodes are not a diagram, or `control` says stop.
    ///
    /// # Panics
    /// When the bytes end before the nodes do.
    pub(super) fn in_bytes(
        bytes: Bytes,
        start: usize,
        sizes: &[u32],
        root: NodeId,
        control: &Control,
    ) -> Result<Self, Unsound> {
        let variables = sizes.len();
        let mut levels = DiagramBuilder::new(variables);
        let aligned = bytemuck::try_cast_slice::<u8, Node>(&(*bytes).as_ref()[start..start]).is_ok();
        let in_place = aligned && cfg!(target_endian = "little");
        for (i, &size) in sizes.iter().enumerate() {
            let states = u64::from(levels.next);
            control.check(Progress::Levels { done: i as u64, total: variables as u64, states })?;
            let raw = &(*bytes).as_ref()[span(start, levels.next, size)];
            if in_place {
                levels.examine(bytemuck::cast_slice(raw))?;
            } else {
                control.reserve(8 * (states + u64::from(size)), "keeping the nodes of the diagram")?;
                let number = |b: &[u8; 4]| u32::from_le_bytes(*b);
                let pairs = raw.as_chunks::<4>().0.as_chunks::<2>().0;
                levels
                    .push(pairs.iter().map(|[lo, hi]| Node { lo: number(lo), hi: number(hi) }).collect())?;
            }
        }
        let mut diagram = levels.finish(root)?;
        if in_place {
            diagram.nodes = Nodes::Bytes { bytes, start };
        }
        Ok(diagram)
    }

    /// Number of variables, whether or not a set has them.
    pub fn variables(&self) -> usize {
        self.first.len()
    }

    /// Number of nodes, the two terminals included.
    pub fn nodes(&self) -> u64 {
        self.next.into()
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
        match &self.nodes {
            Nodes::Own(levels) => &levels[variable],
            Nodes::Bytes { bytes, start } => {
                let (first, next) = (self.first[variable], self.end(variable));
                bytemuck::cast_slice(&(**bytes).as_ref()[span(*start, first, next - first)])
            }
        }
    }

    /// The number after that of the last node of `variable`.
    fn end(&self, variable: usize) -> NodeId {
        if variable == 0 { self.next } else { self.first[variable - 1] }
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

    /// The variable of a node and the node; `None` for the terminals, and for numbers that are not those of
    /// nodes. O(log variables).
    pub fn node(&self, id: NodeId) -> Option<(usize, Node)> {
        let variable = self.variable(id);
        let level = if variable < self.variables() { self.level(variable) } else { return None };
        Some((variable, *level.get((id - self.first[variable]) as usize)?))
    }

    /// The levels from the bottom up: variable, number of its first node, its nodes. Children come before parents.
    pub fn upward(&self) -> impl DoubleEndedIterator<Item = (usize, NodeId, &[Node])> {
        (0..self.variables()).rev().map(|v| (v, self.first[v], self.level(v)))
    }

    /// The smallest number, terminals apart, that is a child of a node of `variable` or of one above it;
    /// `NodeId::MAX` when there is none. What a sweep upwards must not forget once it is through with `variable`.
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

    /// Bytes of memory that the diagram itself takes: without nodes that lie in a file, which belong to whoever keeps it, but
    /// with the gaps that are left between arrays of all sizes, about an eighth.
    pub(super) fn held(&self) -> u64 {
        let lists = 2 * size_of::<NodeId>() * self.variables();
        lists as u64
            + match &self.nodes {
                Nodes::Own(_) => self.bytes() / 8 * 9,
                Nodes::Bytes { .. } => 0,
            }
    }
}

/// Where `size` nodes from number `first` on are, when number 2 is at `start`.
fn span(start: usize, first: NodeId, size: u32) -> Range<usize> {
    let from = start + (first as usize - 2) * size_of::<Node>();
    from..from + size as usize * size_of::<Node>()
}

/// Why there is no diagram in some bytes.
pub(super) enum Unsound {
    /// They do not make a diagram.
    Malformed(ZddError),
    /// The control stopped it.
    Stopped(Stopped),
}

impl From<ZddError> for Unsound {
    fn from(malformed: ZddError) -> Self {
        Unsound::Malformed(malformed)
    }
}

impl From<Stopped> for Unsound {
    fn from(stopped: Stopped) -> Self {
        Unsound::Stopped(stopped)
    }
}

/// A diagram being built, level by level from the last variable up.
#[derive(Clone, Debug)]
pub struct DiagramBuilder {
    variables: usize,
    /// The levels pushed, the last variable first.
    done: Vec<Box<[Node]>>,
    first: Vec<NodeId>,
    lowest: Vec<NodeId>,
    next: NodeId,
}

impl DiagramBuilder {
    /// No level yet.
    pub fn new(variables: usize) -> Self {
        DiagramBuilder { variables, done: Vec::new(), first: Vec::new(), lowest: Vec::new(), next: 2 }
    }

    /// The number that the first node of the next level gets.
    pub fn next(&self) -> NodeId {
        self.next
    }

    /// Adds the level of the next variable upwards, and returns the number of its first node; the others follow.
    ///
    /// It is for the caller to see that no two nodes are equal: otherwise the family is still right, but larger than need be.
    ///
    /// # Errors
    /// [`ZddError`] when a node may not stand here.
    pub fn push(&mut self, nodes: Vec<Node>) -> Result<NodeId, ZddError> {
        let first = self.examine(&nodes)?;
        self.done.push(nodes.into_boxed_slice());
        Ok(first)
    }

    /// Adds a level whose nodes are kept elsewhere, and returns the number of the first.
    fn examine(&mut self, nodes: &[Node]) -> Result<NodeId, ZddError> {
        let pushed = self.first.len();
        let Some(variable) = self.variables.checked_sub(pushed + 1) else {
            return Err(ZddError::Levels { pushed: pushed + 1, variables: self.variables });
        };
        let first = self.next;
        let mut lowest = NodeId::MAX;
        let mut highest = EMPTY;
        let mut suppressed = true;
        for node in nodes {
            // The terminals wrap around to the largest numbers.
            lowest = lowest.min(node.lo.wrapping_sub(2)).min(node.hi.wrapping_sub(2));
            highest = highest.max(node.lo).max(node.hi);
            suppressed &= node.hi != EMPTY;
        }
        if highest >= first {
            return Err(ZddError::NotBelow { variable, child: highest });
        }
        if !suppressed {
            return Err(ZddError::NotSuppressed { variable });
        }
        let count = u32::try_from(nodes.len()).map_err(|_| ZddError::TooLarge)?;
        self.next = first.checked_add(count).ok_or(ZddError::TooLarge)?;
        self.first.push(first);
        self.lowest.push(if lowest >= NodeId::MAX - 1 { NodeId::MAX } else { lowest + 2 });
        Ok(first)
    }

    /// The diagram, once every variable has its level.
    ///
    /// # Errors
    /// [`ZddError`] when levels are missing, or `root` is not a node.
    pub fn finish(mut self, root: NodeId) -> Result<Diagram, ZddError> {
        if self.first.len() < self.variables {
            return Err(ZddError::Levels { pushed: self.first.len(), variables: self.variables });
        }
        if root >= self.next {
            return Err(ZddError::NoRoot(root));
        }
        self.done.reverse();
        self.first.reverse();
        self.lowest.reverse();
        let mut least = NodeId::MAX;
        for lowest in &mut self.lowest {
            least = least.min(*lowest);
            *lowest = least;
        }
        let DiagramBuilder { done, first, lowest, next, .. } = self;
        Ok(Diagram { nodes: Nodes::Own(Arc::new(done)), first, next, lowest, root })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_are_no_diagram_are_refused() {
        let node = |lo, hi| Node { lo, hi };
        let mut levels = DiagramBuilder::new(2);
        assert_eq!(levels.push(vec![node(0, 2)]), Err(ZddError::NotBelow { variable: 1, child: 2 }));
        assert_eq!(levels.push(vec![node(1, 0)]), Err(ZddError::NotSuppressed { variable: 1 }));
        assert_eq!(levels.push(vec![node(0, 1)]), Ok(2));
        assert_eq!(levels.clone().finish(2), Err(ZddError::Levels { pushed: 1, variables: 2 }));
        assert_eq!(levels.push(vec![node(2, 2), node(1, 2)]), Ok(3));
        assert_eq!(levels.push(vec![]), Err(ZddError::Levels { pushed: 3, variables: 2 }));
        assert_eq!(levels.clone().finish(5), Err(ZddError::NoRoot(5)));
        let diagram = levels.finish(4).unwrap();
        assert_eq!(diagram.node(4), Some((0, node(1, 2))));
        assert_eq!(diagram.node(2), Some((1, node(0, 1))));
        assert_eq!([0, 1, 5].map(|id| diagram.node(id)), [None; 3]);
        assert_eq!((diagram.lowest(0), diagram.lowest(1)), (2, 2));
    }

    #[test]
    fn levels_may_be_without_nodes() {
        let mut levels = DiagramBuilder::new(3);
        for nodes in [vec![], vec![Node { lo: 1, hi: 1 }], vec![]] {
            levels.push(nodes).unwrap();
        }
        let diagram = levels.finish(2).unwrap();
        assert_eq!(diagram.variable(2), 1);
        assert_eq!(diagram.nodes(), 3);
    }
}
