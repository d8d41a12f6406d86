//! Regions: a rectangle with holes, flat or wrapped.
//!
//! The rectangle may be huge and the holes are few, or both are small: so a region keeps the sorted list of its holes
//! and nothing else. The cells that remain are numbered row by row (their *index*); index and position are turned
//! into each other by a binary search among the holes. Every size is checked before two sizes are multiplied.

use super::{Cell, Symmetry};
use thiserror::Error;

/// How the edges of the rectangle are glued together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Not at all.
    Plane,
    /// The last column is next to column 0; rows do not wrap.
    Cylinder,
    /// The last column is next to column 0, and the last row next to row 0.
    Torus,
}

/// Why there is no such region.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegionError {
    /// A side is 0.
    #[error("a board needs at least one row and one column, not {rows}x{cols}")]
    Empty {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        cols: u64,
    },
    /// A side is longer than 2^31, or there are more cells than this machine can index.
    #[error("a board of {rows}x{cols} is too large: sides go up to 2^31, and cells up to {limit}")]
    TooLarge {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        cols: u64,
        /// The largest number of cells.
        limit: u64,
    },
    /// A cell that is not on the board.
    #[error("cell {cell} is not on the board, which has rows 0..{rows} and columns 0..{cols}", rows = .rows - 1, cols = .cols - 1)]
    Outside {
        /// The cell named.
        cell: Cell,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
}

/// The cells of a board: a `rows` x `cols` rectangle without its holes.
///
/// ```
/// use polytile::board::{Cell, Region};
/// let region = Region::rectangle(8, 8)?.without(&[Cell::new(0, 0), Cell::new(7, 7)])?;
/// assert_eq!(region.len(), 62);
/// assert_eq!(region.index(Cell::new(0, 1)), Some(0));
/// assert_eq!(region.symmetries().count(), 4);
/// # Ok::<(), polytile::board::RegionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    topology: Topology,
    rows: u32,
    cols: u32,
    /// Sorted, without repetition.
    holes: Vec<Cell>,
}

impl Region {
    /// The longest side.
    pub(crate) const MAX_SIDE: u64 = 1 << 31;
    /// The largest number of cells: an index is a `u32`, and one value is kept free.
    pub(crate) const MAX_CELLS: u64 = u32::MAX as u64 - 1;

    /// The full rectangle, in the plane.
    ///
    /// # Errors
    /// [`RegionError::Empty`] when a side is 0, [`RegionError::TooLarge`] beyond the limits it names.
    pub fn rectangle(rows: u64, cols: u64) -> Result<Self, RegionError> {
        Self::wrapped(Topology::Plane, rows, cols)
    }

    /// The full rectangle with its edges glued as `topology` says.
    ///
    /// # Errors
    /// As [`Region::rectangle`].
    pub fn wrapped(topology: Topology, rows: u64, cols: u64) -> Result<Self, RegionError> {
        if rows == 0 || cols == 0 {
            return Err(RegionError::Empty { rows, cols });
        }
        if rows > Self::MAX_SIDE || cols > Self::MAX_SIDE || rows * cols > Self::MAX_CELLS {
            return Err(RegionError::TooLarge { rows, cols, limit: Self::MAX_CELLS });
        }
        Ok(Region { topology, rows: rows as u32, cols: cols as u32, holes: Vec::new() })
    }

    /// The Aztec diamond of order `n`: 2n rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, centred.
    ///
    /// # Errors
    /// As [`Region::rectangle`], for the square of side 2n around it.
    pub fn aztec(n: u64) -> Result<Self, RegionError> {
        let side = n.saturating_mul(2);
        let square = Self::rectangle(side, side)?;
        let n = n as u32;
        let distance = |i: u32| if i < n { n - 1 - i } else { i - n };
        let holes = (0..2 * n)
            .flat_map(|row| (0..2 * n).map(move |col| Cell::new(row, col)))
            .filter(|c| distance(c.row) + distance(c.col) >= n)
            .collect();
        Ok(Region { holes, ..square })
    }

