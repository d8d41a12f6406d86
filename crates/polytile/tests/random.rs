//! Random small problems, held against a brute force.
//!
//! Every tiling is listed (see `oracle/tilings.rs`), so that numbers up to symmetry are numbers of orbits, and samples
//! can be looked for in the list. Boards are rectangles, drawings with holes and in several parts, drawings that some
//! pieces are known to cover, and cylinders and tori down to one row or column; pieces are those of the catalogue,
//! mirror images and repetitions of each other, and polyominoes grown at random; copies, rules and moduli vary.

#[path = "oracle/tilings.rs"]
mod oracle;

use num_bigint::{BigInt, BigUint};
use oracle::{Brute, Given, Placed, Pos, Shape, cell, cornered, grid, is_turn, mapped, placed};
use polytile::board::{Region, Topology};
use polytile::count::{Answer, CountOptions, Engine, Order, count};
use polytile::frontier::sample::sample;
use polytile::frontier::series::Strip;
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, Polyform, catalogue};
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::{Control, Refused};
use polytile::zdd::{Family, Goal};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::cell::Cell as Tally;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

/// A puzzle drawn at random, and what else a question needs.
#[derive(Clone, Debug)]
struct Case {
    given: Given,
    modulus: BigUint,
    seed: u64,
}

impl Deref for Case {
    type Target = Given;

    fn deref(&self) -> &Given {
        &self.given
    }
}

// Problems drawn at random.

/// What a piece is made of.
#[derive(Clone, Debug)]
enum Source {
    Catalogue(usize, Index),
    /// A cell, and one neighbour after the other.
    Grown(Vec<Index>),
    /// The piece before, turned over, with as many copies.
    Mirrored,
    /// The piece before again.
    Repeated,
}

#[derive(Clone, Debug)]
enum Ground {
    Full,
    Holed(Vec<bool>),
    /// The union of pieces that are laid where there is room.
    Laid(Vec<Index>),
}

fn freedom() -> impl Strategy<Value = Freedom> {
    prop_oneof![3 => Just(Freedom::Free), 2 => Just(Freedom::OneSided), 2 => Just(Freedom::Fixed)]
}

fn copies() -> impl Strategy<Value = (u32, Option<u32>)> {
    prop_oneof![
        8 => Just((0, None)),
        1 => (0_u32..4).prop_map(|n| (n, Some(n))),
        2 => (0_u32..4, 0_u32..5).prop_map(|(least, more)| (least, Some(least + more))),
        1 => (0_u32..4).prop_map(|least| (least, None)),
    ]
}

fn source() -> impl Strategy<Value = Source> {
    let size = prop_oneof![3 => Just(1_usize), 3 => Just(2), 3 => Just(3), 2 => Just(4), 1 => Just(5)];
    prop_oneof![
        6 => (size, any::<Index>()).prop_map(|(size, which)| Source::Catalogue(size, which)),
        2 => prop::collection::vec(any::<Index>(), 0..6).prop_map(Source::Grown),
        1 => Just(Source::Mirrored),
        1 => Just(Source::Repeated),
    ]
}

fn shapes(drawn: Vec<(Source, Freedom, (u32, Option<u32>))>) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for (source, freedom, (least, most)) in drawn {
        let last = shapes.last().cloned();
        shapes.push(match (source, last) {
            (Source::Catalogue(size, which), _) => {
                let named = catalogue::all(size, Freedom::OneSided);
                let cells = which.get(&named).shape.cells().iter().map(|c| (c.row as i32, c.col as i32));
                Shape { cells: cells.collect(), freedom, least, most }
            }
            (Source::Grown(steps), _) => {
                let mut cells: Vec<Pos> = vec![(0, 0)];
                for step in steps {
                    let around = |&(r, c): &Pos| [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)];
                    let free: BTreeSet<Pos> =
                        cells.iter().flat_map(around).filter(|p| !cells.contains(p)).collect();
                    cells.push(*step.get(&free.into_iter().collect::<Vec<_>>()));
                }
                Shape { cells: cornered(&cells), freedom, least, most }
            }
            (Source::Mirrored, Some(last)) => {
                let turned: Vec<Pos> = last.cells.iter().map(|&p| mapped(p, 2)).collect();
                Shape { cells: cornered(&turned), ..last }
            }
            (Source::Repeated, Some(last)) => last,
            (_, None) => Shape { cells: vec![(0, 0), (0, 1)], freedom, least, most },
        });
    }
    shapes
}

