//! The questions about the solutions of an exact cover. Each method is a question of the library's `ask`, with its options as
//! keyword arguments.

use super::judging::numbered;
use super::{ExactCover, Meaning};
use crate::arguments::{answer, as_far_as, integer, number, share, weights as by_name};
use crate::family::{Family, Labels};
use crate::run::{Arg, Limits, Run, whole, word};
use crate::solutions::{Covers, Stream};
use num_bigint::BigInt;
use polytile::ask::best::Best;
use polytile::ask::inspect::Inspect;
use polytile::ask::sample::Sample;
use polytile::ask::solve::{Solutions, Unique, Wanted, Way};
use polytile::ask::why::{Reason, Why};
use polytile::ask::zdd::{Held, Source as Origin};
use polytile::ask::{Part, Unanswered, nobody};
use polytile::format::About;
use polytile::format::subject::{Covered, Subject as Read};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

impl ExactCover {
    /// What the options weigh, by their labels.
    fn weights(&self, py: Python<'_>, weights: &Bound<'_, PyDict>) -> PyResult<Vec<BigInt>> {
        let by_label = self.by_label(py)?;
        let mut all = vec![BigInt::ZERO; self.cover.option_count()];
        for (label, weight) in weights {
            all[numbered(&by_label, &label)? as usize] = number(&weight)?;
        }
        Ok(all)
    }
}

