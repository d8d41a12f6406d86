//! Searches as a user runs them: known counts, classes, conditions, shares, and searches that are stopped and resumed.

use polytile::board::{Cell, Region, Topology};
use polytile::condition::{Condition, Relation};
use polytile::count::{self, Answer, CountOptions};
use polytile::exact_cover::{Encoded, Entry, ExactCover, Multiplicity};
use polytile::format::shipped::Shipped;
use polytile::format::{dlx, number_mind};
use polytile::internals::{Cursor, Left, remaining};
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use polytile::problem::{Problem, UpTo};
use polytile::run::{Control, Refused};
use polytile::solve::{Engine, Options, Question, Reply, Search};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// All solutions, sorted; none occurs twice.
fn all(search: &Search, control: &Control) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    let report = search.list(search.beginning(), None, control, &mut |chosen| {
        let mut sorted = chosen.to_vec();
        sorted.sort_unstable();
        assert!(found.insert(sorted), "{chosen:?} came twice");
        Reply::More
    });
    let report = report.unwrap();
    assert!(report.remaining.is_none() && report.stopped.is_none());
    assert_eq!(report.found, found.len() as u64);
    found
}

fn count(problem: &Problem, options: &Options) -> u64 {
    let control = Control::default();
    let encoded = Encoded::new(problem, &control).unwrap();
    let options = Options { counting: true, ..options.clone() };
    let search =
        Search::new(&Question::tilings(problem.clone(), encoded.clone()), &options, &control).unwrap();
    search.count(search.beginning(), None, &control).unwrap().found
}

fn pentominoes(rows: u64, cols: u64) -> Problem {
    let pieces = catalogue::all(5, Freedom::Free);
    let pieces = pieces.iter().map(|p| Piece::from_catalogue(p, Freedom::Free, Copies::exactly(1)));
    Problem::new(Region::rectangle(rows, cols).unwrap(), PieceSet::new(pieces.collect()))
}

fn engines() -> [Option<Engine>; 3] {
    [None, Some(Engine::Bitboard), Some(Engine::Sparse)]
}

#[test]
fn rotations_are_told_from_reflections() {
    let chiral = |rows, cols| {
        Problem::new(Region::rectangle(rows, cols).unwrap(), PieceSet::all(4, Freedom::OneSided))
    };
    let domino = Problem::new(Region::rectangle(6, 6).unwrap(), PieceSet::all(2, Freedom::Free));
    for problem in [pentominoes(3, 20), pentominoes(4, 15), chiral(4, 4), chiral(4, 5), domino] {
        for up_to in [UpTo::Rotations, UpTo::Symmetries] {
            let counting = CountOptions { up_to: Some(up_to), ..CountOptions::default() };
            let counted = count::count(&problem, &counting, &Control::default()).unwrap();
            let Answer::Total(total) = counted.answer else { panic!("a total") };
            for engine in engines() {
                let options = Options { up_to: Some(up_to), engine, ..Options::default() };
                assert_eq!(total, count(&problem, &options).into(), "{up_to} by {engine:?}");
                let control = Control::default();
                let question = Question::tilings(problem.clone(), Encoded::new(&problem, &control).unwrap());
                let listed = all(&Search::new(&question, &options, &control).unwrap(), &control);
                assert_eq!(total, listed.len().into(), "{up_to} by {engine:?}");
            }
        }
    }
}

#[test]
fn pentominoes_are_counted_by_every_engine_with_and_without_classes() {
    for (rows, cols, total) in [(3, 20, 8), (4, 15, 1472)] {
        for engine in engines() {
            let problem = pentominoes(rows, cols);
            let options = Options { engine, ..Options::default() };
            assert_eq!(count(&problem, &options), total, "{rows}x{cols} by {engine:?}");
            assert_eq!(count(&problem, &Options { up_to: Some(UpTo::Symmetries), ..options }), total / 4);
        }
    }
    assert_eq!(
        count(&pentominoes(6, 10), &Options { up_to: Some(UpTo::Symmetries), ..Options::default() }),
        2339
    );
}

