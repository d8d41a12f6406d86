//! Running a search that has been prepared, and resuming one that was stopped.
//!
//! In: a search, and what is left of it, at first everything. Out: solutions one by one in the order of the tree, or their number,
//! and what is left when a limit, a pause or whoever listens ended the run. Threads share the tree (`exact_cover/crew.rs`), which
//! does not affect what is handed out; each judges what it finds. Also: how long a search will be, judged by the share of the
//! tree that its first nodes are.

use super::judge::Judge;
use super::prepare::Search;
use crate::exact_cover::crew::{Crew, Hands, Left, Outcome, Reply};
use crate::exact_cover::tree::{Lost, Step, Walker};
use crate::run::clock::Instant;
use crate::run::{Control, Progress, Refused, Stopped};

/// What is left of a search, and how much was found: all that a checkpoint keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Remaining {
    /// The parts left, and solutions found but not yet handed out.
    pub(crate) left: Vec<Left>,
    /// Solutions handed out, or counted.
    pub found: u64,
}

impl Remaining {
    /// Nothing, for a search that has ended with `found` solutions.
    pub fn nothing(found: u64) -> Self {
        Remaining { left: Vec::new(), found }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Solutions handed out, or counted, in this run and in those that it resumed.
    pub found: u64,
    /// Of the solutions handed out in this run, how many each part of the tree has that is searched, in their order.
    pub by_part: Vec<u64>,
    /// What is left; nothing if all solutions are found.
    pub remaining: Option<Remaining>,
    /// Nodes of the search tree seen in this run, level by level.
    pub profile: Vec<u64>,
    /// Why it stopped, if the control said so.
    pub stopped: Option<Stopped>,
    /// Whether it stopped because no more solutions were wanted.
    pub enough: bool,
}

impl Report {
    /// Nodes of the search tree seen in this run.
    pub fn nodes(&self) -> u64 {
        self.profile.iter().sum()
    }
}

/// The most nodes between two looks at whether a search is given up.
const NODES: u64 = 1 << 10;

/// What comes of a search for one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First {
    /// A solution, as options of the question.
    Found(Vec<u32>),
    /// There is none: everything was gone through.
    None,
    /// It was given up before.
    Unknown,
}

impl Search {
    /// The whole search, nothing done.
    pub fn beginning(&self) -> Remaining {
        Remaining { left: self.parts.iter().cloned().map(Left::Part).collect(), found: 0 }
    }

    /// Hands the solutions to `sink`, as options of the question, in the order of the search tree, until it wants no more.
    /// Resumes from `from`, and comes back at `pause` if it is not finished by then.
    ///
    /// # Errors
    /// [`Refused::Question`] when `from` is not a part of this search.
    pub fn list(
        &self,
        from: Remaining,
        pause: Option<Instant>,
        control: &Control,
        sink: &mut (dyn FnMut(&[u32]) -> Reply + Send),
    ) -> Result<Report, Refused> {
        self.belongs(&from).map_err(Lost::refused)?;
        let mut found = from.found;
        let mut chosen = Vec::new();
        let hands = || Judging { search: self, chosen: Vec::new(), counts: false };
        let kept = from.left.iter().filter(|left| matches!(left, Left::Found(_))).count() as u64;
        let crew = self.crew(control, pause, from.found + kept);
        let mut places = Places::new(self);
        let mut lost = None;
        let outcome = crew.run(&*self.walker, from.left, hands, &mut |solution| {
            // Before it is handed out: who is stopped on the way to it leaves it for later.
            let place = match places.of(solution, control) {
                Ok(place) => place,
                Err(stopped) => {
                    lost = Some(stopped);
                    return Reply::Refused;
                }
            };
            self.translate(solution, &mut chosen);
            let reply = sink(&chosen);
            if reply != Reply::Refused {
                found += 1;
                places.counts[place] += 1;
            }
            reply
        });
        let outcome = outcome.map_err(Lost::refused)?;
        let report = Report { by_part: places.counts, ..report(outcome, found) };
        Ok(match lost {
            Some(stopped) => Report { stopped: Some(stopped), enough: false, ..report },
            None => report,
        })
    }

