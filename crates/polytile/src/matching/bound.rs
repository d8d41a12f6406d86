//! How large the number of matchings can be.
//!
//! No determinant exceeds the product of the lengths of its rows (Hadamard 1893). That also holds when the columns are first
//! multiplied by any positive numbers, whose product is divided out again: so every choice of them gives a bound. For the best
//! choice, the squares of the entries, each divided by the sum of squares of its row, add up to 1 in every column; a few dozen of
//! Sinkhorn's iterations come near it. On a board of dominoes the bound is half a bit for each cell, where the truth is 0.42;
//! where the board leaves less choice it is smaller. The Pfaffian is the square root of the determinant. Sums are of floating
//! numbers, each step off by a factor of 2^-50 at most, which is far less than the bits that the caller adds.

use super::graph::Graph;
use crate::run::{Control, Pulse, Stopped};

/// Rounds of the iteration.
const ROUNDS: usize = 60;

/// No determinant, or Pfaffian where there are no colours, has more bits than this; a graph with a vertex without edges has
/// the determinant 0.
pub(super) fn bits(graph: &Graph, white: Option<&[bool]>, control: &Control) -> Result<f64, Stopped> {
    let pulse = Pulse::preparing(control);
    // Rows, columns and squares.
    let mut entries: Vec<(usize, usize, f64)> = Vec::with_capacity(2 * graph.edges.len());
    for edge in &graph.edges {
        let ([u, v], square) = (edge.ends.map(|end| end as usize), (edge.weight as f64).powi(2));
        match white {
            Some(white) => entries.push(if white[u] { (v, u, square) } else { (u, v, square) }),
            None => entries.extend([(u, v, square), (v, u, square)]),
        }
    }
    let mut columns = vec![1.0_f64; graph.len()];
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        pulse.beats(entries.len() as u64)?;
        let mut rows = vec![0.0_f64; graph.len()];
        for &(row, col, square) in &entries {
            rows[row] += square * columns[col];
        }
        let is_row = |v: &usize| white.is_none_or(|white| !white[*v]);
        let is_col = |v: &usize| white.is_none_or(|white| white[*v]);
        let lengths: f64 = (0..graph.len()).filter(is_row).map(|v| rows[v].log2()).sum();
        let factors: f64 = (0..graph.len()).filter(is_col).map(|v| columns[v].log2()).sum();
        if lengths == f64::NEG_INFINITY {
            return Ok(0.0);
        }
        best = best.min(0.5 * (lengths - factors));
        let mut sums = vec![0.0_f64; graph.len()];
        for &(row, col, square) in &entries {
            sums[col] += square / rows[row];
        }
        for (column, sum) in columns.iter_mut().zip(sums) {
            if sum > 0.0 {
                *column = 1.0 / sum;
            }
        }
    }
    Ok(best.max(0.0) / if white.is_some() { 1.0 } else { 2.0 })
}
