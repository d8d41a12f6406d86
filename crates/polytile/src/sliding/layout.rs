//! A puzzle as bit strings: boards with a bit for every cell, and keys for states.
//!
//! A board has its cells row by row, with one more column of units than the puzzle, which is always wall: so a piece that leaves the
//! board, on whatever side, meets a bit that is never set. Between two layers there is a row of walls. Bits begin with the first cell
//! of the board and end with its last. What can stand on a board is numbered, the *symbols*: 0 for an empty
//! cell, and one for each class of pieces. Pieces that move along one line share a symbol even where their lines differ, since
//! their lines say which is which.
//!
//! The key of a state: go through the cells row by row, skipping those that a piece met earlier covers, and write down
//! the symbol of what begins there. That is one symbol for every piece and every empty cell, however large the board is.
//! What stands before the first and behind the last cell that a move changes keeps its place in the key. So the key of a
//! neighbour is found by writing only the few symbols in between anew.
//!
//! On hexagons and triangles rows lean, and the walls beside them have bits too: of a hexagon of cells a quarter, of a triangle half. No
//! other step from row to row leaves fewer, and a place of its own for each cell would make moves loops over pieces, where now a shift
//! moves all of them at once. A key has a symbol for each piece and each empty cell, none for a wall; but
//! keys of wide boards are made wide, too. Measured on a
//! hexagon of 19 cells with one more far away (328392 states, one thread), which makes boards of 64 bits 128 or 512 wide: 0.13 s become
//! 0.20 or 0.87.
//!
//! Reading a key costs a step for every symbol, writing that of a neighbour a step for every symbol that changes.

use super::position::Position;
use super::puzzle::{Axis, Puzzle};
use crate::bit_string::BitString;
use crate::board::{Cell, Region, Slide, Spot};
use crate::run::Stopped;

/// The most symbols, the empty cell not counted: each is a byte.
const MAX_SYMBOLS: usize = 255;

/// A kind of thing that stands on the board.
#[derive(Clone, Debug)]
pub(crate) struct Symbol<B> {
    /// Its cells, with the first cell at bit 0.
    pub shape: B,
    /// The offsets of its cells.
    pub offsets: Vec<u32>,
    /// Ways to move by one unit.
    pub steps: Vec<Step>,
    /// The classes with this symbol: one, or one for each line.
    pub classes: Vec<usize>,
    /// How far it reaches to the left and to the right of its first cell.
    reach: (i32, i32),
}

/// What there is to know of a symbol besides, on other lattices than squares; apart from it, so that a symbol stays as small as it was.
#[derive(Clone, Debug)]
struct Further {
    /// How far it reaches up and down from the row of its first cell, where there are layers.
    rise: (i32, i32),
    /// Which of the cells of a unit the first one is.
    first_kind: u32,
    /// What its steps pass over.
    over: Vec<Over>,
}

/// A piece moved by one unit.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// What it adds to the bit of the first cell.
    pub delta: i32,
    /// The number of its front: the cells that it does not cover already, at the end and on the only way there.
    pub front: usize,
}

/// Cells that a step needs: an earlier front and one cell more, as its offset from the first cell of the piece. The first front has no
/// cells, and each is there once: pieces of all kinds ask for the same few.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Front {
    /// The number of the earlier one.
    pub with: usize,
    pub cell: i32,
}

/// What a piece passes over on its way, as offsets from the first cell before the step.
#[derive(Clone, Debug)]
pub(crate) enum Over {
    /// Nothing but where it begins and ends.
    Nothing,
    /// All these cells.
    Cells(Vec<i32>),
    /// One of several places of its own, each with the cells it needs.
    Either(Vec<(i32, Vec<i32>)>),
}

