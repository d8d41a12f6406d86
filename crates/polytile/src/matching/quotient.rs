//! The tilings that a symmetry of the board fixes, as matchings of a smaller graph.
//!
//! In: the pairs of cells of a board of the plane, and a symmetry. Out: a graph whose matchings, with their weights, are the
//! tilings that the symmetry carries to themselves. Its vertices are the sets of cells that the symmetry carries round into each
//! other, the orbits. In such a tiling, a domino and its images together cover two orbits, each cell once; so an edge of the
//! graph is an orbit of dominoes. Two cases are special.
//!
//! - A domino may cover all of one orbit, as one that lies across a mirror does: then the vertex may stay alone. There can be
//!   many such vertices, all along the mirror, which is the outside of the graph. To each of them a triangle is tied, and the
//!   triangles are linked into a chain: v - a, a - b, a - c, b - c, and c to the b of the next one. If v is matched with a, it
//!   counts as alone, and of the links on the two sides of the triangle both are used or neither is; otherwise exactly one is. So
//!   every choice of vertices that stay alone leaves one way to match the chain, whose end may be left over if the parity of the
//!   number of vertices demands it.
//! - An orbit may have fewer cells than a neighbouring one, as a cell on a mirror does: a domino on the two overlaps its own
//!   images, and there is no edge.
//!
//! The smaller graph is drawn on one side of a mirror, or on a cone, and so on a plane. Cost: in proportion to the pairs.

use super::drawn::{Drawn, opposite, place, turned};
use super::graph::{Edge, Graph};
use crate::board::Symmetry;
use crate::run::{Control, Pulse, Stopped};

/// A vertex that may stay alone: the direction in which it looks out, and in how many ways it can.
struct Alone {
    vertex: u32,
    angle: u16,
    weight: u64,
    /// Where it lies on paper.
    middle: [i64; 2],
}

/// The graph of what `symmetry` fixes, which carries cells and pieces to these images; `None` if the cells of some pair
/// are not neighbours.
pub(crate) fn quotient(
    drawn: &Drawn<'_>,
    symmetry: Symmetry,
    cells: &[u32],
    pieces: &[u32],
    control: &Control,
) -> Result<Option<Graph>, Stopped> {
    let pulse = Pulse::preparing(control);
    let sets = Sets::new(drawn, symmetry, cells, &pulse)?;
    let mut graph = Graph::default();
    let mut vertex = vec![u32::MAX; cells.len()];
    for cell in 0..cells.len() as u32 {
        if sets.first[cell as usize] == cell {
            vertex[cell as usize] = graph.len() as u32;
            graph.places.push(place(drawn.cells[cell as usize]));
        }
    }
    let mut alone = Vec::new();
    for (pair, laid) in drawn.pairs() {
        // Each orbit of pairs is found from its first pair.
        let image = |[u, v]: [u32; 2]| {
            let [u, v] = [cells[u as usize], cells[v as usize]];
            [u.min(v), u.max(v)]
        };
        let (mut length, mut next) = (1, image(pair));
        while next > pair {
            pulse.beat()?;
            (length, next) = (length + 1, image(next));
        }
        if next < pair {
            continue;
        }
        let stays = |laid: &&[u32; 3]| {
            let piece = laid[2];
            (0..length).fold(piece, |piece, _| pieces[piece as usize]) == piece
        };
        let weight = laid.iter().filter(stays).count() as u64;
        let Some((angle, _)) = drawn.step(pair) else { return Ok(None) };
        let [u, v] = pair.map(|cell| cell as usize);
        let [first, second] = [sets.first[u], sets.first[v]];
        let ends = [vertex[first as usize], vertex[second as usize]];
        let angles = [sets.seen(u, angle), sets.seen(v, opposite(angle))];
        let sizes = [u, v].map(|cell| sets.size[cell]);
        if weight == 0 {
        } else if first == second && sizes[0] == 2 * length {
            let middle = drawn.middle(first);
            alone.push(Alone { vertex: ends[0], angle: angles[0], weight, middle });
        } else if first != second && sizes == [length; 2] {
            graph.edges.push(Edge { ends, angles, weight, seams: 0 });
        }
    }
    chain(&mut graph, alone);
    Ok(Some(graph))
}

/// The sets of cells that are carried round into each other.
struct Sets {
    symmetry: Symmetry,
    /// For each cell, the one that stands for its set.
    first: Vec<u32>,
    /// How often the symmetry must be applied to carry each cell to that one.
    times: Vec<u32>,
    /// How many cells the set of each cell has.
    size: Vec<u32>,
}

impl Sets {
    fn new(drawn: &Drawn<'_>, symmetry: Symmetry, cells: &[u32], pulse: &Pulse<'_>) -> Result<Self, Stopped> {
        let blank = || vec![u32::MAX; cells.len()];
        let mut sets = Sets { symmetry, first: blank(), times: blank(), size: blank() };
        for start in 0..cells.len() as u32 {
            pulse.beat()?;
            if sets.first[start as usize] != u32::MAX {
                continue;
            }
            let next = |&cell: &u32| Some(cells[cell as usize]).filter(|&cell| cell != start);
            let set: Vec<u32> = std::iter::successors(Some(start), next).collect();
            let size = set.len() as u32;
            // Always on the same side of a mirror, for the other side is drawn the other way round.
            let mirrored = symmetry.is_reflection() && size == 2 && {
                let [one, other] = [0, 1].map(|i| drawn.middle(set[i]));
                one > other
            };
            let stands = u32::from(mirrored);
            for (i, &cell) in (0..).zip(&set) {
                sets.first[cell as usize] = set[stands as usize];
                sets.times[cell as usize] = (size + stands - i) % size;
                sets.size[cell as usize] = size;
            }
        }
        Ok(sets)
    }

    /// A direction from a cell, as it is seen from the cell that stands for its set.
    fn seen(&self, cell: usize, angle: u16) -> u16 {
        (0..self.times[cell]).fold(angle, |angle, _| turned(self.symmetry, angle))
    }
}

/// Ties the vertices that may stay alone to a chain. They all look out of the graph in the same direction.
fn chain(graph: &mut Graph, mut alone: Vec<Alone>) {
    let Some(first) = alone.first() else { return };
    // From left to right, as seen with the chain below the graph.
    let (sine, cosine) = (f64::from(first.angle) - 90.0).to_radians().sin_cos();
    let along = |one: &Alone| one.middle[1] as f64 * sine - one.middle[0] as f64 * cosine;
    alone.sort_by(|one, other| along(one).total_cmp(&along(other)));
    let join = |ends: [u32; 2], angles: [u16; 2], weight: u64, edges: &mut Vec<Edge>| {
        edges.push(Edge { ends, angles, weight, seams: 0 });
    };
    let mut link = None;
    for Alone { vertex, angle, weight, .. } in alone {
        let a = graph.len() as u32;
        let (b, c) = (a + 1, a + 2);
        graph.places.extend([graph.places[vertex as usize]; 3]);
        let edges = &mut graph.edges;
        // Around a: v, c, b; around b: a, c, the link before; around c: the link after, b, a.
        join([vertex, a], [angle, 0], weight, edges);
        join([a, b], [2, 0], 1, edges);
        join([a, c], [1, 2], 1, edges);
        join([b, c], [1, 1], 1, edges);
        if let Some(before) = link.replace(c) {
            join([before, b], [0, 2], 1, edges);
        }
    }
    if let Some(last) = link.filter(|_| graph.len() % 2 == 1) {
        let end = graph.len() as u32;
        graph.places.push(graph.places[last as usize]);
        join([last, end], [0, 0], 1, &mut graph.edges);
    }
}
