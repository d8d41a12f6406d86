#[path = "../../../tests/checkers/puzzles.rs"]
mod puzzles;

use super::*;
use crate::board::{Cell, Region, Topology};
use crate::pieces::Copies;
use crate::problem::Placements;
use proptest::prelude::*;
use puzzles::{has_no_tiling, problem, puzzles};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const ANY: Copies = Copies::ANY;

fn rectangle(rows: u64, cols: u64) -> Region {
    Region::rectangle(rows, cols).unwrap()
}

/// The modulus, if any, and the last two sentences of the proof.
fn reason(problem: &Problem) -> String {
    let Some((certificate, proof)) = certify(problem, &Control::default()).unwrap() else {
        return "none".to_owned();
    };
    assert_eq!(certificate.check(problem, &Control::default()).as_ref(), Ok(&proof));
    let sentences = proof.explain(&certificate, problem);
    sentences[sentences.len().saturating_sub(2)..].join(" ")
}

#[test]
fn boards_with_known_reasons() {
    let corners = [Cell::new(0, 0), Cell::new(7, 7)];
    let once = Copies::exactly(1);
    let tetrominoes = [("I4", once), ("L4", once), ("O4", once), ("S4", once), ("T4", once)];
    let torus = Region::wrapped(Topology::Torus, 10, 10).unwrap();
    let reasons = [
        reason(&problem(rectangle(8, 8).without(&corners).unwrap(), &[("domino", ANY)])),
        reason(&problem(rectangle(4, 5), &tetrominoes)),
        reason(&problem(rectangle(5, 4), &tetrominoes)),
        reason(&problem(rectangle(10, 10), &[("I4", ANY)])),
        reason(&problem(torus, &[("I4", ANY)])),
        reason(&problem(rectangle(10, 10), &[("T4", ANY)])),
        reason(&problem(rectangle(6, 6), &[("L4", ANY)])),
        reason(&problem(rectangle(3, 5), &[("L3", ANY)])),
        reason(&problem(rectangle(3, 9), &[("L3", ANY)])),
        reason(&problem(rectangle(5, 5).without(&[Cell::new(0, 1)]).unwrap(), &[("L3", ANY)])),
        reason(&problem(
            rectangle(3, 5).without(&[Cell::new(0, 1), Cell::new(1, 0)]).unwrap(),
            &[("domino", ANY), ("I3", ANY)],
        )),
        reason(&problem(
            rectangle(3, 5).without(&[Cell::new(0, 3), Cell::new(1, 3), Cell::new(2, 3)]).unwrap(),
            &[("domino", ANY)],
        )),
    ];
    insta::assert_snapshot!(reasons.join("\n"), @"
    So the 31 pieces that fill the board cover 31 black and 31 white cells. But the board has 32 black and 30 white cells: there is no tiling.
    So all pieces together cover 11 black and 9 white, or 9 black and 11 white cells. But the board has 10 black and 10 white cells: there is no tiling.
    So all pieces together cover 11 black and 9 white, or 9 black and 11 white cells. But the board has 10 black and 10 white cells: there is no tiling.
    So the 25 pieces that fill the board cover 50 black and 50 white cells. But the board has 48 black and 52 white cells: there is no tiling.
    So the 25 pieces that fill the board cover from 0 to 50 marked cells, in steps of 2. But the board has 25 marked cells: there is no tiling.
    So the 25 pieces that fill the board cover from 25 to 75 black cells, in steps of 2. But the board has 50 black and 50 white cells: there is no tiling.
    So the 9 pieces that fill the board cover from 9 to 27 black cells, in steps of 2. But the board has 18 black and 18 white cells: there is no tiling.
    So the 5 pieces that fill the board cover at most 5 marked cells. But the board has 6 marked cells: there is no tiling.
    So the 9 pieces that fill the board cover at most 9 marked cells. But the board has 10 marked cells: there is no tiling.
    So the 8 pieces that fill the board cover at most 8 marked cells. But the board has 9 marked cells: there is no tiling.
    So pieces that fill the board cover no marked cell. But the board has 1 marked cell: there is no tiling.
    So the 6 pieces that fill the board cover from 0 to 12 marked cells, in steps of 2. But the board has 9 marked cells: there is no tiling.
    ");
}

#[test]
fn boards_with_tilings_have_no_certificate() {
    for (region, name) in [(rectangle(8, 8), "domino"), (rectangle(4, 4), "T4"), (rectangle(5, 9), "L3")] {
        assert_eq!(certify(&problem(region, &[(name, ANY)]), &Control::default()), Ok(None));
    }
}

#[test]
fn large_boards_take_a_moment() {
    let five =
        [("I4", Copies::exactly(25)), ("L4", ANY), ("O4", ANY), ("S4", ANY), ("T4", Copies::exactly(101))];
    let found = certify(&problem(rectangle(30, 30), &five), &Control::default()).unwrap();
    assert!(found.is_some());
    let error = certify(&problem(rectangle(30, 30), &five), &Control::default().memory(1000)).unwrap_err();
    assert!(error.to_string().starts_with("the list of placements would take at least"), "{error}");
}

#[test]
fn pieces_cannot_weigh_as_much_as_the_board() {
    // The area leaves one L5 and one of the tetrominoes, each of which may be used twice.
    let board = Region::from_rows(&[vec![true; 6], vec![false, false, true, true, false, true]]).unwrap();
    let twice = Copies::between(0, 2).unwrap();
    let pieces = [("L5", ANY), ("I4", twice), ("L4", twice), ("O4", twice), ("S4", twice), ("T4", twice)];
    let reasons = [
        reason(&problem(board, &pieces)),
        reason(&problem(rectangle(2, 5), &[("P5", ANY), ("U5", Copies::exactly(1))])),
        reason(&problem(rectangle(4, 4), &[("S4", ANY)])),
        reason(&problem(rectangle(4, 4), &[("W5", ANY), ("I3", Copies::exactly(2))])),
        reason(&problem(rectangle(3, 5), &[("Y5", ANY), ("U5", Copies::between(0, 1).unwrap())])),
        reason(&problem(rectangle(20, 20), &[("W5", ANY), ("X5", ANY)])),
    ];
    insta::assert_snapshot!(reasons.join("\n"), @"
    So pieces that fill the board, as many of each as there may be, cover numbers that add up to at most 0. But the numbers on the board add up to 3: there is no tiling.
    So the 2 pieces that fill the board, as many of each as there may be, cover numbers that add up to at most -2. But the numbers on the board add up to 0: there is no tiling.
    So the 4 pieces that fill the board cover numbers that add up to at most -4. But the numbers on the board add up to 0: there is no tiling.
    So pieces that fill the board, as many of each as there may be, cover numbers that add up to at most 2. But the numbers on the board add up to 4: there is no tiling.
    So the 3 pieces that fill the board, as many of each as there may be, cover at most 7 white cells. But the board has 7 black and 8 white cells: there is no tiling.
    So the 80 pieces that fill the board cover numbers that add up to at most 80. But the numbers on the board add up to 180: there is no tiling.
    ");
}

/// How often the control is asked.
fn looks(problem: &Problem) -> u64 {
    let looks = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&looks);
    let control = Control::default().on_progress(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    certify(problem, &control).unwrap();
    looks.load(Ordering::Relaxed)
}

#[test]
fn a_stop_is_seen_wherever_it_comes() {
    let puzzle = problem(rectangle(5, 6), &[("I4", ANY), ("L3", Copies::at_least(2)), ("T5", ANY)]);
    let all = looks(&puzzle);
    assert!(all > 50, "{all}");
    for last in (1..=all).step_by(7) {
        let (seen, stop) = (AtomicU64::new(0), Arc::new(AtomicBool::new(false)));
        let asked = Arc::clone(&stop);
        let control = Control::default().stopped_by(stop).on_progress(move |_| {
            if seen.fetch_add(1, Ordering::Relaxed) + 1 == last {
                asked.store(true, Ordering::Relaxed);
            }
        });
        assert!(matches!(certify(&puzzle, &control), Err(Stopped::Interrupted(_))), "{last} of {all}");
    }
}

#[test]
fn limits_hold_on_large_boards() {
    let puzzle = problem(rectangle(100, 100), &[("I4", ANY)]);
    let late = Control::default().time_limit(std::time::Duration::ZERO);
    assert!(matches!(certify(&puzzle, &late), Err(Stopped::OutOfTime(_))));
    let little = certify(&puzzle, &Control::default().memory(100_000)).unwrap_err();
    insta::assert_snapshot!(little.to_string(), @"the list of placements would take at least 546.9 KiB but the memory budget is 97.7 KiB");
    let odd = problem(rectangle(601, 601), &[("domino", ANY)]);
    let proved = certify(&odd, &Control::default().memory(16 << 20)).unwrap().unwrap();
    assert!(proved.1.is_area());
    // That a guess may not take as much is said when nothing else leads to a proof.
    let puzzle = problem(rectangle(12, 12), &[("I4", ANY)]);
    let refused = certify(&puzzle, &Control::default().memory(180_000)).unwrap_err();
    insta::assert_snapshot!(refused.to_string(), @"what pieces can weigh together would take at least 175.9 KiB but the memory budget is 175.8 KiB");
    assert_eq!(certify(&puzzle, &Control::default()), Ok(None));
}

/// What is looked through after the placements stays in memory beside them.
#[test]
fn placements_are_in_the_budget_of_what_follows() {
    let puzzle = problem(rectangle(100, 100), &[("I4", ANY)]);
    let placements = puzzle.placements().bytes();
    let refused = |budget: u64| match certify(&puzzle, &Control::default().memory(budget)) {
        Err(Stopped::OutOfMemory { what, needed, .. }) => (what, needed),
        other => panic!("{other:?}"),
    };
    let cells = 10_000;
    let (what, needed) = refused(puzzle.placements_bytes().max(placements + 31 * cells));
    assert_eq!((what.as_str(), needed), ("the weights of the cells", placements + 32 * cells));
    // The equations too: before a row is made, and not when they have taken as much as is allowed.
    let (what, needed) = refused(placements + 60 * cells);
    assert_eq!(what, "the equations in echelon form");
    assert!(needed > placements + 70 * cells, "{needed}");
}

#[test]
fn a_walk_is_sought_within_the_budget() {
    let region = rectangle(300, 300);
    let bytes = 70 * region.len() as u64;
    let puzzle = problem(region, &[("I4", ANY)]);
    let refused = encircle(&puzzle, &Control::default().memory(bytes)).unwrap_err();
    assert!(refused.to_string().starts_with("the edges of the board would take at least"), "{refused}");
}

#[test]
fn a_wrong_area_needs_no_list_of_cells() {
    let limited = Control::default().memory(100 << 20);
    let refused = |problem: &Problem| certify(problem, &limited).unwrap_err().to_string();
    let said = [
        refused(&problem(rectangle(5001, 5001), &[("domino", ANY)])),
        refused(&problem(rectangle(65535, 65535), &[("domino", ANY)])),
        refused(&problem(rectangle(65535, 65535), &[("I4", ANY), ("O4", Copies::between(0, 9).unwrap())])),
    ];
    insta::assert_snapshot!(said.join("\n"), @"
    the weights of the cells would take at least 190.8 MiB but the memory budget is 100.0 MiB
    the weights of the cells would take at least 32.0 GiB but the memory budget is 100.0 MiB
    the weights of the cells would take at least 32.0 GiB but the memory budget is 100.0 MiB
    ");
}

/// How often finding the bounds of copies asks the control, once for every thousand steps.
fn looks_of_counts(side: u64, pieces: &[(&str, Copies)]) -> u64 {
    let looks = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&looks);
    let control = Control::default().on_progress(move |_| _ = counter.fetch_add(1, Ordering::Relaxed));
    let puzzle = problem(rectangle(side, side), pieces);
    Counts::new(&puzzle, &vec![false; pieces.len()], &control).unwrap().unwrap();
    looks.load(Ordering::Relaxed)
}

#[test]
fn bounds_of_copies_grow_with_the_area() {
    let one = [("domino", ANY)];
    let several = [("domino", ANY), ("I4", ANY), ("L3", Copies::exactly(4)), ("P5", ANY), ("I5", ANY)];
    for pieces in [&one[..], &several] {
        let [small, large] = [100, 400].map(|side| looks_of_counts(side, pieces));
        // A look for every thousand cells, a few times for each size.
        assert!(large <= 17 * small && large < 20 * 160 * pieces.len() as u64, "{small}, {large}");
    }
}

#[test]
fn chessboards_prove_it_on_large_boards() {
    let corners = [Cell::new(0, 0), Cell::new(599, 599)];
    let said = reason(&problem(rectangle(600, 600).without(&corners).unwrap(), &[("domino", ANY)]));
    assert!(
        said.ends_with("But the board has 180000 black and 179998 white cells: there is no tiling."),
        "{said}"
    );
}

struct Prepared {
    placements: Placements,
    counts: Counts,
}

/// What the weights are computed from; nothing when the area is wrong.
fn prepared(puzzle: &Problem) -> Option<Prepared> {
    let placements = puzzle.placements();
    let homeless = (0..puzzle.pieces.len() as u32).map(|i| placements.iter().all(|p| p.piece != i));
    let homeless: Vec<bool> = homeless.collect();
    let counts = Counts::new(puzzle, &homeless, &Control::default()).unwrap()?;
    Some(Prepared { placements, counts })
}

/// For each placement the equations it is in, and how often.
fn vectors(equations: &Equations) -> Vec<Vec<(usize, i64)>> {
    let vector = |(placement, (extra, times)): (crate::problem::Placement, (usize, i64))| {
        let cells = placement.cells.iter().map(|&cell| (cell as usize, 1));
        cells.chain([(equations.cells + extra, times)]).collect()
    };
    equations.placements().map(vector).collect()
}

/// Whether some weights modulo `modulus` give every placement 0 and the right sides something else: all are tried.
fn by_brute_force(equations: &Equations, modulus: i64) -> bool {
    let count = equations.target().len() as u32;
    let vectors = vectors(equations);
    (0..modulus.pow(count)).any(|number| {
        let weights: Vec<i64> = (0..count).map(|i| number / modulus.pow(i) % modulus).collect();
        let zero = |placement: &Vec<(usize, i64)>| {
            placement.iter().map(|&(equation, times)| weights[equation] * times).sum::<i64>() % modulus == 0
        };
        let target: i64 = equations.target().iter().zip(&weights).map(|(t, w)| t * w).sum();
        target % modulus != 0 && vectors.iter().all(zero)
    })
}

/// Copies of each piece in every choice that covers the area: all are tried.
fn choices(puzzle: &Problem, homeless: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let area = puzzle.region.len();
    let mut all = vec![(Vec::new(), 0)];
    for (i, piece) in puzzle.pieces.iter().enumerate() {
        all = all
            .iter()
            .flat_map(|(copies, covered): &(Vec<usize>, usize)| {
                let allowed =
                    (0..=area).filter(|&n| piece.copies.allows(n as u64) && !(n > 0 && homeless(i)));
                let sums = allowed.map(|n| ([&copies[..], &[n]].concat(), covered + n * piece.size()));
                sums.filter(|(_, covered)| *covered <= area).collect::<Vec<_>>()
            })
            .collect();
    }
    all.into_iter().filter(|(_, covered)| *covered == area).map(|(copies, _)| copies).collect()
}

proptest! {
    #[test]
    fn what_is_found_is_true(puzzle in puzzles()) {
        if let Some((certificate, proof)) = certify(&puzzle, &Control::default()).unwrap() {
            prop_assert!(has_no_tiling(&puzzle));
            prop_assert_eq!(certificate.check(&puzzle, &Control::default()), Ok(proof));
        }
    }

    #[test]
    fn equations_have_weights_exactly_when_there_are_some(puzzle in puzzles(), modulus in 0_usize..4) {
        let modulus = [2, 3, 4, 5][modulus];
        let control = Control::default();
        let Some(Prepared { placements, counts }) = prepared(&puzzle) else { return Ok(()) };
        let equations = Equations::new(puzzle.region.len(), &placements, &counts, &control).unwrap();
        let found = equations.contradictions(Some(modulus), &control).unwrap();
        if (modulus as f64).powi(equations.target().len() as i32) < 1e5 {
            prop_assert_eq!(!found.is_empty(), by_brute_force(&equations, modulus as i64));
        }
        let rational = equations.contradictions(None, &control).unwrap();
        let all = found.into_iter().map(|w| (w, Some(modulus as i64))).chain(rational.into_iter().map(|w| (w, None)));
        for (weights, modulus) in all {
            prop_assert!(Certificate::new(weights, modulus).unwrap().check(&puzzle, &control).is_ok());
        }
    }

    #[test]
    fn bounds_of_copies_and_cheapest_choices(puzzle in puzzles(), prices in prop::collection::vec(-4_i32..5, 4)) {
        let placements = puzzle.placements();
        let all = choices(&puzzle, |i| placements.iter().all(|p| p.piece != i as u32));
        let Some(Prepared { counts, .. }) = prepared(&puzzle) else {
            prop_assert!(all.is_empty());
            return Ok(());
        };
        let prices: Vec<f64> = prices[..counts.len()].iter().map(|&price| f64::from(price)).collect();
        for piece in 0..counts.len() {
            let copies = || all.iter().map(|choice| choice[piece]);
            prop_assert_eq!(Some(counts.bounds(piece)), copies().min().zip(copies().max()));
        }
        let cost = |choice: &Vec<usize>| choice.iter().zip(&prices).map(|(&n, price)| n as f64 * price).sum::<f64>();
        let (choice, least) = counts.cheapest(&prices);
        // Sums of small integers: exact.
        prop_assert!((cost(&choice) - least).abs() < 1e-9);
        prop_assert!(all.contains(&choice));
        prop_assert!(all.iter().all(|other| cost(other) >= least));
    }

    /// In the plane a cone is made of two of its columns.
    #[test]
    fn contradictions_of_two_equations(
        columns in prop::collection::vec((-3_i32..4, -3_i32..4), 0..6), right in (0_i32..4, 0_i32..4),
    ) {
        let cross = |a: (i32, i32), b: (i32, i32)| a.0 * b.1 - a.1 * b.0;
        let dot = |a: (i32, i32), b: (i32, i32)| a.0 * b.0 + a.1 * b.1;
        let alone = |&a: &(i32, i32)| cross(a, right) == 0 && dot(a, right) > 0;
        let between = |&a: &(i32, i32), &b: &(i32, i32)| {
            cross(a, b) > 0 && cross(a, right) >= 0 && cross(right, b) >= 0
        };
        let possible = right == (0, 0)
            || columns.iter().any(|a| alone(a) || columns.iter().any(|b| between(a, b)));
        let product = |duals: &[f64], a: (i32, i32)| duals[0] * f64::from(a.0) + duals[1] * f64::from(a.1);
        let entering = |duals: &[f64]| {
            let good = columns.iter().find(|&&a| product(duals, a) > simplex::TINY);
            Ok(good.map(|&(a, b)| vec![(0, f64::from(a)), (1, f64::from(b))]))
        };
        let sides = [f64::from(right.0), f64::from(right.1)];
        let found = simplex::contradiction(&sides, entering, &Control::default()).unwrap();
        prop_assert_eq!(found.is_none(), possible);
        if let Some(duals) = found {
            prop_assert!(product(&duals, right) > 0.0);
            prop_assert!(columns.iter().all(|&a| product(&duals, a) <= simplex::TINY));
        }
    }
}
