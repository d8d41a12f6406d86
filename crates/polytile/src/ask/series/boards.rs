//! Boards that grow: of which a side is n, or both are, or the order.
//!
//! In: words such as `6xn`, `torus:6xn`, `nxn`, `aztec:n`. Out: the board for each n; and whether all of them are the first rows
//! of one strip, which can be followed.

use crate::board::Topology;
use crate::count::table;
use crate::format::FormatError;
use crate::format::source::{Misread, Source};
use crate::frontier::series::Strip;
use crate::pieces::PieceSet;
use crate::problem::Rules;
use crate::run::Refused;
use std::fmt;

/// The mend for whatever is not a row of boards.
const FORMS: &str = "write a number and the letter n, as in 6xn (rows x columns), nx6, torus:6xn, cylinder:6xn, nxn or aztec:n";

/// A side of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Is(u64),
    Grows,
}

/// Boards, one for each n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Growing {
    Rectangles { topology: Topology, rows: Side, cols: Side },
    Diamonds,
}

impl Growing {
    /// The boards of so many columns and n rows.
    pub fn of_width(width: u64) -> Self {
        Growing::Rectangles { topology: Topology::Plane, rows: Side::Grows, cols: Side::Is(width) }
    }

    /// The boards that are written like this.
    ///
    /// # Errors
    /// When there are no such boards, or no side of them grows.
    pub fn read(text: &str) -> Result<Self, Misread> {
        let wrong = |message: String| {
            Source::new("the boards", text)
                .misread(FormatError::new(message).with_help(FORMS).at(0..text.len()))
        };
        let (kind, rest) = text.split_once(':').map_or(("", text), |(kind, rest)| (kind.trim(), rest.trim()));
        let topology = match kind.to_ascii_lowercase().as_str() {
            "" => Topology::Plane,
            "cylinder" => Topology::Cylinder,
            "torus" => Topology::Torus,
            "aztec" if rest.eq_ignore_ascii_case("n") => return Ok(Growing::Diamonds),
            "aztec" => return Err(wrong(format!("'{text}' is one board, and a series has one for each n"))),
            other => return Err(wrong(format!("there is no series of boards called '{other}'"))),
        };
        let sides = rest.split_once(['x', 'X', '×', '*']);
        let (rows, cols) = sides.ok_or_else(|| wrong(format!("'{text}' is no series of boards")))?;
        let side = |side: &str| match side.trim() {
            "n" | "N" => Ok(Side::Grows),
            number => match crate::format::board::side(number) {
                Ok(0) => Err(wrong("a side of 0 has no cells".to_owned())),
                Ok(cells) => Ok(Side::Is(cells)),
                Err(error) => Err(wrong(error.message)),
            },
        };
        let (rows, cols) = (side(rows)?, side(cols)?);
        if rows != Side::Grows && cols != Side::Grows {
            return Err(wrong(format!("'{text}' is one board, and a series has one for each n")));
        }
        Ok(Growing::Rectangles { topology, rows, cols })
    }

    /// What names the n-th board in a table.
    pub fn board(self, n: u64) -> [u64; 2] {
        let of = |side| match side {
            Side::Is(cells) => cells,
            Side::Grows => n,
        };
        match self {
            Growing::Rectangles { rows, cols, .. } => [of(rows), of(cols)],
            Growing::Diamonds => [n, 0],
        }
    }

    /// The side that does not grow, if there is one: then the numbers satisfy a recurrence.
    pub fn fixed(self) -> Option<u64> {
        match self {
            Growing::Rectangles { rows: Side::Is(side), .. }
            | Growing::Rectangles { cols: Side::Is(side), .. } => Some(side),
            _ => None,
        }
    }

    /// What the boards are called in a table.
    pub fn kind(self) -> table::Boards {
        match self {
            Growing::Rectangles { topology, .. } => table::Boards::Rectangles(topology),
            Growing::Diamonds => table::Boards::Diamonds,
        }
    }

    /// The strip whose first rows the boards are, tiled by `pieces`; none where the boards are no such rows.
    ///
    /// # Errors
    /// As [`Strip::new`].
    pub fn strip(self, pieces: &PieceSet, rules: Rules) -> Option<Result<Strip, Refused>> {
        let Growing::Rectangles { topology, rows, cols } = self else { return None };
        match (topology, rows, cols) {
            (Topology::Plane, Side::Grows, Side::Is(width)) => Some(Strip::new(width, pieces.clone(), rules)),
            (Topology::Plane, Side::Is(width), Side::Grows) => {
                Some(Strip::new(width, table::transposed(pieces), rules))
            }
            (Topology::Cylinder, Side::Grows, Side::Is(width)) => {
                Some(Strip::around(width, pieces.clone(), rules))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Growing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Growing::Rectangles { topology, rows, cols } = self else { return f.write_str("aztec:n") };
        f.write_str(match topology {
            Topology::Plane | Topology::Periodic => "",
            Topology::Cylinder => "cylinder:",
            Topology::Torus => "torus:",
        })?;
        write!(f, "{rows}x{cols}")
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Side::Is(cells) => write!(f, "{cells}"),
            Side::Grows => f.write_str("n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_as_they_are_written() {
        for (text, third) in [
            ("6xn", [6, 3]),
            ("nx6", [3, 6]),
            ("nxn", [3, 3]),
            ("torus:6xn", [6, 3]),
            ("cylinder:nx6", [3, 6]),
            ("aztec:n", [3, 0]),
        ] {
            let boards = Growing::read(text).unwrap();
            assert_eq!((boards.to_string().as_str(), boards.board(3)), (text, third));
        }
        assert_eq!(Growing::read(" Torus: N × 4 ").unwrap().to_string(), "torus:nx4");
        let said = |text: &str| Growing::read(text).unwrap_err().error.message;
        insta::assert_snapshot!(
            ["3x3", "n", "chair:n", "aztec:4", "torus:4x5", "mxn", "0xn", "n x -1", ""].map(said).join("\n")
        );
    }
}
