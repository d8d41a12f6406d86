//! Answers in words: the piece on one cell, and the proof.

use super::refused;
use crate::failure::Failure;
use crate::output::{self, integer};
use num_bigint::BigUint;
use polytile::golomb::{Board, Colouring, Coordinate, Quadrant, Tromino};
use polytile::run::{Control, Progress};
use serde_json::{Value, json};
use std::io::{BufWriter, Write};

/// Says which piece covers a cell.
///
/// # Errors
/// When the cell is not on the board, or the answer cannot be written.
pub(super) fn cell(
    board: &Board<BigUint>,
    seed: Option<u64>,
    (row, col): &(BigUint, BigUint),
    colouring: Colouring,
    as_json: bool,
) -> Result<(), Failure> {
    let found = board.piece_at(row, col).map_err(refused)?;
    if as_json {
        let (hole_row, hole_col) = board.hole();
        return output::print_json(&json!({
            "n": board.order(),
            "hole": [integer(hole_row), integer(hole_col)],
            "seed": seed.map(|seed| integer(&seed.into())),
            "cell": [integer(row), integer(col)],
            "piece": found.map(|piece| piece_in_json(&piece, colouring, board.order())),
        }));
    }
    let Some(piece) = found else { return output::print("the hole\n") };
    let cells = piece.cells().map(|(row, col)| format!("{row},{col}")).join(" ");
    let colour = match colour(&piece, colouring, board.order()) {
        Some(colour) => format!(", colour {colour}"),
        None => String::new(),
    };
    output::print(&format!("{cells}\nlevel {}{colour}\n", piece.level))
}

/// The number of a piece's colour, from 0. Levels are said beside it, so it remains what tells pieces apart.
fn colour<C: Coordinate>(piece: &Tromino<C>, colouring: Colouring, order: u32) -> Option<u8> {
    let colouring = if colouring == Colouring::Levels { Colouring::Three } else { colouring };
    let number = colouring.number(piece.colour() + 1, piece.level, order);
    (colouring != Colouring::None).then_some(number - 1)
}

/// A piece in JSON, as `polytile check` reads it, and more.
pub(super) fn piece_in_json<C: Coordinate>(piece: &Tromino<C>, colouring: Colouring, order: u32) -> Value {
    let cells = piece.cells().map(|(row, col)| json!([integer(&row.to_big()), integer(&col.to_big())]));
    json!({ "piece": "L3", "level": piece.level, "colour": colour(piece, colouring, order), "cells": cells })
}

/// Proves that the board can be tiled: the theorem, and what its proof does on this board.
///
/// # Errors
/// When `control` says stop, or it cannot be written.
pub(super) fn proof(board: &Board<BigUint>, control: &Control) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let n = board.order();
    let (row, col) = board.hole();
    let side = BigUint::from(1_u8) << n;
    let pieces = ((BigUint::from(1_u8) << (2 * n)) - 1_u8) / 3_u8;
    writeln!(
        out,
        "Theorem (Golomb, 1954). A board of 2^n x 2^n cells with any one cell missing can be tiled by L-trominoes."
    )?;
    writeln!(out, "\nProof for n = {n}, the board of {side} x {side} cells without {row},{col}.\n")?;
    for (done, piece) in (0..).zip(board.steps()) {
        control.check(Progress::Pieces { done, total: n.into() })?;
        step(board, &piece, &mut out)?;
    }
    writeln!(out, "n = 0: a single cell, {row},{col}, which is the missing one. There is nothing to cover.")?;
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
    out.flush()?;
    Ok(())
}

/// One step of the induction.
fn step(board: &Board<BigUint>, piece: &Tromino<BigUint>, out: &mut impl Write) -> Result<(), Failure> {
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
