//! A strip scanned level by level, by sorted states: whatever the board and the rules are.

use super::scans::{Expected, Rows, SECONDS_PER_ENTRY, Scans};
use crate::frontier::Order;
use crate::frontier::cover::{Cover, laid};
use crate::frontier::key::Key;
use crate::frontier::level::{Counters, Levels};
use crate::frontier::merge::thrifty::ThriftyMerge;
use crate::frontier::probe::expected_states;
use crate::frontier::with_key::{WithKey, with_key};
use crate::number::Count;
use crate::run::{Control, Refused, Stopped};

/// Seconds that the merge takes for each of its states and each cell.
const SECONDS_PER_STATE: f64 = 8.0 * SECONDS_PER_ENTRY;

/// The merge for a strip.
#[derive(Debug)]
struct InLayers(Rows);

#[expect(clippy::unnecessary_wraps, reason = "other engines cannot scan every strip")]
pub(super) fn scans(rows: &Rows) -> Result<Box<dyn Scans>, String> {
    Ok(Box::new(InLayers(rows.clone())))
}

impl Scans for InLayers {
    fn expected(&self, rows: u64, control: &Control) -> Result<Expected, Refused> {
        let problem = self.0.problem(4 * self.0.reach())?;
        let states = expected_states(&problem, Order::Rows, control)?;
        let cells = rows as f64 * self.0.width as f64;
        // Two layers, whose keys are mostly as long as their weights.
        Ok(Expected { states, bytes: 32.0 * states, seconds: states * cells * SECONDS_PER_STATE })
    }

    fn terms(&self, to: u64, modulo: Option<u64>, control: &Control) -> Result<(Vec<Count>, u64), Refused> {
        let Rows { width, .. } = self.0;
        let problem = self.0.problem(to)?;
        let placements = laid(&problem, &[], control)?;
        let mut cover = Cover::new(&problem, &placements, Order::Rows, control)?;
        cover.demand_within_rows(width as usize);
        let counters = Counters::new(&problem, false, 1);
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
        let items = cover.items().iter();
        for (level, item) in Levels::<K>::new(cover, counters).zip(items) {
            if cells == levels {
                break;
            }
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
