//! Why a system of linear equations has no solution in numbers that are not negative.
//!
//! In: the right sides, and an oracle for the columns: given a number for each equation, it finds a column with which these
//! numbers have a positive product, if there is one. Out: numbers for the equations (Farkas) that have a positive product with
//! the right sides but with no column; then no columns with factors of 0 or more sum up to the right sides. The method is the
//! first phase of the revised simplex algorithm (Dantzig 1953; Gilmore and Gomory 1961 for columns that are made when they are
//! needed): the inverse of the basis is kept whole. The right sides are shifted by tiny amounts, so that every step makes
//! progress. What comes out is subject to rounding, and whoever uses it must prove it. Cost: the square of the number of
//! equations for each step, and about two or three steps for each equation.

use crate::run::{Control, Progress, Stopped, room};

/// The entries of a column: the equation, and the factor there.
pub(super) type Column = Vec<(usize, f64)>;

const WHAT: &str = "the inequalities of the placements";

/// What counts as 0.
pub(super) const TINY: f64 = 1e-9;

/// What is left of 0 after rounding.
const ZERO: f64 = 1e-14;

/// The largest shift of a right side.
const SHIFT: f64 = 1e-6;

/// Numbers for the equations which show that `right` is not a sum of columns; nothing when it is one.
pub(super) fn contradiction(
    right: &[f64],
    mut column: impl FnMut(&[f64]) -> Result<Option<Column>, Stopped>,
    control: &Control,
) -> Result<Option<Vec<f64>>, Stopped> {
    let size = right.len();
    control.reserve(8 * (size as u64).pow(2), WHAT)?;
    let mut inverse = room::filled(0.0, size * size, WHAT)?;
    for i in 0..size {
        inverse[i * size + i] = 1.0;
    }
    // Multiples of the golden ratio are spread evenly and never in a regular pattern.
    let shift = |i: usize| SHIFT * (0.5 + 0.5 * (i as f64 * 0.618_033_988_749_895).fract());
    let mut values: Vec<f64> = right.iter().enumerate().map(|(i, r)| r + shift(i)).collect();
    // What is still missing at the equation, in place of a column: it is to become 0.
    let mut missing = vec![true; size];
    let mut duals = vec![1.0; size];
    // Whether the numbers have just been computed afresh, and not changed since.
    let mut fresh = true;
    let mut stuck = 0;
    for steps in 0.. {
        control.check(Progress::Preparation { steps })?;
        let Some(entering) = column(&duals)? else {
            if fresh {
                let product: f64 = duals.iter().zip(right).map(|(dual, right)| dual * right).sum();
                return Ok((product > TINY.sqrt()).then_some(duals));
            }
            duals = vec![0.0; size];
            for (row, _) in inverse.chunks_exact(size).zip(&missing).filter(|(_, missing)| **missing) {
                for (dual, entry) in duals.iter_mut().zip(row) {
                    *dual += entry;
                }
            }
            fresh = true;
            continue;
        };
        let row = |i: usize| &inverse[i * size..(i + 1) * size];
        let change: Vec<f64> =
            (0..size).map(|i| entering.iter().map(|&(j, factor)| row(i)[j] * factor).sum()).collect();
        let ratio = |i: &usize| values[*i].max(0.0) / change[*i];
        let leaving = (0..size)
            .filter(|&i| change[i] > TINY)
            .min_by(|i, j| ratio(i).total_cmp(&ratio(j)).then(change[*j].total_cmp(&change[*i])));
        // Rounding has won when nothing bounds the step, or steps lead nowhere.
        let Some(leaving) = leaving else { return Ok(None) };
        stuck = if ratio(&leaving) > 0.0 { 0 } else { stuck + 1 };
        if stuck > size {
            return Ok(None);
        }
        let pivot: Vec<(usize, f64)> = row(leaving)
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.abs() > ZERO)
            .map(|(j, entry)| (j, entry / change[leaving]))
            .collect();
        let value = values[leaving] / change[leaving];
        let gain: f64 = entering.iter().map(|&(j, factor)| duals[j] * factor).sum();
        for &(j, entry) in &pivot {
            duals[j] -= gain * entry;
        }
        for (i, row) in inverse.chunks_exact_mut(size).enumerate() {
            if i == leaving {
                row.fill(0.0);
            } else if change[i].abs() <= ZERO {
                continue;
            }
            let factor = if i == leaving { -1.0 } else { change[i] };
            for &(j, entry) in &pivot {
                row[j] -= factor * entry;
            }
            values[i] = if i == leaving { value } else { values[i] - factor * value };
        }
        missing[leaving] = false;
        fresh = false;
    }
    Ok(None)
}
