//! All boards inside a frame that pieces cover, each with its number of solutions.
//!
//! In: the placements of the pieces on the frame, the cells that a board must have, and how many it may have. Out: every board that is
//! covered in some way, with the number of ways, in the order of its cells.
//!
//! The idea: a walk decides cell by cell, row by row, whether the board has it. A *state* is what is covered, the cells to come
//! included, with the copies that are used; a beginning of a board has all states that cover exactly what it has, each with the number
//! of ways to get there. If the next cell is left out, the states stay that do not cover it; if it is taken, those stay that do, and
//! the others go on by each placement that begins there. So boards with a beginning in common share all work on it, a beginning
//! without a state is left at once, and the sum over the states of a whole board is its number of solutions. This is the frontier's
//! merge made deterministic by subset construction (Rabin and Scott, 1959), read depth first: what is kept are the states of the
//! beginnings of one board. Where symmetries are to fix the board, a cell whose image is decided has no choice.
//!
//! Cost: for every beginning that can be covered, its states times the placements at a cell.

use super::gather::{Gathered, bytes};
use super::required;
use crate::bit_string::BitString;
use crate::problem::Problem;
use crate::run::{Control, Progress, Refused, Stopped, room};
use std::cell::Cell;
use std::ops::ControlFlow;

/// A board, as the cells of the frame that it has, by their indices, and the number of its solutions.
#[derive(Clone, Copy)]
pub(super) struct Leaf<'a> {
    pub board: &'a [bool],
    pub solutions: u64,
}

/// A placement, by *places*: the numbers of the cells in the order in which they are decided.
struct Way {
    places: Vec<u32>,
    piece: usize,
}

/// How copies of a piece are counted in a state.
struct Counter {
    shift: u32,
    bits: u32,
    least: u32,
    most: u32,
}

/// What boards are made of, and what with.
pub(super) struct Frame {
    /// The cell at each place.
    cells: Vec<usize>,
    /// The place of each cell.
    place: Vec<u32>,
    /// Whether every board has the cell at this place.
    required: Vec<bool>,
    /// The placements whose first place this is.
    ways: Vec<Vec<Way>>,
    counters: Vec<Counter>,
    /// Whether a board may have this many cells.
    areas: Vec<bool>,
}

impl Frame {
    /// # Errors
    /// When `control` says stop.
    pub fn new(problem: &Problem, areas: &[usize], control: &Control) -> Result<Self, Refused> {
        let region = &problem.region;
        let mut cells: Vec<usize> = (0..region.len()).collect();
        // Fewer cells are open at a time where lines are short.
        if region.rows() < region.cols() / region.lattice().kinds() {
            let all: Vec<_> = region.cells().collect();
            cells.sort_by_key(|&cell| (all[cell].col, all[cell].row, all[cell].layer));
        }
        let mut place = vec![0; cells.len()];
        for (number, &cell) in (0..).zip(&cells) {
            place[cell] = number;
        }
        let is_required = required(problem);
        let mut counters = Vec::new();
        let mut shift = cells.len() as u32;
        for piece in &problem.pieces {
            let fits = (cells.len() / piece.size().max(1)) as u32;
            let most = piece.copies.max().map_or(fits, |max| max.min(fits));
            let bits = u32::BITS - most.leading_zeros();
            counters.push(Counter { shift, bits, least: piece.copies.min(), most });
            shift += bits;
        }
        let mut ways: Vec<Vec<Way>> = (0..cells.len()).map(|_| Vec::new()).collect();
        for placement in problem.placements_within(control)?.iter() {
            let mut places: Vec<u32> = placement.cells.iter().map(|&cell| place[cell as usize]).collect();
            places.sort_unstable();
            ways[places[0] as usize].push(Way { places, piece: placement.piece as usize });
        }
        let mut allowed = vec![false; cells.len() + 1];
        for &area in areas {
            allowed[area] = true;
        }
        let required = cells.iter().map(|&cell| is_required[cell]).collect();
        Ok(Frame { cells, place, required, ways, counters, areas: allowed })
    }

    /// Bits of a state.
    pub fn bits(&self) -> u32 {
        self.cells.len() as u32 + self.counters.iter().map(|counter| counter.bits).sum::<u32>()
    }
}

/// A placement as bits of a state.
struct Step<K> {
    /// What must not be set: its cells, and the copy where there is one.
    apart: K,
    /// What is set: its cells, and one more copy.
    plus: K,
    /// Where several copies are counted.
    counter: Option<usize>,
}

