//! Sets of blocks, by their number.
//!
//! In: a sliding-block puzzle, some of whose pieces may be left out; or a board for cars. Out: every set of a given number of pieces, a
//! set being told from others by how many of each class it has. What a goal names is in all of them. Pieces that move along a
//! line keep to it, so how many cars of each length stand on each line says which set it is; where on the line is for whoever
//! explores. Cost: a step for each choice of a line or class.

use crate::board::{Cell, Region, RegionError};
use crate::run::{Pulse, Stopped};
use crate::sliding::{Axis, Goal, Piece, Puzzle};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// The lengths of cars.
const LENGTHS: [u32; 2] = [2, 3];
/// Sides of a board for cars: letters suffice for those that it has room for.
pub const SIDES: std::ops::RangeInclusive<u32> = 2..=8;
/// What cars are called, the one that is to get out first.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Who gets the sets, as choices from the slots, and says whether to go on.
type Each<'a> = dyn FnMut(&[usize]) -> Result<ControlFlow<()>, Stopped> + 'a;

/// Sets of blocks on a board, with goals for some of them.
#[derive(Clone, Debug)]
pub struct Sets {
    board: Region,
    /// The pieces that goals name, in every set.
    named: Vec<Piece>,
    /// Goals, by the numbers of these pieces.
    goals: Vec<Goal>,
    /// Classes, or lines for cars: each with the lists of pieces that can be chosen from it, by their number.
    slots: Vec<Vec<Vec<Piece>>>,
}

/// What some slots have room for.
#[derive(Clone, Copy)]
struct Room {
    /// So many pieces at most.
    pieces: usize,
    /// Cells of their smallest piece.
    smallest: usize,
}

impl Sets {
    /// The sets that are left when pieces of `puzzle` are left out that no goal names.
    pub fn of(puzzle: &Puzzle) -> Self {
        let is_named: HashSet<usize> =
            puzzle.goals().iter().flat_map(|goal| goal.places.iter().map(|(piece, _)| *piece)).collect();
        let pieces = puzzle.pieces();
        let mut number = HashMap::new();
        let mut named = Vec::new();
        for piece in (0..pieces.len()).filter(|piece| is_named.contains(piece)) {
            number.insert(piece, named.len());
            named.push(pieces[piece].clone());
        }
        let goal = |goal: &Goal| {
            let places = goal.places.iter().filter_map(|(piece, cell)| Some((*number.get(piece)?, *cell)));
            Goal { places: places.collect() }
        };
        let slot = |class: &crate::sliding::Class| {
            let free: Vec<Piece> = class
                .pieces
                .iter()
                .filter(|piece| !is_named.contains(piece))
                .map(|&i| pieces[i].clone())
                .collect();
            (0..=free.len()).map(|chosen| free[..chosen].to_vec()).collect()
        };
        Sets {
            board: puzzle.board().clone(),
            goals: puzzle.goals().iter().map(goal).collect(),
            named,
            slots: puzzle.classes().iter().map(slot).collect(),
        }
    }

    /// All sets of cars of two and three cells on a board without walls, one of which, of two cells, is to get to the right end of the
    /// row above the middle, or in the middle.
    ///
    /// # Errors
    /// When there is no such board.
    pub fn of_cars(rows: u32, cols: u32) -> Result<Self, RegionError> {
        let board = Region::rectangle(rows.into(), cols.into())?;
        let exit = (rows - 1) / 2;
        let car = |axis, line: u32, from: u32, length: u32| {
            let cells = (from..from + length).map(|at| match axis {
                Axis::Vertical => Cell::new(at, line),
                _ => Cell::new(line, at),
            });
            Piece { axis, ..Piece::new('?', cells) }
        };
        let line = |axis, line: u32, room: u32| -> Vec<Vec<Piece>> {
            let mut slot = Vec::new();
            for short in 0..=room / LENGTHS[0] {
                for long in 0..=(room - short * LENGTHS[0]) / LENGTHS[1] {
                    // Packed from the beginning of the line; they find their places when all are there.
                    let lengths = [LENGTHS[0]].repeat(short as usize).into_iter();
                    let lengths = lengths.chain([LENGTHS[1]].repeat(long as usize));
                    let begin = |at: &mut u32, length: u32| {
                        *at += length;
                        Some((*at - length, length))
                    };
                    slot.push(
                        lengths.scan(0, begin).map(|(from, length)| car(axis, line, from, length)).collect(),
                    );
                }
            }
            slot.sort_by_key(Vec::len);
            slot
        };
        let across = (0..rows).map(|row| {
            let room = if row == exit { cols - LENGTHS[0] } else { cols };
            line(Axis::Horizontal, row, room)
        });
        let down = (0..cols).map(|col| line(Axis::Vertical, col, rows));
        let slots = across.chain(down).collect();
        let out = car(Axis::Horizontal, exit, cols - LENGTHS[0], LENGTHS[0]);
        let goal = Goal { places: vec![(0, out.cells[0])] };
        Ok(Sets { board, named: vec![out], goals: vec![goal], slots })
    }

