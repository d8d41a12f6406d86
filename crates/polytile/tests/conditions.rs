//! Counts, diagrams and samples under conditions, held against a brute force.
//!
//! Small boards, with holes, wraps and rules, and pieces with copies, are drawn at random, and one to three conditions. Every tiling is
//! listed without the library (see `oracle/tilings.rs`), and what a condition means is read off the coordinates here; the tilings
//! that are as asked are what every engine must find.

#[path = "oracle/tilings.rs"]
#[expect(dead_code, reason = "other tests ask for more")]
mod oracle;

use num_bigint::BigUint;
use oracle::{Brute, Given, Placed, Shape, cell, grid, placed, wrapped};
use polytile::ask::sample::{Engine as Drawing, Sampler};
use polytile::board::{Cell, Topology};
use polytile::condition::{Condition, Relation};
use polytile::count::{Answer, CountOptions, Engine, Order, count};
use polytile::exact_cover::Encoded;
use polytile::pieces::{Copies, Freedom, catalogue};
use polytile::prelude::Problem;
use polytile::problem::UpTo;
use polytile::run::{Control, Refused};
use polytile::solve::{Options, Question, Reply, Search};
use polytile::zdd::Family;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Names of pieces, with the least and the most copies of each.
const SETS: [&[(&str, u32, Option<u32>)]; 6] = [
    &[("domino", 0, None)],
    &[("I3", 1, Some(1)), ("domino", 0, None)],
    &[("domino", 0, Some(3)), ("L3", 1, None), ("monomino", 0, Some(2))],
    &[("T4", 1, Some(1)), ("L4", 1, Some(1)), ("domino", 0, None), ("monomino", 0, Some(1))],
    &[("L3", 0, None), ("I3", 0, None)],
    &[("S4", 0, Some(1)), ("domino", 0, None), ("L3", 1, Some(2))],
];

/// What a condition is made of: the piece, the kind of relation, a placement or a cell, and whether it is negated.
type Pick = (Index, u8, Index, bool);

#[derive(Clone, Debug)]
struct Case {
    given: Given,
    picks: Vec<Pick>,
    seed: u64,
}

fn cases() -> impl Strategy<Value = Case> {
    let topology =
        prop_oneof![4 => Just(Topology::Plane), 1 => Just(Topology::Cylinder), 1 => Just(Topology::Torus)];
    let freedom =
        prop_oneof![3 => Just(Freedom::Free), 1 => Just(Freedom::OneSided), 1 => Just(Freedom::Fixed)];
    let holes = prop::collection::vec(prop::bool::weighted(0.1), 25);
    let picks = prop::collection::vec((any::<Index>(), 0_u8..4, any::<Index>(), any::<bool>()), 1..4);
    let rules = (prop::bool::weighted(0.15), prop::bool::weighted(0.1));
    let size = (2..6_i32, 2..6_i32);
    (topology, freedom, size, holes, any::<bool>(), 0..SETS.len(), rules, picks, any::<u64>()).prop_map(
        |(topology, freedom, (rows, cols), holes, whole, set, (tatami, fault_free), picks, seed)| {
            let shapes = SETS[set].iter().map(|&(name, least, most)| {
                let shape = &catalogue::find(name).unwrap().shape;
                let cells = shape.cells().iter().map(|c| (c.row as i32, c.col as i32)).collect();
                Shape { cells, freedom, least, most }
            });
            let kept = grid(rows, cols).zip(holes).filter(|(_, hole)| whole || !hole);
            let (cells, shapes) = (kept.map(|(cell, _)| cell).collect(), shapes.collect());
            let mut given = Given { topology, rows, cols, cells, shapes, tatami, fault_free };
            if given.cells.is_empty() {
                given.cells.push((0, 0));
            }
            while Brute::new(&given).is_none() {
                given.cells.pop();
            }
            Case { given, picks, seed }
        },
    )
}

/// A condition as the brute force reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    Cover(usize),
    LieOn(u64),
    Border,
    Corner,
}

