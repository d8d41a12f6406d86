//! Classes of tilings: what is known of the pentominoes, and every relation of small puzzles against a second search
//! that goes back to the definitions and to the squares, and tries everything.

#[path = "oracle/relations.rs"]
mod oracle;

use oracle::{Lying, Relation, slowly};
use polytile::board::{Region, Topology};
use polytile::classes::{Engine, Maker, Options, Relations, Rule, RuleSet, Tilings, rules_of};
use polytile::format::{puzzle, shipped::Shipped};
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use polytile::problem::{Problem, Rules};
use polytile::run::Refused;
use polytile::run::{Control, Stopped};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn shipped(name: &str) -> Problem {
    puzzle::parse(Shipped::find(name).unwrap().text).unwrap().problem
}

fn of(problem: &Problem) -> Tilings {
    Tilings::find(problem, &Control::default()).unwrap()
}

fn by(engine: Engine) -> Options {
    Options { engine: Some(engine), ..Options::default() }
}

fn found(tilings: &Tilings, options: &Options) -> Relations {
    Relations::find(tilings, options, &Control::default()).unwrap()
}

/// Relations found by the library, as relations between sets of squares.
fn laid_open(tilings: &Tilings, relations: &Relations) -> BTreeSet<Relation> {
    let squares = |placements: Vec<u32>| -> BTreeSet<Lying> {
        let tiling = tilings.encoded().tiling(&placements);
        let lattice = tilings.problem().region.lattice();
        let squares = |cells: &[polytile::board::Cell]| {
            cells.iter().map(|&cell| oracle::middle(lattice, cell)).collect()
        };
        tiling.laid().iter().map(|laid| (laid.piece, squares(&laid.cells))).collect()
    };
    let open = |link: &polytile::classes::Link| {
        let image = tilings.image(link.symmetry.into(), tilings.get(link.from as usize)).collect();
        (link.from as usize, link.to as usize, squares(image), link.moved as usize, link.rules)
    };
    let open: Vec<Relation> = relations.links().iter().map(open).collect();
    let set: BTreeSet<Relation> = open.iter().cloned().collect();
    assert_eq!(open.len(), set.len(), "a relation is listed twice");
    set
}

/// How two sets of relations differ: what only the one has, and only the other.
fn differences(a: &BTreeSet<Relation>, b: &BTreeSet<Relation>) -> Vec<String> {
    let short = |(i, j, _, moved, rules): &Relation| format!("{i}-{j}, {moved} moved, {rules}");
    let only = |a: &BTreeSet<Relation>, b: &BTreeSet<Relation>, whose: &str| -> Vec<String> {
        a.difference(b).map(|relation| format!("only {whose}: {}", short(relation))).collect()
    };
    let mut all = only(a, b, "found");
    all.extend(only(b, a, "expected"));
    all.truncate(10);
    all
}

/// Holds the library against the second search.
fn compare(problem: &Problem, options: &Options) -> usize {
    let tilings = of(problem);
    let expected = slowly(&tilings, options);
    let construct = Options { engine: Some(Engine::Construct), ..*options };
    let made = laid_open(&tilings, &found(&tilings, &construct));
    assert_eq!(differences(&made, &expected), [""; 0], "construct, {options:?}");
    let pairs = Options { engine: Some(Engine::Pairs), ..*options };
    match Relations::find(&tilings, &pairs, &Control::default()) {
        Ok(relations) => {
            let compared = laid_open(&tilings, &relations);
            assert_eq!(differences(&compared, &expected), [""; 0], "pairs, {options:?}");
        }
        Err(refused) => assert!(matches!(refused, Refused::Unable(_)), "{refused}"),
    }
    expected.len()
}

#[test]
fn pentominoes_6x10() {
    let tilings = of(&shipped("pentominoes-6x10"));
    assert_eq!(tilings.len(), 2339);
    let relations = found(&tilings, &by(Engine::Pairs));
    let classes = |rules: &str| relations.classes(tilings.len(), RuleSet::parse(rules).unwrap()).len();
    let all = relations.classes(tilings.len(), RuleSet::ALL);
    assert_eq!((all.len(), all.sizes()[0]), (911, 50));
    assert_eq!(all.sizes().iter().filter(|&&size| size >= 7).count(), 49);
    assert_eq!(relations.pairs().count(), 2074);
    assert_eq!(classes("S,W"), 965);
    let count =
        |holds: &dyn Fn(RuleSet) -> bool| relations.pairs().filter(|pair| holds(rules_of(pair))).count();
    assert_eq!(count(&|rules| rules.has(Rule::Symmetric)), 1751);
    assert_eq!(count(&|rules| rules.has(Rule::Symmetric) || rules.has(Rule::Swap)), 1983);
    assert_eq!(count(&|rules| rules.has(Rule::Two) && !rules.has(Rule::Symmetric)), 91);
    let mut two: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for pair in relations.pairs().filter(|pair| rules_of(pair) == Rule::Two.into()) {
        let name = |&placement: &u32| {
            let piece = tilings.encoded().placement(placement).piece;
            tilings.problem().pieces[piece as usize].name.clone()
        };
        *two.entry(tilings.moved(&pair[0]).iter().map(name).collect()).or_default() += 1;
    }
    let names = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
    assert_eq!(two, BTreeMap::from([(names("F5", "N5"), 81), (names("L5", "P5"), 10)]));
    assert_eq!(relations.steps[1].count, 636_587);
    assert!(relations.links().iter().all(|link| link.moved < 11));
    let relaxed = found(&tilings, &Options { relaxed: true, ..by(Engine::Pairs) });
    assert_eq!(relaxed.classes(tilings.len(), RuleSet::ALL).len(), 908);
}

