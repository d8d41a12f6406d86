//! Sequences in which a search can take the items of a cover.
//!
//! In: a [`Plain`] cover and its [`Neighbours`]. Out: a few sequences worth trying. A search that covers the first free
//! item of a good sequence keeps the border between what is covered and what is free short; on a board that is a sweep
//! along the longer side. Distances between cells are enough to sweep: if `a` and `b` are two corners at one end, the sum
//! of the distances to both grows from line to line, and their difference within a line.
//!
//! Corners are cells none of whose neighbours is further away from the rest. Where everything is next to everything, as
//! in covers that are not boards, little remains but the sequence in which the items were given.

use super::neighbours::Neighbours;
use super::plain::Plain;
use std::collections::VecDeque;

/// Corners that are tried; a rectangle has four.
const MOST_CORNERS: usize = 6;

/// Sequences of all items: those that must be covered first, then those that may be passed over, then the optional.
pub(super) fn sequences(plain: &Plain, neighbours: &Neighbours) -> Vec<Vec<u32>> {
    let items = plain.kinds.len();
    let lists = neighbours.lists(items);
    let away: Vec<u32> = neighbours.cells.iter().map(|&cell| farthest(&distances(&lists, cell))).collect();
    let mut eccentricity = vec![0; items];
    neighbours.cells.iter().zip(&away).for_each(|(&cell, &away)| eccentricity[cell as usize] = away);
    let is_corner = |&cell: &u32| {
        lists[cell as usize].iter().all(|&other| eccentricity[other as usize] <= eccentricity[cell as usize])
    };
    let mut corners: Vec<u32> = neighbours.cells.iter().copied().filter(is_corner).collect();
    corners.sort_by_key(|&cell| (std::cmp::Reverse(eccentricity[cell as usize]), cell));
    corners.truncate(MOST_CORNERS);
    let from: Vec<Vec<u32>> = corners.iter().map(|&corner| distances(&lists, corner)).collect();

    let mut sequences = vec![(0..items as u32).collect::<Vec<u32>>()];
    for (i, a) in from.iter().enumerate() {
        for b in from[i..].iter().chain(&from[..i]) {
            let key = |&item: &u32| {
                let (a, b) = (i64::from(a[item as usize]), i64::from(b[item as usize]));
                (a + b, a - b)
            };
            let mut cells = neighbours.cells.clone();
            cells.sort_by_key(key);
            let mut sequence = cells;
            let mut listed = vec![false; items];
            for &cell in &sequence {
                listed[cell as usize] = true;
            }
            sequence.extend((0..items as u32).filter(|&item| !listed[item as usize]));
            if !sequences.contains(&sequence) {
                sequences.push(sequence);
            }
        }
    }
    sequences
}

/// How many steps from neighbour to neighbour it is from `start` to every item; for items that cannot be reached, a
/// number larger than any distance.
fn distances(lists: &[Vec<u32>], start: u32) -> Vec<u32> {
    let mut distances = vec![lists.len() as u32; lists.len()];
    distances[start as usize] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(item) = queue.pop_front() {
        let next = distances[item as usize] + 1;
        for &other in &lists[item as usize] {
            if distances[other as usize] > next {
                distances[other as usize] = next;
                queue.push_back(other);
            }
        }
    }
    distances
}

/// The largest distance to anything that can be reached.
fn farthest(distances: &[u32]) -> u32 {
    distances.iter().copied().filter(|&d| d < distances.len() as u32).max().unwrap_or(0)
}
