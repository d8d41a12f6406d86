//! The candidates for a count, and the choice among them.
//!
//! The dense engine knows its cost beforehand: states, additions and passes. What the merge will meet is found by a
//! probe, see `frontier::probe`. Estimates are for choosing; a factor of two is a good one.

use super::{Candidate, CountOptions, Engine, Order, Plan};
use crate::board::Symmetry;
use crate::frontier::cover::Cover;
use crate::frontier::dense::Dense;
use crate::frontier::probe::{laid, probe};
use crate::pieces::{Piece, PieceSet};
use crate::problem::{Placements, Problem};
use crate::run::{Control, Refused, Stopped};
use std::rc::Rc;

/// A dense run below this needs no comparison.
const QUICK: f64 = 0.05;
/// What the merge takes for a state, and for each transition that it tries on it.
const SECONDS_PER_STATE: f64 = 6e-9;
/// See `SECONDS_PER_STATE`.
const SECONDS_PER_RUN: f64 = 0.4e-9;
/// And for each limb of its weight.
const SECONDS_PER_LIMB: f64 = 1.2e-9;
/// An estimate for diagonals is taken to be so many times too small, unless all was seen.
const DOUBT: f64 = 4.0;
/// What a state of a diagram takes: its packed key, then its nodes.
const BYTES_PER_NODE: f64 = 10.0;
/// The bits of a count for each cell, about what trominoes give.
const BITS_PER_CELL: f64 = 0.5;

/// What will answer the question, ready to run.
pub(super) enum Chosen {
    /// The dense engine for the rows of the board, or for its columns.
    Dense { engine: Box<Dense>, rows: u64 },
    /// The merge over a cover whose items are in the order chosen.
    Merge(Rc<Cover>),
    /// The diagram of such a cover.
    Zdd(Rc<Cover>),
}

/// Chooses how to count the tilings of `problem`.
pub(super) fn choose(
    problem: &Problem,
    placements: &mut Option<Placements>,
    options: &CountOptions,
    control: &Control,
) -> Result<(Chosen, Plan), Refused> {
    let mut candidates = Vec::new();
    let mut ready: Vec<Option<Chosen>> = Vec::new();
    for order in [Order::Rows, Order::Columns] {
        let (candidate, chosen) = dense(problem, order, options);
        candidates.push(candidate);
        ready.push(chosen);
    }
    let wanted = |c: &Candidate| {
        c.obstacle.is_none()
            && options.engine.is_none_or(|e| e == c.engine)
            && options.order.is_none_or(|o| o == c.order)
    };
    let quick = candidates
        .iter()
        .any(|c| wanted(c) && c.seconds < QUICK && c.bytes <= control.memory_budget() as f64);
    if options.engine != Some(Engine::Dense) && !quick {
        let placements = match placements {
            Some(placements) => placements,
            None => placements.insert(laid(problem, control)?),
        };
        for order in [Order::Rows, Order::Columns, Order::Diagonals] {
            if options.order.is_some_and(|o| o != order) {
                continue;
            }
            for (candidate, chosen) in layers(problem, placements, order, options, control)? {
                candidates.push(candidate);
                ready.push(Some(chosen));
            }
        }
    }
    let best = (0..candidates.len())
        .filter(|&i| wanted(&candidates[i]))
        .min_by(|&i, &j| cost(&candidates[i], control).total_cmp(&cost(&candidates[j], control)));
    let Some(chosen) = best else {
        let layered = options.engine.filter(|&e| e == Engine::Zdd).unwrap_or(Engine::Merge);
        let obstacles: Vec<String> = candidates
            .iter()
            .filter(|c| c.engine == Engine::Dense || c.engine == layered)
            .filter(|c| options.order.is_none_or(|o| o == c.order))
            .filter_map(|c| c.obstacle.as_ref().map(|o| format!("{} by {}: {o}", c.engine, c.order)))
            .collect();
        if options.engine.is_none() {
            // The merge applies to everything, unless it is too large.
            return Err(Stopped::TooLarge(obstacles.last().cloned().unwrap_or_default()).into());
        }
        let why = if obstacles.is_empty() {
            "the dense engine goes by rows or by columns only".to_owned()
        } else {
            obstacles.join("; ")
        };
        return Err(Refused::Question(format!("the engine asked for cannot answer this: {why}")));
    };
    let mut reason = reason(&candidates, chosen, options, quick);
    if options.up_to.is_some() {
        reason += "; tilings that a symmetry leaves as they are are counted by the merge";
    }
    let engine = ready.swap_remove(chosen);
    let plan = Plan { candidates, chosen, reason };
    match engine {
        Some(engine) => Ok((engine, plan)),
        None => Err(Refused::Question("no engine can answer this".to_owned())),
    }
}

/// Seconds; what does not fit into memory comes last.
fn cost(candidate: &Candidate, control: &Control) -> f64 {
    let fits = candidate.bytes <= control.memory_budget() as f64;
    if fits { candidate.seconds } else { 1e30 * candidate.bytes }
}

