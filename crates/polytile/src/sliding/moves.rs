//! Moves, one by one: what a player can do, and what it leads to.
//!
//! This is the plain side of the rules, over cells: for a player, for drawing, and for carrying out what an engine found.
//! The engines have code of their own, which treats all pieces of a class at once and shares with this only
//! what a lattice says of its steps; `check.rs` shares nothing with either.

use super::position::Position;
use super::puzzle::{Puzzle, Unit};
use crate::board::{Cell, Direction};
use crate::choice::choice;
use crate::number::below;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::{HashMap, VecDeque};
use std::fmt;

choice! {
    /// What counts as one move.
    #[derive(Default)]
    pub enum Metric {
        /// One piece, one unit.
        #[default]
        Step = "step", "One piece, one unit";
        /// One piece, any distance straight.
        Slide = "slide", "One piece, any distance straight";
        /// One piece, any path.
        Move = "move", "One piece, any path";
    }
}

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Move];
}

/// One piece moved: by one unit in the step metric, straight in the slide metric, along any path in the move metric.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The number of the piece.
    pub piece: usize,
    /// Its way, unit by unit; not empty.
    pub path: Vec<Direction>,
}

impl Move {
    /// The move back.
    #[must_use]
    pub fn reverse(&self) -> Self {
        Move { piece: self.piece, path: self.path.iter().rev().map(|d| d.reverse()).collect() }
    }

    /// The way in words, equal units put together: `down 2, left`.
    pub fn way(&self) -> String {
        way(&self.path)
    }
}

/// A way in words, equal units put together.
pub(crate) fn way(path: &[Direction]) -> String {
    let runs = path.chunk_by(|a, b| a == b).map(|run| match run.len() {
        1 => run[0].name().to_owned(),
        n => format!("{} {n}", run[0].name()),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Why a move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is no such piece.
    NoPiece(usize),
    /// The way has no unit.
    NoWay(char),
    /// The piece moves along its axis only.
    Axis {
        /// Its letter.
        piece: char,
        /// Where it was to go.
        direction: Direction,
    },
    /// Something is in the way.
    Blocked {
        /// Its letter.
        piece: char,
        /// Where it was to go.
        direction: Direction,
        /// The letter of the piece in the way; `None` for a wall.
        by: Option<char>,
    },
    /// There is room at the end of the way, and none on the way.
    Tight {
        /// Its letter.
        piece: char,
        /// Where it was to go.
        direction: Direction,
    },
    /// Nothing goes there on this lattice.
    NoDirection {
        /// Its letter.
        piece: char,
        /// Where it was to go.
        direction: Direction,
        /// What there is instead.
        known: String,
    },
}

impl std::error::Error for IllegalMove {}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::NoPiece(piece) => write!(f, "there is no piece number {piece}"),
            IllegalMove::NoWay(piece) => write!(f, "piece '{piece}' is not moved at all"),
            IllegalMove::Axis { piece, direction } => {
                let direction = direction.name();
                write!(f, "piece '{piece}' cannot move {direction}: it moves along its axis only")
            }
            IllegalMove::Blocked { piece, direction, by } => {
                write!(f, "piece '{piece}' cannot move {}: ", direction.name())?;
                match by {
                    Some(other) => write!(f, "'{other}' is in the way"),
                    None => f.write_str("there is a wall"),
                }
            }
            IllegalMove::Tight { piece, direction } => {
                let direction = direction.name();
                write!(f, "piece '{piece}' cannot move {direction}: there is no room beside the way")
            }
            IllegalMove::NoDirection { piece, direction, known } => {
                let direction = direction.name();
                write!(f, "piece '{piece}' cannot move {direction}: on this board pieces move {known}")
            }
        }
    }
}

impl Puzzle {
    /// The moves from a position: for every piece and every place it can be brought to in one move, one move that does
    /// so, with the shortest path. Pieces by number; for each, the nearest places first.
    ///
    /// O(pieces x places of a piece x its size).
    pub fn moves(&self, position: &Position, metric: Metric) -> Vec<Move> {
        let occupied = self.occupied(position);
        let mut moves = Vec::new();
        for piece in 0..self.pieces().len() {
            match metric {
                Metric::Step | Metric::Slide => self.straight(position, &occupied, piece, metric, &mut moves),
                Metric::Move => self.any_path(position, &occupied, piece, &mut moves),
            }
        }
        moves
    }