/// How a state of a puzzle is a key, and how pieces move.
#[derive(Clone, Debug)]
pub(crate) struct Layout<B> {
    /// Columns of a board in bits, those of walls included.
    width: u32,
    /// Rows of a layer, that of walls included.
    height: u32,
    layers: u32,
    /// Where the first cell of the board is, in bits from the corner of its box.
    start: u32,
    /// Cells of a unit.
    kinds: u32,
    /// Whether a step may need more than the cells where it ends.
    pub passes: bool,
    /// The cells.
    pub board: B,
    /// The symbols by number; the first is the empty cell, a shape of one cell without steps.
    pub symbols: Vec<Symbol<B>>,
    /// More of each of them.
    further: Vec<Further>,
    /// The fronts of steps, and what they are made of.
    pub fronts: Vec<Front>,
    /// Symbols in a key.
    pub length: u32,
    /// Bits of a symbol.
    pub bits: u32,
    /// The bits of a symbol, all set.
    mask: u8,
    /// What each goal needs: boards of first cells by symbol.
    pub goals: Vec<Vec<(usize, B)>>,
    /// The symbol of every class.
    pub symbol_of: Vec<usize>,
}

/// A state as boards.
#[derive(Clone, Debug)]
pub(crate) struct State<B, K> {
    /// Its key.
    pub key: K,
    /// First cells, by symbol.
    pub at: Vec<B>,
    /// The first cells for which each front is empty, as the neighbours found them last.
    pub open: Vec<B>,
    /// First cells of pieces, and empty cells: all that has a symbol in the key.
    met: B,
    /// The symbol at every first cell, and 0 everywhere else.
    symbol: [u8; 512],
    /// The number in the key of every cell that has one.
    number: [u16; 512],
}

/// A state one move away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbour<K> {
    /// Its key.
    pub key: K,
    /// The number of the first symbol that may differ.
    pub first: u32,
    /// From this number on, the symbols are the same again.
    pub end: u32,
}

/// The widths that a puzzle needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Widths {
    /// Bits of a board.
    pub board: u32,
    /// Bits of a key.
    pub key: u32,
}

/// The symbols of a puzzle, as lists of classes.
fn symbols_of(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let classes = puzzle.classes();
    let mut symbols: Vec<Vec<usize>> = Vec::new();
    for (number, class) in classes.iter().enumerate() {
        let shared = |members: &&mut Vec<usize>| {
            let first = &classes[members[0]];
            class.line.is_some()
                && (&first.shape, first.axis) == (&class.shape, class.axis)
                && members.iter().all(|&member| classes[member].line != class.line)
        };
        match symbols.iter_mut().find(shared) {
            Some(members) => members.push(number),
            None => symbols.push(vec![number]),
        }
    }
    symbols
}

/// The bits of a symbol when there are this many, the empty cell not counted.
fn bits(symbols: u32) -> u32 {
    u32::BITS - symbols.leading_zeros()
}

/// Columns and rows of a layer of a board in bits.
fn extent(board: &Region) -> [u32; 2] {
    [board.cols() + board.lattice().kinds(), board.rows() + u32::from(board.layers() > 1)]
}

/// The places of the first and the last cell of a board, in bits from the corner of its box.
fn ends(board: &Region) -> [u32; 2] {
    let [width, height] = extent(board);
    let place = |cell: Cell| (cell.layer * height + cell.row) * width + cell.col;
    let places = || board.cells().map(place);
    [places().min().unwrap_or(0), places().max().unwrap_or(0)]
}

impl Widths {
    /// The widths that `puzzle` needs.
    pub fn of(puzzle: &Puzzle) -> Self {
        let board = puzzle.board();
        let symbols = symbols_of(puzzle).len() as u32;
        let length = (puzzle.pieces().len() + puzzle.empty_cells()) as u32;
        let [first, last] = ends(board);
        Widths { board: last - first + 1, key: length * bits(symbols) }
    }

    /// The error where no bit string is wide enough.
    pub fn too_large(self) -> Stopped {
        let Widths { board, key } = self;
        Stopped::TooLarge(format!(
            "a board of this puzzle needs {board} bits and a state {key}, and the widest have 512"
        ))
    }
}

