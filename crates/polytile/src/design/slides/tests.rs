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

/// The puzzle of a shipped name, with the hardest start of all of its pieces.
fn hardest_shipped(name: &str, metric: Metric) -> (Puzzle, Row) {
    let puzzle = parse(Shipped::find(name).unwrap().text).unwrap().puzzle;
    let pieces = puzzle.pieces().len();
    let mut found = rows(&Sets::of(&puzzle), pieces..=pieces, metric);
    assert_eq!((found.len(), found[0].sets, found[0].all), (1, 1, 1), "{name}");
    (puzzle, found.remove(0))
}

/// Those that are said to be the hardest of their kind.
#[test]
fn hardest_shipped_starts_are_found_again() {
    let (_, row) = hardest_shipped("rush-hour-60", Metric::Slide);
    let hardest = row.hardest.unwrap();
    assert_eq!(hardest.moves, 60);
    // Two of the 8-puzzle need 31 moves, which is 21 in rows and columns at once.
    let (_, row) = hardest_shipped("8-puzzle", Metric::Step);
    let hardest = row.hardest.unwrap();
    assert_eq!((hardest.moves, hardest.starts, hardest.minimal.is_some()), (31, 2, true));
}

/// The walks of a search from all goals at once, and of one from the start, agree about what is as hard.
#[test]
fn shipped_starts_are_no_harder_than_what_the_search_finds() {
    for name in ["hughes", "motor-cars"] {
        let (puzzle, row) = hardest_shipped(name, Metric::Step);
        let hardest = row.hardest.unwrap();
        assert_eq!(needed(&hardest.puzzle, Metric::Step), Some(hardest.moves), "{name}");
        assert!(needed(&puzzle, Metric::Step).unwrap() <= hardest.moves, "{name}");
    }
}

/// Where a piece can be left out of the first of the hardest starts, others are looked at.
#[test]
fn a_start_that_needs_all_its_pieces_is_looked_for_among_all_that_are_as_hard() {
    let mut met = [0; 2];
    for (sets, metric) in [
        (Sets::of_cars(4, 4).unwrap(), Metric::Slide),
        (Sets::of_cars(3, 4).unwrap(), Metric::Step),
        (Sets::of_cars(3, 3).unwrap().with_any_goal(), Metric::Step),
    ] {
        for row in rows(&sets, 1..=5, metric) {
            let hardest = row.hardest.unwrap();
            let spares = |puzzle: &Puzzle| {
                let fewer = (0..row.pieces).filter_map(|piece| without(puzzle, piece));
                fewer.into_iter().any(|fewer| needed(&fewer, metric) >= Some(hardest.moves))
            };
            // Of every set with its every start.
            let mut starts = Vec::new();
            let control = Control::default();
            let mut each = |chosen: Chosen| {
                if let Some(puzzle) = sets.puzzle(&chosen, &Pulse::preparing(&control))?
                    && hardest_of_all(&puzzle, metric, &control)?.is_some_and(|h| h.distance == hardest.moves)
                {
                    let all = all_hardest(&puzzle, metric, &control)?;
                    starts.extend(all.iter().map(|position| puzzle.starting_at(position).unwrap()));
                }
                Ok(ControlFlow::Continue(()))
            };
            let _ = sets.each(row.pieces, &Pulse::preparing(&control), &mut each).unwrap();
            assert_eq!(starts.len() as u64, hardest.starts);
            let first = starts.iter().position(|start| !spares(start));
            assert_eq!(hardest.minimal, Some(first.is_some()));
            if let Some(first) = first {
                assert_eq!(hardest.puzzle, starts[first]);
            }
            met[usize::from(first.is_none())] += 1;
        }
    }
    assert!(met.iter().all(|&times| times > 0), "{met:?}");
}

#[test]
fn the_number_of_sets_is_known_before_they_are_looked_at() {
    let control = Control::default();
    let cars = Sets::of_cars(4, 4).unwrap();
    let walled = Sets::of_cars(3, 3).unwrap().with_any_goal().with_walls(1, &control).unwrap();
    for sets in [cars, walled] {
        let (least, most) = sets.numbers();
        for number in least..=most {
            let mut all = 0;
            let mut each = |_: Chosen| {
                all += 1;
                Ok(ControlFlow::Continue(()))
            };
            let _ = sets.each(number, &Pulse::preparing(&control), &mut each).unwrap();
            assert_eq!(sets.count(number), all, "{number}");
        }
    }
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
    let all = whole[0].all;
    let none = Progress::Sets { done: 0, total: all, pieces: 4 };
    assert_eq!(stopped, Err(Stopped::Interrupted(none)));
    assert_eq!(none.to_string(), format!("0 of the {all} sets of 4 pieces (0.00 %)"));
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
