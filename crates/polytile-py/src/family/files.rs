//! Families in files and in pickles: the bytes that the command writes and reads too. They are read whole, so that nothing that
//! happens to the file later matters, and written beside their place and renamed, so that a file is complete or absent.

use super::{Family, Labels};
use crate::errors;
use crate::run::{Limits, Run};
use crate::version::Version;
use polytile::run::{Control, Progress};
use polytile::zdd::{Bytes, Family as Sets, FileError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyTuple};
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

impl Family {
    /// The family in some bytes, which come from `name`.
    fn read(py: Python<'_>, bytes: Bytes, run: &Run, name: &Path) -> PyResult<Self> {
        let read = run.outcome(py, |control| Sets::load(bytes, control))?;
        Ok(Family::found(read.map_err(|error| failed(py, name, error))?))
    }
}

#[pymethods]
impl Family {
    /// The family in a file that `save` has written, or the command `polytile zdd --save`. The file is read whole, so
    /// that nothing that happens to it later matters.
    ///
    /// Raises `InputError` when the file is not, or not any more, what was saved.
    ///
    /// >>> import tempfile
    /// >>> family = polytile.Problem("2x3", "trominoes").zdd()
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     family.save(folder + "/family.zdd")
    /// ...     polytile.Family.load(folder + "/family.zdd") == family
    /// True
    #[staticmethod]
    #[pyo3(
        signature = (path: "str | os.PathLike[str]", **limits: "Limits") -> "Family",
        text_signature = "(path, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn load<'py>(py: Python<'py>, path: PathBuf, limits: Option<Limits<'py>>) -> PyResult<Self> {
        let run = Run::new(py, limits)?;
        let bytes = run.outcome(py, |control| bytes(&path, control))?;
        let bytes = bytes.map_err(|error| failed(py, &path, error))?;
        Family::read(py, Arc::new(bytes), &run, &path)
    }

    /// Writes it into a file, whole or not at all.
    ///
    /// >>> import tempfile
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     sets.save(folder + "/sets.zdd")
    /// ...     polytile.Family.load(folder + "/sets.zdd").count()
    /// 3
    #[pyo3(
        signature = (path: "str | os.PathLike[str]", **limits: "Limits") -> "None",
        text_signature = "($self, path, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn save<'py>(&self, py: Python<'py>, path: PathBuf, limits: Option<Limits<'py>>) -> PyResult<()> {
        let run = Run::new(py, limits)?;
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        name.push(format!(".{}.{number}.part", std::process::id()));
        let beside = path.with_file_name(name);
        let saved = run.outcome(py, |control| {
            let mut out = BufWriter::new(File::create(&beside)?);
            self.0.sets.save(&mut out, control)?;
            out.flush()?;
            Ok(std::fs::rename(&beside, &path)?)
        });
        if !matches!(saved, Ok(Ok(()))) {
            // It may not even have been created.
            let _ = std::fs::remove_file(&beside);
        }
        saved?.map_err(|error| failed(py, &path, error))
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let run = Run::usual(py)?;
        let bytes = run.outcome(py, |control| {
            let mut bytes = Vec::new();
            self.0.sets.save(&mut bytes, control).map(|()| bytes)
        })?;
        let bytes = bytes.map_err(|error| failed(py, Path::new("the pickle"), error))?;
        let labels = self.0.labels.as_ref().map(|labels| PyTuple::new(py, &labels.all)).transpose()?;
        Version::reduced(py, "Family", (PyBytes::new(py, &bytes), labels).into_pyobject(py)?)
    }
}

/// How many families have been saved: other threads may be about to write the same file.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// Bytes of a file that are read between two looks at the limits.
const PIECE: u64 = 16 << 20;

/// All bytes of a file, which may be an endless device.
fn bytes(path: &Path, control: &Control) -> Result<Vec<u8>, FileError> {
    let mut file = File::open(path)?;
    let expected = file.metadata()?.len();
    let mut bytes = Vec::new();
    for steps in 0.. {
        control.check(Progress::Preparation { steps })?;
        let length = bytes.len() as u64;
        control.reserve(length + expected.saturating_sub(length).min(PIECE), "the bytes of the file")?;
        if (&mut file).take(PIECE).read_to_end(&mut bytes)? == 0 {
            break;
        }
    }
    Ok(bytes)
}

/// Why a family cannot be written into a file, or read from one.
fn failed(py: Python<'_>, path: &Path, error: FileError) -> PyErr {
    match error {
        FileError::Stopped(stopped) => errors::stopped(py, &stopped),
        FileError::Io(error) => match error.raw_os_error() {
            // Python chooses the class by the number.
            Some(number) => {
                let words = py.import("os").and_then(|os| os.call_method1("strerror", (number,)));
                words.map_or_else(
                    |error| error,
                    |words| PyOSError::new_err((number, words.unbind(), path.display().to_string())),
                )
            }
            None => error.into(),
        },
        other => errors::wrong(py, format!("{}: {other}", path.display())),
    }
}

/// What [`Family::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Family> {
    let py = state.py();
    let (bytes, labels): (PyBackedBytes, Option<Vec<Py<PyAny>>>) = state.extract()?;
    let run = Run::usual(py)?;
    let family = Family::read(py, Arc::new(bytes), &run, Path::new("what was pickled"))?;
    let Some(labels) = labels else { return Ok(family) };
    if labels.len() != family.0.sets.names().len() {
        return Err(errors::wrong(py, "what was pickled has another number of options"));
    }
    let labels = Arc::new(Labels::new(py, labels)?);
    Ok(Family::labelled(Arc::clone(&family.0.sets), family.0.inner.clone(), Some(labels)))
}
