//! The engine `sorted`: the level loop over keys of states.

use super::{ExploreOptions, Reached, Tally};
use crate::bit_string::BitString;
use crate::run::layered::{Disk, Layered, walk};
use crate::run::{Control, LevelsError, fnv};
use crate::sliding::layout::{Layout, State};
use crate::sliding::legal::Legal;
use crate::sliding::moves::Metric;
use crate::sliding::puzzle::Puzzle;
use std::marker::PhantomData;

/// A puzzle as the level loop sees it.
pub(super) struct Neighbourhood<'a, B, K> {
    pub puzzle: &'a Puzzle,
    pub layout: &'a Layout<B>,
    pub metric: Metric,
    /// Whether the keys of goals are to be collected.
    pub collect: bool,
    pub key: PhantomData<fn(K)>,
}

impl<B: BitString, K: BitString> Layered for Neighbourhood<'_, B, K> {
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
        if levels[0] != 1 {
            return Some(format!("level 0 has {} states, and there is one start", levels[0]));
        }
        if let Some(n) = levels.windows(2).position(|pair| u128::from(pair[1]) > times(pair[0], most)) {
            return Some(format!("level {} has more states than neighbours of level {n}", n + 1));
        }
        let (last, expanded) = (levels.len() as u64 - 1, levels[..levels.len() - 1].iter().sum::<u64>());
        // Every state but the start has a neighbour in the level before, which has it for a neighbour; and those that
        // do not have one neighbour have two at least, unless there is nothing but the start.
        let linked = levels.iter().sum::<u64>() - 1 + expanded.saturating_sub(1);
        let fewest = linked.max((2 * expanded).saturating_sub(one_neighbour));
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
        let is_solved = last > 0 && self.layout.is_goal(&start);
        // That the counts are those of these levels is beyond this: only exploring them again would tell.
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
    let neighbourhood = Neighbourhood { puzzle, layout, metric, collect: false, key: PhantomData::<fn(K)> };
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

/// What tells one exploration from another.
pub(super) fn fingerprint(puzzle: &Puzzle, metric: Metric) -> u64 {
    let classes: Vec<_> = puzzle.classes().iter().map(|class| (&class.pieces, class.axis)).collect();
    let places: Vec<_> = puzzle.goals().iter().map(|goal| &goal.places).collect();
    let start = puzzle.text(&puzzle.start());
    fnv(format!("{start}{classes:?}{places:?}{metric}").as_bytes())
}
