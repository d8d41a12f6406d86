//! `polytile.Slide`, `Position`, `Solution` and `Distances`: sliding-block puzzles.

use crate::arguments::{answer, warn};
use crate::cells::{cells, hash};
use crate::errors;
use crate::pieces::quoted;
use crate::run::{Arg, Limits, Run, whole, word};
use crate::version::Version;
use num_bigint::BigInt;
use polytile::ask::explore::Explore;
use polytile::ask::slide_solve::{SlideSolve, SlideSolved};
use polytile::ask::{Part, Unanswered, Words, nobody};
use polytile::draw::{Film, Scene};
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::format::source::Source;
use polytile::format::subject::Given;
use polytile::format::{Kind, shipped};
use polytile::sliding::explore::graph;
use polytile::sliding::{Distances as Known, Metric, Move, Position as Places, Puzzle, check_solution};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
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

    /// The place that anything means.
    fn places(&self, py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Places> {
        let Some(given) = given else { return Ok(self.puzzle().start()) };
        if let Ok(position) = given.cast::<Position>() {
            let position = position.get();
            // Places of another puzzle are none of this one.
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
            (self.puzzle().pieces()[number].name.to_string(), cells(py, its)?).into_pyobject(py)
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
                    found.push(solved);
                }
                ControlFlow::Continue(())
            })
        })?;
        Ok(found.into_iter().map(|solved| slide.solution(solved, None)).collect())
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
        // Asked for first: it may be missing.
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

/// Where the pieces of a sliding-block puzzle stand. It does not change: moves make new ones.
///
/// >>> slide = polytile.Slide("A..\n\n..A\n")
/// >>> print(slide.start.move("A right 2"), end="")
/// ..A
#[pyclass(frozen, module = "polytile", name = "Position")]
#[derive(Clone)]
pub struct Position {
    slide: Slide,
    places: Places,
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

/// A shortest solution of a sliding-block puzzle, or why there is none.
///
/// >>> slide = polytile.Slide("A..\n\n..A\n")
/// >>> slide.solve().moves, slide.solve().solutions
/// ((('A', 'right'), ('A', 'right')), 1)
#[pyclass(frozen, module = "polytile", name = "Solution")]
pub struct Solution {
    slide: Slide,
    solved: Arc<SlideSolved>,
    moves: Vec<Move>,
    /// Who was asked to find it.
    engine: Option<String>,
}

impl Solution {
    fn positions(&self) -> Vec<Places> {
        let puzzle = self.slide.puzzle();
        // An engine found the moves, or they were checked.
        puzzle.replay(&puzzle.start(), &self.moves).unwrap_or_default()
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
        let moves: Vec<String> = self
            .moves
            .iter()
            .map(|step| shown(self.slide.puzzle(), step))
            .map(|(p, w)| format!("{p} {w}"))
            .collect();
        Version::reduced(py, "Solution", (self.slide.clone(), known, moves).into_pyobject(py)?)
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
        let ways: Vec<String> = self
            .moves
            .iter()
            .map(|step| shown(puzzle, step))
            .map(|(piece, way)| format!("{piece} {way}"))
            .collect();
        let pictures = PyList::new(py, pictures)?;
        py.import("polytile._show")?.call_method1("player", (pictures, ways, self.__str__()))?.extract()
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
    let steps = moves.iter().map(|step| polytile::ask::slide_solve::Step {
        piece: slide.puzzle().pieces()[step.piece].name,
        path: step.path.clone(),
        number: step.piece,
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

/// Moves to the nearest goal, and a first one of them.
type Ahead = (usize, Option<(String, String)>);

/// How far every position is from the nearest goal: made by `Slide.distances`.
///
/// >>> slide = polytile.Slide("A..\n\n..A\n")
/// >>> slide.distances().of("A..")
/// (2, ('A', 'right'))
#[pyclass(frozen, module = "polytile", name = "Distances")]
pub struct Distances {
    slide: Slide,
    metric: Metric,
    known: Known,
}

#[pymethods]
impl Distances {
    /// What counts as one move.
    #[getter]
    fn metric(&self) -> String {
        self.metric.to_string()
    }

    /// Moves to the nearest goal from a position, and a first one of them, None at a goal; None where no goal can be reached.
    ///
    /// >>> slide = polytile.Slide("A..\n\n..A\n")
    /// >>> slide.distances(metric="step").of(".A.")
    /// (1, ('A', 'right'))
    #[pyo3(
        signature = (position: "Position | str", **limits: "Limits") -> "tuple[int, tuple[str, str] | None] | None",
        text_signature = "($self, position, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn of<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Option<Ahead>> {
        let run = Run::new(py, limits)?;
        let places = self.slide.places(py, Some(position))?;
        let found = run.call(py, |control| self.known.outlook(&places, control))?;
        Ok(found.map(|ahead| (ahead.distance, ahead.next.map(|step| shown(self.slide.puzzle(), &step)))))
    }
}
