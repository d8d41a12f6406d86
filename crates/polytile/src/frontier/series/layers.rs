//! A strip scanned level by level, by sorted states: whatever the board and the rules are.
//!
//! Dead states are dropped, as in the count of a single board (`prune.rs`): states with a free cell that no option can cover any
//! more. No height loses a tiling by that, if the strip goes on below the last row by twice the height of the tallest piece. For let
//! h rows have a tiling, and let x be a free cell below them, when only cells of these rows are covered. Some option of this tiling
//! covers the first cell of the column of x, and hangs down from there; moved down to hang from x it covers free cells only, and ends
//! before the strip does. So whatever is dead has a cell within the h rows that stays free.

use super::scans::{Expected, Rows, Scans};
use crate::frontier::Order;
use crate::frontier::cover::{Cover, laid};
use crate::frontier::key::Key;
use crate::frontier::level::{Counters, Levels};
use crate::frontier::merge::thrifty::ThriftyMerge;
use crate::frontier::probe::expected;
use crate::frontier::with_key::{WithKey, with_key};
use crate::number::Count;
use crate::run::{Control, Refused, Stopped};

/// The merge for a strip.
#[derive(Debug)]
struct InLayers(Rows);

#[expect(clippy::unnecessary_wraps, reason = "other engines cannot scan every strip")]
pub(super) fn scans(rows: &Rows) -> Result<Box<dyn Scans>, String> {
    Ok(Box::new(InLayers(rows.clone())))
}

impl Scans for InLayers {
    fn expected(&self, rows: u64, modulo: bool, control: &Control) -> Result<Expected, Refused> {
        let problem = self.0.problem(4 * self.0.reach())?;
        let found = expected(&problem, Order::Rows, control)?;
        let (states, cells) = (found.peak, rows as f64 * self.0.width as f64);
        let seconds = states * cells * found.seconds_per_state(if modulo { 0.0 } else { cells });
        Ok(Expected { states, bytes: found.bytes_within(control.memory_budget()), seconds })
    }

    fn terms(&self, to: u64, modulo: Option<u64>, control: &Control) -> Result<(Vec<Count>, u64), Refused> {
        let Rows { width, .. } = self.0;
        let problem = self.0.problem(to.saturating_add(self.0.reach()))?;
        let placements = laid(&problem, &[], control)?;
        let mut cover = Cover::new(&problem, &placements, Order::Rows, control)?;
        cover.demand_within_rows(width as usize);
        // No more copies than there is room for, lest they be told apart in vain.
        let counters = Counters::new(&self.0.problem(to)?, false, 1);
        let work = Scan { cover: &cover, counters: &counters, width, levels: to * width, modulo, control };
        Ok(with_key(&cover, &counters, control, work)?)
    }
}

/// Reads the terms off a pass through all levels.
struct Scan<'a> {
    cover: &'a Cover,
    counters: &'a Counters,
    width: u64,
    levels: u64,
    modulo: Option<u64>,
    control: &'a Control,
}

impl WithKey for Scan<'_> {
    type Output = (Vec<Count>, u64);

    fn run<K: Key>(self) -> Result<Self::Output, Stopped> {
        let Scan { cover, counters, width, levels, modulo, control } = self;
        let mut merge = ThriftyMerge::new(counters.root::<K>(), levels as usize, modulo, control);
        let allowed = |key: K| counters.copies(key).is_some();
        let mut terms = vec![merge.sum(allowed)?];
        let mut cells = 0;
        let mut following = Levels::<K>::new(cover, counters);
        for item in cover.items() {
            if cells == levels {
                break;
            }
            let Some(level) = following.next_from(merge.states()) else { break };
            let level = level?;
            merge.step(&level)?;
            if *item == crate::frontier::cover::Item::Cell {
                cells += 1;
                if cells % width == 0 {
                    // Nothing protrudes; demands between this row and the next do not concern this board.
                    let clean = |key: K| !key.meets(level.cells) && allowed(key);
                    terms.push(merge.sum(clean)?);
                }
            }
        }
        Ok((terms, merge.peak()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Region, Topology};
    use crate::frontier::merge::Merge;
    use crate::pieces::{Freedom, Piece, PieceSet};
    use crate::problem::{Problem, Rules};

    /// The number of tilings of so many rows, by a board of its own from which nothing is dropped, and the states of its largest layer.
    fn of_board(rows: &Rows, height: u64) -> (Count, u64) {
        struct Whole<'a>(&'a Cover, &'a Counters);
        impl WithKey for Whole<'_> {
            type Output = (Count, u64);
            fn run<K: Key>(self) -> Result<(Count, u64), Stopped> {
                let Whole(cover, counters) = self;
                let control = Control::default();
                let mut merge = Merge::new(counters.root::<K>(), cover.items().len(), None, &control);
                for level in Levels::<K>::new(cover, counters) {
                    merge.step(&level?)?;
                }
                Ok((merge.layer().sum(|key| counters.copies(key).is_some()), merge.peak as u64))
            }
        }
        // Cut off at once.
        let region = Region::wrapped(rows.topology, height, rows.width).unwrap();
        let problem = Problem { rules: rows.rules, ..Problem::new(region, rows.pieces.clone()) };
        let control = Control::default();
        let cover = Cover::new(&problem, &problem.placements(), Order::Rows, &control).unwrap();
        let counters = Counters::new(&problem, false, 1);
        with_key(&cover, &counters, &control, Whole(&cover, &counters)).unwrap()
    }

    /// All pieces of a size, every orientation of which is left out with probability 1/3.
    fn some(size: usize, seed: u64) -> PieceSet {
        let mut random = seed;
        let mut keeps = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            !(random >> 33).is_multiple_of(3)
        };
        let pieces = PieceSet::all(size, Freedom::Free);
        let pieces = pieces.iter().map(|piece| {
            let orientations = piece.orientations.iter().filter(|_| keeps()).cloned().collect();
            Piece { orientations, ..piece.clone() }
        });
        PieceSet::new(pieces.filter(|piece| !piece.orientations.is_empty()).collect())
    }

    #[test]
    fn no_height_loses_a_tiling_with_the_dead_states() {
        let (plane, plain) = (Topology::Plane, Rules::default());
        let tatami = Rules { tatami: true, ..plain };
        let strips = (0..6)
            .map(|seed| (6, plane, some(5, seed), plain))
            .chain((0..2).map(|seed| (8, plane, some(4, seed), plain)))
            .chain([
                (5, Topology::Cylinder, PieceSet::all(5, Freedom::Free), plain),
                (5, plane, "0..3:L5,P5,V5".parse().unwrap(), plain),
                (5, plane, "0..5:L5,P5,V5".parse().unwrap(), plain),
                (7, plane, "I2,I3,L4".parse().unwrap(), tatami),
            ]);
        for (width, topology, pieces, rules) in strips {
            let rows = Rows { width, topology, pieces, rules };
            let (terms, peak) = InLayers(rows.clone()).terms(6, None, &Control::default()).unwrap();
            let mut all = 0;
            for (height, term) in (1..).zip(&terms[1..]) {
                let (count, states) = of_board(&rows, height);
                assert_eq!(*term, count, "{height} rows of {rows:?}");
                all = all.max(states);
            }
            // A strip has no end, and a board knows how many copies fit.
            assert!(peak > 1024 && (peak < all || rows.pieces.is_limited()), "{peak} of {all}: {rows:?}");
        }
    }
}
