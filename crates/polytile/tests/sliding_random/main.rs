//! Random sliding puzzles of every height and width: all that the library says of them, against one naive search.
//!
//! A run takes seconds. For a long one, say how many puzzles:
//! `PROPTEST_CASES=10000 cargo test --release --test sliding_random -- engines_and_solvers`

#[path = "../oracle/graph.rs"]
mod graph;
#[path = "../oracle/sliding.rs"]
mod oracle;
mod puzzles;

use oracle::Found;
use polytile::board::{Cell, Region};
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::run::Control;
use polytile::sliding::explore::{components, diameter, graph};
use polytile::sliding::{
    Answer, Distances, ExploreEngine, ExploreOptions, Explored, Goal, Metric, Piece, Puzzle, SolveEngine,
    SolveOptions, Unsolvable, check_solution, explore, solve,
};
use proptest::prelude::*;
use puzzles::{mirrored, puzzles};
use std::collections::HashMap;

/// How many puzzles are tried: `few`, unless somebody asks for more.
fn cases(few: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(few), ..ProptestConfig::default() }
}

/// Both engines, with one thread and with more, say what the naive search says.
fn explores(puzzle: &Puzzle, metric: Metric, found: &Found) -> Explored {
    let explored = |engine, threads| {
        let options = ExploreOptions { metric, engine: Some(engine), ..ExploreOptions::default() };
        explore(puzzle, &options, &Control::default().threads(threads)).unwrap()
    };
    let sorted = explored(ExploreEngine::Sorted, 1);
    for (engine, threads) in
        [(ExploreEngine::Ranked, 1), (ExploreEngine::Ranked, 2), (ExploreEngine::Sorted, 3)]
    {
        let other = explored(engine, threads);
        assert_eq!(
            Explored { engine: sorted.engine, plan: sorted.plan.clone(), ..other },
            sorted,
            "{engine} with {threads} threads"
        );
    }
    assert_eq!(sorted.states, found.neighbours.len() as u64);
    assert_eq!(sorted.levels, found.levels());
    assert_eq!(sorted.edges, found.edges());
    assert_eq!(sorted.one_neighbour, found.dead_ends());
    assert_eq!(sorted.solved_in, found.length().map(u64::from));
    sorted
}

/// Every engine finds a shortest solution, and as many as the naive search, or that there is none.
fn solves(puzzle: &Puzzle, metric: Metric, found: &Found) {
    let (length, count) = (found.length().map(|length| length as usize), found.solutions());
    for engine in [None, Some(SolveEngine::FromStart), Some(SolveEngine::BothEnds), Some(SolveEngine::Tiles)]
    {
        let control = Control::default().threads(1 + usize::from(engine.is_none()));
        match (
            solve(puzzle, &SolveOptions { engine, ..SolveOptions::by(metric) }, &control)
                .map(|solved| solved.answer),
            length,
        ) {
            (Ok(Answer::Solved(solutions)), Some(length)) => {
                assert_eq!(solutions.length(), length, "{engine:?}");
                assert_eq!(solutions.count(&control).unwrap(), count.into(), "{engine:?}");
                for moves in solutions.iter().take(5) {
                    assert_eq!(check_solution(puzzle, metric, &moves), Ok(()), "{engine:?}");
                }
                if count < 50 {
                    assert_eq!(solutions.iter().count() as u128, count, "{engine:?}");
                }
            }
            (Ok(Answer::Unsolvable(why)), None) => {
                if let Unsolvable::FromStart(states) = why {
                    assert_eq!(states, found.neighbours.len() as u64, "{engine:?}");
                }
            }
            (Err(_), _) if engine == Some(SolveEngine::Tiles) => {}
            (answer, length) => panic!("{engine:?}: {answer:?} where {length:?} moves are needed"),
        }
    }
    let outlook = Distances::new(puzzle, metric, &Control::default())
        .and_then(|distances| distances.outlook(&puzzle.start(), &Control::default()));
    assert_eq!(outlook.unwrap().map(|outlook| outlook.distance), length);
}

fn agrees(puzzle: &Puzzle, states: usize) {
    for metric in Metric::ALL {
        let found = oracle::search(puzzle, metric, states).unwrap();
        let explored = explores(puzzle, metric, &found);
        if puzzle.goals().is_empty() {
            assert!(solve(puzzle, &SolveOptions::by(metric), &Control::default()).is_err());
        } else {
            solves(puzzle, metric, &found);
        }
        let options = ExploreOptions { metric, ..ExploreOptions::default() };
        let mirror = explore(&mirrored(puzzle), &options, &Control::default()).unwrap();
        assert_eq!((&mirror.levels, mirror.edges), (&explored.levels, explored.edges));
        assert_eq!(mirror.solved_in, explored.solved_in);
        // From another corner counting may take longer than anybody waits.
        assert!(mirror.legal.zip(explored.legal).is_none_or(|(one, other)| one == other));
    }
}

/// Pieces on these cells of an empty board; the goal is a place of the first one.
fn standing(rows: u32, cols: u32, pieces: &[&[(u32, u32)]], goal: Option<(u32, u32)>) -> Puzzle {
    let board = Region::rectangle(rows.into(), cols.into()).unwrap();
    let pieces = ('A'..)
        .zip(pieces)
        .map(|(name, cells)| Piece::new(name, cells.iter().map(|&(row, col)| Cell::new(row, col))));
    let goals = goal.map(|(row, col)| Goal { places: vec![(0, Cell::new(row, col))] });
    Puzzle::new(board, pieces.collect(), goals.into_iter().collect()).unwrap()
}

