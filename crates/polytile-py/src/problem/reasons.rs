//! What is said about the tilings of a problem: why there is none, what all of them say, what to lay next, which are relatives, and
//! the placements that they are made of.

use super::Problem;
use crate::arguments::{answer, conditions};
use crate::cells::{cells, read_cells};
use crate::certificate::Certificate;
use crate::classes::{self, Classes};
use crate::run::{Arg, Limits, Run, Turns, word};
use crate::tiling::Tiling;
use polytile::ask::hint::{Hint, Lying};
use polytile::ask::inspect::Inspect;
use polytile::ask::show::Show;
use polytile::ask::why::{Reason, Why};
use polytile::ask::{Unanswered, json};
use polytile::format::source::Source;
use polytile::format::subject::{Given, Subject};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

#[pymethods]
impl Problem {
    /// Why there is no tiling: a proof, or what is known where no short one is found.
    ///
    /// A `Certificate` are weights on the cells, a `Circuit` a walk around the board: both say `verdict` is `"impossible"`. A `Verdict` is
    /// false, and tells by `verdict` whether a search found a tiling, went through everything, or was given up.
    ///
    /// >>> print(polytile.Problem("mutilated-chessboard").why())
    /// Every domino covers 1 black and 1 white cell, wherever it lies.
    /// So the 31 pieces that fill the board cover 31 black and 31 white cells.
    /// But the board has 32 black and 30 white cells: there is no tiling.
    /// >>> why = polytile.Problem("6x10", "1:pentominoes").why()
    /// >>> bool(why), why.verdict, len(why.tiling)
    /// (False, 'possible', 12)
    #[pyo3(
        signature = (**limits: "Limits") -> "Certificate | Circuit | Verdict",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn why<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let subject = Subject::Tiling(self.0.tiled.clone());
        let found = run.call(py, |control| {
            let found = Why {}.answer(&subject, control)?;
            // Nothing was found, and nothing is known either.
            match found.stopped() {
                Some(stopped) => Err(Unanswered::Stopped(stopped.clone())),
                None => Ok(found),
            }
        })?;
        match found {
            Reason::Weights(weighed) => Certificate::new(Arc::clone(&self.0), *weighed).into_bound_py_any(py),
            Reason::Circuit(circled) => answer(py, "Circuit", &*circled),
            found => {
                let tiling = found.tiling().map(|tiling| Tiling::laid(Arc::clone(&self.0), tiling.clone()));
                let class = py.import("polytile._answers")?.getattr("Verdict")?;
                class.call_method1("_of", (json(&found).to_string(), tiling))
            }
        }
    }

    /// What all tilings say: which placements are in all of them or in none, and how hard the search is.
    /// `engine` is `"bitboard"` or `"sparse"`; `cross_check` asks another engine too, and compares.
    ///
    /// >>> found = polytile.Problem("pentominoes-3x20").inspect()
    /// >>> found.solutions, found.placements[0].piece
    /// (8, 'F5')
    #[pyo3(
        signature = (
            *, r#where: "str | Iterable[str]" = None, engine: "str | None" = None, cross_check: "bool" = false, **limits: "Limits"
        ) -> "Inspection",
        text_signature = "($self, *, where=None, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn inspect<'py>(
        &self,
        py: Python<'py>,
        r#where: Option<&Bound<'py, PyAny>>,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let inspect = Inspect { conditions: conditions(r#where)?, engine: word(py, engine)?, cross_check };
        let found = run.call(py, |control| inspect.answer(&self.0.subject(control)?, control))?;
        answer(py, "Inspection", &found)
    }

    /// What to lay next, and why, as a person would see it. `state` says what lies already: rows of letters with `/` between them
    /// or lines, the cells of a piece alike and `?` for an open one, or a tiling in JSON. `placed` says it instead, in the order in which
    /// the pieces were laid, as `Tiling.pieces` does: pairs of a name and cells.
    ///
    /// >>> polytile.Problem("3x4", "dominoes").hint("?AA?/BB??/????").sentence
    /// 'Nothing that is left covers the corner 0,0. Take the last piece back.'
    #[pyo3(
        signature = (
            state: "str | None" = None, *, placed: "Iterable[tuple[str, Iterable[tuple[int, ...]]]]" = None, **limits: "Limits"
        ) -> "Hint",
        text_signature = "($self, state=None, *, placed=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        state: Option<&str>,
        placed: Option<&Bound<'py, PyAny>>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let lattice = self.0.problem.region.lattice();
        let lying = |one: PyResult<Bound<'py, PyAny>>| -> PyResult<Lying> {
            let (piece, cells): (String, Bound<'py, PyAny>) = one?.extract()?;
            let cells =
                read_cells(&cells, lattice)?.into_iter().map(|cell| lattice.coordinates(cell)).collect();
            Ok(Lying { piece, cells })
        };
        let placed = placed.map(|placed| Turns::collect(py, placed.try_iter()?.map(lying))).transpose()?;
        let state = state.map(|text| {
            let lines = text.contains('\n');
            if lines { Given::Text(Source::new("the state", text)) } else { Given::Name(text.to_owned()) }
        });
        let hint = Hint { state, placed: placed.unwrap_or_default() };
        let hinted = run.call(py, |control| hint.answer(&self.0.subject(control)?, control))?;
        answer(py, "Hint", &hinted)
    }

    /// The classes of related tilings: `polytile.classes(problem)`.
    ///
    /// `rules` are some of `S`, `W` and `P`, as in `"S+W"`; `max_pieces` is a limit of the pieces that may move; `relaxed` lets
    /// the pieces of either region of a swap fill the other in any arrangement; `half_boards` lets a swap move all pieces;
    /// `engine` is `"pairs"` or `"construct"`; `cross_check` asks the other too, and compares.
    ///
    /// >>> problem = polytile.Problem("pentominoes-6x10")
    /// >>> len(polytile.classes(problem)), len(problem.classes(rules="S+W"))
    /// (911, 965)
    #[pyo3(
        signature = (
            *, rules: "str | None" = None, max_pieces: "int | None" = None, relaxed: "bool" = false,
            half_boards: "bool" = false, engine: "str | None" = None, cross_check: "bool" = false, **limits: "Limits"
        ) -> "Classes",
        text_signature = "($self, *, rules=None, max_pieces=None, relaxed=False, half_boards=False, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn classes<'py>(
        &self,
        py: Python<'py>,
        rules: Option<&str>,
        max_pieces: Arg<'py>,
        relaxed: bool,
        half_boards: bool,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Classes> {
        let run = Run::new(py, limits)?;
        let options = classes::options(py, rules, max_pieces.as_ref(), relaxed, half_boards, engine)?;
        Classes::find(py, &run, Arc::clone(&self.0), options, cross_check)
    }

    /// The ways to lay a piece somewhere on the board: pairs of its name and the cells, by piece and orientation.
    ///
    /// >>> polytile.Problem("2x2", "dominoes").placements()[0]
    /// ('domino', (Cell(row=0, column=0), Cell(row=0, column=1)))
    #[pyo3(
        signature = (**limits: "Limits") -> "list[tuple[str, tuple[Cell, ...]]]",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn placements<'py>(
        &self,
        py: Python<'py>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let run = Run::new(py, limits)?;
        let show = Show { placements: true, solid: None };
        let shown = run.call(py, |control| show.answer(&self.0.tiled, control))?;
        let region = &self.0.problem.region;
        let all: Vec<_> = region.cells().collect();
        Turns::collect(
            py,
            shown.placements.unwrap_or_default().iter().map(|one| {
                let its = one.cells.iter().map(|&cell| all[cell as usize]);
                (&shown.pieces[one.piece].name, cells(py, region.lattice(), its)?).into_pyobject(py)
            }),
        )
    }

    /// A proof that there is no tiling, from the JSON that `Certificate.to_json` and the command write. Its weights are checked by code
    /// that shares nothing with what finds them.
    ///
    /// Raises `InputError` where they cannot be read, or prove nothing.
    ///
    /// >>> problem = polytile.Problem("mutilated-chessboard")
    /// >>> problem.certificate(problem.why().to_json()) == problem.why()
    /// True
    #[pyo3(
        signature = (text: "str", **limits: "Limits") -> "Certificate",
        text_signature = "($self, text, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Certificate> {
        Certificate::read(py, &Run::new(py, limits)?, Arc::clone(&self.0), text)
    }
}
