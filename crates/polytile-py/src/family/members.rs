//! The sets of a family as Python sees them: tilings of a problem, texts of digits, or sets of labels; by their numbers, and one
//! after the other. And the way back: which set, or which option, an object means.

use super::{Family, Shared};
use crate::arguments::number;
use crate::errors;
use crate::run::{Limits, Run};
use crate::tiling::Tiling;
use num_bigint::{BigInt, BigUint};
use polytile::format::tiling as texts;
use polytile::run::Stopped;
use polytile::zdd::{Diagram, ZddError};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyString, PyTuple};
use std::sync::{Arc, Mutex};

/// Whether it is an `InputError`.
fn is_input(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<pyo3::exceptions::PyValueError>(py)
}

impl Family {
    /// A member as Python sees it.
    pub fn member<'py>(&self, py: Python<'py>, set: &[u32]) -> PyResult<Bound<'py, PyAny>> {
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

    /// The number of the option that has this label or name.
    pub fn option(&self, given: &Bound<'_, PyAny>) -> PyResult<u32> {
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

    pub fn options(&self, given: &Bound<'_, PyTuple>) -> PyResult<Vec<u32>> {
        given.iter().map(|one| self.option(&one)).collect()
    }

    /// The set that anything means: a tiling, a number, or options.
    pub fn set(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
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

    /// A weight for each option.
    pub fn weights(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<BigInt>> {
        let py = given.py();
        let options = self.0.sets.names().len();
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
}

#[pymethods]
impl Family {
    /// Number i, from 0; from the end where i is negative.
    fn __getitem__<'py>(&self, py: Python<'py>, index: BigInt) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::usual(py)?;
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
    /// Raises `ValueError` when it is none.
    ///
    /// >>> family = polytile.Problem("2x3", "trominoes").zdd()
    /// >>> family.rank(family[2])
    /// 2
    #[pyo3(
        signature = (member: "typing.Any", **limits: "Limits") -> "int",
        text_signature = "($self, member, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn rank<'py>(&self, member: &Bound<'py, PyAny>, limits: Option<Limits<'py>>) -> PyResult<BigUint> {
        let py = member.py();
        let run = Run::new(py, limits)?;
        let set = self.set(member)?;
        let rank = run.call(py, |control| Ok::<_, Stopped>(self.counted(control)?.rank(&set)))?;
        rank.map(|rank| rank - 1_u8)
            .ok_or_else(|| errors::wrong(py, "this is not one of the sets of the family"))
    }

    fn __contains__(&self, py: Python<'_>, member: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.set(member) {
            Ok(set) => Ok(self.diagram().contains(&set)),
            // An option that does not exist is in no set.
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

    fn __iter__(&self) -> Members {
        Members { family: self.clone(), sets: Mutex::new(self.diagram().clone().into_sets()) }
    }
}

/// The sets of a family, one after the other.
///
/// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
/// >>> members = iter(sets)
/// >>> sorted(next(members))
/// [1, 2]
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
