//! Exact covers as diagrams: against a brute force, and known answers.

use polytile::board::Region;
use polytile::exact_cover::contradiction::irreducible;
use polytile::exact_cover::{Demand, Encoded, Entry, ExactCover};
use polytile::format::pieces;
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::Problem;
use polytile::run::{Control, Stopped};
use polytile::zdd::ZddError;
use polytile::zdd::algebra::Manager;
use polytile::zdd::cover::{build, by_first_item, narrow};
use polytile::zdd::{Diagram, EMPTY, UNIT};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// All sets of a diagram, as bits of options.
fn sets(diagram: &Diagram, order: &[u32]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut open = vec![(diagram.root(), 0)];
    while let Some((id, set)) = open.pop() {
        if let Some((v, node)) = diagram.node(id) {
            open.extend([(node.lo, set), (node.hi, set | 1 << order[v])]);
        } else if id == UNIT {
            assert!(found.insert(set));
        }
    }
    found
}

/// Whether no two nodes have the same family: the manager would make one of them.
fn is_reduced(diagram: &Diagram) -> bool {
    let manager = Manager::new(diagram.variables() as u32, &Control::default());
    manager.import(diagram).unwrap().nodes() as u64 == diagram.nodes()
}

#[derive(Clone, Debug)]
struct Case {
    cover: ExactCover,
    order: Vec<u32>,
}

