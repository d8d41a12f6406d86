//! `polytile.Series`: boards of one width and every height, or others that grow.
//!
//! In: a width or boards in words, pieces and rules. Out: terms, one term far out, the recurrence and the growth, each a question of the library's
//! `ask`; the recurrence and the growth are found once and kept.

use crate::arguments::{answer, integer, up_to};
use crate::errors;
use crate::pieces::PieceSet;
use crate::run::{Arg, Limits, Run, whole, word};
use crate::version::Version;
use num_bigint::{BigInt, BigUint};
use polytile::ask::series::{Found, Series as Question};
use polytile::format::bfile;
use polytile::problem::Rules;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

/// The numbers a(n) of tilings of the boards of `width` columns and n rows, n = 0, 1, ...
///
/// In the place of the width may stand other boards that grow, with the letter n: `"2xn"`, `"nx2"`, `"torus:4xn"`, `"cylinder:4xn"`,
/// `"nxn"`, `"aztec:n"`. `up_to_symmetry` counts tilings that a symmetry of their board carries into each other once. `tatami` and
/// `fault_free` are rules as of a `Problem`. `engine` is `"dense"` or `"merge"`; where it is not said, what is quickest is
/// chosen. `cross_check` has another engine find every answer too, and compares.
///
/// >>> series = polytile.series(3, "trominoes")
/// >>> series.terms(7)
/// [1, 1, 3, 10, 23, 62, 170]
/// >>> str(series.recurrence)
/// 'a(n) = a(n-1) + 2*a(n-2) + 6*a(n-3) + a(n-4) - a(n-6)'
#[pyclass(frozen, module = "polytile", name = "Series")]
pub struct Series {
    /// The boards, the engine and what else every question says.
    question: Question,
    pieces: PieceSet,
    rules: Rules,
    recurrence: PyOnceLock<Py<PyAny>>,
    growth: PyOnceLock<Py<PyAny>>,
}

impl Series {
    fn of(py: Python<'_>, question: Question, pieces: PieceSet, rules: Rules) -> PyResult<Self> {
        // Whether there is such a series is known before it is asked anything.
        question.expect(&pieces.0, rules).map_err(|error| errors::unanswered(py, &error))?;
        Ok(Series { question, pieces, rules, recurrence: PyOnceLock::new(), growth: PyOnceLock::new() })
    }

    fn ask(&self, py: Python<'_>, run: &Run, question: &Question) -> PyResult<Found> {
        let followed = run.call(py, |control| question.answer(&self.pieces.0, self.rules, control))?;
        Ok(followed.found)
    }

    fn question(&self) -> Question {
        self.question.clone()
    }

    fn known<'py>(
        &self,
        py: Python<'py>,
        cell: &PyOnceLock<Py<PyAny>>,
        class: &str,
        question: &Question,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(known) = cell.get(py) {
            return Ok(known.bind(py).clone());
        }
        let run = Run::usual(py)?;
        let found = match self.ask(py, &run, question)? {
            Found::Recurrence(linear) => answer(py, class, &linear)?,
            Found::Growth(growth) => answer(py, class, &growth)?,
            _ => return Err(PyRuntimeError::new_err("another question was answered")),
        };
        Ok(cell.get_or_init(py, || found.unbind()).bind(py).clone())
    }
}

