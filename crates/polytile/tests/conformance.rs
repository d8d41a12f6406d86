//! Every known count, by every engine and scan order that applies; diagrams by the order that the plan picks. What an engine
//! that is forced cannot answer within 8 MiB is passed over: that most rows are answered in every way is asserted.
//!
//! The table holds one count per line: published ones, and ones that two unrelated programs agree on. Its columns are
//! the board, the pieces, the flags, the count, and where it comes from; its comments say what a section is about.

use polytile::board::Region;
use polytile::count::{Answer, CountOptions, Engine, Order, count};
use polytile::format::{board, pieces};
use polytile::pieces::Freedom;
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::{Control, Refused, Stopped};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const TABLE: &str = include_str!("conformance/known-counts.tsv");

struct Row {
    problem: Problem,
    up_to_symmetry: bool,
    count: String,
}

fn region(text: &str) -> Region {
    let mut words = text.split_whitespace();
    let base = words.next().expect("a board");
    let region = match base.strip_prefix("art:") {
        Some(art) => board::art(&art.replace('/', "\n")).expect("a drawing").0,
        None => board::short_form(base).expect("a board"),
    };
    let removed: Vec<_> =
        words.map(|w| board::cell(w.strip_prefix('-').expect("a removal")).expect("a cell")).collect();
    region.without(&removed).expect("cells of the board")
}

fn row(line: &str) -> Row {
    let fields: Vec<&str> = line.split('\t').collect();
    let [board, names, flags, count, _source] = fields[..] else { panic!("five columns: {line}") };
    let freedom = if flags.contains("--turns no") {
        Freedom::Fixed
    } else if flags.contains("--flips no") {
        Freedom::OneSided
    } else {
        Freedom::Free
    };
    let pieces = pieces::list(names, freedom).unwrap_or_else(|e| panic!("{line}: {e}"));
    let rules = Rules { tatami: flags.contains("--tatami"), fault_free: flags.contains("--fault-free") };
    Row {
        problem: Problem { region: region(board), pieces, rules },
        up_to_symmetry: flags.contains("--up-to-symmetry"),
        count: count.to_owned(),
    }
}

/// The ways to count that the table is held against; nothing leaves the choice to the plan.
const WAYS: [(Option<Engine>, Option<Order>); 8] = [
    (None, None),
    (Some(Engine::Merge), Some(Order::Rows)),
    (Some(Engine::Merge), Some(Order::Columns)),
    (Some(Engine::Merge), Some(Order::Diagonals)),
    (Some(Engine::Dense), Some(Order::Rows)),
    (Some(Engine::Dense), Some(Order::Columns)),
    (Some(Engine::Zdd), None),
    (Some(Engine::Kasteleyn), None),
];

#[test]
fn known_counts() {
    let lines: Vec<&str> = TABLE.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).collect();
    assert!(lines.len() >= 200, "the table has shrunk to {} counts", lines.len());
    let next = AtomicUsize::new(0);
    let answered: [AtomicUsize; 8] = Default::default();
    let wrong: Mutex<Vec<String>> = Mutex::default();
    let work = || {
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let row = row(line);
            for (way, (engine, order)) in WAYS.into_iter().enumerate() {
                let options = CountOptions {
                    engine,
                    order,
                    up_to: row.up_to_symmetry.then_some(UpTo::Symmetries),
                    ..CountOptions::default()
                };
                let memory = if engine.is_some() { 1 << 23 } else { 1 << 28 };
                match count(&row.problem, &options, &Control::default().memory(memory)) {
                    Ok(counted) => {
                        answered[way].fetch_add(1, Ordering::Relaxed);
                        let Answer::Total(found) = counted.answer else { panic!("a total") };
                        if found.to_string() != row.count {
                            wrong
                                .lock()
                                .unwrap()
                                .push(format!("{line}: {engine:?} by {order:?} finds {found}"));
                        }
                    }
                    // The dense engine has its own boards, determinants their own pieces, and an order can be too costly
                    // to force; that most rows are answered in every way is asserted below.
                    Err(Refused::Unable(_)) if matches!(engine, Some(Engine::Dense | Engine::Kasteleyn)) => {}
                    Err(Refused::Stopped(Stopped::OutOfMemory { .. })) if engine.is_some() => {}
                    Err(error) => {
                        wrong.lock().unwrap().push(format!("{line}: {engine:?} by {order:?}: {error}"));
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} answers differ:\n{}", wrong.len(), wrong.join("\n"));
    let answered = answered.map(AtomicUsize::into_inner);
    assert_eq!(answered[0], lines.len());
    assert!(answered[1..4].iter().all(|&n| n >= lines.len() * 95 / 100), "{answered:?}");
    assert!(answered[4..6].iter().all(|&n| n >= 100), "{answered:?}");
    assert!(answered[6] >= lines.len() * 9 / 10, "{answered:?}");
    let dominoes = lines.iter().filter(|line| line.split_whitespace().any(|word| word == "dominoes"));
    assert!(answered[7] >= dominoes.count() / 2, "{answered:?}");
}
