//! Random puzzles on boards of every height and width, with few states.
//!
//! Pieces are staircases from edge to edge, lines, blobs and loose pairs, up to as tall and as wide as the board; some are
//! copies of another, some keep to an axis, some have a kind. A puzzle with more states than wanted gets walls on some of its
//! empty cells until it has few enough: with no empty cell there is only one.

use crate::oracle;
use polytile::board::{Cell, Region};
use polytile::sliding::{Axis, Goal, Metric, Piece, Puzzle};
use proptest::prelude::*;
use proptest::test_runner::TestRng;
use std::collections::BTreeSet;

/// Puzzles of at most `side` rows and columns of which at most `states` states can be reached.
pub fn puzzles(side: u32, states: usize) -> impl Strategy<Value = Puzzle> {
    // Boards near the width of a word, and long narrow ones, are drawn more often than chance would have it.
    let near_a_word = prop::sample::select(vec![64_u32, 128]).prop_flat_map(move |bits| {
        (1..=side, 0..=2_u32)
            .prop_map(move |(rows, less)| (rows, (bits / rows).saturating_sub(less).clamp(1, side)))
    });
    let narrow = prop_oneof![(1..=2_u32, 1..=side), (1..=side, 1..=2_u32)];
    let sizes = prop_oneof![2 => (1..=side, 1..=side), 1 => near_a_word, 1 => narrow];
    sizes.prop_perturb(move |(rows, cols), mut rng| Drawing::new(rows, cols, &mut rng).puzzle(states))
}

/// Everything that is drawn at random.
struct Drawing<'a> {
    rows: u32,
    cols: u32,
    free: BTreeSet<Cell>,
    pieces: Vec<Piece>,
    goals: Vec<Goal>,
    rng: &'a mut TestRng,
}

