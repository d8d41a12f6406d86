//! `polytile.Position`: where the pieces of a sliding-block puzzle stand.

use super::{Slide, shown};
use crate::cells::hash;
use crate::errors;
use crate::pieces::quoted;
use crate::run::word;
use crate::version::Version;
use polytile::draw::Scene;
use polytile::format::sliding;
use polytile::sliding::Position as Places;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// Where the pieces of a sliding-block puzzle stand. It does not change: moves make new ones.
///
/// >>> slide = polytile.Slide("A..\n\n..A\n")
/// >>> print(slide.start.move("A right 2"), end="")
/// ..A
#[pyclass(frozen, module = "polytile", name = "Position")]
#[derive(Clone)]
pub struct Position {
    pub(super) slide: Slide,
    pub(super) places: Places,
}

#[pymethods]
impl Position {
    /// The puzzle.
    #[getter]
    fn slide(&self) -> Slide {
        self.slide.clone()
    }

    /// Whether a goal is met.
    #[getter]
    fn is_solved(&self) -> bool {
        self.slide.puzzle().is_solved(&self.places)
    }

    /// The moves that can be made: pairs of the letter of a piece and its way, such as `("A", "right 2")`.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> slide.start.moves(metric="step"), slide.start.moves(metric="move")
    /// ([('A', 'right')], [('A', 'right'), ('A', 'right 2')])
    #[pyo3(signature = (*, metric: "str" = None) -> "list[tuple[str, str]]")]
    fn moves(&self, py: Python<'_>, metric: Option<&str>) -> PyResult<Vec<(String, String)>> {
        let metric = word(py, metric)?.unwrap_or_default();
        let puzzle = self.slide.puzzle();
        Ok(puzzle.moves(&self.places, metric).iter().map(|step| shown(puzzle, step)).collect())
    }

    /// The position after a move: a text such as `"A right 2"`, or a pair as `moves` lists them.
    ///
    /// Raises `InputError` where the move cannot be made.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> slide.start.move("A right").moves(metric="step")
    /// [('A', 'left'), ('A', 'right')]
    #[pyo3(signature = (r#move: "str | tuple[str, str]") -> "Position")]
    fn r#move(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = if let Ok(text) = r#move.cast::<PyString>() {
            text.to_cow()?.into_owned()
        } else {
            let (piece, way): (String, String) = r#move.extract()?;
            format!("{piece} {way}")
        };
        let puzzle = self.slide.puzzle();
        let read = sliding::solutions(&text, puzzle)
            .map_err(|error| errors::in_text(py, "the move", &text, error))?;
        if let Some((_, misfit)) = read.misfits.first() {
            return Err(errors::wrong(py, misfit));
        }
        let steps = read.solutions.into_iter().flatten().collect::<Vec<_>>();
        if steps.is_empty() {
            return Err(errors::input(
                py,
                "there is no move",
                "write a piece and its way, as in 'A right 2'",
            ));
        }
        let positions = puzzle.replay(&self.places, &steps);
        let positions = positions.map_err(|(_, illegal)| errors::wrong(py, illegal.to_string()))?;
        Ok(Position { slide: self.slide.clone(), places: positions.last().unwrap_or(&self.places).clone() })
    }

    /// The position drawn: a letter for each piece, `.` for an empty cell, `#` for a wall.
    fn __str__(&self) -> String {
        self.slide.puzzle().text(&self.places)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.places == other.places && self.slide.__eq__(&other.slide)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.places)
    }

    fn __repr__(&self) -> String {
        let drawn = self.__str__().trim_end().replace('\n', "/");
        format!("{}.play({})", self.slide.__repr__(), quoted(&drawn))
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Version::reduced(py, "Position", (self.slide.clone(), self.__str__()).into_pyobject(py)?)
    }

    fn _repr_svg_(&self) -> String {
        Scene::of_position(self.slide.puzzle(), &self.places).svg()
    }
}

/// What [`Position::__reduce__`] kept.
pub fn restored_position(state: &Bound<'_, PyAny>) -> PyResult<Position> {
    let (slide, drawn): (Bound<'_, Slide>, String) = state.extract()?;
    let slide = slide.get().clone();
    let places = slide.drawn(state.py(), &drawn)?;
    Ok(Position { slide, places })
}
