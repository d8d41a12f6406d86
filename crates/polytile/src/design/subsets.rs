//! Which choices of pieces fill a board in exactly so many ways.
//!
//! In: a problem, whose copies say how often each piece may be chosen (any number of times means once or not at all, as from a set of
//! which there is one of each), and how many solutions are wanted. Out: every choice with that many, and how many choices there
//! were to look through, so that the absence of one is a theorem. The idea: a count of the board that keeps pieces apart
//! ([`crate::count`], by piece) has the number of solutions of every choice at once, those of none being left out. Cost: that
//! count, and a sum over areas for the number of choices.

use crate::count::{Answer, CountOptions, count};
use crate::number::Count;
use crate::pieces::{Copies, Piece, PieceSet};
use crate::problem::{Laid, Problem, UpTo};
use crate::run::{Control, Pulse, Refused, Stopped, room};
use crate::sums::Sums;
use std::collections::BTreeMap;

/// The areas that are proposed where a board has none that pieces can cover.
const PROPOSED: usize = 4;
/// How far these are looked for.
const FAR: usize = 256;

/// A choice of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// How often each piece is used; what stands for cells that stay empty is left out.
    pub copies: Vec<u64>,
    /// In how many ways these fill the board.
    pub solutions: Count,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subsets {
    /// The choices with as many solutions as are wanted, those with fewest solutions first, and then by their pieces.
    pub found: Vec<Subset>,
    /// How many choices fill the board at all.
    pub filling: u64,
    /// How many choices have the area of the board.
    pub choices: Count,
}

/// The problem as a set to choose from: pieces without a limit are there once.
pub fn set_of(problem: &Problem) -> Problem {
    let once = |piece: &Piece| {
        let least = piece.copies.min();
        let most = if piece.hole { piece.copies.max() } else { piece.copies.max().or(Some(least.max(1))) };
        let copies = most.and_then(|most| Copies::between(least, most).ok()).unwrap_or(piece.copies);
        Piece { copies, ..piece.clone() }
    };
    Problem { pieces: PieceSet::new(problem.pieces.iter().map(once).collect()), ..problem.clone() }
}

/// The choices from the pieces of `problem` that fill its board in as many ways as `wanted` says.
///
/// ```
/// use polytile::{design::subsets::subsets, prelude::*, run::Control};
/// let problem = Problem::new("3x5".parse()?, "pentominoes".parse()?);
/// let found = subsets(&problem, None, &|n| *n == 4_u32.into(), &Control::default())?;
/// assert_eq!(found.choices, 220_u32.into());
/// assert!(found.found.iter().all(|subset| subset.copies.iter().sum::<u64>() == 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When symmetries turn pieces into others, `control` says stop, or a limit is reached.
pub fn subsets(
    problem: &Problem,
    up_to: Option<UpTo>,
    wanted: &dyn Fn(&Count) -> bool,
    control: &Control,
) -> Result<Subsets, Refused> {
    let problem = set_of(problem);
    let choices = choices(&problem, control)?;
    let options = CountOptions { up_to, by_piece: true, ..CountOptions::default() };
    let counted = count(&problem, &options, control)?;
    let Answer::ByPiece(terms) = counted.answer else {
        return Err(Refused::Question("the count does not keep the pieces apart".to_owned()));
    };
    let hole = problem.pieces.iter().position(|piece| piece.hole);
    let mut by_choice: BTreeMap<Vec<u64>, Count> = BTreeMap::new();
    for (mut copies, solutions) in terms {
        if let Some(copies) = hole.and_then(|hole| copies.get_mut(hole)) {
            *copies = 0;
        }
        *by_choice.entry(copies).or_default() += solutions;
    }
    let filling = by_choice.len() as u64;
    let mut found: Vec<Subset> = by_choice
        .into_iter()
        .filter(|(_, solutions)| wanted(solutions))
        .map(|(copies, solutions)| Subset { copies, solutions })
        .collect();
    found.sort_by(|a, b| a.solutions.cmp(&b.solutions).then_with(|| b.copies.cmp(&a.copies)));
    Ok(Subsets { found, filling, choices })
}

/// The puzzle that a choice makes: these pieces and no others, each as often as it was chosen.
pub fn chosen(problem: &Problem, copies: &[u64]) -> Problem {
    let mut number = vec![None; problem.pieces.len()];
    let mut pieces = Vec::new();
    for (i, piece) in problem.pieces.iter().enumerate() {
        let used = copies.get(i).and_then(|&n| u32::try_from(n).ok()).unwrap_or(0);
        if piece.hole || used > 0 {
            number[i] = Some(pieces.len());
            let copies = if piece.hole { piece.copies } else { Copies::exactly(used) };
            pieces.push(Piece { copies, ..piece.clone() });
        }
    }
    let renumbered = |laid: &Laid| {
        Some(Laid { piece: number.get(laid.piece).copied().flatten()?, cells: laid.cells.clone() })
    };
    let given = problem.given.iter().filter_map(renumbered).collect();
    Problem { pieces: PieceSet::new(pieces), given, ..problem.clone() }
}

/// How many choices of pieces have the area of the board, up to holes that may be left.
fn choices(problem: &Problem, control: &Control) -> Result<Count, Stopped> {
    const WHAT: &str = "the numbers of choices by their areas";
    let rest = problem.rest();
    let area = rest.region.len();
    let pulse = Pulse::preparing(control);
    control.reserve(40 * (area as u64 + 1), WHAT)?;
    let mut ways: Vec<Count> = room::filled(Count::ZERO, area + 1, WHAT)?;
    ways[0] = Count::from(1_u8);
    for piece in rest.pieces.iter().filter(|piece| !piece.hole) {
        let (least, size) = (piece.copies.min() as usize, piece.size());
        let most = piece.copies.max().map_or(usize::MAX, |max| max as usize);
        let mut next: Vec<Count> = room::filled(Count::ZERO, area + 1, WHAT)?;
        for (sum, ways) in ways.iter().enumerate() {
            pulse.beat()?;
            if *ways == Count::ZERO {
                continue;
            }
            let mut copies = least;
            while copies <= most && copies.saturating_mul(size) <= area - sum {
                pulse.beat()?;
                next[sum + copies * size] += ways;
                copies += 1;
            }
        }
        ways = next;
    }
    let holes = rest.pieces.hole().map(|hole| hole.copies);
    let least = holes.map_or(0, |copies| copies.min() as usize);
    let optional = rest.region.optional().len();
    let most = holes.map_or(0, |copies| copies.max().map_or(optional, |max| (max as usize).min(optional)));
    let empty = (least..=most).filter_map(|empty| area.checked_sub(empty));
    Ok(empty.map(|covered| &ways[covered]).sum())
}

/// Where no choice has the area of the board, the nearest areas that choices have, the smaller first; nothing where one has.
///
/// # Errors
/// When `control` says stop.
pub fn areas(problem: &Problem, control: &Control) -> Result<Option<Vec<usize>>, Stopped> {
    let problem = set_of(problem);
    let area = problem.region.len();
    let sums = Sums::new(problem.sizes(), area + FAR, control)?;
    let pulse = Pulse::preparing(control);
    if sums.may_be(area, &pulse)? {
        return Ok(None);
    }
    let mut found = Vec::new();
    for near in (1..=FAR).flat_map(|by| [area.checked_sub(by), Some(area + by)]).flatten() {
        if found.len() < PROPOSED && near > 0 && sums.may_be(near, &pulse)? {
            found.push(near);
        }
    }
    found.sort_unstable();
    Ok(Some(found))
}
