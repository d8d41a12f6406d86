//! The simple paths between two vertices of a graph, and its cycles, as sets of edges.
//!
//! Edges are decided one after the other. Of the past only this matters: for every vertex that has some edges behind it and some
//! ahead, whether it is untouched, within a piece of path, or an end of one, and in that case where the other end is, its *mate*. A
//! piece whose end has no edges ahead can never be joined to others, and a piece that closes must be the only one: all else is dead.
//! To avoid a special case, the two ends of a path count as joined from the beginning; so one cycle is wanted, and nothing
//! else. For a Hamiltonian path or cycle a vertex must not be left untouched either. (Knuth, TAOCP 7.1.4, exercise 225, `SIMPATH`.)
//!
//! How many states there are depends on the order of the edges: those around one vertex belong close together.

use super::sweep::{Crossing, Places, Sweep};
use super::{Forced, Spec};
use std::ops::Range;

/// The simple paths between two vertices of a graph, or its cycles: no vertex is visited twice.
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
/// let paths = Diagram::of(&SimplePaths::new(&edges, at(0, 0), at(4, 4)), &control)?;
/// assert_eq!(paths.count(&control)?, 8512_u32.into());
/// assert_eq!(paths.count_by_size(&control)?[&8], 70_u32.into()); // shortest ones
/// // Those through all 25 vertices, and the cycles.
/// let through = SimplePaths::new(&edges, at(0, 0), at(4, 4)).through_all(25);
/// assert_eq!(Diagram::of(&through, &control)?.count(&control)?, 104_u32.into());
/// assert_eq!(Diagram::of(&SimplePaths::closed(&edges), &control)?.count(&control)?, 9349_u32.into());
/// # Ok::<(), polytile::run::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct SimplePaths {
    sweep: Sweep,
    /// The state before the first edge.
    root: Places,
    /// How many vertices must be visited.
    visits: Visits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visits {
    /// As many as a path likes.
    Some,
    /// Those that have an edge, which are all.
    All,
    /// More than there can be.
    TooMany,
}

/// What a state says of a vertex within a piece of path; of a place without a vertex it says 0.
const WITHIN: u32 = 1;
/// What is added to the place of a mate.
const MATE: u32 = 2;

impl SimplePaths {
    /// The paths from one vertex to the other, the edges in the order in which they are decided: edge i is option i. Where both are
    /// the same vertex, it is the only one, and it has no edge. An edge from a vertex to itself is on no path.
    pub fn new(edges: &[(u32, u32)], from: u32, to: u32) -> Self {
        let ends = [from, to];
        // Where both are the same, no edge is ever taken: the path is complete from the beginning.
        let sweep = Sweep::new(edges, if from == to { &[] } else { &ends });
        let mut root = sweep.blank();
        if from == to {
            root = complete(&sweep);
        } else {
            root.set(0, MATE + 1);
            root.set(1, MATE);
        }
        SimplePaths { sweep, root, visits: Visits::Some }
    }

    /// The cycles: closed paths of three edges or more, or of two between the same vertices. An edge from a vertex to itself is
    /// none.
    pub fn closed(edges: &[(u32, u32)]) -> Self {
        let sweep = Sweep::new(edges, &[]);
        SimplePaths { root: sweep.blank(), sweep, visits: Visits::Some }
    }

    /// Only those that visit every vertex of a graph that has so many of them, with or without edges: Hamiltonian paths, or
    /// Hamiltonian cycles.
    #[must_use]
    pub fn through_all(mut self, vertices: usize) -> Self {
        let alone = self.is_complete(&self.root);
        let all = if alone { vertices == 1 } else { vertices == self.sweep.vertices };
        self.visits = match (all, alone) {
            (false, _) => Visits::TooMany,
            (true, true) => Visits::Some,
            (true, false) => Visits::All,
        };
        self
    }

    fn is_complete(&self, state: &Places) -> bool {
        state.of(0) == whole(&self.sweep)
    }

    /// The state after an edge, unless it leaves behind an end of a piece of path, or a vertex that should be visited.
    #[inline]
    fn after(&self, crossing: &Crossing, mut mates: Places) -> Option<Places> {
        for place in crossing.closed() {
            if !self.is_idle(place, &mates) {
                return None;
            }
            mates.set(place, 0);
        }
        Some(mates)
    }

    /// Whether nothing is missing at a place: no vertex is there, or it is within the path, or untouched where it may be.
    #[inline]
    fn is_idle(&self, place: usize, mates: &Places) -> bool {
        match mates.of(place) {
            0 | WITHIN => true,
            mate => mate == MATE + place as u32 && self.visits == Visits::Some,
        }
    }

    /// Whether the edge between these places closes the one cycle that is wanted.
    fn completes(&self, crossing: &Crossing, mates: &Places) -> bool {
        let idle = |place| crossing.ends.contains(&place) || self.is_idle(place, mates);
        (self.visits == Visits::Some || crossing.all_open) && self.sweep.places().all(idle)
    }
}

/// What the state of a complete path says of the first place, and of all others nothing: it is more than any mate.
fn whole(sweep: &Sweep) -> u32 {
    MATE + sweep.places().len() as u32
}

/// The state of a complete path.
fn complete(sweep: &Sweep) -> Places {
    let mut complete = sweep.blank();
    complete.set(0, whole(sweep));
    complete
}

impl Spec for SimplePaths {
    /// For every open vertex its mate: its own place, that of the other end, or `WITHIN`; or that the path is complete.
    type State = Places;

    fn levels(&self) -> usize {
        self.sweep.len()
    }

    fn options(&self, level: usize) -> Range<u32> {
        level as u32..level as u32 + 1
    }

