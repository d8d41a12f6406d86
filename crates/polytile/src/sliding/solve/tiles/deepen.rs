//! Iterative deepening: all ways of a length, as far as the bounds of the tables allow.
//!
//! A walk is a list of moves none of which takes back the one before. It is followed as long as its length plus the
//! bound of what is left does not exceed the length asked for. Beginnings of walks are shared out among threads.

use super::{EMPTY, Solver};
use crate::board::Direction;
use crate::run::{Control, Progress, Stopped, parallel};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicU64, Ordering};

/// More groups than any board has.
const GROUPS: usize = 16;
/// Moves of a walk between two looks at the control.
const MOVES_PER_LOOK: u64 = 1 << 18;
/// How many beginnings of walks there are for each thread.
const BEGINNINGS: usize = 64;

/// The moves of a walk: tiles and directions.
type Steps = Vec<(u8, Direction)>;

/// A position on a walk.
#[derive(Clone, Debug)]
struct Node {
    at: Vec<u8>,
    empty: u8,
    /// The place in every table, of the position as it is and of its mirror image.
    places: [u32; GROUPS],
    mirrored: [u32; GROUPS],
    /// The cell that was empty before.
    before: u8,
}

/// A shortest solution, and what it took.
#[derive(Clone, Debug)]
pub(in super::super) struct Found {
    /// Its moves.
    pub steps: Steps,
    /// Positions visited.
    pub visited: u64,
}

/// What a thread did.
struct Worker<'a> {
    solver: &'a Solver,
    control: &'a Control,
    length: usize,
    /// Positions visited by all threads in all rounds, and by this thread since it said so.
    visited: &'a AtomicU64,
    own: u64,
    /// Whether to continue after a solution.
    all: bool,
    solutions: u64,
    steps: Steps,
    first: Option<Steps>,
}

impl Solver {
    fn root(&self, start: &[u8]) -> Node {
        let mut node =
            Node { at: start.to_vec(), empty: 0, places: [0; GROUPS], mirrored: [0; GROUPS], before: EMPTY };
        for (cell, &tile) in (0_u8..).zip(start) {
            if tile == EMPTY {
                node.empty = cell;
                continue;
            }
            let (group, shift) = self.tables.slot[tile as usize];
            node.places[group as usize] |= u32::from(cell) << shift;
            if let Some((cells, tiles)) = &self.tables.mirror {
                let (group, shift) = self.tables.slot[tiles[tile as usize] as usize];
                node.mirrored[group as usize] |= u32::from(cells[cell as usize]) << shift;
            }
        }
        node
    }

    /// The least number of moves that are needed.
    #[inline]
    fn bound(&self, node: &Node) -> usize {
        let sum = |places: &[u32; GROUPS]| -> usize {
            self.tables.groups.iter().zip(places).map(|(table, &place)| table[place as usize] as usize).sum()
        };
        let bound = sum(&node.places);
        if self.tables.mirror.is_some() { bound.max(sum(&node.mirrored)) } else { bound }
    }

    /// Moves the tile on `from` into the empty cell.
    #[inline]
    fn step(&self, node: &mut Node, from: u8) -> u8 {
        let to = node.empty;
        let tile = node.at[from as usize];
        node.at[to as usize] = tile;
        node.at[from as usize] = EMPTY;
        node.empty = from;
        node.before = to;
        let (group, shift) = self.tables.slot[tile as usize];
        node.places[group as usize] ^= u32::from(from ^ to) << shift;
        if let Some((cells, tiles)) = &self.tables.mirror {
            let (group, shift) = self.tables.slot[tiles[tile as usize] as usize];
            let change = cells[from as usize] ^ cells[to as usize];
            node.mirrored[group as usize] ^= u32::from(change) << shift;
        }
        tile
    }

    /// A shortest solution from `start`, from which the goal can be reached.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped.
    pub fn solve(&self, start: &[u8], control: &Control) -> Result<Found, Stopped> {
        let visited = AtomicU64::new(0);
        let root = self.root(start);
        let mut length = self.bound(&root);
        loop {
            let (_, first) = self.round(&root, length, false, &visited, control)?;
            if let Some(steps) = first {
                return Ok(Found { steps, visited: visited.into_inner() });
            }
            length += 2;
        }
    }

    /// How many solutions of the shortest length there are.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped.
    pub fn count(&self, start: &[u8], length: usize, control: &Control) -> Result<BigUint, Stopped> {
        let counted = self.round(&self.root(start), length, true, &AtomicU64::new(0), control);
        counted.map(|(count, _)| count.into())
    }

