//! Tatami and fault-free tilings of every lattice, held against polygons (see `oracle/bodies.rs`), and known numbers of them.

#[path = "oracle/bodies.rs"]
mod bodies;

use bodies::{Board, Kind, coverings, keeps};
use polytile::board::{Cell, Coordinates, Lattice, Region};
use polytile::count::{Answer, CountOptions, Engine, count};
use polytile::exact_cover::Encoded;
use polytile::format::{board, pieces};
use polytile::pieces::Freedom;
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::Control;
use polytile::solve::{Options, Question, Search};
use polytile::tiling::{Laid, Tiling};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::cell::Cell as Tally;
use std::sync::Arc;

const KINDS: [(Kind, Lattice, [&str; 3]); 5] = [
    (Kind::Square, Lattice::Square, ["monomino", "dominoes", "trominoes"]),
    (Kind::Hex, Lattice::Hex, ["monohex", "dihexes", "trihexes"]),
    (Kind::Triangle, Lattice::Triangle, ["moniamond", "diamonds", "triamonds"]),
    (Kind::Cube, Lattice::Cube, ["monocube", "dicubes", "tricubes"]),
    (Kind::Prism, Lattice::Prism, ["monoprism", "diprisms", "triprisms"]),
];

/// A puzzle drawn at random.
#[derive(Clone, Debug)]
struct Given {
    which: usize,
    /// Layers, rows and columns of units.
    sides: [i64; 3],
    wraps: [bool; 3],
    board: Board,
    sizes: Vec<u32>,
    rules: Rules,
}

/// The numbers of a cell from layer, row, column and kind.
fn written(kind: Kind, [layer, row, col]: [i64; 3], which: i64) -> Vec<i64> {
    match kind {
        Kind::Square | Kind::Hex => vec![row, col],
        Kind::Triangle => vec![col, row, which],
        Kind::Cube => vec![layer, row, col],
        Kind::Prism => vec![col, row, which, layer],
    }
}

fn given() -> impl Strategy<Value = Given> {
    let rules = prop_oneof![Just((true, false)), Just((false, true)), Just((true, true))];
    let sizes = prop::sample::select(vec![vec![2], vec![1, 2], vec![2, 3], vec![1, 3], vec![3]]);
    let holes = (any::<bool>(), prop::collection::vec(prop::bool::weighted(0.2), 48));
    let wraps = (any::<bool>(), any::<[bool; 3]>());
    (0..KINDS.len(), any::<[Index; 3]>(), wraps, holes, any::<bool>(), sizes, rules).prop_map(
        |(which, sides, (glued, wraps), (holed, holes), around, mut sizes, (tatami, fault_free))| {
            let (kind, lattice, _) = KINDS[which];
            let most = match kind {
                Kind::Square | Kind::Hex => [1, 5, 5],
                Kind::Triangle => [1, 4, 4],
                Kind::Cube | Kind::Prism => [3, 3, 3],
            };
            // Where all cells around a point are to be there, two units in each direction are needed.
            let around = around && matches!(kind, Kind::Cube | Kind::Prism);
            let sides: [i64; 3] =
                std::array::from_fn(|i| if around { 2 } else { 1 + sides[i].index(most[i]) as i64 });
            let wraps: [bool; 3] = std::array::from_fn(|i| wraps[i] && glued && !around && most[i] > 1);
            if wraps.contains(&true) && kind != Kind::Triangle {
                // Around a small board several pieces of three cells may cover the same ones, in ways that sets do not tell apart.
                sizes = sizes.into_iter().map(|size| size.min(2)).collect();
                sizes.dedup();
            }
            let [layers, rows, cols] = sides;
            let units =
                (0..layers).flat_map(|l| (0..rows).flat_map(move |r| (0..cols).map(move |c| [l, r, c])));
            let kinds = i64::from(lattice.kinds());
            let mut cells: Vec<Vec<i64>> =
                units.flat_map(|at| (0..kinds).map(move |k| written(kind, at, k))).collect();
            if around && kind == Kind::Prism {
                // The twelve around the point 1,1.
                cells.retain(|c| kind.sides(c).iter().flatten().any(|p| p[..2] == [1500, 866]));
            } else if holed {
                let mut holes = holes.into_iter();
                cells.retain(|_| !holes.next().unwrap_or(false));
            }
            if cells.is_empty() {
                cells.push(written(kind, [0; 3], 0));
            }
            cells.sort_unstable();
            let period = std::array::from_fn(|i| if wraps[i] { sides[i] } else { 0 });
            let board = Board { kind, cells, periods: written(kind, period, 0) };
            let rules = Rules { tatami, fault_free: fault_free && kind != Kind::Hex };
            let mut given = Given { which, sides, wraps, board, sizes, rules };
            while given.board.cells.len() > 27
                || coverings(given.board.cells.len(), &given.board.met(), &given.sizes).is_none()
            {
                given.board.cells.pop();
            }
            given
        },
    )
}

