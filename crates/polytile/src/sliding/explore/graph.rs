//! The graph of a puzzle that is small enough: every state and every move, and what only the whole graph can tell.
//!
//! In: a puzzle. Out: its states in the order of their distance, with their neighbours; or its diameter, the largest
//! distance between any two states. Every sweep (a search from one state) bounds all distances: with eccentricity e, and
//! a state at distance d, that state's own eccentricity is at least max(d, e - d) and at most e + d. States whose
//! bounds cannot change the answer are left out, the next sweep begins where the bounds are loosest (Takes and
//! Kosters, Determining the diameter of small world networks, 2011).
//!
//! Memory: key, numbers and neighbours of every state. A sweep takes time in proportion to states and edges.

use super::sorted::Neighbourhood;
use super::{Layout, WithWords, with_words};
use crate::bit_string::BitString;
use crate::run::layered::walk_in_memory;
use crate::run::{Control, Progress, Stopped};
use crate::sliding::layout::Neighbour;
use crate::sliding::moves::Metric;
use crate::sliding::position::Position;
use crate::sliding::puzzle::Puzzle;
#[cfg(feature = "serde")]
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{BuildHasherDefault, Hasher};

/// The states that can be reached, by distance from the start, and the moves between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The positions; the first is the start.
    pub positions: Vec<Position>,
    /// Their distances from the start.
    pub distances: Vec<u32>,
    /// The neighbours of every state, by number, ascending.
    pub neighbours: Vec<Vec<u32>>,
}

impl Graph {
    /// For Graphviz: a node for every state, labelled with its board, the start and the goals marked by their shapes.
    pub fn dot(&self, puzzle: &Puzzle) -> String {
        let mut text = "graph {\n  node [shape=box fontname=monospace]\n".to_owned();
        for (number, position) in self.positions.iter().enumerate() {
            let board = puzzle.text(position).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let shape = match number {
                _ if puzzle.is_solved(position) => " shape=doubleoctagon",
                0 => " shape=octagon",
                _ => "",
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {number} [label=\"{board}\"{shape}]");
        }
        for (from, to) in self.edges() {
            let _ = writeln!(text, "  {from} -- {to}");
        }
        text + "}\n"
    }

    #[cfg(feature = "serde")]
    /// As JSON: `{"states": [{"board", "distance", "goal"}], "edges": [[FROM, TO]]}`, states being numbered from 0.
    pub fn json(&self, puzzle: &Puzzle) -> String {
        let state = |(position, distance): (&Position, &u32)| {
            let (board, goal) = (puzzle.text(position), puzzle.is_solved(position));
            json!({ "board": board, "distance": distance, "goal": goal })
        };
        let states: Vec<Value> = self.positions.iter().zip(&self.distances).map(state).collect();
        let edges: Vec<[u32; 2]> = self.edges().map(|(from, to)| [from, to]).collect();
        json!({ "states": states, "edges": edges }).to_string() + "\n"
    }

    /// Every edge once, from the smaller number to the larger.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let later = |(from, to): (usize, &'_ Vec<u32>)| {
            let from = from as u32;
            to.iter().filter(move |&&to| to > from).map(move |&to| (from, to)).collect::<Vec<_>>()
        };
        self.neighbours.iter().enumerate().flat_map(later)
    }
}

/// Bounds of a diameter; they are equal when it is known exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diameter {
    /// Some two states are as far apart.
    pub lower: u64,
    /// No two states are farther apart.
    pub upper: u64,
    /// Searches that showed it.
    pub sweeps: u64,
}

/// Sweeps that are made in any case before the bounds are given as they stand.
const SWEEPS: u64 = 64;

/// The most states and edges that further sweeps may meet.
const SWEEP_LIMIT: u64 = 2_000_000_000;

/// States and edges between two looks at the control.
const LOOK: usize = 1 << 12;

/// States and moves as numbers.
struct Arcs<K> {
    keys: Vec<K>,
    distances: Vec<u32>,
    /// Where the neighbours of each state begin; one more at the end.
    starts: Vec<usize>,
    neighbours: Vec<u32>,
}

