//! `polytile.ExactCover`: items and options.
//!
//! In: items and options of whatever Python can hash, or a text in one of the library's formats. Out: an object that searches,
//! counts, and holds all solutions in a diagram. The library knows names and numbers only, so the objects that were passed are
//! kept as labels, by the numbers of the options ([`Meaning`]), and solutions are made of them again. Here it is described and
//! pickled; its `building` from objects, its `questions` and the `judging` of solutions stand beside.

use crate::arguments::warn;
use crate::errors;
use crate::pieces::quoted;
use crate::run::Turns;
use crate::version::Version;
use polytile::ask::subject::{Kind, Subject, option_names};
use polytile::exact_cover::{ExactCover as Cover, Multiplicity};
use polytile::format::number_mind::{self, NumberMind};
use polytile::format::subject::Subject as Read;
use polytile::format::{About, cover_json, dlx};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::Arc;

mod building;
mod judging;
mod questions;

/// What the solutions of an exact cover are.
pub enum Meaning {
    /// Options that have these labels.
    Options(Vec<Py<PyAny>>),
    /// Digits, for a text of guesses.
    Digits(Box<NumberMind>, String),
}

impl Meaning {
    /// A solution as Python sees it.
    pub fn solution<'py>(&self, py: Python<'py>, chosen: &[u32]) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Meaning::Options(labels) => {
                let mut chosen = chosen.to_vec();
                chosen.sort_unstable();
                Ok(PyTuple::new(py, chosen.iter().map(|&option| &labels[option as usize]))?.into_any())
            }
            Meaning::Digits(mind, _) => Ok(mind.digits(chosen).into_pyobject(py)?.into_any()),
        }
    }
}

/// Items and options: choose options so that every item is covered as often as it asks for.
///
/// `items` are covered exactly once, or as often as `multiplicities` says: a dict to numbers, or to pairs of a least and
/// a largest one. `secondary` items are covered at most once, or by options that all give them the same colour. `options`
/// is a dict from names to lists of items, or a list of such lists, whose options are then called 0, 1, ... A colour is given to
/// an item by a pair `(item, colour)` in its place, or by `colours`: a dict from the name of an option to a dict from items to colours. Items
/// are texts, or anything else that can be hashed.
///
/// Raises `InputError` where items and options do not fit together.
///
/// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
/// >>> list(cover.solve())
/// [('one', 'two'), ('three', 'four')]
#[pyclass(frozen, module = "polytile", name = "ExactCover")]
pub struct ExactCover {
    cover: Arc<Cover>,
    meaning: Arc<Meaning>,
    title: Option<String>,
}

impl ExactCover {
    /// The cover whose options are called by their numbers.
    fn numbered(py: Python<'_>, cover: Cover, about: &About) -> PyResult<Self> {
        let labels = (0..cover.option_count())
            .map(|i| Ok(i.into_pyobject(py)?.into_any().unbind()))
            .collect::<PyResult<_>>()?;
        let meaning = Arc::new(Meaning::Options(labels));
        Ok(ExactCover { cover: Arc::new(cover), meaning, title: about.title.clone() })
    }

    pub fn of_mind(mind: NumberMind, text: String) -> Self {
        let (cover, title) = (Arc::new(mind.cover()), mind.about.title.clone());
        ExactCover { cover, meaning: Arc::new(Meaning::Digits(Box::new(mind), text)), title }
    }

    /// What words say, where that is not a board.
    pub fn of_read(py: Python<'_>, read: Read, text: &str) -> PyResult<Option<Self>> {
        Ok(match read {
            Read::Cover(covered) => Some(ExactCover::numbered(py, covered.cover, &covered.about)?),
            Read::NumberMind(mind) => Some(ExactCover::of_mind(mind, text.to_owned())),
            _ => None,
        })
    }

