//! `polytile.ExactCover`: items and options.
//!
//! In: items and options of whatever Python can hash, or a text in one of the library's formats. Out: an object that searches,
//! counts, and holds all solutions in a diagram. The library knows names and numbers only, so the objects that were passed are
//! kept as labels, by the numbers of the options ([`Meaning`]), and solutions are made of them again.

use crate::arguments::{answer, as_far_as, integer, share, warn, weights as by_name};
use crate::errors;
use crate::family::{Family, Labels};
use crate::pieces::quoted;
use crate::run::{Arg, Limits, Run, Turns, whole, word};
use crate::solutions::{Covers, Stream};
use crate::version::Version;
use num_bigint::BigInt;
use polytile::ask::best::Best;
use polytile::ask::inspect::Inspect;
use polytile::ask::solve::{Unique, Wanted, Way};
use polytile::ask::subject::{Kind, Subject, option_names};
use polytile::ask::why::{Reason, Why};
use polytile::ask::zdd::{Held, Source as Origin};
use polytile::ask::{Unanswered, nobody};
use polytile::exact_cover::{Entry, ExactCover as Cover, Multiplicity};
use polytile::format::number_mind::{self, NumberMind};
use polytile::format::subject::Subject as Read;
use polytile::format::{About, cover_json, dlx};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PySet, PyString, PyTuple};
use std::sync::Arc;

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

/// Covers as they are built.
struct Building<'py> {
    cover: Cover,
    items: Bound<'py, PyDict>,
}

impl<'py> Building<'py> {
    fn add(&mut self, item: &Bound<'py, PyAny>, demand: Multiplicity) -> PyResult<()> {
        let name = item.str()?.to_string();
        let number =
            self.cover.add_item(name, demand).map_err(|e| errors::wrong(item.py(), e.to_string()))?;
        self.items.set_item(item, number)
    }

    fn entry(&mut self, given: &Bound<'py, PyAny>, colours: Option<&Bound<'py, PyAny>>) -> PyResult<Entry> {
        let py = given.py();
        let (item, own) = match (self.items.get_item(given)?, given.cast::<PyTuple>()) {
            (Some(number), _) => (Some((number, given.clone())), None),
            (None, Ok(pair)) if pair.len() == 2 => {
                let item = pair.get_item(0)?;
                (self.items.get_item(&item)?.map(|number| (number, item)), Some(pair.get_item(1)?))
            }
            _ => (None, None),
        };
        let Some((number, item)) = item else {
            let message = format!("an option holds {}, which is no item", given.repr()?);
            return Err(errors::input(py, message, "list it among `items` or `secondary`"));
        };
        let colour = match (own, colours) {
            (Some(colour), _) => Some(colour),
            (None, Some(colours)) if colours.contains(&item)? => Some(colours.get_item(&item)?),
            _ => None,
        };
        let colour =
            colour.map(|colour| Ok::<_, PyErr>(self.cover.colour(&colour.str()?.to_cow()?))).transpose()?;
        Ok(Entry { item: number.extract()?, colour: colour.unwrap_or(0) })
    }
}

