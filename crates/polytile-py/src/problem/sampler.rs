//! `polytile.Sampler`: all tilings of a problem, counted once, from which samples are drawn again and again.

use super::Inner;
use crate::arguments::having;
use crate::run::{Limits, Run, whole};
use crate::tiling::Tiling;
use polytile::ask::sample::Sampler as Drawing;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::{Arc, Mutex};
/// All tilings of a problem, counted, from which samples are drawn: made by `Problem.sampler`.
///
/// >>> sampler = polytile.Problem("8x8", "dominoes").sampler()
/// >>> sampler.count, len(sampler.draw(5, seed=1))
/// (12988816, 5)
#[pyclass(frozen, module = "polytile", name = "Sampler")]
pub struct Sampler {
    pub inner: Arc<Inner>,
    pub drawing: Mutex<Drawing>,
}

#[pymethods]
impl Sampler {
    /// The number of tilings; None where they are drawn by coupling from the past, which does not count.
    #[getter]
    fn count(&self, py: Python<'_>) -> Option<polytile::count::Count> {
        py.detach(|| self.drawing.lock().ok().and_then(|drawing| drawing.total().cloned()))
    }

    /// So many tilings of the sequence that `seed` determines, from number `start` on.
    #[pyo3(
        signature = (number: "int", *, seed: "int", start: "int" = 0, **limits: "Limits") -> "list[Tiling]",
        text_signature = "($self, number, *, seed, start=0, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        number: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        start: u64,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let (number, seed) = (whole(number, "number", 0)?, whole(seed, "seed", 0)?);
        let mut drawn = Vec::new();
        let done = run.call(py, |control| {
            let mut drawing = self.drawing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            drawing.draw(start..start.saturating_add(number), seed, control, |tiling| {
                drawn.push(tiling);
                true
            })
        });
        let all = drawn.into_iter().map(|tiling| Tiling::laid(Arc::clone(&self.inner), tiling));
        let list = PyList::new(py, all.collect::<Vec<_>>())?;
        match done {
            Ok(()) => Ok(list),
            Err(error) => Err(having(py, error, list)),
        }
    }
}
