//! `polytile.Piece` and `polytile.PieceSet`: what is laid.
//!
//! In: names, drawings, lists of cells, or other pieces. Out: immutable pieces and sets of them. Each is written in Python as
//! the shortest text that makes it again, by its name where the catalogue has one; a pickle holds the orientations themselves.

use crate::cells::{cells, named, pickled, read_cells, read_lattice, unpickled, written};
use crate::errors;
use crate::reading;
use crate::run::Turns;
use crate::version::Version;
use polytile::board::Lattice;
use polytile::draw::Scene;
use polytile::format::source::Source;
use polytile::format::subject::Words;
use polytile::format::{board, pieces as texts};
use polytile::pieces::{Copies, Freedom, Piece as Shape, PieceSet as Shapes, Polyform, catalogue};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::Arc;

/// A piece: its shape, what may be done to it, and how often it is used.
///
/// `shape` is a name (`"L3"`, `"W"`, `"6-17"`), a drawing with `#` for its cells, or a list of cells. `copies` is
/// `"any"`, a number, or a range such as `"1..3"`. `flips=False` allows no reflections, `turns=False` neither
/// rotations nor reflections. `colour` is `"#rrggbb"`. On other `lattice`s than squares (`"hex"`, `"triangle"`, `"cube"`,
/// `"prism"`) a name is looked up there, and cells are tuples of the numbers that they are written with.
///
/// Raises `InputError` when there is no such piece.
///
/// >>> polytile.Piece("W").size, polytile.Piece("##\n#.", name="chair").orientations
/// (5, 4)
#[pyclass(frozen, module = "polytile", name = "Piece")]
#[derive(Clone)]
pub struct Piece(pub Arc<Shape>);

/// What two words about freedom mean together.
pub fn freedom(py: Python<'_>, flips: Option<bool>, turns: Option<bool>) -> PyResult<Freedom> {
    let words = Words { flips, turns, ..Words::default() };
    words.freedom().map_err(|wrong| errors::misread(py, &wrong))
}

fn read_copies(given: &Bound<'_, PyAny>) -> PyResult<Copies> {
    let text = match given.cast::<PyString>() {
        Ok(text) => text.clone(),
        Err(_) => given.str()?,
    };
    let text = text.to_cow()?;
    texts::copies(&text).map_err(|error| errors::in_text(given.py(), "copies", &text, error))
}

fn read_colour(py: Python<'_>, text: &str) -> PyResult<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let colour = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let [_, red, green, blue] = colour
        .ok_or_else(|| errors::input(py, format!("'{text}' is no colour"), "write one as in #cc3311"))?
        .to_be_bytes();
    Ok([red, green, blue])
}

/// The shape that anything means, and its name if it has one.
fn read_shape(
    given: &Bound<'_, PyAny>,
    lattice: Lattice,
    freedom: Freedom,
) -> PyResult<(Polyform, Option<String>)> {
    let py = given.py();
    let cells: Vec<_> = match given.cast::<PyString>() {
        Ok(text) => {
            let text = text.to_cow()?;
            if !text.contains('\n') && !board::is_drawing(&text) {
                let owned = text.to_string();
                let named = reading::read(py, reading::is_long(&text), move || {
                    texts::named(lattice, &owned, freedom)
                })?;
                let named = named.map_err(|e| errors::in_text(py, "the piece", &text, e))?;
                let [one] = &named[..] else {
                    let message = format!("'{text}' is a set of {} pieces", named.len());
                    return Err(errors::input(py, message, "a PieceSet takes sets; a Piece is one"));
                };
                return Ok((one.shape.clone(), Some(one.name.clone())));
            }
            let drawn = board::art(&text).map_err(|e| errors::in_text(py, "the piece", &text, e))?;
            if lattice != Lattice::Square {
                return Err(errors::input(
                    py,
                    "a drawing is of squares",
                    "give the cells of the piece as a list",
                ));
            }
            drawn.0.cells().collect()
        }
        Err(_) => read_cells(given, lattice)?,
    };
    let shape = Polyform::on(lattice, cells).map_err(|error| errors::wrong(py, error.to_string()))?;
    Ok((shape, None))
}

