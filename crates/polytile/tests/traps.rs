//! The traps of the trade: mistakes that published programs and tables have made, each of which gives a plausible
//! number. There is one test for each, by every engine and order that applies; the expected numbers are published,
//! follow from a closed form, or are small enough to be counted by hand.

use num_bigint::BigUint;
use polytile::board::{Cell, Region, Topology};
use polytile::count::{Answer, CountOptions, Counted, Engine, Order, count};
use polytile::format::pieces::list;
use polytile::frontier::sample::sample;
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, Polyform, catalogue};
use polytile::problem::{Problem, UpTo};
use polytile::run::{Control, Refused, Stopped};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const WAYS: [(Option<Engine>, Option<Order>); 6] = [
    (None, None),
    (Some(Engine::Merge), Some(Order::Rows)),
    (Some(Engine::Merge), Some(Order::Columns)),
    (Some(Engine::Merge), Some(Order::Diagonals)),
    (Some(Engine::Dense), Some(Order::Rows)),
    (Some(Engine::Dense), Some(Order::Columns)),
];

fn rectangle(rows: u64, cols: u64) -> Region {
    Region::rectangle(rows, cols).unwrap()
}

fn puzzle(region: Region, pieces: &str) -> Problem {
    Problem::new(region, list(pieces, Freedom::Free).unwrap())
}

fn total(counted: Counted) -> BigUint {
    match counted.answer {
        Answer::Total(n) => n,
        other => panic!("a total, not {other}"),
    }
}

/// The counts of every way that applies, and how many of them are dense.
fn all_ways(problem: &Problem) -> (Vec<BigUint>, usize) {
    let mut dense = 0;
    let found = WAYS.into_iter().filter_map(|(engine, order)| {
        let options = CountOptions { engine, order, ..CountOptions::default() };
        // An array of heights for a long side does not fit into any memory.
        match count(problem, &options, &Control::default().memory(1 << 25)) {
            Ok(counted) => {
                dense += usize::from(engine == Some(Engine::Dense));
                Some(total(counted))
            }
            Err(Refused::Unable(_) | Refused::Stopped(Stopped::OutOfMemory { .. }))
                if engine == Some(Engine::Dense) =>
            {
                None
            }
            Err(error) => panic!("{engine:?} by {order:?}: {error}"),
        }
    });
    (found.collect(), dense)
}

#[track_caller]
fn assert_count(problem: &Problem, expected: impl Into<BigUint>) {
    let (found, _) = all_ways(problem);
    assert_eq!(
        found,
        vec![expected.into(); found.len()],
        "{}x{}",
        problem.region.rows(),
        problem.region.cols()
    );
}

fn shape(cells: &[(u32, u32)]) -> Polyform {
    Polyform::new(cells.iter().map(|&(r, c)| Cell::new(r, c))).unwrap()
}

/// The program that circulates for Project Euler 161 lists one orientation of the L tromino twice and misses another:
/// it finds 13 tilings of 2x9 where there are 41.
#[test]
fn all_six_orientations_of_the_trominoes() {
    let drawn: BTreeSet<Polyform> = [
        [(0, 0), (0, 1), (0, 2)],
        [(0, 0), (1, 0), (2, 0)],
        [(0, 0), (0, 1), (1, 0)],
        [(0, 0), (0, 1), (1, 1)],
        [(0, 0), (1, 0), (1, 1)],
        [(0, 1), (1, 0), (1, 1)],
    ]
    .iter()
    .map(|cells| shape(cells))
    .collect();
    assert_eq!(drawn.len(), 6);
    for freedom in [Freedom::Free, Freedom::OneSided, Freedom::Fixed] {
        let pieces = PieceSet::all(3, freedom);
        let listed: Vec<Polyform> = pieces.iter().flat_map(|p| p.orientations.iter().cloned()).collect();
        assert_eq!(listed.len(), 6, "none twice");
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), drawn, "none missing");
        assert_count(&Problem::new(rectangle(2, 9), pieces.clone()), 41_u8);
        assert_count(&Problem::new(rectangle(9, 2), pieces), 41_u8);
    }
    // With any one L missing, its partner in the 2x3 rectangle has no place and the other two make 13.
    for missing in drawn.iter().filter(|s| s.rows() == 2 && s.cols() == 2) {
        let others = drawn.iter().filter(|s| *s != missing);
        let piece = |(i, s)| Piece::new(format!("p{i}"), s, Freedom::Fixed, Copies::ANY);
        let five = PieceSet::new(others.enumerate().map(piece).collect());
        assert_count(&Problem::new(rectangle(2, 9), five), 13_u8);
    }
}