#[test]
fn eleven_of_twelve_move_on_5x12() {
    let tilings = of(&shipped("pentominoes-5x12"));
    let pairs = found(&tilings, &by(Engine::Pairs));
    let with_eleven: Vec<_> = pairs.links().iter().filter(|link| link.moved == 11).collect();
    assert_eq!(with_eleven.len(), 186);
    let different: BTreeSet<(u32, u32)> = with_eleven.iter().map(|link| (link.from, link.to)).collect();
    assert_eq!(different.len(), 112);
}

#[test]
fn both_methods_agree_on_pentominoes() {
    for name in ["pentominoes-5x12", "pentominoes-3x20"] {
        let tilings = of(&shipped(name));
        for (relaxed, half_boards, max_pieces) in [
            (false, false, None),
            (true, false, None),
            (false, true, None),
            (true, true, Some(6)),
            (false, false, Some(3)),
        ] {
            let options = Options { relaxed, half_boards, max_pieces, ..by(Engine::Pairs) };
            let pairs = found(&tilings, &options);
            let made = found(&tilings, &Options { engine: Some(Engine::Construct), ..options });
            assert_eq!(pairs.links(), made.links(), "{name} {options:?}");
        }
    }
}

#[test]
fn a_second_search_agrees_on_other_lattices() {
    let related = [
        ("tri-hexagon:2", "lozenge", 1),
        ("trapezoid:4x2", "0..2:tetriamonds", 1),
        ("triangle:4", "triamond,diamond", 1),
        ("hexagon:2", "dihexes,monohex", 1),
        ("hex-parallelogram:3x4", "1..2:trihexes", 1),
        ("2x2x3", "dicubes", 1),
        ("2x2x3", "0..2:tetracubes", 1),
    ];
    for (board, list, least) in related {
        let region = polytile::format::board::short_form(board).unwrap();
        let pieces = polytile::format::pieces::list_on(region.lattice(), list, Freedom::Natural).unwrap();
        let problem = Problem::new(region, pieces);
        for (relaxed, half_boards) in [(false, false), (true, false), (false, true)] {
            let found = compare(&problem, &Options { relaxed, half_boards, ..Options::default() });
            assert!(found >= least, "{board} {list}: {found}");
        }
    }
}

#[test]
fn a_second_search_agrees_on_pentominoes() {
    for (name, relations) in [("pentominoes-4x15", 635), ("pentominoes-8x8-holed", 71)] {
        assert_eq!(compare(&shipped(name), &Options::default()), relations);
    }
    compare(
        &shipped("pentominoes-8x8-holed"),
        &Options { relaxed: true, half_boards: true, ..Options::default() },
    );
}

#[test]
fn a_second_search_agrees_where_pieces_repeat() {
    let set = |size, freedom| PieceSet::all(size, freedom);
    let any = |rows, cols, pieces: PieceSet| Problem::new(Region::rectangle(rows, cols).unwrap(), pieces);
    let wrapped = |topology, rows, cols, pieces: PieceSet| {
        Problem::new(Region::wrapped(topology, rows, cols).unwrap(), pieces)
    };
    let twice = |size| {
        let all = PieceSet::all(size, Freedom::Free);
        PieceSet::new(
            all.iter().cloned().map(|piece| Piece { copies: Copies::exactly(2), ..piece }).collect(),
        )
    };
    let mut tatami = any(5, 6, set(2, Freedom::Free));
    tatami.rules = Rules { tatami: true, fault_free: false };
    let puzzles = [
        any(4, 5, set(2, Freedom::Free)),
        any(4, 6, set(3, Freedom::Free)),
        any(4, 4, set(4, Freedom::OneSided)),
        any(3, 4, twice(3)),
        any(
            2,
            6,
            PieceSet::new(
                (1..=3)
                    .flat_map(|n| set(n, Freedom::Fixed).iter().cloned().collect::<Vec<_>>())
                    .take(4)
                    .collect(),
            ),
        ),
        tatami,
        wrapped(Topology::Torus, 4, 4, set(2, Freedom::Free)),
        wrapped(Topology::Torus, 2, 6, set(3, Freedom::Free)),
        wrapped(Topology::Cylinder, 3, 4, set(3, Freedom::Free)),
    ];
    for problem in puzzles {
        for options in [
            Options::default(),
            Options { relaxed: true, half_boards: true, ..Options::default() },
            Options { rules: RuleSet::parse("W").unwrap(), max_pieces: Some(4), ..Options::default() },
        ] {
            compare(&problem, &options);
        }
    }
}