fn some_shapes(limits: bool) -> impl Strategy<Value = Vec<Shape>> {
    let copies = if limits { copies().boxed() } else { Just((0, None)).boxed() };
    prop::collection::vec((source(), freedom(), copies), 1..5).prop_map(shapes)
}

fn modulus() -> impl Strategy<Value = BigUint> {
    prop_oneof![
        4 => (1_u64..13).prop_map(BigUint::from),
        1 => (1_u64..u64::MAX).prop_map(BigUint::from),
        1 => ((1_u64 << 62)..(1 << 63)).prop_map(BigUint::from),
        1 => ((1_u64 << 63)..=u64::MAX).prop_map(BigUint::from),
        1 => any::<[u32; 5]>().prop_map(|digits| BigUint::new(digits.to_vec()) + 1_u8),
    ]
}

fn cases() -> impl Strategy<Value = Case> {
    let topology =
        prop_oneof![3 => Just(Topology::Plane), 1 => Just(Topology::Cylinder), 1 => Just(Topology::Torus)];
    let ground = prop_oneof![
        2 => Just(Ground::Full),
        2 => prop::collection::vec(prop::bool::weighted(0.2), 36).prop_map(Ground::Holed),
        3 => prop::collection::vec(any::<Index>(), 1..12).prop_map(Ground::Laid),
    ];
    let size = (1..6_i32, 1..7_i32);
    let rules = (prop::bool::weighted(0.2), prop::bool::weighted(0.2));
    (topology, size, ground, some_shapes(true), rules, modulus(), any::<u64>()).prop_map(
        |(topology, (rows, cols), ground, shapes, (tatami, fault_free), modulus, seed)| {
            let cells = grid(rows, cols).collect();
            let mut given = Given { topology, rows, cols, cells, shapes, tatami, fault_free };
            match ground {
                Ground::Full => {}
                Ground::Holed(holes) => {
                    let mut holes = holes.into_iter();
                    given.cells.retain(|_| !holes.next().unwrap_or(false));
                }
                Ground::Laid(picks) => {
                    let (mut fitting, mut covered) = (placed(&given), 0_u64);
                    for pick in picks {
                        fitting.retain(|p| p.1 & covered == 0);
                        if fitting.is_empty() {
                            break;
                        }
                        covered |= pick.get(&fitting.iter().copied().collect::<Vec<_>>()).1;
                    }
                    let all = std::mem::take(&mut given.cells);
                    let kept = all.into_iter().enumerate().filter(|(i, _)| covered >> i & 1 == 1);
                    given.cells = kept.map(|(_, p)| p).collect();
                }
            }
            if given.cells.is_empty() {
                given.cells.push((0, 0));
            }
            // Not more than can be listed.
            while Brute::new(&given).is_none() {
                given.cells.pop();
            }
            if (given.tatami || given.fault_free) && !ruled(&given.problem()) {
                (given.tatami, given.fault_free) = (false, false);
            }
            Case { given, modulus, seed }
        },
    )
}

/// Whether every order can keep the rules. A large piece that winds around a small board may touch too many points and lines at
/// once, which is refused by name.
fn ruled(problem: &Problem) -> bool {
    let orders = [Order::Rows, Order::Columns, Order::Diagonals];
    orders.iter().all(|&order| match Family::tilings(problem, Some(order), &Control::default()) {
        Err(Refused::Stopped(stopped)) => {
            assert!(stopped.to_string().contains("the rules make more than 16384 cases"), "{stopped}");
            false
        }
        found => found.is_ok(),
    })
}

fn check<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    if let Err(failure) = TestRunner::new(config).run(strategy, test) {
        panic!("{failure}");
    }
}

fn add(tally: &Tally<u32>, more: bool) {
    tally.set(tally.get() + u32::from(more));
}

// What is held against the brute force.

const WAYS: [(Option<Engine>, Option<Order>); 9] = [
    (None, None),
    (Some(Engine::Merge), Some(Order::Rows)),
    (Some(Engine::Merge), Some(Order::Columns)),
    (Some(Engine::Merge), Some(Order::Diagonals)),
    (Some(Engine::Dense), Some(Order::Rows)),
    (Some(Engine::Dense), Some(Order::Columns)),
    (Some(Engine::Zdd), Some(Order::Rows)),
    (Some(Engine::Zdd), Some(Order::Diagonals)),
    (Some(Engine::Kasteleyn), None),
];

