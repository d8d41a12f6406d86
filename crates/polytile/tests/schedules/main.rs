//! Whatever waits for other threads, under thousands of schedules.
//!
//! The files that wait are compiled a second time, into this test, with `sync.rs` in place of the standard library's locks,
//! threads and clock. So nothing of this is in the library; and at every lock, wait and atomic, shuttle may choose which thread
//! continues, at random (or with few changes of turn, which finds other faults: Burckhardt et al., A randomized scheduler with
//! probabilistic guarantees of finding bugs, 2010). If all threads wait, it says so: nothing here can hang. A schedule that fails
//! is printed, and `shuttle::replay` runs it again.

#[path = "../../src/exact_cover/crew.rs"]
#[allow(dead_code, reason = "the shares of a tree need no threads")]
mod crew;
#[path = "../../src/run/in_order.rs"]
mod in_order;
#[path = "../../src/run/parallel.rs"]
mod parallel;
mod sync;

/// What those files take from elsewhere.
mod run {
    pub(crate) use crate::sync;
    pub use polytile::run::{Control, Progress, Stopped};
}
mod tree {
    pub use polytile::internals::{Cursor, Lost, Refined, Step, Walk, Walker};
}

use crew::{Crew, Hands, Left, Outcome, Reply};
use in_order::in_order;
use polytile::board::Region;
use polytile::exact_cover::Encoded;
use polytile::internals::Sparse;
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::Problem;
use run::{Control, Progress, Stopped};
use shuttle::rand::{Rng, thread_rng};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sync::Instant;
use tree::{Cursor, Lost, Refined, Step, Walk, Walker};

/// Schedules of each kind for each test.
const SCHEDULES: usize = 1000;

/// Runs `test` under many schedules, with many random numbers.
fn explore(test: impl Fn() + Send + Sync + Clone + 'static) {
    let mut config = shuttle::Config::new();
    config.stack_size = 1 << 18;
    // A thread besides the test, and a moment when either may continue: with one worker the test has no such moment,
    // and the second scheduler insists on a choice in its first run.
    let test = move || {
        let beside = shuttle::thread::spawn(shuttle::thread::yield_now);
        shuttle::thread::yield_now();
        test();
        beside.join().expect("it does nothing");
    };
    shuttle::Runner::new(RandomScheduler::new(SCHEDULES), config.clone()).run(test.clone());
    shuttle::Runner::new(PctScheduler::new(3, SCHEDULES), config).run(test);
}

/// A walker that looks around after every node.
struct Short(Box<dyn Walker>);

impl Walker for Short {
    fn advance(&mut self, _: u64) -> Step {
        self.0.advance(1)
    }
    fn solution(&self) -> &[u32] {
        self.0.solution()
    }
    fn cursor(&self) -> Cursor {
        self.0.cursor()
    }
    fn seek(&mut self, cursor: &Cursor, control: &Control) -> Result<(), Lost> {
        self.0.seek(cursor, control)
    }
    fn split(&mut self) -> Option<Cursor> {
        self.0.split()
    }
    fn refine(&mut self, cursor: &Cursor, control: &Control) -> Result<Refined, Lost> {
        self.0.refine(cursor, control)
    }
    fn locate(&mut self, solution: &[u32], control: &Control) -> Result<Vec<u32>, Lost> {
        self.0.locate(solution, control)
    }
    fn passed(&self) -> f64 {
        self.0.passed()
    }
    fn remaining(&self) -> f64 {
        self.0.remaining()
    }
    fn profile(&self) -> &[u64] {
        self.0.profile()
    }
    fn another(&self) -> Box<dyn Walker> {
        Box::new(Short(self.0.another()))
    }
}

/// A tree with 36 solutions, the tilings of 4x4 by dominoes, and these in the order of the tree.
fn dominoes() -> (Short, Vec<Vec<u32>>) {
    let problem = Problem::new(Region::rectangle(4, 4).unwrap(), PieceSet::all(2, Freedom::Free));
    let encoded = Encoded::new(&problem, &Control::default()).unwrap();
    let mut walk = Walk::new(Sparse::new(encoded.cover(), &Control::default()).unwrap());
    let start = Short(walk.another());
    let mut solutions = Vec::new();
    while walk.advance(u64::MAX) == Step::Solution {
        solutions.push(walk.solution().to_vec());
    }
    assert_eq!(solutions.len(), 36);
    (start, solutions)
}

