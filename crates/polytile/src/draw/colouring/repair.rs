//! A greedy colouring, mended where it gets stuck.
//!
//! In: a graph, the vertices to colour, and the number of colours. Out: a colouring, perhaps. The vertex with the
//! fewest colours left comes next and takes the first of them. When none is left, two colours are exchanged throughout
//! a part of the graph, so that one of them becomes free (Kempe 1879: his chains fail to prove that four colours
//! suffice, but they rarely fail to find them); small parts are tried first. When no exchange helps, the vertex takes
//! the colour it has been given least often, and the neighbours that have it lose theirs and wait again. Cost: near
//! linear on maps of tilings; given up after somewhat more forced colours than there are vertices, or when the exchanges have
//! looked at two hundred times as many vertices as there are.

use super::state::State;
use super::stopped_every;
use crate::draw::adjacency::Adjacency;
use crate::run::{Control, Progress, Stopped};

/// The colour of every vertex with `inside`, of at most eight colours; nothing when it does not succeed.
///
/// # Errors
/// When `control` says stop.
pub(super) fn greedy(
    graph: &Adjacency,
    inside: &[bool],
    colours: u32,
    control: &Control,
) -> Result<Option<Vec<u32>>, Stopped> {
    let mut state = State::new(graph, inside, colours);
    let looks = 200 * graph.len() + 100_000;
    let mut chains = Chains { stamp: 0, stamps: vec![0; graph.len()], chain: Vec::new(), looks };
    let mut forced = vec![0_u32; graph.len() * colours as usize];
    let mut patience = graph.len() + 10_000;
    let mut given = 0_u32;
    while let Some(vertex) = state.next() {
        // Exchanges can be long.
        let progress =
            || Progress::Pieces { done: u64::from(given).min(graph.len() as u64), total: graph.len() as u64 };
        stopped_every(1 << 8, given, progress, control)?;
        given = given.wrapping_add(1);
        let free = state.free(vertex);
        if free != 0 {
            state.give(vertex, free.trailing_zeros());
        } else if let Some(colour) = chains
            .exchange(&mut state, vertex, 200)
            .or_else(|| chains.exchange(&mut state, vertex, usize::MAX))
        {
            state.give(vertex, colour);
        } else if chains.looks == 0 {
            return Ok(None);
        } else {
            let Some(left) = patience.checked_sub(1) else { return Ok(None) };
            patience = left;
            let tries = &mut forced[(vertex * colours) as usize..][..colours as usize];
            let in_the_way =
                |c: u32| graph.of(vertex).iter().filter(|&&v| state.colour[v as usize] == c).count();
            let colour =
                (0..colours).min_by_key(|&c| in_the_way(c) + tries[c as usize] as usize).unwrap_or(0);
            tries[colour as usize] += 1;
            for &near in graph.of(vertex) {
                if state.colour[near as usize] == colour {
                    state.take(near);
                }
            }
            state.give(vertex, colour);
        }
    }
    Ok(Some(state.colour))
}

/// The mark of a neighbour that must not be met.
const FORBIDDEN: u32 = u32::MAX;

/// Room for looking through parts of the graph in two colours.
struct Chains {
    stamp: u32,
    /// Which look each vertex was last seen in.
    stamps: Vec<u32>,
    chain: Vec<u32>,
    /// How many vertices may still be looked at.
    looks: usize,
}

impl Chains {
    /// Makes a colour free for `vertex`, by an exchange among at most `limit` vertices.
    fn exchange(&mut self, state: &mut State<'_>, vertex: u32, limit: usize) -> Option<u32> {
        for first in 0..state.colours {
            for second in (0..state.colours).filter(|&c| c != first) {
                if self.looks == 0 {
                    return None;
                }
                if self.follow(state, vertex, first, second, limit) {
                    for &member in &self.chain {
                        let new = first + second - state.colour[member as usize];
                        state.take(member);
                        state.give(member, new);
                    }
                    return Some(first);
                }
            }
        }
        None
    }

    /// Collects what is connected, through the two colours, with the neighbours of `vertex` that have the `first`;
    /// whether that is at most `limit` vertices, none of them a neighbour that has the `second`.
    fn follow(&mut self, state: &State<'_>, vertex: u32, first: u32, second: u32, limit: usize) -> bool {
        self.stamp += 1;
        self.chain.clear();
        let beside = |colour: u32| {
            let all = state.graph.of(vertex).iter().copied();
            all.filter(move |&v| state.colour[v as usize] == colour)
        };
        beside(second).for_each(|v| self.stamps[v as usize] = FORBIDDEN);
        for start in beside(first) {
            self.stamps[start as usize] = self.stamp;
            self.chain.push(start);
        }
        let mut next = 0;
        let mut closed = true;
        'all: while next < self.chain.len() {
            let at = self.chain[next];
            let other = first + second - state.colour[at as usize];
            for &near in state.graph.of(at) {
                if state.colour[near as usize] != other || self.stamps[near as usize] == self.stamp {
                    continue;
                }
                if self.stamps[near as usize] == FORBIDDEN || self.chain.len() >= limit {
                    closed = false;
                    break 'all;
                }
                self.stamps[near as usize] = self.stamp;
                self.chain.push(near);
            }
            next += 1;
        }
        beside(second).for_each(|v| self.stamps[v as usize] = 0);
        self.looks = self.looks.saturating_sub(self.chain.len());
        closed
    }
}
