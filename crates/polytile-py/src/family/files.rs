//! Families in files and in pickles: the bytes that the command writes and reads too. They are read whole, so that nothing that
//! happens to the file later matters, and written beside and renamed, so that a file is whole or absent.

use super::{Family, Labels};
use crate::errors;
use crate::problem::Inner;
use crate::run::{Limits, Run};
use crate::version::Version;
use polytile::zdd::{Family as Sets, FileError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;
impl Family {
    /// The family that bytes are, which come from `name`.
    fn read(py: Python<'_>, bytes: Vec<u8>, run: &Run, name: &str) -> PyResult<Self> {
        let read = run.outcome(py, |control| Sets::load(Arc::new(bytes), control))?;
        let sets = read.map_err(|error| match error {
            FileError::Stopped(stopped) => errors::stopped(py, &stopped),
            other => errors::wrong(py, format!("{name}: {other}")),
        })?;
        let inner = sets.puzzle().map(|puzzle| {
            let about = polytile::format::About { title: puzzle.title.clone(), ..Default::default() };
            Arc::new(Inner::new(polytile::format::subject::Tiled { about, problem: puzzle.problem.clone() }))
        });
        Ok(Family::new(sets, inner))
    }
}

#[pymethods]
impl Family {
    /// The family in a file that `save` has written, or the command `polytile zdd --save`. The file is read whole, so
    /// that nothing that happens to it later matters.
    ///
    /// Raises `InputError` when the file is not, or not any more, what was saved.
    #[staticmethod]
    #[pyo3(
        signature = (path: "str | os.PathLike[str]", **limits: "Limits") -> "Family",
        text_signature = "(path, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn load<'py>(py: Python<'py>, path: PathBuf, limits: Option<Limits<'py>>) -> PyResult<Self> {
        let run = Run::new(py, limits)?;
        let bytes = py.detach(|| std::fs::read(&path)).map_err(|error| os_error(py, &path, error))?;
        Family::read(py, bytes, &run, &path.display().to_string())
    }

    /// Writes it into a file, whole or not at all.
    #[pyo3(signature = (path: "str | os.PathLike[str]"))]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let run = Run::unlimited(py)?;
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let beside = path.with_file_name(name);
        let saved = run.outcome(py, |control| {
            let mut out = std::io::BufWriter::new(std::fs::File::create(&beside)?);
            self.0.sets.save(&mut out, control)?;
            drop(out);
            Ok(std::fs::rename(&beside, &path)?)
        });
        if !matches!(saved, Ok(Ok(()))) {
            // It may not even have been created.
            let _ = std::fs::remove_file(&beside);
        }
        saved?.map_err(|error: FileError| match error {
            FileError::Stopped(stopped) => errors::stopped(py, &stopped),
            FileError::Io(error) => os_error(py, &path, error),
            other => errors::wrong(py, other.to_string()),
        })
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let run = Run::unlimited(py)?;
        let bytes = run.outcome(py, |control| {
            let mut bytes = Vec::new();
            self.0.sets.save(&mut bytes, control).map(|()| bytes)
        })?;
        let bytes = bytes.map_err(|error| errors::wrong(py, error.to_string()))?;
        let labels = self.0.labels.as_ref().map(|labels| PyTuple::new(py, &labels.all)).transpose()?;
        Version::reduced(py, "Family", (PyBytes::new(py, &bytes), labels).into_pyobject(py)?)
    }
}

/// An error of the system, about a file.
fn os_error(_py: Python<'_>, path: &std::path::Path, error: std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string(), path.display().to_string())),
        None => error.into(),
    }
}

/// What [`Family::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Family> {
    let py = state.py();
    let (bytes, labels): (Vec<u8>, Option<Vec<Py<PyAny>>>) = state.extract()?;
    let run = Run::unlimited(py)?;
    let family = Family::read(py, bytes, &run, "what was pickled")?;
    let Some(labels) = labels else { return Ok(family) };
    if labels.len() != family.0.sets.names().len() {
        return Err(errors::wrong(py, "what was pickled has another number of options"));
    }
    let labels = Arc::new(Labels::new(py, labels)?);
    Ok(Family::labelled(Arc::clone(&family.0.sets), family.0.inner.clone(), Some(labels)))
}
