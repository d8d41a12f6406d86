//! polytile for Python: owned questions and answers of the library as objects.
//!
//! In: what Python passes. Out: objects of the library behind an `Arc`, which never change, and what they say. There is no logic
//! of tilings here: `problem`, `cover`, `slide`, `series`, `golomb` and `classes` put questions to `polytile::ask` and hand the
//! answers back; `solutions`, `family` and `graph` hold the library's iterators, diagrams and graphs; `arguments` is what words of Python mean;
//! `run` is how an engine runs while Python continues, and `reading` how words are read meanwhile; `errors` turns errors into exceptions; `version` is what pickles are made
//! of. What is better said in Python stands in `python/polytile`: data classes, tables, graphs, pages.

mod arguments;
mod ask;
mod cells;
mod certificate;
mod classes;
mod cover;
mod errors;
mod family;
mod golomb;
mod graph;
mod pieces;
mod problem;
mod reading;
mod region;
mod run;
mod series;
mod slide;
mod solutions;
mod spec;
mod tiling;
mod version;

use pyo3::prelude::*;

/// The engines of polytile. Import `polytile`, and not this.
#[pymodule]
mod _polytile {
    #[pymodule_export]
    use crate::ask::{_ask, _puzzle, _read, _shipped, _unpacked};
    #[pymodule_export]
    use crate::certificate::Certificate;
    #[pymodule_export]
    use crate::classes::Classes;
    #[pymodule_export]
    use crate::cover::ExactCover;
    #[pymodule_export]
    use crate::family::{Family, Heat, Members};
    #[pymodule_export]
    use crate::golomb::Golomb;
    #[pymodule_export]
    use crate::graph::Graph;
    #[pymodule_export]
    use crate::pieces::{Piece, PieceSet};
    #[pymodule_export]
    use crate::problem::{Problem, Sampler};
    #[pymodule_export]
    use crate::region::Region;
    #[pymodule_export]
    use crate::restore::_restore;
    #[pymodule_export]
    use crate::run::_limits;
    #[pymodule_export]
    use crate::series::Series;
    #[pymodule_export]
    use crate::slide::{Distances, Position, Slide, Solution};
    #[pymodule_export]
    use crate::solutions::{Covers, Tilings};
    #[pymodule_export]
    use crate::spec::_family;
    #[pymodule_export]
    use crate::tiling::Tiling;

    /// The version of polytile.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

mod restore {
    //! Objects from pickles.

    use crate::version::Version;
    use crate::{
        certificate, classes, cover, errors, family, graph, pieces, problem, region, series, slide, tiling,
    };
    use pyo3::IntoPyObjectExt;
    use pyo3::prelude::*;

    fn any<'py, T: IntoPyObject<'py>>(py: Python<'py>, made: T) -> PyResult<Bound<'py, PyAny>> {
        made.into_bound_py_any(py)
    }

    /// The object that `__reduce__` has described.
    #[pyfunction]
    pub fn _restore<'py>(kind: &str, version: u32, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = state.py();
        Version::expect(py, version)?;
        match kind {
            "Certificate" => any(py, certificate::restored(state)?),
            "Classes" => any(py, classes::restored(state)?),
            "ExactCover" => any(py, cover::restored(state)?),
            "Family" => any(py, family::restored(state)?),
            "Graph" => any(py, graph::restored(state)?),
            "Heat" => any(py, family::restored_heat(state)?),
            "Piece" => any(py, pieces::restored_piece(state)?),
            "PieceSet" => any(py, pieces::restored(state)?),
            "Position" => any(py, slide::restored_position(state)?),
            "Problem" => any(py, problem::restored(state)?),
            "Region" => any(py, region::restored(state)?),
            "Series" => any(py, series::restored(state)?),
            "Slide" => any(py, slide::restored(state)?),
            "Solution" => any(py, slide::restored_solution(state)?),
            "Tiling" => any(py, tiling::restored(state)?),
            _ => Err(errors::wrong(py, format!("there is no kind of object called '{kind}'"))),
        }
    }
}
