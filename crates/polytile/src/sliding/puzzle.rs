//! What a sliding-block puzzle is: a board, pieces on it, and perhaps goals.
//!
//! In: a [`Region`] that does not wrap (what is not on it is wall), pieces as the sets of cells where they stand at the start, and
//! goals that say where some of them shall be. Out: a [`Puzzle`] whose pieces are sorted into *classes*. Pieces of one class are
//! alike: exchanging two of them does not give a new state. Pieces are alike if they have the same shape and orientation, the
//! same kind (a colour, say) and the same freedom to move; but a piece that a goal names is a class of its own, unless it has a
//! kind, for then any piece of its class meets the goal. A piece never turns, so a shape is a set of offsets from its first cell,
//! the first one layer by layer and row by row.

use super::position::Position;
use crate::board::{Cell, Coordinates, Direction, Lattice, Region, Spot, Topology};
use crate::choice::Choice;
use crate::pieces::Colour;
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// In which directions a piece may move; in all, unless it is on squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// In all.
    #[default]
    Any,
    /// Left and right, in its rows.
    Horizontal,
    /// Up and down, in its columns.
    Vertical,
}

impl Axis {
    /// Whether a piece may move in this direction.
    pub fn allows(self, direction: Direction) -> bool {
        match self {
            Axis::Any => true,
            Axis::Horizontal => matches!(direction, Direction::Left | Direction::Right),
            Axis::Vertical => matches!(direction, Direction::Up | Direction::Down),
        }
    }
}

/// A piece where it stands at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The letter it is drawn with.
    pub name: char,
    /// The cells it covers; they may be in several parts, which move together.
    pub cells: Vec<Cell>,
    /// In which directions it may move.
    pub axis: Axis,
    /// What tells it apart from pieces of the same shape; without one, its shape says all.
    pub kind: Option<String>,
    /// The colour it is drawn with.
    pub colour: Option<Colour>,
}

impl Piece {
    /// A piece that moves freely and differs from others by its shape alone.
    pub fn new(name: char, cells: impl IntoIterator<Item = Cell>) -> Self {
        let cells = cells.into_iter().collect();
        Piece { name, cells, axis: Axis::Any, kind: None, colour: None }
    }
}

/// One way for the puzzle to be solved: every piece named stands where it says; the others stand anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Pieces by number, one at least, each with the place of its first cell (the first one row by row).
    pub places: Vec<(usize, Cell)>,
}

/// Pieces that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Their numbers, ascending.
    pub pieces: Vec<usize>,
    /// Their shape: offsets (layers, rows, columns) from the first cell, in reading order; the first is (0, 0, 0).
    pub shape: Vec<[i32; 3]>,
    /// Which of the cells of a unit the first one is: 1 for a triangle that points down, else 0.
    pub first_kind: u32,
    /// In which directions they may move.
    pub axis: Axis,
    /// The row (or column) of their first cells, which never changes, when they move along it only.
    pub line: Option<u32>,
    /// The kind that they have in common, if any.
    pub kind: Option<String>,
}

