//! The chair of any scale, and the cube of side 2^n.

use super::rectangle::{BYTES_WRITTEN, board_in_json, pieces_in_json};
use super::{Args, Shown, count, hole_outside, read_hole};
use crate::failure::Failure;
use crate::input::found_in;
use crate::output::{self, Gathered, integer};
use crate::run::Run;
use crate::screen::{Form, Screen};
use crate::source::Source;
use polytile::board::RegionError;
use polytile::draw::PALETTE;
use polytile::format::{FormatError, board};
use polytile::golomb::chair::Chair;
use polytile::golomb::cube::{Corner, Cube, CubeError, SpreadError};
use polytile::pieces::{Piece, PieceSet};
use polytile::problem::Problem;
use serde_json::json;

/// The longest side of a cube that is drawn unasked.
const DRAWN_CUBE: u32 = 16;

/// Answers for the chair of this scale.
pub(super) fn chair(
    args: &Args,
    scale: u64,
    refused: impl FnOnce(RegionError) -> Failure,
) -> Result<(), Failure> {
    let chair = Chair::new(scale).map_err(refused)?;
    let run = Run::start(&args.run)?;
    let side = 2 * chair.scale();
    let mut object = json!({ "scale": chair.scale(), "board": board_in_json(side, side) });
    if args.count {
        let count = count(&chair.problem(&run.control)?, &run);
        run.finish();
        let count = count?;
        if !args.json {
            return output::print(&format!("{count}\n"));
        }
        object["count"] = integer(&count);
        return output::print_json(&object);
    }
    let mut shown = Shown::of(args);
    let draws = shown.draws(side, side)?;
    shown.say(&sentence(chair))?;
    if !draws {
        return shown.too_large(side);
    }
    if args.json {
        shown.allowed(chair.pieces(), BYTES_WRITTEN)?;
        pieces_in_json(&object, &run, |each| Ok(chair.lay(&run.control, each)?))?;
    }
    if args.json && !args.pictures.asked() {
        return Ok(());
    }
    let tiling = chair.tiling(&run.control)?;
    let problem = chair.problem(&run.control)?;
    shown.tiling(&problem, &tiling, format!("the chair of scale {scale}"), &run)
}

fn sentence(chair: Chair) -> String {
    let scale = chair.scale();
    let how = match &chair.factors()[..] {
        [] => return format!("the chair of scale {scale} is an L-tromino"),
        [3] => "found by a search of its 27 cells".to_owned(),
        [prime] => format!(
            "one covers the cells at the inner corner, one of each {prime}x{prime} square; without it a square can be \
             tiled (Ash and Golomb 2004)"
        ),
        primes => {
            let scales: Vec<String> = primes.iter().map(u32::to_string).collect();
            format!("{scale} = {}, and chairs of these scales are put one within the other", scales.join("*"))
        }
    };
    format!("the chair of scale {scale} is tiled by {} L-trominoes: {how}", chair.pieces())
}

/// Answers for the cube of side 2^n.
pub(super) fn cube(args: &Args, n: u64, source: &Source) -> Result<(), Failure> {
    let hole = read_hole(args, board::cell_of_cube)?.unwrap_or([0; 3]);
    let cube = Cube::new(n, hole).map_err(|e| match e {
        CubeError::TooLarge { .. } => {
            let help = "write N for a cube of side 2^N, as in cube:3";
            found_in(source, FormatError::new(e.to_string()).with_help(help).at(0..source.text.len()))
        }
        CubeError::Outside { .. } => hole_outside(args, &e.to_string()),
    })?;
    let run = Run::start(&args.run)?;
    let (side, [layer, row, col]) = (cube.side(), hole);
    let mut shown = Shown::of(args);
    let pieces = match cube.pieces() {
        0 => "no piece: there is nothing left to tile".to_owned(),
        1 => "1 corner piece: Golomb's induction, in space".to_owned(),
        pieces => format!("{pieces} corner pieces: Golomb's induction, in space"),
    };
    shown.say(&format!("{side}x{side}x{side} without {layer},{row},{col} is tiled by {pieces}"))?;
    if args.json {
        shown.allowed(cube.pieces(), BYTES_WRITTEN_CUBE)?;
        in_json(&cube, &run)?;
    }
    if args.json && !args.pictures.asked() {
        return Ok(());
    }
    if cube.pieces() == 0 && shown.unasked() {
        return Ok(());
    }
    let widest = Screen::find().cells_across(Form::Lines) as u32;
    let fits = ((widest + 1) / (side + 1)).clamp(1, side);
    // About as wide as high in a picture; as many as fit into a line in a terminal.
    let across = if args.pictures.asked() { side >> (side.ilog2() / 2) } else { 1 << fits.ilog2() };
    // A line between two layers.
    let spread = |layers: u32| layers.saturating_mul(side + 1).saturating_sub(1);
    if shown.unasked() && (side > DRAWN_CUBE || !shown.has_room(spread(side / across), spread(across))) {
        return shown.too_large(spread(across));
    }
    shown.fits_as_letters(spread(across))?;
    shown.say("its layers from left to right, then from top to bottom:")?;
    let (problem, tiling) = cube.spread(across, &run.control).map_err(|e| match e {
        SpreadError::Stopped(stopped) => stopped.into(),
        SpreadError::Region(e) => {
            Failure::limit(e.to_string(), "draw a smaller cube; --json has no such limit")
        }
    })?;
    let title = format!("a cube of side {side} without {layer},{row},{col}, layer by layer");
    shown.tiling(&coloured(problem), &tiling, title, &run)
}

/// The problem with a colour for each kind, so that a piece has one colour in both of its layers and touches no other of
/// that colour.
fn coloured(problem: Problem) -> Problem {
    let pieces = problem.pieces.iter().zip(PALETTE);
    let pieces = pieces.map(|(piece, colour)| Piece { colour: Some(colour), ..piece.clone() });
    Problem { pieces: PieceSet::new(pieces.collect()), ..problem }
}

/// Bytes of a corner piece in JSON, with coordinates of a few digits.
const BYTES_WRITTEN_CUBE: f64 = 95.0;

/// Writes the cube as one JSON object, piece by piece.
fn in_json(cube: &Cube, run: &Run) -> Result<(), Failure> {
    let head = json!({ "side": cube.side(), "hole": cube.hole() });
    let mut out = Gathered::new(run, output::opened(&head, "pieces"));
    let mut separator = "";
    let laid = cube.lay(&run.control, |corner: Corner| {
        let piece = json!({ "level": corner.level, "colour": corner.colour(), "cells": corner.cells() });
        out.push(&format!("{separator}{piece}"));
        separator = ",";
    });
    out.push("]}\n");
    out.finish(laid.map_err(Failure::from))
}
