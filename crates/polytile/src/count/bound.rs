//! How large the number of tilings can be, known without counting.
//!
//! The cells are gone through in their order. The first that is not covered yet is the first cell of some placement, so a choice
//! among the placements that begin there leads on; a cell that is covered already leaves no choice. Let a covered cell ahead be
//! worth a factor y: with k of them there are at most y^k times B ways to go on, where B is a product over the cells ahead, of the
//! larger of 1/y and the sum of y^(s-1) over the placements of s cells that begin at the cell. (By induction: at a covered cell k
//! becomes k - 1, and a placement of s cells makes it k + s - 1.) Every y gives a bound, whose logarithm is convex in that of y: the
//! best is found by narrowing an interval. Rules, numbers of copies and conditions only leave fewer tilings. Of trominoes the bound has
//! 2.6 bits for each piece, where the number has 1.5 on 12x12.
//!
//! Cost: going through the placements some dozens of times.

use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped};

/// Rounds, of which each leaves two thirds of the interval.
const ROUNDS: usize = 24;

/// The smallest logarithm of y that is tried; the largest is 0.
const LEAST: f64 = -20.0;

/// No more bits than this has the number of tilings. Each logarithm is off by less than 2^-40, so one bit that is added is enough for
/// 2^40 cells.
///
/// # Errors
/// When there is no memory for the placements, or `control` says stop.
pub(crate) fn bits(problem: &Problem, control: &Control) -> Result<u64, Stopped> {
    let placements = problem.placements_within(control)?;
    let control = &control.holding(placements.bytes());
    let pulse = Pulse::preparing(control);
    let cells = problem.region.len();
    // Of every placement where it begins and how many more cells it has.
    let begins: Vec<(usize, i32)> = placements
        .iter()
        .filter_map(|placement| Some((*placement.cells.first()? as usize, placement.cells.len() as i32 - 1)))
        .collect();
    let by = |log: f64| {
        let y = log.exp();
        let mut choices = vec![0.0_f64; cells];
        for &(cell, more) in &begins {
            choices[cell] += y.powi(more);
        }
        pulse.beats((begins.len() + cells) as u64)?;
        Ok::<f64, Stopped>(choices.iter().map(|choice| choice.max(1.0 / y).log2()).sum())
    };
    let (mut from, mut to, mut best) = (LEAST, 0.0, by(0.0)?);
    for _ in 0..ROUNDS {
        let third = (to - from) / 3.0;
        let (left, right) = (by(from + third)?, by(to - third)?);
        best = best.min(left).min(right);
        if left < right { to -= third } else { from += third }
    }
    Ok(best.ceil() as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Count;

    #[test]
    fn no_number_has_more_bits() {
        for (board, pieces) in [
            ("9x12", "trominoes"),
            ("8x8", "dominoes"),
            ("5x6", "monomino,trominoes"),
            ("torus:6x6", "dominoes"),
            ("cylinder:4x6", "tetrominoes"),
            ("aztec:4", "dominoes"),
            ("6x10", "1:pentominoes"),
            ("1x1", "monomino"),
            ("3x3", "dominoes"),
        ] {
            let problem = Problem::new(board.parse().unwrap(), pieces.parse().unwrap());
            let (most, count): (u64, Count) =
                (bits(&problem, &Control::default()).unwrap(), problem.count().unwrap());
            assert!(count.bits() <= most, "{board} {pieces}: {} of {most}", count.bits());
        }
        let trominoes = |board: &str| Problem::new(board.parse().unwrap(), "trominoes".parse().unwrap());
        assert_eq!(bits(&trominoes("24x24"), &Control::default()), Ok(498));
    }
}
