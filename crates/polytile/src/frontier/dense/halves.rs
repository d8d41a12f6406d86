//! The number of tilings of one board, from its halves.
//!
//! Let g be the largest height between rows, and F(a) the weights after a rows: for heights p, F(a)[p] is the number of
//! ways in which pieces that the scan lays in a rows cover those rows and p below them, and nothing else. Now take a
//! tiling of n = a + g + b rows. From above, the scan of the first a rows lays some of its pieces, up to heights p. From
//! below, the same scan, upside down, lays others in b rows, up to heights h. No piece is met twice: the tiling alone
//! determines what the scan lays, piece by piece, each at a cell that the pieces before left uncovered above one that
//! they cover; so in the region below p, whose columns reach to the bottom, the scan stays within that region. Between
//! the two, in g rows, the cells from `p_i` to `q_i = g - h_i` of every column are left for the other pieces:
//!
//! > count(n) = sum over p and q of F(a)\[p\] C\[p, q\] F'(b)\[g - q\],
//!
//! where C\[p, q\] is the number of tilings of those cells, and F' is F for the pieces upside down. Every choice of the three
//! parts is a tiling. Pieces that look the same upside down have F' = F, and those that look the same after half a turn have
//! F'(b)\[h\] = F(b)\[h backwards\]: then about n/2 rows are scanned instead of n ([`Facing`]).
//!
//! C is applied in place: as the g rows between are scanned, a column's slot is where it ends. A cell that is not covered is
//! either the end of its column, which is then closed, or a piece is laid there as in any row, but not into closed columns and
//! not below the last row ([`Moves::between`]). After the last row every column is closed, at q.
//!
//! The weights of half a board have half as many digits. So where memory allows, they are kept exactly ([`super::weights`]), and
//! the count is a sum of products of exact numbers: with k residues for a weight, 2k arrays. Where memory does not allow that, the
//! count is found as for whole boards: an interval in floating point, then modulo one number after the other, with two arrays.
//!
//! Cost: (n + g) / 2 rows for each residue, in passes as [`super::pass`] does them, and k^2 products for each state.

use super::growth::growth;
use super::keeper::{Keeper, passed, through};
use super::layout::{Layout, Step};
use super::pass::{Arithmetic, Array, Float, Modulo, threads};
use super::weights::{Weights, moduli};
use super::{Dense, Interval, Term};
use crate::board::Symmetry;
use crate::number::Count;
use crate::number::digits::{Digits, Products};
use crate::pieces::{PieceSet, Polyform};
use crate::run::{Control, Progress, Stopped, parallel};
use num_traits::Zero;
use std::ops::Range;

/// About how many slots have their images in a table.
const TABLE: usize = 1 << 13;

/// How the pieces look from below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facing {
    /// As from above.
    Mirrored,
    /// As from above, left and right exchanged.
    Turned,
}

impl Facing {
    /// `None` where they look different.
    pub fn of(pieces: &PieceSet) -> Option<Self> {
        let seen = |symmetry: Symmetry| {
            let shapes = pieces.iter().flat_map(|p| &p.orientations);
            let mut shapes: Vec<Polyform> = shapes.map(|shape| shape.image(symmetry)).collect();
            shapes.sort_unstable();
            shapes
        };
        let upright = seen(Symmetry::IDENTITY);
        if seen(Symmetry::UPSIDE_DOWN) == upright {
            Some(Facing::Mirrored)
        } else {
            (seen(Symmetry::HALF_TURN) == upright).then_some(Facing::Turned)
        }
    }
}

/// A board in halves.
#[derive(Debug)]
pub(super) struct Halves<'d> {
    dense: &'d Dense,
    facing: Facing,
    /// Rows of the board.
    rows: u64,
    /// Rows of the half that is carried on between the halves; the other has as many, or one more.
    half: u64,
    /// How many bits the largest weight can grow by in a row.
    growth: f64,
    /// How many bits the largest weight can grow by in each row between the halves.
    growth_between: Vec<f64>,
}

impl<'d> Halves<'d> {
    /// The board of `rows` rows, if it has halves that are alike.
    pub fn new(dense: &'d Dense, rows: u64) -> Option<Self> {
        let (facing, depth) = (dense.facing?, dense.moves.base - 1);
        let half = rows.checked_sub(u64::from(depth))? / 2;
        let bits = |between| growth(&dense.moves, dense.width, between);
        let growth_between = (0..depth).map(|row| bits(Some(row))).collect();
        Some(Halves { dense, facing, rows, half, growth: bits(None), growth_between })
    }

