//! What conditions leave of the ways to lay pieces.
//!
//! In: conditions on single pieces, and a list of placements. Out: which of them may still lie, and lists of placements of which one
//! must lie at least. An engine that knows these knows nothing of conditions. Where a condition says who covers a cell, whatever
//! else would cover it is left out; where it speaks of a piece that lies exactly once, the other ways to lay that piece are; only
//! of pieces with several copies, and at cells that may stay empty, one of several placements is demanded. Cost: a look at
//! every placement for each condition.

use super::Condition;
use crate::board::Cell;
use crate::problem::{Placement, Problem};
use crate::run::{Control, Pulse, Stopped, room};

/// What conditions leave of a list of placements.
#[derive(Clone, Debug)]
pub(crate) struct Sieve {
    /// For every placement, whether it may lie.
    pub keep: Vec<bool>,
    /// Placements by their numbers, ascending: of each list one lies at least.
    pub some_of: Vec<Vec<u32>>,
}

impl Sieve {
    /// What `conditions`, none of which couples two pieces ([`Condition::couples`]), leave of `placements`.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub fn new<'a, 'c>(
        conditions: impl IntoIterator<Item = &'c Condition>,
        problem: &Problem,
        placements: &(impl ExactSizeIterator<Item = Placement<'a>> + Clone),
        control: &Control,
    ) -> Result<Self, Stopped> {
        const WHAT: &str = "what conditions leave";
        let pulse = Pulse::preparing(control);
        let board: Vec<Cell> = problem.region.cells().collect();
        let mut sieve = Sieve { keep: room::filled(true, placements.len(), WHAT)?, some_of: Vec::new() };
        let mut cells = Vec::new();
        for condition in conditions {
            let piece = problem.pieces.iter().nth(condition.piece);
            let once = piece.is_some_and(|piece| piece.copies.min() == 1 && piece.copies.max() == Some(1));
            let on = condition.on();
            let full = on.iter().any(|&cell| !problem.region.is_optional(cell));
            let mut some = Vec::new();
            for (i, placement) in (0_u32..).zip(placements.clone()) {
                pulse.beat()?;
                let of_piece = placement.piece as usize == condition.piece;
                cells.clear();
                cells.extend(placement.cells.iter().map(|&cell| board[cell as usize]));
                let keep = &mut sieve.keep[i as usize];
                if of_piece && condition.fits(&problem.region, &cells) {
                    if condition.negated {
                        *keep = false;
                    } else {
                        room::more(&mut some, 1, WHAT)?.push(i);
                    }
                } else if !condition.negated {
                    let instead = cells.iter().any(|cell| on.contains(cell));
                    *keep &= !(instead || once && of_piece);
                }
            }
            if !condition.negated && !once && !full {
                sieve.some_of.push(some);
            }
        }
        Ok(sieve)
    }
}
