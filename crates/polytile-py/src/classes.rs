//! `polytile.Classes`: which tilings are relatives.
//!
//! In: a problem and what counts as a relation. Out: an object that holds all tilings, relations and classes, found once, and
//! gives them as lists, tilings, graphs and pictures. Numbers count from 0 in Python and from 1 in the library. A pickle holds
//! the problem, and finds the classes again.

use crate::arguments::{answer, index};
use crate::errors;
use crate::problem::{Inner, Problem};
use crate::run::{Limits, Run, viewed, whole, word};
use crate::tiling::Tiling;
use crate::version::Version;
use num_bigint::BigInt;
use polytile::ask::classes::{Classes as Question, Classification, Placed};
use polytile::classes::{Options, RuleSet};
use polytile::draw::classes::{ClassGraph, Gallery};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::sync::Arc;

/// The classes of related tilings of a problem: made by `polytile.classes`.
///
/// Tilings are numbered from 0, one of each symmetry class; classes too, the largest first. Two tilings are related when
/// one becomes the other by a symmetric subset (`S`), by a congruent swap (`W`), or by rearranging two pieces (`P`).
///
/// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
/// >>> len(classes.tilings), len(classes), classes.sizes
/// (2, 1, [2])
#[pyclass(frozen, module = "polytile", name = "Classes")]
pub struct Classes {
    inner: Arc<Inner>,
    options: Options,
    found: Arc<Classification>,
}

/// What counts as a relation, in words.
pub fn options(
    py: Python<'_>,
    rules: Option<&str>,
    max_pieces: Option<&Bound<'_, PyAny>>,
    relaxed: bool,
    half_boards: bool,
    engine: Option<&str>,
) -> PyResult<Options> {
    let rules =
        rules.map(RuleSet::parse).transpose().map_err(|error| errors::wrong(py, error.to_string()))?;
    Ok(Options {
        rules: rules.unwrap_or(RuleSet::ALL),
        relaxed,
        max_pieces: max_pieces
            .map(|given| whole(given, "max_pieces", 0))
            .transpose()?
            .map(|most| most as usize),
        half_boards,
        engine: word(py, engine)?,
    })
}

impl Classes {
    /// Finds the classes.
    pub fn find(
        py: Python<'_>,
        run: &Run,
        inner: Arc<Inner>,
        options: Options,
        cross_check: bool,
    ) -> PyResult<Self> {
        let question = Question { relation: options, cross_check, ..Question::default() };
        let found =
            run.call(py, |control| question.classify(question.relatives(&inner.tiled, control)?, control))?;
        Ok(Classes { inner, options, found: Arc::new(found) })
    }

    fn tiling(&self, number: usize) -> Tiling {
        let tilings = &self.found.relatives.tilings;
        Tiling::laid(Arc::clone(&self.inner), tilings.tiling(number))
    }

    /// The number of a tiling, up to symmetry.
    fn number(&self, given: &Bound<'_, PyAny>) -> PyResult<Placed> {
        let tilings = &self.found.relatives.tilings;
        if let Ok(number) = given.extract::<BigInt>() {
            let number = index(number, tilings.len(), "tilings")?;
            return Ok(Placed { number, placements: tilings.get(number).to_vec() });
        }
        let tiling = given.cast::<Tiling>()?.get();
        let found = tilings
            .placements_of(tiling.laying())
            .and_then(|placements| Some((tilings.find_image(&placements)?.0, placements)));
        let (number, placements) =
            found.ok_or_else(|| PyKeyError::new_err("this is no tiling of the problem"))?;
        Ok(Placed { number, placements })
    }

    fn gallery(&self) -> Gallery<'_> {
        let least = if self.found.classes.len() > 60 { 3 } else { 1 };
        let (tilings, title) = (&self.found.relatives.tilings, self.inner.tiled.about.title.as_deref());
        Gallery::of_classes(tilings, &self.found.classes, least, title)
    }
}

