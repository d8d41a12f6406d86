//! Boards as letters, and the steps of the induction in words.
//!
//! In: a window, of which a row at a time is held in memory, or a board. Out: one letter per cell, or a sentence.

use super::GolombError;
use super::board::Board;
use super::coordinate::Coordinate;
use super::look::Colouring;
use super::window::Window;
use crate::run::{Control, Progress};
use num_bigint::BigUint;
use std::io::{self, Write};

impl<C: Coordinate> Window<C> {
    /// Goes through the rows: `each` is told the values of the cells, and the level of those of colour 2.
    ///
    /// # Errors
    /// [`GolombError::Stopped`] when `control` says stop, [`GolombError::Write`] when `each` fails.
    pub fn each_row(
        &self,
        control: &Control,
        mut each: impl FnMut(&[u8], u32) -> io::Result<()>,
    ) -> Result<(), GolombError> {
        control.reserve(self.cols_len().saturating_mul(24), "rows of this board")?;
        // Long rows take time, so the control is asked.
        let each_time = ((1 << 20) / self.cols_len()).clamp(1, 64);
        let mut rows = self.rows(0..self.rows_len());
        let (mut values, mut done) = (Vec::new(), 0);
        while let Some(row) = rows.next_row() {
            if done % each_time == 0 {
                control.check(Progress::Rows { done, total: self.rows_len() })?;
            }
            done += 1;
            values.clear();
            values.extend(row.values());
            each(&values, row.upper_level())?;
        }
        Ok(())
    }

    /// Writes one letter per cell, and a point for the hole: colours as A, B, C and so on, levels as 1 to 9, a to z, A to Z.
    ///
    /// # Errors
    /// [`GolombError::Stopped`] when `control` says stop, [`GolombError::Write`] when it cannot be written.
    pub fn letters(
        &self,
        colouring: Colouring,
        control: &Control,
        out: &mut dyn Write,
    ) -> Result<(), GolombError> {
        const LEVELS: &[u8] = b"123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let letter = |value: u8, level: u32| match (value, colouring) {
            (0, _) => b'.',
            // A board of one cell has no level, and nothing to write for it.
            (_, Colouring::Levels) if level == 0 => b'.',
            // There are more levels than letters: the rest share a sign.
            (_, Colouring::Levels) => LEVELS.get(level as usize - 1).copied().unwrap_or(b'+'),
            _ => b'A' - 1 + colouring.number(value, level, self.board().order()),
        };
        self.each_row(control, |values, level| {
            let letters = [letter(0, 0), letter(1, 1), letter(2, 1), letter(3, level)];
            let mut line: Vec<u8> = values.iter().map(|&value| letters[value as usize]).collect();
            line.push(b'\n');
            out.write_all(&line)
        })
    }

    /// The levels after which a step of the induction is shown, the first above all levels: those of which there are
    /// pieces in the window.
    pub fn steps(&self) -> impl Iterator<Item = u32> + '_ {
        // Its middle lines may cross the window without a piece of the level.
        let has_pieces = |&level: &u32| self.trominoes(level).next().is_some();
        let levels = self.levels().into_iter().rev().filter(has_pieces);
        std::iter::once(self.board().order() + 1).chain(levels)
    }
}

impl<C: Coordinate> Board<C> {
    /// What a step of the induction has done, when the pieces of `level` have been laid; 0 steps are done at a level above
    /// all.
    ///
    /// ```
    /// let board = polytile::golomb::Board::new(2, 0_u64, 0)?;
    /// assert_eq!(board.caption(3), "Step 0: the board of 4x4 without 0,0.");
    /// # Ok::<(), polytile::golomb::GolombError>(())
    /// ```
    pub fn caption(&self, level: u32) -> String {
        let n = self.order();
        let (row, col) = (shortened(&self.hole().0.to_big()), shortened(&self.hole().1.to_big()));
        // Long numbers say less than the powers that they are.
        let power = |base: u32, exponent: u32| match base.checked_pow(exponent) {
            Some(power) => power.to_string(),
            None => format!("{base}^{exponent}"),
        };
        let side = |level: u32| format!("{0}x{0}", power(2, level));
        if level > n {
            return format!("Step 0: the board of {} without {row},{col}.", side(n));
        }
        let step = n + 1 - level;
        let (count, boards) = (power(4, n - level), power(4, step));
        let left = match level {
            1 => "nothing is left but the missing cell".to_owned(),
            _ => format!("{boards} boards of {} are left, each with one cell missing", side(level - 1)),
        };
        if level == n {
            return format!("Step 1: a tromino in the middle; {left}.");
        }
        format!("Step {step}: {count} trominoes, one in the middle of each; {left}.")
    }
}

/// A coordinate short enough for a line: a long one keeps its first and last digits.
///
/// ```
/// use polytile::golomb::shortened;
/// assert_eq!(shortened(&12_u8.into()), "12");
/// assert_eq!(shortened(&num_bigint::BigUint::from(10_u8).pow(99)), "10000000...00000000");
/// ```
pub fn shortened(number: &BigUint) -> String {
    const ENDS: usize = 8;
    let digits = number.to_string();
    if digits.len() <= 40 {
        return digits;
    }
    format!("{}...{}", &digits[..ENDS], &digits[digits.len() - ENDS..])
}
