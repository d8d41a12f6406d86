use super::algebra::Equations;
use super::*;
use crate::board::{Cell, Region, Topology};
use crate::certificate::tests::{has_no_tiling, problem, puzzles};
use crate::pieces::Copies;
use proptest::prelude::*;

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
    Pieces that cover 62 cells, within their copies, weigh together 0. The board weighs -2: there is no tiling.
    Pieces that cover 20 cells, within their copies, weigh together -2 or 2. The board weighs 0: there is no tiling.
    Pieces that cover 20 cells, within their copies, weigh together -2 or 2. The board weighs 0: there is no tiling.
    Pieces that cover 100 cells, within their copies, weigh together 0. The board weighs 4: there is no tiling.
    Pieces that cover 100 cells, within their copies, weigh together from 0 to 50 in steps of 2. The board weighs 25: there is no tiling.
    Pieces that cover 100 cells, within their copies, weigh together from -50 to 50 in steps of 4. The board weighs 0: there is no tiling.
    Pieces that cover 36 cells, within their copies, weigh together from -18 to 18 in steps of 4. The board weighs 0: there is no tiling.
    Pieces that cover 15 cells, within their copies, weigh together from 0 to 5. The board weighs 6: there is no tiling.
    Pieces that cover 27 cells, within their copies, weigh together from 0 to 9. The board weighs 10: there is no tiling.
    Pieces that cover 24 cells, within their copies, weigh together from 0 to 8. The board weighs 9: there is no tiling.
    Pieces that cover 13 cells, within their copies, weigh together 0. The board weighs 1: there is no tiling.
    Pieces that cover 12 cells, within their copies, weigh together from 0 to 12 in steps of 2. The board weighs 9: there is no tiling.
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
    assert!(error.to_string().starts_with("the list of placements needs at least"), "{error}");
}

/// Whether some weights modulo `modulus` give every placement 0 and the right sides something else: all are tried.
fn by_brute_force(puzzle: &Problem, modulus: i64) -> bool {
    let equations = Equations::new(puzzle, &Control::default()).unwrap().unwrap();
    let count = equations.target().len() as u32;
    (0..modulus.pow(count)).any(|number| {
        let weights: Vec<i64> = (0..count).map(|i| number / modulus.pow(i) % modulus).collect();
        let zero = |placement: &Vec<(usize, i64)>| {
            placement.iter().map(|&(equation, times)| weights[equation] * times).sum::<i64>() % modulus == 0
        };
        let target: i64 = equations.target().iter().zip(&weights).map(|(t, w)| t * w).sum();
        target % modulus != 0 && equations.vectors().iter().all(zero)
    })
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
    fn algebra_finds_weights_exactly_when_there_are_some(puzzle in puzzles(), modulus in 0_usize..4) {
        let modulus = [2, 3, 4, 5][modulus];
        let Some(equations) = Equations::new(&puzzle, &Control::default()).unwrap() else { return Ok(()) };
        let found = equations.contradictions(modulus, &Control::default()).unwrap();
        if (modulus as f64).powi(equations.target().len() as i32) < 1e5 {
            prop_assert_eq!(!found.is_empty(), by_brute_force(&puzzle, modulus as i64));
        }
        for weights in found.into_iter().chain(equations.rational_contradictions(&Control::default()).unwrap()) {
            let integers = weights.iter().any(|w| w.unsigned_abs() >= modulus);
            let modulus = (!integers).then_some(modulus as i64);
            // Rational weights are right without a modulus, and sometimes with one.
            let proved = |modulus| {
                Certificate::new(weights.clone(), modulus).unwrap().check(&puzzle, &Control::default()).is_ok()
            };
            prop_assert!(proved(modulus) || proved(None));
        }
    }
}
