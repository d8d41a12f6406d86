//! The faces of a drawn graph, and signs of its edges that suit them (Kasteleyn 1961).
//!
//! In: a graph with the order of the edges around each vertex. Out: a sign for each edge, such that when one goes along a face,
//! with the face always on the same side, an odd number of edges points forward. Faces are walked: from every half-edge on to the
//! next one at its head. Where the signs of a face are wrong, one of its edges is reversed, which changes the face beyond it too:
//! done along a tree that spans the faces, from its leaves on, this leaves at most the root wrong, and the root is right because
//! the number of vertices is even. A connected part with V vertices, E edges and F faces is drawn on a plane if V - E + F = 2,
//! and on a torus if this is 0. Cost: in proportion to the graph.

use super::Unsuited;
use super::graph::{Around, Graph};
use crate::run::{Pulse, Stopped};

/// The surface on which a graph is drawn.
pub(super) struct Surface {
    /// Whether a connected part is drawn on a torus and on no plane.
    pub torus: bool,
    /// Whether a connected part has an odd number of vertices.
    pub odd_component: bool,
}

/// No face.
const NONE: u32 = u32::MAX;

/// The faces of a drawn graph.
pub(super) struct Faces {
    /// The face of each half-edge.
    pub of: Vec<u32>,
    /// A half-edge of each face.
    pub starts: Vec<u32>,
    /// The next half-edge at the vertex that each leaves.
    clockwise: Vec<u32>,
}

impl Faces {
    /// Walks all faces.
    pub fn walked(around: &Around, pulse: &Pulse<'_>) -> Result<Self, Stopped> {
        let clockwise = around.clockwise();
        let (mut of, mut starts) = (vec![NONE; clockwise.len()], Vec::new());
        for start in 0..clockwise.len() as u32 {
            if of[start as usize] != NONE {
                continue;
            }
            let mut half = start;
            while of[half as usize] == NONE {
                pulse.beat()?;
                of[half as usize] = starts.len() as u32;
                half = clockwise[half as usize ^ 1];
            }
            starts.push(start);
        }
        Ok(Faces { of, starts, clockwise })
    }

    /// The half-edges of a face, one after the other.
    pub fn along(&self, face: u32) -> impl Iterator<Item = u32> + '_ {
        let start = self.starts[face as usize];
        let next = move |&half: &u32| {
            let next = self.clockwise[half as usize ^ 1];
            (next != start).then_some(next)
        };
        std::iter::successors(Some(start), next)
    }
}

/// The surface on which the graph with these faces is drawn.
pub(super) fn surface(
    graph: &Graph,
    around: &Around,
    faces: &Faces,
    pulse: &Pulse<'_>,
) -> Result<Surface, Unsuited> {
    let (component, count) = graph.components(around, pulse)?;
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
    for &start in &faces.starts {
        euler[of(start)] += 1;
    }
    // A vertex without edges has a face around it that was not walked.
    if (0..count).any(|c| !(euler[c] == 2 || euler[c] == 0 || (euler[c], vertices[c]) == (1, 1))) {
        return Err(Unsuited::Drawing);
    }
    Ok(Surface { torus: euler.contains(&0), odd_component: vertices.iter().any(|n| n % 2 == 1) })
}

/// Whether each edge counts negatively from its first end to its second, so that each face but the first of each component has
/// an odd number of edges forward.
pub(super) fn signs(faces: &Faces, pulse: &Pulse<'_>) -> Result<Vec<bool>, Stopped> {
    let Faces { of: face, starts, .. } = faces;
    // Whether an odd number of the half-edges of a face are the first of their edges.
    let mut is_odd = vec![false; starts.len()];
    for &number in face.iter().step_by(2) {
        is_odd[number as usize] ^= true;
    }
    // A tree that spans the faces of each component: over which half-edge each was reached, in the order of reaching them.
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
            for half in faces.along(order[next] as u32) {
                pulse.beat()?;
                let beyond = face[half as usize ^ 1] as usize;
                if !std::mem::replace(&mut seen[beyond], true) {
                    over[beyond] = half;
                    order.push(beyond);
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
