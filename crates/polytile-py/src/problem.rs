//! `polytile.Problem`: a board, pieces and rules, and the questions about its tilings.
//!
//! Each method is a question of the library's `ask`, with its options as keyword arguments.

use crate::cells::{hash, read_cells};
use crate::certificate::Certificate;
use crate::classes::Classes;
use crate::errors;
use crate::family::Family;
use crate::pieces::PieceSet;
use crate::region::{Region, drawn};
use crate::run::{Arg, Run, whole, word};
use crate::solutions::{Stream, Tilings};
use crate::tiling::Tiling;
use crate::version::Version;
use num_bigint::BigInt;
use polytile::ask::count::Count;
use polytile::ask::inspect::Inspect;
use polytile::ask::sample::{Sample, Sampler as Drawing};
use polytile::ask::solve::{Share, Unique, Wanted, Way};
use polytile::ask::subject::{Kind, Subject};
use polytile::ask::why::{Reason, Why};
use polytile::ask::zdd::{Held, Source as Origin};
use polytile::ask::{Integer, Part, Unanswered, Words, json};
use polytile::count::is_impossible;
use polytile::exact_cover::Encoded;
use polytile::format::source::{Misread, Source};
use polytile::format::subject::{Given, Subject as Read, Tiled};
use polytile::format::{About, board as boards, puzzle, tiling};
use polytile::plan::Answer;
use polytile::problem::{Problem as Puzzle, Rules, UpTo};
use polytile::run::Control;
use polytile::solve::Search;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};
use std::sync::{Arc, Mutex, OnceLock};

/// What a problem is, shared by all that is about it.
pub struct Inner {
    pub problem: Arc<Puzzle>,
    pub tiled: Tiled,
    encoded: OnceLock<Arc<Encoded>>,
}

impl Inner {
    pub fn new(tiled: Tiled) -> Self {
        Inner { problem: Arc::new(tiled.problem.clone()), tiled, encoded: OnceLock::new() }
    }

    /// Whether they are one problem, whatever they are called.
    pub fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.problem == other.problem
    }

    /// Its exact cover, made once.
    pub fn encoded(&self, control: &Control) -> Result<Arc<Encoded>, Unanswered> {
        if let Some(encoded) = self.encoded.get() {
            return Ok(Arc::clone(encoded));
        }
        self.problem.meaningful()?;
        let encoded = Arc::new(Encoded::new(&self.problem, control)?);
        Ok(Arc::clone(self.encoded.get_or_init(|| encoded)))
    }

    /// The same as what solutions are of.
    fn subject(&self, control: &Control) -> Result<Subject, Unanswered> {
        self.problem.meaningful()?;
        let kind = if is_impossible(&self.problem, control)? {
            Kind::RuledOut(Arc::clone(&self.problem))
        } else {
            Kind::Tilings(Arc::clone(&self.problem), self.encoded(control)?)
        };
        Ok(Subject { title: self.tiled.about.title.clone(), kind })
    }

    /// How it is written in Python.
    pub fn written(&self) -> String {
        let Puzzle { region, pieces, rules } = &*self.problem;
        let region = Region(Arc::new(region.clone())).written();
        let mut text = format!("Problem({region}, {}", PieceSet(Arc::new(pieces.clone())).written());
        text += if rules.tatami { ", tatami=True" } else { "" };
        text += if rules.fault_free { ", fault_free=True" } else { "" };
        text + ")"
    }
}

/// A puzzle: cover every cell of a board exactly once by pieces.
///
/// `board` and `pieces` are texts as on the command line, or a `Region` and a `PieceSet`, or anything these are made of;
/// without pieces `board` is a puzzle, the name of a shipped one or the text of a file. `remove` are cells to take
/// away. `tatami`: no four pieces meet at a point; `fault_free`: no straight line cuts the board and no piece.
///
/// Raises `InputError`, with the place and the mend, when they mean nothing.
///
/// >>> polytile.Problem("9x12", "trominoes").count()
/// 20574308184277971
#[pyclass(frozen, module = "polytile", name = "Problem")]
pub struct Problem(pub Arc<Inner>);