    /// The chair of scale `k`, an L-tromino enlarged: a square of side 2k without its upper right quarter.
    ///
    /// # Errors
    /// As [`Region::rectangle`], for that square.
    pub fn chair(k: u64) -> Result<Self, RegionError> {
        let side = k.saturating_mul(2);
        let square = Self::rectangle(side, side)?;
        let (k, side) = (k as u32, side as u32);
        let holes = (0..k).flat_map(|row| (k..side).map(move |col| Cell::new(row, col))).collect();
        Ok(Region { holes, ..square })
    }

    /// The region whose rows are given, `true` for a cell; rows shorter than the longest end in holes.
    ///
    /// # Errors
    /// As [`Region::rectangle`]. A drawing without any cell is [`RegionError::Empty`].
    pub fn from_rows(rows: &[Vec<bool>]) -> Result<Self, RegionError> {
        let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut region = Self::rectangle(rows.len() as u64, cols as u64)?;
        for (row, cells) in rows.iter().enumerate() {
            for col in 0..cols {
                if !cells.get(col).copied().unwrap_or(false) {
                    region.holes.push(Cell::new(row as u32, col as u32));
                }
            }
        }
        if region.is_empty() {
            return Err(RegionError::Empty { rows: 0, cols: 0 });
        }
        Ok(region)
    }

    /// This region without `cells`. Removing a hole changes nothing.
    ///
    /// # Errors
    /// [`RegionError::Outside`] when a cell lies outside the rectangle.
    pub fn without(mut self, cells: &[Cell]) -> Result<Self, RegionError> {
        for &cell in cells {
            if cell.row >= self.rows || cell.col >= self.cols {
                return Err(RegionError::Outside { cell, rows: self.rows, cols: self.cols });
            }
        }
        self.holes.extend_from_slice(cells);
        self.holes.sort_unstable();
        self.holes.dedup();
        Ok(self)
    }

