//! The naive search on other lattices: a state is a set of pieces, a piece the set of the small cells that it covers.
//!
//! In: a puzzle's description, and how many states are too many. Out: the graph of what can be reached. A hexagon is six small
//! triangles around a point, and every piece is pushed by sides of small cells, so a hexagon needs two pushes to get to the
//! next place. On a push a triangle covers the triangle between where it begins and ends. Nothing is shared with the library.

use super::graph::distances;
use polytile::board::{Cell, Direction, Lattice};
use polytile::sliding::{Metric, Puzzle};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A small cell: two coordinates, up or down (1), and the layer.
pub type Small = [i64; 4];
pub type Pushed = BTreeSet<Small>;
/// Two coordinates and the layer.
type Push = [i64; 3];
pub type State = Vec<(usize, Pushed)>;

/// Whether small cells are triangles.
fn is_triangular(lattice: Lattice) -> bool {
    !matches!(lattice, Lattice::Square | Lattice::Cube)
}

/// The small cells of a cell.
pub fn small(lattice: Lattice, cell: Cell) -> Vec<Small> {
    let [layer, row, col] = [cell.layer, cell.row, cell.col].map(i64::from);
    match lattice {
        Lattice::Hex => {
            // q goes two of one side and one back of the other, r one of each: both as long as a hexagon is wide.
            let (x, y) = (col - row, col + 2 * row);
            let around = [(0, 0, 0), (-1, 0, 0), (0, -1, 0), (-1, 0, 1), (0, -1, 1), (-1, -1, 1)];
            around.map(|(right, up, kind)| [x + right, y + up, kind, layer]).to_vec()
        }
        Lattice::Triangle | Lattice::Prism => vec![[col / 2, row, col % 2, layer]],
        _ => vec![[row, col, 0, layer]],
    }
}

/// The ways of one unit, as pushes.
pub fn ways(lattice: Lattice, direction: Direction) -> Vec<Vec<Push>> {
    let (a, b, c) = ([1, 0, 0], [0, 1, 0], [-1, 1, 0]);
    let back = |push: Push| push.map(|n: i64| -n);
    let either = |one: Push, other: Push| vec![vec![one, other], vec![other, one]];
    let known = match lattice {
        Lattice::Hex => match direction {
            Direction::Right => Some(either(a, b)),
            Direction::DownRight => Some(either(b, c)),
            Direction::DownLeft => Some(either(c, back(a))),
            _ => None,
        },
        Lattice::Triangle | Lattice::Prism => match direction {
            Direction::Right => Some(vec![vec![a]]),
            Direction::UpRight => Some(vec![vec![b]]),
            Direction::UpLeft => Some(vec![vec![c]]),
            Direction::Front => Some(vec![vec![[0, 0, 1]]]),
            _ => None,
        },
        _ => match direction {
            Direction::Right => Some(vec![vec![b]]),
            Direction::Down => Some(vec![vec![a]]),
            Direction::Front => Some(vec![vec![[0, 0, 1]]]),
            _ => None,
        },
    };
    known.unwrap_or_else(|| {
        let forth = ways(lattice, direction.reverse());
        forth.into_iter().map(|way| way.into_iter().rev().map(back).collect()).collect()
    })
}

/// The corners of a small triangle.
fn corners([x, y, kind, _]: Small) -> BTreeSet<(i64, i64)> {
    if kind == 0 {
        BTreeSet::from([(x, y), (x + 1, y), (x, y + 1)])
    } else {
        BTreeSet::from([(x + 1, y), (x, y + 1), (x + 1, y + 1)])
    }
}

pub struct Rules {
    lattice: Lattice,
    board: HashSet<Small>,
    labels: Vec<usize>,
    goals: Vec<Vec<(usize, Pushed)>>,
}

pub struct Found {
    pub neighbours: Vec<Vec<u32>>,
    pub solved: Vec<bool>,
    pub distances: Vec<u32>,
}

impl Rules {
    pub fn new(puzzle: &Puzzle) -> Self {
        let lattice = puzzle.lattice();
        let cells =
            |cells: &[Cell]| -> Pushed { cells.iter().flat_map(|&cell| small(lattice, cell)).collect() };
        let natures: Vec<(Pushed, Option<usize>, Option<String>)> = (0..)
            .zip(puzzle.pieces())
            .map(|(number, piece)| {
                let covered = cells(&piece.cells);
                let &[x, y, _, layer] = covered.first().unwrap();
                let named =
                    puzzle.goals().iter().flat_map(|goal| &goal.places).any(|place| place.0 == number);
                let own = (named && piece.kind.is_none()).then_some(number);
                (shifted(&covered, [-x, -y, -layer]), own, piece.kind.clone())
            })
            .collect();
        let label = |nature| natures.iter().position(|other| other == nature).unwrap();
        let labels: Vec<usize> = natures.iter().map(label).collect();
        let wanted = |&(number, first): &(usize, Cell)| {
            let piece = &puzzle.pieces()[number];
            // From the least cell of the piece to the place of the goal.
            let (from, to) = (small(lattice, piece.cells[0])[0], small(lattice, first)[0]);
            let by = [to[0] - from[0], to[1] - from[1], to[3] - from[3]];
            (labels[number], shifted(&cells(&piece.cells), by))
        };
        Rules {
            lattice,
            board: puzzle.board().cells().flat_map(|cell| small(lattice, cell)).collect(),
            goals: puzzle.goals().iter().map(|goal| goal.places.iter().map(wanted).collect()).collect(),
            labels,
        }
    }

