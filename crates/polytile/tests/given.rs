//! Placements that are given, held against a brute force.
//!
//! Small boards, with holes and wraps and rules, and pieces with copies, are drawn at random, and of them some placements: those of
//! a tiling, so that there is one, or any that do not overlap. Every tiling of the board is listed without the library (see
//! `oracle/tilings.rs`); those that have all of what is given are what every engine must find.

#[path = "oracle/tilings.rs"]
#[expect(dead_code, reason = "other tests ask for more")]
mod oracle;

use num_bigint::BigUint;
use oracle::{Brute, Given, Placed, Shape, grid, placed};
use polytile::ask::sample::{Engine as Drawing, Sampler};
use polytile::board::Topology;
use polytile::count::{CountOptions, Engine, Order, count};
use polytile::exact_cover::{Encoded, certify};
use polytile::pieces::{Freedom, PiecesError, catalogue};
use polytile::problem::{Laid, Problem, UpTo};
use polytile::run::{Control, Refused};
use polytile::solve::{Engine as Searching, Options, Question, Reply, Search};
use polytile::zdd::Family;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A board with pieces, and picks of what is given on it: from a tiling, or from anywhere.
#[derive(Clone, Debug)]
struct Case {
    given: Given,
    of_tiling: bool,
    picks: Vec<Index>,
    seed: u64,
}

/// Names of one-sided pieces, with the most copies of each.
const SETS: [&[(&str, Option<u32>)]; 6] = [
    &[("domino", None)],
    &[("I3", None), ("L3", None)],
    &[("domino", Some(3)), ("L3", None), ("monomino", Some(2))],
    &[("O4", None), ("T4", None), ("L4", Some(2)), ("domino", None)],
    &[("L3", Some(4)), ("domino", None), ("I3", Some(1))],
    &[("monomino", None), ("S4", None)],
];

fn cases() -> impl Strategy<Value = Case> {
    let topology =
        prop_oneof![4 => Just(Topology::Plane), 1 => Just(Topology::Cylinder), 1 => Just(Topology::Torus)];
    let freedom =
        prop_oneof![3 => Just(Freedom::Free), 1 => Just(Freedom::OneSided), 1 => Just(Freedom::Fixed)];
    let holes = prop::collection::vec(prop::bool::weighted(0.1), 30);
    let picks = prop::collection::vec(any::<Index>(), 1..4);
    let rules = (prop::bool::weighted(0.15), prop::bool::weighted(0.15));
    let size = (2..6_i32, 2..6_i32);
    (topology, freedom, size, holes, 0..SETS.len(), rules, any::<bool>(), picks, any::<u64>()).prop_map(
        |(topology, freedom, (rows, cols), holes, set, (tatami, fault_free), of_tiling, picks, seed)| {
            let shapes = SETS[set].iter().map(|&(name, most)| {
                let cells = catalogue::find(name)
                    .unwrap()
                    .shape
                    .cells()
                    .iter()
                    .map(|c| (c.row as i32, c.col as i32))
                    .collect();
                Shape { cells, freedom, least: 0, most }
            });
            let whole = picks.len() % 2 == 0;
            let cells = grid(rows, cols)
                .zip(holes)
                .filter(|(_, hole)| whole || !hole)
                .map(|(cell, _)| cell)
                .collect();
            let mut given =
                Given { topology, rows, cols, cells, shapes: shapes.collect(), tatami, fault_free };
            if given.cells.is_empty() {
                given.cells.push((0, 0));
            }
            while Brute::new(&given).is_none() {
                given.cells.pop();
            }
            Case { given, of_tiling, picks, seed }
        },
    )
}

/// What is given: some placements that do not overlap, and no more of a piece than there may be.
fn picked(case: &Case, tilings: &[&[Placed]]) -> Vec<Placed> {
    let from: Vec<Placed> = match tilings {
        [] => placed(&case.given).into_iter().collect(),
        _ if case.of_tiling => case.picks[0].get(tilings).to_vec(),
        _ => placed(&case.given).into_iter().collect(),
    };
    let mut given: Vec<Placed> = Vec::new();
    for pick in &case.picks {
        if from.is_empty() {
            break;
        }
        let one = *pick.get(&from);
        let used = given.iter().filter(|other| other.0 == one.0).count() as u32;
        let room = case.given.shapes[one.0].most.is_none_or(|most| used < most);
        if room && given.iter().all(|other| other.1 & one.1 == 0) {
            given.push(one);
        }
    }
    given
}

