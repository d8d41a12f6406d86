//! A board for sets of blocks: its walls, what is to get where, and what may stand besides.
//!
//! In: a sliding-block puzzle, or a board for cars. Out: slots, one for each class of pieces, or for each line of free cells for cars, with
//! what can be chosen from it; boards with more walls, or with the goal elsewhere; and the puzzle of a choice, its pieces standing somewhere. Pieces that
//! move along a line keep to it and to their side of a wall, so how many cars of each length stand on each line between walls says which set it is;
//! where on the line is for whoever explores. Cost: a look at every piece, and for pieces that have to stand elsewhere than they did
//! a search for places.

use crate::board::{Cell, Region};
use crate::run::{Pulse, Stopped};
use crate::sliding::{Axis, Class, Goal, Piece, Puzzle};
use std::collections::{HashMap, HashSet};

/// The lengths of cars.
const LENGTHS: [usize; 2] = [2, 3];
/// What cars are called, the one that is to get out first.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// What can be chosen from each class, or line for cars: lists of pieces, by their number.
pub(super) type Slots = Vec<Vec<Vec<Piece>>>;

/// A board with goals, and slots.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    board: Region,
    /// The pieces that goals name, in every set.
    named: Vec<Piece>,
    /// Goals, by the numbers of these pieces.
    goals: Vec<Goal>,
    slots: Slots,
    /// Of a board for cars, the row in which one is to get out.
    exit: Option<u32>,
}

/// What some slots have room for.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// So many pieces at most.
    pub pieces: usize,
    /// Cells of their smallest piece.
    pub smallest: usize,
}

