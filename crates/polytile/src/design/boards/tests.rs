use super::*;
use crate::choice::Choice;
use crate::run::Progress;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn problem(board: &str, pieces: &str) -> Problem {
    Problem::new(board.parse().unwrap(), pieces.parse().unwrap())
}

/// The boards with any number of solutions, as they are found: their cells, with the number.
fn all(problem: &Problem, wish: &Wish) -> (BTreeMap<Vec<Cell>, Count>, Seen) {
    let mut found = BTreeMap::new();
    let seen = boards(problem, wish, &|_| true, &Control::default(), &mut |board| {
        let before = found.insert(board.problem.region.cells().collect(), board.solutions);
        assert_eq!(before, None);
        ControlFlow::Continue(())
    });
    (found, seen.unwrap())
}

/// The same by a count of every set of cells, all images included.
fn one_by_one(frame: &Problem, area: usize) -> BTreeMap<Vec<Cell>, Count> {
    let cells: Vec<Cell> = frame.region.cells().collect();
    let sets = (1_u32..1 << cells.len()).filter(|set| set.count_ones() as usize == area);
    let counted = sets.filter_map(|set| {
        let cells: Vec<Cell> = (0..cells.len()).filter(|i| set >> i & 1 == 1).map(|i| cells[i]).collect();
        let region = Region::of_cells(frame.region.lattice(), cells.clone()).unwrap();
        let solutions = Problem { region, ..laid_once(frame) }.count().unwrap();
        (solutions > Count::ZERO).then_some((cells, solutions))
    });
    counted.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn boards_are_those_that_can_be_counted_one_by_one(
        rows in 2_u32..4,
        cols in 2_u32..5,
        pieces in proptest::sample::subsequence(vec!["I3", "L3", "0..2:domino", "O4", "T4", "monomino"], 1..4),
    ) {
        let frame = problem(&format!("{rows}x{cols}"), &pieces.join(","));
        let laid = laid_once(&frame);
        prop_assume!(areas(&laid, None, &Control::default()).is_ok());
        let areas = areas(&laid, None, &Control::default()).unwrap();
        let counted: BTreeMap<_, _> = areas.iter().flat_map(|&area| one_by_one(&frame, area)).collect();
        let (found, seen) = all(&frame, &Wish::default());
        prop_assert_eq!(seen.filled, counted.len() as u64);
        prop_assert!(seen.complete);
        for (cells, solutions) in &found {
            prop_assert_eq!(&counted[cells], solutions);
        }
        // Whatever can be covered is an image of something found, and as rich.
        let class = |cells: &[Cell]| {
            let spots: Vec<_> = cells.iter().map(|&cell| laid.region.lattice().spot(cell)).collect();
            let shape = Polyform::normalised(laid.region.lattice(), &spots);
            shape.images(crate::pieces::Freedom::Free).remove(0)
        };
        let classes: BTreeMap<_, _> = found.iter().map(|(cells, n)| (class(cells), n)).collect();
        prop_assert_eq!(classes.len(), found.len());
        for (cells, solutions) in &counted {
            prop_assert_eq!(classes[&class(cells)], solutions);
        }
        for (cell, fewest) in frame.region.cells().zip(&seen.without) {
            let without = counted.iter().filter(|(cells, _)| !cells.contains(&cell)).map(|(_, n)| n).min();
            prop_assert_eq!(fewest.as_ref(), without);
        }
    }
}

#[test]
fn symmetries_are_those_of_the_boards() {
    let frame = problem("4x4", "I3,L3,O4");
    let counted = one_by_one(&frame, 10);
    for symmetry in BoardSymmetry::ALL {
        let has = |cells: &[Cell]| {
            let carried: Vec<Symmetry> = Symmetry::ALL[1..]
                .iter()
                .copied()
                .filter(|s| cells.iter().all(|&cell| cells.contains(&s.apply(cell, 4, 4))))
                .collect();
            match symmetry {
                BoardSymmetry::Any => !carried.is_empty(),
                BoardSymmetry::Turn => carried.iter().any(|s| !s.is_reflection()),
                BoardSymmetry::Mirror => carried.iter().any(|s| s.is_reflection()),
                BoardSymmetry::Full => carried.len() == 7,
            }
        };
        let expected = counted.keys().filter(|cells| has(cells)).count() as u64;
        let (found, seen) = all(&frame, &Wish { symmetry: Some(*symmetry), ..Wish::default() });
        assert_eq!(seen.filled, expected, "{symmetry:?}");
        assert!(found.keys().all(|cells| has(cells)), "{symmetry:?}");
    }
}

