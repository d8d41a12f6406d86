//! Colouring a map with few colours.
//!
//! In: which pieces touch. Out: a number for each piece, such that pieces that touch have different ones, and as few
//! numbers as can be. One or two colours are a matter of looking. From three on, pieces with fewer neighbours than
//! there are colours are put aside, again and again, since they can always be coloured last; what is left is searched
//! ([`search`]), and where the search does not end within a number of steps that is linear in the pieces, coloured
//! greedily and repaired ([`repair`]). If both fail, one colour more is tried. Beyond seven colours, which pieces that
//! hang together never need on the boards there are, the greedy colouring in the smallest-last order is taken.
//!
//! The map of a tiling of a flat board is planar when every piece hangs together, so four colours exist (Appel and
//! Haken 1976); that they are found is seen each time, not proved beforehand. On a torus up to seven may be needed, and
//! a wrong tiling, with pieces in several parts, may need any number. Cost: linear in pieces and contacts, with a
//! factor below about a hundred where the search is long; deterministic.

mod repair;
mod search;
mod state;

use super::adjacency::Adjacency;
use super::scene::Scene;
use crate::problem::Problem;
use crate::tiling::Tiling;
use search::Outcome;

/// A proper colouring of a graph, its colours numbered from 0 in the order in which they are first needed.
///
/// ```
/// use polytile::draw::Colouring;
/// let wheel = [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (2, 3), (3, 4), (4, 5), (5, 1)];
/// let colouring = Colouring::of_graph(6, &wheel);
/// assert_eq!((colouring.count(), colouring.is_fewest()), (4, true));
/// assert_eq!(colouring.numbers()[0], 0);
/// assert!(wheel.iter().all(|&(a, b)| colouring.numbers()[a as usize] != colouring.numbers()[b as usize]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring {
    numbers: Vec<u32>,
    count: u32,
    fewest: bool,
}

impl Colouring {
    /// A colouring of the pieces of `tiling`, in its order, such that pieces that share an edge, over the wrap too,
    /// differ. It depends on nothing but where the pieces lie.
    pub fn of_tiling(problem: &Problem, tiling: &Tiling) -> Self {
        Self::of(&Scene::owned(&problem.region, tiling).adjacency(tiling.laid().len()))
    }

    /// A colouring of the graph with vertices `0..count` and these edges; one that is repeated, or has both ends in one
    /// vertex, is taken once, or not at all.
    ///
    /// # Panics
    /// When an edge names a vertex that there is not.
    pub fn of_graph(count: u32, edges: &[(u32, u32)]) -> Self {
        Self::of(&Adjacency::new(count as usize, || edges.iter().copied().filter(|(a, b)| a != b)))
    }

    /// The colour of every vertex, from 0.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// How many colours there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether it is proved that there is no colouring with fewer colours. It nearly always is; where the proof would
    /// take long, as it may for thousands of pieces or more than seven colours, it is given up.
    pub fn is_fewest(&self) -> bool {
        self.fewest
    }

    pub(super) fn of(graph: &Adjacency) -> Self {
        let vertices = graph.len() as u32;
        if (0..vertices).all(|v| graph.of(v).is_empty()) {
            return Self::numbered(vec![0; vertices as usize], true);
        }
        if let Some(numbers) = two_colours(graph) {
            return Self::numbered(numbers, true);
        }
        let mut fewest = true;
        for colours in if has_odd_wheel(graph) { 4..=MOST } else { 3..=MOST } {
            let (inside, aside) = core(graph, colours);
            let found = match search::search(graph, &inside, colours) {
                Outcome::Found(numbers) => Some(numbers),
                Outcome::Impossible => None,
                Outcome::Unknown => {
                    let repaired = repair::greedy(graph, &inside, colours);
                    fewest &= repaired.is_some();
                    repaired
                }
            };
            if let Some(mut numbers) = found {
                // Fewer neighbours are coloured before each than there are colours.
                aside
                    .iter()
                    .rev()
                    .for_each(|&vertex| numbers[vertex as usize] = first_free(graph, &numbers, vertex));
                return Self::numbered(numbers, fewest);
            }
        }
        let mut numbers = vec![NONE; graph.len()];
        for vertex in graph.colouring_order() {
            numbers[vertex as usize] = first_free(graph, &numbers, vertex);
        }
        Self::numbered(numbers, false)
    }

