//! The engine `sorted`: the level loop over keys of states.
//!
//! In: a puzzle, and the start or all its goals. Out: how many states there are at every distance, and what is counted of each
//! on the way: its neighbours, whether it has only one, whether it meets a goal. Moves can be taken back, so two levels are
//! enough to know what is new (`run/layered`); this file says what the neighbours of a key are, what is counted, and which counts
//! read from a checkpoint contradict each other. Cost: the neighbours of every state, sorted.

use super::engine::ExploreEngine;
use super::exploring::Exploring;
use super::{ExploreOptions, Reached, Tally};
use crate::bit_string::BitString;
use crate::board::Lattice;
use crate::plan::{Candidate, Way};
use crate::run::layered::{Disk, Layered, walk, walk_in_memory};
#[cfg(feature = "files")]
use crate::run::layered::{Exchange, Together, walk_together};
use crate::run::{Control, LevelsError, Stopped, fnv};
use crate::sliding::layout::{Layout, State};
use crate::sliding::legal::Legal;
use crate::sliding::moves::Metric;
use crate::sliding::puzzle::Puzzle;
use std::marker::PhantomData;

/// Bytes of memory for each state of a puzzle, at worst: three levels with most of the states, and the neighbours that are looked
/// at together.
const BYTES_PER_STATE: f64 = 8.0;

/// Its one way.
#[expect(clippy::unnecessary_wraps, reason = "other engines look for theirs")]
pub(super) fn ways<'q, 'a, B: BitString, K: BitString>(
    exploring: &'q Exploring<'a, B, K>,
    _: bool,
    _: &Control,
) -> Result<Vec<Way<'q, Exploring<'a, B, K>>>, LevelsError> {
    let Exploring { puzzle, layout, options, legal, .. } = *exploring;
    let known = exploring.candidate(ExploreEngine::Sorted);
    let bytes = known.states.map(|states| states * BYTES_PER_STATE);
    let candidate = Candidate { bytes, at_most: true, remark: Some("the quickest".to_owned()), ..known };
    Ok(vec![Way::open(candidate, move |control| explore::<B, K>(puzzle, layout, options, legal, control))])
}

/// A puzzle as the level loop sees it.
pub(in crate::sliding) struct Neighbourhood<'a, B, K> {
    puzzle: &'a Puzzle,
    layout: &'a Layout<B>,
    metric: Metric,
    roots: Roots,
    /// Whether the keys of goals are to be collected.
    collect: bool,
    key: PhantomData<fn(K)>,
}

/// Where distances are measured from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Roots {
    /// From a single state.
    Start,
    /// From states that all meet a goal.
    Goals,
}

impl<'a, B: BitString, K: BitString> Neighbourhood<'a, B, K> {
    /// What lies around the start.
    pub fn of_start(puzzle: &'a Puzzle, layout: &'a Layout<B>, metric: Metric) -> Self {
        Neighbourhood { puzzle, layout, metric, roots: Roots::Start, collect: false, key: PhantomData }
    }

    /// What lies around goals.
    pub fn of_goals(puzzle: &'a Puzzle, layout: &'a Layout<B>, metric: Metric) -> Self {
        Neighbourhood { roots: Roots::Goals, ..Self::of_start(puzzle, layout, metric) }
    }

    /// All states that meet a goal and can be reached from the start.
    ///
    /// # Errors
    /// When it is stopped, or there is not enough memory.
    pub fn goals(
        puzzle: &'a Puzzle,
        layout: &'a Layout<B>,
        metric: Metric,
        control: &Control,
    ) -> Result<Vec<K>, Stopped> {
        let collecting = Neighbourhood { collect: true, ..Self::of_start(puzzle, layout, metric) };
        let start = layout.key(puzzle, &puzzle.start());
        let found = walk_in_memory(&collecting, vec![start], control)?.tally.goals;
        let key = |limbs: &[u64]| {
            let limb = |i: usize| K::from_limb(limbs[i]).left(64 * i as u32);
            (0..K::LIMBS).map(limb).fold(K::ZERO, K::bitor)
        };
        let bytes = 2 * found.len() as u64 * 8;
        control.reserve(bytes, format!("a list of {} goal positions", found.len() / K::LIMBS))?;
        Ok(found.chunks_exact(K::LIMBS).map(key).collect())
    }
}