/// A piece can leave a covered cell below an uncovered one, which column heights alone do not describe: so a table of the
/// OEIS had 1294 for dominoes and trominoes on 4x4 until 2025.
#[test]
fn overhangs_are_not_lost() {
    let known = [
        (1, 4, 1),
        (2, 4, 17),
        (3, 4, 145),
        (4, 4, 1352),
        (5, 4, 12688),
        (6, 4, 115_958),
        (9, 4, 91_795_006),
    ];
    for (rows, cols, expected) in known {
        for (rows, cols) in [(rows, cols), (cols, rows)] {
            let problem = puzzle(rectangle(rows, cols), "dominoes,trominoes");
            assert_count(&problem, expected as u64);
            assert_eq!(all_ways(&problem).1, 2, "the dense engine has an answer too");
        }
    }
}

/// Fibonacci numbers and powers pass every boundary of a limb, a prime or the range of floating point on their way; a
/// count put together from too few residues would wrap there.
#[test]
fn counts_do_not_wrap() {
    let dominoes = puzzle(rectangle(2, 1), "dominoes").pieces;
    let (mut before, mut fibonacci) = (BigUint::from(0_u8), BigUint::from(1_u8));
    for n in 1..=1700_u64 {
        let next = &before + &fibonacci;
        before = std::mem::replace(&mut fibonacci, next);
        // Around every multiple of 31 bits, which hits words, primes of 62 bits and 2^1024 alike; and now and then.
        let near = |bits: u64| bits % 31 <= 1 || bits % 31 == 30 || bits % 64 <= 1;
        if !near(fibonacci.bits()) && n % 97 != 0 {
            continue;
        }
        let ask = |rows, cols, engine, order| {
            let problem = Problem::new(rectangle(rows, cols), dominoes.clone());
            let options = CountOptions { engine, order, ..CountOptions::default() };
            total(count(&problem, &options, &Control::default()).unwrap())
        };
        assert_eq!(ask(n, 2, None, None), fibonacci, "{n}x2");
        if n % 3 == 0 || n < 450 {
            assert_eq!(ask(n, 2, Some(Engine::Merge), Some(Order::Rows)), fibonacci, "{n}x2");
            assert_eq!(ask(2, n, Some(Engine::Dense), Some(Order::Columns)), fibonacci, "2x{n}");
        }
    }
    // k monominoes with names of their own cover n cells in k^n ways.
    let monomino = shape(&[(0, 0)]);
    for k in [1, 2, 3, 4, 7, 16, 200_u32] {
        let named = |i| Piece::new(format!("m{i}"), &monomino, Freedom::Free, Copies::ANY);
        let pieces = PieceSet::new((0..k).map(named).collect());
        for (rows, cols) in [
            (1, 1),
            (1, 31),
            (1, 62),
            (1, 63),
            (1, 64),
            (8, 8),
            (1, 65),
            (1, 128),
            (3, 43),
            (3, 100),
            (400, 1),
        ] {
            let problem = Problem::new(rectangle(rows, cols), pieces.clone());
            let (found, dense) = all_ways(&problem);
            assert_eq!(found, vec![BigUint::from(k).pow((rows * cols) as u32); found.len()], "{rows}x{cols}");
            assert!(dense > 0 && found.len() == 4 + dense, "{k} names on {rows}x{cols}: {dense}");
        }
    }
}

/// Cutting the board in the middle and adding up products loses or repeats what the cut goes through. No engine makes
/// this mistake: each decides all cells in one pass, and the samples go back through the very layers that the pass
/// left. So a board scanned from one side has as many tilings as from the other, and as its transpose.
#[test]
fn scanned_from_either_side() {
    for (rows, cols) in [(4, 9), (5, 8), (6, 6), (3, 10)] {
        for (names, freedom) in [
            ("dominoes", Freedom::Free),
            ("trominoes", Freedom::Free),
            ("dominoes,trominoes", Freedom::Free),
            ("tetrominoes", Freedom::Free),
            ("L4,O4,I4", Freedom::OneSided),
            ("pentominoes", Freedom::Free),
            ("monomino,L3,S4", Freedom::Fixed),
        ] {
            let pieces = list(names, freedom).unwrap();
            // The pieces as they look from the left, from below, and in the transpose.
            let seen = |map: &dyn Fn(Cell, u32, u32) -> Cell| {
                let image = |p: &Polyform| {
                    Polyform::new(p.cells().iter().map(|&c| map(c, p.rows(), p.cols()))).unwrap()
                };
                let piece = |p: &Piece| {
                    let mut orientations: Vec<_> = p.orientations.iter().map(image).collect();
                    orientations.sort();
                    Piece { orientations, ..p.clone() }
                };
                PieceSet::new(pieces.iter().map(piece).collect())
            };
            let upside_down = seen(&|c, rows, _| Cell::new(rows - 1 - c.row, c.col));
            let mirrored = seen(&|c, _, cols| Cell::new(c.row, cols - 1 - c.col));
            let transposed = seen(&|c, _, _| Cell::new(c.col, c.row));
            let problem = Problem::new(rectangle(rows, cols), pieces);
            let expected = sample(&problem, 0, 0, &Control::default(), |_| {}).unwrap();
            assert_count(&problem, expected.clone());
            assert_count(&Problem::new(rectangle(rows, cols), upside_down), expected.clone());
            assert_count(&Problem::new(rectangle(rows, cols), mirrored), expected.clone());
            assert_count(&Problem::new(rectangle(cols, rows), transposed), expected);
        }
    }
}

