//! Finding out why there is no solution.
//!
//! In: a puzzle. Out: a [`Certificate`] that it has no tiling, if one is found; finding none means nothing. Weights
//! of three kinds are tried, the simplest first, and whatever is found has been checked ([`Certificate::check`]):
//!
//! - those that people use ([`patterns`]): the area, chessboards, stripes, diagonals and lattices;
//! - those with which every placement of a piece weighs the same ([`equations`]), modulo 2, 3, 5, 7, 4, 9 and 8, or as
//!   they are: a parity. They exist modulo a prime, or as they are, exactly if the equations of the exact cover contradict
//!   each other there. Further moduli explain none of the other boards among the thousand of `benches/certificates.rs`;
//! - those with which pieces cannot weigh as much as the board ([`inequality`]), on boards of up to [`CELLS`] cells. They exist
//!   exactly if the exact cover has no fractional solution.
//!
//! Weights that tell all cells of a small board apart, such as powers of 2, would prove whatever is true of it, but they
//! only hide a search through all tilings: no person can check them, so they are not looked for.
//!
//! Where there are no weights, [`encircle`] looks for a proof by a walk around the board.
//!
//! The idea is Golomb's (*Checker boards and polyominoes*, 1954) and, with algebra, that of Conway and Lagarias (*Tiling
//! with polyominoes and combinatorial group theory*, 1990), whose tile counting this is; the third kind is the lemma of
//! Farkas. Cost: about a hundred checks; an elimination for each modulus: placements times the square of the cells that a
//! piece and the rows it lies in span; a linear program.

mod contradictions;
mod counts;
mod echelon;
mod equations;
mod inequality;
mod patterns;
mod simplex;
#[cfg(test)]
mod tests;
mod tile_group;

pub use tile_group::encircle;

use crate::certificate::{Certificate, CertificateError, Proof};
use crate::problem::{Placements, Problem};
use crate::run::{Control, Pulse, Stopped, room};
use crate::sums::Sums;
use counts::Counts;
use equations::Equations;

/// Bytes that the check of a guess may take besides a few numbers for each cell: worth a few hundredths of a second. What takes
/// more is not a short reason.
const GUESS_BYTES: u64 = 4 << 20;

/// Bytes that a check takes at least for each cell: its weight, and what pieces covering that many cells can weigh.
const BYTES_PER_CELL: u64 = 24;

/// Cells of a board, at most, for weights whose computation takes the cube of them.
const CELLS: usize = 1000;

/// Primes and their powers.
const MODULI: [u64; 7] = [2, 3, 5, 7, 4, 9, 8];

/// A certificate that `problem` has no tiling, with its proof, if one is found.
///
/// ```
/// use polytile::{board::Region, exact_cover::certify, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// let board = Region::rectangle(5, 5)?;
/// let dominoes = Problem::new(board, PieceSet::all(2, Freedom::Free));
/// let (certificate, proof) = certify(&dominoes, &Control::default())?.ok_or("none found")?;
/// assert_eq!(proof.explain(&certificate, &dominoes).last().map(String::as_str),
///     Some("Every piece covers 2 cells, and 25 is no multiple of 2: there is no tiling."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `control` stops it, or when something that it tries needs more memory than the budget and nothing else leads to a proof.
pub fn certify(problem: &Problem, control: &Control) -> Result<Option<(Certificate, Proof)>, Stopped> {
    found(problem, control, Finder::find)
}

/// The same, of what people see at once: the area, and the weights that they use. Cost: about a hundred checks.
///
/// # Errors
/// As [`certify`].
#[cfg(feature = "formats")]
pub(crate) fn at_sight(
    problem: &Problem,
    control: &Control,
) -> Result<Option<(Certificate, Proof)>, Stopped> {
    found(problem, control, |finder| finder.at_sight().map(|sight| sight.certified))
}

/// What is found, or why not everything was tried.
fn found<'a>(
    problem: &'a Problem,
    control: &'a Control,
    look: impl FnOnce(&mut Finder<'a>) -> Result<Found, Stopped>,
) -> Result<Found, Stopped> {
    let mut finder = Finder { problem, control, refused: None };
    match look(&mut finder) {
        Ok(None) => finder.refused.map_or(Ok(None), Err),
        found => found,
    }
}

