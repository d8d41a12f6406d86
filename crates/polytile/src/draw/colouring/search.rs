//! The search for a colouring with a given number of colours.
//!
//! In: a graph, the vertices to colour, and the number of colours. Out: a colouring, the proof that there is none (the
//! search has ended), or neither when it has taken too many steps. The vertex with the fewest colours left comes next
//! (DSATUR, Brélaz 1979), so that what is forced is done at once; when none is left for it, the search returns not to
//! the last vertex but to the last that had a part in this (conflict-directed backjumping, Prosser 1993): along with the colours
//! that failed at a vertex, the places of those that are to blame are kept. Colours not used yet are all alike, and only one of
//! them is tried. The stack is explicit, so that boards of any size can be coloured. Cost: given up after an effort that is
//! linear in the vertices: places taken off the stack, and places blamed, count.

use super::state::State;
use super::{NONE, stopped_every};
use crate::draw::adjacency::Adjacency;
use crate::run::{Control, Progress, Stopped};

/// What came of a search.
pub(super) enum Outcome {
    /// The colour of every vertex; [`NONE`] for those that were not to be coloured.
    Found(Vec<u32>),
    /// There is no colouring.
    Impossible,
    /// It was given up.
    Unknown,
}

/// Colours the vertices with `inside` of `graph` with at most eight colours.
///
/// # Errors
/// When `control` says stop.
pub(super) fn search(
    graph: &Adjacency,
    inside: &[bool],
    colours: u32,
    control: &Control,
) -> Result<Outcome, Stopped> {
    let state = State::new(graph, inside, colours);
    let mut search = Search { state, stack: Vec::new(), position: vec![NONE; graph.len()] };
    // Whoever needs more steps might need very many more.
    let limit = 8 * graph.len() + 200_000;
    let (mut steps, mut rounds) = (0, 0_u32);
    while let Some(vertex) = search.state.next() {
        let progress = || Progress::Pieces { done: search.stack.len() as u64, total: graph.len() as u64 };
        stopped_every(1 << 12, rounds, progress, control)?;
        rounds = rounds.wrapping_add(1);
        search.put(vertex);
        while !search.advance() {
            match search.jump_back() {
                None => return Ok(Outcome::Impossible),
                Some(effort) => steps += effort,
            }
            if steps > limit {
                return Ok(Outcome::Unknown);
            }
        }
        steps += 1;
    }
    Ok(Outcome::Found(search.state.colour))
}

/// A vertex on the stack.
struct Place {
    vertex: u32,
    /// How many colours are used below.
    used: u32,
    /// Colours that have failed here, as bits.
    tried: u8,
    /// The places below that had a part in these failures, sorted.
    blamed: Vec<u32>,
}

struct Search<'a> {
    state: State<'a>,
    stack: Vec<Place>,
    /// Where each vertex with a colour stands on the stack.
    position: Vec<u32>,
}

impl Search<'_> {
    /// Puts `vertex` on the stack.
    fn put(&mut self, vertex: u32) {
        let below = self.stack.last();
        let used = below.map_or(0, |top| top.used.max(self.state.colour[top.vertex as usize] + 1));
        self.position[vertex as usize] = self.stack.len() as u32;
        self.stack.push(Place { vertex, used, tried: 0, blamed: Vec::new() });
    }

    /// Gives the vertex on top, which has no colour, the first that may still do; false if there is none.
    fn advance(&mut self) -> bool {
        let Some(top) = self.stack.last() else { return false };
        let open = self.state.free(top.vertex) & !top.tried;
        let colour = open.trailing_zeros();
        // Beyond the first colour not used below, the others are like it.
        if open == 0 || colour > top.used {
            return false;
        }
        let vertex = top.vertex;
        self.state.give(vertex, colour);
        true
    }

    /// Takes vertices off the stack, down to the last one that had a part in there being no colour for the topmost;
    /// that one loses its colour for as long as those below it stand. Returns how many were taken off and how many are
    /// blamed; nothing when none had a part.
    fn jump_back(&mut self) -> Option<usize> {
        let top = self.stack.pop()?;
        let mut blamed = top.blamed;
        let open = self.state.free(top.vertex);
        for colour in (0..self.state.colours).filter(|c| open & (1 << c) == 0) {
            // Of the neighbours with this colour any one would do; the lowest lets the search jump furthest.
            let with_colour =
                self.state.graph.of(top.vertex).iter().filter(|&&v| self.state.colour[v as usize] == colour);
            blamed.extend(with_colour.map(|&v| self.position[v as usize]).min());
        }
        // It has to wait again, for the state forgot it when it was handed out.
        self.state.wait(top.vertex);
        blamed.sort_unstable();
        blamed.dedup();
        let last = blamed.pop()?;
        let mut taken = 1;
        while self.stack.len() > last as usize + 1 {
            if let Some(place) = self.stack.pop() {
                self.state.take(place.vertex);
                taken += 1;
            }
        }
        let place = self.stack.last_mut()?;
        place.tried |= 1 << self.state.colour[place.vertex as usize];
        place.blamed.append(&mut blamed);
        let effort = taken + place.blamed.len();
        place.blamed.sort_unstable();
        place.blamed.dedup();
        self.state.take(place.vertex);
        Some(effort)
    }
}
