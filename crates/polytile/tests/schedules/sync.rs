//! What `run/sync.rs` is made of in the tests of schedules: the locks of shuttle, which decides at each use of one
//! which thread continues; threads whose panics reach those who wait for them, as in the standard library; and a clock
//! that stands still, or leaps by seconds, as it likes.

use shuttle::rand::Rng;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool as Flag;
use std::time::Duration;

pub use shuttle::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub use shuttle::sync::{Condvar, Mutex, MutexGuard};
pub use std::sync::PoisonError;

/// Threads are what is tested.
pub const THREADS: bool = true;

type Panic = Box<dyn Any + Send>;

/// [`std::thread::scope`]: waits for all threads, and panics where one did that nobody joined.
pub fn scope<'env, T>(f: impl for<'scope> FnOnce(&Scope<'scope, 'env>) -> T) -> T {
    let lost = Arc::new(Flag::new(false));
    let result = shuttle::thread::scope(|threads| {
        catch_unwind(AssertUnwindSafe(|| f(&Scope { threads, lost: Arc::clone(&lost) })))
    });
    match result {
        Err(panic) => resume_unwind(panic),
        Ok(_) if lost.load(Ordering::SeqCst) => panic!("a scoped thread panicked"),
        Ok(result) => result,
    }
}

pub struct Scope<'scope, 'env> {
    threads: &'scope shuttle::thread::Scope<'scope, 'env>,
    /// Whether a panic has not been asked for yet.
    lost: Arc<Flag>,
}

pub struct Joined<'scope, T> {
    thread: shuttle::thread::ScopedJoinHandle<'scope, Result<T, Panic>>,
    lost: Arc<Flag>,
}

impl<'scope> Scope<'scope, '_> {
    pub fn spawn<T: Send + 'scope>(&self, f: impl FnOnce() -> T + Send + 'scope) -> Joined<'scope, T> {
        let lost = Arc::clone(&self.lost);
        let caught = move || {
            let result = catch_unwind(AssertUnwindSafe(f));
            lost.fetch_or(result.is_err(), Ordering::SeqCst);
            result
        };
        Joined { thread: self.threads.spawn(caught), lost: Arc::clone(&self.lost) }
    }
}

impl<T> Joined<'_, T> {
    /// What the thread made, or its panic.
    pub fn join(self) -> Result<T, Panic> {
        let result = self.thread.join().expect("its panic was caught");
        self.lost.fetch_and(result.is_ok(), Ordering::SeqCst);
        result
    }
}

/// A time, in milliseconds.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct Instant(u64);

thread_local! {
    // All threads of a schedule take turns on one thread of the system.
    static NOW: Cell<u64> = const { Cell::new(0) };
}

impl Instant {
    pub fn now() -> Self {
        let leap = if shuttle::rand::thread_rng().gen_ratio(1, 8) { 1000 } else { 0 };
        Instant(NOW.replace(NOW.get() + leap) + leap)
    }

    pub fn elapsed(self) -> Duration {
        Duration::from_millis(Instant::now().0 - self.0)
    }
}
