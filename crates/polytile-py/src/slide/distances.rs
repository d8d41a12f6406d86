//! `polytile.Distances`: how far every position of a sliding-block puzzle is from the nearest goal.

use super::{Slide, shown};
use crate::run::{Limits, Run};
use polytile::sliding::{Distances as Known, Metric};
use pyo3::prelude::*;

/// Moves to the nearest goal, and a first one of them.
type Ahead = (usize, Option<(String, String)>);

/// How far every position is from the nearest goal: made by `Slide.distances`.
///
/// >>> slide = polytile.Slide("A..\n\n..A\n")
/// >>> slide.distances().of("A..")
/// (2, ('A', 'right'))
#[pyclass(frozen, module = "polytile", name = "Distances")]
pub struct Distances {
    pub(super) slide: Slide,
    pub(super) metric: Metric,
    pub(super) known: Known,
}

#[pymethods]
impl Distances {
    /// What counts as one move.
    #[getter]
    fn metric(&self) -> String {
        self.metric.to_string()
    }

    /// Moves to the nearest goal from a position, and a first one of them, None at a goal; None where no goal can be reached.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> slide.distances(metric="step").of(".A.")
    /// (1, ('A', 'right'))
    #[pyo3(
        signature = (position: "Position | str", **limits: "Limits") -> "tuple[int, tuple[str, str] | None] | None",
        text_signature = "($self, position, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn of<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Option<Ahead>> {
        let run = Run::new(py, limits)?;
        let places = self.slide.places(py, Some(position))?;
        let found = run.call(py, |control| self.known.outlook(&places, control))?;
        Ok(found.map(|ahead| (ahead.distance, ahead.next.map(|step| shown(self.slide.puzzle(), &step)))))
    }
}
