//! All perfect matchings of a plane graph of two colours, as heights of its faces.
//!
//! In: a graph drawn on a plane or sphere, and which of its vertices are white. Out: the steps by which one comes from any of its
//! perfect matchings to any other, and the two matchings between which all of them lie. The difference between a matching and a
//! fixed one, directed from black to white, is a flow without sources, so there are *heights*, a whole number for each face and 0
//! for one of them, such that the flow along an edge is the difference of the heights on its two sides; crossing an edge changes
//! the height by no more than the edge allows. So matchings are the whole solutions of inequalities between two heights each;
//! with any two solutions, the lower heights, face by face, are another one, and so are the higher ones (Thurston 1990 for
//! dominoes; Propp, Lattice structure for orientations of graphs, 1993). A hole is a face like any other. Edges that are in all
//! matchings or in none hold the faces beside them together: such groups of faces are the strong components of the inequalities
//! that are equalities at the fixed matching. A group rises or falls by one as a whole, and by such steps alone the highest
//! solution is reached from any other: of the groups that should rise, there is one that no other holds down. Heights of the
//! highest and lowest solution are distances from the face of height 0 (0 or 1 for each edge). Cost: in proportion to the graph,
//! but for the fixed matching.

use super::faces::Faces;
use super::graph::Graph;
use crate::run::{Pulse, Stopped};
use std::collections::VecDeque;

/// The matchings of a graph.
pub(super) struct Lattice {
    /// Whether each edge is in the highest (bit 0) and in the lowest matching (bit 1).
    pub extremes: Vec<u8>,
    /// How far apart these are at a face, at most.
    pub height: u32,
    /// The edges around each group of faces that has four: two that are out before it rises and in afterwards, and two that are
    /// in before it rises.
    pub squares: Vec<[u32; 4]>,
    /// The edges around the other groups, each of the two sorts in a list of its own.
    pub others: Vec<[Vec<u32>; 2]>,
}

/// No face.
const NONE: u32 = u32::MAX;

/// The inequalities between heights.
struct Heights<'a> {
    graph: &'a Graph,
    faces: &'a Faces,
    white: &'a [bool],
    fixed: &'a [bool],
    pulse: &'a Pulse<'a>,
}

impl Lattice {
    /// The matchings of a graph, of which `fixed` is one.
    pub fn new(
        graph: &Graph,
        faces: &Faces,
        white: &[bool],
        fixed: &[bool],
        pulse: &Pulse<'_>,
    ) -> Result<Self, Stopped> {
        let heights = Heights { graph, faces, white, fixed, pulse };
        let bases = heights.bases()?;
        let highest = heights.distances(&bases, 0)?;
        let lowest = heights.distances(&bases, 1)?;
        let extremes = (0..graph.edges.len() as u32).map(|edge| {
            let [up, down] = heights.sides(edge).map(|face| face as usize);
            // Heights of the lowest matching are negative.
            let top = i64::from(fixed[edge as usize]) + highest[up] - highest[down];
            let bottom = i64::from(fixed[edge as usize]) - lowest[up] + lowest[down];
            u8::from(top == 1) | u8::from(bottom == 1) << 1
        });
        let extremes = extremes.collect();
        let height = highest.iter().zip(&lowest).map(|(up, down)| up + down).max().unwrap_or(0) as u32;
        let (group, count) = heights.groups()?;
        let mut still = vec![false; count];
        for &base in &bases {
            still[group[base as usize] as usize] = true;
        }
        let mut around: Vec<[Vec<u32>; 2]> = vec![Default::default(); count];
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); count];
        for edge in 0..graph.edges.len() as u32 {
            pulse.beat()?;
            let [up, down] = heights.sides(edge).map(|face| group[face as usize]);
            if up != down {
                around[up as usize][0].push(edge);
                around[down as usize][1].push(edge);
                near[up as usize].push(down);
                near[down as usize].push(up);
            }
        }
        let (mut squares, mut others) = (Vec::new(), Vec::new());
        for group in apart(&near, pulse)? {
            let edges = std::mem::take(&mut around[group as usize]);
            if still[group as usize] {
                continue;
            }
            match (&edges[0][..], &edges[1][..]) {
                (&[a, b], &[c, d]) => squares.push([a, b, c, d]),
                _ => others.push(edges),
            }
        }
        Ok(Lattice { extremes, height, squares, others })
    }

    /// Number of groups of faces that rise and fall.
    pub fn len(&self) -> usize {
        self.squares.len() + self.others.len()
    }
}

