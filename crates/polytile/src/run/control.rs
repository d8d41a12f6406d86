//! The contract between an engine and whoever runs it.
//!
//! Every engine takes a [`Control`]. Between pieces of work that take well under a second it asks [`Control::check`];
//! it announces the memory that it is about to take with [`Control::reserve`], and reports how far it is. It never
//! prints.

use super::clock::{Duration, Instant};
use super::sync::THREADS;
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// How far an engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// Getting ready.
    Preparation {
        /// Steps done, each of some operations.
        steps: u64,
    },
    /// Laying pieces one by one.
    Pieces {
        /// Pieces laid.
        done: u64,
        /// Pieces in all.
        total: u64,
    },
    /// Going through a computation level by level.
    Levels {
        /// Levels finished.
        done: u64,
        /// Levels in all.
        total: u64,
        /// States alive now.
        states: u64,
    },
    /// Going through a list of operations on families.
    Operations {
        /// Operations finished.
        done: u64,
        /// Operations in all.
        total: u64,
        /// Nodes of the diagrams now, garbage included.
        nodes: u64,
    },
    /// Going through sets of pieces, one by one.
    Sets {
        /// Sets looked at.
        done: u64,
        /// Sets in all.
        total: u64,
        /// How many pieces they have.
        pieces: u64,
    },
    /// Going through a search tree.
    Search {
        /// Estimated share of the tree that is finished, in millionths.
        share: u32,
        /// Solutions found.
        found: u64,
    },
    /// Going through all that can be reached, level by level.
    States {
        /// Levels finished.
        levels: u64,
        /// States found.
        found: u64,
        /// The most states that will be found, where that is known.
        expected: Option<u64>,
    },
    /// Laying out the positions that meet a goal.
    Goals {
        /// Positions found.
        found: u64,
    },
    /// Going through all walks of a length.
    Walks {
        /// Moves of a walk, at most.
        length: u64,
        /// Positions visited.
        visited: u64,
    },
    /// Listing solutions.
    Solutions {
        /// Solutions listed.
        found: u64,
    },
    /// Going through a list of tilings, looking for relations.
    Tilings {
        /// Tilings dealt with.
        done: u64,
        /// Tilings in all.
        total: u64,
        /// Relations found.
        relations: u64,
    },
    /// Drawing a tiling by coupling from the past.
    Sweeps {
        /// Sweeps made over all faces.
        done: u64,
        /// Pairs of cells on which the two extremes still differed after the latest sweeps that came to the present.
        apart: u64,
    },
    /// Going through the primes modulo which a number is found.
    Primes {
        /// Primes begun.
        done: u64,
        /// Primes in all.
        total: u64,
    },
    /// Going through the rows of a board.
    Rows {
        /// Rows finished.
        done: u64,
        /// Rows in all.
        total: u64,
    },
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Progress::Preparation { steps } => {
                write!(f, "{steps} step{} of preparation", if steps == 1 { "" } else { "s" })
            }
            Progress::Pieces { done, total } => write!(f, "{done} of {total} pieces"),
            Progress::Levels { done, total, states } => {
                let s = if states == 1 { "" } else { "s" };
                write!(f, "{done} of {total} levels, with {states} state{s} alive")
            }
            Progress::Operations { done, total, nodes } => {
                let s = if nodes == 1 { "" } else { "s" };
                write!(f, "{done} of {total} operations, with {nodes} node{s}")
            }
            Progress::Sets { done, total, pieces } => {
                let s = if pieces == 1 { "" } else { "s" };
                let percent = 100.0 * done as f64 / total.max(1) as f64;
                write!(f, "{done} of the {total} sets of {pieces} piece{s} ({percent:.2} %)")
            }
            Progress::Primes { done, total } => write!(f, "{done} of {total} primes"),
            Progress::Rows { done, total } => write!(f, "{done} of {total} rows"),
            Progress::Sweeps { done, apart } => {
                let (s, t) = (if done == 1 { "" } else { "s" }, if apart == 1 { "" } else { "s" });
                write!(f, "{done} sweep{s} from the past, with {apart} pair{t} of cells undecided")
            }
            Progress::States { levels, found, expected } => {
                let (s, t) = (if levels == 1 { "" } else { "s" }, if found == 1 { "" } else { "s" });
                write!(f, "{levels} level{s} with {found} state{t}")?;
                expected.map_or(Ok(()), |expected| write!(f, ", of at most {expected}"))
            }
            Progress::Goals { found } => {
                write!(f, "{found} goal position{}", if found == 1 { "" } else { "s" })
            }
            Progress::Walks { length, visited } => {
                let (s, t) = (if length == 1 { "" } else { "s" }, if visited == 1 { "" } else { "s" });
                write!(f, "{visited} position{t} on walks of at most {length} move{s}")
            }
            Progress::Solutions { found } => {
                write!(f, "{found} solution{}", if found == 1 { "" } else { "s" })
            }
            Progress::Tilings { done, total, relations } => {
                let s = if relations == 1 { "" } else { "s" };
                write!(f, "{done} of {total} tilings, with {relations} relation{s} found")
            }
            Progress::Search { share, found } => {
                let s = if found == 1 { "" } else { "s" };
                let percent = f64::from(share) / 1e4;
                write!(f, "about {percent:.2} % of the search, with {found} solution{s} found")
            }
        }
    }
}

