//! Classes of tilings: what is known of the pentominoes, and every relation of small puzzles against a second search for
//! them that goes back to the definitions and to the squares, and tries what there is to try.

use polytile::board::{Region, Topology};
use polytile::classes::{Maker, Method, Options, Relations, Rule, Rules, Tilings, rules_of};
use polytile::format::{puzzle, shipped::Shipped};
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use polytile::problem::{Problem, Rules as PuzzleRules};
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

fn by(method: Method) -> Options {
    Options { method: Some(method), ..Options::default() }
}

fn found(tilings: &Tilings, options: &Options) -> Relations {
    Relations::find(tilings, options, &Control::default()).unwrap()
}

/// A square of the grid, and a piece as it lies: which one, and its squares.
type Square = (i64, i64);
type Lying = (usize, BTreeSet<Square>);

/// A map of squares: one of eight formulas, and what is added.
type Map = (usize, i64, i64);

fn formula(number: usize, (r, c): Square) -> Square {
    [(r, c), (r, -c), (-r, c), (-r, -c), (c, r), (c, -r), (-c, r), (-c, -r)][number]
}

/// The second search, from the definitions.
struct Slow<'a> {
    region: &'a Region,
    options: Options,
}

impl Slow<'_> {
    fn wrap(&self, (r, c): Square) -> Square {
        let (rows, cols) = (i64::from(self.region.rows()), i64::from(self.region.cols()));
        match self.region.topology() {
            Topology::Plane => (r, c),
            Topology::Cylinder => (r, c.rem_euclid(cols)),
            Topology::Torus => (r.rem_euclid(rows), c.rem_euclid(cols)),
            other => unimplemented!("{other:?}"),
        }
    }

    fn image(&self, (number, down, right): Map, squares: &BTreeSet<Square>) -> BTreeSet<Square> {
        let move_one = |&square: &Square| {
            let (r, c) = formula(number, square);
            self.wrap((r + down, c + right))
        };
        squares.iter().map(move_one).collect()
    }

    /// All maps that carry the one set of squares to the other.
    fn maps(&self, from: &BTreeSet<Square>, to: &BTreeSet<Square>) -> BTreeSet<Map> {
        let square = self.region.rows() == self.region.cols();
        let formulas = match self.region.topology() {
            Topology::Plane => 8,
            Topology::Torus if square => 8,
            Topology::Torus | Topology::Cylinder => 4,
            other => unimplemented!("{other:?}"),
        };
        let mut maps = BTreeSet::new();
        let first = *from.first().unwrap();
        for number in 0..formulas {
            let (r, c) = formula(number, first);
            for &(to_r, to_c) in to {
                let map = (number, to_r - r, to_c - c);
                if self.image(map, from) == *to {
                    let (down, right) = self.wrap((map.1, map.2));
                    maps.insert((number, down, right));
                }
            }
        }
        maps
    }

    /// By which rules the two are related, where `pieces` pieces make a tiling, and how many differ.
    fn rules(&self, t: &BTreeSet<Lying>, u: &BTreeSet<Lying>) -> (Rules, usize) {
        let pieces = t.len();
        let gone: Vec<&Lying> = t.difference(u).collect();
        let come: Vec<&Lying> = u.difference(t).collect();
        let moved = gone.len();
        let kinds = |list: &[&Lying]| {
            let mut kinds: Vec<usize> = list.iter().map(|lying| lying.0).collect();
            kinds.sort_unstable();
            kinds
        };
        let mut rules = Rules::NONE;
        if kinds(&gone) != kinds(&come) || moved > self.options.max_pieces.unwrap_or(usize::MAX) {
            return (rules, moved);
        }
        if moved == 2 && self.options.rules.has(Rule::Two) {
            rules |= Rule::Two.into();
        }
        if moved < pieces && self.options.rules.has(Rule::Symmetric) && self.symmetric(&gone, &come) {
            rules |= Rule::Symmetric.into();
        }
        let most = if self.options.half_boards { pieces } else { pieces - 1 };
        if moved <= most && self.options.rules.has(Rule::Swap) && self.swap(&gone, &come) {
            rules |= Rule::Swap.into();
        }
        (rules, moved)
    }

    fn symmetric(&self, gone: &[&Lying], come: &[&Lying]) -> bool {
        come.iter().filter(|lying| lying.0 == gone[0].0).any(|to| {
            self.maps(&gone[0].1, &to.1).into_iter().any(|map| {
                gone.iter().all(|from| {
                    let image = self.image(map, &from.1);
                    come.iter().any(|to| to.0 == from.0 && to.1 == image)
                })
            })
        })
    }

    fn swap(&self, gone: &[&Lying], come: &[&Lying]) -> bool {
        if !gone.len().is_multiple_of(2) {
            return false;
        }
        let area =
            |list: &[&Lying]| -> BTreeSet<Square> { list.iter().flat_map(|lying| lying.1.clone()).collect() };
        // Squares as bits, so that most choices are seen to be none at once.
        let bits = |lying: &&Lying| {
            let cols = i64::from(self.region.cols());
            lying.1.iter().fold(0_u128, |bits, (r, c)| bits | 1 << (r * cols + c))
        };
        let bits_gone: Vec<u128> = gone.iter().map(bits).collect();
        let bits_come: Vec<u128> = come.iter().map(bits).collect();
        // Every choice of half of the pieces, with the first among them.
        (0_u32..1 << gone.len())
            .filter(|mask| mask & 1 == 1 && 2 * mask.count_ones() as usize == gone.len())
            .any(|mask| {
                let chosen = (0..gone.len()).filter(|i| mask >> i & 1 == 1);
                let bits_a = chosen.fold(0, |bits, i| bits | bits_gone[i]);
                if bits_come.iter().any(|bits| bits & bits_a != 0 && bits & !bits_a != 0) {
                    return false;
                }
                let half = |bit: u32| -> Vec<&Lying> {
                    let chosen = gone.iter().enumerate().filter(|(i, _)| mask >> i & 1 == bit);
                    chosen.map(|(_, lying)| *lying).collect()
                };
                let (a, b) = (half(1), half(0));
                let (area_a, area_b) = (area(&a), area(&b));
                let within = |area: &BTreeSet<Square>| -> Vec<&Lying> {
                    come.iter().filter(|lying| lying.1.is_subset(area)).copied().collect()
                };
                let (on_a, on_b) = (within(&area_a), within(&area_b));
                if area_a.len() != area_b.len() {
                    return false;
                }
                if self.options.relaxed {
                    let kinds = |list: &[&Lying]| {
                        let mut kinds: Vec<usize> = list.iter().map(|lying| lying.0).collect();
                        kinds.sort_unstable();
                        kinds
                    };
                    return kinds(&a) == kinds(&on_b)
                        && kinds(&b) == kinds(&on_a)
                        && !self.maps(&area_a, &area_b).is_empty();
                }
                let carried = |from: &[&Lying], from_area, to: &[&Lying], to_area| {
                    self.maps(from_area, to_area).into_iter().any(|map| {
                        let images: BTreeSet<Lying> =
                            from.iter().map(|lying| (lying.0, self.image(map, &lying.1))).collect();
                        images == to.iter().map(|lying| (*lying).clone()).collect()
                    })
                };
                carried(&a, &area_a, &on_b, &area_b) && carried(&b, &area_b, &on_a, &area_a)
            })
    }
}

