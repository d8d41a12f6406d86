//! `polytile.Region`: where pieces are laid.
//!
//! In: a short form, a drawing, lines, or an array. Out: an immutable board that knows its size, its cells and its holes, is
//! compared and hashed by them, and is shown as a drawing or a picture where it is small enough.

use crate::cells::{
    cells, hash, mapped, named, pickled, read_cell, read_cells, read_lattice, unpickled, written,
};
use crate::errors;
use crate::version::Version;
use polytile::ask::json;
use polytile::board::{Cell, Lattice, Region as Board, RegionError, Topology};
use polytile::draw::Scene;
use polytile::format::board;
use polytile::pieces::PieceSet;
use polytile::problem::Problem;
use polytile::tiling::Tiling;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::collections::HashSet;
use std::sync::Arc;

/// The most cells that are written down, so that a board can be typed back in; or, in a larger board, the most holes.
pub const TYPED: usize = 4096;
const TYPED_HOLES: usize = 64;

/// The most cells of what is shown in a notebook: more would be too much for a browser.
pub const SHOWN: usize = 100_000;

/// A board: the cells that pieces cover.
///
/// `board` is a size such as `"9x12"` (rows x columns), `"aztec:4"`, `"chair:3"`, `"torus:4x6"` or `"cylinder:4x6"`; a
/// drawing with `#` for a cell and `.` for a hole; a list of such lines; or any two-dimensional array, a cell where
/// it is true. `remove` are cells to take away. Rows and columns count from 0 at the top left.
///
/// Boards of other lattices have names, such as `"hexagon:3"`, `"triangle:9"` or `"box:3x3x3"`, or are lists of cells with the
/// name of their `lattice`: `"hex"`, `"triangle"`, `"cube"` or `"prism"`. Their cells are tuples of the numbers that they are
/// written with.
///
/// Raises `InputError` when there is no such board.
///
/// >>> polytile.Region([(0, 0), (1, 0), (1, 1)], lattice="hex").lattice, len(polytile.Region("box:3x3x3"))
/// ('hex', 27)
/// >>> region = polytile.Region("8x8", remove=[(0, 0), (7, 7)])
/// >>> len(region), region.rows, (0, 0) in region
/// (62, 8, False)
#[pyclass(frozen, module = "polytile", name = "Region")]
#[derive(Clone)]
pub struct Region(pub Arc<Board>);

/// The board that a text means.
fn read(py: Python<'_>, text: &str) -> PyResult<Board> {
    let found = py.detach(|| {
        if text.contains('\n') || (!board::is_short_form(text) && board::is_drawing(text)) {
            board::art(text).map(|(region, _)| region)
        } else {
            board::short_form(text)
        }
    });
    found.map_err(|error| errors::in_text(py, "the board", text, error))
}

/// Anything as the text of a board: itself, lines, or an array.
pub fn drawn<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    if let Ok(text) = given.cast::<PyString>() {
        Ok(text.clone())
    } else {
        let module = given.py().import("polytile._cells")?;
        Ok(module.call_method1("drawn", (given,))?.cast_into()?)
    }
}