    /// Rows between the halves.
    fn depth(&self) -> u64 {
        self.growth_between.len() as u64
    }

    /// Rows of the other half.
    fn other(&self) -> u64 {
        self.rows - self.depth() - self.half
    }

    /// Rows that are scanned, those between the halves included.
    pub fn scanned(&self) -> u64 {
        self.other() + self.depth()
    }

    /// About how many residues determine a weight after `rows` rows: weights grow by half the bits that they can grow by.
    fn residues_after(&self, rows: u64) -> usize {
        moduli(self.growth * (0.5 * rows as f64 + 1.0))
    }

    /// About how many residues determine every weight of the halves.
    pub fn residues(&self) -> usize {
        self.residues_after(self.other())
    }

    /// About how many passes over a row there are, of one residue each.
    pub fn passes(&self) -> f64 {
        let (first, last) = (self.residues_after(1) as f64, self.residues() as f64);
        self.other() as f64 * (first + last) / 2.0 + self.depth() as f64 * last
    }

    /// Bytes of the arrays of `residues` residues.
    pub fn bytes(&self, residues: usize) -> u64 {
        self.dense.bytes().saturating_mul(2 * residues as u64)
    }

    /// The count, from weights that are known exactly.
    ///
    /// # Errors
    /// When `control` says stop, or the arrays outgrow their memory.
    pub fn count<K: Keeper>(&self, keeper: &mut K, control: &Control) -> Result<Count, K::Error> {
        let tables = Tables::new(self, control)?;
        let mut near = Weights::new(&tables.layout, self.progress(0), control)?;
        if let Some((rows, residues)) = keeper.begun(self.half)? {
            let progress = self.progress(rows);
            while keeper.finds_again() && near.rows() < rows {
                near.step(&tables.layout.row, self.growth, progress, control)?;
                near.look_up(progress, control)?;
            }
            if near.arrays().len() > residues {
                return Err(keeper.contradicted());
            }
            near.stand_after(rows, residues, progress, control)?;
            keeper.restore(near.arrays_mut(), progress, control)?;
            near.look_up(progress, control)?;
        }
        while near.rows() < self.half {
            let progress = self.progress(near.rows());
            keeper.keep(near.arrays(), progress, control)?;
            near.step(&tables.layout.row, self.growth, progress, control)?;
        }
        keeper.keep(near.arrays(), self.progress(self.half), control)?;
        let mut far = near.twin(self.progress(self.half), control)?;
        while far.rows() < self.other() {
            far.step(&tables.layout.row, self.growth, self.progress(self.half), control)?;
        }
        near.stand_beside(&far);
        for (row, (step, &growth)) in (0..).zip(tables.between.iter().zip(&self.growth_between)) {
            near.step_between(step, growth, self.progress(self.other() + row), control)?;
        }
        near.match_moduli(&mut far, self.progress(self.scanned()), control)?;
        let digits = near.digits();
        let sums = self.products(near.arrays(), far.arrays(), digits, control)?;
        let mut count = Count::zero();
        for (sum, (i, j)) in sums.iter().zip(pairs(digits.weights().len())) {
            count += sum.total() * &digits.weights()[i] * &digits.weights()[j];
        }
        Ok(count)
    }

    /// The count, from an interval and modulo one number after the other.
    ///
    /// # Errors
    /// As [`Halves::count`].
    pub fn count_in_turn<K: Keeper>(&self, keeper: &mut K, control: &Control) -> Result<Count, K::Error> {
        // There, one array is counted already.
        let bytes = self.dense.bytes() as f64 + self.dense.bytes_per_term(self.rows);
        self.dense.reserve_terms(self.rows, bytes, control)?;
        let tables = Tables::new(self, control)?;
        let value = through(keeper, Float, |keeper| {
            let (near, far) = self.arrays(&tables, Float, keeper, control)?;
            let sum = self.sum(&near, &far, control)?;
            // Beyond the range of floating point, infinity times nothing too.
            Ok(if sum.is_nan() { f64::INFINITY } else { sum })
        })?;
        // Every addition on the way of a value rounds once, in each of the halves; so do the product and the sums.
        let cells = (self.scanned() + self.other()) * self.dense.width as u64;
        let additions = tables.most_additions().saturating_add(1);
        let interval = Interval::around(value, cells * additions + Meeting::roundings(&tables.layout));
        let mut terms = [Term::new(interval.unwrap_or_else(|| self.dense.any(self.rows)))];
        Term::learn_all(&mut terms, |modulo| {
            Ok::<_, K::Error>(vec![self.residue(&tables, modulo, keeper, control)?])
        })?;
        let [term] = terms;
        Ok(term.found.unwrap_or_default())
    }

