//! Exact covers that everybody knows, made to order.
//!
//! In: a size, or a sudoku of 81 characters. Out: items and options, named as in Knuth's examples (TAOCP 7.2.2.1), with no name longer than
//! the 8 bytes that his programs take.
//!
//! - *Queens*: a queen in every row and column, no two on a diagonal: rows and columns are primary, diagonals secondary.
//! - *Langford pairs*: numbers 1 to n twice each in a row of 2n places, with k others between the two k; reversals count.
//! - *Latin squares*: each of n numbers once in every row and column.
//! - *Sudokus*: besides, once in every box; a clue leaves one option for its cell.
//! - *Partridges*: k squares of side k, for k up to n, fill the square of side 1 + 2 + ... + n, as 1 * 1 + 2 * 4 + ... + n * n^2
//!   is its area (Wainwright 1981; the smallest n above 1 is 8).
//!
//! Cost: the options.

use crate::exact_cover::{CoverError, Entry, ExactCover, Multiplicity};
use crate::run::{Control, Pulse, Refused, Stopped};

/// Sizes up to which each can be made: names stay short, and options fit into memory.
pub const MOST_QUEENS: u32 = 999;
/// As [`MOST_QUEENS`].
pub const MOST_PAIRS: u32 = 999;
/// As [`MOST_QUEENS`].
pub const MOST_NUMBERS: u32 = 99;
/// As [`MOST_QUEENS`].
pub const MOST_SIDE: u32 = 16;

/// Bytes that an entry of an option takes, with its share of the option.
const BYTES_PER_ENTRY: u64 = 16;

/// Cells of a sudoku.
const CELLS: usize = 81;

fn too_large(error: &CoverError) -> Refused {
    Refused::Stopped(Stopped::TooLarge(error.to_string()))
}

/// A cover while it is made.
struct Making<'a> {
    cover: ExactCover,
    pulse: Pulse<'a>,
}

impl<'a> Making<'a> {
    fn new(options: u64, entries: u64, control: &'a Control) -> Result<Self, Refused> {
        control.reserve(
            options.saturating_mul(entries).saturating_mul(BYTES_PER_ENTRY),
            "the options of the puzzle",
        )?;
        Ok(Making { cover: ExactCover::default(), pulse: Pulse::preparing(control) })
    }

    fn items(
        &mut self,
        names: impl Iterator<Item = String>,
        demand: Multiplicity,
    ) -> Result<Vec<u32>, Refused> {
        names.map(|name| self.cover.add_item(name, demand).map_err(|e| too_large(&e))).collect()
    }

    fn option(&mut self, items: &[u32]) -> Result<(), Refused> {
        self.pulse.beats(1 + items.len() as u64)?;
        let entries: Vec<Entry> = items.iter().copied().map(Entry::plain).collect();
        self.cover.add_option(&entries).map_err(|e| too_large(&e))?;
        Ok(())
    }
}

/// `n` queens on a board of side `n`, none attacking another.
///
/// ```
/// use polytile::{design::covers::queens, run::Control};
/// let cover = queens(8, &Control::default())?;
/// assert_eq!((cover.items().len(), cover.option_count()), (46, 64));
/// # Ok::<(), polytile::run::Refused>(())
/// ```
///
/// # Errors
/// When `control` says stop, or there is no memory for it.
pub fn queens(n: u32, control: &Control) -> Result<ExactCover, Refused> {
    let mut making = Making::new(u64::from(n) * u64::from(n), 4, control)?;
    let rows = making.items((0..n).map(|i| format!("r{i}")), Multiplicity::ONCE)?;
    let cols = making.items((0..n).map(|i| format!("c{i}")), Multiplicity::ONCE)?;
    let diagonals = (2 * n).saturating_sub(1);
    let falling = making.items((0..diagonals).map(|i| format!("a{i}")), Multiplicity::Secondary)?;
    let rising = making.items((0..diagonals).map(|i| format!("b{i}")), Multiplicity::Secondary)?;
    for (row, &in_row) in rows.iter().enumerate() {
        for (col, &in_col) in cols.iter().enumerate() {
            let (sum, difference) = (row + col, row + n as usize - 1 - col);
            making.option(&[in_row, in_col, falling[sum], rising[difference]])?;
        }
    }
    Ok(making.cover)
}

