//! Exact covers as diagrams: against a brute force, and known answers.

#[path = "oracle/guesses.rs"]
mod guesses;
#[path = "oracle/cover.rs"]
mod oracle;

use guesses::{PROBLEM_185, SMALL};
use oracle::{Given, cases};
use polytile::board::Region;
use polytile::exact_cover::contradiction::irreducible;
use polytile::exact_cover::{Encoded, Entry, ExactCover, Multiplicity};
use polytile::format::{number_mind, pieces};
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

/// All sets of a diagram, as options.
fn sets(diagram: &Diagram, order: &[u32]) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    let mut open = vec![(diagram.root(), Vec::new())];
    while let Some((id, mut set)) = open.pop() {
        if let Some((v, node)) = diagram.node(id) {
            open.push((node.lo, set.clone()));
            set.push(order[v]);
            open.push((node.hi, set));
        } else if id == UNIT {
            set.sort_unstable();
            assert!(found.insert(set));
        }
    }
    found
}

/// Whether no two nodes have the same family: the manager would merge them.
fn is_reduced(diagram: &Diagram) -> bool {
    let manager = Manager::new(diagram.variables() as u32, &Control::default());
    manager.import(diagram).unwrap().nodes() as u64 == diagram.nodes()
}

/// A small cover and any order of its options.
fn ordered() -> impl Strategy<Value = (Given, Vec<u32>)> {
    cases().prop_flat_map(|case| {
        let order = Just((0..case.options.len() as u32).collect::<Vec<_>>()).prop_shuffle();
        (Just(case), order)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn solutions_are_those_of_the_brute_force((case, order) in ordered()) {
        let diagram = build(&case.cover(), &order, &Control::default()).unwrap();
        prop_assert_eq!(sets(&diagram, &order), case.solutions());
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

/// Pentominoes on 6x10 as in a file of items and options: nothing says which side is the short one.
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

/// The answers by the diagram of the exact cover, and, where guesses are few, by that of the process, which are the same.
fn answers(guesses: &[(&str, u32)]) -> Vec<String> {
    let found = by_cover(guesses);
    if guesses.len() < 10 {
        let text: Vec<String> = guesses.iter().map(|(digits, right)| format!("{digits};{right}")).collect();
        let mind = number_mind::parse(&text.join("\n")).unwrap();
        let diagram = Diagram::of(&mind.process(), &Control::default()).unwrap();
        assert!(is_reduced(&diagram));
        let mut numbers: Vec<String> = diagram.sets().map(|set| mind.digits(&set)).collect();
        numbers.sort();
        assert_eq!(numbers, found);
    }
    found
}

fn by_cover(guesses: &[(&str, u32)]) -> Vec<String> {
    let cover = guesses::cover(guesses);
    let order = by_first_item(&cover);
    let diagram = build(&cover, &order, &Control::default()).unwrap();
    let mut found: Vec<String> = sets(&diagram, &order).iter().map(|set| guesses::number(set)).collect();
    found.sort();
    found
}

#[test]
fn number_minds() {
    assert_eq!(answers(&PROBLEM_185), ["4640261571849533"]);
    assert_eq!(answers(&SMALL), ["39542"]);
    // Fewer guesses leave more answers, each of which a look at the digits confirms.
    assert_eq!(answers(&SMALL[..4]), guesses::answers(&SMALL[..4]));
    // And contradictory ones none.
    assert_eq!(answers(&[("12", 2), ("13", 2)]), [""; 0]);
}

/// A contradiction found by deletion has no solution, and has one without any of its guesses.
#[test]
fn contradictory_guesses() {
    // The last guess agrees with the small example's answer in three places, not in four.
    let guesses: Vec<(&str, u32)> = SMALL.into_iter().chain([("39511", 4)]).collect();
    let cover = guesses::cover(&guesses);
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
    assert_eq!(irreducible(&guesses::cover(&SMALL), &suspects[..6], solvable).unwrap(), None);
    let unknown = irreducible(&cover, &[99], solvable).unwrap_err();
    insta::assert_snapshot!(unknown, @"there is no item number 99");
}

#[test]
fn limits_are_errors() {
    let stopped = |cover: &ExactCover, control: Control| match build(cover, &by_first_item(cover), &control) {
        Err(ZddError::Stopped(stopped)) => stopped,
        other => panic!("{other:?}"),
    };
    for cover in [trominoes(12, 9), guesses::cover(&PROBLEM_185)] {
        let short = stopped(&cover, Control::default().memory(1 << 20));
        assert!(matches!(short, Stopped::OutOfMemory { .. }), "{short}");
        let interrupted = stopped(&cover, Control::default().stopped_by(Arc::new(AtomicBool::new(true))));
        assert!(matches!(interrupted, Stopped::Interrupted(_)), "{interrupted}");
    }
    // Wherever it stands: building, choosing and applying limits.
    for cover in [trominoes(12, 9), guesses::cover(&PROBLEM_185)] {
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
    let once = wide.add_item("once", Multiplicity::ONCE).unwrap();
    let items: Vec<u32> =
        (0..5000).map(|i| wide.add_item(i.to_string(), Multiplicity::Secondary).unwrap()).collect();
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