impl<B: BitString> Layout<B> {
    /// The layout of `puzzle`, whose boards must fit the width.
    ///
    /// # Errors
    /// [`Stopped::TooLarge`] when there are too many symbols.
    pub fn new(puzzle: &Puzzle) -> Result<Self, Stopped> {
        let board = puzzle.board();
        let ([width, height], [start, _]) = (extent(board), ends(board));
        let bit = |cell: Cell| (cell.layer * height + cell.row) * width + cell.col - start;
        let empty = Symbol {
            shape: B::bit(0),
            offsets: vec![0],
            steps: Vec::new(),
            classes: Vec::new(),
            reach: (0, 0),
        };
        let mut fronts = vec![Front::default()];
        let members = symbols_of(puzzle);
        let mut symbol_of = vec![0; puzzle.classes().len()];
        let (mut symbols, mut further) =
            (vec![empty], vec![Further { rise: (0, 0), first_kind: 0, over: Vec::new() }]);
        for classes in members {
            for &class in &classes {
                symbol_of[class] = symbols.len();
            }
            let (symbol, more) = Symbol::new(puzzle, classes, [height * width, width, 1], &mut fronts);
            symbols.push(symbol);
            further.push(more);
        }
        if symbols.len() - 1 > MAX_SYMBOLS {
            return Err(Stopped::TooLarge(format!(
                "{} different pieces are more than the engines tell apart, {MAX_SYMBOLS}",
                symbols.len() - 1,
            )));
        }
        let goal = |places: &[(usize, Cell)]| {
            let mut needs: Vec<(usize, B)> = Vec::new();
            for &(piece, first) in places {
                let symbol = symbol_of[puzzle.class_number(piece)];
                let place = B::bit(bit(first));
                match needs.iter_mut().find(|(s, _)| *s == symbol) {
                    Some((_, places)) => *places |= place,
                    None => needs.push((symbol, place)),
                }
            }
            needs
        };
        let bits = bits(symbols.len() as u32 - 1);
        Ok(Layout {
            width,
            height,
            layers: board.layers(),
            start,
            kinds: board.lattice().kinds(),
            passes: board.lattice().ground().slides.iter().any(|slide| !slide.ways.is_empty()),
            board: board.cells().fold(B::ZERO, |cells, cell| cells | B::bit(bit(cell))),
            goals: puzzle.goals().iter().map(|g| goal(&g.places)).collect(),
            length: (puzzle.pieces().len() + puzzle.empty_cells()) as u32,
            bits,
            // There is at least one besides 0, and each fits a byte: 1 to 8 bits.
            mask: u8::MAX >> (8 - bits),
            symbols,
            further,
            fronts,
            symbol_of,
        })
    }

    /// What the steps of a symbol pass over, one after the other.
    pub fn over(&self, symbol: usize) -> &[Over] {
        &self.further[symbol].over
    }

    /// The bit of a cell.
    pub fn bit(&self, cell: Cell) -> u32 {
        (cell.layer * self.height + cell.row) * self.width + cell.col - self.start
    }

    /// The cell of a bit.
    pub fn cell(&self, bit: u32) -> Cell {
        let (line, col) = self.line_and_col(bit);
        match self.layers {
            1 => Cell::new(line, col),
            _ => Cell::in_space(line / self.height, line % self.height, col),
        }
    }

    /// The line that a bit is on, those of all layers counted, and its column.
    fn line_and_col(&self, bit: u32) -> (u32, u32) {
        let place = bit + self.start;
        (place / self.width, place % self.width)
    }

    /// The class of what has this symbol and its first cell at `bit`, if there is one: lines tell pieces apart that move
    /// along one.
    pub fn class_at(&self, puzzle: &Puzzle, symbol: usize, bit: u32) -> Option<usize> {
        // What is not about squares is asked elsewhere only: this is asked for every symbol of every placement that is counted.
        let (row, col) = self.line_and_col(bit);
        if self.kinds > 1 && col % self.kinds != self.further[symbol].first_kind {
            return None;
        }
        // Lines are rows and columns of squares, which have no layers.
        self.symbols[symbol].classes.iter().copied().find(|&number| {
            let class = &puzzle.classes()[number];
            match class.axis {
                Axis::Any => true,
                Axis::Horizontal => class.line == Some(row),
                Axis::Vertical => class.line == Some(col),
            }
        })
    }

