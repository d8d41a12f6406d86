//! The order in which a scan decides the cells.
//!
//! An order is good if, after each cell, few placements are begun and not finished: along the short side of a board. The
//! frontiers that an order leads to tell what it takes (`probe`, and the planner). Each lattice says by linear forms what its
//! rows, columns and diagonals are. Each of them can be gone through backwards too, from the last cell to the first. A board that
//! half a turn carries to itself looks the same from there. One that is wide at one end and narrow at the other does not: a scan
//! that begins at the narrow end meets dead ends late and many, and has more states at a time than one that ends there.

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
        /// As rows, from the last cell to the first.
        ReversedRows = "reversed-rows", "As rows, from the last cell to the first";
        /// As columns, from the last cell to the first.
        ReversedColumns = "reversed-columns", "As columns, from the last cell to the first";
        /// As diagonals, from the last cell to the first.
        ReversedDiagonals = "reversed-diagonals", "As diagonals, from the last cell to the first";
        /// As layers, from the last cell to the first.
        ReversedLayers = "reversed-layers", "As layers, from the last cell to the first";
    }
}

impl Order {
    /// The order that goes through the cells from the last to the first.
    ///
    /// ```
    /// use polytile::count::Order;
    /// assert_eq!(Order::Rows.reversed(), Order::ReversedRows);
    /// assert_eq!(Order::ReversedRows.reversed(), Order::Rows);
    /// ```
    #[must_use]
    pub fn reversed(self) -> Order {
        match self {
            Order::Rows => Order::ReversedRows,
            Order::Columns => Order::ReversedColumns,
            Order::Diagonals => Order::ReversedDiagonals,
            Order::Layers => Order::ReversedLayers,
            Order::ReversedRows => Order::Rows,
            Order::ReversedColumns => Order::Columns,
            Order::ReversedDiagonals => Order::Diagonals,
            Order::ReversedLayers => Order::Layers,
        }
    }
}
