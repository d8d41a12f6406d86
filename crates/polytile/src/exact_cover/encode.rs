//! A tiling puzzle as an exact cover.
//!
//! Every cell is an item to be covered once, every placement an option that covers its cells. A piece with limited copies is a
//! further item, with its copies as bounds, in all options that lay it. What a rule demands (`Problem::demands`: one of some
//! pairs of cells must lie under one piece) is an item to be covered at least once, in every option that meets the demand. So
//! option `i` is placement `i`, and a solution names the placements of a tiling.
//!
//! A cell that may stay empty is covered by a piece or by a hole, a placement too. Where the copies of every piece are fixed, all of
//! them are demanded, and their area says how many cells are empty: then such a cell is a secondary item, and nothing stands for a
//! hole. Where they are not, it cannot be one: a search branches on what must be covered, and would not see a piece that lies on
//! optional cells alone.

use super::numbers::Numbers;
use super::{Entry, ExactCover, Multiplicity};
use crate::board::Cell;
use crate::problem::{Motion, Placement, Placements, Problem, UpTo};
use crate::run::{Control, Pulse, Stopped, room};
use crate::tiling::{Laid, Tiling};
use std::collections::HashMap;

/// Bytes of an item with its name, and its place in a table that may be half empty.
pub(super) const BYTES_PER_ITEM: u64 = 180;
/// Bytes of a placement in a table that may be half empty, while a larger one is being filled.
const BYTES_PER_PLACE: u64 = 60;

/// A puzzle and the exact cover that stands for it.
#[derive(Clone, Debug)]
pub struct Encoded {
    cover: ExactCover,
    placements: Placements,
    cells: Vec<Cell>,
    pieces: Vec<Option<u32>>,
    /// The piece that stands for cells that stay empty.
    hole: Option<u32>,
}

impl Encoded {
    /// Encodes `problem`.
    ///
    /// Cells come first among the items, row by row and called `r0c0` and so on (on other lattices by what their numbers are called, as `x0y0k1`); then the pieces with limited copies, by
    /// their names; then what the rules demand. Cost: the placements, and for rules a look at each pair of cells.
    ///
    /// ```
    /// use polytile::{board::Region, exact_cover::Encoded, pieces::{Freedom, PieceSet}};
    /// use polytile::{problem::Problem, run::Control};
    /// let chessboard = Problem::new(Region::rectangle(8, 8)?, PieceSet::all(2, Freedom::Free));
    /// let encoded = Encoded::new(&chessboard, &Control::default())?;
    /// assert_eq!((encoded.cover().items().len(), encoded.cover().option_count()), (64, 112));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] when the placements need more memory than the budget, or more names than there are.
    pub fn new(problem: &Problem, control: &Control) -> Result<Self, Stopped> {
        control.reserve(2 * problem.placements_bytes(), "the list of placements")?;
        let hole = problem.pieces.iter().position(|piece| piece.hole);
        // Whether optional cells are covered at most once, and nothing stands for holes.
        let at_most_once = hole.is_some_and(|hole| holes_follow(problem, hole));
        let placements = problem.placements_of(|piece| !(at_most_once && piece.hole), control)?;
        control.reserve_beside(BYTES_PER_ITEM * problem.region.len() as u64, "the list of items")?;
        let pulse = Pulse::preparing(control);
        let mut cover = ExactCover::default();
        let too_large = |e: super::CoverError| Stopped::TooLarge(e.to_string());
        cover.expect_items(problem.region.len())?;
        let lattice = problem.region.lattice();
        for cell in problem.region.cells() {
            pulse.beat()?;
            let secondary = at_most_once && problem.region.is_optional(cell);
            let demand = if secondary { Multiplicity::Secondary } else { Multiplicity::ONCE };
            cover.add_item(lattice.word(cell), demand).map_err(too_large)?;
        }
        let mut pieces = Vec::with_capacity(problem.pieces.len());
        for piece in &problem.pieces {
            pulse.beat()?;
            let (lo, hi) = (piece.copies.min(), piece.copies.max());
            let limited = (lo > 0 || hi.is_some()) && !(at_most_once && piece.hole);
            let name = cover.free_name(piece.name.clone());
            let demand = Multiplicity::Primary { lo, hi: hi.unwrap_or(u32::MAX) };
            pieces.push(if limited { Some(cover.add_item(name, demand).map_err(too_large)?) } else { None });
        }
        let mut met_by: HashMap<[u32; 2], Vec<u32>> = HashMap::new();
        for (i, pairs) in problem.demands_within(control)?.into_iter().enumerate() {
            pulse.beats(1 + pairs.len() as u64)?;
            let demand = Multiplicity::Primary { lo: 1, hi: u32::MAX };
            let item =
                cover.add_item(cover.free_name(format!("rule{}", i + 1)), demand).map_err(too_large)?;
            for pair in pairs {
                met_by.entry(pair).or_default().push(item);
            }
        }
        // An item for each cell, and one for a piece with limited copies; rules may take more.
        let entries = placements.covered() + placements.len();
        let bytes = placements.bytes() + ExactCover::bytes_of(placements.len(), entries);
        control.reserve(bytes, "the options of the puzzle")?;
        cover.expect_options(placements.len(), entries)?;
        let mut entries = Vec::new();
        let mut demands: Vec<u32> = Vec::new();
        for placement in placements.iter() {
            pulse.beat()?;
            entries.clear();
            entries.extend(placement.cells.iter().map(|&cell| Entry::plain(cell)));
            entries.extend(pieces[placement.piece as usize].map(Entry::plain));
            demands.clear();
            for (i, &a) in placement.cells.iter().enumerate() {
                let pairs = placement.cells[i + 1..].iter().filter_map(|&b| met_by.get(&[a, b]));
                demands.extend(pairs.flatten());
            }
            demands.sort_unstable();
            demands.dedup();
            entries.extend(demands.iter().copied().map(Entry::plain));
            cover.expect_options(1, entries.len())?;
            cover.add_option(&entries).map_err(too_large)?;
        }
        let mut cells = room::list(problem.region.len(), "the cells of the board")?;
        cells.extend(problem.region.cells());
        Ok(Encoded { cover, placements, cells, pieces, hole: hole.map(|piece| piece as u32) })
    }