impl Region {
    /// The board that anything means.
    pub fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(region) = given.cast::<Region>() {
            return Ok(region.get().clone());
        }
        Ok(Region(Arc::new(read(given.py(), &drawn(given)?.to_cow()?)?)))
    }

    /// The rectangle around it as it is written on the command line.
    fn size(&self) -> String {
        let (rows, columns) = (self.0.rows(), self.0.cols());
        match self.0.topology() {
            Topology::Plane => format!("{rows}x{columns}"),
            _ => format!("{}:{rows}x{columns}", self.topology()),
        }
    }

    /// The board of these cells.
    fn of_cells(given: &Bound<'_, PyAny>, lattice: Lattice) -> PyResult<Self> {
        if given.is_instance_of::<PyString>() {
            let help = "a board with a name has its lattice: leave `lattice` out, or give a list of cells";
            return Err(errors::input(given.py(), "a lattice is named beside a list of cells", help));
        }
        let cells = read_cells(given, lattice)?;
        let board =
            Board::of_cells(lattice, cells).map_err(|error| errors::wrong(given.py(), error.to_string()))?;
        Ok(Region(Arc::new(board)))
    }

    /// How it is written in Python, as one argument where it is alone in a call; in angle brackets where that would be long.
    pub fn written(&self) -> String {
        let lattice = self.0.lattice();
        if lattice != Lattice::Square {
            // What is written is the smallest box around the cells.
            let again = || Board::of_cells(lattice, self.0.cells().collect());
            if self.0.len() > TYPED || again().as_ref() != Ok(&*self.0) {
                return format!("<Region of {} cells, lattice='{lattice}'>", self.0.len());
            }
            return format!("Region({}{})", written(lattice, self.0.cells()), named(lattice));
        }
        let (size, around) = (self.size(), self.0.rows() as usize * self.0.cols() as usize);
        let holes = around - self.0.len();
        if holes == 0 && !self.0.has_optional() {
            return format!("'{size}'");
        }
        if self.0.topology() == Topology::Plane && around <= TYPED {
            return format!("'{}'", board::draw(&self.0).trim_end().replace('\n', "\\n"));
        }
        if holes > TYPED_HOLES || self.0.has_optional() {
            return format!("<Region of {} cells in {size}>", self.0.len());
        }
        format!("Region('{size}', remove={})", written(lattice, self.0.holes()))
    }
}

#[pymethods]
impl Region {
    #[new]
    #[pyo3(signature = (
        board: "Board", *, remove: "Iterable[tuple[int, ...]]" = None, lattice: "str | None" = None
    ))]
    fn new(
        board: &Bound<'_, PyAny>,
        remove: Option<&Bound<'_, PyAny>>,
        lattice: Option<&str>,
    ) -> PyResult<Self> {
        let region = match lattice {
            Some(name) => Region::of_cells(board, read_lattice(board.py(), Some(name))?)?,
            None => Region::of(board)?,
        };
        let Some(remove) = remove else { return Ok(region) };
        let cells = read_cells(remove, region.0.lattice())?;
        let holed = board.py().detach(|| board::without((*region.0).clone(), &cells));
        Ok(Region(Arc::new(holed.map_err(|error| errors::misread(board.py(), &error.into()))?)))
    }

    /// What its cells are: `"square"`, `"hex"`, `"triangle"`, `"cube"` or `"prism"`.
    #[getter]
    fn lattice(&self) -> String {
        self.0.lattice().to_string()
    }

    /// Layers of the box around it: 1 in the plane.
    #[getter]
    fn layers(&self) -> u32 {
        self.0.layers()
    }

    /// Rows of the rectangle around it, in the coordinates of its cells.
    #[getter]
    fn rows(&self) -> u32 {
        self.0.rows()
    }

    /// Columns of the rectangle around it.
    #[getter]
    fn columns(&self) -> u32 {
        self.0.cols()
    }

    /// Which edges are glued: `"plane"`, `"cylinder"` or `"torus"`.
    #[getter]
    fn topology(&self) -> String {
        json(&self.0.topology()).as_str().unwrap_or_default().to_owned()
    }

    /// Its cells, row by row.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cells(py, self.0.lattice(), self.0.cells())
    }

    /// Its cells that may stay empty, row by row: drawn with `+`.
    ///
    /// >>> polytile.Region("##+").optional
    /// (Cell(row=0, column=2),)
    #[getter]
    fn optional<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cells(py, self.0.lattice(), self.0.optional())
    }

    /// The cells of the rectangle around it that it lacks, row by row.
    #[getter]
    fn holes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cells(py, self.0.lattice(), self.0.holes())
    }

    /// An array of numpy of shape (rows, columns), `bool`, True for a cell; on other lattices than squares True for each cell.
    ///
    /// >>> polytile.Region("##\n#.").mask.tolist()
    /// [[True, True], [True, False]]
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        mapped(py, &self.0, "?", [0], |put| self.0.cells().for_each(|cell| put(cell, [1])))
    }

    /// How many symmetries of its lattice carry it to itself: of the square there are eight.
    #[getter]
    fn symmetries(&self, py: Python<'_>) -> usize {
        py.detach(|| self.0.symmetries().count())
    }

    /// The board as a drawing, `#` for a cell and `.` for a hole; of other lattices than squares as an empty tiling is drawn.
    fn __str__(&self, py: Python<'_>) -> String {
        py.detach(|| {
            if self.0.lattice() == Lattice::Square { board::draw(&self.0) } else { self.empty().text() }
        })
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, cell: &Bound<'_, PyAny>) -> bool {
        read_cell(cell, self.0.lattice()).is_ok_and(|cell| self.0.contains(cell))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.cells(py)?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        hash(&*self.0)
    }

    fn __repr__(&self) -> String {
        let written = self.written();
        if written.starts_with('\'') { format!("Region({written})") } else { written }
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let lattice = self.0.lattice();
        let optional = pickled(lattice, self.0.optional());
        if lattice != Lattice::Square {
            // A box may be larger than what is left of it.
            let box_ = [self.0.layers(), self.0.rows(), self.0.cols() / lattice.kinds()].map(u64::from);
            let state = (lattice.to_string(), (pickled(lattice, self.0.cells()), box_), optional);
            return Version::reduced(py, "Region", state.into_pyobject(py)?);
        }
        let (size, whole) = (self.size(), self.0.holes().next().is_none());
        let mask = if whole { None } else { Some(self.filled(py)?) };
        Version::reduced(py, "Region", (size, mask, optional).into_pyobject(py)?)
    }

    /// The board as a picture, where it is not too large to be shown.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        self.shown(py)
    }
}

