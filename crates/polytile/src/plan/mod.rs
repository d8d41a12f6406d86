//! Which engine answers, and why: the same for every question.
//!
//! In: a question that several engines can answer ([`Planned`]). Each engine says in which [`Way`]s it could: by which order
//! of the cells, with how many states, bytes and seconds, or what stands in its way. Out: the [`Plan`], with all that was
//! considered, and the way that was chosen, ready to be taken. Among the ways that fit into memory, [`decide`] takes the one that
//! needs the least time, and where nothing is known of time, the engine that is listed first. Asking an engine for its ways may
//! take longer than a small question: so once a way is quick, no further engine is asked. Where no way is open, the explanation
//! is made here too, in the same form for every question.
//!
//! An engine is a file with a function that lists its ways, and a line in the list of its kind, a macro `engines!`: of the lines `words!`
//! makes the enum of the kind, which is all that engines and options know of, and `ways!` has each of them asked by its function.

use crate::board::Order;
use crate::choice::Choice;
use crate::run::{Control, Stopped, Unable};
use std::fmt::{self, Write as _};

/// A way that takes no longer than this, in seconds, needs no comparison.
const QUICK: f64 = 0.05;

/// One way to answer, with what it is expected to take.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<E> {
    /// The engine.
    pub engine: E,
    /// The order of the cells, for engines that decide cell by cell.
    pub order: Option<Order>,
    /// States alive at the widest level, or in all, whichever the engine has to keep, estimated.
    pub states: Option<f64>,
    /// Bytes of memory, estimated.
    pub bytes: Option<f64>,
    /// Whether it takes this much memory only in the worst case.
    pub at_most: bool,
    /// Seconds on one thread, estimated.
    pub seconds: Option<f64>,
    /// What else there is to say about it.
    pub remark: Option<String>,
    /// Why it cannot or should not be used, if so.
    pub obstacle: Option<String>,
}

/// What was considered, and what was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan<E> {
    /// What was found out before an engine was chosen, a line each.
    pub facts: Vec<String>,
    /// All ways that were considered.
    pub candidates: Vec<Candidate<E>>,
    /// The index of the chosen one; none where none is needed, or each part of the question has its own.
    pub chosen: Option<usize>,
    /// Why it was chosen.
    pub reason: String,
}

/// A way to answer that is ready to be taken.
pub struct Way<'q, Q: Planned + ?Sized> {
    /// What it is expected to take.
    pub candidate: Candidate<Q::Engine>,
    run: Option<Run<'q, Q>>,
}

/// An engine that only has to be started.
pub type Run<'q, Q> = Box<dyn FnOnce(&Control) -> Result<<Q as Planned>::Answer, <Q as Planned>::Error> + 'q>;

/// A question that several engines can answer.
pub trait Planned {
    /// The engines for questions of this kind.
    type Engine: Choice + PartialEq + fmt::Display;
    /// What an engine gives.
    type Answer;
    /// Why it may not.
    type Error: From<Stopped> + From<Unable>;

    /// The ways in which `engine` could answer, or what stands in its way; `asked` says whether it was asked for by name; only if
    /// it was not may the list be empty.
    ///
    /// # Errors
    /// When `control` says stop.
    fn ways(
        &self,
        engine: Self::Engine,
        asked: bool,
        control: &Control,
    ) -> Result<Vec<Way<'_, Self>>, Self::Error>;
}

/// The plan, and the engine chosen, to be started.
pub type Decided<'q, Q> = (Plan<<Q as Planned>::Engine>, <Q as Planned>::Engine, Run<'q, Q>);

impl<E> Candidate<E> {
    /// A candidate of which nothing is known yet.
    pub fn new(engine: E) -> Self {
        Candidate {
            engine,
            order: None,
            states: None,
            bytes: None,
            at_most: false,
            seconds: None,
            remark: None,
            obstacle: None,
        }
    }