#[test]
fn the_listing_is_the_same_on_any_number_of_threads() {
    let problem = pentominoes(4, 15);
    let control = Control::default();
    let encoded = Encoded::new(&problem, &control).unwrap();
    let options = Options { seed: Some(7), ..Options::default() };
    let search =
        Search::new(&Question::tilings(problem.clone(), encoded.clone()), &options, &control).unwrap();
    let list = |threads| {
        let mut solutions = Vec::new();
        let control = Control::default().threads(threads);
        let sink = &mut |chosen: &[u32]| {
            solutions.push(chosen.to_vec());
            Reply::More
        };
        search.list(search.beginning(), None, &control, sink).unwrap();
        solutions
    };
    let one = list(1);
    assert_eq!(one.len(), 1472);
    assert_eq!(one, list(4));
    assert!(one.iter().all(|chosen| encoded.tiling(chosen).check(&problem) == Ok(())));
}

#[test]
fn stopped_and_resumed_a_search_loses_and_repeats_nothing() {
    let problem = pentominoes(3, 20);
    let tiny = {
        let mut problem = Problem::new(Region::rectangle(5, 6).unwrap(), PieceSet::all(3, Freedom::Free));
        problem.rules.tatami = true;
        problem
    };
    for (problem, engine) in [(&problem, None), (&tiny, None), (&problem, Some(Engine::Sparse))] {
        let control = Control::default();
        let encoded = Encoded::new(problem, &control).unwrap();
        let options = Options { engine, ..Options::default() };
        let search =
            Search::new(&Question::tilings(problem.clone(), encoded.clone()), &options, &control).unwrap();
        let expected = all(&search, &control);
        for threads in [1, 3] {
            let control = Control::default().threads(threads);
            for stride in [1, 2, 5] {
                let mut found = Vec::new();
                let mut from = search.beginning();
                loop {
                    let mut taken = 0;
                    let report = search.list(from, None, &control, &mut |chosen| {
                        found.push(chosen.to_vec());
                        taken += 1;
                        if taken < stride { Reply::More } else { Reply::Enough }
                    });
                    let report = report.unwrap();
                    assert_eq!(report.found, found.len() as u64);
                    match report.remaining {
                        Some(remaining) => from = remaining,
                        None => break,
                    }
                }
                assert_eq!(found.len(), expected.len());
                let found: BTreeSet<Vec<u32>> = found
                    .into_iter()
                    .map(|mut chosen| {
                        chosen.sort_unstable();
                        chosen
                    })
                    .collect();
                assert_eq!(found, expected);
            }
        }
    }
}

/// A puzzle whose pieces are laid one after the other: what lies is searched no more, and nothing else changes.
#[test]
fn what_conditions_lay_is_not_searched() {
    let problem = pentominoes(3, 20);
    let control = Control::default();
    let encoded = Encoded::new(&problem, &control).unwrap();
    let question = Question::tilings(problem.clone(), encoded.clone());
    let plain = Search::new(&question, &Options::default(), &control).unwrap();
    let tilings = all(&plain, &control);
    let solution = tilings.first().unwrap();
    let board: Vec<Cell> = problem.region.cells().collect();
    for engine in engines() {
        for laid in 1..=solution.len() {
            let lying = |&option: &u32| {
                let placement = encoded.placement(option);
                let cells = placement.cells.iter().map(|&cell| board[cell as usize]);
                let relation = Relation::LiesOn(cells.collect());
                Condition { piece: placement.piece as usize, relation, negated: false }
            };
            let conditions: Vec<Condition> = solution[..laid].iter().map(lying).collect();
            let options = Options { conditions, engine, ..Options::default() };
            let search = Search::new(&question, &options, &control).unwrap();
            // A piece and its five cells are six items.
            assert!(search.size.0 <= 72 - 6 * laid, "{:?} with {laid} pieces", search.size);
            let expected: BTreeSet<Vec<u32>> = tilings
                .iter()
                .filter(|tiling| solution[..laid].iter().all(|option| tiling.contains(option)))
                .cloned()
                .collect();
            assert_eq!(all(&search, &control), expected, "{engine:?} with {laid} pieces");
            let inspected = search.inspect(&control).unwrap();
            assert_eq!(inspected.solutions, expected.len() as u64);
            assert!(inspected.difficulty() >= 0.0, "{inspected:?}");
            assert!(
                solution[..laid].iter().all(|&option| inspected.uses[option as usize] == inspected.solutions)
            );
            let mut handed = Vec::new();
            let report = search.list(search.beginning(), None, &control, &mut |chosen| {
                handed.push(chosen.to_vec());
                Reply::Enough
            });
            let rest = report.unwrap().remaining.unwrap_or_else(|| remaining(Vec::new(), 1));
            let text = search.checkpoint(&rest, &handed);
            assert_eq!(search.resume(text.as_bytes(), &control).unwrap().undrawn, handed);
            let mut shown = Vec::new();
            let show = &mut |chosen: &[u32], _: bool| {
                shown.push(chosen.to_vec());
                true
            };
            search.trace(1, &control, show).unwrap();
            assert!(shown.iter().all(|chosen| solution[..laid].iter().all(|option| chosen.contains(option))));
            let search = Arc::new(search);
            let found = search.solutions(search.beginning(), &control).unwrap();
            assert_eq!(found.collect::<Result<Vec<_>, _>>().unwrap().len(), expected.len());
        }
    }
}