/// Around a ring a piece can be laid in several ways that cover the same cells: these are one placement.
#[test]
fn wrapped_placements_are_sets_of_cells() {
    let torus = |rows, cols| Region::wrapped(Topology::Torus, rows, cols).unwrap();
    let cylinder = |rows, cols| Region::wrapped(Topology::Cylinder, rows, cols).unwrap();
    let known = [
        // All in the first row and the second, or in the columns; counted as ways to lay, there would be 8.
        (torus(2, 2), "dominoes", 2_u32),
        (torus(1, 2), "dominoes", 1),
        (cylinder(1, 2), "dominoes", 1),
        (cylinder(2, 1), "dominoes", 1),
        (cylinder(2, 2), "dominoes", 2),
        (torus(1, 1), "dominoes", 0),
        (torus(1, 1), "monomino", 1),
        // A ring of n cells by dominoes, two ways but for n = 2; with single cells, Lucas numbers.
        (torus(1, 4), "dominoes", 2),
        (torus(1, 3), "monomino,dominoes", 4),
        (torus(5, 1), "monomino,dominoes", 11),
        // Three rings, or three rings the other way.
        (torus(3, 3), "I3", 2),
        (cylinder(3, 3), "I3", 2),
        // A bar does not lie on a ring that is too short for it.
        (torus(2, 2), "I3", 0),
        (torus(2, 3), "I3", 1),
        (torus(6, 2), "I3", 9),
        // Three of four cells in one way each.
        (torus(2, 2), "monomino,L3", 5),
        (torus(2, 2), "L4", 0),
        (torus(2, 2), "O4", 1),
        // Published: Kasteleyn 1961, OEIS A004003 and A220562.
        (torus(4, 4), "dominoes", 272),
        (torus(8, 8), "dominoes", 311_853_312),
    ];
    for (region, names, expected) in known {
        assert_count(&puzzle(region, names), expected);
    }
    let distinct = puzzle(torus(2, 2), "dominoes").placements();
    assert_eq!(distinct.iter().map(|p| p.cells.to_vec()).collect::<BTreeSet<_>>().len(), distinct.len());
}

/// Scanning along the short side keeps the boundary short: the other way pentominoes on 8x10 take forty times as long.
#[test]
fn scanned_along_the_short_side() {
    let plan = |rows, cols| {
        let problem = puzzle(rectangle(rows, cols), "pentominoes");
        // The plan matters more than the count here, so one limb will do.
        let options = CountOptions { modulo: Some(BigUint::from(2_u8)), ..CountOptions::default() };
        count(&problem, &options, &Control::default()).unwrap().plan
    };
    let (wide, tall) = (plan(8, 10), plan(10, 8));
    let (by_columns, by_rows) = (wide.choice().unwrap(), tall.choice().unwrap());
    assert_eq!(by_columns.order, Some(Order::Columns), "{}", wide.reason);
    assert_eq!(by_rows.order, Some(Order::Rows), "{}", tall.reason);
    assert_eq!(by_columns.engine, by_rows.engine);
    for (a, b) in [(by_columns.seconds, by_rows.seconds), (by_columns.states, by_rows.states)] {
        let (a, b) = (a.unwrap(), b.unwrap());
        assert!(a < 2.0 * b && b < 2.0 * a, "{a} against {b}");
    }
    // And the plan knows that the other way is the worse one.
    for (plan, order) in [(&wide, Order::Rows), (&tall, Order::Columns)] {
        let chosen = plan.choice().unwrap();
        let other =
            plan.candidates.iter().find(|c| c.engine == chosen.engine && c.order == Some(order)).unwrap();
        let (other, chosen) = (other.seconds.unwrap(), chosen.seconds.unwrap());
        assert!(other > 2.0 * chosen, "{other} against {chosen}");
    }
}

