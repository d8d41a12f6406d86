//! `polytile.Certificate`: weights on the cells of a board that prove that it cannot be tiled.

use crate::cells::hash;
use crate::errors;
use crate::problem::{Inner, Problem};
use crate::run::{Limits, Run};
use crate::version::Version;
use polytile::ask::why::Weighed;
use polytile::certificate::{Certificate as Weights, CertificateError, Possible, Proof};
use polytile::draw;
use polytile::format::certificate;
use polytile::run::Control;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// Weights on the cells of a board that prove that there is no tiling: made by `Problem.why`.
///
/// Its text is the proof in sentences; `check()` makes the proof again by code that shares nothing with what found it.
///
/// >>> why = polytile.Problem("mutilated-chessboard").why()
/// >>> why.board, why.possible, why.check()
/// (-2, [0], True)
#[pyclass(frozen, module = "polytile", name = "Certificate")]
pub struct Certificate {
    inner: Arc<Inner>,
    weights: Weights,
    proof: Proof,
}

impl Certificate {
    pub fn new(inner: Arc<Inner>, weighed: Weighed) -> Self {
        Certificate { inner, weights: weighed.certificate, proof: weighed.proof }
    }

    /// The weights that a text lists, which must prove something.
    pub fn read(py: Python<'_>, run: &Run, inner: Arc<Inner>, text: &str) -> PyResult<Self> {
        let weights = certificate::parse(text, &inner.problem.region)
            .map_err(|error| errors::in_text(py, "the certificate", text, error))?;
        let proof = proof(py, run, &weights, &inner)?;
        let proof = proof.map_err(|unproved| errors::wrong(py, unproved.to_string()))?;
        Ok(Certificate { inner, weights, proof })
    }

    fn sentences(&self) -> Vec<String> {
        self.proof.explain(&self.weights, &self.inner.problem)
    }
}

#[pymethods]
impl Certificate {
    /// The problem that has no tiling.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(Arc::clone(&self.inner))
    }

    /// `"impossible"`: as `Circuit` and `Verdict` have it, which `Problem.why` returns where there are no such weights.
    #[getter]
    #[expect(clippy::unused_self, reason = "a property of each, as of the other classes")]
    fn verdict(&self) -> &'static str {
        "impossible"
    }

    /// What weights are read modulo, if anything.
    #[getter]
    fn modulus(&self) -> Option<u32> {
        self.weights.modulus()
    }

    /// A weight for each cell of the board, row by row; None for a hole.
    #[getter]
    fn weights(&self) -> Vec<Vec<Option<i64>>> {
        certificate::Written::new(&self.weights, &self.inner.problem.region).weights
    }

    /// What the board weighs.
    #[getter]
    fn board(&self) -> i64 {
        self.proof.board
    }

    /// What pieces that cover as many cells can weigh together, where that is a list; None where it is a bound.
    #[getter]
    fn possible(&self) -> Option<Vec<i64>> {
        if let Possible::Sums(sums) = &self.proof.possible { Some(sums.clone()) } else { None }
    }

    /// Whether the weights prove it, found out anew.
    ///
    /// >>> polytile.Problem("mutilated-chessboard").why().check()
    /// True
    #[pyo3(
        signature = (**limits: "Limits") -> "bool",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn check<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<bool> {
        let run = Run::new(py, limits)?;
        Ok(proof(py, &run, &self.weights, &self.inner)?.is_ok())
    }

    /// The weights as JSON, as the command reads and writes it.
    ///
    /// >>> polytile.Problem("3x3", "I4").why().to_json()
    /// '{"weights":[[1,1,1],[1,1,1],[1,1,1]]}'
    fn to_json(&self) -> String {
        certificate::to_json(&self.weights, &self.inner.problem.region).to_string()
    }

    fn __str__(&self) -> String {
        self.sentences().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("{}.why()", self.inner.written())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.weights == other.weights && self.inner.is(&other.inner)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.weights)
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Version::reduced(py, "Certificate", (self.problem(), self.to_json()).into_pyobject(py)?)
    }

    /// The weights as a picture.
    fn _repr_svg_(&self) -> String {
        let problem = &self.inner.problem;
        let drawn =
            draw::Weights::proving(&self.weights, &self.proof, problem).titled("Why there is no tiling");
        // Without a piece on it, it is a proof as well.
        let example = drawn.clone().with_example(&self.proof, problem, &Control::default());
        example.unwrap_or(drawn).svg()
    }
}

/// What the weights prove, or why they prove nothing.
fn proof(
    py: Python<'_>,
    run: &Run,
    weights: &Weights,
    inner: &Inner,
) -> PyResult<Result<Proof, CertificateError>> {
    run.call(py, |control| match weights.check(&inner.problem, control) {
        Err(CertificateError::Stopped(stopped)) => Err(stopped),
        found => Ok(found),
    })
}

/// What [`Certificate::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Certificate> {
    let py = state.py();
    let (problem, json): (Bound<'_, Problem>, String) = state.extract()?;
    Certificate::read(py, &Run::usual(py)?, Arc::clone(&problem.get().0), &json)
}
