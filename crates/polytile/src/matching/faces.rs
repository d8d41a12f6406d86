//! The faces of a drawn graph, and signs of its edges that suit them (Kasteleyn 1961).
//!
//! In: a graph with the order of the edges around each vertex. Out: a sign for each edge, such that along every face, all of its
//! edges taken with the face on one hand, an odd number points forward. Faces are walked: from every half-edge on to the next
//! one at its head. Where the signs of a face are wrong, an edge is turned over, which changes the face beyond it too: along a
//! tree that spans the faces, from its leaves on, this leaves at most the root wrong, and it is right because the number of
//! vertices is even. A part of the graph with V vertices, E edges and F faces is drawn on a plane if V - E + F = 2, and on a
//! torus if this is 0. Cost: in proportion to the graph.

use super::Unsuited;
use super::graph::{Around, Graph};
use crate::run::{Control, Pulse};

/// What the faces say.
pub(super) struct Oriented {
    /// Whether each edge counts negatively from its first end to its second.
    pub negative: Vec<bool>,
    /// Whether a connected part is drawn on a torus and on no plane.
    pub torus: bool,
    /// Whether a connected part has an odd number of vertices.
    pub odd_component: bool,
}

/// No face.
const NONE: u32 = u32::MAX;

/// Walks all faces, and finds signs.
pub(super) fn oriented(graph: &Graph, around: &Around, control: &Control) -> Result<Oriented, Unsuited> {
    let pulse = Pulse::preparing(control);
    let clockwise = around.clockwise();
    let halves = clockwise.len() as u32;
    // The face of each half-edge, whether an odd number of its half-edges is the first of its edge, and one of them.
    let mut face = vec![NONE; halves as usize];
    let (mut is_odd, mut starts) = (Vec::new(), Vec::new());
    for start in 0..halves {
        if face[start as usize] != NONE {
            continue;
        }
        let (number, mut half, mut odd) = (is_odd.len() as u32, start, false);
        while face[half as usize] == NONE {
            pulse.beat()?;
            face[half as usize] = number;
            odd ^= half % 2 == 0;
            half = clockwise[half as usize ^ 1];
        }
        is_odd.push(odd);
        starts.push(start);
    }
    let (component, count) = graph.components(around, &pulse)?;
    let mut vertices = vec![0_i64; count];
    let mut euler = vec![0_i64; count];
    for &c in &component {
        vertices[c as usize] += 1;
        euler[c as usize] += 1;
    }
    let of = |half: u32| component[graph.head(half) as usize] as usize;
    for edge in 0..graph.edges.len() as u32 {
        euler[of(2 * edge)] -= 1;
    }
    for &start in &starts {
        euler[of(start)] += 1;
    }
    // A vertex without edges has a face around it that nobody has walked.
    if (0..count).any(|c| !(euler[c] == 2 || euler[c] == 0 || (euler[c], vertices[c]) == (1, 1))) {
        return Err(Unsuited::Drawing);
    }
    Ok(Oriented {
        negative: turned(&face, &starts, &clockwise, is_odd, &pulse)?,
        torus: euler.contains(&0),
        odd_component: vertices.iter().any(|n| n % 2 == 1),
    })
}

/// Which edges are turned over, so that each face but the first of each component has an odd number of edges forward.
fn turned(
    face: &[u32],
    starts: &[u32],
    clockwise: &[u32],
    mut is_odd: Vec<bool>,
    pulse: &Pulse<'_>,
) -> Result<Vec<bool>, Unsuited> {
    // A tree that spans the faces of each component: over which half-edge each was reached, in the order in which they were.
    let mut over = vec![NONE; starts.len()];
    let mut seen = vec![false; starts.len()];
    let mut order = Vec::with_capacity(starts.len());
    for root in 0..starts.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut next = order.len();
        order.push(root);
        while next < order.len() {
            let start = starts[order[next]];
            let mut half = start;
            loop {
                pulse.beat()?;
                let beyond = face[half as usize ^ 1] as usize;
                if !std::mem::replace(&mut seen[beyond], true) {
                    over[beyond] = half;
                    order.push(beyond);
                }
                half = clockwise[half as usize ^ 1];
                if half == start {
                    break;
                }
            }
            next += 1;
        }
    }
    let mut turned = vec![false; face.len() / 2];
    for &wrong in order.iter().rev() {
        let half = over[wrong];
        if !is_odd[wrong] && half != NONE {
            turned[half as usize / 2] = true;
            is_odd[face[half as usize] as usize] ^= true;
        }
    }
    Ok(turned)
}
