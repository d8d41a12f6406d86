//! Why a certificate cannot be reckoned with, or proves nothing.

use super::{Certificate, Circuit, explain};
use crate::run::Stopped;
use thiserror::Error;

/// Why weights cannot be reckoned with or permutations cannot be walked with, or why they prove nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// A number that cannot be a modulus.
    #[error("the modulus is {0}, but it goes from 2 to {most}", most = Certificate::MAX)]
    Modulus(i64),
    /// A weight that is too large.
    #[error("the weight {0} is too large: weights go from -{most} to {most}", most = Certificate::MAX)]
    Weight(i64),
    /// Not as many weights as cells.
    #[error("there are {found} weights for the {cells} cells of the board")]
    Length {
        /// Weights.
        found: usize,
        /// Cells.
        cells: usize,
    },
    /// Pieces that they do not rule out.
    #[error("{}", explain::not_ruled_out(*board, *modulus, choice))]
    Possible {
        /// What the board weighs.
        board: i64,
        /// The modulus of the certificate.
        modulus: Option<u32>,
        /// Pieces by name, what each weighs, and how many of them: together they cover as many cells as the board has, and weigh
        /// as much.
        choice: Vec<(String, i64, u64)>,
    },
    /// Too many points, or none.
    #[error("there are {0} points, and there can be 1 to {most}", most = Circuit::MOST_POINTS)]
    Points(usize),
    /// A list that is no permutation of as many points as the first.
    #[error("list {0} of the steps does not have each of the points once, which are counted from 0")]
    NoPermutation(usize),
    /// Not as many permutations as there are directions.
    #[error("there are {found} lists of steps, and edges of the lattice lie in {directions} directions")]
    Directions {
        /// Lists.
        found: usize,
        /// Directions.
        directions: usize,
    },
    /// A board that cannot be walked around.
    #[error("a walk around the board says nothing here: {0}")]
    Board(&'static str),
    /// A piece that cannot be walked around.
    #[error("{0} is not in one part without holes, so a walk around it says nothing")]
    Piece(String),
    /// A piece around which points are moved.
    #[error("around {0} some points are moved")]
    Moved(String),
    /// Around the board they are not.
    #[error("around the board no point is moved, so nothing is proved")]
    Unmoved,
    /// The check was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
