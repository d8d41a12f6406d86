//! A board as a text, with a character for each cell at the place where the cell is.
//!
//! Hexagons stand two characters apart, every row one further than the row above; triangles beside each other, the lowest row last,
//! which is row 0; layers follow each other, with a blank line between two. `format/drawn.rs` reads such texts. Cost: linear in
//! the box around the board.

use super::Region;
use crate::board::{Cell, Lattice, Spot};
use std::collections::HashMap;

impl Region {
    /// The board with `mark` for each cell, and `none` where a cell could be and there is none.
    pub(crate) fn drawn(&self, mark: impl Fn(Cell) -> char, none: char) -> String {
        let lattice = self.lattice();
        let [layers, rows, units] = self.units().map(i64::from);
        // Line and column of a cell.
        let place = |spot: Spot| {
            let [_, row, unit] = spot.at;
            match lattice {
                Lattice::Hex => (row, 2 * unit + row),
                Lattice::Triangle | Lattice::Prism => (rows - 1 - row, 2 * unit + row + spot.kind as i64),
                Lattice::Square | Lattice::Cube => (row, unit),
            }
        };
        let mut drawn: HashMap<(i64, i64), Vec<(i64, char)>> = HashMap::new();
        let mut margin = i64::MAX;
        for cell in self.cells() {
            let spot = lattice.spot(cell);
            let (line, col) = place(spot);
            margin = margin.min(col);
            drawn.entry((spot.at[0], line)).or_default().push((col, mark(cell)));
        }
        let (step, ends) = match lattice {
            Lattice::Hex => (2, None),
            Lattice::Triangle | Lattice::Prism => (1, None),
            Lattice::Square | Lattice::Cube => (1, Some(units - 1)),
        };
        let mut text = String::new();
        for layer in 0..layers {
            if layer > 0 {
                text.push('\n');
            }
            for line in 0..rows {
                let mut marks = drawn.remove(&(layer, line)).unwrap_or_default();
                marks.sort_unstable();
                let first = if ends.is_some() { 0 } else { marks.first().map_or(margin, |(col, _)| *col) };
                let last = ends
                    .or(marks.last().map(|(col, _)| *col))
                    .unwrap_or(margin - i64::from(lattice.is_flat()));
                let margin = if ends.is_some() { 0 } else { margin };
                text.extend(std::iter::repeat_n(' ', usize::try_from(first - margin).unwrap_or(0)));
                let mut marks = marks.into_iter().peekable();
                for col in first..=last {
                    match marks.next_if(|(at, _)| *at == col) {
                        Some((_, mark)) => text.push(mark),
                        None => text.push(if (col - first) % step == 0 { none } else { ' ' }),
                    }
                }
                text.push('\n');
            }
        }
        text
    }
}