    fn map<F>(self, of: impl Fn(E) -> F) -> Candidate<F> {
        let Candidate { engine, order, states, bytes, at_most, seconds, remark, obstacle } = self;
        Candidate { engine: of(engine), order, states, bytes, at_most, seconds, remark, obstacle }
    }

    /// How it compares with others, the best first: whether it fits into memory, then how little time it takes.
    fn rank(&self, budget: f64) -> (u8, f64) {
        let seconds = self.seconds.unwrap_or(f64::INFINITY);
        match self.bytes {
            Some(bytes) if bytes <= budget => (0, seconds),
            // What is unknown, or known only for the worst case, may fit.
            None => (1, seconds),
            Some(_) if self.at_most => (1, seconds),
            Some(bytes) => (2, bytes),
        }
    }
}

impl<'q, Q: Planned + ?Sized> Way<'q, Q> {
    /// A way that can be taken.
    pub fn open(
        candidate: Candidate<Q::Engine>,
        run: impl FnOnce(&Control) -> Result<Q::Answer, Q::Error> + 'q,
    ) -> Self {
        Way { candidate, run: Some(Box::new(run)) }
    }

    /// A way that cannot be taken.
    pub fn barred(candidate: Candidate<Q::Engine>, obstacle: impl Into<String>) -> Self {
        Way { candidate: Candidate { obstacle: Some(obstacle.into()), ..candidate }, run: None }
    }
}

impl<E: Copy> Plan<E> {
    /// The plan where the answer follows without an engine.
    pub fn without_engine(reason: impl Into<String>) -> Self {
        Plan { facts: Vec::new(), candidates: Vec::new(), chosen: None, reason: reason.into() }
    }

    /// Reconsiders the way of an engine, now that more is known of it: it is chosen if nothing stands in its way any more.
    pub fn reconsider(&mut self, candidate: Candidate<E>, reason: &str)
    where
        E: PartialEq,
    {
        let index = self.candidates.iter().position(|c| c.engine == candidate.engine);
        let index = index.unwrap_or(self.candidates.len());
        if candidate.obstacle.is_none() {
            self.chosen = Some(index);
            reason.clone_into(&mut self.reason);
        }
        if index == self.candidates.len() {
            self.candidates.push(candidate);
        } else {
            self.candidates[index] = candidate;
        }
    }

    /// The plan for a choice between more engines than these.
    pub fn map<F>(self, of: impl Fn(E) -> F) -> Plan<F> {
        let Plan { facts, candidates, chosen, reason } = self;
        let wider = |candidate: Candidate<E>| candidate.map(&of);
        Plan { facts, candidates: candidates.into_iter().map(wider).collect(), chosen, reason }
    }

    /// The way that was chosen.
    pub fn choice(&self) -> Option<&Candidate<E>> {
        self.candidates.get(self.chosen?)
    }

    /// The engine that was chosen; none where none is needed.
    pub fn engine(&self) -> Option<E> {
        self.choice().map(|candidate| candidate.engine)
    }
}

/// What stands in the way of candidates, each once: `engines by orders: why`, or without the engines where `alone` says that only
/// one was asked.
fn obstacles<E: PartialEq + fmt::Display>(candidates: &[Candidate<E>], alone: bool) -> String {
    type Hindered<'a, E> = (Vec<&'a E>, Vec<Order>, &'a str);
    let mut each: Vec<Hindered<'_, E>> = Vec::new();
    for Candidate { engine, order, obstacle, .. } in candidates {
        let why = obstacle.as_deref().unwrap_or_default();
        match each.iter_mut().find(|(engines, _, known)| engines[0] == engine && *known == why) {
            Some((_, orders, _)) => orders.extend(*order),
            None => each.push((vec![engine], order.iter().copied().collect(), why)),
        }
    }
    let mut together: Vec<Hindered<'_, E>> = Vec::new();
    for (engines, orders, why) in each {
        match together.iter_mut().find(|(_, others, known)| *others == orders && *known == why) {
            Some((alike, ..)) => alike.extend(engines),
            None => together.push((engines, orders, why)),
        }
    }
    let told = |(engines, orders, why): &Hindered<'_, E>| {
        let engines = if alone { String::new() } else { format!(" {}", listed(engines, "and")) };
        let orders: Vec<String> = orders.iter().map(|order| format!("by {order}")).collect();
        let orders = if orders.is_empty() { String::new() } else { format!(" {}", listed(&orders, "or")) };
        format!("{engines}{orders}: {why}")
    };
    together.iter().map(told).collect::<Vec<_>>().join(";")
}

