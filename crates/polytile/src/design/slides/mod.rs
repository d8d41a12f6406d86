//! The hardest starts of sliding-block puzzles, over all sets of pieces and all their arrangements.
//!
//! In: sets of pieces ([`Sets`]), with walls and goals if these are to be searched too, how many pieces they may have, and what counts as a move. Out: a [`Row`] for each number of pieces: a start
//! from which the nearest goal is as far as from any start of any set with so many pieces, and whether each of its pieces is
//! needed for that. Every set is looked at, so that no start is harder.
//!
//! All starts of a set are dealt with at once: from all its placements that meet a goal, levels go out to what is farthest. So no
//! placement is looked at twice, whichever component it is in (Fogleman's search of all Rush Hour starts, 2018, goes through the
//! components one by one). If a piece could be left out of a start without making it easier, fewer pieces would need as many moves;
//! so where a row needs more than the row before, every piece is needed. Else the pieces are left out one by one, of each start that needs as
//! many moves, until one needs all its pieces: so where none is shown there is none. Cost: an
//! exploration of every set, and another one of those that have a hardest start; sets are shared among threads.

mod ground;
mod sets;

use sets::Chosen;
pub use sets::{SIDES, Sets};

use crate::run::{Control, LevelsError, Progress, Pulse, Stopped, parallel};
use crate::sliding::explore::{all_hardest, hardest_of_all};
use crate::sliding::{Answer, ExploreOptions, Metric, Puzzle, SolveOptions, explore, solve};
use std::ops::{ControlFlow, RangeInclusive};

/// Sets that are shared among threads at a time.
const SETS: usize = 256;
/// Sets after which whoever listens is told how far it is, in groups of [`SETS`].
const GROUPS: u64 = 64;

/// The hardest start of all sets with so many pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number of pieces.
    pub pieces: usize,
    /// Sets that were looked at.
    pub sets: u64,
    /// Sets that there are.
    pub all: u64,
    /// Those of them that can be solved from some start.
    pub solvable: u64,
    /// What was found, where any can.
    pub hardest: Option<HardestStart>,
    /// The numbers of the sets, from 0, with a start as hard, as long as it is not known whether one of these needs all of its pieces.
    pub tied: Vec<u64>,
    /// Whether all sets were looked at.
    pub complete: bool,
}

/// A start that needs as many moves as any.
#[derive(Clone, Debug, PartialEq)]
pub struct HardestStart {
    /// The puzzle that begins there: if there is one, one of which no piece can be left out.
    pub puzzle: Puzzle,
    /// Moves to the nearest goal.
    pub moves: u64,
    /// How many starts need as many.
    pub starts: u64,
    /// Whether no piece can be left out without making it easier; if not, a piece can be left out of every start that needs as many
    /// moves. Known when all sets were looked at.
    pub minimal: Option<bool>,
    /// How hard it is for a person, from 1 to 10, as [`Explored::grade`](crate::sliding::Explored::grade) says; known when all sets were looked at.
    pub grade: Option<f64>,
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
            let all = sets.count(pieces);
            rows.push(Row {
                pieces,
                sets: 0,
                all,
                solvable: 0,
                hardest: None,
                tied: Vec::new(),
                complete: false,
            });
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
            judge(sets, &mut rows[at], fewer.as_ref(), metric, control)?;
            if let Some(hardest) = &mut rows[at].hardest {
                hardest.grade = grade(&hardest.puzzle, metric, control)?;
            }
            rows[at].tied.clear();
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
    control.check(row.progress())?;
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
        let found: Option<(u64, u64, Option<Puzzle>)> =
            found.map_err(|stopped| after(stopped, row.progress()))?;
        let number = row.sets;
        row.sets += 1;
        let Some((moves, starts, puzzle)) = found else { continue };
        row.solvable += 1;
        match &mut row.hardest {
            Some(hardest) if hardest.moves > moves => {}
            Some(hardest) if hardest.moves == moves => {
                hardest.starts += starts;
                row.tied.push(number);
            }
            hardest => {
                if let Some(puzzle) = puzzle {
                    row.tied = vec![number];
                    *hardest = Some(HardestStart { puzzle, moves, starts, minimal: None, grade: None });
                }
            }
        }
    }
    Ok(())
}

