//! The order in which a scan decides the cells.
//!
//! An order is good if, after each cell, few placements are begun and not finished: along the short side of a board. What
//! an order takes is told by the frontiers it leads to (`probe`), and by the planner.

use std::fmt;

/// The order in which the cells are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Row by row.
    Rows,
    /// Column by column.
    Columns,
    /// Diagonal by diagonal.
    Diagonals,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Order::Rows => "rows",
            Order::Columns => "columns",
            Order::Diagonals => "diagonals",
        })
    }
}
