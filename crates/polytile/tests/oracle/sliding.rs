//! The naive search: every state a set of pieces, every piece the set of its cells.
//!
//! In: a puzzle's description (its board, pieces and goals), and how many states are too many. Out: the whole graph of
//! what can be reached, and what follows from it. It shares nothing with the library: no bits, no keys, no classes, no
//! code that moves a piece.

use super::graph::distances;
use polytile::board::Cell;
use polytile::sliding::{Axis, Metric, Puzzle};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

type Point = (i32, i32);

/// A number that tells a piece from pieces that are not like it.
type Label = usize;

/// The pieces of a state, sorted, so that an exchange of two that are alike is no change.
type State = Vec<(Label, BTreeSet<Point>)>;

/// Everything that can be reached.
pub struct Found {
    /// For each state, the start being the first, those one move away.
    pub neighbours: Vec<Vec<u32>>,
    /// Which states meet a goal.
    pub solved: Vec<bool>,
    /// For each state, where its pieces stand: the first cells, by label.
    pub places: Vec<Vec<(Label, Cell)>>,
    /// The label of every piece.
    pub labels: Vec<Label>,
    distances: Vec<u32>,
}

/// What a search by the rules finds; `None` when more than `limit` states can be reached.
pub fn search(puzzle: &Puzzle, metric: Metric, limit: usize) -> Option<Found> {
    let rules = Rules::new(puzzle);
    let start = rules.start(puzzle);
    let mut numbers: HashMap<State, u32> = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut neighbours: Vec<Vec<u32>> = Vec::new();
    while neighbours.len() < states.len() {
        let mut list = Vec::new();
        for state in rules.neighbours(&states[neighbours.len()], metric) {
            let number = *numbers.entry(state.clone()).or_insert(states.len() as u32);
            if number as usize == states.len() {
                states.push(state);
            }
            list.push(number);
        }
        if states.len() > limit {
            return None;
        }
        list.sort_unstable();
        neighbours.push(list);
    }
    let first = |(label, cells): &(Label, BTreeSet<Point>)| {
        let &(row, col) = cells.first().unwrap();
        (*label, Cell::new(row as u32, col as u32))
    };
    Some(Found {
        distances: distances(&neighbours, &[0]),
        solved: states.iter().map(|state| rules.is_solved(state)).collect(),
        places: states.iter().map(|state| state.iter().map(first).collect()).collect(),
        labels: rules.labels,
        neighbours,
    })
}

impl Found {
    /// States at every distance from the start.
    pub fn levels(&self) -> Vec<u64> {
        let mut levels = vec![0; *self.distances.iter().max().unwrap() as usize + 1];
        for &distance in &self.distances {
            levels[distance as usize] += 1;
        }
        levels
    }

    /// Pairs of states one move apart.
    pub fn edges(&self) -> u64 {
        self.neighbours.iter().map(|list| list.len() as u64).sum::<u64>() / 2
    }

    /// States with one neighbour.
    pub fn dead_ends(&self) -> u64 {
        self.neighbours.iter().filter(|list| list.len() == 1).count() as u64
    }

    /// The length of a shortest solution.
    pub fn length(&self) -> Option<u32> {
        self.distances.iter().zip(&self.solved).filter(|(_, solved)| **solved).map(|(&d, _)| d).min()
    }

    /// The shortest solutions, counted as sequences of states.
    pub fn solutions(&self) -> u128 {
        let Some(length) = self.length() else { return 0 };
        let mut ways = vec![0_u128; self.distances.len()];
        ways[0] = 1;
        // States are numbered in the order of their distance.
        for (state, list) in self.neighbours.iter().enumerate() {
            for &next in list {
                if self.distances[next as usize] == self.distances[state] + 1 {
                    ways[next as usize] += ways[state];
                }
            }
        }
        let ends = (0..ways.len()).filter(|&s| self.solved[s] && self.distances[s] == length);
        ends.map(|s| ways[s]).sum()
    }

    /// The largest distance between any two states.
    pub fn diameter(&self) -> u32 {
        let from = |state| *distances(&self.neighbours, &[state]).iter().max().unwrap();
        (0..self.neighbours.len() as u32).map(from).max().unwrap()
    }
}

/// What a piece is and may do, apart from where it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Nature {
    shape: Vec<Point>,
    axis: Axis,
    /// The row or column it keeps to.
    line: i32,
    kind: Option<String>,
    /// Its number, when goals name it and it has no kind.
    own: Option<usize>,
}