#[pymethods]
impl ExactCover {
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
                _ => None,
            })
        })?;
        Ok(Covers { meaning: Arc::clone(&self.meaning), stream: Stream::new(py, search, run, resume)? })
    }

    /// The first solution that is found, or None if there is none. `seed` tries options in a random order; `engine` is `"bitboard"` or
    /// `"sparse"`.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.first()
    /// ('one', 'two')
    #[pyo3(
        signature = (*, seed: "int | None" = None, engine: "str | None" = None, **limits: "Limits") -> "typing.Any",
        text_signature = "($self, *, seed=None, engine=None, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn first<'py>(
        &self,
        py: Python<'py>,
        seed: Option<BigInt>,
        engine: Option<&str>,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let covers = self.solve(py, seed, None, None, engine, limits)?;
        covers.stream.next(py)?.map(|chosen| self.meaning.solution(py, &chosen)).transpose()
    }

    /// The number of solutions, an exact integer: by a search, or by a diagram where a search would take long. `engine` is
    /// `"bitboard"`, `"sparse"` or `"zdd"`; `part=(k, n)` counts those of the k-th of n parts, as in `solve`; `cross_check` counts again by
    /// another engine and compares.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.count(), cover.count(engine="zdd")
    /// (2, 2)
    #[pyo3(
        signature = (
            *, engine: "str | None" = None, part: "tuple[int, int] | None" = None, cross_check: "bool" = false, **limits: "Limits"
        ) -> "int",
        text_signature = "($self, *, engine=None, part=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn count<'py>(
        &self,
        py: Python<'py>,
        engine: Option<&str>,
        part: Arg<'py>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<BigInt> {
        let run = Run::new(py, limits)?;
        let wanted =
            Wanted { engine: word(py, engine)?, subtree: share(part)?, cross_check, ..Wanted::default() };
        let asked = Solutions { wanted };
        let subject = self.subject();
        let total = run.call(py, |control| asked.answer(&subject, control, &mut nobody))?;
        Ok(total.count.0)
    }

    /// The k solutions of least weight, lightest first, each as a pair of weight and solution; fewer where there are no more.
    ///
    /// Options weigh what they cost in the text that the cover was read from, or else as `weights` says: a dict from the names of options to
    /// whole numbers, where what is not named weighs 0; of a Number Mind from texts such as `"1=5"`, a place and a digit.
    /// `engine` is `"bounds"` or `"zdd"`; `cross_check` asks the other too, and compares the weights. What is lightest so far at a limit is
    /// `had` of the exception.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.best(2, {"one": 7, "three": 1, "four": -2})
    /// [(-1, ('three', 'four')), (7, ('one', 'two'))]
    #[pyo3(
        signature = (
            k: "int", weights: "dict[typing.Any, int] | None" = None, *, engine: "str | None" = None, cross_check: "bool" = false,
            **limits: "Limits"
        ) -> "list[tuple[int, typing.Any]]",
        text_signature = "($self, k, weights=None, *, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn best<'py>(
        &self,
        py: Python<'py>,
        k: &Bound<'py, PyAny>,
        weights: Option<&Bound<'py, PyDict>>,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let (mut text, mut by_option) = (None, None);
        match (weights, &*self.meaning) {
            (Some(weights), Meaning::Digits(..)) => text = Some(by_name(weights)?),
            (Some(weights), Meaning::Options(_)) => by_option = Some(self.weights(py, weights)?),
            (None, _) => {}
        }
        let best = Best {
            best: whole(k, "k", 0)?,
            conditions: Vec::new(),
            weights: text,
            engine: word(py, engine)?,
            cross_check,
        };
        let subject = self.subject();
        let mut solutions = Vec::new();
        let done = run.call(py, |control| {
            let find = |best: &Best| match &by_option {
                Some(weights) => best.find_in(&self.cover, weights, control),
                None => best.find(&subject, control),
            };
            let found = find(&best)?;
            let agreed =
                (cross_check && found.stopped.is_none()).then(|| best.compare(&found, find)).transpose();
            solutions = found.solutions;
            found.stopped.map_or(Ok(()), |stopped| Err(Unanswered::from(stopped)))?;
            agreed.map(drop)
        });
        let all =
            solutions.iter().map(|(weight, chosen)| Ok((weight.clone(), self.meaning.solution(py, chosen)?)));
        as_far_as(py, done, all)
    }

    /// Whether there is exactly one solution; `engine` is `"bitboard"` or `"sparse"`; `cross_check` asks another engine too, and compares.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> cover.unique()
    /// False
    #[pyo3(
        signature = (*, engine: "str | None" = None, cross_check: "bool" = false, **limits: "Limits") -> "bool",
        text_signature = "($self, *, engine=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn unique<'py>(
        &self,
        py: Python<'py>,
        engine: Option<&str>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<bool> {
        let run = Run::new(py, limits)?;
        let subject = self.subject();
        let wanted = Wanted { engine: word(py, engine)?, cross_check, ..Wanted::default() };
        let asked = Unique { wanted };
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

    /// Solutions at random, each as likely as any other, as `solve` gives them; a seed means the same ones everywhere. An empty list
    /// where there is none. What had been drawn before a limit is `had` of the exception. They are drawn from a diagram of all
    /// solutions; `cross_check` counts these by a search too, and compares.
    ///
    /// >>> cover = polytile.ExactCover("abc", {"one": "ab", "two": "c", "three": "bc", "four": "a"})
    /// >>> sorted(set(cover.sample(20, seed=1)))
    /// [('one', 'two'), ('three', 'four')]
    #[pyo3(
        signature = (
            number: "int" = None, *, seed: "int | None" = None, cross_check: "bool" = false, **limits: "Limits"
        ) -> "list[typing.Any]",
        text_signature = "($self, number=None, *, seed=None, cross_check=False, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        number: Arg<'py>,
        seed: Option<BigInt>,
        cross_check: bool,
        limits: Option<Limits<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let run = Run::new(py, limits)?;
        let number = number.map(|given| whole(&given, "number", 0)).transpose()?;
        let sample = Sample { limit: number, seed: integer(seed), cross_check, ..Sample::default() };
        let subject = self.subject();
        let drawn = Mutex::new(Vec::new());
        let sampled = run.call(py, |control| {
            sample.of(&subject, control, &mut |part| {
                if let (Part::Drawn(one), Ok(mut drawn)) = (part, drawn.lock()) {
                    drawn.push(one.chosen);
                }
                ControlFlow::Continue(())
            })
        });
        let drawn = drawn.into_inner().unwrap_or_default();
        as_far_as(py, sampled.map(drop), drawn.iter().map(|chosen| self.meaning.solution(py, chosen)))
    }

    /// A reason why there is no solution: the items that no option covers, or of a Number Mind a smallest set of guesses that
    /// contradict each other, by their lines from 1. None where there is a solution, or no such reason.
    ///
    /// >>> polytile.number_mind({"34": 0, "12": 2, "13": 2}).why()
    /// [2, 3]
    /// >>> polytile.ExactCover("abc", ["a", "ab"]).why()
    /// ['c']
    #[pyo3(
        signature = (**limits: "Limits") -> "list[int] | list[str] | None",
        text_signature = "($self, *, threads=None, memory=None, time_limit=None, progress=None)"
    )]
    fn why<'py>(&self, py: Python<'py>, limits: Option<Limits<'py>>) -> PyResult<Option<Bound<'py, PyList>>> {
        let run = Run::new(py, limits)?;
        let subject = match &*self.meaning {
            Meaning::Options(_) => {
                Read::Cover(Covered { about: About::default(), cover: (*self.cover).clone() })
            }
            Meaning::Digits(mind, _) => Read::NumberMind((**mind).clone()),
        };
        let found = run.call(py, |control| {
            let found = Why {}.answer(&subject, control)?;
            // Nothing was found, and nothing is known either.
            match found.stopped() {
                Some(stopped) => Err(Unanswered::Stopped(stopped.clone())),
                None => Ok(found),
            }
        })?;
        match found {
            Reason::Guesses { contradiction: Some(lines) } => PyList::new(py, lines).map(Some),
            Reason::Cover { uncovered, .. } if !uncovered.is_empty() => PyList::new(py, uncovered).map(Some),
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
}
