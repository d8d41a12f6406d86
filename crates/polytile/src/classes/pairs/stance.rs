//! How a piece lies: its orientation and its corner, and which turns take one orientation to another.
//!
//! An isometry of the plane is a turn (one of the eight symmetries of the square about the origin) followed by a shift.
//! The turns and the shift that take one placement to another follow from their orientations and the corners of their
//! boxes. A point is packed into one number, so that a difference of two is a shift.

use crate::board::{Cell, Symmetry};
use crate::classes::Tilings;
use crate::pieces::Polyform;
use std::collections::HashMap;

/// A point of the plane, or a shift, as one number: sides of boards have at most 2^31 cells.
pub(super) type Point = i64;

fn point(row: i64, col: i64) -> Point {
    (row << 32) + col
}

/// The stances of all placements of a puzzle.
pub(super) struct Stances {
    /// For each placement the number of its orientation.
    pub orientation: Vec<u8>,
    /// And the upper left corner of its box,
    corner: Vec<Point>,
    /// and that of its image under each turn.
    turned: Vec<[Point; 8]>,
    /// For each piece and two of its orientations, a bit for each turn that takes the first to the second.
    pub turns: Vec<[u8; 64]>,
}

impl Stances {
    pub fn new(tilings: &Tilings) -> Self {
        let cells = tilings.encoded().cells();
        let count = tilings.encoded().cover().option_count();
        let pieces = &tilings.problem().pieces;
        let mut numbers: HashMap<(u32, Vec<Cell>), u8> = HashMap::new();
        let mut turns = vec![[0; 64]; pieces.len()];
        for (p, piece) in pieces.iter().enumerate() {
            for (a, shape) in piece.orientations.iter().enumerate() {
                numbers.insert((p as u32, shape.cells().to_vec()), a as u8);
                for (turn, symmetry) in Symmetry::ALL.into_iter().enumerate() {
                    let image: Polyform = shape.image(symmetry);
                    if let Ok(b) = piece.orientations.binary_search(&image) {
                        turns[p][8 * a + b] |= 1 << turn;
                    }
                }
            }
        }
        let mut stances = Stances {
            orientation: Vec::with_capacity(count),
            corner: Vec::with_capacity(count),
            turned: Vec::with_capacity(count),
            turns,
        };
        for option in 0..count as u32 {
            let placement = tilings.encoded().placement(option);
            let laid: Vec<Cell> = placement.cells.iter().map(|&cell| cells[cell as usize]).collect();
            let top = laid.iter().map(|c| c.row).min().unwrap_or(0);
            let left = laid.iter().map(|c| c.col).min().unwrap_or(0);
            let rows = laid.iter().map(|c| c.row - top + 1).max().unwrap_or(0);
            let cols = laid.iter().map(|c| c.col - left + 1).max().unwrap_or(0);
            let shape: Vec<Cell> = laid.iter().map(|c| Cell::new(c.row - top, c.col - left)).collect();
            // Every placement has an orientation of its piece.
            let orientation = numbers.get(&(placement.piece, shape)).copied().unwrap_or(0);
            stances.orientation.push(orientation);
            stances.corner.push(point(top.into(), left.into()));
            stances.turned.push(std::array::from_fn(|turn| corner(turn as u8, [top, left], [rows, cols])));
        }
        stances
    }

    /// The turns that take `from` to `to`, both placements of piece `piece`.
    pub fn turns_between(&self, piece: usize, from: u32, to: u32) -> u8 {
        let (a, b) = (self.orientation[from as usize], self.orientation[to as usize]);
        self.turns[piece][usize::from(a) * 8 + usize::from(b)]
    }

    /// The shift that takes `from`, after turn number `turn`, to `to`.
    pub fn shift(&self, turn: u32, from: u32, to: u32) -> Point {
        self.corner[to as usize] - self.turned[from as usize][turn as usize]
    }
}

/// The image of a row and a column under turn number `turn` about the origin.
fn turned(turn: u8, row: i64, col: i64) -> (i64, i64) {
    let [_, row, col] = Symmetry::ALL[usize::from(turn)].turn().vector([0, row, col]);
    (row, col)
}

/// The upper left corner of a box that was turned about the origin.
fn corner(turn: u8, [top, left]: [u32; 2], [rows, cols]: [u32; 2]) -> Point {
    let (top, left) = (i64::from(top), i64::from(left));
    let a = turned(turn, top, left);
    let b = turned(turn, top + i64::from(rows) - 1, left + i64::from(cols) - 1);
    point(a.0.min(b.0), a.1.min(b.1))
}