/// States, sorted, each with the number of ways to get there.
pub(super) type States<K> = Vec<(K, u64)>;

/// Who is told of boards, and says whether more are wanted.
type Told<'a> = dyn FnMut(Leaf<'_>) -> Result<ControlFlow<()>, Refused> + 'a;

/// Operations between two looks at the control.
const LOOK: u64 = 1 << 14;

/// Going through the boards.
pub(super) struct Walk<'a, K> {
    frame: &'a Frame,
    control: &'a Control,
    steps: Vec<Vec<Step<K>>>,
    /// The first place whose decision that of each place must repeat.
    mate: Vec<usize>,
    /// Whether the board has each cell, by indices; what is not decided yet has the value of an earlier board.
    board: Vec<bool>,
    /// States that there is room for in the lists that are held, those of all beginnings of the board together.
    held: usize,
    /// Operations since the last look.
    since: Cell<u64>,
    /// Boards that are covered, so far.
    found: u64,
    /// A board, by indices, up to which all were met before, as long as what is decided is how it begins.
    met: Option<Vec<bool>>,
}

impl<'a, K: BitString> Walk<'a, K> {
    /// The walk through the boards that all the maps of cells in `fixing` carry to themselves.
    pub fn new(frame: &'a Frame, fixing: &[Vec<u32>], control: &'a Control) -> Self {
        let step = |way: &Way| {
            let cells = way.places.iter().fold(K::ZERO, |cells, &place| cells | K::bit(place));
            let counter = &frame.counters[way.piece];
            let one = if counter.bits == 0 { K::ZERO } else { K::bit(counter.shift) };
            match counter.most {
                // A piece of which there are no copies is never laid: its cells are apart from nothing but themselves.
                0 => None,
                1 => Some(Step { apart: cells | one, plus: cells | one, counter: None }),
                _ => Some(Step { apart: cells, plus: cells | one, counter: Some(way.piece) }),
            }
        };
        let steps = frame.ways.iter().map(|ways| ways.iter().filter_map(step).collect()).collect();
        Walk {
            frame,
            control,
            steps,
            mate: mates(frame, fixing),
            board: vec![false; frame.cells.len()],
            held: 0,
            since: Cell::new(0),
            found: 0,
            met: None,
        }
    }

    /// This walk without the boards up to `board`, which it met before.
    pub fn after(self, board: Vec<bool>) -> Self {
        Walk { met: Some(board), ..self }
    }

    /// Goes through all boards.
    ///
    /// # Errors
    /// When `control` says stop, there is no memory for the states, or whoever is told has an error.
    pub fn all(&mut self, told: &mut Told<'_>) -> Result<ControlFlow<()>, Refused> {
        self.from(0, 0, &[(K::ZERO, 1)], (0, SHARES), told)
    }

