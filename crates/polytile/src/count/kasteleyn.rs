//! Perfect matchings as a way to count: pieces of two cells, on any board, in polynomial time.
//!
//! A tiling by such pieces is a perfect matching of the cells, and [`crate::matching`] counts these. The tilings that a symmetry
//! of a board of the plane fixes are the matchings of a smaller graph.

use super::Engine;
use super::counting::{Counting, Counts, Tally, total};
use crate::board::{Symmetry, Topology};
use crate::matching::{Matchings, Unsuited, drawn, quotient};
use crate::number::Count;
use crate::plan::{Candidate, Way};
use crate::problem::Rules;
use crate::run::{Control, Refused};
use num_traits::Zero;

/// How determinants count.
pub(super) const COUNTS: Counts =
    Counts { ways, fixed: Some(left_by), confirmed_by: &[Engine::Merge], by_primes: false, keeps: false };

/// The way of this engine, if pieces have two cells.
fn ways<'q, 'a>(
    counting: &'q Counting<'a>,
    asked: bool,
    control: &Control,
) -> Result<Vec<Way<'q, Counting<'a>>>, Refused> {
    let Counting { problem, options, .. } = counting;
    let blank = Candidate::new(Engine::Kasteleyn);
    if problem.pieces.iter().any(|piece| piece.size() != 2) {
        // For dominoes alone, it need not be said.
        let barred = Way::barred(blank, "its pieces have two cells each, and no others");
        return Ok(if asked { vec![barred] } else { Vec::new() });
    }
    let obstacle = if options.order.is_some() {
        Some("it goes through the cells in no order")
    } else if problem.rules != Rules::default() {
        Some("pairs of cells do not show whether the rules are kept")
    } else if !options.conditions.is_empty() {
        Some("pairs of cells do not show which piece lies where")
    } else if !problem.region.lattice().is_flat() {
        Some("boards in space cannot be drawn on a plane")
    } else if options.by_piece || problem.pieces.is_limited() {
        Some("pairs of cells do not tell copies of pieces apart")
    } else if options.up_to.is_some() && problem.region.topology() != Topology::Plane {
        Some("up to symmetry it counts on boards of the plane")
    } else {
        None
    };
    if let Some(obstacle) = obstacle {
        return Ok(vec![Way::barred(blank, obstacle)]);
    }
    let graph = match drawn(problem, counting.placements(control)?, control)? {
        Some(drawn) => drawn.graph(),
        None => None,
    };
    let Some(graph) = graph else {
        return Ok(vec![Way::barred(blank, "some of its pieces are not of two neighbours")]);
    };
    let matchings = match Matchings::new(graph, control) {
        Ok(matchings) => matchings,
        Err(Unsuited::Drawing) => {
            return Ok(vec![Way::barred(blank, "neighbours cannot be drawn without crossings")]);
        }
        Err(Unsuited::Stopped(stopped)) => return Err(stopped.into()),
    };
    let Some(matchings) = matchings else {
        let none = |_: &Control| Ok(Tally { counts: total(Count::zero()), peak: 0 });
        let remark = Some("colours or parts of the board rule every tiling out".to_owned());
        return Ok(vec![Way::open(
            Candidate { remark, seconds: Some(0.0), bytes: Some(0.0), ..blank },
            none,
        )]);
    };
    let candidate = Candidate {
        states: Some(matchings.entries() as f64),
        bytes: Some(matchings.bytes(control.thread_count()) as f64),
        seconds: Some(matchings.seconds()),
        ..blank
    };
    Ok(vec![Way::open(candidate, move |control| {
        Ok(Tally { counts: total(matchings.count(control)?), peak: matchings.entries() })
    })])
}

/// The number of tilings that a symmetry of a board of the plane fixes, of a problem that can be counted like this; nothing if
/// these tilings cannot.
fn left_by(
    counting: &Counting<'_>,
    symmetry: Symmetry,
    cells: &[u32],
    pieces: &[u32],
    control: &Control,
) -> Result<Option<Count>, Refused> {
    let Some(drawn) = drawn(counting.problem, counting.placements(control)?, control)? else {
        return Ok(None);
    };
    let Some(graph) = quotient(&drawn, symmetry, cells, pieces, control)? else { return Ok(None) };
    match Matchings::new(graph, control) {
        Ok(None) => Ok(Some(Count::zero())),
        Ok(Some(matchings)) => Ok(Some(matchings.count(control)?)),
        Err(Unsuited::Drawing) => Ok(None),
        Err(Unsuited::Stopped(stopped)) => Err(stopped.into()),
    }
}
