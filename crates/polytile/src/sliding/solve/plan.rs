//! How a puzzle is solved, and why in this way.
//!
//! Tiles of twelve cells or more are solved by iterative deepening: their states are too many to be listed. Other puzzles are
//! solved from both ends where the goal positions are found in a bounded number of steps, else from the start alone. If levels
//! are kept in a directory, because the states may be many, each end has a directory of its own there.

use super::goals;
use super::paths::{Layers, Paths};
use super::search::{self, End};
use super::space::Space;
use super::tiles::{Solver, Tiles};
use super::{Answer, Solutions, SolveEngine, SolveOptions, Unsolvable, Ways};
use crate::bit_string::BitString;
use crate::plan::{Candidate, Plan, Planned, Way, decide};
use crate::run::layered::{Disk, Grown, Growth, Keep};
use crate::run::{Control, LevelsError, Stopped};
#[cfg(feature = "files")]
use crate::run::{fnv, layered::CHECKPOINT};
use crate::sliding::explore::Neighbourhood;
#[cfg(feature = "files")]
use crate::sliding::explore::fingerprint;
use crate::sliding::layout::State;
use crate::sliding::puzzle::Puzzle;
use crate::sliding::rank;
use std::marker::PhantomData;

/// Steps that the search for goal positions is worth.
const STEPS: u64 = 1 << 17;

/// The most nodes that the diagram of legal placements may have when it is made only to count them.
const NODES: usize = 1 << 19;

/// Why a puzzle is not one for iterative deepening.
const NOT_TILES: &str = "its pieces are not tiles that differ, on a full rectangle with one cell empty, all of them in its one goal";

/// A puzzle that is to be solved, with boards and keys of these widths.
pub(super) struct Solving<'a, B, K> {
    puzzle: &'a Puzzle,
    options: &'a SolveOptions,
    tiles: Option<Tiles>,
    words: PhantomData<fn(B, K)>,
}

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

impl<'a, B: BitString, K: BitString> Solving<'a, B, K> {
    pub fn new(puzzle: &'a Puzzle, options: &'a SolveOptions) -> Self {
        Solving { puzzle, options, tiles: Tiles::of(puzzle), words: PhantomData }
    }

    /// Solves by the engine asked for, or else by the one that is expected to be best.
    ///
    /// # Errors
    /// [`LevelsError`] when the engine is not possible, or it was stopped.
    pub fn solve(&self, control: &Control) -> Result<(Answer, Plan<SolveEngine>), LevelsError> {
        let (plan, _, run) = decide(self, self.options.engine, control)?;
        Ok((run(control)?, plan))
    }

    /// Whether levels are kept in a directory.
    fn keeps(&self) -> bool {
        #[cfg(feature = "files")]
        return self.options.directory.is_some();
        #[cfg(not(feature = "files"))]
        false
    }

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

    fn deepening(&self, tiles: &Tiles, control: &Control) -> Result<Answer, Stopped> {
        if !tiles.is_solvable(&tiles.start) {
            return Ok(Answer::Unsolvable(Unsolvable::Parity));
        }
        let solver = Solver::new(tiles, control)?;
        let found = solver.solve(&tiles.start, control)?;
        let ways = Ways::Tiles(Box::new(solver), tiles.start.clone());
        Ok(self.solved(found.steps.len(), found.visited, ways))
    }

    fn solved(&self, length: usize, seen: u64, ways: Ways) -> Answer {
        let (puzzle, metric) = (self.puzzle.clone(), self.options.metric);
        Answer::Solved(Box::new(Solutions { puzzle, metric, length, seen, ways }))
    }

    fn both_ends(&self, asked: bool, control: &Control) -> Result<Way<'_, Self>, LevelsError> {
        let blank = Candidate::new(SolveEngine::BothEnds);
        let space = Space::<B>::new(self.puzzle, self.options.metric)?;
        let steps = if asked { u64::MAX } else { STEPS };
        let Some(goals) = goals::all(&space.puzzle, &space.layout, steps, control)? else {
            let why = format!("its goal positions are not found in {STEPS} steps");
            return Ok(Way::barred(blank, why));
        };
        let remark = Some(format!("goal positions: {}", goals.len()));
        Ok(Way::open(Candidate { remark, ..blank }, move |control| self.levels(Some(goals), control)))
    }
}

impl<B: BitString, K: BitString> Planned for Solving<'_, B, K> {
    type Engine = SolveEngine;
    type Answer = Answer;
    type Error = LevelsError;

    fn engines(&self) -> &'static [SolveEngine] {
        &[SolveEngine::Tiles, SolveEngine::BothEnds, SolveEngine::FromStart]
    }

    fn ways(
        &self,
        engine: SolveEngine,
        asked: bool,
        control: &Control,
    ) -> Result<Vec<Way<'_, Self>>, LevelsError> {
        let blank = Candidate::new(engine);
        Ok(vec![match engine {
            SolveEngine::Tiles => match &self.tiles {
                None => Way::barred(blank, NOT_TILES),
                Some(_) if self.keeps() => Way::barred(blank, "it keeps nothing on a disk"),
                Some(tiles) if !asked && !tiles.are_many() => {
                    Way::barred(blank, "the tiles are so few that their states can be listed")
                }
                Some(tiles) => Way::open(blank, |control| Ok(self.deepening(tiles, control)?)),
            },
            _ if self.are_many(asked) => {
                Way::barred(blank, "the tiles are so many that their states cannot be listed")
            }
            SolveEngine::BothEnds => self.both_ends(asked, control)?,
            SolveEngine::FromStart => Way::open(blank, |control| self.levels(None, control)),
        }])
    }
}
