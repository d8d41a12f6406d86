//! Known answers on other lattices, by every engine that answers.

use polytile::board::Region;
use polytile::count::{Answer, CountOptions, Engine, Order, count};
use polytile::exact_cover::Encoded;
use polytile::format::puzzle::{self, Puzzle};
use polytile::format::shipped::Shipped;
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

/// The numbers of the Polyform Puzzler, up to rotations: every solution has a mirror image that is another.
#[test]
fn figures_of_soma() {
    let known = [
        ("soma-crystal", 2800),
        ("soma-long-wall", 104),
        ("soma-high-wall", 46),
        ("soma-bench", 0),
        ("soma-steps", 164),
        ("soma-bathtub", 158),
        ("soma-curved-wall", 66),
        ("soma-sofa", 32),
        ("soma-cornerstone", 10),
        ("soma-skew", 244),
        ("soma-steamer", 152),
        ("soma-tunnel", 26),
        ("soma-clip", 20),
        ("soma-pyramid", 14),
        ("soma-castle", 10),
    ];
    for (name, solutions) in known {
        let problem = puzzle::parse(Shipped::find(name).unwrap().text).unwrap().problem;
        assert_eq!(found(&problem, Some(UpTo::Rotations)), solutions, "{name}");
        assert_eq!(found(&problem, Some(UpTo::Symmetries)), solutions / 2, "{name}");
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
        ("torus:hex-parallelogram:3x4", "dihexes"),
        ("torus:rhombus:3", "lozenge"),
        ("torus:2x3x4", "dicubes"),
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

#[test]
fn the_examples_of_the_page_are_puzzles() {
    let page = include_str!("../../../docs/lattices.md");
    let blocks: Vec<&str> =
        page.split("```toml\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 4);
    for block in blocks {
        let read = puzzle::parse(block).unwrap_or_else(|e| panic!("{block}: {e}"));
        let written = puzzle::write(&read).unwrap();
        assert_eq!(puzzle::parse(&written).unwrap().problem, read.problem, "{written}");
    }
}

/// Of a drawing, everything that is said about the board is kept.
#[test]
fn drawn_boards_are_written_as_drawings() {
    let text =
        "title = 'A ring'\npieces = 'dihexes'\n[board]\nlattice = 'hex'\nart = '''\n # +\n# . #\n # #\n'''\n";
    let read = puzzle::parse(text).unwrap();
    assert_eq!((read.problem.region.len(), read.problem.region.optional().count()), (6, 1));
    assert!(puzzle::write(&read).unwrap().contains("art = '''\n # +\n# . #\n # #\n'''\n"));
}

fn wrapped(lattice: &str, size: &str, wrap: &str, list: &str) -> Result<Problem, String> {
    let text =
        format!("title = 'x'\npieces = '{list}'\n[board]\nlattice = '{lattice}'\n{size}\nwrap = {wrap}\n");
    puzzle::parse(&text).map(|puzzle| puzzle.problem).map_err(|e| e.message)
}

/// Pairs of neighbours are counted at the middles of the cells, perfect matchings by a recursion over all cells.
fn matchings(cells: usize, pairs: &[(usize, usize)]) -> u64 {
    fn rest(free: u64, pairs: &[(usize, usize)]) -> u64 {
        if free == 0 {
            return 1;
        }
        let first = free.trailing_zeros() as usize;
        let others = pairs.iter().filter(|&&(a, b)| a == first && free >> b & 1 == 1);
        others.map(|&(a, b)| rest(free & !(1 << a) & !(1 << b), pairs)).sum()
    }
    let mut both: Vec<(usize, usize)> = pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    both.sort_unstable();
    both.dedup();
    rest((1 << cells) - 1, &both)
}

#[test]
fn boards_that_wrap() {
    // Side by side are what differs by one of these, in the numbers that cells are written with.
    let hex: &[[i64; 3]] = &[[0, 1, 0], [0, 0, 1], [0, 1, -1]];
    let cube: &[[i64; 3]] = &[[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let boards = [
        ("hex", "size = 'hex-parallelogram:3x4'", "[3, 4]", "dihexes", [1, 3, 4], hex),
        ("hex", "size = 'hex-parallelogram:3x4'", "[0, 4]", "dihexes", [1, 3, 4], hex),
        ("hex", "size = 'hex-parallelogram:3x4'", "[3, 0]", "dihexes", [1, 3, 4], hex),
        ("cube", "size = '2x3x4'", "[2, 3, 4]", "dicubes", [2, 3, 4], cube),
        ("cube", "size = '2x3x4'", "[0, 3, 0]", "dicubes", [2, 3, 4], cube),
        ("square", "size = '4x5'", "[4, 0]", "dominoes", [1, 4, 5], &cube[1..]),
    ];
    for (lattice, size, wrap, list, sides, steps) in boards {
        let problem = wrapped(lattice, size, wrap, list).unwrap();
        let wraps = problem.region.wraps();
        let mut pairs = Vec::new();
        let number = |at: [i64; 3]| (0..3).fold(0, |n, i| n * sides[i] + at[i]) as usize;
        for at in
            (0..sides[0]).flat_map(|l| (0..sides[1]).flat_map(move |r| (0..sides[2]).map(move |c| [l, r, c])))
        {
            for step in steps {
                let mut to: [i64; 3] = std::array::from_fn(|i| at[i] + step[i]);
                for i in (0..3).filter(|&i| wraps[i]) {
                    to[i] = to[i].rem_euclid(sides[i]);
                }
                if (0..3).all(|i| (0..sides[i]).contains(&to[i])) && to != at {
                    pairs.push((number(at), number(to)));
                }
            }
        }
        let expected = matchings(sides.iter().product::<i64>() as usize, &pairs).to_string();
        for engine in [None, Some(Engine::Merge), Some(Engine::Zdd)] {
            let options = CountOptions { engine, ..CountOptions::default() };
            let counted = count(&problem, &options, &Control::default()).unwrap();
            let Answer::Total(total) = counted.answer else { panic!("a total") };
            assert_eq!(total.to_string(), expected, "{lattice} {wrap} by {engine:?}");
        }
        if expected.len() < 5 {
            assert_eq!(found(&problem, None).to_string(), expected, "{lattice} {wrap}");
        }
        let text = puzzle::write(
            &puzzle::parse(&format!(
                "title = 'x'\npieces = '{list}'\n[board]\nlattice = '{lattice}'\n{size}\nwrap = {wrap}\n"
            ))
            .unwrap(),
        )
        .unwrap();
        assert_eq!(puzzle::parse(&text).unwrap().problem, problem, "{text}");
    }
    // A torus has all rotations that keep its periods, a parallelogram of hexagons with unequal sides two.
    let symmetries =
        |wrap: &str, size: &str| wrapped("hex", size, wrap, "dihexes").unwrap().region.symmetries().count();
    assert_eq!(symmetries("[3, 3]", "size = 'hex-parallelogram:3x3'"), 12);
    assert_eq!(symmetries("[3, 4]", "size = 'hex-parallelogram:3x4'"), 2);
    // Half a turn and a reflection of this cylinder make a reflection with half a turn around it, so that they are no group.
    let cylinder = wrapped("triangle", "size = 'tri-parallelogram:2x3'", "[0, 2, 0]", "lozenge").unwrap();
    assert_eq!(cylinder.region.symmetries().count(), 2);
    // Cells beyond the period are read modulo it, and the box is as large as the period.
    let ring = wrapped("hex", "cells = [[0, 3], [0, 4], [0, 5], [0, 6]]", "[0, 4]", "dihexes").unwrap();
    assert_eq!(
        (ring.region.len(), ring.region.cols(), ring.count().unwrap().to_string()),
        (4, 4, "2".to_owned())
    );
    let gap = wrapped("triangle", "size = 'tri-parallelogram:1x2'", "[3, 0, 0]", "lozenge").unwrap();
    assert_eq!((gap.region.len(), gap.region.cols()), (4, 6));
    let error = |lattice: &str, size: &str, wrap: &str| wrapped(lattice, size, wrap, "1:I3").unwrap_err();
    assert_eq!(error("hex", "size = 'hexagon:2'", "[2, 0]"), "two cells of the board are 0,1 when it wraps");
    assert_eq!(
        error("hex", "size = 'hexagon:2'", "[3]"),
        "a cell is written with 2 numbers, and 1 periods are listed"
    );
    assert_eq!(
        error("triangle", "size = 'rhombus:2'", "[2, 2, 2]"),
        "what points up does not become what points down"
    );
    assert_eq!(error("hex", "size = 'hexagon:2'", "[-3, 0]"), "-3 is no period");
}

/// Dominoes on a ring of 2n cells: two tilings, which a step carries into each other. On tori the classes of the brute force:
/// every tiling moved in every way.
#[test]
fn up_to_translations() {
    let ring = wrapped("square", "size = '1x6'", "[0, 6]", "dominoes").unwrap();
    let tori = [
        wrapped("square", "size = '4x4'", "[4, 4]", "dominoes").unwrap(),
        wrapped("square", "size = '3x4'", "[3, 0]", "trominoes").unwrap(),
        wrapped("hex", "size = 'hex-parallelogram:3x4'", "[3, 4]", "dihexes").unwrap(),
        wrapped("cube", "size = '2x2x3'", "[2, 2, 3]", "dicubes").unwrap(),
        wrapped("triangle", "size = 'rhombus:3'", "[3, 3, 0]", "lozenge").unwrap(),
        wrapped("hex", "cells = [[0, 0], [0, 1], [0, 3], [0, 4]]", "[0, 6]", "dihexes,monohex").unwrap(),
    ];
    assert_eq!(found(&ring, Some(UpTo::Translations)), 1);
    for problem in tori {
        let control = Control::default();
        let encoded = std::sync::Arc::new(Encoded::new(&problem, &control).unwrap());
        let question = Question::tilings(problem.clone(), std::sync::Arc::clone(&encoded));
        let search = Search::new(&question, &Options::default(), &control).unwrap();
        let cells: Vec<polytile::board::Cell> = problem.region.cells().collect();
        let lattice = problem.region.lattice();
        let kinds = i64::from(lattice.kinds());
        let sides = [problem.region.layers(), problem.region.rows(), problem.region.cols()].map(i64::from);
        let wraps = problem.region.wraps();
        // A tiling as a set of sets of cells, moved by whole units.
        let moved = |tiling: &[Vec<polytile::board::Cell>], by: [i64; 3]| {
            let image = |cell: &polytile::board::Cell| {
                let at = [cell.layer, cell.row, cell.col].map(i64::from);
                let to: [i64; 3] = std::array::from_fn(|i| {
                    let to = at[i] + by[i] * if i == 2 { kinds } else { 1 };
                    if wraps[i] { to.rem_euclid(sides[i]) } else { to }
                });
                polytile::board::Cell::in_space(to[0] as u32, to[1] as u32, to[2] as u32)
            };
            let mut pieces: Vec<Vec<polytile::board::Cell>> = tiling
                .iter()
                .map(|piece| {
                    let mut piece: Vec<_> = piece.iter().map(image).collect();
                    piece.sort_unstable();
                    piece
                })
                .collect();
            pieces.sort_unstable();
            pieces
        };
        let mut classes = std::collections::BTreeSet::new();
        let mut listed = Vec::new();
        search
            .list(search.beginning(), None, &control, &mut |chosen| {
                let tiling = encoded.tiling(chosen);
                listed.push(tiling.laid().iter().map(|laid| laid.cells.clone()).collect::<Vec<_>>());
                polytile::solve::Reply::More
            })
            .unwrap();
        for tiling in &listed {
            let shifts = |i: usize| 0..if wraps[i] { sides[i] / if i == 2 { kinds } else { 1 } } else { 1 };
            let images =
                shifts(0).flat_map(|l| shifts(1).flat_map(move |r| shifts(2).map(move |c| [l, r, c])));
            let on_board = |image: &Vec<Vec<polytile::board::Cell>>| {
                image.iter().flatten().all(|cell| cells.contains(cell))
            };
            classes.insert(images.map(|by| moved(tiling, by)).filter(on_board).min().unwrap());
        }
        let expected = classes.len().to_string();
        assert_eq!(found(&problem, Some(UpTo::Translations)).to_string(), expected, "{:?}", problem.region);
        let options = CountOptions { up_to: Some(UpTo::Translations), ..CountOptions::default() };
        let Answer::Total(total) = count(&problem, &options, &control).unwrap().answer else {
            panic!("a total")
        };
        assert_eq!(total.to_string(), expected, "{:?}", problem.region);
        assert!(listed.len() > classes.len());
    }
    let flat = problem("hexagon:2", "dihexes,monohex");
    let options = CountOptions { up_to: Some(UpTo::Translations), ..CountOptions::default() };
    let error = count(&flat, &options, &Control::default()).unwrap_err().to_string();
    assert!(error.starts_with("no translation carries this board to itself"), "{error}");
}