    pub fn start(&self, puzzle: &Puzzle) -> State {
        let cells = puzzle
            .pieces()
            .iter()
            .map(|piece| piece.cells.iter().flat_map(|&cell| small(self.lattice, cell)).collect());
        self.labels.iter().copied().zip(cells).collect()
    }

    /// The piece after one unit, if it can make it among the others.
    pub fn unit(&self, piece: &Pushed, others: &HashSet<Small>, direction: Direction) -> Option<Pushed> {
        let free = |cell: &Small| self.board.contains(cell) && !others.contains(cell);
        let along = |way: Vec<Push>| {
            let mut at = piece.clone();
            for push in way {
                let next = shifted(&at, push);
                // A triangle lies between two if it has two corners with each of them in common.
                let between = at.iter().zip(&next).flat_map(|(from, to)| {
                    let [x, y, kind, layer] = *from;
                    let near = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)];
                    let near = near.map(|(right, up)| [x + right, y + up, 1 - kind, layer]);
                    let touches =
                        |one: Small, other: &Small| corners(one).intersection(&corners(*other)).count() == 2;
                    let flat = push[2] == 0 && is_triangular(self.lattice);
                    near.into_iter()
                        .filter(move |&cell| flat && touches(cell, from) && touches(cell, to))
                        .collect::<Vec<_>>()
                });
                let between: Vec<Small> = between.collect();
                assert!(between.is_empty() || between.len() == at.len());
                if !next.iter().all(free) || !between.iter().all(free) {
                    return None;
                }
                at = next;
            }
            Some(at)
        };
        ways(self.lattice, direction).into_iter().find_map(along)
    }

    fn is_solved(&self, state: &State) -> bool {
        self.goals.iter().any(|goal| goal.iter().all(|wanted| state.contains(wanted)))
    }

    fn neighbours(&self, state: &State, metric: Metric) -> HashSet<State> {
        let mut all = HashSet::new();
        for (number, (_, piece)) in state.iter().enumerate() {
            let others: HashSet<Small> = (0..state.len())
                .filter(|&other| other != number)
                .flat_map(|other| state[other].1.iter().copied())
                .collect();
            let mut reached: BTreeSet<Pushed> = BTreeSet::new();
            let straight = self.lattice.directions().map(|direction| {
                let next = |at: &Pushed| self.unit(at, &others, direction);
                std::iter::successors(next(piece), next).collect::<Vec<_>>()
            });
            match metric {
                Metric::Step => reached.extend(straight.filter_map(|run| run.into_iter().next())),
                Metric::Slide => reached.extend(straight.flatten()),
                _ => {
                    let mut open = vec![piece.clone()];
                    while let Some(at) = open.pop() {
                        for direction in self.lattice.directions() {
                            let next = self.unit(&at, &others, direction);
                            open.extend(next.filter(|next| reached.insert(next.clone())));
                        }
                    }
                    reached.remove(piece);
                }
            }
            all.extend(reached.into_iter().map(|place| {
                let mut next = state.clone();
                next[number].1 = place;
                next.sort();
                next
            }));
        }
        all
    }

    pub fn search(&self, puzzle: &Puzzle, metric: Metric, limit: usize) -> Option<Found> {
        let mut start = self.start(puzzle);
        start.sort();
        let mut numbers: HashMap<State, u32> = HashMap::from([(start.clone(), 0)]);
        let (mut states, mut neighbours) = (vec![start], Vec::new());
        while neighbours.len() < states.len() {
            let mut list: Vec<u32> = Vec::new();
            for next in self.neighbours(&states[neighbours.len()], metric) {
                let number = *numbers.entry(next.clone()).or_insert(states.len() as u32);
                if number as usize == states.len() {
                    states.push(next);
                }
                list.push(number);
            }
            if states.len() > limit {
                return None;
            }
            neighbours.push(list);
        }
        let solved = states.iter().map(|state| self.is_solved(state)).collect();
        Some(Found { distances: distances(&neighbours, &[0]), neighbours, solved })
    }
}

impl Found {
    pub fn levels(&self) -> Vec<u64> {
        let mut levels = vec![0; *self.distances.iter().max().unwrap() as usize + 1];
        self.distances.iter().for_each(|&distance| levels[distance as usize] += 1);
        levels
    }

    pub fn edges(&self) -> u64 {
        self.neighbours.iter().map(|list| list.len() as u64).sum::<u64>() / 2
    }

    pub fn dead_ends(&self) -> u64 {
        self.neighbours.iter().filter(|list| list.len() == 1).count() as u64
    }

    pub fn length(&self) -> Option<u32> {
        (0..self.solved.len()).filter(|&state| self.solved[state]).map(|state| self.distances[state]).min()
    }

    /// The shortest solutions, as sequences of states, which are numbered in the order of their distance.
    pub fn solutions(&self) -> u64 {
        let mut ways = vec![0_u64; self.distances.len()];
        ways[0] = 1;
        let mut order: Vec<usize> = (0..ways.len()).collect();
        order.sort_by_key(|&state| self.distances[state]);
        for state in order {
            for &next in &self.neighbours[state] {
                if self.distances[next as usize] == self.distances[state] + 1 {
                    ways[next as usize] += ways[state];
                }
            }
        }
        let Some(length) = self.length() else { return 0 };
        (0..ways.len()).filter(|&s| self.solved[s] && self.distances[s] == length).map(|s| ways[s]).sum()
    }
}

pub fn shifted(cells: &Pushed, [x, y, layer]: Push) -> Pushed {
    cells.iter().map(|&[a, b, kind, level]| [a + x, b + y, kind, level + layer]).collect()
}
