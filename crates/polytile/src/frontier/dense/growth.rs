//! How much the largest weight can grow in a row.
//!
//! In: the moves, and which row. Out: a bound on the number of ways in which any boundary after the row is reached
//! from all boundaries before it: no weight becomes larger than this times the largest weight before.
//!
//! It is the row applied to weights that are 1 everywhere. As the scan goes along the row, the weights depend only on
//! the columns near it: they are kept for the heights in a window, and a column that leaves the window is forgotten by
//! taking the largest weight over its heights. Nothing is lost when the window is as wide as the board; else the bound
//! is a little too large. The bound has about twice as many bits as weights really grow by, so it serves for the next
//! row and not for many.

use super::moves::{Heights, Moves, Table};

/// The most patterns of heights in a window.
const MAX_PATTERNS: usize = 2187;
/// A factor that outweighs all roundings of these sums together.
const ROUNDED: f64 = 1.0 + 1e-6;

/// The bits of a bound for the growth in a row of `width` columns; or in a row `between` two halves, if it is one.
pub(super) fn growth(moves: &Moves, width: usize, between: Option<u8>) -> f64 {
    let base = moves.base as usize;
    let mut columns = (moves.left + 1 + moves.right).min(width);
    while columns < width && base.pow(columns as u32 + 1) <= MAX_PATTERNS {
        columns += 1;
    }
    let mut ways = vec![1.0_f64; base.pow(columns as u32)];
    let mut first = 0;
    let mut table: Option<Table<'_>> = None;
    for cell in 0..width {
        while first + columns < (cell + moves.right + 1).min(width) {
            first += 1;
            forget(&mut ways, base);
        }
        let from = cell.saturating_sub(moves.left);
        let to = (cell + moves.right + 1).min(width);
        // Away from the sides it is the same for all cells.
        let own_table = table.take().filter(|table| table.is_at(to - from, cell - from));
        let table =
            table.insert(own_table.unwrap_or_else(|| Table::new(moves, to - from, cell - from, between)));
        // How far apart two patterns are that differ by one in a column.
        let weight = |column: usize| base.pow((first + columns - 1 - column) as u32);
        let (own, lowest) = (weight(cell), weight(to - 1));
        let seen = base.pow((to - from) as u32);
        let before = std::mem::replace(&mut ways, vec![0.0; base.pow(columns as u32)]);
        // Where the moves lead from the patterns of the columns that they look at.
        let mut moved: Vec<Option<Vec<usize>>> = vec![None; seen];
        for (pattern, &reached) in before.iter().enumerate() {
            let height = pattern / own % base;
            let looked_at = pattern / lowest % seen;
            // What a move leaves as it was, and in a row of the board the column that the row has passed.
            let mut rest = pattern - looked_at * lowest;
            match between {
                Some(row) => {
                    ways[pattern] += reached;
                    if height != usize::from(row) {
                        continue;
                    }
                }
                None if height > 0 => {
                    ways[pattern - own] += reached;
                    continue;
                }
                None => rest = rest.wrapping_sub(own),
            }
            let after = moved[looked_at].get_or_insert_with(|| {
                let sum =
                    |after: &Heights| (from..).zip(after.iter()).map(|(i, &h)| h as usize * weight(i)).sum();
                table.from(looked_at).iter().map(sum).collect()
            });
            for &after in &*after {
                ways[rest.wrapping_add(after)] += reached;
            }
        }
    }
    (ways.into_iter().fold(1.0, f64::max) * ROUNDED).log2()
}

/// Moves the window on by a column: the old first column no longer matters, and the new last one does not matter yet.
fn forget(ways: &mut Vec<f64>, base: usize) {
    let rest = ways.len() / base;
    let largest = |i: usize| (0..base).fold(0.0, |most, d| f64::max(most, ways[d * rest + i]));
    *ways = (0..rest).flat_map(|i| std::iter::repeat_n(largest(i), base)).collect();
}
