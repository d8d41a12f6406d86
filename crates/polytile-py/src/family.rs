//! `polytile.Family`: many sets at once, in a decision diagram.
//!
//! A family holds its diagram by reference, so that objects share nodes and never copy them. What its sets are follows from what it was
//! made of: tilings of a problem, solutions of an exact cover, numbers, or plain sets of labels. Operations on two families
//! go through a manager of the library's algebra that lives as long as the operation: so nothing is locked between two of them.

use crate::errors;
use crate::problem::{Inner, having};
use crate::run::{Arg, Limits, Run, whole};
use crate::tiling::Tiling;
use crate::version::Version;
use num_bigint::{BigInt, BigUint};
use polytile::ask::Unanswered;
use polytile::format::tiling as texts;
use polytile::run::{Control, Stopped};
use polytile::zdd::algebra::{self, Manager};
use polytile::zdd::{Counted, Diagram, EMPTY, Family as Sets, FileError, Goal, ZddError};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyOSError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyList, PyString, PyTuple};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

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
}

/// A family of sets: all tilings of a problem, all solutions of an exact cover, or sets of anything.
///
/// Made by `zdd()` of a `Problem` or an `ExactCover`, `Family.from_sets`, `Family.load`, or a `Spec`. Families over the same
/// options are combined by `&`, `|`, `-`, `^` and compared by `<=`, `<`, `==`. Its members are in the order of the
/// options: `f[i]` is number i, from 0, `f.rank(f[i]) == i`.
///
/// `len(f)` raises OverflowError beyond 2^63 - 1; `f.count()` never does.
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