    /// The cells of a symbol with its first at `cell`, if all of them are in `open`.
    pub fn placed(&self, symbol: usize, cell: u32, open: B) -> Option<B> {
        let Symbol { shape, offsets, reach: (left, right), .. } = &self.symbols[symbol];
        // Bits lost beyond the width are cells beyond the board.
        let whole = offsets.iter().all(|offset| cell + offset < B::BITS);
        // A shape in several parts could lie across the column of walls without touching it.
        let col = self.line_and_col(cell).1 as i32;
        let within = col + left >= 0 && col + right < self.width as i32;
        let stands = (self.layers == 1 && self.kinds == 1) || self.stands(symbol, cell);
        let cells = shape.left(cell);
        (whole && within && stands && cells.minus(open).is_zero()).then_some(cells)
    }

    /// Whether a symbol may have its first cell at `cell` where there are layers, or several cells to a unit.
    fn stands(&self, symbol: usize, cell: u32) -> bool {
        let Further { rise: (up, down), first_kind, .. } = &self.further[symbol];
        // Nor may it lie across the row of walls between two layers.
        let (line, col) = self.line_and_col(cell);
        let row = (line % self.height) as i32;
        let in_layer = self.layers == 1 || (row + up >= 0 && row + down < self.height as i32);
        in_layer && (symbol == 0 || col % self.kinds == *first_kind)
    }

    /// A state to read keys into.
    pub fn state<K: BitString>(&self) -> State<B, K> {
        let at = vec![B::ZERO; self.symbols.len()];
        // Nothing is in front of the first.
        let open = vec![!B::ZERO; self.fronts.len()];
        State { key: K::ZERO, at, open, met: B::ZERO, symbol: [0; 512], number: [0; 512] }
    }

    /// Symbol number `number` of a key.
    #[inline(always)]
    pub fn symbol<K: BitString>(&self, key: K, number: u32) -> u8 {
        key.byte(number.wrapping_mul(self.bits)) & self.mask
    }

    /// Reads a key into `state`.
    #[inline(always)]
    pub fn read<K: BitString>(&self, key: K, state: &mut State<B, K>) {
        state.at.fill(B::ZERO);
        state.symbol[..B::BITS as usize].fill(0);
        let mut rest = self.board;
        let mut met = B::ZERO;
        for number in 0..self.length {
            let cell = rest.lowest();
            let symbol = usize::from(self.symbol(key, number));
            state.at[symbol] |= B::bit(cell);
            state.symbol[cell as usize & 511] = symbol as u8;
            state.number[cell as usize & 511] = number as u16;
            met |= B::bit(cell);
            rest = rest.minus(self.symbols[symbol].shape.left(cell));
        }
        state.key = key;
        state.met = met;
    }

    /// What `state` becomes when a piece is brought from bit `from` to bit `to`.
    #[inline(always)]
    pub fn moved<K: BitString>(
        &self,
        state: &mut State<B, K>,
        symbol: usize,
        from: u32,
        to: u32,
    ) -> Neighbour<K> {
        let shape = self.symbols[symbol].shape;
        let (old, new) = (shape.left(from), shape.left(to));
        // Cells left behind are met now, and cells taken no longer are; but the new first cell is met, whatever it was.
        let met = (state.met | old).minus(new) | B::bit(to);
        // The first cells are the lowest of the old and the new cells, and the lower of the two has a number in the key already.
        let lowest = from.min(to);
        let highest = (old | new).highest();
        let range = B::low(highest.wrapping_add(1)).minus(B::low(lowest));
        state.symbol[from as usize & 511] = 0;
        state.symbol[to as usize & 511] = symbol as u8;
        // Cells, symbols and their bits are at most 512.
        let first = u32::from(state.number[lowest as usize & 511]);
        let mut end = first;
        let written = (met & range).ones().map(|cell| {
            end = end.wrapping_add(1);
            state.symbol[cell as usize & 511]
        });
        let symbols = K::packed(0, self.bits, written);
        state.symbol[to as usize & 511] = 0;
        state.symbol[from as usize & 511] = symbol as u8;
        let start = first.wrapping_mul(self.bits);
        let width = end.wrapping_sub(first).wrapping_mul(self.bits);
        let change = (state.key.right(start) ^ symbols) & K::low(width);
        Neighbour { key: state.key ^ change.left(start), first, end }
    }

