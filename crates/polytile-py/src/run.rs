//! Running an engine for Python: limits, progress, Ctrl-C.
//!
//! In: what `threads=`, `memory=`, `time_limit=` and `progress=` say, or else the block of `polytile.limits` that the call stands in. Out:
//! a [`Run`], whose [`Control`] an engine asks while the interpreter's lock is released. With one thread, the engine runs on that
//! of the caller, and every 50 ms its question whether to go on takes the lock, lets Python look at its signals, and reports the
//! progress. With several, the engine has threads of its own and the caller's waits, because Python handles signals only on its
//! main thread. What a handler or a callback raises stops the engine and is raised. Cost: about a microsecond a call; a look at
//! the clock for each question of the engine.

use crate::errors;
use polytile::ask::Unanswered;
use polytile::board::Lattice;
use polytile::choice::Choice;
use polytile::draw::{PictureOptions, View};
use polytile::run::{Control, Progress};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyString};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between two looks at signals.
pub const BEAT: Duration = Duration::from_millis(50);

/// How long a look at the free memory stays valid.
const LOOK: Duration = Duration::from_secs(1);

/// Bytes that may be taken where the system does not say what is free.
const UNKNOWN_MEMORY: u64 = 4 << 30;

/// An optional argument.
pub type Arg<'py> = Option<Bound<'py, PyAny>>;

/// The keyword arguments that every long call takes besides its own: they are declared once, in `stubs.py`, and read in [`Run::new`].
pub type Limits<'py> = Bound<'py, PyDict>;

/// Steps of a loop over objects of Python between two looks at the clock.
const STEPS: u32 = 1024;

/// How long the interpreter's lock is held between two turns of others. A thread that waits for it asks for it only after
/// 5 ms without a change of hands (`sys.getswitchinterval`): who lets go and takes it back more often is never asked, and
/// the other waits for ever.
const TURN: Duration = Duration::from_millis(20);

/// Gives others a turn in a loop that holds the interpreter's lock: other threads run, and Python looks at its signals.
pub struct Turns {
    steps: u32,
    last: Instant,
}

impl Default for Turns {
    fn default() -> Self {
        Turns { steps: 0, last: Instant::now() }
    }
}

impl Turns {
    /// Another step.
    pub fn step(&mut self, py: Python<'_>) -> PyResult<()> {
        self.steps = (self.steps + 1) % STEPS;
        if self.steps > 0 || self.last.elapsed() < TURN {
            return Ok(());
        }
        py.detach(std::thread::yield_now);
        self.last = Instant::now();
        py.check_signals()
    }

    /// The list of what `made` yields, in order.
    pub fn collect<T>(py: Python<'_>, made: impl IntoIterator<Item = PyResult<T>>) -> PyResult<Vec<T>> {
        let mut turns = Turns::default();
        made.into_iter().map(|one| turns.step(py).and(one)).collect()
    }
}

/// What limits say, one by one.
#[derive(Default)]
struct Said {
    threads: Option<usize>,
    memory: Option<u64>,
    time_limit: Option<Duration>,
    /// Who wants to be told of progress, as it was passed.
    progress: Option<Py<PyAny>>,
}

impl Said {
    /// Takes in those of `limits` that are not None and were not set before.
    fn read(&mut self, limits: &Limits<'_>) -> PyResult<()> {
        for (name, given) in limits {
            let name = name.cast_into::<PyString>()?;
            let name = name.to_cow()?;
            if !["threads", "memory", "time_limit", "progress"].contains(&&*name) {
                return Err(PyTypeError::new_err(format!("got an unexpected keyword argument '{name}'")));
            }
            if given.is_none() {
                continue;
            }
            match &*name {
                "threads" => {
                    let threads = usize::try_from(whole(&given, "threads", 1)?).unwrap_or(usize::MAX);
                    self.threads.get_or_insert(threads.min(1 << 16));
                }
                "memory" => {
                    self.memory.get_or_insert(bytes(limits.py(), &given)?);
                }
                "time_limit" => {
                    self.time_limit.get_or_insert(seconds(&given)?);
                }
                _ if given.is_instance_of::<PyBool>() || given.is_callable() => {
                    self.progress.get_or_insert(given.unbind());
                }
                _ => return Err(PyTypeError::new_err("progress is True, or something that can be called")),
            }
        }
        Ok(())
    }

    /// What a call says, or, where it says nothing, the block that it stands in.
    fn all(py: Python<'_>, limits: Option<Limits<'_>>) -> PyResult<Self> {
        static CURRENT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let mut said = Said::default();
        limits.iter().try_for_each(|limits| said.read(limits))?;
        let block = errors::python(py, &CURRENT, "polytile._limits", "current")?.call0()?;
        if !block.is_none() {
            said.read(&block.cast_into()?)?;
        }
        Ok(said)
    }
}

