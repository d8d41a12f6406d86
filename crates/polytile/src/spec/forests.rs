//! The sets of edges of a graph that close no cycle: its forests, and its spanning trees.
//!
//! Edges are decided one after the other. Of the past only this matters: which of the open vertices are connected so far. An edge
//! between two that are would close a cycle. In a spanning tree a part that is left behind by its last open vertex can never be joined
//! to another one, so it must be all there is. (Sekine, Imai and Tani 1995; Knuth, TAOCP 7.1.4, on spanning trees.)
//!
//! A state has a number for each open vertex, that of the first place whose vertex is connected to it: so equal partitions are equal
//! states. How many there are depends on the order of the edges: those around one vertex belong close together.

use super::sweep::{Crossing, Places, Sweep};
use super::{Forced, Spec};
use std::ops::Range;

/// The forests of a graph: sets of edges that hold no cycle.
///
/// ```
/// use polytile::{run::Control, spec::Forests, zdd::Diagram};
/// // Four vertices, each joined to each: 4^2 spanning trees, by Cayley's formula.
/// let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
/// let control = Control::default();
/// assert_eq!(Diagram::of(&Forests::spanning(&edges, 4), &control)?.count(&control)?, 16_u32.into());
/// assert_eq!(Diagram::of(&Forests::new(&edges), &control)?.count(&control)?, 38_u32.into());
/// # Ok::<(), polytile::run::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forests {
    sweep: Sweep,
    /// Whether they must connect everything.
    connected: bool,
    /// Whether they cannot.
    impossible: bool,
}

impl Forests {
    /// All forests, the edges in the order in which they are decided: edge i is option i. The empty set is one.
    pub fn new(edges: &[(u32, u32)]) -> Self {
        Forests { sweep: Sweep::new(edges, &[]), connected: false, impossible: false }
    }

    /// Only the trees that connect all vertices of a graph that has so many of them, with or without edges.
    pub fn spanning(edges: &[(u32, u32)], vertices: usize) -> Self {
        let sweep = Sweep::new(edges, &[]);
        // A vertex alone is a tree; otherwise each needs an edge.
        let impossible = vertices > 1 && sweep.vertices != vertices;
        Forests { sweep, connected: vertices > 1, impossible }
    }

    /// The state after an edge, unless it leaves a part behind that should be connected to the rest.
    fn after(&self, crossing: &Crossing, mut parts: Places) -> Option<Places> {
        for place in crossing.closed() {
            let part = parts.of(place);
            let heir = self.sweep.places().find(|&other| other != place && parts.of(other) == part);
            match heir {
                // It was the first of its part: now the next one is.
                Some(heir) if part == FIRST + place as u32 => {
                    self.rename(&mut parts, part, FIRST + heir as u32);
                }
                Some(_) => {}
                None if !self.connected => {}
                None => {
                    let alone = self.sweep.places().all(|other| other == place || parts.of(other) == 0);
                    if !(crossing.all_open && alone) {
                        return None;
                    }
                }
            }
            parts.set(place, 0);
        }
        Some(parts)
    }

    /// Makes one part another one.
    fn rename(&self, parts: &mut Places, part: u32, other: u32) {
        for place in self.sweep.places() {
            if parts.of(place) == part {
                parts.set(place, other);
            }
        }
    }
}

/// What is added to the first place of a part; of a place without a vertex a state says 0.
const FIRST: u32 = 1;

impl Spec for Forests {
    /// For every open vertex the first place of its part.
    type State = Places;

    fn levels(&self) -> usize {
        self.sweep.len()
    }

    fn options(&self, level: usize) -> Range<u32> {
        level as u32..level as u32 + 1
    }

    fn root(&self) -> Places {
        self.sweep.blank()
    }

    fn children(&self, level: usize, state: &Places, mut each: impl FnMut(Option<u32>, Places)) {
        let crossing = self.sweep.at(level);
        let mut parts = state.clone();
        for place in crossing.opened() {
            parts.set(place, FIRST + place as u32);
        }
        let [one, other] = crossing.ends.map(|place| parts.of(place));
        if let Some(left) = self.after(crossing, parts.clone()) {
            each(None, left);
        }
        if one != other {
            self.rename(&mut parts, one.max(other), one.min(other));
            if let Some(taken) = self.after(crossing, parts) {
                each(Some(level as u32), taken);
            }
        }
    }

    fn accepts(&self, _: &Places) -> bool {
        !self.impossible
    }

    fn forced(&self, _level: usize, _: &Places) -> Forced<Places> {
        if self.impossible { Forced::Dead } else { Forced::Open }
    }

    fn elsewhere(&self, state: &Places) -> u64 {
        state.elsewhere()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;
    use crate::zdd::Diagram;
    use proptest::prelude::*;

    /// Sets of edges without a cycle, by joining one edge after the other; with a number of vertices, only those of one part.
    fn brute(edges: &[(u32, u32)], vertices: Option<usize>) -> Vec<Vec<u32>> {
        let options = |set: u32| (0..edges.len() as u32).filter(move |i| set >> i & 1 == 1);
        let wanted = |set: &u32| {
            let mut part: Vec<u32> = (0..10).collect();
            for i in options(*set) {
                let (a, b) = edges[i as usize];
                let (a, b) = (part[a as usize], part[b as usize]);
                if a == b {
                    return false;
                }
                part.iter_mut().filter(|part| **part == b).for_each(|part| *part = a);
            }
            vertices.is_none_or(|number| options(*set).count() + 1 == number)
        };
        let mut sets: Vec<Vec<u32>> =
            (0..1_u32 << edges.len()).filter(wanted).map(|set| options(set).collect()).collect();
        sets.sort();
        sets
    }

    fn found(spec: &Forests) -> Vec<Vec<u32>> {
        let mut found: Vec<_> = Diagram::of(spec, &Control::default()).unwrap().sets().collect();
        found.sort();
        found
    }

    proptest! {
        #[test]
        fn forests_are_those_of_the_definition(
            edges in prop::collection::vec((0_u32..6, 0_u32..6), 0..11), alone in 0_usize..2,
        ) {
            prop_assert_eq!(found(&Forests::new(&edges)), brute(&edges, None));
            let mut ends: Vec<u32> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
            ends.sort_unstable();
            ends.dedup();
            let vertices = ends.len() + alone;
            // A tree on all of so many vertices has one edge less, and no cycle.
            let wanted = if alone == 1 && vertices > 1 { Vec::new() } else { brute(&edges, Some(vertices.max(1))) };
            prop_assert_eq!(found(&Forests::spanning(&edges, vertices)), wanted);
        }
    }

    #[test]
    fn many_vertices_may_be_open() {
        // The complete bipartite graph of 2 and n vertices has n 2^(n-1) spanning trees.
        let edges: Vec<_> = (1..=16).map(|i| (0, i)).chain((1..=16).map(|i| (i, 17))).collect();
        let trees = Diagram::of(&Forests::spanning(&edges, 18), &Control::default()).unwrap();
        assert_eq!(trees.sets().count(), 16 << 15);
    }

    #[test]
    fn one_vertex_is_a_tree() {
        assert_eq!(found(&Forests::spanning(&[], 1)), [Vec::<u32>::new()]);
        assert_eq!(found(&Forests::spanning(&[(0, 0)], 1)), [Vec::<u32>::new()]);
        assert_eq!(found(&Forests::spanning(&[], 2)), Vec::<Vec<u32>>::new());
    }
}
