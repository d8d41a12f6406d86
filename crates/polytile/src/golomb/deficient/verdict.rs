//! Whether a board can be tiled, and why or why not.
//!
//! In: a [`Rectangle`]. Out: the [`Theorem`] that says it can be tiled, or the [`Obstacle`] that prevents it. The theorems
//! leave no case open, so one of the two always holds; each obstacle is a short proof about this very board, which its sentence
//! gives in full. Cost: constant.
//!
//! Sources: S. W. Golomb, "Checker boards and polyominoes", American Mathematical Monthly 61 (1954); I-P. Chu and R.
//! Johnsonbaugh, "Tiling deficient boards with trominoes", Mathematics Magazine 59 (1986); J. M. Ash and S. W. Golomb,
//! "Tiling deficient rectangles with trominoes", Mathematics Magazine 77 (2004).

use super::Rectangle;
use crate::board::Cell;
use std::fmt;

/// Why a board can be tiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theorem {
    /// There is nothing to tile.
    Nothing,
    /// A full rectangle.
    Full,
    /// A square of side 2^n with a cell missing.
    PowerOfTwo,
    /// Another square with a cell missing.
    Square,
    /// 5x5 with a cell missing.
    FiveByFive,
    /// Two rows with a cell missing.
    Two,
    /// Five rows, and more columns, with a cell missing.
    Five,
    /// Any other rectangle with a cell missing.
    Rectangle,
}

impl Theorem {
    /// Who proved it, and when.
    pub fn source(self) -> &'static str {
        match self {
            Theorem::Nothing => "no theorem is needed",
            Theorem::Full => "Chu and Johnsonbaugh 1986, Ash and Golomb 2004",
            Theorem::PowerOfTwo => "Golomb 1954",
            Theorem::Square => "Chu and Johnsonbaugh 1986",
            Theorem::FiveByFive | Theorem::Two | Theorem::Five | Theorem::Rectangle => "Ash and Golomb 2004",
        }
    }
}

impl fmt::Display for Theorem {
    /// What it says.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::Nothing => "there is nothing left to tile",
            Theorem::Full => {
                "a rectangle with an area divisible by 3 and both sides at least 2 can be tiled, unless one side is 3 \
                 and the other odd"
            }
            Theorem::PowerOfTwo => "a square of side 2^n can be tiled whichever cell is missing",
            Theorem::Square => {
                "a square whose side is neither 5 nor a multiple of 3 can be tiled whichever cell is missing"
            }
            Theorem::FiveByFive => {
                "a 5x5 square can be tiled when the row and the column of the missing cell are even"
            }
            Theorem::Two => {
                "a board of 2x(3k+2), lying or standing, can be tiled when on one side of the missing cell, along the \
                 board, the number of columns (or rows) is a multiple of 3"
            }
            Theorem::Five => {
                "a board of 5x(3k+2), lying or standing and longer than 5, can be tiled unless the missing cell is in \
                 the middle of its width and second from an end"
            }
            Theorem::Rectangle => {
                "a rectangle of 3k+1 cells with both sides at least 4 and neither 5 can be tiled whichever cell is \
                 missing"
            }
        })
    }
}

/// Why a board cannot be tiled: a proof in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// The number of cells is not a multiple of 3.
    Area {
        /// Number of cells, without the hole.
        cells: u64,
    },
    /// One side is 1.
    Line,
    /// A full rectangle of 3 by an odd number.
    ThreeByOdd {
        /// How many cells are marked, no two of which fit into one tromino.
        marked: u64,
        /// How many trominoes there are: a third of the cells.
        room: u64,
    },
    /// 5x5 with the hole in an odd row or column.
    FiveByFive,
    /// Two rows, where the columns before or after the hole do not number a multiple of 3.
    Two {
        /// The cell beside the hole, across the board.
        beside: Cell,
        /// Cells above it or left of it, without its own row or column.
        before: u64,
        /// Cells below it or right of it.
        after: u64,
    },
    /// Five rows, and the hole in the middle row, second from an end.
    Five {
        /// The cell between the hole and the edge.
        edge: Cell,
        /// The other cells of a tromino on it.
        first: [Cell; 2],
        /// The other cells of the other tromino on it.
        second: [Cell; 2],
        /// The corners that the one and the other cut off.
        corners: [Cell; 2],
    },
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Area { cells } => write!(f, "{cells} cells are no multiple of 3, and a tromino covers three"),
            Obstacle::Line => f.write_str("an L-tromino needs two rows and two columns"),
            Obstacle::ThreeByOdd { marked, room } => write!(f, "the {marked} cells in even rows and even columns (from 0) need a tromino each, since no tromino covers two of \
         them, but there is room for {room} trominoes only"),
            Obstacle::FiveByFive => f.write_str("the 9 cells in even rows and even columns (from 0) are all there and need a tromino each, since no tromino \
         covers two of them, but there is room for 8 trominoes only"),
            Obstacle::Two { beside, before, after } => write!(f, "the tromino on {beside} takes two cells on one side of it; the other side keeps all of its {before} or {after} \
         cells, and both numbers leave 1 when divided by 3"),
            Obstacle::Five { edge, first, second, corners } => write!(f, "the tromino on {edge}, between the missing cell and the edge, must cover {} and {} or else {} and {}; then \
         the corner {} or {} has only one free neighbour left, and no tromino fits there",
        first[0], first[1], second[0], second[1], corners[0], corners[1]),
        }
    }
}