/// What is asked, by the brute force and by the library.
#[derive(Clone, Debug)]
struct Asked {
    piece: usize,
    does: Does,
    negated: bool,
}

impl Asked {
    fn new(given: &Given, &(piece, kind, which, negated): &Pick) -> Self {
        let piece = piece.index(given.shapes.len());
        let ways: Vec<Placed> = placed(given).into_iter().filter(|placed| placed.0 == piece).collect();
        let does = match kind {
            0 => Does::Cover(which.index(given.cells.len())),
            1 if !ways.is_empty() => Does::LieOn(which.get(&ways).1),
            2 => Does::Corner,
            _ => Does::Border,
        };
        Asked { piece, does, negated }
    }

    fn condition(&self, given: &Given) -> Condition {
        let at = |i: usize| cell(given.cells[i]);
        let relation = match self.does {
            Does::Cover(i) => Relation::Covers(at(i)),
            Does::LieOn(set) => Relation::LiesOn((0..64).filter(|i| set >> i & 1 == 1).map(at).collect()),
            Does::Border => Relation::TouchesBorder,
            Does::Corner => Relation::TouchesCorner,
        };
        Condition { piece: self.piece, relation, negated: self.negated }
    }

    fn holds(&self, given: &Given, tiling: &[Placed]) -> bool {
        let is_open = |i: usize, (down, right): (i32, i32)| {
            let (row, col) = given.cells[i];
            wrapped(given, (row + down, col + right)).is_none_or(|to| !given.cells.contains(&to))
        };
        let does = |&(piece, set): &Placed| {
            let across = |i| is_open(i, (0, 1)) || is_open(i, (0, -1));
            let along = |i| is_open(i, (1, 0)) || is_open(i, (-1, 0));
            let mut cells = (0..64).filter(|i| set >> i & 1 == 1);
            piece == self.piece
                && match self.does {
                    Does::Cover(i) => set >> i & 1 == 1,
                    Does::LieOn(on) => set == on,
                    Does::Border => cells.any(|i| across(i) || along(i)),
                    Does::Corner => cells.any(|i| across(i) && along(i)),
                }
        };
        tiling.iter().any(does) != self.negated
    }