/// Boards that area or colours rule out are answered before any search, which might never end.
#[test]
fn boards_without_tiling_are_answered_at_once() {
    let corners = |n: u32| [Cell::new(0, 0), Cell::new(n - 1, n - 1)];
    let drawn = |rows: &[&str]| {
        let rows: Vec<Vec<bool>> = rows.iter().map(|r| r.chars().map(|c| c == '#').collect()).collect();
        Region::from_rows(&rows).unwrap()
    };
    let limited = |region, copies: &[(&str, Copies)]| {
        let named = |name: &str| catalogue::find(name).unwrap();
        let piece =
            |&(name, copies): &(&str, Copies)| Piece::from_catalogue(&named(name), Freedom::Free, copies);
        Problem::new(region, PieceSet::new(copies.iter().map(piece).collect()))
    };
    let barbell = {
        // Two halls of odd size, far apart on a large board.
        let hall = |r, c: u32| r < 25 && !(25..75).contains(&c);
        let holes = (0..60).flat_map(|r| (0..100).map(move |c| Cell::new(r, c)));
        rectangle(60, 100).without(&holes.filter(|c| !hall(c.row, c.col)).collect::<Vec<_>>()).unwrap()
    };
    let impossible = [
        // Area.
        puzzle(rectangle(41, 41), "dominoes"),
        puzzle(rectangle(50, 50), "trominoes"),
        puzzle(rectangle(31, 31), "tetrominoes,hexominoes"),
        puzzle(rectangle(1, 7), "I4,pentominoes"),
        puzzle(Region::wrapped(Topology::Torus, 41, 41).unwrap(), "dominoes"),
        limited(rectangle(40, 40), &[("domino", Copies::between(0, 799).unwrap())]),
        limited(rectangle(40, 40), &[("monomino", Copies::ANY), ("L3", Copies::at_least(534))]),
        limited(rectangle(6, 10), &[("X", Copies::exactly(1)), ("I5", Copies::exactly(10))]),
        // Colours.
        puzzle(rectangle(40, 40).without(&corners(40)).unwrap(), "dominoes"),
        puzzle(rectangle(42, 42).without(&corners(42)).unwrap(), "dominoes,I4,L4,O4,S4"),
        puzzle(
            Region::rectangle(39, 40).unwrap().without(&[Cell::new(0, 0), Cell::new(38, 38)]).unwrap(),
            "dominoes",
        ),
        // Every part for itself.
        puzzle(barbell, "dominoes"),
        puzzle(drawn(&["#.##", "#..."]), "I3,I4"),
        puzzle(drawn(&["###.####", "........", "#####..."]), "trominoes"),
        puzzle(drawn(&["###.###", "###.###", "###.###"]), "dominoes"),
        puzzle(drawn(&["##.", "#..", "..#", ".##"]), "dominoes"),
    ];
    // An engine would notice at once that there is no memory; looking only at areas and colours is soon done.
    let looks = Arc::new(AtomicU64::new(0));
    let stopped = || {
        looks.store(0, Ordering::Relaxed);
        let counter = Arc::clone(&looks);
        Control::default().memory(0).on_progress(move |_| _ = counter.fetch_add(1, Ordering::Relaxed))
    };
    let soon = |problem: &Problem| {
        let looks = looks.load(Ordering::Relaxed);
        assert!(looks <= 20, "{looks} looks: {problem:?}");
    };
    for problem in &impossible {
        for engine in [None, Some(Engine::Merge), Some(Engine::Dense)] {
            for up_to in [None, Some(UpTo::Symmetries), Some(UpTo::Rotations)] {
                let options = CountOptions { engine, up_to, ..CountOptions::default() };
                let counted = count(problem, &options, &stopped()).unwrap();
                let Counted { answer, plan, peak_states } = counted;
                let expected = (Answer::Total(BigUint::ZERO), None, 0);
                assert_eq!((answer, plan.chosen, peak_states), expected, "{problem:?}");
                soon(problem);
            }
        }
        let options = CountOptions { by_piece: true, ..CountOptions::default() };
        assert_eq!(count(problem, &options, &stopped()).unwrap().answer, Answer::ByPiece(Vec::new()));
        soon(problem);
    }
    let possible = puzzle(rectangle(40, 40), "dominoes");
    assert!(count(&possible, &CountOptions::default(), &stopped()).is_err(), "an engine does stop");
}
