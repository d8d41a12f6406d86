//! Tilings of small boards by search.
//!
//! In: the free cells of a box of at most 64 cells. Out: its first tiling by L-trominoes, if it has one. The first free
//! cell along the short side is covered in all possible ways; whenever a branch fails, the cells that were left are
//! remembered, so that no dead end is entered twice. The search therefore meets each frontier once: no more than a few
//! thousand for the boards it is used for, and mostly a few dozen.

use super::Tromino;
use crate::board::Cell;
use crate::golomb::Quadrant;
use std::collections::HashSet;

/// The first tiling of the cells of a `rows` x `cols` box for which `free` holds; `None` when there is no tiling.
///
/// The box has at most 64 cells.
pub(in crate::golomb) fn tile(rows: u32, cols: u32, free: &dyn Fn(Cell) -> bool) -> Option<Vec<Tromino>> {
    if rows > cols {
        let turned = tile(cols, rows, &|c| free(Cell::new(c.col, c.row)))?;
        return Some(turned.into_iter().map(Tromino::transposed).collect());
    }
    let cells = (0..cols).flat_map(|col| (0..rows).map(move |row| Cell::new(row, col)));
    let left = cells.enumerate().filter(|&(_, c)| free(c)).fold(0, |left, (i, _)| left | 1 << i);
    let mut search = Search { rows, cols, dead: HashSet::new(), laid: Vec::new() };
    search.cover(left).then_some(search.laid)
}

struct Search {
    rows: u32,
    cols: u32,
    /// Sets of cells that cannot be tiled.
    dead: HashSet<u64>,
    laid: Vec<Tromino>,
}

impl Search {
    /// Lays trominoes on the cells `left`; whether they can all be covered. Bit `col * rows + row` is a cell.
    fn cover(&mut self, left: u64) -> bool {
        if left == 0 {
            return true;
        }
        if self.dead.contains(&left) {
            return false;
        }
        let first = left.trailing_zeros();
        let (row, col) = (first % self.rows, first / self.rows);
        // The cell is in the left column of the block, for everything before it is covered.
        for top in [Some(row), row.checked_sub(1)].into_iter().flatten() {
            if top + 1 >= self.rows || col + 1 >= self.cols {
                continue;
            }
            for missing in Quadrant::ALL {
                let tromino = Tromino::new(top, col, missing);
                let bits = tromino.cells().map(|c| 1_u64 << (c.col * self.rows + c.row));
                let mask = bits[0] | bits[1] | bits[2];
                if mask & left == mask && mask >> first & 1 == 1 {
                    self.laid.push(tromino);
                    if self.cover(left & !mask) {
                        return true;
                    }
                    self.laid.pop();
                }
            }
        }
        self.dead.insert(left);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_are_tiled_or_known_not_to_be() {
        let full = |rows, cols| tile(rows, cols, &|_| true).map(|laid| laid.len());
        assert_eq!([full(2, 3), full(3, 2), full(5, 9), full(9, 5)], [Some(2), Some(2), Some(15), Some(15)]);
        assert_eq!([full(1, 3), full(3, 3), full(3, 7), full(2, 4)], [None; 4]);
        assert_eq!(tile(8, 8, &|_| false), Some(Vec::new()));
        // The last bit of the word.
        let holed = tile(8, 8, &|c| c != Cell::new(0, 0)).unwrap();
        assert_eq!(holed.len(), 21);
    }
}
