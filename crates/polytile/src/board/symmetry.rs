//! The eight symmetries of the square grid.
//!
//! Each is written as an optional transposition followed by optional reversals of the rows and of the columns, so
//! that applying one is at most a swap and two subtractions.

use super::Cell;

/// A rotation or reflection of the square grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Symmetry {
    /// The map that moves nothing.
    pub const IDENTITY: Symmetry = Symmetry::new(false, false, false);

    /// The four rotations, by 0, 90, 180 and 270 degrees clockwise.
    pub const ROTATIONS: [Symmetry; 4] = [
        Symmetry::IDENTITY,
        Symmetry::new(true, false, true),
        Symmetry::new(false, true, true),
        Symmetry::new(true, true, false),
    ];

    /// All eight: the four rotations, then the four reflections.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::IDENTITY,
        Symmetry::new(true, false, true),
        Symmetry::new(false, true, true),
        Symmetry::new(true, true, false),
        Symmetry::new(false, false, true),
        Symmetry::new(true, false, false),
        Symmetry::new(false, true, false),
        Symmetry::new(true, true, true),
    ];

    /// A quarter turn clockwise.
    pub(crate) const QUARTER_TURN: Symmetry = Symmetry::ROTATIONS[1];

    /// The reflection that exchanges left and right.
    pub(crate) const MIRROR: Symmetry = Symmetry::new(false, false, true);

    /// The reflection that makes rows of columns.
    pub(crate) const TRANSPOSE: Symmetry = Symmetry::new(true, false, false);

    const fn new(transpose: bool, flip_rows: bool, flip_cols: bool) -> Self {
        Symmetry { transpose, flip_rows, flip_cols }
    }

    /// Whether rows become columns.
    pub const fn transposes(self) -> bool {
        self.transpose
    }

    /// Whether left and right hands are exchanged.
    pub const fn is_reflection(self) -> bool {
        self.transpose ^ self.flip_rows ^ self.flip_cols
    }

    /// The size, rows then columns, of the image of a `rows` x `cols` box.
    pub const fn size(self, rows: u32, cols: u32) -> (u32, u32) {
        if self.transpose { (cols, rows) } else { (rows, cols) }
    }

    /// The image of `cell`, which lies in a box of `rows` x `cols` cells, in the image of that box.
    pub const fn apply(self, cell: Cell, rows: u32, cols: u32) -> Cell {
        let (rows, cols) = self.size(rows, cols);
        let Cell { row, col } = cell;
        let (row, col) = if self.transpose { (col, row) } else { (row, col) };
        Cell {
            row: if self.flip_rows { rows - 1 - row } else { row },
            col: if self.flip_cols { cols - 1 - col } else { col },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_are_different_and_closed_under_composition() {
        let corner =
            |s: Symmetry| [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 2)].map(|c| s.apply(c, 3, 3));
        for (i, a) in Symmetry::ALL.iter().enumerate() {
            for b in &Symmetry::ALL[..i] {
                assert_ne!(corner(*a), corner(*b));
            }
            for b in Symmetry::ALL {
                let both = corner(*a).map(|c| b.apply(c, 3, 3));
                assert!(Symmetry::ALL.iter().any(|c| corner(*c) == both));
            }
        }
    }

    #[test]
    fn rotations_keep_hands() {
        assert!(Symmetry::ROTATIONS.iter().all(|s| !s.is_reflection()));
        assert_eq!(Symmetry::ALL.iter().filter(|s| s.is_reflection()).count(), 4);
    }
}
