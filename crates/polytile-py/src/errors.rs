//! Why there is no answer, as Python's exceptions.
//!
//! In: the library's errors. Out: `polytile.InputError`, a `ValueError` with the place and the mend, where the words are wrong;
//! `polytile.LimitReached` where a limit ended the work; and whatever a signal handler or a callback raised. The classes
//! themselves are written in Python, so that they can be pickled and subclassed.

use polytile::ask::Unanswered;
use polytile::format::FormatError;
use polytile::format::source::{Misread, Source};
use polytile::run::Stopped;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

/// An object of one of the package's Python modules, looked up once.
pub fn python<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyAny>>,
    module: &str,
    name: &str,
) -> PyResult<&'py Bound<'py, PyAny>> {
    cell.get_or_try_init(py, || Ok(py.import(module)?.getattr(name)?.unbind())).map(|found| found.bind(py))
}

/// Makes an exception of the package.
fn raised(py: Python<'_>, class: &str, message: &str, more: &Bound<'_, PyDict>) -> PyErr {
    let made = py
        .import("polytile._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call((message,), Some(more)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// What is wrong with the words, by the names that arguments have here.
pub fn misread(py: Python<'_>, misread: &Misread) -> PyErr {
    let misread = misread.keyed();
    let more = PyDict::new(py);
    let filled = (|| {
        more.set_item("help", misread.error.help.as_deref())?;
        if let Some((source, span)) = misread.place() {
            let (line, column, text) = source.line(span.start);
            more.set_item("line", line)?;
            more.set_item("column", column)?;
            more.set_item("text", text)?;
            more.set_item("source", &source.name)?;
        }
        PyResult::Ok(())
    })();
    match filled {
        Ok(()) => raised(py, "InputError", &misread.error.message, &more),
        Err(error) => error,
    }
}

/// A sentence about what was passed, and the mend.
pub fn input(py: Python<'_>, message: impl Into<String>, help: impl Into<String>) -> PyErr {
    misread(py, &Misread::new(message, help))
}

/// A sentence about what was passed, where there is no mend to suggest.
pub fn wrong(py: Python<'_>, message: impl Into<String>) -> PyErr {
    misread(py, &FormatError::new(message).into())
}

/// An error in a text that was passed as `name`.
pub fn in_text(py: Python<'_>, name: &str, text: &str, error: FormatError) -> PyErr {
    misread(py, &Source::new(name, text).misread(error))
}

/// A limit, and which.
pub fn stopped(py: Python<'_>, stopped: &Stopped) -> PyErr {
    let limit = match stopped {
        Stopped::Interrupted(_) => return PyRuntimeError::new_err(stopped.to_string()),
        Stopped::OutOfTime(_) => "time",
        Stopped::TooLarge(_) => "size",
        _ => "memory",
    };
    let more = PyDict::new(py);
    match more.set_item("limit", limit) {
        Ok(()) => raised(py, "LimitReached", &stopped.to_string(), &more),
        Err(error) => error,
    }
}

/// Whether it is a limit that was reached.
pub fn is_limit(py: Python<'_>, error: &PyErr) -> PyResult<bool> {
    static LIMIT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    Ok(error.is_instance(py, python(py, &LIMIT, "polytile._errors", "LimitReached")?))
}

/// The exception for any reason why there is no answer.
pub fn unanswered(py: Python<'_>, error: &Unanswered) -> PyErr {
    match &error.clone().keyed() {
        Unanswered::Misread(wrong) => misread(py, wrong),
        Unanswered::Stopped(limit) => stopped(py, limit),
        Unanswered::TooLarge(wrong) => {
            let more = PyDict::new(py);
            let filled = more.set_item("limit", "size").and_then(|()| more.set_item("help", error.help()));
            filled.map_or_else(|e| e, |()| raised(py, "LimitReached", &wrong.error.message, &more))
        }
        Unanswered::Question(why) => wrong(py, why),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}