/// The symmetries that carry what is given to itself.
fn fixing(brute: &Brute<'_>, given: &[Placed], turns_only: bool) -> Vec<(Vec<usize>, Vec<usize>)> {
    let all = brute.those_of((0..8).filter(|&map| !turns_only || oracle::is_turn(map)));
    let moved = |cells: &[usize], set: u64| {
        (0..64).filter(|i| set >> i & 1 == 1).map(|i| 1_u64 << cells[i]).sum::<u64>()
    };
    all.into_iter()
        .filter(|(cells, pieces)| {
            given.iter().all(|&(p, set)| given.contains(&(pieces[p], moved(cells, set))))
        })
        .collect()
}

const WAYS: [(Option<Engine>, Option<Order>); 7] = [
    (None, None),
    (Some(Engine::Merge), Some(Order::Rows)),
    (Some(Engine::Merge), Some(Order::Columns)),
    (Some(Engine::Merge), Some(Order::Diagonals)),
    (Some(Engine::Dense), Some(Order::Rows)),
    (Some(Engine::Zdd), None),
    (Some(Engine::Kasteleyn), None),
];

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The problem with what is given, and the tilings that have it.
fn posed<'t>(
    case: &Case,
    brute: &Brute<'_>,
    tilings: &[&'t [Placed]],
) -> (Problem, Vec<Placed>, Vec<&'t [Placed]>) {
    let given = picked(case, tilings);
    let laid: Vec<Laid> = brute.write(&given).laid().to_vec();
    let problem = case.given.problem().with_given(laid).unwrap();
    let left =
        tilings.iter().copied().filter(|tiling| given.iter().all(|one| tiling.contains(one))).collect();
    (problem, given, left)
}

proptest! {
    #![proptest_config(config(700))]

    #[test]
    fn counts_by_every_engine(case in cases()) {
        let brute = Brute::new(&case.given).unwrap();
        let all = brute.tilings();
        let (problem, given, tilings) = posed(&case, &brute, &all);
        prop_assert_eq!(problem.symmetries().len(), fixing(&brute, &given, false).len());
        for (engine, order) in WAYS {
            for (up_to, by_piece) in [
                (None, false), (None, true), (Some(UpTo::Symmetries), false), (Some(UpTo::Rotations), false),
            ] {
                let options = CountOptions { up_to, by_piece, engine, order, ..CountOptions::default() };
                let found = count(&problem, &options, &Control::default());
                if engine.is_some() && matches!(found, Err(Refused::Unable(_))) {
                    continue;
                }
                let listed = match up_to {
                    None => tilings.clone(),
                    Some(up_to) => Brute::orbits(&tilings, &fixing(&brute, &given, up_to == UpTo::Rotations)),
                };
                let expected = if by_piece { brute.by_copies(&listed, None) } else { Brute::total(&listed, None) };
                prop_assert_eq!(found.map(|found| found.answer), Ok(expected), "{:?} {:?}", given, options);
            }
        }
        let certified = certify(&problem.rest(), &Control::default()).unwrap();
        prop_assert!(certified.is_none() || tilings.is_empty(), "{:?}", given);
    }

    #[test]
    fn searches_diagrams_and_samples(case in cases()) {
        let brute = Brute::new(&case.given).unwrap();
        let all = brute.tilings();
        let (problem, given, tilings) = posed(&case, &brute, &all);
        let control = Control::default();
        let expected: BTreeSet<Vec<Placed>> = tilings.iter().map(|tiling| tiling.to_vec()).collect();
        let classes = Brute::orbits(&tilings, &fixing(&brute, &given, false)).len();
        let encoded = Arc::new(Encoded::new(&problem, &control).unwrap());
        let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
        for engine in [None, Some(Searching::Bitboard), Some(Searching::Sparse)] {
            for up_to in [None, Some(UpTo::Symmetries)] {
                let options = Options { engine, up_to, ..Options::default() };
                let search = match Search::new(&question, &options, &control) {
                    Err(Refused::Unable(_)) if engine.is_some() => continue,
                    search => search.unwrap(),
                };
                let mut found = BTreeSet::new();
                search.list(search.beginning(), None, &control, &mut |chosen| {
                    let tiling = encoded.tiling(chosen);
                    assert_eq!(tiling.check(&problem), Ok(()));
                    assert!(found.insert(brute.read(&tiling)));
                    Reply::More
                }).unwrap();
                if up_to.is_some() {
                    prop_assert_eq!(found.len(), classes);
                } else {
                    prop_assert_eq!(&found, &expected);
                }
            }
        }
        let family = Family::tilings(&problem, None, &control).unwrap();
        let held: BTreeSet<_> = family.diagram().sets().map(|set| brute.read(&family.tiling(&set).unwrap())).collect();
        prop_assert_eq!(&held, &expected);
        let mut file = Vec::new();
        family.save(&mut file, &control).unwrap();
        prop_assert_eq!(Family::load(Arc::new(file), &control).unwrap(), family);
        for engine in [None, Some(Drawing::Merge), Some(Drawing::Zdd), Some(Drawing::Shuffling), Some(Drawing::Coupling)] {
            let mut sampler = match Sampler::new(&problem, engine, &control) {
                Err(_) if engine.is_some() => continue,
                sampler => sampler.unwrap(),
            };
            if let Some(total) = sampler.total() {
                prop_assert_eq!(total.clone(), BigUint::from(tilings.len()));
            }
            if !tilings.is_empty() {
                let mut drawn = Vec::new();
                sampler.draw(0..5, case.seed, &control, |tiling| { drawn.push(tiling); true }).unwrap();
                for tiling in drawn {
                    prop_assert_eq!(tiling.check(&problem), Ok(()));
                    prop_assert!(expected.contains(&brute.read(&tiling)));
                }
            }
        }
    }

    #[test]
    fn the_checker_asks_for_what_is_given(case in cases()) {
        let brute = Brute::new(&case.given).unwrap();
        let all = brute.tilings();
        let (problem, given, _) = posed(&case, &brute, &all);
        for tiling in all.iter().take(50) {
            let right = given.iter().all(|one| tiling.contains(one));
            prop_assert_eq!(brute.write(tiling).check(&problem).is_ok(), right, "{:?} {:?}", given, tiling);
        }
    }
}