impl Ground {
    /// The board of `puzzle`, and its pieces.
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
        let slot = |class: &Class| {
            let free: Vec<Piece> = class
                .pieces
                .iter()
                .filter(|piece| !is_named.contains(piece))
                .map(|&i| pieces[i].clone())
                .collect();
            (0..=free.len()).map(|chosen| free[..chosen].to_vec()).collect()
        };
        Ground {
            board: puzzle.board().clone(),
            goals: puzzle.goals().iter().map(goal).collect(),
            named,
            slots: puzzle.classes().iter().map(slot).collect(),
            exit: None,
        }
    }

    /// A board for cars, one of which is to get to the right end of the row `exit`; nothing where that end is not free.
    pub fn of_cars(board: Region, exit: u32) -> Option<Self> {
        let (rows, cols) = (board.rows(), board.cols());
        let out = car(Axis::Horizontal, &[cols - 2, cols - 1].map(|col| Cell::new(exit, col)));
        if !out.cells.iter().all(|&cell| board.contains(cell)) {
            return None;
        }
        let across = (0..rows).map(|row| (0..cols).map(|col| Cell::new(row, col)).collect::<Vec<_>>());
        let down = (0..cols).map(|col| (0..rows).map(|row| Cell::new(row, col)).collect::<Vec<_>>());
        let lines =
            across.map(|line| (Axis::Horizontal, line)).chain(down.map(|line| (Axis::Vertical, line)));
        let mut slots = Vec::new();
        for (axis, line) in lines {
            for free in line.split(|&cell| !board.contains(cell)) {
                let has_out = axis == Axis::Horizontal && free.contains(&out.cells[0]);
                let room = free.len() - if has_out { out.cells.len() } else { 0 };
                if room >= LENGTHS[0] {
                    slots.push(cars(axis, free, room));
                }
            }
        }
        let goal = Goal { places: vec![(0, out.cells[0])] };
        Some(Ground { board, named: vec![out], goals: vec![goal], slots, exit: Some(exit) })
    }

    /// This with its goal shifted everywhere.
    pub fn with_any_goal(&self) -> Vec<Self> {
        if self.exit.is_some() {
            let rows = 0..self.board.rows().div_ceil(2);
            return rows.filter_map(|row| Self::of_cars(self.board.clone(), row)).collect();
        }
        let goals = self.goals.iter().flat_map(|goal| self.shifted(goal));
        let mut seen = HashSet::new();
        let new = goals.filter(|goal| seen.insert(goal.places.clone()));
        new.map(|goal| Ground { goals: vec![goal], ..self.clone() }).collect()
    }

    /// The goals that `goal` shifts to.
    fn shifted(&self, goal: &Goal) -> impl Iterator<Item = Goal> {
        let (rows, cols) = (i64::from(self.board.rows()), i64::from(self.board.cols()));
        let by = (-rows..=rows).flat_map(move |row| (-cols..=cols).map(move |col| (row, col)));
        by.filter_map(|by| {
            let places =
                goal.places.iter().map(|&(piece, cell)| Some((piece, moved(&self.board, cell, by)?)));
            let goal = Goal { places: places.collect::<Option<_>>()? };
            self.wanted(&goal).map(|_| goal)
        })
    }

    /// The cells that pieces cover where a goal wants them; nothing where one would leave the board.
    fn wanted(&self, goal: &Goal) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        for &(piece, cell) in &goal.places {
            let at = &self.named[piece].cells;
            let from = at.iter().min()?;
            let by = (i64::from(cell.row) - i64::from(from.row), i64::from(cell.col) - i64::from(from.col));
            for &cell in at {
                cells.push(moved(&self.board, cell, by)?);
            }
        }
        Some(cells)
    }

    /// The cells that may as well be walls: those that no goal needs.
    pub fn may_be_walls(&self) -> Vec<Cell> {
        let wanted: HashSet<Cell> =
            self.goals.iter().filter_map(|goal| self.wanted(goal)).flatten().collect();
        self.board.cells().filter(|cell| !wanted.contains(cell)).collect()
    }

    /// This with walls on these cells; nothing where no board is left.
    pub fn with_walls(&self, walls: &[Cell]) -> Option<Self> {
        if walls.is_empty() {
            return Some(self.clone());
        }
        let board = self.board.clone().without(walls).ok()?;
        match self.exit {
            Some(exit) => Self::of_cars(board, exit),
            None => Some(Ground { board, ..self.clone() }),
        }
    }

    /// What can be chosen.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// The least and the largest number of pieces of a set.
    pub fn numbers(&self) -> (usize, usize) {
        let room = self.room();
        let most = room[0].pieces.min(self.cells().checked_div(room[0].smallest).unwrap_or(0));
        (self.named.len(), self.named.len() + most)
    }

    /// The cells that the named pieces leave.
    pub fn cells(&self) -> usize {
        let named = self.named.iter().map(|piece| piece.cells.len()).sum();
        self.board.len().saturating_sub(named)
    }

    /// What the slots from each one on have room for.
    pub fn room(&self) -> Vec<Room> {
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

    /// The puzzle of a set, its pieces standing somewhere; nothing where they cannot.
    ///
    /// # Errors
    /// When `pulse` says stop.
    pub fn puzzle(&self, choices: &[usize], pulse: &Pulse<'_>) -> Result<Option<Puzzle>, Stopped> {
        let more = self.slots.iter().zip(choices).flat_map(|(slot, &choice)| &slot[choice]);
        let mut pieces: Vec<Piece> = self.named.iter().chain(more).cloned().collect();
        // Cars have no names of their own.
        if self.exit.is_some() {
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

/// A car, which has no name yet.
fn car(axis: Axis, cells: &[Cell]) -> Piece {
    Piece { axis, ..Piece::new('?', cells.to_vec()) }
}

/// What can be chosen for a line of free cells with so much room: cars of both lengths, packed from its beginning; they find their
/// places when all are there.
fn cars(axis: Axis, line: &[Cell], room: usize) -> Vec<Vec<Piece>> {
    let mut slot = Vec::new();
    for short in 0..=room / LENGTHS[0] {
        for long in 0..=(room - short * LENGTHS[0]) / LENGTHS[1] {
            let lengths = [LENGTHS[0]].repeat(short).into_iter().chain([LENGTHS[1]].repeat(long));
            let begin = |at: &mut usize, length: usize| {
                *at += length;
                Some(*at - length..*at)
            };
            slot.push(lengths.scan(0, begin).map(|cells| car(axis, &line[cells])).collect());
        }
    }
    slot.sort_by_key(Vec::len);
    slot
}

/// Where a cell of the board gets to.
fn moved(board: &Region, cell: Cell, (rows, cols): (i64, i64)) -> Option<Cell> {
    board.wrap(i64::from(cell.row) + rows, i64::from(cell.col) + cols)
}

/// How far a piece can be moved, along its line up to walls if it has one: where it is, and then ever farther away.
fn ways(board: &Region, piece: &Piece) -> Vec<(i64, i64)> {
    let (rows, cols) = (i64::from(board.rows()), i64::from(board.cols()));
    let is_free = |&by: &(i64, i64)| piece.cells.iter().all(|&cell| moved(board, cell, by).is_some());
    let mut ways: Vec<(i64, i64)> = match piece.axis {
        Axis::Any => (-rows..=rows).flat_map(|row| (-cols..=cols).map(move |col| (row, col))).collect(),
        Axis::Horizontal | Axis::Vertical => {
            let (step, most) = if piece.axis == Axis::Horizontal { ((0, 1), cols) } else { ((1, 0), rows) };
            let along = |sign: i64| (1..=most).map(move |by| (sign * by * step.0, sign * by * step.1));
            let there = along(1).take_while(is_free);
            std::iter::once((0, 0)).chain(there).chain(along(-1).take_while(is_free)).collect()
        }
    };
    ways.sort_by_key(|(row, col)| row.abs() + col.abs());
    ways
}

/// Moves pieces, along their lines if they have any, until no two overlap, those from number `at` on with `taken` cells taken by the
/// others; whether that can be done.
fn stand(
    board: &Region,
    pieces: &mut [Piece],
    at: usize,
    taken: &mut HashSet<Cell>,
    pulse: &Pulse<'_>,
) -> Result<bool, Stopped> {
    let Some(piece) = pieces.get(at) else { return Ok(true) };
    let cells = piece.cells.clone();
    let ways = ways(board, piece);
    for by in ways {
        pulse.beat()?;
        let moved = cells.iter().map(|&cell| moved(board, cell, by)).collect::<Option<Vec<Cell>>>();
        let Some(moved) = moved else { continue };
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