    /// The count modulo `m`, which is below 2^63.
    ///
    /// # Errors
    /// As [`Halves::count`].
    pub fn count_modulo<K: Keeper>(
        &self,
        m: u64,
        keeper: &mut K,
        control: &Control,
    ) -> Result<u64, K::Error> {
        Ok(self.residue(&Tables::new(self, control)?, Modulo::Below(m), keeper, control)? % m)
    }

    fn residue<K: Keeper>(
        &self,
        tables: &Tables,
        modulo: Modulo,
        keeper: &mut K,
        control: &Control,
    ) -> Result<u64, K::Error> {
        through(keeper, modulo, |keeper| {
            let (near, far) = self.arrays(tables, modulo, keeper, control)?;
            let sums = self.products(&[near], &[far], &Digits::new(1), control)?;
            Ok(sums.first().map_or(0, |sum| modulo.reduce(&sum.total())))
        })
    }

    /// One half, carried on through the rows between the halves, and the other half.
    fn arrays<'l, A: Arithmetic, K: Keeper>(
        &self,
        tables: &'l Tables,
        arithmetic: A,
        keeper: &mut K,
        control: &Control,
    ) -> Result<(Array<'l, A>, Array<'l, A>), K::Error> {
        control.reserve(self.bytes(1), format!("two arrays of {} counts", self.dense.states))?;
        let progress = |rows| self.progress(rows);
        let mut near = passed(&tables.layout, self.half, arithmetic, keeper, progress, control)?;
        keeper.keep(std::slice::from_ref(&near), self.progress(self.half), control)?;
        let mut far = near.twin(self.progress(self.half), control)?;
        while far.rows < self.other() {
            far.step(&tables.layout.row, self.progress(self.half), control)?;
        }
        for (row, step) in (0..).zip(&tables.between) {
            near.step_between(step, self.progress(self.other() + row), control)?;
        }
        Ok((near, far))
    }

    fn progress(&self, done: u64) -> Progress {
        Progress::Levels { done, total: self.scanned(), states: self.dense.states() }
    }

    /// The sums of the products of digits of matching states.
    fn products(
        &self,
        near: &[Array<'_, Modulo>],
        far: &[Array<'_, Modulo>],
        digits: &Digits,
        control: &Control,
    ) -> Result<Vec<Products>, Stopped> {
        let none = || vec![Products::default(); near.len() * far.len()];
        let parts = self.meet(near[0].layout, control, |meeting, heads| {
            let mut sums = none();
            let mut left = vec![vec![0; meeting.tail()]; near.len()];
            let mut right = left.clone();
            for head in heads {
                for (left, array) in left.iter_mut().zip(near) {
                    left.copy_from_slice(meeting.row(head, &array.values));
                }
                for (right, array) in right.iter_mut().zip(far) {
                    for (right, value) in right.iter_mut().zip(meeting.images(head, &array.values)) {
                        *right = value;
                    }
                }
                digits.convert(&mut left);
                digits.convert(&mut right);
                for (sum, (i, j)) in sums.iter_mut().zip(pairs(near.len())) {
                    sum.add(&left[i], &right[j]);
                }
            }
            sums
        })?;
        let add = |sums: Vec<Products>, more: Vec<Products>| {
            sums.into_iter().zip(more).map(|(sum, more)| sum.with(more)).collect()
        };
        Ok(parts.into_iter().fold(none(), add))
    }

    /// The sum of the products of matching states.
    fn sum(
        &self,
        near: &Array<'_, Float>,
        far: &Array<'_, Float>,
        control: &Control,
    ) -> Result<f64, Stopped> {
        let parts = self.meet(near.layout, control, |meeting, heads| {
            let of_head = |head| -> f64 {
                let pairs = meeting.row(head, &near.values).iter().zip(meeting.images(head, &far.values));
                pairs.map(|(&left, right)| left * right).sum()
            };
            heads.map(of_head).sum::<f64>()
        })?;
        // Not `sum`, which is -0 where there is nothing.
        Ok(parts.into_iter().fold(0.0, |sum, part| sum + part))
    }

    /// What `part` makes of the states between the halves, several heads at a time.
    fn meet<R: Send>(
        &self,
        layout: &Layout,
        control: &Control,
        part: impl Fn(&Meeting, Range<usize>) -> R + Sync,
    ) -> Result<Vec<R>, Stopped> {
        let Some(meeting) = Meeting::new(self, layout) else { return Ok(Vec::new()) };
        let heads = meeting.heads.len();
        let at_once = Meeting::heads_at_once(heads);
        let parts = parallel::map(threads(layout.slots, control), heads.div_ceil(at_once), |number| {
            control.stopped(self.progress(self.scanned()))?;
            Ok(part(&meeting, number * at_once..heads.min((number + 1) * at_once)))
        });
        parts.into_iter().collect()
    }
}

/// The indices of all pairs of digits.
fn pairs(digits: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..digits).flat_map(move |i| (0..digits).map(move |j| (i, j)))
}