    /// The key of a position.
    pub fn key<K: BitString>(&self, puzzle: &Puzzle, position: &Position) -> K {
        let mut symbols = vec![0_u8; B::BITS as usize];
        let mut rest = self.board;
        for piece in 0..puzzle.pieces().len() {
            let symbol = self.symbol_of[puzzle.class_number(piece)];
            let first = position.first_cell(piece);
            let bit = self.bit(first);
            symbols[bit as usize] = symbol as u8;
            rest = rest.minus(self.symbols[symbol].shape.left(bit)) | B::bit(bit);
        }
        K::packed(0, self.bits, rest.ones().map(|cell| symbols[cell as usize]))
    }

    /// The position of a state: the pieces of each class in the order of their numbers.
    pub fn position<K: BitString>(&self, puzzle: &Puzzle, state: &State<B, K>) -> Position {
        let mut first_cells = vec![Cell::new(0, 0); puzzle.pieces().len()];
        let mut used = vec![0; puzzle.classes().len()];
        for (symbol, at) in state.at.iter().enumerate().skip(1) {
            for bit in at.ones() {
                if let Some(class) = self.class_at(puzzle, symbol, bit)
                    && let Some(&piece) = puzzle.classes()[class].pieces.get(used[class])
                {
                    first_cells[piece] = self.cell(bit);
                    used[class] += 1;
                }
            }
        }
        Position::new(first_cells)
    }

    /// Whether a goal is met.
    #[inline(always)]
    pub fn is_goal<K: BitString>(&self, state: &State<B, K>) -> bool {
        let met =
            |needs: &Vec<(usize, B)>| needs.iter().all(|&(symbol, at)| at.minus(state.at[symbol]).is_zero());
        self.goals.iter().any(met)
    }
}

