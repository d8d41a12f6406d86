//! All shortest solutions, as the layers of states that lie on one.
//!
//! In: the levels of a search that has met. From the states where it met, layers are made towards both ends: the
//! neighbours of a layer that lie on the next level that way. Every state kept lies on a shortest solution, so every walk from
//! layer to layer is a shortest solution, and no walk comes to a dead end. Numbers of solutions are numbers of walks, added up
//! layer by layer.
//!
//! Cost: those blocks of the levels are read in which a layer may lie; only states on shortest solutions are expanded, once for
//! their layers and once for the number.

use super::super::position::Position;
use super::space::{PORTION, Space, bytes_of, union};
use crate::bit_string::BitString;
use crate::run::layered::Grown;
use crate::run::{Control, LevelsError, Progress, Stopped};
use num_bigint::BigUint;

/// The states on shortest solutions, by their distance from the start.
#[derive(Debug)]
pub(super) struct Paths<B, K> {
    space: Space<B>,
    layers: Vec<Vec<K>>,
}

/// All shortest paths, whatever the width of their keys.
pub(super) trait Layers: std::fmt::Debug + Send + Sync {
    /// Number of layers: one more than the length of a solution.
    fn len(&self) -> usize;
    /// The number of solutions.
    fn count(&self, control: &Control) -> Result<BigUint, Stopped>;
    /// The states that follow state number `state` of a layer, as numbers of the next layer.
    fn following(&self, layer: usize, state: usize) -> Vec<usize>;
    /// A position of a state.
    fn position(&self, layer: usize, state: usize) -> Position;
}

impl<B: BitString, K: BitString> Paths<B, K> {
    /// The layers through `met`, the states in which the sides met.
    ///
    /// # Errors
    /// When it is stopped, the memory does not suffice, or a file cannot be read.
    pub fn new(
        space: Space<B>,
        from_start: &Grown<K>,
        from_goals: Option<&Grown<K>>,
        met: Vec<K>,
        control: &Control,
    ) -> Result<Self, LevelsError> {
        let held = from_start.memory() + from_goals.map_or(0, Grown::memory);
        let mut layers = towards(&space, from_start, &met, held, control)?;
        layers.reverse();
        let beyond = match from_goals {
            Some(side) => {
                let held = held + bytes_of::<K>(layers.iter().map(Vec::len).sum());
                towards(&space, side, &met, held, control)?
            }
            None => Vec::new(),
        };
        layers.push(met);
        layers.extend(beyond);
        Ok(Paths { space, layers })
    }
}

/// The layers from the states where the sides met towards the end where `side` began, without the first layer; `held`
/// bytes are taken already.
fn towards<B: BitString, K: BitString>(
    space: &Space<B>,
    side: &Grown<K>,
    met: &[K],
    held: u64,
    control: &Control,
) -> Result<Vec<Vec<K>>, LevelsError> {
    let mut layers: Vec<Vec<K>> = Vec::new();
    let mut states = met.len();
    let total = side.depth() as u64;
    for (level, done) in (0..side.depth()).rev().zip(0..) {
        let progress = Progress::Levels { done, total, states: states as u64 };
        // The levels, and the layers.
        let reserve = |states: usize| {
            let needed = held.saturating_add(bytes_of::<K>(states));
            control.reserve(needed, format!("the list of {states} states on shortest solutions"))
        };
        reserve(states)?;
        let mut parts: Vec<Vec<K>> = Vec::new();
        let mut found = 0;
        for portion in layers.last().map_or(met, Vec::as_slice).chunks(PORTION) {
            control.check(progress)?;
            let mut near = space.neighbours(portion, |room| {
                reserve(states + found + room)?;
                control.stopped(progress)
            })?;
            side.among(level, &mut near)?;
            near.shrink_to_fit();
            found += near.len();
            // For a moment, the parts and their union are both in memory.
            reserve(states + 2 * found)?;
            parts.push(near);
        }
        let layer = union(parts);
        states += layer.len();
        layers.push(layer);
    }
    Ok(layers)
}

impl<B: BitString, K: BitString> Layers for Paths<B, K> {
    fn len(&self) -> usize {
        self.layers.len()
    }

    fn count(&self, control: &Control) -> Result<BigUint, Stopped> {
        let mut ways = vec![BigUint::from(1_u32); self.layers[0].len()];
        let total = self.len() as u64 - 1;
        for (layer, next) in (0..).zip(&self.layers[1..]) {
            let states = next.len() as u64;
            let progress = Progress::Levels { done: layer as u64, total, states };
            control.check(progress)?;
            let mut after = vec![BigUint::ZERO; next.len()];
            for (state, ways) in ways.iter().enumerate() {
                if state % 64 == 63 {
                    control.stopped(progress)?;
                }
                for following in self.following(layer, state) {
                    after[following] += ways;
                }
            }
            ways = after;
        }
        Ok(ways.iter().sum())
    }

    fn following(&self, layer: usize, state: usize) -> Vec<usize> {
        let Some(next) = self.layers.get(layer + 1) else { return Vec::new() };
        let near = self.space.around(self.layers[layer][state]);
        near.iter().filter_map(|key| next.binary_search(key).ok()).collect()
    }

    fn position(&self, layer: usize, state: usize) -> Position {
        self.space.position(self.layers[layer][state])
    }
}
