//! Cells, between `polytile.Cell`, other tuples of numbers, and the library; arrays for numpy.

use crate::errors;
use crate::run::Turns;
use polytile::board::{Cell, Coordinates, Lattice, Region};
use polytile::choice::Choice;
use polytile::format::board;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyTuple};

/// The lattice of this name: squares where none is said.
pub fn read_lattice(py: Python<'_>, name: Option<&str>) -> PyResult<Lattice> {
    name.map_or(Ok(Lattice::Square), |name| {
        Lattice::named(name).ok_or_else(|| {
            errors::input(
                py,
                format!("there is no lattice '{name}'"),
                format!("take one of {}", Lattice::words()),
            )
        })
    })
}

/// A cell: `polytile.Cell(row, column)` on squares, and elsewhere a tuple of the numbers that it is written with.
pub fn cell(py: Python<'_>, lattice: Lattice, cell: Cell) -> PyResult<Bound<'_, PyAny>> {
    static CELL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if lattice != Lattice::Square {
        return Ok(PyTuple::new(py, lattice.coordinates(cell).0)?.into_any());
    }
    errors::python(py, &CELL, "polytile._cells", "Cell")?.call1((cell.row, cell.col))
}

/// A tuple of cells.
pub fn cells(
    py: Python<'_>,
    lattice: Lattice,
    all: impl IntoIterator<Item = Cell>,
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Turns::collect(py, all.into_iter().map(|one| cell(py, lattice, one)))?)
}

/// The numbers that a cell is written with.
pub fn read_numbers(given: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let number = |one: PyResult<Bound<'_, PyAny>>| {
        let number = crate::run::whole(&one?, "number of a cell", 0)?;
        i64::try_from(number)
            .map_err(|_| errors::wrong(given.py(), format!("there is no cell as far away as {number}")))
    };
    given.try_iter()?.map(number).collect()
}

/// The cell of a lattice that some numbers are.
pub fn read_cell(given: &Bound<'_, PyAny>, lattice: Lattice) -> PyResult<Cell> {
    if lattice != Lattice::Square {
        let numbers = read_numbers(given)?;
        return board::cell_on(lattice, &numbers).map_err(|error| errors::misread(given.py(), &error.into()));
    }
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

/// Some cells of a lattice.
pub fn read_cells(given: &Bound<'_, PyAny>, lattice: Lattice) -> PyResult<Vec<Cell>> {
    Turns::collect(given.py(), given.try_iter()?.map(|one| read_cell(&one?, lattice)))
}

/// Cells as Python writes them, in brackets.
pub fn written(lattice: Lattice, all: impl IntoIterator<Item = Cell>) -> String {
    let numbers = |cell| {
        let numbers: Vec<String> = lattice.coordinates(cell).0.iter().map(ToString::to_string).collect();
        format!("({})", numbers.join(", "))
    };
    format!("[{}]", all.into_iter().map(numbers).collect::<Vec<_>>().join(", "))
}

/// How a lattice is named beside cells: squares need no name.
pub fn named(lattice: Lattice) -> String {
    if lattice == Lattice::Square { String::new() } else { format!(", lattice='{lattice}'") }
}

/// Cells as they are pickled: the numbers that each is written with.
pub fn pickled(lattice: Lattice, all: impl IntoIterator<Item = Cell>) -> Vec<Vec<u32>> {
    all.into_iter().map(|cell| lattice.coordinates(cell).0).collect()
}

/// Cells that were pickled.
pub fn unpickled(py: Python<'_>, lattice: Lattice, all: Vec<Vec<u32>>) -> PyResult<Vec<Cell>> {
    let cell = |numbers: Vec<u32>| {
        lattice
            .cell_at(&Coordinates(numbers))
            .ok_or_else(|| errors::wrong(py, "what was pickled has other cells than its lattice"))
    };
    all.into_iter().map(cell).collect()
}

/// A number for each cell of a board, `size` bytes each, as an array: of shape (rows, columns) on squares, `hole` where there is no
/// cell; elsewhere one after the other in the order of the cells.
pub fn mapped<'py, const SIZE: usize>(
    py: Python<'py>,
    region: &Region,
    kind: &str,
    hole: [u8; SIZE],
    numbers: impl FnOnce(&mut dyn FnMut(Cell, [u8; SIZE])) + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let columns = region.cols() as usize;
    let flat = region.lattice() != Lattice::Square;
    let shape = if flat { vec![region.len()] } else { vec![region.rows() as usize, columns] };
    let bytes = PyBytes::new_with(py, SIZE * shape.iter().product::<usize>(), |bytes| {
        py.detach(|| {
            let (places, _) = bytes.as_chunks_mut::<SIZE>();
            places.fill(hole);
            numbers(&mut |cell, number| {
                let at = if flat {
                    region.index(cell).map(|index| index as usize)
                } else {
                    Some(cell.row as usize * columns + cell.col as usize)
                };
                if let Some(place) = at.and_then(|at| places.get_mut(at)) {
                    *place = number;
                }
            });
        });
        Ok(())
    })?;
    array(py, &bytes, kind, &shape)
}

/// The numbers of `bytes` as an array of numpy that reads them in place.
pub fn array<'py>(
    py: Python<'py>,
    bytes: &Bound<'py, PyBytes>,
    kind: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    static ARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    errors::python(py, &ARRAY, "polytile._tables", "array")?.call1((bytes, kind, PyTuple::new(py, shape)?))
}

/// A hash of what can be hashed.
pub fn hash(of: &impl std::hash::Hash) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