impl Row {
    fn progress(&self) -> Progress {
        Progress::Sets { done: self.sets, total: self.all, pieces: self.pieces as u64 }
    }
}

/// What ended the look at one of many, as what ended all.
fn after(stopped: Stopped, progress: Progress) -> Stopped {
    match stopped {
        Stopped::Interrupted(_) => Stopped::Interrupted(progress),
        Stopped::OutOfTime(_) => Stopped::OutOfTime(progress),
        other => other,
    }
}

/// Finds out whether every piece of a hardest start is needed, and looks for one of which it is so among all that are as hard.
fn judge(
    sets: &Sets,
    row: &mut Row,
    fewer: Option<&Row>,
    metric: Metric,
    control: &Control,
) -> Result<(), Stopped> {
    let progress = row.progress();
    let Some(hardest) = &mut row.hardest else { return Ok(()) };
    let of = |row: &Row| row.hardest.as_ref().map_or(0, |hardest| hardest.moves);
    if fewer.is_some_and(|fewer| fewer.complete && of(fewer) < hardest.moves) {
        hardest.minimal = Some(true);
        return Ok(());
    }
    let mut numbers = 0..;
    let mut waiting = std::mem::take(&mut row.tied).into_iter().peekable();
    let mut judged = Ok(None);
    let _ = sets.each(row.pieces, &Pulse::preparing(control), &mut |chosen| {
        if waiting.peek().copied() != numbers.next() {
            return Ok(ControlFlow::Continue(()));
        }
        judged = minimal_of(sets, &chosen, hardest.moves, metric, control);
        if !matches!(judged, Ok(None)) {
            return Ok(ControlFlow::Break(()));
        }
        waiting.next();
        Ok(if waiting.peek().is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    match judged {
        Ok(minimal) => {
            hardest.minimal = Some(minimal.is_some());
            hardest.puzzle = minimal.unwrap_or_else(|| hardest.puzzle.clone());
            Ok(())
        }
        Err(stopped) => {
            // What was judged is not judged again.
            row.tied = waiting.collect();
            Err(after(stopped, progress))
        }
    }
}

/// How hard a puzzle is for a person.
fn grade(puzzle: &Puzzle, metric: Metric, control: &Control) -> Result<Option<f64>, Stopped> {
    let options = ExploreOptions { metric, ..ExploreOptions::default() };
    Ok(explore(puzzle, &options, control).map_err(stopped)?.grade())
}

/// What ends an engine that has no directory.
fn stopped(error: LevelsError) -> Stopped {
    match error {
        LevelsError::Stopped(stopped) => stopped,
        other => Stopped::TooLarge(other.to_string()),
    }
}

/// The first of the hardest starts of a set of which no piece can be left out.
fn minimal_of(
    sets: &Sets,
    chosen: &Chosen,
    moves: u64,
    metric: Metric,
    control: &Control,
) -> Result<Option<Puzzle>, Stopped> {
    let Some(puzzle) = sets.puzzle(chosen, &Pulse::preparing(control))? else { return Ok(None) };
    let positions = all_hardest(&puzzle, metric, control)?;
    let alone = control.clone().threads(1);
    for some in positions.chunks(SETS) {
        let judged = parallel::map(control.thread_count(), some.len(), |i| {
            let Ok(start) = puzzle.starting_at(&some[i]) else { return Ok(None) };
            Ok(is_minimal(&start, moves, metric, &alone)?.then_some(start))
        });
        for start in judged {
            let start: Option<Puzzle> = start?;
            if start.is_some() {
                return Ok(start);
            }
        }
    }
    Ok(None)
}

/// Whether a start that needs so many moves needs fewer without any one of the pieces that no goal names.
fn is_minimal(puzzle: &Puzzle, moves: u64, metric: Metric, control: &Control) -> Result<bool, Stopped> {
    for left_out in 0..puzzle.pieces().len() {
        let Some(without) = without(puzzle, left_out) else { continue };
        let solved = solve(&without, &SolveOptions::by(metric), control).map_err(stopped)?;
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
