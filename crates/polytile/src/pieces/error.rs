//! Why there is no such piece, or no such number of copies, or a piece cannot be given where it lies.

use super::Copies;
use crate::board::{Cell, Coordinates};
use thiserror::Error;

/// Why there is no such piece, or no such number of copies, or a piece cannot be given where it lies
/// ([`Problem::with_given`](crate::problem::Problem::with_given)).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PiecesError {
    /// There is no cell.
    #[error("a piece needs at least one cell")]
    Empty,
    /// The cells are not connected.
    #[error("the cells of a piece must hang together by their edges; {0} is cut off from the first one")]
    Disconnected(Cell),
    /// The least number of copies is larger than the most.
    #[error("copies {min}..{max} are impossible: the first number is the larger; write {max}..{min}")]
    Copies {
        /// The fewest.
        min: u32,
        /// The most.
        max: u32,
    },
    /// There is no such piece.
    #[error("there is no piece number {0}")]
    NoPiece(usize),
    /// A cell is not on the board.
    #[error("{piece} is given on {cell}, which is not on the board")]
    Outside {
        /// Name of the piece.
        piece: String,
        /// The cell.
        cell: Coordinates,
    },
    /// The cells do not form the piece.
    #[error("{piece} is given on cells from {cell} on that do not form it, or not as it may be turned")]
    Shape {
        /// Name of the piece.
        piece: String,
        /// The first of its cells.
        cell: Coordinates,
    },
    /// Two of them overlap.
    #[error("{first} and {second} are both given on {cell}")]
    Overlap {
        /// Name of the one piece.
        first: String,
        /// Name of the other.
        second: String,
        /// The cell both cover.
        cell: Coordinates,
    },
    /// A piece is given more often than it may lie.
    #[error("{piece} is given {given} times, but its copies are {copies}")]
    TooMany {
        /// Name of the piece.
        piece: String,
        /// How often it is given.
        given: u32,
        /// What is allowed.
        copies: Copies,
    },
}
