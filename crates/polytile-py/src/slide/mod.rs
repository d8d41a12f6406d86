//! `polytile.Slide`: a sliding-block puzzle, and what is asked about it.
//!
//! In: the name of a shipped puzzle, or a text in any dialect. Out: an object that explores, solves, checks and draws. A
//! [`Position`] belongs to its puzzle, and positions of another one are refused; moves are pairs of a letter and a way in
//! words.

mod distances;
mod position;
mod solution;

pub use distances::Distances;
pub use position::{Position, restored_position};
pub use solution::{Solution, restored_solution};

use crate::arguments::{answer, warn};
use crate::cells::{cells, hash};
use crate::errors;
use crate::pieces::quoted;
use crate::run::{Arg, Limits, Run, whole, word};
use crate::version::Version;
use polytile::ask::explore::Explore;
use polytile::ask::slide_check::SlideCheck;
use polytile::ask::slide_solve::{SlideSolve, SlideSolved};
use polytile::ask::{Part, Unanswered, Words, nobody};
use polytile::draw::Scene;
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::format::source::Source;
use polytile::format::subject::Given;
use polytile::format::{Kind, shipped};
use polytile::sliding::explore::graph;
use polytile::sliding::{Distances as Known, Metric, Move, Position as Places, Puzzle};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A sliding-block puzzle: the name of a shipped one, or a text; drawn, or in any format that the command reads.
///
/// A step is one piece moved by one unit, a slide one piece moved straight, a move one piece moved along any path:
/// `metric` is `"step"`, `"slide"` or `"move"` wherever moves are counted.
///
/// >>> klotski = polytile.Slide("klotski")
/// >>> klotski.solve(metric="move").length, klotski.explore(metric="move").states
/// (81, 25955)
#[pyclass(frozen, module = "polytile", name = "Slide")]
#[derive(Clone)]
pub struct Slide(Arc<SlidingPuzzle>);

impl Slide {
    pub fn read(py: Python<'_>, given: Given) -> PyResult<Self> {
        let words = Words { puzzle: Some(given), ..Words::default() };
        let (read, odd) = py.detach(|| words.sliding()).map_err(|wrong| errors::misread(py, &wrong))?;
        warn(py, &odd)?;
        Ok(Slide(Arc::new(read)))
    }

    fn puzzle(&self) -> &Puzzle {
        &self.0.puzzle
    }

    fn at(&self, places: Places) -> Position {
        Position { slide: self.clone(), places }
    }

    /// The position that anything means.
    fn places(&self, py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Places> {
        let Some(given) = given else { return Ok(self.puzzle().start()) };
        if let Ok(position) = given.cast::<Position>() {
            let position = position.get();
            // Positions of another puzzle are not positions of this one.
            let text = position.slide.puzzle().text(&position.places);
            return if Arc::ptr_eq(&position.slide.0, &self.0) || position.slide.puzzle() == self.puzzle() {
                Ok(position.places.clone())
            } else {
                self.drawn(py, &text)
            };
        }
        self.drawn(py, &given.cast::<PyString>()?.to_cow()?)
    }

    fn drawn(&self, py: Python<'_>, text: &str) -> PyResult<Places> {
        let rows = text.replace('/', "\n");
        sliding::position(&rows, self.puzzle())
            .map_err(|error| errors::misread(py, &Source::new("the position", rows.as_str()).misread(error)))
    }

    fn solution(&self, solved: SlideSolved, engine: Option<&str>) -> Solution {
        Solution {
            slide: self.clone(),
            moves: solved.made(),
            solved: Arc::new(solved),
            engine: engine.map(str::to_owned),
        }
    }

    fn state(&self) -> String {
        sliding::write(&self.0)
    }

    /// The name under which it is shipped, if it is.
    fn shipped(&self) -> Option<&'static str> {
        let title = self.title()?;
        let alike = |shipped: &&shipped::Shipped| {
            shipped.kind == Kind::Sliding
                && shipped.text.contains(title)
                && sliding::parse(shipped.text).is_ok_and(|read| *self.0 == read)
        };
        shipped::ALL.iter().find(alike).map(|shipped| shipped.name)
    }
}

/// A way in words: `left 2, down`.
fn shown(puzzle: &Puzzle, step: &Move) -> (String, String) {
    let name = puzzle.pieces().get(step.piece).map_or('?', |piece| piece.name);
    (name.to_string(), step.way())
}

