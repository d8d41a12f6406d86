//! `polytile.Solution`: the moves of a sliding-block puzzle, their pictures, and a player for notebooks.
//!
//! In: moves that an engine found or the checker accepted. Out: the moves, the positions on the way, an SVG of all of them, and
//! in a notebook a player with a slider. Why there is no solution is said where there is none.

use super::{Position, Slide, shown};
use crate::cells::hash;
use crate::errors;
use crate::run::word;
use crate::version::Version;
use num_bigint::BigInt;
use polytile::ask::slide_solve::SlideSolved;
use polytile::draw::{Film, Scene};
use polytile::format::sliding;
use polytile::sliding::{Metric, Move, Position as Places, check_solution};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use std::sync::Arc;

/// A shortest solution of a sliding-block puzzle, or why there is none.
///
/// >>> slide = polytile.Slide("A..\n\n..A\n")
/// >>> slide.solve().moves, slide.solve().solutions
/// ((('A', 'right'), ('A', 'right')), 1)
#[pyclass(frozen, module = "polytile", name = "Solution")]
pub struct Solution {
    pub(super) slide: Slide,
    pub(super) solved: Arc<SlideSolved>,
    pub(super) moves: Vec<Move>,
    /// Who was asked to find it.
    pub(super) engine: Option<String>,
}

impl Solution {
    fn positions(&self) -> Vec<Places> {
        let puzzle = self.slide.puzzle();
        // An engine found the moves, or they were checked.
        puzzle.replay(&puzzle.start(), &self.moves).unwrap_or_default()
    }

    /// The moves as they are written, one by one: `A right 2`.
    pub(super) fn ways(&self) -> Vec<String> {
        let ways = self.moves.iter().map(|step| shown(self.slide.puzzle(), step));
        ways.map(|(piece, way)| format!("{piece} {way}")).collect()
    }
}

#[pymethods]
impl Solution {
    /// The puzzle, from where it was solved.
    #[getter]
    fn slide(&self) -> Slide {
        self.slide.clone()
    }

    /// What counts as one move.
    #[getter]
    fn metric(&self) -> String {
        self.solved.metric.to_string()
    }

    /// The number of moves; None where there is no solution.
    #[getter]
    fn length(&self) -> Option<usize> {
        self.solved.length
    }

    /// How many shortest solutions there are.
    #[getter]
    fn solutions(&self) -> Option<BigInt> {
        self.solved.solutions.as_ref().map(|count| count.0.clone())
    }

    /// States that the search went through.
    #[getter]
    fn states(&self) -> u64 {
        self.solved.states
    }

    /// Why there is no solution; None where there is one.
    #[getter]
    fn proof(&self) -> Option<&str> {
        self.solved.proof.as_deref()
    }

    /// The moves: pairs of the letter of a piece and its way, such as `("A", "right 2")`.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.moves.iter().map(|step| shown(self.slide.puzzle(), step)))
    }

    /// The positions from the start to the goal.
    #[getter]
    fn boards(&self) -> Vec<Position> {
        self.positions().into_iter().map(|places| self.slide.at(places)).collect()
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __str__(&self) -> String {
        self.solved.text()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.moves == other.moves
            && self.solved.metric == other.solved.metric
            && self.slide.__eq__(&other.slide)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.moves)
    }

    fn __repr__(&self) -> String {
        let (slide, metric) = (self.slide.__repr__(), self.solved.metric);
        if let Some(k) = self.solved.number {
            return format!("{slide}.solutions(metric='{metric}', limit={k})[{}]", k.saturating_sub(1));
        }
        let engine = self.engine.as_ref().map_or(String::new(), |engine| format!(", engine='{engine}'"));
        format!("{slide}.solve(metric='{metric}'{engine})")
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let SlideSolved { metric, length, solutions, states, proof, number, .. } = &*self.solved;
        let known = PyDict::new(py);
        known.set_item("metric", metric.to_string())?;
        known.set_item("length", length)?;
        known.set_item("solutions", solutions.as_ref().map(|count| count.0.clone()))?;
        known.set_item("states", states)?;
        known.set_item("proof", proof)?;
        known.set_item("number", number)?;
        known.set_item("engine", &self.engine)?;
        Version::reduced(py, "Solution", (self.slide.clone(), known, self.ways()).into_pyobject(py)?)
    }

    /// All positions side by side, with arrows, in SVG.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> slide.solve().svg()[:4]
    /// '<svg'
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let film = self.film(py)?;
        Ok(py.detach(|| film.svg()))
    }

    /// The moves as an animated GIF.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> slide.solve().gif()[:6]
    /// b'GIF89a'
    fn gif<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let film = self.film(py)?;
        let gif = py.detach(|| film.gif()).map_err(|error| errors::wrong(py, error.to_string()))?;
        Ok(PyBytes::new(py, &gif))
    }

    /// A player: the positions one after the other, with a slider.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let puzzle = self.slide.puzzle();
        let pictures: Vec<String> = py.detach(|| {
            self.positions().iter().map(|places| Scene::of_position(puzzle, places).svg()).collect()
        });
        let pictures = PyList::new(py, pictures)?;
        py.import("polytile._show")?
            .call_method1("player", (pictures, self.ways(), self.__str__()))?
            .extract()
    }
}

impl Solution {
    fn film(&self, py: Python<'_>) -> PyResult<Film<'_>> {
        let film = Film::new(self.slide.puzzle(), &self.moves);
        let film = film.map_err(|(_, illegal)| errors::wrong(py, illegal.to_string()))?;
        Ok(match &self.slide.0.title {
            Some(title) => film.titled(title),
            None => film,
        })
    }
}

/// What [`Solution::__reduce__`] kept.
pub fn restored_solution(state: &Bound<'_, PyAny>) -> PyResult<Solution> {
    let py = state.py();
    let (slide, known, moves): (Bound<'_, Slide>, Bound<'_, PyDict>, Vec<String>) = state.extract()?;
    let slide = slide.get().clone();
    let text = moves.join("\n");
    let read =
        sliding::solutions(&text, slide.puzzle()).map_err(|error| errors::misread(py, &error.into()))?;
    let moves: Vec<Move> = read.solutions.into_iter().flatten().collect();
    let item = |key: &str| known.as_any().get_item(key);
    let metric: String = item("metric")?.extract()?;
    let metric: Metric = word(py, Some(&metric))?.unwrap_or_default();
    let length: Option<usize> = item("length")?.extract()?;
    if length.is_some() {
        let right = check_solution(slide.puzzle(), metric, &moves);
        right.map_err(|fault| errors::wrong(py, format!("what was pickled is no solution: {fault}")))?;
    }
    let labels = slide.puzzle().labels();
    let steps = moves.iter().map(|step| polytile::ask::slide_solve::Step {
        piece: slide.puzzle().pieces()[step.piece].name,
        path: step.path.clone(),
        number: step.piece,
        label: labels[step.piece].clone(),
    });
    let solved = SlideSolved {
        metric,
        length,
        solutions: item("solutions")?.extract::<Option<BigInt>>()?.map(polytile::ask::Integer),
        states: item("states")?.extract()?,
        proof: item("proof")?.extract()?,
        number: item("number")?.extract()?,
        moves: Some(steps.collect()),
        ..SlideSolved::default()
    };
    let engine = item("engine")?.extract()?;
    Ok(Solution { slide, solved: Arc::new(solved), moves, engine })
}
