//! Which engine explores a puzzle, and why.

use super::{Engine, ExploreOptions};
use crate::run::{Control, Stopped};
use crate::sliding::layout::Layout;
use crate::sliding::puzzle::Puzzle;
use crate::sliding::rank;
use crate::sliding::word::Word;

/// The diagram of legal placements may have so many nodes when it is only made to count them.
const NODES: usize = 1 << 19;

/// Bytes of memory that `sorted` takes for each state of a puzzle, at worst: three levels that hold most states, and the
/// neighbours that are looked at together.
const SORTED: u128 = 8;

/// The engine that was chosen, and what was known beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The engine.
    pub engine: Engine,
    /// Legal placements of the pieces, whether they can be reached or not; nothing where counting them would take long.
    pub legal: Option<u128>,
    /// Bytes of memory that `sorted` was expected to need at most.
    pub sorted_bytes: Option<u128>,
    /// Bytes of memory that `ranked` was expected to need.
    pub ranked_bytes: Option<u128>,
    /// Why this engine.
    pub reason: String,
}

impl Plan {
    pub(super) fn new<B: Word>(
        puzzle: &Puzzle,
        layout: &Layout<B>,
        options: &ExploreOptions,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let legal = rank::count(layout, puzzle, NODES, control)?;
        let sorted_bytes = legal.map(|legal| legal.saturating_mul(SORTED));
        let ranked_bytes = legal.map(|legal| legal.div_ceil(4));
        let budget = u128::from(control.memory_budget());
        let fits = |bytes: Option<u128>| bytes.is_some_and(|bytes| bytes <= budget);
        let (engine, reason) = match (options.engine, options.keeps()) {
            (Some(engine), _) => (engine, "it was asked for"),
            (None, true) => (Engine::Sorted, "it keeps its levels on a disk"),
            _ if fits(sorted_bytes) => {
                (Engine::Sorted, "it is the fastest, and fits even if everything can be reached")
            }
            _ if fits(ranked_bytes) => {
                (Engine::Ranked, "two bits for every legal placement fit, sorted levels may not")
            }
            _ => (Engine::Sorted, "no engine is sure to fit: how wide the levels are will show"),
        };
        Ok(Plan { engine, legal, sorted_bytes, ranked_bytes, reason: reason.to_owned() })
    }
}
