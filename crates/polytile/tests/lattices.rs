//! Known answers on other lattices, by every engine that answers.

use polytile::board::Region;
use polytile::count::{Answer, CountOptions, Engine, Order, count};
use polytile::exact_cover::Encoded;
use polytile::format::puzzle::{self, Puzzle};
use polytile::format::{board, pieces, tiling};
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::{Problem, UpTo};
use polytile::run::{Control, Refused, Stopped};
use polytile::solve::{Options, Question, Search};

fn problem(board: &str, list: &str) -> Problem {
    let region: Region = board::short_form(board).unwrap_or_else(|e| panic!("{board}: {e}"));
    let pieces: PieceSet =
        pieces::list_on(region.lattice(), list, Freedom::Natural).unwrap_or_else(|e| panic!("{list}: {e}"));
    Problem::new(region, pieces)
}

/// Solutions by the search, all of them or up to symmetry.
fn found(problem: &Problem, up_to: Option<UpTo>) -> u64 {
    let control = Control::default();
    let encoded = Encoded::new(problem, &control).unwrap();
    let options = Options { up_to, ..Options::default() };
    let search =
        Search::new(&Question::tilings(problem.clone(), std::sync::Arc::new(encoded)), &options, &control)
            .unwrap();
    search.count(search.beginning(), None, &control).unwrap().found
}

#[test]
fn counts_without_listing() {
    let known = [
        // A006253; Hammersley.
        ("box:2x2x1", "dicubes", "2"),
        ("box:2x2x4", "dicubes", "121"),
        ("2x2x7", "dicubes", "6272"),
        ("4x4x4", "dicubes", "5051532105"),
        // MacMahon.
        ("tri-hexagon:1", "diamonds", "2"),
        ("tri-hexagon:3", "diamonds", "980"),
        ("tri-hexagon:2,3,4", "lozenge", "490"),
        // A071093.
        ("hex-triangle:3", "dihexes", "2"),
        ("hex-triangle:4", "dihexes", "6"),
        ("hex-triangle:7", "dihexes", "2196"),
        ("hex-triangle:8", "dihexes", "37004"),
        // A279887.
        ("2*sphinx", "sphinx", "1"),
        ("3*sphinx", "sphinx", "4"),
        ("4*sphinx", "sphinx", "16"),
        ("5*sphinx", "sphinx", "153"),
        ("6*sphinx", "sphinx", "71838"),
        // Conway and Lagarias.
        ("hex-triangle:5", "I3", "0"),
        ("hex-triangle:8", "tribone", "0"),
    ];
    for (board, list, expected) in known {
        let problem = problem(board, list);
        let orders = problem.region.lattice().orders().map(Some);
        let ways =
            orders.map(|order| (Some(Engine::Merge), order)).chain([(None, None), (Some(Engine::Zdd), None)]);
        for (engine, order) in ways {
            let options = CountOptions { engine, order, ..CountOptions::default() };
            let memory = if engine.is_some() { 1 << 24 } else { 1 << 28 };
            match count(&problem, &options, &Control::default().memory(memory)) {
                Ok(counted) => {
                    let Answer::Total(found) = counted.answer else { panic!("a total") };
                    assert_eq!(found.to_string(), expected, "{board} {list} by {engine:?} {order:?}");
                }
                Err(Refused::Stopped(Stopped::OutOfMemory { .. })) if engine.is_some() => {}
                Err(error) => panic!("{board} {list} by {engine:?} {order:?}: {error}"),
            }
        }
    }
}

#[test]
fn searches_up_to_rotations_and_reflections() {
    let known = [
        ("3x3x3", "1:soma", [11520, 480, 240]),
        ("2x5x6", "1:solid-pentominoes", [2112, 528, 264]),
        ("2x3x10", "1:solid-pentominoes", [96, 24, 12]),
        ("2x4x4", "1:tetracubes", [11120, 1390, 695]),
        ("2x2x8", "1:tetracubes", [1792, 224, 112]),
        ("rhombus:6", "1:hexiamonds", [624, 312, 156]),
        ("tri-parallelogram:4x9", "1:hexiamonds", [148, 74, 74]),
        ("hex-parallelogram:4x7", "1:tetrahexes", [18, 9, 9]),
    ];
    for (board, list, [all, rotations, classes]) in known {
        let problem = problem(board, list);
        assert_eq!(found(&problem, Some(UpTo::Symmetries)), classes, "{board} {list}");
        assert_eq!(found(&problem, Some(UpTo::Rotations)), rotations, "{board} {list}");
        if all < 2000 {
            assert_eq!(found(&problem, None), all, "{board} {list}");
        }
    }
}

#[test]
fn counts_up_to_symmetry() {
    let known = [("tri-hexagon:3", "diamonds", "113"), ("4x4x4", "dicubes", "105445817")];
    for (board, list, expected) in known {
        let options = CountOptions { up_to: Some(UpTo::Symmetries), ..CountOptions::default() };
        let counted = count(&problem(board, list), &options, &Control::default().memory(1 << 30)).unwrap();
        let Answer::Total(found) = counted.answer else { panic!("a total") };
        assert_eq!(found.to_string(), expected, "{board} {list}");
    }
}

#[test]
fn an_order_that_a_lattice_lacks_is_named() {
    let options = CountOptions { order: Some(Order::Layers), ..CountOptions::default() };
    let error = count(&problem("4x4", "dominoes"), &options, &Control::default()).unwrap_err();
    assert!(error.to_string().contains("layers"), "{error}");
}

#[test]
fn faults_name_cells_as_they_are_written() {
    let problem = problem("2x2x2", "dicubes");
    let wrong = r#"{"pieces": [{"piece": "dicube", "cells": [[0,0,0],[0,0,1]]}, {"piece": "dicube", "cells": [[0,1,0],[1,1,1]]}]}"#;
    let tiling = tiling::parse(wrong, &problem).unwrap();
    let faults = tiling.check(&problem).unwrap_err();
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "the cells from 0,1,0 on do not form dicube",
            "0,1,1 is not covered",
            "1,0,0 is not covered",
            "1,0,1 is not covered",
            "1,1,0 is not covered",
        ]
    );
}

#[test]
fn puzzles_that_are_written_are_those_that_were_read() {
    let boards = [
        ("2000x2000x1000", "dicubes"),
        ("hex-parallelogram:3x1000000", "dihexes"),
        ("rhombus:6", "1:hexiamonds"),
        ("hexagon:3", "trihexes"),
        ("star:2", "2:sphinx"),
        ("2*tripod", "soma"),
    ];
    for (board, list) in boards {
        let problem = problem(board, list);
        let title = board.to_owned();
        let written = Puzzle {
            title,
            description: None,
            source: None,
            further: polytile::format::Further::default(),
            problem,
            warnings: Vec::new(),
        };
        let text = puzzle::write(&written).unwrap();
        assert!(text.len() < 1 << 16, "{board}");
        assert_eq!(puzzle::parse(&text).unwrap(), written, "{board}");
    }
}
