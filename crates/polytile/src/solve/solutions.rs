//! Solutions one after the other, for whoever asks for the next.
//!
//! [`Search::list`] calls back, on several threads; an iterator waits to be asked, and costs no thread: the walk through the tree
//! rests between two solutions ([`Walker`]). It owns all that it needs, and can be kept, sent to another thread and left at any
//! solution; what is left of it is then a [`Remaining`] like that of a listing, with the same solutions in the same order. Cost:
//! that of the search, and a copy of each solution.

use super::prepare::Search;
use super::run::Remaining;
use crate::exact_cover::Encoded;
use crate::exact_cover::crew::Left;
use crate::exact_cover::tree::{Lost, Step, Walker};
use crate::problem::Problem;
use crate::run::{Control, Progress, Refused, Stopped};
use crate::solve::{Options, Question};
use crate::tiling::Tiling;
use std::collections::VecDeque;
use std::sync::Arc;

/// Nodes between two looks at the control.
const NODES: u64 = 2000;
/// Solutions between two looks at the control.
const SOLUTIONS: u64 = 200;

/// The solutions of a [`Search`], as options of the question.
///
/// After an error there is nothing more: [`Solutions::remaining`] says where it stopped, and [`Search::solutions`] resumes there.
pub struct Solutions {
    search: Arc<Search>,
    control: Control,
    walker: Box<dyn Walker>,
    /// Whether the walker stands in a part of the tree.
    walking: bool,
    /// The parts after that one.
    left: VecDeque<Left>,
    found: u64,
    /// Solutions of the tree since the control was asked.
    seen: u64,
    stopped: bool,
}

impl Search {
    /// The solutions that are left in `from`, in the order of the search tree.
    ///
    /// # Errors
    /// [`Refused::Question`] when `from` is not a part of this search.
    pub fn solutions(self: &Arc<Self>, from: Remaining, control: &Control) -> Result<Solutions, Refused> {
        let mut walker = self.walker.another();
        for part in &from.left {
            if let Left::Part(cursor) = part {
                walker.seek(cursor, control).map_err(Lost::refused)?;
            }
        }
        Ok(Solutions {
            search: Arc::clone(self),
            control: control.clone(),
            walker,
            walking: false,
            left: from.left.into(),
            found: from.found,
            seen: 0,
            stopped: false,
        })
    }
}

impl Solutions {
    /// What is left: a checkpoint, from which [`Search::solutions`] or [`Search::list`] resume.
    pub fn remaining(&self) -> Remaining {
        let here = self.walking.then(|| Left::Part(self.walker.cursor()));
        Remaining { left: here.into_iter().chain(self.left.iter().cloned()).collect(), found: self.found }
    }

    /// How many were handed out, including those before the point where it began.
    pub fn found(&self) -> u64 {
        self.found
    }

    fn ask(&mut self) -> Result<(), Stopped> {
        self.seen = 0;
        let left = if self.walking { self.walker.remaining() } else { 0.0 };
        let share = ((1.0 - left).clamp(0.0, 1.0) * 1e6) as u32;
        self.control.check(Progress::Search { share, found: self.found })
    }

    /// The next solution of the tree that the question asks for.
    fn advance(&mut self) -> Result<Option<Vec<u32>>, Stopped> {
        self.ask()?;
        loop {
            if self.walking {
                match self.walker.advance(NODES) {
                    Step::Solution => {
                        let mut chosen = Vec::new();
                        self.search.translate(self.walker.solution(), &mut chosen);
                        if self.search.judge.weight(&chosen) > 0 {
                            return Ok(Some(chosen));
                        }
                        self.seen += 1;
                        if self.seen >= SOLUTIONS {
                            self.ask()?;
                        }
                    }
                    Step::Paused => self.ask()?,
                    Step::Done => self.walking = false,
                }
                continue;
            }
            match self.left.pop_front() {
                None => return Ok(None),
                Some(Left::Found(solution)) => {
                    let mut chosen = Vec::new();
                    self.search.translate(&solution, &mut chosen);
                    return Ok(Some(chosen));
                }
                Some(Left::Part(cursor)) => match self.walker.seek(&cursor, &self.control) {
                    Err(Lost::Stopped(stopped)) => {
                        self.left.push_front(Left::Part(cursor));
                        return Err(stopped);
                    }
                    // Every part was looked up in the tree when the iterator was made.
                    sought => self.walking = sought.is_ok(),
                },
            }
        }
    }
}

impl Iterator for Solutions {
    type Item = Result<Vec<u32>, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped {
            return None;
        }
        let next = self.advance();
        self.found += u64::from(matches!(next, Ok(Some(_))));
        self.stopped = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}

/// The tilings of a problem.
pub struct Tilings {
    encoded: Arc<Encoded>,
    solutions: Solutions,
}

impl Tilings {
    /// The tilings of `problem` that `options` ask for.
    ///
    /// ```
    /// use polytile::prelude::*;
    /// use polytile::solve::{Options, Tilings};
    /// let problem = Problem::new("6x10".parse()?, "1:pentominoes".parse()?);
    /// let mut tilings = Tilings::new(&problem, &Options::default(), &Control::default())?;
    /// let first = tilings.next().expect("there are some")?;
    /// assert_eq!(first.check(&problem), Ok(()));
    /// // What is left can be written down, and resumed.
    /// let left = tilings.remaining();
    /// let second = tilings.next().expect("there are more")?;
    /// let resumed = tilings.resumed(left)?.next().expect("there are more")?;
    /// assert_eq!(resumed, second);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Search::new`].
    pub fn new(problem: &Problem, options: &Options, control: &Control) -> Result<Self, Refused> {
        let encoded = Arc::new(Encoded::new(problem, control)?);
        let question = Question::Tilings(Arc::new(problem.clone()), Arc::clone(&encoded));
        let search = Arc::new(Search::new(&question, options, control)?);
        let beginning = search.beginning();
        // The beginning of a search is part of it.
        let solutions =
            search.solutions(beginning, control).map_err(|lost| Refused::Question(lost.to_string()))?;
        Ok(Tilings { encoded, solutions })
    }

    /// What is left, as [`Solutions::remaining`].
    pub fn remaining(&self) -> Remaining {
        self.solutions.remaining()
    }

    /// The tilings of the same search that were left in `from`.
    ///
    /// # Errors
    /// [`Refused::Question`] when `from` comes from another search.
    pub fn resumed(&self, from: Remaining) -> Result<Self, Refused> {
        let solutions = self.solutions.search.solutions(from, &self.solutions.control)?;
        Ok(Tilings { encoded: Arc::clone(&self.encoded), solutions })
    }
}

impl Iterator for Tilings {
    type Item = Result<Tiling, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        let chosen = self.solutions.next()?;
        Some(chosen.map(|chosen| self.encoded.tiling(&chosen)))
    }
}

impl Problem {
    /// The tilings, one after the other, on one thread and without limits; [`Tilings::new`] has options and a control.
    ///
    /// # Errors
    /// When there are more placements than can be numbered.
    pub fn solutions(&self) -> Result<Tilings, Refused> {
        Tilings::new(self, &Options::default(), &Control::default())
    }
}