/// The name that the catalogue has for a shape, or else nothing but a word.
fn known_as(py: Python<'_>, shape: &Polyform, freedom: Freedom) -> PyResult<String> {
    let (lattice, size) = (shape.lattice(), shape.size());
    if size > catalogue::max_size(lattice) {
        return Ok("piece".to_owned());
    }
    let shape = shape.clone();
    reading::read(py, reading::are_many(lattice, size), move || {
        let images = shape.images(freedom);
        let mut all = catalogue::all_on(lattice, size, freedom).into_iter();
        let known = all.find(|named| named.shape.images(freedom) == images);
        known.map_or_else(|| "piece".to_owned(), |named| named.name)
    })
}

impl Piece {
    /// Whether the catalogue has it under its name, so that the name says what it is.
    fn is_standard(&self, freedom: Freedom) -> bool {
        let found = texts::named(self.0.lattice(), &self.0.name, freedom).unwrap_or_default();
        found.first().is_some_and(|named| {
            found.len() == 1
                && Shape::from_catalogue(named, freedom, self.0.copies).orientations == self.0.orientations
        })
    }

    /// How it is written in Python.
    fn written(&self) -> String {
        let piece = &*self.0;
        let freedom = piece.freedom().unwrap_or(Freedom::Fixed);
        let mut more = String::new();
        let mut text = if self.is_standard(freedom) {
            quoted(&piece.name)
        } else {
            more = format!(", name={}", quoted(&piece.name));
            let cells = piece.orientations.first().map_or(&[][..], Polyform::cells);
            written(piece.lattice(), cells.iter().copied())
        };
        more += &named(piece.lattice());
        if piece.copies != Copies::ANY {
            more += &match piece.copies.max() {
                Some(max) if max == piece.copies.min() => format!(", copies={max}"),
                _ => format!(", copies='{}'", piece.copies),
            };
        }
        more += free(freedom);
        if let Some([red, green, blue]) = piece.colour {
            more += &format!(", colour='#{red:02x}{green:02x}{blue:02x}'");
        }
        text += &more;
        format!("Piece({text})")
    }

    fn state(&self) -> State {
        let Shape { name, orientations, copies, colour, hole } = &*self.0;
        let lattice = self.0.lattice();
        let numbers = |shape: &Polyform| pickled(lattice, shape.cells().iter().copied());
        let orientations = orientations.iter().map(numbers).collect();
        (name.clone(), orientations, copies.min(), copies.max(), *colour, lattice.to_string(), *hole)
    }

    fn of_state(py: Python<'_>, (name, shapes, min, max, colour, lattice, hole): State) -> PyResult<Self> {
        let lattice = read_lattice(py, Some(&lattice))?;
        let read = |cells: Vec<Vec<u32>>| {
            Polyform::on(lattice, unpickled(py, lattice, cells)?)
                .map_err(|error| errors::wrong(py, error.to_string()))
        };
        let orientations = shapes.into_iter().map(read).collect::<PyResult<_>>()?;
        let copies = match max {
            None => Ok(Copies::at_least(min)),
            Some(max) => Copies::between(min, max),
        };
        let copies = copies.map_err(|error| errors::wrong(py, error.to_string()))?;
        Ok(Piece(Arc::new(Shape { name, orientations, copies, colour, hole })))
    }
}

/// Name, orientations as cells, copies at least and at most, colour, lattice, whether it stands for what stays empty.
type State = (String, Vec<Vec<Vec<u32>>>, u32, Option<u32>, Option<[u8; 3]>, String, bool);

/// A text as Python writes it.
pub fn quoted(text: &str) -> String {
    let plain = text.chars().all(|c| c != '\\' && c != '\'' && !c.is_control());
    if plain { format!("'{text}'") } else { serde_json::Value::from(text).to_string() }
}

