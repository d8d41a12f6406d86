//! The engines that find the cheapest solutions, a line each, and how one of them is chosen.
//!
//! In: an exact cover with the weights of its options. Out: the cheapest solutions, and why this engine found them. How long a search
//! takes nobody knows before it: so each engine in turn makes an attempt, as small on every machine, and the first that succeeds has the answer;
//! where none does, the first goes on. No clock is consulted: the same question is always answered by the same engine. A new
//! engine is a file and a line here.

use super::Found;
use super::finds::{Finds, Priced};
use crate::ask::Unanswered;
use crate::choice::{Choice, choice};
use crate::plan::{Candidate, Plan};
use crate::run::{Control, Refused};

macro_rules! engines {
    ($($(#[$doc:meta])* $Engine:ident = $word:literal, $meaning:literal, $finds:path;)+) => {
        choice! {
            /// What finds the cheapest solutions.
            pub enum Engine {
                $($(#[$doc])* $Engine = $word, $meaning;)+
            }
        }

        impl Engine {
            /// This engine, ready to look.
            fn finds<'a>(self, priced: Priced<'a>, control: &Control) -> Result<Box<dyn Finds + 'a>, Refused> {
                match self {
                    $(Engine::$Engine => $finds(priced, control),)+
                }
            }
        }
    };
}
engines! {
    /// Branch and bound: [`Cheapest`](crate::exact_cover::Cheapest).
    Bounds = "bounds", "Branch and bound; for the cheapest solutions of every exact cover", super::bounds::finds;
    /// No search, but a diagram of all solutions.
    Zdd = "zdd", "A decision diagram that holds all solutions; for every exact cover", super::whole::finds;
}

impl Engine {
    /// Whether it searches a tree, which has nodes on levels to tell of.
    pub const fn is_search(self) -> bool {
        matches!(self, Engine::Bounds)
    }
}

/// The cheapest solutions, by the engine that is asked for or by one that can.
///
/// # Errors
/// When the engine asked for cannot find out, or none can.
pub(super) fn find(
    asked: Option<Engine>,
    priced: Priced<'_>,
    control: &Control,
) -> Result<Found, Unanswered> {
    let cover = priced.0;
    let facts = vec![format!("{} items, {} options", cover.items().len(), cover.option_count())];
    let mut plan = Plan { facts, candidates: Vec::new(), chosen: None, reason: String::new() };
    let barred = |engine, why: String| Candidate { obstacle: Some(why), ..Candidate::new(engine) };
    let listed = |engine: &Engine| asked.is_none_or(|asked| asked == *engine);
    let engines: Vec<Engine> = Engine::ALL.iter().copied().filter(listed).collect();
    let mut first: Option<(Engine, Box<dyn Finds + '_>)> = None;
    let mut unable = None;
    for (i, &engine) in engines.iter().enumerate() {
        let mut finds = match engine.finds(priced, control) {
            Ok(finds) => finds,
            Err(Refused::Unable(why)) => {
                plan.candidates.push(barred(engine, why.message.clone()));
                unable = Some(why);
                continue;
            }
            Err(refused) => return Err(refused.into()),
        };
        if first.is_none() && i + 1 == engines.len() {
            first = Some((engine, finds));
            break;
        }
        let (done, said) = match finds.attempt(control) {
            Ok(attempted) => attempted,
            // What an earlier one has is the answer so far.
            Err(Unanswered::Stopped(stopped)) => {
                let (engine, finds) = first.unwrap_or((engine, finds));
                plan.reconsider(Candidate::new(engine), "others were not done when the search was stopped");
                return Ok(Found { stopped: Some(stopped), ..found(engine, &*finds, plan) });
            }
            Err(unanswered) => return Err(unanswered),
        };
        if done {
            plan.reconsider(
                Candidate { remark: Some(said), ..Candidate::new(engine) },
                "its first attempt succeeds",
            );
            let untried = |&engine: &Engine| barred(engine, "not tried: another is done".to_owned());
            plan.candidates.extend(engines[i + 1..].iter().map(untried));
            return Ok(found(engine, &*finds, plan));
        }
        plan.candidates.push(barred(engine, said));
        first.get_or_insert((engine, finds));
    }
    let Some((engine, mut finds)) = first else {
        return Err(unable.map_or_else(|| Unanswered::Failed("there is no engine".to_owned()), Into::into));
    };
    let reason = match (asked, plan.candidates.iter().any(|candidate| candidate.engine == engine)) {
        (Some(_), _) => "asked for",
        (None, true) => "no attempt succeeds, and it is the first",
        (None, false) => "the others cannot answer this",
    };
    plan.reconsider(Candidate::new(engine), reason);
    let stopped = match finds.finish(control) {
        Ok(()) => None,
        Err(Unanswered::Stopped(stopped)) => Some(stopped),
        Err(unanswered) => return Err(unanswered),
    };
    Ok(Found { stopped, ..found(engine, &*finds, plan) })
}

/// What an engine has.
fn found(engine: Engine, finds: &dyn Finds, plan: Plan<Engine>) -> Found {
    Found {
        solutions: finds.solutions(),
        engine: Some(engine),
        nodes: finds.nodes(),
        levels: finds.levels(),
        plan,
        stopped: None,
    }
}
