//! Random sliding puzzles of hexagons, triangles, cubes and prisms, against a search over sets of smaller cells.

#[path = "../oracle/graph.rs"]
mod graph;
mod oracle;

use oracle::{Found, Rules, Small};
use polytile::board::{Cell, Lattice, Region};
use polytile::format::{Further, sliding};
use polytile::run::Control;
use polytile::sliding::explore::graph;
use polytile::sliding::{
    Answer, Direction, ExploreEngine, ExploreOptions, Explored, Goal, Metric, Move, Piece, Puzzle,
    SolutionFault, SolveEngine, SolveOptions, check_solution, explore, solve,
};
use std::collections::{HashMap, HashSet};

/// The most states of a random puzzle, and how many puzzles of each lattice are tried.
const STATES: usize = 250;
const PUZZLES: u64 = 20;

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(sides)) as u32
    }
}

/// A puzzle in a small box, its pieces in several parts at times; the goals are places that a piece has after some moves.
fn random(lattice: Lattice, seed: u64) -> Option<Puzzle> {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let layers = if lattice.is_flat() { 1 } else { 2 };
    // Hexagons need the most room.
    let least = if lattice == Lattice::Hex { 3 } else { 2 };
    let sides = [layers, least + u64::from(dice.roll(3)), least + u64::from(dice.roll(3))];
    let whole = Region::full(lattice, sides).unwrap();
    let walls: Vec<Cell> = whole.cells().filter(|_| dice.roll(8) == 0).collect();
    let board = whole.without(&walls).ok().filter(|board| !board.is_empty())?;
    let mut free: Vec<Cell> = board.cells().collect();
    let mut pieces = Vec::new();
    let kinds = lattice.kinds();
    for name in ('A'..).take(1 + dice.roll(4) as usize) {
        let mut cells: Vec<Cell> = Vec::new();
        for _ in 0..=dice.roll(4) {
            let near = |cell: &Cell| {
                cells.last().is_none_or(|last| {
                    last.row.abs_diff(cell.row) + last.layer.abs_diff(cell.layer) < 2
                        && last.col.abs_diff(cell.col) <= kinds
                })
            };
            let choices: Vec<usize> = (0..free.len()).filter(|&i| near(&free[i])).collect();
            if choices.is_empty() {
                break;
            }
            cells.push(free.swap_remove(choices[dice.roll(choices.len() as u32) as usize]));
        }
        if !cells.is_empty() {
            pieces.push(Piece::new(name, cells));
        }
    }
    let goalless = Puzzle::new(board.clone(), pieces.clone(), Vec::new()).ok()?;
    let mut goals = Vec::new();
    if dice.roll(3) > 0 {
        let end = goalless.scrambled(&goalless.start(), 1 + dice.roll(40) as usize, seed);
        let piece = dice.roll(pieces.len() as u32) as usize;
        goals.push(Goal { places: vec![(piece, end.first_cell(piece))] });
    }
    Puzzle::new(board, pieces, goals).ok()
}

fn explored(puzzle: &Puzzle, metric: Metric, engine: ExploreEngine) -> Explored {
    let options = ExploreOptions { metric, engine: Some(engine), ..ExploreOptions::default() };
    explore(puzzle, &options, &Control::default().threads(1)).unwrap()
}

fn agrees(puzzle: &Puzzle, metric: Metric, found: &Found) {
    for engine in [ExploreEngine::Sorted, ExploreEngine::Ranked] {
        let explored = explored(puzzle, metric, engine);
        assert_eq!(explored.levels, found.levels(), "{engine} {metric}\n{}", puzzle.text(&puzzle.start()));
        assert_eq!((explored.edges, explored.one_neighbour), (found.edges(), found.dead_ends()), "{metric}");
        assert_eq!(explored.solved_in, found.length().map(u64::from));
    }
    if puzzle.goals().is_empty() {
        return;
    }
    for engine in [SolveEngine::FromStart, SolveEngine::BothEnds] {
        let options = SolveOptions { engine: Some(engine), ..SolveOptions::by(metric) };
        let control = Control::default().threads(1);
        let Answer::Solved(solutions) = solve(puzzle, &options, &control).unwrap().answer else {
            panic!("the goal can be reached")
        };
        assert_eq!(Some(solutions.length() as u32), found.length());
        assert_eq!(solutions.count(&control).unwrap(), found.solutions().into());
        for moves in solutions.iter().take(3) {
            assert_eq!(check_solution(puzzle, metric, &moves), Ok(()));
        }
    }
}

