//! Iterators over solutions: of tilings, and of exact covers.
//!
//! In: a search, prepared. Out: one solution after the other, as Python asks for them. With one thread, the walk through the tree
//! rests between two solutions; with several, one *batch* is listed at a time, and handed out from a queue. What is left can be
//! written down at any time, and an iterator that a limit or Ctrl-C stopped resumes where it was left.

use crate::cover::Meaning;
use crate::errors;
use crate::problem::Inner;
use crate::run::Run;
use crate::tiling::Tiling;
use polytile::ask::Unanswered;
use polytile::exact_cover::Encoded;
use polytile::run::{Control, Progress, Stopped};
use polytile::solve::{Remaining, Reply, Search, Solutions};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// How long a batch is listed, and how many solutions it has at most.
const BATCH: (Duration, usize) = (Duration::from_millis(100), 1 << 13);

/// A search at work; `None` if nothing has to be searched.
pub struct Stream(Mutex<Option<Work>>);

struct Work {
    search: Arc<Search>,
    run: Run,
    ahead: Ahead,
}

/// Where solutions come from.
enum Ahead {
    /// One at a time.
    Walk(Box<Solutions>),
    /// What was left of a walk that was stopped. The way back to it is as long as the tree is deep, and is gone when somebody asks.
    Left(Remaining),
    /// Batches: what was left before this one, what still waits of it, and how many were handed out.
    Batch { from: Remaining, queue: VecDeque<Vec<u32>>, taken: usize, next: Option<Remaining> },
}

impl Stream {
    /// Solutions of `search`, resumed from `checkpoint`.
    pub fn new(
        py: Python<'_>,
        search: Option<Arc<Search>>,
        run: Run,
        checkpoint: Option<&str>,
    ) -> PyResult<Self> {
        let Some(search) = search else { return Ok(Stream(Mutex::new(None))) };
        let from = match checkpoint {
            None => search.beginning(),
            Some(text) => {
                let resumed = run.outcome(py, |control| search.resume(text.as_bytes(), control))?;
                resumed.map_err(|error| errors::wrong(py, error.to_string()))?.remaining
            }
        };
        let ahead = if run.control.thread_count() > 1 {
            Ahead::Batch { from: from.clone(), queue: VecDeque::new(), taken: 0, next: Some(from) }
        } else {
            run.call(py, |control| Ahead::walk(&search, from, control))?
        };
        Ok(Stream(Mutex::new(Some(Work { search, run, ahead }))))
    }

    fn work(&self) -> PyResult<MutexGuard<'_, Option<Work>>> {
        match self.0.try_lock() {
            Ok(work) => Ok(work),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("this iterator is at work in another thread, or asks itself"))
            }
        }
    }

    /// The next solution, as options.
    pub fn next(&self, py: Python<'_>) -> PyResult<Option<Vec<u32>>> {
        match &mut *self.work()? {
            None => Ok(None),
            Some(work) => work.next(py),
        }
    }

    /// What is left, as a text.
    pub fn checkpoint(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let work = self.work()?;
        let Some(work) = &*work else { return Ok(None) };
        let left = work.remaining(py)?;
        Ok(Some(py.detach(|| work.search.checkpoint(&left, &[]))))
    }

    /// How many were handed out.
    pub fn found(&self) -> PyResult<u64> {
        Ok(self.work()?.as_ref().map_or(0, Work::found))
    }

    /// How many there are from here on; afterwards none are left.
    pub fn count(&self, py: Python<'_>) -> PyResult<u64> {
        let mut work = self.work()?;
        let Some(work) = &mut *work else { return Ok(0) };
        let before = work.found();
        let from = work.remaining(py)?;
        let report = work.run.call(py, |control| {
            let report = work.search.count(from, None, control)?;
            match report.stopped {
                Some(stopped) => Err(Unanswered::from(stopped)),
                None => Ok(report),
            }
        })?;
        let from = Remaining::nothing(report.found);
        work.ahead = Ahead::Batch { from, queue: VecDeque::new(), taken: 0, next: None };
        Ok(report.found - before)
    }

    /// Says how it is written in Python.
    pub fn written(&self, what: &str) -> String {
        match self.found() {
            Ok(found) => format!("<{what}, {found} handed out>"),
            Err(_) => format!("<{what}, at work>"),
        }
    }
}