/// A demand: a number, or a least and a largest one.
fn demand(given: &Bound<'_, PyAny>) -> PyResult<Multiplicity> {
    let number = |given: &Bound<'_, PyAny>| {
        let number = whole(given, "a multiplicity", 0)?;
        u32::try_from(number)
            .map_err(|_| errors::wrong(given.py(), format!("{number} is too large a multiplicity")))
    };
    if let Ok(pair) = given.cast::<PyTuple>() {
        let (lo, hi): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        return Ok(Multiplicity::Primary { lo: number(&lo)?, hi: number(&hi)? });
    }
    let times = number(given)?;
    Ok(Multiplicity::Primary { lo: times, hi: times })
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
            Read::Tiling(_) => None,
        })
    }

    fn subject(&self) -> Subject {
        let kind = match &*self.meaning {
            Meaning::Options(_) => Kind::Covers(Arc::clone(&self.cover)),
            Meaning::Digits(mind, _) => Kind::Digits((**mind).clone(), Arc::clone(&self.cover)),
        };
        Subject { title: self.title.clone(), kind }
    }

    /// The cover whose options cost what `weights` says by their labels.
    fn costing(&self, py: Python<'_>, weights: &Bound<'_, PyDict>) -> PyResult<Arc<Cover>> {
        let mut cover = (*self.cover).clone();
        let by_label = PyDict::new(py);
        for option in 0..cover.option_count() {
            cover.set_cost(option as u32, 0);
            by_label.set_item(self.label(py, option)?, option)?;
        }
        for (label, weight) in weights {
            let Some(option) = by_label.get_item(&label)? else {
                return Err(errors::wrong(py, format!("{} is no option", label.repr()?)));
            };
            cover.set_cost(option.extract()?, whole(&weight, "a weight", 0)?);
        }
        Ok(Arc::new(cover))
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
        let py = items.py();
        let mut building = Building { cover: Cover::default(), items: PyDict::new(py) };
        for item in items.try_iter()? {
            let item = item?;
            let asked = match multiplicities {
                Some(asked) if asked.contains(&item)? => demand(&asked.get_item(&item)?)?,
                _ => Multiplicity::ONCE,
            };
            building.add(&item, asked)?;
        }
        let given_items = building.items.copy()?;
        for item in secondary.map(PyAnyMethods::try_iter).transpose()?.into_iter().flatten() {
            building.add(&item?, Multiplicity::Secondary)?;
        }
        if let Some(asked) = multiplicities {
            for item in asked.try_iter()? {
                let item = item?;
                if !given_items.contains(&item)? {
                    let message =
                        format!("a multiplicity is given for {}, which is not among `items`", item.repr()?);
                    return Err(errors::wrong(py, message));
                }
            }
        }
        let named = options.cast::<PyMapping>().ok();
        let mut labels: Vec<Py<PyAny>> = Vec::new();
        let mut entries = Vec::new();
        let mut turns = Turns::default();
        for (number, given) in options.try_iter()?.enumerate() {
            let given = given?;
            let (label, option) = match named {
                Some(named) => (given.clone(), named.get_item(&given)?),
                None => (number.into_pyobject(py)?.into_any(), given),
            };
            let its = match colours {
                Some(colours) if colours.contains(&label)? => Some(colours.get_item(&label)?),
                _ => None,
            };
            entries.clear();
            let mut coloured = 0;
            for item in option.try_iter()? {
                turns.step(py)?;
                let item = item?;
                entries.push(building.entry(&item, its.as_ref())?);
                coloured += usize::from(its.as_ref().map_or(Ok(false), |its| its.contains(&item))?);
            }
            if its.as_ref().map_or(Ok(0), PyAnyMethods::len)? > coloured {
                let message =
                    format!("option {} is given colours of items that it does not hold", label.repr()?);
                return Err(errors::wrong(py, message));
            }
            let added = building.cover.add_option(&entries);
            added.map_err(|error| {
                errors::wrong(
                    py,
                    format!("option {}: {error}", label.str().map_or(String::new(), |s| s.to_string())),
                )
            })?;
            labels.push(label.unbind());
        }
        let known = PySet::new(py, &labels)?;
        for label in colours.map(PyAnyMethods::try_iter).transpose()?.into_iter().flatten() {
            let label = label?;
            if !known.contains(&label)? {
                let message = format!("colours are given for {}, which is no option", label.repr()?);
                return Err(errors::wrong(py, message));
            }
        }
        Ok(ExactCover {
            cover: Arc::new(building.cover),
            meaning: Arc::new(Meaning::Options(labels)),
            title: None,
        })
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

    /// An iterator over the solutions: tuples of the names of options, in their order; of a Number Mind, texts of digits.
    /// The arguments are those of `Problem.solve`: `seed`, `part`, `resume`, and `engine`, `"bitboard"` or `"sparse"`.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> [cover.solve(part=(k, 2)).count() for k in (1, 2)]
    /// [1, 1]
    #[pyo3(
        signature = (
            *, seed: "int | None" = None, part: "tuple[int, int] | None" = None, resume: "str | None" = None,
            engine: "str | None" = None, **limits: "Limits"
        ) -> "Covers",
        text_signature = "($self, *, seed=None, part=None, resume=None, engine=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        seed: Option<BigInt>,
        part: Arg<'py>,
        resume: Option<&str>,
        engine: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Covers> {
        let run = Run::new(py, limits)?;
        let wanted = Wanted {
            random: seed.is_some(),
            seed: integer(seed),
            subtree: share(part)?,
            engine: word(py, engine)?,
            ..Wanted::default()
        };
        let subject = self.subject();
        let search = run.call(py, |control| {
            let prepared = wanted.prepare(&subject, false, Some("solve"), control)?;
            Ok::<_, Unanswered>(match prepared.way {
                Way::Search(search) => Some(Arc::from(search)),
                Way::RuledOut | Way::Diagram(_) => None,
            })
        })?;
        Ok(Covers { meaning: Arc::clone(&self.meaning), stream: Stream::new(py, search, run, resume)? })
    }

    /// The first solution that is found, or None if there is none.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.first()
    /// ('one', 'two')
    #[pyo3(
        signature = (**limits: "Limits") -> "typing.Any",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn first<'py>(
        &self,
        py: Python<'py>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let covers = self.solve(py, None, None, None, None, limits)?;
        covers.stream.next(py)?.map(|chosen| self.meaning.solution(py, &chosen)).transpose()
    }

    /// The number of solutions, an exact integer: by a search, or by a diagram where a search would take long. `engine` is
    /// `"bitboard"`, `"sparse"` or `"zdd"`.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.count(), cover.count(engine="zdd")
    /// (2, 2)
    #[pyo3(
        signature = (*, engine: "str | None" = None, **limits: "Limits") -> "int",
        text_signature = "($self, *, engine=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn count<'py>(
        &self,
        py: Python<'py>,
        engine: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<BigInt> {
        let run = Run::new(py, limits)?;
        let wanted = Wanted { engine: word(py, engine)?, ..Wanted::default() };
        let asked = polytile::ask::solve::Solutions { wanted, ..Default::default() };
        let subject = self.subject();
        let total = run.call(py, |control| asked.answer(&subject, control, &mut nobody))?;
        Ok(total.count.0)
    }

    /// The k solutions of least weight, lightest first, each as a pair of weight and solution; fewer where there are no more.
    ///
    /// Options weigh what they cost in the text that the cover was read from, or else as `weights` says: a dict from the names of options to
    /// whole numbers from 0 on, where what is not named weighs 0; of a Number Mind from texts such as `"1=5"`, a place and a digit.
    /// `engine` is `"bounds"` or `"zdd"`. What is lightest so far at a limit is `had` of the exception.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.best(2, {"one": 7, "three": 1, "four": 2})
    /// [(3, ('three', 'four')), (7, ('one', 'two'))]
    #[pyo3(
        signature = (
            k: "int", weights: "dict[typing.Any, int] | None" = None, *, engine: "str | None" = None, **limits: "Limits"
        ) -> "list[tuple[int, typing.Any]]",
        text_signature = "($self, k, weights=None, *, engine=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn best<'py>(
        &self,
        py: Python<'py>,
        k: &Bound<'py, PyAny>,
        weights: Option<&Bound<'py, PyDict>>,
        engine: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let mut subject = self.subject();
        let mut text = None;
        match (weights, &*self.meaning) {
            (Some(weights), Meaning::Digits(..)) => text = Some(by_name(weights)?),
            (Some(weights), Meaning::Options(_)) => subject.kind = Kind::Covers(self.costing(py, weights)?),
            (None, _) => {}
        }
        let best = Best {
            best: whole(k, "k", 0)?,
            conditions: Vec::new(),
            weights: text,
            engine: word(py, engine)?,
            cross_check: false,
        };
        let mut solutions = Vec::new();
        let done = run.call(py, |control| {
            let found = best.find(&subject, control)?;
            solutions = found.solutions;
            found.stopped.map_or(Ok(()), |stopped| Err(Unanswered::from(stopped)))
        });
        let all =
            solutions.iter().map(|(weight, chosen)| Ok((weight.clone(), self.meaning.solution(py, chosen)?)));
        let all = all.collect::<PyResult<Vec<_>>>()?;
        as_far_as(done, PyList::new(py, all)?)
    }

    /// Whether there is exactly one solution.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.unique()
    /// False
    #[pyo3(
        signature = (**limits: "Limits") -> "bool",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn unique<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<bool> {
        let run = Run::new(py, limits)?;
        let subject = self.subject();
        let asked = Unique::default();
        Ok(run.call(py, |control| asked.answer(&subject, control, &mut nobody))?.unique)
    }

    /// What all solutions say: which options are in all of them or in none, and how hard the search is.
    /// `engine` is `"bitboard"` or `"sparse"`; `cross_check` asks another engine too, and compares.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.inspect().solutions, cover.inspect().options[0]
    /// (2, UsedOption(items=('a', 'b'), solutions=1))
    #[pyo3(
        signature = (*, engine: "str | None" = None, cross_check: "bool" = false, **limits: "Limits") -> "Inspection",
        text_signature = "($self, *, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn inspect<'py>(
        &self,
        py: Python<'py>,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let inspect = Inspect { conditions: Vec::new(), engine: word(py, engine)?, cross_check };
        let subject = self.subject();
        answer(py, "Inspection", &run.call(py, |control| inspect.answer(&subject, control))?)
    }

    /// Of a Number Mind without an answer: a smallest set of guesses that contradict each other, by their lines from 1;
    /// None if there is an answer.
    ///
    /// >>> polytile.number_mind({"34": 0, "12": 2, "13": 2}).why()
    /// [2, 3]
    #[pyo3(
        signature = (**limits: "Limits") -> "list[int] | None",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn why<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Option<Vec<u32>>> {
        let Meaning::Digits(mind, _) = &*self.meaning else {
            return Err(PyTypeError::new_err("only boards and Number Minds have reasons that can be told"));
        };
        let run = Run::new(py, limits)?;
        let subject = Read::NumberMind((**mind).clone());
        match run.call(py, |control| Why {}.answer(&subject, control))? {
            Reason::Guesses { contradiction } => Ok(contradiction),
            _ => Ok(None),
        }
    }

    /// All solutions at once, as a family in a decision diagram.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> sorted(sorted(chosen) for chosen in cover.zdd())
    /// [['four', 'three'], ['one', 'two']]
    #[pyo3(
        signature = (**limits: "Limits") -> "Family",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn zdd<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Family> {
        let run = Run::new(py, limits)?;
        let labels = match &*self.meaning {
            Meaning::Digits(mind, _) => {
                let origin = Origin::NumberMind((**mind).clone());
                let held = run.call(py, |control| Held::new(origin, None, control))?;
                return Ok(Family::new(held.family, None));
            }
            Meaning::Options(labels) => labels,
        };
        // What options are called is found by their numbers, which serve as names until the options are in order.
        let numbers = (0..labels.len()).map(|number| number.to_string()).collect();
        let origin = Origin::Cover((*self.cover).clone(), numbers);
        let held = run.call(py, |control| Held::new(origin, None, control))?;
        let order: Vec<usize> = held.family.names().iter().filter_map(|name| name.parse().ok()).collect();
        let labels: Vec<Py<PyAny>> = order.iter().map(|&option| labels[option].clone_ref(py)).collect();
        let names =
            labels.iter().map(|label| Ok(label.bind(py).str()?.to_string())).collect::<PyResult<_>>()?;
        let sets = polytile::zdd::Family::new(held.family.diagram().clone(), names);
        Ok(Family::labelled(sets, None, Some(Arc::new(Labels::new(py, labels)?))))
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
