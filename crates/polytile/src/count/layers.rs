//! Merge and diagram as ways to count, level by level, for every problem and in every order of the cells.
//!
//! A probe finds out what the merge will meet ([`crate::frontier::probe`]). The diagram goes through the levels twice, forward
//! and back, and keeps all it meets. Estimates are for choosing; one that is right to a factor of two is a good one.

use super::counting::{Counting, Counts, InOrder, Tally, total};
use super::{Engine, Order};
use crate::frontier::level::Counters;
use crate::frontier::orders::orders;
use crate::frontier::probe::Found;
use crate::plan::{Candidate, Way};
use crate::run::{Control, Refused};
use crate::zdd::build::build;

/// The factor by which an estimate for diagonals is taken to be too small, unless the probe saw every state: small squares tell
/// little about the diagonals of large ones.
const DOUBT: f64 = 4.0;
/// The orders that this is about.
const DIAGONALS: [Option<Order>; 2] = [Some(Order::Diagonals), Some(Order::ReversedDiagonals)];
/// Bytes that a state of a diagram takes: its packed key, then its nodes.
const BYTES_PER_NODE: f64 = 10.0;

/// How the merge counts. With the diagram it shares how a level is described and which states it leads to, but neither the numbers
/// nor how they are added up.
pub(super) const MERGE: Counts = Counts {
    ways: merge,
    fixed: None,
    confirmed_by: &[Engine::Dense, Engine::Kasteleyn, Engine::Zdd],
    by_primes: true,
    keeps: true,
};

/// How the diagram counts.
pub(super) const ZDD: Counts = Counts {
    ways: zdd,
    fixed: None,
    confirmed_by: &[Engine::Dense, Engine::Kasteleyn, Engine::Merge],
    by_primes: false,
    keeps: false,
};

/// The merge.
fn merge<'q, 'a>(
    counting: &'q Counting<'a>,
    _: bool,
    control: &Control,
) -> Result<Vec<Way<'q, Counting<'a>>>, Refused> {
    each(counting, Engine::Merge, control, |blank, InOrder { cover, .. }, found| {
        let bytes = found.bytes_within(control.memory_budget());
        let (states, seconds) = (Some(found.peak), Some(seconds(counting, found, blank.order)));
        let order = blank.order;
        let candidate = if counting.keeps() {
            // It makes do with what there is.
            let bytes = Some(bytes.min(control.memory_budget() as f64));
            Candidate { states, bytes, seconds, remark: Some("layers in files".to_owned()), ..blank }
        } else {
            Candidate { states, bytes: Some(bytes), seconds, ..blank }
        };
        Way::open(candidate, move |control| {
            let counters = Counters::new(counting.problem, counting.options.by_piece, 1);
            let outcome =
                counting.merged(order, &cover, &counters, control).map_err(|refused| match refused {
                    Refused::Stopped(stopped) if !counting.keeps() => stopped.expecting(bytes as u64).into(),
                    other => other,
                })?;
            Ok(Tally { counts: counting.asked(outcome.by_copies), peak: outcome.peak })
        })
    })
}

/// The diagram.
fn zdd<'q, 'a>(
    counting: &'q Counting<'a>,
    _: bool,
    control: &Control,
) -> Result<Vec<Way<'q, Counting<'a>>>, Refused> {
    each(counting, Engine::Zdd, control, |blank, InOrder { cover, .. }, found| {
        if counting.options.by_piece {
            return Way::barred(blank, "the sets of a diagram are counted without looking into them");
        }
        let candidate = Candidate {
            states: Some(found.peak),
            bytes: Some(found.bytes() + found.total * BYTES_PER_NODE),
            seconds: Some(2.0 * seconds(counting, found, blank.order)),
            ..blank
        };
        Way::open(candidate, move |control| {
            let counters = Counters::new(counting.problem, false, 1);
            let diagram = build(&cover, &counters, control)?;
            let peak = diagram.upward().map(|(_, _, nodes)| nodes.len() as u64).max().unwrap_or(0);
            Ok(Tally { counts: total(diagram.count(control)?), peak })
        })
    })
}

/// The way of an engine in each order, unless a probe found that no key is wide enough.
fn each<'q, 'a>(
    counting: &'q Counting<'a>,
    engine: Engine,
    control: &Control,
    way: impl Fn(Candidate<Engine>, InOrder, &Found) -> Way<'q, Counting<'a>>,
) -> Result<Vec<Way<'q, Counting<'a>>>, Refused> {
    let tried = match counting.order() {
        Some(order) => vec![order],
        None => orders(&counting.problem.region, control)?,
    };
    let ways = tried.into_iter().map(|order| {
        let blank = Candidate { order: Some(order), ..Candidate::new(engine) };
        let levels = counting.levels(order, control)?;
        Ok(match &*levels.found.clone() {
            Ok(found) => way(blank, levels, found),
            Err(why) => Way::barred(blank, why),
        })
    });
    ways.collect()
}

fn seconds(counting: &Counting<'_>, found: &Found, order: Option<Order>) -> f64 {
    let doubt = if DIAGONALS.contains(&order) && !found.seen { DOUBT } else { 1.0 };
    let cells = if counting.options.modulo.is_some() { 0 } else { counting.problem.region.len() };
    found.total * found.seconds_per_state(cells as f64) * doubt
}
