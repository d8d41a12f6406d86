//! A puzzle without its geometry: cells are indices, and a placement is a piece with a set of cells.
//!
//! In: a [`Region`], a [`PieceSet`] and [`Rules`]. Out: the [`Placements`], and which pairs of cells must not all be in different
//! pieces (`rules.rs`). Everything that an engine needs to know about the lattice is worked out here, once; engines see
//! numbers.
//!
//! On a cylinder or a torus two ways to lay a piece may cover the same cells (a domino on a ring of two cells, say).
//! They are one placement: placements are compared as sets of cells. A way in which a piece would overlap itself
//! does not count. Cost: one look-up per piece, orientation, cell of the region and cell of the piece.
//!
//! Placements may be *given*: every tiling then has them. They are placements like all others, and whatever else would cover one
//! of their cells is none (`given.rs`); so an engine that asks for the placements knows nothing of them.

mod given;
mod rules;

use crate::board::{Cell, Lattice, Order, Region, Symmetry, Topology};
use crate::choice::{Choice, choice};
use crate::pieces::{Copies, Piece, PieceSet, Polyform};
use crate::run::{Control, Pulse, Refused, Stopped, room};
pub use rules::Rules;
use std::collections::HashMap;

/// A piece as it lies on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Laid {
    /// Index of the piece in the problem's set.
    pub piece: usize,
    /// The cells it covers, sorted.
    pub cells: Vec<Cell>,
}

choice! {
    /// Which tilings count as one.
    pub enum UpTo {
        /// Those that a rotation or a reflection of the board carries into each other.
        Symmetries = "symmetries", "Rotations and reflections of the board";
        /// Those that a rotation of the board carries into each other.
        Rotations = "rotations", "Rotations only";
        /// Those that a translation carries into each other, of a board that wraps.
        Translations = "translations", "Translations of a board that wraps";
    }
}

/// A map of the board to itself that carries the set of allowed tilings to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Motion {
    /// The symmetry of the lattice, if it is no translation.
    pub symmetry: Option<Symmetry>,
    /// The image of each cell, by their indices.
    pub cells: Vec<u32>,
    /// The piece that each piece becomes.
    pub pieces: Vec<u32>,
}

/// A puzzle: cover every cell of the region exactly once.
///
/// Where some cells of the region are optional, a piece stands for what stays empty ([`Piece::hole`]); a set without it covers
/// those too. Which cells are empty, and how many may be, then is a matter of where that piece lies and of its copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub region: Region,
    /// What with.
    pub pieces: PieceSet,
    /// And how.
    pub rules: Rules,
    /// What lies already, in every tiling; [`Problem::with_given`] checks it.
    pub given: Vec<Laid>,
}

/// One way to lay one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement<'a> {
    /// Index of the piece in the set.
    pub piece: u32,
    /// Indices of the cells it covers, sorted.
    pub cells: &'a [u32],
}

/// The different placements of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placements {
    pieces: Vec<u32>,
    ends: Vec<usize>,
    cells: Vec<u32>,
    /// Numbers of placements, ascending: of each list one lies at least.
    some_of: Vec<Vec<u32>>,
}

impl Placements {
    /// Number of placements.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether nothing fits.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Cells of all placements together.
    pub(crate) fn covered(&self) -> usize {
        self.cells.len()
    }

    /// Bytes they take.
    pub(crate) fn bytes(&self) -> u64 {
        let Placements { pieces, ends, cells, some_of } = self;
        let demanded: usize = some_of.iter().map(Vec::capacity).sum();
        (4 * (pieces.capacity() + cells.capacity() + demanded) + size_of::<usize>() * ends.capacity()) as u64
    }

