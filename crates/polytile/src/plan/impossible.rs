//! Boards that a look at areas and colours rules out.

use crate::board::{Region, Topology};
use crate::pieces::Piece;
use crate::problem::Problem;
use num_integer::Integer;

/// Whether a look at areas and colours shows that there is no tiling: the pieces cannot fill a connected part of the
/// board, or cover as many black as white cells where these are not equally many. Cost: a look at every cell.
pub fn is_impossible(problem: &Problem) -> bool {
    let area = problem.region.len() as u64;
    let least: u64 = problem.pieces.iter().map(|p| p.size() as u64 * u64::from(p.copies.min())).sum();
    let most = problem.pieces.iter().map(|p| p.copies.max().map(|m| u64::from(m) * p.size() as u64));
    let most = most.sum::<Option<u64>>();
    if least > area || most.is_some_and(|most| most < area) {
        return true;
    }
    let sizes: Vec<usize> = problem.pieces.iter().map(Piece::size).collect();
    let balanced = problem.region.topology() == Topology::Plane
        && problem
            .pieces
            .iter()
            .flat_map(|p| &p.orientations)
            .all(|o| 2 * o.cells().iter().filter(|c| (c.row + c.col) % 2 == 0).count() == o.size());
    components(&problem.region)
        .into_iter()
        .any(|(black, white)| (balanced && black != white) || !is_sum(black + white, &sizes))
}

/// Whether `n` is a sum of some of `sizes`, each as often as one likes.
fn is_sum(n: usize, sizes: &[usize]) -> bool {
    let largest = sizes.iter().copied().max().unwrap_or(0);
    if n > largest * largest {
        // Beyond Frobenius' bound every multiple of the greatest common divisor is one.
        let divisor = sizes.iter().fold(0, |gcd: usize, &s| gcd.gcd(&s));
        return n.is_multiple_of(divisor);
    }
    let mut reached = vec![false; n + 1];
    reached[0] = true;
    for i in 1..=n {
        reached[i] = sizes.iter().any(|&s| s > 0 && s <= i && reached[i - s]);
    }
    reached[n]
}

/// Black and white cells, as on a chessboard, of every connected part.
fn components(region: &Region) -> Vec<(usize, usize)> {
    if region.holes().is_empty() {
        let cells = region.len();
        let black = if region.rows() % 2 == 1 && region.cols() % 2 == 1 { cells / 2 + 1 } else { cells / 2 };
        return vec![(black, cells - black)];
    }
    let mut seen = vec![false; region.len()];
    let mut parts = Vec::new();
    for start in region.cells() {
        let mut stack = vec![start];
        let mut part = (0, 0);
        while let Some(cell) = stack.pop() {
            let Some(index) = region.index(cell) else { continue };
            if std::mem::replace(&mut seen[index as usize], true) {
                continue;
            }
            if (cell.row + cell.col) % 2 == 0 {
                part.0 += 1;
            } else {
                part.1 += 1;
            }
            let (row, col) = (i64::from(cell.row), i64::from(cell.col));
            let around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
            stack.extend(around.into_iter().filter_map(|(r, c)| region.wrap(r, c)));
        }
        if part != (0, 0) {
            parts.push(part);
        }
    }
    parts
}