/// The text of a puzzle or a board.
fn given(text: &str, name: &str) -> Given {
    if text.contains('\n') { Given::Text(Source::new(name, text)) } else { Given::Name(text.to_owned()) }
}

/// Warns of what is odd.
pub fn warn(py: Python<'_>, odd: &[Misread]) -> PyResult<()> {
    for one in odd {
        let mut text = one.to_string();
        text.extend(one.error.help.iter().map(|help| format!("; {help}")));
        py.import("warnings")?.call_method1("warn", (text,))?;
    }
    Ok(())
}

/// The symmetries that `up_to_symmetry` names.
pub fn up_to(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<UpTo>> {
    match given {
        None => Ok(None),
        Some(given) if given.is_instance_of::<PyBool>() => Ok(given.is_truthy()?.then_some(UpTo::Symmetries)),
        Some(given) => {
            let text = given.cast::<PyString>().map_err(|_| {
                PyTypeError::new_err("up to symmetry is True, False, 'symmetries' or 'rotations'")
            })?;
            word(given.py(), Some(&text.to_cow()?))
        }
    }
}

/// Several conditions, or one.
fn conditions(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    match given {
        None => Ok(Vec::new()),
        Some(given) => match given.cast::<PyString>() {
            Ok(one) => Ok(vec![one.to_cow()?.into_owned()]),
            Err(_) => given.extract(),
        },
    }
}

/// An integer of the library.
pub fn integer(given: Option<BigInt>) -> Option<Integer> {
    given.map(Integer)
}

/// A part `(k, n)` of a search.
pub fn share(py: Python<'_>, part: Option<(usize, usize)>) -> PyResult<Option<Share>> {
    part.map(|(k, n)| {
        format!("{k}/{n}").parse().map_err(|error| errors::in_text(py, "part", &format!("{k}/{n}"), error))
    })
    .transpose()
}

/// An answer as one of the package's data classes.
pub fn answer<'py>(
    py: Python<'py>,
    class: &str,
    answer: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = json(answer).to_string();
    py.import("polytile._answers")?.getattr(class)?.call_method1("of", (text,))
}

/// Puts what was had into an exception.
pub fn having<'py>(py: Python<'py>, error: PyErr, had: impl IntoPyObject<'py>) -> PyErr {
    let put = had.into_bound_py_any(py).and_then(|had| error.value(py).setattr("had", had));
    put.err().unwrap_or(error)
}

impl Problem {
    pub fn of_tiled(tiled: Tiled) -> Self {
        Problem(Arc::new(Inner::new(tiled)))
    }

    /// What words say.
    fn read(py: Python<'_>, words: &Words) -> PyResult<Self> {
        let (tiled, odd) = words.tiled().map_err(|wrong| errors::misread(py, &wrong))?;
        warn(py, &odd)?;
        Ok(Problem::of_tiled(tiled))
    }

