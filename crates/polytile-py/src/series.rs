//! `polytile.Series`: boards of one width and every height.
//!
//! In: a width, pieces and rules. Out: terms, one term far out, the recurrence and the growth, each a question of the library's
//! `ask`; the recurrence and the growth are found once and kept.

use crate::arguments::{answer, integer};
use crate::errors;
use crate::pieces::PieceSet;
use crate::run::{Limits, Run, whole};
use crate::version::Version;
use num_bigint::{BigInt, BigUint};
use polytile::ask::series::{Found, Series as Question};
use polytile::format::bfile;
use polytile::frontier::series::Strip;
use polytile::problem::Rules;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// The numbers a(n) of tilings of the boards of `width` columns and n rows, n = 0, 1, ...
///
/// >>> series = polytile.series(3, "trominoes")
/// >>> series.terms(7)
/// [1, 1, 3, 10, 23, 62, 170]
/// >>> str(series.recurrence)
/// 'a(n) = a(n-1) + 2*a(n-2) + 6*a(n-3) + a(n-4) - a(n-6)'
#[pyclass(frozen, module = "polytile", name = "Series")]
pub struct Series {
    width: u64,
    pieces: PieceSet,
    rules: Rules,
    recurrence: PyOnceLock<Py<PyAny>>,
    growth: PyOnceLock<Py<PyAny>>,
}

impl Series {
    fn of(py: Python<'_>, width: u64, pieces: PieceSet, rules: Rules) -> PyResult<Self> {
        // Whether there is such a series is known before it is asked anything.
        Strip::new(width, (*pieces.0).clone(), rules).map_err(|e| errors::refused(py, e))?;
        Ok(Series { width, pieces, rules, recurrence: PyOnceLock::new(), growth: PyOnceLock::new() })
    }

    fn ask(&self, py: Python<'_>, run: &Run, question: &Question) -> PyResult<Found> {
        let followed = run.call(py, |control| question.answer(&self.pieces.0, self.rules, control))?;
        Ok(followed.found)
    }

    fn question(&self) -> Question {
        Question { width: Some(self.width), ..Question::default() }
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
    #[pyo3(signature = (width: "int", pieces: "Pieces", *, flips: "bool | None" = None, turns: "bool | None" = None, tatami: "bool" = false))]
    fn new(
        width: &Bound<'_, PyAny>,
        pieces: &Bound<'_, PyAny>,
        flips: Option<bool>,
        turns: Option<bool>,
        tatami: bool,
    ) -> PyResult<Self> {
        let rules = Rules { tatami, fault_free: false };
        Series::of(width.py(), whole(width, "width", 1)?, PieceSet::some(pieces, flips, turns)?, rules)
    }

    /// Columns.
    #[getter]
    fn width(&self) -> u64 {
        self.width
    }

    /// The pieces.
    #[getter]
    fn pieces(&self) -> PieceSet {
        self.pieces.clone()
    }

    /// The first `number` terms, a(0), a(1), ..., as exact integers; modulo a number, where one is given.
    ///
    /// >>> polytile.series(4, "dominoes").terms(8), polytile.series(4, "dominoes").terms(8, modulo=10)
    /// ([1, 1, 5, 11, 36, 95, 281, 781], [1, 1, 5, 1, 6, 5, 1, 1])
    #[pyo3(
        signature = (number: "int", *, modulo: "int | None" = None, **limits: "Limits") -> "list[int]",
        text_signature = "($self, number, *, modulo=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn terms<'py>(
        &self,
        py: Python<'py>,
        number: &Bound<'py, PyAny>,
        modulo: Option<BigInt>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Vec<BigInt>> {
        let run = Run::new(py, limits)?;
        let Some(last) = whole(number, "number", 0)?.checked_sub(1) else { return Ok(Vec::new()) };
        let question = Question { to: Some(last), modulo: integer(modulo), ..self.question() };
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
        let terms = self.terms(py, number, None, limits)?;
        let terms: Vec<BigUint> = terms.into_iter().map(|term| term.into_parts().1).collect();
        Ok(bfile::write(0, &terms))
    }

    fn __eq__(&self, other: &Self) -> bool {
        (self.width, self.rules) == (other.width, other.rules) && self.pieces.0 == other.pieces.0
    }

    fn __hash__(&self) -> u64 {
        let names: Vec<&String> = self.pieces.0.iter().map(|piece| &piece.name).collect();
        crate::cells::hash(&(self.width, self.rules, names))
    }

    fn __repr__(&self) -> String {
        let tatami = if self.rules.tatami { ", tatami=True" } else { "" };
        format!("Series({}, {}{tatami})", self.width, self.pieces.written())
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let state = (self.width, self.pieces.clone(), self.rules.tatami).into_pyobject(py)?;
        Version::reduced(py, "Series", state)
    }
}

/// What [`Series::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Series> {
    let (width, pieces, tatami): (u64, Bound<'_, PieceSet>, bool) = state.extract()?;
    Series::of(state.py(), width, pieces.get().clone(), Rules { tatami, fault_free: false })
}