    /// The `i`-th placement.
    pub fn get(&self, i: usize) -> Placement<'_> {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        Placement { piece: self.pieces[i], cells: &self.cells[start..self.ends[i]] }
    }

    /// The placements, ordered by piece, orientation and cell.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Placement<'_>> + Clone {
        (0..self.len()).map(|i| self.get(i))
    }

    /// Those that `keep` marks; of each list in `some_of`, which has their present numbers ascending, one lies at least.
    pub(crate) fn kept(
        &self,
        keep: &[bool],
        some_of: &[Vec<u32>],
        control: &Control,
    ) -> Result<Self, Stopped> {
        const WHAT: &str = "the list of placements";
        let pulse = Pulse::preparing(control);
        let mut kept = Placements::default();
        let mut number = room::filled(None, self.len(), WHAT)?;
        for (i, placement) in self.iter().enumerate().filter(|(i, _)| keep[*i]) {
            pulse.beat()?;
            number[i] = Some(kept.len() as u32);
            kept.push(placement.piece, placement.cells)?;
        }
        for some in some_of {
            pulse.beats(1 + some.len() as u64)?;
            kept.some_of.push(some.iter().filter_map(|&i| number[i as usize]).collect());
        }
        Ok(kept)
    }

    /// Lists of placements, by their numbers: of each, one lies at least, as whoever keeps some of them only may ask.
    pub(crate) fn some_of(&self) -> &[Vec<u32>] {
        &self.some_of
    }

    fn push(&mut self, piece: u32, cells: &[u32]) -> Result<(), Stopped> {
        const WHAT: &str = "the list of placements";
        room::more(&mut self.pieces, 1, WHAT)?.push(piece);
        room::more(&mut self.cells, cells.len(), WHAT)?.extend_from_slice(cells);
        room::more(&mut self.ends, 1, WHAT)?.push(self.cells.len());
        Ok(())
    }
}

