//! `polytile.Tiling`: pieces as they lie on the board of a problem.
//!
//! A solution of a search is a list of options; cells, arrays and pictures are made when they are asked for, and the options
//! themselves are shared with the problem.

use crate::cells::{cells, hash, mapped, pickled, read_cell, unpickled};
use crate::errors;
use crate::problem::{Inner, Problem};
use crate::region::{SHOWN, TYPED};
use crate::run::{viewed, word};
use crate::version::Version;
use polytile::board::Lattice;
use polytile::draw::{ColourBy, Scene};
use polytile::exact_cover::Encoded;
use polytile::format::tiling::{to_json, to_letters};
use polytile::tiling::{Laid, Tiling as Laying};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Arc, OnceLock};

/// A tiling: every cell of a board covered by one piece.
///
/// Made by what finds tilings, or by `Problem.tiling` from letters or JSON.
///
/// >>> tiling = polytile.Problem("2x3", "L3").tiling("AAB/ABB")
/// >>> len(tiling), tiling.pieces[0]
/// (2, ('L3', (Cell(row=0, column=0), Cell(row=0, column=1), Cell(row=1, column=0))))
#[pyclass(frozen, module = "polytile", name = "Tiling")]
pub struct Tiling {
    pub inner: Arc<Inner>,
    lay: Lay,
}

enum Lay {
    Chosen { encoded: Arc<Encoded>, options: Box<[u32]>, laid: OnceLock<Laying> },
    Laid(Laying),
}

impl Tiling {
    /// The tiling that these options make.
    pub fn chosen(inner: Arc<Inner>, encoded: Arc<Encoded>, options: Vec<u32>) -> Self {
        Tiling { inner, lay: Lay::Chosen { encoded, options: options.into(), laid: OnceLock::new() } }
    }

    /// The tiling as it lies.
    pub fn laid(inner: Arc<Inner>, tiling: Laying) -> Self {
        Tiling { inner, lay: Lay::Laid(tiling) }
    }

    /// The pieces as they lie.
    pub fn laying(&self) -> &Laying {
        match &self.lay {
            Lay::Chosen { encoded, options, laid } => laid.get_or_init(|| encoded.tiling(options)),
            Lay::Laid(tiling) => tiling,
        }
    }

    fn name(&self, laid: &Laid) -> &str {
        &self.inner.problem.pieces[laid.piece].name
    }

    fn rows(&self) -> String {
        to_letters(self.laying(), &self.inner.problem)
    }
}