    /// The least and the largest number of pieces of a set.
    pub fn numbers(&self) -> (usize, usize) {
        let room = self.room();
        let most = room[0].pieces.min(self.cells().checked_div(room[0].smallest).unwrap_or(0));
        (self.named.len(), self.named.len() + most)
    }

    /// The cells that the named pieces leave.
    fn cells(&self) -> usize {
        self.board.len() - self.named.iter().map(|piece| piece.cells.len()).sum::<usize>()
    }

    /// What the slots from each one on have room for.
    fn room(&self) -> Vec<Room> {
        let mut room = vec![Room { pieces: 0, smallest: usize::MAX }];
        for slot in self.slots.iter().rev() {
            let after = room[room.len() - 1];
            let most = slot.iter().map(Vec::len).max().unwrap_or(0);
            let smallest = slot.iter().flatten().map(|piece| piece.cells.len()).min();
            room.push(Room {
                pieces: after.pieces + most,
                smallest: after.smallest.min(smallest.unwrap_or(usize::MAX)),
            });
        }
        room.reverse();
        room
    }

    /// Hands every set of `number` pieces to `each`, as the choices from the slots.
    pub(super) fn each(
        &self,
        number: usize,
        pulse: &Pulse<'_>,
        each: &mut Each<'_>,
    ) -> Result<ControlFlow<()>, Stopped> {
        let Some(left) = number.checked_sub(self.named.len()) else { return Ok(ControlFlow::Continue(())) };
        self.choose(&self.room(), left, self.cells(), &mut Vec::new(), pulse, each)
    }

    /// Goes on with the choices of the first slots, when so many pieces are still to be chosen and so many cells are left for them.
    fn choose(
        &self,
        room: &[Room],
        left: usize,
        cells: usize,
        chosen: &mut Vec<usize>,
        pulse: &Pulse<'_>,
        each: &mut Each<'_>,
    ) -> Result<ControlFlow<()>, Stopped> {
        pulse.beat()?;
        let at = chosen.len();
        let Room { pieces, smallest } = room[at];
        if pieces < left || cells < left.saturating_mul(smallest) {
            return Ok(ControlFlow::Continue(()));
        }
        let Some(slot) = self.slots.get(at) else { return each(chosen) };
        for (choice, pieces) in slot.iter().enumerate() {
            let area: usize = pieces.iter().map(|piece| piece.cells.len()).sum();
            if pieces.len() > left || area > cells {
                continue;
            }
            chosen.push(choice);
            let flow = self.choose(room, left - pieces.len(), cells - area, chosen, pulse, each)?;
            chosen.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The puzzle of a set, its pieces standing somewhere; nothing where they cannot.
    ///
    /// # Errors
    /// When `pulse` says stop.
    pub(super) fn puzzle(&self, chosen: &[usize], pulse: &Pulse<'_>) -> Result<Option<Puzzle>, Stopped> {
        let more = self.slots.iter().zip(chosen).flat_map(|(slot, &choice)| &slot[choice]);
        let mut pieces: Vec<Piece> = self.named.iter().chain(more).cloned().collect();
        // Cars have no names of their own.
        if pieces.iter().any(|piece| piece.name == '?') {
            for (piece, letter) in pieces.iter_mut().zip(LETTERS.chars()) {
                piece.name = letter;
            }
        }
        if !stand(&self.board, &mut pieces, 0, &mut HashSet::new(), pulse)? {
            return Ok(None);
        }
        Ok(Puzzle::new(self.board.clone(), pieces, self.goals.clone()).ok())
    }
}

/// Moves pieces along their lines until no two overlap, those from number `at` on with `taken` cells taken by the others; whether that
/// can be done. Pieces that keep to no line stay where they are.
fn stand(
    board: &Region,
    pieces: &mut [Piece],
    at: usize,
    taken: &mut HashSet<Cell>,
    pulse: &Pulse<'_>,
) -> Result<bool, Stopped> {
    let Some(piece) = pieces.get(at) else { return Ok(true) };
    let (axis, cells) = (piece.axis, piece.cells.clone());
    let most = match axis {
        Axis::Any => 0,
        Axis::Horizontal => i64::from(board.cols()),
        Axis::Vertical => i64::from(board.rows()),
    };
    // Where it is, and then ever farther away.
    let by = std::iter::once(0).chain((1..=most).flat_map(|by| [by, -by]));
    for by in by {
        pulse.beat()?;
        let (rows, cols) = if axis == Axis::Vertical { (by, 0) } else { (0, by) };
        let moved = |cell: &Cell| board.wrap(i64::from(cell.row) + rows, i64::from(cell.col) + cols);
        let Some(moved) = cells.iter().map(moved).collect::<Option<Vec<Cell>>>() else { continue };
        if moved.iter().any(|cell| taken.contains(cell)) {
            continue;
        }
        taken.extend(&moved);
        pieces[at].cells.clone_from(&moved);
        if stand(board, pieces, at + 1, taken, pulse)? {
            return Ok(true);
        }
        for cell in &moved {
            taken.remove(cell);
        }
    }
    pieces[at].cells = cells;
    Ok(false)
}