impl<B: BitString> Symbol<B> {
    /// The symbol of these classes, where a layer, a row and a column are so many bits further. What its steps need is added to
    /// `fronts`.
    fn new(
        puzzle: &Puzzle,
        classes: Vec<usize>,
        further: [u32; 3],
        fronts: &mut Vec<Front>,
    ) -> (Self, Further) {
        let class = &puzzle.classes()[classes[0]];
        let kinds = puzzle.lattice().kinds();
        let bits = |offset: &[i32; 3]| (0..3).map(|i| offset[i] * further[i] as i32).sum::<i32>();
        let offsets: Vec<i32> = class.shape.iter().map(bits).collect();
        // Which of the cells of its unit each cell is.
        let kind_of = |offset: &[i32; 3]| (class.first_kind as i32 + offset[2]).rem_euclid(kinds as i32);
        let cells: Vec<(i32, i32)> = class.shape.iter().map(kind_of).zip(offsets.iter().copied()).collect();
        let new = |places: &mut dyn Iterator<Item = i32>| -> Vec<i32> {
            let mut needs: Vec<i32> = Vec::new();
            for place in places.filter(|place| !offsets.contains(place)) {
                if !needs.contains(&place) {
                    needs.push(place);
                }
            }
            needs
        };
        let mut joined = |with: usize, cell: i32| {
            let front = Front { with, cell };
            let known = (1..fronts.len()).find(|&number| fronts[number] == front);
            known.unwrap_or_else(|| {
                fronts.push(front);
                fronts.len() - 1
            })
        };
        let step = |slide: &Slide| {
            let of_units = |by: [i64; 3]| bits(&[by[0] as i32, by[1] as i32, by[2] as i32 * kinds as i32]);
            let delta = of_units(slide.step);
            // The cells that are passed over on a way.
            let passed = |way: &[Spot]| {
                let over = |&(kind, offset): &(i32, i32)| {
                    let spot = way[kind as usize];
                    offset + of_units(spot.at) + spot.kind as i32 - kind
                };
                cells.iter().map(over).collect::<Vec<_>>()
            };
            let mut ends: Vec<i32> = offsets.iter().map(|offset| offset + delta).collect();
            let over = match &slide.ways[..] {
                [] => Over::Nothing,
                [only] => {
                    let cells = passed(only);
                    ends.extend(&cells);
                    Over::Cells(new(&mut cells.into_iter()))
                }
                ways => {
                    // A cell of the only kind there is becomes a cell of that kind.
                    let either = |way: &Vec<Spot>| {
                        let cells = passed(way);
                        (cells[0], new(&mut cells.into_iter()))
                    };
                    Over::Either(ways.iter().map(either).collect())
                }
            };
            let mut needs = new(&mut ends.into_iter());
            needs.sort_unstable();
            (Step { delta, front: needs.into_iter().fold(0, &mut joined) }, over)
        };
        let allowed = |slide: &&Slide| class.axis.allows(slide.direction);
        let reach = |axis: usize| {
            let along = class.shape.iter().map(|offset| offset[axis]);
            (along.clone().min().unwrap_or(0), along.max().unwrap_or(0))
        };
        let (steps, over) = puzzle.lattice().ground().slides.iter().filter(allowed).map(step).unzip();
        let first_kind = class.first_kind;
        let symbol = Symbol {
            steps,
            // The first cell is the first layer by layer and row by row, so no other has a negative offset.
            offsets: offsets.iter().map(|&o| o as u32).collect(),
            shape: offsets.iter().fold(B::ZERO, |shape, &o| shape | B::bit(o as u32)),
            reach: reach(2),
            classes,
        };
        (symbol, Further { rise: reach(1), first_kind, over })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bit_string::Bits512;
    use crate::format::board::short_form;
    use crate::sliding::Piece;

    #[test]
    fn bits_begin_and_end_with_the_cells_of_a_board() {
        let bits = |board: Region| {
            let piece = Piece::new('A', board.cells().take(1));
            let puzzle = Puzzle::new(board.clone(), vec![piece], Vec::new()).unwrap();
            let (widths, layout) = (Widths::of(&puzzle), Layout::<Bits512>::new(&puzzle).unwrap());
            assert_eq!(widths.key, board.len() as u32);
            assert!(board.cells().all(|cell| layout.cell(layout.bit(cell)) == cell));
            let ends = [board.cells().min(), board.cells().max()];
            (widths.board, ends.map(|cell| layout.bit(cell.unwrap())))
        };
        let named = |name: &str| bits(short_form(name).unwrap());
        assert_eq!(named("4x5"), (4 * 6 - 1, [0, 22]));
        // 91 cells in eleven rows of up to eleven, each with a wall beside it.
        assert_eq!(named("hexagon:6"), (10 * 12 + 1, [0, 120]));
        assert_eq!(named("box:2x3x4"), ((4 + 2) * 5 + 4, [0, 33]));
        // Walls drawn around a board have no bits but those between its rows.
        let walls = (0..64)
            .map(|i| Cell::new(i / 8, i % 8))
            .filter(|cell| [cell.row, cell.col].iter().any(|&side| side == 0 || side == 7));
        let walls: Vec<Cell> = walls.collect();
        assert_eq!(bits(Region::rectangle(8, 8).unwrap().without(&walls).unwrap()), (5 * 9 + 6, [0, 50]));
    }
}
