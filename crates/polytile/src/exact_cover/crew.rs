//! Several threads walk one search tree, and its solutions come out in the order of the tree.
//!
//! What there is to do stands in a list, in the order of the tree: parts of the tree that nobody walks, parts that are
//! being walked, and solutions found. A worker takes the first part that nobody has. When some worker has nothing to
//! take, another one cuts the later half off its own part, which goes into the list right behind it: work is stolen, and
//! the list stays in order. Solutions are handed out from the front of the list. A worker further back keeps what it
//! finds, up to 256 solutions; then it waits for its turn. So memory does not grow with the number of solutions, and
//! what is handed out does not depend on the number of threads.
//!
//! When the run is stopped, the list is what is left. Resuming from it repeats nothing and loses nothing.

use super::tree::{Cursor, Lost, Refined, Step, Walker};
use crate::run::sync::{
    AtomicBool, AtomicU64, AtomicUsize, Condvar, Instant, Mutex, MutexGuard, Ordering, PoisonError, THREADS,
    scope,
};
use crate::run::{Control, Progress, Stopped};
use std::collections::VecDeque;
use std::time::Duration;

/// Solutions that a worker keeps while it is not its turn; few in tests, so that workers come to wait in small trees too.
const KEPT: usize = if cfg!(test) { 2 } else { 256 };

/// Nodes, and also solutions, between two looks at the clock and at whether somebody wants work.
const NODES: u64 = 2000;
const SOLUTIONS: usize = 200;
/// A node that looks at more than this takes as long as several, and so does a solution with more options than that.
const LOOKS: u64 = 1000;
const OPTIONS: usize = 16;

/// How many nodes of the search for a cover with this many items, and this many entries in its options, take no longer than a
/// moment: a node may look at every item, and at a good part of the entries.
pub fn nodes_at_once(items: usize, entries: usize) -> u64 {
    let looks = items as u64 + entries as u64 / 4;
    (NODES * LOOKS / looks.max(LOOKS)).max(1)
}

/// Time between two reports, and so the longest until a worker hears that it is to stop.
const REPORT: Duration = Duration::from_millis(20);

/// A part of what is left of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// A part of the tree.
    Part(Cursor),
    /// A solution that was found and not yet handed out.
    Found(Vec<u32>),
}

/// What the receiver of a solution says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It has taken the solution and wants the next one.
    More,
    /// It has taken the solution and wants no more.
    Enough,
    /// It has not taken the solution, and wants no more: the solution stays among what is left.
    Refused,
}

/// What a worker does with a solution.
pub trait Hands: Send {
    /// Looks at a solution, and says for how many it counts, and whether it is to be handed out.
    fn take(&mut self, solution: &[u32]) -> (u64, bool);
}

/// How a search is run.
pub struct Crew<'a> {
    /// Stop, progress and threads.
    pub control: &'a Control,
    /// Nodes between two looks around, see [`nodes_at_once`].
    pub nodes: u64,
    /// When to come back, so that a checkpoint can be written.
    pub pause: Option<Instant>,
    /// The share of the tree that is searched in all, in this run and in earlier ones: what progress is measured by.
    pub whole: f64,
    /// Solutions found in earlier runs.
    pub found: u64,
}

/// How a search ended.
#[derive(Debug)]
pub struct Outcome<H> {
    /// The hands of the workers, with what they gathered.
    pub hands: Vec<H>,
    /// Solutions found, in this run and in earlier ones.
    pub found: u64,
    /// What is left; nothing if the search is finished.
    pub left: Vec<Left>,
    /// Nodes seen on every level.
    pub profile: Vec<u64>,
    /// Why it stopped, where the control said so.
    pub stopped: Option<Stopped>,
    /// Whether the sink wanted no more.
    pub enough: bool,
}

/// One entry of the list.
struct Task {
    id: usize,
    cursor: Cursor,
    state: State,
    kept: VecDeque<Vec<u32>>,
    /// The share of the tree, when the task was last looked at.
    weight: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    Finished,
}

/// What the workers share.
struct Yard<'a> {
    tasks: Vec<Task>,
    ids: usize,
    sink: &'a mut (dyn FnMut(&[u32]) -> Reply + Send),
    stopped: Option<Stopped>,
    enough: bool,
}

