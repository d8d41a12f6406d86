//! `polytile.Golomb`: boards of side 2^n with one cell missing, tiled by L-trominoes.
//!
//! In: n and the hole, or a seed for one. Out: the piece on any cell, a window as an array of colours, pictures, and the proof.
//! Nothing of the 4^n cells is kept, and coordinates may have any size.

use crate::cells::array;
use crate::errors;
use crate::run::{Limits, Run, whole};
use num_bigint::{BigInt, BigUint};
use polytile::ask::golomb::Golomb as Question;
use polytile::ask::{Integer, Unanswered};
use polytile::golomb::{Board, Colouring, GolombError};
use polytile::run::{Control, Progress};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// Boards up to this one are drawn whole.
const DRAWN: u32 = 6;

/// A board of 2^n rows and columns without one cell, tiled by L-trominoes: made by `polytile.golomb`.
///
/// Nothing of its 4^n cells is kept: each piece is found when it is asked for. Rows and columns may have any size.
///
/// >>> board = polytile.golomb(60, hole=(0, 0))
/// >>> board.cell(123456789, 987654321).level
/// 2
#[pyclass(frozen, module = "polytile", name = "Golomb")]
pub struct Golomb {
    board: Board<BigUint>,
}

/// Any row or column.
fn coordinate(py: Python<'_>, number: BigInt, name: &str) -> PyResult<BigUint> {
    BigUint::try_from(number).map_err(|_| errors::wrong(py, format!("a {name} is 0 or more")))
}

impl Golomb {
    fn failed(py: Python<'_>, error: impl Into<Unanswered>) -> PyErr {
        errors::unanswered(py, &error.into())
    }

    /// What `write` writes.
    fn written(
        py: Python<'_>,
        write: impl FnOnce(&Control, &mut Vec<u8>) -> Result<(), GolombError> + Send,
    ) -> PyResult<String> {
        let text = Run::usual(py)?.call(py, |control| {
            let mut text = Vec::new();
            write(control, &mut text).map(|()| text)
        })?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn hole_of(&self) -> [Integer; 2] {
        let (row, column) = self.board.hole();
        [row.into(), column.into()]
    }
}

#[pymethods]
impl Golomb {
    #[new]
    #[pyo3(signature = (n: "int", hole: "tuple[int, int] | None" = None, *, seed: "int | None" = None))]
    fn new(
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        hole: Option<(BigInt, BigInt)>,
        seed: Option<BigInt>,
    ) -> PyResult<Self> {
        let n = whole(n, "n", 0)?;
        let n =
            u32::try_from(n).map_err(|_| errors::wrong(py, format!("there is no board of side 2^{n}")))?;
        if hole.is_some() && seed.is_some() {
            return Err(PyTypeError::new_err("a hole is given, or a seed for one, but not both"));
        }
        let question = Question {
            n,
            hole: hole.map(|(row, column)| [Integer(row), Integer(column)]),
            seed: seed.map(Integer),
            ..Question::default()
        };
        let (board, _) = question.board().map_err(|error| Golomb::failed(py, error))?;
        Ok(Golomb { board })
    }

    /// The board has 2^n rows and columns.
    #[getter]
    fn n(&self) -> u32 {
        self.board.order()
    }

    /// The missing cell: its row and column.
    #[getter]
    fn hole(&self) -> (BigUint, BigUint) {
        let (row, column) = self.board.hole();
        (row.clone(), column.clone())
    }

