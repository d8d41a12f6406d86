//! The chair: an L-tromino enlarged, tiled by L-trominoes.
//!
//! In: a scale k. Out: a tiling of the L made of three k x k squares by k^2 trominoes, for every k of at least 1.
//!
//! A chair of scale a*b is the chair of scale a with every tromino enlarged b times; so a tiling for every prime scale p is
//! enough, and the tiling of scale k is made of these, one within the other, the smallest prime outermost. For p = 3 one is
//! searched for on the 27 cells. Every other prime is not a multiple of 3, so each of the three p x p squares can be tiled
//! without the cell that touches the inner corner of the L ([`Rectangle`]; 5x5 is not an exception, since a corner is in an even
//! row and an even column), and these three cells are a tromino. For p = 2 this divides the chair into four. Cost:
//! linear in the trominoes, and 12 bytes for each of the trominoes of the largest prime.

use super::GolombError;
use super::Quadrant;
use super::deficient::{Rectangle, Tromino, collected, small, trominoes};
use crate::board::{Cell, Region, RegionError};
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};
use crate::tiling::Tiling;
use std::collections::BTreeMap;

/// The L-tromino enlarged: a square of side 2k without its upper right quarter.
///
/// ```
/// use polytile::{golomb::chair::Chair, run::Control};
/// let chair = Chair::new(6)?;
/// let tiling = chair.tiling(&Control::default())?;
/// assert_eq!(tiling.laid().len(), 36);
/// assert!(tiling.check(&chair.problem(&Control::default())?).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chair {
    scale: u32,
}

/// The quarter that a chair lacks.
const UPPER_RIGHT: Quadrant = Quadrant::new(false, true);

/// Tilings of the chairs of some scales.
type Patterns = BTreeMap<u32, Vec<Tromino>>;

impl Chair {
    /// The chair of scale `scale`.
    ///
    /// # Errors
    /// [`RegionError::Empty`] for 0, and [`RegionError::TooLarge`] when there is no region as large as the square around
    /// the chair.
    pub fn new(scale: u64) -> Result<Self, RegionError> {
        let side = scale.saturating_mul(2);
        Region::rectangle(side, side).map(|_| Chair { scale: scale as u32 })
    }

    /// The scale: the side of each of the three squares.
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// The prime factors of the scale, smallest first: the scales of the chairs that are put one within the other.
    pub fn factors(&self) -> Vec<u32> {
        primes(self.scale)
    }

    /// Number of trominoes.
    pub fn pieces(&self) -> u64 {
        u64::from(self.scale).pow(2)
    }

    /// The puzzle: the chair, and L-trominoes as many as one likes.
    ///
    /// # Errors
    /// [`Stopped`] when the cells that the chair lacks in the square around it, which a region lists, do not fit the
    /// memory that `control` allows.
    pub fn problem(&self, control: &Control) -> Result<Problem, Stopped> {
        let bytes = self.pieces() * size_of::<Cell>() as u64;
        control.reserve(bytes, format!("the outline of a chair of scale {}", self.scale))?;
        // `new` has made sure that there is such a region.
        let region = Region::chair(u64::from(self.scale)).unwrap_or_else(|e| unreachable!("{e}"));
        Ok(Problem::new(region, trominoes()))
    }

    /// The tiling, tromino by tromino.
    ///
    /// # Errors
    /// [`Stopped`] when `control` says so.
    pub fn lay(&self, control: &Control, mut each: impl FnMut(Tromino)) -> Result<(), Stopped> {
        let primes = self.factors();
        let mut patterns = Patterns::new();
        for &prime in &primes {
            if let std::collections::btree_map::Entry::Vacant(entry) = patterns.entry(prime) {
                entry.insert(pattern(prime, control)?);
            }
        }
        let mut done = 0;
        enlarged(Tromino::new(0, 0, UPPER_RIGHT), self.scale, &primes, &patterns, &mut |tromino| {
            each(tromino);
            done += 1;
            if done % (1 << 16) == 0 {
                control.check(Progress::Pieces { done, total: self.pieces() })?;
            }
            Ok(())
        })
    }