#[test]
fn counts_by_every_engine_and_order() {
    const CASES: u32 = 2000;
    let (some, several, folded, dense) = (Tally::new(0), Tally::new(0), Tally::new(0), Tally::new(0));
    check(CASES, &cases(), |case| {
        let problem = case.problem();
        let brute = Brute::new(&case).unwrap();
        let tilings = brute.tilings();
        let orbits = Brute::orbits(&tilings, &brute.symmetries());
        let turned = Brute::orbits(&tilings, &brute.those_of((0..8).filter(|&map| is_turn(map))));
        let moves_pieces =
            brute.symmetries().iter().any(|(_, pieces)| pieces.iter().enumerate().any(|(i, &p)| i != p));
        add(&some, !tilings.is_empty());
        add(&several, tilings.len() > 1);
        add(&folded, orbits.len() > 1 && orbits.len() < tilings.len());
        prop_assert_eq!(problem.symmetries().len(), brute.symmetries().len());
        for (engine, order) in WAYS {
            for question in 0..12 {
                let up_to = [None, Some(UpTo::Symmetries), Some(UpTo::Rotations)][question % 3];
                let by_piece = question / 3 % 2 == 1;
                let modulo = (question / 6 == 1).then(|| case.modulus.clone());
                let options =
                    CountOptions { up_to, by_piece, modulo, engine, order, ..CountOptions::default() };
                let found = count(&problem, &options, &Control::default());
                if by_piece
                    && moves_pieces
                    && up_to.is_some()
                    && (found.is_err() || up_to == Some(UpTo::Symmetries))
                {
                    prop_assert!(
                        matches!(found, Err(Refused::Question(_) | Refused::Unable(_))),
                        "{:?}: {:?}",
                        options,
                        found
                    );
                    continue;
                }
                let may_refuse = matches!(engine, Some(Engine::Dense | Engine::Kasteleyn))
                    || (engine == Some(Engine::Zdd) && by_piece);
                if may_refuse && matches!(found, Err(Refused::Unable(_))) {
                    continue;
                }
                let listed = match up_to {
                    None => &tilings,
                    Some(UpTo::Rotations) => &turned,
                    Some(_) => &orbits,
                };
                let modulus = options.modulo.as_ref();
                let expected =
                    if by_piece { brute.by_copies(listed, modulus) } else { Brute::total(listed, modulus) };
                let found = found.map(|f| (f.answer, f.plan.chosen.is_some()));
                if let Ok((_, true)) = found {
                    add(&dense, engine == Some(Engine::Dense) && question == 0);
                }
                prop_assert_eq!(found.map(|f| f.0), Ok(expected), "{:?}", options);
            }
        }
        Ok(())
    });
    assert!(some.get() > CASES / 4, "too few problems have a tiling: {some:?}");
    assert!(several.get() > CASES / 8, "too few problems have several tilings: {several:?}");
    assert!(folded.get() > CASES / 30, "too few problems have symmetric tilings: {folded:?}");
    assert!(dense.get() > CASES / 30, "too few problems are dense: {dense:?}");
}

#[test]
fn the_checker_allows_what_the_brute_force_allows() {
    let (right, wrong) = (Tally::new(0), Tally::new(0));
    check(1000, &cases(), |case| {
        let problem = case.problem();
        let brute = Brute::new(&case).unwrap();
        for covering in brute.coverings.iter().take(40) {
            let allowed = brute.is_allowed(covering);
            let verdict = brute.write(covering).check(&problem);
            prop_assert_eq!(verdict.is_ok(), allowed, "{:?}: {:?}", covering, verdict);
            add(if allowed { &right } else { &wrong }, true);
        }
        Ok(())
    });
    assert!(right.get() > 400 && wrong.get() > 400, "{right:?} right, {wrong:?} wrong");
}