#[test]
fn a_solution_that_is_refused_comes_again() {
    let problem = pentominoes(3, 20);
    let control = Control::default().threads(2);
    let encoded = Encoded::new(&problem, &control).unwrap();
    let search =
        Search::new(&Question::tilings(problem.clone(), encoded.clone()), &Options::default(), &control)
            .unwrap();
    let mut from = search.beginning();
    let mut found = Vec::new();
    for refuse in 0.. {
        let mut calls = 0;
        let report = search.list(from, None, &control, &mut |chosen| {
            calls += 1;
            if calls > refuse {
                return Reply::Refused;
            }
            found.push(chosen.to_vec());
            Reply::More
        });
        let report = report.unwrap();
        assert_eq!(report.found, found.len() as u64);
        assert_eq!(report.enough, report.remaining.is_some());
        match report.remaining {
            Some(remaining) => from = remaining,
            None => break,
        }
    }
    assert_eq!(found.len(), 8);
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 8);
}

#[test]
fn a_count_interrupted_at_random_moments_is_exact() {
    use std::time::{Duration, Instant};
    let problem = pentominoes(4, 15);
    let control = Control::default().threads(2);
    let encoded = Encoded::new(&problem, &control).unwrap();
    let options = Options { counting: true, engine: Some(Engine::Sparse), ..Options::default() };
    let search =
        Search::new(&Question::tilings(problem.clone(), encoded.clone()), &options, &control).unwrap();
    let mut from = search.beginning();
    let mut rounds = 0_u64;
    let total = loop {
        rounds += 1;
        // A walker looks at the clock only now and then, so every round gets on.
        let pause = Instant::now() + Duration::from_millis(rounds * 7 % 23);
        let report = search.count(from, Some(pause), &control).unwrap();
        match report.remaining {
            Some(remaining) => from = remaining,
            None => break report.found,
        }
    };
    assert_eq!(total, 1472);
}

#[test]
fn shares_partition_the_solutions() {
    let problem = pentominoes(3, 20);
    let dominoes = Problem::new(Region::rectangle(4, 6).unwrap(), PieceSet::all(2, Freedom::Free));
    for problem in [&problem, &dominoes] {
        let control = Control::default();
        let encoded = Encoded::new(problem, &control).unwrap();
        let question = Question::tilings(problem.clone(), encoded.clone());
        let whole = all(&Search::new(&question, &Options::default(), &control).unwrap(), &control);
        for n in [1, 2, 7] {
            let mut union = BTreeSet::new();
            for k in 1..=n {
                let options = Options { share: Some((k, n)), ..Options::default() };
                let share = all(&Search::new(&question, &options, &control).unwrap(), &control);
                let counting = Options { counting: true, ..options };
                assert_eq!(count(problem, &counting), share.len() as u64);
                for solution in share {
                    assert!(union.insert(solution), "in two shares");
                }
            }
            assert_eq!(union, whole, "{n} shares");
        }
    }
}

