//! Tasks side by side.

use super::sync::{AtomicUsize, Mutex, Ordering, THREADS, scope};

/// The results of `work` for the numbers `0..tasks`, in order, computed by up to `threads` threads.
///
/// With `threads` equal to 1 no thread is started, so this also runs on targets without threads.
pub(crate) fn map<R: Send>(threads: usize, tasks: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    if !THREADS || threads <= 1 || tasks <= 1 {
        return (0..tasks).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(tasks));
    let worker = || {
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                break;
            }
            let result = work(task);
            if let Ok(mut results) = results.lock() {
                results.push((task, result));
            }
        }
    };
    scope(|scope| {
        for _ in 1..threads.min(tasks) {
            scope.spawn(worker);
        }
        worker();
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(task, _)| *task);
    results.into_iter().map(|(_, result)| result).collect()
}