fn free(freedom: Freedom) -> &'static str {
    match freedom {
        Freedom::Free | Freedom::Natural => "",
        Freedom::OneSided => ", flips=False",
        Freedom::Fixed => ", turns=False",
    }
}

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(signature = (
        shape: "str | Iterable[tuple[int, ...]]", *, name: "str | None" = None, copies: "int | str" = None,
        flips: "bool | None" = None, turns: "bool | None" = None, colour: "str | None" = None,
        lattice: "str | None" = None
    ))]
    fn new(
        shape: &Bound<'_, PyAny>,
        name: Option<String>,
        copies: Option<&Bound<'_, PyAny>>,
        flips: Option<bool>,
        turns: Option<bool>,
        colour: Option<&str>,
        lattice: Option<&str>,
    ) -> PyResult<Self> {
        let py = shape.py();
        let freedom = freedom(py, flips, turns)?;
        let (shape, called) = read_shape(shape, read_lattice(py, lattice)?, freedom)?;
        let copies = copies.map(read_copies).transpose()?.unwrap_or(Copies::ANY);
        let name = match name.or(called) {
            Some(name) => name,
            None => known_as(py, &shape, freedom)?,
        };
        let colour = colour.map(|text| read_colour(py, text)).transpose()?;
        Ok(Piece(Arc::new(Shape { colour, ..Shape::new(name, &shape, freedom, copies) })))
    }

    /// What it is called.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// What its cells are: `"square"`, `"hex"`, `"triangle"`, `"cube"` or `"prism"`.
    #[getter]
    fn lattice(&self) -> String {
        self.0.lattice().to_string()
    }

    /// Number of its cells.
    #[getter]
    fn size(&self) -> usize {
        self.0.size()
    }

    /// How many ways there are to turn it.
    #[getter]
    fn orientations(&self) -> usize {
        self.0.orientations.len()
    }

    /// How often it must and may be used: `(1, 3)`, or `(0, None)` for any number.
    #[getter]
    fn copies(&self) -> (u32, Option<u32>) {
        (self.0.copies.min(), self.0.copies.max())
    }

    /// Its cells in its first orientation.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cells(
            py,
            self.0.lattice(),
            self.0.orientations.iter().take(1).flat_map(|shape| shape.cells().iter().copied()),
        )
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        crate::cells::hash(&(&self.0.name, &self.0.orientations))
    }

    fn __repr__(&self) -> String {
        self.written()
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Version::reduced(py, "Piece", self.state())
    }

    /// The piece as a picture.
    fn _repr_svg_(&self) -> Option<String> {
        self.0.orientations.first().map(|shape| Scene::of_piece(&self.0.name, shape).svg())
    }
}

/// The pieces of a puzzle, in order.
///
/// `pieces` is a list as on the command line (`"1:pentominoes,O4"`), or any iterable of `Piece` objects and such lists;
/// `flips` and `turns` are for what is written.
///
/// Raises `InputError` when there is no such piece.
///
/// >>> [piece.name for piece in polytile.PieceSet("trominoes")]
/// ['I3', 'L3']
#[pyclass(frozen, module = "polytile", name = "PieceSet", sequence)]
#[derive(Clone)]
pub struct PieceSet(pub Arc<Shapes>);

impl PieceSet {
    /// The pieces that anything means.
    pub fn of(given: &Bound<'_, PyAny>, flips: Option<bool>, turns: Option<bool>) -> PyResult<Self> {
        if let Some(set) = PieceSet::item(given, flips, turns)? {
            return Ok(set);
        }
        let wrong = |_| {
            PyTypeError::new_err(
                "pieces are a text such as '1:pentominoes', or a list of Piece objects and such texts",
            )
        };
        let mut all = Vec::new();
        let mut turn = Turns::default();
        for one in given.try_iter().map_err(wrong)? {
            let one = one?;
            turn.step(given.py())?;
            let Some(set) = PieceSet::item(&one, flips, turns)? else {
                let message =
                    format!("a list of pieces holds Piece objects and texts, and not {}", one.get_type());
                return Err(PyTypeError::new_err(message));
            };
            all.extend(set.0.iter().cloned());
        }
        Ok(PieceSet(Arc::new(Shapes::new(all))))
    }

    /// The pieces that anything means, at least one: something is to be laid.
    pub fn some(given: &Bound<'_, PyAny>, flips: Option<bool>, turns: Option<bool>) -> PyResult<Self> {
        let set = PieceSet::of(given, flips, turns)?;
        if set.0.is_empty() {
            return Err(errors::input(given.py(), "there are no pieces", "name some, as in 'trominoes'"));
        }
        Ok(set)
    }

    /// The pieces that one object means, which is not a list.
    fn item(given: &Bound<'_, PyAny>, flips: Option<bool>, turns: Option<bool>) -> PyResult<Option<Self>> {
        let py = given.py();
        if let Ok(set) = given.cast::<PieceSet>() {
            return Ok(Some(set.get().clone()));
        }
        if let Ok(piece) = given.cast::<Piece>() {
            return Ok(Some(PieceSet(Arc::new(Shapes::new(vec![(*piece.get().0).clone()])))));
        }
        let Ok(text) = given.cast::<PyString>() else { return Ok(None) };
        let text = text.to_cow()?;
        let freedom = freedom(py, flips, turns)?;
        let owned = text.to_string();
        let listed = reading::read(py, reading::is_long(&text), move || texts::list(&owned, freedom))?;
        let listed =
            listed.map_err(|error| errors::misread(py, &Source::new("pieces", &*text).misread(error)))?;
        Ok(Some(PieceSet(Arc::new(listed))))
    }

