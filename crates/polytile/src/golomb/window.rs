//! A part of a board, row by row and piece by piece.
//!
//! In: a board of any size and a rectangle of its cells. Out: the rows, two bits per cell, and the pieces, level by
//! level. Nothing larger than a row is held in memory.
//!
//! Rows come from blocks of 64x64 cells. A block contains the hole of the board, or else has its own hole in a corner:
//! that makes five patterns, drawn once. For every block it is asked once which of them it is
//! ([`Board::hole_of_block`]); then a row is a copy of 128 bits for every 64 cells. Pieces above level 1 have colour 2,
//! whatever their level, but the level can be read off the row: the middle of blocks of side 2^k lies on rows that end,
//! in binary, in 011...1 or 100...0 (k bits).
//!
//! Cost: a few nanoseconds per 64 cells; per piece, that of a question about one cell.

use super::GolombError;
use super::board::{Board, Quadrant, Tromino};
use super::coordinate::Coordinate;
use num_bigint::BigUint;
use std::ops::Range;
use std::sync::Arc;

/// The level of the blocks that rows are made of, and their side.
const LEVEL: u32 = 6;
const SIDE: u64 = 1 << LEVEL;

/// A row of a block, two bits per cell, the leftmost highest.
type Strip = u128;

/// The rows of a block.
type Pattern = [Strip; SIDE as usize];

/// The number of the pattern with the hole of the board, after those for the corners.
const REAL: u8 = 4;

/// A rectangle of cells of a board.
///
/// ```
/// use polytile::golomb::Board;
/// let window = Board::new(3, 2_u64, 5)?.window(0, 4, 4, 4)?;
/// let mut rows = window.rows(0..4);
/// let mut text = String::new();
/// while let Some(row) = rows.next_row() {
///     text.extend(row.values().map(|value| char::from(b".ABC"[value as usize])).chain(['\n']));
/// }
/// assert_eq!(text, "\
/// AABB
/// ACCB
/// B.CA
/// BBAA
/// ");
/// # Ok::<(), polytile::golomb::GolombError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Window<C = u64> {
    board: Board<C>,
    row: C,
    col: C,
    rows: u64,
    cols: u64,
    patterns: Arc<[Pattern; 5]>,
}

impl<C: Coordinate> Board<C> {
    /// The rectangle of `rows` x `cols` cells whose first is in row `row` and column `col`.
    ///
    /// # Errors
    /// [`GolombError::Empty`] when it has no cell, [`GolombError::Outside`] when it is not all on the board,
    /// [`GolombError::Long`] when it has more than 2^63 rows or columns.
    pub fn window(&self, row: C, col: C, rows: u64, cols: u64) -> Result<Window<C>, GolombError> {
        if rows == 0 || cols == 0 {
            return Err(GolombError::Empty);
        }
        self.on_board("the window's first cell", &row, &col)?;
        if rows.max(cols) > 1 << 63 {
            return Err(GolombError::Long);
        }
        let fits = |at: &C, length: u64| at.plus(length - 1).fits(self.order());
        if !fits(&row, rows) || !fits(&col, cols) {
            let last = |at: &C, length| BigUint::from(length - 1_u64) + at.to_big();
            let cell = format!("{},{}", last(&row, rows), last(&col, cols));
            return Err(GolombError::Outside { what: "the window's last cell", cell, order: self.order() });
        }
        let patterns = Arc::new(patterns(self));
        Ok(Window { board: self.clone(), row, col, rows, cols, patterns })
    }

    /// All of the board.
    ///
    /// # Errors
    /// [`GolombError::Order`] when n is above 63.
    pub fn whole(&self) -> Result<Window<C>, GolombError> {
        if self.order() > 63 {
            return Err(GolombError::Order { order: self.order(), max: 63 });
        }
        let zero = C::from_digits(&[], 0);
        self.window(zero.clone(), zero, 1 << self.order(), 1 << self.order())
    }
}

impl<C: Coordinate> Board<C> {
    /// The part of the board, or of a window, of at most so many rows and columns: around the hole, or from the first cell
    /// on when the hole is not in it.
    ///
    /// # Errors
    /// [`GolombError::Empty`] when `rows` or `cols` is 0, [`GolombError::Long`] when both are too many.
    pub fn part(&self, window: Option<&Window<C>>, rows: u64, cols: u64) -> Result<Window<C>, GolombError> {
        let side = BigUint::from(1_u8) << self.order();
        let hole = self.hole();
        let part = |start: BigUint, length: BigUint, centre: Option<BigUint>, room: u64| {
            let room = length.clone().min(room.into());
            let latest = &start + &length - &room;
            let half = &room >> 1_u8;
            let wanted = match centre {
                Some(centre) if centre > &start + &half => centre - half,
                _ => start,
            };
            (wanted.min(latest), u64::try_from(room).unwrap_or(u64::MAX))
        };
        let (rows, cols) = match window {
            Some(window) => {
                let centre = window.hole().map(|_| (hole.0.to_big(), hole.1.to_big()));
                let (row, col) = window.first();
                let (centre_row, centre_col) = centre.unzip();
                (
                    part(row.to_big(), window.rows_len().into(), centre_row, rows),
                    part(col.to_big(), window.cols_len().into(), centre_col, cols),
                )
            }
            None => (
                part(BigUint::ZERO, side.clone(), Some(hole.0.to_big()), rows),
                part(BigUint::ZERO, side, Some(hole.1.to_big()), cols),
            ),
        };
        let own = |n: &BigUint| C::from_digits(&n.to_u32_digits(), self.order());
        self.window(own(&rows.0), own(&cols.0), rows.1, cols.1)
    }
}