/// Whether a hole makes a board of five rows, and a `length` of 8 or more, impossible: `across` from the side, `along`
/// from the end.
pub(super) fn fails_in_five(across: u32, along: u32, length: u32) -> bool {
    across == 2 && (along == 1 || along + 2 == length)
}

impl Rectangle {
    /// Whether L-trominoes tile the board.
    ///
    /// ```
    /// use polytile::{board::Cell, golomb::deficient::Rectangle};
    /// let board = Rectangle::new(5, 5, Some(Cell::new(2, 4)))?;
    /// assert!(board.verdict().is_ok());
    /// let obstacle = Rectangle::new(3, 7, None)?.verdict().unwrap_err();
    /// assert_eq!(obstacle.to_string(), "the 8 cells in even rows and even columns (from 0) need a tromino each, since \
    ///     no tromino covers two of them, but there is room for 7 trominoes only");
    /// # Ok::<(), polytile::board::RegionError>(())
    /// ```
    ///
    /// # Errors
    /// The obstacle, when they do not.
    pub fn verdict(&self) -> Result<Theorem, Obstacle> {
        let (rows, cols, cells) = (self.rows(), self.cols(), self.len());
        let (short, long) = (rows.min(cols), rows.max(cols));
        if cells == 0 {
            return Ok(Theorem::Nothing);
        }
        if !cells.is_multiple_of(3) {
            return Err(Obstacle::Area { cells });
        }
        if short == 1 {
            return Err(Obstacle::Line);
        }
        let Some(hole) = self.hole() else {
            let odd = !long.is_multiple_of(2);
            return if short == 3 && odd {
                Err(Obstacle::ThreeByOdd { marked: u64::from(long) + 1, room: u64::from(long) })
            } else {
                Ok(Theorem::Full)
            };
        };
        // From the side and from the end, on a board that is wider than it is high.
        let lies = rows <= cols;
        let (across, along) = if lies { (hole.row, hole.col) } else { (hole.col, hole.row) };
        match (short, long) {
            _ if rows == cols && rows.is_power_of_two() => Ok(Theorem::PowerOfTwo),
            (2, _) if along % 3 == 2 => Err(two(across, along, long, lies)),
            (2, _) => Ok(Theorem::Two),
            (5, 5) if across % 2 == 1 || along % 2 == 1 => Err(Obstacle::FiveByFive),
            (5, 5) => Ok(Theorem::FiveByFive),
            (5, _) if fails_in_five(across, along, long) => Err(five(along, long, lies)),
            (5, _) => Ok(Theorem::Five),
            _ if rows == cols => Ok(Theorem::Square),
            _ => Ok(Theorem::Rectangle),
        }
    }

    /// Whether L-trominoes tile the board when the cell in row `row` and column `col` is missing, and no other. Beyond
    /// the board no cell can be missing.
    pub fn works(&self, row: u32, col: u32) -> bool {
        self.with_hole(Some(Cell::new(row, col))).is_ok_and(|board| board.verdict().is_ok())
    }

    /// The number of cells that can be missing from the rectangle such that L-trominoes tile the rest.
    ///
    /// ```
    /// use polytile::golomb::deficient::Rectangle;
    /// assert_eq!(Rectangle::new(5, 5, None)?.working_holes(), 9);
    /// assert_eq!(Rectangle::new(5, 8, None)?.working_holes(), 38);
    /// assert_eq!(Rectangle::new(1_000_000, 1_000_000, None)?.working_holes(), 1_000_000_000_000);
    /// # Ok::<(), polytile::board::RegionError>(())
    /// ```
    pub fn working_holes(&self) -> u64 {
        let (short, long) = (self.rows().min(self.cols()), self.rows().max(self.cols()));
        let area = u64::from(short) * u64::from(long);
        match (short, long) {
            _ if area % 3 != 1 => 0,
            (1, 1) => 1,
            (1, _) => 0,
            (2, _) => area - 2 * u64::from((long - 2) / 3),
            (5, 5) => 9,
            (5, _) => area - 2,
            _ => area,
        }
    }
}

/// The cell at these distances from the side and from the end of a board that lies, or stands.
fn placed(across: u32, along: u32, lies: bool) -> Cell {
    if lies { Cell::new(across, along) } else { Cell::new(along, across) }
}

fn two(across: u32, along: u32, long: u32, lies: bool) -> Obstacle {
    let (before, after) = (2 * u64::from(along), 2 * u64::from(long - 1 - along));
    Obstacle::Two { beside: placed(1 - across, along, lies), before, after }
}

fn five(along: u32, long: u32, lies: bool) -> Obstacle {
    let (end, second) = if along == 1 { (0, 1) } else { (long - 1, long - 2) };
    let at = |across, along| placed(across, along, lies);
    Obstacle::Five {
        edge: at(2, end),
        first: [at(1, end), at(1, second)],
        second: [at(3, end), at(3, second)],
        corners: [at(0, end), at(4, end)],
    }
}
