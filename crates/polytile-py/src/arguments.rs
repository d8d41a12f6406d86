//! Arguments that several kinds of questions take, and answers that all of them give: what a word of Python means in the
//! library, and the way back.

use crate::errors;
use crate::run::{Arg, Turns, whole, word};
use num_bigint::BigInt;
use polytile::ask::part::Share;
use polytile::ask::{Integer, json};
use polytile::format::source::{Misread, Source};
use polytile::format::subject::Given;
use polytile::problem::UpTo;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};

/// Warns of what is odd.
pub fn warn(py: Python<'_>, odd: &[Misread]) -> PyResult<()> {
    for one in odd.iter().map(Misread::keyed) {
        let mut text = one.to_string();
        text.extend(one.error.help.iter().map(|help| format!("; {help}")));
        py.import("warnings")?.call_method1("warn", (text,))?;
    }
    Ok(())
}

/// The symmetries that `up_to_symmetry` names.
pub fn up_to(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<UpTo>> {
    match given {
        None => Ok(None),
        Some(given) if given.is_instance_of::<PyBool>() => Ok(given.is_truthy()?.then_some(UpTo::Symmetries)),
        Some(given) => {
            let text = given.cast::<PyString>().map_err(|_| {
                PyTypeError::new_err(
                    "up to symmetry is True, False, 'symmetries', 'rotations' or 'translations'",
                )
            })?;
            word(given.py(), Some(&text.to_cow()?))
        }
    }
}

/// Several conditions, or one.
pub fn conditions(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    match given {
        None => Ok(Vec::new()),
        Some(given) => match given.cast::<PyString>() {
            Ok(one) => Ok(vec![one.to_cow()?.into_owned()]),
            Err(_) => given.extract(),
        },
    }
}

/// A weight: a whole number of any size.
pub fn number(weight: &Bound<'_, PyAny>) -> PyResult<BigInt> {
    weight.extract().map_err(|_| {
        PyTypeError::new_err(format!("weights are whole numbers, and not {}", weight.get_type()))
    })
}

/// Weights by the names of options or of pieces, as the text that the library reads.
pub fn weights(given: &Bound<'_, PyDict>) -> PyResult<Given> {
    let mut text = String::new();
    for (name, weight) in given {
        let line: String = name.str()?.to_string();
        let weight = number(&weight)?;
        // A line is an option and its weight.
        if line.trim().is_empty() || line.contains('\n') || line.trim_start().starts_with('#') {
            return Err(errors::wrong(given.py(), format!("no option is called {}", name.repr()?)));
        }
        text += &format!("{line} {weight}\n");
    }
    Ok(Given::Text(Source::new("weights", text)))
}

/// An integer of the library.
pub fn integer(given: Option<BigInt>) -> Option<Integer> {
    given.map(Integer)
}

/// A part `(k, n)` of a search.
pub fn share(part: Arg<'_>) -> PyResult<Option<Share>> {
    let Some(part) = part else { return Ok(None) };
    let pair: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)> = part.extract().ok();
    let (k, n) = pair.ok_or_else(|| {
        PyTypeError::new_err(format!("part is a pair (k, n), such as (2, 5), and not {}", part.get_type()))
    })?;
    let (k, n) = (whole(&k, "the number of a part", 1)?, whole(&n, "the number of parts", 1)?);
    let text = format!("{k}/{n}");
    text.parse().map(Some).map_err(|error| errors::in_text(part.py(), "part", &text, error))
}

/// A number that counts from 0, or from the end where it is negative.
pub fn index(given: BigInt, length: usize, what: &str) -> PyResult<usize> {
    let at = if given < BigInt::ZERO { &given + length } else { given };
    let found = usize::try_from(at).ok().filter(|&at| at < length);
    found.ok_or_else(|| PyIndexError::new_err(format!("there are {length} {what}")))
}

/// An answer as one of the package's data classes.
pub fn answer<'py>(
    py: Python<'py>,
    class: &str,
    answer: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = json(answer).to_string();
    py.import("polytile._answers")?.getattr(class)?.call_method1("_of", (text,))
}

/// An answer as a dict, as it is in JSON.
pub fn dict<'py>(py: Python<'py>, answer: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json(answer).to_string(),))
}

/// Puts what had been found into an exception.
pub fn having<'py>(py: Python<'py>, error: PyErr, had: impl IntoPyObject<'py>) -> PyErr {
    let put = had.into_bound_py_any(py).and_then(|had| error.value(py).setattr("had", had));
    put.err().unwrap_or(error)
}

/// A list, as far as it came: if a limit ended it, the exception holds what there is. What a signal or a callback raised is raised at
/// once, without the time that it takes to make a long list.
pub fn as_far_as<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    done: PyResult<()>,
    found: impl IntoIterator<Item = PyResult<T>>,
) -> PyResult<Bound<'py, PyList>> {
    let list =
        || PyList::new(py, Turns::collect(py, found.into_iter().map(|one| one?.into_bound_py_any(py)))?);
    match done {
        Ok(()) => list(),
        Err(error) if errors::is_limit(py, &error)? => Err(having(py, error, list()?)),
        Err(error) => Err(error),
    }
}
