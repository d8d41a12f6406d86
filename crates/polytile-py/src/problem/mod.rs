//! `polytile.Problem`: a board, pieces and rules, and the questions about its tilings.
//!
//! Here it is made, described and pickled; beside stand its `questions`, whose answers are tilings or numbers of them, and the
//! `reasons`, what is said about them.

use crate::arguments::warn;
use crate::cells::{hash, read_cells, read_numbers};
use crate::errors;
use crate::pieces::PieceSet;
use crate::reading;
use crate::region::{Region, drawn};
use crate::run::Turns;
use crate::tiling::Tiling;
use crate::version::Version;
use polytile::ask::subject::{Kind, Subject};
use polytile::ask::{Unanswered, Words};
use polytile::count::is_impossible;
use polytile::exact_cover::Encoded;
use polytile::format::source::Source;
use polytile::format::subject::{Given, Tiled};
use polytile::format::{About, board as boards, placement, puzzle, tiling};
use polytile::pieces::{Copies, PiecesError};
use polytile::problem::{Laid, Problem as Puzzle, Rules};
use polytile::run::Control;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::{Arc, OnceLock};

mod questions;
mod reasons;
mod sampler;

pub use sampler::Sampler;

/// The contents of a problem, shared by everything that refers to it.
pub struct Inner {
    pub problem: Arc<Puzzle>,
    pub tiled: Tiled,
    encoded: OnceLock<Arc<Encoded>>,
}

impl Inner {
    pub fn new(tiled: Tiled) -> Self {
        Inner { problem: Arc::new(tiled.problem.clone()), tiled, encoded: OnceLock::new() }
    }

    /// Whether they are the same problem, whatever they are called.
    pub fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.problem == other.problem
    }

    /// Its exact cover, made once.
    pub fn encoded(&self, control: &Control) -> Result<Arc<Encoded>, Unanswered> {
        if let Some(encoded) = self.encoded.get() {
            return Ok(Arc::clone(encoded));
        }
        self.problem.meaningful()?;
        let encoded = Arc::new(Encoded::new(&self.problem, control)?);
        Ok(Arc::clone(self.encoded.get_or_init(|| encoded)))
    }

    /// The problem as the subject of questions about solutions.
    fn subject(&self, control: &Control) -> Result<Subject, Unanswered> {
        self.problem.meaningful()?;
        let kind = if is_impossible(&self.problem, control)? {
            Kind::RuledOut(Arc::clone(&self.problem))
        } else {
            Kind::Tilings(Arc::clone(&self.problem), self.encoded(control)?)
        };
        Ok(Subject { title: self.tiled.about.title.clone(), kind })
    }

    /// The pieces that are laid.
    fn pieces(&self) -> PieceSet {
        let laid = self.problem.pieces.iter().filter(|piece| !piece.hole);
        PieceSet(Arc::new(polytile::pieces::PieceSet::new(laid.cloned().collect())))
    }

    /// What lies already, as it is given.
    pub fn given(&self) -> Vec<String> {
        let lattice = self.problem.region.lattice();
        let written = |laid: &Laid| {
            let cells: Vec<String> =
                laid.cells.iter().map(|&cell| lattice.coordinates(cell).to_string()).collect();
            format!("{} on {}", self.problem.pieces[laid.piece].name, cells.join(" "))
        };
        self.problem.given.iter().map(written).collect()
    }

    /// How it is written in Python.
    pub fn written(&self) -> String {
        let Puzzle { region, pieces, rules, given } = &*self.problem;
        let counted = pieces.hole().is_some_and(|hole| hole.copies != Copies::ANY);
        let region = Region(Arc::new(region.clone())).written();
        let mut text = format!("{region}, {}", self.pieces().written());
        if let Some(hole) = pieces.hole().filter(|_| counted) {
            text += &format!(", {} of them empty", hole.copies);
        }
        text += if rules.tatami { ", tatami=True" } else { "" };
        text += if rules.fault_free { ", fault_free=True" } else { "" };
        if !given.is_empty() {
            let given: Vec<String> = self.given().iter().map(|given| format!("'{given}'")).collect();
            text += &format!(", given=[{}]", given.join(", "));
        }
        if region.starts_with('<') || counted {
            format!("<Problem on {text}>")
        } else {
            format!("Problem({text})")
        }
    }
}