impl Given {
    fn problem(&self) -> Problem {
        let (_, lattice, names) = KINDS[self.which];
        let full = Region::full(lattice, self.sides.map(|side| side as u64)).unwrap().wrapping(self.wraps);
        let kept: Vec<_> = self.board.cells.iter().map(|cell| self.cell(cell)).collect();
        let holes: Vec<_> = full.cells().filter(|cell| !kept.contains(cell)).collect();
        let list: Vec<&str> = self.sizes.iter().map(|&size| names[size as usize - 1]).collect();
        let pieces = pieces::list_on(lattice, &list.join(","), Freedom::Free).unwrap();
        Problem { rules: self.rules, ..Problem::new(full.without(&holes).unwrap(), pieces) }
    }

    fn cell(&self, numbers: &[i64]) -> Cell {
        let numbers = numbers.iter().map(|&n| n as u32).collect();
        KINDS[self.which].1.cell_at(&Coordinates(numbers)).unwrap()
    }

    /// A covering in the terms of the library: which of the pieces it is that a set forms, is what fits.
    fn tiling(&self, covering: &[u64], problem: &Problem) -> Tiling {
        let placements = problem.placements();
        let laid = covering.iter().map(|set| {
            let cells = (0..self.board.cells.len()).filter(|i| set >> i & 1 == 1);
            let mut cells: Vec<_> = cells.map(|i| self.cell(&self.board.cells[i])).collect();
            cells.sort_unstable();
            let indices: Vec<u32> = cells.iter().map(|&cell| problem.region.index(cell).unwrap()).collect();
            let piece = placements.iter().find(|placement| placement.cells == indices);
            let piece = piece.unwrap_or_else(|| panic!("{cells:?} is no placement")).piece as usize;
            Laid { piece, cells }
        });
        Tiling::new(laid.collect())
    }
}

fn total(problem: &Problem, engine: Option<Engine>, up_to: Option<UpTo>) -> String {
    let options = CountOptions { engine, up_to, ..CountOptions::default() };
    let counted = count(problem, &options, &Control::default()).unwrap();
    let Answer::Total(total) = counted.answer else { panic!("a total") };
    total.to_string()
}

/// Solutions by the search.
fn found(problem: &Problem, up_to: Option<UpTo>) -> String {
    let control = Control::default();
    let encoded = Arc::new(Encoded::new(problem, &control).unwrap());
    let options = Options { up_to, ..Options::default() };
    let search = Search::new(&Question::tilings(problem.clone(), encoded), &options, &control).unwrap();
    search.count(search.beginning(), None, &control).unwrap().found.to_string()
}