impl Region {
    /// A byte for each cell of the rectangle around it, row by row: 1 where it has that cell.
    fn filled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (rows, columns) = (self.0.rows() as usize, self.0.cols() as usize);
        PyBytes::new_with(py, rows * columns, |mask| {
            py.detach(|| {
                mask.fill(1);
                self.0.holes().for_each(|hole| mask[hole.row as usize * columns + hole.col as usize] = 0);
            });
            Ok(())
        })
    }

    /// The board as a picture, where it is not too large to be shown.
    pub fn shown(&self, py: Python<'_>) -> Option<String> {
        (self.0.len() <= SHOWN).then(|| py.detach(|| self.svg()))
    }

    /// The board as a picture.
    fn svg(&self) -> String {
        self.empty().svg()
    }

    /// The board, and nothing on it.
    fn empty(&self) -> Scene {
        Scene::new(&Problem::new((*self.0).clone(), PieceSet::default()), &Tiling::default())
    }
}

/// What [`Region::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Region> {
    type Of<C> = (String, C, Vec<Vec<u32>>);
    let py = state.py();
    let wrong = |error: RegionError| errors::wrong(py, error.to_string());
    let with = |region: Board, optional| {
        let optional = unpickled(py, region.lattice(), optional)?;
        Ok(Region(Arc::new(region.with_optional(&optional).map_err(wrong)?)))
    };
    if let Ok((lattice, (cells, box_), optional)) = state.extract::<Of<(Vec<Vec<u32>>, [u64; 3])>>() {
        let lattice = read_lattice(py, Some(&lattice))?;
        let cells: HashSet<Cell> = unpickled(py, lattice, cells)?.into_iter().collect();
        let full = Board::full(lattice, box_).map_err(wrong)?;
        let holes: Vec<Cell> = full.cells().filter(|cell| !cells.contains(cell)).collect();
        return with(full.without(&holes).map_err(wrong)?, optional);
    }
    let (size, mask, optional): Of<Option<PyBackedBytes>> = state.extract()?;
    let region = read(py, &size)?;
    let Some(mask) = mask else { return with(region, optional) };
    if mask.len() != region.rows() as usize * region.cols() as usize {
        return Err(errors::wrong(py, "what was pickled has another number of cells"));
    }
    let region = py.detach(|| {
        let columns = region.cols();
        let holes = (0..).zip(&mask[..]).filter(|&(_, &cell)| cell == 0);
        let holes: Vec<Cell> = holes.map(|(at, _): (u32, _)| Cell::new(at / columns, at % columns)).collect();
        board::without(region, &holes)
    });
    with(region.map_err(|error| errors::misread(py, &error.into()))?, optional)
}
