//! Families that an expression computes from others, as `polytile zdd eval` does.

use super::Family;
use crate::arguments::warn;
use crate::errors;
use crate::run::{Limits, Run};
use polytile::ask::zdd::Evaluation;
use polytile::ask::{Part, Unanswered};
use polytile::zdd::FileError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What a family is in a saved file; what ends that are limits.
fn failed(error: FileError) -> Unanswered {
    match error {
        FileError::Stopped(stopped) => stopped.into(),
        other => Unanswered::Failed(other.to_string()),
    }
}

#[pymethods]
impl Family {
    /// What an expression over families says: names with the signs `&`, `|`, `^`, `-` and `~` between them, and functions, as in
    /// `"a & minimal(b - {x y})"` or `"paths(grid:8x8, 1, 64)"`.
    ///
    /// `families` says what the names stand for: a `Family`, or a text with a set on each line, or with a graph where it is that of a
    /// function of graphs. Other names are those of shipped puzzles, and of graphs such as `grid:8x8`. Options are called by
    /// their names, and those with one name are the same.
    ///
    /// Raises `InputError` where the expression or a text cannot be read.
    ///
    /// >>> polytile.Family.eval("paths(grid:8x8, 1, 64)").count()
    /// 789360053252
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, polytile.Family.eval("maximal(f) - {{2 3}}", {"f": sets})))
    /// [['1', '2']]
    #[staticmethod]
    #[pyo3(
        signature = (expression: "str", families: "Mapping[str, Family | str] | None" = None, **limits: "Limits") -> "Family",
        text_signature = "(expression, families=None, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn eval<'py>(
        py: Python<'py>,
        expression: &str,
        families: Option<&Bound<'py, PyAny>>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Self> {
        let run = Run::new(py, limits)?;
        let mut evaluation = Evaluation::new(expression).map_err(|wrong| errors::misread(py, &wrong))?;
        let named = PyDict::new(py);
        if let Some(families) = families {
            named.update(families.cast()?)?;
        }
        for (name, family) in named {
            let name: String = name.extract()?;
            if let Ok(family) = family.cast::<Family>() {
                let sets = Arc::clone(&family.get().0.sets);
                let bytes = run.call(py, |control| {
                    let mut bytes = Vec::new();
                    sets.save(&mut bytes, control).map_err(failed)?;
                    Ok::<_, Unanswered>(bytes)
                })?;
                evaluation.saved(&name, Arc::new(bytes));
            } else {
                evaluation.text(&name, family.cast::<PyString>()?.to_cow()?.as_ref());
            }
        }
        let mut odd = Vec::new();
        let held = run.call(py, |control| {
            evaluation.held(control, &mut |part| {
                if let Part::Warning(warning) = part {
                    odd.push(warning);
                }
                ControlFlow::Continue(())
            })
        })?;
        warn(py, &odd)?;
        Ok(Family::found(held.family))
    }
}