    /// The exact cover.
    pub fn cover(&self) -> &ExactCover {
        &self.cover
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.cover.bytes() + self.placements.bytes() + size_of_val(&*self.cells) as u64
    }

    /// What option `option` lays, and where.
    pub fn placement(&self, option: u32) -> Placement<'_> {
        self.placements.get(option as usize)
    }

    /// What the options lay, and where, one after the other.
    pub(crate) fn placements(&self) -> impl ExactSizeIterator<Item = Placement<'_>> + Clone {
        self.placements.iter()
    }

    /// The item of a piece, if its copies are limited.
    pub fn piece_item(&self, piece: u32) -> Option<u32> {
        self.pieces[piece as usize]
    }

    /// The cells, by their items.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The tiling that lays the options in `chosen`; holes are left out.
    pub fn tiling(&self, chosen: &[u32]) -> Tiling {
        let placements = chosen.iter().map(|&option| self.placement(option));
        let laid = placements.filter(|placement| self.hole != Some(placement.piece)).map(|placement| {
            let cells = placement.cells.iter().map(|&cell| self.cells[cell as usize]).collect();
            Laid { piece: placement.piece as usize, cells }
        });
        Tiling::new(laid.collect())
    }

    /// What the symmetries of `problem`, the puzzle that was encoded, do to the options: for each symmetry the option
    /// that every option becomes. The identity is the first. Cost: one look-up per option and symmetry.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub fn symmetries(&self, problem: &Problem, control: &Control) -> Result<Vec<Vec<u32>>, Stopped> {
        self.symmetries_up_to(UpTo::Symmetries, problem, control)
    }

    /// What each option becomes under the symmetries of `up_to` only.
    ///
    /// # Errors
    /// As [`Encoded::symmetries`].
    pub fn symmetries_up_to(
        &self,
        up_to: UpTo,
        problem: &Problem,
        control: &Control,
    ) -> Result<Vec<Vec<u32>>, Stopped> {
        let pulse = Pulse::preparing(control);
        let bytes = BYTES_PER_PLACE * self.placements.len() as u64;
        control.reserve_beside(bytes, "the table of placements")?;
        let mut numbers = Numbers::default();
        for (i, placement) in (0..).zip(self.placements.iter()) {
            pulse.beat()?;
            numbers.insert(&(placement.piece, placement.cells), i);
        }
        let mut all = Vec::new();
        let mut image = Vec::new();
        for Motion { cells, pieces, .. } in problem.motions_within(up_to, control)? {
            let mut images: Vec<u32> = room::list(self.placements.len(), "the symmetries of the puzzle")?;
            for p in self.placements.iter() {
                pulse.beat()?;
                image.clear();
                image.extend(p.cells.iter().map(|&c| cells[c as usize]));
                image.sort_unstable();
                let sought = (pieces[p.piece as usize], &image[..]);
                let is_sought = |i: u32| {
                    let placement = self.placement(i);
                    (placement.piece, placement.cells) == sought
                };
                let Some(number) = numbers.get(&sought, is_sought) else { break };
                images.push(number);
            }
            all.extend((images.len() == self.placements.len()).then_some(images));
        }
        Ok(all)
    }
}

/// Whether the copies of all pieces but `hole` are fixed, and leave as many cells empty as there may be holes.
fn holes_follow(problem: &Problem, hole: usize) -> bool {
    let mut empty = problem.region.len() as u64;
    for piece in problem.pieces.iter().filter(|piece| !piece.hole) {
        let copies = piece.copies.max().filter(|&max| max == piece.copies.min());
        let area = copies.map(|copies| u64::from(copies).saturating_mul(piece.size() as u64));
        let Some(left) = area.and_then(|area| empty.checked_sub(area)) else { return false };
        empty = left;
    }
    problem.pieces[hole].copies.allows(empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::pieces::{Freedom, PieceSet};
    use crate::problem::Rules;

    #[test]
    fn rules_become_items_covered_at_least_once() {
        let mut problem = Problem::new(Region::rectangle(3, 4).unwrap(), PieceSet::all(2, Freedom::Free));
        problem.rules = Rules { tatami: true, fault_free: true };
        let encoded = Encoded::new(&problem, &Control::default()).unwrap();
        // 12 cells, 6 inner points, 2 + 3 lines.
        assert_eq!(encoded.cover().items().len(), 23);
        assert_eq!(encoded.cover().items()[22].demand, Multiplicity::Primary { lo: 1, hi: u32::MAX });
    }

    #[test]
    fn symmetries_permute_the_options() {
        let problem = Problem::new(Region::rectangle(4, 4).unwrap(), PieceSet::all(4, Freedom::OneSided));
        let encoded = Encoded::new(&problem, &Control::default()).unwrap();
        let symmetries = encoded.symmetries(&problem, &Control::default()).unwrap();
        assert_eq!(symmetries.len(), 8);
        assert!(symmetries[0].iter().enumerate().all(|(i, &o)| i as u32 == o));
        for images in symmetries {
            let mut sorted = images.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().enumerate().all(|(i, &o)| i as u32 == o));
        }
    }
}
