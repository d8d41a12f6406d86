//! Running an engine: stopped by Ctrl-C, within its limits, watched by a bar.
//!
//! Engines ask their control. What the command does by itself, above all reading, does not, and has nothing to show before it is
//! done: meanwhile a second thread asks, and a limit ends the process ([`Run::bounded`]).

use crate::failure::Failure;
use crate::interrupt;
use crate::say::say_line;
use crate::style::is_dumb;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use polytile::ask::{Listener, Part, Unanswered};
use polytile::run::{Control, Progress};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A run shorter than this needs no bar.
const TIME_WITHOUT_BAR: Duration = Duration::from_millis(400);

/// Time between two pictures of the bar: engines report as often as they like.
const FRAME: Duration = Duration::from_millis(50);

/// The bar where it is known how much there is to do.
const KNOWN: &str = "{wide_bar} {msg}, {elapsed} so far, ~{eta} to go";
/// The bar where so little of it is done that nobody knows how long the rest takes.
const BEGUN: &str = "{wide_bar} {msg}, {elapsed} so far";
/// The bar where that is not known.
const UNKNOWN: &str = "{spinner} {msg}, {elapsed} so far";

/// The part of the work that has to be done before the end is foretold: one in so many.
const FORETOLD: u64 = 1000;

/// Time between two looks at the limits while the command is busy, and at the memory taken.
const LOOK: Duration = Duration::from_millis(5);

/// Memory assumed when the machine does not say how much it has.
const UNKNOWN_MEMORY: u64 = 4 << 30;

/// What a run is to stay within, and whether it is to be watched.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Threads; all there are where it is not said.
    pub threads: Option<usize>,
    /// Bytes of memory; three quarters of what is free where it is not said.
    pub memory: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// No progress, and no account of the run.
    pub quiet: bool,
}

/// An engine's run as the user sees it.
pub struct Run {
    /// What the engine is given.
    pub control: Control,
    /// The limits alone, with nobody watching.
    limits: Control,
    stop: Arc<AtomicBool>,
    bar: Option<ProgressBar>,
    started: Instant,
}

impl Run {
    /// Gets ready: from now on Ctrl-C stops the engine, and a second one the process.
    ///
    /// # Errors
    /// When the system refuses to tell us about Ctrl-C.
    pub fn start(limits: impl Into<Limits>) -> Result<Self, Failure> {
        let Limits { threads, memory, time, quiet } = limits.into();
        let stop = Arc::new(AtomicBool::new(false));
        interrupt::stops(&stop).map_err(|e| Failure::other(e.to_string()))?;
        let threads = threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
        let mut control = Control::default()
            .stopped_by(Arc::clone(&stop))
            .threads(threads.unwrap_or(1))
            .memory(budget(memory))
            .measured_by(gauge());
        if let Some(limit) = time {
            control = control.time_limit(limit);
        }
        let limits = control.clone();
        let unasked = control.clone();
        control = control.watched_by(move |doing| Box::new(Watching::begun(unasked.clone(), doing)));
        let bar = speaks(quiet).then(bar);
        // A dumb terminal cannot be written over.
        if let Some(bar) = bar.clone().filter(|_| !is_dumb()) {
            control = control.on_progress(watch(bar));
        }
        Ok(Run { control, limits, stop, bar, started: Instant::now() })
    }

    /// The result of `work`, which asks no control: if it exceeds a limit or is interrupted, the process ends, and says
    /// what it was `doing`.
    pub fn bounded<T>(&self, doing: &str, work: impl FnOnce() -> T) -> T {
        let _watching = Watching::begun(self.limits.clone(), doing);
        work()
    }

