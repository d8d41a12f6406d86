//! A graph drawn on a surface: what Kasteleyn's signs follow from.
//!
//! In: vertices, and edges with a weight each. Of the drawing only two things are kept: at each vertex the cyclic order of the
//! edges, given as the angle at which each edge leaves either of its ends; and the seams that an edge crosses, along which the
//! surface was cut open to be drawn. They determine the faces, and with them everything that follows. Where a vertex lies is
//! kept too, but only as a hint for cutting the graph into parts of equal size.
//!
//! An edge e is two *half-edges*, 2e from its first end and 2e + 1 from its second; [`Around`] lists those that leave each
//! vertex, clockwise. Out: that list, the next half-edge round a vertex (by which faces are walked), a colouring with two
//! colours if there is one, and the connected components.
//!
//! Cost: linear, apart from sorting the half-edges at each vertex.

use crate::run::{Pulse, Stopped};

/// An edge, drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The vertices that it joins.
    pub ends: [u32; 2],
    /// Where it leaves each of them: directions grow clockwise, and no two edges at a vertex have the same.
    pub angles: [u16; 2],
    /// What a matching that uses it is multiplied by.
    pub weight: u64,
    /// The seams of the surface that it crosses: bit 0 for the one between the last and the first column, bit 1 for that of
    /// the rows.
    pub seams: u8,
}

/// Vertices, and edges between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// Where each vertex lies, roughly: this helps to cut the graph into parts, and means nothing else.
    pub places: Vec<[i64; 2]>,
    /// No two of them in the same direction.
    pub edges: Vec<Edge>,
}

/// The half-edges around each vertex, clockwise: 2e leaves the first end of edge e, and 2e + 1 the second.
pub(crate) struct Around {
    starts: Vec<u32>,
    halves: Vec<u32>,
}

impl Graph {
    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Bytes that the graph takes, with what is found out about it.
    pub fn bytes(&self) -> u64 {
        (self.len() * 160 + self.edges.len() * 120) as u64
    }

    /// The vertex that a half-edge leads to.
    pub fn head(&self, half: u32) -> u32 {
        self.edges[half as usize / 2].ends[1 - half as usize % 2]
    }

    /// The half-edges around each vertex.
    pub fn around(&self) -> Around {
        let mut starts = vec![0_u32; self.len() + 1];
        for vertex in self.edges.iter().flat_map(|edge| edge.ends) {
            starts[vertex as usize + 1] += 1;
        }
        for i in 0..self.len() {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut halves = vec![0; 2 * self.edges.len()];
        for (half, vertex) in (0..).zip(self.edges.iter().flat_map(|edge| edge.ends)) {
            let slot = &mut next[vertex as usize];
            halves[*slot as usize] = half;
            *slot += 1;
        }
        for range in starts.windows(2) {
            let angle = |&half: &u32| self.edges[half as usize / 2].angles[half as usize % 2];
            halves[range[0] as usize..range[1] as usize].sort_unstable_by_key(angle);
        }
        Around { starts, halves }
    }

    /// Which vertices are white, in a colouring in which no edge joins two of a colour, if there is one.
    pub fn colours(&self, around: &Around) -> Option<Vec<bool>> {
        let mut white: Vec<Option<bool>> = vec![None; self.len()];
        let mut open = Vec::new();
        for vertex in 0..self.len() as u32 {
            if white[vertex as usize].is_none() {
                white[vertex as usize] = Some(false);
                open.push(vertex);
            }
            while let Some(vertex) = open.pop() {
                let colour = white[vertex as usize];
                for &half in around.of(vertex) {
                    let head = self.head(half);
                    let other = &mut white[head as usize];
                    if other.is_none() {
                        *other = colour.map(|white| !white);
                        open.push(head);
                    } else if *other == colour {
                        return None;
                    }
                }
            }
        }
        white.into_iter().collect()
    }

    /// The connected part that each vertex is in, and how many there are.
    pub fn components(&self, around: &Around, pulse: &Pulse<'_>) -> Result<(Vec<u32>, usize), Stopped> {
        let mut component = vec![u32::MAX; self.len()];
        let mut count = 0;
        let mut open = Vec::new();
        for vertex in 0..self.len() as u32 {
            if component[vertex as usize] != u32::MAX {
                continue;
            }
            component[vertex as usize] = count;
            open.push(vertex);
            while let Some(vertex) = open.pop() {
                pulse.beat()?;
                for &half in around.of(vertex) {
                    let head = self.head(half);
                    if component[head as usize] == u32::MAX {
                        component[head as usize] = count;
                        open.push(head);
                    }
                }
            }
            count += 1;
        }
        Ok((component, count as usize))
    }
}

impl Around {
    /// The half-edges that leave a vertex, clockwise.
    pub fn of(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.halves[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// For each half-edge the next one clockwise at its vertex.
    pub fn clockwise(&self) -> Vec<u32> {
        let mut next = vec![0; self.halves.len()];
        for range in self.starts.windows(2) {
            let halves = &self.halves[range[0] as usize..range[1] as usize];
            for (i, &half) in halves.iter().enumerate() {
                next[half as usize] = halves[(i + 1) % halves.len()];
            }
        }
        next
    }
}
