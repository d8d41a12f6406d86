//! The symmetries of a lattice: its turns and reflections.
//!
//! A symmetry is the number of a turn of its lattice; the lattice knows what that does to cells. The symmetries of squares are
//! also kept as an optional transposition followed by optional reversals of rows and columns, so that applying one to a cell of a
//! box is at most a swap and two subtractions.

use super::lattice::{Lattice, Spot, Turn};
use super::{Cell, Ground};

/// A rotation or reflection of a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    lattice: Lattice,
    /// Its number among the turns of the lattice.
    index: u8,
}

/// For each of the eight symmetries of squares, whether it exchanges rows and columns, and whether it then reverses the rows, and
/// the columns.
const STEPS: [(bool, bool, bool); 8] = [
    (false, false, false),
    (true, false, true),
    (false, true, true),
    (true, true, false),
    (false, false, true),
    (true, false, false),
    (false, true, false),
    (true, true, true),
];

impl Symmetry {
    /// The map that moves nothing.
    pub const IDENTITY: Symmetry = Symmetry::square(0);

    /// The four rotations of squares, by 0, 90, 180 and 270 degrees clockwise.
    pub const ROTATIONS: [Symmetry; 4] =
        [Symmetry::square(0), Symmetry::square(1), Symmetry::square(2), Symmetry::square(3)];

    /// All eight symmetries of squares: the four rotations, then the four reflections.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::square(0),
        Symmetry::square(1),
        Symmetry::square(2),
        Symmetry::square(3),
        Symmetry::square(4),
        Symmetry::square(5),
        Symmetry::square(6),
        Symmetry::square(7),
    ];

    /// The reflection of squares that turns rows into columns.
    pub(crate) const TRANSPOSE: Symmetry = Symmetry::square(5);

    /// The reflection of squares that exchanges top and bottom.
    pub(crate) const UPSIDE_DOWN: Symmetry = Symmetry::square(6);

    /// Half a turn of squares.
    pub(crate) const HALF_TURN: Symmetry = Symmetry::square(2);

    const fn square(index: u8) -> Self {
        Symmetry { lattice: Lattice::Square, index }
    }

    /// All symmetries of a lattice: the identity, the other rotations, the reflections.
    ///
    /// ```
    /// use polytile::board::{Lattice, Symmetry};
    /// assert_eq!(Symmetry::of(Lattice::Hex).count(), 12);
    /// assert_eq!(Symmetry::of(Lattice::Cube).filter(|s| !s.is_reflection()).count(), 24);
    /// ```
    pub fn of(lattice: Lattice) -> impl Iterator<Item = Symmetry> + Clone {
        (0..lattice.ground().turns.len() as u8).map(move |index| Symmetry { lattice, index })
    }

    /// The rotations of a lattice, of which the identity is the first.
    pub fn rotations(lattice: Lattice) -> impl Iterator<Item = Symmetry> + Clone {
        Self::of(lattice).take(lattice.ground().rotations)
    }

    /// The symmetry of `lattice` with this number among [`Symmetry::of`].
    pub(crate) fn numbered(lattice: Lattice, index: u8) -> Self {
        Symmetry { lattice, index }
    }

    /// What it does, in words: how far it turns, and in which sense where the lattice is flat.
    pub(crate) fn turned(self) -> String {
        let (ground, turn) = (self.lattice.ground(), self.turn());
        // One more than twice the cosine of the angle, whatever the basis.
        let trace: i64 = (0..3).map(|i| turn.vector(std::array::from_fn(|j| i64::from(i == j)))[i]).sum();
        if self.is_reflection() {
            if ground.flat {
                // The line halves the angle by which what points to the right is turned.
                return match self.angle() / 2 {
                    0 => "reflected in a level line".to_owned(),
                    90 => "reflected in an upright line".to_owned(),
                    angle if angle < 90 => format!("reflected in a line that falls by {angle} degrees"),
                    angle => format!("reflected in a line that rises by {} degrees", 180 - angle),
                };
            }
            return match trace {
                1 => "reflected in a plane".to_owned(),
                -3 => "reflected in a point".to_owned(),
                // A turn by this angle, and a reflection in a plane across its axis.
                trace => format!("turned by {} degrees and reflected", degrees(trace + 2)),
            };
        }
        let angle = if ground.flat { self.angle() } else { degrees(trace) };
        match angle {
            180 => "turned by 180 degrees".to_owned(),
            _ if !ground.flat => format!("turned by {angle} degrees"),
            angle if angle < 180 => format!("turned by {angle} degrees clockwise"),
            angle => format!("turned by {} degrees counterclockwise", 360 - angle),
        }
    }

    /// By how many degrees, clockwise, it turns on paper what points to the right, from 0 to 359.
    pub(crate) fn angle(self) -> i64 {
        let [x, y, _] = self.lattice.ground().on_paper(self.turn().vector([0, 0, 12]));
        (y.atan2(x).to_degrees().round() as i64).rem_euclid(360)
    }

    /// The lattice that it is a symmetry of.
    pub fn lattice(self) -> Lattice {
        self.lattice
    }

    /// What it does, about the corner of the first unit.
    pub(crate) fn turn(self) -> &'static Turn {
        &self.lattice.ground().turns[usize::from(self.index)]
    }

    /// The image of `spot`.
    pub(crate) fn image(self, spot: Spot) -> Spot {
        self.turn().image(spot)
    }

    /// Whether rows become columns, on squares.
    pub const fn transposes(self) -> bool {
        STEPS[self.index as usize].0
    }

    /// Whether left and right hands are exchanged.
    pub fn is_reflection(self) -> bool {
        let ground: &Ground = self.lattice.ground();
        usize::from(self.index) >= ground.rotations
    }

    /// The size, rows then columns, of the image of a box of `rows` x `cols` squares.
    pub const fn size(self, rows: u32, cols: u32) -> (u32, u32) {
        if self.transposes() { (cols, rows) } else { (rows, cols) }
    }

    /// The image of `cell`, which lies in a box of `rows` x `cols` squares, in the image of that box.
    pub const fn apply(self, cell: Cell, rows: u32, cols: u32) -> Cell {
        let (transpose, flip_rows, flip_cols) = STEPS[self.index as usize];
        let (rows, cols) = self.size(rows, cols);
        let Cell { row, col, .. } = cell;
        let (row, col) = if transpose { (col, row) } else { (row, col) };
        Cell::new(if flip_rows { rows - 1 - row } else { row }, if flip_cols { cols - 1 - col } else { col })
    }
}