/// An operation that failed in the library's algebra.
fn failed(error: ZddError) -> Unanswered {
    match error {
        ZddError::Stopped(stopped) => stopped.into(),
        other => Unanswered::Failed(other.to_string()),
    }
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

    fn diagram(&self) -> &Diagram {
        self.0.sets.diagram()
    }

    /// The same options with other sets, which can be what these are where `like` says so.
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

    /// A member as Python sees it.
    fn member<'py>(&self, py: Python<'py>, set: &[u32]) -> PyResult<Bound<'py, PyAny>> {
        let Shared { sets, inner, labels, .. } = &*self.0;
        if let (Some(inner), Some(tiling)) = (inner, sets.tiling(set)) {
            return Ok(Tiling::laid(Arc::clone(inner), tiling).into_pyobject(py)?.into_any());
        }
        if let Some(number) = sets.number(set) {
            return Ok(number.into_pyobject(py)?.into_any());
        }
        let set = match labels {
            Some(labels) => PyFrozenSet::new(py, set.iter().map(|&v| &labels.all[v as usize]))?,
            None => PyFrozenSet::new(py, set.iter().map(|&v| &sets.names()[v as usize]))?,
        };
        Ok(set.into_any())
    }

    /// The number of an option that is called so.
    fn option(&self, given: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = given.py();
        if let Some(labels) = &self.0.labels
            && let Some(variable) = labels.by_label.bind(py).get_item(given)?
        {
            return variable.extract();
        }
        let Ok(name) = given.cast::<PyString>() else {
            return Err(PyKeyError::new_err(format!("no option is called {}", given.repr()?)));
        };
        self.0.sets.option(&name.to_cow()?).map_err(|unknown| {
            let help = match &unknown {
                ZddError::UnknownOption { instead, .. } if !instead.is_empty() => {
                    format!("some that come near: {}", instead.join(" "))
                }
                _ => "`names` lists all options".to_owned(),
            };
            errors::input(py, unknown.to_string(), help)
        })
    }

    fn options(&self, given: &Bound<'_, PyTuple>) -> PyResult<Vec<u32>> {
        given.iter().map(|one| self.option(&one)).collect()
    }

    /// The set that anything means: a tiling, a number, or options.
    fn set(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let Shared { sets, inner, .. } = &*self.0;
        let unknown = |error: ZddError| errors::wrong(given.py(), error.to_string());
        if let Ok(tiling) = given.cast::<Tiling>() {
            let tiling = tiling.get();
            let labels = sets.pieces();
            let name = |laid: &polytile::tiling::Laid| {
                let cells: Vec<String> = laid.cells.iter().map(ToString::to_string).collect();
                let label = labels.get(laid.piece).map_or("", String::as_str);
                sets.option(&format!("{label}@{}", cells.join("+")))
            };
            let mut set =
                tiling.laying().laid().iter().map(name).collect::<Result<Vec<u32>, _>>().map_err(unknown)?;
            set.sort_unstable();
            return Ok(set);
        }
        if let Ok(text) = given.cast::<PyString>() {
            let text = text.to_cow()?;
            if sets.length().is_some() {
                return sets.set_of_number(&text).map_err(unknown);
            }
            if let Some(inner) = inner {
                let rows = text.replace('/', "\n");
                let tiling = texts::parse(&rows, &inner.problem)
                    .map_err(|error| errors::in_text(given.py(), "the tiling", &rows, error))?;
                let tiling = Tiling::laid(Arc::clone(inner), tiling).into_pyobject(given.py())?;
                return self.set(tiling.as_any());
            }
        }
        let mut set = given.try_iter()?.map(|one| self.option(&one?)).collect::<PyResult<Vec<u32>>>()?;
        set.sort_unstable();
        set.dedup();
        Ok(set)
    }

    /// Whether another family has the same options.
    fn expect_alike(&self, py: Python<'_>, other: &Self) -> PyResult<()> {
        if Arc::ptr_eq(&self.0, &other.0) || self.0.sets.names() == other.0.sets.names() {
            return Ok(());
        }
        let help = "make both of one problem and with one `order`, or by from_sets with one `universe`";
        Err(errors::input(py, "the families have different options", help))
    }

    /// Whether sets of the one can be sets of the other.
    fn is_like(&self, other: &Self) -> bool {
        match (&self.0.inner, &other.0.inner) {
            (Some(one), Some(other)) => one.is(other),
            (None, None) => self.0.sets.length() == other.0.sets.length(),
            _ => false,
        }
    }

    /// An operation on two families, or on one.
    fn computed(
        &self,
        py: Python<'_>,
        others: &[&Self],
        run: &Run,
        work: impl FnOnce(&algebra::Family, &[algebra::Family]) -> Result<algebra::Family, ZddError> + Send,
    ) -> PyResult<Diagram> {
        for other in others {
            self.expect_alike(py, other)?;
        }
        let others: Vec<&Diagram> = others.iter().map(|other| other.diagram()).collect();
        run.call(py, |control| {
            let manager = Manager::new(self.diagram().variables() as u32, control);
            let one = manager.import(self.diagram()).map_err(failed)?;
            let others: Result<Vec<_>, _> = others.into_iter().map(|other| manager.import(other)).collect();
            let result = work(&one, &others.map_err(failed)?).map_err(failed)?;
            result.to_diagram().map_err(failed)
        })
    }

    /// An operation whose sets are sets of its two operands.
    fn combined(
        &self,
        py: Python<'_>,
        other: &Self,
        work: fn(&algebra::Family, &algebra::Family) -> Result<algebra::Family, ZddError>,
    ) -> PyResult<Self> {
        let run = Run::unlimited(py)?;
        let diagram = self.computed(py, &[other], &run, |one, others| work(one, &others[0]))?;
        Ok(self.with(diagram, self.is_like(other)))
    }

    /// Whether there is no set that the other lacks.
    fn is_within(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let run = Run::unlimited(py)?;
        let more = self.computed(py, &[other], &run, |one, others| one.difference(&others[0]))?;
        Ok(more.root() == EMPTY)
    }

    fn is_same(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ok(true);
        }
        if self.0.sets.names() != other.0.sets.names() || self.diagram().nodes() != other.diagram().nodes() {
            return Ok(false);
        }
        // Nodes of a level may stand in another order.
        Ok(py.detach(|| self.diagram() == other.diagram())
            || self.is_within(py, other)? && other.is_within(py, self)?)
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
    #[pyo3(signature = (sets: "Iterable[Iterable[Hashable]]", *, universe: "Iterable[Hashable] | None" = None) -> "Family")]
    fn from_sets(
        py: Python<'_>,
        sets: &Bound<'_, PyAny>,
        universe: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
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
        for set in sets.try_iter()? {
            let mut members = Vec::new();
            for label in set?.try_iter()? {
                let label = label?;
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
        let run = Run::unlimited(py)?;
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

    /// The family in a file that `save` has written, or the command `polytile zdd --save`. The file is read whole, so
    /// that nothing that happens to it later matters.
    ///
    /// Raises `InputError` when the file is not, or not any more, what was saved.
    #[staticmethod]
    #[pyo3(signature = (path: "str | os.PathLike[str]", **limits: "Limits") -> "Family")]
    fn load<'py>(py: Python<'py>, path: PathBuf, limits: Option<Limits<'py>>) -> PyResult<Self> {
        let run = Run::new(py, limits)?;
        let bytes = py.detach(|| std::fs::read(&path)).map_err(|error| os_error(py, &path, error))?;
        Family::read(py, bytes, &run, &path.display().to_string())
    }

    /// Writes it into a file, whole or not at all.
    #[pyo3(signature = (path: "str | os.PathLike[str]"))]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let run = Run::unlimited(py)?;
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let beside = path.with_file_name(name);
        let saved = run.outcome(py, |control| {
            let mut out = std::io::BufWriter::new(std::fs::File::create(&beside)?);
            self.0.sets.save(&mut out, control)?;
            drop(out);
            Ok(std::fs::rename(&beside, &path)?)
        });
        if !matches!(saved, Ok(Ok(()))) {
            // It may not even have been created.
            let _ = std::fs::remove_file(&beside);
        }
        saved?.map_err(|error: FileError| match error {
            FileError::Stopped(stopped) => errors::stopped(py, &stopped),
            FileError::Io(error) => os_error(py, &path, error),
            other => errors::wrong(py, other.to_string()),
        })
    }

    /// The number of sets, an exact integer.
    #[pyo3(signature = (**limits: "Limits") -> "int")]
    fn count<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<BigUint> {
        if let Some(counted) = self.0.counted.get() {
            return Ok(counted.total().clone());
        }
        let run = Run::new(py, limits)?;
        run.call(py, |control| self.diagram().count(control))
    }

    /// The number of sets of each size.
    fn by_size(&self, py: Python<'_>) -> PyResult<std::collections::BTreeMap<usize, BigUint>> {
        let run = Run::unlimited(py)?;
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
    fn profile(&self) -> Vec<usize> {
        self.0.sets.profile().collect()
    }

    /// Number i, from 0; from the end where i is negative.
    fn __getitem__<'py>(&self, py: Python<'py>, index: BigInt) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::unlimited(py)?;
        let (total, set) = run.call(py, |control| {
            let counted = self.counted(control)?;
            let total = BigInt::from(counted.total().clone());
            let at = if index < BigInt::ZERO { &index + &total } else { index };
            // The library counts from 1.
            let set = BigUint::try_from(at + 1).ok().and_then(|k| counted.kth(&k));
            Ok::<_, Stopped>((total, set))
        })?;
        match set {
            Some(set) => self.member(py, &set),
            None => Err(PyIndexError::new_err(format!("the family has {total} sets"))),
        }
    }

    /// The number of a member, from 0.
    ///
    /// Raises ValueError when it is none.
    #[pyo3(signature = (member: "typing.Any") -> "int")]
    fn rank(&self, member: &Bound<'_, PyAny>) -> PyResult<BigUint> {
        let py = member.py();
        let set = self.set(member)?;
        let run = Run::unlimited(py)?;
        let rank = run.call(py, |control| Ok::<_, Stopped>(self.counted(control)?.rank(&set)))?;
        rank.map(|rank| rank - 1_u8)
            .ok_or_else(|| errors::wrong(py, "this is not one of the sets of the family"))
    }

    fn __contains__(&self, py: Python<'_>, member: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.set(member) {
            Ok(set) => Ok(self.diagram().contains(&set)),
            // An option that there is not is in no set.
            Err(error) if error.is_instance_of::<PyKeyError>(py) || is_input(py, &error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count = self.count(py, None)?;
        usize::try_from(&count)
            .ok()
            .filter(|&count| isize::try_from(count).is_ok())
            .ok_or_else(|| PyOverflowError::new_err("the family has more than 2^63 - 1 sets: ask count()"))
    }

    fn __bool__(&self) -> bool {
        self.diagram().root() != EMPTY
    }

    fn __iter__(&self) -> Members {
        Members { family: self.clone(), sets: Mutex::new(self.diagram().clone().into_sets()) }
    }

    /// Sets at random, each as likely as any other; a seed means the same sets everywhere.
    #[pyo3(signature = (
        number: "int" = None, *, seed: "int | None" = None, **limits: "Limits") -> "list[typing.Any]")]
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
        let members: Vec<_> = drawn.iter().map(|set| self.member(py, set)).collect::<PyResult<_>>()?;
        let list = PyList::new(py, members)?;
        done.map(|()| list.clone()).map_err(|error| having(py, error, list))
    }

    /// The k sets of least weight, lightest first, each as a pair of weight and set; `heaviest=True`: of most weight.
    ///
    /// `weights` are whole numbers: a dict by options, or by pieces for all options of a piece, where what is not named weighs
    /// 0; or one for each option.
    ///
    /// >>> family = polytile.Problem("2x3", "trominoes").zdd()
    /// >>> [weight for weight, tiling in family.best(2, {"L3": 5})]
    /// [0, 10]
    #[pyo3(signature = (
        k: "int", weights: "Mapping[typing.Any, int] | Iterable[int]", *, heaviest: "bool" = false, **limits: "Limits") -> "list[tuple[int, typing.Any]]")]
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
        let members: Vec<_> = best
            .into_iter()
            .map(|(weight, set)| Ok((weight, self.member(py, &set)?)))
            .collect::<PyResult<_>>()?;
        let list = PyList::new(py, members)?;
        done.map(|()| list.clone()).map_err(|error| having(py, error, list))
    }

    /// The sets that have all these options.
    #[pyo3(signature = (*options: "typing.Any") -> "Family")]
    fn with_(&self, py: Python<'_>, options: &Bound<'_, PyTuple>) -> PyResult<Self> {
        self.narrowed(py, &self.options(options)?, &[])
    }

    /// The sets that have none of these options.
    #[pyo3(signature = (*options: "typing.Any") -> "Family")]
    fn without(&self, py: Python<'_>, options: &Bound<'_, PyTuple>) -> PyResult<Self> {
        self.narrowed(py, &[], &self.options(options)?)
    }

    /// In how many sets each option is: a `Marginals`.
    #[pyo3(signature = (**limits: "Limits") -> "Marginals")]
    fn marginals<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let (total, counts) = run.call(py, |control| {
            let counted = self.counted(control)?;
            Ok::<_, Stopped>((counted.total().clone(), counted.frequencies(control)?))
        })?;
        py.import("polytile._answers")?
            .call_method1("Marginals", (self.labels(py)?, PyTuple::new(py, counts)?, total))
    }

    /// The sets of both.
    fn __and__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, algebra::Family::intersection)
    }

    /// The sets of either.
    fn __or__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, algebra::Family::union)
    }

    /// The sets of this one that the other has not.
    fn __sub__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, algebra::Family::difference)
    }

    /// The sets of exactly one.
    fn __xor__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, algebra::Family::symmetric_difference)
    }

    /// All unions of a set of this one and a set of the other.
    fn join(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.made(py, other, algebra::Family::join)
    }

    /// All intersections of a set of this one and a set of the other.
    fn meet(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.made(py, other, algebra::Family::meet)
    }

    /// The sets that have no other set of the family as a part.
    fn minimal(&self, py: Python<'_>) -> PyResult<Self> {
        let run = Run::unlimited(py)?;
        Ok(self.with(self.computed(py, &[], &run, |one, _| one.minimal())?, true))
    }

    /// The sets that are part of no other set of the family.
    fn maximal(&self, py: Python<'_>) -> PyResult<Self> {
        let run = Run::unlimited(py)?;
        Ok(self.with(self.computed(py, &[], &run, |one, _| one.maximal())?, true))
    }

    /// The smallest sets of options that have something in common with every set.
    fn hitting_sets(&self, py: Python<'_>) -> PyResult<Self> {
        let run = Run::unlimited(py)?;
        Ok(self.with(self.computed(py, &[], &run, |one, _| one.hitting_sets())?, false))
    }

    /// The sets of this one that are part of no set of the other.
    fn non_subsets(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, algebra::Family::non_subsets)
    }

    /// The sets of this one that have no set of the other as a part.
    fn non_supersets(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, algebra::Family::non_supersets)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Self, op: CompareOp) -> PyResult<bool> {
        match op {
            CompareOp::Eq => self.is_same(py, other),
            CompareOp::Ne => Ok(!self.is_same(py, other)?),
            CompareOp::Le => self.is_within(py, other),
            CompareOp::Ge => other.is_within(py, self),
            CompareOp::Lt => Ok(self.is_within(py, other)? && !self.is_same(py, other)?),
            CompareOp::Gt => Ok(other.is_within(py, self)? && !self.is_same(py, other)?),
        }
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

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let run = Run::unlimited(py)?;
        let bytes = run.outcome(py, |control| {
            let mut bytes = Vec::new();
            self.0.sets.save(&mut bytes, control).map(|()| bytes)
        })?;
        let bytes = bytes.map_err(|error| errors::wrong(py, error.to_string()))?;
        let labels = self.0.labels.as_ref().map(|labels| PyTuple::new(py, &labels.all)).transpose()?;
        Version::reduced(py, "Family", (PyBytes::new(py, &bytes), labels).into_pyobject(py)?)
    }

    /// The diagram in the language of Graphviz, of at most 500 nodes.
    fn dot(&self, py: Python<'_>) -> PyResult<String> {
        self.0.sets.dot().map_err(|error| errors::wrong(py, error.to_string()))
    }

    /// The diagram as a picture in SVG, of at most 500 nodes; of a larger one the nodes per level.
    fn svg(&self) -> String {
        self.0.sets.svg().unwrap_or_else(|_| self.0.sets.profile_svg())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }
}