    fn root(&self) -> Places {
        self.root.clone()
    }

    fn children(&self, level: usize, state: &Places, mut each: impl FnMut(Option<u32>, Places)) {
        let crossing = self.sweep.at(level);
        let mut mates = state.clone();
        for place in crossing.opened() {
            mates.set(place, MATE + place as u32);
        }
        let [a, b] = crossing.ends;
        let (at_a, at_b) = (mates.of(a), mates.of(b));
        let taken = if a == b || at_a == WITHIN || at_b == WITHIN {
            None
        } else if at_a == MATE + b as u32 {
            self.completes(crossing, &mates).then(|| complete(&self.sweep))
        } else {
            let mut taken = mates.clone();
            taken.set(a, WITHIN);
            taken.set(b, WITHIN);
            taken.set((at_a - MATE) as usize, at_b);
            taken.set((at_b - MATE) as usize, at_a);
            self.after(crossing, taken)
        };
        if let Some(left) = self.after(crossing, mates) {
            each(None, left);
        }
        if let Some(taken) = taken {
            each(Some(level as u32), taken);
        }
    }

    fn accepts(&self, state: &Places) -> bool {
        self.is_complete(state) && self.visits != Visits::TooMany
    }

    fn forced(&self, _level: usize, state: &Places) -> Forced<Places> {
        if self.visits == Visits::TooMany {
            return Forced::Dead;
        }
        if self.is_complete(state) { Forced::Until(self.sweep.len(), state.clone()) } else { Forced::Open }
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

    /// Whether a set of edges is a path between the vertices, or where these are missing a cycle, by definition: walking along it
    /// meets no vertex twice and leaves no edge over. How many vertices it visits.
    fn visited(taken: &[(u32, u32)], ends: Option<(u32, u32)>) -> Option<usize> {
        let start = ends.map_or(taken.first()?.0, |(from, _)| from);
        let to = ends.map_or(start, |(_, to)| to);
        let (mut at, mut used, mut seen) = (start, vec![false; taken.len()], vec![start]);
        while used.iter().any(|used| !used) {
            let next = (0..taken.len()).find(|&i| !used[i] && (taken[i].0 == at || taken[i].1 == at))?;
            used[next] = true;
            let end = if taken[next].0 == at { taken[next].1 } else { taken[next].0 };
            if ends.is_none() && end == start && taken.len() > 1 && used.iter().all(|used| *used) {
                return Some(seen.len());
            }
            if seen.contains(&end) {
                return None;
            }
            seen.push(end);
            at = end;
        }
        (ends.is_some() && at == to).then_some(seen.len())
    }

    fn brute(edges: &[(u32, u32)], ends: Option<(u32, u32)>, visits: Option<usize>) -> Vec<Vec<u32>> {
        let options = |set: u32| (0..edges.len() as u32).filter(move |i| set >> i & 1 == 1);
        let wanted = |set: &u32| {
            let taken: Vec<_> = options(*set).map(|i| edges[i as usize]).collect();
            let visited = match ends {
                Some((from, to)) if from == to => taken.is_empty().then_some(1),
                _ if taken.is_empty() => None,
                _ => visited(&taken, ends),
            };
            visited.is_some_and(|number| visits.is_none_or(|all| number == all))
        };
        let mut sets: Vec<Vec<u32>> =
            (0..1_u32 << edges.len()).filter(wanted).map(|set| options(set).collect()).collect();
        sets.sort();
        sets
    }

    fn found(spec: &SimplePaths) -> Vec<Vec<u32>> {
        let mut found: Vec<_> = Diagram::of(spec, &Control::default()).unwrap().sets().collect();
        found.sort();
        found
    }

    fn compare(edges: &[(u32, u32)], from: u32, to: u32, alone: usize) {
        let number = |more: &[u32]| {
            let ends = edges.iter().flat_map(|&(a, b)| [a, b]).chain(more.iter().copied());
            ends.collect::<std::collections::BTreeSet<u32>>().len() + alone
        };
        let (paths, cycles) = (SimplePaths::new(edges, from, to), SimplePaths::closed(edges));
        assert_eq!(found(&paths), brute(edges, Some((from, to)), None), "{edges:?} {from} {to}");
        assert_eq!(found(&cycles), brute(edges, None, None), "{edges:?}");
        let all = number(&[from, to]);
        let wanted = brute(edges, Some((from, to)), Some(all));
        assert_eq!(found(&paths.through_all(all)), wanted, "{edges:?} {from} {to} {all}");
        let all = number(&[]);
        assert_eq!(found(&cycles.through_all(all)), brute(edges, None, Some(all)), "{edges:?} {all}");
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
                compare(edges, from, to, 0);
            }
        }
    }

    #[test]
    fn many_vertices_may_be_open() {
        // Two vertices that are joined by so many others, one at a time.
        let edges: Vec<_> = (1..=20).map(|i| (0, i)).chain((1..=20).map(|i| (i, 21))).collect();
        let number = |spec| Diagram::of(&spec, &Control::default()).unwrap().sets().count();
        assert_eq!(number(SimplePaths::new(&edges, 0, 21)), 20);
        assert_eq!(number(SimplePaths::closed(&edges)), 190);
        assert_eq!(number(SimplePaths::new(&edges, 3, 3)), 1);
    }

    proptest! {
        #[test]
        fn paths_of_random_graphs_are_those_of_the_definition(
            edges in prop::collection::vec((0_u32..6, 0_u32..6), 0..11), from in 0_u32..6, to in 0_u32..6,
            alone in 0_usize..2,
        ) {
            compare(&edges, from, to, alone);
        }
    }
}