/// Why an engine stopped before the answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// It was asked to stop.
    #[error("interrupted after {0}")]
    Interrupted(Progress),
    /// The time limit was reached.
    #[error("the time limit was reached after {0}")]
    OutOfTime(Progress),
    /// More memory would be needed than the budget allows.
    #[error("{what} would take at least {} but the memory budget is {}", apart(*needed, *budget), apart(*budget, *needed))]
    OutOfMemory {
        /// What the memory is for.
        what: String,
        /// Bytes needed, as estimated.
        needed: u64,
        /// Bytes allowed.
        budget: u64,
    },
    /// More memory is taken than the budget allows, as measured; how much more would be needed is not known.
    #[error("{} are taken, more than the memory budget of {}, {when}", apart(*taken, *budget), apart(*budget, *taken))]
    OverBudget {
        /// Bytes taken.
        taken: u64,
        /// Bytes allowed.
        budget: u64,
        /// When that happened: after how much of the work, or while doing what.
        when: String,
    },
    /// The system does not give the memory, whatever the budget allows.
    #[error("{what} would take {}, which the system does not have", bytes(*needed))]
    NoMemory {
        /// What the memory is for.
        what: String,
        /// Bytes needed.
        needed: u64,
    },
    /// The problem outgrows what the engine can represent.
    #[error("{0}")]
    TooLarge(String),
}

impl Stopped {
    /// This reason, given that the plan expected this many bytes to be needed in the end.
    pub(crate) fn expecting(self, expected: u64) -> Self {
        match self {
            Stopped::OutOfMemory { what, needed, budget } => {
                Stopped::OutOfMemory { what, needed: needed.max(expected), budget }
            }
            other => other,
        }
    }
}

/// What can be addressed, in bytes: what was reserved fits into a `usize`, also where that has 32 bits.
const ADDRESSED: u64 = usize::MAX as u64;

/// What may be measured under a budget.
fn tolerated(budget: u64) -> u64 {
    budget.saturating_add(budget / 16 + TOLERANCE)
}

/// Writes a number of bytes precisely enough to tell it from another one.
fn apart(n: u64, other: u64) -> String {
    let short = bytes(n);
    if n != other && short == bytes(other) { format!("{n} bytes") } else { short }
}