#[test]
fn what_is_left_of_another_search_is_refused() {
    let problem = pentominoes(3, 20);
    let control = Control::default();
    let encoded = Encoded::new(&problem, &control).unwrap();
    let search =
        Search::new(&Question::tilings(problem.clone(), encoded.clone()), &Options::default(), &control)
            .unwrap();
    let from = remaining(vec![Left::Part(Cursor(vec![(4000, 4000), (0, 1)]))], 0);
    assert!(search.list(from, None, &control, &mut |_| Reply::More).is_err());
}

#[test]
fn an_exact_cover_has_no_classes() {
    let mut cover = ExactCover::default();
    let item = cover.add_item("a", Multiplicity::ONCE).unwrap();
    cover.add_option(&[Entry::plain(item)]).unwrap();
    let options = Options { up_to: Some(UpTo::Symmetries), ..Options::default() };
    let refused = Search::new(&Question::covers(cover.clone()), &options, &Control::default()).err();
    assert!(matches!(refused, Some(Refused::Question(_))));
}

#[test]
fn an_inspection_counts_the_uses_of_every_placement() {
    // The chessboard's corner domino lies across in half of the tilings.
    let problem = Problem::new(Region::rectangle(4, 4).unwrap(), PieceSet::all(2, Freedom::Free));
    let control = Control::default().threads(2);
    let encoded = Encoded::new(&problem, &control).unwrap();
    let search =
        Search::new(&Question::tilings(problem.clone(), encoded.clone()), &Options::default(), &control)
            .unwrap();
    let inspection = search.inspect(&control).unwrap();
    assert_eq!(inspection.solutions, 36);
    assert_eq!(inspection.uses.iter().sum::<u64>(), 36 * 8);
    for (option, &uses) in (0..).zip(&inspection.uses) {
        let expected = all(&search, &control).iter().filter(|chosen| chosen.contains(&option)).count();
        assert_eq!(uses, expected as u64);
    }
}

/// A board of up to 12 cells with some pieces of up to four cells, some of them limited.
fn problems() -> impl Strategy<Value = Problem> {
    let board = (1_u64..=4, 1_u64..=4, 0_usize..=2, any::<[u32; 2]>());
    let pieces = prop::collection::vec((1_usize..=4, any::<u32>(), 0_u32..=5, 0_usize..3), 1..=3);
    (board, pieces, any::<bool>(), any::<bool>()).prop_map(
        |((rows, cols, topology, holes), pieces, tatami, holed)| {
            let topology = [Topology::Plane, Topology::Cylinder, Topology::Torus][topology];
            let mut region = Region::wrapped(topology, rows, cols).unwrap();
            if holed && region.len() > 2 {
                let cells: Vec<Cell> = region.cells().collect();
                let hole = cells[holes[0] as usize % cells.len()];
                region = region.without(&[hole]).unwrap();
            }
            let mut chosen: Vec<Piece> = Vec::new();
            for (size, which, copies, freedom) in pieces {
                let freedom = [Freedom::Free, Freedom::OneSided, Freedom::Fixed][freedom];
                let set = catalogue::all(size, freedom);
                let named = &set[which as usize % set.len()];
                let copies = match copies {
                    0 => Copies::exactly(1),
                    1 => Copies::between(0, 2).unwrap(),
                    2 => Copies::at_least(1),
                    _ => Copies::ANY,
                };
                let piece = Piece::from_catalogue(named, freedom, copies);
                if chosen.iter().all(|p| p.name != piece.name) {
                    chosen.push(piece);
                }
            }
            let mut problem = Problem::new(region, PieceSet::new(chosen));
            problem.rules.tatami = tatami;
            problem
        },
    )
}

