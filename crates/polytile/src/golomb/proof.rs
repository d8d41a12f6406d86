//! Why a board can be tiled, step by step.
//!
//! In: a board of any size. Out: the theorem, and a paragraph for each of the n steps of the induction on this board; only one of
//! them is held in memory.

use super::GolombError;
use super::board::{Board, Quadrant, Tromino};
use crate::run::{Control, Progress};
use num_bigint::BigUint;
use std::io::{self, Write};

impl Board<BigUint> {
    /// Writes why the board can be tiled: the theorem, and what its proof does on this board.
    ///
    /// # Errors
    /// [`GolombError::Stopped`] when `control` says stop, [`GolombError::Write`] when it cannot be written.
    pub fn proof(&self, control: &Control, out: &mut dyn Write) -> Result<(), GolombError> {
        let n = self.order();
        let (row, col) = self.hole();
        let side = BigUint::from(1_u8) << n;
        let pieces = ((BigUint::from(1_u8) << (2 * n)) - 1_u8) / 3_u8;
        writeln!(
            out,
            "Theorem (Golomb, 1954). A board of 2^n x 2^n cells with any one cell missing can be tiled by L-trominoes."
        )?;
        writeln!(out, "\nProof for n = {n}, the board of {side} x {side} cells without {row},{col}.\n")?;
        for (done, piece) in (0..).zip(self.steps()) {
            control.check(Progress::Pieces { done, total: n.into() })?;
            step(self, &piece, out)?;
        }
        writeln!(
            out,
            "n = 0: a single cell, {row},{col}, which is the missing one. There is nothing to cover."
        )?;
        let levels = match n {
            0 | 1 => String::new(),
            2 => "1 + 4 = ".to_owned(),
            3 => "1 + 4 + 16 = ".to_owned(),
            _ => format!("1 + 4 + 16 + ... + 4^{} = ", n - 1),
        };
        let (verb, tromino) = if n == 1 { ("is", "tromino") } else { ("are", "trominoes") };
        writeln!(
            out,
            "\nIn all there {verb} {levels}{pieces} {tromino}, and 3 x {pieces} + 1 = {}.",
            &side * &side
        )?;
        Ok(())
    }
}

/// One step of the induction.
fn step(board: &Board<BigUint>, piece: &Tromino<BigUint>, out: &mut dyn Write) -> io::Result<()> {
    let level = piece.level;
    let (row, col) = board.hole();
    let half = BigUint::from(1_u8) << (level - 1);
    let side = &half << 1_u8;
    let cells = piece.cells().map(|(row, col)| format!("{row},{col}"));
    if level == 1 {
        writeln!(
            out,
            "n = 1: a board of 2 x 2 cells without {row},{col}, its {} cell, is a tromino: {}.",
            piece.missing,
            listed(&cells),
        )?;
        return Ok(());
    }
    let others = Quadrant::ALL.into_iter().filter(|&quadrant| quadrant != piece.missing);
    let others: Vec<String> = others.map(|quadrant| quadrant.to_string()).collect();
    writeln!(
        out,
        "n = {level}: cut the board of {side} x {side} cells into four of {half} x {half}. The missing cell {row},{col} is \
         in the {} one.",
        piece.missing
    )?;
    writeln!(
        out,
        "  Lay a tromino on {}, in the middle: it covers a corner of each of the others, {}.",
        listed(&cells),
        listed(&others),
    )?;
    writeln!(
        out,
        "  Now each of the four is a board of side 2^{} with one cell missing. By the case n = {} each can be tiled; for \
         the {} one it goes on like this.",
        level - 1,
        level - 1,
        piece.missing
    )?;
    Ok(())
}

/// `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}
