//! The engine `sorted`: the level loop over keys of states.

use super::{Engine, ExploreOptions, Explored, Plan, Tally};
use crate::run::layered::{Disk, Layered, LayeredError, walk};
use crate::run::{Control, fnv};
use crate::sliding::layout::{Layout, State};
use crate::sliding::moves::Metric;
use crate::sliding::puzzle::Puzzle;
use crate::sliding::word::Word;
use std::marker::PhantomData;

/// A puzzle as the level loop sees it.
pub(super) struct Neighbourhood<'a, B, K> {
    pub layout: &'a Layout<B>,
    pub metric: Metric,
    /// Whether the keys of goals are to be collected.
    pub collect: bool,
    pub key: PhantomData<fn(K)>,
}

impl<B: Word, K: Word> Layered for Neighbourhood<'_, B, K> {
    type Key = K;
    type Scratch = State<B, K>;
    type Tally = Tally;

    fn scratch(&self) -> State<B, K> {
        self.layout.state()
    }

    #[inline(always)]
    fn expand(
        &self,
        key: K,
        level: u64,
        state: &mut State<B, K>,
        tally: &mut Tally,
        mut found: impl FnMut(K),
    ) {
        self.layout.read(key, state);
        let degree = self.layout.neighbours(state, self.metric, |next| found(next.key));
        tally.degrees += u64::from(degree);
        tally.one_neighbour += u64::from(degree == 1);
        if !self.layout.goals.is_empty()
            && (self.collect || tally.solved_in.is_none())
            && self.layout.is_goal(state)
        {
            tally.solved_in.get_or_insert(level);
            if self.collect {
                tally.goals.extend((0..K::LIMBS).map(|i| key.limb(i)));
            }
        }
    }

    fn bytes(tally: &Tally) -> u64 {
        tally.goals.capacity() as u64 * 8
    }

    fn add(tally: &mut Tally, more: Tally) {
        tally.add(more);
    }
}

/// Explores everything that can be reached from the start.
pub(super) fn explore<B: Word, K: Word>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    options: &ExploreOptions,
    plan: Plan,
    control: &Control,
) -> Result<Explored, LayeredError> {
    let metric = options.metric;
    let neighbourhood = Neighbourhood { layout, metric, collect: false, key: PhantomData::<fn(K)> };
    let disk = options
        .directory
        .as_ref()
        .map(|directory| Disk::new(directory, fingerprint(puzzle, metric), options.resume));
    let start = layout.key(puzzle, &puzzle.start());
    let expected = plan.legal.and_then(|legal| u64::try_from(legal).ok());
    let walked = walk(&neighbourhood, vec![start], expected, disk.as_ref(), control)?;
    let mut state = layout.state();
    layout.read::<K>(walked.last, &mut state);
    let Tally { degrees, one_neighbour, solved_in, .. } = walked.tally;
    Ok(Explored {
        metric,
        plan: Plan { engine: Engine::Sorted, ..plan },
        states: walked.levels.iter().sum(),
        levels: walked.levels,
        edges: degrees / 2,
        one_neighbour,
        solved_in,
        farthest: layout.position(puzzle, &state),
    })
}

/// What tells one exploration from another.
fn fingerprint(puzzle: &Puzzle, metric: Metric) -> u64 {
    let classes: Vec<_> = puzzle.classes().iter().map(|class| (&class.pieces, class.axis)).collect();
    let places: Vec<_> = puzzle.goals().iter().map(|goal| &goal.places).collect();
    let start = puzzle.text(&puzzle.start());
    fnv(format!("{start}{classes:?}{places:?}{metric}").as_bytes())
}