impl Ahead {
    fn walk(search: &Arc<Search>, from: Remaining, control: &Control) -> Result<Self, Unanswered> {
        Ok(Ahead::Walk(Box::new(search.solutions(from, control)?)))
    }
}

impl Work {
    fn found(&self) -> u64 {
        match &self.ahead {
            Ahead::Walk(solutions) => solutions.found(),
            Ahead::Left(left) => left.found,
            Ahead::Batch { from, taken, .. } => from.found + *taken as u64,
        }
    }

    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Vec<u32>>> {
        let Work { search, run, ahead } = self;
        if let Ahead::Left(left) = ahead {
            let left = left.clone();
            *ahead = run.call(py, |control| Ahead::walk(search, left, control))?;
        }
        if let Ahead::Walk(solutions) = ahead {
            let mut found = None;
            let raised = run.outcome(py, |_| found = solutions.next()).err();
            let stopped = match (found, raised) {
                (Some(Err(stopped)), None) => errors::stopped(py, &stopped),
                // It is stopped while it asks whether to go on, and then nothing was found.
                (_, Some(raised)) => raised,
                (Some(Ok(chosen)), None) => return Ok(Some(chosen)),
                (None, None) => return Ok(None),
            };
            *ahead = Ahead::Left(solutions.remaining());
            return Err(stopped);
        }
        let Ahead::Batch { from, queue, taken, next } = ahead else { return Ok(None) };
        while queue.is_empty() {
            let Some(left) = next.take() else { return Ok(None) };
            (*from, *taken) = (left.clone(), 0);
            let listed = run.outcome(py, |control| {
                let pause = Instant::now().checked_add(BATCH.0);
                search.list(left, pause, control, &mut |chosen| {
                    queue.push_back(chosen.to_vec());
                    if queue.len() == BATCH.1 { Reply::Enough } else { Reply::More }
                })
            });
            let report = match listed {
                Ok(report) => report.map_err(|lost| errors::unanswered(py, &lost.into())),
                Err(raised) => Err(raised),
            };
            let failed = match report {
                Ok(mut report) => {
                    *next = report.remaining.take();
                    report.stopped.map(|stopped| errors::stopped(py, &stopped))
                }
                Err(raised) => {
                    // The batch is begun again.
                    queue.clear();
                    *next = Some(from.clone());
                    Some(raised)
                }
            };
            if let Some(failed) = failed.filter(|_| queue.is_empty()) {
                return Err(failed);
            }
        }
        *taken += 1;
        Ok(queue.pop_front())
    }

    fn remaining(&self, py: Python<'_>) -> PyResult<Remaining> {
        match &self.ahead {
            Ahead::Walk(solutions) => Ok(solutions.remaining()),
            Ahead::Left(left) => Ok(left.clone()),
            Ahead::Batch { from, taken: 0, .. } => Ok(from.clone()),
            Ahead::Batch { queue, next, from, .. } if queue.is_empty() => {
                Ok(next.clone().unwrap_or(Remaining::nothing(from.found + self.handed())))
            }
            Ahead::Batch { from, taken, .. } => {
                // As far as it was handed out, for the batch is listed again up to there.
                let mut more = *taken;
                let report = self.run.outcome(py, |control| {
                    self.search.list(from.clone(), None, control, &mut |_| {
                        more -= 1;
                        if more == 0 { Reply::Enough } else { Reply::More }
                    })
                })?;
                let report = report.map_err(|lost| errors::unanswered(py, &lost.into()))?;
                let progress = Progress::Solutions { found: report.found };
                match report.stopped {
                    Some(stopped) => Err(errors::stopped(py, &stopped)),
                    None => {
                        report.remaining.ok_or_else(|| errors::stopped(py, &Stopped::Interrupted(progress)))
                    }
                }
            }
        }
    }

