//! Operations on families: set algebra, restriction, comparison.
//!
//! Each goes through a manager of the library's algebra that lives as long as the operation, so that nothing is locked between
//! operations. Families are combined if their options are the same; the result consists of tilings, or of numbers, where its sets
//! can be no others ([`Keeps`]). A result that is one of the operands shares its nodes, and operands that are
//! alike are not copied into a manager at all. Methods take limits; operators take those of the block of `polytile.limits` that
//! they stand in.

use super::Family;
use crate::errors;
use crate::run::{Limits, Run};
use polytile::ask::Unanswered;
use polytile::zdd::algebra::{Binary, Keeps, Manager, Unary};
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
    /// Whether another family has the same options with the same labels.
    fn has_options_of(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let (one, two) = (&*self.0, &*other.0);
        if std::ptr::eq(one, two) {
            return Ok(true);
        }
        let labels_agree = match (&one.labels, &two.labels) {
            (Some(one), Some(two)) if !Arc::ptr_eq(one, two) => {
                PyTuple::new(py, &one.all)?.eq(PyTuple::new(py, &two.all)?)?
            }
            _ => true,
        };
        Ok(labels_agree && one.sets.names() == two.sets.names())
    }

    fn expect_options_of(&self, py: Python<'_>, other: &Self) -> PyResult<()> {
        if self.has_options_of(py, other)? {
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

    /// Whether the nodes are the same, node by node.
    fn is_copy(&self, py: Python<'_>, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || py.detach(|| self.diagram() == other.diagram())
    }

    /// A family with these sets, or this one if they are its own.
    fn holding(&self, diagram: Option<Diagram>, like: bool) -> Self {
        match diagram {
            None if like => self.clone(),
            None => self.with(self.diagram().clone(), false),
            Some(diagram) => self.with(diagram, like),
        }
    }

    /// An operation on this family.
    fn changed(&self, py: Python<'_>, limits: Option<Limits<'_>>, operation: Unary) -> PyResult<Self> {
        let like = operation.keeps() == Keeps::First;
        let diagram = Run::new(py, limits)?.call(py, |control| {
            let manager = Manager::new(self.diagram().variables() as u32, control);
            let one = manager.import(self.diagram()).map_err(failed)?;
            let result = operation.apply(&one).map_err(failed)?;
            (result != one).then(|| result.to_diagram().map_err(failed)).transpose()
        })?;
        Ok(self.holding(diagram, like))
    }

    /// An operation on this family and another one.
    fn combined(
        &self,
        py: Python<'_>,
        other: &Self,
        limits: Option<Limits<'_>>,
        operation: Binary,
    ) -> PyResult<Self> {
        let run = Run::new(py, limits)?;
        self.expect_options_of(py, other)?;
        let like = match operation.keeps() {
            Keeps::First | Keeps::Both => true,
            Keeps::Either => self.is_like(other),
            Keeps::Neither => false,
        };
        match operation {
            Binary::Union | Binary::Intersection if self.is_copy(py, other) => {
                return Ok(self.holding(None, like));
            }
            Binary::Difference | Binary::SymmetricDifference | Binary::NonSubsets | Binary::NonSupersets
                if self.is_copy(py, other) =>
            {
                return Ok(self.with(Diagram::empty(self.diagram().variables()), like));
            }
            _ => {}
        }
        let diagram = run.call(py, |control| {
            let manager = Manager::new(self.diagram().variables() as u32, control);
            let one = manager.import(self.diagram()).map_err(failed)?;
            let two = manager.import(other.diagram()).map_err(failed)?;
            let result = operation.apply(&one, &two).map_err(failed)?;
            match result {
                result if result == one => Ok(None),
                result if result == two => Ok(Some(other.diagram().clone())),
                result => result.to_diagram().map(Some).map_err(failed),
            }
        })?;
        Ok(self.holding(diagram, like))
    }

    fn narrowed(
        &self,
        py: Python<'_>,
        with: &[u32],
        without: &[u32],
        limits: Option<Limits<'_>>,
    ) -> PyResult<Self> {
        let run = Run::new(py, limits)?;
        if with.is_empty() && without.is_empty() {
            return Ok(self.clone());
        }
        let diagram = run.call(py, |control| self.diagram().restricted(with, without, control))?;
        Ok(self.with(diagram, true))
    }

    /// Whether there is no set that the other lacks.
    fn is_within(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let more = self.combined(py, other, None, Binary::Difference)?;
        Ok(more.diagram().root() == EMPTY)
    }

    fn is_same(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let (one, two) = (self.diagram(), other.diagram());
        if one.nodes() != two.nodes() || !self.has_options_of(py, other)? {
            return Ok(false);
        }
        if self.is_copy(py, other) {
            return Ok(true);
        }
        // Nodes of a level may stand in another order.
        Run::usual(py)?.call(py, |control| {
            let manager = Manager::new(one.variables() as u32, control);
            let [one, two] = [one, two].map(|diagram| manager.import(diagram).map_err(failed));
            Ok::<_, Unanswered>(one? == two?)
        })
    }
}

#[pymethods]
impl Family {
    /// The sets of both.
    fn __and__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, None, Binary::Intersection)
    }

    /// The sets of either.
    fn __or__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, None, Binary::Union)
    }

    /// The sets of this one that the other has not.
    fn __sub__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, None, Binary::Difference)
    }

    /// The sets of exactly one.
    fn __xor__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.combined(py, other, None, Binary::SymmetricDifference)
    }

    /// All unions of a set of this one and a set of the other.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.join(sets)))
    /// [[1, 2], [1, 2, 3], [2], [2, 3]]
    #[pyo3(
        signature = (other: "Family", **limits: "Limits") -> "Family",
        text_signature = "($self, other, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn join<'py>(&self, py: Python<'py>, other: &Self, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.combined(py, other, limits, Binary::Join)
    }

    /// All intersections of a set of this one and a set of the other.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.meet(sets)))
    /// [[1, 2], [2], [2, 3]]
    #[pyo3(
        signature = (other: "Family", **limits: "Limits") -> "Family",
        text_signature = "($self, other, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn meet<'py>(&self, py: Python<'py>, other: &Self, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.combined(py, other, limits, Binary::Meet)
    }

    /// The sets that have no other set of the family as a part.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.minimal()))
    /// [[2]]
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn minimal<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.changed(py, limits, Unary::Minimal)
    }

    /// The sets that are part of no other set of the family.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.maximal()))
    /// [[1, 2], [2, 3]]
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn maximal<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.changed(py, limits, Unary::Maximal)
    }

    /// The smallest sets of options that have something in common with every set.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.hitting_sets()))
    /// [[2]]
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn hitting_sets<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.changed(py, limits, Unary::Hitting)
    }

    /// The sets of this one that are part of no set of the other.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.non_subsets(sets.with_(1))))
    /// [[2, 3]]
    #[pyo3(
        signature = (other: "Family", **limits: "Limits") -> "Family",
        text_signature = "($self, other, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn non_subsets<'py>(&self, py: Python<'py>, other: &Self, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.combined(py, other, limits, Binary::NonSubsets)
    }

    /// The sets of this one that have no set of the other as a part.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.non_supersets(sets.with_(1))))
    /// [[2], [2, 3]]
    #[pyo3(
        signature = (other: "Family", **limits: "Limits") -> "Family",
        text_signature = "($self, other, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn non_supersets<'py>(
        &self,
        py: Python<'py>,
        other: &Self,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Self> {
        self.combined(py, other, limits, Binary::NonSupersets)
    }

    /// The sets of this one that have a set of the other as a part.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.supersets(sets.with_(1))))
    /// [[1, 2]]
    #[pyo3(
        signature = (other: "Family", **limits: "Limits") -> "Family",
        text_signature = "($self, other, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn supersets<'py>(&self, py: Python<'py>, other: &Self, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.combined(py, other, limits, Binary::Supersets)
    }

    /// The sets of this one that are part of a set of the other.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.subsets(sets.with_(1))))
    /// [[1, 2], [2]]
    #[pyo3(
        signature = (other: "Family", **limits: "Limits") -> "Family",
        text_signature = "($self, other, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn subsets<'py>(&self, py: Python<'py>, other: &Self, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.combined(py, other, limits, Binary::Subsets)
    }

    /// The sets that share nothing with any set of the other, and whose union with each of them is here.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.quotient(sets.without(1, 3))))
    /// [[], [1], [3]]
    #[pyo3(
        signature = (other: "Family", **limits: "Limits") -> "Family",
        text_signature = "($self, other, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn quotient<'py>(&self, py: Python<'py>, other: &Self, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.combined(py, other, limits, Binary::Quotient)
    }

    /// The sets that are no union of a set of the other and one of the quotient.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.remainder(sets.with_(1))))
    /// [[2], [2, 3]]
    #[pyo3(
        signature = (other: "Family", **limits: "Limits") -> "Family",
        text_signature = "($self, other, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn remainder<'py>(&self, py: Python<'py>, other: &Self, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.combined(py, other, limits, Binary::Remainder)
    }

    /// The intersections of one or more of the sets.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}])
    /// >>> sorted(map(sorted, sets.closure()))
    /// [[1, 2], [2], [2, 3]]
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn closure<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.changed(py, limits, Unary::Closure)
    }

    /// The sets of options that are not in the family.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sets.complement().count()
    /// 5
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn complement<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Self> {
        self.changed(py, limits, Unary::Complement)
    }

    /// The sets that have all these options.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.with_(2, 3)))
    /// [[2, 3]]
    #[pyo3(
        signature = (*options: "typing.Any", **limits: "Limits") -> "Family",
        text_signature = "($self, *options, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn with_<'py>(
        &self,
        py: Python<'py>,
        options: &Bound<'py, PyTuple>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Self> {
        self.narrowed(py, &self.options(options)?, &[], limits)
    }

    /// The sets that have none of these options.
    ///
    /// >>> sets = polytile.Family.from_sets([{1, 2}, {2, 3}, {2}])
    /// >>> sorted(map(sorted, sets.without(3)))
    /// [[1, 2], [2]]
    #[pyo3(
        signature = (*options: "typing.Any", **limits: "Limits") -> "Family",
        text_signature = "($self, *options, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn without<'py>(
        &self,
        py: Python<'py>,
        options: &Bound<'py, PyTuple>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Self> {
        self.narrowed(py, &[], &self.options(options)?, limits)
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
