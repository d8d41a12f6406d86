//! Why there is no such region.

use super::Region;
use thiserror::Error;

/// Why there is no such region.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RegionError {
    /// A side is 0.
    #[error("a board needs at least one row and one column, not {rows}x{cols}")]
    Empty {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        cols: u64,
    },
    /// A side is longer than 2^31, or there are more cells than this machine can index.
    #[error("a board of {rows}x{cols} is too large: sides go up to 2^31, and cells up to {limit}")]
    TooLarge {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        cols: u64,
        /// The largest number of cells.
        limit: u64,
    },
    /// A box in space of which a side is 0, or that is too large.
    #[error("there is no board of {layers}x{rows}x{cols}: sides are 1 or more, and cells go up to {limit}", limit = Region::MAX_CELLS)]
    Space {
        /// Layers asked for.
        layers: u64,
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        cols: u64,
    },
    /// A cell that is not on the board.
    #[error("cell {cell} is not on the board, which has {sides}")]
    Outside {
        /// The cell named, as it is written.
        cell: String,
        /// What its numbers can be.
        sides: String,
    },
}
