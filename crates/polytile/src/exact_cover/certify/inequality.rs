//! Weights by linear programming: pieces cannot weigh as much as the board.
//!
//! In: a puzzle and the choices of pieces that cover its area. Out: weights such that the board weighs more than any of
//! these choices can, however its pieces are laid. Such weights exist exactly if the puzzle has no solution even when
//! placements may be used in parts, a half or a third of one, and choices of pieces may be mixed likewise: every cell is
//! covered by parts that make a whole, and of each piece there are as many parts as the mixture has. They are what the simplex
//! algorithm ends with when it finds no solution. Its numbers are ratios of small integers, known to some ten digits; they are
//! multiplied until all are integers, and the check, which is exact, says whether these prove anything. A contradiction too
//! slight for these digits is missed. Cost: that of [`simplex`](super::simplex) with an equation for each cell and piece, and in
//! each step a look at all placements.

use super::counts::Counts;
use super::simplex::{Column, TINY, contradiction};
use crate::problem::Placements;
use crate::run::{Control, Stopped};

/// What numbers are multiplied by before they are rounded.
const ROUNDED: [f64; 9] = [1.0, 2.0, 3.0, 4.0, 6.0, 12.0, 60.0, 840.0, 1e5];

/// Weights under which no choice of pieces weighs as much as the board, if there are any: first those rounded to small integers,
/// which may do as well.
pub(super) fn weights(
    cells: usize,
    placements: &Placements,
    counts: &Counts,
    control: &Control,
) -> Result<Vec<Vec<i64>>, Stopped> {
    // An equation for each cell and each piece, and one that says that the mixture of choices adds up to 1.
    let last = cells + counts.len();
    let right: Vec<f64> = (0..=last).map(|i| if i < cells || i == last { 1.0 } else { 0.0 }).collect();
    let column = |duals: &[f64]| -> Result<Option<Column>, Stopped> {
        let value = |i: usize| {
            let placement = placements.get(i);
            let covered: f64 = placement.cells.iter().map(|&cell| duals[cell as usize]).sum();
            covered + duals[cells + placement.piece as usize]
        };
        let best = (0..placements.len()).map(|i| (value(i), i)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((value, i)) = best
            && value > TINY
        {
            let placement = placements.get(i);
            let covered = placement.cells.iter().map(|&cell| (cell as usize, 1.0));
            return Ok(Some(covered.chain([(cells + placement.piece as usize, 1.0)]).collect()));
        }
        let (copies, cost) = counts.cheapest(&duals[cells..last]);
        if duals[last] - cost <= TINY {
            return Ok(None);
        }
        let used = copies.iter().enumerate().filter(|(_, n)| **n > 0);
        Ok(Some(used.map(|(piece, &n)| (cells + piece, -(n as f64))).chain([(last, 1.0)]).collect()))
    };
    let Some(mut duals) = contradiction(&right, column, control)? else { return Ok(Vec::new()) };
    duals.truncate(cells);
    let rounded = ROUNDED.map(|factor| primitive(duals.iter().map(|number| (number * factor).round())));
    Ok(rounded.into_iter().chain([integers(&duals)]).flatten().collect())
}

/// Integers in the proportions of these numbers, if they are ratios of small ones.
fn integers(numbers: &[f64]) -> Option<Vec<i64>> {
    /// The largest denominator, and how far from an integer its multiple may be.
    const LARGEST: u32 = 100_000;
    const NEAR: f64 = 1e-6;
    let largest = f64::from(LARGEST);
    let away = |number: f64| (number - number.round()).abs();
    let mut common = 1.0;
    for &number in numbers {
        let scaled = number * common;
        let factor = (1..=LARGEST)
            .map(f64::from)
            .take_while(|d| d * common <= largest)
            .find(|d| away(scaled * d) < NEAR)?;
        common *= factor;
    }
    primitive(numbers.iter().map(|number| (number * common).round()))
}

/// The integers without a common divisor, if they are not all 0.
fn primitive(integers: impl Iterator<Item = f64>) -> Option<Vec<i64>> {
    let integers: Vec<i64> = integers.map(|integer| integer as i64).collect();
    let gcd = integers.iter().copied().fold(0, num_integer::gcd);
    (gcd > 0).then(|| integers.iter().map(|w| w / gcd).collect())
}
