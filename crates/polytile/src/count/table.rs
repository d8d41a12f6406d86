//! The numbers of tilings of many boards at once: the entries of an array.
//!
//! In: pieces and rules, what kind of boards there are, and which of them are asked for, each by two numbers. Out: a number for
//! each, the narrow boards first, so that what has been found when a limit stops it is of use. Rectangles of the plane are
//! scanned in strips ([`Strip`]): one pass over a width gives all heights, and a board and its mirror image in the diagonal are
//! counted as one where that reflection leaves the set of pieces as it is. Boards that wrap, Aztec diamonds, numbers up to
//! symmetry and of fault-free tilings are counted one by one, and so are dominoes on wide boards, for which determinants take no
//! time at all. Cost: for each width the scan of its highest board.

use super::dense::transposed;
use super::{CountOptions, count};
use crate::board::{Region, RegionError, Topology};
use crate::frontier::series::Strip;
use crate::number::Count;
use crate::pieces::{Piece, PieceSet};
use crate::problem::{Problem, Rules, UpTo};
use crate::run::{Control, Refused};
use std::collections::BTreeMap;

/// From this width on dominoes are counted board by board.
const WIDE_FOR_DOMINOES: u64 = 12;

/// What the boards are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boards {
    /// n rows and k columns, glued or not.
    Rectangles(Topology),
    /// Aztec diamonds of order n; k is 0.
    Diamonds,
}

/// What is counted on all boards.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub pieces: PieceSet,
    pub rules: Rules,
    pub boards: Boards,
    pub up_to: Option<UpTo>,
}

/// Numbers of tilings, by the two numbers that name a board.
pub(crate) type Entries = BTreeMap<[u64; 2], Count>;

impl Array {
    /// Counts the tilings of the boards `wanted`, and adds the numbers to `found` as they come.
    ///
    /// # Errors
    /// When a count means nothing for such boards, `control` says stop, or a limit is reached.
    pub fn fill(&self, wanted: &[[u64; 2]], found: &mut Entries, control: &Control) -> Result<(), Refused> {
        let diamonds = self.boards == Boards::Diamonds;
        let (empty, mut boards): (Vec<[u64; 2]>, Vec<[u64; 2]>) =
            wanted.iter().partition(|[n, k]| *n == 0 || (*k == 0 && !diamonds));
        if !empty.is_empty() {
            // A board without cells has one tiling, unless some piece must be used.
            let rules = Rules { fault_free: false, ..self.rules };
            let one = Strip::new(1, self.pieces.clone(), rules)?.terms(0, control)?.swap_remove(0);
            found.extend(empty.into_iter().map(|board| (board, one.clone())));
        }
        boards.sort_unstable_by_key(|&[n, k]| (n.min(k), n.max(k), n));
        if self.in_strips() {
            let (narrow, wide): (Vec<_>, Vec<_>) =
                boards.into_iter().partition(|&[n, k]| self.is_narrow(n.min(k)));
            self.scan(&narrow, found, control)?;
            boards = wide;
        }
        for board in boards {
            let number = self.one(board, control)?;
            found.insert(board, number);
        }
        Ok(())
    }

    /// Whether strips give the numbers.
    fn in_strips(&self) -> bool {
        self.boards == Boards::Rectangles(Topology::Plane) && self.up_to.is_none() && !self.rules.fault_free
    }

    /// Whether boards of this width are scanned.
    fn is_narrow(&self, width: u64) -> bool {
        let dominoes = self.pieces.iter().all(|piece| piece.size() == 2)
            && !self.pieces.is_limited()
            && self.rules == Rules::default();
        !dominoes || width < WIDE_FOR_DOMINOES
    }

    /// Counts the tilings of rectangles, sorted by their shorter sides, strip by strip.
    fn scan(&self, boards: &[[u64; 2]], found: &mut Entries, control: &Control) -> Result<(), Refused> {
        let turned = transposed(&self.pieces);
        let alike = is_same(&self.pieces, &turned);
        // The memory of the widest is asked for before the first is scanned.
        if let Some(&[n, k]) = boards.last() {
            let strip = Strip::new(n.min(k), self.pieces.clone(), self.rules)?;
            control.reserve(strip.bytes(control)?, format!("the scan of boards of width {}", n.min(k)))?;
        }
        for same in boards.chunk_by(|a, b| a[0].min(a[1]) == b[0].min(b[1])) {
            let width = same[0][0].min(same[0][1]);
            // For boards that lie on their sides, the pieces of the strip do so too.
            for (pieces, lies) in [(&self.pieces, false), (&turned, true)] {
                let takes = |&&[n, k]: &&[u64; 2]| (!alike && n < k) == lies;
                let Some(height) = same.iter().filter(takes).map(|&[n, k]| n.max(k)).max() else { continue };
                let terms = Strip::new(width, pieces.clone(), self.rules)?.terms(height, control)?;
                found.extend(
                    same.iter().filter(takes).map(|&[n, k]| ([n, k], terms[n.max(k) as usize].clone())),
                );
            }
        }
        Ok(())
    }