impl<C: Coordinate> Window<C> {
    /// The board.
    pub fn board(&self) -> &Board<C> {
        &self.board
    }

    /// Row and column of the first cell.
    pub fn first(&self) -> (&C, &C) {
        (&self.row, &self.col)
    }

    /// Number of rows.
    pub fn rows_len(&self) -> u64 {
        self.rows
    }

    /// Number of columns.
    pub fn cols_len(&self) -> u64 {
        self.cols
    }

    /// The hole of the board, counted from the first cell of the window, if it is in the window.
    pub fn hole(&self) -> Option<(u64, u64)> {
        let (row, col) = self.board.hole();
        self.offset(row, col)
    }

    /// A cell of the board counted from the first cell of the window, if it is in the window.
    pub fn offset(&self, row: &C, col: &C) -> Option<(u64, u64)> {
        let row = self.row.distance_to(row).filter(|&row| row < self.rows);
        row.zip(self.col.distance_to(col).filter(|&col| col < self.cols))
    }

    /// The rows of this range, counted from the first row of the window.
    pub fn rows(&self, range: Range<u64>) -> Rows<'_, C> {
        let range = range.start..range.end.min(self.rows);
        let strips = (self.col.low() + self.cols).div_ceil(SIDE) as usize;
        let packed = vec![0; self.cols.div_ceil(SIDE) as usize * size_of::<Strip>()];
        Rows { window: self, range, kinds: vec![0; strips], stale: true, packed }
    }

    /// The columns of this range, counted from the first column of the window, as a window.
    pub(super) fn columns(&self, range: Range<u64>) -> Self {
        Window { col: self.col.plus(range.start), cols: range.end - range.start, ..self.clone() }
    }

    /// The levels of which there may be pieces in the window, lowest first.
    pub fn levels(&self) -> Vec<u32> {
        let has = |level: u32| {
            first_middle(&self.row, self.rows, level).is_some()
                && first_middle(&self.col, self.cols, level).is_some()
        };
        (1..=self.board.order()).filter(|&level| has(level)).collect()
    }

    /// The pieces of one level that cover a cell of the window, row by row; none when there is no such level.
    ///
    /// Every aligned block of side 2^level has one, in its middle.
    pub fn trominoes(&self, level: u32) -> impl Iterator<Item = Tromino<C>> + '_ {
        let level_or_none = (1..=self.board.order()).contains(&level).then_some(level);
        let tops = middles(&self.row, self.rows, level_or_none);
        let lefts = move || middles(&self.col, self.cols, level_or_none);
        let places = tops.flat_map(move |top| lefts().map(move |left| (top.clone(), left)));
        let pieces = places.map(move |(top, left)| {
            let missing = self.board.hole_of_block(&top, &left, level);
            Tromino { level, top, left, missing }
        });
        pieces.filter(|piece| piece.cells().iter().any(|(row, col)| self.offset(row, col).is_some()))
    }
}

/// The first of every two rows (or columns) that are the middle of blocks of this level, at least one of which is
/// among the `length` from `start` on.
fn middles<C: Coordinate>(start: &C, length: u64, level: Option<u32>) -> impl Iterator<Item = C> {
    let first = level.and_then(|level| {
        let step = 1_u64.checked_shl(level).unwrap_or(u64::MAX);
        first_middle(start, length, level).map(|first| (first, step))
    });
    let start = start.clone();
    let mut next = first;
    std::iter::from_fn(move || {
        let (offset, step) = next.filter(|&(offset, _)| offset <= length)?;
        next = offset.checked_add(step).map(|offset| (offset, step));
        Some(place(&start, offset))
    })
}

/// How far after the row (or column) before `start`, at most `length`, lies the first one that is the first of the two
/// middle ones of a block of this level.
///
/// These are the rows r for which r + 1 has `level - 1` zeros at its end in binary. Adding its lowest one bit to a
/// number leads to the next number with more zeros, so a level is reached in as many steps as there are digits.
fn first_middle<C: Coordinate>(start: &C, length: u64, level: u32) -> Option<u64> {
    let mut offset = u64::from(start.fits(0));
    while offset <= length {
        let here = middle_of(&place(start, offset));
        if here == level {
            return Some(offset);
        }
        offset = offset.checked_add(1_u64.checked_shl(here.min(level) - 1)?)?;
        if here > level {
            return (offset <= length).then_some(offset);
        }
    }
    None
}

/// The row (or column) `offset` after the one before `start`.
fn place<C: Coordinate>(start: &C, offset: u64) -> C {
    if offset == 0 { start.before() } else { start.plus(offset - 1) }
}