#[pymethods]
impl Series {
    #[new]
    #[pyo3(
        signature = (
            width: "int | str", pieces: "Pieces", *, flips: "bool | None" = None, turns: "bool | None" = None, tatami: "bool" = false,
            fault_free: "bool" = false, up_to_symmetry: "bool | str" = None, engine: "str | None" = None, cross_check: "bool" = false
        ),
        text_signature = "(width, pieces, *, flips=None, turns=None, tatami=False, fault_free=False, up_to_symmetry=None, engine=None, cross_check=False)"
    )]
    fn new(
        width: &Bound<'_, PyAny>,
        pieces: &Bound<'_, PyAny>,
        flips: Option<bool>,
        turns: Option<bool>,
        tatami: bool,
        fault_free: bool,
        up_to_symmetry: Option<&Bound<'_, PyAny>>,
        engine: Option<&str>,
        cross_check: bool,
    ) -> PyResult<Self> {
        let py = width.py();
        let mut question = Question {
            up_to: up_to(up_to_symmetry)?,
            engine: word(py, engine)?,
            cross_check,
            ..Question::default()
        };
        match width.cast::<PyString>() {
            Ok(boards) => question.board = Some(boards.to_cow()?.into_owned()),
            Err(_) => question.width = Some(whole(width, "width", 1)?),
        }
        Series::of(py, question, PieceSet::some(pieces, flips, turns)?, Rules { tatami, fault_free })
    }

    /// Columns; None where the boards have no fixed width, or were named.
    #[getter]
    fn width(&self) -> Option<u64> {
        self.question.width
    }

    /// The boards, as in `"nx3"`.
    #[getter]
    fn boards(&self) -> String {
        self.question
            .width
            .map_or_else(|| self.question.board.clone().unwrap_or_default(), |width| format!("nx{width}"))
    }

    /// The pieces.
    #[getter]
    fn pieces(&self) -> PieceSet {
        self.pieces.clone()
    }

    /// The first `number` terms, a(0), a(1), ..., as exact integers, or as many from a(`start`) on; modulo a number, where one is given.
    ///
    /// >>> polytile.series(4, "dominoes").terms(8), polytile.series(4, "dominoes").terms(8, modulo=10)
    /// ([1, 1, 5, 11, 36, 95, 281, 781], [1, 1, 5, 1, 6, 5, 1, 1])
    #[pyo3(
        signature = (number: "int", *, start: "int" = None, modulo: "int | None" = None, **limits: "Limits") -> "list[int]",
        text_signature = "($self, number, *, start=0, modulo=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn terms<'py>(
        &self,
        py: Python<'py>,
        number: &Bound<'py, PyAny>,
        start: Arg<'py>,
        modulo: Option<BigInt>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Vec<BigInt>> {
        let run = Run::new(py, limits)?;
        let Some(further) = whole(number, "number", 0)?.checked_sub(1) else { return Ok(Vec::new()) };
        let start = start.map(|given| whole(&given, "start", 0)).transpose()?;
        let last = start.unwrap_or(0).saturating_add(further);
        let question = Question { from: start, to: Some(last), modulo: integer(modulo), ..self.question() };
        match self.ask(py, &run, &question)? {
            Found::Terms(terms) => Ok(terms.terms.into_iter().map(|term| term.0).collect()),
            _ => Err(PyRuntimeError::new_err("another question was answered")),
        }
    }

    /// The term a(n), exact for n up to 100000, and modulo a number for n of any size.
    ///
    /// >>> series = polytile.series(3, "trominoes")
    /// >>> series.at(30) == series.terms(31)[30], series.at(30, modulo=1000) == series.at(30) % 1000
    /// (True, True)
    #[pyo3(
        signature = (n: "int", *, modulo: "int | None" = None, **limits: "Limits") -> "int",
        text_signature = "($self, n, *, modulo=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn at<'py>(
        &self,
        py: Python<'py>,
        n: BigInt,
        modulo: Option<BigInt>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<BigInt> {
        let run = Run::new(py, limits)?;
        let question = Question { at: integer(Some(n)), modulo: integer(modulo), ..self.question() };
        match self.ask(py, &run, &question)? {
            Found::Term(term) => Ok(term.value.0),
            _ => Err(PyRuntimeError::new_err("another question was answered")),
        }
    }

    /// The shortest linear recurrence of all terms, with the generating function and what it rests on; found once,
    /// within the limits of the block of `polytile.limits` that asks first.
    ///
    /// >>> polytile.series(2, "dominoes").recurrence.generating_function
    /// '1/(1 - x - x^2)'
    #[getter]
    fn recurrence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.known(py, &self.recurrence, "Recurrence", &Question { recurrence: true, ..self.question() })
    }

    /// How fast the terms grow: the entropy per cell, and the factor from row to row; found once, within
    /// the limits of the block of `polytile.limits` that asks first.
    ///
    /// >>> round(polytile.series(2, "dominoes").growth.factor, 6)
    /// 1.618034
    #[getter]
    fn growth<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.known(py, &self.growth, "Growth", &Question { growth: true, ..self.question() })
    }

    /// The first `number` terms as a b-file of the OEIS.
    ///
    /// >>> print(polytile.series(3, "trominoes").bfile(3), end="")
    /// 0 1
    /// 1 1
    /// 2 3
    #[pyo3(
        signature = (number: "int", **limits: "Limits") -> "str",
        text_signature = "($self, number, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn bfile<'py>(
        &self,
        py: Python<'py>,
        number: &Bound<'py, PyAny>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<String> {
        let terms = self.terms(py, number, None, None, limits)?;
        let terms: Vec<BigUint> = terms.into_iter().map(|term| term.into_parts().1).collect();
        Ok(bfile::write(0, &terms))
    }

    fn __eq__(&self, other: &Self) -> bool {
        (&self.question, self.rules) == (&other.question, other.rules) && self.pieces.0 == other.pieces.0
    }

    fn __hash__(&self) -> u64 {
        let names: Vec<&String> = self.pieces.0.iter().map(|piece| &piece.name).collect();
        crate::cells::hash(&(self.boards(), self.rules, names))
    }

    fn __repr__(&self) -> String {
        let Question { width, up_to, engine, cross_check, .. } = &self.question;
        let boards = width.map_or_else(|| format!("'{}'", self.boards()), |width| width.to_string());
        let mut text = format!("Series({boards}, {}", self.pieces.written());
        text += if self.rules.tatami { ", tatami=True" } else { "" };
        text += if self.rules.fault_free { ", fault_free=True" } else { "" };
        text += &up_to.map_or(String::new(), |up_to| format!(", up_to_symmetry='{up_to}'"));
        text += &engine.map_or(String::new(), |engine| format!(", engine='{engine}'"));
        text += if *cross_check { ", cross_check=True" } else { "" };
        text + ")"
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let question = serde_json::to_string(&self.question).unwrap_or_default();
        let state =
            (question, self.pieces.clone(), self.rules.tatami, self.rules.fault_free).into_pyobject(py)?;
        Version::reduced(py, "Series", state)
    }
}

/// What [`Series::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Series> {
    let py = state.py();
    let (question, pieces, tatami, fault_free): (String, Bound<'_, PieceSet>, bool, bool) =
        state.extract()?;
    let question = serde_json::from_str(&question).map_err(|error| errors::wrong(py, error.to_string()))?;
    Series::of(py, question, pieces.get().clone(), Rules { tatami, fault_free })
}
