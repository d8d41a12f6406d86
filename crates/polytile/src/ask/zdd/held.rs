//! What is asked about: a family of sets, built or read, and narrowed down.
//!
//! In: a [`Source`], which is a board to be tiled, an exact cover or a Number Mind; or the bytes of a file. Out: a [`Held`],
//! the family with all that its answers need beside it: the problem that its sets are tilings of, the cover to count again with
//! another engine, and the plan, which says why the options stand in their order. Tilings have the order that is asked for or
//! else the narrowest ([`Narrowest`]); covers have an order in which few items are open at a time ([`narrow`]).
//!
//! [`Held::narrowed`] keeps the sets with some options and without others. A `Held` also says how its sets are called, numbers
//! them ([`Held::kth`], [`Held::rank`]), and turns one into what a person reads: names of options, digits, a tiling.
//!
//! Cost: building takes what the diagram takes, and is the whole cost of most questions; a file that is mapped is read where it
//! lies; narrowing takes two sweeps over the nodes.

use super::facts::{Fact, Member, Ranked};
use super::misused;
use crate::ask::named::Named;
use crate::ask::subject::{conditions_on, cover_names, no_board};
use crate::ask::{Integer, Later, Unanswered, empty, weights};
use crate::condition::Condition;
use crate::count::{Count, Engine};
use crate::exact_cover::ExactCover;
use crate::format::number_mind::NumberMind;
use crate::format::subject::{Given, Subject, Tiled};
use crate::frontier::{Narrowest, Order};
use crate::plan::{Candidate, Plan};
use crate::problem::Problem;
use crate::run::Control;
use crate::run::clock::{Duration, Instant};
use crate::zdd::cover::{build, narrow};
use crate::zdd::{Bytes, Counted, EMPTY, Family, FileError, ZddError};
use num_bigint::BigInt;
use std::sync::Arc;

/// How the options of exact covers are put in order.
const BY_ITEMS: &str =
    "options by their first items, the items in an order that keeps few of them open; --marginals lists them";

/// Where a family is built from.
#[non_exhaustive]
pub enum Source {
    /// A board to be tiled, and what must hold of its tilings.
    Puzzle(Box<Tiled>, Vec<Condition>),
    /// An exact cover, whose options have these names.
    Cover(ExactCover, Vec<String>),
    /// The exact cover that a Number Mind is.
    NumberMind(NumberMind),
}

impl Source {
    /// What was read, whose cells are to be in `order`, if that is said, and whose tilings are to meet `conditions`, in words.
    ///
    /// # Errors
    /// When a condition cannot be read, or where there is no board, conditions or an order are asked for.
    pub fn new(subject: Subject, order: Option<Order>, conditions: &[String]) -> Result<Self, Unanswered> {
        let source = match subject {
            Subject::Tiling(tiled) => {
                let conditions = conditions_on(&tiled.problem, conditions)?;
                return Ok(Source::Puzzle(Box::new(tiled), conditions));
            }
            _ if !conditions.is_empty() => return Err(no_board().into()),
            Subject::Cover(covered) => {
                let names = cover_names(&covered.cover);
                Source::Cover(covered.cover, names)
            }
            Subject::NumberMind(mind) => Source::NumberMind(mind),
        };
        if order.is_some() {
            return Err(misused(
                "an exact cover has no rows and columns to number its options by",
                "leave --order out: an order that keeps few items open is looked for",
            ));
        }
        Ok(source)
    }
}

/// A family, ready to be asked.
#[derive(Clone, Debug)]
pub struct Held {
    /// The family.
    pub family: Arc<Family>,
    /// What the sets are tilings of, if they are.
    problem: Option<Arc<Problem>>,
    /// The exact cover it was built from, if it was built from one.
    pub(super) cover: Option<Arc<ExactCover>>,
    /// The Number Mind it was built from, if it was built from one.
    pub(super) mind: Option<NumberMind>,
    /// What the variables cost, if that is known.
    pub(super) costs: Option<Vec<BigInt>>,
    /// How the order was chosen.
    pub plan: Plan<Engine>,
    /// The time it took to build or read it.
    pub time: Duration,
    /// Whether it was read.
    saved: bool,
    /// Whether it has only the tilings that conditions leave.
    conditioned: bool,
}

