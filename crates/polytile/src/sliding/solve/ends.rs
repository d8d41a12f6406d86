//! The engines that go level by level: from the start alone, or from both ends until they meet.
//!
//! If levels are kept in a directory, because the states may be many, each end has a directory of its own there.

#[cfg(feature = "files")]
use super::SolveOptions;
use super::engine::SolveEngine;
use super::goals;
use super::paths::{Layers, Paths};
use super::search::{self, End};
use super::solving::Solving;
use super::space::Space;
use super::tiles::Tiles;
use super::{Answer, Unsolvable, Ways};
use crate::bit_string::BitString;
use crate::plan::{Candidate, Way};
use crate::run::layered::{Disk, Grown, Growth, Keep};
use crate::run::{Control, LevelsError};
#[cfg(feature = "files")]
use crate::run::{fnv, layered::CHECKPOINT};
use crate::sliding::explore::Neighbourhood;
#[cfg(feature = "files")]
use crate::sliding::explore::fingerprint;
use crate::sliding::layout::State;
use crate::sliding::rank;

/// Steps that the search for goal positions is worth.
const STEPS: u64 = 1 << 17;

/// The most nodes that the diagram of legal placements may have when it is made only to count them.
const NODES: usize = 1 << 19;

/// The directories, within that of a search, in which levels are kept: those of a lone start, and those of both ends. They are
/// kept apart because if one end has gone farther alone than it would together with the other, nothing follows from their
/// meeting.
#[cfg(feature = "files")]
pub const SIDES: [&str; 3] = ["alone", "from-start", "from-goals"];

/// Which of these directories an engine uses.
#[cfg(feature = "files")]
pub(super) fn sides(engine: SolveEngine) -> &'static [&'static str] {
    match engine {
        SolveEngine::FromStart => &SIDES[..1],
        SolveEngine::BothEnds => &SIDES[1..],
        SolveEngine::Tiles => &[],
    }
}

/// Why states that are too many are not listed.
const MANY: &str = "the tiles are so many that their states cannot be listed";

/// The way from both ends, where the goal positions are found soon.
pub(super) fn both<'q, 'a, B: BitString, K: BitString>(
    solving: &'q Solving<'a, B, K>,
    asked: bool,
    control: &Control,
) -> Result<Vec<Way<'q, Solving<'a, B, K>>>, LevelsError> {
    let blank = Candidate::new(SolveEngine::BothEnds);
    if solving.are_many(asked) {
        return Ok(vec![Way::barred(blank, MANY)]);
    }
    let space = Space::<B>::new(solving.puzzle, solving.options.metric)?;
    let steps = if asked { u64::MAX } else { STEPS };
    let Some(goals) = goals::all(&space.puzzle, &space.layout, steps, control)? else {
        let why = format!("its goal positions are not found in {STEPS} steps");
        return Ok(vec![Way::barred(blank, why)]);
    };
    let remark = Some(format!("goal positions: {}", goals.len()));
    let run = move |control: &Control| solving.levels(Some(goals), control);
    Ok(vec![Way::open(Candidate { remark, ..blank }, run)])
}

/// The way from the start.
#[expect(clippy::unnecessary_wraps, reason = "other engines look for theirs")]
pub(super) fn start<'q, 'a, B: BitString, K: BitString>(
    solving: &'q Solving<'a, B, K>,
    asked: bool,
    _: &Control,
) -> Result<Vec<Way<'q, Solving<'a, B, K>>>, LevelsError> {
    let blank = Candidate::new(SolveEngine::FromStart);
    Ok(vec![if solving.are_many(asked) {
        Way::barred(blank, MANY)
    } else {
        Way::open(blank, |control| solving.levels(None, control))
    }])
}