    /// A question about solutions, prepared; none where there are none.
    fn search(
        &self,
        py: Python<'_>,
        run: &Run,
        wanted: &Wanted,
        what: &'static str,
    ) -> PyResult<(Option<Arc<Search>>, Arc<Encoded>)> {
        run.call(py, |control| {
            let subject = self.0.subject(control)?;
            let encoded = self.0.encoded(control)?;
            let prepared = wanted.prepare(&subject, false, Some(what), control)?;
            let search = match prepared.way {
                Way::Search(search) => Some(Arc::from(search)),
                Way::RuledOut | Way::Diagram(_) => None,
            };
            Ok::<_, Unanswered>((search, encoded))
        })
    }
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (
        board: "Board", pieces: "Pieces | None" = None, *, flips: "bool | None" = None, turns: "bool | None" = None,
        remove: "Iterable[tuple[int, int]]" = None, tatami: "bool" = false, fault_free: "bool" = false
    ))]
    fn new(
        board: &Bound<'_, PyAny>,
        pieces: Option<&Bound<'_, PyAny>>,
        flips: Option<bool>,
        turns: Option<bool>,
        remove: Option<&Bound<'_, PyAny>>,
        tatami: bool,
        fault_free: bool,
    ) -> PyResult<Self> {
        let py = board.py();
        let removed = remove.map(read_cells).transpose()?.unwrap_or_default();
        let listed = pieces.map(|pieces| pieces.cast::<PyString>());
        if let (false, None | Some(Ok(_))) = (board.is_instance_of::<Region>(), &listed) {
            let text = drawn(board)?;
            let text = text.to_cow()?;
            let (puzzle, board) = match &listed {
                None => (Some(given(&text, "the puzzle")), None),
                Some(_) => (None, Some(given(&text, "the board"))),
            };
            let pieces = match listed {
                Some(Ok(list)) => Some(list.to_cow()?.into_owned()),
                _ => None,
            };
            let remove = removed.iter().map(ToString::to_string).collect();
            let words = Words { puzzle, kind: None, board, pieces, flips, turns, remove, tatami, fault_free };
            return Problem::read(py, &words);
        }
        let Some(pieces) = pieces else {
            return Err(errors::input(
                py,
                "there are no pieces",
                "name some, as in Problem(region, 'trominoes')",
            ));
        };
        let region = (*Region::of(board)?.0).clone();
        let region = boards::without(region, &removed).map_err(|e| errors::misread(py, &e.into()))?;
        let pieces = (*PieceSet::of(pieces, flips, turns)?.0).clone();
        let problem = Puzzle { region, pieces, rules: Rules { tatami, fault_free } };
        Ok(Problem::of_tiled(Tiled { about: About::default(), problem }))
    }

    /// The board.
    #[getter]
    fn region(&self) -> Region {
        Region(Arc::new(self.0.problem.region.clone()))
    }

    /// The pieces.
    #[getter]
    fn pieces(&self) -> PieceSet {
        PieceSet(Arc::new(self.0.problem.pieces.clone()))
    }

    /// What it is called, if it has a name.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.tiled.about.title.as_deref()
    }

    /// Whether no four pieces may meet at a point.
    #[getter]
    fn tatami(&self) -> bool {
        self.0.problem.rules.tatami
    }

    /// Whether every straight line along the grid must cut a piece.
    #[getter]
    fn fault_free(&self) -> bool {
        self.0.problem.rules.fault_free
    }

    /// The number of tilings, an exact integer.
    ///
    /// `up_to_symmetry=True` counts those that a symmetry of the board carries into each other once
    /// (`"rotations"`: rotations only). `by_piece=True` gives a dict from the numbers of copies, such as
    /// `(("I3", 2), ("L3", 4))`, to numbers of tilings. `modulo` counts modulo a number. `engine` is `"dense"` or
    /// `"merge"`, `order` one of `"rows"`, `"columns"` and `"diagonals"`; where they are not said, what is quickest is chosen.
    /// `cross_check` counts again by another engine and compares.
    ///
    /// Raises `LimitReached` at a limit of time or memory, `InputError` where the question has no meaning.
    ///
    /// >>> polytile.Problem("2x3", "trominoes").count(by_piece=True)
    /// {(('I3', 2),): 1, (('L3', 2),): 2}
    #[pyo3(signature = (
        *, up_to_symmetry: "bool | str" = None, by_piece: "bool" = false, modulo: "int | None" = None,
        engine: "str | None" = None, order: "str | None" = None, cross_check: "bool" = false,
        threads: "int | None" = None, memory: "int | str | None" = None, time_limit: "float | None" = None,
        progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "typing.Any")]
    fn count<'py>(
        &self,
        py: Python<'py>,
        up_to_symmetry: Option<&Bound<'py, PyAny>>,
        by_piece: bool,
        modulo: Option<BigInt>,
        engine: Option<&str>,
        order: Option<&str>,
        cross_check: bool,
        threads: Arg<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, [threads, memory, time_limit, progress])?;
        let count = Count {
            up_to: up_to(up_to_symmetry)?,
            by_piece,
            modulo: integer(modulo),
            engine: word(py, engine)?,
            order: word(py, order)?,
            cross_check,
        };
        let counted = run.call(py, |control| count.answer(&self.0.tiled, control))?;
        match &counted.found.answer {
            Answer::Total(number) => Ok(number.into_pyobject(py)?.into_any()),
            Answer::ByPiece(terms) => {
                let all = PyDict::new(py);
                for (copies, number) in terms {
                    let used = self.0.problem.pieces.iter().zip(copies).filter(|(_, copies)| **copies > 0);
                    let key = PyTuple::new(
                        py,
                        used.map(|(piece, copies)| (&piece.name, *copies)).collect::<Vec<_>>(),
                    )?;
                    all.set_item(key, number)?;
                }
                Ok(all.into_any())
            }
        }
    }

    /// An iterator over the tilings, in an order that is always the same.
    ///
    /// `distinct=True` gives one of each class that the symmetries of the board make (`"rotations"`: rotations
    /// only). `where` is a condition, or several, such as `"X touches border"`. `seed` tries placements in a random order.
    /// `part=(k, n)` gives the k-th of n parts, from 1, which have no tiling in common and all of them together: for
    /// processes side by side. `resume` is what `checkpoint()` of an iterator with the same arguments gave. `engine` is `"bitboard"`
    /// or `"sparse"`. A time limit counts from this call; the iterator can be asked to go on afterwards.
    ///
    /// >>> sum(1 for tiling in polytile.Problem("pentominoes-3x20").solve())
    /// 8
    #[pyo3(signature = (
        *, distinct: "bool | str" = None, r#where: "str | Iterable[str]" = None, seed: "int | None" = None,
        part: "tuple[int, int] | None" = None, resume: "str | None" = None, engine: "str | None" = None,
        threads: "int | None" = None, memory: "int | str | None" = None, time_limit: "float | None" = None,
        progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "Tilings")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        distinct: Option<&Bound<'py, PyAny>>,
        r#where: Option<&Bound<'py, PyAny>>,
        seed: Option<BigInt>,
        part: Option<(usize, usize)>,
        resume: Option<&str>,
        engine: Option<&str>,
        threads: Arg<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Tilings> {
        let run = Run::new(py, [threads, memory, time_limit, progress])?;
        let wanted = Wanted {
            up_to: up_to(distinct)?,
            conditions: conditions(r#where)?,
            random: seed.is_some(),
            seed: integer(seed),
            subtree: share(py, part)?,
            engine: word(py, engine)?,
        };
        let (search, encoded) = self.search(py, &run, &wanted, "solve")?;
        Ok(Tilings { inner: Arc::clone(&self.0), encoded, stream: Stream::new(py, search, run, resume)? })
    }

    /// The first tiling that is found, or None if there is none.
    ///
    /// >>> polytile.Problem("5x5", "dominoes").first() is None
    /// True
    #[pyo3(signature = (
        *, r#where: "str | Iterable[str]" = None, seed: "int | None" = None,
        memory: "int | str | None" = None, time_limit: "float | None" = None,
        progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "Tiling | None")]
    fn first<'py>(
        &self,
        py: Python<'py>,
        r#where: Option<&Bound<'py, PyAny>>,
        seed: Option<BigInt>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Option<Tiling>> {
        let run = Run::new(py, [None, memory, time_limit, progress])?;
        let conditions = conditions(r#where)?;
        let wanted = Wanted { conditions, random: seed.is_some(), seed: integer(seed), ..Wanted::default() };
        let (search, encoded) = self.search(py, &run, &wanted, "first")?;
        let chosen = Stream::new(py, search, run, None)?.next(py)?;
        Ok(chosen.map(|chosen| Tiling::chosen(Arc::clone(&self.0), encoded, chosen)))
    }

    /// Whether there is exactly one tiling; `distinct=True`: up to the symmetries of the board.
    #[pyo3(signature = (
        *, distinct: "bool | str" = None, r#where: "str | Iterable[str]" = None,
        threads: "int | None" = None, memory: "int | str | None" = None, time_limit: "float | None" = None,
        progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "bool")]
    fn unique<'py>(
        &self,
        py: Python<'py>,
        distinct: Option<&Bound<'py, PyAny>>,
        r#where: Option<&Bound<'py, PyAny>>,
        threads: Arg<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<bool> {
        let run = Run::new(py, [threads, memory, time_limit, progress])?;
        let wanted =
            Wanted { up_to: up_to(distinct)?, conditions: conditions(r#where)?, ..Wanted::default() };
        let verdict = run
            .call(py, |control| Unique { wanted }.answer(&self.0.subject(control)?, control, &mut |_| {}))?;
        Ok(verdict.unique)
    }

    /// Why there is no tiling: weights on the cells that prove it, or None where no short reason is found.
    ///
    /// >>> print(polytile.Problem("mutilated-chessboard").why())
    /// Wherever it lies, domino weighs 0.
    /// Pieces that cover 62 cells, within their copies, weigh together 0.
    /// The board weighs 2, so there is no tiling.
    #[pyo3(signature = (
        *, memory: "int | str | None" = None, time_limit: "float | None" = None,
        progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "Certificate | None")]
    fn why<'py>(
        &self,
        py: Python<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Option<Certificate>> {
        let run = Run::new(py, [None, memory, time_limit, progress])?;
        let subject = Read::Tiling(self.0.tiled.clone());
        Ok(match run.call(py, |control| Why {}.answer(&subject, control))? {
            Reason::Weights(weighed) => Some(Certificate::new(Arc::clone(&self.0), *weighed)),
            _ => None,
        })
    }

    /// What all tilings say: which placements are in all of them or in none, and how hard the search is.
    ///
    /// >>> found = polytile.Problem("pentominoes-3x20").inspect()
    /// >>> found.solutions, found.placements[0].piece
    /// (8, 'F')
    #[pyo3(signature = (
        *, r#where: "str | Iterable[str]" = None, engine: "str | None" = None,
        threads: "int | None" = None, memory: "int | str | None" = None, time_limit: "float | None" = None,
        progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "Inspection")]
    fn inspect<'py>(
        &self,
        py: Python<'py>,
        r#where: Option<&Bound<'py, PyAny>>,
        engine: Option<&str>,
        threads: Arg<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, [threads, memory, time_limit, progress])?;
        let inspect = Inspect { conditions: conditions(r#where)?, engine: word(py, engine)? };
        let found = run.call(py, |control| inspect.answer(&self.0.subject(control)?, control))?;
        answer(py, "Inspection", &found)
    }

    /// Tilings at random, each as likely as any other; a seed means the same tilings everywhere. An empty list where there
    /// is no tiling. What had been drawn before a limit is `had` of the exception.
    ///
    /// >>> len(polytile.Problem("8x8", "dominoes").sample(3, seed=1))
    /// 3
    #[pyo3(signature = (
        number: "int" = None, *, seed: "int | None" = None, engine: "str | None" = None,
        threads: "int | None" = None, memory: "int | str | None" = None, time_limit: "float | None" = None,
        progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "list[Tiling]")]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        number: Arg<'py>,
        seed: Option<BigInt>,
        engine: Option<&str>,
        threads: Arg<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, [threads, memory, time_limit, progress])?;
        let number = number.map(|given| whole(&given, "number", 0)).transpose()?;
        let sample = Sample { number, seed: integer(seed), engine: word(py, engine)? };
        let drawn = Mutex::new(Vec::new());
        let sampled = run.call(py, |control| {
            sample.answer(&self.0.tiled, control, &mut |part| {
                if let (Part::Drawn(one), Ok(mut drawn)) = (part, drawn.lock()) {
                    drawn.push(one.tiling.tiling);
                }
            })
        });
        let drawn = drawn.into_inner().unwrap_or_default();
        let all = drawn.into_iter().map(|tiling| Tiling::laid(Arc::clone(&self.0), tiling));
        let list = PyList::new(py, all.collect::<Vec<_>>())?;
        match sampled {
            Ok(_) => Ok(list),
            Err(error) => Err(having(py, error, list)),
        }
    }

    /// All tilings, counted once, from which samples are drawn again and again.
    #[pyo3(signature = (
        *, engine: "str | None" = None, threads: "int | None" = None, memory: "int | str | None" = None,
        time_limit: "float | None" = None, progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "Sampler")]
    fn sampler<'py>(
        &self,
        py: Python<'py>,
        engine: Option<&str>,
        threads: Arg<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Sampler> {
        let run = Run::new(py, [threads, memory, time_limit, progress])?;
        let engine = word(py, engine)?.unwrap_or(polytile::ask::sample::Engine::Merge);
        let drawing = run.call(py, |control| Drawing::new(&self.0.problem, engine, control))?;
        Ok(Sampler { inner: Arc::clone(&self.0), drawing: Mutex::new(drawing) })
    }

    /// A tiling of this problem from what somebody has written: rows of letters, with line ends or `/` between them, or
    /// JSON as the command writes it. It need not be right: see `check`.
    ///
    /// Raises `InputError` when it cannot be read.
    fn tiling(&self, py: Python<'_>, text: &str) -> PyResult<Tiling> {
        let rows = if text.trim_start().starts_with('{') { text.to_owned() } else { text.replace('/', "\n") };
        let read = tiling::parse(&rows, &self.0.problem)
            .map_err(|error| errors::misread(py, &Source::new("the tiling", rows.as_str()).misread(error)))?;
        Ok(Tiling::laid(Arc::clone(&self.0), read))
    }

    /// What is wrong with a tiling, in sentences; an empty list where it is a solution of this problem. The check shares
    /// no code with any engine.
    ///
    /// >>> problem = polytile.Problem("2x3", "L3")
    /// >>> problem.check(problem.tiling("AAB/AAB"))
    /// ['the cells from 0,0 on do not form L3', 'the cells from 0,2 on do not form L3']
    fn check(&self, tiling: &Tiling) -> Vec<String> {
        match tiling.laying().check(&self.0.problem) {
            Ok(()) => Vec::new(),
            Err(faults) => faults.iter().map(ToString::to_string).collect(),
        }
    }

    /// Whether a tiling, or its text, is a solution of this problem.
    #[pyo3(signature = (tiling: "Tiling | str"))]
    fn is_solution(&self, py: Python<'_>, tiling: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(tiling) = tiling.cast::<Tiling>() {
            let tiling = tiling.get();
            let alike = self.0.is(&tiling.inner) || self.0.problem.pieces == tiling.inner.problem.pieces;
            return Ok(alike && tiling.laying().check(&self.0.problem).is_ok());
        }
        let text = tiling.cast::<PyString>()?.to_cow()?;
        Ok(self.tiling(py, &text)?.laying().check(&self.0.problem).is_ok())
    }

    /// All tilings at once, as a family in a decision diagram. `order` is the order of the cells: `"rows"`, `"columns"` or
    /// `"diagonals"`, or else the one with the narrowest frontier.
    ///
    /// >>> family = polytile.Problem("8x8", "dominoes").zdd()
    /// >>> family.count(), family.nodes
    /// (12988816, 2300)
    #[pyo3(signature = (
        *, order: "str | None" = None, threads: "int | None" = None, memory: "int | str | None" = None,
        time_limit: "float | None" = None, progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "Family")]
    fn zdd<'py>(
        &self,
        py: Python<'py>,
        order: Option<&str>,
        threads: Arg<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Family> {
        let run = Run::new(py, [threads, memory, time_limit, progress])?;
        let order = word(py, order)?;
        let origin = Origin::Puzzle(Box::new(self.0.tiled.clone()));
        let held = run.call(py, |control| Held::new(origin, order, control))?;
        Ok(Family::new(held.family, Some(Arc::clone(&self.0))))
    }

    /// Which tilings are relatives, and the classes they form: see `polytile.classes`.
    #[pyo3(signature = (
        *, rules: "str | None" = None, max_pieces: "int | None" = None, relaxed: "bool" = false,
        half_boards: "bool" = false, engine: "str | None" = None, threads: "int | None" = None,
        memory: "int | str | None" = None, time_limit: "float | None" = None,
        progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "Classes")]
    fn classes<'py>(
        &self,
        py: Python<'py>,
        rules: Option<&str>,
        max_pieces: Option<usize>,
        relaxed: bool,
        half_boards: bool,
        engine: Option<&str>,
        threads: Arg<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Classes> {
        let run = Run::new(py, [threads, memory, time_limit, progress])?;
        Classes::find(py, &run, Arc::clone(&self.0), rules, max_pieces, relaxed, half_boards, engine)
    }

    /// The puzzle as the text of a puzzle file.
    fn to_toml(&self, py: Python<'_>) -> PyResult<String> {
        let About { title, description, source, .. } = self.0.tiled.about.clone();
        let file = puzzle::Puzzle {
            title: title.unwrap_or_else(|| "A puzzle".to_owned()),
            description,
            source,
            problem: (*self.0.problem).clone(),
            warnings: Vec::new(),
        };
        puzzle::write(&file).map_err(|error| errors::misread(py, &error.into()))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.is(&other.0)
    }

    fn __hash__(&self) -> u64 {
        let Puzzle { region, pieces, rules } = &*self.0.problem;
        hash(&(region, rules, pieces.iter().map(|piece| &piece.orientations).collect::<Vec<_>>()))
    }

    fn __repr__(&self) -> String {
        self.0.written()
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let About { title, description, source, .. } = &self.0.tiled.about;
        let rules = self.0.problem.rules;
        let state =
            (self.region(), self.pieces(), rules.tatami, rules.fault_free, title, description, source);
        Version::reduced(py, "Problem", state.into_pyobject(py)?)
    }

    /// The board as a picture.
    fn _repr_svg_(&self) -> String {
        self.region().svg()
    }
}