    /// A position that so many random steps lead to from another one, none of which takes back the one before it if
    /// there is any other. The same for the same seed, everywhere.
    ///
    /// ```
    /// let puzzle = polytile::format::sliding::parse("start = '''\nabc\nd.e\n'''")?.puzzle;
    /// let start = puzzle.start();
    /// assert_ne!(puzzle.scrambled(&start, 7, 1), start); // an odd number of steps
    /// assert_eq!(puzzle.scrambled(&start, 100, 1), puzzle.scrambled(&start, 100, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scrambled(&self, position: &Position, steps: usize, seed: u64) -> Position {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut position, mut before) = (position.clone(), None);
        for _ in 0..steps {
            let mut moves = self.moves(&position, Metric::Step);
            if moves.len() > 1 {
                moves.retain(|step| Some(step) != before.as_ref());
            }
            if moves.is_empty() {
                break;
            }
            let step = moves.swap_remove(below(&mut random, moves.len()));
            // It is one of the moves there are.
            let Ok(next) = self.apply(&position, &step) else { break };
            (position, before) = (next, Some(step.reverse()));
        }
        position
    }

    /// The moves of one piece along straight lines.
    fn straight(
        &self,
        position: &Position,
        occupied: &[Option<usize>],
        piece: usize,
        metric: Metric,
        moves: &mut Vec<Move>,
    ) {
        for direction in self.lattice().directions() {
            let mut first = position.first_cell(piece);
            let mut path = Vec::new();
            while let Ok(next) = self.stepped(occupied, piece, first, direction) {
                first = next;
                path.push(direction);
                moves.push(Move { piece, path: path.clone() });
                if metric == Metric::Step {
                    break;
                }
            }
        }
    }

    /// The moves of one piece along any path, nearest places first.
    fn any_path(&self, position: &Position, occupied: &[Option<usize>], piece: usize, moves: &mut Vec<Move>) {
        let start = position.first_cell(piece);
        let mut paths: HashMap<Cell, Vec<Direction>> = HashMap::from([(start, Vec::new())]);
        let mut queue = VecDeque::from([start]);
        while let Some(place) = queue.pop_front() {
            let path = paths[&place].clone();
            for direction in self.lattice().directions() {
                let Ok(next) = self.stepped(occupied, piece, place, direction) else { continue };
                if paths.contains_key(&next) {
                    continue;
                }
                let longer: Vec<Direction> = path.iter().copied().chain([direction]).collect();
                moves.push(Move { piece, path: longer.clone() });
                paths.insert(next, longer);
                queue.push_back(next);
            }
        }
    }

    /// The first cell of a piece after one unit from `first`; in `occupied` the piece itself may stand anywhere.
    fn stepped(
        &self,
        occupied: &[Option<usize>],
        piece: usize,
        first: Cell,
        direction: Direction,
    ) -> Result<Cell, IllegalMove> {
        let name = self.pieces()[piece].name;
        if !self.class(piece).axis.allows(direction) {
            return Err(IllegalMove::Axis { piece: name, direction });
        }
        let blocked = |by: Option<usize>| {
            let by = by.map(|other| self.pieces()[other].name);
            IllegalMove::Blocked { piece: name, direction, by }
        };
        let cells = self.placed(piece, first).unwrap_or_default();
        let Some(Unit { ends, ways }) = self.unit(&cells, direction) else {
            let known: Vec<&str> = self.lattice().directions().map(Direction::name).collect();
            return Err(IllegalMove::NoDirection { piece: name, direction, known: known.join(", ") });
        };
        // What is in the way on a cell: a wall, or another piece.
        let free = |cell: &Option<Cell>| {
            let other = cell.map(|cell| occupied[self.number(cell)]).ok_or_else(|| blocked(None))?;
            other.filter(|&other| other != piece).map_or(Ok(()), |other| Err(blocked(Some(other))))
        };
        ends.iter().try_for_each(free)?;
        match &ways[..] {
            [] => {}
            [only] => only.iter().try_for_each(free)?,
            ways if ways.iter().any(|way| way.iter().all(|cell| free(cell).is_ok())) => {}
            _ => return Err(IllegalMove::Tight { piece: name, direction }),
        }
        ends.first().copied().flatten().ok_or_else(|| blocked(None))
    }

    /// The position after `step`, made from `position`.
    ///
    /// # Errors
    /// [`IllegalMove`] when it cannot be made.
    pub fn apply(&self, position: &Position, step: &Move) -> Result<Position, IllegalMove> {
        let piece = step.piece;
        let Some(Move { path, .. }) = (piece < self.pieces().len()).then_some(step) else {
            return Err(IllegalMove::NoPiece(piece));
        };
        if path.is_empty() {
            return Err(IllegalMove::NoWay(self.pieces()[piece].name));
        }
        let occupied = self.occupied(position);
        let first = path.iter().try_fold(position.first_cell(piece), |first, &direction| {
            self.stepped(&occupied, piece, first, direction)
        })?;
        Ok(position.clone().with(piece, first))
    }

    /// All positions on the way of `moves` from `position`, itself the first.
    ///
    /// # Errors
    /// The number of the first move that cannot be made, from 0, and why.
    pub fn replay(&self, position: &Position, moves: &[Move]) -> Result<Vec<Position>, (usize, IllegalMove)> {
        let mut positions = vec![position.clone()];
        for (number, step) in moves.iter().enumerate() {
            let next = self.apply(&positions[number], step).map_err(|why| (number, why))?;
            positions.push(next);
        }
        Ok(positions)
    }

    /// The move, in this metric, that turns `from` into the state of `to`; of several the first one. In this way a
    /// list of states that an engine reports becomes a list of moves.
    pub fn move_between(&self, from: &Position, to: &Position, metric: Metric) -> Option<Move> {
        let wanted = self.state_of(to);
        let leads = |step: &Move| self.apply(from, step).is_ok_and(|next| self.state_of(&next) == wanted);
        self.moves(from, metric).into_iter().find(leads)
    }
}
