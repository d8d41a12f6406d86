//! Perfect matchings drawn at random pair by pair, from determinants.
//!
//! In: a graph drawn on a plane or a torus, and a source of random bits. Out: a matching, every one as likely as any other, exactly. The
//! first vertex that is not matched yet goes with a neighbour in as many of the matchings that are left as the graph without the two
//! has: so a number below that of all matchings says, at every vertex, which neighbour it is, and what is left of it is below
//! the number of those matchings (Jerrum, Valiant and Vazirani 1986, of all that can be counted and is made of choices). Numbers are whole,
//! so nothing is rounded. It is for graphs on which heights mean nothing: those with odd circles, and those of a torus.
//!
//! Cost: one or two counts for each pair, of graphs that become smaller; about a quarter as much as a count for each vertex.

use super::graph::{Edge, Graph};
use super::{Matchings, Unsuited};
use crate::number::{Count, uniform};
use crate::run::{Control, Progress, Stopped};
use rand_chacha::ChaCha8Rng;
use std::sync::OnceLock;

/// Counts that it takes, of the whole graph, for each vertex.
const COUNTS_PER_VERTEX: f64 = 0.25;

/// A graph whose matchings are drawn.
pub(super) struct Pairwise {
    graph: Graph,
    /// How many matchings it has, once that is known.
    total: OnceLock<Count>,
    /// That one takes, estimated.
    pub seconds: f64,
    /// That a count takes.
    pub bytes: u64,
}

impl Pairwise {
    /// Makes ready; nothing if it is clear that the graph has no matching.
    pub fn new(graph: Graph, control: &Control) -> Result<Option<Self>, Unsuited> {
        let Some(matchings) = Matchings::new(graph.clone(), control)? else { return Ok(None) };
        let bytes = matchings.bytes(control.thread_count());
        control.reserve(bytes, "the fronts of an elimination")?;
        let seconds = COUNTS_PER_VERTEX * graph.len() as f64 * matchings.seconds();
        Ok(Some(Pairwise { graph, total: OnceLock::new(), seconds, bytes }))
    }

    /// The number of matchings.
    pub fn total(&self, control: &Control) -> Result<&Count, Stopped> {
        if let Some(total) = self.total.get() {
            return Ok(total);
        }
        let total = count(&self.graph, &vec![true; self.graph.len()], control)?;
        Ok(self.total.get_or_init(|| total))
    }

    /// Draws a matching, of which there is one at least: whether each edge is in it.
    pub fn drawn(&self, random: &mut ChaCha8Rng, control: &Control) -> Result<Vec<bool>, Stopped> {
        let graph = &self.graph;
        let around = graph.around();
        let mut chosen = vec![false; graph.edges.len()];
        let mut left = vec![true; graph.len()];
        let mut ways = self.total(control)?.clone();
        let mut rank = uniform(random, &ways);
        for vertex in 0..graph.len() as u32 {
            if !std::mem::replace(&mut left[vertex as usize], false) {
                continue;
            }
            let done = chosen.iter().filter(|&&chosen| chosen).count() as u64;
            control.check(Progress::Pieces { done, total: graph.len() as u64 / 2 })?;
            let open = |half: &&u32| left[graph.head(**half) as usize];
            let neighbours: Vec<u32> = around.of(vertex).iter().filter(open).copied().collect();
            for (i, &half) in neighbours.iter().enumerate() {
                let head = graph.head(half) as usize;
                left[head] = false;
                // What the others leave is known.
                let here =
                    if i + 1 == neighbours.len() { ways.clone() } else { count(graph, &left, control)? };
                if rank < here {
                    chosen[half as usize / 2] = true;
                    ways = here;
                    break;
                }
                rank -= &here;
                ways -= &here;
                left[head] = true;
            }
        }
        Ok(chosen)
    }
}

/// The number of matchings of the vertices that are `left`.
fn count(graph: &Graph, left: &[bool], control: &Control) -> Result<Count, Stopped> {
    let mut number = 0;
    let names = left.iter().map(|&left| {
        let name = number;
        number += u32::from(left);
        name
    });
    let names: Vec<u32> = names.collect();
    let vertices = (0..graph.len()).filter(|&vertex| left[vertex]);
    let edges = graph.edges.iter().filter(|edge| edge.ends.iter().all(|&end| left[end as usize]));
    let renamed = |edge: &Edge| Edge { ends: edge.ends.map(|end| names[end as usize]), weight: 1, ..*edge };
    let part = Graph {
        places: vertices.map(|vertex| graph.places[vertex]).collect(),
        edges: edges.map(renamed).collect(),
    };
    match Matchings::new(part, &control.unwatched()) {
        Ok(matchings) => matchings.map_or(Ok(Count::ZERO), |matchings| matchings.count(&control.unwatched())),
        Err(Unsuited::Stopped(stopped)) => Err(stopped),
        Err(Unsuited::Drawing) => unreachable!("a part of a drawing has no crossings that the whole has not"),
    }
}
