//! The edges of a graph in the order in which they are decided, and the vertices that are open meanwhile.
//!
//! In: the edges, each a pair of vertices, and vertices that are open from the beginning. A vertex is open from its first edge to
//! its last one. Out: for each edge a [`Crossing`], which goes by *slots*, the places of the open vertices in a list: the vertices
//! that its edge opens come at the end of the list, and those that it closes are taken out of it. So a state is a number for each
//! slot, and two states of one level are equal when they say the same of the same vertices.
//!
//! Cost: a look through the open vertices for each edge.

use std::collections::HashMap;
use std::ops::Range;

/// The edges in order.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    crossings: Vec<Crossing>,
    /// Vertices that are opened, at the beginning or by some edge.
    pub vertices: usize,
}

/// What an edge does to the list of open vertices.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// The slots of its ends, those that it opens included; the same slot twice for an edge from a vertex to itself.
    pub ends: [usize; 2],
    /// The slots that it opens: the last ones.
    pub opened: Range<usize>,
    /// The slots that are taken out of the list after it: none, the first, or both.
    closed: [Option<usize>; 2],
    /// Whether no later edge opens a vertex.
    pub all_open: bool,
}

impl Sweep {
    /// The sweep over `edges`, with the vertices of `first` open before it, all different; those that have no edge stay open to the end.
    pub fn new(edges: &[(u32, u32)], first: &[u32]) -> Self {
        let mut last = HashMap::new();
        for (i, &(a, b)) in edges.iter().enumerate() {
            last.insert(a, i);
            last.insert(b, i);
        }
        let mut open = first.to_vec();
        let mut vertices = first.len();
        let mut crossings = Vec::with_capacity(edges.len());
        for (i, &(a, b)) in edges.iter().enumerate() {
            let before = open.len();
            let ends = [a, b].map(|vertex| {
                open.iter().position(|&other| other == vertex).unwrap_or_else(|| {
                    open.push(vertex);
                    open.len() - 1
                })
            });
            let opened = before..open.len();
            vertices += opened.len();
            let mut closing: Vec<usize> = ends.into_iter().filter(|&slot| last[&open[slot]] == i).collect();
            closing.sort_unstable();
            closing.dedup();
            for &slot in closing.iter().rev() {
                open.remove(slot);
            }
            let closed = [closing.first().copied(), closing.get(1).copied()];
            crossings.push(Crossing { ends, opened, closed, all_open: false });
        }
        for crossing in crossings.iter_mut().rev() {
            crossing.all_open = true;
            if !crossing.opened.is_empty() {
                break;
            }
        }
        Sweep { crossings, vertices }
    }

    /// Number of edges.
    pub fn len(&self) -> usize {
        self.crossings.len()
    }

    /// What the edge of this number does.
    pub fn at(&self, edge: usize) -> &Crossing {
        &self.crossings[edge]
    }
}

impl Crossing {
    /// The slots that the edge closes, in ascending order.
    pub fn closed(&self) -> impl Iterator<Item = usize> + '_ {
        self.closed.iter().flatten().copied()
    }

    /// Where a slot is after the edge, if it stays.
    pub fn after(&self, slot: usize) -> usize {
        slot - self.closed().filter(|&closed| closed < slot).count()
    }

    /// What a state says of the slots that stay.
    pub fn kept(&self, state: &[u32], renamed: impl Fn(u32) -> u32) -> Box<[u32]> {
        let stays = |slot: &usize| !self.closed().any(|closed| closed == *slot);
        (0..state.len()).filter(stays).map(|slot| renamed(state[slot])).collect()
    }
}
