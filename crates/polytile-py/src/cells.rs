//! Cells, between `polytile.Cell`, any pair of numbers, and the library; arrays for numpy.

use crate::errors;
use crate::run::Turns;
use polytile::board::{Cell, Lattice, Region};
use polytile::choice::Choice;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyTuple};

/// That something is made of squares: objects of other lattices are no objects of Python yet.
///
/// # Errors
/// When it is not.
pub fn of_squares(py: Python<'_>, lattice: Lattice) -> PyResult<()> {
    if lattice == Lattice::Square {
        return Ok(());
    }
    let made = lattice.meaning().to_lowercase();
    let message = format!("{made} have no objects in Python yet");
    Err(errors::input(
        py,
        message,
        "polytile.ask answers questions about them: ask('count', board='4x4x4', pieces='dicubes')",
    ))
}

/// Refuses a board for which there is no object.
pub fn of_covered(py: Python<'_>, region: &Region) -> PyResult<()> {
    of_squares(py, region.lattice())?;
    if !region.has_optional() {
        return Ok(());
    }
    Err(errors::input(
        py,
        "boards with cells that may stay empty have no objects in Python yet",
        "polytile.ask answers questions about them: ask('count', puzzle=text)",
    ))
}

/// `polytile.Cell(row, column)`.
pub fn cell(py: Python<'_>, cell: Cell) -> PyResult<Bound<'_, PyAny>> {
    static CELL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    errors::python(py, &CELL, "polytile._cells", "Cell")?.call1((cell.row, cell.col))
}

/// A tuple of cells.
pub fn cells(py: Python<'_>, all: impl IntoIterator<Item = Cell>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Turns::collect(py, all.into_iter().map(|one| cell(py, one)))?)
}

/// The cell that a pair of numbers is.
pub fn read_cell(given: &Bound<'_, PyAny>) -> PyResult<Cell> {
    let pair: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)> = given.extract().ok();
    let (row, column) = pair.ok_or_else(|| {
        PyTypeError::new_err(format!("a cell is a row and a column, such as (0, 3), not {given}"))
    })?;
    let number = |given, name| {
        let number = crate::run::whole(&given, name, 0)?;
        u32::try_from(number).map_err(|_| errors::wrong(given.py(), format!("there is no {name} {number}")))
    };
    Ok(Cell::new(number(row, "row")?, number(column, "column")?))
}

/// Some cells.
pub fn read_cells(given: &Bound<'_, PyAny>) -> PyResult<Vec<Cell>> {
    Turns::collect(given.py(), given.try_iter()?.map(|one| read_cell(&one?)))
}

/// The numbers of `bytes` as an array of numpy that reads them where they are.
pub fn array<'py>(
    py: Python<'py>,
    bytes: &Bound<'py, PyBytes>,
    kind: &str,
    shape: (usize, usize),
) -> PyResult<Bound<'py, PyAny>> {
    static ARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    errors::python(py, &ARRAY, "polytile._tables", "array")?.call1((bytes, kind, shape))
}

/// A hash of what can be hashed.
pub fn hash(of: &impl std::hash::Hash) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