/// Hands every solution out, but panics at the one with this number, in the order in which they are found.
#[derive(Debug)]
struct Carry(Arc<AtomicU64>, u64);

impl Hands for Carry {
    fn take(&mut self, _: &[u32]) -> (u64, bool) {
        assert!(self.0.fetch_add(1, Ordering::Relaxed) != self.1, "stumbled");
        (1, true)
    }
}

fn search(
    start: &Short,
    left: Vec<Left>,
    crew: &Crew<'_>,
    stumble: Option<u64>,
    sink: &mut (dyn FnMut(&[u32]) -> Reply + Send),
) -> Outcome<Carry> {
    let seen = Arc::new(AtomicU64::new(0));
    let hands = || Carry(Arc::clone(&seen), stumble.unwrap_or(u64::MAX));
    crew.run(start, left, hands, sink).unwrap()
}

fn crew(control: &Control, found: u64) -> Crew<'_> {
    Crew { control, nodes: 1, pause: None, whole: 1.0, found }
}

#[test]
fn solutions_come_once_and_in_order() {
    let (start, solutions) = dominoes();
    let (start, solutions) = (Arc::new(start), Arc::new(solutions));
    explore(move || {
        let control = Control::default().threads(thread_rng().gen_range(2..=4));
        let mut came = Vec::new();
        let whole = vec![Left::Part(Cursor::ROOT)];
        let outcome = search(&start, whole, &crew(&control, 0), None, &mut |solution| {
            came.push(solution.to_vec());
            Reply::More
        });
        assert_eq!((&came, outcome.found), (&*solutions, 36));
        assert_eq!((outcome.left, outcome.stopped, outcome.enough), (Vec::new(), None, false));
        assert_eq!(outcome.hands.len(), control.thread_count());
    });
}

/// Stopped by whoever takes the solutions, by the control and by the clock, at any moment, and resumed.
#[test]
fn what_is_left_is_what_has_not_come() {
    let (start, solutions) = dominoes();
    let (start, solutions) = (Arc::new(start), Arc::new(solutions));
    explore(move || {
        let (mut came, mut left, mut found) = (Vec::new(), vec![Left::Part(Cursor::ROOT)], 0);
        while !left.is_empty() {
            let stop = Arc::new(AtomicBool::new(false));
            let control =
                Control::default().threads(thread_rng().gen_range(1..=3)).stopped_by(Arc::clone(&stop));
            let mut crew = crew(&control, found);
            crew.pause = thread_rng().gen_ratio(1, 2).then(Instant::now);
            let (mut last, mut told) = (false, false);
            let outcome = search(&start, left, &crew, None, &mut |solution| {
                assert!(!last, "somebody who had enough is given more");
                let reply = match thread_rng().gen_range(0..16) {
                    0 => Reply::Enough,
                    1 => Reply::Refused,
                    _ => Reply::More,
                };
                last = reply != Reply::More;
                if reply != Reply::Refused {
                    came.push(solution.to_vec());
                }
                if thread_rng().gen_ratio(1, 16) {
                    told = true;
                    stop.store(true, Ordering::Relaxed);
                }
                reply
            });
            assert_eq!(outcome.enough, last);
            if let Some(stopped) = outcome.stopped {
                assert!(told);
                let found = outcome.found;
                assert!(
                    matches!(stopped, Stopped::Interrupted(Progress::Search { found: said, .. }) if said == found)
                );
            }
            (left, found) = (outcome.left, outcome.found);
            let kept = left.iter().filter(|left| matches!(left, Left::Found(_))).count();
            assert_eq!(found, (came.len() + kept) as u64);
        }
        assert_eq!((&came, found), (&*solutions, 36));
    });
}

