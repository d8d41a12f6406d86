//! Whatever is told to stop does stop, however large the question: every entry to an engine is asked about boards that would take
//! it minutes and gigabytes, once with a control whose flag is set, and once with one that measures too much memory.

use polytile::board::{Cell, Region, Topology};
use polytile::classes::Tilings;
use polytile::count::{self, CountOptions, Engine, Order};
use polytile::exact_cover::{Encoded, Entry, ExactCover, Multiplicity};
use polytile::format::sliding;
use polytile::frontier::Narrowest;
use polytile::frontier::sample::sample;
use polytile::frontier::series::Strip;
use polytile::internals::{Left, Sparse, Unfit, bitboard, left, remaining};
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::{Control, LevelsError, Refused, Stopped};
use polytile::sliding::{ExploreOptions, Metric, SolveOptions, explore, solve};
use polytile::solve::{Options, Question, Reply, Search};
use polytile::zdd::{self, Family, cover};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How a question ends.
type Ended = Result<(), Stopped>;

fn counted<T>(result: Result<T, Refused>) -> Ended {
    match result {
        Ok(_) => Ok(()),
        Err(Refused::Stopped(stopped)) => Err(stopped),
        Err(refused) => panic!("{refused}"),
    }
}

fn dominoes(region: Region) -> Problem {
    Problem::new(region, PieceSet::all(2, Freedom::Free))
}

/// Four million cells.
fn huge() -> Problem {
    dominoes(Region::rectangle(2000, 2000).unwrap())
}

/// Equally many, with a hole in each corner, so that symmetries have to be looked for cell by cell.
fn cornered() -> Problem {
    let corners = [(0, 0), (0, 1999), (1999, 0), (1999, 1999)].map(|(row, col)| Cell::new(row, col));
    dominoes(Region::rectangle(2000, 2000).unwrap().without(&corners).unwrap())
}

/// A cover that is large, and was made without a limit; only what is made from it is asked to stop.
fn large_cover() -> ExactCover {
    let mut cover = ExactCover::default();
    for i in 0..20_000 {
        cover.add_item(i.to_string(), Multiplicity::ONCE).unwrap();
    }
    for i in 0..19_999 {
        cover.add_option(&[Entry::plain(i), Entry::plain(i + 1)]).unwrap();
    }
    cover
}

/// Asks every question with the control.
fn all(control: &Control) -> Vec<(&'static str, Ended)> {
    let options = CountOptions::default();
    let forced = |engine| CountOptions { engine: Some(engine), ..CountOptions::default() };
    let up_to_symmetry =
        CountOptions { up_to: Some(UpTo::Symmetries), by_piece: true, ..CountOptions::default() };
    let with_rules = |rules| Problem { rules, ..huge() };
    let tatami = Rules { tatami: true, fault_free: false };
    let fault_free = Rules { tatami: false, fault_free: true };
    let copies = |lo, hi| {
        let piece = catalogue::find("L3").expect("a standard name");
        PieceSet::new(vec![Piece::from_catalogue(&piece, Freedom::Free, Copies::between(lo, hi).unwrap())])
    };
    let limited = Problem::new(Region::rectangle(1000, 1000).unwrap(), copies(0, 4_000_000));
    let torus = dominoes(Region::wrapped(Topology::Torus, 2000, 2000).unwrap());
    let diamond = dominoes(Region::aztec(4000).unwrap());
    let cover = large_cover();
    let small = dominoes(Region::rectangle(60, 60).unwrap());
    let encoded = Arc::new(Encoded::new(&small, &Control::default()).unwrap());
    let medium = dominoes(Region::rectangle(14, 14).unwrap());
    let plain = Encoded::new(&medium, &Control::default()).unwrap();
    let tilings = Question::tilings(small.clone(), Arc::clone(&encoded));
    let distinct = Options { up_to: Some(UpTo::Symmetries), ..Options::default() };
    let strip = |width| Strip::new(width, PieceSet::all(3, Freedom::Free), tatami).unwrap();
    let empty = "............\n".repeat(11);
    let drawn = format!("start = '''\nAB.CD.EF.GH.\n{empty}'''\ngoal = '''\n{empty}...........A\n'''");
    let blocks = sliding::parse(&drawn).unwrap().puzzle;
    vec![
        ("impossible, parts", count::is_impossible(&diamond, control).map(drop)),
        ("impossible, sums", count::is_impossible(&limited, control).map(drop)),
        ("placements", huge().placements_within(control).map(drop)),
        ("placements on a torus", torus.placements_within(control).map(drop)),
        ("symmetries", cornered().symmetries_within(control).map(drop)),
        ("count", counted(count::count(&huge(), &options, control))),
        ("count by the merge", counted(count::count(&huge(), &forced(Engine::Merge), control))),
        ("count by a diagram", counted(count::count(&huge(), &forced(Engine::Zdd), control))),
        ("count up to symmetry", counted(count::count(&cornered(), &up_to_symmetry, control))),
        ("count tatami", counted(count::count(&with_rules(tatami), &options, control))),
        ("count fault-free", counted(count::count(&with_rules(fault_free), &forced(Engine::Merge), control))),
        ("sample", counted(sample(&huge(), 1, 1, control, drop))),
        ("series", counted(strip(2000).terms(2000, control))),
        ("recurrence", counted(strip(100_000).recurrence(control))),
        ("encode", Encoded::new(&huge(), control).map(drop)),
        ("encode rules", Encoded::new(&with_rules(tatami), control).map(drop)),
        ("symmetries of options", encoded.symmetries(&small, control).map(drop)),
        ("search", counted(Search::new(&tilings, &Options::default(), control))),
        ("search for classes", counted(Search::new(&tilings, &distinct, control))),
        (
            "search of a cover",
            counted(Search::new(&Question::covers(cover.clone()), &Options::default(), control)),
        ),
        ("the sparse engine", Sparse::new(&cover, control).map(drop)),
        (
            "the bitboard engine",
            match bitboard(plain.cover(), control) {
                Err(Unfit::Stopped(stopped)) => Err(stopped),
                other => other.map(drop).map_err(|unfit| panic!("{unfit}")),
            },
        ),
        ("classes", counted(Tilings::find(&huge(), control))),
        ("widths", Narrowest::of(&huge(), control).map(drop)),
        ("diagram", counted(Family::tilings(&huge(), Some(Order::Rows), control))),
        ("order of a cover", cover::narrow(&cover, control).map(drop)),
        (
            "diagram of a cover",
            match cover::build(&cover, &cover::by_first_item(&cover), control) {
                Err(zdd::ZddError::Stopped(stopped)) => Err(stopped),
                other => other.map(drop).map_err(|error| panic!("{error}")),
            },
        ),
        (
            "explore",
            explore(&blocks, &ExploreOptions::default(), control).map(drop).map_err(|error| match error {
                LevelsError::Stopped(stopped) => stopped,
                other => panic!("{other}"),
            }),
        ),
        (
            "slide",
            solve(&blocks, &SolveOptions::by(Metric::Move), control).map(drop).map_err(|error| match error {
                LevelsError::Stopped(stopped) => stopped,
                other => panic!("{other}"),
            }),
        ),
    ]
}