    /// Counts the solutions, each class by its size where classes are not what is asked for. Resumes from `from`, and
    /// comes back at `pause` if it is not finished by then.
    ///
    /// # Errors
    /// [`Refused::Question`] when `from` is not a part of this search.
    pub fn count(
        &self,
        from: Remaining,
        pause: Option<Instant>,
        control: &Control,
    ) -> Result<Report, Refused> {
        let hands = || Judging { search: self, chosen: Vec::new(), counts: true };
        self.belongs(&from).map_err(Lost::refused)?;
        let Remaining { mut left, mut found } = from;
        // Solutions that wait have been judged already, and count as they are.
        let all = left.len();
        left.retain(|left| matches!(left, Left::Part(_)));
        found += (all - left.len()) as u64;
        let crew = self.crew(control, pause, found);
        let outcome = crew.run(&*self.walker, left, hands, &mut |_| Reply::More).map_err(Lost::refused)?;
        let found = outcome.found;
        Ok(report(outcome, found))
    }

    /// About how many nodes the whole search has, judged by the share of it that the first `look` nodes are: the exact
    /// number if it ends within them. The same every time, on any number of threads.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn expected_nodes(&self, look: u64, control: &Control) -> Result<f64, Stopped> {
        let at_once = self.nodes_at_once.min(1 << 10);
        let mut walker = self.walker.another();
        loop {
            let done = walker.advance(at_once) == Step::Done;
            let (nodes, left) = (walker.profile().iter().sum::<u64>(), walker.remaining());
            if done {
                return Ok(nodes as f64);
            }
            if nodes >= look {
                return Ok(nodes as f64 / (1.0 - left).max(f64::MIN_POSITIVE));
            }
            control.check(Progress::Search { share: ((1.0 - left) * 1e6) as u32, found: 0 })?;
        }
    }

    /// How many nodes the search goes through up to its first solution, or in all if there is none, and that solution as
    /// options of the question.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn nodes_to_first(&self, control: &Control) -> Result<(u64, Option<Vec<u32>>), Stopped> {
        let (nodes, first) = self.first_within(u64::MAX, control)?;
        Ok((nodes, if let First::Found(chosen) = first { Some(chosen) } else { None }))
    }

    /// What comes of about `most` nodes of the search, and how many it were.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn first_within(&self, most: u64, control: &Control) -> Result<(u64, First), Stopped> {
        let bounded = most < u64::MAX;
        let at_once = if bounded { self.nodes_at_once.min(NODES) } else { self.nodes_at_once };
        let mut walker = self.walker.another();
        loop {
            let step = walker.advance(at_once);
            let nodes = walker.profile().iter().sum();
            if step == Step::Solution && self.judged(walker.solution()) {
                let mut chosen = Vec::new();
                self.translate(walker.solution(), &mut chosen);
                return Ok((nodes, First::Found(chosen)));
            }
            if step == Step::Done {
                return Ok((nodes, First::None));
            }
            if nodes >= most {
                return Ok((nodes, First::Unknown));
            }
            // The share of a search that may be given up soon counts as nothing.
            let share = if bounded { 0 } else { ((1.0 - walker.remaining()) * 1e6) as u32 };
            control.check(Progress::Search { share, found: 0 })?;
        }
    }

    /// Shows the search up to its first solution, or all of it if there is none: the root, where what is laid beforehand
    /// lies, about every `stride`-th node, and at last the solution, or the root again; each as the options of the question
    /// chosen so far, and whether it is the last, until `show` returns false.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn trace(
        &self,
        stride: u64,
        control: &Control,
        show: &mut dyn FnMut(&[u32], bool) -> bool,
    ) -> Result<(), Stopped> {
        let mut walker = self.walker.another();
        let mut chosen = Vec::new();
        self.translate(&[], &mut chosen);
        if !show(&chosen, false) {
            return Ok(());
        }
        loop {
            let step = walker.advance(stride);
            let found = step == Step::Solution && self.judged(walker.solution());
            if step == Step::Done {
                self.translate(&[], &mut chosen);
                show(&chosen, true);
                return Ok(());
            }
            // Solutions of the tree that do not meet the conditions are passed over: there may be millions of them.
            if step == Step::Paused || found {
                self.translate(walker.solution(), &mut chosen);
                if !show(&chosen, found) || found {
                    return Ok(());
                }
            }
            let share = ((1.0 - walker.remaining()) * 1e6) as u32;
            control.check(Progress::Search { share, found: 0 })?;
        }
    }

    /// Whether a solution of the tree is one of the question.
    pub(super) fn judged(&self, solution: &[u32]) -> bool {
        let mut chosen = Vec::new();
        self.translate(solution, &mut chosen);
        self.judge.weight(&chosen) > 0
    }

    /// Whether solutions that wait can be solutions of this search. Parts are checked when they are looked up in the
    /// tree.
    fn belongs(&self, from: &Remaining) -> Result<(), Lost> {
        let options = self.options.len();
        let known = |left: &Left| match left {
            Left::Part(_) => true,
            Left::Found(solution) => solution.iter().all(|&option| (option as usize) < options),
        };
        let countable =
            from.found.checked_add(from.left.len() as u64).is_some_and(|most| most < u64::MAX / 2);
        if countable && from.left.iter().all(known) { Ok(()) } else { Err(Lost::Nowhere) }
    }

    fn crew<'a>(&self, control: &'a Control, pause: Option<Instant>, found: u64) -> Crew<'a> {
        Crew { control, nodes: self.nodes_at_once, pause, whole: self.whole, found }
    }

    /// Options of the search as options of the question, behind those that are in every solution.
    pub(super) fn translate(&self, solution: &[u32], chosen: &mut Vec<u32>) {
        chosen.clone_from(&self.settled);
        chosen.extend(solution.iter().map(|&o| self.options[o as usize]));
    }
}