#[pymethods]
impl Slide {
    #[new]
    fn new(py: Python<'_>, puzzle: &str) -> PyResult<Self> {
        let given = if puzzle.contains('\n') {
            Given::Text(Source::new("the puzzle", puzzle))
        } else {
            Given::Name(puzzle.to_owned())
        };
        Slide::read(py, given)
    }

    /// What it is called, if it has a name.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.title.as_deref()
    }

    /// The letters of its pieces, and their cells at the start.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let start = self.puzzle().start();
        let piece = |number: usize| {
            let its = self.puzzle().placed(number, start.first_cell(number)).unwrap_or_default();
            (
                self.puzzle().pieces()[number].name.to_string(),
                cells(py, polytile::board::Lattice::Square, its)?,
            )
                .into_pyobject(py)
        };
        let all = (0..self.puzzle().pieces().len()).map(piece).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, all)
    }

    /// Where the pieces stand at the start.
    #[getter]
    fn start(&self) -> Position {
        self.at(self.puzzle().start())
    }

    /// How many states can be reached, and how far away they are: an `Explored`.
    ///
    /// `components`, `diameter` and `hardest` find out more, and take longer.
    /// `engine` is `"sorted"` or `"ranked"`; `cross_check` asks another engine too, and compares.
    ///
    /// >>> found = polytile.Slide("klotski").explore(metric="move")
    /// >>> found.states, found.eccentricity, found.solved_in
    /// (25955, 124, 81)
    #[pyo3(
        signature = (
            *, metric: "str" = None, components: "bool" = false, diameter: "bool" = false, hardest: "bool" = false,
            engine: "str | None" = None, cross_check: "bool" = false, **limits: "Limits"
        ) -> "Explored",
        text_signature = "($self, *, metric=None, components=False, diameter=False, hardest=False, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn explore<'py>(
        &self,
        py: Python<'py>,
        metric: Option<&str>,
        components: bool,
        diameter: bool,
        hardest: bool,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let explore = Explore {
            metric: word(py, metric)?.unwrap_or_default(),
            histogram: true,
            all_components: components,
            diameter,
            hardest,
            engine: word(py, engine)?,
            cross_check,
        };
        let explored = run.call(py, |control| explore.answer(&self.0, control, &mut nobody))?;
        answer(py, "Explored", &explored)
    }

    /// A shortest solution, with the number of all of them; one without moves and with a proof where there is none.
    ///
    /// `start` is a position to start from: a `Position`, or a drawing. `engine` is `"start"`, `"both"` or, for tiles, `"tiles"`;
    /// `cross_check` asks another engine too, and compares.
    ///
    /// >>> solution = polytile.Slide("klotski").solve(metric="move")
    /// >>> solution.length, solution.moves[0]
    /// (81, ('J', 'left'))
    #[pyo3(
        signature = (
            *, metric: "str" = None, start: "Position | str | None" = None, engine: "str | None" = None, cross_check: "bool" = false,
            **limits: "Limits"
        ) -> "Solution",
        text_signature = "($self, *, metric=None, start=None, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        metric: Option<&str>,
        start: Option<&Bound<'py, PyAny>>,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Solution> {
        let run = Run::new(py, limits)?;
        let question = SlideSolve {
            metric: word(py, metric)?.unwrap_or_default(),
            engine: word(py, engine)?,
            cross_check,
            ..SlideSolve::default()
        };
        let slide = self.starting(py, start)?;
        let solved = run.call(py, |control| question.answer(&slide.0, control, &mut nobody))?;
        Ok(slide.solution(solved, engine))
    }

    /// Shortest solutions, all of them or the first `limit`.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> [solution.moves for solution in slide.solutions()]
    /// [(('A', 'right'), ('A', 'right'))]
    #[pyo3(
        signature = (
            *, metric: "str" = None, limit: "int | None" = None, start: "Position | str | None" = None,
            **limits: "Limits"
        ) -> "list[Solution]",
        text_signature = "($self, *, metric=None, limit=None, start=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn solutions<'py>(
        &self,
        py: Python<'py>,
        metric: Option<&str>,
        limit: Arg<'py>,
        start: Option<&Bound<'py, PyAny>>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Vec<Solution>> {
        let run = Run::new(py, limits)?;
        let question = SlideSolve {
            metric: word(py, metric)?.unwrap_or_default(),
            all: true,
            limit: limit.map(|given| whole(&given, "limit", 0)).transpose()?,
            ..SlideSolve::default()
        };
        let slide = self.starting(py, start)?;
        let mut found = Vec::new();
        run.call(py, |control| {
            question.answer(&slide.0, control, &mut |part| {
                if let Part::SlideSolved(solved) = part {
                    found.push(*solved);
                }
                ControlFlow::Continue(())
            })
        })?;
        Ok(found.into_iter().map(|solved| slide.solution(solved, None)).collect())
    }

    /// What is wrong with a solution, in sentences; an empty list where it leads to the goal. It is a `Solution`, or a text with a move on each line, as
    /// `polytile slide solve` writes it. The check shares no code with any engine.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> slide.check("A right 2"), slide.check(slide.solve()), len(slide.check("A right"))
    /// ([], [], 1)
    #[pyo3(
        signature = (solution: "Solution | str", *, metric: "str | None" = None, **limits: "Limits") -> "list[str]",
        text_signature = "($self, solution, *, metric=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn check<'py>(
        &self,
        py: Python<'py>,
        solution: &Bound<'py, PyAny>,
        metric: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Vec<String>> {
        let run = Run::new(py, limits)?;
        let (text, made_in) = match solution.cast::<Solution>() {
            Ok(solution) => (solution.get().ways().join("\n"), Some(solution.get().solved.metric)),
            Err(_) => (solution.cast::<PyString>()?.to_cow()?.into_owned(), None),
        };
        let solution = Some(Given::Text(Source::new("the solution", text)));
        let question = SlideCheck { solution, metric: word(py, metric)?.or(made_in) };
        Ok(run.call(py, |control| question.answer(&self.0, control))?.faults)
    }

    /// A position to play from: the start, or the one that is drawn. Its `move` makes moves, and its `moves` lists them.
    ///
    /// >>> position = polytile.Slide("A..\n\n..A\n").play()
    /// >>> position.move("A right 2").is_solved
    /// True
    #[pyo3(signature = (state: "Position | str | None" = None) -> "Position")]
    fn play(&self, py: Python<'_>, state: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        Ok(self.at(self.places(py, state)?))
    }

    /// How far every position that can be reached is from the nearest goal.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> slide.distances().of(slide.start)
    /// (2, ('A', 'right'))
    #[pyo3(
        signature = (*, metric: "str" = None, **limits: "Limits") -> "Distances",
        text_signature = "($self, *, metric=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        metric: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Distances> {
        let run = Run::new(py, limits)?;
        let metric: Metric = word(py, metric)?.unwrap_or_default();
        let known = run.call(py, |control| Known::new(self.puzzle(), metric, control))?;
        Ok(Distances { slide: self.clone(), metric, known })
    }

    /// All states that can be reached and the moves between them, as a graph of networkx: nodes are numbers, 0 the start, with
    /// `board`, `distance` and `goal`.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> slide.graph().number_of_edges()
    /// 2
    #[pyo3(
        signature = (*, metric: "str" = None, **limits: "Limits") -> "networkx.Graph",
        text_signature = "($self, *, metric=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn graph<'py>(
        &self,
        py: Python<'py>,
        metric: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // Asked for first, since it may be missing.
        let make = py.import("polytile._graphs")?.getattr("of_states")?;
        let run = Run::new(py, limits)?;
        let metric: Metric = word(py, metric)?.unwrap_or_default();
        let json = run.call(py, |control| {
            let graph = graph(self.puzzle(), metric, control).map_err(Unanswered::from)?;
            Ok::<_, Unanswered>(graph.json(self.puzzle()))
        })?;
        make.call1((json,))
    }

    /// The puzzle as the text of a puzzle file.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> polytile.parse(slide.to_toml()) == slide
    /// True
    fn to_toml(&self) -> String {
        self.state()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.puzzle() == other.puzzle()
    }

    fn __hash__(&self) -> u64 {
        hash(&self.puzzle().text(&self.puzzle().start()))
    }

    fn __repr__(&self) -> String {
        format!("Slide({})", quoted(self.shipped().unwrap_or(&self.state())))
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Version::reduced(py, "Slide", self.state())
    }

    fn _repr_svg_(&self) -> String {
        Scene::of_position(self.puzzle(), &self.puzzle().start()).svg()
    }
}

impl Slide {
    /// The puzzle from another position.
    fn starting(&self, py: Python<'_>, start: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        if start.is_none() {
            return Ok(self.clone());
        }
        let puzzle = self.puzzle().starting_at(&self.places(py, start)?);
        let puzzle = puzzle.map_err(|error| errors::wrong(py, error.to_string()))?;
        Ok(Slide(Arc::new(SlidingPuzzle { puzzle, ..(*self.0).clone() })))
    }
}

/// What [`Slide::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Slide> {
    let text: String = state.extract()?;
    Slide::read(state.py(), Given::Text(Source::new("what was pickled", text)))
}
