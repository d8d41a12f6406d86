//! Walks around a board that are claimed to prove that it cannot be tiled.

use crate::puzzles::{has_no_tiling, problem, puzzles};
use polytile::board::{Cell, Region, Topology};
use polytile::certificate::{CertificateError, Circuit};
use polytile::exact_cover::{certify, encircle};
use polytile::format::{board, pieces};
use polytile::pieces::{Copies, Freedom, PieceSet};
use polytile::problem::Problem;
use polytile::run::Control;
use proptest::prelude::*;

fn on(board: &str, list: &str) -> Problem {
    let region = board::short_form(board).unwrap();
    let pieces = pieces::list_on(region.lattice(), list, Freedom::Natural).unwrap();
    Problem::new(region, pieces)
}

fn found(problem: &Problem) -> Option<(Circuit, Vec<u32>)> {
    encircle(problem, &Control::default()).unwrap()
}

fn refused(steps: Vec<Vec<u32>>, problem: &Problem) -> String {
    let circuit = Circuit::new(steps).unwrap();
    circuit.check(problem, &Control::default()).unwrap_err().to_string()
}

/// Conway and Lagarias (1990): straight trihexes fill no triangle. Where weights do not show it, a walk does.
#[test]
fn tribones_fill_no_triangle() {
    for n in [8, 9] {
        let problem = on(&format!("hex-triangle:{n}"), "tribone");
        assert_eq!(certify(&problem, &Control::default()).unwrap(), None);
        let (circuit, moved) = found(&problem).unwrap();
        assert_eq!(circuit.check(&problem, &Control::default()), Ok(moved.clone()));
        // The group is that of the 2x2 matrices modulo 3 with determinant 1, and the board is minus one.
        assert!(moved.iter().all(|&point| moved[moved[point as usize] as usize] == point));
        assert_eq!(moved.len(), 8);
        let said = circuit.explain(&moved, &problem);
        assert!(said[2].starts_with("Around the board they are moved by ("), "{said:?}");
    }
}

#[test]
fn a_step_that_is_changed_proves_nothing() {
    let problem = on("hex-triangle:8", "tribone");
    let (circuit, _) = found(&problem).unwrap();
    let mut wrong = 0;
    for direction in 0..3 {
        for (a, b) in (0..8).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let mut steps = circuit.steps().to_vec();
            steps[direction].swap(a, b);
            let changed = Circuit::new(steps).unwrap();
            if let Err(CertificateError::Moved(piece)) = changed.check(&problem, &Control::default()) {
                assert_eq!(piece, "I3");
                wrong += 1;
            }
        }
    }
    // Other permutations may be another proof.
    assert!(wrong > 70, "{wrong} of 84");
    // The same steps for a board that can be walked around without moving anything.
    assert_eq!(
        refused(circuit.steps().to_vec(), &on("hex-parallelogram:3x3", "tribone")),
        "around the board no point is moved, so nothing is proved"
    );
    let error = refused(circuit.steps().to_vec(), &on("hex-triangle:8", "trihexes"));
    assert!(error.ends_with("3 some points are moved"), "{error}");
    // No copy may lie, so nothing is asked of it.
    assert!(circuit.check(&on("hex-triangle:8", "tribone,0:V3"), &Control::default()).is_ok());
}

/// Two reflections whose product has order three: around a domino nothing moves, for each goes twice one way.
#[test]
fn squares_and_triangles() {
    let corners = |cells: &[Cell]| {
        let region = Region::rectangle(4, 4).unwrap().without(cells).unwrap();
        problem(region, &[("domino", Copies::ANY)])
    };
    let mutilated = corners(&[Cell::new(0, 0), Cell::new(3, 3)]);
    let reflections = vec![vec![1, 0, 2], vec![0, 2, 1]];
    let moved = Circuit::new(reflections.clone()).unwrap().check(&mutilated, &Control::default()).unwrap();
    assert_eq!(moved.len(), 3);
    let (circuit, moved) = found(&mutilated).unwrap();
    let said = circuit.explain(&moved, &mutilated);
    let walk = "Walk along the edges of cells, and let every step move 3 points: right by (";
    assert!(said[0].starts_with(walk), "{said:?}");
    assert_eq!(
        refused(reflections.clone(), &corners(&[Cell::new(0, 0), Cell::new(0, 3)])),
        "around the board no point is moved, so nothing is proved"
    );
    assert_eq!(
        refused(vec![vec![0, 1, 2]; 3], &mutilated),
        "there are 3 lists of steps, and edges of the lattice lie in 2 directions"
    );
    let triangle = on("triangle:2", "lozenge");
    assert!(found(&triangle).is_some());
    assert!(found(&on("tri-hexagon:2", "lozenge")).is_none());
    assert!(found(&on("3x3x3", "dicubes")).is_none());
}

#[test]
fn walks_that_say_nothing() {
    let dominoes = |region| problem(region, &[("domino", Copies::ANY)]);
    let nothing = vec![vec![0]; 2];
    let holed = Region::rectangle(3, 3).unwrap().without(&[Cell::new(1, 1)]).unwrap();
    let apart = Region::rectangle(1, 3).unwrap().without(&[Cell::new(0, 1)]).unwrap();
    for region in [holed, apart] {
        assert_eq!(
            refused(nothing.clone(), &dominoes(region.clone())),
            "a walk around the board says nothing here: it is not in one part without holes"
        );
        assert!(found(&dominoes(region)).is_none());
    }
    let torus = Region::wrapped(Topology::Torus, 3, 3).unwrap();
    assert!(refused(nothing.clone(), &dominoes(torus)).ends_with("it wraps"));
    let optional = Region::rectangle(3, 3).unwrap().with_optional(&[Cell::new(0, 0)]).unwrap();
    assert!(refused(nothing.clone(), &dominoes(optional)).ends_with("cells may stay empty"));
    assert!(refused(vec![vec![0]; 3], &on("3x3x3", "dicubes")).ends_with("it is no board of a plane"));
    // Cells that touch in a corner only do not hang together, but one part may touch itself there.
    let touching = board::art("###\n#.#\n##.").unwrap().0;
    let l3 = problem(touching, &[("L3", Copies::ANY)]);
    assert_eq!(refused(nothing.clone(), &l3), "around the board no point is moved, so nothing is proved");
    // A ring of eight squares has a hole.
    let ring = PieceSet::new(vec![
        pieces::list("###/#.#/###", Freedom::Free).unwrap().iter().next().unwrap().clone(),
    ]);
    let ring = Problem::new(Region::rectangle(3, 3).unwrap(), ring);
    assert!(refused(nothing, &ring).contains("is not in one part without holes"));
    assert!(found(&ring).is_none());
    assert_eq!(Circuit::new(vec![]).unwrap_err(), CertificateError::Points(0));
    assert_eq!(Circuit::new(vec![vec![0, 1], vec![1, 1]]).unwrap_err(), CertificateError::NoPermutation(1));
    assert_eq!(Circuit::new(vec![vec![0, 1], vec![0]]).unwrap_err(), CertificateError::NoPermutation(1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    /// What is found has no tiling.
    #[test]
    fn nothing_false_is_proved(problem in puzzles()) {
        if let Some((circuit, moved)) = found(&problem) {
            prop_assert_eq!(circuit.check(&problem, &Control::default()), Ok(moved));
            prop_assert!(has_no_tiling(&problem));
        }
    }
}
