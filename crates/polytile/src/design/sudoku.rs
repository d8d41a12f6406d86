//! Sudokus made to order.
//!
//! In: a seed. Out: the clues of a sudoku with one solution, none of which can be left out. A solution is the first that a search finds
//! which tries digits in an order of the seed; then clues are left out in another such order as long as no second solution appears. What
//! made the solution the only one with a clue less would have done so when that clue was tried. Cost: a search for each cell.

use super::covers::sudoku;
use crate::exact_cover::ExactCover;
use crate::number::below;
use crate::run::{Control, Progress, Refused};
use crate::solve::{Options, Question, Reply, Search};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Cells of a sudoku.
const CELLS: usize = 81;

/// The clues of the sudoku with this seed, row by row.
///
/// ```
/// use polytile::{design::sudoku::seeded, run::Control};
/// let clues = seeded(7, &Control::default())?;
/// assert!(clues.iter().flatten().count() >= 17);
/// assert_eq!(clues, seeded(7, &Control::default())?);
/// # Ok::<(), polytile::run::Refused>(())
/// ```
///
/// # Errors
/// When `control` says stop.
pub fn seeded(seed: u64, control: &Control) -> Result<[Option<u8>; CELLS], Refused> {
    let control = &control.clone().threads(1);
    let first = solutions(sudoku(&[None; CELLS], control)?, Some(seed), 1, control)?;
    let mut clues = [None; CELLS];
    // The options of an empty sudoku are the digits of each cell.
    for &option in first.iter().flatten() {
        clues[option as usize / 9] = Some((option % 9) as u8 + 1);
    }
    let mut cells: Vec<usize> = (0..CELLS).collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for i in (1..CELLS).rev() {
        cells.swap(i, below(&mut random, i + 1));
    }
    for (done, cell) in (0..).zip(cells) {
        control.check(Progress::Operations { done, total: CELLS as u64, nodes: 0 })?;
        let clue = clues[cell].take();
        if solutions(sudoku(&clues, control)?, None, 2, control)?.len() > 1 {
            clues[cell] = clue;
        }
    }
    Ok(clues)
}

/// The first solutions of a sudoku, at most `most`.
fn solutions(
    cover: ExactCover,
    seed: Option<u64>,
    most: usize,
    control: &Control,
) -> Result<Vec<Vec<u32>>, Refused> {
    let question = Question::covers(cover);
    let search = Search::new(&question, &Options { seed, ..Options::default() }, control)?;
    let mut found: Vec<Vec<u32>> = Vec::new();
    let report = search.list(search.beginning(), None, control, &mut |chosen| {
        found.push(chosen.to_vec());
        if found.len() < most { Reply::More } else { Reply::Enough }
    })?;
    match report.stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clue_is_needed_and_one_solution_is_left() {
        let control = Control::default();
        let number = |clues: &[Option<u8>; CELLS]| {
            solutions(sudoku(clues, &control).unwrap(), None, 2, &control).unwrap().len()
        };
        for seed in [0, 1] {
            let clues = seeded(seed, &control).unwrap();
            assert_eq!(number(&clues), 1);
            for cell in (0..CELLS).filter(|&cell| clues[cell].is_some()) {
                let mut without = clues;
                without[cell] = None;
                assert_eq!(number(&without), 2, "seed {seed}, cell {cell}");
            }
        }
        assert_ne!(seeded(0, &control).unwrap(), seeded(1, &control).unwrap());
    }
}