    /// The tiling.
    ///
    /// # Errors
    /// [`Stopped`] when `control` says so, or the tiling does not fit the memory that it allows.
    pub fn tiling(&self, control: &Control) -> Result<Tiling, Stopped> {
        collected(self.pieces(), control, |laid| self.lay(control, laid))
    }
}

/// The prime factors of `number`, smallest first.
fn primes(mut number: u32) -> Vec<u32> {
    let mut primes = Vec::new();
    let mut factor = 2;
    while number > 1 {
        if number.is_multiple_of(factor) {
            primes.push(factor);
            number /= factor;
        } else if factor * factor > number {
            factor = number;
        } else {
            factor += 1;
        }
    }
    primes
}

/// A tiling of the chair of prime scale, the upper right quarter missing.
fn pattern(prime: u32, control: &Control) -> Result<Vec<Tromino>, Stopped> {
    if prime == 3 {
        return Ok(small::tile(6, 6, &|cell| cell.row >= 3 || cell.col < 3).unwrap_or_default());
    }
    let total = u64::from(prime).pow(2);
    control.reserve(total * size_of::<Tromino>() as u64, format!("a chair of {total} trominoes"))?;
    let inner = Tromino::new(prime - 1, prime - 1, UPPER_RIGHT);
    let mut laid = vec![inner];
    for cell in inner.cells() {
        // The square that the cell is in.
        let (top, left) = (cell.row / prime * prime, cell.col / prime * prime);
        let hole = Cell::new(cell.row - top, cell.col - left);
        let square = Rectangle::new(u64::from(prime), u64::from(prime), Some(hole));
        let square = square.unwrap_or_else(|e| unreachable!("{e}"));
        match square.lay(control, |tromino| laid.push(tromino.moved(top, left))) {
            Ok(()) => {}
            Err(GolombError::Stopped(stopped)) => return Err(stopped),
            Err(other) => unreachable!("{square}: {other}"),
        }
    }
    Ok(laid)
}

/// Lays `tromino` enlarged `scale` times, which is the product of `primes`.
fn enlarged(
    tromino: Tromino,
    scale: u32,
    primes: &[u32],
    patterns: &Patterns,
    each: &mut dyn FnMut(Tromino) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let Some((&prime, rest)) = primes.split_first() else { return each(tromino) };
    let part = scale / prime;
    for small in &patterns[&prime] {
        // The pattern lacks the upper right quarter: it is mirrored so that it lacks what the tromino lacks.
        let small = small.mirrored(2 * prime, UPPER_RIGHT, tromino.missing);
        let block = small.block;
        let placed = Tromino {
            block: Cell::new(tromino.block.row + block.row * part, tromino.block.col + block.col * part),
            ..small
        };
        enlarged(placed, part, rest, patterns, each)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scale_is_tiled() {
        for scale in (1..=48).chain([64, 81, 97, 101, 125]) {
            let chair = Chair::new(scale).unwrap();
            let tiling = chair.tiling(&Control::default()).unwrap();
            let problem = chair.problem(&Control::default()).unwrap();
            assert_eq!(tiling.laid().len() as u64, scale * scale);
            assert_eq!(tiling.check(&problem), Ok(()), "{scale}");
        }
    }

    #[test]
    fn a_chair_of_scale_two_is_four_chairs() {
        let mut cells = Vec::new();
        Chair::new(2)
            .unwrap()
            .lay(&Control::default(), |t| cells.push((t.block, t.missing.index())))
            .unwrap();
        cells.sort_unstable();
        let at = Cell::new;
        assert_eq!(cells, [(at(0, 0), 3), (at(1, 1), 1), (at(2, 0), 1), (at(2, 2), 0)]);
    }

    #[test]
    fn sizes_are_checked() {
        assert!(Chair::new(0).is_err() && Chair::new(1 << 20).is_err() && Chair::new(u64::MAX).is_err());
        assert_eq!(primes(1), [0_u32; 0]);
        assert_eq!(primes(360), [2, 2, 2, 3, 3, 5]);
        assert_eq!(primes(32_749), [32_749]);
        let small = Control::default().memory(1000);
        assert!(Chair::new(97).unwrap().lay(&small, |_| ()).is_err());
    }
}
