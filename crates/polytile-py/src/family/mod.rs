//! `polytile.Family`: many sets at once, in a decision diagram.
//!
//! A family holds its diagram by reference, so that objects share nodes and never copy them. What its sets are follows from what
//! it was made from: tilings of a problem, solutions of an exact cover, numbers, or plain sets of labels. Operations on two
//! families are in `operations`, expressions in `eval`, what its sets are in Python in `members`, maps of their cells in `heat`, and files in `files`.

use crate::arguments::as_far_as;
use crate::errors;
use crate::problem::Inner;
use crate::run::{Arg, Limits, Run, Turns, whole};
use num_bigint::BigUint;
use polytile::draw::{Nodes, Profile};
use polytile::format::About;
use polytile::format::subject::Tiled;
use polytile::run::{Control, Stopped};
use polytile::zdd::algebra::Manager;
use polytile::zdd::{Counted, Diagram, EMPTY, Family as Sets, Goal};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::sync::{Arc, OnceLock};

mod eval;
mod files;
mod heat;
mod members;
mod operations;

pub use files::restored;
pub use heat::{Heat, restored_heat};
pub use members::Members;
use operations::failed;

/// What options are called in Python, where that is more than their names.
pub struct Labels {
    all: Vec<Py<PyAny>>,
    by_label: Py<PyDict>,
}

impl Labels {
    pub fn new(py: Python<'_>, all: Vec<Py<PyAny>>) -> PyResult<Self> {
        let by_label = PyDict::new(py);
        for (variable, label) in all.iter().enumerate() {
            if by_label.contains(label)? {
                return Err(errors::wrong(py, format!("two options are called {}", label.bind(py).repr()?)));
            }
            by_label.set_item(label, variable)?;
        }
        Ok(Labels { all, by_label: by_label.unbind() })
    }

    /// The same, each option having another label too.
    pub fn also<'py>(self, py: Python<'py>, others: Vec<Bound<'py, PyAny>>) -> PyResult<Self> {
        for (variable, label) in others.into_iter().enumerate() {
            self.by_label.bind(py).set_item(label, variable)?;
        }
        Ok(self)
    }
}

/// A family of sets: all tilings of a problem, all solutions of an exact cover, or sets of anything.
///
/// Made by `zdd()` of a `Problem` or an `ExactCover`, `Family.from_sets`, `Family.load`, or a `Spec`. Families over the same
/// options are combined by `&`, `|`, `-`, `^` and compared by `<=`, `<`, `==`. Its members are in the order of the
/// options: `f[i]` is number i, from 0, `f.rank(f[i]) == i`.
///
/// `len(f)` raises `OverflowError` beyond 2^63 - 1; `f.count()` never does.
///
/// >>> family = polytile.Problem("2x2", "dominoes").zdd()
/// >>> family.count(), family.names[0]
/// (2, 'domino@0,0+0,1')
#[pyclass(frozen, module = "polytile", name = "Family")]
#[derive(Clone)]
pub struct Family(Arc<Shared>);

struct Shared {
    sets: Arc<Sets>,
    inner: Option<Arc<Inner>>,
    labels: Option<Arc<Labels>>,
    counted: OnceLock<Arc<Counted>>,
}

impl Family {
    pub fn new(sets: impl Into<Arc<Sets>>, inner: Option<Arc<Inner>>) -> Self {
        Family::labelled(sets, inner, None)
    }

    pub fn labelled(
        sets: impl Into<Arc<Sets>>,
        inner: Option<Arc<Inner>>,
        labels: Option<Arc<Labels>>,
    ) -> Self {
        let sets = sets.into();
        Family(Arc::new(Shared { sets, inner, labels, counted: OnceLock::new() }))
    }

    /// A family that says itself what its sets are.
    fn found(sets: impl Into<Arc<Sets>>) -> Self {
        let sets = sets.into();
        let inner = sets.puzzle().map(|puzzle| {
            let about = About { title: puzzle.title.clone(), ..About::default() };
            Arc::new(Inner::new(Tiled { about, problem: puzzle.problem.clone() }))
        });
        Family::new(sets, inner)
    }

    fn diagram(&self) -> &Diagram {
        self.0.sets.diagram()
    }

    /// A family of other sets of the same options; with `like`, they may be whatever these sets are (tilings, say).
    fn with(&self, diagram: Diagram, like: bool) -> Self {
        let Shared { sets, inner, labels, .. } = &*self.0;
        if like {
            return Family::labelled(sets.with_sets(diagram), inner.clone(), labels.clone());
        }
        Family::labelled(Sets::new(diagram, sets.names().to_vec()), None, labels.clone())
    }

    /// The counts of all nodes, made once.
    fn counted(&self, control: &Control) -> Result<Arc<Counted>, Stopped> {
        if let Some(counted) = self.0.counted.get() {
            return Ok(Arc::clone(counted));
        }
        let counted = Arc::new(self.diagram().counted(control)?);
        Ok(Arc::clone(self.0.counted.get_or_init(|| counted)))
    }
}

