//! `polytile.Heat`: where the pieces of tilings lie, as maps of the cells.

use super::Family;
use crate::cells::mapped;
use crate::errors;
use crate::problem::{Inner, Problem};
use crate::region::SHOWN;
use crate::run::{Limits, Run};
use crate::version::Version;
use polytile::ask::Unanswered;
use polytile::ask::zdd::heat;
use polytile::draw;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};
use std::sync::Arc;

/// For each piece a map of the cells: the share of all tilings in which it covers a cell. Made by `Family.heat`.
///
/// A mapping from the names of the pieces to arrays; where a board of the plane has a single piece, there is a map for each
/// way to turn it.
///
/// >>> heat = polytile.Problem("2x3", "trominoes").zdd().heat()
/// >>> list(heat), heat["L3"].round(2).tolist()
/// (['I3', 'L3'], [[0.67, 0.67, 0.67], [0.67, 0.67, 0.67]])
#[pyclass(frozen, module = "polytile", name = "Heat", mapping)]
pub struct Heat {
    inner: Arc<Inner>,
    maps: Vec<(String, Vec<f64>)>,
}

#[pymethods]
impl Heat {
    /// The problem.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(Arc::clone(&self.inner))
    }

    /// An array of numpy of shape (rows, columns), `float64`, from 0 to 1, and NaN for a hole; on other lattices than squares one
    /// number for each of the board's `cells`.
    fn __getitem__<'py>(&self, py: Python<'py>, piece: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = self.maps.iter().find(|(name, _)| name == piece);
        let (_, shares) = found.ok_or_else(|| PyKeyError::new_err(piece.to_owned()))?;
        let region = &self.inner.problem.region;
        mapped(py, region, "f8", f64::NAN.to_ne_bytes(), |put| {
            region.cells().zip(shares).for_each(|(cell, share)| put(cell, share.to_ne_bytes()));
        })
    }

    fn __len__(&self) -> usize {
        self.maps.len()
    }

    fn __contains__(&self, piece: &str) -> bool {
        self.maps.iter().any(|(name, _)| name == piece)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.keys(py)?.try_iter()
    }

    /// The names of the pieces, or of the ways to turn a single one.
    ///
    /// >>> polytile.Problem("4x4", "dominoes").zdd().heat().keys()
    /// ('domino, lying', 'domino, standing')
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.maps.iter().map(|(name, _)| name))
    }

    /// The maps as a picture in SVG.
    ///
    /// >>> family = polytile.Problem("2x3", "trominoes").zdd()
    /// >>> family.heat().svg()[:4]
    /// '<svg'
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let picture = py.detach(|| {
            let mut heat = draw::Heat::shares(&self.inner.problem.region, "tilings");
            for (name, shares) in &self.maps {
                heat.add(name.as_str(), shares)?;
            }
            Ok::<_, draw::DrawError>(heat.svg())
        });
        picture.map_err(|error| errors::wrong(py, error.to_string()))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let shown = self.inner.problem.region.len() * self.maps.len() <= SHOWN;
        shown.then(|| self.svg(py)).transpose()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.maps == other.maps && self.inner.is(&other.inner)
    }

    fn __hash__(&self) -> u64 {
        crate::cells::hash(&self.maps.iter().map(|(name, _)| name).collect::<Vec<_>>())
    }

    fn __repr__(&self) -> String {
        format!("<Heat of {} maps of {}>", self.maps.len(), self.inner.written())
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Version::reduced(py, "Heat", (self.problem(), self.maps.clone()).into_pyobject(py)?)
    }
}

/// What [`Heat::__reduce__`] kept.
pub fn restored_heat(state: &Bound<'_, PyAny>) -> PyResult<Heat> {
    let (problem, maps): (Bound<'_, Problem>, Vec<(String, Vec<f64>)>) = state.extract()?;
    let inner = Arc::clone(&problem.get().0);
    if maps.iter().any(|(_, shares)| shares.len() != inner.problem.region.len()) {
        return Err(errors::wrong(state.py(), "what was pickled has another number of cells"));
    }
    Ok(Heat { inner, maps })
}

#[pymethods]
impl Family {
    /// Where the pieces of the tilings lie: for each piece the share of all tilings in which it covers each cell.
    ///
    /// Raises `InputError` where the sets are no tilings.
    ///
    /// >>> family = polytile.Problem("2x3", "trominoes").zdd()
    /// >>> family.heat()["I3"].round(2).tolist()
    /// [[0.33, 0.33, 0.33], [0.33, 0.33, 0.33]]
    #[pyo3(
        signature = (**limits: "Limits") -> "Heat",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn heat<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Heat> {
        let run = Run::new(py, limits)?;
        let maps = run.call(py, |control| {
            let counted = self.counted(control)?;
            let frequencies = counted.frequencies(control)?;
            let heat = heat(&self.0.sets, &frequencies, counted.total(), control)?;
            let owned = heat.maps().map(|(caption, shares)| (caption.to_owned(), shares.to_vec()));
            Ok::<_, Unanswered>(owned.collect())
        })?;
        let none = || errors::wrong(py, "only tilings have a map of their cells");
        let inner = Arc::clone(self.0.inner.as_ref().ok_or_else(none)?);
        Ok(Heat { inner, maps })
    }
}