/// Why there is no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The board wraps.
    #[error("pieces slide on boards of the plane only, not on a cylinder or a torus")]
    Wrapped,
    /// Cells of the board may stay empty by a rule for tilings.
    #[error("a board to slide on has no cells that need not be covered: none need be")]
    Optional,
    /// The board is larger than any that can be explored.
    #[error(
        "a board of {} is too large to slide on: {}rows times columns go up to {MAX_CELLS}, so take a smaller one",
        if *layers > 1 { format!("{layers}x{rows}x{cols}") } else { format!("{rows}x{cols}") },
        if *layers > 1 { "layers times " } else { "" }
    )]
    TooLarge {
        /// Its layers.
        layers: u32,
        /// Rows of a layer.
        rows: u32,
        /// Its columns.
        cols: u32,
    },
    /// A piece keeps to a line where there are no rows and columns of squares.
    #[error(
        "piece '{piece}' moves along its axis only, and that is for boards of squares: these are {lattice}"
    )]
    Axis {
        /// Its letter.
        piece: char,
        /// What the cells are, in the plural.
        lattice: String,
    },
    /// There is nothing to slide.
    #[error("the puzzle has no pieces")]
    NoPieces,
    /// Two pieces have the same letter.
    #[error("there are two pieces called '{0}'")]
    SameName(char),
    /// A piece on triangles or prisms is called as empty ones are drawn.
    #[error("no piece on triangles is called '{0}': ^ and v are drawn for empty ones")]
    Triangle(char),
    /// A piece covers no cell.
    #[error("piece '{0}' covers no cell")]
    EmptyPiece(char),
    /// A piece stands on a wall.
    #[error("piece '{piece}' covers {cell}, which is not on the board")]
    OffBoard {
        /// Its letter.
        piece: char,
        /// Where.
        cell: Coordinates,
    },
    /// Two pieces stand on one cell.
    #[error("pieces '{first}' and '{second}' both cover {cell}")]
    Overlap {
        /// The letter of the one.
        first: char,
        /// The letter of the other; the same when a piece names a cell twice.
        second: char,
        /// Where.
        cell: Coordinates,
    },
    /// A goal names a piece that does not exist.
    #[error("goal {goal} names piece number {piece}, and there are only {pieces}")]
    UnknownPiece {
        /// Which goal, from 1.
        goal: usize,
        /// The number it names.
        piece: usize,
        /// How many pieces there are.
        pieces: usize,
    },
    /// A goal says of no piece where it shall be.
    #[error("goal {0} names no piece")]
    EmptyGoal(usize),
    /// A goal puts a piece on a wall.
    #[error("goal {goal} puts piece '{piece}' where it covers a wall or lies outside the board")]
    GoalOffBoard {
        /// Which goal, from 1.
        goal: usize,
        /// The letter of the piece.
        piece: char,
    },
    /// A goal puts two pieces on one cell, or one piece in two places.
    #[error("goal {goal} cannot be: '{first}' and '{second}' are in each other's way")]
    GoalOverlap {
        /// Which goal, from 1.
        goal: usize,
        /// The letter of the one.
        first: char,
        /// The letter of the other.
        second: char,
    },
    /// A goal puts a piece beside the line along which it moves.
    #[error("goal {goal} puts piece '{piece}' beside the line along which it moves")]
    GoalOffLine {
        /// Which goal, from 1.
        goal: usize,
        /// The letter of the piece.
        piece: char,
    },
}

/// The most rows times columns of a board.
pub const MAX_CELLS: u64 = 1 << 16;

/// A sliding-block puzzle.
///
/// ```
/// use polytile::board::{Cell, Region};
/// use polytile::sliding::{Goal, Metric, Piece, Puzzle};
///
/// // Two dominoes, one above the other, and a free column to their right.
/// let board = Region::rectangle(2, 3)?;
/// let domino = |name, row| Piece::new(name, [Cell::new(row, 0), Cell::new(row, 1)]);
/// let goal = Goal { places: vec![(1, Cell::new(1, 1))] };
/// let puzzle = Puzzle::new(board, vec![domino('A', 0), domino('B', 1)], vec![goal])?;
///
/// let start = puzzle.start();
/// assert_eq!(puzzle.text(&start), "AA.\nBB.\n");
/// let moves = puzzle.moves(&start, Metric::Step);
/// assert_eq!(moves.len(), 2);
/// let solved = puzzle.apply(&start, &moves[1])?;
/// assert_eq!(puzzle.text(&solved), "AA.\n.BB\n");
/// assert!(puzzle.is_solved(&solved));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    board: Region,
    pieces: Vec<Piece>,
    goals: Vec<Goal>,
    classes: Vec<Class>,
    /// The class of every piece.
    class_of: Vec<usize>,
    by_name: HashMap<char, usize>,
}