struct Shared<'a> {
    yard: Mutex<Yard<'a>>,
    changed: Condvar,
    hungry: AtomicUsize,
    stop: AtomicBool,
    found: AtomicU64,
}

impl Crew<'_> {
    /// Searches what is `left` of the tree of `start`; every worker looks at its solutions with hands of its own, and
    /// those that its hands say yes to go to `sink` in the order of the tree, until `sink` wants no more.
    ///
    /// # Errors
    /// [`Lost`] when a part does not belong to this tree, or the control says stop before all of them have been looked up.
    pub fn run<H: Hands>(
        &self,
        start: &dyn Walker,
        left: Vec<Left>,
        hands: impl Fn() -> H + Sync,
        sink: &mut (dyn FnMut(&[u32]) -> Reply + Send),
    ) -> Result<Outcome<H>, Lost> {
        let mut yard = Yard { tasks: Vec::new(), ids: 0, sink, stopped: None, enough: false };
        let mut scout = start.another();
        for part in left {
            let id = yard.next_id();
            yard.tasks.push(match part {
                Left::Part(cursor) => {
                    scout.seek(&cursor, self.control)?;
                    let kept = VecDeque::new();
                    Task { id, cursor, state: State::Waiting, kept, weight: scout.remaining() }
                }
                Left::Found(solution) => Task {
                    id,
                    cursor: Cursor::ROOT,
                    state: State::Finished,
                    kept: VecDeque::from([solution]),
                    weight: 0.0,
                },
            });
        }
        let shared = Shared {
            yard: Mutex::new(yard),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            found: AtomicU64::new(self.found),
        };
        shared.hand_out(&mut shared.lock());
        let threads = self.control.thread_count();
        let work = || {
            let mut leaving = Leaving { shared: &shared, finished: false };
            let mut worker = Worker {
                crew: self,
                shared: &shared,
                walker: start.another(),
                hands: hands(),
                since: 0,
                reported: Instant::now(),
            };
            worker.work();
            leaving.finished = true;
            (worker.hands, worker.walker.profile().to_vec())
        };
        let mut results = Vec::with_capacity(threads);
        if !THREADS || threads == 1 {
            results.push(work());
        } else {
            scope(|scope| {
                let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
                results.push(work());
                for other in others {
                    match other.join() {
                        Ok(result) => results.push(result),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
            });
        }
        let found = shared.found.into_inner();
        let yard = shared.yard.into_inner().unwrap_or_else(PoisonError::into_inner);
        let enough = yard.enough;
        let left = yard.tasks.into_iter().flat_map(|task| {
            let rest = (task.state != State::Finished).then_some(Left::Part(task.cursor));
            task.kept.into_iter().map(Left::Found).chain(rest)
        });
        let left = left.collect();
        let mut profile = Vec::new();
        let mut gathered = Vec::with_capacity(results.len());
        for (hands, levels) in results {
            gathered.push(hands);
            add_levels(&mut profile, &levels);
        }
        // The others may have found more since one of them heard that it was to stop.
        let stopped = yard.stopped.map(|stopped| match stopped {
            Stopped::Interrupted(Progress::Search { share, .. }) => {
                Stopped::Interrupted(Progress::Search { share, found })
            }
            Stopped::OutOfTime(Progress::Search { share, .. }) => {
                Stopped::OutOfTime(Progress::Search { share, found })
            }
            other => other,
        });
        Ok(Outcome { hands: gathered, found, left, profile, stopped, enough })
    }
}

/// Adds one profile to another.
pub fn add_levels(profile: &mut Vec<u64>, levels: &[u64]) {
    profile.resize(profile.len().max(levels.len()), 0);
    profile.iter_mut().zip(levels).for_each(|(sum, n)| *sum += n);
}

impl Yard<'_> {
    fn next_id(&mut self) -> usize {
        self.ids += 1;
        self.ids
    }

    fn place(&self, id: usize) -> Option<usize> {
        self.tasks.iter().position(|task| task.id == id)
    }
}