#[test]
fn samples_are_the_tilings() {
    let drawn = Tally::new(0);
    check(600, &cases(), |case| {
        let problem = case.problem();
        let brute = Brute::new(&case).unwrap();
        let tilings: BTreeSet<Vec<Placed>> = brute.tilings().into_iter().map(<[Placed]>::to_vec).collect();
        let n = tilings.len() as f64;
        // With this many draws, one of few tilings is missed once in e^20 times.
        let number = if tilings.len() < 40 { (n * (n.max(1.0).ln() + 20.0)) as u64 } else { 60 };
        let draw = |threads| {
            let mut samples = Vec::new();
            let control = Control::default().threads(threads);
            let total = sample(&problem, number, case.seed, &control, |tiling| samples.push(tiling));
            total.map(|total| (total, samples))
        };
        let (total, samples) = draw(1).unwrap();
        prop_assert_eq!(total, BigUint::from(tilings.len()));
        prop_assert_eq!(samples.len() as u64, if tilings.is_empty() { 0 } else { number });
        prop_assert_eq!(&samples, &draw(2).unwrap().1);
        let mut seen = BTreeSet::new();
        for tiling in &samples {
            prop_assert_eq!(tiling.check(&problem), Ok(()));
            let placed = brute.read(tiling);
            prop_assert!(tilings.contains(&placed), "{:?}", placed);
            seen.insert(placed);
        }
        prop_assert!(tilings.len() >= 40 || seen == tilings);
        add(&drawn, tilings.len() > 1);
        Ok(())
    });
    assert!(drawn.get() > 30, "too few problems have several tilings: {drawn:?}");
}

#[test]
fn diagrams_hold_the_tilings() {
    let (several, limited) = (Tally::new(0), Tally::new(0));
    let orders = [None, Some(Order::Rows), Some(Order::Columns), Some(Order::Diagonals)];
    let which = (0..orders.len(), any::<[Index; 2]>(), any::<Index>());
    check(1500, &(cases(), which), |(case, (order, asked, k))| {
        let problem = case.problem();
        let brute = Brute::new(&case).unwrap();
        let tilings: BTreeSet<Vec<Placed>> = brute.tilings().into_iter().map(<[Placed]>::to_vec).collect();
        let control = Control::default();
        let family = Family::tilings(&problem, orders[order], &control).unwrap();
        let diagram = family.diagram();

        // Every set once, in order, and no node twice.
        let sets: Vec<Vec<u32>> = diagram.sets().collect();
        let listed: BTreeSet<_> = sets.iter().map(|s| brute.read(&family.tiling(s).unwrap())).collect();
        prop_assert_eq!(sets.len(), tilings.len());
        prop_assert_eq!(&listed, &tilings);
        prop_assert!(
            sets.is_sorted_by(|a, b| a < b),
            "no set contains another, so the order is that of words"
        );
        for (_, _, nodes) in diagram.upward() {
            prop_assert_eq!(nodes.iter().collect::<BTreeSet<_>>().len(), nodes.len());
        }
        let threaded = Family::tilings(&problem, orders[order], &control.clone().threads(2)).unwrap();
        prop_assert_eq!(&threaded, &family);

        // Counted, ranked, summed up.
        let counted = diagram.counted(&control).unwrap();
        let n = BigUint::from(sets.len());
        prop_assert_eq!(counted.total(), &n);
        prop_assert_eq!(diagram.count(&control).unwrap(), n.clone());
        let mut by_size: BTreeMap<usize, BigUint> = BTreeMap::new();
        let mut frequencies = vec![BigUint::ZERO; diagram.variables()];
        for (i, set) in sets.iter().enumerate() {
            let rank = BigUint::from(i + 1);
            prop_assert_eq!(counted.kth(&rank), Some(set.clone()));
            prop_assert_eq!(counted.rank(set), Some(rank));
            prop_assert!(diagram.contains(set));
            *by_size.entry(set.len()).or_default() += 1_u8;
            for &v in set {
                frequencies[v as usize] += 1_u8;
            }
        }
        prop_assert_eq!(counted.kth(&(n.clone() + 1_u8)), None);
        prop_assert_eq!(counted.kth(&BigUint::ZERO), None);
        prop_assert_eq!(diagram.count_by_size(&control).unwrap(), by_size);
        prop_assert_eq!(counted.frequencies(&control).unwrap(), frequencies);

        if diagram.variables() > 0 {
            // With one option, without another, or what contradicts itself.
            let [with, without] = asked.map(|i| i.index(diagram.variables()) as u32);
            let some = family.restricted(&[with], &[without], &control).unwrap();
            let kept = sets.iter().filter(|s| s.contains(&with) && !s.contains(&without)).cloned();
            prop_assert_eq!(some.diagram().sets().collect::<Vec<_>>(), kept.collect::<Vec<_>>());

            // The best by weights that repeat.
            let weights: Vec<i64> = (0..diagram.variables() as i64).map(|v| v * v % 5 - 2).collect();
            let weigh = |s: &Vec<u32>| -> i64 { s.iter().map(|&v| weights[v as usize]).sum() };
            let number = k.index(sets.len() + 2);
            for (goal, sign) in [(Goal::Lightest, 1), (Goal::Heaviest, -1)] {
                let mut sorted = sets.clone();
                sorted.sort_by_key(|s| (sign * weigh(s), s.clone()));
                sorted.truncate(number);
                let mut best = Vec::new();
                let each = |set: Vec<u32>, weight: BigInt| {
                    assert_eq!(weight, weigh(&set).into());
                    best.push(set);
                    true
                };
                let weights: Vec<BigInt> = weights.iter().map(|&w| w.into()).collect();
                diagram.best(&weights, goal, number as u64, &control, each).unwrap();
                prop_assert_eq!(best, sorted);
            }
        }

        // In a file and back.
        let mut file = Vec::new();
        family.save(&mut file, &control).unwrap();
        prop_assert_eq!(Family::load(std::sync::Arc::new(file), &control).unwrap(), family);
        add(&several, sets.len() > 1);
        add(&limited, sets.len() > 1 && (case.limited() || case.tatami || case.fault_free));
        Ok(())
    });
    assert!(
        several.get() > 200 && limited.get() > 60,
        "{several:?} with several tilings, {limited:?} limited"
    );
}