fn reason(candidates: &[Candidate], chosen: usize, options: &CountOptions, quick: bool) -> String {
    let best = &candidates[chosen];
    if options.engine.is_some() && options.order.is_some() {
        return "asked for".to_owned();
    }
    if quick && best.engine == Engine::Dense {
        return "column heights describe every boundary, and the array is small".to_owned();
    }
    let others = candidates.iter().enumerate().filter(|(i, c)| *i != chosen && c.obstacle.is_none());
    match others.map(|(_, c)| c).min_by(|a, b| a.seconds.total_cmp(&b.seconds)) {
        Some(next) if next.seconds > best.seconds => {
            format!(
                "about {:.1} times faster than {} by {}",
                next.seconds / best.seconds,
                next.engine,
                next.order
            )
        }
        Some(_) => "the fastest that fits into memory".to_owned(),
        None => "the only one that applies".to_owned(),
    }
}

fn dense(problem: &Problem, order: Order, options: &CountOptions) -> (Candidate, Option<Chosen>) {
    let region = &problem.region;
    let (rows, cols) = (u64::from(region.rows()), region.cols() as usize);
    let built = if !region.is_rectangle() {
        Err("the board is not a full rectangle".to_owned())
    } else if problem.rules != crate::problem::Rules::default() {
        Err("column heights do not show whether the rules are kept".to_owned())
    } else if options.by_piece {
        Err("column heights do not tell the pieces apart".to_owned())
    } else {
        match order {
            Order::Columns => {
                Dense::new(&transposed(&problem.pieces), rows as usize).map(|d| (d, cols as u64))
            }
            _ => Dense::new(&problem.pieces, cols).map(|d| (d, rows)),
        }
    };
    let blank =
        Candidate { engine: Engine::Dense, order, states: 0.0, bytes: 0.0, seconds: 0.0, obstacle: None };
    match built {
        Err(obstacle) => (Candidate { obstacle: Some(obstacle), ..blank }, None),
        Ok((engine, rows)) => {
            // Half a bit for each cell is about what trominoes and dominoes give.
            let passes = if options.modulo.is_some() {
                1.0
            } else {
                3.0 + (0.55 * region.len() as f64 / 62.0).floor()
            };
            let candidate = Candidate {
                states: engine.states() as f64,
                bytes: engine.bytes() as f64,
                seconds: engine.additions(rows) * passes * engine.seconds_per_addition() + 1e-3,
                ..blank
            };
            (candidate, Some(Chosen::Dense { engine: Box::new(engine), rows }))
        }
    }
}

/// The pieces, rows and columns exchanged.
pub(super) fn transposed(pieces: &PieceSet) -> PieceSet {
    let transpose = Symmetry::ALL[5];
    let turned = pieces.iter().map(|piece| {
        let mut orientations: Vec<_> = piece.orientations.iter().map(|o| o.image(transpose)).collect();
        orientations.sort_unstable();
        Piece { orientations, ..piece.clone() }
    });
    PieceSet::new(turned.collect())
}

/// The merge; and the diagram, which takes the layers twice, forward and back, and keeps all it meets.
fn layers(
    problem: &Problem,
    placements: &Placements,
    order: Order,
    options: &CountOptions,
    control: &Control,
) -> Result<[(Candidate, Chosen); 2], Refused> {
    let cover = Rc::new(Cover::new(problem, placements, order, control)?);
    let blank = |engine| Candidate { engine, order, states: 0.0, bytes: 0.0, seconds: 0.0, obstacle: None };
    let (merge, zdd) = (blank(Engine::Merge), blank(Engine::Zdd));
    // Weights grow along the way, up to about half a bit for each cell.
    let limbs = if options.modulo.is_some() {
        1.0
    } else {
        1.0 + BITS_PER_CELL * problem.region.len() as f64 / 128.0
    };
    let (merge, zdd) = match probe(problem, &cover, order, options.by_piece, control) {
        Err(Stopped::TooLarge(why)) => {
            (Candidate { obstacle: Some(why.clone()), ..merge }, Candidate { obstacle: Some(why), ..zdd })
        }
        Err(other) => return Err(other.into()),
        Ok(found) => {
            // Small squares tell little about the diagonals of large ones.
            let doubt = if order == Order::Diagonals && !found.seen { DOUBT } else { 1.0 };
            let per_state = SECONDS_PER_STATE + SECONDS_PER_RUN * found.runs + SECONDS_PER_LIMB * limbs;
            let seconds = found.total * per_state * doubt;
            let bytes = 2.0 * found.peak * found.bytes_per_state;
            let zdd = if options.by_piece {
                let why = "the sets of a diagram are counted without looking into them";
                Candidate { obstacle: Some(why.to_owned()), ..zdd }
            } else {
                let bytes = bytes + found.total * BYTES_PER_NODE;
                Candidate { states: found.peak, bytes, seconds: 2.0 * seconds, ..zdd }
            };
            (Candidate { states: found.peak, bytes, seconds, ..merge }, zdd)
        }
    };
    Ok([(merge, Chosen::Merge(Rc::clone(&cover))), (zdd, Chosen::Zdd(cover))])
}