impl<K: BitString> Arcs<K> {
    fn of(&self, state: u32) -> &[u32] {
        &self.neighbours[self.starts[state as usize]..self.starts[state as usize + 1]]
    }

    /// Searches from the start, state by state.
    fn new<B: BitString>(
        puzzle: &Puzzle,
        layout: &Layout<B>,
        metric: Metric,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let start: K = layout.key(puzzle, &puzzle.start());
        let mut numbers: HashMap<K, u32, BuildHasherDefault<Mix>> = HashMap::default();
        numbers.insert(start, 0);
        let mut arcs =
            Arcs { keys: vec![start], distances: vec![0], starts: vec![0], neighbours: Vec::new() };
        let mut state = layout.state();
        let (mut next, mut look_at) = (0, 0);
        while next < arcs.keys.len() {
            if next + arcs.neighbours.len() >= look_at {
                look_at = next + arcs.neighbours.len() + LOOK;
                let states = arcs.keys.len() as u64;
                let levels = u64::from(arcs.distances[next]);
                control.check(Progress::States { levels, found: states, expected: None })?;
                let each = 3 * size_of::<K>() as u64 + 32;
                // Tables double when they grow.
                let needed = 2 * (states * each + arcs.neighbours.len() as u64 * 4);
                control.reserve(needed, "the graph of all states")?;
            }
            layout.read(arcs.keys[next], &mut state);
            let distance = arcs.distances[next] + 1;
            let Arcs { keys, distances, neighbours, .. } = &mut arcs;
            let begin = neighbours.len();
            let mut full = false;
            layout.neighbours(&mut state, metric, |Neighbour { key, .. }| {
                let number = *numbers.entry(key).or_insert_with(|| {
                    keys.push(key);
                    distances.push(distance);
                    full |= keys.len() > u32::MAX as usize;
                    (keys.len() - 1) as u32
                });
                neighbours.push(number);
            });
            if full {
                return Err(Stopped::TooLarge("a graph of 2^32 states or more is too large".to_owned()));
            }
            neighbours[begin..].sort_unstable();
            arcs.starts.push(arcs.neighbours.len());
            next += 1;
        }
        Ok(arcs)
    }

    /// Distances of all states from one, into `distances`; returns the largest.
    fn sweep(&self, from: u32, distances: &mut [u32], queue: &mut Vec<u32>) -> u32 {
        distances.fill(u32::MAX);
        distances[from as usize] = 0;
        queue.clear();
        queue.push(from);
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            let distance = distances[state as usize] + 1;
            for &neighbour in self.of(state) {
                if distances[neighbour as usize] == u32::MAX {
                    distances[neighbour as usize] = distance;
                    queue.push(neighbour);
                }
            }
            next += 1;
        }
        queue.last().map_or(0, |&last| distances[last as usize])
    }

    fn diameter(&self, control: &Control) -> Result<Diameter, Stopped> {
        let states = self.keys.len();
        let mut low = vec![0_u32; states];
        let mut high = vec![u32::MAX; states];
        let mut candidates: Vec<u32> = (0..states as u32).collect();
        let (mut distances, mut queue) = (vec![0; states], Vec::new());
        let (mut lower, mut upper) = (0, u32::MAX);
        let work = (states + self.neighbours.len()) as u64;
        let most = SWEEPS + SWEEP_LIMIT / work.max(1);
        let mut sweeps = 0;
        while !candidates.is_empty() && sweeps < most {
            control.check(Progress::Rows { done: sweeps, total: most })?;
            // In turn, where the eccentricity may be largest and where it may be smallest.
            let from = if sweeps % 2 == 0 {
                candidates.iter().copied().max_by_key(|&s| (high[s as usize], low[s as usize]))
            } else {
                candidates.iter().copied().min_by_key(|&s| (low[s as usize], high[s as usize]))
            };
            let Some(from) = from else { break };
            let eccentricity = self.sweep(from, &mut distances, &mut queue);
            sweeps += 1;
            lower = lower.max(eccentricity);
            upper = upper.min(eccentricity.saturating_mul(2));
            for &state in &candidates {
                let s = state as usize;
                let distance = distances[s];
                low[s] = low[s].max(distance).max(eccentricity - distance);
                high[s] = high[s].min(eccentricity + distance);
            }
            high[from as usize] = eccentricity;
            // States that cannot be farther from anything than is known already.
            let most_left = candidates.iter().map(|&s| high[s as usize]).max().unwrap_or(lower);
            upper = upper.min(most_left.max(lower));
            candidates.retain(|&s| high[s as usize] > lower);
        }
        if candidates.is_empty() {
            upper = lower;
        }
        Ok(Diameter { lower: lower.into(), upper: upper.into(), sweeps })
    }
}