impl<B: BitString, K: BitString> Layered for Neighbourhood<'_, B, K> {
    type Key = K;
    type Scratch = State<B, K>;
    type Tally = Tally;

    fn is_bipartite(&self) -> bool {
        // A step of squares or cubes changes the sum of all rows, columns and layers of first cells by one.
        let by_one = matches!(self.puzzle.lattice(), Lattice::Square | Lattice::Cube);
        by_one && self.metric == Metric::Step && self.roots == Roots::Start
    }

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
        let degree = self.layout.neighbours(
            state,
            self.metric,
            #[inline(always)]
            |next| found(next.key),
        );
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

    fn without(tally: &Tally, newest: &Tally) -> Option<Tally> {
        tally.without(newest)
    }

    fn judge(&self) -> impl Fn(K) -> bool + Sync {
        let legal = Legal::new(self.puzzle, self.layout);
        move |key| legal.holds(key)
    }

    fn contradiction(&self, levels: &[u64], tally: &Tally) -> Option<String> {
        let &Tally { degrees, one_neighbour, solved_in, ref goals } = tally;
        // No piece goes to more places than there are cells.
        let most = self.puzzle.pieces().len() as u128 * self.puzzle.board().len() as u128;
        let times = |states: u64, moves: u128| u128::from(states).saturating_mul(moves);
        let (roots, of_goals) = (levels[0], self.roots == Roots::Goals);
        if roots != 1 && !of_goals {
            return Some(format!("level 0 has {} states, and there is one start", levels[0]));
        }
        if let Some(n) = levels.windows(2).position(|pair| u128::from(pair[1]) > times(pair[0], most)) {
            return Some(format!("level {} has more states than neighbours of level {n}", n + 1));
        }
        let (last, expanded) = (levels.len() as u64 - 1, levels[..levels.len() - 1].iter().sum::<u64>());
        // Every state but the roots has a neighbour in the level before, of which it is a neighbour in turn; and a state that
        // does not have exactly one neighbour has at least two, unless the start is all there is. Some goals may have none.
        let linked = levels.iter().sum::<u64>() - roots + expanded.saturating_sub(roots);
        let alone = if of_goals { expanded.min(roots) } else { 0 };
        let fewest = linked.max((2 * (expanded - alone)).saturating_sub(one_neighbour));
        if one_neighbour > expanded
            || degrees < fewest
            || u128::from(degrees) > times(expanded, most).min(1 << 62)
        {
            return Some(format!(
                "{expanded} states have {degrees} neighbours, and {one_neighbour} only one"
            ));
        }
        let mut start = self.layout.state();
        self.layout.read::<K>(self.layout.key(self.puzzle, &self.puzzle.start()), &mut start);
        let is_solved = last > 0 && (of_goals || self.layout.is_goal(&start));
        // Whether the counts really are those of these levels, only exploring them again would tell.
        let impossible = solved_in.is_some_and(|n| n >= last || self.layout.goals.is_empty());
        if impossible || is_solved != (solved_in == Some(0)) {
            return Some(format!("the nearest goal is at distance {solved_in:?}"));
        }
        (!goals.is_empty()).then(|| "it lists goals, and none were wanted".to_owned())
    }
}

/// Explores everything that can be reached from the start.
pub(super) fn explore<B: BitString, K: BitString>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    options: &ExploreOptions,
    legal: Option<u128>,
    control: &Control,
) -> Result<Reached, LevelsError> {
    let metric = options.metric;
    let neighbourhood = Neighbourhood::<B, K>::of_start(puzzle, layout, metric);
    #[cfg(not(feature = "files"))]
    let disk: Option<Disk> = None;
    #[cfg(feature = "files")]
    let disk = options
        .directory
        .as_ref()
        .map(|directory| Disk::new(directory, fingerprint(puzzle, metric), options.resume));
    let start = layout.key(puzzle, &puzzle.start());
    let expected = legal.and_then(|legal| u64::try_from(legal).ok());
    let walked = walk(&neighbourhood, vec![start], expected, disk.as_ref(), control)?;
    let mut state = layout.state();
    layout.read::<K>(walked.last, &mut state);
    let farthest = layout.position(puzzle, &state);
    Ok(Reached { levels: walked.levels, tally: walked.tally, farthest })
}

/// Explores everything that can be reached from the start, together with other workers.
#[cfg(feature = "files")]
pub(super) fn explore_together<B: BitString, K: BitString, X: Exchange>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    options: &ExploreOptions,
    legal: Option<u128>,
    exchange: &mut X,
    control: &Control,
) -> Result<Reached, X::Error> {
    let metric = options.metric;
    let neighbourhood = Neighbourhood::<B, K>::of_start(puzzle, layout, metric);
    let together = Together {
        expected: legal.and_then(|legal| u64::try_from(legal).ok()),
        directory: options.directory.as_deref(),
        resume: options.resume,
        fingerprint: fingerprint(puzzle, metric),
    };
    let start = layout.key(puzzle, &puzzle.start());
    let walked = walk_together(&neighbourhood, vec![start], together, exchange, control)?;
    let mut state = layout.state();
    layout.read::<K>(walked.last, &mut state);
    let farthest = layout.position(puzzle, &state);
    Ok(Reached { levels: walked.levels, tally: walked.tally, farthest })
}

/// What tells one exploration from another.
pub fn fingerprint(puzzle: &Puzzle, metric: Metric) -> u64 {
    let classes: Vec<_> = puzzle.classes().iter().map(|class| (&class.pieces, class.axis)).collect();
    let places: Vec<_> = puzzle.goals().iter().map(|goal| &goal.places).collect();
    let start = puzzle.text(&puzzle.start());
    // Puzzles of squares have been explored before there were others.
    let lattice = puzzle.lattice();
    let start = if lattice == Lattice::Square { start } else { format!("{lattice} {start}") };
    fnv(format!("{start}{classes:?}{places:?}{metric}").as_bytes())
}
