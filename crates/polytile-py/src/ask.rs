//! Questions in JSON, as the library's `ask` takes them; and texts of any kind, which is found out.

use crate::arguments::warn;
use crate::cover::ExactCover;
use crate::errors;
use crate::problem::Problem;
use crate::run::{Limits, Run};
use crate::slide::Slide;
use polytile::ask::{Part, Question, Words};
use polytile::format::source::Source;
use polytile::format::subject::{Given, Subject};
use polytile::format::{Kind, shipped};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::path::Path;

/// What comes before the answer, and the answer, as JSON: `polytile.ask`.
#[pyfunction]
#[pyo3(
    signature = (question: "str", **limits: "Limits") -> "tuple[list[str], str, str]",
    text_signature = "(question, *, threads=None, memory=None, time_limit=None, progress=None)"
)]
pub fn _ask<'py>(
    py: Python<'py>,
    question: &str,
    limits: Option<Limits<'py>>,
) -> PyResult<(Vec<String>, String, String)> {
    let run = Run::new(py, limits)?;
    let asked: Question =
        question.parse().map_err(|error| errors::in_text(py, "the question", question, error))?;
    let mut parts = Vec::new();
    let answered = run.call(py, |control| {
        asked.ask(control, &mut |part: Part| {
            parts.push(part.json().to_string());
            ControlFlow::Continue(())
        })
    });
    match answered {
        Ok(answer) => Ok((parts, answer.json().to_string(), answer.text())),
        Err(error) => Err(crate::arguments::having(py, error, parts)),
    }
}

/// The object that a text is: a `Problem`, an `ExactCover` or a `Slide`.
fn object<'py>(py: Python<'py>, given: Given, kind: Option<Kind>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let by_text = match &given {
        Given::Text(source) if Path::new(&source.name).extension().is_none_or(|ending| ending == "toml") => {
            Some(Kind::of_text(&source.text)).filter(|&found| found == Kind::Sliding)
        }
        _ => None,
    };
    if kind.or(by_text) == Some(Kind::Sliding) {
        return Ok(Slide::read(py, given)?.into_pyobject(py)?.into_any());
    }
    let words = Words { puzzle: Some(given), kind, ..Words::default() };
    let read = words.read().map_err(|wrong| errors::misread(py, &wrong))?;
    warn(py, &read.warnings)?;
    match read.subject {
        Subject::Tiling(tiled) => Ok(Problem::of_tiled(tiled).into_pyobject(py)?.into_any()),
        other => match ExactCover::of_read(py, other, text)? {
            Some(cover) => Ok(cover.into_pyobject(py)?.into_any()),
            None => Err(errors::wrong(py, "this is no puzzle")),
        },
    }
}

/// What a text, called `name`, is: `polytile.load` and `polytile.parse`.
#[pyfunction]
#[pyo3(signature = (text: "str", name: "str") -> "Problem | ExactCover | Slide")]
pub fn _read<'py>(py: Python<'py>, text: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    object(py, Given::Text(Source::new(name, text)), None, text)
}

/// The names of the shipped puzzles.
#[pyfunction]
pub fn _shipped() -> Vec<&'static str> {
    shipped::ALL.iter().map(|shipped| shipped.name).collect()
}

/// A shipped puzzle.
#[pyfunction]
#[pyo3(signature = (name: "str") -> "Problem | ExactCover | Slide")]
pub fn _puzzle<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let found = shipped::Shipped::find(name);
    let (kind, text) = found.map_or((None, ""), |shipped| (Some(shipped.kind), shipped.text));
    object(py, Given::Name(name.to_owned()), kind, text)
}
