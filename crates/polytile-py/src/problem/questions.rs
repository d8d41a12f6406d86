//! The questions whose answers are tilings of a problem, or their number. Each method is a question of the library's `ask`, with its options as keyword
//! arguments; an answer is a number, an object that holds what the library found, or a data class of the package.

use super::{Problem, Sampler};
use crate::arguments::{as_far_as, conditions, dict, integer, share, up_to, weights as by_name};
use crate::family::Family;
use crate::run::{Arg, Limits, Run, whole, word};
use crate::solutions::{Stream, Tilings};
use crate::tiling::Tiling;
use num_bigint::BigInt;
use polytile::ask::best::{Best, Found};
use polytile::ask::count::{Count, Told};
use polytile::ask::sample::{Drawn, Sample, Sampler as Drawing};
use polytile::ask::solve::{Meaning, Unique, Wanted, Way};
use polytile::ask::zdd::{Held, Source as Origin};
use polytile::ask::{Part, Unanswered, nobody};
use polytile::count::Answer;
use polytile::exact_cover::Encoded;
use polytile::format::subject::Subject as Read;
use polytile::solve::Search;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

impl Problem {
    /// A question about solutions, prepared; `None` if there are no solutions.
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
                _ => None,
            };
            Ok::<_, Unanswered>((search, encoded))
        })
    }
}

