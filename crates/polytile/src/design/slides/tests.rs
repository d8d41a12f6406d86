use super::*;
use crate::board::{Cell, Region};
use crate::format::shipped::Shipped;
use crate::format::sliding::parse;
use crate::sliding::{Axis, Goal, Piece, Position};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn rows(sets: &Sets, numbers: RangeInclusive<usize>, metric: Metric) -> Vec<Row> {
    let mut rows = Vec::new();
    let flow =
        table(sets, numbers, metric, &mut rows, &Control::default(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(flow, Ok(ControlFlow::Continue(())));
    rows
}

fn moves(rows: &[Row]) -> Vec<Option<u64>> {
    rows.iter().map(|row| row.hardest.as_ref().map(|hardest| hardest.moves)).collect()
}

/// The moves that a start of cars needs, position by position with [`Puzzle::moves`] alone.
fn needed(puzzle: &Puzzle, metric: Metric) -> Option<u64> {
    let mut distance = BTreeMap::from([(puzzle.state_of(&puzzle.start()), 0)]);
    let mut queue = VecDeque::from([puzzle.start()]);
    while let Some(position) = queue.pop_front() {
        let so_far = distance[&puzzle.state_of(&position)];
        if puzzle.is_solved(&position) {
            return Some(so_far);
        }
        for way in puzzle.moves(&position, metric) {
            let next: Position = puzzle.apply(&position, &way).unwrap();
            distance.entry(puzzle.state_of(&next)).or_insert_with(|| {
                queue.push_back(next);
                so_far + 1
            });
        }
    }
    None
}

/// A board of three rows and columns with walls, and the row in which a car is to get out.
struct Small {
    walls: Vec<Cell>,
    exit: u32,
}

impl Small {
    /// Every way to lay cars, cell by cell, each start solved by itself.
    fn lay(&self, at: u32, cars: &mut Vec<Vec<Cell>>, found: &mut BTreeMap<usize, (u64, u64)>) {
        if at == 9 {
            for out in (0..cars.len()).filter(|&car| {
                let car = &cars[car];
                car.len() == 2 && car[0].row == self.exit && car[1].row == self.exit
            }) {
                self.solve(out, cars, found);
            }
            return;
        }
        self.lay(at + 1, cars, found);
        let cell = Cell::new(at / 3, at % 3);
        for (down, length) in [(false, 2), (false, 3), (true, 2), (true, 3)] {
            let along = |i| {
                if down { Cell::new(cell.row + i, cell.col) } else { Cell::new(cell.row, cell.col + i) }
            };
            let car: Vec<Cell> = (0..length).map(along).collect();
            let fits = |c: &Cell| {
                let taken = cars.iter().flatten().chain(&self.walls).any(|taken| taken == c);
                c.row < 3 && c.col < 3 && !taken
            };
            if car.iter().all(fits) {
                cars.push(car);
                self.lay(at + 1, cars, found);
                cars.pop();
            }
        }
    }

    /// Solves a start, one of whose cars is to get out, and puts down what it needs.
    fn solve(&self, out: usize, cars: &[Vec<Cell>], found: &mut BTreeMap<usize, (u64, u64)>) {
        let car = |(name, car): (char, &Vec<Cell>)| {
            let axis = if car[0].row == car[1].row { Axis::Horizontal } else { Axis::Vertical };
            Piece { axis, ..Piece::new(name, car.clone()) }
        };
        let mut pieces: Vec<Piece> = ('A'..).zip(cars).map(car).collect();
        pieces.swap(0, out);
        let goal = Goal { places: vec![(0, Cell::new(self.exit, 1))] };
        let board = Region::rectangle(3, 3).unwrap().without(&self.walls).unwrap();
        let puzzle = Puzzle::new(board, pieces, vec![goal]).unwrap();
        if let Some(moves) = needed(&puzzle, Metric::Step) {
            let (most, starts) = found.entry(cars.len()).or_default();
            if moves > *most {
                (*most, *starts) = (moves, 0);
            }
            *starts += u64::from(moves == *most);
        }
    }
}

fn found(sets: &Sets) -> BTreeMap<usize, (u64, u64)> {
    let found = rows(sets, 0..=99, Metric::Step);
    let solvable = found.iter().filter_map(|row| Some((row.pieces, row.hardest.as_ref()?)));
    solvable.map(|(n, h)| (n, (h.moves, h.starts))).collect()
}

#[test]
fn cars_on_a_small_board_are_those_that_can_be_laid_one_by_one() {
    let sets = Sets::of_cars(3, 3).unwrap();
    let mut expected = BTreeMap::new();
    Small { walls: Vec::new(), exit: 1 }.lay(0, &mut Vec::new(), &mut expected);
    assert_eq!(found(&sets), expected);
    // With a wall anywhere but where the car gets out, on any board and in any row but the last, which mirrors the first.
    let mut expected = BTreeMap::new();
    for exit in [0, 1] {
        for wall in
            (0..9).map(|at| Cell::new(at / 3, at % 3)).filter(|wall| wall.row != exit || wall.col == 0)
        {
            Small { walls: vec![wall], exit }.lay(0, &mut Vec::new(), &mut expected);
        }
    }
    let control = Control::default();
    let walled = sets.with_any_goal().with_walls(1, &control).unwrap();
    assert_eq!(found(&walled), expected);
}

#[test]
fn goals_are_shifted_and_walls_stand_anywhere_else() {
    let puzzle = parse("start = '''\nA.B\n...\n'''\ngoal = '''\n..A\n...\n'''").unwrap().puzzle;
    // A gets to the farthest corner in three steps, and has to go around a wall.
    let control = Control::default();
    let longest = |sets: &Sets| moves(&rows(sets, 0..=99, Metric::Step)).into_iter().flatten().max();
    let sets = Sets::of(&puzzle);
    assert_eq!(longest(&sets.clone().with_walls(0, &control).unwrap()), longest(&sets));
    assert_eq!(rows(&sets.clone().with_any_goal(), 1..=1, Metric::Step)[0].sets, 6);
    let walled = sets.with_walls(1, &control).unwrap();
    assert_eq!(rows(&walled, 1..=1, Metric::Step)[0].sets, 5);
    assert_eq!(moves(&rows(&walled, 1..=1, Metric::Step)), [Some(4)]);
}

#[test]
fn hardest_starts_need_their_moves_and_their_pieces() {
    for row in rows(&Sets::of_cars(4, 4).unwrap(), 1..=5, Metric::Slide) {
        let hardest = row.hardest.unwrap();
        assert_eq!(needed(&hardest.puzzle, Metric::Slide), Some(hardest.moves));
        let spared = (1..row.pieces)
            .filter_map(|piece| without(&hardest.puzzle, piece))
            .any(|fewer| needed(&fewer, Metric::Slide) == Some(hardest.moves));
        assert_eq!(hardest.minimal, Some(!spared), "{} pieces", row.pieces);
    }
}

#[test]
fn a_shipped_start_is_found_again() {
    let text = Shipped::find("rush-hour-60").unwrap().text;
    let puzzle = parse(text).unwrap().puzzle;
    let pieces = puzzle.pieces().len();
    let found = rows(&Sets::of(&puzzle), pieces..=pieces, Metric::Slide);
    assert_eq!((found[0].sets, moves(&found)), (1, vec![Some(60)]));
}

#[test]
fn pieces_of_a_puzzle_are_left_out_by_classes() {
    let puzzle =
        parse("start = '''\nAABC\nAABC\n.DD.\n'''\ngoal = '''\n....\n..AA\n..AA\n'''").unwrap().puzzle;
    let found = rows(&Sets::of(&puzzle), 0..=99, Metric::Move);
    // A alone; with one of B and C, which are alike, or D; and so on.
    assert_eq!(found.iter().map(|row| row.sets).collect::<Vec<_>>(), [1, 2, 2, 1]);
    assert!(found.iter().all(|row| row.complete));
}

#[test]
fn what_was_begun_is_resumed_and_a_stop_keeps_what_is_known() {
    let sets = Sets::of_cars(4, 4).unwrap();
    let whole = rows(&sets, 4..=4, Metric::Slide);
    let mut begun = Vec::new();
    let enough = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
    let stopped = table(&sets, 4..=4, Metric::Slide, &mut begun, &enough, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(stopped, Err(Stopped::Interrupted(_))));
    assert_eq!((begun.len(), begun[0].complete), (1, false));
    // As if it had been stopped after some sets.
    let mut first = Vec::new();
    let chosen = &mut |chosen: Chosen| {
        first.push(chosen);
        Ok(if first.len() == 300 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let control = Control::default();
    assert_eq!(sets.each(4, &Pulse::preparing(&control), chosen), Ok(ControlFlow::Break(())));
    look(&sets, Metric::Slide, &first, &mut begun[0], &Control::default()).unwrap();
    let resumed = table(&sets, 4..=4, Metric::Slide, &mut begun, &Control::default(), &mut |_| {
        ControlFlow::Continue(())
    });
    assert_eq!(resumed, Ok(ControlFlow::Continue(())));
    assert_eq!(begun, whole);
}

#[test]
fn where_nothing_fits_nothing_is_walked_through_and_a_stop_is_heard() {
    let sets = Sets::of_cars(8, 8).unwrap();
    let control = Control::default();
    assert_eq!(sets.numbers(), (1, 32));
    let none = sets.each(33, &Pulse::preparing(&control), &mut |_| unreachable!());
    assert_eq!(none, Ok(ControlFlow::Continue(())));
    let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
    let each = &mut |_: Chosen| Ok(ControlFlow::Continue(()));
    assert!(sets.each(25, &Pulse::preparing(&stopped), each).is_err());
}