    /// All walks of a length, or only those up to the first solution of each beginning.
    fn round(
        &self,
        root: &Node,
        length: usize,
        all: bool,
        visited: &AtomicU64,
        control: &Control,
    ) -> Result<(u64, Option<Steps>), Stopped> {
        let mut begun = vec![(root.clone(), Vec::new())];
        let wanted = BEGINNINGS * control.thread_count();
        while control.thread_count() > 1 && begun.len() < wanted && begun[0].1.len() + 1 < length {
            let mut longer = Vec::new();
            for (node, steps) in begun {
                for &(from, way) in &self.beside[node.empty as usize] {
                    if from == node.before {
                        continue;
                    }
                    let mut node: Node = node.clone();
                    let tile = self.step(&mut node, from);
                    if steps.len() + 1 + self.bound(&node) <= length {
                        longer.push((node, [&steps[..], &[(tile, way)]].concat()));
                    }
                }
            }
            if longer.is_empty() {
                return Ok((0, None));
            }
            begun = longer;
        }
        let walk = |i: usize| {
            let (mut node, steps) = begun[i].clone();
            let mut worker = Worker {
                solver: self,
                control,
                length,
                visited,
                own: 0,
                all,
                solutions: 0,
                steps,
                first: None,
            };
            worker.follow(&mut node)?;
            visited.fetch_add(worker.own, Ordering::Relaxed);
            Ok((worker.solutions, worker.first))
        };
        let mut count = 0;
        let mut first = None;
        for result in parallel::map(control.thread_count(), begun.len(), walk) {
            let (solutions, found) = result?;
            count += solutions;
            first = first.or(found);
        }
        Ok((count, first))
    }
}

impl Worker<'_> {
    /// Follows all walks from `node`, and says whether to go on.
    fn follow(&mut self, node: &mut Node) -> Result<bool, Stopped> {
        self.own += 1;
        if self.own.is_multiple_of(MOVES_PER_LOOK) {
            let visited = self.visited.fetch_add(self.own, Ordering::Relaxed) + self.own;
            self.own = 0;
            self.control.check(Progress::Walks { length: self.length as u64, visited })?;
        }
        let done = self.steps.len();
        // Only the goal needs no move: the sum of the tables is 0 nowhere else.
        if done == self.length {
            self.solutions += 1;
            self.first.get_or_insert_with(|| self.steps.clone());
            return Ok(self.all);
        }
        let (before, places, mirrored) = (node.before, node.places, node.mirrored);
        let empty = node.empty;
        for &(from, way) in &self.solver.beside[empty as usize] {
            if from == before {
                continue;
            }
            let tile = self.solver.step(node, from);
            if done + 1 + self.solver.bound(node) <= self.length {
                self.steps.push((tile, way));
                let go_on = self.follow(node)?;
                self.steps.pop();
                if !go_on {
                    return Ok(false);
                }
            }
            node.at[from as usize] = tile;
            node.at[empty as usize] = EMPTY;
            (node.empty, node.before, node.places, node.mirrored) = (empty, before, places, mirrored);
        }
        Ok(true)
    }
}

/// The solutions of a length, one after the other.
#[derive(Debug)]
pub(in super::super) struct Walk<'a> {
    solver: &'a Solver,
    length: usize,
    /// The positions on the way, each with how many of its ways were tried.
    open: Vec<(Node, usize)>,
    steps: Steps,
    control: Control,
    found: u64,
    /// Positions looked at.
    visited: u64,
}

impl<'a> Walk<'a> {
    pub fn new(solver: &'a Solver, start: &[u8], length: usize, control: Control) -> Self {
        let open = vec![(solver.root(start), 0)];
        Walk { solver, length, open, steps: Vec::new(), control, found: 0, visited: 0 }
    }
}

impl Iterator for Walk<'_> {
    type Item = Result<Steps, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((node, tried)) = self.open.last_mut() {
            self.visited += 1;
            if self.visited.is_multiple_of(MOVES_PER_LOOK)
                && let Err(stopped) = self.control.check(Progress::Solutions { found: self.found })
            {
                return Some(Err(stopped));
            }
            if self.steps.len() == self.length && *tried == 0 {
                *tried = usize::MAX;
                self.found += 1;
                return Some(Ok(self.steps.clone()));
            }
            let ways = &self.solver.beside[node.empty as usize];
            let Some(&(from, way)) = ways.get(*tried) else {
                self.open.pop();
                self.steps.pop();
                continue;
            };
            *tried += 1;
            if from == node.before {
                continue;
            }
            let mut next = node.clone();
            let tile = self.solver.step(&mut next, from);
            if self.steps.len() + 1 + self.solver.bound(&next) <= self.length {
                self.open.push((next, 0));
                self.steps.push((tile, way));
            }
        }
        None
    }
}
