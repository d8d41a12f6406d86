//! What the pieces can do at one cell, as changes of column heights.
//!
//! The boundary between done and undone is described by one *height* per column: how many cells, from the row being
//! scanned downward, are already covered. (For columns left of the current one the row being scanned is the next.) A
//! piece laid at the current cell raises some heights; but it may leave an *overhang*, a covered cell below an
//! uncovered one. An overhang is closed at once, by every piece that covers the topmost, leftmost such uncovered
//! cell, and so on until none is left. Which cell is covered next depends on the heights alone, so every tiling is
//! one sequence of such composite moves and is counted once.
//!
//! The composite moves are found by search, from the piece set alone, for every pattern of heights in a window around
//! the cell. If closing overhangs leads ever further (S tetrominoes can chain along a whole row) the window outgrows
//! its limit, and heights are not enough for these pieces.
//!
//! Where two halves of a board meet ([`super::halves`]) the columns end at heights that are still to be chosen: there a
//! cell may be left to the other half, with all of its column below.

use crate::pieces::{PieceSet, Polyform};

/// The most patterns of heights a window may have.
const MAX_PATTERNS: usize = 2187;
/// The largest height; beyond, tables outgrow their use.
const MAX_HEIGHT: u32 = 15;

/// Rows below the current one that closing overhangs may reach: a column is a mask of 32 bits.
const MAX_DEPTH: i64 = 31;

/// The heights in a window become these.
pub(super) type Heights = Vec<u8>;

/// The composite moves of a piece set.
#[derive(Debug)]
pub(super) struct Moves {
    shapes: Vec<Polyform>,
    /// Heights are `0..base`; `base` itself only at the current cell, as the height of a bar that touches nothing else.
    pub base: u8,
    /// Columns of the window to the left of the current cell.
    pub left: usize,
    /// Columns of the window to the right of the current cell.
    pub right: usize,
    /// Moves per state and cell, on average over all patterns.
    pub density: f64,
}

/// Why a search for moves failed.
#[derive(Debug)]
enum Trouble {
    TooHigh,
    Left,
    Right,
}

impl Moves {
    /// The moves of `pieces`, or why there are none.
    pub fn new(pieces: &PieceSet) -> Result<Self, String> {
        let shapes: Vec<Polyform> = pieces.iter().flat_map(|p| p.orientations.iter().cloned()).collect();
        let tallest = shapes.iter().map(Polyform::rows).max().unwrap_or(0);
        if shapes.is_empty() || tallest > MAX_HEIGHT {
            return Err(format!("it needs pieces of at most {MAX_HEIGHT} rows"));
        }
        let mut moves = Moves { shapes, base: tallest.max(2) as u8, left: 0, right: 0, density: 0.0 };
        while moves.patterns() <= MAX_PATTERNS && u32::from(moves.base) <= MAX_HEIGHT {
            match moves.of_all_patterns() {
                // Such a bar leaves all heights as they are: the state that stays counts its one way.
                Ok(_) if moves.full_bars() > 1 => {
                    return Err(
                        "two pieces are the same upright bar, which column heights count as one".to_owned()
                    );
                }
                Ok(found) => {
                    moves.density = found as f64 / moves.patterns() as f64;
                    return Ok(moves);
                }
                Err(Trouble::TooHigh) => moves.base += 1,
                Err(Trouble::Left) => moves.left += 1,
                Err(Trouble::Right) => moves.right += 1,
            }
        }
        Err("these pieces leave overhangs that column heights cannot describe".to_owned())
    }

    /// How many of the shapes are the upright bar that fills a column so far that its slot is the same again.
    fn full_bars(&self) -> usize {
        let base = u32::from(self.base);
        self.shapes.iter().filter(|s| s.cols() == 1 && s.rows() == base).count()
    }

    fn patterns(&self) -> usize {
        (self.base as usize).saturating_pow((self.left + 1 + self.right) as u32)
    }

    /// The number of moves from all patterns of the whole window, or the first trouble.
    fn of_all_patterns(&self) -> Result<usize, Trouble> {
        let mut heights = vec![0; self.left + 1 + self.right];
        let mut moves = 0;
        for pattern in 0..self.patterns() {
            let mut rest = pattern;
            for height in &mut heights {
                *height = (rest % self.base as usize) as u8;
                rest /= self.base as usize;
            }
            if heights[self.left] == 0 {
                moves += self.search(&heights, self.left, false)?.len();
            }
        }
        Ok(moves)
    }

    /// The heights that can result from laying a piece at column `at` of the window, whose height is 0, each as often
    /// as there are ways. Beyond the ends of `heights` is the edge of the board.
    pub fn from(&self, heights: &[u8], at: usize) -> Vec<Heights> {
        self.search(heights, at, true).unwrap_or_default()
    }

