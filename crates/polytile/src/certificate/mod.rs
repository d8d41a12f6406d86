//! Why a board cannot be tiled, so that a person can check it: weights on its cells.
//!
//! In: an integer for every cell of the board, perhaps to be read modulo a number. What a piece covers weighs the sum
//! over its cells; wherever it is laid, that is one of a few sums. Pieces that fill the board, as many of each as the
//! puzzle allows, cover as many cells as there are, and weigh together what the board weighs. When no choice of pieces
//! can do both, there is no tiling, and the weights are a *certificate* of that. Out: that proof, in numbers and in
//! words, or a choice of pieces that the weights do not rule out.
//!
//! The reasons that people give are of this kind. Weights 1 everywhere: the area. Weights 1 on one part of a board that
//! falls apart: the area of that part. Weights 1 and -1 on the two colours of a chessboard: a domino weighs 0, and a
//! board that lacks two corners of one colour does not. Weights that are 1 in every second row and every second column:
//! an L-tromino covers at most one of those cells, and a 3 x 7 board has more of them than it has room for pieces.
//!
//! Where weights do not help, a walk around the board may: see [`Circuit`].
//!
//! The proof goes back to the squares and shares no code with what finds certificates: every piece is laid everywhere
//! once more. Cost: the cells of all placements, and then a step for each sum and area that can be reached with some of
//! the pieces, for each copy of a piece, which [`Control`] bounds.

mod check;
mod circuit;
mod error;
mod explain;

pub use circuit::Circuit;
pub use error::CertificateError;

use crate::problem::Problem;
use crate::run::Control;

/// Weights on the cells of a board, claimed to show that it cannot be tiled.
///
/// ```
/// use polytile::board::{Cell, Region};
/// use polytile::certificate::{Certificate, Possible};
/// use polytile::{pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// let board = Region::rectangle(8, 8)?.without(&[Cell::new(0, 0), Cell::new(7, 7)])?;
/// let chessboard = board.cells().map(|c| if (c.row + c.col) % 2 == 0 { 1 } else { -1 }).collect();
/// let problem = Problem::new(board, PieceSet::all(2, Freedom::Free));
/// let proof = Certificate::new(chessboard, None)?.check(&problem, &Control::default())?;
/// assert_eq!((proof.board, proof.possible), (-2, Possible::Sums(vec![0])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Certificate {
    weights: Vec<i64>,
    modulus: Option<u32>,
}

/// What the weights prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What the board weighs: from 0 to below the modulus, if there is one.
    pub board: i64,
    /// What each piece of the problem can weigh, sorted; nothing when there is no place for it.
    pub pieces: Vec<Vec<i64>>,
    /// What pieces that cover as many cells as the board has can weigh together: not what the board weighs.
    pub possible: Possible,
}

/// What pieces that cover as many cells as the board has can weigh together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// These weights and no others, sorted; none when no choice of pieces covers that many cells.
    Sums(Vec<i64>),
    /// No less than this, and the board weighs less.
    AtLeast(i64),
    /// No more than this, and the board weighs more.
    AtMost(i64),
}

impl Certificate {
    /// The largest weight and the largest modulus.
    pub const MAX: u32 = 1_000_000;

    /// The weights of the cells of a region, by their indices.
    ///
    /// # Errors
    /// [`CertificateError::Modulus`] when the modulus is not from 2 to 1000000, [`CertificateError::Weight`] when a weight
    /// lies beyond that.
    pub fn new(weights: Vec<i64>, modulus: Option<i64>) -> Result<Self, CertificateError> {
        let checked = |modulus: i64| {
            let found = u32::try_from(modulus).ok().filter(|m| (2..=Self::MAX).contains(m));
            found.ok_or(CertificateError::Modulus(modulus))
        };
        let modulus = modulus.map(checked).transpose()?;
        if let Some(&weight) = weights.iter().find(|w| w.unsigned_abs() > u64::from(Self::MAX)) {
            return Err(CertificateError::Weight(weight));
        }
        Ok(Certificate { weights, modulus })
    }

    /// The weights, by the indices of the cells.
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// The number that the weights are read modulo, if any.
    pub fn modulus(&self) -> Option<u32> {
        self.modulus
    }

    /// Whether the weights are 1 and -1, as of the two colours of a chessboard.
    pub fn is_coloured(&self) -> bool {
        self.modulus.is_none() && self.weights.iter().all(|weight| weight.abs() == 1)
    }

    /// Whether these weights show that `problem` has no tiling, whatever its rules.
    ///
    /// # Errors
    /// [`CertificateError::Length`], [`CertificateError::Possible`] with pieces that are not ruled out, or when `control`
    /// stops it.
    pub fn check(&self, problem: &Problem, control: &Control) -> Result<Proof, CertificateError> {
        check::check(self, problem, control)
    }
}