/// A piece from the first row to the last, in column 0 above and in another one below.
fn crooked(rows: u32, turn: u32, right: u32) -> Vec<(u32, u32)> {
    let upper = (0..=turn).map(|row| (row, 0));
    let bar = (0..=right).map(|col| (turn, col));
    let lower = (turn..rows).map(|row| (row, right));
    let mut cells: Vec<(u32, u32)> = upper.chain(bar).chain(lower).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

#[test]
fn a_piece_as_tall_as_the_board_moves_sideways_only() {
    let puzzle = standing(8, 7, &[&crooked(8, 3, 1)], None);
    let options = ExploreOptions::default();
    let explored = explore(&puzzle, &options, &Control::default()).unwrap();
    assert_eq!((explored.states, &explored.levels[..]), (6, &[1; 6][..]));
    // Boards around every width of a word, the piece reaching far to the right below, with another one beside it.
    for (rows, cols) in
        [(8, 6), (8, 7), (9, 6), (7, 8), (16, 7), (15, 7), (9, 13), (11, 11), (12, 10), (20, 20)]
    {
        for right in 1..cols.min(5) {
            let tall = crooked(rows, rows / 2, right);
            agrees(&standing(rows, cols, &[&tall], Some((0, cols - 1 - right))), 1000);
            let line: Vec<(u32, u32)> = (0..rows).map(|row| (row, cols - 1)).collect();
            if right < cols - 1 && rows < 12 {
                agrees(&standing(rows, cols, &[&tall, &line], Some((0, cols - 2 - right))), 1000);
            }
        }
    }
}

#[test]
fn boards_of_one_row_have_no_way_up() {
    // As long as a word is wide, and a little shorter and longer.
    for length in [1, 2, 62, 63, 64, 126, 127, 128, 250] {
        for (rows, cols) in [(1, length), (length, 1)] {
            let goal = (rows - 1, cols - 1);
            agrees(&standing(rows, cols, &[&[(0, 0)]], Some(goal)), 1000);
        }
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn engines_and_solvers_agree_with_sets_of_cells(puzzle in puzzles(20, 150)) {
        agrees(&puzzle, 150);
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn the_whole_graph_agrees_with_sets_of_cells(puzzle in puzzles(6, 100)) {
        for metric in Metric::ALL {
            let found = oracle::search(&puzzle, metric, 100).unwrap();
            let bounds = diameter(&puzzle, metric, &Control::default()).unwrap();
            let expected = u64::from(found.diameter());
            prop_assert_eq!((bounds.lower, bounds.upper), (expected, expected));
            // Players' moves are the edges.
            let graph = graph(&puzzle, metric, &Control::default()).unwrap();
            prop_assert_eq!(graph.positions.len(), found.neighbours.len());
            let numbers: HashMap<_, u32> = graph.positions.iter().cloned().zip(0..).collect();
            for (number, position) in graph.positions.iter().enumerate().take(40) {
                let mut to: Vec<u32> = Vec::new();
                for step in &puzzle.moves(position, metric) {
                    let next = puzzle.apply(position, step).unwrap();
                    prop_assert_eq!(&puzzle.apply(&next, &step.reverse()).unwrap(), position);
                    to.push(numbers[&puzzle.state_of(&next)]);
                }
                to.sort_unstable();
                prop_assert_eq!(&to, &graph.neighbours[number]);
            }
        }
    }

    #[test]
    fn components_are_those_of_the_whole_board(puzzle in puzzles(4, 60)) {
        let all = components(&puzzle, &Control::default()).unwrap();
        let explored = explore(&puzzle, &ExploreOptions::default(), &Control::default()).unwrap();
        prop_assert_eq!(all.start, explored.states);
        prop_assert_eq!(Some(u128::from(all.legal)), explored.legal);
        prop_assert_eq!(all.sizes.iter().map(|(size, count)| size * count).sum::<u64>(), all.legal);
    }

    #[test]
    fn files_are_read_back(puzzle in puzzles(8, 60)) {
        let title = Some("A \"title\"".to_owned());
        let content =
            SlidingPuzzle { title, description: None, source: None, further: polytile::format::Further::default(), puzzle, warnings: Vec::new() };
        let read = sliding::parse(&sliding::write(&content)).unwrap();
        // Pieces are numbered as they are met in the drawing; from then on the text stays the same.
        let text = sliding::write(&read);
        let again = sliding::parse(&text).unwrap();
        prop_assert_eq!(&again.puzzle, &read.puzzle);
        prop_assert_eq!(sliding::write(&again), text);
        prop_assert_eq!(read.puzzle.classes().len(), content.puzzle.classes().len());
        prop_assert_eq!(read.puzzle.goals().len(), content.puzzle.goals().len());
        for metric in Metric::ALL {
            let explored = |puzzle| {
                let options = ExploreOptions { metric, ..ExploreOptions::default() };
                let explored = explore(puzzle, &options, &Control::default()).unwrap();
                (explored.levels, explored.edges, explored.solved_in)
            };
            prop_assert_eq!(explored(&read.puzzle), explored(&content.puzzle));
        }
    }
}
