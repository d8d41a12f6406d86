//! Domino tilings of Aztec diamonds drawn at random by shuffling.
//!
//! In: an order n, and a source of random bits. Out: a tiling of the Aztec diamond of order n, every one as likely as any other,
//! exactly. The places of dominoes lie on a square of side 2n that stands on its corner; put the tiling of order n - 1 into the
//! middle of it, and look at the n^2 blocks of 2x2 places, the squares of four cells, each place a side of its square. A block
//! with two dominoes loses them; a block with one passes it on to the place across; one with none gets two dominoes across from
//! each other, one pair or the other, by the toss of a coin (Elkies, Kuperberg, Larsen and Propp 1992; in this form Propp,
//! Generalized domino-shuffling, 2003). Cost: 4/3 n^3 steps, and 8 n^2 bytes.

use crate::run::{Control, Progress, Stopped};
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// Seconds for each block of each order.
const SECONDS_PER_BLOCK: f64 = 4e-9;

/// The square of places of a tiling of order `n`, row by row.
pub(super) fn shuffled(n: usize, random: &mut ChaCha8Rng, control: &Control) -> Result<Vec<bool>, Stopped> {
    let mut before: Vec<bool> = Vec::new();
    let (mut bits, mut left) = (0, 0);
    for order in 1..=n {
        control.check(Progress::Rows { done: order as u64 - 1, total: n as u64 })?;
        let side = 2 * order;
        let mut places = vec![false; side * side];
        for row in 1..side - 1 {
            let inner = side - 2;
            places[row * side + 1..][..inner].copy_from_slice(&before[(row - 1) * inner..][..inner]);
        }
        for top in (0..side).step_by(2).map(|row| row * side) {
            for left_edge in (0..side).step_by(2) {
                let [a, b] = [top + left_edge, top + side + left_edge];
                let block = [places[a], places[a + 1], places[b], places[b + 1]];
                let after = match block.iter().filter(|&&taken| taken).count() {
                    0 => {
                        if left == 0 {
                            (bits, left) = (random.next_u32(), 32);
                        }
                        let coin = bits & 1 == 1;
                        (bits, left) = (bits >> 1, left - 1);
                        [coin, !coin, !coin, coin]
                    }
                    1 => [block[3], block[2], block[1], block[0]],
                    _ => [false; 4],
                };
                [places[a], places[a + 1], places[b], places[b + 1]] = after;
            }
        }
        before = places;
    }
    Ok(before)
}

/// The two cells, each by row and column, of a place in the square of order `n`.
pub(super) fn cells(n: usize, place: usize) -> [[u32; 2]; 2] {
    let (i, j) = (place / (2 * n), place % (2 * n));
    // Twice the coordinates of its middle, of which one is odd: i goes down and to the right, j down and to the left.
    let (row, col) = (i + j, 2 * n - 1 + i - j);
    let cell = |row: usize, col: usize| [(row / 2) as u32, (col / 2) as u32];
    if row % 2 == 1 {
        [cell(row - 1, col), cell(row + 1, col)]
    } else {
        [cell(row, col - 1), cell(row, col + 1)]
    }
}

/// Seconds that a tiling of order `n` takes, estimated.
pub(super) fn seconds(n: usize) -> f64 {
    (n as f64).powi(3) / 3.0 * SECONDS_PER_BLOCK
}