impl Held {
    /// Builds the family, the options of tilings numbered in `order`, or else in the narrowest.
    ///
    /// # Errors
    /// When the rules mean nothing on the board, a limit is reached, or `control` says stop.
    pub fn new(source: Source, order: Option<Order>, control: &Control) -> Result<Self, Unanswered> {
        let started = Instant::now();
        let (mut kept, mut guesses, mut costs, mut conditioned) = (None, None, None, false);
        let (family, plan) = match source {
            Source::Cover(cover, names) => {
                let order = narrow(&cover, control)?;
                let diagram = build(&cover, &order, control)?;
                let names = order.iter().map(|&option| names[option as usize].clone()).collect();
                costs = weights::costs(&cover)
                    .map(|costs| order.iter().map(|&option| costs[option as usize].clone()).collect());
                kept = Some(Arc::new(cover));
                (Family::new(diagram, names), alone(BY_ITEMS))
            }
            Source::NumberMind(mind) => {
                let (cover, digits) = (mind.cover(), mind.options());
                let order = narrow(&cover, control)?;
                let diagram = build(&cover, &order, control)?;
                let digits: Vec<_> = order.iter().map(|&option| digits[option as usize]).collect();
                let family = Family::numbers(diagram, mind.length(), &digits);
                (kept, guesses) = (Some(Arc::new(cover)), Some(mind));
                (family, alone(BY_ITEMS))
            }
            Source::Puzzle(tiled, conditions) => {
                let Tiled { about, problem } = *tiled;
                conditioned = !conditions.is_empty();
                let plan = match order {
                    Some(order) => Plan {
                        candidates: vec![Candidate { order: Some(order), ..Candidate::new(Engine::Zdd) }],
                        ..alone("asked for")
                    },
                    None => narrowest(&Narrowest::of(&problem, control)?),
                };
                let order = plan.choice().and_then(|chosen| chosen.order);
                let family = Family::tilings_meeting(&problem, &conditions, order, control)?;
                let family = family.titled(about.title);
                (family, plan)
            }
        };
        let time = started.elapsed();
        Ok(Held {
            cover: kept,
            mind: guesses,
            costs,
            time,
            saved: false,
            conditioned,
            ..Held::of(family, plan)
        })
    }

    /// Reads a family that was saved.
    ///
    /// # Errors
    /// When the bytes are not a saved family, or `control` says stop.
    pub fn load(bytes: Bytes, control: &Control) -> Result<Self, FileError> {
        let started = Instant::now();
        let family = Family::load(bytes, control)?;
        let plan = alone("the diagram was read: there was nothing to choose");
        Ok(Held { time: started.elapsed(), ..Held::of(family, plan) })
    }

    /// A family that was computed from others in this time.
    pub(super) fn computed(family: Arc<Family>, time: Duration) -> Self {
        let plan = alone("the options stand as in the families that it was computed from");
        Held { time, saved: false, ..Held::of(family, plan) }
    }

    /// A family as it was read, with a time of 0.
    fn of(family: impl Into<Arc<Family>>, plan: Plan<Engine>) -> Self {
        let family = family.into();
        let problem = family.puzzle().map(|puzzle| Arc::new(puzzle.problem.clone()));
        Held {
            family,
            problem,
            cover: None,
            mind: None,
            costs: None,
            plan,
            time: Duration::ZERO,
            saved: true,
            conditioned: false,
        }
    }

    /// What is left where these options are used, and those are not.
    ///
    /// # Errors
    /// When there is no such option, or `control` says stop.
    pub fn narrowed(
        mut self,
        with: &[String],
        without: &[String],
        control: &Control,
    ) -> Result<Self, Unanswered> {
        let started = Instant::now();
        let options = |names: &[String]| -> Result<Vec<u32>, Unanswered> {
            names.iter().map(|name| self.family.option(name).map_err(|e| unknown(&e))).collect()
        };
        let (with, without) = (options(with)?, options(without)?);
        if !with.is_empty() || !without.is_empty() {
            // Their names are there twice, until the first family goes.
            let control = control.holding(2 * self.family.beside());
            self.family = Arc::new(self.family.restricted(&with, &without, &control)?);
        }
        self.time += started.elapsed();
        Ok(self)
    }