#[test]
fn boards_hang_together_and_have_no_holes_if_wished() {
    let frame = problem("3x3", "8:monomino");
    // Without one of nine cells; without the middle there is a hole.
    let (found, seen) = all(&frame, &Wish::default());
    assert_eq!((found.len(), seen.filled), (3, 9));
    let (found, seen) = all(&frame, &Wish { no_holes: true, ..Wish::default() });
    assert_eq!((found.len(), seen.filled), (2, 8));
    // A ring with a gap at its corner: what touches the outside at a corner only is surrounded.
    let ring = problem("3x3", "7:monomino");
    let holes = |no_holes| all(&ring, &Wish { no_holes, ..Wish::default() }).1.filled;
    assert_eq!(holes(false) - holes(true), 4);
    let (apart, together) = (problem("1x3", "2:monomino"), Wish { connected: true, ..Wish::default() });
    assert_eq!(all(&apart, &Wish::default()).1.filled, 3);
    assert_eq!(all(&apart, &together).1.filled, 2);
}

#[test]
fn what_must_be_covered_is_on_every_board_and_solutions_count_up_to_symmetry() {
    let middle = Region::rectangle(3, 3).unwrap();
    let others: Vec<Cell> = middle.cells().filter(|&cell| cell != Cell::new(1, 1)).collect();
    let grown = Problem::new(middle.with_optional(&others).unwrap(), "2:domino".parse().unwrap());
    let (found, seen) = all(&grown, &Wish { connected: true, ..Wish::default() });
    assert_eq!(seen.boards, 56_u32.into());
    assert!(found.keys().all(|cells| cells.contains(&Cell::new(1, 1))));
    // A square of four cells has two tilings, and one up to symmetries.
    let square = problem("2x2", "2:domino");
    let one = Wish { up_to: Some(UpTo::Symmetries), ..Wish::default() };
    assert_eq!(all(&square, &Wish::default()).0.into_values().collect::<Vec<_>>(), [Count::from(2_u8)]);
    assert_eq!(all(&square, &one).0.into_values().collect::<Vec<_>>(), [Count::from(1_u8)]);
}

#[test]
fn other_lattices_have_boards_too() {
    // A worm of three triangles inside a triangle of side 2 lies in three ways.
    let worm = Polyform::on(crate::board::Lattice::Triangle, [0, 1, 2].map(|col| Cell::new(0, col))).unwrap();
    let worm = Piece::new("worm", &worm, crate::pieces::Freedom::Free, Copies::ANY);
    let frame = Problem::new("triangle:2".parse().unwrap(), PieceSet::new(vec![worm]));
    let (found, seen) = all(&frame, &Wish::default());
    assert_eq!((found.len(), seen.filled, seen.boards), (1, 3, 4_u32.into()));
}

#[test]
fn who_has_enough_ends_it_and_a_stop_is_heard() {
    let frame = problem("4x4", "F,P");
    let mut found = 0;
    let seen = boards(&frame, &Wish::default(), &|_| true, &Control::default(), &mut |_| {
        found += 1;
        ControlFlow::Break(())
    });
    assert_eq!((found, seen.unwrap().complete), (1, false));
    let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
    let frame = problem("6x6", "F,I,L,P,U,V");
    let refused = boards(&frame, &Wish::default(), &|_| true, &stopped, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(
        refused,
        Err(Refused::Stopped(Stopped::Interrupted(Progress::Search { .. } | Progress::Preparation { .. })))
    ));
}

