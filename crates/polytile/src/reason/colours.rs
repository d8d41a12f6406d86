//! Colourings, and whether the pieces that are left can make up for what a placement does to the balance.
//!
//! In: a tiling whose cells must all be covered. Every cell is 1 or -1 like a chessboard, or on squares in stripes; a placement is
//! worth the sum of its cells, and what is open must be the sum of what is still laid. Out: whether the worths of the pieces that are
//! left sum to a given balance. A piece with limited copies adds one of its worths as often as it lies; those without a limit may
//! add theirs as often as need be, which needs sums as far from 0 as the board has cells and the largest piece more, for worths can
//! be added in an order that stays there (take one that leads back to the balance as long as there is one). Where pieces overlap or
//! leave gaps nobody asks: so nothing is ruled out wrongly. Cost: for each piece, its copies times its worths times the cells, in words of bits.

use super::open::Open;
use super::{Pattern, Tally};
use crate::board::{Cell, Lattice};
use crate::exact_cover::Encoded;
use crate::pieces::Piece;
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped, room};
use num_bigint::BigUint;
use std::collections::BTreeSet;

const WHAT: &str = "the worths of the placements";

/// One colouring of a board.
pub(super) struct Colouring<'a> {
    pattern: Pattern,
    problem: &'a Problem,
    encoded: &'a Encoded,
    weights: Vec<i64>,
    /// What each piece may be worth.
    worths: Vec<BTreeSet<i64>>,
}

/// The balances that some pieces sum to.
pub(super) struct Balances {
    from: i64,
    is_one: Vec<bool>,
}

impl Balances {
    pub fn may_be(&self, balance: i64) -> bool {
        usize::try_from(balance - self.from).is_ok_and(|at| self.is_one.get(at).copied().unwrap_or(false))
    }

    /// The largest below, and the smallest above.
    fn nearest(&self, balance: i64) -> Vec<i64> {
        let all = || (self.from..).zip(&self.is_one).filter(|(_, is)| **is).map(|(sum, _)| sum);
        all()
            .filter(|&sum| sum < balance)
            .last()
            .into_iter()
            .chain(all().find(|&sum| sum > balance))
            .collect()
    }
}

