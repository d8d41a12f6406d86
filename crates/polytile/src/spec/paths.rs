//! The simple paths between two vertices of a graph, as sets of edges.
//!
//! Edges are decided one after the other. Of the past only this matters: for every vertex that has some edges behind it and some
//! ahead, whether it is untouched, within a piece of path, or an end of one, and in that case where the other end is. A piece
//! whose end has no edges ahead can never be joined to others, and a piece that closes is a cycle: both are dead. To avoid a
//! special case, the two vertices count as joined from the beginning; so one cycle is wanted, and nothing else. (Knuth, TAOCP
//! 7.1.4, exercise 225, `SIMPATH`.)
//!
//! How many states there are depends on the order of the edges: those around one vertex belong close together.

use super::{Forced, Spec};
use std::ops::Range;

/// The simple paths between two vertices of a graph: no vertex is visited twice.
///
/// ```
/// use polytile::{run::Control, spec::SimplePaths, zdd::Diagram};
/// // From corner to corner of a square of 5 x 5 vertices.
/// let at = |row: u32, col: u32| 5 * row + col;
/// let mut edges = Vec::new();
/// for row in 0..5 {
///     for col in 0..5 {
///         if col < 4 { edges.push((at(row, col), at(row, col + 1))); }
///         if row < 4 { edges.push((at(row, col), at(row + 1, col))); }
///     }
/// }
/// let control = Control::default();
/// let paths = Diagram::of(&SimplePaths::new(edges, at(0, 0), at(4, 4)), &control)?;
/// assert_eq!(paths.count(&control)?, 8512_u32.into());
/// assert_eq!(paths.count_by_size(&control)?[&8], 70_u32.into()); // shortest ones
/// # Ok::<(), polytile::run::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct SimplePaths {
    edges: Vec<(u32, u32)>,
    ends: (u32, u32),
    /// For every edge, the vertices that have an edge before it, and this edge or one after it; in ascending order.
    active: Vec<Vec<u32>>,
}

/// The mate of a vertex within a piece of path.
const WITHIN: u32 = u32::MAX;

impl SimplePaths {
    /// The paths from one vertex to the other, the edges in the order in which they are decided: edge i is option i. Where both are
    /// the same vertex, it is the only one, and it has no edge. An edge from a vertex to itself is on no path.
    pub fn new(edges: Vec<(u32, u32)>, from: u32, to: u32) -> Self {
        // Vertices go by their places in ascending order, whatever they are called: so none of them has the number that stands
        // for no vertex.
        let mut vertices: Vec<u32> = edges.iter().flat_map(|&(a, b)| [a, b]).chain([from, to]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let place = |vertex: u32| vertices.partition_point(|&other| other < vertex) as u32;
        let edges: Vec<(u32, u32)> = edges.into_iter().map(|(a, b)| (place(a), place(b))).collect();
        let (from, to) = (place(from), place(to));
        let mut last = std::collections::BTreeMap::new();
        for (i, &(a, b)) in edges.iter().enumerate() {
            last.insert(a, i);
            last.insert(b, i);
        }
        let mut now = vec![from.min(to), from.max(to)];
        now.dedup();
        let mut active = Vec::with_capacity(edges.len() + 1);
        for (i, &(a, b)) in edges.iter().enumerate() {
            active.push(now.clone());
            for vertex in [a, b] {
                if let Err(place) = now.binary_search(&vertex) {
                    now.insert(place, vertex);
                }
            }
            now.retain(|vertex| last.get(vertex) != Some(&i));
        }
        active.push(now);
        SimplePaths { edges, ends: (from, to), active }
    }

    /// The state after edge `level`, of the vertices at hand and their mates; nothing when a piece of path is left behind.
    fn after(&self, level: usize, mates: &[(u32, u32)]) -> Option<Box<[u32]>> {
        let next = &self.active[level + 1];
        let mut kept = Vec::with_capacity(next.len());
        for &(vertex, mate) in mates {
            if next.binary_search(&vertex).is_ok() {
                kept.push(mate);
            } else if mate != vertex && mate != WITHIN {
                return None;
            }
        }
        Some(kept.into())
    }
}

impl Spec for SimplePaths {
    /// For every active vertex its mate: itself, the other end, or `WITHIN`. Nothing at all when the path is complete.
    type State = Box<[u32]>;

    fn levels(&self) -> usize {
        self.edges.len()
    }