#[test]
fn what_is_stopped_is_resumed_without_missing_or_repeating_a_board() {
    let frame = problem("6x6", "2:P,2:I3");
    let wish = Wish { symmetry: Some(BoardSymmetry::Turn), ..Wish::default() };
    let wanted = |n: &Count| *n < Count::from(3_u8);
    let cells = |board: &Board| board.problem.region.cells().collect::<Vec<_>>();
    let mut whole = Vec::new();
    let seen = boards(&frame, &wish, &wanted, &Control::default(), &mut |board| {
        whole.push(cells(&board));
        ControlFlow::Continue(())
    });
    let seen = seen.unwrap();
    let (mut begun, mut found, mut stops) = (Begun::default(), Vec::new(), 0);
    let resumed = loop {
        let stop = Arc::new(AtomicBool::new(false));
        let control = Control::default().stopped_by(Arc::clone(&stop));
        let (mut kept, before) = (None, begun.clone());
        let seen = boards_after(
            (&frame, &wish, &wanted),
            before,
            &control,
            &mut |board| {
                found.push(cells(&board));
                stop.fetch_or(found.len() % 5 == 0, Ordering::Relaxed);
                ControlFlow::Continue(())
            },
            &mut |begun| kept = Some(begun.clone()),
        );
        match seen {
            Ok(seen) => break seen,
            Err(Refused::Stopped(_)) => (begun, stops) = (kept.unwrap(), stops + 1),
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!((&found, &resumed), (&whole, &seen));
    assert!(stops > 0 && whole.len() > 9, "{stops} {}", whole.len());
    let found = vec![vec![true; frame.region.len()]];
    for other in [
        Begun { last: Some(vec![true; 3]), ..Begun::default() },
        Begun { filled: u64::MAX, ..Begun::default() },
        Begun { found, ..Begun::default() },
    ] {
        let refused = boards_after(
            (&frame, &wish, &wanted),
            other,
            &Control::default(),
            &mut |_| unreachable!(),
            &mut |_| {},
        );
        assert!(matches!(refused, Err(Refused::Question(_))));
    }
}

#[test]
fn a_local_search_finds_some_of_all_boards_the_same_ones_for_a_seed() {
    let one = |n: &Count| *n == Count::from(1_u8);
    for (frame, pieces, symmetry) in [
        ("5x5", "L,P,Y", None),
        ("4x5", "2:P", Some(BoardSymmetry::Turn)),
        ("4x5", "2:P", Some(BoardSymmetry::Mirror)),
    ] {
        let frame = problem(frame, pieces);
        let wish = Wish { symmetry, connected: true, no_holes: true, ..Wish::default() };
        let class = |board: &Board| {
            let lattice = board.problem.region.lattice();
            let spots: Vec<_> = board.problem.region.cells().map(|cell| lattice.spot(cell)).collect();
            Polyform::normalised(lattice, &spots).images(crate::pieces::Freedom::Free).remove(0)
        };
        let mut all = HashSet::new();
        let seen = boards(&frame, &wish, &one, &Control::default(), &mut |board| {
            all.insert(class(&board));
            ControlFlow::Continue(())
        });
        assert!(seen.unwrap().complete);
        let near = |seed| {
            let mut found = Vec::new();
            let local = Local { seed, tries: 3000 };
            let mut tell = |board: Board| {
                found.push(class(&board));
                ControlFlow::Continue(())
            };
            let control = Control::default();
            let seen =
                boards_near((&frame, &wish, &one), local, Begun::default(), &control, &mut tell, &mut |_| {});
            let seen = seen.unwrap();
            assert_eq!((seen.complete, seen.tried), (false, Some(3000)));
            found
        };
        let found = near(1);
        assert!(!found.is_empty() && found.iter().all(|board| all.contains(board)));
        assert_eq!(found, near(1));
        let apart: HashSet<_> = found.iter().collect();
        assert_eq!(apart.len(), found.len());
    }
    let many = |n: &Count| *n > Count::from(5000_u32);
    let local = Local { seed: 1, tries: 9 };
    let refused = boards_near(
        (&problem("4x4", "F,P"), &Wish::default(), &many),
        local,
        Begun::default(),
        &Control::default(),
        &mut |_| unreachable!(),
        &mut |_| {},
    );
    assert_eq!(
        refused.unwrap_err().to_string(),
        "a local search counts up to 1000 solutions, and more are wanted"
    );
}

#[test]
fn a_local_search_that_is_stopped_is_resumed_at_the_very_board() {
    let frame = problem("4x5", "2:P");
    let wish = Wish { connected: true, symmetry: Some(BoardSymmetry::Turn), ..Wish::default() };
    let few = |n: &Count| *n < Count::from(3_u8);
    let asked = (&frame, &wish, &few as &dyn Fn(&Count) -> bool);
    let local = Local { seed: 5, tries: 2500 };
    let cells = |board: &Board| board.problem.region.cells().collect::<Vec<_>>();
    let mut whole = Vec::new();
    let mut tell = |board: Board| {
        whole.push(cells(&board));
        ControlFlow::Continue(())
    };
    let seen =
        boards_near(asked, local, Begun::default(), &Control::default(), &mut tell, &mut |_| {}).unwrap();
    // Stopped after every board that is found.
    let (mut begun, mut found, mut stops) = (Begun::default(), Vec::new(), 0);
    let resumed = loop {
        let stop = Arc::new(AtomicBool::new(false));
        let control = Control::default().stopped_by(Arc::clone(&stop));
        let mut kept = None;
        let mut tell = |board: Board| {
            found.push(cells(&board));
            stop.store(true, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        match boards_near(asked, local, begun.clone(), &control, &mut tell, &mut |b| kept = Some(b.clone())) {
            Ok(seen) => break seen,
            Err(Refused::Stopped(_)) => (begun, stops) = (kept.unwrap(), stops + 1),
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!((&found, &resumed), (&whole, &seen));
    assert_eq!(stops, whole.len());
    assert!(stops > 2, "{stops}");
    let again = found_before(&frame, &wish, &begun, &Control::default()).unwrap();
    assert_eq!(again.iter().map(cells).collect::<Vec<_>>(), whole[..again.len()]);
    assert!(again.iter().all(|board| few(&board.solutions)));
    // Numbers that no search comes to.
    for forge in [|near: &mut Near| near.anew = u64::MAX, |near: &mut Near| near.tried = u64::MAX] {
        let mut forged = begun.clone();
        forge(forged.near.as_mut().unwrap());
        let mut nobody = |_| unreachable!();
        let refused = boards_near(asked, local, forged, &Control::default(), &mut nobody, &mut |_| {});
        assert!(matches!(refused, Err(Refused::Question(_))), "{refused:?}");
    }
    // A walk is something else.
    let refused = boards_after(asked, begun, &Control::default(), &mut |_| unreachable!(), &mut |_| {});
    assert!(matches!(refused, Err(Refused::Question(_))));
}

#[test]
fn a_local_search_goes_on_in_frames_of_any_size() {
    let few = |n: &Count| *n <= Count::from(30_u8);
    let whole = Region::rectangle(40, 50).unwrap();
    let [must, far] = [Cell::new(1, 1), Cell::new(1, 2)];
    let others: Vec<Cell> = whole.cells().filter(|cell| ![must, far].contains(cell)).collect();
    let grown = whole.clone().with_optional(&others).unwrap();
    for (region, symmetry) in
        [(whole.clone(), None), (whole.clone(), Some(BoardSymmetry::Turn)), (grown, None)]
    {
        let asked = Problem::new(region, "L,P,U,Y".parse().unwrap());
        let wish = Wish { symmetry, ..Wish::default() };
        let mut found = Vec::new();
        let mut tell = |board: Board| {
            found.push(board);
            ControlFlow::Break(())
        };
        let local = Local { seed: 1, tries: 500 };
        let control = Control::default();
        let seen =
            boards_near((&asked, &wish, &few), local, Begun::default(), &control, &mut tell, &mut |_| {});
        assert!(!seen.unwrap().complete);
        let board = &found[0];
        assert_eq!(board.problem.count().unwrap(), board.solutions);
        if asked.region.has_optional() {
            assert!([must, far].iter().all(|&cell| board.problem.region.contains(cell)));
        }
        if symmetry.is_some() {
            let turned = |cell: Cell| Cell::new(39 - cell.row, 49 - cell.col);
            assert!(board.problem.region.cells().all(|cell| board.problem.region.contains(turned(cell))));
        }
    }
}

#[test]
fn frames_without_boards_are_refused() {
    let refused = |frame: &Problem, wish: Wish| {
        let refused =
            boards(frame, &wish, &|_| true, &Control::default(), &mut |_| ControlFlow::Continue(()));
        match refused.unwrap_err() {
            Refused::Unable(Unable { message, help }) => format!("{message}\n{help}"),
            other => other.to_string(),
        }
    };
    let asked = |area| Wish { area: Some(area), ..Wish::default() };
    let none = Wish::default();
    let one_way = Wish { symmetry: Some(BoardSymmetry::Turn), ..none };
    let mut tatami = problem("4x4", "dominoes");
    tatami.rules.tatami = true;
    let said = [
        refused(&problem("4x4", "F,P"), asked(11)),
        refused(&problem("3x3", "F,P"), none),
        refused(&problem("4x4", "0..9:domino"), asked(99)),
        refused(&problem("torus:4x4", "F,P"), none),
        refused(&problem("40x40", "F,P"), none),
        refused(&problem("chair:2", "2:domino"), one_way),
        refused(&tatami, none),
    ];
    insta::assert_snapshot!(said.join("\n\n"), @"
    there is no board of 11 cells inside the frame that the pieces can cover
    the frame has 16 cells; with these pieces, boards can have 10 cells

    there is no board inside the frame that the pieces can cover
    the frame has 9 cells, and the pieces that must be laid 10; each is laid once if nothing else is said

    there is no board of 99 cells inside the frame that the pieces can cover
    the frame has 16 cells; with these pieces, boards can have 10, 12, 14, 16 cells

    boards are not cut out of a frame that wraps
    take a frame of the plane, as --board 6x6

    a frame of 1600 cells has too many boards to see all: take one of up to 512 cells, or --seed S to try some of them

    the frame has no symmetry of the kind 'turn'
    take a frame that has it, as a square has all, or leave --symmetry out

    tatami and fault-free are no rules for a search for boards
    leave them out, and look among the solutions of the boards that are found
    ");
}