#[pymethods]
impl Problem {
    /// The number of tilings, an exact integer.
    ///
    /// `up_to_symmetry=True` counts those that a symmetry of the board carries into each other once
    /// (`"rotations"`: rotations only). `by_piece=True` gives a dict from the numbers of copies, such as
    /// `(("I3", 2), ("L3", 4))`, to numbers of tilings. `modulo` counts modulo a number. `engine` is `"dense"`,
    /// `"kasteleyn"` (pieces of two cells), `"merge"` or `"zdd"`, `order` one of `"rows"`, `"columns"`, `"diagonals"`, in space
    /// `"layers"`, or one of these from the last cell to the first, as `"reversed-rows"`; where they are not said, what is
    /// quickest is chosen.
    /// `cross_check` counts again by another engine and compares. `where` is a condition, or several, as in `solve`.
    /// `part=(k, n)` counts modulo the k-th of n shares of the primes by which the number is found, for machines side by side, and
    /// gives a dict; `polytile.merge` makes the number of all of them.
    ///
    /// Raises `LimitReached` at a limit of time or memory, `InputError` where the question has no meaning.
    ///
    /// >>> polytile.Problem("2x3", "trominoes").count(by_piece=True)
    /// {(('L3', 2),): 2, (('I3', 2),): 1}
    /// >>> polytile.Problem("2x3", "trominoes").count(where="L3 at 0,0")
    /// 2
    #[pyo3(
        signature = (
            *, r#where: "str | Iterable[str]" = None, up_to_symmetry: "bool | str" = None, by_piece: "bool" = false,
            modulo: "int | None" = None, engine: "str | None" = None, order: "str | None" = None,
            cross_check: "bool" = false, part: "tuple[int, int] | None" = None, **limits: "Limits"
        ) -> "typing.Any",
        text_signature = "($self, *, where=None, up_to_symmetry=None, by_piece=False, modulo=None, engine=None, order=None, cross_check=False, part=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn count<'py>(
        &self,
        py: Python<'py>,
        r#where: Option<&Bound<'py, PyAny>>,
        up_to_symmetry: Option<&Bound<'py, PyAny>>,
        by_piece: bool,
        modulo: Option<BigInt>,
        engine: Option<&str>,
        order: Option<&str>,
        cross_check: bool,
        part: Arg<'py>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let run = Run::new(py, limits)?;
        let count = Count {
            conditions: conditions(r#where)?,
            up_to: up_to(up_to_symmetry)?,
            by_piece,
            modulo: integer(modulo),
            part: share(part)?,
            engine: word(py, engine)?,
            order: word(py, order)?,
            cross_check,
        };
        let counted = match run.call(py, |control| count.told(&self.0.tiled, control))? {
            Told::Counted(counted) => counted,
            Told::Residual(residual) => return dict(py, &residual),
            Told::Solutions(total) => return Ok(total.count.0.into_pyobject(py)?.into_any()),
        };
        match &counted.found.answer {
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
            one => Ok(one.total().into_pyobject(py)?.into_any()),
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
    #[pyo3(
        signature = (
            *, distinct: "bool | str" = None, r#where: "str | Iterable[str]" = None, seed: "int | None" = None,
            part: "tuple[int, int] | None" = None, resume: "str | None" = None, engine: "str | None" = None,
            **limits: "Limits"
        ) -> "Tilings",
        text_signature = "($self, *, distinct=None, where=None, seed=None, part=None, resume=None, engine=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        distinct: Option<&Bound<'py, PyAny>>,
        r#where: Option<&Bound<'py, PyAny>>,
        seed: Option<BigInt>,
        part: Arg<'py>,
        resume: Option<&str>,
        engine: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Tilings> {
        let run = Run::new(py, limits)?;
        let wanted = Wanted {
            up_to: up_to(distinct)?,
            conditions: conditions(r#where)?,
            random: seed.is_some(),
            seed: integer(seed),
            subtree: share(part)?,
            engine: word(py, engine)?,
            ..Wanted::default()
        };
        let (search, encoded) = self.search(py, &run, &wanted, "solve")?;
        Ok(Tilings { inner: Arc::clone(&self.0), encoded, stream: Stream::new(py, search, run, resume)? })
    }

    /// The first tiling that is found, or None if there is none. `where`, `seed` and `engine` are as in `solve`.
    ///
    /// >>> polytile.Problem("5x5", "dominoes").first() is None
    /// True
    #[pyo3(
        signature = (
            *, r#where: "str | Iterable[str]" = None, seed: "int | None" = None, engine: "str | None" = None,
            **limits: "Limits"
        ) -> "Tiling | None",
        text_signature = "($self, *, where=None, seed=None, engine=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn first<'py>(
        &self,
        py: Python<'py>,
        r#where: Option<&Bound<'py, PyAny>>,
        seed: Option<BigInt>,
        engine: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Option<Tiling>> {
        let run = Run::new(py, limits)?;
        let wanted = Wanted {
            conditions: conditions(r#where)?,
            random: seed.is_some(),
            seed: integer(seed),
            engine: word(py, engine)?,
            ..Wanted::default()
        };
        let (search, encoded) = self.search(py, &run, &wanted, "first")?;
        let chosen = Stream::new(py, search, run, None)?.next(py)?;
        Ok(chosen.map(|chosen| Tiling::chosen(Arc::clone(&self.0), encoded, chosen)))
    }

    /// The k tilings of least weight, lightest first, each as a pair of weight and tiling; fewer where there are no more.
    ///
    /// `weights` are whole numbers by the names of pieces or of placements, such as `"L3@0,0+0,1+1,0"`; what is not named weighs 0. `where`
    /// is a condition, or several, as in `solve`. `engine` is `"bounds"` or `"zdd"`; `cross_check` asks the other too, and compares the weights.
    /// What is lightest so far at a limit is `had` of the exception.
    ///
    /// >>> best = polytile.Problem("2x3", "trominoes").best(2, {"L3": 5})
    /// >>> [weight for weight, tiling in best]
    /// [0, 10]
    #[pyo3(
        signature = (
            k: "int", weights: "dict[str, int]", *, r#where: "str | Iterable[str]" = None, engine: "str | None" = None,
            cross_check: "bool" = false, **limits: "Limits"
        ) -> "list[tuple[int, Tiling]]",
        text_signature = "($self, k, weights, *, where=None, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn best<'py>(
        &self,
        py: Python<'py>,
        k: &Bound<'py, PyAny>,
        weights: &Bound<'py, PyDict>,
        r#where: Option<&Bound<'py, PyAny>>,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let best = Best {
            best: whole(k, "k", 0)?,
            conditions: conditions(r#where)?,
            weights: Some(by_name(weights)?),
            engine: word(py, engine)?,
            cross_check,
        };
        let mut solutions = None;
        let done = run.call(py, |control| {
            let subject = self.0.subject(control)?;
            let found = best.find(&subject, control)?;
            let finished = found.stopped.is_none();
            let agreed =
                (cross_check && finished).then(|| best.recount(&subject, &found, control)).transpose();
            let Found { solutions: all, stopped, .. } = found;
            if !all.is_empty() {
                solutions = Some((all, self.0.encoded(control)?));
            }
            stopped.map_or(Ok(()), |stopped| Err(Unanswered::from(stopped)))?;
            agreed.map(drop)
        });
        let mut all = Vec::new();
        if let Some((solutions, encoded)) = solutions {
            let tiling = |chosen| Tiling::chosen(Arc::clone(&self.0), Arc::clone(&encoded), chosen);
            all.extend(solutions.into_iter().map(|(weight, chosen)| Ok((weight, tiling(chosen)))));
        }
        as_far_as(py, done, all)
    }

    /// Whether there is exactly one tiling; `distinct=True`: up to the symmetries of the board. `engine` is `"bitboard"` or `"sparse"`;
    /// `cross_check` asks another engine too, and compares.
    ///
    /// >>> polytile.Problem("1x2", "dominoes").unique(), polytile.Problem("2x2", "dominoes").unique()
    /// (True, False)
    #[pyo3(
        signature = (
            *, distinct: "bool | str" = None, r#where: "str | Iterable[str]" = None, engine: "str | None" = None,
            cross_check: "bool" = false, **limits: "Limits"
        ) -> "bool",
        text_signature = "($self, *, distinct=None, where=None, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn unique<'py>(
        &self,
        py: Python<'py>,
        distinct: Option<&Bound<'py, PyAny>>,
        r#where: Option<&Bound<'py, PyAny>>,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<bool> {
        let run = Run::new(py, limits)?;
        let wanted = Wanted {
            up_to: up_to(distinct)?,
            conditions: conditions(r#where)?,
            engine: word(py, engine)?,
            cross_check,
            ..Wanted::default()
        };
        let verdict = run
            .call(py, |control| Unique { wanted }.answer(&self.0.subject(control)?, control, &mut nobody))?;
        Ok(verdict.unique)
    }

    /// Tilings at random, each as likely as any other; a seed means the same tilings everywhere. An empty list where there
    /// is no tiling. What had been drawn before a limit is `had` of the exception.
    /// `engine` is `"merge"`, `"zdd"`, `"shuffling"`, `"coupling"` or `"kasteleyn"`; `cross_check` counts the tilings by another engine too, and compares.
    /// `where` is a condition, or several, as in `solve`.
    ///
    /// >>> len(polytile.Problem("8x8", "dominoes").sample(3, seed=1))
    /// 3
    #[pyo3(
        signature = (
            number: "int" = None, *, r#where: "str | Iterable[str]" = None, seed: "int | None" = None,
            engine: "str | None" = None, cross_check: "bool" = false, **limits: "Limits"
        ) -> "list[Tiling]",
        text_signature = "($self, number=None, *, where=None, seed=None, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        number: Arg<'py>,
        r#where: Option<&Bound<'py, PyAny>>,
        seed: Option<BigInt>,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let number = number.map(|given| whole(&given, "number", 0)).transpose()?;
        let (conditions, engine) = (conditions(r#where)?, word(py, engine)?);
        let sample = Sample { limit: number, conditions, seed: integer(seed), engine, cross_check };
        let drawn = Mutex::new(Vec::new());
        let sampled = run.call(py, |control| {
            sample.answer(&self.0.tiled, control, &mut |part| {
                if let (Part::Drawn(Drawn { meaning: Meaning::Tiling(one), .. }), Ok(mut drawn)) =
                    (part, drawn.lock())
                {
                    drawn.push(one.tiling);
                }
                ControlFlow::Continue(())
            })
        });
        let drawn = drawn.into_inner().unwrap_or_default();
        let all = drawn.into_iter().map(|tiling| Ok(Tiling::laid(Arc::clone(&self.0), tiling)));
        as_far_as(py, sampled.map(drop), all)
    }

    /// All tilings, counted once, from which samples are drawn again and again; `engine` is `"merge"`, `"zdd"`, `"shuffling"`, `"coupling"` or `"kasteleyn"`.
    ///
    /// >>> sampler = polytile.Problem("8x8", "dominoes").sampler()
    /// >>> sampler.count, sampler.draw(2, seed=1) == sampler.draw(2, seed=1)
    /// (12988816, True)
    #[pyo3(
        signature = (*, engine: "str | None" = None, **limits: "Limits") -> "Sampler",
        text_signature = "($self, *, engine=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn sampler<'py>(
        &self,
        py: Python<'py>,
        engine: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Sampler> {
        let run = Run::new(py, limits)?;
        let engine = word(py, engine)?;
        let drawing = run.call(py, |control| Drawing::new(&self.0.problem, engine, control))?;
        Ok(Sampler::new(Arc::clone(&self.0), drawing))
    }

    /// All tilings at once, as a family in a decision diagram. `order` is the order of the cells as in `count`, or else the
    /// one with the narrowest frontier. `where` is a condition, or several, as in `solve`.
    ///
    /// >>> family = polytile.Problem("8x8", "dominoes").zdd()
    /// >>> family.count(), family.nodes
    /// (12988816, 2300)
    #[pyo3(
        signature = (*, r#where: "str | Iterable[str]" = None, order: "str | None" = None, **limits: "Limits") -> "Family",
        text_signature = "($self, *, where=None, order=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn zdd<'py>(
        &self,
        py: Python<'py>,
        r#where: Option<&Bound<'py, PyAny>>,
        order: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Family> {
        let run = Run::new(py, limits)?;
        let order = word(py, order)?;
        let (conditions, read) = (conditions(r#where)?, Read::Tiling(self.0.tiled.clone()));
        let held =
            run.call(py, |control| Held::new(Origin::new(read, order, &conditions)?, order, control))?;
        Ok(Family::new(held.family, Some(Arc::clone(&self.0))))
    }
}