/// The graph of `puzzle`, with room for it as a text too ([`Graph::dot`], [`Graph::json`]).
///
/// # Errors
/// When it is stopped, or there is not enough memory.
pub fn graph(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Graph, Stopped> {
    struct Work<'a>(&'a Puzzle, Metric, &'a Control);
    impl WithWords for Work<'_> {
        type Output = Graph;
        type Error = Stopped;
        fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<Graph, Stopped> {
            let Work(puzzle, metric, control) = self;
            let arcs = Arcs::<K>::new(puzzle, layout, metric, control)?;
            // Keys, positions and neighbours; then the whole file, at worst as JSON values and their text.
            let (states, ends) = (arcs.keys.len() as u64, arcs.neighbours.len() as u64);
            let drawn = puzzle.text(&puzzle.start()).len() as u64;
            let pieces = puzzle.pieces().len() as u64;
            let each = 3 * size_of::<K>() as u64 + 1024 + 16 * pieces + 6 * drawn;
            let needed = states.saturating_mul(each).saturating_add(ends * 112);
            control.reserve(needed, format!("a graph of {states} states, written out,"))?;
            let mut state = layout.state();
            let position = |&key: &K| {
                layout.read(key, &mut state);
                layout.position(puzzle, &state)
            };
            let positions = arcs.keys.iter().map(position).collect();
            let neighbours = (0..arcs.keys.len() as u32).map(|state| arcs.of(state).to_vec()).collect();
            Ok(Graph { positions, distances: arcs.distances, neighbours })
        }
    }
    with_words(puzzle, Work(puzzle, metric, control))
}

/// The diameter of what can be reached from the start. Exact where the whole graph fits the memory and some dozens to
/// thousands of sweeps, depending on its size, suffice; bounds otherwise.
///
/// # Errors
/// When it is stopped, there is not enough memory, or the puzzle is too large for the keys.
pub fn diameter(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Diameter, Stopped> {
    struct Work<'a>(&'a Puzzle, Metric, &'a Control);
    impl WithWords for Work<'_> {
        type Output = Diameter;
        type Error = Stopped;
        fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<Diameter, Stopped> {
            let Work(puzzle, metric, control) = self;
            match Arcs::<K>::new(puzzle, layout, metric, control) {
                Ok(arcs) => arcs.diameter(control),
                Err(Stopped::OutOfMemory { .. } | Stopped::OverBudget { .. }) => {
                    two_sweeps::<B, K>(puzzle, layout, metric, control)
                }
                Err(stopped) => Err(stopped),
            }
        }
    }
    with_words(puzzle, Work(puzzle, metric, control))
}

/// Bounds by two walks of the level loop: from the start, and from what is farthest from it.
fn two_sweeps<B: BitString, K: BitString>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    metric: Metric,
    control: &Control,
) -> Result<Diameter, Stopped> {
    let neighbourhood = Neighbourhood::<B, K>::of_start(puzzle, layout, metric);
    let eccentricity = |from: K| {
        let walked = walk_in_memory(&neighbourhood, vec![from], control)?;
        Ok::<_, Stopped>((walked.levels.len() as u64 - 1, walked.last))
    };
    let (first, farthest) = eccentricity(layout.key(puzzle, &puzzle.start()))?;
    let (second, _) = eccentricity(farthest)?;
    Ok(Diameter { lower: first.max(second), upper: 2 * first.min(second), sweeps: 2 })
}

/// A hash for keys, which a multiplication spreads.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.write_u64(word);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}