struct Rules {
    board: HashSet<Point>,
    labels: Vec<Label>,
    axes: BTreeMap<Label, Axis>,
    /// For each goal, the pieces it wants.
    goals: Vec<Vec<(Label, BTreeSet<Point>)>>,
}

fn point(cell: Cell) -> Point {
    (cell.row as i32, cell.col as i32)
}

fn shifted(cells: &BTreeSet<Point>, (down, right): Point) -> BTreeSet<Point> {
    cells.iter().map(|&(row, col)| (row + down, col + right)).collect()
}

impl Rules {
    fn new(puzzle: &Puzzle) -> Self {
        let cells: Vec<BTreeSet<Point>> =
            puzzle.pieces().iter().map(|piece| piece.cells.iter().map(|&c| point(c)).collect()).collect();
        let natures: Vec<Nature> = puzzle
            .pieces()
            .iter()
            .enumerate()
            .map(|(number, piece)| {
                let &(row, col) = cells[number].first().unwrap();
                let named =
                    puzzle.goals().iter().flat_map(|goal| &goal.places).any(|place| place.0 == number);
                Nature {
                    shape: shifted(&cells[number], (-row, -col)).into_iter().collect(),
                    axis: piece.axis,
                    line: match piece.axis {
                        Axis::Any => 0,
                        Axis::Horizontal => row,
                        Axis::Vertical => col,
                    },
                    kind: piece.kind.clone(),
                    own: (named && piece.kind.is_none()).then_some(number),
                }
            })
            .collect();
        let label = |nature: &Nature| natures.iter().position(|other| other == nature).unwrap();
        let labels: Vec<Label> = natures.iter().map(label).collect();
        let wanted = |&(number, first): &(usize, Cell)| {
            let (&(row, col), to) = (cells[number].first().unwrap(), point(first));
            (labels[number], shifted(&cells[number], (to.0 - row, to.1 - col)))
        };
        Rules {
            board: puzzle.board().cells().map(point).collect(),
            axes: labels.iter().zip(&natures).map(|(&label, nature)| (label, nature.axis)).collect(),
            goals: puzzle.goals().iter().map(|goal| goal.places.iter().map(wanted).collect()).collect(),
            labels,
        }
    }

    fn start(&self, puzzle: &Puzzle) -> State {
        let cells = puzzle.pieces().iter().map(|piece| piece.cells.iter().map(|&c| point(c)).collect());
        let mut state: State = self.labels.iter().copied().zip(cells).collect();
        state.sort();
        state
    }

    fn is_solved(&self, state: &State) -> bool {
        self.goals.iter().any(|goal| goal.iter().all(|wanted| state.contains(wanted)))
    }

    fn neighbours(&self, state: &State, metric: Metric) -> Vec<State> {
        let mut owner: HashMap<Point, usize> = HashMap::new();
        for (number, (_, cells)) in state.iter().enumerate() {
            owner.extend(cells.iter().map(|&cell| (cell, number)));
        }
        let mut all = Vec::new();
        for (number, (label, cells)) in state.iter().enumerate() {
            let ways: &[Point] = match self.axes[label] {
                Axis::Any => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
                Axis::Horizontal => &[(0, 1), (0, -1)],
                Axis::Vertical => &[(1, 0), (-1, 0)],
            };
            let stands = |by: Point| {
                cells.iter().all(|&(row, col)| {
                    let cell = (row + by.0, col + by.1);
                    self.board.contains(&cell) && owner.get(&cell).is_none_or(|&other| other == number)
                })
            };
            let mut reached: BTreeSet<Point> = BTreeSet::new();
            match metric {
                Metric::Step => reached.extend(ways.iter().filter(|&&way| stands(way))),
                Metric::Slide => {
                    for way in ways {
                        let far = (1..).map(|units| (way.0 * units, way.1 * units));
                        reached.extend(far.take_while(|&by| stands(by)));
                    }
                }
                Metric::Move => {
                    let mut open = vec![(0, 0)];
                    while let Some(at) = open.pop() {
                        for way in ways {
                            let by = (at.0 + way.0, at.1 + way.1);
                            if stands(by) && reached.insert(by) {
                                open.push(by);
                            }
                        }
                    }
                    reached.remove(&(0, 0));
                }
                other => unimplemented!("{other}"),
            }
            all.extend(reached.into_iter().map(|by| {
                let mut next = state.clone();
                next[number].1 = shifted(cells, by);
                next.sort();
                next
            }));
        }
        all
    }
}