impl Puzzle {
    /// The puzzle of `pieces` where they stand on `board`, solved when any of `goals` is met; without goals it can be
    /// explored but not solved.
    ///
    /// # Errors
    /// [`PuzzleError`] when pieces overlap or leave the board, or a goal cannot be meant.
    pub fn new(board: Region, pieces: Vec<Piece>, goals: Vec<Goal>) -> Result<Self, PuzzleError> {
        if board.topology() != Topology::Plane {
            return Err(PuzzleError::Wrapped);
        }
        if board.has_optional() {
            return Err(PuzzleError::Optional);
        }
        let (layers, rows, cols) = (board.layers(), board.rows(), board.cols());
        if u64::from(layers) * u64::from(rows) * u64::from(cols) > MAX_CELLS {
            return Err(PuzzleError::TooLarge { layers, rows, cols });
        }
        if board.lattice() != Lattice::Square
            && let Some(piece) = pieces.iter().find(|piece| piece.axis != Axis::Any)
        {
            let lattice = board.lattice().meaning().to_lowercase();
            return Err(PuzzleError::Axis { piece: piece.name, lattice });
        }
        if matches!(board.lattice(), Lattice::Triangle | Lattice::Prism)
            && let Some(piece) = pieces.iter().find(|piece| matches!(piece.name, '^' | 'v'))
        {
            return Err(PuzzleError::Triangle(piece.name));
        }
        let mut pieces = pieces;
        for piece in &mut pieces {
            piece.cells.sort_unstable();
        }
        let by_name = check_pieces(&board, &pieces)?;
        let mut named = vec![false; pieces.len()];
        for (number, goal) in (1..).zip(&goals) {
            check_goal(&board, &pieces, number, goal)?;
            for &(piece, _) in &goal.places {
                named[piece] = true;
            }
        }
        let (classes, class_of) = sort_out(board.lattice(), &pieces, &named);
        Ok(Puzzle { board, pieces, goals, classes, class_of, by_name })
    }

    /// Whether `goal` can be meant, as the only one.
    pub(crate) fn admits(&self, goal: &Goal) -> Result<(), PuzzleError> {
        check_goal(&self.board, &self.pieces, 1, goal)
    }

    /// The board; what is not on it is wall.
    pub fn board(&self) -> &Region {
        &self.board
    }

    /// The pieces where they stand at the start, by number.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The goals.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// What the cells are.
    pub fn lattice(&self) -> Lattice {
        self.board.lattice()
    }

    /// The classes of pieces that are alike, by their first pieces.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The class of piece number `piece`.
    pub fn class(&self, piece: usize) -> &Class {
        &self.classes[self.class_of[piece]]
    }

    /// The number of the class of piece number `piece`.
    pub fn class_number(&self, piece: usize) -> usize {
        self.class_of[piece]
    }

    /// The number of the piece called `name`.
    pub fn piece_called(&self, name: char) -> Option<usize> {
        self.by_name.get(&name).copied()
    }

    /// The numbers of tiles, where all pieces are tiles called 1 to 9 and then a, b, and so on, as in the puzzle of Fifteen.
    pub fn numbers(&self) -> Option<Vec<u32>> {
        let most = self.pieces.len() as u32;
        let number = |piece: &Piece| piece.name.to_digit(36).filter(|number| (1..=most).contains(number));
        let is_tile = |piece: &&Piece| piece.cells.len() == 1 && !piece.name.is_uppercase();
        self.pieces.iter().map(|piece| Some(piece).filter(is_tile).and_then(number)).collect()
    }

    /// What people call each piece: by its letter, or by the number of a tile.
    ///
    /// ```
    /// use polytile::format::subject::Words;
    /// let (fifteen, _) = Words::shipped("15-puzzle").sliding()?;
    /// assert_eq!(fifteen.puzzle.labels().concat(), "589101157124111323146");
    /// # Ok::<(), polytile::format::source::Misread>(())
    /// ```
    pub fn labels(&self) -> Vec<String> {
        match self.numbers() {
            Some(numbers) => numbers.iter().map(u32::to_string).collect(),
            None => self.pieces.iter().map(|piece| piece.name.to_string()).collect(),
        }
    }

