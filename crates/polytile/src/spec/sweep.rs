//! The edges of a graph in the order in which they are decided, and the vertices that are open meanwhile.
//!
//! In: the edges, each a pair of vertices, and vertices that are open from the beginning. A vertex is open from its first edge to
//! its last one, and has a *place* as long as it is; then another one may have it. Out: for each edge a [`Crossing`], which says whose
//! places it opens, joins and closes. So a state is a number for each place, [`Places`], and two states of one level are equal when they say
//! the same of the same vertices.
//!
//! Cost: a few looks at a table for each edge.

use std::collections::{BTreeSet, HashMap};
use std::hash::{Hash, Hasher};

/// The edges in order.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    crossings: Vec<Crossing>,
    /// Vertices that are opened, at the beginning or by some edge.
    pub vertices: usize,
    /// How many places there are.
    width: usize,
}

/// What an edge does.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// The places of its ends; the same twice for an edge from a vertex to itself.
    pub ends: [usize; 2],
    /// Those that it opens.
    opened: [Option<usize>; 2],
    /// Those that are closed after it.
    closed: [Option<usize>; 2],
    /// Whether no later edge opens a vertex.
    pub all_open: bool,
}

impl Sweep {
    /// The sweep over `edges`, with the vertices of `first` open before it in the first places, all different; those that have no edge stay open
    /// to the end.
    pub fn new(edges: &[(u32, u32)], first: &[u32]) -> Self {
        let mut last = HashMap::new();
        for (i, &(a, b)) in edges.iter().enumerate() {
            last.insert(a, i);
            last.insert(b, i);
        }
        let mut places: HashMap<u32, usize> = first.iter().copied().zip(0..).collect();
        let (mut free, mut width, mut vertices) = (BTreeSet::new(), first.len(), first.len());
        let mut crossings = Vec::with_capacity(edges.len());
        for (i, &(a, b)) in edges.iter().enumerate() {
            let mut opened = [None; 2];
            let ends = [(a, 0), (b, 1)].map(|(vertex, end)| {
                *places.entry(vertex).or_insert_with(|| {
                    let place = free.pop_first().unwrap_or_else(|| {
                        width += 1;
                        width - 1
                    });
                    opened[end] = Some(place);
                    vertices += 1;
                    place
                })
            });
            let mut close = |vertex| if last[&vertex] == i { places.remove(&vertex) } else { None };
            let closed = [close(a), close(b)];
            free.extend(closed.iter().flatten());
            crossings.push(Crossing { ends, opened, closed, all_open: false });
        }
        for crossing in crossings.iter_mut().rev() {
            crossing.all_open = true;
            if crossing.opened().next().is_some() {
                break;
            }
        }
        Sweep { crossings, vertices, width }
    }

    /// Number of edges.
    pub fn len(&self) -> usize {
        self.crossings.len()
    }

    /// What the edge of this number does.
    pub fn at(&self, edge: usize) -> &Crossing {
        &self.crossings[edge]
    }

    /// A state that says 0 of every place.
    pub fn blank(&self) -> Places {
        Places::blank(self.width)
    }

    /// All places.
    pub fn places(&self) -> std::ops::Range<usize> {
        0..self.width
    }
}

impl Crossing {
    /// The places that the edge opens.
    pub fn opened(&self) -> impl Iterator<Item = usize> + '_ {
        self.opened.iter().flatten().copied()
    }

    /// The places that are closed after it.
    pub fn closed(&self) -> impl Iterator<Item = usize> + '_ {
        self.closed.iter().flatten().copied()
    }
}

/// So many places fit a state that has no list of its own.
const FEW: usize = 15;

/// A number for every place, not much larger than the number of places: the states of processes that decide edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places(Numbers);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Numbers {
    Few([u8; FEW]),
    // Twice boxed, so that a state takes 16 bytes.
    Many(Box<Box<[u32]>>),
}

impl Places {
    /// Says 0 of so many places.
    fn blank(width: usize) -> Self {
        Places(if width <= FEW {
            Numbers::Few([0; FEW])
        } else {
            Numbers::Many(Box::new(vec![0; width].into()))
        })
    }

    /// What it says of a place.
    #[inline]
    pub(super) fn of(&self, place: usize) -> u32 {
        match &self.0 {
            Numbers::Few(bytes) => bytes[place].into(),
            Numbers::Many(words) => words[place],
        }
    }

    /// Says `number` of a place.
    #[inline]
    pub(super) fn set(&mut self, place: usize, number: u32) {
        match &mut self.0 {
            Numbers::Few(bytes) => bytes[place] = number as u8,
            Numbers::Many(words) => words[place] = number,
        }
    }

    /// Bytes that it takes besides itself.
    pub(super) fn elsewhere(&self) -> u64 {
        match &self.0 {
            Numbers::Few(_) => 0,
            Numbers::Many(words) => 4 * words.len() as u64 + 32,
        }
    }
}

impl Hash for Places {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Numbers::Few(bytes) => state.write(bytes),
            Numbers::Many(words) => words.hash(state),
        }
    }
}