/// Every unit that a piece could make at the start is possible, or not, by all rules.
fn units_agree(puzzle: &Puzzle, rules: &Rules) {
    let (start, stand) = (puzzle.start(), rules.start(puzzle));
    for piece in 0..puzzle.pieces().len() {
        let others: HashSet<Small> = (0..stand.len())
            .filter(|&other| other != piece)
            .flat_map(|other| stand[other].1.clone())
            .collect();
        for direction in Direction::ALL {
            let step = Move { piece, path: vec![direction] };
            let is_one = puzzle.lattice().directions().any(|known| known == direction);
            let possible = is_one && rules.unit(&stand[piece].1, &others, direction).is_some();
            let applied = puzzle.apply(&start, &step);
            assert_eq!(applied.is_ok(), possible, "{applied:?}\n{}", puzzle.text(&start));
            let checked = check_solution(puzzle, Metric::Step, &[step]);
            let made =
                matches!(checked, Ok(()) | Err(SolutionFault::NoGoal { .. } | SolutionFault::GoalLess));
            assert_eq!(made, possible, "{checked:?}\n{}", puzzle.text(&start));
        }
    }
}

/// Players' moves are the edges, and what is drawn is read.
fn positions_agree(puzzle: &Puzzle, metric: Metric) {
    let graph = graph(puzzle, metric, &Control::default()).unwrap();
    let numbers: HashMap<_, u32> = graph.positions.iter().cloned().zip(0..).collect();
    for (number, position) in graph.positions.iter().enumerate().take(20) {
        let moves = puzzle.moves(position, metric);
        let next = |step: &Move| {
            let next = puzzle.apply(position, step).unwrap();
            assert_eq!(&puzzle.apply(&next, &step.reverse()).unwrap(), position);
            numbers[&puzzle.state_of(&next)]
        };
        let mut to: Vec<u32> = moves.iter().map(next).collect();
        to.sort_unstable();
        assert_eq!(to, graph.neighbours[number]);
        let text = puzzle.text(position);
        assert_eq!(sliding::position(&text, puzzle).as_ref(), Ok(position), "\n{text}");
    }
}

/// A puzzle without a title.
fn content(puzzle: &Puzzle) -> sliding::SlidingPuzzle {
    sliding::SlidingPuzzle {
        title: None,
        description: None,
        source: None,
        further: Further::default(),
        puzzle: puzzle.clone(),
        warnings: Vec::new(),
    }
}

fn is_read_back(puzzle: &Puzzle) {
    let text = sliding::write(&content(puzzle));
    let read = sliding::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle;
    let again = sliding::parse(&sliding::write(&content(&read))).unwrap().puzzle;
    assert_eq!(again, read);
    let told = |puzzle| {
        let explored = explored(puzzle, Metric::Step, ExploreEngine::Sorted);
        (explored.levels, explored.edges, explored.solved_in, explored.legal)
    };
    assert_eq!(told(&read), told(puzzle), "{text}");
}

fn all_agree(lattice: Lattice) {
    let (mut tried, mut moved, mut solved) = (0, 0, 0);
    for seed in 0.. {
        let Some(puzzle) = random(lattice, seed) else { continue };
        let rules = Rules::new(&puzzle);
        let Some(found) = rules.search(&puzzle, Metric::Step, STATES) else { continue };
        if found.neighbours.len() < 6 && seed % 8 > 0 {
            continue;
        }
        agrees(&puzzle, Metric::Step, &found);
        for metric in [Metric::Slide, Metric::Move] {
            agrees(&puzzle, metric, &rules.search(&puzzle, metric, STATES).unwrap());
        }
        units_agree(&puzzle, &rules);
        positions_agree(&puzzle, Metric::ALL[seed as usize % 3]);
        // An empty triangle says which way the others point.
        if puzzle.empty_cells() > 0 {
            is_read_back(&puzzle);
        }
        moved += u64::from(found.neighbours.len() > 10);
        solved += u64::from(found.length().is_some_and(|length| length > 1));
        tried += 1;
        if tried == PUZZLES {
            break;
        }
    }
    assert!(moved > PUZZLES / 4 && solved > PUZZLES / 10, "{moved} of {tried} move, {solved} are solved");
}

#[test]
fn hexagons() {
    all_agree(Lattice::Hex);
}

