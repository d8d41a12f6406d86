//! The hardest starts of sliding-block puzzles, over all sets of pieces and all their arrangements.
//!
//! In: sets of pieces ([`Sets`]), with walls and goals if these are to be searched too, how many pieces they may have, and what counts as a move. Out: a [`Row`] for each number of pieces: a start
//! from which the nearest goal is as far as from any start of any set with so many pieces, and whether each of its pieces is
//! needed for that. Every set is looked at, so that no start is harder.
//!
//! All starts of a set are dealt with at once: from all its placements that meet a goal, levels go out to what is farthest. So no
//! placement is looked at twice, whichever component it is in (Fogleman's search of all Rush Hour starts, 2018, goes through the
//! components one by one). If a piece could be left out of a start without making it easier, fewer pieces would need as many moves;
//! so where a row needs more than the row before, every piece is needed, and else the pieces are left out one by one. Cost: an
//! exploration of every set; sets are shared among threads.

mod ground;
mod sets;

use sets::Chosen;
pub use sets::{SIDES, Sets};

use crate::run::{Control, LevelsError, Progress, Pulse, Stopped, parallel};
use crate::sliding::explore::hardest_of_all;
use crate::sliding::{Answer, Metric, Puzzle, SolveOptions, solve};
use std::ops::{ControlFlow, RangeInclusive};

/// Sets that are shared among threads at a time.
const SETS: usize = 256;
/// Sets after which whoever listens is told how far it is, in groups of [`SETS`].
const GROUPS: u64 = 64;

/// The hardest start of all sets with so many pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of pieces.
    pub pieces: usize,
    /// Sets that were looked at.
    pub sets: u64,
    /// Those of them that can be solved from some start.
    pub solvable: u64,
    /// What was found, where any can.
    pub hardest: Option<HardestStart>,
    /// Whether all sets were looked at.
    pub complete: bool,
}

/// A start that needs as many moves as any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardestStart {
    /// The puzzle that begins there.
    pub puzzle: Puzzle,
    /// Moves to the nearest goal.
    pub moves: u64,
    /// How many starts need as many.
    pub starts: u64,
    /// Whether no piece can be left out without making it easier; known when all sets were looked at.
    pub minimal: Option<bool>,
}