    /// Goes through the boards with this beginning, which has `taken` cells; `share` is its part of all, from and to.
    fn from(
        &mut self,
        at: usize,
        taken: usize,
        states: &[(K, u64)],
        share: (u64, u64),
        told: &mut Told<'_>,
    ) -> Result<ControlFlow<()>, Refused> {
        let cells = self.frame.cells.len();
        let rest = cells - at;
        if states.is_empty() || !self.frame.areas[taken..=taken + rest].contains(&true) {
            return Ok(ControlFlow::Continue(()));
        }
        if at == cells {
            if self.met.take().is_some() {
                return Ok(ControlFlow::Continue(()));
            }
            let solutions = self.solutions(states)?;
            if solutions == 0 {
                return Ok(ControlFlow::Continue(()));
            }
            self.found += 1;
            return told(Leaf { board: &self.board, solutions });
        }
        // As many of the boards with this beginning have the cell as it takes to get to the largest area.
        let largest = self.frame.areas.iter().rposition(|&allowed| allowed).unwrap_or(0);
        let to_come = (largest - taken).min(rest) as u64;
        let middle = share.0 + (share.1 - share.0) / rest as u64 * to_come;
        let mate = self.mate[at];
        let forced = (mate < at).then(|| self.board[self.frame.cells[mate]]);
        for (has, share) in [(true, (share.0, middle)), (false, (middle, share.1))] {
            if forced.is_some_and(|forced| forced != has) || (!has && self.frame.required[at]) {
                continue;
            }
            let cell = self.frame.cells[at];
            // Boards that have the cell come first.
            if has && self.met.as_ref().is_some_and(|met| !met[cell]) {
                continue;
            }
            self.board[cell] = has;
            let next = if has { self.taken(at, states, share.0) } else { self.left(at, states, share.0) }?;
            let held = next.capacity();
            self.held += held;
            self.control.reserve(bytes::<K>(self.held), WHAT)?;
            let flow = self.from(at + 1, taken + usize::from(has), &next, share, told)?;
            self.held -= held;
            // What comes now begins otherwise.
            self.met = None;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The states in which the cell at place `at` is covered.
    fn taken(&self, at: usize, states: &[(K, u64)], share: u64) -> Result<States<K>, Stopped> {
        let bit = K::bit(at as u32);
        let steps = &self.steps[at];
        let account = |_| searched(share, self.found);
        let mut all = Gathered::beside(bytes::<K>(self.held), self.control, &account);
        for some in states.chunks(LOOK as usize) {
            self.look(some.len() as u64 * (1 + steps.len() as u64), share)?;
            for &(state, ways) in some.iter().filter(|(state, _)| !(*state & bit).is_zero()) {
                all.push(state, ways)?;
            }
            for step in steps {
                let more = some.iter().filter(|(state, _)| (*state & (step.apart | bit)).is_zero());
                let more =
                    more.filter(|(state, _)| step.counter.is_none_or(|piece| self.may_take(piece, *state)));
                for &(state, ways) in more {
                    all.push(state.plus(step.plus), ways)?;
                }
            }
        }
        all.finish()
    }

    /// The states that leave the cell at place `at` empty.
    fn left(&self, at: usize, states: &[(K, u64)], share: u64) -> Result<States<K>, Stopped> {
        let bit = K::bit(at as u32);
        let free = |(state, _): &&(K, u64)| (*state & bit).is_zero();
        let count = states.iter().filter(free).count();
        self.control.reserve(bytes::<K>(self.held + count), WHAT)?;
        if count as u64 >= LOOK {
            self.control.reserve_beside(bytes::<K>(count), WHAT)?;
        }
        let mut left = room::list(count, WHAT)?;
        for some in states.chunks(LOOK as usize) {
            self.look(some.len() as u64, share)?;
            left.extend(some.iter().filter(free).copied());
        }
        Ok(left)
    }

    /// Asks the control after so many operations, if there were enough since the last time.
    fn look(&self, operations: u64, share: u64) -> Result<(), Stopped> {
        let since = self.since.get() + operations;
        let due = since >= LOOK;
        self.since.set(if due { 0 } else { since });
        if due { self.control.check(searched(share, self.found)) } else { Ok(()) }
    }

    /// Whether another copy of a piece may be laid.
    fn may_take(&self, piece: usize, state: K) -> bool {
        let counter = &self.frame.counters[piece];
        used(state, counter) < counter.most
    }

    /// The number of solutions of a board with these states.
    fn solutions(&self, states: &[(K, u64)]) -> Result<u64, Stopped> {
        let enough = |(state, _): &&(K, u64)| {
            self.frame.counters.iter().all(|counter| used(*state, counter) >= counter.least)
        };
        let sum = |sum: u64, (_, ways): &(K, u64)| sum.checked_add(*ways).ok_or_else(too_many);
        states.iter().filter(enough).try_fold(0, sum)
    }
}

pub(super) const WHAT: &str = "the states of a board";

/// Parts into which the boards are divided to say how far the walk is.
const SHARES: u64 = 1_000_000 << 40;

/// How far the walk is.
fn searched(share: u64, found: u64) -> Progress {
    Progress::Search { share: (share / (SHARES / 1_000_000)) as u32, found }
}

pub(super) fn too_many() -> Stopped {
    Stopped::TooLarge("a board has 2^64 solutions or more".to_owned())
}

/// How many copies a state has used.
fn used<K: BitString>(state: K, counter: &Counter) -> u32 {
    (state.right(counter.shift).limb(0) & ((1 << counter.bits) - 1)) as u32
}

/// For each place the first that the maps connect it with.
fn mates(frame: &Frame, fixing: &[Vec<u32>]) -> Vec<usize> {
    let mut mate: Vec<usize> = (0..frame.cells.len()).collect();
    // Maps are permutations: going along them finds whole orbits, after as many rounds as they have generators, or fewer.
    let mut changed = true;
    while changed {
        changed = false;
        for map in fixing {
            for (cell, &image) in map.iter().enumerate() {
                let (one, other) = (frame.place[cell] as usize, frame.place[image as usize] as usize);
                let first = mate[one].min(mate[other]);
                changed |= mate[one] != first || mate[other] != first;
                mate[one] = first;
                mate[other] = first;
            }
        }
    }
    mate
}
