//! Sets of blocks, by their number.
//!
//! In: a sliding-block puzzle, some of whose pieces may be left out; or a board for cars; and if that is wished, how many walls there
//! are, or that any goal will do. Out: every set of a given number of pieces on every [`Ground`], a board with its walls and a goal: a set is told from others
//! by how many of each class it has. Cost: a step for each choice of a line or class.

use super::ground::{Ground, Room};
use crate::board::{Cell, Region, RegionError};
use crate::run::{Control, Pulse, Stopped};
use crate::sliding::Puzzle;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Sides of a board for cars: letters suffice for those that it has room for.
pub const SIDES: std::ops::RangeInclusive<u32> = 2..=8;

/// The most grounds.
const MOST_GROUNDS: usize = 1 << 16;

/// A set: the number of its ground, and the choices from the slots there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    pub ground: usize,
    pub choices: Vec<usize>,
}

/// Who gets the sets, and says whether to go on.
type Each<'a> = dyn FnMut(Chosen) -> Result<ControlFlow<()>, Stopped> + 'a;

/// Sets of blocks on boards, with goals for some of them.
#[derive(Clone, Debug)]
pub struct Sets {
    grounds: Vec<Ground>,
}

impl Sets {
    /// The sets that are left when pieces of `puzzle` are left out that no goal names.
    pub fn of(puzzle: &Puzzle) -> Self {
        Sets { grounds: vec![Ground::of(puzzle)] }
    }

    /// All sets of cars of two and three cells on a board without walls, one of which, of two cells, is to get to the right end of the
    /// row above the middle, or in the middle.
    ///
    /// # Errors
    /// When there is no such board.
    pub fn of_cars(rows: u32, cols: u32) -> Result<Self, RegionError> {
        let board = Region::rectangle(rows.into(), cols.into())?;
        Ok(Sets { grounds: Ground::of_cars(board, (rows - 1) / 2).into_iter().collect() })
    }

    /// These with every goal that the goal of each shifts to; of cars, in every row as far as the middle, for those below it are mirror
    /// images.
    #[must_use]
    pub fn with_any_goal(self) -> Self {
        Sets { grounds: self.grounds.iter().flat_map(Ground::with_any_goal).collect() }
    }

    /// These with `number` more walls, in every way that leaves each goal free.
    ///
    /// # Errors
    /// When there are too many ways, or `control` says stop.
    pub fn with_walls(self, number: usize, control: &Control) -> Result<Self, Stopped> {
        fn choose(
            ground: &Ground,
            (cells, from): (&[Cell], usize),
            walls: &mut Vec<Cell>,
            number: usize,
            (pulse, grounds): (&Pulse<'_>, &mut Vec<Ground>),
        ) -> Result<(), Stopped> {
            pulse.beat()?;
            if walls.len() == number {
                if grounds.len() == MOST_GROUNDS {
                    let message = format!("there are more than {MOST_GROUNDS} ways to have {number} walls");
                    return Err(Stopped::TooLarge(message));
                }
                grounds.extend(ground.with_walls(walls));
                return Ok(());
            }
            for at in from..cells.len() {
                walls.push(cells[at]);
                choose(ground, (cells, at + 1), walls, number, (pulse, &mut *grounds))?;
                walls.pop();
            }
            Ok(())
        }
        let pulse = Pulse::preparing(control);
        let mut grounds = Vec::new();
        for ground in &self.grounds {
            let cells = ground.may_be_walls();
            choose(ground, (&cells, 0), &mut Vec::new(), number, (&pulse, &mut grounds))?;
        }
        Ok(Sets { grounds })
    }

    /// The least and the largest number of pieces of a set.
    pub fn numbers(&self) -> (usize, usize) {
        let numbers = || self.grounds.iter().map(Ground::numbers);
        let least = numbers().map(|(least, _)| least).min().unwrap_or(0);
        (least, numbers().map(|(_, most)| most).max().unwrap_or(0))
    }

    /// Hands every set of `number` pieces to `each`.
    pub(super) fn each(
        &self,
        number: usize,
        pulse: &Pulse<'_>,
        each: &mut Each<'_>,
    ) -> Result<ControlFlow<()>, Stopped> {
        for (at, ground) in self.grounds.iter().enumerate() {
            let Some(left) = number.checked_sub(ground.numbers().0) else { continue };
            let room = ground.room();
            let mut choosing = Choosing { ground, at, room: &room, pulse, chosen: Vec::new() };
            let flow = choosing.choose(left, ground.cells(), each)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// How many sets of `number` pieces there are.
    pub fn count(&self, number: usize) -> u64 {
        let all = self.grounds.iter().filter_map(|ground| {
            let left = number.checked_sub(ground.numbers().0)?;
            // Choices from the slots so far, by how many pieces and cells are left.
            let mut ways = BTreeMap::from([((left, ground.cells()), 1_u64)]);
            for slot in ground.slots() {
                let mut next = BTreeMap::new();
                for (&(left, cells), &n) in &ways {
                    for pieces in slot {
                        let area: usize = pieces.iter().map(|piece| piece.cells.len()).sum();
                        if let (Some(left), Some(cells)) =
                            (left.checked_sub(pieces.len()), cells.checked_sub(area))
                        {
                            let sum: &mut u64 = next.entry((left, cells)).or_default();
                            *sum = sum.saturating_add(n);
                        }
                    }
                }
                ways = next;
            }
            Some(
                ways.into_iter()
                    .filter(|((left, _), _)| *left == 0)
                    .fold(0, |sum: u64, (_, n)| sum.saturating_add(n)),
            )
        });
        all.fold(0, u64::saturating_add)
    }

    /// The puzzle of a set, its pieces standing somewhere; nothing where they cannot.
    ///
    /// # Errors
    /// When `pulse` says stop.
    pub(super) fn puzzle(&self, chosen: &Chosen, pulse: &Pulse<'_>) -> Result<Option<Puzzle>, Stopped> {
        self.grounds[chosen.ground].puzzle(&chosen.choices, pulse)
    }
}

/// Choosing from the slots of a ground.
struct Choosing<'a> {
    ground: &'a Ground,
    at: usize,
    room: &'a [Room],
    pulse: &'a Pulse<'a>,
    chosen: Vec<usize>,
}

impl Choosing<'_> {
    /// Goes on with the choices of the first slots, when so many pieces are still to be chosen and so many cells are left for them.
    fn choose(&mut self, left: usize, cells: usize, each: &mut Each<'_>) -> Result<ControlFlow<()>, Stopped> {
        self.pulse.beat()?;
        let slot = self.chosen.len();
        let Room { pieces, smallest } = self.room[slot];
        if pieces < left || cells < left.saturating_mul(smallest) {
            return Ok(ControlFlow::Continue(()));
        }
        let Some(slot) = self.ground.slots().get(slot) else {
            return each(Chosen { ground: self.at, choices: self.chosen.clone() });
        };
        for (choice, pieces) in slot.iter().enumerate() {
            let area: usize = pieces.iter().map(|piece| piece.cells.len()).sum();
            if pieces.len() > left || area > cells {
                continue;
            }
            self.chosen.push(choice);
            let flow = self.choose(left - pieces.len(), cells - area, each)?;
            self.chosen.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