#[test]
fn samples_are_uniform() {
    // A cylinder with a hole and limited copies, and one seed. With k tilings and 400 draws of each, chi squared has the
    // mean k - 1 and the variance 2(k - 1); six deviations above are out of reach for all but a wrong generator.
    let domino = Shape { cells: vec![(0, 0), (0, 1)], freedom: Freedom::Free, least: 1, most: None };
    let corner =
        Shape { cells: vec![(0, 0), (1, 0), (1, 1)], freedom: Freedom::OneSided, least: 0, most: Some(3) };
    let case = Given {
        topology: Topology::Cylinder,
        rows: 3,
        cols: 4,
        cells: grid(3, 4).filter(|&p| p != (1, 2)).collect(),
        shapes: vec![domino, corner],
        tatami: false,
        fault_free: false,
    };
    let seed = 2;
    let brute = Brute::new(&case).unwrap();
    let tilings = brute.tilings();
    assert!(tilings.len() > 20);
    let draws = 400 * tilings.len() as u64;
    let mut seen: BTreeMap<Vec<Placed>, u64> = BTreeMap::new();
    sample(&case.problem(), draws, seed, &Control::default(), |tiling| {
        *seen.entry(brute.read(&tiling)).or_default() += 1;
    })
    .unwrap();
    let family = Family::tilings(&case.problem(), None, &Control::default()).unwrap();
    let mut drawn: BTreeMap<Vec<Placed>, u64> = BTreeMap::new();
    let counted = family.diagram().counted(&Control::default()).unwrap();
    let draw = |set: Vec<u32>| {
        *drawn.entry(brute.read(&family.tiling(&set).unwrap())).or_default() += 1;
        true
    };
    counted.sample(draws, seed, &Control::default(), draw).unwrap();
    for seen in [seen, drawn] {
        assert_eq!(seen.len(), tilings.len());
        let chi: f64 = seen.values().map(|&n| (n as f64 - 400.0).powi(2) / 400.0).sum();
        let mean = tilings.len() as f64 - 1.0;
        assert!((chi - mean).abs() < 6.0 * (2.0 * mean).sqrt(), "chi squared is {chi} for {mean} degrees");
    }
}

/// Strips: as a board of no rows.
fn strips(limits: bool) -> impl Strategy<Value = Case> {
    (1..5_i32, some_shapes(limits), prop::bool::weighted(0.2), modulus(), any::<u64>()).prop_map(
        |(cols, shapes, tatami, modulus, seed)| {
            let cells = Vec::new();
            let topology = Topology::Plane;
            let given = Given { topology, rows: 0, cols, cells, shapes, tatami, fault_free: false };
            Case { given, modulus, seed }
        },
    )
}