/// Makes the rows of the numbers of pieces in `numbers`, as far as sets have so many, after those in `rows`, of which the last may be
/// incomplete. Whoever is `told` gets each row when it is complete, and the last now and then before, and says whether to go on. When
/// it is stopped, `rows` has what is known.
///
/// ```
/// use polytile::design::slides::{Sets, table};
/// use polytile::{run::Control, sliding::Metric};
/// use std::ops::ControlFlow;
/// let mut rows = Vec::new();
/// let sets = Sets::of_cars(3, 3)?;
/// table(&sets, 1..=4, Metric::Slide, &mut rows, &Control::default(), &mut |_| ControlFlow::Continue(()))?;
/// let moves: Vec<Option<u64>> = rows.iter().map(|row| Some(row.hardest.as_ref()?.moves)).collect();
/// assert_eq!(moves, [Some(1), Some(1), Some(1), Some(0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `control` says stop, or there is not enough memory.
pub fn table(
    sets: &Sets,
    numbers: RangeInclusive<usize>,
    metric: Metric,
    rows: &mut Vec<Row>,
    control: &Control,
    told: &mut dyn FnMut(&Row) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Stopped> {
    let (least, most) = sets.numbers();
    for pieces in least.max(*numbers.start())..=most.min(*numbers.end()) {
        let begun = rows.iter().position(|row| row.pieces == pieces);
        let at = begun.unwrap_or_else(|| {
            rows.push(Row { pieces, sets: 0, solvable: 0, hardest: None, complete: false });
            rows.len() - 1
        });
        if !rows[at].complete {
            let fewer = rows[..at].iter().rfind(|row| row.pieces + 1 == pieces).cloned();
            let flow = fill(sets, metric, &mut rows[at], control, told)?;
            if flow.is_break() {
                return Ok(flow);
            }
            // There is no room for so many pieces.
            if rows[at].sets == 0 {
                rows.remove(at);
                continue;
            }
            judge(&mut rows[at], fewer.as_ref(), metric, control)?;
            rows[at].complete = true;
        }
        if told(&rows[at]).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Looks at all sets of a row that were not looked at before.
fn fill(
    sets: &Sets,
    metric: Metric,
    row: &mut Row,
    control: &Control,
    told: &mut dyn FnMut(&Row) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Stopped> {
    let mut skipped = 0;
    let mut waiting: Vec<Chosen> = Vec::new();
    let mut groups = 0;
    let before = row.sets;
    let pieces = row.pieces;
    let flow = sets.each(pieces, &Pulse::preparing(control), &mut |chosen| {
        if skipped < before {
            skipped += 1;
            return Ok(ControlFlow::Continue(()));
        }
        waiting.push(chosen);
        if waiting.len() < SETS {
            return Ok(ControlFlow::Continue(()));
        }
        look(sets, metric, &waiting, row, control)?;
        waiting.clear();
        groups += 1;
        Ok(if groups % GROUPS == 0 { told(row) } else { ControlFlow::Continue(()) })
    })?;
    if flow.is_continue() {
        look(sets, metric, &waiting, row, control)?;
    }
    Ok(flow)
}

/// Looks at some sets, and puts down what is found.
fn look(
    sets: &Sets,
    metric: Metric,
    chosen: &[Chosen],
    row: &mut Row,
    control: &Control,
) -> Result<(), Stopped> {
    control.check(Progress::Preparation { steps: row.sets })?;
    let best = row.hardest.as_ref().map(|hardest| hardest.moves);
    let alone = control.clone().threads(1);
    let found = parallel::map(control.thread_count(), chosen.len(), |i| {
        let Some(puzzle) = sets.puzzle(&chosen[i], &Pulse::preparing(&alone))? else { return Ok(None) };
        let Some(hardest) = hardest_of_all(&puzzle, metric, &alone)? else { return Ok(None) };
        // What is easier than what is known is not kept.
        let start = if best.is_some_and(|best| hardest.distance <= best) {
            None
        } else {
            puzzle.starting_at(&hardest.position).ok()
        };
        Ok(Some((hardest.distance, hardest.states, start)))
    });
    for found in found {
        let found: Option<(u64, u64, Option<Puzzle>)> = found?;
        row.sets += 1;
        let Some((moves, starts, puzzle)) = found else { continue };
        row.solvable += 1;
        match &mut row.hardest {
            Some(hardest) if hardest.moves > moves => {}
            Some(hardest) if hardest.moves == moves => hardest.starts += starts,
            hardest => {
                if let Some(puzzle) = puzzle {
                    *hardest = Some(HardestStart { puzzle, moves, starts, minimal: None });
                }
            }
        }
    }
    Ok(())
}

/// Finds out whether every piece of the hardest start is needed.
fn judge(row: &mut Row, fewer: Option<&Row>, metric: Metric, control: &Control) -> Result<(), Stopped> {
    let Some(hardest) = &mut row.hardest else { return Ok(()) };
    let of = |row: &Row| row.hardest.as_ref().map_or(0, |hardest| hardest.moves);
    let harder = fewer.is_some_and(|fewer| fewer.complete && of(fewer) < hardest.moves);
    hardest.minimal = Some(harder || is_minimal(&hardest.puzzle, hardest.moves, metric, control)?);
    Ok(())
}

/// Whether a start that needs so many moves needs fewer without any one of the pieces that no goal names.
fn is_minimal(puzzle: &Puzzle, moves: u64, metric: Metric, control: &Control) -> Result<bool, Stopped> {
    for left_out in 0..puzzle.pieces().len() {
        let Some(without) = without(puzzle, left_out) else { continue };
        let solved = solve(&without, &SolveOptions::by(metric), control).map_err(|e| match e {
            LevelsError::Stopped(stopped) => stopped,
            other => Stopped::TooLarge(other.to_string()),
        })?;
        if let Answer::Solved(solutions) = solved.answer
            && solutions.length() as u64 >= moves
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The puzzle without a piece that no goal names.
fn without(puzzle: &Puzzle, left_out: usize) -> Option<Puzzle> {
    let mut pieces = puzzle.pieces().to_vec();
    let mut goals = puzzle.goals().to_vec();
    for (piece, _) in goals.iter_mut().flat_map(|goal| &mut goal.places) {
        match (*piece).cmp(&left_out) {
            std::cmp::Ordering::Equal => return None,
            std::cmp::Ordering::Greater => *piece -= 1,
            std::cmp::Ordering::Less => {}
        }
    }
    pieces.remove(left_out);
    Puzzle::new(puzzle.board().clone(), pieces, goals).ok()
}

#[cfg(test)]
mod tests;