    fn handed(&self) -> u64 {
        if let Ahead::Batch { taken, .. } = &self.ahead { *taken as u64 } else { 0 }
    }
}

/// An iterator over tilings, made by `Problem.solve`.
///
/// It searches as far as it is asked to, can be left at any time, and goes on after an interruption or a limit.
///
/// >>> tilings = polytile.Problem("6x10", "1:pentominoes").solve()
/// >>> first = next(tilings)
/// >>> text = tilings.checkpoint()
/// >>> next(tilings) == next(first.problem.solve(resume=text))
/// True
#[pyclass(frozen, module = "polytile", name = "Tilings")]
pub struct Tilings {
    pub inner: Arc<Inner>,
    pub encoded: Arc<Encoded>,
    pub stream: Stream,
}

#[pymethods]
impl Tilings {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Tiling>> {
        let next = self.stream.next(py)?;
        Ok(next.map(|chosen| Tiling::chosen(Arc::clone(&self.inner), Arc::clone(&self.encoded), chosen)))
    }

    /// What is left, as a text for `Problem.solve(resume=...)` with the same arguments.
    ///
    /// >>> problem = polytile.Problem("2x3", "trominoes")
    /// >>> tilings = problem.solve()
    /// >>> first = next(tilings)
    /// >>> list(problem.solve(resume=tilings.checkpoint())) == list(tilings)
    /// True
    fn checkpoint(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.stream.checkpoint(py)
    }

    /// How many tilings were handed out, those before a checkpoint included.
    #[getter]
    fn found(&self) -> PyResult<u64> {
        self.stream.found()
    }

    /// How many tilings are left, counted one by one; afterwards there are none.
    ///
    /// >>> tilings = polytile.Problem("2x6", "trominoes").solve()
    /// >>> first = next(tilings)
    /// >>> tilings.count()
    /// 10
    fn count(&self, py: Python<'_>) -> PyResult<u64> {
        self.stream.count(py)
    }

    fn __repr__(&self) -> String {
        self.stream.written("tilings")
    }
}

/// An iterator over the solutions of an exact cover, made by `ExactCover.solve`: tuples of the names of options, or texts of
/// digits where it is a Number Mind.
///
/// >>> covers = polytile.ExactCover("ab", ["a", "b", "ab"]).solve()
/// >>> next(covers), covers.found
/// ((0, 1), 1)
#[pyclass(frozen, module = "polytile", name = "Covers")]
pub struct Covers {
    pub meaning: Arc<Meaning>,
    pub stream: Stream,
}

#[pymethods]
impl Covers {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = self.stream.next(py)?;
        next.map(|chosen| self.meaning.solution(py, &chosen)).transpose()
    }

    /// What is left, as a text for `ExactCover.solve(resume=...)`.
    ///
    /// >>> cover = polytile.ExactCover("ab", ["a", "b", "ab"])
    /// >>> covers = cover.solve()
    /// >>> first = next(covers)
    /// >>> list(cover.solve(resume=covers.checkpoint())) == list(covers)
    /// True
    fn checkpoint(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.stream.checkpoint(py)
    }

    /// How many solutions were handed out, those before a checkpoint included.
    #[getter]
    fn found(&self) -> PyResult<u64> {
        self.stream.found()
    }

    /// How many solutions are left, counted one by one; afterwards there are none.
    ///
    /// >>> polytile.ExactCover("ab", ["a", "b", "ab"]).solve().count()
    /// 2
    fn count(&self, py: Python<'_>) -> PyResult<u64> {
        self.stream.count(py)
    }

    fn __repr__(&self) -> String {
        self.stream.written("solutions of an exact cover")
    }
}