    /// As [`Moves::from`], but between two halves, `row` rows below the boundary of the upper one: `ends[i]` is where column `i`
    /// ends so far, in rows below that boundary. A column that the scan has passed at its end is closed, and no column may reach
    /// below the rows that are between the halves.
    pub fn between(&self, ends: &[u8], at: usize, row: u8) -> Vec<Heights> {
        let closed = |i: usize| ends[i] < row + u8::from(i < at);
        let open = |i: usize| (1 << (ends[i] - row)) - 1;
        let columns: Vec<u32> = (0..ends.len()).map(|i| if closed(i) { u32::MAX } else { open(i) }).collect();
        let floor = Some(i64::from(self.base - 1 - row));
        let mut search = Search { moves: self, at, walled: true, floor, before: ends, found: Vec::new() };
        // Between a floor and walls there is no trouble.
        let _ = search.cover(&columns, 0, at);
        let ended = |i: usize, column: u32| {
            if closed(i) { ends[i] } else { row + column.trailing_ones() as u8 }
        };
        let found = search.found.into_iter();
        found.map(|columns| columns.into_iter().enumerate().map(|(i, c)| ended(i, c)).collect()).collect()
    }

    fn search(&self, heights: &[u8], at: usize, walled: bool) -> Result<Vec<Heights>, Trouble> {
        // One bit mask per column, bit 0 the row being scanned; columns to the left have that row behind them.
        let columns: Vec<u32> =
            heights.iter().enumerate().map(|(i, &h)| (1 << (h + u8::from(i < at))) - 1).collect();
        let mut search = Search { moves: self, at, walled, floor: None, before: heights, found: Vec::new() };
        search.cover(&columns, 0, at)?;
        Ok(search.found.iter().map(|columns| heights_of(columns, at)).collect())
    }
}

/// The heights of columns, whose row 0 is behind those left of `at`.
fn heights_of(columns: &[u32], at: usize) -> Heights {
    columns.iter().enumerate().map(|(i, c)| c.trailing_ones() as u8 - u8::from(i < at)).collect()
}

struct Search<'a> {
    moves: &'a Moves,
    at: usize,
    walled: bool,
    /// No piece may cover this row, if there is one, or any below.
    floor: Option<i64>,
    before: &'a [u8],
    /// The columns that laying pieces leads to.
    found: Vec<Vec<u32>>,
}