#[pymethods]
impl Classes {
    /// The problem.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(Arc::clone(&self.inner))
    }

    /// All tilings, one of each symmetry class.
    #[getter]
    fn tilings(&self) -> Vec<Tiling> {
        (0..self.found.relatives.tilings.len()).map(|number| self.tiling(number)).collect()
    }

    /// The sizes of the classes, the largest first.
    #[getter]
    fn sizes(&self) -> Vec<usize> {
        self.found.classes.sizes()
    }

    /// The class of a tiling, by its number; the tiling may lie in any way.
    ///
    /// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    /// >>> classes.of(0), classes.of(classes.tilings[1])
    /// (0, 0)
    #[pyo3(signature = (tiling: "Tiling | int") -> "int")]
    fn of(&self, tiling: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.found.classes.of(self.number(tiling)?.number))
    }

    /// The number of a tiling among `tilings`; the tiling may lie in any way.
    ///
    /// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    /// >>> classes.index(classes.tilings[1])
    /// 1
    #[pyo3(signature = (tiling: "Tiling | int") -> "int")]
    fn index(&self, tiling: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.number(tiling)?.number)
    }

    /// The numbers of the tilings of a class.
    ///
    /// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    /// >>> classes.members(0)
    /// [0, 1]
    fn members(&self, class_: BigInt) -> PyResult<Vec<u32>> {
        let class = index(class_, self.found.classes.len(), "classes")?;
        Ok(self.found.classes.members(class).to_vec())
    }

    fn __len__(&self) -> usize {
        self.found.classes.len()
    }

    /// The tilings of a class.
    fn __getitem__(&self, class_: BigInt) -> PyResult<Vec<Tiling>> {
        Ok(self.members(class_)?.into_iter().map(|number| self.tiling(number as usize)).collect())
    }

    /// All related pairs as a table: the numbers of two tilings, the rules that relate them, as in `S+P`, and how many pieces move
    /// at least.
    ///
    /// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    /// >>> list(classes.pairs())
    /// [(0, 1, 'S', 7)]
    #[pyo3(signature = () -> "Table")]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows: Vec<_> = self
            .found
            .relations
            .pairs()
            .filter_map(|pair| {
                let (first, moved) = (pair.first()?, pair.iter().map(|link| link.moved).min()?);
                let rules = polytile::classes::rules_of(pair).to_string();
                Some((first.from, first.to, rules, moved))
            })
            .collect();
        let columns = ("first", "second", "rules", "moved");
        py.import("polytile._tables")?.call_method1("Table", (columns, PyList::new(py, rows)?))
    }

    /// The tilings that a tiling is related to, as they result from it, each with its number and with what moves.
    ///
    /// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    /// >>> [(number, words) for number, tiling, words in classes.neighbours(0)]
    /// [(1, 'S (F5 L5 N5 T5 W5 Y5 Z5 turned by 180 degrees)')]
    #[pyo3(
        signature = (tiling: "Tiling | int", **limits: "Limits") -> "list[tuple[int, Tiling, str]]",
        text_signature = "($self, tiling, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn neighbours<'py>(
        &self,
        py: Python<'py>,
        tiling: &Bound<'py, PyAny>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let placed = self.number(tiling)?;
        let family = run.call(py, |control| self.found.family(&placed, control))?;
        let found: Vec<_> = family
            .neighbours
            .into_iter()
            .map(|relative| {
                let tiling = Tiling::laid(Arc::clone(&self.inner), relative.shown.laid);
                // The library counts tilings from 1.
                (relative.tiling - 1, tiling, relative.words)
            })
            .collect();
        PyList::new(py, found)
    }

    /// Everything that the command reports, as a dict: numbers of pairs by rules, sizes, what the search went through.
    ///
    /// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    /// >>> classes.report()["related_pairs"]
    /// 1
    #[pyo3(signature = () -> "dict[str, typing.Any]")]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(answer(py, "Plain", &self.found.report())?.cast_into()?)
    }

    /// The relations as a graph of networkx: tilings by their numbers, `rules` and `moved` on its edges.
    ///
    /// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    /// >>> classes.to_networkx().edges[0, 1]["rules"]
    /// 'S'
    #[pyo3(signature = () -> "networkx.Graph")]
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polytile._graphs")?.call_method1("of_classes", (slf,))
    }

    /// Pictures of the classes, the largest first, in SVG; cubes and prisms in `"layers"`, or with `view="isometric"` as solid pieces.
    ///
    /// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    /// >>> classes.svg()[:4]
    /// '<svg'
    #[pyo3(signature = (*, view=None))]
    fn svg(&self, py: Python<'_>, view: Option<&str>) -> PyResult<String> {
        let options = viewed(py, view, self.inner.tiled.problem.region.lattice())?;
        Ok(py.detach(|| self.gallery().with_options(options).svg()))
    }

    /// The graph of one class as a picture in SVG, seen as `svg` says.
    ///
    /// >>> classes = polytile.classes(polytile.Problem("pentominoes-3x20"))
    /// >>> classes.graph_svg(0)[:4]
    /// '<svg'
    #[pyo3(
        signature = (class_, *, title=None, view=None, **limits: "Limits") -> "str",
        text_signature = "($self, class_, *, title=None, view=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn graph_svg<'py>(
        &self,
        py: Python<'py>,
        class_: BigInt,
        title: Option<String>,
        view: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<String> {
        let run = Run::new(py, limits)?;
        let options = viewed(py, view, self.inner.tiled.problem.region.lattice())?;
        let class = index(class_, self.found.classes.len(), "classes")?;
        let (tilings, classes) = (&self.found.relatives.tilings, &self.found.classes);
        let title = title.or_else(|| self.inner.tiled.about.title.clone());
        run.call(py, |control| {
            let class = (classes, class);
            ClassGraph::of_class(tilings, &self.found.relations, class, title.as_deref(), control)?
                .with_options(options)
                .svg(control)
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, None)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.options == other.options && self.inner.is(&other.inner)
    }

    fn __hash__(&self) -> u64 {
        crate::cells::hash(&self.found.classes.sizes())
    }

    fn __repr__(&self) -> String {
        let Options { rules, relaxed, max_pieces, half_boards, .. } = self.options;
        let mut more = String::new();
        if rules != RuleSet::ALL {
            more += &format!(", rules='{rules}'");
        }
        more.extend(max_pieces.map(|most| format!(", max_pieces={most}")));
        more += if relaxed { ", relaxed=True" } else { "" };
        more += if half_boards { ", half_boards=True" } else { "" };
        format!("classes({}{more})", self.inner.written())
    }

    /// A pickle holds the problem, and finds the classes again.
    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let options = serde_json::to_string(&self.options).unwrap_or_default();
        Version::reduced(py, "Classes", (self.problem(), options).into_pyobject(py)?)
    }
}

/// What [`Classes::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Classes> {
    let py = state.py();
    let (problem, options): (Bound<'_, Problem>, String) = state.extract()?;
    let options = serde_json::from_str(&options).map_err(|error| errors::wrong(py, error.to_string()))?;
    Classes::find(py, &Run::usual(py)?, Arc::clone(&problem.get().0), options, false)
}