#[pymethods]
impl Family {
    /// The family of some sets. `universe` are all options in order, or else those there are as they come.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.minimal()))
    /// [[2]]
    #[staticmethod]
    #[pyo3(
        signature = (
            sets: "Iterable[Iterable[Hashable]]", *, universe: "Iterable[Hashable] | None" = None, **limits: "Limits"
        ) -> "Family",
        text_signature = "(sets, *, universe=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn from_sets<'py>(
        py: Python<'py>,
        sets: &Bound<'py, PyAny>,
        universe: Option<&Bound<'py, PyAny>>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Self> {
        let run = Run::new(py, limits)?;
        let fixed = universe.is_some();
        let mut labels: Vec<Py<PyAny>> = Vec::new();
        let by_label = PyDict::new(py);
        let mut add = |label: Bound<'_, PyAny>| -> PyResult<u32> {
            by_label.set_item(&label, labels.len())?;
            labels.push(label.unbind());
            Ok(labels.len() as u32 - 1)
        };
        if let Some(universe) = universe {
            for label in universe.try_iter()? {
                add(label?)?;
            }
        }
        let mut all: Vec<Vec<u32>> = Vec::new();
        let mut turns = Turns::default();
        for set in sets.try_iter()? {
            let mut members = Vec::new();
            for label in set?.try_iter()? {
                let label = label?;
                turns.step(py)?;
                members.push(match by_label.get_item(&label)? {
                    Some(known) => known.extract()?,
                    None if fixed => {
                        let message = format!("{} is not in the universe", label.repr()?);
                        return Err(errors::input(py, message, "add it to `universe`, or leave that out"));
                    }
                    None => add(label)?,
                });
            }
            members.sort_unstable();
            members.dedup();
            all.push(members);
        }
        let variables = labels.len() as u32;
        let diagram = run.call(py, |control| {
            let manager = Manager::new(variables, control);
            manager.from_sets(all).and_then(|family| family.to_diagram()).map_err(failed)
        })?;
        let names =
            labels.iter().map(|label| Ok(label.bind(py).str()?.to_string())).collect::<PyResult<_>>()?;
        let labels = Arc::new(Labels::new(py, labels)?);
        Ok(Family::labelled(Sets::new(diagram, names), None, Some(labels)))
    }

    /// The number of sets, an exact integer.
    ///
    /// >>> polytile.Problem("12x12", "trominoes").zdd().count()
    /// 17735061025562799941630
    #[pyo3(
        signature = (**limits: "Limits") -> "int",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn count<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<BigUint> {
        if let Some(counted) = self.0.counted.get() {
            return Ok(counted.total().clone());
        }
        let run = Run::new(py, limits)?;
        run.call(py, |control| self.diagram().count(control))
    }

    /// The number of sets of each size.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sets.by_size()
    /// {1: 1, 2: 2}
    #[pyo3(
        signature = (**limits: "Limits") -> "dict[int, int]",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn by_size<'py>(
        &self,
        py: Python<'py>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<std::collections::BTreeMap<usize, BigUint>> {
        let run = Run::new(py, limits)?;
        run.call(py, |control| self.diagram().count_by_size(control))
    }

    /// Nodes of the diagram, the two terminals included.
    #[getter]
    fn nodes(&self) -> u64 {
        self.diagram().nodes()
    }

    /// The names of the options, in order.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.sets.names())
    }

    /// The options as they were passed, where they were; otherwise their names.
    #[getter]
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match &self.0.labels {
            Some(labels) => PyTuple::new(py, &labels.all),
            None => self.names(py),
        }
    }

    /// The problem whose tilings the sets are, if they are.
    #[getter]
    fn problem(&self) -> Option<crate::problem::Problem> {
        self.0.inner.clone().map(crate::problem::Problem)
    }

    /// Nodes of each level, from the first option on.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sets.profile()
    /// [1, 2, 1]
    fn profile(&self) -> Vec<usize> {
        self.0.sets.profile().collect()
    }

    fn __bool__(&self) -> bool {
        self.diagram().root() != EMPTY
    }

    /// Sets at random, each as likely as any other; a seed means the same sets everywhere.
    ///
    /// >>> family = polytile.Problem("2x3", "trominoes").zdd()
    /// >>> [tiling.letters.split() for tiling in family.sample(2, seed=1)]
    /// [['LLA', 'LAA'], ['LLA', 'LAA']]
    #[pyo3(
        signature = (number: "int" = None, *, seed: "int | None" = None, **limits: "Limits") -> "list[typing.Any]",
        text_signature = "($self, number=None, *, seed=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        number: Arg<'py>,
        seed: Arg<'py>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let number = number.map(|given| whole(&given, "number", 0)).transpose()?.unwrap_or(1);
        let seed = match seed {
            Some(seed) => whole(&seed, "seed", 0)?,
            None => py.import("secrets")?.call_method1("randbits", (64,))?.extract()?,
        };
        let mut drawn = Vec::new();
        let done = run.call(py, |control| {
            self.counted(control)?.sample(number, seed, control, |set| {
                drawn.push(set);
                true
            })
        });
        as_far_as(py, done, drawn.iter().map(|set| self.member(py, set)))
    }

    /// The k sets of least weight, lightest first, each as a pair of weight and set; `heaviest=True`: of most weight.
    ///
    /// `weights` are whole numbers: a dict by options, or by pieces for all options of a piece, where what is not named weighs
    /// 0; or one for each option.
    ///
    /// >>> family = polytile.Problem("2x3", "trominoes").zdd()
    /// >>> [weight for weight, tiling in family.best(2, {"L3": 5})]
    /// [0, 10]
    #[pyo3(
        signature = (
            k: "int", weights: "Mapping[typing.Any, int] | Iterable[int]", *, heaviest: "bool" = false,
            **limits: "Limits"
        ) -> "list[tuple[int, typing.Any]]",
        text_signature = "($self, k, weights, *, heaviest=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn best<'py>(
        &self,
        py: Python<'py>,
        k: &Bound<'py, PyAny>,
        weights: &Bound<'py, PyAny>,
        heaviest: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let k = whole(k, "k", 0)?;
        let weights = self.weights(weights)?;
        let goal = if heaviest { Goal::Heaviest } else { Goal::Lightest };
        let mut best = Vec::new();
        let done = run.call(py, |control| {
            self.diagram().best(&weights, goal, k, control, |set, weight| {
                best.push((weight, set));
                true
            })
        });
        let members = best.into_iter().map(|(weight, set)| Ok((weight, self.member(py, &set)?)));
        as_far_as(py, done, members)
    }

    /// In how many sets each option is: a `Marginals`.
    ///
    /// >>> family = polytile.Problem("2x3", "trominoes").zdd()
    /// >>> family.marginals()["I3@0,0+0,1+0,2"]
    /// Fraction(1, 3)
    #[pyo3(
        signature = (**limits: "Limits") -> "Marginals",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn marginals<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let (total, counts) = run.call(py, |control| {
            let counted = self.counted(control)?;
            Ok::<_, Stopped>((counted.total().clone(), counted.frequencies(control)?))
        })?;
        py.import("polytile._answers")?
            .call_method1("Marginals", (self.labels(py)?, PyTuple::new(py, counts)?, total))
    }

    fn __hash__(&self) -> u64 {
        crate::cells::hash(&(self.0.sets.names(), self.diagram().nodes()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let counted = self.0.counted.get().map(|counted| counted.total().to_string());
        let number = match counted {
            Some(number) if number.len() <= 30 => format!(", {number} sets"),
            Some(number) => format!(", a number of {} digits of sets", number.len()),
            None => String::new(),
        };
        let Some(inner) = self.0.inner.as_ref().filter(|_| !self.0.sets.is_restricted()) else {
            let few =
                self.diagram().nodes() <= 64 && self.0.inner.is_none() && self.0.sets.length().is_none();
            let sets: Vec<_> = if few { self.diagram().sets().take(9).collect() } else { Vec::new() };
            if few && sets.len() < 9 {
                let labels = self.labels(py)?;
                let mut shown = Vec::new();
                for set in sets {
                    let members: Vec<String> = set
                        .iter()
                        .map(|&v| Ok(labels.get_item(v as usize)?.repr()?.to_string()))
                        .collect::<PyResult<_>>()?;
                    shown.push(format!("[{}]", members.join(", ")));
                }
                let universe = labels.repr()?;
                return Ok(format!("Family.from_sets([{}], universe={universe})", shown.join(", ")));
            }
            return Ok(format!(
                "<Family of {} options, {} nodes{number}>",
                self.0.sets.names().len(),
                self.nodes()
            ));
        };
        let order = self.0.sets.puzzle().map_or(String::new(), |puzzle| format!("order='{}'", puzzle.order));
        Ok(format!("{}.zdd({order})", inner.written()))
    }

    /// The diagram in the language of Graphviz, of at most 500 nodes.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sets.dot().startswith("digraph")
    /// True
    fn dot(&self, py: Python<'_>) -> PyResult<String> {
        self.0.sets.dot().map_err(|error| errors::wrong(py, error.to_string()))
    }

    /// The diagram as a picture in SVG, of at most 500 nodes; of a larger one the nodes per level.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sets.svg()[:4]
    /// '<svg'
    fn svg(&self) -> String {
        let sets = &self.0.sets;
        Nodes::new(sets).map_or_else(|_| Profile::new(sets).svg(), |nodes| nodes.svg())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }
}