    /// The list that means the set, with the further arguments it needs, if there is one.
    fn listed(&self) -> Option<(String, &'static str)> {
        let first = self.0.iter().next()?;
        let freedom = first.freedom()?;
        let item = |piece: &Shape, name: &str| match piece.copies {
            Copies::ANY => name.to_owned(),
            copies => format!("{copies}:{name}"),
        };
        let set = item(first, &catalogue::set_name(first.lattice(), first.size()));
        let names: Vec<String> = self.0.iter().map(|piece| item(piece, &piece.name)).collect();
        let means = |text: &String| texts::list(text, freedom).is_ok_and(|set| set == *self.0);
        // A set of other numbers of pieces need not be made.
        let all = |size| catalogue::all_on(first.lattice(), size, freedom).len();
        let whole = first.size() <= 2 || all(first.size()) == self.0.len();
        let mut written = Some(set).filter(|_| whole).into_iter().chain([names.join(",")]);
        written.find(means).map(|text| (text, free(freedom)))
    }

    /// How it is written in Python, as one argument.
    pub fn written(&self) -> String {
        match self.listed() {
            Some((text, "")) => format!("'{text}'"),
            Some((text, free)) => format!("PieceSet('{text}'{free})"),
            None => {
                let all: Vec<String> =
                    self.0.iter().map(|piece| Piece(Arc::new(piece.clone())).written()).collect();
                format!("[{}]", all.join(", "))
            }
        }
    }
}

#[pymethods]
impl PieceSet {
    #[new]
    #[pyo3(signature = (pieces: "Pieces", *, flips: "bool | None" = None, turns: "bool | None" = None))]
    fn new(pieces: &Bound<'_, PyAny>, flips: Option<bool>, turns: Option<bool>) -> PyResult<Self> {
        PieceSet::of(pieces, flips, turns)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Piece> {
        let at = if index < 0 { index + self.0.len() as isize } else { index };
        let found = usize::try_from(at).ok().and_then(|at| self.0.iter().nth(at));
        let piece =
            found.ok_or_else(|| PyIndexError::new_err(format!("there are {} pieces", self.0.len())))?;
        Ok(Piece(Arc::new(piece.clone())))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all: Vec<Piece> = self.0.iter().map(|piece| Piece(Arc::new(piece.clone()))).collect();
        Ok(PyTuple::new(py, all)?.try_iter()?.into_any())
    }

    /// The pieces side by side; of very many the first.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pictures = self.0.iter().map(|piece| {
            let first = piece.orientations.first();
            (&piece.name, first.map_or_else(String::new, |shape| Scene::of_piece(&piece.name, shape).svg()))
        });
        let module = py.import("polytile._show")?;
        let most: usize = module.getattr("PICTURES")?.extract()?;
        let shown: Vec<_> = pictures.take(most).collect();
        module.call_method1("pieces", (shown, self.0.len()))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        let pieces: Vec<_> = self.0.iter().map(|piece| (&piece.name, &piece.orientations)).collect();
        crate::cells::hash(&pieces)
    }

    fn __repr__(&self) -> String {
        let written = self.written();
        if written.starts_with("PieceSet(") { written } else { format!("PieceSet({written})") }
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let states: Vec<State> = self.0.iter().map(|piece| Piece(Arc::new(piece.clone())).state()).collect();
        Version::reduced(py, "PieceSet", states)
    }
}

/// What [`Piece::__reduce__`] kept.
pub fn restored_piece(state: &Bound<'_, PyAny>) -> PyResult<Piece> {
    Piece::of_state(state.py(), state.extract()?)
}

/// What [`PieceSet::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<PieceSet> {
    let states: Vec<State> = state.extract()?;
    let pieces: Vec<Shape> = states
        .into_iter()
        .map(|state_| Piece::of_state(state.py(), state_).map(|piece| (*piece.0).clone()))
        .collect::<PyResult<_>>()?;
    Ok(PieceSet(Arc::new(Shapes::new(pieces))))
}
