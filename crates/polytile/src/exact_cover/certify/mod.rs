//! Finding out why there is no solution.
//!
//! In: a puzzle. Out: a [`Certificate`] that it has no tiling, if one is found; that none is found means nothing. First
//! the weights that people use are tried ([`patterns`]): the area, chessboards, stripes, diagonals and lattices. If none
//! proves it, weights are computed ([`algebra`]): modulo 2, 3, 5, 7, 4, 9 and 8, and with rational numbers, such that
//! every placement of a piece weighs the same and the sums disagree with the board. Such weights exist modulo a prime,
//! or as rationals, exactly if the equations of the exact cover contradict each other there. Whatever is found has been
//! checked ([`Certificate::check`]).
//!
//! The idea is Golomb's (*Checker boards and polyominoes*, 1954) and, with algebra, that of Conway and Lagarias (*Tiling
//! with polyominoes and combinatorial group theory*, 1990), whose tile counting this is. Cost: about a hundred checks,
//! and an elimination for each modulus: placements times the square of the cells that a piece and the rows it lies in
//! span.

mod algebra;
mod patterns;
#[cfg(test)]
mod tests;

use crate::certificate::{Certificate, Proof, Unproved};
use crate::problem::Problem;
use crate::run::{Control, Stopped};

/// Bytes that the check of a guess may take: a few hundredths of a second's worth. What takes more is no short reason.
const PATIENCE: u64 = 4 << 20;

/// A certificate that `problem` has no tiling, with its proof, if one is found.
///
/// ```
/// use polytile::{board::Region, exact_cover::certify, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// let board = Region::rectangle(5, 5)?;
/// let dominoes = Problem::new(board, PieceSet::all(2, Freedom::Free));
/// let (certificate, proof) = certify(&dominoes, &Control::default())?.ok_or("none found")?;
/// assert_eq!(proof.explain(&certificate, &dominoes).last().map(String::as_str),
///     Some("No choice of them covers 25 cells, as the board has."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `control` stops it, or the equations need more memory than its budget.
pub fn certify(problem: &Problem, control: &Control) -> Result<Option<(Certificate, Proof)>, Stopped> {
    control.reserve(problem.placements_bytes(), "the list of placements")?;
    for weights in patterns::patterns(problem) {
        if let Some(found) = proved(problem, weights, None, control)? {
            return Ok(Some(found));
        }
    }
    let Some(equations) = algebra::Equations::new(problem, control)? else { return Ok(None) };
    for modulus in [2, 3, 5, 7, 4, 9, 8] {
        for weights in equations.contradictions(modulus, control)? {
            if let Some(found) = proved(problem, weights, Some(modulus as i64), control)? {
                return Ok(Some(found));
            }
        }
    }
    for weights in equations.rational_contradictions(control)? {
        if let Some(found) = proved(problem, weights, None, control)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn proved(
    problem: &Problem,
    weights: Vec<i64>,
    modulus: Option<i64>,
    control: &Control,
) -> Result<Option<(Certificate, Proof)>, Stopped> {
    let Ok(certificate) = Certificate::new(weights, modulus) else { return Ok(None) };
    let patient = control.unwatched().memory(control.memory_budget().min(PATIENCE));
    match certificate.check(problem, &patient) {
        Ok(proof) => Ok(Some((certificate, proof))),
        Err(Unproved::Stopped(stopped @ (Stopped::Interrupted(_) | Stopped::OutOfTime(_)))) => Err(stopped),
        Err(_) => Ok(None),
    }
}