    /// Number of cells that no piece covers.
    pub fn empty_cells(&self) -> usize {
        self.board.len() - self.pieces.iter().map(|piece| piece.cells.len()).sum::<usize>()
    }

    /// Where the pieces stand at the start.
    pub fn start(&self) -> Position {
        Position::new(self.pieces.iter().map(|piece| piece.cells[0]).collect())
    }

    /// This puzzle with another start. Which pieces are alike does not change.
    ///
    /// # Errors
    /// When the pieces cannot stand there.
    pub fn starting_at(&self, position: &Position) -> Result<Self, PuzzleError> {
        let mut puzzle = self.clone();
        for (i, piece) in puzzle.pieces.iter_mut().enumerate() {
            let beside = || {
                let cell = self.lattice().coordinates(position.first_cell(i));
                PuzzleError::OffBoard { piece: self.pieces[i].name, cell }
            };
            piece.cells = self.placed(i, position.first_cell(i)).ok_or_else(beside)?;
        }
        check_pieces(&puzzle.board, &puzzle.pieces)?;
        Ok(puzzle)
    }

    /// The cells that piece number `piece` covers with its first cell at `first`; nothing when it would leave the board.
    pub fn placed(&self, piece: usize, first: Cell) -> Option<Vec<Cell>> {
        let class = self.class(piece);
        placed(&self.board, &class.shape, class.first_kind, first)
    }

    /// The places where a piece with its first cell at `first` could come to stand, and what it needs on the way, if there is such
    /// a direction: where each of its cells ends, and for each way what they pass over. Nothing stands for a wall.
    pub(super) fn unit(&self, cells: &[Cell], direction: Direction) -> Option<Unit> {
        let lattice = self.lattice();
        let slide = lattice.slide(direction)?;
        let find = |spot| self.board.find(spot);
        let ends = cells.iter().map(|&cell| find(lattice.spot(cell).moved(slide.step))).collect();
        let over = |way: &Vec<Spot>| {
            let passed = |&cell: &Cell| {
                let spot = lattice.spot(cell);
                find(way[spot.kind].moved(spot.at))
            };
            cells.iter().map(passed).collect()
        };
        Some(Unit { ends, ways: slide.ways.iter().map(over).collect() })
    }
}

/// One unit of a move of some cells: where each ends, and for each way what each passes over; nothing where there is a wall.
pub(super) struct Unit {
    pub ends: Vec<Option<Cell>>,
    pub ways: Vec<Vec<Option<Cell>>>,
}

/// The cells of a shape with its first cell, of this kind, at `first`, if they are all on the board.
fn placed(board: &Region, shape: &[[i32; 3]], kind: u32, first: Cell) -> Option<Vec<Cell>> {
    if first.col % board.lattice().kinds() != kind {
        return None;
    }
    let at = [first.layer, first.row, first.col].map(i64::from);
    let place = |offset: &[i32; 3]| board.wrap_at(std::array::from_fn(|i| at[i] + i64::from(offset[i])));
    shape.iter().map(place).collect()
}

/// The offsets of sorted cells from the first.
fn shape(cells: &[Cell]) -> Vec<[i32; 3]> {
    let from = |c: &Cell| [c.layer, c.row, c.col].map(|n| n as i32);
    let first = from(&cells[0]);
    cells.iter().map(|cell| std::array::from_fn(|i| from(cell)[i] - first[i])).collect()
}

/// The number of every piece by its name, if they are on the board and apart.
fn check_pieces(board: &Region, pieces: &[Piece]) -> Result<HashMap<char, usize>, PuzzleError> {
    if pieces.is_empty() {
        return Err(PuzzleError::NoPieces);
    }
    let written = |cell| board.lattice().coordinates(cell);
    let mut owner: HashMap<Cell, char> = HashMap::new();
    let mut by_name = HashMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        let name = piece.name;
        if by_name.insert(name, number).is_some() {
            return Err(PuzzleError::SameName(name));
        }
        if piece.cells.is_empty() {
            return Err(PuzzleError::EmptyPiece(name));
        }
        for &cell in &piece.cells {
            if !board.contains(cell) {
                return Err(PuzzleError::OffBoard { piece: name, cell: written(cell) });
            }
            if let Some(first) = owner.insert(cell, name) {
                return Err(PuzzleError::Overlap { first, second: name, cell: written(cell) });
            }
        }
    }
    Ok(by_name)
}