/// The level of the blocks of which a row (or column) is the first of the two middle ones.
fn middle_of<C: Coordinate>(at: &C) -> u32 {
    if at.bit(0) { at.run().saturating_add(1) } else { 1 }
}

/// The rows of a window, from top to bottom.
#[derive(Clone, Debug)]
pub struct Rows<'a, C> {
    window: &'a Window<C>,
    range: Range<u64>,
    /// The pattern of each block that the row runs through.
    kinds: Vec<u8>,
    /// Whether the patterns have to be asked for again.
    stale: bool,
    packed: Vec<u8>,
}

/// A row of cells: for each 0 for the hole, or 1 more than the colour of its piece.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    packed: &'a [u8],
    cells: u64,
    level: u32,
}

impl<'a> Row<'a> {
    /// Two bits per cell, four cells to a byte, the leftmost in the highest bits, and zeros behind the last: as PNG
    /// wants them.
    pub fn packed(&self) -> &'a [u8] {
        self.packed
    }

    /// The values one by one.
    pub fn values(&self) -> impl Iterator<Item = u8> + 'a {
        let bytes = self.packed.iter().flat_map(|byte| [byte >> 6, byte >> 4 & 3, byte >> 2 & 3, byte & 3]);
        bytes.take(self.cells as usize)
    }

    /// The level of all pieces of this row whose colour is 2, if there are any; those of colours 0 and 1 are of level 1.
    pub fn upper_level(&self) -> u32 {
        self.level
    }
}

impl<C: Coordinate> Rows<'_, C> {
    /// The next row, if there is one.
    pub fn next_row(&mut self) -> Option<Row<'_>> {
        let Window { board, row, col, cols, patterns, .. } = self.window;
        let row = row.plus(self.range.next()?);
        let within = row.low();
        if std::mem::replace(&mut self.stale, within == SIDE - 1) {
            for (i, kind) in self.kinds.iter_mut().enumerate() {
                // Any cell of the block will do.
                let cell = col.plus((i as u64 * SIDE).saturating_sub(col.low()));
                let real = board.parting(&row, &cell).is_none_or(|bit| bit < LEVEL);
                *kind = if real { REAL } else { board.hole_of_block(&row, &cell, LEVEL).index() as u8 };
            }
        }
        let strip = |i: usize| self.kinds.get(i).map_or(0, |&k| patterns[k as usize][within as usize]);
        let shift = 2 * col.low() as u32;
        let mut this = strip(0);
        for (i, bytes) in self.packed.chunks_exact_mut(size_of::<Strip>()).enumerate() {
            let next = strip(i + 1);
            // In two steps, since a shift by all 128 bits does nothing.
            let joined = this << shift | next >> 1 >> (Strip::BITS - 1 - shift);
            bytes.copy_from_slice(&joined.to_be_bytes());
            this = next;
        }
        let length = cols.div_ceil(4) as usize;
        if cols % 4 > 0 {
            self.packed[length - 1] &= 0xFF << (8 - 2 * (cols % 4));
        }
        let level = row.run().saturating_add(1).min(board.order());
        Some(Row { packed: &self.packed[..length], cells: *cols, level })
    }
}

/// The patterns of blocks: one for each corner, and the one with the hole of the board.
fn patterns<C: Coordinate>(board: &Board<C>) -> [Pattern; 5] {
    let pattern = |order: u32, hole: (u64, u64), hole_value: u8| {
        let block = Board::inside(order, hole.0, hole.1);
        let side = 1 << order;
        let mut strips = [0; SIDE as usize];
        for row in 0..side {
            for col in 0..side {
                let value = block.piece(&row, &col).map_or(hole_value, |piece| piece.colour() + 1);
                strips[row as usize] |= Strip::from(value) << (Strip::BITS as u64 - 2 - 2 * col);
            }
        }
        strips
    };
    let corner = |corner: Quadrant| {
        let at = |far: bool| if far { SIDE - 1 } else { 0 };
        // A larger piece lies there.
        pattern(LEVEL, (at(corner.lower()), at(corner.right())), 3)
    };
    let [a, b, c, d] = Quadrant::ALL.map(corner);
    let (row, col) = board.hole();
    [a, b, c, d, pattern(board.order().min(LEVEL), (row.low(), col.low()), 0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cut_around_the_hole() {
        let cells = |row: u64, col: u64, rows: u64| {
            let board = Board::new(10, row, col).unwrap();
            let part = board.part(Some(&board.whole().unwrap()), rows, 80).unwrap();
            let (&first_row, &first_col) = part.first();
            assert!(part.hole().is_some());
            (first_row, first_col, part.rows_len(), part.cols_len())
        };
        assert_eq!(cells(0, 0, 20), (0, 0, 20, 80));
        assert_eq!(cells(500, 500, 20), (490, 460, 20, 80));
        assert_eq!(cells(1023, 1023, 40), (984, 944, 40, 80));
        let huge = Board::<BigUint>::random(4096, 1).unwrap();
        let part = huge.part(None, 9, 26).unwrap();
        assert_eq!((part.hole(), part.rows_len(), part.cols_len()), (Some((4, 13)), 9, 26));
    }
}
