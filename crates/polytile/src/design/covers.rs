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
//! - *Word rectangles*: every row and every column is a word, and no word is there twice. Words that share a cell agree about its letter,
//!   which is its colour.
//!
//! Cost: the options.

use crate::exact_cover::{CoverError, Entry, ExactCover, Multiplicity};
use crate::run::{Control, Pulse, Refused, Stopped};
use std::collections::BTreeMap;

/// Sizes up to which each can be made: names stay short, and options fit into memory.
pub const MOST_QUEENS: u32 = 999;
/// As [`MOST_QUEENS`].
pub const MOST_PAIRS: u32 = 999;
/// As [`MOST_QUEENS`].
pub const MOST_NUMBERS: u32 = 99;
/// As [`MOST_QUEENS`].
pub const MOST_SIDE: u32 = 16;
/// As [`MOST_QUEENS`]: the bytes of a word.
pub const MOST_LETTERS: usize = 8;

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

    /// The option that a word stands in a line, letter by letter in these cells.
    fn word(
        &mut self,
        line: u32,
        cells: impl Iterator<Item = u32>,
        word: &str,
        once: u32,
    ) -> Result<(), Refused> {
        self.pulse.beats(1 + word.len() as u64)?;
        let mut entries = vec![Entry::plain(line)];
        for (item, letter) in cells.zip(word.chars()) {
            let colour = self.cover.colour(letter.encode_utf8(&mut [0; 4]));
            entries.push(Entry { item, colour });
        }
        entries.push(Entry::plain(once));
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

/// The rectangles of so many rows and columns, whose rows and columns are different words of these: those in rows have as many letters as there
/// are columns, those in columns as many as there are rows.
///
/// ```
/// use polytile::{design::covers::word_rectangle, run::Control};
/// let words = ["ab", "cd", "ace", "bdf"].map(str::to_owned);
/// // A word of three letters can be either of the two rows, one of two letters any of the three columns.
/// assert_eq!(word_rectangle(&words, 2, 3, &Control::default())?.option_count(), 2 * 2 + 3 * 2);
/// # Ok::<(), polytile::run::Refused>(())
/// ```
///
/// # Errors
/// As [`queens`].
pub fn word_rectangle(
    words: &[String],
    rows: u32,
    cols: u32,
    control: &Control,
) -> Result<ExactCover, Refused> {
    let fitting = |lines: u32, letters: u32| -> (u64, Vec<&String>) {
        let words: Vec<&String> =
            words.iter().filter(|word| word.chars().count() == letters as usize).collect();
        (u64::from(lines) * words.len() as u64, words)
    };
    let ((in_rows, across), (in_cols, down)) = (fitting(rows, cols), fitting(cols, rows));
    let longest = u64::from(rows.max(cols)) + 2;
    let mut making = Making::new(in_rows.saturating_add(in_cols), longest, control)?;
    let lines = [("r", rows), ("c", cols)].map(|(letter, lines)| {
        making.items((0..lines).map(|line| format!("{letter}{line}")), Multiplicity::ONCE)
    });
    let [in_row, in_col] = lines;
    let (in_row, in_col) = (in_row?, in_col?);
    let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| format!("{row}.{col}")));
    let cells = making.items(cells, Multiplicity::Secondary)?;
    let mut once = BTreeMap::new();
    for &word in across.iter().chain(&down) {
        if !once.contains_key(word) {
            once.insert(word, making.items(std::iter::once(word.clone()), Multiplicity::Secondary)?[0]);
        }
    }
    let cell = |row: u32, col: u32| cells[(row * cols + col) as usize];
    for (row, &line) in (0..).zip(&in_row) {
        for &word in &across {
            making.word(line, (0..cols).map(|col| cell(row, col)), word, once[word])?;
        }
    }
    for (col, &line) in (0..).zip(&in_col) {
        for &word in &down {
            making.word(line, (0..rows).map(|row| cell(row, col)), word, once[word])?;
        }
    }
    Ok(making.cover)
}
