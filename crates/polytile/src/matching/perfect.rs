//! One perfect matching of a graph of two colours.
//!
//! In: a graph, and which of its vertices are white. Out: the edges of a perfect matching, if there is one. Greedy to begin with;
//! then, as long as that helps, a maximal set of shortest augmenting paths that do not meet is found at once, by a breadth-first
//! search from the black vertices that are left and a depth-first search along its levels (Hopcroft and Karp 1973). Cost: at most
//! the edges times the square root of the number of vertices.

use super::graph::{Around, Graph};
use crate::run::{Pulse, Stopped};

/// No edge, or no level.
const NONE: u32 = u32::MAX;

/// A matching under way.
struct Matched<'a> {
    graph: &'a Graph,
    around: &'a Around,
    black: Vec<u32>,
    /// The half-edge by which each vertex leaves for its partner.
    mate: Vec<u32>,
    /// How far black vertices are from those that are left over.
    level: Vec<u32>,
    /// How many half-edges of each black vertex have been tried.
    tried: Vec<u32>,
}

/// Whether each edge is in a perfect matching; nothing if there is none.
pub(super) fn perfect(
    graph: &Graph,
    around: &Around,
    white: &[bool],
    pulse: &Pulse<'_>,
) -> Result<Option<Vec<bool>>, Stopped> {
    let black: Vec<u32> = (0..graph.len() as u32).filter(|&v| !white[v as usize]).collect();
    if 2 * black.len() != graph.len() {
        return Ok(None);
    }
    let mut matched = Matched {
        graph,
        around,
        black,
        mate: vec![NONE; graph.len()],
        level: vec![NONE; graph.len()],
        tried: vec![0; graph.len()],
    };
    let mut left = matched.black.len() - matched.greedy();
    while left > 0 {
        let found = if matched.levels(pulse)? { matched.augment(pulse)? } else { 0 };
        if found == 0 {
            return Ok(None);
        }
        left -= found;
    }
    let mut chosen = vec![false; graph.edges.len()];
    for &half in &matched.mate {
        chosen[half as usize / 2] = true;
    }
    Ok(Some(chosen))
}

impl Matched<'_> {
    /// The vertex that a half-edge leads to.
    fn head(&self, half: u32) -> usize {
        self.graph.head(half) as usize
    }

    /// Matches the two ends of a half-edge that leaves a black vertex.
    fn join(&mut self, vertex: u32, half: u32) {
        let head = self.head(half);
        self.mate[vertex as usize] = half;
        self.mate[head] = half ^ 1;
    }

    /// Matches each black vertex with the first neighbour that is free; returns how many.
    fn greedy(&mut self) -> usize {
        let mut joined = 0;
        for i in 0..self.black.len() {
            let vertex = self.black[i];
            let free = self.around.of(vertex).iter().find(|&&half| self.mate[self.head(half)] == NONE);
            if let Some(&half) = free {
                self.join(vertex, half);
                joined += 1;
            }
        }
        joined
    }

    /// Finds the levels; whether a free white vertex is reached.
    fn levels(&mut self, pulse: &Pulse<'_>) -> Result<bool, Stopped> {
        let mut queue = Vec::new();
        for &vertex in &self.black {
            let free = self.mate[vertex as usize] == NONE;
            self.level[vertex as usize] = if free { 0 } else { NONE };
            self.tried[vertex as usize] = 0;
            queue.extend(free.then_some(vertex));
        }
        let (mut next, mut reached) = (0, false);
        while let Some(&vertex) = queue.get(next) {
            pulse.beat()?;
            next += 1;
            for &half in self.around.of(vertex) {
                let back = self.mate[self.head(half)];
                if back == NONE {
                    reached = true;
                    continue;
                }
                let beyond = self.graph.head(back);
                if self.level[beyond as usize] == NONE {
                    self.level[beyond as usize] = self.level[vertex as usize] + 1;
                    queue.push(beyond);
                }
            }
        }
        Ok(reached)
    }

    /// Augments along paths that do not meet; how many there were.
    fn augment(&mut self, pulse: &Pulse<'_>) -> Result<usize, Stopped> {
        let mut found = 0;
        let mut path: Vec<(u32, u32)> = Vec::new();
        for i in 0..self.black.len() {
            let start = self.black[i];
            if self.mate[start as usize] != NONE {
                continue;
            }
            path.clear();
            let mut vertex = start;
            loop {
                pulse.beat()?;
                let tried = self.tried[vertex as usize];
                let Some(&half) = self.around.of(vertex).get(tried as usize) else {
                    // Nothing leads on from here.
                    let Some((before, _)) = path.pop() else { break };
                    vertex = before;
                    continue;
                };
                self.tried[vertex as usize] += 1;
                let back = self.mate[self.head(half)];
                if back == NONE {
                    self.join(vertex, half);
                    while let Some((vertex, half)) = path.pop() {
                        self.join(vertex, half);
                    }
                    found += 1;
                    break;
                }
                let beyond = self.graph.head(back);
                if self.level[beyond as usize] == self.level[vertex as usize] + 1 {
                    path.push((vertex, half));
                    vertex = beyond;
                }
            }
        }
        Ok(found)
    }
}
