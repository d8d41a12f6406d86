//! Judging the rows of a picture, 64 cells at a time.
//!
//! In: rows of numbers of colours. Out: pieces, holes and faults. For each cell a few bits are kept, those of 64 cells in
//! a word: whether it has the colour of the cell below it, or right of it. The rest follows from these. Three cells form an L
//! exactly when one of them, the *elbow*, has one neighbour of its colour above or below and one beside it, and these two, the
//! *ends*, have no other. Whether a cell is an elbow depends on its neighbours; whether it is a right one, on theirs; and whether
//! an end is right, on its elbow: so a row can be judged once the third row below it is known. Cost: some tens of operations for
//! 64 cells, and some ten for every eight cells that are compared.

use super::{HOLE, PictureFault, Recognised};
use crate::tiling::Tiling;
use std::collections::VecDeque;

/// A bit for each cell of a row, the first lowest. Beyond the last cell there are holes, which equal nothing.
type Bits = Vec<u64>;

/// A row with what is known about it.
#[derive(Clone, Default)]
struct Line {
    hole: Bits,
    /// Whether the cell is not a hole and has the colour of the one below it.
    below: Bits,
    right: Bits,
    elbow: Bits,
    end: Bits,
    /// Elbows between two ends.
    whole: Bits,
}

/// Takes rows from top to bottom.
pub(super) struct Checker {
    cols: usize,
    /// The numbers of the last row, with zeros up to a whole word.
    numbers: Vec<u8>,
    /// The last five rows, the newest at the back; before the first there are rows of holes.
    lines: VecDeque<Line>,
    pushed: u64,
    seen: Recognised,
}

impl Checker {
    pub(super) fn new(rows: u64, cols: u64) -> Self {
        let seen = Recognised { rows, cols, ..Recognised::default() };
        let cols = cols as usize;
        let words = cols.div_ceil(64);
        let none = vec![0; words];
        let [hole, below, right, elbow, end, whole] = [0; 6].map(|_| none.clone());
        let line = Line { hole, below, right, elbow, end, whole };
        // One more, so that the last cell has a neighbour.
        let numbers = vec![HOLE; 64 * words + 8];
        Checker { cols, numbers, lines: vec![line; 5].into(), pushed: 0, seen }
    }

    /// Takes the next row.
    pub(super) fn push(&mut self, numbers: &[u8]) {
        // Everything in the oldest row is written anew before it is read.
        self.lines.rotate_left(1);
        let [oldest, above, line, before, newest] = self.lines.make_contiguous() else { return };
        compare(&mut self.numbers, numbers, before, newest);
        // The row before it now has both its neighbours,
        for i in 0..newest.hole.len() {
            let (up, down) = (line.below[i], before.below[i]);
            let (left, right) = (from_left(&before.right, i), before.right[i]);
            before.elbow[i] = (up ^ down) & (left ^ right);
            before.end[i] = (up ^ down) & !(left | right) | (left ^ right) & !(up | down);
        }
        // so that the elbows of the one before that can be judged,
        for i in 0..newest.hole.len() {
            let upright = above.below[i] & above.end[i] | line.below[i] & before.end[i];
            let left = from_left(&line.right, i) & from_left(&line.end, i);
            let right = line.right[i] & from_right(&line.end, i);
            line.whole[i] = line.elbow[i] & upright & (left | right);
        }
        // and all cells of the one before that.
        self.pushed += 1;
        if let Some(row) = self.pushed.checked_sub(4) {
            self.seen.verify(row, self.cols, oldest, above, line);
        }
    }

    pub(super) fn finish(mut self) -> Recognised {
        let nothing = vec![HOLE; self.cols];
        (0..3).for_each(|_| self.push(&nothing));
        self.seen
    }
}

/// For each cell, the bit of the one to its left.
fn from_left(bits: &[u64], i: usize) -> u64 {
    bits[i] << 1 | i.checked_sub(1).map_or(0, |before| bits[before] >> 63)
}

/// For each cell, the bit of the one to its right.
fn from_right(bits: &[u64], i: usize) -> u64 {
    bits[i] >> 1 | bits.get(i + 1).map_or(0, |next| next << 63)
}