/// `a, b or c`.
fn listed(names: &[impl fmt::Display], last: &str) -> String {
    let mut text = String::new();
    for (i, name) in names.iter().enumerate() {
        let separator = match i {
            0 => String::new(),
            _ if i + 1 == names.len() => format!(" {last} "),
            _ => ", ".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{name}");
    }
    text
}

/// The words of a kind of engines: an enum, of the lines of its macro `engines!`.
macro_rules! words {
    (
        [] $(#[$meta:meta])* pub enum $Engine:ident {
            $($(#[$doc:meta])* $Name:ident = $word:literal, $meaning:literal, $ways:path;)+
        }
    ) => {
        $crate::choice::choice! {
            $(#[$meta])*
            pub enum $Engine {
                $($(#[$doc])* $Name = $word, $meaning;)+
            }
        }
    };
}
pub(crate) use words;

/// A question that a kind of engines can answer, of the same lines: its parameters and its type, then what an engine gives, and why it
/// may not.
macro_rules! ways {
    (
        [[$($parameters:tt)*] $Question:ty => $Answer:ty, $Error:ty]
        $(#[$meta:meta])* pub enum $Engine:ident {
            $($(#[$doc:meta])* $Name:ident = $word:literal, $meaning:literal, $ways:path;)+
        }
    ) => {
        impl<$($parameters)*> $crate::plan::Planned for $Question {
            type Engine = $Engine;
            type Answer = $Answer;
            type Error = $Error;

            fn ways(
                &self,
                engine: $Engine,
                asked: bool,
                control: &$crate::run::Control,
            ) -> Result<Vec<$crate::plan::Way<'_, Self>>, $Error> {
                match engine {
                    $($Engine::$Name => $ways(self, asked, control),)+
                }
            }
        }
    };
}
pub(crate) use ways;

/// Why the engine `asked` for cannot answer in any of these ways, and which other `engines` there are.
fn unable<E: Copy + PartialEq + fmt::Display>(
    asked: E,
    candidates: &[Candidate<E>],
    engines: &[E],
) -> Unable {
    Unable {
        message: format!("the {asked} engine cannot answer this{}", obstacles(candidates, true)),
        help: another(asked, engines),
    }
}

/// What to ask for instead of the engine `asked` for, where there are these.
pub(crate) fn another<E: Copy + PartialEq + fmt::Display>(asked: E, engines: &[E]) -> String {
    let others: Vec<E> = engines.iter().copied().filter(|engine| *engine != asked).collect();
    format!("leave out --engine, or take another: {}", listed(&others, "or"))
}

/// Chooses how to answer `question`, by the engine `asked` for if there is one.
///
/// # Errors
/// When `control` says stop while the engines are asked for their ways, or none can answer: [`Unable`] where one is asked for.
pub fn decide<'q, Q: Planned>(
    question: &'q Q,
    asked: Option<Q::Engine>,
    control: &Control,
) -> Result<Decided<'q, Q>, Q::Error> {
    let budget = control.memory_budget() as f64;
    let (mut candidates, mut runs) = (Vec::new(), Vec::new());
    let mut quick = false;
    // An engine that is not among them can still be asked for by name, and then says why it is not.
    let engines = asked.as_ref().map_or(Q::Engine::ALL, std::slice::from_ref);
    for &engine in engines {
        if quick {
            break;
        }
        for Way { candidate, run } in question.ways(engine, asked.is_some(), control)? {
            let (memory, seconds) = candidate.rank(budget);
            quick |= run.is_some() && memory == 0 && seconds < QUICK;
            candidates.push(candidate);
            runs.push(run);
        }
    }
    let open = (0..candidates.len()).filter(|&i| runs[i].is_some());
    let rank = |i: &usize| candidates[*i].rank(budget);
    let best = open.min_by(|i, j| {
        let ((memory, cost), (other_memory, other_cost)) = (rank(i), rank(j));
        memory.cmp(&other_memory).then(cost.total_cmp(&other_cost))
    });
    let Some((best, run)) = best.and_then(|best| Some((best, runs.swap_remove(best)?))) else {
        return Err(if let Some(asked) = asked {
            unable(asked, &candidates, Q::Engine::ALL).into()
        } else {
            let why = obstacles(&candidates, false);
            Stopped::TooLarge(format!("no engine can answer this:{why}")).into()
        });
    };
    let reason = reason(&candidates, best, asked.is_some(), quick, budget);
    let engine = candidates[best].engine;
    Ok((Plan { facts: Vec::new(), candidates, chosen: Some(best), reason }, engine, run))
}

/// Why the candidate `best` is the best of `candidates`.
fn reason<E: PartialEq + fmt::Display>(
    candidates: &[Candidate<E>],
    best: usize,
    asked: bool,
    quick: bool,
    budget: f64,
) -> String {
    let chosen = &candidates[best];
    let others = candidates.iter().enumerate().filter(|(i, c)| *i != best && c.obstacle.is_none());
    let next = others.map(|(_, c)| c).min_by(|a, b| {
        let seconds = |c: &Candidate<E>| c.seconds.unwrap_or(f64::INFINITY);
        seconds(a).total_cmp(&seconds(b))
    });
    let fits = chosen.rank(budget).0 == 0;
    let Some(next) = next else {
        return if asked {
            "asked for"
        } else if quick {
            "so quick that no other was asked"
        } else {
            "the only one that applies"
        }
        .to_owned();
    };
    match (chosen.seconds, next.seconds) {
        (Some(least), Some(seconds)) if seconds > least => {
            let order = next.order.map_or_else(String::new, |order| format!(" by {order}"));
            let times = seconds / least.max(f64::MIN_POSITIVE);
            // A factor that would be rounded to 1.0 is not a difference.
            if times < 1.05 {
                format!("about as fast as {}{order}", next.engine)
            } else {
                format!("about {times:.1} times faster than {}{order}", next.engine)
            }
        }
        (Some(_), Some(_)) => "the fastest that fits into memory".to_owned(),
        _ if fits && chosen.at_most => "it fits into memory, whatever comes".to_owned(),
        _ if fits => "it fits into memory".to_owned(),
        _ if chosen.bytes.is_some() => "no engine is sure to fit into memory: it will show".to_owned(),
        _ => "the first that applies".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::choice;
    use crate::run::Refused;

    choice! {
        enum Engine {
            One = "one", "The first";
            Two = "two", "The second";
            Three = "three", "The third";
        }
    }

    /// Ways with bytes, seconds and obstacles as they are given, by engine.
    struct Question(Vec<Candidate<Engine>>);

    impl Planned for Question {
        type Engine = Engine;
        type Answer = Engine;
        type Error = Refused;

        fn ways(&self, engine: Engine, _: bool, _: &Control) -> Result<Vec<Way<'_, Self>>, Refused> {
            let of = self.0.iter().filter(|candidate| candidate.engine == engine).cloned();
            Ok(of
                .map(|candidate| match candidate.obstacle.clone() {
                    Some(obstacle) => Way::barred(candidate, obstacle),
                    None => Way::open(candidate, move |_| Ok(engine)),
                })
                .collect())
        }
    }

    fn candidate(engine: Engine, bytes: f64, seconds: f64) -> Candidate<Engine> {
        Candidate { bytes: Some(bytes), seconds: Some(seconds), ..Candidate::new(engine) }
    }

    fn decided(question: &Question, asked: Option<Engine>) -> (Option<Engine>, String, usize) {
        let control = Control::default().memory(1000);
        let (plan, engine, run) = decide(question, asked, &control).unwrap();
        let answer = run(&control).unwrap();
        assert_eq!((answer, Some(answer)), (engine, plan.engine()));
        (Some(answer), plan.reason, plan.candidates.len())
    }

    #[test]
    fn the_fastest_that_fits_is_chosen() {
        use Engine::{One, Three, Two};
        let question = Question(vec![
            candidate(One, 10.0, 3.0),
            candidate(Two, 2000.0, 1.0),
            Candidate { obstacle: Some("no".to_owned()), ..candidate(Three, 1.0, 0.1) },
        ]);
        assert_eq!(decided(&question, None), (Some(One), "the fastest that fits into memory".to_owned(), 3));
        assert_eq!(decided(&question, Some(Two)), (Some(Two), "asked for".to_owned(), 1));
        let faster = Question(vec![candidate(One, 10.0, 3.0), candidate(Two, 20.0, 1.0)]);
        assert_eq!(decided(&faster, None).1, "about 3.0 times faster than one");
        let alike = Question(vec![candidate(One, 10.0, 1.04), candidate(Two, 20.0, 1.0)]);
        assert_eq!(decided(&alike, None).1, "about as fast as one");
    }

    #[test]
    fn what_stands_in_the_way_is_said_once() {
        use Engine::{One, Three, Two};
        let barred = |engine, order: Option<Order>, why: &str| Candidate {
            order,
            obstacle: Some(why.to_owned()),
            ..Candidate::new(engine)
        };
        let orders = [Order::Rows, Order::Columns, Order::Diagonals].map(Some);
        let mut ways = vec![barred(One, None, "it is tired")];
        ways.extend(orders.map(|order| barred(Two, order, "it is full")));
        ways.extend(orders.map(|order| barred(Three, order, "it is full")));
        let refused = |ways: Vec<_>, asked| {
            let Err(refused) = decide(&Question(ways), asked, &Control::default()) else { panic!("it can") };
            refused
        };
        let nobody = "no engine can answer this: one: it is tired; two and three by rows, by columns or by diagonals: \
                      it is full";
        assert_eq!(refused(ways.clone(), None), Stopped::TooLarge(nobody.to_owned()).into());
        let unable = |message: &str, help: &str| {
            Refused::from(Unable { message: message.to_owned(), help: help.to_owned() })
        };
        let two = unable(
            "the two engine cannot answer this by rows, by columns or by diagonals: it is full",
            "leave out --engine, or take another: one or three",
        );
        assert_eq!(refused(ways.clone(), Some(Two)), two);
        ways[3] = barred(Two, Some(Order::Diagonals), "it is slow");
        let two = unable(
            "the two engine cannot answer this by rows or by columns: it is full; by diagonals: it is slow",
            "leave out --engine, or take another: one or three",
        );
        assert_eq!(refused(ways, Some(Two)), two);
    }

    #[test]
    fn nobody_is_asked_after_a_quick_one() {
        let question = Question(vec![candidate(Engine::One, 1.0, 0.01), candidate(Engine::Two, 1.0, 0.001)]);
        let so_quick = "so quick that no other was asked".to_owned();
        assert_eq!(decided(&question, None), (Some(Engine::One), so_quick, 1));
    }

    #[test]
    fn what_may_fit_comes_before_what_does_not() {
        let worst = Candidate { at_most: true, seconds: None, ..candidate(Engine::One, 5000.0, 0.0) };
        let too_much = Candidate { seconds: None, ..candidate(Engine::Two, 2000.0, 0.0) };
        let question = Question(vec![too_much.clone(), worst.clone()]);
        assert_eq!(decided(&question, None).0, Some(Engine::One));
        let fits = Candidate { bytes: Some(100.0), ..too_much };
        assert_eq!(decided(&Question(vec![worst, fits]), None).0, Some(Engine::Two));
    }
}