    /// How the edges are glued.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// Rows of the rectangle, holes included.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns of the rectangle, holes included.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.rows as usize * self.cols as usize - self.holes.len()
    }

    /// Whether every cell is a hole.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The holes, row by row.
    pub fn holes(&self) -> &[Cell] {
        &self.holes
    }

    /// Whether this is a rectangle of the plane without holes.
    pub fn is_rectangle(&self) -> bool {
        self.topology == Topology::Plane && self.holes.is_empty()
    }

    /// Whether `cell` belongs to the region.
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).is_some()
    }

    /// The index of `cell` among the cells, counted row by row from 0. O(log of the number of holes).
    pub fn index(&self, cell: Cell) -> Option<u32> {
        if cell.row >= self.rows || cell.col >= self.cols {
            return None;
        }
        let before = self.holes.binary_search(&cell).err()?;
        let position = u64::from(cell.row) * u64::from(self.cols) + u64::from(cell.col);
        Some((position - before as u64) as u32)
    }

    /// The cell at row `row` and column `col` after wrapping; nothing when it falls off an edge or into a hole.
    pub fn wrap(&self, row: i64, col: i64) -> Option<Cell> {
        let (rows, cols) = (i64::from(self.rows), i64::from(self.cols));
        let (row, col) = match self.topology {
            Topology::Plane => (row, col),
            Topology::Cylinder => (row, col.rem_euclid(cols)),
            Topology::Torus => (row.rem_euclid(rows), col.rem_euclid(cols)),
        };
        if !(0..rows).contains(&row) || !(0..cols).contains(&col) {
            return None;
        }
        let cell = Cell::new(row as u32, col as u32);
        self.contains(cell).then_some(cell)
    }

    /// The cells in the order of their indices.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let mut holes = self.holes.iter().peekable();
        (0..self.rows)
            .flat_map(|row| (0..self.cols).map(move |col| Cell::new(row, col)))
            .filter(move |cell| holes.next_if_eq(&cell).is_none())
    }

    /// The symmetries of the square that carry the region to itself. Translations of a torus are not among them.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        Symmetry::ALL.into_iter().filter(|&s| {
            if self.holes.is_empty() {
                self.turns_into_itself(s, self.rows, self.cols)
            } else {
                self.permutation(s).is_some()
            }
        })
    }

    /// Where `symmetry` of the box around the cells carries each cell: the index of the image of every index.
    /// Nothing when the region is not carried to itself.
    pub fn permutation(&self, symmetry: Symmetry) -> Option<Vec<u32>> {
        let (top, left, rows, cols) = self.bounding_box();
        if !self.turns_into_itself(symmetry, rows, cols) {
            return None;
        }
        self.cells()
            .map(|cell| {
                let inside = Cell::new(cell.row - top, cell.col - left);
                let image = symmetry.apply(inside, rows, cols);
                self.index(Cell::new(image.row + top, image.col + left))
            })
            .collect()
    }

    /// Whether the box around the cells, with its gluing, is carried to itself.
    fn turns_into_itself(&self, symmetry: Symmetry, rows: u32, cols: u32) -> bool {
        !symmetry.transposes() || (rows == cols && self.topology != Topology::Cylinder)
    }

    /// Top, left, rows and columns of the smallest box around the cells; the whole rectangle when it wraps.
    fn bounding_box(&self) -> (u32, u32, u32, u32) {
        let whole = (0, 0, self.rows, self.cols);
        if self.topology != Topology::Plane || self.holes.is_empty() || self.is_empty() {
            return whole;
        }
        let (mut top, mut left, mut bottom, mut right) = (self.rows, self.cols, 0, 0);
        for cell in self.cells() {
            top = top.min(cell.row);
            bottom = bottom.max(cell.row);
            left = left.min(cell.col);
            right = right.max(cell.col);
        }
        (top, left, bottom - top + 1, right - left + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(rows: &[&str]) -> Region {
        let rows: Vec<Vec<bool>> = rows.iter().map(|r| r.chars().map(|c| c == '#').collect()).collect();
        Region::from_rows(&rows).unwrap()
    }

    #[test]
    fn index_and_cells_agree() {
        for region in
            [drawn(&["##.#", ".#", "####"]), Region::aztec(4).unwrap(), Region::rectangle(3, 5).unwrap()]
        {
            assert_eq!(region.cells().count(), region.len());
            for (i, cell) in region.cells().enumerate() {
                assert_eq!(region.index(cell), Some(i as u32));
            }
            for &hole in region.holes() {
                assert_eq!(region.index(hole), None);
            }
        }
    }

    #[test]
    fn aztec_diamonds_have_2n_n_plus_1_cells() {
        for n in 1..8 {
            let region = Region::aztec(n).unwrap();
            assert_eq!(region.len() as u64, 2 * n * (n + 1));
            assert_eq!(region.symmetries().count(), 8);
        }
    }

    #[test]
    fn symmetries_see_the_cells_not_the_margin() {
        assert_eq!(drawn(&["##", "##", ".."]).symmetries().count(), 8);
        assert_eq!(drawn(&["##", "#."]).symmetries().count(), 2);
        assert_eq!(Region::rectangle(2, 3).unwrap().symmetries().count(), 4);
        let cylinder = Region::wrapped(Topology::Cylinder, 3, 3).unwrap();
        assert_eq!(cylinder.symmetries().count(), 4);
    }

    #[test]
    fn sizes_are_refused_before_they_are_multiplied() {
        assert!(matches!(Region::rectangle(0, 5), Err(RegionError::Empty { .. })));
        for (rows, cols) in [(u64::MAX, u64::MAX), (1 << 32, 1), (1 << 20, 1 << 20)] {
            let error = Region::rectangle(rows, cols).unwrap_err();
            assert!(matches!(error, RegionError::TooLarge { .. }));
        }
        assert!(Region::aztec(u64::MAX).is_err());
    }
}
