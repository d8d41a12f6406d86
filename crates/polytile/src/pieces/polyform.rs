//! Polyforms: connected sets of cells of a lattice, up to translation. On squares they are the polyominoes.
//!
//! A shape is kept as its sorted cells, moved by whole units so that the smallest layer, row and column of a unit are 0: a
//! triangle that points up still does. Two shapes are then equal as fixed polyforms iff their cells are; a one-sided or free one
//! is represented by the smallest of its rotations, or of its rotations and reflections.

use super::{Freedom, PiecesError};
use crate::board::{Cell, Lattice, Region, Spot, Symmetry};
use std::collections::HashSet;

/// A fixed polyform: a connected set of cells of a lattice up to translation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyform {
    lattice: Lattice,
    /// Sorted; the smallest layer, row and column of a unit are 0.
    cells: Vec<Cell>,
}

impl Polyform {
    /// The polyomino made of these squares, in any order and anywhere; a cell named twice counts once.
    ///
    /// # Errors
    /// When there is no cell, or the cells are not connected by their edges.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Result<Self, PiecesError> {
        Self::on(Lattice::Square, cells)
    }

    /// The polyform made of these cells of `lattice`, in any order and anywhere; a cell named twice counts once.
    ///
    /// ```
    /// use polytile::board::{Cell, Lattice};
    /// use polytile::pieces::{Freedom, Polyform};
    /// let bar = Polyform::on(Lattice::Triangle, [0, 1, 2].map(|col| Cell::new(0, col)))?;
    /// assert_eq!(bar.images(Freedom::Free).len(), 6);
    /// # Ok::<(), polytile::pieces::PiecesError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no cell, or the cells are not connected by what they share: edges, or faces in space.
    pub fn on(lattice: Lattice, cells: impl IntoIterator<Item = Cell>) -> Result<Self, PiecesError> {
        Self::of_spots(lattice, &cells.into_iter().map(|cell| lattice.spot(cell)).collect::<Vec<_>>())
    }

    /// The polyform made of these cells, wherever they are.
    ///
    /// # Errors
    /// As [`Polyform::on`].
    pub(crate) fn of_spots(lattice: Lattice, spots: &[Spot]) -> Result<Self, PiecesError> {
        let first = *spots.iter().min().ok_or(PiecesError::Empty)?;
        let mut unseen: HashSet<Spot> = spots.iter().copied().collect();
        let mut stack = vec![first];
        unseen.remove(&first);
        while let Some(spot) = stack.pop() {
            stack.extend(lattice.ground().beside(spot).filter(|near| unseen.remove(near)));
        }
        match unseen.into_iter().min() {
            Some(spot) => Err(PiecesError::Disconnected(lattice.cell(spot).unwrap_or_default())),
            None => Ok(Self::normalised(lattice, spots)),
        }
    }

    /// The shape of `spots`, which are known to be connected, or for which it does not matter.
    pub(crate) fn normalised(lattice: Lattice, spots: &[Spot]) -> Self {
        let first = |axis: usize| spots.iter().map(|spot| spot.at[axis]).min().unwrap_or(0);
        let back = [first(0), first(1), first(2)].map(|n| -n);
        let mut cells: Vec<Cell> = spots.iter().filter_map(|spot| lattice.cell(spot.moved(back))).collect();
        cells.sort_unstable();
        cells.dedup();
        Polyform { lattice, cells }
    }

    /// What its cells are.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The cells, sorted; the smallest layer, row and column of a unit are 0.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Number of cells.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// Layers of the smallest box around it.
    pub fn layers(&self) -> u32 {
        self.cells.iter().map(|c| c.layer + 1).max().unwrap_or(0)
    }

    /// Rows of the smallest box around it.
    pub fn rows(&self) -> u32 {
        self.cells.iter().map(|c| c.row + 1).max().unwrap_or(0)
    }

    /// Columns of the smallest box around it.
    pub fn cols(&self) -> u32 {
        self.cells.iter().map(|c| c.col + 1).max().unwrap_or(0)
    }

    /// Whether it can be laid on `region` so that it covers just these cells, which are sorted: its first cell then lies on one of
    /// them.
    pub(crate) fn covers(&self, region: &Region, cells: &[Cell]) -> bool {
        let place = |cell: &Cell| [cell.layer, cell.row, cell.col].map(i64::from);
        let kinds = i64::from(self.lattice.kinds());
        let first = place(&self.cells[0]);
        let laid_from = |start: &Cell| {
            let start = place(start);
            let [layers, rows, cols] = [0, 1, 2].map(|axis| start[axis] - first[axis]);
            // Pieces are moved by whole units.
            if cols % kinds != 0 {
                return false;
            }
            let moved = |cell: &Cell| {
                let [layer, row, col] = place(cell);
                region.wrap_at([layer + layers, row + rows, col + cols])
            };
            let mut laid: Vec<Cell> = self.cells.iter().filter_map(moved).collect();
            laid.sort_unstable();
            laid == cells
        };
        self.size() == cells.len() && cells.iter().any(laid_from)
    }

    /// The image under `symmetry`, which is one of its lattice.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let image = |&cell: &Cell| symmetry.image(self.lattice.spot(cell));
        Self::normalised(self.lattice, &self.cells.iter().map(image).collect::<Vec<_>>())
    }

    /// The different images under all that may be done to it, sorted.
    pub fn images(&self, freedom: Freedom) -> Vec<Self> {
        let mut images: Vec<Self> = freedom.symmetries(self.lattice).map(|s| self.image(s)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The representative of this shape when whatever may be done to it makes no difference: the smallest image.
    #[must_use]
    pub fn canonical(&self, freedom: Freedom) -> Self {
        let images = freedom.symmetries(self.lattice).map(|s| self.image(s));
        images.min().unwrap_or_else(|| self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_hang_together() {
        let cells = [Cell::new(3, 4), Cell::new(3, 5), Cell::new(4, 5)];
        let piece = Polyform::new(cells).unwrap();
        assert_eq!(piece.cells(), [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1)]);
        assert_eq!(piece.images(Freedom::Free).len(), 4);
        assert_eq!(Polyform::new([]), Err(PiecesError::Empty));
        let apart = Polyform::new([Cell::new(0, 0), Cell::new(1, 1)]);
        assert_eq!(apart, Err(PiecesError::Disconnected(Cell::new(1, 1))));
    }

    #[test]
    fn what_points_up_stays_so() {
        let one = |col| Polyform::on(Lattice::Triangle, [Cell::new(3, col)]).unwrap();
        assert_eq!((one(4), one(5)), (one(0), one(1)));
        assert_ne!(one(0), one(1));
        assert_eq!(one(0).images(Freedom::OneSided), [one(0), one(1)]);
        assert_eq!(one(0).images(Freedom::Fixed), [one(0)]);
    }
}