/// Whether these limits mean something: for `polytile.limits`.
#[pyfunction]
#[pyo3(
    signature = (**limits: "Limits") -> "None",
    text_signature = "(*, threads=None, memory=None, time_limit=None, progress=None)"
)]
pub fn _limits(limits: Option<Limits<'_>>) -> PyResult<()> {
    limits.map_or(Ok(()), |limits| Said::default().read(&limits))
}

/// A run to come.
pub struct Run {
    pub control: Control,
    heart: Arc<Heart>,
    alone: bool,
}

/// What the engine's side and Python's share.
struct Heart {
    begun: Instant,
    /// Milliseconds after the beginning when Python is asked next.
    next: AtomicU64,
    stop: Arc<AtomicBool>,
    told: Option<Py<PyAny>>,
    latest: Mutex<Option<Progress>>,
    raised: Mutex<Option<PyErr>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Heart {
    fn due(&self) -> bool {
        self.begun.elapsed().as_millis() as u64 >= self.next.load(Ordering::Relaxed)
    }

    /// Makes the next look due after another 50 ms, however long this one has taken.
    fn rest(&self) {
        let next = (self.begun.elapsed() + BEAT).as_millis() as u64;
        self.next.store(next, Ordering::Relaxed);
    }

    /// Lets Python look at its signals, and tells how far it is.
    fn beat(&self, py: Python<'_>, progress: Option<Progress>) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let asked = py.check_signals().and_then(|()| match (&self.told, progress) {
            (Some(told), Some(progress)) => {
                static PROGRESS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
                let class = errors::python(py, &PROGRESS, "polytile._progress", "Progress")?;
                told.call1(py, (class.call1((progress.to_string(), share(progress)))?,)).map(drop)
            }
            _ => Ok(()),
        });
        if let Err(error) = asked {
            *lock(&self.raised) = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// The finished share of the work, where that is known.
fn share(progress: Progress) -> Option<f64> {
    let of = |done: u64, total: u64| (total > 0).then(|| done as f64 / total as f64);
    match progress {
        Progress::Pieces { done, total }
        | Progress::Levels { done, total, .. }
        | Progress::Sets { done, total, .. }
        | Progress::Operations { done, total, .. }
        | Progress::Tilings { done, total, .. }
        | Progress::Primes { done, total }
        | Progress::Rows { done, total } => of(done, total),
        Progress::Search { share, .. } => Some(f64::from(share) / 1e6),
        Progress::States { found, expected, .. } => of(found, expected?),
        _ => None,
    }
}

impl Run {
    /// What the limits say: `threads`, `memory` in bytes, `time_limit` in seconds, and who is told of `progress`.
    pub fn new<'py>(py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Self> {
        Run::of(py, Said::all(py, limits)?)
    }

    /// What the limits say, but on one thread: for an engine whose steps are Python's.
    pub fn single<'py>(py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Self> {
        Run::of(py, Said { threads: None, ..Said::all(py, limits)? })
    }

    fn of(py: Python<'_>, said: Said) -> PyResult<Self> {
        let threads = said.threads.unwrap_or(1);
        let memory = said.memory.unwrap_or_else(free);
        let stop = Arc::new(AtomicBool::new(false));
        let mut control = Control::default().stopped_by(Arc::clone(&stop)).threads(threads).memory(memory);
        if let Some(limit) = said.time_limit {
            control = control.time_limit(limit);
        }
        let heart = Arc::new(Heart {
            begun: Instant::now(),
            next: AtomicU64::new(BEAT.as_millis() as u64),
            stop,
            told: told(py, said.progress)?,
            latest: Mutex::new(None),
            raised: Mutex::new(None),
        });
        let alone = threads == 1;
        let telling = Arc::clone(&heart);
        control = control.on_progress(move |progress| {
            // With several threads, only a few of them write it down.
            if alone || telling.due() {
                *lock(&telling.latest) = Some(progress);
                if !alone {
                    telling.rest();
                }
            }
        });
        if alone {
            let beating = Arc::clone(&heart);
            control = control.on_asked(move || {
                if beating.due() {
                    let latest = *lock(&beating.latest);
                    Python::attach(|py| beating.beat(py, latest));
                    beating.rest();
                }
            });
        }
        Ok(Run { control, heart, alone })
    }

    /// What the block says that the call stands in: for operators and properties, which take no arguments.
    pub fn usual(py: Python<'_>) -> PyResult<Self> {
        Run::new(py, None)
    }

