//! What the items of an exact cover that is known ask for.
//!
//! In: the name of an item. Out: what it is on the board ([`Sought`]), and the words for it, so that whoever speaks of it need not speak
//! of items. Diagonals and letters have no words here: they are what they are called.

use super::names::{ACROSS, DOWN, Grid, Ranks, numbered, pair, single};

/// What an item of a cover that is known asks for; rows, columns, boxes and places count from 1.
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
    /// What stands in this place of a row.
    Stands(u32),
    /// A word in `row 1` or `column 2`.
    Word(String),
    /// The colour of a vertex.
    Colour(String),
    /// As many right digits as somebody was told of this guess.
    Guess(String),
}

impl Sought {
    /// What is sought, as in "there are two ways for ...".
    pub fn called(&self) -> String {
        match self {
            Sought::Number(row, col) | Sought::Covered(row, col) => {
                format!("the cell in row {row}, column {col}")
            }
            Sought::Place(number, line) => format!("the {number} of {line}"),
            Sought::Queen(line) => format!("the queen of {line}"),
            Sought::Pair(number) => format!("the pair of {number}"),
            Sought::Squares(side) => format!("the squares of side {side}"),
            Sought::Stands(place) => format!("place {place}"),
            Sought::Word(line) => format!("the word of {line}"),
            Sought::Colour(vertex) => format!("the colour of vertex {vertex}"),
            Sought::Guess(digits) => format!("the guess {digits}"),
        }
    }

    /// Why what has only one way left has to be so.
    pub fn no_other(&self) -> String {
        match self {
            Sought::Number(..) => "nothing else can be there".to_owned(),
            Sought::Place(number, line) => format!("{line} has no other place for its {number}"),
            Sought::Queen(line) => format!("{line} has no other place for its queen"),
            Sought::Pair(number) => format!("the pair of {number} has no other places"),
            Sought::Squares(side) => format!("a square of side {side} has no other place"),
            Sought::Covered(..) => format!("nothing else can cover {}", self.called()),
            Sought::Stands(place) => format!("nothing else can be in place {place}"),
            Sought::Word(line) => format!("no other word can be in {line}"),
            Sought::Colour(vertex) => format!("vertex {vertex} can have no other colour"),
            Sought::Guess(digits) => format!("no other digit of the guess {digits} can be right"),
        }
    }

    /// Why what has as many ways left as it needs has to be so.
    pub fn no_more(&self, times: u32) -> String {
        match self {
            Sought::Guess(digits) => {
                format!("{times} more digits of the guess {digits} are right, and no others can be")
            }
            Sought::Squares(side) => {
                format!("{times} more squares of side {side} are wanted, and have no other places")
            }
            other => format!("{times} are wanted of {}, and there are no others", other.called()),
        }
    }

    /// That there is no way left.
    pub fn none(&self) -> String {
        match self {
            Sought::Number(row, col) => format!("nothing can be in row {row}, column {col}"),
            Sought::Place(number, line) => format!("{line} has no place for its {number}"),
            Sought::Queen(line) => format!("{line} has no place for its queen"),
            Sought::Pair(number) => format!("the pair of {number} has no places"),
            Sought::Squares(side) => format!("a square of side {side} has no place"),
            Sought::Covered(..) => format!("nothing can cover {}", self.called()),
            Sought::Stands(place) => format!("nothing can be in place {place}"),
            Sought::Word(line) => format!("no word can be in {line}"),
            Sought::Colour(vertex) => format!("vertex {vertex} can have no colour"),
            Sought::Guess(digits) => format!("too few digits of the guess {digits} can be right"),
        }
    }
}

/// What the items of a kind ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// Numbers in rows, columns and boxes.
    Numbers([Ranks; 3]),
    /// Queens in rows and columns.
    Queens(Grid),
    /// Pairs in a row of places.
    Pairs(Grid),
    /// Squares on a board.
    Squares(Grid),
    /// Words in rows and columns.
    Words(Grid),
    /// Colours of vertices.
    Colours,
    /// Digits of which guesses are right.
    Digits(Vec<String>),
}

impl Asks {
    /// What the item of this name asks for.
    pub fn sought(&self, name: &str) -> Option<Sought> {
        let line = |called: &str, rank: u32| format!("{called} {}", rank + 1);
        let begin = name.chars().next()?;
        let rest = &name[begin.len_utf8()..];
        let crossing = |grid: &Grid| match (numbered(name, ACROSS), numbered(name, DOWN)) {
            (Some(row), _) => Some(line("row", grid.rows.at(row)?)),
            (None, Some(col)) => Some(line("column", grid.cols.at(col)?)),
            (None, None) => None,
        };
        match self {
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
            Asks::Queens(grid) => crossing(grid).map(Sought::Queen),
            Asks::Words(grid) => crossing(grid).map(Sought::Word),
            Asks::Pairs(grid) => match begin {
                's' => Some(Sought::Stands(grid.cols.at(single(rest)?)? + 1)),
                _ => single(name.strip_prefix('d').unwrap_or(name)).map(Sought::Pair),
            },
            Asks::Squares(grid) if name.contains('.') => {
                let (row, col) = pair(name)?;
                Some(Sought::Covered(grid.rows.at(row)? + 1, grid.cols.at(col)? + 1))
            }
            Asks::Squares(_) => single(name).map(Sought::Squares),
            Asks::Colours => name.strip_prefix('v').map(|vertex| Sought::Colour(vertex.to_owned())),
            Asks::Digits(guesses) => {
                let number = single(rest)?;
                let guess = guesses.get(number.checked_sub(1)? as usize);
                if begin == 'p' { Some(Sought::Stands(number)) } else { guess.cloned().map(Sought::Guess) }
            }
        }
    }
}