#[test]
fn series_are_the_counts_of_every_height() {
    let listed = Tally::new(0);
    check(400, &strips(true), |strip| {
        let pieces = Given { rows: 1, cells: vec![(0, 0)], ..strip.given.clone() }.problem().pieces;
        let rules = Rules { tatami: strip.tatami, fault_free: false };
        let series = Strip::new(strip.cols as u64, pieces, rules).unwrap();
        let terms = series.terms(7, &Control::default()).unwrap();
        let m = strip.seed >> 1 | 1;
        let residues = series.terms_modulo(7, m, &Control::default()).unwrap();
        let nothing = u8::from(strip.shapes.iter().all(|s| s.least == 0));
        prop_assert_eq!(&terms[0], &BigUint::from(nothing));
        for (rows, term) in terms.iter().enumerate().skip(1) {
            let case = Given {
                rows: rows as i32,
                cells: grid(rows as i32, strip.cols).collect(),
                ..strip.given.clone()
            };
            let expected = match Brute::new(&case) {
                Some(brute) => Brute::total(&brute.tilings(), None),
                None => count(&case.problem(), &CountOptions::default(), &Control::default()).unwrap().answer,
            };
            prop_assert_eq!(Answer::Total(term.clone()), expected, "{} rows", rows);
            prop_assert_eq!(term % m, BigUint::from(residues[rows]));
            add(&listed, *term > BigUint::ZERO);
        }
        Ok(())
    });
    assert!(listed.get() > 100, "too few boards have a tiling: {listed:?}");
}

#[test]
fn recurrences_go_on_as_the_series_do() {
    let (proved, long) = (Tally::new(0), Tally::new(0));
    check(100, &strips(true), |strip| {
        let given = Given { cols: strip.cols.min(3), ..strip.given };
        let strip = Case { given, ..strip };
        let pieces = Given { rows: 1, cells: vec![(0, 0)], ..strip.given.clone() }.problem().pieces;
        let rules = Rules { tatami: strip.tatami, fault_free: false };
        let series = Strip::new(strip.cols as u64, pieces, rules).unwrap();
        let (recurrence, evidence) = series.recurrence(&Control::default()).unwrap();
        let to = 2 * recurrence.first_index() as u64 + 40;
        let terms = series.terms(to, &Control::default()).unwrap();
        for (n, (term, predicted)) in terms.iter().zip(recurrence.terms()).enumerate() {
            prop_assert_eq!(BigInt::from(term.clone()), predicted, "a({}) of {}", n, recurrence);
        }
        let last =
            recurrence.nth_modulo(&BigUint::from(to), &strip.modulus, &Control::default()).unwrap().unwrap();
        prop_assert_eq!(last, &terms[to as usize] % &strip.modulus);
        prop_assert!(evidence.is_proof() || strip.limited() || strip.tatami, "{}", evidence);
        add(&proved, evidence.is_proof());
        add(&long, recurrence.order() > 2);
        Ok(())
    });
    assert!(proved.get() > 15 && long.get() > 15, "{proved:?} proved, {long:?} of an order above 2");
}

#[test]
fn moduli_reduce_the_exact_count() {
    // Counts of some hundred bits, so that every modulus has something to reduce.
    let boards = (1..7_u64, 15..30_u64, any::<bool>(), 0..4_usize, modulus());
    check(150, &boards, |(short, long, tall, set, modulus)| {
        let (rows, cols) = if tall { (long, short) } else { (short, long) };
        let sizes: [&[usize]; 4] = [&[1, 2], &[2, 3], &[3], &[1, 3]];
        let pieces = sizes[set]
            .iter()
            .flat_map(|&n| PieceSet::all(n, Freedom::Free).iter().cloned().collect::<Vec<_>>());
        let problem = Problem::new(Region::rectangle(rows, cols).unwrap(), PieceSet::new(pieces.collect()));
        let ask = |engine, order, modulo| {
            let options = CountOptions { engine, order, modulo, ..CountOptions::default() };
            count(&problem, &options, &Control::default()).unwrap().answer
        };
        let along = if tall { Order::Rows } else { Order::Columns };
        let Answer::Total(exact) = ask(Some(Engine::Merge), Some(along), None) else { unreachable!() };
        let reduced = Answer::Total(&exact % &modulus);
        prop_assert_eq!(ask(Some(Engine::Dense), Some(along), None), Answer::Total(exact));
        for engine in [None, Some(Engine::Merge), Some(Engine::Dense)] {
            prop_assert_eq!(&ask(engine, engine.map(|_| along), Some(modulus.clone())), &reduced);
        }
        Ok(())
    });
}