impl Family {
    fn made(
        &self,
        py: Python<'_>,
        other: &Self,
        work: fn(&algebra::Family, &algebra::Family) -> Result<algebra::Family, ZddError>,
    ) -> PyResult<Self> {
        let run = Run::unlimited(py)?;
        let diagram = self.computed(py, &[other], &run, |one, others| work(one, &others[0]))?;
        Ok(self.with(diagram, false))
    }

    fn narrowed(&self, py: Python<'_>, with: &[u32], without: &[u32]) -> PyResult<Self> {
        let run = Run::unlimited(py)?;
        let diagram = run.call(py, |control| self.diagram().restricted(with, without, control))?;
        Ok(self.with(diagram, true))
    }

    /// A weight for each option.
    fn weights(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<BigInt>> {
        let py = given.py();
        let options = self.0.sets.names().len();
        let number = |weight: &Bound<'_, PyAny>| -> PyResult<BigInt> {
            weight.extract().map_err(|_| {
                PyTypeError::new_err(format!("weights are whole numbers, and not {}", weight.get_type()))
            })
        };
        if let Ok(named) = given.cast::<PyDict>() {
            let mut weights = vec![BigInt::ZERO; options];
            let pieces = self.0.sets.pieces();
            for (name, weight) in named {
                let weight = number(&weight)?;
                let piece =
                    name.extract::<String>().ok().and_then(|name| pieces.iter().position(|p| *p == name));
                match piece {
                    Some(piece) => {
                        let all = (0..).zip(&mut weights);
                        let its =
                            all.filter(|(v, _)| self.0.sets.laid(*v).is_some_and(|laid| laid.piece == piece));
                        its.for_each(|(_, old)| old.clone_from(&weight));
                    }
                    None => weights[self.option(&name)? as usize] = weight,
                }
            }
            return Ok(weights);
        }
        let weights: Vec<BigInt> =
            given.try_iter()?.map(|weight| number(&weight?)).collect::<PyResult<_>>()?;
        if weights.len() != options {
            let message = format!("there are {} weights, and {options} options", weights.len());
            return Err(errors::input(py, message, "give one for each option, or a dict"));
        }
        Ok(weights)
    }