/// What [`Problem::__reduce__`] kept.
pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Problem> {
    type State<'py> = (
        Bound<'py, Region>,
        Bound<'py, PieceSet>,
        bool,
        bool,
        Option<String>,
        Option<String>,
        Option<String>,
    );
    let (region, pieces, tatami, fault_free, title, description, source): State<'_> = state.extract()?;
    let (region, pieces) = ((*region.get().0).clone(), (*pieces.get().0).clone());
    let problem = Puzzle { region, pieces, rules: Rules { tatami, fault_free } };
    let about = About { title, description, source };
    Ok(Problem::of_tiled(Tiled { about, problem }))
}

/// All tilings of a problem, counted, from which samples are drawn: made by `Problem.sampler`.
///
/// >>> sampler = polytile.Problem("8x8", "dominoes").sampler()
/// >>> sampler.count, len(sampler.draw(5, seed=1))
/// (12988816, 5)
#[pyclass(frozen, module = "polytile", name = "Sampler")]
pub struct Sampler {
    inner: Arc<Inner>,
    drawing: Mutex<Drawing>,
}

#[pymethods]
impl Sampler {
    /// The number of tilings.
    #[getter]
    fn count(&self, py: Python<'_>) -> polytile::count::Count {
        py.detach(|| self.drawing.lock().map(|drawing| drawing.total().clone()).unwrap_or_default())
    }

    /// So many tilings of the sequence that `seed` determines, from number `start` on.
    #[pyo3(signature = (
        number: "int", *, seed: "int", start: "int" = 0, threads: "int | None" = None,
        memory: "int | str | None" = None, time_limit: "float | None" = None,
        progress: "bool | Callable[[Progress], object] | None" = None
    ) -> "list[Tiling]")]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        number: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        start: u64,
        threads: Arg<'py>,
        memory: Arg<'py>,
        time_limit: Arg<'py>,
        progress: Arg<'py>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, [threads, memory, time_limit, progress])?;
        let (number, seed) = (whole(number, "number", 0)?, whole(seed, "seed", 0)?);
        let mut drawn = Vec::new();
        let done = run.call(py, |control| {
            let mut drawing = self.drawing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            drawing.draw(start..start.saturating_add(number), seed, control, |tiling| {
                drawn.push(tiling);
                true
            })
        });
        let all = drawn.into_iter().map(|tiling| Tiling::laid(Arc::clone(&self.inner), tiling));
        let list = PyList::new(py, all.collect::<Vec<_>>())?;
        match done {
            Ok(()) => Ok(list),
            Err(error) => Err(having(py, error, list)),
        }
    }
}
