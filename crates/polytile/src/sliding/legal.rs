//! Whether a key is that of a legal placement of the pieces: whatever is read from a file is asked this first.
//!
//! In: a puzzle, its layout, and any key at all. Out: whether its symbols, taken one after the other, put every piece on free
//! cells of the board, each class as often as it has pieces and those that keep to a line on their lines, with nothing left over.
//! Where a piece can stand is taken from the puzzle's own cells ([`Puzzle::placed`]), not from the shifts of the engines.
//!
//! Cost: a table with an entry for each symbol and cell, and for a key a look-up for each of its symbols.

use super::layout::Layout;
use super::puzzle::Puzzle;
use crate::bit_string::BitString;
use crate::board::Cell;

/// The placements of a puzzle, one by one.
pub(super) struct Legal<B> {
    board: B,
    /// Symbols in a key, and bits of each.
    length: u32,
    bits: u32,
    symbols: usize,
    /// For every bit of a board and every symbol: what it covers there and its class, if it can stand there.
    places: Vec<Option<(B, usize)>>,
    /// How many pieces of each class there are; at the end the empty cells.
    counts: Vec<u16>,
}

impl<B: BitString> Legal<B> {
    pub fn new(puzzle: &Puzzle, layout: &Layout<B>) -> Self {
        let classes = puzzle.classes();
        let symbols = layout.symbols.len();
        let bit = |cell: Cell| layout.bit(cell);
        let mut places = vec![None; B::BITS as usize * symbols];
        for cell in puzzle.board().cells() {
            let row = &mut places[bit(cell) as usize * symbols..][..symbols];
            row[0] = Some((B::bit(bit(cell)), classes.len()));
            for (symbol, place) in row.iter_mut().enumerate().skip(1) {
                *place = layout.class_at(puzzle, symbol, bit(cell)).and_then(|class| {
                    let cells = puzzle.placed(classes[class].pieces[0], cell)?;
                    Some((cells.into_iter().fold(B::ZERO, |cells, cell| cells | B::bit(bit(cell))), class))
                });
            }
        }
        let counts = classes.iter().map(|class| class.pieces.len() as u16);
        Legal {
            board: layout.board,
            length: layout.length,
            bits: layout.bits,
            symbols,
            places,
            counts: counts.chain([puzzle.empty_cells() as u16]).collect(),
        }
    }

    /// Whether `key` is that of a legal placement.
    pub fn holds<K: BitString>(&self, key: K) -> bool {
        let mask = (1 << self.bits) - 1;
        let (mut rest, mut symbols) = (self.board, key);
        let mut to_come = self.counts.clone();
        for _ in 0..self.length {
            if rest.is_zero() {
                return false;
            }
            let symbol = (symbols.limb(0) & mask) as usize;
            symbols = symbols.right(self.bits);
            let places = &self.places[rest.lowest() as usize * self.symbols..][..self.symbols];
            let Some(&Some((cells, class))) = places.get(symbol) else { return false };
            if !cells.minus(rest).is_zero() || to_come[class] == 0 {
                return false;
            }
            to_come[class] -= 1;
            rest = rest.minus(cells);
        }
        // Everything has been met as often as it should be, or else the board would not be full.
        rest.is_zero() && symbols.is_zero()
    }
}