/// The angle of a turn whose matrix has this trace, from 0 to 180.
fn degrees(trace: i64) -> i64 {
    match trace {
        3 => 0,
        2 => 60,
        1 => 90,
        0 => 120,
        _ => 180,
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
    fn boxes_are_turned_as_the_lattice_turns_them() {
        for (symmetry, same) in Symmetry::ALL.into_iter().zip(Symmetry::of(Lattice::Square)) {
            assert_eq!(symmetry, same);
            let spot = |cell: Cell| Lattice::Square.spot(cell);
            let first = symmetry.image(spot(Cell::new(0, 0))).at;
            let moved = |cell: Cell| std::array::from_fn(|i| symmetry.image(spot(cell)).at[i] - first[i]);
            let applied = |cell: Cell| -> [i64; 3] {
                let (to, from) = (symmetry.apply(cell, 3, 5), symmetry.apply(Cell::new(0, 0), 3, 5));
                std::array::from_fn(|i| spot(to).at[i] - spot(from).at[i])
            };
            for cell in [Cell::new(0, 1), Cell::new(2, 0), Cell::new(1, 4)] {
                assert_eq!(applied(cell), moved(cell));
            }
        }
    }

    #[test]
    fn rotations_keep_hands() {
        assert!(Symmetry::ROTATIONS.iter().all(|s| !s.is_reflection()));
        assert_eq!(Symmetry::ALL.iter().filter(|s| s.is_reflection()).count(), 4);
    }
}