    fn options(&self, level: usize) -> Range<u32> {
        level as u32..level as u32 + 1
    }

    fn root(&self) -> Box<[u32]> {
        let (from, to) = self.ends;
        if from == to { Box::default() } else { Box::new([from.max(to), from.min(to)]) }
    }

    fn children(&self, level: usize, state: &Self::State, mut each: impl FnMut(Option<u32>, Box<[u32]>)) {
        let (a, b) = self.edges[level];
        let mut mates: Vec<(u32, u32)> =
            self.active[level].iter().copied().zip(state.iter().copied()).collect();
        for vertex in [a, b] {
            if let Err(place) = mates.binary_search_by_key(&vertex, |&(vertex, _)| vertex) {
                mates.insert(place, (vertex, vertex));
            }
        }
        if let Some(left) = self.after(level, &mates) {
            each(None, left);
        }
        let find = |mates: &[(u32, u32)], of| mates.binary_search_by_key(&of, |&(vertex, _)| vertex);
        let mate = |of| find(&mates, of).map_or(WITHIN, |place| mates[place].1);
        let (at_a, at_b) = (mate(a), mate(b));
        if a == b || at_a == WITHIN || at_b == WITHIN {
            return;
        }
        if at_a == b {
            // A cycle: the one that is wanted, if it is all there is.
            let rest =
                |&(vertex, mate): &(u32, u32)| vertex == a || vertex == b || mate == vertex || mate == WITHIN;
            if mates.iter().all(rest) {
                each(Some(level as u32), Box::default());
            }
            return;
        }
        let mut set = |of, mate| {
            if let Ok(place) = find(&mates, of) {
                mates[place].1 = mate;
            }
        };
        set(a, WITHIN);
        set(b, WITHIN);
        set(at_a, at_b);
        set(at_b, at_a);
        if let Some(taken) = self.after(level, &mates) {
            each(Some(level as u32), taken);
        }
    }

    fn accepts(&self, state: &Self::State) -> bool {
        state.is_empty()
    }

    fn forced(&self, _level: usize, state: &Self::State) -> Forced<Box<[u32]>> {
        if state.is_empty() { Forced::Until(self.edges.len(), Box::default()) } else { Forced::Open }
    }

    fn elsewhere(&self, state: &Self::State) -> u64 {
        4 * state.len() as u64 + 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;
    use crate::zdd::Diagram;

    /// All sets of edges that are a path, by their definition: connected, ends of degree one, all else of degree two.
    fn brute(edges: &[(u32, u32)], from: u32, to: u32) -> Vec<Vec<u32>> {
        let is_path = |set: &u32| {
            let taken: Vec<_> = (0..edges.len()).filter(|i| set >> i & 1 == 1).map(|i| edges[i]).collect();
            let (mut at, mut used, mut seen) = (from, vec![false; taken.len()], vec![from]);
            while at != to {
                let next = (0..taken.len()).find(|&i| !used[i] && (taken[i].0 == at || taken[i].1 == at));
                let Some(i) = next else { return false };
                used[i] = true;
                at = if taken[i].0 == at { taken[i].1 } else { taken[i].0 };
                if seen.contains(&at) {
                    return false;
                }
                seen.push(at);
            }
            used.iter().all(|&used| used)
        };
        let sets = (0..1_u32 << edges.len()).filter(is_path);
        sets.map(|set| (0..edges.len() as u32).filter(|i| set >> i & 1 == 1).collect()).collect()
    }

    #[test]
    fn paths_are_those_of_the_definition() {
        let graphs: [&[(u32, u32)]; 5] = [
            &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 2), (1, 3)],
            &[(0, 1), (0, 1), (1, 1), (1, 2)],
            &[(5, 9), (9, 7), (1, 2), (2, 3), (3, 1), (7, 5), (7, 2), (5, 1)],
            &[],
            &[(0, 1), (2, 3)],
        ];
        for edges in graphs {
            for (from, to) in [(0, 2), (1, 1), (5, 3), (2, 0)] {
                let diagram =
                    Diagram::of(&SimplePaths::new(edges.to_vec(), from, to), &Control::default()).unwrap();
                let mut found: Vec<_> = diagram.sets().collect();
                let mut wanted = brute(edges, from, to);
                found.sort();
                wanted.sort();
                assert_eq!(found, wanted, "{edges:?} {from} {to}");
            }
        }
    }
}
