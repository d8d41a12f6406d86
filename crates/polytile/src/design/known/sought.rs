//! What the items of an exact cover that is known ask for.
//!
//! In: the name of an item. Out: what it is on the board ([`Sought`]), so that whoever speaks of it need not speak of items. Diagonals,
//! letters and vertices have no words here: they are what they are called.

use super::names::{Grid, Ranks, pair, single};

/// What an item of a cover that is known asks for; rows, columns and boxes count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sought {
    /// The number in the cell of this row and column.
    Number(u32, u32),
    /// The place of a number in `row 1`, `column 2` or `box 3`.
    Place(u32, String),
    /// A queen in `row 1` or `column 2`.
    Queen(String),
    /// The two places of a number that stands there twice.
    Pair(u32),
    /// Squares of this side.
    Squares(u32),
    /// Something that covers the cell of this row and column.
    Covered(u32, u32),
}

/// What the items of a kind ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// Nothing that has a word.
    Names,
    /// Numbers in rows, columns and boxes.
    Numbers([Ranks; 3]),
    /// Queens in rows and columns.
    Queens(Grid),
    /// Pairs in a row of places.
    Pairs(Grid),
    /// Squares on a board.
    Squares(Grid),
}

impl Asks {
    /// What the item of this name asks for.
    pub fn sought(&self, name: &str) -> Option<Sought> {
        let line = |called: &str, rank: u32| format!("{called} {}", rank + 1);
        let begin = name.chars().next()?;
        let rest = &name[begin.len_utf8()..];
        match self {
            Asks::Names => None,
            Asks::Numbers([rows, cols, boxes]) => {
                let (first, second) = pair(rest)?;
                let (lines, called) = match begin {
                    'p' => return Some(Sought::Number(rows.at(first)? + 1, cols.at(second)? + 1)),
                    'r' => (rows, "row"),
                    'c' => (cols, "column"),
                    _ => (boxes, "box"),
                };
                Some(Sought::Place(second, line(called, lines.at(first)?)))
            }
            Asks::Queens(grid) => match begin {
                'r' => Some(Sought::Queen(line("row", grid.rows.at(single(rest)?)?))),
                'c' => Some(Sought::Queen(line("column", grid.cols.at(single(rest)?)?))),
                _ => None,
            },
            Asks::Pairs(grid) => match begin {
                's' => Some(Sought::Covered(1, grid.cols.at(single(rest)?)? + 1)),
                _ => single(name.strip_prefix('d').unwrap_or(name)).map(Sought::Pair),
            },
            Asks::Squares(grid) if name.contains('.') => {
                let (row, col) = pair(name)?;
                Some(Sought::Covered(grid.rows.at(row)? + 1, grid.cols.at(col)? + 1))
            }
            Asks::Squares(_) => single(name).map(Sought::Squares),
        }
    }
}