impl Problem {
    /// The puzzle of tiling `region` with `pieces`, without further rules. Any number of the optional cells of the region may
    /// stay empty, unless `pieces` say how many ([`PieceSet::with_holes`]).
    ///
    /// ```
    /// use polytile::{board::{Cell, Region}, pieces::{Freedom, PieceSet}, problem::Problem};
    /// let region = Region::rectangle(1, 4)?.with_optional(&[0, 1, 2, 3].map(|col| Cell::new(0, col)))?;
    /// // No domino, one at three places, or two.
    /// assert_eq!(Problem::new(region, PieceSet::all(2, Freedom::Free)).count()?, 5_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(region: Region, pieces: PieceSet) -> Self {
        let pieces = if region.has_optional() && pieces.hole().is_none() {
            pieces.with_holes(region.lattice(), Copies::ANY)
        } else {
            pieces
        };
        Problem { region, pieces, rules: Rules::default(), given: Vec::new() }
    }

    /// The size of each piece, with the copies that must and may be used.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = (usize, u32, Option<u32>)> {
        self.pieces.iter().map(|piece| (piece.size(), piece.copies.min(), piece.copies.max()))
    }

    /// An upper bound of the bytes that [`Problem::placements`] takes, computed without computing them.
    pub fn placements_bytes(&self) -> u64 {
        let per_cell = |p: &Piece| p.orientations.len() * (4 * p.size() + 12);
        let per_cell: usize = self.pieces.iter().map(per_cell).sum();
        (self.region.len() as u64).saturating_mul(per_cell as u64)
    }

    /// Every placement of every piece on the region.
    pub fn placements(&self) -> Placements {
        // Without limits, nothing stops it.
        self.placements_within(&Control::default()).unwrap_or_default()
    }

    /// Every placement, unless `control` says stop first.
    ///
    /// # Errors
    /// When it does, or the memory for them exceeds the budget or what the system has.
    pub fn placements_within(&self, control: &Control) -> Result<Placements, Stopped> {
        self.placements_of(|_| true, control)
    }

    /// Every placement of some of the pieces, unless `control` says stop first.
    ///
    /// # Errors
    /// As [`Problem::placements_within`].
    pub(crate) fn placements_of(
        &self,
        some: impl Fn(&Piece) -> bool,
        control: &Control,
    ) -> Result<Placements, Stopped> {
        control.reserve(self.placements_bytes(), "the list of placements")?;
        let pulse = Pulse::preparing(control);
        let taken = self.taken();
        let mut placements = Placements::default();
        let wraps = self.region.topology() != Topology::Plane;
        for (index, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| some(piece)) {
            let mut found = Placements::default();
            let mut cells = Vec::with_capacity(piece.size());
            for shape in &piece.orientations {
                for anchor in self.region.cells() {
                    pulse.beat()?;
                    if piece.hole && !self.region.is_optional(anchor) {
                        continue;
                    }
                    if !self.lay(shape, anchor, &mut cells) || !taken.leaves(index as u32, &cells) {
                        continue;
                    }
                    let list = if wraps { &mut found } else { &mut placements };
                    list.push(index as u32, &cells)?;
                }
            }
            // On a board that wraps two orientations may cover the same cells.
            let mut order: Vec<u32> = room::list(found.len(), "the list of placements")?;
            order.extend(0..found.len() as u32);
            order.sort_unstable_by_key(|&i| found.get(i as usize).cells);
            order.dedup_by_key(|i| found.get(*i as usize).cells);
            for i in order {
                pulse.beat()?;
                placements.push(index as u32, found.get(i as usize).cells)?;
            }
        }
        Ok(placements)
    }

    /// Puts the sorted cells of `shape` laid with its first cell on `anchor` into `cells`; whether it fits.
    pub(crate) fn lay(&self, shape: &Polyform, anchor: Cell, cells: &mut Vec<u32>) -> bool {
        cells.clear();
        let first = shape.cells()[0];
        let by = |to: u32, from: u32| i64::from(to) - i64::from(from);
        let (layers, rows, cols) =
            (by(anchor.layer, first.layer), by(anchor.row, first.row), by(anchor.col, first.col));
        // Shapes are moved by whole units: what points up still does.
        if cols % i64::from(self.region.lattice().kinds()) != 0 {
            return false;
        }
        for cell in shape.cells() {
            let to = [layers + i64::from(cell.layer), rows + i64::from(cell.row), cols + i64::from(cell.col)];
            match self.region.wrap_at(to).and_then(|c| self.region.index(c)) {
                Some(index) => cells.push(index),
                None => return false,
            }
        }
        cells.sort_unstable();
        cells.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Whether a scan can go through the cells of the board in this order.
    ///
    /// # Errors
    /// [`Refused::Question`] when the lattice has no such order.
    pub(crate) fn expect_order(&self, order: Option<Order>) -> Result<(), Refused> {
        let lattice = self.region.lattice();
        let Some(order) = order.filter(|&order| !lattice.orders().any(|other| other == order)) else {
            return Ok(());
        };
        let orders: Vec<&str> = lattice.orders().map(Choice::name).collect();
        let made = lattice.meaning().to_lowercase();
        Err(Refused::Question(format!(
            "{made} are not gone through by {order}, but by {}",
            orders.join(", ")
        )))
    }

    /// The complaint that a piece is of another lattice than the board, if one is.
    pub(crate) fn stranger(&self) -> Option<String> {
        let lattice = self.region.lattice();
        let piece = self.pieces.iter().find(|piece| piece.lattice() != lattice)?;
        let made = |lattice: Lattice| lattice.meaning().to_lowercase();
        let (board, other) = (made(lattice), made(piece.lattice()));
        Some(format!("the board is made of {board}, but the piece {} of {other}", piece.name))
    }

    /// The symmetries of the region that carry the set of allowed tilings to itself, each with the piece that every
    /// piece becomes.
    ///
    /// Placements that are given must be carried to such placements. A piece becomes one that has the mirrored orientations and as many copies: itself when it can be, which a chiral
    /// piece cannot under a reflection.
    pub fn symmetries(&self) -> Vec<(Symmetry, Vec<u32>)> {
        // Without limits, nothing stops it.
        self.symmetries_within(&Control::default()).unwrap_or_default()
    }

    /// The symmetries of the puzzle, unless `control` says stop first.
    ///
    /// # Errors
    /// When it does.
    pub fn symmetries_within(&self, control: &Control) -> Result<Vec<(Symmetry, Vec<u32>)>, Stopped> {
        let carried = |s: Symmetry| Some((s, self.carried_pieces(s)?));
        let all = self.region.symmetries_within(control)?.into_iter().filter_map(carried);
        self.fixing(all.collect(), control)
    }

    /// The maps that make one of the tilings that count as one: a group, of which the identity is the first.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for them.
    pub(crate) fn motions_within(&self, up_to: UpTo, control: &Control) -> Result<Vec<Motion>, Stopped> {
        let mut motions: Vec<Motion> = Vec::new();
        let room_for = |count: usize| {
            let bytes = (count as u64 + 1).saturating_mul(4 * self.region.len() as u64);
            control.reserve(bytes, "the symmetries of the board")
        };
        if up_to == UpTo::Translations {
            let pieces: Vec<u32> = (0..self.pieces.len() as u32).collect();
            self.region.translations(control, &mut |cells| {
                room_for(motions.len())?;
                let motion = Motion { symmetry: None, cells, pieces: pieces.clone() };
                motions.extend(self.keeps_given(&motion.cells, &motion.pieces).then_some(motion));
                Ok(())
            })?;
            return Ok(motions);
        }
        for (symmetry, pieces) in self.symmetries_within(control)? {
            if up_to == UpTo::Rotations && symmetry.is_reflection() {
                continue;
            }
            room_for(motions.len())?;
            let cells = self.region.permutation_within(symmetry, control)?;
            motions.extend(cells.map(|cells| Motion { symmetry: Some(symmetry), cells, pieces }));
        }
        Ok(motions)
    }

    /// Whether it means something to count tilings as one that `up_to` carries into each other.
    ///
    /// # Errors
    /// [`Refused::Question`] when nothing wraps and translations are asked for.
    pub(crate) fn expect_motions(&self, up_to: Option<UpTo>) -> Result<(), Refused> {
        if up_to == Some(UpTo::Translations) && self.region.topology() == Topology::Plane {
            return Err(Refused::Question(
                "no translation carries this board to itself, for it does not wrap; ask for --up-to symmetries, or take a board \
                 that wraps"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// The piece that each piece becomes under a symmetry of the lattice, if it carries the set to itself.
    pub(crate) fn carried_pieces(&self, symmetry: Symmetry) -> Option<Vec<u32>> {
        type Key<'a> = (Vec<Polyform>, Copies, bool);
        let mut free: HashMap<Key<'_>, Vec<u32>> = HashMap::new();
        for (i, piece) in self.pieces.iter().enumerate().rev() {
            free.entry((piece.orientations.clone(), piece.copies, piece.hole)).or_default().push(i as u32);
        }
        // Among pieces of one shape the first becomes the first: a piece that can become itself does.
        let carried = self.pieces.iter().map(|piece| {
            let mut images: Vec<_> = piece.orientations.iter().map(|o| o.image(symmetry)).collect();
            images.sort_unstable();
            free.get_mut(&(images, piece.copies, piece.hole))?.pop()
        });
        carried.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::{Copies, Freedom, catalogue};

    fn problem(region: Region, size: usize) -> Problem {
        Problem::new(region, PieceSet::all(size, Freedom::Free))
    }

    #[test]
    fn placements_of_known_boards() {
        // TAOCP 7.1.4: 112 dominoes, 468 pieces of up to three cells on the chessboard.
        let board = || Region::rectangle(8, 8).unwrap();
        assert_eq!(problem(board(), 2).placements().len(), 112);
        assert_eq!((1..=3).map(|n| problem(board(), n).placements().len()).sum::<usize>(), 468);
        let board = Region::rectangle(9, 12).unwrap();
        assert_eq!(problem(board, 3).placements().len(), 526);
    }

    #[test]
    fn wrapping_placements_are_merged_as_sets_of_cells() {
        let torus = |r, c| problem(Region::wrapped(Topology::Torus, r, c).unwrap(), 2);
        assert_eq!(torus(2, 2).placements().len(), 4);
        assert_eq!(torus(1, 2).placements().len(), 1);
        assert_eq!(torus(1, 1).placements().len(), 0);
        assert_eq!(torus(4, 4).placements().len(), 32);
    }

    #[test]
    fn chiral_pieces_remove_the_reflections() {
        let l4 = catalogue::find("L4").unwrap();
        let piece = Piece::from_catalogue(&l4, Freedom::OneSided, Copies::ANY);
        let board = Region::rectangle(4, 4).unwrap();
        let alone = Problem::new(board.clone(), PieceSet::new(vec![piece]));
        assert_eq!(alone.symmetries().len(), 4);
        let all = Problem::new(board, PieceSet::all(4, Freedom::OneSided));
        assert_eq!(all.symmetries().len(), 8);
    }
}