#[test]
fn both_engines_agree_where_listing_ends() {
    // Boards wider than the window that the dense engine looks at; the merge knows no windows.
    let dense = Tally::new(0);
    check(250, &(some_shapes(false), 4..10_i32, 2..9_i32, any::<u64>()), |(shapes, rows, cols, seed)| {
        let case = Given {
            topology: Topology::Plane,
            rows,
            cols,
            cells: grid(rows, cols).collect(),
            shapes,
            tatami: false,
            fault_free: false,
        };
        let problem = case.problem();
        // Modulo a number below 2^63, so that a board that is hard for both engines costs little.
        let ask = |engine, order| {
            let modulo = Some(BigUint::from(seed >> 1 | 1));
            let options = CountOptions { engine, order, modulo, ..CountOptions::default() };
            count(&problem, &options, &Control::default().memory(1 << 24)).map(|counted| counted.answer)
        };
        let along = if rows < cols { Order::Columns } else { Order::Rows };
        let found: Vec<Answer> = [Order::Rows, Order::Columns]
            .into_iter()
            .filter_map(|o| ask(Some(Engine::Dense), Some(o)).ok())
            .collect();
        if !found.is_empty()
            && let Ok(expected) = ask(Some(Engine::Merge), Some(along))
        {
            add(&dense, expected != Answer::Total(BigUint::ZERO));
            prop_assert!(found.iter().all(|f| *f == expected), "{:?} not {:?}", found, expected);
        }
        Ok(())
    });
    assert!(dense.get() > 25, "too few problems are dense: {dense:?}");
}

#[test]
fn what_was_once_wrong() {
    // Two pieces that are the same upright bar, which fills a column so far that its slot is the same again.
    let bars = || {
        let bar = catalogue::find("I3").unwrap();
        let named = |name| Piece::new(name, &bar.shape, Freedom::Free, Copies::ANY);
        PieceSet::new(vec![named("one"), named("two")])
    };
    let problem = Problem::new(Region::rectangle(3, 1).unwrap(), bars());
    let counted = count(&problem, &CountOptions::default(), &Control::default()).unwrap();
    assert_eq!(counted.answer, Answer::Total(2_u8.into()));
    let strip = Strip::new(2, bars(), Rules::default()).unwrap();
    assert_eq!(strip.terms(3, &Control::default()).unwrap(), [1_u8, 0, 0, 4].map(BigUint::from));
    // A piece that hangs down far to the left of its first cell, on a board narrower than that.
    let cells = [(0, 1), (1, 1), (2, 1), (3, 1), (3, 0)].map(cell);
    let hook = Piece::new("hook", &Polyform::new(cells).unwrap(), Freedom::Fixed, Copies::ANY);
    let monomino = Piece::from_catalogue(&catalogue::find("monomino").unwrap(), Freedom::Free, Copies::ANY);
    for (rows, cols, expected) in [(3, 1, 1_u8), (1, 3, 1), (3, 3, 1), (4, 2, 2), (4, 4, 5), (4, 5, 8)] {
        let pieces = PieceSet::new(vec![hook.clone(), monomino.clone()]);
        let problem = Problem::new(Region::rectangle(rows, cols).unwrap(), pieces);
        for engine in [None, Some(Engine::Merge), Some(Engine::Dense)] {
            let options = CountOptions { engine, ..CountOptions::default() };
            let found = count(&problem, &options, &Control::default()).unwrap().answer;
            assert_eq!(found, Answer::Total(expected.into()), "{rows}x{cols}: {engine:?}");
        }
    }
    // Four pieces would meet below the last row, if there were a row below.
    let bar = PieceSet::new(bars().iter().take(1).cloned().collect());
    let strip = Strip::new(2, bar, Rules { tatami: true, fault_free: false }).unwrap();
    let terms = strip.terms(6, &Control::default()).unwrap();
    assert_eq!(terms, [1_u8, 0, 0, 1, 0, 0, 0].map(BigUint::from));
}
