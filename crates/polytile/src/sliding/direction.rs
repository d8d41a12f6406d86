//! The four directions in which pieces move.

/// A direction to move in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
    /// Away from row 0.
    Down,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

    /// What one unit adds to row and column.
    pub fn offset(self) -> (i32, i32) {
        match self {
            Direction::Up => (-1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
            Direction::Down => (1, 0),
        }
    }

    /// The way back.
    #[must_use]
    pub fn reverse(self) -> Self {
        match self {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }

    /// Its name: `up`, `left`, `right` or `down`.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "down",
        }
    }
}
