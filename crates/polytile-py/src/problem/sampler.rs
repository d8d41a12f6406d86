//! `polytile.Sampler`: all tilings of a problem, counted once, from which samples are drawn again and again.

use super::Inner;
use crate::arguments::as_far_as;
use crate::run::{Arg, Limits, Run, whole};
use crate::tiling::Tiling;
use polytile::ask::sample::Sampler as Drawing;
use polytile::count::Count;
use polytile::run::{Control, Progress, Stopped};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// All tilings of a problem, counted, from which samples are drawn: made by `Problem.sampler`.
///
/// >>> sampler = polytile.Problem("8x8", "dominoes").sampler()
/// >>> sampler.count, len(sampler.draw(5, seed=1))
/// (12988816, 5)
#[pyclass(frozen, module = "polytile", name = "Sampler")]
pub struct Sampler {
    inner: Arc<Inner>,
    total: Option<Count>,
    drawing: Mutex<Drawing>,
}

impl Sampler {
    pub fn new(inner: Arc<Inner>, drawing: Drawing) -> Self {
        Sampler { inner, total: drawing.total().cloned(), drawing: Mutex::new(drawing) }
    }

    /// The drawing, once no other thread is using it; whoever waits still obeys limits and Ctrl-C.
    fn drawing(&self, control: &Control) -> Result<MutexGuard<'_, Drawing>, Stopped> {
        let mut steps = 0;
        loop {
            match self.drawing.try_lock() {
                Ok(drawing) => return Ok(drawing),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            }
            control.check(Progress::Preparation { steps })?;
            steps += 1;
        }
    }
}

#[pymethods]
impl Sampler {
    /// The number of tilings; None where they are drawn by coupling from the past, which does not count.
    #[getter]
    fn count(&self) -> Option<Count> {
        self.total.clone()
    }

    /// So many tilings of the sequence that `seed` determines, from number `start` on.
    ///
    /// >>> sampler = polytile.Problem("8x8", "dominoes").sampler()
    /// >>> sampler.draw(1, seed=7, start=4) == sampler.draw(5, seed=7)[4:]
    /// True
    #[pyo3(
        signature = (number: "int", *, seed: "int", start: "int" = None, **limits: "Limits") -> "list[Tiling]",
        text_signature = "($self, number, *, seed, start=0, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        number: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        start: Arg<'py>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let (number, seed) = (whole(number, "number", 0)?, whole(seed, "seed", 0)?);
        let start = start.map(|given| whole(&given, "start", 0)).transpose()?.unwrap_or(0);
        let mut drawn = Vec::new();
        let done = run.call(py, |control| {
            self.drawing(control)?.draw(start..start.saturating_add(number), seed, control, |tiling| {
                drawn.push(tiling);
                true
            })
        });
        let all = drawn.into_iter().map(|tiling| Ok(Tiling::laid(Arc::clone(&self.inner), tiling)));
        as_far_as(py, done, all)
    }
}