impl<'a> Shared<'a> {
    fn lock(&self) -> MutexGuard<'_, Yard<'a>> {
        self.yard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Calls everybody home. The caller must hold the yard: otherwise somebody could have looked and not yet begun to
    /// wait, and would sleep through the call.
    fn call_off(&self, _: &Yard<'_>) {
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Hands out what stands at the front of the list.
    fn hand_out(&self, yard: &mut Yard<'a>) {
        while !self.stopping() {
            let Some(first) = yard.tasks.first_mut() else { return };
            if let Some(solution) = first.kept.front() {
                let reply = (yard.sink)(solution);
                if reply != Reply::Refused {
                    first.kept.pop_front();
                }
                if reply != Reply::More {
                    yard.enough = true;
                    self.call_off(yard);
                }
            } else if first.state == State::Finished {
                yard.tasks.remove(0);
                self.changed.notify_all();
            } else {
                return;
            }
        }
    }

    /// The first part that nobody walks; waits while somebody may still cut one off.
    fn next(&self) -> Option<(usize, Cursor)> {
        let mut yard = self.lock();
        let mut waiting = false;
        let next = loop {
            if self.stopping() {
                break None;
            }
            if let Some(task) = yard.tasks.iter_mut().find(|task| task.state == State::Waiting) {
                task.state = State::Running;
                break Some((task.id, task.cursor.clone()));
            }
            if yard.tasks.iter().all(|task| task.state != State::Running) {
                break None;
            }
            if !waiting {
                waiting = true;
                self.hungry.fetch_add(1, Ordering::Relaxed);
            }
            yard = self.changed.wait(yard).unwrap_or_else(PoisonError::into_inner);
        };
        if waiting {
            self.hungry.fetch_sub(1, Ordering::Relaxed);
        }
        next
    }
}

/// Calls everybody home when a worker leaves by a panic: nobody would ever finish the part that it was walking, and the others
/// would wait for it.
struct Leaving<'a, 'b> {
    shared: &'a Shared<'b>,
    finished: bool,
}

impl Drop for Leaving<'_, '_> {
    fn drop(&mut self) {
        if !self.finished {
            self.shared.call_off(&self.shared.lock());
        }
    }
}

struct Worker<'a, 'b, H> {
    crew: &'a Crew<'a>,
    shared: &'a Shared<'b>,
    walker: Box<dyn Walker>,
    hands: H,
    /// Solutions since the last look around, large ones counting as several.
    since: usize,
    reported: Instant,
}

impl<H: Hands> Worker<'_, '_, H> {
    fn work(&mut self) {
        // Parts were looked up in the tree when they came in, or cut off a walk of it, so they exist.
        while let Some((id, cursor)) = self.shared.next() {
            if self.walker.seek(&cursor, self.crew.control).is_ok() {
                self.walk(id);
                continue;
            }
            let mut yard = self.shared.lock();
            if let Some(place) = yard.place(id) {
                yard.tasks[place].state = State::Waiting;
            }
            self.report(&mut yard);
            self.shared.call_off(&yard);
            return;
        }
    }

    /// Walks one part, to its end or until everybody stops.
    fn walk(&mut self, id: usize) {
        loop {
            let step = self.walker.advance(self.crew.nodes);
            match step {
                Step::Solution => {
                    let (count, hand_out) = self.hands.take(self.walker.solution());
                    self.shared.found.fetch_add(count, Ordering::Relaxed);
                    if hand_out {
                        self.deliver(id);
                    }
                    self.since += 1 + self.walker.solution().len() / OPTIONS;
                }
                Step::Paused => self.since = SOLUTIONS,
                Step::Done => {}
            }
            if step != Step::Done && self.since < SOLUTIONS && !self.shared.stopping() {
                continue;
            }
            self.since = 0;
            let due = self.reported.elapsed() >= REPORT;
            let hungry = self.shared.hungry.load(Ordering::Relaxed) > 0;
            if step != Step::Done && !due && !hungry && !self.shared.stopping() {
                continue;
            }
            let mut yard = self.shared.lock();
            let Some(place) = yard.place(id) else { return };
            if step == Step::Done {
                yard.tasks[place].state = State::Finished;
                yard.tasks[place].weight = 0.0;
                self.shared.hand_out(&mut yard);
                self.shared.changed.notify_all();
                return;
            }
            yard.tasks[place].weight = self.walker.remaining();
            if due {
                self.report(&mut yard);
            }
            if self.shared.stopping() {
                yard.tasks[place].cursor = self.walker.cursor();
                yard.tasks[place].state = State::Waiting;
                return;
            }
            if hungry {
                self.share(&mut yard, place);
            }
        }
    }

    /// Cuts off the later part of the walk for somebody who has nothing to do.
    fn share(&mut self, yard: &mut Yard<'_>, place: usize) {
        let before = yard.tasks[place].weight;
        if let Some(cursor) = self.walker.split() {
            let weight = self.walker.remaining();
            yard.tasks[place].weight = weight;
            let (id, weight) = (yard.next_id(), before - weight);
            let task = Task { id, cursor, state: State::Waiting, kept: VecDeque::new(), weight };
            yard.tasks.insert(place + 1, task);
            self.shared.changed.notify_all();
        }
    }

    /// Hands the solution out if its turn has come, and keeps it otherwise.
    fn deliver(&mut self, id: usize) {
        let mut yard = self.shared.lock();
        while let Some(place) = yard.place(id) {
            // When stopping, a solution that the walk has passed must be kept, however many there are.
            if place == 0 || yard.tasks[place].kept.len() < KEPT || self.shared.stopping() {
                yard.tasks[place].kept.push_back(self.walker.solution().to_vec());
                if place == 0 {
                    self.shared.hand_out(&mut yard);
                }
                return;
            }
            yard = self.shared.changed.wait(yard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Reports how far the search is, and asks whether to continue.
    fn report(&mut self, yard: &mut Yard<'_>) {
        self.reported = Instant::now();
        let left: f64 = yard.tasks.iter().map(|task| task.weight).sum();
        let done = 1.0 - left / self.crew.whole.max(f64::MIN_POSITIVE);
        let share = (done.clamp(0.0, 1.0) * 1e6) as u32;
        let progress = Progress::Search { share, found: self.shared.found.load(Ordering::Relaxed) };
        if let Err(stopped) = self.crew.control.check(progress) {
            yard.stopped.get_or_insert(stopped);
            self.shared.call_off(yard);
        }
        if self.crew.pause.is_some_and(|pause| Instant::now() >= pause) {
            self.shared.call_off(yard);
        }
    }
}

/// The parts of the tree of `start` that share `k` of `n` searches, `k` from 1 on. The shares have nothing in common,
/// and together they are the whole tree; they are the same on every machine.
///
/// The tree is cut, always the heaviest parts, into some tens of parts for every share, which are then dealt out in turn:
/// so shares are rarely very unequal.
///
/// # Errors
/// When `control` says stop.
pub fn share(start: &dyn Walker, k: usize, n: usize, control: &Control) -> Result<Vec<Cursor>, Lost> {
    const PARTS: usize = 40;
    let mut walker = start.another();
    let mut parts: Vec<(f64, Cursor)> = vec![(1.0, Cursor::ROOT)];
    let mut whole: usize = 0;
    while parts.len() < n.saturating_mul(PARTS) && whole < parts.len() {
        let heaviest = parts.iter().map(|(weight, _)| *weight).fold(0.0, f64::max);
        let mut refined = Vec::with_capacity(2 * parts.len());
        for (weight, cursor) in parts {
            if weight == 0.0 || weight < heaviest / 2.0 {
                refined.push((weight, cursor));
                continue;
            }
            match walker.refine(&cursor, control)? {
                // Let it weigh nothing from now on, so that it is left alone.
                Refined::Whole => {
                    whole += 1;
                    refined.push((0.0, cursor));
                }
                Refined::Halves(first, second) => {
                    for half in [first, second] {
                        walker.seek(&half, control)?;
                        let weight = walker.remaining();
                        whole += usize::from(weight == 0.0);
                        refined.push((weight, half));
                    }
                }
            }
        }
        parts = refined;
    }
    let dealt = parts.into_iter().enumerate().filter(|(i, _)| i % n == k - 1);
    Ok(dealt.map(|(_, (_, cursor))| cursor).collect())
}
