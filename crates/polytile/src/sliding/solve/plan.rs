//! How a puzzle is solved, and why so.
//!
//! Tiles of twelve cells or more are solved by iterative deepening: their states are too many to be listed. Other puzzles are
//! solved from both ends where the goal positions are found in a bounded number of steps, else from the start alone.

use super::goals;
use super::paths::{Layers, Paths};
use super::search::{self, End};
use super::space::Space;
use super::tiles::{Solver, Tiles};
use super::{Answer, Method, Solutions, SolveError, Unsolvable, Ways};
use crate::bit_string::BitString;
use crate::plan::{Candidate, Plan, Planned, Way, decide};
use crate::run::{Control, Stopped};
use crate::sliding::moves::Metric;
use crate::sliding::puzzle::Puzzle;
use std::marker::PhantomData;

/// Steps that the search for goal positions is worth.
const STEPS: u64 = 1 << 17;

/// What is no puzzle for iterative deepening.
const NOT_TILES: &str = "its pieces are not tiles that differ, on a full rectangle with one cell empty, all of them in its one goal";

/// A puzzle that is to be solved, with boards and keys of these widths.
pub(super) struct Solving<'a, B, K> {
    puzzle: &'a Puzzle,
    metric: Metric,
    tiles: Option<Tiles>,
    words: PhantomData<fn(B, K)>,
}

impl<'a, B: BitString, K: BitString> Solving<'a, B, K> {
    pub fn new(puzzle: &'a Puzzle, metric: Metric) -> Self {
        Solving { puzzle, metric, tiles: Tiles::of(puzzle), words: PhantomData }
    }

    /// Solves by the method asked for, or else by the one that is expected to be best.
    ///
    /// # Errors
    /// [`SolveError`] when the method is not possible, or it was stopped.
    pub fn solve(
        &self,
        asked: Option<Method>,
        control: &Control,
    ) -> Result<(Answer, Plan<Method>), SolveError> {
        let (plan, _, run) = decide(self, asked, control)?;
        Ok((run(control)?, plan))
    }

    /// The states are too many to be listed, so that a search for them is only made if it is `asked` for.
    fn are_many(&self, asked: bool) -> bool {
        !asked && self.tiles.as_ref().is_some_and(Tiles::are_many)
    }

    /// From the start, and from the goal positions where these are given.
    fn levels(&self, goals: Option<Vec<K>>, control: &Control) -> Result<Answer, SolveError> {
        let space = Space::<B>::new(self.puzzle, self.metric)?;
        Ok(match search::search(&space, goals, control)? {
            End::NoneFromStart(states) => Answer::Unsolvable(Unsolvable::FromStart(states)),
            End::NoneFromGoals(states) => Answer::Unsolvable(Unsolvable::FromGoals(states)),
            End::Met { from_start, from_goals, states } => {
                let seen = from_start.states + from_goals.as_ref().map_or(0, |side| side.states);
                let paths = Paths::new(space, &from_start, from_goals.as_ref(), states, control)?;
                let length = paths.len() - 1;
                self.solved(length, seen, Ways::Layers(Box::new(paths)))
            }
        })
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
        let (puzzle, metric) = (self.puzzle.clone(), self.metric);
        Answer::Solved(Box::new(Solutions { puzzle, metric, length, seen, ways }))
    }

    fn both_ends(&self, asked: bool, control: &Control) -> Result<Way<'_, Self>, SolveError> {
        let blank = Candidate::new(Method::BothEnds);
        let space = Space::<B>::new(self.puzzle, self.metric)?;
        let steps = if asked { u64::MAX } else { STEPS };
        let Some(goals) = goals::all(&space, steps, control)? else {
            let why = format!("its goal positions are not found in {STEPS} steps");
            return Ok(Way::barred(blank, why));
        };
        let remark = Some(format!("goal positions: {}", goals.len()));
        Ok(Way::open(Candidate { remark, ..blank }, move |control| self.levels(Some(goals), control)))
    }
}

impl<B: BitString, K: BitString> Planned for Solving<'_, B, K> {
    type Engine = Method;
    type Answer = Answer;
    type Error = SolveError;

    fn engines(&self) -> &'static [Method] {
        &[Method::Tiles, Method::BothEnds, Method::FromStart]
    }

    fn ways(&self, engine: Method, asked: bool, control: &Control) -> Result<Vec<Way<'_, Self>>, SolveError> {
        let blank = Candidate::new(engine);
        Ok(vec![match engine {
            Method::Tiles => match &self.tiles {
                None => Way::barred(blank, NOT_TILES),
                Some(tiles) if !asked && !tiles.are_many() => {
                    Way::barred(blank, "the tiles are so few that their states can be listed")
                }
                Some(tiles) => Way::open(blank, |control| Ok(self.deepening(tiles, control)?)),
            },
            _ if self.are_many(asked) => {
                Way::barred(blank, "the tiles are so many that their states cannot be listed")
            }
            Method::BothEnds => self.both_ends(asked, control)?,
            Method::FromStart => Way::open(blank, |control| self.levels(None, control)),
        }])
    }
}
