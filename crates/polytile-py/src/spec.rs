//! Decision processes written in Python.
//!
//! In: an object with `levels`, `options(level)`, `root()`, `children(level, state)` and `accepts(state)`; `polytile.Spec` says
//! what they mean. Out: the family of its solutions. States are whatever can be hashed: each gets a number, and the library's
//! process is one of numbers. If a method raises, the process ends there, and the exception is raised in turn. The lock of the
//! interpreter is held all the while, because every step is Python's.

use crate::errors;
use crate::family::{Family, Labels};
use crate::run::{Limits, Run, whole};
use polytile::run::{Progress, Stopped};
use polytile::spec::Spec;
use polytile::zdd::{Diagram, Family as Sets};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// A process written in Python, as the library sees it.
struct Process<'py> {
    given: Bound<'py, PyAny>,
    /// The options of each level.
    ranges: Vec<Range<u32>>,
    /// For each level the number of each of its options.
    numbers: Vec<Bound<'py, PyDict>>,
    /// Numbers of states, and states by their numbers.
    known: Bound<'py, PyDict>,
    states: Bound<'py, PyList>,
    root: u32,
    raised: RefCell<Option<PyErr>>,
}

impl<'py> Process<'py> {
    fn number(&self, state: &Bound<'py, PyAny>) -> PyResult<u32> {
        if let Some(number) = self.known.get_item(state)? {
            return number.extract();
        }
        let number = self.states.len();
        self.known.set_item(state, number)?;
        self.states.append(state)?;
        Ok(number as u32)
    }

    fn each(&self, level: usize, state: u32, each: &mut dyn FnMut(Option<u32>, u32)) -> PyResult<()> {
        let state = self.states.get_item(state as usize)?;
        for child in self.given.call_method1("children", (level, state))?.try_iter()? {
            let child = child?;
            let (option, state): (Bound<'_, PyAny>, Bound<'_, PyAny>) = child.extract()?;
            let option = if option.is_none() {
                None
            } else {
                let number = self.numbers[level].get_item(&option)?;
                let number = number.ok_or_else(|| {
                    let text = option.repr().map_or_else(|_| "an option".to_owned(), |text| text.to_string());
                    let message =
                        format!("children of level {level} take {text}, which is none of its options");
                    errors::input(self.given.py(), message, "options(level) lists those that can be taken")
                })?;
                Some(number.extract()?)
            };
            each(option, self.number(&state)?);
        }
        Ok(())
    }

    fn or_raised<T: Default>(&self, found: PyResult<T>) -> T {
        found.unwrap_or_else(|error| {
            self.raised.borrow_mut().get_or_insert(error);
            T::default()
        })
    }
}

impl Spec for Process<'_> {
    type State = u32;

    fn levels(&self) -> usize {
        self.ranges.len()
    }

    fn options(&self, level: usize) -> Range<u32> {
        self.ranges[level].clone()
    }

    fn root(&self) -> u32 {
        self.root
    }

    fn children(&self, level: usize, state: &u32, mut each: impl FnMut(Option<u32>, u32)) {
        if self.raised.borrow().is_none() {
            let done = self.each(level, *state, &mut each);
            self.or_raised(done);
        }
    }

    fn accepts(&self, state: &u32) -> bool {
        let accepted =
            || self.given.call_method1("accepts", (self.states.get_item(*state as usize)?,))?.is_truthy();
        self.raised.borrow().is_none() && self.or_raised(accepted())
    }
}

/// The family of the solutions of a process: `Spec.family`.
#[pyfunction]
#[pyo3(
    signature = (spec: "object", **limits: "Limits") -> "Family",
    text_signature = "(spec, *, threads=None, memory=None, time_limit=None, progress=None)"
)]
pub fn _family<'py>(
    py: Python<'py>,
    spec: &Bound<'py, PyAny>,
    limits: Option<Limits<'py>>,
) -> PyResult<Family> {
    let run = Run::single(py, limits)?;
    let levels = whole(&spec.getattr("levels")?, "levels", 0)?;
    let (mut ranges, mut numbers, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for level in 0..levels {
        run.control
            .check(Progress::Preparation { steps: level })
            .map_err(|stopped| errors::stopped(py, &stopped))
            .or_else(|stopped| {
                run.raised()?;
                Err(stopped)
            })?;
        let start = labels.len();
        let by_option = PyDict::new(py);
        for option in spec.call_method1("options", (level,))?.try_iter()? {
            let option = option?;
            by_option.set_item(&option, labels.len())?;
            labels.push(option.unbind());
        }
        ranges.push(start as u32..labels.len() as u32);
        numbers.push(by_option);
    }
    let (known, states) = (PyDict::new(py), PyList::empty(py));
    let raised = RefCell::new(None);
    let mut process = Process { given: spec.clone(), ranges, numbers, known, states, root: 0, raised };
    process.root = process.number(&spec.call_method0("root")?)?;
    let names = labels.iter().map(|label| Ok(label.bind(py).str()?.to_string())).collect::<PyResult<_>>()?;
    let labels = Arc::new(Labels::new(py, labels)?);
    let built: Result<Diagram, Stopped> = Diagram::of(&process, &run.control);
    run.raised()?;
    if let Some(error) = process.raised.into_inner() {
        return Err(error);
    }
    let diagram = built.map_err(|stopped| errors::stopped(py, &stopped))?;
    Ok(Family::labelled(Sets::new(diagram, names), None, Some(labels)))
}