#[test]
fn triangles() {
    all_agree(Lattice::Triangle);
}

#[test]
fn cubes() {
    all_agree(Lattice::Cube);
}

#[test]
fn prisms() {
    all_agree(Lattice::Prism);
}

/// Tiles that all differ, on a full board, with so many empty cells at the end.
fn tiles(board: Region, empty: usize) -> Puzzle {
    let cells: Vec<Cell> = board.cells().collect();
    let tile =
        |(name, &cell): (char, &Cell)| Piece { kind: Some(name.to_string()), ..Piece::new(name, [cell]) };
    let pieces = ('A'..).zip(&cells[..cells.len() - empty]).map(tile).collect();
    Puzzle::new(board, pieces, Vec::new()).unwrap()
}

#[test]
fn tiles_of_hexagons() {
    let reached = |rows, cols, empty| {
        let puzzle = tiles(Region::full(Lattice::Hex, [1, rows, cols]).unwrap(), empty);
        let explored = explored(&puzzle, Metric::Step, ExploreEngine::Sorted);
        (explored.states, explored.legal.unwrap())
    };
    // Where only one cell is empty nothing moves: a hexagon goes round a corner, over a third cell.
    assert_eq!(reached(3, 3, 1), (1, 362_880));
    // With two, few things do in so little room, and with many everything can be reached.
    assert_eq!(reached(3, 3, 2), (80, 181_440));
    assert_eq!(reached(3, 4, 7), (95040, 95040));
}

#[test]
fn a_lone_hexagon_goes_where_a_corner_lets_it() {
    let puzzle = |start: &str| {
        sliding::parse(&format!("lattice = 'hex'\nstart = \'\'\'\n{start}\n\'\'\'")).unwrap().puzzle
    };
    let states = |start: &str| explored(&puzzle(start), Metric::Step, ExploreEngine::Ranked).levels;
    // Three cells around a corner; three in a row, where the way is too narrow; a bent way, which is as narrow.
    assert_eq!(states("A .\n ."), [1, 2]);
    assert_eq!(states("A . ."), [1]);
    assert_eq!(states("A .\n   ."), [1]);
    // Two cells wide.
    assert_eq!(states("A . . .\n . . . ."), [1, 2, 2, 2, 1]);
}

#[test]
fn cubes_lie_where_they_are_drawn() {
    let of = |goal: &str| {
        let start = "###\n###\n\n###\n#A.\n\n###\n#..\n";
        sliding::parse(&format!("lattice = \"cube\"\nstart = '''\n{start}'''\ngoal = '''\n{goal}'''\n"))
    };
    let puzzle = of("###\n###\n\n###\n#..\n\n###\n#.A\n").unwrap().puzzle;
    let cells: Vec<String> =
        puzzle.board().cells().map(|cell| Lattice::Cube.coordinates(cell).to_string()).collect();
    assert_eq!(cells, ["1,1,1", "1,1,2", "2,1,1", "2,1,2"]);
    assert_eq!(explored(&puzzle, Metric::Step, ExploreEngine::Sorted).solved_in, Some(2));
    is_read_back(&puzzle);
    // So the goal and a position are drawn with the same margin.
    let error = of("..\n\n.A\n").unwrap_err();
    assert_eq!(error.to_string(), "the goal has the cell 0,0,0, which is not on the board");
}

#[test]
fn boards_without_an_empty_triangle_are_written() {
    let cell = |layer, row, col| Cell::in_space(layer, row, col);
    for (lattice, cells) in [
        (Lattice::Triangle, vec![cell(0, 0, 0), cell(0, 0, 1)]),
        // The first of the last row points down.
        (Lattice::Triangle, vec![cell(0, 0, 1), cell(0, 1, 0)]),
        (Lattice::Triangle, vec![cell(0, 0, 1), cell(0, 0, 2), cell(0, 0, 3)]),
        (Lattice::Prism, vec![cell(0, 0, 1), cell(1, 0, 1)]),
    ] {
        let board = Region::of_cells(lattice, cells.clone()).unwrap();
        let pieces = "ABC".chars().zip(cells).map(|(name, cell)| Piece::new(name, [cell])).collect();
        let puzzle = Puzzle::new(board, pieces, Vec::new()).unwrap();
        is_read_back(&puzzle);
        let written = sliding::write(&content(&puzzle));
        assert_eq!(sliding::parse(&written).unwrap().puzzle, puzzle, "{written}");
    }
}
