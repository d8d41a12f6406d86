//! Which engine explores a puzzle, and why.
//!
//! The number of legal placements, known beforehand where a small diagram of them can be made, bounds what either engine
//! takes: `sorted` takes some bytes for each state that is reached, which may be all of them; `ranked` takes two bits for every
//! one, reached or not.

use super::{ExploreEngine, ExploreOptions, Explored, Reached, ranked, sorted};
use crate::bit_string::BitString;
use crate::plan::{Candidate, Plan, Planned, Way, decide};
#[cfg(feature = "files")]
use crate::run::layered::Exchange;
use crate::run::{Control, LevelsError};
use crate::sliding::layout::Layout;
use crate::sliding::puzzle::Puzzle;
use crate::sliding::rank;
use std::marker::PhantomData;

/// The most nodes that the diagram of legal placements may have when it is made only to count them.
const NODES: usize = 1 << 19;

/// Bytes of memory that `sorted` takes for each state of a puzzle, at worst: three levels with most of the states, and
/// the neighbours that are looked at together.
const SORTED: f64 = 8.0;

/// Bytes for each legal placement that `ranked` takes.
const RANKED: f64 = 0.25;

/// A puzzle that is to be explored.
struct Exploring<'a, B: BitString, K> {
    puzzle: &'a Puzzle,
    layout: &'a Layout<B>,
    options: &'a ExploreOptions,
    /// Legal placements of the pieces, whether they can be reached or not; nothing where counting them would take long.
    legal: Option<u128>,
    key: PhantomData<fn(K)>,
}

/// Explores by the engine that is asked for, or else by the one that is expected to be best.
pub(super) fn explore<B: BitString, K: BitString>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    options: &ExploreOptions,
    control: &Control,
) -> Result<Explored, LevelsError> {
    let legal = rank::count(layout, puzzle, NODES, control)?;
    let exploring = Exploring::<B, K> { puzzle, layout, options, legal, key: PhantomData };
    let (plan, engine, run) = decide(&exploring, options.engine, control)?;
    let reached = run(control)?;
    Ok(exploring.explored(plan, engine, reached))
}

/// Explores together with other workers.
#[cfg(feature = "files")]
pub(super) fn explore_together<B: BitString, K: BitString, X: Exchange>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    options: &ExploreOptions,
    exchange: &mut X,
    control: &Control,
) -> Result<Explored, X::Error> {
    let legal = rank::count(layout, puzzle, NODES, control)?;
    let exploring = Exploring::<B, K> { puzzle, layout, options, legal, key: PhantomData };
    let (mut plan, engine, _) = decide(&exploring, Some(ExploreEngine::Sorted), control)?;
    "the only one that several processes share".clone_into(&mut plan.reason);
    let reached = sorted::explore_together::<B, K, X>(puzzle, layout, options, legal, exchange, control)?;
    Ok(exploring.explored(plan, engine, reached))
}

impl<B: BitString, K> Exploring<'_, B, K> {
    /// What was found, with what was known before.
    fn explored(
        &self,
        plan: Plan<ExploreEngine>,
        engine: ExploreEngine,
        Reached { levels, tally, farthest }: Reached,
    ) -> Explored {
        let legal = self.legal;
        let counted = legal.map_or("not counted: too many cases".to_owned(), |legal| legal.to_string());
        let facts = vec![format!("legal placements: {counted}")];
        Explored {
            metric: self.options.metric,
            engine,
            plan: Plan { facts, ..plan },
            legal,
            states: levels.iter().sum(),
            levels,
            edges: tally.degrees / 2,
            one_neighbour: tally.one_neighbour,
            solved_in: tally.solved_in,
            farthest,
        }
    }
}

impl<B: BitString, K: BitString> Planned for Exploring<'_, B, K> {
    type Engine = ExploreEngine;
    type Answer = Reached;
    type Error = LevelsError;

    fn ways(&self, engine: ExploreEngine, _: bool, _: &Control) -> Result<Vec<Way<'_, Self>>, LevelsError> {
        let Exploring { puzzle, layout, options, legal, .. } = *self;
        let states = legal.map(|legal| legal as f64);
        let known = Candidate { states, ..Candidate::new(engine) };
        Ok(vec![match engine {
            ExploreEngine::Sorted => {
                let bytes = states.map(|states| states * SORTED);
                let remark = Some("the quickest".to_owned());
                let candidate = Candidate { bytes, at_most: true, remark, ..known };
                Way::open(candidate, move |control| {
                    sorted::explore::<B, K>(puzzle, layout, options, legal, control)
                })
            }
            ExploreEngine::Ranked if options.keeps() => Way::barred(known, "it keeps nothing on a disk"),
            ExploreEngine::Ranked => {
                let bytes = states.map(|states| (states * RANKED).ceil());
                let remark = Some("two bits for every placement, reached or not".to_owned());
                Way::open(Candidate { bytes, remark, ..known }, move |control| {
                    Ok(ranked::explore::<B, K>(puzzle, layout, options.metric, control)?)
                })
            }
        }])
    }
}