    /// The colouring with these numbers, renamed.
    fn numbered(mut numbers: Vec<u32>, fewest: bool) -> Self {
        let mut names: Vec<Option<u32>> = Vec::new();
        let mut count = 0;
        for number in &mut numbers {
            let at = *number as usize;
            if names.len() <= at {
                names.resize(at + 1, None);
            }
            *number = *names[at].get_or_insert_with(|| {
                count += 1;
                count - 1
            });
        }
        Colouring { numbers, count, fewest }
    }
}

/// What stands for no colour yet.
const NONE: u32 = u32::MAX;

/// The largest number of colours that is searched for. Only pieces in several parts can need more.
const MOST: u32 = 7;

/// The first colour that no neighbour of `vertex` has.
fn first_free(graph: &Adjacency, numbers: &[u32], vertex: u32) -> u32 {
    let near = graph.of(vertex);
    let has = |colour: u32| near.iter().any(|&v| numbers[v as usize] == colour);
    (0..=near.len() as u32).find(|&colour| !has(colour)).unwrap_or(0)
}

/// A colouring with two colours, if there is one.
fn two_colours(graph: &Adjacency) -> Option<Vec<u32>> {
    let mut numbers = vec![NONE; graph.len()];
    let mut stack = Vec::new();
    for start in 0..graph.len() as u32 {
        if numbers[start as usize] != NONE {
            continue;
        }
        numbers[start as usize] = 0;
        stack.push(start);
        while let Some(vertex) = stack.pop() {
            let other = 1 - numbers[vertex as usize];
            for &near in graph.of(vertex) {
                if numbers[near as usize] == NONE {
                    numbers[near as usize] = other;
                    stack.push(near);
                } else if numbers[near as usize] != other {
                    return None;
                }
            }
        }
    }
    Some(numbers)
}

/// Whether the neighbours of some vertex need three colours, so that with it there are four: the shortest proof that
/// three do not suffice, and in tilings of any size nearly always to be had. Neighbours with very many neighbours are
/// left out of the question, which keeps the cost linear.
fn has_odd_wheel(graph: &Adjacency) -> bool {
    const MANY: usize = 64;
    let mut side = vec![NONE; graph.len()];
    let mut stack = Vec::new();
    for hub in 0..graph.len() as u32 {
        let rim = || graph.of(hub).iter().copied().filter(|&v| graph.of(v).len() <= MANY);
        // Marked, without a side.
        rim().for_each(|v| side[v as usize] = 2);
        let mut odd = false;
        for start in rim() {
            if side[start as usize] != 2 {
                continue;
            }
            side[start as usize] = 0;
            stack.push(start);
            while let Some(vertex) = stack.pop() {
                let own = side[vertex as usize];
                for &near in graph.of(vertex) {
                    match side[near as usize] {
                        NONE => {}
                        2 => {
                            side[near as usize] = 1 - own;
                            stack.push(near);
                        }
                        other => odd |= other == own,
                    }
                }
            }
        }
        if odd {
            return true;
        }
        rim().for_each(|v| side[v as usize] = NONE);
    }
    false
}

/// Whether each vertex has at least `colours` neighbours in what is left, and the others in the order in which they
/// were put aside.
fn core(graph: &Adjacency, colours: u32) -> (Vec<bool>, Vec<u32>) {
    let vertices = graph.len() as u32;
    let mut degree: Vec<usize> = (0..vertices).map(|v| graph.of(v).len()).collect();
    let few = |degree: usize| degree < colours as usize;
    let mut aside: Vec<u32> = (0..vertices).filter(|&v| few(degree[v as usize])).collect();
    let mut inside: Vec<bool> = degree.iter().map(|&d| !few(d)).collect();
    let mut next = 0;
    while next < aside.len() {
        for &near in graph.of(aside[next]) {
            degree[near as usize] -= 1;
            if inside[near as usize] && few(degree[near as usize]) {
                inside[near as usize] = false;
                aside.push(near);
            }
        }
        next += 1;
    }
    (inside, aside)
}

#[cfg(test)]
mod tests;