#[test]
fn neighbours_are_the_relations() {
    let tilings = of(&shipped("pentominoes-8x8-holed"));
    let options = Options::default();
    let control = Control::default();
    let maker = Maker::new(&tilings, &options, &control).unwrap();
    let mut pairs = BTreeSet::new();
    for i in 0..tilings.len() {
        for neighbour in maker.neighbours(tilings.get(i), &control).unwrap() {
            assert_eq!(tilings.encoded().tiling(&neighbour.placements).check(tilings.problem()), Ok(()));
            assert!(neighbour.ways.iter().all(|way| way.moves.iter().all(|(a, b)| a != b)));
            pairs.insert((i.min(neighbour.tiling), i.max(neighbour.tiling)));
        }
    }
    let expected = found(&tilings, &options);
    assert_eq!(pairs, expected.pairs().map(|pair| (pair[0].from as usize, pair[0].to as usize)).collect());
}

#[test]
fn limits_are_errors_and_one_tiling_is_an_answer() {
    let problem = shipped("pentominoes-8x8-holed");
    let stop = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
    assert!(Tilings::find(&problem, &stop).is_err());
    let late = Control::default().time_limit(Duration::ZERO);
    let tilings = of(&problem);
    for engine in [Engine::Pairs, Engine::Construct] {
        let stopped = Relations::find(&tilings, &by(engine), &late).unwrap_err();
        assert!(matches!(stopped, Refused::Stopped(Stopped::OutOfTime(_))), "{stopped}");
        let full = Relations::find(&tilings, &by(engine), &Control::default().memory(1000)).unwrap_err();
        assert!(matches!(full, Refused::Stopped(Stopped::OutOfMemory { .. })), "{full}");
    }
    let small = Control::default().memory(200_000);
    let many = Problem::new(Region::rectangle(6, 6).unwrap(), PieceSet::all(2, Freedom::Free));
    assert!(Tilings::find(&many, &small).is_err());
    let x = catalogue::find("O4").unwrap();
    let pieces = PieceSet::new(vec![Piece::from_catalogue(&x, Freedom::Free, Copies::ANY)]);
    let tilings = of(&Problem::new(Region::rectangle(4, 4).unwrap(), pieces));
    assert_eq!(found(&tilings, &Options::default()).classes(tilings.len(), RuleSet::ALL).sizes(), [1]);
    let none = of(&Problem::new(Region::rectangle(3, 3).unwrap(), PieceSet::all(2, Freedom::Free)));
    assert!(none.is_empty() && found(&none, &Options::default()).links().is_empty());
}

#[test]
fn numbers_do_not_depend_on_threads() {
    let problem = shipped("pentominoes-4x15");
    let one = of(&problem);
    let two = Tilings::find(&problem, &Control::default().threads(2)).unwrap();
    assert!((0..one.len()).all(|i| one.get(i) == two.get(i)));
    for engine in [Engine::Pairs, Engine::Construct] {
        let alone = found(&one, &by(engine));
        let together = Relations::find(&one, &by(engine), &Control::default().threads(2)).unwrap();
        assert_eq!(alone.links(), together.links());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_second_search_agrees_on_boards_of_any_form(
        rows in prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.9), 5), 2..5),
        copies in prop::collection::vec(0_u32..3, 4),
        relaxed: bool,
        half_boards: bool,
    ) {
        prop_assume!(rows.iter().flatten().any(|&cell| cell));
        let pieces = ["monomino", "domino", "L3", "I3"].iter().zip(copies).map(|(name, copies)| {
            let copies = if copies == 0 { Copies::ANY } else { Copies::between(0, copies).unwrap() };
            Piece::from_catalogue(&catalogue::find(name).unwrap(), Freedom::Free, copies)
        });
        let problem = Problem::new(Region::from_rows(&rows).unwrap(), PieceSet::new(pieces.skip(1).collect()));
        prop_assume!(of(&problem).len() < 60);
        compare(&problem, &Options { relaxed, half_boards, ..Options::default() });
    }
}
