//! Boards that a look at areas and colours rules out.

use crate::board::{Region, Topology};
use crate::problem::Problem;

/// Whether a look at areas and colours shows that there is no tiling: the pieces, within their copies, cannot fill the
/// board or a connected part of it, or cover as many black as white cells where these are not equally many. Cost: for each
/// piece a look at every cell.
pub fn is_impossible(problem: &Problem) -> bool {
    let area = problem.region.len();
    if !is_sum(area, problem.pieces.iter().map(|p| (p.size(), p.copies.min(), p.copies.max()))) {
        return true;
    }
    let balanced = problem.region.topology() == Topology::Plane
        && problem
            .pieces
            .iter()
            .flat_map(|p| &p.orientations)
            .all(|o| 2 * o.cells().iter().filter(|c| (c.row + c.col) % 2 == 0).count() == o.size());
    components(&problem.region).into_iter().any(|(black, white)| {
        let part = black + white;
        let some = || problem.pieces.iter().map(|p| (p.size(), 0, p.copies.max()));
        (balanced && black != white) || (part < area && !is_sum(part, some()))
    })
}

/// Whether `n` is a sum of sizes, each at least and at most so often as is said with it.
///
/// A sum that is reached with the sizes so far is reached again with so many copies more of the next size; the fewest
/// copies that do are remembered, so that no more are used than there are.
fn is_sum(n: usize, sizes: impl Iterator<Item = (usize, u32, Option<u32>)>) -> bool {
    let mut reached = vec![false; n + 1];
    reached[0] = true;
    let mut copies = vec![0_u32; n + 1];
    for (size, min, max) in sizes.filter(|(size, ..)| *size > 0) {
        let Some(must) = size.checked_mul(min as usize).filter(|&must| must <= n) else { return false };
        // Those that must be used are used; the rest may be.
        reached.copy_within(0..=n - must, must);
        reached[..must].fill(false);
        let more = max.map_or(u32::MAX, |max| max - min);
        for sum in 0..=n {
            if reached[sum] {
                copies[sum] = 0;
            } else if sum >= size && reached[sum - size] && copies[sum - size] < more {
                reached[sum] = true;
                copies[sum] = copies[sum - size] + 1;
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_keep_to_their_copies() {
        let once = |sizes: &[usize]| sizes.iter().map(|&s| (s, 1, Some(1))).collect::<Vec<_>>();
        let any = |size| (size, 0, None);
        assert!(is_sum(60, once(&[5; 12]).into_iter()));
        assert!(!is_sum(64, once(&[5; 12]).into_iter()));
        // Twelve pentominoes and L-trominoes: 340 is no multiple of 3, 360 is.
        assert!(!is_sum(400, once(&[5; 12]).into_iter().chain([any(3)])));
        assert!(is_sum(420, once(&[5; 12]).into_iter().chain([any(3)])));
        assert!(is_sum(7, [(2, 0, Some(2)), (3, 0, Some(1))].into_iter()));
        assert!(!is_sum(9, [(2, 0, Some(2)), (3, 0, Some(1))].into_iter()));
        assert!(is_sum(0, std::iter::empty()));
        assert!(!is_sum(1, std::iter::empty()));
    }
}
