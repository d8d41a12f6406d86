//! How far every position is from the nearest goal.
//!
//! Everything that can be reached is gone through twice: from the start, to find the goal positions among it, and then
//! from all of these at once. The levels of the second time are the positions by their distance; they are kept, and a
//! position is looked up in each. So a game knows the distance at once, wherever the player goes.
//!
//! Cost: twice an exploration; memory: some bytes for every state. Tiles, whose states are too many, are solved anew from
//! every position, with tables made once.

use super::super::explore::Neighbourhood;
use super::super::layout::Widths;
use super::super::moves::{Metric, Move};
use super::super::position::Position;
use super::super::puzzle::Puzzle;
use super::space::Space;
use super::tiles::{self, Solver, Tiles};
use crate::bit_string::{BitString, Bits512, narrowest};
use crate::run::layered::{Beside, Grown, Growth, Keep, in_memory};
use crate::run::{Control, Stopped};

/// The distances of all positions that can be reached from the start.
///
/// ```
/// use polytile::format::sliding;
/// use polytile::run::Control;
/// use polytile::sliding::{Distances, Metric};
/// let puzzle = sliding::parse("start = 'A..'\ngoal = '..A'")?.puzzle;
/// let control = Control::default();
/// let distances = Distances::new(&puzzle, Metric::Step, &control)?;
/// let outlook = distances.outlook(&puzzle.start(), &control)?.ok_or("a goal can be reached")?;
/// assert_eq!(outlook.distance, 2);
/// assert_eq!(outlook.next.ok_or("it is not solved yet")?.way(), "right");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Distances {
    known: Known,
}

#[derive(Debug)]
enum Known {
    Levels(Box<dyn Outlooks>),
    Tiles(Box<(Puzzle, Tiles, Solver)>),
}

/// What is ahead of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// How many moves the nearest goal is away.
    pub distance: usize,
    /// A first move of a shortest solution; none when a goal is met.
    pub next: Option<Move>,
}

trait Outlooks: std::fmt::Debug + Send + Sync {
    fn outlook(&self, position: &Position) -> Result<Option<Outlook>, Stopped>;
}

impl Distances {
    /// The distances of all positions of `puzzle` that can be reached.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped or the memory does not suffice.
    pub fn new(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Self, Stopped> {
        if let Some(tiles) = Tiles::of(puzzle).filter(Tiles::are_many) {
            let solver = Solver::new(&tiles, control)?;
            return Ok(Distances { known: Known::Tiles(Box::new((puzzle.clone(), tiles, solver))) });
        }
        let widths = Widths::of(puzzle);
        let bits = widths.board.max(widths.key);
        let levels: Box<dyn Outlooks> = narrowest!(bits, [u64, u128, Bits512],
        B => Box::new(Table::<B, B>::new(puzzle, metric, control)?), else {
            return Err(widths.too_large());
        });
        Ok(Distances { known: Known::Levels(levels) })
    }

    /// What is ahead of a position that can be reached from the start; nothing when no goal can be reached.
    ///
    /// A search among the levels; for tiles, a search for a solution.
    ///
    /// # Errors
    /// [`Stopped`] when it is stopped.
    pub fn outlook(&self, position: &Position, control: &Control) -> Result<Option<Outlook>, Stopped> {
        match &self.known {
            Known::Levels(levels) => levels.outlook(position),
            Known::Tiles(known) => {
                let (puzzle, tiles, solver) = known.as_ref();
                let start = tiles::standing(puzzle, position);
                if !tiles.is_solvable(&start) {
                    return Ok(None);
                }
                let steps = solver.solve(&start, control)?.steps;
                let next = steps.first().and_then(|step| tiles::moves(&[*step]).pop());
                Ok(Some(Outlook { distance: steps.len(), next }))
            }
        }
    }
}

#[derive(Debug)]
struct Table<B, K> {
    space: Space<B>,
    /// The levels from the goals on; `None` if no goal can be reached.
    levels: Option<Grown<K>>,
}

impl<B: BitString, K: BitString> Table<B, K> {
    fn new(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Self, Stopped> {
        let space = Space::new(puzzle, metric)?;
        let goals: Vec<K> = Neighbourhood::goals(puzzle, &space.layout, metric, control)?;
        if goals.is_empty() {
            return Ok(Table { space, levels: None });
        }
        let around = Neighbourhood::of_goals(puzzle, &space.layout, metric);
        let mut growth = Growth::begin(&around, goals, Keep { all: true, ..Keep::default() }, control)
            .map_err(in_memory)?;
        while growth.grow(Beside::default()).map_err(in_memory)? {}
        let levels = Some(growth.into_grown());
        Ok(Table { space, levels })
    }
}

impl<B: BitString, K: BitString> Outlooks for Table<B, K> {
    fn outlook(&self, position: &Position) -> Result<Option<Outlook>, Stopped> {
        let Some(levels) = &self.levels else { return Ok(None) };
        let key: K = self.space.key(position);
        let Some(distance) = levels.level_of(key).map_err(in_memory)? else { return Ok(None) };
        let Some(nearer) = distance.checked_sub(1) else {
            return Ok(Some(Outlook { distance, next: None }));
        };
        let mut near = self.space.around(key);
        levels.among(nearer, &mut near).map_err(in_memory)?;
        let next = near.first().and_then(|&next| {
            self.space.puzzle.move_between(position, &self.space.position(next), self.space.metric)
        });
        Ok(Some(Outlook { distance, next }))
    }
}