impl Search<'_> {
    /// Covers the cell in `row` and `col` in every way, and then whatever hangs over.
    fn cover(&mut self, columns: &[u32], row: i64, col: usize) -> Result<(), Trouble> {
        let moves = self.moves;
        for shape in &moves.shapes {
            for target in shape.cells() {
                let top = row - i64::from(target.row);
                if self.floor.is_some_and(|floor| top + i64::from(shape.rows()) > floor) {
                    continue;
                }
                if top + i64::from(shape.rows()) > MAX_DEPTH {
                    return Err(Trouble::TooHigh);
                }
                let left = col as i64 - i64::from(target.col);
                let cells = shape.cells().iter();
                let mut cells = cells.map(|c| (top + i64::from(c.row), left + i64::from(c.col)));
                let mut after = columns.to_vec();
                let fits = |(r, c): (i64, i64)| {
                    let free = match usize::try_from(c).ok().and_then(|c| after.get_mut(c)) {
                        Some(column) if r >= 0 && *column >> r & 1 == 0 => {
                            *column |= 1 << r;
                            true
                        }
                        Some(_) => false,
                        // Outside the window lies the edge of the board, or something unknown.
                        None if self.walled || r < 0 || (r == 0 && c < 0) => false,
                        None if c < 0 => return Some(Trouble::Left),
                        None => return Some(Trouble::Right),
                    };
                    (!free).then_some(Trouble::TooHigh)
                };
                // A cell that is taken rules the piece out, whatever the window hides; so all cells are looked at.
                let obstacles: Vec<Option<Trouble>> = cells.by_ref().map(fits).collect();
                if obstacles.iter().any(|o| matches!(o, Some(Trouble::TooHigh))) {
                    continue;
                }
                if let Some(trouble) = obstacles.into_iter().flatten().next() {
                    return Err(trouble);
                }
                match overhang(&after) {
                    Some((row, col)) => self.cover(&after, row, col)?,
                    None => self.finish(&after)?,
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self, columns: &[u32]) -> Result<(), Trouble> {
        if self.floor.is_none() {
            self.look_at(&heights_of(columns, self.at))?;
        }
        self.found.push(columns.to_vec());
        Ok(())
    }

    /// Whether these heights have a place in the array.
    fn look_at(&self, heights: &[u8]) -> Result<(), Trouble> {
        let base = self.moves.base;
        let others_fit = (0..heights.len()).all(|i| i == self.at || heights[i] < base);
        let others_same = (0..heights.len()).all(|i| i == self.at || heights[i] == self.before[i]);
        let own = heights[self.at];
        if !others_fit || own > base || (own == base && !others_same) {
            return Err(Trouble::TooHigh);
        }
        Ok(())
    }
}

/// The topmost, leftmost uncovered cell that has a covered one below it.
fn overhang(columns: &[u32]) -> Option<(i64, usize)> {
    let hollow = columns.iter().enumerate().filter(|(_, c)| (*c & c.wrapping_add(1)) != 0);
    hollow.map(|(col, c)| (i64::from(c.trailing_ones()), col)).min()
}

/// The moves of all patterns of one window, found when they are asked for.
pub(super) struct Table<'a> {
    moves: &'a Moves,
    columns: usize,
    at: usize,
    between: Option<u8>,
    known: Vec<Option<Vec<Heights>>>,
}

impl<'a> Table<'a> {
    /// The moves at column `at` of a window of `columns` columns, with the edge of the board around it; in a row of the board, or
    /// in this row `between` two halves.
    pub fn new(moves: &'a Moves, columns: usize, at: usize, between: Option<u8>) -> Self {
        let patterns = (moves.base as usize).pow(columns as u32);
        Table { moves, columns, at, between, known: vec![None; patterns] }
    }

    /// Whether it is for this column of windows of so many columns.
    pub fn is_at(&self, columns: usize, at: usize) -> bool {
        (self.columns, self.at) == (columns, at)
    }

    /// The moves from the heights that are the digits of `pattern`, first column first.
    pub fn from(&mut self, pattern: usize) -> &[Heights] {
        let Table { moves, columns, at, between, known } = self;
        known[pattern].get_or_insert_with(|| {
            let mut heights = vec![0; *columns];
            let mut rest = pattern;
            for height in heights.iter_mut().rev() {
                *height = (rest % moves.base as usize) as u8;
                rest /= moves.base as usize;
            }
            between.map_or_else(|| moves.from(&heights, *at), |row| moves.between(&heights, *at, row))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::{Copies, Freedom, Piece, catalogue};

    fn set(names: &[&str]) -> PieceSet {
        let piece =
            |n: &&str| Piece::from_catalogue(&catalogue::find(n).unwrap(), Freedom::Free, Copies::ANY);
        PieceSet::new(names.iter().map(piece).collect())
    }

    #[test]
    fn trominoes_need_three_heights() {
        let moves = Moves::new(&PieceSet::all(3, Freedom::Free)).unwrap();
        assert_eq!((moves.base, moves.left, moves.right), (3, 1, 3));
        let mut found = moves.from(&[0, 0, 0, 0, 0], 1);
        found.sort();
        let expected: [&[u8]; 7] = [
            &[0, 1, 1, 1, 0], // I lying
            &[0, 1, 2, 0, 0], // L
            &[0, 2, 1, 0, 0], // L
            &[0, 2, 2, 1, 1], // L, its overhang closed by I
            &[0, 2, 2, 2, 0], // L, its overhang closed by L
            &[0, 3, 0, 0, 0], // I standing
            &[1, 2, 0, 0, 0], // L
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn which_sets_are_described_by_heights() {
        let base = |names: &[&str]| Moves::new(&set(names)).ok().map(|m| m.base);
        assert_eq!(base(&["domino"]), Some(2));
        assert_eq!(base(&["L3"]), Some(3));
        assert_eq!(base(&["monomino", "domino", "I3", "L3"]), Some(3));
        assert_eq!(base(&["O4"]), Some(3));
        assert_eq!(base(&["I4", "O4", "T4", "S4", "L4"]), None);
    }

    #[test]
    fn overhangs_that_lead_ever_deeper_are_given_up() {
        use crate::board::Cell;
        let piece = |cells: &[(u32, u32)], freedom| {
            let shape = Polyform::new(cells.iter().map(|&(r, c)| Cell::new(r, c))).unwrap();
            Piece::new("drawn", &shape, freedom, Copies::ANY)
        };
        let corner = piece(&[(0, 0), (1, 0), (1, 1)], Freedom::Fixed);
        let bracket = piece(&[(0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (3, 1)], Freedom::Free);
        assert!(Moves::new(&PieceSet::new(vec![corner, bracket])).is_err());
    }
}