    /// Counts the tilings of one board.
    fn one(&self, [n, k]: [u64; 2], control: &Control) -> Result<Count, Refused> {
        let region = match self.boards {
            Boards::Rectangles(topology) => Region::wrapped(topology, n, k),
            Boards::Diamonds => Region::aztec(n),
        };
        let region = region.map_err(|e: RegionError| Refused::Question(e.to_string()))?;
        let problem = Problem { region, pieces: self.pieces.clone(), rules: self.rules };
        let options = CountOptions { up_to: self.up_to, ..CountOptions::default() };
        Ok(count(&problem, &options, control)?.answer.total())
    }
}

/// Whether two sets have the same pieces, as often, whatever they are called.
fn is_same(one: &PieceSet, other: &PieceSet) -> bool {
    let often = |set: &PieceSet, piece: &Piece| {
        let like = |p: &&Piece| p.orientations == piece.orientations && p.copies == piece.copies;
        set.iter().filter(like).count()
    };
    one.iter().all(|piece| often(one, piece) == often(other, piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::Freedom;

    fn plane(pieces: PieceSet) -> Array {
        let boards = Boards::Rectangles(Topology::Plane);
        Array { pieces, rules: Rules::default(), boards, up_to: None }
    }

    fn filled(array: &Array, wanted: &[[u64; 2]]) -> Entries {
        let mut found = Entries::new();
        array.fill(wanted, &mut found, &Control::default()).unwrap();
        assert_eq!(found.len(), wanted.len());
        found
    }

    #[test]
    fn every_entry_is_the_number_of_its_board() {
        let all: Vec<[u64; 2]> = (0..6).flat_map(|n| (0..7).map(move |k| [n, k])).collect();
        for (size, freedom) in
            [(2, Freedom::Free), (3, Freedom::Free), (3, Freedom::Fixed), (4, Freedom::OneSided)]
        {
            let array = plane(PieceSet::all(size, freedom));
            for (board, number) in filled(&array, &all) {
                let expected = if board.contains(&0) {
                    1_u8.into()
                } else {
                    array.one(board, &Control::default()).unwrap()
                };
                assert_eq!(number, expected, "{board:?}");
            }
        }
        for (topology, up_to, number) in [
            (Topology::Plane, Some(UpTo::Symmetries), 9_u32),
            (Topology::Cylinder, None, 121),
            (Topology::Torus, None, 272),
        ] {
            let boards = Boards::Rectangles(topology);
            let array = Array { boards, up_to, ..plane(PieceSet::all(2, Freedom::Free)) };
            let found = filled(&array, &[[0, 3], [4, 4]]);
            assert_eq!(found.into_values().collect::<Vec<_>>(), [1, number].map(Count::from));
        }
    }

    #[test]
    fn pieces_that_lie_have_other_numbers_on_boards_that_stand() {
        let lying = PieceSet::new(vec![PieceSet::all(3, Freedom::Fixed).iter().next().unwrap().clone()]);
        assert!(!is_same(&lying, &transposed(&lying)));
        let found = filled(&plane(lying), &[[2, 6], [6, 2], [3, 3]]);
        assert_eq!(found.into_values().collect::<Vec<_>>(), [1_u8, 1, 0].map(Count::from));
        let all = PieceSet::all(4, Freedom::OneSided);
        assert!(is_same(&all, &transposed(&all)));
    }

    #[test]
    fn dominoes_on_wide_boards_and_diamonds() {
        let array = plane(PieceSet::all(2, Freedom::Free));
        let found = filled(&array, &[[12, 13], [11, 14]]);
        for (board, number) in found {
            assert_eq!(number, array.one(board, &Control::default()).unwrap());
        }
        let diamonds = Array { boards: Boards::Diamonds, ..array };
        let found = filled(&diamonds, &[[0, 0], [1, 0], [4, 0]]);
        assert_eq!(found.into_values().collect::<Vec<_>>(), [1_u32, 2, 1024].map(Count::from));
    }
}
