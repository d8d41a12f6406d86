//! The order in which a scan decides the cells.
//!
//! An order is good if, after each cell, few placements are begun and not finished: along the short side of a board. The
//! frontiers that an order leads to tell what it takes (`probe`, and the planner). Each lattice says by linear forms what its
//! rows, columns and diagonals are.

use crate::choice::choice;

choice! {
    /// The order in which the cells are decided.
    pub enum Order {
        /// Row by row.
        Rows = "rows", "Row by row";
        /// Column by column.
        Columns = "columns", "Column by column";
        /// Diagonal by diagonal; in space plane by plane across a diagonal.
        Diagonals = "diagonals", "Diagonal by diagonal";
        /// Layer by layer, in space.
        Layers = "layers", "Layer by layer, in space";
    }
}