/// A relation: the later tiling, the image of the earlier as it lies, how many pieces differ, the rules.
type Relation = (usize, usize, BTreeSet<Lying>, usize, Rules);

/// All relations by the second search.
fn slowly(tilings: &Tilings, options: &Options) -> BTreeSet<Relation> {
    let slow = Slow { region: &tilings.problem().region, options: *options };
    let squares = |placements: &[u32]| -> BTreeSet<Lying> {
        let tiling = tilings.encoded().tiling(placements);
        let squares =
            |cells: &[polytile::board::Cell]| cells.iter().map(|c| (c.row.into(), c.col.into())).collect();
        tiling.laid().iter().map(|laid| (laid.piece, squares(&laid.cells))).collect()
    };
    let mut relations = BTreeSet::new();
    for i in 0..tilings.len() {
        let images: BTreeSet<BTreeSet<Lying>> = (0..tilings.symmetries())
            .map(|g| squares(&tilings.image(g, tilings.get(i)).collect::<Vec<_>>()))
            .collect();
        for j in i + 1..tilings.len() {
            let other = squares(tilings.get(j));
            for image in &images {
                let (rules, moved) = slow.rules(image, &other);
                if rules != Rules::NONE {
                    relations.insert((i, j, image.clone(), moved, rules));
                }
            }
        }
    }
    relations
}

