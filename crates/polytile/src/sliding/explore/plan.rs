//! Which engine explores a puzzle, and why.
//!
//! The number of legal placements, known beforehand where a small diagram of them can be made, bounds what either engine
//! takes: `sorted` takes some bytes for each state that is reached, which may be all of them; `ranked` takes two bits for every
//! one, reached or not.

use super::engine::engines;
use super::exploring::Exploring;
#[cfg(feature = "files")]
use super::sorted;
use super::{ExploreEngine, ExploreOptions, Explored, Reached};
use crate::bit_string::BitString;
use crate::plan::{Plan, decide};
#[cfg(feature = "files")]
use crate::run::layered::Exchange;
use crate::run::{Control, LevelsError};
use crate::sliding::layout::Layout;
use crate::sliding::puzzle::Puzzle;
use crate::sliding::rank;
use std::marker::PhantomData;

/// The most nodes that the diagram of legal placements may have when it is made only to count them.
const NODES: usize = 1 << 19;

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

engines!(ways [B: BitString, K: BitString] Exploring<'_, B, K> => Reached, LevelsError);