/// A certificate with its proof.
type Found = Option<(Certificate, Proof)>;

/// What is seen at once, and what it takes to look further; nothing where the area decides.
struct Sight {
    certified: Found,
    further: Option<(Placements, Counts)>,
}

struct Finder<'a> {
    problem: &'a Problem,
    control: &'a Control,
    /// The first guess whose check the budget does not allow.
    refused: Option<Stopped>,
}

impl Finder<'_> {
    /// The area, and the weights that people use.
    fn at_sight(&mut self) -> Result<Sight, Stopped> {
        let (problem, control) = (self.problem, self.control);
        let by_area = |certified| Ok(Sight { certified, further: None });
        let area = problem.region.len();
        if !Sums::new(problem.sizes(), area, control)?.may_be(area, &Pulse::preparing(control))? {
            return by_area(self.area()?);
        }
        let placements = problem.placements_within(control)?;
        let beside = control.holding(placements.bytes());
        let pulse = Pulse::preparing(&beside);
        let mut homeless = vec![true; problem.pieces.len()];
        for placement in placements.iter() {
            pulse.beat()?;
            homeless[placement.piece as usize] = false;
        }
        let Some(counts) = Counts::new(problem, &homeless, &beside)? else { return by_area(self.area()?) };
        let certified = self.first(patterns::patterns(problem, &placements, &beside)?, None, &beside)?;
        Ok(Sight { certified, further: Some((placements, counts)) })
    }

    fn find(&mut self) -> Result<Found, Stopped> {
        let (problem, control) = (self.problem, self.control);
        let (placements, counts) = match self.at_sight()? {
            Sight { certified: None, further: Some(further) } => further,
            Sight { certified, .. } => return Ok(certified),
        };
        let cells = problem.region.len();
        let beside = control.holding(placements.bytes());
        let equations = Equations::new(cells, &placements, &counts, &beside)?;
        let beside_both = beside.holding(equations.bytes());
        for modulus in MODULI.map(Some).into_iter().chain([None]) {
            let guesses = equations.contradictions(modulus, &beside_both)?;
            let found = self.first(guesses.into_iter().map(Ok), modulus, &beside_both)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        if cells > CELLS {
            return Ok(None);
        }
        let guesses = inequality::weights(cells, &placements, &counts, &beside)?;
        self.first(guesses.into_iter().map(Ok), None, &beside)
    }

    /// The proof that no choice of pieces covers the area, however large the board is.
    fn area(&self) -> Result<Found, Stopped> {
        const WHAT: &str = "the weights of the cells";
        let cells = self.problem.region.len();
        self.control.reserve(8 * cells as u64, WHAT)?;
        let Ok(certificate) = Certificate::new(room::filled(1, cells, WHAT)?, None) else {
            return Ok(None);
        };
        match certificate.check(self.problem, &self.control.unwatched()) {
            Ok(proof) => Ok(Some((certificate, proof))),
            Err(CertificateError::Stopped(stopped)) => Err(stopped),
            Err(_) => Ok(None),
        }
    }

    /// The first of these weights that prove it; `control` knows what else is held meanwhile.
    fn first(
        &mut self,
        guesses: impl IntoIterator<Item = Result<Vec<i64>, Stopped>>,
        modulus: Option<u64>,
        control: &Control,
    ) -> Result<Found, Stopped> {
        let patience = GUESS_BYTES + BYTES_PER_CELL * self.problem.region.len() as u64;
        let held = self.control.memory_budget().saturating_sub(control.memory_budget());
        let most = self.control.memory_budget().min(patience.saturating_add(held));
        let patient = self.control.unwatched().memory(most).holding(held);
        for weights in guesses {
            let Ok(certificate) = Certificate::new(weights?, modulus.map(|m| m as i64)) else { continue };
            match certificate.check(self.problem, &patient) {
                Ok(proof) => return Ok(Some((certificate, proof))),
                Err(CertificateError::Stopped(refused @ Stopped::OutOfMemory { .. })) => {
                    if control.memory_budget() < patience {
                        self.refused.get_or_insert(refused);
                    }
                }
                Err(CertificateError::Stopped(stopped)) => return Err(stopped),
                Err(_) => {}
            }
        }
        Ok(None)
    }
}
