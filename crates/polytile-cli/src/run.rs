//! Running an engine: stopped by Ctrl-C, within its limits, watched by a bar.

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::say::say_line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use polytile::run::{Control, Progress};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A run shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// Memory assumed when the machine does not say how much it has.
const UNKNOWN_MEMORY: u64 = 4 << 30;

/// An engine's run as the user sees it.
pub struct Run {
    /// What the engine is given.
    pub control: Control,
    stop: Arc<AtomicBool>,
    bar: Option<ProgressBar>,
    started: Instant,
}

impl Run {
    /// Gets ready: from now on Ctrl-C stops the engine, and a second one the process.
    ///
    /// # Errors
    /// When the system refuses to tell us about Ctrl-C.
    pub fn start(args: &RunArgs) -> Result<Self, Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        interrupt::stops(&stop).map_err(|e| Failure::other(e.to_string()))?;
        let threads = args.threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
        let mut control = Control::default()
            .stopped_by(Arc::clone(&stop))
            .threads(threads.unwrap_or(1))
            .memory(budget(args.memory));
        if let Some(limit) = args.time_limit {
            control = control.time_limit(limit);
        }
        let bar = (speaks(args)).then(bar);
        if let Some(bar) = bar.clone() {
            control = control.on_progress(watch(bar));
        }
        Ok(Run { control, stop, bar, started: Instant::now() })
    }

    /// Stops the engine: its answer is of no use any more.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes the bar away, because an answer is about to be shown.
    pub fn hide(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Takes the bar away where the answer is shown as it comes, for it would be in its way.
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

    /// Tells a user who watches what `account` says.
    pub fn account(&self, account: impl FnOnce() -> String) {
        if self.bar.is_some() {
            say_line(&account());
        }
    }
}

/// Whether somebody watches and wants to be told.
fn speaks(args: &RunArgs) -> bool {
    !args.quiet && std::io::stderr().is_terminal()
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    // The template is a constant that the tests draw.
    let style = ProgressStyle::with_template("{bar:30} {msg}, {elapsed} so far, about {eta} to go");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn watch(bar: ProgressBar) -> impl Fn(Progress) + Send + Sync {
    let started = Instant::now();
    move |progress| {
        if started.elapsed() < PATIENCE || bar.is_finished() {
            return;
        }
        let (done, total) = match progress {
            Progress::Pieces { done, total }
            | Progress::Rows { done, total }
            | Progress::Levels { done, total, .. }
            | Progress::Tilings { done, total, .. }
            | Progress::Operations { done, total, .. } => (done, total),
            Progress::Search { share, .. } => (share.into(), 1_000_000),
            Progress::Goals { found } | Progress::Solutions { found } => (found, found),
            Progress::Walks { visited, .. } => (visited, visited),
            Progress::States { found, expected, .. } => (found, expected.unwrap_or(found)),
        };
        bar.set_length(total);
        bar.set_position(done);
        bar.set_message(progress.to_string());
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

/// Bytes of memory to stay within: what is asked for, or three quarters of what is free.
pub fn budget(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| available_memory().map_or(UNKNOWN_MEMORY, |all| all / 4 * 3))
}

/// Bytes of memory that can be had, where the system says so: the smaller of what is free and what this group of
/// processes may use.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let free = kibibytes.saturating_mul(1024);
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = group.and_then(|text| text.trim().parse().ok()).unwrap_or(u64::MAX);
    Some(free.min(limit))
}
