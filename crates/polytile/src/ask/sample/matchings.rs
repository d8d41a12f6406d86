//! Perfect matchings as a way to draw tilings: pieces of two cells, in polynomial time.
//!
//! In: a problem. Out: the ways of shuffling, of coupling from the past and of determinants, if its pieces have two cells, and what the merge will
//! take, for comparison. The merge keeps a bit for each cell on the border of what is decided, so about as many states as there
//! are sets of cells in a line across the board where that is shortest, in two lines where the board wraps across them.

use super::drawing::{self, Drawing, Draws, Nothing};
use super::engine::Engine;
use crate::count;
use crate::matching::{Matcher, Undrawn};
use crate::number::Count;
use crate::plan::{Candidate, Way};
use crate::problem::{Placements, Problem, Rules};
use crate::run::{Control, Pulse, Refused, Stopped};
use crate::tiling::Tiling;
use num_traits::Zero;
use std::ops::Range;

/// Seconds that the merge takes to count and keep a state.
const SECONDS_PER_STATE: f64 = 3e-8;
/// Bytes of a state in the two layers that the merge cannot do without.
const BYTES_PER_STATE: f64 = 64.0;
/// What drawing matchings takes beside the placements, as a multiple of these.
const GRAPHS: f64 = 3.0;

/// Whether all pieces have two cells.
pub(super) fn are_pairs(problem: &Problem) -> bool {
    problem.pieces.iter().all(|piece| piece.size() == 2)
}

/// Seconds and bytes that the merge takes, estimated.
pub(super) fn merge_takes(problem: &Problem, control: &Control) -> Result<[f64; 2], Stopped> {
    let region = &problem.region;
    let [rows, cols] = [region.rows(), region.cols()].map(|side| side as usize);
    control.reserve(8 * (rows + cols) as u64, "the lines of the board")?;
    let pulse = Pulse::preparing(control);
    let mut lines = [vec![0; rows], vec![0; cols], vec![0; rows + cols]];
    for cell in region.cells() {
        pulse.beat()?;
        let [row, col] = [cell.row, cell.col].map(|side| side as usize);
        for (lengths, line) in lines.iter_mut().zip([row, col, row + col]) {
            lengths[line] += 1;
        }
    }
    let [_, rows_wrap, cols_wrap] = region.wraps();
    // Where lines go on from the last to the first, what was decided first stays on the border until the end.
    let borders = [rows_wrap, cols_wrap, rows_wrap || cols_wrap].map(|wraps| 1 + i32::from(wraps));
    let longest = |lengths: &Vec<i32>| lengths.iter().max().copied().unwrap_or(0);
    let width =
        lines.iter().zip(borders).map(|(lengths, borders)| borders * longest(lengths)).min().unwrap_or(0);
    let states = 2_f64.powi(width);
    Ok([region.len() as f64 * states * SECONDS_PER_STATE, states * BYTES_PER_STATE])
}

/// The way of shuffling.
pub(super) fn shuffling<'q, 'a>(
    drawing: &'q Drawing<'a>,
    asked: bool,
    control: &Control,
) -> Result<Vec<Way<'q, Drawing<'a>>>, Refused> {
    ways(drawing, Engine::Shuffling, asked, control, Matcher::shuffling)
}

/// The way of coupling from the past.
pub(super) fn coupling<'q, 'a>(
    drawing: &'q Drawing<'a>,
    asked: bool,
    control: &Control,
) -> Result<Vec<Way<'q, Drawing<'a>>>, Refused> {
    ways(drawing, Engine::Coupling, asked, control, |problem, placements, control| {
        Matcher::coupling(problem, placements, asked, control)
    })
}

/// The way of determinants.
pub(super) fn pairwise<'q, 'a>(
    drawing: &'q Drawing<'a>,
    asked: bool,
    control: &Control,
) -> Result<Vec<Way<'q, Drawing<'a>>>, Refused> {
    ways(drawing, Engine::Kasteleyn, asked, control, |problem, placements, control| {
        // Coupling, which is quicker, does not count.
        Matcher::pairwise(problem, placements, asked || drawing.counts, control)
    })
}