/// The groups in an order in which neighbours rarely follow each other: by colours, each group taking the first that none of its
/// neighbours has. A step that does not wait for the one just before it is quicker.
fn apart(near: &[Vec<u32>], pulse: &Pulse<'_>) -> Result<Vec<u32>, Stopped> {
    let mut colours = vec![NONE; near.len()];
    for group in 0..near.len() {
        pulse.beats(near[group].len() as u64)?;
        let mut taken: Vec<u32> = near[group].iter().map(|&other| colours[other as usize]).collect();
        taken.sort_unstable();
        taken.dedup();
        colours[group] = (0..).zip(&taken).take_while(|(colour, taken)| colour == *taken).count() as u32;
    }
    let mut order: Vec<u32> = (0..near.len() as u32).collect();
    order.sort_by_key(|&group| colours[group as usize]);
    Ok(order)
}

impl Heights<'_> {
    /// The faces on both sides of an edge: the one whose rising brings the edge in, and the one whose rising takes it out.
    fn sides(&self, edge: u32) -> [u32; 2] {
        let first = u32::from(self.white[self.graph.edges[edge as usize].ends[0] as usize]);
        [self.faces.of[(2 * edge + first) as usize], self.faces.of[(2 * edge + 1 - first) as usize]]
    }

    /// Whether the face of a half-edge cannot rise, at the fixed matching, unless the face beyond it does.
    fn holds(&self, half: u32) -> bool {
        let [first, second] = self.graph.edges[half as usize / 2].ends;
        let tail = if half.is_multiple_of(2) { first } else { second };
        self.white[tail as usize] != self.fixed[half as usize / 2]
    }

    /// A face of each connected part of the graph: the one with the most edges, which holds most of the others.
    fn bases(&self) -> Result<Vec<u32>, Stopped> {
        let count = self.faces.starts.len();
        let mut size = vec![0_u32; count];
        for &face in &self.faces.of {
            size[face as usize] += 1;
        }
        let (mut bases, mut seen, mut open) = (Vec::new(), vec![false; count], Vec::new());
        for start in 0..count as u32 {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            open.push(start);
            let mut base = start;
            while let Some(face) = open.pop() {
                if size[face as usize] > size[base as usize] {
                    base = face;
                }
                for half in self.faces.along(face) {
                    self.pulse.beat()?;
                    let beyond = self.faces.of[half as usize ^ 1];
                    if !std::mem::replace(&mut seen[beyond as usize], true) {
                        open.push(beyond);
                    }
                }
            }
            bases.push(base);
        }
        Ok(bases)
    }

    /// How far each face can rise (`side` 0) or fall (1) above its height at the fixed matching.
    fn distances(&self, bases: &[u32], side: u32) -> Result<Vec<i64>, Stopped> {
        let mut distances = vec![i64::MAX; self.faces.starts.len()];
        let mut queue: VecDeque<(u32, i64)> = bases.iter().map(|&base| (base, 0)).collect();
        for &base in bases {
            distances[base as usize] = 0;
        }
        while let Some((face, distance)) = queue.pop_front() {
            if distance > distances[face as usize] {
                continue;
            }
            for half in self.faces.along(face) {
                self.pulse.beat()?;
                let beyond = self.faces.of[half as usize ^ 1];
                // This face holds the one beyond over the half-edge of that one when it rises, and over its own when it falls.
                let held = self.holds(half ^ 1 ^ side);
                let longer = distance + i64::from(!held);
                if longer < distances[beyond as usize] {
                    distances[beyond as usize] = longer;
                    if held { queue.push_front((beyond, longer)) } else { queue.push_back((beyond, longer)) }
                }
            }
        }
        Ok(distances)
    }

    /// The group of each face, and how many groups there are: the strong components of the relation that one face holds another
    /// (Tarjan 1972).
    fn groups(&self) -> Result<(Vec<u32>, usize), Stopped> {
        let count = self.faces.starts.len();
        let (mut group, mut groups) = (vec![NONE; count], 0);
        // When each face was met, and the earliest face that it leads back to.
        let (mut met, mut least) = (vec![NONE; count], vec![NONE; count]);
        let (mut time, mut stack, mut path) = (0, Vec::new(), Vec::new());
        for start in 0..count as u32 {
            if met[start as usize] != NONE {
                continue;
            }
            path.push((start, self.faces.along(start)));
            while let Some((face, halves)) = path.last_mut() {
                self.pulse.beat()?;
                let face = *face as usize;
                if met[face] == NONE {
                    (met[face], least[face]) = (time, time);
                    time += 1;
                    stack.push(face as u32);
                }
                if let Some(half) = halves.next() {
                    let beyond = self.faces.of[half as usize ^ 1];
                    if !self.holds(half) || group[beyond as usize] != NONE {
                        continue;
                    }
                    if met[beyond as usize] == NONE {
                        path.push((beyond, self.faces.along(beyond)));
                    } else {
                        least[face] = least[face].min(met[beyond as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some((before, _)) = path.last() {
                    let before = *before as usize;
                    least[before] = least[before].min(least[face]);
                }
                if least[face] == met[face] {
                    while let Some(member) = stack.pop() {
                        group[member as usize] = groups;
                        if member as usize == face {
                            break;
                        }
                    }
                    groups += 1;
                }
            }
        }
        Ok((group, groups as usize))
    }
}
