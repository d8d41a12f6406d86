//! Polyominoes: connected sets of unit squares, up to translation.
//!
//! A shape is kept as its sorted cells, moved so that the smallest row and the smallest column are 0. Two shapes are
//! then equal as fixed polyominoes iff their cells are; a one-sided or free polyomino is represented by the smallest
//! of its rotations, or of its rotations and reflections.

use super::PiecesError;
use crate::board::{Cell, Symmetry};
use std::collections::HashSet;

/// A fixed polyomino: a connected set of cells up to translation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyomino {
    /// Sorted; smallest row and smallest column are 0.
    cells: Vec<Cell>,
}

impl Polyomino {
    /// The polyomino made of `cells`, in any order and anywhere; a cell named twice counts once.
    ///
    /// # Errors
    /// When there is no cell, or the cells are not connected by their edges.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Result<Self, PiecesError> {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let first = *cells.iter().min().ok_or(PiecesError::Empty)?;
        let mut unseen: HashSet<Cell> = cells.iter().copied().collect();
        let mut stack = vec![first];
        unseen.remove(&first);
        while let Some(cell) = stack.pop() {
            stack.extend(neighbours(cell).filter(|n| unseen.remove(n)));
        }
        match unseen.into_iter().min() {
            Some(cell) => Err(PiecesError::Disconnected(cell)),
            None => Ok(Self::normalised(cells)),
        }
    }

    fn normalised(mut cells: Vec<Cell>) -> Self {
        let top = cells.iter().map(|c| c.row).min().unwrap_or(0);
        let left = cells.iter().map(|c| c.col).min().unwrap_or(0);
        for cell in &mut cells {
            *cell = Cell::new(cell.row - top, cell.col - left);
        }
        cells.sort_unstable();
        cells.dedup();
        Polyomino { cells }
    }

    /// The cells, sorted row by row; the smallest row and column are 0.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Number of cells.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// Rows of the smallest box around it.
    pub fn rows(&self) -> u32 {
        self.cells.iter().map(|c| c.row + 1).max().unwrap_or(0)
    }

    /// Columns of the smallest box around it.
    pub fn cols(&self) -> u32 {
        self.cells.iter().map(|c| c.col + 1).max().unwrap_or(0)
    }

    /// The image under `symmetry`.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let (rows, cols) = (self.rows(), self.cols());
        Self::normalised(self.cells.iter().map(|&c| symmetry.apply(c, rows, cols)).collect())
    }

    /// The different images under `symmetries`, sorted.
    pub fn images(&self, symmetries: &[Symmetry]) -> Vec<Self> {
        let mut images: Vec<Self> = symmetries.iter().map(|&s| self.image(s)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The representative of this shape when all `symmetries` of it count as one: the smallest image.
    #[must_use]
    pub fn canonical(&self, symmetries: &[Symmetry]) -> Self {
        let images = symmetries.iter().map(|&s| self.image(s));
        images.min().unwrap_or_else(|| self.clone())
    }

    /// The shapes of one cell more that contain this one, with repetitions.
    pub(super) fn grown(&self) -> Vec<Self> {
        // Moved by one, so that a neighbour above or to the left has coordinates too.
        let moved: Vec<Cell> = self.cells.iter().map(|c| Cell::new(c.row + 1, c.col + 1)).collect();
        moved
            .iter()
            .flat_map(|&c| neighbours(c))
            .filter(|n| !moved.contains(n))
            .map(|n| Self::normalised(moved.iter().copied().chain([n]).collect()))
            .collect()
    }
}

fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    let Cell { row, col } = cell;
    [
        row.checked_sub(1).map(|r| Cell::new(r, col)),
        col.checked_sub(1).map(|c| Cell::new(row, c)),
        col.checked_add(1).map(|c| Cell::new(row, c)),
        row.checked_add(1).map(|r| Cell::new(r, col)),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_hang_together() {
        let cells = [Cell::new(3, 4), Cell::new(3, 5), Cell::new(4, 5)];
        let piece = Polyomino::new(cells).unwrap();
        assert_eq!(piece.cells(), [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1)]);
        assert_eq!(piece.images(&Symmetry::ALL).len(), 4);
        assert_eq!(Polyomino::new([]), Err(PiecesError::Empty));
        let apart = Polyomino::new([Cell::new(0, 0), Cell::new(1, 1)]);
        assert_eq!(apart, Err(PiecesError::Disconnected(Cell::new(1, 1))));
    }
}
