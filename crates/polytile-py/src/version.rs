//! Pickles: what an object is made of, with the version of that form.
//!
//! `__reduce__` gives `polytile._polytile._restore(kind, version, state)`; what another version wrote is refused, for its
//! state may mean something else. States are texts in formats of the library, bytes, numbers, and lists of them.

use crate::errors;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The version of all states.
pub struct Version;

impl Version {
    const NUMBER: u32 = 2;

    /// What `__reduce__` returns.
    pub fn reduced<'py>(
        py: Python<'py>,
        kind: &str,
        state: impl IntoPyObject<'py>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("polytile._polytile")?.getattr("_restore")?;
        let arguments = (kind, Self::NUMBER, state.into_bound_py_any(py)?).into_pyobject(py)?;
        (restore, arguments).into_pyobject(py)
    }

    /// Whether a state of this version can be read.
    pub fn expect(py: Python<'_>, version: u32) -> PyResult<()> {
        if version == Self::NUMBER {
            return Ok(());
        }
        let message =
            format!("this was pickled in form {version}, and this polytile reads form {}", Self::NUMBER);
        Err(errors::input(py, message, "make it again, or unpickle it with the polytile that wrote it"))
    }
}
