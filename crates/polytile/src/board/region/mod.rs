//! Regions: a box of the units of a lattice with holes and optional cells, flat or wrapped.
//!
//! A region keeps the runs of its holes and nothing else. *Positions* number the cells of the box layer by layer, there row by row,
//! and a run is a range of positions, so that a huge rectangle costs nothing, and an Aztec diamond one run for each row. The
//! cells that remain are numbered in the same order (their *index*); index and position are turned into each other by a
//! binary search among the runs. Of the cells some may be *optional*: a tiling may leave them empty. They are listed, one by one.
//! Every size is checked before two sizes are multiplied.

mod drawing;
mod error;
mod symmetries;

pub use error::RegionError;

use super::{Cell, Lattice, Spot};
use crate::run::{Control, Pulse, Stopped, room};

/// How the edges of the rectangle are glued together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Topology {
    /// Not at all.
    Plane,
    /// The last column is next to column 0; rows do not wrap.
    Cylinder,
    /// The last column is next to column 0, and the last row next to row 0.
    Torus,
    /// In some other way: the last row is next to row 0, but no column to another, or layers are joined ([`Region::wraps`]).
    Periodic,
}

/// The cells of a board: a box of the units of a lattice, on squares a `rows` x `cols` rectangle, without its holes.
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
    lattice: Lattice,
    /// Whether the last layer is next to the first, the last row, the last column.
    wraps: [bool; 3],
    layers: u32,
    rows: u32,
    /// Columns of cells, as many to a unit as there are kinds.
    cols: u32,
    /// Sorted; no two of them touch.
    holes: Vec<Run>,
    /// The positions of the cells that may stay empty, sorted.
    optional: Vec<u32>,
}

/// Holes at all positions from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Run {
    from: u32,
    /// The first position behind them.
    to: u32,
    /// How many holes there are in all up to that position.
    holes: u32,
}