    /// Stops the engine, because its answer is no longer of use.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes the bar away, because an answer is about to be shown.
    pub fn hide(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The result of an engine that another one follows; if it failed, the bar is taken away.
    ///
    /// # Errors
    /// That of the engine.
    pub fn unfailed<T, E>(&self, result: Result<T, E>) -> Result<T, E> {
        result.inspect_err(|_| self.hide())
    }

    /// What `ask` answers, whose parts are shown as they come: the bar goes away before the first, and when one cannot be shown no
    /// more are wanted.
    ///
    /// # Errors
    /// When a part cannot be shown.
    pub fn shown<T>(
        &self,
        mut show: impl FnMut(Part) -> Result<(), Failure> + Send,
        ask: impl FnOnce(&mut Listener<'_>) -> Result<T, Unanswered>,
    ) -> Result<Result<T, Unanswered>, Failure> {
        self.shown_while(|part| show(part).map(ControlFlow::Continue), ask)
    }

    /// As [`Run::shown`], until `show` says that it is enough.
    ///
    /// # Errors
    /// As [`Run::shown`].
    pub fn shown_while<T>(
        &self,
        mut show: impl FnMut(Part) -> Result<ControlFlow<()>, Failure> + Send,
        ask: impl FnOnce(&mut Listener<'_>) -> Result<T, Unanswered>,
    ) -> Result<Result<T, Unanswered>, Failure> {
        let mut failed = None;
        let answer = ask(&mut |part| {
            self.hide();
            show(part).unwrap_or_else(|failure| {
                failed = Some(failure);
                ControlFlow::Break(())
            })
        });
        self.hide();
        failed.map_or(Ok(answer), Err)
    }

    /// Takes the bar away if the answer is shown as it comes, for it would be in the way.
    pub fn hide_from_answer(&self) {
        if std::io::stdout().is_terminal() {
            self.hide();
        }
    }

    /// Takes the bar away, and returns the time the run took.
    pub fn finish(&self) -> Duration {
        self.hide();
        self.started.elapsed()
    }

    /// Tells a user who watches each of these sentences.
    pub fn account_for(&self, sentences: Option<&[String]>) {
        for sentence in sentences.into_iter().flatten() {
            self.account(|| sentence.clone());
        }
    }

    /// Tells a user who watches what `account` says.
    pub fn account(&self, account: impl FnOnce() -> String) {
        if self.bar.is_some() {
            say_line(&account());
        }
    }
}

/// A second thread that asks the control during work that does not. Dropped when the work is done.
struct Watching {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watching {
    /// Begins: where a limit is reached, the process ends, and says what it was `doing`.
    fn begun(limits: Control, doing: &str) -> Self {
        let doing = doing.to_owned();
        let (done, busy) = mpsc::channel::<()>();
        let watch = move || {
            while busy.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if let Err(stopped) = limits.check(Progress::Preparation { steps: 0 }) {
                    Failure::while_doing(&doing, stopped).end();
                }
            }
        };
        // Even without the thread, the work is done.
        Watching { done: Some(done), thread: std::thread::Builder::new().spawn(watch).ok() }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            // The thread returns nothing.
            let _ = thread.join();
        }
    }
}

/// Whether somebody watches and wants to be told.
fn speaks(quiet: bool) -> bool {
    !quiet && std::io::stderr().is_terminal()
}

fn bar() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
}

fn style(template: &str) -> ProgressStyle {
    // The templates are constants that the tests draw.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn watch(bar: ProgressBar) -> impl Fn(Progress) + Send + Sync {
    let (started, frames) = (Instant::now(), Frames::default());
    let styles = [UNKNOWN, BEGUN, KNOWN].map(style);
    move |progress| {
        if !frames.is_due(started.elapsed()) || bar.is_finished() {
            return;
        }
        draw(&bar, progress, &styles);
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

/// Puts a bar where an engine is.
fn draw(bar: &ProgressBar, progress: Progress, [unknown, begun, known]: &[ProgressStyle; 3]) {
    match share(progress) {
        Some((done, total)) => {
            let is_foretold = done >= total.div_ceil(FORETOLD);
            bar.set_style(if is_foretold { known } else { begun }.clone());
            bar.set_length(total);
            bar.set_position(done);
        }
        None => bar.set_style(unknown.clone()),
    }
    bar.set_message(progress.to_string());
    bar.tick();
}

/// How much is done, and of how much, where that is known.
fn share(progress: Progress) -> Option<(u64, u64)> {
    match progress {
        Progress::Pieces { done, total }
        | Progress::Primes { done, total }
        | Progress::Rows { done, total }
        | Progress::Levels { done, total, .. }
        | Progress::Tilings { done, total, .. }
        | Progress::Sets { done, total, .. }
        | Progress::Operations { done, total, .. } => Some((done, total)),
        Progress::Search { share, .. } => Some((share.into(), 1_000_000)),
        Progress::States { found, expected, .. } => Some((found, expected?)),
        _ => None,
    }
}

/// When the next picture of a bar is due, in milliseconds since the start.
struct Frames(AtomicU64);

impl Default for Frames {
    fn default() -> Self {
        Frames(AtomicU64::new(TIME_WITHOUT_BAR.as_millis() as u64))
    }
}

impl Frames {
    /// Whether a picture is due this long after the start. If several threads ask at once, only one is told so.
    fn is_due(&self, elapsed: Duration) -> bool {
        let (now, due) = (elapsed.as_millis() as u64, self.0.load(Ordering::Relaxed));
        let next = now + FRAME.as_millis() as u64;
        now >= due && self.0.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// Bytes of memory to stay within: what is asked for, or three quarters of what is free.
pub fn budget(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| available_memory().map_or(UNKNOWN_MEMORY, |all| all / 4 * 3))
}

/// Says how many bytes the process takes for itself now, where the system tells; it looks no more often than is worth while.
pub fn gauge() -> impl Fn() -> Option<u64> + Send + Sync {
    let last: Mutex<Option<(Instant, Option<u64>)>> = Mutex::new(None);
    move || {
        // If another thread is looking, that is enough.
        let mut last = last.try_lock().ok()?;
        match *last {
            Some((at, bytes)) if at.elapsed() < LOOK => bytes,
            _ => last.insert((Instant::now(), taken_memory())).1,
        }
    }
}

/// Bytes of memory that the process takes for itself, apart from pages of mapped files.
fn taken_memory() -> Option<u64> {
    kibibytes(&std::fs::read_to_string("/proc/self/status").ok()?, "RssAnon:")
}

/// The bytes that a line of one of the system's tables gives in kibibytes.
fn kibibytes(table: &str, name: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes.saturating_mul(1024))
}

/// Bytes of memory that are available, where the system says so: the smallest of what is free, what this group of processes may
/// use, and half of the addresses that are left to this one.
fn available_memory() -> Option<u64> {
    let free = kibibytes(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = group.and_then(|text| text.trim().parse().ok()).unwrap_or(u64::MAX);
    Some(free.min(limit).min(half_of_addresses().unwrap_or(u64::MAX)))
}

/// Half of the bytes of addresses that the process may still take, where that is limited (`ulimit -v`): whole ranges are kept for
/// each thread, whatever is used of them.
fn half_of_addresses() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(kibibytes(&std::fs::read_to_string("/proc/self/status").ok()?, "VmSize:")?) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_drawn_now_and_then() {
        let frames = Frames::default();
        let due: Vec<u64> = (0..600).filter(|&ms| frames.is_due(Duration::from_millis(ms))).collect();
        assert_eq!(due, [400, 450, 500, 550]);
        assert!(frames.is_due(Duration::from_secs(3600)) && !frames.is_due(Duration::from_secs(3600)));
    }

    #[test]
    fn only_a_known_end_is_promised() {
        let state = |expected| Progress::States { levels: 3, found: 5, expected };
        for (progress, expected) in [
            (Progress::Preparation { steps: 7 }, None),
            (Progress::Goals { found: 7 }, None),
            (Progress::Solutions { found: 7 }, None),
            (Progress::Walks { length: 3, visited: 7 }, None),
            (state(None), None),
            (state(Some(9)), Some((5, 9))),
            (Progress::Search { share: 10, found: 0 }, Some((10, 1_000_000))),
            (Progress::Rows { done: 1, total: 2 }, Some((1, 2))),
        ] {
            assert_eq!(share(progress), expected, "{progress}");
        }
    }
}