    /// Whether a symmetry carries it to itself.
    fn stays(&self, (cells, pieces): &(Vec<usize>, Vec<usize>)) -> bool {
        let moved = |set: u64| (0..64).filter(|i| set >> i & 1 == 1).map(|i| 1_u64 << cells[i]).sum::<u64>();
        pieces[self.piece] == self.piece
            && match self.does {
                Does::Cover(i) => cells[i] == i,
                Does::LieOn(set) => moved(set) == set,
                Does::Border | Does::Corner => true,
            }
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

const WAYS: [(Option<Engine>, Option<Order>); 7] = [
    (None, None),
    (Some(Engine::Merge), Some(Order::Rows)),
    (Some(Engine::Merge), Some(Order::Columns)),
    (Some(Engine::Merge), Some(Order::Diagonals)),
    (Some(Engine::Dense), None),
    (Some(Engine::Zdd), None),
    (Some(Engine::Kasteleyn), None),
];

proptest! {
    #![proptest_config(config(700))]

    #[test]
    fn counts_by_every_engine(case in cases()) {
        let given = &case.given;
        let brute = Brute::new(given).unwrap();
        let asked: Vec<Asked> = case.picks.iter().map(|pick| Asked::new(given, pick)).collect();
        let conditions: Vec<Condition> = asked.iter().map(|one| one.condition(given)).collect();
        let mut tilings = brute.tilings();
        tilings.retain(|tiling| asked.iter().all(|one| one.holds(given, tiling)));
        let problem = given.problem();
        for (engine, order) in WAYS {
            for (up_to, by_piece) in [
                (None, false), (None, true), (Some(UpTo::Symmetries), false), (Some(UpTo::Rotations), false),
            ] {
                let options =
                    CountOptions { conditions: conditions.clone(), up_to, by_piece, engine, order, ..CountOptions::default() };
                let found = count(&problem, &options, &Control::default());
                let turns = |map: &u8| up_to == Some(UpTo::Symmetries) || oracle::is_turn(*map);
                let symmetries = brute.those_of((0..8).filter(turns));
                if up_to.is_some() && !symmetries.iter().all(|map| asked.iter().all(|one| one.stays(map))) {
                    prop_assert!(matches!(found, Err(Refused::Question(_))), "{:?}", options);
                    continue;
                }
                if engine.is_some() && matches!(found, Err(Refused::Unable(_))) {
                    continue;
                }
                let listed =
                    if up_to.is_some() { Brute::orbits(&tilings, &symmetries) } else { tilings.clone() };
                let expected =
                    if by_piece { brute.by_copies(&listed, None) } else { Brute::total(&listed, None) };
                prop_assert_eq!(found.map(|found| found.answer), Ok(expected), "{:?}", options);
            }
        }
    }

    #[test]
    fn searches_diagrams_and_samples(case in cases()) {
        let (given, control) = (&case.given, Control::default());
        let brute = Brute::new(given).unwrap();
        let asked: Vec<Asked> = case.picks.iter().map(|pick| Asked::new(given, pick)).collect();
        let conditions: Vec<Condition> = asked.iter().map(|one| one.condition(given)).collect();
        let mut tilings = brute.tilings();
        tilings.retain(|tiling| asked.iter().all(|one| one.holds(given, tiling)));
        let expected: BTreeSet<Vec<Placed>> = tilings.iter().map(|tiling| tiling.to_vec()).collect();
        let classes = Brute::orbits(&tilings, &brute.symmetries()).len();
        let problem = given.problem();

        let encoded = Arc::new(Encoded::new(&problem, &control).unwrap());
        let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
        for up_to in [None, Some(UpTo::Symmetries)] {
            let options = Options { conditions: conditions.clone(), up_to, ..Options::default() };
            let search = Search::new(&question, &options, &control).unwrap();
            let mut found = BTreeSet::new();
            search.list(search.beginning(), None, &control, &mut |chosen| {
                assert!(found.insert(brute.read(&encoded.tiling(chosen))));
                Reply::More
            }).unwrap();
            if up_to.is_some() {
                prop_assert_eq!(found.len(), classes, "{:?}", conditions);
            } else {
                prop_assert_eq!(&found, &expected, "{:?}", conditions);
            }
            let counting = Options { counting: true, ..options };
            let search = Search::new(&question, &counting, &control).unwrap();
            let all = search.count(search.beginning(), None, &control).unwrap().found;
            prop_assert_eq!(all, found.len() as u64, "{:?}", conditions);
        }

        let whole = Family::tilings(&problem, None, &control).unwrap();
        let family = Family::tilings_meeting(&problem, &conditions, None, &control).unwrap();
        prop_assert_eq!(family.names(), whole.names());
        let held: Vec<_> =
            family.diagram().sets().map(|set| brute.read(&family.tiling(&set).unwrap())).collect();
        prop_assert_eq!(held.len(), expected.len());
        prop_assert_eq!(&held.into_iter().collect::<BTreeSet<_>>(), &expected);
        let mut file = Vec::new();
        family.save(&mut file, &control).unwrap();
        prop_assert_eq!(Family::load(Arc::new(file), &control).unwrap(), family);

        for engine in [None, Some(Drawing::Merge), Some(Drawing::Zdd)] {
            let mut sampler = Sampler::meeting(&problem, &conditions, engine, &control).unwrap();
            prop_assert_eq!(sampler.total(), Some(&BigUint::from(tilings.len())));
            let mut drawn = Vec::new();
            sampler.draw(0..5, case.seed, &control, |tiling| { drawn.push(tiling); true }).unwrap();
            prop_assert_eq!(drawn.len(), if tilings.is_empty() { 0 } else { 5 });
            for tiling in drawn {
                prop_assert!(expected.contains(&brute.read(&tiling)), "{:?} {:?}", conditions, tiling);
            }
        }
    }
}

#[test]
fn cells_that_may_stay_empty() {
    let control = Control::default();
    let region = "3x4".parse::<polytile::board::Region>().unwrap();
    let optional: Vec<Cell> = region.cells().filter(|cell| cell.row > 0).collect();
    let region = region.with_optional(&optional).unwrap();
    for copies in [Copies::ANY, Copies::exactly(3), Copies::between(2, 4).unwrap()] {
        let mut pieces: polytile::pieces::PieceSet = "I3,domino".parse().unwrap();
        pieces = polytile::pieces::PieceSet::new(
            pieces.iter().map(|piece| polytile::pieces::Piece { copies, ..piece.clone() }).collect(),
        );
        let problem = Problem::new(region.clone(), pieces);
        let encoded = Arc::new(Encoded::new(&problem, &control).unwrap());
        let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
        let listed = |conditions: Vec<Condition>| {
            let options = Options { conditions, ..Options::default() };
            let search = Search::new(&question, &options, &control).unwrap();
            let mut found = Vec::new();
            search
                .list(search.beginning(), None, &control, &mut |chosen| {
                    found.push(encoded.tiling(chosen));
                    Reply::More
                })
                .unwrap();
            found
        };
        let all = listed(Vec::new());
        let (inner, outer) = (Cell::new(1, 1), Cell::new(0, 2));
        for relation in [
            Relation::Covers(inner),
            Relation::Covers(outer),
            Relation::LiesOn(vec![inner, Cell::new(1, 2)]),
            Relation::LiesOn(vec![Cell::new(0, 1), inner]),
            Relation::TouchesCorner,
        ] {
            for negated in [false, true] {
                let condition = Condition { piece: 1, relation: relation.clone(), negated };
                let does = |cells: &[Cell]| match &relation {
                    Relation::Covers(cell) => cells.contains(cell),
                    Relation::LiesOn(on) => cells == on,
                    _ => cells.iter().any(|c| [0, 2].contains(&c.row) && [0, 3].contains(&c.col)),
                };
                let expected = all.iter().filter(|tiling| {
                    tiling.laid().iter().any(|laid| laid.piece == 1 && does(&laid.cells)) != negated
                });
                let expected = expected.count();
                assert_eq!(listed(vec![condition.clone()]).len(), expected, "{copies} {condition:?}");
                for engine in [Engine::Merge, Engine::Zdd] {
                    let conditions = vec![condition.clone()];
                    let options =
                        CountOptions { conditions, engine: Some(engine), ..CountOptions::default() };
                    let found = count(&problem, &options, &control).unwrap().answer;
                    assert_eq!(found, Answer::Total(expected.into()), "{copies} {condition:?} {engine}");
                }
            }
        }
    }
}

/// The cheapest tilings under a condition are the cheapest of those that are as asked, whoever looks for them.
#[test]
fn the_cheapest() {
    let asked = |conditions: &str, engine: &str| -> Vec<(i64, String)> {
        let question = format!(
            r#"{{"question": "best", "board": "4x6", "pieces": "trominoes", "best": 10000,
                "weights": "I3 2\nL3@0,0+0,1+1,0 -3\nL3@2,4+3,4+3,5 7"{conditions}{engine}}}"#
        );
        let mut found = Vec::new();
        let question: polytile::ask::Question = question.parse().unwrap();
        question
            .ask(&Control::default(), &mut |part| {
                let said = part.json();
                found.push((said["cost"].as_i64().unwrap(), said["pieces"].to_string()));
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        found
    };
    let all = asked("", "");
    let corner = |pieces: &str| {
        let pieces: serde_json::Value = serde_json::from_str(pieces).unwrap();
        let ends = |laid: &serde_json::Value| {
            laid["piece"] == "I3" && laid["cells"].as_array().unwrap().contains(&serde_json::json!([0, 0]))
        };
        pieces.as_array().unwrap().iter().any(ends)
    };
    let touching = |pieces: &str| {
        let pieces: serde_json::Value = serde_json::from_str(pieces).unwrap();
        let touches = |laid: &serde_json::Value| {
            let corners = [[0, 0], [0, 5], [3, 0], [3, 5]].map(|cell| serde_json::json!(cell));
            laid["piece"] == "L3" && laid["cells"].as_array().unwrap().iter().any(|c| corners.contains(c))
        };
        pieces.as_array().unwrap().iter().any(touches)
    };
    for (conditions, holds) in [
        (r#", "where": ["I3 at 0,0"]"#, &corner as &dyn Fn(&str) -> bool),
        (r#", "where": ["not I3 at 0,0"]"#, &|pieces| !corner(pieces)),
        (r#", "where": ["L3 touches corner"]"#, &touching),
    ] {
        let mut expected: Vec<_> = all.iter().filter(|(_, pieces)| holds(pieces)).cloned().collect();
        expected.sort();
        assert!(!expected.is_empty() && expected.len() < all.len());
        for engine in ["", r#", "engine": "zdd""#, r#", "engine": "bounds""#] {
            let mut found = asked(conditions, engine);
            assert!(found.is_sorted_by_key(|(cost, _)| *cost), "{conditions} {engine}");
            found.sort();
            assert_eq!(found, expected, "{conditions} {engine}");
        }
    }
}

/// Questions in JSON say `where`, as those about solutions do, and all find as many tilings.
#[test]
fn questions_in_json() {
    let asked = |question: &str, conditions: &str| {
        let puzzle = r#""board": "4x6", "pieces": "trominoes""#;
        let text = format!(r#"{{{question}, {puzzle}, "where": [{conditions}]}}"#);
        let question: polytile::ask::Question = text.parse().unwrap();
        question.ask(&Control::default(), &mut polytile::ask::nobody).map(|answer| answer.json())
    };
    let conditions = r#""L3 at 1,1", "not L3 touches corner""#;
    for (question, key) in [
        (r#""question": "count""#, "count"),
        (r#""question": "count", "cross_check": true"#, "count"),
        (r#""question": "sample", "seed": 1"#, "count"),
        (r#""question": "zdd""#, "count"),
        (r#""question": "kth", "kth": 68"#, "of"),
        (r#""question": "solutions""#, "count"),
    ] {
        let answer = asked(question, conditions).unwrap();
        assert_eq!(answer[key], 68, "{question}: {answer}");
    }
    let misread = asked(r#""question": "count""#, r#""X at 1,1""#).unwrap_err();
    assert!(misread.to_string().contains("no piece called 'X'"), "{misread}");
    let eval = r#"{"question": "zdd", "eval": "{}", "where": ["X at 1,1"]}"#;
    let error = eval.parse::<polytile::ask::Question>().unwrap();
    let error = error.ask(&Control::default(), &mut polytile::ask::nobody).unwrap_err();
    assert!(error.to_string().contains("no board for conditions"), "{error}");
}

#[test]
fn two_pieces_at_once_are_looked_at_by_the_search_alone() {
    let problem = Problem::new("2x3".parse().unwrap(), "trominoes".parse().unwrap());
    let touches = Condition { piece: 0, relation: Relation::TouchesPiece(1), negated: false };
    let control = Control::default();
    let options = CountOptions { conditions: vec![touches.clone()], ..CountOptions::default() };
    let told = [
        count(&problem, &options, &control).unwrap_err(),
        Family::tilings_meeting(&problem, &options.conditions, None, &control).unwrap_err(),
        Sampler::meeting(&problem, &options.conditions, None, &control).unwrap_err(),
    ];
    for error in told {
        assert!(error.to_string().contains("`polytile solve --where`"), "{error}");
    }
}