#[pymethods]
impl Tiling {
    /// The problem whose tiling it is.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(Arc::clone(&self.inner))
    }

    /// The pieces as they lie: a name and its cells for each, by their first cells.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let piece = |laid: &Laid| {
            let cells = cells(py, self.inner.problem.region.lattice(), laid.cells.iter().copied())?;
            (self.name(laid), cells).into_pyobject(py)
        };
        PyTuple::new(py, self.laying().laid().iter().map(piece).collect::<PyResult<Vec<_>>>()?)
    }

    /// An array of numpy of shape (rows, columns), `int32`: for each cell the index of what covers it in `pieces`, and -1
    /// for a hole. On other lattices than squares it has one number for each of the board's `cells`, in their order.
    ///
    /// >>> polytile.Problem("2x3", "L3").tiling("AAB/ABB").grid.tolist()
    /// [[0, 0, 1], [0, 1, 1]]
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.numbers(py, |index, _| index)
    }

    /// The grid with the index of the piece in the problem's `pieces`, so that copies of a piece are alike.
    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.numbers(py, |_, laid| laid.piece)
    }

    /// The name of what covers a cell, which is given by its numbers; None for a hole.
    ///
    /// >>> tiling = polytile.Problem("2x3", "L3").tiling("AAB/ABB")
    /// >>> tiling.at(0, 2)
    /// 'L3'
    #[pyo3(signature = (*cell: "int") -> "str | None")]
    fn at(&self, cell: &Bound<'_, PyTuple>) -> PyResult<Option<&str>> {
        let cell = read_cell(cell.as_any(), self.inner.problem.region.lattice())?;
        let found = self.laying().laid().iter().find(|laid| laid.cells.contains(&cell));
        Ok(found.map(|laid| self.name(laid)))
    }

    /// One letter to a cell, a line to a row; pieces that touch differ.
    #[getter]
    fn letters(&self, py: Python<'_>) -> String {
        py.detach(|| self.rows())
    }

    /// The pieces and their cells as JSON, as the command writes it.
    ///
    /// >>> tiling = polytile.Problem("2x3", "L3").tiling("AAB/ABB")
    /// >>> tiling.problem.tiling(tiling.to_json()) == tiling
    /// True
    fn to_json(&self, py: Python<'_>) -> String {
        py.detach(|| to_json(self.laying(), &self.inner.problem))
    }

    /// A picture in SVG; with `by_piece` equal pieces have equal colours. `colour_by` says what colours tell instead:
    /// `"contrast"` (neighbours apart), `"piece"`, `"turn"`, `"orientation"` or `"none"`. Cubes and prisms are drawn in `"layers"`, or
    /// with `view="isometric"` as solid pieces, moved apart.
    ///
    /// >>> tiling = polytile.Problem("2x3", "L3").tiling("AAB/ABB")
    /// >>> tiling.svg(title="Two", colour_by="piece")[:4]
    /// '<svg'
    #[pyo3(signature = (*, title=None, by_piece=false, colour_by=None, view=None))]
    fn svg(
        &self,
        py: Python<'_>,
        title: Option<&str>,
        by_piece: bool,
        colour_by: Option<&str>,
        view: Option<&str>,
    ) -> PyResult<String> {
        let options = viewed(py, view, self.inner.problem.region.lattice())?;
        let by = match (word(py, colour_by)?, by_piece) {
            (Some(_), true) => {
                return Err(errors::wrong(
                    py,
                    "by_piece and colour_by do not go together: leave one of them out",
                ));
            }
            (Some(by), false) => by,
            (None, true) => ColourBy::Piece,
            (None, false) => ColourBy::Contrast,
        };
        Ok(py.detach(|| {
            let scene = Scene::coloured_by(&self.inner.problem, self.laying(), by).with_options(options);
            title.map_or_else(|| scene.svg(), |title| scene.clone().titled(title).svg())
        }))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.inner.problem.region.len() > SHOWN {
            return Ok(None);
        }
        self.svg(py, None, false, None, None).map(Some)
    }

    /// Box lines.
    fn __str__(&self, py: Python<'_>) -> String {
        py.detach(|| Scene::new(&self.inner.problem, self.laying()).text())
    }

    fn __len__(&self) -> usize {
        self.laying().laid().len()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.laying() == other.laying() && self.inner.is(&other.inner)
    }

    fn __hash__(&self) -> u64 {
        hash(self.laying())
    }

    fn __repr__(&self) -> String {
        let region = &self.inner.problem.region;
        if region.lattice() != Lattice::Square || region.rows() as usize * region.cols() as usize > TYPED {
            return format!("<Tiling by {} pieces of {}>", self.laying().laid().len(), self.inner.written());
        }
        format!("{}.tiling('{}')", self.inner.written(), self.rows().trim_end().replace('\n', "/"))
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let lattice = self.inner.problem.region.lattice();
        let numbers = |laid: &Laid| (laid.piece, pickled(lattice, laid.cells.iter().copied()));
        let laid: Vec<_> = self.laying().laid().iter().map(numbers).collect();
        Version::reduced(py, "Tiling", (Problem(Arc::clone(&self.inner)), laid).into_pyobject(py)?)
    }
}

impl Tiling {
    fn numbers<'py>(
        &self,
        py: Python<'py>,
        number: impl Fn(usize, &Laid) -> usize + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        mapped(py, &self.inner.problem.region, "i4", (-1_i32).to_ne_bytes(), |put| {
            for (index, laid) in self.laying().laid().iter().enumerate() {
                let number = (number(index, laid) as i32).to_ne_bytes();
                laid.cells.iter().for_each(|&cell| put(cell, number));
            }
        })
    }
}

/// What [`Tiling::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Tiling> {
    type State<'py> = (Bound<'py, Problem>, Vec<(usize, Vec<Vec<u32>>)>);
    let (problem, laid): State<'_> = state.extract()?;
    let inner = Arc::clone(&problem.get().0);
    let lattice = inner.problem.region.lattice();
    let lay = |(piece, cells): (usize, Vec<Vec<u32>>)| {
        Ok(Laid { piece, cells: unpickled(state.py(), lattice, cells)? })
    };
    let tiling = Laying::new(laid.into_iter().map(lay).collect::<PyResult<_>>()?);
    if tiling.laid().iter().any(|laid| laid.piece >= inner.problem.pieces.len())
        || tiling.laid().iter().flat_map(|laid| &laid.cells).any(|&cell| !inner.problem.region.contains(cell))
    {
        return Err(errors::wrong(state.py(), "what was pickled lies beside the board"));
    }
    Ok(Tiling::laid(inner, tiling))
}