/// The full rectangle of rows `top..bottom` and columns `left..right`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub top: u32,
    pub bottom: u32,
    pub left: u32,
    pub right: u32,
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

    /// The full rectangle with its edges glued as `topology` says: [`Topology::Periodic`] glues top and bottom only.
    ///
    /// # Errors
    /// As [`Region::rectangle`].
    pub fn wrapped(topology: Topology, rows: u64, cols: u64) -> Result<Self, RegionError> {
        let wraps = match topology {
            Topology::Plane => [false, false, false],
            Topology::Cylinder => [false, false, true],
            Topology::Torus => [false, true, true],
            Topology::Periodic => [false, true, false],
        };
        if rows == 0 || cols == 0 {
            return Err(RegionError::Empty { rows, cols });
        }
        if rows > Self::MAX_SIDE || cols > Self::MAX_SIDE || rows * cols > Self::MAX_CELLS {
            return Err(RegionError::TooLarge { rows, cols, limit: Self::MAX_CELLS });
        }
        let (rows, cols) = (rows as u32, cols as u32);
        Ok(Region {
            lattice: Lattice::Square,
            wraps,
            layers: 1,
            rows,
            cols,
            holes: Vec::new(),
            optional: Vec::new(),
        })
    }

    /// The full box of `sides`, layers, rows and columns of the units of a lattice: one layer where it is flat.
    ///
    /// ```
    /// use polytile::board::{Lattice, Region};
    /// assert_eq!(Region::full(Lattice::Cube, [3, 3, 3])?.len(), 27);
    /// // Two triangles to a unit.
    /// assert_eq!(Region::full(Lattice::Triangle, [1, 6, 6])?.len(), 72);
    /// # Ok::<(), polytile::board::RegionError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Region::rectangle`]; [`RegionError::Space`] on other lattices.
    pub fn full(lattice: Lattice, sides: [u64; 3]) -> Result<Self, RegionError> {
        let [layers, rows, cols] = sides;
        if lattice == Lattice::Square && layers == 1 {
            return Self::rectangle(rows, cols);
        }
        let kinds = u64::from(lattice.kinds());
        let cells = sides.iter().try_fold(kinds, |cells, &side| cells.checked_mul(side));
        let fits = sides.iter().all(|side| (1..=Self::MAX_SIDE / kinds).contains(side));
        if !fits || cells.is_none_or(|cells| cells > Self::MAX_CELLS) || (layers > 1 && lattice.is_flat()) {
            return Err(RegionError::Space { layers, rows, cols });
        }
        let cols = cols * kinds;
        let [layers, rows, cols] = [layers, rows, cols].map(|side| side as u32);
        let (wraps, holes, optional) = ([false; 3], Vec::new(), Vec::new());
        Ok(Region { lattice, wraps, layers, rows, cols, holes, optional })
    }

    /// This region with its box glued: whether the last layer is next to the first, the last row to the first, the last column
    /// to the first. Layers of a flat board do not wrap.
    ///
    /// ```
    /// use polytile::board::{Lattice, Region, Topology};
    /// let region = Region::full(Lattice::Hex, [1, 3, 4])?.wrapping([false, true, true]);
    /// assert_eq!(region.topology(), Topology::Torus);
    /// // 36 pairs of neighbours, one for each of the three directions of each hexagon.
    /// # use polytile::{pieces::{Freedom, PieceSet, Piece, Copies, catalogue}, problem::Problem};
    /// let dihexes = catalogue::find("dihex").map(|named| Piece::from_catalogue(&named, Freedom::Free, Copies::ANY));
    /// assert_eq!(Problem::new(region, PieceSet::new(dihexes.into_iter().collect())).placements().len(), 36);
    /// # Ok::<(), polytile::board::RegionError>(())
    /// ```
    #[must_use]
    pub fn wrapping(self, wraps: [bool; 3]) -> Self {
        let [layers, rows, cols] = wraps;
        Region { wraps: [layers && !self.lattice.is_flat(), rows, cols], ..self }
    }

    /// The region of these cells of `lattice`, in the smallest box from 0,0 that has them.
    ///
    /// # Errors
    /// As [`Region::full`]; without any cell, [`RegionError::Empty`].
    pub fn of_cells(lattice: Lattice, cells: Vec<Cell>) -> Result<Self, RegionError> {
        Self::of_cells_in(lattice, [1; 3], cells)
    }

    /// The region of these cells, in the smallest box from 0,0 that has them, and at least so many layers, rows and columns of
    /// units.
    ///
    /// # Errors
    /// As [`Region::of_cells`].
    pub(crate) fn of_cells_in(
        lattice: Lattice,
        units: [u64; 3],
        mut cells: Vec<Cell>,
    ) -> Result<Self, RegionError> {
        cells.sort_unstable();
        cells.dedup();
        let most = |side: fn(&Cell) -> u32| cells.iter().map(|cell| u64::from(side(cell)) + 1).max();
        let sides = [most(|c| c.layer), most(|c| c.row), most(|c| c.col)];
        let [Some(layers), Some(rows), Some(cols)] = sides else {
            return Err(RegionError::Empty { rows: 0, cols: 0 });
        };
        let around = [layers, rows, cols.div_ceil(lattice.kinds().into())];
        let full = Self::full(lattice, std::array::from_fn(|i| around[i].max(units[i])))?;
        let places: Vec<u32> = cells.iter().filter_map(|&cell| full.position(cell)).collect();
        let ends = places.iter().copied().chain([full.layers * full.rows * full.cols]);
        let starts = std::iter::once(0).chain(places.iter().map(|place| place + 1));
        let holes: Vec<(u32, u32)> = starts.zip(ends).collect();
        Ok(full.with_holes(holes.into_iter()))
    }

    /// What its cells are.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Layers of the box, holes included: 1 where the lattice is flat.
    pub fn layers(&self) -> u32 {
        self.layers
    }

    /// The Aztec diamond of order `n`: 2n rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, centred.
    ///
    /// # Errors
    /// As [`Region::rectangle`], for the square of side 2n around it.
    pub fn aztec(n: u64) -> Result<Self, RegionError> {
        let side = n.saturating_mul(2);
        let square = Self::rectangle(side, side)?;
        let n = n as u32;
        let margin = |row: u32| if row < n { n - 1 - row } else { row - n };
        let holes = (0..2 * n).flat_map(|row| {
            let (left, right) = (margin(row), 2 * n - margin(row));
            let start = row * 2 * n;
            [(start, start + left), (start + right, start + 2 * n)]
        });
        Ok(square.with_holes(holes))
    }

    /// The chair of scale `k`, an L-tromino enlarged: a square of side 2k without its upper right quarter.
    ///
    /// # Errors
    /// As [`Region::rectangle`], for that square.
    pub fn chair(k: u64) -> Result<Self, RegionError> {
        let side = k.saturating_mul(2);
        let square = Self::rectangle(side, side)?;
        let (k, side) = (k as u32, side as u32);
        Ok(square.with_holes((0..k).map(|row| (row * side + k, (row + 1) * side))))
    }

    /// The region whose rows are given, `true` for a cell; rows shorter than the longest end in holes.
    ///
    /// # Errors
    /// As [`Region::rectangle`]. A drawing without any cell is [`RegionError::Empty`].
    pub fn from_rows(rows: &[Vec<bool>]) -> Result<Self, RegionError> {
        let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
        let full = Self::rectangle(rows.len() as u64, cols as u64)?;
        let is_hole = |row: &[bool], col: usize| !row.get(col).copied().unwrap_or(false);
        let holes = (0_u32..).zip(rows).flat_map(|(row, cells)| {
            let position = move |col: usize| row * cols as u32 + col as u32;
            (0..cols)
                .filter(move |&col| is_hole(cells, col))
                .map(move |col| (position(col), position(col) + 1))
        });
        let region = full.with_holes(holes);
        if region.is_empty() {
            return Err(RegionError::Empty { rows: 0, cols: 0 });
        }
        Ok(region)
    }

    /// This region where `cells` may stay empty; a hole among them becomes a cell. O(cells and runs of holes), sorting apart.
    ///
    /// ```
    /// use polytile::board::{Cell, Region};
    /// let region = Region::rectangle(2, 2)?.without(&[Cell::new(0, 0)])?.with_optional(&[Cell::new(0, 0)])?;
    /// assert_eq!((region.len(), region.optional().count()), (4, 1));
    /// # Ok::<(), polytile::board::RegionError>(())
    /// ```
    ///
    /// # Errors
    /// [`RegionError::Outside`] when a cell lies outside the box.
    pub fn with_optional(mut self, cells: &[Cell]) -> Result<Self, RegionError> {
        for &cell in cells {
            let at = self.position(cell).ok_or_else(|| self.outside(cell))?;
            self.optional.push(at);
        }
        self.optional.sort_unstable();
        self.optional.dedup();
        // What is left of each run of holes, between the cells.
        let mut left: Vec<(u32, u32)> = Vec::new();
        let mut filled = self.optional.iter().copied().peekable();
        for &Run { mut from, to, .. } in &self.holes {
            while let Some(at) = filled.next_if(|&at| at < to) {
                if at >= from {
                    left.push((from, at));
                    from = at + 1;
                }
            }
            left.push((from, to));
        }
        Ok(self.with_holes(left.into_iter()))
    }

    /// The cells that may stay empty, in the order of their indices.
    pub fn optional(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.optional.iter().map(|&at| self.at(at))
    }

    /// Whether `cell` may stay empty. O(log of their number).
    pub fn is_optional(&self, cell: Cell) -> bool {
        self.position(cell).is_some_and(|at| self.optional.binary_search(&at).is_ok())
    }

    /// Whether any cell may stay empty.
    pub fn has_optional(&self) -> bool {
        !self.optional.is_empty()
    }

    /// This region without `cells`. Removing a hole changes nothing.
    ///
    /// # Errors
    /// [`RegionError::Outside`] when a cell lies outside the rectangle.
    pub fn without(self, cells: &[Cell]) -> Result<Self, RegionError> {
        let mut holes: Vec<(u32, u32)> = self.holes.iter().map(|run| (run.from, run.to)).collect();
        for &cell in cells {
            let at = self.position(cell).ok_or_else(|| self.outside(cell))?;
            holes.push((at, at + 1));
        }
        holes.sort_unstable();
        let mut region = self.with_holes(holes.into_iter());
        let optional = std::mem::take(&mut region.optional);
        region.optional = optional.into_iter().filter(|&at| region.contains(region.at(at))).collect();
        Ok(region)
    }

    /// The error of a `cell` that does not lie in the box.
    pub(crate) fn outside(&self, cell: Cell) -> RegionError {
        let (rows, units) = (self.rows - 1, self.cols / self.lattice.kinds() - 1);
        let sides = if self.lattice == Lattice::Square {
            format!("rows 0..{rows} and columns 0..{units}")
        } else {
            let last = Cell::in_space(self.layers - 1, rows, self.cols - 1);
            format!(
                "cells from {} to {}",
                self.lattice.coordinates(Cell::default()),
                self.lattice.coordinates(last)
            )
        };
        RegionError::Outside { cell: self.lattice.coordinates(cell).to_string(), sides }
    }

    /// Whether `cell` lies in the box; a hole does.
    pub fn is_inside(&self, cell: Cell) -> bool {
        self.position(cell).is_some()
    }

    fn position(&self, cell: Cell) -> Option<u32> {
        let inside = cell.layer < self.layers && cell.row < self.rows && cell.col < self.cols;
        inside.then(|| (cell.layer * self.rows + cell.row) * self.cols + cell.col)
    }

    /// This rectangle with these holes and no others; they are ranges of positions, sorted by where they begin.
    fn with_holes(mut self, ranges: impl Iterator<Item = (u32, u32)>) -> Self {
        self.holes.clear();
        for (from, to) in ranges.filter(|(from, to)| from < to) {
            match self.holes.last_mut() {
                Some(last) if from <= last.to => {
                    let longer = to.max(last.to);
                    last.holes += longer - last.to;
                    last.to = longer;
                }
                last => {
                    let before = last.map_or(0, |last| last.holes);
                    self.holes.push(Run { from, to, holes: before + (to - from) });
                }
            }
        }
        self
    }

    /// How the edges are glued.
    pub fn topology(&self) -> Topology {
        match self.wraps {
            [false, false, false] => Topology::Plane,
            [false, false, true] => Topology::Cylinder,
            [false, true, true] => Topology::Torus,
            _ => Topology::Periodic,
        }
    }

    /// Layers, rows and columns of units of the box, holes included.
    pub(crate) fn units(&self) -> [u32; 3] {
        [self.layers, self.rows, self.cols / self.lattice.kinds()]
    }

    /// Whether the last layer is next to the first, the last row, and the last column.
    pub fn wraps(&self) -> [bool; 3] {
        self.wraps
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
        self.layers as usize * self.rows as usize * self.cols as usize - self.hole_count()
    }

    /// Number of holes.
    pub fn hole_count(&self) -> usize {
        self.holes.last().map_or(0, |run| run.holes as usize)
    }

    /// Whether every cell is a hole.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The holes, row by row.
    pub fn holes(&self) -> impl Iterator<Item = Cell> + '_ {
        self.holes.iter().flat_map(|run| run.from..run.to).map(|at| self.at(at))
    }

    fn at(&self, position: u32) -> Cell {
        let (line, col) = (position / self.cols, position % self.cols);
        if self.layers == 1 {
            return Cell::new(line, col);
        }
        Cell::in_space(line / self.rows, line % self.rows, col)
    }

    /// Whether this is a rectangle of squares in the plane without holes and without optional cells.
    pub fn is_rectangle(&self) -> bool {
        self.lattice == Lattice::Square
            && self.topology() == Topology::Plane
            && self.holes.is_empty()
            && self.optional.is_empty()
    }

    /// Whether `cell` belongs to the region.
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).is_some()
    }

    /// The index of `cell` among the cells, counted layer by layer and row by row from 0. O(log of the number of runs of holes).
    #[inline]
    pub fn index(&self, cell: Cell) -> Option<u32> {
        let position = self.position(cell)?;
        match self.holes.partition_point(|run| run.from <= position).checked_sub(1) {
            None => Some(position),
            Some(last) if position < self.holes[last].to => None,
            Some(last) => Some(position - self.holes[last].holes),
        }
    }

    /// The cell at `spot` after wrapping; nothing when it falls off an edge or into a hole.
    pub(crate) fn find(&self, spot: Spot) -> Option<Cell> {
        let [layer, row, unit] = spot.at;
        let col = unit.checked_mul(self.lattice.kinds().into())?.checked_add(spot.kind as i64)?;
        self.wrap_at([layer, row, col])
    }

    /// The square at row `row` and column `col` after wrapping; nothing when it falls off an edge or into a hole.
    pub fn wrap(&self, row: i64, col: i64) -> Option<Cell> {
        self.wrap_at([0, row, col])
    }

    /// The cell at this layer, row and column after wrapping; nothing when it falls off an edge or into a hole.
    #[inline]
    pub(crate) fn wrap_at(&self, place: [i64; 3]) -> Option<Cell> {
        let [layers, rows, cols] = [self.layers, self.rows, self.cols].map(i64::from);
        let around = |n: i64, side: i64, wraps: bool| if wraps { n.rem_euclid(side) } else { n };
        let layer = around(place[0], layers, self.wraps[0]);
        let (row, col) = (around(place[1], rows, self.wraps[1]), around(place[2], cols, self.wraps[2]));
        if !(0..rows).contains(&row) || !(0..cols).contains(&col) || !(0..layers).contains(&layer) {
            return None;
        }
        let cell = Cell::in_space(layer as u32, row as u32, col as u32);
        self.contains(cell).then_some(cell)
    }

    /// The cells beside `cell`, one for each of its sides: of a square above, to the right, below, to the left; nothing where the
    /// border is.
    pub(crate) fn beside(&self, cell: Cell) -> impl Iterator<Item = Option<Cell>> + '_ {
        self.lattice.ground().beside(self.lattice.spot(cell)).map(|near| self.find(near))
    }

    /// For each of the cells for which `among` holds, the number of its connected part, and how many parts there are; they are
    /// numbered by their first cells. Cost: a look at the neighbours of every cell.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for them.
    pub(crate) fn parts(
        &self,
        among: impl Fn(u32) -> bool,
        control: &Control,
    ) -> Result<(Vec<Option<u32>>, u32), Stopped> {
        const WHAT: &str = "the parts of the board";
        // A number for each cell, and a list of those whose neighbours have not been looked at.
        control.reserve(self.len() as u64 * 16, WHAT)?;
        let pulse = Pulse::preparing(control);
        let mut part = room::filled(None, self.len(), WHAT)?;
        let (mut count, mut stack) = (0, Vec::new());
        for (first, cell) in (0..).zip(self.cells()) {
            pulse.beat()?;
            if part[first as usize].is_some() || !among(first) {
                continue;
            }
            part[first as usize] = Some(count);
            room::more(&mut stack, 1, WHAT)?.push(cell);
            while let Some(cell) = stack.pop() {
                pulse.beat()?;
                for near in self.beside(cell).flatten() {
                    if let Some(index) = self.index(near)
                        && part[index as usize].is_none()
                        && among(index)
                    {
                        part[index as usize] = Some(count);
                        room::more(&mut stack, 1, WHAT)?.push(near);
                    }
                }
            }
            count += 1;
        }
        Ok((part, count))
    }

    /// The cells in the order of their indices.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.runs().flat_map(|(from, to)| from..to).map(|at| self.at(at))
    }

    /// The ranges of positions between the holes.
    fn runs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let starts = std::iter::once(0).chain(self.holes.iter().map(|run| run.to));
        let ends = self.holes.iter().map(|run| run.from).chain([self.layers * self.rows * self.cols]);
        starts.zip(ends).filter(|(from, to)| from < to)
    }

    /// On squares, full rectangles without a cell in common that are the region together, sorted: rows without a hole that follow
    /// each other, and the pieces of other rows between their holes. O(number of runs of holes).
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        let cols = self.cols;
        self.runs().flat_map(move |(from, to)| {
            let (first, last) = (from / cols, (to - 1) / cols);
            let (left, right) = (from % cols, (to - 1) % cols + 1);
            let row = |row, left, right| Block { top: row, bottom: row + 1, left, right };
            let one = (first == last && (left > 0 || right < cols)).then(|| row(first, left, right));
            let head = (one.is_none() && left > 0).then(|| row(first, left, cols));
            let tail = (one.is_none() && right < cols).then(|| row(last, 0, right));
            let (top, bottom) = (first + u32::from(left > 0), last + u32::from(right == cols));
            let middle =
                (one.is_none() && top < bottom).then_some(Block { top, bottom, left: 0, right: cols });
            [one, head, middle, tail].into_iter().flatten()
        })
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
            assert_eq!(region.holes().count(), region.hole_count());
            for hole in region.holes() {
                assert_eq!(region.index(hole), None);
            }
            let in_block = |b: Block| {
                (b.top..b.bottom).flat_map(move |row| (b.left..b.right).map(move |col| Cell::new(row, col)))
            };
            let mut blocks: Vec<Cell> = region.blocks().flat_map(in_block).collect();
            blocks.sort_unstable();
            assert_eq!(blocks, region.cells().collect::<Vec<_>>());
        }
    }

    #[test]
    fn huge_boards_cost_what_their_runs_of_holes_do() {
        let long =
            Region::rectangle(1 << 31, 1).unwrap().without(&[Cell::new(5, 0), Cell::new(6, 0)]).unwrap();
        assert_eq!((long.holes.len(), long.len()), (1, (1 << 31) - 2));
        let tall = |top, bottom| Block { top, bottom, left: 0, right: 1 };
        assert_eq!(long.blocks().collect::<Vec<_>>(), [tall(0, 5), tall(7, 1 << 31)]);
        let diamond = Region::aztec(4096).unwrap();
        assert_eq!((diamond.holes.len(), diamond.len()), (8192, 2 * 4096 * 4097));
        assert_eq!(Region::chair(4096).unwrap().holes.len(), 4096);
        // Drawn or computed, the region is the same.
        let drawn = drawn(&[".##.", "####", "####", ".##."]);
        assert_eq!(drawn, Region::aztec(2).unwrap());
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
    fn regions_of_other_lattices() {
        let all = |lattice, sides| Region::full(lattice, sides).unwrap();
        let symmetries = |region: &Region| region.symmetries().count();
        assert_eq!(symmetries(&all(Lattice::Cube, [3, 3, 3])), 48);
        assert_eq!(symmetries(&all(Lattice::Cube, [2, 3, 4])), 8);
        assert_eq!(symmetries(&all(Lattice::Hex, [1, 4, 7])), 2);
        assert_eq!(symmetries(&all(Lattice::Triangle, [1, 6, 6])), 4);
        assert_eq!(symmetries(&all(Lattice::Prism, [3, 1, 1])), 8);
        // A triangle of side 3, pointing up.
        let triangle = (0..3_u32).flat_map(|row| (0..5 - 2 * row).map(move |col| Cell::new(row, col)));
        let region = Region::of_cells(Lattice::Triangle, triangle.collect()).unwrap();
        assert_eq!((region.len(), symmetries(&region)), (9, 6));
        for region in [region, all(Lattice::Cube, [2, 3, 4])] {
            for (i, cell) in region.cells().enumerate() {
                assert_eq!(region.index(cell), Some(i as u32));
            }
            for symmetry in region.symmetries() {
                let mut images = region.permutation(symmetry).unwrap();
                images.sort_unstable();
                assert!(images.into_iter().eq(0..region.len() as u32));
            }
        }
        let outside = all(Lattice::Triangle, [1, 2, 3]).without(&[Cell::new(2, 0)]).unwrap_err();
        assert_eq!(
            outside.to_string(),
            "cell 0,2,0 is not on the board, which has cells from 0,0,0 to 2,1,1"
        );
        assert!(matches!(Region::full(Lattice::Cube, [1 << 20; 3]), Err(RegionError::Space { .. })));
        assert!(matches!(Region::full(Lattice::Hex, [2, 1, 1]), Err(RegionError::Space { .. })));
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
