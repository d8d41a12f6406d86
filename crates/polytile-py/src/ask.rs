//! Questions in JSON, as the library's `ask` takes them; and texts of any kind, which is found out.

use crate::arguments::warn;
use crate::cover::ExactCover;
use crate::errors;
use crate::problem::Problem;
use crate::reading;
use crate::run::{Limits, Run, whole};
use crate::slide::Slide;
use polytile::ask::{Part, Question, Words};
use polytile::format::source::Source;
use polytile::format::subject::{Given, Subject};
use polytile::format::{Kind, shipped, xmpuzzle};
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
    if reading::is_long(question) {
        let (text, words) = (question.to_owned(), asked.about.clone());
        // What is wrong with them is told when they are read again; what has been made is kept.
        reading::read(py, true, move || {
            reading::prepare(&text);
            drop(words.read());
        })?;
    }
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

/// What is known of words before they are read.
struct Known {
    /// What kind of puzzle they are.
    kind: Option<Kind>,
    /// Which problem of a file that has several, from 1.
    problem: Option<u32>,
}

/// The object that a text is: a `Problem`, an `ExactCover` or a `Slide`.
fn object<'py>(py: Python<'py>, given: Given, known: Known, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let by_text = match &given {
        Given::Text(source) if Path::new(&source.name).extension().is_none_or(|ending| ending == "toml") => {
            Some(Kind::of_text(&source.text)).filter(|&found| found == Kind::Sliding)
        }
        _ => None,
    };
    let Known { kind, problem } = known;
    if kind.or(by_text) == Some(Kind::Sliding) {
        return Ok(Slide::read(py, given)?.into_pyobject(py)?.into_any());
    }
    let words = Words { puzzle: Some(given), kind, problem, ..Words::default() };
    let read = reading::read(py, reading::are_long(&words), move || words.read())?;
    let read = read.map_err(|wrong| errors::misread(py, &wrong))?;
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
#[pyo3(signature = (
    text: "str", name: "str", kind: "str | None" = None, problem: "int | None" = None
) -> "Problem | ExactCover | Slide")]
pub fn _read<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    kind: Option<&str>,
    problem: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let kind: Option<Kind> = kind
        .map(|word| serde_json::from_value(word.into()))
        .transpose()
        .map_err(|error| errors::wrong(py, format!("kind: {error}")))?;
    let problem = problem.map(|given| whole(given, "problem", 1)).transpose()?;
    let known = Known { kind, problem: problem.map(|number| u32::try_from(number).unwrap_or(u32::MAX)) };
    object(py, Given::Text(Source::new(name, text)), known, text)
}

/// The text in the bytes of a file, which BurrTools packs: for `polytile.load`.
#[pyfunction]
#[pyo3(signature = (bytes: "bytes", name: "str") -> "str")]
pub fn _unpacked(py: Python<'_>, bytes: Vec<u8>, name: &str) -> PyResult<String> {
    let unpacked = py.detach(|| xmpuzzle::unpacked(bytes));
    let unpacked = unpacked.map_err(|error| errors::misread(py, &error.into()))?;
    unpacked.map_err(|error| errors::input(py, format!("{name} is not UTF-8: {error}"), "save it as UTF-8"))
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
    object(py, Given::Name(name.to_owned()), Known { kind, problem: None }, text)
}