    /// The piece on a cell: a `Tromino` with its cells, its level (1 for the smallest blocks) and its colour; None for the hole.
    ///
    /// >>> board = polytile.golomb(2, hole=(0, 0))
    /// >>> board.cell(1, 1).cells
    /// ((0, 1), (1, 0), (1, 1))
    #[pyo3(signature = (row: "int", column: "int") -> "Tromino | None")]
    fn cell<'py>(&self, py: Python<'py>, row: BigInt, column: BigInt) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (row, column) = (coordinate(py, row, "row")?, coordinate(py, column, "column")?);
        let piece = self.board.piece_at(&row, &column).map_err(|error| Golomb::failed(py, error))?;
        let Some(piece) = piece else { return Ok(None) };
        let class = py.import("polytile._answers")?.getattr("Tromino")?;
        let cells = PyTuple::new(py, piece.cells())?;
        class.call1((cells, piece.level, piece.colour())).map(Some)
    }

    /// A part of the board as an array of numpy of shape (height, width), `uint8`: the colour of each cell, 0 to 2, and 255
    /// for the hole.
    ///
    /// >>> polytile.golomb(1, hole=(0, 0)).window(0, 0, 2, 2).tolist()
    /// [[255, 0], [0, 0]]
    #[pyo3(
        signature = (
            row: "int", column: "int", height: "int", width: "int", **limits: "Limits"
        ) -> "numpy.typing.NDArray[numpy.uint8]",
        text_signature = "($self, row, column, height, width, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn window<'py>(
        &self,
        py: Python<'py>,
        row: BigInt,
        column: BigInt,
        height: Bound<'py, PyAny>,
        width: Bound<'py, PyAny>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let (row, column) = (coordinate(py, row, "row")?, coordinate(py, column, "column")?);
        let (height, width) = (whole(&height, "height", 1)?, whole(&width, "width", 1)?);
        let window =
            self.board.window(row, column, height, width).map_err(|error| Golomb::failed(py, error))?;
        let size = height.saturating_mul(width);
        run.call(py, |control| control.reserve(size, "the cells of the window"))?;
        let length = usize::try_from(size).map_err(|_| errors::wrong(py, "the window is too large"))?;
        let bytes = PyBytes::new_with(py, length, |cells| {
            let mut rows = window.rows(0..height);
            let filled: Result<(), Unanswered> = run.outcome(py, |control: &Control| {
                for (number, line) in (0..).zip(cells.chunks_exact_mut(width as usize)) {
                    control.check(Progress::Rows { done: number, total: height })?;
                    let Some(row) = rows.next_row() else { break };
                    for (cell, value) in line.iter_mut().zip(row.values()) {
                        // 0 is the hole.
                        *cell = value.wrapping_sub(1);
                    }
                }
                Ok(())
            })?;
            filled.map_err(|error| errors::unanswered(py, &error))
        })?;
        array(py, &bytes, "u1", &[height as usize, width as usize])
    }

    /// The theorem, and what its proof does on this board.
    ///
    /// >>> board = polytile.golomb(2, hole=(0, 0))
    /// >>> print(board.proof().splitlines()[0])
    /// Theorem (Golomb, 1954). A board of 2^n x 2^n cells with any one cell missing can be tiled by L-trominoes.
    fn proof(&self, py: Python<'_>) -> PyResult<String> {
        Golomb::written(py, |control, text| self.board.proof(control, text))
    }

    /// The board, or its first rows and columns, as a picture in SVG.
    ///
    /// >>> board = polytile.golomb(2, hole=(0, 0))
    /// >>> board.svg()[:4]
    /// '<svg'
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let side = 1 << self.board.order().min(DRAWN);
        let window = self.board.part(None, side, side).map_err(|error| Golomb::failed(py, error))?;
        Golomb::written(py, |control, text| window.svg(Colouring::Three, control, text))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.board.order() == other.board.order() && self.board.hole() == other.board.hole()
    }

    fn __hash__(&self) -> u64 {
        crate::cells::hash(&(self.board.order(), self.board.hole()))
    }

    fn __repr__(&self) -> String {
        let [row, column] = self.hole_of();
        format!("golomb({}, hole=({}, {}))", self.board.order(), row.0, column.0)
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.get_type::<Golomb>();
        (make, (self.board.order(), self.hole())).into_pyobject(py)
    }
}