#[test]
fn who_is_told_to_stop_stops() {
    let asked = Arc::new(AtomicU64::new(0));
    let asking = Arc::clone(&asked);
    let control = Control::default()
        .stopped_by(Arc::new(AtomicBool::new(true)))
        .on_progress(move |_| _ = asking.fetch_add(1, Ordering::Relaxed));
    for (name, ended) in all(&control) {
        assert!(matches!(ended, Err(Stopped::Interrupted(_))), "{name}: {ended:?}");
    }
    // Once is enough; those that try something else first ask again.
    assert!(asked.load(Ordering::Relaxed) < 1000);
}

#[test]
fn who_takes_too_much_memory_stops() {
    let control = Control::default().memory(1 << 40).measured_by(|| Some(1 << 50));
    for (name, ended) in all(&control) {
        assert!(
            matches!(ended, Err(Stopped::OverBudget { .. } | Stopped::OutOfMemory { .. })),
            "{name}: {ended:?}"
        );
    }
}

#[test]
fn placements_ask_as_they_grow() {
    let asked = Arc::new(AtomicU64::new(0));
    let asking = Arc::clone(&asked);
    let control = Control::default().on_progress(move |_| _ = asking.fetch_add(1, Ordering::Relaxed));
    let problem = dominoes(Region::rectangle(200, 200).unwrap());
    let placements = problem.placements_within(&control).unwrap();
    assert_eq!(placements, problem.placements());
    // Two orientations on 40000 cells, a thousand to a look.
    assert_eq!(asked.load(Ordering::Relaxed), 2 * 40_000 / 1024);
}

#[test]
fn the_way_to_a_solution_is_as_long_as_its_path() {
    // A thousand items with an option each, and one with two: two solutions, each below a thousand nodes without a choice.
    let mut cover = ExactCover::default();
    for i in 0..=1000 {
        let item = cover.add_item(i.to_string(), Multiplicity::ONCE).unwrap();
        cover.add_option(&[Entry::plain(item)]).unwrap();
    }
    cover.add_option(&[Entry::plain(1000)]).unwrap();
    let question = Question::covers(cover);
    let free = Control::default().threads(1);
    let search = Search::new(&question, &Options::default(), &free).unwrap();
    // The one that is found first waits, as it would where nobody could take it yet.
    let report = search.list(search.beginning(), None, &free, &mut |_| Reply::Refused).unwrap();
    let left = left(&report.remaining.unwrap()).to_vec();
    assert!(matches!(&left[..], [Left::Found(_), Left::Part(_)]), "{left:?}");
    let asks = |left: &[Left], undrawn: &[Vec<u32>], found: u64| {
        let text = search.checkpoint(&remaining(left.to_vec(), found), undrawn);
        let asked = Arc::new(AtomicU64::new(0));
        let asking = Arc::clone(&asked);
        let control = Control::default().on_asked(move || _ = asking.fetch_add(1, Ordering::Relaxed));
        search.resume(text.as_bytes(), &control).unwrap();
        asked.load(Ordering::Relaxed)
    };
    let [Left::Found(solution), part] = &left[..] else { unreachable!() };
    // Once in sixteen nodes of each path.
    assert!(asks(&left, &[], 0) >= 2 * 1000 / 16);
    let chosen = vec![solution.clone()];
    assert!(asks(std::slice::from_ref(part), &chosen, 1) >= 2 * 1000 / 16);
    // Who is told to stop on the way there stops.
    let text = search.checkpoint(&remaining(left.clone(), 0), &[]);
    let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
    assert!(matches!(
        search.resume(text.as_bytes(), &stopped),
        Err(Refused::Stopped(Stopped::Interrupted(_)))
    ));
}