/// A puzzle: cover every cell of a board exactly once by pieces.
///
/// `board` and `pieces` are texts as on the command line, or a `Region` and a `PieceSet`, or anything these are made of;
/// without pieces `board` is a puzzle, the name of a shipped one or the text of a file. `remove` are cells to take
/// away. `given` are pieces that lie already: `"X at 2,2"`, with its first cell, row by row, or cells that it covers, enough to tell where it lies; or `"X on ..."`, with
/// all of them. `tatami`: no four pieces meet at a point, of hexagons no three, of triangles no six, of cubes no eight, of prisms no
/// twelve; `fault_free`: no straight line, in space no plane, cuts the board and no piece.
///
/// Raises `InputError`, with the place and the mend, when they mean nothing.
///
/// >>> polytile.Problem("9x12", "trominoes").count()
/// 20574308184277971
#[pyclass(frozen, module = "polytile", name = "Problem")]
pub struct Problem(pub Arc<Inner>);

/// The text of a puzzle or a board.
fn as_given(text: &str, name: &str) -> Given {
    if text.contains('\n') { Given::Text(Source::new(name, text)) } else { Given::Name(text.to_owned()) }
}

/// A cell to take away, in words.
fn removed(cell: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(read_numbers(cell)?.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

impl Problem {
    pub fn of_tiled(tiled: Tiled) -> Self {
        Problem(Arc::new(Inner::new(tiled)))
    }

    /// What words say.
    fn read(py: Python<'_>, words: Words) -> PyResult<Self> {
        let read = reading::read(py, reading::are_long(&words), move || words.tiled())?;
        let (tiled, odd) = read.map_err(|wrong| errors::misread(py, &wrong))?;
        warn(py, &odd)?;
        Ok(Problem::of_tiled(tiled))
    }
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (
        board: "Board", pieces: "Pieces | None" = None, *, flips: "bool | None" = None, turns: "bool | None" = None,
        remove: "Iterable[tuple[int, ...]]" = None, given: "Iterable[str]" = None, tatami: "bool" = false,
        fault_free: "bool" = false
    ))]
    fn new(
        board: &Bound<'_, PyAny>,
        pieces: Option<&Bound<'_, PyAny>>,
        flips: Option<bool>,
        turns: Option<bool>,
        remove: Option<&Bound<'_, PyAny>>,
        given: Option<&Bound<'_, PyAny>>,
        tatami: bool,
        fault_free: bool,
    ) -> PyResult<Self> {
        let py = board.py();
        let listed = pieces.map(|pieces| pieces.cast::<PyString>());
        let placed =
            given.map(|given| Turns::collect(py, given.try_iter()?.map(|one| one?.extract::<String>())));
        let placed: Vec<String> = placed.transpose()?.unwrap_or_default();
        if let (false, None | Some(Ok(_))) = (board.is_instance_of::<Region>(), &listed) {
            let text = drawn(board)?;
            let text = text.to_cow()?;
            let (puzzle, board) = match &listed {
                None => (Some(as_given(&text, "the puzzle")), None),
                Some(_) => (None, Some(as_given(&text, "the board"))),
            };
            let pieces = match listed {
                Some(Ok(list)) => Some(list.to_cow()?.into_owned()),
                _ => None,
            };
            // Whose cells they are is known from the words.
            let remove = remove.map(|cells| Turns::collect(py, cells.try_iter()?.map(|one| removed(&one?))));
            let remove = remove.transpose()?.unwrap_or_default();
            let words = Words {
                puzzle,
                kind: None,
                problem: None,
                board,
                pieces,
                flips,
                turns,
                remove,
                given: placed,
                tatami,
                fault_free,
            };
            return Problem::read(py, words);
        }
        let Some(pieces) = pieces else {
            return Err(errors::input(
                py,
                "there are no pieces",
                "name some, as in Problem(region, 'trominoes')",
            ));
        };
        let region = (*Region::of(board)?.0).clone();
        let removed =
            remove.map(|cells| read_cells(cells, region.lattice())).transpose()?.unwrap_or_default();
        let region = boards::without(region, &removed).map_err(|e| errors::misread(py, &e.into()))?;
        let mut pieces = (*PieceSet::some(pieces, flips, turns)?.0).clone();
        if region.has_optional() && pieces.hole().is_none() {
            pieces = pieces.with_holes(region.lattice(), Copies::ANY);
        }
        let rules = Rules { tatami, fault_free };
        let mut problem = Puzzle { region, pieces, rules, given: Vec::new() };
        for text in placed {
            let source = || Source::new("the placement", text.as_str());
            let laid = placement::placement(&text, &problem)
                .map_err(|e| errors::misread(py, &source().misread(e)))?;
            problem = problem.with_given(vec![laid]).map_err(|e| {
                errors::input(py, e.to_string(), "give placements that lie beside each other")
            })?;
        }
        Ok(Problem::of_tiled(Tiled { about: About::default(), problem }))
    }

    /// The board.
    #[getter]
    fn region(&self) -> Region {
        Region(Arc::new(self.0.problem.region.clone()))
    }

    /// The pieces.
    #[getter]
    fn pieces(&self) -> PieceSet {
        self.0.pieces()
    }

    /// How many cells may stay empty, at least and at most, where some may: `(0, 5)`, or `(0, None)` for any number.
    ///
    /// >>> polytile.Problem("##+", "dominoes").holes
    /// (0, None)
    #[getter]
    fn holes(&self) -> Option<(u32, Option<u32>)> {
        self.0.problem.pieces.hole().map(|hole| (hole.copies.min(), hole.copies.max()))
    }

    /// What lies already, in every solution.
    ///
    /// >>> polytile.Problem("2x3", "L3", given=["L3 at 0,0 0,1 1,0"]).given
    /// ['L3 on 0,0 0,1 1,0']
    #[getter]
    fn given(&self) -> Vec<String> {
        self.0.given()
    }

    /// What it is called, if it has a name.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.tiled.about.title.as_deref()
    }

    /// Whether at no point only different pieces may meet: on squares no four.
    #[getter]
    fn tatami(&self) -> bool {
        self.0.problem.rules.tatami
    }

    /// Whether every straight line along the grid, in space every plane, must cut a piece.
    #[getter]
    fn fault_free(&self) -> bool {
        self.0.problem.rules.fault_free
    }

    /// A tiling of this problem from what somebody has written: rows of letters, with line ends or `/` between them, or
    /// JSON as the command writes it. It need not be right: see `check`.
    ///
    /// Raises `InputError` when it cannot be read.
    ///
    /// >>> polytile.Problem("2x3", "L3").tiling("AAB/ABB").letters
    /// 'LLA\nLAA\n'
    fn tiling(&self, py: Python<'_>, text: &str) -> PyResult<Tiling> {
        let rows = if text.trim_start().starts_with('{') { text.to_owned() } else { text.replace('/', "\n") };
        let read = py
            .detach(|| tiling::parse(&rows, &self.0.problem))
            .map_err(|error| errors::misread(py, &Source::new("the tiling", rows.as_str()).misread(error)))?;
        Ok(Tiling::laid(Arc::clone(&self.0), read))
    }

    /// What is wrong with a tiling, in sentences; an empty list where it is a solution of this problem. The check shares
    /// no code with any engine.
    ///
    /// >>> problem = polytile.Problem("2x3", "L3")
    /// >>> problem.check(problem.tiling("AAB/AAB"))
    /// ['the cells from 0,0 on do not form L3', 'the cells from 0,2 on do not form L3']
    fn check(&self, py: Python<'_>, tiling: &Tiling) -> Vec<String> {
        py.detach(|| match tiling.laying().check(&self.0.problem) {
            Ok(()) => Vec::new(),
            Err(faults) => faults.iter().map(ToString::to_string).collect(),
        })
    }

    /// Whether a tiling, or its text, is a solution of this problem.
    ///
    /// >>> problem = polytile.Problem("2x3", "L3")
    /// >>> problem.is_solution("AAB/ABB"), problem.is_solution("AAB/AAB")
    /// (True, False)
    #[pyo3(signature = (tiling: "Tiling | str"))]
    fn is_solution(&self, py: Python<'_>, tiling: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(tiling) = tiling.cast::<Tiling>() {
            let tiling = tiling.get();
            let alike = self.0.is(&tiling.inner) || self.0.problem.pieces == tiling.inner.problem.pieces;
            return Ok(alike && self.check(py, tiling).is_empty());
        }
        let text = tiling.cast::<PyString>()?.to_cow()?;
        Ok(self.check(py, &self.tiling(py, &text)?).is_empty())
    }

    /// The puzzle as the text of a puzzle file.
    ///
    /// >>> problem = polytile.Problem("2x3", "L3")
    /// >>> polytile.parse(problem.to_toml()) == problem
    /// True
    fn to_toml(&self, py: Python<'_>) -> PyResult<String> {
        let About { title, description, source, further } = self.0.tiled.about.clone();
        let file = puzzle::Puzzle {
            title: title.unwrap_or_else(|| "A puzzle".to_owned()),
            description,
            source,
            further,
            problem: (*self.0.problem).clone(),
            warnings: Vec::new(),
        };
        puzzle::write(&file).map_err(|error| errors::misread(py, &error.into()))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.is(&other.0)
    }

    fn __hash__(&self) -> u64 {
        let Puzzle { region, pieces, rules, given } = &*self.0.problem;
        hash(&(region, rules, given, pieces.iter().map(|piece| &piece.orientations).collect::<Vec<_>>()))
    }

    fn __repr__(&self) -> String {
        self.0.written()
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let About { title, description, source, .. } = &self.0.tiled.about;
        let rules = self.0.problem.rules;
        // What stands for empty cells among them.
        let pieces = Arc::new(self.0.problem.pieces.clone());
        let state = (
            self.region(),
            PieceSet(pieces),
            rules.tatami,
            rules.fault_free,
            title,
            description,
            source,
            self.0.given(),
        );
        Version::reduced(py, "Problem", state.into_pyobject(py)?)
    }

    /// The board as a picture, where it is not too large to be shown.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        self.region().shown(py)
    }
}

/// What [`Problem::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Problem> {
    type State<'py> = (
        Bound<'py, Region>,
        Bound<'py, PieceSet>,
        bool,
        bool,
        Option<String>,
        Option<String>,
        Option<String>,
        Vec<String>,
    );
    let (region, pieces, tatami, fault_free, title, description, source, given): State<'_> =
        state.extract()?;
    let (region, pieces) = ((*region.get().0).clone(), (*pieces.get().0).clone());
    let mut problem = Puzzle { region, pieces, rules: Rules { tatami, fault_free }, given: Vec::new() };
    let py = state.py();
    for text in given {
        let laid = placement::placement(&text, &problem).map_err(|e| errors::misread(py, &e.into()))?;
        let wrong =
            |e: PiecesError| errors::input(py, e.to_string(), "unpickle what this version has pickled");
        problem = problem.with_given(vec![laid]).map_err(wrong)?;
    }
    let about = About { title, description, source, ..About::default() };
    Ok(Problem::of_tiled(Tiled { about, problem }))
}
