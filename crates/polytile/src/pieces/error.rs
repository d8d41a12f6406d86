//! Why there is no such piece, or no such number of copies.

use crate::board::Cell;
use thiserror::Error;

/// Why there is no such piece, or no such number of copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
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
}