/// Puts the numbers of the `newest` row in place of those of the row `before` it, and finds out where they agree.
fn compare(held: &mut [u8], numbers: &[u8], before: &mut Line, newest: &mut Line) {
    // What is above, and what is beside: eight cells at a time.
    for (word, below) in before.below.iter_mut().enumerate() {
        *below = 0;
        let held = held[64 * word..].chunks_exact(8);
        for (i, (old, new)) in held.zip(numbers[64 * word..].chunks(8)).take(8).enumerate() {
            *below |= equal(eight(old), eight(new)) << (8 * i);
        }
    }
    held[..numbers.len()].copy_from_slice(numbers);
    for (word, (hole, right)) in newest.hole.iter_mut().zip(&mut newest.right).enumerate() {
        (*hole, *right) = (0, 0);
        for i in 0..8 {
            let at = 64 * word + 8 * i;
            let here = eight(&held[at..]);
            *hole |= equal(here, 0) << (8 * i);
            *right |= equal(here, eight(&held[at + 1..])) << (8 * i);
        }
        *right &= !*hole;
    }
    before.below.iter_mut().zip(&newest.hole).for_each(|(below, hole)| *below &= !hole);
}

/// The first eight numbers; missing ones are [`HOLE`].
fn eight(numbers: &[u8]) -> u64 {
    match numbers.first_chunk() {
        Some(eight) => u64::from_le_bytes(*eight),
        None => numbers.iter().rev().fold(u64::from(HOLE), |word, &number| word << 8 | u64::from(number)),
    }
}

/// A bit for each of eight bytes: whether it is the same in both words.
fn equal(a: u64, b: u64) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let differ = a ^ b;
    // The highest bit of each byte in which the two words agree; no carry leaves its byte.
    let same = !(((differ & LOW) + LOW) | differ | LOW);
    // The product moves bit 7 of byte i to bit 56 + i.
    (same >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl Recognised {
    /// Verifies the cells of `line`, row number `row`.
    fn verify(&mut self, row: u64, cols: usize, above: &Line, line: &Line, below: &Line) {
        for i in 0..line.hole.len() {
            let beside =
                |what: &Line, side: &Line| (what.below[i] & side.end[i], what.below[i] & side.whole[i]);
            let (end_above, whole_above) = beside(above, above);
            let (end_below, whole_below) = beside(line, below);
            let (left, right) = (from_left(&line.right, i), line.right[i]);
            let whole_left = left & from_left(&line.whole, i);
            let whole_right = right & from_right(&line.whole, i);
            let good = line.whole[i] | line.end[i] & (whole_above | whole_below | whole_left | whole_right);
            self.pieces += u64::from(line.whole[i].count_ones());
            let cells = if cols < 64 * (i + 1) { (1 << (cols % 64)) - 1 } else { u64::MAX };
            let mut bad = cells & !good;
            if bad == 0 {
                continue;
            }
            let beside_end =
                end_above | end_below | left & from_left(&line.end, i) | right & from_right(&line.end, i);
            let (up, down) = (above.below[i], line.below[i]);
            let small = !(up | down | left | right) | line.end[i] & beside_end;
            while bad != 0 {
                let bit = bad.trailing_zeros();
                bad &= bad - 1;
                let cell = (row, (64 * i) as u64 + u64::from(bit));
                if line.hole[i] >> bit & 1 == 0 {
                    let small = small >> bit & 1 == 1;
                    self.fault(if small {
                        PictureFault::Small { cell }
                    } else {
                        PictureFault::Shape { cell }
                    });
                    continue;
                }
                if self.holes.len() < Tiling::LISTED {
                    self.holes.push(cell);
                }
                if self.holes.len() > 1 {
                    self.fault(PictureFault::SecondHole { cell });
                }
            }
        }
    }

    fn fault(&mut self, fault: PictureFault) {
        self.fault_count += 1;
        if self.faults.len() < Tiling::LISTED {
            self.faults.push(fault);
        }
    }
}