    /// The result of `work`; the interpreter's lock is released meanwhile.
    pub fn call<T, E>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Control) -> Result<T, E> + Send,
    ) -> PyResult<T>
    where
        T: Send,
        E: Into<Unanswered> + Send,
    {
        self.outcome(py, work)?.map_err(|error| errors::unanswered(py, &error.into()))
    }

    /// Runs an engine whose failure is the caller's to show; what Python raised is raised.
    pub fn outcome<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Control) -> T + Send) -> PyResult<T> {
        let found = if self.alone { py.detach(|| work(&self.control)) } else { self.threaded(py, work) };
        match lock(&self.heart.raised).take() {
            Some(raised) => {
                // A run may continue after that, as that of an iterator does.
                self.heart.stop.store(false, Ordering::Relaxed);
                Err(raised)
            }
            None => Ok(found),
        }
    }

    /// Raises what Python has raised, for work that keeps its lock.
    pub fn raised(&self) -> PyResult<()> {
        lock(&self.heart.raised).take().map_or(Ok(()), Err)
    }

    fn threaded<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Control) -> T + Send) -> T {
        let found = py.detach(|| {
            std::thread::scope(|scope| {
                let (done, waiting) = sync_channel(1);
                let engine = scope.spawn(move || {
                    let found = work(&self.control);
                    // Whoever waits is there until this ends.
                    let _ = done.send(());
                    found
                });
                while waiting.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                    let latest = *lock(&self.heart.latest);
                    Python::attach(|py| self.heart.beat(py, latest));
                }
                engine.join()
            })
        });
        found.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// Who is told of progress: nobody, a bar, or what was passed.
fn told(py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    match progress {
        Some(given) if given.bind(py).is_instance_of::<PyBool>() => {
            let bar = || py.import("polytile._progress")?.call_method0("bar");
            if given.is_truthy(py)? { bar().map(|bar| Some(bar.unbind())) } else { Ok(None) }
        }
        other => Ok(other),
    }
}

/// A whole number that is at least `least`.
pub fn whole(given: &Bound<'_, PyAny>, name: &str, least: u64) -> PyResult<u64> {
    let py = given.py();
    let number: num_bigint::BigInt = given.extract().map_err(|_| {
        let kind = given.get_type();
        PyTypeError::new_err(format!("{name} is a whole number, not {kind}"))
    })?;
    match u64::try_from(&number) {
        Ok(number) if number >= least => Ok(number),
        _ if number > least.into() => {
            Err(errors::wrong(py, format!("{name} is below 2^64, and not {number}")))
        }
        _ => Err(errors::wrong(py, format!("{name} is at least {least}, and not {number}"))),
    }
}

fn seconds(given: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds: f64 = given
        .extract()
        .map_err(|_| PyTypeError::new_err("time_limit is a number of seconds, such as 2.5"))?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| errors::wrong(given.py(), format!("there is no time limit of {seconds} seconds")))
}

fn bytes(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<u64> {
    match given.cast::<PyString>() {
        Ok(text) => polytile::format::amount::memory(&text.to_cow()?)
            .map_err(|error| errors::misread(py, &error.into())),
        Err(_) => whole(given, "memory", 1),
    }
}

/// Three quarters of what is free, as far as the system says.
fn free() -> u64 {
    static LAST: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut last = lock(&LAST);
    match *last {
        Some((at, bytes)) if at.elapsed() < LOOK => bytes,
        _ => last.insert((Instant::now(), available().map_or(UNKNOWN_MEMORY, |all| all / 4 * 3))).1,
    }
}

/// Bytes of memory that are available: the smaller of what is free and what this group of processes may use.
fn available() -> Option<u64> {
    let table = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = table.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = group.and_then(|text| text.trim().parse().ok()).unwrap_or(u64::MAX);
    Some(kibibytes.saturating_mul(1024).min(limit))
}

/// How a picture of something on this lattice looks, seen from where `view` says.
pub fn viewed(py: Python<'_>, view: Option<&str>, lattice: Lattice) -> PyResult<PictureOptions> {
    let view: Option<View> = word(py, view)?;
    if view.is_some() && lattice.is_flat() {
        let why = "view says from where cubes and prisms are looked at, and this board is flat: leave it out";
        return Err(errors::wrong(py, why));
    }
    Ok(PictureOptions::default().view(view.unwrap_or_default()))
}

/// One of several words.
pub fn word<C: Choice>(py: Python<'_>, given: Option<&str>) -> PyResult<Option<C>> {
    given.map(|word| C::read(word).map_err(|unknown| errors::wrong(py, unknown))).transpose()
}
