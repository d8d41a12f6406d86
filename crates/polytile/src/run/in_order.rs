//! Tasks side by side, their results in order.
//!
//! In: numbered tasks that do not depend on each other. Out: their results, handed to the calling thread one after the
//! other while later ones are being made. A task is begun only when few results wait before it, so memory does not
//! depend on the number of tasks; the calling thread makes results, too, whenever there is none to take.

use super::sync::{Condvar, Mutex, MutexGuard, PoisonError, THREADS, scope};
use std::collections::BTreeMap;

/// How many tasks are begun ahead of the one whose result is taken next, for each thread.
const AHEAD: u64 = 8;

/// Hands the results of `make` for the tasks `0..tasks` to `take`, in order; up to `threads` threads make them, each with
/// a scratch pad of its own.
///
/// With `threads` equal to 1 no thread is started, so this also runs on targets without threads.
///
/// # Errors
/// The first error of `take`; then no more tasks are begun.
pub(crate) fn in_order<R: Send, S: Default, E>(
    threads: usize,
    tasks: u64,
    make: impl Fn(u64, &mut S) -> R + Sync,
    mut take: impl FnMut(u64, R) -> Result<(), E>,
) -> Result<(), E> {
    let mut scratch = S::default();
    if !THREADS || threads <= 1 || tasks <= 1 {
        return (0..tasks).try_for_each(|task| take(task, make(task, &mut scratch)));
    }
    let ahead = AHEAD * threads as u64;
    let desk = Desk { state: Mutex::new(State::new(tasks, ahead)), changed: Condvar::new() };
    let worker = || {
        let mut scratch = S::default();
        let _bell = Bell(&desk);
        let mut state = desk.look();
        while !state.ended() {
            if let Some(task) = state.begin() {
                drop(state);
                let result = make(task, &mut scratch);
                state = desk.look();
                state.made.insert(task, result);
                desk.changed.notify_all();
            } else {
                state = desk.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    };
    scope(|scope| {
        for _ in 1..threads.min(usize::try_from(tasks).unwrap_or(threads)) {
            scope.spawn(worker);
        }
        let _bell = Bell(&desk);
        let mut state = desk.look();
        while !state.ended() {
            let next = state.taken;
            if let Some(result) = state.made.remove(&next) {
                drop(state);
                take(next, result)?;
                state = desk.look();
                state.taken += 1;
                desk.changed.notify_all();
            } else if let Some(task) = state.begin() {
                drop(state);
                let result = make(task, &mut scratch);
                state = desk.look();
                state.made.insert(task, result);
            } else {
                state = desk.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        Ok(())
    })
}

/// Where results are put and taken.
struct Desk<R> {
    state: Mutex<State<R>>,
    changed: Condvar,
}

impl<R> Desk<R> {
    fn look(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct State<R> {
    tasks: u64,
    ahead: u64,
    begun: u64,
    taken: u64,
    /// Results not taken yet, by their tasks.
    made: BTreeMap<u64, R>,
    /// Whether some thread has left before the end.
    stopped: bool,
}

impl<R> State<R> {
    fn new(tasks: u64, ahead: u64) -> Self {
        State { tasks, ahead, begun: 0, taken: 0, made: BTreeMap::new(), stopped: false }
    }

    fn ended(&self) -> bool {
        self.stopped || self.taken == self.tasks
    }

    /// The next task, unless it is too early for it.
    fn begin(&mut self) -> Option<u64> {
        (self.begun < self.tasks.min(self.taken + self.ahead)).then(|| {
            self.begun += 1;
            self.begun - 1
        })
    }
}

/// Tells the others that its thread leaves, for whatever reason, so that none of them waits for ever.
struct Bell<'a, R>(&'a Desk<R>);

impl<R> Drop for Bell<'_, R> {
    fn drop(&mut self) {
        self.0.look().stopped = true;
        self.0.changed.notify_all();
    }
}