#[test]
fn every_lattice_against_its_polygons() {
    const CASES: u32 = 600;
    let tallies: Vec<[Tally<u32>; 3]> = KINDS.iter().map(|_| Default::default()).collect();
    let config = ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&given(), |given| {
        let problem = given.problem();
        let met = given.board.met();
        let all = coverings(given.board.cells.len(), &met, &given.sizes).unwrap();
        let Rules { tatami, fault_free } = given.rules;
        let allowed: Vec<&Vec<u64>> =
            all.iter().filter(|covering| keeps(covering, &met, tatami, fault_free)).collect();
        let expected = allowed.len().to_string();
        for engine in [None, Some(Engine::Merge), Some(Engine::Zdd)] {
            prop_assert_eq!(&total(&problem, engine, None), &expected, "{:?}", engine);
        }
        prop_assert_eq!(&found(&problem, None), &expected);
        // Demands are carried to demands.
        let mut ways = vec![UpTo::Symmetries, UpTo::Rotations];
        ways.extend(given.wraps.contains(&true).then_some(UpTo::Translations));
        for up_to in ways {
            prop_assert_eq!(found(&problem, Some(up_to)), total(&problem, None, Some(up_to)), "{}", up_to);
        }
        // Of many, some from all over.
        for covering in all.iter().step_by(1 + all.len() / 20) {
            let verdict = given.tiling(covering, &problem).check(&problem);
            prop_assert_eq!(verdict.is_ok(), keeps(covering, &met, tatami, fault_free), "{:?}", verdict);
        }
        let add = |i: usize, more: bool| {
            let tally = &tallies[given.which][i];
            tally.set(tally.get() + u32::from(more));
        };
        let broken =
            |tatami, fault_free| all.iter().any(|covering| !keeps(covering, &met, tatami, fault_free));
        add(0, !allowed.is_empty());
        add(1, tatami && broken(true, false));
        add(2, fault_free && broken(false, true));
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
    let said: Vec<[u32; 3]> = tallies.iter().map(|tally| [0, 1, 2].map(|i| tally[i].get())).collect();
    for (which, &[some, tatami, fault_free]) in said.iter().enumerate() {
        assert!(some > 15 && tatami > 3, "too few have a tiling, or break a rule: {said:?}");
        assert!(fault_free > 15 || KINDS[which].0 == Kind::Hex, "too few have fault lines: {said:?}");
    }
}

fn problem(board: &str, list: &str, rules: Rules) -> Problem {
    let region: Region = board::short_form(board).unwrap_or_else(|e| panic!("{board}: {e}"));
    let pieces = pieces::list_on(region.lattice(), list, Freedom::Natural).unwrap();
    Problem { rules, ..Problem::new(region, pieces) }
}

const TATAMI: Rules = Rules { tatami: true, fault_free: false };
const FAULT_FREE: Rules = Rules { tatami: false, fault_free: true };

#[test]
fn numbers_that_are_known() {
    let known = [
        // A line cuts a hexagon so that there are more triangles of one sort than of the other on both of its sides: a lozenge
        // lies on it. So all tilings are free of faults (MacMahon).
        ("tri-hexagon:1", "lozenge", FAULT_FREE, "2"),
        ("tri-hexagon:3", "lozenge", FAULT_FREE, "980"),
        ("tri-hexagon:2,3,4", "lozenge", FAULT_FREE, "490"),
        // Of a rhombus there is one tiling, by lozenges that lie as it does.
        ("rhombus:1", "lozenge", FAULT_FREE, "1"),
        ("rhombus:2", "lozenge", FAULT_FREE, "0"),
        ("rhombus:2", "lozenge", TATAMI, "1"),
        ("tri-hexagon:1", "moniamond", TATAMI, "0"),
        ("tri-hexagon:1", "moniamond", FAULT_FREE, "0"),
        // A lozenge on each of the three diagonals, on one half or the other. Of the 18 matchings of a ring of six all but the empty one.
        ("tri-hexagon:1", "moniamond,lozenge", FAULT_FREE, "2"),
        ("tri-hexagon:1", "moniamond,lozenge", TATAMI, "17"),
        ("hexagon:2", "monohex", TATAMI, "0"),
        ("hex-parallelogram:1x5", "monohex", TATAMI, "1"),
        // Nine matchings of the vertices of a cube, by twelve edges.
        ("2x2x2", "dicubes", Rules { tatami: false, fault_free: false }, "9"),
        ("2x2x2", "dicubes", TATAMI, "9"),
        ("2x2x2", "dicubes", FAULT_FREE, "0"),
        ("2x2x2", "monocube", TATAMI, "0"),
        ("2x2x2", "1:dicube,monocube", TATAMI, "12"),
        // A tripod, which all three planes cut.
        ("2x2x2", "1:tripod,4:monocube", FAULT_FREE, "8"),
        // Around a ring of two cells a domino lies on both of the lines between them.
        ("torus:2x2", "dominoes", FAULT_FREE, "0"),
        ("torus:1x2", "dominoes", FAULT_FREE, "1"),
    ];
    for (board, list, rules, expected) in known {
        let problem = problem(board, list, rules);
        for engine in [None, Some(Engine::Merge), Some(Engine::Zdd)] {
            assert_eq!(total(&problem, engine, None), expected, "{board} {list} {rules:?} by {engine:?}");
        }
        if expected.len() < 4 {
            assert_eq!(found(&problem, None), expected, "{board} {list} {rules:?}");
        }
    }
}

#[test]
fn lines_that_there_are() {
    // A cell, and whether a plane along one of its sides cuts no cell near it.
    for (kind, lattice, _) in KINDS {
        let size = if lattice.is_flat() { [0, 1] } else { [-2, 3] };
        let units =
            (size[0]..size[1]).flat_map(|l| (-3..4).flat_map(move |r| (-3..4).map(move |c| [l, r, c])));
        let near: Vec<Vec<i64>> =
            units.flat_map(|at| (0..i64::from(lattice.kinds())).map(move |k| written(kind, at, k))).collect();
        for which in 0..i64::from(lattice.kinds()) {
            let cell = written(kind, [0; 3], which);
            let whole = kind
                .sides(&cell)
                .iter()
                .filter(|side| !near.iter().any(|near| kind.is_cut(near, side)))
                .count();
            let all = kind.sides(&cell).len();
            assert_eq!(whole, if kind == Kind::Hex { 0 } else { all }, "{lattice}");
        }
    }
}