    /// The diagram with the numbers of sets below its nodes, all that the family holds being in the memory of `control` too.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn counted(&self, control: &Control) -> Result<Counted, Unanswered> {
        Ok(self.family.diagram().counted(&control.holding(self.family.beside()))?)
    }

    /// Why there is no set, in sentences; nothing if there are some, or if they were computed from others.
    pub(super) fn why_empty(&self, contradiction: Option<&[u32]>, control: &Control) -> Option<Vec<String>> {
        if self.family.diagram().root() != EMPTY {
            return None;
        }
        // What was saved may have been built of some solutions only.
        let some = self.conditioned || self.saved || self.family.is_restricted();
        match (&self.problem, &self.cover) {
            (Some(problem), _) => Some(empty::of_board(problem, some, control)),
            (None, Some(cover)) => Some(empty::of_guesses(contradiction, cover, some)),
            (None, None) => None,
        }
    }

    /// The order of the cells in words, if the sets are tilings.
    pub fn order(&self) -> Option<String> {
        self.family.puzzle().map(|puzzle| puzzle.order.to_string())
    }

    /// The order in one word: that of the cells, or else the one in which a question lists the options.
    fn ordered(&self) -> String {
        self.order().unwrap_or_else(|| "marginals".to_owned())
    }

    /// What the sets are called.
    pub fn noun(&self) -> &'static str {
        match (self.family.puzzle(), self.family.length()) {
            (Some(_), _) => "tiling",
            (None, Some(_)) => "number",
            (None, None) => "set",
        }
    }

    /// One line about how it was made.
    pub fn account(&self) -> String {
        let diagram = self.family.diagram();
        let how = if self.saved { "read" } else { "built" };
        let order = self.order().map(|order| format!(" by {order}")).unwrap_or_default();
        format!(
            "{} variables{order}, {} nodes, {how} in {:.3} s",
            diagram.variables(),
            diagram.nodes(),
            self.time.as_secs_f64()
        )
    }

    /// A set, and its number.
    pub(super) fn member(&self, number: impl Into<Integer>, set: Vec<u32>) -> Member {
        let family = &self.family;
        let tiling = family.tiling(&set).zip(self.problem.clone());
        let (named, chosen) = (Arc::clone(family), set.clone());
        let options = move || chosen.iter().map(|&v| named.names()[v as usize].clone()).collect();
        Member {
            number: number.into(),
            seed: None,
            of: None,
            order: None,
            weight: None,
            options: Later::new(options),
            digits: family.number(&set),
            tiling: tiling.map(|(tiling, problem)| Named { tiling, problem }),
            set,
        }
    }

    /// The k-th set.
    ///
    /// # Errors
    /// When there is none.
    pub fn kth(&self, counted: &Counted, k: &Count) -> Result<Fact, Unanswered> {
        let total = counted.total();
        let Some(set) = counted.kth(k) else {
            let noun = self.noun();
            let (message, help) = if *k == Count::ZERO {
                (format!("there is no {noun} number 0"), "they are counted from 1".to_owned())
            } else if *total == Count::ZERO {
                (format!("there is no {noun} at all"), "--kth needs one at least".to_owned())
            } else {
                (format!("there is no {noun} number {k}"), format!("give a number from 1 to {total}"))
            };
            return Err(misused(message, help));
        };
        let (of, order) = (Some(total.into()), Some(self.ordered()));
        Ok(Fact::Kth(Member { of, order, ..self.member(k, set) }))
    }

    /// The number of a set.
    ///
    /// # Errors
    /// When there is no such set.
    pub fn rank(&self, counted: &Counted, set: &Given) -> Result<Fact, Unanswered> {
        let Some(rank) = counted.rank(&self.set_of(set)?) else {
            let why = format!("this is not one of the {}s of the diagram", self.noun());
            return Err(Unanswered::Failed(why));
        };
        let of = counted.total().into();
        Ok(Fact::Rank(Ranked { rank: (&rank).into(), of, order: self.ordered() }))
    }
}

/// The plan where only one order of the options is possible, and why it is that one.
fn alone(reason: &str) -> Plan<Engine> {
    let candidates = vec![Candidate::new(Engine::Zdd)];
    Plan { facts: Vec::new(), candidates, chosen: Some(0), reason: reason.to_owned() }
}

/// The order with the narrowest frontier, and why.
fn narrowest(Narrowest { order, widths }: &Narrowest) -> Plan<Engine> {
    let candidate = |&(order, width): &(Order, usize)| Candidate {
        order: Some(order),
        remark: Some(format!("{width:>3} cells and demands on the widest level")),
        ..Candidate::new(Engine::Zdd)
    };
    Plan {
        facts: Vec::new(),
        candidates: widths.iter().map(candidate).collect(),
        chosen: widths.iter().position(|(of, _)| of == order),
        reason: "the fewest cells and demands to look at on the widest level".to_owned(),
    }
}

/// The error of an option that does not exist.
pub(super) fn unknown(error: &ZddError) -> Unanswered {
    named(error.to_string(), error)
}

/// The error in words of the question.
pub(super) fn named(message: String, error: &ZddError) -> Unanswered {
    let help = match error {
        ZddError::UnknownOption { instead, .. } if !instead.is_empty() => {
            format!("some that come near: {}; --marginals lists all", instead.join(" "))
        }
        _ => "--marginals lists all options".to_owned(),
    };
    misused(message, help)
}