#[test]
fn what_cannot_be_given() {
    let problem = |list: &str| Problem::new("4x4".parse().unwrap(), list.parse().unwrap());
    let cells = |text: &str| {
        let at = |word: &str| {
            let (row, col) = word.split_once(',').unwrap();
            polytile::board::Cell::new(row.parse().unwrap(), col.parse().unwrap())
        };
        text.split(' ').map(at).collect::<Vec<_>>()
    };
    let laid = |piece: usize, text: &str| Laid { piece, cells: cells(text) };
    let given = |given: Vec<Laid>| problem("0..1:L3,domino").with_given(given).map(|p| p.given.len());
    assert_eq!(given(vec![laid(0, "1,0 0,1 0,0"), laid(1, "3,3 3,2")]), Ok(2));
    assert_eq!(given(vec![laid(2, "0,0")]), Err(PiecesError::NoPiece(2)));
    assert!(matches!(given(vec![laid(1, "3,3 3,4")]), Err(PiecesError::Outside { .. })));
    assert!(matches!(given(vec![laid(1, "0,0 1,1")]), Err(PiecesError::Shape { .. })));
    assert!(matches!(given(vec![laid(1, "0,0 0,1"), laid(1, "1,1 0,1")]), Err(PiecesError::Overlap { .. })));
    let twice = vec![laid(0, "0,0 0,1 1,0"), laid(0, "3,3 3,2 2,3")];
    assert!(matches!(given(twice), Err(PiecesError::TooMany { given: 2, .. })));
    // What was given is still there when more is.
    let one = problem("domino").with_given(vec![laid(0, "0,0 0,1")]).unwrap();
    assert!(matches!(one.clone().with_given(vec![laid(0, "0,1 0,2")]), Err(PiecesError::Overlap { .. })));
    assert_eq!(one.with_given(vec![laid(0, "1,0 1,1")]).unwrap().count().unwrap(), 12_u32.into());
}

#[test]
fn the_rest_of_a_puzzle_is_smaller() {
    let problem = Problem::new("3x4".parse().unwrap(), "2:L3,3:domino".parse().unwrap());
    let l3 = polytile::format::placement::placement("L3 at 0,0 0,1 1,0", &problem).unwrap();
    let problem = problem.with_given(vec![l3]).unwrap();
    let rest = problem.rest();
    assert_eq!(rest.region.len(), 9);
    assert_eq!(rest.pieces[0].copies, polytile::pieces::Copies::exactly(1));
    assert_eq!(rest.count(), problem.count());
}