impl<'a> Colouring<'a> {
    /// The colourings that people use on this board; none where cells may stay empty.
    pub fn all(
        problem: &'a Problem,
        encoded: &'a Encoded,
        control: &Control,
    ) -> Result<Vec<Colouring<'a>>, Stopped> {
        let region = &problem.region;
        let lattice = region.lattice();
        if region.has_optional() {
            return Ok(Vec::new());
        }
        let mut colourings = Vec::new();
        let square = lattice == Lattice::Square;
        let colour = |pattern: Pattern, cell: Cell| match pattern {
            Pattern::Chessboard => lattice.is_black(cell),
            Pattern::Rows => square.then_some(cell.row.is_multiple_of(2)),
            Pattern::Columns => square.then_some(cell.col.is_multiple_of(2)),
        };
        for pattern in [Pattern::Chessboard, Pattern::Rows, Pattern::Columns] {
            control.reserve(8 * region.len() as u64, WHAT)?;
            let mut weights = room::list(region.len(), WHAT)?;
            weights.extend(
                region.cells().map_while(|cell| colour(pattern, cell).map(|black| 2 * i64::from(black) - 1)),
            );
            if weights.len() == region.len() {
                colourings.push(Colouring::new(problem, encoded, pattern, weights, control)?);
            }
        }
        Ok(colourings)
    }

    fn new(
        problem: &'a Problem,
        encoded: &'a Encoded,
        pattern: Pattern,
        weights: Vec<i64>,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let pulse = Pulse::preparing(control);
        let worths = vec![BTreeSet::new(); problem.pieces.len()];
        let mut colouring = Colouring { pattern, problem, encoded, weights, worths };
        for option in 0..encoded.cover().option_count() as u32 {
            let placement = encoded.placement(option);
            pulse.beats(placement.cells.len() as u64)?;
            let worth = colouring.worth(option);
            colouring.worths[placement.piece as usize].insert(worth);
        }
        Ok(colouring)
    }

    /// What a placement is worth.
    pub fn worth(&self, option: u32) -> i64 {
        self.encoded.placement(option).cells.iter().map(|&cell| self.weights[cell as usize]).sum()
    }

    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The open cells that are black.
    pub fn black(&self, open: &Open<'_>) -> impl Iterator<Item = u32> {
        (0..)
            .zip(&self.weights)
            .filter(|&(cell, weight)| *weight > 0 && open.asked(cell).hi > 0)
            .map(|(cell, _)| cell)
    }

    /// The colours of what is open besides `covered`, and what `balances` allow.
    pub fn tally(&self, open: &Open<'_>, covered: &[u32], balances: &Balances) -> Tally {
        let of = |weight: i64| {
            let cells =
                (0..).zip(&self.weights).filter(|&(cell, of)| *of == weight && open.asked(cell).hi > 0);
            cells.filter(|(cell, _)| !covered.contains(cell)).count() as u32
        };
        let (black, white) = (of(1), of(-1));
        let nearest = balances.nearest(i64::from(black) - i64::from(white));
        Tally { pattern: self.pattern, black, white, nearest }
    }

    /// What all open cells are worth.
    pub fn balance(&self, open: &Open<'_>) -> i64 {
        (0..).zip(&self.weights).filter(|&(cell, _)| open.asked(cell).hi > 0).map(|(_, weight)| weight).sum()
    }

    /// What the pieces that are left sum to, if one `less` of a piece is left.
    pub fn balances(
        &self,
        open: &Open<'_>,
        less: Option<u32>,
        pulse: &Pulse<'_>,
    ) -> Result<Balances, Stopped> {
        let largest = self.problem.pieces.iter().map(Piece::size).max().unwrap_or(0);
        let bound = (self.weights.len() + largest) as i64;
        // Bit i stands for the sum `from + i`.
        let (mut sums, mut from) = (BigUint::from(1_u32), 0);
        let mut unlimited = BTreeSet::new();
        for (number, worths) in (0..).zip(&self.worths) {
            let asked = self.encoded.piece_item(number).map(|item| open.asked(item));
            let limited = self.problem.pieces[number as usize].copies.max().is_some();
            let Some(asked) = asked.filter(|_| limited) else {
                unlimited.extend(worths.iter().copied().filter(|&worth| worth != 0));
                continue;
            };
            let less = u32::from(less == Some(number));
            let (lo, hi) = (asked.lo.saturating_sub(less), asked.hi.saturating_sub(less));
            // Where nothing has a worth, any number of it changes nothing; and a board holds no more than its cells.
            let most =
                if worths.iter().all(|&worth| worth == 0) { 0 } else { hi.min(self.weights.len() as u32) };
            for copy in 0..most {
                let none = (copy >= lo).then_some(0);
                let worths: BTreeSet<i64> = worths.iter().copied().chain(none).collect();
                let least = worths.first().copied().unwrap_or(0);
                pulse.beats(worths.len() as u64 * (1 + sums.bits() / 64))?;
                sums = worths.iter().fold(BigUint::ZERO, |all, worth| all | (&sums << (worth - least)));
                from += least;
            }
        }
        let ends = from.abs().max((from + sums.bits() as i64).abs());
        let lowest = -(bound + ends);
        let mut is_one = room::filled(false, (2 * -lowest + 1) as usize, WHAT)?;
        let at = |sum: i64| usize::try_from(sum - lowest).ok();
        let mut waiting: Vec<i64> =
            (0..sums.bits()).filter(|&bit| sums.bit(bit)).map(|bit| from + bit as i64).collect();
        waiting.iter().filter_map(|&sum| at(sum)).for_each(|at| is_one[at] = true);
        while let Some(sum) = waiting.pop() {
            pulse.beat()?;
            for worth in &unlimited {
                if let Some(one @ false) = at(sum + worth).and_then(|at| is_one.get_mut(at)) {
                    *one = true;
                    waiting.push(sum + worth);
                }
            }
        }
        Ok(Balances { from: lowest, is_one })
    }
}
