//! Operations on families: set algebra, restriction, comparison.
//!
//! Each goes through a manager of the library's algebra that lives as long as the operation, so that nothing is locked between
//! two of them. Families are combined where their options are the same; what comes out consists of tilings, or of numbers, where
//! both operands do and the operation makes no new sets.

use super::Family;
use crate::errors;
use crate::run::Run;
use polytile::ask::Unanswered;
use polytile::zdd::algebra::{self, Manager};
use polytile::zdd::{Diagram, EMPTY, ZddError};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
/// An operation that failed in the library's algebra.
pub fn failed(error: ZddError) -> Unanswered {
    match error {
        ZddError::Stopped(stopped) => stopped.into(),
        other => Unanswered::Failed(other.to_string()),
    }
}

impl Family {
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
        if with.is_empty() && without.is_empty() {
            return Ok(self.clone());
        }
        let run = Run::unlimited(py)?;
        let diagram = run.call(py, |control| self.diagram().restricted(with, without, control))?;
        Ok(self.with(diagram, true))
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
}