fn ways<'q, 'a>(
    drawing: &'q Drawing<'a>,
    engine: Engine,
    asked: bool,
    control: &Control,
    matcher: impl FnOnce(&Problem, &Placements, &Control) -> Result<Matcher, Undrawn>,
) -> Result<Vec<Way<'q, Drawing<'a>>>, Refused> {
    let candidate = drawing::candidate(engine);
    let Drawing { problem, conditions, counts } = *drawing;
    if !are_pairs(problem) {
        // For dominoes alone, it need not be said.
        let barred = Way::barred(candidate, "its pieces have two cells each, and no others");
        return Ok(if asked { vec![barred] } else { Vec::new() });
    }
    let candidate = Candidate { bytes: Some(GRAPHS * problem.placements_bytes() as f64), ..candidate };
    let obstacle = if !problem.region.lattice().is_flat() {
        Some("boards in space cannot be drawn on a plane")
    } else if problem.rules != Rules::default() {
        Some("pairs of cells do not show whether the rules are kept")
    } else if !conditions.is_empty() {
        Some("pairs of cells do not show which piece lies where")
    } else if problem.pieces.is_limited() {
        Some("pairs of cells do not tell copies of pieces apart")
    } else if counts && engine == Engine::Coupling {
        Some("it does not count, so that there is nothing to compare")
    } else {
        None
    };
    if let Some(obstacle) = obstacle {
        return Ok(vec![Way::barred(candidate, obstacle)]);
    }
    let laid = laid(problem, control).map_err(Undrawn::from);
    let matcher = laid.and_then(|placements| matcher(problem, &placements, control));
    Ok(vec![match matcher {
        Ok(matcher) => {
            let seconds = Some(matcher.seconds());
            let counted_by = (engine == Engine::Kasteleyn).then_some(count::Engine::Kasteleyn);
            let bytes = candidate.bytes.map(|bytes| bytes + matcher.bytes() as f64);
            Way::open(Candidate { bytes, seconds, ..candidate }, move |control| {
                let total = matcher.total(control)?;
                if total.as_ref().is_some_and(Zero::is_zero) {
                    return Ok(Nothing.into());
                }
                Ok(Matchings { matcher, total, counted_by }.into())
            })
        }
        Err(Undrawn::Obstacle(why)) => Way::barred(candidate, why),
        Err(Undrawn::Impossible) => {
            let seconds = Some(0.0);
            Way::open(Candidate { seconds, ..candidate }, |_| Ok(Nothing.into()))
        }
        // The merge may still have enough room.
        Err(Undrawn::Stopped(stopped @ Stopped::OutOfMemory { .. })) => {
            Way::barred(candidate, stopped.to_string())
        }
        Err(Undrawn::Stopped(stopped)) => return Err(stopped.into()),
    }])
}

fn laid(problem: &Problem, control: &Control) -> Result<Placements, Stopped> {
    let cells = problem.region.len();
    control.reserve(problem.placements_bytes(), format!("the list of placements on {cells} cells"))?;
    problem.placements_within(control)
}

/// Matchings, and how many there are, where that is known.
#[derive(Debug)]
struct Matchings {
    matcher: Matcher,
    total: Option<Count>,
    counted_by: Option<count::Engine>,
}

impl Draws for Matchings {
    fn total(&self) -> Option<&Count> {
        self.total.as_ref()
    }

    fn counted_by(&self) -> Option<count::Engine> {
        self.counted_by
    }

    fn draw(
        &mut self,
        numbers: Range<u64>,
        seed: u64,
        control: &Control,
        each: &mut dyn FnMut(Tiling) -> bool,
    ) -> Result<(), Stopped> {
        self.matcher.draw(numbers, seed, control, each)
    }
}