/// Up to eight items of every kind, up to eleven options in any order.
fn cases() -> impl Strategy<Value = Case> {
    let demand = prop_oneof![
        3 => Just(Demand::ONCE),
        3 => (0..3_u32, 0..3_u32).prop_map(|(lo, more)| Demand::Primary { lo, hi: lo + more }),
        3 => Just(Demand::Secondary),
    ];
    let items = prop::collection::vec(demand, 1..9);
    let options = prop::collection::vec(prop::collection::vec((0..8_u32, 0..4_u32), 1..5), 0..12);
    (items, options).prop_flat_map(|(items, options)| {
        let mut cover = ExactCover::default();
        for (i, &demand) in items.iter().enumerate() {
            cover.add_item(i.to_string(), demand).unwrap();
        }
        for name in ["red", "green"] {
            cover.colour(name);
        }
        for option in options {
            let mut entries: Vec<Entry> = Vec::new();
            for (item, colour) in option {
                let item = item % items.len() as u32;
                if entries.iter().all(|e| e.item != item) {
                    let colour = if items[item as usize].is_primary() { 0 } else { colour.min(2) };
                    entries.push(Entry { item, colour });
                }
            }
            cover.add_option(&entries).unwrap();
        }
        let order = Just((0..cover.option_count() as u32).collect::<Vec<_>>()).prop_shuffle();
        (Just(cover), order).prop_map(|(cover, order)| Case { cover, order })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_covers(Case { cover, order } in cases()) {
        let diagram = build(&cover, &order, &Control::default()).unwrap();
        let chosen = |set: u32| (0..cover.option_count() as u32).filter(|o| set >> o & 1 == 1).collect::<Vec<_>>();
        let all = (0..1_u32 << cover.option_count()).filter(|&set| cover.check(&chosen(set)).is_ok());
        prop_assert_eq!(sets(&diagram, &order), all.collect::<BTreeSet<_>>());
        prop_assert!(is_reduced(&diagram));
    }
}

fn trominoes(rows: u64, cols: u64) -> ExactCover {
    let region = Region::rectangle(rows, cols).unwrap();
    let problem = Problem::new(region, PieceSet::all(3, Freedom::Free));
    Encoded::new(&problem, &Control::default()).unwrap().cover().clone()
}

#[test]
fn known_sizes() {
    let dominoes = Problem::new(Region::rectangle(8, 8).unwrap(), PieceSet::all(2, Freedom::Free));
    let dominoes = Encoded::new(&dominoes, &Control::default()).unwrap();
    for (cover, nodes) in [(dominoes.cover().clone(), 2300), (trominoes(12, 9), 379_242)] {
        let diagram = build(&cover, &by_first_item(&cover), &Control::default()).unwrap();
        assert_eq!(diagram.nodes(), nodes);
    }
}

/// Pentominoes on 6x10 as a file of items and options has them: nothing says which way is the short one.
#[test]
fn a_narrow_order_is_found() {
    let once = pieces::list("1:pentominoes", Freedom::Free).unwrap();
    let problem = Problem::new(Region::rectangle(6, 10).unwrap(), once);
    let cover = Encoded::new(&problem, &Control::default()).unwrap();
    let order = narrow(cover.cover(), &Control::default()).unwrap();
    let diagram = build(cover.cover(), &order, &Control::default()).unwrap();
    assert_eq!(diagram.count(&Control::default()).unwrap(), 9356_u32.into());
    assert!(diagram.nodes() < 40_000, "{}", diagram.nodes());
}

/// The items of a number puzzle: each position once, each guess as often as it says.
fn number_mind(guesses: &[(&str, u32)]) -> ExactCover {
    let mut cover = ExactCover::default();
    let positions = guesses[0].0.len() as u32;
    for p in 0..positions {
        cover.add_item(format!("position {p}"), Demand::ONCE).unwrap();
    }
    for (i, &(_, hits)) in guesses.iter().enumerate() {
        cover.add_item(format!("guess {i}"), Demand::Primary { lo: hits, hi: hits }).unwrap();
    }
    for p in 0..positions {
        for digit in b'0'..=b'9' {
            let right = (0..guesses.len()).filter(|&i| guesses[i].0.as_bytes()[p as usize] == digit);
            let entries: Vec<_> = [p].into_iter().chain(right.map(|i| positions + i as u32)).collect();
            cover.add_option(&entries.into_iter().map(Entry::plain).collect::<Vec<_>>()).unwrap();
        }
    }
    cover
}

fn answers(cover: &ExactCover) -> BTreeSet<String> {
    let order = by_first_item(cover);
    let diagram = build(cover, &order, &Control::default()).unwrap();
    let mut found = BTreeSet::new();
    let mut open = vec![(diagram.root(), String::new())];
    while let Some((id, digits)) = open.pop() {
        if let Some((v, node)) = diagram.node(id) {
            let digit = char::from(b'0' + (order[v] % 10) as u8);
            open.extend([(node.hi, format!("{digits}{digit}")), (node.lo, digits)]);
        } else if id == UNIT {
            found.insert(digits);
        }
    }
    found
}

#[rustfmt::skip]
const PROBLEM_185: [(&str, u32); 22] = [
    ("5616185650518293", 2), ("3847439647293047", 1), ("5855462940810587", 3), ("9742855507068353", 3),
    ("4296849643607543", 3), ("3174248439465858", 1), ("4513559094146117", 2), ("7890971548908067", 3),
    ("8157356344118483", 1), ("2615250744386899", 2), ("8690095851526254", 3), ("6375711915077050", 1),
    ("6913859173121360", 1), ("6442889055042768", 2), ("2321386104303845", 0), ("2326509471271448", 2),
    ("5251583379644322", 2), ("1748270476758276", 3), ("4895722652190306", 1), ("3041631117224635", 3),
    ("1841236454324589", 3), ("2659862637316867", 2),
];
const SMALL: [(&str, u32); 6] =
    [("90342", 2), ("70794", 0), ("39458", 2), ("34109", 1), ("51545", 2), ("12531", 1)];

#[test]
fn number_minds() {
    assert_eq!(answers(&number_mind(&PROBLEM_185)), BTreeSet::from(["4640261571849533".to_owned()]));
    assert_eq!(answers(&number_mind(&SMALL)), BTreeSet::from(["39542".to_owned()]));
    // Fewer guesses leave more answers, each of which a look at the digits confirms.
    let hits = |guess: &str, digits: u32| {
        format!("{digits:05}").bytes().zip(guess.bytes()).filter(|(a, b)| a == b).count() as u32
    };
    let right = |n: &u32| SMALL[..4].iter().all(|&(guess, wanted)| hits(guess, *n) == wanted);
    let all: BTreeSet<_> = (0..100_000).filter(right).map(|n| format!("{n:05}")).collect();
    assert_eq!(answers(&number_mind(&SMALL[..4])), all);
    // And contradictory ones none.
    assert_eq!(answers(&number_mind(&[("12", 2), ("13", 2)])), BTreeSet::new());
}

/// A contradiction found by deletion has no solution, and has one without any of its guesses.
#[test]
fn contradictory_guesses() {
    // The last guess agrees with the small example's answer in three places, not in four.
    let guesses: Vec<(&str, u32)> = SMALL.into_iter().chain([("39511", 4)]).collect();
    let cover = number_mind(&guesses);
    let solvable = |cover: &ExactCover| {
        let diagram = build(cover, &by_first_item(cover), &Control::default())?;
        Ok::<_, Box<dyn std::error::Error>>(diagram.root() != EMPTY)
    };
    let suspects: Vec<u32> = (5..5 + guesses.len() as u32).collect();
    let core = irreducible(&cover, &suspects, solvable).unwrap().expect("a contradiction");
    let free = |kept: &[u32]| cover.freeing(|item| item >= 5 && !kept.contains(&item)).unwrap();
    assert!(core.contains(suspects.last().unwrap()));
    assert!(!solvable(&free(&core)).unwrap());
    for left_out in &core {
        let rest: Vec<u32> = core.iter().copied().filter(|item| item != left_out).collect();
        assert!(solvable(&free(&rest)).unwrap());
    }
    assert_eq!(irreducible(&number_mind(&SMALL), &suspects[..6], solvable).unwrap(), None);
    let unknown = irreducible(&cover, &[99], solvable).unwrap_err();
    insta::assert_snapshot!(unknown, @"there is no item number 99");
}

#[test]
fn limits_are_errors() {
    let stopped = |cover: &ExactCover, control: Control| match build(cover, &by_first_item(cover), &control) {
        Err(ZddError::Stopped(stopped)) => stopped,
        other => panic!("{other:?}"),
    };
    for cover in [trominoes(12, 9), number_mind(&PROBLEM_185)] {
        let short = stopped(&cover, Control::default().memory(1 << 20));
        assert!(matches!(short, Stopped::OutOfMemory { .. }), "{short}");
        let interrupted = stopped(&cover, Control::default().stopped_by(Arc::new(AtomicBool::new(true))));
        assert!(matches!(interrupted, Stopped::Interrupted(_)), "{interrupted}");
    }
    // Wherever it is: building, choosing and applying limits.
    for cover in [trominoes(12, 9), number_mind(&PROBLEM_185)] {
        let stopping = |after: u64| {
            let stop = Arc::new(AtomicBool::new(false));
            let (stopper, steps) = (stop.clone(), Arc::new(AtomicU64::new(0)));
            let seen = steps.clone();
            let control = Control::default().stopped_by(stop).on_progress(move |_| {
                if seen.fetch_add(1, Ordering::Relaxed) + 1 >= after {
                    stopper.store(true, Ordering::Relaxed);
                }
            });
            (build(&cover, &by_first_item(&cover), &control), steps.load(Ordering::Relaxed))
        };
        let (_, all) = stopping(u64::MAX);
        assert!(all > 100);
        for after in [1, all / 8, all / 4, all / 2, all - all / 4, all - 1] {
            let (stopped, steps) = stopping(after);
            assert!(matches!(stopped, Err(ZddError::Stopped(Stopped::Interrupted(_)))));
            assert_eq!(steps, after);
        }
    }
    // Thousands of coloured items, all open at once.
    let mut wide = ExactCover::default();
    let once = wide.add_item("once", Demand::ONCE).unwrap();
    let items: Vec<u32> =
        (0..5000).map(|i| wide.add_item(i.to_string(), Demand::Secondary).unwrap()).collect();
    let colour = wide.colour("red");
    let entries = items.into_iter().map(|item| Entry { item, colour }).chain([Entry::plain(once)]);
    let entries: Vec<Entry> = entries.collect();
    wide.add_option(&entries).unwrap();
    wide.add_option(&entries).unwrap();
    let too_wide = stopped(&wide, Control::default());
    insta::assert_snapshot!(too_wide, @"the items open at once need 10048 bits of state, and 4096 is the most; another order may need fewer");
}

#[test]
fn orders_are_checked() {
    let cover = trominoes(2, 3);
    let error = |order: &[u32]| match build(&cover, order, &Control::default()) {
        Err(error @ ZddError::Order { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let all = by_first_item(&cover);
    insta::assert_snapshot!(error(&all[1..]), @"an order of 10 options must name each of them once: option 0 is missing");
    insta::assert_snapshot!(error(&[0, 0]), @"an order of 10 options must name each of them once: option 0 is there twice");
    insta::assert_snapshot!(error(&[99]), @"an order of 10 options must name each of them once: there is no option 99");
}