/// The same of relations found by the library.
fn laid_open(tilings: &Tilings, relations: &Relations) -> BTreeSet<Relation> {
    let squares = |placements: Vec<u32>| -> BTreeSet<Lying> {
        let tiling = tilings.encoded().tiling(&placements);
        let squares =
            |cells: &[polytile::board::Cell]| cells.iter().map(|c| (c.row.into(), c.col.into())).collect();
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

/// Where two sets of relations differ: in what only the one has, and only the other.
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
    let construct = Options { method: Some(Method::Construct), ..*options };
    let made = laid_open(&tilings, &found(&tilings, &construct));
    assert_eq!(differences(&made, &expected), [""; 0], "construct, {options:?}");
    let pairs = Options { method: Some(Method::Pairs), ..*options };
    match Relations::find(&tilings, &pairs, &Control::default()) {
        Ok(relations) => {
            let compared = laid_open(&tilings, &relations);
            assert_eq!(differences(&compared, &expected), [""; 0], "pairs, {options:?}");
        }
        Err(refused) => assert!(matches!(refused, Refused::Question(_)), "{refused}"),
    }
    expected.len()
}

#[test]
fn pentominoes_6x10() {
    let tilings = of(&shipped("pentominoes-6x10"));
    assert_eq!(tilings.len(), 2339);
    let relations = found(&tilings, &by(Method::Pairs));
    let classes = |rules: &str| relations.classes(tilings.len(), Rules::parse(rules).unwrap()).len();
    let all = relations.classes(tilings.len(), Rules::ALL);
    assert_eq!((all.len(), all.sizes()[0]), (911, 50));
    assert_eq!(all.sizes().iter().filter(|&&size| size >= 7).count(), 49);
    assert_eq!(relations.pairs().count(), 2074);
    assert_eq!(classes("S,W"), 965);
    let count =
        |holds: &dyn Fn(Rules) -> bool| relations.pairs().filter(|pair| holds(rules_of(pair))).count();
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
    let relaxed = found(&tilings, &Options { relaxed: true, ..by(Method::Pairs) });
    assert_eq!(relaxed.classes(tilings.len(), Rules::ALL).len(), 908);
}

#[test]
fn eleven_of_twelve_move_on_5x12() {
    let tilings = of(&shipped("pentominoes-5x12"));
    let pairs = found(&tilings, &by(Method::Pairs));
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
            let options = Options { relaxed, half_boards, max_pieces, ..by(Method::Pairs) };
            let pairs = found(&tilings, &options);
            let made = found(&tilings, &Options { method: Some(Method::Construct), ..options });
            assert_eq!(pairs.links(), made.links(), "{name} {options:?}");
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
    tatami.rules = PuzzleRules { tatami: true, fault_free: false };
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
            Options { rules: Rules::parse("W").unwrap(), max_pieces: Some(4), ..Options::default() },
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
    for method in [Method::Pairs, Method::Construct] {
        let stopped = Relations::find(&tilings, &by(method), &late).unwrap_err();
        assert!(matches!(stopped, Refused::Stopped(Stopped::OutOfTime(_))), "{stopped}");
        let full = Relations::find(&tilings, &by(method), &Control::default().memory(1000)).unwrap_err();
        assert!(matches!(full, Refused::Stopped(Stopped::OutOfMemory { .. })), "{full}");
    }
    let small = Control::default().memory(200_000);
    let many = Problem::new(Region::rectangle(6, 6).unwrap(), PieceSet::all(2, Freedom::Free));
    assert!(Tilings::find(&many, &small).is_err());
    let x = catalogue::find("O4").unwrap();
    let pieces = PieceSet::new(vec![Piece::from_catalogue(&x, Freedom::Free, Copies::ANY)]);
    let tilings = of(&Problem::new(Region::rectangle(4, 4).unwrap(), pieces));
    assert_eq!(found(&tilings, &Options::default()).classes(tilings.len(), Rules::ALL).sizes(), [1]);
    let none = of(&Problem::new(Region::rectangle(3, 3).unwrap(), PieceSet::all(2, Freedom::Free)));
    assert!(none.is_empty() && found(&none, &Options::default()).links().is_empty());
}

#[test]
fn numbers_do_not_depend_on_threads() {
    let problem = shipped("pentominoes-4x15");
    let one = of(&problem);
    let two = Tilings::find(&problem, &Control::default().threads(2)).unwrap();
    assert!((0..one.len()).all(|i| one.get(i) == two.get(i)));
    for method in [Method::Pairs, Method::Construct] {
        let alone = found(&one, &by(method));
        let together = Relations::find(&one, &by(method), &Control::default().threads(2)).unwrap();
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