/// The Langford pairs of the numbers 1 to `n`.
///
/// # Errors
/// As [`queens`].
pub fn langford(n: u32, control: &Control) -> Result<ExactCover, Refused> {
    let mut making = Making::new(2 * u64::from(n) * u64::from(n), 3, control)?;
    let numbers = making.items((1..=n).map(|k| format!("{k}")), Multiplicity::ONCE)?;
    let places = making.items((1..=2 * n).map(|s| format!("s{s}")), Multiplicity::ONCE)?;
    for (k, &number) in (1_usize..).zip(&numbers) {
        for first in 0..places.len().saturating_sub(k + 1) {
            making.option(&[number, places[first], places[first + k + 1]])?;
        }
    }
    Ok(making.cover)
}

/// The Latin squares of order `n`.
///
/// # Errors
/// As [`queens`].
pub fn latin(n: u32, control: &Control) -> Result<ExactCover, Refused> {
    let size = n as usize;
    let mut making = Making::new(u64::from(n).pow(3), 3, control)?;
    let pairs = |letter: char| (0..n).flat_map(move |i| (0..n).map(move |j| format!("{letter}{i}.{j}")));
    let [cells, rows, cols] = ['p', 'r', 'c'].map(pairs);
    let cells = making.items(cells, Multiplicity::ONCE)?;
    let rows = making.items(rows, Multiplicity::ONCE)?;
    let cols = making.items(cols, Multiplicity::ONCE)?;
    for row in 0..size {
        for col in 0..size {
            for number in 0..size {
                making.option(&[
                    cells[row * size + col],
                    rows[row * size + number],
                    cols[col * size + number],
                ])?;
            }
        }
    }
    Ok(making.cover)
}

/// The sudoku with these clues, row by row: a digit from 1, or none.
///
/// # Errors
/// As [`queens`].
pub fn sudoku(clues: &[Option<u8>; CELLS], control: &Control) -> Result<ExactCover, Refused> {
    let mut making = Making::new(729, 4, control)?;
    let names = |letter: char, from: usize| {
        (0..9).flat_map(move |i| (from..from + 9).map(move |j| format!("{letter}{i}{j}")))
    };
    let cells = making.items(names('p', 0), Multiplicity::ONCE)?;
    let rows = making.items(names('r', 1), Multiplicity::ONCE)?;
    let cols = making.items(names('c', 1), Multiplicity::ONCE)?;
    let boxes = making.items(names('b', 1), Multiplicity::ONCE)?;
    for (cell, clue) in clues.iter().enumerate() {
        let (row, col) = (cell / 9, cell % 9);
        let in_box = row / 3 * 3 + col / 3;
        for digit in (0..9).filter(|&digit| clue.is_none_or(|clue| usize::from(clue) == digit + 1)) {
            making.option(&[
                cells[cell],
                rows[row * 9 + digit],
                cols[col * 9 + digit],
                boxes[in_box * 9 + digit],
            ])?;
        }
    }
    Ok(making.cover)
}

/// The partridge puzzle of order `n`.
///
/// # Errors
/// As [`queens`].
pub fn partridge(n: u32, control: &Control) -> Result<ExactCover, Refused> {
    let side = (n * (n + 1) / 2) as usize;
    let entries = (1..=n as usize).map(|k| ((side - k + 1).pow(2) * (k * k + 1)) as u64).sum();
    let mut making = Making::new(1, entries, control)?;
    let mut squares = Vec::new();
    for k in 1..=n {
        let copies = Multiplicity::Primary { lo: k, hi: k };
        squares.extend(making.items(std::iter::once(format!("{k}")), copies)?);
    }
    let places = (0..side).flat_map(|row| (0..side).map(move |col| format!("{row}.{col}")));
    let places = making.items(places, Multiplicity::ONCE)?;
    for (k, &square) in (1_usize..).zip(&squares) {
        for top in 0..=side - k {
            for left in 0..=side - k {
                let covered =
                    (top..top + k).flat_map(|row| (left..left + k).map(move |col| row * side + col));
                let items: Vec<u32> =
                    std::iter::once(square).chain(covered.map(|place| places[place])).collect();
                making.option(&items)?;
            }
        }
    }
    Ok(making.cover)
}