fn report<H>(outcome: Outcome<H>, found: u64) -> Report {
    let Outcome { left, profile, stopped, enough, .. } = outcome;
    let remaining = (!left.is_empty()).then_some(Remaining { left, found });
    Report { found, by_part: Vec::new(), remaining, profile, stopped, enough }
}

/// How many solutions each part of the tree has that is searched. Where there are several parts, the path to every solution is walked
/// once more: as long as it takes to list it, or some times that.
struct Places {
    /// Goes to each solution, where there are several parts.
    scout: Box<dyn Walker>,
    /// Where the parts begin.
    starts: Vec<Vec<u32>>,
    counts: Vec<u64>,
}

impl Places {
    fn new(search: &Search) -> Self {
        let starts: Vec<Vec<u32>> = search.parts.iter().map(|part| part.span().0).collect();
        Places { scout: search.walker.another(), counts: vec![0; starts.len()], starts }
    }

    /// In which part a solution of the search lies.
    fn of(&mut self, solution: &[u32], control: &Control) -> Result<usize, Stopped> {
        if self.starts.len() < 2 {
            return Ok(0);
        }
        let path = match self.scout.locate(solution, control) {
            Ok(path) => path,
            Err(Lost::Stopped(stopped)) => return Err(stopped),
            // Every solution comes from this tree, and lies in one of the parts.
            Err(Lost::Nowhere) => Vec::new(),
        };
        Ok(self.starts.partition_point(|start| *start <= path).saturating_sub(1))
    }
}

/// The hands of one worker.
struct Judging<'a> {
    search: &'a Search,
    chosen: Vec<u32>,
    /// Whether solutions are counted, and none is handed out.
    counts: bool,
}

impl Hands for Judging<'_> {
    fn take(&mut self, solution: &[u32]) -> (u64, bool) {
        let judge: &Judge = &self.search.judge;
        let weight = if judge.looks_at_nothing() {
            1
        } else {
            self.search.translate(solution, &mut self.chosen);
            judge.weight(&self.chosen)
        };
        (weight, weight > 0 && !self.counts)
    }
}
