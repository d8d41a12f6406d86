//! Small puzzles, and whether they have a tiling: for the tests of finding proofs that there is none, in the library, and of
//! checking them, here.

use polytile::board::{Cell, Region, Topology};
use polytile::count::Count;
use polytile::count::{Answer, CountOptions, count};
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use polytile::problem::Problem;
use polytile::run::Control;
use proptest::prelude::*;

pub fn problem(region: Region, pieces: &[(&str, Copies)]) -> Problem {
    let piece = |&(name, copies): &(&str, Copies)| {
        Piece::from_catalogue(&catalogue::find(name).unwrap(), Freedom::Free, copies)
    };
    Problem::new(region, PieceSet::new(pieces.iter().map(piece).collect()))
}

pub fn has_no_tiling(problem: &Problem) -> bool {
    let counted = count(problem, &CountOptions::default(), &Control::default()).unwrap();
    counted.answer == Answer::Total(Count::ZERO)
}

prop_compose! {
    /// A small board with a few pieces.
    pub fn puzzles()(
        rows in 1_u64..5, cols in 1_u64..5, topology in 0_usize..3, holes: u16,
        chosen in prop::collection::vec((0_usize..7, 0_u32..3, 0_u32..4), 1..4),
    ) -> Problem {
        let topology = [Topology::Plane, Topology::Cylinder, Topology::Torus][topology];
        let region = Region::wrapped(topology, rows, cols).unwrap();
        let holes: Vec<Cell> =
            region.cells().enumerate().filter(|(i, _)| holes & holes >> 1 & (1 << i) != 0).map(|(_, c)| c).collect();
        let names = ["monomino", "domino", "I3", "L3", "T4", "O4", "S4"];
        let pieces: Vec<_> = chosen
            .into_iter()
            .map(|(name, least, more)| {
                let copies = if more == 3 { Copies::at_least(least) } else { Copies::between(least, least + more).unwrap() };
                (names[name], copies)
            })
            .collect();
        problem(region.without(&holes).unwrap(), &pieces)
    }
}
