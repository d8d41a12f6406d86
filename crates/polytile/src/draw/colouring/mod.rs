//! Colouring a map with few colours.
//!
//! In: which pieces touch. Out: a number for each piece, such that pieces that touch have different ones, and as few
//! numbers as possible. Whether one or two colours suffice is plain, and that three do not can mostly be seen at one
//! place ([`forced`]). From three on, pieces with fewer neighbours than there are colours are put aside, again and
//! again, since they can always be coloured last; what is left is searched ([`search`]), and where the search does not
//! end within an effort that is linear in the pieces, and more than three colours are allowed, coloured greedily and
//! repaired ([`repair`]). If that fails, one more colour is tried. Beyond seven colours, which connected pieces never
//! need on the boards there are, the greedy colouring in the smallest-last order is taken.
//!
//! The map of a tiling of a flat board is planar when every piece is connected, so four colours suffice (Appel and Haken 1976);
//! that they are found is seen each time, not proved beforehand. On a torus up to seven may be needed, and a wrong tiling, with
//! pieces in several parts, may need any number. Every effort has a limit that is linear in the pieces, so the cost is linear in
//! pieces and contacts; a tiling takes many times as long as another when no single place shows that it needs four colours, and
//! the search does not find three. Deterministic.

mod forced;
mod repair;
mod search;
mod state;

use super::adjacency::Adjacency;
use crate::run::{Control, Progress, Pulse, Stopped};
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
    /// A colouring of the graph with vertices `0..count` and these edges; one that is repeated, or has both ends in one
    /// vertex, is taken once, or not at all.
    ///
    /// # Panics
    /// When an edge names a vertex that does not exist.
    pub fn of_graph(count: u32, edges: &[(u32, u32)]) -> Self {
        let control = Control::default();
        let edges = || edges.iter().copied().filter(|(a, b)| a != b);
        let graph = unstopped(Adjacency::new(count as usize, edges, &Pulse::preparing(&control)));
        unstopped(Self::of(&graph, &control))
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

    pub(super) fn of(graph: &Adjacency, control: &Control) -> Result<Self, Stopped> {
        let vertices = graph.len() as u32;
        if (0..vertices).all(|v| graph.of(v).is_empty()) {
            return Ok(Self::numbered(vec![0; vertices as usize], true));
        }
        let pulse = Pulse::preparing(control);
        if let Some(numbers) = two_colours(graph, &pulse)? {
            return Ok(Self::numbered(numbers, true));
        }
        let mut fewest = true;
        for colours in if forced::refutes_three(graph, control)? { 4..=MOST } else { 3..=MOST } {
            let (inside, aside) = core(graph, colours, &pulse)?;
            let found = match search::search(graph, &inside, colours, control)? {
                Outcome::Found(numbers) => Some(numbers),
                Outcome::Impossible => None,
                // With three colours an exchange hardly ever helps.
                Outcome::Unknown if colours == 3 => {
                    fewest = false;
                    None
                }
                Outcome::Unknown => {
                    let repaired = repair::greedy(graph, &inside, colours, control)?;
                    fewest &= repaired.is_some();
                    repaired
                }
            };
            if let Some(mut numbers) = found {
                // Fewer neighbours are coloured before each than there are colours.
                for &vertex in aside.iter().rev() {
                    pulse.beat()?;
                    numbers[vertex as usize] = first_free(graph, &numbers, vertex);
                }
                return Ok(Self::numbered(numbers, fewest));
            }
        }
        let mut numbers = vec![NONE; graph.len()];
        for vertex in graph.colouring_order(&pulse)? {
            pulse.beat()?;
            numbers[vertex as usize] = first_free(graph, &numbers, vertex);
        }
        Ok(Self::numbered(numbers, false))
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

/// The result of work without limits, which nothing can stop.
pub(super) fn unstopped<T>(made: Result<T, Stopped>) -> T {
    made.unwrap_or_else(|_| unreachable!("a control without limits never says stop"))
}

/// Asks the control, at every `period`-th of the steps that are counted.
fn stopped_every(
    period: u32,
    step: u32,
    progress: impl Fn() -> Progress,
    control: &Control,
) -> Result<(), Stopped> {
    if step.is_multiple_of(period) { control.check(progress()) } else { Ok(()) }
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
fn two_colours(graph: &Adjacency, pulse: &Pulse<'_>) -> Result<Option<Vec<u32>>, Stopped> {
    let mut numbers = vec![NONE; graph.len()];
    let mut stack = Vec::new();
    for start in 0..graph.len() as u32 {
        if numbers[start as usize] != NONE {
            continue;
        }
        numbers[start as usize] = 0;
        stack.push(start);
        while let Some(vertex) = stack.pop() {
            pulse.beat()?;
            let other = 1 - numbers[vertex as usize];
            for &near in graph.of(vertex) {
                if numbers[near as usize] == NONE {
                    numbers[near as usize] = other;
                    stack.push(near);
                } else if numbers[near as usize] != other {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(numbers))
}

/// Which vertices are left when those with fewer than `colours` neighbours left have been put aside, again and
/// again; and these in the order in which they were.
fn core(graph: &Adjacency, colours: u32, pulse: &Pulse<'_>) -> Result<(Vec<bool>, Vec<u32>), Stopped> {
    let vertices = graph.len() as u32;
    let mut degree: Vec<usize> = (0..vertices).map(|v| graph.of(v).len()).collect();
    let few = |degree: usize| degree < colours as usize;
    let mut aside: Vec<u32> = (0..vertices).filter(|&v| few(degree[v as usize])).collect();
    let mut inside: Vec<bool> = degree.iter().map(|&d| !few(d)).collect();
    let mut next = 0;
    while next < aside.len() {
        pulse.beat()?;
        for &near in graph.of(aside[next]) {
            degree[near as usize] -= 1;
            if inside[near as usize] && few(degree[near as usize]) {
                inside[near as usize] = false;
                aside.push(near);
            }
        }
        next += 1;
    }
    Ok((inside, aside))
}

#[cfg(test)]
mod tests;