fn check_goal(board: &Region, pieces: &[Piece], goal: usize, content: &Goal) -> Result<(), PuzzleError> {
    if content.places.is_empty() {
        return Err(PuzzleError::EmptyGoal(goal));
    }
    let mut owner: HashMap<Cell, usize> = HashMap::new();
    let mut seen = HashSet::new();
    for &(number, first) in &content.places {
        let Some(piece) = pieces.get(number) else {
            return Err(PuzzleError::UnknownPiece { goal, piece: number, pieces: pieces.len() });
        };
        let name = piece.name;
        if !seen.insert(number) {
            return Err(PuzzleError::GoalOverlap { goal, first: name, second: name });
        }
        let kind = piece.cells[0].col % board.lattice().kinds();
        let cells = placed(board, &shape(&piece.cells), kind, first)
            .ok_or(PuzzleError::GoalOffBoard { goal, piece: name })?;
        for cell in cells {
            if let Some(other) = owner.insert(cell, number) {
                return Err(PuzzleError::GoalOverlap { goal, first: pieces[other].name, second: name });
            }
        }
        let start = piece.cells[0];
        let beside = match piece.axis {
            Axis::Any => false,
            Axis::Horizontal => first.row != start.row,
            Axis::Vertical => first.col != start.col,
        };
        if beside {
            return Err(PuzzleError::GoalOffLine { goal, piece: name });
        }
    }
    Ok(())
}

/// The classes, and the class of every piece.
fn sort_out(lattice: Lattice, pieces: &[Piece], named: &[bool]) -> (Vec<Class>, Vec<usize>) {
    let mut classes: Vec<Class> = Vec::new();
    let mut numbers = HashMap::new();
    let mut class_of = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        // The piece that is a class of its own.
        let owner = (named[number] && piece.kind.is_none()).then_some(number);
        let line = match piece.axis {
            Axis::Any => None,
            Axis::Horizontal => Some(piece.cells[0].row),
            Axis::Vertical => Some(piece.cells[0].col),
        };
        let (shape, axis, kind) = (shape(&piece.cells), piece.axis, piece.kind.clone());
        let first_kind = piece.cells[0].col % lattice.kinds();
        let key = (shape, first_kind, axis, line, kind, owner);
        let class = *numbers.entry(key).or_insert_with_key(|(shape, .., kind, _)| {
            classes.push(Class {
                pieces: Vec::new(),
                shape: shape.clone(),
                first_kind,
                axis,
                line,
                kind: kind.clone(),
            });
            classes.len() - 1
        });
        classes[class].pieces.push(number);
        class_of.push(class);
    }
    (classes, class_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding::parse;

    #[test]
    fn triangles_of_pieces_point_as_empty_ones_do() {
        let read = |start: &str| {
            let error = parse(&format!("lattice = 'triangle'\nstart = '{start}'")).unwrap_err();
            (error.message, error.help)
        };
        let (message, help) = read("AAB.");
        assert!(message.starts_with("no empty triangle") && help.is_some_and(|help| help.contains("as ^")));
        let board = Region::full(Lattice::Triangle, [1, 1, 2]).unwrap();
        let named = |name| Puzzle::new(board.clone(), vec![Piece::new(name, [Cell::new(0, 0)])], Vec::new());
        assert_eq!(named('v'), Err(PuzzleError::Triangle('v')));
        assert!(named('V').is_ok());
        let large = Region::full(Lattice::Cube, [3, 200, 200]).unwrap();
        let error = Puzzle::new(large, vec![Piece::new('A', [Cell::new(0, 0)])], Vec::new()).unwrap_err();
        assert!(error.to_string().contains("3x200x200"), "{error}");
    }
}