    fn subject(&self) -> Subject {
        let kind = match &*self.meaning {
            Meaning::Options(_) => Kind::Covers(Arc::clone(&self.cover)),
            Meaning::Digits(mind, _) => Kind::Digits((**mind).clone(), Arc::clone(&self.cover)),
        };
        Subject { title: self.title.clone(), kind }
    }

    fn label<'py>(&self, py: Python<'py>, option: usize) -> PyResult<Bound<'py, PyAny>> {
        match &*self.meaning {
            Meaning::Options(labels) => Ok(labels[option].bind(py).clone()),
            Meaning::Digits(..) => Ok(option.into_pyobject(py)?.into_any()),
        }
    }
}

#[pymethods]
impl ExactCover {
    #[new]
    #[pyo3(signature = (
        items: "Iterable[Hashable]", options: "Mapping[typing.Any, Iterable[typing.Any]] | Iterable[Iterable[typing.Any]]", *,
        secondary: "Iterable[Hashable]" = None, colours: "Mapping[typing.Any, Mapping[typing.Any, typing.Any]] | None" = None,
        multiplicities: "Mapping[typing.Any, int | tuple[int, int]] | None" = None
    ), text_signature = "(items, options, *, secondary=(), colours=None, multiplicities=None)")]
    fn new<'py>(
        items: &Bound<'py, PyAny>,
        options: &Bound<'py, PyAny>,
        secondary: Option<&Bound<'py, PyAny>>,
        colours: Option<&Bound<'py, PyAny>>,
        multiplicities: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        building::built(items, options, secondary, colours, multiplicities)
    }

    /// An exact cover from Knuth's DLX text: items on the first line, an option to a line.
    ///
    /// >>> list(polytile.ExactCover.from_dlx("a b c\na b\nc\n").solve())
    /// [(0, 1)]
    #[staticmethod]
    fn from_dlx(py: Python<'_>, text: &str) -> PyResult<Self> {
        let read =
            py.detach(|| dlx::parse(text)).map_err(|error| errors::in_text(py, "the text", text, error))?;
        let odd: Vec<_> = read.warnings.into_iter().map(Into::into).collect();
        warn(py, &odd)?;
        ExactCover::numbered(py, read.cover, &read.about)
    }

    /// An exact cover from JSON as the command reads and writes it.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> polytile.ExactCover.from_json(cover.to_json()).count()
    /// 2
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Self> {
        let read = py
            .detach(|| cover_json::parse(text))
            .map_err(|error| errors::in_text(py, "the text", text, error))?;
        ExactCover::numbered(py, read.cover, &read.about)
    }

    /// A Number Mind: a guess and how many of its digits are right on each line, as in `90342 ;2`.
    ///
    /// >>> list(polytile.ExactCover.from_guesses("12 ;2\n").solve())
    /// ['12']
    #[staticmethod]
    fn from_guesses(py: Python<'_>, text: &str) -> PyResult<Self> {
        let mind =
            number_mind::parse(text).map_err(|error| errors::in_text(py, "the guesses", text, error))?;
        Ok(ExactCover::of_mind(mind, text.to_owned()))
    }

    /// The names of the items: those that must be covered, then the secondary ones, as they were given.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.cover.items().iter().map(|item| &item.name))
    }

    /// The options: what each is called, and the names of its items, with their colours as in `x:red`.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let mut turns = Turns::default();
        for option in 0..self.cover.option_count() {
            turns.step(py)?;
            all.set_item(
                self.label(py, option)?,
                PyTuple::new(py, option_names(&self.cover, option as u32))?,
            )?;
        }
        Ok(all)
    }

    /// What it is called, if it has a name.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The cover as Knuth's DLX text.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> polytile.ExactCover.from_dlx(cover.to_dlx()).count()
    /// 2
    fn to_dlx(&self, py: Python<'_>) -> PyResult<String> {
        let title = self.title.as_deref().unwrap_or("An exact cover");
        py.detach(|| dlx::write(&self.cover, title, |_| None))
            .map_err(|error| errors::misread(py, &error.into()))
    }

    /// The cover as JSON that the command reads.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> polytile.parse(cover.to_json()).count()
    /// 2
    fn to_json(&self, py: Python<'_>) -> String {
        let about = About { title: self.title.clone(), ..About::default() };
        py.detach(|| cover_json::write(&self.cover, &about))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        if self.cover != other.cover {
            return Ok(false);
        }
        match (&*self.meaning, &*other.meaning) {
            (Meaning::Options(one), Meaning::Options(other)) => {
                PyTuple::new(py, one)?.eq(PyTuple::new(py, other)?)
            }
            (Meaning::Digits(one, _), Meaning::Digits(other, _)) => Ok(one.guesses() == other.guesses()),
            _ => Ok(false),
        }
    }

    fn __hash__(&self) -> u64 {
        self.cover.fingerprint()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Meaning::Digits(_, text) = &*self.meaning {
            return Ok(format!("ExactCover.from_guesses({})", quoted(text)));
        }
        let items = self.cover.items();
        if self.cover.option_count() > 12 || items.len() > 24 {
            return Ok(format!(
                "<ExactCover of {} items, {} options>",
                items.len(),
                self.cover.option_count()
            ));
        }
        let list = |all: Vec<String>| format!("[{}]", all.join(", "));
        let secondary = |item: &&polytile::exact_cover::Item| item.demand == Multiplicity::Secondary;
        let names =
            |of: Vec<&polytile::exact_cover::Item>| list(of.iter().map(|item| quoted(&item.name)).collect());
        let mut options = Vec::new();
        for option in 0..self.cover.option_count() as u32 {
            let entries = self.cover.option(option).iter().map(|entry| {
                let name = quoted(&items[entry.item as usize].name);
                match entry.colour {
                    0 => name,
                    colour => format!("({name}, {})", quoted(&self.cover.colours()[colour as usize - 1])),
                }
            });
            let label = self.label(py, option as usize)?.repr()?;
            options.push(format!("{label}: {}", list(entries.collect())));
        }
        let mut text = format!(
            "ExactCover({}, {{{}}}",
            names(items.iter().filter(|item| !secondary(item)).collect()),
            options.join(", ")
        );
        if items.iter().any(|item| secondary(&item)) {
            text += &format!(", secondary={}", names(items.iter().filter(secondary).collect()));
        }
        let several: Vec<String> = items
            .iter()
            .filter_map(|item| match item.demand {
                Multiplicity::Primary { lo, hi } if (lo, hi) != (1, 1) => {
                    Some(format!("{}: ({lo}, {hi})", quoted(&item.name)))
                }
                _ => None,
            })
            .collect();
        if !several.is_empty() {
            text += &format!(", multiplicities={{{}}}", several.join(", "));
        }
        Ok(text + ")")
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (labels, guesses) = match &*self.meaning {
            Meaning::Options(labels) => (Some(PyTuple::new(py, labels)?), None),
            Meaning::Digits(_, text) => (None, Some(PyString::new(py, text))),
        };
        let state = (self.to_json(py), labels, guesses).into_pyobject(py)?;
        Version::reduced(py, "ExactCover", state)
    }
}

/// What [`ExactCover::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<ExactCover> {
    let py = state.py();
    let (json, labels, guesses): (String, Option<Vec<Py<PyAny>>>, Option<String>) = state.extract()?;
    if let Some(guesses) = guesses {
        return ExactCover::from_guesses(py, &guesses);
    }
    let cover = ExactCover::from_json(py, &json)?;
    match labels {
        Some(labels) if labels.len() == cover.cover.option_count() => {
            Ok(ExactCover { meaning: Arc::new(Meaning::Options(labels)), ..cover })
        }
        _ => Err(errors::wrong(py, "what was pickled has another number of options")),
    }
}
