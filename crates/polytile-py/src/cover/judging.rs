//! What is wrong with a solution of an exact cover, and what to choose next on the way to one.
//!
//! In: options by their labels, or a text as solutions are printed: the digits of a sudoku or of a Number Mind, the items of each
//! option. Out: sentences, and a hint. Both are questions of the library's; a check shares no code with any engine.

use super::{ExactCover, Meaning};
use crate::arguments::answer;
use crate::errors;
use crate::run::{Limits, Run, Turns};
use polytile::ask::check::{self, Checked};
use polytile::ask::hint::Hint;
use polytile::format::source::Source;
use polytile::format::subject::Given;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// A solution, or a part of one, as it was passed.
enum Said {
    Text(String),
    /// Options, by their numbers.
    Chosen(Vec<u32>),
}

impl ExactCover {
    /// The numbers of the options, by their labels.
    pub(super) fn by_label<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let by_label = PyDict::new(py);
        let mut turns = Turns::default();
        for option in 0..self.cover.option_count() {
            turns.step(py)?;
            by_label.set_item(self.label(py, option)?, option)?;
        }
        Ok(by_label)
    }

    fn said(&self, py: Python<'_>, solution: &Bound<'_, PyAny>) -> PyResult<Said> {
        if let Ok(text) = solution.cast::<PyString>() {
            return Ok(Said::Text(text.to_cow()?.into_owned()));
        }
        if matches!(&*self.meaning, Meaning::Digits(..)) {
            return Err(errors::wrong(py, "a Number Mind has digits for a solution: pass them as a text"));
        }
        let by_label = self.by_label(py)?;
        let number = |label: PyResult<Bound<'_, PyAny>>| numbered(&by_label, &label?);
        Turns::collect(py, solution.try_iter()?.map(number)).map(Said::Chosen)
    }
}

/// The number of the option with this label.
pub(super) fn numbered(by_label: &Bound<'_, PyDict>, label: &Bound<'_, PyAny>) -> PyResult<u32> {
    let py = label.py();
    match by_label.get_item(label) {
        Ok(Some(option)) => option.extract(),
        // What cannot be hashed is the label of nothing.
        Err(error) if !error.is_instance_of::<PyTypeError>(py) => Err(error),
        _ => Err(errors::wrong(py, format!("{} is no option", label.repr()?))),
    }
}

#[pymethods]
impl ExactCover {
    /// What is wrong with a solution, in sentences; an empty list where it is one. `solution` is what `solve` gives, or a text as the command
    /// prints solutions: what a known board shows, such as the 81 digits of a sudoku, or the items of each option with `;` between options.
    /// A text lists items, not the names of options; where several options have the same items, each time the next of them. Twenty faults of a
    /// solution are listed, and then how many more there are. The check shares no code with any engine.
    ///
    /// Raises `InputError` when the text cannot be read, or something is no option.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.check(("one", "two")), cover.check("a b; c"), cover.check(["one", "three"])
    /// ([], [], ['item `b` is covered 2 times, not 1'])
    #[pyo3(
        signature = (solution: "Iterable[Hashable] | str", **limits: "Limits") -> "list[str]",
        text_signature = "($self, solution, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn check<'py>(
        &self,
        py: Python<'py>,
        solution: &Bound<'py, PyAny>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Vec<String>> {
        let run = Run::new(py, limits)?;
        let said = self.said(py, solution)?;
        let checked = run.call(py, |control| match said {
            Said::Chosen(options) => check::options_by_number(&options, &self.cover, control),
            Said::Text(text) => {
                let source = Source::new("the solution", text);
                match &*self.meaning {
                    Meaning::Options(_) => check::options(&source, &self.cover, control),
                    Meaning::Digits(mind, _) => check::number(&source, mind, control),
                }
            }
        })?;
        match checked {
            Checked::Cover { faults, .. }
            | Checked::Number { faults, .. }
            | Checked::Covers { faults, .. } => Ok(faults),
            _ => Err(errors::wrong(py, "this is no solution of an exact cover")),
        }
    }

    /// Whether it is a solution, said as in `check`.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.is_solution(("one", "two")), cover.is_solution(["one", "three"])
    /// (True, False)
    #[pyo3(
        signature = (solution: "Iterable[Hashable] | str", **limits: "Limits") -> "bool",
        text_signature = "($self, solution, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn is_solution<'py>(
        &self,
        py: Python<'py>,
        solution: &Bound<'py, PyAny>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<bool> {
        Ok(self.check(py, solution, limits)?.is_empty())
    }

    /// What to choose next, and why, as a person would see it. `state` says what is chosen already, as in `check`; of a sudoku, 81 digits with
    /// `.` for an open cell. The clues of a sudoku are chosen from the beginning.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.hint(["four"]).choose
    /// ('b', 'c')
    #[pyo3(
        signature = (state: "Iterable[Hashable] | str | None" = None, **limits: "Limits") -> "Hint",
        text_signature = "($self, state=None, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, PyAny>>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let said = state.map(|state| self.said(py, state)).transpose()?;
        let subject = self.subject();
        let hinted = run.call(py, |control| match said {
            Some(Said::Chosen(options)) => Hint::after(&options, &subject, control),
            Some(Said::Text(text)) => {
                let state = Some(Given::Text(Source::new("the state", text)));
                Hint { state, ..Hint::default() }.answer(&subject, control)
            }
            None => Hint::default().answer(&subject, control),
        })?;
        answer(py, "Hint", &hinted)
    }
}