/// Any of the conditions there are.
fn condition(problem: &Problem, kind: u32, piece: u32, cell: u32, negated: bool) -> Condition {
    let pieces = problem.pieces.len() as u32;
    let cells: Vec<Cell> = problem.region.cells().collect();
    let relation = match kind % 4 {
        0 => Relation::Covers(cells[cell as usize % cells.len()]),
        1 => Relation::TouchesBorder,
        2 => Relation::TouchesCorner,
        _ => Relation::TouchesPiece((cell % pieces) as usize),
    };
    Condition { piece: (piece % pieces) as usize, relation, negated }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Conditions mean what they say of the whole tiling; classes are those of the images; engines agree.
    #[test]
    fn conditions_and_classes_agree_with_their_definitions(
        problem in problems(),
        asked in prop::collection::vec(any::<(u32, u32, u32, bool)>(), 0..=2),
    ) {
        let control = Control::default();
        let encoded = Encoded::new(&problem, &control).unwrap();
        let question = Question::tilings(problem.clone(), encoded.clone());
        let conditions: Vec<Condition> =
            asked.iter().map(|&(k, p, c, n)| condition(&problem, k, p, c, n)).collect();
        let plain = Search::new(&question, &Options::default(), &control).unwrap();
        let everything = all(&plain, &control);
        for chosen in &everything {
            prop_assert_eq!(encoded.tiling(chosen).check(&problem), Ok(()));
        }
        let holds = |chosen: &Vec<u32>| {
            let tiling = encoded.tiling(chosen);
            conditions.iter().all(|c| c.holds(&problem, &tiling))
        };
        let expected: BTreeSet<Vec<u32>> = everything.into_iter().filter(holds).collect();
        let images = encoded.symmetries(&problem, &control).unwrap();
        let class = |chosen: &Vec<u32>| {
            let image = |s: &Vec<u32>| {
                let mut image: Vec<u32> = chosen.iter().map(|&o| s[o as usize]).collect();
                image.sort_unstable();
                image
            };
            images.iter().map(image).min().unwrap()
        };
        let classes: BTreeSet<Vec<u32>> = expected.iter().map(class).collect();
        for engine in [None, Some(Engine::Sparse)] {
            let options = Options { conditions: conditions.clone(), engine, ..Options::default() };
            let search = Search::new(&question, &options, &control).unwrap();
            prop_assert_eq!(&all(&search, &control), &expected);
            prop_assert_eq!(count(&problem, &options), expected.len() as u64);
            let distinct = Options { up_to: Some(UpTo::Symmetries), ..options };
            let search = Search::new(&question, &distinct, &control).unwrap();
            let found = all(&search, &control);
            prop_assert_eq!(found.len(), classes.len());
            prop_assert!(found.is_subset(&expected));
            let found: BTreeSet<Vec<u32>> = found.iter().map(class).collect();
            prop_assert_eq!(&found, &classes);
            prop_assert_eq!(count(&problem, &distinct), classes.len() as u64);
        }
    }
}

#[test]
fn shipped_covers_have_their_solutions() {
    let counts =
        [("langford-8", 300), ("langford-8-half", 150), ("sudoku", 1), ("queens-8", 92), ("word-square", 4)];
    for (name, expected) in counts {
        let shipped = Shipped::find(name).unwrap();
        let cover = dlx::parse(shipped.text).unwrap().cover;
        let control = Control::default().threads(2);
        let search = Search::new(&Question::covers(cover.clone()), &Options::default(), &control).unwrap();
        let found = all(&search, &control);
        assert_eq!(found.len(), expected, "{name}");
        assert!(found.iter().all(|chosen| cover.check(chosen) == Ok(())));
    }
}

#[test]
fn number_minds_have_one_answer() {
    for (name, answer) in [("number-mind-185", "4640261571849533"), ("number-mind-small", "39542")] {
        let mind = number_mind::parse(Shipped::find(name).unwrap().text).unwrap();
        let cover = mind.cover();
        let control = Control::default();
        let search = Search::new(&Question::covers(cover.clone()), &Options::default(), &control).unwrap();
        let answers: Vec<String> = all(&search, &control).iter().map(|chosen| mind.digits(chosen)).collect();
        assert_eq!(answers, [answer]);
    }
}