/// The others come home, and the panic arrives.
#[test]
fn a_worker_that_panics_leaves_nobody_waiting() {
    let (start, solutions) = dominoes();
    let (start, solutions) = (Arc::new(start), Arc::new(solutions));
    explore(move || {
        let control = Control::default().threads(thread_rng().gen_range(2..=3));
        let stumble = thread_rng().gen_range(0..36);
        let by_sink = thread_rng().gen_ratio(1, 4);
        let mut came = Vec::new();
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let whole = vec![Left::Part(Cursor::ROOT)];
            let worker = (!by_sink).then_some(stumble);
            search(&start, whole, &crew(&control, 0), worker, &mut |solution| {
                assert!(!by_sink || came.len() as u64 != stumble, "the sink stumbled");
                came.push(solution.to_vec());
                Reply::More
            })
        }));
        let panic = caught.expect_err("somebody stumbled");
        let said = *panic.downcast_ref::<&str>().expect("a message");
        assert_eq!(said, if by_sink { "the sink stumbled" } else { "stumbled" });
        assert!(solutions.starts_with(&came));
    });
}

#[test]
fn results_come_in_order() {
    explore(|| {
        let (threads, tasks) = (thread_rng().gen_range(1..=4), thread_rng().gen_range(0..40));
        let (begun, taken) = (AtomicU64::new(0), AtomicU64::new(0));
        let make = |task: u64, used: &mut u64| {
            // A lock between two tasks of a thread, so that threads take turns within a task too.
            drop(sync::Mutex::new(()).lock());
            begun.fetch_add(1, Ordering::Relaxed);
            assert!(task <= taken.load(Ordering::Relaxed) + 8 * threads as u64, "begun too early");
            *used += 1;
            (task * task, *used)
        };
        let mut seen = Vec::new();
        let done: Result<(), ()> = in_order(threads, tasks, make, |task, (square, used)| {
            assert_eq!(square, task * task);
            assert!(used > 0);
            seen.push(task);
            taken.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
        assert_eq!(done, Ok(()));
        assert!(seen.iter().copied().eq(0..tasks));
        assert_eq!(begun.into_inner(), tasks);
    });
}

#[test]
fn an_error_ends_it() {
    explore(|| {
        let (threads, last) = (thread_rng().gen_range(1..=4), thread_rng().gen_range(0..20));
        let begun = AtomicU64::new(0);
        let make = |_: u64, (): &mut ()| {
            drop(sync::Mutex::new(()).lock());
            begun.fetch_add(1, Ordering::Relaxed)
        };
        let done = in_order(threads, 1 << 40, make, |task, _| if task == last { Err(task) } else { Ok(()) });
        assert_eq!(done, Err(last));
        assert!(begun.into_inner() <= last + 1 + 8 * threads as u64);
    });
}

#[test]
fn a_panic_ends_it() {
    explore(|| {
        let (threads, last) = (thread_rng().gen_range(2..=4), thread_rng().gen_range(0..30));
        let by_taker = thread_rng().gen_ratio(1, 2);
        let make = |task: u64, (): &mut ()| {
            drop(sync::Mutex::new(()).lock());
            assert!(by_taker || task != last, "stumbled");
        };
        let mut seen = 0;
        let caught = catch_unwind(AssertUnwindSafe(|| {
            in_order(threads, 1 << 40, make, |task, ()| {
                assert!(!by_taker || task != last, "stumbled");
                seen += 1;
                Ok::<(), ()>(())
            })
        }));
        assert!(caught.is_err() && seen <= last);
    });
}

#[test]
fn side_by_side_is_as_one_after_the_other() {
    explore(|| {
        let (threads, tasks) = (thread_rng().gen_range(1..=4), thread_rng().gen_range(0..12));
        let work = |task: usize| {
            drop(sync::Mutex::new(()).lock());
            task * task
        };
        assert!(parallel::map(threads, tasks, work).into_iter().eq((0..tasks).map(|task| task * task)));
        let stumbling = |task: usize| assert!(task + 1 != tasks, "stumbled");
        let caught = catch_unwind(AssertUnwindSafe(|| parallel::map(threads, tasks, stumbling)));
        assert_eq!(caught.is_err(), tasks > 0);
    });
}