/// What the rows do.
struct Tables {
    layout: Layout,
    between: Vec<Step>,
}

impl Tables {
    fn new(halves: &Halves<'_>, control: &Control) -> Result<Self, Stopped> {
        let Dense { moves, .. } = halves.dense;
        let layout = halves.dense.layout(control)?;
        let between = (0..halves.depth()).map(|row| layout.between(moves, row as usize, halves.half));
        Ok(Tables { between: between.collect(), layout })
    }

    /// The most additions into one value at one cell.
    fn most_additions(&self) -> u64 {
        let steps = self.between.iter().chain([&self.layout.row]);
        steps.map(Step::most_additions).max().unwrap_or(0) as u64
    }
}

/// Which state of the other half matches a state between the halves.
///
/// The image of an index is a sum over its digits. A few digits at the end, the tail, have a table for every class of
/// those before them, the head: the slot that is left out of the index depends on all of them.
struct Meeting {
    /// For each head, what it adds and its class.
    heads: Vec<(usize, usize)>,
    tails: Vec<Vec<usize>>,
}

impl Meeting {
    /// The most parts that heads are split into.
    const PARTS: usize = 256;

    /// How many columns the tail has.
    fn columns_of_tail(layout: &Layout) -> usize {
        let mut last = 0;
        while last < layout.stored && layout.base.pow(last as u32 + 1) <= TABLE {
            last += 1;
        }
        last
    }

    /// How many of so many heads make up a part.
    fn heads_at_once(heads: usize) -> usize {
        heads.div_ceil(Self::PARTS)
    }

    /// How many roundings a product takes part in, at most, when those of all states are added up.
    fn roundings(layout: &Layout) -> u64 {
        let last = Self::columns_of_tail(layout);
        let (tail, heads) = (layout.base.pow(last as u32), layout.base.pow((layout.stored - last) as u32));
        let at_once = Self::heads_at_once(heads);
        (tail + at_once + heads.div_ceil(at_once) + 1) as u64
    }

    /// `None` where no two states match, because the area of the board is not a sum of those of pieces.
    fn new(halves: &Halves<'_>, layout: &Layout) -> Option<Self> {
        layout.clean(halves.rows)?;
        let Layout { width, base, stored, classes, .. } = *layout;
        let rows = (halves.rows % base as u64) as usize;
        // What a slot of column c adds to the other index. The slot is where the column ends, plus the rows of the one half; its
        // image is what remains of the rows between, plus the rows of the other half.
        let image = |column: usize, slot: usize| {
            let column = if halves.facing == Facing::Mirrored { column } else { width - 1 - column };
            let weight = if column < stored { base.pow((stored - 1 - column) as u32) } else { 0 };
            (rows + base - slot) % base * weight
        };
        let digits = |mut index: usize, columns: Range<usize>| {
            let (mut sum, mut class) = (0, 0);
            for column in columns.rev() {
                sum += image(column, index % base);
                class += index % base;
                index /= base;
            }
            (sum, class % classes)
        };
        let last = Self::columns_of_tail(layout);
        let heads = (0..base.pow((stored - last) as u32)).map(|head| digits(head, 0..stored - last));
        let left_out = |class: usize| {
            if stored < width { image(width - 1, (classes - class % classes) % classes) } else { 0 }
        };
        let tails = (0..classes).map(|class| {
            let tails = (0..base.pow(last as u32)).map(|tail| digits(tail, stored - last..stored));
            tails.map(|(sum, own)| sum + left_out(class + own)).collect()
        });
        Some(Meeting { heads: heads.collect(), tails: tails.collect() })
    }

