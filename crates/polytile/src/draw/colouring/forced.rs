//! What three colours would force.
//!
//! In: a graph. Out: whether it is proved that three colours do not suffice. Where two triangles have an edge in common, three
//! colours give the two corners off that edge the same colour, so these are taken for one vertex from then on, which makes new
//! triangles. A vertex that becomes its own neighbour is the proof; an odd wheel is the simplest case of it. In tilings that need
//! four colours, of whatever size, there is nearly always such a place, and a few pieces around it show it; so no more than a few
//! vertices are ever taken for one. Cost: linear; given up after a number of looks at neighbours that is linear in the vertices.

use super::stopped_every;
use crate::draw::adjacency::Adjacency;
use crate::run::{Control, Progress, Stopped};

/// The most vertices that are taken for one. Otherwise, in a part of a tiling that has only one colouring with three colours, all
/// pieces of a colour would become one vertex, and every look at it would take long.
const TOGETHER: u8 = 16;

/// Whether the graph is found to have no colouring with three colours.
///
/// # Errors
/// When `control` says stop.
pub(super) fn refutes_three(graph: &Adjacency, control: &Control) -> Result<bool, Stopped> {
    let vertices = graph.len() as u32;
    let mut forced = Forced {
        graph,
        parent: (0..vertices).collect(),
        next: (0..vertices).collect(),
        size: vec![1; graph.len()],
        waits: vec![false; graph.len()],
        waiting: Vec::new(),
        stamps: vec![0; graph.len()],
        stamp: 0,
        looks: 200 * graph.len() + 100_000,
    };
    let mut around = Vec::new();
    for vertex in 0..vertices {
        forced.wait(vertex);
        while let Some(hub) = forced.waiting.pop() {
            let progress = || Progress::Pieces { done: vertex.into(), total: vertices.into() };
            stopped_every(1 << 12, forced.stamp, progress, control)?;
            forced.waits[hub as usize] = false;
            if forced.looks == 0 || forced.stamp == u32::MAX {
                return Ok(false);
            }
            let hub = forced.root(hub);
            forced.neighbours(hub, &mut around);
            if around.contains(&hub) {
                return Ok(true);
            }
            forced.join_around(hub, &around);
        }
    }
    Ok(false)
}

/// Vertices that must have the same colour are a class, named by one of them, its root.
struct Forced<'a> {
    graph: &'a Adjacency,
    /// Leads to the root.
    parent: Vec<u32>,
    /// The members of a class in a ring.
    next: Vec<u32>,
    /// How many members the class of a root has.
    size: Vec<u8>,
    /// Vertices whose surroundings are to be looked at again, and which these are.
    waiting: Vec<u32>,
    waits: Vec<bool>,
    /// Which roots were marked last.
    stamps: Vec<u32>,
    stamp: u32,
    /// How many neighbours may still be looked at.
    looks: usize,
}

impl Forced<'_> {
    fn root(&mut self, vertex: u32) -> u32 {
        let mut at = vertex;
        while self.parent[at as usize] != at {
            let above = self.parent[self.parent[at as usize] as usize];
            self.parent[at as usize] = above;
            at = above;
        }
        at
    }

    /// The roots of all neighbours of the class of `root`, each once, and marks them.
    fn neighbours(&mut self, root: u32, found: &mut Vec<u32>) {
        self.stamp += 1;
        found.clear();
        let graph = self.graph;
        let mut member = root;
        loop {
            for &near in graph.of(member) {
                let near = self.root(near);
                if std::mem::replace(&mut self.stamps[near as usize], self.stamp) != self.stamp {
                    found.push(near);
                }
            }
            self.looks = self.looks.saturating_sub(graph.of(member).len());
            member = self.next[member as usize];
            if member == root {
                break;
            }
        }
    }

    /// Joins what forms triangles with the same edge from `hub`, whose neighbours are marked.
    fn join_around(&mut self, hub: u32, around: &[u32]) {
        let graph = self.graph;
        for &rim in around {
            let rim = self.root(rim);
            let mut corner: Option<u32> = None;
            let mut member = rim;
            loop {
                for &near in graph.of(member) {
                    let near = self.root(near);
                    if near == hub || self.stamps[near as usize] != self.stamp {
                        continue;
                    }
                    match corner.map(|corner| self.root(corner)) {
                        Some(corner) if corner != near => self.join(corner, near, hub),
                        _ => corner = Some(near),
                    }
                }
                self.looks = self.looks.saturating_sub(graph.of(member).len());
                member = self.next[member as usize];
                if member == rim {
                    break;
                }
            }
        }
    }

    /// Joins two classes, neighbours of `hub`, unless the union would be too large; its root is `first`.
    fn join(&mut self, first: u32, second: u32, hub: u32) {
        let size = self.size[first as usize] + self.size[second as usize];
        if size > TOGETHER {
            return;
        }
        self.size[first as usize] = size;
        self.parent[second as usize] = first;
        self.next.swap(first as usize, second as usize);
        let graph = self.graph;
        for &vertex in graph.of(first).iter().chain(graph.of(second)).chain([&first, &hub]) {
            self.wait(vertex);
        }
    }

    fn wait(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.waits[vertex as usize], true) {
            self.waiting.push(vertex);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Pulse;

    fn refuted(count: usize, edges: &[(u32, u32)]) -> bool {
        let control = Control::default();
        let graph = Adjacency::new(count, || edges.iter().copied(), &Pulse::preparing(&control)).unwrap();
        refutes_three(&graph, &control).unwrap()
    }

    #[test]
    fn wheels_and_chains_of_triangles() {
        let wheel =
            |rim: u32| -> Vec<(u32, u32)> { (0..rim).flat_map(|i| [(rim, i), (i, (i + 1) % rim)]).collect() };
        for rim in 3..20 {
            assert_eq!(refuted(rim as usize + 1, &wheel(rim)), rim % 2 == 1, "{rim}");
        }
        // A strip of triangles: corners three apart are alike.
        let strip = |long: u32| -> Vec<(u32, u32)> {
            (0..long).flat_map(|i| [(i, i + 1), (i, i + 2)]).filter(|edge| edge.1 < long).collect()
        };
        for long in 5..20 {
            let closed = [strip(long), vec![(0, long - 1)]].concat();
            assert!(!refuted(long as usize, &strip(long)));
            assert_eq!(refuted(long as usize, &closed), long % 3 == 1, "{long}");
        }
    }

    #[test]
    fn the_control_is_asked() {
        let (control, late) = (Control::default(), Control::default().time_limit(std::time::Duration::ZERO));
        let edges = || [(0, 1), (1, 2), (2, 0)].into_iter();
        let graph = Adjacency::new(3, edges, &Pulse::preparing(&control)).unwrap();
        assert!(refutes_three(&graph, &late).is_err());
    }
}
