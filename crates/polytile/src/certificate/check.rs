//! Whether weights rule out every choice of pieces.
//!
//! Copies are added one after the other, piece by piece, and what has been reached is kept: how many cells are covered,
//! what they weigh, and which weight was added last to get there, so that a choice that is not ruled out can be named.
//! Cost: for each copy, what has been reached times the different weights of the piece.

use super::{Certificate, Proof, Unproved};
use crate::board::{Cell, Region};
use crate::pieces::Polyomino;
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};
use std::collections::{BTreeMap, BTreeSet};

/// Cells covered, and what they weigh.
type State = (u64, i64);

/// What can be reached when a piece has been added, or not.
struct Stage {
    piece: usize,
    /// Whether any number of copies is added here.
    many: bool,
    /// Every state, with the weight of the last copy added here, if one was.
    reached: BTreeMap<State, Option<i64>>,
}

/// Bytes of a state that is kept.
const STATE_BYTES: u64 = 48;

pub(super) fn check(
    certificate: &Certificate,
    problem: &Problem,
    control: &Control,
) -> Result<Proof, Unproved> {
    let cells = problem.region.len();
    if certificate.weights.len() != cells {
        return Err(Unproved::Length { found: certificate.weights.len(), cells });
    }
    let modulus = certificate.modulus;
    let reduced = |weight: i64| modulus.map_or(weight, |m| weight.rem_euclid(i64::from(m)));
    let board = reduced(certificate.weights.iter().sum());
    let values: Vec<BTreeSet<i64>> = problem
        .pieces
        .iter()
        .map(|piece| {
            let sums =
                piece.orientations.iter().map(|shape| sums(&problem.region, shape, &certificate.weights));
            sums.flatten().map(reduced).collect()
        })
        .collect();
    let stages = stages(problem, &values, reduced, control)?;
    let all = cells as u64;
    let last = stages.last().map_or_else(BTreeSet::new, |stage| {
        stage.reached.range((all, i64::MIN)..=(all, i64::MAX)).map(|(state, _)| state.1).collect()
    });
    if last.contains(&board) {
        let choice = choice(problem, &stages, (all, board), reduced);
        return Err(Unproved::Possible { board, modulus, choice });
    }
    let pieces = values.into_iter().map(|values| values.into_iter().collect()).collect();
    Ok(Proof { board, pieces, possible: last.into_iter().collect() })
}

/// What `shape` weighs, wherever it fits.
fn sums(region: &Region, shape: &Polyomino, weights: &[i64]) -> BTreeSet<i64> {
    let (rows, cols) = (i64::from(region.rows()), i64::from(region.cols()));
    let mut sums = BTreeSet::new();
    // Where the corner of the box around it lies; where the board wraps, every corner is one of these, and where it does
    // not, boxes that stick out do not fit anyway.
    for top in 0..rows {
        for left in 0..cols {
            let places: Option<Vec<Cell>> = shape
                .cells()
                .iter()
                .map(|cell| region.wrap(top + i64::from(cell.row), left + i64::from(cell.col)))
                .collect();
            let Some(mut places) = places else { continue };
            let sum = places
                .iter()
                .filter_map(|&cell| region.index(cell))
                .map(|index| weights[index as usize])
                .sum();
            places.sort_unstable();
            places.dedup();
            // Around a narrow board a piece may run into itself.
            if places.len() == shape.size() {
                sums.insert(sum);
            }
        }
    }
    sums
}

/// What can be reached, copy by copy.
fn stages(
    problem: &Problem,
    values: &[BTreeSet<i64>],
    reduced: impl Fn(i64) -> i64 + Copy,
    control: &Control,
) -> Result<Vec<Stage>, Stopped> {
    let all = problem.region.len() as u64;
    let none = Stage { piece: 0, many: false, reached: BTreeMap::from([((0, reduced(0)), None)]) };
    let mut stages = vec![none];
    let mut kept = 0_u64;
    for (piece, (kind, values)) in problem.pieces.iter().zip(values).enumerate() {
        let size = kind.size() as u64;
        let room = all / size.max(1);
        let (least, most) =
            (u64::from(kind.copies.min()), kind.copies.max().map_or(room, |m| room.min(m.into())));
        // One copy more than there is room for rules everything out as well as all of them would.
        for copy in 0..least.min(room + 1) {
            stages.push(add_one(&stages, piece, (size, values, all), true, reduced));
            kept += watch(&stages, kept, copy, control)?;
        }
        if most >= room {
            stages.push(add_many(&stages, piece, (size, values, all), reduced));
            kept += watch(&stages, kept, 0, control)?;
        } else {
            for copy in least..most {
                stages.push(add_one(&stages, piece, (size, values, all), false, reduced));
                kept += watch(&stages, kept, copy, control)?;
            }
        }
    }
    Ok(stages)
}

/// States of the last stage, when there is memory and time for it.
fn watch(stages: &[Stage], kept: u64, copy: u64, control: &Control) -> Result<u64, Stopped> {
    let states = stages.last().map_or(0, |stage| stage.reached.len() as u64);
    control.reserve((kept + states) * STATE_BYTES, "what pieces can weigh together")?;
    control.check(Progress::Levels { done: copy, total: copy, states })?;
    Ok(states)
}

/// Adds one copy of a piece to everything reached so far; if it need not be, that stays reached too.
fn add_one(
    stages: &[Stage],
    piece: usize,
    (size, values, all): (u64, &BTreeSet<i64>, u64),
    needed: bool,
    reduced: impl Fn(i64) -> i64,
) -> Stage {
    let mut reached = BTreeMap::new();
    if let Some(before) = stages.last() {
        if !needed {
            reached.extend(before.reached.keys().map(|&state| (state, None)));
        }
        for &(area, weight) in before.reached.keys().filter(|state| state.0 + size <= all) {
            for &value in values {
                reached.entry((area + size, reduced(weight + value))).or_insert(Some(value));
            }
        }
    }
    Stage { piece, many: false, reached }
}

/// Adds any number of copies.
fn add_many(
    stages: &[Stage],
    piece: usize,
    (size, values, all): (u64, &BTreeSet<i64>, u64),
    reduced: impl Fn(i64) -> i64,
) -> Stage {
    let before = stages.last().map(|stage| stage.reached.keys().copied());
    let mut reached: BTreeMap<State, Option<i64>> = before.into_iter().flatten().map(|s| (s, None)).collect();
    let mut waiting: Vec<State> = reached.keys().copied().collect();
    while let Some((area, weight)) = waiting.pop() {
        if area + size > all {
            continue;
        }
        for &value in values {
            let state = (area + size, reduced(weight + value));
            reached.entry(state).or_insert_with(|| {
                waiting.push(state);
                Some(value)
            });
        }
    }
    Stage { piece, many: true, reached }
}

/// The pieces that were added on the way to `state`.
fn choice(
    problem: &Problem,
    stages: &[Stage],
    mut state: State,
    reduced: impl Fn(i64) -> i64,
) -> Vec<(String, i64, u64)> {
    let mut counts: BTreeMap<(usize, i64), u64> = BTreeMap::new();
    for stage in stages.iter().rev() {
        while let Some(&Some(value)) = stage.reached.get(&state) {
            let size = problem.pieces[stage.piece].size() as u64;
            state = (state.0 - size, reduced(state.1 - value));
            *counts.entry((stage.piece, value)).or_default() += 1;
            if !stage.many {
                break;
            }
        }
    }
    counts
        .into_iter()
        .map(|((piece, value), times)| (problem.pieces[piece].name.clone(), value, times))
        .collect()
}