    /// States that have a head in common.
    fn tail(&self) -> usize {
        self.tails[0].len()
    }

    /// The weights of the states with this head.
    fn row<'v, V>(&self, head: usize, values: &'v [V]) -> &'v [V] {
        &values[head * self.tail()..][..self.tail()]
    }

    /// The weights of the images of the states with this head.
    fn images<'v, V: Copy>(&'v self, head: usize, values: &'v [V]) -> impl Iterator<Item = V> + 'v {
        let (base, class) = self.heads[head];
        self.tails[class].iter().map(move |tail| values[base + tail])
    }
}

#[cfg(test)]
mod tests {
    use super::super::keeper::Forgetful;
    use super::*;
    use crate::board::Cell;
    use crate::pieces::{Copies, Freedom, Piece};

    /// The shapes of up to three cells that the mask selects.
    fn set(mask: u32) -> PieceSet {
        let shapes: [&[(u32, u32)]; 9] = [
            &[(0, 0)],
            &[(0, 0), (0, 1)],
            &[(0, 0), (1, 0)],
            &[(0, 0), (0, 1), (0, 2)],
            &[(0, 0), (1, 0), (2, 0)],
            &[(0, 0), (0, 1), (1, 0)],
            &[(0, 1), (1, 0), (1, 1)],
            &[(0, 0), (0, 1), (1, 1)],
            &[(0, 0), (1, 0), (1, 1)],
        ];
        let chosen = (0..9).filter(|i| mask >> i & 1 == 1).map(|i| {
            let shape = Polyform::new(shapes[i].iter().map(|&(r, c)| Cell::new(r, c))).unwrap();
            Piece::new("drawn", &shape, Freedom::Fixed, Copies::ANY)
        });
        PieceSet::new(chosen.collect())
    }

    #[test]
    fn halves_give_what_the_whole_gives() {
        let (mut mirrored, mut turned, mut tiled) = (0, 0, 0);
        for mask in (1..512).step_by(3) {
            for width in [1, 2, 5] {
                let Ok(dense) = Dense::new(&set(mask), width) else { continue };
                match dense.facing {
                    Some(Facing::Mirrored) => mirrored += 1,
                    Some(Facing::Turned) => turned += 1,
                    None => continue,
                }
                let control = Control::default();
                let whole = dense.terms(6, &control).unwrap();
                for rows in 0..=6 {
                    let Some(halves) = Halves::new(&dense, rows) else { continue };
                    let (expected, m) = (&whole[rows as usize], 1_000_003);
                    let place = format!("pieces {mask}, {rows}x{width}");
                    assert_eq!(&halves.count(&mut Forgetful, &control).unwrap(), expected, "{place}");
                    assert_eq!(&halves.count_in_turn(&mut Forgetful, &control).unwrap(), expected, "{place}");
                    assert_eq!(
                        Count::from(halves.count_modulo(m, &mut Forgetful, &control).unwrap()),
                        expected % m,
                        "{place}"
                    );
                    tiled += u32::from(!expected.is_zero());
                }
            }
        }
        assert!(mirrored > 50 && turned > 10 && tiled > 500, "{mirrored}, {turned}, {tiled}");
    }

    #[test]
    fn weights_of_several_words() {
        // Monominoes, dominoes and trominoes: many bits on few columns.
        let dense = Dense::new(&set(511), 3).unwrap();
        let control = Control::default();
        let whole = dense.terms(200, &control).unwrap();
        for rows in [31, 90, 199, 200] {
            let halves = Halves::new(&dense, rows).unwrap();
            assert_eq!(halves.count(&mut Forgetful, &control).unwrap(), whole[rows as usize]);
        }
        assert!(Halves::new(&dense, 200).unwrap().residues() > 2);
    }

    #[test]
    fn more_residues_than_there_is_memory_for() {
        let dense = Dense::new(&set(511), 6).unwrap();
        let little = Control::default().memory(dense.bytes() * 3);
        let halves = Halves::new(&dense, 60).unwrap();
        assert!(matches!(halves.count(&mut Forgetful, &little), Err(Stopped::OutOfMemory { .. })));
        let expected = halves.count(&mut Forgetful, &Control::default()).unwrap();
        assert_eq!(halves.count_in_turn(&mut Forgetful, &little).unwrap(), expected);
        assert_eq!(dense.single(60, false, u64::MAX).count(&little).unwrap(), expected);
    }
}