/// Writes a number of bytes with a unit a reader can grasp.
fn bytes(n: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut value = n as f64;
    let mut unit = "bytes";
    for next in UNITS {
        if value < 1024.0 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    if n == 1 {
        return "1 byte".to_owned();
    }
    if unit == "bytes" { format!("{n} bytes") } else { format!("{value:.1} {unit}") }
}

type Report = dyn Fn(Progress) + Send + Sync;
type Asked = dyn Fn() + Send + Sync;
type Measure = dyn Fn() -> Option<u64> + Send + Sync;
type Watch = dyn Fn(&'static str) -> Box<dyn Any> + Send + Sync;

/// What is measured may exceed the budget by this many bytes, and by a sixteenth of it: memory that was freed does not
/// always go back to the system at once, and engines announce only states and tables.
const TOLERANCE: u64 = 8 << 20;

/// How an engine is run.
#[derive(Clone)]
pub struct Control {
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
    memory: u64,
    /// Bytes of the budget that stay taken meanwhile.
    held: u64,
    /// What is measured, and the budget that it is compared with.
    measure: Option<(Arc<Measure>, u64)>,
    threads: usize,
    report: Option<Arc<Report>>,
    asked: Option<Arc<Asked>>,
    watch: Option<Arc<Watch>>,
}

impl Default for Control {
    /// One thread, no limits, nobody watching.
    fn default() -> Self {
        Control {
            stop: Arc::new(AtomicBool::new(false)),
            deadline: None,
            memory: ADDRESSED,
            held: 0,
            measure: None,
            threads: 1,
            report: None,
            asked: None,
            watch: None,
        }
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("deadline", &self.deadline)
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Control {
    /// Stops when `stop` becomes true.
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Stops after `limit`, counted from now.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.deadline = Instant::now().checked_add(limit);
        self
    }

    /// Takes at most `bytes` of memory for states and tables, and no more than can be addressed.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = usize::try_from(bytes).map_or(ADDRESSED, |bytes| bytes as u64);
        self.held = 0;
        self
    }

    /// Compares `measure`, the bytes that the whole process takes now, with the budget whenever [`Control::check`] is
    /// asked, since announced bytes are estimates. A budget that is set later, for a part of the work, does not change
    /// this.
    #[must_use]
    pub fn measured_by(mut self, measure: impl Fn() -> Option<u64> + Send + Sync + 'static) -> Self {
        self.measure = Some((Arc::new(measure), self.memory));
        self
    }

    /// Uses `threads` threads, at least one; without the feature `threads` one, whatever is asked for.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = if THREADS { threads.max(1) } else { 1 };
        self
    }

    /// Calls `report` at every level.
    #[must_use]
    pub fn on_progress(mut self, report: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.report = Some(Arc::new(report));
        self
    }

    /// Calls `asked` whenever an engine asks whether to go on, before it is answered: at every level, and inside long ones. So
    /// somebody who has no thread of their own can find out in the meantime whether to stop it.
    #[must_use]
    pub fn on_asked(mut self, asked: impl Fn() + Send + Sync + 'static) -> Self {
        self.asked = Some(Arc::new(asked));
        self
    }

    /// Calls `watch` whenever work begins that asks no control, and tells it what is being done; what it returns is dropped when
    /// the work is done. Some work cannot be asked to stop, a product of two very long numbers for example: a process that must
    /// end in time has to watch it from outside.
    #[must_use]
    pub fn watched_by(
        mut self,
        watch: impl Fn(&'static str) -> Box<dyn Any> + Send + Sync + 'static,
    ) -> Self {
        self.watch = Some(Arc::new(watch));
        self
    }

    /// The result of `work`, which asks no control; whoever [watches](Control::watched_by) is told what it is `doing`.
    pub fn unasked<T>(&self, doing: &'static str, work: impl FnOnce() -> T) -> T {
        let _watching = self.watch.as_ref().map(|watch| watch(doing));
        work()
    }

    /// These limits with nobody watching, for work that is not itself what was asked for.
    pub(crate) fn unwatched(&self) -> Self {
        Control { report: None, ..self.clone() }
    }

    /// These limits for work during which `more` bytes stay taken that it cannot know of.
    pub(crate) fn holding(&self, more: u64) -> Self {
        Control { held: self.held.saturating_add(more), ..self.clone() }
    }

    /// Number of threads to use.
    pub fn thread_count(&self) -> usize {
        self.threads
    }

    /// Bytes of memory to stay within.
    pub fn memory_budget(&self) -> u64 {
        self.memory.saturating_sub(self.held)
    }

    /// Reports `progress`, and says whether to go on.
    ///
    /// # Errors
    /// [`Stopped::Interrupted`], [`Stopped::OutOfTime`] or, when more memory is measured than the budget allows,
    /// [`Stopped::OverBudget`], with the progress so far.
    pub fn check(&self, progress: Progress) -> Result<(), Stopped> {
        if let Some(report) = &self.report {
            report(progress);
        }
        if let Some(asked) = &self.asked {
            asked();
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted(progress));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::OutOfTime(progress));
        }
        if let Some((measure, budget)) = &self.measure
            && let Some(taken) = measure()
            && taken > tolerated(*budget)
        {
            return Err(Stopped::OverBudget { taken, budget: *budget, when: format!("after {progress}") });
        }
        Ok(())
    }

    /// Whether [`Control::check`] would say stop, memory apart: for the inside of loops that ask it at their end.
    pub(crate) fn is_over(&self) -> bool {
        if let Some(asked) = &self.asked {
            asked();
        }
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.stop.load(Ordering::Relaxed) || late()
    }

    /// What [`Control::check`] says, reporting nothing unless it stops: for the inside of loops that report elsewhere.
    pub(crate) fn stopped(&self, progress: Progress) -> Result<(), Stopped> {
        if self.is_over() { self.check(progress) } else { Ok(()) }
    }

    /// Reserves `more` bytes, for `what`, in addition to all that is taken already, where that is measured.
    ///
    /// # Errors
    /// As [`Control::reserve`].
    pub(crate) fn reserve_beside(&self, more: u64, what: &str) -> Result<(), Stopped> {
        let taken = self.measure.as_ref().and_then(|(measure, _)| measure()).unwrap_or(self.held);
        let budget = self.measure.as_ref().map_or(self.memory, |(_, budget)| *budget);
        let needed = taken.saturating_add(more);
        if more <= self.memory_budget() && needed <= tolerated(budget) {
            return Ok(());
        }
        Err(Stopped::OutOfMemory { what: what.to_owned(), needed, budget })
    }

    /// Reserves `needed` bytes in all, for `what`.
    ///
    /// # Errors
    /// [`Stopped::OutOfMemory`] when the budget is smaller.
    pub fn reserve(&self, needed: u64, what: impl Into<String>) -> Result<(), Stopped> {
        let needed = needed.saturating_add(self.held);
        if needed <= self.memory {
            return Ok(());
        }
        Err(Stopped::OutOfMemory { what: what.into(), needed, budget: self.memory })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_asked_may_stop_it_at_once() {
        let stop = Arc::new(AtomicBool::new(false));
        let pressed = Arc::clone(&stop);
        let control = Control::default()
            .stopped_by(Arc::clone(&stop))
            .on_asked(move || pressed.store(true, Ordering::Relaxed));
        assert!(control.is_over());
        stop.store(false, Ordering::Relaxed);
        let progress = Progress::Preparation { steps: 5 };
        assert_eq!(control.check(progress), Err(Stopped::Interrupted(progress)));
    }

    #[test]
    fn what_is_measured_is_held_against_the_budget() {
        let control = Control::default().memory(64 << 20);
        let progress = Progress::Preparation { steps: 5 };
        assert_eq!(control.clone().measured_by(|| Some(70 << 20)).check(progress), Ok(()));
        assert_eq!(control.clone().measured_by(|| None).check(progress), Ok(()));
        let stopped = control.measured_by(|| Some(80 << 20)).check(progress).unwrap_err();
        assert_eq!(
            stopped.to_string(),
            "80.0 MiB are taken, more than the memory budget of 64.0 MiB, after 5 steps of preparation"
        );
    }

    #[test]
    fn work_that_asks_nobody_is_watched_while_it_lasts() {
        let guard = Arc::new(());
        let held = Arc::clone(&guard);
        let control = Control::default().watched_by(move |doing| Box::new((doing, Arc::clone(&held))));
        assert_eq!(control.unasked("counting sheep", || Arc::strong_count(&guard)), 3);
        assert_eq!(Arc::strong_count(&guard), 2);
    }

    #[test]
    fn what_is_held_is_not_there_for_others() {
        let control = Control::default().memory(100).holding(30).holding(30);
        assert_eq!((control.memory_budget(), control.reserve(40, "a list")), (40, Ok(())));
        let refused = control.reserve(41, "a list").unwrap_err();
        assert_eq!(refused, Stopped::OutOfMemory { what: "a list".to_owned(), needed: 101, budget: 100 });
        assert!(control.reserve_beside(41, "a list").is_err());
        assert_eq!(control.memory(100).reserve(100, "a list"), Ok(()));
    }

    #[test]
    fn one_is_singular() {
        let said = [
            Progress::Levels { done: 0, total: 9, states: 1 }.to_string(),
            Progress::Levels { done: 1, total: 9, states: 2 }.to_string(),
            Progress::Tilings { done: 1, total: 9, relations: 1 }.to_string(),
        ];
        insta::assert_snapshot!(said.join("\n"), @"
        0 of 9 levels, with 1 state alive
        1 of 9 levels, with 2 states alive
        1 of 9 tilings, with 1 relation found
        ");
    }
}