impl<'a> Drawing<'a> {
    fn new(rows: u32, cols: u32, rng: &'a mut TestRng) -> Self {
        let free = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col))).collect();
        let mut drawing = Drawing { rows, cols, free, pieces: Vec::new(), goals: Vec::new(), rng };
        if drawing.roll(3) == 0 {
            drawing.fill(8);
        }
        let wanted = 1 + drawing.roll(6);
        for _ in 0..wanted {
            drawing.piece();
        }
        if drawing.pieces.is_empty() {
            let cell = drawing.free.first().copied().unwrap_or(Cell::new(0, 0));
            drawing.add([cell].into());
        }
        drawing
    }

    fn roll(&mut self, below: u32) -> u32 {
        self.rng.random_range(0..below)
    }

    /// Turns one in `one_in` empty cells into walls, and at least one.
    fn fill(&mut self, one_in: u32) {
        let empty: Vec<Cell> = self.free.iter().copied().collect();
        let Some(last) = (empty.len() as u32).checked_sub(1) else { return };
        let sure = self.roll(last + 1);
        for (number, cell) in (0..).zip(empty) {
            if number == sure || self.roll(one_in) == 0 {
                self.free.remove(&cell);
            }
        }
    }

    /// Adds a piece where there is room for it.
    fn piece(&mut self) {
        let copy = self.pieces.len() as u32;
        let cells = match self.roll(8) {
            0 if copy > 0 => {
                let original = self.roll(copy) as usize;
                self.copied(original)
            }
            0..3 => self.staircase(true),
            3 | 4 => self.staircase(false),
            5 => self.line(),
            6 => self.blob(),
            _ => {
                // In two parts, now and then.
                let mut cells = self.blob();
                if self.roll(3) == 0 {
                    cells.extend(self.blob());
                }
                cells
            }
        };
        if !cells.is_empty() && cells.iter().all(|cell| self.free.contains(cell)) {
            self.add(cells);
        }
    }

    fn add(&mut self, cells: BTreeSet<Cell>) {
        self.free.retain(|cell| !cells.contains(cell));
        let axis = match self.roll(8) {
            0 => Axis::Horizontal,
            1 => Axis::Vertical,
            _ => Axis::Any,
        };
        let kind = (self.roll(5) == 0).then(|| self.roll(2).to_string());
        let name = char::from(b'A' + self.pieces.len() as u8);
        self.pieces.push(Piece { axis, kind, ..Piece::new(name, cells) });
    }

    /// A path that goes down (or right), usually all the way, and steps aside where it likes or has to.
    fn staircase(&mut self, down: bool) -> BTreeSet<Cell> {
        let (long, wide) = if down { (self.rows, self.cols) } else { (self.cols, self.rows) };
        let at = |along: u32, across: u32| {
            if down { Cell::new(along, across) } else { Cell::new(across, along) }
        };
        let (mut first, mut last) = (0, long - 1);
        if self.roll(3) == 0 {
            first = self.roll(long);
            last = first + self.roll(long - first);
        }
        let mut across = self.roll(wide);
        let mut cells = BTreeSet::new();
        for along in first..=last {
            cells.insert(at(along, across));
            let aside = if self.roll(2) == 0 { across.saturating_sub(1) } else { (across + 1).min(wide - 1) };
            let wants = self.roll(3) == 0 || !self.free.contains(&at((along + 1).min(long - 1), across));
            if wants && self.free.contains(&at(along, aside)) {
                across = aside;
                cells.insert(at(along, across));
            }
        }
        cells
    }

    /// A straight piece, with a bar across its end at times.
    fn line(&mut self) -> BTreeSet<Cell> {
        let (row, col) = (self.roll(self.rows), self.roll(self.cols));
        let mut cells: BTreeSet<Cell> = (0..self.rows).map(|row| Cell::new(row, col)).collect();
        if self.roll(2) == 0 {
            cells = (0..self.cols).map(|col| Cell::new(row, col)).collect();
        }
        if self.roll(2) == 0 {
            cells.extend((0..=col).map(|col| Cell::new(row, col)));
        }
        cells
    }

    /// Some cells that grow together.
    fn blob(&mut self) -> BTreeSet<Cell> {
        let mut cell = Cell::new(self.roll(self.rows), self.roll(self.cols));
        let mut cells = BTreeSet::new();
        for _ in 0..=self.roll(5) {
            if self.free.contains(&cell) {
                cells.insert(cell);
            }
            cell = match self.roll(4) {
                0 => Cell::new(cell.row.saturating_sub(1), cell.col),
                1 => Cell::new((cell.row + 1).min(self.rows - 1), cell.col),
                2 => Cell::new(cell.row, cell.col.saturating_sub(1)),
                _ => Cell::new(cell.row, (cell.col + 1).min(self.cols - 1)),
            };
        }
        cells
    }

    /// The shape of a piece somewhere else; nothing where it would leave the board.
    fn copied(&mut self, piece: usize) -> BTreeSet<Cell> {
        let (down, right) = (self.roll(self.rows), self.roll(self.cols));
        let from = self.pieces[piece].cells.clone();
        let (row, col) =
            (from.iter().map(|c| c.row).min().unwrap(), from.iter().map(|c| c.col).min().unwrap());
        let to = from.iter().map(|c| Cell::new(c.row - row + down, c.col - col + right));
        to.collect()
    }

    /// What is drawn; nothing when a goal cannot be meant.
    fn drawn(&self) -> Option<Puzzle> {
        let board = Region::rectangle(self.rows.into(), self.cols.into()).unwrap();
        let is_wall = |cell: &Cell| {
            !self.free.contains(cell) && !self.pieces.iter().any(|piece| piece.cells.contains(cell))
        };
        let walls: Vec<Cell> = board.cells().filter(is_wall).collect();
        Puzzle::new(board.without(&walls).unwrap(), self.pieces.clone(), self.goals.clone()).ok()
    }

    /// A puzzle with few enough states, and with a goal: a place that a piece can reach, or one that it might.
    fn puzzle(mut self, states: usize) -> Puzzle {
        // A key has room for one more symbol than there are pieces, for each of this many cells.
        let bits = u32::BITS - (self.pieces.len() as u32).leading_zeros();
        while (self.pieces.len() + self.free.len()) as u32 * bits > 512 {
            self.fill(4);
        }
        let found = loop {
            match oracle::search(&self.drawn().unwrap(), Metric::Step, states) {
                Some(found) => break found,
                None => self.fill(4),
            }
        };
        let goals = self.roll(4);
        for _ in 0..goals {
            let state = &found.places[self.roll(found.places.len() as u32) as usize];
            let named = self.roll(self.pieces.len() as u32) as usize;
            let place = |piece: usize| {
                let label = found.labels[piece];
                (piece, state.iter().find(|(other, _)| *other == label).unwrap().1)
            };
            let mut places = vec![place(named)];
            if self.roll(3) == 0 {
                let other = self.roll(self.pieces.len() as u32) as usize;
                places.extend((found.labels[other] != found.labels[named]).then(|| place(other)));
            }
            if self.roll(4) == 0 {
                places = vec![(named, Cell::new(self.roll(self.rows), self.roll(self.cols)))];
            }
            self.goals.push(Goal { places });
            // A piece that a goal names is like no other, so there may be more states.
            let few = |puzzle| oracle::search(&puzzle, Metric::Step, states).is_some();
            if !self.drawn().is_some_and(few) {
                self.goals.pop();
            }
        }
        self.drawn().unwrap()
    }
}

/// The mirror image of a puzzle.
pub fn mirrored(puzzle: &Puzzle) -> Puzzle {
    let board = puzzle.board();
    let mirror = |cell: Cell| Cell::new(cell.row, board.cols() - 1 - cell.col);
    let pieces = puzzle
        .pieces()
        .iter()
        .map(|piece| Piece { cells: piece.cells.iter().map(|&c| mirror(c)).collect(), ..piece.clone() })
        .collect();
    let goal = |goal: &Goal| {
        let place = |&(piece, first): &(usize, Cell)| {
            let cells = puzzle.placed(piece, first).unwrap();
            (piece, cells.into_iter().map(mirror).min().unwrap())
        };
        Goal { places: goal.places.iter().map(place).collect() }
    };
    let whole = Region::rectangle(board.rows().into(), board.cols().into()).unwrap();
    let walls: Vec<Cell> = whole.cells().filter(|&cell| !board.contains(mirror(cell))).collect();
    Puzzle::new(whole.without(&walls).unwrap(), pieces, puzzle.goals().iter().map(goal).collect()).unwrap()
}