impl<B: BitString, K: BitString> Solving<'_, B, K> {
    /// The directories of the ends, that of the start first.
    ///
    /// # Errors
    /// When nothing in them can be resumed although it should be, or something could be although it should not.
    #[cfg(feature = "files")]
    fn disks(&self, engine: SolveEngine) -> Result<Vec<Disk>, LevelsError> {
        let SolveOptions { metric, directory, resume, .. } = self.options;
        let Some(directory) = directory else { return Ok(Vec::new()) };
        let sides = sides(engine);
        let begun = |side: &&str| directory.join(side).join(CHECKPOINT).is_file();
        if *resume && !sides.iter().any(begun) {
            return Err(LevelsError::NoCheckpoint { path: directory.clone() });
        }
        let question = fingerprint(self.puzzle, *metric);
        let disk = |side: &&str| {
            // Not the directory of an exploration, which does not keep all its levels. An end may not have come to its first
            // level.
            let what = format!("{question:x} {side}");
            Disk::new(directory.join(side), fnv(what.as_bytes()), *resume && begun(side))
        };
        let disks: Vec<Disk> = sides.iter().map(disk).collect();
        // Checked before the first of them is touched.
        disks.iter().try_for_each(Disk::expect_unused)?;
        Ok(disks)
    }

    /// The directories of the ends: there are none.
    #[cfg(not(feature = "files"))]
    fn disks(&self, _: SolveEngine) -> Result<Vec<Disk>, LevelsError> {
        let _ = self;
        Ok(Vec::new())
    }

    /// Whether the states are too many to be listed in memory, so that a search through them is made only if it is `asked` for.
    fn are_many(&self, asked: bool) -> bool {
        !asked && !self.keeps() && self.tiles.as_ref().is_some_and(Tiles::are_many)
    }

    /// From the start, and from the goal positions where these are given.
    fn levels(&self, goals: Option<Vec<K>>, control: &Control) -> Result<Answer, LevelsError> {
        let space = Space::<B>::new(self.puzzle, self.options.metric)?;
        if goals.as_ref().is_some_and(Vec::is_empty) {
            return Ok(Answer::Unsolvable(Unsolvable::FromGoals(0)));
        }
        let found = self.found(&space, goals, control)?;
        Ok(match found {
            End::NoneFromStart(states) => Answer::Unsolvable(Unsolvable::FromStart(states)),
            End::NoneFromGoals(states) => Answer::Unsolvable(Unsolvable::FromGoals(states)),
            End::Met { from_start, from_goals, states } => {
                let seen = from_start.states() + from_goals.as_ref().map_or(0, Grown::states);
                let paths = Paths::new(space, &from_start, from_goals.as_ref(), states, control)?;
                let length = paths.len() - 1;
                self.solved(length, seen, Ways::Layers(Box::new(paths)))
            }
        })
    }

    fn found(
        &self,
        space: &Space<B>,
        goals: Option<Vec<K>>,
        control: &Control,
    ) -> Result<End<K>, LevelsError> {
        let (puzzle, layout, metric) = (self.puzzle, &space.layout, self.options.metric);
        let disks =
            self.disks(if goals.is_some() { SolveEngine::BothEnds } else { SolveEngine::FromStart })?;
        // No more are expected, even where levels are read from files.
        let expected = if self.keeps() { rank::count(layout, puzzle, NODES, control)? } else { None };
        let expected = expected.and_then(|legal| u64::try_from(legal).ok());
        let (around_start, around_goals) = (
            Neighbourhood::of_start(puzzle, layout, metric),
            Neighbourhood::of_goals(puzzle, layout, metric),
        );
        let start = vec![space.key(&puzzle.start())];
        let keep = Keep { expected, all: true, ..Keep::default() };
        let from_start = Growth::begin(&around_start, start, Keep { disk: disks.first(), ..keep }, control)?;
        let from_goals = match goals {
            Some(goals) => {
                let keep = Keep { disk: disks.get(1), beside: from_start.beside(), ..keep };
                Some(Growth::begin(&around_goals, goals, keep, control)?)
            }
            None => None,
        };
        let mut state: State<B, K> = layout.state();
        let is_goal = |key| {
            layout.read(key, &mut state);
            layout.is_goal(&state)
        };
        search::search(from_start, from_goals, is_goal, control)
    }
}