    /// The family that bytes are, which come from `name`.
    fn read(py: Python<'_>, bytes: Vec<u8>, run: &Run, name: &str) -> PyResult<Self> {
        let read = run.outcome(py, |control| Sets::load(Arc::new(bytes), control))?;
        let sets = read.map_err(|error| match error {
            FileError::Stopped(stopped) => errors::stopped(py, &stopped),
            other => errors::wrong(py, format!("{name}: {other}")),
        })?;
        let inner = sets.puzzle().map(|puzzle| {
            let about = polytile::format::About { title: puzzle.title.clone(), ..Default::default() };
            Arc::new(Inner::new(polytile::format::subject::Tiled { about, problem: puzzle.problem.clone() }))
        });
        Ok(Family::new(sets, inner))
    }
}

/// An error of the system, about a file.
fn os_error(_py: Python<'_>, path: &std::path::Path, error: std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string(), path.display().to_string())),
        None => error.into(),
    }
}

/// Whether it is an `InputError`.
fn is_input(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<pyo3::exceptions::PyValueError>(py)
}

/// What [`Family::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Family> {
    let py = state.py();
    let (bytes, labels): (Vec<u8>, Option<Vec<Py<PyAny>>>) = state.extract()?;
    let run = Run::unlimited(py)?;
    let family = Family::read(py, bytes, &run, "what was pickled")?;
    let Some(labels) = labels else { return Ok(family) };
    if labels.len() != family.0.sets.names().len() {
        return Err(errors::wrong(py, "what was pickled has another number of options"));
    }
    let labels = Arc::new(Labels::new(py, labels)?);
    Ok(Family::labelled(Arc::clone(&family.0.sets), family.0.inner.clone(), Some(labels)))
}

/// The sets of a family, one after the other.
#[pyclass(frozen, module = "polytile", name = "Members")]
pub struct Members {
    family: Family,
    sets: Mutex<polytile::zdd::Sets<Diagram>>,
}

#[pymethods]
impl Members {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = self.sets.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
        next.map(|set| self.family.member(py, &set)).transpose()
    }
}
