//! Which turns and reflections carry a region to itself, with its optional cells, and where they carry each cell.
//!
//! In: a region. Out: symmetries of its lattice, and what they do to the indices of the cells. A turn about the corner of the first
//! unit is followed by the shift that brings the image of the region back to where the region is; so the smallest box around the
//! cells determines it, and on squares nothing else need be looked at. Along what wraps any shift would do, and there is none on
//! other lattices than squares. One turn after the other may then be a third one with a shift around the board: of such turns only some
//! are symmetries, so many that they are a group. Cost: a look at every cell for each symmetry, two on other lattices.

use super::{Region, Topology};
use crate::board::{Cell, Lattice, Matrix, Symmetry, Vector};
use crate::run::{Control, Pulse, Stopped, room};

impl Region {
    /// The symmetries of the lattice that carry the region to itself. Translations of a torus are not among them. They are a group:
    /// on boards that wrap, other than squares, a subgroup of those that carry the board to itself.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        // Without limits, nothing stops it.
        self.symmetries_within(&Control::default()).unwrap_or_default().into_iter()
    }

    /// The symmetries, unless `control` says stop first.
    ///
    /// # Errors
    /// When it does.
    pub(crate) fn symmetries_within(&self, control: &Control) -> Result<Vec<Symmetry>, Stopped> {
        let pulse = Pulse::preparing(control);
        let mut found = Vec::new();
        for symmetry in Symmetry::of(self.lattice) {
            let Some(mut images) = self.images(symmetry, &pulse)? else { continue };
            let full = self.hole_count() == 0 && !self.has_optional();
            let carried = (full && self.lattice == Lattice::Square)
                || images.try_fold(true, |all, image| {
                    pulse.beat()?;
                    Ok(all && image.is_some())
                })?;
            found.extend(carried.then_some(symmetry));
        }
        if self.lattice != Lattice::Square && self.topology() != Topology::Plane {
            return self.group(&found, &pulse);
        }
        Ok(found)
    }

    /// Of these symmetries of a board that wraps some that are a group: the first, and each further one that makes one with those before
    /// it.
    fn group(&self, found: &[Symmetry], pulse: &Pulse<'_>) -> Result<Vec<Symmetry>, Stopped> {
        let mut maps: Vec<(Matrix, Vector)> = Vec::new();
        for symmetry in found {
            let shift = self.shift(*symmetry, pulse)?;
            let column = |i: usize| symmetry.turn().vector(std::array::from_fn(|j| i64::from(i == j)));
            maps.push(([0, 1, 2].map(column), shift));
        }
        // Which map it is to apply one and then another, if it is one of them.
        let (units, wraps) = (self.units().map(i64::from), self.wraps());
        let after = |first: usize, then: usize| {
            let ((columns, shift), turn) = (maps[first], found[then].turn());
            let (sought, by) = (columns.map(|column| turn.vector(column)), turn.vector(shift));
            let same = |i: usize, other: i64| {
                let away = by[i] + maps[then].1[i] - other;
                if wraps[i] { away % units[i] == 0 } else { away == 0 }
            };
            maps.iter().position(|(columns, shift)| *columns == sought && (0..3).all(|i| same(i, shift[i])))
        };
        let mut group: Vec<usize> = Vec::new();
        for one in 0..found.len() {
            if group.contains(&one) {
                continue;
            }
            let mut larger = [&group[..], &[one]].concat();
            let (mut made, mut closed) = (0, true);
            while closed && made < larger.len() {
                for other in 0..=made {
                    pulse.beat()?;
                    for product in [after(larger[made], larger[other]), after(larger[other], larger[made])] {
                        closed &= product.is_some();
                        larger.extend(product.filter(|product| !larger.contains(product)));
                    }
                }
                made += 1;
            }
            if closed {
                group = larger;
            }
        }
        group.sort_unstable();
        Ok(group.into_iter().map(|i| found[i]).collect())
    }

    /// Where `symmetry`, one of the lattice, carries each cell if it carries the region to itself: the index of the image of every
    /// index. Nothing when it does not.
    pub fn permutation(&self, symmetry: Symmetry) -> Option<Vec<u32>> {
        // Without limits, nothing stops it.
        self.permutation_within(symmetry, &Control::default()).ok()?
    }

    /// Where a symmetry carries each cell, unless `control` says stop first.
    ///
    /// # Errors
    /// When it does, or there is no memory for it.
    pub(crate) fn permutation_within(
        &self,
        symmetry: Symmetry,
        control: &Control,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let pulse = Pulse::preparing(control);
        let Some(images) = self.images(symmetry, &pulse)? else { return Ok(None) };
        let mut all = room::list(self.len(), "a symmetry of the board")?;
        for image in images {
            pulse.beat()?;
            let Some(image) = image else { return Ok(None) };
            all.push(image);
        }
        Ok(Some(all))
    }

    /// Hands the translations that carry the region to itself to `sink`, the identity first: along what wraps, where each cell goes,
    /// by indices.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for one of them.
    pub(crate) fn translations(
        &self,
        control: &Control,
        sink: &mut dyn FnMut(Vec<u32>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let pulse = Pulse::preparing(control);
        let (units, wraps) = (self.units().map(i64::from), self.wraps());
        let shifts = |axis: usize| 0..if wraps[axis] { units[axis] } else { 1 };
        for by in shifts(0).flat_map(|l| shifts(1).flat_map(move |r| shifts(2).map(move |c| [l, r, c]))) {
            let mut all = room::list(self.len(), "a translation of the board")?;
            for cell in self.cells() {
                pulse.beat()?;
                let image = self.find(self.lattice.spot(cell).moved(by));
                let kept = image.filter(|&image| self.is_optional(cell) == self.is_optional(image));
                let Some(index) = kept.and_then(|image| self.index(image)) else { break };
                all.push(index);
            }
            if all.len() == self.len() {
                sink(all)?;
            }
        }
        Ok(())
    }

    /// The image of every cell under `symmetry`, shifted to where the region is; nothing where that is not a cell, optional as it
    /// is or not, and nothing at all if the gluing is not carried to itself.
    fn images(
        &self,
        symmetry: Symmetry,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Box<dyn Iterator<Item = Option<u32>> + '_>>, Stopped> {
        if self.lattice == Lattice::Square {
            // In a box a turn is a swap and two subtractions, and the box is known without a look at the cells.
            let (top, left, rows, cols) = self.bounding_box();
            let image = move |cell: Cell| {
                let inside = Cell::new(cell.row - top, cell.col - left);
                let image = symmetry.apply(inside, rows, cols);
                let image = Cell::new(image.row + top, image.col + left);
                self.index(image).filter(|_| self.is_optional(cell) == self.is_optional(image))
            };
            let images = || Box::new(self.cells().map(image)) as Box<dyn Iterator<Item = Option<u32>> + '_>;
            return Ok(self.turns_into_itself(symmetry, rows, cols).then(images));
        }
        if !self.keeps_the_gluing(symmetry) {
            return Ok(None);
        }
        let by = self.shift(symmetry, pulse)?;
        let image = move |cell| {
            let image = self.find(symmetry.image(self.lattice.spot(cell)).moved(by))?;
            self.index(image).filter(|_| self.is_optional(cell) == self.is_optional(image))
        };
        Ok(Some(Box::new(self.cells().map(image))))
    }

    /// The shift that brings the image of the region under a turn back to where the region is: none along what wraps.
    fn shift(&self, symmetry: Symmetry, pulse: &Pulse<'_>) -> Result<Vector, Stopped> {
        let (mut first, mut image) = ([i64::MAX; 3], [i64::MAX; 3]);
        for cell in self.cells() {
            pulse.beat()?;
            let spot = self.lattice.spot(cell);
            for (least, at) in [(&mut first, spot.at), (&mut image, symmetry.image(spot).at)] {
                *least = std::array::from_fn(|i| least[i].min(at[i]));
            }
        }
        Ok(std::array::from_fn(|i| if self.wraps[i] { 0 } else { first[i].saturating_sub(image[i]) }))
    }

    /// Whether what is a whole turn around the board stays one.
    pub(crate) fn keeps_the_gluing(&self, symmetry: Symmetry) -> bool {
        let (units, wraps) = (self.units().map(i64::from), self.wraps());
        let periods: [i64; 3] = std::array::from_fn(|i| if wraps[i] { units[i] } else { 0 });
        (0..3).all(|axis| {
            let around: [i64; 3] = std::array::from_fn(|i| if i == axis { periods[axis] } else { 0 });
            let image = symmetry.turn().vector(around);
            image.iter().zip(periods).all(|(&n, period)| if period == 0 { n == 0 } else { n % period == 0 })
        })
    }

    /// Whether the box around the cells, with its gluing, is carried to itself.
    fn turns_into_itself(&self, symmetry: Symmetry, rows: u32, cols: u32) -> bool {
        !symmetry.transposes() || (rows == cols && self.wraps[1] == self.wraps[2])
    }

    /// Top, left, rows and columns of the smallest box around the cells; the whole rectangle when it wraps.
    fn bounding_box(&self) -> (u32, u32, u32, u32) {
        let whole = (0, 0, self.rows, self.cols);
        if self.topology() != Topology::Plane || self.holes.is_empty() || self.is_empty() {
            return whole;
        }
        let (mut top, mut left, mut bottom, mut right) = (self.rows, self.cols, 0, 0);
        for block in self.blocks() {
            top = top.min(block.top);
            bottom = bottom.max(block.bottom);
            left = left.min(block.left);
            right = right.max(block.right);
        }
        (top, left, bottom - top, right - left)
    }
}
